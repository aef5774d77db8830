"""From stored games to verdicts: the numbers of a report are those of the store, and each verdict is earned."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mulligan.arena.anova import anova
from mulligan.arena.contest import GameRow
from mulligan.arena.experiment import Experiment, parse_experiment
from mulligan.arena.rate import Rate
from mulligan.arena.statistics import difference, pair_interval, wilson
from mulligan.arena.store import Store
from mulligan.papers.build import find_files, section
from mulligan.papers.findings import Section
from mulligan.papers.verdict import Mean, judge_claim, judge_rate, judge_time, mean_rate, number, worst

FACTORIAL = """
title = "Factorial"
game = "nim"
games = 8
margin = 5

[design]
kind = "factorial"
player = "uct:sims=10,{parts}"
against = "uniform"
parts = ["c=1", "fpu=0.5"]
join = ","
none = "threads=1"

[anova]
replication = 2

[paper]
games = 100

[paper.values]
"c=1" = 50
"threads=1" = 90

[[controls]]
kind = "random"
against = "uniform"
"""
CROSS = """
title = "Cross"
game = "nim"
games = 8
design = { kind = "round_robin", players = ["uct:sims=10", "uct:sims=20", "uniform"] }

[[claims]]
text = "all beat uniform"
left = ["uct:sims=10 v uniform", "uct:sims=20 v uniform"]
right = 50

[[claims]]
text = "uniform is the weakest"
left = { player = "uct:sims=20" }
right = { player = "uniform" }
"""


def row(pair: int, seat: int, score: float, cpu: float = 0.25, decisions: int = 5) -> GameRow:
    return GameRow(pair, seat, 1, pair, score, 10, decisions, 5, cpu, 0.0, 100, 0, cpu)


def fill(store: Store, experiment: Experiment, scores: dict[str, list[float]]) -> None:
    run = store.run("by hand")
    for cell in experiment.cells:
        number = store.contest(cell.contest)
        rows = [row(i // 2, i % 2, score) for i, score in enumerate(scores.get(cell.label, []))]
        store.add(number, rows, run)


def made(tmp_path: Path, text: str, scores: dict[str, list[float]]) -> Section:
    experiment = parse_experiment(text, "made")
    with Store(tmp_path / "made.sqlite") as store:
        fill(store, experiment, scores)
        return section(experiment, store, "mulligan run made.toml")


def test_rows_have_the_numbers_of_the_store(tmp_path: Path) -> None:
    found = made(tmp_path, FACTORIAL, {"c=1": [1, 0, 1, 0.5], "threads=1": [0.0] * 400})
    by_label = {one.label: one for one in found.rows}
    own = by_label["c=1"]
    assert own.ours is not None and own.ours.value == 2.5 / 4
    assert (own.ours.low, own.ours.high) == wilson(2.5, 4)
    assert (own.wins, own.draws, own.losses, own.pairs, own.turns) == (2, 1, 1, 2, 10)
    assert own.seconds == 1.0 and own.seconds_per_decision == 0.25 * 4 / 20
    assert own.verdict == "underpowered" and own.paper is not None and own.paper.value == 0.5
    assert by_label["threads=1"].verdict == "differs"
    assert by_label["fpu=0.5"].verdict == "not played" and by_label["fpu=0.5"].ours is None
    assert by_label["c=1+fpu=0.5"].paper is None
    assert by_label["control: random"].control == "random"
    assert own.command == "mulligan run made.toml --cell c=1"


def test_a_rate_may_count_the_points_of_the_first_seat(tmp_path: Path) -> None:
    scores = {"c=1": [1, 0, 1, 0.5], "threads=1": [1, 1, 0, 0]}
    found = {row.label: row for row in made(tmp_path, 'points = "seat"\n' + FACTORIAL, scores).rows}
    seats = found["c=1"].ours, found["threads=1"].ours
    assert seats[0] is not None and seats[0].value == (1 + 1 + 1 + 0.5) / 4
    assert seats[1] is not None and seats[1].value == 0.5


def test_effects_are_those_of_the_replications_that_all_cells_have(tmp_path: Path) -> None:
    scores = {
        "c=1+fpu=0.5": [1, 1, 1, 1, 1, 1, 1, 0, 1, 1],
        "c=1": [1, 1, 0, 1, 1, 1, 1, 1],
        "fpu=0.5": [0, 0, 0, 1, 0, 0, 0, 0],
        "threads=1": [0, 0, 1, 0, 0, 1, 0, 0, 1, 1, 1, 1],
    }
    found = made(tmp_path, FACTORIAL, scores)
    rates = {label: [sum(own[i : i + 4]) / 4 * 100 for i in (0, 4)] for label, own in scores.items()}
    response = [rate for own in rates.values() for rate in own]
    expected = anova(response, {"c=1": [1, 1, 1, 1, 0, 0, 0, 0], "fpu=0.5": [1, 1, 0, 0, 1, 1, 0, 0]})
    assert [effect.name for effect in found.effects] == ["c=1", "fpu=0.5", "c=1:fpu=0.5"]
    for effect, line in zip(found.effects, expected, strict=False):
        assert effect.points == pytest.approx(line.effect) and effect.p == pytest.approx(line.p)


def test_one_replication_is_not_enough_for_effects(tmp_path: Path) -> None:
    labels = ("c=1+fpu=0.5", "c=1", "fpu=0.5", "threads=1")
    assert made(tmp_path, FACTORIAL, {label: [1, 0, 1, 0, 1] for label in labels}).effects == ()


def test_claims_about_cells_and_about_means_over_a_cross_table(tmp_path: Path) -> None:
    scores = {"uct:sims=10 v uct:sims=20": [0.5] * 40, "uct:sims=10 v uniform": [1, 1, 1, 1, 0] * 20}
    scores["uct:sims=20 v uniform"] = [1.0] * 100
    beat, weakest = made(tmp_path, CROSS, scores).claims
    assert beat.verdict == "reproduced" and beat.evidence.count("\n") == 1
    # uct:sims=20: half of its points against the other, all against uniform; uniform has a fifth and none.
    assert weakest.verdict == "reproduced" and weakest.evidence.startswith("75.0 against 10.0: +65.0")


def test_a_claim_without_games_is_not_played(tmp_path: Path) -> None:
    beat, _ = made(tmp_path, CROSS, {"uct:sims=10 v uniform": [1.0] * 50}).claims
    assert beat.verdict == "not played"


def test_times_are_compared_as_multiples_of_the_base(tmp_path: Path) -> None:
    text = """
    title = "Times"
    game = "nim"
    games = 4
    measure = "seconds per game"
    base = "fast"
    [design]
    kind = "grid"
    player = "uct:sims={sims}"
    against = "uniform"
    factors = { budget = [
        { label = "fast", sims = 10 }, { label = "twice", sims = 20 }, { label = "same", sims = 30 } ] }
    [paper.values]
    fast = 1.0
    twice = 2.2
    same = 9.0
    """
    experiment = parse_experiment(text, "times")
    with Store(tmp_path / "times.sqlite") as store:
        run = store.run("by hand")
        for cell, cpu in zip(experiment.cells, (0.1, 0.2, 0.1), strict=True):
            rows = [row(i // 2, i % 2, 1.0, cpu) for i in range(4)]
            store.add(store.contest(cell.contest), rows, run)
        found = section(experiment, store, "mulligan run times.toml")
    assert [one.verdict for one in found.rows] == ["no figure", "reproduced", "differs"]
    assert found.rows[1].ours is not None and found.rows[1].ours.value == pytest.approx(0.2)
    assert found.rows[0].base


def test_findings_say_where_they_come_from(tmp_path: Path) -> None:
    experiment = parse_experiment(CROSS, "cross", "cross.toml")
    with Store(tmp_path / "cross.sqlite") as store:
        fill(store, experiment, {"uct:sims=10 v uniform": [1.0, 0.0]})
        found = find_files([experiment], store)
    assert found.provenance["games"] == "2" and found.provenance["game"] == "nim/1"
    assert found.commands[0] == f"mulligan run cross.toml --store {tmp_path / 'cross.sqlite'}"
    assert found.to_dict()["sections"][0]["title"] == "Cross"


# --- verdicts ---------------------------------------------------------------------------------------------------------


def rate(points: int, games: int) -> Rate:
    """Of games on deals of their own."""
    return Rate({0.0: games - points, 1.0: points}, seats=1)


def test_where_the_deal_decides_the_interval_over_pairs_is_narrower() -> None:
    dealt, lone = Rate({0.0: 5, 0.5: 190, 1.0: 5}, seats=2), Rate({0.0: 100, 1.0: 100}, seats=2)
    for found in (dealt, lone):
        low, high = pair_interval(found.shares)
        assert found.value == 0.5 and found.interval() == pytest.approx((low, high), abs=0.005)
    own, by_games = dealt.interval(), wilson(200, 400)
    assert own[1] - own[0] < 0.35 * (by_games[1] - by_games[0])
    assert lone.interval()[1] - lone.interval()[0] > 1.3 * (by_games[1] - by_games[0]), "two games that are one"
    assert Rate({0.5: 10, 1.0: 2}, seats=2).interval() == wilson(14, 24), "a few pairs say little about their variance"
    assert Rate({0.5: 100}, seats=2).interval() == wilson(100, 200), "nor do pairs that are all alike"
    assert dealt.other().value == 0.5 and Rate({0.0: 3, 1.0: 1}, seats=2).other().value == 0.75


@pytest.mark.parametrize("kinds", [(0.3, 0.4, 0.3), (0.05, 0.9, 0.05), (0.02, 0.96, 0.02), (0.25, 0.5, 0.25)])
def test_intervals_over_pairs_hold_the_truth_as_often_as_they_say(kinds: tuple[float, float, float]) -> None:
    rng, missed, runs = np.random.default_rng(1), 0, 2000
    for counts in rng.multinomial(60, kinds, size=runs):
        low, high = Rate(dict(zip((0.0, 0.5, 1.0), counts.tolist(), strict=True)), seats=2).interval()
        missed += not low <= 0.5 <= high
    # At 5 % some 100 of 2,000 miss, and more than 140 once in 20,000 times.
    assert missed <= 140


@given(st.integers(1, 3000), st.floats(0, 1), st.floats(0, 1), st.sampled_from([10, 100, 10_000]))
def test_a_verdict_is_earned(games: int, share: float, paper: float, paper_games: int) -> None:
    points = round(share * games)
    verdict = judge_rate(rate(points, games), paper, paper_games, 0.05)
    low, high = difference(points, games, paper * paper_games, paper_games)
    half = (wilson(points, games)[1] - wilson(points, games)[0]) / 2
    if verdict == "differs":
        assert low > 0 or high < 0, "what differs at 99 % differs at 95 %"
    elif verdict == "reproduced":
        assert half <= 0.05
    else:
        assert verdict == "underpowered" and half > 0.05


def test_more_games_never_leave_it_underpowered() -> None:
    assert judge_rate(rate(5_000, 10_000), 0.5, 100, 0.05) == "reproduced"
    assert judge_rate(rate(5_000, 10_000), 0.9, 100, 0.05) == "differs"
    assert judge_rate(Rate({}, 2), 0.5, 100, 0.05) == "not played"
    assert judge_rate(rate(500, 1000), 0.5, None, 0.05) == "reproduced"


@given(st.floats(0.01, 100), st.floats(0.01, 100))
def test_ratios_of_times_may_differ_by_half(a: float, b: float) -> None:
    far = max(a / b, b / a)
    if abs(far - 1.5) > 1e-9:
        assert judge_time(a, b) == ("reproduced" if far < 1.5 else "differs")


@given(st.lists(st.tuples(st.integers(0, 50), st.integers(50, 200)), min_size=1, max_size=6))
def test_the_mean_of_rates_is_as_sure_as_they_are_together(cells: list[tuple[int, int]]) -> None:
    found = mean_rate([rate(points, games) for points, games in cells])
    assert found.value == pytest.approx(sum(points / games for points, games in cells) / len(cells))
    assert -1e-12 <= found.low <= found.value <= found.high <= 1 + 1e-12
    bounds = [wilson(points, games) for points, games in cells]
    assert found.high - found.low <= max(high - low for low, high in bounds) + 1e-12, "not wider than the widest"
    if len(cells) == 1:
        assert (found.low, found.high) == pytest.approx(bounds[0])


@given(st.integers(0, 60), st.integers(0, 40))
def test_the_interval_of_a_claim_about_two_cells_is_newcombes(a: int, b: int) -> None:
    _, evidence = judge_claim(mean_rate([rate(a, 60)]), mean_rate([rate(b, 40)]), "greater", 0.0)
    low, high = difference(a, 60, b, 40)
    shown = [float(part) for part in evidence.partition("[")[2].rstrip("]").split(",")]
    assert shown == pytest.approx([100 * low, 100 * high], abs=0.0501)


def test_claims_of_every_kind() -> None:
    def near(value: float, half: float = 0.002) -> Mean:
        return Mean(value, value - half, value + half)

    half = number(0.5)
    assert judge_claim(near(0.60), half, "greater", 0.0)[0] == "reproduced"
    assert judge_claim(near(0.40), half, "greater", 0.0)[0] == "differs"
    assert judge_claim(near(0.52, 0.06), half, "greater", 0.0)[0] == "underpowered"
    assert judge_claim(near(0.55), half, "greater", 0.1)[0] == "differs", "greater, but not by so much"
    assert judge_claim(near(0.51), half, "about", 0.05)[0] == "reproduced"
    assert judge_claim(near(0.60), half, "about", 0.05)[0] == "differs"
    assert judge_claim(near(0.51, 0.2), half, "about", 0.05)[0] == "underpowered"
    assert worst(["reproduced", "differs", "underpowered"]) == "differs"
