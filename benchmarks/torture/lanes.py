"""Lanes: which part runs when, in processes of their own, and what becomes of one that dies or hangs."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .ledger import Fault, Ledger, Report

ROOT = Path(__file__).parents[2]
SLICE = 600.0  # seconds that a part goes on at most, before another one may
LEAST = {"kills": 15.0, "games": 5.0, "inputs": 10.0, "client": 45.0}
"""Seconds below which it is not worth beginning a part."""
SILENCE = 420.0  # seconds after which a part that says nothing hangs
GRACE = 300.0  # seconds beyond its time that a part may need
CHECKED = ("games", "inputs")
"""Parts that run with bounds checks."""


def environment(part: str) -> dict[str, str]:
    """The variables of a part's process."""
    found = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT))), "PYTHONFAULTHANDLER": "1"}
    if part in CHECKED:
        found["NUMBA_BOUNDSCHECK"] = "1"
    if part == "inputs":
        found["MULLIGAN_DEBUG"] = "1"  # so that a command raises what it would call a bug
    return found


def command(part: str, *arguments: str) -> list[str]:
    """The command line of a part."""
    return [sys.executable, "-m", "benchmarks.torture", "--part", part, *arguments]


@dataclass
class Slice:
    """One part on its way: its process, and what it says."""

    part: str
    seconds: float
    seed: str
    folder: Path
    games: Sequence[str]
    heard: Callable[[str, Report], None]
    started: float = field(default_factory=time.monotonic)
    stopped: bool = False

    def __post_init__(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self._said = self.started
        options = ["--seconds", f"{self.seconds:.1f}", "--seed", self.seed, "--folder", str(self.folder)]
        options += ["--games", ",".join(self.games)] if self.games else []
        self._errors = (self.folder / "errors.txt").open("wb")
        self.process = subprocess.Popen(
            command(self.part, *options),
            cwd=ROOT,
            env=environment(self.part),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            start_new_session=True,
            text=True,
        )
        self._ear = threading.Thread(target=self._listen, daemon=True)
        self._ear.start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._said = time.monotonic()
            self.heard(self.part, Report.read(line))

    @property
    def over(self) -> bool:
        """Whether it has ended; one that hangs is ended, and that is a fault."""
        if self.process.poll() is not None:
            return True
        now = time.monotonic()
        if now - self._said > SILENCE or now - self.started > self.seconds + GRACE:
            self.stopped = True
            self.process.kill()
            self.process.wait()
            self.heard(self.part, Report(faults=[self._fault("it hangs", f"nothing for {now - self._said:.0f} s")]))
        return self.process.poll() is not None

    def stop(self) -> None:
        """Ask it to end."""
        self.stopped = True
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)

    def close(self) -> None:
        """Hear the last of it, and say so if it did not end well."""
        try:
            code = self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = self.process.wait()
        self._ear.join(60)
        self._errors.close()
        if code and not self.stopped:
            told = (self.folder / "errors.txt").read_text(encoding="utf-8", errors="replace")[-3000:]
            self.heard(self.part, Report(faults=[self._fault("the process dies", f"exit code {code}: {told}")]))

    def _fault(self, kind: str, what: str) -> Fault:
        """A fault of the process as a whole, with what it was about."""
        case: dict[str, Any] = {"part": self.part, "seed": self.seed}
        try:
            case |= json.loads((self.folder / "last.json").read_text(encoding="utf-8"))
            if self.part == "games" and "agents" not in case:
                import numpy as np

                from .mill import NUMBER

                case["number"] = int(np.fromfile(self.folder / "mill.note", np.int64)[NUMBER])
        except (OSError, ValueError):
            pass
        return Fault(self.part, kind, f"{what}; it was about {str(case)[:500]}", case)


class Lanes:
    """The time of all parts, shared out among a few processes."""

    def __init__(
        self,
        ledger: Ledger,
        seconds: float,
        shares: Mapping[str, float],
        *,
        seed: str,
        lanes: int = 2,
        games: Sequence[str] = (),
        tell: Callable[[str], None] = print,
        on_fault: Callable[[Fault], None] = lambda fault: None,
    ) -> None:
        self.ledger, self.seconds, self.seed, self.lanes, self.games = ledger, seconds, seed, lanes, games
        whole = sum(shares.values()) or 1.0
        self.due = {part: lanes * seconds * share / whole for part, share in shares.items() if share > 0}
        self.tell, self.on_fault = tell, on_fault
        self._lock = threading.Lock()
        self._slices = 0

    def run(self) -> None:
        """Run all parts until the time is up, or somebody interrupts."""
        running: list[Slice] = []
        with tempfile.TemporaryDirectory(prefix="mulligan-torture-") as folder:
            until = time.monotonic() + self.seconds
            told = time.monotonic()
            try:
                while running or time.monotonic() < until:
                    for ended in [one for one in running if one.over]:
                        running.remove(ended)
                        self._put_down(ended)
                    while len(running) < self.lanes and (part := self.next_part(running, until)):
                        running.append(self._begin(part, until, Path(folder)))
                    if not running:
                        break
                    if time.monotonic() - told > (10 if sys.stderr.isatty() else 60):
                        told = time.monotonic()
                        self.tell(self.progress(until))
                    time.sleep(0.1)
            finally:
                for one in running:
                    one.stop()
                for one in running:
                    self._put_down(one)

    def next_part(self, running: Sequence[Slice], until: float) -> str:
        """The part that is furthest behind and can still do something; nothing if there is none."""
        left = until - time.monotonic()
        busy = {one.part for one in running}
        free = [part for part in self.due if part not in busy and LEAST[part] <= left]
        behind = [part for part in free if self.due[part] > 0]
        if "client" in behind:  # it needs its time in one piece, so it comes before the time is short
            return "client"
        spare = [part for part in free if part != "client"]  # whoever is ready takes what time is left over
        return max(behind or spare, key=lambda part: self.due[part], default="")

    def _begin(self, part: str, until: float, folder: Path) -> Slice:
        left = until - time.monotonic()
        others = [other for other in self.due if other != part and self.due[other] > 0]
        wanted = max(LEAST[part], self.due[part]) if others else left
        self._slices += 1
        seed = f"{self.seed}.{self._slices}"
        return Slice(part, min(SLICE, left, wanted), seed, folder / part, self.games, self._heard)

    def _put_down(self, ended: Slice) -> None:
        ended.close()
        taken = time.monotonic() - ended.started
        self.due[ended.part] -= taken
        with self._lock:
            self.ledger.count(ended.part, Report(), taken)

    def _heard(self, part: str, report: Report) -> None:
        with self._lock:
            for fault in self.ledger.count(part, report):
                self.on_fault(fault)

    def progress(self, until: float) -> str:
        """How far it is."""
        gone = (self.seconds - max(0.0, until - time.monotonic())) / 60
        counts = ", ".join(f"{part} {self.ledger.tried[part][part]:,}" for part in self.due)
        return f"{gone:.1f} of {self.seconds / 60:g} min: {counts}; faults {self.ledger.total:,}"
