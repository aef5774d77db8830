"""A campaign whose processes are killed, again and again: nothing is lost, nothing is there twice, nobody is left over.

`MULLIGAN_TEST_KILLS=200 python -m pytest tests/test_killed.py` kills more often than there is time for every day.
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
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from mulligan.arena.campaign import plan
from mulligan.arena.store import Store

from .campaign_help import ROOT, Threads, lasting, played, rules

pytestmark = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="how processes are found here")

KILLS = int(os.environ.get("MULLIGAN_TEST_KILLS", "12"))
MARK = "MULLIGAN_TEST_MARK"
Game = tuple[int, int, int]


class Life:
    """One life of the program: what it has said so far, and its processes."""

    def __init__(self, store: Path, games: int) -> None:
        self.mark = uuid.uuid4().hex
        self.said: list[str] = []
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.campaign_help", str(store), "2", str(games)],
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
        until = time.monotonic() + 120
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
        self.process.wait(60)
        self.ear.join(60)
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
        """Whether all its processes are gone, at the latest after some seconds."""
        until = time.monotonic() + 8
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
        assert not any(course.gaps for course in plan(store, [rules(games)], None))
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
    assert not life.finished(), "all was over before the last kill"
    errors = life.end()
    assert (errors, life.process.returncode) == ("", 0) and life.finished() and len(killed) >= kills
    told = life.stored()
    assert len(told) == len(set(told)) == 4 * games, "a game came in twice, or not at all"
    assert check(path, set(told)) == 4 * games
    assert lasting(path) == undisturbed(games)
    assert life.leaves_nobody_behind()
