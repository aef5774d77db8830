"""Numbers as a report writes them: ours with intervals, the paper's as printed, times, probabilities."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

from .findings import Figure, Row

NOTHING = "–"


def significant(value: float, digits: int = 3) -> str:
    """A number with so many digits that mean something, and never with an exponent.

    >>> significant(0.00012345), significant(9.8149), significant(12345.6), significant(0)
    ('0.000123', '9.81', '12,346', '0')
    """
    if not value or not math.isfinite(value):
        return f"{value:g}"
    decimals = max(0, digits - 1 - math.floor(math.log10(abs(value))))
    return f"{value:,.{decimals}f}"


def number(measure: str, value: float) -> str:
    """One of our figures: a rate in percent, anything else in seconds.

    >>> number("rate", 0.4604), number("seconds per decision", 0.01234)
    ('46.0', '0.0123')
    """
    return percent(value) if measure == "rate" else significant(value)


def percent(share: float) -> str:
    """A rate in percent with one decimal, or near 0 and 100 with as many as tell it from them, up to four.

    >>> percent(0.4604), percent(0.000134), percent(0.9996), percent(0.0), percent(1.0), percent(1e-9)
    ('46.0', '0.013', '99.960', '0.0', '100.0', '0.0')
    """
    rest = 100 * min(share, 1 - share)
    decimals = 1 if not 0.00005 <= rest < 1 else min(4, 1 - math.floor(math.log10(rest)))
    return f"{100 * share:.{decimals}f}"


def interval(measure: str, figure: Figure) -> str:
    """The interval of one of our figures.

    >>> interval("rate", Figure(0.46, 0.412, 0.509)), interval("rate", Figure(0.46))
    ('[41.2, 50.9]', '')
    """
    if figure.low is None or figure.high is None:
        return ""
    return f"[{number(measure, figure.low)}, {number(measure, figure.high)}]"


def printed(measure: str, figures: Iterable[Figure | None]) -> int:
    """How many decimals a paper has printed, as far as its figures tell.

    >>> printed("rate", [Figure(0.47), Figure(0.495), None])
    1
    """
    texts = [f"{round(_scale(measure) * figure.value, 4):.10g}" for figure in figures if figure is not None]
    return max((len(text.partition(".")[2]) for text in texts), default=0)


def published(measure: str, figure: Figure, decimals: int = 0) -> str:
    """A figure of the paper and its interval, in no more digits than it has, but in as many decimals as its table.

    >>> published("rate", Figure(0.47, 0.3722, 0.5678)), published("rate", Figure(0.981, 0.9725, 0.9895))
    ('47 ±9.8', '98.1 ±0.85')
    >>> published("rate", Figure(0.004, 0.001, 0.012)), published("seconds per decision", Figure(1.0), 2)
    ('0.4 [0.10, 1.2]', '1.00')
    """
    scale = _scale(measure)
    text = f"{scale * figure.value:.{max(decimals, printed(measure, [figure]))}f}"
    if figure.low is None or figure.high is None:
        return text
    below, above = scale * (figure.value - figure.low), scale * (figure.high - figure.value)
    if abs(below - above) > 1e-6 * (below + above):
        return f"{text} {interval(measure, figure)}"
    half = (below + above) / 2
    return f"{text} ±{half:.0f}" if half >= 10 else f"{text} ±{significant(half, 2)}"


def _scale(measure: str) -> int:
    return 100 if measure == "rate" else 1


def signed(value: float, decimals: int) -> str:
    """A number that always has a sign, and the right one for less.

    >>> signed(2.25, 1), signed(-0.4, 2), signed(-0.001, 1)
    ('+2.2', '−0.40', '0.0')
    """
    text = f"{value:+.{decimals}f}".replace("-", "−")
    return text if text.strip("+−0.") else text[1:]


def level(text: str) -> str:
    """A level of a factor as it is shown: a lone hyphen means less."""
    return "−" if text == "-" else text


def difference(row: Row) -> str:
    """Ours less the paper's, both of them rates, in percentage points."""
    if row.ours is None or row.paper is None:
        return NOTHING
    return points(row.ours.value - row.paper.value)


def share(part: float) -> str:
    """A part of a whole in percent, of which nobody needs more than a rough idea.

    >>> share(0.713), share(0.0421)
    ('71', '4.2')
    """
    return significant(100 * part, 2)


def points(gap: float) -> str:
    """A difference of rates in percentage points; a small one has more digits than one.

    >>> points(0.051), points(-0.00013), points(0.0)
    ('+5.1', '−0.013', '0.0')
    """
    size = abs(100 * gap)
    return signed(100 * gap, 1 if size >= 0.1 or size < 0.00005 else min(4, 1 - math.floor(math.log10(size))))


def margin_text(margin: float) -> str:
    """A margin in words.

    >>> margin_text(1.0), margin_text(0.2)
    ('margin 1 point', 'margin 0.2 points')
    """
    return f"margin {margin:g} point{'' if margin == 1 else 's'}"


def points_between(bounds: tuple[float, float]) -> str:
    """An interval of a difference of rates, in percentage points."""
    return f"[{signed(100 * bounds[0], 1)}, {signed(100 * bounds[1], 1)}]"


def core_time(seconds: float) -> str:
    """CPU time in a fitting unit.

    >>> core_time(0.42), core_time(75), core_time(7290)
    ('0.42 s', '1.2 min', '2.0 h')
    """
    if seconds < 60:
        return f"{significant(seconds, 2)} s"
    return f"{seconds / 60:.1f} min" if seconds < 3600 else f"{seconds / 3600:,.1f} h"


def played(row: Row) -> int:
    """Games that a cell rests on."""
    return row.wins + row.draws + row.losses or (row.ours.games or 0 if row.ours else 0)


def games(row: Row) -> str:
    """Games that a cell rests on, and the goal where it is not reached yet."""
    count = played(row)
    return f"{count:,}" if count >= row.goal else f"{count:,} of {row.goal:,}"


def multiple(figure: Figure | None, base: Figure | None) -> Figure | None:
    """A figure in multiples of another one.

    >>> multiple(Figure(3.0, 2.0, 4.0), Figure(2.0))
    Figure(value=1.5, low=1.0, high=2.0, games=None, spread=None)
    """
    if figure is None or base is None or not base.value:
        return None
    low, high = figure.low, figure.high
    return replace(
        figure,
        value=figure.value / base.value,
        low=None if low is None else low / base.value,
        high=None if high is None else high / base.value,
    )


def times(figure: Figure | None) -> str:
    """A multiple in words.

    >>> times(Figure(13.08)), times(None)
    ('×13.1', '–')
    """
    return NOTHING if figure is None else f"×{significant(figure.value)}"
