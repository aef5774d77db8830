"""How long experiments will take on this machine, before anybody starts them.

Cells that the store has games of are known.  For others the files say what they cost on the machine where the figures
of the documents come from; a little piece of Python tells how much faster or slower this one is.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from mulligan.arena.campaign import scaled
from mulligan.arena.experiment import Experiment
from mulligan.arena.jobs import count_workers
from mulligan.arena.store import Store
from mulligan.arena.stored import Tally

from .library import Paper

SLICES = 5  # measurements of the speed; the best counts
STEPS = 50_000
REFERENCE = 0.021  # CPU seconds of so many steps on the machine of the costs


@dataclass(frozen=True)
class Estimate:
    """One experiment: what it is, how much of it is done, and how long the rest will take."""

    paper: str
    part: str
    also: tuple[str, ...]
    """Other names of the part."""
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
) -> list[Estimate]:
    """The experiments of some papers, at a scale, with what the store has of them."""
    found: list[Estimate] = []
    with ExitStack() as stack:
        kept = stack.enter_context(Store(store, write=False)) if Path(store).exists() else None
        slower = _slower()
        for paper in papers:
            experiments = paper.choose(parts)
            found += [_estimate(paper, experiment, scale or 1.0, kept, slower) for experiment in experiments]
    return found


def _estimate(paper: Paper, experiment: Experiment, scale: float, store: Store | None, slower: float) -> Estimate:
    spec = experiment.spec
    each = None if spec.cost is None else slower * spec.cost / sum(cell.games for cell in experiment.cells)
    goal = played = 0
    seconds: float | None = 0.0
    for cell in experiment.cells:
        tally = Tally() if store is None else store.tally_of(cell.contest, cell.kept_as)
        wanted = scaled(cell, scale) * cell.contest.seats
        left = max(0, wanted - tally.games)
        goal, played = goal + wanted, played + wanted - left
        known = tally.cpu / tally.games if tally.games else each
        seconds = None if seconds is None or (known is None and left) else seconds + left * (known or 0.0)
    part = experiment.name.partition("/")[2]
    also = tuple(spec.also)
    return Estimate(paper.name, part, also, spec.title, len(experiment.cells), goal, played, seconds, count_workers(0))


def _slower() -> float:
    """How many times as long as on the machine of the costs a little piece of Python takes here.

    It is a rough measure of what compiled games take, and needs nothing compiled.
    """
    taken = []
    for _ in range(SLICES):
        started, text = time.process_time(), b""
        for _ in range(STEPS):
            text = hashlib.blake2b(text, digest_size=16).digest()
        taken.append(time.process_time() - started)
    return min(taken) / REFERENCE
