"""`mulligan explain`: step by step at a terminal, through a pipe, and without questions."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from mulligan.agents import make_player
from mulligan.cli import run
from mulligan.core.position import Position
from mulligan.core.registry import find_game
from mulligan.play.record import write_record
from mulligan.play.session import Session

from ..helpers.pty_help import Terminal

PROMPT = r"q, \? > $"


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch):  # type: ignore[no-untyped-def]
    def give(text: str) -> None:
        monkeypatch.setattr(sys, "stdin", io.StringIO(text))

    return give


def test_plain_tells_of_as_many_simulations_as_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", "guess", "--setup", "4", "--sims", "9", "--seed", "3", "--plain"]) == 0
    said = capsys.readouterr().out
    assert len(re.findall(r"^Simulation \d+ of 9$", said, re.MULTILINE)) == 9
    for step in ("deal", "select", "expand", "simulate", "back up"):
        assert re.search(rf"^{step} ", said, re.MULTILINE)
    assert "Score = mean + c * sqrt(ln N / n)" in " ".join(said.split())
    assert "exploration" in said and "available" in said
    assert "The decision after 9 simulations" in said
    assert "\x1b" not in said


def test_what_is_told_is_what_the_player_decides(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", "nim", "--agent", "uct:sims=40", "--sims", "40", "--plain"]) == 0
    said = capsys.readouterr().out
    nim = find_game("nim")
    decision = make_player(nim, "uct:sims=40").decide(Position.deal(nim), seed=0)
    for choice in decision.choices:
        assert re.search(rf"{choice.visits} visits  mean {choice.mean:.3f}  {nim_text(choice.move)}", said)


def nim_text(move: int) -> str:
    return f"take {move}"


def test_commands_come_through_a_pipe(typed, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:  # type: ignore[no-untyped-def]
    typed("\n\n\n\n\ns\n10\nw\nt\nnonsense\nd\n")
    drawn = tmp_path / "race.svg"
    assert run(["explain", "race", "--agent", "chance:sims=60", "--svg", str(drawn)]) == 0
    said = capsys.readouterr().out
    assert said.count("Simulation ") == 2
    assert "10 more simulations, 12 in all" in said
    assert "48 more simulations, 60 in all" in said
    assert "The decision after 60 simulations" in said
    assert ElementTree.parse(drawn).getroot().tag.endswith("svg")
    assert not [path for path in tmp_path.iterdir() if path != drawn]


def test_without_any_input_some_simulations_are_told(typed, capsys: pytest.CaptureFixture[str]) -> None:  # type: ignore[no-untyped-def]
    typed("")
    assert run(["explain", "nim"]) == 0
    assert len(re.findall(r"^Simulation \d+ of 1,000$", capsys.readouterr().out, re.MULTILINE)) == 10
    typed("q\n")
    assert run(["explain", "nim"]) == 0
    assert "Simulation" not in capsys.readouterr().out


def test_positions_and_saved_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    here = "guess 8: 3 seeks 5-6, 6 seeks 1-8, player 1 to move"
    assert run(["explain", "guess", "--position", here, "--sims", "5", "--plain"]) == 0
    assert re.search(r"guess 8: 3 seeks 5-6, \S+ seeks 1-8", capsys.readouterr().out)
    game = Session(find_game("nim"), seed="7")
    game.play("take 3").play("take 2")
    file = tmp_path / "a.game"
    file.write_text(write_record(game.record()), "utf-8")
    assert run(["explain", "nim", "--load", str(file), "--sims", "3", "--plain"]) == 0
    assert "10 left, player 1 to move" in capsys.readouterr().out
    assert run(["explain", "nim", "--load", str(file), "--at", "1", "--sims", "3", "--plain"]) == 0
    assert "12 left, player 2 to move" in capsys.readouterr().out


def test_after_some_moves(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", "nim", "--after", "take 3", "--after", "take 2", "--sims", "3", "--plain"]) == 0
    assert "10 left, player 1 to move" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nim", "--after", "take 9"], "take 9"),
        (["nim", "--sims", "0"], "sims: 0 should be a whole number from 1"),
        (["nim", "--sims", "1000000"], "at most 100000 simulations"),
        (["nim", "--agent", "uniform"], "grows no tree"),
        (["magic", "--agent", "beam"], "grows no tree"),
        (["nim", "--agent", "uct:c=x"], "c=x"),
        (["nim", "--position", "five"], "not a position of nim"),
        (["nim", "--position", "nim 1-3: 1 left, player 1 to move"], "nothing to search here: uct plays take 1"),
        (["nim", "--position", "x", "--load", "y"], "give one of them"),
        (["nim", "--at", "3"], "with --load"),
        (["nim", "--setup", "nonsense"], "nonsense"),
        (["nim", "--svg", "/nowhere/there/x.svg"], "x.svg"),
        (["nonsense"], "nonsense"),
    ],
)
def test_mistakes_are_told_in_one_line(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    if arguments[:1] == ["magic"]:
        pytest.importorskip("mulligan.games.magic")
    assert run(["explain", *arguments, "--plain"]) in (1, 2)
    shown = capsys.readouterr().err
    assert said in shown and shown.count("\n") == 1


def test_at_a_terminal() -> None:
    with Terminal("explain", "guess", "--setup", "4", "--sims", "50", width=60) as guess:
        assert "the next step" in guess.expect(PROMPT)
        guess.enter()
        assert "deal" in guess.expect(PROMPT)
        guess.enter("s")
        assert "back up" in guess.expect(PROMPT)
        guess.enter("10")
        assert "11 in all" in guess.expect(PROMPT)
        guess.enter("w")
        assert "seeks" in guess.expect(PROMPT)
        guess.enter("e")
        assert "50 in all" in guess.expect(PROMPT)
        guess.enter("s")
        assert "nothing left to explore" in guess.expect(PROMPT)
        guess.enter("d")
        assert guess.finish() == 0
        assert "The decision after 50 simulations" in guess.text
        assert all(len(line) <= 60 for line in guess.lines() if "│" not in line and "├" not in line and "└" not in line)
