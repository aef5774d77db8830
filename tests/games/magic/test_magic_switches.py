"""Options of Magic's setups that change how moves are listed and cards are drawn: the order of questions, copies apart,
and draws that are equally likely for every kind of card."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mulligan.agents import SearchPlayer, make_player
from mulligan.core.position import Position
from mulligan.games.magic import MAGIC

from ...helpers import magic_oracle as oracle
from ...helpers.magic_help import DECKS, bundles, creatures, leaves, names, read, rng, zone
from ...helpers.search_help import findings

TRIES = settings(max_examples=60, deadline=None, derandomize=True)
SETUPS = ("matched:ask=cheapest", "matched:ask=random", "matched:apart", "matched:even_draws", "matched:deck=slow")


# --- the order of questions -------------------------------------------------------------------------------------------


def first_asked(text: str, setup: str) -> str:
    """The card that the first question of a main phase is about."""
    here = read(text, setup)
    return here.text(here.options(chain=True)[0]).split()[-1]


def test_the_dearest_or_the_cheapest_card_is_asked_about_first():
    text = "magic cards | 1: lands 4 hand 1/1(1) 2/3(3) 3/3(4) 6/6(7) | 2: hand land"
    assert first_asked(text, "literal") == first_asked(text, "literal:ask=dearest") == "3/3(4)"
    assert first_asked(text, "literal:ask=cheapest") == "1/1(1)"


def test_from_the_cheapest_up():
    here = read("magic cards | 1: lands 5 hand 2/2(2) 2/3(3) 3/3(4)", "literal:ask=cheapest")
    assert [[text for _, text in told] for told, _ in leaves(here)] == [
        ["cast 2/2(2)", "cast 2/3(3)"],
        ["cast 2/2(2)", "skip 2/3(3)"],
        ["skip 2/2(2)", "cast 2/3(3)"],
        ["skip 2/2(2)", "skip 2/3(3)", "cast 3/3(4)"],
        ["skip 2/2(2)", "skip 2/3(3)", "skip 3/3(4)"],
    ]


def test_a_random_order_is_another_one_in_each_main_phase_and_depends_on_nothing_hidden():
    text = "magic turn {} cards | life {} 20 | 1: lands 7 hand {}1/1(1) 2/3(3) 3/3(4) 6/6(7) | 2: {}"
    found = Counter(
        first_asked(text.format(turn, life, "", "hand land"), "literal:ask=random")
        for turn in range(1, 41, 2)
        for life in range(1, 21)
    )
    assert set(found) == {"1/1(1)", "2/3(3)", "3/3(4)", "6/6(7)"}
    assert all(abs(n - 100) < 50 for n in found.values()), found  # 100 each, give or take
    for turn in range(1, 41, 2):
        known = first_asked(text.format(turn, 9, "", "hand land"), "literal:ask=random")
        assert first_asked(text.format(turn, 9, "", "hand 6/6(7) 5/5(6)"), "literal:ask=random") == known


def test_the_random_order_lasts_for_the_main_phase():
    here = read("magic turn 5 cards | 1: lands 9 hand land 1/1(1) 2/3(3) 3/3(4) | 2: hand land", "literal:ask=random")
    order = []
    while here.turn == 5:
        skip = here.options(chain=True)[-1]
        order.append(here.text(skip).split()[-1])
        here.play(skip)
    again = read("magic turn 5 cards | 1: lands 9 hand land 1/1(1) 2/3(3) 3/3(4) | 2: hand land", "literal:ask=random")
    cast = []
    while again.turn == 5:
        play = again.options(chain=True)[0]
        cast.append(again.text(play).split()[-1])
        again.play(play)
    assert order == cast
    assert sorted(order) == ["1/1(1)", "2/3(3)", "3/3(4)"]


@TRIES
@given(
    DECKS.flatmap(lambda name: st.tuples(st.just(name), bundles(name, 6))),
    st.integers(0, 8),
    st.integers(0, 2),
    st.sampled_from(MAGIC.prunings),
    st.sampled_from(["cheapest", "random"]),
)
def test_every_order_has_a_chain_for_each_main_phase(drawn, lands, held, level, ask):
    name, [hand] = drawn
    land = f"land*{held}" if held else ""
    setup = f"literal:deck={name},ask={ask}"
    here = read(f"magic cards | 1: lands {lands} hand {land} {names(hand)} | 2: hand land", setup)
    found = []
    for _, there in leaves(here, level):
        found.append((zone(there, 1, "lands") == [str(lands + 1)], tuple(creatures(zone(there, 1, "ready")))))
    assert len(found) == len(set(found))
    assert set(found) == oracle.main_phases(hand, lands, held > 0, "land" if level == "none" else level)


# --- copies apart -----------------------------------------------------------------------------------------------------


HELD = "magic cards | 1: lands {} hand land*2 2/2(2) 2/2(2)#2 | 2: hand land"


def test_copies_apart_are_moves_of_their_own():
    whole = read("magic cards | 1: lands 1 hand land*2 2/2(2)*2 | 2: hand land")
    assert whole.options_text() == ["play nothing", "play land", "play land 2/2(2)"]
    assert read(HELD.format(1), "literal:apart").options_text() == [
        *("play nothing", "play land", "play land 2/2(2)", "play land 2/2(2)#2"),
        *("play land#2", "play land#2 2/2(2)", "play land#2 2/2(2)#2"),
    ]


def test_which_land_is_played_does_not_matter_and_which_copy_only_to_its_name():
    first, second, other = (
        read(HELD.format(1), "literal:apart").play(f"play {cards}", seed=1)
        for cards in ("land 2/2(2)#2", "land#2 2/2(2)#2", "land 2/2(2)")
    )
    assert str(first) == str(second)
    assert (zone(first, 1, "lands"), zone(first, 1, "ready")) == (["2"], ["2/2(2)#2"])
    assert zone(other, 1, "hand") == ["land", "2/2(2)#2"]


def test_copies_apart_are_asked_about_one_by_one():
    told = [[text for _, text in told] for told, _ in leaves(read(HELD.format(4), "literal:apart"))]
    assert told == [
        ["cast 2/2(2)#2", "cast 2/2(2)"],
        ["cast 2/2(2)#2", "skip 2/2(2)"],
        ["skip 2/2(2)#2", "cast 2/2(2)"],
        ["skip 2/2(2)#2", "skip 2/2(2)"],
    ]


# --- draws that are equally likely for every kind ---------------------------------------------------------------------


def drawn_after(setup: str, tries: int) -> Counter[str]:
    """What the next player draws where the order of the libraries is open: five lands, two 1/1 and a 6/6 are left."""
    found: Counter[str] = Counter()
    for seed in range(tries):
        here = read("magic cards | 1: hand land | 2: lands 1 dead rest library land*5 1/1(1)*2 6/6(7)", setup)
        here.shuffle(rng(), firm=False)
        here.play("play nothing", seed=seed)
        found[zone(here, 2, "hand")[0]] += 1
        assert sorted(zone(here, 2, "library") + zone(here, 2, "hand")) == ["1/1(1)"] * 2 + ["6/6(7)"] + ["land"] * 5
    return found


def test_even_draws_do_not_count_copies():
    even, usual = drawn_after("literal:even_draws", 300), drawn_after("literal", 300)
    sure = 4 * (300 / 3 * 2 / 3) ** 0.5
    assert all(abs(even[card] - 100) < sure for card in ("land", "1/1(1)", "6/6(7)")), even
    assert abs(usual["land"] - 187.5) < 4 * (300 * 5 / 8 * 3 / 8) ** 0.5, usual


def test_even_draws_leave_the_real_game_alone():
    for seed in range(4):
        one, two = (Position.deal(MAGIC, setup, seed=seed) for setup in ("literal", "literal:even_draws"))
        while not one.over:
            one.act("expert", rng(seed))
            two.act("expert", rng(seed))
            assert str(one) == str(two)


# --- all of them ------------------------------------------------------------------------------------------------------


def decide(game: Any, setup: str, agent: str) -> Any:
    copy = "2/3(3)#2" if "apart" in setup else "2/3(3)"
    text = (
        f"magic turn 9 player 1 cards | life 12 14 | 1: lands 4 hand land*2 2/2(2) 2/3(3) {copy} 3/3(4) ready 3/2(3)"
        f" | 2: lands 4 hand 2/3(3) 4/4(5) ready {copy} 1/1(1)"
    )
    player = make_player(game, agent)
    assert isinstance(player, SearchPlayer)
    return findings(player.decide(Position.read(game, text, setup), "switches"))


@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("player", ["AP", "BT+MP", "BA:rollout=printed"])
def test_compiled_and_interpreted_searches_are_the_same(setup, player):
    agent = f"cowling2012/{player}{',' if ':' in player else ':'}trees=2,sims=25"
    assert decide(MAGIC, setup, agent) == decide(MAGIC.interpreted(), setup, agent)


@pytest.mark.parametrize("setup", SETUPS)
def test_positions_of_such_setups_can_be_written_and_read(setup):
    for seed in range(3):
        here, chance = Position.deal(MAGIC, setup, seed=seed), 0
        while not here.over:
            chance = (chance * 31 + 7 + seed) % 1009
            there = read(str(here), setup)
            assert str(there) == str(here)
            for chain in (False, True):
                texts = [there.text(move) for move in there.options(chain=chain)]
                assert texts == [here.text(move) for move in here.options(chain=chain)]
                assert len(texts) == len(set(texts)), "different moves have different names"
            moves = here.options(chain=chance % 2 == 0)
            here.play(moves[chance % len(moves)], seed=chance)


@pytest.mark.parametrize("ask", ["dearest", "cheapest", "random"])
def test_a_binary_search_answers_in_the_order_of_the_setup(ask):
    setup = f"matched:ask={ask}"
    here = read("magic turn 9 cards | 1: lands 6 hand land 1/1(1) 2/3(3) 3/3(4) 4/4(5) | 2: hand land*4", setup)
    player = make_player(MAGIC, "cowling2012/BT:trees=3,sims=60")
    assert isinstance(player, SearchPlayer)
    told = player.decide(here, 1)
    asked = []
    for move in told.moves:
        assert move in here.options("land", chain=True)
        asked.append(here.text(move).split()[-1])
        here.play(move, seed=1)
    assert (here.turn, here.stage) != (9, "cards"), "one search answers the whole main phase"
    if ask == "dearest":
        assert asked[0] == "4/4(5)"
    if ask == "cheapest":
        assert asked[0] == "1/1(1)"
