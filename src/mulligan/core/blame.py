"""Whose code a fault is in: the file, line and function of somebody else's, where ours and the compiler only ran it.

Compiled code fails in the middle of the compiler, which knows the function in hand but seldom says so; here it is read
from the exception.
"""

from __future__ import annotations

import os
import re
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from inspect import Parameter, signature
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

from numba.core import types
from numba.core.dispatcher import Dispatcher

from .errors import UsageError

_types: Any = types
LIBRARIES = {"numba", "llvmlite", "numpy", "typer", "click", "rich", "hypothesis", "nicegui", "distributed"}
MOST_REASON = 300  # characters of what the compiler says
OURS = Path(__file__).parents[1]
STANDARD = Path(os.__file__).parent
_FILE = re.compile(r'File "(?P<file>[^"]+)", line (?P<line>\d+)')
_CALLEE = re.compile(r"<function \S+ at 0x[0-9a-f]+>")
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")  # the compiler may speak in colours


def is_outside(path: Path) -> bool:
    """Whether a file is neither ours, nor Python's, nor a library's that we use."""
    ours = path.is_relative_to(OURS) or path.name.startswith(("mulligan", "<"))
    theirs = path.is_relative_to(STANDARD) and "site-packages" not in path.parts
    return not ours and not theirs and not LIBRARIES & set(path.parts)


def file_of(function: Any) -> str:
    """The file of a function, if it is somebody else's; else nothing."""
    code = getattr(getattr(function, "py_func", function), "__code__", None)
    return code.co_filename if code is not None and is_outside(Path(code.co_filename)) else ""


def takes(function: Any, arguments: str, name: str) -> str:
    """What a function should be instead, if it does not take so many arguments; else nothing.

    >>> takes(lambda game: 0, "game, made", "make")
    'make(game) should be make(game, made)'
    >>> takes(lambda game, made, more=1: 0, "game, made", "make")
    ''
    """
    try:
        found = signature(getattr(function, "py_func", function))
    except (TypeError, ValueError):  # built into Python, which does not say
        return "" if callable(function) else f"{name} is a {type(function).__name__}; should be {name}({arguments})"
    try:
        found.bind(*(arguments.split(", ") if arguments else ()))
    except TypeError:
        given = ", ".join(str(one.replace(annotation=Parameter.empty)) for one in found.parameters.values())
        return f"{name}({given}) should be {name}({arguments})"
    return ""


class Place(NamedTuple):
    """Somebody's line."""

    file: str
    line: int
    function: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line} in {self.function}" if self.function else f"{self.file}:{self.line}"


@dataclass(frozen=True)
class Suspect:
    """A function of somebody else's that runs within ours."""

    function: Any
    what: str
    """What it is, as in `part 'mine', function score`."""
    returns: str = ""
    """What it must return; nothing, if that does not matter."""


def _steps(error: BaseException) -> Iterator[TracebackType]:
    step = error.__traceback__
    while step is not None:
        yield step
        step = step.tb_next


def _compiled_last(error: BaseException) -> Place | None:
    """The innermost function that was being compiled, as the compiler's own frames have it."""
    found = None
    for step in _steps(error):
        names = step.tb_frame.f_locals
        one = names.get("self")
        if isinstance(one, Dispatcher):
            code = one.py_func.__code__
            found = Place(code.co_filename, code.co_firstlineno, one.py_func.__name__)
        at = getattr(names.get("constraint"), "loc", None)
        if found is not None and at is not None and at.filename == found.file:
            found = found._replace(line=at.line)
    return found


def _field_error(error: BaseException) -> str:
    """What is wrong with a name of a field, and which there are."""
    record = [*_steps(error)][-1].tb_frame.f_locals.get("self")
    fields = list(getattr(record, "fields", {}))
    there = f"; there are: {', '.join(fields)}" if fields else ""
    return f"it reads the field {str(error).strip()}, which no such record has{there}"


def _is_compilers(error: BaseException) -> bool:
    return type(error).__module__.startswith("numba.")


def is_field_error(error: BaseException) -> bool:
    """Whether the compiler has looked for a field that there is not."""
    return isinstance(error, KeyError) and traceback.extract_tb(error.__traceback__)[-1].filename.endswith(
        "npytypes.py"
    )


def is_of_compiler(error: BaseException) -> bool:
    """Whether something cannot be compiled."""
    return _is_compilers(error) or is_field_error(error)


def place_of(error: BaseException) -> Place | None:
    """The innermost line of somebody else's that an exception comes from; None if there is none."""
    if is_field_error(error):
        place = _compiled_last(error)
        return place if place is not None and is_outside(Path(place.file)) else None
    if _is_compilers(error):
        # The innermost place comes first, and if it is ours, so is the mistake, or it is in what we were given.
        found = _FILE.search(_COLOURS.sub("", str(error)))
        if found is None:
            place = _compiled_last(error)
            return place if place is not None and is_outside(Path(place.file)) else None
        file = Path(found["file"]).resolve()
        return Place(str(file), int(found["line"]), "") if is_outside(file) else None
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if is_outside(Path(frame.filename))]
    return Place(frames[-1].filename, frames[-1].lineno or 0, frames[-1].name) if frames else None


def reason_of(error: BaseException) -> str:
    """What an exception says, in a line."""
    text = str(error).strip()
    if is_field_error(error):
        return _field_error(error)
    if _is_compilers(error):
        lines = [line.strip() for line in _COLOURS.sub("", text).splitlines()]
        told = [line for line in lines if line and "nopython mode pipeline" not in line]
        return told[0][:MOST_REASON] if told else type(error).__name__
    return f"{type(error).__name__}: {text}"


def _bad_value(suspect: Suspect) -> str:
    """What a compiled function returns, if it is nothing that can be worked with."""
    for made in getattr(suspect.function, "overloads", {}).values():
        kind = made.signature.return_type
        if isinstance(kind, _types.NoneType):
            return "it returns nothing"
        if isinstance(kind, _types.Optional):
            return "it returns nothing in some cases"
        if not isinstance(kind, _types.Number | _types.Boolean | _types.BaseTuple):
            return f"it returns {kind}"
    return ""


def explained(error: BaseException, suspects: Iterable[Suspect]) -> UsageError | None:
    """The message for a fault that lies in one of these functions, or in what they call; None if it does not."""
    some = [one for one in suspects if file_of(one.function)]
    for one in some:
        if isinstance(error, ValueError) and one.what in str(error):  # they say so themselves
            return UsageError(f"{_start(one.function)}: {error}")
    place = place_of(error) or _callee(error, some)
    if place is not None:
        mine = [one for one in some if _encloses(one.function, place)]
        near = mine or [one for one in some if Path(file_of(one.function)).resolve() == Path(place.file).resolve()]
        if near:
            return UsageError(f"{place}: {near[0].what}: {reason_of(error)}")
        return None
    for one in some:
        wrong = _bad_value(one) if one.returns else ""
        if wrong:
            return UsageError(f"{_start(one.function)}: {one.what}: {wrong}, and should return {one.returns}")
    return None


def _start(function: Any) -> Place:
    """Where a function begins."""
    code = getattr(function, "py_func", function).__code__
    return Place(code.co_filename, code.co_firstlineno, code.co_name)


def _callee(error: BaseException, some: Iterable[Suspect]) -> Place | None:
    """The function in hand where the compiler names no line of it: the first of which it says that it is called."""
    if not _is_compilers(error):
        return None
    before = _FILE.split(_COLOURS.sub("", str(error)))[0]
    found = _CALLEE.search(before)
    for one in some if found else ():
        own = getattr(one.function, "py_func", one.function)
        for near in (own, *own.__globals__.values()):
            plain = getattr(near, "py_func", near)
            if found and hasattr(plain, "__code__") and repr(plain) == found[0] and file_of(plain):
                return _start(plain)
    return None


def _encloses(function: Any, place: Place) -> bool:
    code = getattr(function, "py_func", function).__code__
    lines = [line for _, _, line in code.co_lines() if line is not None]
    same = Path(code.co_filename).resolve() == Path(place.file).resolve()
    return same and min(lines) <= place.line <= max(lines)


@contextmanager
def explaining(suspects: Callable[[], Iterable[Suspect]]) -> Iterator[None]:
    """Whatever fails within, and lies in one of these functions, is told as a mistake of whoever wrote it."""
    try:
        yield
    except UsageError:
        raise
    except Exception as error:
        told = None if os.environ.get("MULLIGAN_DEBUG") else explained(error, suspects())
        if told is None:
            raise
        raise told from None
