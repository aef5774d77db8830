"""Where games are found: those that come with Mulligan, and those of other packages.

Another package offers a game by an entry point in the group `mulligan.games` that names a `Game` object; no line of
Mulligan has to change.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from .errors import UsageError, unknown
from .game import Game
from .origin import origin_of, own_origin
from .outside import from_point

_SHIPPED = {
    "magic": "mulligan.games.magic:MAGIC",
    "lotr": "mulligan.games.lotr:LOTR",
    "tribute": "mulligan.games.tribute:TRIBUTE",
    "pokemon": "mulligan.games.pokemon:POKEMON",
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
def _outside() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group="mulligan.games") if point.name not in _SHIPPED}


@cache
def _finders() -> dict[str, Callable[[], Game]]:
    found: dict[str, Callable[[], Game]] = {name: partial(_load, place) for name, place in _SHIPPED.items()}
    return found | {name: partial(load_outside, point) for name, point in _outside().items()}


def game_origin(name: str) -> str:
    """Of which package and state a game's rules are, if they are another package's; empty for our own."""
    return origin_of(_outside()[name]) if name in _outside() else ""


def code_origin(name: str) -> str:
    """Which state of Mulligan decides a game: version and fingerprint, with the game's own rules if they are ours.

    >>> code_origin("nim").split()[0]
    'mulligan'
    """
    place = _SHIPPED.get(name, "").partition(":")[0]
    return own_origin(place.removeprefix("mulligan.").replace(".", "/"))


def load_outside(point: EntryPoint) -> Any:
    """What an entry point of another package names; whatever is wrong with that package is told in one line."""
    return from_point(point).thing


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
    if found.name != name:
        raise UsageError(f"the entry point '{name}' of group mulligan.games names the game '{found.name}'")
    return found


def all_games() -> tuple[list[Game], list[str]]:
    """All games that can be loaded, and in one line each what is wrong with the others."""
    found, problems = [], []
    for name in game_names():
        try:
            found.append(find_game(name))
        except UsageError as error:
            problems.append(str(error))
    return found, problems
