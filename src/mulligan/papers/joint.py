"""A whole table at once: do its cells agree, taken together, and do they lie to one side?"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from mulligan.arena.statistics import Z95
from mulligan.arena.tails import chi_square_tail

from .findings import Figure, Joint
from .verdict import variance


def joint(what: str, pairs: Sequence[tuple[Figure, Figure]]) -> Joint | None:
    """The joint test of rates that are held against each other, and the mean of their differences; None without any.

    Were each pair of rates the same, the squares of differences in standard deviations would add up to a chi-square
    with as many degrees of freedom.  The cells of a table share no games, and are taken to be independent.

    >>> found = joint("ours against the paper", [(Figure(0.55, games=100), Figure(0.5, games=100))] * 4)
    >>> round(found.chi_square, 2), round(found.p, 2), round(found.mean, 3), found.above, found.below
    (2.01, 0.73, 0.05, 4, 0)
    """
    if not pairs:
        return None
    gaps = [ours.value - theirs.value for ours, theirs in pairs]
    variances = [variance(ours) + variance(theirs) for ours, theirs in pairs]
    square = sum(gap * gap / spread for gap, spread in zip(gaps, variances, strict=True))
    mean, half = sum(gaps) / len(gaps), Z95 * sqrt(sum(variances)) / len(gaps)
    return Joint(
        what=what,
        cells=len(gaps),
        chi_square=square,
        p=chi_square_tail(square, len(gaps)),
        mean=mean,
        low=mean - half,
        high=mean + half,
        above=sum(gap > 0 for gap in gaps),
        below=sum(gap < 0 for gap in gaps),
    )
