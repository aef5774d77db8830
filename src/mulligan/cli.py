"""The command line: `mulligan match`, `bench`, `check`, `games`, `agents` and `warm`.

Commands import what they need when they run, so that help and most mistakes cost no time; and whatever a user types
wrong is answered in one line.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from .errors import UsageError

if TYPE_CHECKING:
    from .agents import Player
    from .game import Game

INTERRUPTED = 130  # what shells report of programs that Ctrl-C ended
app = typer.Typer(
    name="mulligan",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
)


def _whole(text: str) -> int:
    """A whole number, or an error that repeats what was typed."""
    try:
        return int(text)
    except ValueError:
        raise typer.BadParameter(f"'{text}' is not a whole number") from None


GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game; see `mulligan games`.", show_default=False)]
JsonTarget = Annotated[
    str | None, typer.Option("--json", metavar="-|FILE", help="Write JSON to standard output (-) or to a file.")
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Show nothing while it runs.")]


def _show_version(wanted: bool) -> None:
    if wanted:
        from .version import version

        typer.echo(f"mulligan {version()}")
        raise typer.Exit


@app.callback(epilog="Each command has examples: mulligan match --help")
def mulligan(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Monte Carlo tree search for card games: play matches, measure players, check games.

    \b
    Examples:
      mulligan games
      mulligan agents magic
      mulligan match magic cowling2012/BT+MP expert --pairs 50 --seed 1
    """


@app.command()
def games(json: JsonTarget = None) -> None:
    """List the games.

    \b
    Examples:
      mulligan games
      mulligan games --json -
    """
    from .output import json_output
    from .registry import all_games

    with json_output(json) as out:
        found, problems = all_games()
        for problem in problems:
            typer.echo(f"mulligan: left out: {problem}", err=True)
        keys = ("name", "title", "players", "stages", "styles", "levels", "evaluations", "source")
        out.write(
            [{"version": g.id, **{key: getattr(g, key) for key in keys}, "setups": dict(g.setups)} for g in found]
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
    """List the agents of a game, or explain one of them setting by setting.

    A name is KIND:KEY=VALUE,FLAG and stands for a full configuration.

    \b
    Examples:
      mulligan agents magic
      mulligan agents magic cowling2012/BT+MP
      mulligan agents magic ensemble:trees=10,sims=1000,rollout=reduced,binary
    """
    from .output import json_output

    with json_output(json) as out:
        chosen = _game(game)
        if name is None:
            from .agents import agent_kinds

            kinds = agent_kinds(chosen)
            out.write([{"name": kind, "about": about} for kind, about in kinds.items()])
            if not out.on_stdout:
                from .display import listing, show

                show(listing(("agent", "what it is"), kinds.items()))
            return
        from .explain import describe

        found = describe(_player(chosen, name))
        out.write(found)
        if not out.on_stdout:
            from .display import player_tables, show

            show(*player_tables(found))


@app.command(short_help="Play a match between two agents.")
def match(
    game: GameName,
    a: Annotated[str, typer.Argument(metavar="A", help="An agent; see `mulligan agents GAME`.", show_default=False)],
    b: Annotated[str, typer.Argument(metavar="B", help="The agent it meets.", show_default=False)],
    pairs: Annotated[int, typer.Option(parser=_whole, metavar="N", help="Deals to play, each twice.")] = 100,
    seed: Annotated[int, typer.Option(parser=_whole, metavar="S", help="The same seed gives the same match.")] = 1,
    setup: Annotated[
        str, typer.Option(metavar="TEXT", help="Decks and options; the game's first setup if left out.")
    ] = "",
    workers: Annotated[
        int, typer.Option(parser=_whole, metavar="N", help="Threads; 0 is one per processor. No result depends on it.")
    ] = 1,
    json: JsonTarget = None,
    quiet: Quiet = False,
) -> None:
    """Play a match between two agents: pairs of games with the same deal and swapped seats.

    Ctrl-C ends it after the games in progress and reports the pairs that are complete.

    \b
    Examples:
      mulligan match magic cowling2012/BT+MP expert --pairs 50 --seed 1
      mulligan match magic ensemble:trees=4,sims=100 magic/best --workers 0
      mulligan match magic expert reduced --pairs 2000 --setup literal:deck=M8
      mulligan match swap search:sims=200 greedy --pairs 500 --json result.json
    """
    from .output import json_output

    with json_output(json) as out:
        chosen = _game(game)
        with _understood():
            from .arena.match import run_match
            from .progress import MatchBar, compiling

            with MatchBar(f"{a} v {b}", quiet=quiet) as bar:
                result = run_match(
                    chosen,
                    a,
                    b,
                    pairs=pairs,
                    seed=seed,
                    setup=setup,
                    workers=workers,
                    progress=bar,
                    compiling=lambda label: compiling(label, quiet=quiet),
                )
        out.write(result.to_dict())
        if not out.on_stdout:
            from .display import match_table, show

            if result.played:
                show(match_table(result))
            else:
                typer.echo("stopped before the first pair was complete: nothing to report")
    if result.interrupted:
        raise typer.Exit(INTERRUPTED)


@app.command(short_help="Measure speed, memory and compiling.")
def bench(
    game: GameName,
    slices: Annotated[
        int, typer.Option(parser=_whole, metavar="N", help="Measurements of each speed; the best counts.")
    ] = 7,
    compiling: Annotated[
        bool, typer.Option("--compiling/--no-compiling", help="Time a first and a later start.")
    ] = True,
    yardstick: Annotated[
        bool, typer.Option("--yardstick", help="Compare with the same search in C (magic only).")
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
    from .output import append_line, json_output

    with json_output(json) as out:
        chosen = _game(game)
        if history is not None:
            append_line(history)
        with _understood():
            from . import bench as measures
            from .progress import compiling as compiling_shown
            from .progress import steps
            from .warm import warm

            measures.refuse(chosen, slices, yardstick)
            with compiling_shown(chosen.name, quiet=quiet):
                warm(chosen)
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
    examples: Annotated[int, typer.Option(parser=_whole, metavar="N", help="Positions to try each clause at.")] = 200,
    seed: Annotated[int, typer.Option(parser=_whole, metavar="S", help="Other positions.")] = 0,
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

    Exit code 1 says that something is wrong.

    \b
    Examples:
      mulligan check magic
      mulligan check magic --examples 50 --agents
      mulligan check magic --agent ismcts:sims=50 --json report.json
    """
    from .output import json_output

    with json_output(json) as out:
        chosen = _game(game)
        if examples < 1:
            raise UsageError(f"examples: {examples} should be a whole number from 1 on")
        with _understood():
            from .honesty import check_player, sample
            from .progress import compiling

            names = list(agent or []) + (sample(chosen) if agents else [])
            players = [_player(chosen, name) for name in names]
            from .check import check_game

            with compiling(chosen.name, quiet=quiet):
                reports = [check_game(chosen, examples=examples, seed=seed)]
                reports += [check_player(player, examples=examples, seed=seed) for player in players]
        passed = all(report.passed for report in reports)
        out.write({"passed": passed, "reports": [report.to_dict() for report in reports]})
        if not out.on_stdout:
            typer.echo(str(reports[0]))
            for report in reports[1:]:  # one line for an agent that passes
                typer.echo(f"ok    {report.subject}: legal, repeatable, honest" if report.passed else str(report))
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
    from . import registry

    chosen = registry.all_games()[0] if all_games or not games else [_game(name) for name in games]
    from .progress import compiling
    from .warm import warm as warm_up

    for game in chosen:
        with compiling(game.name, quiet=quiet):
            made = warm_up(game)
        spent = f"{made.seconds:.1f} s, {made.cpu_seconds:.1f} s of CPU"
        what = "was ready" if made.already else f"{made.compiled} functions compiled"
        typer.echo(f"{made.game}: {what} ({spent})")


# --- what users get wrong ---------------------------------------------------------------------------------------------


def _game(name: str) -> Game:
    from .registry import find_game

    return find_game(name)


def _player(game: Game, name: str) -> Player:
    from .agents import make_player

    with _understood():
        return make_player(game, name)


@contextmanager
def _understood() -> Iterator[None]:
    """Numbers and names that are well-formed, and yet too much for this machine."""
    try:
        yield
    except MemoryError:
        raise UsageError("not enough memory: fewer trees, simulations or nodes would need less") from None
    except OverflowError as error:
        raise UsageError(f"a number is too large: {error}") from None
    except RecursionError:
        raise UsageError("a name or a file is nested too deeply") from None


def one_line(text: str) -> str:
    """Text for a line of its own on any terminal.

    >>> one_line("no\\nsuch \\x1b[31mgame")
    'no\\\\nsuch \\\\x1b[31mgame'
    """
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text.strip())


def _explain(error: Any) -> str:
    """What a wrong command line should have been, from the parser's own exception."""
    text = str(error.format_message()).strip() or "there is no command"
    context = getattr(error, "ctx", None)
    if context is None:
        return text
    if "No such command" in text:
        return f"{text.rstrip('.')}. Choices: {', '.join(context.command.commands)}"
    return f"{text.rstrip('.')}. See: {context.command_path} --help"


def run(arguments: Sequence[str]) -> int:
    """Do what a command line says and return the exit code: 0 done, 1 something is wrong, 2 it makes no sense.

    >>> run(["match", "nim", "uniform", "uniform", "--pairs", "0"])
    2
    """
    # The parser's exceptions live in whichever package the installed typer has them.
    parsing = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")
    command = typer.main.get_command(app)
    try:
        code = command.main(list(arguments) or ["--help"], prog_name="mulligan", standalone_mode=False)
    except UsageError as error:
        return _fail(str(error), 2)
    except typer.Abort:
        return _fail("aborted", 1)
    except OSError as error:
        return _fail(f"cannot read or write: {error.strerror or error}", 1)
    except Exception as error:
        if isinstance(error, parsing):
            return _fail(_explain(error), 2)
        if os.environ.get("MULLIGAN_DEBUG"):
            raise
        where = "please report it; with MULLIGAN_DEBUG=1 it shows where it comes from"
        return _fail(f"this is a bug in Mulligan or in a game: {type(error).__name__}: {error}; {where}", 1)
    if code == INTERRUPTED:
        return _fail("interrupted", INTERRUPTED)
    return code if isinstance(code, int) else 0


def _fail(text: str, code: int) -> int:
    print(f"mulligan: {one_line(text)}", file=sys.stderr)
    return code


def main() -> NoReturn:
    """The program `mulligan`."""
    gc.set_threshold(100_000, 50, 50)  # starting up makes much that lasts: looking for garbage there finds none
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # no terminal is too old to be told a result
    sys.exit(run(sys.argv[1:]))
