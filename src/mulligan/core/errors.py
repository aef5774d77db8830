"""The one exception for what a user got wrong: the message says what, where, and what would be right."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable

MANY = 12  # names in one message
LINE = 200  # characters of what somebody gave that a message repeats
LONGEST = 2_000  # characters of any message
_LONG = re.compile(f"'([^']{{{LINE + 1},}})'")


class UsageError(ValueError):
    """A mistake in a name, a number or a file that the user gave.  Shown as one line, without a traceback.

    However much was given, a message repeats at most a line of it: longer quotations, and then longer messages, are cut
    in their middle.

    >>> len(str(UsageError(f"setup '{900_000 * 'x'}': there is none"))) < 240
    True
    >>> len(str(UsageError("x" * 900_000))) <= LONGEST
    True
    """

    def __init__(self, text: object = "") -> None:
        super().__init__(_cut(_LONG.sub(lambda found: f"'{_cut(found[1], LINE)}'", str(text)), LONGEST))


def _cut(text: str, most: int) -> str:
    """At most so much of a text: its beginning, and a little of its end."""
    if len(text) <= most:
        return text
    end = most // 4
    return f"{text[: most - end - 3]}...{text[-end:]}"


class Forfeit(UsageError):
    """A player from outside that fails: it raises, makes an illegal move or takes too long.

    In matches it loses the game, and the match goes on; elsewhere it is an error like others.
    """


def quoted(text: str, most: int = LINE) -> str:
    """What somebody gave, as messages repeat it: in quotation marks, and at most a line of it.

    >>> quoted("magik"), len(quoted("x" * 900_000)) < 250
    ("'magik'", True)
    """
    return f"'{text}'" if len(text) <= most else f"'{_cut(text, most)}' ({len(text):,} characters)"


def articled(word: str) -> str:
    """A word with its article.

    >>> articled("int"), articled("Part")
    ('an int', 'a Part')
    """
    return f"{'an' if word[:1].lower() in 'aeiou' else 'a'} {word}"


def unknown(kind: str, given: str, choices: Iterable[str], listing: str = "") -> UsageError:
    """The error for a name that does not exist, with the names that do, or the command that lists many of them.

    >>> print(unknown("game", "magik", ["magic", "nim"]))
    unknown game 'magik': did you mean 'magic'? Choices: magic, nim
    """
    names = list(choices)
    near = difflib.get_close_matches(given[:LINE], names, n=1)
    hint = f"did you mean '{near[0]}'? " if near else ""
    if listing and len(names) > MANY:
        return UsageError(
            f"unknown {kind} {quoted(given)}: {hint}Choices: {', '.join(names[:MANY])}, ... (see: {listing})"
        )
    listed = ", ".join(names) if names else "none"
    return UsageError(f"unknown {kind} {quoted(given)}: {hint}Choices: {listed}")
