"""The statistics of a match, held to the answers of scipy."""

from __future__ import annotations

import random
from math import isclose

import pytest
from scipy import stats

from mulligan.arena.statistics import elo, elo_interval, pair_test, sign_test, wilson

TRIALS = [(0, 1), (1, 1), (0, 10), (10, 10), (3, 7), (50, 100), (560, 1000), (999, 1000), (123_456, 250_000)]


@pytest.mark.parametrize(("score", "games"), TRIALS)
@pytest.mark.parametrize("level", [0.95, 0.99])
def test_wilson_is_scipys(score: int, games: int, level: float) -> None:
    z = float(stats.norm.ppf((1 + level) / 2))
    theirs = stats.binomtest(score, games).proportion_ci(level, "wilson")
    assert wilson(score, games, z) == pytest.approx((theirs.low, theirs.high), abs=1e-12)


def test_wilson_with_half_points_lies_between_its_neighbours() -> None:
    below, here, above = wilson(10, 20), wilson(10.5, 20), wilson(11, 20)
    assert below[0] < here[0] < above[0] and below[1] < here[1] < above[1]


def test_wilson_stays_within_bounds_and_around_the_rate() -> None:
    for games in (1, 2, 3, 17, 1000, 10**9):
        for score in (0, 0.5, games / 3, games - 0.5, games):
            low, high = wilson(score, games)
            assert 0 <= low <= score / games <= high <= 1


@pytest.mark.parametrize(("score", "games"), [*TRIALS, (2_300, 5_000), (49_000, 100_000)])
def test_sign_test_is_the_binomial_test(score: int, games: int) -> None:
    assert isclose(sign_test(score, games), stats.binomtest(score, games, 0.5).pvalue, rel_tol=1e-8)


def test_sign_test_without_trials_says_nothing() -> None:
    assert sign_test(0, 0) == 1.0


def test_pair_test_counts_pairs_that_are_not_even() -> None:
    chance = random.Random(1)
    for size in (0, 1, 5, 40, 300):
        scores = [chance.choice([0, 0.25, 0.5, 0.75, 1]) for _ in range(size)]
        won, lost = sum(s > 0.5 for s in scores), sum(s < 0.5 for s in scores)
        theirs = stats.binomtest(won, won + lost).pvalue if won + lost else 1.0
        assert isclose(pair_test(scores), theirs, rel_tol=1e-9)
        assert isclose(pair_test(scores), pair_test([1 - s for s in scores]), rel_tol=1e-12)


def test_pair_test_is_right_about_fair_pairs() -> None:
    """Of fair matches, at most 5 % are called unfair at 5 %; 2,000 of them miss that by luck once in 10,000."""
    chance = random.Random(2)
    alarms = sum(pair_test([chance.choice([0, 0.5, 1]) for _ in range(60)]) < 0.05 for _ in range(2_000))
    assert alarms <= stats.binom.ppf(0.9999, 2_000, 0.05)


def test_elo_is_the_inverse_of_the_expected_score() -> None:
    for rate in (1e-9, 0.01, 0.3, 0.5, 0.76, 0.999):
        difference = elo(rate)
        assert difference is not None
        assert isclose(1 / (1 + 10 ** (-difference / 400)), rate, rel_tol=1e-9)
    assert elo(0.0) is None and elo(1.0) is None


def test_elo_interval_is_open_where_nothing_bounds_it() -> None:
    assert elo_interval(0, 10)[0] is None and elo_interval(0, 10)[1] is not None
    assert elo_interval(10, 10)[0] is not None and elo_interval(10, 10)[1] is None
    low, high = elo_interval(60, 100)
    middle = elo(0.6)
    assert low is not None and middle is not None and high is not None and low < middle < high
