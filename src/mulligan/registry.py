"""Where games are found: those that come with Mulligan, and those of other packages.

Another package offers a game by an entry point in the group `mulligan.games` that names a `Game` object; no line of
Mulligan has to change.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from importlib.metadata import entry_points

from .errors import UsageError, unknown
from .game import Game

_SHIPPED = {
    "magic": "mulligan.games.magic:MAGIC",
    "nim": "mulligan.games.toys:NIM",
    "race": "mulligan.games.toys:RACE",
    "guess": "mulligan.games.toys:GUESS",
    "swap": "mulligan.games.toys:SWAP",
}


def _load(place: str) -> Game:
    module, _, name = place.partition(":")
    found = getattr(import_module(module), name)
    assert isinstance(found, Game)
    return found


@cache
def _finders() -> dict[str, Callable[[], Game]]:
    found: dict[str, Callable[[], Game]] = {name: partial(_load, place) for name, place in _SHIPPED.items()}
    for point in entry_points(group="mulligan.games"):
        if point.name not in found:
            found[point.name] = point.load
    return found


def game_names() -> list[str]:
    """The names of all games."""
    return list(_finders())


@cache
def find_game(name: str) -> Game:
    """A game by its name.

    >>> find_game("nim").id
    'nim/1'
    """
    if name not in _finders():
        raise unknown("game", name, game_names())
    found = _finders()[name]()
    if not isinstance(found, Game):
        raise UsageError(f"the entry point '{name}' of group mulligan.games is not a Game")
    return found
