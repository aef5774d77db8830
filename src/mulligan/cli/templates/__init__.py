"""Packages to start from: a game, a player or a part of a search, each with its tests, ready to be installed.

The files lie in folders beside this one.  `newname` in them stands for the name of the package, in the case in which it
is written: newname, NEWNAME, Newname.
"""

from __future__ import annotations

import importlib.util
import keyword
import os
import shutil
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from mulligan.core.errors import UsageError, quoted, unknown

KINDS = {
    "game": "a card game for two on the deck kit, with levels, a look and a gauge",
    "player": "a player of any game, written in Python",
    "part": "a part of a search: a selection rule, compiled",
}
LONGEST = 40  # letters of a name
_SUFFIX = ".txt"  # so that nothing takes the files here for code of ours


def check_name(kind: str, name: str) -> None:
    """Whether a package may have this name; a `UsageError` if not.

    >>> check_name("game", "my-game")
    Traceback (most recent call last):
        ...
    mulligan.core.errors.UsageError: name 'my-game': should be one word of small letters, digits and _, such as my_game
    """
    if kind not in KINDS:
        raise unknown("kind of package", kind, KINDS)
    plain = name.isascii() and name.isidentifier() and name == name.lower() and not name.startswith("_")
    if not plain or keyword.iskeyword(name) or len(name) > LONGEST:
        example = "".join(c if c.isascii() and c.isalnum() else "_" for c in name.lower()).strip("_")[:LONGEST]
        such = f", such as {example}" if example.isidentifier() and not keyword.iskeyword(example) else ""
        keyed = ", and not a word of Python's own" if keyword.iskeyword(name) else ""
        first = ", with a letter first" if name[:1].isdigit() or name.startswith("_") else ""
        raise UsageError(f"name {quoted(name)}: should be one word of small letters, digits and _{first}{keyed}{such}")
    taken = _taken(kind, name)
    if taken:
        raise UsageError(f"name {quoted(name)}: there is {taken} of that name already")


def _taken(kind: str, name: str) -> str:
    from mulligan.agents import agent_kinds
    from mulligan.core.registry import find_game, game_names

    if kind == "game" and name in game_names():
        return "a game"
    if kind == "player" and name in agent_kinds(find_game("nim")):
        return "a player"
    spec = importlib.util.find_spec(name)
    return "a Python module" if spec is not None and spec.origin is not None else ""  # a mere folder is none


def write_package(kind: str, name: str, folder: Path) -> list[Path]:
    """Write a package into a folder that is new or empty, whole or not at all; return what was written."""
    check_name(kind, name)
    target = folder.resolve()
    made = [(_named(path, name), _named(text, name)) for path, text in _template(files(__name__) / kind)]
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise UsageError(f"{folder}: there is something already; name another folder with --to")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        draft = target.with_name(f".{target.name}.{os.getpid()}.tmp")
        try:
            for path, text in made:
                (draft / path).parent.mkdir(parents=True, exist_ok=True)
                (draft / path).write_text(text, encoding="utf-8")
            if target.is_dir():
                target.rmdir()
            draft.rename(target)
        finally:
            shutil.rmtree(draft, ignore_errors=True)
    except OSError as error:
        raise UsageError(f"cannot write '{folder}': {error.strerror or error}") from None
    return [folder / path for path, _ in made]


def _template(place: Traversable, inside: str = "") -> Iterator[tuple[str, str]]:
    """The files of a kind: the path in the package, and the text."""
    for entry in sorted(place.iterdir(), key=lambda one: one.name):
        if entry.is_dir():
            yield from _template(entry, f"{inside}{entry.name}/")
        elif entry.name.endswith(_SUFFIX):
            yield inside + entry.name.removesuffix(_SUFFIX), entry.read_text(encoding="utf-8")


def _named(text: str, name: str) -> str:
    """A text with the name in place of `newname`."""
    said = name.replace("_", " ")
    return (
        text.replace("newname", name)
        .replace("NEWNAME", name.upper())
        .replace("Newname", said[0].upper() + said[1:])
        .replace("NewName", "".join(word.capitalize() for word in name.split("_")))
    )


__all__ = ["KINDS", "check_name", "write_package"]
