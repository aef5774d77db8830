"""How far ahead a player can see for certain: where its own moves lead, whatever is hidden and whatever chance does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mulligan.position import Position, make_stream

WORLDS = 4
Observation = tuple[int, ...]
"""The numbers that a seat may know of a position."""


class Foresight:
    """A position played on by its seat in several worlds at once, each with hidden cards and chance of its own.

    As long as the seat sees the same in all of them, it can decide ahead.  The worlds follow from the seed and from
    what the seat knows: swapping what it cannot know changes none of them.  With `open` the seat knows everything.

    >>> from mulligan.games.toys import RACE
    >>> ahead = Foresight(Position.deal(RACE), 0, "seed")
    >>> ahead.play(ahead.here.options()[-1])  # a roll of the dice
    False
    """

    def __init__(self, position: Position, seat: int, seed: Any, *, open: bool = False) -> None:
        game = position.game
        self.seat, self.seen = seat, list[Observation]()
        """What the seat sees after each move, as far as it is certain."""
        names = [(seed, "foresight", number) for number in range(WORLDS)]
        guessed = game.hidden and not open
        self._worlds = [
            position.hide(seat, make_stream(game, *name)) if guessed else position.unnamed() for name in names
        ]
        self._chances = [make_stream(game, *name, "chance") for name in names]

    @property
    def here(self) -> Position:
        """Where the moves have led, in the first of the worlds."""
        return self._worlds[0]

    def play(self, move: int) -> bool:
        """Play a move of the seat; whether it is legal, and what the seat sees then is certain."""
        found = set()
        for world, chance in zip(self._worlds, self._chances, strict=True):
            if world.over or not world.is_legal(move):
                return False
            world.play_with(move, chance)
            found.add((world.look()[:3], tuple(world.observe(self.seat))))
        if len(found) == 1:
            self.seen.append(found.pop()[1])
            return True
        return False


def foresee(position: Position, seat: int, moves: Sequence[int], seed: Any, *, open: bool = False) -> list[Observation]:
    """What a seat will see after each of its moves but the last, as far as it is certain."""
    ahead = Foresight(position, seat, seed, open=open)
    for move in moves[:-1]:
        if not ahead.play(move):
            break
    return ahead.seen
