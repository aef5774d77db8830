"""A campaign whose processes are killed, again and again: nothing is lost, nothing is there twice, nobody is left over.

`MULLIGAN_TEST_KILLS=200 python -m pytest tests/test_killed.py` kills more often than there is time for every day.
"""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mulligan.arena.campaign import plan
from mulligan.arena.store import Store

from ..helpers.campaign_help import HAS_PROC, Game, Life, Threads, lasting, played, rules

pytestmark = pytest.mark.skipif(not HAS_PROC, reason="how processes are found here")

KILLS = int(os.environ.get("MULLIGAN_TEST_KILLS", "12"))


def check(path: Path, told: set[Game]) -> int:
    """The store is sound, and has all games that were told; how many it has in all."""
    with Store(path) as store:
        assert store.query("PRAGMA integrity_check") == [("ok",)]
        assert store.query("PRAGMA foreign_key_check") == []
        games = store.query("SELECT contest, pair, seat FROM game")
        assert told <= set(games), "a game was lost"
        assert len(games) == len(set(games))
        tallies = store.query("SELECT contest, games, points, last_pair FROM tally ORDER BY contest")
        counted = "SELECT contest, count(*), sum(score), max(pair) FROM game GROUP BY contest ORDER BY contest"
        assert tallies == store.query(counted)
        assert store.query("SELECT pair FROM game GROUP BY contest, pair HAVING count(*) != 2") == [], "half a pair"
        return len(games)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Callable[[int], dict[str, Any]]:
    """What a store has in the end if nobody disturbs."""

    def run(games: int) -> dict[str, Any]:
        path = tmp_path_factory.mktemp("undisturbed") / "results.sqlite"
        played(path, [rules(games)], Threads(1))
        return lasting(path)

    return run


def test_a_coordinator_that_is_killed_again_and_again(
    tmp_path: Path, undisturbed: Callable[[int], dict[str, Any]]
) -> None:
    path, games, rng = tmp_path / "results.sqlite", 400 * KILLS, random.Random(KILLS)
    told: set[Game] = set()
    in_the_middle = before = 0
    for number in range(KILLS):
        life = Life(path, games)
        if number % 4 == 0:  # some are killed when they have hardly begun
            time.sleep(rng.uniform(0.2, 2.0))
        else:
            wanted = rng.randint(1, 12)
            life.wait(lambda life=life, wanted=wanted: life.batches >= wanted)  # type: ignore[misc]
            time.sleep(rng.uniform(0, 0.03))
        life.kill()
        assert life.leaves_nobody_behind(), "a process outlived its coordinator"
        new = life.stored()
        assert len(new) == len(set(new)) and told.isdisjoint(new), "a stored game was played again"
        told.update(new)
        if path.exists():
            there = check(path, told)
            assert there >= before
            before = there
        in_the_middle += bool(new) and not life.finished()
    assert in_the_middle >= KILLS // 2, "most kills came too late or too early"
    last = Life(path, games)
    assert last.end() == "" and last.finished() and last.process.returncode == 0
    told.update(last.stored())
    assert check(path, told) == 4 * games
    assert lasting(path) == undisturbed(games)
    with Store(path) as store:
        assert not any(cell.gaps for cell in plan(store, [rules(games)], None))
    assert last.leaves_nobody_behind()


def test_workers_that_are_killed_again_and_again(tmp_path: Path, undisturbed: Callable[[int], dict[str, Any]]) -> None:
    kills = max(6, KILLS // 2)
    path, games, rng = tmp_path / "results.sqlite", 800 * kills, random.Random(KILLS)
    life, killed = Life(path, games), []
    while len(killed) < kills and life.process.poll() is None:
        wanted = life.batches + rng.randint(1, 8)
        life.wait(lambda wanted=wanted: life.batches >= wanted)  # type: ignore[misc]
        time.sleep(rng.uniform(0, 0.02))
        workers = life.workers()
        for worker in rng.sample(workers, min(len(workers), rng.randint(1, 2))):
            try:
                os.kill(worker, signal.SIGKILL)
                killed.append(worker)
            except ProcessLookupError:
                pass
    wanted = life.batches + 5
    # new workers may be on their way
    life.wait(lambda: life.batches >= wanted and bool(life.workers() or life.finished()))
    alive, workers = life.processes(), life.workers()
    for server in {alive[worker] for worker in workers if worker in alive}:  # the process that makes the workers
        os.kill(server, signal.SIGKILL)
    assert workers and not life.finished(), "all was over before the last kill"
    errors = life.end()
    assert (errors, life.process.returncode) == ("", 0) and life.finished() and len(killed) >= kills
    told = life.stored()
    assert len(told) == len(set(told)) == 4 * games, "a game came in twice, or not at all"
    assert check(path, set(told)) == 4 * games
    assert lasting(path) == undisturbed(games)
    assert life.leaves_nobody_behind()
