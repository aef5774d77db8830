"""Special Conditions of the Pokemon TCG, what happens between turns, and marks that attacks leave."""

from __future__ import annotations

import pytest

from ...helpers.pokemon_tools import Board

# --- what they forbid -------------------------------------------------------------------------------------------------

FIGHTER = "Golett, 3 Psychic Energy"


@pytest.mark.parametrize(
    ("ill", "attacks", "retreats"),
    [
        ("", True, True),
        ("asleep", False, False),
        ("paralyzed", False, False),
        ("confused", True, True),
        ("poisoned burned", True, True),
        ("asleep poisoned burned", False, False),
    ],
)
def test_who_sleeps_or_is_paralyzed_neither_attacks_nor_retreats(ill, attacks, retreats):
    board = Board(f"active1 {FIGHTER}{', ' + ill if ill else ''} | bench1 Zoroark | hand1 Switch, Cheren")
    assert bool(board.offers("attack")) == attacks and bool(board.offers("retreat")) == retreats
    assert {"use Stand In of Zoroark (bench 1)", "play Switch", "play Cheren"} <= set(board.options)


# --- Confusion --------------------------------------------------------------------------------------------------------


def test_a_confused_attack_fails_on_tails():
    start = Board("active1 Golurk, 4 Psychic Energy, confused | active2 Wobbuffet")
    board = start.copy().do("attack Ghost Hammer", coins="T")
    assert (board.damage(1), board.damage(2), board.marks(1), board.turn) == (30, 0, "", (6, 2))
    assert board.ill(1) == "confused"
    board = start.do("attack Ghost Hammer", coins="H")
    assert (board.damage(1), board.end) == (0, (1, "no Pokemon")), "180 to a Pokemon that is weak to Psychic"


def test_confusion_damage_knows_no_weakness_and_may_knock_out():
    board = Board("active1 Wobbuffet, 3 Psychic Energy, confused").do("attack Rolling Tackle", coins="T")
    assert board.damage(1) == 30, "Wobbuffet is weak to its own type"
    board = Board("active1 Wobbuffet, 3 Psychic Energy, confused, damage 70, tool Rescue Scarf | bench1 Golett")
    board.until("attack Rolling Tackle", lambda board: board.damage(2) == 0)
    assert (board.prizes(2), board.pokemon(1), board.turn) == (5, "Golett", (6, 2))
    assert board.discard(1)["Wobbuffet"] == 1, "not by an attack of the opponent: the Scarf does not help"
    assert board.s.avenge == [0, 0]


def test_confusion_comes_before_smoke():
    start = Board(f"active1 {FIGHTER}, confused | marks1 smoke until 5")
    assert start.copy().do("attack Pound", coins="T").damage(1) == 30
    board = start.copy().do("attack Pound", coins="HT")
    assert (board.damage(1), board.damage(2)) == (0, 0)
    assert start.do("attack Pound", coins="HH").damage(2) == 40


def test_and_after_it_before_november_2013():
    start = Board(f"active1 {FIGHTER}, confused | marks1 smoke until 5", setup="dragonsnarl:era=bw")
    board = start.copy().do("attack Pound", coins="T")
    assert (board.damage(1), board.damage(2)) == (0, 0), "the attack is stopped before Confusion is asked"
    assert start.copy().do("attack Pound", coins="HT").damage(1) == 30
    assert start.do("attack Pound", coins="HH").damage(2) == 40


# --- between turns ----------------------------------------------------------------------------------------------------


def test_poison_does_10_after_every_turn():
    board = Board("active1 Golett, poisoned | active2 Golett, poisoned").do("end turn")
    assert (board.damage(1), board.damage(2)) == (10, 10)
    board.do("end turn")
    assert (board.damage(1), board.damage(2), board.ill(1)) == (20, 20, "poisoned"), "twice a round"


def test_burn_does_20_on_tails_and_stays_on_heads():
    start = Board("active2 Golett, burned")
    board = start.copy().do("end turn", coins="T")
    assert (board.damage(2), board.ill(2)) == (20, "burned")
    board = start.do("end turn", coins="H")
    assert (board.damage(2), board.ill(2)) == (0, "burned")


def test_sleep_ends_on_heads():
    start = Board("active1 Golett, asleep | active2 Golett, asleep")
    for coins, first, second in (("HH", "", ""), ("TH", "asleep", ""), ("HT", "", "asleep"), ("TT", *["asleep"] * 2)):
        board = start.copy().do("end turn", coins=coins)
        assert (board.ill(1), board.ill(2)) == (first, second), "first the coin of the player whose turn it was"


def test_paralysis_lasts_until_the_own_turn_is_over():
    board = Board("active1 Golett, paralyzed | active2 Golett, paralyzed, 3 Psychic Energy | bench2 Deino")
    board.do("end turn")
    assert (board.ill(1), board.ill(2)) == ("", "paralyzed")
    assert not board.offers("attack") and not board.offers("retreat")
    board.do("end turn")
    assert board.ill(2) == ""
    board.do("end turn")
    assert board.offers("attack") and board.offers("retreat")


def test_poison_then_burn_then_sleep_and_only_then_knock_outs():
    start = Board("active2 Deino, asleep poisoned burned | bench2 Golett")
    board = start.copy().do("end turn", coins="TH")
    assert (board.damage(2), board.ill(2)) == (30, "poisoned burned")
    board = start.copy().do("end turn", coins="HT")
    assert (board.damage(2), board.ill(2)) == (10, "asleep poisoned burned")
    dying = Board("active2 Deino, damage 50, asleep poisoned burned | bench2 Golett")
    seen = set()
    for seed in range(30):
        twin = dying.copy()
        twin.here.play("end turn", seed=seed)
        assert (twin.prizes(1), twin.pokemon(2), twin.ill(2)) == (5, "Golett", "")
        seen.add(bin(int(twin.s.outcome[1])))
    assert len(seen) > 2, "the coins were flipped though the Poison had done it"


def test_burns_of_both_are_flipped_after_both_poisons():
    start = Board("active1 Golett, poisoned burned | active2 Golett, poisoned burned")
    board = start.do("end turn", coins="TH")
    assert (board.damage(1), board.damage(2)) == (30, 10)


# --- how they come and go ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("old", ["asleep", "paralyzed", "confused"])
def test_the_newest_of_three_conditions_replaces_the_others(old):
    board = Board(f"active1 Palpitoad, Water Energy | active2 Golett, {old} poisoned burned")
    board.here.play("attack Supersonic")
    assert board.ill(2) == "confused poisoned burned"
    start = Board(f"active1 Gastly, Psychic Energy | active2 Golett, {old} burned")
    start.until("attack Sleep Poison", lambda board: "asleep" in board.ill(2) and "poisoned" in board.ill(2))
    assert start.ill(2) == "asleep poisoned burned"


def test_conditions_do_not_stack():
    board = Board("active2 Golett, poisoned | hand1 2 Hypnotoxic Laser")
    board.do("play Hypnotoxic Laser", coins="T").do("play Hypnotoxic Laser", coins="T").do("end turn")
    assert (board.ill(2), board.damage(2)) == ("poisoned", 10)


ILL = "confused poisoned burned"


def test_evolving_clears_all():
    board = Board(f"active1 Golett, {ILL} | marks1 smoke until 5, no_retreat until 5 | hand1 Golurk")
    board.do("evolve Golett (active) into Golurk")
    assert (board.ill(1), board.marks(1)) == ("", "")
    board = Board(f"active1 Golett, {ILL} | bench1 Golett | marks1 smoke until 5 | hand1 Golurk")
    board.do("evolve Golett (bench 1) into Golurk")
    assert (board.ill(1), board.marks(1)) == (ILL, "smoke until 5"), "but not if another one does"


def test_going_to_the_bench_clears_all():
    board = Board(f"active1 Golett, {ILL}, 3 Psychic Energy | bench1 Deino | marks1 smoke until 5, less 10 until 5")
    board.do("retreat to Deino (bench 1)")
    assert (board.ill(1), board.marks(1), board.pokemon(1)) == ("", "", "Deino bw6-94")


def test_devolving_clears_all():
    board = Board(
        f"active1 Golurk, 3 Psychic Energy | active2 Hydreigon < Zweilous < Deino, {ILL} | marks2 less 20 until 5"
    )
    board.do("attack Devolution Punch")
    assert (board.ill(2), board.marks(2), board.damage(2)) == ("", "", 40)


def test_a_knock_out_leaves_nothing_to_the_next_pokemon():
    board = Board(f"active1 {FIGHTER} | active2 Deino, damage 30, {ILL} | marks2 no_retreat until 6 | bench2 Golett")
    board.do("attack Pound")
    assert (board.pokemon(2), board.ill(2), board.marks(2), board.damage(2)) == ("Golett", "", "", 0)


# --- marks ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mark", ["no_retreat", "smoke", "no_weakness", "less 10", "immune", "lock 1"])
def test_marks_of_a_pokemon_end_with_its_way_to_the_bench(mark):
    board = Board(f"active2 Terrakion | marks2 {mark} until 7 | bench2 Golett | hand1 Pokemon Catcher")
    assert board.marks(2) == f"{mark} until 7"
    board.do("play Pokemon Catcher", coins="H")
    assert (board.pokemon(2), board.marks(2)) == ("Golett", "")


def test_a_mark_that_is_over_does_nothing():
    text = "active1 Golett, 3 Psychic Energy | bench1 Deino | active2 Wobbuffet"
    board = Board(f"{text} | marks1 no_retreat until 4, smoke until 4, lock 2 until 4")
    assert board.offers("retreat") and "attack Pound" in board.options
    assert board.do("attack Pound", coins="").damage(2) == 80
    board = Board(f"{text} | marks2 immune until 4, less 10 until 4, no_weakness until 4").do("attack Pound")
    assert board.damage(2) == 80


def test_less_and_immune_do_not_stop_counters():
    board = Board("active1 Misdreavus, Psychic Energy | active2 Golett, poisoned | marks2 immune until 5").do(
        "attack Haunt"
    )
    assert board.damage(2) == 30


def test_no_retreat_does_not_stop_switches():
    board = Board("active1 Golett | marks1 no_retreat until 5 | bench1 Zoroark; Deino | hand1 Switch")
    assert {"play Switch", "use Stand In of Zoroark (bench 1)"} <= set(board.options)
