"""A game of ours in the steps of OpenSpiel: decisions and chance one after the other, and what a seat has known so far.

Our rules take what chance decides from a stream, in the middle of a deal or a move.  OpenSpiel wants chance to have
steps of its own.  So a move that draws from the stream is not finished before chance has said which of its outcomes it
is.  In small games (`exact`) all outcomes are found by trying every draw, with their probabilities.  In others chance
names the stream itself, by `DIGITS` numbers below `BASE`: any of 16,777,216 streams, equally likely.
"""

from __future__ import annotations

from copy import copy
from fractions import Fraction
from functools import lru_cache
from hashlib import blake2b
from itertools import islice
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mulligan.agents import ASK, Player, seat_styles
from mulligan.core.errors import UsageError
from mulligan.core.game import CHAIN, OVER, Game
from mulligan.core.observing import as_seen, make_watch
from mulligan.core.position import DEAL, PLAY, Position, make_stream
from mulligan.core.registry import find_game
from mulligan.environments.driving import make_actions
from mulligan.environments.spaces import Spaces, spaces_of
from mulligan.exact.chances import Chances, every_way, open_rules
from mulligan.kernel import integers, pack, plain, records

BASE, DIGITS = 256, 3
CHANCES = ("auto", "exact", "streams")
MOST_OUTCOMES = 5_000  # draws that are tried for one event, where a game decides by itself what is exact
TRIED = 3  # games that are played to see
NO_MOVE = -1  # the deal


class Rules:
    """A game and a setup, made ready for OpenSpiel."""

    def __init__(
        self, game: Game, setup: str = "", prune: str = "none", chain: bool = False, chance: str = "auto"
    ) -> None:
        self._made_from = (game.name, setup, prune, chain, chance)
        if chance not in CHANCES:
            raise UsageError(f"chance '{chance}' should be one of {', '.join(CHANCES)}")
        self.setup = setup or next(iter(game.setups))
        self.game = game = game.at(self.setup)
        if not game.compiled:
            raise UsageError(
                f"{game.name}: OpenSpiel can have games with compiled rules; mark its functions with @compiled"
            )
        if chain and not game.chains:
            raise UsageError(f"{game.name} has no compound moves that could be asked as a chain")
        self.spaces: Spaces = spaces_of(game)
        self.table = game.make_table(self.setup)
        self.form = game.pruning(prune) + (CHAIN if chain else 0)
        players = [Player(game, "OpenSpiel", [ASK] * len(game.stages)) for _ in range(game.players)]
        self._styles = seat_styles(game, self.setup, players)
        self._ruled = any(style != ASK for row in self._styles for style in row[: len(game.stages)])
        size = max(game.max_options, game.max_numbers, 64)
        self._found, self._out = integers(size), integers(size)
        self._actions, self._watch = make_actions(game), make_watch(game)
        units = game.room().units
        self.span = units.span if units.name != "payoff" else 2.0 if game.sides == 2 else 1.0
        self.exact = chance == "exact" or (chance == "auto" and self._is_small())
        self.most_outcomes = MOST_OUTCOMES if self.exact else BASE

    def __reduce__(self) -> Any:
        return kept_rules, self._made_from

    # --- playing ------------------------------------------------------------------------------------------------------

    def actions(self, position: Position) -> dict[int, int]:
        """The legal actions with the moves that they are."""
        n = self._actions(position.states, self.table, self.form, self._found, self._out)
        return {int(self._found[i]): int(self._out[i]) for i in range(n)}

    def go_on(self, before: Position | None, move: int, rng: Any) -> Position:
        """The position after a move, or after the deal, when somebody is asked again."""
        if before is None:
            after = Position(self.game, self.setup, self.table, records(self.game.State, 1))
            after.call(DEAL, rng)
        else:
            after = before.unnamed()
            after.call(PLAY, rng, move)
        while self._ruled:
            seat, stage, *_ = after.look()
            if seat == OVER or self._styles[seat][stage] == ASK:
                break
            after.act(self.game.styles[self._styles[seat][stage]], rng)
        return after

    def certain(self, before: Position | None, move: int) -> Position | None:
        """The position after a move in which chance has no part; None if it has."""
        rng = make_stream(self.game, "certain")
        start = int(rng["z"][0])
        after = self.go_on(before, move, rng)
        return after if int(rng["z"][0]) == start else None

    def ways(self, before: Position | None, move: int, most: int = 0) -> list[tuple[float, Position]]:
        """All that may come of a move, with probabilities; what leads to the same state is one thing."""
        rules, table = open_rules(self.game), plain(self.table[0])
        start = records(self.game.State, 1, packed=False)
        if before is not None:
            start[0] = plain(before.states[0])

        def act(chances: Chances) -> Any:
            states = records(self.game.State, 1, packed=False)
            states[0] = start[0]
            if before is None:
                rules.deal(states[0], table, chances)
            else:
                rules.play(states[0], table, move, chances)
            return states

        found: dict[str, tuple[Fraction, Any]] = {}
        tried = 0
        for chance, states in islice(every_way(act), (most or MOST_OUTCOMES) + 1):
            tried += 1
            key = repr(states[0])
            found[key] = found[key][0] + chance if key in found else chance, states
        if tried > (most or MOST_OUTCOMES):
            raise UsageError(f"{self.game.name}: chance has more than {MOST_OUTCOMES:,} ways; ask for chance=streams")
        return [
            (float(chance), Position(self.game, self.setup, self.table, pack(one))) for chance, one in found.values()
        ]

    def _is_small(self) -> bool:
        """Whether everything that chance may do can be tried: found out by playing a few games."""
        if self._ruled:
            return False
        try:
            for number in range(TRIED):
                random, here, move = Random(number), None, NO_MOVE
                while here is None or here.actor != OVER:
                    if self.certain(here, move) is None:
                        here = random.choice(self.ways(here, move, MOST_OUTCOMES // 5))[1]
                    else:
                        here = self.certain(here, move)
                    assert here is not None
                    moves = list(self.actions(here).values()) if here.actor != OVER else [NO_MOVE]
                    move = random.choice(moves)
        except UsageError:
            return False
        return True

    # --- looking ------------------------------------------------------------------------------------------------------

    def observed(self, position: Position, seat: int) -> NDArray[np.int64]:
        """What a seat knows, as the numbers of the environments."""
        numbers = np.zeros((1, self.spaces.numbers), np.int64)
        self._watch(position.states, self.table, np.array([seat], np.int64), as_seen(self.game, numbers), self._out)
        row: NDArray[np.int64] = numbers[0]
        return row

    def returns(self, position: Position) -> list[float]:
        """The payoffs in the units of the game: around 0 where two sides compete."""
        middle = 0.5 if self.game.sides == 2 else 0.0
        return [round((position.payoff(seat) - middle) * self.span, 12) for seat in range(self.game.players)]


_GAMES: dict[str, Game] = {}


def known(game: Game) -> str:
    """The name of a game, by which its rules can be made from now on."""
    return _GAMES.setdefault(game.name, game).name


@lru_cache(maxsize=64)
def kept_rules(name: str, *settings: Any) -> Rules:
    """The rules of a game with these settings, made once."""
    return Rules(_GAMES.get(name) or find_game(name), *settings)


class Trail:
    """What has happened up to a decision; what a seat has known so far is worked out when somebody asks."""

    __slots__ = ("before", "known", "move", "mover", "position")

    def __init__(self, position: Position, before: Trail | None = None, move: int = NO_MOVE, mover: int = OVER) -> None:
        self.position, self.before, self.move, self.mover = position, before, move, mover
        self.known: dict[int, bytes] = {}

    def digest(self, seat: int) -> bytes:
        """A name for all that a seat has observed and been told of moves."""
        behind: list[Trail] = []
        here: Trail | None = self
        while here is not None and seat not in here.known:
            behind.append(here)
            here = here.before
        found = here.known[seat] if here is not None else b""
        for step in reversed(behind):
            found = blake2b(found + repr(step._news(seat)).encode(), digest_size=8).digest()
            step.known[seat] = found
        return found

    def _news(self, seat: int) -> tuple[int, list[int]]:
        told = self.move
        if self.before is not None and self.mover != seat:
            told = self.before.position.seen(self.move, seat)
        return told, self.position.observe(seat)


class Course:
    """A game in progress."""

    __slots__ = ("_actions", "_ways", "digits", "move", "rules", "trail")

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.trail: Trail | None = None
        self.digits: tuple[int, ...] = ()
        self._ways: list[tuple[float, Position]] = []
        self._actions: dict[int, int] | None = None
        self.move: int | None = None
        """What chance has to finish: a move, or the deal; None where it has nothing to do."""
        self._begin(NO_MOVE)

    def __copy__(self) -> Course:
        made = object.__new__(Course)
        for name in Course.__slots__:
            setattr(made, name, getattr(self, name))
        return made

    def __deepcopy__(self, memo: Any) -> Course:
        return copy(self)  # nothing in it is ever changed in place

    def __getstate__(self) -> Any:
        rows, here = [], self.trail
        while here is not None:
            rows.append((here.position.states.tobytes(), here.move, here.mover, here.known))
            here = here.before
        return self.rules, rows[::-1], self.move, self.digits

    def __setstate__(self, kept: Any) -> None:
        self.rules, rows, self.move, self.digits = kept
        self.trail, self._actions, self._ways = None, None, []
        for state, move, mover, known in rows:
            self.trail = Trail(_position(self.rules, state), self.trail, move, mover)
            self.trail.known.update(known)
        if self.move is not None and self.rules.exact:
            self._ways = self._exact(self.move)

    @property
    def position(self) -> Position | None:
        """Where somebody decides, or has decided what chance has to finish; None before the deal."""
        return None if self.trail is None else self.trail.position

    @property
    def actor(self) -> int:
        """The seat that decides, or OVER; only where chance has nothing to do."""
        assert self.trail is not None
        return self.trail.position.actor

    def actions(self) -> dict[int, int]:
        """The legal actions, with their moves."""
        if self._actions is None:
            assert self.trail is not None
            self._actions = self.rules.actions(self.trail.position)
        return self._actions

    def chances(self) -> list[tuple[int, float]]:
        """What chance may do."""
        if self.rules.exact:
            return [(i, chance) for i, (chance, _) in enumerate(self._ways)]
        return [(i, 1.0 / BASE) for i in range(BASE)]

    def choose(self, action: int) -> None:
        """Play an action of whoever decides."""
        moves = self.actions()
        if action not in moves:
            raise UsageError(f"{self.rules.game.name}: action {action} is illegal; legal: {', '.join(map(str, moves))}")
        self._begin(moves[action])

    def happen(self, outcome: int) -> None:
        """Let chance do one thing."""
        assert self.move is not None
        if not 0 <= outcome < len(self._ways or range(BASE)):
            raise UsageError(f"{self.rules.game.name}: chance has no outcome {outcome}")
        if self.rules.exact:
            self._arrive(self._ways[outcome][1], self.move)
            return
        self.digits = (*self.digits, outcome)
        if len(self.digits) == DIGITS:
            rng = make_stream(self.rules.game, "OpenSpiel", *self.digits)
            self._arrive(self.rules.go_on(self.position, self.move, rng), self.move)

    def resampled(self, seat: int, number: float) -> Course:
        """A course in which all that a seat cannot know is a sample, which the number decides.

        What the others have known so far is forgotten, up to what they observe now.
        """
        if self.move is not None or self.trail is None:
            raise UsageError(f"{self.rules.game.name}: only positions in which somebody decides can be sampled")
        made = copy(self)
        rng = make_stream(self.rules.game, "resample", int(number * 2.0**53))
        made.trail = Trail(self.trail.position.hide(seat, rng))
        made.trail.known[seat] = self.trail.digest(seat)
        made._actions = None
        return made

    def _begin(self, move: int) -> None:
        certain = self.rules.certain(self.position, move)
        if certain is not None:
            self._arrive(certain, move)
            return
        self.move, self.digits = move, ()
        self._ways = self._exact(move) if self.rules.exact else []
        if len(self._ways) == 1:
            self._arrive(self._ways[0][1], move)

    def _exact(self, move: int) -> list[tuple[float, Position]]:
        before = self.position
        return _kept_ways(self.rules, b"" if before is None else before.states.tobytes(), move)

    def _arrive(self, position: Position, move: int) -> None:
        mover = OVER if self.trail is None else self.trail.position.actor
        self.trail = Trail(position, self.trail, move, mover)
        self.move, self.digits, self._ways, self._actions = None, (), [], None

    def known(self, seat: int) -> str:
        """All that a seat has known so far, in a word: equal wherever it cannot tell courses apart."""
        if self.trail is None:
            return f"seat {seat} before the deal"
        numbers = " ".join(map(str, self.trail.position.observe(seat)))
        waits = "" if self.move is None else f" then {self._told(seat)}"
        return f"seat {seat} sees {numbers} after {self.trail.digest(seat).hex()}{waits}"

    def _told(self, seat: int) -> int | None:
        """What a seat has been told of the move that chance has to finish."""
        assert self.trail is not None and self.move is not None
        own = self.trail.position.actor == seat
        return self.move if own else self.trail.position.seen(self.move, seat)


@lru_cache(maxsize=20_000)
def _kept_ways(rules: Rules, state: bytes, move: int) -> list[tuple[float, Position]]:
    """What may come of a move: asked again and again by those who walk through a whole tree."""
    return rules.ways(_position(rules, state) if state else None, move)


def _position(rules: Rules, state: bytes) -> Position:
    return Position(rules.game, rules.setup, rules.table, np.frombuffer(state, rules.game.State).copy())


def text_of(rules: Rules, position: Position, action: int) -> str:
    """An action in words."""
    moves = rules.actions(position)
    if action in moves:
        return position.text(moves[action])
    return rules.spaces.action_names[action] if 0 <= action < rules.spaces.actions else f"action {action}"


__all__ = ["BASE", "Course", "Rules", "kept_rules", "known", "text_of"]
