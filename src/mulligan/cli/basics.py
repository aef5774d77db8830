"""Commands about games and players: what there is, how fast it is, and whether it keeps its promises."""

from __future__ import annotations

from typing import Annotated

import typer

from ..core.errors import UsageError
from .app import GameName, JsonTarget, Quiet, app, game_named, player_named, understood, whole


@app.command()
def games(json: JsonTarget = None) -> None:
    """List the games.

    \b
    Examples:
      mulligan games
      mulligan games --json -
    """
    from ..core.output import json_output
    from ..core.registry import all_games

    with json_output(json) as out:
        found, problems = all_games()
        for problem in problems:
            typer.echo(f"mulligan: left out: {problem}", err=True)
        keys = ("name", "title", "players", "stages", "styles", "prunings", "evaluations", "source")
        out.write(
            [  # "levels" is what prunings were called before
                {
                    "version": g.id,
                    **{key: getattr(g, key) for key in keys},
                    "levels": g.prunings,
                    "setups": dict(g.setups),
                }
                for g in found
            ]
        )
        if not out.on_stdout:
            from .display import listing, show

            rows = [(g.id, str(g.players), g.title, ", ".join(g.styles), ", ".join(g.setups)) for g in found]
            show(listing(("game", "players", "title", "rule players", "setups"), rows))


@app.command(short_help="List a game's agents, or explain one.")
def agents(
    game: GameName,
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="An agent to explain.", show_default=False)] = None,
    json: JsonTarget = None,
) -> None:
    """List the agents of a game, or explain one of them: its parts and its settings.

    A name is KIND:KEY=VALUE,FLAG and stands for a full configuration.

    \b
    Examples:
      mulligan agents magic
      mulligan agents magic cowling2012/BT+MP
      mulligan agents magic ensemble:trees=10,sims=1000,rollout=reduced,binary
    """
    from ..core.output import json_output

    with json_output(json) as out:
        chosen = game_named(game)
        if name is None:
            from ..agents import agent_kinds

            kinds = agent_kinds(chosen)
            out.write([{"name": kind, "about": about} for kind, about in kinds.items()])
            if not out.on_stdout:
                from .display import listing, show

                show(listing(("agent", "what it is"), kinds.items()))
            return
        from ..agents.explain import describe

        found = describe(player_named(chosen, name))
        out.write(found)
        if not out.on_stdout:
            from .display import player_tables, show

            show(*player_tables(found))


@app.command(short_help="List what experiments can measure besides who wins.")
def gauges(
    game: GameName,
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="A gauge to explain.", show_default=False)] = None,
    json: JsonTarget = None,
) -> None:
    """List what experiments can measure in a game besides who wins, or explain one gauge column by column.

    In the TOML file of an experiment: gauge = "NAME", or "NAME:KEY=VALUE" where it has settings.

    \b
    Examples:
      mulligan gauges magic
      mulligan gauges magic length
      mulligan gauges tribute --json -
    """
    from ..core.output import json_output

    with json_output(json) as out:
        chosen = game_named(game)
        from ..gauges import find_gauge, gauges_of

        if name is None:
            found = gauges_of(chosen)
            out.write(
                [
                    {"name": key, "about": one.about, "columns": dict(one.columns), "settings": dict(one.settings)}
                    for key, one in found.items()
                ]
            )
            if not out.on_stdout:
                from .display import listing, show

                rows = [(key, str(len(one.columns)), one.about, one.pace) for key, one in found.items()]
                show(listing(("gauge", "columns", "what it measures", "pace"), rows))
            return
        with understood():
            gauge = find_gauge(chosen, name)
        out.write({"name": name, "about": gauge.about, "columns": gauge.columns, "settings": gauge.settings})
        if not out.on_stdout:
            from .display import gauge_tables, show

            show(*gauge_tables(gauge))


@app.command(short_help="Measure speed, memory and compiling.")
def bench(
    game: GameName,
    slices: Annotated[
        int, typer.Option(parser=whole, metavar="N", help="Measurements of each speed; the best counts.")
    ] = 7,
    compiling: Annotated[
        bool, typer.Option("--compiling/--no-compiling", help="Time a first and a later start.")
    ] = True,
    yardstick: Annotated[
        bool, typer.Option("--yardstick", help="Compare with the same search in C, if the game has it.")
    ] = False,
    history: Annotated[
        str | None, typer.Option(metavar="FILE", help="Add the numbers to a file, as a line of JSON.")
    ] = None,
    json: JsonTarget = None,
    quiet: Quiet = False,
) -> None:
    """Measure speed: games and simulations per CPU second, threads, memory, compiling.

    \b
    Examples:
      mulligan bench magic
      mulligan bench lotr --no-compiling
      mulligan bench magic --yardstick --no-compiling
      mulligan bench magic --json - --history benchmarks/history.jsonl
    """
    from ..core.output import append_line, json_output

    with json_output(json) as out:
        chosen = game_named(game)
        if history is not None:
            append_line(history)
        with understood():
            from ..arena.progress import compiling as compiling_shown
            from ..arena.progress import steps
            from ..arena.warm import warm
            from ..speed import bench as measures

            measures.refuse(chosen, slices, yardstick)
            with compiling_shown(chosen.name, quiet=quiet):
                warm(chosen.at(chosen.room().timed.setup), [measures.timed_agent(chosen)])
                measures.Rollouts(chosen, measures.rollout_style(chosen)).play(1)
            with steps(quiet=quiet) as say:
                found = measures.bench(chosen, slices=slices, compiling=compiling, yardstick=yardstick, say=say)
        out.write(found)
        if history is not None:
            append_line(history, found)
        if not out.on_stdout:
            from .display import bench_tables, show

            show(*bench_tables(found))


@app.command(short_help="Check a game's rules and its agents' honesty.")
def check(
    game: GameName,
    examples: Annotated[int, typer.Option(parser=whole, metavar="N", help="Positions to try each clause at.")] = 200,
    seed: Annotated[int, typer.Option(parser=whole, metavar="S", help="Other positions.")] = 0,
    setup: Annotated[
        list[str] | None,
        typer.Option("--setup", metavar="NAME", help="Only this setup; may be repeated.", show_default="all setups"),
    ] = None,
    clause: Annotated[
        list[str] | None,
        typer.Option("--clause", metavar="NAME", help="Only this clause; may be repeated.", show_default="all clauses"),
    ] = None,
    agents: Annotated[
        bool, typer.Option("--agents", help="Also check a sample of agents: do they use only what they may know?")
    ] = False,
    agent: Annotated[
        list[str] | None, typer.Option("--agent", metavar="NAME", help="Also check this agent; may be repeated.")
    ] = None,
    json: JsonTarget = None,
    quiet: Quiet = False,
) -> None:
    """Check that a game keeps its contract, and with --agents that agents are honest about hidden cards.

    All setups are tried, agents more often in those that hide more; --setup asks for some of them alone.
    Of an agent with parts of your own, what it adds to the game is checked too. Exit code 1: something is wrong.

    \b
    Examples:
      mulligan check magic
      mulligan check lotr --setup full --setup simulator
      mulligan check pokemon --clause "rare stages" --examples 1000
      mulligan check magic --examples 50 --agents
      mulligan check magic --agent ismcts:sims=50 --json report.json
      mulligan check magic --agent "uct:sims=50,rollout=./mine.py:FAST" --examples 50
      mulligan check lotr --agent lotr/best:sims=100 --setup full
    """
    from ..core.output import json_output

    with json_output(json) as out:
        chosen = game_named(game)
        if examples < 1:
            raise UsageError(f"examples: {examples} should be a whole number from 1 on")
        with understood():
            from ..arena.progress import steps
            from ..check import check_game, check_player, sample

            names = list(agent or []) + (sample(chosen) if agents else [])
            for name in names:
                player_named(chosen, name)
            for one in setup or []:
                chosen.make_table(one)

            with steps(quiet=quiet) as say:
                reports = [check_game(chosen, examples=examples, seed=seed, setups=setup, only=clause, say=say)]
                for name in names:
                    reports.append(check_player(chosen, name, examples=examples, seed=seed, setups=setup, say=say))
        passed = all(report.passed for report in reports)
        out.write({"passed": passed, "reports": [report.to_dict() for report in reports]})
        if not out.on_stdout:
            typer.echo(str(reports[0]))
            for report in reports[1:]:  # one line for an agent that passes
                typer.echo(f"ok    {report.in_a_line()}" if report.passed else str(report))
    if not passed:
        raise typer.Exit(1)


@app.command(short_help="Compile games ahead of time.")
def warm(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="GAME", help="All games if none is named.", show_default=False)
    ] = None,
    all_games: Annotated[bool, typer.Option("--all", help="All games.")] = False,
    quiet: Quiet = False,
) -> None:
    """Compile games now, so that nobody waits later; machine code is kept in the user's cache directory.

    \b
    Examples:
      mulligan warm magic
      mulligan warm --all
    """
    from ..core import registry

    chosen = registry.all_games()[0] if all_games or not games else [game_named(name) for name in games]
    from ..arena.progress import compiling
    from ..arena.warm import shipped_players
    from ..arena.warm import warm as warm_up

    for game in chosen:
        books = game.rule_books()
        for book, setups in books.items():
            with compiling(game.name, quiet=quiet):
                made = warm_up(book, shipped_players(book), people=True)
            spent = f"{made.seconds:.1f} s, {made.cpu_seconds:.1f} s of CPU"
            what = "was ready" if made.already else f"{made.compiled} functions compiled"
            where = f", {' '.join(setups)}" if len(books) > 1 else ""
            typer.echo(f"{made.game}{where}: {what} ({spent})")
