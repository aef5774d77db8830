"""EPIMC: the first moves are decided over information sets, and below them every world has a tree of its own.

Perfect information Monte Carlo search solves each sampled world by itself, as if everything were known after the first
move; here that is put off by some moves more, which all worlds decide together. There is a fixed number of worlds, and
every simulation is played in one of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mulligan.core.errors import UsageError
from mulligan.core.game import Game
from mulligan.kernel import below, compiled, draw, fork, inlined, record, restart

from ..fields import between
from ..layout import ROOT, WORLD
from ..opened import add_child, child_with, make_open_descent
from ..parts import Need, Part

STEP = 0x9E3779B97F  # between the starting points of the worlds' random numbers
WHOLE = (1 << 62) - 1


@dataclass(frozen=True)
class PostponedSettings:
    """What EPIMC is told."""

    postpone: int = between(2, 1, 2_000)
    """EPIMC: depth in moves up to which all worlds share their nodes; 1 is perfect information Monte Carlo search."""
    pool: int = between(40, 1, 1_000_000)
    """EPIMC: number of determinizations."""


@inlined
def world_between(m, tree, child, steps, mover, plan, rng):
    """Below the last of the moves that all worlds share: the node of the present world."""
    if steps != plan.descent.postpone:
        return 0
    k = child_with(m.nodes, child, -2 - tree.descent.number)
    return k if k != 0 else add_child(m, tree, child, -2 - tree.descent.number, mover, 1, rng)


def _make(game: Game, made: Any) -> Mapping[str, Any]:
    hide = game.hide
    functions = make_open_descent(False, world_between, game, made)
    descend_in_world = functions["descend"]

    @compiled
    def deal_one_of(m, tree, t, plan, rng, side):
        """Deal one of the worlds, which is the same whenever its number comes."""
        d = tree.descent
        if d.seed == 0:
            d.seed = fork(rng)
        d.number = below(rng, plan.descent.pool)
        restart(side, ((d.seed + d.number * STEP) & WHOLE) + 1)
        draw(side)
        draw(side)
        m.slots[WORLD] = m.slots[ROOT]
        hide(m.slots[WORLD], t, plan.seat, side)
        m.states[tree.world] = m.slots[WORLD]

    @inlined
    def descend(m, tree, t, plan, rng, side):
        deal_one_of(m, tree, t, plan, rng, side)
        return descend_in_world(m, tree, t, plan, rng, side)

    return {**functions, "descend": descend}


def _fill(p: Any, settings: Any, game: Game, seat: int) -> None:
    p.postpone, p.pool = settings.postpone, settings.pool


def _check(settings: Any) -> None:
    if settings.deal != "tree" or settings.outcomes != "open" or not settings.availability:
        raise UsageError("descent=postponed: it has worlds of its own, so deal=tree, outcomes=open and availability")
    if settings.reuse or settings.rooted or settings.interesting != "no":
        raise UsageError("descent=postponed: not with reuse, rooted or interesting")


POSTPONED = Part(
    "descent",
    "postponed",
    "EPIMC: all worlds share the first moves, and below them each has a tree of its own",
    _make,
    PostponedSettings,
    record(postpone="i8", pool="i8"),
    _fill,
    Tree=record(seed="i8", number="i8"),
    needs=(Need("worlds", ("sampled",), "descent=postponed: it deals its worlds itself, by the belief alone"),),
    check=_check,
    paper="Arjonilla, Saffidine & Cazenave 2024",
)
