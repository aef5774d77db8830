"""An experiment in parts: each is played by itself into a store of its own, as one of many array jobs would.

All parts together are the whole experiment, and no game is in two of them.  A part has the same share of every cell,
but for single pairs, and so takes about as long as any other.  `merge.py` puts their stores together again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from mulligan.core.errors import UsageError

from .campaign import CellProgress
from .experiment import Experiment
from .store import Store

MOST_PARTS = 100_000


class Part(NamedTuple):
    """One of so many parts, the first being 1."""

    number: int
    parts: int

    def __str__(self) -> str:
        return f"{self.number}/{self.parts}"

    def store(self, name: str) -> str:
        """The file that it is kept in if nobody says otherwise; in the order of their names, parts are in order.

        >>> Part(17, 1000).store("my")
        'my-part-0017-of-1000.sqlite'
        """
        return f"{name.replace('/', '-')}-part-{self.number:0{len(str(self.parts))}}-of-{self.parts}.sqlite"


def parse_part(text: str) -> Part:
    """A part as it is typed.

    >>> parse_part("17/1000")
    Part(number=17, parts=1000)
    """
    found = re.fullmatch(r"([0-9]{1,9})/([0-9]{1,9})", text.strip(), re.ASCII)
    part = Part(int(found[1]), int(found[2])) if found else Part(0, 0)
    if not 1 <= part.number <= part.parts <= MOST_PARTS:
        raise UsageError(f"part: '{text}' should be K/N with K from 1 to N, as 17/1000, and N up to {MOST_PARTS}")
    return part


def split(sizes: Iterable[int], part: Part) -> list[range]:
    """The pairs of a part, of cells with so many pairs each.

    What cannot be divided goes to one part after the other, over all cells, so that no part has two pairs more than
    another.

    >>> [split([5, 4], Part(number, 3)) for number in (1, 2, 3)]
    [[range(0, 2), range(0, 1)], [range(2, 4), range(1, 2)], [range(4, 5), range(2, 4)]]
    """
    found, turn = [], 0
    for pairs in sizes:
        each, more = divmod(pairs, part.parts)

        def start(number: int, turn: int = turn, each: int = each, more: int = more) -> int:
            """Pairs of the parts before this one: those whose turn it was have one more."""
            return each * number + _below(turn + more, number, part.parts) - _below(turn, number, part.parts)

        found.append(range(start(part.number - 1), start(part.number)))
        turn = (turn + more) % part.parts
    return found


def _below(end: int, number: int, parts: int) -> int:
    """How many of the numbers up to `end` are less than `number`, modulo the parts."""
    return end // parts * number + min(end % parts, number)


def refuse_tests(experiments: Iterable[Experiment]) -> None:
    """A sequential test ends by what all pairs have shown so far, which no part knows of the others."""
    for experiment in experiments:
        if experiment.sprt is not None:
            raise UsageError(
                f"part: '{experiment.name}' has sequential tests (sprt), which stop by the games of all parts: play it "
                "with --workers or on a cluster, or take sprt out of its file and play all games"
            )


def take_part(store: Store, cells: Sequence[CellProgress], part: Part) -> None:
    """Leave of planned cells what is the part's, and note in the store which that is."""
    shares = split([cell.goal for cell in cells], part)
    with store.transaction() as db:
        for other in db.execute("SELECT DISTINCT number, parts FROM part"):
            if other != part:
                raise UsageError(
                    f"store '{store.path}': it has part {Part(*other)}, and every part needs a store of its own: leave "
                    "--store out, or name another"
                )
        rows = [
            (part.parts, part.number, cell.number, cell.kept_as, share.start, share.stop)
            for cell, share in zip(cells, shares, strict=True)
        ]
        some = [row for row in rows if row[4] < row[5]] or rows[:1]  # a part without pairs has been there, too
        db.executemany("INSERT OR REPLACE INTO part VALUES (?, ?, ?, ?, ?, ?)", some)
    for cell, share in zip(cells, shares, strict=True):
        common = (range(max(gap.start, share.start), min(gap.stop, share.stop)) for gap in cell.gaps)
        cell.gaps, cell.goal = [gap for gap in common if gap], len(share)
