"""What a search found: the moves with their statistics, the best line, and what it cost."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from math import sqrt
from typing import Any

from mulligan.core.errors import UsageError
from mulligan.core.position import Position
from mulligan.core.seen import shown_to

from .foresight import Observation
from .grown import DEPTH, NODES, WIDTH, Grown, SearchTree


@dataclass(frozen=True)
class Choice:
    """One move as the search sees it.  Rewards are those of the searching player."""

    move: int
    visits: int
    available: int
    """In an open world: how often the move was legal when its parent was visited."""
    mean: float
    low: float
    """Lower end of the 95 % interval of the mean."""
    high: float
    best: float
    """The best single reward."""
    votes: int
    """Trees in which this move had most visits."""
    tree_mean: float
    """The mean of the trees' means."""


@dataclass(frozen=True)
class Shape:
    """How the trees of a decision have grown.  Only nodes that were visited count."""

    trees: int
    depth: int
    """The sum of the depths of all trees."""
    widths: tuple[int, ...]
    """Nodes of each layer, from the roots down, over all trees."""
    inner: int
    """Nodes that have a child."""

    @property
    def nodes(self) -> int:
        """Nodes of all trees, roots included."""
        return sum(self.widths)


@dataclass(frozen=True, repr=False)
class Decision:
    """The moves to play and everything that led to them."""

    position: Position
    agent: str
    seat: int
    moves: tuple[int, ...]
    """What to play, in order; more than one if the search decided a whole stage."""
    choices: tuple[Choice, ...] = ()
    """All moves at the root, most visited first; empty if there was nothing to decide."""
    line: tuple[int, ...] = ()
    """The most visited line of play, from the root."""
    simulations: int = 0
    trees: int = 0
    nodes: int = 0
    depth: int = 0
    reused: int = 0
    """Simulations kept from the last decision."""
    seconds: float = 0.0
    """By the clock, without what compiling and loading code took."""
    cpu_seconds: float = 0.0
    """Of all threads, without what compiling and loading code took."""
    compile_seconds: float = 0.0
    """CPU seconds that compiling and loading code took, the first time that it was needed."""
    prefix: tuple[int, ...] = ()
    """Moves without alternative that come before the root."""
    foreseen: tuple[Observation, ...] | None = None
    """For each move after the first: what the seat must observe for it to be played; None if nobody has looked."""
    grown: Grown | None = field(default=None, repr=False, compare=False)
    """Where its trees are, in the memory of the search."""

    def tree(self, depth: int = DEPTH, width: int = WIDTH, nodes: int = NODES, trees: int = 1) -> SearchTree:
        """The search tree: so many layers, of each node the most visited children, the most visited nodes in all.

        `trees` of an ensemble are given side by side.  They are read from the memory of the search, which the same
        player needs again for its next decision: ask before that, and keep what you get, which is a copy.
        """
        if self.grown is None:
            raise UsageError(f"'{self.agent}' grew no tree for this decision")
        return self.grown.read(self.agent, depth, width, nodes, trees)

    @property
    def forced(self) -> bool:
        """Whether there was nothing to decide."""
        return not self.choices and self.moves == self.prefix

    @property
    def value(self) -> float:
        """The mean reward of the chosen move, or of nothing if it was forced."""
        chosen = self.moves[len(self.prefix)] if len(self.moves) > len(self.prefix) else None
        return next((c.mean for c in self.choices if c.move == chosen), float("nan"))

    @property
    def simulations_per_second(self) -> float:
        """Simulations per CPU second."""
        return self.simulations / self.cpu_seconds if self.cpu_seconds > 0 else 0.0

    @property
    def compiling(self) -> str:
        """In words, if it took long enough to be noticed: what compiling cost besides."""
        return f" (and {self.compile_seconds:.1f} s compiling)" if self.compile_seconds >= 0.05 else ""

    @cached_property
    def root(self) -> Position:
        """The position that was searched: after the moves without alternative."""
        root = self.position.copy()
        for move in self.prefix:
            root.play(move)
        return root

    def words(self) -> list[str]:
        """The moves to play, in words."""
        return in_words(self.position, self.moves)

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data, ready for JSON."""
        actor, stage, turn, _ = self.position.look()
        return {
            "game": self.position.game.id,
            "setup": self.position.setup,
            "position": str(self.position),
            "agent": self.agent,
            "seat": self.seat,
            "turn": turn,
            "stage": self.position.game.stages[stage] if actor >= 0 else None,
            "forced": self.forced,
            "moves": self.words(),
            "value": None if self.forced else round(self.value, 6),
            "line": in_words(self.root, self.line),
            "simulations": self.simulations,
            "reused": self.reused,
            "trees": self.trees,
            "nodes": self.nodes,
            "depth": self.depth,
            "seconds": self.seconds,
            "cpu_seconds": self.cpu_seconds,
            "compile_seconds": self.compile_seconds,
            "simulations_per_second": self.simulations_per_second,
            "choices": [
                {
                    "move": self.root.text(c.move),
                    "visits": c.visits,
                    "available": c.available,
                    "mean": round(c.mean, 6),
                    "ci95": [round(c.low, 6), round(c.high, 6)],
                    "best": round(c.best, 6),
                    "votes": c.votes,
                    "tree_mean": round(c.tree_mean, 6),
                }
                for c in self.choices
            ],
        }

    def __repr__(self) -> str:
        told = f"value {self.value:.3f}, {self.simulations:,} simulations" if self.choices else "no search"
        moves = ", ".join(in_words(shown_to(self.position, self.seat), self.moves)) or "nothing"
        return f"<Decision of {self.agent} for player {self.seat + 1}: {moves}; {told}>"

    def _repr_html_(self) -> str:
        from .decisionhtml import decision_html

        return decision_html(self)

    def __str__(self) -> str:
        lines = [f"{self.agent}: {', '.join(self.words()) or 'nothing'}"]
        if not self.forced:
            for c in self.choices:
                words = self.root.text(c.move)
                lines.append(f"  {c.visits:>8} visits  {c.mean:6.3f} [{c.low:.3f}, {c.high:.3f}]  {words}")
            lines.append(
                f"  {self.simulations} simulations in {self.trees} trees, depth {self.depth}, "
                f"{self.cpu_seconds:.3f} CPU s, {self.simulations_per_second:,.0f}/s{self.compiling}"
            )
        return "\n".join(lines)


def in_words(position: Position, moves: tuple[int, ...]) -> list[str]:
    """Moves in words as far as they can be followed: later ones may rest on cards that this position has not."""
    here, words = position.copy(), []
    for move in moves:
        legal = here.over or move in here.options() or (here.game.chains and move in here.options(chain=True))
        if here.over or not legal:
            break
        words.append(here.text(move))
        here.play(move)
    return words


def interval(value: float, square: float, visits: int) -> tuple[float, float, float]:
    """Mean and 95 % interval from the sums of rewards and of their squares.

    >>> mean, low, high = interval(50.0, 50.0, 100)
    >>> f"{mean:.3f} [{low:.3f}, {high:.3f}]"
    '0.500 [0.402, 0.598]'
    """
    if visits == 0:
        return float("nan"), float("nan"), float("nan")
    mean = value / visits
    spread = 1.96 * sqrt(max(0.0, square / visits - mean * mean) / visits)
    return mean, mean - spread, mean + spread
