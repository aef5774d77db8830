"""Ratios over pairs: what they should be, how often their intervals are right, and that wrong ones are found out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import sqrt
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mulligan.arena.distributions import t_quantile
from mulligan.arena.ratio import Sums, ratio, ratio_difference
from mulligan.arena.statistics import mean_interval

Interval = tuple[float, float]
Games = list[tuple[Sums, Sums]]
"""Of each pair its two games."""

TRIALS = 2000
LOW, HIGH = 0.930, 0.970  # four standard deviations of a coverage of 95 % in so many trials


def together(games: Games) -> dict[int, Sums]:
    return {i: (a[0] + b[0], a[1] + b[1]) for i, (a, b) in enumerate(games)}


def samples(pairs: int, seed: int) -> Iterator[Games]:
    """Games whose occasions depend on the deal, and where the deal and the occasions decide how many succeed.

    A game has 1 to 12 occasions; with n of them, each succeeds with a chance of n / 24 and what the deal adds.
    """
    rng = np.random.default_rng(seed)
    luck, most = rng.uniform(0, 0.4, (TRIALS, pairs, 1)), rng.integers(1, 13, (TRIALS, pairs, 1))
    occasions = rng.integers(1, most + 1, (TRIALS, pairs, 2))
    totals = rng.binomial(occasions, occasions / 24 + luck)
    for trial in np.stack([totals, occasions], 3).astype(float).tolist():
        yield [(tuple(one), tuple(other)) for one, other in trial]


def truth() -> float:
    """Successes for each occasion in the long run, by the definition of `samples`."""
    games = [n for most in range(1, 13) for n in [*range(1, most + 1)] * (27720 // most)]  # each `most` as often
    return sum(n * (n / 24 + 0.2) for n in games) / sum(games)


def coverage(interval: Callable[[Games], Interval], pairs: int, seed: int = 1) -> float:
    right = truth()
    return float(np.mean([low <= right <= high for low, high in map(interval, samples(pairs, seed))]))


def ours(games: Games) -> Interval:
    found = ratio(together(games))
    assert found is not None and found.low is not None and found.high is not None
    return found.low, found.high


@pytest.mark.parametrize("pairs", [30, 50])
def test_intervals_are_right_as_often_as_they_say(pairs: int) -> None:
    assert LOW < coverage(ours, pairs) < HIGH


@pytest.mark.parametrize("pairs", [6, 15])
def test_with_few_pairs_they_are_right_a_little_less_often(pairs: int) -> None:
    assert 0.90 < coverage(ours, pairs) < 0.95


# --- and these would not be -------------------------------------------------------------------------------------------


def over_games(games: Games) -> Interval:
    """As if the two games of a pair had nothing in common."""
    found = ratio(dict(enumerate(game for pair in games for game in pair)))
    assert found is not None and found.low is not None and found.high is not None
    return found.low, found.high


def mean_of_ratios(games: Games) -> Interval:
    """As if every pair counted alike, however few occasions it has."""
    own = [total / occasions for total, occasions in together(games).values()]
    low, high = mean_interval(len(own), sum(own), sum(value * value for value in own))
    assert low is not None and high is not None
    return low, high


def fixed_occasions(games: Games) -> Interval:
    """As if the number of occasions were no matter of chance."""
    sums = together(games).values()
    totals, occasions = [total for total, _ in sums], sum(n for _, n in sums)
    low, high = mean_interval(len(totals), sum(totals), sum(total * total for total in totals))
    assert low is not None and high is not None
    return low * len(totals) / occasions, high * len(totals) / occasions


def narrower(games: Games) -> Interval:
    """As if each pair left out were a sample of its own, without the factor of the jackknife."""
    low, high = ours(games)
    middle, factor = (low + high) / 2, 1 / sqrt(len(games) - 1)
    return middle - factor * (high - middle), middle + factor * (high - middle)


def normal(games: Games) -> Interval:
    """As if the standard error of a few pairs were known for certain."""
    low, high = ours(games)
    middle, factor = (low + high) / 2, NormalDist().inv_cdf(0.975) / -t_quantile(0.025, len(games) - 1)
    return middle - factor * (high - middle), middle + factor * (high - middle)


@pytest.mark.parametrize(
    ("mutant", "pairs"),
    [(over_games, 30), (mean_of_ratios, 30), (fixed_occasions, 30), (narrower, 30), (normal, 6)],
    ids=lambda value: getattr(value, "__name__", value),
)
def test_a_wrong_interval_is_found_out(mutant: Callable[[Games], Interval], pairs: int) -> None:
    assert not LOW < coverage(mutant, pairs) < HIGH


# --- differences ------------------------------------------------------------------------------------------------------


def test_differences_over_the_same_deals_are_right_as_often_as_they_say() -> None:
    """Two cells whose games have the same deals: one succeeds as the other does, and now and then once more."""
    rng, right, narrow, found = np.random.default_rng(3), 0.0, 0.0, []
    for games in samples(15, seed=2):
        right_side = together(games)
        once_more = rng.binomial([int(n) for _, n in right_side.values()], 0.1)
        left = {pair: (t + float(once_more[pair]), n) for pair, (t, n) in right_side.items()}
        gap, one, other = ratio_difference(left, right_side), ratio(left), ratio(right_side)
        assert gap and one and other and gap.low is not None and gap.high is not None
        assert one.high is not None and other.high is not None
        found.append(gap.low <= 0.1 <= gap.high)
        apart = sqrt((one.high - one.value) ** 2 + (other.high - other.value) ** 2)
        narrow += (gap.high - gap.value) / apart / TRIALS
        right += gap.value / TRIALS
    assert LOW < np.mean(found) < HIGH
    assert right == pytest.approx(0.1, abs=0.002) and narrow < 0.5, "the deals cancel out"


# --- what it is -------------------------------------------------------------------------------------------------------

PAIRS = st.dictionaries(
    st.integers(0, 30), st.tuples(st.floats(-50, 50), st.one_of(st.just(0.0), st.floats(0.5, 20))), max_size=12
)


@given(PAIRS)
def test_a_ratio_is_that_of_the_sums_and_its_error_that_of_leaving_out(pairs: dict[int, Sums]) -> None:
    found = ratio(pairs)
    used = np.array([sums for sums in pairs.values() if any(sums)]).reshape(-1, 2)
    if not used[:, 1].sum():
        assert found is None
        return
    assert found is not None and found.pairs == len(used)
    value = used[:, 0].sum() / used[:, 1].sum()
    assert found.value == pytest.approx(value)
    if found.low is None or found.high is None:
        assert found.low is found.high
        return
    n = len(used)
    left = np.array([np.delete(used, i, 0)[:, 0].sum() / np.delete(used, i, 0)[:, 1].sum() for i in range(n)])
    error = sqrt((n - 1) ** 2 / n * left.var(ddof=1))
    half = -t_quantile(0.025, n - 1) * error
    assert (found.low, found.high) == pytest.approx((value - half, value + half), rel=1e-5, abs=1e-7)


@given(PAIRS, st.floats(-5, 5))
def test_what_is_added_to_every_occasion_is_added_to_the_ratio(pairs: dict[int, Sums], more: float) -> None:
    found, moved = ratio(pairs), ratio({pair: (t + more * n, n) for pair, (t, n) in pairs.items()})
    gap = ratio_difference({pair: (t + more * n, n) for pair, (t, n) in pairs.items()}, pairs)
    if found is None:
        assert moved is None and gap is None
        return
    assert moved is not None and gap is not None
    assert moved.value == pytest.approx(found.value + more, abs=1e-6)
    assert gap.value == pytest.approx(more, abs=1e-6)


def test_where_nothing_tells_how_sure_it_is_there_are_no_bounds() -> None:
    assert ratio({}) is None and ratio({0: (0.0, 0.0)}) is None
    for pairs in ({0: (3.0, 2.0)}, {0: (3.0, 2.0), 1: (0.0, 0.0)}, {0: (3.0, 2.0), 1: (6.0, 4.0)}):
        found = ratio(pairs)
        assert found is not None and (found.value, found.low, found.high) == (1.5, None, None)
    assert ratio({0: (1.0, 2.0), 1: (1.0, -3.0)}) is None, "weights that add up to less than nothing"
    weighed = ratio({0: (1.0, 2.0), 1: (1.0, -1.0), 2: (3.0, 4.0)})
    assert weighed is not None and weighed.value == 1.0 and weighed.low is not None
    assert ratio_difference({0: (1.0, 1.0)}, {1: (1.0, 1.0)}) is None, "no pair in common"
    assert ratio_difference({0: (1.0, 1.0)}, {0: (0.0, 0.0)}) is None, "the one side never had an occasion"
