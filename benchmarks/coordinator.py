"""What the coordinator of a campaign can take: workers that are simulated, a store that is real.

    python benchmarks/coordinator.py instant [--workers 1 10 100 1000] [--seconds 5]
    python benchmarks/coordinator.py cluster [--workers 1000] [--seconds 60] [--pair 0.5]
    python benchmarks/coordinator.py merge [--workers 1000] [--cells 10]

`instant` workers need no time at all, so that all of it is the coordinator's: batches of 100 rows, as fast as they are
taken.  A `cluster` is as slow as a real one: a pair takes `--pair` seconds, and every message `--delay`; it is told
how many batches a second come in, what of the processor the coordinator needs, how soon all workers are busy, and what
share of their time they are.  `merge` puts together the stores of as many parts, of 20 games of each cell.  No game is
played: rows are made up.
"""

from __future__ import annotations

import argparse
import heapq
import json
import tempfile
import threading
import time
from collections import deque
from concurrent.futures import BrokenExecutor, Executor, Future
from pathlib import Path
from typing import Any

from mulligan.arena.campaign import MANY_WORKERS, CellProgress, State, plan, run_campaign
from mulligan.arena.contest import MOST_PAIRS, Batch, Contest, GameRow
from mulligan.arena.experiment import parse_experiment
from mulligan.arena.merge import merge
from mulligan.arena.parts import Part, take_part
from mulligan.arena.store import Store

ROWS = 100  # of a batch of instant workers


def rows_of(batch: Batch, pair_seconds: float) -> list[GameRow]:
    """What somebody might have played."""
    each = pair_seconds / 2
    return [
        GameRow(pair, seat, 1, pair, float((pair * 7 + seat) % 3 > 0), 20, 9, 9, each / 2, each / 2, 1000, 1000, each)
        for pair in range(batch.first, batch.first + batch.pairs)
        for seat in (0, 1)
    ]


class Simulation(Executor):
    """Workers that only wait: one thread does for all of them what happens when."""

    def __init__(self, workers: int, pair_seconds: float, delay: float, instant: bool) -> None:
        self.workers, self.pair_seconds, self.delay, self.instant = workers, pair_seconds, delay, instant
        self.free, self.busy_seconds, self.all_busy, self.batches = workers, 0.0, 0.0, 0
        self.started = time.perf_counter()
        self._waiting: deque[tuple[Future[Any], Batch]] = deque()
        self._events: list[tuple[float, int, str, Any]] = []
        self._changed, self._number, self._over = threading.Condition(), 0, False
        threading.Thread(target=self._work, daemon=True).start()

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        with self._changed:
            self._at(0.0 if self.instant else self.delay, "came", (future, args[0]))
            self._changed.notify()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        with self._changed:
            self._over = True
            self._changed.notify()

    def _at(self, after: float, what: str, about: Any) -> None:
        self._number += 1
        heapq.heappush(self._events, (time.perf_counter() + after, self._number, what, about))

    def _work(self) -> None:
        while True:
            with self._changed:
                while not self._over and (not self._events or self._events[0][0] > time.perf_counter()):
                    self._changed.wait(self._events[0][0] - time.perf_counter() if self._events else None)
                if self._over:
                    return
                _, _, what, about = heapq.heappop(self._events)
                answer = self._happens(what, about)
            if answer is not None:
                answer[0].set_result(rows_of(answer[1], self.pair_seconds))

    def _happens(self, what: str, about: Any) -> tuple[Future[Any], Batch] | None:
        if what == "answered":
            self.batches += 1
            return about  # type: ignore[no-any-return]
        if what == "done":
            self.free += 1
            self._at(0.0 if self.instant else self.delay, "answered", about)
        else:
            self._waiting.append(about)
        while self.free and self._waiting:
            job = self._waiting.popleft()
            takes = 0.0 if self.instant else job[1].pairs * self.pair_seconds
            self.free -= 1
            self.busy_seconds += takes
            if not self.free and not self.all_busy:
                self.all_busy = time.perf_counter() - self.started
            self._at(takes, "done", job)
        return None


class Crew:
    """The simulated workers."""

    lost: tuple[type[BaseException], ...] = (BrokenExecutor,)

    def __init__(self, simulation: Simulation) -> None:
        self.simulation = simulation

    def open(self) -> Executor:
        """They are there."""
        return self.simulation

    def size(self) -> int:
        """As many as there are."""
        return self.simulation.workers

    def close(self) -> None:
        """Nothing to do."""

    def describe(self) -> str:
        """A few words for people."""
        return f"{self.simulation.workers} simulated workers"

    def waiting(self) -> str:
        """They are always there."""
        return ""


def measure(workers: int, cells: int, seconds: float, pair: float, delay: float, instant: bool) -> dict[str, float]:
    """A campaign of so many seconds."""
    with tempfile.TemporaryDirectory() as place, Store(Path(place) / "store.sqlite") as store:
        contests = [Contest("nim", ("uniform", "uniform"), seed=seed) for seed in range(cells)]
        courses = [CellProgress.new(contest, store.contest(contest), MOST_PAIRS) for contest in contests]
        for course in courses:
            course.seconds = pair
        simulation = Simulation(workers, pair, delay, instant)
        clock, own = time.perf_counter(), time.thread_time()
        at_end: dict[str, float] = {}

        def progress(state: State) -> None:
            if not at_end and time.perf_counter() - clock > seconds:
                now = time.perf_counter() - clock
                at_end.update(seconds=now, games=state.games, cpu=time.thread_time() - own)

                stop.set()

        each = pair * ROWS / 2 / max(1, workers / MANY_WORKERS) if instant else None
        crew, stop = Crew(simulation), threading.Event()
        state = run_campaign(store, courses, crew, progress=progress, stop=stop, batch_seconds=each)
        whole = time.perf_counter() - clock
        done = at_end or {"seconds": whole, "games": state.games, "cpu": time.thread_time() - own}
        done["batches"] = simulation.batches * done["games"] / max(1, state.games)  # that were kept
        size = (Path(place) / "store.sqlite").stat().st_size + (Path(place) / "store.sqlite-wal").stat().st_size
        return {
            "workers": workers,
            "cells": cells,
            "batches_per_second": round(done["batches"] / done["seconds"], 1),
            "games_per_second": round(done["games"] / done["seconds"], 1),
            "cpu_ms_per_batch": round(1000 * done["cpu"] / max(1, done["batches"]), 2),
            "coordinator_cpu": round(done["cpu"] / done["seconds"], 3),
            "pairs_per_batch": round(state.games / 2 / max(1, simulation.batches), 1),
            "all_busy_after_s": round(simulation.all_busy, 3),
            "busy_share": round(simulation.busy_seconds / (whole * workers), 4) if not instant else 0.0,
            "ended_after_s": round(whole, 1),
            "store_megabytes": round(size / 1e6, 1),
        }


SPEC = """
title = "Parts"
game = "nim"
games = {games}
design = {{ kind = "sweep", player = "uct:sims={{budget}}", against = "uniform", budgets = {budgets} }}
"""


def measure_merge(parts: int, cells: int) -> dict[str, float]:
    """Stores of so many parts, put together."""
    experiment = parse_experiment(SPEC.format(games=20 * parts, budgets=[*range(1, cells + 1)]), "parts")
    with tempfile.TemporaryDirectory() as place:
        stores = []
        for number in range(1, parts + 1):
            part = Part(number, parts)
            stores.append(Path(place) / part.store("parts"))
            with Store(stores[-1]) as store:
                store.db.execute("PRAGMA synchronous = OFF")  # nobody measures how they are made
                courses = plan(store, [experiment], None)
                take_part(store, courses, part)
                run = store.run("benchmark", {course.number: "simulated" for course in courses})
                batches = [
                    (course, Batch(course.contest, gap.start, len(gap))) for course in courses for gap in course.gaps
                ]
                store.add_all([(course.number, "", rows_of(batch, 1.0)) for course, batch in batches], run)
                store.settle()
        target = Path(place) / "all.sqlite"
        clock, own = time.perf_counter(), time.process_time()
        found = merge(target, stores)
        first, used = time.perf_counter() - clock, time.process_time() - own
        clock = time.perf_counter()
        again = merge(target, stores)
        assert found.missing == 0 and again.new == 0
        return {
            "stores": parts,
            "cells": cells,
            "games": found.new,
            "seconds": round(first, 1),
            "cpu_seconds": round(used, 1),
            "again_seconds": round(time.perf_counter() - clock, 1),
            "megabytes": round(target.stat().st_size / 1e6, 1),
        }


def main() -> None:
    """Measure, and print a line of JSON for each number of workers."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("kind", choices=["instant", "cluster", "merge"])
    words.add_argument("--workers", type=int, nargs="+", default=[1, 10, 100, 1000])
    words.add_argument("--cells", type=int, default=10)
    words.add_argument("--seconds", type=float, default=5.0)
    words.add_argument("--pair", type=float, default=0.5, help="seconds of a pair")
    words.add_argument("--delay", type=float, default=0.02, help="seconds of a message")
    chosen = words.parse_args()
    instant = chosen.kind == "instant"
    for workers in chosen.workers:
        if chosen.kind == "merge":
            print(json.dumps(measure_merge(workers, chosen.cells)), flush=True)
            continue
        pair = 6.0 / ROWS if instant else chosen.pair
        print(json.dumps(measure(workers, chosen.cells, chosen.seconds, pair, chosen.delay, instant)), flush=True)


if __name__ == "__main__":
    main()
