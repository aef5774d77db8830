"""The commands for programs that play: be one, and check one."""

from __future__ import annotations

from typing import Annotated

import typer

from ..core.errors import UsageError
from .app import GameName, app, game_named, real, seed_number, understood, whole


@app.command(short_help="Be a program that plays, for others to seat.")
def engine(
    game: GameName,
    agent: Annotated[str, typer.Argument(metavar="AGENT", help="The agent that plays.", show_default=False)],
) -> None:
    """Make an agent a program that speaks JSON lines on standard input and output, as docs/protocol.md has it.

    \b
    Examples:
      mulligan engine magic magic/best
      mulligan match nim "ext:mulligan engine nim ismcts" random
    """
    import os
    import sys

    from ..agents import make_player
    from ..agents.engine import Engine

    chosen = game_named(game)
    # Whatever prints goes to standard error: a stray line on standard output would be none of the protocol.
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    if sys.stdin.isatty():
        typer.echo("mulligan: waiting for lines of JSON, as docs/protocol.md has them; Ctrl-D ends it", err=True)
    with understood():
        Engine(chosen, lambda: make_player(chosen, agent), output).run(sys.stdin.buffer)


@app.command(name="check-engine", short_help="Check a program that plays.")
def check_engine(
    command: Annotated[str, typer.Argument(metavar="COMMAND", help="How it is started.", show_default=False)],
    games: Annotated[
        list[str] | None, typer.Option("--game", metavar="GAME", help="A game to try; may be given several times.")
    ] = None,
    pairs: Annotated[int, typer.Option("--games", parser=whole, metavar="N", help="Games to play of each.")] = 2,
    seconds: Annotated[float, typer.Option(parser=real, metavar="S", help="Time for each move.")] = 10.0,
    seed: Annotated[int, typer.Option(parser=seed_number, metavar="N", help="The same number deals the same.")] = 0,
) -> None:
    """Check that a program speaks the protocol: hello, games with legal moves, stop, quit. See docs/protocol.md.

    \b
    Examples:
      mulligan check-engine ./bot
      mulligan check-engine "python3 ./examples/engine.py" --game magic
      mulligan check-engine "mulligan engine nim uct" --game nim
    """
    from ..check.engines import check_engine as check

    if not 1 <= pairs <= 1000:
        raise UsageError(f"games: {pairs} should be from 1 to 1,000")
    if not 0 < seconds <= 3600:
        raise UsageError(f"seconds: {seconds:g} should be more than 0 and at most 3,600")
    found = check(
        command, [game_named(name) for name in games or ("nim", "guess")], pairs=pairs, seed=seed, seconds=seconds
    )
    for finding in found:
        typer.echo(str(finding))
    failed = sum(bool(finding.problem) for finding in found)
    typer.echo(f"{command}: {len(found) - failed} of {len(found)} hold")
    if failed:
        raise typer.Exit(1)
