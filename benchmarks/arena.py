"""What the arena costs: against a bare loop of games, on Dask against local processes, and asked about a million games.

    python benchmarks/arena.py [--games 160] [--rows 1000000]

Bare loop and campaign play the very same games.  A campaign is played twice, with a
quarter of the games and with all, so that what starting costs can be told from what games cost.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import sqlite3
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mulligan.arena.campaign import plan, run_campaign
from mulligan.arena.contest import Contest, GameRow, play_pair
from mulligan.arena.experiment import Experiment, parse_experiment
from mulligan.arena.jobs import DaskWorkers, LocalWorkers, Workers
from mulligan.arena.store import Store
from mulligan.arena.warm import warm

SPEC = """
title = "Cost of the arena"
game = "magic"
setup = "matched"
games = {games}
seed = 5
design = {{ kind = "gauntlet", players = ["cowling2012/BA", "cowling2012/BT+MP"], against = ["expert", "reduced"] }}
"""


def cpu() -> float:
    """CPU seconds of this process and of all its children that have ended."""
    own, ended = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + ended.ru_utime + ended.ru_stime


def timed(work: Callable[[], Any]) -> tuple[float, float]:
    """Seconds by the clock and of CPU."""
    clock, used = time.perf_counter(), cpu()
    work()
    return time.perf_counter() - clock, cpu() - used


def bare(experiment: Experiment) -> None:
    """All games of an experiment, one after the other, and nothing else."""
    for cell in experiment.cells:
        table = cell.contest.table()
        for pair in range(cell.pairs):
            play_pair(table, cell.contest, pair)


def campaign(
    experiment: Experiment, scale: float, path: Path, make: Callable[[], Workers]
) -> tuple[float, float, float]:
    """Clock, CPU of this process (with Dask, of all that it started), and CPU of the games alone."""
    with Store(path) as store:
        started, used = time.perf_counter(), cpu()
        crew = make()
        state = run_campaign(store, plan(store, [experiment], scale), crew)
        crew.close()
        clock = time.perf_counter() - started
        time.sleep(2)  # so that the processes have ended and can be counted
        return clock, cpu() - used, state.cpu


def cost(experiment: Experiment, folder: Path, make: Callable[[], Workers], workers: int) -> dict[str, float]:
    """A quarter of the games and then all of them, in stores of their own: what starting costs, and what games cost.

    Overhead is by the clock, on a quiet machine: what workers do besides playing, and what they wait for.
    """
    (clock0, _, games0), (clock1, own1, games1) = (
        campaign(experiment, scale, folder / f"{scale}.sqlite", make) for scale in (0.25, 1.0)
    )
    each = workers * (clock1 - clock0) / (games1 - games0)
    return {
        "clock": clock1,
        "cpu_of_games": games1,
        "cpu_of_coordinator": own1,
        "overhead": each - 1,
        "start_seconds": clock0 - each * games0 / workers,
    }


def million(folder: Path, rows: int) -> dict[str, float]:
    """A store of so many games: writing them, and asking."""
    path, per_contest = folder / "million.sqlite", max(1, rows // 200)
    with Store(path) as store:
        run = store.run("benchmark")
        cells = []
        started = time.process_time()
        for i in range(200):
            number = store.contest(Contest("nim", ("uniform", "uniform"), seed=i))
            cells.append((f"cell {i}", number, per_contest))
            for first in range(0, per_contest, 1000):
                games = range(first, min(first + 1000, per_contest))
                store.add(number, [_row(game) for game in games], run)
        writing = time.process_time() - started
        store.enter("million", "a million games", "{}", cells)
    found = {"rows": float(rows), "write_us_per_row": 1e6 * writing / rows, "megabytes": path.stat().st_size / 1e6}
    with Store(path, write=False) as store:
        for name, ask in (
            ("list_experiments_ms", store.experiments),
            ("show_experiment_ms", lambda: store.experiment("million")),
            ("pair_scores_of_a_cell_ms", lambda: store.pair_scores(1)),
        ):
            times = []
            for _ in range(5):
                started = time.perf_counter()
                ask()
                times.append(1000 * (time.perf_counter() - started))
            found[name] = min(times)
    with sqlite3.connect(path) as db:
        started = time.perf_counter()
        db.execute("SELECT contest, count(*), avg(score) FROM game GROUP BY contest").fetchall()
        found["count_all_rows_anew_ms"] = 1000 * (time.perf_counter() - started)
    return found


def _row(game: int) -> GameRow:
    return GameRow(game // 2, game % 2, 1, game // 2, float(game % 3 == 0), 20, 9, 9, 0.1, 0.0, 1000, 0, 0.1)


def main() -> None:
    """Measure all of it."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--games", type=int, default=160)
    words.add_argument("--rows", type=int, default=1_000_000)
    chosen = words.parse_args()
    experiment = parse_experiment(SPEC.format(games=chosen.games), "cost")
    warm(experiment.game)
    cores = len(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        clock, used = timed(lambda: bare(experiment))
        found: dict[str, Any] = {"games": 4 * chosen.games, "bare": {"clock": clock, "cpu": used}}
        crews: dict[str, Callable[[], Workers]] = {
            "one process": lambda: LocalWorkers(1),
            f"{cores} processes": lambda: LocalWorkers(cores),
            f"Dask, {cores} workers": lambda: DaskWorkers(f"local:{cores}"),
        }
        for i, (name, make) in enumerate(crews.items()):
            (folder / str(i)).mkdir()
            found[name] = cost(experiment, folder / str(i), make, 1 if i == 0 else cores)
        found["store"] = million(folder, chosen.rows)
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
