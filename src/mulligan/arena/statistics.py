"""What a match proves: small pure functions, each with the source of its formula."""

from __future__ import annotations

from collections.abc import Iterable
from math import exp, lgamma, log, log10, sqrt

Z95 = 1.959963985  # the normal deviate that leaves 2.5 % on either side


def wilson(score: float, games: int, z: float = Z95) -> tuple[float, float]:
    """The interval of a rate: `score` points in `games` games, where a draw may count half a point.

    Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927) 209-212.  Draws make
    the interval a little too wide, never too narrow: half points vary less than whole ones.

    >>> [round(bound, 5) for bound in wilson(560, 1000)]
    [0.52906, 0.59048]
    >>> wilson(0, 0)
    (0.0, 1.0)
    """
    if games <= 0:
        return 0.0, 1.0
    rate, share = score / games, z * z / games
    middle = (rate + share / 2) / (1 + share)
    spread = z / (1 + share) * sqrt(rate * (1 - rate) / games + share / (4 * games))
    # At a rate of 0 or 1 the bound is exactly that, and rounding must not take it beyond.
    low = 0.0 if rate <= 0 else max(0.0, middle - spread)
    high = 1.0 if rate >= 1 else min(1.0, middle + spread)
    return low, high


def sign_test(successes: int, trials: int) -> float:
    """The two-sided probability of a split of fair coins at least as uneven as this one.

    Conover, "Practical Nonparametric Statistics", 3rd ed. (1999), section 3.4.  The binomial tail is summed from its
    largest term down, with logarithms of the gamma function, so that any number of trials fits.

    >>> round(sign_test(9, 10), 6)
    0.021484
    """
    few = min(successes, trials - successes)
    if 2 * few == trials:
        return 1.0
    largest = lgamma(trials + 1) - lgamma(few + 1) - lgamma(trials - few + 1) - trials * log(2)
    total = term = 1.0
    for k in range(few, 0, -1):
        term *= k / (trials - k + 1)
        total += term
        if term < 1e-17 * total:
            break
    return min(1.0, 2 * exp(largest) * total)


def pair_test(pair_scores: Iterable[float]) -> float:
    """Do the two players differ?  An exact two-sided sign test over the pairs that one of them won.

    A pair's score is the first player's share of its points, from 0 to 1.  Pairs that end even (0.5) tell nothing
    about the difference and are left out, as Dixon & Mood, "The statistical sign test", JASA 41 (1946) 557-566, do.
    Each pair is one trial, so it does not matter that its two games have the deal in common.

    >>> pair_test([1.0, 1.0, 0.75, 0.5, 1.0, 1.0])
    0.0625
    >>> pair_test([0.5, 0.5])
    1.0
    """
    won = lost = 0
    for score in pair_scores:
        won += score > 0.5
        lost += score < 0.5
    return sign_test(won, won + lost)


def elo(rate: float) -> float | None:
    """The difference of Elo ratings at which this rate is expected; None at 0 and 1, where it has no bound.

    Elo, "The Rating of Chessplayers, Past and Present" (1978), in the logistic form: 400 points are odds of ten to one.

    >>> elo(0.75)
    190.84850188786498
    >>> elo(0.5), elo(1.0)
    (0.0, None)
    """
    if not 0 < rate < 1:
        return None
    return 400 * log10(rate / (1 - rate))


def elo_interval(score: float, games: int, z: float = Z95) -> tuple[float | None, float | None]:
    """The Elo differences at the ends of the Wilson interval; None where there is no bound.

    >>> low, high = elo_interval(560, 1000)
    >>> round(low, 1), round(high, 1)
    (20.2, 63.6)
    """
    low, high = wilson(score, games, z)
    return elo(low), elo(high)
