"""An adviser's plan in the moves of the list that a person chooses from.

A search may answer a compound move question by question where the list has whole moves, or decide on a whole move where
the list has the first question.  Two ways to move are the same if they lead to the same position by the same chance.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from mulligan.core.position import Position, make_stream
from mulligan.search import Choice, Decision

from .branches import root_of
from .seated import SeatedAgent
from .view import Move

OTHERS = 12  # moves that are compared with the best one
MOST = 4_000  # positions that are looked at to put a whole move into answers
LONGEST = 60  # answers of one compound move
LINE = 8  # moves of a line of play
Place = tuple[tuple[int, ...], str]


def settings_of(player: Any, stage: int) -> Any:
    """The settings by which a player decides a stage, or None if a rule does."""
    parts = getattr(player, "parts", None)
    return getattr(parts[stage] if parts else player, "settings", None)


def promise(choice: Choice, settings: Any = None) -> float:
    """What a move promises, from 0, a loss, to 1, a win: the mean of what followed it.

    A search may choose by the best single reward, but that is a lucky draw, and nobody's chance.

    >>> promise(Choice(3, 10, 0, 0.2, 0.1, 0.3, 1.0, 1, 0.2))
    0.2
    """
    win, loss = getattr(settings, "win", 1.0), getattr(settings, "loss", 0.0)
    return min(1.0, max(0.0, (choice.mean - loss) / (win - loss))) if win != loss else choice.mean


def chosen(decision: Decision) -> Choice | None:
    """The move that was decided on, as the search sees it."""
    first = decision.moves[len(decision.prefix) : len(decision.prefix) + 1]
    return next((choice for choice in decision.choices if (choice.move,) == first), None)


def step(here: Position, move: int) -> None:
    """Play a move with a chance that is always the same, and not that of the game that is played."""
    here.play_with(move, make_stream(here.game, "advice"))


def after(position: Position, moves: Sequence[int]) -> list[Position]:
    """The positions after each of some moves, as far as they are legal."""
    here, found = position.copy(), []
    for move in moves:
        if here.over or not here.is_legal(move):
            break
        step(here, move)
        found.append(here.copy())
    return found


def place(position: Position) -> Place:
    """What two positions have in common if nothing in them matters that differs: numbers that are left over do not."""
    return position.look()[:3], str(position)


class Forms:
    """The ways to play from a position: in whole moves, and in answers.

    >>> from mulligan.games.magic import MAGIC
    >>> here = Position.read(MAGIC, "magic turn 9 player 1 cards | 1: lands 4 hand land 2/2(2) 3/3(4) | 2: lands 3")
    >>> skip = here.read_move("skip 3/3(4)")
    >>> line = (skip, here.copy().play(skip).read_move("cast 2/2(2)"))
    >>> move, used = Forms(here).listed(line, here.options())
    >>> here.text(move), used, Forms(here).answers(move) == line
    ('play land 2/2(2)', 2, True)
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self._ways: dict[Place, tuple[int, ...]] = {}
        self._queue: deque[tuple[Position, tuple[int, ...]]] = deque([(position, ())])

    @cached_property
    def wholes(self) -> dict[Place, int]:
        """Where whole moves lead; of several that lead to the same, the first."""
        found: dict[Place, int] = {}
        for move in self.position.options():
            for there in after(self.position, [move]):
                found.setdefault(place(there), move)
        return found

    def listed(self, line: Sequence[int], moves: Sequence[int]) -> tuple[int, int] | None:
        """The one of these moves with which a line begins, and how many moves of the line it stands for."""
        if not line:
            return None
        if line[0] in moves:
            return line[0], 1
        whole = self.whole(line)
        if whole is not None and whole[0] in moves:
            return whole
        if whole is not None:
            answers = self.answers(whole[0])
            if answers and answers[0] in moves:
                return answers[0], whole[1]
        return None

    def whole(self, line: Sequence[int]) -> tuple[int, int] | None:
        """The whole move with which a line begins, and how many moves of the line it stands for."""
        if line and line[0] in self.position.options():
            return line[0], 1
        for used, there in enumerate(after(self.position, line), 1):
            move = self.wholes.get(place(there))
            if move is not None:
                return move, used
        return None

    def answers(self, move: int) -> tuple[int, ...] | None:
        """A whole move as answers to a chain of questions."""
        if not self.position.game.chains:
            return None
        goal = next((place(there) for there in after(self.position, [move])), None)
        if goal is None:
            return None
        where = self.position.look()[:3]
        while goal not in self._ways and self._queue and len(self._ways) < MOST:
            here, way = self._queue.popleft()
            for answer in here.options(chain=True):
                there = here.copy()
                step(there, answer)
                known = place(there)
                if known not in self._ways:
                    self._ways[known] = (*way, answer)
                    if known[0] == where and len(way) < LONGEST:
                        self._queue.append((there, (*way, answer)))
        return self._ways.get(goal)

    def same(self, line: Sequence[int], other: Sequence[int]) -> bool:
        """Whether the second line is how the first one begins."""
        if tuple(line[: len(other)]) == tuple(other):
            return True
        ends = after(self.position, other)
        if len(ends) < len(other) or not ends:
            return False
        goal = place(ends[-1])
        return any(place(there) == goal for there in after(self.position, line))


# --- a decision -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Advised:
    """A move that an adviser has thought of."""

    text: str
    """The move as the list shows it; if it is not in the list, as the search calls it."""
    move: Move | None
    """The move of the list."""
    whole: str
    """The whole move, if the list has only its first answer; else empty."""
    visits: int
    chance: float


@dataclass(frozen=True)
class Advice:
    """What an adviser says of the moves in a list."""

    decision: Decision
    best: Advised | None
    """The best move; None if the adviser has none."""
    others: tuple[Advised, ...]
    more: int
    """How many other moves it has looked at."""
    line: tuple[str, ...]
    """What is to be expected after the best move, as far as can be told; moves of others with their owner."""

    @property
    def hinted(self) -> Move | None:
        """The move of the list that is the best."""
        return self.best.move if self.best is not None else None


def advise(seated_agent: SeatedAgent, decision: Decision, moves: Sequence[Move]) -> Advice:
    """What an agent that has just decided says of the moves in a list.

    >>> from mulligan.games.toys import NIM
    >>> from mulligan.play.view import look
    >>> agent, here = SeatedAgent(NIM, "ismcts:sims=2000"), Position.deal(NIM)
    >>> said = advise(agent, agent.decide(here, 0), look(here, 0).moves)
    >>> said.best.move.number, said.best.text, len(said.others), said.line[0].startswith("opponent: take")
    (3, 'take 3', 2, True)
    """
    position = decision.position
    settings = settings_of(seated_agent.player, position.look()[1])
    forms, numbers = Forms(position), {move.move: move for move in moves}
    best, used = chosen(decision), 1

    def advised(line: Sequence[int], choice: Choice | None) -> tuple[Advised, int]:
        found = forms.listed(line, list(numbers))
        visits, chance = (choice.visits, promise(choice, settings)) if choice is not None else (0, float("nan"))
        if found is None:
            words = in_words(position, line)
            return Advised(", ".join(words), None, "", visits, chance), max(1, len(words))
        move = numbers[found[0]]
        part = move.move != line[0] and line[0] in position.options()
        return Advised(move.text, move, position.text(line[0]) if part else "", visits, chance), found[1]

    first = None
    if decision.moves:
        first, used = advised(decision.moves, best)
    told = {first.text} if first is not None else set()
    others: list[Advised] = []
    rest = [choice for choice in decision.choices if choice is not best]
    for choice in rest[:OTHERS]:
        other, _ = advised(_completed(seated_agent, decision, settings, choice.move), choice)
        if other.text not in told:  # not another whole move that begins with the same answer
            told.add(other.text)
            others.append(other)
    line = _expected(decision, used)
    return Advice(decision, first, tuple(others), max(0, len(rest) - OTHERS), line)


def plan_of(decision: Decision) -> tuple[int, ...]:
    """What was decided, and what the search expects to follow; guesses wherever cards are hidden."""
    begun, moves = len(decision.prefix), decision.moves
    goes_on = decision.line[: len(moves) - begun] == moves[begun:]
    return (*decision.prefix, *decision.line) if goes_on else moves


def follow(position: Position, line: Sequence[int]) -> Iterator[tuple[Position, int]]:
    """The moves of a line, and where each is played, as far as it can be followed with the search's own chance."""
    here = position.copy()
    for move in line:
        if here.over or not here.is_legal(move):
            return
        yield here, move
        here.play_with(move, make_stream(here.game, 0, "chance", here.look()[2], move))


def in_words(position: Position, line: Sequence[int]) -> list[str]:
    """Moves in words, as far as they can be followed."""
    return [here.text(move) for here, move in follow(position, line)]


def _completed(seated_agent: SeatedAgent, decision: Decision, settings: Any, move: int) -> tuple[int, ...]:
    """A move of the search, and the answers that its trees would give after it to the end of the stage."""
    moves, below, here = [*decision.prefix, move], [move], root_of(decision)
    if not getattr(settings, "binary", False) or not here.is_legal(move):
        return tuple(moves)
    where = here.look()[:3]
    step(here, move)
    while not here.over and here.look()[:3] == where and len(moves) < LONGEST:
        options = here.options(settings.prune, chain=True)
        likely = [choice.move for choice in seated_agent.below(below) if choice.move in options]
        if len(options) > 1 and not likely:
            break
        answer = options[0] if len(options) == 1 else likely[0]
        if len(options) > 1 or not settings.skip:
            below.append(answer)
        moves.append(answer)
        step(here, answer)
    return tuple(moves)


def _expected(decision: Decision, used: int) -> tuple[str, ...]:
    """What is expected after the first `used` moves of a decision, with the owner of moves that are not its own."""
    many = decision.position.game.players > 2
    words = (
        ("" if here.actor == decision.seat else f"player {here.actor + 1}: " if many else "opponent: ")
        + here.text(move)
        for here, move in follow(decision.position, plan_of(decision)[: used + LINE])
    )
    return tuple(words)[used:]


__all__ = ["Advice", "Advised", "Forms", "advise", "after", "chosen", "in_words", "plan_of", "promise", "settings_of"]
