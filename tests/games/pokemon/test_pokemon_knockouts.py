"""Knock-outs, Prizes, promotion, and how a game of the Pokemon TCG ends."""

from __future__ import annotations

from collections import Counter

import pytest

from ...helpers.pokemon_tools import Board

HITTER = "active1 Terrakion, 3 Fighting Energy"


def test_a_knocked_out_pokemon_is_discarded_with_all_that_is_on_it():
    stack = "Zweilous < Deino, damage 10, 2 Darkness Energy, Prism Energy, tool Giant Cape"
    board = Board(f"{HITTER} | active2 {stack} | bench2 Golett; Murkrow | marks1 more 20 until 5").do(
        "attack Land Crush"
    )
    assert board.asks == "2 promote" and board.here.stage == "promote" and board.here.actor == 1
    assert board.discard(2) == Counter(["Zweilous", "Deino", "Prism Energy", "Giant Cape"] + ["Darkness Energy"] * 2)
    assert (board.prizes(1), board.prizes(2), board.hand(1)) == (5, 6, Counter(["Water Energy"]))
    assert board.options == ["promote Golett (bench 1)", "promote Murkrow (bench 2)"]
    board.do("promote Murkrow (bench 2)")
    assert (board.pokemon(2), board.bench(2), board.turn) == ("Murkrow", ["Golett"], (6, 2))


def test_damage_equal_to_hp_is_enough():
    board = Board(f"{HITTER} | active2 Golett | bench2 Deino").do("attack Land Crush")
    assert board.prizes(1) == 5
    assert Board(f"{HITTER} | active2 Cresselia").do("attack Land Crush").damage(2) == 90


def test_an_ex_gives_two_prizes():
    board = Board(f"{HITTER} | active2 Keldeo-EX, damage 80 | bench2 Deino").do("attack Land Crush")
    assert (board.prizes(1), board.hand(1)) == (4, Counter({"Water Energy": 2}))


@pytest.mark.parametrize("left", [1, 2])
def test_two_prizes_end_the_game_when_one_or_two_are_left(left):
    board = Board(f"{HITTER} | prizes1 {left} N | active2 Keldeo-EX, damage 80 | bench2 Deino").do("attack Land Crush")
    assert (board.end, board.prizes(1), board.hand(1)["N"]) == ((1, "prizes"), 0, left)
    assert [board.here.payoff(seat) for seat in (0, 1)] == [1, 0] and board.options == []


def test_who_has_no_pokemon_left_has_lost():
    board = Board(f"{HITTER} | active2 Deino").do("attack Land Crush")
    assert (board.end, board.prizes(1)) == ((1, "no Pokemon"), 5)


def test_knock_outs_on_the_bench():
    text = "active1 Gengar, Psychic Energy | bench2 Deino, damage 50; Golett; Deino, damage 50, Water Energy; Murkrow"
    board = Board(f"{text} | active2 Golett").do("attack Sinister Fog")
    assert (board.bench(2), board.prizes(1)) == (["Golett, damage 10", "Murkrow, damage 10"], 4)
    assert board.discard(2) == Counter({"Deino": 2, "Water Energy": 1}) and board.turn == (6, 2)


def test_several_at_once_and_a_promotion():
    text = "active1 Darkrai-EX, 3 Darkness Energy | active2 Golett | bench2 Deino, damage 30; Murkrow; Stunky"
    board = Board(text).do("attack Night Spear", "choose opposing Deino (bench 1)")
    assert (board.prizes(1), board.options) == (4, ["promote Murkrow (bench 1)", "promote Stunky (bench 2)"])


def test_a_single_benched_pokemon_is_promoted_without_a_question():
    board = Board(f"{HITTER} | active2 Deino | bench2 Golett").do("attack Land Crush")
    assert (board.pokemon(2), board.asks, board.turn) == ("Golett", "", (6, 2))


BOTH = "active1 Deino, damage 50, poisoned | active2 Deino, damage 50, poisoned"


def test_the_player_whose_turn_it_was_promotes_last():
    board = Board(f"{BOTH} | bench1 Golett; Murkrow | bench2 Golett; Stunky").do("end turn")
    assert (board.s.n_prizes, board.asks) == ([5, 5], "2 promote")
    board.do("promote Stunky (bench 2)")
    assert board.asks == "1 promote"
    board.do("promote Golett (bench 1)")
    assert (board.turn, board.pokemon(1), board.pokemon(2)) == ((6, 2), "Golett", "Stunky")


def test_an_own_knock_out_gives_the_opponent_prizes():
    board = Board("active1 Keldeo-EX, damage 160, poisoned | bench1 Golett").do("end turn")
    assert (board.prizes(2), board.pokemon(1)) == (4, "Golett")


def test_a_promotion_between_turns_comes_before_the_next_draw():
    board = Board("active2 Deino, damage 50, poisoned | bench2 Golett; Murkrow | deck2 N").do("end turn")
    assert (board.asks, board.hand(2), board.turn) == ("2 promote", Counter(), (5, 1))
    board.do("promote Golett (bench 1)")
    assert (board.hand(2), board.turn) == (Counter(["N"]), (6, 2))


def test_what_is_knocked_out_in_the_turn_does_not_suffer_between_turns():
    board = Board(f"{HITTER} | active2 Deino, poisoned | bench2 Golett").do("attack Land Crush")
    assert board.damage(2) == 0


# --- both at once -----------------------------------------------------------------------------------------------------


def test_both_take_their_last_prize():
    text = f"{BOTH} | prizes1 N | prizes2 N | bench1 Golett | bench2 Golett"
    board = Board(text, setup="dragonsnarl:sudden=draw").do("end turn")
    assert board.end == (None, "both at once") and [board.here.payoff(seat) for seat in (0, 1)] == [0.5, 0.5]


def test_more_conditions_win():
    text = f"{BOTH} | prizes1 N | prizes2 N"
    assert Board(f"{text} | bench1 Golett").do("end turn").end == (1, "prizes"), "who has a Pokemon left"
    assert Board(f"{text} | bench2 Golett").do("end turn").end == (2, "prizes")
    board = Board(f"{BOTH} | prizes1 N", setup="dragonsnarl:sudden=draw").do("end turn")
    assert board.end == (1, "prizes"), "a last Prize besides, though nobody has a Pokemon left"


def test_nobody_has_a_pokemon_left():
    board = Board(BOTH, setup="dragonsnarl:sudden=draw").do("end turn")
    assert board.end == (None, "both at once")


def test_one_condition_each_is_a_tie():
    text = f"{BOTH} | prizes1 N | bench1 Golett"
    assert Board(f"{text} | bench2 Golett").do("end turn").end == (1, "prizes")
    board = Board(f"{BOTH} | prizes1 N | bench2 Golett", setup="dragonsnarl:sudden=draw").do("end turn")
    assert board.end == (None, "both at once"), "the last Prize against no Pokemon left"


DEATH = (
    "hand1 3 Golett, 2 N | deck1 20 Deino | discard1 3 Murkrow | prizes1 Stunky | bench1 Golett, 2 Psychic Energy, "
    "tool Giant Cape | hand2 2 Golett | deck2 20 Golett | prizes2 N | bench2 Golurk < Golett | "
    "stadium Virbank City Gym of 1 | knows1 deck | shown1 N | marks1 more 20 until 5 | stays2 Golett"
)


def test_sudden_death_is_a_new_game_with_one_prize():
    board = Board(f"{BOTH} | {DEATH}", head="turn 31 player 1").do("end turn")
    owned = [board.here.cards()]
    assert board.s.sudden == 1 and board.s.began == 31 and board.options == ["go first", "go second"]
    assert (len(board.deck(1)), len(board.deck(2))) == (3 + 2 + 20 + 3 + 1 + 1 + 2 + 1 + 1 + 1, 2 + 20 + 1 + 2 + 1)
    assert board.stadium == "" and board.bench(1) == board.bench(2) == [] and board.discard(1) == Counter()
    assert not board.s.searched[0] and not any(board.s.shown[0]) and not any(board.s.stays[1])
    assert board.known("met", 1)["N"] == 1, "what was seen is remembered"
    board.do("go first")
    while board.s.turn == 31:
        board.do("done" if "done" in board.options else board.options[0])
    assert (board.s.n_prizes, board.s.turn) == ([1, 1], 32)
    assert board.offers("attack") == [] and board.here.cards() == owned[0]


def test_sudden_death_is_won_with_one_prize():
    board = Board(
        f"{HITTER} | prizes1 N | prizes2 N | active2 Deino | bench2 Golett", head="turn 35 player 1 began 31 sudden 1"
    )
    assert board.do("attack Land Crush").end == (1, "prizes")


def test_there_is_no_sudden_death_beyond_the_last_turn():
    assert Board(f"{BOTH} | {DEATH}", head="turn 200 player 1").do("end turn").end == (None, "both at once")
