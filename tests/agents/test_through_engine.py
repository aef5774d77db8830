"""A match is the same whether an agent sits at the table itself or as a program behind the protocol."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from mulligan.arena.match import run_match

HELLO = b'{"type":"hello","protocol":1}\n'
GAME = b'{"type":"game","game":"nim","version":1}\n'
ENGINE = f"ext:{sys.executable} -m mulligan engine"


def told(result: Any) -> list[Any]:
    """Everything of a match that the programs could have changed: each game with its length and its result."""
    return [(pair.results, pair.first.turns, pair.second.turns) for pair in result.played]


@pytest.mark.parametrize(
    ("game", "agent", "other", "pairs", "setup"),
    [
        ("guess", "ismcts:sims=60", "uniform", 4, ""),
        ("leduc", "ismcts:sims=60", "honest", 6, ""),
        ("nim", "uct:sims=30", "uniform", 4, ""),
        ("hearts", "ismcts:sims=20", "rule", 1, ""),
        ("magic", "uct:sims=20", "expert", 1, ""),
        ("tribute", "decisiontree", "random", 1, "random"),  # a rule player: without a draft it draws nothing
    ],
)
def test_a_match_through_the_engine_is_the_same_match(
    game: str, agent: str, other: str, pairs: int, setup: str
) -> None:
    here = run_match(game, agent, other, pairs=pairs, seed=7, setup=setup)
    there = run_match(game, f"{ENGINE} {game} {agent}", other, pairs=pairs, seed=7, setup=setup)
    assert told(here) == told(there) and not there.forfeits
    again = run_match(game, agent, other, pairs=pairs, seed=8, setup=setup)
    assert told(again) != told(here), "another seed should give another match, or this test shows nothing"


def answers(heard: bytes) -> list[dict[str, Any]]:
    """What an engine of ours says to all this, after which its input ends."""
    command = [sys.executable, "-m", "mulligan", "engine", "nim", "uniform"]
    ended = subprocess.run(command, input=heard, capture_output=True, check=False, timeout=600)
    assert ended.returncode == 0 and b"Traceback" not in ended.stderr
    return [json.loads(line) for line in ended.stdout.splitlines()]


@pytest.mark.parametrize(
    ("heard", "told"),
    [
        (b"x" * 100_000_000 + b"\n", "sends a line of more than 1,000,000 bytes"),
        (b'{"type":"view","id":1}\n', "a view came before the game"),
        (b'{"type":"game","game":"nim","version":99}\n', "this engine plays nim/1, and not nim/99"),
        (b'{"type":"game","game":"nim","version":1,"setup":"many"}\n', "setup of nim 'many': should be"),
        (GAME + b'{"type":"view","id":2,"world":"no nim"}\n', "not a position of nim: 'no nim'"),
        (GAME + b'{"type":"view","id":2,"world":"nim 1-3: 0 left, player 1 won"}\n', "is over"),
        (b"[]\n", "sends '[]', which is no JSON object with a \"type\""),
        (b"\xff\xfe\n", 'which is no JSON object with a "type"'),
    ],
)
def test_an_engine_of_ours_says_what_was_wrong_once_and_goes_on(heard: bytes, told: str) -> None:
    said = answers(heard + HELLO)
    errors = [one for one in said if one["type"] == "error"]
    assert len(errors) == 1 and told in errors[0]["text"], said
    assert said[-1]["type"] == "hello"


def test_an_engine_of_ours_tells_its_version_to_whoever_speaks_another() -> None:
    assert answers(HELLO.replace(b"1", b"2"))[0]["protocol"] == 1


def test_an_engine_of_ours_ends_when_nobody_listens() -> None:
    command = [sys.executable, "-m", "mulligan", "engine", "nim", "uniform"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdin and process.stdout and process.stderr
    process.stdout.close()
    process.stdin.write(HELLO)
    process.stdin.close()
    assert process.wait(600) != 0 and b"Traceback" not in process.stderr.read()
    process.stderr.close()
