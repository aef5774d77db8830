"""How a game of the Pokemon TCG begins: who starts, mulligans, Pokemon face down, Prizes, and the first turns."""

from __future__ import annotations

from collections import Counter

import pytest

from mulligan.core.position import Position

from ...helpers.pokemon_tools import DECKS, PLAIN, Board

NO_BASIC = "7 Darkness Energy"


def setting_up(mine: str, theirs: str, deck1: str = "30 Psychic Energy", deck2: str = "30 Psychic Energy") -> Board:
    """Player 1, who starts, is asked for the Active Pokemon."""
    text = f"pokemon setup | ask 1 active | hand1 {mine} | deck1 {deck1} | hand2 {theirs} | deck2 {deck2}"
    return Board(text, whole=True)


# --- who starts -------------------------------------------------------------------------------------------------------


def test_the_winner_of_the_coin_chooses_who_starts():
    winners = Counter()
    for seed in range(40):
        board = Board.of(Position.deal(PLAIN, "night_striker", seed))
        winner = board.here.actor
        assert (board.options, board.here.stage, board.s.turn) == (["go first", "go second"], "setup", 0)
        assert board.s.n_hand == [0, 0], "hands are drawn when that is known"
        winners[winner] += 1
        for choice, first in (("go first", winner), ("go second", 1 - winner)):
            assert board.copy().do(choice).s.first == first
    assert min(winners.values()) > 8


def test_or_the_coin_decides():
    firsts = Counter(Position.deal(PLAIN, "night_striker:start=flip", seed).states[0].first for seed in range(40))
    assert min(firsts[0], firsts[1]) > 8 and firsts.total() == 40
    assert Board.of(Position.deal(PLAIN, "night_striker:start=flip", 1)).asks.endswith(("active", "bench"))


# --- mulligans --------------------------------------------------------------------------------------------------------


def test_each_player_puts_down_basics_face_down_and_six_prizes():
    deck = "N, Cilan, 2 Cheren, Giant Cape, Golurk, 10 Psychic Energy"
    board = setting_up("Golett, 2 Deino, Zweilous, 3 Psychic Energy", "2 Murkrow, 5 Darkness Energy", deck)
    assert board.options == ["start with Deino bw6-94", "start with Golett"], "no evolution, and equal cards once"
    board.do("start with Deino bw6-94")
    assert board.options == ["bench Deino bw6-94", "bench Golett", "done"]
    board.do("bench Golett", "bench Deino bw6-94")
    assert board.pokemon(1) == "Deino bw6-94" and board.bench(1) == ["Golett, fresh", "Deino bw6-94, fresh"]
    assert board.pile("prizes", 1)[::-1] == ["N", "Cilan", "Cheren", "Cheren", "Giant Cape", "Golurk"]
    assert len(board.deck(1)) == 10
    assert board.options == ["bench Murkrow", "done"], "the only kind of Basic is Active without a question"
    board.do("done")
    assert board.turn == (1, 1) and (board.prizes(1), board.prizes(2)) == (6, 6)
    assert board.bench(1) == ["Golett", "Deino bw6-94"] and board.hand(1)["Psychic Energy"] == 4, "a card was drawn"


def test_the_bench_has_room_for_five():
    board = setting_up("4 Deino, 2 Golett, Murkrow", "Murkrow, 6 Darkness Energy")
    board.do("start with Murkrow", *["bench Deino bw6-94"] * 4, "bench Golett")
    assert len(board.bench(1)) == 5 and board.turn == (1, 1), "nobody is asked about the sixth"


@pytest.mark.parametrize("basics", [1, 4])
def test_a_hand_without_a_basic_is_drawn_anew_when_the_other_player_has_set_up(basics):
    deck = f"{basics} Golett, 20 Darkness Energy"
    taken = set()
    for seed in range(12):
        board = setting_up("Golett, Deino, 5 Psychic Energy", NO_BASIC, deck2=deck).do("start with Golett")
        board.here.play("done", seed=seed)
        n = board.s.mulligans[1]
        taken.add(int(n))
        assert board.options == [f"draw {k} extra" for k in range(n + 1)] and board.asks == "1 extra"
        assert (board.prizes(1), board.prizes(2), board.s.n_hand[1]) == (6, 0, 7)
        assert board.hand(2)["Golett"] >= 1 and board.known("met", 2)["Darkness Energy"] == 7, "the hand was shown"
        before = board.hand(1).total()
        board.do(f"draw {n} extra")
        assert board.hand(1).total() == before + n
    assert min(taken) == 1 and len(taken) > 1


def test_basics_among_the_extra_cards_may_be_benched_at_once():
    deck = "6 Psychic Energy, Murkrow, 6 Psychic Energy"  # the first six become Prizes
    board = setting_up("Golett, 6 Psychic Energy", NO_BASIC, deck, "3 Deino, 15 Darkness Energy")
    board.do("start with Golett")
    assert board.asks == "1 extra"
    board.do("draw 1 extra")
    assert board.options == ["bench Murkrow", "done"] and board.asks == "1 more"
    board.do("bench Murkrow")
    assert board.bench(1)[0].startswith("Murkrow") and board.prizes(1) == 6
    while board.s.turn == 0:
        board.do("done" if "done" in board.options else board.options[0])
    assert board.turn == (1, 1) and board.s.n_prizes == [6, 6]


def test_the_player_with_a_basic_sets_up_first_even_if_the_other_one_starts():
    found = Counter()
    for seed in range(150):
        board = Board.of(Position.deal(PLAIN, "darkrai_laser:start=flip", seed))
        s = board.s
        have = [any(card in ("Darkrai-EX", "Sableye", "Bouffalant", "Absol") for card in board.hand(p)) for p in (1, 2)]
        # somebody has a Basic: hands that both lack one were drawn anew at once, and nobody gains by that
        put_down = [bool(s.slot[p][0].card) for p in range(2)]
        assert any(have) or any(put_down)
        if s.mulligans == [0, 0] and not any(put_down):
            assert have[s.opener] and s.asked == s.opener
            assert s.opener == s.first or not have[s.first]
            found[s.opener == s.first, all(have)] += 1
        both = all(board.known("met", p).total() for p in (1, 2))
        if both and s.mulligans == [0, 0]:
            found["both"] += 1
    assert found[True, True] > 20 and found[False, False] > 5 and found["both"] > 3


def test_mulligans_that_both_take_give_nothing():
    """Two decks with few Basics: what is drawn extra is never more than the mulligans beyond the common ones."""
    for seed in range(60):
        board = Board.of(Position.deal(PLAIN, "darkrai_laser:start=flip", seed))
        while board.s.turn == 0:
            if board.asks.endswith("extra"):
                other = 2 - board.s.asked
                assert board.s.mulligans[2 - other] == 0, "not both"
                assert len(board.options) == board.s.mulligans[other - 1] + 1
            board.do(board.options[-1])
        assert 0 in board.s.mulligans


@pytest.mark.parametrize("deck", DECKS)
def test_hands_without_a_basic_are_as_frequent_as_they_should_be(deck):
    chance = {"dragonsnarl": 0.0834, "dragon_speed": 0.0834, "night_striker": 0.0483}
    chance |= {"darkrai_hydreigon": 0.1628, "darkrai_laser": 0.2998}
    n = 250
    shown = 0
    for seed in range(n):
        board = Board.of(Position.deal(PLAIN, f"{deck}:start=flip", ("rate", seed)))
        lacks = board.s.opener != board.s.first or bool(board.known("met", board.s.first + 1))
        shown += lacks
    p = chance[deck]
    assert abs(shown / n - p) < 4 * (p * (1 - p) / n) ** 0.5


# --- the first turns --------------------------------------------------------------------------------------------------

READY = "active1 Deino, Darkness Energy | bench1 Golett | hand1 Zweilous, Cheren | active2 Golett, 3 Psychic Energy"


def test_the_starter_may_not_attack_but_play_a_supporter():
    board = Board(READY, head="turn 1 player 1")
    assert board.offers("attack") == [] and "play Cheren" in board.options
    board.do("end turn")
    assert board.offers("attack") == ["attack Nap", "attack Pound"], "the second player may"
    assert Board(READY, head="turn 1 player 1", setup="dragonsnarl:first_attack").offers("attack")


@pytest.mark.parametrize(("turn", "may"), [(1, False), (2, False), (3, True), (4, True)])
def test_nobody_evolves_in_the_own_first_turn(turn, may):
    assert bool(Board(READY, head=f"turn {turn} player 1").offers("evolve")) == may


def test_evolution_limits_begin_anew_in_sudden_death():
    for turn, attacks, evolves in ((32, False, False), (33, True, False), (34, True, True)):
        board = Board(READY, head=f"turn {turn} player 1 began 31 sudden 1")
        assert (bool(board.offers("attack")), bool(board.offers("evolve"))) == (attacks, evolves)


def test_a_card_is_drawn_at_the_start_of_a_turn():
    board = Board("deck2 N, Cilan").do("end turn")
    assert (board.hand(2), board.deck(2)) == (Counter(["N"]), ["Cilan"])
    assert (board.hand(1), board.turn) == (Counter(), (6, 2))


def test_who_cannot_draw_has_lost():
    board = Board("deck2 N").do("end turn", "end turn", "end turn")
    assert board.end == (1, "no card to draw") and [board.here.payoff(p) for p in (0, 1)] == [1, 0]


def test_the_game_is_a_draw_after_turn_200():
    board = Board(head="turn 199 player 1").do("end turn")
    assert board.turn == (200, 2)
    board.do("end turn")
    assert board.end == (None, "turn limit") and [board.here.payoff(p) for p in (0, 1)] == [0.5, 0.5]
    board = Board("deck1 N | deck2 N", head="turn 200 player 2").do("end turn")
    assert board.end == (None, "turn limit")
