"""What always holds in Tales of Tribute, whoever plays: over random games, in plain Python and in machine code.

Run as a program, this module prints what it finds as JSON: that is how the process is asked that checks every index.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mulligan.core.game import OVER
from mulligan.core.position import Position
from mulligan.core.registry import find_game
from mulligan.games.tribute.players.engine import Line, Series
from mulligan.games.tribute.pruning import options
from mulligan.games.tribute.rules.course import actor, deal, play
from mulligan.games.tribute.rules.knowledge import MAX_NUMBERS
from mulligan.games.tribute.rules.layout import (
    ATTACK,
    CHAIN_ROOM,
    COMMAND,
    FOLLOWS,
    KIND,
    PATRON_CHOICE,
    ROOM,
    START_CHOICE,
    State,
)
from mulligan.games.tribute.rules.moves import MAX_OPTIONS
from mulligan.games.tribute.rules.zones import next_key
from mulligan.kernel import Stream, as_dict, compiled, entry, integers, interpret, record, records

from ...helpers.checked_help import find_with_checks
from ...helpers.tribute_tools import (
    CARDS,
    KINDS,
    NEUTRAL,
    PATRONS,
    Board,
    all_cards,
    copy_state,
    count_moves,
    nth_move,
    random_positions,
    side,
    table,
)

TRIES = settings(max_examples=12, deadline=None, derandomize=True)
SETUPS = ("draft", "draft8", "draft2025", "random", "draft:traced", "draft:ordered")
games = given(seed=st.integers(0, 2**31), busy=st.booleans(), canonical=st.booleans(), setup=st.sampled_from(SETUPS))

# --- one position -----------------------------------------------------------------------------------------------------

PLACES = ("hand", "draw", "played", "cooldown")
STARTERS = Counter({50: 1, 38: 1, 88: 1, 62: 1, 95: 1, 12: 1, 75: 1, 25: 1, 107: 6, 113: 1})
EVERYTHING = Counter({kind: card["copies"] for kind, card in enumerate(CARDS)}) + STARTERS + STARTERS


def zones_of(s: Any, p: int) -> dict[str, list[int]]:
    """A player's cards, place by place."""
    found = {name: getattr(s, name)[p][: getattr(s, f"n_{name}")[p]] for name in PLACES}
    return {**found, "agents": s.agent[p][: s.n_agents[p]]}


def check_cards(board: Board) -> None:
    """Cards are where they may be, and none is lost or new but those that left the game or came into it."""
    s = board.s
    inside = Counter(cell & KIND for cell in [*s.row[: s.n_row], *s.pile[: s.n_pile]])
    assert all(CARDS[kind]["copies"] > 0 for kind in inside), "no starter is in the tavern"
    for p in range(2):
        for name, cells in zones_of(s, p).items():
            types = {CARDS[cell & KIND]["type"] for cell in cells}
            allowed = {"agent", "contract_agent"} if name == "agents" else {"action", "agent", "starter", "curse"}
            assert types <= allowed, name
            inside.update(cell & KIND for cell in cells)
    decks = [PATRONS[patron] for patron in s.patron[:5]]
    expected = Counter({kind: n for kind, n in EVERYTHING.items() if CARDS[kind]["deck"] in decks})
    changed = {kind: s.made[kind] - s.gone[kind] for kind in range(len(CARDS))}
    assert {kind: inside[kind] - expected[kind] for kind in changed} == changed
    assert not any(s.made[len(CARDS) :]) and not any(s.gone[len(CARDS) :])
    out = [0] * MAX_NUMBERS
    assert Counter(out[: all_cards(s, board.t, out)]) == +EVERYTHING, "as the rules themselves count"


def check_unused(s: Any) -> None:
    """What holds no card is zero."""
    for p in range(2):
        for name in PLACES:
            assert not any(getattr(s, name)[p][getattr(s, f"n_{name}")[p] :]), name
        for name in ("agent", "hp", "acted"):
            assert not any(getattr(s, name)[p][s.n_agents[p] :]), name
    assert not any(s.row[s.n_row :]) and not any(s.pile[s.n_pile :])
    assert not any(s.option[s.n_options :]) and not any(s.picked[s.n_picked :])
    assert not any(s.chain[: s.head]) and not any(s.chain[s.tail :]) and all(s.chain[s.head : s.tail])
    assert not any(s.scratch)


def check_numbers(s: Any) -> None:
    """Every number is within its bounds."""
    for p in range(2):
        assert min(s.coins[p], s.power[p], s.prestige[p], s.calls[p]) >= 0
        assert 0 <= s.known[p] <= s.n_draw[p]
        for i in range(s.n_agents[p]):
            assert 1 <= s.hp[p][i] <= CARDS[s.agent[p][i] & KIND]["hp"]
            assert s.acted[p][i] in (0, 1)
    assert s.power[1 - s.player] == 0
    assert s.player == (s.turn - 1) % 2
    assert s.n_row == 5 or s.n_pile == 0
    assert 0 <= s.head <= s.tail <= CHAIN_ROOM
    assert s.doom >= 0
    for deck, name in enumerate(PATRONS):
        assert s.favour[deck] in (0, 1, NEUTRAL)
        assert s.favour[deck] == NEUTRAL or (name != "TREASURY" and deck in s.patron[:5])
        assert 0 <= s.combo[deck] <= 4
        waiting = s.waiting[deck][: s.combo[deck]]
        assert all(CARDS[kind]["deck"] == name for kind in waiting)
        assert not any(s.waiting[deck][s.combo[deck] :])


def check_choice(board: Board) -> None:
    """At most one choice is open, and without one nothing is left of it."""
    s = board.s
    if s.board == 0:
        assert (s.head, s.tail) == (0, 0), "the chain is empty"
        assert (s.follow, s.low, s.high, s.limit, s.skip, s.n_options, s.n_picked) == (0,) * 7
        return
    assert 0 <= s.low <= s.high and count_moves(s, board.t) >= 1
    assert s.n_picked == 0 or s.n_picked < s.high
    patron = FOLLOWS[s.follow].startswith("COMPLETE_")
    assert (s.board == PATRON_CHOICE) == patron
    assert (s.board == START_CHOICE) == (FOLLOWS[s.follow] == "DISCARD_CARDS")
    if patron:
        assert (s.head, s.tail, s.low, s.high) == (0, 0, 1, 1)


def check_taunt(board: Board) -> None:
    """No other agent can be attacked while one taunts."""
    s, q = board.s, 1 - board.s.player
    if s.board or s.reason:
        return
    struck = [(move & 2047) - 1 for move in board.engine_moves() if move >> COMMAND & 15 == ATTACK]
    taunts = [bool(CARDS[cell & KIND].get("taunt")) for cell in s.agent[q][: s.n_agents[q]]]
    assert not any(taunts) or all(taunts[i] for i in struck)
    assert bool(struck) == bool(taunts and s.power[s.player] > 0)


@TRIES
@games
def test_every_position_of_a_random_game_is_sound(seed, busy, canonical, setup):
    for board in random_positions(seed, busy=busy, canonical=canonical, setup=setup):
        if board.s.turn == 0:
            continue
        check_cards(board)
        check_unused(board.s)
        check_numbers(board.s)
        check_choice(board)
        check_taunt(board)


# --- from one position to the next ------------------------------------------------------------------------------------


@TRIES
@games
def test_prestige_is_lost_only_to_the_thief(seed, busy, canonical, setup):
    """A player's prestige falls only in a move of the other, by at least two cards of Rajhin in that turn."""
    before: Any = None
    for board in random_positions(seed, busy=busy, canonical=canonical, setup=setup):
        s = board.s
        if before is not None and before.turn > 0:
            mover = before.player
            assert s.prestige[mover] >= before.prestige[mover]
            assert s.prestige[1 - mover] <= before.prestige[1 - mover]
            if s.prestige[1 - mover] < before.prestige[1 - mover]:
                assert s.combo[PATRONS.index("RAJHIN")] >= 2
        before = copy_state(s)


@TRIES
@games
def test_a_move_touches_only_what_it_may(seed, busy, canonical, setup):
    """The other player's hand, draw pile and played cards change in none of one's own moves."""
    before: Any = None
    for board in random_positions(seed, busy=busy, canonical=canonical, setup=setup):
        s = board.s
        if before is not None and before.turn > 0:
            other = 1 - before.player
            for name in ("hand", "draw", "played", "power", "known", "calls"):
                assert getattr(s, name)[other] == getattr(before, name)[other], name
            assert s.turn - before.turn == (s.player != before.player)
            if s.turn > before.turn:
                assert (before.board, s.n_played[before.player], s.power[before.player]) == (0, 0, 0)
                owned = sum(map(len, zones_of(s, before.player).values()))
                assert s.n_hand[before.player] == min(5, owned - s.n_agents[before.player])
        before = copy_state(s)


@TRIES
@games
def test_a_game_ends_for_a_reason(seed, busy, canonical, setup):
    *_, last = random_positions(seed, busy=busy, canonical=canonical, setup=setup)
    s, (winner, reason) = last.s, last.end
    ended = 1 - s.player if reason != "TURN_LIMIT_EXCEEDED" else s.player
    by_favour = all(s.favour[patron] == ended for patron in s.patron[:5] if patron != PATRONS.index("TREASURY"))
    if reason == "PRESTIGE_OVER_80":
        assert (winner, s.prestige[ended] >= 80) == (ended, True)
    elif reason == "PATRON_FAVOR":
        assert (winner, by_favour, s.prestige[ended] < 80) == (ended, True, True)
    elif reason == "PRESTIGE_OVER_40_NOT_MATCHED":
        assert winner == 1 - ended and not by_favour
        assert s.prestige[winner] >= 40 and s.prestige[winner] > s.prestige[ended] and s.prestige[ended] < 80
    else:
        assert (winner, s.turn) == (NEUTRAL, 501)


@TRIES
@games
def test_the_same_seed_is_the_same_game(seed, busy, canonical, setup):
    once, again = (
        [
            digest(board.s)
            for n, board in enumerate(random_positions(seed, busy=busy, canonical=canonical, setup=setup))
            if n % 50 == 0
        ]
        for _ in range(2)
    )
    assert once == again


@TRIES
@given(seed=st.integers(0, 2**31), busy=st.booleans())
def test_traced_cards_keep_their_numbers_and_are_otherwise_the_same(seed, busy):
    plain, traced = (random_positions(seed, busy=busy, setup=setup) for setup in ("draft", "draft:traced"))
    for one, other in zip(plain, traced, strict=True):
        cells = [cell for p in range(2) for cards in zones_of(other.s, p).values() for cell in cards]
        cells += [*other.s.row[: other.s.n_row], *other.s.pile[: other.s.n_pile]]
        assert len(set(cells)) == len(cells) and min(cells, default=128) >= 128
        assert zones_of(one.s, 0) == {
            name: [cell & KIND for cell in cards] for name, cards in zones_of(other.s, 0).items()
        }
        assert (one.s.outcome, one.s.prestige, one.rng.z) == (other.s.outcome, other.s.prestige, other.rng.z)


@TRIES
@given(seed=st.integers(0, 2**31))
def test_counting_the_moves_changes_nothing(seed):
    for board in random_positions(seed, busy=True):
        if board.s.reason:
            break
        before = digest(board.s) if board.s.turn % 8 == 0 else None
        if before is not None:
            n = count_moves(board.s, board.t)
            nth_move(board.s, board.t, n - 1)
            board.listed(0)
            board.listed(16)
            all_cards(board.s, board.t, [0] * MAX_NUMBERS)
            assert digest(board.s) == before


def test_the_game_of_the_registry_keeps_its_cards():
    game = find_game("tribute").interpreted()
    for setup in game.setups:
        here = Position.deal(game, setup, seed=("cards", setup))
        cards, n = sorted(here.cards()), 0
        assert Counter(cards) == +EVERYTHING
        while not here.over:
            moves = here.options()
            here.play(moves[(n * n + 3 * n) % len(moves)])
            n += 1
            if n % 20 == 0:
                assert sorted(here.cards()) == cards
        assert n > 20 and here.payoff(0) + here.payoff(1) == 1


def test_the_outcome_tells_the_cards_that_chance_has_shown():
    def drawn(*cards: str) -> int:
        board = Board(me=side(hand="Plunder; Gold", draw="; ".join(cards)), row="Tithe", pile="Rally")
        return int(board.do("play Plunder").s.outcome)

    assert drawn("Gold", "Peck") == drawn("Gold", "Swipe") != drawn("Peck", "Gold")
    assert Board(me=side(hand="Gold")).do("play Gold").s.outcome == 0
    bought = [Board(me=side(coins=9), row="Rally", pile=pile).do("buy Rally").s.outcome for pile in ("Tithe", "Peck")]
    assert bought[0] != bought[1] and 0 not in bought


@pytest.mark.parametrize(("owned", "made"), [(150, 3), (188, 3), (189, 2), (190, 1), (191, 0)])
def test_new_cards_stop_before_the_room_is_full(owned, made):
    """No game comes near: but a player with 191 cards, the tavern included, gets no further ones."""
    board = Board(me=side(draw=f"Gold*{owned - 2}"), row="Tithe", pile="Tithe").run("sacking 3")
    assert board.cooldown() == ["Summerset Sacking"] * made
    assert board.s.made[KINDS["Summerset Sacking"]] == made


# --- machine code -----------------------------------------------------------------------------------------------------


def make_walk() -> Any:
    """The compiled loop that plays one random game by the moves as players see them."""

    @entry
    def walk(states, tables, rngs, out, form, seed):  # type: ignore[no-untyped-def]
        s = states[0]
        t = tables[0]
        states[0] = states[1]
        rngs[0].z = seed
        deal(s, t, rngs[0])
        moves = 0
        while actor(s) != OVER:
            n = options(s, t, form if form < 32 else 16 * (moves & 1), out)
            play(s, t, out[next_key(rngs[1]) % n], rngs[0])
            moves += 1
        return moves

    return walk


FORMS = (0, 16, 32)  # whole, card by card, and both in turn


@cache
def _walk(packed: bool) -> Any:
    made = make_walk()
    return made if packed else interpret(made)


def digest(state: Any) -> str:
    """A few letters that stand for a state."""
    return hashlib.sha256(repr(sorted(as_dict(state).items())).encode()).hexdigest()[:16]


def walks(games: int, told: int, *, packed: bool) -> list[list[Any]]:
    """Random games in each form: how long they are, and the last states of the first ones."""
    found: list[list[Any]] = []
    for form in FORMS:
        states, rngs = records(State, 2, packed=packed), records(Stream, 2, packed=packed)
        out = integers(MAX_OPTIONS, packed=packed)
        if packed:
            rngs["z"][1] = 77 + form
        else:
            rngs[1].z = 77 + form
        for seed in range(1, games + 1):
            moves = _walk(packed)(states, table(packed=packed), rngs, out, form, seed)
            found.append([int(moves), digest(states[0]) if seed <= told else ""])
    return found


def bots(games: int) -> dict[str, list[Any]]:
    """Series of the engine's bots: a line about each game."""
    found = {}
    for bot in ("random", "busy"):
        lines = records(Line, games)
        Series(table(packed=True), bot).play(games, lines)
        found[bot] = [[int(line["winner"]), int(line["generator"]), int(line["decisions"])] for line in lines]
    return found


def overrun() -> list[str]:
    """What becomes of an index beyond the end: without this, the check would prove nothing."""

    @compiled
    def cell(s, i):  # type: ignore[no-untyped-def]
        return s.cells[i]

    @entry
    def look(piles, i):  # type: ignore[no-untyped-def]
        return cell(piles[0], i)

    told = []
    for i in (ROOM - 1, ROOM, -1):
        try:
            told.append(str(look(records(record(cells=("u2", ROOM)), 1), i)))
        except IndexError:
            told.append("IndexError")
    return told


GAMES, WALKS, TOLD = 5000, 1000, 4


@pytest.fixture(scope="module")
def with_checks(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What another process finds that checks every index."""
    return find_with_checks("tests.games.tribute.test_tribute_invariants", tmp_path_factory.mktemp("checked"))


def test_an_index_beyond_the_end_would_be_noticed(with_checks):
    assert with_checks["overrun"] == ["0", "IndexError", "IndexError"]


@pytest.mark.parametrize("bot", ["random", "busy"])
def test_thousands_of_games_never_leave_an_array_and_are_the_same(bot, with_checks):
    expected = bots(GAMES)[bot]
    assert len(with_checks["bots"][bot]) == GAMES
    assert with_checks["bots"][bot] == expected


def test_machine_code_and_plain_python_reach_the_same_states(with_checks):
    """Thousands of games by the moves as players see them, in machine code; the first ones again in plain Python."""
    found = with_checks["walks"]
    assert len(found) == len(FORMS) * WALKS
    assert min(moves for moves, _ in found) > 20
    told = [one for one in found if one[1]]
    assert told == walks(TOLD, TOLD, packed=False)


def main() -> None:
    """Find everything and write it to the file that is named."""
    found = {"overrun": overrun(), "bots": bots(GAMES), "walks": walks(WALKS, TOLD, packed=True)}
    Path(sys.argv[1]).write_text(json.dumps(found))


if __name__ == "__main__":
    main()
