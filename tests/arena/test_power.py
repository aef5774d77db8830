"""How many games a difference needs: against statsmodels, and by simulation."""

from __future__ import annotations

from math import ceil, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.power import normal_power_het, normal_sample_size_one_tail

from mulligan.arena.distributions import normal_tail
from mulligan.arena.power import detectable, detectable_elo, pairs_needed, pairs_needed_elo, power_of
from mulligan.arena.statistics import elo, expected_rate
from mulligan.core.errors import UsageError

RATES = st.floats(0.51, 0.99)
ALPHAS = st.sampled_from([0.001, 0.01, 0.05, 0.2])
POWERS = st.sampled_from([0.5, 0.8, 0.9, 0.99])
CORRELATIONS = st.floats(-0.9, 0.9)


def deviation(rate: float, correlation: float) -> float:
    return sqrt(rate * (1 - rate) * (1 + correlation) / 2)


@settings(deadline=None, derandomize=True)
@given(RATES, ALPHAS, POWERS, CORRELATIONS)
def test_pairs_needed_is_statsmodels(rate: float, alpha: float, power: float, correlation: float) -> None:
    theirs = normal_sample_size_one_tail(
        rate - 0.5, power, alpha / 2, deviation(0.5, correlation), deviation(rate, correlation)
    )
    assert abs(pairs_needed(rate, alpha, power, correlation) - max(1, ceil(theirs))) <= (abs(theirs % 1) < 1e-6)


@settings(deadline=None, derandomize=True)
@given(st.integers(1, 10_000), RATES, ALPHAS, CORRELATIONS)
def test_power_of_is_statsmodels(pairs: int, rate: float, alpha: float, correlation: float) -> None:
    theirs = normal_power_het(
        rate - 0.5, pairs, alpha / 2, deviation(0.5, correlation), deviation(rate, correlation), "larger"
    )
    assert power_of(pairs, rate, alpha, correlation) == pytest.approx(theirs, abs=1e-9)


@settings(deadline=None, derandomize=True)
@given(RATES, ALPHAS, POWERS, CORRELATIONS, st.floats(0.2, 0.5))
def test_fewer_pairs_would_not_do(rate: float, alpha: float, power: float, correlation: float, rate0: float) -> None:
    pairs = pairs_needed(rate, alpha, power, correlation, rate0)
    assert power_of(pairs, rate, alpha, correlation, rate0) >= power - 1e-9
    assert pairs == 1 or power_of(pairs - 1, rate, alpha, correlation, rate0) < power + 1e-9


@settings(deadline=None, derandomize=True)
@given(st.integers(20, 100_000), ALPHAS, POWERS, CORRELATIONS, st.floats(0.05, 0.6))
def test_detectable_is_where_the_power_is_reached(
    pairs: int, alpha: float, power: float, correlation: float, rate0: float
) -> None:
    rate = detectable(pairs, alpha, power, correlation, rate0)
    if rate is None:
        assert power_of(pairs, 1 - 1e-12, alpha, correlation, rate0) < power
    else:
        assert power_of(pairs, rate, alpha, correlation, rate0) == pytest.approx(power, abs=1e-6)
        assert abs(pairs_needed(rate, alpha, power, correlation, rate0) - pairs) <= 1


def test_both_sides_of_even_are_alike() -> None:
    assert pairs_needed(0.45) == pairs_needed(0.55) and power_of(300, 0.4) == pytest.approx(power_of(300, 0.6))


def test_a_rule_of_thumb() -> None:
    """About 8 variances by the square of the difference: 2,000 pairs for one point of a hundred and a half."""
    assert pairs_needed(0.515) == pytest.approx(7.849 * 0.125 / 0.015**2, rel=0.002)


def test_from_elo_it_is_the_same() -> None:
    assert pairs_needed_elo(35) == pairs_needed(expected_rate(35)) == pairs_needed_elo(-35)
    rate, gap = detectable(500), detectable_elo(500)
    assert rate is not None and gap == elo(rate) and expected_rate(gap or 0) == pytest.approx(rate)
    assert detectable_elo(1) is None


def test_correlation_makes_the_match_shorter_or_longer() -> None:
    shorter, plain, longer = (pairs_needed(0.53, correlation=c) for c in (-0.6, 0, 0.6))
    assert shorter == pytest.approx(0.4 * plain, rel=0.01) and longer == pytest.approx(1.6 * plain, rel=0.01)


@pytest.mark.parametrize("correlation", [-0.6, 0.0])
@pytest.mark.parametrize("rate", [0.5, 0.58])
def test_matches_find_what_was_planned(rate: float, correlation: float) -> None:
    """4,000 matches of the planned length, each tested over its pairs: 80 % find the difference, and of those between
    equals 2.5 % find one on this side.  4 deviations and one point of a hundred for the approximation."""
    pairs = pairs_needed(0.58, correlation=correlation)
    chance, matches = np.random.default_rng(7), 4_000
    # With probability -c the two games go one each way, and now and then the better player wins both: the rate is kept.
    games = chance.random((2, matches, pairs)) < rate
    shares = games.mean(axis=0)
    seat = chance.random((matches, pairs)) < -correlation
    shares[seat] = np.where(chance.random(int(seat.sum())) < 2 * rate - 1, 1.0, 0.5)
    scores = (shares.mean(axis=1) - 0.5) / (deviation(0.5, correlation) / sqrt(pairs))
    found = float((scores > 1.959963985).mean())
    wanted = 0.8 if rate > 0.5 else normal_tail(1.959963985)
    assert found == pytest.approx(wanted, abs=0.01 + 4 * sqrt(wanted * (1 - wanted) / matches))


def test_certainty_is_no_trouble() -> None:
    assert pairs_needed(1.0) == 2 and pairs_needed(0.0) == 2
    assert power_of(2, 1.0) == 1.0 and power_of(1, 1.0) == 0.0
    assert power_of(10**9, 0.5) == pytest.approx(0.025)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: pairs_needed(0.5), "rate: 0.5 should differ from 0.5"),
        (lambda: pairs_needed(0.5 + 1e-9), "too close"),
        (lambda: pairs_needed(1.2), "rate: 1.2 should be a number from 0 to 1"),
        (lambda: pairs_needed(0.6, rate0=1), "rate0: 1 should be"),
        (lambda: pairs_needed(0.6, alpha=0), "alpha: 0 should be a risk"),
        (lambda: pairs_needed(0.6, power=0.3), "power: 0.3 should be a probability of at least 0.5"),
        (lambda: pairs_needed(0.6, power=1), "power: 1 should be"),
        (lambda: pairs_needed(0.6, correlation=-1), "correlation: -1 should be"),
        (lambda: power_of(0, 0.6), "pairs: 0 should be a whole number, 1 or more"),
        (lambda: detectable(-3), "pairs: -3"),
    ],
)
def test_errors_say_what_would_be_right(call: object, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        call()  # type: ignore[operator]
