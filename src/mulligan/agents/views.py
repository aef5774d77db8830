"""What a player is shown that knows nothing of records: a view of its seat, in words, as data and as numbers.

A view is made from the position that every player is given, in which all that the seat cannot know was dealt anew.  The
same view is sent to programs in other languages: docs/protocol.md.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mulligan.core.errors import Forfeit
from mulligan.core.observing import observation
from mulligan.core.position import Position
from mulligan.core.scene import Scene
from mulligan.core.seen import as_data, in_words, scene_of
from mulligan.kernel import seed_of

SHOWN = 12  # legal moves in a message
REMEMBERED = 1000  # moves since the last decision that are told


class Event(NamedTuple):
    """A move that was played, as a seat has seen it."""

    seat: int
    stage: str
    move: str | None
    """In words; None for one or several in a row that the seat cannot see."""


class News:
    """What a seat hears until it is asked.

    >>> news = News()
    >>> for move in ("take 3", None, None):
    ...     news.add(1, "take", move)
    >>> len(news.read()), len(news.read())
    (2, 0)
    """

    def __init__(self) -> None:
        self._events: deque[Event] = deque(maxlen=REMEMBERED)

    def add(self, seat: int, stage: str, move: str | None) -> None:
        """A move was played; how many there were that nobody sees might tell something, so they are one."""
        event = Event(seat, stage, move)
        if move is not None or not self._events or self._events[-1] != event:
            self._events.append(event)

    def read(self) -> tuple[Event, ...]:
        """What was heard since this was last asked."""
        found = tuple(self._events)
        self._events.clear()
        return found


class SeatView:
    """What the seat to move may know, and may do.

    >>> from mulligan.games.toys import NIM
    >>> view = SeatView(Position.deal(NIM), seed=1)
    >>> view.seat, view.moves, view.seconds
    (0, ('take 1', 'take 2', 'take 3'), None)
    """

    def __init__(self, known: Position, seed: Any, seconds: float | None = None, since: Iterable[Event] = ()) -> None:
        actor, stage, turn, _ = known.look()
        self._known, self.seat, self.turn, self.stage = known, actor, turn, known.game.stages[stage]
        self.game, self.setup, self.seats = known.game.name, known.setup, known.game.players
        self.seconds = seconds
        """The time left for this move; None if no limit was set."""
        self.since = tuple(since)
        """The moves since the seat was last asked, its own too, as far as it could see them."""
        self.seed = seed if isinstance(seed, int) else seed_of(seed)
        """A number from which random ones may be drawn: then the same game is played again with the same seed."""

    @cached_property
    def moves(self) -> tuple[str, ...]:
        """The legal moves in words, no two alike."""
        return tuple(self._known.texts(self._codes))

    @cached_property
    def text(self) -> str:
        """The table as the seat sees it, in words: a line for each place and each number."""
        return in_words(self._scene, self.seat)

    @cached_property
    def table(self) -> dict[str, Any]:
        """The same as a dictionary: zones with cards, counters, and what is asked."""
        return as_data(self._scene)

    @cached_property
    def numbers(self) -> NDArray[np.int64]:
        """What the seat may know as numbers, as many for every position of the game: an environment's observation."""
        return observation(self._known, self.seat)

    @cached_property
    def world(self) -> str:
        """One whole position that the seat may be in, in the text form of the game: what is hidden is invented."""
        return str(self._known)

    @cached_property
    def _codes(self) -> list[int]:
        return self._known.options()

    @cached_property
    def _scene(self) -> Scene:
        return scene_of(self._known, self.seat, self._codes)

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain data, ready for JSON."""
        return {
            "seat": self.seat,
            "turn": self.turn,
            "stage": self.stage,
            "text": self.text,
            "table": self.table,
            "numbers": self.numbers.tolist(),
            "world": self.world,
            "since": [event._asdict() for event in self.since],
            "moves": list(self.moves),
            "seconds": self.seconds,
            "seed": str(self.seed),
        }

    def code_of(self, answer: object, who: str) -> int:
        """The move that somebody answers, in words or by its number in `moves`; or a Forfeit.

        >>> from mulligan.games.toys import NIM
        >>> view = SeatView(Position.deal(NIM), seed=1)
        >>> view.code_of("take 2", "me") == view.code_of(1, "me")
        True
        """
        if isinstance(answer, str):
            if answer in self.moves:
                return self._codes[self.moves.index(answer)]
            if self._known.game.chains:  # an answer to the first of several questions
                parts = self._known.options(chain=True)
                texts = self._known.texts(parts)
                if answer in texts:
                    return parts[texts.index(answer)]
        elif isinstance(answer, int | np.integer) and not isinstance(answer, bool):
            if 0 <= answer < len(self.moves):
                return self._codes[int(answer)]
        else:
            kind = "nothing" if answer is None else f"a {type(answer).__name__}"
            raise Forfeit(f"{who} returns {kind}; it should be one of the moves, or its number in their list")
        more = f" and {len(self.moves) - SHOWN} more" if len(self.moves) > SHOWN else ""
        told = f"{answer!r}" if not isinstance(answer, str) else f"'{answer}'"
        raise Forfeit(f"{who} plays the illegal move {told}; legal: {', '.join(self.moves[:SHOWN])}{more}")
