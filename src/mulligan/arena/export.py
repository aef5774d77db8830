"""Games out of the store, for other programs: CSV, JSON lines or Parquet, one tidy row per game."""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

from mulligan.core.errors import UsageError, unknown

from .store import Store
from .tidy import game_rows

Rows = Iterator[dict[str, Any]]
AT_ONCE = 50_000  # rows of a Parquet group


def export(store: Store, experiment: str, target: str) -> int:
    """Write all games of an experiment to a file, in the format that its ending names; the number of games."""
    path = Path(target)
    kind = path.suffix.removeprefix(".").lower()
    if kind not in _WRITERS:
        raise unknown("format", kind or target, [f"{name}" for name in _WRITERS])
    store.experiment(experiment)  # whether there is one, before the file is begun
    counted = _Counted(game_rows(store, experiment))
    with _draft(path) as draft:
        _WRITERS[kind](iter(counted), draft)
    return counted.count


class _Counted:
    def __init__(self, rows: Rows) -> None:
        self.rows, self.count = rows, 0

    def __iter__(self) -> Rows:
        for row in self.rows:
            self.count += 1
            yield row


@contextmanager
def _draft(path: Path) -> Iterator[Path]:
    """A file beside the one that is wanted, which takes its place when it is complete."""
    if path.is_dir():
        raise UsageError(f"cannot write '{path}': it is a directory")
    draft = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        yield draft
        os.replace(draft, path)
    except OSError as error:
        raise UsageError(f"cannot write '{path}': {error.strerror or error}") from None
    finally:
        draft.unlink(missing_ok=True)


def _write_csv(rows: Rows, path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer: csv.DictWriter[str] | None = None
        for row in rows:
            if writer is None:
                writer = csv.DictWriter(file, list(row))
                writer.writeheader()
            writer.writerow(row)


def _write_json(rows: Rows, path: Path) -> None:
    with path.open("w", encoding="utf-8") as file:
        for row in rows:
            file.write(json.dumps(row) + "\n")


def _write_parquet(rows: Rows, path: Path) -> None:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise UsageError("Parquet needs pyarrow: pip install 'mulligan[parquet]'; CSV and JSON need nothing") from None
    writer = None
    try:
        while group := list(islice(rows, AT_ONCE)):
            table = pyarrow.Table.from_pylist(group, schema=None if writer is None else writer.schema)
            if writer is None:
                writer = pyarrow.parquet.ParquetWriter(path, table.schema)
            writer.write_table(table)
        if writer is None:
            pyarrow.parquet.write_table(pyarrow.table({}), path)
    finally:
        if writer is not None:
            writer.close()


_WRITERS: dict[str, Callable[[Rows, Path], None]] = {"csv": _write_csv, "json": _write_json, "parquet": _write_parquet}
