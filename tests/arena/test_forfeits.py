"""Games that a player from outside has lost by failing are kept as such: nobody takes a crash for a weak player."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from mulligan.arena.match import run_match
from mulligan.arena.store import Store
from mulligan.cli.app import run
from mulligan.play.replay import cell_contest, replay

from ..helpers.store_help import as_in_schema_5

FAILS = "    def choose(self, view):\n        return 'nothing' if view.turn >= 3 and view.seat == 0 else 0\n"


@pytest.fixture
def bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A player that moves illegally after some moves, in the first seat."""
    monkeypatch.chdir(tmp_path)
    Path("bot.py").write_text(f"class Bot:\n{FAILS}\n\nclass Well:\n    def choose(self, view):\n        return 0\n")
    return "./bot.py:Bot"


def test_a_match_counts_them_whether_played_now_or_kept(bot: str) -> None:
    with Store("s.sqlite") as store:
        now = run_match("nim", bot, "uniform", pairs=3, seed=1, store=store, name="m")
        kept = run_match("nim", bot, "uniform", pairs=3, seed=1, store=store, name="m")
        number = cell_contest(store, "m")
        assert store.tally(number).forfeits == store.tally(number, below=3).forfeits == len(now.forfeits)
        assert [player for player, _ in store.forfeits(number)] == [0] * len(now.forfeits)
        failed = [row for pair in now.played for row in pair.games if row.forfeit]
        again = replay(store, number, failed[0].pair, failed[0].seat).session
    assert now.forfeits == kept.forfeits and 1 <= len(now.forfeits) <= 3 and kept.new_games == 0
    assert [agent["forfeits"] for agent in kept.to_dict()["by_agent"]] == [len(now.forfeits), 0]
    assert again.resigned == 0 and again.results == (0.0, 1.0) and "illegal move 'nothing'" in again.forfeit


def test_the_other_one_of_several_sides_and_alone(bot: str) -> None:
    other = run_match("nim", "uniform", bot, pairs=2, seed=1)
    assert [agent["forfeits"] for agent in other.to_dict()["by_agent"]] == [0, len(other.forfeits)]
    table = run_match("hearts", "./bot.py:Well", bot, pairs=1, seed=1)
    assert all(row.forfeited_by in (1, 2, 3) for pair in table.played for row in pair.games if row.forfeit)
    assert table.by_agent(1)["forfeits"] == len(table.forfeits) > 0
    solo = run_match("aim", bot, "./bot.py:Well", pairs=2, seed=1)
    assert [solo.by_agent(i)["forfeits"] for i in (0, 1)] == [len(solo.forfeits), 0]


def test_commands_and_exports_show_them(bot: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["match", "nim", bot, "random", "--pairs", "2", "--quiet"]) == 0
    assert f"by {bot}; the first: {bot} plays the illegal move 'nothing'" in capsys.readouterr().out
    words = ["--pairs", "2", "--store", "t.sqlite", "--workers", "1", "--quiet", "--name", "cup"]
    assert run(["tournament", "nim", bot, "random", *words]) == 0
    assert f"{bot} has forfeited" in capsys.readouterr().out
    assert run(["tournament", "nim", bot, "random", *words, "--json", "-"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert "illegal move" in found["forfeits"][bot][0]
    assert run(["results", "show", "cup", "--store", "t.sqlite"]) == 0
    assert "forfeits" in capsys.readouterr().out
    assert run(["results", "export", "cup", "games.csv", "--store", "t.sqlite"]) == 0
    assert "plays the illegal move" in Path("games.csv").read_text()


def test_a_store_of_before_has_none(bot: str) -> None:
    with Store("s.sqlite") as store:
        run_match("nim", "uniform", "uniform", pairs=2, seed=1, store=store, name="m")
    with sqlite3.connect("s.sqlite") as db:
        as_in_schema_5(db)
    with Store("s.sqlite") as store:
        more = run_match("nim", "uniform", "uniform", pairs=4, seed=1, store=store, name="m")
        tally = store.tally(cell_contest(store, "m"))
    assert more.new_games == 4 and (tally.games, tally.forfeits) == (8, 0)
