"""EPIMC: the first moves are decided over information sets, and below them every world has a tree of its own.

Perfect information Monte Carlo search solves each sampled world by itself, as if everything were known after the first
move; here that is put off by some moves more, which all worlds decide together.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mulligan.core.errors import UsageError
from mulligan.core.game import Game
from mulligan.kernel import inlined, record

from ..fields import between
from ..opened import add_child, child_with, make_open_descent
from ..parts import Part


@dataclass(frozen=True)
class PostponedSettings:
    """What EPIMC is told."""

    postpone: int = between(2, 1, 2_000)
    """EPIMC: depth in moves up to which all worlds share their nodes; 1 is perfect information Monte Carlo search."""


@inlined
def world_between(m, tree, child, steps, mover, plan, rng):
    """Below the last of the moves that all worlds share: the node of the present world."""
    if steps != plan.descent.postpone:
        return 0
    number = -2 - tree.done // plan.every
    k = child_with(m.nodes, child, number)
    return k if k != 0 else add_child(m, tree, child, number, mover, 1, rng)


def _make(game: Game, made: Any) -> Mapping[str, Any]:
    return make_open_descent(False, world_between, game, made)


def _fill(p: Any, settings: Any, game: Game, seat: int) -> None:
    p.postpone = settings.postpone


def _check(settings: Any) -> None:
    if settings.deal != "every" or settings.outcomes != "open" or settings.reuse:
        raise UsageError("descent=postponed: only with deal=every and outcomes=open, and without reuse")


POSTPONED = Part(
    "descent",
    "postponed",
    "EPIMC: all worlds share the first moves, and below them each has a tree of its own",
    _make,
    PostponedSettings,
    record(postpone="i8"),
    _fill,
    check=_check,
    paper="Arjonilla, Saffidine & Cazenave 2024",
)
