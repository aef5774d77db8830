# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs
"""What a network sees of a position: the observation of a seat, who is to move, and at which stage.

Every game has these numbers by itself: they are those of its environment (`Room.encoding`, or else `observe`), so they
tell nothing that the seat does not know.  Each number has rows of its own in the first layer: one for each value where
there are few, else one for each of some knots, between which it is interpolated.  A card that may lie in several zones
has a row for each of them, so that the rows of all cards together, summed, are embeddings of the cards by zone.

Where a game names numbers by seats, as `points[0]` to `points[3]` for four, they are seen once more in the order in
which the seats follow the own one: a sum of rows could not find out by itself which of them are its own.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from mulligan.core.game import MAX_STAGES, Game
from mulligan.core.observing import as_seen, make_look, number_names
from mulligan.kernel import compiled

FEW = 24  # a number with so many values has a row for each of them
KNOTS = 17  # rows of any other number
OWN = ("who is to move, counted from the own seat", "the stage")
"""Numbers that are added to every observation."""
_INDEXED = re.compile(r"(.*)\[(\d+)\]")


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


def by_seats(names: Sequence[str], seats: int) -> list[int]:
    """Where numbers begin of which there is one for each seat.

    >>> by_seats(["points[0]", "points[1]", "card[0]", "card[1]", "card[2]"], 2)
    [0]
    """
    found = [_INDEXED.fullmatch(name) for name in names]
    groups: dict[str, list[int]] = {}
    for i, one in enumerate(found):
        if one is not None:
            groups.setdefault(one[1], []).append(i)
    wanted = [str(seat) for seat in range(seats)]
    alike = [at for at in groups.values() if at == list(range(at[0], at[0] + seats))]
    return [at[0] for at in alike if seats > 1 and [one[2] for i in at if (one := found[i])] == wanted]


@lru_cache(maxsize=64)
def features_of(game: Game) -> Features:
    """The numbers of a game, or of one of its variants.

    >>> from mulligan.games.toys import LEDUC
    >>> features_of(LEDUC).rows[:2], features_of(LEDUC).names[-2:]
    ((2, 4), ('who is to move, counted from the own seat', 'the stage'))
    """
    encoding = game.room().encoding
    names = number_names(game)
    bounds = encoding.bounds or ((0, -1),) * len(names)
    few = [0 <= high - low < FEW and high - low + 1 != KNOTS for low, high in bounds]
    rows = [high - low + 1 if small else KNOTS for (low, high), small in zip(bounds, few)]
    low = [low if small else 0 for (low, _), small in zip(bounds, few)]
    signs = [int(name in encoding.better) - int(name in encoding.worse) for name in names]
    turned = [first + k for first in by_seats(names, game.players) for k in range(game.players)]
    seats = ["the own seat", *(f"seat +{k}" for k in range(1, game.players))]
    again = [f"{names[i].rpartition('[')[0]} of {seats[k % game.players]}" for k, i in enumerate(turned)]
    return Features(
        (*names, *OWN, *again),
        (*rows, game.players, MAX_STAGES, *(rows[i] for i in turned)),
        (*low, 0, 0, *(low[i] for i in turned)),
        (*signs, 0, 0, *(0 for _ in turned)),
    )


@lru_cache(maxsize=64)
def make_sense(game: Game) -> Callable[..., Any]:
    """`sense(s, t, seat, numbers, seen, out)`: all numbers of a position that is not over.

    `seen` is the beginning of `numbers` as the game's encoding takes it, and `out` room to work.
    """
    look, actor, stage, seats = make_look(game), game.actor, game.stage, game.players
    COUNT = len(number_names(game))
    TURNED = np.array([*by_seats(number_names(game), seats), -1], np.int64)  # ends with -1: arrays are never empty
    GROUPS = len(TURNED) - 1

    @compiled
    def sense(s, t, seat, numbers, seen, out):
        for i in range(COUNT):
            numbers[i] = 0
        look(s, t, seat, seen, out)
        numbers[COUNT] = (actor(s) - seat + seats) % seats
        numbers[COUNT + 1] = stage(s)
        for group in range(GROUPS):
            for k in range(seats):
                numbers[COUNT + 2 + group * seats + k] = numbers[TURNED[group] + (seat + k) % seats]

    return sense  # type: ignore[no-any-return]


def sense_rooms(game: Game) -> tuple[Any, Any, Any]:
    """Arrays for `sense`: `numbers`, `seen` (in the same memory) and `out`."""
    count = len(number_names(game))
    numbers = np.zeros(len(features_of(game).rows), np.int64)
    out = np.zeros(max(game.max_numbers, game.max_options, 64), np.int64)
    return numbers, as_seen(game, numbers[:count].reshape(1, count)), out
