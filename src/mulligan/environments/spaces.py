"""How large actions and observations of a game are, and what each of their numbers means."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mulligan.core.errors import UsageError
from mulligan.core.game import Game
from mulligan.core.observing import number_names

LOWEST, HIGHEST = np.iinfo(np.int64).min, np.iinfo(np.int64).max - 1  # gymnasium adds 1 to the upper bound


class Spaces(NamedTuple):
    """The sizes of a game's arrays, and names for their places."""

    action_names: tuple[str, ...]
    number_names: tuple[str, ...]
    state_names: tuple[str, ...]
    dense: bool
    """Whether an action is always the same move, rather than a place in the list of legal ones."""
    notes: tuple[str, ...]
    """A few words on each number of an observation, or nothing if its name says it all."""
    low: NDArray[np.int64]
    high: NDArray[np.int64]
    """The least and the greatest that each number of an observation can be, as far as the game says."""

    @property
    def actions(self) -> int:
        """How many actions there are."""
        return len(self.action_names)

    @property
    def numbers(self) -> int:
        """How many numbers an observation has."""
        return len(self.number_names)

    @property
    def bounded(self) -> bool:
        """Whether the game says how small and how great its numbers can be."""
        return bool((self.low > LOWEST).all() and (self.high < HIGHEST).all())

    def scaled(self, observations: NDArray[np.int64]) -> NDArray[np.float32]:
        """Observations with every number brought from its bounds to 0 to 1; a new array.

        >>> from mulligan.games.toys import NIM
        >>> spaces_of(NIM).scaled(np.array([[0, 1], [99, 0]])).tolist()
        [[0.0, 1.0], [1.0, 0.0]]
        """
        if not self.bounded:
            raise UsageError("scaled: the encoding of this game has no bounds; see Room.encoding")
        wide = np.maximum(self.high - self.low, 1)
        found: NDArray[np.float32] = ((np.asarray(observations) - self.low) / wide).astype(np.float32)
        return found


@lru_cache(maxsize=64)
def spaces_of(game: Game) -> Spaces:
    """The spaces of a game.

    >>> from mulligan.games.toys import LEDUC
    >>> spaces_of(LEDUC).action_names
    ('fold', 'check or call', 'bet or raise')
    """
    encoding = game.room().encoding
    actions = encoding.actions or tuple(f"legal move {i + 1}" for i in range(game.max_options))
    numbers = number_names(game)
    low, high = np.array(encoding.bounds or ((LOWEST, HIGHEST),) * len(numbers), np.int64).T
    notes = encoding.notes or ("",) * len(numbers)
    return Spaces(actions, numbers, tuple(_fields(game.State)), bool(encoding.actions), notes, low, high)


def _fields(layout: np.dtype[Any], before: str = "") -> Iterator[str]:
    """The name of every number of a record: `life[0]`."""
    for name in layout.names or ():
        kind = layout[name]
        for place in np.ndindex(*kind.shape):
            word = f"{before}{name}" + "".join(f"[{i}]" for i in place)
            if kind.base.names:
                yield from _fields(kind.base, f"{word}.")
            else:
                yield word


def flat_state(states: NDArray[Any]) -> NDArray[Any]:
    """The numbers of packed records, a row for each, in the order of their names: whole, unless some are real."""
    return np.concatenate(list(_columns(states)), axis=1)


def _columns(states: NDArray[Any]) -> Iterator[NDArray[Any]]:
    for name in states.dtype.names or ():
        values = states[name].reshape(len(states), -1)
        if values.dtype.names:
            for k in range(values.shape[1]):
                yield from _columns(values[:, k])
        else:
            yield values if values.dtype.kind == "f" else values.astype(np.int64)
