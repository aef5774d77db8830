"""What people add: things that another package offers by an entry point, or that a Python file of their own names.

A file is named as `./mine.py:NAME`, relative to the folder in which the command was typed.  It is run as Python runs
any script, so it is read only where the name was typed by the user: `refuse_files` is for names that come from
elsewhere, such as visitors of a web page or files that somebody sent.
"""

from __future__ import annotations

import hashlib
import importlib.util
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from .errors import UsageError, quoted, unknown
from .origin import LETTERS, origin_of

_refusing = [0]  # how many want no file to be read, in all threads
_offered: dict[str, None] = {}  # names that may be used even so
MOST_BYTES = 10_000_000  # of a file


class Found(NamedTuple):
    """Something from outside, and whose code it is, in which state."""

    thing: Any
    origin: str


def names_file(text: str) -> bool:
    """Whether a name is that of something in a file.

    >>> names_file("./mine.py:FAST"), names_file("expert")
    (True, False)
    """
    place, colon, name = text.partition(":")
    if place.endswith(".py") and not name:
        raise UsageError(f"{quoted(text)}: say what in the file is meant, as in {place}:NAME")
    return place.endswith(".py") and bool(colon)


def points(group: str) -> dict[str, EntryPoint]:
    """What other packages offer under a group of entry points."""
    return _points(group)


@cache
def _points(group: str) -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=group)}


@contextmanager
def refuse_files() -> Iterator[None]:
    """Names come from somebody else: no file is read for them, in whatever thread."""
    _refusing[0] += 1
    try:
        yield
    finally:
        _refusing[0] -= 1


def find_outside(text: str, group: str, what: str, known: object = ()) -> Found:
    """What a name stands for: an entry point of a group, or something in a file."""
    if names_file(text):
        return from_file(text, what)
    point = points(group).get(text)
    if point is None:
        raise unknown(what, text, [*known, *points(group)])  # type: ignore[misc]
    return from_point(point)


def from_point(point: EntryPoint) -> Found:
    """What an entry point names; whatever is wrong with its package is told in one line."""
    origin = origin_of(point)  # before it runs: from now on it is this state of the code
    try:
        return Found(point.load(), origin)
    except Exception as error:
        problem = f"{type(error).__name__}: {error}"
        raise UsageError(f"the entry point '{point.name}' of group {point.group} cannot be loaded: {problem}") from None


def from_file(text: str, what: str) -> Found:
    """What a name of the form `./mine.py:NAME` stands for."""
    refuse_here(text, what)
    return read_file(text, what)


def refuse_here(text: str, what: str, part: str = "files") -> None:
    """An error for the name of a file or a program, where names come from somebody else."""
    if _refusing[0] and text not in _offered:
        raise UsageError(f"{what} {quoted(text)}: {part} can be named on the command line only")


def offer(text: str) -> None:
    """Let others use the name of a file or a program that the user has typed."""
    _offered[text] = None


def offered() -> list[str]:
    """The names that others may use."""
    return list(_offered)


def read_file(text: str, what: str) -> Found:
    """The same for a name that the user is known to have typed."""
    place, _, name = text.rpartition(":")
    path = Path(place)
    try:
        if path.stat().st_size > MOST_BYTES:
            raise UsageError(f"{what} {quoted(text)}: the file is larger than {MOST_BYTES:,} bytes")
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(f"{what} {quoted(text)}: {place}: {error.strerror}") from None
    mark = hashlib.sha256(data.replace(b"\r\n", b"\n")).hexdigest()[:LETTERS]
    module = _run(path.resolve(), mark, what, text)
    if not hasattr(module, name):
        offered = [key for key, value in vars(module).items() if _may_be_named(key, value, module)]
        raise unknown(f"name in {place}", name, offered)
    return Found(getattr(module, name), f"{path.name} {mark}")


def _may_be_named(key: str, value: Any, module: Any) -> bool:
    """Whether a name of a module may be meant: something made there, and not what it imports."""
    if key.startswith("_") or isinstance(value, ModuleType):
        return False
    if isinstance(value, type) or callable(value):
        return bool(getattr(value, "__module__", module.__name__) == module.__name__)
    return True


@cache
def _run(path: Path, mark: str, what: str, text: str) -> Any:
    """The module that a file is, run once for each of its states."""
    name = f"mulligan_outside_{path.stem}_{mark}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise UsageError(f"{what} {quoted(text)}: '{path.name}' is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    sys.path.insert(0, str(path.parent))
    try:
        spec.loader.exec_module(module)
    except UsageError:
        raise
    except BaseException as error:
        del sys.modules[name]
        if isinstance(error, KeyboardInterrupt):
            raise
        raise UsageError(f"{what} {quoted(text)}: {_told(error, path)}") from None
    finally:
        sys.path.remove(str(path.parent))
    return module


def _told(error: BaseException, path: Path) -> str:
    """What went wrong in a file, and in which of its lines."""
    line = error.lineno if isinstance(error, SyntaxError) else None
    step = error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename == str(path):
            line = step.tb_lineno
        step = step.tb_next
    where = f"{path.name}, line {line}: " if line else ""
    return f"{where}{type(error).__name__}: {error}"
