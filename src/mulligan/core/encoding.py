"""A game in numbers of a fixed size, for programs that learn: what an action is, and what an observation holds.

Moves are whole numbers of any size, and `observe` writes lists of any length.  Every game can be learned from without
an encoding: then an action is a place in the list of legal moves, and an observation is what `observe` writes.  A game
whose encoding says more (`Room.encoding`) gives every number a lasting meaning.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Encoding:
    """What the numbers of a game mean."""

    actions: tuple[str, ...] = ()
    """What each action does, by its number; without it, action i is the move in place i of the list of legal ones."""
    action: Callable[..., Any] | None = None
    """Compiled, `action(s, t, move)`: the action that a legal move is, different for different ones; by default the
    move itself."""
    numbers: tuple[str, ...] = ()
    """What each number of an observation is."""
    write: Callable[..., Any] | None = None
    """Compiled, `write(s, t, seat, out)`: the observation, written into zeroed `out`, and how many numbers it has; it
    may use nothing but what the seat knows.  By default `observe`."""

    def __post_init__(self) -> None:
        if self.action is not None and not self.actions:
            raise ValueError("an encoding with a function for actions should name them")
        if self.write is not None and not self.numbers:
            raise ValueError("an encoding with a function for observations should name their numbers")
