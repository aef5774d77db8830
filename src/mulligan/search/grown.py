"""The trees of a decision as ordinary objects: to look at, to print, to draw and to keep."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Any

from mulligan.core.errors import UsageError

from .memory import Workspace, get
from .walking import Places, Walker

DEPTH, WIDTH, NODES = 4, 5, 60  # what is shown unless somebody asks for more
ROOT, MOVE, CHANCE = "root", "move", "chance"


@dataclass(frozen=True)
class TreeNode:
    """A node of a search tree."""

    kind: str
    """`root`, `move` or `chance`: the beginning, what a player chose, or what chance decided."""
    move: str
    """The move that leads here, in words; for chance, the number of its outcome."""
    mover: int | None
    """The seat that made the move; of the root, the one that searches; None for chance."""
    visits: int
    mean: float | None
    """The mean reward of the mover; None without a visit.  Of chance, the mover's before it."""
    best: float | None
    """The best single reward."""
    available: int | None
    """In open loop: how often the move was legal when its parent was visited; else None."""
    children: tuple[TreeNode, ...] = ()
    """Those that are shown, the most visited first."""
    left_out: int = 0
    """How many other children there are, tried or not."""
    left_out_visits: int = 0
    """The visits of those."""

    def walk(self) -> Iterator[TreeNode]:
        """This node and all below it."""
        yield self
        for child in self.children:
            yield from child.walk()

    @property
    def line(self) -> tuple[TreeNode, ...]:
        """The most visited line from here, as far as it is shown."""
        found, here = list[TreeNode](), self
        while here.children:
            here = max(here.children, key=lambda child: child.visits)
            found.append(here)
        return tuple(found)

    @property
    def numbers(self) -> tuple[str, ...]:
        """Its statistics in words, one line after the other."""
        visits = f"{self.visits:,} visit{'' if self.visits == 1 else 's'}"
        mean = "" if self.mean is None else f" · mean {self.mean:.3f}"
        legal = () if self.available is None else (f"available: {self.available:,}",)
        return (visits + mean, *legal)

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain data, ready for JSON."""
        return {
            "kind": self.kind,
            "move": self.move,
            "mover": self.mover,
            "visits": self.visits,
            "mean": self.mean,
            "best": self.best,
            "available": self.available,
            "children": [child.to_dict() for child in self.children],
            "left_out": self.left_out,
            "left_out_visits": self.left_out_visits,
        }


@dataclass(frozen=True, repr=False)
class SearchTree:
    """The trees of a decision, or some of them, as far as somebody wanted to see them.

    It is a copy: nothing that the search does afterwards changes it.
    """

    game: str
    agent: str
    seat: int
    roots: tuple[TreeNode, ...]
    trees: int
    """How many trees the decision has in all."""
    first: int = 0
    """Which of them is the first one here, from 0."""

    def __repr__(self) -> str:
        which = f"tree {self.first + 1} of {self.trees}" if len(self.roots) == 1 else f"{len(self.roots)} trees"
        visits = sum(root.visits for root in self.roots)
        return f"<SearchTree of {self.agent} in {self.game} for player {self.seat + 1}: {which}, {visits:,} visits>"

    @property
    def root(self) -> TreeNode:
        """The root of the first tree."""
        return self.roots[0]

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain data, ready for JSON."""
        return {
            "game": self.game,
            "agent": self.agent,
            "seat": self.seat,
            "trees": self.trees,
            "first": self.first,
            "roots": [root.to_dict() for root in self.roots],
        }

    def text(self) -> str:
        """The trees for a terminal; a star marks the most visited line.

        >>> from mulligan.core.position import Position
        >>> from mulligan.games.toys import NIM
        >>> from mulligan.search import Searcher, Settings
        >>> decision = Searcher(NIM.interpreted(), Settings(sims=50)).decide(Position.deal(NIM.interpreted()), seed=1)
        >>> print(decision.tree(depth=1, width=2).text())
        player 1 to move: 50 visits · mean 0.560
        ├─ * take 2 (player 1): 19 visits · mean 0.579
        ├─   take 1 (player 1): 17 visits · mean 0.588
        └─   1 more: 14 visits
        """
        return "\n\n".join("\n".join(_lines(root, self.label(i))) for i, root in enumerate(self.roots))

    def label(self, number: int) -> str:
        """Which tree this is, where there are several."""
        return f"tree {self.first + number + 1} of {self.trees}" if self.trees > 1 else ""

    def svg(self, *, theme: str = "auto", path: Sequence[str] = ()) -> str:
        """The trees as a drawing; `path` names the moves of a line from the root that is to be marked besides.

        The theme `auto` follows the reader's light, `light` and `dark` do not, `none` leaves the style to the page.
        """
        from .treedrawing import draw_trees

        return draw_trees(self, theme, path)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        return f'<div style="overflow-x:auto">{self.svg()}</div>'

    def __str__(self) -> str:
        return self.text()


def said_of(node: TreeNode) -> str:
    """Who did what, in a few words."""
    if node.kind == ROOT:
        return f"player {(node.mover or 0) + 1} to move"
    return node.move if node.mover is None else f"{node.move} (player {node.mover + 1})"


def _lines(root: TreeNode, label: str) -> Iterator[str]:
    best = {id(node) for node in root.line}

    def below(node: TreeNode, margin: str) -> Iterator[str]:
        for i, child in enumerate(node.children):
            last = i == len(node.children) - 1 and not node.left_out
            mark = "*" if id(child) in best else " "
            numbers = ", ".join(child.numbers)
            yield f"{margin}{'└─' if last else '├─'} {mark} {said_of(child)}: {numbers}"
            yield from below(child, margin + ("     " if last else "│    "))
        if node.left_out and (node.children or node.kind == ROOT):
            yield f"{margin}└─   {left_out_words(node)}"

    yield f"{f'{label}, ' if label else ''}{said_of(root)}: {', '.join(root.numbers)}"
    yield from below(root, "")


def left_out_words(node: TreeNode) -> str:
    """How many children are not shown, and how often they were visited."""
    visits = node.left_out_visits
    return f"{node.left_out} more: {visits:,} visit{'' if visits == 1 else 's'}"


# --- reading ----------------------------------------------------------------------------------------------------------


class _Reader:
    """Reads one tree out of the memory of a search."""

    def __init__(self, bench: Workspace, places: Places, *, seat: int, closed: bool) -> None:
        self._nodes, self._places, self._seat, self._closed = bench.nodes, places, seat, closed

    def read(self, depth: int, width: int, most: int) -> TreeNode:
        """The tree down to a depth; of each node the most visited children, of all nodes the most visited ones."""
        kept, children = self._chosen(depth, width, most)
        return self._node(self._places.root, ROOT, kept, children)

    def _chosen(self, depth: int, width: int, most: int) -> tuple[set[int], dict[int, list[int]]]:
        """The nodes to show, and the children of each that may have some."""
        root = self._places.root
        kept, children, level = {root}, dict[int, list[int]](), {root: 0}
        waiting: list[tuple[int, int]] = []

        def open_node(node: int) -> None:
            found = sorted(self._places.children(node), key=lambda k: (-self._visits(k), k))
            children[node] = found
            for k in found[:width] if level[node] < depth else ():
                if self._visits(k) > 0:
                    level[k] = level[node] + 1
                    heappush(waiting, (-self._visits(k), k))

        open_node(root)
        while waiting and len(kept) < most:
            _, k = heappop(waiting)
            kept.add(k)
            open_node(k)
        return kept, children

    def _visits(self, k: int) -> int:
        return int(get(self._nodes, k, "visits"))

    def _node(self, k: int, kind: str, kept: set[int], children: dict[int, list[int]]) -> TreeNode:
        shown = [child for child in children.get(k, ()) if child in kept]
        rest = [child for child in children.get(k, ()) if child not in kept]
        visits, value = self._visits(k), float(get(self._nodes, k, "value"))
        if kind == ROOT:  # its own rewards are those of whoever moved before
            value = sum(float(get(self._nodes, child, "value")) for child in children[k])
            tried = sum(self._visits(child) for child in children[k])
            mean = value / tried if tried else None
            best = max((float(get(self._nodes, c, "best")) for c in children[k] if self._visits(c)), default=None)
        else:
            mean, best = (value / visits, float(get(self._nodes, k, "best"))) if visits else (None, None)
        mover = self._seat if kind == ROOT else None if kind == CHANCE else int(get(self._nodes, k, "mover"))
        return TreeNode(
            kind=kind,
            move="" if kind == ROOT else self._places.words(k),
            mover=mover,
            visits=visits,
            mean=mean,
            best=best,
            available=None if self._closed or kind != MOVE else int(get(self._nodes, k, "avail")),
            children=tuple(
                self._node(child, CHANCE if self._places.is_outcome(child) else MOVE, kept, children) for child in shown
            ),
            left_out=len(rest),
            left_out_visits=sum(self._visits(child) for child in rest),
        )


def _refuse(name: str, value: int, most: int) -> None:
    if not isinstance(value, int) or not 1 <= value <= most:
        raise UsageError(f"{name}: {value} should be a whole number from 1 to {most}")


class Grown:
    """Where the trees of a decision are, for as long as the search has not gone on."""

    def __init__(self, searcher: Any, root: Any, seat: int, age: tuple[int, int]) -> None:
        self._searcher, self._root, self._seat, self._age = searcher, root, seat, age

    def read(self, agent: str, depth: int, width: int, nodes: int, trees: int, first: int = 0) -> SearchTree:
        """Copy what is asked for, from tree number `first` on."""
        searcher, root = self._searcher, self._root
        if searcher.age != self._age:
            raise UsageError(
                "the search has gone on since, and its trees are others now: ask for the tree of a decision before the"
                " same player decides again, and keep what you get"
            )
        for name, value, most in (
            *(("depth", depth, 1_000), ("width", width, 1_000)),
            *(("nodes", nodes, 100_000), ("trees", trees, 100_000)),
        ):
            _refuse(name, value, most)
        walker = Walker(searcher.game, searcher.plans[self._seat], root.table, root.states[0])
        found = list[TreeNode]()
        for bench, i in [(each, i) for each in searcher.benches for i in range(each.count)][first:][:trees]:
            if int(get(bench.trees, i, "root")) >= 0:
                places = Places(walker, bench, i, closed=searcher.closed)
                reader = _Reader(bench, places, seat=self._seat, closed=searcher.closed)
                found.append(reader.read(depth, width, nodes))
        return SearchTree(searcher.game.name, agent, self._seat, tuple(found), searcher.settings.trees, first)
