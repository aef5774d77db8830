"""From stored games to verdicts: the numbers of a report are those of the store, and each verdict is earned."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from mulligan.arena.anova import anova
from mulligan.arena.contest import GameRow
from mulligan.arena.experiment import Experiment, parse_experiment
from mulligan.arena.rate import Rate
from mulligan.arena.statistics import pair_interval, wilson
from mulligan.arena.store import Store
from mulligan.papers.build import find_files, section
from mulligan.papers.findings import Figure, Section
from mulligan.papers.joint import joint
from mulligan.papers.sheets import cost_sheet, main_sheet, note_sheet, section_lines

from ..helpers.report_help import plain

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


TWICE = """
title = "Twice"
game = "nim"
games = 8

[design]
kind = "grid"
player = "uct:sims={sims}"
against = "uniform"
factors = { row = [
    { label = "first", sims = 10 },
    { label = "again", sims = 10 },
    { label = "more", sims = 20 },
    { label = "most", sims = 30 },
] }

[paper.values]
first = { value = 64, games = 50 }
again = { value = 48.6, games = 500 }
more = { value = 60, games = 100 }
most = { value = 70, games = 100 }

[original]
about = "run by somebody"
games = 200
values = { again = 55, more = 65, first = 45 }
"""


def fill(store: Store, experiment: Experiment, scores: dict[str, list[float]], cpu: float = 0.25) -> None:
    run = store.run("by hand")
    for cell in experiment.cells:
        number = store.contest(cell.contest)
        rows = [row(i // 2, i % 2, score, cpu) for i, score in enumerate(scores.get(cell.label, []))]
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
    assert own.verdict == "too few games" and own.paper is not None and own.paper.value == 0.5
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
    assert beat.verdict == "agrees" and beat.evidence.count("\n") == 1
    # uct:sims=20: half of its points against the other, all against uniform; uniform has a fifth and none.
    assert weakest.verdict == "agrees" and weakest.evidence.startswith("75.0 against 10.0: +65.0")


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
    assert [one.verdict for one in found.rows] == ["no figure", "agrees", "differs"]
    assert found.rows[1].ours is not None and found.rows[1].ours.value == pytest.approx(0.2)
    assert found.rows[1].ours.spread == pytest.approx(0, abs=1e-6), "all games took the same"
    assert found.rows[0].base


SPREAD = """
title = "Times"
game = "nim"
games = 4
measure = "seconds per game"
design = { kind = "sweep", player = "uct:sims={budget}", against = "uniform", budgets = [10] }
[paper.values]
"10" = { value = 4.6, spread = 70 }
"""


def test_times_have_the_standard_deviation_of_their_games(tmp_path: Path) -> None:
    experiment = parse_experiment(SPREAD, "times")
    seconds = [0.1, 0.2, 0.4, 0.7]
    with Store(tmp_path / "times.sqlite") as store:
        rows = [row(i // 2, i % 2, 1.0, cpu) for i, cpu in enumerate(seconds)]
        store.add(store.contest(experiment.cells[0].contest), rows, store.run("by hand"))
        (own,) = section(experiment, store, "mulligan run times.toml").rows
    assert own.ours is not None and own.ours.spread == pytest.approx(np.std(seconds, ddof=1) / np.mean(seconds))
    assert own.paper is not None and own.paper.spread == 0.7
    assert own.verdict == "not comparable" and "there is none" in own.note, "seconds alone tell about machines"
    sheet = main_sheet(replace(plain(), measure="seconds per game", rows=(own,)))
    assert sheet is not None
    told = dict(zip(sheet.heads, sheet.lines[0], strict=True))
    assert (told["spread, ours"].main, told["spread, paper"].main) == ("76 %", "70 %")


ORIGINAL = """
[paper]
games = 1000
[paper.values]
"c=1" = 50
"threads=1" = 1
"fpu=0.5" = { value = 5, not_comparable = "it counts another thing" }
[original]
about = "Run by nobody."
games = 200
values = { "c=1" = 62, "threads=1" = { value = 0.5, games = 400 } }
"""


def test_the_original_program_has_a_column_and_tests_of_its_own(tmp_path: Path) -> None:
    text = FACTORIAL[: FACTORIAL.index("[paper]")] + ORIGINAL
    games = {"c=1": [1.0] * 130 + [0.0] * 70, "threads=1": [0.0] * 200, "fpu=0.5": [0.0, 1.0] * 50}
    found = made(tmp_path, text, games)
    by_label = {one.label: one for one in found.rows}
    original = by_label["threads=1"].original
    assert original is not None and (original.value, original.games) == (0.005, 400)
    assert original.low is not None and original.low == pytest.approx(wilson(2, 400)[0])
    assert [(test.what, test.cells) for test in found.joint] == [
        ("ours against the paper", 2),
        ("ours against the original program", 2),
        ("the original program against the paper", 2),
    ], "what cannot be compared is in no test"
    assert by_label["fpu=0.5"].verdict == "not comparable" and by_label["fpu=0.5"].note == "it counts another thing"
    sheet = main_sheet(found)
    assert sheet is not None and "original program" in sheet.heads
    assert any(cell.main == "0.5 [0.14, 1.8] (400 games)" for line in sheet.lines for cell in line)
    assert "The original program: Run by nobody." in section_lines(found)
    assert any("it counts another thing" in cell.main for line in note_sheet(found).lines for cell in line)  # type: ignore[union-attr]


def test_a_small_rate_may_have_a_margin_of_its_own(tmp_path: Path) -> None:
    games = {"c=1": [0.0] * 4000}
    for margin, verdict in (("", "agrees"), (", margin = 0.1", "differs")):
        (tmp_path / verdict).mkdir()
        text = FACTORIAL.replace('"c=1" = 50', f'"c=1" = {{ value = 0.4, games = 10000{margin} }}')
        own = next(one for one in made(tmp_path / verdict, text, games).rows if one.label == "c=1")
        assert own.verdict == verdict and own.note == ("margin 0.1 points" if margin else "")


def test_rival_readings_are_not_tested_together(tmp_path: Path) -> None:
    text = FACTORIAL.replace("[paper]\n", "[paper]\njoint = false\n")
    assert made(tmp_path, text, {"c=1": [1.0, 0.0] * 50}).joint == ()


def test_findings_say_where_they_come_from(tmp_path: Path) -> None:
    experiment = parse_experiment(CROSS, "cross", "cross.toml")
    with Store(tmp_path / "cross.sqlite") as store:
        fill(store, experiment, {"uct:sims=10 v uniform": [1.0, 0.0]})
        found = find_files([experiment], store)
    assert found.provenance["games"] == "2" and found.provenance["game"] == "nim/1"
    assert found.commands[0] == f"mulligan run cross.toml --store {tmp_path / 'cross.sqlite'}"
    assert found.to_dict()["sections"][0]["title"] == "Cross"


# --- intervals --------------------------------------------------------------------------------------------------------


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


def test_rows_that_are_the_same_contest_count_once_in_all_that_is_summed(tmp_path: Path) -> None:
    scores = {"first": [1.0, 0] * 40, "more": [1.0, 1, 0] * 20, "most": [1.0, 0, 1, 1] * 20}
    experiment = parse_experiment(TWICE, "made", "made.toml")
    with Store(tmp_path / "made.sqlite") as store:
        fill(store, experiment, scores)
        findings = find_files([experiment], store)
    (found,) = findings.sections
    first, again, more, most = found.rows
    assert first.ours == again.ours and first.ours and more.ours and most.ours
    together = Figure((0.64 * 50 + 0.486 * 500) / 550, games=550)
    paper = [together, Figure(0.6, games=100), Figure(0.7, games=100)]
    assert found.joint == (
        joint("ours against the paper", list(zip([first.ours, more.ours, most.ours], paper, strict=True))),
        joint(
            "ours against the original program",
            [(first.ours, Figure(0.5, games=400)), (more.ours, Figure(0.65, games=200))],
        ),
        joint(
            "the original program against the paper",
            [(Figure(0.5, games=400), paper[0]), (Figure(0.65, games=200), paper[1])],
        ),
    )
    section_line, all_of_it = cost_sheet(findings).lines
    assert [cell.main for cell in section_line[1:]] == [cell.main for cell in all_of_it[1:]]
    assert section_line[1].main == "220", "80, 60 and 80 games"


def test_games_that_took_no_time_have_no_figure(tmp_path: Path) -> None:
    text = FACTORIAL.replace("margin = 5", 'measure = "seconds per game"\nbase = "threads=1"')
    experiment = parse_experiment(text, "made", "made.toml")
    with Store(tmp_path / "made.sqlite") as store:
        fill(store, experiment, {"c=1": [1.0] * 4, "threads=1": [1.0] * 4}, cpu=0.0)
        (found,) = find_files([experiment], store).sections
    assert all(one.ours is None and one.verdict == "not played" for one in found.rows)
