"""Backup: who is credited with what a simulation was worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mulligan.core.game import Game
from mulligan.kernel import compiled, inlined, record

from .fields import one_of
from .parts import Part

TO_MOVER, TO_SEARCHER, BY_DEPTH = range(3)
CREDITS = ("mover", "searcher", "depth")


@dataclass(frozen=True)
class BackupSettings:
    """Whose rewards nodes keep."""

    credit: str = one_of("mover", CREDITS)
    """Multi-player backup, whose reward a node keeps: its `mover`'s (max^n), always the `searcher`'s (cooperative
    opponents), or by `depth` the searcher's and the opponent's in turn (alternating players)."""


@inlined
def credit(d, r):
    """Add a reward to a node."""
    d.visits += 1
    d.value += r
    d.square += r * r
    if r > d.best:
        d.best = r


@inlined
def ignore(d, r, p):
    """Most selection rules keep nothing but sums of rewards and visits."""


def _make(game: Game, made: Any) -> Mapping[str, Any]:
    note = getattr(made.select, "note", ignore)

    @inlined
    def add(m, depth, plan):
        """Credit every node on the path with the reward of the player who moved there."""
        for i in range(depth + 1):
            d = m.nodes[m.path[i]]
            r = m.rewards[d.mover]
            credit(d, r)
            note(d, r, plan.select)

    return {"add": add}


MOVER = Part(
    "backup",
    "mover",
    "max^n: every node keeps the rewards of the player who moved there",
    _make,
    BackupSettings,
    paper="Sturtevant 2008",
)


def _fill_other(p: Any, settings: Any, game: Game, seat: int) -> None:
    p.alternating = int(settings.credit == "depth")
    p.step = 2 if settings.outcomes == "branch" else 1


def _make_other(game: Game, made: Any) -> Mapping[str, Any]:
    note = getattr(made.select, "note", ignore)

    @compiled
    def add(m, depth, plan):
        """Credit every node with the searcher's reward, or by turns with the searcher's and the opponent's.

        A decision takes `step` nodes of the path: with chance nodes two.
        """
        own = m.rewards[plan.seat]
        other = m.rewards[0] + m.rewards[1] - own
        step = plan.backup.step
        for i in range(depth + 1):
            d = m.nodes[m.path[i]]
            r = other if plan.backup.alternating and (i + step - 1) // step % 2 == 0 else own
            credit(d, r)
            note(d, r, plan.select)

    return {"add": add}


OTHER = Part(
    "backup",
    "searcher",
    "every node keeps the searcher's rewards, or by turns the searcher's and the opponent's",
    _make_other,
    BackupSettings,
    record(alternating="i8", step="i8"),
    _fill_other,
)
