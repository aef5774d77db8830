"""Campaigns over a Dask cluster: a scheduler and workers in processes of their own, some of which are killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mulligan.arena import campaign, jobs
from mulligan.arena.campaign import State
from mulligan.arena.jobs import DaskWorkers, make_crew, run_jobs, scheduler_address
from mulligan.arena.progress import campaign_line
from mulligan.arena.store import Store
from mulligan.core.errors import UsageError

from ..helpers.campaign_help import ROOT, Threads, gauged, lasting, measured, played, rules
from ..helpers.clock_help import HANGING
from ..helpers.jobs_help import Job, times, work

pytest.importorskip("distributed")

GAMES = 2000


class Cluster:
    """A scheduler, and workers that come and go."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.workers = folder, []
        self.scheduler = self._start(
            "dask_scheduler", "--port", "0", "--scheduler-file", str(folder / "scheduler.json")
        )
        self.address = self._address()

    def _address(self) -> str:
        until = time.monotonic() + HANGING
        while time.monotonic() < until:
            try:
                found: str = json.loads((self.folder / "scheduler.json").read_text())["address"]
                return found
            except (OSError, ValueError):
                assert self.scheduler.poll() is None
                time.sleep(0.05)
        raise TimeoutError

    def add_worker(self) -> subprocess.Popen[bytes]:
        options = ("--no-nanny", "--nthreads", "1", "--local-directory", str(self.folder))
        self.workers.append(self._start("dask_worker", self.address, *options))
        return self.workers[-1]

    def need_a_worker(self) -> None:
        """One that lives, from this test or one before."""
        if not any(worker.poll() is None for worker in self.workers):
            self.add_worker()

    def _start(self, program: str, *options: str) -> subprocess.Popen[bytes]:
        command = [
            sys.executable,
            "-m",
            f"distributed.cli.{program}",
            "--host",
            "127.0.0.1",
            "--no-dashboard",
            *options,
        ]
        return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def close(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def clusters(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Cluster]]:
    made: list[Cluster] = []
    try:
        yield made
    finally:
        for each in made:
            each.close()


@pytest.fixture
def cluster(clusters: list[Cluster], tmp_path: Path) -> Cluster:
    """A cluster; the next test uses it too, if its scheduler lives."""
    if not clusters or clusters[-1].scheduler.poll() is not None:
        clusters.append(Cluster(tmp_path))
    return clusters[-1]


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What one thread of this process has in the end."""
    path = tmp_path_factory.mktemp("alone") / "results.sqlite"
    played(path, [rules(GAMES)], Threads(1))
    return lasting(path)


@pytest.fixture(autouse=True)
def _small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaign, "BATCH_SECONDS", 0.01)
    monkeypatch.setattr(campaign, "MOST_BATCH", 20)  # however fast the machine is


class At:
    """Does something once so many games have come in."""

    def __init__(self, games: int, what: Any) -> None:
        self.games, self.what, self.state = games, what, None

    def __call__(self, state: State) -> None:
        if self.state is None and state.games >= self.games:
            self.state = state.games
            self.what()


def test_workers_may_come_late_and_be_killed(cluster: Cluster, tmp_path: Path, alone: dict[str, Any]) -> None:
    crew = DaskWorkers(cluster.address)
    try:
        assert crew.size() == 1 and crew.describe() == f"1 thread of the Dask cluster at {cluster.address}"
        first, _ = cluster.add_worker(), cluster.add_worker()
        kill = At(GAMES, lambda: (first.kill(), cluster.add_worker()))
        state = played(tmp_path / "results.sqlite", [rules(GAMES)], crew, progress=kill)
    finally:
        crew.close()
    assert kill.state is not None and kill.state < state.games == 4 * GAMES
    assert first.wait(HANGING) == -signal.SIGKILL
    assert lasting(tmp_path / "results.sqlite") == alone


@pytest.fixture
def nobody(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A scheduler that no worker has ever seen."""
    made = Cluster(tmp_path_factory.mktemp("nobody"))
    try:
        yield made
    finally:
        made.close()


@pytest.mark.parametrize("end", ["stop", "time"])
def test_a_cluster_without_workers_is_named_and_not_waited_for(nobody: Cluster, tmp_path: Path, end: str) -> None:
    crew, told, stop = DaskWorkers(nobody.address), list[str](), threading.Event()

    def progress(state: State) -> None:
        told.append(campaign_line(state))
        if len(told) > 2:
            stop.set()

    try:
        options: dict[str, Any] = {"stop": stop} if end == "stop" else {"seconds": 0.5}
        state = played(tmp_path / "results.sqlite", [rules(GAMES)], crew, progress=progress, **options)
        assert state.games == 0 and all(
            f"waiting: the cluster at {nobody.address} has no workers; start some: dask worker {nobody.address}" in line
            for line in told
        ), "from the first line on"
    finally:
        crew.close()


def test_a_cluster_that_gets_a_worker_after_all(nobody: Cluster, tmp_path: Path, alone: dict[str, Any]) -> None:
    crew, waits = DaskWorkers(nobody.address), []

    def progress(state: State) -> None:
        if not waits:
            nobody.add_worker()
        waits.append(bool(state.waiting))

    try:
        played(tmp_path / "results.sqlite", [rules(GAMES)], crew, progress=progress)
    finally:
        crew.close()
    assert waits[0] and not waits[-1]
    assert lasting(tmp_path / "results.sqlite") == alone


def test_one_ctrl_c_ends_a_command_that_waits_for_workers(nobody: Cluster, tmp_path: Path) -> None:
    """The signal is sent once it has said that nobody is there; a second one would end any command."""
    command = [sys.executable, "-m", "mulligan", "tournament", "nim", "uniform", "uct:sims=5", "--pairs", "10"]
    program = subprocess.Popen(
        [*command, "--cluster", nobody.address, "--store", str(tmp_path / "s.sqlite")],
        cwd=ROOT,
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert program.stderr is not None
    try:
        heard = []
        for line in program.stderr:
            heard.append(line)
            if "has no workers" in line:
                break
        assert heard and f"dask worker {nobody.address}" in heard[-1], heard
        program.send_signal(signal.SIGINT)
        rest = program.communicate(timeout=120)[1]
        assert program.returncode == 130 and "stopped; the same command goes on" in rest
    finally:
        program.kill()
        program.wait()


def wait_for(so: Any) -> None:
    until = time.monotonic() + HANGING
    while not so():
        assert time.monotonic() < until
        time.sleep(0.05)


def test_what_goes_wrong_in_a_job_is_raised_to_the_caller(cluster: Cluster, tmp_path: Path) -> None:
    cluster.need_a_worker()
    crew, waiting = DaskWorkers(cluster.address), [Job("plain", 5), Job("fails", 77, str(tmp_path)), Job("plain", 3)]
    found = []
    try:
        with pytest.raises(ZeroDivisionError, match="job 77"):
            found.extend(job.number for job, _ in run_jobs(crew, work, lambda: waiting.pop() if waiting else None))
    finally:
        crew.close()
    assert 3 in found and times(Job("fails", 77, str(tmp_path))) >= 1


def test_gauges_go_with_the_games(cluster: Cluster, tmp_path: Path) -> None:
    paths = [tmp_path / "here.sqlite", tmp_path / "there.sqlite"]
    played(paths[0], [gauged(20)], Threads(1))
    cluster.need_a_worker()
    crew = DaskWorkers(cluster.address)
    try:
        played(paths[1], [gauged(20)], crew)
    finally:
        crew.close()
    assert measured(paths[0]) == measured(paths[1]) and len(measured(paths[0])) == 80


def test_a_scheduler_that_is_gone_is_told_and_what_came_in_is_kept(
    cluster: Cluster, tmp_path: Path, alone: dict[str, Any]
) -> None:
    cluster.need_a_worker()
    path, crew = tmp_path / "results.sqlite", DaskWorkers(cluster.address)
    try:
        with pytest.raises(UsageError, match=rf"cluster: the scheduler at {cluster.address} answers no more"):
            played(path, [rules(GAMES)], crew, progress=At(GAMES, cluster.scheduler.kill))
    finally:
        crew.close()
    with Store(path, write=False) as store:
        assert GAMES <= store.query("SELECT count(*) FROM game")[0][0] < 4 * GAMES
    played(path, [rules(GAMES)], Threads(1))
    assert lasting(path) == alone


def test_a_bad_day(tmp_path: Path, alone: dict[str, Any]) -> None:
    """A worker dies, one comes late, the scheduler dies, and the next one is found by the same file: nothing is lost,
    nothing that was kept is played again, and the results are those of one thread."""
    path, file = tmp_path / "results.sqlite", str(tmp_path / "scheduler.json")

    def play(*events: At) -> int:
        crew = DaskWorkers(scheduler_address(file))
        try:
            return played(path, [rules(GAMES)], crew, progress=lambda state: [event(state) for event in events]).games
        finally:
            crew.close()

    cluster = Cluster(tmp_path)
    try:
        first = cluster.add_worker()
        killed = At(GAMES // 4, lambda: (first.kill(), cluster.add_worker()))
        with pytest.raises(UsageError, match="answers no more; all that came in is kept"):
            play(killed, At(GAMES, cluster.scheduler.kill))
        assert killed.state is not None and killed.state < GAMES and first.wait(HANGING) == -signal.SIGKILL
    finally:
        cluster.close()
        Path(file).unlink()
    with Store(path, write=False) as store:
        (before,) = store.query("SELECT count(*) FROM game")[0]
    assert GAMES <= before < 4 * GAMES
    cluster = Cluster(tmp_path)
    try:
        cluster.add_worker()
        assert play() == 4 * GAMES - before
    finally:
        cluster.close()
    assert lasting(path) == alone


def test_a_cluster_of_our_own(tmp_path: Path, alone: dict[str, Any]) -> None:
    crew = make_crew(0, "local:2")
    assert isinstance(crew, DaskWorkers)
    try:
        assert crew.size() == 2 and crew.describe() == "2 threads of the Dask cluster at local:2"
        workers: list[int] = list(crew._client.run(os.getpid).values())
        kill = At(GAMES, lambda: os.kill(workers[0], signal.SIGKILL))
        state = played(tmp_path / "results.sqlite", [rules(GAMES)], crew, progress=kill)
    finally:
        crew.close()
    assert kill.state is not None and kill.state < state.games
    assert lasting(tmp_path / "results.sqlite") == alone
    wait_for(lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers))


@pytest.mark.parametrize(
    "address",
    ["tcp://127.0.0.1:1", "tcp://", "tcp://x:y", "foo://bar:1", "tls://127.0.0.1:1", "://", "tcp://[::1:3"],
)
def test_an_address_where_nobody_answers_is_told(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "ANSWER_SECONDS", 1)
    with pytest.raises(UsageError, match="cluster: no scheduler answers at"):
        DaskWorkers(address)


@pytest.mark.parametrize("address", ["nonsense", "local:", "local:0", "local:two", "local:-1", "local:1000", "8786"])
def test_what_is_no_address_is_told(address: str) -> None:
    with pytest.raises(UsageError, match=r"cluster: '.*' should be"):
        make_crew(0, address)


def test_without_dask_it_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UsageError, match=r"pip install 'mulligan\[cluster\]'"):
        make_crew(0, "tcp://127.0.0.1:8786")
