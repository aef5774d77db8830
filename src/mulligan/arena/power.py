"""How many games a difference needs, before they are played.

A pair is one deal played twice, and the share of its points has variance p (1 - p) (1 + correlation) / 2, where p is
the rate and the correlation is that of the two results.  Draws make it smaller, so that plans are on the safe side.  A
deal that favours a seat makes the correlation negative: what one game gives, the other takes.  Games that are not
played in pairs are two to an uncorrelated pair.

The formulas are for a two-sided test by the normal approximation, where a difference counts as found if the test points
the right way: Fleiss, Levin & Paik, "Statistical Methods for Rates and Proportions" (3rd ed. 2003), section 2.5.
"""

from __future__ import annotations

from math import ceil, sqrt

from mulligan.core.errors import UsageError

from .distributions import normal_quantile, normal_tail
from .statistics import elo, expected_rate

MOST_PAIRS = 10**15  # beyond, two rates are the same to anybody


def pairs_needed(
    rate: float, alpha: float = 0.05, power: float = 0.8, correlation: float = 0.0, rate0: float = 0.5
) -> int:
    """The pairs to play so that a true `rate` is told from `rate0` with probability `power`.

    `alpha` is the risk, on both sides together, of finding a difference where there is none.

    >>> pairs_needed(0.55)
    392
    >>> pairs_needed(0.55, correlation=-0.5)
    196
    """
    _check(alpha, power, correlation, rate, rate0)
    if rate == rate0:
        raise UsageError(f"rate: {rate:g} should differ from {rate0:g}; no number of games can tell equal rates apart")
    reach = _deviates(alpha, power, rate, rate0, correlation) / abs(rate - rate0)
    if reach**2 > MOST_PAIRS:
        raise UsageError(f"rate: {rate:g} is too close to {rate0:g} for any match to tell them apart")
    # A trace is taken off before rounding up: a plan of exactly 100 pairs must not become 101.
    return max(1, ceil(reach**2 * (1 - 1e-12)))


def pairs_needed_elo(difference: float, alpha: float = 0.05, power: float = 0.8, correlation: float = 0.0) -> int:
    """The pairs to play so that a true difference of Elo ratings is told from none.

    >>> pairs_needed_elo(20), pairs_needed_elo(5)
    (1186, 18951)
    """
    return pairs_needed(expected_rate(difference), alpha, power, correlation)


def power_of(pairs: int, rate: float, alpha: float = 0.05, correlation: float = 0.0, rate0: float = 0.5) -> float:
    """The probability that a match of so many pairs tells a true `rate` from `rate0`, and which of them is greater.

    >>> round(power_of(392, 0.55), 3)
    0.801
    """
    _check(alpha, 0.5, correlation, rate, rate0)
    _check_pairs(pairs)
    distance = abs(rate - rate0) * sqrt(pairs) + normal_quantile(alpha / 2) * _deviation(rate0, correlation)
    spread = _deviation(rate, correlation)
    if spread == 0:
        return float(distance >= 0)
    return normal_tail(-distance / spread)


def detectable(
    pairs: int, alpha: float = 0.05, power: float = 0.8, correlation: float = 0.0, rate0: float = 0.5
) -> float | None:
    """The smallest rate above `rate0` that so many pairs tell from it with probability `power`; None if there is none.

    >>> round(detectable(392), 4)
    0.55
    >>> detectable(1) is None
    True
    """
    _check(alpha, power, correlation, rate0, rate0)
    _check_pairs(pairs)

    def short(rate: float) -> bool:
        return (rate - rate0) * sqrt(pairs) < _deviates(alpha, power, rate, rate0, correlation)

    # What is missing is a convex function of the rate that starts below zero: it becomes zero once, or never.
    low, high = rate0, 1.0
    if short(high):
        return None
    while low < (middle := (low + high) / 2) < high:
        if short(middle):
            low = middle
        else:
            high = middle
    return high


def detectable_elo(pairs: int, alpha: float = 0.05, power: float = 0.8, correlation: float = 0.0) -> float | None:
    """The smallest difference of Elo ratings that so many pairs tell from none; None if there is none.

    >>> round(detectable_elo(1000), 1)
    21.8
    """
    rate = detectable(pairs, alpha, power, correlation)
    return None if rate is None else elo(rate)


def _deviation(rate: float, correlation: float) -> float:
    """The standard deviation of the share of a pair."""
    return sqrt(rate * (1 - rate) * (1 + correlation) / 2)


def _deviates(alpha: float, power: float, rate: float, rate0: float, correlation: float) -> float:
    """How far the rates must be apart, times the root of the pairs."""
    against_chance = -normal_quantile(alpha / 2) * _deviation(rate0, correlation)
    return against_chance + normal_quantile(power) * _deviation(rate, correlation)


def _check(alpha: float, power: float, correlation: float, rate: float, rate0: float) -> None:
    if not 0 < alpha < 0.5:
        raise UsageError(f"alpha: {alpha:g} should be a risk above 0 and below 0.5")
    if not 0.5 <= power < 1:
        raise UsageError(f"power: {power:g} should be a probability of at least 0.5 and below 1")
    if not -1 < correlation <= 1:
        raise UsageError(f"correlation: {correlation:g} should be a number above -1 and at most 1")
    if not 0 <= rate <= 1:
        raise UsageError(f"rate: {rate:g} should be a number from 0 to 1")
    if not 0 < rate0 < 1:
        raise UsageError(f"rate0: {rate0:g} should be a number above 0 and below 1")


def _check_pairs(pairs: int) -> None:
    if pairs < 1:
        raise UsageError(f"pairs: {pairs} should be a whole number, 1 or more")
