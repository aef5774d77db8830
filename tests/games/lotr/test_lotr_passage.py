"""The default setup, `passage`, with its three quest cards; and the naive player, by whom setups are measured."""

from __future__ import annotations

import pytest

from mulligan.agents import make_player
from mulligan.core.position import Position
from mulligan.games.lotr import LOTR
from mulligan.games.lotr.cards import quest_path
from mulligan.play.levels import DEFAULT, find_level
from mulligan.play.view import look

from ...helpers.lotr_full_help import read as read_full
from ...helpers.lotr_help import (
    FULLY_QUIRKY,
    GAME,
    KNOWN,
    LEVELS,
    advice,
    on_top,
    random_game,
    read,
    result,
    rng,
    state,
    table,
)

EVERY_SETUP = (*KNOWN, FULLY_QUIRKY, "paper:runner=flat", "full", "full:level=easy")

# --- the quest cards --------------------------------------------------------------------------------------------------


def test_the_default_is_the_passage_and_so_is_the_usual_level():
    assert next(iter(LOTR.setups)) == Position.deal(GAME).setup == "passage"
    usual = find_level(LOTR, DEFAULT).setup
    assert Position.deal(GAME, usual, 5).fields() == Position.deal(GAME, "passage", 5).fields()


def test_the_passage_is_the_rules_of_clean_with_more_quest_cards():
    for level in LEVELS:
        clean, passage = (
            {name: getattr(table(f"{setup}:level={level}"), name) for name in LOTR.Table.names or ()}
            for setup in ("clean", "passage")
        )
        assert {name for name in clean if clean[name] != passage[name]} == {"quest", "stops", "stop"}
        assert (clean["quest"], passage["quest"], passage["stop"][:2]) == (8, 20, [12, 10])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (20, 16),  # 6 willpower against a threat of 2
        (16, 12),
        (15, 12),  # a point more than the first card needs is lost
        (13, 12),
        (12, 10),  # the second card needs no more than 2 points, but a quest of its own
        (11, 10),
        (10, 6),
    ],
)
def test_what_is_more_than_a_quest_card_needs_is_lost(before, after):
    here = on_top(read(f"lotr questing | threat 25 quest {before}", "passage"), "King Spider")
    here.play("commit Eowyn, Eleanor, Thalin")
    assert state(here).points == after and result(here) == "going"


def test_a_location_comes_first_and_then_one_quest_card():
    text = "lotr questing | threat 25 quest 13 | active Enchanted Stream"
    here = on_top(read(text, "passage"), "Hummerhorns").play("commit Eowyn, Eleanor, Thalin")
    assert (state(here).points, result(here)) == (12, "going")  # 5 points: 2 for the stream, 1 for the quest card


def test_the_last_point_wins():
    here = on_top(read("lotr questing | threat 25 quest 5", "passage"), "Hummerhorns")
    assert result(here.play("commit Eowyn, Eleanor, Thalin")) == "won"
    here = on_top(read("lotr questing | threat 25 quest 6", "passage"), "Hummerhorns")
    assert result(here.play("commit Eowyn, Eleanor, Thalin")) == "going"


@pytest.mark.parametrize(
    ("left", "name", "stats", "line"),
    [
        (20, "Flies and Spiders", "0/8 progress", "Then: A Fork in the Road"),
        (13, "Flies and Spiders", "7/8 progress", "Then: A Fork in the Road"),
        (12, "A Fork in the Road", "0/2 progress", "Then: Beorn's Path"),
        (11, "A Fork in the Road", "1/2 progress", "Then: Beorn's Path"),
        (10, "Beorn's Path", "0/10 progress", "Won with 10 progress"),
        (1, "Beorn's Path", "9/10 progress", "Won with 10 progress"),
    ],
)
def test_the_table_shows_the_quest_card(left, name, stats, line):
    view = look(Position.read(LOTR, f"lotr | threat 30 quest {left}", "passage"), 0)
    card = view.cards["quest"]
    assert (card.name, card.stats, card.lines) == (name, stats, (line,))
    progress = next(counter for counter in view.counters if counter.title == "quest progress")
    assert (progress.value, progress.most) == (20 - left, 20)


def test_a_single_quest_card_is_shown_as_it_was():
    card = look(Position.read(LOTR, "lotr | threat 30 quest 5", "clean"), 0).cards["quest"]
    assert (card.name, card.stats, card.lines) == ("Flies and Spiders", "3/8 progress", ("Won with 8 progress",))
    assert [card["points"] for card in quest_path()] == [8, 2, 10]


# --- the naive player -------------------------------------------------------------------------------------------------

TIRED = "heroes Eowyn tapped, Eleanor tapped, Thalin"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("lotr | hand Wandering Took, Gandalf, Beorn | heroes Eowyn 2 tokens, Eleanor 3 tokens", "buy Gandalf"),
        ("lotr | hand Wandering Took, Northern Tracker | heroes Eowyn 2 tokens, Eleanor 1 token", "buy Wandering Took"),
        ("lotr | hand Wandering Took, Beorn | heroes Eowyn 1 token, Thalin 5 tokens", "done"),
        ("lotr | heroes Eowyn 9 tokens", "done"),
        ("lotr questing | allies Veteran Axehand", "commit Eowyn, Eleanor, Thalin, Veteran Axehand"),
        ("lotr questing | engaged 2 King Spider", "commit Eowyn, Eleanor, Thalin"),
        ("lotr travel | staging Hummerhorns, Forest Gate, Necromancer's Pass", "travel to Forest Gate"),
        ("lotr defense | heroes Eowyn tapped | engaged King Spider", "Eleanor defends"),
        (f"lotr defense | {TIRED} tapped | engaged King Spider", "no defense, Thalin is hit"),
        (f"lotr defense | {TIRED} 2 hits tapped | engaged King Spider", "no defense, Eowyn is hit"),
        ("lotr attack | heroes Eowyn tapped | engaged King Spider", "Thalin strikes King Spider"),
        ("lotr attack | engaged Ungoliant's Spawn, Black Forest Bats", "Eowyn strikes Black Forest Bats"),
        ("lotr attack | engaged Ungoliant's Spawn", "done"),
    ],
)
def test_naive_by_hand(text, expected):
    assert advice(read(text), "naive") == [expected]


def test_naive_sends_a_crowd_one_by_one():
    here = read("lotr questing | allies 3 Wandering Took, 3 Lorien Guide, Beorn, Gandalf")
    stream = rng("crowd")
    for _ in range(11):
        assert here.stage == "questing"
        assert advice(here, "naive")[0].endswith(" goes")
        here.act("naive", stream)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("lotr response at mulligan | hand Feint", "keep"),
        ("lotr | hand Wandering Took, Gandalf, Citadel Plate | heroes Eowyn 3 tokens, Thalin 4 tokens", "Gandalf"),
        ("lotr | hand Wandering Took, Citadel Plate | heroes Eowyn 2 tokens, Thalin 4 tokens", "Citadel Plate"),
        ("lotr questing | heroes Eowyn tapped", "commit Eleanor, Thalin"),
        ("lotr travel | staging Hummerhorns, Old Forest Road, Forest Gate", "travel to Old Forest Road"),
        ("lotr defense at guard | heroes Eowyn tapped | engaged King Spider assaults", "Eleanor defends"),
        ("lotr attack | engaged King Spider, Black Forest Bats", "attack King Spider"),
    ],
)
def test_naive_by_hand_in_the_full_game(text, expected):
    here = read_full(text)
    told = advice(here, "naive")[0]
    assert told in here.options_text() and expected in told


@pytest.mark.parametrize("setup", EVERY_SETUP)
def test_every_naive_move_is_legal(setup):
    """Also where the naive player comes into a game that others began."""
    stages = set()
    for seed in range(25):
        for here in random_game(seed, setup, ("naive", "random", "naive", "expert", "naive", "uniform")):
            if here.over:
                break
            told = here.advise("naive", rng(seed))
            assert len(told) == 1
            assert told[0] in here.options() or told[0] in here.options(chain=True), str(here)
            stages.add(here.stage)
    assert {"planning", "questing", "travel", "defense", "attack"} <= stages


def test_a_beginner_buys_what_is_dear_and_else_plays_as_the_expert():
    player = make_player(LOTR, "lotr/beginner")
    styles = dict(zip(LOTR.stages, player.styles, strict=False))
    assert styles.pop("planning") == LOTR.style("naive")
    assert set(styles.values()) == {LOTR.style("expert")}
