"""Implicit minimax backups: evaluations are backed up by max^n beside the means of playouts; selection mixes both."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf, log, sqrt
from typing import Any

from mulligan.core.errors import UsageError
from mulligan.core.game import Game
from mulligan.kernel import compiled, inlined, record

from ..fields import between
from ..parts import Need, Part

MOST_SEATS = 8


@dataclass(frozen=True)
class ImplicitSettings:
    """What implicit minimax backups are told."""

    alpha: float = between(0.4, 0.0, 1.0)
    """Implicit minimax backups: the weight alpha of the minimax value of the evaluations (those of `guide`); the rest
    is that of the mean."""


@inlined
def scale(n, p, rng):
    return log(n)


@inlined
def score(d, log_n, p, rng):
    """(1 - alpha) mean + alpha minimax value + c sqrt(ln N / n)."""
    visits = float(d.visits)
    value = (1.0 - p.alpha) * d.value / visits + p.alpha * d.select.worth[d.mover]
    return value + p.c * sqrt(log_n / visits)


def explain(d: Any, log_n: float, p: Any) -> list[tuple[str, float]]:
    """The terms of a score, which add up to it."""
    return [
        ("(1 - alpha) mean", (1.0 - p.alpha) * d.value / d.visits),
        ("alpha minimax", p.alpha * d.select.worth[d.mover]),
        ("exploration", p.c * sqrt(log_n / d.visits)),
    ]


@compiled
def learn(m, depth, noted, plan):
    """From the leaf up: a node is worth, to every seat, what its best child is for the player who moves there."""
    for back in range(depth):
        d = m.nodes[m.path[depth - 1 - back]]
        best = d.first
        for k in range(d.first, d.first + d.tried):
            if m.nodes[k].select.worth[m.nodes[k].mover] > m.nodes[best].select.worth[m.nodes[best].mover]:
                best = k
        for seat in range(MOST_SEATS):
            d.select.worth[seat] = m.nodes[best].select.worth[seat]


def _fill(p: Any, settings: Any, game: Game, seat: int) -> None:
    p.c, p.alpha = settings.c, settings.alpha
    p.style = game.evaluation(str(settings.guide) or game.evaluations[0])
    p.win, p.draw, p.loss = settings.win, settings.draw, settings.loss


def _check(settings: Any) -> None:
    if settings.c == inf or settings.primed or settings.backup != "mean" or settings.discount < 1:
        raise UsageError("select=implicit: not with c=inf, primed, backup=max or discount")


def _make(game: Game, made: Any) -> Mapping[str, Any]:
    actor, payoff, evaluate, seats = game.actor, game.payoff, game.evaluate, game.players

    @inlined
    def enter(d, s, t, p):
        """The evaluation of a new child for every seat, as a reward."""
        for seat in range(seats):
            x = payoff(s, seat) if actor(s) < 0 else evaluate(s, t, seat, p.style)
            r = p.draw + (p.win - p.draw) * (2.0 * x - 1.0)
            d.select.worth[seat] = p.loss + (p.draw - p.loss) * 2.0 * x if x < 0.5 else r

    return {"scale": scale, "score": score, "enter": enter, "learn": learn}


IMPLICIT = Part(
    "select",
    "implicit",
    "UCB1 whose mean is mixed with the minimax value of the evaluations below (implicit minimax backups)",
    _make,
    ImplicitSettings,
    record(c="f8", alpha="f8", style="i8", win="f8", draw="f8", loss="f8"),
    _fill,
    record(worth=("f8", MOST_SEATS)),
    needs=(
        Need(
            "descent",
            ("closed",),
            "select=implicit: only where a node is one position: outcomes=fixed, without deal=every or availability",
        ),
        Need("backup", ("mover",), "select=implicit: every player maximizes its own value, as with credit=mover"),
    ),
    check=_check,
    paper="Lanctot, Winands, Pepels & Sturtevant 2014",
    formula="(1 - alpha) * mean + alpha * minimax + c * sqrt(ln N / n)",
    explain=explain,
)
