"""The store of results: one SQLite file, one row per game, kept as soon as it is known.

What `add` has returned from is on disk, whatever happens next; a game that is there already is left as it is, so that
work may be done twice and never counts twice.  One process writes, any number may read at the same time.
"""

from __future__ import annotations

import json
import os
import platform
import shlex
import sqlite3
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any

from mulligan.core.errors import UsageError, unknown
from mulligan.core.version import version

from .contest import Contest, GameRow
from .rate import Rate, share_of
from .schema import SCHEMA, SCRIPTS, statements
from .stored import Entry, OtherCode, StoredCell, Tally
from .storefile import MAGIC, beginning, connect_to_read, copy_in_memory

STORE = "mulligan.sqlite"  # where games are kept if nobody says otherwise
APPLICATION = 0x4D554C47  # "MULG", in the file's header
PATIENCE = 60  # seconds that we wait for another process that writes
ERRORS = (sqlite3.Error, UnicodeDecodeError)  # the latter if SQLite quotes from a damaged file
SIGNS_OF_DAMAGE = ("malformed", "corrupt", "decode", "no such column", "no such table", "has no column")
SIGNS_OF_A_READ_ONLY_PLACE = ("readonly", "unable to open")
GAME_COLUMNS = tuple(name for name in GameRow._fields if name != "found")
TOTALS = """
    count(*), coalesce(sum(score >= 1), 0), coalesce(sum(score > 0 AND score < 1), 0), coalesce(sum(score <= 0), 0),
    coalesce(sum(score), 0.0), coalesce(sum(turns), 0), coalesce(sum(decisions_1), 0), coalesce(sum(decisions_2), 0),
    coalesce(sum(cpu_1), 0.0), coalesce(sum(cpu_2), 0.0), coalesce(sum(simulations_1), 0),
    coalesce(sum(simulations_2), 0), coalesce(sum(cpu), 0.0), coalesce(sum(cpu * cpu), 0.0), coalesce(max(pair), -1),
    coalesce(sum(forfeit != ''), 0)
"""  # the fields of a tally, counted


class Store:
    """An open store.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as place, Store(Path(place) / "results.sqlite") as store:
    ...     number = store.contest(Contest("nim", ("uniform", "uniform")))
    ...     store.tally(number).games
    0
    """

    def __init__(self, path: str | Path, *, write: bool = True, renew: bool = False) -> None:
        """Open a store.  One of an older schema is not read, or with `renew` as a renewed copy in memory."""
        self.path, self._renew = Path(path), renew
        try:
            if not write and not self.path.exists():
                raise UsageError(f"there is no store '{self.path}': name another by --store, or play something first")
            if self.path.exists() and not self.path.is_file():
                kind = "a directory" if self.path.is_dir() else "a device"
                raise UsageError(f"store '{self.path}': it is {kind}, and should be a file")
            self._write = write
            if self.path.is_file() and not MAGIC.startswith(beginning(self.path)):  # short ones SQLite would overwrite
                raise self._damage(sqlite3.DatabaseError("file is not a database"))
        except OSError as error:  # too long a name, or a place that we may not look into
            raise UsageError(f"store '{self.path}': {error.strerror}") from None
        try:
            self._open(write)
        except ERRORS as error:
            self.close()
            raise self._damage(error) from None
        except BaseException:
            self.close()
            raise

    def _open(self, write: bool) -> None:
        self._db: sqlite3.Connection | None = None
        fixed = False  # whether nobody can write to it
        try:
            if write:
                self._db = sqlite3.connect(self.path, timeout=PATIENCE, isolation_level=None)
            else:
                self._db, fixed = connect_to_read(self.path, PATIENCE)
        except UsageError:
            raise
        except ValueError as error:  # a name that no file can have
            raise UsageError(f"store '{self.path}': {error}") from None
        db = self._db
        db.execute("BEGIN")  # all of it at the same moment: another process may be just making the store
        application = db.execute("PRAGMA application_id").fetchone()[0]
        schema = db.execute("PRAGMA user_version").fetchone()[0]
        empty = not db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        db.execute("ROLLBACK")
        if empty and application == 0 and not write:
            raise UsageError(f"store '{self.path}': it is empty; name another by --store, or play something first")
        if application != APPLICATION and not (empty and application == 0 and write):
            raise UsageError(
                f"store '{self.path}': it is a database, and not one of Mulligan's: name another by --store"
            )
        if schema > SCHEMA:
            raise UsageError(
                f"store '{self.path}': it was written by a newer Mulligan (schema {schema}, this one knows {SCHEMA})"
            )
        if schema < SCHEMA and not write:
            if not fixed and not self._renew:
                raise UsageError(
                    f"store '{self.path}': it has the older schema {schema}: `mulligan results upgrade` renews it"
                )
            self._db = db if fixed else copy_in_memory(db)
            self._migrate()  # the copy
        db = self.db
        db.execute("PRAGMA foreign_keys = ON")
        if write:
            self._write_ahead()
            db.execute("PRAGMA synchronous = FULL")  # a batch takes seconds to play: there is time to have it on disk
            self._migrate()

    def _write_ahead(self) -> None:
        """Have a journal that readers need not wait for.  SQLite changes to it at once or not at all, so we wait."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                self.db.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                    raise
                time.sleep(0.01)

    def _migrate(self) -> None:
        """Bring the schema up to date, whole or not at all."""
        with self.transaction() as db:
            schema = db.execute("PRAGMA user_version").fetchone()[0]  # again: another process may have been faster
            for script in SCRIPTS[schema:]:
                for statement in statements(script):
                    db.execute(statement)
            db.execute(f"PRAGMA application_id = {APPLICATION}")
            db.execute(f"PRAGMA user_version = {SCHEMA}")

    def _damage(self, error: Exception) -> UsageError:
        """What SQLite has against the file, for people."""
        text = "".join(letter if letter.isprintable() else "?" for letter in str(error))
        if "not a database" in text:
            text = "it is not a store of Mulligan's, nor any SQLite file"
        elif self._write and self.path.exists() and any(sign in text for sign in SIGNS_OF_A_READ_ONLY_PLACE):
            text = f"it cannot be written to ({text}): copy it to another place, or name another by --store"
        elif any(sign in text for sign in SIGNS_OF_DAMAGE):
            text = f"it is damaged ({text}): restore a copy, or name another by --store"
        return UsageError(f"store '{self.path}': {text}")

    @property
    def db(self) -> sqlite3.Connection:
        """The connection."""
        if self._db is None:
            raise ValueError("the store is closed")
        return self._db

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """All of it, or nothing."""
        try:
            self.db.execute("BEGIN IMMEDIATE")
            try:
                yield self.db
                self.db.execute("COMMIT")
            except BaseException:
                if self.db.in_transaction:
                    self.db.execute("ROLLBACK")
                raise
        except ERRORS as error:
            raise self._damage(error) from None

    def query(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        """Rows of a question; what is wrong with the file is told in one line."""
        try:
            return self.db.execute(sql, values).fetchall()
        except ERRORS as error:
            raise self._damage(error) from None

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def settle(self) -> None:
        """Leave one file that has everything in it, unless somebody is reading: it can be copied as it is."""
        with suppress(sqlite3.OperationalError):
            self.db.execute("PRAGMA journal_mode = DELETE")

    def close(self) -> None:
        """Close the file."""
        if getattr(self, "_db", None) is not None:
            self.db.close()
            self._db = None

    # --- writing ------------------------------------------------------------------------------------------------------

    def run(self, workers: str, contests: Mapping[int, str] | None = None) -> int:
        """Note that a run begins: when, by which command, with which versions, on which machine.

        `contests` are those that it may play, with the state of Mulligan's code that plays them.
        """
        import numba
        import numpy

        values = (
            time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            _command(),
            version(),
            platform.python_version(),
            numba.__version__,
            numpy.__version__,
            f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors",
            workers,
        )
        with self.transaction() as db:
            columns = "started, command, mulligan, python, numba, numpy, machine, workers"
            made = db.execute(f"INSERT INTO run ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values)
            number = int(made.lastrowid or 0)
            rows = [(contest, number, code) for contest, code in (contests or {}).items()]
            db.executemany("INSERT INTO origin VALUES (?, ?, ?)", rows)
            return number

    def contest(self, contest: Contest) -> int:
        """The number of a contest, which is entered if it is new."""
        number = self.known(contest)
        if number is not None:
            return number
        identity = contest.identity
        values = (contest.key, contest.game, json.dumps(contest.agents), *_columns(identity))
        with self.transaction() as db:
            columns = "key, game, agents, version, players, oracles, setup, seed, deals"
            db.execute(f"INSERT OR IGNORE INTO contest ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", values)
        return int(self.query("SELECT id FROM contest WHERE key = ?", (contest.key,))[0][0])

    def add(self, contest: int, rows: Iterable[GameRow], run: int, gauge: str = "") -> int:
        """Keep games, all or none of them, those with a gauge apart; the number of those that were new."""
        return self.add_all([(contest, gauge, rows)], run)

    def add_all(self, games: Iterable[tuple[int, str, Iterable[GameRow]]], run: int) -> int:
        """The same for games of several contests, each with its gauge: one transaction, which is on disk after it."""
        new = 0
        with self.transaction() as db:
            for contest, gauge, rows in games:
                own = {"gauge": gauge} if gauge else {}
                columns = (*GAME_COLUMNS, "found") if gauge else GAME_COLUMNS
                names = ", ".join(("contest", *own, *columns, "run"))
                marks = ", ".join("?" * (len(columns) + len(own) + 2))
                new += db.executemany(
                    f"INSERT INTO {'measured' if gauge else 'game'} ({names}) VALUES ({marks}) ON CONFLICT DO NOTHING",
                    ((contest, *own.values(), *row[: len(columns)], run) for row in rows),
                ).rowcount
        return new

    def enter(self, name: str, title: str, spec: str, cells: Sequence[tuple[str, int, int] | Entry]) -> None:
        """Enter an experiment, or renew it: its file as text, and its cells."""
        now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        with self.transaction() as db:
            db.execute(
                "INSERT INTO experiment (name, title, spec, changed) VALUES (?, ?, ?, ?) ON CONFLICT (name) DO UPDATE "
                "SET title = excluded.title, spec = excluded.spec, changed = excluded.changed",
                (name, title, spec, now),
            )
            (number,) = db.execute("SELECT id FROM experiment WHERE name = ?", (name,)).fetchone()
            db.execute("DELETE FROM cell WHERE experiment = ?", (number,))
            rows = [(number, i, *Entry(*cell)) for i, cell in enumerate(cells)]
            db.executemany("INSERT INTO cell VALUES (?, ?, ?, ?, ?, ?)", rows)

    def remove(self, name: str) -> int:
        """Remove an experiment with all games that no other experiment shares; the number of games removed."""
        self.experiment(name)
        with self.transaction() as db:
            own = "SELECT DISTINCT contest, gauge FROM cell JOIN experiment ON experiment.id = experiment"
            found = db.execute(f"{own} WHERE name = ?", (name,)).fetchall()
            db.execute("DELETE FROM experiment WHERE name = ?", (name,))
            removed = 0
            for contest, gauge in found:
                if db.execute("SELECT 1 FROM cell WHERE (contest, gauge) = (?, ?)", (contest, gauge)).fetchone():
                    continue
                source, values = _source(contest, gauge)
                removed += db.execute(f"DELETE FROM {source}", values).rowcount
                if not gauge:
                    db.execute("DELETE FROM tally WHERE contest = ?", (contest,))
                left = "SELECT contest FROM cell UNION SELECT contest FROM game UNION SELECT contest FROM measured"
                db.execute(f"DELETE FROM contest WHERE id = ? AND id NOT IN ({left})", (contest,))
            return removed

    # --- reading ------------------------------------------------------------------------------------------------------

    def known(self, contest: Contest) -> int | None:
        """The number of a contest, if it was ever entered."""
        found = self.query("SELECT id FROM contest WHERE key = ?", (contest.key,))
        return int(found[0][0]) if found else None

    def other_code(self, contest: Contest) -> list[OtherCode]:
        """Contests that differ from this one in nothing but the code of other packages, if they have games."""
        sql = """
            SELECT contest.id, contest.key, coalesce(tally.games, 0) + coalesce(measured.games, 0) AS played,
                (SELECT max(started) FROM run WHERE id IN (SELECT run FROM game WHERE game.contest = contest.id
                    UNION SELECT run FROM measured WHERE measured.contest = contest.id))
            FROM contest LEFT JOIN tally ON tally.contest = contest.id
            LEFT JOIN (SELECT contest, count(*) AS games FROM measured GROUP BY contest) AS measured
                ON measured.contest = contest.id
            WHERE game = ? AND version = ? AND players = ? AND oracles = ? AND setup = ? AND seed = ? AND deals IS ?
                AND key != ? AND played > 0 ORDER BY contest.id
        """
        rows = self.query(sql, (contest.game, *_columns(contest.identity), contest.key))
        return [OtherCode(number, code_in(key), games, since) for number, key, games, since in rows]

    def made_by(self, contest: int, gauge: str = "") -> dict[str, int]:
        """By which states of Mulligan's code the games of a contest were played, with their numbers."""
        source, values = _source(contest, gauge)
        sql = f"""
            SELECT coalesce(origin.code, 'mulligan ' || run.mulligan || ', source not recorded'), sum(games)
            FROM (SELECT run AS number, count(*) AS games FROM {source} GROUP BY run)
            JOIN run ON run.id = number LEFT JOIN origin ON origin.run = number AND origin.contest = ?
            GROUP BY 1 ORDER BY min(number)
        """
        return {str(code): int(games) for code, games in self.query(sql, (*values, contest))}

    def holders(self, contest: int) -> list[str]:
        """The experiments that a contest is a cell of."""
        sql = "SELECT DISTINCT name FROM experiment JOIN cell ON id = experiment WHERE contest = ? ORDER BY name"
        return [str(name) for (name,) in self.query(sql, (contest,))]

    def tally_of(self, contest: Contest, gauge: str = "", below: int | None = None) -> Tally:
        """The totals of a contest, whether it was ever entered or not."""
        number = self.known(contest)
        return Tally() if number is None else self.tally(number, gauge, below)

    def tally(self, contest: int, gauge: str = "", below: int | None = None) -> Tally:
        """The totals of a contest, or of its games with a gauge, or of the pairs `below` a number."""
        if gauge or below is not None:
            source, values = _source(contest, gauge, below)
            return Tally(*self.query(f"SELECT {TOTALS} FROM {source}", values)[0])
        found = self.query("SELECT * FROM tally WHERE contest = ?", (contest,))
        return Tally(*found[0][1:]) if found else Tally()

    def missing(self, contest: int, seats: int, pairs: int, gauge: str = "") -> list[range]:
        """The pairs below `pairs` that are not complete, as ranges."""
        tally = self.tally(contest, gauge)
        if tally.games == seats * (tally.last_pair + 1):  # no gap: nothing to look for
            return [range(tally.last_pair + 1, pairs)] if tally.last_pair + 1 < pairs else []
        source, values = _source(contest, gauge)
        complete = self.query(
            f"SELECT pair FROM {source} AND pair < ? GROUP BY pair HAVING count(*) = ? ORDER BY pair",
            (*values, pairs, seats),
        )
        gaps, expected = [], 0
        for (pair,) in [*complete, (pairs,)]:
            if pair > expected:
                gaps.append(range(expected, pair))
            expected = pair + 1
        return gaps

    def pair_scores(self, contest: int) -> list[tuple[int, float, int]]:
        """For every pair in order: its number, the points of its first player, and how many games it has."""
        sql = "SELECT pair, sum(score), count(*) FROM game WHERE contest = ? GROUP BY pair ORDER BY pair"
        rows = self.query(sql, (contest,))
        try:
            return [(int(pair), float(points), int(games)) for pair, points, games in rows]
        except (TypeError, ValueError):
            raise self._damage(sqlite3.DatabaseError("corrupt numbers in the table of games")) from None

    def payoffs(self, contest: int, seats: int) -> dict[int, list[list[float]]]:
        """Of every complete pair of games with more than two sides: what each player was paid, game by game."""
        sql = "SELECT pair, payoffs FROM game WHERE contest = ? ORDER BY pair, seat"
        found: dict[int, list[list[float]]] = {}
        try:
            for pair, payoffs in self.query(sql, (contest,)):
                found.setdefault(int(pair), []).append([float(payoff) for payoff in json.loads(payoffs)])
        except (TypeError, ValueError):
            raise self._damage(sqlite3.DatabaseError("corrupt numbers in the table of games")) from None
        return {pair: games for pair, games in found.items() if len(games) == seats}

    def forfeits(self, contest: int, below: int | None = None) -> list[tuple[int, str]]:
        """The games that were forfeited: by which of the players, and why."""
        source, values = _source(contest, "", below)
        sql = f"SELECT {', '.join(GAME_COLUMNS)} FROM {source} AND forfeit != '' ORDER BY pair, seat"
        rows = (GameRow(*row) for row in self.query(sql, values))
        return [(row.forfeited_by or 0, row.forfeit) for row in rows]

    def measured(self, contest: int, seats: int, gauge: str) -> dict[int, dict[str, tuple[float, float]]]:
        """What a gauge found in every complete pair, in order: for each column a total and a number of occasions."""
        source, values = _source(contest, gauge)
        pairs: dict[int, list[dict[str, Any]]] = {}
        try:
            for pair, found in self.query(f"SELECT pair, found FROM {source} ORDER BY pair, seat", values):
                pairs.setdefault(int(pair), []).append(json.loads(found))
            return {pair: _added(games) for pair, games in pairs.items() if len(games) == seats}
        except (AttributeError, TypeError, ValueError):
            raise self._damage(sqlite3.DatabaseError("corrupt numbers in the table of measured games")) from None

    def rate(self, contest: int, seats: int, points: str = "player", gauge: str = "", below: int | None = None) -> Rate:
        """How often the first player, or the first seat, got each share of the points of a complete pair."""
        source, values = _source(contest, gauge, below)
        counted = "score" if points == "player" else "CASE seat WHEN 0 THEN score ELSE 1 - score END"
        sql = f"""
            SELECT points, count(*) FROM
                (SELECT sum({counted}) AS points FROM {source} GROUP BY pair HAVING count(*) = ?)
            GROUP BY points ORDER BY points
        """
        shares: Counter[float] = Counter()
        for total, pairs in self.query(sql, (*values, seats)):
            shares[share_of(float(total), seats)] += int(pairs)
        return Rate(shares, seats)

    def experiments(self) -> list[dict[str, Any]]:
        """All experiments, with totals over their cells."""
        sql = """
            SELECT name, title, changed, count(*), coalesce(sum(games), 0), sum(goal), coalesce(sum(cpu), 0)
            FROM experiment JOIN cell ON cell.experiment = experiment.id LEFT JOIN (
                SELECT contest, '' AS gauge, games, cpu FROM tally
                UNION ALL SELECT contest, gauge, count(*), sum(cpu) FROM measured GROUP BY contest, gauge
            ) USING (contest, gauge)
            GROUP BY experiment.id ORDER BY name
        """
        keys = ("name", "title", "changed", "cells", "games", "goal", "cpu_seconds")
        return [dict(zip(keys, row, strict=True)) for row in self.query(sql)]

    def spec(self, name: str) -> dict[str, Any]:
        """The file of an experiment as plain data; empty if there is none of that name."""
        found = self.query("SELECT spec FROM experiment WHERE name = ?", (name,))
        return dict(json.loads(found[0][0])) if found else {}

    def experiment(self, name: str) -> list[StoredCell]:
        """The cells of an experiment."""
        names = [str(row[0]) for row in self.query("SELECT name FROM experiment ORDER BY name")]
        if name not in names:
            raise unknown(f"experiment in the store '{self.path}'", name, names, "mulligan results ls")
        sql = """
            SELECT label, cell.contest, goal, agents, players, version, setup, seed, contest.key, cell.gauge, tally.*
            FROM experiment JOIN cell ON cell.experiment = experiment.id
            JOIN contest ON contest.id = cell.contest LEFT JOIN tally ON tally.contest = cell.contest
            WHERE name = ? ORDER BY number
        """
        rows = self.query(sql, (name,))
        try:
            cells = [_stored_cell(row) for row in rows]
            return [replace(c, tally=self.tally(c.contest, c.gauge)) if c.gauge else c for c in cells]
        except (TypeError, ValueError):
            raise self._damage(sqlite3.DatabaseError("corrupt text in the table of contests")) from None

    def runs(self, contests: Iterable[int]) -> list[dict[str, Any]]:
        """The runs that games of these contests come from, oldest first."""
        numbers = list(contests)
        marks = ", ".join("?" * len(numbers))
        played = (f"SELECT run FROM {table} WHERE contest IN ({marks})" for table in ("game", "measured"))
        sql = f"SELECT * FROM run WHERE id IN ({' UNION '.join(played)}) ORDER BY id"
        keys = ("id", "started", "command", "mulligan", "python", "numba", "numpy", "machine", "workers")
        return [dict(zip(keys, row, strict=True)) for row in self.query(sql, numbers * 2)]

    def games(self, name: str) -> Iterator[dict[str, Any]]:
        """All games of an experiment, one after the other, with all that is known of each."""
        cells = self.experiment(name)
        for cell in cells:
            source, values = _source(cell.contest, cell.gauge)
            columns = (*GAME_COLUMNS, "found") if cell.gauge else GAME_COLUMNS
            names = ", ".join((*(f"played.{column}" for column in columns), "started", "mulligan", "origin.code"))
            about: dict[str, Any] = {
                "experiment": name,
                "cell": cell.label,
                "version": cell.version,
                "setup": cell.setup,
            }
            about |= {"seed": cell.seed, "first": cell.agents[0], "second": " v ".join(cell.agents[1:]) or None}
            others = dict.fromkeys(cell.players[1:]) if len(cell.agents) == 2 else cell.players[1:]
            about |= {"first_player": cell.players[0], "second_player": " v ".join(others) or None}
            about["code"] = "; ".join(f"{what}: {origin}" for what, origin in sorted(cell.code.items()))
            sql = f"""
                SELECT {names} FROM (SELECT * FROM {source}) AS played JOIN run ON run.id = played.run
                LEFT JOIN origin ON origin.run = played.run AND origin.contest = played.contest
                ORDER BY pair, seat
            """
            keys = (*columns, "started", "mulligan", "made_by")
            try:
                for row in self.db.execute(sql, values):
                    yield about | dict(zip(keys, row, strict=True))
            except ERRORS as error:
                raise self._damage(error) from None


def _command() -> str:
    """How this program was started, as it could be typed again."""
    program = Path(sys.argv[0]).name
    return shlex.join(["mulligan" if program == "__main__.py" else program, *sys.argv[1:]])


def code_in(key: str) -> dict[str, str]:
    """The code of other packages that is part of a contest's name; none in those from before it was recorded."""
    try:
        return {str(what): str(origin) for what, origin in json.loads(key).get("code", {}).items()}
    except (AttributeError, TypeError, ValueError):  # no key that we would write, and so none that we would look for
        return {}


def _source(contest: int, gauge: str, below: int | None = None) -> tuple[str, tuple[Any, ...]]:
    """Where the games of a contest are, or those with a gauge: a table with its condition, and the values of that."""
    limit, values = ("", ()) if below is None else (" AND pair < ?", (below,))
    if gauge:
        return f"measured WHERE contest = ? AND gauge = ?{limit}", (contest, gauge, *values)
    return f"game WHERE contest = ?{limit}", (contest, *values)


def _added(games: Sequence[Mapping[str, Sequence[float]]]) -> dict[str, tuple[float, float]]:
    """What a gauge found in some games, taken together."""
    sums: dict[str, tuple[float, float]] = {}
    for game in games:
        for column, (total, occasions) in game.items():
            known = sums.get(column, (0.0, 0.0))
            sums[column] = (known[0] + total, known[1] + occasions)
    return sums


def _columns(identity: Mapping[str, Any]) -> tuple[Any, ...]:
    """What the table of contests has of an identity: version, players, oracles, setup, seed, deals."""
    players, oracles, deals = (json.dumps(identity[name]) for name in ("players", "oracles", "deals"))
    fixed = None if identity["deals"] is None else deals
    return identity["game"], players, oracles, identity["setup"], str(identity["seed"]), fixed


def _stored_cell(row: Sequence[Any]) -> StoredCell:
    label, contest, goal, agents, players, version_, setup, seed, key, gauge = row[:10]
    names = tuple(json.loads(agents)), tuple(json.loads(players))
    tally = Tally() if row[10] is None else Tally(*row[11:])
    return StoredCell(label, contest, goal, *names, version_, setup, seed, code_in(key), tally, gauge)
