"""What a faithful copy of the public engine has to reproduce: the checklist, the end of a turn, agents, the tavern."""

from __future__ import annotations

import re
import sys
from collections import Counter
from typing import Any

import pytest

from mulligan.core.game import OVER
from mulligan.games.tribute.rules import course as rules
from mulligan.games.tribute.rules import zones
from mulligan.games.tribute.rules.layout import STAGES
from mulligan.kernel import interpret

from ...helpers.tribute_tools import CARDS, KINDS, NEUTRAL, PATRONS, Board, new_game, side, words

ME, FOE = 0, 1
PILE = "Rally; Bonfire; Ambush; Blackmail; Barterer"
BY_80, BY_FAVOUR, BY_40 = "PRESTIGE_OVER_80", "PATRON_FAVOR", "PRESTIGE_OVER_40_NOT_MATCHED"


def test_every_quirk_of_the_checklist_has_a_test_here():
    tested = {int(found[1]) for name in vars(sys.modules[__name__]) if (found := re.match(r"test_q(\d+)_", name))}
    assert tested == set(range(1, 27))


# --- 1 to 4: set-up and drawing ---------------------------------------------------------------------------------------


def keys(seed: int) -> Any:
    """The engine's numbers, without end."""
    z = seed
    while True:
        z = (0x5DEECE66D * z + 0xB) % 2**48
        yield (z >> 16) * 2147483646 >> 32


def shuffled(cards: list[Any], numbers: Any) -> list[Any]:
    """A number for each card in order, then sorted by it."""
    keyed = [(next(numbers), card) for card in cards]
    return [card for _, card in sorted(keyed, key=lambda pair: pair[0])]


@pytest.mark.parametrize("seed", [1, 2, 99])
def test_q01_the_tavern_is_shuffled_twice(seed):
    board = new_game(seed, [6, 0, 2, 5])
    decks = ["PELIN", "ANSEI", "TREASURY", "RAJHIN", "HLAALU"]
    tavern = [card["name"] for card in CARDS if card["deck"] in decks for _ in range(card["copies"])]
    numbers = keys(seed)
    expected = shuffled(shuffled(tavern, numbers), numbers)
    assert board.row + board.pile == expected
    starters = ["Fortify", "Way of the Sword", *["Gold"] * 6, "Swipe", "Goods Shipment"]
    for p in range(2):
        deck = shuffled(starters, numbers)
        assert (board.hand(p), board.draw(p)) == (deck[:5], deck[5:])


def test_q01_cards_with_equal_numbers_keep_their_order():
    shuffle, board = interpret(zones.shuffle_by_keys), Board()
    numbers = iter([5, 3, 5, 3, 3, 1])
    shuffle.__globals__["next_key"] = lambda rng: next(numbers)
    cells = [10, 11, 12, 13, 14, 15, 99]
    shuffle(board.s, cells, 6, board.rng)
    assert cells == [15, 11, 13, 14, 10, 12, 99]
    assert not any(board.s.scratch)


def test_q02_the_second_player_starts_with_a_coin_and_keeps_it():
    board = new_game(5, [0, 1, 2, 3])
    assert board.s.coins == [0, 1]
    assert board.do("end").s.coins == [0, 1]
    assert board.do("end").s.coins == [0, 0]


def test_q03_the_next_hand_is_drawn_at_the_end_of_the_own_turn():
    me = side(hand="Gold; Peck", played="Swipe", draw="Rally; Oathman; Hireling; Tithe; Fortify; War Song", known=2)
    board = Board(me=me, foe=side(hand="Gold")).do("end")
    assert board.hand(ME) == ["Rally", "Oathman", "Hireling", "Tithe", "Fortify"]
    assert (board.draw(ME), board.cooldown(ME), board.played(ME)) == (["War Song"], ["Gold", "Peck", "Swipe"], [])
    assert (board.s.player, board.hand(FOE), board.s.known[ME]) == (FOE, ["Gold"], 0)


def test_q04_the_cooldown_pile_goes_under_what_is_left_of_the_draw_pile():
    me = side(hand="Gold", played="Peck", draw="Rally; Oathman", cooldown="Swipe; Tithe")
    board = Board(me=me, seed=11).do("end")
    mixed = shuffled(["Swipe", "Tithe", "Gold", "Peck"], keys(11))
    assert board.hand() == ["Rally", "Oathman", *mixed[:3]]
    assert (board.draw(), board.cooldown()) == (mixed[3:], [])


def test_q04_exactly_five_cards_are_enough_for_a_hand():
    board = Board(me=side(hand="Gold", draw="Peck*5")).do("end")
    assert (board.hand(), board.draw(), board.cooldown(), board.rng.z) == (["Peck"] * 5, [], ["Gold"], 1)


def test_q04_toss_shuffles_alike():
    board = Board(me=side(draw="Rally", cooldown="Gold; Peck; Swipe"), seed=3).run("toss 2")
    assert board.options == ["Rally", shuffled(["Gold", "Peck", "Swipe"], keys(3))[0]]


# --- 5 to 8: the tavern and the chain ---------------------------------------------------------------------------------


def test_q05_a_contracts_effects_come_before_the_row_is_filled_up():
    board = Board(me=side(coins=5), row="Tithe; Imperial Plunder; Rally; Oathman; Gold", pile=PILE)
    board.do("buy Imperial Plunder")
    assert board.asks == ("REPLACE_CARDS_IN_TAVERN", 0, 2, ["Tithe", "Rally", "Oathman", "Gold"])
    assert board.row == ["Tithe", "Rally", "Rally", "Oathman", "Gold"], "the row itself has its fifth card"
    assert board.pile[-1] == "Imperial Plunder", "it lay under the pile before"
    board.choose("Tithe; Gold")
    assert board.row == ["Bonfire", "Rally", "Rally", "Oathman", "Ambush"]
    assert board.pile == ["Blackmail", "Barterer", "Imperial Plunder", "Tithe", "Gold"]


def test_q05_a_second_choice_does_offer_the_new_card():
    board = Board(me=side(coins=9, agents="Elder Witch"), row="Elder Witch; Tithe; Oathman; Gold; Peck", pile=PILE)
    board.do("activate Elder Witch").choose()
    board.do("buy Elder Witch")  # destroy 1, then replace 1 twice: the new one's, and that which waited
    assert (board.asks[0], board.chain) == ("DESTROY_CARDS", ["replace 1", "replace 1"])
    board.choose()
    assert board.asks == ("REPLACE_CARDS_IN_TAVERN", 0, 1, ["Rally", "Tithe", "Oathman", "Gold", "Peck"])


def test_q05_an_alternative_is_chosen_after_the_row_was_filled_up():
    """Grand Oratory opens only the choice between its halves before the row is filled up."""
    board = Board(me=side(coins=9, cooldown="Gold"), row="Grand Oratory; Tithe", pile=PILE).do("buy Grand Oratory")
    assert (board.moves(), board.row, board.s.coins[ME]) == (["left", "right"], ["Rally", "Tithe"], 6)
    assert board.do("right").asks == ("REFRESH_CARDS", 0, 1, ["Gold"])


def test_q05_a_bought_contract_may_come_back_at_once_from_an_empty_pile():
    """It lies under the pile before the row is filled up: from an empty pile it is the one that comes."""
    board = Board(me=side(coins=6), row="Blackmail; Tithe").do("buy Blackmail")
    assert (board.row, board.pile, board.wealth()) == (["Blackmail", "Tithe"], [], (3, 2, 0))


def test_q05_an_acquired_contract_action_reaches_the_pile_after_its_trigger():
    """Its effects come only when it lies there: nothing tells the difference but that the replacement is not it."""
    board = Board(row="Barterer; Tithe", pile="Rally").run("acquire 3").choose("Barterer")
    assert board.asks == ("REPLACE_CARDS_IN_TAVERN", 0, 1, ["Rally", "Tithe"])
    assert board.pile == ["Barterer"]


def test_q06_the_effects_of_an_acquired_contract_come_last():
    board = Board(me=side(draw="Gold*3"), row="Blood Sacrifice; Tithe", pile=PILE)
    board.run("acquire 6 and coin 2").choose("Blood Sacrifice")
    assert (board.s.coins[ME], board.asks[0], board.wealth()) == (2, "DESTROY_CARDS", (2, 3, 0))
    other = Board(me=side(), row="Bonfire; Tithe", pile=PILE).run("acquire 3 and replace 1").choose("Bonfire")
    assert (other.asks, other.chain) == (("REPLACE_CARDS_IN_TAVERN", 0, 1, ["Rally", "Tithe"]), ["destroy 1"])


def test_q07_a_contract_is_paid_after_its_effects():
    """Its own coins cannot buy it, but the choice that it opens comes before the price in the engine's order only."""
    board = Board(me=side(coins=3), row="Ebony Mine; Tithe", pile=PILE).do("buy Ebony Mine")
    assert board.wealth() == (2, 0, 0)
    assert "buy Ebony Mine" not in Board(me=side(coins=2), row="Ebony Mine", pile=PILE).moves()
    stopped = Board(me=side(coins=3, hand="Gold"), row="Bonfire", pile=PILE).do("buy Bonfire")
    assert (stopped.board, stopped.s.coins[ME]) == ("CHOICE_PENDING", 0)


def test_q08_a_knockout_without_victims_is_a_forced_empty_choice():
    board = Board(me=side(agents="Morihaus, Sacred Bull", hand="Gold"), foe=side()).do("activate Morihaus, Sacred Bull")
    assert board.asks == ("KNOCKOUT_AGENTS", 0, 0, [])
    assert (board.moves(), board.s.coins) == (["choose "], [0, 0])
    assert board.do("choose ").s.coins == [1, 0], "and Morihaus takes his coin"


@pytest.mark.parametrize(
    ("mine", "his", "chosen", "coins"),
    [
        ("Morihaus, Sacred Bull", "Hireling", "Hireling", [1, 0]),
        ("Morihaus, Sacred Bull; Morihaus, the Archer", "Hireling; Oathman", "Hireling; Oathman", [2, 0]),
        ("Oathman", "Morihaus, the Archer; Hireling; Oathman", "Hireling; Oathman", [0, 1]),
        ("Oathman", "Morihaus, the Archer; Hireling", "Morihaus, the Archer; Hireling", [0, 0]),
        (
            "Oathman",
            "Morihaus, the Archer*2; Morihaus, Sacred Bull",
            "Morihaus, the Archer; Morihaus, Sacred Bull",
            [0, 1],
        ),
    ],
)
def test_q08_morihaus_gives_one_coin_for_each_effect(mine, his, chosen, coins):
    board = Board(me=side(agents=mine), foe=side(agents=his)).run("knockout 2").choose(chosen)
    assert board.s.coins == coins


def test_q08_two_knockouts_are_two_coins_and_a_coin_of_the_opponent_stays():
    board = Board(me=side(), foe=side(agents="Morihaus, the Archer; Hireling*2", hand="Gold"))
    board.run("knockout 1 and knockout 1").choose("Hireling").choose("Hireling")
    assert board.s.coins == [0, 2]
    assert board.do("end").s.coins == [0, 2]


# --- 9 to 12: the end of a turn, damage, combos, discards -------------------------------------------------------------


def test_q09_left_over_power_strikes_taunting_agents_before_it_becomes_prestige():
    foe = side(agents="Hireling; Shield Bearer 2; Stubborn Shadow; Banneret", cooldown="Gold")
    board = Board(me=side(power=6), foe=foe, pile="Tithe").do("end")
    assert board.agents(FOE) == ["Hireling 2", "Banneret 4"]
    assert (board.pile, board.cooldown(FOE)) == (["Tithe", "Shield Bearer"], ["Gold", "Stubborn Shadow"])
    assert board.s.prestige == [0, 0]


@pytest.mark.parametrize(("power", "hp", "prestige"), [(0, 3, 0), (2, 1, 0), (3, 0, 0), (5, 0, 2)])
def test_q09_what_is_left_after_the_taunts_becomes_prestige(power, hp, prestige):
    board = Board(me=side(power=power, prestige=1), foe=side(agents="Stubborn Shadow")).do("end")
    assert board.agents(FOE) == ([f"Stubborn Shadow {hp}"] if hp else [])
    assert (board.s.prestige[ME], board.s.power[ME]) == (1 + prestige, 0)


def test_q10_agents_keep_their_damage_but_act_again():
    board = Board(me=side(power=2), foe=side(agents="Banneret", draw="Gold*5")).do("attack Banneret")
    assert board.agents(FOE) == ["Banneret 3"]
    board.do("end", "activate Banneret", "end")
    assert board.agents(FOE) == ["Banneret 3"]
    mine = Board(me=side(agents="Banneret 3!", draw="Gold*5"))
    assert mine.do("end").agents(ME) == ["Banneret 3"]


def test_q11_later_levels_fire_for_all_earlier_cards_of_the_deck():
    board = Board(me=side(hand="Plunder; Pilfer; Squawking Oratory; Pool of Shadow", draw="Gold*12"))
    drawn = []
    for name in ("Plunder", "Pilfer", "Squawking Oratory"):
        before = len(board.draw())
        board.do(f"play {name}")
        drawn.append(before - len(board.draw()))
    assert drawn == [1, 1, 1 + 3], "at the third card the third level of all three"
    before, held = board.wealth(), len(board.draw())
    board.do("play Pool of Shadow")
    gained = [now - then for now, then in zip(board.wealth(), before)]
    assert (gained, held - len(board.draw())) == ([3, 2 + 4, 0], 1 + 1), (
        "the fourth of all, its own draw, and Plunder's"
    )


def test_q12_discards_always_wait_and_each_is_a_choice_of_its_own():
    board = Board(
        me=side(coins=21), foe=side(hand="Gold; Peck; Swipe"), row="Bag of Tricks; Ring's Guile; Tithe", pile=PILE
    )
    board.do("buy Bag of Tricks", "buy Ring's Guile")
    assert (board.s.doom, board.board) == (2, "NORMAL")
    board.do("end")
    assert (board.board, board.chain) == ("START_OF_TURN_CHOICE_PENDING", ["opp_discard 1"])
    board.choose("Gold")
    assert board.asks == ("DISCARD_CARDS", 1, 1, ["Peck", "Swipe"])
    assert board.board == "START_OF_TURN_CHOICE_PENDING"
    board.choose("Swipe")
    assert (board.board, board.hand(FOE), board.cooldown(FOE)) == ("NORMAL", ["Peck"], ["Gold", "Swipe"])
    assert board.s.doom == 0


@pytest.mark.parametrize(("held", "asked"), [(0, 0), (1, 1), (2, 2)])
def test_q12_discards_vanish_with_an_empty_hand(held, asked):
    board = Board(me=side(coins=21), foe=side(hand=f"Gold*{held}" if held else ""), row="Bag of Tricks", pile=PILE)
    board.s.doom = 3
    board.do("end")
    for _ in range(asked):
        assert board.board == "START_OF_TURN_CHOICE_PENDING"
        board.choose("Gold")
    assert (board.board, board.s.doom, board.s.tail) == ("NORMAL", 0, 0)
    assert "end" in board.moves()


# --- 13 to 18: details of effects and patrons -------------------------------------------------------------------------


def test_q13_the_last_of_refreshed_cards_is_drawn_first():
    board = Board(me=side(cooldown="Gold; Peck; Swipe", draw="Tithe")).run("refresh 3")
    assert [move for move in board.moves() if move.count(";") == 2] == ["choose Gold; Peck; Swipe"], (
        "the order is fixed"
    )
    board.choose("Gold; Peck; Swipe")
    assert board.draw() == ["Swipe", "Peck", "Gold", "Tithe"]
    assert board.run("draw 1").hand() == ["Swipe"]


def test_q14_pelin_does_not_raise_what_is_known():
    board = Board(me=side(power=2, cooldown="Oathman", draw="Gold; Peck", known=0)).do("call PELIN", "choose Oathman")
    assert (board.s.known[ME], board.draw()[0]) == (0, "Oathman")


@pytest.mark.parametrize("way", ["destroy", "HLAALU", "TREASURY"])
def test_q15_a_destroyed_contract_agent_leaves_the_game(way):
    board = Board(me=side(agents="Clan-Witch", coins=2), pile="Tithe")
    if way == "destroy":
        board.run("destroy 1")
    else:
        board.do(f"call {way}")
    board.do("choose Clan-Witch")
    assert (board.agents(ME), board.pile) == ([], ["Tithe"])
    assert board.cooldown(ME) == (["Writ of Coin"] if way == "TREASURY" else [])
    assert board.s.gone[KINDS["Clan-Witch"]] == 1


def test_q16_destroy_hlaalu_and_treasury_list_their_options_in_different_orders():
    me = side(hand="Rally", agents="Oathman", played="Conquest", coins=2)
    assert Board(me=me).run("destroy 1").options == ["Rally", "Oathman", "Conquest"]
    assert Board(me=me).do("call HLAALU").options == ["Rally", "Conquest", "Oathman"]
    assert Board(me=me).do("call TREASURY").options == ["Conquest", "Rally", "Oathman"]


@pytest.mark.parametrize(("cards", "power"), [(7, 1), (8, 2), (11, 2), (12, 3)])
def test_q17_orgnum_counts_before_the_new_card(cards, power):
    me = side(draw=f"Gold*{cards}", coins=3)
    board = Board("ORGNUM ANSEI RAJHIN HLAALU", me=me, favour={"ORGNUM": ME}).do("call ORGNUM")
    assert (board.s.power[ME], board.cooldown()) == (power, ["Summerset Sacking"])


def test_q18_duke_and_ansei_refuse_whom_they_favour_and_the_others_do_not():
    me, foe = side(hand="Rally", cooldown="Oathman", coins=9, power=9, draw="Gold"), side(agents="Hireling")
    seen = set()
    for patrons in (
        "ANSEI DUKE_OF_CROWS RAJHIN PSIJIC",
        "ORGNUM HLAALU PELIN RED_EAGLE",
        "SAINT_ALESSIA ANSEI RAJHIN PELIN",
    ):
        board = Board(patrons, me=me, foe=foe, favour=dict.fromkeys(patrons.split(), ME))
        seen |= {text.removeprefix("call ") for text in board.moves() if text.startswith("call")}
    assert set(PATRONS) - seen == {"ANSEI", "DUKE_OF_CROWS"}


# --- 19 to 22: legal moves and the end --------------------------------------------------------------------------------


def test_q19_to_buy_takes_coins_and_to_attack_takes_power():
    foe = side(agents="Hireling")
    assert Board(foe=foe, row="Gold; Peck").moves() == ["end"], "even what costs nothing needs a coin"
    assert Board(me=side(coins=1), row="Gold; Barterer; Tithe").moves() == ["buy Gold", "buy Barterer", "end"]
    assert Board(me=side(power=1), foe=foe).moves() == ["attack Hireling", "end"]


def test_q20_favour_wins_only_for_the_player_who_ends_the_turn_and_by_all_four():
    four = ["PELIN", "ANSEI", "RAJHIN", "HLAALU"]
    assert Board(favour=dict.fromkeys(four, FOE)).do("end").end is None
    assert Board(favour=dict.fromkeys(four[1:], ME)).do("end").end is None
    assert Board(favour=dict.fromkeys(four, ME)).do("end").end == (ME, BY_FAVOUR)


def test_q21_the_order_of_the_winners_is_80_favour_40():
    four = ["PELIN", "ANSEI", "RAJHIN", "HLAALU"]
    mine = dict.fromkeys(four, ME)
    assert Board(me=side(prestige=80), foe=side(prestige=90), favour=mine).do("end").end == (ME, BY_80)
    assert Board(me=side(prestige=79), foe=side(prestige=90), favour=mine).do("end").end == (ME, BY_FAVOUR)
    assert Board(me=side(prestige=79), foe=side(prestige=90)).do("end").end == (FOE, BY_40)


@pytest.mark.parametrize(("turn", "drawn"), [(499, False), (500, False), (501, True), (502, True)])
def test_q22_a_game_is_drawn_when_a_turn_after_the_five_hundredth_ends(turn, drawn):
    board = Board(me=side(power=2, prestige=85, hand="Gold", draw="Peck*5"), turn=turn).do("end")
    if drawn:
        assert board.end == (NEUTRAL, "TURN_LIMIT_EXCEEDED")
        assert (board.wealth(ME), board.hand(), board.s.turn) == ((0, 2, 85), ["Gold"], turn), "before anything else"
    else:
        assert (board.end, board.s.turn) == ((ME, BY_80), turn + 1)


# --- 23 to 26 ---------------------------------------------------------------------------------------------------------


def test_q23_curses_and_treasury_cards_feed_combos():
    board = Board(
        me=side(hand="Bewilderment*2; Moonlit Illusion; Gold", coins=3), foe=side(prestige=4), row="Moonlit Illusion"
    )
    board.do("play Bewilderment", "play Bewilderment", "play Gold")
    assert (board.s.combo[PATRONS.index("RAJHIN")], board.s.combo[PATRONS.index("TREASURY")]) == (2, 1)
    board.do("buy Moonlit Illusion").choose()
    assert board.s.prestige[FOE] == 3, "its third level"


def test_q24_a_slot_of_the_tavern_vanishes_when_the_pile_is_empty():
    board = Board(me=side(coins=9), row="Rally; Tithe; Oathman").do("buy Rally")
    assert (board.row, board.pile, board.cooldown()) == (["Tithe", "Oathman"], [], ["Rally"])
    acquired = Board(row="Rally; Tithe; Oathman").run("acquire 9").choose("Oathman")
    assert acquired.row == ["Rally", "Tithe"]


def test_q24_replacing_with_an_empty_pile_loses_one_slot():
    """The first finds no card for its slot and lies down under the pile; the second gets the first."""
    board = Board(row="Rally; Tithe; Oathman; Gold").run("replace 3").choose("Rally; Oathman; Gold")
    assert (board.row, board.pile) == (["Tithe", "Rally", "Oathman"], ["Gold"])


def test_q25_copies_of_a_card_are_moves_of_their_own():
    board = Board(
        me=side(hand="Gold*3; Peck", agents="Oathman*2", coins=3, power=1), foe=side(agents="Hireling*2"), row="Tithe*2"
    )
    counted = Counter(board.moves())
    for text, n in (("play Gold", 3), ("activate Oathman", 2), ("attack Hireling", 2), ("buy Tithe", 2), ("end", 1)):
        assert counted[text] == n
    assert Counter(Board(me=side(hand="Gold*3")).run("destroy 2").moves()) == Counter(
        {"choose ": 1, "choose Gold": 3, "choose Gold; Gold": 3}
    )


def test_q26_the_alessian_rebel_is_an_agent_that_costs_nothing():
    patrons = "SAINT_ALESSIA PELIN HLAALU ANSEI"
    board = Board(patrons, me=side(hand="Alessian Rebel; Gold", draw="Gold*5")).do("play Alessian Rebel")
    assert (board.agents(ME), board.played(ME)) == (["Alessian Rebel 1!"], [])
    assert "call HLAALU" not in board.moves()
    board.do("end")
    assert board.agents(ME) == ["Alessian Rebel 1"], "it stays"
    board.s.power[FOE] = 1
    assert board.do("attack Alessian Rebel").cooldown(ME)[-1] == "Alessian Rebel"
    board.do("end")
    board.s.power[ME] = 2
    assert board.do("call PELIN").options == ["Alessian Rebel"]
    assert Board(me=side(cooldown="Gold; Alessian Rebel")).run("refresh_agent 4").options == ["Alessian Rebel"]


# --- the end of a turn, in its order ----------------------------------------------------------------------------------


def test_the_end_of_a_turn_clears_what_belongs_to_it():
    me = side(
        hand="Gold", played="Peck", coins=7, power=4, prestige=3, calls=0, agents="Oathman 1!; Hireling", draw="Swipe*5"
    )
    board = Board(me=me, foe=side(coins=2, power=0, prestige=1, agents="Hagraven!"), turn=7).do("end")
    assert (board.wealth(ME), board.wealth(FOE)) == ((0, 0, 7), (2, 0, 1))
    assert board.agents(ME) == ["Oathman 1", "Hireling 2"]
    assert board.agents(FOE) == ["Hagraven 3!"], "only the agents of the one who ends the turn get ready"
    assert (board.s.turn, board.s.player, board.s.calls) == (8, FOE, [1, 1])


def test_the_next_hand_has_what_the_taunts_threw_back_only_for_their_owner():
    """The agents struck down at the end of her turn are in his cooldown pile before his hand is drawn, much later."""
    board = Board(me=side(power=3), foe=side(agents="Stubborn Shadow", hand="Gold")).do("end")
    assert board.cooldown(FOE) == ["Stubborn Shadow"]
    board.do("end")
    assert sorted(board.hand(FOE)) == ["Gold", "Stubborn Shadow"]


def test_ansei_pays_before_the_discards_are_asked_for():
    board = Board(favour={"ANSEI": FOE}, foe=side(hand="Gold; Peck"))
    board.s.doom = 1
    assert board.do("end").s.coins == [0, 1]
    assert board.board == "START_OF_TURN_CHOICE_PENDING"


def test_a_choice_at_the_start_of_a_turn_does_not_stop_the_game_from_ending():
    board = Board(me=side(prestige=80), foe=side(hand="Gold; Peck"))
    board.s.doom = 1
    assert board.do("end").end == (ME, BY_80)


@pytest.mark.parametrize(
    ("mine", "his", "end"), [(79, 0, None), (80, 0, (ME, BY_80)), (80, 200, (ME, BY_80)), (81, 0, (ME, BY_80))]
)
def test_80_win_at_the_end_of_the_own_turn(mine, his, end):
    assert Board(me=side(prestige=mine), foe=side(prestige=his)).do("end").end == end


def test_80_of_the_player_who_does_not_end_the_turn_win_only_by_40():
    board = Board(me=side(prestige=79), foe=side(prestige=80)).do("end")
    assert board.end == (FOE, BY_40)
    assert Board(me=side(prestige=95, power=0), foe=side(prestige=90)).do("end").end == (ME, BY_80)


@pytest.mark.parametrize(
    ("mine", "his", "end"),
    [
        (39, 40, (FOE, BY_40)),
        (40, 40, None),
        (41, 40, None),
        (0, 39, None),
        (38, 39, None),
        (44, 45, (FOE, BY_40)),
        (50, 0, None),
    ],
)
def test_40_must_be_matched_in_the_next_turn(mine, his, end):
    assert Board(me=side(prestige=mine), foe=side(prestige=his)).do("end").end == end


def test_the_duty_of_40_passes_to_and_fro():
    board = Board(me=side(power=41), foe=side(prestige=40)).do("end")
    assert (board.s.prestige, board.end) == ([41, 40], None)
    board.s.power[FOE] = 1
    assert board.do("end").end is None, "41 are matched by 41"
    assert board.s.prestige == [41, 41]
    board.s.power[ME] = 1
    assert board.do("end").end is None
    assert board.do("end").end == (ME, BY_40)


def test_power_counts_before_the_winner_is_looked_for():
    assert Board(me=side(prestige=78, power=2)).do("end").end == (ME, BY_80)
    assert Board(me=side(prestige=38, power=2), foe=side(prestige=40)).do("end").end is None
    assert Board(me=side(prestige=38, power=2), foe=side(prestige=40, agents="Banneret")).do("end").end == (FOE, BY_40)


def test_nothing_is_won_within_a_turn():
    board = Board(me=side(prestige=79, hand="Summerset Sacking; Gold")).do("play Summerset Sacking")
    assert (board.s.prestige[ME], board.end) == (80, None)
    assert board.do("play Gold", "end").end == (ME, BY_80)


def test_a_game_that_is_over_has_nobody_to_move():
    board, actor = Board(me=side(prestige=79)), interpret(rules.actor)
    assert actor(board.s) == ME
    board.s.prestige[ME] = 80
    assert actor(board.do("end").s) == OVER


@pytest.mark.parametrize(("seat", "board"), [(0, side(prestige=80)), (1, side())])
def test_the_winner_gets_one_and_the_loser_nothing(seat, board):
    payoff = interpret(rules.payoff)
    ended = Board(me=board, foe=side(prestige=40)).do("end")
    assert ended.end is not None and ended.end[0] == seat
    assert [payoff(ended.s, p) for p in range(2)] == [1.0 - seat, float(seat)]
    drawn = Board(turn=501).do("end")
    assert [payoff(drawn.s, p) for p in range(2)] == [0.5, 0.5]


# --- playing cards and the chain --------------------------------------------------------------------------------------


def test_played_cards_lie_before_the_player_and_agents_on_the_board():
    board = Board(me=side(hand="Gold; Bewilderment; Oathman; Rally")).do(
        "play Bewilderment", "play Oathman", "play Gold"
    )
    assert (board.hand(), board.played()) == (["Rally"], ["Bewilderment", "Gold"])
    assert board.agents() == ["Oathman 2!"]
    assert "activate Oathman" not in board.moves()


def test_an_agent_acts_once_in_each_later_turn():
    board = Board(me=side(hand="Oathman", draw="Gold*5"), foe=side()).do("play Oathman", "end", "end")
    board.do("activate Oathman")
    assert (board.s.coins[ME], board.agents()) == (2, ["Oathman 2!"])
    assert "activate Oathman" not in board.moves()


def test_the_chain_stops_at_a_choice_and_goes_on_after_it():
    board = Board(me=side(hand="Ceporah's Insight", draw="Gold; Peck"))
    board.do("play Ceporah's Insight")
    assert (board.asks[0], board.chain, board.s.coins[ME]) == ("TOSS_CARDS", ["coin 2"], 0)
    board.choose("Gold")
    assert (board.board, board.chain, board.s.coins[ME]) == ("NORMAL", [], 2)


def test_a_card_that_is_drawn_in_the_middle_can_be_destroyed_by_the_next_effect():
    board = Board(me=side(draw="Peck")).run("draw 1 and destroy 1")
    assert board.options == ["Peck"]


def test_a_knocked_out_source_does_not_heal():
    board = Board(me=side(agents="Knight Commander 2")).run("knockout_all 1 and heal 2", "Knight Commander")
    assert (board.agents(), board.cooldown()) == ([], ["Knight Commander"])


# --- choices ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("effect", "sets"), [("toss 5", 32), ("replace 3", 26), ("destroy 2", 16), ("refresh 3", 26)])
def test_choices_list_smaller_sets_first_and_then_in_order(effect, sets):
    five = "Gold; Peck; Swipe; Fortify; War Song"
    board = Board(me=side(hand=five, draw=five, cooldown=five), row=five).run(effect)
    listed = [tuple(words(text.removeprefix("choose "))) for text in board.moves()]
    order = {name: i for i, name in enumerate(words(five))}
    assert len(listed) == sets
    assert listed == sorted(set(listed), key=lambda names: (len(names), [order[name] for name in names]))


def test_the_large_list_of_the_description():
    board = Board(me=side(cooldown="Gold*40")).run("refresh 3")
    moves = board.engine_moves()
    assert len(moves) == 10701 == len(set(moves))
    assert board.text(moves[0]) == "choose " and board.text(moves[-1]) == "choose Gold; Gold; Gold"


def test_only_the_choice_can_be_answered_while_it_is_open():
    board = Board(
        me=side(hand="Gold; Peck", agents="Oathman", coins=9, power=9),
        foe=side(agents="Hireling"),
        row="Tithe",
        pile=PILE,
    )
    board.do("call HLAALU")
    assert (board.board, board.moves()) == ("PATRON_CHOICE_PENDING", ["choose Oathman"])


def test_the_stages_are_draft_turn_and_choice():
    stage, board = interpret(rules.stage), new_game(1)
    assert STAGES[stage(board.s)] == "draft"
    board = Board(me=side(hand="Gold"))
    assert STAGES[stage(board.s)] == "turn"
    assert STAGES[stage(board.run("destroy 1").s)] == "choice"


# --- agents -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("power", "hp", "left"), [(1, 2, 0), (2, 1, 0), (3, 0, 0), (5, 0, 2)])
def test_an_attack_does_all_the_damage_it_can(power, hp, left):
    board = Board(me=side(power=power), foe=side(agents="Hagraven; Oathman", cooldown="Gold")).do("attack Hagraven")
    assert board.agents(FOE) == ([f"Hagraven {hp}", "Oathman 2"] if hp else ["Oathman 2"])
    assert board.s.power[ME] == left
    assert board.cooldown(FOE) == (["Gold"] if hp else ["Gold", "Hagraven"])


def test_a_fallen_contract_agent_goes_under_the_tavern_pile():
    board = Board(me=side(power=9), foe=side(agents="Clan-Witch"), pile="Tithe; Rally").do("attack Clan-Witch")
    assert (board.agents(FOE), board.cooldown(FOE), board.pile) == ([], [], ["Tithe", "Rally", "Clan-Witch"])


def test_taunting_agents_must_be_attacked_first():
    foe = side(agents="Hireling; Stubborn Shadow 1; Oathman; Shield Bearer")
    board = Board(me=side(power=9, calls=0), foe=foe, pile="Tithe")
    assert board.moves() == ["attack Stubborn Shadow", "attack Shield Bearer", "end"]
    board.do("attack Stubborn Shadow")
    assert board.moves() == ["attack Shield Bearer", "end"]
    assert board.do("attack Shield Bearer").moves() == ["attack Hireling", "attack Oathman", "end"]


def test_an_attack_gives_morihaus_nothing():
    board = Board(me=side(power=9, agents="Morihaus, the Archer!"), foe=side(agents="Morihaus, Sacred Bull; Oathman"))
    assert board.do("attack Oathman").s.coins == [0, 0]


# --- the tavern -------------------------------------------------------------------------------------------------------


def test_a_bought_card_goes_to_the_cooldown_pile_and_its_place_is_filled():
    board = Board(me=side(coins=7, cooldown="Gold"), row="Tithe; Oathman; Rally", pile="Conquest; Peck").do(
        "buy Oathman"
    )
    assert (board.row, board.pile) == (["Tithe", "Conquest", "Rally"], ["Peck"])
    assert (board.cooldown(), board.wealth(), board.agents()) == (["Gold", "Oathman"], (1, 0, 0), [])
    assert sum(board.s.combo) == 0, "only contracts act when they are bought"


def test_a_bought_contract_agent_stands_on_the_board_at_once():
    board = Board(me=side(coins=6), row="Karth Man-Hunter; Tithe", pile=PILE).do("buy Karth Man-Hunter")
    assert (board.agents(), board.wealth(), board.cooldown()) == (["Karth Man-Hunter 2!"], (1, 1, 0), [])
    assert board.row == ["Rally", "Tithe"]


def test_an_acquired_contract_agent_counts_for_its_deck():
    board = Board(me=side(hand="Midnight Raid"), row="Karth Man-Hunter; Tithe", pile=PILE).do("play Midnight Raid")
    board.run("acquire 5").choose("Karth Man-Hunter")
    assert board.agents() == ["Karth Man-Hunter 2!"]
    assert (board.s.power[ME], board.asks[0], board.s.coins[ME]) == (3 + 1 + 2, "DESTROY_CARDS", 0)


@pytest.mark.parametrize("name", ["Blackmail", "Bonfire"])
def test_contract_actions_never_enter_a_deck(name):
    board = Board(me=side(coins=3), row=f"{name}; Tithe", pile="Rally; Oathman").do(f"buy {name}")
    if board.s.board:
        board.choose()
    assert (board.cooldown(), board.played(), board.hand()) == ([], [], [])
    assert board.pile == ["Oathman", name]
