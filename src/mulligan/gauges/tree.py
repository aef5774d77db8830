"""The shape of search trees."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mulligan.core.game import Game
from mulligan.core.gauge import Gauge

LAYERS = 12


class _Tree:
    """Adds up the trees of all decisions that the first player has searched."""

    def __init__(self, players: Sequence[Any], first: int, seed: Any) -> None:
        self.player, self.first = players[first], first
        self.trees = self.decisions = self.simulations = self.nodes = self.inner = self.depth = self.deep = 0
        self.widths = [0] * LAYERS

    def see(self, here: Any, move: int, seat: int, decision: Any) -> None:
        if seat != self.first or decision is None or not decision.choices:
            return
        shape = self.player.shape()
        if shape is None:
            return
        self.decisions += 1
        self.trees += shape.trees
        self.simulations += decision.simulations
        self.nodes += shape.nodes
        self.inner += shape.inner
        self.depth += shape.depth
        self.deep += sum(layer * width for layer, width in enumerate(shape.widths))
        for layer, width in enumerate(shape.widths[1 : LAYERS + 1]):
            self.widths[layer] += width

    def found(self, end: Any) -> Mapping[str, tuple[float, float]]:
        found: dict[str, tuple[float, float]] = {
            "trees": (self.trees, self.decisions),
            "simulations": (self.simulations, self.trees),
            "nodes": (self.nodes, self.trees),
            "depth": (self.depth, self.trees),
            "mean layer": (self.deep, self.nodes),
            "children": (self.nodes - self.trees, self.inner),
        }
        return found | {f"layer {i + 1}": (width, self.trees) for i, width in enumerate(self.widths)}


def tree(game: Game) -> Gauge:
    """How large, deep and wide the trees of searching players are, whatever the game."""
    columns = {
        "trees": "trees of a decision",
        "simulations": "simulations of a tree",
        "nodes": "nodes of a tree that were visited, with its root",
        "depth": "the depth of a tree: that of its deepest node",
        "mean layer": "how deep the visited nodes of a tree lie on average; the root is layer 0",
        "children": "visited children of a node that has any",
    }
    layers = {
        f"layer {i}": f"nodes of a tree that were visited in layer {i} below its root" for i in range(1, LAYERS + 1)
    }
    return Gauge(
        about="the shape of the search trees of the first player, over all decisions that it searches",
        columns=columns | layers,
        start=_Tree,
        pace="some milliseconds for a tree of 10,000 nodes",
    )
