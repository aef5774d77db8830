"""Our player as a bot of the engine: the service that the engine calls, on one port for each of its threads."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from mulligan.core.errors import UsageError

from .thinking import Thinker
from .wire import HOST, OPTIONS, PLAYERS, Messages

LOOK = 0.2  # seconds between two looks at whether it is over


@dataclass
class Record:
    """What has happened on one port."""

    games: int = 0
    won: int = 0
    decisions: int = 0
    faults: int = 0
    """Answers that were not the player's: the first move of the list was played."""
    longest: float = 0.0
    """Seconds of the longest turn."""
    closed: bool = False


class BotService:
    """The engine's questions on one port, answered by one player.  Whatever goes wrong, a legal answer is given."""

    def __init__(self, made: Messages, name: str, thinker: Thinker, tell: Callable[[str], None]) -> None:
        self._made, self.name, self._thinker, self._tell = made, name, thinker, tell
        self.record = Record()
        self.heard = time.monotonic()
        self._seat, self._turn, self._spent, self._made_here = -1, -1, 0.0, 0
        self._playing = False

    def _fault(self, what: str, error: BaseException, answer: str) -> None:
        self.record.faults += 1
        self._tell(f"game {self._thinker.games}, {what}: {type(error).__name__}: {error}; {answer}")

    # The names of the methods are the engine's.

    def RegisterBot(self, request: Any, context: Any) -> Any:
        """The engine is there."""
        self.heard = time.monotonic()
        if self._playing:
            self._tell(f"game {self._thinker.games} was broken off: the engine registers anew")
        self._playing = False
        self.record.closed = False
        self._tell(f"the engine has registered {self.name}")
        return self._made.main.RegistrationStatus(name=self.name, message="")

    def PregamePrepare(self, request: Any, context: Any) -> Any:
        """A new game begins."""
        self.heard = time.monotonic()
        self._thinker.begin()
        self._playing, self._seat, self._turn, self._spent, self._made_here = True, -1, -1, 0.0, 0
        return self._made.main.Empty()

    def SelectPatron(self, request: Any, context: Any) -> Any:
        """Which patron is drafted."""
        self.heard = time.monotonic()
        offered = [int(patron) for patron in request.availablePatrons]
        try:
            chosen = self._thinker.select(offered, int(request.round))
        except Exception as error:
            self._fault("draft", error, "the first patron on offer is taken")
            chosen = offered[0] if offered else 0
        return self._made.main.PatronIdMessage(patronId=chosen)

    def Play(self, request: Any, context: Any) -> Any:
        """Which move is played."""
        began = self.heard = time.monotonic()
        answered, hung_up = threading.Event(), threading.Event()

        def stop() -> None:
            if not answered.is_set():  # every call comes to this, and the next one may have begun by then
                hung_up.set()
                self._thinker.stop()

        context.add_callback(stop)
        state, moves = request.gameState, request.possibleMoves
        self._seat = int(state.current_player.player_id)
        turn = sum(action.startswith("END_TURN") for action in state.completed_actions)
        if turn != self._turn:
            self._turn, self._spent = turn, 0.0
        try:
            chosen = self._thinker.choose(state, moves, request.remainingTimeMs / 1000)
        except Exception as error:
            self._fault(f"turn {turn + 1}", error, "the first move of the list is played")
            chosen = int(moves[0].id) if moves else 0
        answered.set()
        if hung_up.is_set():
            self._tell(f"game {self._thinker.games}, turn {turn + 1}: the engine hung up before it was answered")
        self.record.decisions += 1
        self._made_here += 1
        self.heard = time.monotonic()
        self._spent += self.heard - began
        self.record.longest = max(self.record.longest, self._spent)
        answer = next((move for move in moves if move.id == chosen), None)
        return self._made.basics.Move(id=chosen) if answer is None else answer

    def GameEnd(self, request: Any, context: Any) -> Any:
        """A game has ended."""
        self.heard = time.monotonic()
        self._playing = False
        self.record.games += 1
        state = request.state
        me = PLAYERS[self._seat] if self._seat >= 0 else ""
        won = bool(me) and state.winner == me
        self.record.won += won
        result = "won" if won else "lost" if state.winner in PLAYERS[:2] else "drawn" if state.winner else "over"
        more = f"; {self._made_here} decisions, longest turn so far {self.record.longest:.2f} s"
        if state.reason in ("INCORRECT_MOVE", "TURN_TIMEOUT", "BOT_EXCEPTION", "INTERNAL_ERROR"):
            more += f"; {' '.join(state.AdditionalContext.split())[:200]}"
        self._tell(f"game {self._thinker.games}: {result}{' by ' if state.reason else ''}{state.reason}{more}")
        return self._made.main.Empty()

    def CloseServer(self, request: Any, context: Any) -> Any:
        """The series is over."""
        self.heard = time.monotonic()
        self.record.games += self._playing
        self._playing = False
        self.record.closed = True
        return self._made.main.Empty()


class BotServer:
    """The services of all ports."""

    def __init__(self, made: Messages, services: Sequence[tuple[int, BotService]]) -> None:
        self.services = [service for _, service in services]
        self._servers, self.ports = [], []
        for port, service in services:
            server = made.grpc.server(ThreadPoolExecutor(max_workers=1), options=(*OPTIONS, ("grpc.so_reuseport", 0)))
            made.services.add_AIServiceServicer_to_server(service, server)
            try:
                bound = server.add_insecure_port(f"{HOST}:{port}")
            except RuntimeError:
                bound = 0
            if not bound:
                self.stop()
                raise UsageError(
                    f"port {port} of {HOST} cannot be had: another bot or program has it; --client-port names another"
                )
            self._servers.append(server)
            self.ports.append(bound)

    def start(self) -> None:
        """Begin to listen."""
        for server in self._servers:
            server.start()

    def stop(self) -> None:
        """Hang up."""
        for server in self._servers:
            server.stop(0.5).wait()

    def wait(self, patience: float, *, stay: bool = False) -> None:
        """Until the engine has closed every port; or an error, if it is not heard of for so many seconds."""
        while stay or not all(service.record.closed for service in self.services):
            time.sleep(LOOK)
            quiet = time.monotonic() - max(service.heard for service in self.services)
            if 0 < patience < quiet:
                begun = any(service.record.decisions for service in self.services)
                what = "has hung up in the middle of a series" if begun else "has not come"
                raise UsageError(f"the engine {what}: nothing was heard of it for {patience:g} seconds (--patience)")
