"""The tables of a report, as plain data: what stands in which cell, before anyone writes HTML or Markdown."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from .findings import VERDICTS, Claim, Figure, Findings, Row, Section, Verdict
from .numbers import (
    NOTHING,
    core_time,
    difference,
    games,
    interval,
    level,
    multiple,
    number,
    played,
    printed,
    probability,
    published,
    signed,
    significant,
    times,
)

SIGNS: Mapping[Verdict, str] = {
    "reproduced": "✓",
    "differs": "≠",
    "underpowered": "?",
    "no figure": "–",
    "not played": "○",
}
NBSP = "\N{NO-BREAK SPACE}"
MEASURES = {
    "rate": "Win rate in %",
    "seconds per decision": "Seconds per decision",
    "seconds per game": "Seconds per game",
}
MANY = 5  # columns of figures that find room beside each other
PARTS = ("overview", "provenance", "commands")  # what a report has besides its sections
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


def mirrored(row: Row) -> Row:
    """The same games, as the other player sees them."""

    def other(figure: Figure | None) -> Figure | None:
        if figure is None:
            return None
        low, high = figure.low, figure.high
        return replace(
            figure,
            value=1 - figure.value,
            low=None if high is None else 1 - high,
            high=None if low is None else 1 - low,
        )

    return replace(row, ours=other(row.ours), paper=other(row.paper), wins=row.losses, losses=row.wins)


def cross(section: Section) -> Cross:
    """The cross-table of a section; a pair that was played from one side only is shown from both."""
    rows = cells(section)
    meetings: dict[tuple[str, str], Row] = {}
    for row in rows:
        meetings[row.place["against"], row.place["player"]] = mirrored(row)
    for row in rows:
        meetings[row.place["player"], row.place["against"]] = row
    names = dict.fromkeys([*levels(rows, "player"), *levels(rows, "against")])
    return Cross(tuple(names), meetings)


# Sheets


def number_cell(text: str, small: str = "") -> Cell:
    return Cell(text, small, kind="number")


def _said(rows: Iterable[Row]) -> str:
    """What a caption says of our figures."""
    known = any(row.ours is not None and row.ours.low is not None for row in rows)
    return ", ours with its 95 % interval" if known else ", ours"


def ours_cell(measure: str, row: Row) -> Cell:
    """Our figure alone, with its interval."""
    if row.ours is None:
        return number_cell(NOTHING)
    return number_cell(number(measure, row.ours.value), interval(measure, row.ours))


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
    if row.paper is not None:
        decimals = printed(section.measure, (each.paper for each in cells(section)))
        theirs = f"paper {published(section.measure, row.paper, decimals)}"
        if base is not None and base.paper is not None:
            theirs += f", {times(multiple(row.paper, base.paper))}"
        notes.append(theirs)  # the last, since the verdict follows
    verdict = None if row.verdict == "no figure" else row.verdict  # nothing beneath says as much
    cell = ours_cell(section.measure, row)
    if narrow:
        notes[:0] = filter(None, [cell.small])
        cell = replace(cell, small="")
    return replace(cell, notes=tuple(notes), verdict=verdict, wordy=False)


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
    usual, said = usual_games(rows)
    narrow = len(made.columns) > MANY
    lines = tuple(
        (*(Cell(level(text)) for text in line), *(full_cell(section, row, usual, narrow) for row in found))
        for line, found in made.lines
    )
    heads = (*made.heads, *(f"{across[-1]} {level(column[-1])}" for column in made.columns))
    beneath = ", and beneath it the paper’s" if any(row.paper for row in rows) else ""
    caption = f"{MEASURES[section.measure]}{_said(rows)}{beneath}{said}"
    return Sheet(caption, heads, lines, len(made.heads), tuple(groups), narrow)


def long_sheet(section: Section, made: Grid) -> Sheet:
    """A table with one figure to a line, which leaves room to set ours and the paper's side by side."""
    rows = cells(section)
    measure = section.measure
    compared = any(row.paper is not None for row in rows)
    judged = any(row.verdict != "no figure" for row in rows)
    based = measure != "rate" and any(row.base for row in rows)
    decimals = printed(measure, (row.paper for row in rows))
    heads = [*made.heads, "ours", "games"]
    if compared:
        heads += ["paper", "difference"] if measure == "rate" else ["paper"]
    if based:
        unit = short_name(section, next(row for row in rows if row.base))
        heads += [f"ours, × {unit}"] + ([f"paper, × {unit}"] if compared else [])
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
        if based:
            base = base_of(section, row)
            assert base is not None  # there is one
            cell.append(number_cell(times(multiple(row.ours, base.ours))))
            if compared:
                cell.append(number_cell(times(multiple(row.paper, base.paper))))
        if judged:
            cell.append(Cell("base") if row.base and row.ours is not None else Cell(verdict=row.verdict))
        lines.append(tuple(cell))
    caption = f"{MEASURES[measure]}{_said(rows)}" + (", and the paper’s" if compared else "")
    return Sheet(caption, tuple(heads), tuple(lines), len(made.heads))


def cross_sheet(section: Section) -> Sheet:
    """Every player against every other one, and the average of each."""
    found = cross(section)
    usual, said = usual_games(cells(section))
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
        f"{ABOVE} above and {BELOW} below one half, with the whole interval{said}"
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


def main_sheet(section: Section) -> Sheet | None:
    """The table of a section, in the form that suits it."""
    if not cells(section):
        return None
    if section.matrix:
        return cross_sheet(section)
    made = grid(section)
    return long_sheet(section, made) if len(made.columns) == 1 else wide_sheet(section, made)


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
            line.append(Cell(verdict=row.verdict))
        lines.append(tuple(line))
    heads = ("cell", "control", "players", "ours", "games", *(["expected", "verdict"] if judged else []))
    return Sheet(f"{MEASURES[section.measure]}{_said(rows)}", heads, tuple(lines))


def claim_sheet(claims: Sequence[Claim]) -> Sheet | None:
    """What is claimed in words, and what we found."""
    if not claims:
        return None
    lines = tuple(
        (Cell(claim.text, kind="prose"), Cell(verdict=claim.verdict), Cell(claim.evidence, kind="prose"))
        for claim in claims
    )
    return Sheet("Statements", ("statement", "verdict", "we found"), lines, quiet=True)


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


def further_sheets(section: Section) -> list[tuple[str, Sheet]]:
    """What stands under the table of a section, with headings: claims, effects, controls."""
    sheets = (
        ("Statements", claim_sheet(section.claims)),
        ("Analysis of variance", effect_sheet(section)),
        ("Controls", control_sheet(section)),
    )
    return [(head, sheet) for head, sheet in sheets if sheet is not None]


def detail_sheet(section: Section) -> Sheet | None:
    """Each cell with its games, its cost and what plays it again."""
    if not section.rows:
        return None
    lines = tuple(
        (
            Cell(row.label),
            Cell(" v ".join(row.players)),
            Cell(row.setup),
            number_cell(f"{row.pairs:,}"),
            number_cell(f"{row.wins:,}–{row.draws:,}–{row.losses:,}"),
            number_cell(NOTHING if row.turns is None else f"{row.turns:.1f}"),
            number_cell(NOTHING if row.seconds_per_decision is None else significant(row.seconds_per_decision)),
            number_cell(core_time(row.seconds)),
            Cell(row.command, kind="code"),
        )
        for row in section.rows
    )
    heads = ("cell", "players", "setup", "pairs", "won–drawn–lost", "turns", "s per decision", "CPU time", "command")
    return Sheet("Each cell by itself", heads, lines)


def overview_sheet(findings: Findings) -> Sheet:
    """How many cells and claims of each section came out how."""
    counts = [
        # The cell that all times are held against can neither agree nor differ.
        (
            Counter(row.verdict for row in cells(section) if not row.base),
            Counter(claim.verdict for claim in section.claims),
        )
        for section in findings.sections
    ]
    # Verdicts that nobody got have no column.
    seen = [[verdict for verdict in VERDICTS if any(pair[part][verdict] for pair in counts)] for part in (0, 1)]
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


def legend_sheet() -> Sheet:
    """What each verdict means."""
    lines = tuple((Cell(verdict=verdict), Cell(meaning)) for verdict, meaning in VERDICTS.items())
    return Sheet("What the verdicts mean", ("verdict", "meaning"), lines)


def provenance_sheet(findings: Findings) -> Sheet | None:
    """Versions, seeds and the machine."""
    if not findings.provenance:
        return None
    lines = tuple((Cell(name), Cell(value)) for name, value in findings.provenance.items())
    return Sheet("Provenance", ("what", "value"), lines, quiet=True)


def cost_sheet(findings: Findings) -> Sheet:
    """Games and CPU time of each section and of all."""
    lines = []
    everything: dict[tuple[object, ...], Row] = {}
    for at, section in enumerate(findings.sections):
        lines.append(_cost(Cell(section.title, link=str(at)), section.rows))
        for row in section.rows:
            # Sections may share games, and then the very same seconds stand in both.
            everything[row.players, row.setup, row.seconds, row.wins, row.draws, row.losses] = row
    lines.append(_cost(Cell("all, shared games once"), everything.values()))
    return Sheet("Games and CPU time", ("section", "games", "CPU time"), tuple(lines))


def _cost(name: Cell, rows: Iterable[Row]) -> tuple[Cell, ...]:
    count, seconds = 0, 0.0
    for row in rows:
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
