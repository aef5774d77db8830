"""What a seat sees of a position, as a scene, in words, and as plain data.

It is made from a position in which everything that the seat cannot know was dealt anew, so that the true hidden cards
cannot be in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from difflib import SequenceMatcher
from typing import Any

from .position import Position, make_stream
from .scene import OPEN, Card, Counter, Scene, Zone

SAMPLES = 24  # that agree on a word before a seat is taken to know it, in games without a scene


def shown_to(position: Position, seat: int) -> Position:
    """What is drawn for a seat: everything that it cannot know is a sample; OPEN is shown the position itself."""
    game = position.game
    return position if seat == OPEN or not game.hidden else position.hide(seat, make_stream(game, "view"))


def scene_of(known: Position, seat: int, moves: list[int]) -> Scene:
    """What the game's `scene` says of a position whose hidden cards are a sample; without one, what its text says."""
    game = known.game
    if game.scene is not None:
        return game.scene(*known.plain(), seat, moves)
    texts = [str(known)]
    if seat != OPEN and game.hidden:
        texts += [str(known.hide(seat, make_stream(game, "view", i))) for i in range(SAMPLES)]
    lines = tuple(part.strip() for part in common(texts).split("|"))
    return Scene(zones=(Zone("position", (Card("text", game.title, lines=lines),), layout="text"),))


def in_words(scene: Scene, seat: int) -> str:
    """A scene in words, a line for each place and each number.

    >>> print(in_words(Scene((Zone("hand", (Card("1", "Ace"), Card("2", "Ten")), 0),), (Counter("life", 20, 1),)), 0))
    your hand: Ace; Ten
    player 2 life: 20
    """
    lines = [f"{_whose(zone, seat)}: {_held(zone)}" for zone in scene.zones]
    lines += [f"{_whose(counter, seat)}: {counter.value}" for counter in scene.counters]
    return "\n".join([*lines, scene.prompt] if scene.prompt else lines)


def _whose(thing: Zone | Counter, seat: int) -> str:
    if thing.owner is None:
        return thing.title
    return f"your {thing.title}" if thing.owner == seat else f"player {thing.owner + 1} {thing.title}"


def _held(zone: Zone) -> str:
    if zone.layout == "text":
        return " | ".join(line for card in zone.cards for line in card.lines)
    return "; ".join(card.words for card in zone.cards) or "nothing"


def as_data(scene: Scene) -> dict[str, Any]:
    """The same as lists and dictionaries, ready for JSON; `owner` is a seat, from 0 on, or None.

    >>> as_data(Scene(counters=(Counter("life", 20, 1),)))["counters"]
    [{'title': 'life', 'value': 20, 'owner': 1, 'most': None}]
    """
    return {
        "zones": [{**asdict(zone), "cards": [_card(card) for card in zone.cards]} for zone in scene.zones],
        "counters": [asdict(counter) for counter in scene.counters],
        "prompt": scene.prompt,
    }


def _card(card: Card) -> dict[str, Any]:
    return {**asdict(card), "lines": list(card.lines), "marks": list(card.marks)}


def common(texts: Sequence[str]) -> str:
    """The words in which texts agree; for the others `?`, or `...` where they are not equally many.

    Parts between bars are compared one by one.

    >>> common(["hand 3 deck 1 2", "hand 3 deck 2 1"])
    'hand 3 deck ? ?'
    >>> common(["a", "a b"])
    'a ...'
    >>> common(["theirs 2*3 4 | mine 7 8", "theirs 2 3 4 9 | mine 7 8"])
    'theirs ... | mine 7 8'
    """
    rows = [text.split("|") for text in texts]
    if len({len(row) for row in rows}) > 1:
        rows = [[text] for text in texts]
    return " | ".join(_agreed([part.split() for part in parts]) for parts in zip(*rows))


def _agreed(rows: list[list[str]]) -> str:
    """The words of the first row that stand in all others, in this order, with signs for what differs between them."""
    first, *others = rows
    if len({len(row) for row in rows}) == 1:
        return " ".join(words[0] if len(set(words)) == 1 else "?" for words in zip(*rows))
    kept = set(range(len(first)))
    gaps = set()  # before which word of the first row another has more
    for row in others:
        at = there = 0
        same = set()
        for i, j, n in SequenceMatcher(None, first, row, autojunk=False).get_matching_blocks():
            same |= set(range(i, i + n))
            if j > there or i > at:
                gaps.add(i)
            at, there = i + n, j + n
        kept &= same
    shown: list[str] = []
    for i in range(len(first) + 1):
        open_here = i in gaps or (i < len(first) and i not in kept)
        if open_here and shown[-1:] != ["..."]:
            shown.append("...")
        if i in kept:
            shown.append(first[i])
    return " ".join(shown)
