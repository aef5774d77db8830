"""The command about studies with people: what they show, and what can be taken out of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import UsageError
from .app import JsonTarget, StudiesFolder, app, one_line, whole

if TYPE_CHECKING:
    from pathlib import Path

    from ..people.figures import Figures
    from ..people.study import Study


@app.command(short_help="Show results of people against agents.")
def study(
    name: Annotated[
        str, typer.Argument(metavar="[NAME]", help="The study; without one, all are listed.", show_default=False)
    ] = "",
    json: JsonTarget = None,
    csv: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write the games to a file, one row each.", show_default=False)
    ] = None,
    report: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write a page for browsers.", show_default=False)
    ] = None,
    games: Annotated[
        str | None,
        typer.Option(metavar="FOLDER", help="Write each game as a file for `mulligan replay`.", show_default=False),
    ] = None,
    replay: Annotated[
        int | None, typer.Option(parser=whole, metavar="N", help="Step through game N.", show_default=False)
    ] = None,
    helped: Annotated[
        bool, typer.Option("--helped", help="Also count games with hints, undone moves and the like.")
    ] = False,
    abandoned: Annotated[
        bool, typer.Option("--abandoned", help="Also count abandoned games, as won by the agent.")
    ] = False,
    forget: Annotated[
        int | None,
        typer.Option(parser=whole, metavar="N", help="Delete person N and all their games.", show_default=False),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="With --forget: do not ask.")] = False,
    studies: StudiesFolder = "",
) -> None:
    """Show a study that `mulligan serve --study` or `mulligan play --study` keeps, also while it is going on.

    Rates are the agent's, with 95 % intervals over games and over people. Abandoned games, and games in which the
    person had help, are shown apart.

    \b
    Examples:
      mulligan study
      mulligan study expert-2026
      mulligan study expert-2026 --report expert.html --csv games.csv
      mulligan study expert-2026 --json - --helped
      mulligan study expert-2026 --replay 12
      mulligan study expert-2026 --forget 3
    """
    from pathlib import Path

    from ..people.study import Study

    folder = Path(studies).expanduser() if studies else None
    if not name:
        if any(given is not None for given in (json, csv, report, games, replay, forget)):
            raise UsageError("which study? `mulligan study` lists them")
        _list(folder)
        return
    kept = Study(name, folder)
    if forget is not None:
        _forget(kept, forget, yes)
    elif replay is not None:
        from ..play.session import open_record
        from .table import go_over

        record = kept.record(replay)
        go_over(record.game.partition("/")[0], lambda: open_record(record))
    else:
        _show(kept, json, csv, report, games, helped, abandoned)


def _list(folder: Path | None) -> None:
    from ..people.study import Study, default_folder, study_names
    from .display import listing, show

    rows = []
    for name in study_names(folder):
        try:
            found = Study(name, folder)
            rows.append((name, str(len(found.people())), str(len(found.games()))))
        except UsageError as error:
            rows.append((name, "", one_line(str(error))))
    if rows:
        show(listing(("study", "people", "games"), rows))
    else:
        typer.echo(f"there are no studies in '{folder or default_folder()}': `mulligan serve --study NAME` begins one")


def _forget(kept: Study, number: int, yes: bool) -> None:
    person = next((person for person in kept.people() if person.number == number), None)
    if person is not None and not yes:
        typer.confirm(f"delete person {number} ({one_line(person.name)}) with all games?", abort=True)
    gone = kept.forget(number)
    typer.echo(f"deleted person {number} and {gone:,} games from '{kept.name}'")


def _show(
    kept: Study,
    json: str | None,
    csv: str | None,
    report: str | None,
    games: str | None,
    helped: bool,
    abandoned: bool,
) -> None:
    from ..core.output import json_output, refuse_clashes, write_text
    from ..people.figures import figures, rows

    refuse_clashes({"json": json, "csv": csv, "report": report}, {"study": str(kept.path)})
    with json_output(json) as out:
        found = figures(kept.games(), helped=helped, abandoned=abandoned)
        out.write(found.to_dict(kept.name))
        if csv is not None:
            write_text(csv, _csv(rows(found.games)))
        if report is not None:
            from ..people.report import html_report

            write_text(report, html_report(kept.name, found))
        if games is not None:
            _write_games(kept, games)
        if not out.on_stdout:
            _print(kept, found)


def _csv(rows: list[dict[str, object]]) -> str:
    import csv
    import io

    out = io.StringIO()
    if rows:
        writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    return out.getvalue()


def _write_games(kept: Study, folder: str) -> None:
    from pathlib import Path

    from ..core.output import write_text

    place = Path(folder).expanduser()
    try:
        place.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise UsageError(f"games: '{folder}': {getattr(error, 'strerror', None) or error}") from None
    for game in kept.games():
        write_text(str(place / f"{kept.name}-{game.number}.game"), kept.text(game.number))


def _print(kept: Study, found: Figures) -> None:
    from rich.text import Text

    from ..people.figures import NOTE, by_seat
    from ..people.report import HEADS, SEAT_HEADS, cells_of, published_cells, seat_label
    from .display import grid, listing, show

    ends = ", ".join(f"{count} {how}" for how, count in found.ends.items() if count)
    helped = ", ".join(f"{mark} in {count}" for mark, count in found.marks.items() if count)
    about = [
        ("study", f"{kept.name} ({kept.path})"),
        ("people", str(len(kept.people()))),
        ("games", f"{len(found.games)}{f': {ends}' if ends else ''}"),
        ("counted", f"{len(found.counted)} ({found.rule})"),
        *([("apart", f"{len(found.helped)} with help")] if found.helped else []),
        *([("help", helped)] if helped else []),
        *([("code", f"{len(found.code)} states: rates may mix what should be apart")] if len(found.code) > 1 else []),
    ]
    show(grid(about))
    rates = [(*seat_label(one.label), *cells_of(one)) for one in by_seat(found.counted)]
    rates += [cells for one in found.published for cells in published_cells(one)]
    parts: list[tuple[str, tuple[str, ...], list[tuple[str, ...]]]] = [("Rates of the agent", SEAT_HEADS, rates)]
    heads = ("person", "name", "game", "setup", "opponent")
    parts.append(("By person", heads, [(*map(str, one.label), *cells_of(one)) for one in found.people()]))
    levels = [(*map(str, one.label), *cells_of(one)) for one in found.levels()]
    parts.append(("By level", ("game", "setup", "level"), levels))
    apart = [(*seat_label(one.label), *cells_of(one)) for one in by_seat(found.helped)]
    parts.append(("Games with help", SEAT_HEADS, apart))
    for title, first, rows in parts:
        if rows:
            show(Text(f"\n{title}", "bold"), listing((*first, *HEADS), rows))
    if found.counted:
        show(Text(f"\n{NOTE}"))
    for one in found.published:
        show(Text(f"{one.found.source}: {one.found.about}"))
