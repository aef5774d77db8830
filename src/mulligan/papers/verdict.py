"""Do our figures and the published ones agree?  The rules, their levels, and the words that explain them.

Every rule needs no more than values, their 95 % intervals and numbers of games: what a report keeps.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isinf, sqrt

from mulligan.arena.distributions import normal_quantile
from mulligan.arena.statistics import Z95, effective_games, wilson

from .findings import Figure, Verdict

AGREE = 0.90  # the level of the interval that shows agreement: two one-sided tests at 5 % each
DIFFER = 0.99  # of the one that shows a difference: cells are many, and at 95 % one in twenty would differ by chance
NEAR = 2  # margins
EXACT = 10**9  # games behind a figure that is taken as it stands
TIMES_AGREE, TIMES_NEAR = 1.25, 1.5  # factors between ratios of times
LEAST = 2.0  # points that count as a gap where a statement names none, unless the file says otherwise


@dataclass(frozen=True)
class Meaning:
    """What a verdict says of a figure, of a statement and of a time."""

    figures: str
    statements: str
    times: str


def _percent(level: float) -> str:
    return f"{100 * level:.0f} %"


_OTHER = "the figure measures another thing than ours, for the reason given"
_NOTHING = "nothing was published to compare with"
MEANINGS: Mapping[Verdict, Meaning] = {
    "agrees": Meaning(
        f"the {_percent(AGREE)} interval of the difference lies within the margin of the table, or that of its note, "
        f"to either side (two one-sided tests at {_percent((1 - AGREE) / 2)})",
        f"the {_percent(AGREE)} interval of the gap lies above what is stated, or within it if they should be about "
        f"the same",
        f"as multiples of the base, within a factor of {TIMES_AGREE:g}",
    ),
    "near": Meaning(
        f"neither agreement nor a difference is shown, and the {_percent(AGREE)} interval lies within {NEAR} margins",
        f"the {_percent(AGREE)} interval lies above 0 but not above what is stated, or within {NEAR} times what is "
        f"stated if they should be about the same",
        f"within a factor of {TIMES_NEAR:g}",
    ),
    "differs": Meaning(
        f"agreement is not shown, and the {_percent(DIFFER)} interval of the difference leaves out 0",
        f"the {_percent(AGREE)} interval lies below what would count (the stated gap, and at least {LEAST:g} points "
        f"unless it says otherwise), or outside of what counts as about the same",
        "further apart than that",
    ),
    "too few games": Meaning(
        "none of the three can be told; a note says so where the paper's own games are too few for it",
        "none of the three can be told",
        "",
    ),
    "not comparable": Meaning(_OTHER, "", _OTHER),
    "no figure": Meaning(_NOTHING, "", _NOTHING),
    "not played": Meaning("no games yet", "no games yet", "no games yet"),
}


# Intervals at any level


@dataclass(frozen=True)
class Mean:
    """A rate with its interval at some level: of a cell, of several cells that count alike, or a plain number."""

    value: float
    low: float
    high: float


def games_behind(figure: Figure) -> float:
    """How many independent games a rate is worth: by its interval, else as many as it says, else it is exact.

    Pairs that share a deal are worth more games, or fewer, than they are: their interval knows.

    >>> games_behind(Figure(0.5, games=100)), games_behind(Figure(0.5))
    (100, 1000000000)
    >>> round(games_behind(Figure(0.5, 0.45, 0.55, games=100)))
    380
    """
    if figure.low is None or figure.high is None:
        return figure.games or EXACT
    found = effective_games(figure.value, figure.low, figure.high)
    return EXACT if isinf(found) else min(found, EXACT)


def at_level(figure: Figure, level: float) -> Mean:
    """A rate with its interval at this level: Wilson's, of the games that it is worth."""
    games = games_behind(figure)
    return Mean(figure.value, *wilson(figure.value * games, games, _z(level)))


def _z(level: float) -> float:
    return normal_quantile((1 + level) / 2)


def mean_rate(figures: Sequence[Figure], level: float) -> Mean:
    """The mean of rates, with its interval.

    The interval is made from theirs: distances from the middle are added as squares, below and above by themselves (Zou
    & Donner, "Construction of confidence limits about effect measures: a general approach", Statistics in Medicine 27
    (2008) 1693-1702).  So it stays between 0 and 1, and for a single cell it is its own.

    >>> mean_rate([Figure(0.5, games=30), Figure(0.0, games=30)], 0.95).value
    0.25
    """
    found, count = [at_level(figure, level) for figure in figures], len(figures)
    middle = sum(each.value for each in found) / count
    below = sqrt(sum((each.value - each.low) ** 2 for each in found)) / count
    above = sqrt(sum((each.high - each.value) ** 2 for each in found)) / count
    return Mean(middle, middle - below, middle + above)


def apart(left: Mean, right: Mean) -> tuple[float, float]:
    """The interval of the difference, made in the same way; from Wilson's intervals it is Newcombe's."""
    gap = left.value - right.value
    low = gap - sqrt((left.value - left.low) ** 2 + (right.high - right.value) ** 2)
    high = gap + sqrt((left.high - left.value) ** 2 + (right.value - right.low) ** 2)
    return low, high


def rates_apart(ours: Figure, theirs: Figure, level: float) -> tuple[float, float]:
    """The interval of the difference of two rates, which counts the games of both."""
    return apart(at_level(ours, level), at_level(theirs, level))


def variance(figure: Figure) -> float:
    """Of a rate, from the games that it is worth; half a game more is taken to be won and half a one lost.

    So a rate of 0 or 1 has a variance too.

    >>> round(variance(Figure(0.5, games=99)), 6), round(variance(Figure(0.0, games=99)), 8)
    (0.002525, 5.025e-05)
    """
    games = max(1.0, games_behind(figure))
    share = (figure.value * games + 0.5) / (games + 1)
    return share * (1 - share) / games


# The rules


def judge_rate(ours: Figure, paper: Figure, margin: float) -> tuple[Verdict, str]:
    """The verdict on a rate, and a note if the paper's own games allow no better one; all are shares.

    >>> paper = Figure(0.47, games=1000)
    >>> [judge_rate(Figure(value, games=2000), paper, 0.05)[0] for value in (0.46, 0.50, 0.56)]
    ['agrees', 'near', 'differs']
    >>> judge_rate(Figure(0.5, games=100_000), Figure(0.5, games=20), 0.05)
    ('too few games', "the paper's 20 games allow no more")
    """
    low, high = rates_apart(ours, paper, AGREE)
    if -margin <= low and high <= margin:
        return "agrees", ""
    far_low, far_high = rates_apart(ours, paper, DIFFER)
    if far_low > 0 or far_high < 0:
        return "differs", ""
    near = -NEAR * margin <= low and high <= NEAR * margin
    # However many games we played and whatever they gave, the interval would be as wide as the paper's own.
    alone = at_level(paper, AGREE)
    few = alone.high - alone.low > 2 * margin * (1 if near else NEAR)
    return ("near" if near else "too few games"), f"{_whose(paper)} allow no more" if few else ""


def _whose(paper: Figure) -> str:
    return f"the paper's {paper.games:,} games" if paper.games else "the paper's own games"


def judge_time(ratio: float, paper_ratio: float) -> Verdict:
    """The verdict on a time, as a multiple of the base cell's: machines differ, so ratios need not be equal.

    >>> judge_time(3.0, 2.5), judge_time(3.5, 2.5), judge_time(0.4, 2.5)
    ('agrees', 'near', 'differs')
    """
    far = max(ratio / paper_ratio, paper_ratio / ratio)
    return "agrees" if far <= TIMES_AGREE else "near" if far <= TIMES_NEAR else "differs"


def judge_claim(
    left: Sequence[Figure | None], right: Sequence[Figure | None], relation: str, by: float, least: float = LEAST / 100
) -> tuple[Verdict, str]:
    """The verdict on "left is greater than right by so much", or "about the same within so much"; and the evidence.

    Each side is the mean of some rates; a plain number is a figure of which nothing else is known.

    >>> judge_claim([Figure(0.6, 0.58, 0.62)], [Figure(0.5)], "greater", 0.05)
    ('agrees', '60.0 against 50.0: +10.0 [+8.3, +11.7]')
    >>> judge_claim([Figure(0.5, 0.49, 0.51)], [Figure(0.5)], "greater", 0.0)
    ('differs', '50.0 against 50.0: +0.0 [-0.8, +0.8]: no gap of 2 points or more')
    """
    ours, theirs = [one for one in left if one is not None], [one for one in right if one is not None]
    if len(ours) < len(left) or len(theirs) < len(right):
        return "not played", "no games yet"
    sides = mean_rate(ours, AGREE), mean_rate(theirs, AGREE)
    low, high = apart(*sides)
    gap = sides[0].value - sides[1].value
    evidence = f"{100 * sides[0].value:.1f} against {100 * sides[1].value:.1f}: {signed(gap)} {_bounds(low, high)}"
    if relation == "about":
        if -by <= low and high <= by:
            return "agrees", evidence
        if low > by or high < -by:
            return "differs", f"{evidence}: more than {100 * by:g} points apart"
        return ("near" if -NEAR * by <= low and high <= NEAR * by else "too few games"), evidence
    if low > by:
        return "agrees", evidence
    if high < max(by, least):
        words = "the other way round" if high < 0 else f"no gap of {100 * max(by, least):g} points or more"
        return "differs", f"{evidence}: {words}"
    return ("near", f"{evidence}: greater, but not surely by {100 * by:g}") if low > 0 else ("too few games", evidence)


def _bounds(low: float, high: float) -> str:
    return f"[{signed(low)}, {signed(high)}]"


def signed(share: float) -> str:
    """In points, without a nought that has a minus."""
    return f"{round(100 * share, 1) + 0.0:+.1f}"


def worst(verdicts: Iterable[Verdict]) -> Verdict:
    """Of a statement about several things: it stands only if all of them do.

    >>> worst(["agrees", "too few games"])
    'too few games'
    """
    order: tuple[Verdict, ...] = ("differs", "not played", "too few games", "near", "agrees")
    return min(verdicts, key=order.index)


def normal_interval(figure: Figure) -> float | None:
    """Half the 95 % interval of a rate as many papers reckon it, by the normal approximation over its games.

    >>> round(normal_interval(Figure(0.5, games=100)), 4)
    0.098
    """
    if not figure.games:
        return None
    return Z95 * sqrt(figure.value * (1 - figure.value) / figure.games)
