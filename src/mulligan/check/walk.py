"""Walks: positions reached by playing, told again in words, and what can be asked about two of them."""

from __future__ import annotations

import random
from copy import copy
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..core.game import Game
from ..core.position import OPTIONS, PLAY, Position, make_stream
from ..kernel import pack, record
from .report import Counterexample

# A choice below the first number is a whole move, then come answers in a chain, then the moves of rule players.
WHOLE, CHAINED, STYLED = 200, 250, 300
TEXT_NUMBERS = 128
_TEXT = record(number=("i8", TEXT_NUMBERS))


class Wrong(Exception):
    """A clause does not hold; the message says why, and a walk leads there."""

    def __init__(self, problem: str, walk: Walk | None = None) -> None:
        super().__init__(problem)
        self.walk = walk


@dataclass(frozen=True)
class Tried:
    """How much a clause was tried, in a number and in words."""

    count: int
    detail: str = ""


def need(condition: bool, problem: str) -> None:
    """Go on only if `condition` holds."""
    if not condition:
        raise Wrong(problem)


@dataclass(frozen=True)
class Plan:
    """How to reach a position: a deal, some moves that the seed chooses, then some that are chosen one by one."""

    setup: str
    seed: int
    ahead: int = 0
    choices: tuple[int, ...] = ()


class Walk:
    """A game that is played by a plan."""

    def __init__(self, game: Game, plan: Plan) -> None:
        self.game, self.plan = game.at(plan.setup), plan
        self.played: list[int] = []
        self.random = random.Random(plan.seed)
        self.notes: dict[Any, Any] = {}
        """What has been worked out about this walk; copies share it."""
        self.position = Position.deal(game, plan.setup, plan.seed)

    def go(self) -> None:
        """Play as planned, at most to the end of the game."""
        ahead = [self.random.randrange(STYLED) for _ in range(self.plan.ahead)]
        for choice in [*ahead, *self.plan.choices]:
            for move in self.choose(choice):
                self.play(self.position, move)
                self.played.append(move)
            if self.position.over:
                break

    def choose(self, choice: int) -> list[int]:
        """The moves that a choice stands for; none if a rule player's advice cannot be followed."""
        if self.position.over:
            return []
        if choice >= CHAINED:
            style = self.game.styles[choice % len(self.game.styles)]
            trial = self.position.copy()
            advice = trial.advise(style, self.stream("style", len(self.played)))
            for move in advice:
                if trial.over or move not in legal_moves(trial):
                    return []
                self.play(trial, move)
            return advice
        moves = self.position.options(chain=self.game.chains and choice >= WHOLE)
        return [moves[choice % len(moves)]] if moves else []

    def again(self, moves: int) -> Walk:
        """The first moves of this walk."""
        other = Walk(self.game, self.plan)
        for move in self.played[:moves]:
            other.play(other.position, move)
            other.played.append(move)
        return other

    def copy(self) -> Walk:
        """The same walk with a position of its own."""
        other = copy(self)
        other.position = self.position.copy()
        return other

    def before_the_end(self) -> Walk | None:
        """This walk, cut short somewhere if it leads to the end of the game; None if there is nothing to decide."""
        if not self.position.over:
            return self
        other = self.again(random.Random(self.plan.seed).randrange(len(self.played))) if self.played else self
        return None if other.position.over else other

    def stream(self, *names: Any) -> Any:
        """A stream of the check's own."""
        return make_stream(self.game, self.plan.seed, "check", *names)

    def play(self, position: Position, move: int) -> None:
        """Play as `Position.play(move, seed)` does."""
        position.call(PLAY, make_stream(self.game, self.plan.seed, "chance", position.turn, move), move)

    def counterexample(self, problem: str) -> Counterexample:
        """The way here in words."""
        told: list[str] = []
        position = Position.deal(self.game, self.plan.setup, self.plan.seed)
        for move in self.played:
            told.append(words(position, move))
            self.play(position, move)
        return Counterexample(problem, self.plan.setup, self.plan.seed, tuple(told), printed(self.position))


def words(position: Position, *moves: int) -> str:
    """Moves in words, as far as the game can say them."""
    told = []
    for move in moves:
        try:
            told.append(position.text(move))
        except Exception:  # the clause about text will tell
            told.append(f"move {move}")
    return ", then ".join(told)


def printed(position: Position) -> str:
    """A position in words, or in numbers if the game cannot print it."""
    try:
        return str(position)
    except Exception:  # the clause about text will tell
        return str(position.fields())


def forms(game: Game) -> tuple[bool, ...]:
    """Whole moves, and answers in a chain where the game has them."""
    return (False, True) if game.chains else (False,)


def legal_moves(position: Position) -> list[int]:
    """All legal moves, whole and in a chain."""
    if not position.game.chains:
        return position.options()
    return list(dict.fromkeys(position.options() + position.options(chain=True)))


def views(position: Position) -> list[list[int]]:
    """What each seat may know."""
    return [position.observe(seat) for seat in range(position.game.players)]


def packed(position: Position) -> Any:
    """The state as a record of numbers: of a state that holds objects of another engine, those in its text."""
    if position.game.compiled:
        return position.states[:1].copy()
    if not position.game.State.hasobject:
        return pack(position.states)
    row = np.zeros(1, _TEXT)
    found = [int(word) for word in str(position).split() if word.isascii() and word.isdigit()][:TEXT_NUMBERS]
    row["number"][0, : len(found)] = found
    return row


def same_state(one: Position, other: Position) -> bool:
    """Whether two states are equal in every field."""
    if one.game.compiled and one.states.tobytes() == other.states.tobytes():
        return True
    return one.fields() == other.fields()


def difference(one: Position, other: Position) -> str:
    """The fields in which two states differ."""
    pairs = [(name, value, other.fields()[name]) for name, value in one.fields().items()]
    return "; ".join(f"{name} is {a} and {b}" for name, a, b in pairs if a != b)


def need_same_cards(before: Position, after: Position, when: str) -> None:
    """Hold two positions to the same cards."""
    lost, made = before.cards(), after.cards()
    for card in list(lost):
        if card in made:
            made.remove(card)
            lost.remove(card)
    need(not lost and not made, f"{when}, cards {lost} are lost and cards {made} are new")


def finish(position: Position, style: str, rng: Any) -> None:
    """Let a rule player play to the end, or say why that is impossible."""
    game = position.game
    limit = 100 * game.max_turns + 1000
    for _ in range(limit):
        actor, _, turn, _ = position.look()
        if actor < 0:
            break
        need(turn <= game.max_turns, f"turn {turn} is beyond max_turns, which is {game.max_turns}")
        if position.call(OPTIONS) <= 0:
            raise Wrong(f"no legal move in the position: {printed(position)}")
        position.act(style, rng)
    need(position.over, f"the game goes on without end: turn {position.turn} after {limit} moves")
    need_sound_payoffs(position)


def need_sound_payoffs(position: Position) -> None:
    """Hold a finished game to payoffs from 0 to 1, equal ones of each side, and a sum of 1 of two sides."""
    game = position.game
    payoffs = [position.payoff(seat) for seat in range(game.players)]
    need(all(0.0 <= payoff <= 1.0 for payoff in payoffs), f"payoffs {payoffs} should lie between 0 and 1")
    sides = [[payoffs[seat] for seat in game.seats_of(side)] for side in range(game.sides)]
    need(all(len(set(side)) == 1 for side in sides), f"payoffs {payoffs} should be equal for seats of one side")
    if len(sides) == 2:
        both = "players" if game.players == 2 else "sides"
        need(abs(sides[0][0] + sides[1][0] - 1.0) < 1e-9, f"payoffs {payoffs} of two {both} should add up to 1")
