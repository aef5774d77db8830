"""Results as frames: one row for each game or cell, factors as columns, from whatever has results."""

from __future__ import annotations

import csv
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from mulligan.arena import run_match
from mulligan.arena.export import export
from mulligan.arena.store import Store
from mulligan.core.errors import UsageError
from mulligan.notebook import frames
from mulligan.notebook.frames import results
from mulligan.notebook.running import ExperimentResult, run_experiment, run_tournament

from ..helpers.html_help import safe

GOLDEN = Path(__file__).parents[1] / "golden"
GRID = """
title = "Grid <b>"
game = "nim"
games = 24
seed = 7

[[controls]]
kind = "random"
against = "uniform"

[design]
kind = "grid"
player = "{kind}:sims={sims}"
against = "uniform"
setup = "{setup}"
factors = { kind = ["uct", "flat"], sims = [5, 20], setup = ["15-3", "7-2"] }
"""


@pytest.fixture(scope="module")
def grid() -> ExperimentResult:
    return run_experiment(GRID, name="grid")


def rows(source: Any, *more: Any, **settings: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = results(source, *more, frame="rows", **settings)
    return found


def test_every_game_is_a_row_with_its_factors(grid: ExperimentResult) -> None:
    games = rows(grid)
    assert len(games) == 9 * 24 and len({(row["cell"], row["pair"], row["seat"]) for row in games}) == len(games)
    one = next(row for row in games if row["cell"] == "uct, 20, 7-2")
    assert (one["kind"], one["sims"], one["setup_level"], one["setup"]) == ("uct", 20, "7-2", "7-2")
    assert (one["first_kind"], one["first_sims"], one["first_c"], one["second_kind"]) == ("uct", 20, 1.4, "uniform")
    assert (one["seed"], one["control"]) == (7, "none")
    control = next(row for row in games if row["control"] == "random")
    assert control["kind"] is None and control["first_sims"] is None
    assert {tuple(row) for row in games} == {tuple(games[0])}, "all rows have the same columns"


def test_a_store_with_its_factors_in_another_order(grid: ExperimentResult) -> None:
    """As those of before: the levels are found all the same."""
    before = rows(grid, by="cell")
    with grid.opened() as store:
        kept = json.dumps(store.spec("grid"))
        turned = json.dumps(json.loads(kept), sort_keys=True)
        assert turned != kept
        store.db.execute("UPDATE experiment SET spec = ?", (turned,))
        try:
            assert [{**row} for row in rows(store, by="cell")] == before
        finally:
            store.db.execute("UPDATE experiment SET spec = ?", (kept,))


def test_settings_that_nobody_named_are_those_of_the_search(grid: ExperimentResult) -> None:
    flat = next(row for row in rows(grid) if row["kind"] == "flat")
    uct = next(row for row in rows(grid) if row["kind"] == "uct")
    assert flat["first_depth"] == 1 and uct["first_depth"] not in (None, 1)
    assert (flat["first_final"], uct["first_final"]) == ("mean", "visits")


def test_cells_are_their_games_added_up(grid: ExperimentResult) -> None:
    games, cells = rows(grid), rows(grid, by="cell")
    assert len(cells) == 9
    for cell in cells:
        own = [row for row in games if row["cell"] == cell["cell"]]
        assert cell["games"] == len(own) == 24 and cell["pairs"] == 12
        assert cell["rate"] == pytest.approx(sum(row["score"] for row in own) / 24)
        assert cell["low"] <= cell["rate"] <= cell["high"]
        assert cell["simulations_1"] == sum(row["simulations_1"] for row in own)
        assert cell["cpu"] == pytest.approx(sum(row["cpu"] for row in own))


def test_frames_of_pandas(grid: ExperimentResult) -> None:
    pandas = pytest.importorskip("pandas")
    made = results(grid)
    assert isinstance(made, pandas.DataFrame) and len(made) == 216
    assert str(made["seed"].dtype) == "int64" and str(made["score"].dtype) == "float64"
    rates = made.groupby("cell")["score"].mean()
    cells = results(grid, by="cell").set_index("cell")["rate"]
    assert (rates[cells.index] - cells).abs().max() < 1e-12


def test_frames_of_polars(grid: ExperimentResult) -> None:
    polars = pytest.importorskip("polars")
    made = results(grid, frame="polars")
    assert isinstance(made, polars.DataFrame) and made.height == 216
    assert made["sims"].dtype == polars.Int64 and made.columns == list(rows(grid)[0])


def test_without_a_library_the_extra_is_named(grid: ExperimentResult, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "find_spec", lambda name: None)
    with pytest.raises(
        UsageError, match=r"pandas or polars: pip install 'mulligan\[data\]', or ask for frame=\"rows\""
    ):
        results(grid)
    with pytest.raises(UsageError, match=r"frames of polars need it: pip install 'mulligan\[polars\]'"):
        results(grid, frame="polars")
    assert len(rows(grid)) == 216


def test_wrong_questions_are_told(grid: ExperimentResult, tmp_path: Path) -> None:
    for wanted, says in (({"by": "pair"}, "kind of row"), ({"frame": "arrow"}, "frame")):
        with pytest.raises(UsageError, match=f"unknown {says}"):
            results(grid, **wanted)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="results of a int: it should be a match"):
        results(3)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="there is no store"):
        results(tmp_path / "none.sqlite")
    with pytest.raises(UsageError, match="unknown experiment in the store"):
        results(grid, "other")


def test_a_match_has_the_rows_that_a_store_would_have(tmp_path: Path) -> None:
    path = tmp_path / "match.sqlite"
    with Store(path) as store:
        result = run_match("nim", "uct:sims=5", "uniform", pairs=6, seed=3, store=store, name="mine")
    assert [one["name"] for one in _experiments(path)] == ["mine"]
    shared = [name for name in rows(result)[0] if name not in ("player", "against")]
    for by in ("game", "cell"):
        kept = [{name: row[name] for name in shared if name in row} for row in rows(path, by=by)]
        assert kept == [{name: row[name] for name in shared if name in row} for row in rows(result, by=by)]


def _experiments(path: Path) -> list[dict[str, Any]]:
    with Store(path, write=False) as store:
        return store.experiments()


def test_solo_matches_have_a_row_for_each_player() -> None:
    result = run_match("swap", "greedy", "uniform", pairs=4, seed=1)
    games, cells = rows(result), rows(result, by="cell")
    assert [row["first"] for row in cells] == ["greedy", "uniform"] and cells[0]["second"] is None
    assert len(games) == 8 and {row["seat"] for row in games} == {0}
    for row in cells:
        own = [game["score"] for game in games if game["first"] == row["first"]]
        assert row["rate"] == pytest.approx(sum(own) / 4)


def test_a_tournament_on_disk_and_in_memory_is_the_same(tmp_path: Path) -> None:
    players = ["uct:sims=20", "uniform"]
    kept = run_tournament("nim", players, pairs=10, store=tmp_path / "t.sqlite")
    free = run_tournament("nim", players, pairs=10)
    telling = ("cell", "player", "against", "pair", "seat", "score", "first_sims")
    found = [[tuple(row[name] for name in telling) for row in rows(one)] for one in (kept, free, tmp_path / "t.sqlite")]
    assert found[0] == found[1] == found[2] and len(found[0]) == 20
    again = run_tournament("nim", players, pairs=12, store=tmp_path / "t.sqlite")
    assert len(rows(again)) == 24
    assert repr(free).startswith("<Tournament of nim/1: uct:sims=20 +")
    safe(free._repr_html_())


def test_a_store_with_several_experiments_is_asked_by_name(tmp_path: Path) -> None:
    path = tmp_path / "both.sqlite"
    for name in ("a", "b"):
        run_tournament("nim", ["uct:sims=5", "uniform"], pairs=2, seed=len(name), name=name, store=path)
    with pytest.raises(UsageError, match="it has a, b: name one of them"):
        results(path, frame="rows")
    assert {row["experiment"] for row in rows(path, "b")} == {"b"}


def test_a_store_of_an_older_schema_is_read_and_not_changed(tmp_path: Path) -> None:
    path = tmp_path / "old.sqlite"
    with sqlite3.connect(path) as db:
        db.executescript((GOLDEN / "store-schema-2.sql").read_text())
    db.close()
    before = path.read_bytes()
    games = rows(path)
    assert len(games) == 24 and games[0]["player"] == "careful" and games[0]["second_sims"] == 5
    assert len(rows(path, by="cell")) == 3
    assert path.read_bytes() == before
    with pytest.raises(UsageError, match="older schema 2"):
        Store(path, write=False)


def test_what_a_gauge_found_are_columns() -> None:
    text = GRID.replace("seed = 7", 'seed = 7\ngauge = "length"').replace("games = 24", "games = 4")
    played = run_experiment(text, name="gauged")
    games = rows(played)
    assert "found" not in games[0]
    assert all(row["gauge_turns"] == row["turns"] and row["gauge_turns_occasions"] == 1 for row in games)


def test_parts_of_a_factorial_are_yes_or_no() -> None:
    text = """
title = "Parts"
game = "nim"
games = 2

[design]
kind = "factorial"
player = "uct:sims=5,{parts}"
against = "uniform"
parts = ["reuse", "skip"]
join = ","
none = "threads=1"
"""
    cells = rows(run_experiment(text, name="parts"), by="cell")
    assert [(row["reuse"], row["skip"]) for row in cells] == [
        (True, True),
        (True, False),
        (False, True),
        (False, False),
    ]


def test_exports_have_the_factors_too(grid: ExperimentResult, tmp_path: Path) -> None:
    target = tmp_path / "games.csv"
    with grid.opened() as store:
        assert export(store, "grid", str(target)) == 216
    with target.open(newline="") as file:
        found = list(csv.DictReader(file))
    assert {(row["kind"], row["sims"]) for row in found if row["control"] == "none"} == {
        *(("uct", "5"), ("uct", "20"), ("flat", "5"), ("flat", "20"))
    }


def test_an_experiment_shows_itself(grid: ExperimentResult, tmp_path: Path) -> None:
    assert repr(grid) == "<ExperimentResult of nim: 'Grid <b>', 9 cells, 216 games>"
    found = safe(grid._repr_html_())
    assert "Grid <b>" in found.text and "svg" in found.tags and "table" in found.tags
    grid.report(tmp_path / "r.html")
    assert (tmp_path / "r.html").read_text() == grid.page()


def test_a_wrong_budget_is_told_before_anything_is_played(tmp_path: Path) -> None:
    for wanted, says in (({"scale": 0}, "scale"), ({"minutes": -1}, "minutes"), ({"workers": -1}, "workers")):
        with pytest.raises(UsageError, match=says):
            run_experiment(GRID, store=tmp_path / "none.sqlite", **wanted)  # type: ignore[arg-type]
    assert not (tmp_path / "none.sqlite").exists()
    with pytest.raises(UsageError, match=r"none\.toml"):
        run_experiment(tmp_path / "none.toml")
