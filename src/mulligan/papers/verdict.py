"""Do our figures and the published ones agree?  The rules by which the reports say so."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

from mulligan.arena.statistics import Z95, difference, wilson

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
    """A rate with its variance: of a cell, of several cells that count alike, or a plain number."""

    value: float
    variance: float = 0.0
    played: bool = True

    def interval(self, z: float = Z95) -> tuple[float, float]:
        """The 95 % interval."""
        spread = z * sqrt(self.variance)
        return self.value - spread, self.value + spread


def mean_rate(cells: Iterable[tuple[float, int]]) -> Mean:
    """The mean of rates, each as points and games.

    The variance of each is taken at a rate drawn a little towards one half, as Agresti & Coull, "Approximate is better
    than exact for interval estimation of binomial proportions", American Statistician 52 (1998) 119-126, do: four games
    more, two of them won.  A cell of 0 % or 100 % then is not taken for certain.

    >>> mean_rate([(30, 60), (0, 60)]).value
    0.25
    """
    rates, variances = [], []
    for points, games in cells:
        if not games:
            return Mean(0.5, 0.25, False)
        rates.append(points / games)
        near = (points + 2) / (games + 4)
        variances.append(near * (1 - near) / (games + 4))
    return Mean(sum(rates) / len(rates), sum(variances) / len(rates) ** 2)


def judge_claim(left: Mean, right: Mean, relation: str, by: float) -> tuple[Verdict, str]:
    """The verdict on "left is greater than right by so much", or "about the same within so much"; and the evidence.

    >>> judge_claim(Mean(0.6, 0.0001), Mean(0.5), "greater", 0.05)
    ('reproduced', '60.0 against 50.0: +10.0 [+8.0, +12.0]')
    >>> judge_claim(Mean(0.51, 0.0001), Mean(0.5), "greater", 0.05)[0]
    'differs'
    """
    if not (left.played and right.played):
        return "not played", "no games yet"
    gap = Mean(left.value - right.value, left.variance + right.variance)
    low, high = gap.interval()
    evidence = (
        f"{100 * left.value:.1f} against {100 * right.value:.1f}: "
        f"{100 * gap.value:+.1f} [{100 * low:+.1f}, {100 * high:+.1f}]"
    )
    if relation == "about":
        if -by <= low and high <= by:
            return "reproduced", evidence
        return ("differs" if low > by or high < -by else "underpowered"), evidence
    if high < by or high <= 0:
        return "differs", evidence
    return ("reproduced" if low > 0 and gap.value >= by else "underpowered"), evidence


def worst(verdicts: Iterable[Verdict]) -> Verdict:
    """Of a statement about several things: it stands only if all of them do.

    >>> worst(["reproduced", "underpowered"])
    'underpowered'
    """
    order: tuple[Verdict, ...] = ("differs", "not played", "underpowered", "reproduced", "no figure")
    return min(verdicts, key=order.index)
