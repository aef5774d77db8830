"""Stores of results, looked at from outside: whether one is sound, and whether two say the same."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from mulligan.arena.store import GAME_COLUMNS

TIMES = ("cpu_1", "cpu_2", "cpu")
LASTING = [i for i, name in enumerate(GAME_COLUMNS) if name not in TIMES]
PLACE = ("pair", "seat")
Place = tuple[str, int, int]  # the key of a contest, pair, seat
Rows = dict[Place, tuple[Any, ...]]
_COUNTED = ("games", "wins", "draws", "losses", "turns", "decisions_1", "decisions_2", "simulations_1", "simulations_2")
_ADDED = ("points", "cpu_1", "cpu_2", "cpu", "cpu_squares")


def read_rows(path: Path) -> Rows:
    """All games of a store, each with all its columns, as any reader may see them at this moment."""
    columns = ", ".join(f"game.{name}" for name in GAME_COLUMNS)
    sql = f"SELECT contest.key, {columns}, game.run FROM game JOIN contest ON contest.id = game.contest"
    with closing(_open(path)) as db:
        found = db.execute(sql).fetchall()
    pair, seat = (1 + GAME_COLUMNS.index(name) for name in PLACE)
    return {(row[0], row[pair], row[seat]): row[1:] for row in found}


def _open(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", timeout=60, uri=True)


def is_store(path: Path) -> bool:
    """Whether there is a file with tables in it yet."""
    if not path.exists():
        return False
    with closing(_open(path)) as db:
        return bool(db.execute("SELECT count(*) FROM sqlite_master WHERE name = 'tally'").fetchone()[0])


def copy_store(path: Path, folder: Path) -> Path:
    """A copy to look at, with what was not yet moved out of the journal: whoever looks first repairs, and that should
    be the next run."""
    target = folder / path.name
    for ending in ("", "-wal"):
        source = Path(f"{path}{ending}")
        Path(f"{target}{ending}").unlink(missing_ok=True)
        if source.exists():
            shutil.copyfile(source, f"{target}{ending}")
    Path(f"{target}-shm").unlink(missing_ok=True)
    return target


def problems(path: Path) -> list[str]:
    """What is wrong with a store by itself: its pages, its references, its totals, half pairs."""
    try:
        with closing(sqlite3.connect(path, timeout=60)) as db:
            return _problems(db)
    except sqlite3.Error as error:
        return [f"SQLite: {error}"]


def _problems(db: sqlite3.Connection) -> list[str]:
    found = [f"integrity: {row[0]}" for row in db.execute("PRAGMA integrity_check") if row[0] != "ok"]
    found += [f"foreign key: {row}" for row in db.execute("PRAGMA foreign_key_check")]
    sums = ", ".join(
        "count(*)" if name == "games"
        else "sum(score >= 1)" if name == "wins"
        else "sum(score > 0 AND score < 1)" if name == "draws"
        else "sum(score <= 0)" if name == "losses"
        else f"sum({name})"
        for name in _COUNTED
    )  # fmt: skip
    added = "sum(score), sum(cpu_1), sum(cpu_2), sum(cpu), sum(cpu * cpu)"
    counted = {
        row[0]: row[1:] for row in db.execute(f"SELECT contest, max(pair), {sums}, {added} FROM game GROUP BY contest")
    }
    columns = ", ".join(("last_pair", *_COUNTED, *_ADDED))
    told = {row[0]: row[1:] for row in db.execute(f"SELECT contest, {columns} FROM tally")}
    exact = 1 + len(_COUNTED)
    for contest in counted.keys() | told.keys():
        one, other = counted.get(contest), told.get(contest)
        if one is None or other is None:
            if other is not None and not other[1]:
                continue
            found.append(f"tally: contest {contest} has {other}, its games {one}")
        elif one[:exact] != other[:exact] or any(
            abs(a - b) > 1e-6 * (1 + abs(a)) for a, b in zip(one[exact:], other[exact:], strict=True)
        ):
            found.append(f"tally: contest {contest} has {other}, its games {one}")
    return found


def changes(before: Mapping[Place, tuple[Any, ...]], after: Mapping[Place, tuple[Any, ...]]) -> list[str]:
    """What a reader saw that is no longer there, or no longer the same."""
    found = []
    for place, row in before.items():
        if place not in after:
            found.append(f"lost: {_told(place)}")
        elif after[place] != row:
            found.append(f"changed: {_told(place)}: {row} became {after[place]}")
    return found


def strangers(rows: Mapping[Place, tuple[Any, ...]], undisturbed: Mapping[Place, tuple[Any, ...]]) -> list[str]:
    """Games that an undisturbed run has not, or has with another result; times aside."""
    found = []
    for place, row in rows.items():
        other = undisturbed.get(place)
        if other is None:
            found.append(f"nobody asked for: {_told(place)}")
        elif [row[i] for i in LASTING] != [other[i] for i in LASTING]:
            found.append(f"differs: {_told(place)}: {row}, and undisturbed {other}")
    return found


def differences(rows: Mapping[Place, tuple[Any, ...]], undisturbed: Mapping[Place, tuple[Any, ...]]) -> list[str]:
    """Where a finished store is not that of an undisturbed run."""
    missing = [f"missing: {_told(place)}" for place in undisturbed if place not in rows]
    return [*strangers(rows, undisturbed), *missing]


def _told(place: Place) -> str:
    return f"pair {place[1]} seat {place[2]} of {place[0][:200]}"
