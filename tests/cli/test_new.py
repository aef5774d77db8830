"""`mulligan new`: packages that work as they are; and a game of another package has everything that ours have."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from mulligan.cli import run
from mulligan.cli.templates import KINDS, write_package
from mulligan.core.errors import UsageError

from ..helpers.outside_help import Outside
from ..helpers.web_help import server

EXPERIMENT = """
title = "Who takes more tricks?"
game = "{name}"
games = 8
gauge = "tricks"

[design]
kind = "gauntlet"
players = ["{name}/quick:sims=20"]
against = ["high"]
"""

# What has no command of its own that ends by itself.
ASK = """
import json
from mulligan import find_game
from mulligan.agents import agent_kinds
from mulligan.gauges import gauges_of
from mulligan.play.seated import adviser
from mulligan.core.room import levels_of

game = find_game("{name}")
print(json.dumps({{
    "levels": [level.agent for level in levels_of(game).values()],
    "agents": list(agent_kinds(game)),
    "gauges": list(gauges_of(game)),
    "adviser": adviser(game),
}}))
"""


class Package(Outside):
    """A package that `mulligan new` has written, as pip would install it."""

    def __init__(self, folder: Path, kind: str, name: str) -> None:
        self.top, self.name = folder / name, name
        write_package(kind, name, self.top)
        self.folder, self.version = self.top / "src", "0.1.0"
        project = tomllib.loads((self.top / "pyproject.toml").read_text("utf-8"))["project"]
        groups = project["entry-points"].items()
        self.declare("".join(f"[{group}]\n{key} = {value}\n" for group, own in groups for key, value in own.items()))


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Package:
    return Package(tmp_path_factory.mktemp("new"), "game", "two_hands")


# --- what is written --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_a_package_is_written_tidily_and_under_its_own_name(kind: str, tmp_path: Path) -> None:
    name = f"my_{kind}"
    written = write_package(kind, name, tmp_path / "here")
    assert sorted(path for path in (tmp_path / "here").rglob("*") if path.is_file()) == sorted(written)
    for path in written:
        assert not re.search("newname|mulligan.cli.templates", str(path) + path.read_text("utf-8"), re.IGNORECASE)
    for order in (["check", "--select=E,W,F,I,UP,B", "--config=line-length=120"], ["format", "--check", "--diff"]):
        command = [sys.executable, "-m", "ruff", *order, "--isolated", "--line-length=120", str(tmp_path)]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("kind", ["player", "part"])
def test_players_and_parts_pass_their_own_tests(kind: str, tmp_path: Path) -> None:
    package = Package(tmp_path, kind, f"my_{kind}")
    package.python("-m", "pytest", "-q", "-p", "no:cacheprovider", str(package.top))


@pytest.mark.parametrize(
    ("kind", "name", "message"),
    [
        ("gmae", "x", "unknown kind of package 'gmae': did you mean 'game'"),
        ("game", "My-Game", "such as my_game"),
        ("game", "", "should be one word"),
        ("game", "../up", "such as up"),
        ("game", "class", "should be one word"),
        ("game", "nim", "there is a game of that name already"),
        ("game", "json", "there is a Python module of that name already"),
        ("player", "ismcts", "there is a player of that name already"),
        ("part", "x" * 41, "should be one word"),
    ],
)
def test_names_that_would_not_work_are_refused(kind: str, name: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=re.escape(message)):
        write_package(kind, name, tmp_path / "there")
    assert not list(tmp_path.iterdir())


def test_what_is_there_already_is_never_touched(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "mine.txt").write_text("mine")
    (tmp_path / "file").write_text("mine")
    for place in ("taken", "file", "file/below"):
        assert run(["new", "game", "whatever", "--to", place]) == 2
        assert capsys.readouterr().err.startswith("mulligan: ")
    assert [path.name for path in sorted(tmp_path.rglob("*"))] == ["file", "taken", "mine.txt"]
    (tmp_path / "empty").mkdir()
    assert run(["new", "part", "whatever", "--to", "empty"]) == 0
    assert (tmp_path / "empty" / "pyproject.toml").exists()
    assert "pip install -e 'empty[dev]'" in capsys.readouterr().out
    assert run(["new", "part", "whatever", "--to", "empty"]) == 2


# --- a game of another package has everything -------------------------------------------------------------------------


def test_the_game_passes_its_own_tests(game: Package) -> None:
    game.python("-m", "pytest", "-q", "-p", "no:cacheprovider", str(game.top))


def test_its_players_levels_gauges_and_hints_are_found(game: Package) -> None:
    found = json.loads(game.python("-c", ASK.format(name=game.name))[0])
    assert found["levels"] == ["uniform", "high", "two_hands/quick", "two_hands/best"]
    assert {"high", "two_hands/quick", "two_hands/best", "ismcts"} <= set(found["agents"])
    assert found["gauges"][-1] == "tricks"
    assert found["adviser"] == "two_hands/best:seconds=1"


def test_it_is_listed_explained_and_timed(game: Package) -> None:
    listed = {row["name"]: row for row in json.loads(game.run("games", "--json", "-")[0])}
    assert listed[game.name]["styles"] == ["uniform", "high"]
    explained = json.loads(game.run("agents", game.name, "two_hands/quick", "--json", "-")[0])
    assert "200" in json.dumps(explained)
    timed = json.loads(game.run("bench", game.name, "--slices", "1", "--no-compiling", "--quiet", "--json", "-")[0])
    assert timed["agent"].startswith("two_hands/best") and timed["style"] == "high" and timed["sims"]["early"] > 0


def test_an_experiment_with_its_gauge_makes_a_report(game: Package) -> None:
    (game.top / "tricks.toml").write_text(EXPERIMENT.format(name=game.name), "utf-8")
    page = game.top / "page.html"
    game.run("run", str(game.top / "tricks.toml"), "--store", str(game.top / "x.sqlite"), "--report", str(page), "-q")
    text = page.read_text("utf-8")
    assert "Who takes more tricks?" in text and "tricks of the first player" in text and "two_hands/1" in text


def test_it_lies_on_the_table_with_faces_and_hints(game: Package) -> None:
    script = "from mulligan.cli import run; import sys; sys.exit(run(sys.argv[1:]))"
    command = ["play", game.name, "--level", "hard", "--seed", "1", "--save", str(game.top / "kept.game")]
    done = subprocess.run(
        [sys.executable, "-c", script, *command],
        input="hint\n1\nquit\n",
        capture_output=True,
        text=True,
        env=game.environment(),
        check=False,
    )
    assert "you against two_hands/quick" in done.stdout, done.stderr
    assert re.search(r"hand +\d+ of|hand +[JQKA] of", done.stdout) and "hint: " in done.stdout
    assert "Which card do you lay?" in done.stdout


def test_its_picture_is_in_the_lobby(game: Package, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import urllib.request

    for key, value in game.environment().items():
        monkeypatch.setenv(key, value)
    with server(tmp_path / "saves") as address, urllib.request.urlopen(address) as page:
        text = page.read().decode()
    assert "Take more tricks than the other." in text and "Two hands" in text
