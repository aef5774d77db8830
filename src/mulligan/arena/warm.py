"""Compiling ahead: everything that a first match of a game needs, so that nobody waits for it later."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from numba.core import event

from ..agents import make_player
from ..core.game import Game
from ..core.position import Position, make_stream
from .runner import GameRunner

EVENT = "numba:compile"
# Every part of the search at once: an open world with trees that are kept from one decision to the next.
SEARCH = "search:sims=8,deal=every,outcomes=open,reuse"


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


def warm(game: Game, *, search: bool = True, people: bool = False, setup: str = "") -> CompileReport:
    """Compile, or load from the disk cache, all that a match needs; without `search`, all that rule players need.

    Where setups have rule books of their own, that is for the ones of this game: see `Game.at`; `setup` is one of them
    where none is listed.

    With `people`, also what rule players need who sit with persons at a table, where they are asked move by move.

    >>> from mulligan.core.registry import find_game
    >>> nim = find_game("nim")
    >>> warm(nim).game, warm(nim).already
    ('nim', True)
    """
    setup = setup or game.rule_books().get(game, [""])[0]
    started, cpu = time.perf_counter(), time.process_time()
    with compilations() as heard:
        if game.compiled:
            for name in ("uniform", SEARCH) if search else ("uniform",):
                GameRunner(game, setup, [make_player(game, name) for _ in range(game.players)]).play("warm", 0)
            if people:
                Position.deal(game, setup).advise("uniform", make_stream(game, "warm"))
    return CompileReport(game.name, time.perf_counter() - started, time.process_time() - cpu, len(heard.names))
