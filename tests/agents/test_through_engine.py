"""A match is the same whether an agent sits at the table itself or as a program behind the protocol."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from mulligan.arena.match import run_match

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
