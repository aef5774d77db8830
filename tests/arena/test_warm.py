"""Compiling ahead: after one process has compiled a game, no other has to."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import mulligan
from mulligan.arena.match import run_match
from mulligan.arena.warm import compilations, shipped_players, warm
from mulligan.core.registry import find_game

# It plays a first match, as `mulligan match` does, and says what was compiled for it and how long all of it took.
CHILD = """
import json, sys, time
from mulligan.arena import run_match
from mulligan.core.registry import find_game
from mulligan.arena.warm import compilations
with compilations() as heard:
    rule = find_game(sys.argv[1]).styles[-1]
    result = run_match(find_game(sys.argv[1]), "search:sims=20,trees=2", rule, pairs=2, seed=1)
print(json.dumps({"compiled": heard.names, "cpu": time.process_time(), "wins": result.standing.wins}))
"""


def first_match(game: str, source: Path, cache: Path) -> dict[str, object]:
    hidden = ("PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX")
    environment = {key: value for key, value in os.environ.items() if key not in hidden}
    environment |= {"MULLIGAN_CACHE": str(cache), "PYTHONPATH": str(source)}
    command = [sys.executable, "-c", CHILD, game]
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=600, check=False)
    assert ended.returncode == 0, ended.stderr
    found: dict[str, object] = json.loads(ended.stdout)
    return found


@pytest.mark.parametrize("game", ["swap", pytest.param("magic", marks=pytest.mark.slow)])
def test_a_second_process_compiles_nothing(game: str, tmp_path: Path) -> None:
    """From a copy of the source without bytecode, as after an installation: the first process writes it."""
    package = Path(mulligan.__file__).parent
    shutil.copytree(package, tmp_path / "src" / "mulligan", ignore=shutil.ignore_patterns("__pycache__"))
    first, second = (first_match(game, tmp_path / "src", tmp_path / "cache") for _ in range(2))
    assert first["compiled"]
    assert second["compiled"] == []
    assert second["wins"] == first["wins"]
    assert float(str(second["cpu"])) < float(str(first["cpu"]))


AGENTS = ["uct", "ismcts:reuse", "search:deal=every,outcomes=branch"]


@pytest.mark.parametrize("agent", AGENTS)
def test_warming_up_leaves_nothing_to_compile(agent: str) -> None:
    """Neither for itself, nor for a match of the players that it was asked for."""
    guess = find_game("guess")
    warm(guess, [agent])
    with compilations() as heard:
        found = warm(guess, [agent])
    assert found.already and found.game == "guess" and not heard.names
    with compilations() as heard:
        run_match(guess, f"{agent},sims=30" if ":" in agent else f"{agent}:sims=30", "halve", pairs=2, seed=1)
    assert not heard.names


def test_rule_players_need_no_search() -> None:
    with compilations() as heard:
        warm(find_game("race"))
    assert not any("grow" in name for name in heard.names)


def test_a_match_compiles_the_searches_of_its_players_alone(tmp_path: Path) -> None:
    """As `magic/best` is a closed loop, an open one would make everybody wait for nothing."""
    package = Path(mulligan.__file__).parent.parent
    found = first_match("swap", package, tmp_path)["compiled"]
    assert isinstance(found, list) and sum(".grow." in name for name in found) == 1


def test_the_shipped_players_are_those_of_documents_and_levels() -> None:
    found = shipped_players(find_game("magic"))
    assert {"magic/best", "cowling2012/BA", "cowling2012/AP"} <= set(found) and len(found) == len(set(found))


def test_the_first_compilation_is_announced_once() -> None:
    from mulligan.kernel import entry

    @entry
    def double(x):  # type: ignore[no-untyped-def]
        return 2 * x

    seen: list[str] = []
    with compilations(on_first=lambda: seen.append("first")) as heard:
        assert double(21) == 42 and double(2.5) == 5.0
    assert len(heard.names) in (0, 1, 2)  # fewer if the cache has them
    assert seen == (["first"] if heard.names else [])
