"""The report of a study as one HTML file that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from mulligan.papers.charts import Chart, Point, Series
from mulligan.papers.findings import Figure
from mulligan.papers.page import document, prose, table
from mulligan.papers.plots import Drawing, dots
from mulligan.papers.tables import Cell, Sheet

from .figures import NOTE, Figures, Line, by_seat
from .published import Published
from .study import ENDS, MARKS

MOST = 40  # lines of a drawing
SEATS = {"both": "both", "first": "agent first", "second": "agent second", "alone": "alone"}
SEAT_HEADS = ("game", "setup", "opponent", "seats")


def percent(rate: float | None) -> str:
    """A rate as it is printed."""
    return "" if rate is None else f"{100 * rate:.1f} %"


def bounds(interval: tuple[float, float] | None) -> str:
    """An interval as it is printed.

    >>> bounds((0.335, 0.512)), bounds(None)
    ('[33.5, 51.2]', '')
    """
    return "" if interval is None else f"[{100 * interval[0]:.1f}, {100 * interval[1]:.1f}]"


def cells_of(line: Line) -> tuple[str, ...]:
    """The figures of a line, as all tables have them."""
    counts = f"{line.won}-{line.drawn}-{line.lost}"
    over_games = bounds(line.over_games) if line.games else ""
    return str(line.games), counts, percent(line.rate), over_games, str(line.people), bounds(line.over_people)


HEADS = ("games", "w-d-l", "agent won", "over games", "people", "over people")


def seat_label(label: Sequence[int | str]) -> tuple[str, ...]:
    """The label of a line by seats, in words."""
    *rest, seat = (str(part) for part in label)
    return *rest, SEATS[seat]


def published_cells(one: Published) -> list[tuple[str, ...]]:
    """The lines of a paper, in the columns of ours."""
    return [
        (
            one.game,
            one.found.source,
            one.found.agent,
            label,
            str(games),
            f"{won} won",
            percent(won / games),
            bounds(interval),
            str(one.found.people) if label == "both" else "",
            "",
        )
        for label, won, games, interval in one.lines()
    ]


def html_report(name: str, found: Figures) -> str:
    """The whole page."""
    rates = by_seat(found.counted)
    people = len({game.person for game in found.games})
    body = [
        "<header>",
        f"<h1>Study {escape(name)}</h1>",
        prose(
            f"{len(found.counted)} games count ({found.rule}), of {len(found.games)} that {people} people began. "
            "Rates are the agent's: the share of games that it won, a draw counting half."
        ),
        "</header>",
        "<main>",
        "<section><h2>How often the agent won</h2>",
        *_drawing(found, rates),
        _sheet(
            "Rates of the agent with 95 % intervals", SEAT_HEADS, ((*seat_label(o.label), *cells_of(o)) for o in rates)
        ),
        prose(NOTE),
        *_published(found),
        "</section>",
        "<section><h2>Levels</h2>",
        _lines("Rates by level", ("game", "setup", "level"), found.levels()),
        "</section>",
        "<section><h2>People</h2>",
        _lines("Rates by person", ("person", "name", "game", "setup", "opponent"), found.people()),
        "</section>",
        "<section><h2>Games with help</h2>",
        prose("Games with a result in which the person had help, and which do not count above."),
        _sheet(
            "Rates of the agent in games with help",
            SEAT_HEADS,
            ((*seat_label(one.label), *cells_of(one)) for one in by_seat(found.helped)),
        ),
        _counts("Games with a result by help", ((MARKS[mark], count) for mark, count in found.marks.items())),
        "</section>",
        "<section><h2>All games</h2>",
        _counts("Games by how they ended", ((ENDS[how.replace("under way", "")], n) for how, n in found.ends.items())),
        _counts("Games by the code that played them", found.code.items()),
        "</section>",
        "</main>",
        f"<footer><p>Mulligan, study {escape(name)}</p></footer>",
    ]
    return document(f"Study {name}", body)


def _lines(caption: str, heads: Sequence[str], found: Iterable[Line]) -> str:
    return _sheet(caption, heads, ((*map(str, one.label), *cells_of(one)) for one in found))


def _sheet(caption: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    made = tuple(
        tuple(Cell(text, kind="text" if at < len(heads) else "number") for at, text in enumerate(row)) for row in rows
    )
    if not made:
        return prose("There are none.")
    return table(Sheet(caption, (*heads, *HEADS), made, stubs=len(heads)))


def _counts(caption: str, rows: Iterable[tuple[str, int]]) -> str:
    made = tuple((Cell(text), Cell(str(count), kind="number")) for text, count in rows)
    return table(Sheet(caption, ("", "games"), made)) if made else ""


def _published(found: Figures) -> list[str]:
    """What papers say, beside ours."""
    parts = []
    for one in found.published:
        parts += [f"<h3>{escape(one.found.source)}</h3>", prose(one.found.about)]
        heads = ("game", "source", "agent", "seats")
        parts.append(
            _sheet(f"{one.found.source}: rates of their player, Wilson's 95 % intervals", heads, published_cells(one))
        )
    return parts


def _drawing(found: Figures, rates: Sequence[Line]) -> list[str]:
    """The rates as dots with their intervals over games; papers' are hollow, on the lines of the same agent."""
    shown = [one for one in rates if one.games][:MOST]
    if not shown:
        return []
    papers = {
        (one.game, one.found.agent, label): Figure(100 * won / games, 100 * interval[0], 100 * interval[1], games)
        for one in found.published
        for label, won, games, interval in one.lines()
    }
    places = []
    for at, one in enumerate(shown):
        game, _, agent, seat = map(str, one.label)
        low, high = one.over_people or one.over_games
        own = Figure(100 * (one.rate or 0.0), 100 * low, 100 * high, one.games)
        places.append(Point(at, own, papers.get((game.partition("/")[0], agent.partition(" (")[0], SEATS[seat]))))
    names = tuple(", ".join(seat_label(one.label)[1:]) for one in shown)
    chart = Chart((("", (Series("", 0, tuple(places)),)),), names, "", "won by the agent, %", 50.0, False, True)
    caption = "Whiskers are 95 % intervals over people, or over games where there is one person; a paper’s over games."
    label = "Rates of the agent by opponent and seat. The table has the numbers."
    drawing = Drawing("study", label, f"{caption} The dotted line is one half.", chart, dots)
    width = f"min-width: {0.72 * drawing.width():.1f}rem; max-width: {drawing.width()}rem"
    return [
        '<figure><div class="scroll" tabindex="0" role="region" aria-label="Drawing of the rates">',
        drawing.inline().replace("<svg ", f'<svg style="{width}" ', 1),
        f"</div><figcaption>{escape(drawing.caption)}</figcaption></figure>",
    ]
