"""What the commands that play experiments have in common: who plays, which part of it, and the playing itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import typer

from ..core.errors import UsageError
from .app import INTERRUPTED, STORE, one_line, understood

if TYPE_CHECKING:
    from ..arena.experiment import Experiment
    from ..arena.parts import Part


class Crew(NamedTuple):
    """Who plays, as it was asked for: a number of processes, or the address of a cluster."""

    workers: int
    cluster: str | None


def crew_of(workers: int, cluster: str | None, scheduler_file: str | None, part: str | None = None) -> Crew:
    """What was asked for, if it makes sense."""
    for what, given in (("cluster", cluster), ("scheduler-file", scheduler_file)):
        if given is not None and part is not None:
            raise UsageError(f"--part and --{what}: a part is played where it is typed; choose one of them")
    if scheduler_file is not None:
        if cluster is not None:
            raise UsageError("--cluster and --scheduler-file both name a scheduler: choose one of them")
        from ..arena.jobs import scheduler_address

        cluster = scheduler_address(scheduler_file)
    return Crew(workers, cluster)


def part_of(text: str | None, others: Mapping[str, object]) -> Part | None:
    """The part that was asked for: it is played, and not reported."""
    if text is None:
        return None
    from ..arena.parts import parse_part

    for name, given in others.items():
        if given:
            raise UsageError(
                f"--part and --{name}: a part is only played; merge all parts first: mulligan results merge"
            )
    return parse_part(text)


def play_part(
    experiments: Sequence[Experiment],
    part: Part,
    name: str,
    store: str,
    scale: float | None,
    minutes: float | None,
    crew: Crew,
    quiet: bool,
) -> None:
    """Play one part of experiments, called `name` as a whole, into a store of its own."""
    from ..arena.parts import refuse_tests

    refuse_tests(experiments)
    if campaign(experiments, part.store(name) if store == STORE else store, scale, minutes, crew, quiet, part):
        raise typer.Exit(INTERRUPTED)


def campaign(
    experiments: Sequence[Experiment],
    store: str,
    scale: float | None,
    minutes: float | None,
    asked: Crew,
    quiet: bool,
    part: Part | None = None,
) -> bool:
    """Play experiments into a store, or a part of them; whether somebody stopped it."""
    if scale is not None and not 0 < scale <= 1000:
        raise UsageError(f"scale: {scale} should be a number above 0, up to 1000")
    if minutes is not None and not 0 < minutes <= 100_000:
        raise UsageError(f"minutes: {minutes} should be a number above 0, up to 100000")
    with understood():
        from ..arena.campaign import plan, run_campaign
        from ..arena.contest import make_ready
        from ..arena.jobs import check_crew, make_crew
        from ..arena.parts import take_part
        from ..arena.progress import CampaignBar, compiling
        from ..arena.store import Store

        check_crew(*asked)
        with Store(store) as kept:
            endless = minutes is not None and part is None
            cells = plan(kept, experiments, scale, endless, lambda text: say(text, quiet))
            if part is not None:
                take_part(kept, cells, part)
            if any(cell.open for cell in cells):
                contests = [cell.contest for cell in cells if cell.open]
                for game in dict.fromkeys(contest.game for contest in contests):
                    with compiling(game, quiet=quiet):
                        for contest in contests:
                            if contest.game == game:
                                make_ready(contest)
                crew = make_crew(*asked)
                try:
                    with CampaignBar(quiet=quiet) as bar:
                        seconds = None if minutes is None else 60 * minutes
                        state = run_campaign(kept, cells, crew, seconds=seconds, progress=bar)
                except SystemExit:
                    say("told to end; all games that came in are kept, and the same command goes on", quiet)
                    raise
                finally:
                    crew.close()
            else:
                state = None
            if part is not None:
                done, goal = (sum(numbers) for numbers in zip(*((c.goal - c.left, c.goal) for c in cells)))
                kept.settle()
                typer.echo(f"part {part}: {done:,} of {goal:,} pairs are in '{store}'")
            if state is None:
                return False
            if not quiet and state.done < state.goal:
                if state.stopping:
                    typer.echo("stopped; the same command goes on", err=True)
                elif scale is not None or part is not None:
                    typer.echo(
                        f"time is up after {state.done:,} of {state.goal:,} pairs; the same command goes on", err=True
                    )
            return state.stopping


def say(text: str, quiet: bool) -> None:
    if not quiet:
        typer.echo(f"note: {one_line(text)}", err=True)
