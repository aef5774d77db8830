"""Commands that games bring: found without loading anything, theirs as well as ours."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from mulligan.cli import run

from ..helpers.outside_help import PILE, Outside

COMMANDS = """
    import sys

    import typer

    print("loaded", file=sys.stderr)
    commands = typer.Typer(name="pile", help="What a pile can do.", no_args_is_help=True)


    @commands.command()
    def count(stones: int) -> None:
        \"\"\"Count the stones.\"\"\"
        if stones < 0:
            from mulligan import UsageError

            raise UsageError(f"stones: {stones} should not be less than 0")
        typer.echo(f"{stones} stones")
    """
BROKEN = "import nowhere\n"


@pytest.fixture
def outside(tmp_path: Path) -> Outside:
    made = Outside(tmp_path / "other")
    made.write("pile.py", PILE)
    made.write("pile_commands.py", COMMANDS)
    made.declare("[mulligan.games]\npile = pile:pile\n\n[mulligan.commands]\npile = pile_commands:commands\n")
    return made


def test_a_game_of_another_package_brings_commands(outside: Outside) -> None:
    said, problems = outside.run("--help")
    assert re.search(r"pile +Commands of the game pile\.", said)
    assert re.search(r"tribute +Commands of the game tribute\.", said)
    assert problems == ""  # nothing of it was loaded
    said, problems = outside.run("pile", "--help")
    assert "What a pile can do." in said and "Count the stones." in said
    assert "mulligan pile" in said and problems == "loaded\n"
    assert outside.run("pile", "count", "3")[0] == "3 stones\n"
    _, problems = outside.run("pile", "count", "--", "-3", code=2)
    assert problems == "loaded\nmulligan: stones: -3 should not be less than 0\n"
    _, problems = outside.run("pile", "cuont", code=2)
    assert "No such command 'cuont'" in problems and "Traceback" not in problems


def test_commands_of_other_packages_that_cannot_be_had(outside: Outside) -> None:
    outside.write("broken.py", BROKEN)
    outside.declare(
        "[mulligan.commands]\nwrong = pile:pile\nbroken = broken:commands\nmatch = pile_commands:commands\n"
    )
    assert re.search(r"broken +Commands of the game broken\.", outside.run("--help")[0])
    _, problems = outside.run("wrong", "count", code=2)
    assert problems == "mulligan: the entry point 'wrong' of group mulligan.commands is not a typer.Typer\n"
    _, problems = outside.run("broken", "count", code=2)
    assert "the entry point 'broken' of group mulligan.commands cannot be loaded: ModuleNotFoundError" in problems
    said, problems = outside.run("match", "--help")  # our own come first
    assert "Play a match between two agents" in said and problems == ""


def test_a_group_of_commands_alone_shows_its_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tribute"]) == 2
    shown = capsys.readouterr().err.splitlines()
    assert shown[0].startswith("Usage: mulligan tribute") and any(line.startswith("  record ") for line in shown)


def _loaded(program: str) -> set[str]:
    """The modules that a program has loaded when it ends."""
    tell = "\nimport sys\nprint('\\n'.join(sys.modules), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", program + tell], capture_output=True, text=True, check=True)
    return set(done.stderr.split())


def test_help_loads_no_game_and_a_game_loads_no_tool() -> None:
    heavy = {"numba", "numpy", "mulligan.core.game", "mulligan.games.tribute.game"}
    found = _loaded("from mulligan.cli import run\nassert run(['--help']) == 0")
    assert not found & {*heavy, "mulligan.games", "importlib.metadata"}
    found = _loaded("from mulligan.cli import run\nassert run(['tribute', 'replay', '--help']) == 0")
    assert "mulligan.games.tribute.traces.commands" in found and not found & heavy
    found = _loaded("from mulligan.core.registry import find_game\nfind_game('tribute').room()")
    assert "mulligan.games.tribute.room" in found
    assert not any(name.startswith(("mulligan.games.tribute.traces", "mulligan.cli")) for name in found)
