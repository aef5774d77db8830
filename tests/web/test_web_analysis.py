"""Analysis, replays and experiments in a real browser, with a small store and a kept game."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mulligan.arena.contest import Contest, play_pair
from mulligan.arena.store import Store
from mulligan.games.toys import NIM
from mulligan.play.record import write_record
from mulligan.play.session import Session
from mulligan.web.standings import Row, Standings

from ..helpers.web_help import PATIENCE, Visitor, browser, needs_chromium, server

PAIRS = 30


def fill(path: Path, pairs: int = PAIRS) -> None:
    """An experiment of Nim with two cells, one of them by the clock."""
    with Store(path) as store:
        run = store.run("1")
        cells = []
        for label, agents in (("careful", ("uct:sims=50", "uniform")), ("timed", ("uct:seconds=0.001", "uniform"))):
            contest = Contest("nim", agents)
            number, table = store.contest(contest), contest.table()
            for pair in range(pairs if label == "careful" else 1):
                store.add(number, play_pair(table, contest, pair), run)
            cells.append((label, number, 2 * PAIRS))
        store.enter("trial/nim", "A trial of <b>Nim</b>", json.dumps({"points": "player"}), cells)


# --- readings, which need no browser ----------------------------------------------------------------------------------


def test_a_store_that_is_missing_locked_or_none_is_told(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    assert "there is no store" in Standings(path).read().problem
    path.write_text("This is no store at all.")
    assert "not" in Standings(path).read().problem
    path.unlink()
    fill(path, 2)
    assert Standings(path).read().problem == ""
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA locking_mode = EXCLUSIVE")
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute("BEGIN EXCLUSIVE")
        assert "locked" in Standings(path).read().problem
        db.rollback()


def test_what_was_read_stays_while_the_store_is_away(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr("mulligan.web.standings.FRESH", 0.0)
    path = tmp_path / "games.sqlite"
    fill(path, 2)
    standings = Standings(path)
    rows = standings.read().rows
    path.rename(tmp_path / "elsewhere.sqlite")
    found = standings.read()
    assert found.rows == rows and found.problem


def test_pace_and_time_left_follow_what_comes_in(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr("mulligan.web.standings.FRESH", 0.0)
    path = tmp_path / "games.sqlite"
    fill(path, 2)
    standings = Standings(path)
    assert [row.state for row in standings.read().rows] == ["paused"]
    fill(path, 20)
    row = standings.read().rows[0]
    assert row.running and row.per_minute is not None and row.per_minute > 0 and row.left is not None
    assert {cell.label: rate.pairs for cell, rate in standings.cells("trial/nim")} == {"careful": 20, "timed": 1}


def test_an_experiment_tells_of_its_own_runs(tmp_path: Path) -> None:
    """What others write to the store is no news of an experiment."""
    dashboard = pytest.importorskip("mulligan.web.dashboard")
    path = tmp_path / "games.sqlite"
    fill(path, 2)
    with sqlite3.connect(path) as db:
        db.execute("UPDATE run SET started = '2024-02-03T04:05:06Z'")
    with Store(path) as store:
        contest = Contest("nim", ("uniform", "uniform"), seed="other")
        number = store.contest(contest)
        store.add(number, play_pair(contest.table(), contest, 0), store.run("1"))
        store.enter("other", "Another one", json.dumps({"points": "player"}), [("all", number, 2)])
    standings = Standings(path)
    own = {name: standings.runs(name)[-1]["started"] for name in ("trial/nim", "other")}
    assert own["trial/nim"] == "2024-02-03T04:05:06Z" != own["other"]
    row = next(row for row in standings.read().rows if row.name == "trial/nim")
    assert dashboard.said(row, own["trial/nim"]).endswith("its last run began 2024-02-03 04:05:06 UTC.")


def test_shares_never_pass_the_whole() -> None:
    assert Row("a", "", "", 1, 30, 20, 0.0).share == 1.0
    assert Row("a", "", "", 0, 0, 0, 0.0).share == 0.0


# --- pages ------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    place = tmp_path_factory.mktemp("web")
    fill(place / "mulligan.sqlite")
    with server(place / "saves") as found:
        yield found


@pytest.fixture(scope="module")
def chrome() -> Iterator[Any]:
    with browser() as running:
        yield running


@pytest.fixture
def guest(address: str, chrome: Any) -> Iterator[Visitor]:
    made = Visitor(chrome, address)
    yield made
    assert made.errors == []
    assert made.strangers() == []
    made.close()


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A game in which the first player goes wrong at once."""
    table = Session(NIM, players=("you", "uniform"))
    for move in ("take 1", "take 2", "take 2", "take 2", "take 1", "take 3", "take 1", "take 3"):
        if not table.over:
            table.play(move)
    path = tmp_path / "wrong.game"
    path.write_text(write_record(table.record()))
    return path


def keep(guest: Visitor, path: Path) -> None:
    """Send a file to the house."""
    guest.go("/")
    guest.page.set_input_files("input[type=file]", str(path))
    guest.page.wait_for_selector(f"text={path.stem}", timeout=PATIENCE)


def steps(guest: Visitor) -> int:
    """How many moves the board shows as played."""
    found = re.search(r"(\d+) of \d+", guest.page.inner_text(".s-steps"))
    assert found
    return int(found[1])


def wait_steps(guest: Visitor, wanted: int) -> None:
    guest.page.wait_for_function(
        "wanted => new RegExp('(^|\\\\s)' + wanted + ' of ').test(document.querySelector('.s-steps').innerText)",
        arg=wanted,
    )


@needs_chromium
def test_a_kept_game_is_gone_over(guest: Visitor, kept: Path) -> None:
    keep(guest, kept)
    page = guest.page
    guest.go("/analysis")
    page.get_by_role("button", name="Analyse wrong").click()
    page.wait_for_selector(".s-steps", timeout=PATIENCE)
    page.wait_for_selector("text=/^Done: /", timeout=PATIENCE)
    page.get_by_role("tab", name="Moves").click()
    first = page.locator(".s-list button").first
    guest.reads(".s-list button:first-of-type", "blunder")
    page.locator(".s-list button").nth(3).click()
    wait_steps(guest, 3)
    first.click()
    wait_steps(guest, 0)
    page.get_by_role("tab", name="Move", exact=True).click()
    guest.reads(".s-verdict", "take 3", "blunder")
    assert page.locator(".s-verdict li").first.inner_text() == "You: take 3"
    assert page.locator(".s-verdict li").nth(1).inner_text().startswith("Player 2: ")
    page.get_by_role("tab", name="Tree").click()
    page.get_by_role("button", name="Search here").click()
    page.wait_for_selector(".s-row", timeout=PATIENCE)
    guest.reads(".s-row >> nth=0", "take 3")
    page.locator(".s-row").first.click()
    page.wait_for_selector(".s-crumbs >> text=take 3")
    page.get_by_role("button", name="Root").click()
    page.wait_for_function("document.querySelectorAll('.s-crumbs button').length === 1")


@needs_chromium
def test_an_analysis_is_stopped_and_goes_on(guest: Visitor, kept: Path) -> None:
    keep(guest, kept)
    page = guest.page
    guest.go("/analysis/saved/wrong")
    page.wait_for_selector(".s-steps", timeout=PATIENCE)
    page.wait_for_selector("text=/^Done: /", timeout=PATIENCE)
    guest.choose("Effort", "thorough")
    for _ in range(2):
        page.get_by_role("button", name="Start", exact=True).click()
        page.wait_for_selector("text=/^Going over the game: /", timeout=PATIENCE)
        page.get_by_role("button", name="Stop", exact=True).click()
        page.wait_for_selector("text=/^Stopped/", timeout=PATIENCE)


@needs_chromium
def test_a_replay_by_keys(guest: Visitor, kept: Path) -> None:
    keep(guest, kept)
    page = guest.page
    guest.go("/replays")
    page.get_by_role("button", name="Replay wrong").click()
    page.wait_for_selector(".s-steps", timeout=PATIENCE)
    for key, at in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", 8), ("Home", 0)):
        page.keyboard.press(key)
        wait_steps(guest, at)
    page.keyboard.press(" ")
    page.wait_for_function("parseInt(document.querySelector('.s-steps').innerText.match(/(\\d+) of /)[1]) >= 2")
    page.keyboard.press(" ")
    page.get_by_role("button", name="Play (space)").wait_for()
    page.get_by_role("slider", name="Moves played").fill("5")
    wait_steps(guest, 5)
    page.wait_for_function("document.querySelector('.s-list button[aria-current=true]')?.innerText.startsWith('5')")


@needs_chromium
def test_a_game_of_the_arena_is_played_again_and_gone_on_from(guest: Visitor) -> None:
    page = guest.page
    guest.go("/replays")
    page.get_by_text("trial/nim").click()
    page.get_by_role("link", name="careful").click()
    page.wait_for_selector("text=Page 1 of 2")
    page.get_by_role("link", name="Next").click()
    page.wait_for_selector("text=Page 2 of 2")
    page.get_by_role("link", name="Replay pair 27, seat 2").click()
    page.wait_for_selector(".s-steps", timeout=PATIENCE)
    page.keyboard.press("ArrowRight")
    wait_steps(guest, 1)
    page.get_by_role("tab", name="Game").click()
    page.get_by_role("button", name="Play on").click()
    page.wait_for_url("**/play/*", timeout=PATIENCE)
    page.wait_for_selector(".b")


@needs_chromium
def test_games_by_the_clock_are_not_offered(guest: Visitor) -> None:
    page = guest.page
    guest.go("/replays")
    page.get_by_text("trial/nim").click()
    page.get_by_role("link", name="timed").click()
    page.wait_for_selector("text=plays by the clock")
    assert page.get_by_role("link", name="Replay pair").count() == 0


@needs_chromium
def test_experiments_and_their_cells(guest: Visitor) -> None:
    page = guest.page
    guest.go("/experiments")
    page.get_by_role("link", name="trial/nim").wait_for()
    guest.reads(".s-table", "A trial of <b>Nim</b>")
    page.get_by_role("link", name="trial/nim").click()
    page.wait_for_selector("canvas")
    guest.reads(".s-table", "careful")
    guest.reads("[role=status]", "62 of 120 games", "its last run began 20")
    guest.go("/experiments/nothing/here")
    page.wait_for_selector("text=There is no experiment")


@needs_chromium
def test_what_is_not_there_is_told(guest: Visitor) -> None:
    page = guest.page
    for place in ("/analysis/nothing", "/replays/nothing", "/analysis/saved/nothing", "/replays/arena/77/0/0"):
        guest.go(place)
        page.wait_for_selector("text=/no such game|there is no game|there is no contest/")
    assert len(guest.errors) == 3 and all("status of 404" in error for error in guest.errors)
    guest.errors.clear()  # the browser's own words about pages that are not there


@needs_chromium
def test_nobody_reads_the_studies_of_others(guest: Visitor, kept: Path, address: str, chrome: Any) -> None:
    keep(guest, kept)
    guest.go("/replays/saved/wrong")
    guest.page.wait_for_selector(".s-steps", timeout=PATIENCE)
    place = guest.page.url.removeprefix(address)
    other = Visitor(chrome, address)
    other.go(place)
    other.page.wait_for_selector("text=no such game")
    other.close()
