"""Signs and backgrounds for cards, drawn with a few strokes: what sort of card it is can be seen from afar.

Each sign is a path in a square of 24.
"""

from __future__ import annotations

import re
from zlib import crc32

SIGNS = {
    "paw": "M12 11c3 0 6 3 6 6 0 2-1.5 3-3.2 3-1.2 0-1.8-.6-2.8-.6s-1.6.6-2.8.6C7.5 20 6 19 6 17c0-3 3-6 6-6z"
    "M6 7.5a2 2.6 0 1 1 0 4.9 2 2.6 0 0 1 0-4.9zM18 7.5a2 2.6 0 1 1 0 4.9 2 2.6 0 0 1 0-4.9z"
    "M9.5 3a1.9 2.7 0 1 1 0 5.2 1.9 2.7 0 0 1 0-5.2zM14.5 3a1.9 2.7 0 1 1 0 5.2 1.9 2.7 0 0 1 0-5.2z",
    "peak": "M2 20 9 7l4 7 3-5 6 11zM9 7l2 3.5-2 1-2-1z",
    "bolt": "M13 2 5 14h6l-1 8 9-13h-6z",
    "shield": "M12 2l8 3v6c0 5-3.4 9-8 11-4.6-2-8-6-8-11V5z",
    "sword": "M19 2l3 3-10.5 10.5-3-3zM7 12l5 5-1.5 1.5-1.7-1.7L5 21l-2-2 4-3.8-1.5-1.7z",
    "scroll": "M6 3h11a2 2 0 0 1 2 2v12h2v2a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2V7H3V6a3 3 0 0 1 3-3z"
    "M9 8v1.5h7V8zm0 4v1.5h7V12z",
    "gem": "M7 3h10l5 6-10 12L2 9z",
    "crown": "M3 8l4.5 4L12 4l4.5 8L21 8l-2 11H5z",
    "eye": "M12 5c5 0 9 4.5 10 7-1 2.5-5 7-10 7S3 14.5 2 12c1-2.5 5-7 10-7zm0 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8z",
    "flag": "M5 2h2v20H5zM8 4c4-2 7 2 12 0v9c-5 2-8-2-12 0z",
    "star": "M12 2l3 6.7 7 .7-5.3 4.7L18.2 21 12 17.4 5.8 21l1.5-6.9L2 9.4l7-.7z",
    "leaf": "M20 3c1 9-2 16-9 16-2 0-3.5-.6-4.5-1.5L4 21l-1.4-1.4L5.2 17C3 11 9 4 20 3z",
    "drop": "M12 2c4 5.5 7 9 7 13a7 7 0 0 1-14 0c0-4 3-7.5 7-13z",
    "flame": "M13 2c1 4 6 6.5 6 12a7 7 0 0 1-14 0c0-3 1.6-4.7 3-6 .2 1.8.8 2.8 2 3.5C9.6 8 11 5 13 2z",
    "ring": "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zm0 4a5 5 0 1 0 0 10 5 5 0 0 0 0-10z",
    "tower": "M6 2h3v2h2V2h2v2h2V2h3v6l-2 2v9h2v3H6v-3h2v-9L6 8z",
    "hammer": "M3 6l5-4h7l3 3-3 3-2-1-1.5 1.5L22 19l-3 3L8.5 11.5 7 13 3 9z",
}
_PATH = re.compile(r"[Mm]\s*-?[0-9.][-+0-9.,\sA-Za-z]*")
_OTHERWISE = tuple(SIGNS)  # for sorts of cards that have no sign of their own
SIGNS |= {
    "harm": "M12 1l2.6 5.4L20 3.6l-1.6 5.8L24 12l-5.6 2.6L20 20.4l-5.4-2.8L12 23l-2.6-5.4L4 20.4l1.6-5.8L0 12"
    "l5.6-2.6L4 3.6l5.4 2.8z",
    "moon": "M15 2A10 10 0 1 0 22 16 8.5 8.5 0 0 1 15 2z",
    "fist": "M5 9h2V5h3v4h1V4h3v5h1V5h3v5h1v6q0 5-7 5t-7-5z",
    "gear": "M10 2h4l.6 3 2.6 1.4 2.8-1.2 2 3.4L19.8 11v2l2.2 2.4-2 3.4-2.8-1.2-2.6 1.4-.6 3h-4l-.6-3-2.6-1.4-2.8 1.2"
    "-2-3.4L4.2 13v-2L2 8.6l2-3.4 2.8 1.2L9.4 5zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
    "club": "M12 2a4.5 4.5 0 0 1 3.6 7.2A4.5 4.5 0 1 1 13 16.3c.2 2.4 1 4 2.5 5.7h-7c1.5-1.7 2.3-3.3 2.5-5.7"
    "a4.5 4.5 0 1 1-2.6-7.1A4.5 4.5 0 0 1 12 2z",
    "diamond": "M12 2l8 10-8 10-8-10z",
    "heart": "M12 21C4 15 2 11 2 8a5 5 0 0 1 10-1.5A5 5 0 0 1 22 8c0 3-2 7-10 13z",
    "spade": "M12 2c5 5 9 8 9 12a4.5 4.5 0 0 1-8 2.5c.2 2.5 1 4 2.5 5.5h-7c1.5-1.5 2.3-3 2.5-5.5A4.5 4.5 0 0 1 3 14"
    "c0-4 4-7 9-12z",
}
_WORDS = {
    "clubs": "club",
    "diamonds": "diamond",
    "hearts": "heart",
    "spades": "spade",
    "creature": "paw",
    "beast": "paw",
    "basic": "paw",
    "stage": "paw",
    "pokemon": "paw",
    "land": "peak",
    "location": "tower",
    "energy": "bolt",
    "enemy": "sword",
    "weapon": "sword",
    "hero": "shield",
    "ally": "shield",
    "character": "shield",
    "agent": "eye",
    "supporter": "crown",
    "patron": "crown",
    "leader": "crown",
    "event": "bolt",
    "action": "bolt",
    "item": "gem",
    "treasure": "gem",
    "tool": "hammer",
    "attachment": "hammer",
    "stadium": "tower",
    "contract": "scroll",
    "trainer": "scroll",
    "treachery": "flame",
    "curse": "flame",
    "quest": "flag",
    "objective": "flag",
    "stone": "ring",
    "number": "star",
}


_NUMBERS = {
    "life": "heart",
    "mana": "drop",
    "coins": "ring",
    "power": "sword",
    "prestige": "crown",
    "prizes": "gem",
    "calls": "star",
    "threat": "eye",
    "willpower": "star",
    "resources": "gem",
    "progress": "flag",
    "points": "heart",
}


def number_sign(title: str) -> str:
    """The path of the sign for a number, if it has one.

    >>> number_sign("prizes left") == SIGNS["gem"], number_sign("deck lists")
    (True, '')
    """
    found = [_NUMBERS[word] for word in title.casefold().split() if word in _NUMBERS]
    return SIGNS[found[0]] if found else ""


def pick(text: str, among: int) -> int:
    """A number below `among`, always the same for a text."""
    return crc32(text.encode(errors="replace")) % among


def sign_of(kind: str) -> str:
    """The name of the sign for a sort of card.

    >>> sign_of("Basic creature"), sign_of("location")
    ('paw', 'tower')
    """
    words = [word.strip("(),.:") for word in kind.casefold().split()]
    for word in reversed(words):
        if word in _WORDS:
            return _WORDS[word]
    return _OTHERWISE[pick(kind, len(_OTHERWISE))]


def sign_path(sign: str) -> str:
    """The path of a sign by its name; a path is itself, and anything else is a star.

    >>> sign_path("M2 2h20v20z"), sign_path("no such sign") == SIGNS["star"]
    ('M2 2h20v20z', True)
    """
    return SIGNS.get(sign) or (sign if _PATH.fullmatch(sign) else SIGNS["star"])


def scenery(name: str, x: int, y: int, width: int, height: int, light: str, dark: str) -> str:
    """A background that is always the same for a name: rays, hills, waves, orbits or facets."""
    right, bottom, middle = x + width, y + height, x + width // 2
    seed = pick(name, 1 << 30)
    a, b, c = seed % 31, seed // 31 % 29, seed // 899 % 23
    kind = seed // 20677 % 5
    if kind == 0:
        spots = range(x - 20, right + 20, 26 + a % 8)
        rays = "".join(f"M{middle} {bottom + 14}L{spot} {y}h13z" for spot in spots)
        return f'<path d="{rays}" fill="{light}" opacity=".5"/>'
    if kind == 1:
        return (
            f'<circle cx="{x + 24 + 4 * a}" cy="{y + 20 + b % 8}" r="{10 + c % 7}" fill="{light}" opacity=".85"/>'
            f'<path d="M{x} {bottom}V{y + 44 + a}Q{x + 40} {y + 22 + b} {middle} {y + 52}'
            f'T{right} {y + 38 + c}V{bottom}z" fill="{light}" opacity=".45"/>'
            f'<path d="M{x} {bottom}V{y + 62}Q{x + 50} {y + 44 + a} {middle} {y + 70}'
            f'T{right} {y + 60 + c % 9}V{bottom}z" fill="{dark}" opacity=".45"/>'
        )
    if kind == 2:
        rows = [
            f"M{x} {level}q{width / 8:g} -{9 + a % 6} {width / 4:g} 0t{width / 4:g} 0 {width / 4:g} 0 {width / 4:g} 0"
            for level in range(y + 14 + b % 6, bottom, 17)
        ]
        return f'<path d="{"".join(rows)}" fill="none" stroke="{light}" stroke-width="3.5" opacity=".55"/>'
    if kind == 3:
        rings = "".join(
            f'<ellipse cx="{middle}" cy="{y + height // 2}" rx="{24 + 17 * i}" ry="{14 + 11 * i}" '
            f'transform="rotate({a * 5 + 12 * i} {middle} {y + height // 2})"/>'
            for i in range(4)
        )
        return f'<g fill="none" stroke="{light}" stroke-width="2.5" opacity=".6">{rings}</g>'
    corner = x + 30 + 4 * a
    return (
        f'<path d="M{x} {y}L{corner} {bottom}H{x}z" fill="{light}" opacity=".5"/>'
        f'<path d="M{right} {bottom}L{corner} {y}H{right}z" fill="{dark}" opacity=".35"/>'
        f'<path d="M{corner} {y}L{right} {y + 30 + b}L{middle} {bottom}z" fill="{light}" opacity=".3"/>'
    )
