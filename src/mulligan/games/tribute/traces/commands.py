"""Commands for traces of Tales of Tribute: replay those of another engine, and record some."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from mulligan.cli.app import OPTIONS, JsonTarget, Quiet, one_line, understood, whole
from mulligan.core.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from .report import Report

PATIENCE = 2.0  # seconds without a bar
MOST_GAMES = 1_000_000
tribute = typer.Typer(
    name="tribute",
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Tales of Tribute and the engine Scripts of Tribute: play there, host its bots, replay and record traces.",
    context_settings=OPTIONS,
)


@contextmanager
def _counting(label: str, goal: int, quiet: bool) -> Iterator[Callable[[int], None]]:
    """A bar for what takes longer than a moment, told how much is done; without a terminal, a line now and then."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    from mulligan.arena.progress import PLAIN_SECONDS

    console = Console(stderr=True, highlight=False)
    text = TextColumn("{task.completed}/{task.total} " + label, markup=False)
    bar = Progress(BarColumn(bar_width=20), text, console=console, transient=True, redirect_stdout=False)
    task = bar.add_task(label, total=goal)
    began = told = time.perf_counter()

    def tell(done: int) -> None:
        nonlocal told
        now = time.perf_counter()
        if quiet or now - began < PATIENCE:
            return
        if console.is_terminal:
            bar.start()
            bar.update(task, completed=done)
        elif now - told >= PLAIN_SECONDS:
            told = now
            console.print(f"{done}/{goal} {label}", markup=False)

    try:
        yield tell
    finally:
        if bar.live.is_started:
            bar.stop()


def _get_ready(quiet: bool) -> None:
    """Compile the game, and say so if that takes a while."""
    from mulligan.arena.progress import compiling

    from .recording import Course

    with compiling("tribute", quiet=quiet):
        Course("fixed:traced", 1)


def _summary(reports: Sequence[Report]) -> str:
    verdicts = [report.verdict for report in reports]
    counts = ", ".join(f"{verdicts.count(verdict):,} {word}" for verdict, word in _VERDICTS.items())
    steps, values = sum(report.steps for report in reports), sum(report.values for report in reports)
    agree = f"{steps:,} steps" + (f" and {values:,} evaluations" if values else "")
    return f"{len(reports):,} trace{'' if len(reports) == 1 else 's'}: {counts}; {agree} agree"


_VERDICTS = {"ok": "ok", "differs": "different", "broken": "broken"}


@tribute.command(short_help="Play traces, and compare every step.")
def replay(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE", help="Traces, or folders with traces.", show_default=False)
    ],
    json: JsonTarget = None,
    quiet: Quiet = False,
) -> None:
    """Play the moves of traces from their seeds, and compare every step: state, generator, legal moves, result.

    Values of evaluations are compared too, where a trace has them.  Traces end in .jsonl or .jsonl.gz.  Of each that
    differs the first step is shown where it does, with what led to it.  Exit code 1 says that one differs or cannot be
    read.

    \b
    Examples:
      mulligan tribute replay game.jsonl
      mulligan tribute replay traces --json report.json
    """
    from mulligan.core.output import json_output, refuse_clashes

    with json_output(json) as out, understood():
        from .recording import short_name
        from .replay import find_traces, replay_file

        found = find_traces(files)
        refuse_clashes({"json": json}, {f"trace {i}": str(path) for i, path in enumerate(found, 1)})
        _get_ready(quiet)
        reports = []
        with _counting("traces", len(found), quiet) as tell:
            for path in found:
                reports.append(replay_file(path))
                tell(len(reports))
        passed = all(report.passed for report in reports)
        totals = {"steps": sum(r.steps for r in reports), "evaluations": sum(r.values for r in reports)}
        out.write({"passed": passed, **totals, "traces": [report.to_dict() for report in reports]})
        if not out.on_stdout:
            for report in reports:
                typer.echo(one_line(f"{short_name(report.file)}: {report}"))
                for line in report.context():
                    typer.echo(f"    {one_line(line)}")
            typer.echo(_summary(reports))
            if not passed and len(reports) > 1:
                first = next(report for report in reports if not report.passed)
                typer.echo(one_line(f"first: {short_name(first.file)}: {first}"))
    if not passed:
        raise typer.Exit(1)


@tribute.command(short_help="Write traces of games between simple bots.")
def record(
    out: Annotated[
        str,
        typer.Argument(metavar="OUT", help="A file that ends in .jsonl or .jsonl.gz, or a folder.", show_default=False),
    ],
    patrons: Annotated[
        str, typer.Option(metavar="A+B+C+D", help="In the order of the draft; if left out, the bots draft.")
    ] = "",
    seed: Annotated[int, typer.Option(parser=whole, metavar="S", help="The seed of the first game.")] = 1,
    policy: Annotated[
        str, typer.Option(metavar="NAME[+NAME]", help="random, busy (never ends a turn early) or first; or one each.")
    ] = "random",
    games: Annotated[int, typer.Option(parser=whole, metavar="N", help="Games with consecutive seeds.")] = 1,
    hashes: Annotated[bool, typer.Option("--hashes", help="Write hashes in place of full steps.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Write over files that are there.")] = False,
    quiet: Quiet = False,
) -> None:
    """Play games between simple bots, and write them down as traces, to be replayed here or elsewhere.

    The bots draw from generators of their own, which go on from game to game, as in the public engine.

    \b
    Examples:
      mulligan tribute record game.jsonl --seed 7
      mulligan tribute record traces --policy random+first --games 20
      mulligan tribute record game.jsonl.gz --patrons PELIN+ANSEI+RAJHIN+HLAALU --policy busy --hashes
    """
    if not 1 <= games <= MOST_GAMES:
        raise UsageError(f"games: {games} should be a whole number from 1 to {MOST_GAMES}")
    with understood():
        from . import recording as trace

        bots = trace.Bots(*policy.split("+"))
        if not 0 <= seed <= trace.SEEDS - games:
            given = str(seed) if len(str(seed)) <= 40 else f"{str(seed)[:20]}..."
            raise UsageError(f"seed: {given} should be a whole number from 0 to {trace.SEEDS - games}")
        if patrons:
            patrons = trace.four_patrons(patrons, "--patrons")
        names = (f"{'-'.join(dict.fromkeys(bots.names))}-{seed + game}.jsonl.gz" for game in range(games))
        files: list[Path] = trace.targets(out, names, force=force)
        _get_ready(quiet)
        with _counting("games", games, quiet) as tell:
            for game, file in enumerate(files):
                trace.save(trace.record(seed + game, bots, patrons, hashes=hashes), file)
                tell(game + 1)
    place = out if out.endswith(trace.ENDINGS) else f"the folder {out}"
    typer.echo(f"{games:,} game{'' if games == 1 else 's'} written to {one_line(place)}")
