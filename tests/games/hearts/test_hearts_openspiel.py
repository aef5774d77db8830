"""Hearts held against OpenSpiel's, card for card: whose turn, which moves, which points.

The games in tests/golden were played by OpenSpiel; where it is installed, thousands more are played here.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from mulligan import Position
from mulligan.games.hearts import HEARTS
from mulligan.games.hearts.cards import DECK, DIRECTIONS

from ...helpers import hearts_openspiel as oracle
from ...helpers.hearts_openspiel import Told

NUMBERS = {word: card for card, word in enumerate(DECK.words)}
GOLDEN = Path(__file__).parents[2] / "golden" / "hearts-openspiel.json"


def begun(told: Told) -> Position:
    """The deal of a game, in our rules."""
    direction = DIRECTIONS.index(told.setup.partition(":")[0])
    leader = next(seat for seat in range(4) if "2C" in told.deal[seat]) if direction == 0 else 0
    passes = 12 if direction else 0
    numbers = f"turn 0 direction {direction} passes {passes} leader {leader} tricks 0 broken 0"
    hands = [
        f"hand{seat + 1}: " + " ".join(f"{card}!1234" if card == "2C" and not direction else card for card in hand)
        for seat, hand in enumerate(told.deal)
    ]
    empty = [f"{zone}{seat}:" for zone in ("passing", "played") for seat in range(1, 5)]
    rest = " | ".join([*hands, *empty, "trick:", "stock:"])
    return Position.read(HEARTS, f"hearts {numbers} points 0,0,0,0 score 0,0,0,0 hands 0 goal 0 | {rest}", told.setup)


def follow(told: Told) -> None:
    """Play a game of OpenSpiel's in our rules."""
    here = begun(told)
    for i, step in enumerate(told.steps):
        where = f"{told.setup}, step {i} of {told.deal}"
        assert here.actor == step.seat, where
        assert here.options() == sorted(NUMBERS[word] for word in step.legal), where
        here.play(NUMBERS[step.move])
    assert here.over
    assert [here.payoff(seat) for seat in range(4)] == pytest.approx([1 - points / 26 for points in told.points])


@pytest.mark.parametrize("told", oracle.read(GOLDEN), ids=lambda told: told.setup)
def test_recorded_games_of_openspiel_are_ours_card_for_card(told: Told) -> None:
    follow(told)


@pytest.mark.skipif(importlib.util.find_spec("pyspiel") is None, reason="OpenSpiel is not installed")
def test_thousands_of_games_of_openspiel_are_ours_card_for_card() -> None:
    moons = 0
    for told in oracle.games(per_setup=125, start=1_000_000):
        follow(told)
        moons += sorted(told.points) == [0, 26, 26, 26]
    assert moons > 10
