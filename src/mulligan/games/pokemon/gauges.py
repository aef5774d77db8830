"""What is measured in games besides who wins: moves that were overlooked, how many there are, and how a tree is kept.

Everything is counted for the first of the two players, in its own turns.  What an attack would do is told by the
look-ahead of the rule players (`outlook`): with Weakness, Resistance, coins by their chances, and all else that lies
open.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from mulligan.gauge import Gauge
from mulligan.kernel import compiled, entry, floats, interpret

from .cards import ENERGY_OF, EX, FIRST_ATTACK, MOD_SAFE, N_ATTACKS
from .choices import command, first, second
from .damage import holds
from .filters import LEVELS
from .layout import ATTACH, ATTACK, END_TURN, STAGES, TURN
from .payment import NONE, missing
from .roles import DRAGS, REACH, SPREAD
from .tactics import left_of, outlook
from .vocabulary import CONFUSED, SMOKE

# --- what a move would do ---------------------------------------------------------------------------------------------


@compiled
def harm(s, p, j, attack):
    """The chance that the opponent's Pokemon `j` falls by an attack of the Active one, and the mean damage to it, no
    more than it has HP left."""
    chance, mean = outlook(s, p, 0, j, attack)
    left = 1.0 * left_of(s.slot[1 - p][j])
    return chance, left if chance >= 1.0 else min(mean, left)


@compiled
def bench_harm(s, p, attack):
    """Damage on the opponent's Bench: to one Pokemon of the player's choice, and to all."""
    most = 0.0
    total = 0.0
    for j in range(1, s.n_bench[1 - p] + 1):
        slot = s.slot[1 - p][j]
        if not (MOD_SAFE[slot.card] and EX[s.slot[p][0].card]):
            left = 1.0 * left_of(slot)
            most = max(most, min(left, 1.0 * REACH[attack]))
            total += min(left, 1.0 * SPREAD[attack])
    return most + total


@compiled
def strength(s, p, number):
    """Of an attack of the Active Pokemon: the chance of a knock-out of the defender, and the mean damage it does."""
    attack = FIRST_ATTACK[s.slot[p][0].card] + number
    chance, damage = harm(s, p, 0, attack)
    if DRAGS[attack] and s.n_bench[1 - p] > 0:
        chance = 0.0
        damage = 0.0
        for j in range(1, s.n_bench[1 - p] + 1):
            one, other = harm(s, p, j, attack)
            chance = max(chance, one)
            damage = max(damage, other)
    damage += bench_harm(s, p, attack)
    if s.ill[p] & CONFUSED:
        chance *= 0.5
        damage *= 0.5
    if holds(s, p, SMOKE):
        chance *= 0.5
        damage *= 0.5
    return chance, damage


@compiled
def pays(s, p, card, i):
    """Whether an Energy brings an attack of the own Pokemon `i` nearer."""
    slot = s.slot[p][i]
    for number in range(N_ATTACKS[slot.card]):
        attack = FIRST_ATTACK[slot.card] + number
        if missing(slot, slot.card, attack, ENERGY_OF[card], NONE) < missing(slot, slot.card, attack, NONE, NONE):
            return True
    return False


@entry(hurry=True)
def survey(states, move, out):
    """Write, of an attack, its chance of a knock-out and its damage; of an Energy, whether it brings one nearer."""
    s = states[0]
    if command(move) == ATTACK:
        out[0], out[1] = strength(s, s.player, first(move))
    else:
        out[0] = 1.0 if pays(s, s.player, first(move), second(move)) else 0.0


def ask_about(here: Any, move: int) -> tuple[float, float]:
    """What the survey says of a move of a turn."""
    out = floats(2, packed=here.game.compiled)
    (survey if here.game.compiled else interpret(survey))(here.states, move, out)
    return float(out[0]), float(out[1])


_command, _second = interpret(command), interpret(second)

# --- overlooked moves -------------------------------------------------------------------------------------------------


class Overlooked:
    """The turns of a player in which something was possible, and those in which it was not done."""

    def __init__(self, players: Sequence[Any], seat: int, seed: Any) -> None:
        self._seat, self._turn = seat, -1
        self._counts: Counter[str] = Counter()
        self._missed: Counter[str] = Counter()
        self._falls = self._feeds = self._fed = False

    def see(self, here: Any, move: int, seat: int, decision: Any) -> None:
        _, stage, turn, _ = here.look()
        if seat != self._seat or stage != TURN:
            return
        if turn != self._turn:
            self._turn, self._falls, self._feeds, self._fed = turn, False, False, False
        options = here.options()
        attacks = {option: ask_about(here, option) for option in options if _command(option) == ATTACK}
        self._falls |= any(chance >= 1.0 for chance, _ in attacks.values())
        if not self._feeds:
            energies = (option for option in options if _command(option) == ATTACH)
            self._feeds = any(ask_about(here, option)[0] > 0.0 for option in energies)
        self._fed |= _command(move) == ATTACH
        if _command(move) in (ATTACK, END_TURN):
            self._close(attacks, move)

    def _close(self, attacks: Mapping[int, tuple[float, float]], move: int) -> None:
        """Judge the turn, which ends with this move."""
        chance, damage = attacks.get(move, (0.0, 0.0))
        best = max((damage for _, damage in attacks.values()), default=0.0)
        if best > 0.0:
            self._note("strongest", damage < best - 1e-9)
            self._note("no attack", move not in attacks)
        if self._falls:
            self._note("knock-out", chance < 1.0)
        if self._feeds:
            self._note("Energy", not self._fed)

    def _note(self, column: str, missed: bool) -> None:
        self._counts[column] += 1
        self._missed[column] += missed

    def found(self, end: Any) -> Mapping[str, tuple[float, float]]:
        return {column: (float(self._missed[column]), float(self._counts[column])) for column in OVERLOOKED.columns}


OVERLOOKED = Gauge(
    about="how often something obvious is not done in a turn in which it was possible",
    columns={
        "strongest": "turns at whose end an attack does damage, but the one that does most was not used",
        "no attack": "the same turns, ended without any attack",
        "knock-out": "turns in which some attack was sure to knock out, but the turn ended with none that was",
        "Energy": "turns in which an Energy would have brought an attack nearer, but none was attached",
    },
    start=Overlooked,
)

# --- branching --------------------------------------------------------------------------------------------------------

FEW, MANY = 10, 30  # what the paper calls usual


class Branching:
    """How many moves a player has where it has a choice, by kind of decision, and what pruning leaves of them."""

    def __init__(self, players: Sequence[Any], seat: int, seed: Any) -> None:
        self._seat, self._turn, self._most = seat, -1, 0
        self._sums: Counter[str] = Counter()
        self._counts: Counter[str] = Counter()

    def see(self, here: Any, move: int, seat: int, decision: Any) -> None:
        _, stage, turn, _ = here.look()
        moves = len(here.options()) if seat == self._seat else 0
        if moves < 2:
            return
        self._most = max(self._most, moves)
        self._note("all", moves)
        self._note(STAGES[stage], moves)
        if stage == TURN:
            self._note("10 to 30", FEW <= moves <= MANY)
            self._note("first" if turn != self._turn else "later", moves)
            for level in LEVELS[1:]:
                self._note(level, len(here.options(level)))
            self._turn = turn

    def _note(self, column: str, number: int) -> None:
        self._sums[column] += number
        self._counts[column] += 1

    def found(self, end: Any) -> Mapping[str, tuple[float, float]]:
        self._sums["most"], self._counts["most"] = self._most, int(self._most > 0)
        return {column: (float(self._sums[column]), float(self._counts[column])) for column in BRANCHING.columns}


BRANCHING = Gauge(
    about="legal moves where there is a choice",
    columns={
        "all": "moves at all decisions",
        "turn": "moves at decisions of a turn: cards, Energy, retreat, attack, end",
        "10 to 30": "share of these decisions with 10 to 30 moves, which the paper calls usual",
        "first": "moves at the first decision of a turn",
        "later": "moves at the other decisions of a turn",
        "sensible": "moves at decisions of a turn that pruning by `sensible` leaves",
        "ordered": "the same by `ordered`",
        "choice": "answers to questions of cards",
        "promote": "Pokemon to promote",
        "setup": "answers in the set-up",
        "most": "the most moves at any decision of a game",
    },
    start=Branching,
)

# --- a tree that is kept ----------------------------------------------------------------------------------------------


class Kept:
    """How often a search finds the position in the tree of its last decision, and what it takes over."""

    def __init__(self, players: Sequence[Any], seat: int, seed: Any) -> None:
        self._seat, self._turn = seat, -1
        self._sums: Counter[str] = Counter()
        self._counts: Counter[str] = Counter()

    def see(self, here: Any, move: int, seat: int, decision: Any) -> None:
        _, _, turn, _ = here.look()
        if seat != self._seat or decision is None or decision.simulations == 0:
            return
        if self._turn >= 0 and turn != self._turn + 1:  # what was asked in the opponent's turn counts for neither
            when = "within" if turn == self._turn else "across"
            for column, number in ((when, decision.reused > 0), (f"visits {when}", decision.reused)):
                self._sums[column] += number
                self._counts[column] += 1
        self._turn = turn

    def found(self, end: Any) -> Mapping[str, tuple[float, float]]:
        return {column: (float(self._sums[column]), float(self._counts[column])) for column in KEPT.columns}


KEPT = Gauge(
    about="what of its last tree a search finds again and keeps",
    columns={
        "across": "decisions with a whole turn of the opponent since the last one, at which part of the tree was kept",
        "visits across": "visits taken over at them, on average",
        "within": "decisions in the same turn as the last one, at which part of the tree was kept",
        "visits within": "visits taken over at them, on average",
    },
    start=Kept,
)


@cache
def gauges() -> Mapping[str, Gauge]:
    """The gauges of the game, by name."""
    return {"overlooked": OVERLOOKED, "branching": BRANCHING, "kept": KEPT}
