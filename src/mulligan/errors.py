"""The one exception for what a user got wrong: the message says what, where, and what would be right."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

MANY = 12  # names in one message


class UsageError(ValueError):
    """A mistake in a name, a number or a file that the user gave.  Shown as one line, without a traceback."""


def unknown(kind: str, given: str, choices: Iterable[str], listing: str = "") -> UsageError:
    """The error for a name that does not exist, with the names that do, or the command that lists many of them.

    >>> print(unknown("game", "magik", ["magic", "nim"]))
    unknown game 'magik': did you mean 'magic'? Choices: magic, nim
    """
    names = list(choices)
    near = difflib.get_close_matches(given, names, n=1)
    hint = f"did you mean '{near[0]}'? " if near else ""
    if listing and len(names) > MANY:
        return UsageError(f"unknown {kind} '{given}': {hint}Choices: {', '.join(names[:MANY])}, ... (see: {listing})")
    listed = ", ".join(names) if names else "none"
    return UsageError(f"unknown {kind} '{given}': {hint}Choices: {listed}")
