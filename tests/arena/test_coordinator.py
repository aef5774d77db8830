"""The coordinator of a campaign: it keeps all that has come in at once, and a thousand workers are not too many."""

from __future__ import annotations

import random
from collections.abc import Iterable
from concurrent.futures import BrokenExecutor, Executor, Future
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from benchmarks.coordinator import Crew, Simulation

from mulligan.arena.campaign import CellProgress, batch_length, run_campaign
from mulligan.arena.contest import Contest, GameRow
from mulligan.arena.jobs import run_groups
from mulligan.arena.store import Store
from mulligan.core.errors import UsageError

from ..helpers.campaign_help import Shuffled, Threads, lasting, played, rules


class Together(Executor):
    """Answers nobody until it was asked for so many jobs, or for no more, and then all."""

    def __init__(self, size: int) -> None:
        self.size, self.waiting = size, list[tuple[Future[Any], Any, Any]]()

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.waiting.append((future, fn, args))
        if len(self.waiting) == self.size:
            self.answer()
        return future

    def answer(self) -> None:
        for future, fn, args in self.waiting:
            try:
                future.set_result(fn(*args))
            except Exception as error:
                future.set_exception(error)
        self.waiting.clear()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        pass


class Room(Threads):
    """A crew of so many, who answer together."""

    def open(self) -> Executor:
        return Together(2 * self.workers)


def test_what_has_finished_comes_at_once_and_everybody_has_a_job_to_go_on_with() -> None:
    waiting = [*range(20)]
    groups = run_groups(Room(3), lambda job: 10 * job, lambda: waiting.pop(0) if waiting else None)
    sizes = []
    for group in groups:
        assert all(result == 10 * job for job, result in group)
        sizes.append([job for job, _ in group])
        if len(waiting) < 6:
            break
    groups.close()
    assert sizes == [[0, 1, 2, 3, 4, 5], [6, 7, 8, 9, 10, 11], [12, 13, 14, 15, 16, 17]]


def test_what_came_in_with_a_failure_is_handed_over_first() -> None:
    waiting, found = [*range(6)], list[int]()

    def work(job: int) -> int:
        if job == 2:
            raise UsageError("no")
        if job == 4:
            raise BrokenExecutor
        return job

    groups = run_groups(Room(3), work, lambda: waiting.pop(0) if waiting else None)
    with pytest.raises(UsageError, match="no"):
        found.extend(job for group in groups for job, _ in group)
    assert found == [0, 1, 3, 5]


class Counting(Store):
    """A store that counts its transactions with games."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.transactions, self.batches = 0, 0

    def add_all(self, games: Iterable[tuple[int, str, Iterable[GameRow]]], run: int) -> int:
        kept = list(games)
        self.transactions, self.batches = self.transactions + bool(kept), self.batches + len(kept)
        return super().add_all(kept, run)


def test_a_thousand_workers(tmp_path: Path) -> None:
    """They are simulated, and the store is real: every game is kept once, many batches at a time."""
    pairs = 3000
    with Counting(tmp_path / "store.sqlite") as store:
        contests = [Contest("nim", ("uniform", "uniform"), seed=seed) for seed in range(4)]
        cells = [CellProgress.new(contest, store.contest(contest), pairs) for contest in contests]
        simulation = Simulation(1000, pair_seconds=0.001, delay=0.001, instant=False)
        state = run_campaign(store, cells, Crew(simulation))
        simulation.shutdown()
        assert state.games == 8 * pairs and state.done == state.goal
        found = store.query(
            "SELECT contest, count(*), count(DISTINCT 2 * pair + seat), max(pair) FROM game GROUP BY contest"
        )
        assert found == [(number, 2 * pairs, 2 * pairs, pairs - 1) for number in range(1, 5)]
        for cell in cells:
            assert asdict(cell.tally) == pytest.approx(asdict(store.tally(cell.number)))
        assert store.transactions < store.batches == simulation.batches


@pytest.mark.parametrize("workers", [1, 4, 60])
def test_results_depend_on_no_order_and_no_size_of_batches(workers: int, tmp_path: Path) -> None:
    played(tmp_path / "alone.sqlite", [rules(120)], Threads(1))
    crew = Shuffled(random.Random(workers), workers)
    state = played(tmp_path / "store.sqlite", [rules(120)], crew, batch_seconds=[1e-9, 0.001, 10.0][workers % 3])
    assert state.games == 480 and lasting(tmp_path / "store.sqlite") == lasting(tmp_path / "alone.sqlite")


def test_no_more_batches_come_in_from_a_thousand_than_from_a_hundred() -> None:
    rates = [workers / batch_length(workers, None, 3.0) for workers in (1, 10, 100, 1000, 10_000)]
    assert rates == pytest.approx([1 / 3, 10 / 3, 100 / 3, 100 / 3, 100 / 3])
