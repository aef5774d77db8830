"""The command that goes over a game: what each move was worth, and what would have been better."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import UsageError
from .app import INTERRUPTED, JsonTarget, Quiet, app, real, understood, whole
from .kept import STORE, KeptGame, OneCell, PairNumber, Rotation, StoreFile, Swapped, kept_game

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from ..play.analysis import Analysis

USUAL_SECONDS = 1.0


@app.command(short_help="Analyse a game: chances, mistakes, better moves.")
def analyse(
    game: KeptGame,
    seconds: Annotated[
        float | None, typer.Option(parser=real, metavar="S", help="Thinking time for each decision; 1 by default.")
    ] = None,
    simulations: Annotated[
        int | None,
        typer.Option(parser=whole, metavar="N", help="For each decision, instead of seconds: always the same result."),
    ] = None,
    seat: Annotated[
        int | None, typer.Option(parser=whole, metavar="1|2", help="Only the decisions of this player.")
    ] = None,
    pair: PairNumber = None,
    swapped: Swapped = False,
    rotation: Rotation = 0,
    cell: OneCell = "",
    store: StoreFile = STORE,
    json: JsonTarget = None,
    quiet: Quiet = False,
) -> None:
    """Analyse a saved game: for each decision the mover's chance, what the move gave away, and the best line.

    A mistake gives away 10 percentage points or more, a blunder 20.  The judge knows only what the mover could know.
    Ctrl-C ends it and shows what there is so far.

    \b
    Examples:
      mulligan analyse lost.game
      mulligan analyse lost.game --seconds 5 --seat 1
      mulligan analyse lost.game --simulations 2000 --json analysis.json
      mulligan analyse match/magic-0d2f6a11 --pair 12 --store mine.sqlite
    """
    from ..core.output import json_output, refuse_clashes

    refuse_clashes({"json": json}, {"game": game} if pair is None else {"store": store})
    with json_output(json) as out, understood():
        if seconds is not None and simulations is not None:
            raise UsageError("seconds and simulations: only one of them")
        if seconds is not None and not 0 < seconds <= 3600:
            raise UsageError(f"seconds: {seconds:g} should be a number above 0, up to 3600")
        if simulations is not None and not 1 <= simulations <= 100_000_000:
            raise UsageError(f"simulations: {simulations} should be a whole number from 1 to 100000000")
        from ..arena.progress import compiling
        from ..arena.warm import warm
        from ..core.registry import find_game
        from ..play.analysis import Analyst, judge_of

        name, opened = kept_game(game, pair, rotation or int(swapped), cell, store)
        rules = find_game(name)
        if seat is not None and not 1 <= seat <= rules.players:
            raise UsageError(f"seat: {seat} should be a whole number from 1 to {rules.players}")
        if seconds is None and simulations is None:
            seconds = USUAL_SECONDS
        agent = judge_of(rules, seconds or 0.0, simulations or 0)
        with compiling(name, quiet=quiet):
            session = opened()
            warm(session.game, [agent], session.setup)
        analyst = Analyst(session, agent, None if seat is None else seat - 1)
        made, interrupted = [], False
        with _bar(len(analyst.places), quiet) as done:
            try:
                for one in analyst.judgements():
                    made.append(one)
                    done(len(made))
            except KeyboardInterrupt:
                interrupted = True
        found = analyst.result(made)
        out.write(found.to_dict())
        if not out.on_stdout:
            from .display import show

            show(*_tables(found))
    if interrupted:
        raise typer.Exit(INTERRUPTED)


@contextmanager
def _bar(goal: int, quiet: bool) -> Iterator[Callable[[int], None]]:
    """A bar for the decisions, where there is a terminal to draw it on."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True, highlight=False)
    if quiet or not console.is_terminal:
        yield lambda done: None
        return
    text = TextColumn("{task.completed}/{task.total} decisions", markup=False)
    with Progress(BarColumn(bar_width=20), text, TimeRemainingColumn(), console=console, transient=True) as bar:
        task = bar.add_task("", total=goal)
        yield lambda done: bar.update(task, completed=done)


def _tables(found: Analysis) -> list[Text | Table]:
    """The analysis as people read it: a line for each decision, and what each player gave away."""
    from ..arena.telling import percent
    from .display import grid, listing

    heads = ("move", "player", "chance", "lost", "", "played", "best")
    rows = [
        (
            str(one.at + 1),
            str(one.seat + 1),
            percent(one.value),
            f"{100 * one.loss:.1f}",
            one.mark if one.mark != "good" else "",
            one.played,
            "" if one.best == one.played else one.best,
        )
        for one in found.judgements
    ]
    ends = [("game", f"{found.game}, {found.setup}"), ("judge", found.agent)]
    for seat, player in enumerate(found.players):
        counts = {mark: found.count(seat, mark) for mark in ("mistake", "blunder")}
        marks = ", ".join(f"{n} {mark}{'' if n == 1 else 's'}" for mark, n in counts.items())
        ends.append((f"player {seat + 1}", f"{player}: {marks}, {100 * found.lost(seat):.1f} points lost on average"))
    worst = sorted((one for one in found.judgements if one.mark in ("mistake", "blunder")), key=lambda one: -one.loss)
    for one in worst[:3]:
        ends.append((f"move {one.at + 1}", f"{one.mark}; better: {', then '.join(one.line or (one.best,))}"))
    if not found.complete:
        ends.append(("not all", f"{len(found.judgements)} of {found.decisions} decisions"))
    if found.results:
        ends.append(("result", " ".join(f"{score:g}" for score in found.results)))
    return [*([listing(heads, rows)] if rows else []), grid(ends)]
