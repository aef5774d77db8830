"""What gauges found, as a report has it: figures for the columns of a cell, differences, verdicts on published ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt

from mulligan.arena.distributions import normal_quantile
from mulligan.arena.experiment import Cell, Experiment
from mulligan.arena.ratio import Ratio, Sums, ratio, ratio_difference
from mulligan.arena.spec import Place, Published, Spec
from mulligan.arena.statistics import Z95
from mulligan.arena.store import Store

from .findings import Compared, Difference, Figure, Row, Verdict
from .verdict import AGREE, DIFFER, NEAR

NO_INTERVAL = "published without an interval, or nothing says what margin would count"


def gauged(cell: Cell, store: Store | None) -> dict[str, Figure]:
    """The columns of a cell's gauge, as far as there were occasions."""
    found = _by_column(cell, store)
    made = {column: _figure(ratio(pairs), cell.contest.seats) for column, pairs in found.items()}
    return {column: figure for column, figure in made.items() if figure is not None}


def found_differences(experiment: Experiment, store: Store | None) -> tuple[Difference, ...]:
    """What the file asks to be compared, over the pairs that both sides have."""
    cells = {cell.label: cell for cell in experiment.cells}
    known: dict[str, dict[str, dict[int, Sums]]] = {}

    def pairs(place: Place) -> Mapping[int, Sums]:
        if place.cell not in known:
            known[place.cell] = _by_column(cells[place.cell], store)
        return known[place.cell].get(place.column, {})

    made = []
    for one in experiment.spec.differences:
        gap = ratio_difference(pairs(one.left), pairs(one.right))
        seats = cells[one.left.cell].contest.seats
        made.append(Difference(one.text, f"{_words(one.left)} less {_words(one.right)}", _figure(gap, seats)))
    return tuple(made)


def kept_differences(asked: Sequence[Difference], kept: Sequence[Difference]) -> tuple[Difference, ...]:
    """Today's questions, with the answers that were kept of them."""
    answers = {one.what: one.ours for one in kept}
    return tuple(Difference(one.text, one.what, answers.get(one.what)) for one in asked)


def compared(row: Row, spec: Spec) -> dict[str, Compared]:
    """What was published of a cell's columns, each with a verdict as far as its interval and margin permit one."""
    made = {}
    for column, given in spec.paper.gauged.get(row.label, {}).items():
        figure = given if isinstance(given, Published) else Published(value=given)
        half = figure.plus_minus
        low, high = (None, None) if half is None else (figure.value - half, figure.value + half)
        paper = Figure(figure.value, low, high, figure.games)
        reason = figure.not_comparable or spec.paper.not_comparable
        made[column] = Compared(paper, *_verdict(row.extra.get(column), paper, figure.margin, reason))
    return made


def _verdict(ours: Figure | None, paper: Figure, margin: float | None, reason: str) -> tuple[Verdict, str]:
    """By the same rules as rates, with intervals that are as wide to either side.

    >>> paper = Figure(3.0, 2.9, 3.1)
    >>> [_verdict(Figure(value, value - 0.1, value + 0.1), paper, 0.3, "")[0] for value in (3.1, 3.2, 3.5)]
    ['agrees', 'differs', 'differs']
    >>> _verdict(Figure(3.2, 2.9, 3.5), paper, 0.3, "")[0], _verdict(Figure(3.2, 2.0, 4.4), paper, 0.3, "")[0]
    ('near', 'too few games')
    """
    if ours is None:
        return "not played", ""
    if reason:
        return "not comparable", reason
    if margin is None or None in (ours.low, ours.high, paper.low, paper.high):
        return "not comparable", NO_INTERVAL
    error = sqrt(sum(((each.high or 0.0) - (each.low or 0.0)) ** 2 for each in (ours, paper))) / (2 * Z95)
    gap = ours.value - paper.value
    within = abs(gap) + normal_quantile((1 + AGREE) / 2) * error
    if within <= margin:
        return "agrees", f"margin {margin:g}"
    if abs(gap) > normal_quantile((1 + DIFFER) / 2) * error:
        return "differs", f"margin {margin:g}"
    return ("near" if within <= NEAR * margin else "too few games"), f"margin {margin:g}"


def _by_column(cell: Cell, store: Store | None) -> dict[str, dict[int, Sums]]:
    """What the gauge of a cell found in each pair, column by column."""
    number = None if store is None or not cell.gauge else store.known(cell.contest)
    if store is None or number is None:
        return {}
    pairs = store.measured(number, cell.contest.seats, cell.kept_as)
    columns = dict.fromkeys(column for found in pairs.values() for column in found)
    return {column: {pair: found.get(column, (0.0, 0.0)) for pair, found in pairs.items()} for column in columns}


def _figure(found: Ratio | None, seats: int) -> Figure | None:
    return None if found is None else Figure(found.value, found.low, found.high, found.pairs * seats)


def _words(place: Place) -> str:
    return f"{place.cell}: {place.column}"
