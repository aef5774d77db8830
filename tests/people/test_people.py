"""Studies with people: who agreed, what is kept, what it shows, and what cannot be lost or spoiled."""

from __future__ import annotations

import csv
import io
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from mulligan.arena.statistics import clustered_interval, wilson
from mulligan.cli import run
from mulligan.core.errors import UsageError
from mulligan.games.toys import GUESS, NIM
from mulligan.people.figures import by_seat, figures
from mulligan.people.names import LONGEST, person_name, study_name
from mulligan.people.report import html_report
from mulligan.people.study import ENDING, ENDS, INTERRUPTED, Limits, Study, StudyGame, study_names
from mulligan.play.record import load_record
from mulligan.play.session import Session, open_record

HOSTILE = (
    "",
    "..",
    "../x",
    "/etc/passwd",
    "a/b",
    "a\\b",
    "a.b",
    ".x",
    "-x",
    "x" * 41,
    "a\0b",
    "a b",
    "é",
    "a\n",
    "%2e",
)


@pytest.fixture
def study(tmp_path: Path) -> Study:
    return Study("nim", tmp_path, make=True)


def nim(seed: str = "7", *players: str) -> Session:
    return Session(NIM, players=players or ("you", "uniform"), seed=seed)


def played(study: Study, visitor: str, seed: str, *, wins: bool, seat: int = 1, marks: tuple[str, ...] = ()) -> int:
    """A game that the person wins, or gives up."""
    session = nim(seed, *(("you", "uniform") if seat == 1 else ("uniform", "you")))
    sheet = study.begin(visitor, session, "web")
    assert sheet is not None
    for mark in marks:
        sheet.mark(mark)
    if wins:
        while not session.over:  # whoever leaves a multiple of four wins
            person = session.players[session.actor] == "you"
            left = int(str(session.position).split(":")[1].split()[0])
            session.play(f"take {left % 4 or 1}" if person else "take 1")
        if session.results[seat - 1] != 1:
            pytest.fail("the person should have won")
    else:
        session.resign(seat - 1)
    sheet.end(session)
    return sheet.number


# --- names ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", HOSTILE)
def test_names_of_studies_are_never_paths(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match="a name has letters"):
        Study(name, tmp_path, make=True)
    assert list(tmp_path.iterdir()) == []
    assert study_name("a" * LONGEST)


@given(some.text(max_size=100))
def test_names_of_people_are_one_line_that_no_program_takes_for_more(given_name: str) -> None:
    try:
        name = person_name(given_name)
    except UsageError:
        return
    assert 0 < len(name) <= LONGEST and name.isprintable() and name[0].isalnum()
    assert person_name(name) == name


@pytest.mark.parametrize("name", ["=1+1", "+x", "-x", "@x", "\x1b[31m", "a\u202eb", "a\x00", "\ud800", "x" * 41, "<b>"])
def test_names_that_people_cannot_have(study: Study, name: str) -> None:
    with pytest.raises(UsageError, match="a name begins with"):
        study.join("ann", name)
    assert study.people() == []


def test_random_names_differ(study: Study) -> None:
    names = {study.join(f"visitor {i}").name for i in range(50)}
    assert len(names) == 50


# --- who takes part ---------------------------------------------------------------------------------------------------


def test_nobody_takes_part_unasked(study: Study) -> None:
    assert study.person("ann") is None
    assert study.begin("ann", nim(), "web") is None
    assert study.games() == []


def test_who_has_joined_stays_the_same(study: Study, tmp_path: Path) -> None:
    first = study.join("ann", "Ann")
    assert study.join("ann", "Another") == first
    assert Study("nim", tmp_path).person("ann") == first
    assert study.join("bob", "Ann").number != first.number


def test_visitors_cannot_be_found_in_the_file(study: Study, tmp_path: Path) -> None:
    study.join("the-visitor-of-the-cookie", "Ann")
    other = Study("other", tmp_path, make=True)
    other.join("the-visitor-of-the-cookie", "Ann")
    keys = set()
    for one in (study, other):
        assert b"the-visitor-of-the-cookie" not in one.path.read_bytes()
        with sqlite3.connect(one.path) as db:
            keys.add(db.execute("SELECT key FROM person").fetchone()[0])
    assert len(keys) == 2
    if os.name == "posix":
        assert study.path.stat().st_mode & 0o077 == 0


def test_who_withdraws_is_deleted_with_all_games(study: Study) -> None:
    study.join("ann", "Ann-who-left")
    study.join("bob", "Bob")
    for i in range(3):
        played(study, "ann", f"seed-of-ann-{i}", wins=False)
    kept = played(study, "bob", "seed-of-bob", wins=False)
    assert study.withdraw("ann") == 3
    assert [person.name for person in study.people()] == ["Bob"]
    assert [game.number for game in study.games()] == [kept]
    raw = study.path.read_bytes()
    assert b"seed-of-bob" in raw and b"seed-of-ann" not in raw and b"Ann-who-left" not in raw
    assert study.withdraw("ann") == 0
    study.withdraw("bob")
    assert study.join("ann", "Again").number == 3, "a number must not come to mean somebody else"


def test_a_game_that_ends_after_its_person_withdrew_is_not_kept(study: Study) -> None:
    study.join("ann")
    session = nim()
    sheet = study.begin("ann", session, "web")
    assert sheet is not None
    study.withdraw("ann")
    sheet.mark("hint")
    session.resign(0)
    sheet.end(session)
    assert study.games() == []
    study.join("ann")
    assert study.games() == []


# --- what is kept -----------------------------------------------------------------------------------------------------


def test_what_is_kept_of_a_game(study: Study) -> None:
    ann = study.join("ann", "Ann")
    number = played(study, "ann", "s1", wins=True, seat=1, marks=("undo", "hint", "hint", "nonsense"))
    (game,) = study.games()
    assert (game.number, game.person, game.name, game.place) == (number, ann.number, "Ann", "web")
    assert (game.game, game.setup, game.agent, game.level, game.seat) == ("nim/1", "15-3", "uniform", "easy", 1)
    assert (game.how, game.score, game.marks) == ("finished", 1.0, ("hint", "undo"))
    assert game.began <= game.ended and game.began.endswith("Z") and game.turns > 1 and game.moves > 1
    assert game.code["mulligan"].startswith("mulligan ")
    again = open_record(study.record(number))
    assert again.over and again.results == (1.0, 0.0) and len(again.moves) == game.moves


def test_only_games_of_one_person_from_the_deal_on(study: Study) -> None:
    study.join("ann")
    begun = nim()
    begun.play("take 1")
    elsewhere = Session(NIM, players=("you", "uniform"), position="nim 1-3: 12 left, player 2 to move")
    for session in (nim("7", "you", "you"), nim("7", "uniform", "uniform"), begun, elsewhere):
        assert study.begin("ann", session, "web") is None
    assert study.games() == []


def test_the_first_end_counts(study: Study) -> None:
    study.join("ann")
    session = nim()
    sheet = study.begin("ann", session, "web")
    assert sheet is not None
    session.resign(0)
    sheet.end(session)
    session.undo()
    sheet.mark("undo")
    while not session.over:
        session.play("take 1")
    sheet.end(session)
    sheet.leave(session)
    (game,) = study.games()
    assert (game.how, game.score, game.marks) == ("resigned", 0.0, ())


def test_games_that_are_left_have_no_result_and_can_go_on(study: Study) -> None:
    study.join("ann")
    session = nim()
    sheet = study.begin("ann", session, "web")
    assert sheet is not None and [game.how for game in study.games()] == [""]
    session.play("take 1").play("take 1").play("take 1")
    sheet.leave(session, INTERRUPTED)
    (game,) = study.games()
    assert (game.how, game.score, game.moves) == ("interrupted", None, 3)
    assert study.resume("bob", session) is None
    assert study.resume("ann", nim("8")) is None
    assert study.resume("ann", nim("7", "you", "expert-of-another-name")) is None
    going_on = study.resume("ann", open_record(study.record(game.number)))
    assert going_on is not None and [game.how for game in study.games()] == [""]
    going_on.leave(session)
    shorter = session.branch(1)
    taken_back = study.resume("ann", shorter)
    assert taken_back is not None and study.games()[0].marks == ("undo",)
    shorter.resign(0)
    taken_back.end(shorter)
    assert [(one.number, one.how) for one in study.games()] == [(game.number, "resigned")]
    assert study.resume("ann", session) is None, "it has a result"


def test_marks_of_games_at_no_table(study: Study) -> None:
    study.join("ann")
    session = nim()
    sheet = study.begin("ann", session, "web")
    assert sheet is not None
    sheet.leave(session)
    study.mark("bob", "7", "open")
    study.mark("ann", "8", "open")
    assert study.games()[0].marks == ()
    study.mark("ann", "7", "open")
    assert study.games()[0].marks == ("open",)


def test_limits(tmp_path: Path) -> None:
    study = Study("small", tmp_path, make=True, limits=Limits(people=2, games=1))
    study.join("ann")
    study.join("bob")
    with pytest.raises(UsageError, match="is full"):
        study.join("cyd")
    played(study, "ann", "1", wins=False)
    with pytest.raises(UsageError, match="not part of the study"):
        study.begin("ann", nim("2"), "web")
    played(study, "bob", "3", wins=False)
    tiny = Study("small", tmp_path, limits=Limits(size=1))
    with pytest.raises(UsageError, match="not part of the study"):
        tiny.begin("bob", nim("4"), "web")


# --- what can go wrong ------------------------------------------------------------------------------------------------


def test_what_is_not_a_study(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no study 'x'"):
        Study("x", tmp_path)
    assert list(tmp_path.iterdir()) == []
    (tmp_path / f"text{ENDING}").write_text("no database " * 100)
    with sqlite3.connect(tmp_path / f"other{ENDING}") as db:
        db.execute("CREATE TABLE mine (x)")
    (tmp_path / f"folder{ENDING}").mkdir()
    for name in ("text", "other", "folder"):
        for make in (False, True):
            with pytest.raises(UsageError, match=f"study '{name}'"):
                Study(name, tmp_path, make=make)
    assert study_names(tmp_path) == ["other", "text"]
    with sqlite3.connect(tmp_path / f"other{ENDING}") as db:
        assert db.execute("SELECT name FROM sqlite_master").fetchall() == [("mine",)]


def test_a_result_that_cannot_be_written_waits(study: Study, monkeypatch: pytest.MonkeyPatch) -> None:
    study.join("ann")
    session = nim()
    sheet = study.begin("ann", session, "web")
    assert sheet is not None
    session.resign(0)
    monkeypatch.setattr("mulligan.people.study.PATIENCE", 0.01)
    with sqlite3.connect(study.path, isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        sheet.end(session)
        assert "locked" in study.problem
        study.catch_up()
        assert "locked" in study.problem
        other.execute("ROLLBACK")
    assert [game.how for game in study.games()] == [""]
    study.catch_up()
    assert [game.how for game in study.games()] == ["resigned"] and study.problem == ""


KILLED = """
import os, signal, sys
from pathlib import Path
from mulligan.games.toys import NIM
from mulligan.people.study import Study
from mulligan.play.session import Session

study = Study("kill", Path(sys.argv[1]), make=True)
study.join("ann", "Ann")
for i in range(10_000):
    session = Session(NIM, players=("you", "uniform"), seed=f"{sys.argv[2]} {i}")
    sheet = study.begin("ann", session, "web")
    sheet.mark("hint")
    session.resign(0)
    sheet.end(session)
    print(sheet.number, flush=True)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="nobody can be killed so here")
def test_a_killed_process_loses_nothing_that_had_ended(tmp_path: Path) -> None:
    rng, told = random.Random(5), set()
    for life in range(3):
        with subprocess.Popen(
            [sys.executable, "-c", KILLED, str(tmp_path), str(life)], stdout=subprocess.PIPE
        ) as killed:
            assert killed.stdout is not None
            for _ in range(rng.randint(1, 20)):
                told.add(int(killed.stdout.readline()))
            killed.send_signal(signal.SIGKILL)
            told.update(int(line) for line in killed.stdout.read().splitlines(keepends=True) if line.endswith(b"\n"))
        study = Study("kill", tmp_path)
        with sqlite3.connect(study.path) as db:
            assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        ended = {game.number for game in study.games() if game.how == "resigned" and game.marks == ("hint",)}
        assert told <= ended
        assert len([game for game in study.games() if game.how == ""]) <= life + 1
        assert [person.name for person in study.people()] == ["Ann"]
    assert len(told) > 3


def test_several_processes_write_to_one_study(tmp_path: Path) -> None:
    code = KILLED.replace("10_000", "15").replace('"ann"', "sys.argv[2]")
    command = [sys.executable, "-c", code, str(tmp_path)]
    lives = [subprocess.Popen([*command, str(life)], stdout=subprocess.DEVNULL) for life in range(3)]
    assert [life.wait() for life in lives] == [0, 0, 0]
    study = Study("kill", tmp_path)
    assert len(study.people()) == 3
    assert sorted(game.how for game in study.games()) == ["resigned"] * 45


# --- what it shows ----------------------------------------------------------------------------------------------------


def row(number: int, person: int = 1, **more: Any) -> StudyGame:
    usual = StudyGame(
        *(number, person, f"P{person}", "web", "magic/1", "matched", "expert", "hard", 1, "", "", "finished", 0.0, 9),
        *(20, (), {"mulligan": "mulligan 1"}),
    )
    return replace(usual, **more)


def test_the_interval_over_people_is_the_wider_one() -> None:
    rng = random.Random(1)
    for _ in range(200):
        clusters = [(rng.randint(0, n), n) for n in (rng.randint(1, 20) for _ in range(rng.randint(2, 12)))]
        found, plain = clustered_interval(clusters), wilson(sum(s for s, _ in clusters), sum(n for _, n in clusters))
        rate = sum(s for s, _ in clusters) / sum(n for _, n in clusters)
        assert found is not None
        assert found[0] <= plain[0] + 1e-12 and plain[1] - 1e-12 <= found[1] and found[0] <= rate <= found[1]


def coverage(people: int, games: int, rate: float, correlation: float, studies: int = 2_000) -> tuple[float, float]:
    """How often the interval over people, and Wilson's over games, hold the rate: as in docs/measuring.md."""
    rng = random.Random(f"{people} {games} {rate} {correlation} 1")
    between = (1 - correlation) / correlation if correlation else 0.0
    held = plain = 0
    for _ in range(studies):
        clusters = []
        for _ in range(people):
            strength = rng.betavariate(rate * between, (1 - rate) * between) if correlation else rate
            many = rng.randint(max(1, games // 2), games * 3 // 2)
            clusters.append((sum(rng.random() < strength for _ in range(many)), many))
        low, high = clustered_interval(clusters) or (1.0, 0.0)
        held += low <= rate <= high
        low, high = wilson(sum(score for score, _ in clusters), sum(many for _, many in clusters))
        plain += low <= rate <= high
    return held / studies, plain / studies


def test_the_interval_over_people_holds_what_it_promises() -> None:
    """Of intervals that hold the rate in 95 % of all studies, fewer than 92 % of 600 do so once in 1,500 times."""
    held, plain = coverage(7, 16, 0.42, 0.2, 600)
    assert held >= 0.92 and plain < 0.8
    held, plain = coverage(7, 16, 0.42, 0.0, 600)
    assert held >= 0.92 and plain >= 0.92


def test_the_interval_over_people_when_all_games_ended_alike() -> None:
    low, high = clustered_interval([(0, 50), (0, 50)]) or (1.0, 1.0)
    assert low == 0.0 and high > 0.9, "two people who lose all say little about others"
    assert clustered_interval([]) is None and clustered_interval([(1, 2), (0, 0)]) is None


def test_rates_by_seat_are_the_agents() -> None:
    games = [
        *(row(i, seat=1, score=1.0) for i in range(3)),
        *(row(i, person=2, seat=2, score=0.0) for i in range(3, 5)),
        row(5, seat=2, score=0.5),
    ]
    both, first, second = by_seat(figures(games).counted)
    assert both.label == ("magic/1", "matched", "expert (hard)", "both")
    assert (both.games, both.won, both.drawn, both.lost, both.people) == (6, 2, 1, 3, 2)
    assert both.rate == pytest.approx(2.5 / 6) and both.over_games == wilson(2.5, 6)
    assert (first.label[-1], first.games, first.won, first.drawn) == ("first", 3, 2, 1)  # the person sits second
    assert (second.label[-1], second.games, second.rate, second.over_people) == ("second", 3, 0.0, None)


def test_what_counts() -> None:
    games = [
        row(1),
        row(2, marks=("hint",)),
        row(3, how="abandoned", score=None),
        row(4, how="interrupted", score=None),
        row(5, how="", score=None),
        row(6, how="resigned"),
        row(7, how="abandoned", score=None, marks=("undo",)),
    ]

    def counted(**how: bool) -> tuple[list[int], list[int]]:
        found = figures(games, **how)
        return [game.number for game in found.counted], [game.number for game in found.helped]

    assert counted() == ([1, 6], [2])
    assert counted(helped=True) == ([1, 2, 6], [])
    assert counted(abandoned=True) == ([1, 3, 6], [2, 7])
    assert counted(abandoned=True, helped=True) == ([1, 2, 3, 6, 7], [])
    ends = figures(games).ends
    assert ends == {"finished": 2, "resigned": 1, "abandoned": 2, "interrupted": 1, "under way": 1}
    assert len(ends) == len(ENDS) and sum(ends.values()) == len(games)


def test_games_alone_have_no_seats() -> None:
    found = by_seat(figures([row(1, game="lotr/1", agent="", level="easy", score=1.0)]).counted)
    assert [one.label for one in found] == [("lotr/1", "matched", "alone (easy)", "alone")]


def test_the_papers_figures_stand_beside_those_of_the_same_agent_only() -> None:
    (paper,) = figures([row(1)]).published
    assert [(label, won, games) for label, won, games, _ in paper.lines()] == [
        ("both", 48, 114),
        ("agent first", 27, 58),
        ("agent second", 21, 56),
    ]
    assert round(100 * 48 / 114, 1) == 42.1 and paper.found.people == 7 and paper.found.agent == "expert"
    assert figures([row(1, agent="magic/best")]).published == []
    assert figures([row(1, game="pokemon/1")]).published == []
    assert figures([]).published == []


def test_the_report_escapes_what_people_gave_and_needs_nothing_else() -> None:
    games = [row(i, person=1 + i % 3, seat=1 + i % 2, score=float(i % 4 == 0), name="B<script>&") for i in range(12)]
    page = html_report("my-study", figures(games))
    assert "<script" not in page and "B&lt;script&gt;&amp;" in page
    assert "default-src 'none'" in page and "42.1 %" in page and "<svg" in page
    assert "There are none" in html_report("empty", figures([]))


# --- the command ------------------------------------------------------------------------------------------------------


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Study:
    monkeypatch.setenv("MULLIGAN_STUDIES", str(tmp_path / "studies"))
    monkeypatch.setenv("MULLIGAN_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    study = Study("nim", tmp_path / "studies", make=True)
    for visitor in ("ann", "bob"):
        study.join(visitor, visitor.capitalize())
        played(study, visitor, f"{visitor} 1", wins=True)
        played(study, visitor, f"{visitor} 2", wins=False, seat=2)
    played(study, "bob", "bob 3", wins=True, marks=("undo",))
    return study


def test_the_table(kept: Study, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["study"]) == 0
    assert capsys.readouterr().out.split() == ["study", "people", "games", "nim", "2", "5"]
    assert run(["study", "nim"]) == 0
    out = capsys.readouterr().out
    for line in ("games    5: 3 finished, 2 resigned", "4 (games with a result, without help)", "undo in 1"):
        assert line in out
    assert any(
        line.split()[:8] == ["nim/1", "15-3", "uniform", "(easy)", "both", "4", "2-0-2", "50.0"]
        for line in out.splitlines()
    )
    assert "Ann" in out and "42.1" not in out


def test_json_csv_report_and_games(kept: Study, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        run(["study", "nim", "--json", "-", "--helped", "--csv", "g.csv", "--report", "r.html", "--games", "out"]) == 0
    )
    found = json.loads(capsys.readouterr().out)
    assert [one["agent_seat"] for one in found["rates"]] == ["both", "first", "second"]
    assert found["rates"][0]["games"] == 5 and found["rates_with_help"] == [] and len(found["games"]) == 5
    rows = list(csv.DictReader(io.StringIO((tmp_path / "g.csv").read_text("utf-8"))))
    assert [(one["name"], one["seat"], one["person_score"], one["help"]) for one in rows] == [
        ("Ann", "1", "1.0", ""),
        ("Ann", "2", "0.0", ""),
        ("Bob", "1", "1.0", ""),
        ("Bob", "2", "0.0", ""),
        ("Bob", "1", "1.0", "undo"),
    ]
    assert "<h1>Study nim</h1>" in (tmp_path / "r.html").read_text("utf-8")
    files = sorted((tmp_path / "out").iterdir())
    assert len(files) == 5 and all(open_record(load_record(file)).over for file in files)
    assert run(["replay", str(files[0])]) == 0
    first = capsys.readouterr().out
    assert run(["study", "nim", "--replay", "1"]) == 0
    assert capsys.readouterr().out == first and "won" in first


def test_forgetting_a_person(kept: Study, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["study", "nim", "--forget", "7", "--yes"]) == 2
    assert run(["study", "nim", "--forget", "2", "--yes"]) == 0
    assert "deleted person 2 and 3 games" in capsys.readouterr().out
    assert [person.name for person in kept.people()] == ["Ann"] and len(kept.games()) == 2


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["nope"], "there is no study 'nope'"),
        (["../x"], "a name has letters"),
        (["nim", "--replay", "99"], "there is no game 99"),
        (["nim", "--csv", "no/such/folder.csv"], "cannot write"),
        (["nim", "--report", "studies/nim.study"], "is the study"),
        (["nim", "--games", "studies/nim.study"], "games: "),
        (["--csv", "x.csv"], "which study?"),
        (["nim", "--replay", "x"], "--replay"),
    ],
)
def test_what_users_get_wrong(kept: Study, capsys: pytest.CaptureFixture[str], arguments: list[str], told: str) -> None:
    assert run(["study", *arguments]) == 2
    error = capsys.readouterr().err
    assert told in error and "Traceback" not in error and len(error.splitlines()) == 1
    assert len(kept.games()) == 5


@pytest.mark.parametrize("name", ["../x", "", "a b"])
def test_servers_refuse_such_names(tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    if name:
        assert run(["serve", "--study", name, "--saves", str(tmp_path / "saves"), "--port", "18999"]) == 2
        assert "a name has letters" in capsys.readouterr().err
    assert run(["play", "nim", "--study", name or "x", "--seed", "3"]) == 2


# --- at the keyboard --------------------------------------------------------------------------------------------------


def typed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], lines: str, *arguments: str) -> str:
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
    assert run(["play", "nim", "--against", "uniform", "--study", "nim", *arguments]) == 0
    return " ".join(capsys.readouterr().out.split())


def test_a_game_at_the_keyboard(
    kept: Study, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = typed(monkeypatch, capsys, "Cyd\n" + "1\n" * 20 + "quit\n")
    assert (
        "May we keep your games" in out
        and "You take part as Cyd, person 3" in out
        and "seed" not in out.split("15-3")[1]
    )
    game = kept.games()[-1]
    assert (game.name, game.place, game.how, game.marks) == ("Cyd", "terminal", "finished", ())
    typed(monkeypatch, capsys, "=x\ncyd\n1\nundo\nhint\nresign\nquit\n", "--as", "2")
    game = kept.games()[-1]
    assert (game.name, game.person, game.seat, game.how, game.score) == ("Cyd", 3, 2, "resigned", 0.0)
    assert game.marks == ("hint", "undo")
    typed(monkeypatch, capsys, "random\n1\nquit\n")
    game = kept.games()[-1]
    assert game.name.startswith("guest-") and (game.how, game.score) == ("abandoned", None)


def test_who_gives_no_name_at_the_keyboard_takes_no_part(
    kept: Study, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = len(kept.games())
    assert "not part of the study" in typed(monkeypatch, capsys, "\n1\nresign\nquit\n")
    typed(monkeypatch, capsys, "")
    assert len(kept.games()) == before and len(kept.people()) == 2


def test_another_game_that_is_loaded_is_not_the_studys(
    kept: Study, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "other.game").write_text("mulligan game\ngame: guess/1\nsetup: 4\nseed: 1\nplayers: you | uniform\n")
    assert GUESS.name == "guess"
    typed(monkeypatch, capsys, "Cyd\n1\nload other.game\nresign\nquit\n")
    game = kept.games()[-1]
    assert (game.game, game.how, game.score) == ("nim/1", "abandoned", None)
