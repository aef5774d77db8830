# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs
"""What a position is worth to a seat, by playing on: the mean of many games of rule players from sampled worlds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from mulligan.core.game import MAX_STAGES, OVER, Game, make_step
from mulligan.core.position import Position
from mulligan.kernel import Stream, entry, integers, interpret, records, seed_of


@lru_cache(maxsize=64)
def _make_means(game: Game) -> Any:
    actor, stage, hide, payoff, step = game.actor, game.stage, game.hide, game.payoff, make_step(game)

    @entry
    def means(states, tables, seat, styles, count, rngs, out):
        t = tables[0]
        rng = rngs[0]
        total = 0.0
        for _ in range(count):
            states[1] = states[0]
            s = states[1]
            hide(s, t, seat, rng)
            while actor(s) != OVER:
                step(s, t, styles[actor(s)][stage(s)], rng, out)
            total += payoff(s, seat)
        return total / count

    return means if game.compiled else interpret(means)


def playout_mean(
    position: Position, seat: int, styles: Sequence[Sequence[int]], count: int, name: Sequence[Any]
) -> float:
    """The mean payoff of a seat over `count` games, each from another world that the seat holds possible.

    `styles` says by which rule each seat plays each stage; the random numbers follow from a name.
    """
    game = position.game
    states = records(game.State, 2, packed=game.compiled)
    states[0] = position.states[0]
    rngs = records(Stream, 1, packed=game.compiled)
    start = seed_of(*name, "playouts", seat)
    if game.compiled:
        rngs["z"] = start
    else:
        rngs[0].z = start
    out = integers(max(game.max_options, game.max_numbers, 64), packed=game.compiled)
    table = np.zeros((game.players, MAX_STAGES), np.int64)
    for row, own in zip(table, styles):
        row[: len(own)] = own
    return float(_make_means(game)(states, position.table, seat, table, count, rngs, out))
