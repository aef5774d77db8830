"""What is measured in games of the Pokemon TCG: each count by hand, on turns that are played out move by move."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from mulligan.agents import make_player
from mulligan.arena import GameRunner
from mulligan.core.position import Position, make_stream
from mulligan.games.pokemon import POKEMON
from mulligan.games.pokemon.gauges import KEPT, OVERLOOKED, ask_about
from mulligan.games.pokemon.rules.layout import ATTACH, ATTACK

from ...helpers.pokemon_tools import DECKS, PLAIN, Board

Found = dict[str, tuple[float, float]]


def measured(gauge: str, board: Board, *moves: str, seat: int = 0) -> Found:
    """What a gauge finds in these moves."""
    gauging = PLAIN.room().gauges[gauge].start([None, None], seat, 0)
    for move in moves:
        gauging.see(board.here.copy(), board.here.read_move(move), board.here.actor, None)
        board.do(move)
    return dict(gauging.found(board.here))


def of_play(gauge: str, setup: str, names: tuple[str, str], pairs: int) -> Found:
    """What a gauge finds in games of two players."""
    totals: dict[str, tuple[float, float]] = {}
    table = GameRunner(POKEMON, setup, [make_player(POKEMON, name) for name in names])
    for pair in range(pairs):
        for swapped in (False, True):
            gauging = POKEMON.room().gauges[gauge].start(table.players, int(swapped), 0)

            def observer(
                here: Position, move: int, seat: int, decision: Any = None, see: Callable[..., None] = gauging.see
            ) -> None:
                see(here, move, seat, decision)

            table.play(1, pair, swapped, observer=observer)
            for column, (total, occasions) in gauging.found(None).items():
                before = totals.get(column, (0.0, 0.0))
                totals[column] = before[0] + total, before[1] + occasions
    return totals


# --- overlooked -------------------------------------------------------------------------------------------------------

STRONGEST, NO_ATTACK, KNOCK_OUT, ENERGY = OVERLOOKED.columns
NAMES = dict(zip(("strongest", "no attack", "knock-out", "Energy"), OVERLOOKED.columns, strict=True))
ARMED = "active1 Houndoom < Houndour, 3 Darkness Energy | bench1 Deino bw6-94 | hand1 Darkness Energy | active2 Murkrow"
# Bite does 30, Fire Fang 70, which is all that Murkrow has; Deino can use the Energy


@pytest.mark.parametrize(
    ("moves", "missed"),
    [
        (["attack Bite"], {"strongest": 1, "no attack": 0, "knock-out": 1, "Energy": 1}),
        (["end turn"], {"strongest": 1, "no attack": 1, "knock-out": 1, "Energy": 1}),
        (["attack Fire Fang"], {"strongest": 0, "no attack": 0, "knock-out": 0, "Energy": 1}),
        (
            ["attach Darkness Energy to Deino bw6-94 (bench 1)", "attack Fire Fang"],
            {"strongest": 0, "no attack": 0, "knock-out": 0, "Energy": 0},
        ),
    ],
    ids=lambda part: part[0] if isinstance(part, list) else "",
)
def test_a_turn_is_judged_as_a_whole(moves: list[str], missed: dict[str, int]) -> None:
    """An attack that waits for the end of the turn is not overlooked, and each turn counts once."""
    board = Board(ARMED + " | bench2 Murkrow")
    moves = [next(option for option in board.options if option.startswith(move[:30])) for move in moves[:-1]] + moves[
        -1:
    ]
    found = measured("overlooked", board, *moves)
    assert found == {NAMES[word]: (100.0 * times, 1.0) for word, times in missed.items()}


def test_what_was_not_possible_is_not_counted() -> None:
    found = measured("overlooked", Board("active1 Houndoom < Houndour | active2 Murkrow"), "end turn")
    assert found == dict.fromkeys(OVERLOOKED.columns, (0.0, 0.0))
    board = Board(ARMED, head="turn 6 player 2")
    assert measured("overlooked", board, "end turn") == dict.fromkeys(OVERLOOKED.columns, (0.0, 0.0)), "not its turn"


def test_a_knock_out_given_away_in_the_course_of_a_turn_is_overlooked() -> None:
    board = Board(
        "active1 Houndoom < Houndour, 3 Darkness Energy | bench1 Deino bw6-94 | active2 Murkrow | bench2 Murkrow"
    )
    found = measured("overlooked", board, "retreat to Deino (bench 1)", "end turn")
    assert found[KNOCK_OUT] == (100.0, 1.0), "it was there before the retreat"
    assert found[STRONGEST] == (0.0, 0.0), "at the end of the turn there was no attack left"


def test_damage_beyond_what_is_left_counts_for_nothing() -> None:
    board = Board(ARMED.replace("active2 Murkrow", "active2 Murkrow, damage 50") + " | bench2 Murkrow")
    assert measured("overlooked", board, "attack Bite")[STRONGEST] == (0.0, 1.0), "20 HP are left: both knock out"


@pytest.mark.parametrize(
    ("text", "attack", "wanted"),
    [
        ("active1 Houndoom, 3 Darkness Energy | active2 Golett", "Bite", (0.0, 60.0)),  # Weakness
        ("active1 Houndoom, 3 Darkness Energy | active2 Golett", "Fire Fang", (1.0, 90.0)),
        ("active1 Houndoom, 3 Darkness Energy, confused | active2 Golett", "Fire Fang", (0.5, 45.0)),
        (
            "active1 Darkrai-EX, 3 Darkness Energy | active2 Deino bw6-94 | bench2 Deino bw6-94",
            "Night Spear",
            (1.0, 90.0),
        ),
        ("active1 Darkrai-EX, 3 Darkness Energy | active2 Deino bw6-94", "Night Spear", (1.0, 60.0)),
        ("active1 Deino bw6-93, Darkness Energy | active2 Golett", "Deep Growl", (0.0, 0.0)),
    ],
)
def test_what_an_attack_would_do(text: str, attack: str, wanted: tuple[float, float]) -> None:
    here = Board(text).here
    assert ask_about(here, here.read_move(f"attack {attack}")) == pytest.approx(wanted)


def test_an_energy_is_useful_if_it_brings_an_attack_nearer() -> None:
    here = Board(
        "active1 Deino bw6-94, 2 Psychic Energy, Darkness Energy | hand1 Darkness Energy | active2 Golett"
    ).here
    attach = [move for move in here.options() if here.text(move).startswith("attach")]
    assert [ask_about(here, move)[0] for move in attach] == [0.0], "it can pay for everything"
    here = Board("active1 Deino bw6-94, Darkness Energy | hand1 Darkness Energy | active2 Golett").here
    attach = [move for move in here.options() if here.text(move).startswith("attach")]
    assert [ask_about(here, move)[0] for move in attach] == [1.0]


@pytest.mark.parametrize("deck", DECKS)
def test_compiled_and_interpreted_say_the_same(deck: str) -> None:
    rng, here, asked = make_stream(POKEMON, "survey"), Position.deal(POKEMON, deck, 5), 0
    while not here.over and asked < 25:
        if here.stage == "turn":
            slow = Position.read(PLAIN, str(here), deck)
            for move in here.options():
                if move & 255 in (ATTACK, ATTACH):
                    assert ask_about(here, move) == pytest.approx(ask_about(slow, move))
                    asked += 1
        here.play_with(here.advise("scripted", rng)[0], rng)
    assert asked > 15


def test_the_expert_overlooks_less_than_a_random_player() -> None:
    by_expert, by_chance = (of_play("overlooked", "dragonsnarl", (name, "expert"), 10) for name in ("expert", "random"))
    for column in (STRONGEST, NO_ATTACK, ENERGY):
        missed, turns = by_expert[column]
        assert turns > 50 and missed / turns < 15
        missed, turns = by_chance[column]
        assert turns > 10 and missed / turns > 15
    missed, turns = by_expert[KNOCK_OUT]
    assert turns > 50 and missed / turns < 5


# --- branching --------------------------------------------------------------------------------------------------------


def test_moves_are_counted_where_there_is_a_choice() -> None:
    board = Board("active1 Houndoom, 3 Darkness Energy | bench1 Golett; Deino bw6-94 | hand1 Darkness Energy, Murkrow")
    first = len(board.options)
    levels = [len(board.here.options(level)) for level in ("sensible", "ordered")]
    after = board.copy().do("bench Murkrow")
    later = len(after.options)
    levels_after = [len(after.here.options(level)) for level in ("sensible", "ordered")]
    found = measured("moves", board, "bench Murkrow", "end turn")
    assert found["all"] == found["turn"] == (first + later, 2.0)
    assert found["first"] == (first, 1.0) and found["later"] == (later, 1.0)
    assert found["sensible"] == (levels[0] + levels_after[0], 2.0)
    assert found["ordered"] == (levels[1] + levels_after[1], 2.0)
    assert found["10 to 30, %"] == (100 * ((first >= 10) + (later >= 10)), 2.0)
    assert found["most"] == (max(first, later), 1.0)
    assert found["choice"] == found["promote"] == found["setup"] == (0.0, 0.0)


def test_a_single_move_is_no_choice() -> None:
    board = Board("active1 Houndoom | active2 Golett")
    assert board.options == ["end turn"]
    assert measured("moves", board, "end turn")["all"] == (0.0, 0.0)


def test_every_decision_is_of_one_kind() -> None:
    found = of_play("moves", "darkrai_laser", ("random", "scripted"), 3)
    kinds = ("setup", "turn", "choice", "promote")
    assert found["all"] == tuple(sum(found[kind][k] for kind in kinds) for k in range(2))
    assert found["turn"] == tuple(found["first"][k] + found["later"][k] for k in range(2))
    assert found["ordered"][0] <= found["sensible"][0] < found["turn"][0]
    assert found["most"][1] == 6


# --- kept -------------------------------------------------------------------------------------------------------------


def test_what_is_kept_of_a_tree_is_told_by_turns() -> None:
    gauging = KEPT.start([None, None], 0, 0)
    course = [(3, 0, 100), (3, 40, 100), (4, 7, 100), (5, 9, 100), (7, 3, 100), (9, 0, 100), (9, 5, 0)]
    for turn, reused, simulations in course:
        here: Any = SimpleNamespace(look=lambda turn=turn: (0, 1, turn, 0))
        gauging.see(here, 1, 0, SimpleNamespace(reused=reused, simulations=simulations))
        gauging.see(here, 1, 0, None)
        gauging.see(here, 1, 1, SimpleNamespace(reused=99, simulations=100))
    assert gauging.found(None) == {
        "within, %": (100.0, 1.0),
        "visits within": (40.0, 1.0),
        "across, %": (
            100.0,
            2.0,
        ),  # from turn 5 to 7, and to 9; turns 4 and 5 come right after a decision of another's turn
        "visits across": (3.0, 2.0),
    }
