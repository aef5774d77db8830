"""The command line itself: the program, the options that commands share, and what users are told when it goes wrong.

Commands import what they need when they run, so that help and most mistakes cost no time; and whatever a user types
wrong is answered in one line.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, TypeVar

import typer

from ..core.errors import UsageError
from ..core.registry import COMMANDS, command_names, find_commands, has_commands
from ..core.words import real_number, whole_number

if TYPE_CHECKING:
    from ..agents import Player
    from ..core.game import Game

T = TypeVar("T", int, float)
LONGEST = 1_000  # characters of a message
INTERRUPTED = 130  # what shells report of programs that Ctrl-C ended
FIRST = (
    *("play", "serve", "replay", "analyse", "explain", "games", "agents", "match", "tournament", "strength"),
    *("reproduce", "run", "results", "study"),
)


OPTIONS = {"help_option_names": ["-h", "--help"], "max_content_width": 110}


class _OfGame(typer.core.TyperCommand):
    """The commands that a game brings, which are not loaded before one is typed."""

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        found = find_commands(str(self.name))
        if not isinstance(found, typer.Typer):
            raise UsageError(f"the entry point '{self.name}' of group {COMMANDS} is not a typer.Typer")
        return typer.main.get_group(found).make_context(info_name, args, parent=parent, **extra)


class _Commands(typer.core.TyperGroup):
    """The commands in the order in which people will want them, and those of games."""

    def list_commands(self, context: Any) -> list[str]:
        names = dict.fromkeys([*super().list_commands(context), *command_names()])
        return sorted(names, key=lambda name: FIRST.index(name) if name in FIRST else len(FIRST))

    def get_command(self, context: Any, name: str) -> Any:
        found = super().get_command(context, name)
        if found is None and has_commands(name):
            return _OfGame(name, help=f"Commands of the game {name}.")
        return found


app = typer.Typer(
    name="mulligan",
    cls=_Commands,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings=OPTIONS,
)


def whole(text: str) -> int:
    """A whole number, or an error that repeats what was typed."""
    return _number(text, whole_number)


def real(text: str) -> float:
    """A number, or an error that repeats what was typed."""
    return _number(text, real_number)


def _number(text: str, read: Callable[[str], T]) -> T:
    try:
        return read(str(text))  # a default is passed on as the number that it is
    except ValueError as error:
        raise typer.BadParameter(f"'{text}' {error}") from None


def seed_number(text: str) -> int:
    """A whole number; or `random`, for one that nobody can guess, and that a store can hold."""
    if text == "random":
        import secrets

        return secrets.randbelow(2**62)
    try:
        return whole(text)
    except typer.BadParameter as error:
        raise typer.BadParameter(f"{error}, or random") from None


GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="The game; see `mulligan games`. Or FILE.py:NAME.", show_default=False)
]
JsonTarget = Annotated[
    str | None, typer.Option("--json", metavar="-|FILE", help="Write JSON to standard output (-) or to a file.")
]
STORE = "mulligan.sqlite"  # as `mulligan.arena.store` has it, which is not loaded for help
StoreFile = Annotated[
    str, typer.Option("--store", metavar="FILE", envvar="MULLIGAN_STORE", help="The file that keeps all games.")
]
StudiesFolder = Annotated[
    str,
    typer.Option(
        "--studies",
        metavar="FOLDER",
        envvar="MULLIGAN_STUDIES",
        help="Where studies are; by default a folder of the user.",
    ),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Show nothing while it runs.")]


def _show_version(wanted: bool) -> None:
    if wanted:
        from ..core.version import version

        typer.echo(f"mulligan {version()}")
        raise typer.Exit


@app.callback(epilog="Each command has examples: mulligan match --help")
def mulligan(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Monte Carlo tree search for card games: play, watch and understand; measure players; check games.

    \b
    Examples:
      mulligan play magic
      mulligan serve
      mulligan games
      mulligan agents magic
      mulligan match magic cowling2012/BT+MP expert --pairs 50 --seed 1
    """


# --- what users get wrong ---------------------------------------------------------------------------------------------


def game_named(name: str) -> Game:
    from ..core.registry import find_game

    return find_game(name)


def player_named(game: Game, name: str) -> Player:
    from ..agents import make_player

    with understood():
        return make_player(game, name)


@contextmanager
def understood() -> Iterator[None]:
    """Numbers and names that are well-formed, and yet too much for this machine."""
    try:
        yield
    except MemoryError:
        raise UsageError("not enough memory: fewer trees, simulations or nodes would need less") from None
    except OverflowError as error:
        raise UsageError(f"a number is too large: {error}") from None
    except RecursionError:
        raise UsageError("a name or a file is nested too deeply") from None


def one_line(text: str) -> str:
    """Text for a line of its own on any terminal.

    >>> one_line("no\\nsuch \\x1b[31mgame")
    'no\\\\nsuch \\\\x1b[31mgame'
    """
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text.strip())


def _explain(error: Any) -> str:
    """What a wrong command line should have been, from the parser's own exception."""
    text = str(error.format_message()).strip() or "there is no command"
    context = getattr(error, "ctx", None)
    if context is None:
        return text
    if "No such command" in text:
        return f"{text.rstrip('.')}. Choices: {', '.join(context.command.list_commands(context))}"
    return f"{text.rstrip('.')}. See: {context.command_path} --help"


def run(arguments: Sequence[str]) -> int:
    """Do what a command line says and return the exit code: 0 done, 1 something is wrong, 2 it makes no sense.

    >>> run(["match", "nim", "uniform", "uniform", "--pairs", "0"])
    2
    """
    # The parser's exceptions live in whichever package the installed typer has them.
    parsing = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")
    command = typer.main.get_command(app)
    try:
        code = command.main(list(arguments) or ["--help"], prog_name="mulligan", standalone_mode=False)
    except UsageError as error:
        return _fail(str(error), 2)
    except typer.Abort:
        return _fail("aborted", 1)
    except OSError as error:
        return _fail(f"cannot read or write: {error.strerror or error}", 1)
    except Exception as error:
        if isinstance(error, parsing):
            if type(error).__name__ == "NoArgsIsHelpError":  # a group of commands without one of them
                print(error.format_message(), file=sys.stderr)  # type: ignore[attr-defined]
                return 2
            return _fail(_explain(error), 2)
        if os.environ.get("MULLIGAN_DEBUG"):
            raise
        return _fail(_place_the_fault(error), 1)
    if code == INTERRUPTED:
        return _fail("interrupted", INTERRUPTED)
    return code if isinstance(code, int) else 0


def _place_the_fault(error: Exception) -> str:
    """Whose fault an exception is: that of the innermost code that is neither ours nor a library's."""
    from ..core.blame import is_of_compiler, place_of, reason_of

    debug, place = "MULLIGAN_DEBUG=1 shows all of it", place_of(error)
    if is_of_compiler(error):
        where = f"{place} cannot be compiled" if place else "a game cannot be compiled"
        return f"{where}: {reason_of(error)}; {debug}"
    if place:
        return f"{place}: {reason_of(error)}; {debug}"
    return f"this is a bug in Mulligan or in a game: {reason_of(error)}; please report it; {debug}"


def _fail(text: str, code: int) -> int:
    line = one_line(text)
    if len(line) > LONGEST:  # the parser repeats whatever was typed
        line = f"{line[: LONGEST - 200]} ... {line[-190:]}"
    print(f"mulligan: {line}", file=sys.stderr)
    return code


def main() -> NoReturn:
    """The program `mulligan`."""
    gc.set_threshold(100_000, 50, 50)  # starting up makes much that lasts: looking for garbage there finds none
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # no terminal is too old to be told a result
    code = run(sys.argv[1:])
    gc.freeze()  # nor does looking for it at the end, which would take a quarter of the time of `mulligan games`
    sys.exit(code)
