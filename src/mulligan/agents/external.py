"""Players that are programs in any language: `ext:./bot`, or `ext:COMMAND,key=value`.

A program is told what its seat may know, and nothing else; see docs/protocol.md.  When it fails it forfeits the game,
and is started anew for the next.  `seconds` and `game_seconds` are its clock, `log` is a file for all that is said;
other words are its own options.
"""

from __future__ import annotations

import hashlib
import os
import shlex
import shutil
import time
import weakref
from contextlib import suppress
from pathlib import Path
from typing import Any

from mulligan.core.errors import Forfeit, UsageError, quoted
from mulligan.core.game import Game
from mulligan.core.observing import number_names
from mulligan.core.origin import LETTERS
from mulligan.core.outside import refuse_here
from mulligan.core.position import Position
from mulligan.core.words import join_words, split_words
from mulligan.search import Choice, Decision

from .outside import CLOCK, LOOK, Clock, OutsidePlayer
from .player import Watch
from .process import START_SECONDS, Late, Program
from .protocol import ProtocolError
from .views import SeatView

KIND = "ext"
STOP_SECONDS = 2.0  # until a program that was told to stop should have a move
MOST_THOUGHTS = 200  # moves of which a program may tell


def names_program(text: str) -> bool:
    """Whether a name is that of a program.

    >>> names_program("ext:./bot"), names_program("expert")
    (True, False)
    """
    return text.lstrip().startswith(f"{KIND}:")


def program_words(command: str) -> list[str]:
    """A command as its words, the first of which can be run; or what is wrong with it."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UsageError(f"{quoted(command)}: {error}") from None
    if not words:
        raise UsageError("there is no program after ext:, as in ext:./bot")
    path = Path(words[0]).expanduser()
    found = shutil.which(os.path.abspath(path) if os.sep in words[0] else words[0])  # Path("./bot") is "bot"
    if found is None:
        if path.is_file():
            raise UsageError(f"{words[0]} cannot be run: chmod +x it, or name its interpreter, as ext:python3 BOT.py")
        raise UsageError(f"there is no program {quoted(words[0])}")
    return [found, *words[1:]]


def program_origin(words: list[str]) -> str:
    """Which program it is, and which state of it: all files that a command names, but for those on the search path."""
    digest, name = hashlib.sha256(), Path(words[0]).name
    for number, word in enumerate(words):
        path = Path(word)
        on_path = number == 0 and shutil.which(path.name) == word
        if not on_path and path.is_file():
            digest.update(path.read_bytes())
            name = path.name
    return f"{name} {digest.hexdigest()[:LETTERS]}"


class ExternalPlayer(OutsidePlayer):
    """A seat played by a program."""

    def __init__(self, game: Game, text: str) -> None:
        refuse_here(text, "agent")
        command, _, rest = text.partition(":")[2].partition(",")
        words = split_words(f"{KIND}:{rest}", "agent")[1] if rest.strip() else {}
        self._words = program_words(command)
        super().__init__(game, text, Clock(words))
        self._log = words.pop("log", "")
        self._options = {name: value for name, value in words.items() if name not in CLOCK}
        self.configuration = join_words(f"{KIND}:{command.strip()}", dict(sorted(words.items())))
        self.code = {f"{KIND}:{command.strip()}": program_origin(self._words)}
        self._program: Program | None = None
        self._spoken = False  # whether any process of it ever said hello
        self._at: tuple[str, int] | None = None  # the setup and seat of the game that it knows of
        self._number = 0
        self._finalizer = weakref.finalize(self, _end, [])

    def forget(self) -> None:
        super().forget()
        self._at = None

    def _decide(self, position: Position, seed: Any, watch: Watch | None) -> Decision:
        try:
            return self._play(position, seed, watch)
        except Forfeit as error:
            self._end(str(error))
            raise
        except ProtocolError as error:
            self._end(f"{self.name} {error}")
            raise (Forfeit if self._spoken else UsageError)(f"{self.name} {error}") from None

    def _play(self, position: Position, seed: Any, watch: Watch | None) -> Decision:
        program = self._ready(position)
        view, self._number = self._view(position, seed), self._number + 1
        told = view.to_dict()
        started = time.perf_counter()
        program.send("view", id=self._number, **told)
        try:
            answer = self._answer(program, position, view.seconds, watch)
        finally:
            self._clock.spend(time.perf_counter() - started)
        move, used = view.code_of(answer.get("move"), self.name), time.perf_counter() - started
        choices, simulations = _thoughts(answer.get("thoughts"), view)
        return Decision(position.copy(), self.name, view.seat, (move,), choices, simulations=simulations, seconds=used)

    def _answer(self, program: Program, position: Position, left: float | None, watch: Watch | None) -> dict[str, Any]:
        """The best move, when it comes; whoever is told to stop has a little time to say it."""
        until, late = self._clock.until(left), self._clock.late(left)
        told, looked = False, time.perf_counter()
        while True:
            now = time.perf_counter()
            if now >= until:
                raise Forfeit(f"{self.name} {late}")
            if now - looked >= LOOK:
                looked = now
                unwanted = watch is not None and watch(self._thinking(position)) is False
                if not told and (self._stopped.is_set() or unwanted):
                    told = True
                    program.send("stop")
                    until = min(until, now + STOP_SECONDS)
                    late = f"does not stop within {STOP_SECONDS:g} seconds"
            try:
                message = program.receive(max(0.001, min(LOOK, until - now)))
            except Late:
                continue
            if message["type"] == "error":
                raise ProtocolError(f"says: {quoted(str(message.get('text')))}")
            if message["type"] == "bestmove" and message.get("id") == self._number:
                return message
            if message["type"] not in ("thoughts", "log"):
                told_id = f" with id {message.get('id')}" if message["type"] == "bestmove" else ""
                raise ProtocolError(f"sends {quoted(message['type'])}{told_id} when asked for move {self._number}")

    def _ready(self, position: Position) -> Program:
        """The program, running and told of the game."""
        if self._program is None:
            self._program = Program(self._words, self._log)
            self._finalizer.detach()
            self._finalizer = weakref.finalize(self, _end, [self._program])
            known = self._program.greet().get("options", {})
            for name in self._options:
                if name not in known:
                    told = f"its options: {', '.join(known)}" if known else "it has no options"
                    raise ProtocolError(f"does not know the option {quoted(name)}; {told}")
            self._spoken = True
            if self._options:
                self._program.send("options", values=self._options)
            self._at = None
        if self._at != (position.setup, position.actor):
            self._program.send("game", **about_game(position))
            message = self._program.receive(START_SECONDS)
            if message["type"] == "error":
                raise ProtocolError(f"says: {quoted(str(message.get('text')))}")
            if message["type"] != "ready":
                raise ProtocolError(f"sends {quoted(message['type'])}, and should say that it is ready")
            self._at = (position.setup, position.actor)
        return self._program

    def _end(self, why: str = "") -> None:
        if self._program is not None:
            if why:
                self._program.note("--", f"forfeits: {why}")
            self._program.close(kindly=False)
            self._program = None


def about_game(position: Position) -> dict[str, Any]:
    """What a program is told when a game begins."""
    game = position.game
    return {
        "game": game.name,
        "version": game.version,
        "setup": position.setup,
        "seats": game.players,
        "seat": position.actor,
        "teams": list(game.teams) or None,
        "stages": list(game.stages),
        "numbers": len(number_names(game)),
    }


def _end(programs: list[Program]) -> None:
    for program in programs:
        program.close()


def _thoughts(told: object, view: SeatView) -> tuple[tuple[Choice, ...], int]:
    """What a program tells of its moves, as far as it can be understood: nobody has to think aloud."""
    moves = told.get("moves") if isinstance(told, dict) else None
    found: list[Choice] = []
    for one in moves[:MOST_THOUGHTS] if isinstance(moves, list) else ():
        with suppress(Forfeit, TypeError, ValueError, OverflowError, AttributeError):
            value, visits = float(one.get("value", 0.5)), int(one.get("visits", 0))
            if 0 <= value <= 1 and 0 <= visits < 2**62:
                move = view.code_of(one.get("move"), "")
                found.append(Choice(move, visits, visits, value, value, value, value, 0, value))
    found.sort(key=lambda choice: -choice.visits)
    return tuple(found), sum(choice.visits for choice in found)
