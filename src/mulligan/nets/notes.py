# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs
"""What networks see of positions, for Python: to learn from, and to ask."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mulligan.core.game import Game
from mulligan.core.position import Position
from mulligan.kernel import entry, floats, hurried, interpret, pack, records

from .features import make_sense, sense_rooms
from .inference import Shape, fill_weights, make_estimate, shape_of, weights_layout
from .network import Network


@lru_cache(maxsize=64)
def _make_note(game: Game) -> Any:
    sense = make_sense(game)

    @hurried
    def note(states, tables, seat, numbers, seen, out):
        sense(states[0], tables[0], seat, numbers, seen[0], out)

    return note if game.compiled else interpret(note)


def numbers_of(position: Position, seats: Sequence[int]) -> NDArray[np.int64]:
    """What a network sees of a position that is not over, a row for each of the seats.

    >>> from mulligan.games.toys import NIM
    >>> numbers_of(Position.deal(NIM), [0, 1]).tolist()
    [[15, 0, 0, 0], [15, 0, 1, 0]]
    """
    game = position.game
    note, (numbers, seen, out) = _make_note(game), sense_rooms(game)
    found = np.zeros((len(seats), len(numbers)), np.int64)
    for row, seat in zip(found, seats):
        note(position.states, position.table, seat, numbers, seen, out)
        row[:] = numbers
    return found


@lru_cache(maxsize=16)
def _make_timed(game: Game, shape: Shape) -> Any:
    estimate = make_estimate(game, shape)

    @entry
    def timed(states, tables, weights, numbers, seen, out, sums, count):
        total = 0.0
        for i in range(count):
            total += estimate(states[i % len(states)], tables[0], 0, weights[0], numbers, seen[0], out, sums)
        return total

    return timed if game.compiled else interpret(timed)


def evaluation_seconds(game: Game, setup: str, net: Network, count: int = 20_000) -> float:
    """CPU seconds that an evaluation takes in compiled code: the best of five times `count`, at positions of a game."""
    here, found = Position.deal(game, setup, seed="timed"), list[Any]()
    rng = np.random.default_rng(1)
    while not here.over and len(found) < 64:
        found.append(here.states.copy() if game.compiled else here.copy().states)
        here.play(int(rng.choice(here.options())))
    states = np.concatenate(found) if game.compiled else [one[0] for one in found]
    weights = records(weights_layout(shape_of(net)), 1, packed=False)
    fill_weights(weights[0], net)
    if game.compiled:
        weights = pack(weights)
    shape = shape_of(net)
    timed, room, times = _make_timed(game, shape), (*sense_rooms(game), floats(shape.width + shape.second)), []
    for n in (1, *(count,) * 5):
        started = time.thread_time()
        timed(states, here.table, weights, *room, n)
        times.append((time.thread_time() - started) / n)
    return min(times[1:])
