"""What cards are called in moves, positions and on the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ..rules.layout import LAND


def each(bits: int) -> Iterator[int]:
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1


def name_of(t: Any, p: int, card: int) -> str:
    """`2/3(3)`; where copies are told apart, the second one is `2/3(3)#2`."""
    if card == LAND:
        return "land"
    shape = t.power[p][card], t.toughness[p][card], t.cost[p][card]
    name = "{}/{}({})".format(*shape)
    if not t.apart:
        return name
    before = sum((t.power[p][c], t.toughness[p][c], t.cost[p][c]) == shape for c in range(card))
    return f"{name}#{before + 1}" if before else name


def runs(names: Iterable[str]) -> list[str]:
    """Equal neighbours together: `2/2(2)*3`; an attacker with blockers stands alone."""
    runs: list[tuple[str, int]] = []
    for name in names:
        if runs and runs[-1][0] == name and "<" not in name:
            runs[-1] = (name, runs[-1][1] + 1)
        else:
            runs.append((name, 1))
    return [name if n == 1 else f"{name}*{n}" for name, n in runs]


def names_of(t: Any, p: int, creatures: int) -> list[str]:
    return [name_of(t, p, card) for card in each(creatures)]


# --- names for pictures -----------------------------------------------------------------------------------------------

_BEASTS = (  # by power, three for creatures of other costs
    ("Moth", "Snail", "Toad"),
    ("Fox", "Hare", "Otter"),
    ("Wolf", "Boar", "Badger"),
    ("Lynx", "Bear", "Stag"),
    ("Bison", "Griffin", "Crocodile"),
    ("Rhino", "Wyvern", "Basilisk"),
    ("Mammoth", "Hydra", "Dragon"),
    ("Colossus", "Leviathan", "Behemoth"),
)
_KINDS = ("Furious", "Swift", "Wild", "Stout", "Armoured", "Stone")  # by how much tougher than strong


def title_of(power: int, toughness: int, cost: int) -> str:
    """What is written on the picture of a creature that has no name but its numbers.

    >>> title_of(2, 2, 2), title_of(2, 3, 3), title_of(6, 7, 7)
    ('Wild Badger', 'Stout Wolf', 'Stout Hydra')
    """
    beasts = _BEASTS[min(power, len(_BEASTS) - 1)]
    return f"{_KINDS[max(-2, min(3, toughness - power)) + 2]} {beasts[cost % 3]}"


def titles_of(t: Any, p: int, creatures: int) -> list[str]:
    """Creatures as people speak of them: `Wild Badger 2/2`."""
    shapes = [(t.power[p][c], t.toughness[p][c], t.cost[p][c]) for c in each(creatures)]
    return [f"{title_of(*shape)} {shape[0]}/{shape[1]}" for shape in shapes]


# --- keys of cards on the table ---------------------------------------------------------------------------------------


def creature_key(p: int, creature: int) -> str:
    """Of one creature card, wherever it lies."""
    return f"{p}:creature:{creature}"


def land_key(p: int, i: int = 0) -> str:
    """Of a land in hand."""
    return f"{p}:hand:land:{i}"
