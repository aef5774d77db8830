"""Jobs: every one is done, whatever becomes of the workers."""

from __future__ import annotations

import multiprocessing
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from mulligan.arena.jobs import MOST_DEATHS, LocalWorkers, LostJob, make_crew, run_jobs
from mulligan.core.errors import UsageError

from ..helpers.clock_help import HANGING
from ..helpers.jobs_help import Job, times, work


class Pool:
    """A crew over executors that a function makes."""

    lost = (BrokenExecutor,)

    def __init__(self, make: Callable[[], Executor], size: int = 2) -> None:
        self.make, self.workers = make, size
        self.opened: list[Any] = []

    def open(self) -> Executor:
        self.opened.append(self.make())
        return self.opened[-1]

    def size(self) -> int:
        return self.workers

    def close(self) -> None:
        pass

    def describe(self) -> str:
        return "a pool"

    def waiting(self) -> str:
        return ""


class Fake(Executor):
    """An executor that does its jobs when it is told to, in any order."""

    def __init__(self, rng: random.Random) -> None:
        self.rng, self.waiting, self.most, self.shut = rng, [], 0, False
        self.lock = threading.Lock()

    def submit(self, function: Any, /, *arguments: Any, **options: Any) -> Future[Any]:
        assert not self.shut
        future: Future[Any] = Future()
        with self.lock:
            self.waiting.append((future, function, arguments))
            self.most = max(self.most, len(self.waiting))
        return future

    def do_one(self) -> bool:
        with self.lock:
            if not self.waiting:
                return False
            future, function, arguments = self.waiting.pop(self.rng.randrange(len(self.waiting)))
        if future.set_running_or_notify_cancel():
            future.set_result(function(*arguments))
        return True

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self.shut = True


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> Pool:
    """Two processes, which can import what the tests are made of."""
    monkeypatch.syspath_prepend(Path(__file__).parents[2])
    context = multiprocessing.get_context("forkserver" if os.name != "nt" else "spawn")
    return Pool(lambda: ProcessPoolExecutor(2, mp_context=context))


def threads(size: int = 2) -> Pool:
    return Pool(lambda: ThreadPoolExecutor(size), size)


def one_by_one(jobs: Iterable[Job]) -> Callable[[], Job | None]:
    waiting = iter(jobs)
    return lambda: next(waiting, None)


def numbers(count: int, kind: str = "plain", folder: Path | str = "") -> list[Job]:
    return [Job(kind, number, str(folder)) for number in range(count)]


@pytest.mark.parametrize("kind", ["threads", "processes", "local"])
def test_every_job_is_done_once(kind: str, processes: Pool, tmp_path: Path) -> None:
    crew = {"threads": threads(), "processes": processes, "local": LocalWorkers(2)}[kind]
    jobs = numbers(40, folder=tmp_path)
    found = list(run_jobs(crew, work, one_by_one(jobs)))
    assert sorted(job.number for job, _ in found) == list(range(40))
    assert all(result[0] == 10 * job.number for job, result in found)
    assert all(times(job) == 1 for job in jobs)
    assert ({result[1] for _, result in found} == {os.getpid()}) == (kind == "threads")


def test_no_jobs_are_soon_done() -> None:
    assert list(run_jobs(threads(), work, lambda: None)) == []


@contextmanager
def busy(fake: Fake) -> Iterator[None]:
    """Somebody does the jobs of a fake executor."""
    over = threading.Event()

    def do() -> None:
        while not over.wait(0.001):
            fake.do_one()

    worker = threading.Thread(target=do)
    worker.start()
    try:
        yield
    finally:
        over.set()
        worker.join()


@pytest.mark.parametrize("seed", range(5))
def test_the_order_in_which_jobs_are_done_does_not_matter(seed: int) -> None:
    fake = Fake(random.Random(seed))
    with busy(fake):
        found = list(run_jobs(Pool(lambda: fake, 3), work, one_by_one(numbers(60)), ahead=2))
    assert sorted((job.number, result[0]) for job, result in found) == [(i, 10 * i) for i in range(60)]
    assert [job.number for job, _ in found] != list(range(60)), "the order was the usual one"
    assert fake.shut


@pytest.mark.parametrize(("size", "ahead"), [(1, 0), (1, 1), (3, 1), (2, 4)])
def test_never_more_jobs_are_given_out_than_there_is_room_for(size: int, ahead: int) -> None:
    fake, waiting, asked, done = Fake(random.Random(1)), one_by_one(numbers(30)), [], []
    under_way = []

    def next_job() -> Job | None:
        job = waiting()
        if job is not None:
            asked.append(job)
            under_way.append(len(asked) - len(done))
        return job

    with busy(fake):
        for job, _ in run_jobs(Pool(lambda: fake, size), work, next_job, ahead=ahead):
            done.append(job)
    assert len(done) == 30 and max(under_way) == fake.most == size + ahead


def test_a_crew_that_grows_gets_more_to_do() -> None:
    fake, crew = Fake(random.Random(1)), Pool(lambda: fake, 1)

    def idle() -> None:
        crew.workers = 4
        fake.do_one()

    for _ in run_jobs(crew, work, one_by_one(numbers(9)), idle=idle):
        while fake.waiting and fake.most == 5:
            fake.do_one()
    assert fake.most == 5


def test_there_may_be_nothing_to_do_for_now_and_more_later() -> None:
    ready, found = numbers(1), []
    asked_in_vain = 0

    def next_job() -> Job | None:
        nonlocal asked_in_vain
        asked_in_vain += not ready
        return ready.pop() if ready else None

    for job, _ in run_jobs(threads(), work, next_job):
        found.append(job.number)
        if job.number < 5:
            ready.append(Job("plain", job.number + 1))
    assert found == [0, 1, 2, 3, 4, 5] and asked_in_vain >= 6


def test_somebody_is_told_while_nothing_finishes() -> None:
    told, enough = [], threading.Event()

    def idle() -> None:
        told.append(len(told))
        if len(told) == 3:
            enough.set()

    assert [
        heard for _, heard in run_jobs(threads(), lambda job: enough.wait(HANGING), one_by_one(numbers(1)), idle=idle)
    ] == [True]
    assert len(told) >= 3


@pytest.mark.parametrize("kind", ["threads", "processes"])
def test_what_goes_wrong_in_a_job_is_raised_to_the_caller(kind: str, processes: Pool) -> None:
    crew = threads() if kind == "threads" else processes
    jobs = [*numbers(5), Job("fails", 77), *numbers(50)]
    with pytest.raises(ZeroDivisionError, match="job 77"):
        list(run_jobs(crew, work, one_by_one(jobs)))
    assert len(crew.opened) == 1


def test_who_stops_early_has_the_rest_cancelled() -> None:
    fake = Fake(random.Random(1))
    jobs = run_jobs(Pool(lambda: fake, 3), work, one_by_one(numbers(20)), idle=lambda: [fake.do_one()])
    next(jobs)
    waiting = [future for future, _, _ in fake.waiting]
    assert len(waiting) == 3 and not any(future.cancelled() for future in waiting)
    jobs.close()
    assert all(future.cancelled() for future in waiting) and fake.shut


def test_a_long_path_of_temporary_files_does_no_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Paths of sockets have about a hundred letters at most."""
    folder = tmp_path / ("long" * 25)
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    crew = LocalWorkers(1)
    with crew.open() as executor:
        assert executor.submit(abs, -3).result() == 3


# --- workers that die -------------------------------------------------------------------------------------------------


def test_a_job_whose_worker_died_is_done_by_another(processes: Pool, tmp_path: Path) -> None:
    jobs = numbers(12, folder=tmp_path)
    deadly = [Job("kills once", number, str(tmp_path)) for number in (100, 101)]
    found = list(run_jobs(processes, work, one_by_one([*jobs[:4], deadly[0], *jobs[4:8], deadly[1], *jobs[8:]])))
    assert sorted(job.number for job, _ in found) == [*range(12), 100, 101]
    assert all(result[0] == 10 * job.number for job, result in found)
    assert all(2 <= times(job) <= 3 for job in deadly), "each kills once, and may go down with the other"
    assert 2 <= len(processes.opened) <= 3


def test_a_job_that_always_kills_is_named_and_the_others_are_done(processes: Pool, tmp_path: Path) -> None:
    jobs = [*numbers(3, folder=tmp_path), Job("kills", 666, str(tmp_path)), *numbers(2, "slow", folder=tmp_path)]
    found = []
    with pytest.raises(LostJob, match=r"workers died of the same job.*kind='kills', number=666"):
        found.extend(job for job, _ in run_jobs(processes, work, one_by_one(jobs)))
    begun = {job for job in jobs if times(job)} - {jobs[3]}
    assert begun and set(found) == begun and len(found) == len(begun), "all that were under way with it"
    assert times(jobs[3]) == 2 * MOST_DEATHS


def test_two_jobs_that_kill_now_and_then_do_not_take_others_down(processes: Pool, tmp_path: Path) -> None:
    jobs = [Job("kills once", number, str(tmp_path)) for number in range(MOST_DEATHS + 2)]
    found = [job for job, _ in run_jobs(processes, work, one_by_one(jobs))]
    assert sorted(found) == jobs, "many deaths in a row, and nobody is to blame"


class Broken(Fake):
    """An executor that breaks when it is given its third job."""

    def submit(self, function: Any, /, *arguments: Any, **options: Any) -> Future[Any]:
        if self.most == 2:
            raise BrokenExecutor
        return super().submit(function, *arguments, **options)


def test_an_executor_that_breaks_when_it_is_given_a_job_loses_none() -> None:
    made: Iterator[Executor] = iter([Broken(random.Random(1)), ThreadPoolExecutor(2)])
    crew = Pool(lambda: next(made), 3)
    found = list(run_jobs(crew, work, one_by_one(numbers(10))))
    assert sorted(job.number for job, _ in found) == list(range(10)) and len(crew.opened) == 2
    assert crew.opened[0].shut


class Refusing(Fake):
    """An executor whose processes cannot be started."""

    def submit(self, function: Any, /, *arguments: Any, **options: Any) -> Future[Any]:
        raise ConnectionRefusedError


def test_processes_that_cannot_be_started_are_tried_again_a_few_times() -> None:
    made = [Refusing(random.Random(1)), Refusing(random.Random(1)), ThreadPoolExecutor(2)]
    found = list(run_jobs(Pool(lambda: made.pop(0)), work, one_by_one(numbers(10))))
    assert sorted(job.number for job, _ in found) == list(range(10)) and made == []
    crew = Pool(lambda: Refusing(random.Random(1)))
    with pytest.raises(BrokenExecutor):
        list(run_jobs(crew, work, one_by_one(numbers(10))))
    assert len(crew.opened) == MOST_DEATHS + 1


def test_a_job_that_somebody_cancelled_is_done_again() -> None:
    fake, cancelled = Fake(random.Random(1)), []

    def idle() -> None:
        if not cancelled:
            cancelled.append(fake.waiting.pop()[0])
            cancelled[0].cancel()
            cancelled[0].set_running_or_notify_cancel()
        while fake.do_one():
            pass

    found = [job.number for job, _ in run_jobs(Pool(lambda: fake), work, one_by_one(numbers(6)), idle=idle)]
    assert sorted(found) == list(range(6)) and cancelled


# --- crews ------------------------------------------------------------------------------------------------------------


def test_crews_are_made_as_asked_for() -> None:
    crew = make_crew(3)
    assert isinstance(crew, LocalWorkers) and crew.size() == 3 and crew.describe() == "3 local processes"
    assert make_crew(1).describe() == "1 local process"
    assert make_crew(0).size() >= 1
    for workers in (-1, 10**6):
        with pytest.raises(UsageError, match="workers"):
            make_crew(workers)


def test_workers_leave_when_they_are_not_needed(processes: Pool) -> None:
    crew = LocalWorkers(2)
    seen = {result[1] for _, result in run_jobs(crew, work, one_by_one(numbers(10)))}
    crew.close()
    wait_for_the_end_of(seen)


def test_workers_that_are_busy_leave_when_the_crew_is_closed(processes: Pool, tmp_path: Path) -> None:
    crew = LocalWorkers(1)
    jobs = run_jobs(crew, work, one_by_one([Job("plain", 1), *(Job("hangs", i, str(tmp_path)) for i in range(3))]))
    _, (_, process) = next(jobs)
    jobs.close()
    crew.close()
    wait_for_the_end_of({process})


@pytest.mark.skipif(os.name == "nt", reason="pipes of another kind")
def test_half_a_result_holds_nobody_up(processes: Pool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process dies while it sends its result: the executor waits for the rest of it, and hears of nothing else."""
    monkeypatch.setattr("mulligan.arena.jobs.NOTICED_SECONDS", 0.2)
    crew, waiting = LocalWorkers(2), [*numbers(5), Job("leaves half once", 77, str(tmp_path)), *numbers(5, "slow")]
    found = [job for job, _ in run_jobs(crew, work, one_by_one(waiting))]
    crew.close()
    assert sorted(found) == sorted(waiting) and times(Job("leaves half once", 77, str(tmp_path))) == 2


LEAVING = """
import sys
from pathlib import Path
from mulligan.arena.jobs import LocalWorkers, run_jobs
from tests.helpers.jobs_help import Job, times, work

if __name__ == "__main__":
    job = Job("leaves half", 1, sys.argv[1])
    crew, jobs, waits = LocalWorkers(1), [job], []

    def idle():
        waits.append(times(job))
        return waits.count(1) < 3  # by then its half result is being read

    assert list(run_jobs(crew, work, lambda: jobs.pop() if jobs else None, idle=idle)) == []
    crew.close()
    print("left")
"""


@pytest.mark.skipif(os.name == "nt", reason="pipes of another kind")
def test_half_a_result_does_not_keep_a_program_from_ending(tmp_path: Path) -> None:
    (tmp_path / "leaving.py").write_text(LEAVING)
    root = Path(__file__).parents[2]
    places = os.pathsep.join((str(root), str(root / "src")))
    done = subprocess.run(
        [sys.executable, str(tmp_path / "leaving.py"), str(tmp_path)],
        env={**os.environ, "PYTHONPATH": places},
        capture_output=True,
        text=True,
        timeout=120,  # it would take for ever
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "left\n", "")


def wait_for_the_end_of(processes: set[int]) -> None:
    until = time.monotonic() + HANGING
    while any(alive(process) for process in processes):
        assert time.monotonic() < until, "a worker is still there"
        time.sleep(0.05)


def alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
