"""Games that are looked at, and gone over: each belongs to one visitor, and stays as it was when it was opened."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import OrderedDict
from functools import partial
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from mulligan.arena.warm import warm
from mulligan.core.errors import UsageError
from mulligan.play.analysis import Analysis, Analyst, Judgement, judge_of
from mulligan.play.session import PERSON, Session

from .pool import Unwatched

if TYPE_CHECKING:
    from .manager import Manager

PER_VISITOR = 12
MOST = 300
EFFORTS = {"quick": 0.3, "usual": 1.0, "thorough": 4.0}  # seconds for each decision
GONE = "no such game: it was put away, or it is not yours"


class Study:
    """A game that does not change any more here, with what was found out about it."""

    def __init__(self, id: str, visitor: str, session: Session, title: str) -> None:
        self.id, self.visitor, self.title = id, visitor, title
        self.session = snapshot(session)
        self.judgements: dict[int, Judgement] = {}
        self.places = 0
        """Decisions to go over."""
        self.done = 0
        self.version = 0
        """Goes up with every change, so that pages know when to draw."""
        self.error = ""
        self.agent = ""
        self.touched = time.monotonic()
        self._task: asyncio.Task[None] | None = None
        self._analyst: Analyst | None = None

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat, name in enumerate(self.session.players) if name == PERSON)

    @property
    def may_open(self) -> bool:
        """Whether all cards may be shown: nobody at the screen has anything to hide any more."""
        return self.session.over or len(self.people) <= 1 or not self.session.game.hidden

    @property
    def running(self) -> bool:
        """Whether it is being gone over."""
        return self._task is not None and not self._task.done()

    def touch(self) -> None:
        """Somebody looks at it."""
        self.touched = time.monotonic()

    def seen(self) -> float:
        """When somebody looked at it last."""
        return self.touched

    def name_of(self, seat: int) -> str:
        """How pages call a seat."""
        player = self.session.players[seat]
        if player != PERSON:
            return f"Player {seat + 1} ({player})"
        return "You" if len(self.people) == 1 else f"Player {seat + 1}"

    def analysis(self) -> Analysis | None:
        """What has been found so far."""
        if self._analyst is None:
            return None
        return self._analyst.result([self.judgements[at] for at in sorted(self.judgements)])

    def start(self, manager: Manager, seconds: float) -> None:
        """Go over the game in the server's threads; what is known with this effort is not looked for again."""
        if self.running:
            return
        agent = judge_of(self.session.game, seconds=min(seconds, manager.limits.thinking))
        if agent != self.agent:
            self.judgements, self.agent = {}, agent
        self.error, self.done = "", 0
        self.version += 1
        self._task = asyncio.get_running_loop().create_task(self._run(manager))

    def _prepared(self) -> Analyst:
        """An analyst with all machine code at hand: its clock should not run while that is loaded."""
        position = self.session.position
        warm(position.game, [self.agent], position.setup)
        return Analyst(self.session, self.agent)

    async def _run(self, manager: Manager) -> None:
        try:
            analyst = await manager.fetch(self._prepared)
            self._analyst, self.places = analyst, len(analyst.places)
            for number, place in enumerate(analyst.places, 1):
                if place.at not in self.judgements:
                    if time.monotonic() - self.touched > manager.limits.away:
                        return
                    made = await manager.think(partial(analyst.judge, place), analyst.stop, self.seen)
                    if made is None:
                        analyst.skipped += 1
                    else:
                        self.judgements[place.at] = made
                self.done = number
                self.version += 1
        except asyncio.CancelledError:
            raise
        except Unwatched:
            pass
        except Exception as error:  # a page that waits for ever would tell nobody
            self.error = str(error) if isinstance(error, UsageError) else f"{type(error).__name__}: {error}"
        finally:
            self.version += 1

    async def stop(self) -> None:
        """Find out no more."""
        task, self._task = self._task, None
        if task is not None and not task.done():
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        self.version += 1


class Studies:
    """All studies of a server; the oldest are put away when there are too many."""

    def __init__(self) -> None:
        self._all: OrderedDict[str, Study] = OrderedDict()

    def open(self, visitor: str, session: Session, title: str, id: str = "") -> Study:
        """Put a game on the desk; with an `id` of its own, in place of what had it."""
        study = Study(id or secrets.token_urlsafe(16), visitor, session, title)
        self._all.pop(study.id, None)
        own = [other.id for other in self._all.values() if other.visitor == visitor and not other.running]
        for old in own[: max(0, len(own) - PER_VISITOR + 1)]:
            del self._all[old]
        while len(self._all) >= MOST:
            self._all.popitem(last=False)
        self._all[study.id] = study
        return study

    def find(self, visitor: str, id: str) -> Study:
        """The study with this id, if it is the visitor's."""
        study = self._all.get(id)
        if study is None or study.visitor != visitor:
            raise UsageError(GONE)
        self._all.move_to_end(id)
        study.touch()
        return study

    def of(self, visitor: str) -> list[Study]:
        """The studies of a visitor, the newest first."""
        return [study for study in reversed(self._all.values()) if study.visitor == visitor]

    def of_table(self, manager: Manager, visitor: str, id: str) -> Study:
        """The study of a game at one of the server's tables, or of what was opened under this id."""
        table = manager.tables.get(id)
        if table is None or table.visitor != visitor:
            return self.find(visitor, id)
        if table.shared and not table.over:
            raise UsageError("several people play this game: it can be analysed when it is over")
        known = self._all.get(id)
        if known is not None and known.visitor == visitor and same(known.session, table.session):
            return self.find(visitor, id)
        return self.open(visitor, table.session, table.session.game.title, id)


_desks: WeakKeyDictionary[Manager, Studies] = WeakKeyDictionary()


def studies_of(manager: Manager) -> Studies:
    """The studies of a server."""
    return _desks.setdefault(manager, Studies())


def snapshot(session: Session) -> Session:
    """The game as it is now, whatever happens to it later."""
    if session.fixed:
        return session
    twin = session.branch(len(session.moves))
    twin.resigned = session.resigned
    return twin


def same(one: Session, other: Session) -> bool:
    """Whether two sittings are the same game at the same moment."""
    return one.moves == other.moves and one.resigned == other.resigned and one.players == other.players


def opponents(session: Session, any_agent: bool = False) -> dict[str, str]:
    """Agents that may take the other seat, by what people call them: the levels, and with `any_agent` who sat there."""
    if session.game.players == 1:
        return {}
    from mulligan.play.levels import levels_of

    found = {level.agent: level.name for level in levels_of(session.game).values() if level.agent}
    others = session.players if any_agent else ()
    return found | {name: name for name in others if name != PERSON and name not in found}


def go_on(manager: Manager, visitor: str, study: Study, at: int, seat: int, agent: str) -> str:
    """A new game from a move of a study: the visitor takes a seat, an agent the other; returns its id."""
    players = tuple(PERSON if one == seat else agent for one in range(study.session.game.players))
    return manager.open(visitor, study.session.branch(at, players))


__all__ = ["EFFORTS", "Studies", "Study", "go_on", "opponents", "snapshot", "studies_of"]
