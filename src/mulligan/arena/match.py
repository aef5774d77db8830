"""A match: an experiment with one cell (in solo games two), played by threads and kept in memory, or in a store.

A pair is one deal played twice.  With two players the seats are swapped in between, so that neither gains by the
deal; in solo games, and where all play together, both play the same deal, and who makes more of it wins the pair.  Of
more than two sides, the first player takes one and the second all others, and a "pair" is a rotation: each deal is
played once for every side that the first can take.  The result depends on the seed, not on the number of threads.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

from mulligan.agents import name_of, stages_without_a_say
from mulligan.core.errors import UsageError
from mulligan.core.game import Game
from mulligan.core.registry import as_game, code_origin
from mulligan.core.timing import code_time
from mulligan.core.version import version

from .campaign import CellProgress, State, plan, run_campaign
from .contest import MOST_PAIRS, Contest, GameRow, make_ready, outside_code
from .deals import Deals
from .experiment import refuse_sprt
from .jobs import Signal, ThreadWorkers, count_workers
from .rate import Rate, share_of
from .runner import GameRunner
from .sprt import Sprt, SprtRun
from .statistics import elo, elo_interval, mean_test, pair_test, wilson
from .store import GAME_COLUMNS, Store
from .telling import match_rows
from .tournament import round_robin

BATCH_SECONDS = 0.4  # long enough to cost nothing, short enough for a lively display
TESTED_SECONDS = 0.1  # with a test that looks at every pair, and of which it is not known how few it needs


class Pair(NamedTuple):
    """One deal played by both, or once for every side that the first player can take."""

    number: int
    games: tuple[GameRow, ...]
    """In the order of the first player's sides; in solo games, its own game and then the second player's."""
    solo: bool

    @property
    def first(self) -> GameRow:
        """The game in which the first player sits first; in solo games, it is the first one that plays."""
        return self.games[0]

    @property
    def second(self) -> GameRow:
        """The next game."""
        return self.games[1]

    @property
    def results(self) -> tuple[float, ...]:
        """The first player's results: of all games, or in solo games of the comparison (1, 0.5 or 0).

        Of more than two sides: 1 if it was paid more than everybody else, 0.5 if nobody was paid more.
        """
        if self.solo:
            return (_result(self.first.score, self.second.score),)
        if self.payoffs:
            return tuple(_result(own, max(others)) for own, *others in self.payoffs)
        return tuple(_result(row.score, 0.5) for row in self.games)

    @property
    def payoffs(self) -> list[list[float]]:
        """Of more than two sides: what each player was paid in each of the games, the first player first."""
        return [json.loads(row.payoffs) for row in self.games if row.payoffs]

    @property
    def share(self) -> float:
        """The first player's share of the pair, which is one half on average between equals."""
        scores = [row.score for row in self.games] if self.payoffs else self.results
        return share_of(sum(scores), len(scores))

    def total(self, name: str, index: int) -> float:
        """The sum of one of `decisions`, `cpu` and `simulations` for the first (0) or the second (1) player."""
        if self.solo:
            return float(getattr(self.games[index], f"{name}_1"))
        return float(sum(getattr(row, f"{name}_{index + 1}") for row in self.games))

    def forfeited(self, index: int) -> int:
        """Games that the first (0) player or others (1) have forfeited."""
        if self.solo:
            return int(bool(self.games[index].forfeit))
        return sum(min(1, row.forfeited_by or 0) == index for row in self.games if row.forfeit)


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
    shares: Rate | None = None
    """Of more than two sides: the first player's shares, which wins and losses do not tell."""

    @property
    def points(self) -> float:
        """A win is one point, a draw half a point; of more than two sides, what the shares make."""
        if self.shares is not None:
            return self.shares.value * self.decided if self.shares.pairs else 0.0
        return self.wins + self.draws / 2

    @property
    def decided(self) -> int:
        """How many results there are: games, or in solo games pairs."""
        return self.wins + self.draws + self.losses

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the points per result; of more than two sides it is reckoned over rotations."""
        return self.shares.interval() if self.shares is not None else wilson(self.points, self.decided)


class _Score:
    """Results counted as they come in."""

    def __init__(self, goal: int, sides: int) -> None:
        self.goal, self.sides, self.pairs = goal, sides, 0
        self.results: Counter[float] = Counter()
        self.shares: Counter[float] = Counter()

    def add(self, pairs: Sequence[Pair]) -> _Score:
        self.pairs += len(pairs)
        self.results.update(result for pair in pairs for result in pair.results)
        self.shares.update(pair.share for pair in pairs)
        return self

    def standing(self, seconds: float, stopping: bool = False) -> Standing:
        wins, draws, losses = (self.results[result] for result in (1.0, 0.5, 0.0))
        shares = Rate(dict(self.shares), self.sides) if self.sides > 2 else None
        games = max(2, self.sides) * self.pairs
        return Standing(self.pairs, self.goal, games, wins, draws, losses, seconds, stopping, shares=shares)


@dataclass(frozen=True, repr=False)
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
    store: str = ""
    """The file that the games are kept in, if they are."""
    name: str = ""
    """What the match is called there."""
    new_games: int = 0
    """Games that were played now; the others came from the store."""

    @cached_property
    def standing(self) -> Standing:
        """The final score."""
        return _Score(self.goal, self.game.sides).add(self.played).standing(self.seconds)

    @property
    def forfeits(self) -> list[str]:
        """Why games were forfeited by players from outside."""
        return [row.forfeit for pair in self.played for row in pair.games if row.forfeit]

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
        return list(Rate(Counter(pair.share for pair in self.played), self.game.sides).interval())

    @property
    def first_seat_rate(self) -> float | None:
        """The points of whoever sat first, per game; None unless there are two sides."""
        if self.game.sides != 2 or not self.played:
            return None
        points = sum(pair.results[0] + 1 - pair.results[1] for pair in self.played)
        return points / (2 * len(self.played))

    @property
    def payoff_means(self) -> list[float] | None:
        """In solo games and of more than two sides, what each of the players was paid on average; else None."""
        if self.game.sides == 2 or not self.played:
            return None
        first, second = zip(*(_paid(pair) for pair in self.played), strict=True)
        return [sum(first) / len(first), sum(second) / len(second)]

    @property
    def payoff_intervals(self) -> list[list[float]] | None:
        """The 95 % intervals of these means: exact enough for wins and losses, on the safe side for scores between."""
        means, n = self.payoff_means, len(self.played)
        return None if means is None else [list(wilson(mean * n, n)) for mean in means]

    @property
    def seat_means(self) -> list[float] | None:
        """Of more than two sides: what each of them was paid on average, whoever played it; else None."""
        sides = self.game.sides
        if sides <= 2 or not self.played:
            return None
        sums = [0.0] * sides
        for pair in self.played:
            for rotation, payoffs in enumerate(pair.payoffs):
                for player, payoff in enumerate(payoffs):
                    sums[(player + rotation) % sides] += payoff
        return [total / (sides * len(self.played)) for total in sums]

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
            "forfeits": sum(pair.forfeited(index) for pair in self.played),
        }

    def _sum(self, name: str, index: int) -> float:
        return sum(pair.total(name, index) for pair in self.played)

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data, ready for JSON; numbers are the first player's unless they say otherwise."""
        score, pairs, rate = self.standing, self.played, self.rate
        first, second = self.by_agent(0), self.by_agent(1)
        points = Counter(f"{pair.share * len(pair.results):g}" for pair in pairs)
        turns = sum(row.turns for pair in pairs for row in pair.games)
        several = self.game.sides > 2  # a rate of one among several others is no difference of Elo ratings
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
            "ci95": list(score.interval),
            "ci95_pairs": self.pair_interval,
            "p_value": (mean_test if several else pair_test)([pair.share for pair in pairs]),
            "elo": None if rate is None or several else elo(rate),
            "elo95": [None, None] if several else list(elo_interval(score.points, score.decided)),
            "pair_scores": {key: points[key] for key in sorted(points, key=float)},
            "sprt": None if self.test is None else self.test.to_dict(),
            "deals": self.deals or None,
            "payoff_means": self.payoff_means,
            "payoff_ci95": self.payoff_intervals,
            "turns_mean": turns / score.games if score.games else None,
            "first_seat_rate": self.first_seat_rate,
            "seconds": self.seconds,
            "cpu_seconds": self.cpu_seconds,
            "compile_seconds": self.compile_seconds,
            "games_per_second": (self.new_games if self.store else score.games) / self.seconds
            if self.seconds
            else None,
            "decisions": first["decisions"],
            "cpu_seconds_per_decision": first["cpu_seconds_per_decision"],
            "by_agent": [first, second],
            "workers": self.workers,
            "interrupted": self.interrupted,
            "mulligan": version(),
            "code": dict(self.code),
            **({"forfeits": self.forfeits} if self.forfeits else {}),
            **({"seat_means": self.seat_means} if several else {}),
        } | ({"store": self.store, "experiment": self.name, "new_games": self.new_games} if self.store else {})

    def __repr__(self) -> str:
        score, (first, second) = self.standing, self.agents
        told = "nothing played"
        if self.rate is not None:
            low, high = score.interval
            told = f"{100 * self.rate:.1f} % [{100 * low:.1f}, {100 * high:.1f}] in {score.games:,} games"
        return f"<MatchResult of {self.game.name}: {first} v {second}, {told}>"

    def __str__(self) -> str:
        if not self.played:
            return repr(self)
        rows = match_rows(self)
        width = max(len(label) for label, _ in rows)
        return "\n".join(f"{label.ljust(width)}  {text}" for label, text in rows)

    def _repr_html_(self) -> str:
        from mulligan.core.showing import block, table

        title = f"{self.agents[0]} v {self.agents[1]}"
        return block(title, table((), match_rows(self)[1:]) if self.played else "<div>nothing was played</div>")


def _paid(pair: Pair) -> tuple[float, float]:
    """What the first player was paid in the games of a pair on average, and each of the others."""
    if pair.solo:
        return pair.first.score, pair.second.score
    games = pair.payoffs
    own = sum(payoffs[0] for payoffs in games) / len(games)
    return own, sum(sum(payoffs[1:]) / (len(payoffs) - 1) for payoffs in games) / len(games)


class _Ledger:
    """The games of a match as they come in, put together to pairs, and kept in a store too if there is one."""

    def __init__(self, games: Sequence[tuple[int, int]], sides: int, goal: int, store: Store | None) -> None:
        self._games, self._solo, self._goal, self._store = games, sides == 1, goal, store
        self._rows: dict[int, dict[tuple[int, int], GameRow]] = {}
        self.pairs: list[Pair] = []
        self.test: SprtRun | None = None
        """In solo games: the test of the pairs, which no cell alone can feed."""
        self.score, self.new = _Score(goal, sides), 0
        if store is not None:
            for number in dict.fromkeys(number for number, _ in games):
                self._take(number, _stored(store, number, goal))

    def run(self, workers: str, contests: Mapping[int, str] | None = None) -> int:
        """As a store does."""
        return 0 if self._store is None else self._store.run(workers, contests)

    def add_all(self, games: Sequence[tuple[int, str, Sequence[GameRow]]], run: int) -> int:
        """As a store does; games with a gauge are none of a match."""
        if self._store is not None:
            self._store.add_all(games, run)
        for contest, _, rows in games:
            self.new += len(rows)
            self._take(contest, rows)
        return sum(len(rows) for _, _, rows in games)

    def _take(self, contest: int, rows: Iterable[GameRow]) -> None:
        came = []
        for row in rows:
            own = self._rows.setdefault(row.pair, {})
            own[contest, row.seat] = row
            if all(game in own for game in self._games):
                came.append(Pair(row.pair, tuple(own[game] for game in self._games), self._solo))
                del self._rows[row.pair]
        self.pairs += came
        self.score.add(came)
        self.feed(came)

    def feed(self, pairs: Iterable[Pair]) -> None:
        """Tell the test of solo games."""
        if self.test is not None:
            for pair in pairs:
                self.test.add_pair(pair.number, pair.results[0])

    def counted(self, test: SprtRun | None) -> tuple[Pair, ...]:
        """The pairs that count, in order: all, or up to the one that decided the test, whatever else was played."""
        pairs = sorted(self.pairs, key=lambda pair: pair.number)
        return tuple(pairs if test is None else pairs[: test.end])


def _stored(store: Store, contest: int, pairs: int) -> list[GameRow]:
    names = ", ".join(GAME_COLUMNS)
    sql = f"SELECT {names} FROM game WHERE contest = ? AND pair < ? ORDER BY pair, seat"
    return [GameRow(*row) for row in store.query(sql, (contest, pairs))]


def _notes(tables: Iterable[GameRunner]) -> tuple[str, ...]:
    """Which players have no say in which stages, and who plays these."""
    found = []
    for table in tables:
        game = table.game
        for player, styles in zip(table.players, table.styles, strict=True):
            stages = stages_without_a_say(game, table.granted, player)
            rules = dict.fromkeys(game.styles[styles[game.stages.index(stage)]] for stage in stages)
            if stages:
                plays = "plays them" if len(stages) > 1 else "plays it"
                found.append(f"{player.name} has no say in {', '.join(stages)}: {' and '.join(rules)} {plays}")
    return tuple(dict.fromkeys(found))


def run_match(
    game: Game | str,
    a: Any,
    b: Any,
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
    store: Store | None = None,
    name: str | None = None,
) -> MatchResult:
    """Play `pairs` pairs between the agents `a` and `b`: names, or objects or classes with a method `choose`.

    The result depends on the seed, not on the number of workers.  `stop`, or Ctrl-C, ends the match after the games in
    progress, and the result has the pairs that are complete; a second Ctrl-C does not even wait for these games.  With
    `sprt` it ends by itself as soon as the test is decided.
    `compiling` is entered with the name of the game while machine code is made or loaded, which is not counted as time
    of the match.  `note` is told what somebody should know before the first game: the notes of the result.
    With a `store` the match is an experiment in it, under a `name`: what the store has of it is not played again.

    >>> from mulligan.core.registry import find_game
    >>> result = run_match(find_game("guess"), "halve", "uniform", pairs=50, seed=1)
    >>> result.standing.games, result.rate > 0.5
    (100, True)
    """
    if not 1 <= pairs <= MOST_PAIRS:
        raise UsageError(f"pairs: {pairs} should be a whole number from 1 to {MOST_PAIRS}")
    game, a, b = as_game(game), name_of(a), name_of(b)
    threads, solo = min(count_workers(workers), pairs), game.sides == 1
    if sprt is not None:
        refuse_sprt(game)
    groups = [(a,), (b,)] if solo else [(a, b)]
    contests = [Contest(game.name, group, setup, seed, deals, game) for group in groups]
    tables = [contest.table() for contest in contests]
    players = [player for table in tables for player in table.players]
    first, second = tables[0].players[0], tables[-1].players[0 if solo else game.seats_of(1)[0]]
    notes = _notes(tables)

    def say(text: str) -> None:
        if note is not None:
            note(text)

    for text in notes:
        say(text)
    cells: list[CellProgress]
    if store is None:
        made = {contest: CellProgress.new(contest, i, pairs) for i, contest in enumerate(dict.fromkeys(contests))}
        cells, numbers, kept_as = list(made.values()), [made[contest].number for contest in contests], ""
    else:
        file = "" if deals is None else deals.name
        title = f"Match of {game.name}"
        entered = round_robin(title, "match", game, (a, b), pairs, seed, setup, deals, file, name, sprt)
        cells, kept_as = plan(store, [entered], 1.0, say=say), entered.name
        numbers = [store.contest(contest) for contest in contests]
    games = [(number, 0) for number in numbers] if solo else [(numbers[0], side) for side in range(game.sides)]
    ledger = _Ledger(games, game.sides, pairs, store)
    test = None if sprt is None else (cells[0].test if store is not None and not solo else None) or SprtRun(sprt)
    for cell in cells:
        cell.test = test
    if solo:
        ledger.test = test
        ledger.feed(ledger.pairs)
    before = code_time()
    with compiling(game.name):
        for contest in contests:
            make_ready(contest)
    files = {what: mark for table in tables for what, mark in game.files(table.granted).items()}
    code = outside_code(game.name, players) | files | {"mulligan": code_origin(game.name)}
    made_code = code_time()
    started, cpu = time.perf_counter(), time.process_time()

    def tell(state: State) -> None:
        stopping = state.stopping or (stop is not None and stop.is_set())
        decided = test is not None and test.verdict is not None
        standing = ledger.score.standing(time.perf_counter() - started, stopping and not decided)
        if progress is not None:
            progress(standing if test is None else replace(standing, llr=test.llr))

    def behind(some: Sequence[CellProgress]) -> CellProgress:
        return min(some, key=lambda cell: cell.gaps[0].start)

    crew, each = ThreadWorkers(threads), BATCH_SECONDS if test is None else TESTED_SECONDS
    with suppress(KeyboardInterrupt):  # the second one: nobody waits for games in progress
        run_campaign(ledger, cells, crew, progress=tell, stop=stop, choose=behind, batch_seconds=each)
    late_code = code_time()  # a player may need what no other does
    waited = late_code[1] - made_code[1] if threads == 1 else 0.0  # meanwhile, other threads may have played
    return MatchResult(
        game,
        (a, b),
        (first.configuration, second.configuration),
        (first.oracle, second.oracle),
        tables[0].setup,
        tuple(table.granted for table in tables),
        seed,
        pairs,
        ledger.counted(test),
        max(0.0, time.perf_counter() - started - waited),
        max(0.0, time.process_time() - cpu - (late_code[0] - made_code[0])),
        threads,
        late_code[0] - before[0],
        code,
        "" if deals is None else deals.name,
        notes,
        test,
        "" if store is None else str(store.path),
        kept_as,
        ledger.new,
    )


__all__ = ["MatchResult", "Pair", "Standing", "count_workers", "run_match"]
