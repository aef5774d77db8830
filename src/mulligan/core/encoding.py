"""A game in numbers of a fixed size, for programs that learn: what an action is, and what an observation holds.

Moves are whole numbers of any size, and `observe` writes lists of any length.  Every game can be learned from without
an encoding: then an action is a place in the list of legal moves, and an observation is what `observe` writes.  A game
whose encoding says more (`Room.encoding`) gives every number a lasting meaning.

A large game describes its observation as a record, an `Observation` of `Field`s: names of numbers, a few words on each
and their bounds all follow from it, and its `write` fills such a record as rules fill a state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import numpy as np

from mulligan.kernel import compiled, record

Axis = int | tuple[str, ...]
"""One dimension of a field: how many, or what each of them is called."""


@dataclass(frozen=True)
class Field:
    """One field of an observation: a number, an array of them, or of smaller records."""

    about: str
    """What it is, in a few words."""
    axes: tuple[Axis, ...] = ()
    high: int = 1
    low: int = 0
    """The greatest and the least number that can occur."""
    fields: Mapping[str, Field] = field(default_factory=dict)
    """What it consists of, if it is a record."""

    @property
    def layout(self) -> Any:
        """As `record` takes it."""
        kind = record(**{name: part.layout for name, part in self.fields.items()}) if self.fields else "i8"
        shape = tuple(axis if isinstance(axis, int) else len(axis) for axis in self.axes)
        return (kind, shape) if shape else kind

    def numbers(self, name: str, about: str = "") -> Iterator[tuple[str, str, int, int]]:
        """Of each of its numbers: its name, what it is, the least and the greatest that can occur."""
        about = f"{about}: {self.about}" if about and self.about else about or self.about
        for labels in product(*(range(axis) if isinstance(axis, int) else axis for axis in self.axes)):
            word = name + "".join(f"[{label}]" for label in labels)
            if not self.fields:
                yield word, about, self.low, self.high
            for inner, part in self.fields.items():
                yield from part.numbers(f"{word}.{inner}", about)


class Observation:
    """The observation of a game as a record.

    >>> side = {"life": Field("life left", high=20), "hand": Field("copies in hand", (("land", "elf"),), high=4)}
    >>> seen = Observation(turn=Field("the turn", high=99), side=Field("", (("own", "other"),), fields=side))
    >>> seen.names
    ('turn', 'side[own].life', 'side[own].hand[land]', 'side[own].hand[elf]', 'side[other].life', ...)
    >>> seen.layout["side"].shape, seen.notes[1], seen.bounds[1]
    ((2,), 'life left', (0, 20))
    """

    def __init__(self, **fields: Field) -> None:
        self.layout: np.dtype[Any] = record(**{name: part.layout for name, part in fields.items()})
        found = [number for name, part in fields.items() for number in part.numbers(name)]
        self.names = tuple(name for name, *_ in found)
        self.notes = tuple(about for _, about, *_ in found)
        self.bounds = tuple((low, high) for *_, low, high in found)

    def encoding(self, write: Callable[..., Any]) -> Encoding:
        """The encoding of a game in which `write(s, t, seat, o)` fills the zeroed record `o`."""
        return Encoding(numbers=self.names, notes=self.notes, bounds=self.bounds, layout=self.layout, write=write)


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
    notes: tuple[str, ...] = ()
    """More words on each number, if names alone do not tell."""
    bounds: tuple[tuple[int, int], ...] = ()
    """The least and the greatest that each number can be."""
    write: Callable[..., Any] | None = None
    """Compiled, `write(s, t, seat, out)`: the observation, written into zeroed `out`, and how many numbers it has; it
    may use nothing but what the seat knows.  By default `observe`."""
    layout: np.dtype[Any] | None = None
    """The record that `write` is given in place of an array; see `Observation`."""
    better: tuple[str, ...] = ()
    """Numbers of which more is never worse for the own seat, such as its points: what is learned keeps to that."""
    worse: tuple[str, ...] = ()
    """Numbers of which more is never better."""

    def __post_init__(self) -> None:
        if self.action is not None and not self.actions:
            raise ValueError("an encoding with a function for actions should name them")
        if self.write is not None and not self.numbers:
            raise ValueError("an encoding with a function for observations should name their numbers")
        for name in (*self.better, *self.worse):
            if name not in self.numbers or (name in self.better and name in self.worse):
                raise ValueError(
                    f"an encoding says that more is better or worse of '{name}', which it does not name once"
                )
        for what, given in (("notes", self.notes), ("bounds", self.bounds)):
            if given and len(given) != len(self.numbers):
                raise ValueError(f"an encoding of {len(self.numbers)} numbers has {len(given)} {what}")
        if self.layout is not None and self.layout.itemsize != 8 * len(self.numbers):
            raise ValueError(f"the layout of an encoding should be {len(self.numbers)} whole numbers of eight bytes")


@compiled
def clip(value: Any, most: Any) -> Any:
    """A number of an observation, from 0 to `most`: the greatest stands for more, too."""
    return min(max(0 + value, 0), most)


@compiled
def result_for(seat: Any, winner: Any, nobody: Any) -> Any:
    """How a game for two that is over has ended for a seat: 1 won, 2 lost, 3 drawn."""
    if winner == nobody:
        return 3
    return 1 if winner == seat else 2
