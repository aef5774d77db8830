"""Compile plain Python to machine code, keep the result on disk, and undo it all on request.

`compiled` marks a function of a game or a search; `entry` marks the few outermost functions whose machine code is
kept in the user's cache directory.  `interpret` gives back the same call graph as ordinary Python, for debugging and
for the tests that hold both to the same answers.
"""

from __future__ import annotations

import hashlib
import os
import sys
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core.dispatcher import Dispatcher

from . import pipeline
from .pipeline import HURRIED, PART, WHOLE, widen_arguments
from .records import plain

# Functions whose compiled form has no Python body of its own (bit instructions): compiled -> ordinary function.
PLAIN_FORMS: dict[Any, Callable[..., Any]] = {}


def cache_directory() -> Path:
    """Where machine code is kept: `MULLIGAN_CACHE`, or a folder in the user's own cache directory."""
    chosen = os.environ.get("MULLIGAN_CACHE")
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
    return base / "mulligan"


if not os.environ.get("NUMBA_CACHE_DIR"):
    numba.config.CACHE_DIR = str(cache_directory())


def _jit(function: Callable[..., Any], **options: Any) -> Any:
    # Without Numba's run-time (`_nrt`) arrays that are passed along need no reference counts, whose locked increments
    # would cost more than the rules of a game; in return compiled code cannot make arrays, which would be slow anyway.
    dispatcher = numba.njit(nogil=True, error_model="numpy", _nrt=False, **options)(function)
    return widen_arguments(dispatcher)


def compiled(function: Any = None, *, inline: bool = False) -> Any:
    """Compile `function` when it is first called; `inline=True` copies it into its callers.

    >>> @compiled
    ... def double(x):
    ...     return 2 * x
    >>> double.py_func(21)
    42
    """
    if function is None:
        return lambda f: compiled(f, inline=inline)
    return _jit(function, forceinline=inline, **PART)


def entry(function: Any = None, *, hurry: bool = False) -> Any:
    """Compile a closure that Python calls directly and keep its machine code on disk.

    With `hurry` it is optimised less: for entries that do so little that calling them takes longer.

    Only entries are cached: their key covers the whole call graph, while a cached module-level function would go
    stale when a function it calls in another file changes.
    """
    if function is None:
        return lambda f: entry(f, hurry=hurry)
    made = _jit(function, cache=True, **(HURRIED if hurry else WHOLE))
    # Numba would ask pickle, whose bytes differ between modules that were just compiled and those from a .pyc file.
    # The hook is private: without it some starts compile again and nothing else changes.
    if hasattr(made._cache, "_index_key"):
        mark = _fingerprint(function)
        made._cache._index_key = lambda signature, codegen: (signature, codegen.magic_tuple(), mark, hurry)
    return made


def _fingerprint(function: Callable[..., Any]) -> str:
    """A hash of all that a function is made of: its code, all that it reads and calls, and how it is compiled."""
    digest = hashlib.sha256(Path(pipeline.__file__).read_bytes())
    for part in _parts(function, set()):
        digest.update(f"{len(part)}:".encode() + part)
    return digest.hexdigest()


def _parts(thing: Any, done: set[int]) -> Iterator[bytes]:
    if isinstance(thing, Dispatcher):
        options = {key: value for key, value in thing.targetoptions.items() if isinstance(value, bool | int | str)}
        yield repr(sorted(options.items())).encode()
        thing = thing.py_func
    thing = getattr(thing, "_defn", thing)  # an intrinsic is what emits it
    if isinstance(thing, types.FunctionType | types.CodeType):
        code = thing if isinstance(thing, types.CodeType) else thing.__code__
        yield code.co_qualname.encode()
        if id(code) in done:
            return
        done.add(id(code))
        yield code.co_code
        yield from _parts((*code.co_names, *code.co_varnames, *code.co_freevars, *code.co_consts), done)
    if isinstance(thing, types.FunctionType):
        for name in sorted(_names(thing.__code__) & thing.__globals__.keys()):
            yield from _parts((name, thing.__globals__[name]), done)
        for cell in thing.__closure__ or ():
            yield from _parts(cell.cell_contents, done)
        yield from _parts(thing.__defaults__ or (), done)
    elif isinstance(thing, tuple | list | frozenset):
        yield f"{type(thing).__name__} {len(thing)}".encode()
        for part in sorted(thing, key=repr) if isinstance(thing, frozenset) else thing:
            yield from _parts(part, done)
    elif isinstance(thing, np.ndarray):
        yield repr(thing.dtype).encode()
        yield repr(thing.shape).encode()
        yield thing.tobytes()
    elif isinstance(thing, int | float | complex | str | bytes | np.dtype | np.generic | None):
        yield repr(thing).encode()
    elif not isinstance(thing, types.CodeType):
        kind = thing if isinstance(thing, type | types.ModuleType | types.BuiltinFunctionType) else type(thing)
        yield f"{getattr(kind, '__module__', '')}.{getattr(kind, '__qualname__', kind.__name__)}".encode()


def is_compiled(function: Any) -> bool:
    """Whether `function` runs as machine code."""
    return isinstance(function, Dispatcher)


def interpret(function: Any) -> Any:
    """The same function as ordinary Python, and so is everything it calls.

    Functions are found through the names they use and the variables they close over, so compiled code must name its
    helpers directly (`lowest(x)`), not through a module (`bits.lowest(x)`).
    """
    return _interpret(function, {})


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
    if isinstance(thing, np.ndarray):
        return [plain(item) for item in thing] if thing.dtype.names else thing.tolist()
    if isinstance(thing, tuple) and any(isinstance(part, Dispatcher) for part in thing):
        return tuple(_interpret(part, done) for part in thing)
    return thing


def _names(code: types.CodeType) -> set[str]:
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            names |= _names(constant)
    return names


def _interpret_function(function: types.FunctionType, done: dict[int, Any]) -> types.FunctionType:
    if id(function) in done:
        found: types.FunctionType = done[id(function)]
        return found
    namespace: dict[str, Any] = {"__builtins__": function.__globals__.get("__builtins__")}
    cells = tuple(types.CellType() for _ in function.__closure__ or ())
    twin = types.FunctionType(function.__code__, namespace, function.__name__, function.__defaults__, cells)
    twin.__kwdefaults__ = function.__kwdefaults__
    done[id(function)] = twin  # before the callees: functions may call each other in a ring
    for name in _names(function.__code__):
        if name in function.__globals__:
            namespace[name] = _interpret(function.__globals__[name], done)
    for cell, original in zip(cells, function.__closure__ or (), strict=True):
        cell.cell_contents = _interpret(original.cell_contents, done)
    return twin
