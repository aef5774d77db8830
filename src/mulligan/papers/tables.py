"""The table of a section, as plain data: what stands in which cell, before anyone writes HTML or Markdown."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from .findings import Figure, Row, Section, Verdict
from .judging import mirrored
from .numbers import (
    NOTHING,
    difference,
    games,
    interval,
    level,
    margin_text,
    multiple,
    number,
    printed,
    published,
    share,
    significant,
    times,
)
from .verdict import AGREE, DIFFER

SIGNS: Mapping[Verdict, str] = {
    "agrees": "✓",
    "near": "≈",
    "differs": "≠",
    "too few games": "?",
    "not comparable": "◇",
    "no figure": "–",
    "not played": "○",
}
MEASURES = {
    "rate": "Win rate in %",
    "seconds per decision": "Seconds per decision",
    "seconds per game": "Seconds per game",
}
MANY = 5  # columns of figures that find room beside each other
ABOVE, BELOW = "▲", "▼"


@dataclass(frozen=True)
class Cell:
    """One cell: a main word or number, something small after it, a verdict, and notes on a second line."""

    main: str = ""
    small: str = ""
    notes: tuple[str, ...] = ()
    verdict: Verdict | None = None
    kind: str = "text"
    """`text` stands as it is, `prose` may have light Markdown, `number` stands to the right, `code` is literal."""
    link: str = ""
    """The section that the cell leads to, by its place in the report."""
    wordy: bool = True
    """Whether the verdict has its word beside its sign."""
    hint: str = ""
    """What there is to say about the verdict, where there is no room for it."""


@dataclass(frozen=True)
class Sheet:
    """A table: head, lines, and how many cells of each line are its heads."""

    caption: str
    heads: tuple[str, ...]
    lines: tuple[tuple[Cell, ...], ...]
    stubs: int = 1
    groups: tuple[tuple[tuple[str, int], ...], ...] = ()
    """Lines above the head: text and how many columns it spans, from behind the stubs."""
    narrow: bool = False
    """Whether there are so many columns that notes must be broken."""
    quiet: bool = False
    """Whether a heading says the same as the caption, which then need not show."""

    def columns(self) -> list[str]:
        """The name of each column with those of its groups, for formats without spans.

        >>> Sheet("", ("", "a", "b"), (), groups=((("x", 2),),)).columns()
        ['', 'x, a', 'x, b']
        """
        parts: list[list[str]] = [[] for _ in self.heads]
        for group in self.groups:
            at = self.stubs
            for text, span in group:
                for part in parts[at : at + span]:
                    part.append(text)
                at += span
        return [", ".join(filter(None, [*part, head])) for part, head in zip(parts, self.heads)]


# What stands where


def cells(section: Section) -> list[Row]:
    """The rows of a section without its controls."""
    return [row for row in section.rows if not row.control]


def levels(rows: Iterable[Row], factor: str) -> list[str]:
    """The levels of a factor, in the order in which they first occur."""
    return list(dict.fromkeys(row.place[factor] for row in rows if factor in row.place))


def factors(rows: Iterable[Row]) -> list[str]:
    """All factors, in the order in which they first occur."""
    return list(dict.fromkeys(factor for row in rows for factor in row.place))


@dataclass(frozen=True)
class Grid:
    """The cells of a section in lines and columns."""

    heads: tuple[str, ...]
    """Factors that make the lines."""
    columns: tuple[tuple[str, ...], ...]
    """The levels of each column."""
    lines: tuple[tuple[tuple[str, ...], tuple[Row | None, ...]], ...]
    """The levels of each line, and its cells."""


def grid(section: Section) -> Grid:
    """Sort the cells of a section into lines and columns."""
    rows = cells(section)
    across = [factor for factor in section.across if factor in factors(rows)]
    down = [factor for factor in factors(rows) if factor not in across]
    columns = list(dict.fromkeys(tuple(row.place.get(factor, "") for factor in across) for row in rows))
    # Groups of columns must stand together, whatever order the rows came in.
    orders = [levels(rows, factor) for factor in across]
    columns.sort(
        key=lambda column: [order.index(level) if level in order else -1 for order, level in zip(orders, column)]
    )

    def line_of(row: Row, labelled: bool) -> tuple[str, ...]:
        return (*(row.place.get(factor, "") for factor in down), *([row.label] if labelled else []))

    def column_of(row: Row) -> tuple[str, ...]:
        return tuple(row.place.get(factor, "") for factor in across)

    seats = Counter((line_of(row, False), column_of(row)) for row in rows)
    # Two cells in one place, or nothing but labels to tell the lines apart: then the labels are a head as well.
    labelled = any(count > 1 for count in seats.values()) or not down
    found = {(line_of(row, labelled), column_of(row)): row for row in rows}
    lines = dict.fromkeys(line_of(row, labelled) for row in rows)
    return Grid(
        heads=(*down, *(["cell"] if labelled else [])),
        columns=tuple(columns),
        lines=tuple((line, tuple(found.get((line, column)) for column in columns)) for line in lines),
    )


def short_name(section: Section, row: Row) -> str:
    """A cell by what tells it from the others, without what all of them share."""
    rows = cells(section)
    telling = [row.place[factor] for factor in factors(rows) if factor in row.place and len(levels(rows, factor)) > 1]
    return ", ".join(telling) or row.label


def base_of(section: Section, row: Row) -> Row | None:
    """The cell whose time counts as one: in the same column if there is one."""
    bases = [each for each in cells(section) if each.base]
    beside = [each for each in bases if all(each.place.get(f) == row.place.get(f) for f in section.across)]
    return next(iter(beside or bases), None)


# Round robins


@dataclass(frozen=True)
class Cross:
    """A round robin: who scored what against whom, from both sides."""

    players: tuple[str, ...]
    meetings: Mapping[tuple[str, str], Row]

    def average(self, player: str) -> Figure | None:
        """The mean rate of a player over its opponents, each opponent counting the same."""
        met = [row.ours for (who, _), row in self.meetings.items() if who == player and row.ours is not None]
        if not met:
            return None
        mean = sum(figure.value for figure in met) / len(met)
        count = sum(figure.games or 0 for figure in met)
        if any(figure.low is None or figure.high is None for figure in met):
            return Figure(mean, games=count)
        halves = [((figure.high or 0) - (figure.low or 0)) / 2 for figure in met]
        half = math.sqrt(sum(each * each for each in halves)) / len(met)  # the matches are independent
        return Figure(mean, max(0.0, mean - half), min(1.0, mean + half), count)

    def opponents(self, player: str) -> int:
        """How many opponents a player has met."""
        return sum(who == player and row.ours is not None for (who, _), row in self.meetings.items())


def other_side(row: Row) -> Row:
    """The same games, as the other player sees them."""
    return replace(
        row,
        ours=mirrored(row.ours),
        paper=mirrored(row.paper),
        original=mirrored(row.original),
        wins=row.losses,
        losses=row.wins,
    )


def cross(section: Section) -> Cross:
    """The cross-table of a section; a pair that was played from one side only is shown from both."""
    rows = cells(section)
    meetings: dict[tuple[str, str], Row] = {}
    for row in rows:
        meetings[row.place["against"], row.place["player"]] = other_side(row)
    for row in rows:
        meetings[row.place["player"], row.place["against"]] = row
    names = dict.fromkeys([*levels(rows, "player"), *levels(rows, "against")])
    return Cross(tuple(names), meetings)


# Sheets


def number_cell(text: str, small: str = "") -> Cell:
    return Cell(text, small, kind="number")


def said(rows: Iterable[Row]) -> str:
    """What a caption says of our figures."""
    known = any(row.ours is not None and row.ours.low is not None for row in rows)
    return ", ours with its 95 % interval" if known else ", ours"


def ours_cell(measure: str, row: Row) -> Cell:
    """Our figure alone, with its interval."""
    if row.ours is None:
        return number_cell(NOTHING)
    return number_cell(number(measure, row.ours.value), interval(measure, row.ours))


def _rules(section: Section) -> str:
    """What a caption says of the verdicts, if there are any."""
    if section.measure != "rate" or not any(row.paper for row in cells(section)):
        return ""
    return (
        f"; {margin_text(section.margin)}, agreement by the {100 * AGREE:.0f} % interval of the difference, "
        f"difference by the {100 * DIFFER:.0f} % one"
    )


def original_text(measure: str, figure: Figure) -> str:
    """What the original program gave, and in how many games."""
    text = published(measure, figure)
    return f"{text} ({figure.games:,} games)" if figure.games else text


def extra_text(figure: Figure) -> str:
    """Another number that was measured, with its interval."""
    if figure.low is None or figure.high is None:
        return significant(figure.value)
    return f"{significant(figure.value)} [{significant(figure.low)}, {significant(figure.high)}]"


def spread_text(figure: Figure | None) -> str:
    """The standard deviation in percent of the mean."""
    return NOTHING if figure is None or figure.spread is None else f"{share(figure.spread)} %"


def usual_games(rows: Iterable[Row]) -> tuple[str, str]:
    """The number of games that most cells rest on, so that only the others need to say theirs; and words for it."""
    counts = Counter(games(row) for row in rows if row.ours is not None).most_common()
    if not counts or len(counts) == sum(count for _, count in counts) > 1:
        return "", ""
    usual = counts[0][0]
    return usual, f"; {usual} games each" + (", unless a cell says otherwise" if len(counts) > 1 else "")


def full_cell(section: Section, row: Row | None, usual: str, narrow: bool) -> Cell:
    """Everything about one cell of a wide table: ours, and beneath it the paper's and an unusual number of games.

    In narrow columns the interval stands beneath too.
    """
    if row is None:
        return Cell(NOTHING, kind="number")
    notes = []
    if row.ours is not None and games(row) != usual:
        notes.append(f"{games(row)} games")
    base = base_of(section, row) if section.measure != "rate" else None
    if base is not None:
        notes.append(times(multiple(row.ours, base.ours)))
    if row.ours is not None and row.ours.spread is not None:
        notes.append(f"spread {spread_text(row.ours)}")
    notes += [f"{name} {extra_text(figure)}" for name, figure in row.extra.items()]
    if row.original is not None:
        notes.append(f"original {original_text(section.measure, row.original)}")
    if row.paper is not None:
        decimals = printed(section.measure, (each.paper for each in cells(section)))
        theirs = f"paper {published(section.measure, row.paper, decimals)}"
        if base is not None and base.paper is not None:
            theirs += f", {times(multiple(row.paper, base.paper))}"
        if row.paper.spread is not None:
            theirs += f", spread {spread_text(row.paper)}"
        notes.append(theirs)  # the last, since the verdict follows
    verdict = None if row.verdict == "no figure" else row.verdict  # nothing beneath says as much
    cell = ours_cell(section.measure, row)
    if narrow:
        notes[:0] = filter(None, [cell.small])
        cell = replace(cell, small="")
    return replace(cell, notes=tuple(notes), verdict=verdict, wordy=False, hint=row.note)


def wide_sheet(section: Section, made: Grid) -> Sheet:
    """A table with several columns of figures."""
    rows = cells(section)
    across = [factor for factor in section.across if factor in factors(rows)]
    groups = []
    for depth, factor in enumerate(across[:-1]):
        spans: list[tuple[str, int]] = []
        before: tuple[str, ...] | None = None
        for column in made.columns:
            if column[: depth + 1] == before:
                spans[-1] = (spans[-1][0], spans[-1][1] + 1)
            else:
                spans.append((f"{factor} {level(column[depth])}", 1))
            before = column[: depth + 1]
        groups.append(tuple(spans))
    usual, each = usual_games(rows)
    narrow = len(made.columns) > MANY
    lines = tuple(
        (*(Cell(level(text)) for text in line), *(full_cell(section, row, usual, narrow) for row in found))
        for line, found in made.lines
    )
    heads = (*made.heads, *(f"{across[-1]} {level(column[-1])}" for column in made.columns))
    beneath = ", and beneath it the paper’s" if any(row.paper for row in rows) else ""
    caption = f"{MEASURES[section.measure]}{said(rows)}{beneath}{each}{_rules(section)}"
    return Sheet(caption, heads, lines, len(made.heads), tuple(groups), narrow)


def long_sheet(section: Section, made: Grid) -> Sheet:
    """A table with one figure to a line, which leaves room to set ours and the paper's side by side."""
    rows = cells(section)
    measure = section.measure
    compared = any(row.paper is not None for row in rows)
    judged = any(row.verdict != "no figure" for row in rows)
    based = measure != "rate" and any(row.base for row in rows)
    decimals = printed(measure, (row.paper for row in rows))
    originals = any(row.original is not None for row in rows)
    spreads = [any(each is not None and each.spread is not None for each in (row.ours, row.paper)) for row in rows]
    extras = list(dict.fromkeys(name for row in rows for name in row.extra))
    heads = [*made.heads, "ours", "games"]
    if compared:
        heads += ["paper", "difference"] if measure == "rate" else ["paper"]
    if originals:
        heads.append("original program")
    if based:
        unit = short_name(section, next(row for row in rows if row.base))
        heads += [f"ours, × {unit}"] + ([f"paper, × {unit}"] if compared else [])
    if any(spreads):
        heads += ["spread, ours"] + (["spread, paper"] if compared else [])
    heads += extras
    if judged:
        heads.append("verdict")
    lines = []
    for line, (row,) in made.lines:
        assert row is not None  # each line was made for its one row
        cell = [*(Cell(level(text)) for text in line), ours_cell(measure, row), number_cell(games(row))]
        if compared:
            cell.append(number_cell(published(measure, row.paper, decimals) if row.paper else NOTHING))
            if measure == "rate":
                cell.append(number_cell(difference(row)))
        if originals:
            cell.append(number_cell(original_text(measure, row.original) if row.original else NOTHING))
        if based:
            base = base_of(section, row)
            assert base is not None  # there is one
            cell.append(number_cell(times(multiple(row.ours, base.ours))))
            if compared:
                cell.append(number_cell(times(multiple(row.paper, base.paper))))
        if any(spreads):
            cell += [number_cell(spread_text(row.ours))] + ([number_cell(spread_text(row.paper))] if compared else [])
        cell += [number_cell(extra_text(row.extra[name]) if name in row.extra else NOTHING) for name in extras]
        if judged:
            based_on = row.base and row.ours is not None
            cell.append(Cell("base") if based_on else Cell(verdict=row.verdict, hint=row.note))
        lines.append(tuple(cell))
    caption = f"{MEASURES[measure]}{said(rows)}" + (", and the paper’s" if compared else "") + _rules(section)
    if any(spreads):
        caption += "; the spread is the standard deviation of single games, in percent of the mean"
    return Sheet(caption, tuple(heads), tuple(lines), len(made.heads))


def cross_sheet(section: Section) -> Sheet:
    """Every player against every other one, and the average of each."""
    found = cross(section)
    usual, each = usual_games(cells(section))
    lines = []
    for player in found.players:
        line = [Cell(player)]
        for other in found.players:
            row = found.meetings.get((player, other))
            if row is None or player == other:
                line.append(number_cell("" if player == other else NOTHING))
                continue
            cell = full_cell(section, row, usual, narrow=True)
            line.append(replace(cell, main=cell.main + _lean(row.ours)))
        line.append(_average_cell(found, player))
        lines.append(tuple(line))
    caption = (
        f"Win rate in % of the player on the left against the one above, with its 95 % interval; "
        f"{ABOVE} above and {BELOW} below one half, with the whole interval{each}{_rules(section)}"
    )
    return Sheet(caption, ("player", *found.players, "average"), tuple(lines))


def _average_cell(found: Cross, player: str) -> Cell:
    mean = found.average(player)
    if mean is None:
        return number_cell(NOTHING)
    missing = len(found.players) - 1 - found.opponents(player)
    notes = [interval("rate", mean)] + ([f"{missing} still to meet"] if missing else [])
    return Cell(number("rate", mean.value) + _lean(mean), notes=tuple(filter(None, notes)), kind="number")


def _lean(figure: Figure | None) -> str:
    """To which side of one half a rate lies, if its whole interval does."""
    if figure is None or figure.low is None or figure.high is None:
        return ""
    return f" {ABOVE}" if figure.low > 0.5 else f" {BELOW}" if figure.high < 0.5 else ""


def rate_sheet(section: Section) -> Sheet | None:
    """The table of rates or times of a section, in the form that suits it."""
    if not cells(section):
        return None
    if section.matrix:
        return cross_sheet(section)
    made = grid(section)
    return long_sheet(section, made) if len(made.columns) == 1 else wide_sheet(section, made)
