"""Jobs over any `concurrent.futures.Executor`: a few at a time, and none is lost when a worker dies."""

from __future__ import annotations

import json
import logging
import multiprocessing
import os
import queue
import signal
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Generator, Hashable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, InvalidStateError, ProcessPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Protocol, TypeVar

from mulligan.core.errors import UsageError
from mulligan.core.words import plain_digits

Job = TypeVar("Job", bound=Hashable)
Result = TypeVar("Result")
MOST_WORKERS = 256
ANSWER_SECONDS = 10  # until a scheduler should have answered
LONGEST_FOLDER = 70  # letters of the path of temporary files, of the hundred or so that a socket's may have
COUNTED_SECONDS = 1.0  # for how long the number of a cluster's workers is good
NOTICED_SECONDS = 5.0  # until an executor should have noticed that a process has died
MOST_DEATHS = 4  # of workers, with the same job in their hands and no other


class Signal(Protocol):
    """What can tell a match or a campaign to stop: a `threading.Event`, or the like."""

    def is_set(self) -> bool:
        """Whether to stop."""


class Workers(Protocol):
    """Workers: where they come from, how many they are, and what it looks like when one dies."""

    lost: tuple[type[BaseException], ...]
    """What a future raises whose worker is gone."""

    def open(self) -> Executor:
        """An executor that works; asked again after the last one broke."""

    def size(self) -> int:
        """Jobs that can run at the same time, now."""

    def close(self) -> None:
        """Nobody needs the workers any more."""

    def describe(self) -> str:
        """A few words for people."""

    def waiting(self) -> str:
        """Why nobody works just now, for people; empty if somebody does."""


class LostJob(RuntimeError):
    """A job that takes every worker down with it."""


def run_jobs(
    crew: Workers,
    function: Callable[[Job], Result],
    next_job: Callable[[], Job | None],
    *,
    ahead: int = 1,
    idle: Callable[[], bool | None] = lambda: None,
) -> Generator[tuple[Job, Result], None, None]:
    """Yield jobs with their results as they finish, one by one: see `run_groups`."""
    with closing(run_groups(crew, function, next_job, room=lambda size: size + ahead, idle=idle)) as groups:
        for group in groups:
            yield from group


def run_groups(
    crew: Workers,
    function: Callable[[Job], Result],
    next_job: Callable[[], Job | None],
    *,
    room: Callable[[int], int] = lambda size: 2 * size,
    idle: Callable[[], bool | None] = lambda: None,
) -> Generator[list[tuple[Job, Result]], None, None]:
    """Yield jobs with their results, all that have finished since the last time at once: whoever keeps them can do it
    in one go, and does not fall behind however many workers there are.

    `next_job` is asked whenever there is `room`, for a crew of so many; None says that there is nothing to do just
    now, and if nothing is running either, that all is done.  Usually each worker has a job in hand and one to go on
    with, so that none has to wait for us.  `idle` is called about twice a second while nothing
    finishes; it ends the whole by returning False.  When a worker dies, its jobs, and those that went down with it, are
    done again by others: so a job must give the same result whenever it is done.  A job that was about in several such
    deaths is tried alone; if its workers go on dying, it is to blame and `LostJob` says so.
    """
    deaths: Counter[Job] = Counter()
    again: list[Job] = []
    running: dict[Future[Result], Job] = {}
    ended: queue.SimpleQueue[Future[Result]] = queue.SimpleQueue()
    gone: tuple[type[BaseException], ...] = (*crew.lost, CancelledError)
    in_vain = 0  # executors in a row that broke before they were given anything
    executor = crew.open()
    try:
        while True:
            lost: list[Job] = []
            try:
                for future in _submit(executor, function, next_job, again, running, deaths, room(crew.size())):
                    future.add_done_callback(ended.put)
                if not running:
                    return
                done = [future for future in _ended(ended) if future in running]  # others were given up long ago
                if not done and idle() is False:
                    return
                finished: list[tuple[Job, Result]] = []
                failed: BaseException | None = None
                for future in done:
                    job = running.pop(future)
                    try:
                        finished.append((job, future.result()))
                    except gone:
                        lost.append(job)
                    except Exception as error:  # it is told when the others are kept
                        failed = failed or error
                    else:
                        if deaths:
                            deaths.pop(job, None)
                if finished:
                    yield finished
                if failed is not None:
                    raise failed
                if lost:
                    again += lost
                    _blame(lost, deaths)
                    if any(isinstance(future.exception(), BrokenExecutor) for future in done if not future.cancelled()):
                        raise BrokenExecutor
            except BrokenExecutor:
                in_vain = 0 if running or lost else in_vain + 1
                if in_vain > MOST_DEATHS:
                    raise
                time.sleep(0.2 * in_vain)
                again += running.values()
                _blame(list(running.values()), deaths)
                _leave(executor, running)
                executor = crew.open()
    finally:
        _leave(executor, running)


def _ended(futures: queue.SimpleQueue[Future[Result]]) -> Iterator[Future[Result]]:
    """All that have ended, or none if nothing does for half a second."""
    with suppress(queue.Empty):
        yield futures.get(timeout=0.5)
        while True:
            yield futures.get_nowait()


def _leave(executor: Executor, running: dict[Future[Result], Job]) -> None:
    """Wait for nobody.  Not every executor knows how to cancel what it was given, so we do it."""
    for future in running:
        future.cancel()
    running.clear()
    with suppress(OSError):  # a cluster may be out of reach
        executor.shutdown(wait=False)


def _submit(
    executor: Executor,
    function: Callable[[Job], Result],
    next_job: Callable[[], Job | None],
    again: list[Job],
    running: dict[Future[Result], Job],
    deaths: Counter[Job],
    room: int,
) -> Iterator[Future[Result]]:
    """Fill the executor; a job under suspicion has it for itself."""
    suspect = bool(deaths) and any(deaths[job] >= MOST_DEATHS for job in running.values())
    while len(running) < room and not suspect:
        again.sort(key=lambda job: -deaths[job])  # the least suspicious is taken first
        if again and (deaths[again[-1]] < MOST_DEATHS or not running):
            job: Job | None = again.pop()
        else:
            job = None if again and deaths[again[-1]] >= MOST_DEATHS else next_job()
        if job is None:
            return
        try:
            future = executor.submit(function, job)
        except (BrokenExecutor, ConnectionError, EOFError) as error:  # the latter if what makes processes is gone
            again.append(job)
            raise BrokenExecutor from error
        running[future] = job
        suspect = bool(deaths) and deaths[job] >= MOST_DEATHS
        yield future


def _blame(jobs: list[Job], deaths: Counter[Job]) -> None:
    deaths.update(jobs)
    for job in jobs:
        if deaths[job] >= 2 * MOST_DEATHS:
            raise LostJob(f"{MOST_DEATHS} workers died of the same job, one after the other: {job!r}")


def count_workers(workers: int) -> int:
    """The number of workers: 0 stands for one per processor that this process may use.

    >>> count_workers(3)
    3
    """
    if not 0 <= workers <= MOST_WORKERS:
        raise UsageError(f"workers: {workers} should be a whole number from 0 (all processors) to {MOST_WORKERS}")
    if workers:
        return workers
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class _Threads(Executor):
    """Threads that a program need not wait for when it ends, as it would for those of the standard library."""

    def __init__(self, workers: int) -> None:
        self._jobs: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._workers = workers
        for _ in range(workers):
            threading.Thread(target=self._work, daemon=True).start()

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            job()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()

        def job() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                future.set_result(fn(*args, **kwargs))
            except BaseException as error:  # it is raised again where the result is asked for
                future.set_exception(error)

        self._jobs.put(job)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        for _ in range(self._workers):
            self._jobs.put(None)


class ThreadWorkers:
    """Threads of this process: they start at once, and can be told to stop between two games."""

    lost: tuple[type[BaseException], ...] = (BrokenExecutor,)

    def __init__(self, workers: int = 1) -> None:
        self.workers = count_workers(workers)

    def open(self) -> Executor:
        """New threads."""
        return _Threads(self.workers)

    def size(self) -> int:
        """As many as there are."""
        return self.workers

    def close(self) -> None:
        """They end with their executor, after the game in progress."""

    def describe(self) -> str:
        """A few words for people."""
        return f"{self.workers} thread{'s' if self.workers > 1 else ''}"

    def waiting(self) -> str:
        """They are always there."""
        return ""


class _Pool(ProcessPoolExecutor):
    """One whose thread, when it finds its processes dead, tells nobody who has cancelled already: it would call that an
    error of its own, and complain of it on standard error."""

    def _start_executor_manager_thread(self) -> None:
        super()._start_executor_manager_thread()  # type: ignore[misc]
        thread: Any = getattr(self, "_executor_manager_thread", None)
        usual: Any = getattr(thread, "terminate_broken", None)

        def terminate_broken(cause: Any) -> None:
            with suppress(InvalidStateError):
                usual(cause)

        if hasattr(usual, "__self__"):  # not yet replaced
            thread.terminate_broken = terminate_broken


class LocalWorkers:
    """Processes on this machine."""

    lost: tuple[type[BaseException], ...] = (BrokenExecutor,)

    def __init__(self, workers: int = 0) -> None:
        self.workers = count_workers(workers)
        self._processes: dict[int, Any] = {}
        self._results: Any = None
        self._executor: Any = None
        self._reader: threading.Thread | None = None  # the thread of the executor that hears of results
        self._died: float | None = None  # when one of them was first found dead

    def open(self) -> Executor:
        """New processes, which end with this one however it ends."""
        # The server that makes processes is spoken to by a socket among the temporary files: its path has to be short.
        short = len(tempfile.gettempdir()) <= LONGEST_FOLDER
        method = "forkserver" if short and "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
        context = multiprocessing.get_context(method)
        executor = _Pool(self.workers, mp_context=context, initializer=_settle_in)
        self._processes = executor._processes  # type: ignore[assignment]  # it fills when there is work
        self._results, self._died = executor._result_queue, None
        self._executor, self._reader = executor, None
        return executor

    def size(self) -> int:
        """As many as there are."""
        self._reader = getattr(self._executor, "_executor_manager_thread", None) or self._reader
        if all(process.is_alive() for process in list(self._processes.values())):
            self._died = None
        elif self._died is None:
            self._died = time.monotonic()
        elif time.monotonic() - self._died > NOTICED_SECONDS:  # the executor should know, and does not
            self.close()
        return self.workers

    def close(self) -> None:
        """They go with their executor; those that are in the middle of a job do not finish it.

        One that dies while it sends a result leaves half of it in the pipe, and the thread of the executor that reads
        would wait for the other half for ever, and the program for that thread.  So we close our own end too.  Then the
        thread ends by itself, and is waited for: a program that ends meanwhile would call what is just being closed.
        """
        for process in list(self._processes.values()):
            if process.is_alive():
                process.kill()
        if self._results is not None:
            self._results._writer.close()
            self._results = None
        if self._reader is not None:
            self._reader.join(NOTICED_SECONDS)
            self._reader = None

    def describe(self) -> str:
        """A few words for people."""
        return f"{self.workers} local process{'es' if self.workers > 1 else ''}"

    def waiting(self) -> str:
        """They are there as soon as there is work."""
        return ""


def _settle_in() -> None:
    """What a new worker does first: leave Ctrl-C to the coordinator, and watch for the coordinator's end.

    A worker whose coordinator was killed would otherwise wait for work for ever.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


class DaskWorkers:
    """Workers of a Dask cluster: `tcp://host:port` of its scheduler, or `local:4` for one made here and now."""

    def __init__(self, address: str) -> None:
        check_crew(cluster=address)
        try:
            import distributed
        except ImportError:
            raise UsageError("a cluster needs Dask: pip install 'mulligan[cluster]'") from None
        self.address = address
        dask: Any = distributed  # it has no types
        self.lost: tuple[type[BaseException], ...] = (BrokenExecutor, dask.KilledWorker)
        logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # what goes wrong is told by us, in one line
        self._cluster: Any = None
        self._counted, self._count = float("-inf"), 0  # when the scheduler was last asked, and what it said
        kind, _, rest = address.partition(":")
        if kind == "local":
            self._cluster = dask.LocalCluster(
                n_workers=int(rest),
                threads_per_worker=1,
                dashboard_address="127.0.0.1:0",
                host="127.0.0.1",
                preload="import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)",  # as in `_settle_in`
            )
            target: Any = self._cluster
        else:
            target = address
        try:
            self._client: Any = dask.Client(target, timeout=ANSWER_SECONDS, set_as_default=False)
        except Exception as error:  # of many kinds, by what is wrong with the address
            raise UsageError(f"cluster: no scheduler answers at {address}: {error}") from None

    def open(self) -> Executor:
        """The client's own executor."""
        return self._client.get_executor(pure=False, retries=3)  # type: ignore[no-any-return]

    def size(self) -> int:
        """Threads of all workers that are there now; at least one, for a cluster whose workers are still to come."""
        return max(1, self._threads())

    def _threads(self) -> int:
        """As the scheduler says, which is asked about once a second, or at once if it was lost sight of."""
        if self._client.status == "running" and time.monotonic() - self._counted < COUNTED_SECONDS:
            return self._count
        try:
            self._count, self._counted = int(sum(self._client.nthreads().values())), time.monotonic()
        except OSError:
            text = f"cluster: the scheduler at {self.address} answers no more; all that came in is kept"
            raise UsageError(text) from None
        return self._count

    def close(self) -> None:
        """Leave the cluster; one of our own is taken down."""
        self._client.close()
        if self._cluster is not None:
            self._cluster.close()

    def describe(self) -> str:
        """A few words for people."""
        threads = self.size()
        return f"{threads} thread{'s' if threads > 1 else ''} of the Dask cluster at {self.address}"

    def waiting(self) -> str:
        """A scheduler takes jobs and keeps them, whether it has workers or not."""
        if self._threads():
            return ""
        start = "" if self._cluster is not None else f"; start some: dask worker {self.address}"
        return f"the cluster at {self.address} has no workers{start}"


def check_crew(workers: int = 0, cluster: str | None = None) -> None:
    """Whether what a user asked for makes sense, before anything is started."""
    count_workers(workers)
    if cluster is None:
        return
    kind, _, rest = cluster.partition(":")
    if kind == "local":
        if not plain_digits(rest) or not 1 <= int(rest) <= 256:
            raise UsageError(f"cluster: '{cluster}' should be local:N with N workers, from 1 to 256")
    elif "://" not in cluster:
        raise UsageError(f"cluster: '{cluster}' should be the scheduler's address, as tcp://host:8786, or local:4")


def scheduler_address(file: str) -> str:
    """The address in a file that `dask scheduler --scheduler-file` has written."""
    try:
        address = json.loads(Path(file).read_text(encoding="utf-8"))["address"]
    except FileNotFoundError:
        start = f"start it first, by `dask scheduler --scheduler-file {file}`"
        raise UsageError(f"cluster: there is no scheduler file '{file}': {start}") from None
    except OSError as error:
        raise UsageError(f"cluster: scheduler file '{file}': {error.strerror}") from None
    except (ValueError, KeyError, TypeError):
        address = None
    if not isinstance(address, str) or "://" not in address:
        raise UsageError(f"cluster: '{file}' has no address of a scheduler: is it the file of a Dask scheduler?")
    return address


def make_crew(workers: int = 0, cluster: str | None = None) -> Workers:
    """The workers that a user asked for."""
    return LocalWorkers(workers) if cluster is None else DaskWorkers(cluster)
