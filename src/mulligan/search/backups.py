"""Backup: who is credited with what a simulation was worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mulligan.core.errors import UsageError
from mulligan.core.game import MAX_SEATS, Game
from mulligan.kernel import compiled, inlined, record

from .fields import one_of
from .parts import Part

CREDITS = ("mover", "searcher", "depth", "paranoid")


@dataclass(frozen=True)
class BackupSettings:
    """Whose rewards nodes keep."""

    credit: str = one_of("mover", CREDITS)
    """Multi-player backup, whose reward a node keeps: its `mover`'s (max^n), always the `searcher`'s (cooperative
    opponents), by `depth` the searcher's and the opponent's in turn (two alternating players), or as if all others were
    against the searcher (`paranoid`)."""


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
    paper="Luckhardt & Irani 1986; Sturtevant 2008",
)


def _fill_other(p: Any, settings: Any, game: Game, seat: int) -> None:
    if settings.credit == "depth" and game.players > 2:
        raise UsageError(f"credit=depth: for two players who take turns, and {game.name} has {game.players}")
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


def _fill_paranoid(p: Any, settings: Any, game: Game, seat: int) -> None:
    p.both = settings.win + settings.loss
    for other in range(game.players):
        p.against[other] = int(game.side(other) != game.side(seat))


def _make_paranoid(game: Game, made: Any) -> Mapping[str, Any]:
    note = getattr(made.select, "note", ignore)

    @inlined
    def add(m, depth, plan):
        """Credit nodes with the searcher's reward where its side moved, and with what is left of a win elsewhere."""
        own = m.rewards[plan.seat]
        other = plan.backup.both - own
        for i in range(depth + 1):
            d = m.nodes[m.path[i]]
            r = other if plan.backup.against[d.mover] else own
            credit(d, r)
            note(d, r, plan.select)

    return {"add": add}


PARANOID = Part(
    "backup",
    "paranoid",
    "paranoid: whoever is not on the searcher's side keeps what the searcher loses",
    _make_paranoid,
    BackupSettings,
    record(both="f8", against=("i8", MAX_SEATS)),
    _fill_paranoid,
    paper="Sturtevant & Korf 2000; Sturtevant 2008",
)
