"""The rules of Magic: turns, combat, main phases, what is hidden, and which moves are legal."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mulligan.core.position import Position
from mulligan.games.magic import MAGIC

from ...helpers import magic_oracle as oracle
from ...helpers.magic_help import (
    DECKS,
    bundles,
    creature,
    creatures,
    leaves,
    life,
    names,
    random_game,
    read,
    rng,
    size,
    zone,
)

TRIES = settings(max_examples=60, deadline=None, derandomize=True)

# --- the turn ---------------------------------------------------------------------------------------------------------


def test_a_game_begins_with_seven_cards_and_the_first_player_draws():
    start = Position.deal(MAGIC, "literal", seed=1)
    assert life(start) == [20, 20]
    assert (size(start, 1, "hand"), size(start, 2, "hand")) == (8, 7)
    assert (size(start, 1, "library"), size(start, 2, "library")) == (32, 33)


def test_the_first_draw_can_be_skipped():
    start = Position.deal(MAGIC, "literal:skip_first_draw", seed=1)
    assert size(start, 1, "hand") == 7
    there = read("magic cards | 1: lands 1 hand land", "literal:skip_first_draw").play("play nothing")
    assert size(there, 2, "hand") == 1, "only the very first draw is skipped"


def test_life_and_hand_follow_the_setup():
    start = Position.deal(MAGIC, "literal:life=15,hand=5", seed=1)
    assert life(start) == [15, 15]
    assert size(start, 2, "hand") == 5


def test_a_turn_untaps_draws_attacks_blocks_casts_and_passes():
    here = read(
        "magic turn 6 cards | 1: ready 2/2(2) tapped 3/3(4)*2 library 6/6(7) land | 2: lands 3 hand 2/3(3) ready 1/1(1)"
    )
    here.play("play 2/3(3)")
    assert (here.turn, here.actor, here.stage) == (7, 0, "attack")
    assert zone(here, 1, "ready") == ["2/2(2)", "3/3(4)", "3/3(4)"]
    assert zone(here, 1, "hand") == ["6/6(7)"]
    here.play("attack 2/2(2) 3/3(4)")
    assert (here.actor, here.stage) == (1, "block")
    assert zone(here, 1, "attackers") == ["2/2(2)", "3/3(4)"]
    here.play("2/3(3) blocks 3/3(4)").play("1/1(1) stays")
    assert (here.turn, here.actor, here.stage) == (8, 1, "attack"), "nothing to play: the turn passes by itself"
    assert life(here) == [20, 18]
    assert (zone(here, 1, "dead"), zone(here, 2, "dead")) == ([], ["2/3(3)"])
    assert zone(here, 1, "tapped") == ["2/2(2)", "3/3(4)"]
    assert zone(here, 1, "ready") == ["3/3(4)"]


def test_an_attacker_stays_tapped_in_the_next_turn_and_cannot_block():
    here = read("magic | 1: ready 2/2(2) 3/3(4) | 2: lands 9 ready 6/6(7)")
    here.play("attack 3/3(4)").play("6/6(7) stays").play("attack 6/6(7)")
    assert here.options_text() == ["2/2(2) blocks 6/6(7)", "2/2(2) stays"]
    here.play("2/2(2) stays").play("play nothing")
    assert (here.turn, zone(here, 1, "ready")) == (3, ["2/2(2)", "3/3(4)"])


def test_tapped_creatures_alone_mean_no_block_at_all():
    here = read("magic | 1: ready 2/2(2) | 2: tapped 6/6(7) 5/5(6)").play("attack 2/2(2)")
    assert life(here) == [20, 18]
    assert here.stage != "block"


def test_without_creatures_there_is_no_attack():
    here = read("magic turn 2 cards | 1: lands 1 | 2: hand land").play("play land")
    assert (here.turn, here.stage) == (3, "cards")


def test_who_cannot_draw_loses_at_once():
    here = read("magic cards | 1: hand land | 2: ready 6/6(7) dead rest").play("play nothing")
    assert (here.over, here.payoff(0), here.payoff(1)) == (True, 1.0, 0.0)
    assert "turn 2 player 2 attack winner 1" in str(here)


def test_the_last_card_can_still_be_drawn():
    here = read("magic cards | 1: hand land | 2: dead rest library land").play("play nothing")
    assert (here.over, here.turn, here.actor) == (False, 2, 1)
    assert size(here, 2, "library") == 0


def test_life_zero_is_lost_and_life_one_is_not():
    lost = read("magic | life 20 3 | 1: ready 3/3(4)").play("attack 3/3(4)")
    assert (lost.over, lost.payoff(0), life(lost)) == (True, 1.0, [20, 0])
    kept = read("magic | life 20 4 | 1: ready 3/3(4)").play("attack 3/3(4)")
    assert (kept.over, life(kept)) == (False, [20, 1])


def test_the_hand_limit_drops_cards_at_the_end_of_the_turn():
    text = "magic cards | 1: lands 1 hand land*3 1/1(1) 2/2(2)*3 4/4(5) 6/6(7) | 2: hand land"
    free = read(text).play("play nothing")
    assert size(free, 1, "hand") == 9
    held = read(text, "literal:max_hand=7").play("play nothing")
    assert size(held, 1, "hand") == 7
    assert zone(held, 1, "dead") == ["land", "land"]
    dear = read(text, "literal:max_hand=6").play("play nothing")
    assert zone(dear, 1, "dead") == ["land", "land", "6/6(7)"]
    played = read(text, "literal:max_hand=7").play("play land 2/2(2)")
    assert zone(played, 1, "dead") == []


# --- combat -----------------------------------------------------------------------------------------------------------


def test_unblocked_attackers_deal_their_power():
    here = read("magic | 1: ready 2/2(2) 3/3(4) 6/6(7)").play("attack 2/2(2) 3/3(4) 6/6(7)")
    assert life(here) == [20, 9]


def test_a_blocked_attacker_deals_nothing_to_the_player_even_if_all_blockers_die():
    here = read("magic block | life 20 1 | 1: attackers 6/6(7) | 2: ready 1/1(1)").play("1/1(1) blocks 6/6(7)")
    assert not here.over
    assert life(here) == [20, 1]
    assert zone(here, 2, "dead") == ["1/1(1)"]


def test_both_sides_of_a_fight_die_together():
    here = read("magic block | 1: attackers 3/2(3) | 2: ready 2/2(2)").play("2/2(2) blocks 3/2(3)")
    assert (zone(here, 1, "dead"), zone(here, 2, "dead")) == (["3/2(3)"], ["2/2(2)"])


def test_damage_does_not_last():
    here = read("magic block | 1: attackers 4/4(5) | 2: hand land ready 3/3(4)").play("3/3(4) blocks 4/4(5)")
    assert (zone(here, 1, "tapped"), zone(here, 1, "dead")) == (["4/4(5)"], [])


def test_an_attacker_kills_the_dearest_blockers_within_its_power():
    here = read("magic block | 1: attackers 3/3(4)<2/2(2)+2/3(3) | 2: ready 1/1(1) 2/2(2) 2/3(3)")
    here.play("1/1(1) blocks 3/3(4)")
    assert zone(here, 2, "dead") == ["1/1(1)", "2/2(2)"], "cost 3 either way: two creatures rather than one"
    assert zone(here, 1, "dead") == ["3/3(4)"]


def fight(name: str, attacker: oracle.Creature, gang: oracle.Creatures) -> Position:
    """The position after these creatures have blocked one attacker."""
    *others, last = sorted(gang, key=oracle.rank, reverse=True)
    sent = "<" + "+".join(map(str, others)) if others else ""
    here = read(f"magic block | 1: attackers {attacker}{sent} | 2: ready {names(gang)}", f"literal:deck={name}")
    return here.play(f"{last} blocks {attacker}")


@TRIES
@given(DECKS.flatmap(lambda name: st.tuples(st.just(name), bundles(name, 1, least=1), bundles(name, 6, least=1))))
def test_damage_is_divided_as_by_trying_every_subset(drawn):
    name, [[attacker]], [gang] = drawn
    after = fight(name, attacker, gang)
    assert creatures(zone(after, 2, "dead")) == oracle.weakest_first(oracle.killed(attacker, gang))
    assert bool(zone(after, 1, "dead")) == (oracle.power(gang) >= attacker.toughness)
    assert life(after) == [20, 20]


@TRIES
@given(DECKS.flatmap(lambda name: st.tuples(st.just(name), bundles(name, 11, least=6))))
def test_damage_to_a_crowd_is_divided_in_the_same_way(drawn):
    name, [gang] = drawn
    dragon = creature("6/6(7)")
    after = fight(name, dragon, gang)
    assert creatures(zone(after, 2, "dead")) == oracle.weakest_first(oracle.killed(dragon, gang))


# --- main phase -------------------------------------------------------------------------------------------------------


def test_the_land_just_played_pays_too():
    here = read("magic cards | 1: lands 1 hand land 2/2(2)")
    assert here.options_text() == ["play nothing", "play land", "play land 2/2(2)"]


def test_one_land_a_turn():
    here = read("magic cards | 1: hand land*3 1/1(1) | 2: hand land").play("skip 1/1(1)")
    assert (here.turn, zone(here, 1, "lands"), zone(here, 1, "hand")) == (2, ["1"], ["land", "land", "1/1(1)"])


def test_chains_play_the_land_by_themselves():
    here = read("magic cards | 1: hand land*2")
    assert [here.text(move) for move in here.options(chain=True)] == ["only the land"]
    assert zone(here.play("only the land"), 1, "lands") == ["1"]


def test_costs_four_three_two_and_five_mana():
    here = read("magic cards | 1: lands 5 hand 2/2(2) 2/3(3) 3/3(4)")
    assert len(here.options("none")) == len(here.options("land")) == 5
    assert [here.text(move) for move in here.options("dominated")] == ["play 2/2(2) 2/3(3)", "play 3/3(4)"]
    asked = [[text for _, text in told] for told, _ in leaves(here)]
    assert asked == [
        ["cast 3/3(4)"],
        ["skip 3/3(4)", "cast 2/3(3)", "cast 2/2(2)"],
        ["skip 3/3(4)", "cast 2/3(3)", "skip 2/2(2)"],
        ["skip 3/3(4)", "skip 2/3(3)", "cast 2/2(2)"],
        ["skip 3/3(4)", "skip 2/3(3)", "skip 2/2(2)"],
    ]
    pruned = [[text for _, text in told] for told, _ in leaves(here, "dominated")]
    assert pruned == [["cast 3/3(4)"], ["skip 3/3(4)", "cast 2/3(3)", "cast 2/2(2)"]]


HANDS = DECKS.flatmap(
    lambda name: st.tuples(
        st.just(name), bundles(name, 6), st.integers(0, 8), st.integers(0, 2), st.sampled_from(MAGIC.prunings)
    )
)


def main_phase(name, hand, lands, held):
    land = f"land*{held}" if held else ""
    return read(f"magic cards | 1: lands {lands} hand {land} {names(hand)} | 2: hand land", f"literal:deck={name}")


@TRIES
@given(HANDS)
def test_whole_main_phases_are_those_of_a_plain_enumeration(drawn):
    name, [hand], lands, held, level = drawn
    here = main_phase(name, hand, lands, held)
    texts = [here.text(move).split()[1:] for move in here.options(level)]
    found = [("land" in words, tuple(creatures(w for w in words if w != "nothing"))) for words in texts]
    assert len(found) == len(set(found))
    assert set(found) == oracle.main_phases(hand, lands, held > 0, level)


@TRIES
@given(HANDS)
def test_chained_main_phases_are_those_of_a_plain_enumeration(drawn):
    name, [hand], lands, held, level = drawn
    found = []
    for _, there in leaves(main_phase(name, hand, lands, held), level):
        found.append((zone(there, 1, "lands") == [str(lands + 1)], tuple(creatures(zone(there, 1, "ready")))))
    assert len(found) == len(set(found))
    # In a chain the land is never a question: without pruning, too, it is played when held.
    assert set(found) == oracle.main_phases(hand, lands, held > 0, "land" if level == "none" else level)


# --- attacks and blocks as moves --------------------------------------------------------------------------------------


@TRIES
@given(DECKS.flatmap(lambda name: st.tuples(st.just(name), bundles(name, 6, least=1))))
def test_attacks_are_offered_once_each_whole_and_chained(drawn):
    name, [mine] = drawn
    here = read(f"magic | 1: ready {names(mine)} | 2: ready 6/6(7)", f"literal:deck={name}")
    whole = [tuple(creatures(text.split()[1:])) for text in here.options_text() if text != "no attack"]
    asked = []
    for told, _ in leaves(here):
        sent = Counter({creature(text.split(" of ")[1]): int(text.split()[2]) for _, text in told})
        asked.append(tuple(oracle.weakest_first(sent.elements())))
    assert sorted([*whole, ()]) == sorted(asked) == sorted(oracle.attacks(mine))


@TRIES
@given(
    DECKS.flatmap(
        lambda name: st.tuples(st.just(name), bundles(name, 3, least=1), bundles(name, 4, least=1)).filter(
            lambda drawn: len(drawn[1][0]) + len(drawn[2][0]) < 7
        )
    )
)
def test_blocks_are_offered_once_each(drawn):
    name, [attackers], [blockers] = drawn
    here = read(f"magic block | 1: attackers {names(attackers)} | 2: ready {names(blockers)}", f"literal:deck={name}")
    found = []
    for told, _ in leaves(here):
        gangs: dict[int, list[oracle.Creature]] = {}
        which: dict[int, oracle.Creature] = {}
        for move, text in told:
            if "blocks" in text:
                gangs.setdefault(move, []).append(creature(text.split()[0]))
                which[move] = creature(text.split()[2].partition("#")[0])
        found.append(oracle.block((which[move], gang) for move, gang in gangs.items()))
    wanted = {oracle.block((a, gang) for a, gang in one if gang) for one in oracle.blocks(attackers, blockers)}
    assert len(found) == len(set(found)) == len(wanted)
    assert set(found) == wanted


def test_too_many_attacks_to_list_become_questions():
    here = read(
        "magic | 1: ready 1/1(1)*2 2/1(2)*2 1/2(2) 2/2(2)*3 2/3(3)*2 3/2(3)*2 3/1(3) 3/3(4)*2 | 2: ready 6/6(7)"
    )
    assert here.options_text() == [f"attack with {n} of 3/3(4)" for n in range(3)]


# --- what holds in every game -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("setup", ["literal", "literal:deck1=M13,deck2=M8,max_hand=7,skip_first_draw"])
def test_forty_cards_each_and_at_most_67_turns(setup):
    for seed in range(30):
        cards: list[int] = []
        for here in random_game(seed, setup):
            cards = cards or here.cards()
            assert here.cards() == cards
            assert len(cards) == 80
            state = here.fields()
            for p in range(2):
                zones = [state[name][p] for name in ("hand", "ready", "tapped", "dead")]
                assert sum(zones) == zones[0] | zones[1] | zones[2] | zones[3], "a creature is in one place"
            assert here.turn <= 67 + ("skip" in setup)
        assert here.over


def test_the_longest_game_ends_in_turn_67():
    here = Position.deal(MAGIC, "literal", seed=1)
    while not here.over:
        here.act("pass", rng())
    assert (here.turn, here.payoff(0)) == (67, 0.0), "player 1 draws first and runs out first"


def test_equal_seeds_give_equal_games():
    assert [str(a) for a in random_game(4)] == [str(b) for b in random_game(4)]
    assert [str(a) for a in random_game(4)] != [str(b) for b in random_game(5)]


@pytest.mark.parametrize("seat", [0, 1])
def test_hiding_keeps_what_the_player_knows_and_deals_the_rest_anew(seat):
    for seed in range(12):
        for here in random_game(seed):
            if here.over or here.turn % 5:
                continue
            hidden = [here.hide(seat, rng("hide", seed, n)) for n in range(3)]
            for one in hidden:
                assert one.observe(seat) == here.observe(seat)
                assert one.cards() == here.cards()
                assert zone(one, seat + 1, "hand") == zone(here, seat + 1, "hand")
                for p in (1, 2):
                    assert size(one, p, "library") == size(here, p, "library")
                    assert size(one, p, "hand") == size(here, p, "hand")
            if here.turn < 20:
                assert len({str(one) for one in [here, *hidden]}) == 4


def test_hiding_does_not_depend_on_what_it_hides():
    one = read("magic cards | 1: lands 3 hand land 2/2(2) | 2: lands 2 hand land 6/6(7) ready 1/1(1) library 5/5(6)")
    two = read("magic cards | 1: lands 3 hand land 2/2(2) library 6/6(7) | 2: lands 2 hand 3/3(4)*2 ready 1/1(1)")
    assert one.observe(0) == two.observe(0)
    assert one.observe(1) != two.observe(1)
    assert str(one.hide(0, rng(1))) == str(two.hide(0, rng(1)))


def test_shuffling_moves_the_libraries_only():
    here = read("magic cards | 1: lands 3 hand land 2/2(2) | 2: lands 2 hand land 6/6(7) ready 1/1(1)")
    there = here.copy()
    there.shuffle(rng(1))
    assert str(there) != str(here)
    assert Counter(zone(there, 1, "library")) == Counter(zone(here, 1, "library"))
    assert str(there).split(" library ")[0] == str(here).split(" library ")[0]


def test_an_open_order_draws_any_card():
    drawn = set()
    for seed in range(40):
        here = read("magic cards | 1: hand land | 2: lands 1 dead rest library land 1/1(1) 6/6(7)")
        here.shuffle(rng(), firm=False)
        here.play("play nothing", seed=seed)
        drawn.add(zone(here, 2, "hand")[0])
        assert size(here, 2, "library") == 2
    assert drawn == {"land", "1/1(1)", "6/6(7)"}


def test_kinds_not_copies_matter_to_moves():
    here = read("magic | 1: ready 2/2(2)*3 | 2: ready 6/6(7)")
    assert here.options_text() == ["no attack", "attack 2/2(2)", "attack 2/2(2)*2", "attack 2/2(2)*3"]
