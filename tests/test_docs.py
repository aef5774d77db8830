"""The examples of the README and of the pages under docs run as they stand."""

from __future__ import annotations

import inspect
import re
import shlex
import subprocess
import sys
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from mulligan.agents import make_player
from mulligan.arena import GameRunner
from mulligan.arena.experiment import parse_experiment
from mulligan.check import check_game
from mulligan.core.additions import KINDS
from mulligan.core.position import Position
from mulligan.core.registry import find_game
from mulligan.core.room import Room, levels_of
from mulligan.core.scene import OPEN
from mulligan.gauges import find_gauge
from mulligan.play.view import look
from mulligan.search.backups import MOVER
from mulligan.search.closed import CLOSED_LOOP
from mulligan.search.ordering import RANDOM
from mulligan.search.parts import SLOTS
from mulligan.search.playouts import STYLES
from mulligan.search.selection import UCB1
from mulligan.search.settings import ORDER
from mulligan.search.values import RESULT
from mulligan.search.worlds import SAMPLED

ROOT = Path(__file__).parents[1]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])


def blocks(page: Path) -> list[str]:
    return re.findall(r"^```python\n(.*?)^```", page.read_text("utf-8"), re.DOTALL | re.MULTILINE)


def run(code: str, folder: Path, name: str) -> dict[str, Any]:
    """Run an example from a file of its own, as compiled code needs one."""
    file = folder / f"{name}.py"
    file.write_text(code, "utf-8")
    module = ModuleType(name)
    module.__file__ = str(file)
    sys.modules[name] = module
    exec(compile(code, str(file), "exec"), vars(module))
    return vars(module)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_run(page: Path, tmp_path: Path) -> None:
    for number, code in enumerate(blocks(page)):
        run(code, tmp_path, f"example_{page.stem.replace('-', '_')}_{number}")


def test_a_program_of_the_pages_prints_what_they_say(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "experiments.md").read_text("utf-8")
    (found,) = re.findall(r"^```python\n(.*?)^```\n\n    (.*?)\n", page, re.DOTALL | re.MULTILINE)
    (tmp_path / "example.py").write_text(found[0], "utf-8")
    ended = subprocess.run(
        [sys.executable, "example.py"], cwd=tmp_path, capture_output=True, text=True, check=True, timeout=300
    )
    assert ended.stdout.strip() == found[1]


def test_the_gauge_of_the_page_finds_what_it_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = (ROOT / "docs" / "measuring.md").read_text("utf-8")
    found = re.findall(r"^```python\n(.*?)^```\n\n    (.*?)\n", page, re.DOTALL | re.MULTILINE)
    ((code, told),) = [pair for pair in found if "Gauge" in pair[0]]
    gauge = run(code, tmp_path, "fours")["FOURS"]
    assert capsys.readouterr().out.strip() == told
    nim = replace(find_game("nim"), room=lambda: Room(gauges={"fours": gauge}))
    assert find_gauge(nim, "fours") is gauge
    at = GameRunner(nim, "", [make_player(nim, "uniform"), make_player(nim, "uct:sims=200")])
    sums = [at.play(1, pair, swapped, gauge=gauge).found["fours, %"] for pair in range(50) for swapped in (False, True)]
    share = sum(total for total, _ in sums) / sum(n for _, n in sums)
    assert 20 < share < 80, "a player at random leaves one now and then"


def test_every_experiment_of_the_pages_makes_sense() -> None:
    page = (ROOT / "docs" / "experiments.md").read_text("utf-8")
    text, designs, gauge = re.findall(r"^```toml\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    assert len(parse_experiment(text, "my").cells) == 3
    assert [cell.gauge for cell in parse_experiment(gauge, "trees").cells] == ["tree", "tree"]
    counts = []
    for design in re.split(r"^\[design\]", designs, flags=re.MULTILINE)[1:]:
        made = parse_experiment(f'title = "A title"\ngame = "magic"\ngames = 10\n[design]{design}', "my")
        counts.append(len(made.cells))
    assert counts == [4, 4, 2]


def test_the_game_and_the_player_of_the_page_keep_every_promise(tmp_path: Path) -> None:
    kit_code, game_code, room_code, plain_code, player_code, scene_code, assembly_code = blocks(
        ROOT / "docs" / "adding-a-game.md"
    )
    game = run(game_code, tmp_path, "highcard")["HIGHCARD"]
    report = check_game(game, examples=60)
    assert report.passed, str(report)
    on_the_kit = check_game(run(kit_code, tmp_path, "higher")["HIGHER"], examples=30)
    assert on_the_kit.passed, str(on_the_kit)
    roomy = replace(game, room=run(room_code, tmp_path, "room")["room"])
    assert all(make_player(roomy, level.agent) for level in levels_of(roomy).values())
    assert make_player(game, run(plain_code, tmp_path, "mybot")["MyBot"]).decide(Position.deal(game), 1).moves
    careful = run(player_code, tmp_path, "careful")["make"](game, {})
    played = [GameRunner(game, "", [careful, make_player(game, "uct:sims=50")]).play(1, i, False) for i in range(20)]
    assert all(game.score == 0 for game in played)  # it always folds
    assert all(game.decisions[0] == 1 for game in played)
    drawn = replace(game, scene=run(scene_code, tmp_path, "table")["scene"])
    for seat, shown in ((0, [True, False]), (1, [False, True]), (OPEN, [True, True])):
        view = look(Position.deal(drawn, seed=3), seat)
        assert [bool(zone.cards[0].name) for zone in view.zones] == shown
    attack = run(assembly_code, tmp_path, "attack")["scene"].assembly
    assert (
        {card for way in attack.parts.values() for card, _ in way} == set(attack.cards) == set(attack.sums[0].weights)
    )
    assert "?" in look(Position.deal(game, seed=3), 0).zones[0].cards[0].lines[0]  # without a scene


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8")):
        assert (page.parent / target).exists(), target


def test_the_page_of_the_search_names_every_setting_slot_and_kind_of_addition() -> None:
    text = (ROOT / "docs" / "search.md").read_text("utf-8")
    words = set(re.findall(r"\w+", " ".join(re.findall(r"`[^`\n]+`", text))))
    assert not [name for name in (*ORDER, *SLOTS, *KINDS) if name not in words]
    for part in (RESULT, STYLES, SAMPLED, UCB1, RANDOM, CLOSED_LOOP, MOVER):
        assert f"search/{inspect.getmodule(part.make).__name__.rpartition('.')[2]}.py" in text  # type: ignore[union-attr]


def test_commands_of_the_readme_name_what_exists() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    for line in re.findall(r"^ *(mulligan match .*)$", text, re.MULTILINE):
        _, _, game, *agents = shlex.split(line, comments=True)[:5]
        if game.startswith("openspiel:") and find_spec("pyspiel") is None:
            continue  # its package is not to be had everywhere
        for agent in agents:
            assert make_player(find_game(game), agent)
