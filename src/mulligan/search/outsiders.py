"""Parts from outside: what is wrong with one is told before it is used, with its name, its file and what is right."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import lru_cache
from numbers import Real
from typing import Any

from mulligan.core.blame import Suspect, file_of, takes
from mulligan.core.errors import UsageError, unknown
from mulligan.kernel import inlined

from .parts import FUNCTIONS, OPTIONAL, Part, Parts, made_functions

BESIDE = {"ROOM"}  # what a part may tell besides its functions
GIVEN = {
    **dict.fromkeys(("score", "scale", "urgency", "of", "width"), "a number"),
    **dict.fromkeys(("takes", "at_leaf", "is_done", "turn_to", "judge"), "whether it is so"),
    **dict.fromkeys(("run", "deal", "pick", "next", "instead"), "a whole number"),
    **{"descend": "a depth, a stage and whether the turn ends", "bounds": "two numbers"},
}
"""By function: what it must return."""
ARGUMENTS = {
    "make": "game, made",
    "fill": "p, settings, game, seat",
    "fade": "shared, settings, occasion",
    "check": "settings",
    "merit": "choice, ending",
    "explain": "d, x, p",
}
"""The functions of a part that are ordinary Python."""


def file_of_part(part: Part) -> str:
    """The file that a part is written in, if it is somebody else's; else nothing."""
    own = [getattr(part, name) for name in ARGUMENTS]
    return next((file for one in (*own, *made_functions(part).values()) if (file := file_of(one))), "")


@lru_cache(maxsize=256)
def check_part(part: Part, label: str, shipped: type) -> None:
    """Raise `UsageError` for a part that cannot be used, whatever the game; `shipped` has the settings of searches."""

    def refuse(why: str) -> UsageError:
        file = file_of_part(part)
        place = f" ({file})" if file and file.rpartition("/")[2] not in label else ""
        return UsageError(f"{label}: part '{part.name}'{place}: {why}")

    for name, arguments in ARGUMENTS.items():
        function = getattr(part, name)
        wrong = "" if function is None else takes(function, arguments, name)
        if wrong:
            raise refuse(wrong)
    if part.slot == "vote" and part.merit is None:
        raise refuse("a vote needs a merit(choice, ending)")
    if part.Settings is None:
        return
    if not (isinstance(part.Settings, type) and is_dataclass(part.Settings)):
        raise refuse("its Settings should be a class marked with @dataclass(frozen=True)")
    known = {one.name: one.default for one in fields(shipped)}
    for one in fields(part.Settings):
        if one.name in known and one.default != known[one.name]:
            raise refuse(f"every search has a setting '{one.name}': its own needs another name")
        if one.default is MISSING:
            raise refuse(f"its setting '{one.name}' needs a default")


def check_made(part: Part, functions: Mapping[str, Any]) -> None:
    """Raise `UsageError` for a function of a part from outside that its slot does not know."""
    known = {**FUNCTIONS[part.slot], **OPTIONAL.get(part.slot, {})}
    odd = [name for name, one in functions.items() if name not in known and name not in BESIDE and file_of(one)]
    if odd:
        raise unknown(f"function of part '{part.name}', slot {part.slot},", odd[0], known)


def guarded(part: Part, functions: Mapping[str, Any]) -> Mapping[str, Any]:
    """The functions of a part, of which those from outside tell of what cannot be compared.

    A score that is no number (NaN) is greater than none, so the search would go on with whichever child comes first.
    Infinite ones can be compared, and are meant by some.
    """
    score = functions.get("score")
    if part.slot != "select" or not file_of(score):
        return functions
    wrong = f"{describe(part, 'score')} returns NaN, which is no number: does it divide 0 by 0?"

    @inlined
    def checked(d, x, p, rng):
        found = score(d, x, p, rng)
        if found != found:
            raise ValueError(wrong)
        return found

    return {**functions, "score": checked}


def describe(part: Part, function: str) -> str:
    """A function of a part as messages name it."""
    return f"part '{part.name}', function {function}"


def check_merit(part: Part, merit: Any) -> None:
    """Raise `UsageError` for a merit that cannot be compared."""
    for one in merit if isinstance(merit, tuple) else (merit,):
        if not isinstance(one, Real) or one != one:
            file = file_of_part(part)
            place = f"{file}: " if file else ""
            raise UsageError(f"{place}part '{part.name}': its merit is {one!r}, and should be a number")


def suspects_in(parts: Parts) -> list[Suspect]:
    """The functions of parts that may be at fault."""
    found = []
    for part in parts:
        for name, function in made_functions(part).items():
            found.append(Suspect(function, describe(part, name), GIVEN.get(name, "")))
        for name in ARGUMENTS:
            if getattr(part, name) is not None:
                found.append(Suspect(getattr(part, name), describe(part, name)))
    return found
