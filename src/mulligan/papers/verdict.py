"""Do our figures and the published ones agree?  The rules by which the reports say so."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

from mulligan.arena.statistics import difference, wilson

from .findings import Verdict

Z99 = 2.575829304  # cells are many: at 95 % one in twenty would differ by chance alone
EXACT = 10**9  # games behind a published figure that does not say how many there were
TIMES = 1.5  # how far ratios of times may be apart


def judge_rate(points: float, games: int, paper: float, paper_games: int | None, margin: float) -> Verdict:
    """The verdict on a rate: `paper` is a share, `margin` how near our own interval has to come to the truth.

    >>> [judge_rate(won, played, 0.47, 100, 0.05) for won, played in ((230, 500), (480, 500), (23, 50))]
    ['reproduced', 'differs', 'underpowered']
    """
    if not games:
        return "not played"
    rest = paper_games or EXACT
    low, high = difference(points, games, paper * rest, rest, Z99)
    if low > 0 or high < 0:
        return "differs"
    low, high = wilson(points, games)
    return "reproduced" if (high - low) / 2 <= margin else "underpowered"


def judge_time(ratio: float, paper_ratio: float) -> Verdict:
    """The verdict on a time, as a multiple of the base cell's: machines differ, so ratios need not be equal.

    >>> judge_time(3.0, 2.5), judge_time(0.4, 2.5)
    ('reproduced', 'differs')
    """
    return "reproduced" if 1 / TIMES <= ratio / paper_ratio <= TIMES else "differs"


@dataclass(frozen=True)
class Mean:
    """A rate with its 95 % interval: of a cell, of several cells that count alike, or a plain number."""

    value: float
    low: float
    high: float
    played: bool = True


def number(value: float) -> Mean:
    """A plain number, of which one is sure."""
    return Mean(value, value, value)


def mean_rate(cells: Iterable[tuple[float, int]]) -> Mean:
    """The mean of rates, each as points and games.

    Its interval is made from theirs, which are Wilson's: distances from the middle are added as squares, below and
    above by themselves (Zou & Donner, "Construction of confidence limits about effect measures: a general approach",
    Statistics in Medicine 27 (2008) 1693-1702).  So it stays between 0 and 1, and for a single cell it is its own.

    >>> mean_rate([(30, 60), (0, 60)]).value
    0.25
    """
    rates, below, above = [], 0.0, 0.0
    for points, games in cells:
        if not games:
            return Mean(0.5, 0.0, 1.0, False)
        low, high = wilson(points, games)
        rates.append(points / games)
        below, above = below + (rates[-1] - low) ** 2, above + (high - rates[-1]) ** 2
    middle = sum(rates) / len(rates)
    return Mean(middle, middle - sqrt(below) / len(rates), middle + sqrt(above) / len(rates))


def judge_claim(left: Mean, right: Mean, relation: str, by: float) -> tuple[Verdict, str]:
    """The verdict on "left is greater than right by so much", or "about the same within so much"; and the evidence.

    The interval of the difference is made as that of a mean is; for two cells it is Newcombe's.

    >>> judge_claim(Mean(0.6, 0.58, 0.62), number(0.5), "greater", 0.05)
    ('reproduced', '60.0 against 50.0: +10.0 [+8.0, +12.0]')
    >>> judge_claim(Mean(0.51, 0.49, 0.53), number(0.5), "greater", 0.05)[0]
    'differs'
    """
    if not (left.played and right.played):
        return "not played", "no games yet"
    gap = left.value - right.value
    low = gap - sqrt((left.value - left.low) ** 2 + (right.high - right.value) ** 2)
    high = gap + sqrt((left.high - left.value) ** 2 + (right.value - right.low) ** 2)
    evidence = (
        f"{100 * left.value:.1f} against {100 * right.value:.1f}: {_signed(gap)} [{_signed(low)}, {_signed(high)}]"
    )
    if relation == "about":
        if -by <= low and high <= by:
            return "reproduced", evidence
        return ("differs" if low > by or high < -by else "underpowered"), evidence
    if high < by or high <= 0:
        return "differs", evidence
    return ("reproduced" if low > 0 and gap >= by else "underpowered"), evidence


def _signed(share: float) -> str:
    """In points, without a nought that has a sign."""
    return f"{round(100 * share, 1) + 0.0:+.1f}"


def worst(verdicts: Iterable[Verdict]) -> Verdict:
    """Of a statement about several things: it stands only if all of them do.

    >>> worst(["reproduced", "underpowered"])
    'underpowered'
    """
    order: tuple[Verdict, ...] = ("differs", "not played", "underpowered", "reproduced", "no figure")
    return min(verdicts, key=order.index)
