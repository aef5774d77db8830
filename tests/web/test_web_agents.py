"""Players of the user's own in a real browser: `mulligan serve --agent ./mybot.py:MyBot`."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from mulligan.core.errors import UsageError
from mulligan.core.outside import refuse_files
from mulligan.core.registry import find_game

from ..helpers import web_help
from ..helpers.clock_help import HANGING
from ..helpers.web_help import PATIENCE, Visitor

pytest.importorskip("playwright.sync_api")
pytestmark = web_help.needs_chromium

BOTS = """
class MyBot:
    def choose(self, view):
        return view.moves[-1]


class Fails:
    def choose(self, view):
        raise RuntimeError("no idea at all")
"""
ENGINE = Path(__file__).parents[2] / "examples" / "engine.py"
OBJECTS = """
import sys
from pathlib import Path
sys.path.insert(0, ".")
from mybot import MyBot
from mulligan.web.server import serve
if __name__ == "__main__":
    serve(port=int(sys.argv[1]), saves=Path("saves"), agents=[MyBot()])
"""


@contextmanager
def serving(folder: Path, *words: str) -> Iterator[str]:
    """The address of a server that was started by a command."""
    port, log = web_help.free_port(), folder / "serve.log"
    words = tuple(word.replace("PORT", str(port)) for word in words)
    with log.open("w") as out:
        process = subprocess.Popen(
            [sys.executable, *words], cwd=folder, stdout=out, stderr=out, env=web_help._environment()
        )
    try:
        web_help._wait(f"http://127.0.0.1:{port}", process, log)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(HANGING)


def play(ann: Visitor) -> int:
    """Play until the game ends; how many moves it took."""
    moves = 0
    while ann.my_move():
        stamp = ann.stamp
        ann.page.query_selector_all(".m-moves [data-move]")[0].click()
        ann.wait_for_change(stamp)
        moves += 1
    return moves


def test_visitors_play_against_what_the_command_line_offers(tmp_path: Path) -> None:
    (tmp_path / "mybot.py").write_text(BOTS)
    program = f"ext:{sys.executable} {ENGINE},seconds=60"
    offers = [word for name in ("./mybot.py:MyBot", "./mybot.py:Fails", program) for word in ("--agent", name)]
    command = ["-m", "mulligan", "serve", "--port", "PORT", "--saves", "saves", *offers]
    with serving(tmp_path, *command) as address, web_help.browser() as chrome:
        ann: Any = Visitor(chrome, address)
        for name in ("./mybot.py:MyBot", program[:20]):
            ann.deal("nim", agent=name)
            assert play(ann) >= 2 and ann.said().startswith("You have ")
        ann.deal("nim", agent="./mybot.py:Fails")
        assert ann.my_move()
        ann.page.query_selector_all(".m-moves [data-move]")[0].click()
        ann.page.get_by_text("no idea at all").first.wait_for(timeout=PATIENCE)
        assert ann.errors == [] and ann.strangers() == []
        ann.close()


def test_visitors_play_against_an_object(tmp_path: Path) -> None:
    (tmp_path / "mybot.py").write_text(BOTS)
    (tmp_path / "open.py").write_text(OBJECTS)
    with serving(tmp_path, "open.py", "PORT") as address, web_help.browser() as chrome:
        ann: Any = Visitor(chrome, address)
        ann.deal("nim", agent="MyBot()")
        assert play(ann) >= 2 and ann.errors == []
        ann.close()


def test_visitors_play_games_of_another_engine_and_no_others(tmp_path: Path) -> None:
    pytest.importorskip("pyspiel")
    names = ("openspiel:leduc_poker", "openspiel:kuhn_poker(players=3)")
    offers = [word for name in names for word in ("--game", name)]
    with (
        serving(tmp_path, "-m", "mulligan", "serve", "--port", "PORT", "--saves", "saves", *offers) as address,
        web_help.browser() as chrome,
    ):
        ann: Any = Visitor(chrome, address)
        for name, agent in zip(names, ("uniform", ""), strict=True):
            ann.deal(name, agent=agent, seed="3")
            assert ann.my_move() and "to move" in ann.page.inner_text(".b")
            ann.page.get_by_role("button", name="Hint").first.click()
            ann.page.get_by_text("★").first.wait_for(timeout=PATIENCE)
            ann.page.get_by_role("tab", name="Moves").click()
            play(ann)
            assert ann.over() and ann.said()
            ann.page.get_by_role("button", name="Save").click()
            ann.page.get_by_label("Name").fill(f"mine-{names.index(name)}")
            ann.page.locator(".q-dialog").get_by_role("button", name="Save").click()
            ann.page.get_by_text(f"Kept as 'mine-{names.index(name)}'").wait_for(timeout=PATIENCE)
        ann.go("/")
        ann.page.get_by_text("mine-1", exact=True).wait_for(timeout=PATIENCE)
        assert ann.errors == [] and ann.strangers() == []
        ann.close()


def test_a_game_that_cannot_be_had_is_told_before_the_server_begins(tmp_path: Path) -> None:
    pytest.importorskip("pyspiel")
    command = [sys.executable, "-m", "mulligan", "serve", "--port", "0", "--game", "openspiel:leduk"]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=HANGING)
    assert ended.returncode == 2 and "did you mean 'leduc_poker'" in ended.stderr and "Traceback" not in ended.stderr


def test_visitors_name_no_game_of_another_engine_that_was_not_offered() -> None:
    pytest.importorskip("pyspiel")
    with refuse_files(), pytest.raises(UsageError, match="it can be named on the command line only"):
        find_game("openspiel:tiny_hanabi")


def test_games_of_openspiel_are_played_and_analysed(tmp_path: Path) -> None:
    pytest.importorskip("pyspiel")
    games = [word for name in ("leduc_poker(players=3)", "phantom_ttt") for word in ("--game", f"openspiel:{name}")]
    command = ["-m", "mulligan", "serve", "--port", "PORT", "--saves", "saves", *games]
    with serving(tmp_path, *command) as address, web_help.browser() as chrome:
        ann: Any = Visitor(chrome, address)
        ann.deal("openspiel:phantom_ttt", agent="uniform")
        assert ann.page.query_selector(".z-text") is not None
        ann.deal("openspiel:leduc_poker(players=3)", level="easy")
        assert play(ann) >= 1 and ann.errors == [] and ann.strangers() == []
        ann.page.get_by_role("button", name="Analyse").click()
        ann.page.wait_for_url("**/analysis/**", timeout=PATIENCE)
        ann.page.get_by_text("Leduc Poker").first.wait_for(timeout=PATIENCE)
        assert ann.errors == []
        ann.close()
