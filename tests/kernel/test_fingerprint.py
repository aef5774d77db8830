"""Compiled code is known by all that it was made of: whatever is changed, in whatever file, is compiled anew."""

from __future__ import annotations

import math
import types
from enum import IntEnum
from pathlib import Path
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest
from llvmlite import ir
from numba.extending import intrinsic

from mulligan.core.errors import UsageError
from mulligan.kernel import Unseen, compiled, entry, fingerprint, interpret

from ..helpers.kernel_help import LISTEN, python, write_files

# --- every kind of thing, changed in a second file --------------------------------------------------------------------

WORDS = """
    import numpy as np
    from enum import IntEnum
    from typing import NamedTuple
    from mulligan.kernel import compiled, record

    class Kind(IntEnum):
        LAND = 10

    class Rule(NamedTuple):
        draw: int
        keep: tuple[int, ...]

    NUMBER = 30
    NESTED = (1, (2, (40, 3)))
    RULE = Rule(1, (50, 2))
    ARRAY = np.array([60, 7])
    RECORDS = np.array([(70, 1)], record(cost="i8", size="i8"))
    MEMBER = Kind.LAND
    SHARE = 0.5

    @compiled
    def helper(x):
        return x + 80

    @compiled(inline=True)
    def inlined(x):
        return x + 90

    def make(step):
        @compiled
        def stepping(x):
            return x + step
        return stepping

    stepping = make(100)
    HELPERS = (helper, stepping)
    """

# What a function in another file may read, and how.
READS = {
    "number": ("from words import NUMBER", "NUMBER"),
    "nested tuple": ("from words import NESTED", "NESTED[1][1][0]"),
    "named tuple": ("from words import RULE", "RULE.keep[0]"),
    "array": ("from words import ARRAY", "ARRAY[0]"),
    "records": ("from words import RECORDS", "RECORDS[0].cost"),
    "enum": ("from words import Kind", "Kind.LAND"),
    "value of an enum": ("from words import Kind", "Kind.LAND.value"),
    "enum through a module": ("import words", "words.Kind.LAND"),
    "member of an enum": ("from words import MEMBER", "MEMBER"),
    "member through a module": ("import words", "words.MEMBER"),
    "number through a module": ("import words", "words.NUMBER"),
    "array through a module": ("import words", "words.ARRAY[0]"),
    "compiled helper": ("from words import helper", "helper(0)"),
    "helper through a module": ("import words", "words.helper(0)"),
    "inlined helper through a module": ("import words", "words.inlined(0)"),
    "closure through a module": ("import words", "words.stepping(0)"),
}
CHANGES = {
    "LAND = 10": "LAND = 11",
    "NUMBER = 30": "NUMBER = 31",
    "(2, (40, 3))": "(2, (41, 3))",
    "Rule(1, (50, 2))": "Rule(1, (51, 2))",
    "[60, 7]": "[61, 7]",
    "(70, 1)": "(71, 1)",
    "x + 80": "x + 81",
    "x + 90": "x + 91",
    "make(100)": "make(101)",
}

READER = """
    from mulligan.kernel import entry
    {imports}

    def make():
        @entry
        def read():
            return {expression}
        return read

    read = make()
    """

ASK = (
    LISTEN
    + """
import importlib, json, sys
sys.path.insert(0, ".")
from mulligan.kernel import interpret
found = {{}}
for name in {names}:
    Ear.names.clear()
    read = importlib.import_module(name).read
    found[name] = [int(read()), int(interpret(read)()), len(Ear.names) > 0]
print(json.dumps(found))
"""
)


def test_whatever_is_changed_in_another_file_is_compiled_anew_and_interpreted_alike(tmp_path: Path) -> None:
    write_files(tmp_path, {"words.py": WORDS})
    names = {f"reader{i}": kind for i, kind in enumerate(READS)}
    for name, kind in names.items():
        imports, expression = READS[kind]
        write_files(tmp_path, {f"{name}.py": READER.format(imports=imports, expression=expression)})

    def ask() -> dict[str, list[Any]]:
        code = ASK.format(names=list(names))
        found = python(code, cwd=tmp_path, MULLIGAN_CACHE=str(tmp_path / "cache"), PYTHONDONTWRITEBYTECODE="1")
        return {names[name]: answer for name, answer in found.items()}

    first = ask()
    assert all(answer[0] == answer[1] and answer[0] % 10 == 0 and answer[2] for answer in first.values()), first
    again = ask()
    assert again == {kind: [*answer[:2], False] for kind, answer in first.items()}, "nothing changed: all is found"
    text = (tmp_path / "words.py").read_text()
    for old, new in CHANGES.items():
        assert text.count(old) == 1
        text = text.replace(old, new)
    (tmp_path / "words.py").write_text(text)
    assert ask() == {kind: [answer[0] + 1, answer[1] + 1, True] for kind, answer in first.items()}


# --- what it is made of -----------------------------------------------------------------------------------------------


class Kind(IntEnum):
    LAND = 1
    CREATURE = 2


class Colour(IntEnum):
    RED = 1


class Rule(NamedTuple):
    draw: int


def test_values_of_all_kinds_are_told_apart() -> None:
    values = [
        *(1, 1.0, True, None, "1", b"1", 1j, (1,), (1, ()), ((1,),), frozenset({1}), Rule(1), ...),
        *(Kind.LAND, Kind.CREATURE, Kind, Colour, Colour.RED, np.int64(1), np.int32(1), np.dtype("i8"), math.pi, abs),
        *(np.array([1]), np.array([[1]]), np.array([1.0]), np.zeros(1, [("a", "i8")])[0], np.ones(1, [("a", "i8")])[0]),
        *(len, np.int64, np.sqrt, math.sqrt, np.zeros(5000, "i1"), np.array([0] * 2500 + [1] + [0] * 2499, "i1")),
    ]
    marks = [fingerprint(value) for value in values]
    assert len(set(marks)) == len(values)
    assert marks == [fingerprint(value) for value in values]


def test_a_long_record_is_looked_at_to_its_end() -> None:
    layout = np.dtype([("cards", "i8", 5000)])
    one, other = np.zeros(1, layout)[0], np.zeros(1, layout)[0]
    other["cards"][2500] = 1
    assert repr(one) == repr(other), "printed, they are shortened"
    assert fingerprint(one) != fingerprint(other)


def test_closures_of_one_function_are_told_apart_wherever_they_stand() -> None:
    def make(step: int) -> Any:
        @compiled
        def stepping(x):  # type: ignore[no-untyped-def]
            return x + step

        return stepping

    one, two = make(1), make(2)

    def pick(*chosen: Any) -> Any:
        first, second, third = chosen

        @compiled
        def walk(x):  # type: ignore[no-untyped-def]
            return first(second(third(x)))

        return walk

    ways = [(a, b, c) for a in (one, two) for b in (one, two) for c in (one, two)]
    assert len({fingerprint(pick(*way)) for way in ways}) == len(ways)


def test_default_values_and_options_of_compilation_count() -> None:
    def plus(step: int, inline: bool = False) -> Any:
        def add(x, y=step):  # type: ignore[no-untyped-def]
            return x + y

        return compiled(add, inline=inline)

    assert len({fingerprint(plus(1)), fingerprint(plus(2)), fingerprint(plus(1, True))}) == 3
    assert fingerprint(plus(1)) == fingerprint(plus(1))


# --- what cannot be seen ----------------------------------------------------------------------------------------------


class Settings:
    """An object with a state."""

    def __init__(self) -> None:
        self.most = 3


settings = Settings()
words = types.ModuleType("words")
words.settings = settings  # type: ignore[attr-defined]
words.NUMBER = 4  # type: ignore[attr-defined]
cost = Settings()  # also the name of an attribute below


def plain_helper(x: int) -> int:
    return x


def test_what_cannot_be_seen_is_refused_when_the_function_is_decorated() -> None:
    with pytest.raises(Unseen, match=r"settings in .*: compiled code would keep its present value.*Use numbers"):

        @compiled
        def through_an_object(x):  # type: ignore[no-untyped-def]
            return x + settings.most

    with pytest.raises(Unseen, match="an object of the class Settings"):

        @compiled
        def through_a_module(x):  # type: ignore[no-untyped-def]
            return x + words.settings.most  # type: ignore[attr-defined]

    with pytest.raises(Unseen, match=r"words .* is a module: compiled code can read its attributes"):

        @compiled
        def a_module_itself(x):  # type: ignore[no-untyped-def]
            return x if words else 0

    def holding(held: Any) -> None:
        @compiled
        def a_container(x):  # type: ignore[no-untyped-def]
            return held[x]

    for thing, word in (({1: 2}, "dict"), ([1], "list"), ({1}, "set"), ((1, [2]), "list")):
        with pytest.raises(Unseen, match=rf"held in .* is a {word}: compiled code can read tuples and arrays"):
            holding(thing)

    with pytest.raises(Unseen, match=r"Settings in .*"):

        @compiled
        def a_class(x):  # type: ignore[no-untyped-def]
            return Settings.most  # type: ignore[attr-defined]

    @numba.vectorize
    def twice(x):  # type: ignore[no-untyped-def]
        return 2 * x

    with pytest.raises(Unseen, match=r"twice in .*: use a function marked with @compiled"):

        @compiled
        def of_another_decorator(x):  # type: ignore[no-untyped-def]
            return twice(x)

    objects = np.array([settings], object)
    with pytest.raises(Unseen, match="array of Python objects"):

        @compiled
        def an_array_of_objects(x):  # type: ignore[no-untyped-def]
            return objects[x]

    with pytest.raises(Unseen, match="has no attribute 'MISSING'"):

        @compiled
        def a_missing_attribute(x):  # type: ignore[no-untyped-def]
            return words.MISSING  # type: ignore[attr-defined]


def test_a_plain_function_is_refused_when_code_is_made_and_interpreted_with_pleasure() -> None:
    @compiled
    def part(x):  # type: ignore[no-untyped-def]
        return plain_helper(x) + 1

    @entry
    def door(x):  # type: ignore[no-untyped-def]
        return part(x)

    assert interpret(door)(2) == 3
    with pytest.raises(UsageError, match=r"plain_helper in .* is a plain function: mark it with @compiled"):
        door(2)


def test_a_name_that_is_only_an_attribute_is_not_taken_for_a_global() -> None:
    @compiled
    def price(card):  # type: ignore[no-untyped-def]
        return card.cost + words.NUMBER  # type: ignore[attr-defined]

    assert fingerprint(price)


def test_what_comes_later_in_the_file_is_refused_by_the_entry() -> None:
    later: dict[str, Any] = {"compiled": compiled, "entry": entry}
    exec("@compiled\ndef early(x):\n    return x + late.most\n", later)
    later["late"] = settings
    with pytest.raises(Unseen, match="late in early"):
        exec("@entry\ndef door(x):\n    return early(x)\n", later)


def test_an_intrinsic_is_all_that_it_is_made_of() -> None:
    def make(step: int, factor: int) -> Any:
        def helper(builder: Any, value: Any) -> Any:
            return builder.mul(value, ir.Constant(value.type, factor))

        @intrinsic
        def shifted(context: Any, x: Any) -> Any:
            def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                return builder.add(helper(builder, arguments[0]), ir.Constant(arguments[0].type, step))

            return numba.int64(numba.int64), emit

        @compiled
        def use(x):  # type: ignore[no-untyped-def]
            return shifted(x)

        return use

    assert fingerprint(make(1, 1)) == fingerprint(make(1, 1))
    assert len({fingerprint(make(step, factor)) for step in (1, 2) for factor in (1, 2)}) == 4


def test_options_that_are_sets_count() -> None:
    def plus(x: int) -> int:
        return x + 1

    flags = [{"nnan"}, {"nnan", "ninf"}, True, False]
    assert len({fingerprint(numba.njit(fastmath=each)(plus)) for each in flags}) == len(flags)


def test_interpreting_follows_modules() -> None:
    @compiled
    def double(x):  # type: ignore[no-untyped-def]
        return 2 * x

    inner, outer = types.ModuleType("inner"), types.ModuleType("outer")
    inner.double, inner.TABLE, outer.inner = double, np.array([5, 6]), inner  # type: ignore[attr-defined]

    @compiled
    def walk(x):  # type: ignore[no-untyped-def]
        return outer.inner.double(x) + outer.inner.TABLE[1] + math.floor(1.5)

    assert interpret(walk)(10) == 27


def test_a_function_that_moves_to_another_module_is_another() -> None:
    """Kept code names the modules of all that it calls: if one is gone, it could not be loaded."""

    def made(module: str) -> Any:
        names: dict[str, Any] = {"__name__": module}
        exec("def one(x):\n    return x + 1\n\ndef two(x):\n    return one(x)\n", names)
        return names["two"]

    assert fingerprint(made("here")) == fingerprint(made("here")) != fingerprint(made("there"))
