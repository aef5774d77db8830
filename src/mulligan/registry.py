"""Where games are found: those that come with Mulligan, those of other packages, and those in files of the user.

Another package offers a game by an entry point in the group `mulligan.games` that names a `Game` object; no line of
Mulligan has to change.  A file is named in place of a game, `./whist.py:WHIST`.  From then on the game is known by its
own name too, also to the processes that this one starts: the environment variable MULLIGAN_GAMES tells them.  Users may
set it as well: `MULLIGAN_GAMES=whist=./whist.py:WHIST`.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from .errors import UsageError, unknown
from .game import Game
from .origin import origin_of, own_origin
from .outside import from_file, from_point, names_file, read_file

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


FILES = "MULLIGAN_GAMES"  # the environment variable


def _load(place: str) -> Game:
    module, _, name = place.partition(":")
    found = getattr(import_module(module), name)
    assert isinstance(found, Game)
    return found


@cache
def _outside() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group="mulligan.games") if point.name not in _SHIPPED}


def _files() -> dict[str, str]:
    """The games in files of the user: name -> where it is."""
    told = [word.partition("=") for word in os.environ.get(FILES, "").split(";") if word]
    return {name: place for name, _, place in told if name not in _SHIPPED and name not in _outside()}


def _finders() -> dict[str, Callable[[], Any]]:
    found: dict[str, Callable[[], Any]] = {name: partial(_load, place) for name, place in _SHIPPED.items()}
    found |= {name: partial(load_outside, point) for name, point in _outside().items()}
    return found | {name: partial(_read, place) for name, place in _files().items()}


def _read(place: str) -> Any:
    return read_file(place, "game").thing


def _from_file(text: str) -> Game:
    """A game that was named by its file, from now on known by its own name."""
    found = from_file(text, "game").thing
    if not isinstance(found, Game):
        raise UsageError(f"{text} is not a Game")
    file, _, name = text.rpartition(":")
    place = f"{Path(file).resolve()}:{name}"
    if _files().get(found.name, place) != place or found.name in _SHIPPED or found.name in _outside():
        raise UsageError(f"{text}: there is another game with the name '{found.name}'")
    if found.name not in _files():
        os.environ[FILES] = ";".join(filter(None, (os.environ.get(FILES), f"{found.name}={place}")))
    return find_game(found.name)


def game_origin(name: str) -> str:
    """Of which package or file and state a game's rules are, if they are not our own; empty for those."""
    if name in _files():
        return read_file(_files()[name], "game").origin
    return origin_of(_outside()[name]) if name in _outside() else ""


def typed_name(name: str) -> str:
    """What to type for a game on a command line: its name, or its file if it was named by that.

    >>> typed_name("nim")
    'nim'
    """
    return _files().get(name, name)


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
    if names_file(name):
        return _from_file(name)
    if name not in _finders():
        raise unknown("game", name, game_names())
    found = _finders()[name]()
    where = f"{FILES}: '{name}'" if name in _files() else f"the entry point '{name}' of group mulligan.games"
    if not isinstance(found, Game):
        raise UsageError(f"{where} is not a Game")
    if found.name != name:
        raise UsageError(f"{where} names the game '{found.name}'")
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
