"""The analysis of variance, held to the answers of statsmodels and to a textbook."""

from __future__ import annotations

import random
from itertools import product

import numpy as np
import pandas as pd
import pytest
from statsmodels.formula.api import ols
from statsmodels.stats.anova import anova_lm

from mulligan.arena.anova import Line, anova, replication_means
from mulligan.core.errors import UsageError

# The pilot plant of Montgomery, "Design and Analysis of Experiments", chapter 6: filtration rates, A changing fastest.
FILTRATION = [45, 71, 48, 65, 68, 60, 80, 65, 43, 100, 45, 104, 75, 86, 70, 96]
SWITCHES = {name: [run >> bit & 1 for run in range(16)] for bit, name in enumerate("ABCD")}


def by_name(lines: list[Line]) -> dict[str, Line]:
    return {line.name: line for line in lines}


def theirs(response: list[float], factors: dict[str, list[object]], order: int) -> pd.DataFrame:
    """The table of statsmodels: type II, over sum-to-zero contrasts."""
    frame = pd.DataFrame({name: [f"level {level}" for level in column] for name, column in factors.items()})
    frame["y"] = response
    power = "+".join(f"C({name}, Sum)" for name in factors)
    return anova_lm(ols(f"y ~ ({power}) ** {order}", frame).fit(), typ=2)


def assert_same(response: list[float], factors: dict[str, list[object]], order: int) -> None:
    table = theirs(response, factors, order)
    table.index = [name.replace("C(", "").replace(", Sum)", "") for name in table.index]
    lines = by_name(anova(response, factors, order))
    assert set(lines) - {"residual"} == set(table.index) - {"Residual"}
    for name, row in table.iterrows():
        line = lines["residual" if name == "Residual" else str(name)]
        assert line.squares == pytest.approx(row["sum_sq"], rel=1e-8, abs=1e-9)
        assert line.degrees == row["df"]
        if name != "Residual":
            assert line.f == pytest.approx(row["F"], rel=1e-8, abs=1e-9)
            assert line.p == pytest.approx(row["PR(>F)"], rel=1e-7, abs=1e-200)


def test_the_textbook_table() -> None:
    lines = by_name(anova(FILTRATION, SWITCHES))
    squares = {"A": 1870.56, "B": 39.06, "C": 390.06, "D": 855.56, "A:C": 1314.06, "A:D": 1105.56, "A:B:D": 68.06}
    effects = {"A": 21.625, "B": 3.125, "C": 9.875, "D": 14.625, "A:C": -18.125, "A:D": 16.625, "A:B:D": 4.125}
    for name in squares:
        assert lines[name].squares == pytest.approx(squares[name], abs=0.005)
        assert lines[name].effect == pytest.approx(effects[name], abs=1e-9)
    assert sum(line.squares for line in lines.values()) == pytest.approx(np.var(FILTRATION) * 16)
    # One run of each kind leaves no residual, so that there is nothing to compare with.
    assert lines["residual"] == Line("residual", 0.0, 0, None, None, None, None)
    assert all(line.f is None and line.p is None for line in lines.values())


def test_the_textbook_table_without_the_switch_that_does_nothing() -> None:
    """Montgomery leaves out B, and has two runs of each kind: F of A is 83.36, of AC 58.56, of AD 49.27."""
    lines = by_name(anova(FILTRATION, {name: SWITCHES[name] for name in "ACD"}))
    for name, f in {"A": 83.36, "C": 17.38, "D": 38.13, "A:C": 58.56, "A:D": 49.27, "C:D": 0.23, "A:C:D": 0.47}.items():
        assert lines[name].f == pytest.approx(f, abs=0.011)
    assert (lines["residual"].squares, lines["residual"].degrees) == (pytest.approx(179.52, abs=0.05), 8)


def test_lines_come_in_order() -> None:
    names = [line.name for line in anova(FILTRATION, {"D": SWITCHES["D"], "A": SWITCHES["A"], "B": SWITCHES["B"]})]
    assert names == ["D", "A", "B", "D:A", "D:B", "A:B", "D:A:B", "residual"]


def test_balanced_is_statsmodels() -> None:
    chance = random.Random(1)
    cells = list(product(["off", "on"], [1, 2, 3], [False, True])) * 5
    factors = {name: [cell[i] for cell in cells] for i, name in enumerate("XYZ")}
    response = [chance.gauss(i % 4, 1) + 1000 for i in range(len(cells))]
    for order in (1, 2, 3):
        assert_same(response, factors, order)


@pytest.mark.parametrize("seed", range(4))
def test_unbalanced_is_statsmodels(seed: int) -> None:
    chance = random.Random(seed)
    cells = list(product("ab", "xyz", [0, 1]))
    cells += chance.choices(cells, weights=[chance.random() ** 2 for _ in cells], k=60)
    factors = {name: [cell[i] for cell in cells] for i, name in enumerate("XYZ")}
    response = [chance.gauss((a == "b") - 2 * (x == "z") * c, 1) for a, x, c in cells]
    for order in (1, 2, 3):
        assert_same(response, factors, order)


def test_one_factor_is_the_t_test() -> None:
    from scipy import stats

    chance = np.random.default_rng(2)
    on, off = chance.normal(1, 1, 12), chance.normal(0, 1, 30)
    line = by_name(anova([*off, *on], {"X": ["off"] * 30 + ["on"] * 12}))["X"]
    test = stats.ttest_ind(on, off)
    assert line.f == pytest.approx(test.statistic**2) and line.p == pytest.approx(test.pvalue)
    assert line.effect == pytest.approx(on.mean() - off.mean())


def test_effects_count_every_combination_alike() -> None:
    """Cells with many runs weigh no more in an effect than cells with few."""
    means = {(0, 0): 1.0, (0, 1): 2.0, (1, 0): 5.0, (1, 1): 10.0}
    cells = [cell for cell, runs in zip(means, (1, 2, 30, 7)) for _ in range(runs)]
    lines = by_name(anova([means[cell] for cell in cells], {"A": [a for a, _ in cells], "B": [b for _, b in cells]}))
    assert lines["A"].effect == pytest.approx((5 + 10 - 1 - 2) / 2)
    assert lines["B"].effect == pytest.approx((2 + 10 - 1 - 5) / 2)
    assert lines["A:B"].effect == pytest.approx(((10 - 5) - (2 - 1)) / 2)


@pytest.mark.parametrize(
    ("less", "more"), [("off", "on"), (False, True), (0, 1), (1.5, 20), (None, "uct"), ("a", "b"), (None, -3), (3, "x")]
)
def test_the_greater_level_counts(less: object, more: object) -> None:
    for factor in ([less, more, less, more], [more, less, more, less]):
        response = [10.0 if level is more else 4.0 for level in factor]
        assert by_name(anova(response, {"X": factor}))["X"].effect == pytest.approx(6)  # type: ignore[dict-item]


def test_effects_of_three_levels_are_not_told() -> None:
    lines = by_name(anova([1, 2, 4, 3, 5, 9.0], {"A": [1, 2, 3, 1, 2, 3], "B": [0, 0, 0, 1, 1, 1]}))
    assert lines["A"].effect is None and lines["A:B"].effect is None
    assert lines["B"].effect == pytest.approx(17 / 3 - 7 / 3)


def test_missing_combinations_cost_degrees_and_effects() -> None:
    """Without a run with both on, no interaction can be told, and the rest is as if none had been asked for."""
    factors = {"A": [0, 1, 0] * 4, "B": [0, 0, 1] * 4}
    chance = random.Random(3)
    response = [chance.random() for _ in range(12)]
    lines, plain = by_name(anova(response, factors)), by_name(anova(response, factors, 1))
    assert lines["A:B"] == Line("A:B", pytest.approx(0, abs=1e-12), 0, None, None, None, None)
    for name in ("A", "B", "residual"):
        assert lines[name].squares == pytest.approx(plain[name].squares)
        assert lines[name].degrees == plain[name].degrees
    # The sum-to-zero coding does not tell the effects without the missing cell; a model without interaction does.
    assert lines["A"].effect is None
    assert plain["A"].effect == pytest.approx(np.mean(response[1::3]) - np.mean(response[0::3]))


def test_many_missing_combinations_are_still_least_squares() -> None:
    """Sums of squares and degrees are differences of models, however a model says the same thing twice."""
    chance = random.Random(8)
    cells = chance.choices(chance.sample(list(product(range(3), range(3), range(2))), 11), k=50)
    response = np.array([chance.gauss(0, 1) + x * y - z for x, y, z in cells])
    columns = {name: [cell[i] for cell in cells] for i, name in enumerate("XYZ")}

    def fit(terms: list[set[str]]) -> tuple[float, int]:
        """What is left over, and the rank: one indicator for each combination of levels of each term."""
        parts = [np.ones((50, 1))]
        for term in terms:
            labels = [str(row) for row in zip(*(columns[name] for name in sorted(term)))]
            parts.append(np.array([[label == level for level in sorted(set(labels))] for label in labels], float))
        design = np.hstack(parts)
        solution, _, rank, _ = np.linalg.lstsq(design, response, rcond=1e-10)
        return float(((response - design @ solution) ** 2).sum()), int(rank)

    terms = [set(name) for name in ("X", "Y", "Z", "XY", "XZ", "YZ", "XYZ")]
    lines = by_name(anova(response.tolist(), columns))
    for term in terms:
        others = [other for other in terms if not term <= other]
        (without, less), (with_it, more) = fit(others), fit([*others, term])
        line = lines[":".join(sorted(term))]
        assert (line.squares, line.degrees) == (pytest.approx(without - with_it, abs=1e-9), more - less)
    assert lines["X:Y:Z"].degrees < 4
    assert (lines["residual"].squares, lines["residual"].degrees) == (pytest.approx(fit(terms)[0]), 50 - fit(terms)[1])


def test_a_model_that_explains_everything_has_no_f() -> None:
    factors = {"A": [0, 1] * 6, "B": [0, 0, 1, 1] * 3}
    lines = by_name(anova([0.1 + 0.7 * a for a in factors["A"]], factors))
    assert lines["residual"].squares == 0 and lines["A"].f is None and lines["A"].effect == pytest.approx(0.7)
    assert all(line.squares == 0 for line in anova([0.3] * 12, factors))


def test_rows_and_levels_may_come_in_any_order() -> None:
    chance = random.Random(5)
    rows = [(chance.random(), chance.choice("ab"), chance.choice([1, 2, 3])) for _ in range(40)]
    first = anova([row[0] for row in rows], {"A": [row[1] for row in rows], "B": [row[2] for row in rows]})
    chance.shuffle(rows)
    again = anova([row[0] for row in rows], {"A": [row[1] for row in rows], "B": [row[2] for row in rows]})
    for one, other in zip(first, again):
        assert (one.name, one.degrees) == (other.name, other.degrees)
        assert one.squares == pytest.approx(other.squares, rel=1e-9, abs=1e-12)


def test_noise_is_called_significant_as_often_as_it_should_be() -> None:
    """Of 15 terms of 200 experiments with noise alone, 5 % have p below 0.05; terms of one experiment share their
    residual, which has many degrees of freedom, so that 3,000 trials are nearly independent: 4 deviations."""
    chance = np.random.default_rng(6)
    factors = {name: column * 4 for name, column in SWITCHES.items()}
    found = [
        line.p for _ in range(200) for line in anova(chance.normal(size=64).tolist(), factors) if line.p is not None
    ]
    share = np.mean([p < 0.05 for p in found])
    assert len(found) == 3_000 and share == pytest.approx(0.05, abs=4 * np.sqrt(0.05 * 0.95 / 3_000))


def test_there_may_be_very_many_games() -> None:
    chance = np.random.default_rng(7)
    factors = {name: [bool(level) for level in column] * 10_000 for name, column in SWITCHES.items()}
    wins = (chance.random(160_000) < 0.5 + 0.02 * np.array(factors["A"])).astype(float)
    lines = by_name(anova(wins.tolist(), factors))
    assert lines["residual"].degrees == 160_000 - 16
    mask = np.array(factors["A"])
    assert lines["A"].effect == pytest.approx(wins[mask].mean() - wins[~mask].mean())


def test_replications_are_means_of_games() -> None:
    games = [1, 0, 0.5, 1, 1, 1]
    assert replication_means(games, 3) == [0.5, 1.0] and replication_means(games, 1) == games
    assert replication_means([], 5) == []
    for size in (0, -1, 4):
        with pytest.raises(UsageError, match=f"size: {size} should be a number of games that divides the 6"):
            replication_means(games, size)


@pytest.mark.parametrize(
    ("response", "factors", "order", "message"),
    [
        ([], {"A": []}, None, "at least one value"),
        ([1, float("nan")], {"A": [0, 1]}, None, "finite"),
        ([1, 2], {}, None, "factors: none given"),
        ([1, 2], {"A": [0, 1, 0]}, None, "'A': 3 levels for 2 values"),
        ([1, 2], {"A": ["on", "on"]}, None, "'A': it has one level only, 'on'"),
        ([1, 2], {"A:B": [0, 1]}, None, "no colon"),
        ([1, 2], {"residual": [0, 1]}, None, "'residual' is taken"),
        ([1, 2], {"A": [0, 1]}, 0, "order: 0 should be a number of factors, from 1 to 1"),
        ([1, 2], {"A": [0, 1]}, 2, "order: 2"),
        (list(range(5000)), {"A": list(range(5000))}, None, "5000 combinations of levels"),
    ],
)
def test_errors_say_what_would_be_right(
    response: list[float], factors: dict[str, list[object]], order: int | None, message: str
) -> None:
    with pytest.raises(UsageError, match=message):
        anova(response, factors, order)  # type: ignore[arg-type]
