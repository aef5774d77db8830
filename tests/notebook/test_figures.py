"""The figures of the report as functions."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from mulligan.arena import run_match
from mulligan.core.errors import UsageError
from mulligan.notebook import figures
from mulligan.notebook.running import ExperimentResult, run_experiment, run_tournament
from mulligan.papers.plots import Drawing

GRID = """
title = "Grid <b>"
game = "nim"
games = 20

[design]
kind = "grid"
player = "{kind}:sims={sims}"
against = "uniform"
factors = { kind = ["uct", "flat"], sims = [5, 80] }
"""


@pytest.fixture(scope="module")
def grid(tmp_path_factory: pytest.TempPathFactory) -> ExperimentResult:
    return run_experiment(GRID, name="grid", store=tmp_path_factory.mktemp("store") / "grid.sqlite")


def valid(drawing: Drawing) -> str:
    ElementTree.fromstring(drawing.svg)
    assert drawing._repr_svg_() == drawing.svg and drawing.svg in drawing._repr_html_()
    return drawing.svg


def test_rates_over_the_factor_with_numbers(grid: ExperimentResult) -> None:
    svg = valid(figures.rates(grid))
    assert svg.count('class="ours"') == 2, "a curve for each kind"
    assert "sims" in svg and "kind uct" in svg and "Grid &lt;b&gt;" in svg
    assert valid(figures.report(grid)[0]) == svg, "as the report has it"


def test_the_axis_can_be_chosen(grid: ExperimentResult, tmp_path: Path) -> None:
    assert "sims 80" in valid(figures.rates(grid, x="kind"))
    assert valid(figures.rates(grid, x="sims", kind="bars")) != valid(figures.rates(grid, x="sims"))
    assert figures.rates(grid, x="sims", log=True).chart.log and not figures.rates(grid, x="sims", log=False).chart.log
    figures.rates(grid).save(tmp_path / "rates.svg")
    ElementTree.parse(tmp_path / "rates.svg")
    with pytest.raises(UsageError, match=r"unknown factor 'depth'.*Choices: kind, sims"):
        figures.rates(grid, x="depth")
    with pytest.raises(UsageError, match="unknown kind of figure 'pie'"):
        figures.rates(grid, kind="pie")


def test_a_store_and_a_match_can_be_drawn(grid: ExperimentResult) -> None:
    from_store = figures.rates(grid.path).chart
    assert [p.ours for p in from_store.points()] == [p.ours for p in figures.rates(grid).chart.points()]
    match = figures.rates(run_match("nim", "uct:sims=20", "uniform", pairs=10, seed=1))
    assert "uct:sims=20 v uniform" in valid(match)


def test_ratings_and_averages_of_a_tournament(grid: ExperimentResult) -> None:
    played = run_tournament("nim", ["uct:sims=50", "uct:sims=5", "uniform"], pairs=20)
    drawn = figures.ratings(played)
    assert [round(point.ours.value) for point in drawn.chart.points() if point.ours] == [
        round(line.elo) for line in played.standings.ratings.ranked
    ]
    assert "Elo" in valid(drawn) and "the mean of the field" in drawn.caption
    assert valid(figures.ratings(played.standings)) == drawn.svg
    assert "average win rate" in valid(figures.averages(played))
    with pytest.raises(UsageError, match="for a round robin"):
        figures.averages(grid)
