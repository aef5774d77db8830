"""Results of experiments as curves: along the budget, or along the first thing that varies."""

from __future__ import annotations

from collections.abc import Sequence

from ..core.errors import UsageError
from ..papers.charts import Chart, Point, Series
from ..papers.findings import Figure
from ..papers.plots import Drawing, curves
from .curves import Row

MEASURES = {
    "exploitability": "exploitability",
    "equilibrium": "against_equilibrium",
    "uniform": "against_uniform",
}


def figure_of(row: Row, measure: str) -> Figure:
    """A number of a row with its 95 % interval."""
    name = MEASURES[measure]
    value = getattr(row, name)
    error = row.error if measure == "exploitability" else getattr(row, f"{name}_error")
    return Figure(value, value - 1.96 * error, value + 1.96 * error) if error else Figure(value)


def drawing(name: str, title: str, rows: Sequence[Row], units: str, measure: str = "exploitability") -> Drawing:
    """The curves of an experiment."""
    if measure not in MEASURES:
        raise UsageError(f"measure: '{measure}' should be one of {', '.join(MEASURES)}")
    varied = [key for key in rows[0].place if len({row.place[key] for row in rows}) > 1]
    budgets = sorted({row.sims for row in rows if row.sims is not None})
    along = "simulations for each decision"
    if len(budgets) < 2 and varied:
        along = varied.pop(0)
    labels = list(dict.fromkeys(row.label for row in rows))
    panels = []
    for panel in dict.fromkeys(tuple(row.place[key] for key in varied) for row in rows):
        here = [row for row in rows if tuple(row.place[key] for key in varied) == panel]
        series = [_series(labels, label, here, along, budgets, measure) for label in labels]
        panels.append((", ".join(f"{key} = {value}" for key, value in zip(varied, panel)), tuple(series)))
    against = f"won against {'an equilibrium' if measure == 'equilibrium' else 'uniform play'}"
    what = f"{'exploitability' if measure == 'exploitability' else against}, {units}"
    mark = 0.0 if measure != "exploitability" else None
    chart = Chart(tuple(panels), (), along, what, mark, log=along.startswith("sim"), rate=False)
    told = f"{title}. Curves of {what} by {along}: {', '.join(labels)}. The table has the numbers."
    return Drawing(name, told, "Whiskers are 95 % intervals.", chart, curves)


def _series(labels: list[str], label: str, rows: list[Row], along: str, budgets: list[int], measure: str) -> Series:
    """The curve of an agent; one without a budget is level."""
    points = []
    for row in (row for row in rows if row.label == label):
        if along in row.place:
            places = [float(row.place[along])]
        else:
            places = [float(row.sims)] if row.sims is not None else [float(x) for x in budgets]
        points += [Point(x, figure_of(row, measure), None) for x in places]
    return Series(label, labels.index(label), tuple(sorted(points, key=lambda point: point.x)))
