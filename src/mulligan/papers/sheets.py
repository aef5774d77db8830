"""All tables of a report but those of the figures: verdicts, statements, effects, details, provenance, cost."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from mulligan.arena.telling import probability

from .findings import Claim, Figure, Findings, Row, Section, Verdict
from .gaugesheets import column_sheet, difference_sheet, gauge_sheet
from .judging import by_games
from .numbers import (
    NOTHING,
    core_time,
    games,
    interval,
    played,
    points,
    points_between,
    published,
    signed,
    significant,
)
from .tables import MEASURES, SIGNS, Cell, Sheet, cells, number_cell, ours_cell, rate_sheet, said, short_name
from .verdict import AGREE, DIFFER, MEANINGS, normal_interval, rates_apart

NBSP = "\N{NO-BREAK SPACE}"
NAMED = 6  # cells that a note names
PARTS = ("overview", "provenance", "commands")  # what a report has besides its sections


def control_sheet(section: Section) -> Sheet | None:
    """The controls of a section: cells that no paper has, but that tell whether the others can be trusted."""
    rows = [row for row in section.rows if row.control]
    if not rows:
        return None
    judged = any(row.paper is not None for row in rows)
    lines = []
    for row in rows:
        line = [Cell(row.label), Cell(row.control), Cell(" v ".join(row.players)), ours_cell(section.measure, row)]
        line.append(number_cell(games(row)))
        if judged:
            line.append(number_cell(published(section.measure, row.paper) if row.paper else NOTHING))
            line.append(Cell(verdict=row.verdict, hint=row.note))
        lines.append(tuple(line))
    heads = ("cell", "control", "players", "ours", "games", *(["expected", "verdict"] if judged else []))
    return Sheet(f"{MEASURES[section.measure]}{said(rows)}", heads, tuple(lines))


def claim_sheet(claims: Sequence[Claim]) -> Sheet | None:
    """What is claimed in words, and what we found."""
    if not claims:
        return None
    lines = tuple(
        (Cell(claim.text, kind="prose"), Cell(verdict=claim.verdict), Cell(claim.evidence, kind="prose"))
        for claim in claims
    )
    return Sheet(
        "Statements",
        ("statement", "verdict", f"we found, with the {100 * AGREE:.0f} % interval of the gap"),
        lines,
        quiet=True,
    )


def effect_sheet(section: Section) -> Sheet | None:
    """The analysis of variance beside what the paper says of it."""
    if not section.effects and not section.paper_effects:
        return None
    compared = bool(section.paper_effects)
    lines = []
    for effect in section.effects:
        line = [
            Cell(effect.name),
            number_cell(signed(effect.points, 2)),
            number_cell(significant(effect.squares, 4)),
            number_cell(f"{effect.degrees}"),
            number_cell(significant(effect.f)),
            number_cell(probability(effect.p)),
        ]
        lines.append((*line, *([Cell(section.paper_effects.get(effect.name, NOTHING))] if compared else [])))
    done = {effect.name for effect in section.effects}
    for name, words in section.paper_effects.items():
        if name not in done:
            lines.append((Cell(name), *[number_cell(NOTHING)] * 5, Cell(words)))
    heads = ("effect", "points", "sum of squares", "d.f.", "F", "p", *(["the paper"] if compared else []))
    return Sheet("What each effect adds, in percentage points, and whether chance explains it", heads, tuple(lines))


def main_sheet(section: Section) -> Sheet | None:
    """The table of a section: of rates or times, or where there is a gauge, of what that found."""
    return gauge_sheet(section) if section.columns and section.rows else rate_sheet(section)


def verdicts(section: Section) -> Counter[Verdict]:
    """How often each verdict was given on a figure, those on figures of a gauge included."""
    # The cell that all times are held against can neither agree nor differ.
    judged = [row for row in cells(section) if not row.base and (not section.columns or row.paper is not None)]
    return Counter(
        [
            *(row.verdict for row in judged),
            *(one.verdict for row in section.rows for one in row.compared.values()),
        ]
    )


def further_sheets(section: Section) -> list[tuple[str, Sheet]]:
    """What stands under the table of a section, with headings: notes, claims, effects, controls."""
    rated = bool(section.columns) and any(row.paper is not None for row in section.rows)
    plain = replace(section, rows=tuple(replace(row, extra={}) for row in section.rows))
    sheets = (
        ("What the columns are", column_sheet(section)),
        ("Differences", difference_sheet(section)),
        ("Win rates", rate_sheet(plain) if rated else None),
        ("Notes on verdicts", note_sheet(section)),
        ("Statements", claim_sheet(section.claims)),
        ("Analysis of variance", effect_sheet(section)),
        ("Controls", control_sheet(section)),
    )
    return [(head, sheet) for head, sheet in sheets if sheet is not None]


def detail_sheet(section: Section) -> Sheet | None:
    """Each cell with its games, its intervals, its cost and what plays it again."""
    if not section.rows:
        return None
    rate = section.measure == "rate"
    compared = rate and any(row.paper is not None for row in section.rows)
    kept = len({row.kept for row in section.rows if row.ours is not None}) > 1
    failed = any(row.forfeits for row in section.rows)
    lines = []
    for row in section.rows:
        line = [
            Cell(row.label),
            Cell(" v ".join(row.players)),
            Cell(row.setup),
            number_cell(f"{row.pairs:,}"),
            number_cell(f"{row.wins:,}–{row.draws:,}–{row.losses:,}"),
        ]
        if failed:
            line.append(number_cell(f"{row.forfeits:,}"))
        if rate:
            line += [number_cell(interval("rate", row.ours) if row.ours else NOTHING), number_cell(_normal(row.ours))]
        if compared:
            line += [number_cell(_between(row, AGREE)), number_cell(_between(row, DIFFER))]
        line += [
            number_cell(NOTHING if row.turns is None else f"{row.turns:.1f}"),
            number_cell(NOTHING if row.seconds_per_decision is None else significant(row.seconds_per_decision)),
            number_cell(core_time(row.seconds)),
        ]
        if kept:
            line.append(Cell(row.kept))
        lines.append((*line, Cell(row.command, kind="code")))
    heads = ["cell", "players", "setup", "pairs", "won–drawn–lost", *(["forfeits"] if failed else [])]
    heads += ["95 % interval", "normal approximation"] if rate else []
    heads += [f"difference, {100 * level:.0f} %" for level in (AGREE, DIFFER)] if compared else []
    heads += ["turns", "s per decision", "CPU time", *(["kept from"] if kept else []), "command"]
    caption = "Each cell by itself"
    if rate:
        caption += "; the normal approximation is ±1.96 √(p (1 − p) / n) over single games, as many papers have it"
    if failed:
        caption += "; forfeits are games that a player from outside lost because it failed, not because it played worse"
    return Sheet(caption, tuple(heads), tuple(lines))


def _normal(figure: Figure | None) -> str:
    half = None if figure is None else normal_interval(figure)
    return NOTHING if half is None else f"±{significant(100 * half, 2)}"


def _between(row: Row, level: float) -> str:
    """The interval of the difference between ours and the paper's."""
    if row.ours is None or row.paper is None:
        return NOTHING
    return points_between(rates_apart(row.ours, by_games(row.paper), level))


def note_sheet(section: Section) -> Sheet | None:
    """What there is to say about verdicts, and about which cells."""
    found: dict[str, list[str]] = {}
    for row in section.rows:
        name = short_name(section, row)
        if row.note:
            found.setdefault(f"{row.verdict}: {row.note}", []).append(name)
        for column, one in row.compared.items():
            if one.note:
                found.setdefault(f"{one.verdict}: {one.note}", []).append(f"{name}: {column}")
    if not found:
        return None
    lines = []
    for note, names in found.items():
        rest = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
        lines.append((Cell(note), number_cell(str(len(names))), Cell(", ".join(names[:NAMED]) + rest)))
    return Sheet("Notes on verdicts", ("note", "figures", "which"), tuple(lines), quiet=True)


def section_lines(section: Section) -> list[str]:
    """What stands above the table of a section: verdicts counted, all cells taken together, and what is kept."""
    lines = []
    counts = verdicts(section)
    if any(row.paper is not None or row.compared for row in cells(section)):
        told = ", ".join(f"{verdict} {counts[verdict]}" for verdict in MEANINGS if counts[verdict])
        lines.append(f"Verdicts on figures: {told}.")
    for test in section.joint:
        lines.append(
            f"All together, {test.what}, in {test.cells} cells that say how many "
            f"games there were: mean difference {points(test.mean)} points {points_between((test.low, test.high))}, "
            f"{test.above} above and {test.below} below; "
            f"χ² = {test.chi_square:.1f} with {test.cells} d.f., {probability(test.p, 'p')}."
        )
    for row in section.rows:
        if row.test:
            lines.append(f"Sequential test of {short_name(section, row)}: {row.test}.")
    if section.original:
        lines.append(f"The original program: {section.original}")
    kept = Counter(row.kept for row in section.rows if row.ours is not None)
    for when, count in kept.items():
        if when:
            which = "all" if len(kept) == 1 else f"{count} of {kept.total()}"
            lines.append(f"Kept from earlier games ({when}): {which} of our figures.")
    return lines


def compares(findings: Findings) -> bool:
    """Whether anything was published to set ours beside."""
    return any(
        section.paper_effects or section.original or any(row.paper or row.compared for row in cells(section))
        for section in findings.sections
    )


def overview_sheets(findings: Findings) -> list[Sheet]:
    """The verdicts counted, and what they mean; nothing where nothing was judged."""
    judged = any(section.claims or any(row.paper for row in section.rows) for section in findings.sections)
    if not compares(findings) and not judged:
        return []
    sheets = (overview_sheet(findings), joint_sheet(findings), legend_sheet())
    return [sheet for sheet in sheets if sheet is not None]


def headings(findings: Findings) -> list[str]:
    """What stands above each section: its title, unless that stands above the whole page already."""
    titles = [section.title for section in findings.sections]
    return ["Results"] if titles == [findings.title] and not compares(findings) else titles


def overview_sheet(findings: Findings) -> Sheet:
    """How many cells and claims of each section came out how."""
    counts = [(verdicts(section), Counter(claim.verdict for claim in section.claims)) for section in findings.sections]
    # Verdicts that nobody got have no column.
    seen = [[verdict for verdict in MEANINGS if any(pair[part][verdict] for pair in counts)] for part in (0, 1)]
    lines = []
    for at, (section, pair) in enumerate(zip(findings.sections, counts)):
        tallies = [pair[part][verdict] for part in (0, 1) for verdict in seen[part]]
        lines.append(
            (Cell(section.title, link=str(at)), *(number_cell(str(tally) if tally else "·") for tally in tallies))
        )
    totals = [sum(pair[part][verdict] for pair in counts) for part in (0, 1) for verdict in seen[part]]
    lines.append((Cell("all"), *(number_cell(str(total)) for total in totals)))
    heads = (
        "section",
        *(f"{SIGNS[verdict]} {verdict.replace(' ', NBSP)}" for part in (0, 1) for verdict in seen[part]),
    )
    names = [(name, len(part)) for name, part in zip(("figures", "statements"), seen) if part]
    return Sheet("Verdicts on figures and on statements", heads, tuple(lines), groups=(tuple(names),))


def joint_sheet(findings: Findings) -> Sheet | None:
    """Each table as a whole; there is no line for all tables, since these may share games."""
    lines = [
        (
            Cell(section.title, link=str(at)),
            Cell(test.what),
            number_cell(str(test.cells)),
            number_cell(points(test.mean), points_between((test.low, test.high))),
            number_cell(str(test.above)),
            number_cell(str(test.below)),
            number_cell(f"{test.chi_square:.1f}"),
            number_cell(probability(test.p)),
        )
        for at, section in enumerate(findings.sections)
        for test in section.joint
    ]
    if not lines:
        return None
    heads = ("section", "what", "cells", "mean difference, points", "above", "below", "χ²", "p")
    caption = (
        "All cells of a table taken together: the mean difference with its 95 % interval, and the chance of "
        "differences as large as these if there were none (χ² with as many degrees of freedom as cells)"
    )
    return Sheet(caption, heads, tuple(lines))


def legend_sheet() -> Sheet:
    """What each verdict means."""
    lines = tuple(
        (Cell(verdict=verdict), Cell(means.figures), Cell(means.statements or NOTHING), Cell(means.times or NOTHING))
        for verdict, means in MEANINGS.items()
    )
    return Sheet("What the verdicts mean", ("verdict", "of a figure", "of a statement", "of a time"), lines)


def provenance_sheet(findings: Findings) -> Sheet | None:
    """Versions, seeds and the machine."""
    if not findings.provenance:
        return None
    lines = tuple((Cell(name), Cell(value)) for name, value in findings.provenance.items())
    return Sheet("Provenance", ("what", "value"), lines, quiet=True)


def cost_sheet(findings: Findings) -> Sheet:
    """Games and CPU time of each section and of all."""
    lines = []
    for at, section in enumerate(findings.sections):
        lines.append(_cost(Cell(section.title, link=str(at)), section.rows))
    everything = [row for section in findings.sections for row in section.rows]
    lines.append(_cost(Cell("all, shared games once"), everything))
    return Sheet("Games and CPU time", ("section", "games", "CPU time"), tuple(lines))


def _cost(name: Cell, rows: Iterable[Row]) -> tuple[Cell, ...]:
    """Rows and sections may share games, and then the very same seconds stand in both: they count once."""
    contests = {(row.players, row.setup, row.seconds, row.wins, row.draws, row.losses): row for row in rows}
    count, seconds = 0, 0.0
    for row in contests.values():
        count += played(row)
        seconds += row.seconds
    return (name, number_cell(f"{count:,}"), number_cell(core_time(seconds)))


def anchors(findings: Findings) -> list[str]:
    """An id for each section, none of them twice.

    >>> anchors(Findings("", "", "", "", tuple(Section(n, "", "", "rate", ()) for n in ("Fig. 5", "fig-5")), {}, ()))
    ['fig-5', 'fig-5-2']
    """
    found = list(PARTS)
    for section in findings.sections:
        slug = re.sub(r"[^a-z0-9]+", "-", section.name.lower()).strip("-") or "section"
        number_of = 1
        while (name := slug if number_of == 1 else f"{slug}-{number_of}") in found:
            number_of += 1
        found.append(name)
    return found[len(PARTS) :]
