"""How strong the rule players are: thousands of games against the published description's reference values.

The references were measured elsewhere, in 10,000 games each unless noted, and carry an error of their own.  A tolerance
is 4.1 standard errors of the difference, so that all tests together raise a false alarm less than once in a thousand.
"""

from __future__ import annotations

from functools import cache
from math import sqrt
from typing import Any, NamedTuple

import numpy as np
import pytest

from mulligan.games.magic import MAGIC
from mulligan.kernel import Stream, entry, integers, records, seed_of

DEALS = 20_000
GAMES = 2 * DEALS
REFERENCE_GAMES = 10_000
WIDE = 4.1
STYLES = {"E": "expert", "R": "reduced", "U": "random"}


def make_match() -> Any:
    """The loop that plays each deal twice, with seats exchanged, by one style per player and stage."""
    deal, actor, stage, turn, act = MAGIC.deal, MAGIC.actor, MAGIC.stage, MAGIC.turn, MAGIC.act

    @entry
    def match(states, tables, rngs, styles, deals, out, wins, turns):
        t = tables[0]
        rng = rngs[0]
        for _ in range(deals):
            states[1] = states[0]
            deal(states[1], t, rng)
            for swapped in range(2):
                states[2] = states[1]
                s = states[2]
                seat = actor(s)
                while seat >= 0:
                    act(s, t, styles[seat ^ swapped, stage(s)], rng, out)
                    seat = actor(s)
                wins[swapped, s.winner] += 1
                turns[turn(s)] += 1
                if s.life[0] > 0 and s.life[1] > 0:
                    turns[0] += 1  # an empty library decided it

    return match


match = make_match()


class Result(NamedTuple):
    """What a match came to, in per cent and turns."""

    first_named: float
    seat_1: float
    turns: float
    spread: float
    empty: float
    longest: int


@cache
def played(one: str, two: str, setup: str = "literal") -> Result:
    """The match between two players, each named by its attack, block and card rule: `EEE` against `RRR`."""
    states, rngs = records(MAGIC.State, 3), records(Stream, 1)
    rngs["z"] = seed_of("statistics", one, two, setup)
    styles = np.array([[MAGIC.style(STYLES[letter]) for letter in player] for player in (one, two)])
    wins, turns = np.zeros((2, 2), np.int64), integers(129)
    match(states, MAGIC.make_table(setup), rngs, styles, DEALS, integers(MAGIC.max_options), wins, turns)
    empty, turns[0] = turns[0], 0
    number = np.arange(len(turns))
    mean = float(turns @ number) / GAMES
    spread = sqrt(float(turns @ number**2) / GAMES - mean**2)
    return Result(
        100 * (wins[0, 0] + wins[1, 1]) / GAMES,
        100 * wins[:, 0].sum() / GAMES,
        mean,
        spread,
        100 * int(empty) / GAMES,
        int(number[turns > 0].max()),
    )


def error(per_cent: float, games: int) -> float:
    """The standard error of a share, in per cent."""
    return sqrt(per_cent * (100 - per_cent) / games)


def tolerance(reference: float, games: int = REFERENCE_GAMES) -> float:
    """How far our share may be from a reference; ours is played in pairs, for which one game in two counts at worst."""
    return WIDE * sqrt(error(reference, games) ** 2 + error(reference, GAMES // 2) ** 2)


@pytest.mark.parametrize(
    ("one", "two", "setup", "reference", "games"),
    [
        ("EEE", "RRR", "literal", 95.5, 10_000),
        ("EEE", "RRR", "literal:deck=M13", 96.4, 10_000),
        ("EEE", "RRR", "literal:deck=M8", 96.6, 10_000),
        ("EEE", "EER", "literal", 51.9, 10_000),
        ("EEE", "ERR", "literal", 77.9, 10_000),
        ("EEE", "RER", "literal", 94.3, 10_000),
        ("EEE", "RRU", "literal", 99.8, 10_000),
        ("ERR", "RRR", "literal", 66.3, 10_000),
        ("RER", "RRR", "literal", 79.8, 10_000),
        ("RRE", "RRR", "literal", 55.5, 10_000),
        ("RRR", "RRU", "literal", 94.3, 10_000),
        ("RRE", "RRR", "onepass", 62.7, 80_000),
        ("RRE", "RRR", "onepass:deck=M13", 63.1, 10_000),
        ("RRE", "RRR", "onepass:deck=M8", 63.6, 10_000),
        ("EEE", "EER", "onepass", 56.9, 10_000),
        ("EEE", "RRR", "literal:skip_first_draw", 95.6, 10_000),
        ("EEE", "RRR", "literal:max_hand=7", 95.9, 10_000),
        ("EEE", "RRR", "literal:life=15", 94.8, 10_000),
        ("EEE", "RRR", "literal:life=10", 93.0, 10_000),
        ("EEE", "RRR", "literal:keep_equal", 95.8, 10_000),
        ("EEE", "RRR", "literal:strict_pair", 96.2, 10_000),
        ("EEE", "RRR", "literal:lower_pair", 95.9, 10_000),
        ("EEE", "RRR", "literal:count_tapped", 95.9, 10_000),
    ],
)
def test_how_often_the_first_named_player_wins(one, two, setup, reference, games):
    assert played(one, two, setup).first_named == pytest.approx(reference, abs=tolerance(reference, games))


@pytest.mark.parametrize(("one", "two", "reference", "within"), [("EEE", "RRR", 95.5, 1.0), ("RRE", "RRR", 55.5, 1.5)])
def test_the_two_matches_that_the_description_asks_for(one, two, reference, within):
    assert played(one, two).first_named == pytest.approx(reference, abs=within)


@pytest.mark.parametrize(
    ("setup", "reference"), [("literal", 61.5), ("literal:skip_first_draw", 48.9)], ids=["draw", "skip"]
)
def test_the_first_seat_of_reduced_against_itself(setup, reference):
    assert played("RRR", "RRR", setup).seat_1 == pytest.approx(reference, abs=tolerance(reference))


@pytest.mark.parametrize(
    ("one", "two", "setup", "reference", "spread"),
    [
        ("EEE", "RRR", "literal", 21.9, 6.3),
        ("RRR", "RRR", "literal", 25.6, 6.7),
    ],
)
def test_how_long_games_last(one, two, setup, reference, spread):
    result = played(one, two, setup)
    rounding = 0.05
    assert result.turns == pytest.approx(
        reference, abs=rounding + WIDE * spread * sqrt(1 / REFERENCE_GAMES + 2 / GAMES)
    )
    assert result.spread == pytest.approx(spread, abs=rounding + 0.3)


def test_how_long_games_of_experts_last():
    """These figures hang on how ties between equally dear cards and blockers are broken, so they pin that too."""
    result = played("EEE", "EEE")
    assert result.turns == pytest.approx(34.1, abs=1.0)
    assert result.spread == pytest.approx(17.1, abs=1.5)
    assert result.empty == pytest.approx(14.7, abs=2)
    assert result.seat_1 == pytest.approx(51.7, abs=2.5)
    assert played("EEE", "EEE", "literal:keep_equal").turns == pytest.approx(42, abs=1.2)


def test_no_game_lasts_longer_than_the_libraries():
    assert played("EEE", "EEE").longest == 67
    assert played("EEE", "EEE", "literal:keep_equal").longest == 67


def test_the_same_seed_gives_the_same_match():
    again = played.__wrapped__("RRR", "RRR")
    assert again == played("RRR", "RRR")
