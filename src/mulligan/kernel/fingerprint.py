"""What a compiled function is made of, found in its bytecode: all that compilation freezes, in whatever file it stands.

Numba takes every value that a function names for a constant: numbers, arrays, tuples, members of enums, attributes of
modules, and the functions it calls.  `fingerprint` hashes all of these, so that code which was compiled
from other values is never taken for the present one.  What cannot be hashed for certain is refused, with a word on
what to write instead.
"""

from __future__ import annotations

import dis
import enum
import hashlib
import types
from collections.abc import Iterator
from typing import Any

import numpy as np
from numba.core.dispatcher import Dispatcher

from ..core.errors import UsageError

# Packages whose parts are known by their names: their versions are in the key of everything that is kept.
LIBRARIES = ("numpy", "numba", "llvmlite", "math", "cmath", "operator", "builtins", "functools", "itertools")

_LOADS = frozenset({"LOAD_GLOBAL", "LOAD_NAME", "LOAD_DEREF", "LOAD_CLASSDEREF", "LOAD_FROM_DICT_OR_DEREF"})
_ATTRIBUTES = frozenset({"LOAD_ATTR", "LOAD_METHOD"})
_BESIDE = frozenset({"CACHE", "EXTENDED_ARG", "PUSH_NULL", "NOP"})


class Done(dict[int, int]):
    """What has been looked at: the identity of each function and code, and its number."""

    strict = False
    """Whether plain functions are refused, as they are when code is really made."""


class Unseen(UsageError):
    """A compiled function depends on something whose changes could not be noticed."""


def is_library(thing: Any) -> bool:
    """Whether something belongs to a package that is known by its version."""
    name = thing.__name__ if isinstance(thing, types.ModuleType) else getattr(thing, "__module__", None)
    return isinstance(name, str) and name.partition(".")[0] in LIBRARIES


def all_names(code: types.CodeType) -> set[str]:
    """The names that a function uses, those of the functions within it included."""
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            names |= all_names(constant)
    return names


def chains(code: types.CodeType, root: str) -> set[tuple[str, ...]]:
    """The attributes that a function reads of something it names: `a.b.c` and `a` of `a` are `("b", "c")` and `()`.

    >>> sorted(chains((lambda: np.ma.nomask + np.pi).__code__, "np"))
    [('ma', 'nomask'), ('pi',)]
    """
    found: set[tuple[str, ...]] = set()
    open_chain: list[str] | None = None
    for step in dis.get_instructions(code):
        if step.opname in _BESIDE:
            continue
        if open_chain is not None and step.opname in _ATTRIBUTES:
            open_chain.append(step.argval)
            continue
        if open_chain is not None:
            found.add(tuple(open_chain))
            open_chain = None
        if step.opname in _LOADS and step.argval == root:
            open_chain = []
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            found |= chains(constant, root)
    return found


def globals_of(function: types.FunctionType) -> Iterator[tuple[str, Any]]:
    """The names that a function finds in its module, with their values, in the order of the alphabet."""
    for name in sorted(all_names(function.__code__) & function.__globals__.keys()):
        yield name, function.__globals__[name]


def closed_over(function: types.FunctionType) -> Iterator[tuple[str, Any]]:
    """The variables that a function closes over; those that have no value yet are left out."""
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            yield name, cell.cell_contents
        except ValueError:  # the enclosing function has not come so far
            continue


def fingerprint(*things: Any) -> str:
    """A hash of all that functions and values are made of: their code, and all that they read and call.

    It depends on the names of modules, but not on where their files are, nor on comments or the numbers of lines.

    >>> fingerprint(len, (1, 2)) == fingerprint(len, (1, 2)) != fingerprint(len, (1, 3))
    True
    """
    digest, done = hashlib.sha256(), Done()
    for thing in things:
        is_body = isinstance(thing, types.FunctionType)
        for part in _function_parts(thing, done) if is_body else _parts(thing, done, ""):
            digest.update(f"{len(part)}:".encode() + part)
    return digest.hexdigest()


def refuse_plain(function: types.FunctionType) -> None:
    """Raise `Unseen` if a function, or one that it calls, calls one that is not marked as compiled.

    Games may be plain throughout, and then nothing is compiled.  In compiled code Numba could replace a plain function
    by anything (an overload), which would not be noticed.
    """
    done = Done()
    done.strict = True
    for _ in _function_parts(function, done):
        pass


def refuse_unseen(function: types.FunctionType) -> None:
    """Raise `Unseen` if a function names something that `fingerprint` would refuse; what it calls is not looked at."""
    for name, value in [*globals_of(function), *closed_over(function)]:
        clear = isinstance(value, Dispatcher | int | float | str) or (
            isinstance(value, np.ndarray) and not value.dtype.hasobject
        )
        if not clear:
            for _ in _named(function, name, value, Done(), deep=False):
                pass


def _parts(thing: Any, done: Done, where: str) -> Iterator[bytes]:
    """The bytes that stand for something; `where` tells a reader who names it."""
    if isinstance(thing, Dispatcher):
        for key, value in sorted(thing.targetoptions.items()):
            if isinstance(value, bool | int | str | set | frozenset):
                yield f"{key} {sorted(value) if isinstance(value, set | frozenset) else value!r}".encode()
        yield from _function_parts(thing.py_func, done)
        return
    emitter = getattr(thing, "_defn", None)
    if isinstance(emitter, types.FunctionType):  # an intrinsic is what emits it, which runs in Python
        yield from _emitter_parts(emitter, done)
    elif isinstance(thing, types.CodeType):
        yield from _code_parts(thing, done)
    else:
        yield from _value_parts(thing, done, where)


def _code_parts(code: types.CodeType, done: Done) -> Iterator[bytes]:
    if id(code) in done:
        yield f"code {done[id(code)]}".encode()
        return
    done[id(code)] = len(done)
    yield code.co_qualname.encode()
    yield code.co_code
    for names in (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars):
        yield repr(names).encode()
    for constant in code.co_consts:
        yield from _parts(constant, done, code.co_qualname)


def _function_parts(function: types.FunctionType, done: Done) -> Iterator[bytes]:
    if id(function) in done:
        yield f"function {done[id(function)]}".encode()
        return
    done[id(function)] = len(done)
    yield str(function.__module__).encode()  # kept code looks for it by its name
    yield from _code_parts(function.__code__, done)
    for name, value in [*globals_of(function), *closed_over(function)]:
        yield name.encode()
        yield from _named(function, name, value, done)
    for value in (*(function.__defaults__ or ()), *sorted((function.__kwdefaults__ or {}).items())):
        yield from _parts(value, done, f"a default of {_place(function)}")


def _named(function: types.FunctionType, name: str, value: Any, done: Done, *, deep: bool = True) -> Iterator[bytes]:
    """The parts of what a function calls by a name: of modules, only the attributes that it reads."""
    where = f"{name} in {_place(function)}"
    if isinstance(value, types.ModuleType) and not is_library(value):
        for chain in sorted(chains(function.__code__, name)):
            yield from _through(value, name, chain, done, where, deep=deep)
        return
    try:
        if deep or not isinstance(value, Dispatcher | types.FunctionType):
            yield from _parts(value, done, where)
    except Unseen:
        # The name may be that of an attribute: `card.cost` does not read a global `cost`.
        if chains(function.__code__, name):
            raise


def _through(value: Any, name: str, chain: tuple[str, ...], done: Done, where: str, *, deep: bool) -> Iterator[bytes]:
    """The parts of `name.a.b`, as far as the way leads through modules."""
    said = name
    for attribute in chain:
        if not isinstance(value, types.ModuleType) or is_library(value):
            break
        if not hasattr(value, attribute):
            raise Unseen(f"{said} has no attribute '{attribute}' ({where})")
        value, said = getattr(value, attribute), f"{said}.{attribute}"
        yield attribute.encode()
    if isinstance(value, types.ModuleType) and not is_library(value):
        raise Unseen(f"{said} ({where}) is a module: compiled code can read its attributes, as in {said}.x, only")
    if deep or not isinstance(value, Dispatcher | types.FunctionType):
        yield from _parts(value, done, where)


def _value_parts(thing: Any, done: Done, where: str) -> Iterator[bytes]:
    kind = type(thing)
    if isinstance(thing, enum.EnumType):
        yield f"enum {thing.__module__}.{thing.__qualname__}".encode()
        member: Any
        for name, member in thing.__members__.items():
            yield name.encode()
            yield from _parts(member.value, done, where)
    elif isinstance(thing, enum.Enum):
        yield f"{kind.__qualname__}.{thing.name}".encode()
        yield from _parts(thing.value, done, where)
    elif isinstance(thing, np.ndarray | np.generic):
        if thing.dtype.hasobject:
            raise Unseen(f"{where} is an array of Python objects: use numbers or records")
        yield f"{thing.dtype!r} {thing.shape}".encode()
        yield thing.tobytes()
    elif isinstance(thing, np.dtype) or thing is None:
        yield repr(thing).encode()
    elif isinstance(thing, bool | int | float | complex | str | bytes):
        yield f"{'' if kind.__module__ == 'builtins' else kind.__qualname__} {_plain(thing)!r}".encode()
    elif isinstance(thing, tuple | frozenset):
        yield f"{kind.__name__} {len(thing)} {getattr(thing, '_fields', '')}".encode()
        for part in sorted(thing, key=repr) if isinstance(thing, frozenset) else thing:
            yield from _parts(part, done, where)
    elif is_named_tuple(thing):
        yield f"named tuple {thing.__module__}.{thing.__qualname__} {thing._fields}".encode()
    elif isinstance(thing, list | set | dict | types.MappingProxyType):
        raise Unseen(f"{where or 'this'} is a {kind.__name__}: compiled code can read tuples and arrays in its place")
    elif hasattr(thing, "py_func") or hasattr(thing, "_dispatcher"):  # another decorator's compiled function
        raise Unseen(f"{where or 'this'} is {_article(kind.__name__)}: use a function marked with @compiled")
    elif thing is Ellipsis or isinstance(thing, types.BuiltinFunctionType) or is_library(thing) or _is_of_library(kind):
        yield f"{kind.__name__} {_known_name(thing)}".encode()
    elif isinstance(thing, types.FunctionType) and done.strict:
        raise Unseen(f"{where or 'this'} is a plain function: mark it with @compiled, since compiled code calls it")
    elif isinstance(thing, types.FunctionType):  # never compiled, see `refuse_plain`
        yield _known_name(thing).encode()
    else:
        raise Unseen(
            f"{where or 'this'} is {_article(kind.__name__)}: compiled code would keep its present value, and a change "
            "would not be noticed. Use numbers, strings, tuples, arrays, enums or functions marked with @compiled"
        )


def is_named_tuple(thing: Any) -> bool:
    """Whether something is a class of named tuples, which is nothing but its names."""
    if not (isinstance(thing, type) and issubclass(thing, tuple) and hasattr(thing, "_fields")):
        return False
    return thing.__bases__ == (tuple,) and not thing._field_defaults  # type: ignore[attr-defined]


def _is_of_library(kind: type) -> bool:
    """Whether a class is a library's own, so that its instances print what they are."""
    return kind.__module__ != "builtins" and is_library(kind)


def _plain(thing: Any) -> Any:
    """A number or text without the class that was derived from its own."""
    return next(base for base in (bool, int, float, complex, str, bytes) if isinstance(thing, base))(thing)


def _emitter_parts(emitter: types.FunctionType, done: Done) -> Iterator[bytes]:
    """An intrinsic runs when code is made; what it names is followed where that is code or a plain value."""
    if id(emitter) in done:
        yield f"emitter {done[id(emitter)]}".encode()
        return
    done[id(emitter)] = len(done)
    yield from _code_parts(emitter.__code__, done)
    for name, value in [*globals_of(emitter), *closed_over(emitter)]:
        yield name.encode()
        if isinstance(value, types.FunctionType) and not is_library(value):
            yield from _emitter_parts(value, done)
            continue
        try:
            yield from _named(emitter, name, value, done)
        except Unseen:
            yield _known_name(value).encode()


def _known_name(thing: Any) -> str:
    """The name by which something of a library is known, or else a text that is always the same."""
    name = getattr(thing, "__qualname__", None) or getattr(thing, "__name__", None)
    if name is None:
        return str(thing) if "0x" not in str(thing) else type(thing).__qualname__
    return f"{getattr(thing, '__module__', '')}.{name}"


def _place(function: types.FunctionType) -> str:
    code = function.__code__
    return f"{function.__qualname__}, {code.co_filename}:{code.co_firstlineno}"


def _article(word: str) -> str:
    return f"an object of the class {word}" if word not in ("dict", "type", "module", "function") else f"a {word}"


__all__ = [
    "Unseen",
    "all_names",
    "chains",
    "closed_over",
    "fingerprint",
    "globals_of",
    "is_library",
    "refuse_plain",
    "refuse_unseen",
]
