"""What players from outside share, objects in plain Python and programs: a clock, the news, and the word to stop."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from typing import Any

from mulligan.core.errors import Forfeit, UsageError
from mulligan.core.game import Game
from mulligan.core.position import Position
from mulligan.core.words import real_number
from mulligan.search import Decision

from .player import ASK, Player, Watch
from .views import News, SeatView

MARGIN = 0.1  # seconds that a move may be late: other programs run on this machine too
LOOK = 0.05  # seconds between two looks whether somebody wants the move at once
PATIENCE = 60.0  # seconds for a move where no limit is set
CLOCK = ("seconds", "game_seconds")


class Clock:
    """How long a player may take: for each move, for all of a game, or if nobody says, as long as we wait.

    >>> clock = Clock({"seconds": "2", "game_seconds": "3"})
    >>> clock.left(), clock.spend(1.5), clock.left()
    (2.0, None, 1.5)
    """

    def __init__(self, words: Mapping[str, str]) -> None:
        self.move, self.game = (self._read(words, name) for name in CLOCK)
        self.used = 0.0

    @staticmethod
    def _read(words: Mapping[str, str], name: str) -> float | None:
        if words.get(name) is None:
            return None
        try:
            seconds = real_number(words[name])
        except ValueError as error:
            raise UsageError(f"{name}={words[name]}: {error}") from None
        if not 0 < seconds <= 1_000_000:
            raise UsageError(f"{name}={words[name]}: should be more than 0 and at most 1,000,000")
        return seconds

    def left(self) -> float | None:
        """Seconds that are left for the next move, or None for any number."""
        limits = [self.move, None if self.game is None else max(0.0, self.game - self.used)]
        return min((limit for limit in limits if limit is not None), default=None)

    def until(self, left: float | None) -> float:
        """The moment after which a move is too late that is asked for now, by `time.perf_counter`."""
        return time.perf_counter() + (PATIENCE if left is None else left) + MARGIN

    @staticmethod
    def late(left: float | None) -> str:
        """What is told of a move that does not come.

        >>> Clock.late(2.0)
        'takes longer than 2 seconds'
        """
        if left is None:
            return f"has no move after {PATIENCE:g} seconds, the limit where none is set; seconds=N sets another"
        return f"takes longer than {left:g} seconds"

    def spend(self, seconds: float) -> None:
        """So much was used."""
        self.used += seconds

    def begin(self) -> None:
        """A new game begins."""
        self.used = 0.0

    def started(self, who: str) -> float | None:
        """What is left when a move is asked for; a Forfeit if that is nothing."""
        left = self.left()
        if left is not None and left <= 0:
            raise Forfeit(f"{who} has used its {self.game:g} seconds for the game")
        return left


class OutsidePlayer(Player):
    """A seat played by somebody who is told what the seat may know, and answers in time or forfeits the game."""

    wants_words = True

    def __init__(self, game: Game, name: str, clock: Clock) -> None:
        super().__init__(game, name, [ASK] * len(game.stages))
        self._clock, self._news, self._stopped = clock, News(), threading.Event()

    def forget(self) -> None:
        self._clock.begin()
        self._news.read()

    def saw_words(self, seat: int, stage: str, words: str | None) -> None:
        self._news.add(seat, stage, words)

    def stop(self) -> None:
        self._stopped.set()

    def decide(self, position: Position, seed: Any, watch: Watch | None = None) -> Decision:
        """The move that it answers; it is not asked for one that is forced."""
        moves = position.options()
        if len(moves) == 1:
            return Decision(position.copy(), self.name, position.actor, tuple(moves), prefix=tuple(moves))
        return self._decide(position, seed, watch)

    def _decide(self, position: Position, seed: Any, watch: Watch | None) -> Decision:
        raise NotImplementedError

    def _view(self, position: Position, seed: Any) -> SeatView:
        """What it is told, with the time that is left; a Forfeit if there is none."""
        left = self._clock.started(self.name)
        self._stopped.clear()
        return SeatView(position, seed, left, self._news.read())

    def _thinking(self, position: Position) -> Decision:
        """What can be shown of a player that says nothing while it thinks."""
        return Decision(position, self.name, position.actor, ())
