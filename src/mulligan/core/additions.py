"""What people add to a game: playout styles, evaluations, prunings, beliefs about hidden cards.

An addition is a compiled function with a kind.  It is named wherever one of the game's own could be named, by an entry
point of another package or by a file (`rollout=./mine.py:FAST`), and joins the game behind its own: the search then
compiles a game that has it, and everybody else goes on with the game as it is.

| kind         | function                     | meaning                                                                |
|--------------|------------------------------|------------------------------------------------------------------------|
| `style`      | `advise(s, t, rng, out)`     | write the moves by which the present stage is played; return how many  |
| `evaluation` | `value(s, t, seat)`          | how good the position is for `seat`, from 0 to 1                       |
| `pruning`    | `prune(s, t, out, n)`        | keep the good ones of the `n` legal moves in `out`; return how many    |
| `belief`     | `hide(s, t, seat, rng)`      | replace all that `seat` cannot know by a sample that it believes in    |
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from inspect import signature
from typing import Any

from ..kernel import compiled
from .blame import Suspect
from .errors import UsageError
from .game import CHAIN, Function, Game, make_advise
from .outside import Found, find_outside, names_file, points

ARGUMENTS = {
    "style": "s, t, rng, out",
    "evaluation": "s, t, seat",
    "pruning": "s, t, out, n",
    "belief": "s, t, seat, rng",
}
"""By kind: what its function takes."""
RETURNS = {
    "style": "how many moves it wrote",
    "evaluation": "a number from 0 to 1",
    "pruning": "how many moves it keeps",
}
"""By kind: what its function must return."""
KINDS = tuple(ARGUMENTS)
GROUPS = {kind: f"mulligan.{kind}s" for kind in KINDS}
"""The groups of entry points: `mulligan.styles` and so on."""


@dataclass(frozen=True, eq=False)
class Addition:
    """Something that a game gets from outside."""

    kind: str
    function: Function
    game: str = ""
    """The game that it is for; empty for all, if it asks nothing of the state but what every game has."""
    about: str = ""
    paper: str = ""
    """The publication that it follows."""

    def __str__(self) -> str:
        return str(self.function.__name__)

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise UsageError(f"addition: kind '{self.kind}' should be one of {', '.join(KINDS)}")
        given = ", ".join(signature(getattr(self.function, "py_func", self.function)).parameters)
        if given.count(",") != ARGUMENTS[self.kind].count(","):
            raise UsageError(f"addition: {self}({given}): a {self.kind} should take ({ARGUMENTS[self.kind]})")


def describe(addition: Addition) -> str:
    """An addition as messages name it."""
    return f"{addition.kind} '{addition}'"


def suspects_of(addition: Addition) -> list[Suspect]:
    """The function of an addition, as one that may be at fault."""
    return [Suspect(addition.function, describe(addition), RETURNS.get(addition.kind, ""))]


def is_addition(text: str | Addition, kind: str) -> bool:
    """Whether a setting is something from outside: an object, or a name in another package or a file."""
    return isinstance(text, Addition) or names_file(text) or text in points(GROUPS[kind])


def find_addition(text: str | Addition, kind: str, game: Game) -> Found:
    """What a setting names, with whose code it is."""
    found = Found(text, "") if isinstance(text, Addition) else find_outside(text, GROUPS[kind], kind)
    thing = found.thing
    if not isinstance(thing, Addition) or thing.kind != kind:
        what = f"a {thing.kind}" if isinstance(thing, Addition) else f"a {type(thing).__name__}"
        raise UsageError(f"{text}: it is {what}, and should be an Addition of kind {kind}")
    if thing.game not in ("", game.name):
        raise UsageError(f"{text}: it is for {thing.game}, not for {game.name}")
    return found


Named = tuple[tuple[str, Addition], ...]


def extend(game: Game, additions: Mapping[str, Addition]) -> Game:
    """The game with additions of its own, by name; the game itself if there are none.

    >>> from mulligan.games.toys import NIM
    >>> from mulligan.kernel import compiled
    >>> @compiled
    ... def take_all(s, t, rng, out):
    ...     out[0] = min(s.left, 3)
    ...     return 1
    >>> extend(NIM, {"greedy": Addition("style", take_all)}).styles[-1]
    'greedy'
    """
    return _extend(game, tuple(sorted(additions.items(), key=lambda pair: pair[0]))) if additions else game


@lru_cache(maxsize=64)
def _extend(game: Game, named: Named) -> Game:
    by_kind = {kind: [(name, _guarded(one)) for name, one in named if one.kind == kind] for kind in KINDS}
    changes: dict[str, Any] = {}
    if styles := by_kind["style"]:
        changes |= _with_styles(game, [function for _, function in styles])
        changes["styles"] = (*game.styles, *(name for name, _ in styles))
        own = " or ".join(describe(one) for _, one in named if one.kind == "style")
        changes["endless"] = f"{own} plays on without an end: are its moves legal?"
    if evaluations := by_kind["evaluation"]:
        changes["evaluate"] = _with_evaluations(game, [function for _, function in evaluations])
        changes["evaluations"] = (*game.evaluations, *(name for name, _ in evaluations))
    if prunings := by_kind["pruning"]:
        if len(game.prunings) + len(prunings) > CHAIN:
            raise UsageError(f"{game.name}: at most {CHAIN} prunings")
        changes["options"] = _with_prunings(game, [function for _, function in prunings])
        changes["prunings"] = (*game.prunings, *(name for name, _ in prunings))
    if beliefs := by_kind["belief"]:
        if len(beliefs) > 1:
            raise UsageError(f"one belief at a time, not {' and '.join(name for name, _ in beliefs)}")
        changes["hide"] = beliefs[0][1]
    changes["variant"] = lambda setup: None if (other := game.at(setup)) is game else _extend(other, named)
    made = replace(game, **changes)
    return made if game.compiled else made.interpreted()


def _guarded(addition: Addition) -> Function:
    """The function of an addition, which ends the search where it would otherwise go on for ever, or nowhere."""
    function = addition.function
    if addition.kind == "style":
        none = f"{describe(addition)} advises no move, and should write at least one"

        @compiled
        def advise(s, t, rng, out):
            n = function(s, t, rng, out)
            if n < 1:
                raise ValueError(none)
            return n

        return advise  # type: ignore[no-any-return]
    if addition.kind == "pruning":
        wrong = f"{describe(addition)} should keep at least one of the moves, and no more than there are"

        @compiled
        def prune(s, t, out, n):
            kept = function(s, t, out, n)
            if kept < 1 or kept > n:
                raise ValueError(wrong)
            return kept

        return prune  # type: ignore[no-any-return]
    return function


def _chosen(functions: Sequence[Function], first: int, last: Function) -> Function:
    """One function that calls one of several by its number, from `first` on, with `last` for all below.

    Its arguments begin with the number.  Compiled code cannot choose from a list of functions, so each is the
    alternative of the one before.
    """
    found = last
    for number, function in enumerate(functions, first):
        found = _or(function, found, number)
    return found


def _or(mine: Function, others: Function, number: int) -> Function:
    @compiled
    def choose(which, s, t, a, b):
        if which == number:
            return mine(s, t, a, b)
        return others(which, s, t, a, b)

    return choose  # type: ignore[no-any-return]


def _with_styles(game: Game, functions: Sequence[Function]) -> dict[str, Any]:
    own, first, play, act = make_advise(game), len(game.styles), game.play, game.act

    @compiled
    def asked(style, s, t, rng, out):
        return own(s, t, style, rng, out)

    advised = _chosen(functions, first, asked)

    @compiled
    def advise(s, t, style, rng, out):
        return advised(style, s, t, rng, out)

    if act is None:
        return {"advise": advise}

    @compiled
    def act_by(s, t, style, rng, out):
        if style < first:
            act(s, t, style, rng, out)
        else:
            for i in range(advise(s, t, style, rng, out)):
                play(s, t, out[i], rng)

    return {"advise": advise, "act": act_by}


def _with_evaluations(game: Game, functions: Sequence[Function]) -> Function:
    own, first = game.evaluate, len(game.evaluations)

    @compiled
    def asked(style, s, t, seat, _):
        return own(s, t, seat, style)

    found = asked
    for number, function in enumerate(functions, first):
        found = _or_value(function, found, number)

    @compiled
    def evaluate(s, t, seat, style):
        return found(style, s, t, seat, 0)

    return evaluate  # type: ignore[no-any-return]


def _or_value(mine: Function, others: Function, number: int) -> Function:
    @compiled
    def choose(which, s, t, seat, _):
        if which == number:
            return float(mine(s, t, seat))  # what is no number cannot be compiled
        return others(which, s, t, seat, 0)

    return choose  # type: ignore[no-any-return]


def _with_prunings(game: Game, functions: Sequence[Function]) -> Function:
    own, first = game.options, len(game.prunings)

    @compiled
    def unpruned(which, s, t, out, n):
        return n

    pruned = _chosen(functions, first, unpruned)

    @compiled
    def options(s, t, form, out):
        level = form % CHAIN
        if level < first:
            return own(s, t, form, out)
        n = own(s, t, form - level, out)
        return pruned(level, s, t, out, n) if n > 1 else n

    return options  # type: ignore[no-any-return]
