"""Ratings: against choix, against what the theory says, and by simulation."""

from __future__ import annotations

import json
import random
from itertools import combinations
from math import inf, isclose, isnan, log, sqrt

import choix
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import optimize, stats

from mulligan.arena.ratings import ELO, PRIOR, Ratings, ratings
from mulligan.arena.statistics import Z95, elo, expected_rate
from mulligan.core.errors import UsageError

Results = dict[tuple[str, str], tuple[float, int]]


def names(n: int) -> list[str]:
    return [f"p{i}" for i in range(n)]


def played(strengths: list[float], games: int, chance: np.random.Generator, share: float = 1.0) -> Results:
    """A tournament where a share of all pairs of players meet."""
    results: Results = {}
    for i, j in combinations(range(len(strengths)), 2):
        if j == i + 1 or chance.random() < share:
            wins = chance.binomial(games, expected_rate(strengths[i] - strengths[j]))
            results[f"p{i}", f"p{j}"] = float(wins), games
    return results


def theirs(n: int, results: Results) -> list[float]:
    """The ratings of choix, from a list of wins."""
    numbers = {name: i for i, name in enumerate(names(n))}
    wins = []
    for (a, b), (points, games) in results.items():
        wins += [(numbers[a], numbers[b])] * int(points) + [(numbers[b], numbers[a])] * int(games - points)
    strengths = choix.ilsr_pairwise(n, wins, tol=1e-12)
    again = choix.opt_pairwise(n, wins, tol=1e-12)  # a general minimiser, which stops earlier
    assert strengths - strengths.mean() == pytest.approx(again - again.mean(), abs=1e-5)
    return [float(ELO * strength) for strength in strengths - strengths.mean()]


@pytest.mark.parametrize(("n", "games", "share"), [(2, 30, 1), (3, 10, 1), (6, 25, 0.5), (12, 10, 0.3), (50, 6, 0.3)])
def test_without_a_prior_they_are_those_of_choix(n: int, games: int, share: float) -> None:
    chance = np.random.default_rng(n)
    results = played(chance.normal(0, 120, n).tolist(), games, chance, share)
    ours = ratings(names(n), results, prior=0)
    assert [line.elo for line in ours] == pytest.approx(theirs(n, results), abs=1e-4)
    assert isclose(sum(line.elo for line in ours), 0, abs_tol=1e-8)


def test_two_players_are_as_the_rate_says() -> None:
    ours = ratings(["a", "b"], {("a", "b"): (75, 100)}, prior=0)
    middle, low, high = ours.difference("a", "b")
    error = ELO / sqrt(100 * 0.75 * 0.25)
    assert middle == pytest.approx(elo(0.75)) and (low, high) == pytest.approx(
        (middle - Z95 * error, middle + Z95 * error)
    )
    assert ours["a"].elo == pytest.approx(middle / 2) and ours["a"].error == pytest.approx(error / 2)
    assert ours.los("a", "b") == pytest.approx(stats.norm.cdf(middle / error)) == pytest.approx(1 - ours.los("b", "a"))
    assert ours.expected("a", "b") == pytest.approx(0.75)
    assert (ours["b"].points, ours["b"].games, ours["b"].rate) == (25, 100, 0.25)


def test_the_prior_is_a_drawn_game_against_somebody_in_the_middle() -> None:
    """Such a player, put into the table with a rating held at the centre, is found by a general minimiser."""
    results: Results = {("p0", "p1"): (10, 10), ("p1", "p2"): (3.5, 6), ("p0", "p2"): (2, 2)}
    prior = 1.5

    def loss(x: np.ndarray) -> float:
        total = prior / 2 * (np.logaddexp(0, x) + np.logaddexp(0, -x)).sum()
        for (a, b), (points, games) in results.items():
            gap = x[int(a[1])] - x[int(b[1])]
            total += points * np.logaddexp(0, -gap) + (games - points) * np.logaddexp(0, gap)
        return float(total)

    found = optimize.minimize(loss, np.zeros(3), tol=1e-12)
    ours = ratings(names(3), results, prior)
    assert [line.elo for line in ours] == pytest.approx(ELO * (found.x - found.x.mean()), abs=0.01)
    # The covariance is the inverse of the curvature, seen from the mean.
    step, curve = 1e-3, np.zeros((3, 3))
    for i in range(3):
        for j in range(3):
            e, f = np.eye(3)[i] * step, np.eye(3)[j] * step
            corners = loss(found.x + e + f) - loss(found.x + e - f) - loss(found.x - e + f) + loss(found.x - e - f)
            curve[i, j] = corners / (4 * step * step)
    centre = np.eye(3) - 1 / 3
    assert ours.covariance == pytest.approx(ELO**2 * centre @ np.linalg.inv(curve) @ centre, rel=1e-3)


def test_a_small_prior_hardly_matters_and_a_great_one_draws_together() -> None:
    results = played([200, 0, -100, -100], 200, np.random.default_rng(1))
    plain, usual, strong = (ratings(names(4), results, prior) for prior in (0, PRIOR, 1000))
    for a, b, c in zip(plain, usual, strong):
        assert abs(a.elo - b.elo) < 2 and abs(c.elo) < 0.6 * abs(a.elo) + 1


def test_whoever_won_everything_is_rated() -> None:
    ours = ratings(["a", "b", "c"], {("a", "b"): (9, 9), ("b", "c"): (5, 9), ("a", "c"): (9, 9)})
    assert 200 < ours["a"].elo < 800 and ours["a"].error > 100
    assert ours.los("a", "b") > 0.95
    assert [line.player for line in ours.ranked] == ["a", "b", "c"]


def test_without_a_prior_they_are_infinitely_strong_or_weak() -> None:
    """One lost no point, one took none; the rest are rated among themselves."""
    middle = {("b", "c"): (5, 9), ("c", "d"): (4.5, 9), ("b", "d"): (3, 9)}
    results: Results = {**middle, ("a", "b"): (9, 9), ("d", "e"): (1, 1)}
    ours = ratings(["a", "b", "c", "d", "e"], results, prior=0)
    rest = ratings(["b", "c", "d"], middle, prior=0)
    assert ours["a"].elo == inf and ours["e"].elo == -inf and isnan(ours["a"].error)
    assert [ours[name].elo for name in "bcd"] == pytest.approx([rest[name].elo for name in "bcd"])
    assert (ours.los("a", "e"), ours.los("e", "b"), ours.los("b", "c")) == (1, 0, pytest.approx(rest.los("b", "c")))
    assert ours["a"].interval == (-inf, inf) and ours.difference("a", "c") == (inf, -inf, inf)
    assert ours.expected("a", "c") == 1 and ours.difference("e", "a")[0] == -inf
    order = [line.player for line in ours.ranked]
    assert (order[0], order[-1]) == ("a", "e") and order[1:-1] == [line.player for line in rest.ranked]
    plain = json.loads(json.dumps(ours.to_dict(), allow_nan=False))
    assert plain["players"][0]["elo"] is None and plain["covariance"][0][0] is None and plain["prior"] == 0


def test_without_a_prior_some_cannot_be_compared() -> None:
    """b and c both lost to a and to nobody else, so that nothing says which of them is stronger."""
    ours = ratings(["a", "b", "c"], {("a", "b"): (4, 4), ("a", "c"): (4, 4)}, prior=0)
    assert [line.elo for line in ours] == [inf, -inf, -inf]
    assert ours.los("b", "c") == 0.5 and isnan(ours.difference("b", "c")[0]) and isnan(ours.expected("b", "c"))
    chain = ratings(["a", "b", "c"], {("a", "b"): (4, 4), ("b", "c"): (4, 4)}, prior=0)
    assert chain["a"].elo == inf and isnan(chain["b"].elo) and chain["c"].elo == -inf
    assert chain.los("a", "c") == 1 and [line.player for line in chain.ranked] == ["a", "b", "c"]


def test_groups_that_never_met_are_refused_without_a_prior_and_rated_with_one() -> None:
    results: Results = {("a", "c"): (3, 5), ("b", "d"): (1, 5)}
    with pytest.raises(UsageError, match=r"3 groups that never met: a, c; b, d; e\. .*prior above 0"):
        ratings(["a", "b", "c", "d", "e"], results, prior=0)
    ours = ratings(["a", "b", "c", "d", "e"], results)
    assert ours["d"].elo > ours["a"].elo > 0 > ours["c"].elo > ours["b"].elo and ours["e"].rate is None
    assert ours["e"].error > ours["d"].error


def test_one_player_alone() -> None:
    for prior in (0, 0.5):
        ours = ratings(["a"], {}, prior)
        assert (ours["a"].elo, ours["a"].error) == (0, 0)


def test_games_in_both_orders_are_added_up() -> None:
    both = ratings(["a", "b"], {("a", "b"): (6, 10), ("b", "a"): (2.5, 5)})
    once = ratings(["a", "b"], {("a", "b"): (8.5, 15)})
    assert both == once and both.covariance == pytest.approx(once.covariance)


@settings(deadline=None, derandomize=True)
@given(st.randoms(use_true_random=False), st.integers(2, 7), st.sampled_from([0.1, 0.5, 3.0]))
def test_the_order_of_players_and_of_results_does_not_matter(chance: random.Random, n: int, prior: float) -> None:
    players = names(n)
    results: Results = {}
    for a, b in combinations(players, 2):
        games = chance.randrange(8)
        results[a, b] = chance.randint(0, 2 * games) / 2, games
    first = ratings(players, results, prior)
    turned = [((b, a), (games - points, games)) for (a, b), (points, games) in results.items()]
    chance.shuffle(turned)
    second = ratings(chance.sample(players, n), dict(turned), prior)
    for a in players:
        assert first[a].elo == pytest.approx(second[a].elo, abs=1e-6)
        assert first[a].error == pytest.approx(second[a].error, abs=1e-6)
        for b in players:
            assert first.los(a, b) == pytest.approx(second.los(a, b), abs=1e-8)
            assert first.los(a, b) == pytest.approx(1 - first.los(b, a), abs=1e-12)
    assert sum(line.elo for line in first) == pytest.approx(0, abs=1e-6)


def test_scores_are_as_expected_at_the_maximum() -> None:
    chance = np.random.default_rng(3)
    results = played(chance.normal(0, 200, 8).tolist(), 40, chance)
    ours = ratings(names(8), results, prior=0)
    for line in ours:
        expected = sum(
            games * ours.expected(line.player, b if line.player == a else a)
            for (a, b), (_, games) in results.items()
            if line.player in (a, b)
        )
        assert line.points == pytest.approx(expected, abs=1e-7)


def coverage(pairs_of: str) -> int:
    """In how many of 1,000 tournaments an interval holds the truth."""
    chance, truth, hits = np.random.default_rng(11), [150.0, 40.0, -60.0, -130.0], 0
    for _ in range(1_000):
        ours = ratings(names(4), played(truth, 60, chance))
        if pairs_of == "mean":
            low, high = ours["p0"].interval
            hits += low <= truth[0] <= high
        else:
            _, low, high = ours.difference("p1", "p3")
            hits += low <= truth[1] - truth[3] <= high
    return hits


@pytest.mark.parametrize("which", ["mean", "difference"])
def test_intervals_hold_the_truth(which: str) -> None:
    """Of 1,000 intervals that hold the truth with a probability between 94.5 and 95.5 %, fewer than 920 or more than
    975 do once in a thousand cases at most; half as wide intervals would do it about 673 times."""
    assert stats.binom.ppf(0.0005, 1_000, 0.945) <= coverage(which) <= stats.binom.ppf(0.9995, 1_000, 0.955)


def test_superiority_is_calibrated() -> None:
    """Where two players are equal, the likelihood of superiority is about uniform: a Kolmogorov test at 1 in 1,000."""
    chance = np.random.default_rng(12)
    values = [ratings(names(3), played([0, 0, 100], 400, chance)).los("p0", "p1") for _ in range(400)]
    assert stats.kstest(values, "uniform").pvalue > 0.001


def test_a_field_of_fifty_is_quick_and_far_apart_is_no_trouble() -> None:
    chance = np.random.default_rng(4)
    ours = ratings(names(50), played(np.linspace(2000, -2000, 50).tolist(), 100, chance))
    assert all(low < high for low, high in (line.interval for line in ours))
    found = [line.elo for line in ours]
    assert stats.spearmanr(found, np.linspace(2000, -2000, 50)).statistic > 0.99
    assert np.isfinite(ours.covariance).all() and np.linalg.eigvalsh(ours.covariance).min() > -1e-6
    assert ours.covariance.sum() == pytest.approx(0, abs=1e-5)


def test_one_point_in_a_million_is_found() -> None:
    ours = ratings(["a", "b"], {("a", "b"): (999_999, 1_000_000)}, prior=0)
    assert ours.difference("a", "b")[0] == pytest.approx(400 * log(999_999) / log(10), abs=1e-4)


@pytest.mark.parametrize(
    ("players", "results", "prior", "message"),
    [
        ([], {}, 0.5, "players: none given"),
        (["a", "b", "a"], {}, 0.5, "'a' is named twice"),
        (["anna", "bob"], {("anna", "bop"): (1, 2)}, 0.5, "unknown player 'bop': did you mean 'bob'"),
        (["a", "b"], {("a", "a"): (1, 2)}, 0.5, "'a' plays against itself"),
        (["a", "b"], {("a", "b"): (3, 2)}, 0.5, "results of 'a' against 'b': 3 points in 2 games"),
        (["a", "b"], {("a", "b"): (-1, 2)}, 0.5, "-1 points in 2 games"),
        (["a", "b"], {("a", "b"): (0, -2)}, 0.5, "0 points in -2 games"),
        (["a", "b"], {("a", "b"): (1, 2)}, -1, "prior: -1 should be a number of virtual games, 0 or more"),
        (["a", "b"], {("a", "b"): (1, 2)}, inf, "prior: inf"),
    ],
)
def test_errors_say_what_would_be_right(players: list[str], results: Results, prior: float, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        ratings(players, results, prior)


def test_players_are_found_by_name() -> None:
    ours = ratings(["ann", "bob"], {("ann", "bob"): (1, 2)})
    assert isinstance(ours, Ratings) and len(ours) == 2 and ours["bob"].player == "bob"
    assert ours.difference("ann", "ann") == (0, 0, 0) and ours.los("ann", "ann") == 0.5
    with pytest.raises(UsageError, match="unknown player 'bo': did you mean 'bob'"):
        ours.los("ann", "bo")
