"""A whole table at once: do its cells agree, taken together, and do they lie to one side?"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from mulligan.arena.distributions import chi_square_tail
from mulligan.arena.statistics import Z95

from .findings import Figure, Joint
from .verdict import games_behind, variance


def pooled(figures: Sequence[Figure]) -> Figure:
    """Rates of the same contest as one, by their games.

    >>> pooled([Figure(0.64, games=50), Figure(0.486, games=500)])
    Figure(value=0.5, low=None, high=None, games=550, spread=None)
    """
    games = sum(figure.games or 0 for figure in figures)
    return Figure(sum(figure.value * (figure.games or 0) for figure in figures) / games, games=games)


def joint(what: str, pairs: Sequence[tuple[Figure, Figure]]) -> Joint | None:
    """The joint test of two or more pairs of rates, each held against the other, and the mean of their differences.

    Each pair of rates gives Pearson's chi-square of a two by two table (Agresti, "Categorical Data Analysis", 3rd ed.
    (2013), section 3.2), from the games that the rates are worth; were the rates the same, all would add up to a
    chi-square with as many degrees of freedom.  The variance under that assumption, from both rates together, keeps the
    test honest for small rates, where one from each by itself finds differences two or three times too often.  The
    pairs should share no games, so each is of another contest, and are taken to be independent.

    >>> found = joint("ours against the paper", [(Figure(0.55, games=100), Figure(0.5, games=100))] * 4)
    >>> round(found.chi_square, 2), round(found.p, 2), round(found.mean, 3), found.above, found.below
    (2.0, 0.73, 0.05, 4, 0)
    """
    if len(pairs) < 2:
        return None
    gaps = [ours.value - theirs.value for ours, theirs in pairs]
    square = sum(gap * gap / _variance_if_same(*pair) for gap, pair in zip(gaps, pairs, strict=True))
    apart = sum(variance(ours) + variance(theirs) for ours, theirs in pairs)
    mean, half = sum(gaps) / len(gaps), Z95 * sqrt(apart) / len(gaps)
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


def _variance_if_same(ours: Figure, theirs: Figure) -> float:
    """Of the difference of two rates, if they were one; half a game more is taken to be won and half a one lost."""
    games, others = max(1.0, games_behind(ours)), max(1.0, games_behind(theirs))
    share = (ours.value * games + theirs.value * others + 0.5) / (games + others + 1)
    return share * (1 - share) * (1 / games + 1 / others)
