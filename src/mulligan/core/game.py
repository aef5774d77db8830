"""The contract of a game: its metadata as data, its rules as a handful of pure functions over records.

A state is a record that holds what changes; a table is a record that holds what does not (decks, options, switches).
Every function takes both, and everything random comes from the stream that is passed in.  Functions marked with
`@compiled` run at machine speed; left unmarked, the same game runs as ordinary Python.

| function                             | meaning                                                                   |
|--------------------------------------|---------------------------------------------------------------------------|
| `deal(s, t, rng)`                    | start a new game in the zeroed state `s`                                  |
| `actor(s)`                           | the seat that decides, or `OVER`                                          |
| `stage(s)`                           | which kind of decision, an index into `Game.stages`                       |
| `turn(s)`                            | the number of the turn, never falling                                     |
| `options(s, t, form, out)`           | write the legal moves, no two alike, and return how many                  |
| `play(s, t, move, rng)`              | apply a move                                                              |
| `payoff(s, seat)`                    | at the end: 1 win, 0.5 draw, 0 loss, or a score between; of two sides the |
|                                      | payoffs add up to 1, and seats of one side are paid alike                 |
| `hide(s, t, seat, rng)`              | replace all that `seat` cannot know by a fair sample                      |
| `observe(s, t, seat, out)`           | write the numbers that `seat` may know, and return how many               |
| `cards(s, t, out)`                   | write the identity of every card, zone by zone; sorted, it never changes  |
| `shuffle(s, t, firm, rng)`           | make what nobody has drawn yet random again; `firm=0` may leave it open   |
| `advise(s, t, style, rng, out)`      | write the moves by which a rule player plays the present stage            |
| `act(s, t, style, rng, out)`         | play these moves at once (by default: advise, then play)                  |
| `evaluate(s, t, seat, style)`        | how good the position is for `seat`, from 0 to 1                          |
| `key(s, t, move)`                    | equal for moves that no player could tell apart                           |
| `outcome(s)`                         | a number for what chance decided since the last move                      |
| `seen(s, t, move, seat)`             | what another seat sees of a move: the move, or UNSEEN                     |

The first nine are required; the rest have defaults.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from typing import Any

import numpy as np

from ..kernel import below, compiled, inlined, interpret, is_compiled, pack, record, records
from .errors import unknown
from .events import Events
from .room import Room
from .scene import Scene

OVER = -1
UNSEEN = -1
UNIFORM = 0
CHAIN = 16
MAX_STAGES = 8
MAX_SEATS = 8

Function = Callable[..., Any]


@compiled
def _no_shuffle(s, t, firm, rng):
    pass


@compiled
def _even(s, t, seat, style):
    return 0.5


@compiled
def _move_itself(s, t, move):
    return move


@compiled
def _no_advice(s, t, style, rng, out):
    return 0


@compiled
def _open_move(s, t, move, seat):
    return move


@compiled
def _no_outcome(s):
    return 0


@compiled
def _no_cards(s, t, out):
    return 0


def _no_parameters(setup: str, t: Any) -> None:
    """The table of a game whose setups are known by name alone."""


@dataclass(frozen=True)
class Text:
    """The text forms of a game: one line for a position, a few words for a move.

    States and tables arrive as ordinary objects (`s.life[0]`).  `state` and `read_state`, which fills the zeroed state
    `s`, are each other's inverse; `read_state` raises `UsageError` for what is not a position.  `move` must print
    different legal moves differently: moves are read by comparing with what the legal ones print.
    """

    move: Callable[[Any, Any, int], str]
    state: Callable[[Any, Any], str]
    read_state: Callable[[str, Any, Any], None]


@dataclass(frozen=True, eq=False, repr=False)
class Game:
    """One game: what it is called, what its numbers mean, and its rules."""

    name: str
    version: int
    title: str
    players: int
    """Seats, from one to eight."""
    stages: tuple[str, ...]
    State: np.dtype[Any]
    deal: Function
    actor: Function
    stage: Function
    turn: Function
    options: Function
    play: Function
    payoff: Function
    hide: Function
    observe: Function
    text: Text
    max_options: int
    max_numbers: int
    """The longest list that `observe` or `cards` writes."""
    Table: np.dtype[Any] = record(none="i8")
    table: Callable[[str, Any], None] = _no_parameters
    """Fill the zeroed table `t`, an ordinary object, from a setup's text, or raise `UsageError`."""
    setups: Mapping[str, str] = field(default_factory=lambda: {"standard": "the game as its rules describe it"})
    """Named setups and what they are; the first is the default."""
    default_styles: Callable[[str], Mapping[str, str]] = lambda setup: {}
    """The stages that a setup takes out of the players' hands, with the style that plays them; `opponent` stands for
    the rule of the player across the table (in games for two), and binds only players without a rule of their own."""
    variant: Callable[[str], Game | None] = lambda setup: None
    """The game that plays a setup, if that has a rule book of its own: with the same name, setups, stages, styles,
    prunings and evaluations, but other records and rules.  None for the setups that this one plays."""
    teams: tuple[int, ...] = ()
    """For each seat the number of its side, where seats share a payoff: `(0, 1, 0, 1)` for partners across the table,
    `(0, 0, 0)` for three who win or lose together.  Sides are of equal size.  Without it, everybody plays alone."""
    files: Callable[[str], Mapping[str, str]] = lambda setup: {}
    """What a setup has from files of the user, each with a fingerprint of its contents: other contents make it another
    contest."""
    end: int | None = None
    """The move that ends a turn, where there is one."""
    with_requests: Callable[[str, Mapping[str, str]], str] = lambda setup, requests: setup
    """The setup with the rule variants that a player requests, as far as the setup leaves them open: those of a solo
    player, or of people at the table."""
    people: Mapping[str, str] = field(default_factory=dict)
    """The rule variants that people request of a setup."""
    cards: Function = _no_cards
    shuffle: Function = _no_shuffle
    advise: Function | None = None
    act: Function | None = None
    evaluate: Function = _even
    key: Function = _move_itself
    outcome: Function = _no_outcome
    seen: Function = _open_move
    styles: tuple[str, ...] = ("uniform",)
    """Names of the rule players; number 0 is `uniform`, which every game has."""
    unnamed: str = ""
    """The style that plays the stages which a staged player does not name; without one they are left to the setup."""
    occurring: Callable[[str], Sequence[str]] | None = None
    """The stages that a setup has, if not every setup has all of them."""
    blends: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Short names of rule players that have a style of their own for each stage."""
    prunings: tuple[str, ...] = ("none",)
    """Names of the prunings that `options` knows; number 0 offers every legal move."""
    chains: bool = False
    """Whether `options` can offer compound moves as a chain of questions (form + CHAIN)."""
    evaluations: tuple[str, ...] = ("even",)
    contrast: tuple[str, str] | None = None
    """Two styles whose results tell an interesting deal: if they lead to different winners, the choice matters."""
    max_turns: int = 1000
    """No game lasts longer."""
    endless: str = ""
    """What is told of play that does not end; only of styles from outside, which alone are watched for it."""
    hidden: bool = True
    """Whether any player lacks some knowledge of the position."""
    source: str = ""
    """The publication that the game follows."""
    room: Callable[[], Room] = Room
    """What it has besides its rules; a function, so that it costs nothing until it is asked."""
    scene: Callable[[Any, Any, int, list[int]], Scene] | None = None
    """What a seat sees of a position, with its legal moves, all as ordinary objects; see `mulligan.core.scene`.  A game
    without one is shown by its text, a line for each part between bars, in which `?` or `...` stands for what the seat
    cannot know."""

    events: Events | None = None
    """What happened between two positions, as typed facts; see `mulligan.core.events`.  Without it, what is told of a
    move is in what its table differs."""

    def __post_init__(self) -> None:
        if self.styles[0] != "uniform":
            raise ValueError(f"{self.name}: the first style must be 'uniform'")
        if len(self.stages) > MAX_STAGES:
            raise ValueError(f"{self.name}: at most {MAX_STAGES} stages")
        if self.players not in range(1, MAX_SEATS + 1):
            raise ValueError(f"{self.name}: {self.players} players; games have 1 to {MAX_SEATS}")
        if self.teams:
            self._check_teams()

    def _check_teams(self) -> None:
        found = [self.teams.count(side) for side in range(self.sides)]
        if len(self.teams) != self.players or set(self.teams) != set(range(self.sides)):
            wanted = f"the number of a side, from 0 on, for each of {self.players} seats"
            raise ValueError(f"{self.name}: teams {self.teams} should be {wanted}")
        if len(set(found)) > 1:
            raise ValueError(f"{self.name}: teams {self.teams} should be of equal size")

    def __repr__(self) -> str:
        return f"Game({self.id})"

    @property
    def id(self) -> str:
        """Name and version, as stored with every result: `magic/1`."""
        return f"{self.name}/{self.version}"

    @property
    def sides(self) -> int:
        """How many compete: 1 if a player is alone or all play together, else teams, or players without a team."""
        return len(set(self.teams)) if self.teams else self.players

    def side(self, seat: int) -> int:
        """The side that a seat plays for: its team, or itself."""
        return self.teams[seat] if self.teams else seat

    def seats_of(self, side: int) -> list[int]:
        """The seats that play for a side."""
        return [seat for seat in range(self.players) if self.side(seat) == side]

    @property
    def compiled(self) -> bool:
        """Whether the rules run as machine code."""
        return is_compiled(self.play)

    def interpreted(self) -> Game:
        """The same game as ordinary Python: slow, with real tracebacks, and nothing to compile."""
        return _interpreted(self)

    def at(self, setup: str = "") -> Game:
        """The game that plays a setup (the default one if none is named): this one, or a variant with its own rules."""
        other = self.variant(setup or next(iter(self.setups)))
        if other is None:
            return self
        return other if self.compiled else other.interpreted()

    def rule_books(self, setups: Iterable[str] = ()) -> dict[Game, list[str]]:
        """The games that play these setups (by default all), each with its own ones."""
        found: dict[Game, list[str]] = {}
        for setup in setups or self.setups:
            found.setdefault(self.at(setup), []).append(setup)
        return found

    def style(self, name: str) -> int:
        """The number of a rule player's style."""
        return _number("style", name, self.styles, self.name)

    def pruning(self, name: str) -> int:
        """The number of a pruning."""
        return _number("pruning", name, self.prunings, self.name)

    def evaluation(self, name: str) -> int:
        """The number of an evaluation."""
        return _number("evaluation", name, self.evaluations, self.name)

    def stage_number(self, name: str) -> int:
        """The number of a stage."""
        return _number("stage", name, self.stages, self.name)

    def make_table(self, setup: str = "") -> Any:
        """The table for a setup (the default one if none is named), as an array of one record."""
        chosen, game = setup or next(iter(self.setups)), self.at(setup)
        made = records(game.Table, 1, packed=False)
        if game.table is _no_parameters:
            named_setup(game.name, chosen, game.setups)
        game.table(chosen, made[0])
        return pack(made) if game.compiled else made


@lru_cache(maxsize=64)
def _interpreted(game: Game) -> Game:
    marked = [part.name for part in fields(game) if is_compiled(getattr(game, part.name))]
    return replace(game, **{name: interpret(getattr(game, name)) for name in marked}) if marked else game


def _number(kind: str, name: str, names: tuple[str, ...], game: str) -> int:
    if name not in names:
        raise unknown(f"{kind} of {game}", name, names)
    return names.index(name)


def named_setup(game: str, setup: str, setups: Mapping[str, str]) -> str:
    """`setup` if it is one of the named ones, else a `UsageError`; for games without further parameters."""
    if setup not in setups:
        raise unknown(f"setup of {game}", setup, setups)
    return setup


CONTRACT = (
    *("deal", "actor", "stage", "turn", "options", "play", "payoff", "hide", "observe"),
    *("cards", "shuffle", "advise", "act", "evaluate", "key", "outcome", "seen"),
)


def rules_in(names: Mapping[str, Any]) -> dict[str, Any]:
    """The functions of the contract among the names of a module, for `Game(..., **rules_in(globals()))`.

    >>> sorted(rules_in({"deal": abs, "play": abs, "helper": abs}))
    ['deal', 'play']
    """
    return {name: names[name] for name in CONTRACT if name in names}


@lru_cache(maxsize=64)
def make_advise(game: Game) -> Function:
    """The function that asks a rule player: `advise(s, t, style, rng, out)`, with style 0 for every game."""
    options, own = game.options, game.advise or _no_advice

    @compiled
    def advise(s, t, style, rng, out):
        if style == UNIFORM:
            n = options(s, t, 0, out)
            out[0] = out[below(rng, n)]
            return 1
        return own(s, t, style, rng, out)

    return advise  # type: ignore[no-any-return]


@lru_cache(maxsize=64)
def make_step(game: Game) -> Function:
    """The function that lets a rule player decide and play: `step(s, t, style, rng, out)`.

    A game's own `act` plays a whole stage; style 0 plays one uniformly random move.
    """
    play, advise = game.play, make_advise(game)

    @compiled
    def act_on_advice(s, t, style, rng, out):
        for i in range(advise(s, t, style, rng, out)):
            play(s, t, out[i], rng)

    act = game.act or act_on_advice

    @inlined
    def step(s, t, style, rng, out):
        if style == UNIFORM:
            advise(s, t, style, rng, out)
            play(s, t, out[0], rng)
        else:
            act(s, t, style, rng, out)

    return step  # type: ignore[no-any-return]


__all__ = [
    "CHAIN",
    "MAX_SEATS",
    "MAX_STAGES",
    "OVER",
    "UNIFORM",
    "UNSEEN",
    "Game",
    "Text",
    "make_advise",
    "make_step",
    "named_setup",
    "rules_in",
]
