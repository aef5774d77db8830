# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs
"""What a seat knows as an array of a fixed length: the same for environments, plain players and programs."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..kernel import compiled, entry, integers, interpret
from .errors import UsageError
from .game import Game
from .position import Position

OUTSIDE = -2  # the encoding has no room for a number


@lru_cache(maxsize=64)
def number_names(game: Game) -> tuple[str, ...]:
    """What each number is, as the encoding of the game has it.

    >>> from mulligan.games.toys import NIM
    >>> number_names(NIM)
    ('stones that are left', 'the seat whose turn it is')
    """
    encoding = game.room().encoding
    names = encoding.numbers or tuple(f"number {i + 1} of observe" for i in range(game.max_numbers))
    if encoding.write is None and len(names) > game.max_numbers:
        raise UsageError(f"{game.name}: its encoding names {len(names)} numbers, but observe writes {game.max_numbers}")
    return names


def make_look(game: Game) -> Any:
    """`look(s, t, seat, seen, out)`: what a seat observes, into zeroed `seen`; how many numbers, or OUTSIDE.

    `seen` is a row of numbers or, where the encoding has a layout, the same as a record.
    """
    encoding, observe = game.room().encoding, game.observe
    own, NUMBERS = encoding.write, len(encoding.numbers)
    if encoding.layout is not None:

        @compiled
        def look(s, t, seat, seen, out):
            own(s, t, seat, seen)
            return NUMBERS

    elif own is not None:

        @compiled
        def look(s, t, seat, seen, out):
            return own(s, t, seat, seen)

    else:

        @compiled
        def look(s, t, seat, seen, out):
            n = observe(s, t, seat, out)
            if n > len(seen):
                return OUTSIDE
            for k in range(n):
                seen[k] = out[k]
            return n

    return look


@lru_cache(maxsize=64)
def _layout(game: Game) -> Any:
    """Kept, since a room is made anew whenever it is asked for."""
    return game.room().encoding.layout


def as_seen(game: Game, numbers: Any) -> Any:
    """Rows of numbers as `look` takes them: as they are, or as records in the same memory."""
    layout = _layout(game)
    if layout is None:
        return numbers
    rows = numbers.view(layout).reshape(len(numbers))
    return rows if game.compiled else rows.view(np.recarray)


@lru_cache(maxsize=64)
def make_watch(game: Game) -> Any:
    """The entry that writes what any seat knows: `watch(states, tables, seats, seen, out)`, a row for each game."""
    look = make_look(game)

    @entry
    def watch(states, tables, seats, seen, out):
        for i in range(len(seats)):
            look(states[i], tables[0], seats[i], seen[i], out)

    return watch if game.compiled else interpret(watch)


def observation(position: Position, seat: int) -> NDArray[np.int64]:
    """What a seat knows, zeros at the end.

    >>> from mulligan.games.toys import NIM
    >>> observation(Position.deal(NIM), 0).tolist()
    [15, 0]
    """
    game = position.game
    found: NDArray[np.int64] = np.zeros((1, len(number_names(game))), np.int64)
    if game.room().encoding.write is None:  # what every position has at hand
        seen = position.observe(seat)
        if len(seen) > len(found[0]):
            raise UsageError(f"{game.name}: its encoding names {len(found[0])} numbers, but observe writes {len(seen)}")
        found[0, : len(seen)] = seen
    else:
        out = integers(max(game.max_numbers, 64), packed=game.compiled)
        make_watch(game)(position.states, position.table, np.array([seat]), as_seen(game, found), out)
    return found.reshape(-1)
