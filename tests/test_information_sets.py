"""The page for students: its drawings and numbers are what its commands make today, and its exercises can be typed."""

from __future__ import annotations

import io
import re
import shlex
import sys
from pathlib import Path

import pytest

from mulligan.cli import run
from mulligan.core.position import Position
from mulligan.core.registry import find_game
from mulligan.games.toys.guess import solve

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "information-sets.md").read_text("utf-8")
COMMANDS = re.findall(r"^    (?:echo d \| )?(mulligan explain .*)$", PAGE, re.MULTILINE)
EXERCISES = re.findall(r"`(mulligan explain [^`]*)`", PAGE)
SHOWN = re.findall(r"^```text\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


def said(command: str, typed: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    assert run(shlex.split(command)[1:]) == 0
    return capsys.readouterr().out


def test_drawings_and_numbers_are_those_of_the_commands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """To make the drawings anew, type the commands of the page."""
    outputs = list[str]()
    drawn = set[str]()
    for number, command in enumerate(COMMANDS):
        found = re.search(r"--svg (\S+)", command)
        target = tmp_path / f"{number}.svg"
        typed = "d\n" if number else "s\n" * 22
        outputs.append(said(command.replace(found[1], str(target)) if found else command, typed, monkeypatch, capsys))
        if found:
            assert target.read_text("utf-8") == (ROOT / found[1]).read_text("utf-8"), command
            drawn.add(Path(found[1]).name)
    assert drawn == {path.name for path in (ROOT / "docs" / "information-sets").iterdir()}
    assert drawn == {Path(name).name for name in re.findall(r"\]\((information-sets/\S+\.svg)\)", PAGE)}
    assert len(SHOWN) == 7
    for block in SHOWN:
        assert any(block in output for output in outputs), block


def test_the_truth_about_guess() -> None:
    here = Position.deal(find_game("guess"), "4", seed=2)
    worth = {here.text(move): value for move, value in solve(here).items()}
    assert (worth["above 1"], worth["above 2"], worth["above 3"], worth["name 1"]) == (0.5625, 0.5, 0.5625, 0.25)


def test_kuhn_cards() -> None:
    kuhn = find_game(f"{ROOT}/examples/game.py:KUHN")
    held = {seed: Position.deal(kuhn, seed=seed).fields()["card"] for seed in (0, 3, 5)}
    assert held[0][1] == 1 and held[3][0] == 0 and held[5][0] == 2  # Q, J and K


@pytest.mark.parametrize("command", EXERCISES)
def test_exercises_can_be_typed(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "Simulation 1 of" in said(command, "s\n10\nt\nw\nq\n", monkeypatch, capsys)
