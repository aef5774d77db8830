"""A study: one SQLite file with those who take part and their games, kept as soon as they have ended.

What a method has returned from is on disk.  Each call has a connection of its own, so that any thread may ask, and any
number of processes may write to the same study.  Whatever is deleted is written over.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from mulligan.agents import make_player
from mulligan.arena.contest import outside_code
from mulligan.core.errors import UsageError
from mulligan.core.folders import data_directory
from mulligan.core.registry import code_origin
from mulligan.play.levels import levels_of
from mulligan.play.record import LARGEST, Record, read_record, write_record
from mulligan.play.session import PERSON, Session

from .names import person_name, study_name

ENDING = ".study"
APPLICATION = 0x4D554C50  # "MULP", in the file's header
SCHEMA = 1
PATIENCE = 5.0  # seconds that we wait for another process that writes
TERMS = 1
"""Which state of the words of consent a person agreed to; `consent.py` has them."""

FINISHED, RESIGNED, ABANDONED, INTERRUPTED, UNDER_WAY = "finished", "resigned", "abandoned", "interrupted", ""
ENDS = {
    FINISHED: "played to the end",
    RESIGNED: "given up, which counts as lost by the person",
    ABANDONED: "thrown away or left for long by the person: no result",
    INTERRUPTED: "cut off by the end of the server, or by a fault of the agent: no result",
    UNDER_WAY: "under way, or cut off when the server was killed: no result",
}
MARKS = {
    "hint": "asked for a hint",
    "undo": "took a move back",
    "thinking": "looked at what the agent thought",
    "open": "looked at what is hidden: the agent's thoughts by name, the file of the game, or its cards",
    "copy": "had the same game at another table",
    "hurry": "had the agent move before it had thought",
}
"""What makes a game one with help, to be reported apart."""

_TABLES = """
CREATE TABLE study (salt TEXT NOT NULL, begun TEXT NOT NULL);
CREATE TABLE person (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    agreed TEXT NOT NULL,
    terms INTEGER NOT NULL
);
CREATE TABLE game (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    person INTEGER NOT NULL REFERENCES person ON DELETE CASCADE,
    place TEXT NOT NULL,
    game TEXT NOT NULL,
    setup TEXT NOT NULL,
    seed TEXT NOT NULL,
    agent TEXT NOT NULL,
    level TEXT NOT NULL,
    seat INTEGER NOT NULL,
    began TEXT NOT NULL,
    ended TEXT NOT NULL DEFAULT '',
    how TEXT NOT NULL DEFAULT '',
    score REAL,
    turns INTEGER NOT NULL DEFAULT 0,
    moves INTEGER NOT NULL DEFAULT 0,
    marks TEXT NOT NULL DEFAULT '',
    code TEXT NOT NULL,
    record TEXT NOT NULL
);
CREATE INDEX games_of_a_person ON game (person, seed);
"""


@dataclass(frozen=True)
class Limits:
    """What a study holds at most; who comes later plays without being part of it, and is told so."""

    people: int = 2_000
    games: int = 500
    """Of one person."""
    size: int = 200_000_000
    """Bytes of the file."""


@dataclass(frozen=True)
class Person:
    """Somebody who takes part."""

    number: int
    name: str
    agreed: str


@dataclass(frozen=True)
class StudyGame:
    """A game of a study; its moves are in its record."""

    number: int
    person: int
    name: str
    """The person's."""
    place: str
    """`web` or `terminal`."""
    game: str
    """Name and version: `magic/1`."""
    setup: str
    agent: str
    """Empty where people play alone against the cards."""
    level: str
    """The level that the agent is, or alone the setup; empty if it is none."""
    seat: int
    """The person's, from 1."""
    began: str
    ended: str
    how: str
    """One of ENDS."""
    score: float | None
    """The person's, from 0 to 1; None without a result."""
    turns: int
    moves: int
    marks: tuple[str, ...]
    code: dict[str, str] = field(hash=False)
    """Which state of Mulligan, and of other packages, played it."""


def now() -> str:
    """The time in UTC, to the second."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def default_folder() -> Path:
    """Where studies are kept unless somebody says otherwise."""
    return data_directory() / "studies"


def study_names(folder: Path | None = None) -> list[str]:
    """The studies of a folder."""
    try:
        return sorted(path.stem for path in (folder or default_folder()).glob("*" + ENDING) if path.is_file())
    except OSError:
        return []


class Study:
    """A study, by its name; `make` makes it if it is not there.

    >>> import tempfile
    >>> from mulligan.games.toys import NIM
    >>> with tempfile.TemporaryDirectory() as place:
    ...     study = Study("nim", Path(place), make=True)
    ...     person = study.join("cookie", "Ann")
    ...     session = Session(NIM, players=("you", "uniform"), seed="a1")
    ...     sheet = study.begin("cookie", session, "web")
    ...     session.resign(0)
    ...     sheet.end(session)
    ...     [(game.name, game.agent, game.seat, game.how, game.score) for game in study.games()]
    ...     study.withdraw("cookie"), study.games()
    [('Ann', 'uniform', 1, 'resigned', 0.0)]
    (1, [])
    """

    def __init__(
        self, name: str, folder: Path | None = None, *, make: bool = False, limits: Limits | None = None
    ) -> None:
        self.name, self.limits = study_name(name), limits or Limits()
        self.path = (folder or default_folder()) / (name + ENDING)
        self.problem = ""
        """Why games wait to be written."""
        self._late: list[tuple[str, tuple[Any, ...]]] = []
        self._lock = threading.Lock()
        if make:
            self._make()
        elif not self.path.exists():
            known = ", ".join(study_names(folder)) or "none"
            raise UsageError(f"there is no study '{name}' in '{self.path.parent}' (there are: {known})")
        with self._connected() as db:
            self._salt = str(db.execute("SELECT salt FROM study").fetchone()[0])

    # --- the file -----------------------------------------------------------------------------------------------------

    def _make(self) -> None:
        """Make the file, with all its tables or none, unless somebody has done so before."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
            with closing(sqlite3.connect(self.path, timeout=PATIENCE, isolation_level=None)) as db:
                db.execute("BEGIN IMMEDIATE")
                if (
                    not db.execute("PRAGMA user_version").fetchone()[0]
                    and not db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
                ):
                    for statement in _TABLES.split(";")[:-1]:
                        db.execute(statement)
                    db.execute("INSERT INTO study VALUES (?, ?)", (secrets.token_hex(32), now()))
                    db.execute(f"PRAGMA application_id = {APPLICATION}")
                    db.execute(f"PRAGMA user_version = {SCHEMA}")
                db.execute("COMMIT")
        except (OSError, ValueError, sqlite3.Error) as error:
            raise UsageError(f"study '{self.name}': {getattr(error, 'strerror', None) or error}") from None

    @contextmanager
    def _connected(self) -> Iterator[sqlite3.Connection]:
        """A connection for one transaction, which is on disk at the end of the block."""
        try:
            place = f"{self.path.resolve().as_uri()}?mode=rw"
            with closing(sqlite3.connect(place, timeout=PATIENCE, isolation_level=None, uri=True)) as db:
                kind, schema = (
                    db.execute(f"PRAGMA {word}").fetchone()[0] for word in ("application_id", "user_version")
                )
                if kind != APPLICATION:
                    raise UsageError(f"study '{self.name}': '{self.path}' is no study of Mulligan's")
                if schema != SCHEMA:
                    raise UsageError(f"study '{self.name}': it was written by another Mulligan (schema {schema})")
                db.execute("PRAGMA secure_delete = ON")
                db.execute("PRAGMA foreign_keys = ON")
                db.execute("PRAGMA synchronous = FULL")
                yield db
        except (OSError, ValueError, sqlite3.Error) as error:
            if isinstance(error, UsageError):
                raise
            raise UsageError(f"study '{self.name}': {getattr(error, 'strerror', None) or error}") from None

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """The same, to write: what could not be written before comes first."""
        with self._lock, self._connected() as db:
            db.execute("BEGIN IMMEDIATE")
            try:
                for statement, values in self._late:
                    db.execute(statement, values)
                yield db
                db.execute("COMMIT")
            except BaseException:
                if db.in_transaction:
                    db.execute("ROLLBACK")
                raise
            self._late, self.problem = [], ""

    def note(self, statement: str, values: tuple[Any, ...]) -> None:
        """Write something that must not be lost; if it cannot be written now, it is with whatever is written next."""
        try:
            with self._writing() as db:
                db.execute(statement, values)
        except UsageError as error:
            with self._lock:
                self._late.append((statement, values))
                self.problem = str(error)

    def catch_up(self) -> None:
        """Try once more to write what waits."""
        if self._late:
            try:
                with self._writing():
                    pass
            except UsageError as error:
                self.problem = str(error)

    # --- people -------------------------------------------------------------------------------------------------------

    def _key(self, visitor: str) -> str:
        """How a visitor is known here: it tells nothing about him, and is another one in every study."""
        return hmac.new(self._salt.encode(), visitor.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()

    def person(self, visitor: str) -> Person | None:
        """Who a visitor is, if he takes part."""
        with self._connected() as db:
            return self._person(db, visitor)

    def _person(self, db: sqlite3.Connection, visitor: str) -> Person | None:
        row = db.execute("SELECT id, name, agreed FROM person WHERE key = ?", (self._key(visitor),)).fetchone()
        return None if row is None else Person(*row)

    def join(self, visitor: str, name: str = "") -> Person:
        """A visitor has agreed to take part; who has done so before stays who he is."""
        chosen = person_name(name)
        with self._writing() as db:
            known = self._person(db, visitor)
            if known is not None:
                return known
            if db.execute("SELECT count(*) FROM person").fetchone()[0] >= self.limits.people or self._full():
                raise UsageError(f"the study '{self.name}' is full: you can play without taking part")
            values = (self._key(visitor), chosen, now(), TERMS)
            db.execute("INSERT INTO person (key, name, agreed, terms) VALUES (?, ?, ?, ?)", values)
            found = self._person(db, visitor)
        assert found is not None
        return found

    def withdraw(self, visitor: str) -> int:
        """A visitor takes part no longer: all that is known of him is deleted; returns how many games that were."""
        return self._delete("key = ?", self._key(visitor))

    def forget(self, number: int) -> int:
        """The same for a person by number; an error if there is no such person."""
        if not any(person.number == number for person in self.people()):
            raise UsageError(f"study '{self.name}': there is no person {number}")
        return self._delete("id = ?", number)

    def _delete(self, which: str, value: Any) -> int:
        with self._writing() as db:
            found = f"SELECT count(*) FROM game WHERE person IN (SELECT id FROM person WHERE {which})"
            games = int(db.execute(found, (value,)).fetchone()[0])
            db.execute(f"DELETE FROM person WHERE {which}", (value,))
        return games

    def people(self) -> list[Person]:
        """All who take part."""
        with self._connected() as db:
            return [Person(*row) for row in db.execute("SELECT id, name, agreed FROM person ORDER BY id")]

    # --- games --------------------------------------------------------------------------------------------------------

    def _full(self) -> bool:
        return self.path.stat().st_size >= self.limits.size

    def begin(self, visitor: str, session: Session, place: str) -> Scoresheet | None:
        """A game has been dealt, by chance that its player did not choose; None if it is no game of this study.

        A study asks how one agent does against people, so games for more than two are none of it.
        """
        seats = [seat for seat, name in enumerate(session.players) if name == PERSON]
        if len(seats) != 1 or len(session.players) > 2 or session.moves or session.begun:
            return None
        agent = next((name for name in session.players if name != PERSON), "")
        code = {"mulligan": code_origin(session.game.name)}
        code |= outside_code(session.game.name, [make_player(session.game, agent)] if agent else [])
        code |= session.game.files(session.setup)
        with self._writing() as db:
            person = self._person(db, visitor)
            if person is None:
                return None
            games = db.execute("SELECT count(*) FROM game WHERE person = ?", (person.number,)).fetchone()[0]
            if games >= self.limits.games or self._full():
                raise UsageError(f"this game is not part of the study '{self.name}': the study is full")
            columns = {
                "person": person.number,
                "place": place,
                "game": session.game.id,
                "setup": session.setup,
                "seed": session.seed,
                "agent": agent,
                "level": level_of(session, agent),
                "seat": seats[0] + 1,
                "began": now(),
                "code": json.dumps(code, sort_keys=True),
                "record": write_record(session.record()),
            }
            names, marks = ", ".join(columns), ", ".join("?" * len(columns))
            number = db.execute(f"INSERT INTO game ({names}) VALUES ({marks})", tuple(columns.values())).lastrowid
        assert number is not None
        return Scoresheet(self, number, seats[0])

    def _left(self, visitor: str, seed: str) -> tuple[Scoresheet, Record] | None:
        """A visitor's game without a result, by its seed, and how it was when it was left."""
        with self._connected() as db:
            row = db.execute(
                "SELECT game.id, seat, marks, record FROM game JOIN person ON person.id = person "
                "WHERE key = ? AND seed = ? AND how NOT IN (?, ?)",
                (self._key(visitor), seed, FINISHED, RESIGNED),
            ).fetchone()
        return None if row is None else (Scoresheet(self, row[0], row[1] - 1, row[2].split()), read_record(row[3]))

    def resume(self, visitor: str, session: Session) -> Scoresheet | None:
        """A kept game was taken up again; None if it is not one of this study that has no result yet.

        Where moves are missing that had been played when it was left, it counts as one in which moves were taken back.
        """
        found = None if session.fixed or session.over else self._left(visitor, session.seed)
        if found is None:
            return None
        (sheet, old), record = found, session.record()
        same = (old.game, old.setup, old.players, old.position)
        if same != (record.game, record.setup, record.players, record.position):
            return None
        if old.moves != record.moves[: len(old.moves)]:
            sheet.mark("undo")
        self.note("UPDATE game SET how = ?, ended = '' WHERE id = ?", (UNDER_WAY, sheet.number))
        return sheet

    def mark(self, visitor: str, seed: str, mark: str) -> None:
        """Mark a game that is at no table now."""
        found = self._left(visitor, seed)
        if found is not None:
            found[0].mark(mark)

    def games(self) -> list[StudyGame]:
        """All games, in the order in which they began."""
        names = [one.name for one in fields(StudyGame)]
        wanted = ", ".join({"number": "game.id", "name": "person.name"}.get(name, name) for name in names)
        with self._connected() as db:
            rows = db.execute(
                f"SELECT {wanted} FROM game JOIN person ON person.id = person ORDER BY game.id"
            ).fetchall()
        found = (dict(zip(names, row)) for row in rows)
        return [
            StudyGame(**one | {"marks": tuple(one["marks"].split()), "code": json.loads(one["code"])}) for one in found
        ]

    def record(self, number: int) -> Record:
        """A game as it is kept, to be replayed."""
        return read_record(self.text(number), f"game {number} of study '{self.name}'")

    def text(self, number: int) -> str:
        """The same as the text of a file."""
        with self._connected() as db:
            row = db.execute("SELECT record FROM game WHERE id = ?", (number,)).fetchone()
        if row is None:
            raise UsageError(f"study '{self.name}': there is no game {number}")
        return str(row[0])


def level_of(session: Session, agent: str) -> str:
    """The level that an opponent is; where people play alone, that the setup is."""
    for level in levels_of(session.game).values():
        if (level.agent == agent and level.setup in ("", session.setup)) if agent else level.setup == session.setup:
            return level.name
    return ""


class Scoresheet:
    """One game of a study while it is played: what tables tell of it.  Its first end counts, whatever comes after."""

    def __init__(self, study: Study, number: int, seat: int, marks: list[str] | None = None) -> None:
        self.study, self.number, self.seat = study, number, seat
        self.marks = set(marks or ())
        self.done = False

    def mark(self, what: str) -> None:
        """The person had help, of a kind in MARKS."""
        if not self.done and what in MARKS and what not in self.marks:
            self.marks.add(what)
            words = " ".join(mark for mark in MARKS if mark in self.marks)
            self.study.note("UPDATE game SET marks = ? WHERE id = ?", (words, self.number))

    def end(self, session: Session) -> None:
        """The game has ended, or was given up."""
        if session.over:
            self._close(session, FINISHED if session.resigned is None else RESIGNED, session.results[self.seat])

    def leave(self, session: Session, how: str = ABANDONED) -> None:
        """The game will not be played on, at least not now."""
        self._close(session, how, None)

    def _close(self, session: Session, how: str, score: float | None) -> None:
        if self.done:
            return
        self.done = True
        text = write_record(session.record())
        values = (now(), how, score, session.position.turn, len(session.moves))
        record = text if len(text) <= LARGEST else None
        self.study.note(
            "UPDATE game SET ended = ?, how = ?, score = ?, turns = ?, moves = ?, record = coalesce(?, record) "
            "WHERE id = ?",
            (*values, record, self.number),
        )
