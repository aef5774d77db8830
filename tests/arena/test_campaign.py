"""Campaigns: what is played does not depend on who plays it, goes on where it stopped, and goes where it tells most."""

from __future__ import annotations

import random
import signal
import threading
from pathlib import Path
from typing import Any

import pytest

from mulligan.arena import campaign, sequential
from mulligan.arena.campaign import CellProgress, State, batch_length, plan, run_campaign, scaled
from mulligan.arena.contest import Batch, Contest
from mulligan.arena.experiment import Experiment, only, parse_experiment
from mulligan.arena.jobs import LocalWorkers
from mulligan.arena.rate import Rate
from mulligan.arena.store import Store
from mulligan.arena.stored import Tally
from mulligan.core.errors import UsageError

from ..helpers.campaign_help import HAS_PROC, Life, Shuffled, Threads, lasting, played, rules
from ..helpers.clock_help import Clock

SEARCHES = """
title = "Searches of a card that nobody sees"
game = "guess"
games = 60
seed = 3
[design]
kind = "grid"
player = "{agent}"
against = "halve"
[design.factors]
agent = ["ismcts:sims=20,reuse", "search:sims=20,rollout=mast,epsilon=0.2", "hasty"]
"""
EVEN = """
title = "Players of the same strength"
game = "nim"
games = 100_000
margin = {margin}
[design]
kind = "grid"
player = "uniform"
against = "uniform"
setup = "{{setup}}"
[design.factors]
setup = {setups}
"""
SOLO = """
title = "A solo game"
game = "swap"
games = 50
design = { kind = "gauntlet", players = ["greedy", "coin"] }
"""


def searches() -> Experiment:
    return parse_experiment(SEARCHES, "searches")


def even(
    margin: float = 5.0, setups: str = '["15-3", "16-3", "17-3", "18-3", "19-3"]', name: str = "even"
) -> Experiment:
    return parse_experiment(EVEN.format(margin=margin, setups=setups), name)


class After:
    """A signal that is set once so many games have come in."""

    def __init__(self, games: int) -> None:
        self.games, self.event = games, threading.Event()

    def __call__(self, state: State) -> None:
        if state.games >= self.games:
            self.event.set()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "results.sqlite"


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What a store has after all is played by one thread."""
    path = tmp_path_factory.mktemp("undisturbed") / "results.sqlite"
    played(path, [searches(), parse_experiment(SOLO, "solo")], Threads(1))
    return lasting(path)


@pytest.fixture
def _small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaign, "BATCH_SECONDS", 0.003)


# --- results ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("workers", ["3 threads", "1 process", "2 processes"])
@pytest.mark.usefixtures("_small_batches")
def test_results_do_not_depend_on_the_workers(workers: str, path: Path, undisturbed: dict[str, Any]) -> None:
    crew = Threads(3) if "threads" in workers else LocalWorkers(int(workers[0]))
    state = played(path, [searches(), parse_experiment(SOLO, "solo")], crew)
    crew.close()
    assert lasting(path) == undisturbed
    assert state.games == 3 * 60 + 2 * 50 == len(undisturbed["games"]) and state.done == state.goal == 3 * 30 + 2 * 50
    with Store(path, write=False) as store:
        assert [run["workers"] for run in store.runs(range(1, 10))] == [crew.describe()]


@pytest.mark.usefixtures("_small_batches")
def test_a_campaign_that_was_stopped_goes_on(path: Path, undisturbed: dict[str, Any]) -> None:
    experiments, games = [searches(), parse_experiment(SOLO, "solo")], []
    for wanted, crew in ((5, Threads(1)), (40, Threads(2)), (60, Threads(3))):
        stop = After(wanted)
        games.append(played(path, experiments, crew, stop=stop.event, progress=stop).games)
        assert games[-1] >= wanted
    assert sum(games) < 280, "all was played before it could be stopped"
    games.append(played(path, experiments, Threads(1)).games)
    assert sum(games) == 280, "something was played twice"
    assert lasting(path) == undisturbed
    with Store(path, write=False) as store:
        assert len(store.runs(range(1, 10))) == 4


def test_what_is_done_is_not_played_again(path: Path, undisturbed: dict[str, Any]) -> None:
    experiments = [searches(), parse_experiment(SOLO, "solo")]
    assert played(path, experiments, Threads(2)).games == 280
    seen: list[int] = []
    again = played(path, experiments, Threads(2), progress=lambda state: seen.append(state.done))
    assert again.games == 0 and again.done == again.goal == seen[0] and lasting(path) == undisturbed


def test_a_gap_is_filled(path: Path, undisturbed: dict[str, Any]) -> None:
    experiments = [searches(), parse_experiment(SOLO, "solo")]
    played(path, experiments, Threads(1))
    with Store(path) as store:  # as if some had never come in, and half a pair
        store.db.execute("DELETE FROM game WHERE pair IN (0, 7, 8, 29) OR (pair = 12 AND seat = 1)")
        store.db.execute("DELETE FROM tally")
        names = "contest, count(*), 0, 0, 0, sum(score), 0, 0, 0, 0, 0, 0, 0, sum(cpu), 0, max(pair), 0"
        store.db.execute(f"INSERT INTO tally SELECT {names} FROM game GROUP BY contest")
        (cell, *_) = plan(store, experiments, None)
        assert cell.gaps == [range(0, 1), range(7, 9), range(12, 13), range(29, 30)] and cell.left == 5
    played(path, experiments, Threads(1))
    assert lasting(path) == undisturbed


def test_a_contest_that_two_experiments_share_is_played_once(path: Path) -> None:
    text = 'title = "{title}"\ngame = "guess"\nseed = 4\ngames = {games}\n'
    text += 'design = {{ kind = "gauntlet", players = [{players}], against = ["halve"] }}\n'
    one = parse_experiment(text.format(title="One", games=40, players='"hasty", "uct:sims=5"'), "one")
    two = parse_experiment(text.format(title="Two", games=60, players='" uct:sims=5", "uct:sims=6"'), "two")
    with Store(path) as store:
        cells = plan(store, [one, two], None)
        assert [(cell.labels, cell.goal) for cell in cells] == [
            (["hasty, halve"], 20),
            (["uct:sims=5, halve", " uct:sims=5, halve"], 30),
            (["uct:sims=6, halve"], 30),
        ]
        assert run_campaign(store, cells, Threads(1)).games == 40 + 60 + 60
        assert [(cell.goal, cell.tally.games) for cell in store.experiment("one")] == [(40, 40), (40, 60)]
        assert [(cell.goal, cell.tally.games) for cell in store.experiment("two")] == [(60, 60), (60, 60)]


def test_a_scale_multiplies_the_games_of_every_cell(path: Path) -> None:
    def games() -> list[int]:
        with Store(path, write=False) as store:
            return [cell.tally.games for cell in store.experiment("searches")]

    assert played(path, [searches()], Threads(1), scale=0.001).games == 6 and games() == [2, 2, 2], "one pair at least"
    assert played(path, [searches()], Threads(1), scale=0.5).games == 84 and games() == [30, 30, 30]
    assert played(path, [searches()], Threads(1), scale=0.1).games == 0 and games() == [30, 30, 30]
    assert played(path, [searches()], Threads(1), scale=2).games == 270 and games() == [120, 120, 120]
    with Store(path, write=False) as store:
        assert [cell.goal for cell in store.experiment("searches")] == [120, 120, 120]
    cell = searches().cells[0]
    assert [scaled(cell, scale) for scale in (1e-9, 1, 1.5, 1e9)] == [1, 30, 45, 1_000_000]


def test_some_cells_may_be_played_and_the_store_knows_of_all(path: Path) -> None:
    played(path, [only(searches(), ["hasty"])], Threads(1))
    with Store(path, write=False) as store:
        assert [(cell.label, cell.tally.games) for cell in store.experiment("searches")] == [
            ("ismcts:sims=20,reuse", 0),
            ("search:sims=20,rollout=mast,epsilon=0.2", 0),
            ("hasty", 60),
        ]


def test_what_goes_wrong_in_a_game_is_raised_and_the_rest_is_kept(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = campaign.play_batch

    def fails(batch: Batch) -> Any:
        if batch.first >= 10:
            raise UsageError("no more")
        return usual(batch)

    monkeypatch.setattr(campaign, "BATCH_SECONDS", 1e-9)
    monkeypatch.setattr(campaign, "play_batch", fails)
    with pytest.raises(UsageError, match="no more"):
        played(path, [searches()], Threads(1))
    with Store(path) as store:
        games = store.query("SELECT count(*) FROM game")[0][0]
        assert 20 <= games <= 3 * 20
    monkeypatch.undo()
    assert played(path, [searches()], Threads(1)).games == 180 - games


# --- where the games go -----------------------------------------------------------------------------------------------


def test_cells_of_the_same_kind_stay_together(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaign, "MOST_BATCH", 20)
    spreads, last = [], []

    def note(state: State) -> None:
        last[:] = [cell.tally.games + 2 * cell.asked for cell in state.cells]
        spreads.append(max(last) - min(last))

    stop = After(4000)

    def both(state: State) -> None:
        note(state)
        stop(state)

    played(path, [even()], Threads(2), seconds=1000, progress=both, stop=stop.event)
    assert len(last) == 5 and min(last) > 700
    # A batch is 40 games, after a few of 2.  How wide an interval is depends on the variance of the pairs, which is
    # known to some ten percent after 400 of them: games may differ by twice that.
    assert 20 <= max(spreads) < 160


def test_games_go_where_a_narrower_interval_is_wanted(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaign, "MOST_BATCH", 20)
    stop = After(12_000)
    coarse, fine = even(4, '["15-3"]', "coarse"), even(1, '["16-3"]', "fine")
    state = played(path, [coarse, fine], Threads(1), seconds=1000, progress=stop, stop=stop.event)
    few, many = (cell.tally.games for cell in state.cells)
    # Intervals four times as narrow take sixteen times the games, but for the last batch or two.
    assert 13 < many / few < 19


def test_a_cell_that_is_certain_needs_fewer_games(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaign, "MOST_BATCH", 20)
    stop = After(6000)
    state = played(path, [rules(1_000_000)], Threads(1), seconds=1000, progress=stop, stop=stop.event)
    widths = [cell.width for cell in state.cells]
    assert max(widths) / min(widths) < 1.4, "all intervals are about as wide"
    by_label = {cell.labels[0]: cell.tally for cell in state.cells}
    assert by_label["expert, random"].games < by_label["reduced, reduced"].games / 1.5


def test_a_time_limit_ends_it(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaign, "BATCH_SECONDS", 1000.0)  # whatever a pair takes,
    monkeypatch.setattr(campaign, "MOST_BATCH", 20)  # a batch is so many, after the first
    clock, seen, games = Clock(), [], []
    monkeypatch.setattr(campaign, "time", clock)

    def progress(state: State) -> None:
        seen.append(state.rest)
        if state.games not in games:  # a batch came in: let it have taken a tenth of a second
            games.append(state.games)
            clock.pass_by(0.1)
            assert len(games) < 50, "nobody looks at the clock"

    state = played(path, [even()], Threads(2), seconds=3.05, progress=progress)
    assert 30 <= len(games) - 1 <= 30 + 4, "then no more batches are asked for, and those in progress are kept"
    assert state.games == games[-1] and not state.stopping
    assert seen[0] == 3.05 and seen[-1] == 0.0 and state.elapsed > 3.05
    assert all(cell.goal == 1_000_000 and cell.left > 0 for cell in state.cells), "there is no other end"
    with Store(path, write=False) as store:
        assert [cell.goal for cell in store.experiment("even")] == [100_000] * 5
    with Store(path) as store:
        cells = plan(store, [even()], 0.0001, limited=True)
        assert [cell.goal for cell in cells] == [5] * 5, "but with a scale"
        assert not any(cell.gaps for cell in cells)


def test_batches_take_a_few_seconds() -> None:
    cell = CellProgress(Contest("nim", ("uniform", "uniform")), 1, ["it"], 1000, Tally(), [range(1000)], Rate({}, 2))
    first = cell.take()
    assert first is not None and (first.first, first.pairs) == (0, 1), "nobody knows yet what a pair takes"
    cell.seconds = 0.03
    found = [batch for batch in (cell.take(), cell.take(0.9), cell.take(1e-9), cell.take(30.0)) if batch]
    assert [(batch.first, batch.pairs) for batch in found] == [(1, 100), (101, 30), (131, 1), (132, 868)]
    assert [batch.seconds for batch in found] == [10.0, 10.0, 10.0, 90.0], "what is late is given to somebody else"
    assert cell.asked == cell.left == 1000 and cell.take() is None
    cell.gaps = [range(5, 7), range(9, 12)]
    assert [(batch.first, batch.pairs) for batch in (cell.take(), cell.take()) if batch] == [(5, 2), (9, 3)]


@pytest.mark.parametrize("workers", [1, 7, 100, 1000])
def test_small_experiments_are_shared_evenly_and_large_ones_in_long_batches(workers: int) -> None:
    """A pair takes a second.  Whoever is given the longest batches is not done much later than the others."""
    for each in (1, 5, 400):
        cell, given = CellProgress.new(Contest("nim", ("uniform", "uniform")), 1, workers * each), []
        cell.seconds, left = 1.0, workers * each
        while cell.open:
            batch = cell.take(batch_length(workers, left / workers, campaign.BATCH_SECONDS))
            assert batch is not None
            given.append(batch.pairs)
            left -= batch.pairs  # as if it were done at once
        assert sum(given) == workers * each and given[-1] <= max(1, workers // 500)
        assert max(given) <= max(1, each / 4), "four for each worker at least"
        assert max(given) == min(max(1, each // 4), max(3, 3 * workers // 100))
        assert workers < 1000 or len(given) < 40 * workers


TESTED = """
title = "Sequential tests"
game = "nim"
games = 4000
sprt = { elo0 = 0, elo1 = 60 }
design = { kind = "gauntlet", players = ["uct:sims=4", "uct:sims=5"], against = ["uniform"] }
"""


def ends(path: Path) -> list[Any]:
    """How the tests of a store ended."""
    with Store(path, write=False) as store:
        tests = [
            test for _, test in sequential.tested_cells(store, "tested", store.experiment("tested")) if test is not None
        ]
        return [(test.verdict, test.end, test.llr) for test in tests]


def test_a_test_ends_with_the_same_pair_whoever_plays_and_whenever_they_are_done(path: Path) -> None:
    """The crew is of any size, and its jobs come in in any order, some of them together."""
    made = parse_experiment(TESTED, "tested")
    played(path, [made], Threads(1))
    found = ends(path)
    assert len(found) == 2 and all(verdict for verdict, _, _ in found)
    for seed, workers in enumerate((2, 3, 40, 40)):
        other = path.with_name(f"{seed}.sqlite")
        state = played(other, [made], Shuffled(random.Random(seed), workers))
        assert ends(other) == found
        assert [cell.test.end for cell in state.cells if cell.test is not None] == [end for _, end, _ in found]


def test_what_a_batch_had_no_time_for_is_given_to_somebody_else(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usual, cut = campaign.play_batch, []

    def short(batch: Batch) -> Any:
        rows = usual(batch)
        keep = random.Random(batch.first).randint(1, batch.pairs)
        cut.append(batch.pairs - keep)
        return rows[: 2 * keep]

    whole = path.with_name("whole.sqlite")
    played(whole, [rules(1000)], Threads(1))
    monkeypatch.setattr(campaign, "play_batch", short)
    monkeypatch.setattr(campaign, "BATCH_SECONDS", 0.01)
    state = played(path, [rules(1000)], Threads(2))
    assert sum(cut) > 50 and state.games == 4000
    assert lasting(path) == lasting(whole)


# --- Ctrl-C -----------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(not HAS_PROC, reason="how processes are found here")
def test_ctrl_c_keeps_the_batches_in_progress(path: Path) -> None:
    life = Life(path, 100_000)
    life.wait(lambda: life.batches >= 10)
    life.process.send_signal(signal.SIGINT)
    assert life.end() == "" and life.process.returncode == 0 and life.finished()
    told = life.stored()
    with Store(path, write=False) as store:
        found = store.query("SELECT contest, pair, seat FROM game ORDER BY 1, 2, 3")
    assert found == sorted(told) and 20 <= len(found) < 400_000
    assert life.leaves_nobody_behind()


@pytest.mark.skipif(not HAS_PROC, reason="how processes are found here")
@pytest.mark.parametrize("kind", ["rules", "slow"])
def test_who_is_told_to_end_leaves_in_order(path: Path, kind: str) -> None:
    """As `timeout` does it: no games are lost, no process stays, and nothing complains of semaphores left behind."""
    life = Life(path, 100_000, kind)
    life.wait(lambda: life.batches >= 5 if kind == "rules" else len(life.workers()) == 2)
    life.process.send_signal(signal.SIGTERM)
    assert life.end() == "" and life.process.returncode == 128 + signal.SIGTERM and not life.finished()
    assert life.leaves_nobody_behind()
    with Store(path, write=False) as store:
        assert set(life.stored()) <= set(store.query("SELECT contest, pair, seat FROM game"))


@pytest.mark.skipif(not HAS_PROC, reason="how processes are found here")
def test_a_second_ctrl_c_waits_for_nothing(path: Path) -> None:
    life = Life(path, 10, "slow")
    life.wait(lambda: len(life.workers()) == 2)
    life.process.send_signal(signal.SIGINT)
    life.wait(lambda: "stopping" in life.said)
    assert life.process.poll() is None, "the first waits, as a pair takes most of an hour"
    life.process.send_signal(signal.SIGINT)
    errors = life.end()
    assert life.process.returncode == -signal.SIGINT and "KeyboardInterrupt" in errors and not life.finished()
    assert life.leaves_nobody_behind()
