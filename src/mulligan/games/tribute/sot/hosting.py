"""A bot of Scripts of Tribute as a player at our table: it is told, and answers, as in the engine.

A bot that fails in a game forfeits that game, as in the engine, and is started anew for the next.
"""

from __future__ import annotations

import hashlib
import threading
import time
import weakref
from collections import OrderedDict
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from mulligan.agents import ASK, Player
from mulligan.core.errors import Forfeit, UsageError, quoted
from mulligan.core.game import OVER, Game
from mulligan.core.origin import LETTERS
from mulligan.core.outside import refuse_here
from mulligan.core.position import Position, make_stream
from mulligan.core.words import plain_digits, real_number
from mulligan.search import Decision

from ..rules.cards import PATRONS
from ..rules.layout import COMMAND, DRAFT, ITEM, ITEM_MASK, MOST, NO_MORE, NORMAL, PICK
from .process import BotProcess, Line
from .wire import HOST, OPTIONS, Messages, messages, problem_of
from .writing import Numbers, Told, our_move

TURN_SECONDS = 10.0  # of the competition
PREPARE_SECONDS = 5.0
PORTS_APART = 1000  # between the port of a bot and that of the engine, as they are if nobody says otherwise
GRACE = 1.0  # seconds beyond its clock before a bot that does not answer is given up
MOST_STATES = 10_000  # of simulations that a bot may go back to
_TOO_LARGE = "RESOURCE_EXHAUSTED"


class Simulations:
    """The engine's second service: a bot applies moves to positions that it was told of.

    The engine applies a move to the true position and shows what comes of it.  Here everything that the player on turn
    cannot know is dealt anew first, by the seed that the bot gives, so a bot sees no more than it may know.
    """

    def __init__(self, made: Messages) -> None:
        self._made = made
        self._lock = threading.Lock()
        self._states: OrderedDict[str, Told] = OrderedDict()
        self._count = 0

    def name(self) -> str:
        """A name that no state had before."""
        with self._lock:
            self._count += 1
            return f"mulligan-{self._count}"

    def keep(self, told: Told) -> None:
        """A bot may ask for this one."""
        with self._lock:
            self._states[told.name] = told
            while len(self._states) > MOST_STATES:
                self._states.popitem(last=False)

    def clear(self) -> None:
        """A game has ended."""
        with self._lock:
            self._states.clear()

    def ApplyMove(self, request: Any, context: Any) -> Any:
        """What could come of a move."""
        with self._lock:
            told = self._states.get(request.state_id)
        codes = self._made.grpc.StatusCode
        if told is None:
            context.abort(codes.NOT_FOUND, f"there is no state '{request.state_id[:40]}', or it is no longer kept")
        assert told is not None
        number = int(request.move.id)
        if not 0 <= number < len(told.moves):
            context.abort(codes.INVALID_ARGUMENT, f"move number {number} is not among the {len(told.moves)} listed")
        game, seed = told.position.game, int(request.seed)
        world = told.position.hide(told.seat, make_stream(game, "simulation", seed))
        world.play_with(told.moves[number], make_stream(game, "simulation", seed, "chance"))
        numbers = told.numbers.copy()
        told.follow(number, numbers)
        s = world.plain()[0]
        after = Told(self._made, world, int(s.player), numbers, self.name(), open=True)
        self.keep(after)
        return self._made.main.SimulationResult(gameState=after.state(), possibleMoves=after.listed())

    def ReleaseState(self, request: Any, context: Any) -> Any:
        """A bot does not need this one any more."""
        with self._lock:
            self._states.pop(request.id, None)
        return self._made.main.Empty()


class HostedPlayer(Player):
    """A bot of theirs in a seat of ours; its process is started when it is first asked."""

    def __init__(
        self, game: Game, name: str, place: Path | None, bot: str, ports: tuple[int, int], turn_seconds: float
    ) -> None:
        super().__init__(game, name, [ASK] * len(game.stages))
        self._place, self._bot, self._ports, self._turn_seconds = place, bot, ports, turn_seconds
        self._line: Line | None = None
        self._process: BotProcess | None = None
        self._bound: int | None = None  # where it asks for simulations
        self._registered = self._known = False  # now; and whether it ever was
        self._fresh = True
        self._told: Told | None = None
        self._picks: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
        self._reset()

    def _reset(self) -> None:
        self._turn, self._left, self._numbers = -1, self._turn_seconds, Numbers()

    # --- the bot itself ---

    def _wrong(self, text: str) -> UsageError:
        return (Forfeit if self._known else UsageError)(f"the bot {quoted(self._bot)}: {text}")

    def _start(self) -> Line:
        """The line to the bot, which is started if need be."""
        if self._line is not None and self._registered:
            return self._line
        made = self._made = messages()
        try:
            if self._bound is None:
                self._bound = self._serve(made)
            if self._place is not None:
                self._process = BotProcess(self._place, self._bot.rpartition(":")[2], self._bound)
            if self._line is None:
                self._line = Line(made, self._ports[0] if self._process is None else self._process.port())
            self._line.register(PREPARE_SECONDS)
        except UsageError as error:
            self._leave()
            raise self._wrong(str(error)) from None
        self._registered = self._known = True
        return self._line

    def _serve(self, made: Messages) -> int:
        """Answer its questions about simulations, as the engine does, from now on; return on which port."""
        self._simulations = Simulations(made)
        options = (*OPTIONS, ("grpc.so_reuseport", 0))
        server = made.grpc.server(ThreadPoolExecutor(max_workers=2), options=options)
        made.services.add_EngineServiceServicer_to_server(self._simulations, server)
        try:
            bound = int(server.add_insecure_port(f"{HOST}:{self._ports[1]}"))
        except RuntimeError:
            raise UsageError(f"port {self._ports[1]} of {HOST}, for its simulations, is in use") from None
        server.start()
        weakref.finalize(self, server.stop, None)
        return bound

    def _leave(self) -> None:
        """It has failed: its process is ended; whoever listens on a port of their own is registered anew."""
        if self._process is not None:
            self._process.end()
            self._process = self._line = None
        self._registered, self._fresh, self._told = False, True, None

    def _call(self, method: str, request: Any, seconds: float) -> Any:
        line = self._start()
        try:
            return line.call(method, request, max(0.0, seconds) + GRACE)
        except self._made.grpc.RpcError as error:
            raise self._wrong(self._problem(error, method, seconds)) from None

    def _problem(self, error: Any, method: str, seconds: float) -> str:
        """What went wrong in a call, in words."""
        code = error.code().name
        process = self._process
        if code == "DEADLINE_EXCEEDED":
            limit = f"{seconds:.1f} seconds were left" if method == "Play" else f"it had {seconds:g} seconds"
            return f"too slow in {method}: {limit}; in the engine it would lose"
        if process is not None and not process.alive:
            return f"its process ended in {method}{process.said()}"
        if code == "UNAVAILABLE":
            return f"the connection was closed in {method}{process.said() if process else ''}"
        if code == _TOO_LARGE:
            return f"the answer to {method} is too large: {problem_of(error)}"
        return f"{method} failed: {problem_of(error)}{process.said() if process else ''}"

    # --- a game ---

    def forget(self) -> None:
        """A new game begins: the bot is told that the last one has ended, but not how."""
        if self._line is not None and not self._fresh:
            told, self._told = self._told, None
            if told is not None:
                final = told.state()
                end = self._made.basics.EndGameState(AdditionalContext="this table does not tell how a game ended")
                request = self._made.main.GameEndRequest(state=end, finalBoardState=final)
                try:
                    self._call("GameEnd", request, PREPARE_SECONDS)
                except Forfeit:  # the game is over, and what it was told too late costs it nothing
                    self._leave()
            self._simulations.clear()
        self._fresh = True
        self._picks = ((), ())
        self._reset()

    def decide(self, position: Position, seed: Any, watch: Any = None) -> Decision:
        """Ask the bot."""
        self._start()
        try:
            if self._fresh:
                self._fresh = False
                self._call("PregamePrepare", self._made.main.Empty(), PREPARE_SECONDS)
            seat, _, turn, _ = position.look()
            if seat == OVER:
                raise UsageError("the game is over")
            moves = self._draft(position) if position.stage == "draft" else self._play(position, seat, turn)
        except Forfeit:
            self._leave()
            raise
        return Decision(position.copy(), self.name, seat, moves)

    def _draft(self, position: Position) -> tuple[int, ...]:
        offered = [(move & ITEM_MASK) - 1 for move in position.options()]
        drafted = int(position.plain()[0].drafted)
        request = self._made.main.SelectPatronRequest(availablePatrons=offered, round=1 if drafted < 2 else 2)
        chosen = int(self._call("SelectPatron", request, self._turn_seconds).patronId)
        if chosen not in offered:
            known = PATRONS[chosen] if 0 <= chosen < len(PATRONS) else str(chosen)
            raise self._wrong(f"it drafts {known}; on offer: {', '.join(PATRONS[patron] for patron in offered)}")
        return (DRAFT << COMMAND | chosen + 1,)

    def _play(self, position: Position, seat: int, turn: int) -> tuple[int, ...]:
        s, t = position.plain()
        if s.board != NORMAL and s.n_picked:
            return self._rest_of_choice(position)
        if turn != self._turn:
            self._turn, self._left = turn, self._turn_seconds
        told = self._told = Told(self._made, position, seat, self._numbers, self._simulations.name())
        self._simulations.keep(told)
        request = self._made.main.PlayRequest(
            gameState=told.state(), possibleMoves=told.listed(), remainingTimeMs=max(0, round(1000 * self._left))
        )
        began = time.perf_counter()
        answer = self._call("Play", request, self._left)
        self._left -= time.perf_counter() - began
        if self._left < 0:
            raise self._wrong(
                f"too slow: its turn took {self._turn_seconds - self._left:.2f} of {self._turn_seconds:g} seconds"
            )
        number = int(answer.id)
        if not 0 <= number < len(told.moves):
            raise self._wrong(f"illegal move: it answers number {number}, and {len(told.moves)} are listed")
        told.follow(number)
        move = our_move(s, t, told.moves[number])
        if position.is_legal(move):
            return (move,)
        return self._picked(position, move)

    def _picked(self, position: Position, move: int) -> tuple[int, ...]:
        """A set of cards that our rules ask for card by card."""
        s = position.plain()[0]
        items = tuple(move >> ITEM * k & ITEM_MASK for k in range(MOST) if move >> ITEM * k & ITEM_MASK)
        picks = tuple(PICK << COMMAND | item for item in items)
        moves = picks if len(items) == s.high else (*picks, NO_MORE)
        self._picks = (items, moves)
        return moves

    def _rest_of_choice(self, position: Position) -> tuple[int, ...]:
        """What is left to pick; nothing more, if it was not this player that began."""
        s = position.plain()[0]
        items, moves = self._picks
        done = int(s.n_picked)
        if items[:done] == tuple(s.picked[:done]) and moves[done:]:
            return moves[done:]
        return (position.options()[0],)


def read_bot(text: str) -> tuple[Path | None, int]:
    """Where a bot is: in a file, `./bot.py:Bot`, or on a port where it listens, `50000`."""
    if plain_digits(text):
        return None, _port(text, "port", 1)
    place, _, name = text.rpartition(":")
    if not place.endswith(".py") or not name.isidentifier():
        raise UsageError(f"{quoted(text)} should be a bot such as ./bot.py:Bot, or the port where one listens")
    if not Path(place).is_file():
        raise UsageError(f"{quoted(text)}: there is no file {place}")
    return Path(place), 0


def _port(text: str, what: str, least: int = 0) -> int:
    if not plain_digits(text) or not least <= int(text) <= 65_535:
        raise UsageError(f"{what} {quoted(text)}: should be a whole number from {least} to 65535")
    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = real_number(text)
    except ValueError as error:
        raise UsageError(f"turn_seconds={text}: {error}") from None
    if not 0.01 <= seconds <= 86_400:
        raise UsageError(f"turn_seconds={text}: should be from 0.01 to 86400")
    return seconds


def make_hosted(game: Game, words: Mapping[str, str]) -> HostedPlayer:
    """A bot of Scripts of Tribute, in a process of its own: sot:./bot.py:Bot, or sot:50000 where one listens.

    `turn_seconds` is its clock.  Whoever listens on a port asks for simulations on another, 1000 below it or
    `server_port`.
    """
    settings = ("turn_seconds", "server_port")
    bots = [word for word, value in words.items() if not value and word not in settings]
    unread = [word for word in words if word not in (*bots, *settings)]
    if unread:
        raise UsageError(f"'sot' does not know {quoted(unread[0])}; it reads: the bot, {', '.join(settings)}")
    if len(bots) != 1:
        raise UsageError("one bot should be named, as in sot:./bot.py:Bot")
    refuse_here(bots[0], "agent")
    place, port = read_bot(bots[0])
    if place is not None and "server_port" in words:
        raise UsageError("server_port: it is for bots that listen on a port; others are told")
    other = _port(words["server_port"], "server_port") if "server_port" in words else max(0, port - PORTS_APART)
    seconds = _seconds(words["turn_seconds"]) if "turn_seconds" in words else TURN_SECONDS
    messages()
    player = HostedPlayer(game, f"sot:{bots[0]}", place, bots[0], (port, other), seconds)
    if place is not None:
        mark = hashlib.sha256(place.read_bytes().replace(b"\r\n", b"\n")).hexdigest()[:LETTERS]
        player.code = {f"sot:{bots[0]}": f"{place.name} {mark}"}
    return player
