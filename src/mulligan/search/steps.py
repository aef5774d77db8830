"""A search explained: one simulation at a time, with everything that it chose, dealt, played and counted.

It is the search itself.  An `Explainer` is a `Searcher` whose parts are the same functions as ever, run as ordinary
Python and wrapped so that they tell what they do: after any number of simulations its trees are equal to those of the
compiled search, to the bit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from math import inf
from typing import Any

from mulligan.core.errors import UsageError
from mulligan.core.game import Game
from mulligan.core.position import Position
from mulligan.core.timing import Stopwatch
from mulligan.kernel import plain, records

from .decision import Decision
from .grown import DEPTH, NODES, WIDTH, Grown, SearchTree
from .layout import BRANCH, FOR_NODE, NEVER
from .memory import get, put
from .parts import Part
from .searcher import Searcher, _Task
from .settings import Settings
from .telling import Listener, telling_game, telling_parts
from .tree import Search, make_search
from .walking import Places, Walker

ROOM = 64  # simulations for which there is room from the beginning; more is made when it is needed
MOST_IN_PARTS = 2_000  # as `Searcher` has it: simulations that trees which learn from each other take at once


@dataclass(frozen=True)
class Option:
    """A child that competes for the next visit."""

    move: str
    visits: int
    mean: float
    available: int | None
    """In open loop: how often the move has been legal, this time included."""
    terms: tuple[tuple[str, float], ...]
    """What its score is made of, by name; empty if the selection rule does not say."""
    score: float
    chosen: bool


@dataclass(frozen=True)
class Selection:
    """A choice in the tree."""

    mover: int
    """The seat that chooses."""
    visits: int
    """Of the node where the choice is made."""
    options: tuple[Option, ...]
    """The children that were scored, the best first."""
    untried: int
    """Moves that have no child yet."""
    move: str
    """What was chosen."""
    fresh: bool
    """Whether that is a move which was not tried before: the tree grows here."""
    by_rule: tuple[tuple[int, str], ...] = ()
    """Who played what after it by rule, until the tree had the next choice."""
    outcome: int | None = None
    """With chance nodes: what chance decided."""


@dataclass(frozen=True)
class Credit:
    """A node that a simulation counts for."""

    node: str
    """The move that leads there; empty for the root."""
    mover: int | None
    """Whose rewards it keeps; None for what chance decided."""
    reward: float
    visits: int
    """With this simulation."""
    before: float | None
    """The mean before."""
    mean: float


@dataclass(frozen=True)
class Simulation:
    """One simulation from beginning to end."""

    number: int
    """From 1, over all trees."""
    tree: int
    trees: int
    dealt: bool
    """Whether the world is a new one."""
    world: Position
    """The world that it was played in: all that the searcher cannot know is a sample."""
    changes: tuple[tuple[str, bool], ...]
    """Its text in pieces, and whether each differs from the world that was told of last, if that was the last one."""
    repeated: bool
    """Whether it is equal to that."""
    selections: tuple[Selection, ...]
    formula: str
    """By which children are scored: n are the visits of a child."""
    drawn: bool
    """Whether children are drawn, with their scores as probabilities; else the best score is chosen."""
    by_availability: bool
    """Whether N is how often each move was available; else it is the visits of their parent."""
    redealt: str
    """What is dealt anew on the way, in words, or nothing."""
    judged: bool
    """Whether a hook judged the leaf, without a playout."""
    playout: tuple[tuple[int, str], ...]
    """Who played what."""
    ended: bool
    """Whether the game was over at the end; else the position was evaluated."""
    end: Position
    """Where it ended."""
    rewards: tuple[float, ...]
    """For each seat."""
    credits: tuple[Credit, ...]
    """From the root on."""

    @property
    def expanded(self) -> Selection | None:
        """The choice that made a new node, if there is one."""
        return self.selections[-1] if self.selections and self.selections[-1].fresh else None


def differing(old: str, new: str) -> tuple[tuple[str, bool], ...]:
    """The words of a text in pieces: those that another text has too, and those that differ.

    >>> differing("guess 4: 3 seeks 1-4, 2 seeks 1-4", "guess 4: 3 seeks 1-4, 1 seeks 1-4")
    (('guess 4: 3 seeks 1-4,', False), ('1', True), ('seeks 1-4', False))
    """
    before, after = old.split(), new.split()
    found = list[tuple[str, bool]]()
    for what, _, _, low, high in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if high > low:
            found.append((" ".join(after[low:high]), what != "equal"))
    return tuple(found)


def as_plain(position: Position, game: Game) -> Position:
    """A position of the same game as ordinary Python."""
    if not position.game.compiled:
        return position
    states = records(game.State, 1, packed=False)
    states[0] = plain(position.states[0])
    return Position(game, position.setup, game.make_table(position.setup), states)


class Explainer(Searcher):
    """A search of one position that stops after every simulation and tells what it did.

    >>> from mulligan.games.toys import GUESS
    >>> explainer = Explainer(GUESS, Settings(sims=20, deal="every", outcomes="open", availability=True))
    >>> explainer.begin(Position.deal(GUESS, "4", seed=1), seed=1)
    >>> first = explainer.simulate()
    >>> first.selections[0].move, first.selections[0].fresh, first.rewards
    ('above 2', True, (1.0, 0.0))
    """

    def __init__(self, game: Game, settings: Settings, name: str = "") -> None:
        if settings.reuse:
            settings = replace(settings, reuse=False, across=False)  # there is nothing before the first decision
        super().__init__(game.interpreted(), replace(settings, threads=1), name)
        self._task: _Task | None = None
        self._forced: Decision | None = None

    def _make(self, game: Game) -> None:
        super()._make(game)
        self.listener = Listener(self.game)
        self._told = make_search(telling_game(self.game, self.listener), telling_parts(self.parts, self.listener))

    def _expected(self, game: Game) -> int:
        return max(1, min(super()._expected(game), ROOM // self.settings.trees))

    @property
    def _search(self) -> Search:
        return self._told

    # --- one search ---------------------------------------------------------------------------------------------------

    def begin(self, position: Position, seed: Any = 0) -> None:
        """Look at a position, given as its seat may know it."""
        self.forget()
        task = self._begin(as_plain(position, self._named.at(position.setup)), seed)
        if isinstance(task, Decision):
            raise UsageError(
                f"there is nothing to search here: {self.name} plays {', '.join(task.words()) or 'nothing'}"
            )
        self._task, self.done, self._last = task, 0, ""
        self.goal = self._sims_for(task.root)
        """Simulations of each tree."""
        self._turns = self._in_turn()
        self._bench = self.benches[0]
        self.seat = task.seat
        self._walker = Walker(self.game, self.plans[task.seat], task.root.table, task.root.states[0])
        self._places = dict[int, Places]()

    @property
    def _running(self) -> _Task:
        if self._task is None:
            raise UsageError("begin with a position first")
        return self._task

    @property
    def root(self) -> Position:
        """Where the search begins."""
        return self._running.root

    @property
    def total(self) -> int:
        """The simulations of all trees together."""
        return self.goal * self.settings.trees

    def _in_turn(self) -> Iterator[int]:
        """The tree that is next: one after the other, or as trees do that learn from each other."""
        trees = self.settings.trees
        part = max(1, MOST_IN_PARTS // trees) if self._learning and trees > 1 else 1
        for first in range(0, self.goal, part):
            for tree in range(trees):
                for _ in range(min(part, self.goal - first)):
                    yield tree

    def simulate(self) -> Simulation | None:
        """Do one simulation and tell of it; None if the budget is spent, or there is nothing left to explore."""
        found: Simulation | None = self._one(listening=True)
        return found

    def run(self, most: int, seconds: float = inf) -> int:
        """Do many simulations without telling, or as many as some seconds allow; return how many were done."""
        self._stop.clear()
        done, clock = 0, Stopwatch()
        while done < most and clock.read().seconds < seconds and not self._stop.is_set():
            if self._one(listening=False) is None:
                break
            done += 1
        return done

    def _one(self, *, listening: bool) -> Any:
        task, bench = self._running, self._bench
        for tree in self._turns:
            unplanted = sum(int(get(bench.trees, i, "root")) < 0 for i in range(bench.count))
            before, visits = int(get(bench.trees, tree, "done")), self._visits_of(tree)
            if before >= self.goal:
                continue
            put(bench.trees, tree, goal=before + 1)
            if listening:
                self.listener.listen()
            try:
                self._grow(bench, task)
            finally:
                self.listener.awake = False
            if self._visits_of(tree) == visits:
                continue  # nothing was left to explore, or the search for a world took the place of a simulation
            self.done += 1
            if not listening:
                self._last = ""
                return True
            return self._told_of(tree, dealt=visits == 0 or self.listener.deals > unplanted)
        return None

    def _visits_of(self, tree: int) -> int:
        root = int(get(self._bench.trees, tree, "root"))
        return int(get(self._bench.nodes, root, "visits")) if root >= 0 else 0

    def decide_now(self) -> Decision:
        """The decision, with the simulations done so far."""
        if not self._visited():
            raise UsageError("no move has been tried yet: a decision needs a simulation")
        return self._end(self._running)

    def tree(
        self, depth: int = DEPTH, width: int = WIDTH, nodes: int = NODES, trees: int = 1, first: int = 0
    ) -> SearchTree:
        """The trees as they are now, from number `first` (from 0) on."""
        task = self._running
        if int(get(self._bench.trees, first, "root")) < 0:
            raise UsageError("there is no tree yet: begin with a simulation")
        return Grown(self, task.root, task.seat, self.age).read(self.name, depth, width, nodes, trees, first)

    # --- what it did --------------------------------------------------------------------------------------------------

    def _told_of(self, tree: int, *, dealt: bool) -> Simulation:
        told, bench, plan = self.listener, self._bench, self._walker.plan
        world = self._position(bench.states[int(get(bench.trees, tree, "world"))])
        text = str(world)
        changes = differing(self._last, text) if self._last else ((text, False),)
        repeated, self._last = text == self._last, text
        end = self._position(told.leaf)
        selections = self._selections(tree)
        redealt = ""
        if plan.deal == FOR_NODE and self.game.hidden:
            redealt = "what nobody has drawn yet is shuffled anew at every node"
        elif told.shuffled:
            redealt = "what nobody has drawn yet was shuffled before the playout, to make it an interesting one"
        elif plan.redraw and told.playout:
            redealt = "what nobody has drawn yet was shuffled before the playout"
        return Simulation(
            number=self.done,
            tree=tree,
            trees=self.settings.trees,
            dealt=dealt and plan.deal != NEVER,
            world=world,
            changes=changes,
            repeated=repeated,
            selections=selections,
            formula=self._rule.formula or self._rule.about or self._rule.name,
            drawn=told.drawn,
            by_availability=not self.closed and bool(plan.availability),
            redealt=redealt,
            judged=told.judged,
            playout=tuple(told.played),
            ended=end.over,
            end=end,
            rewards=tuple(told.rewards[: self.game.players]),
            credits=self._credits(selections),
        )

    @property
    def _rule(self) -> Part:
        return next(part for part in self.parts if part.slot == "select")

    def _position(self, state: Any) -> Position:
        states = records(self.game.State, 1, packed=False)
        states[0] = state
        root = self._running.root
        return Position(root.game, root.setup, root.table, states)

    def _selections(self, tree: int) -> tuple[Selection, ...]:
        told, nodes = self.listener, self._bench.nodes
        step = 2 if self._walker.plan.outcomes == BRANCH else 1
        found = list[Selection]()
        for number, i in enumerate(range(1, len(told.path), step)):
            parent, child = told.path[i - 1], told.path[i]
            last = i + step >= len(told.path)
            state = self._state_at(tree, parent, number)
            made = self._selection(parent, child, state, below=i > 1, fresh=last and told.before[i][0] == 0)
            outcome = int(get(nodes, told.path[i + 1], "move")) if step == 2 and i + 1 < len(told.path) else None
            rules = told.edges[number].by_rule if not self.closed and number < len(told.edges) else []
            if self.closed and made.fresh and told.edges:
                rules = told.edges[-1].by_rule
            found.append(replace(made, outcome=outcome, by_rule=tuple(rules)))
        return tuple(found)

    def _state_at(self, tree: int, parent: int, number: int) -> Any | None:
        """The position where a choice was made: in closed loop that of the node, else the one of this simulation."""
        if not self.closed:
            return self.listener.edges[number].state if number < len(self.listener.edges) else None
        if tree not in self._places:
            self._places[tree] = Places(self._walker, self._bench, tree, closed=True)
        places = self._places[tree]
        for node in self.listener.path[: number + 1]:
            list(places.children(node))
        return places.state(parent)

    def _selection(self, parent: int, child: int, state: Any | None, *, below: bool, fresh: bool) -> Selection:
        told, nodes = self.listener, self._bench.nodes
        options, tried, k = list[Option](), set[int](), int(get(nodes, parent, "first"))
        while k:
            if int(get(nodes, k, "visits")) - int(k == child) > 0:
                tried.add(int(get(nodes, k, "move")))
            seen = told.scored.get(id(nodes[k]))
            if seen is not None:
                options.append(
                    Option(
                        move=self._words(state, int(get(nodes, k, "move"))),
                        visits=seen.visits,
                        mean=seen.value / seen.visits if seen.visits else 0.0,
                        available=None if self.closed else seen.available,
                        terms=seen.terms,
                        score=seen.score,
                        chosen=k == child,
                    )
                )
            k = int(get(nodes, k, "next"))
        legal = set(self._walker.options(state, below=below)) if state is not None else set[int]()
        return Selection(
            mover=int(get(nodes, child, "mover")),
            visits=told.before[told.path.index(parent)][0],
            options=tuple(sorted(options, key=lambda option: -option.score)),
            untried=len(legal - tried),
            move=self._words(state, int(get(nodes, child, "move"))),
            fresh=fresh,
        )

    def _words(self, state: Any | None, move: int) -> str:
        return f"move {move}" if state is None else self._walker.text(state, move)

    def _credits(self, selections: Sequence[Selection]) -> tuple[Credit, ...]:
        """Who gets what; a difference of sums is told as the reward that it is, without what rounding does to it."""
        told, nodes = self.listener, self._bench.nodes
        chance = self._walker.plan.outcomes == BRANCH
        found = list[Credit]()
        for i, k in enumerate(told.path):
            visits, value = told.before[i]
            now, total = int(get(nodes, k, "visits")), float(get(nodes, k, "value"))
            outcome = chance and i > 0 and i % 2 == 0
            at = (i - 1) // (2 if chance else 1)
            name = "" if i == 0 else f"chance {int(get(nodes, k, 'move'))}" if outcome else selections[at].move
            found.append(
                Credit(
                    node=name,
                    mover=None if outcome else int(get(nodes, k, "mover")),
                    reward=min(told.rewards, key=lambda reward: abs(reward - (total - value))),
                    visits=now,
                    before=value / visits if visits else None,
                    mean=total / now if now else 0.0,
                )
            )
        return tuple(found)


__all__ = ["Credit", "Explainer", "Option", "Selection", "Simulation", "as_plain", "differing"]
