"""Where the nodes of a tree lie: positions found again by the search's own edges, run as ordinary Python."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mulligan.core.game import Game
from mulligan.core.position import make_stream
from mulligan.kernel import integers, interpret, plain, records

from .edges import make_edges
from .layout import BRANCH, FIXED, NEVER
from .memory import Workspace, get

SAMPLES = 12  # positions that are kept of one node, where it stands for many
TRIES = 200  # worlds that are dealt to find a position of a node, where none is known yet


class Walker:
    """Plays along the edges of a search, in ordinary records."""

    def __init__(self, game: Game, plans: Any, table: Any, root: Any, seed: Any = 0) -> None:
        packed = game.compiled
        rules = game.interpreted()
        edges = make_edges(rules)
        self._follow, self._advance = interpret(edges.follow_edge), interpret(edges.advance)
        self.rules = rules
        self.plan = plain(plans[0]) if packed else plans[0]
        self.table = plain(table[0]) if packed else table[0]
        self.root = plain(root) if packed else root
        self.stream, self._side = make_stream(rules, seed, "walk")[0], make_stream(rules, 0)[0]
        self._moves = integers(max(game.max_options, game.max_numbers, 64), packed=False)

    def copy(self, state: Any) -> Any:
        """An independent copy of a position."""
        made = records(self.rules.State, 1, packed=False)
        made[0] = state
        return made[0]

    def world(self) -> Any:
        """A world as the search deals it."""
        made = self.copy(self.root)
        if self.plan.deal != NEVER:
            self.rules.hide(made, self.table, self.plan.seat, self.stream)
        return made

    def options(self, state: Any, *, below: bool) -> list[int]:
        """The moves that the tree chooses from, at its root or below it."""
        if self.rules.actor(state) < 0:
            return []
        form = self.plan.below if below else self.plan.form
        found: list[int] = self._moves[: self.rules.options(state, self.table, form, self._moves)]
        return found

    def follow(self, state: Any, move: int, seed: int) -> None:
        """Play a move on to the next decision, or with chance nodes to what chance decided."""
        stream = self._side if self.plan.outcomes == FIXED else self.stream
        self._follow(state, self.table, self.plan, move, seed, stream, self._moves)

    def advance(self, state: Any, seed: int) -> None:
        """With chance nodes: play on from what chance decided to the next decision."""
        self._side.z = seed
        self._advance(state, self.table, self.plan, self._side, self._moves)

    def text(self, state: Any, move: int) -> str:
        """A move in words."""
        return self.rules.text.move(state, self.table, move)


class Places:
    """The positions that the nodes of one tree stand for: in closed loop one each, else some of many."""

    def __init__(self, walker: Walker, bench: Workspace, tree: int, *, closed: bool) -> None:
        self._walker, self._bench, self._closed = walker, bench, closed
        self._chance = walker.plan.outcomes == BRANCH
        self.root = int(get(bench.trees, tree, "root"))
        at = int(get(bench.nodes, self.root, "state")) if closed else int(get(bench.trees, tree, "world"))
        world = bench.states[at]
        first = plain(world) if hasattr(world, "dtype") else world
        self._known: dict[int, list[Any]] = {self.root: [walker.copy(first)]}
        self._above: dict[int, tuple[int, int]] = {self.root: (0, 0)}
        if not closed:
            self._known[self.root] += [walker.world() for _ in range(SAMPLES - 1)]

    def children(self, node: int) -> Iterator[int]:
        """The children of a node, in the order in which they were made."""
        depth, k = self._above[node][1] + 1, int(get(self._bench.nodes, node, "first"))
        while k:
            self._above[k] = node, depth
            yield k
            k = int(get(self._bench.nodes, k, "next"))

    def is_outcome(self, node: int) -> bool:
        """Whether a node stands for what chance decided."""
        depth = self._above[node][1]
        return self._chance and depth > 0 and depth % 2 == 0

    def words(self, node: int) -> str:
        """The move that leads to a node, in words; it must have come up among the children of another."""
        move = int(get(self._bench.nodes, node, "move"))
        if self.is_outcome(node):
            return f"chance {move}"
        parent, depth = self._above[node]
        for state in self._at(parent):
            if move in self._walker.options(state, below=depth > 1):
                return self._walker.text(state, move)
        return self._in_other_worlds(parent, move) or f"move {move}"

    def state(self, node: int) -> Any | None:
        """A position that the node stands for, if one is found."""
        return next(iter(self._at(node)), None)

    def _at(self, node: int) -> list[Any]:
        if node not in self._known:
            parent, _ = self._above[node]
            after = (self._after(self._walker.copy(state), node) for state in self._at(parent))
            found = [state for state in after if state is not None]
            if not found and not self._closed:
                found = list(self._found_again(node))[:1]
            self._known[node] = found
        return self._known[node]

    def _after(self, state: Any, node: int) -> Any | None:
        """The position of a node, from one of its parent's, if it leads there."""
        nodes, walker = self._bench.nodes, self._walker
        move, seed, depth = int(get(nodes, node, "move")), int(get(nodes, node, "seed")), self._above[node][1]
        if self.is_outcome(node):
            if walker.rules.outcome(state) != move:
                return None
            walker.advance(state, seed)
        elif move not in walker.options(state, below=depth > 1):
            return None
        else:
            walker.follow(state, move, seed)
        return state

    def _found_again(self, node: int) -> Iterator[Any]:
        """More positions of a node, with other chance below any of the nodes above it, or in other worlds."""
        way = [node]
        while way[-1] != self.root:
            way.append(self._above[way[-1]][0])
        for i in range(TRIES):
            start = 2 if i % 2 else max(1, len(way) - 1 - i // 2 % len(way))  # chance below the last choice, or earlier
            known = self._known.get(way[start]) if start < len(way) - 1 else None
            state: Any | None = self._walker.copy(known[i % len(known)]) if known else self._walker.world()
            for k in reversed(way[: start if known else -1]):
                state = self._after(state, k)
                if state is None:
                    break
            if state is not None:
                yield state

    def _in_other_worlds(self, parent: int, move: int) -> str:
        """The words of a move that is legal in none of the positions at hand."""
        for state in () if self._closed else self._found_again(parent):
            if move in self._walker.options(state, below=parent != self.root):
                return self._walker.text(state, move)
        return ""
