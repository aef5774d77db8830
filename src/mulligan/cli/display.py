"""Results as people read them: small tables for the terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ..arena.telling import duration, match_rows, percent, standing_notes, standing_sheets

if TYPE_CHECKING:  # what is only shown here need not be loaded
    from ..arena.match import MatchResult
    from ..arena.rate import Rate
    from ..arena.sprt import SprtRun
    from ..arena.stored import StoredCell
    from ..arena.tournament import Standings
    from ..core.gauge import Gauge
    from ..papers.estimate import Estimate
    from ..papers.findings import Figure, Findings, Section

PLAIN_WIDTH = 120  # where no terminal says how wide it is


def show(*parts: Text | Table) -> None:
    """Print to standard output; nothing that a user typed is taken for markup, and no command is broken in two."""
    console = Console(highlight=False, markup=False)
    if not console.is_terminal:
        console.width = PLAIN_WIDTH
    for part in parts:
        console.print(part, soft_wrap=isinstance(part, Text))


def grid(rows: Sequence[tuple[str, str]]) -> Text:
    """Labels and values, a line for each."""
    width = max(len(label) for label, _ in rows)
    lines = [Text.assemble((label.ljust(width), "bold"), "  ", value) for label, value in rows]
    return Text("\n").join(lines)


def listing(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> Table:
    """A table with a head and no frame."""
    made = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for head in heads:
        made.add_column(head, overflow="fold")
    for row in rows:
        made.add_row(*(Text(cell) for cell in row))
    return made


def match_table(result: MatchResult) -> Text:
    """The result of a match."""
    return grid(match_rows(result))


def bench_tables(found: dict[str, Any]) -> list[Text | Table]:
    """The measurements of a game."""
    yard = found["yardstick"] or {}
    heads = ["per CPU second", "Mulligan", *(["C", "ratio"] if yard else [])]

    def row(label: str, key: str, speed: float | None) -> list[str]:
        cells = [label, "-" if speed is None else f"{speed:,.0f}"]
        if yard and key in yard:
            cells += [f"{yard[key]:,.0f}", f"{yard['ratio'][key]:.2f}"]
        return cells

    rows = [row(f"games by rule ({found['style']})", "rollouts", found["rollouts"])]
    rows.append(["moves in these games", f"{found['moves']:,.0f}"])
    for name, played in found["players"].items():
        rows.append([f"games by {name} (setup {played['setup']})", f"{played['games']:,.0f}"])
    rows += [row(f"simulations, {name}", name, speed) for name, speed in found["sims"].items()]
    about = [
        ("game", f"{found['version']}, Mulligan {found['mulligan']}, Numba {found['numba']}, Python {found['python']}"),
        ("machine", f"{found['machine']}; best of {found['slices']} slices"),
        ("search", found["agent"]),
    ]
    if "processors_given" in found:
        about.append(("two threads", _threads(found)))
    about.append(("memory", f"{found['node_bytes']} bytes a node, {found['state_bytes']} a kept position"))
    if "cold_compile_seconds" in found:
        cold, start = found["cold_compile_cpu_seconds"], found["warm_start_cpu_seconds"]
        about.append(("first start", f"compiles for {found['cold_compile_seconds']:.1f} s ({cold:.1f} s of CPU)"))
        text = f"{found['warm_start_seconds']:.2f} s to the end of the first game ({start:.2f} s of CPU)"
        if found["warm_start_compiled"]:
            text += f"; {found['warm_start_compiled']} functions were compiled again, which should not be"
        about.append(("later starts", text))
    return [listing(heads, rows), Text(), grid(about)]


def _threads(found: dict[str, Any]) -> str:
    """What two threads gain, or why that cannot be told."""
    cost = f"{found['threads_cpu_ratio']:.2f} times the CPU time of one for the same work"
    if found["threads_speedup"] is not None:
        return f"{found['threads_speedup']:.2f} times as fast as one, by the clock; {cost}"
    given = f"two threads were given {found['processors_given']:.1f} processors"
    return f"not measurable: the machine is busy ({given}); {cost}"


def player_tables(found: dict[str, Any]) -> list[Text | Table]:
    """A player as `mulligan.agents.explain.describe` tells it."""
    rows = [("agent", found["name"]), ("in full", found["configuration"])]
    rows.append(("stages", ", ".join(f"{stage}: {who}" for stage, who in found["stages"].items())))
    made: list[Text | Table] = [grid(rows), Text()]
    if "made_of" in found:
        heads = ("for", "part", "what it is", "after")
        made += [listing(heads, [(one["for"], one["part"], one["about"], one["after"]) for one in found["made_of"]])]
        made.append(Text())
    if "settings" in found:
        settings = found["settings"].items()
        lines = [
            (("* " if s["value"] != s["default"] else "  ") + name, s["value"], s["default"], s["about"])
            for name, s in settings
        ]
        made.append(listing(("  setting", "value", "default", "what it is"), lines))
    for stage, part in found.get("parts", {}).items():
        made += [Text(f"\nfor the stage '{stage}':"), *player_tables(part)]
    return made


def gauge_tables(gauge: Gauge) -> list[Text | Table]:
    """A gauge: what it measures, its columns and its settings."""
    made: list[Text | Table] = [Text(f"{gauge.about}{f' ({gauge.pace})' if gauge.pace else ''}\n")]
    made.append(listing(("column", "what it is"), gauge.columns.items()))
    if gauge.settings:
        made += [Text(), listing(("setting", "value"), gauge.settings.items())]
    return made


def estimate_table(rows: Sequence[Estimate]) -> list[Text | Table]:
    """The experiments of the papers."""
    heads = ("paper", "part", "cells", "games", "played", "time left", "title")
    lines = []
    for row in rows:
        left = "?" if row.seconds is None else "done" if row.played >= row.games else f"about {_rough(row.seconds)}"
        name = row.part + (f" ({', '.join(row.also)})" if row.also else "")
        cells = (row.paper, name, f"{row.cells}", f"{row.games:,}", f"{row.played:,}", left, row.title)
        lines.append(cells)
    crew = f"on the {rows[0].workers} processors of this machine" if rows else ""
    return [listing(heads, lines), Text(f"\nTimes are {crew}; a part is run by: mulligan reproduce PAPER PART")]


def _rough(seconds: float) -> str:
    """A duration that is only an estimate.

    >>> _rough(0.2), _rough(75), _rough(9000)
    ('1 s', '75 s', '2.5 h')
    """
    if seconds < 100:
        return f"{max(1, round(seconds))} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"


def findings_table(findings: Findings) -> list[Text | Table]:
    """What was found, cell by cell, in short."""
    from ..papers.sheets import section_lines

    made: list[Text | Table] = [Text(findings.title, style="bold")]
    for section in findings.sections:
        if section.columns:
            made += _gauge_tables(section, findings.title)
            continue
        published = any(row.paper is not None for row in section.rows)
        lines = []
        for row in section.rows:
            theirs = "" if row.paper is None else _figure(row.paper, section.measure)
            ours = "" if row.ours is None else _figure(row.ours, section.measure)
            line = (row.label, ours, f"{row.wins + row.draws + row.losses:,}", theirs, row.verdict)
            lines.append(line if published else line[:3])
        made += [Text(f"\n{section.title}", style="bold")] if section.title != findings.title else [Text()]
        made += [listing(("cell", "ours", "games", *(("published", "verdict") if published else ())), lines)]
        made += [Text(f"\n{line}") for line in section_lines(section)]
        if section.claims:
            made += [
                Text(),
                listing(("claim", "verdict", "evidence"), [(c.text, c.verdict, c.evidence) for c in section.claims]),
            ]
    return made


def _gauge_tables(section: Section, title: str) -> list[Text | Table]:
    """What a gauge found, as the report has it."""
    from ..papers.gaugesheets import difference_sheet, gauge_sheet
    from ..papers.sheets import section_lines

    made: list[Text | Table] = [Text(f"\n{section.title}", style="bold")] if section.title != title else [Text()]
    for sheet in (gauge_sheet(section), difference_sheet(section)):
        if sheet is not None:
            lines = [
                [" ".join(filter(None, (cell.main, cell.small, *cell.notes))) for cell in line] for line in sheet.lines
            ]
            made += [listing(sheet.heads, lines), Text()]
    return [*made, *(Text(line) for line in section_lines(section))]


def _figure(figure: Figure, measure: str) -> str:
    if measure != "rate":
        return duration(figure.value)
    from ..papers.numbers import interval
    from ..papers.numbers import percent as in_percent

    return f"{in_percent(figure.value)} % {interval(measure, figure)}".strip()


def experiments_table(found: Sequence[dict[str, Any]]) -> Table:
    """The experiments of a store."""
    heads = ("experiment", "cells", "games", "wanted", "CPU", "changed", "title")
    rows = [
        (
            e["name"],
            str(e["cells"]),
            f"{e['games']:,}",
            f"{e['goal']:,}",
            duration(e["cpu_seconds"]),
            e["changed"],
            e["title"],
        )
        for e in found
    ]
    return listing(heads, rows)


def cells_table(cells: Sequence[StoredCell], rates: Sequence[Rate]) -> Table:
    """The cells of an experiment."""
    rows = []
    for cell, own in zip(cells, rates, strict=True):
        tally, rate = cell.tally, ""
        if own.pairs:
            low, high = own.interval()
            rate = f"{percent(own.value)} [{100 * low:.1f}, {100 * high:.1f}]"
        score = f"{tally.wins}-{tally.draws}-{tally.losses}" if cell.seats <= 2 else ""
        each = duration(tally.cpu / tally.games) if tally.games else ""
        failed = (f"{tally.forfeits:,}",) if any(cell.tally.forfeits for cell in cells) else ()
        games = f"{tally.games:,}", *failed, f"{cell.goal:,}"
        rows.append((cell.label, rate, score, *games, each, " v ".join(cell.agents)))
    failed = ("forfeits",) if any(cell.tally.forfeits for cell in cells) else ()
    return listing(("cell", "rate", "score", "games", *failed, "wanted", "CPU a game", "players"), rows)


def test_lines(tested: Sequence[tuple[StoredCell, SprtRun | None]]) -> list[Text]:
    """How the sequential tests of an experiment ended, or how far they are."""
    return [Text(f"\nSPRT of {cell.label}: {test}") for cell, test in tested if test is not None]


def code_table(cells: Sequence[StoredCell], made: Sequence[dict[str, int]]) -> list[Text | Table]:
    """Which code played the cells of an experiment, and which of them more than one state of it."""
    outside = {f"{what}: {origin}" for cell in cells for what, origin in cell.code.items()}
    ours = Counter[str]()
    for by in {cell.contest: by for cell, by in zip(cells, made, strict=True)}.values():
        ours.update(by)
    rows = [*((text, "") for text in sorted(outside)), *((code, f"{games:,}") for code, games in ours.items())]
    mixed = [cell.label for cell, by in zip(cells, made, strict=True) if len(by) > 1]
    lines = [Text(f"\ngames by more than one state of Mulligan's code: {'; '.join(mixed)}")] if mixed else []
    return [Text(), listing(("code", "games"), rows), *lines] if rows else []


def standings_tables(found: Standings) -> list[Text | Table]:
    """A tournament: ratings, and who beat whom."""
    (heads, lines), cross, *paid = standing_sheets(found)
    made: list[Text | Table] = [listing(heads, lines), Text(), listing(*cross)]
    for sheet in paid:
        made += [Text(), listing(*sheet)]
    return [*made, Text("\n" + "\n".join(standing_notes(found)))]
