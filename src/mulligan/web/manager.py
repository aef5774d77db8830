"""All games of one server: whose they are, how many there may be, who may think, and what is kept.

Visitors are told apart by the signed cookie of their browser.  Whatever a visitor asks for by an id or a name is looked
up among his own: the games of others do not exist for him.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from mulligan.core.errors import UsageError
from mulligan.core.game import Game
from mulligan.core.output import write_text
from mulligan.core.registry import all_games
from mulligan.people.study import ABANDONED, INTERRUPTED, Study
from mulligan.play.record import Record, read_record, write_record
from mulligan.play.session import PERSON, Session, open_record

from .limits import Limits
from .ongoing import OngoingGame
from .pace import Pace
from .pool import LOOK, Pool
from .preparing import Preparing
from .request import agent_named
from .saves import ENDING, OPENLY, Contents, Saved, Saves, likely_name, read_upload

T = TypeVar("T")
STORE = "mulligan.sqlite"
GONE = "no such game: it was put away, or it is not yours"
PREFERENCES = 20  # settings that are remembered of one visitor


def text_of(table: OngoingGame) -> str:
    """The file of the game at a table."""
    return write_record(table.session.record()) + (f"{OPENLY}\n" if table.open else "")


class Manager:
    """The sittings of a server, with the threads in which their agents think.

    >>> from mulligan.games.toys import NIM
    >>> manager = Manager(saves=Path("saves"))
    >>> id = manager.open("ann", Session(NIM))
    >>> manager.find("ann", id).session.game.name
    'nim'
    >>> manager.find("bob", id)
    Traceback (most recent call last):
    mulligan.core.errors.UsageError: no such game: it was put away, or it is not yours
    """

    def __init__(
        self,
        limits: Limits | None = None,
        saves: Path = Path("saves"),
        store: str = STORE,
        study: Study | None = None,
    ) -> None:
        self.limits, self.store, self.study = limits or Limits(), store, study
        self.saves = Saves(saves, self.limits)
        self.tables: dict[str, OngoingGame] = {}
        self.preparing = Preparing()
        self.any_agent = True
        """Whether visitors may name any agent with any settings; strangers could ask for all the memory there is."""
        self.opened = 0
        """All games since the server began."""
        self._thinkers = Pool(self.limits.threads, self.limits.waiting, "think")
        self._file_workers = Pool(2, self.limits.waiting, "clerk")
        self._pace = Pace(self.limits.moves_per_second, self.limits.burst)
        self._uploads = Pace(self.limits.uploads_per_second, self.limits.uploads_burst)
        self._preferences: dict[str, dict[str, str]] = {}
        self._games: asyncio.Future[tuple[list[Game], list[str]]] | None = None

    # --- sittings -----------------------------------------------------------------------------------------------------

    def open(self, visitor: str, session: Session, *, fresh: bool = False) -> str:
        """Give a session a table, and return its id, which nobody can guess.

        A `fresh` one was dealt here and now, from a seed that its visitor did not choose: a study counts no others.
        """
        self.sweep()
        for table in reversed(self.of(visitor)):
            if len(self.of(visitor)) >= self.limits.per_visitor and table.over:
                self._put_away(table)
        if len(self.of(visitor)) >= self.limits.per_visitor:
            raise UsageError(f"you have {self.limits.per_visitor} games under way: close one first")
        if len(self.tables) >= self.limits.sittings:
            raise UsageError("all tables of this server are taken: try again later")
        id = secrets.token_urlsafe(16)
        self.tables[id] = table = OngoingGame(id, visitor, session, self.limits)
        self.opened += 1
        self._tell_study(table, fresh)
        return id

    def _tell_study(self, table: OngoingGame, fresh: bool) -> None:
        """A game begins, or goes on; whoever has it at two tables knows from one what will come at the other."""
        if self.study is None:
            return
        twins = [other for other in self.of(table.visitor) if other.session.seed == table.session.seed]
        for twin in twins:
            twin.mark("copy")
        try:
            if fresh:
                table.sheet = self.study.begin(table.visitor, table.session, "web")
            elif twins == [table]:
                table.sheet = self.study.resume(table.visitor, table.session)
        except UsageError as error:
            table.aside = str(error)

    def withdraw(self, visitor: str) -> int:
        """A visitor takes part in the study no longer; returns how many games were deleted from it."""
        for table in self.of(visitor):
            table.sheet = None
        return 0 if self.study is None else self.study.withdraw(visitor)

    def find(self, visitor: str, id: str) -> OngoingGame:
        """The table with this id, if it is the visitor's."""
        table = self.tables.get(id)
        if table is None or table.visitor != visitor:
            raise UsageError(GONE)
        table.touch()
        return table

    def of(self, visitor: str) -> list[OngoingGame]:
        """The tables of a visitor, the newest first."""
        return [table for table in reversed(self.tables.values()) if table.visitor == visitor]

    def close(self, visitor: str, id: str) -> None:
        """Put a game away."""
        table = self.find(visitor, id)
        self._left(table, ABANDONED)
        del self.tables[id]

    def _left(self, table: OngoingGame, how: str) -> None:
        """Nobody plays on at a table."""
        table.leave()
        if table.sheet is not None:
            table.sheet.leave(table.session, INTERRUPTED if table.error else how)

    def sweep(self) -> int:
        """Put away what nobody has looked at for long, and keep what people played; returns how many these were."""
        late = time.monotonic() - self.limits.idle
        idle = [table for table in self.tables.values() if table.touched < late]
        for table in idle:
            self._put_away(table)
        self._pace.sweep()
        self._uploads.sweep()
        if self.study is not None:
            self.study.catch_up()
        return len(idle)

    def _put_away(self, table: OngoingGame, how: str = ABANDONED) -> None:
        self._left(table, how)
        if table.people and table.session.moves and table.kept != table.stamp:
            with suppress(UsageError):  # whoever left has nobody to tell
                self.save(table.visitor, self.free_name(table.visitor, table.likely_name), table)
        self.tables.pop(table.id, None)

    def shut(self) -> None:
        """Keep what people played, and end all thinking."""
        for table in list(self.tables.values()):
            self._put_away(table, INTERRUPTED)
        self._thinkers.close()
        self._file_workers.close()

    def counts(self) -> dict[str, int]:
        """What goes on, in numbers without names."""
        return {
            "games under way": len(self.tables),
            "visitors": len({table.visitor for table in self.tables.values()}),
            "games since the start": self.opened,
            "searches": self._thinkers.taken,
        }

    def pace(self, visitor: str) -> None:
        """Count a move or a command of a visitor, and refuse it if they come too fast."""
        if self._pace.wait(visitor) > 0:
            raise UsageError("not so fast: wait a second")

    def pace_upload(self, visitor: str) -> None:
        """Count a file that a visitor sends, and refuse it if they come too fast: each game is played again."""
        wait = self._uploads.wait(visitor)
        if wait > 0:
            raise UsageError(f"not so many files at once: wait {wait:.0f} seconds")

    # --- work ---------------------------------------------------------------------------------------------------------

    async def think(
        self,
        work: Callable[[], T],
        stop: Callable[[], Any] | None = None,
        seen: Callable[[], float] | None = None,
    ) -> T:
        """Let somebody search, in a thread, when it is his turn; cancelled, the search is told to `stop`.

        So it is when nobody has looked for a while: `seen` tells when somebody did last, by the monotonic clock.
        """

        def unwatched() -> bool:
            return seen is not None and time.monotonic() - seen() > self.limits.away

        return await self._thinkers.run(work, stop, unwatched, min(LOOK, self.limits.away))

    async def fetch(self, work: Callable[[], T]) -> T:
        """Do what takes a moment, and perhaps a minute if a game has to be compiled: deal, replay, read files."""
        return await self._file_workers.run(work)

    async def games(self) -> tuple[list[Game], list[str]]:
        """All games, and what is wrong with others; they are loaded once, whoever asks."""
        if self._games is None:
            self._games = asyncio.ensure_future(self.fetch(all_games))
        games = self._games
        try:
            return await asyncio.shield(games)
        except Exception:
            if self._games is games:
                self._games = None  # what went wrong once need not go wrong again
            raise

    async def watch(self, every: float = 30.0) -> None:
        """Sweep for ever."""
        while True:
            await asyncio.sleep(every)
            self.sweep()

    # --- what is kept -------------------------------------------------------------------------------------------------

    def saved(self, visitor: str) -> list[Saved]:
        """The games that a visitor has kept, the newest first."""
        return self.saves.list(visitor)

    def contents(self, visitor: str) -> dict[str, Contents]:
        """What these games are; to be asked in a thread."""
        return self.saves.contents(visitor)

    def free_name(self, visitor: str, name: str) -> str:
        """A name like this one that no kept game has yet."""
        return self.saves.free_name(visitor, name)

    def save(self, visitor: str, name: str, game: OngoingGame | Record) -> str:
        """Keep a game under a name."""
        if isinstance(game, Record):
            return self.saves.save(visitor, name, write_record(game))
        kept = self.saves.save(visitor, name, text_of(game))
        game.kept = game.stamp
        return kept

    def load(self, visitor: str, name: str) -> Record:
        """A kept game."""
        return self.saves.load(visitor, name)

    def load_text(self, visitor: str, name: str) -> str:
        """A kept game as the text of its file."""
        return self.saves.text(visitor, name)

    def is_secret(self, visitor: str, name: str) -> bool:
        """Whether the file of a kept game would tell its player what he should not know yet."""
        text = self.load_text(visitor, name)
        record = read_record(text, name + ENDING)
        ended = bool(record.result) or record.resigned is not None
        return PERSON in record.players and not ended and OPENLY not in text

    def open_kept(self, visitor: str, name: str) -> str:
        """The text of a kept game for whoever wants to read it; if he should not know it yet, it is marked for good."""
        if self.is_secret(visitor, name):
            self.saves.save(visitor, name, self.load_text(visitor, name).rstrip("\n") + f"\n{OPENLY}\n")
            seed = self.load(visitor, name).seed
            for table in self.of(visitor):
                if table.secret and table.session.seed == seed:
                    table.open_thoughts()
            if self.study is not None:
                self.study.mark(visitor, seed, "open")
        return self.load_text(visitor, name)

    def delete(self, visitor: str, name: str) -> None:
        """Throw a kept game away."""
        self.saves.delete(visitor, name)

    def sitting_of(self, record: Record) -> Session:
        """The game of a record, replayed, if its agents may be chosen here; to be asked in a thread."""
        session = open_record(record)
        for player in session.players:
            if player != PERSON:
                try:
                    agent_named(session.game, player, any_agent=self.any_agent)
                except UsageError as error:
                    raise UsageError(f"{record.at('players')}{error}") from None
        return session

    def check_upload(self, name: str, data: bytes) -> str:
        """The text of a file that a visitor sent, if its game can be gone on with; to be asked in a thread."""
        text = read_upload(name, data, self.limits)
        self.sitting_of(read_record(text, likely_name(name) + ENDING))
        return text

    def keep(self, visitor: str, name: str, text: str) -> str:
        """Keep a file that was checked, as it is, so that messages name its own lines; returns its name here."""
        return self.saves.save(visitor, self.free_name(visitor, name), text)

    def taste(self, visitor: str, key: str, usual: str = "") -> str:
        """How a visitor likes something, such as the light."""
        if visitor not in self._preferences:
            self._preferences[visitor] = self._read_preferences(visitor)
        return self._preferences[visitor].get(key, usual)

    def set_taste(self, visitor: str, key: str, value: str) -> None:
        """Remember how a visitor likes something."""
        self.taste(visitor, key)
        preferences = self._preferences[visitor]
        if preferences.get(key) == value or (key not in preferences and len(preferences) >= PREFERENCES):
            return
        preferences[key] = value[:60]
        with suppress(UsageError, OSError):  # then it is forgotten with the server
            folder = self.saves.folder_of(visitor)
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            write_text(str(folder / "tastes.json"), json.dumps(preferences))

    def _read_preferences(self, visitor: str) -> dict[str, str]:
        try:
            found = json.loads((self.saves.folder_of(visitor) / "tastes.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return {str(key): str(value) for key, value in found.items()} if isinstance(found, dict) else {}
