"""Tales of Tribute against numbers: the generator, set-ups, whole games, and totals of long series.

The numbers come from a reimplementation of the public engine's rules that shares no line with this one.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from mulligan.games.tribute.players.engine import Line, Series
from mulligan.games.tribute.rules.layout import REASONS
from mulligan.games.tribute.rules.zones import next_key
from mulligan.kernel import as_dict, interpret, records

from ...helpers.tribute_tools import CARDS, KINDS, PATRONS, generator, new_game, table

BY_40, BY_FAVOUR = "PRESTIGE_OVER_40_NOT_MATCHED", "PATRON_FAVOR"

# --- the cards --------------------------------------------------------------------------------------------------------


def test_there_are_as_many_cards_of_each_type_as_the_engine_has():
    expected = {"action": 49, "agent": 32, "contract_action": 27, "contract_agent": 6, "starter": 10, "curse": 1}
    assert Counter(card["type"] for card in CARDS) == expected
    assert len(KINDS) == 125


@pytest.mark.parametrize("patron", PATRONS)
def test_each_deck_has_twenty_cards_in_the_tavern_but_for_two(patron):
    copies = sum(card["copies"] for card in CARDS if card["deck"] == patron)
    assert copies == {"PELIN": 19, "SAINT_ALESSIA": 21}.get(patron, 20)


def test_there_are_as_many_choices_pairs_and_fourth_levels_as_the_engine_has():
    levels = [level for card in CARDS for level in card["effects"]]
    assert sum(" or " in level for level in levels) == 19
    assert sum(" and " in level for level in levels) == 24
    assert sum(len(card["effects"]) == 4 for card in CARDS) == 4


# --- the generator ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seed", "expected"),
    [
        (42, [8079726, 1506743798, 1977330695, 1139605636, 885000658, 1180189117]),
        (123, [23662056, 1954258727, 403018812, 1378704137, 468193109, 1390706916]),
    ],
)
def test_the_generator_gives_the_engines_numbers(seed, expected):
    rng, draw = generator(seed), interpret(next_key)
    assert [draw(rng) for _ in expected] == expected


@pytest.mark.parametrize("seed", [0, 1, 2**48 - 1, 2**62 + 12345])
def test_the_generator_is_the_formula(seed):
    rng, draw, z = generator(seed), interpret(next_key), seed
    for _ in range(200):
        z = (0x5DEECE66D * z + 0xB) % 2**48
        assert draw(rng) == (z >> 16) * 2147483646 >> 32
        assert rng.z == z


# --- set-ups ----------------------------------------------------------------------------------------------------------

SETUPS: list[Any] = [
    (
        *("7 0 8 5 1", 123, "106 39 28 30 5", "111 28 17 3 10"),
        *("25 38 107 107 12", "107 107 50 107 107", "50 107 38 107 107", "12 107 25 107 107", 91939922432103),
    ),
    (
        *("0 1 8 2 3", 1, "105 111 78 31 104", "51 110 86 52 54"),
        *("62 88 50 107 107", "107 107 107 107 38", "62 50 107 107 107", "107 107 107 38 88", 3647391518861),
    ),
    (
        *("9 4 8 6 2", 42, "110 96 100 105 123", "98 74 93 68 104"),
        *("95 75 107 107 88", "113 107 107 107 107", "107 95 107 113 75", "107 88 107 107 107", 169442616054694),
    ),
]


def numbers(text: str) -> list[int]:
    """`7 0 8` as numbers."""
    return [int(word) for word in text.split()]


def picks(patrons: str) -> list[int]:
    """The four patrons of a game in the order in which they were drafted."""
    first, second, _, third, fourth = numbers(patrons)
    return [first, second, third, fourth]


def ids(found: list[str]) -> list[int]:
    """Cards as numbers."""
    return [KINDS[name] for name in found]


@pytest.mark.parametrize("case", SETUPS, ids=lambda case: case[0])
def test_a_game_is_set_up_to_the_card(case):
    patrons, seed, row, following, hand_1, draw_1, hand_2, draw_2, state = case
    board = new_game(seed, picks(patrons))
    assert board.s.patron[:5] == numbers(patrons)
    assert ids(board.row) == numbers(row)
    assert ids(board.pile)[:5] == numbers(following)
    assert [ids(board.hand(p)) for p in range(2)] == [numbers(hand_1), numbers(hand_2)]
    assert [ids(board.draw(p)) for p in range(2)] == [numbers(draw_1), numbers(draw_2)]
    assert board.rng.z == state


@pytest.mark.parametrize("case", SETUPS, ids=lambda case: case[0])
def test_the_rest_of_the_start(case):
    s = (board := new_game(case[1], picks(case[0]))).s
    decks = [PATRONS[patron] for patron in s.patron[:5]]
    tavern = [kind for kind, card in enumerate(CARDS) if card["deck"] in decks for _ in range(card["copies"])]
    assert sorted(ids(board.row + board.pile)) == tavern
    assert (s.coins, s.power, s.prestige, s.calls, s.known) == ([0, 1], [0, 0], [0, 0], [1, 1], [0, 0])
    assert set(s.favour) == {2}
    assert (s.turn, s.player, board.board, board.end) == (1, 0, "NORMAL", None)
    assert s.n_cooldown == s.n_played == s.n_agents == [0, 0]


# --- whole games ------------------------------------------------------------------------------------------------------

GAMES = [
    ("first", 1, [(1, 43, 480, (31, 41), 149878985390951, None)]),
    ("first", 2, [(1, 33, 349, (14, 43), 98153642175625, None)]),
    ("first", 4, [(0, 36, 347, (40, 30), 133331979775955, None)]),
    (
        "random",
        1,
        [
            (1, 147, 742, (0, 40), 281350449396929, "3 0 8 2 9"),
            (0, 180, 851, (44, 29), 114044255315636, "2 5 8 1 9"),
            (1, 103, 564, (27, 40), 132674627019356, "6 1 8 3 9"),
        ],
    ),
    ("busy", 1, [(0, 74, 775, (44, 26), 19678782281809, "3 0 8 2 9")]),
]


@pytest.mark.parametrize("packed", [True, False], ids=["compiled", "interpreted"])
@pytest.mark.parametrize(("bot", "seed", "games"), GAMES, ids=[f"{bot}-{seed}" for bot, seed, _ in GAMES])
def test_whole_games_end_as_in_the_engine(bot, seed, games, packed):
    series = Series(table(packed=packed), bot, seed, packed=packed)
    for winner, turns, decisions, prestige, state, patrons in games:
        lines = records(Line, 1, packed=packed)
        assert series.play(1, lines) == decisions
        line = as_dict(lines[0])
        assert (line["winner"], REASONS[line["reason"]], line["turns"]) == (winner, BY_40, turns)
        assert (line["decisions"], tuple(line["prestige"]), line["generator"]) == (decisions, prestige, state)
        assert patrons is None or line["patron"] == numbers(patrons)


@pytest.mark.parametrize("bot", ["random", "busy", "first"])
def test_plain_python_plays_a_series_as_machine_code_does(bot):
    quick, plain = (Series(table(packed=packed), bot, 7, packed=packed) for packed in (True, False))
    for game in range(8):
        lines = [records(Line, 1, packed=packed) for packed in (True, False)]
        quick.play(1, lines[0])
        plain.play(1, lines[1])
        assert as_dict(lines[0][0]) == as_dict(lines[1][0]), game
        assert as_dict(quick.states[0]) == as_dict(plain.states[0]), game


def test_the_series_takes_the_moves_that_are_asked_one_by_one():
    """The third game of the list again, move for move: always the first of the engine's list."""
    board, decisions = new_game(4), 0
    while board.end is None:
        decisions += board.s.turn > 0
        board.play(board.engine_moves()[0])
    assert (board.end, decisions, board.s.prestige, board.rng.z) == ((0, BY_40), 347, [40, 30], 133331979775955)


# --- series -----------------------------------------------------------------------------------------------------------

# setup, bot, games: won by each player, and ended by 40 and by favour
TOTALS = [
    ("draft", "random", 100, (43, 57), (94, 6)),
    ("draft8", "random", 100, (51, 49), (88, 12)),
    ("draft", "random", 1000, (503, 497), (910, 90)),
    ("draft8", "random", 1000, (496, 504), (885, 115)),
    ("draft", "busy", 100, (48, 52), (91, 9)),
    ("draft8", "busy", 100, (53, 47), (98, 2)),
    ("draft", "first", 100, (50, 50), (100, 0)),
    ("draft8", "first", 100, (55, 45), (100, 0)),
]


@pytest.mark.parametrize(("setup", "bot", "games", "won", "by"), TOTALS)
def test_series_have_the_totals_of_the_engine(setup, bot, games, won, by):
    lines = records(Line, games)
    Series(table(setup, packed=True), bot).play(games, lines)
    winners, reasons = Counter(lines["winner"].tolist()), Counter(lines["reason"].tolist())
    assert winners == Counter({0: won[0], 1: won[1]})
    assert Counter({REASONS[reason]: n for reason, n in reasons.items()}) == Counter({BY_40: by[0], BY_FAVOUR: by[1]})


def test_random_games_have_the_engines_shape():
    """103 turns and 492 decisions a game by random moves; 47 and 431 by a player who ends no turn early."""
    for bot, turns, decisions in (("random", 103, 492), ("busy", 47, 431)):
        lines = records(Line, 1000)
        made = Series(table(packed=True), bot).play(1000, lines)
        assert abs(lines["turns"].mean() - turns) < 0.015 * turns
        assert abs(made / 1000 - decisions) < 0.015 * decisions
