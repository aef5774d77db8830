"""Tables of the report for notebooks: plain, in the colours of the page that they are on."""

from __future__ import annotations

from mulligan.core.showing import clean, table
from mulligan.papers.tables import Cell, Sheet


def sheet_html(sheet: Sheet) -> str:
    """A table of the report."""
    kinds = [cell.kind for cell in sheet.lines[0]] if sheet.lines else []
    numbers = [at for at, kind in enumerate(kinds) if kind == "number"]
    lines = [[_said(cell) for cell in line] for line in sheet.lines]
    return f"<div>{clean(sheet.caption)}</div>{table(sheet.columns(), lines, numbers)}"


def _said(cell: Cell) -> str:
    return " ".join(filter(None, (cell.main, cell.small, *cell.notes, cell.verdict or "")))
