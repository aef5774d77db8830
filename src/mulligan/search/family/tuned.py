"""UCB1-Tuned: moves with steady rewards are explored less."""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt
from typing import Any

from mulligan.core.game import Game
from mulligan.kernel import inlined, record

from ..fields import between
from ..parts import Part


@dataclass(frozen=True)
class TunedSettings:
    """What UCB1-Tuned is told."""

    most: float = between(0.25, 0.0, 10**6)
    """UCB1-Tuned: upper bound of the variance of a reward; 1/4 for rewards from 0 to 1."""


@inlined
def scale(n, p, rng):
    return log(n)


@inlined
def score(d, log_n, p, rng):
    visits = float(d.visits)
    mean = d.value / visits
    variance = d.square / visits - mean * mean + sqrt(2.0 * log_n / visits)
    return mean + sqrt(log_n / visits * min(p.most, variance))


FORMULA = "mean + sqrt(ln N / n * min(most, variance + sqrt(2 ln N / n)))"


def explain(d: Any, log_n: float, p: Any) -> list[tuple[str, float]]:
    """The terms of a score, which add up to it."""
    mean = d.value / d.visits
    variance = d.square / d.visits - mean * mean + sqrt(2.0 * log_n / d.visits)
    return [("mean", mean), ("exploration", sqrt(log_n / d.visits * min(p.most, variance)))]


def _fill(p: Any, settings: Any, game: Game, seat: int) -> None:
    p.most = settings.most


TUNED = Part(
    "select",
    "tuned",
    "UCB1-Tuned: mean + sqrt(ln N / n * min(1/4, variance + sqrt(2 ln N / n)))",
    lambda game, made: {"scale": scale, "score": score},
    TunedSettings,
    record(most="f8"),
    _fill,
    paper="Auer, Cesa-Bianchi & Fischer 2002",
    formula=FORMULA,
    explain=explain,
)
