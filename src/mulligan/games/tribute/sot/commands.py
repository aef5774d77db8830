"""Commands that connect us with the engine Scripts of Tribute: our player as its bot, and its bots at our table."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Annotated

import typer

from mulligan.cli.app import JsonTarget, Quiet, one_line, real, seed_number, understood, whole
from mulligan.core.errors import UsageError

from ..traces.commands import tribute

if TYPE_CHECKING:
    from mulligan.core.game import Game

    from .thinking import Thinker

CLIENT_PORT = 50_000
MOST_THREADS = 64
PATIENCE = 600.0


def _tell(text: str) -> None:
    """A line for people, at once."""
    print(one_line(text), file=sys.stderr, flush=True)


def _get_ready(game: Game, thinker: Thinker, quiet: bool) -> None:
    """Compile, or load, all that answers need: the engine does not wait for that."""
    from mulligan.arena.progress import compiling

    from .rehearsal import rehearse

    with compiling("tribute", quiet=quiet):
        rehearse(game, thinker)


@tribute.command(short_help="Play as a bot of the engine Scripts of Tribute.")
def bot(
    agent: Annotated[
        str, typer.Argument(metavar="[AGENT]", help="An agent; see `mulligan agents tribute`.")
    ] = "tribute/best",
    name: Annotated[str, typer.Option(metavar="NAME", help="What the engine calls it.")] = "Mulligan",
    client_port: Annotated[
        int, typer.Option(parser=whole, metavar="P", help="The engine's --client-port.")
    ] = CLIENT_PORT,
    threads: Annotated[int, typer.Option(parser=whole, metavar="T", help="The engine's --threads.")] = 1,
    second: Annotated[bool, typer.Option("--second", help="It is the second of the two bots.")] = False,
    seed: Annotated[
        int, typer.Option(parser=seed_number, metavar="S", help="Names its random numbers; 'random': new ones.")
    ] = 1,
    patience: Annotated[
        float,
        typer.Option(parser=real, metavar="SECONDS", help="Stop if the engine is silent for so long; 0: never."),
    ] = PATIENCE,
    stay: Annotated[bool, typer.Option("--stay", help="Go on after the engine has closed its series.")] = False,
    quiet: Quiet = False,
) -> None:
    """Play as a bot of the engine Scripts of Tribute, by its gRPC interface.

    Start it first, and the engine when it says that it listens:

    \b
      mulligan tribute bot tribute/best
      GameRunner grpc:Mulligan BestMCTS3 -n 10 -to 10

    With T threads of the engine it listens on T ports, from the client port on; as the second bot, on those after them.
    It never calls the engine, so it needs no server port.  It ends when the engine closes the series.

    \b
    Examples:
      mulligan tribute bot
      mulligan tribute bot tribute/best:trees=64,turn_seconds=9 --name Deep
      mulligan tribute bot ./mine.py:MINE --threads 4 --second
    """
    if not 1 <= threads <= MOST_THREADS:
        raise UsageError(f"threads: {threads} should be from 1 to {MOST_THREADS}")
    first = client_port + (threads if second else 0)
    if client_port < 0 or first + threads - 1 > 65_535:
        raise UsageError(f"client port: {client_port} should be from 1 to 65535, with room for {threads} threads")
    if patience < 0:
        raise UsageError(f"patience: {patience:g} should be 0 or more")
    if not name.strip() or len(name) > 100:
        raise UsageError("name: it should have 1 to 100 characters")
    began = time.perf_counter()
    with understood():
        from mulligan.agents import make_player
        from mulligan.core.registry import find_game

        from .bot import BotServer, BotService
        from .thinking import Thinker
        from .wire import messages

        made, game = messages(), find_game("tribute")
        tell = (lambda text: None) if quiet else _tell
        thinkers = [Thinker(game, make_player(game, agent), (seed, i), tell) for i in range(threads)]
        services = [BotService(made, name, thinker, tell) for thinker in thinkers]
        ports = [0] * threads if client_port == 0 else range(first, first + threads)
        server = BotServer(made, list(zip(ports, services)))
        for thinker in thinkers:
            _get_ready(game, thinker, quiet)
        server.start()
        listening = ", ".join(str(port) for port in server.ports)
        seconds = time.perf_counter() - began
        _tell(f"{name} ({agent}) listens on port {listening}, ready after {seconds:.1f} s: start the engine now")
        try:
            server.wait(patience, stay=stay)
        except KeyboardInterrupt:
            _tell("interrupted")
        finally:
            server.stop()
    records = [service.record for service in services]
    games, won, faults = (sum(getattr(one, key) for one in records) for key in ("games", "won", "faults"))
    longest = max(record.longest for record in records)
    typer.echo(f"{games} game{'' if games == 1 else 's'}, {won} won; longest turn {longest:.2f} s; {faults} faults")
    if faults:
        raise typer.Exit(1)


@tribute.command(short_help="Let a Python bot of Scripts of Tribute play at our table.")
def host(
    bot: Annotated[
        str, typer.Argument(metavar="BOT", help="./bot.py:Bot, or the port where one listens.", show_default=False)
    ],
    against: Annotated[str, typer.Argument(metavar="[AGENT]", help="The agent that it meets.")] = "decisiontree",
    pairs: Annotated[int, typer.Option(parser=whole, metavar="N", help="Deals to play, each twice.")] = 5,
    turn_seconds: Annotated[
        float, typer.Option(parser=real, metavar="S", help="The bot's clock for a turn, as in the competition.")
    ] = 10.0,
    setup: Annotated[str, typer.Option(metavar="TEXT", help="Which patrons; all nine if left out.")] = "",
    seed: Annotated[
        int, typer.Option(parser=seed_number, metavar="S", help="The same seed gives the same deals; 'random'.")
    ] = 1,
    workers: Annotated[int, typer.Option(parser=whole, metavar="N", help="Threads, each with its own bot.")] = 1,
    json: JsonTarget = None,
    quiet: Quiet = False,
) -> None:
    """Let a bot that was written for the Python package scripts-of-tribute play a match at our table.

    It runs in a process of its own, and is told what the engine would tell it.  In other commands such a bot is an
    agent too, by the name sot:./bot.py:Bot or sot:./bot.py:Bot,turn_seconds=5.

    \b
    Examples:
      mulligan tribute host ./bot.py:Bot
      mulligan tribute host ./bot.py:Bot tribute/best --pairs 20 --setup draft2025
      mulligan tournament tribute sot:./bot.py:Bot sot:./other.py:Other decisiontree tribute/best
      mulligan check tribute --agent sot:./bot.py:Bot
    """
    from mulligan.cli.arena import match

    clock = "" if turn_seconds == 10 else f",turn_seconds={turn_seconds:g}"
    match(
        "tribute",
        f"sot:{bot}{clock}",
        against,
        pairs=pairs,
        seed=seed,
        setup=setup,
        workers=workers,
        json=json,
        quiet=quiet,
    )
