"""Compiling ahead: everything that a first match of a game needs, so that nobody waits for it later."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from numba.core import event

from ..agents import make_player, strongest
from ..core.game import Game
from ..core.position import Position, make_stream
from ..core.room import levels_of
from .runner import GameRunner

EVENT = "numba:compile"


@dataclass(eq=False)  # Numba removes listeners by equality, and one may listen inside another
class Compilations(event.Listener):  # type: ignore[misc]
    """The functions that are compiled while one listens; what comes from the disk cache is none of them."""

    on_first: Callable[[], None] | None = None
    names: list[str] = field(default_factory=list)

    def on_start(self, event: Any) -> None:
        """Numba begins with a function."""
        self.names.append(event.data["dispatcher"].py_func.__qualname__)
        if self.on_first is not None and len(self.names) == 1:
            self.on_first()

    def on_end(self, event: Any) -> None:
        """Numba is done with a function."""


@contextmanager
def compilations(on_first: Callable[[], None] | None = None) -> Iterator[Compilations]:
    """Listen to what is compiled in this process; `on_first` is called when the first function is begun.

    >>> with compilations() as heard:
    ...     pass
    >>> heard.names
    []
    """
    listener = Compilations(on_first)
    event.register(EVENT, listener)
    try:
        yield listener
    finally:
        event.unregister(EVENT, listener)


@dataclass(frozen=True)
class CompileReport:
    """What it took to make a game ready."""

    game: str
    seconds: float
    cpu_seconds: float
    compiled: int
    """Functions that had to be compiled; 0 if all machine code came from the disk cache, or was here already."""

    @property
    def already(self) -> bool:
        """Whether there was nothing to compile."""
        return self.compiled == 0


def shipped_players(game: Game) -> list[str]:
    """The players that a game comes with: those of its documents, of its levels of difficulty, and its best.

    >>> from mulligan.core.registry import find_game
    >>> shipped_players(find_game("nim"))[-1]
    'ismcts'
    """
    presets = [preset.name for preset in game.room().presets]
    levels = [level.agent for level in levels_of(game).values() if level.agent]
    return list(dict.fromkeys([*presets, *levels, strongest(game)]))


def warm(game: Game, agents: Iterable[str] = (), setup: str = "", *, people: bool = False) -> CompileReport:
    """Compile, or load from the disk cache, the rules of a game and the searches of these players.

    Where setups have rule books of their own, that is for the ones of this game: see `Game.at`; `setup` is one of them
    where none is listed.

    With `people`, also what rule players need who sit with persons at a table, where they are asked move by move.

    >>> from mulligan.core.registry import find_game
    >>> nim = find_game("nim")
    >>> warm(nim, ["uct"]).game, warm(nim, ["uct"]).already
    ('nim', True)
    """
    setup = setup or game.rule_books().get(game, [""])[0]
    started, cpu = time.perf_counter(), time.process_time()
    with compilations() as heard:
        if game.compiled:
            GameRunner(game, setup, [make_player(game, "uniform")] * game.players).play("warm", 0)
            for name in dict.fromkeys(agents):
                GameRunner(game, setup, [make_player(game, name)] * game.players).prepare()
            if people:
                Position.deal(game, setup).advise("uniform", make_stream(game, "warm"))
    return CompileReport(game.name, time.perf_counter() - started, time.process_time() - cpu, len(heard.names))
