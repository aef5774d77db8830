"""Campaigns for tests: small experiments, and a program that plays them and says what it has stored.

`python -m tests.helpers.campaign_help STORE WORKERS GAMES rules` is what the tests start, stop and kill.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

from mulligan.arena import campaign
from mulligan.arena.campaign import CellProgress, State, plan, run_campaign
from mulligan.arena.contest import GameRow
from mulligan.arena.experiment import Experiment, parse_experiment
from mulligan.arena.jobs import Workers, make_crew
from mulligan.arena.store import GAME_COLUMNS, Store

from .clock_help import HANGING

MARK = "MULLIGAN_TEST_MARK"
HAS_PROC = Path("/proc/self/environ").exists()  # where the processes of a life are looked for
Game = tuple[int, int, int]
TIMES = {"cpu", "cpu_1", "cpu_2"}
LASTING = [name for name in GAME_COLUMNS if name not in TIMES]
ROOT = Path(__file__).parents[2]

RULES = """
title = "Rule players of Magic"
game = "magic"
setup = "literal"
seed = 5
games = {games}
design = {{ kind = "gauntlet", players = ["expert", "reduced"], against = ["random", "reduced"] }}
"""


SLOW = """
title = "Search of Nim that takes its time"
game = "nim"
games = {games}
[design]
kind = "sweep"
player = "uct:sims={{budget}}"
against = "uniform"
budgets = [999_999_999, 1_000_000_000]
"""


def gauged(games: int, name: str = "gauged") -> Experiment:
    """The same four cells, whose legal moves are counted."""
    return parse_experiment('gauge = "branching"\n' + RULES.format(games=games), name)


def rules(games: int, name: str = "rules") -> Experiment:
    """Four cells of rule players: thousands of games a second."""
    return parse_experiment(RULES.format(games=games), name)


class Threads:
    """A crew of threads of this process."""

    lost = (BrokenExecutor,)

    def __init__(self, workers: int = 1) -> None:
        self.workers = workers

    def open(self) -> Executor:
        """New threads."""
        return ThreadPoolExecutor(self.workers)

    def size(self) -> int:
        """As many as there are."""
        return self.workers

    def close(self) -> None:
        """Nothing to do."""

    def describe(self) -> str:
        """A few words for people."""
        return f"{self.workers} threads"

    def waiting(self) -> str:
        """They are always there."""
        return ""


class Shuffled(Threads):
    """A crew that does its jobs in any order, and hands over several at once."""

    def __init__(self, rng: random.Random, workers: int) -> None:
        super().__init__(workers)
        self.rng = rng

    def open(self) -> Executor:
        """Nobody works until half of what there is room for has been asked for, or no more comes."""
        rng, size = self.rng, self.workers

        class Later(Executor):
            def __init__(self) -> None:
                self.waiting: list[tuple[Future[Any], Any, Any]] = []
                self.more, self.over = threading.Condition(), False
                threading.Thread(target=self.work, daemon=True).start()

            def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
                future: Future[Any] = Future()
                with self.more:
                    self.waiting.append((future, fn, args))
                    self.more.notify()
                return future

            def work(self) -> None:
                while not self.over:
                    with self.more:
                        while len(self.waiting) < size and self.more.wait(0.02):
                            pass
                        rng.shuffle(self.waiting)
                        jobs = [self.waiting.pop() for _ in range(rng.randint(0, len(self.waiting)))]
                    for future, fn, args in jobs:
                        if future.set_running_or_notify_cancel():
                            future.set_result(fn(*args))

            def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
                self.over = True

        return Later()


def lasting(path: Path) -> dict[str, Any]:
    """All that a store has to say that does not depend on who played when."""
    columns = ", ".join(f"game.{name}" for name in LASTING)
    sql = f"SELECT contest.key, {columns} FROM game JOIN contest ON contest.id = contest ORDER BY 1, 2, 3"
    with Store(path, write=False) as store:
        names = [found["name"] for found in store.experiments()]
        cells = {name: [(cell.label, cell.goal, cell.agents) for cell in store.experiment(name)] for name in names}
        return {"games": store.query(sql), "cells": cells}


def measured(path: Path) -> list[Any]:
    """All that gauges found in the games of a store, but for what depends on who played when."""
    columns = ", ".join(f"measured.{name}" for name in ("gauge", *LASTING, "found"))
    sql = f"SELECT contest.key, {columns} FROM measured JOIN contest ON contest.id = contest ORDER BY 1, 2, 3, 4"
    with Store(path, write=False) as store:
        return store.query(sql)


def played(path: Path, experiments: Iterable[Experiment], crew: Workers, **options: Any) -> State:
    """Play experiments into a store."""
    with Store(path) as store:
        cells: list[CellProgress] = plan(store, experiments, options.pop("scale", None), "seconds" in options)
        return run_campaign(store, cells, crew, **options)


class Life:
    """One life of the program: what it has said so far, and its processes."""

    def __init__(self, store: Path, games: int, kind: str = "rules") -> None:
        self.mark = uuid.uuid4().hex
        self.said: list[str] = []
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.helpers.campaign_help", str(store), "2", str(games), kind],
            cwd=ROOT,
            env={**os.environ, MARK: self.mark},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # whoever runs the tests may ignore it
        )
        self.ear = threading.Thread(target=self._listen, daemon=True)
        self.ear.start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        self.said.extend(line.removesuffix("\n") for line in self.process.stdout if line.endswith("\n"))

    def wait(self, enough: Callable[[], bool]) -> None:
        """Until it is so, or the program has ended."""
        until = time.monotonic() + HANGING
        while not enough() and self.process.poll() is None:
            assert time.monotonic() < until, "nothing happens"
            time.sleep(0.002)

    @property
    def batches(self) -> int:
        """Batches that were stored in this life."""
        return sum(line.startswith("stored") for line in list(self.said))

    def finished(self) -> bool:
        return "finished" in self.said

    def kill(self) -> None:
        """Kill the coordinator, and hear what it said until then."""
        self.process.kill()
        self.end()

    def end(self) -> str:
        """Wait for its end; what it wrote as errors."""
        errors = self.process.stderr.read() if self.process.stderr is not None else ""
        self.process.wait(HANGING)
        self.ear.join(HANGING)
        return errors

    def stored(self) -> list[Game]:
        """The games that it said were stored: contest, pair and seat."""
        found = []
        for line in self.said:
            if line.startswith("stored"):
                contest, *games = line.split()[1:]
                found += [(int(contest), *map(int, game.split("/"))) for game in games]
        return found  # type: ignore[return-value]

    def processes(self) -> dict[int, int]:
        """All of its processes that are alive, with their parents."""
        return dict(_processes(self.mark))

    def workers(self) -> list[int]:
        """The processes that play: children of a child of the coordinator."""
        alive = self.processes()
        return [process for process, parent in alive.items() if alive.get(parent) == self.process.pid]

    def leaves_nobody_behind(self) -> bool:
        """Whether all its processes are gone, at the latest after a while."""
        until = time.monotonic() + HANGING
        while self.processes() and time.monotonic() < until:
            time.sleep(0.02)
        return not self.processes()


def _processes(mark: str) -> Iterator[tuple[int, int]]:
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if f"{MARK}={mark}".encode() in (folder / "environ").read_bytes():
                state, parent = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
                if state != "Z":
                    yield int(folder.name), int(parent)
        except OSError:
            continue  # it has just ended, or is somebody else's


class Telling(Store):
    """A store that says what it has stored: a line for each batch, once it is certain."""

    def add_all(self, games: Iterable[tuple[int, str, Iterable[GameRow]]], run: int) -> int:
        """Add games, then tell."""
        kept = [(contest, gauge, list(rows)) for contest, gauge, rows in games]
        new = super().add_all(kept, run)
        for contest, _, rows in kept:
            told = " ".join(f"{row.pair}/{row.seat}" for row in rows)
            os.write(1, f"stored {contest} {told}\n".encode())
        time.sleep(0.001)  # no machine is so fast that all is over before somebody can kill it
        return new


def tell_once(state: State) -> None:
    """Say when a Ctrl-C was heard."""
    if state.stopping and not hasattr(state, "told"):
        os.write(1, b"stopping\n")
        state.told = True  # type: ignore[attr-defined]


def main() -> None:
    """Play an experiment into a store by many small batches."""
    path, workers, games, kind = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]
    kinds = {"rules": rules, "gauged": gauged, "slow": lambda n: parse_experiment(SLOW.format(games=n), "slow")}
    experiment = kinds[kind](games)
    campaign.BATCH_SECONDS, campaign.MOST_BATCH = 0.01, 20  # however fast the machine is
    crew = make_crew(int(workers)) if workers.isdecimal() else make_crew(0, workers)
    with Telling(path) as store:
        cells = plan(store, [experiment], None)
        os.write(1, b"planned\n")
        try:
            run_campaign(store, cells, crew, progress=tell_once)
        finally:
            crew.close()
    os.write(1, b"finished\n")


if __name__ == "__main__":
    main()
