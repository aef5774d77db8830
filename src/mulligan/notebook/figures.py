"""The figures of the report as functions: each returns a drawing, which shows itself and has `svg` and `save`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from mulligan.arena.match import MatchResult
from mulligan.arena.tidy import cell_places, cell_rows, match_cell_rows
from mulligan.arena.tournament import Standings
from mulligan.core.errors import UsageError, unknown
from mulligan.papers.charts import Chart, Point, Series, fitting_plot
from mulligan.papers.findings import Figure, Row, Section
from mulligan.papers.plots import Drawing, dots, drawings, one_drawing

from .frames import Source, name_in, opened
from .running import ExperimentResult, Tournament

KINDS = ("", "line", "bars")


def report(source: ExperimentResult) -> tuple[Drawing, ...]:
    """All figures of an experiment's report, as its file asks for them."""
    return source.figures


def rates(
    source: Source,
    experiment: str = "",
    *,
    x: str = "",
    kind: str = "",
    across: Sequence[str] = (),
    log: bool | None = None,
    title: str = "",
) -> Drawing:
    """Win rates of the cells with their 95 % intervals: a `line` over a factor `x` with numbers, or `bars`.

    What is left out is chosen to fit.  `across` names factors that make series, where there is no `x`.
    """
    section = _section(source, experiment, title)
    factors = list(dict.fromkeys(factor for row in section.rows for factor in row.place))
    for name in filter(None, (x, *across)):
        if name not in factors:
            raise unknown("factor", name, factors)
    if kind not in KINDS:
        raise unknown("kind of figure", kind, KINDS[1:])
    plot: dict[str, Any] = {"kind": "bars", "line": True, **fitting_plot(section)}
    if plot["kind"] == "none":
        plot["kind"] = "bars"
    if x:
        numbers = all(isinstance(_number(row.place[x]), float) for row in section.rows if x in row.place)
        plot |= {"x": x, "kind": "line" if numbers else "bars", "log": False}
    plot |= {"kind": kind} if kind else {}
    plot |= {} if log is None else {"log": log}
    if across:
        plot.pop("x", None) if not x else None
    return _first(drawings(replace(section, plot=plot, across=tuple(across))))


def averages(source: Source, experiment: str = "", *, title: str = "") -> Drawing:
    """The mean win rate of each player of a round robin over its opponents."""
    section = _section(source, experiment, title)
    if not all({"player", "against"} <= set(row.place) for row in section.rows):
        raise UsageError("averages are for a round robin, in which everybody meets everybody")
    return _first(drawings(replace(section, matrix=True, average=True, plot={"kind": "none"})))


def ratings(source: Tournament | Standings) -> Drawing:
    """The Elo ratings of a tournament with their 95 % intervals, the strongest first."""
    found = source.standings if isinstance(source, Tournament) else source
    ranked = found.ratings.ranked
    points = tuple(Point(at, Figure(line.elo, *line.interval, line.games), None) for at, line in enumerate(ranked))
    names = tuple(line.player for line in ranked)
    chart = Chart((("", (Series("", 0, points),)),), names, "", "Elo", 0.0, False, False)
    drawn = one_drawing("ratings", f"Ratings, {found.game}", chart, dots)
    return replace(drawn, caption="Whiskers are 95 % intervals. The dotted line is the mean of the field.")


def _first(made: tuple[Drawing, ...]) -> Drawing:
    if not made:
        raise UsageError("there is nothing to draw: no game was played yet")
    return made[0]


def _number(level: str) -> float | str:
    try:
        return float(level)
    except ValueError:
        return level


def _section(source: Source, experiment: str, title: str) -> Section:
    """The cells of some results as a section of a report, with nothing published beside them."""
    if isinstance(source, ExperimentResult) and not experiment:
        found = source.findings.sections[0]
        if found.measure != "rate":
            raise UsageError(f"this experiment measures {found.measure}: its figures are those of figures.report(...)")
        return replace(found, columns={}, title=title or found.title)
    if isinstance(source, MatchResult):
        made = [_row(row, {}) for row in match_cell_rows(source)]
        return Section("match", title or "Match", "", "rate", tuple(made))
    with opened(source) as store:
        name = experiment or name_in(source, store)
        places = cell_places(store, name, store.experiment(name))
        made = [_row(row, place) for row, place in zip(cell_rows(store, name), places, strict=True)]
    return Section(name, title or name, "", "rate", tuple(made))


def _row(row: dict[str, Any], place: Mapping[str, str]) -> Row:
    rate = None if row["rate"] is None else Figure(row["rate"], row["low"], row["high"], row["games"])
    control = row.get("control", "none")
    return Row(
        label=row["cell"],
        place=place or {"cell": row["cell"]},
        players=(row["first"], row["second"]) if row["second"] else (row["first"],),
        setup=row["setup"],
        ours=rate,
        paper=None,
        verdict="no figure" if rate else "not played",
        goal=row["goal"],
        pairs=row["pairs"],
        wins=row["wins"],
        draws=row["draws"],
        losses=row["losses"],
        turns=row["turns"] / row["games"] if row["games"] else None,
        seconds=row["cpu"],
        seconds_per_decision=None,
        command="",
        control="" if control == "none" else control,
    )
