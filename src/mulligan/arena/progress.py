"""What people see while they wait: that code is being compiled, and how a match goes.

All of it goes to stderr, so that stdout has results alone.  On a terminal it moves; in a file or a pipe it is a few
plain lines; and quiet, it is nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import TYPE_CHECKING, Any

from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Column
from rich.text import Text

from ..kernel import cache_directory, keeps_code
from .warm import compilations

if TYPE_CHECKING:  # what is only shown here need not be loaded
    from .campaign import CellProgress, State
    from .match import Standing

PLAIN_SECONDS = 5.0  # between two lines where no terminal shows them
DRAWN_SECONDS = 0.1


def clock(seconds: float) -> str:
    """A duration for people.

    >>> clock(7.4), clock(75), clock(7290)
    ('0:07', '1:15', '2:01:30')
    """
    whole = round(seconds)
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"


def score_line(standing: Standing) -> str:
    """The running score in one line.

    >>> from mulligan.arena.match import Standing
    >>> score_line(Standing(pairs=50, goal=200, games=100, wins=60, draws=2, losses=38, seconds=20.0))
    '60-2-38  61.0 % [51.2, 70.0]  5.0 games/s  1:00 left'
    """
    if not standing.decided:
        return "the first pair is being played"
    low, high = standing.interval
    rate = standing.points / standing.decided
    score = f"{standing.wins}-{standing.draws}-{standing.losses}  {rate:.1%}".replace("%", " %")
    words = [score + f" [{100 * low:.1f}, {100 * high:.1f}]"]
    if standing.seconds > 0:
        words.append(f"{standing.games / standing.seconds:.1f} games/s")
    if standing.llr is not None:
        words.append(f"LLR {standing.llr:+.2f}")
    if standing.stopping and standing.pairs < standing.goal:
        words.append("stopping after the games in progress; Ctrl-C again leaves at once")
    else:
        words.append(f"{clock(standing.seconds / standing.pairs * (standing.goal - standing.pairs))} left")
    return "  ".join(words)


@contextmanager
def compiling(label: str, *, quiet: bool = False, console: Console | None = None) -> Iterator[None]:
    """Say that code is being compiled, once it really is: nothing is shown if all of it comes from the disk cache."""
    console = console or Console(stderr=True, highlight=False)
    says = f"compiling {label}, once, usually 5 to 60 s"
    # Started from inside the compiler, at its first function.
    spinner = Progress(
        SpinnerColumn(), TextColumn(says, markup=False), TimeElapsedColumn(), console=console, transient=True
    )
    started = time.perf_counter()

    def show() -> None:
        nonlocal started
        started = time.perf_counter()
        if quiet:
            return
        if console.is_terminal:
            spinner.add_task(label)
            spinner.start()
        else:
            console.print(f"{says} ...", soft_wrap=True, markup=False)

    with compilations(on_first=show) as heard:
        try:
            yield
        finally:
            if heard.names and console.is_terminal and not quiet:
                spinner.stop()
    if heard.names and not quiet:
        seconds = time.perf_counter() - started
        kept = f"kept in {cache_directory()}" if keeps_code() else "not kept"
        console.print(f"compiled {label} in {seconds:.1f} s; {kept}", soft_wrap=True, markup=False)


class MatchBar:
    """A bar with the running score.  It is a function of the standing, and a context that ends the bar."""

    def __init__(self, label: str, *, quiet: bool = False, console: Console | None = None) -> None:
        self.label, self.quiet = label, quiet
        self.console = console or Console(stderr=True, highlight=False)
        self._drawn: float | None = None
        self._stopping = False
        self._bar: Progress | None = None
        self._task: Any = None

    def __enter__(self) -> MatchBar:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def __call__(self, standing: Standing) -> None:
        """Show the standing, unless it was shown a moment ago."""
        if self.quiet:
            return
        now, moving = time.perf_counter(), self.console.is_terminal
        if self._drawn is None:
            self._drawn = now - DRAWN_SECONDS  # plain lines begin only after a pause
        pause = DRAWN_SECONDS if moving else PLAIN_SECONDS
        urgent = (moving and standing.pairs == standing.goal) or (standing.stopping and not self._stopping)
        if now - self._drawn < pause and not urgent:
            return
        self._drawn, self._stopping = now, standing.stopping
        if not moving:
            self.console.print(
                f"{standing.pairs}/{standing.goal} pairs  {score_line(standing)}", soft_wrap=True, markup=False
            )
            return
        if self._bar is None:
            whole = Column(no_wrap=True, overflow="ellipsis")
            text = "{task.completed}/{task.total} pairs  {task.fields[score]}"
            columns = (BarColumn(bar_width=16), TextColumn(text, markup=False, table_column=whole))
            # Drawn when there is news: a thread that draws would take time from the players.
            self._bar = Progress(*columns, console=self.console, auto_refresh=False, transient=True)
            self._task = self._bar.add_task(self.label, total=standing.goal, score="")
            self._bar.start()
        self._bar.update(self._task, completed=standing.pairs, score=score_line(standing), refresh=True)


def course_line(cell: CellProgress) -> str:
    """The running result of one cell."""
    tally = cell.tally
    if not cell.rate.pairs:
        return f"{'; '.join(cell.labels)}: no games yet"
    low, high = cell.rate.interval()
    rate = f"{100 * cell.rate.value:5.1f} % [{100 * low:.1f}, {100 * high:.1f}]"
    return f"{rate}  {tally.games:,} games  {'; '.join(cell.labels)}"


def campaign_line(state: State) -> str:
    """How a campaign is getting on, in one line."""
    words = [f"{state.done:,}/{state.goal:,} pairs"] if state.limit is None else [f"{state.games:,} games"]
    if state.games and state.elapsed > 0:
        words.append(f"{state.games / state.elapsed:.1f} games/s")
    if state.waiting:
        words.append(f"waiting: {state.waiting}")
    elif state.stopping:
        words.append("stopping soon; Ctrl-C again: at once")
    elif state.rest is not None:
        words.append(f"{clock(state.rest)} left")
    return "  ".join(words)


class CampaignBar:
    """A bar for all cells, and under it the running results of those where games came in last."""

    def __init__(self, *, lines: int = 8, quiet: bool = False, console: Console | None = None) -> None:
        self.lines, self.quiet = lines, quiet
        self.console = console or Console(stderr=True, highlight=False)
        self._live: Live | None = None
        self._bar: Progress | None = None
        self._task: Any = None
        self._drawn: float | None = None
        self._waiting = ""

    def __enter__(self) -> CampaignBar:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live is not None:
            self._live.stop()

    def __call__(self, state: State) -> None:
        """Show the state, unless it was shown a moment ago."""
        if self.quiet:
            return
        now, moving = time.perf_counter(), self.console.is_terminal
        if self._drawn is None:
            self._drawn = now - (DRAWN_SECONDS if moving else 0)  # plain lines begin only after a pause
        news = state.waiting != self._waiting
        if now - self._drawn < (DRAWN_SECONDS if moving else PLAIN_SECONDS) and not news:
            return
        self._drawn, self._waiting = now, state.waiting
        if not moving:
            text = campaign_line(state)
            if state.latest:
                text += "  " + course_line(state.latest[-1])
            self.console.print(text, soft_wrap=True, markup=False)
            return
        if self._live is None or self._bar is None:
            whole = Column(no_wrap=True, overflow="ellipsis")
            self._bar = Progress(
                BarColumn(bar_width=20), TextColumn("{task.fields[text]}", markup=False, table_column=whole)
            )
            self._task = self._bar.add_task("", total=1.0, text="")
            self._live = Live(console=self.console, auto_refresh=False, transient=True)
            self._live.start()
        share = state.elapsed / state.limit if state.limit else state.done / max(1, state.goal)
        self._bar.update(self._task, completed=min(1.0, share), text=campaign_line(state))
        rows = [Text(course_line(cell), no_wrap=True, overflow="ellipsis") for cell in state.latest[-self.lines :]]
        self._live.update(Group(self._bar, *rows), refresh=True)


@contextmanager
def counting(
    label: str, goal: int, *, quiet: bool = False, console: Console | None = None
) -> Iterator[Callable[[int, int], None]]:
    """A bar for a search, told how many were found and how many were looked at."""
    console = console or Console(stderr=True, highlight=False)
    if quiet or not console.is_terminal:
        yield lambda found, tried: None
        return
    text = TextColumn("{task.completed}/{task.total} " + label + ", {task.fields[tried]} tried", markup=False)
    with Progress(BarColumn(bar_width=20), text, console=console, transient=True) as bar:
        task = bar.add_task(label, total=goal, tried=0)
        yield lambda found, tried: bar.update(task, completed=found, tried=tried)


@contextmanager
def steps(*, quiet: bool = False, console: Console | None = None) -> Iterator[Callable[[str], None]]:
    """Say what is being done, step by step, by calling what this gives."""
    console = console or Console(stderr=True, highlight=False)
    if quiet or not console.is_terminal:
        last = float("-inf")

        def print_now_and_then(text: str) -> None:
            nonlocal last
            if not quiet and time.perf_counter() - last >= PLAIN_SECONDS:
                last = time.perf_counter()
                console.print(f"{text} ...", markup=False)

        yield print_now_and_then
        return
    with console.status("") as spinner:
        yield lambda text: spinner.update(text)
