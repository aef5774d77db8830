"""What is measured in games besides who wins: moves that were overlooked, how many there are, and how a tree is kept.

Everything is counted for the first of the two players.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from mulligan.core.gauge import Gauge
from mulligan.kernel import floats, interpret

from ..pruning import LEVELS
from ..rules.layout import ATTACH, ATTACK, END_TURN, STAGES, TURN, command
from .survey import survey

_command = interpret(command)


def ask_about(here: Any, move: int) -> tuple[float, float]:
    """What the survey says of a move of a turn."""
    out = floats(2, packed=here.game.compiled)
    (survey if here.game.compiled else interpret(survey))(here.states, move, out)
    return float(out[0]), float(out[1])


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
            self._note("strongest not used, %", damage < best - 1e-9)
            self._note("no attack, %", move not in attacks)
        if self._falls:
            self._note("knock-out not made, %", chance < 1.0)
        if self._feeds:
            self._note("Energy not attached, %", not self._fed)

    def _note(self, column: str, missed: bool) -> None:
        self._counts[column] += 1
        self._missed[column] += 100 * missed

    def found(self, end: Any) -> Mapping[str, tuple[float, float]]:
        return {column: (float(self._missed[column]), float(self._counts[column])) for column in OVERLOOKED.columns}


OVERLOOKED = Gauge(
    about="how often something obvious is not done in a turn in which it was possible",
    columns={
        "strongest not used, %": "turns at whose end an attack does damage, but the one that does most was not used",
        "no attack, %": "the same turns, ended without any attack",
        "knock-out not made, %": "turns in which an attack was sure to knock out, but that ended with none that was",
        "Energy not attached, %": "turns in which an Energy would have brought an attack nearer, but none was attached",
    },
    start=Overlooked,
)

# --- branching --------------------------------------------------------------------------------------------------------

FEW, MANY = 10, 30  # what the paper calls usual


class Moves:
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
            self._note("10 to 30, %", 100 * (FEW <= moves <= MANY))
            self._note("first" if turn != self._turn else "later", moves)
            for level in LEVELS[1:]:
                self._note(level, len(here.options(level)))
            self._turn = turn

    def _note(self, column: str, number: int) -> None:
        self._sums[column] += number
        self._counts[column] += 1

    def found(self, end: Any) -> Mapping[str, tuple[float, float]]:
        self._sums["most"], self._counts["most"] = self._most, int(self._most > 0)
        return {column: (float(self._sums[column]), float(self._counts[column])) for column in MOVES.columns}


MOVES = Gauge(
    about="legal moves where there is a choice",
    columns={
        "all": "moves at all decisions",
        "turn": "moves at decisions of a turn: cards, Energy, retreat, attack, end",
        "10 to 30, %": "share of these decisions with 10 to 30 moves, which the paper calls usual",
        "first": "moves at the first decision of a turn",
        "later": "moves at the other decisions of a turn",
        "sensible": "moves at decisions of a turn that pruning by `sensible` leaves",
        "ordered": "the same by `ordered`",
        "keen": "the same by `keen`",
        "choice": "answers to questions of cards",
        "promote": "Pokemon to promote",
        "setup": "answers in the set-up",
        "most": "the most moves at any decision of a game",
    },
    start=Moves,
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
            for column, number in (f"{when}, %", 100 * (decision.reused > 0)), (f"visits {when}", decision.reused):
                self._sums[column] += number
                self._counts[column] += 1
        self._turn = turn

    def found(self, end: Any) -> Mapping[str, tuple[float, float]]:
        return {column: (float(self._sums[column]), float(self._counts[column])) for column in KEPT.columns}


KEPT = Gauge(
    about="what of its last tree a search finds again and keeps",
    columns={
        "across, %": "decisions after a whole turn of the opponent at which part of the tree was kept",
        "visits across": "visits taken over at them, on average",
        "within, %": "decisions in the same turn as the last one at which part of the tree was kept",
        "visits within": "visits taken over at them, on average",
    },
    start=Kept,
)


@cache
def gauges() -> Mapping[str, Gauge]:
    """The gauges of the game, by name."""
    return {"overlooked": OVERLOOKED, "moves": MOVES, "kept": KEPT}
