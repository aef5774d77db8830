"""Kills of the real `mulligan run`: among commits, of workers, coordinator, fork server and all at once.

A store is filled by lives of the command that are killed one after the other until it is finished.  After each kill it
is looked at, and in the end it is compared with the store of a run that nobody disturbed.
"""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .ledger import Fault, Report
from .stores import Rows, changes, copy_store, differences, is_store, problems, read_rows, strangers

MARK = "MULLIGAN_TORTURE_MARK"
LEFT_OVER = 30.0  # seconds after which nobody may be left of a life
PATIENCE = 240.0  # seconds in which a life that nobody kills must end
MOST_WORKERS_KILLED = 2  # in one life: a job whose workers die again and again is blamed for it
SHOWN = 5  # problems of one store that are told
HAS_PROC = Path("/proc/self/environ").exists()

# Cells are small, so that many batches come in within a second, and every one of them is a commit.
_NIM = """
title = "Many small cells of Nim"
game = "nim"
seed = {seed}
games = 24
[design]
kind = "grid"
player = "uct:sims={{sims}},c={{c}}"
against = "uniform"
[design.factors]
sims = [150, 200, 250, 300, 350, 400, 450, 500]
c = [0.2, 0.5, 0.7, 1.0, 1.4, 2.0, 3.0, 5.0]
"""
_GUESS = """
title = "Many small cells of Guess"
game = "guess"
seed = {seed}
games = 30
[design]
kind = "grid"
player = "ismcts:sims={{sims}},c={{c}}"
against = "{{against}}"
[design.factors]
sims = [100, 200, 300, 400]
c = [0.3, 0.7, 1.4, 2.8]
against = ["uniform", "halve", "hasty"]
"""
_MAGIC = """
title = "A little Magic"
game = "magic"
setup = "literal"
seed = {seed}
games = 16
[design]
kind = "grid"
player = "{{player}}"
against = "{{against}}"
[design.factors]
player = ["expert", "reduced", "random", "search:sims=20", "ensemble:trees=2,sims=10", "ismcts:sims=20"]
against = ["expert", "reduced", "random", "uniform"]
"""
EXPERIMENTS = {"nim": _NIM, "guess": _GUESS, "magic": _MAGIC}
TARGETS = {"coordinator": 45, "worker": 25, "group": 12, "fork server": 8, "coordinator by SIGTERM": 10}
MOMENTS = {"among commits": 60, "while it plays": 25, "while it starts": 15}


@dataclass
class Life:
    """One life of the command, with all its processes."""

    command: list[str]
    folder: Path
    mark: str = field(default_factory=lambda: uuid.uuid4().hex)

    def __post_init__(self) -> None:
        environment = {**os.environ, MARK: self.mark}
        for name in ("NUMBA_BOUNDSCHECK", "MULLIGAN_STORE"):
            environment.pop(name, None)
        self._errors = (self.folder / "stderr.txt").open("wb")
        self.process = subprocess.Popen(
            self.command,
            cwd=self.folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=self._errors,
            start_new_session=True,
        )

    @property
    def over(self) -> bool:
        """Whether the coordinator has ended."""
        return self.process.poll() is not None

    def processes(self) -> dict[int, int]:
        """All processes of this life that are alive, with their parents."""
        found = {}
        for folder in Path("/proc").glob("[0-9]*") if HAS_PROC else ():
            try:
                if f"{MARK}={self.mark}".encode() in (folder / "environ").read_bytes():
                    state, parent = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
                    if state != "Z":
                        found[int(folder.name)] = int(parent)
            except OSError:
                continue  # it has just ended, or is somebody else's
        return found

    def workers(self) -> list[int]:
        """The processes that play: children of a child of the coordinator."""
        alive = self.processes()
        return [process for process, parent in alive.items() if alive.get(parent) == self.process.pid]

    def fork_server(self) -> int | None:
        """The process that makes workers: a child of the coordinator that has children."""
        alive = self.processes()
        children = [process for process, parent in alive.items() if parent == self.process.pid]
        return next((child for child in children if child in alive.values()), None)

    def kill(self, target: str) -> bool:
        """Kill a target if it is there."""
        pids: list[int | None] = [self.process.pid]
        if target == "worker":
            pids = [*self.workers()[:1], None]
        elif target == "fork server":
            pids = [self.fork_server()]
        elif target == "group":
            pids = list(self.processes()) or [self.process.pid]
        if pids[0] is None or self.over:
            return False
        number = signal.SIGTERM if target.endswith("SIGTERM") else signal.SIGKILL
        for pid in pids:
            if pid is not None:
                _signal(pid, number)
        return True

    def end(self) -> str:
        """Wait until all of its processes are gone; what is wrong if they are not."""
        until = time.monotonic() + LEFT_OVER
        while time.monotonic() < until:
            if self.over and not self.processes():
                break
            time.sleep(0.01)
        left = list(self.processes())
        for pid in left:
            _signal(pid, signal.SIGKILL)
        if not self.over:
            self.process.kill()
        self.process.wait()
        self._errors.close()
        return f"{len(left)} processes are left {LEFT_OVER:g} s after the kill" if left else ""

    def errors(self) -> str:
        """The end of what it wrote."""
        return (self.folder / "stderr.txt").read_text(encoding="utf-8", errors="replace")[-3000:]


def _signal(pid: int, number: int) -> None:
    with suppress(ProcessLookupError):  # it was faster
        os.kill(pid, number)


@dataclass
class Filling:
    """A store on its way to being finished."""

    name: str
    path: Path
    experiment: Path
    undisturbed: Rows
    seen: Rows = field(default_factory=dict)
    """What a reader has seen."""

    def command(self, workers: int) -> list[str]:
        """The command that goes on with it."""
        options = ["--store", str(self.path), "--workers", str(workers), "--quiet"]
        return [sys.executable, "-m", "mulligan", "run", str(self.experiment), *options]


def run_kills(seconds: float, seed: Any, folder: Path, names: tuple[str, ...] = ()) -> Iterator[Report]:
    """Kill until the time is up, and report after every life.

    Undisturbed runs, one for each experiment, are made first and kept in `folder` for the next slice.
    """
    dice = random.Random(f"kills {seed}")
    until = time.monotonic() + seconds
    chosen = names or tuple(EXPERIMENTS)
    fillings: dict[str, Filling] = {}
    while time.monotonic() < until:
        name = dice.choice(chosen)
        if name not in fillings:
            try:
                fillings[name] = _begin(name, folder, dice.randrange(1 << 30))
            except RuntimeError as error:
                yield Report(faults=[Fault("kills", "an undisturbed run fails", str(error), {"experiment": name})])
                return
        filling = fillings[name]
        report = live(filling, dice, folder)
        if report.tried["stores finished and compared"] or any(fault.case.get("end") for fault in report.faults):
            del fillings[name]
        yield report


def _begin(name: str, folder: Path, number: int) -> Filling:
    """A new store, and what it should have in the end."""
    seed = 1  # the same experiment each time, so that one undisturbed run serves
    experiment = folder / f"{name}.toml"
    whole = folder / f"{name}-undisturbed.sqlite"
    if not (folder / f"{name}-undisturbed.done").exists():
        experiment.write_text(EXPERIMENTS[name].format(seed=seed), encoding="utf-8")
        for path in folder.glob(f"{whole.name}*"):
            path.unlink()
        filling = Filling(name, whole, experiment, {})
        life = Life(filling.command(2), folder)
        try:
            code = life.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            code = -1
        life.end()
        if code:
            raise RuntimeError(f"{' '.join(life.command)}: exit code {code}: {life.errors()}")
        (folder / f"{name}-undisturbed.done").touch()
    return Filling(name, folder / f"{name}-{number}.sqlite", experiment, read_rows(whole))


def live(filling: Filling, dice: random.Random, folder: Path, target: str = "", moment: str = "") -> Report:
    """One life: the command goes on with the store, is killed, and the store is looked at."""
    report = Report()
    target = target or dice.choices(list(TARGETS), list(TARGETS.values()))[0]
    moment = moment or dice.choices(list(MOMENTS), list(MOMENTS.values()))[0]
    case = {"experiment": filling.name, "target": target, "moment": moment, "store": str(filling.path)}
    life = Life(filling.command(dice.choice((1, 2, 2, 2))), folder)
    before = len(filling.seen)
    try:
        killed, goes_on = _kill(life, filling, report, dice, target, moment)
    except BaseException:
        life.kill("group")
        life.end()
        raise
    hung = not life.over and goes_on
    if hung:
        report.faults.append(
            Fault("kills", "a run does not end", f"{case}: after {PATIENCE:g} s", {**case, "end": True})
        )
        life.kill("group")
    left = life.end()
    if left:
        report.faults.append(Fault("kills", "processes are left over", f"{left}: {case}", case))
    code = life.process.returncode
    _look(filling, report, case, folder)
    report.tried["games played in killed runs"] += max(0, len(filling.seen) - before)
    if code not in (0, -signal.SIGKILL, -signal.SIGTERM, 128 + signal.SIGTERM):
        what = f"exit code {code}, after {killed} kills of {case}: {life.errors()}"
        report.faults.append(Fault("kills", f"exit code {code}", what, {**case, "end": True}))
    elif "Traceback" in life.errors() and code == 0:
        report.faults.append(Fault("kills", "a traceback", f"{case}: {life.errors()}", case))
    if code == 0:
        wrong = differences(filling.seen, filling.undisturbed)
        report.tried.update({"stores finished and compared": 1, "games compared": len(filling.undisturbed)})
        if wrong:
            what = f"{len(wrong)} differences: {'; '.join(wrong[:SHOWN])}"
            report.faults.append(Fault("kills", "a finished store differs", what, {**case, "end": True}))
        for path in folder.glob(f"{filling.path.name}*"):
            path.unlink()
    return report


def _kill(
    life: Life, filling: Filling, report: Report, dice: random.Random, target: str, moment: str
) -> tuple[int, bool]:
    """Kill a life at its moment: how often something was killed, and whether it should have ended by itself."""
    started, killed = time.monotonic(), 0
    goes_on = target in ("worker", "fork server")  # the coordinator has to get over it
    while not life.over and time.monotonic() - started < PATIENCE:
        _wait_for(moment, life, filling, dice)
        if life.kill(target):
            killed += 1
            report.tried.update({"kills": 1, f"kills of the {target}": 1, f"kills {moment}": 1})
        if not goes_on:
            break
        moment = "among commits"
        if killed >= MOST_WORKERS_KILLED or (killed and target == "fork server"):
            if dice.random() < 0.5:
                _watch(life, filling, started + PATIENCE)
                break
            target, goes_on = "coordinator", False
    return killed, goes_on


def _wait_for(moment: str, life: Life, filling: Filling, dice: random.Random) -> None:
    """Wait until it is time to kill, and read the store meanwhile as any reader may."""
    if moment == "while it starts":
        _watch(life, filling, time.monotonic() + dice.uniform(0.0, 2.0))
        return
    writes = dice.randint(1, 8)
    _watch(life, filling, time.monotonic() + PATIENCE, writes)
    if moment == "while it plays":
        _watch(life, filling, time.monotonic() + dice.uniform(0.0, 0.8))
    elif dice.random() < 0.5:
        time.sleep(dice.uniform(0.0, 0.004))  # a commit takes about as long


def _watch(life: Life, filling: Filling, until: float, writes: int = 0) -> None:
    """Read the store now and then, until a time, the end of the life, or so many writes to the journal."""
    journal = Path(f"{filling.path}-wal")
    known, seen, read = _stamp(journal), 0, time.monotonic()
    while not life.over and time.monotonic() < until:
        stamp = _stamp(journal)
        if stamp != known:
            known, seen = stamp, seen + 1
            if writes and seen >= writes:
                return
        if time.monotonic() - read > 0.25:
            filling.seen.update(_seen(filling))
            known, read = _stamp(journal), time.monotonic()
        time.sleep(0.0005)


def _stamp(path: Path) -> tuple[int, int]:
    try:
        found = path.stat()
    except OSError:
        return 0, 0
    return found.st_size, found.st_mtime_ns


def _seen(filling: Filling) -> Rows:
    """What a reader sees now; nothing before there are tables."""
    try:
        return read_rows(filling.path) if filling.path.exists() and is_store(filling.path) else {}
    except sqlite3.OperationalError:  # a file that is being made
        return {}


def _look(filling: Filling, report: Report, case: dict[str, Any], folder: Path) -> None:
    """Look at the store that a killed run has left behind."""
    if not filling.path.exists():
        return
    report.tried["stores looked at after a kill"] += 1
    place = folder / "look"
    place.mkdir(exist_ok=True)
    copy = copy_store(filling.path, place)
    found, rows = [], {}
    if is_made(copy):
        found = problems(copy)
        with suppress(sqlite3.Error):  # then it is among the problems
            rows = read_rows(copy)
    found += [*changes(filling.seen, rows), *strangers(rows, filling.undisturbed)]
    filling.seen = rows
    if found:
        what = f"{len(found)} problems: {'; '.join(found[:SHOWN])}; after {case}"
        report.faults.append(Fault("kills", found[0].split(":")[0], what, {**case, "end": True}))


def is_made(path: Path) -> bool:
    """Whether a store was made before its maker was killed; a damaged one counts as made."""
    try:
        return is_store(path)
    except sqlite3.Error:
        return True


def repeat(case: dict[str, Any], folder: Path) -> str:
    """Kill in the same way until a store is finished; what is wrong, or nothing."""
    dice = random.Random(0)
    filling = _begin(case["experiment"], folder, 0)
    for _ in range(40):
        report = live(filling, dice, folder, case.get("target", ""), case.get("moment", ""))
        if report.faults:
            return "; ".join(fault.what for fault in report.faults)
        if report.tried["stores finished and compared"]:
            break
    return ""
