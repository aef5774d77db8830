"""A campaign: the cells of any number of experiments, played into a store until all is done or the time is up.

The next batch always goes to the cell whose interval is widest, in terms of what its experiment asks for, so that
whenever it ends, by itself or by Ctrl-C or because somebody pulled the plug, the games are where they tell most.  Which
pairs of a cell are played depends on their number alone, and results on nothing but the cell and the pair: not on how
many workers there were, of which kind, nor on what happened to them.
"""

from __future__ import annotations

import logging
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Protocol

from mulligan.core.errors import UsageError

from .changes import Entered, code_changes, keep_old, own_changes
from .contest import MOST_PAIRS, Batch, Contest, GameRow, all_code, play_batch
from .experiment import TOURNAMENT, Cell, Experiment
from .jobs import Signal, ThreadWorkers, Workers, run_groups
from .rate import Rate, share_of
from .sequential import stored_test
from .sprt import SprtRun
from .store import Store
from .stored import Entry, Tally

BATCH_SECONDS = 3.0  # what a batch should take,
MANY_WORKERS = 100  # for up to so many workers; for more of them it is longer, so that no more batches come in
LONGEST_SECONDS = 10.0  # after which no further pair of a batch is begun, or after three times what it should take
MOST_TOLD = 5  # forfeits
_LOG = logging.getLogger("mulligan")
MOST_BATCH = 20_000  # pairs: a batch of rows has to fit in a message


@dataclass(eq=False)
class CellProgress:
    """One contest on its way to its goal."""

    contest: Contest
    number: int
    """In the store."""
    labels: list[str]
    goal: int
    """Pairs that are wanted."""
    tally: Tally
    gaps: list[range]
    """Pairs that nobody has been asked for yet."""
    rate: Rate
    """Of the pairs that are stored."""
    margin: float = 5.0
    """Points to either side that its interval should have in the end."""
    asked: int = 0
    """Pairs that are being played."""
    seconds: float = 0.0
    """What a pair takes, as far as is known."""
    gauge: str = ""
    """What is measured in the games besides who wins, if anything."""
    kept_as: str = ""
    """The same in full, under which the games are kept."""
    test: SprtRun | None = None
    """What ends it before its goal, if anything does."""

    @classmethod
    def new(cls, contest: Contest, number: int, pairs: int) -> CellProgress:
        """A cell of which nothing was played yet."""
        label, rate = " v ".join(contest.agents), Rate({}, contest.seats)
        return cls(contest, number, [label], pairs, Tally(), [range(pairs)], rate)

    @property
    def decided(self) -> bool:
        """Whether its test needs no more pairs."""
        return self.test is not None and self.test.verdict is not None

    @property
    def open(self) -> bool:
        """Whether there are pairs to ask for."""
        return bool(self.gaps) and not self.decided

    @property
    def left(self) -> int:
        """Pairs that are still to come in."""
        return self.asked if self.decided else sum(len(gap) for gap in self.gaps) + self.asked

    @property
    def width(self) -> float:
        """How wide the interval will be when all comes in that is being played, in margins."""
        return self.rate.width(self.asked) / self.margin

    def take(self, seconds: float | None = None) -> Batch | None:
        """The next batch: so many pairs as take so long, and one as long as nobody knows what a pair takes."""
        if not self.open:
            return None
        seconds = BATCH_SECONDS if seconds is None else seconds
        size = 1 if not self.seconds else max(1, min(MOST_BATCH, int(seconds / self.seconds)))
        gap = self.gaps[0]
        size = min(size, len(gap))
        self.gaps[0] = range(gap.start + size, gap.stop)
        if not self.gaps[0]:
            self.gaps.pop(0)
        self.asked += size
        longest = max(LONGEST_SECONDS, 3 * seconds)
        return Batch(self.contest, gap.start, size, longest, all_code(self.contest), self.gauge)

    def came_in(self, batch: Batch, rows: Sequence[GameRow]) -> None:
        """A batch is played and stored."""
        pairs = len(rows) // self.contest.seats
        if pairs < batch.pairs:  # its time was up, or it was stopped
            self.gaps.insert(0, range(batch.first + pairs, batch.first + batch.pairs))
        self.asked -= batch.pairs
        if not pairs:
            return
        self.tally = self.tally.more(rows)
        shares = _shares(rows, self.contest.seats)
        self.rate = self.rate.more(Counter(shares.values()))
        if self.test is not None and self.contest.seats > 1:  # alone, nobody is compared with anybody
            for pair, share in shares.items():
                self.test.add_pair(pair, share)
        cpu = sum(row.cpu for row in rows)
        known = self.seconds if self.seconds else cpu / pairs
        self.seconds = max(1e-7, 0.5 * known + 0.5 * cpu / pairs)


def _shares(rows: Sequence[GameRow], seats: int) -> dict[int, float]:
    """The share of the points in each pair."""
    points: dict[int, float] = {}
    for row in rows:
        points[row.pair] = points.get(row.pair, 0.0) + row.score
    return {pair: share_of(total, seats) for pair, total in points.items()}


@dataclass
class State:
    """How a campaign is getting on."""

    cells: list[CellProgress]
    size: int
    started: float
    limit: float | None
    """Seconds until it should end, if it should."""
    games: int = 0
    """Games that came in during this campaign."""
    cpu: float = 0.0
    stopping: bool = False
    ended: bool = False
    """Whether the program was told to end."""
    waiting: str = ""
    """Why nobody plays just now, if nobody does."""
    now: float = 0.0
    latest: list[CellProgress] = field(default_factory=list)
    """The cells that games came in for, the latest last."""

    @property
    def elapsed(self) -> float:
        """Seconds since it began."""
        return self.now - self.started

    @property
    def done(self) -> int:
        """Pairs of all cells that are stored, up to their goals."""
        return sum(cell.goal - cell.left for cell in self.cells)

    @property
    def goal(self) -> int:
        """Pairs of all cells that are wanted."""
        return sum(cell.goal for cell in self.cells)

    @property
    def rest(self) -> float | None:
        """Seconds that are left, by what each cell has cost so far; None before that is known."""
        if self.limit is not None:
            return max(0.0, self.limit - self.elapsed)
        known = [cell.seconds for cell in self.cells if cell.seconds]
        if not known:
            return None
        usual = sum(known) / len(known)
        return sum(cell.left * (cell.seconds or usual) for cell in self.cells) / max(1, self.size)


def plan(
    store: Store,
    experiments: Iterable[Experiment],
    scale: float | None,
    limited: bool = False,
    say: Callable[[str], None] = lambda text: None,
) -> list[CellProgress]:
    """The progress of all cells, with experiments entered in the store; cells that are the same contest become one.

    `scale` multiplies the games of each cell; with a time limit and no scale, there is no end to them.  `say` is told
    what code has changed since the games that are in the store were played.
    """
    wanted: dict[tuple[int, str], CellProgress] = {}
    for experiment in experiments:
        _refuse_other(store, experiment)
        entered: list[Entered] = []
        for cell in replace(experiment, chosen=()).cells:  # the store knows the whole, however little of it is played
            number = store.contest(cell.contest)
            pairs = MOST_PAIRS if scale is None and limited else scaled(cell, 1.0 if scale is None else scale)
            goal = scaled(cell, 1.0 if scale is None else scale) * cell.contest.seats
            entered.append(Entered(cell.label, number, goal, cell.contest, cell.kept_as))
            if experiment.chosen and cell.label not in experiment.chosen:
                continue
            known = wanted.get((number, cell.kept_as))
            sprt = None if cell.control else experiment.sprt
            if known is None:
                tally = store.tally(number, cell.kept_as)
                rate, margin = store.rate(number, cell.contest.seats, gauge=cell.kept_as), experiment.spec.margin
                made = CellProgress(cell.contest, number, [cell.label], pairs, tally, [], rate, margin)
                made.gauge, made.kept_as = cell.gauge, cell.kept_as
                made.test = None if sprt is None else stored_test(store, number, cell.contest.seats, sprt, pairs)
                if tally.games:
                    made.seconds = max(1e-7, tally.cpu / tally.games * cell.contest.seats)
                wanted[number, cell.kept_as] = made
            else:
                known.goal, known.margin = max(known.goal, pairs), min(known.margin, experiment.spec.margin)
                if known.test is not None and known.test.sprt != sprt:
                    known.test = None  # somebody else wants all games, or those of another test
                if cell.label not in known.labels:
                    known.labels.append(cell.label)
        keep_old(store, experiment.name, entered)
        rows = [Entry(one.label, one.number, one.goal, one.gauge) for one in entered]
        store.enter(experiment.name, experiment.spec.title, experiment.text, rows)
    for made in wanted.values():
        made.gaps = store.missing(made.number, made.contest.seats, made.goal, made.kept_as)
    unfinished = {made.number: made.contest for made in wanted.values() if made.open}
    for text in code_changes(store, list(unfinished.values())) + own_changes(store, unfinished):
        say(text)
    return list(wanted.values())


def _refuse_other(store: Store, experiment: Experiment) -> None:
    """An experiment may change and keep its name, but a name is not taken from another game or kind of experiment."""
    known, new = store.spec(experiment.name), experiment.spec.model_dump(mode="json")
    for key in ("game", "title", "setup", "seed", "deals") if experiment.source == TOURNAMENT else ("game",):
        if known and known.get(key) != new[key]:
            was = f"{key} {known.get(key)!r}, not {new[key]!r}"
            raise UsageError(f"the store '{store.path}' has another experiment called '{experiment.name}', with {was}")


def scaled(cell: Cell, scale: float) -> int:
    """Pairs of a cell at a scale: at least one."""
    return min(MOST_PAIRS, max(1, round(cell.pairs * scale)))


class Keeper(Protocol):
    """Where games are kept: a store, or the memory of a match."""

    def run(self, workers: str, contests: Mapping[int, str] | None = None) -> int:
        """Note that a run begins, and give its number."""

    def add_all(self, games: Sequence[tuple[int, str, Sequence[GameRow]]], run: int) -> int:
        """Keep games of some contests, each with its gauge, all at once."""


def batch_length(workers: int, rest: float | None, usual: float) -> float:
    """How many seconds the next batch should take, where `usual` is right for a few workers.

    With very many workers it is longer, so that as many batches come in as from a hundred.  Towards the end, when all
    of them together have `rest` seconds to go, it is shorter, so that they end at the same time; but not by so much
    that the last minute is nothing but messages.

    >>> batch_length(10, None, 3.0), batch_length(1000, 3600, 3.0)
    (3.0, 30.0)
    >>> batch_length(10, 4.0, 3.0), batch_length(1000, 60.0, 3.0), batch_length(1000, 1.0, 3.0)
    (1.0, 15.0, 1.875)
    """
    longest = usual * max(1.0, workers / MANY_WORKERS)
    return longest if rest is None else min(longest, max(longest / 16, rest / 4))


def widest(cells: Sequence[CellProgress]) -> CellProgress:
    """The cell whose interval is widest, in terms of what its experiment asks for."""
    return max(cells, key=lambda cell: cell.width)


def run_campaign(
    store: Keeper,
    cells: list[CellProgress],
    crew: Workers,
    *,
    seconds: float | None = None,
    progress: Callable[[State], None] | None = None,
    stop: Signal | None = None,
    choose: Callable[[Sequence[CellProgress]], CellProgress] = widest,
    batch_seconds: float | None = None,
) -> State:
    """Play until every cell has reached its goal or its test is decided, the time is up, or somebody stops it.

    Every batch is in the store before it is counted, together with all others that came in meanwhile.  The first Ctrl-C
    waits for the batches in progress and keeps them, unless there is nobody who plays them; the second does not wait.
    Threads of this process end a batch after the game that they are at.  SIGTERM ends the program without waiting for
    batches, once all is in order.  The next batch goes to the cell that `choose` picks, and takes about
    `batch_seconds`, see `batch_length`.
    """
    run = store.run(crew.describe(), {cell.number: cell.contest.made_by for cell in cells if cell.open})
    state = State(cells, crew.size(), time.perf_counter(), seconds)
    by_contest = {(cell.contest, cell.gauge): cell for cell in cells}
    length = 0.0  # of the next batch, as `tell` reckons it

    def stopped() -> bool:
        return state.stopping or (stop is not None and stop.is_set()) or all(cell.decided for cell in cells)

    def ending() -> bool:
        return stopped() or (seconds is not None and time.perf_counter() - state.started > seconds)

    def next_batch() -> Batch | None:
        if ending():
            return None
        open_courses = [cell for cell in cells if cell.open]
        if not open_courses:
            return None
        chosen = choose(open_courses)
        # Of a test it is not known how few pairs it needs: it should hear of the first ones soon.
        return chosen.take(length if chosen.test is None or batch_seconds is not None else length / 4)

    def tell() -> None:
        nonlocal length
        state.now = time.perf_counter()
        length = batch_length(state.size, state.rest, BATCH_SECONDS if batch_seconds is None else batch_seconds)
        if progress is not None:
            progress(state)

    def idle() -> bool:
        state.waiting = crew.waiting()
        tell()
        return not (state.ended or (state.waiting and ending()))  # what nobody plays need not be waited for

    play = partial(play_batch, stopped=stopped) if isinstance(crew, ThreadWorkers) else play_batch
    forfeits = 0
    with _signals(state), closing(run_groups(crew, play, next_batch, idle=idle)) as groups:
        state.waiting = crew.waiting()
        tell()
        for group in groups:
            played = [(by_contest[batch.contest, batch.gauge], batch, rows) for batch, rows in group]
            kept = [(cell.number, cell.kept_as, rows) for cell, _, rows in played if rows]
            if kept:
                store.add_all(kept, run)
            for cell, batch, rows in played:
                forfeits = _tell_forfeits(rows, forfeits)
                cell.came_in(batch, rows)
                state.games += len(rows)
                state.cpu += sum(row.cpu for row in rows)
            state.size, state.waiting = crew.size(), ""
            came = list(dict.fromkeys(cell for cell, _, _ in reversed(played)))[::-1][-40:]
            state.latest = [*(other for other in state.latest[-40:] if other not in came), *came]
            tell()
            if state.ended:
                break
        if state.ended:
            raise SystemExit(128 + signal.SIGTERM)
    tell()
    return state


def _tell_forfeits(rows: Sequence[GameRow], told: int) -> int:
    """Say which games were forfeited, the first of them one by one; how many there are by now."""
    for row in rows:
        if row.forfeit:
            told += 1
            if told <= MOST_TOLD:
                more = "; further forfeits are not told" if told == MOST_TOLD else ""
                _LOG.warning("forfeit in pair %d: %s%s", row.pair, row.forfeit, more)
    return told


@contextmanager
def _signals(state: State) -> Iterator[None]:
    """Ctrl-C asks to stop, and SIGTERM to do so without waiting for games; the second time each is an exception."""

    def heard(number: int, frame: Any) -> None:
        if number == signal.SIGTERM:
            if state.ended:  # not at once: a process may just be starting
                raise SystemExit(128 + number)
            state.ended = True
        elif state.stopping:
            raise KeyboardInterrupt
        state.stopping = True

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, heard) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
