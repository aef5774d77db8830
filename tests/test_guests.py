"""Games of guests: named by their file, and shown properly if they have no scene of their own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from mulligan import Position
from mulligan.core.seen import common
from mulligan.games.magic import MAGIC
from mulligan.games.toys import GUESS
from mulligan.play.terminal import Canvas, draw
from mulligan.play.view import look
from mulligan.web.drawing import draw as draw_html

ROOT = Path(__file__).parents[1]
WHIST = str(ROOT / "examples" / "whist.py") + ":WHIST"


def mulligan(*arguments: str, folder: Path, code: int = 0, **more: str) -> str:
    """What a command says, in a process of its own: naming a file changes what a process knows."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), **more}
    command = [sys.executable, "-m", "mulligan", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=folder, check=False)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


# --- by file ----------------------------------------------------------------------------------------------------------


def test_a_game_is_named_by_its_file_also_to_other_processes(tmp_path: Path) -> None:
    told = mulligan("check", WHIST, "--clause", "bounds", "--examples", "5", folder=tmp_path)
    assert re.search(r"ok +bounds +\d+", told)  # another process has found it


def test_a_match_of_a_game_in_a_file_can_be_played(tmp_path: Path) -> None:
    told = mulligan("match", WHIST, "ismcts:sims=20", "uniform", "--pairs", "4", "--workers", "2", folder=tmp_path)
    assert "whist/1" in told


def test_the_environment_names_games_in_files(tmp_path: Path) -> None:
    told = mulligan("games", folder=tmp_path, MULLIGAN_GAMES=f"whist={WHIST}")
    assert "German whist" in told and "left out" not in told
    told = mulligan("games", folder=tmp_path, MULLIGAN_GAMES=f"bridge={WHIST};nothing;ghost=./no.py:GAME")
    assert "left out: MULLIGAN_GAMES: 'bridge' names the game 'whist'" in told and "magic/1" in told
    assert told.count("left out") == 3


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.py:GAME", "GAME = 1", "a.py:GAME is not a Game"),
        ("a.py:GAM", "GAME = 1", "unknown name in a.py 'GAM': did you mean 'GAME'"),
        ("a.py:GAME", "1 / 0", "a.py, line 1: ZeroDivisionError"),
        ("b.py:GAME", "", "b.py: No such file"),
        ("a.py:NIM", "from mulligan.games.toys import NIM", "there is another game with the name 'nim'"),
    ],
)
def test_what_is_wrong_with_a_file_is_told(name: str, text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(text, "utf-8")
    told = mulligan("agents", name, folder=tmp_path, code=2)
    assert message in told and told.count("\n") == 1


# --- without a scene --------------------------------------------------------------------------------------------------


def test_words_in_which_samples_differ_are_left_open() -> None:
    assert common(["a 1 | b 2 2 | c 3", "a 1 | b 4 | c 3", "a 1 | b 2 2 | c 3"]) == "a 1 | b ... | c 3"
    assert common(["x 1 2", "x 2 1"]) == "x ? ?"
    assert common(["a b", "b"]) == common(["b", "a b"]) == "... b"
    assert common(["only one | text"]) == "only one | text"


def test_both_players_see_their_own_cards_and_nothing_of_the_others() -> None:
    """In Magic, hands are written as counted cards, so texts of samples have different lengths."""
    bare = replace(MAGIC.interpreted(), scene=None)
    for seed in range(3):
        here, twin = Position.deal(bare, seed=seed), Position.deal(MAGIC.interpreted(), seed=seed)
        for seat in range(2):
            lines = look(here, seat).zones[0].cards[0].lines
            own = next(line for line in lines if line.startswith(f"{seat + 1}:"))
            other = next(line for line in lines if line.startswith(f"{2 - seat}:"))
            assert "?" in other or "..." in other
            names = [
                card.name
                for zone in look(twin, seat).zones
                if (zone.title, zone.owner) == ("hand", seat)
                for card in zone.cards
            ]
            shown = own.partition(" library")[0]
            counted = re.findall(r"(land|\d+/\d+\(\d+\))(?:\*(\d+))?", shown.partition(" hand ")[2])
            assert sorted(name for name, n in counted for _ in range(int(n or 1))) == sorted(names)
            theirs = re.findall(r"land|\d+/\d+\(\d+\)", other.partition("hand")[2])
            assert not theirs


def test_a_secret_with_two_possibilities_is_not_taken_for_known() -> None:
    here = Position.read(replace(GUESS, scene=None), "guess 4: 3 seeks 1-2, 2 seeks 1-4, player 1 to move", "4")
    assert look(here, 0).zones[0].cards[0].lines == ("guess 4: 3 seeks 1-2, ? seeks 1-4, player 1 to move",)


def test_terminal_and_browser_show_the_lines() -> None:
    view = look(Position.deal(replace(GUESS, scene=None), seed=1), 1)
    drawn, page = draw(view, Canvas(100)).plain, draw_html(view)
    line = view.zones[0].cards[0].lines[0]
    assert line in drawn and line in page and "z-text" in page and "m-face" not in page
