"""Programs that play: whatever one does, there is a clear word, and the match goes on."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from mulligan.agents import make_player, outside
from mulligan.arena.contest import Contest
from mulligan.arena.match import run_match
from mulligan.check.engines import check_engine
from mulligan.cli.app import run
from mulligan.core.errors import Forfeit, UsageError
from mulligan.core.outside import offer, refuse_files
from mulligan.core.position import Position
from mulligan.games.toys import GUESS, NIM

ROOT = Path(__file__).parents[2]
BAD = f"{sys.executable} {ROOT / 'tests' / 'helpers' / 'bad_engine.py'}"
PLAIN = f"{sys.executable} {ROOT / 'examples' / 'engine.py'}"
OURS = f"{sys.executable} -m mulligan engine"


def program(tmp_path: Path, language: str) -> str:
    """The example in a language, if the machine can run it."""
    example = ROOT / "examples"
    if language == "python":
        return PLAIN
    if language == "javascript":
        if shutil.which("node") is None:
            pytest.skip("no node")
        return f"node {example / 'engine.js'}"
    if shutil.which("cc") is None:
        pytest.skip("no cc")
    made = tmp_path / "bot"
    subprocess.run(["cc", "-O1", "-Wall", "-Werror", "-o", str(made), str(example / "engine.c")], check=True)
    return str(made)


@pytest.mark.parametrize("language", ["python", "javascript", "c"])
def test_the_examples_speak_the_protocol_and_play(tmp_path: Path, language: str) -> None:
    command = program(tmp_path, language)
    found = check_engine(command, [NIM, GUESS], pairs=1, seconds=60)
    assert len(found) == 8 and not any(finding.problem for finding in found), [str(finding) for finding in found]
    result = run_match("guess", f"ext:{command},seconds=600", "uniform", pairs=2, seed=1, workers=2)
    assert result.standing.games == 4 and not result.forfeits


@pytest.mark.parametrize(
    ("way", "says"),
    [
        ("crash", "has ended with code 1: all is lost"),
        ("garbage", "sends 'take 1', which is no JSON object"),
        ("long", "sends a line of more than 1,000,000 bytes"),
        ("close", "it has closed its output"),
        ("illegal", "plays the illegal move 77; legal: take 1"),
        ("id", "sends 'bestmove' with id 2 when asked for move 1"),
        ("slow,seconds=0.05", r"takes longer than 0\.05 seconds"),
        ("chatter,seconds=0.2", r"takes longer than 0\.2 seconds"),
        ("error", "says: 'no such game'"),
        ("signal", "has ended by the signal SIGABRT: out of luck"),
        ("unready", "sends 'thoughts', and should say that it is ready"),
    ],
)
def test_who_fails_forfeits_the_game_and_not_the_match(way: str, says: str) -> None:
    result = run_match("nim", f"ext:{BAD} {way}", "uniform", pairs=1, seed=1)
    assert result.standing.losses == 2 and len(result.forfeits) == 2
    player = make_player(NIM, f"ext:{BAD} {way}")
    with pytest.raises(Forfeit, match=says):
        player.decide(Position.deal(NIM), 1)


def test_a_program_is_started_again_after_it_died() -> None:
    result = run_match("nim", f"ext:{BAD} third", "uniform", pairs=4, seed=1)
    assert result.standing.games == 8 and 0 < len(result.forfeits) <= 8
    assert all("has ended with code 3" in text for text in result.forfeits)


@pytest.mark.parametrize(
    ("way", "says"),
    [
        ("version", "speaks version '2' of the protocol; this is version 1"),
        ("well,speed=3", "does not know the option 'speed'; its options: depth"),
    ],
)
def test_who_never_says_hello_properly_is_no_player(way: str, says: str) -> None:
    with pytest.raises(UsageError, match=says) as error:
        run_match("nim", f"ext:{BAD} {way}", "uniform", pairs=1, seed=1)
    assert not isinstance(error.value, Forfeit)


def test_options_thoughts_and_the_log(tmp_path: Path) -> None:
    log = tmp_path / "log.txt"
    player = make_player(NIM, f"ext:{BAD} well,depth=5,log={log}")
    decision = player.decide(Position.deal(NIM), 1)
    assert [(choice.visits, choice.mean) for choice in decision.choices] == [(9, 0.4)] and decision.simulations == 9
    player._end()  # type: ignore[attr-defined]
    text = log.read_text()
    assert "!! {'depth': '5'}" in text and '>> {"type":"view","id":1' in text and "<< " in text and "ended" in text
    assert "log=" not in player.configuration and "depth=5" in player.configuration
    assert Contest("nim", (player.name, "uniform")).code[f"agent ext:{BAD} well"].startswith("bad_engine.py ")


def test_a_program_is_stopped() -> None:
    player = make_player(NIM, f"ext:{BAD} slow")
    asked: list[Any] = []

    def watch(decision: Any) -> bool:
        asked.append(decision)
        return len(asked) < 2

    assert player.decide(Position.deal(NIM), 1, watch).words() == ["take 1"] and len(asked) == 2
    timer = threading.Timer(0.2, player.stop)
    timer.start()
    assert player.decide(Position.deal(NIM), 1).words() == ["take 1"]
    with pytest.raises(Forfeit, match="does not stop within 2 seconds"):
        make_player(NIM, f"ext:{BAD} sulk").decide(Position.deal(NIM), 1, lambda decision: False)


def test_what_a_program_does_not_read_blocks_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    from mulligan.agents import process

    monkeypatch.setattr(process, "START_SECONDS", 0.2)
    talk = process.Program([*BAD.split(), "mute"])
    talk.send("weather", text="x" * 900_000)
    with pytest.raises(process.Late, match=r"does not answer within 0\.2 seconds"):
        talk.greet()
    assert talk.close(kindly=False) is False and talk.code is not None


def test_what_a_program_has_started_ends_with_it(tmp_path: Path) -> None:
    script = tmp_path / "bot.sh"
    script.write_text(f"#!/bin/sh\nsleep 600 &\necho $! > {tmp_path}/pid\n{BAD} slow\n")
    script.chmod(0o755)
    with pytest.raises(Forfeit, match=r"takes longer than 0\.05 seconds"):
        make_player(NIM, f"ext:{script},seconds=0.05").decide(Position.deal(NIM), 1)
    assert ends((tmp_path / "pid").read_text())


def ends(number: str) -> bool:
    """Whether a process ends: a signal takes its time."""
    status = Path(f"/proc/{number.strip()}/stat")
    for _ in range(500):
        if not status.exists() or status.read_text().split()[2] == "Z":
            return True
        time.sleep(0.01)
    return False


def test_what_a_program_leaves_behind_is_ended_and_nobody_waits_for_it(tmp_path: Path) -> None:
    log = tmp_path / "log.txt"
    with pytest.raises(Forfeit, match="has ended with code 4"):
        make_player(NIM, f"ext:{BAD} orphan,seconds=600,log={log}").decide(Position.deal(NIM), 1)
    assert ends(log.read_text().partition("!! child ")[2].split()[0])


def test_a_flood_of_complaints_holds_nobody_up(tmp_path: Path) -> None:
    log = tmp_path / "log.txt"
    player = make_player(NIM, f"ext:{BAD} flood,seconds=60,log={log}")
    assert player.decide(Position.deal(NIM), 1).words() == ["take 1"]
    player._end()  # type: ignore[attr-defined]
    assert "!! yyy" in log.read_text() and "!! the last word" in log.read_text()


def test_an_engine_takes_a_version_in_either_form_and_skips_what_is_too_long() -> None:
    hello = '{"type":"hello","protocol":1}'
    game = '{"type":"game","game":"nim","version":"1","setup":"15-3"}'
    told = subprocess.run(
        [*OURS.split(), "nim", "uniform"],
        input=f"{hello}\n{'x' * 3_000_000}\n{game}\n".encode(),
        capture_output=True,
        check=True,
    ).stdout.decode()
    kinds = [json.loads(line)["type"] for line in told.splitlines()]
    assert kinds == ["hello", "error", "ready"] and "more than 1,000,000 bytes" in told


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("ext:./no-such-bot", "there is no program './no-such-bot'"),
        ("ext:", "there is no program after ext:"),
        (f"ext:{ROOT / 'README.md'}", "cannot be run: chmod"),
        (f"ext:{BAD} well,seconds=0", "seconds=0: should be more than 0"),
        ("ext:'x", "No closing quotation"),
    ],
)
def test_what_is_wrong_with_a_name_is_told(name: str, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        make_player(NIM, name)


def test_visitors_start_no_programs_but_those_that_are_offered() -> None:
    with refuse_files():
        with pytest.raises(UsageError, match="on the command line only"):
            make_player(NIM, f"ext:{BAD} visitor")
        offer(f"ext:{BAD} visitor")
        make_player(NIM, f"ext:{BAD} visitor")


def test_our_own_players_are_programs_that_decide_the_same() -> None:
    own, other = (make_player(GUESS, name) for name in ("ismcts:sims=60", f"ext:{OURS} guess ismcts:sims=60"))
    for seed in range(4):
        here = Position.deal(GUESS, seed=seed)
        one, two = own.decide(here, seed + 7), other.decide(here, seed + 7)
        assert one.moves[:1] == two.moves
        assert [(choice.move, choice.visits) for choice in one.choices] == [
            (choice.move, choice.visits) for choice in two.choices
        ]
    told = check_engine(f"{OURS} guess ismcts:sims=60", [GUESS], pairs=1, seconds=60)
    assert not any(finding.problem for finding in told), [str(finding) for finding in told]
    with pytest.raises(Forfeit, match=r"this engine plays nim/1, and not guess/\d"):
        make_player(GUESS, f"ext:{OURS} nim uniform").decide(Position.deal(GUESS), 1)


def test_our_own_players_keep_to_the_clock_and_stop() -> None:
    player = make_player(NIM, f"ext:{OURS} nim uct:sims=1000000000,seconds=3000")
    assert player.decide(Position.deal(NIM), 1, lambda decision: False).choices
    player = make_player(NIM, f"ext:{OURS} nim uct:sims=1000000000,seconds=1.5")
    assert 0 < player.decide(Position.deal(NIM), 1).simulations < 1_000_000_000


FAULTS = {
    "hello": ("version", "preface"),
    "nim": [
        *("crash", "garbage", "long", "huge", "close", "illegal", "id"),
        *("twice", "unasked", "slow", "chatter", "sulk", "unready", "error"),
    ],
    "stop": ("stopdead", "parrot"),
    "unknown": ("purist",),
    "quit": ("deaf",),
    "closed": ("endless",),
}


@pytest.mark.parametrize(("clause", "way"), [(clause, way) for clause, ways in FAULTS.items() for way in ways])
def test_every_fault_is_found(clause: str, way: str) -> None:
    patience = 0.2 if way in ("slow", "chatter", "sulk") else 60
    found = check_engine(f"{BAD} {way}", [NIM], pairs=1, seconds=patience)
    failed = [finding.name for finding in found if finding.problem]
    assert failed[0] == clause, [str(finding) for finding in found]


def test_a_program_without_faults_passes() -> None:
    found = check_engine(f"{BAD} well", [NIM], pairs=1, seconds=60)
    assert len(found) == 7 and not any(finding.problem for finding in found), [str(finding) for finding in found]


def test_a_program_that_never_answers_is_not_waited_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(outside, "PATIENCE", 0.2)
    log = tmp_path / "log.txt"
    result = run_match("nim", f"ext:{BAD} sulk,log={log}", "uniform", pairs=1, seed=1)
    assert len(result.forfeits) == 2 and log.read_text().count("started: ") == 2
    assert "has no move after 0.2 seconds, the limit where none is set; seconds=N sets another" in result.forfeits[0]
    assert "-- forfeits: ext:" in log.read_text()


@pytest.mark.parametrize(
    ("way", "says"),
    [("Exits,seconds=600", "has ended with code 7"), ("Sleeps,seconds=1", "takes longer than 1 second")],
)
def test_a_plain_player_in_a_process_of_its_own_takes_nobody_along(way: str, says: str) -> None:
    name = f"ext:{OURS} nim {ROOT / 'tests' / 'helpers' / 'plain_bots.py'}:{way}"
    with pytest.raises(Forfeit, match=says):
        make_player(NIM, name).decide(Position.deal(NIM), 1)


def test_the_command_tells_what_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check-engine", f"{BAD} illegal", "--game", "nim"]) == 1
    told = capsys.readouterr().out
    assert "FAIL  nim" in told and "plays the illegal move 77" in told and "ok    hello" in told
    assert run(["check-engine", f"{BAD} version"]) == 1
    assert "speaks version '2'" in capsys.readouterr().out
    assert run(["check-engine", "./no-such-bot"]) == 2
