"""A run from the first game to a network that passed its gate, and on after it was interrupted."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from mulligan.agents import make_player
from mulligan.cli import run as command
from mulligan.core.errors import UsageError
from mulligan.core.registry import find_game
from mulligan.learning.gate import balanced, learner_of, with_words
from mulligan.learning.loop import Plan, Run
from mulligan.learning.page import page
from mulligan.learning.training import Training
from mulligan.nets import find_net, nets_directory

pytest.importorskip("torch")
WEAK = "uct:sims=8"  # of nim, where it does not see the end
PLAN = Plan("nim", WEAK, name="toy", games=160, pairs=120, elo=80, training=Training(width=16, second=8))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MULLIGAN_DATA", str(tmp_path))
    return tmp_path


class Interrupted(Exception):
    pass


def test_a_run_goes_on_where_it_was_interrupted(folder: Path) -> None:
    for step in ("playing games", "fitting", "measuring"):

        def stop(what: str, share: float, step: str = step) -> None:
            if step in what:
                raise Interrupted

        with pytest.raises(Interrupted):
            Run(PLAN).go(generations=1, say=stop)
    shards = sorted((folder / "learning" / "toy" / "generation-1").glob("shard-*"))
    times = [path.stat().st_mtime_ns for path in shards]
    run = Run(PLAN)
    run.go(generations=1)
    assert [path.stat().st_mtime_ns for path in shards] == times and len(shards) == 8
    (one,) = run.generations
    assert one["best"] == make_player(find_game("nim"), WEAK).configuration
    Run(PLAN).go(generations=1)  # there is nothing left to do
    assert json.loads((folder / "learning" / "toy" / "run.json").read_text())["generations"] == [one]
    with pytest.raises(UsageError, match="was begun with games 160, not 200"):
        Run(Plan("nim", WEAK, name="toy", games=200, pairs=120, elo=80, training=PLAN.training))


def test_a_network_that_passes_is_known_to_every_command(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(PLAN)
    run.go(generations=1)
    (one,) = run.generations
    assert one["passed"] and one["gate"]["low"] > 0.5  # a search of eight simulations is no match for it
    assert (nets_directory() / "toy-1.npz").exists() and "evaluate=net:toy-1" in run.best
    net = find_net("net:toy-1")
    assert net.mark == one["mark"] and net.history["gate"] == one["gate"] and net.history["parents"] == []
    run.go(generations=2)
    second = run.generations[1]
    assert second["best"] == one["agent"] != run.teacher
    recipe = json.loads((run.place(2) / "recipe.json").read_text())
    assert recipe["agents"] == [one["agent"], run.teacher]  # earlier players stay as opponents
    assert command(["nets"]) == 0 and "toy-1" in capsys.readouterr().out
    assert command(["nets", "toy-1"]) == 0 and json.loads(capsys.readouterr().out)["mark"] == one["mark"]
    assert command(["match", "nim", run.best, "uniform", "--pairs", "3"]) == 0
    told = page(run.state, "toy", "mulligan learn nim")
    assert told.count("<svg") == 3 and "toy-1" in told and "mulligan learn nim" in told
    assert not re.search(r"(?:src|href)=\"http", told)


def test_the_command_learns_and_says_what_is_wrong(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["learn", "nim", "--from", WEAK, "--games", "40", "--pairs", "4", "--width", "4", "--generations", "1"]
    assert command([*words, "--json", "-"]) == 0
    state = json.loads(capsys.readouterr().out)
    assert state["plan"]["training"]["width"] == 4 and len(state["generations"]) == 1
    told = (folder / "learning" / "nim" / "page.html").read_text("utf-8")
    assert "mulligan learn nim --from uct:sims=8 --games 40 --pairs 4 --width 4 --generations 1" in told
    for wrong, why in (
        (["learn", "nim"], "say how long"),
        (
            ["learn", "nim", "--generations", "1", "--from", "oracle:sims=5", "--games", "3"],
            "games: 3 should be 16 or more",
        ),
        (["learn", "guess", "--generations", "1", "--from", "oracle:sims=5"], "no teacher"),
        (["nets", "nothing"], "there is no file"),
    ):
        assert command(wrong) != 0
        told = capsys.readouterr().err
        assert why in told and "Traceback" not in told


def test_the_learner_of_a_player() -> None:
    nim = find_game("nim")
    assert with_words(nim, "uct:sims=9", {"sims": "3"}) == "search:sims=3,c=1.4"
    assert learner_of(nim, "uct:sims=9", "", {}) == "search:sims=9,c=1.4,cut=0moves"
    assert learner_of(nim, "uct:sims=9,cut=2turns", "", {"c": "2"}) == "search:sims=9,c=2,cut=2turns"
    tribute = learner_of(find_game("tribute"), "tribute/best", "", {})
    assert ",cut=1ahead,evaluate=hope," in tribute and "settle" not in tribute  # it is valued once the turn is over
    assert learner_of(nim, "uniform", "", {}).startswith("search:sims=200,")


def test_equal_time_is_found_by_the_cost_of_a_decision() -> None:
    found = balanced(find_game("leduc"), "", "ismcts:sims=400", "ismcts:sims=100", 1)
    sims = int(re.search(r"sims=(\d+)", found.agent)[1])  # type: ignore[index]
    assert sims == round(400 / found.ratio) and found.ratio == found.cpu[0] / found.cpu[1]
