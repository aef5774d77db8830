"""Sequential tests over games that are kept: how the test of a cell stands, or how it ended."""

from __future__ import annotations

from .contest import MOST_PAIRS
from .sprt import Sprt, SprtRun
from .store import Store


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


def end_of(run: SprtRun | None) -> int | None:
    """The number of pairs that count for a cell; None for all."""
    return None if run is None or run.verdict is None else run.pairs
