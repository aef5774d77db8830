"""Sequential tests over games that are kept: how the test of a cell stands, or how it ended."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from .contest import MOST_PAIRS
from .spec import CONTROL
from .sprt import Sprt, SprtRun
from .store import Store
from .stored import StoredCell


def stored_test(store: Store, contest: int, seats: int, sprt: Sprt, most: int = MOST_PAIRS) -> SprtRun:
    """The test of a contest's pairs from the first on, as far as all are there; it knows of those after a gap, too.

    No more than `most` pairs are looked at.  It says the same however many workers there were, and whatever was played
    after its end.
    """
    run = SprtRun(sprt)
    if seats == 1:  # nobody is compared with anybody
        return run
    for number, points, games in store.pair_scores(contest):
        if number < most and games == seats and run.add_pair(number, points / seats):
            break
    return run


def tested_cells(store: Store, experiment: str, cells: list[StoredCell]) -> list[tuple[StoredCell, SprtRun | None]]:
    """The cells of an experiment with their tests, if it has one: the totals of each are then those of its test."""
    told: dict[str, Any] | None = store.spec(experiment).get("sprt")
    found: list[tuple[StoredCell, SprtRun | None]] = []
    for cell in cells:
        if not told or cell.seats == 1 or cell.label.startswith(CONTROL):
            found.append((cell, None))
            continue
        test = stored_test(store, cell.contest, cell.seats, Sprt(**told))
        ended = replace(cell, tally=store.tally(cell.contest, below=test.end)) if test.verdict else cell
        found.append((ended, test))
    return found
