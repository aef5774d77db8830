"""How long experiments will take on this machine, before anybody starts them.

Cells that the store has games of are known.  For others the files say what they cost on the machine where the figures
of the documents come from; a few games of one known contest tell how much faster or slower this one is.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from mulligan.arena.campaign import scaled
from mulligan.arena.contest import Contest, play_pair
from mulligan.arena.experiment import Experiment
from mulligan.arena.match import count_workers
from mulligan.arena.store import Store, Tally

from .library import Paper, Probe

SLICES = 3  # measurements of the speed; the best counts


@dataclass(frozen=True)
class Estimate:
    """One experiment: what it is, how much of it is done, and how long the rest will take."""

    paper: str
    part: str
    title: str
    cells: int
    games: int
    played: int
    """Games that the store already has, up to what is wanted."""
    cpu_seconds: float | None
    """Of the games that are left; None if nothing is known."""
    workers: int

    @property
    def seconds(self) -> float | None:
        """On all processors of this machine."""
        return None if self.cpu_seconds is None else self.cpu_seconds / self.workers

    def to_dict(self) -> dict[str, Any]:
        """Plain data, ready for JSON."""
        return asdict(self) | {"seconds": self.seconds}


def estimates(
    papers: Sequence[Paper],
    parts: Sequence[str],
    scale: float | None,
    store: str,
    compiling: Callable[[str], AbstractContextManager[Any]],
) -> list[Estimate]:
    """The experiments of some papers, at a scale, with what the store has of them."""
    found: list[Estimate] = []
    with ExitStack() as stack:
        kept = stack.enter_context(Store(store, write=False)) if Path(store).exists() else None
        for paper in papers:
            experiments = paper.choose(parts)
            slower = _slower(paper.about.probe, compiling)
            found += [_estimate(paper, experiment, scale or 1.0, kept, slower) for experiment in experiments]
    return found


def _estimate(paper: Paper, experiment: Experiment, scale: float, store: Store | None, slower: float) -> Estimate:
    spec = experiment.spec
    each = None if spec.cost is None else slower * spec.cost / sum(cell.games for cell in experiment.cells)
    goal = played = 0
    seconds: float | None = 0.0
    for cell in experiment.cells:
        tally = Tally() if store is None else store.tally_of(cell.contest)
        wanted = scaled(cell, scale) * cell.contest.seats
        left = max(0, wanted - tally.games)
        goal, played = goal + wanted, played + wanted - left
        known = tally.cpu / tally.games if tally.games else each
        seconds = None if seconds is None or (known is None and left) else seconds + left * (known or 0.0)
    part = experiment.name.partition("/")[2]
    return Estimate(paper.name, part, spec.title, len(experiment.cells), goal, played, seconds, count_workers(0))


def _slower(probe: Probe, compiling: Callable[[str], AbstractContextManager[Any]]) -> float:
    """How many times as long as on the machine of the figures a game takes here."""
    contest = Contest(probe.game, tuple(probe.players), probe.setup, seed=1)
    with compiling(probe.game):
        table = contest.table()
        play_pair(table, contest, 0)
    taken = []
    for _ in range(SLICES):
        started = time.process_time()
        for pair in range(probe.pairs):
            play_pair(table, contest, pair)
        taken.append(time.process_time() - started)
    return min(taken) / probe.seconds
