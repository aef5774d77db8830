"""Times without the making of code: what is compiled or loaded in the middle of a decision is named apart."""

from __future__ import annotations

import threading
import time
from dataclasses import replace

import pytest

from mulligan.agents import make_player
from mulligan.arena.contest import Contest, play_pair
from mulligan.arena.match import run_match
from mulligan.arena.runner import GameRunner
from mulligan.cli.display import match_table
from mulligan.core.game import Game
from mulligan.core.position import Position
from mulligan.core.timing import Stopwatch, code_time, making_code
from mulligan.games.toys import NIM
from mulligan.kernel import entry
from mulligan.search import Decision


def work(seconds: float) -> None:
    """Keep this thread's processor busy."""
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        pass


def fresh() -> Game:
    """A game whose code nobody has asked for in this process: it is compiled, or loaded from the cache of the tests."""
    return replace(NIM)


def test_what_makes_code_is_counted_apart() -> None:
    clock = Stopwatch()
    work(0.02)
    with making_code():
        work(0.05)
        with making_code():
            work(0.05)
    found = clock.read()
    assert 0.1 <= found.compile_cpu <= found.compile_seconds + 0.01
    assert 0.02 <= found.cpu < 0.1 and found.seconds >= found.cpu - 0.01


def test_what_another_thread_does_is_its_own() -> None:
    def other() -> None:
        with making_code():
            work(0.05)

    clock, (before, _) = Stopwatch(), code_time()
    thread = threading.Thread(target=other)
    thread.start()
    thread.join()
    assert clock.read().compile_cpu == 0.0
    assert code_time()[0] - before >= 0.05


def test_the_time_in_which_any_thread_makes_code_is_counted_once() -> None:
    inside, gate = threading.Barrier(3), threading.Event()

    def other() -> None:
        with making_code():
            inside.wait()
            gate.wait()

    (_, before), began = code_time(), time.perf_counter()
    threads = [threading.Thread(target=other) for _ in range(2)]
    for thread in threads:
        thread.start()
    inside.wait()
    work(0.05)
    gate.set()
    for thread in threads:
        thread.join()
    assert 0.05 <= code_time()[1] - before <= time.perf_counter() - began


def test_numba_says_when_it_compiles() -> None:
    @entry
    def triple(x):  # type: ignore[no-untyped-def]
        return 3 * x

    clock = Stopwatch()
    assert triple(14) == 42
    first = clock.read()
    assert first.compile_cpu > 0 and first.cpu < first.compile_cpu
    clock = Stopwatch()
    triple(1)
    assert clock.read().compile_cpu == 0.0


@pytest.mark.parametrize(
    "name", ["uct:sims=2", "beam:width=1", "ensemble:trees=2,sims=2,threads=2", "uct:seconds=0.001"]
)
def test_a_decision_does_not_count_the_making_of_its_code(name: str) -> None:
    game = fresh()
    position, player, used = Position.deal(game), make_player(game, name), time.thread_time()
    made, _ = code_time()
    first = player.decide(position, 1)
    used, made = time.thread_time() - used, code_time()[0] - made
    assert made > 0 and first.compile_seconds == pytest.approx(made, rel=0.01, abs=1e-5)
    if "threads" not in name:
        assert first.cpu_seconds <= used - 0.99 * made
    again = player.decide(position, 1)
    assert again.compile_seconds < made / 10
    assert first.to_dict()["compile_seconds"] == first.compile_seconds


def test_it_is_told_where_it_can_be_noticed() -> None:
    here = Position.deal(NIM)
    decision = make_player(NIM, "uct:sims=20").decide(here, 1)
    assert str(replace(decision, compile_seconds=5.64)).endswith("/s (and 5.6 s compiling)")
    assert "compiling" not in str(replace(decision, compile_seconds=0.001))
    assert Decision(here, "a", 0, (1,)).compiling == ""


def test_games_and_matches_do_not_count_it_either(monkeypatch: pytest.MonkeyPatch) -> None:
    game = fresh()
    table, (made, _), used = (
        GameRunner(game, "", [make_player(game, "uct:sims=2")] * 2),
        code_time(),
        time.thread_time(),
    )
    contest = Contest("nim", ("uct:sims=2", "uct:sims=2"))
    rows = play_pair(table, contest, 0)
    used, made = time.thread_time() - used, code_time()[0] - made
    assert made > 0 and sum(row.cpu for row in rows) <= used - 0.99 * made
    assert all(row.cpu_1 + row.cpu_2 <= row.cpu for row in rows)

    monkeypatch.setattr("mulligan.arena.contest._make_ready", lambda *contest: work(0.0))  # so that it comes late
    (before, _), cpu, began = code_time(), time.process_time(), time.perf_counter()
    result = run_match(fresh(), "uct:sims=2", "uniform", pairs=1, seed=1)
    wall, cpu, made = time.perf_counter() - began, time.process_time() - cpu, code_time()[0] - before
    assert result.compile_seconds == pytest.approx(made) and made > 0
    assert result.cpu_seconds <= cpu - 0.99 * made and result.seconds < wall
    assert result.to_dict()["compile_seconds"] == result.compile_seconds
    assert "not counted" in str(match_table(replace(result, compile_seconds=5.0)))
    assert "not counted" not in str(match_table(replace(result, compile_seconds=0.0)))
