"""The files in `examples`: short, compiled like our own, honest, and run by the commands that they name."""

from __future__ import annotations

import ast
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from mulligan.agents import make_player
from mulligan.agents.explain import describe
from mulligan.check import check_player
from mulligan.cli.app import run
from mulligan.core.errors import UsageError
from mulligan.core.outside import find_outside
from mulligan.core.position import Position
from mulligan.core.registry import find_game
from mulligan.games.magic import MAGIC
from mulligan.games.toys import GUESS, NIM
from mulligan.search import Searcher, Settings

from .helpers.outside_help import SOURCE, Outside
from .helpers.search_help import findings

ROOT = Path(__file__).parents[1]
FILES = sorted((ROOT / "examples").glob("*.py"))
MOST_LINES = {"whist": 100}  # of code, without blank lines and docstrings: a whole game of cards may be longer
USUAL_LINES = 60


def commands(file: Path) -> list[list[str]]:
    """The commands that the docstring of a file names, as words."""
    lines = (ast.get_docstring(ast.parse(file.read_text())) or "").splitlines()
    return [shlex.split(line) for line in lines if line.startswith("mulligan ")]


COMMANDS = [pytest.param(words, id=f"{file.stem}-{words[1]}") for file in FILES for words in commands(file)]


def code_lines(file: Path) -> int:
    """Lines with code in them."""
    found: set[int] = set()
    for node in ast.walk(ast.parse(file.read_text())):
        told = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if isinstance(node, ast.stmt) and not told:
            body = getattr(node, "body", None)
            first = min((one.lineno for one in getattr(node, "decorator_list", ())), default=node.lineno)
            last = body[0].lineno - 1 if body else node.end_lineno or node.lineno
            found.update(range(first, last + 1))
    lines = file.read_text().splitlines()
    return sum(bool(lines[number - 1].strip()) for number in found)


@pytest.fixture(autouse=True)
def _at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def test_there_is_one_of_each_kind() -> None:
    assert {"selection", "playout", "evaluation", "belief", "player", "game"} <= {file.stem for file in FILES}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_examples_are_short(file: Path) -> None:
    assert 5 < code_lines(file) < MOST_LINES.get(file.stem, USUAL_LINES)


@pytest.mark.parametrize("words", COMMANDS)
def test_the_players_of_the_commands_exist(words: list[str]) -> None:
    game = find_game(words[2])
    agents = [words[at + 1] for at, word in enumerate(words) if word == "--agent"]
    for name in words[3:5] if words[1] == "match" else agents:
        assert make_player(game, name).name == name


@pytest.mark.slow
@pytest.mark.parametrize("words", [words for words in COMMANDS if words.values[0][1] != "play"])
def test_the_commands_run(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """As they stand, but for one pair of games, or a few decisions."""
    few = ["--pairs", "1"] if words[1] == "match" else ["--examples", "4", "--clause", "metadata"]
    assert run([*words[1:], *few, "--quiet"]) == 0
    told = capsys.readouterr()
    assert told.err == "" and ("2 games" in told.out or "ok    " in told.out), told.out


def test_whist_is_played_at_the_terminal() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mulligan", "play", "./examples/whist.py:WHIST", "--seed", "7"],
        input="1\n1\nquit\n",
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": SOURCE},
    )
    assert done.returncode == 0 and "Traceback" not in done.stderr, done.stderr  # it may tell that it compiles
    assert "German whist" in done.stdout and "trumps clubs" in done.stdout and "turn 5" in done.stdout, done.stdout


def test_all_of_them_together_decide_the_same_compiled_and_interpreted() -> None:
    parts = {
        "select": "./examples/selection.py:THOMPSON",
        "rollout": "./examples/playout.py:ALL_IN",
        "evaluate": "./examples/evaluation.py:POWER",
        "belief": "./examples/belief.py:FEAR",
    }
    given: dict[str, Any] = {"sims": 40, "trees": 2, "cut": "3turns", "redraw": True}
    settings, usual = Settings(**given, **parts), Settings(**given)
    found = [findings(Searcher(game, settings).decide(Position.deal(game, seed=3), 1)) for game in (MAGIC, _plain())]
    assert found[0] == found[1]
    assert found[0] != findings(Searcher(_plain(), usual).decide(Position.deal(_plain(), seed=3), 1))


def _plain() -> Any:
    return MAGIC.interpreted()


@pytest.mark.parametrize(
    ("name", "examples"),
    [("./examples/player.py:greedy", 20), ("uct:sims=20,select=./examples/selection.py:THOMPSON", 20)],
)
def test_they_are_honest(name: str, examples: int) -> None:
    report = check_player(GUESS, name, examples=examples)
    assert report.passed and report.clause("honesty").tried >= examples, str(report)


def test_the_players_settings_are_read() -> None:
    for words, says in (("worlds=0", "worlds=0: should be"), ("world=2", "does not know 'world'")):
        with pytest.raises(UsageError, match=says):
            make_player(NIM, f"./examples/player.py:greedy,{words}")
    with pytest.raises(UsageError, match="unknown evaluation of nim 'x'"):
        make_player(NIM, "./examples/player.py:greedy,evaluate=x")


def test_a_file_alone_is_no_name_and_a_full_name_can_be_typed() -> None:
    for ask in (find_game, lambda text: make_player(NIM, text), lambda text: make_player(NIM, f"uct:select={text}")):
        with pytest.raises(UsageError, match=r"say what in the file is meant, as in \./examples/player\.py:NAME"):
            ask("./examples/player.py")
    player = make_player(NIM, "./examples/player.py:greedy,worlds=8")
    assert make_player(NIM, player.configuration).configuration == player.configuration
    with pytest.raises(UsageError, match=r"'NONE': Choices: \w*, .*scale, score, fill, THOMPSON$"):
        make_player(NIM, "uct:select=./examples/selection.py:NONE")


def test_the_strongest_of_three_hands_is_believed_in() -> None:
    """Its samples have more power in the other hand than fair ones, and the same cards in all."""
    belief = find_outside("./examples/belief.py:FEAR", "", "belief").thing
    game = make_player(MAGIC, "uct:belief=./examples/belief.py:FEAR").searcher.game  # type: ignore[attr-defined]
    assert game.hide is belief.function
    sums = {game: 0, MAGIC: 0}
    for of in sums:
        here = Position.deal(of, seed=5)
        power = here.table["power"][0][1]
        for i in range(200):
            world = here.hide(0, _stream(of, i))
            assert world.cards() == here.cards() and world.observe(0) == here.observe(0)
            hand = int(world.states["hand"][0][1])
            sums[of] += sum(int(power[c]) for c in range(30) if hand >> c & 1)
    assert sums[game] > 1.2 * sums[MAGIC]


def _stream(game: Any, number: int) -> Any:
    from mulligan.core.position import make_stream

    return make_stream(game, "belief", number)


def test_the_game_is_checked_by_its_own_file() -> None:
    done = subprocess.run(
        [sys.executable, "examples/game.py"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": SOURCE},
    )
    assert done.returncode == 0, done.stderr
    assert "FAIL" not in done.stdout and "ok    hidden fairness" in done.stdout
    assert "ismcts:sims=5000: pass" in done.stdout, "the lowest card does not call"


def test_the_game_as_an_entry_point(tmp_path: Path) -> None:
    other = Outside(tmp_path / "other")
    other.write("poker.py", (ROOT / "examples" / "game.py").read_bytes())
    other.declare("[mulligan.games]\nmykuhn = poker:KUHN\n")
    assert "mykuhn/1" in other.run("games")[0]
    assert "200 games" in other.run("match", "mykuhn", "ismcts:sims=200", "uniform", "--pairs", "100", "--quiet")[0]
    assert "ok  " in other.run("check", "mykuhn", "--examples", "20", "--agent", "ismcts:sims=20", "--quiet")[0]


OFFERED = """
from mulligan.core.additions import Addition
from mulligan.games.toys import GUESS
from mulligan.kernel import compiled

deal_unseen = GUESS.hide


@compiled
def hide(s, t, seat, rng):
    deal_unseen(s, t, seat, rng)


@compiled
def ask_low(s, t, rng, out):
    out[0] = s.low[s.turn % 2]
    return 1 if s.low[s.turn % 2] < s.high[s.turn % 2] else name(s, out)


@compiled
def name(s, out):
    out[0] = 32 + s.low[s.turn % 2]
    return 1


@compiled
def half(s, t, seat):
    return 0.5


@compiled
def first(s, t, out, n):
    return 1


FAIR = Addition("belief", hide, "guess")
LOW = Addition("style", ask_low, "guess")
HALF = Addition("evaluation", half)
FIRST = Addition("pruning", first)
"""


def test_parts_and_additions_of_another_package(tmp_path: Path) -> None:
    other = Outside(tmp_path / "other")
    other.write("thompson.py", (ROOT / "examples" / "selection.py").read_bytes())
    other.write("offered.py", OFFERED)
    points = {"search": "thompson:THOMPSON", "beliefs": "offered:FAIR", "styles": "offered:LOW"}
    points |= {"evaluations": "offered:HALF", "prunings": "offered:FIRST"}
    other.declare("".join(f"[mulligan.{group}]\nmy_{group} = {place}\n" for group, place in points.items()))
    name = "uct:sims=20,select=my_search,belief=my_beliefs,rollout=my_styles,cut=3moves,evaluate=my_evaluations"
    out, _ = other.run("match", "guess", name, f"{name},prune=my_prunings", "--pairs", "2", "--quiet", "--json", "-")
    code = json.loads(out)["code"]
    assert all(code[f"agent my_{group}"].startswith("other 1.0 ") for group in points), code


def test_what_a_player_is_made_of_is_explained() -> None:
    words = {"select": "./examples/selection.py:THOMPSON", "doubt": "0.5", "belief": "./examples/belief.py:FEAR"}
    found = describe(make_player(MAGIC, "uct:" + ",".join(f"{key}={value}" for key, value in words.items())))
    parts = {one["for"]: one for one in found["made_of"]}
    assert parts["selection"]["part"] == "thompson"
    assert parts["selection"]["after"] == "Thompson 1933; Bai, Wu & Chen 2013"
    assert parts["belief"]["about"] == "the strongest of three sampled hands"
    assert parts["final choice"]["about"].startswith("robust child")
    assert found["settings"]["doubt"] == {
        "value": "0.5",
        "default": "1",
        "about": "How many times the standard error the draws are spread.",
    }


# --- who peeks is caught ----------------------------------------------------------------------------------------------

PEEKING = """
from mulligan.core.additions import Addition
from mulligan.games.toys import GUESS, guess
from mulligan.kernel import compiled
from mulligan.search import Part

NAME, WORLD, ROOT = guess.NAME, 1, 0
hold, deal_unseen = guess.hold, GUESS.hide


@compiled
def leave(s, t, seat, rng):
    pass


@compiled
def near(s, t, seat, rng):
    card = s.card[1 - seat]
    deal_unseen(s, t, seat, rng)
    if s.card[1 - seat] % 2 != card % 2 and s.low[seat] < s.high[seat]:
        hold(s, t, 1 - seat, card)


@compiled
def name_it(s, t, rng, out):
    out[0] = NAME + s.card[1 - s.turn % 2]
    return 1


@compiled
def only_it(s, t, out, n):
    out[0] = NAME + s.card[1 - s.turn % 2]
    return 1


@compiled
def beyond(s, t, seat):
    return 1.5


def make(game, made):
    @compiled
    def deal(m, t, plan, rng):
        m.slots[WORLD] = m.slots[ROOT]
        return 0

    @compiled
    def at_leaf(m, t, plan, rng):
        return False

    return {"deal": deal, "at_leaf": at_leaf}


TRUE = Addition("belief", leave, "guess")
PARITY = Addition("belief", near, "guess")
PEEK = Addition("style", name_it, "guess")
ONLY = Addition("pruning", only_it, "guess")
BEYOND = Addition("evaluation", beyond, "guess")
WORLDS = Part("worlds", "true", "the position as it was given", make)
"""

CAUGHT = [
    ("uct:sims=60,belief=./peeking.py:TRUE", {"honesty", "TRUE: redealt honesty"}),
    ("uct:sims=2,belief=./peeking.py:PARITY", {"PARITY: redealt honesty"}),
    ("uct:sims=60,worlds=./peeking.py:WORLDS", {"honesty"}),
    ("./peeking.py:PEEK", {"honesty", "PEEK: redealt styles"}),
    ("uct:sims=20,rollout=./peeking.py:PEEK", {"PEEK: redealt styles"}),
    ("uct:sims=20,prune=./peeking.py:ONLY", {"honesty", "ONLY: redealt moves"}),
    ("uct:sims=20,cut=1moves,evaluate=./peeking.py:BEYOND", {"BEYOND: numbers"}),
]


@pytest.mark.parametrize(("name", "clauses"), CAUGHT, ids=[name for name, _ in CAUGHT])
def test_who_peeks_is_caught(
    name: str, clauses: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "peeking.py").write_text(PEEKING)
    monkeypatch.chdir(tmp_path)
    report = check_player(GUESS, name, examples=40)
    assert clauses <= set(report.failed), str(report)
    if name.startswith("./"):
        assert run(["check", "guess", "--examples", "5", "--clause", "metadata", "--agent", name, "--quiet"]) == 1
        assert "FAIL  PEEK: redealt styles" in capsys.readouterr().out
