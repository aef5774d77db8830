"""Where games are found: those that come with Mulligan, those of other packages, and those in files of the user.

Another package offers a game by an entry point in the group `mulligan.games` that names a `Game` object, and commands
of that game by one in the group `mulligan.commands` that names a `typer.Typer`; no line of Mulligan has to change.  A
file is named in place of a game, `./whist.py:WHIST`.  From then on the game is known by its own name too, also to the
processes that this one starts: the environment variable MULLIGAN_GAMES tells them.  Users may set it as well:
`MULLIGAN_GAMES=whist=./whist.py:WHIST`.

Games of another engine (`mulligan.core.foreign`) are named with it, `openspiel:leduc_poker`; another package offers an
engine by an entry point in the group `mulligan.engines` that names a `Source`.

Nothing is loaded before it is asked for, not even the means to look into other packages: `mulligan --help` lists the
commands.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from glob import escape, glob
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from .errors import UsageError, unknown

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from .game import Game

COMMANDS = "mulligan.commands"
ENGINES = "mulligan.engines"
FILES = "MULLIGAN_GAMES"  # the environment variable


class _Place(NamedTuple):
    """Where a game that comes with Mulligan is, and its commands if it brings some: `module:name`."""

    game: str
    commands: str = ""


class Source(NamedTuple):
    """Another engine that has games."""

    load: Callable[[str], Game]
    """The game with a name, or a `UsageError`."""
    origin: Callable[[], str]
    """Whose code plays its games, in which state."""


_SHIPPED = {
    "magic": _Place("mulligan.games.magic:MAGIC"),
    "lotr": _Place("mulligan.games.lotr:LOTR"),
    "tribute": _Place("mulligan.games.tribute:TRIBUTE", "mulligan.games.tribute.commands:tribute"),
    "pokemon": _Place("mulligan.games.pokemon:POKEMON", "mulligan.games.pokemon.commands:pokemon"),
    "hearts": _Place("mulligan.games.hearts:HEARTS"),
    "nim": _Place("mulligan.games.toys:NIM"),
    "race": _Place("mulligan.games.toys:RACE"),
    "guess": _Place("mulligan.games.toys:GUESS"),
    "swap": _Place("mulligan.games.toys:SWAP"),
    "ends": _Place("mulligan.games.toys:ENDS"),
    "aim": _Place("mulligan.games.toys:AIM"),
    "kuhn": _Place("mulligan.games.toys:KUHN"),
    "leduc": _Place("mulligan.games.toys:LEDUC"),
    "synthetic": _Place("mulligan.games.toys:SYNTHETIC"),
}


_SOURCES = {"openspiel": "mulligan.engines.openspiel:SOURCE"}
_given: dict[str, Game] = {}  # games that were given as objects, and that nobody else knows by their names
_listed: dict[str, None] = {}  # games of other engines that are shown among all games


def _load(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


@cache
def _outside() -> dict[str, EntryPoint]:
    from .outside import points

    return {name: point for name, point in points("mulligan.games").items() if name not in _SHIPPED}


def _files() -> dict[str, str]:
    """The games in files of the user: name -> where it is."""
    told = [word.partition("=") for word in os.environ.get(FILES, "").split(";") if word]
    return {name: place for name, _, place in told if name not in _SHIPPED and name not in _outside()}


def _finders() -> dict[str, Callable[[], Any]]:
    found: dict[str, Callable[[], Any]] = {name: partial(_load, place.game) for name, place in _SHIPPED.items()}
    found |= {name: partial(load_outside, point) for name, point in _outside().items()}
    found |= {name: partial(_read, place) for name, place in _files().items()}
    return {name: partial(_given.__getitem__, name) for name in _given} | found


def _read(place: str) -> Any:
    from .outside import read_file

    return read_file(place, "game").thing


def _from_file(text: str) -> Game:
    """A game that was named by its file, from now on known by its own name."""
    from .game import Game
    from .outside import from_file

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


def _source_of(name: str) -> Source | None:
    """The engine that a name begins with, if it names one."""
    prefix, colon, _ = name.partition(":")
    if not colon:
        return None
    if prefix in _SOURCES:
        return cast(Source, _load(_SOURCES[prefix]))
    from .outside import points

    offered = points(ENGINES)
    if prefix not in offered:
        return None
    found = load_outside(offered[prefix])
    if not isinstance(found, Source):
        raise UsageError(f"the entry point '{prefix}' of group {ENGINES} is not a Source")
    return found


def game_origin(name: str) -> str:
    """Of which package or file and state a game's rules are, if they are not our own; empty for those."""
    from .origin import origin_of
    from .outside import read_file

    if name in _given:
        return _file_origin(_given[name])
    if name in _files():
        return read_file(_files()[name], "game").origin
    if (source := _source_of(name)) is not None:
        return source.origin()
    return origin_of(_outside()[name]) if name in _outside() else ""


def _file_origin(game: Game) -> str:
    """The file that the rules of a game are in, and which state of it."""
    from hashlib import sha256

    from .origin import LETTERS

    path = Path(getattr(game.play, "py_func", game.play).__code__.co_filename)
    data = path.read_bytes().replace(b"\r\n", b"\n") if path.is_file() else path.name.encode()
    return f"{path.name} {sha256(data).hexdigest()[:LETTERS]}"


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
    from .origin import own_origin

    place = _SHIPPED[name].game.partition(":")[0] if name in _SHIPPED else ""
    return own_origin(place.removeprefix("mulligan.").replace(".", "/"))


def load_outside(point: EntryPoint) -> Any:
    """What an entry point of another package names; whatever is wrong with that package is told in one line."""
    from .outside import from_point

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
    from .game import Game
    from .outside import names_file, refuse_here

    if names_file(name):
        return _from_file(name)
    if (source := _source_of(name)) is not None:
        asked = name.partition(":")[2]
        if not asked.replace("_", "").isalnum():  # a parameter may be the name of a file
            refuse_here(name, "game", "parameters")
        return source.load(asked)
    if name not in _finders():
        raise unknown("game", name, game_names())
    found = _finders()[name]()
    where = f"{FILES}: '{name}'" if name in _files() else f"the entry point '{name}' of group mulligan.games"
    if not isinstance(found, Game):
        raise UsageError(f"{where} is not a Game")
    if found.name != name:
        raise UsageError(f"{where} names the game '{found.name}'")
    return found


def as_game(game: Game | str) -> Game:
    """A game by its name, or as it was given.

    >>> as_game("nim") is as_game(as_game("nim"))
    True
    """
    return find_game(game) if isinstance(game, str) else game


def _is_known(name: str) -> bool:
    """Whether every process finds a game by this name: ours, of other packages and files, and of other engines."""
    return name not in _given and (name in _finders() or _source_of(name) is not None)


def lend(game: Game) -> Game:
    """Have a game known by its name in this process, if nobody else has that name."""
    if not _is_known(game.name):
        _given[game.name] = game
    return game


def show(game: Game | str) -> Game:
    """Have a game among `all_games` of this process: one in a file, one of another engine, or an object.

    >>> show("nim").name
    'nim'
    """
    found = lend(as_game(game))
    if found.name not in game_names():
        _listed[found.name] = None
    return found


def refuse_to_send(game: Game) -> None:
    """Other processes find games by their names: not those that were given as objects."""
    if not _is_known(game.name) or find_game(game.name) is not game:
        raise UsageError(
            f"the game '{game.name}' was given as an object, which other processes cannot find: name it by its file, "
            "as in ./mine.py:NAME, or play with threads, as run_match does"
        )


def all_games() -> tuple[list[Game], list[str]]:
    """All games that can be loaded, and in one line each what is wrong with the others."""
    found, problems = [], []
    for name in (*game_names(), *_listed):
        try:
            found.append(find_game(name))
        except UsageError as error:
            problems.append(str(error))
    return found, problems


# --- commands of games ------------------------------------------------------------------------------------------------


@cache
def _own_commands() -> dict[str, Callable[[], Any]]:
    return {name: partial(_load, place.commands) for name, place in _SHIPPED.items() if place.commands}


@cache
def _outside_commands() -> dict[str, Callable[[], Any]]:
    from .outside import points

    return {name: partial(load_outside, point) for name, point in points(COMMANDS).items()}


def command_names() -> list[str]:
    """The games that bring commands, which `mulligan GAME --help` shows.

    >>> command_names()[0]
    'tribute'
    """
    return list(dict.fromkeys([*_own_commands(), *(_outside_commands() if _may_be_offered(COMMANDS) else ())]))


def has_commands(name: str) -> bool:
    """Whether a game brings commands."""
    return name in _own_commands() or name in _outside_commands()


def find_commands(name: str) -> Any:
    """The commands of a game that brings some, as its package made them: a `typer.Typer`."""
    return (_own_commands().get(name) or _outside_commands()[name])()


def _may_be_offered(group: str) -> bool:
    """Whether a package that is installed in the usual way has entry points in a group.

    This takes a fifth of the time of Python's own `importlib.metadata`, which is asked only then.
    """
    for place in sys.path:
        for file in glob(os.path.join(escape(place), "*-info", "entry_points.txt")):
            with suppress(OSError):
                if f"[{group}]".encode() in Path(file).read_bytes():
                    return True
    return False
