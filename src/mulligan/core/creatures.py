"""Beasts and people for the pictures of cards: silhouettes put together from a few parts, always the same for a name.

Each is a path in a square of 24, as signs are.
"""

from __future__ import annotations

from zlib import crc32

_HEADS = (
    "M3 9a3.4 3 0 1 1 6.8 0a3.4 3 0 1 1-6.8 0z",  # round
    "M1 10.5L6 6.4l4 1.6-.6 4-5 .8z",  # with a snout
    "M2 8.5q4-4 8-.5l-1 4-4 1z",  # with a beak
)
_EARS = (
    "M4.5 7L4 3l2.7 3zM7.5 6.6L9 3l1 4z",  # ears
    "M5 7Q2 4.5 3.6 2q.6 2.6 3 3.6zM8 6.6Q11 4 9.6 1.6 8.4 4 7 5.4z",  # horns
    "M5.5 7L4.8 2l1.6 3L8 1.5 8.4 6z",  # a crest
    "M4 7.5a1.6 1.6 0 1 1 2.2-2zM7.6 6.4a1.6 1.6 0 1 1 2.4 1.4z",  # round ears
)
_BODIES = (
    "M6 9Q13 6.5 20 10q1.6 4-1 6.4H8Q4.6 13 6 9z",  # slender
    "M6 8.6Q13 4 20.6 9.4q2 5-1.4 8H7.4Q4 13 6 8.6z",  # heavy
    "M6 9.4Q10 5 14 8.4T20.6 10q1 4.6-2 6.6H8Q4.8 14 6 9.4z",  # humped
)
_LEGS = (
    "M8 15h2.2v7H8zM12 15h2v6h-2zM16.4 15h2.2v7h-2.2z",
    "M7.6 15h3v6h-3zM15.8 15h3v6h-3z",
    "M8 15l-1 7h2.2l1.8-7zM12.4 15l.4 7h2l-.2-7zM17 15l1.6 7h2L19.4 15z",
)
_TAILS = (
    "M19 10q4-1 4-5 1.4 5.4-3 8z",
    "M19.4 11q3.6 1 4.4 6-3-3-5.2-2.6z",
    "M19 9.6q3-3.6 4.6-1.6-1 4-4 4.6z",
)
_BACKS = (
    "",
    "M11 9Q10 2 18 1.4 15 4 18.4 5 15.6 6 16 9z",  # a wing
    "M9 8l1.4-3L12 7.4 13.6 4l1.6 3.2L17 4.6 18 9z",  # spines
    "",
)
_CROWNS = (
    "M9 8a3 3.2 0 1 1 6 0a3 3.2 0 1 1-6 0z",  # bare
    "M8.4 9L12 2l3.6 7q-3.6 3-7.2 0z",  # a hood
    "M8.8 8.4q0-5 3.2-5t3.2 5l-.8 2.6H9.6zM7.4 5.4l2 1.4zM16.6 5.4l-2 1.4z",  # a helmet
    "M9 8.4a3 3 0 1 0 6 0zM7 7.8h10L14.6 6.4 14 3h-4l-.6 3.4z",  # a hat
    "M9 9a3 3 0 1 0 6 0V7H9zM9 6.4V3.6l1.6 1.4L12 3l1.4 2L15 3.6v2.8z",  # a crown
)
_CLOAKS = (
    "M12 11.6q5 .6 6.4 10.4H5.6Q7 12.2 12 11.6z",
    "M8.6 12h6.8l2.6 4-2 1.2V22H8v-4.8L6 16z",
    "M12 11.4q3.6.4 4.4 4L19 22H5l2.6-6.6q.8-3.6 4.4-4z",
)
_ARMS = (
    "",
    "M19 3l1 1.6V15h1.6v1.6H20V20h-1.4v-3.4H17V15h1.4V4.6z",  # a sword
    "M4 4q5 8 0 16l-.6-1q3.4-7 0-14zM3.6 4h.9v16h-.9z",  # a bow
    "M19 5.4a1.8 1.8 0 1 1 1.2 1.7V22h-1.3V7z",  # a staff
    "M2 12h5v4q0 3-2.5 4Q2 19 2 16z",  # a shield
    "M19.2 9V22h-1.2V9l-1.6-1 2.2-5 2.2 5z",  # a spear
)
BEASTS, PEOPLE = ("creature", "beast", "pokemon", "enemy"), ("hero", "ally", "agent", "supporter", "patron")


def silhouette(name: str, kind: str) -> str:
    """The path of a beast or a person, if the card is one; else empty.

    >>> silhouette("Wild Boar", "creature") == silhouette("Wild Boar", "creature") != ""
    True
    >>> silhouette("Gold", "starter")
    ''
    """
    words = {word.strip("(),.:-") for word in kind.casefold().replace("-", " ").split()}
    seed = crc32(name.encode(errors="replace"))
    if words & set(BEASTS):
        return _pick(seed, _BODIES, _LEGS, _TAILS, _BACKS, _HEADS, _EARS)
    if words & set(PEOPLE):
        return _pick(seed, _CLOAKS, _CROWNS, _ARMS)
    return ""


def _pick(seed: int, *parts: tuple[str, ...]) -> str:
    found = []
    for some in parts:
        seed, which = divmod(seed, len(some))
        found.append(some[which])
    return "".join(found)
