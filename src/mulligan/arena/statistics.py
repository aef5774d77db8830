"""What a match proves: small pure functions, each with the source of its formula."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import exp, inf, lgamma, log, log10, sqrt
from typing import NamedTuple

from mulligan.core.errors import UsageError

from .distributions import normal_tail, t_quantile, t_tail

Z95 = 1.959963985  # the normal deviate that leaves 2.5 % on either side


def wilson(score: float, games: float, z: float = Z95) -> tuple[float, float]:
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


def effective_games(rate: float, low: float, high: float, z: float = Z95) -> float:
    """How many independent games would have this interval, if it were Wilson's; infinitely many if it has no width.

    Wilson's bound b is where the rate is `z` standard deviations sqrt(b (1 - b) / games) away, which is solved for the
    games.  The bound on the side of one half is taken: the other may have been cut off at 0 or 1.

    >>> round(effective_games(0.56, *wilson(560, 1000)), 6), round(effective_games(0.0, *wilson(0, 40)), 6)
    (1000.0, 40.0)
    """
    bound = low if rate >= 0.5 else high
    return inf if bound == rate else z * z * bound * (1 - bound) / (rate - bound) ** 2


def difference(score_a: float, games_a: int, score_b: float, games_b: int, z: float = Z95) -> tuple[float, float]:
    """The interval of the difference of two independent rates: a's minus b's.

    Newcombe, "Interval estimation for the difference between independent proportions: comparison of eleven methods",
    Statistics in Medicine 17 (1998) 873-890, method 10: the Wilson intervals of both rates, put together.  It is not
    for two players on the same deals, whose results are not independent: see `paired_difference`.

    >>> [round(bound, 4) for bound in difference(56, 70, 48, 80)]
    [0.0524, 0.3339]
    >>> difference(5, 10, 0, 0)
    (-1.0, 1.0)
    """
    if games_a <= 0 or games_b <= 0:
        return -1.0, 1.0
    a, b = score_a / games_a, score_b / games_b
    (low_a, high_a), (low_b, high_b) = wilson(score_a, games_a, z), wilson(score_b, games_b, z)
    below = sqrt((a - low_a) ** 2 + (high_b - b) ** 2)
    above = sqrt((high_a - a) ** 2 + (b - low_b) ** 2)
    return max(-1.0, a - b - below), min(1.0, a - b + above)


def clustered_interval(clusters: Sequence[tuple[float, int]], z: float = Z95) -> tuple[float, float] | None:
    """The interval of a rate whose games come in clusters, such as those of one person: (score, games) of each.

    Games of one person are not independent: who plays well wins most of them.  The variance of the rate is that of a
    ratio over clusters, as in surveys; by it the number of games is cut to that of as many independent ones, and
    Wilson's interval is taken of these, with Student's t of one degree of freedom less than clusters in place of `z`.
    How often it is right was simulated (docs/measuring.md).  It is never narrower than Wilson's own.  If all games
    ended alike, nothing is known of how clusters differ, and each counts as one game.  One cluster has no interval:
    None.

    >>> [round(bound, 3) for bound in clustered_interval([(9, 10), (2, 10), (7, 10), (1, 10)])]
    [0.102, 0.878]
    >>> clustered_interval([(3, 10)]) is None
    True
    """
    known = [(score, games) for score, games in clusters if games > 0]
    if len(known) < 2:
        return None
    games = sum(count for _, count in known)
    rate, degrees = sum(score for score, _ in known) / games, len(known) - 1
    deviate = -t_quantile(normal_tail(z), degrees)
    if rate <= 0 or rate >= 1:
        return wilson(rate * len(known), len(known), deviate)
    spread = sum((score - rate * count) ** 2 for score, count in known)
    variance = (degrees + 1) / degrees * spread / games**2
    effect = max(1.0, variance * games / (rate * (1 - rate)))
    return wilson(rate * games / effect, games / effect, deviate)


def mean_interval(n: int, total: float, squares: float, z: float = Z95) -> tuple[float | None, float | None]:
    """The interval of a mean, from the sum of `n` values and the sum of their squares; None where there is no bound.

    "Student" (Gosset), "The probable error of a mean", Biometrika 6 (1908) 1-25.  The deviate `z` says how sure the
    interval should be, and Student's t of the same probability takes its place.  Sums of squares lose digits where the
    mean is much greater than the spread: subtract a constant first.

    >>> [round(bound, 4) for bound in mean_interval(4, 10, 30)]
    [0.4457, 4.5543]
    >>> mean_interval(1, 3, 9)
    (None, None)
    """
    if n < 2:
        return None, None
    mean = total / n
    variance = max(0.0, squares - total * mean) / (n - 1)
    spread = -t_quantile(normal_tail(z), n - 1) * sqrt(variance / n)
    return mean - spread, mean + spread


class PairedDifference(NamedTuple):
    """How two sequences of scores on the same deals differ: the first minus the second."""

    n: int
    mean: float
    low: float | None
    high: float | None
    """The interval of the mean; None where there is no bound."""
    p: float
    """The two-sided p-value of the sign test."""


def paired_difference(a: Sequence[float], b: Sequence[float], z: float = Z95) -> PairedDifference:
    """Compare two players by their scores on the same deals, in the same order.

    The interval is Student's, over the differences; the p-value is that of the sign test, which is exact and asks only
    who did better on each deal (Conover, "Practical Nonparametric Statistics", 3rd ed. (1999), section 3.4).

    >>> found = paired_difference([3, 5, 4, 6], [1, 2, 3, 4])
    >>> found.mean, round(found.low, 4), round(found.high, 4), found.p
    (2.0, 0.7008, 3.2992, 0.125)
    """
    if len(a) != len(b):
        raise UsageError(f"scores: {len(a)} of one player and {len(b)} of the other should be as many")
    if not a:
        raise UsageError("scores: none given; a difference needs at least one deal")
    n, differences = len(a), [x - y for x, y in zip(a, b)]
    mean = sum(differences) / n
    # Around their mean, the squares keep their digits.
    _, spread = mean_interval(n, 0.0, sum((d - mean) ** 2 for d in differences), z)
    low, high = (None, None) if spread is None else (mean - spread, mean + spread)
    better, worse = sum(d > 0 for d in differences), sum(d < 0 for d in differences)
    return PairedDifference(n, mean, low, high, sign_test(better, better + worse))


def pair_interval(pair_counts: Mapping[float, int] | Sequence[int], z: float = Z95) -> tuple[float, float]:
    """The interval of the mean rate, from how often each share of a pair occurred.

    Either a mapping from share to count, or the five counts of the shares 0, 1/4, 1/2, 3/4 and 1.  A pair is one trial
    here, whatever its games have in common, and Student's t is taken over the pairs; where the seats or the deals
    decide much, this is narrower than Wilson's interval over the games.  Fishtest, the testing site of the chess
    program Stockfish, reckons so (Van den Bergh, "pentanomial", github.com/vdbergh/pentanomial, 2019).  Pairs that all
    ended alike show no variance, which proves nothing: then Wilson's interval over the pairs is taken.

    >>> [round(bound, 4) for bound in pair_interval([80, 10, 210, 10, 120])]
    [0.514, 0.579]
    >>> pair_interval({0.5: 0})
    (0.0, 1.0)
    """
    if not isinstance(pair_counts, Mapping):
        if len(pair_counts) != 5:
            raise UsageError(f"pair counts: {len(pair_counts)} given; there should be 5, of 0, 1/4, 1/2, 3/4 and 1")
        pair_counts = {k / 4: count for k, count in enumerate(pair_counts)}
    for share, count in pair_counts.items():
        if not 0 <= share <= 1 or count < 0:
            raise UsageError(f"pair counts: {count} of share {share} should be 0 or more of a share from 0 to 1")
    pairs = sum(pair_counts.values())
    total = sum(share * count for share, count in pair_counts.items())
    if sum(count > 0 for count in pair_counts.values()) < 2:
        return wilson(total, pairs, z)
    squares = sum((share - total / pairs) ** 2 * count for share, count in pair_counts.items())
    _, spread = mean_interval(pairs, 0.0, squares, z)
    assert spread is not None  # two different shares are at least two pairs
    return max(0.0, total / pairs - spread), min(1.0, total / pairs + spread)


def superiority(wins: float, losses: float) -> float:
    """The likelihood of superiority: how sure one may be that the first player is the stronger one.

    Half of 1 + erf((wins - losses) / sqrt(2 (wins + losses))), as computer chess has it ("Match Statistics" in the
    Chess Programming Wiki): the normal approximation of the sign test, one-sided, where draws tell nothing.  With
    nothing won or lost it is one half.

    >>> round(superiority(60, 40), 4), superiority(0, 0)
    (0.9772, 0.5)
    """
    if wins < 0 or losses < 0:
        raise UsageError(f"wins and losses: {wins} and {losses} should be counts, 0 or more")
    return normal_tail((losses - wins) / sqrt(wins + losses)) if wins + losses else 0.5


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


def mean_test(shares: Sequence[float]) -> float:
    """Is the mean of these shares other than one half?  The two-sided p-value of Student's t, of 1908.

    For rotations of more than two sides, where one player sits against several others: between equals the mean of a
    share is one half, but shares above it are not as likely as those below, so that a sign test would not do.  Shares
    that are all the same show no variance: then only the signs are left, of which each is taken for a fair coin.

    >>> round(mean_test([0.75, 0.5, 1.0, 0.25, 1.0, 0.75]), 3)
    0.141
    >>> mean_test([0.5, 0.5]), mean_test([])
    (1.0, 1.0)
    """
    n = len(shares)
    if n < 2:
        return 1.0
    mean = sum(shares) / n
    variance = sum((share - mean) ** 2 for share in shares) / (n - 1)
    if variance == 0:
        return pair_test(shares)
    return min(1.0, 2 * t_tail(abs(mean - 0.5) / sqrt(variance / n), n - 1))


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


def expected_rate(difference: float) -> float:
    """The rate to expect at this difference of Elo ratings: the inverse of `elo`.

    Elo, "The Rating of Chessplayers, Past and Present" (1978), in the logistic form.

    >>> expected_rate(0), round(expected_rate(200), 4)
    (0.5, 0.7597)
    """
    # Far out, the power is taken of the negative: the other would overflow.
    small: float = 10.0 ** (-abs(difference) / 400)
    return 1 / (1 + small) if difference >= 0 else small / (1 + small)


def elo_interval(score: float, games: int, z: float = Z95) -> tuple[float | None, float | None]:
    """The Elo differences at the ends of the Wilson interval; None where there is no bound.

    >>> low, high = elo_interval(560, 1000)
    >>> round(low, 1), round(high, 1)
    (20.2, 63.6)
    """
    low, high = wilson(score, games, z)
    return elo(low), elo(high)
