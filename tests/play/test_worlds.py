"""The worlds that a seat imagines: fair, and without what it cannot know."""

from __future__ import annotations

import pytest

from mulligan.core.errors import UsageError
from mulligan.core.position import Position, make_stream
from mulligan.core.registry import find_game
from mulligan.games.toys import GUESS, NIM
from mulligan.play.worlds import worlds


def test_the_other_card_is_any_that_the_answers_allow() -> None:
    here = Position.deal(GUESS, seed=3)
    found = worlds(here, 0, 400)
    zone = next(zone for zone in found.zones if zone.owner == 1)
    low, high = here.fields()["low"][0], here.fields()["high"][0]
    assert len(zone.cards) == high - low + 1
    assert sum(card.share for card in zone.cards) == pytest.approx(1)
    for card in zone.cards:
        assert card.share == pytest.approx(1 / len(zone.cards), abs=0.1)


def test_the_truth_is_not_in_it() -> None:
    here = Position.deal(GUESS, seed=3)
    other = here.hide(0, make_stream(GUESS, 1))
    assert worlds(here, 0, 30, seed=7).zones == worlds(other, 0, 30, seed=7).zones


def test_the_same_seed_gives_the_same_worlds() -> None:
    here = Position.deal(GUESS, seed=3)
    assert worlds(here, 1, 10, "a") == worlds(here, 1, 10, "a")
    assert worlds(here, 1, 10, "a") != worlds(here, 1, 10, "b")


def test_a_hand_and_a_deck_of_magic() -> None:
    game = find_game("magic")
    here = Position.deal(game, seed=4)
    found = worlds(here, 0, 40)
    assert any(zone.owner == 1 for zone in found.zones)
    for zone in found.zones:
        assert all(0 < card.share <= 1 and card.mean >= card.share for card in zone.cards)
    assert len(found.worlds) == 40
    assert found.to_dict()["seat"] == 0


def test_where_nothing_is_hidden_there_is_nothing_to_imagine() -> None:
    assert worlds(Position.deal(NIM), 0, 5).zones == ()


def test_what_makes_no_sense_is_told() -> None:
    here = Position.deal(GUESS)
    with pytest.raises(UsageError, match="seat 3"):
        worlds(here, 2, 5)
    with pytest.raises(UsageError, match="worlds: 0"):
        worlds(here, 0, 0)
