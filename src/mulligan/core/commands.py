"""Commands that people type: a move by its text, or by an abbreviation that only one move has."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Mapping, Sequence

from .errors import MANY, UsageError

CLOSE = 8  # moves that a message lists, of those that an abbreviation fits
NEAR = 3
_MARKS = "()[]{},;:.!?'\""


def _line(text: str) -> str:
    """A text without capitals and needless spaces."""
    return " ".join(text.split()).casefold()


def _words(text: str) -> list[str]:
    """The words of a text, without the marks around them."""
    words = (word.strip(_MARKS) for word in _line(text).split())
    return [word for word in words if word]


def _begins(text: str, part: str) -> bool:
    """Whether a text begins like this; a number does not begin another one."""
    cut = part[-1:].isdigit() and text[len(part) :][:1].isdigit()
    return text.startswith(part) and not cut


def abbreviates(typed: Sequence[str], words: Sequence[str]) -> bool:
    """Whether each typed word begins one of the words, in their order; words may be left out.

    >>> words = ["attach", "darkness", "energy", "to", "deino", "bench", "2"]
    >>> abbreviates(["att", "dark", "deino"], words), abbreviates(["deino", "dark"], words)
    (True, False)
    """
    rest = iter(words)
    return bool(typed) and all(any(_begins(word, part) for word in rest) for part in typed)


def _fitting(text: str, commands: Collection[str]) -> list[str]:
    """The commands that begin like the text, or, if none does, those that it abbreviates."""
    wanted = _line(text)
    found = [command for command in commands if wanted and _begins(_line(command), wanted)]
    typed = _words(text)
    return found or [command for command in commands if abbreviates(typed, _words(command))]


def _listed(commands: Collection[str], most: int) -> str:
    shown = ", ".join(list(commands)[:most])
    return shown if len(commands) <= most else f"{shown}, ... ({len(commands)} in all)"


def _hint(text: str, commands: Collection[str]) -> str:
    lines = {_line(command): command for command in commands}
    near = [f"'{lines[line]}'" for line in difflib.get_close_matches(_line(text), lines, n=NEAR)]
    return f" did you mean {' or '.join(near)}?" if near else ""


def read_command(text: str, commands: Mapping[str, int]) -> int:
    """The number of the command that is meant: by its whole text, its beginning, or beginnings of some of its words.

    Each of these counts only if none before it fits, and only if it fits a single command.  So a text that is written
    in full always means itself.

    >>> commands = {"attack Consume": 1, "attack Destructor Beam": 2, "attach Darkness Energy to Deino (bench 2)": 3}
    >>> [read_command(text, commands) for text in ("Attack  consume", "attack d", "att dark deino", "beam")]
    [1, 2, 3, 2]
    >>> read_command("attack", commands)
    Traceback (most recent call last):
    mulligan.core.errors.UsageError: ambiguous move 'attack'; legal: attack Consume, attack Destructor Beam
    """
    if text in commands:
        return commands[text]
    for command, number in commands.items():
        if _line(command) == _line(text):
            return number
    fitting = _fitting(text, commands)
    if len(fitting) == 1:
        return commands[fitting[0]]
    given = text if len(text) <= 80 else f"{text[:80]}..."
    if fitting:
        raise UsageError(f"ambiguous move '{given}'; legal: {_listed(fitting, CLOSE)}")
    raise UsageError(f"unknown move '{given}';{_hint(text, commands)} legal: {_listed(commands, MANY)}")
