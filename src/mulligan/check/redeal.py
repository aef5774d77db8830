"""Other deals that look the same to a seat: the same moves played with other chances, kept if the seat sees no change.

A world that `hide` makes cannot show what `hide` forgets to hide, for it is handed on from world to world.  So these
worlds are made without it: the deal, or a move of chance, is played as ordinary Python with a stream whose draws are
written down; some of the draws are exchanged, all later moves are played again, and the new position counts if the
seat has observed exactly the same after every move.  Then whatever the seat may know is equal, and everything that may
depend on that alone must be equal too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Any

from ..core.game import CONTRACT, OVER, Game
from ..core.position import PLAY, Position, make_stream
from ..kernel import interpret, pack, plain, records, seed_of
from ..kernel.streams import PERIOD
from .walk import Walk, legal_moves, same_state

PROPOSALS = 10  # exchanges of draws that are tried at a position, for a seat
ENOUGH = 4  # other deals that are kept


class Tape:
    """A stream for ordinary Python: every draw is written down, and those that stand on the tape are played back."""

    __slots__ = ("_z", "at", "draws")

    def __init__(self, start: int, draws: list[int] | None = None) -> None:
        self._z, self.at, self.draws = start, 0, draws or []

    @property
    def z(self) -> int:
        """The state of the generator."""
        return self._z

    @z.setter
    def z(self, value: int) -> None:
        if self.at < len(self.draws):
            value = self.draws[self.at]
        else:
            self.draws.append(value)
        self.at += 1
        self._z = value


@lru_cache(maxsize=64)
def plain_game(game: Game) -> Game:
    """The game as ordinary Python, with all that its functions call."""
    functions = {name: getattr(game, name) for name in CONTRACT}
    return replace(game, **{name: interpret(function) for name, function in functions.items() if function is not None})


@lru_cache(maxsize=256)
def plain_table(game: Game, setup: str) -> Any:
    """The table of a setup as ordinary Python."""
    return plain_game(game).make_table(setup)[0]


def dealt(game: Game, setup: str, tape: Tape) -> Position:
    """A deal whose draws come from a tape."""
    game = game.at(setup)
    states = records(game.State, 1, packed=False)
    plain_game(game).deal(states[0], plain_table(game, setup), tape)
    return Position(game, setup, game.make_table(setup), pack(states) if game.compiled else states)


def played(before: Position, move: int, tape: Tape) -> Position:
    """The position after a move whose chances come from a tape."""
    game = before.game
    after = before.copy()
    if not game.compiled:
        plain_game(game).play(after.states[0], after.table[0], move, tape)
        return after
    states = records(game.State, 1, packed=False)
    states[0] = plain(before.states[0])
    plain_game(game).play(states[0], plain_table(game, before.setup), move, tape)
    after.states = pack(states)
    return after


def exchanged(draws: list[int], random: Random) -> list[int]:
    """A tape with some other draws: mostly one, sometimes a few, or all from some place on."""
    made = list(draws)
    limit = min(PERIOD, 1 << max(draw.bit_length() for draw in draws))  # a game may have a generator of its own
    kind = random.randrange(8)
    count = 1 if kind < 5 else min(len(draws), random.randint(2, 5))
    places = random.sample(range(len(draws)), count) if kind < 7 else range(random.randrange(len(draws)), len(draws))
    for place in places:
        made[place] = random.randrange(1, limit)
    return made


class WalkPositions:
    """The positions of a walk, and which of its events (the deal, then the moves) ask chance."""

    def __init__(self, walk: Walk) -> None:
        self.walk = walk
        self.before: list[Position] = []
        self.chances = [0]
        position = Position.deal(walk.game, walk.plan.setup, walk.plan.seed)
        for number, move in enumerate(walk.played, 1):
            self.before.append(position.copy())
            rng = make_stream(walk.game, walk.plan.seed, "chance", position.turn, move)
            start = _state(rng)
            position.call(PLAY, rng, move)
            if _state(rng) != start:
                self.chances.append(number)
        self.positions = [*self.before, position]
        self.tapes: dict[int, list[int]] = {}
        self.views: dict[tuple[int, int], list[int]] = {}

    def view(self, event: int, seat: int) -> list[int]:
        """What a seat observed after an event."""
        if (event, seat) not in self.views:
            self.views[event, seat] = self.positions[event].observe(seat)
        return self.views[event, seat]

    def start(self, event: int) -> int:
        """Where the stream of an event begins."""
        seed = self.walk.plan.seed
        if event == 0:
            return seed_of(seed, "deal")
        before = self.before[event - 1]
        return seed_of(seed, "chance", before.turn, self.walk.played[event - 1])

    def happen(self, event: int, draws: list[int]) -> tuple[Position, list[int]]:
        """The position after an event with these draws, and the draws that it took."""
        tape = Tape(self.start(event), list(draws))
        if event == 0:
            position = dealt(self.walk.game, self.walk.plan.setup, tape)
        else:
            position = played(self.before[event - 1], self.walk.played[event - 1], tape)
        return position, tape.draws[: tape.at]

    def draws(self, event: int) -> list[int]:
        """The draws of an event as it really was."""
        if event not in self.tapes:
            self.tapes[event] = self.happen(event, [])[1]
        return self.tapes[event]

    def along(self, position: Position, event: int, seat: int) -> Iterator[int]:
        """Play the moves of the walk after an event, as long as they are legal here and the seat sees no difference.

        Gives the number of every event after which all has looked the same.
        """
        for number in range(event, len(self.positions)):
            if number > event:
                move = self.walk.played[number - 1]
                if position.look()[0] == OVER or move not in legal_moves(position):
                    return
                self.walk.play(position, move)
            if position.observe(seat) != self.view(number, seat):
                return
            yield number

    def otherwise(self, random: Random) -> tuple[int, Position] | None:
        """An event, and the position after it if chance had decided otherwise."""
        event = random.choice([0, random.choice(self.chances)])
        draws = self.draws(event)
        return (event, self.happen(event, exchanged(draws, random))[0]) if draws else None


def redealt(walk: Walk, seat: int) -> list[Position]:
    """Positions after the same moves that look the same to a seat, from other draws; none may be found."""
    moves = tuple(walk.played)
    if (seat, moves) not in walk.notes:
        if moves not in walk.notes:
            walk.notes[moves] = WalkPositions(walk)
        walk.notes[seat, moves] = _redeal(walk.notes[moves], seat)
    found: list[Position] = walk.notes[seat, moves]
    return found


def _redeal(course: WalkPositions, seat: int) -> list[Position]:
    walk = course.walk
    random = Random(f"{walk.plan.seed} {seat}")
    found: list[Position] = []
    draws = {event: course.draws(event) for event in {0, random.choice(course.chances)}}
    for _ in range(PROPOSALS):
        event = random.choice([event for event, tape in draws.items() if tape] or [0])
        if not draws[event]:
            break
        position, used = course.happen(event, exchanged(draws[event], random))
        if [event - 1, *course.along(position, event, seat)][-1] != len(walk.played):
            continue
        draws[event] = used  # from here on: so the worlds drift apart from the first one
        if not same_state(position, walk.position):
            found.append(position)
        if len(found) == ENOUGH:
            break
    return found


def _state(rng: Any) -> int:
    return int(rng["z"][0]) if hasattr(rng, "dtype") else int(rng[0].z)
