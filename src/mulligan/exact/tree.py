"""The whole tree of a small game, from the functions of its contract alone.

What a seat knows is what it has observed after every move so far and what it was told of the moves (`observe` and
`seen`): positions where that is equal are one information set.  So nobody ever forgets anything, whatever the game
observes.

The tree is kept as arrays, a row for each node, level by level: a level holds the positions after so many moves, or
what chance does to get there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.errors import UsageError
from ..core.game import OVER, Game
from ..core.position import Position
from ..kernel import pack, records
from .chances import Chances, every_way, open_rules

MOST_NODES = 500_000
NOBODY = -1

Numbers = NDArray[np.int64]
Reals = NDArray[np.float64]


@dataclass(frozen=True)
class InformationSet:
    """What a seat knows where it has to decide."""

    seat: int
    moves: tuple[int, ...]
    """The legal moves, in order."""
    node: int
    """The first node that belongs to it."""


@dataclass
class _Level:
    """The nodes of one level while they are found."""

    parent: list[int] = field(default_factory=list)
    at: list[int] = field(default_factory=list)
    chance: list[float] = field(default_factory=list)
    states: list[Any] = field(default_factory=list)
    known: list[tuple[int, ...]] = field(default_factory=list)


class GameTree:
    """The tree of a game.

    >>> from mulligan.games.toys import KUHN
    >>> tree = GameTree(KUHN)
    >>> tree
    GameTree(kuhn/1 standard: 55 nodes, 12 information sets)
    """

    def __init__(self, game: Game, setup: str = "", most: int = 0) -> None:
        self.game, self.setup = game.at(setup), setup or next(iter(game.setups))
        self.seats = game.players
        self.rules = open_rules(self.game)
        self._tables = self.game.interpreted().make_table(self.setup)
        self._packed = self.game.make_table(self.setup)
        self._buffer = [0] * max(self.game.max_options, self.game.max_numbers, 64)
        self._most, self._views, self._sets = most or MOST_NODES, dict[Any, int](), dict[int, int]()
        self.states: list[Any] = []
        """Of each node where somebody decides: its state; None for others."""
        self.sets: list[InformationSet] = []
        rows: dict[str, list[Any]] = {name: [] for name in ("parent", "at", "chance", "owner", "set", "payoff")}
        levels = [0]
        for level in self._grow(rows):
            levels.append(level)
        self.levels = [(low, high) for low, high in pairwise(levels) if high > low]
        self.parent: Numbers = np.array(rows["parent"], np.int64)
        self.at: Numbers = np.array(rows["at"], np.int64)
        """The place of the move that leads to a node among those of the information set; -1 if chance leads there."""
        self.chance: Reals = np.array(rows["chance"])
        """The probability of the node if chance leads there, else 1."""
        self.owner: Numbers = np.array(rows["owner"], np.int64)
        """The seat that decides at a node, or NOBODY."""
        self.set: Numbers = np.array(rows["set"], np.int64)
        """The number of its information set there."""
        self.payoff: Reals = np.array(rows["payoff"])
        """What each seat has got where the game is over; 0 elsewhere."""
        counts = np.array([len(one.moves) for one in self.sets])
        self.legal: NDArray[np.bool_] = np.arange(max(counts)) < counts[:, None]
        """Of each information set and each place in its row of a policy: whether there is a move."""
        moved = self.at >= 0
        self.mover: Numbers = np.where(moved, self.owner[self.parent], NOBODY)
        """The seat whose move leads to a node, or NOBODY."""
        self.slot: Numbers = np.where(moved, self.set[self.parent] * self.legal.shape[1] + self.at, NOBODY)
        """The place of that move in the table of a policy, counted row by row."""
        self.child: Numbers = np.full((len(self.parent), self.legal.shape[1]), NOBODY)
        """Where each move leads from each node."""
        self.child[self.parent[moved], self.at[moved]] = np.flatnonzero(moved)

    def __repr__(self) -> str:
        counts = f"{len(self.parent):,} nodes, {len(self.sets):,} information sets"
        return f"GameTree({self.game.id} {self.setup}: {counts})"

    def position(self, node: int) -> Position:
        """A node where somebody decides as a position."""
        states = records(self.game.State, 1, packed=False)
        states[0] = self.states[node]
        return Position(self.game, self.setup, self._packed, pack(states) if self.game.compiled else states)

    def text(self, number: int) -> str:
        """An information set in words: the text of its positions, with `?` where they differ.

        >>> from mulligan.games.toys import KUHN
        >>> GameTree(KUHN).text(11)
        'kuhn K?: check bet'
        """
        found = [str(self.position(int(node))) for node in np.flatnonzero(self.set == number)]
        if len({len(text) for text in found}) > 1:
            return found[0]
        return "".join(letters[0] if len(set(letters)) == 1 else "?" for letters in zip(*found, strict=True))

    def advice(self, node: int, style: int, chances: Chances) -> int:
        """The first move by which a rule player plays on from a node."""
        state = records(self.game.State, 1, packed=False)
        state[0] = self.states[node]
        self.rules.advise(state[0], self._tables[0], style, chances, self._buffer)
        return int(self._buffer[0])

    # --- growing ------------------------------------------------------------------------------------------------------

    def _grow(self, rows: dict[str, list[Any]]) -> Iterator[int]:
        """Fill the rows level by level; give the number of nodes after each."""
        zero = (0,) * self.seats
        level = self._deal(rows)
        yield len(rows["parent"])
        while level.parent:
            first = len(rows["parent"])
            moves: list[tuple[int, Any, tuple[int, ...], int, int]] = []
            for i, state in enumerate(level.states):
                seat = int(self.rules.actor(state))
                payoff = zero if seat != OVER else tuple(float(self.rules.payoff(state, p)) for p in range(self.seats))
                number = NOBODY if seat == OVER else self._set_of(state, seat, level.known[i], first + i)
                self._add(rows, level.parent[i], level.at[i], level.chance[i], seat, number, payoff)
                self.states.append(None if seat == OVER else state)
                if seat != OVER:
                    moves += [(first + i, state, level.known[i], number, at) for at in range(self._count(number))]
            yield len(rows["parent"])
            level = self._play(rows, moves)
            yield len(rows["parent"])

    def _add(self, rows: dict[str, list[Any]], *row: Any) -> int:
        for name, value in zip(rows, row, strict=True):
            rows[name].append(value)
        if len(rows["parent"]) > self._most:
            raise UsageError(f"{self.game.name}, {self.setup}: its tree has more than {self._most:,} nodes")
        return len(rows["parent"]) - 1

    def _deal(self, rows: dict[str, list[Any]]) -> _Level:
        """The root, where chance deals, and the positions that it may deal."""
        self._add(rows, 0, NOBODY, 1.0, NOBODY, NOBODY, (0.0,) * self.seats)
        self.states.append(None)
        level = _Level()

        def deal(chances: Chances) -> Any:
            state = records(self.game.State, 1, packed=False)[0]
            self.rules.deal(state, self._tables[0], chances)
            return state

        for chance, state in self._merged(deal):
            level.parent.append(0)
            level.at.append(NOBODY)
            level.chance.append(chance)
            level.states.append(state)
            level.known.append(tuple(self._view(state, seat, seat, 0) for seat in range(self.seats)))
        return level

    def _play(self, rows: dict[str, list[Any]], moves: list[tuple[int, Any, tuple[int, ...], int, int]]) -> _Level:
        """Play all moves of a level: add a node wherever chance has a say, and give the level that follows."""
        level = _Level()
        for node, state, known, number, at in moves:
            one = self.sets[number]
            move = one.moves[at]
            told = [self._told(state, move, seat, one.seat) for seat in range(self.seats)]
            found = list(self._merged(lambda chances, state=state, move=move: self._played(state, move, chances)))
            parent = node
            if len(found) > 1:
                parent = self._add(rows, node, at, 1.0, NOBODY, NOBODY, (0.0,) * self.seats)
                self.states.append(None)
            for chance, after in found:
                level.parent.append(parent)
                level.at.append(at if len(found) == 1 else NOBODY)
                level.chance.append(chance if len(found) > 1 else 1.0)
                level.states.append(after)
                level.known.append(
                    tuple(self._view(after, seat, known[seat], told[seat]) for seat in range(self.seats))
                )
        return level

    def _played(self, state: Any, move: int, chances: Chances) -> Any:
        after = records(self.game.State, 1, packed=False)
        after[0] = state
        self.rules.play(after[0], self._tables[0], move, chances)
        return after[0]

    def _merged(self, act: Any) -> Iterator[tuple[float, Any]]:
        """All that may happen; what leads to the same state is one thing."""
        chances, states = dict[str, Fraction](), dict[str, Any]()
        for chance, state in every_way(act):
            key = repr(state)
            chances[key] = chances.get(key, Fraction(0)) + chance
            states[key] = state
        for key, chance in chances.items():
            yield float(chance), states[key]

    # --- what is known ------------------------------------------------------------------------------------------------

    def _told(self, state: Any, move: int, seat: int, mover: int) -> int:
        """What a seat is told of a move."""
        return move if seat == mover else int(self.rules.seen(state, self._tables[0], move, seat))

    def _view(self, state: Any, seat: int, before: int, told: int) -> int:
        """The number of all that a seat knows, from the number of what it knew before."""
        n = self.rules.observe(state, self._tables[0], seat, self._buffer)
        key = (seat, before, told, *map(int, self._buffer[:n]))
        return self._views.setdefault(key, len(self._views) + self.seats)

    def _count(self, number: int) -> int:
        return len(self.sets[number].moves)

    def _set_of(self, state: Any, seat: int, known: tuple[int, ...], node: int) -> int:
        """The number of the information set of a state."""
        n = self.rules.options(state, self._tables[0], 0, self._buffer)
        moves = tuple(sorted(int(move) for move in self._buffer[:n]))
        number = self._sets.setdefault(known[seat], len(self.sets))
        if number == len(self.sets):
            self.sets.append(InformationSet(seat, moves, node))
        elif self.sets[number].moves != moves:
            raise UsageError(f"{self.game.name}: what seat {seat + 1} may do depends on what it cannot know")
        return number
