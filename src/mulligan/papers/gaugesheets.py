"""The tables of what a gauge found: its columns cell by cell, what they are, and differences over the same deals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from .findings import Figure, Row, Section
from .numbers import NOTHING, games, interval, percent, published, signed, significant
from .tables import MANY, Cell, Sheet, grid, number_cell, usual_games

WON = "won, %"
MEASURED = "measured"  # the unit of a gauge's numbers is their own


def gauge_sheet(section: Section) -> Sheet:
    """Cells and columns with our figures and their intervals; the longer of the two goes down the page."""
    rows, columns = list(section.rows), list(section.columns)
    usual, each = usual_games(rows)
    won = any(row.ours is not None for row in rows)
    caption = f"{section.gauge[:1].upper()}{section.gauge[1:]}; with 95 % intervals over pairs{each}"
    if len(rows) < len(columns):
        narrow = len(rows) > MANY
        lines = [(Cell(column), *(_figure_cell(row, column) for row in rows)) for column in columns]
        if won:
            lines.insert(0, (Cell(WON), *(_won_cell(row, usual) for row in rows)))
        if narrow:
            lines = [tuple(_folded(cell) for cell in line) for line in lines]
        return Sheet(caption, ("", *(row.label for row in rows)), tuple(lines), narrow=narrow)
    made = grid(replace(section, across=())) if not any(row.control for row in rows) else None
    stubs: Mapping[str, tuple[str, ...]] = {row.label: (row.label,) for row in rows}
    heads: tuple[str, ...] = ("cell",)
    if made is not None:
        heads = made.heads
        stubs = {row.label: line for line, (row,) in made.lines if row is not None}
    lines = [
        (
            *(Cell(text) for text in stubs[row.label]),
            *([_won_cell(row, usual)] if won else []),
            *(_figure_cell(row, column) for column in columns),
        )
        for row in rows
    ]
    return Sheet(caption, (*heads, *([WON] if won else []), *columns), tuple(lines), len(heads))


def _folded(cell: Cell) -> Cell:
    """With its interval beneath, where columns are many."""
    return replace(cell, small="", notes=(cell.small, *cell.notes)) if cell.small else cell


def _won_cell(row: Row, usual: str) -> Cell:
    if row.ours is None:
        return number_cell(NOTHING)
    notes = () if games(row) == usual else (f"{games(row)} games",)
    return Cell(percent(row.ours.value), interval("rate", row.ours), notes, kind="number")


def _figure_cell(row: Row, column: str) -> Cell:
    """One number with its interval, and beneath it the paper's with the verdict."""
    figure, beside = row.extra.get(column), row.compared.get(column)
    cell = number_cell(NOTHING) if figure is None else number_cell(*_texts(figure))
    if beside is None:
        return cell
    text = f"paper {published(MEASURED, beside.paper)}"
    return replace(cell, notes=(text,), verdict=beside.verdict, wordy=False, hint=beside.note)


def _texts(figure: Figure) -> tuple[str, str]:
    """A number with so many digits as its interval makes sense of, and the interval.

    >>> _texts(Figure(16.4123, 15.18, 17.63)), _texts(Figure(0.5))
    (('16.4', '[15.2, 17.6]'), ('0.500', ''))
    """
    texts = [
        significant(each).replace("-", "−") for each in (figure.value, figure.low, figure.high) if each is not None
    ]
    return texts[0], f"[{texts[1]}, {texts[2]}]" if len(texts) == 3 else ""


def column_sheet(section: Section) -> Sheet | None:
    """What each column is."""
    if not section.columns:
        return None
    lines = tuple((Cell(name), Cell(about)) for name, about in section.columns.items())
    return Sheet("What the columns are", ("column", "what it is"), lines, quiet=True)


def difference_sheet(section: Section) -> Sheet | None:
    """Two numbers each, over the same deals."""
    if not section.differences:
        return None
    lines = tuple(
        (
            Cell(one.text, kind="prose"),
            number_cell(NOTHING) if one.ours is None else _signed_cell(one.ours),
            number_cell(NOTHING if one.ours is None or one.ours.games is None else f"{one.ours.games:,}"),
            Cell(one.what),
        )
        for one in section.differences
    )
    caption = "Differences over the same deals, with 95 % intervals by the jackknife over pairs"
    return Sheet(caption, ("difference", "ours", "games of each", "what is compared"), lines, quiet=True)


def _signed_cell(figure: Figure) -> Cell:
    """A difference, with as many decimals as tell its interval."""
    width = abs(figure.value) if figure.low is None or figure.high is None else (figure.high - figure.low) / 2
    decimals = len(significant(width or 1.0, 2).partition(".")[2])
    bounds = (
        ""
        if figure.low is None or figure.high is None
        else (f"[{signed(figure.low, decimals)}, {signed(figure.high, decimals)}]")
    )
    return number_cell(signed(figure.value, decimals), bounds)
