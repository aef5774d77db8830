"""Putting stores together: those of the parts of an experiment, or of the same experiment played on several machines.

All of it or nothing: one transaction.  What is there already stays as it is, so that the same stores may be merged
again, and others later.  Nothing is merged that does not belong together: other experiments, games by other code, and
games that came out otherwise.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mulligan.core.errors import UsageError

from .parts import Part
from .store import GAME_COLUMNS, Store, code_in

LASTING = tuple(name for name in GAME_COLUMNS if name not in ("cpu", "cpu_1", "cpu_2"))  # whoever plays it, and when
CONTEST = "key, game, version, agents, players, oracles, setup, seed, deals"
RUN = "started, command, mulligan, python, numba, numpy, machine, workers"


@dataclass(frozen=True)
class Merged:
    """What came of it."""

    stores: int
    new: int
    """Games that were not there before."""
    known: int
    """Games that were."""
    missing: int
    """Pairs that the experiments want and nobody has played."""
    absent: dict[int, list[int]] = field(default_factory=dict)
    """If pairs are missing: for each number of parts, those of which there is no store."""
    unfinished: dict[Part, int] = field(default_factory=dict)
    """If pairs are missing: parts of which there is a store that lacks so many pairs."""

    def to_dict(self) -> dict[str, Any]:
        """Plain data, ready for JSON."""
        return {
            "stores": self.stores,
            "new_games": self.new,
            "known_games": self.known,
            "missing_pairs": self.missing,
            "absent_parts": {str(parts): numbers for parts, numbers in self.absent.items()},
            "unfinished_parts": {str(part): pairs for part, pairs in self.unfinished.items()},
        }


def merge(target: str | Path, sources: Sequence[str | Path], say: Callable[[str], None] = lambda text: None) -> Merged:
    """Add the games of all sources to the target, which may be new."""
    target = Path(target)
    named = [str(source) for source in sources]
    stores = [name for name in named if name.removesuffix("-wal").removesuffix("-shm") not in {*named} - {name}]
    paths = list(
        {Path(name).resolve(): Path(name) for name in stores}.values()
    )  # each once, and not SQLite's own files
    if target.resolve() in [path.resolve() for path in paths]:
        raise UsageError(f"'{target}' is both merged and merged into: name the new store first, then the others")
    made_here = not target.exists()
    try:
        with Store(target) as store:
            with store.transaction() as db:
                work = _Merge(store, db)
                for i, path in enumerate(paths):
                    say(f"store {i + 1} of {len(paths)}")
                    with Store(path, write=False) as source:
                        work.add(source)
            missing, absent, unfinished = _missing(store)
            return Merged(len(paths), work.new, work.known, missing, absent, unfinished)
    except BaseException:
        if made_here:
            for ending in ("", "-wal", "-shm"):
                target.with_name(target.name + ending).unlink(missing_ok=True)
        raise


class _Merge:
    """A store that others are added to, in one transaction."""

    def __init__(self, store: Store, db: sqlite3.Connection) -> None:
        self.store, self.db, self.new, self.known = store, db, 0, 0
        self._first: dict[str, dict[str, Any]] = {}
        """The experiments of the first store that was added."""
        self._name = ""
        self._runs: dict[tuple[Path, int], int] = {}
        self._code: dict[tuple[int, str], dict[str, str]] = {}
        """By which code the games of a contest were played, and the store that said so."""

    def add(self, source: Store) -> None:
        """Add the games of one more store."""
        found = _experiments(source)
        if not self._first:
            self._name, self._first = str(source.path), found
            if not found:
                raise UsageError(f"store '{source.path}': it has no experiment to merge")
            here = {name: one for name, one in _experiments(self.store).items() if name in found}
            _compare(str(source.path), {name: found[name] for name in here}, str(self.store.path), here)
            contests = self._contests(source)
            for name in found.keys() - here.keys():
                self._enter(name, found[name])
        else:
            _compare(str(source.path), found, self._name, self._first)
            contests = self._contests(source)
        for table in ("game", "measured"):
            gauge = "gauge" if table == "measured" else "''"
            for contest, measure in source.query(f"SELECT DISTINCT contest, {gauge} FROM {table}"):
                self._add_games(source, table, contest, contests[contest], measure)
        parts = source.query("SELECT parts, number, contest, gauge, first, stop FROM part")
        rows = [(parts, number, contests[contest], *rest) for parts, number, contest, *rest in parts]
        self.db.executemany("INSERT OR IGNORE INTO part VALUES (?, ?, ?, ?, ?, ?)", rows)

    def _contests(self, source: Store) -> dict[int, int]:
        """The number that each contest of a store has here."""
        rows = source.query(f"SELECT id, {CONTEST} FROM contest")
        marks = ", ".join("?" * 9)
        self.db.executemany(f"INSERT OR IGNORE INTO contest ({CONTEST}) VALUES ({marks})", (row[1:] for row in rows))
        numbers = "SELECT id FROM contest WHERE key = ?"
        return {row[0]: int(self.db.execute(numbers, (row[1],)).fetchone()[0]) for row in rows}

    def _enter(self, name: str, experiment: dict[str, Any]) -> None:
        """An experiment that is not known here."""
        values = (name, experiment["title"], experiment["text"], experiment["changed"])
        made = self.db.execute("INSERT INTO experiment (name, title, spec, changed) VALUES (?, ?, ?, ?)", values)
        for number, (label, key, goal, gauge) in enumerate(experiment["cells"]):
            (contest,) = self.db.execute("SELECT id FROM contest WHERE key = ?", (key,)).fetchone()
            row = (made.lastrowid, number, label, contest, goal, gauge)
            self.db.execute("INSERT INTO cell VALUES (?, ?, ?, ?, ?, ?)", row)

    def _add_games(self, source: Store, table: str, theirs: int, ours: int, gauge: str) -> None:
        self._check_code(source, theirs, ours, gauge)
        own = ("gauge",) if gauge else ()
        columns = (*GAME_COLUMNS, "found") if gauge else GAME_COLUMNS
        lasting = (*LASTING, "found") if gauge else LASTING
        condition, values = ("contest = ? AND gauge = ?", (gauge,)) if gauge else ("contest = ?", ())
        rows = source.query(f"SELECT {', '.join(columns)}, run FROM {table} WHERE {condition}", (theirs, *values))
        first, last = min(row[0] for row in rows), max(row[0] for row in rows)
        asked = f"SELECT {', '.join(lasting)} FROM {table} WHERE {condition} AND pair BETWEEN ? AND ?"
        there = {row[:2]: row for row in self.db.execute(asked, (ours, *values, first, last))}
        places = [columns.index(name) for name in lasting]
        new = []
        for row in rows:
            same = there.get(row[:2])
            if same is None:
                new.append(row)
            elif same != tuple(row[place] for place in places):
                raise UsageError(
                    f"store '{source.path}': pair {row[0]}, game {row[1] + 1} of {_named(source, theirs)} came out "
                    f"otherwise than in '{self.store.path}' or a store before it: it was played twice, and players "
                    "with a time budget never play the same game again; leave one of the stores out"
                )
        self.known += len(rows) - len(new)
        self.new += len(new)
        runs = {number: self._run(source, number, theirs, ours) for number in {row[-1] for row in new}}
        names = ", ".join(("contest", *own, *columns, "run"))
        marks = ", ".join("?" * (len(columns) + len(own) + 2))
        kept = ((ours, *values, *row[:-1], runs[row[-1]]) for row in new)
        self.db.executemany(f"INSERT INTO {table} ({names}) VALUES ({marks})", kept)

    def _check_code(self, source: Store, theirs: int, ours: int, gauge: str) -> None:
        """Games of one contest are merged if the same state of Mulligan's code has played them."""
        if (ours, gauge) not in self._code:
            self._code[ours, gauge] = dict.fromkeys(self.store.made_by(ours, gauge), str(self.store.path))
        known, codes = self._code[ours, gauge], source.made_by(theirs, gauge)
        for code in codes:
            if known and code not in known:
                other, where = next(iter(known.items()))
                raise UsageError(
                    f"store '{source.path}': its games of {_named(source, theirs)} were played by {code}, and those of "
                    f"'{where}' by {other}: games of other code are not merged"
                )
        known.update({code: str(source.path) for code in codes if code not in known})

    def _run(self, source: Store, number: int, theirs: int, ours: int) -> int:
        """The number that a run has here."""
        known = self._runs.get((source.path, number))
        if known is None:
            (row,) = source.query(f"SELECT {RUN} FROM run WHERE id = ?", (number,))
            made = self.db.execute(f"INSERT INTO run ({RUN}) VALUES ({', '.join('?' * 8)})", row)
            known = self._runs[source.path, number] = int(made.lastrowid or 0)
        for (code,) in source.query("SELECT code FROM origin WHERE contest = ? AND run = ?", (theirs, number)):
            self.db.execute("INSERT OR IGNORE INTO origin VALUES (?, ?, ?)", (ours, known, code))
        return known


def _named(store: Store, contest: int) -> str:
    """A contest for people."""
    return " v ".join(json.loads(store.query("SELECT agents FROM contest WHERE id = ?", (contest,))[0][0]))


def _experiments(store: Store) -> dict[str, dict[str, Any]]:
    """All experiments of a store, with cells that any other store understands."""
    sql = """
        SELECT label, contest.key, goal, gauge FROM cell JOIN contest ON contest.id = cell.contest
        WHERE experiment = ? ORDER BY number
    """
    return {
        name: {"title": title, "text": spec, "changed": changed, "cells": store.query(sql, (number,))}
        for number, name, title, spec, changed in store.query("SELECT id, name, title, spec, changed FROM experiment")
    }


def _compare(path: str, found: dict[str, Any], other: str, wanted: dict[str, Any]) -> None:
    """Whether two stores have the same experiments; if not, in what they differ."""
    if found.keys() != wanted.keys():
        mine, theirs = (", ".join(sorted(one)) or "none" for one in (found, wanted))
        raise UsageError(f"store '{path}': it has other experiments ({mine}) than '{other}' ({theirs})")
    for name, one in found.items():
        where = f"store '{path}': its experiment '{name}' is not that of '{other}'"
        if one["text"] != wanted[name]["text"]:
            mine, theirs = json.loads(one["text"]), json.loads(wanted[name]["text"])
            keys = [key for key in {**mine, **theirs} if mine.get(key) != theirs.get(key)]
            raise UsageError(f"{where}: the files differ in {', '.join(keys)}")
        for mine, theirs in zip(one["cells"], wanted[name]["cells"], strict=False):
            if mine[1] != theirs[1]:
                code = [text for key in (mine[1], theirs[1]) for text in code_in(key).values()]
                why = f"other code ({', '.join(dict.fromkeys(code))})" if code else "other players or another version"
                raise UsageError(f"{where}: '{mine[0]}' was played by {why}")
            if mine != theirs:
                raise UsageError(f"{where}: '{mine[0]}' has {mine[2]} games there, and here {theirs[2]}: --scale?")


def _missing(store: Store) -> tuple[int, dict[int, list[int]], dict[Part, int]]:
    """Pairs that are missing, and the parts that they belong to."""
    gaps: dict[tuple[int, str], list[range]] = {}
    for name in [str(one["name"]) for one in store.experiments()]:
        for cell in store.experiment(name):
            found = store.missing(cell.contest, cell.seats, -(-cell.goal // cell.seats), cell.gauge)
            known = gaps.get((cell.contest, cell.gauge), [])
            gaps[cell.contest, cell.gauge] = max(found, known, key=_total)  # of several goals, the highest
    missing = sum(map(_total, gaps.values()))
    if not missing:
        return 0, {}, {}
    present: dict[int, set[int]] = {}
    unfinished: dict[Part, int] = {}
    for parts, number, contest, gauge, first, stop in store.query("SELECT * FROM part"):
        present.setdefault(parts, set()).add(number)
        found = gaps.get((contest, gauge), [])
        lacks = _total(range(max(gap.start, first), min(gap.stop, stop)) for gap in found)
        if lacks:
            part = Part(number, parts)
            unfinished[part] = unfinished.get(part, 0) + lacks
    absent = {parts: [n for n in range(1, parts + 1) if n not in there] for parts, there in sorted(present.items())}
    return missing, {parts: numbers for parts, numbers in absent.items() if numbers}, unfinished


def _total(gaps: Iterable[range]) -> int:
    return sum(len(gap) for gap in gaps)


def array(numbers: Iterable[int]) -> str:
    """Numbers in the form in which `sbatch --array` takes them.

    >>> array([3, 4, 5, 9])
    '3-5,9'
    """
    spans: list[list[int]] = []
    for number in sorted(numbers):
        if spans and spans[-1][1] == number - 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in spans)
