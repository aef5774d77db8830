"""Parts: what a search is put together from, one for each slot.

| slot      | what its functions do                                                                             |
|-----------|---------------------------------------------------------------------------------------------------|
| `value`   | `of(s, t, seat, start, p)`: what a position is worth to a seat                                     |
|           | `appraise(m, s, t, start, plan)`: the same for all seats, to `m.rewards` (in place of `of`)        |
| `playout` | `run(m, s, t, plan, rng)`: play on from a leaf; return how many moves were noted in `m.trace`      |
|           | `learn(m, noted, depth, plan)`: take the rewards in                                                |
|           | `roll(s, t, plan, left, last, rng, moves)`, `bounds(s, root, plan)`: play within bounds            |
| `worlds`  | `deal(m, t, plan, rng)`: a determinization in `m.slots[WORLD]`; return the playouts spent          |
|           | `at_leaf(m, t, plan, rng)`: make the leaf's position another; return whether it did                |
|           | `at_node(m, s, t, plan, rng)`: open loop, before a decision of the tree: change `s` (optional)     |
| `select`  | `scale(n, p, rng)`: of a parent's visits, what enters its children's scores                        |
|           | `score(d, x, p, rng)`: how much a visited child deserves the next visit                            |
|           | `enter(d, s, t, p)`: a new child was opened, and this is its position (optional)                   |
|           | `note(d, r, p)`: a child was credited with a reward (optional)                                     |
|           | `pick(m, node, k, plan, rng)`: which of the `k` tried children in `m.candidates` is visited next,  |
|           | in place of scores (optional)                                                                      |
|           | `born(d, s, t, p)`: a move got a node, and this is the position before it (optional)               |
|           | `urgency(d, x, p)`: the score of an untried child, in place of the first-play urgency (optional)   |
|           | `learn(m, depth, noted, plan)`: a simulation is over: its nodes are in `m.path`, the moves that    |
|           | its playout noted in `m.trace` (optional)                                                          |
| `prior`   | `weigh(m, s, t, n, plan, rng)`: of the `n` moves in `m.moves`, their probabilities to `m.weights`; |
|           | only where another part wants a prior                                                              |
| `allocation` | `next(m, tree, k, plan, rng)`: which of the `k` children of the root in `m.candidates` is       |
|           | visited next, once all have been tried; only where one is named                                    |
| `order`   | `arrange(m, first, count, rng, p)`: put new children in the order in which they are tried          |
|           | `takes(seen, rng, p)`: of the moves not tried yet, whether this one is preferred to those before   |
|           | `instead(m, node, n, move, s, t, plan, rng)`: another one in the end                               |
|           | `width(n, p)`: how many children a node with `n` visits may have (optional)                        |
| `descent` | `descend(m, tree, t, plan, rng, side)`: select down to a leaf and expand it; return its depth, the |
|           | stage whose move opened it or NO_STAGE, and whether the turn ends there unplayed                   |
|           | `after(m, depth, plan)`, `is_done(m, tree, plan)`: when a simulation is over, and a tree           |
|           | `turn_to(m, depth, other)`: put the path through another tree, equally long, into `m.path`; return |
|           | whether there is one (optional)                                                                    |
| `backup`  | `add(m, depth, plan)`: credit the nodes of `m.path` with `m.rewards`                               |
| `hook`    | any of `judge`, `before`, `count`: what published programs do otherwise (see `published`)          |
| `final`   | `merit(choice, ending)`, ordinary Python: how good a move is in the end                            |
| `vote`    | the same, over several trees                                                                       |

`m` is the `Memory`, `s` a state, `t` the game's table, `plan` the whole plan and `p` the part's own numbers in it
(`plan.select`), `d` a node, with the part's own memory in `d.select`.  Everything random comes from `rng`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from inspect import signature
from types import SimpleNamespace
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from mulligan.core.blame import explaining
from mulligan.core.errors import UsageError, unknown
from mulligan.core.game import Game
from mulligan.kernel import pack, record, records

from .layout import NODE, PLAN, TREE, UNVISITED

COMPILED = ("value", "playout", "worlds", "prior", "select", "allocation", "order", "hook", "descent", "backup")
"""The slots of the compiled search, in the order in which they are made: each may use those before it."""
SLOTS = (*COMPILED, "final", "vote")

FUNCTIONS: dict[str, dict[str, str]] = {
    "value": {"of": "s, t, seat, start, p"},
    "playout": {
        "run": "m, s, t, plan, rng",
        "learn": "m, noted, depth, plan",
        "roll": "s, t, plan, left, last, rng, moves",
        "bounds": "s, root, plan",
    },
    "worlds": {"deal": "m, t, plan, rng", "at_leaf": "m, t, plan, rng"},
    "prior": {"weigh": "m, s, t, n, plan, rng"},
    "select": {"scale": "n, p, rng", "score": "d, x, p, rng"},
    "allocation": {"next": "m, tree, k, plan, rng"},
    "order": {
        "arrange": "m, first, count, rng, p",
        "takes": "seen, rng, p",
        "instead": "m, node, n, move, s, t, plan, rng",
    },
    "hook": {},
    "descent": {
        "descend": "m, tree, t, plan, rng, side",
        "after": "m, depth, plan",
        "is_done": "m, tree, plan",
    },
    "backup": {"add": "m, depth, plan"},
}
"""By slot: the functions that a part must have, with their arguments."""
OPTIONAL = {
    "value": {"appraise": "m, s, t, start, plan"},
    "worlds": {"at_node": "m, s, t, plan, rng"},
    "select": {
        "enter": "d, s, t, p",
        "note": "d, r, p",
        "pick": "m, node, k, plan, rng",
        "born": "d, s, t, p",
        "urgency": "d, x, p",
        "learn": "m, depth, noted, plan",
    },
    "order": {"width": "n, p"},
    "playout": {"enter": "d, s, t, move"},
    "descent": {"turn_to": "m, depth, other"},
    "hook": {
        "judge": "m, tree, t, plan, opened, settled, rng",
        "before": "m, t, plan, settled, side",
        "count": "m, node, child, at_root, n",
    },
}

NOTHING = record(none="i8")
Fill = Callable[[Any, Any, Game, int], None]


def _no_numbers(p: Any, settings: Any, game: Game, seat: int) -> None:
    """A part without numbers of its own."""


@dataclass(frozen=True)
class Need:
    """What a part needs of another slot, and how that is told."""

    slot: str
    parts: tuple[str, ...]
    why: str


@dataclass(frozen=True, eq=False)
class Part:
    """One part of a search."""

    slot: str
    name: str
    about: str = ""
    make: Callable[[Game, Any], Mapping[str, Any]] = lambda game, made: {}
    """The compiled functions of the slot, by name; `made` has those of the slots before it."""
    Settings: type | None = None
    """A frozen dataclass of its settings; the string below a field documents it."""
    Params: np.dtype[Any] = NOTHING
    """Its numbers in the plan."""
    fill: Fill = _no_numbers
    """Fill them, from the settings, the game and the seat that searches; raises `UsageError` for what cannot be."""
    Node: np.dtype[Any] | None = None
    """Its memory in every node; 0 at first."""
    unvisited: Mapping[str, Any] = field(default_factory=dict)
    """What is not 0 in it at first."""
    Tree: np.dtype[Any] | None = None
    """Its memory in every tree; 0 at first."""
    Shared: np.dtype[Any] = NOTHING
    """Its memory for all trees (`m.worlds`, `m.select` or `m.playout`), which outlives a decision."""
    places: int = 1
    """How many such records it has."""
    fade: Callable[[Any, Any, str], None] | None = None
    """What becomes of its shared memory, from it, the settings and the occasion: a `game`, a `turn` or a `decision`."""
    sums: int = 0
    """Of a network: how many sums it reckons with (`m.sums`); then there is room for what it sees (`m.numbers`) too."""
    needs: tuple[Need, ...] = ()
    wants: tuple[str, ...] = ()
    """Slots that are filled only where a part asks for it: a `prior`."""
    check: Callable[[Any], None] = lambda settings: None
    """Raise `UsageError` for settings that do not go with it."""
    merit: Callable[..., Any] | None = None
    paper: str = ""
    """The publication that it follows."""
    formula: str = ""
    """Of a selection rule: its formula as people write it, with the names of its terms."""
    explain: Callable[[Any, Any, Any], Sequence[tuple[str, float]]] | None = None
    """Of a selection rule: the terms of a score by name, from `d`, `x` and `p` as `score` has them.  Of one that draws
    (`pick`): the terms of the probability, where `x` is the child's weight in `m.weights` and how many compete."""

    def __post_init__(self) -> None:
        if self.slot not in SLOTS:
            raise UsageError(f"part '{self.name}': there is no slot '{self.slot}'; slots: {', '.join(SLOTS)}")
        if self.slot == "final" and self.merit is None:
            raise UsageError(f"part '{self.name}': a final choice needs a merit(choice, ending)")

    @property
    def field(self) -> str:
        """The name of its record in plans, nodes and trees."""
        return self.name if self.slot == "hook" else self.slot


Parts = tuple[Part, ...]


def check_needs(parts: Parts) -> None:
    """Raise `UsageError` if a part lacks what it needs of another slot."""
    chosen: dict[str, list[str]] = {}
    for part in parts:
        chosen.setdefault(part.slot, []).append(part.name)
    for part in parts:
        for need in part.needs:
            if not set(need.parts) & set(chosen.get(need.slot, ())):
                raise UsageError(need.why)


def plan_layout(parts: Parts) -> np.dtype[Any]:
    """The plan of a search with these parts."""
    return record(**PLAN, **{part.field: part.Params for part in parts if part.slot in COMPILED})


def node_layout(parts: Parts) -> np.dtype[Any]:
    """Its nodes."""
    return record(**NODE, **{part.field: part.Node for part in parts if part.Node is not None})


def tree_layout(parts: Parts) -> np.dtype[Any]:
    """Its trees."""
    return record(**TREE, **{part.field: part.Tree for part in parts if part.Tree is not None})


def blank_node(parts: Parts, *, packed: bool) -> Any:
    """A node as it is before its first visit, as an array of one."""
    made = records(node_layout(parts), 1, packed=False)
    for name, value in UNVISITED.items():
        setattr(made[0], name, value)
    for part in parts:
        for name, value in part.unvisited.items():
            setattr(getattr(made[0], part.field), name, value)
    return pack(made) if packed else made


INSTEAD = {"of": "appraise"}
"""Functions that a part need not have if it has another one."""


def check_functions(part: Part, functions: Mapping[str, Any]) -> None:
    """Raise `UsageError` if a part lacks a function of its slot, or one takes other arguments."""
    needed, optional = FUNCTIONS[part.slot], OPTIONAL.get(part.slot, {})
    for name, arguments in (needed | optional).items():
        if name not in functions:
            if name in needed and INSTEAD.get(name) not in functions:
                raise UsageError(f"part '{part.name}': its slot, {part.slot}, needs a function {name}({arguments})")
            continue
        given = ", ".join(signature(getattr(functions[name], "py_func", functions[name])).parameters)
        if given.count(",") != arguments.count(","):
            raise UsageError(f"part '{part.name}': {name}({given}) should be {name}({arguments})")
    unknown_hooks = sorted(set(functions) - set(optional)) if part.slot == "hook" else []
    if unknown_hooks:
        raise unknown(f"hook of part '{part.name}'", unknown_hooks[0], optional)


_MADE: WeakKeyDictionary[Part, Mapping[str, Any]] = WeakKeyDictionary()


def made_functions(part: Part) -> Mapping[str, Any]:
    """What a part has last made for a game."""
    return _MADE.get(part, {})


def _make_functions(part: Part, game: Game, made: Any) -> Mapping[str, Any]:
    """The functions of a part, once it is known that they can be those of its slot."""
    from .outsiders import check_made, file_of_part, guarded, suspects_in  # they ask for what is here

    with explaining(lambda: suspects_in((part,))):
        functions = part.make(game, made)
    file = file_of_part(part)
    try:
        if not isinstance(functions, Mapping):
            what = f"make returns a {type(functions).__name__}, and should return its functions by name"
            raise UsageError(f"part '{part.name}': {what}")
        _MADE[part] = functions
        check_functions(part, functions)
        if file or file_of_part(part):
            check_made(part, functions)
    except UsageError as error:
        file = file or file_of_part(part)
        raise UsageError(f"{file}: {error}" if file else str(error)) from None
    return guarded(part, functions)


def functions_of(game: Game, parts: Parts, edges: Any) -> Any:
    """The functions of all parts, by slot; of hooks, by their own names, and None for those that nobody has."""
    made = SimpleNamespace(edges=edges, judge=None, before=None, count=None, prior=None, allocation=None)
    for slot in COMPILED:
        for part in parts:
            if part.slot != slot:
                continue
            functions = _make_functions(part, game, made)
            if slot != "hook":
                setattr(made, slot, SimpleNamespace(**functions))
                continue
            for name, function in functions.items():
                if getattr(made, name) is not None:
                    raise UsageError(f"two hooks want to {name}: '{part.name}' is one of them")
                setattr(made, name, function)
    return made
