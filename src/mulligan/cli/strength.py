"""The command that measures one player by more than one opponent."""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import UsageError
from .app import INTERRUPTED, STORE, GameName, JsonTarget, Quiet, StoreFile, app, game_named, real, understood, whole
from .campaigns import Crew, campaign, say

if TYPE_CHECKING:
    from ..core.game import Game
    from ..strength.suite import Answer, Suite
    from ..strength.trials import Trials

SUITE_SHARE = 0.3  # of the time that is given, at most, for positions
PARTS = ("gauntlet", "suite", "budgets", "oracle", "exploiter", "regret")


@app.command(short_help="Measure one player: opponents, positions with known answers, blunders, calibration.")
def strength(
    game: GameName,
    agent: Annotated[
        str | None,
        typer.Argument(metavar="[AGENT]", help="The player; the strongest known one if left out.", show_default=False),
    ] = None,
    setup: Annotated[str, typer.Option(metavar="TEXT", help="Decks and options; the game's usual ones.")] = "",
    against: Annotated[
        list[str] | None,
        typer.Option(metavar="AGENT", help="An opponent, with the budget that its name says; may be repeated."),
    ] = None,
    parts: Annotated[
        str, typer.Option("--parts", metavar="NAME,...", help=f"Only these parts: {', '.join(PARTS)}.")
    ] = "",
    scale: Annotated[float, typer.Option(parser=real, metavar="X", help="Times the games of every part.")] = 1.0,
    minutes: Annotated[
        float | None,
        typer.Option(parser=real, metavar="M", help="Stop after so long; games go where intervals are widest."),
    ] = None,
    workers: Annotated[int, typer.Option(parser=whole, metavar="N", help="Processes; 0 is one per processor.")] = 0,
    seed: Annotated[int, typer.Option(parser=whole, metavar="N", help="The seed of deals and players.")] = 1,
    store: StoreFile = STORE,
    report: Annotated[
        str | None, typer.Option(metavar="FILE", help="The HTML page; strength-GAME.html if left out.")
    ] = None,
    only_report: Annotated[
        bool, typer.Option("--only-report", help="Play nothing: report what the store has.")
    ] = False,
    make_suite: Annotated[
        str | None, typer.Option("--make-suite", metavar="FILE", help="Make positions with known answers instead.")
    ] = None,
    count: Annotated[
        int, typer.Option(parser=whole, metavar="N", help="With --make-suite: positions of each of three kinds.")
    ] = 20,
    json: JsonTarget = None,
    quiet: Quiet = False,
) -> None:
    """Measure how strong a player is, by more than one opponent, and write one HTML page.

    It meets opponents of different styles that think as long as it does; solves positions whose answers are known; is
    watched for blunders and for chances that do not come true; plays with more and less time, against itself with all
    cards open, and before the eyes of a deeper search. Games are kept in the store as they are played: stop it
    whenever you like, and the same command goes on, with the same budgets.

    \b
    Examples:
      mulligan strength magic
      mulligan strength pokemon expert --scale 0.25
      mulligan strength tribute tribute/best --minutes 30 --json strength.json
      mulligan strength nim ismcts:sims=200 --against uniform --against ismcts:sims=1000
      mulligan strength magic --parts suite
      mulligan strength magic --make-suite positions.toml --count 20
    """
    from ..core.output import json_output, refuse_clashes, refuse_target

    if make_suite is not None:
        _make(game, setup, make_suite, count, seed, minutes, quiet)
        return
    chosen = _parts(parts)
    report = f"strength-{game.rpartition(':')[2]}.html" if report is None else report
    refuse_clashes({"report": report, "json": json}, {"store": store})
    with json_output(json) as out, understood():
        from ..agents import strongest
        from ..arena.store import Store
        from ..core.output import write_text
        from ..strength.found import gather
        from ..strength.page import html_page
        from ..strength.trials import trials

        rules = game_named(game)
        refuse_target(report)
        player = agent or strongest(rules)
        begun = time.perf_counter()
        with _stepping(quiet) as step, Store(store) as kept:
            plays = not only_report and chosen != ("suite",)
            made = trials(rules, player, setup, seed, against or [], kept, step if plays else None)
        answered: dict[str, Sequence[Answer]] = {}
        left_out, about = [], ""
        if "suite" in chosen and only_report:
            left_out = ["positions: players are asked anew each time, and not for a report alone"]
        elif "suite" in chosen:
            limit = None if minutes is None else begun + SUITE_SHARE * 60 * minutes
            answered, left_out, about = _answers(rules, made, seed, limit, quiet)
        wanted = [one for name, one in made.experiments.items() if name in chosen]
        stopped = False
        if wanted and not only_report:
            left = None if minutes is None else max(0.01, minutes - (time.perf_counter() - begun) / 60)
            stopped = campaign(wanted, store, scale, left, Crew(workers, None), quiet)
        command = _command(rules, made, store, scale)
        with Store(store, write=False) as kept:
            found = gather(made, kept, answered, command, left_out, about)
        write_text(report, html_page(found))
        out.write(found.to_dict())
        if not out.on_stdout:
            from ..strength.telling import sheets
            from .display import listing, show

            for title, heads, rows in sheets(found):
                typer.echo(f"\n{title}")
                show(listing(heads, rows))
            for text in found.left_out:
                typer.echo(f"left out: {text}")
            typer.echo(f"\n{report} has all of it; to repeat it: {command}")
        if stopped:
            raise typer.Exit(INTERRUPTED)


def _parts(text: str) -> tuple[str, ...]:
    """The parts that were asked for."""
    from ..core.errors import unknown

    chosen = tuple(part.strip() for part in text.split(",")) if text else PARTS
    for part in chosen:
        if part not in PARTS:
            raise unknown("part", part, PARTS)
    return chosen


def _command(game: Game, made: Trials, store: str, scale: float) -> str:
    """What plays the same games again, on any machine: budgets that were matched are written down."""
    words = ["mulligan", "strength", game.name, made.agent]
    words += ["--setup", made.setup] if made.setup else []
    for rival in made.rivals:
        words += ["--against", rival.name]
    words += ["--seed", str(made.seed), "--scale", f"{scale:g}"]
    words += ["--store", store] if store != STORE else []
    return shlex.join(words)


@contextmanager
def _stepping(quiet: bool) -> Iterator[Callable[[str], None]]:
    from ..arena.progress import steps

    with steps(quiet=quiet) as step:
        yield step


def _answers(
    game: Game, made: Trials, seed: int, limit: float | None, quiet: bool
) -> tuple[dict[str, Sequence[Answer]], list[str], str]:
    """What the player, with three budgets, and some rule players do at positions with known answers."""
    from ..strength.suite import solve, suite_of

    suite = suite_of(game)
    if suite is None:
        return {}, [f"positions: {game.name} brings none (`mulligan strength {game.name} --make-suite FILE`)"], ""
    agents = _solvers(game, made)
    found: dict[str, Sequence[Answer]] = {}
    late: list[str] = []
    with _stepping(quiet) as step:
        for agent in agents:

            def told(number: int, agent: str = agent) -> bool:
                step(f"{agent}: position {number + 1} of {len(suite.position)}")
                return limit is None or time.perf_counter() < limit

            answers = solve(game, agent, suite.position, seed, told)
            if len(answers) == len(suite.position):
                found[agent] = answers
            else:
                late.append(f"positions: no time for {agent}")
    return found, late, suite.about


def _solvers(game: Game, made: Trials) -> list[str]:
    """Who is asked: the player, the same with a quarter and with four times its budget, and its rule players."""
    from ..agents.names import times_budget
    from ..strength.making import styles_of

    names = [made.agent, *(times_budget(game, made.agent, factor) for factor in (0.25, 4.0)), *styles_of(game)]
    return list(dict.fromkeys(name for name in names if name is not None))


def _make(game: str, setup: str, target: str, count: int, seed: int, minutes: float | None, quiet: bool) -> None:
    """Make a suite and write it."""
    from ..core.output import refuse_target, write_text

    with understood():
        from ..strength.making import Wish, make, styles_of
        from ..strength.suite import write_suite

        if count < 1:
            raise UsageError(f"count: {count} should be 1 or more")
        rules = game_named(game)
        refuse_target(target)
        words = ["mulligan", "strength", rules.name, *(["--setup", setup] if setup else [])]
        words += ["--make-suite", "suite.toml", "--count", str(count), "--seed", str(seed)]
        command = shlex.join(words)
        before = _begun(rules, target, command)
        usual = rules.room().trials
        wish = Wish(setup or usual.setup, seed, count, styles_of(rules), usual.horizon)
        until = None if minutes is None else time.perf_counter() + 60 * minutes
        with _stepping(quiet) as step:

            def told(found: dict[str, int], games: int) -> bool:
                step(f"{games} games: " + ", ".join(f"{number} {goal}" for goal, number in found.items()))
                return until is None or time.perf_counter() < until

            made = make(rules, wish, command, told, before)
        if made is None:
            raise UsageError(f"no position of {rules.name} was found whose answer is clear: give it more --minutes")
        write_text(target, write_suite(made))
        say(f"{len(made.position)} positions of {made.games} games are in {target}; the same command goes on", quiet)


def _begun(game: Game, target: str, command: str) -> Suite | None:
    """The suite that the same command has begun, if there is one; no other is written over."""
    from ..strength.suite import read_suite

    path = Path(target)
    if not path.is_file():
        return None
    before = read_suite(path.read_text(encoding="utf-8"), target)
    if (before.game, before.made) != (game.id, command):
        raise UsageError(f"'{target}' is there, made by: {before.made or 'hand'}; name another file")
    return before
