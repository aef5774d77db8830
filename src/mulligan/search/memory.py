"""The memory of a search: its trees, their nodes and kept positions, and room to work, one bench per thread."""

from __future__ import annotations

from typing import Any

from mulligan.core.game import Game
from mulligan.kernel import Stream, floats, integers, records
from mulligan.nets import sense_rooms

from .layout import OPEN_LIMIT, TRACE, Pool, Row, Sample
from .parts import Parts, blank_node, node_layout, tree_layout

STATE_BYTES = 64_000_000  # positions kept per thread; beyond that they are rebuilt when needed


def put(items: Any, index: int, **values: Any) -> None:
    """Set fields of one of many records, packed or not."""
    for name, value in values.items():
        if hasattr(items, "dtype"):
            items[name][index] = value
        else:
            setattr(items[index], name, value)


def senses_for(game: Game, parts: Parts) -> tuple[Any, Any, Any, Any]:
    """Room for what networks see and reckon, if a part has any."""
    room = max((part.sums for part in parts), default=0)
    if not room:
        return integers(1), integers(1), integers(1), floats(1)
    return *sense_rooms(game), floats(room)


def get(items: Any, index: int, name: str) -> Any:
    """A field of one of many records, packed or not."""
    return items[name][index] if hasattr(items, "dtype") else getattr(items[index], name)


class Workspace:
    """The memory of one thread: its trees, their nodes, and room to work."""

    def __init__(self, game: Game, parts: Parts, trees: int, sims: int, keep: bool, sampled: bool = False) -> None:
        packed = game.compiled
        self.game, self.count = game, trees
        self.Node = node_layout(parts)
        self.trees = records(tree_layout(parts), trees, packed=packed)
        if packed:
            room = 2 * game.max_options + trees * min(8 * sims, 1_000_000)
            kept = min(trees * (sims + 1), STATE_BYTES // game.State.itemsize) if keep else 0
        else:
            room = 2 * game.max_options + 4 * trees * sims
            kept = min(trees * (sims + 1), 2_000) if keep else 0
        self.nodes = records(self.Node, room, packed=packed)
        self.blank = blank_node(parts, packed=packed)
        self.states = records(game.State, trees + kept, packed=packed)
        self.slots = records(game.State, 4, packed=packed)
        self.pool = records(Pool, 1, packed=packed)
        self.moves = integers(max(game.max_options, game.max_numbers, 64), packed=packed)
        self.path = integers(2 * OPEN_LIMIT + 4, packed=packed)
        self.trace = integers(TRACE, packed=packed)
        self.rewards_now = floats(max(2, game.players), packed=packed)
        self.rngs = records(Stream, 2, packed=packed)
        self.cursors = integers(trees, packed=packed)
        self.samples = records(Sample, trees * sims if sampled else 1, packed=packed)
        self.candidates = integers(max(game.max_options, 64), packed=packed)
        self.weights = floats(max(game.max_options, 64), packed=packed)
        self.senses = senses_for(game, parts)

    def clear(self, seeds: list[int]) -> None:
        """Forget all trees; each new one has its own seed."""
        put(self.pool, 0, nodes=1, states=self.count, samples=0)  # node 0 stands for "none"
        if self.game.compiled:
            self.trees[:] = 0
            self.trees["z"], self.trees["root"], self.trees["world"] = seeds, -1, range(self.count)
        else:
            for i, seed in enumerate(seeds):
                self.trees[i] = type(self.trees[i])()
                put(self.trees, i, z=seed, root=-1, world=i)

    def enlarge(self) -> None:
        """Twice the room for what there is no room for: rewards, or else nodes."""
        if get(self.pool, 0, "samples") == len(self.samples):
            self.samples = self._twice(Sample, self.samples)
        else:
            self.nodes = self._twice(self.Node, self.nodes)

    def _twice(self, kind: Any, items: Any) -> Any:
        bigger = records(kind, 2 * len(items), packed=self.game.compiled)
        for i in range(len(items)) if not self.game.compiled else ():
            bigger[i] = items[i]
        if self.game.compiled:
            bigger[: len(items)] = items
        return bigger

    def rewards(self) -> dict[int, list[float]]:
        """Every single reward of each move at the roots, if they are kept."""
        n = int(get(self.pool, 0, "samples"))
        if self.game.compiled:
            moves = self.nodes["move"][self.samples["node"][:n]].tolist()
            values = self.samples["reward"][:n].tolist()
        else:
            moves = [self.nodes[sample.node].move for sample in self.samples[:n]]
            values = [sample.reward for sample in self.samples[:n]]
        found: dict[int, list[float]] = {}
        for move, value in zip(moves, values, strict=True):
            found.setdefault(move, []).append(value)
        return found

    def layers(self) -> tuple[list[int], int]:
        """How many nodes of each layer have been visited, over all trees, and how many of these have a visited child.

        Nodes lie after their parents.
        """
        end = int(get(self.pool, 0, "nodes"))
        names = ("first", "next", "visits")
        if self.game.compiled:
            first, after, visits = (self.nodes[name][:end].tolist() for name in names)
        else:
            first, after, visits = ([getattr(node, name) for node in self.nodes[:end]] for name in names)
        depths, found, inner = [0] * end, list[int](), 0
        for k in range(1, end):
            depth, child, parent = depths[k], first[k], False
            if visits[k] > 0:
                found += [0] * (depth + 1 - len(found))
                found[depth] += 1
            while child:
                depths[child] = depth + 1
                parent = parent or visits[child] > 0
                child = after[child]
            inner += parent
        return found, inner

    def gather_states(self, end: int) -> None:
        """Move the positions of all nodes up to `end` together, and forget the others."""
        if self.game.compiled:
            places = self.nodes["state"][1:end]
            held = self.states[places[places >= 0]]
            self.states[self.count : self.count + len(held)] = held
            places[places >= 0] = range(self.count, self.count + len(held))
        else:
            holders = [node for node in self.nodes[1:end] if node.state >= 0]
            held = records(self.game.State, len(holders), packed=False)
            for i, node in enumerate(holders):
                held[i] = self.states[node.state]
            for i, node in enumerate(holders):
                node.state = self.count + i
                self.states[node.state] = held[i]
        put(self.pool, 0, states=self.count + len(held))

    def set_goals(self, more: int) -> None:
        """Ask every tree for `more` simulations."""
        if self.game.compiled:
            self.trees["goal"] += more
        else:
            for tree in self.trees:
                tree.goal += more

    def total(self, name: str) -> int:
        """The sum of a field over the trees."""
        if self.game.compiled:
            return int(self.trees[name].sum())
        return sum(getattr(tree, name) for tree in self.trees)

    def leak_of(self, tree: int) -> int:
        """What blind visits have seen since a tree's last simulation."""
        found = self.trees["blind"]["leak"][tree] if self.game.compiled else self.trees[tree].blind.leak
        return int(found)

    def to_roots(self) -> None:
        """Put the cursor of every tree to its root."""
        self.cursors[:] = self.trees["root"] if self.game.compiled else [tree.root for tree in self.trees]

    def strategy(self) -> dict[int, float]:
        """Of the moves at the cursors: the average strategy, as the selection rule keeps it, or else their visits."""
        kept = self.Node.fields is not None and "select" in self.Node.fields
        kept = kept and "average" in (self.Node.fields["select"][0].names or ())  # type: ignore[index]
        found: dict[int, float] = {}
        for cursor in self.cursors:
            for k in self.children(int(cursor), None) if cursor >= 0 else ():
                weight = self.nodes[k]["select"]["average"] if kept else self.nodes[k]["visits"]
                move = int(get(self.nodes, k, "move"))
                found[move] = found.get(move, 0.0) + float(weight)
        return found

    def deepest(self) -> int:
        """The depth of the deepest tree."""
        return int(self.trees["deepest"].max()) if self.game.compiled else max(tree.deepest for tree in self.trees)

    def children(self, parent: int, move: int | None) -> list[int]:
        """The visited children of a node: the one that a move or an outcome leads to, or all."""
        found, k = list[int](), int(get(self.nodes, parent, "first"))
        while k:
            if int(get(self.nodes, k, "visits")) > 0 and move in (None, int(get(self.nodes, k, "move"))):
                found.append(k)
            k = int(get(self.nodes, k, "next"))
        return found


def as_tuples(rows: Any, n: int) -> Any:
    """The first `n` rows as ordinary values."""
    if hasattr(rows, "dtype"):
        return rows[:n].tolist()
    return [tuple(getattr(row, name) for name in Row.names or ()) for row in rows[:n]]
