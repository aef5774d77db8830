"""Commands about the store: list, show, export, merge, remove, upgrade."""

from __future__ import annotations

from typing import Annotated

import typer

from ..core.errors import UsageError
from .app import OPTIONS, STORE, JsonTarget, Quiet, StoreFile, app

results = typer.Typer(
    name="results",
    no_args_is_help=True,
    rich_markup_mode=None,
    help="What the store has: list, show, export, merge, remove.",
    context_settings=OPTIONS,
)
app.add_typer(results)
ExperimentName = Annotated[
    str, typer.Argument(metavar="EXPERIMENT", help="See `mulligan results ls`.", show_default=False)
]


@results.command("ls", short_help="List the experiments of a store.")
def list_results(store: StoreFile = STORE, json: JsonTarget = None) -> None:
    """List the experiments of a store.

    \b
    Examples:
      mulligan results ls
      mulligan results ls --store other.sqlite --json -
    """
    from ..core.output import json_output

    with json_output(json) as out:
        from ..arena.store import Store

        with Store(store, write=False) as kept:
            found = kept.experiments()
        out.write(found)
        if not out.on_stdout:
            from .display import experiments_table, show

            show(experiments_table(found))


@results.command("show", short_help="Show the cells of an experiment.")
def show_results(experiment: ExperimentName, store: StoreFile = STORE, json: JsonTarget = None) -> None:
    """Show the cells of an experiment with rates and intervals, also while it is running.

    \b
    Examples:
      mulligan results show cowling2012/table5
      mulligan results show my --json -
    """
    from ..core.output import json_output

    with json_output(json) as out:
        from ..arena.sequential import tested_cells
        from ..arena.store import Store

        with Store(store, write=False) as kept:
            tested = tested_cells(kept, experiment, kept.experiment(experiment))
            cells = [cell for cell, _ in tested]
            ends = [None if test is None else test.end for _, test in tested]
            rates = [kept.rate(cell.contest, cell.seats, gauge=cell.gauge, below=end) for cell, end in zip(cells, ends)]
            made = [kept.made_by(cell.contest, cell.gauge) for cell in cells]
        out.write(
            [
                cell.to_dict(rate) | {"made_by": by, "sprt": None if test is None else test.to_dict()}
                for (cell, test), rate, by in zip(tested, rates, made, strict=True)
            ]
        )
        if not out.on_stdout:
            from .display import cells_table, code_table, show, test_lines

            show(cells_table(cells, rates), *test_lines(tested), *code_table(cells, made))


@results.command("export", short_help="Write all games of an experiment to a file.")
def export_results(
    experiment: ExperimentName,
    target: Annotated[
        str,
        typer.Argument(metavar="FILE", help="Ends in .csv, .json (one line a game) or .parquet.", show_default=False),
    ],
    store: StoreFile = STORE,
) -> None:
    """Write all games of an experiment to a file, one row each: CSV, JSON lines or Parquet.

    \b
    Examples:
      mulligan results export cowling2012/table5 games.csv
      mulligan results export my games.parquet
    """
    from ..arena.export import export
    from ..arena.store import Store

    with Store(store, write=False) as kept:
        games = export(kept, experiment, target)
    typer.echo(f"{games:,} games written to {target}")


@results.command("merge", short_help="Put stores together, such as those of parts.")
def merge_results(
    target: Annotated[
        str, typer.Argument(metavar="TARGET", help="The store that gets all games; it may be new.", show_default=False)
    ],
    sources: Annotated[
        list[str], typer.Argument(metavar="STORE...", help="The stores that it gets them from.", show_default=False)
    ],
    json: JsonTarget = None,
    quiet: Quiet = False,
) -> None:
    """Put together the stores of the parts of an experiment (`mulligan run my.toml --part 17/1000`), or of the same
    experiment that was played on several machines.

    All of it is done, or nothing; the stores stay as they are, and may be merged again.  Stores of other experiments,
    games by other code, and games that came out otherwise are refused.  It says which parts are missing.

    \b
    Examples:
      mulligan results merge all.sqlite my-part-*.sqlite
      mulligan run my.toml --only-report --store all.sqlite --report my.html
    """
    from ..core.output import json_output, refuse_clashes

    stores = {f"store '{name}'": name for name in sources}
    refuse_clashes({"json": json}, {"target": target} | stores)
    with json_output(json) as out:
        from ..arena.merge import array, merge
        from ..arena.progress import steps

        with steps(quiet=quiet) as say:
            found = merge(target, sources, say)
        out.write(found.to_dict())
        if out.on_stdout:
            return
        several = "store" if found.stores == 1 else "stores"
        typer.echo(f"{found.stores:,} {several} merged into '{target}': {found.new:,} new games, {found.known:,} known")
        if not found.missing:
            typer.echo("all games are there")
            return
        typer.echo(f"{found.missing:,} pairs are missing")
        for parts, numbers in found.absent.items():
            typer.echo(f"of {parts:,} parts there is no store of {array(numbers)}")
        for parts in dict.fromkeys(part.parts for part in found.unfinished):
            numbers = [part.number for part in found.unfinished if part.parts == parts]
            typer.echo(f"of {parts:,} parts these are not complete: {array(numbers)}; play them again, and merge again")


@results.command("rm", short_help="Remove an experiment and its games.")
def remove_results(
    experiment: ExperimentName,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    store: StoreFile = STORE,
) -> None:
    """Remove an experiment, with all its games that no other experiment shares.

    \b
    Examples:
      mulligan results rm my
      mulligan results rm my --yes
    """
    from ..arena.store import Store

    with Store(store, write=False) as kept:
        games = sum(cell.tally.games for cell in kept.experiment(experiment))
    if not yes:
        typer.confirm(f"remove '{experiment}' with up to {games:,} games?", abort=True)
    with Store(store) as kept:
        removed = kept.remove(experiment)
    typer.echo(f"removed '{experiment}' and {removed:,} games")


@results.command("upgrade", short_help="Bring an older store up to date.")
def upgrade_results(store: StoreFile = STORE) -> None:
    """Bring the schema of an older store up to date; nothing is lost.

    \b
    Example:
      mulligan results upgrade --store old.sqlite
    """
    from pathlib import Path

    from ..arena.schema import SCHEMA
    from ..arena.store import Store

    if not Path(store).exists():
        raise UsageError(f"there is no store '{store}': name another by --store")
    with Store(store):
        typer.echo(f"'{store}' has schema {SCHEMA}")
