# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs
"""A network in compiled code: its numbers are a record like those of any part, so that a new network compiles nothing.

What is compiled depends on the game and on the shape alone.  The sums are made in double precision and in the same
order as in ordinary Python, so that both decide the same.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import exp
from typing import Any, NamedTuple

import numpy as np

from mulligan.core.game import Game
from mulligan.kernel import compiled, record

from .features import features_of, make_sense
from .network import Network


class Shape(NamedTuple):
    """What of a network decides how it is compiled."""

    numbers: int
    rows: int
    width: int
    second: int


def shape_of(net: Network) -> Shape:
    """The shape of a network."""
    rows = net.arrays["rows"]
    return Shape(len(net.arrays["low"]), len(rows), rows.shape[1], len(net.arrays["last"]))


@lru_cache(maxsize=32)
def weights_layout(shape: Shape) -> np.dtype[Any]:
    """The record of a network of this shape; of a layer that there is not, it has one unit that nobody asks."""
    numbers, rows, width, second = shape
    return record(
        low=("i8", numbers),
        step=("i8", numbers),
        base=("i8", numbers),
        rows=("f4", (rows, width)),
        bias=("f4", width),
        second=("f4", (max(1, width - 1), max(1, second))),
        second_bias=("f4", max(1, second)),
        last=("f4", max(1, second)),
    )


def fill_weights(p: Any, net: Network) -> None:
    """Put a network into its record, an ordinary object; of a layer that there is not, everything stays 0."""
    for name, array in net.arrays.items():
        if array.size:
            getattr(p, name)[:] = array.tolist()


@lru_cache(maxsize=32)
def make_estimate(game: Game, shape: Shape) -> Callable[..., Any]:
    """`estimate(s, t, seat, p, numbers, seen, out, sums)`: what a seat may expect at a position that is not over.

    `p` has the weights; the rest is room to work (`sense_rooms`, and `sums` of `width + second` numbers).
    """
    sense, counts = make_sense(game), features_of(game).rows
    firsts = tuple(int(x) for x in np.concatenate([[0], np.cumsum(counts)[:-1]]))
    COUNTS, FIRSTS = np.array(counts, np.int64), np.array(firsts, np.int64)
    NUMBERS, WIDTH, SECOND = len(counts), shape.width, shape.second

    @compiled
    def add(p, row, part, sums):
        for j in range(WIDTH):
            sums[j] += part * p.rows[row][j]

    @compiled
    def estimate(s, t, seat, p, numbers, seen, out, sums):
        sense(s, t, seat, numbers, seen, out)
        for j in range(WIDTH):
            sums[j] = p.bias[j]
        for i in range(NUMBERS):
            value = numbers[i]
            if value == p.base[i]:
                continue
            x, step, last = value - p.low[i], p.step[i], COUNTS[i] - 1
            if x <= 0:
                add(p, FIRSTS[i], 1.0, sums)
            elif x >= last * step:
                add(p, FIRSTS[i] + last, 1.0, sums)
            elif step == 1:
                add(p, FIRSTS[i] + x, 1.0, sums)
            else:
                at = x // step
                above = (x - at * step) / step
                add(p, FIRSTS[i] + at, 1.0 - above, sums)
                add(p, FIRSTS[i] + at + 1, above, sums)
        answer = float(sums[0])
        if SECOND > 0:
            for j in range(SECOND):
                sums[WIDTH + j] = p.second_bias[j]
            for i in range(WIDTH - 1):
                h = sums[1 + i]
                if h > 0.0:
                    for j in range(SECOND):
                        sums[WIDTH + j] += h * p.second[i][j]
            for j in range(SECOND):
                if sums[WIDTH + j] > 0.0:
                    answer += sums[WIDTH + j] * p.last[j]
        return 1.0 / (1.0 + exp(-min(60.0, max(-60.0, answer))))

    return estimate  # type: ignore[no-any-return]
