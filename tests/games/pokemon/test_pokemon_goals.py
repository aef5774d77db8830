"""Evaluations for the future work of the paper: smaller goals, and unseen cards weighed by the chance to hold them."""

from __future__ import annotations

from math import comb, exp, log

import pytest

from mulligan.agents import make_player
from mulligan.core.position import Position
from mulligan.games.pokemon import POKEMON
from mulligan.games.pokemon.evaluation.goals import growth, turns_to_fall
from mulligan.games.pokemon.evaluation.unseen import chance_to_hold, weighed_strike
from mulligan.kernel import interpret

from ...helpers.pokemon_tools import Board
from .test_pokemon_players import ADDITIONS, TERMS, put

turns_until = interpret(turns_to_fall)
growth_of = interpret(growth)
strike_of = interpret(weighed_strike)
holding = interpret(chance_to_hold)


@pytest.mark.parametrize("name", [*TERMS, *ADDITIONS])
def test_the_literal_heuristic_has_the_terms_of_the_paper_alone(name: str) -> None:
    change, points = (TERMS | ADDITIONS)[name]
    if name in ADDITIONS:
        points = (90 - 60) * 0.10 if name == "evolution stages" else 0  # an evolved Pokemon has more HP
    active = "" if "active1" in change else "| active1 Deino "
    position = put("dragonsnarl", f"{active}| {change} | active2 Deino")
    assert position.evaluate(0, "literal") == pytest.approx(1 / (1 + exp(-points / 80)))


# --- smaller goals ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "turns"),
    [
        ("active1 Houndoom, 3 Darkness Energy | active2 Murkrow", 1),  # 70 of 70
        ("active1 Houndoom, 2 Darkness Energy | active2 Murkrow", 1),  # with the Energy of the turn
        ("active1 Houndoom, Darkness Energy | active2 Murkrow", 2),  # one turn of Energy more
        ("active1 Houndoom | active2 Murkrow", 3),  # three Energy; or Bite from the first turn on: 30 + 30 + 30
        ("active1 Houndoom | active2 Murkrow, damage 40", 1),  # Bite
        ("active1 Houndoom | active2 Terrakion", 4),  # 130 HP: Fire Fang in turns 3 and 4, before Bite does it in five
        ("active1 Gothita | bench1 Houndoom, 3 Darkness Energy | active2 Murkrow", 2),  # Gothita cannot retreat
        ("active1 Gothita, Psychic Energy | bench1 Houndoom, 3 Darkness Energy | active2 Murkrow", 1),
        ("active1 Gothita | active2 Murkrow", 9),  # no attack that does damage
    ],
)
def test_turns_to_the_next_knock_out(text: str, turns: int) -> None:
    assert turns_until(Board(text).s, 0) == pytest.approx(turns)


@pytest.mark.parametrize(
    ("text", "grown"),
    [
        ("active1 Houndour", 0.0),
        ("active1 Houndour, Darkness Energy", 1 / 4),
        ("active1 Houndoom < Houndour, 2 Darkness Energy", 3 / 4),
        ("active1 Houndoom < Houndour, 3 Darkness Energy", 1.0),
        ("active1 Houndoom < Houndour, 4 Darkness Energy | bench1 Houndour, 2 Darkness Energy", 1 + 2 / 4),
        ("active1 Terrakion, 2 Fighting Energy", 2 / 3),  # it has no evolution
    ],
)
def test_growth(text: str, grown: float) -> None:
    assert growth_of(Board(text).s, 0) == pytest.approx(grown)


@pytest.mark.parametrize(("evaluation", "points"), [("hunt", 60 * 1), ("grow", 40 * 1), ("goals", 60 * 1 + 40 * 1)])
def test_goals_are_points_beside_prizes(evaluation: str, points: float) -> None:
    """One side is ready to strike and fully grown; of the other's goals nothing is reached, the nearest is far away."""
    text = "active1 Houndoom < Houndour, 3 Darkness Energy | active2 Gothita | prizes1 5 Golett"
    here = Board(text).here
    far = 60 * 0.6**8 if evaluation != "grow" else 0.0
    assert here.evaluate(0, evaluation) == pytest.approx(1 / (1 + exp(-(100 + points - far) / 80)))


def test_a_knock_out_is_worth_more_than_to_be_about_to_make_one() -> None:
    before = Board("active1 Houndoom, 3 Darkness Energy | active2 Murkrow | bench2 Murkrow; Murkrow")
    after = Board("active1 Houndoom, 3 Darkness Energy | active2 Murkrow | bench2 Murkrow | prizes1 5 Water Energy")
    for name in ("hunt", "goals"):
        assert after.here.evaluate(0, name) > before.here.evaluate(0, name)


def test_the_player_of_goals_knocks_out_while_it_can() -> None:
    text = "active1 Houndoom < Houndour, 3 Darkness Energy | bench1 Golett | active2 Murkrow | bench2 Golett; Golett"
    here = Position.read(POKEMON, str(Board(text).here))
    for name in ("pokemon/goals:sims=200", "uhlenkamp2015/goals:turn_seconds=0,sims=400"):
        assert make_player(POKEMON, name).decide(here.copy(), 1).words() == ["attack Fire Fang"]


# --- unseen cards -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("copies", "among", "drawn"), [(0, 40, 7), (4, 40, 7), (12, 40, 7), (2, 5, 4), (3, 3, 1), (1, 9, 0)]
)
def test_the_chance_to_hold_a_card(copies: int, among: int, drawn: int) -> None:
    assert holding(copies, among, drawn) == pytest.approx(1 - comb(among - copies, drawn) / comb(among, drawn))


def at_hand(hand: str, deck: str, **changes: str) -> float:
    """The Prizes that player 2 may expect in its next turn."""
    active = changes.get("active", "Houndoom, 2 Darkness Energy")
    text = f"active1 Murkrow | active2 {active} | hand2 {hand} | deck2 {deck} | prizes2 6 Golett"
    text += "".join(f" | {part}" for part in changes.get("more", "").split("|") if part)
    return float(strike_of(Board(text).s, 1))


def test_an_energy_is_weighed_by_the_chance_to_hold_it() -> None:
    """Fire Fang lacks one Energy: 4 of the 16 unseen cards would do, of which 3 are in hand after the next draw."""
    wanted = 1 - comb(12, 3) / comb(16, 3)
    assert at_hand("2 Golett", "4 Darkness Energy, 4 Golett") == pytest.approx(wanted)
    assert at_hand("2 Darkness Energy", "2 Darkness Energy, 6 Golett") == pytest.approx(wanted), "wherever they are"
    assert at_hand("2 Golett", "8 Golett") == 0.0, "there is none"
    assert at_hand("2 Golett", "8 Golett", active="Houndoom, 3 Darkness Energy") == 1.0, "none is needed"


def test_an_evolution_is_weighed_and_a_card_that_was_shown_is_certain() -> None:
    houndour = "Houndour, 3 Darkness Energy"
    assert at_hand("2 Golett", "2 Houndoom, 6 Golett", active=houndour) == pytest.approx(1 - comb(14, 3) / comb(16, 3))
    shown = at_hand("Houndoom, Golett", "Houndoom, 7 Golett", active=houndour, more="shown2 Houndoom")
    assert shown == 1.0


def test_two_prizes_and_a_sleeping_attacker() -> None:
    ready = "Houndoom, 3 Darkness Energy"
    assert at_hand("Golett", "8 Golett", active=f"{ready}, asleep") == pytest.approx(0.3)


def test_what_the_weighed_evaluation_adds() -> None:
    text = "active1 Murkrow | active2 Houndoom, 2 Darkness Energy | deck2 4 Darkness Energy, 4 Golett | hand2 2 Golett"
    text += " | prizes2 6 Golett"
    for head, worth in (("turn 5 player 1", 30.0), ("turn 6 player 2", 50.0)):
        board = Board(text, head=head)
        logit = [-80 * log(1 / board.here.evaluate(1, name) - 1) for name in ("paper", "weighed")]
        assert logit[1] - logit[0] == pytest.approx(worth * strike_of(board.s, 1))
