"""Checking programs that speak the protocol: does one say, play and end as docs/protocol.md has it?"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from ..agents.external import about_game, program_words
from ..agents.process import START_SECONDS, Late, Program
from ..agents.protocol import ProtocolError
from ..agents.views import SeatView
from ..core.errors import UsageError
from ..core.game import Game
from ..core.position import Position

MOST_MOVES = 60  # that a program is asked for in one game
STOP_SECONDS = 2.0


@dataclass(frozen=True)
class Finding:
    """One thing that was tried."""

    name: str
    about: str
    problem: str = ""

    def __str__(self) -> str:
        told = f"{'FAIL' if self.problem else 'ok  '}  {self.name:<12}{self.about}"
        return f"{told}\n        it {self.problem}" if self.problem else told


def check_engine(
    command: str, games: Sequence[Game], *, pairs: int = 2, seed: int = 0, seconds: float = 10.0
) -> list[Finding]:
    """Try a program at some games, in each of which it plays all seats, one process and several games after another.

    What comes after a failure is tried with a new process.
    """
    words = program_words(command)
    trial = _Trial(words, seed, seconds)
    found = [trial.attempt("hello", "It says hello, with the version of the protocol and a name.", trial.hello)]
    if found[0].problem:
        return found
    for game in games:
        about = f"It plays {pairs} games of {game.name} with legal moves, each within {seconds:g} seconds."
        found.append(trial.attempt(game.name, about, partial(trial.play, game, pairs)))
    first = games[0]
    found.append(
        trial.attempt("again", "In the same view with the same seed, it moves again.", lambda: trial.twice(first))
    )
    found.append(
        trial.attempt(
            "stop",
            "Told to stop, it has a move within 2 seconds, and is there for the next.",
            lambda: trial.stop(first),
        )
    )
    found.append(
        trial.attempt("unknown", "Messages that it does not know change nothing.", lambda: trial.unknown(first))
    )
    found.append(trial.attempt("quit", "It ends by itself when it is told to.", trial.quit))
    found.append(trial.attempt("closed", "It ends by itself when its input ends.", trial.closed))
    return found


class _Trial:
    def __init__(self, words: list[str], seed: int, seconds: float) -> None:
        self.words, self.seed, self.seconds = words, seed, seconds
        self.number = 0
        self.program: Program | None = None

    def attempt(self, name: str, about: str, work: Callable[[], object]) -> Finding:
        """Try something, and tell what came of it."""
        try:
            work()
        except UsageError as error:
            if self.program is not None:
                self.program.close(kindly=False)
                self.program = None
            return Finding(name, about, str(error))
        return Finding(name, about)

    def hello(self) -> Program:
        """A running program that has said hello."""
        if self.program is None:
            self.program = Program(self.words)
            self.program.greet()
        return self.program

    def begin(self, position: Position) -> Program:
        """The same, ready for a game."""
        program = self.hello()
        program.send("game", **about_game(position))
        _expect(program.receive(START_SECONDS), "ready")
        return program

    def ask(self, program: Program, position: Position, name: Any, *, stop: bool = False) -> int:
        """The move that it answers."""
        self.number += 1
        view = SeatView(position, (self.seed, name), None if stop else self.seconds)
        program.send("view", id=self.number, **view.to_dict())
        if stop:
            program.send("stop")
        limit = STOP_SECONDS if stop else self.seconds
        until = time.perf_counter() + limit
        while True:
            try:
                message = program.receive(max(0.001, until - time.perf_counter()))
            except Late:
                raise ProtocolError(f"has no move after {limit:g} seconds") from None
            if message["type"] not in ("thoughts", "log") or time.perf_counter() > until:
                break
        _expect(message, "bestmove")
        if message.get("id") != self.number:
            raise ProtocolError(f"answers view {self.number} with id {message.get('id')!r}")
        return view.code_of(message.get("move"), f"at '{view.world}'")

    def play(self, game: Game, pairs: int) -> None:
        """Whole games, or their beginnings, all seats by the same process: each view says whose it is."""
        for number in range(pairs):
            position, seat = Position.deal(game, seed=(self.seed, number)), None
            for step in range(MOST_MOVES):
                if position.over:
                    break
                program = self.hello() if seat == position.actor else self.begin(position)
                seat = position.actor
                position.play(self.ask(program, position, (number, step)))

    def twice(self, game: Game) -> None:
        """The same view twice."""
        position = Position.deal(game, seed=self.seed)
        program = self.begin(position)
        for _ in range(2):
            self.ask(program, position, "twice")

    def stop(self, game: Game) -> None:
        """A view without a limit, and at once the word to stop; then that word when there is nothing to stop."""
        position = Position.deal(game, seed=self.seed)
        program = self.begin(position)
        self.ask(program, position, "stop", stop=True)
        program.send("stop")
        self.ask(program, position, "go on")

    def unknown(self, game: Game) -> None:
        """A message that a later version may have."""
        position = Position.deal(game, seed=self.seed)
        program = self.begin(position)
        program.send("weather", sun=True)
        self.ask(program, position, "unknown")

    def quit(self) -> None:
        """The word to end."""
        program, self.program = self.hello(), None
        if not program.close():
            raise ProtocolError("is still there 2 seconds after quit")

    def closed(self) -> None:
        """The end of its input without a word."""
        program, self.program = self.hello(), None
        if not program.close(word=False):
            raise ProtocolError("is still there 2 seconds after its input has ended")


def _expect(message: dict[str, Any], kind: str) -> None:
    if message["type"] == "error":
        raise ProtocolError(f"says: {message.get('text')}")
    if message["type"] != kind:
        raise ProtocolError(f"sends '{message['type']}', and should send {kind}")
