"""A game in progress, for people and programs that speak Python: deal, look, play, print.

All work is done by two compiled functions per game, its doors, so that a second process loads them from disk in an
instant and calls cost a few microseconds.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from ..kernel import Stream, as_dict, floats, hurried, integers, interpret, pack, plain, records, seed_of
from .commands import read_command
from .errors import UsageError
from .game import CHAIN, OVER, Game, make_advise, make_step

DEAL, LOOK, OPTIONS, PLAY, HIDE, PAYOFF, SEEN, OBSERVE, CARDS, SHUFFLE, ADVISE, ACT, VALUE, KEY = range(14)
SIDE = CARDS  # from here on: what matches do without


def make_door(game: Game) -> Any:
    """The entry through which Python plays a game: all that a match needs, and little to compile."""
    deal, actor, stage, turn, options, play = game.deal, game.actor, game.stage, game.turn, game.options, game.play
    payoff, hide, outcome, seen, observe = game.payoff, game.hide, game.outcome, game.seen, game.observe

    @hurried
    def door(what, states, tables, rngs, a, b, out, values):
        s = states[0]
        t = tables[0]
        rng = rngs[0]
        if what == DEAL:
            deal(s, t, rng)
        elif what == LOOK:
            out[0] = actor(s)
            out[1] = stage(s)
            out[2] = turn(s)
            out[3] = outcome(s)
        elif what == OPTIONS:
            return options(s, t, a, out)
        elif what == PLAY:
            play(s, t, a, rng)
        elif what == HIDE:
            hide(s, t, a, rng)
        elif what == PAYOFF:
            values[0] = payoff(s, a)
        elif what == SEEN:
            return seen(s, t, a, b)
        elif what == OBSERVE:
            return observe(s, t, a, out)
        return 0

    return door


def make_side_door(game: Game) -> Any:
    """The entry to the rest: what rule players advise, which cards there are, and what a position is worth."""
    actor, payoff, cards, shuffle = game.actor, game.payoff, game.cards, game.shuffle
    evaluate, key, advise, step = game.evaluate, game.key, make_advise(game), make_step(game)

    @hurried
    def side_door(what, states, tables, rngs, a, b, out, values):
        s = states[0]
        t = tables[0]
        rng = rngs[0]
        if what == CARDS:
            return cards(s, t, out)
        elif what == SHUFFLE:
            shuffle(s, t, a, rng)
        elif what == ADVISE:
            return advise(s, t, a, rng, out)
        elif what == ACT:
            step(s, t, a, rng, out)
        elif what == VALUE:
            values[0] = payoff(s, a) if actor(s) == OVER else evaluate(s, t, a, b)
        elif what == KEY:
            return key(s, t, a)
        return 0

    return side_door


@lru_cache(maxsize=64)
def _doors(game: Game) -> tuple[Any, Any]:
    doors = make_door(game), make_side_door(game)
    return doors if game.compiled else (interpret(doors[0]), interpret(doors[1]))


class _Scratch(threading.local):
    """Where compiled functions write their answers, for each game and thread: they are read before the next call."""

    def __init__(self) -> None:
        self.sheets: dict[Game, tuple[Any, Any]] = {}

    def of(self, game: Game) -> tuple[Any, Any]:
        """Whole numbers and floats."""
        if game not in self.sheets:
            size = max(game.max_options, game.max_numbers, 64)
            self.sheets[game] = integers(size, packed=game.compiled), floats(1, packed=game.compiled)
        return self.sheets[game]


_SCRATCH = _Scratch()


def make_stream(game: Game, *path: Any) -> Any:
    """The random stream with this name, in the form that the game's functions take."""
    made = records(Stream, 1, packed=game.compiled)
    if game.compiled:
        made["z"] = seed_of(*path)
    else:
        made[0].z = seed_of(*path)
    return made


class Position:
    """A position of a game: its state, its table, and what can be asked and done.

    Seeds are names: any mixture of words and numbers.  The same names give the same game.

    >>> from mulligan.games.toys import NIM
    >>> here = Position.deal(NIM, seed=1)
    >>> print(here)
    nim 1-3: 15 left, player 1 to move
    >>> here.play("take 3").play("take 2").options_text()
    ['take 1', 'take 2', 'take 3']
    """

    __slots__ = ("game", "played", "seed", "setup", "states", "table")

    def __init__(self, game: Game, setup: str, table: Any, states: Any) -> None:
        self.game, self.setup, self.table, self.states = game, setup, table, states
        self.seed: Any = 0
        self.played = 0
        """How many moves `play` has played: with the seed, the name of what chance decides next."""

    @classmethod
    def deal(cls, game: Game, setup: str = "", seed: Any = 0) -> Position:
        """A new game."""
        game, chosen = game.at(setup), setup or next(iter(game.setups))
        position = cls(game, chosen, game.make_table(chosen), records(game.State, 1, packed=game.compiled))
        position.call(DEAL, make_stream(game, seed, "deal"))
        position.seed = seed
        return position

    @classmethod
    def read(cls, game: Game, text: str, setup: str = "") -> Position:
        """The position that `text` describes: what `str(position)` printed, or a person wrote."""
        game, chosen = game.at(setup), setup or next(iter(game.setups))
        table = game.make_table(chosen)
        states = records(game.State, 1, packed=False)
        game.text.read_state(text, states[0], plain(table[0]) if game.compiled else table[0])
        return cls(game, chosen, table, pack(states) if game.compiled else states)

    def deal_with(self, rng: Any) -> None:
        """Deal into the zeroed state with a stream of the caller's."""
        self.call(DEAL, rng)

    def call(self, what: int, rng: Any = None, a: int = 0, b: int = 0) -> int:
        """Call one of the game's functions through its door."""
        if rng is None:
            rng = records(Stream, 1, packed=self.game.compiled)
        door = _doors(self.game)[what >= SIDE]
        return int(door(what, self.states, self.table, rng, a, b, *_SCRATCH.of(self.game)))

    @property
    def _out(self) -> Any:
        """The numbers of the last answer."""
        return _SCRATCH.of(self.game)[0]

    @property
    def _value(self) -> float:
        """The float of the last answer."""
        return float(_SCRATCH.of(self.game)[1][0])

    def within(self, game: Game) -> Position:
        """The same position of a game that has more styles, evaluations or prunings."""
        if game is self.game:
            return self
        made = Position(game, self.setup, self.table, self.states)
        made.seed, made.played = self.seed, self.played
        return made

    def copy(self) -> Position:
        """An independent copy."""
        twin = self.unnamed()
        twin.seed, twin.played = self.seed, self.played
        return twin

    def unnamed(self) -> Position:
        """A copy that knows neither the seed of its deal nor how many moves were played: its chance is its own."""
        states = records(self.game.State, 1, packed=self.game.compiled)
        states[0] = self.states[0]
        return Position(self.game, self.setup, self.table, states)

    def look(self) -> tuple[int, int, int, int]:
        """Actor, stage, turn and outcome, all at once."""
        self.call(LOOK)
        actor, stage, turn, outcome = self._out[:4]
        return int(actor), int(stage), int(turn), int(outcome)

    @property
    def actor(self) -> int:
        """The seat that decides, or OVER."""
        return self.look()[0]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.actor == OVER

    @property
    def stage(self) -> str:
        """The kind of decision."""
        return self.game.stages[self.look()[1]]

    @property
    def turn(self) -> int:
        """The number of the turn."""
        return self.look()[2]

    def options(self, level: str = "none", *, chain: bool = False) -> list[int]:
        """The legal moves, at a pruning, whole or as a chain of questions."""
        form = self.game.pruning(level) + (CHAIN if chain else 0)
        return [int(move) for move in self._out[: self.call(OPTIONS, a=form)]]

    def options_text(self) -> list[str]:
        """The legal moves in words."""
        return self.texts(self.options())

    def is_legal(self, move: int) -> bool:
        """Whether a move may be played, whole or as the answer to a question."""
        return move in self.options() or (self.game.chains and move in self.options(chain=True))

    def play(self, move: int | str, seed: Any = None) -> Position:
        """Play a legal move, given as a number or in words, and return self.

        What chance decides follows from the seed of the deal and the number of moves played, unless a `seed` is given:
        then from that, the turn and the move.
        """
        chosen = self.read_move(move) if isinstance(move, str) else int(move)
        if not self.is_legal(chosen):
            raise UsageError(f"illegal move {chosen}; legal: {', '.join(self.options_text())}")
        name = (self.seed, "chance", self.played) if seed is None else (seed, "chance", self.turn, chosen)
        self.call(PLAY, make_stream(self.game, *name), chosen)
        self.played += 1
        return self

    def seen(self, move: int, seat: int) -> int:
        """What a seat sees of a move that is about to be played: the move, or UNSEEN."""
        return self.call(SEEN, a=move, b=seat)

    def play_with(self, move: int, rng: Any) -> None:
        """Play a move that is known to be legal, with a stream of the caller's."""
        self.call(PLAY, rng, move)

    def advise(self, style: str, rng: Any) -> list[int]:
        """The moves by which a rule player plays the present stage."""
        return [int(move) for move in self._out[: self.call(ADVISE, rng, self.game.style(style))]]

    def act(self, style: str, rng: Any) -> None:
        """Let a rule player play the present stage."""
        self.call(ACT, rng, self.game.style(style))

    def hide(self, seat: int, rng: Any) -> Position:
        """A copy in which all that `seat` cannot know is a fair sample, the seed of the deal included."""
        other = self.unnamed()
        other.call(HIDE, rng, seat)
        return other

    def shuffle(self, rng: Any, *, firm: bool = True) -> None:
        """Make what nobody has drawn yet random again."""
        self.call(SHUFFLE, rng, int(firm))

    def observe(self, seat: int) -> list[int]:
        """The numbers that `seat` may know."""
        return [int(x) for x in self._out[: self.call(OBSERVE, a=seat)]]

    def cards(self) -> list[int]:
        """The identities of all cards, sorted."""
        return sorted(int(x) for x in self._out[: self.call(CARDS)])

    def payoff(self, seat: int) -> float:
        """The result for `seat`; only at the end."""
        if not self.over:
            raise UsageError("the game is not over")
        self.call(PAYOFF, a=seat)
        return self._value

    def evaluate(self, seat: int, evaluation: str) -> float:
        """How good the position is for `seat`, from 0 to 1; at the end, the result."""
        self.call(VALUE, a=seat, b=self.game.evaluation(evaluation))
        return self._value

    def key(self, move: int) -> int:
        """Equal for moves that no player could tell apart."""
        return self.call(KEY, a=move)

    def plain(self) -> tuple[Any, Any]:
        """State and table as ordinary objects."""
        if self.game.compiled:
            return plain(self.states[0]), plain(self.table[0])
        return self.states[0], self.table[0]

    def text(self, move: int) -> str:
        """A move in words."""
        return self.game.text.move(*self.plain(), move)

    def texts(self, moves: Sequence[int]) -> list[str]:
        """Moves in words."""
        s, t = self.plain()
        return [self.game.text.move(s, t, move) for move in moves]

    def read_move(self, text: str) -> int:
        """The legal move that `text` names, in full or by an abbreviation that no other has."""
        moves = self.options() + (self.options(chain=True) if self.game.chains else [])
        return read_command(text, dict(zip(self.texts(moves), moves)))

    def fields(self) -> dict[str, Any]:
        """The raw state, for debugging and for tests of equality."""
        return as_dict(self.states[0])

    def svg(self, seat: int | None = None) -> str:
        """The table as a drawing: what a seat may know of it, that of the seat to move if none is named.

        At the end of a game, and for the seat OPEN (-1), everything is shown.
        """
        from .tabledrawing import draw_table

        return draw_table(self, seat)

    def _repr_html_(self) -> str:
        from .tabledrawing import position_html

        return position_html(self)

    def __repr__(self) -> str:
        from .tabledrawing import headline

        return f"<Position of {headline(self)}>"

    def __str__(self) -> str:
        return self.game.text.state(*self.plain())
