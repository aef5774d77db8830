"""The command that writes a package to start from."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .app import app


@app.command(short_help="Write a package of your own to start from: a game, a player or a part.")
def new(
    kind: Annotated[str, typer.Argument(metavar="game|player|part", help="What it brings.", show_default=False)],
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Its name: small letters, digits and _.", show_default=False)
    ],
    to: Annotated[
        str | None,
        typer.Option(
            "--to", metavar="FOLDER", help="Where it is written: a new folder, or an empty one.  [default: NAME]"
        ),
    ] = None,
) -> None:
    """Write a package of your own to start from, with its tests: it works as it is, and passes `mulligan check`.

    A game is written on the deck kit (see docs/adding-a-game.md); a player decides in Python; a part is a compiled
    selection rule. Nothing that is there already is changed.

    \b
    Examples:
      mulligan new game whist
      mulligan new player careful --to ~/projects/careful
      mulligan new part boltzmann
    """
    from .templates import write_package

    folder = Path(to).expanduser() if to is not None else Path(name)
    written = write_package(kind, name, folder)
    for path in written:
        typer.echo(str(path))
    typer.echo(f"\nNext:\n  pip install -e '{folder}[dev]'\n  {_NEXT[kind].format(name=name)}\n  pytest {folder}")


_NEXT = {
    "game": "mulligan check {name} && mulligan play {name}",
    "player": "mulligan match guess {name} uniform",
    "part": "mulligan match guess ismcts:select={name},sims=500 ismcts:sims=500",
}
