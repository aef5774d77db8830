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
from mulligan.arena.warm import compilations, warm
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


def test_warming_up_leaves_nothing_to_compile() -> None:
    guess = find_game("guess")
    warm(guess)
    with compilations() as heard:
        found = warm(guess)
    assert found.already and found.game == "guess" and not heard.names


def test_rule_players_need_no_search() -> None:
    with compilations() as heard:
        warm(find_game("race"), search=False)
    assert not any("grow" in name for name in heard.names)


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
