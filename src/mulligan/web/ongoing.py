"""One game of the server: the session, the agents at it, and what the pages of its visitor may show.

Pages never look at the session while an agent thinks in a thread; they draw what was prepared after the last change.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Protocol, TypeVar

from mulligan.agents import edition
from mulligan.core.errors import UsageError
from mulligan.core.events import Event
from mulligan.core.scene import OPEN, Part
from mulligan.people.study import Scoresheet
from mulligan.play.advice import Advice, advise
from mulligan.play.log import result_words
from mulligan.play.news import news
from mulligan.play.seated import SeatedAgent, SeatedAgents, adviser
from mulligan.play.session import PERSON, Session
from mulligan.play.view import Move, View
from mulligan.search import Decision

from .limits import Limits
from .pool import Busy, Unwatched

T = TypeVar("T")
PAUSE = 0.35  # seconds between the moves of agents, so that people can follow
AGAIN = 0.5  # seconds after which a server that was busy is asked again
ROWS = 12  # moves that a thought lists


class Thinks(Protocol):
    """Whoever lends a thread: the manager."""

    def think(
        self,
        work: Callable[[], T],
        stop: Callable[[], object] | None = None,
        seen: Callable[[], float] | None = None,
    ) -> Awaitable[T]: ...


@dataclass
class Thought:
    """What an agent thinks, or thought last."""

    seat: int
    agent: str
    began: float = field(default_factory=time.monotonic)
    ended: float = 0.0
    simulations: int = 0
    depth: int = 0
    spent: str = ""
    """The time that its search took, in words, with that for compiling apart."""
    value: float = float("nan")
    """The agent's own chance, from 0 to 1."""
    course: list[tuple[float, float]] = field(default_factory=list)
    """Seconds, and the chance then."""
    rows: list[tuple[str, int, float]] = field(default_factory=list)
    """Moves in words, with visits and chance: for those who may read them."""

    @property
    def seconds(self) -> float:
        """How long it has lasted, or lasted."""
        return (self.ended or time.monotonic()) - self.began

    def look(self, decision: Decision, words: bool) -> None:
        """Take down what a search knows so far."""
        self.simulations, self.depth = decision.simulations + decision.reused, decision.depth
        self.spent = f"{decision.seconds:.1f} s{decision.compiling}" if decision.simulations else ""
        if decision.choices:
            best = max(decision.choices, key=lambda choice: choice.visits)
            self.value = decision.value if decision.value == decision.value else best.mean
            if not self.course or decision.seconds - self.course[-1][0] > 0.1:
                self.course.append((round(decision.seconds, 2), round(self.value, 4)))
            if words:
                self.rows = rows_of(decision)


def rows_of(decision: Decision) -> list[tuple[str, int, float]]:
    """The moves of a decision in words, with visits and mean reward, most visited first."""
    root = decision.position.copy()
    for move in decision.prefix:
        root.play(move)
    return [(root.text(choice.move), choice.visits, choice.mean) for choice in decision.choices[:ROWS]]


@dataclass(frozen=True)
class LogLine:
    """What one move was, as a seat saw it."""

    number: int
    actor: int
    told: str
    happened: tuple[str, ...]
    events: tuple[Event, ...] = ()
    """The same as typed facts, if the game names them."""


class OngoingGame:
    """A session with all that pages need; everything here happens in the thread of the pages, except the searches."""

    def __init__(self, id: str, visitor: str, session: Session, limits: Limits) -> None:
        self.id, self.visitor, self.session, self.limits = id, visitor, session, limits
        self.seated = SeatedAgents(session, limits.thinking)
        self.touched = time.monotonic()
        self.begun = datetime.now()
        self.version = 0
        """Goes up with every change, so that pages know when to draw."""
        self.stamp = 0
        """Goes up with every move and every step back, so that one knows which position a click meant."""
        self.open = False
        """Whether the visitor may read the opponent's thoughts, from now on or at some time."""
        self.listening = True
        """Whether thoughts are taken down."""
        self.pause = PAUSE
        self.thought: Thought | None = None
        self.hint: Thought | None = None
        self.hinted: Move | None = None
        self.error = ""
        self.sheet: Scoresheet | None = None
        """Where a study is told of this game, if it is part of one."""
        self.aside = ""
        """Why it is not, although its visitor takes part."""
        self.revealed: int | None = None
        """With several people at one screen: whose cards lie open."""
        self._task: asyncio.Task[None] | None = None
        self._adviser: SeatedAgent | None = None
        self._advising = False
        self._views: dict[int, View] = {}
        self._earlier_views: dict[int, View] = {}
        self._earlier = 0  # how many moves had been played then
        self._log: dict[int, list[LogLine]] = {}
        self._changed()
        self.kept = self.stamp if session.moves else 0
        """The stamp of the position that is kept in a file."""

    # --- what may be seen ---------------------------------------------------------------------------------------------

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat, name in enumerate(self.session.players) if name == PERSON)

    @property
    def shared(self) -> bool:
        """Whether several people share the screen, and have something to hide from each other."""
        return len(self.people) > 1 and self.session.game.hidden

    @property
    def seat(self) -> int | None:
        """Whose table the pages show; OPEN for those who only watch; None while it is handed over."""
        if not self.people:
            return OPEN
        if len(self.people) == 1:
            return self.people[0]
        if not self.shared:
            return self.actor if self.actor >= 0 else self.people[0]
        if self.over:
            return self.people[0] if self.revealed is None else self.revealed
        return self.actor if self.revealed == self.actor else None

    def reveal(self, seat: int) -> None:
        """The person of a seat has sat down at the screen."""
        if self.shared and seat in self.people:
            self.revealed = seat
            self.version += 1

    def view(self, seat: int) -> View:
        """What a seat sees now."""
        if seat not in self._views:
            self._views[seat] = self.session.view(seat)
        return self._views[seat]

    def log(self, seat: int) -> list[LogLine]:
        """All moves so far as a seat saw them."""
        lines, table = self._log.setdefault(seat, []), self.session
        for at in range(len(lines), len(table.moves)):
            events = tuple(table.events(at, seat))
            if table.position.game.events is not None:
                happened = tuple(table.in_words(events, seat))
            elif (at, at + 1) == (self._earlier, len(table.moves)) and seat in self._earlier_views:
                happened = tuple(news(self._earlier_views[seat], self.view(seat)))
            else:
                happened = tuple(table.happened(at, seat))
            lines.append(LogLine(at + 1, table.actors[at], table.told(at, seat), happened, events))
        return lines

    def name_of(self, seat: int) -> str:
        """How pages call a seat."""
        player = self.session.players[seat]
        if len(self.people) == 1:
            if player == PERSON:
                return "You"
            return f"The opponent ({player})" if len(self.session.players) == 2 else f"Player {seat + 1} ({player})"
        return f"Player {seat + 1}" + ("" if player == PERSON else f" ({player})")

    @property
    def likely_name(self) -> str:
        """A name under which this game may be kept; it does not tell the seed, from which all cards follow."""
        return f"{self.session.game.name}-{self.begun:%Y-%m-%d-%H%M}"

    @property
    def thinking(self) -> bool:
        """Whether an agent thinks, or is about to."""
        return self._task is not None and not self._task.done()

    @property
    def advising(self) -> bool:
        """Whether the adviser thinks."""
        return self._advising

    def touch(self) -> None:
        """Somebody looks at the table."""
        self.touched = time.monotonic()

    def seen(self) -> float:
        """When somebody looked at the table last."""
        return self.touched

    # --- what people do -----------------------------------------------------------------------------------------------

    def play(self, number: int, stamp: int | None = None) -> None:
        """Play the move with this number in the list of the seat to move; `stamp` is that of the list."""
        moves = self.view(self._mover(stamp)).moves
        if not 1 <= number <= len(moves):
            raise UsageError(f"there is no move {number}")
        self.session.play(moves[number - 1].move)
        self._changed()

    def play_together(self, parts: Sequence[Part], stamp: int | None = None) -> None:
        """Play what was put together on the table with this stamp."""
        self.session.play_together(self._mover(stamp), parts)
        self._changed()

    def _mover(self, stamp: int | None) -> int:
        """The seat of the person to move, who saw the table with this stamp."""
        if stamp is not None and stamp != self.stamp:
            raise UsageError("the table has changed meanwhile: look again")
        seat = self.seat
        if seat is None or seat < 0 or self.actor != seat or self.minds_play:
            raise UsageError("it is not your move")
        return seat

    def resign(self) -> None:
        """The person at the screen gives up."""
        seat = self.seat
        if seat is None or seat < 0 or self.over:
            raise UsageError("nobody can resign now")
        self.leave()
        self.session.resign(seat)
        self._changed()

    async def undo(self) -> None:
        """Take back the last decision of the person at the screen."""
        seat = self.seat if self.seat is not None else self.session.actors[-1] if self.session.actors else None
        if seat is None or seat < 0:
            raise UsageError("there is no move to take back")
        await self.quiet()
        self.mark("undo")
        self.session.undo(seat if len(self.people) == 1 else None)
        self._changed(back=True)

    @property
    def secret(self) -> bool:
        """Whether its file would tell its player what he should not know: the seed, from which all chance follows."""
        return bool(self.people) and not self.over and not self.open

    def open_thoughts(self) -> None:
        """Let the visitor read what he should not know, as the opponent's thoughts: the game is marked for good."""
        self.open = True
        self.mark("open")
        self.version += 1

    def mark(self, what: str) -> None:
        """The visitor has help in this game, of a kind that studies report apart."""
        if self.sheet is not None:
            self.sheet.mark(what)

    # --- what agents do -----------------------------------------------------------------------------------------------

    def go(self, manager: Thinks) -> None:
        """Let agents play until it is a person's move."""
        if not self.thinking and self.minds_play and not self.error:
            self._task = asyncio.get_running_loop().create_task(self._go(manager))

    async def _go(self, manager: Thinks) -> None:
        try:
            while self.minds_play:
                if time.monotonic() - self.touched > self.limits.away:
                    return  # they go on when somebody looks again
                began = time.monotonic()
                self.thought = thought = Thought(self.actor, self.session.players[self.actor])

                def watch(decision: Decision, thought: Thought = thought) -> None:
                    if self.listening:
                        thought.look(decision, True)  # pages show the moves only to those who may read them

                try:
                    decide: Callable[[], Decision] = partial(self.seated.decide, watch)
                    decision = await manager.think(decide, self.seated.stop, self.seen)
                except Unwatched:
                    return
                except Busy:
                    await asyncio.sleep(AGAIN)
                    continue
                watch(decision)
                thought.ended = time.monotonic()
                await asyncio.sleep(max(0.0, self.pause - (thought.ended - began)))
                self.seated.carry_out(decision)
                self._changed()
        except asyncio.CancelledError:
            raise
        except Exception as error:  # whatever an agent does wrong must not leave a page that waits for ever
            self.error = str(error) if isinstance(error, UsageError) else f"{type(error).__name__}: {error}"
            self.version += 1

    def move_now(self) -> None:
        """Have whoever thinks play the best move so far."""
        if self.thinking and self.thought is not None and not self.thought.ended:
            self.mark("hurry")
        self._stop()

    def _stop(self) -> None:
        self.seated.stop()
        if self._adviser is not None:
            self._adviser.stop()

    def leave(self) -> None:
        """Nobody has to think here any more."""
        if self._task is not None:
            self._task.cancel()
        self._stop()

    async def quiet(self) -> None:
        """Wait until nobody thinks, and let nothing come of it."""
        task, self._task = self._task, None
        if task is not None and not task.done():
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def advise(self, manager: Thinks, seconds: float = 1.0) -> None:
        """Ask the adviser about the move of the person at the screen."""
        seat = self._mover(None)
        if self._advising:
            raise UsageError("the adviser is thinking")
        self.mark("hint")
        game, stamp = self.session.game, self.stamp
        seated_agent = self._adviser = SeatedAgent(game, adviser(game, seconds), self.session.setup)
        self.hint, self._advising = Thought(seat, "adviser"), True
        hint, position, moves = self.hint, self.session.position.copy(), self.view(seat).moves
        seed = (edition(self.session.seed), "hint", len(self.session.moves))

        def watch(decision: Decision) -> None:
            hint.look(decision, False)

        def think() -> Advice:
            return advise(seated_agent, seated_agent.decide(position, seat, seed, watch, self.limits.thinking), moves)

        try:
            advice = await manager.think(think, seated_agent.stop, self.seen)
        finally:
            self._advising = False
            self._adviser = None  # with its trees, which are large: many tables must not keep them
            hint.ended = time.monotonic()
        if stamp == self.stamp:
            watch(advice.decision)
            self.hinted = advice.hinted
            told = [*([advice.best] if advice.best is not None else []), *advice.others]
            hint.rows = [(one.text, one.visits, one.chance) for one in told[:ROWS]]
            self.version += 1

    # --- after each change --------------------------------------------------------------------------------------------

    def _changed(self, back: bool = False) -> None:
        """Prepare all that pages show, and what they ask."""
        self.touch()
        self.actor, self.over, self.results = self.session.actor, self.session.over, self.session.results
        if self.over:
            if self.sheet is not None:
                self.sheet.end(self.session)
            self.seated = SeatedAgents(self.session, self.limits.thinking)  # without the trees of the old ones
        self.minds_play = self.seated.plays_itself()
        self._earlier_views, self._views = self._views, {}
        self.hint = self.hinted = None
        self.error = ""
        if back:
            self._log = {}
            self.thought = None
        for seat in self.people or (OPEN,):
            self.view(seat)
            self.log(seat)
        self._earlier = len(self.session.moves)
        if self._adviser is not None and self._advising:
            self._adviser.stop()
        self.version += 1
        self.stamp += 1

    def ended(self) -> str:
        """How the game ended, in a sentence."""
        if not self.over:
            return ""
        if self.session.resigned is not None:
            return f"{self.name_of(self.session.resigned)} resigned."
        if len(self.results) == 1:
            score = self.results[0]
            return "Won." if score == 1 else "Lost." if score == 0 else f"The end: score {score:g}."
        if len(self.results) > 2:
            return result_words(self.results, self.people[0] if len(self.people) == 1 else OPEN, self.session.players)
        best = max(self.results)
        if min(self.results) == best:
            return "A draw."
        winner = self.name_of(self.results.index(best))
        return f"{winner} {'have' if winner == 'You' else 'has'} won."


__all__ = ["LogLine", "OngoingGame", "Thought", "rows_of"]
