"""How a trace and this engine differ, field by field, and what is reported of a trace."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

from mulligan.core.errors import unknown

from ..rules.cards import PATRONS
from ..rules.layout import NOBODY
from .recording import SEEDS

OK, DIFFERS, BROKEN = "ok", "differs", "broken"
_KEYS = (
    *("row", "pile", "fav", "board", "combo", "choice", "next", "p", "follow", "min", "max", "cards", "effects"),
    *("coins", "prestige", "power", "calls", "known", "hand", "draw", "played", "cooldown", "agents"),
)
_UNNAMED = {"s.fav": NOBODY, "s.combo": 0}  # what a patron has who is not named

# --- differences ------------------------------------------------------------------------------------------------------


class Nothing:
    """What stands where the trace or this engine has no value."""


NOTHING = Nothing()


def shown(value: Any, most: int = 100) -> str:
    """A value of a record, short enough for a line.

    >>> shown(["107#3", 2, False]), shown("x" * 200, most=10)
    ('["107#3",2,false]', '"xxxxxx...')
    """
    text = "nothing" if value is NOTHING else json.dumps(value, separators=(",", ":"))
    return text if len(text) <= most else text[: most - 3] + "..."


@dataclass(frozen=True)
class Difference:
    """Where a trace and this engine part: in which field, and what each has there."""

    path: str
    expected: Any
    got: Any

    def __str__(self) -> str:
        return f"{self.path}: the trace has {shown(self.expected)}, Mulligan {shown(self.got)}"


def _by_patron(expected: Mapping[str, Any], got: Mapping[str, Any], path: str) -> Iterator[Difference]:
    """Compare numbers of patrons, some of which may be left out."""
    for name in expected:
        if name not in PATRONS:
            raise unknown(f"patron in {path}", name[:40], PATRONS)
    missing = _UNNAMED[path]
    for name in [*got, *(name for name in expected if name not in got)]:
        if name not in expected and path == "s.fav":
            continue
        yield from differences(expected.get(name, missing), got.get(name, missing), f"{path}.{name}")


def differences(expected: Any, got: Any, path: str) -> Iterator[Difference]:
    """All places where a value of the trace is not ours; what the trace leaves out is not compared."""
    if isinstance(expected, dict) and isinstance(got, dict):
        if path in _UNNAMED:
            yield from _by_patron(expected, got, path)
            return
        for key in expected:
            if key not in _KEYS:
                raise unknown(f"key in {path}", key[:40], got)
        for key in [*got, *(key for key in expected if key not in got)]:
            if key in expected:
                yield from differences(expected[key], got.get(key, NOTHING), f"{path}.{key}")
    elif isinstance(expected, list) and isinstance(got, list):
        for i, (one, other) in enumerate(zip_longest(expected, got, fillvalue=NOTHING)):
            if not (isinstance(one, str) and one == other):
                yield from differences(one, other, f"{path}[{i}]")
    elif type(expected) is not type(got) or expected != got:  # 1 is not true, nor 1.0
        yield Difference(path, expected, got)


def _brief(value: Any) -> Any:
    """A value for a report: a short number or text as it is, anything else as text."""
    if value is NOTHING:
        return None
    short = abs(value) < SEEDS if isinstance(value, int) else isinstance(value, str) and len(value) <= 100
    return value if short else shown(value)


# --- reports ----------------------------------------------------------------------------------------------------------


@dataclass
class Report:
    """What became of a trace."""

    file: str
    verdict: str
    steps: int
    """Steps that agree."""
    line: int = 0
    problem: str = ""
    differences: list[Difference] = field(default_factory=list)
    moves: list[str] = field(default_factory=list)
    """The moves of the turn up to the difference."""
    position: str = ""
    until: int | None = None
    """Of hashes that differ: up to which step the difference lies."""
    values: int = 0
    """Values of evaluations that agree."""

    @property
    def passed(self) -> bool:
        """Whether every record agrees."""
        return self.verdict == OK

    def __str__(self) -> str:
        if self.passed:
            return f"ok {self.steps} steps" + (f", {self.values} evaluations" if self.values else "")
        where = f" at line {self.line}" if self.line else ""
        if self.verdict == BROKEN:
            return f"broken{where}: {self.problem}"
        place = f"between steps {self.steps} and {self.until}" if self.until else f"at step {self.steps}"
        return f"differs {place}: {self.problem} (line {self.line})"

    def context(self) -> list[str]:
        """What else a reader should know of a difference, in lines."""
        if self.verdict != DIFFERS or self.until is not None:
            return []
        also = [f"also {difference}" for difference in self.differences[1:]]
        return [*also, f"moves of this turn: {', '.join(self.moves) or 'none'}", f"position: {self.position}"]

    def to_dict(self) -> dict[str, Any]:
        """The report as JSON has it."""
        found = {"file": self.file, "verdict": self.verdict, "steps": self.steps, "evaluations": self.values}
        if self.passed:
            return found
        parts = [{"path": d.path, "trace": _brief(d.expected), "mulligan": _brief(d.got)} for d in self.differences]
        rest = {"differences": parts, "moves": self.moves, "position": self.position}
        return {**found, "until": self.until, "line": self.line or None, "problem": self.problem, **rest}
