"""Games of other engines as games of ours: an interface of ten functions, and the contract made from it.

An engine keeps its positions as objects of its own, of whatever kind, and never changes one: `step` gives another.  So
a position can be copied by copying the reference.  Chance is told apart from players: where `actor` is CHANCE,
`chances` says what may happen, and a stream of ours decides what does.

Such a game runs as ordinary Python.  All players, searches, matches and tables take it; what needs compiled rules
(environments, `mulligan bench`) does not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import Any, Protocol

from ..kernel import below, record, uniform
from .errors import UsageError, quoted
from .game import UNSEEN, Game, Text
from .room import Look, Room, Units
from .scene import OPEN, Card, Scene, Zone

CHANCE = -2
NUMBERS = 4  # of a digest
LARGE = 1_000_003
KEPT = 2_000  # information sets whose members are remembered
MOST_TRIED = 20_000  # steps that are tried to find the members of one
Steps = tuple[tuple[int, int], ...]


class Engine(Protocol):
    """What a program has to say of a game for it to be one of ours."""

    players: int
    hidden: bool
    """Whether any player lacks some knowledge of the position."""

    def start(self) -> Any:
        """The position before anything has happened."""

    def actor(self, state: Any) -> int:
        """The seat that decides, CHANCE or OVER."""

    def chances(self, state: Any) -> Sequence[tuple[int, float]]:
        """What chance may do, with probabilities."""

    def legal(self, state: Any) -> Sequence[int]:
        """The legal moves of the seat that decides: whole numbers."""

    def step(self, state: Any, move: int) -> Any:
        """The position after a move, or after what chance did; `state` stays as it is."""

    def payoffs(self, state: Any) -> Sequence[float]:
        """At the end, for each seat from 0 to 1; of two sides they add up to 1."""

    def known(self, state: Any, seat: int) -> str:
        """All that a seat knows, in words: equal wherever it cannot tell positions apart."""

    def sample(self, state: Any, seat: int, uniform: Callable[[], float]) -> Any:
        """A position that the seat cannot tell from this one; `uniform` gives random numbers from 0 to 1."""

    def history(self, state: Any) -> Sequence[tuple[int, int]]:
        """Everything that has happened, with who did it: seats and CHANCE."""

    def text(self, state: Any, move: int) -> str:
        """A move in words."""

    def picture(self, state: Any) -> str:
        """The whole position in words, for those who may see everything."""


class Place:
    """A position of an engine, and what was asked of it before.  It is never changed."""

    __slots__ = ("_steps", "engine", "legal", "outcome", "seat", "state", "turn")

    def __init__(self, engine: Engine, state: Any, turn: int, outcome: int = 0) -> None:
        self.engine, self.state, self.turn, self.outcome = engine, state, turn, outcome
        self.seat = engine.actor(state)
        self.legal: list[int] | None = None
        self._steps: Steps | None = None

    @property
    def moves(self) -> list[int]:
        """The legal moves."""
        if self.legal is None:
            self.legal = list(self.engine.legal(self.state)) if self.seat >= 0 else []
        return self.legal

    @property
    def steps(self) -> Steps:
        """How it came about."""
        if self._steps is None:
            self._steps = tuple((int(who), int(move)) for who, move in self.engine.history(self.state))
        return self._steps

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Place) and self.steps == other.steps

    def __hash__(self) -> int:
        return hash(self.steps)

    def __repr__(self) -> str:
        return " ".join(str(move) for _, move in self.steps)


def latest(steps: Sequence[tuple[int, int]]) -> int:
    """A number for what chance decided since the last move.

    >>> latest([(CHANCE, 3), (0, 1)]), latest([(0, 1), (CHANCE, 3)]) == latest([(CHANCE, 3)])
    (0, True)
    """
    number = start = 0
    for i, (who, _) in enumerate(steps):
        start = i + 1 if who != CHANCE else start
    for _, move in steps[start:]:
        number = _add(number, move)
    return number


def _add(number: int, outcome: int) -> int:
    return (number * LARGE + outcome + 1) % (1 << 61)


def _drawn(chances: Sequence[tuple[int, float]], rng: Any) -> int:
    """What chance does.  Equal chances are drawn as whole numbers, so that they can be enumerated."""
    if max(chance for _, chance in chances) - min(chance for _, chance in chances) < 1e-9:
        return int(chances[below(rng, len(chances))][0])
    left = uniform(rng)
    for outcome, chance in chances:
        left -= chance
        if left < 0.0:
            return outcome
    return max(chances, key=lambda one: one[1])[0]


def _settled(engine: Engine, state: Any, turn: int, rng: Any) -> Place:
    """Let chance act until somebody decides, or the game is over."""
    number = 0
    while engine.actor(state) == CHANCE:
        outcome = _drawn(engine.chances(state), rng)
        number = _add(number, outcome)
        state = engine.step(state, outcome)
    return Place(engine, state, turn, number)


def _resampled(engine: Engine, here: Place, seat: int, rng: Any) -> Place:
    state = engine.sample(here.state, seat, lambda: float(uniform(rng)))
    made = Place(engine, state, here.turn)
    made.outcome = latest(made.steps)
    return made


def foreign_game(
    engine: Engine,
    name: str,
    title: str,
    *,
    max_options: int,
    max_turns: int,
    teams: tuple[int, ...] = (),
    units: Units | None = None,
    about: str = "",
    version: int = 1,
) -> Game:
    """The game that an engine plays, as one of ours."""

    def deal(s: Any, t: Any, rng: Any) -> None:
        s.here = _settled(engine, engine.start(), 0, rng)

    def actor(s: Any) -> int:
        return int(s.here.seat)

    def stage(s: Any) -> int:
        return 0

    def turn(s: Any) -> int:
        return int(s.here.turn)

    def options(s: Any, t: Any, form: int, out: Any) -> int:
        moves = s.here.moves
        out[: len(moves)] = moves
        return len(moves)

    def play(s: Any, t: Any, move: int, rng: Any) -> None:
        s.here = _settled(engine, engine.step(s.here.state, move), s.here.turn + 1, rng)

    def payoff(s: Any, seat: int) -> float:
        return engine.payoffs(s.here.state)[seat]

    def hide(s: Any, t: Any, seat: int, rng: Any) -> None:
        if engine.hidden:
            s.here = _resampled(engine, s.here, seat, rng)

    def observe(s: Any, t: Any, seat: int, out: Any) -> int:
        out[:NUMBERS] = digest(engine.known(s.here.state, seat))
        return NUMBERS

    def outcome(s: Any) -> int:
        return int(s.here.outcome)

    def seen(s: Any, t: Any, move: int, seat: int) -> int:
        """A move is seen if another would have left the seat knowing something else."""
        here = s.here
        if not engine.hidden or seat == here.seat:
            return move
        told = engine.known(engine.step(here.state, move), seat)
        alike = (one for one in here.moves if one != move and engine.known(engine.step(here.state, one), seat) == told)
        return move if next(alike, None) is None else UNSEEN

    def scene(s: Any, t: Any, seat: int, moves: list[int]) -> Scene:
        told = engine.picture(s.here.state) if seat == OPEN else engine.known(s.here.state, seat)
        lines = tuple(line.rstrip() for line in told.splitlines() if line.strip())
        return Scene(zones=(Zone("position", (Card("text", title, lines=lines),), layout="text"),))

    return Game(
        name=name,
        version=version,
        title=title,
        players=engine.players,
        stages=("move",),
        State=record(here="O"),
        deal=deal,
        actor=actor,
        stage=stage,
        turn=turn,
        options=options,
        play=play,
        payoff=payoff,
        hide=hide,
        observe=observe,
        outcome=outcome,
        seen=seen,
        text=_text(engine),
        max_options=max_options,
        max_numbers=NUMBERS,
        max_turns=max_turns,
        teams=teams,
        hidden=engine.hidden,
        scene=scene,
        room=lambda: Room(look=Look(about), units=units or Units("payoff", 1.0)),
    )


def digest(text: str) -> list[int]:
    """Numbers that are equal if texts are.

    >>> digest("a hand") == digest("a hand") != digest("another")
    True
    """
    found = blake2b(text.encode(), digest_size=4 * NUMBERS).digest()
    return [int.from_bytes(found[4 * i : 4 * i + 4], "little") for i in range(NUMBERS)]


# --- text -------------------------------------------------------------------------------------------------------------


def _text(engine: Engine) -> Text:
    def move_text(s: Any, t: Any, move: int) -> str:
        words = " ".join(engine.text(s.here.state, move).split())
        alike = [other for other in s.here.moves if " ".join(engine.text(s.here.state, other).split()) == words]
        return f"{words} ({move})" if len(alike) > 1 else words

    def state_text(s: Any, t: Any) -> str:
        return f"steps {s.here!r}".strip()

    def read_state(text: str, s: Any, t: Any) -> None:
        first, *numbers = text.split() or [""]
        if first != "steps" or not all(number.isascii() and number.isdigit() for number in numbers):
            raise UsageError(f"{quoted(text)}: a position is the word 'steps' and the numbers of all that has happened")
        state, turn = engine.start(), 0
        for i, move in enumerate(map(int, numbers)):
            seat = engine.actor(state)
            able = (
                [one for one, _ in engine.chances(state)]
                if seat == CHANCE
                else engine.legal(state)
                if seat >= 0
                else ()
            )
            if move not in able:
                raise UsageError(f"{quoted(text)}: step {i + 1}, {move}, cannot happen")
            state, turn = engine.step(state, move), turn + (seat != CHANCE)
        if engine.actor(state) == CHANCE:
            raise UsageError(f"{quoted(text)}: it ends where chance is to decide")
        s.here = Place(engine, state, turn)
        s.here.outcome = latest(s.here.steps)

    return Text(move_text, state_text, read_state)


# --- sampling by trying everything ------------------------------------------------------------------------------------


class Members:
    """Samples for engines that have no way of their own: everything that may have happened is tried.

    After every step the seat must have known what it really knew then.  Each way has the probability that chance gives
    it, as if the other players had chosen any move that is legal.  How many steps there were is taken for known.
    """

    def __init__(self, engine: Engine, name: str) -> None:
        self.engine, self.name = engine, name
        self._kept: dict[tuple[str, ...], tuple[list[Any], list[float]]] = {}

    def sample(self, state: Any, seat: int, uniform: Callable[[], float]) -> Any:
        """One of the positions that the seat cannot tell apart."""
        path, knew = self._knew(state, seat)
        if knew not in self._kept:
            if len(self._kept) >= KEPT:
                self._kept.clear()
            self._kept[knew] = self._found(state, seat, path, knew)
        found, weights = self._kept[knew]
        left = uniform() * sum(weights)
        for one, weight in zip(found, weights, strict=True):
            left -= weight
            if left < 0.0:
                return one
        return found[-1]

    def _knew(self, state: Any, seat: int) -> tuple[Sequence[tuple[int, int]], tuple[str, ...]]:
        """What has happened, and what the seat knew after each step; first of all, who it is and whose turn."""
        path, here = self.engine.history(state), self.engine.start()
        knew = [f"{seat} {self.engine.actor(state)}"]
        for _, move in path:
            here = self.engine.step(here, move)
            knew.append(self.engine.known(here, seat))
        return path, tuple(knew)

    def _found(
        self, truth: Any, seat: int, path: Sequence[tuple[int, int]], knew: tuple[str, ...]
    ) -> tuple[list[Any], list[float]]:
        engine, tried = self.engine, 0
        level = [(engine.start(), 1.0)]
        for i, (who, done) in enumerate(path):
            after = []
            for state, weight in level:
                actor = engine.actor(state)
                if actor != who:
                    continue
                if actor == CHANCE:
                    ways = [(move, weight * chance) for move, chance in engine.chances(state)]
                elif actor == seat:
                    ways = [(done, weight)]
                else:
                    legal = engine.legal(state)
                    ways = [(move, weight / len(legal)) for move in legal]
                tried += len(ways)
                if tried > MOST_TRIED:
                    raise UsageError(
                        f"{self.name}: it has no way to sample what a seat does not know, or none that works, and what "
                        f"may have happened is too much to be tried out (more than {MOST_TRIED:,} steps)"
                    )
                for move, chance in ways:
                    there = engine.step(state, move)
                    if engine.known(there, seat) == knew[i + 1]:
                        after.append((there, chance))
            level = after
        level = [(state, weight) for state, weight in level if self._in_same_place(state, truth, seat)]
        return [state for state, _ in level], [weight for _, weight in level]

    def _in_same_place(self, state: Any, truth: Any, seat: int) -> bool:
        """Whether the same seat is to move, with the same moves as far as this one can tell."""
        actor = self.engine.actor(truth)
        if self.engine.actor(state) != actor:
            return False
        return actor != seat or list(self.engine.legal(state)) == list(self.engine.legal(truth))
