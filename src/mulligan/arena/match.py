"""A match: pairs of games, played by any number of threads, always with the same result.

A pair is one deal played twice.  With two players the seats are swapped in between, so that neither gains by the
deal; in solo games both play the same deal, and who makes more of it wins the pair.
"""

from __future__ import annotations

import os
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Protocol

from mulligan.agents import ASK, Player, make_player, stages_without_a_say
from mulligan.errors import UsageError
from mulligan.game import Game
from mulligan.registry import code_origin
from mulligan.timing import code_time
from mulligan.version import version

from .contest import outside_code
from .deals import Deals
from .rate import Rate
from .sprt import Sprt, SprtRun
from .statistics import elo, elo_interval, pair_test, wilson
from .table import Played, Table

MOST_PAIRS = 1_000_000
MOST_WORKERS = 256
BATCH_SECONDS = 0.4  # long enough to cost nothing, short enough for a lively display


class Signal(Protocol):
    """What can tell a match to stop: a `threading.Event`, or the like."""

    def is_set(self) -> bool:
        """Whether to stop."""


@dataclass(frozen=True)
class Pair:
    """One deal played twice."""

    number: int
    first: Played
    """With two players, the first one sits in the first seat; in solo games, it is the first one that plays."""
    second: Played
    solo: bool

    @property
    def results(self) -> tuple[float, ...]:
        """The first player's results: of both games, or in solo games of the comparison (1, 0.5 or 0)."""
        if self.solo:
            return (_result(self.first.score, self.second.score),)
        return _result(self.first.score, 0.5), _result(self.second.score, 0.5)

    def total(self, name: str, index: int) -> float:
        """The sum of one of `decisions`, `cpu` and `simulations` for the first (0) or the second (1) player."""
        if self.solo:
            return float(getattr((self.first, self.second)[index], name)[0])
        return float(getattr(self.first, name)[index] + getattr(self.second, name)[index])


def _result(score: float, other: float) -> float:
    return 0.5 if score == other else float(score > other)


@dataclass(frozen=True)
class Standing:
    """The score while a match goes on, from the first player's side."""

    pairs: int
    goal: int
    games: int
    wins: int
    draws: int
    losses: int
    seconds: float
    stopping: bool = False
    """Whether the match only waits for the games in progress."""
    llr: float | None = None
    """With a sequential test: how far it is."""

    @property
    def points(self) -> float:
        """A win is one point, a draw half a point."""
        return self.wins + self.draws / 2

    @property
    def decided(self) -> int:
        """How many results there are: games, or in solo games pairs."""
        return self.wins + self.draws + self.losses


class _Score:
    """Results counted as they come in."""

    def __init__(self, goal: int) -> None:
        self.goal, self.pairs = goal, 0
        self.results: Counter[float] = Counter()

    def add(self, pairs: Sequence[Pair]) -> _Score:
        self.pairs += len(pairs)
        self.results.update(result for pair in pairs for result in pair.results)
        return self

    def standing(self, seconds: float, stopping: bool = False) -> Standing:
        wins, draws, losses = (self.results[result] for result in (1.0, 0.5, 0.0))
        return Standing(self.pairs, self.goal, 2 * self.pairs, wins, draws, losses, seconds, stopping)


@dataclass(frozen=True)
class MatchResult:
    """All that a match found."""

    game: Game
    agents: tuple[str, str]
    configurations: tuple[str, str]
    oracles: tuple[bool, bool]
    """Which of the agents are shown what they should not know."""
    setup: str
    granted: tuple[str, ...]
    """The setup of each table: in solo games, with what its player wished for."""
    seed: int
    goal: int
    """Pairs asked for."""
    played: tuple[Pair, ...]
    """The pairs that were finished, in order."""
    seconds: float
    cpu_seconds: float
    workers: int
    compile_seconds: float = 0.0
    """CPU seconds that compiling and loading code took; the other times are without it."""
    code: Mapping[str, str] = field(default_factory=dict)
    """What of it is other packages', and `mulligan` itself, with versions and fingerprints."""
    deals: str = ""
    """The file of the deals, if they were fixed."""
    notes: tuple[str, ...] = ()
    """Who has no say in which decisions."""
    test: SprtRun | None = None
    """The sequential test, if there was one: where it stopped, or how far it came."""

    @cached_property
    def standing(self) -> Standing:
        """The final score."""
        return _Score(self.goal).add(self.played).standing(self.seconds)

    @property
    def interrupted(self) -> bool:
        """Whether fewer pairs were played than asked for, and not because a test was done."""
        return len(self.played) < self.goal and not (self.test is not None and self.test.verdict)

    @property
    def rate(self) -> float | None:
        """The first player's points per result, or None if nothing was played."""
        score = self.standing
        return score.points / score.decided if score.decided else None

    @property
    def pair_interval(self) -> list[float] | None:
        """The 95 % interval of the rate reckoned over pairs: narrower where the deal decides much."""
        if not self.played:
            return None
        shares = Counter(sum(pair.results) / len(pair.results) for pair in self.played)
        return list(Rate(shares, self.game.players).interval())

    @property
    def first_seat_rate(self) -> float | None:
        """The points of whoever sat first, per game; None in solo games."""
        if self.game.players == 1 or not self.played:
            return None
        points = sum(pair.results[0] + 1 - pair.results[1] for pair in self.played)
        return points / (2 * len(self.played))

    @property
    def payoff_means(self) -> list[float] | None:
        """In solo games, what each of the players was paid on average; else None."""
        if self.game.players > 1 or not self.played:
            return None
        sums = sum(pair.first.score for pair in self.played), sum(pair.second.score for pair in self.played)
        return [total / len(self.played) for total in sums]

    @property
    def payoff_intervals(self) -> list[list[float]] | None:
        """The 95 % intervals of these means: exact enough for wins and losses, on the safe side for scores between."""
        means, n = self.payoff_means, len(self.played)
        return None if means is None else [list(wilson(mean * n, n)) for mean in means]

    def by_agent(self, index: int) -> dict[str, Any]:
        """What one of the players did and what it cost; rule players decide in no time that could be measured."""
        decisions, simulations = (int(self._sum(name, index)) for name in ("decisions", "simulations"))
        cpu = self._sum("cpu", index)
        return {
            "name": self.agents[index],
            "oracle": self.oracles[index],
            "decisions": decisions,
            "cpu_seconds": cpu,
            "cpu_seconds_per_decision": cpu / decisions if cpu and decisions else None,
            "simulations": simulations,
            "simulations_per_cpu_second": simulations / cpu if cpu and simulations else None,
        }

    def _sum(self, name: str, index: int) -> float:
        return sum(pair.total(name, index) for pair in self.played)

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data, ready for JSON; numbers are the first player's unless they say otherwise."""
        score, pairs, rate = self.standing, self.played, self.rate
        first, second = self.by_agent(0), self.by_agent(1)
        points = Counter(f"{sum(pair.results):g}" for pair in pairs)
        turns = sum(pair.first.turns + pair.second.turns for pair in pairs)
        return {
            "game": self.game.name,
            "version": self.game.id,
            "agents": list(self.agents),
            "configurations": list(self.configurations),
            "setup": self.setup,
            "granted": list(self.granted),
            "notes": list(self.notes),
            "seed": self.seed,
            "pairs": score.pairs,
            "games": score.games,
            "wins": score.wins,
            "draws": score.draws,
            "losses": score.losses,
            "rate": rate,
            "ci95": list(wilson(score.points, score.decided)),
            "ci95_pairs": self.pair_interval,
            "p_value": pair_test(sum(pair.results) / len(pair.results) for pair in pairs),
            "elo": None if rate is None else elo(rate),
            "elo95": list(elo_interval(score.points, score.decided)),
            "pair_scores": {key: points[key] for key in sorted(points, key=float)},
            "sprt": self._sprt(),
            "deals": self.deals or None,
            "payoff_means": self.payoff_means,
            "payoff_ci95": self.payoff_intervals,
            "turns_mean": turns / score.games if score.games else None,
            "first_seat_rate": self.first_seat_rate,
            "seconds": self.seconds,
            "cpu_seconds": self.cpu_seconds,
            "compile_seconds": self.compile_seconds,
            "games_per_second": score.games / self.seconds if self.seconds > 0 else None,
            "decisions": first["decisions"],
            "cpu_seconds_per_decision": first["cpu_seconds_per_decision"],
            "by_agent": [first, second],
            "workers": self.workers,
            "interrupted": self.interrupted,
            "mulligan": version(),
            "code": dict(self.code),
        }

    def _sprt(self) -> dict[str, Any] | None:
        test = self.test
        if test is None:
            return None
        about = {key: getattr(test.sprt, key) for key in ("elo0", "elo1", "alpha", "beta")}
        return about | {"llr": test.llr, "bounds": list(test.sprt.bounds), "verdict": test.verdict, "pairs": test.pairs}


class _Seats:
    """One worker's players and tables: players remember things, so no two workers share them."""

    def __init__(self, game: Game, names: Sequence[str], setup: str, deals: Deals | None) -> None:
        players: list[Player] = [make_player(game, name) for name in names]
        self.deals = deals
        self.solo = game.players == 1
        groups = [[player] for player in players] if self.solo else [players]
        self.tables = [Table(game, setup, group) for group in groups]
        self.players = [player for table in self.tables for player in table.players]

    def notes(self) -> list[str]:
        """Which players have no say in which stages, and who plays these."""
        found = []
        for table in self.tables:
            game = table.game
            for player, styles in zip(table.players, table.styles, strict=True):
                stages = stages_without_a_say(game, table.granted, player)
                rules = dict.fromkeys(game.styles[styles[game.stages.index(stage)]] for stage in stages)
                if stages:
                    plays = "plays them" if len(stages) > 1 else "plays it"
                    found.append(f"{player.name} has no say in {', '.join(stages)}: {' and '.join(rules)} {plays}")
        return list(dict.fromkeys(found))

    def play(self, seed: int, number: int, stopped: Callable[[], bool]) -> Pair | None:
        """Play a pair; None if it was stopped halfway."""
        deal = None if self.deals is None else self.deals.deal(number)
        first = self.tables[0].play(seed, number, False, deal)
        if stopped():
            return None
        table, swapped = (self.tables[1], False) if self.solo else (self.tables[0], True)
        second = table.play(seed, number, swapped, deal)
        return Pair(number, first, second, self.solo)


class _Work:
    """The pairs still to be played, and those that have been."""

    def __init__(self, pairs: int, seed: int, workers: int, stop: Signal | None) -> None:
        self.pairs, self.seed, self.workers, self.stop = pairs, seed, workers, stop
        self.next, self.lock = 0, threading.Lock()
        self.done: list[Pair] = []
        self.ended: list[BaseException | None] = []
        """One entry for each worker that has ended: what it died of, or None."""
        self.news, self.halt = threading.Event(), threading.Event()

    def stopped(self) -> bool:
        return self.halt.is_set() or (self.stop is not None and self.stop.is_set())

    def take(self, size: int) -> range:
        """The next few pairs: about `size`, and towards the end fewer, so that all workers end together."""
        with self.lock:
            left = self.pairs - self.next
            fair = left if self.workers == 1 else -(-left // (2 * self.workers))
            batch = range(self.next, self.next + min(size, fair))
            self.next = batch.stop
            return batch

    def run(self, seats: _Seats) -> None:
        """What a worker does."""
        failure: BaseException | None = None
        try:
            size = 1
            while not self.stopped() and (batch := self.take(size)):
                started = time.perf_counter()
                for number in batch:
                    pair = None if self.stopped() else seats.play(self.seed, number, self.stopped)
                    if pair is None:
                        return
                    self.done.append(pair)
                each = max(1e-6, (time.perf_counter() - started) / len(batch))
                size = max(1, min(4 * size, int(BATCH_SECONDS / each)))
                self.news.set()
        except BaseException as error:  # it is raised again where the match was called
            failure = error
            self.halt.set()
        finally:
            self.ended.append(failure)
            self.news.set()


def count_workers(workers: int) -> int:
    """The number of threads: 0 stands for one per processor that this process may use.

    >>> count_workers(3)
    3
    """
    if not 0 <= workers <= MOST_WORKERS:
        raise UsageError(f"workers: {workers} should be a whole number from 0 (all processors) to {MOST_WORKERS}")
    if workers:
        return workers
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run_match(
    game: Game,
    a: str,
    b: str,
    *,
    pairs: int,
    seed: int,
    setup: str = "",
    workers: int = 1,
    progress: Callable[[Standing], None] | None = None,
    stop: Signal | None = None,
    sprt: Sprt | None = None,
    deals: Deals | None = None,
    compiling: Callable[[str], AbstractContextManager[Any]] = nullcontext,
    note: Callable[[str], object] | None = None,
) -> MatchResult:
    """Play `pairs` pairs between the agents named `a` and `b`.

    The result depends on the seed, not on the number of workers.  `stop`, or Ctrl-C, ends the match after the games in
    progress, and the result has the pairs that are complete; a second Ctrl-C does not even wait for these games.  With
    `sprt` it ends by itself as soon as the test is decided.
    `compiling` is entered with the name of the game while machine code is made or loaded, which is not counted as time
    of the match.  `note` is told what somebody should know before the first game: the notes of the result.

    >>> from mulligan.registry import find_game
    >>> result = run_match(find_game("guess"), "halve", "uniform", pairs=50, seed=1)
    >>> result.standing.games, result.rate > 0.5
    (100, True)
    """
    if not 1 <= pairs <= MOST_PAIRS:
        raise UsageError(f"pairs: {pairs} should be a whole number from 1 to {MOST_PAIRS}")
    threads = min(count_workers(workers), pairs)
    seats = [_Seats(game, (a, b), setup, deals) for _ in range(threads)]
    notes = tuple(seats[0].notes())
    if note is not None:
        for text in notes:
            note(text)
    before = code_time()
    with compiling(game.name):
        _make_ready(game, seats[0])
    made = code_time()
    work = _Work(pairs, seed, threads, stop)
    started, cpu = time.perf_counter(), time.process_time()
    crew = [threading.Thread(target=work.run, args=(own,), daemon=True) for own in seats]
    for thread in crew:
        thread.start()
    test = None if sprt is None else SprtRun(sprt)
    _watch(work, started, progress, test)
    code = code_time()  # a player may need what no other does
    waited = code[1] - made[1] if threads == 1 else 0.0  # meanwhile, other threads may have played
    seconds = max(0.0, time.perf_counter() - started - waited)
    cpu_seconds = max(0.0, time.process_time() - cpu - (code[0] - made[0]))
    for error in work.ended:
        if error is not None:
            raise error
    return MatchResult(
        game,
        (a, b),
        (seats[0].players[0].configuration, seats[0].players[1].configuration),
        (seats[0].players[0].oracle, seats[0].players[1].oracle),
        seats[0].tables[0].setup,
        tuple(table.granted for table in seats[0].tables),
        seed,
        pairs,
        _counted(work.done, test),
        seconds,
        cpu_seconds,
        threads,
        code[0] - before[0],
        outside_code(game.name, seats[0].players) | {"mulligan": code_origin(game.name)},
        "" if deals is None else deals.name,
        notes,
        test,
    )


def _counted(done: list[Pair], test: SprtRun | None) -> tuple[Pair, ...]:
    """The pairs that count, in order: all, or up to the one that decided the test, whatever else was in progress."""
    pairs = sorted(done, key=lambda pair: pair.number)
    return tuple(pairs[: test.pairs] if test is not None and test.verdict else pairs)


def _make_ready(game: Game, seats: _Seats) -> None:
    """Have the machine code before the threads start: two of them would else compile the same functions."""
    from mulligan.warm import warm  # it plays at a table, as a match does

    warm(game.at(seats.tables[0].granted), search=any(ASK in player.styles for player in seats.players))


def _watch(
    work: _Work, started: float, progress: Callable[[Standing], None] | None, test: SprtRun | None = None
) -> None:
    """Report the score until all workers have ended.  They keep what they play, so nothing here can lose a pair."""
    score, interrupts = _Score(work.pairs), 0
    waiting: dict[int, Pair] = {}
    while True:
        try:
            work.news.wait(0.2)
            work.news.clear()
            over = len(work.ended) == work.workers
            news = work.done[score.pairs :]
            score.add(news)
            stopping = work.stopped() and not (test is not None and test.verdict)
            standing = score.standing(time.perf_counter() - started, stopping)
            if test is not None:
                waiting |= {pair.number: pair for pair in news}
                while test.verdict is None and (pair := waiting.pop(test.pairs, None)) is not None:
                    if test.add(sum(pair.results) / len(pair.results)):
                        work.halt.set()
                standing = replace(standing, llr=test.llr)
            if progress is not None:
                progress(standing)
            if over:
                return
        except KeyboardInterrupt:
            interrupts += 1
            work.halt.set()
            if interrupts == 2:
                return


__all__ = ["MatchResult", "Pair", "Standing", "count_workers", "run_match"]
