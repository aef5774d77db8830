# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs
"""What a network sees of a position: the observation of a seat, who is to move, and at which stage.

Every game has these numbers by itself: they are those of its environment (`Room.encoding`, or else `observe`), so they
tell nothing that the seat does not know.  Each number has rows of its own in the first layer: one for each value where
there are few, else one for each of some knots, between which it is interpolated.  A card that may lie in several zones
has a row for each of them, so that the rows of all cards together, summed, are embeddings of the cards by zone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from mulligan.core.game import MAX_STAGES, Game
from mulligan.core.observing import make_look, number_names
from mulligan.kernel import compiled

FEW = 24  # a number with so many values has a row for each of them
KNOTS = 17  # rows of any other number
OWN = ("who is to move, counted from the own seat", "the stage")
"""Numbers that are added to the observation."""


@dataclass(frozen=True)
class Features:
    """The numbers that a network sees of a game, and how many rows each has."""

    names: tuple[str, ...]
    rows: tuple[int, ...]
    low: tuple[int, ...]
    """The least value that has a row, where every value has one; else 0, and data says what it is."""
    rising: tuple[int, ...]
    """1 where more of a number is never worse for the own seat, -1 where it is never better, 0 where nobody says."""

    @property
    def total(self) -> int:
        """The rows of all numbers."""
        return sum(self.rows)

    @property
    def print(self) -> str:
        """A hash of what the numbers mean: a network is for those that it was made for."""
        told = "\n".join(f"{name}\t{rows}\t{low}" for name, rows, low in zip(self.names, self.rows, self.low))
        return hashlib.sha256(told.encode()).hexdigest()[:16]

    def exact(self, number: int) -> bool:
        """Whether a number has a row for each of its values."""
        return self.rows[number] != KNOTS


@lru_cache(maxsize=64)
def features_of(game: Game) -> Features:
    """The numbers of a game, or of one of its variants.

    >>> from mulligan.games.toys import LEDUC
    >>> features_of(LEDUC).rows[:2], features_of(LEDUC).names[-2:]
    ((2, 3), ('who is to move, counted from the own seat', 'the stage'))
    """
    encoding = game.room().encoding
    names = number_names(game)
    bounds = encoding.bounds or ((0, -1),) * len(names)
    few = [0 <= high - low < FEW and high - low + 1 != KNOTS for low, high in bounds]
    rows = [high - low + 1 if small else KNOTS for (low, high), small in zip(bounds, few)]
    low = [low if small else 0 for (low, _), small in zip(bounds, few)]
    signs = [int(name in encoding.better) - int(name in encoding.worse) for name in names]
    return Features((*names, *OWN), (*rows, game.players, MAX_STAGES), (*low, 0, 0), (*signs, 0, 0))


@lru_cache(maxsize=64)
def make_sense(game: Game) -> Callable[..., Any]:
    """`sense(s, t, seat, numbers, seen, out)`: all numbers of a position that is not over.

    `seen` is the beginning of `numbers` as the game's encoding takes it, and `out` room to work.
    """
    look, actor, stage, seats = make_look(game), game.actor, game.stage, game.players
    COUNT = len(number_names(game))

    @compiled
    def sense(s, t, seat, numbers, seen, out):
        for i in range(COUNT):
            numbers[i] = 0
        look(s, t, seat, seen, out)
        numbers[COUNT] = (actor(s) - seat + seats) % seats
        numbers[COUNT + 1] = stage(s)

    return sense  # type: ignore[no-any-return]


def sense_rooms(game: Game) -> tuple[Any, Any, Any]:
    """Arrays for `sense`: `numbers`, `seen` (in the same memory) and `out`."""
    from mulligan.core.observing import as_seen

    count = len(number_names(game))
    numbers = np.zeros(count + len(OWN), np.int64)
    out = np.zeros(max(game.max_numbers, game.max_options, 64), np.int64)
    return numbers, as_seen(game, numbers[:count].reshape(1, count)), out
