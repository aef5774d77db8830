"""How far ahead a player can see for certain: where its own moves lead, whatever is hidden and whatever chance does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mulligan.core.position import Position, make_stream

WORLDS = 4
Observation = tuple[int, ...]
"""The numbers that a seat may know of a position."""


class Foresight:
    """A position played on by its seat in several worlds at once, each with hidden cards and chance of its own.

    As long as the seat sees the same in all of them, it can decide ahead.  The worlds follow from the seed and from
    what the seat knows: swapping what it cannot know changes none of them.  With `open` the seat knows everything.

    >>> from mulligan.games.toys import NIM, RACE
    >>> for game in (NIM, RACE):  # without dice, and with them
    ...     ahead = Foresight(Position.deal(game), 0, "seed")
    ...     print(ahead.play(ahead.here.options()[-1]) and ahead.is_certain())
    True
    False
    """

    def __init__(self, position: Position, seat: int, seed: Any, *, open: bool = False) -> None:
        self._position, self._seat, self._open = position, seat, open
        self._name = (seed, "foresight")
        self._moves: list[int] = []
        self._others: list[tuple[Position, Any]] = []
        self.here, self._chance = self._world(0)
        """Where the moves have led, in the first of the worlds."""
        self.seen: list[Observation] = []
        """What the seat sees after each move, as far as it is certain."""

    def _world(self, number: int) -> tuple[Position, Any]:
        """One of the worlds, and its chance."""
        position, game, name = self._position, self._position.game, (*self._name, number)
        known = self._open or not game.hidden
        world = position.unnamed() if known else position.hide(self._seat, make_stream(game, *name))
        return world, make_stream(game, *name, "chance")

    def play(self, move: int) -> bool:
        """Play a move of the seat in the first world, if it is legal there."""
        if self.here.over or not self.here.is_legal(move):
            return False
        self.here.play_with(move, self._chance)
        self._moves.append(move)
        return True

    def is_certain(self) -> bool:
        """Whether the seat sees the same in the other worlds, after all moves so far; to be asked after each."""
        if not self._others:
            self._others = [self._world(number) for number in range(1, WORLDS)]
        there = self.here.look()[:3], self.here.observe(self._seat)
        for world, chance in self._others:
            if world.over or not world.is_legal(self._moves[-1]):
                return False
            world.play_with(self._moves[-1], chance)
            if (world.look()[:3], world.observe(self._seat)) != there:
                return False
        self.seen.append(tuple(there[1]))
        return True


def foresee(position: Position, seat: int, moves: Sequence[int], seed: Any, *, open: bool = False) -> list[Observation]:
    """What a seat will see after each of its moves but the last, as far as it is certain."""
    ahead = Foresight(position, seat, seed, open=open)
    for move in moves[:-1]:
        if not ahead.play(move) or not ahead.is_certain():
            break
    return ahead.seen
