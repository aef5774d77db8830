"""The one exception for what a user got wrong: the message says what, where, and what would be right."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class UsageError(ValueError):
    """A mistake in a name, a number or a file that the user gave.  Shown as one line, without a traceback."""


def unknown(kind: str, given: str, choices: Iterable[str]) -> UsageError:
    """The error for a name that does not exist, with the names that do.

    >>> print(unknown("game", "magik", ["magic", "nim"]))
    unknown game 'magik': did you mean 'magic'? Choices: magic, nim
    """
    names = list(choices)
    near = difflib.get_close_matches(given, names, n=1)
    hint = f"did you mean '{near[0]}'? " if near else ""
    listed = ", ".join(names) if names else "none"
    return UsageError(f"unknown {kind} '{given}': {hint}Choices: {listed}")
