"""What a seat can force within the present turn, by trying every move: exact, whatever hidden cards and chance do.

A position is looked at in several worlds at once, each with other hidden cards and other chance.  A move of the seat
counts only if it is legal in all of them and the seat sees the same after it in each: so a plan rests on nothing that
the seat cannot know, and on no luck.  (Three worlds may agree by accident; who keeps a plan tries it in many more.)
Whatever the others may do in the turn, each of their moves must leave the plan standing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Literal

from mulligan.core.position import Position, make_stream

Goal = Literal["win", "live"]
"""To win the game before the turn is over, or not to have lost it when the own answer is given."""
WORLDS = 3
CHECKED = 24  # worlds in which a plan is tried again
LONGEST = 100  # moves of an answer by chance
LOST, WON = 0.0, 1.0
Name = tuple[object, ...]


class TooMuch(Exception):
    """There is more to try than was allowed."""


@dataclass
class Trial:
    """How much may be tried yet: moves, in all worlds together."""

    left: int
    hopeless: set[tuple[object, ...]] = field(default_factory=set)
    """What the seat sees where it was found that nothing forces the goal: another order of moves comes there again."""

    def spend(self, moves: int) -> None:
        self.left -= moves
        if self.left < 0:
            raise TooMuch


def worlds_of(position: Position, seat: int, name: Name, count: int = WORLDS) -> tuple[Position, ...]:
    """The position as it may be for all that a seat knows, the real one first."""
    game, found = position.game, [position.unnamed()]
    for number in range(1, count):
        stream = make_stream(game, *name, "world", number)
        found.append(position.hide(seat, stream) if game.hidden else position.unnamed())
    return tuple(found)


def after(position: Position, move: int, name: Name) -> Position:
    """What a move leads to, with chance of this name."""
    made = position.unnamed()
    made.play_with(move, make_stream(position.game, *name, "chance", move, str(position.turn)))
    return made


def together(worlds: Sequence[Position], move: int, seat: int, name: Name, trial: Trial) -> tuple[Position, ...] | None:
    """The same move in all worlds; None if it is not legal in each, or if the seat sees the difference after it.

    Once the seat has done its part in all of them, what it sees makes no difference: each is judged by itself.
    """
    turn = worlds[0].turn
    trial.spend(len(worlds))
    made = []
    for number, world in enumerate(worlds):
        if number and not world.is_legal(move):
            return None
        made.append(after(world, move, (*name, number)))
    if all(world.over or world.turn != turn or world.actor != seat for world in made):
        return tuple(made)
    seen = [(world.look(), world.observe(seat)) for world in made]
    return tuple(made) if all(one == seen[0] for one in seen[1:]) else None


def forces(worlds: Sequence[Position], seat: int, goal: Goal, trial: Trial, turn: int, name: Name = ()) -> bool:
    """Whether the seat can force the goal from here, with the same moves in all worlds."""
    return next(plans(worlds, seat, goal, trial, turn, name), None) is not None


def plans(
    worlds: Sequence[Position], seat: int, goal: Goal, trial: Trial, turn: int, name: Name = ()
) -> Iterator[tuple[int, ...]]:
    """The plans of the seat that force the goal, as they are found: its moves until the others or the rules decide."""
    here = worlds[0]
    if here.over or here.turn != turn or here.actor != seat:
        if all(settled(world, seat, goal, trial, turn, name) for world in worlds):
            yield ()
        return
    seen = (here.look(), *here.observe(seat))
    if seen in trial.hopeless:
        return
    found = False
    for move in reversed(here.options()):  # games list first what prepares, and last what ends a turn
        made = together(worlds, move, seat, name, trial)
        rest = None if made is None else next(plans(made, seat, goal, trial, turn, name), None)
        if rest is not None:
            found = True
            yield move, *rest
    if not found:
        trial.hopeless.add(seen)


def settled(world: Position, seat: int, goal: Goal, trial: Trial, turn: int, name: Name) -> bool:
    """Whether the goal is reached once the seat has done its part, whatever the others still do in this turn."""
    if world.over:
        return world.payoff(seat) >= WON if goal == "win" else world.payoff(seat) > LOST
    mine = world.turn == turn and world.actor == seat  # then the answer is not given yet
    if goal == "live" or mine or world.turn != turn:
        return goal == "live" and not mine
    for move in world.options():
        trial.spend(1)
        if not settled(after(world, move, name), seat, goal, trial, turn, name):
            return False
    return True


def answers(
    position: Position, seat: int, goal: Goal, moves: int, name: Name
) -> tuple[dict[int, tuple[int, ...]], list[int]]:
    """By each first move that forces the goal: a plan that begins with it; and the first moves that do not.

    Chance decides nothing in a plan, but a first move may leave the goal to luck: it is in neither list.
    """
    turn, trial = position.turn, Trial(moves)
    worlds = worlds_of(position, seat, name)
    good: dict[int, tuple[int, ...]] = {}
    bad = []
    for move in position.options():
        made = together(worlds, move, seat, name, trial)
        plan = None if made is None else next(plans(made, seat, goal, trial, turn, name), None)
        if plan is not None:
            good[move] = (move, *plan)
        elif all(_hopeless(world, move, seat, goal, (*name, number)) for number, world in enumerate(worlds)):
            bad.append(move)
    return good, bad


def _hopeless(world: Position, move: int, seat: int, goal: Goal, name: Name) -> bool:
    """Whether a move ends the turn, or the own answer, without the goal."""
    if not world.is_legal(move):
        return False
    made = after(world, move, name)
    if made.over:
        return not (made.payoff(seat) >= WON if goal == "win" else made.payoff(seat) > LOST)
    return goal == "win" and (made.turn != world.turn or made.actor != seat)


def holds(position: Position, seat: int, goal: Goal, plan: Sequence[int], name: Name, worlds: int = CHECKED) -> bool:
    """Whether a plan reaches the goal in many more worlds and with other chance: another look at what was proved."""
    turn = position.turn
    for number, world in enumerate(worlds_of(position, seat, (*name, "again"), worlds)):
        here = world
        for move in plan:
            if here.over or here.actor != seat or not here.is_legal(move):
                return False
            here = after(here, move, (*name, "again", number))
        if not settled(here, seat, goal, Trial(1_000_000), turn, (*name, "again", number)):
            return False
    return True


def by_chance(position: Position, seat: int, goal: Goal, name: Name, times: int = 20) -> float:
    """How often any moves at all reach the goal: what a position asks of a player."""
    turn, reached = position.turn, 0
    for number in range(times):
        here, draw, moves = position, Random(f"{name} {number}"), 0
        while not here.over and here.turn == turn and here.actor == seat and moves < LONGEST:
            here, moves = after(here, draw.choice(here.options()), (*name, "any", number, moves)), moves + 1
        reached += settled(here, seat, goal, Trial(1_000_000), turn, (*name, "any", number))
    return reached / times
