"""The file of a store: what it begins with, and how it is read where nobody may write."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from mulligan.core.errors import UsageError

MAGIC = b"SQLite format 3\0"


def connect_to_read(path: Path, patience: float) -> tuple[sqlite3.Connection, bool]:
    """A connection that only reads, and whether it has a copy of its own, because no file can be made beside the store.

    Readers of a store share a small file with whoever writes, which SQLite makes beside it.  That cannot be on a medium
    that is read-only, or in the folder of somebody else, who may be writing.
    """
    uri = path.resolve().as_uri()
    db = sqlite3.connect(f"{uri}?mode=ro", timeout=patience, uri=True)
    try:
        db.execute("SELECT count(*) FROM sqlite_master").fetchone()
        return db, False
    except sqlite3.OperationalError as error:
        db.close()
        if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
            raise
    except BaseException:
        db.close()
        raise
    return _as_it_stands(path), True


def _as_it_stands(path: Path) -> sqlite3.Connection:
    """A copy in memory of a file that nobody writes to meanwhile."""
    log = path.with_name(path.name + "-wal")
    before = path.stat()
    data = bytearray(path.read_bytes())
    if log.exists() and log.stat().st_size:
        raise UsageError(
            f"store '{path}': nothing can be written beside it, and its last games are still in '{log.name}': copy "
            "both to a place that can be written to, and read them there"
        )
    if (path.stat().st_mtime_ns, path.stat().st_size) != (before.st_mtime_ns, before.st_size):
        raise UsageError(f"store '{path}': somebody is writing to it just now; try again in a moment")
    data[18:20] = b"\1\1"  # for a copy, nothing is kept in a log
    db = sqlite3.connect(":memory:", isolation_level=None)
    db.deserialize(bytes(data))
    return db


def copy_in_memory(db: sqlite3.Connection) -> sqlite3.Connection:
    """A copy that can be changed, in place of a connection that only reads."""
    copy = sqlite3.connect(":memory:", isolation_level=None)
    db.backup(copy)
    db.close()
    return copy


def beginning(path: Path) -> bytes:
    """What a file begins with; an empty one with nothing."""
    with path.open("rb") as file:
        found = file.read(len(MAGIC))
    return found if len(found) in (0, len(MAGIC)) else b"?"
