"""Sections as charts: which figures stand where, before anyone draws them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from .findings import Figure, Row, Section
from .numbers import multiple
from .tables import base_of, cells, cross, factors, levels, short_name

PANELS = ("against", "opponent", "rules", "level")  # factors that make panels of their own, where there are several
APART = 30  # times further apart than this need a logarithmic axis


@dataclass(frozen=True)
class Point:
    """A place on the axis, with what stands there."""

    x: float
    ours: Figure | None
    paper: Figure | None


@dataclass(frozen=True)
class Series:
    """Points of one colour."""

    label: str
    style: int
    points: tuple[Point, ...]


@dataclass(frozen=True)
class Chart:
    """All that is drawn, free of how."""

    panels: tuple[tuple[str, tuple[Series, ...]], ...]
    names: tuple[str, ...]
    """The categories along the axis, or nothing if it has numbers."""
    along: str
    """The name of that axis."""
    measured: str
    """The name of the other one."""
    mark: float | None
    """Where a line is drawn for comparison."""
    log: bool
    rate: bool
    tall: bool = False
    """Whether the axis of what is measured is logarithmic."""

    def points(self) -> list[Point]:
        return [point for _, panel in self.panels for series in panel for point in series.points]

    def figures(self) -> list[Figure]:
        return [each for point in self.points() for each in (point.ours, point.paper) if each is not None]

    def compared(self) -> bool:
        return any(point.paper is not None for point in self.points())


def _scaled(section: Section, row: Row) -> tuple[Figure | None, Figure | None]:
    """Ours and the paper's as they are drawn: in percent, in seconds, or in multiples of the base."""
    if section.measure == "rate":
        percent = Figure(0.01)
        return multiple(row.ours, percent), multiple(row.paper, percent)
    base = base_of(section, row)
    if base is None:
        return row.ours, row.paper
    return multiple(row.ours, base.ours), multiple(row.paper, base.paper)


def _measured(section: Section) -> str:
    if section.measure == "rate":
        return "win rate, %"
    base = next((row for row in cells(section) if row.base), None)
    return section.measure if base is None else f"{section.measure}, times {short_name(section, base)}"


def _panel_factor(free: Sequence[str]) -> str | None:
    """The factor with a panel for each level."""
    if len(free) < 2:
        return None
    return next((factor for factor in PANELS if factor in free), None)


def chart_of(section: Section) -> Chart:
    """The cells of a section in panels, series and points."""
    x = section.plot.get("x") or None
    rows = [row for row in cells(section) if x is None or x in row.place]
    free = [factor for factor in factors(rows) if factor != x and len(levels(rows, factor)) > 1]
    if x is None:
        free = [factor for factor in free if factor in section.across]  # every line of the table is a place
    panel = _panel_factor(free)
    free = [factor for factor in free if factor != panel]

    def place(row: Row) -> str:
        if x is not None:
            return row.place[x]
        down = [row.place[factor] for factor in factors(rows) if factor in row.place and factor not in section.across]
        return ", ".join(down) if section.across else row.label

    names = list(dict.fromkeys(place(row) for row in rows))
    numeric = section.plot.get("kind") == "line" and all(_is_number(name) for name in names)
    kinds = list(dict.fromkeys(tuple(row.place.get(factor, "") for factor in free) for row in rows))
    panels = []
    for level in levels(rows, panel) if panel else [None]:
        series = []
        for style, key in enumerate(kinds):
            found = [
                Point(float(place(row)) if numeric else names.index(place(row)), *_scaled(section, row))
                for row in rows
                if (panel is None or row.place.get(panel) == level)
                and tuple(row.place.get(factor, "") for factor in free) == key
            ]
            name = f"{free[0]} {key[0]}" if len(free) == 1 else ", ".join(key)
            series.append(Series(name, style, tuple(sorted(found, key=lambda point: point.x))))
        panels.append((f"{panel} {level}" if panel else "", tuple(series)))
    rate = section.measure == "rate"
    mark = 50.0 if rate else 1.0 if any(row.base for row in rows) else None
    return Chart(
        panels=tuple(panels),
        names=() if numeric else tuple(names),
        along=x or "",
        measured=_measured(section),
        mark=mark if section.plot.get("line") or not rate else None,
        log=bool(section.plot.get("log")) and numeric and all(float(name) > 0 for name in names),
        rate=rate,
    )


def fitting_plot(section: Section) -> dict[str, object]:
    """How to draw a section that does not say so: a curve over the factor whose levels are numbers, or else dots.

    Of several such factors it is the one with most levels.  Where these reach over a factor of ten, it is logarithmic.
    """
    rows = cells(section)
    if section.matrix or section.columns or len(rows) < 2:
        return {"kind": "none"}
    line = section.measure == "rate"
    numeric = {
        factor: [float(level) for level in found]
        for factor in factors(rows)
        if len(found := levels(rows, factor)) > 1 and all(_is_number(level) for level in found)
    }
    if not numeric:
        return {"kind": "bars", "line": line}
    x, places = max(numeric.items(), key=lambda item: len(item[1]))
    return {"kind": "line", "x": x, "log": min(places) > 0 and max(places) >= 10 * min(places), "line": line}


def gauge_charts(section: Section) -> dict[str, Chart]:
    """What a gauge found: the columns beside each other with a series for each cell, or a chart for each column."""
    wanted = [column for column in section.plot.get("columns") or section.columns if column in section.columns]
    if section.plot.get("x") != "column":
        return {column: _column_chart(section, column) for column in wanted}
    rows, tall = cells(section), bool(section.plot.get("log"))
    free = [factor for factor in factors(rows) if len(levels(rows, factor)) > 1]
    panel = free[0] if len(free) > 1 else None  # so that no panel has more series than there are colours
    kinds = list(dict.fromkeys(_kind(row, free, panel) for row in rows))
    panels = []
    for level in levels(rows, panel) if panel else [""]:
        here = [row for row in rows if panel is None or row.place.get(panel) == level]
        series = (
            Series(name or row.label, kinds.index(name), tuple(_along(row, wanted, tall)))
            for row in here
            for name in [_kind(row, free, panel)]
        )
        panels.append((level, tuple(series)))
    unit = section.plot.get("unit") or section.gauge.partition(":")[0]
    word, names = _shared(wanted)
    return {"": Chart(tuple(panels), names, word, unit, None, False, False, tall)}


def _shared(columns: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """The word that all columns begin with, if there is one, and what tells them apart.

    >>> _shared(["layer 1", "layer 2"]), _shared(["regret: mean", "visits"])
    (('layer', ('1', '2')), ('', ('regret: mean', 'visits')))
    """
    parts = [column.partition(" ") for column in columns]
    if len({word for word, _, _ in parts}) > 1 or not all(rest for _, _, rest in parts):
        return "", tuple(columns)
    return parts[0][0].removesuffix(":"), tuple(rest for _, _, rest in parts)


def _kind(row: Row, free: Sequence[str], panel: str | None) -> str:
    """What tells a cell from the others of its panel."""
    return ", ".join(row.place[factor] for factor in free if factor != panel and factor in row.place)


def _along(row: Row, columns: Sequence[str], tall: bool) -> Iterable[Point]:
    """The columns of a cell one after the other; nothing is nowhere on a logarithmic axis."""
    for at, column in enumerate(columns):
        ours, paper = (None if tall and each and each.value <= 0 else each for each in _gauged(row, column))
        yield Point(at, ours, paper)


def _column_chart(section: Section, column: str) -> Chart:
    """One column over the cells, drawn as rates are."""
    rows = [replace(row, ours=ours, paper=paper) for row in section.rows for ours, paper in [_gauged(row, column)]]
    made = chart_of(replace(section, rows=tuple(rows), measure="seconds per game"))
    return replace(made, measured=column)


def _gauged(row: Row, column: str) -> tuple[Figure | None, Figure | None]:
    theirs = row.compared.get(column)
    return row.extra.get(column), None if theirs is None else theirs.paper


def average_chart(section: Section) -> Chart:
    """The average of each player of a round robin."""
    found = cross(section)
    percent = Figure(0.01)
    points = [Point(at, multiple(found.average(name), percent), None) for at, name in enumerate(found.players)]
    series = Series("", 0, tuple(points))
    return Chart((("", (series,)),), found.players, "", "average win rate, %", 50.0, False, True)


def _is_number(text: str) -> bool:
    try:
        return math.isfinite(float(text))
    except ValueError:
        return False


def far_apart(chart: Chart) -> bool:
    """Whether the smallest figures would vanish beside the largest."""
    values = [figure.value for figure in chart.figures()]
    return bool(values) and min(values) > 0 and max(values) > APART * min(values)
