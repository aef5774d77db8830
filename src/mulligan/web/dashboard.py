"""The page of experiments: what is running, how far it is, and what has been found, while it goes on."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from nicegui import ui

from mulligan.arena.progress import clock
from mulligan.arena.rate import Rate
from mulligan.arena.stored import StoredCell
from mulligan.core.errors import UsageError
from mulligan.core.faces import clean

from .frame import frame
from .manager import Manager
from .standings import Row, Standings
from .viewer import add_assets

EVERY = 2.0  # seconds between readings
GREY = "#7a7f89"
MOST_BARS = 60  # cells that a chart can hold
# Numbers only: what a tooltip shows is taken for HTML.
TOOLTIP = "p => p.seriesType === 'scatter' ? `${p.value[0]} %` : `${p.value[1]} % to ${p.value[5]} %`"


def register(manager: Manager) -> None:
    """Add the pages of experiments to a server."""
    standings = Standings(manager.store)

    @ui.page("/experiments")
    def index() -> None:
        with frame("Experiments", manager):
            add_assets()
            _Index(manager, standings)

    @ui.page("/experiments/{name:path}")
    def detail(name: str) -> None:
        with frame("Experiments", manager, wide=True):
            add_assets()
            _Detail(manager, standings, name)


class _Index:
    """All experiments of the store."""

    def __init__(self, manager: Manager, standings: Standings) -> None:
        self.manager, self.standings = manager, standings
        self._shown = ""
        self._reading = False
        ui.label("Experiments").classes("m-title").props("role=heading aria-level=1")
        self._say = ui.label("Reading the store …").classes("m-soft").props("role=status")
        self._table = ui.html("", sanitize=False).classes("s-scroll")
        ui.timer(EVERY, self._refresh, immediate=True)

    async def _refresh(self) -> None:
        if self._reading:  # a slow disk must not fill the queue
            return
        self._reading = True
        try:
            found = await self.manager.fetch(self.standings.read)
        except UsageError as error:
            self._say.text = str(error)
            return
        finally:
            self._reading = False
        self._say.text = found.problem or (
            f"Last written {found.written}." if found.rows else "The store has no experiments yet."
        )
        html = _rows(found.rows)
        if html != self._shown:
            self._shown = self._table.content = html


def _rows(rows: tuple[Row, ...]) -> str:
    if not rows:
        commands = ", ".join(f"<code>mulligan {name}</code>" for name in ("run", "tournament", "reproduce"))
        return f'<p class="m-none">These commands fill it: {commands}.</p>'
    order = {"running": 0, "paused": 1, "new": 2, "complete": 3}
    lines = []
    for row in sorted(rows, key=lambda row: (order[row.state], row.name)):
        changed = clean(row.changed.replace("T", " ").rstrip("Z"))
        lines.append(
            f'<tr><td><a href="/experiments/{quote(row.name, safe="/")}">{clean(row.name)}</a>'
            f'<br><span class="m-soft">{clean(row.title)}</span></td>'
            f"<td>{_state(row.state)}</td>"
            f"<td>{meter(row.share)}{100 * row.share:.0f} %</td>"
            f'<td class="s-num">{row.games:,} / {row.goal:,}</td>'
            f'<td class="s-num">{_pace(row)}</td><td class="s-num">{"" if row.left is None else clock(row.left)}</td>'
            f'<td class="s-num">{row.cells}</td><td class="s-num">{changed}</td></tr>'
        )
    heads = "".join(f"<th>{name}</th>" for name in ("Experiment", "State", "Done"))
    heads += "".join(
        f'<th class="s-num">{name}</th>' for name in ("Games", "A minute", "Left", "Cells", "Started (UTC)")
    )
    return f'<table class="s-table"><thead><tr>{heads}</tr></thead><tbody>{"".join(lines)}</tbody></table>'


def _state(state: str) -> str:
    signs = {"running": "▶ running", "complete": "✓ complete", "paused": "‖ paused", "new": "○ new"}
    return f'<span class="s-mark {"s-good" if state in ("running", "complete") else "m-soft"}">{signs[state]}</span>'


def _pace(row: Row) -> str:
    return "" if row.per_minute is None else f"{row.per_minute:,.0f}"


def meter(share: float) -> str:
    """A small bar; the number stands beside it."""
    return f'<span class="s-meter" aria-hidden="true"><span style="width:{share:.1%}"></span></span>'


class _Detail:
    """One experiment."""

    def __init__(self, manager: Manager, standings: Standings, name: str) -> None:
        self.manager, self.standings, self.name = manager, standings, name
        self._games, self._began = -1, ""
        self._reading = False
        ui.label(name).classes("m-title").props("role=heading aria-level=1")
        self._title = ui.label().classes("m-soft")
        self._say = ui.label("Reading the store …").props("role=status")
        self._bar = ui.linear_progress(0, show_value=False, size="10px").props('aria-label="Games played"')
        self._chart: ui.echart | None = None
        self._place = ui.element("div").classes("m-panel m-full").style("margin: .75rem 0")
        self._table = ui.html("", sanitize=False).classes("s-scroll")
        ui.link("All experiments", "/experiments")
        ui.timer(EVERY, self._refresh, immediate=True)

    async def _refresh(self) -> None:
        if self._reading:
            return
        self._reading = True
        try:
            found = await self.manager.fetch(self.standings.read)
            row = next((row for row in found.rows if row.name == self.name), None)
            if row is None:
                self._say.text = found.problem or f"There is no experiment '{self.name}' in the store."
                return
            self._title.text = row.title
            self._bar.value = row.share
            if row.games != self._games or self._chart is None:
                cells = await self.manager.fetch(lambda: self.standings.cells(self.name))
                runs = await self.manager.fetch(lambda: self.standings.runs(self.name))
                self._games, self._began = row.games, runs[-1]["started"] if runs else ""
                self._show(cells)
            self._say.text = found.problem or said(row, self._began)
        except UsageError as error:
            self._say.text = str(error)
        finally:
            self._reading = False

    def _show(self, cells: list[tuple[StoredCell, Rate]]) -> None:
        self._table.content = _cells(self.name, cells)
        options = whiskers(cells)
        height = 70 + 26 * min(MOST_BARS, len(cells))
        if self._chart is None:
            with self._place:
                self._chart = ui.echart(options).style(f"height: {height}px; width: 100%")
                self._chart.props('role=img aria-label="Rates with 95 % intervals; the table below has the numbers"')
        else:
            self._chart.options.update(options)
            self._chart.update()


def said(row: Row, began: str) -> str:
    """How an experiment stands; `began` is when its last run did."""
    words = [f"{row.state.capitalize()}: {row.games:,} of {row.goal:,} games"]
    if row.per_minute is not None:
        words.append(f"{row.per_minute:,.0f} games a minute")
    if row.left is not None:
        words.append(f"{clock(row.left)} left")
    words.append(f"{clock(row.cpu_seconds)} of CPU so far")
    if began:
        words.append(f"its last run began {began.replace('T', ' ').rstrip('Z')} UTC")
    return ", ".join(words) + "."


def _cells(name: str, cells: list[tuple[StoredCell, Rate]]) -> str:
    lines = []
    for cell, rate in cells:
        low, high = rate.interval() if rate.pairs else (0.0, 0.0)
        tally, who = cell.tally, " v ".join(cell.agents)
        second = f'<br><span class="m-soft">{clean(who)}</span>' if who != cell.label else ""
        shown = f"{100 * rate.value:.1f} %" if rate.pairs else ""
        bounds = f"[{100 * low:.1f}, {100 * high:.1f}]" if rate.pairs else ""
        share = min(1.0, tally.games / cell.goal) if cell.goal else 0.0
        turns = f"{tally.turns / tally.games:.1f}" if tally.games else ""
        games = f'<a href="/replays/cell/{cell.contest}">{tally.games:,}</a>' if tally.games else "0"
        failed = f"<br>{tally.forfeits:,} forfeited" if tally.forfeits else ""
        lines.append(
            f"<tr><td>{clean(cell.label)}{second}</td>"
            f'<td>{meter(share)}</td><td class="s-num">{games} / {cell.goal:,}</td><td class="s-num">{shown}</td>'
            f'<td class="s-num">{bounds}</td><td class="s-num">{tally.wins}-{tally.draws}-{tally.losses}{failed}</td>'
            f'<td class="s-num">{turns}</td></tr>'
        )
    heads = "<th>Cell</th><th>Done</th>" + "".join(
        f'<th class="s-num">{head}</th>'
        for head in ("Games", "Rate", "95 % interval", "Won-drawn-lost", "Turns a game")
    )
    return f'<table class="s-table"><thead><tr>{heads}</tr></thead><tbody>{"".join(lines)}</tbody></table>'


def whiskers(cells: list[tuple[StoredCell, Rate]]) -> dict[str, Any]:
    """The rates as points with their intervals, one line for each cell."""
    shown = cells[:MOST_BARS]
    labels = [cell.label for cell, _ in shown]
    points, spans = [], []
    for number, (_, rate) in enumerate(shown):
        if rate.pairs:
            low, high = (round(100 * bound, 2) for bound in rate.interval())
            middle = round(100 * rate.value, 2)
            points.append([middle, number])
            spans.append([low, middle, middle, middle, high])
        else:
            spans.append([])
    return {
        "aria": {"enabled": True},
        "animation": False,
        "grid": {"left": 8, "right": 24, "top": 12, "bottom": 36, "containLabel": True},
        "tooltip": {"trigger": "item", ":formatter": TOOLTIP},
        "xAxis": {
            "type": "value",
            "min": 0,
            "max": 100,
            "name": "points, % of the games, with 95 % intervals",
            "nameLocation": "middle",
            "nameGap": 24,
            "nameTextStyle": {"color": GREY},
            "axisLabel": {"color": GREY},
            "splitLine": {"lineStyle": {"color": "#7a7f8944"}},
        },
        "yAxis": {
            "type": "category",
            "data": labels,
            "inverse": True,
            "axisLabel": {"color": GREY, "width": 260, "overflow": "truncate", "interval": 0},
            "axisTick": {"show": False},
        },
        "series": [
            {
                "name": "95 % interval",
                "type": "boxplot",
                "data": spans,
                "boxWidth": [8, 14],
                "itemStyle": {"color": "#2c8c7c", "borderColor": "#2c8c7c", "borderWidth": 2},
            },
            {
                "name": "rate",
                "type": "scatter",
                "data": points,
                "symbolSize": 11,
                "itemStyle": {"color": "#2c8c7c", "borderColor": "#fff", "borderWidth": 1},
                "markLine": {
                    "silent": True,
                    "symbol": "none",
                    "label": {"show": False},
                    "lineStyle": {"color": GREY, "type": "dotted"},
                    "data": [{"xAxis": 50}],
                },
            },
        ],
    }
