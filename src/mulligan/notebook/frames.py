"""Results as data frames of pandas or polars: one row for each game, or for each cell, factors as columns."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from mulligan.arena.match import MatchResult
from mulligan.arena.store import Store
from mulligan.arena.tidy import Row, cell_rows, game_rows, match_cell_rows, match_game_rows
from mulligan.core.errors import UsageError, unknown

from .running import ExperimentResult

LIBRARIES = {"pandas": "data", "polars": "polars"}
"""The libraries of frames, and the extra that each comes with."""
ROWS = "rows"

Source = str | Path | Store | MatchResult | ExperimentResult


def results(source: Source, experiment: str = "", *, by: str = "game", frame: str = "") -> Any:
    """Results as a frame: those of a match, a tournament, an experiment, or of an experiment in a store.

    There is a row for each `game`, or for each `cell` with its rate and the 95 % interval.  Factors of the experiment,
    settings of the players (`first_sims`) and words of the setup (`setup_deck`) are columns.  `frame` is `pandas` or
    `polars`, whichever is installed if left out, or `rows` for a list of dictionaries.

    >>> from mulligan.arena import run_match
    >>> rows = results(run_match("nim", "uct:sims=5", "uniform", pairs=2, seed=1), frame="rows")
    >>> [(row["pair"], row["seat"], row["first_sims"]) for row in rows]
    [(0, 0, 5), (0, 1, 5), (1, 0, 5), (1, 1, 5)]
    """
    if by not in ("game", "cell"):
        raise unknown("kind of row", by, ("game", "cell"))
    if frame and frame not in (*LIBRARIES, ROWS):
        raise unknown("frame", frame, (*LIBRARIES, ROWS))
    library = frame or _installed()
    if library != ROWS and find_spec(library) is None:
        raise UsageError(f"frames of {library} need it: pip install 'mulligan[{LIBRARIES[library]}]'")
    rows = (_finished(row) for row in rows_of(source, experiment, by))
    if library == ROWS:
        return list(rows)
    columns = _columns(rows)
    made = import_module(library)
    return made.DataFrame(columns) if library == "pandas" else made.DataFrame(columns, strict=False)


def rows_of(source: Source, experiment: str = "", by: str = "game") -> Iterable[Row]:
    """The rows of some results."""
    if isinstance(source, MatchResult):
        return match_game_rows(source) if by == "game" else match_cell_rows(source)
    with opened(source) as store:
        name = experiment or name_in(source, store)
        return list(game_rows(store, name)) if by == "game" else cell_rows(store, name)


@contextmanager
def opened(source: Source) -> Iterator[Store]:
    """The store that results are in; an older one as a renewed copy."""
    if isinstance(source, Store):
        yield source
    elif isinstance(source, ExperimentResult):
        with source.opened() as store:
            yield store
    elif isinstance(source, str | Path):
        with Store(source, write=False, renew=True) as store:
            yield store
    else:
        kind = type(source).__name__
        raise UsageError(f"results of a {kind}: it should be a match, a tournament, an experiment or a store")


def name_in(source: Source, store: Store) -> str:
    """The name of what was played, or of the experiment of a store that has no other."""
    if isinstance(source, ExperimentResult):
        return source.experiment.name
    names = [str(one["name"]) for one in store.experiments()]
    if len(names) != 1:
        told = f"it has {', '.join(names)}: name one of them" if names else "it has no experiment"
        raise UsageError(f"store '{store.path}': {told}")
    return names[0]


def _installed() -> str:
    for library in LIBRARIES:
        if find_spec(library) is not None:
            return library
    raise UsageError("frames need pandas or polars: pip install 'mulligan[data]', or ask for frame=\"rows\"")


def _finished(row: Row) -> Row:
    """Seeds as numbers, and what a gauge found as columns: a mean for each, and of how many occasions."""
    row["seed"] = int(row["seed"])
    found = row.pop("found", "")
    for name, (total, occasions) in (json.loads(found) if found else {}).items():
        row[f"gauge_{name}"] = total / occasions if occasions else None
        row[f"gauge_{name}_occasions"] = occasions
    return row


def _columns(rows: Iterable[Row]) -> dict[str, list[Any]]:
    """Rows as columns; where a row has no such column, it has None."""
    columns: dict[str, list[Any]] = {}
    for count, row in enumerate(rows):
        for name, value in row.items():
            if name not in columns:
                columns[name] = [None] * count
            columns[name].append(value)
        if len(row) < len(columns):
            for name in columns.keys() - row.keys():
                columns[name].append(None)
    return columns
