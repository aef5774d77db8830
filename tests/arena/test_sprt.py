"""The sequential test: its likelihoods against direct maximisation, its risks by simulation."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from math import exp, log

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import optimize, stats

from mulligan.arena.sprt import SHARES, Sprt, SprtRun
from mulligan.arena.statistics import elo as elo_of
from mulligan.arena.statistics import expected_rate
from mulligan.core.errors import UsageError

COUNTS = st.lists(st.integers(0, 200), min_size=5, max_size=5).filter(any).map(lambda counts: dict(zip(SHARES, counts)))
ELO = st.integers(-300, 300)


def likelihood(counts: dict[float, int], mean: float) -> float:
    """The best log-likelihood of a distribution with this mean, as a saddle point: its dual is a convex function."""
    n = np.array([counts.get(share) or 1e-3 for share in SHARES])
    away = np.array(SHARES) - mean
    ends = -1 / away[-1], -1 / away[0]
    found = optimize.minimize_scalar(
        lambda t: -(n * np.log1p(t * away)).sum() if ends[0] < t < ends[1] else np.inf,
        bounds=ends,
        method="bounded",
        options={"xatol": 1e-12},
    )
    return float((n * np.log(n / n.sum())).sum() + found.fun)


@settings(deadline=None, derandomize=True)
@given(COUNTS, ELO, st.integers(1, 200))
def test_llr_is_the_ratio_of_the_best_likelihoods(counts: dict[float, int], elo0: int, more: int) -> None:
    s0, s1 = expected_rate(elo0), expected_rate(elo0 + more)
    theirs = likelihood(counts, s1) - likelihood(counts, s0)
    assert Sprt(elo0, elo0 + more).llr(counts) == pytest.approx(theirs, rel=1e-6, abs=1e-6)


def test_llr_is_found_by_a_maximiser_that_knows_no_theory() -> None:
    n = np.array([12, 5, 30, 9, 24.0])
    best = []
    for mean in (0.5, expected_rate(40)):
        wish = [
            {"type": "eq", "fun": lambda p: p.sum() - 1},
            {"type": "eq", "fun": lambda p, mean=mean: p @ SHARES - mean},
        ]
        found = optimize.minimize(
            lambda p: -(n * np.log(p)).sum(), n / n.sum(), bounds=[(1e-6, 1)] * 5, constraints=wish, tol=1e-12
        )
        assert found.success
        best.append(-found.fun)
    assert Sprt(0, 40).llr(dict(zip(SHARES, n))) == pytest.approx(best[1] - best[0], abs=1e-5)


def test_llr_is_close_to_the_normal_approximation() -> None:
    """Far from small numbers, n (s1 - s0) (2 s - s0 - s1) / (2 variance)."""
    n = np.array([2000, 100, 5000, 150, 2200])
    shares = np.repeat(SHARES, n)
    s0, s1 = 0.5, expected_rate(10)
    theirs = len(shares) * (s1 - s0) * (2 * shares.mean() - s0 - s1) / (2 * shares.var())
    assert Sprt(0, 10).llr(dict(zip(SHARES, n.tolist()))) == pytest.approx(theirs, rel=0.01)


@settings(deadline=None, derandomize=True)
@given(COUNTS, ELO, st.integers(1, 200))
def test_llr_changes_sign_with_the_point_of_view(counts: dict[float, int], elo0: int, more: int) -> None:
    mirrored = {1 - share: count for share, count in counts.items()}
    ours = Sprt(elo0, elo0 + more).llr(counts)
    assert Sprt(-elo0 - more, -elo0).llr(mirrored) == pytest.approx(-ours, rel=1e-9, abs=1e-9)


def test_llr_takes_shares_that_are_not_named_for_unseen() -> None:
    test = Sprt(0, 30)
    assert test.llr({0.5: 10, 1.0: 4, 0.0: 0}) == test.llr({0.0: 0, 0.25: 0, 0.5: 10, 0.75: 0, 1.0: 4})
    assert test.llr({}) == test.llr({0.5: 0}) == 0.0
    assert test.llr({1 / 3: 4, 2 / 3: 8}) > 0


@pytest.mark.parametrize(("share", "verdict"), [(0.0, "H0"), (0.5, "H0"), (0.75, "H1"), (1.0, "H1")])
def test_pairs_that_all_end_alike_are_no_trouble(share: float, verdict: str) -> None:
    test = Sprt(0, 50)
    assert test.llr({share: 1}) * (1 if verdict == "H1" else -1) > 0
    assert test.status({share: 100_000}) == verdict


def test_llr_grows_with_every_won_pair() -> None:
    test, counts = Sprt(0, 20), Counter({0.0: 30, 0.5: 40})
    values = []
    for _ in range(60):
        counts[1.0] += 1
        values.append(test.llr(counts))
    assert all(a < b for a, b in pairwise(values))


def test_bounds_are_walds() -> None:
    low, high = Sprt(0, 5, alpha=0.01, beta=0.2).bounds
    assert (exp(low), exp(high)) == pytest.approx((0.2 / 0.99, 0.8 / 0.01))
    assert Sprt(0, 5).decide(low - 9) == "H0" and Sprt(0, 5).decide(high) == "H1" and Sprt(0, 5).decide(0) is None
    assert Sprt(0, 5).decide(log(19)) == "H1" and Sprt(0, 5).decide(-log(19)) == "H0"


def test_a_run_agrees_with_the_test_and_remembers_where_it_stopped() -> None:
    chance = random.Random(4)
    test, run, counts = Sprt(0, 50), SprtRun(Sprt(0, 50)), Counter[float]()
    while run.verdict is None:
        share = chance.choice(SHARES)
        counts[share] += 1
        assert run.add(share) == test.status(counts) == run.verdict
        assert run.llr == test.llr(counts) and run.pairs == counts.total()
    stopped = run.pairs, run.llr, run.verdict, run.counts.copy()
    for _ in range(100):
        assert run.add(1.0 if run.verdict == "H0" else 0.0) == stopped[2]
    assert (run.pairs, run.llr, run.verdict, run.counts) == stopped


def independent(rate: float, chance: random.Random) -> float:
    """A pair of games that have nothing in common."""
    return ((chance.random() < rate) + (chance.random() < rate)) / 2


def dealt(rate: float, chance: random.Random) -> float:
    """A pair where six deals of ten win for whoever sits in the better seat: one game each, unless skill steps in."""
    if chance.random() < 0.6:
        return 0.5 if chance.random() >= abs(2 * rate - 1) else float(rate > 0.5)
    return independent(rate, chance)


def drawn(rate: float, chance: random.Random) -> float:
    """A pair where three games of ten are drawn, and whose games lean the same way."""
    games = [0.5 if chance.random() < 0.3 else float(chance.random() < rate + (rate - 0.5) * 3 / 7) for _ in range(2)]
    return games[0] if chance.random() < 0.3 else sum(games) / 2


@pytest.mark.parametrize("pair", [independent, dealt, drawn])
@pytest.mark.parametrize("truth", ["H0", "H1"])
def test_risks_are_kept(truth: str, pair: Callable[[float, random.Random], float]) -> None:
    """The risk is 5 % in theory, which is for many pairs; 1 % is allowed for there being few.  Of 600 runs with a risk
    of 6 %, more than 55 are wrong once in a thousand; a risk of 12 % is found out in 98 of 100 cases."""
    chance, runs, test = random.Random(5), 600, Sprt(0, 50)
    rate = expected_rate(test.elo0 if truth == "H0" else test.elo1)
    wrong = pairs = 0
    for _ in range(runs):
        run = SprtRun(test)
        while run.add(pair(rate, chance)) is None:
            assert run.pairs < 5_000
        wrong += run.verdict != truth
        pairs += run.pairs
    assert wrong <= stats.binom.ppf(0.999, runs, 0.06)
    if pair is independent:
        assert pairs / runs == pytest.approx(test.expected_pairs(test.elo0 if truth == "H0" else test.elo1), rel=0.15)
    if pair is dealt:
        assert pairs / runs < 0.7 * test.expected_pairs(0)  # fewer pairs are enough, where seats decide


def test_acceptance_and_length_are_those_of_the_random_walk() -> None:
    """Simulated as a walk with many small normal steps; six deviations are never reached by luck."""
    test, elo, variance, runs = Sprt(0, 60), 40, 0.1, 4000
    mean, spread = test._step(elo, variance)
    scale = 50  # finer steps, less overshoot
    low, high = test.bounds
    chance = np.random.default_rng(6)
    place, length, alive = np.zeros(runs), np.zeros(runs), np.ones(runs, bool)
    while alive.any():
        place[alive] += chance.normal(mean / scale, np.sqrt(spread / scale), alive.sum())
        length[alive] += 1 / scale
        alive &= (low < place) & (place < high)
    assert (place >= high).mean() == pytest.approx(test.acceptance(elo, variance), abs=6 * np.sqrt(0.25 / runs) + 0.01)
    assert length.mean() == pytest.approx(test.expected_pairs(elo, variance), rel=0.03 + 6 * 0.8 / np.sqrt(runs))


def test_acceptance_is_smooth_and_monotonous() -> None:
    test = Sprt(0, 20, alpha=0.02, beta=0.1)
    assert test.acceptance(0) == pytest.approx(0.02) and test.acceptance(20) == pytest.approx(0.9)
    values = [test.acceptance(elo) for elo in np.linspace(-400, 400, 4001)]
    assert all(a <= b for a, b in pairwise(values)) and max(np.diff(values)) < 0.02
    assert 0 <= values[0] < 1e-9 and 1 - 1e-9 < values[-1] <= 1
    lengths = [test.expected_pairs(elo) for elo in np.linspace(-40, 40, 801)]
    assert min(lengths) > 0 and max(np.abs(np.diff(lengths))) < 0.02 * max(lengths)
    middle = elo_of((expected_rate(0) + expected_rate(20)) / 2) or 0  # where there is no drift, limits are taken
    for what in (test.acceptance, test.expected_pairs):
        near = [what(middle + d) for d in (-1e-3, -1e-7, 0, 1e-7, 1e-3)]
        assert max(near) == pytest.approx(min(near), rel=1e-3)


@settings(deadline=None, derandomize=True)
@given(st.floats(-2000, 0, exclude_max=True), st.floats(0, 2000), st.floats(0.001, 0.499), st.floats(0.001, 0.499))
def test_text_is_printed_and_read_without_loss(elo0: float, elo1: float, alpha: float, beta: float) -> None:
    test = Sprt(elo0, elo1, alpha, beta)
    assert Sprt.parse(str(test)) == test


def test_text_may_have_blanks_and_any_order() -> None:
    assert str(Sprt(0, 20)) == "elo0=0,elo1=20,alpha=0.05,beta=0.05"
    assert Sprt.parse(" elo1 = 5 , elo0=-5") == Sprt(-5, 5)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' should be key=value"),
        ("elo0=0,elo1", "'elo1' should be key=value"),
        ("elo0=0", "elo1 is missing"),
        ("elo1=5", "elo0 is missing"),
        ("elo0=0,elo1=much", "elo1='much' should be a number"),
        ("elo0=0,elo1=", "elo1='' should be a number"),
        ("elo0=0,elo1=5,elo1=6", "'elo1' is given twice"),
        ("elo0=0,elo=5", "unknown key of sprt 'elo'.*Choices: elo0, elo1, alpha, beta"),
        ("elo0=5,elo1=5", "elo0=5 should be below elo1=5"),
        ("elo0=9,elo1=5", "elo0=9 should be below elo1=5"),
        ("elo0=0,elo1=nan", "elo1='nan' should be a number"),
        ("elo0=0,elo1=inf", "elo1=inf should be from -2000 to 2000"),
        ("elo0=0,elo1=5,alpha=0", "alpha=0 should be a risk above 0 and below 0.5"),
        ("elo0=0,elo1=5,beta=0.5", "beta=0.5 should be a risk above 0 and below 0.5"),
        ("elo0=0,elo1=5,beta=nan", "beta='nan' should be a number"),
    ],
)
def test_errors_say_what_would_be_right(text: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        Sprt.parse(text)


def test_shares_and_counts_that_cannot_be_are_refused() -> None:
    for share in (-0.25, 1.25, float("nan")):
        with pytest.raises(UsageError, match="share of a pair"):
            SprtRun(Sprt(0, 5)).add(share)
        with pytest.raises(UsageError, match="share of a pair"):
            Sprt(0, 5).llr({share: 1})
    with pytest.raises(UsageError, match="should be a count of pairs"):
        Sprt(0, 5).llr({0.5: -1})
    with pytest.raises(UsageError, match="variance"):
        Sprt(0, 5).expected_pairs(0, variance=0)


def test_the_widest_hypotheses_are_no_trouble() -> None:
    test = Sprt(-2000, 2000)
    assert test.status({1.0: 1}) == "H1" and test.status({0.0: 1}) == "H0"
    assert test.llr({0.0: 7, 0.5: 3, 1.0: 7}) == pytest.approx(0, abs=1e-6)
