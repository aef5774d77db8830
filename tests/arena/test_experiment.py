"""Experiments as files: the cells of every design, what is said of mistakes, and the papers that come with Mulligan."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from mulligan.arena.deals import Deals
from mulligan.arena.experiment import (
    MOST_CELLS,
    Experiment,
    matching,
    only,
    parse_experiment,
    read_experiment,
)
from mulligan.arena.spec import Published
from mulligan.core.errors import UsageError
from mulligan.papers.library import find_paper, paper_names

TOP = 'title = "A title"\ngame = "nim"\ngames = 10\n'
SECONDS = 'measure = "seconds per game"\n'
SWEEP = 'design = { kind = "sweep", player = "uct:sims={budget}", against = "uniform", budgets = [10, 20] }\n'
GRID = """
[design]
kind = "grid"
player = "uct:sims={sims}"
against = "uniform"
[design.factors]
sims = [10, 20]
"""


def read(text: str, name: str = "it") -> Experiment:
    return parse_experiment(text, name, "file.toml")


def cells(text: str) -> list[tuple[Any, ...]]:
    """Label and players of every cell."""
    return [(cell.label, *cell.contest.agents) for cell in read(text).cells]


# --- designs ----------------------------------------------------------------------------------------------------------


def test_a_grid_has_every_combination_in_order() -> None:
    text = """
    title = "Grid"
    game = "guess"
    games = 30
    seed = 9
    [design]
    kind = "grid"
    player = "uct:sims={sims},c={c}"
    against = "{against}"
    setup = "{setup}"
    [design.factors]
    sims = [10, 20]
    c = [{ label = "narrow", c = 0.5 }, { label = "wide", c = 2 }]
    against = [{ label = "halving", against = "halve", setup = "4" }, "hasty"]
    """
    with pytest.raises(UsageError, match="design: unknown factor 'setup'"):
        read(text)
    found = read(text.replace('"hasty"]', '{ label = "hasty", against = "hasty", setup = "8" }]')).cells
    assert [cell.label for cell in found] == [
        "10, narrow, halving",
        "10, narrow, hasty",
        "10, wide, halving",
        "10, wide, hasty",
        "20, narrow, halving",
        "20, narrow, hasty",
        "20, wide, halving",
        "20, wide, hasty",
    ]
    assert found[5].contest.agents == ("uct:sims=20,c=0.5", "hasty") and found[5].contest.setup == "8"
    assert found[2].contest.agents == ("uct:sims=10,c=2", "halve") and found[2].contest.setup == "4"
    assert found[2].place == {"sims": "10", "c": "wide", "against": "halving"}
    assert all(cell.contest.seed == 9 and cell.games == 30 and cell.pairs == 15 for cell in found)


def test_a_level_may_have_a_label_that_stands_for_several_words() -> None:
    text = GRID.replace("sims={sims}", "sims={sims},c={c}").replace(
        "[10, 20]", '[{ label = "small", sims = 5, c = 1 }, { sims = 7, c = 2 }]'
    )
    assert cells(TOP + text) == [("small", "uct:sims=5,c=1", "uniform"), ("7", "uct:sims=7,c=2", "uniform")]


def test_levels_that_say_the_same_may_be_the_same_contest_twice() -> None:
    twice = '[{ label = "first", sims = 5 }, { label = "again", sims = 5 }]'
    first, again = read(TOP + GRID.replace("[10, 20]", twice)).cells
    assert first.contest.key == again.contest.key and (first.label, again.label) == ("first", "again")
    useless = '[{ label = "first", sims = 5, c = 1 }, { label = "again", sims = 5, c = 2 }]'
    with pytest.raises(UsageError, match="are the same contest"):
        read(TOP + GRID.replace("[10, 20]", useless))


def test_a_factorial_has_every_subset_the_full_one_first() -> None:
    text = """
    title = "Factorial"
    game = "magic"
    games = 100
    [design]
    kind = "factorial"
    player = "cowling2012/{parts}"
    against = "expert"
    parts = ["BT", "NL"]
    none = "BA"
    """
    assert cells(text) == [
        ("BT+NL", "cowling2012/BT+NL", "expert"),
        ("BT", "cowling2012/BT", "expert"),
        ("NL", "cowling2012/NL", "expert"),
        ("BA", "cowling2012/BA", "expert"),
    ]
    assert [cell.place for cell in read(text).cells] == [
        {"BT": a, "NL": b} for a, b in (("+", "+"), ("+", "-"), ("-", "+"), ("-", "-"))
    ]


def test_in_a_round_robin_everybody_meets_everybody_once() -> None:
    text = 'design = { kind = "round_robin", players = ["10", "20", "30"], name = "uct:sims={player}" }'
    assert cells(TOP + text) == [
        ("10 v 20", "uct:sims=10", "uct:sims=20"),
        ("10 v 30", "uct:sims=10", "uct:sims=30"),
        ("20 v 30", "uct:sims=20", "uct:sims=30"),
    ]
    found = read(TOP + text).cells
    assert [(cell.label, turned) for cell, turned in matching(found, {"player": "20"})] == [
        ("10 v 20", True),
        ("20 v 30", False),
    ]


def test_a_sweep_has_a_cell_for_every_budget() -> None:
    assert cells(TOP + SWEEP) == [("10", "uct:sims=10", "uniform"), ("20", "uct:sims=20", "uniform")]


def test_a_gauntlet_has_each_against_each_of_the_others() -> None:
    players = 'players = ["5", "6"], name = "uct:sims={player}", against = ["uniform", "flat"]'
    text = f'design = {{ kind = "gauntlet", {players} }}'
    assert cells(TOP + text) == [
        ("5, uniform", "uct:sims=5", "uniform"),
        ("5, flat", "uct:sims=5", "flat"),
        ("6, uniform", "uct:sims=6", "uniform"),
        ("6, flat", "uct:sims=6", "flat"),
    ]


def test_solo_games_have_nobody_to_play_against() -> None:
    top = TOP.replace('"nim"', '"swap"').replace("10", "25")
    found = read(top + 'design = { kind = "gauntlet", players = ["greedy", "coin"] }').cells
    assert [cell.contest.agents for cell in found] == [("greedy",), ("coin",)]
    assert [(cell.label, cell.games, cell.pairs) for cell in found] == [("greedy", 25, 25), ("coin", 25, 25)]


def test_an_odd_number_of_games_is_made_of_whole_pairs() -> None:
    assert [cell.pairs for cell in read(TOP.replace("10", "11") + SWEEP).cells] == [6, 6]


def test_controls_come_last() -> None:
    text = """
    title = "Controls"
    game = "guess"
    games = 100
    [design]
    kind = "sweep"
    player = "ismcts:sims={budget}"
    against = "halve"
    budgets = [10]
    [[controls]]
    kind = "random"
    against = "halve"
    games = 40
    [[controls]]
    kind = "oracle"
    player = "ismcts:sims=10"
    against = "halve"
    [[controls]]
    kind = "oracle"
    player = "ismcts:sims=20"
    against = "halve"
    [[controls]]
    kind = "doubling"
    player = "ismcts:sims=10"
    """
    found = read(text).cells
    assert [(cell.label, cell.contest.agents, cell.games, cell.control) for cell in found] == [
        ("10", ("ismcts:sims=10", "halve"), 100, ""),
        ("control: random", ("random", "halve"), 40, "random"),
        ("control: oracle", ("ismcts:sims=10,deal=never", "halve"), 100, "oracle"),
        ("control: oracle 2", ("ismcts:sims=20,deal=never", "halve"), 100, "oracle"),
        ("control: doubling", ("ismcts:sims=20", "ismcts:sims=10"), 100, "doubling"),
    ]
    assert [cell.contest.identity["oracles"] for cell in found][2] == [True, False]
    assert matching(found, {}) == [(found[0], False)], "controls are no part of the design"


def test_the_budget_to_double_may_be_the_usual_one() -> None:
    text = (
        TOP.replace('"nim"', '"magic"')
        + 'design = { kind = "gauntlet", players = ["expert"], against = ["reduced"] }\n'
    )
    found = read(text + '[[controls]]\nkind = "doubling"\nplayer = "cowling2012/BA"\n').cells
    assert found[-1].contest.agents == ("cowling2012/BA:sims=500", "cowling2012/BA")
    solo = 'title = "Solo"\ngame = "swap"\ngames = 5\ndesign = { kind = "gauntlet", players = ["greedy"] }\n'
    found = read(solo + '[[controls]]\nkind = "doubling"\nplayer = "uct:sims=7"\n').cells
    assert found[-1].contest.agents == ("uct:sims=14",)


def test_some_cells_can_be_chosen() -> None:
    whole = read(TOP + SWEEP)
    assert only(whole, []) is whole
    assert [cell.label for cell in only(whole, ["20"]).cells] == ["20"]
    with pytest.raises(UsageError, match="unknown cell of it '30'"):
        only(whole, ["30"])


def test_deals_are_looked_for_beside_the_file(tmp_path: Path) -> None:
    (tmp_path / "even.toml").write_text("seed = 3\nnumbers = [1, 2]\n")
    (tmp_path / "my.toml").write_text('deals = "even.toml"\n' + TOP + SWEEP)
    found = read_experiment(tmp_path / "my.toml")
    assert found.name == "my" and found.deals == Deals(3, (1, 2)) == found.cells[1].contest.deals


def test_the_whole_file_can_be_kept_as_text() -> None:
    kept = json.loads(read(TOP + SWEEP).text)
    assert kept["title"] == "A title" and kept["design"]["budgets"] == [10, 20]


# --- mistakes ---------------------------------------------------------------------------------------------------------

MISTAKES = [
    # what is in the file, the path of the key, what is said of it
    ("", "title", "this key is missing"),
    (TOP, "design", "this key is missing"),
    (TOP + "wrong = 1\n" + SWEEP, "wrong", "there is no such key"),
    (TOP.replace("10", '"10"') + SWEEP, "games", "input should be a valid integer, not '10'"),
    (TOP.replace("10", "true") + SWEEP, "games", "input should be a valid integer, not True"),
    (TOP.replace("10", "0") + SWEEP, "games", "greater than or equal to 1"),
    (TOP.replace("10", "2000001") + SWEEP, "games", "less than or equal to 2000000"),
    (TOP + "seed = -1\n" + SWEEP, "seed", "greater than or equal to 0"),
    (TOP + "margin = nan\n" + SWEEP, "margin", "nan"),
    (TOP + 'measure = "speed"\n' + SWEEP, "measure", "'rate', 'seconds per decision' or 'seconds per game'"),
    (TOP.replace("nim", "nym") + SWEEP, "game", "unknown game 'nym': did you mean 'nim'?"),
    (TOP + 'setup = "9-9-9"\n' + SWEEP, "design (10)", "setup of nim '9-9-9'"),
    (TOP + 'deals = "nope.toml"\n' + SWEEP, "deals", "nope.toml': No such file"),
    (TOP + 'base = "30"\n' + SWEEP, "base", "unknown cell '30': Choices: 10, 20"),
    (TOP + "design = 3\n", "design", "not 3"),
    (TOP + 'design = { player = "uct" }\n', "design.kind", "this key is missing"),
    (TOP + SWEEP.replace("sweep", "sweeep"), "design.kind", "one of 'grid', 'factorial', 'round_robin', 'sweep'"),
    (TOP + SWEEP.replace("budgets", "budget"), "design.budgets", "this key is missing"),
    (TOP + SWEEP.replace("budgets", "budget"), "design.budget", "there is no such key"),
    (TOP + SWEEP.replace("[10, 20]", "[]"), "design.budgets", "at least 1"),
    (TOP + SWEEP.replace("[10, 20]", '["10"]'), "design.budgets.0", "a valid integer or a valid number, not '10'"),
    (TOP + SWEEP.replace("[10, 20]", "[10, 10]"), "design", "two cells are called '10'"),
    (TOP + SWEEP.replace("[10, 20]", "[10, -3]"), "design (-3)", "sims=-3"),
    (TOP + SWEEP.replace("uct:", "uctt:"), "design (10)", "unknown agent for nim 'uctt': did you mean 'uct'?"),
    (TOP + SWEEP.replace('"uniform"', '"nobody"'), "design (10)", "unknown agent for nim 'nobody'"),
    (TOP + SWEEP.replace("{budget}", "{sims}"), "design", "unknown factor 'sims': Choices: budget"),
    (TOP + SWEEP.replace('against = "uniform", ', ""), "design (10)", "nim needs two players"),
    (TOP + GRID.replace("{sims}", "{simz}"), "design", "unknown factor 'simz': did you mean 'sims'?"),
    (TOP + GRID.replace("[10, 20]", "[]"), "design.factors.sims", "at least 1"),
    (TOP + GRID.replace("[10, 20]", "[1, true]"), "design.factors.sims.1", "not True"),
    (TOP + GRID.replace("[10, 20]", "[[1]]"), "design.factors.sims.0", "input should be a valid string or"),
    (TOP + GRID.replace("[10, 20]", "[{ sims = [1] }]"), "design.factors.sims.0.sims", "input should be a valid"),
    (TOP + SWEEP + '[[controls]]\nkind = "placebo"\n', "controls.0.kind", "'random', 'oracle' or 'doubling'"),
    (TOP + SWEEP + '[[controls]]\nkind = "oracle"\n', "controls.0", "needs the player"),
    (TOP + SWEEP + '[[controls]]\nkind = "oracle"\nplayer = "uct"\n', "controls.0", "needs an opponent"),
    (TOP + SWEEP + '[[controls]]\nkind = "doubling"\nplayer = "uniform"\n', "controls.0", "does not search"),
    (
        TOP + SWEEP + '[[controls]]\nkind = "random"\nagainst = "nobody"\n',
        "controls (random)",
        "unknown agent for nim 'nobody'",
    ),
    (TOP + SWEEP + '[paper.values]\n"30" = 5\n', "paper.values", "unknown cell '30': Choices: 10, 20"),
    (TOP + SWEEP + '[paper.values]\n"10" = "half"\n', "paper.values.10", "not 'half'"),
    (TOP + SWEEP + '[paper.values]\n"10" = { value = 5, more = 1 }\n', "paper.values.10.more", "there is no such key"),
    (TOP + SWEEP + '[original.values]\n"10" = 5\n', "original.about", "this key is missing"),
    (TOP + SWEEP + '[original]\nabout = "x"\nvalues = { "30" = 5 }\n', "original.values", "unknown cell '30'"),
    (TOP + SWEEP + '[original]\nabout = "x"\nvalues = { "10" = 101 }\n', "original.values", "from 0 to 100"),
    (
        TOP + SECONDS + SWEEP + '[paper]\nvalues = { "10" = 0 }\n',
        "paper.values",
        "'10' = 0 should be a time in seconds, above 0",
    ),
    (TOP + SWEEP + '[paper.values]\n"10" = { value = 5, spread = 7 }\n', "paper.values", "spread: it is for times"),
    (TOP + SWEEP + '[paper.effects]\n"budget:size" = "x"\n', "paper.effects", "unknown factor 'size': Choices: budget"),
    (TOP + SWEEP + '[[claims]]\ntext = "x"\nleft = "10"\nright = "30"\n', "claims.0", "unknown cell '30'"),
    (TOP + SWEEP + '[[claims]]\ntext = "x"\nleft = ["10", "30"]\nright = 50\n', "claims.0", "unknown cell '30'"),
    (TOP + SWEEP + '[[claims]]\ntext = "x"\nleft = { budget = "30" }\nright = 50\n', "claims.0", "no cell has"),
    (TOP + SWEEP + '[[claims]]\ntext = "x"\nleft = { budget = 10 }\nright = 50\n', "claims.0.left.budget", "not 10"),
    (TOP + SWEEP + '[[claims]]\ntext = "x"\nleft = []\nright = 50\n', "claims.0.left", "at least 1 item"),
    (TOP + SWEEP + '[[claims]]\ntext = "x"\nleft = "10"\n', "claims.0.right", "this key is missing"),
    (TOP + SWEEP + '[table]\nacross = ["sims"]\n', "table.across", "unknown factor 'sims': Choices: budget"),
    (TOP + SWEEP + '[plot]\nx = "sims"\n', "plot.x", "unknown factor 'sims'"),
    (TOP + SWEEP + "[anova]\nreplication = 0\n", "anova.replication", "greater than or equal to 1"),
]


@pytest.mark.parametrize(("text", "path", "message"), MISTAKES, ids=range(len(MISTAKES)))
def test_a_mistake_is_told_with_the_file_and_the_path_of_the_key(
    tmp_path: Path, text: str, path: str, message: str
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(text)
    with pytest.raises(UsageError) as caught:
        read_experiment(file)
    said = str(caught.value)
    assert f"{file}: {path}: " in said and message in said.partition(f"{file}: {path}: ")[2]
    assert "\n" not in said


@pytest.mark.parametrize("text", ["title = ", "= 3", TOP + TOP, "x = " + "[" * 20_000, '"""', "a" * 5000])
def test_what_is_not_toml_is_told_with_the_file(tmp_path: Path, text: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(text)
    with pytest.raises(UsageError, match=r"mine.toml: "):
        read_experiment(file)


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"experiment '.*nowhere.toml': No such file"):
        read_experiment(tmp_path / "nowhere.toml")
    with pytest.raises(UsageError, match=r"experiment '.*': Is a directory"):
        read_experiment(tmp_path)
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(UsageError, match=r"experiment '.*bytes.toml': "):
        read_experiment(tmp_path / "bytes.toml")


def test_too_many_cells_are_told_before_they_are_made() -> None:
    levels = "".join(f"f{i} = {list(range(10))}\n" for i in range(12))
    with pytest.raises(UsageError, match=rf"file.toml: design: {2 * 10**12} cells, and {MOST_CELLS} are the most"):
        read(TOP + GRID + levels)
    players = ", ".join(f'"{i}"' for i in range(200))
    with pytest.raises(UsageError, match=r"design: 19900 cells"):
        read(TOP + f'design = {{ kind = "round_robin", players = [{players}], name = "uct:sims={{player}}" }}')
    with pytest.raises(UsageError, match=r"design: 40000 cells"):
        read(TOP + f'design = {{ kind = "gauntlet", players = [{players}], against = [{players}] }}')


# --- the papers -------------------------------------------------------------------------------------------------------


paper_of = cache(find_paper)  # reading one takes a second


def published(paper: str, part: str) -> dict[str, float]:
    (experiment,) = paper_of(paper).choose([part])
    values = experiment.spec.paper.values
    return {label: value.value if isinstance(value, Published) else value for label, value in values.items()}


@pytest.mark.parametrize("name", paper_names())
def test_every_experiment_of_a_paper_can_be_read(name: str) -> None:
    paper = paper_of(name)
    assert {experiment.name for experiment in paper.experiments} == {
        f"{name}/{file.stem}" for file in paper.folder.glob("*.toml") if file.stem not in ("paper", "deals")
    }
    for experiment in paper.experiments:
        labels = [cell.label for cell in experiment.cells if not cell.control]
        assert len(labels) == len(set(labels)) and set(experiment.spec.paper.values) <= set(labels)
        assert all(cell.contest.key for cell in experiment.cells)
    with pytest.raises(UsageError, match=rf"unknown part of {name} 'table9'"):
        paper.choose(["table9"])


# Win rates of the searching player: Expert rollouts against Reduced and Expert, Reduced rollouts against both.
TABLE_II = {
    1: (27, 26, 31, 32),
    2: (31, 29, 44, 38),
    4: (45, 34, 48, 36),
    5: (46, 35, 38, 40),
    10: (45, 33, 44, 40),
    20: (41, 36, 46, 44),
    40: (48, 31, 56, 47),
    50: (42, 34, 52, 46),
    100: (55, 33, 56, 43),
    250: (50, 29, 45, 47),
    500: (38, 21, 48, 46),
    1000: (15, 12, 41, 26),
}
TABLE_V = {
    **{"BT+MP+NL+IR": 49.5, "BT+MP+NL": 50.5, "BT+MP+IR": 50.4, "BT+MP": 50.5, "BT+NL+IR": 47.0, "BT+NL": 47.7},
    **{"BT+IR": 47.6, "BT": 47.6, "MP+NL+IR": 47.4, "MP+NL": 44.5, "MP+IR": 47.7, "MP": 46.1, "NL+IR": 48.3},
    **{"NL": 43.6, "IR": 47.7, "BA": 43.9},
}
TABLE_VI = {
    **{"BT+MP+IR": 51.2, "BT+MP": 51.5, "BT+IR": 51.6, "BT": 52.0},
    **{"MP+IR": 44.3, "MP": 44.7, "IR": 47.2, "BA": 37.3},
}
TABLE_2 = {
    **{"3-2-2": 98.1, "4-2-2": 97.1, "4-2-4": 96.4, "2-2-4": 92.8, "3-3-2": 82.5, "2-3-2": 81.6, "4-4-4": 80.2},
    **{"4-4-2": 76.5, "2-4-4": 67.6, "2-4-2": 40.2, "3-2-3": 39.5, "2-2-3": 34.8, "2-3-3": 24.3, "3-3-3": 20.4},
}


def test_the_published_figures_of_magic_are_there() -> None:
    kinds = [("expert", "reduced"), ("expert", "expert"), ("reduced", "reduced"), ("reduced", "expert")]
    assert published("cowling2012", "table2") == {
        f"{trees}, {rollouts}, {against}": rate
        for trees, rates in TABLE_II.items()
        for (rollouts, against), rate in zip(kinds, rates, strict=True)
    }
    times = {"AP": 5.65, "BA": 0.75, "IL": 9.81, "IR": 1.00, "NL": 1.07, "MP": 1.00, "BT": 0.23}
    assert published("cowling2012", "table4") == {f"{name}, expert": seconds for name, seconds in times.items()}
    assert published("cowling2012", "table5") == TABLE_V and published("cowling2012", "table6") == TABLE_VI
    assert published("cowling2012", "ap") == {"AP, expert": 23, "AP, reduced": 38}
    assert set(published("cowling2012", "rules").values()) == {63.7}, "rival readings of one figure"


def test_the_experiments_with_magic_are_as_published() -> None:
    paper = {experiment.name.partition("/")[2]: experiment for experiment in paper_of("cowling2012").experiments}
    for trees in TABLE_II:
        cell = next(cell for cell in paper["table2"].cells if cell.label == f"{trees}, reduced, expert")
        settings = cell.contest.agents[0].partition(":")[2].split(",")
        assert set(settings) == {f"trees={trees}", f"sims={10_000 // trees}", "rollout=reduced"}, "10,000 in all"
        assert cell.contest.agents[1] == "expert"
    assert len(paper["table2"].cells) == 48 and len(paper["table3"].cells) == 21
    assert [len([cell for cell in paper[part].cells if not cell.control]) for part in ("table5", "table6")] == [16, 8]
    assert len({cell.control for cell in paper["table5"].cells}) == 4
    assert all(len(paper[part].deals.numbers) == 50 for part in ("ap", "table2", "table3", "table5", "table6"))  # type: ignore[union-attr]
    assert paper["rules"].deals is None and paper["rules"].spec.games == 40_000
    effects = paper["table5"].spec.paper.effects
    assert [effects[name].split(",")[0] for name in ("BT", "MP", "NL", "IR")] == ["+2.7", "+1.65", "-0.4", "+1.4"]
    assert {name for name in effects if ":" in name} == {"BT:MP", "BT:IR", "MP:IR", "BT:MP:IR"}
    # The published effects are the differences of the published means.
    for name in ("BT", "MP", "NL", "IR"):
        sides = [[rate for label, rate in TABLE_V.items() if (name in label.split("+")) == on] for on in (True, False)]
        difference = sum(sides[0]) / 8 - sum(sides[1]) / 8
        assert float(effects[name].split(",")[0]) == pytest.approx(difference, abs=0.051)


def test_the_published_figures_of_the_lord_of_the_rings_are_there() -> None:
    rules = "as reconstructed"
    assert published("godlewski2021", "table2") == {f"{mixture}, {rules}": rate for mixture, rate in TABLE_2.items()}
    assert published("godlewski2021", "fig5") == {
        f"40, 4-4-4, expert, {rules}": 80.2,
        f"40, 3-3-3, expert, {rules}": 20.4,
    }
    seconds = {"4-4-4, random": 4.62, "4-4-4, expert": 4.04, "3-3-3, random": 1.47, "3-3-3, expert": 1.35}
    assert published("godlewski2021", "fig6") == seconds
    assert published("godlewski2021", "fig7") == {"1-1-1, hard": 0.4}


def test_the_experiments_with_the_lord_of_the_rings_are_as_published() -> None:
    paper = {experiment.name.partition("/")[2]: experiment for experiment in paper_of("godlewski2021").experiments}
    assert [paper[part].spec.games for part in ("table2", "fig5", "fig6", "fig7")] == [4000, 1000, 1000, 10_000]
    players = {cell.place["player"] for cell in paper["fig7"].cells if not cell.control}
    assert players == {"1-1-1", "2-2-2", "3-3-3", "4-4-4", "3-2-2", "4-2-2", "4-2-4"}
    shared = {cell.contest.key for cell in paper["table2"].cells} & {cell.contest.key for cell in paper["fig7"].cells}
    assert len(shared) == 14, "seven players at medium, with both kinds of rules: played once for both"
    points = {cell.contest.key for cell in paper["fig5"].cells if cell.place["budget"] == "40"}
    assert len(points & {cell.contest.key for cell in paper["table2"].cells}) == 4, (
        "the points at 40 are those of Table 2"
    )


# Win rates against BestMCTS3 (rows 1 to 18) and MCTSBot (19 to 25), with the number of games.
ROWS = {
    **{1: (16, 50), 2: (28, 50), 3: (50, 50), 4: (64, 50), 5: (48.6, 500), 6: (47.8, 500), 7: (44.4, 500)},
    **{8: (34, 100), 9: (42, 100), 10: (27, 500), 11: (30.8, 500), 12: (46, 500), 13: (40.6, 500), 14: (20.4, 500)},
    **{15: (22.8, 500), 16: (47, 500), 17: (39.8, 500), 18: (40.2, 500), 19: (54, 100), 20: (52, 100)},
    **{21: (54, 100), 22: (0, 100), 23: (0, 100), 24: (0, 25), 25: (3, 100)},
}


@pytest.mark.parametrize("part", ["iterations", "clock"])
def test_the_rows_of_the_report_on_tribute_are_as_published(part: str) -> None:
    (experiment,) = paper_of("soismcts2024").choose([part])
    found = {}
    for label, value in experiment.spec.paper.values.items():
        assert isinstance(value, Published)
        found[int(label.removeprefix("row ").partition(":")[0])] = (value.value, value.games)
    assert found == ROWS
    keys: dict[str, list[int]] = {}
    for number, cell in enumerate(experiment.cells, 1):
        keys.setdefault(cell.contest.key, []).append(number)
        assert cell.label.startswith(f"row {number}: ")
        assert cell.contest.agents[1].startswith("sot/BestMCTS3-2024" if number <= 18 else "sot/MCTSBot")
    assert [rows for rows in keys.values() if len(rows) > 1] == [[2, 10, 11], [3, 7, 8, 9], [4, 5, 6]]
