"""PUCT: exploration in proportion to a prior."""

from __future__ import annotations

from math import inf, sqrt
from typing import Any

from mulligan.core.errors import UsageError
from mulligan.core.game import Game
from mulligan.kernel import inlined, record

from ..parts import Part


@inlined
def scale(n, p, rng):
    return sqrt(n)


@inlined
def score(d, root_n, p, rng):
    """The mean, plus c P sqrt(N) / (1 + n)."""
    return d.value / d.visits + p.c * d.prior.weight * root_n / (1.0 + d.visits)


@inlined
def urgency(d, root_n, p):
    """The same for a move without visits, whose mean is that of a draw, or what `fpu` says."""
    return p.first + p.c * d.prior.weight * root_n


def explain(d: Any, root_n: float, p: Any) -> list[tuple[str, float]]:
    """The terms of a score, which add up to it."""
    return [("mean", d.value / d.visits), ("exploration", p.c * d.prior.weight * root_n / (1.0 + d.visits))]


def _fill(p: Any, settings: Any, game: Game, seat: int) -> None:
    p.c, p.first = settings.c, settings.draw if settings.fpu == inf else settings.fpu


def _check(settings: Any) -> None:
    if settings.c == inf or settings.primed or settings.backup != "mean":
        raise UsageError("select=puct: not with c=inf, primed or backup=max")


PUCT = Part(
    "select",
    "puct",
    "mean + c * P * sqrt(N) / (1 + n), where P is the prior probability of the move",
    lambda game, made: {"scale": scale, "score": score, "urgency": urgency},
    Params=record(c="f8", first="f8"),
    fill=_fill,
    wants=("prior",),
    check=_check,
    paper="Rosin 2011; Silver et al. 2016, 2017",
    formula="mean + c * P * sqrt(N) / (1 + n), with P the prior of the move",
    explain=explain,
)
