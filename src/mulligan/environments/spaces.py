"""How large actions and observations of a game are, and what each of their numbers means."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mulligan.core.game import Game
from mulligan.core.observing import number_names


class Spaces(NamedTuple):
    """The sizes of a game's arrays, and names for their places."""

    action_names: tuple[str, ...]
    number_names: tuple[str, ...]
    state_names: tuple[str, ...]
    dense: bool
    """Whether an action is always the same move, rather than a place in the list of legal ones."""

    @property
    def actions(self) -> int:
        """How many actions there are."""
        return len(self.action_names)

    @property
    def numbers(self) -> int:
        """How many numbers an observation has."""
        return len(self.number_names)


@lru_cache(maxsize=64)
def spaces_of(game: Game) -> Spaces:
    """The spaces of a game.

    >>> from mulligan.games.toys import LEDUC
    >>> spaces_of(LEDUC).action_names
    ('fold', 'check or call', 'bet or raise')
    """
    encoding = game.room().encoding
    actions = encoding.actions or tuple(f"legal move {i + 1}" for i in range(game.max_options))
    return Spaces(actions, number_names(game), tuple(_fields(game.State)), bool(encoding.actions))


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
