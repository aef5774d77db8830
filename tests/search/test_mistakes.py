"""Mistakes in files of users: one line that names the file and the part, what is wrong and what would be right."""

from __future__ import annotations

from pathlib import Path

import pytest

from mulligan.cli.app import run

HEAD = """
from dataclasses import dataclass
from math import inf, log, nan

from mulligan import Player
from mulligan.agents import ASK
from mulligan.core.additions import Addition
from mulligan.kernel import compiled, record
from mulligan.search import Part


@compiled(inline=True)
def scale(n, p, rng):
    return log(n)


@compiled(inline=True)
def score(d, x, p, rng):
    return d.value / d.visits


def select(make=lambda game, made: {"scale": scale, "score": score}, **more):
    return Part("select", "mine", make=make, **more)


def scoring(function):
    return select(lambda game, made: {"scale": scale, "score": function})


class Mine(Player):
    def decide(self, position, seed, watch=None):
        return position.options()[0]

"""

PARTS = {
    "X = select(lambda: {})": "select=./bad.py:X: part 'mine': make() should be make(game, made)",
    "X = select(lambda game, made: None)": "bad.py: part 'mine': make returns a NoneType, and should return",
    "X = select(fill=lambda p, s: None)": "part 'mine': fill(p, s) should be fill(p, settings, game, seat)",
    "class Own:\n    extra: float = 1.0\nX = select(Settings=Own)": (
        "select=./bad.py:X: part 'mine': its Settings should be a class marked with @dataclass(frozen=True)"
    ),
    "@dataclass(frozen=True)\nclass Own:\n    sims: int = 7\nX = select(Settings=Own)": (
        "part 'mine': every search has a setting 'sims': its own needs another name"
    ),
    "@dataclass(frozen=True)\nclass Own:\n    extra: int\nX = select(Settings=Own)": (
        "its setting 'extra' needs a default"
    ),
    "def fill(p, settings, game, seat):\n    p.zeta = 1\nX = select(fill=fill, Params=record(c='f8'))": (
        "bad.py:35 in fill: part 'mine', function fill: AttributeError: "
    ),
    "X = select(lambda game, made: {'scale': scale, 'score': score, 'entr': score})": (
        "bad.py: unknown function of part 'mine', slot select, 'entr': did you mean 'enter'?"
    ),
    "@compiled(inline=True)\ndef f(d, x, p, rng):\n    return d.valeu\nX = scoring(f)": (
        "bad.py:36 in f: part 'mine', function score: it reads the field 'valeu', which no such record has; "
        "there are: move, seed, value"
    ),
    "@compiled(inline=True)\ndef f(d, x, p, rng):\n    return p.zeta\nX = scoring(f)": (
        "bad.py:36 in f: part 'mine', function score: it reads the field 'zeta', which no such record has; "
        "there are: none"
    ),
    "@compiled(inline=True)\ndef f(d, x, p, rng):\n    return d.value + nowhere\nX = scoring(f)": (
        "in f: part 'mine', function score: NameError: name 'nowhere' is not defined"
    ),
    "@compiled(inline=True)\ndef f(d, x, p, rng):\n    y = d.value\nX = scoring(f)": (
        "in f: part 'mine', function score: it returns nothing, and should return a number"
    ),
    "@compiled(inline=True)\ndef f(d, x, p, rng):\n    return 0.0 * d.value / (d.visits - d.visits)\nX = scoring(f)": (
        "in f: part 'mine', function score returns NaN, which is no number"
    ),
}


def told(text: str, agent: str, folder: Path, capsys: pytest.CaptureFixture[str], game: str = "nim") -> str:
    """What a match says of a player of a file."""
    (folder / "bad.py").write_text(HEAD + text + "\n")
    assert run(["match", game, agent, "uniform", "--pairs", "1", "--quiet"]) == 2
    line = capsys.readouterr().err
    assert line.count("\n") == 1 and "bad.py" in line and "report it" not in line
    return line


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("MULLIGAN_DEBUG", raising=False)


@pytest.mark.parametrize("text", PARTS)
def test_a_selection_rule(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert PARTS[text] in told(text, "uct:sims=9,select=./bad.py:X", tmp_path, capsys)


@pytest.mark.parametrize(
    ("word", "text", "says"),
    [
        ("final", "X = Part('final', 'mine', merit=lambda choice: 1)", "merit(choice) should be merit(choice, ending)"),
        (
            "final",
            "X = Part('final', 'mine', merit=lambda choice, ending: 'a')",
            "its merit is 'a', and should be a num",
        ),
        (
            "final",
            "X = Part('final', 'mine', merit=lambda choice, ending: nan)",
            "its merit is nan, and should be a num",
        ),
        ("votes", "X = Part('vote', 'mine')", "part 'mine': a vote needs a merit(choice, ending)"),
    ],
)
def test_a_final_choice(word: str, text: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert says in told(text, f"uct:sims=9,{word}=./bad.py:X", tmp_path, capsys)


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("x = 1", "bad.py:34 in f: evaluation 'f': it returns nothing, and should return a number from 0 to 1"),
        ("return 'good'", "bad.py:34 in f: evaluation 'f': it returns Literal[str](good), and should return a number"),
        ("return s.lowest * 1.0", "bad.py:36 in f: evaluation 'f': it reads the field 'lowest', which no such record"),
    ],
)
def test_an_evaluation(body: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = f"@compiled\ndef f(s, t, seat):\n    {body}\nX = Addition('evaluation', f)"
    for _ in range(2):  # also where the machine code has been kept
        assert says in told(text, "uct:sims=9,cut=1moves,evaluate=./bad.py:X", tmp_path, capsys)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        (
            "short",
            "'./bad.py:short' should make a Player of a game and words: short(game) should be short(game, words)",
        ),
        ("Mine", "the class Mine has no method choose(view); without one, name a function of a game and words"),
        ("make", "returns an int, and should return a Decision"),
    ],
)
def test_a_player(name: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "def make(game, words):\n    return Mine(game, 'mine', [ASK] * len(game.stages))\ndef short(game):\n    pass"
    assert says in told(text, f"./bad.py:{name}", tmp_path, capsys)


ENDLESS = """
@compiled
def f(s, t, rng, out):
    {}
X = Addition('style', f)
"""


@pytest.mark.parametrize("body", ["return 0", "return -1"])
@pytest.mark.parametrize("agent", ["uct:sims=9,rollout=./bad.py:X", "uct:sims=9,foe=./bad.py:X", "./bad.py:X"])
def test_a_style_without_moves(body: str, agent: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    says = "bad.py:35 in f: style 'f' advises no move, and should write at least one"
    assert says in told(ENDLESS.format(body), agent, tmp_path, capsys, "guess")


@pytest.mark.parametrize("words", ["", ",playout=noted", ",rest=./bad.py:X"])
def test_a_style_that_never_ends(words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    says = "bad.py:35 in f: style 'f' plays on without an end: are its moves legal?"
    text = ENDLESS.format("out[0] = 0\n    return 1")
    assert says in told(text, f"uct:sims=9,rollout=./bad.py:X{words}", tmp_path, capsys)


@pytest.mark.parametrize("kept", ["0", "n + 1"])
def test_a_pruning(kept: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = f"@compiled\ndef f(s, t, out, n):\n    return {kept}\nX = Addition('pruning', f)"
    says = "bad.py:34 in f: pruning 'f' should keep at least one of the moves, and no more than there are"
    assert says in told(text, "uct:sims=9,prune=./bad.py:X", tmp_path, capsys)
