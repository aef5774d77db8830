"""The conformance test: does a game keep its contract, and does an agent use only what it may know?

`check_game` states the contract clause by clause and lets Hypothesis look for a counterexample to each; what it finds
is made as small as possible and told in words.  `check_agent` does the same for a player.  Both work on anyone's
game, compiled or plain.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from hypothesis import HealthCheck, Phase, Verbosity, errors, given, settings
from hypothesis import seed as seeded
from hypothesis import strategies as st

from .errors import UsageError
from .game import OVER, Game
from .kernel import is_compiled
from .position import PLAY, Position, make_stream

# A choice of the walk below this number is a whole move, then come answers in a chain, then moves of rule players.
WHOLE, CHAINED, STYLED = 200, 250, 300

# How far means may lie apart, in standard errors.  Where real and sampled worlds follow one law their differences are
# symmetric, so the chance to go beyond z is below 2 exp(-z * z / 2) whatever the law: here 3 in 100 million.
FAR = 6.0


# --- reports ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Counterexample:
    """Where a clause does not hold: a deal, the moves that lead there, the position, and what is wrong with it.

    `Position.deal(game, setup, seed)` and then `play(move, seed)` for each of the moves leads to the position.
    """

    problem: str
    setup: str = ""
    seed: int | None = None
    moves: tuple[str, ...] = ()
    position: str = ""

    def __str__(self) -> str:
        lines = [self.problem]
        if self.seed is not None:
            moves = f"after {len(self.moves)} moves: {', '.join(self.moves)}" if self.moves else "before the first move"
            lines = [f"setup {self.setup}, seed {self.seed}, {moves}", self.position, *lines]
        return "\n".join(line for line in lines if line)


@dataclass(frozen=True)
class Clause:
    """One clause of the contract and how it fared."""

    name: str
    states: str
    passed: bool
    tried: int
    counterexample: Counterexample | None = None


@dataclass(frozen=True)
class Report:
    """All clauses of a check; `str(report)` is the text for people."""

    subject: str
    clauses: tuple[Clause, ...] = field(default_factory=tuple)

    @property
    def passed(self) -> bool:
        """Whether every clause holds."""
        return all(clause.passed for clause in self.clauses)

    @property
    def failed(self) -> list[str]:
        """The names of the clauses that do not hold."""
        return [clause.name for clause in self.clauses if not clause.passed]

    def clause(self, name: str) -> Clause:
        """A clause by its name."""
        return next(clause for clause in self.clauses if clause.name == name)

    def to_dict(self) -> dict[str, Any]:
        """The report as JSON knows it."""
        return {"subject": self.subject, "passed": self.passed, "clauses": [asdict(clause) for clause in self.clauses]}

    def __str__(self) -> str:
        width = max((len(clause.name) for clause in self.clauses), default=0)
        good = sum(clause.passed for clause in self.clauses)
        lines = [f"{self.subject}: {good} of {len(self.clauses)} clauses hold"]
        for clause in self.clauses:
            mark = "ok  " if clause.passed else "FAIL"
            lines.append(f"  {mark}  {clause.name:{width}}  {clause.tried:5}  {clause.states}")
            if clause.counterexample:
                lines += [" " * (width + 17) + line for line in str(clause.counterexample).splitlines()]
        return "\n".join(lines)


# --- walks: positions reached by playing ------------------------------------------------------------------------------


class _Wrong(Exception):
    """A clause does not hold; the message says why."""


class _Found(Exception):
    """The exception that Hypothesis sees: always the same, so that it looks for the smallest example of any kind."""


def _need(condition: bool, problem: str) -> None:
    if not condition:
        raise _Wrong(problem)


@dataclass(frozen=True)
class _Plan:
    """How to reach a position: a deal, some moves that the seed chooses, and some that Hypothesis chooses."""

    setup: str
    seed: int
    ahead: int = 0
    choices: tuple[int, ...] = ()


class _Walk:
    """A game played by a plan; stops before the end if the position is to be `live`."""

    def __init__(self, game: Game, plan: _Plan) -> None:
        self.game, self.plan = game, plan
        self.played: list[int] = []
        self.random = random.Random(plan.seed)
        self.position = Position.deal(game, plan.setup, plan.seed)

    def go(self, live: bool, watch: Callable[[Position], None] | None = None) -> None:
        """Play the plan, showing each position to `watch`."""
        ahead = (self.random.randrange(STYLED) for _ in range(self.plan.ahead))
        for choice in [*ahead, *self.plan.choices]:
            if watch:
                watch(self.position)
            for move in self.moves(choice):
                before = self.position.copy()
                self.play(self.position, move)
                if live and self.position.over:
                    self.position = before
                    return
                self.played.append(move)
            if self.position.over:
                break
        if watch:
            watch(self.position)

    def moves(self, choice: int) -> list[int]:
        """The moves that a choice stands for; none if a rule player's advice cannot be followed."""
        if self.position.over:
            return []
        if choice >= CHAINED:
            style = self.game.styles[choice % len(self.game.styles)]
            advice = self.position.advise(style, self.stream("style", len(self.played)))
            trial = self.position.copy()
            for move in advice:
                if move not in _legal(trial):
                    return []
                self.play(trial, move)
            return advice
        moves = self.position.options(chain=self.game.chains and choice >= WHOLE)
        return [moves[choice % len(moves)]] if moves else []

    def stream(self, *names: Any) -> Any:
        """A stream of the check's own."""
        return make_stream(self.game, self.plan.seed, "check", *names)

    def play(self, position: Position, move: int) -> None:
        """Play as `Position.play(move, seed)` does."""
        position.call(PLAY, make_stream(self.game, self.plan.seed, "chance", position.turn, move), move)

    def counterexample(self, problem: str) -> Counterexample:
        """The way here in words."""
        words: list[str] = []
        position = Position.deal(self.game, self.plan.setup, self.plan.seed)
        for move in self.played:
            words.append(_text(position, move))
            self.play(position, move)
        return Counterexample(problem, self.plan.setup, self.plan.seed, tuple(words), _printed(self.position))


def _text(position: Position, move: int) -> str:
    """A move in words, if the game can."""
    try:
        return position.text(move)
    except Exception:
        return f"move {move}"


def _printed(position: Position) -> str:
    """A position in words, if the game can."""
    try:
        return str(position)
    except Exception:
        return str(position.fields())


def _forms(game: Game) -> tuple[bool, ...]:
    """Whole moves, and answers in a chain where the game has them."""
    return (False, True) if game.chains else (False,)


def _legal(position: Position) -> list[int]:
    """All legal moves in any form."""
    return list(dict.fromkeys(move for chain in _forms(position.game) for move in position.options(chain=chain)))


def _seats(game: Game) -> range:
    return range(game.players)


def _views(position: Position) -> list[list[int]]:
    """What each seat may know."""
    return [position.observe(seat) for seat in _seats(position.game)]


def _same(one: Position, other: Position) -> bool:
    """Whether two states are equal in every field."""
    if one.game.compiled and one.states.tobytes() == other.states.tobytes():
        return True
    return one.fields() == other.fields()


def _difference(one: Position, other: Position) -> str:
    """The fields in which two states differ."""
    pairs = [(name, value, other.fields()[name]) for name, value in one.fields().items()]
    return "; ".join(f"{name} is {a} and {b}" for name, a, b in pairs if a != b)


def _finish(position: Position, choose: Callable[[Position], int]) -> None:
    """Play to the end, or say why that is impossible."""
    game = position.game
    for _ in range(100 * game.max_turns + 1000):
        if position.over:
            break
        _need(position.turn <= game.max_turns, f"turn {position.turn} is beyond max_turns, which is {game.max_turns}")
        move = choose(position)
        position.play_with(move, make_stream(game, "finish", position.turn, move))
    _need(position.over, f"the game goes on without end: turn {position.turn} after {100 * game.max_turns + 1000} moves")
    _sound_payoffs(position)


def _sound_payoffs(position: Position) -> None:
    payoffs = [position.payoff(seat) for seat in _seats(position.game)]
    _need(all(0.0 <= payoff <= 1.0 for payoff in payoffs), f"payoffs {payoffs} should lie between 0 and 1")
    if position.game.players == 2:
        _need(abs(sum(payoffs) - 1.0) < 1e-9, f"payoffs {payoffs} of two players should add up to 1")


# --- the clauses of a game --------------------------------------------------------------------------------------------
