"""The ledger: what was tried, what went wrong, and a log of it in which several runs add up.

A log has one JSON object a line: a `run` when it begins, `count` now and then while it goes on, and a `fault` for each
thing that went wrong, with all that is needed to repeat it.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mulligan.core.version import version

PARTS = ("kills", "games", "inputs", "client")
ALIKE = 20  # faults of one kind that are kept in full


@dataclass(frozen=True)
class Fault:
    """Something that went wrong."""

    part: str
    kind: str
    """A few words that faults of the same kind have in common."""
    what: str
    case: Mapping[str, Any]
    """What repeats it."""


@dataclass
class Report:
    """What a part has done since it last said so."""

    tried: Counter[str] = field(default_factory=Counter)
    faults: list[Fault] = field(default_factory=list)

    def line(self) -> str:
        """The report as a line for another process."""
        faults = [{"part": f.part, "kind": f.kind, "what": f.what, "case": dict(f.case)} for f in self.faults]
        return json.dumps({"tried": self.tried, "faults": faults})

    @classmethod
    def read(cls, line: str) -> Report:
        """The inverse of `line`.

        >>> Report.read(Report(Counter(games=3), [Fault("games", "a", "b", {"n": 1})]).line()).faults[0].case
        {'n': 1}
        """
        found = json.loads(line)
        return cls(Counter(found["tried"]), [Fault(**fault) for fault in found["faults"]])


class Ledger:
    """What a run has tried so far, part by part, kept in a log as it comes in."""

    def __init__(self, log: Path | None = None) -> None:
        self.log = log
        self.tried: dict[str, Counter[str]] = {part: Counter() for part in PARTS}
        self.faults: dict[str, int] = dict.fromkeys(PARTS, 0)
        self.kinds: Counter[str] = Counter()
        self.seconds = 0.0

    def begin(self, **about: Any) -> None:
        """A run begins."""
        stamp = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        self._write({"run": {"started": stamp, "mulligan": version(), **about}})

    def count(self, part: str, report: Report, seconds: float = 0.0) -> list[Fault]:
        """Enter what a part has done; the faults that are the first of their kind in this run."""
        new = []
        self.tried[part] += report.tried
        self.seconds += seconds
        for fault in report.faults:
            self.faults[part] += 1
            self.kinds[f"{part}: {fault.kind}"] += 1
            if self.kinds[f"{part}: {fault.kind}"] == 1:
                new.append(fault)
            if self.kinds[f"{part}: {fault.kind}"] <= ALIKE:
                self._write({"fault": {"part": part, "kind": fault.kind, "what": fault.what, "case": dict(fault.case)}})
        line = {"part": part, "tried": dict(report.tried), "faults": len(report.faults), "seconds": round(seconds, 1)}
        if report.tried or report.faults or seconds:
            self._write({"count": line})
        return new

    def _write(self, line: Mapping[str, Any]) -> None:
        if self.log is not None:
            with self.log.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")

    @property
    def total(self) -> int:
        """All faults."""
        return sum(self.faults.values())

    def table(self) -> str:
        """Part, tried, faults; under each part what its count is made of."""
        rows = [("part", "tried", "faults")]
        for part in PARTS:
            tried = self.tried[part]
            rows.append((part, f"{tried[part]:,}" if tried else "not run", str(self.faults[part]) if tried else ""))
            rows += [(f"  {name}", f"{tried[name]:,}", "") for name in sorted(tried) if name != part]
        for kind, count in self.kinds.most_common():
            rows.append((f"fault: {kind}", "", f"{count:,}"))
        widths = [max(len(row[i]) for row in rows) for i in range(3)]
        return "\n".join(f"{a:<{widths[0]}}  {b:>{widths[1]}}  {c:>{widths[2]}}".rstrip() for a, b, c in rows)


def add_up(logs: Iterable[Path]) -> tuple[Ledger, int]:
    """All runs of some logs as one ledger, and how many runs there were."""
    whole, runs = Ledger(), 0
    for line in _lines(logs):
        if "run" in line:
            runs += 1
        elif "fault" in line:
            whole.kinds[f"{line['fault']['part']}: {line['fault']['kind']}"] += 1
        else:
            found = line["count"]
            whole.tried[found["part"]] += Counter(found["tried"])
            whole.faults[found["part"]] += found["faults"]
            whole.seconds += found["seconds"]
    return whole, runs


def faults_of(log: Path) -> list[Fault]:
    """The faults of a log, in the order in which they were found."""
    return [Fault(**line["fault"]) for line in _lines([log]) if "fault" in line]


def _lines(logs: Iterable[Path]) -> Iterable[dict[str, Any]]:
    for log in logs:
        for line in log.read_text(encoding="utf-8").splitlines():
            try:
                yield json.loads(line)
            except ValueError:  # the end of a run that was killed while it wrote
                continue
