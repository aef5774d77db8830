"""What the cards of Tales of Tribute do: every effect, combos, and every card with each state of its deck's counter."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations

import pytest

from mulligan.games.tribute.rules import course as rules
from mulligan.games.tribute.rules.layout import SOURCE
from mulligan.games.tribute.rules.vocabulary import EFFECTS, unit_text
from mulligan.kernel import interpret

from ...helpers.tribute_tools import CARDS, KINDS, PATRONS, Board, side, words

ROW = "Luxury Exports; Oathman; Ebony Mine; Midnight Raid; Tithe"  # cost 2, 6, 3, 4 and 3
PILE = "Rally; Bonfire; Ambush; Blackmail; Barterer"

# --- effects without a choice -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [1, 2, 7, 15])
def test_coin_power_and_prestige_are_gained_at_once(n):
    board = Board(me=side(coins=3, power=2, prestige=1)).run(f"coin {n}")
    assert board.wealth(0) == (3 + n, 2, 1)
    assert board.run(f"power {n}").wealth(0) == (3 + n, 2 + n, 1)
    assert board.run(f"prestige {n}").wealth(0) == (3 + n, 2 + n, 1 + n)
    assert board.wealth(1) == (0, 0, 0)


def test_effects_are_for_the_player_on_turn():
    board = (
        Board(player=1, me=side(draw="Peck"))
        .run("coin 2 and power 3")
        .run("prestige 4 and patron_call 1")
        .run("draw 1")
    )
    assert (board.wealth(1), board.wealth(0)) == ((2, 3, 4), (0, 0, 0))
    assert (board.s.calls, board.hand(1)) == ([1, 2], ["Peck"])


@pytest.mark.parametrize(("before", "n", "after"), [(5, 1, 4), (3, 3, 0), (2, 3, 0), (0, 1, 0)])
def test_the_opponent_loses_prestige_but_never_more_than_there_is(before, n, after):
    board = Board(me=side(prestige=9), foe=side(prestige=before)).run(f"opp_prestige {n}")
    assert board.s.prestige == [9, after]


@pytest.mark.parametrize("n", [1, 2])
def test_a_patron_call_is_one_more_for_this_turn(n):
    board = Board(me=side(calls=0)).run(f"patron_call {n}")
    assert board.s.calls == [n, 1]
    assert board.do("end").s.calls == [1, 1]


def test_sacking_makes_new_cards_on_the_own_cooldown_pile():
    board = Board(me=side(cooldown="Peck")).run("sacking 2")
    assert board.cooldown(0) == ["Peck", "Summerset Sacking", "Summerset Sacking"]
    assert (board.cooldown(1), board.s.made[KINDS["Summerset Sacking"]]) == ([], 2)


@pytest.mark.parametrize(("hp", "after"), [(1, 3), (2, 4), (3, 5), (4, 5), (5, 5)])
def test_heal_is_for_the_agent_that_has_it_and_not_beyond_full_health(hp, after):
    board = Board(me=side(agents=f"Banneret 1; Knight Commander {hp}")).run("heal 2", "Knight Commander")
    assert board.agents() == ["Banneret 1", f"Knight Commander {after}"]


def test_heal_does_nothing_once_the_agent_has_left():
    board = Board(me=side(agents="Banneret 1"), foe=side(agents="Knight Commander 1")).run("heal 2", "Knight Commander")
    assert (board.agents(0), board.agents(1)) == (["Banneret 1"], ["Knight Commander 1"])


def test_knockout_all_empties_both_boards_and_asks_nobody():
    board = Board(
        me=side(agents="Oathman; Clan-Witch; Alessian Rebel", cooldown="Peck"),
        foe=side(agents="Shield Bearer 2; Stubborn Shadow; Morihaus, Sacred Bull"),
        pile="Tithe",
    ).run("knockout_all 1")
    assert (board.agents(0), board.agents(1), board.board) == ([], [], "NORMAL")
    assert board.cooldown(0) == ["Peck", "Oathman", "Alessian Rebel"]
    assert board.cooldown(1) == ["Stubborn Shadow", "Morihaus, Sacred Bull"]
    assert board.pile == ["Tithe", "Clan-Witch", "Shield Bearer"], "the own ones first, each under what was there"
    assert board.s.coins == [0, 0], "Morihaus gives nothing"


# --- drawing ----------------------------------------------------------------------------------------------------------


def test_draw_takes_from_the_top_and_lowers_what_is_known():
    board = Board(me=side(hand="Gold", draw="Peck; Swipe; Fortify", cooldown="War Song", known=1)).run("draw 2")
    assert (board.hand(), board.draw(), board.s.known[0]) == (["Gold", "Peck", "Swipe"], ["Fortify"], 0)
    assert board.cooldown() == ["War Song"]


def shuffled(text: str, seed: int) -> list[str]:
    """The engine's shuffle: a number for each card in order, then sorted by it."""
    z, keyed = seed, []
    for word in words(text):
        z = (0x5DEECE66D * z + 0xB) % 2**48
        keyed.append(((z >> 16) * 2147483646 >> 32, word))
    return [word for _, word in sorted(keyed, key=lambda pair: pair[0])]


COOLED = "Gold; Peck; Swipe; Fortify; War Song; Tithe; Rally"


@pytest.mark.parametrize("seed", range(5))
def test_too_few_cards_to_draw_shuffle_the_cooldown_pile_under_the_rest(seed):
    board = Board(me=side(draw="Oathman; Hireling", cooldown=COOLED, known=2), seed=seed).run("draw 3")
    mixed = shuffled(COOLED, seed)
    assert board.hand() == ["Oathman", "Hireling", mixed[0]]
    assert (board.draw(), board.cooldown(), board.s.known[0]) == (mixed[1:], [], 0)


def test_just_enough_cards_to_draw_shuffle_nothing():
    board = Board(me=side(draw="Oathman; Hireling", cooldown=COOLED)).run("draw 2")
    assert (board.draw(), board.cooldown(), board.rng.z) == ([], words(COOLED), 1)


def test_drawing_from_two_empty_piles_just_stops():
    board = Board(me=side(draw="Oathman")).run("draw 3")
    assert (board.hand(), board.draw(), board.board) == (["Oathman"], [], "NORMAL")


# --- choices ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [1, 2, 3])
def test_replace_offers_the_whole_row(n):
    board = Board(row=ROW, pile=PILE).run(f"replace {n}")
    assert board.asks == ("REPLACE_CARDS_IN_TAVERN", 0, n, words(ROW))
    assert board.board == "CHOICE_PENDING"


def test_replaced_cards_go_under_the_pile_one_by_one():
    board = Board(row=ROW, pile=PILE).run("replace 3").choose("Oathman; Tithe")
    assert board.row == ["Luxury Exports", "Rally", "Ebony Mine", "Midnight Raid", "Bonfire"]
    assert board.pile == ["Ambush", "Blackmail", "Barterer", "Oathman", "Tithe"]
    assert board.board == "NORMAL"


def test_replace_may_be_declined_and_may_find_an_empty_row():
    board = Board(row=ROW, pile=PILE).run("replace 2").choose()
    assert (board.row, board.pile) == (words(ROW), words(PILE))
    empty = Board().run("replace 2")
    assert (empty.asks, empty.moves()) == (("REPLACE_CARDS_IN_TAVERN", 0, 2, []), ["choose "])
    assert empty.do("choose ").board == "NORMAL"


@pytest.mark.parametrize(("n", "offered"), [(1, []), (2, [0]), (3, [0, 2, 4]), (4, [0, 2, 3, 4]), (6, [0, 1, 2, 3, 4])])
def test_acquire_offers_what_is_cheap_enough_and_one_at_most(n, offered):
    board = Board(row=ROW, pile=PILE).run(f"acquire {n}")
    assert board.asks == ("ACQUIRE_CARDS", 0, 1, [words(ROW)[i] for i in offered])
    assert len(board.moves()) == len(offered) + 1


def test_an_acquired_card_goes_to_the_cooldown_pile_for_nothing():
    board = Board(me=side(coins=5), row=ROW, pile=PILE).run("acquire 6").choose("Oathman")
    assert (board.cooldown(), board.wealth()) == (["Oathman"], (5, 0, 0))
    assert (board.row[1], board.pile) == ("Rally", words(PILE)[1:])
    declined = Board(row=ROW, pile=PILE).run("acquire 6").choose()
    assert (declined.row, declined.cooldown()) == (words(ROW), [])


def test_destroy_offers_hand_then_agents_then_played_cards():
    board = Board(me=side(hand="Gold; Peck", agents="Oathman; Clan-Witch", played="Swipe; Gold", draw="Rally")).run(
        "destroy 2"
    )
    assert board.asks == ("DESTROY_CARDS", 0, 2, ["Gold", "Peck", "Oathman", "Clan-Witch", "Swipe", "Gold"])
    board.choose("Peck; Clan-Witch")
    assert (board.hand(), board.agents(), board.played()) == (["Gold"], ["Oathman 2"], ["Swipe", "Gold"])
    assert (board.cooldown(), board.pile) == ([], []), "out of the game"
    assert board.s.gone[KINDS["Peck"]] == board.s.gone[KINDS["Clan-Witch"]] == 1


def test_destroy_with_fewer_cards_than_it_takes_has_the_sets_that_there_are():
    board = Board(me=side(hand="Gold")).run("destroy 2")
    assert (board.asks, board.moves()) == (("DESTROY_CARDS", 0, 2, ["Gold"]), ["choose ", "choose Gold"])
    assert Board().run("destroy 1").moves() == ["choose "]


def test_destroy_of_two_in_one_place_takes_both():
    board = Board(me=side(hand="Gold; Peck; Swipe")).run("destroy 2").choose("Gold; Swipe")
    assert board.hand() == ["Peck"]


def test_opp_discard_waits_for_the_other_players_turn():
    board = Board(me=side(hand="Bag of Tricks"), foe=side(hand="Gold; Peck; Swipe", cooldown="Tithe"))
    board.do("play Bag of Tricks")
    assert (board.board, board.s.doom, board.hand(1)) == ("NORMAL", 1, ["Gold", "Peck", "Swipe"])
    board.do("end")
    assert (board.s.player, board.board) == (1, "START_OF_TURN_CHOICE_PENDING")
    assert board.asks == ("DISCARD_CARDS", 1, 1, ["Gold", "Peck", "Swipe"])
    assert board.moves() == ["choose Gold", "choose Peck", "choose Swipe"]
    board.choose("Peck")
    assert (board.hand(1), board.cooldown(1), board.board) == (["Gold", "Swipe"], ["Tithe", "Peck"], "NORMAL")


@pytest.mark.parametrize("n", [1, 2, 3])
@pytest.mark.parametrize("held", [0, 1, 2, 5])
def test_opp_discard_takes_as_many_as_there_are(n, held):
    """Larger amounts than the cards have: the effect itself, as the one whose turn has begun meets it."""
    board = Board(me=side(hand=f"Gold*{held}" if held else "")).run(f"opp_discard {n}")
    if held:
        k = min(n, held)
        assert board.asks == ("DISCARD_CARDS", k, k, ["Gold"] * held)
        board.choose(f"Gold*{k}")
        assert (len(board.hand()), len(board.cooldown())) == (held - k, k)
    assert board.board == "NORMAL"


@pytest.mark.parametrize("n", [1, 2, 3])
@pytest.mark.parametrize("cooled", [0, 1, 2, 4])
def test_refresh_offers_the_cooldown_pile(n, cooled):
    pile = ["Gold", "Peck", "Swipe", "Fortify"][:cooled]
    board = Board(me=side(cooldown="; ".join(pile), draw="Tithe", known=1)).run(f"refresh {n}")
    most = min(n, cooled)
    assert board.asks == ("REFRESH_CARDS", 0, most, pile)
    board.choose("; ".join(pile[:most]))
    assert board.draw() == [*pile[:most][::-1], "Tithe"], "the last one is drawn first"
    assert (board.cooldown(), board.s.known[0]) == (pile[most:], 1 + most)


def test_refresh_agent_offers_agents_only_and_no_hired_ones():
    board = Board(me=side(cooldown="Gold; Oathman; Peck; Alessian Rebel; Clan-Witch")).run("refresh_agent 4")
    assert board.asks == ("REFRESH_CARDS", 0, 2, ["Oathman", "Alessian Rebel"])
    board.choose("Alessian Rebel")
    assert (board.draw(), board.cooldown()) == (["Alessian Rebel"], ["Gold", "Oathman", "Peck", "Clan-Witch"])
    assert board.s.known[0] == 1
    assert Board(me=side(cooldown="Gold")).run("refresh_agent 4").asks == ("REFRESH_CARDS", 0, 0, [])


@pytest.mark.parametrize("n", [1, 2, 3, 5])
@pytest.mark.parametrize("known", [0, 2, 4])
def test_toss_shows_the_top_of_the_draw_pile(n, known):
    pile = ["Gold", "Peck", "Swipe", "Fortify", "War Song"]
    board = Board(me=side(draw="; ".join(pile), cooldown="Tithe", known=known)).run(f"toss {n}")
    assert board.asks == ("TOSS_CARDS", 0, n, pile[:n])
    assert (board.s.known[0], board.cooldown()) == (max(known, n), ["Tithe"])


def test_tossed_cards_go_to_the_cooldown_pile_and_the_rest_stays_in_order():
    board = Board(me=side(draw="Gold; Peck; Swipe; Fortify", known=1)).run("toss 3").choose("Gold; Swipe")
    assert (board.draw(), board.cooldown(), board.s.known[0]) == (["Peck", "Fortify"], ["Gold", "Swipe"], 1)
    assert board.run("toss 2").choose("Peck; Fortify").s.known[0] == 0


def test_toss_shuffles_the_cooldown_pile_under_too_few_cards():
    board = Board(me=side(draw="Oathman", cooldown=COOLED, known=1)).run("toss 4")
    assert board.asks == ("TOSS_CARDS", 0, 4, ["Oathman", *shuffled(COOLED, 1)[:3]])
    assert (board.cooldown(), board.s.known[0]) == ([], 4)
    enough = Board(me=side(draw="Oathman; Gold; Peck; Gold", cooldown=COOLED)).run("toss 4")
    assert (enough.rng.z, enough.cooldown()) == (1, words(COOLED))


def test_toss_without_enough_cards_shows_what_there_is():
    board = Board(me=side(draw="Gold", cooldown="Peck")).run("toss 5")
    assert board.asks == ("TOSS_CARDS", 0, 2, ["Gold", "Peck"])
    assert Board().run("toss 2").moves() == ["choose "]


@pytest.mark.parametrize(("n", "foes", "k"), [(1, 0, 0), (2, 0, 0), (1, 1, 1), (2, 1, 1), (1, 3, 1), (2, 3, 2)])
def test_knockout_takes_exactly_as_many_as_it_can(n, foes, k):
    board = Board(me=side(agents="Oathman"), foe=side(agents=f"Hireling*{foes}" if foes else "")).run(f"knockout {n}")
    assert board.asks == ("KNOCKOUT_AGENTS", k, k, ["Hireling"] * foes)
    assert len(board.moves()) == len(list(combinations(range(foes), k)))
    board.choose(f"Hireling*{k}" if k else "")
    assert (len(board.agents(1)), board.cooldown(1), board.agents(0)) == (foes - k, ["Hireling"] * k, ["Oathman 2"])


def test_knocked_out_agents_go_home_and_taunt_does_not_matter():
    board = Board(foe=side(agents="Hireling; Shield Bearer 1; Stubborn Shadow", cooldown="Gold"), pile="Tithe").run(
        "knockout 2"
    )
    board.choose("Hireling; Shield Bearer")
    assert (board.agents(1), board.cooldown(1)) == (["Stubborn Shadow 3"], ["Gold", "Hireling"])
    assert board.pile == ["Tithe", "Shield Bearer"]


@pytest.mark.parametrize("n", [1, 2])
def test_donate_discards_and_draws_as_many(n):
    board = Board(me=side(hand="Gold; Peck; Swipe", draw="Rally; Oathman; Tithe", known=2)).run(f"donate {n}")
    assert board.asks == ("DONATE", 0, n, ["Gold", "Peck", "Swipe"])
    board.choose(("Peck", "Gold; Swipe")[n - 1])
    assert board.cooldown() == (["Peck"], ["Gold", "Swipe"])[n - 1]
    assert board.hand() == (["Gold", "Swipe", "Rally"], ["Peck", "Rally", "Oathman"])[n - 1]
    assert board.s.known[0] == 2 - n


def test_donate_may_take_nothing_from_an_empty_hand_and_may_draw_what_was_given():
    assert Board(me=side(draw="Gold")).run("donate 2").moves() == ["choose "]
    declined = Board(me=side(hand="Gold; Peck", draw="Rally")).run("donate 2").choose()
    assert (declined.hand(), declined.draw()) == (["Gold", "Peck"], ["Rally"])
    again = Board(me=side(hand="Gold; Peck")).run("donate 1").choose("Gold")
    assert (again.hand(), again.cooldown()) == (["Peck", "Gold"], [])


# --- pairs and alternatives -------------------------------------------------------------------------------------------


def test_both_effects_of_a_level_happen_in_their_order():
    board = Board(me=side(draw="Gold; Peck; Swipe")).run("draw 1 and toss 4")
    assert (board.hand(), board.options) == (["Gold"], ["Peck", "Swipe"])
    other = Board(me=side(draw="Gold; Peck; Swipe")).run("toss 2 and coin 1")
    assert (other.s.coins[0], other.chain) == (0, ["coin 1"]), "the choice comes first"
    assert other.choose().s.coins[0] == 1


@pytest.mark.parametrize(("side", "wealth"), [("left", (0, 3, 0)), ("right", (4, 0, 0))])
def test_one_of_two_effects_is_chosen(side, wealth):
    board = Board().run("power 3 or coin 4")
    assert (board.moves(), board.asks[:3]) == (["left", "right"], ("ENACT_CHOSEN_EFFECT", 1, 1))
    assert board.do(side).wealth() == wealth
    assert board.board == "NORMAL"


def test_the_chosen_effect_may_ask_again_and_then_the_chain_goes_on():
    board = Board(me=side(hand="Shehai Summoning; Shehai Summoning", cooldown="Gold; Peck"), row=ROW, pile=PILE)
    board.do("play Shehai Summoning", "right")
    assert board.asks == ("ACQUIRE_CARDS", 0, 1, ["Luxury Exports", "Ebony Mine", "Midnight Raid", "Tithe"])
    board.choose("Midnight Raid").do("play Shehai Summoning")
    assert board.chain == ["refresh 1", "refresh 1"]
    board.do("left")
    assert board.asks[:3] == ("REFRESH_CARDS", 0, 2)
    assert board.choose("Gold; Peck").asks == ("REFRESH_CARDS", 0, 1, ["Midnight Raid"])
    assert board.choose("Midnight Raid").asks == ("REFRESH_CARDS", 0, 0, [])
    assert board.do("choose ").board == "NORMAL"
    assert board.draw() == ["Midnight Raid", "Peck", "Gold"]


@pytest.mark.parametrize("level", sorted({level for card in CARDS for level in card["effects"] if " or " in level}))
@pytest.mark.parametrize("half", [0, 1])
def test_each_half_of_each_alternative_does_what_it_does_alone(level, half):
    def fresh() -> Board:
        return Board(
            me=side(
                hand="Gold; Peck", draw="Swipe; Fortify", cooldown="Tithe; Oathman; Rally; Hireling", agents="Hagraven"
            ),
            foe=side(agents="Oathman; Clan-Witch"),
            row=ROW,
            pile=PILE,
        )

    either, alone = fresh().run(level).do(("left", "right")[half]), fresh().run(level.split(" or ")[half])
    assert either.board == alone.board
    assert either.s.board == 0 or either.asks == alone.asks
    assert [either.wealth(), either.hand(), either.agents(), either.agents(1), either.cooldown()] == [
        *(alone.wealth(), alone.hand(), alone.agents(), alone.agents(1), alone.cooldown())
    ]


# --- combos -----------------------------------------------------------------------------------------------------------


def test_the_levels_come_with_the_number_of_cards_of_a_deck():
    """Maormer Cutter: power 1, 1 and 2, three times."""
    board = Board(me=side(coins=6), row="Maormer Cutter*3", pile="Tithe*9")
    gained = []
    for _ in range(3):
        before = board.s.power[0]
        board.do("buy Maormer Cutter")
        gained.append(board.s.power[0] - before)
    assert gained == [1, 1 + 1 + 1, 1 + 1 + 2 + 2 + 2], "the second and third also give what earlier ones waited for"


def test_another_deck_in_between_does_not_matter():
    board = Board(me=side(hand="Midnight Raid; Gold; Peck; Midnight Raid")).do(
        "play Midnight Raid", "play Gold", "play Peck"
    )
    assert board.wealth() == (2, 3, 0)
    assert board.do("play Midnight Raid").wealth() == (2, 3 + 3 + 2 + 2, 0)


def test_older_effects_of_a_level_come_first_and_levels_in_order():
    board = Board(me=side(hand="Slight of Hand; Grand Larceny; Twilight Revelry", draw="Gold*9"), row=ROW, pile=PILE)
    board.do("play Slight of Hand", "play Grand Larceny")
    assert board.s.coins[0] == 6
    assert (board.asks[0], board.chain) == ("REPLACE_CARDS_IN_TAVERN", ["knockout 1", "opp_prestige 1"])
    board.choose().do("choose ")
    board.do("play Twilight Revelry")
    assert (board.asks[:3], board.chain) == (("REPLACE_CARDS_IN_TAVERN", 0, 3), ["opp_prestige 3"])


def test_the_counter_stops_at_four_and_then_everything_happens_at_once():
    board = Board(me=side(hand="Pool of Shadow*6", draw="Gold*20"))
    gained = []
    for _ in range(6):
        before, held = board.wealth(), len(board.hand())
        board.do("play Pool of Shadow")
        coins, power, _ = (now - then for now, then in zip(board.wealth(), before))
        gained.append((coins, power, len(board.hand()) - held + 1))
        assert board.s.combo[PATRONS.index("DUKE_OF_CROWS")] == min(4, len(gained))
    # power 2 each; at the second card two draws, then one each; at the fourth card 3 coins four times, then once each
    assert gained == [(0, 2, 0), (0, 2, 2), (0, 2, 1), (12, 2, 1), (3, 2, 1), (3, 2, 1)]


def test_curses_and_starters_feed_combos():
    board = Board(me=side(hand="Bewilderment; Swipe; Prowling Shadow"), foe=side(prestige=5))
    board.do("play Bewilderment", "play Prowling Shadow")
    assert (board.s.coins[0], board.s.prestige[1]) == (2, 4)
    assert board.s.combo[PATRONS.index("RAJHIN")] == 2
    assert board.do("play Swipe").s.combo[PATRONS.index("RAJHIN")] == 3


def test_treasury_cards_have_a_counter_of_their_own():
    board = Board(me=side(hand="Gold; Gold; Writ of Coin", coins=3), row="Blackmail", pile="Tithe")
    board.do("play Gold", "play Writ of Coin", "buy Blackmail")
    assert board.s.combo[PATRONS.index("TREASURY")] == 3
    assert board.do("play Gold").s.combo[PATRONS.index("TREASURY")] == 4


def test_activations_and_hired_cards_count():
    board = Board(
        me=side(agents="Prowling Shadow; Jeering Shadow", coins=3),
        foe=side(prestige=9),
        row="Moonlit Illusion",
        pile="Tithe",
    )
    board.do("activate Prowling Shadow", "activate Jeering Shadow")
    assert board.s.prestige[1] == 7, "both second levels"
    board.do("buy Moonlit Illusion").choose()
    assert board.s.prestige[1] == 6, "its third level"


def test_waiting_effects_are_gone_with_the_turn():
    board = Board(me=side(hand="Midnight Raid; Gold", draw="Midnight Raid; Gold*4"), foe=side(draw="Gold*9"))
    board.do("play Midnight Raid", "end")
    assert (sum(board.s.combo), sum(map(sum, board.s.waiting))) == (0, 0)
    board.do("end", "play Midnight Raid")
    assert board.wealth() == (0, 3, 3)


def test_combos_of_the_one_player_are_not_those_of_the_other():
    board = Board(me=side(hand="Midnight Raid"), foe=side(hand="Midnight Raid")).do("play Midnight Raid", "end")
    assert board.do("play Midnight Raid").wealth(1) == (0, 3, 0)


# --- every card -------------------------------------------------------------------------------------------------------


def stopped_play():
    """Play a move but leave the chain of effects as it was set up."""
    made = interpret(rules.play)
    set_off = made.__globals__["set_off"]
    assert made.__globals__["play_card"].__globals__["set_off"] is set_off
    assert made.__globals__["buy"].__globals__["set_off"] is set_off
    set_off.__globals__["run_chain"] = lambda s, t, waits, rng: None
    return made


STOPPED = stopped_play()


def level_of(kind: int, level: int) -> list[str]:
    """The effects of one level of a card, from the card file: two of a pair, one of an alternative."""
    levels = CARDS[kind]["effects"]
    return [text for text in levels[level].split(" and ") if text] if level < len(levels) else []


def expected_effects(kind: int, earlier: list[int]) -> list[tuple[str, int]]:
    """What a card sets off after earlier cards of its deck, with the card that each effect comes from."""
    found = []
    for level in range(min(4, len(earlier) + 1)):
        if level == len(earlier):
            found += [(text, card) for card in earlier for text in level_of(card, level)]
        found += [(text, kind) for text in level_of(kind, level)]
    return found


def companions(kind: int, n: int) -> list[int]:
    """Earlier cards of the same deck, with as much to wait for as the deck offers, in a different order each time."""
    deck = [other for other, card in enumerate(CARDS) if card["deck"] == CARDS[kind]["deck"]]
    rich = sorted(deck, key=lambda other: (-len(CARDS[other]["effects"]), (other * 7 + kind * 3) % 11))
    return [rich[(kind + i) % len(rich)] for i in range(n)]


def ready(kind: int, earlier: list[int], way: str) -> Board:
    """A position in which a card can be played, activated or bought after earlier ones of its deck."""
    name = CARDS[kind]["name"]
    me = side(
        coins=20, power=1, draw="Gold*12", hand=name if way == "play" else "", agents=name if way == "activate" else ""
    )
    board = Board(me=me, foe=side(prestige=30, hand="Gold"), row=name if way == "buy" else "", pile="Rally*6")
    deck = PATRONS.index(CARDS[kind]["deck"])
    board.s.combo[deck] = min(4, len(earlier))
    board.s.waiting[deck][: min(3, len(earlier))] = earlier[:3]
    return board


def ways(kind: int) -> list[str]:
    """How a card can be set off."""
    if "contract" not in CARDS[kind]["type"]:
        return ["play", "activate"] if CARDS[kind]["type"] == "agent" else ["play"]
    return ["buy", "activate"] if CARDS[kind]["type"] == "contract_agent" else ["buy"]


@pytest.mark.parametrize("kind", range(125), ids=[card["name"] for card in CARDS])
def test_a_card_sets_off_what_its_levels_say(kind):
    for way in ways(kind):
        for n in range(6):
            earlier = companions(kind, n)
            board = ready(kind, earlier, way)
            move = next(move for move in board.engine_moves() if board.text(move) == f"{way} {CARDS[kind]['name']}")
            STOPPED(board.s, board.t, move, board.rng)
            expected = expected_effects(kind, earlier)
            now = [(text, source) for text, source in expected if not text.startswith("opp_discard")]
            s = board.s
            found = [(unit_text(unit & ((1 << SOURCE) - 1)), unit >> SOURCE) for unit in s.chain[s.head : s.tail]]
            assert found == now, (way, n)
            assert s.doom == len(expected) - len(now)
            assert s.combo[PATRONS.index(CARDS[kind]["deck"])] == min(4, n + 1)
            assert sum(s.combo) == min(4, n + 1)


def amounts(expected: list[tuple[str, int]]) -> Counter[str]:
    """The sum of each effect's numbers, with the left half of every alternative."""
    total: Counter[str] = Counter()
    for text, _ in expected:
        word, n = re.fullmatch(r"(\w+) (\d+)", text.split(" or ")[0]).groups()
        total[word] += int(n)
        total[f"{word} times"] += 1
    return total


@pytest.mark.parametrize("kind", range(125), ids=[card["name"] for card in CARDS])
def test_a_card_gives_what_its_levels_say(kind):
    """The same with the chain run to its end, and the left half or as little as possible taken."""
    for way in ways(kind):
        for n in range(6):
            earlier = companions(kind, n)
            board = ready(kind, earlier, way)
            board.do(f"{way} {CARDS[kind]['name']}")
            while board.s.board:
                board.play(board.engine_moves()[0])
            sums = amounts(expected_effects(kind, earlier))
            bulls = sums["knockout times"] * sum(name.startswith("Morihaus") for name in board.agents())
            paid = CARDS[kind]["cost"] if way == "buy" else 0
            assert board.wealth() == (20 - paid + sums["coin"] + bulls, 1 + sums["power"], sums["prestige"]), (way, n)
            assert board.s.prestige[1] == 30 - sums["opp_prestige"]
            assert board.s.calls[0] == 1 + sums["patron_call"]
            assert len(board.hand()) == min(12, sums["draw"])
            assert board.cooldown().count("Summerset Sacking") == sums["sacking"]
            assert board.s.doom == sums["opp_discard"]
            stays = "agent" in CARDS[kind]["type"] and not sums["knockout_all"]
            assert len(board.agents()) == stays
            assert board.played() == (
                [CARDS[kind]["name"]] if way == "play" and "agent" not in CARDS[kind]["type"] else []
            )


def test_every_effect_is_on_some_card_and_tested_here():
    on_cards = {word for card in CARDS for level in card["effects"] for word in re.findall(r"[a-z_]+(?= \d)", level)}
    assert on_cards == set(EFFECTS)
    assert len(EFFECTS) == 18
