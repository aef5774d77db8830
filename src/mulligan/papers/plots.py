"""Sections as drawings: our figures and the paper's in one SVG.

Ours are filled and have whiskers, the paper's are hollow.  Drawings are made in the colours of a white page; on a page
that has a dark side too, every colour becomes a variable of its style sheet.
"""

from __future__ import annotations

import io
import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Any

from ..core.errors import UsageError
from ..core.output import write_text
from .charts import Chart, Point, average_chart, chart_of, far_apart, gauge_charts
from .findings import Figure, Section
from .numbers import number, significant

# Each colour on white, and the name of its variable.  They differ in lightness too, and no series has its colour alone.
INK, FAINT, PAPER = "#1b1f24", "#cfd4da", "#ffffff"
SERIES = ("#0b65a8", "#c2500c", "#00775a", "#94487c", "#7d5a00", "#555b66")
VARIABLES = {INK: "currentColor", FAINT: "var(--faint)", PAPER: "var(--page)"} | {
    colour: f"var(--series-{at})" for at, colour in enumerate(SERIES, 1)
}
MARKERS = ("o", "s", "^", "D", "v", "P")
FONT = "system-ui, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif"
LABELLED = 20  # bars that have room for their numbers
SETTINGS: dict[Any, Any] = {
    "svg.fonttype": "none",
    "text.parse_math": False,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": INK,
    "axes.facecolor": "none",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "xtick.color": INK,
    "ytick.color": INK,
    "grid.color": FAINT,
    "grid.linewidth": 0.7,
    "font.size": 9.5,
}
WIDTH = 10.6  # inches: at the width of the page, the letters of the drawing are as large as the small print


@dataclass(frozen=True, repr=False)
class Drawing:
    """A drawing with the words that stand for it."""

    name: str
    """Such as `table2` or `table3-average`."""
    label: str
    """What there is to see, for those who cannot."""
    caption: str
    chart: Chart
    draw: Callable[[Any, Chart], list[Any]]

    @cached_property
    def svg(self) -> str:
        """The drawing, made when it is first asked for: its words alone need no matplotlib."""
        return _tidy(_rendered(self.chart, self.draw, self.name), f"{self.name}--", self.label)

    def width(self) -> float:
        """How wide it should be on a page, in the page's letters (rem), for its letters to be a little smaller."""
        points = re.search(r'viewBox="0 0 ([\d.]+)', self.svg)
        assert points is not None  # it was put there
        return round(float(points[1]) / 12, 1)

    def save(self, path: str | Path) -> None:
        """Write it to a file of its own."""
        write_text(str(path), self.standalone())

    def _repr_svg_(self) -> str:
        return self.svg

    def _repr_html_(self) -> str:
        return f'<div style="overflow-x:auto">{self.svg}<div>{escape(self.caption)}</div></div>'

    def __repr__(self) -> str:
        return f"<Drawing '{self.name}': {self.label}>"

    def standalone(self) -> str:
        """As a file of its own, on white."""
        return self.svg + "\n"

    def inline(self) -> str:
        """As part of a page, in the page's colours."""
        text = self.svg
        for colour, variable in VARIABLES.items():
            text = text.replace(colour, variable)
        return text


def require() -> None:
    """Make sure that drawings can be made at all."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise UsageError("plots need matplotlib: pip install matplotlib") from None


def drawings(section: Section, name: str = "") -> tuple[Drawing, ...]:
    """Everything that there is to draw of a section, under its own name or another one."""
    name = name or section.name
    kind = section.plot.get("kind", "none")
    if kind not in ("line", "bars", "none"):
        raise ValueError(f"{section.name}: unknown kind of plot '{kind}'")
    found: list[tuple[str, str, Chart, Callable[[Any, Chart], list[Any]]]] = []
    if kind != "none" and section.columns:
        for at, (column, chart) in enumerate(gauge_charts(section).items()):
            title = f"{section.title}: {column}" if column else section.title
            bars = _bars if section.plot.get("x") else dots
            found.append((f"{name}-{at + 1}" if column else name, title, chart, curves if kind == "line" else bars))
    elif kind != "none" and not section.matrix:  # a cross-table is its own picture
        chart = chart_of(section)
        # Bars have no honest length on a logarithmic axis, and long names no room beneath them.
        bars = _bars if section.plot.get("x") and (chart.rate or not far_apart(chart)) else dots
        found.append((name, section.title, chart, curves if kind == "line" else bars))
    if section.average:
        found.append((f"{name}-average", f"{section.title}, averages", average_chart(section), _bars))
    return tuple(one_drawing(*each) for each in found if each[2].figures())


def one_drawing(name: str, title: str, chart: Chart, draw: Callable[[Any, Chart], list[Any]]) -> Drawing:
    """A chart as a drawing, with the words that stand for it."""
    return Drawing(name, _label(title, chart), _caption(chart, draw is curves), chart, draw)


# From charts to axes


def _ends(figures: Iterable[Figure]) -> list[float]:
    """All values and ends of intervals."""
    return [end for figure in figures for end in (figure.value, figure.low, figure.high) if end is not None]


def _whiskers(draw: Any, at: Sequence[float], figures: Sequence[Figure], colour: str, gid: str, width: float) -> None:
    """Draw intervals with `vlines` or `hlines`."""
    known = [(x, each.low, each.high) for x, each in zip(at, figures) if each.low is not None and each.high is not None]
    if known:
        places, lows, highs = zip(*known)
        draw(places, lows, highs, colors=colour, linewidths=width, gid=gid)


def _split(points: Iterable[Point], paper: bool) -> tuple[list[float], list[Figure]]:
    """The places and figures of those who have one."""
    known = [(point.x, figure) for point in points if (figure := point.paper if paper else point.ours) is not None]
    return [x for x, _ in known], [figure for _, figure in known]


def _reach(chart: Chart) -> tuple[float, float]:
    """Where the axis begins, from zero unless something lies below, and where it ends."""
    ends = _ends(chart.figures())
    highest = max(0.0, *ends)
    if chart.rate:
        return 0.0, min(104.0, 10 * math.ceil(highest / 10 + 0.2))
    if chart.tall:  # intervals that reach down to nothing end at the edge
        return max(1e-6 * highest, 0.5 * min(figure.value for figure in chart.figures())), 2 * highest
    lowest = min(0.0, *ends)
    return 1.1 * lowest, 1.1 * highest if highest > 0 else -0.1 * lowest or 1.0


def _panel_axes(figure: Any, chart: Chart) -> list[Any]:
    """Axes for each panel, two beside each other."""
    columns = min(2, len(chart.panels))
    lines = math.ceil(len(chart.panels) / columns)
    figure.set_size_inches(WIDTH if len(chart.panels) > 1 or len(chart.names) > 8 else 0.75 * WIDTH, 3.6 * lines)
    grid = figure.subplots(lines, columns, sharey=True, squeeze=False)
    axes = [each for line in grid for each in line]
    for spare in axes[len(chart.panels) :]:
        spare.remove()
    for axis, (title, _) in zip(axes, chart.panels):
        if title:
            axis.set_title(title, fontsize=11, loc="left")
    return axes[: len(chart.panels)]


def curves(figure: Any, chart: Chart) -> list[Any]:
    """Curves; whiskers of one place stand beside each other."""
    from matplotlib.lines import Line2D

    places = sorted({point.x for point in chart.points()})
    handles: dict[tuple[int, bool], Any] = {}
    reach = (math.log(places[-1] / places[0]) if chart.log else places[-1] - places[0]) or 1.0
    for axis, (_, panel) in zip(_panel_axes(figure, chart), chart.panels):
        for series in panel:
            colour, marker = SERIES[series.style % len(SERIES)], MARKERS[series.style % len(MARKERS)]
            shift = 0.009 * reach * (series.style - (len(panel) - 1) / 2)
            moved = [replace(p, x=p.x * math.exp(shift) if chart.log else p.x + shift) for p in series.points]
            for paper in (True, False):
                at, figures = _split(moved, paper)
                if not at:
                    continue
                look: dict[str, Any] = {"color": colour, "marker": marker, "markersize": 5.5, "linewidth": 1.6}
                if paper:
                    look |= {"linestyle": (0, (4, 3)), "markerfacecolor": PAPER, "linewidth": 1.1}
                else:
                    _whiskers(axis.vlines, at, figures, colour, "class:ours-whiskers", 1.3)
                axis.plot(at, [each.value for each in figures], gid="class:paper" if paper else "class:ours", **look)
                side = ("paper" if paper else "ours") if chart.compared() else ""
                name = ", ".join(filter(None, [series.label, side]))
                handles[series.style, paper] = Line2D([], [], label=name, **look)
        if chart.log:
            axis.set_xscale("log")
        _number_ticks(axis, chart, places, reach)
        axis.set_xlabel(chart.along)
        axis.set_ylim(*_reach(chart))
        if chart.tall:
            axis.set_yscale("log", nonpositive="clip")
            axis.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
        axis.grid(True, axis="y")
        _mark(axis.axhline, chart)
    figure.axes[0].set_ylabel(chart.measured)
    return [handles[key] for key in sorted(handles)] if len(handles) > 1 else []


def _number_ticks(axis: Any, chart: Chart, places: Sequence[float], reach: float) -> None:
    """Ticks at the places that were played, and labels where there is room for them."""
    if chart.names:
        axis.set_xticks(range(len(chart.names)), chart.names)
        return
    room = 0.055 if len(chart.panels) > 1 else 0.035
    labels: list[str] = []
    last = -math.inf
    for place in places:
        where = (math.log(place) if chart.log else place) / reach
        labels.append(f"{place:g}" if where - last >= room else "")
        last = where if labels[-1] else last
    axis.set_xticks(places, labels)
    axis.set_xticks([], minor=True)
    edge = 0.03 * reach
    if chart.log:
        axis.set_xlim(places[0] * math.exp(-edge), places[-1] * math.exp(edge))
    else:
        axis.set_xlim(places[0] - edge, places[-1] + edge)


def _bars(figure: Any, chart: Chart) -> list[Any]:
    """Bars from zero with whiskers; the paper's figure is a hollow mark beside each whisker."""
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    handles: dict[str, Any] = {}
    for axis, (_, panel) in zip(_panel_axes(figure, chart), chart.panels):
        width = 0.8 / len(panel)
        for at_series, series in enumerate(panel):
            colour = SERIES[series.style % len(SERIES)]
            shift = (at_series - (len(panel) - 1) / 2) * width
            at, figures = _split([replace(p, x=p.x + shift) for p in series.points], False)
            theirs_at, theirs = _split([replace(p, x=p.x + shift + 0.22 * width) for p in series.points], True)
            look: dict[str, Any] = {"facecolor": (colour, 0.4), "edgecolor": colour, "linewidth": 1.2}
            for place, each in zip(at, figures):
                axis.bar(place, each.value, 0.92 * width, gid="class:ours", **look)
            aside = [place - 0.15 * width for place in at] if theirs else at
            _whiskers(axis.vlines, aside, figures, INK, "class:ours-whiskers", 1.4)
            if len(chart.points()) <= LABELLED:
                _values(axis, chart, aside, figures)
            if at:
                ours = "ours" if chart.compared() else ""
                name = ", ".join(filter(None, [series.label, ours]))
                handles[name] = Patch(label=name, **look)
            if theirs:
                mark: dict[str, Any] = {"color": INK, "marker": "D", "markersize": 5, "linestyle": "none"}
                mark["markerfacecolor"] = PAPER
                _whiskers(axis.vlines, theirs_at, theirs, INK, "class:paper-whiskers", 0.9)
                axis.plot(
                    theirs_at, [each.value for each in theirs], gid="class:paper", clip_on=False, zorder=3, **mark
                )
                handles["paper"] = Line2D([], [], label="paper", **mark)
        crowded = sum(len(name) + 2 for name in chart.names) > (50 if len(chart.panels) > 1 else 95)
        turn = {"rotation": 35, "ha": "right", "rotation_mode": "anchor"} if crowded else {}
        axis.set_xticks(range(len(chart.names)), chart.names, **turn)
        axis.tick_params(axis="x", length=0)
        axis.set_xlim(-0.6, len(chart.names) - 0.4)
        axis.set_xlabel(chart.along)
        axis.set_ylim(*_reach(chart))
        axis.grid(True, axis="y")
        _mark(axis.axhline, chart)
    figure.axes[0].set_ylabel(chart.measured)
    paper = [handles.pop("paper")] if "paper" in handles else []
    return [*handles.values(), *paper] if len(handles) + len(paper) > 1 else []


def _values(axis: Any, chart: Chart, at: Sequence[float], figures: Sequence[Figure]) -> None:
    """The number above each bar."""
    for place, each in zip(at, figures):
        text = number("rate", each.value / 100) if chart.rate else significant(each.value, 2)
        end = max(_ends([each]))
        axis.annotate(text, (place, end), (0, 2.5), textcoords="offset points", ha="center", fontsize=8, color=INK)


def dots(figure: Any, chart: Chart) -> list[Any]:
    """A line for each place, a dot on it with whiskers; good for many names, and where zero is far away."""
    from matplotlib.lines import Line2D
    from matplotlib.ticker import LogLocator, NullLocator

    handles: dict[str, Any] = {}
    many = len(chart.panels[0][1])
    axes = _panel_axes(figure, chart)
    slots = many * (2 if chart.compared() else 1)
    figure.set_size_inches(WIDTH * (1 if len(axes) > 1 else 0.8), 1.1 + len(chart.names) * max(0.27, 0.15 * slots))
    for axis, (_, panel) in zip(axes, chart.panels):
        for at_series, series in enumerate(panel):
            colour, marker = SERIES[series.style % len(SERIES)], MARKERS[series.style % len(MARKERS)]
            for paper in (False, True):
                slot = at_series * (2 if chart.compared() else 1) + paper
                shift = (slot - (slots - 1) / 2) * 0.72 / slots
                at, figures = _split([replace(p, x=p.x + shift) for p in series.points], paper)
                if not at:
                    continue
                look: dict[str, Any] = {"color": colour, "marker": marker, "markersize": 5.5, "linestyle": "none"}
                if paper:
                    look["markerfacecolor"] = PAPER
                gid = "class:paper" if paper else "class:ours"
                _whiskers(axis.hlines, at, figures, colour, f"{gid}-whiskers", 0.9 if paper else 1.6)
                axis.plot([each.value for each in figures], at, gid=gid, **look)
                side = ("paper" if paper else "ours") if chart.compared() else ""
                name = ", ".join(filter(None, [series.label, side]))
                handles[name] = Line2D([], [], label=name, **look)
        axis.set_yticks(range(len(chart.names)), chart.names)
        axis.set_ylim(len(chart.names) - 0.5, -0.5)
        axis.tick_params(axis="y", length=0)
        axis.grid(True, axis="x")
        for border in range(1, len(chart.names)):
            axis.axhline(border - 0.5, color=FAINT, linewidth=0.5)
        axis.spines["left"].set_visible(False)
        axis.set_xlabel(chart.measured)
        if not chart.rate and far_apart(chart):
            axis.set_xscale("log")
            few = max(_ends(chart.figures())) < 1000 * min(each.value for each in chart.figures())
            axis.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5) if few else (1,)))
            axis.xaxis.set_minor_locator(NullLocator())
            axis.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
        _mark(axis.axvline, chart)
    return list(handles.values()) if len(handles) > 1 else []


def _mark(draw: Callable[..., Any], chart: Chart) -> None:
    if chart.mark is not None:
        draw(chart.mark, color=INK, linewidth=0.9, linestyle=(0, (1, 2)), zorder=0.5)


# From axes to text


def _rendered(chart: Chart, draw: Callable[[Any, Chart], list[Any]], salt: str) -> str:
    """What matplotlib writes."""
    require()
    import matplotlib
    from matplotlib.figure import Figure as Canvas

    # A user's own settings of matplotlib have no say, or the same results would make other files.
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(SETTINGS | {"svg.hashsalt": salt})
        figure = Canvas(layout="constrained", facecolor=PAPER)
        handles = draw(figure, chart)
        if handles:
            longest = max(len(handle.get_label()) for handle in handles)
            columns = max(1, min(len(handles), int(13 * figure.get_size_inches()[0] / (longest + 7))))
            # A legend is filled column by column, but read line by line.
            ordered = [handle for column in range(columns) for handle in handles[column::columns]]
            figure.legend(handles=ordered, loc="outside upper left", ncols=columns, frameon=False)
        buffer = io.StringIO()
        figure.savefig(buffer, format="svg", metadata=dict.fromkeys(("Date", "Creator", "Format", "Type")))
    return buffer.getvalue()


def _caption(chart: Chart, lines: bool) -> str:
    """How to read the drawing."""
    parts = []
    whiskers = any(figure.low is not None for figure in chart.figures())
    if chart.compared() and lines:
        parts.append("Ours are filled, the paper’s hollow and dashed.")
        parts += ["Whiskers are 95 % intervals of ours; the paper’s are in the table."] if whiskers else []
    else:
        parts += ["Ours are filled, the paper’s hollow."] if chart.compared() else []
        parts += ["Whiskers are 95 % intervals."] if whiskers else []
    if chart.mark is not None:
        parts.append("The dotted line is one half." if chart.rate else "The dotted line is the base.")
    return " ".join(parts)


def _label(title: str, chart: Chart) -> str:
    """The drawing in a sentence; its numbers are in the table, so they are not said again."""
    series = list(dict.fromkeys(each.label for _, panel in chart.panels for each in panel if each.label))
    parts = [f"{chart.measured} by {chart.along}" if chart.along else chart.measured]
    if len(chart.panels) > 1:
        parts.append("panels: " + ", ".join(name for name, _ in chart.panels))
    if series:
        parts.append("series: " + ", ".join(series))
    return f"{title}. Drawing of {'; '.join(parts)}. The table has the numbers."


def _tidy(svg: str, prefix: str, label: str) -> str:
    """The drawing alone: no prologue, no ids but those in use, all of them with a prefix, and fewer decimals.

    A page may hold many drawings, so nothing in one of them may have a say in another.
    """
    text = svg[svg.index("<svg") :].strip()
    text = re.sub(r"<defs>\s*<style.*?</style>\s*</defs>", "", text, count=1, flags=re.DOTALL)
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    text = re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL)
    used = set(re.findall(r"(?:href=\"|url\()#([^\")]+)", text))

    def identify(match: re.Match[str]) -> str:
        name = match[1]
        if name.startswith("class:"):
            return f' class="{name.removeprefix("class:")}"'
        return f' id="{prefix}{name}"' if name in used else ""

    def shorten(match: re.Match[str]) -> str:
        tag = re.sub(r"\s+", " ", match[0])
        tag = re.sub(r'\sid="([^"]*)"', identify, tag)
        tag = re.sub(r'xlink:href="#', f'href="#{prefix}', tag)
        tag = re.sub(r"url\(#", f"url(#{prefix}", tag)
        tag = re.sub(r" font-family: [^;\"]*;?", "", tag)
        tag = re.sub(r' transform="rotate\(-?0 [^"]*"', "", tag)
        tag = re.sub(r"-?\d+\.\d{3,}", lambda found: f"{float(found[0]):.2f}".rstrip("0").rstrip("."), tag)
        return tag.replace(' "', '"').replace(' d=" ', ' d="')

    text = re.sub(r"<[^>]*>", shorten, text)
    size = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', text)
    assert size is not None  # matplotlib always writes one
    root = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size[1]} {size[2]}"'
        f' width="{size[1]}" height="{size[2]}"'
        f' role="img" aria-label="{escape(label)}" font-family="{FONT}" stroke-linejoin="round">'
    )
    text = root + text[text.index(">") + 1 :]
    text = re.sub(r"<g>\s*</g>", "", text)
    return re.sub(r">\s+<", ">\n<", text)
