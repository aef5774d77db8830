"""Experiments and tournaments in one call: they are played by threads of this process, into memory or a store."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from mulligan.arena.campaign import State, plan, run_campaign
from mulligan.arena.contest import make_ready
from mulligan.arena.experiment import Experiment, parse_experiment, read_experiment
from mulligan.arena.jobs import ThreadWorkers
from mulligan.arena.store import Store
from mulligan.arena.tournament import Standings, standings, tournament
from mulligan.core.errors import UsageError
from mulligan.core.game import Game
from mulligan.core.showing import block
from mulligan.papers.build import find_files
from mulligan.papers.findings import Findings
from mulligan.papers.page import html_page
from mulligan.papers.plots import Drawing, drawings
from mulligan.papers.publish import publish, ready_to_write
from mulligan.papers.sheets import main_sheet

from .tables import sheet_html

MEMORY = ":memory:"


@dataclass(frozen=True, repr=False)
class ExperimentResult:
    """An experiment that was played, and where its games are."""

    experiment: Experiment
    path: str
    """The store; `:memory:` if the games are kept by this object alone."""
    memory: Store | None = field(default=None, compare=False)

    @contextmanager
    def opened(self) -> Iterator[Store]:
        """The store, to read."""
        if self.memory is not None:
            yield self.memory
            return
        with Store(self.path, write=False) as store:
            yield store

    @cached_property
    def findings(self) -> Findings:
        """What a report is made of: cells with rates, intervals, effects, statements."""
        with self.opened() as store:
            return find_files([self.experiment], store)

    @property
    def figures(self) -> tuple[Drawing, ...]:
        """The figures of the report."""
        return tuple(drawing for section in self.findings.sections for drawing in drawings(section))

    def report(self, path: str | Path) -> None:
        """Write the report: one HTML page that needs nothing else."""
        ready_to_write(str(path), None)
        publish(self.findings, str(path))

    def page(self) -> str:
        """The report as HTML."""
        return html_page(self.findings)

    def __repr__(self) -> str:
        rows = [row for section in self.findings.sections for row in section.rows]
        games = sum(row.wins + row.draws + row.losses for row in rows)
        spec = self.experiment.spec
        return f"<ExperimentResult of {spec.game}: '{spec.title}', {len(rows)} cells, {games:,} games>"

    def _repr_html_(self) -> str:
        parts = [drawing._repr_html_() for drawing in self.figures]
        sheets = [main_sheet(section) for section in self.findings.sections]
        return block(self.experiment.spec.title, *parts, *(sheet_html(sheet) for sheet in sheets if sheet is not None))


class Tournament(ExperimentResult):
    """A tournament that was played: everybody against everybody."""

    @cached_property
    def standings(self) -> Standings:
        """Ratings, and who beat whom."""
        with self.opened() as store:
            return standings(self.experiment, store)

    def __repr__(self) -> str:
        return repr(self.standings).replace("<Standings", "<Tournament", 1)

    def __str__(self) -> str:
        return str(self.standings)

    def _repr_html_(self) -> str:
        return self.standings._repr_html_()


def run_experiment(
    source: str | Path | Experiment,
    *,
    name: str = "experiment",
    store: str | Path = MEMORY,
    scale: float = 1.0,
    minutes: float | None = None,
    workers: int = 1,
    progress: Callable[[State], None] | None = None,
) -> ExperimentResult:
    """Play an experiment: a TOML file, its text, or what somebody made of it.

    Without a store its games are kept by what is returned, and nowhere else.  With one, what is there already is not
    played again, and Ctrl-C loses nothing.

    >>> text = '''
    ... title = "More is better"
    ... game = "nim"
    ... games = 20
    ... design = { kind = "sweep", player = "uct:sims={budget}", against = "uniform", budgets = [5, 50] }
    ... '''
    >>> run_experiment(text)
    <ExperimentResult of nim: 'More is better', 2 cells, 40 games>
    """
    if isinstance(source, Path) or (isinstance(source, str) and "\n" not in source):
        experiment = read_experiment(Path(source))
    elif isinstance(source, str):
        experiment = parse_experiment(source, name)
    else:
        experiment = source
    return ExperimentResult(experiment, *_play(experiment, str(store), scale, minutes, workers, progress))


def run_tournament(
    game: Game | str,
    players: Sequence[Any],
    *,
    pairs: int = 100,
    seed: int = 1,
    setup: str = "",
    name: str | None = None,
    store: str | Path = MEMORY,
    minutes: float | None = None,
    workers: int = 1,
    progress: Callable[[State], None] | None = None,
) -> Tournament:
    """Everybody against everybody; players are names, or objects or classes with a method `choose`.

    >>> found = run_tournament("nim", ["uct:sims=50", "uct:sims=5", "uniform"], pairs=20)
    >>> found.standings.ratings.ranked[-1].player
    'uniform'
    """
    title = game if isinstance(game, str) else game.name
    experiment = tournament(title, players, pairs=pairs, seed=seed, setup=setup, name=name)
    return Tournament(experiment, *_play(experiment, str(store), 1.0, minutes, workers, progress))


def _play(
    experiment: Experiment,
    path: str,
    scale: float,
    minutes: float | None,
    workers: int,
    progress: Callable[[State], None] | None,
) -> tuple[str, Store | None]:
    """Play what the store has not; the store itself, if it is in memory."""
    if not 0 < scale <= 1000:
        raise UsageError(f"scale: {scale} should be a number above 0, up to 1000")
    if minutes is not None and not 0 < minutes <= 100_000:
        raise UsageError(f"minutes: {minutes} should be a number above 0, up to 100000")
    crew = ThreadWorkers(workers)
    store = Store(path)
    try:
        cells = plan(store, [experiment], None if minutes is not None and scale == 1.0 else scale, minutes is not None)
        if any(cell.open for cell in cells):
            for contest in dict.fromkeys(cell.contest for cell in cells if cell.open):
                make_ready(contest)
            seconds = None if minutes is None else 60 * minutes
            run_campaign(store, cells, crew, seconds=seconds, progress=progress or _quiet)
    except BaseException:
        store.close()
        raise
    if path == MEMORY:
        return path, store
    store.close()
    return path, None


def _quiet(state: State) -> None:
    pass
