"""The report as Markdown for the docs, with its drawings as files beside it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from .findings import Findings, Section
from .plots import drawings
from .sheets import (
    anchors,
    compares,
    cost_sheet,
    detail_sheet,
    further_sheets,
    headings,
    main_sheet,
    overview_sheets,
    provenance_sheet,
    section_lines,
)
from .tables import SIGNS, Cell, Sheet


def figures(findings: Findings) -> dict[str, str]:
    """The drawings of all sections, by name: SVG files on white, which dark pages can show too."""
    return {
        drawing.name: drawing.standalone()
        for section, name in zip(findings.sections, anchors(findings))
        for drawing in drawings(section, name)
    }


def markdown_page(findings: Findings, image: Callable[[str], str] | None = None) -> str:
    """The whole report as Markdown.

    `image` gives the address of a drawing by its name; without it there are none, and matplotlib is not needed.
    """
    titles = headings(findings)
    parts = [f"# {plain(findings.title)}", plain(findings.reference), prose(findings.summary)]
    sheets = overview_sheets(findings)
    overview = ["## Overview", *(table(sheet, titles) for sheet in sheets)] if sheets else []
    results = [
        part
        for section, name, title in zip(findings.sections, anchors(findings), titles)
        for part in _section(section, name, title, image)
    ]
    parts += [*overview, *results] if compares(findings) else [*results, *overview]
    parts.append("## Provenance")
    if (sheet := provenance_sheet(findings)) is not None:
        parts.append(table(sheet))
    parts.append(table(cost_sheet(findings), titles))
    if findings.commands:
        parts += ["## Commands", commands(findings.commands)]
    return "\n\n".join(filter(None, parts)) + "\n"


def _section(section: Section, name: str, title: str, image: Callable[[str], str] | None) -> list[str]:
    """One published table or figure."""
    parts = [f"## {plain(title)}", prose(section.about)]
    parts.append("\n".join(f"- {plain(line)}" for line in section_lines(section)))
    if image is not None:
        for drawing in drawings(section, name):
            parts += [f"![{plain(drawing.label)}]({image(drawing.name)})", drawing.caption]
    if (sheet := main_sheet(section)) is not None:
        parts.append(table(sheet))
    for head, sheet in further_sheets(section):
        parts += [f"### {head}", table(sheet)]
    if section.why.strip():
        parts += ["### What differs and why", prose(section.why)]
    if section.command:
        parts += ["### To play it again", commands([section.command])]
    if (sheet := detail_sheet(section)) is not None:
        parts += ["<details>\n<summary>Each cell, its games and its command</summary>", table(sheet), "</details>"]
    return parts


def commands(lines: Iterable[str]) -> str:
    """Commands as they are typed."""
    return "```sh\n" + "\n".join(lines) + "\n```"


def plain(text: str) -> str:
    r"""Text in which nothing is Markdown.

    >>> print(plain("a|b <i> *c* d_e [f]"))
    a\|b &lt;i> \*c\* d_e \[f\]
    """
    return re.sub(r"([\\|*`\[\]])", r"\\\1", " ".join(text.split())).replace("<", "&lt;")


def prose(text: str) -> str:
    """Light Markdown as it stands, except that it has no HTML.

    >>> print(prose("`a<b` is **not** <b>"))
    `a<b` is **not** &lt;b>
    """
    parts = re.split(r"(`[^`]+`)", text.strip())
    return "".join(part if at % 2 else part.replace("<", "&lt;") for at, part in enumerate(parts))


def slug(title: str) -> str:
    """The address that a heading has on GitHub.

    >>> slug("Table II, Fig. 6: trees")
    'table-ii-fig-6-trees'
    """
    return re.sub(r"[^\w\- ]", "", title.strip().lower()).replace(" ", "-")


def table(sheet: Sheet, titles: Sequence[str] = ()) -> str:
    """A table with its caption in front."""
    first = sheet.lines[0] if sheet.lines else ()
    rules = ["---:" if cell.kind == "number" else "---" for cell in first] or ["---"] * len(sheet.heads)
    lines = [[plain(name) for name in sheet.columns()], rules]
    lines += [[_cell(cell, titles) for cell in line] for line in sheet.lines]
    caption = "" if sheet.quiet else f"*{plain(sheet.caption)}*\n\n"
    return caption + "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(cell: Cell, titles: Sequence[str]) -> str:
    if cell.kind == "code":
        text = f"`{cell.main.replace('|', chr(92) + '|')}`" if cell.main else ""
    elif cell.kind == "prose":
        text = "<br>".join(prose(line) for line in cell.main.splitlines()).replace("|", "\\|")
    else:
        text = plain(cell.main)
    if cell.link:
        text = f"[{text}](#{slug(titles[int(cell.link)])})"
    mark = (
        "" if cell.verdict is None else f"{SIGNS[cell.verdict]} {cell.verdict}" if cell.wordy else SIGNS[cell.verdict]
    )
    notes = [note if note.startswith("[") else plain(note) for note in cell.notes]  # intervals need no backslashes
    beneath = " ".join(filter(None, [" · ".join(notes), mark]))
    return "<br>".join(filter(None, [f"{text} {cell.small}".strip(), beneath]))
