"""Parts of an experiment, played by themselves and put together again: exactly the whole, and nothing else."""

from __future__ import annotations

import json
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mulligan.arena import jobs
from mulligan.arena.campaign import plan, run_campaign
from mulligan.arena.experiment import Experiment, parse_experiment
from mulligan.arena.merge import Merged, array, merge
from mulligan.arena.parts import Part, parse_part, split, take_part
from mulligan.arena.schema import SCHEMA
from mulligan.arena.store import Store
from mulligan.cli import run
from mulligan.core.errors import UsageError

from ..helpers.campaign_help import Threads, gauged, lasting, measured, played, rules

GAMES = 30  # of each of four cells: 60 pairs
TEXT = """
title = "A few cells"
game = "nim"
games = 14
seed = 2
design = { kind = "gauntlet", players = ["uct:sims=3", "uct:sims=4"], against = ["uniform"] }
"""


def play_part(path: Path, experiments: list[Experiment], part: Part, **options: Any) -> int:
    """Play a part into a store; how many games it was."""
    with Store(path) as store:
        cells = plan(store, experiments, None)
        take_part(store, cells, part)
        return run_campaign(store, cells, Threads(1), **options).games


def change(path: Path, sql: str) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(sql)


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a store of the whole, and those of seven parts."""
    folder = tmp_path_factory.mktemp("parts")
    played(folder / "whole.sqlite", [rules(GAMES)], Threads(1))
    for number in range(1, 8):
        play_part(folder / f"part-{number}.sqlite", [rules(GAMES)], Part(number, 7))
    return folder


@pytest.fixture
def folder(original: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(original, tmp_path / "copy"))


def parts(folder: Path) -> list[Path]:
    return sorted(folder.glob("part-*.sqlite"))


# --- which pairs are whose --------------------------------------------------------------------------------------------


@given(st.lists(st.integers(0, 60), min_size=1, max_size=8), st.integers(1, 40))
def test_parts_are_even_and_together_the_whole(sizes: list[int], count: int) -> None:
    shares = [split(sizes, Part(number, count)) for number in range(1, count + 1)]
    for cell, size in enumerate(sizes):
        assert [pair for share in shares for pair in share[cell]] == list(range(size))
        lengths = [len(share[cell]) for share in shares]
        assert max(lengths) - min(lengths) <= 1
    lengths = [sum(map(len, share)) for share in shares]
    assert max(lengths) - min(lengths) <= 1


@pytest.mark.parametrize(
    "text", ["0/10", "11/10", "1/0", "1", "1/", "/", "-1/3", "1/3/4", "a/b", "٣/٤", "1/1000000", ""]
)
def test_what_is_no_part_is_told(text: str) -> None:
    with pytest.raises(UsageError, match=r"part: '.*' should be K/N with K from 1 to N"):
        parse_part(text)
    assert parse_part(" 7/7 ") == Part(7, 7) and str(Part(7, 7)) == "7/7"


# --- put together again -----------------------------------------------------------------------------------------------


def test_parts_together_are_the_whole(folder: Path) -> None:
    target = folder / "all.sqlite"
    assert merge(target, parts(folder)) == Merged(7, 4 * GAMES, 0, 0)
    assert lasting(target) == lasting(folder / "whole.sqlite")
    with Store(target) as store:
        counted = "SELECT contest, count(*), sum(score), max(pair) FROM game GROUP BY contest ORDER BY contest"
        assert store.query("SELECT contest, games, points, last_pair FROM tally ORDER BY contest") == store.query(
            counted
        )
        assert store.query("PRAGMA integrity_check") == [("ok",)] and store.query("PRAGMA foreign_key_check") == []
        assert [len(store.made_by(number)) for number in (1, 2, 3, 4)] == [1] * 4, "who made them is known"
        assert not any(cell.open for cell in plan(store, [rules(GAMES)], None)), "nothing is left to play"


def test_merging_again_changes_nothing_and_more_may_come_later(folder: Path) -> None:
    target, (first, *others) = folder / "all.sqlite", parts(folder)
    found = merge(target, [first, others[3]])
    assert found.missing == 60 - found.new // 2 > 0 and found.absent == {7: [2, 3, 4, 6, 7]} and not found.unfinished
    assert merge(target, [first]) == Merged(1, 0, _games(first), found.missing, found.absent)
    assert merge(target, list(reversed(parts(folder)))) == Merged(7, 4 * GAMES - found.new, found.new, 0)
    before = target.read_bytes()
    assert merge(target, [*parts(folder), first, f"{first}-wal"]) == Merged(7, 0, 4 * GAMES, 0)
    assert lasting(target) == lasting(folder / "whole.sqlite") and len(before) == target.stat().st_size
    with Store(target, write=False) as store:
        assert store.query("SELECT count(*) FROM run") == [(7,)]


def _games(path: Path) -> int:
    with Store(path, write=False) as store:
        return int(store.query("SELECT count(*) FROM game")[0][0])


def test_games_with_a_gauge_and_contests_that_experiments_share(tmp_path: Path) -> None:
    made = [gauged(7), parse_experiment(TEXT, "one"), parse_experiment(TEXT.replace("14", "8"), "two")]
    played(tmp_path / "whole.sqlite", made, Threads(1))
    stores = [tmp_path / f"{number}.sqlite" for number in (1, 2, 3)]
    games = [play_part(path, made, Part(number, 3)) for number, path in enumerate(stores, 1)]
    merge(tmp_path / "all.sqlite", stores)
    assert lasting(tmp_path / "all.sqlite") == lasting(tmp_path / "whole.sqlite")
    assert measured(tmp_path / "all.sqlite") == measured(tmp_path / "whole.sqlite")
    assert sum(games) == 4 * 8 + 2 * 14 and max(games) - min(games) <= 2


def test_more_parts_than_pairs(tmp_path: Path) -> None:
    made, stores = [parse_experiment(TEXT, "one")], [tmp_path / f"{number}.sqlite" for number in range(1, 18)]
    assert [play_part(path, made, Part(n, 17)) for n, path in enumerate(stores, 1)] == [2] * 14 + [0] * 3
    found = merge(tmp_path / "all.sqlite", stores[3:])
    assert found.absent == {17: [1, 2, 3]} and found.missing == 3, "those without a pair are there, too"
    assert merge(tmp_path / "all.sqlite", stores[:3]).missing == 0


def test_a_part_that_was_stopped_is_told_and_goes_on(folder: Path) -> None:
    change(folder / "part-3.sqlite", "DELETE FROM game WHERE contest = 2")
    change(folder / "part-3.sqlite", "DELETE FROM tally WHERE contest = 2")
    found = merge(folder / "all.sqlite", parts(folder))
    assert list(found.unfinished) == [Part(3, 7)] and found.unfinished[Part(3, 7)] == found.missing > 0
    assert found.absent == {}
    assert play_part(folder / "part-3.sqlite", [rules(GAMES)], Part(3, 7)) == 2 * found.missing
    assert merge(folder / "all.sqlite", parts(folder)).missing == 0
    assert lasting(folder / "all.sqlite") == lasting(folder / "whole.sqlite")


def test_a_store_that_is_being_written_gives_what_is_certain(folder: Path) -> None:
    writer = sqlite3.connect(folder / "part-2.sqlite", isolation_level=None)
    writer.execute("PRAGMA journal_mode = WAL")
    writer.execute("BEGIN IMMEDIATE")
    writer.execute("DELETE FROM game")
    assert merge(folder / "all.sqlite", parts(folder)).missing == 0
    writer.execute("ROLLBACK")
    writer.close()
    assert lasting(folder / "all.sqlite") == lasting(folder / "whole.sqlite")


def test_stores_of_the_whole_can_be_merged_too(folder: Path) -> None:
    merge(folder / "all.sqlite", parts(folder)[:2])
    found = merge(folder / "all.sqlite", [folder / "whole.sqlite"])
    assert found.missing == 0 and found.new + found.known == 4 * GAMES
    assert lasting(folder / "all.sqlite") == lasting(folder / "whole.sqlite")


# --- what is refused --------------------------------------------------------------------------------------------------


def other_scale(path: Path) -> None:
    change(path, "UPDATE cell SET goal = 100")


def no_store(path: Path) -> None:
    path.write_text("title = 'no store'")


WRONG = {
    "no store": (no_store, "it is not a store of Mulligan's"),
    "nothing": (lambda path: path.unlink(), "there is no store '.*"),
    "empty": (lambda path: path.write_bytes(b""), "it is empty"),
    "newer": (lambda path: change(path, f"PRAGMA user_version = {SCHEMA + 1}"), "written by a newer Mulligan"),
    "older": (lambda path: change(path, "PRAGMA user_version = 3"), "it has the older schema 3: `mulligan results up"),
    "other name": (
        lambda path: change(path, "UPDATE experiment SET name = 'x'"),
        r"other experiments \(x\) than .*rules",
    ),
    "no experiment": (lambda path: change(path, "DELETE FROM experiment"), r"other experiments \(none\) than"),
    "other file": (
        lambda path: change(path, """UPDATE experiment SET spec = replace(spec, '"seed": 5', '"seed": 6')"""),
        "experiment 'rules' is not that of .* the files differ in seed",
    ),
    "other scale": (other_scale, "has 100 games there, and here 30: --scale"),
    "other version": (
        lambda path: change(path, "UPDATE contest SET key = key || ' '"),
        "other players or another version",
    ),
    "other code": (
        lambda path: change(path, "UPDATE origin SET code = 'mulligan 9'"),
        "were played by mulligan 9, and",
    ),
    "damaged": (lambda path: path.write_bytes(path.read_bytes()[:5000] + b"?" * 9000), "it is damaged"),
}


@pytest.mark.parametrize("target", ["new", "there"])
@pytest.mark.parametrize("what", WRONG)
def test_what_does_not_belong_is_refused_and_nothing_is_changed(folder: Path, what: str, target: str) -> None:
    spoil, message = WRONG[what]
    into = folder / "all.sqlite"
    if target == "there":
        merge(into, parts(folder)[:2])
    before = lasting(into) if target == "there" else None
    files = parts(folder)
    spoil(files[4])
    with pytest.raises(UsageError, match=rf"part-5\.sqlite.*{message}|{message}part-5\.sqlite"):
        merge(into, files)
    if before is None:
        assert not list(folder.glob("all.sqlite*"))
    else:
        assert lasting(into) == before


def test_the_same_game_with_two_results_is_refused(folder: Path) -> None:
    into, files = folder / "all.sqlite", parts(folder)
    merge(into, files[:3])
    before = lasting(into)
    change(files[1], "UPDATE game SET cpu = cpu + 1")
    assert merge(into, [files[1]]).new == 0, "times may differ"
    change(files[1], "UPDATE game SET score = 1 - score WHERE contest = 3 AND seat = 1")
    with pytest.raises(UsageError, match=r"part-2\.sqlite': pair \d+, game 2 of .* v .* came out otherwise"):
        merge(into, files)
    assert lasting(into) == before


def test_a_target_is_no_source(folder: Path) -> None:
    with pytest.raises(UsageError, match="both merged and merged into"):
        merge(folder / "part-1.sqlite", [folder / "part-2.sqlite", folder / "." / "part-1.sqlite"])


def test_parts_of_other_code_do_not_join_a_store_that_has_games(folder: Path) -> None:
    change(folder / "whole.sqlite", "UPDATE origin SET code = 'mulligan 9'")
    with pytest.raises(UsageError, match=r"part-1\.sqlite': its games of .* were played by mulligan .* by mulligan 9"):
        merge(folder / "whole.sqlite", parts(folder))


def test_a_merge_that_is_killed_has_done_nothing(folder: Path) -> None:
    code = """
import os, signal, sys
from mulligan.arena import merge
usual, added = merge._Merge.add, []
def add(self, source):
    usual(self, source)
    added.append(source)
    if len(added) == 5:
        os.kill(os.getpid(), signal.SIGKILL)
merge._Merge.add = add
merge.merge(sys.argv[1], sys.argv[2:])
"""
    into = folder / "all.sqlite"
    merge(into, parts(folder)[:1])
    before = lasting(into)
    ended = subprocess.run([sys.executable, "-c", code, into, *parts(folder)], check=False)
    assert ended.returncode == -signal.SIGKILL
    assert lasting(into) == before
    assert merge(into, parts(folder)).missing == 0
    assert lasting(into) == lasting(folder / "whole.sqlite")


def test_numbers_as_sbatch_takes_them() -> None:
    assert array([]) == "" and array([5]) == "5" and array([9, 1, 2, 3, 7, 8]) == "1-3,7-9"


# --- as typed ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with an experiment; a thread of this process plays."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("MULLIGAN_STORE", raising=False)
    monkeypatch.setattr(jobs, "make_crew", lambda *asked: Threads(1))
    (tmp_path / "my.toml").write_text(TEXT)
    return tmp_path


def test_an_array_of_commands_gives_the_report_of_one(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["run", "my.toml", "--store", "whole.sqlite", "--json", "whole.json", "-q"]) == 0
    for number in (1, 2, 3):
        assert run(["run", "my.toml", "--part", f"{number}/3", "-q"]) == 0
    assert "part 1/3: 5 of 5 pairs are in 'my-part-1-of-3.sqlite'" in capsys.readouterr().out
    files = sorted(str(path) for path in home.glob("my-part-*"))
    assert [Path(name).name for name in files] == [f"my-part-{number}-of-3.sqlite" for number in (1, 2, 3)]
    assert run(["results", "merge", "all.sqlite", *files[:2], "-q"]) == 0
    assert capsys.readouterr().out.splitlines()[1:] == ["4 pairs are missing", "of 3 parts there is no store of 3"]
    assert run(["results", "merge", "all.sqlite", *files, "--json", "-", "-q"]) == 0
    assert json.loads(capsys.readouterr().out)["missing_pairs"] == 0
    assert run(["run", "my.toml", "--only-report", "--store", "all.sqlite", "--json", "all.json"]) == 0
    whole, merged = (
        json.loads((home / name).read_text())["sections"][0]["rows"] for name in ("whole.json", "all.json")
    )
    for row in (*whole, *merged):
        del row["seconds"], row["seconds_per_decision"], row["command"]
    assert whole == merged and [row["ours"]["games"] for row in whole] == [14, 14]
    assert lasting(home / "all.sqlite") == lasting(home / "whole.sqlite")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--part", "0/10"], "part: '0/10' should be"),
        (["--part", "11/10"], "part: '11/10' should be"),
        (["--part", "1/2", "--cluster", "local:2"], "--part and --cluster"),
        (["--part", "1/2", "--scheduler-file", "x"], "--part and --scheduler-file"),
        (["--part", "1/2", "--report", "x.html"], "--part and --report: a part is only played"),
        (["--part", "1/2", "--only-report"], "--part and --only-report"),
        (["--part", "1/2", "--json", "-"], "--part and --json"),
        (["--scheduler-file", "x", "--cluster", "local:2"], "choose one of them"),
        (["--scheduler-file", "none.json"], "there is no scheduler file 'none.json'"),
        (["--scheduler-file", "my.toml"], "'my.toml' has no address of a scheduler"),
        (["--scheduler-file", "."], "scheduler file '.': Is a directory"),
    ],
)
def test_what_makes_no_sense_is_told_in_one_line(
    home: Path, words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["run", "my.toml", *words]) == 2
    told = capsys.readouterr().err
    assert message in told and told.count("\n") == 1 and [path.name for path in home.iterdir()] == ["my.toml"]


def test_a_part_has_a_store_of_its_own_and_no_tests(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["run", "my.toml", "--part", "1/2", "--store", "mine.sqlite", "-q"]) == 0
    assert run(["run", "my.toml", "--part", "1/2", "--store", "mine.sqlite", "-q"]) == 0, "it may go on"
    assert run(["run", "my.toml", "--part", "2/2", "--store", "mine.sqlite", "-q"]) == 2
    assert "it has part 1/2, and every part needs a store of its own" in capsys.readouterr().err
    (home / "my.toml").write_text(TEXT.replace("seed", "sprt = { elo0 = 0, elo1 = 50 }\nseed"))
    assert run(["run", "my.toml", "--part", "1/2"]) == 2
    assert "'my' has sequential tests (sprt)" in capsys.readouterr().err
    assert sorted(path.name for path in home.iterdir()) == ["mine.sqlite", "my.toml"]
