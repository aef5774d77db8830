"""Which game a command goes over: one in a file, or one of a store, which is played again."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import UsageError
from .app import STORE, StoreFile, whole

if TYPE_CHECKING:
    from ..play.session import Session

KeptGame = Annotated[
    str,
    typer.Argument(metavar="GAME", help="A file; or with --pair, an experiment of a store.", show_default=False),
]
PairNumber = Annotated[
    int | None,
    typer.Option("--pair", parser=whole, metavar="N", help="A game of a store: that of pair N, played again."),
]
Swapped = Annotated[bool, typer.Option("--swapped", help="With --pair: the game in which the seats are swapped.")]
Rotation = Annotated[
    int,
    typer.Option(
        "--rotation",
        parser=whole,
        metavar="N",
        help="With --pair: the game after N rotations of the seats; 1 is --swapped.",
    ),
]
OneCell = Annotated[str, typer.Option("--cell", metavar="LABEL", help="With --pair: the cell, if there are several.")]


def kept_game(name: str, pair: int | None, rotation: int, cell: str, store: str) -> tuple[str, Callable[[], Session]]:
    """The game that a command was asked to go over: by which rules, and what plays it again."""
    if pair is None:
        from ..play.record import load_record
        from ..play.session import open_record

        if rotation or cell:
            raise UsageError("swapped, rotation and cell: they are for a game of a store, with --pair N")
        record = load_record(name)
        return record.game.partition("/")[0], lambda: open_record(record)
    from ..arena.store import Store
    from ..play.replay import cell_contest, play_again, stored_contest, stored_game

    with Store(store, write=False) as kept:
        number = cell_contest(kept, name, cell)
        contest, row = stored_contest(kept, number), stored_game(kept, number, pair, rotation)
    return contest.game, lambda: play_again(contest, row).session


__all__ = ["STORE", "KeptGame", "OneCell", "PairNumber", "Rotation", "StoreFile", "Swapped", "kept_game"]
