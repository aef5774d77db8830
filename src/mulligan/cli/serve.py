"""The command that opens the table in a browser."""

from __future__ import annotations

from typing import Annotated

import typer

from ..core.errors import UsageError, quoted
from .app import STORE, StoreFile, StudiesFolder, app, whole


@app.command(short_help="Play, watch and analyse games in a browser.")
def serve(
    port: Annotated[int, typer.Option(parser=whole, metavar="N", help="The port.")] = 8123,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Where to listen; anything but this computer lets others in.")
    ] = "127.0.0.1",
    saves: Annotated[
        str, typer.Option(metavar="FOLDER", help="Where games are saved; by default a folder of the user.")
    ] = "",
    store: StoreFile = STORE,
    threads: Annotated[int, typer.Option(parser=whole, metavar="N", help="Concurrent searches.")] = 2,
    sittings: Annotated[int, typer.Option(parser=whole, metavar="N", help="The most games in progress.")] = 200,
    thinking: Annotated[
        int, typer.Option(parser=whole, metavar="S", help="The longest thinking time, in seconds.")
    ] = 30,
    name: Annotated[
        list[str],
        typer.Option(metavar="NAME", help="A name under which others reach it, such as cards.example.org; repeatable."),
    ] = [],  # noqa: B006
    password_file: Annotated[
        str, typer.Option(metavar="FILE", help="Ask visitors for the password in this file, instead of a link.")
    ] = "",
    study: Annotated[
        str, typer.Option(metavar="NAME", help="Ask visitors whether their games may be kept as this study.")
    ] = "",
    studies: StudiesFolder = "",
    agent: Annotated[
        list[str],
        typer.Option(metavar="NAME", help="Offer visitors an agent in a file or a program of yours; repeatable."),
    ] = [],  # noqa: B006
    game: Annotated[
        list[str],
        typer.Option(metavar="GAME", help="Show a game in a file of yours or of OpenSpiel too; repeatable."),
    ] = [],  # noqa: B006
    browser: Annotated[bool, typer.Option("--browser", help="Open a browser too.")] = False,
) -> None:
    """Serve the table to browsers on this computer: play any game, watch, replay, analyse, and follow experiments.

    Nothing is fetched from elsewhere, and nobody else is let in unless --host says so: then visitors need the link
    that is printed, or the password in a file. Ctrl-C ends it; unfinished games are kept.

    \b
    Examples:
      mulligan serve
      mulligan serve --port 9000 --browser
      mulligan serve --store results/mulligan.sqlite --saves ~/games
      mulligan serve --host 0.0.0.0 --name cards.example.org --password-file ~/cards.password
      mulligan serve --study expert-2026
      mulligan serve --agent ./mybot.py:MyBot --agent ext:./bot,seconds=5
      mulligan serve --game openspiel:leduc_poker --game ./whist.py:WHIST
    """
    import re
    from importlib.util import find_spec
    from pathlib import Path

    if find_spec("nicegui") is None:
        raise UsageError("the table in a browser needs NiceGUI: pip install 'mulligan[web]', or '.[web]' in a clone")
    from ..agents.external import names_program, program_words
    from ..core.outside import names_file, offer, refuse_files
    from ..core.registry import find_game
    from ..web.limits import Limits
    from ..web.server import serve as run

    for what, value, most in (("threads", threads, 64), ("sittings", sittings, 10_000), ("thinking", thinking, 600)):
        if not 1 <= value <= most:
            raise UsageError(f"{what}: {value} should be from 1 to {most:,}")
    for given in agent:
        if names_program(given):
            program_words(given.partition(":")[2].partition(",")[0])
        elif not names_file(given):
            raise UsageError(f"agent: {quoted(given)} should be ./FILE.py:NAME or ext:PROGRAM; others are there anyway")
        offer(given)
    limits = Limits(threads=threads, sittings=sittings, thinking=float(thinking))
    for given in name:
        if not re.fullmatch(r"[A-Za-z0-9]([A-Za-z0-9.-]{0,252})", given):
            raise UsageError(f"name: {quoted(given)} should be the name of a computer, such as cards.example.org")
    shown = [find_game(one) for one in game]
    with refuse_files():  # names of agents come from visitors
        run(
            host=host,
            port=port,
            saves=Path(saves) if saves else None,
            store=store,
            limits=limits,
            show=browser,
            names=name,
            password_file=Path(password_file) if password_file else None,
            study=study,
            studies=Path(studies).expanduser() if studies else None,
            games=shown,
        )
