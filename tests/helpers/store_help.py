"""Stores as they were before."""

from __future__ import annotations

from sqlite3 import Connection


def as_in_schema_5(db: Connection) -> None:
    """Take away what came later: parts of experiments, and forfeits."""
    db.execute("DROP TABLE part")
    db.execute("DROP TRIGGER counted")
    db.execute("CREATE TRIGGER counted AFTER INSERT ON game BEGIN SELECT 1; END")
    for table, column in (("game", "forfeit"), ("measured", "forfeit"), ("tally", "forfeits")):
        db.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
    db.execute("PRAGMA user_version = 5")
