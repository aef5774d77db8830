"""Sequential halving at the root: rounds of equal shares, after each of which the worse half is out.

Below the root, the selection rule decides as always (H-MCTS of Pepels et al. 2014).
"""

from __future__ import annotations

from math import inf
from typing import Any

from mulligan.core.errors import UsageError
from mulligan.core.game import Game
from mulligan.kernel import compiled, record

from ..parts import Part


@compiled
def begin_round(m, tree, k, plan):
    """Let the better half of the moves go on, and say how many visits each of them should have in the end."""
    a = tree.allocation
    if a.rounds == 0:
        while 1 << a.rounds < k:
            a.rounds += 1
        a.alive = k
    else:
        for _ in range(a.alive // 2):
            worst = -1
            least = inf
            for i in range(k):
                d = m.nodes[m.candidates[i]]
                if d.allocation.out == 0 and d.value / d.visits < least:
                    least = d.value / d.visits
                    worst = m.candidates[i]
            m.nodes[worst].allocation.out = 1
        a.alive -= a.alive // 2
    a.target += max(1, plan.allocation.sims // (a.alive * max(1, a.rounds)))


@compiled
def next(m, tree, k, plan, rng):
    """The move of those not out yet with the fewest visits; once they all have their share, a new round begins."""
    while True:
        fewest = tree.allocation.target
        child = -1
        last = -1
        for i in range(k):
            d = m.nodes[m.candidates[i]]
            if d.allocation.out == 0:
                last = m.candidates[i]
                if d.visits < fewest:
                    fewest = d.visits
                    child = last
        if child >= 0:
            return child
        if tree.allocation.alive == 1:
            return last
        begin_round(m, tree, k, plan)


def _fill(p: Any, settings: Any, game: Game, seat: int) -> None:
    p.sims = settings.sims


def _check(settings: Any) -> None:
    if settings.seconds > 0 or settings.turn_seconds > 0 or settings.turn_sims > 0 or settings.share != "total":
        raise UsageError("root=halving: its rounds are parts of `sims`, so no seconds, turn budgets or share")
    if settings.reuse or settings.exhaust or settings.interesting != "no":
        raise UsageError("root=halving: all visits are its own, so no reuse, exhaust or interesting")


HALVING = Part(
    "allocation",
    "halving",
    "sequential halving: rounds of equal shares, after each of which the worse half of the moves is out",
    lambda game, made: {"next": next},
    Params=record(sims="i8"),
    fill=_fill,
    Node=record(out="i8"),
    Tree=record(rounds="i8", alive="i8", target="i8"),
    check=_check,
    paper="Karnin, Koren & Somekh 2013; Pepels et al. 2014",
)
