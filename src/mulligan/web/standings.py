"""What the store has of experiments, read again and again while somebody may be writing to it.

Every reading opens the file and closes it; a file that is missing, locked or no store is told in words, and the pages
go on showing what they had.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections import deque
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from mulligan.arena.rate import Rate
from mulligan.arena.store import Store
from mulligan.arena.stored import StoredCell
from mulligan.arena.storefile import connect_to_read
from mulligan.core.errors import UsageError

PATIENCE = 0.3  # seconds that a reading waits for whoever locks the file
FRESH = 1.5  # seconds for which a reading is shared by all pages
MEMORY = 180.0  # seconds over which the pace is reckoned
RUNNING = 90.0  # seconds since the last new game after which nobody seems to play any more


@dataclass(frozen=True)
class Row:
    """One experiment."""

    name: str
    title: str
    changed: str
    cells: int
    games: int
    goal: int
    cpu_seconds: float
    per_minute: float | None = None
    """Games that come in, as far as it was watched."""
    running: bool = False

    @property
    def share(self) -> float:
        """How much of it is done."""
        return min(1.0, self.games / self.goal) if self.goal else 0.0

    @property
    def left(self) -> float | None:
        """Seconds until it is done at this pace."""
        if not self.per_minute or self.games >= self.goal:
            return None
        return 60 * (self.goal - self.games) / self.per_minute

    @property
    def state(self) -> str:
        """In a word."""
        return (
            "running" if self.running else "complete" if self.games >= self.goal else "paused" if self.games else "new"
        )


@dataclass(frozen=True)
class Reading:
    """The store at a moment."""

    rows: tuple[Row, ...] = ()
    problem: str = ""
    """Why there is nothing newer to be read."""
    written: str = ""
    """When somebody last wrote to the file."""


@dataclass
class _Past:
    """How the number of games of an experiment grew, as far as it was watched."""

    counts: deque[tuple[float, int]] = field(default_factory=deque)
    grew: float | None = None
    """When it last did."""

    def note(self, now: float, games: int) -> None:
        if self.counts and games > self.counts[-1][1]:
            self.grew = now
        self.counts.append((now, games))
        while len(self.counts) > 2 and now - self.counts[0][0] > MEMORY:
            self.counts.popleft()

    def per_minute(self) -> float | None:
        if len(self.counts) < 2 or self.grew is None:
            return None
        (start, before), (end, after) = self.counts[0], self.counts[-1]
        return 60 * (after - before) / (end - start) if end > start and after > before else None


class Standings:
    """Readings of one store, shared by all pages; may be asked from any thread."""

    def __init__(self, store: str | Path) -> None:
        self.path = Path(store)
        self._lock = threading.Lock()
        self._last, self._when = Reading(), float("-inf")
        self._past: dict[str, _Past] = {}
        self._rates: dict[tuple[int, str, str], tuple[int, Rate]] = {}

    def read(self) -> Reading:
        """What the store has; never an error."""
        with self._lock:
            now = time.monotonic()
            if now - self._when >= FRESH:
                self._last, self._when = self._read(now), now
            return self._last

    def _read(self, now: float) -> Reading:
        try:
            check(self.path)
            with Store(self.path, write=False) as store:
                found = store.experiments()
        except UsageError as error:
            return Reading(self._last.rows, str(error), written(self.path))
        rows = []
        for one in found:
            past = self._past.setdefault(one["name"], _Past())
            past.note(now, one["games"])
            running = past.grew is not None and now - past.grew < RUNNING and one["games"] < one["goal"]
            rows.append(Row(**one, per_minute=past.per_minute() if running else None, running=running))
        return Reading(tuple(rows), "", written(self.path))

    def cells(self, name: str) -> list[tuple[StoredCell, Rate]]:
        """The cells of an experiment with their rates, which are counted again only where games were added."""
        check(self.path)
        with Store(self.path, write=False) as store:
            cells, points = store.experiment(name), str(store.spec(name).get("points", "player"))
            found = []
            for cell in cells:
                key = (cell.contest, points, cell.gauge)
                with self._lock:
                    known = self._rates.get(key)
                if known is None or known[0] != cell.tally.games:
                    known = (cell.tally.games, store.rate(cell.contest, cell.seats, points, cell.gauge))
                    with self._lock:
                        self._rates[key] = known
                found.append((cell, known[1]))
            return found

    def runs(self, name: str) -> list[dict[str, Any]]:
        """The runs that the games of an experiment come from."""
        check(self.path)
        with Store(self.path, write=False) as store:
            return store.runs(cell.contest for cell in store.experiment(name))


def check(path: Path) -> None:
    """Make sure that the store can be read at once; if not, say why."""
    if not path.is_file():
        raise UsageError(f"there is no store '{path}' yet: run an experiment, and it will be shown here")
    try:
        with closing(connect_to_read(path, PATIENCE)[0]) as db:
            db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except (sqlite3.Error, OSError, ValueError) as error:
        if "locked" in str(error) or "busy" in str(error):
            raise UsageError("the store is locked by another process; trying again") from None
        raise UsageError(f"store '{path}': {error}") from None


def written(path: Path) -> str:
    """When a store was last written to."""
    times = []
    for name in (path, path.with_name(path.name + "-wal")):
        try:
            times.append(name.stat().st_mtime)
        except OSError:
            continue
    return f"{datetime.fromtimestamp(max(times), UTC):%Y-%m-%d %H:%M:%S} UTC" if times else ""
