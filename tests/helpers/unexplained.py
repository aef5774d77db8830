"""A selection rule from outside that does not explain itself."""

from __future__ import annotations

from math import log, sqrt
from typing import Any

from mulligan.kernel import inlined
from mulligan.search import Part


@inlined
def scale(n: Any, p: Any, rng: Any) -> Any:
    """The logarithm of the visits."""
    return log(n)


@inlined
def score(d: Any, log_n: Any, p: Any, rng: Any) -> Any:
    """UCB1 without a constant."""
    return d.value / d.visits + sqrt(log_n / d.visits)


UNEXPLAINED = Part("select", "unexplained", make=lambda game, made: {"scale": scale, "score": score})
