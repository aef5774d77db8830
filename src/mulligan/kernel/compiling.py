"""Compile plain Python to machine code, keep the result on disk, and undo it all on request.

`compiled` marks a function of a game or a search; `entry` marks the few outermost functions whose machine code is
kept in the user's cache directory.  `interpret` gives back the same call graph as ordinary Python, for debugging and
for the tests that hold both to the same answers.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable
from functools import cache, partial
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core.dispatcher import Dispatcher

from . import pipeline
from .codecache import CodeCache
from .fingerprint import closed_over, fingerprint, globals_of, is_library, refuse_plain, refuse_unseen
from .pipeline import HURRIED, PART, WHOLE, widen_arguments
from .records import plain

# Functions whose compiled form has no Python body of its own (bit instructions): compiled -> ordinary function.
PLAIN_FORMS: dict[Any, Callable[..., Any]] = {}


def _jit(function: Callable[..., Any], **options: Any) -> Any:
    # Without Numba's run-time (`_nrt`) arrays that are passed along need no reference counts, whose locked increments
    # would cost more than the rules of a game; in return compiled code cannot make arrays, which would be slow anyway.
    refuse_unseen(function)  # type: ignore[arg-type]
    dispatcher = numba.njit(nogil=True, error_model="numpy", _nrt=False, **options)(function)
    return widen_arguments(dispatcher)


def compiled(function: Any = None, *, inline: bool = False) -> Any:
    """Compile `function` when it is first called; `inline=True` copies it into its callers.

    What the function names becomes part of the code, so it may name what can be told apart when it changes: numbers,
    strings, tuples, arrays, enums, compiled functions, and these as attributes of modules.

    >>> @compiled
    ... def double(x):
    ...     return 2 * x
    >>> double.py_func(21)
    42
    """
    if function is None:
        return lambda f: compiled(f, inline=inline)
    return _jit(function, forceinline=inline, **PART)


def inlined(function: Any) -> Any:
    """The same as `compiled(inline=True)`."""
    return compiled(function, inline=True)


def entry(function: Any = None, *, hurry: bool = False) -> Any:
    """Compile a closure that Python calls directly and keep its machine code on disk.

    With `hurry` it is optimised less: for entries that do so little that calling them takes longer.

    Only entries are kept: their fingerprints cover the whole call graph.
    """
    if function is None:
        return lambda f: entry(f, hurry=hurry)
    find_mark = partial(fingerprint, _pipeline_source(), hurry, function)
    mark = find_mark()
    # The outermost names of a loaded entry are the only ones that others could see: they must be its own.
    function.__qualname__ = f"{function.__qualname__}.{mark[:16]}"
    made = _jit(function, **(HURRIED if hurry else WHOLE))
    made._cache = CodeCache(function.__name__, mark, find_mark, partial(refuse_plain, function))
    return made


def hurried(function: Any) -> Any:
    """The same as `entry(hurry=True)`."""
    return entry(function, hurry=True)


@cache
def _pipeline_source() -> bytes:
    """How code is made is a part of what it is."""
    return Path(pipeline.__file__).read_bytes()


def is_compiled(function: Any) -> bool:
    """Whether `function` runs as machine code."""
    return isinstance(function, Dispatcher)


class _ModuleTwin:
    """A module as interpreted code sees it: what is read from it is interpreted as well."""

    def __init__(self, module: types.ModuleType, done: dict[int, Any]) -> None:
        self._module, self._done = module, done

    def __getattr__(self, name: str) -> Any:
        return _interpret(getattr(self._module, name), self._done)


def interpret(function: Any, instead: Iterable[tuple[Any, Any]] = ()) -> Any:
    """The same function as ordinary Python, and so is everything it calls, by name or through a module.

    Where it would call the first of a pair in `instead`, it calls the second.
    """
    return _interpret(function, {id(thing): other for thing, other in instead})


def _interpret(thing: Any, done: dict[int, Any]) -> Any:
    if id(thing) in done:
        return done[id(thing)]
    for special, form in PLAIN_FORMS.items():
        if thing is special:
            return form
    if isinstance(thing, Dispatcher):
        result = _interpret_function(thing.py_func, done)
        done[id(thing)] = result
        return result
    if isinstance(thing, types.FunctionType):
        return _interpret_function(thing, done)
    if isinstance(thing, types.ModuleType) and not is_library(thing):
        return _ModuleTwin(thing, done)
    if isinstance(thing, np.ndarray):
        return [plain(item) for item in thing] if thing.dtype.names else thing.tolist()
    if type(thing) is tuple:
        return tuple(_interpret(part, done) for part in thing)
    return thing


def _interpret_function(function: types.FunctionType, done: dict[int, Any]) -> types.FunctionType:
    if id(function) in done:
        found: types.FunctionType = done[id(function)]
        return found
    namespace: dict[str, Any] = {"__builtins__": function.__globals__.get("__builtins__")}
    cells = tuple(types.CellType() for _ in function.__closure__ or ())
    twin = types.FunctionType(function.__code__, namespace, function.__name__, function.__defaults__, cells)
    twin.__kwdefaults__ = function.__kwdefaults__
    done[id(function)] = twin  # before the callees: functions may call each other in a ring
    for name, value in globals_of(function):
        namespace[name] = _interpret(value, done)
    places = dict(zip(function.__code__.co_freevars, cells, strict=True))
    for name, value in closed_over(function):
        places[name].cell_contents = _interpret(value, done)
    return twin
