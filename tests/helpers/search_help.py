"""Looking into searches: trees as nested lists, decisions as plain data, games as ordinary Python."""

from __future__ import annotations

from typing import Any

import pytest

from mulligan.core import timing
from mulligan.search import Decision, Searcher

from .clock_help import Clock


def let_simulations_take(seconds: float, monkeypatch: pytest.MonkeyPatch) -> Clock:
    """From now on, time passes for searches by their simulations alone, so many seconds for each."""
    clock, grow = Clock(), Searcher._grow_all

    def growing(self: Searcher, task: Any, more: int) -> None:
        grow(self, task, more)
        clock.pass_by(more * self.settings.trees * seconds)

    monkeypatch.setattr(Searcher, "_grow_all", growing)
    monkeypatch.setattr(timing, "time", clock)
    return clock


def field(items: Any, index: int, name: str) -> Any:
    """A field of one of many records, packed or not, as an ordinary number."""
    return items[name][index].item() if hasattr(items, "dtype") else getattr(items[index], name)


class Node:
    """A node of a grown tree, with all its statistics and its children in order."""

    def __init__(self, nodes: Any, at: int, depth: int = 0) -> None:
        self.depth = depth
        for name in ("move", "visits", "avail", "value", "square", "best", "mover", "kind", "state"):
            setattr(self, name, field(nodes, at, name))
        self.children: list[Node] = []
        child = field(nodes, at, "first")
        while child:
            self.children.append(Node(nodes, child, depth + 1))
            child = field(nodes, child, "next")

    move: int
    visits: int
    avail: int
    value: float
    square: float
    best: float
    mover: int
    kind: int
    state: int

    def child(self, move: int) -> Node:
        """The child that a move leads to."""
        return next(child for child in self.children if child.move == move)

    def all(self) -> list[Node]:
        """This node and all below."""
        return [self] + [node for child in self.children for node in child.all()]

    def dump(self, levels: int = 99) -> list[Any]:
        """Move, visits, value, and the children likewise."""
        below = [child.dump(levels - 1) for child in self.children] if levels else []
        return [self.move, self.visits, round(self.value, 9), below]


def trees_of(searcher: Searcher) -> list[Node]:
    """The trees as the last decision left them."""
    roots = []
    for bench in searcher.benches:
        roots += [Node(bench.nodes, field(bench.trees, i, "root")) for i in range(bench.count)]
    return roots


def findings(decision: Decision) -> dict[str, Any]:
    """All that a decision says, but for the time it took."""
    told = decision.to_dict()
    for name in ("seconds", "cpu_seconds", "compile_seconds", "simulations_per_second", "agent"):
        del told[name]
    return told
