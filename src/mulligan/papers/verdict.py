"""Do our figures and the published ones agree?  The rules by which the reports say so."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

from mulligan.arena.rate import Rate
from mulligan.arena.statistics import wilson

from .findings import Verdict

Z99 = 2.575829304  # cells are many: at 95 % one in twenty would differ by chance alone
EXACT = 10**9  # games behind a published figure that does not say how many there were
TIMES = 1.5  # how far ratios of times may be apart


def judge_rate(rate: Rate, paper: float, paper_games: int | None, margin: float) -> Verdict:
    """The verdict on a rate: `paper` is a share, `margin` how near our own interval has to come to the truth.

    >>> found = Rate({0.0: 100, 0.5: 50, 1.0: 90}, seats=2), Rate({1.0: 480}, seats=2), Rate({0.0: 3, 1.0: 2}, seats=2)
    >>> [judge_rate(rate, 0.47, 100, 0.07) for rate in found]
    ['reproduced', 'differs', 'underpowered']
    """
    if not rate.pairs:
        return "not played"
    rest = paper_games or EXACT
    theirs = Mean(paper, *wilson(paper * rest, rest, Z99))
    low, high = apart(Mean(rate.value, *rate.interval(Z99)), theirs)
    if low > 0 or high < 0:
        return "differs"
    low, high = rate.interval()
    return "reproduced" if (high - low) / 2 <= margin else "underpowered"


def judge_time(ratio: float, paper_ratio: float) -> Verdict:
    """The verdict on a time, as a multiple of the base cell's: machines differ, so ratios need not be equal.

    >>> judge_time(3.0, 2.5), judge_time(0.4, 2.5)
    ('reproduced', 'differs')
    """
    return "reproduced" if 1 / TIMES <= ratio / paper_ratio <= TIMES else "differs"


@dataclass(frozen=True)
class Mean:
    """A rate with its interval: of a cell, of several cells that count alike, or a plain number."""

    value: float
    low: float
    high: float
    played: bool = True


def number(value: float) -> Mean:
    """A plain number, of which one is sure."""
    return Mean(value, value, value)


def mean_rate(rates: Iterable[Rate]) -> Mean:
    """The mean of rates, with its 95 % interval.

    The interval is made from theirs: distances from the middle are added as squares, below and above by themselves (Zou
    & Donner, "Construction of confidence limits about effect measures: a general approach", Statistics in Medicine 27
    (2008) 1693-1702).  So it stays between 0 and 1, and for a single cell it is its own.

    >>> mean_rate([Rate({0.5: 30}, 2), Rate({0.0: 30}, 2)]).value
    0.25
    """
    values, below, above = [], 0.0, 0.0
    for rate in rates:
        if not rate.pairs:
            return Mean(0.5, 0.0, 1.0, False)
        low, high = rate.interval()
        values.append(rate.value)
        below, above = below + (rate.value - low) ** 2, above + (high - rate.value) ** 2
    middle = sum(values) / len(values)
    return Mean(middle, middle - sqrt(below) / len(values), middle + sqrt(above) / len(values))


def apart(left: Mean, right: Mean) -> tuple[float, float]:
    """The interval of the difference, made in the same way; from Wilson's intervals it is Newcombe's."""
    gap = left.value - right.value
    low = gap - sqrt((left.value - left.low) ** 2 + (right.high - right.value) ** 2)
    high = gap + sqrt((left.high - left.value) ** 2 + (right.value - right.low) ** 2)
    return low, high


def judge_claim(left: Mean, right: Mean, relation: str, by: float) -> tuple[Verdict, str]:
    """The verdict on "left is greater than right by so much", or "about the same within so much"; and the evidence.

    >>> judge_claim(Mean(0.6, 0.58, 0.62), number(0.5), "greater", 0.05)
    ('reproduced', '60.0 against 50.0: +10.0 [+8.0, +12.0]')
    >>> judge_claim(Mean(0.51, 0.49, 0.53), number(0.5), "greater", 0.05)[0]
    'differs'
    """
    if not (left.played and right.played):
        return "not played", "no games yet"
    gap, (low, high) = left.value - right.value, apart(left, right)
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
