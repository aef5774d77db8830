"""The statistics of a match, held to the answers of scipy and statsmodels."""

from __future__ import annotations

import random
from math import inf, isclose, nan

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import special, stats
from statsmodels.stats.proportion import confint_proportions_2indep

from mulligan.arena.distributions import (
    chi_square_tail,
    f_tail,
    incomplete_beta,
    normal_quantile,
    normal_tail,
    t_quantile,
    t_tail,
)
from mulligan.arena.statistics import (
    difference,
    effective_games,
    elo,
    elo_interval,
    expected_rate,
    mean_interval,
    pair_interval,
    pair_test,
    paired_difference,
    sign_test,
    superiority,
    wilson,
)
from mulligan.core.errors import UsageError

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
        gap = elo(rate)
        assert gap is not None
        assert isclose(1 / (1 + 10 ** (-gap / 400)), rate, rel_tol=1e-9)
        assert isclose(expected_rate(gap), rate, rel_tol=1e-9)
    assert elo(0.0) is None and elo(1.0) is None


def test_elo_interval_is_open_where_nothing_bounds_it() -> None:
    assert elo_interval(0, 10)[0] is None and elo_interval(0, 10)[1] is not None
    assert elo_interval(10, 10)[0] is not None and elo_interval(10, 10)[1] is None
    low, high = elo_interval(60, 100)
    middle = elo(0.6)
    assert low is not None and middle is not None and high is not None and low < middle < high


def test_expected_rate_bears_any_difference() -> None:
    assert (expected_rate(-1e9), expected_rate(1e9), expected_rate(inf)) == (0.0, 1.0, 1.0)
    assert expected_rate(-8000) == pytest.approx(1e-20)


@pytest.mark.parametrize(("a", "n"), [(56, 70), (9, 10), (0, 20), (10, 10), (500, 1000)])
@pytest.mark.parametrize(("b", "m"), [(48, 80), (3, 10), (0, 10), (30, 30), (480, 1000)])
def test_difference_is_newcombes(a: int, n: int, b: int, m: int) -> None:
    theirs = confint_proportions_2indep(a, n, b, m, method="newcomb", compare="diff")
    assert difference(a, n, b, m) == pytest.approx(theirs, abs=1e-9)


# From table II of Newcombe (1998), method 10.
@pytest.mark.parametrize(
    ("four", "interval"),
    [
        ((56, 70, 48, 80), (0.0524, 0.3339)),
        ((9, 10, 3, 10), (0.1705, 0.8090)),
        ((6, 7, 2, 7), (0.0582, 0.8062)),
        ((5, 56, 0, 29), (-0.0381, 0.1926)),
        ((0, 10, 0, 20), (-0.1611, 0.2775)),
        ((0, 10, 0, 10), (-0.2775, 0.2775)),
        ((10, 10, 0, 20), (0.6791, 1.0)),
        ((10, 10, 0, 10), (0.6075, 1.0)),
    ],
)
def test_difference_is_in_the_paper(four: tuple[int, int, int, int], interval: tuple[float, float]) -> None:
    assert difference(*four) == pytest.approx(interval, abs=5.1e-5)


def test_difference_turns_round_and_needs_games() -> None:
    low, high = difference(56, 70, 48.5, 80)
    assert difference(48.5, 80, 56, 70) == pytest.approx((-high, -low))
    assert difference(0, 0, 5, 10) == difference(5, 10, 0, 0) == (-1.0, 1.0)


@pytest.mark.parametrize("n", [2, 3, 10, 100, 5000])
@pytest.mark.parametrize("level", [0.95, 0.99])
def test_mean_interval_is_students(n: int, level: float) -> None:
    values = np.random.default_rng(n).normal(3, 2, n)
    theirs = stats.t.interval(level, n - 1, values.mean(), stats.sem(values))
    z = float(stats.norm.ppf((1 + level) / 2))
    assert mean_interval(n, values.sum(), (values**2).sum(), z) == pytest.approx(theirs, rel=1e-9)


def test_mean_interval_without_spread_or_without_values() -> None:
    for n in range(2, 50):  # rounding brings some of these variances below zero
        values = [0.1] * n
        assert mean_interval(n, sum(values), sum(x * x for x in values)) == pytest.approx((0.1, 0.1), abs=1e-7)
    assert mean_interval(0, 0, 0) == mean_interval(1, 7, 49) == (None, None)


def test_paired_difference_is_a_t_interval_and_a_sign_test() -> None:
    chance = np.random.default_rng(3)
    for n in (2, 5, 40):
        a, b = chance.integers(0, 5, n) + 1e6, chance.integers(0, 4, n) + 1e6
        found = paired_difference(a.tolist(), b.tolist())
        theirs = stats.ttest_rel(a, b).confidence_interval(0.95)
        better, worse = int((a > b).sum()), int((a < b).sum())
        assert (found.n, found.mean) == (n, pytest.approx((a - b).mean()))
        assert (found.low, found.high) == pytest.approx((theirs.low, theirs.high), rel=1e-8)
        assert found.p == pytest.approx(stats.binomtest(better, better + worse).pvalue)


def test_paired_difference_of_one_deal_or_of_none() -> None:
    found = paired_difference([3.0], [1.0])
    assert (found.mean, found.low, found.high, found.p) == (2.0, None, None, 1.0)
    with pytest.raises(UsageError, match="at least one deal"):
        paired_difference([], [])
    with pytest.raises(UsageError, match="2 of one player and 1 of the other"):
        paired_difference([1, 2], [1])


def test_pair_interval_is_students_over_the_pairs() -> None:
    counts = [80, 10, 210, 15, 120]
    shares = np.repeat([0, 0.25, 0.5, 0.75, 1], counts)
    theirs = stats.t.interval(0.95, len(shares) - 1, shares.mean(), stats.sem(shares))
    assert pair_interval(counts) == pytest.approx(theirs, rel=1e-8)
    assert pair_interval({1.0: 120, 0.75: 15, 0.5: 210, 0.25: 10, 0.0: 80}) == pytest.approx(theirs, rel=1e-8)


def test_pair_interval_is_narrower_where_the_seat_decides() -> None:
    low, high = wilson(1010, 2000)
    seats = pair_interval([20, 0, 950, 0, 30])
    alone = pair_interval([245, 0, 500, 0, 255])
    assert seats[1] - seats[0] < 0.4 * (high - low)
    assert alone[1] - alone[0] == pytest.approx(high - low, rel=0.01)


def test_pair_interval_of_pairs_that_all_end_alike_is_wilsons() -> None:
    assert pair_interval([0, 0, 0, 0, 12]) == wilson(12, 12)
    assert pair_interval([0, 0, 12, 0, 0]) == wilson(6, 12)
    assert pair_interval([0, 0, 0, 0, 0]) == (0.0, 1.0)


def test_pair_interval_refuses_what_is_no_count_of_shares() -> None:
    for wrong in ([1, 2, 3], {1.5: 3}, {0.5: -1}):
        with pytest.raises(UsageError, match="pair counts"):
            pair_interval(wrong)  # type: ignore[arg-type]


@settings(deadline=None, derandomize=True)
@given(st.lists(st.integers(0, 50), min_size=5, max_size=5))
def test_pair_interval_lies_around_the_rate_and_turns_round(counts: list[int]) -> None:
    low, high = pair_interval(counts)
    n = sum(counts)
    rate = sum(k * count for k, count in enumerate(counts)) / (4 * n) if n else 0.5
    assert 0 <= low <= rate + 1e-12 and rate - 1e-12 <= high <= 1
    assert pair_interval(counts[::-1]) == pytest.approx((1 - high, 1 - low), abs=1e-12)


def test_superiority_is_the_formula_of_computer_chess() -> None:
    for wins, losses in [(60, 40), (40, 60), (1, 0), (1000, 900), (0.5, 0)]:
        theirs = 0.5 * (1 + special.erf((wins - losses) / np.sqrt(2 * (wins + losses))))
        assert superiority(wins, losses) == pytest.approx(theirs, rel=1e-12)
    assert superiority(0, 0) == 0.5
    with pytest.raises(UsageError, match="-1"):
        superiority(-1, 3)


DEGREES = [0.5, 1, 2, 3, 7, 30, 100, 1584, 160_000]


@pytest.mark.parametrize("d2", DEGREES)
@pytest.mark.parametrize("d1", DEGREES)
def test_f_tail_is_scipys(d1: float, d2: float) -> None:
    for f in (1e-6, 0.01, 0.3, 0.9, 1.0, 1.1, 2.5, 4.0, 30.0, 1e4):
        assert f_tail(f, d1, d2) == pytest.approx(stats.f.sf(f, d1, d2), rel=1e-8, abs=1e-250)


@pytest.mark.parametrize("d", DEGREES)
def test_t_tail_and_its_quantile_are_scipys(d: float) -> None:
    for t in (-30.0, -2.0, -0.1, 0.0, 1e-9, 0.5, 1.96, 6.0, 40.0):
        assert t_tail(t, d) == pytest.approx(stats.t.sf(t, d), rel=1e-8, abs=1e-250)
    for p in (1e-12, 0.001, 0.025, 0.3, 0.5, 0.501, 0.975, 0.9999):
        assert t_quantile(p, d) == pytest.approx(stats.t.ppf(p, d), rel=1e-8, abs=1e-12)


@pytest.mark.parametrize("d", [0.5, 1, 2, 3, 10, 47, 300, 5000])
def test_chi_square_tail_is_scipys(d: float) -> None:
    for x in (1e-6, 0.1, 0.9 * d, d, d + 1, d + 2, d + 2.5, 1.1 * d, 2 * d, 10 * d, 20 * d):
        assert chi_square_tail(x, d) == pytest.approx(stats.chi2.sf(x, d), rel=1e-9, abs=1e-250)


@given(st.integers(0, 500), st.integers(1, 500), st.sampled_from([1.0, 1.6449, 2.5758]))
def test_the_games_behind_a_wilson_interval_are_its_games(points: int, games: int, z: float) -> None:
    points = min(points, games)
    assert effective_games(points / games, *wilson(points, games, z), z) == pytest.approx(games)


def test_an_interval_without_width_needs_infinitely_many_games() -> None:
    assert effective_games(0.3, 0.3, 0.3) == inf


def test_tails_at_their_ends() -> None:
    assert chi_square_tail(0.0, 3) == chi_square_tail(-1.0, 3) == 1.0 and chi_square_tail(inf, 3) == 0.0
    assert f_tail(0.0, 2, 3) == f_tail(-1.0, 2, 3) == 1.0
    assert f_tail(inf, 2, 3) == t_tail(inf, 3) == 0.0
    assert t_tail(-inf, 3) == 1.0
    assert t_tail(1.5, inf) == normal_tail(1.5)
    assert (t_quantile(0, 3), t_quantile(1, 3)) == (-inf, inf)
    assert (normal_quantile(0), normal_quantile(1)) == (-inf, inf)
    assert (incomplete_beta(2, 3, 0), incomplete_beta(2, 3, 1)) == (0.0, 1.0)


def test_tails_refuse_what_has_no_meaning() -> None:
    for degrees in (0, -1, nan):
        with pytest.raises(UsageError, match="degrees of freedom"):
            t_tail(1, degrees)
        with pytest.raises(UsageError, match="degrees of freedom"):
            f_tail(1, 3, degrees)
    for p in (-0.1, 1.1, nan):
        with pytest.raises(UsageError, match="probability"):
            normal_quantile(p)
        with pytest.raises(UsageError, match="probability"):
            t_quantile(p, 3)


@pytest.mark.parametrize("z", [-8.0, -1.0, 0.0, 1.959963985, 5.0, 30.0])
def test_normal_tail_and_quantile_are_scipys(z: float) -> None:
    assert normal_tail(z) == pytest.approx(stats.norm.sf(z), rel=1e-12)
    if abs(z) <= 5:
        assert normal_quantile(normal_tail(-z)) == pytest.approx(z, abs=1e-9)


@settings(deadline=None, derandomize=True)
@given(st.floats(0.01, 1e4), st.floats(0.01, 1e4), st.floats(1e-9, 1))
def test_incomplete_beta_is_scipys(a: float, b: float, x: float) -> None:
    assert incomplete_beta(a, b, x) == pytest.approx(special.betainc(a, b, x), rel=1e-8, abs=1e-12)
