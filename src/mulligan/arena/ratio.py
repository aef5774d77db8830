"""The ratio of two totals over many pairs, such as cards destroyed and games, with its interval by the jackknife.

What a gauge gives for a game is a total and a number of occasions.  Games have more occasions or fewer, and those of
one game, or of one deal, are not independent; so pairs are what is counted, and the estimate is the ratio of the sums.
Its standard error is that of the jackknife, which leaves out one pair after the other (Quenouille 1956, Tukey 1958; for
ratios: Miller, "The jackknife - a review", Biometrika 61 (1974) 1-15), and Student's t over the pairs makes the
interval.  The same works for the difference of two ratios in the same pairs: both are reckoned without the same pair.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt

from .distributions import normal_tail, t_quantile
from .statistics import Z95

Sums = tuple[float, float]
"""A total and a number of occasions."""


@dataclass(frozen=True)
class Ratio:
    """A ratio, or a difference of two, with its interval; no bounds where nothing tells how sure it is."""

    value: float
    low: float | None
    high: float | None
    pairs: int
    """Those with an occasion, which it rests on."""


def ratio(pairs: Mapping[int, Sums], z: float = Z95) -> Ratio | None:
    """The ratio of the totals to the occasions, over all pairs; None if there was no occasion, or less than none.

    With as many occasions in every pair it is the mean of their ratios, and Student's interval.  There are no bounds if
    fewer than two pairs have an occasion, or if all have the same ratio: that they do not vary proves nothing.

    >>> found = ratio({0: (1, 1), 1: (2, 1), 2: (3, 1), 3: (4, 1)})
    >>> found.value, round(found.low, 4), round(found.high, 4)
    (2.5, 0.4457, 4.5543)
    >>> ratio({0: (1, 2), 1: (2, 4)})
    Ratio(value=0.5, low=None, high=None, pairs=2)
    """
    return _jackknife([(sums, (0.0, 1.0)) for sums in pairs.values() if any(sums)], z)


def ratio_difference(left: Mapping[int, Sums], right: Mapping[int, Sums], z: float = Z95) -> Ratio | None:
    """The ratio on the left less that on the right, over the pairs that both have: the same deals.

    >>> same = {0: (1, 2), 1: (3, 4), 2: (2, 2)}
    >>> found = ratio_difference({pair: (t + n, n) for pair, (t, n) in same.items()}, same)
    >>> round(found.value, 12), found.low, found.high
    (1.0, None, None)
    """
    both = [(left[pair], right[pair]) for pair in left if pair in right]
    return _jackknife([sums for sums in both if any(sums[0]) or any(sums[1])], z)


def _jackknife(pairs: list[tuple[Sums, Sums]], z: float) -> Ratio | None:
    """The first ratio less the second."""
    sums = [[sum(pair[side][part] for pair in pairs) for part in (0, 1)] for side in (0, 1)]
    value = _gap(sums[0][0], sums[0][1], sums[1][0], sums[1][1])
    if value is None:
        return None
    without = [
        _gap(sums[0][0] - a[0], sums[0][1] - a[1], sums[1][0] - b[0], sums[1][1] - b[1]) if len(pairs) > 1 else None
        for a, b in pairs
    ]
    known = [each for each in without if each is not None]
    n = len(pairs)
    if n < 2 or len(known) < n:  # all occasions are in one pair
        return Ratio(value, None, None, n)
    mean = sum(known) / n
    error = sqrt((n - 1) / n * sum((each - mean) ** 2 for each in known))
    if error <= 1e-12 * max(1.0, abs(value)):  # nothing but rounding
        return Ratio(value, None, None, n)
    spread = -t_quantile(normal_tail(z), n - 1) * error
    return Ratio(value, value - spread, value + spread, n)


def _gap(left: float, occasions: float, right: float, others: float) -> float | None:
    return left / occasions - right / others if occasions > 1e-12 and others > 1e-12 else None
