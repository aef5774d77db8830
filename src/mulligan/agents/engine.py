"""Any of our players as a program that others can seat: the other end of the protocol.

It is told a view, and thinks about the whole position that comes with it, in which all that is hidden is invented.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterator
from math import isfinite
from typing import IO, Any

from mulligan.core.errors import UsageError
from mulligan.core.game import Game
from mulligan.core.position import Position
from mulligan.core.version import version
from mulligan.search import Decision

from .plain import PlainPlayer
from .player import Player
from .protocol import LONGEST, PROTOCOL, understood, written

SHARE, MARGIN = 0.9, 0.1  # of its time that it uses, and seconds that it takes to say so
TOLD = 50  # moves of which it tells what it thinks


class Engine:
    """A player that hears and speaks the protocol."""

    def __init__(self, game: Game, make: Callable[[], Player], output: IO[bytes]) -> None:
        self.game, self._make, self._output = game, make, output
        self._player: Player | None = None
        self._name = make().name
        self._about: dict[str, Any] = {}
        self._stop, self._warm = threading.Event(), set[str]()

    def say(self, kind: str, **content: Any) -> None:
        """Write a message."""
        self._output.write(written(kind, **content))
        self._output.flush()

    def run(self, source: IO[bytes]) -> None:
        """Answer until the input ends or says quit; `stop` is heard while the player thinks."""
        waiting: queue.SimpleQueue[dict[str, Any] | UsageError | None] = queue.SimpleQueue()

        def listen() -> None:
            while line := source.readline(LONGEST + 1):
                rest = line
                while len(rest) > LONGEST and not rest.endswith(b"\n"):  # the rest of a line that is too long
                    rest = source.readline(LONGEST + 1)
                try:
                    message = understood(line)
                except UsageError as error:
                    waiting.put(error)
                    continue
                if message["type"] == "stop":
                    self._stop.set()
                elif message["type"] == "quit":
                    break
                else:
                    if message["type"] == "view":
                        self._stop.clear()  # here, and not when it is answered: the word to stop may come before that
                    waiting.put(message)
            self._stop.set()
            waiting.put(None)

        threading.Thread(target=listen, daemon=True).start()
        while (message := waiting.get()) is not None:
            try:
                if isinstance(message, UsageError):
                    raise message
                self._answer(message)
            except UsageError as error:
                self.say("error", text=str(error))

    def _answer(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "hello":
            self.say("hello", protocol=PROTOCOL, name=self._name, version=version(), options={})
        elif kind == "game":
            if (message.get("game"), str(message.get("version"))) != (self.game.name, str(self.game.version)):
                asked = f"{message.get('game')}/{message.get('version')}"
                raise UsageError(f"this engine plays {self.game.id}, and not {asked}")
            self.game.make_table(str(message.get("setup", "")))
            self._about, setup = message, str(message.get("setup", ""))
            self._player = self._make().at(setup)
            if setup not in self._warm and not isinstance(self._player, PlainPlayer):
                # what has to be compiled is compiled before the clock runs
                self._warm.add(setup)
                self._player.decide(Position.deal(self.game, setup), 0, lambda decision: False)
            self._player.forget()
            self.say("ready")
        elif kind == "view":
            self._choose(message)

    def _choose(self, message: dict[str, Any]) -> None:
        if self._player is None:
            raise UsageError("a view came before the game")
        position = Position.read(self.game, str(message.get("world", "")), str(self._about.get("setup", "")))
        if position.over:
            raise UsageError("the game in this view is over")
        seed = str(message.get("seed", "0"))
        if self._player.listens:  # it does not hear of moves by number: what it remembers may be of another position
            self._player.forget()
        for event in _events(message.get("since")):
            self._player.saw_words(*event)
        seconds = message.get("seconds")
        limit = float(seconds) if isinstance(seconds, int | float) else float("inf")
        if isinstance(self._player, PlainPlayer):  # it is told what time it has, and may use all of it
            self._player.limit(limit if isfinite(limit) else None)
            limit = float("inf")
        until = time.perf_counter() + max(MARGIN, SHARE * limit - MARGIN)

        def go_on(_: Decision) -> bool:
            return not self._stop.is_set() and time.perf_counter() < until

        decision = self._player.decide(position, int(seed) if seed.lstrip("-").isdigit() else seed, go_on)
        legal, move = position.options(), decision.moves[0]
        answer: int | str = legal.index(move) if move in legal else position.text(move)
        self.say("bestmove", id=message.get("id"), move=answer, thoughts=_thoughts(decision, position, legal))


def _events(told: object) -> Iterator[tuple[int, str, str | None]]:
    """What was played since the last view, as far as it can be understood."""
    for one in told if isinstance(told, list) else ():
        if isinstance(one, dict) and isinstance(one.get("seat"), int):
            move = one.get("move")
            yield one["seat"], str(one.get("stage", "")), None if move is None else str(move)


def _thoughts(decision: Decision, position: Position, legal: list[int]) -> dict[str, Any]:
    told = [
        {"move": legal.index(choice.move), "visits": choice.visits, "value": round(choice.mean, 6)}
        for choice in decision.choices[:TOLD]
        if choice.move in legal and choice.mean == choice.mean
    ]
    return {"text": f"{decision.simulations} simulations", "moves": told}
