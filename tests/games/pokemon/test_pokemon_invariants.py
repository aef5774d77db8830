"""What always holds in the Pokemon TCG, whoever plays: over random games, in plain Python and in machine code.

Run as a program, this module writes what it finds as JSON: that is how the process is asked that checks every index.
`python -m tests.games.pokemon.test_pokemon_invariants found.json 10000` plays so many games of each pair of decks.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement, pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mulligan.check import check_game
from mulligan.core.game import OVER
from mulligan.core.position import Position
from mulligan.games.pokemon import POKEMON
from mulligan.games.pokemon.cards.arrays import (
    CLASS,
    ENERGY_KIND,
    FROM,
    HP,
    KINDS,
    MOD_HP,
    N_ENERGIES,
    NAME,
    STAGE,
    UNITS,
)
from mulligan.games.pokemon.cards.vocabulary import ASLEEP, CONFUSED, PARALYZED, TOOL
from mulligan.games.pokemon.pruning import options
from mulligan.games.pokemon.rules.course import actor, deal, play
from mulligan.games.pokemon.rules.knowledge import MAX_NUMBERS, cards, hide, observe
from mulligan.games.pokemon.rules.layout import BENCH, DECK, LAST_TURN, MAIN, MOST_TRANCES, PRIZES, PROMOTE, State
from mulligan.games.pokemon.rules.moves import MAX_OPTIONS
from mulligan.kernel import (
    Stream,
    as_dict,
    below,
    compiled,
    entry,
    integers,
    interpret,
    record,
    records,
    seed_of,
)

from ...helpers.checked_help import find_with_checks
from ...helpers.pokemon_tools import DECKS, PLAIN, pair

PAIRS = [pair(*two) for two in combinations_with_replacement(DECKS, 2)]
RULES = ["dragonsnarl:belief=pool", "night_striker:first_attack,sudden=draw", "darkrai_laser:start=flip,belief=pool"]
TRIES = settings(max_examples=12, deadline=None, derandomize=True)
games = given(seed=st.integers(0, 2**31), setup=st.sampled_from(PAIRS + RULES))


def walk_through(seed: int, setup: str) -> Iterator[Position]:
    """The positions of a random game, one object that moves on; to end the turn is less likely than other moves."""
    chance, here = Random(seed), Position.deal(PLAIN, setup, seed)
    while True:
        yield here
        if here.over:
            return
        moves = here.options()
        i = chance.randrange(len(moves))
        here.play(moves[i if chance.randrange(2) else chance.randrange(len(moves))])


# --- one position -----------------------------------------------------------------------------------------------------


def owned(s: Any, p: int) -> Counter[int]:
    """All cards of a player, in all zones and in none."""
    found: Counter[int] = Counter()
    for name, size in (("hand", s.n_hand), ("deck", s.n_deck), ("discard", s.n_discard), ("prize", s.n_prizes)):
        found.update(getattr(s, name)[p][: size[p]])
    for slot in s.slot[p]:
        found.update([slot.card, slot.tool, *slot.under])
        found.update({int(ENERGY_KIND[e]): slot.energy[e] for e in range(N_ENERGIES)})
    if s.stadium_owner == p:
        found[s.stadium] += 1
    if s.side == p:
        found[s.resolving] += 1
        found[int(ENERGY_KIND[s.carried - 1]) if s.carried else 0] += 1
    del found[0]
    return +found


def check_zones(s: Any, p: int) -> None:
    """Zones are as long as they say, and empty beyond; the hand is in order."""
    for name, size in (("hand", s.n_hand), ("deck", s.n_deck), ("discard", s.n_discard), ("prize", s.n_prizes)):
        cells = list(getattr(s, name)[p])
        assert all(cells[: size[p]]) and not any(cells[size[p] :]), name
    hand = list(s.hand[p][: s.n_hand[p]])
    assert hand == sorted(hand)
    assert 0 <= s.n_prizes[p] <= PRIZES and 0 <= s.top[p] <= s.n_deck[p]
    for card in range(KINDS):
        assert 0 <= s.shown[p][card] <= hand.count(card)
        below_top = list(s.deck[p][: s.n_deck[p] - s.top[p]])
        assert 0 <= s.stays[p][card] <= below_top.count(card)


def check_pokemon(s: Any, p: int) -> None:
    """The Bench has no gaps, and what is on Pokemon can be there."""
    there = [slot.card > 0 for slot in s.slot[p]]
    n = s.n_bench[p]
    assert 0 <= n <= BENCH and there[1:] == [True] * n + [False] * (BENCH - n)
    for slot in s.slot[p]:
        if not slot.card:
            assert not any([slot.tool, slot.damage, slot.units, slot.fresh, slot.used, *slot.under, *slot.energy])
            continue
        assert slot.units == sum(slot.energy[e] * UNITS[e] for e in range(N_ENERGIES))
        assert slot.tool == 0 or CLASS[slot.tool] == TOOL
        assert slot.damage >= 0 and slot.damage % 10 == 0
        stack = [card for card in slot.under if card]
        assert STAGE[slot.card] >= len(stack) and (STAGE[slot.card] == 0) == (not stack)
        for lower, upper in pairwise([*stack, slot.card]):
            assert FROM[upper] == NAME[lower] or STAGE[upper] == 2, "one after the other, or by a Rare Candy"
        assert not any(slot.energy[N_ENERGIES:]), "there is no such Energy"
    turned = [bit for bit in (ASLEEP, PARALYZED, CONFUSED) if s.ill[p] & bit]
    assert len(turned) <= 1 and (there[0] or not s.ill[p])


def check_turn(s: Any, over: bool) -> None:
    """Between questions nothing is left of the last card, and all knock-outs are judged."""
    assert {s.supported, s.attached, s.retreated, s.staged} <= {0, 1} and 0 <= s.trances <= MOST_TRANCES
    assert s.turn <= LAST_TURN + 1
    if s.ask in (MAIN, PROMOTE) or over:
        assert (s.pc, s.resolving, s.carried, s.attacking, s.hurt) == (0, 0, 0, 0, 0)
        for p in range(2):
            for slot in s.slot[p]:
                assert not slot.card or slot.damage < HP[slot.card] + MOD_HP[slot.tool]
    if s.ask == MAIN and not over:
        assert s.slot[0][0].card and s.slot[1][0].card and min(s.n_prizes) > 0
        assert not any(slot.fresh or slot.used for slot in s.slot[1 - s.player])


@TRIES
@games
def test_every_position_of_a_random_game_is_sound(seed, setup):
    lists: list[Counter[int]] = []
    for here in walk_through(seed, setup):
        s = here.states[0]
        lists = lists or [Counter(list(here.table[0].deck[p])) for p in range(2)]
        for p in range(2):
            assert owned(s, p) == lists[p] and owned(s, p).total() == DECK
            check_zones(s, p)
            check_pokemon(s, p)
        check_turn(s, here.over)


@TRIES
@games
def test_no_move_is_offered_twice_and_each_reads_differently(seed, setup):
    for here in walk_through(seed, setup):
        if not here.over:
            moves = here.options()
            assert len(moves) == len(set(moves)) >= 1
            assert here.states[0].ask == MAIN or len(moves) > 1, "a question with one answer is not asked"
            assert len(set(here.options_text())) == len(moves)


@TRIES
@games
def test_prizes_never_grow_and_turns_go_on(seed, setup):
    before: tuple[int, int, list[int]] | None = None
    for here in walk_through(seed, setup):
        s = here.states[0]
        if s.turn > s.began and not s.sudden:
            now = (int(s.turn), int(s.player), [int(n) for n in s.n_prizes])
            if before:
                assert 0 <= now[0] - before[0] <= 1 and (now[0] != before[0]) == (now[1] != before[1])
                assert all(new <= old for new, old in zip(now[2], before[2], strict=True))
            before = now
    assert here.over and here.payoff(0) + here.payoff(1) == 1


@TRIES
@games
def test_what_a_player_sees_does_not_depend_on_what_is_hidden(seed, setup):
    for n, here in enumerate(walk_through(seed, setup)):
        if n % 5 == 0:
            for seat in range(2):
                world = here.hide(seat, interpreted_stream(seed, n, seat))
                assert world.observe(seat) == here.observe(seat) and world.cards() == here.cards()
                if here.actor == seat:
                    assert world.options() == here.options()


def interpreted_stream(*path: Any) -> Any:
    made = records(Stream, 1, packed=False)
    made[0].z = seed_of(*path)
    return made


@pytest.mark.parametrize("setup", PAIRS)
def test_cards_are_conserved_in_a_game_of_each_pair(setup):
    for here in walk_through(1, setup):
        assert [owned(here.states[0], p).total() for p in range(2)] == [DECK, DECK]


# --- the contract -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("setup", ["dragonsnarl", "decks:deck1=darkrai_hydreigon,deck2=darkrai_laser"])
def test_the_game_keeps_its_contract(setup):
    report = check_game(POKEMON, examples=25, setups=[setup])
    assert report.passed, str(report)


def test_with_a_pool_too_but_for_worlds_that_follow_the_belief():
    """Worlds of a player who does not know the other deck follow the pool, and so are not like real deals."""
    report = check_game(POKEMON, examples=25, setups=["night_striker:belief=pool"])
    assert {clause.name for clause in report.clauses if not clause.passed} <= {"hidden fairness"}, str(report)


# --- machine code -----------------------------------------------------------------------------------------------------

MIXED = (1 << 40) - 1


def make_walk() -> Any:
    """The compiled loop that plays one random game, with worlds and views of both players on the way."""

    @entry
    def walk(states, tables, rngs, out):  # type: ignore[no-untyped-def]
        s = states[0]
        t = tables[0]
        states[0] = states[2]
        deal(s, t, rngs[0])
        told = 1
        moves = 0
        while actor(s) != OVER:
            n = options(s, t, 0, out)
            move = out[below(rngs[1], n)]
            told = (told * 131 + 7 * n + move) & MIXED
            if moves % 16 == 5:
                seat = moves // 16 % 2
                states[1] = s
                hide(states[1], t, seat, rngs[1])
                told = (told * 131 + observe(states[1], t, seat, out)) & MIXED
                for i in range(8):
                    told = (told * 131 + out[i]) & MIXED
                told = (told * 131 + cards(s, t, out)) & MIXED
            play(s, t, move, rngs[0])
            moves += 1
        return told

    return walk


@cache
def _walk(packed: bool) -> Any:
    made = make_walk()
    return made if packed else interpret(made)


def digest(state: Any) -> str:
    """A few letters that stand for a state."""
    return hashlib.sha256(repr(sorted(as_dict(state).items())).encode()).hexdigest()[:16]


def walks(setup: str, seeds: range, *, packed: bool, told: int = 3) -> list[list[Any]]:
    """Random games: a number for all their moves, how many turns they last, and the last states of the first ones."""
    found: list[list[Any]] = []
    game = POKEMON if packed else PLAIN
    table, out = game.make_table(setup), integers(max(MAX_OPTIONS, MAX_NUMBERS), packed=packed)
    for seed in seeds:
        states, rngs = records(State, 3, packed=packed), records(Stream, 2, packed=packed)
        for i, name in enumerate(("chance", "moves")):
            if packed:
                rngs["z"][i] = seed_of(seed, name)
            else:
                rngs[i].z = seed_of(seed, name)
        number = int(_walk(packed)(states, table, rngs, out))
        found.append([number, int(states[0]["turn"] if packed else states[0].turn)])
        found[-1].append(digest(states[0]) if seed < told else "")
    return found


SETUPS = PAIRS + RULES


@pytest.mark.parametrize("setup", SETUPS)
def test_machine_code_and_plain_python_play_the_same_games(setup):
    seeds = range(10)
    assert walks(setup, seeds, packed=True) == walks(setup, seeds, packed=False)


def overrun() -> list[str]:
    """What becomes of an index beyond the end: without this, the check would prove nothing."""

    @compiled
    def cell(s, i):  # type: ignore[no-untyped-def]
        return s.cells[i]

    @entry
    def look(piles, i):  # type: ignore[no-untyped-def]
        return cell(piles[0], i)

    told = []
    for i in (DECK - 1, DECK, -1):
        try:
            told.append(str(look(records(record(cells=("u1", DECK)), 1), i)))
        except IndexError:
            told.append("IndexError")
    return told


GAMES = 40


@pytest.fixture(scope="module")
def with_checks(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What another process finds that checks every index."""
    return find_with_checks("tests.games.pokemon.test_pokemon_invariants", tmp_path_factory.mktemp("checked"))


def test_an_index_beyond_the_end_would_be_noticed(with_checks):
    assert with_checks["overrun"] == ["0", "IndexError", "IndexError"]


@pytest.mark.parametrize("setup", SETUPS)
def test_games_never_leave_an_array_and_are_the_same(setup, with_checks):
    assert with_checks["games"][setup] == walks(setup, range(GAMES), packed=True)


def main() -> None:
    """Play games of each setup and write what was found to the file that is named."""
    found = {setup: walks(setup, range(GAMES), packed=True) for setup in SETUPS}
    Path(sys.argv[1]).write_text(json.dumps({"overrun": overrun(), "games": found}))


if __name__ == "__main__":
    main()
