"""Parts that tell what they do: the same functions, run as ordinary Python, with a listener that writes down each call.

Nothing of the search is written twice.  Whatever a part computes is what its own function returned; a listener reads,
and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import wraps
from types import SimpleNamespace
from typing import Any

from mulligan.core.game import Game
from mulligan.kernel import records

from .layout import WALKER
from .parts import Part, Parts

DESCENT, PLAYOUT = "descent", "playout"


@dataclass
class Scored:
    """A child as a selection rule saw it."""

    visits: int
    value: float
    available: int
    terms: tuple[tuple[str, float], ...]
    score: float


@dataclass
class Edge:
    """A move of the tree that was played, and what rules played after it."""

    state: Any
    """The position before it."""
    move: int
    by_rule: list[tuple[int, str]] = field(default_factory=list)
    """Who played what before the tree had the next decision."""


@dataclass
class Listener:
    """All that one simulation tells."""

    game: Game
    """Its rules, as ordinary Python."""
    awake: bool = False
    """Whether anything is written down."""
    phase: str = ""
    deals: int = 0
    scored: dict[int, Scored] = field(default_factory=dict)
    """By the identity of the child."""
    drawn: bool = False
    """Whether the scores are probabilities."""
    edges: list[Edge] = field(default_factory=list)
    path: list[int] = field(default_factory=list)
    before: list[tuple[int, float]] = field(default_factory=list)
    """The visits and the sum of rewards of each node of the path, before the simulation counts."""
    played: list[tuple[int, str]] = field(default_factory=list)
    """Who played what in the playout."""
    playout: bool = False
    shuffled: bool = False
    """Whether the position of the leaf was changed before the playout."""
    judged: bool = False
    """Whether a hook said what the leaf is worth, without a playout."""
    leaf: Any = None
    """The position at the end of the simulation."""
    rewards: list[float] = field(default_factory=list)
    settled: bool = False
    opened: bool = False
    """Whether a child was opened."""

    def listen(self) -> None:
        """Begin anew."""
        fresh = Listener(self.game, awake=True)
        self.__dict__.update(fresh.__dict__)

    def copy(self, state: Any) -> Any:
        """An independent copy of a position."""
        made = records(self.game.State, 1, packed=False)
        made[0] = state
        return made[0]

    def plays(self, s: Any, t: Any, move: int) -> None:
        """A move is about to be played."""
        if self.phase == PLAYOUT:
            self.played.append((self.game.actor(s), self.game.text.move(s, t, move)))
        elif self.phase == DESCENT and self.edges and self.edges[-1].state is not None:
            self.edges[-1].by_rule.append((self.game.actor(s), self.game.text.move(s, t, move)))


def _quiet(listener: Listener, function: Callable[..., Any], told: Callable[..., Any]) -> Callable[..., Any]:
    """A function that tells only while somebody listens."""

    @wraps(getattr(function, "py_func", function))
    def either(*given: Any) -> Any:
        return told(*given) if listener.awake else function(*given)

    return either


def telling_game(game: Game, listener: Listener) -> Game:
    """A game whose moves are told as they are played."""
    play, act, advise = game.play, game.act, game.advise

    def told(s: Any, t: Any, move: int, rng: Any) -> None:
        listener.plays(s, t, move)
        play(s, t, move, rng)

    def told_act(s: Any, t: Any, style: int, rng: Any, out: Any) -> None:
        """A rule player plays a stage at once; which moves these are is what it advises here, with the same chance."""
        assert act is not None and advise is not None
        who, twin, chance, moves = game.actor(s), listener.copy(s), SimpleNamespace(z=rng.z), list(out)
        said = list[tuple[int, str]]()
        for move in moves[: advise(twin, t, style, chance, moves)]:
            said.append((game.actor(twin), game.text.move(twin, t, move)))
            play(twin, t, move, chance)
        act(s, t, style, rng, out)
        if game.text.state(twin, t) != game.text.state(s, t):  # equal cards may have changed places
            said = [(who, f"plays as '{game.styles[style]}' does")]
        target = listener.played if listener.phase == PLAYOUT else listener.edges[-1].by_rule if listener.edges else []
        target += said

    changed: dict[str, Any] = {"play": _quiet(listener, play, told)}
    if act is not None and advise is not None:
        changed["act"] = _quiet(listener, act, told_act)
    return replace(game, **changed)


def telling_parts(parts: Parts, listener: Listener) -> Parts:
    """Parts that do what these do, and tell it."""
    return tuple(_telling(part, listener) for part in parts)


def _telling(part: Part, listener: Listener) -> Part:
    tellers = {
        "worlds": _tell_worlds,
        "select": _tell_selection,
        "descent": _tell_descent,
        "playout": _tell_playout,
        "hook": _tell_hook,
        "backup": _tell_backup,
    }
    teller = tellers.get(part.slot)
    if teller is None:
        return part

    def make(game: Game, made: Any) -> Mapping[str, Any]:
        return teller(part, listener, game, made)

    return replace(part, make=make)


def _with(listener: Listener, functions: Mapping[str, Any], **told: Callable[..., Any]) -> Mapping[str, Any]:
    """The functions of a part, some of which tell."""
    return {
        name: _quiet(listener, function, told[name]) if name in told else function
        for name, function in functions.items()
    }


def _tell_worlds(part: Part, listener: Listener, game: Game, made: Any) -> Mapping[str, Any]:
    functions = part.make(game, made)
    deal, at_leaf = functions["deal"], functions["at_leaf"]

    def told_deal(m: Any, t: Any, plan: Any, rng: Any) -> Any:
        listener.deals += 1
        return deal(m, t, plan, rng)

    def told_at_leaf(m: Any, t: Any, plan: Any, rng: Any) -> Any:
        listener.shuffled = bool(at_leaf(m, t, plan, rng))
        return listener.shuffled

    return _with(listener, functions, deal=told_deal, at_leaf=told_at_leaf)


def _tell_selection(part: Part, listener: Listener, game: Game, made: Any) -> Mapping[str, Any]:
    functions, explain = part.make(game, made), part.explain
    score, pick = functions["score"], functions.get("pick")

    def told(d: Any, x: Any, p: Any, rng: Any) -> Any:
        found = score(d, x, p, rng)
        terms = tuple(explain(d, x, p)) if explain is not None else ()
        listener.scored[id(d)] = Scored(d.visits, d.value, d.avail, terms, float(found))
        return found

    def told_pick(m: Any, node: int, k: int, plan: Any, rng: Any) -> Any:
        assert pick is not None
        found, listener.drawn = pick(m, node, k, plan, rng), True
        for i in range(k):
            d = m.nodes[m.candidates[i]]
            terms = tuple(explain(d, (m.weights[i], k), plan.select)) if explain is not None else ()
            chance = sum(value for _, value in terms) if terms else float(m.weights[i])
            listener.scored[id(d)] = Scored(d.visits, d.value, d.avail, terms, chance)
        return found

    return _with(listener, functions, score=told, pick=told_pick)


def _tell_descent(part: Part, listener: Listener, game: Game, made: Any) -> Mapping[str, Any]:
    follow_edge = made.edges.follow_edge

    def told_edge(s: Any, t: Any, plan: Any, move: int, seed: int, rng: Any, moves: Any) -> Any:
        edge = Edge(listener.copy(s), move)
        listener.edges.append(edge)
        found = follow_edge(s, t, plan, move, seed, rng, moves)
        del edge.by_rule[:1]  # the move itself
        return found

    edges = SimpleNamespace(**{**vars(made.edges), "follow_edge": _quiet(listener, follow_edge, told_edge)})
    functions = part.make(game, SimpleNamespace(**{**vars(made), "edges": edges}))
    descend = functions["descend"]

    def told(m: Any, tree: Any, t: Any, plan: Any, rng: Any, side: Any) -> Any:
        listener.phase = DESCENT
        found = descend(m, tree, t, plan, rng, side)
        listener.phase = ""
        listener.settled = bool(found[2])
        listener.opened = found[0] > 0 and m.nodes[m.path[found[0]]].visits == 0
        return found

    return _with(listener, functions, descend=told)


def _tell_playout(part: Part, listener: Listener, game: Game, made: Any) -> Mapping[str, Any]:
    functions = part.make(game, made)
    run = functions["run"]

    def told(m: Any, s: Any, t: Any, plan: Any, rng: Any) -> Any:
        listener.phase, listener.playout = PLAYOUT, True
        found = run(m, s, t, plan, rng)
        listener.phase = ""
        return found

    return _with(listener, functions, run=told)


def _tell_hook(part: Part, listener: Listener, game: Game, made: Any) -> Mapping[str, Any]:
    functions = part.make(game, made)
    judge = functions.get("judge")
    if judge is None:
        return functions

    def told(m: Any, tree: Any, t: Any, plan: Any, opened: Any, settled: Any, rng: Any) -> Any:
        listener.judged = bool(judge(m, tree, t, plan, opened, settled, rng))
        return listener.judged

    return _with(listener, functions, judge=told)


def _tell_backup(part: Part, listener: Listener, game: Game, made: Any) -> Mapping[str, Any]:
    functions = part.make(game, made)
    add = functions["add"]

    def told(m: Any, depth: int, plan: Any) -> Any:
        if not listener.path:  # a simulation that goes down several trees is told of the first
            listener.path = [int(m.path[i]) for i in range(depth + 1)]
            listener.before = [(m.nodes[k].visits, m.nodes[k].value) for k in listener.path]
            listener.rewards = [float(reward) for reward in m.rewards]
            listener.leaf = listener.copy(m.slots[WALKER])
        return add(m, depth, plan)

    return _with(listener, functions, add=told)
