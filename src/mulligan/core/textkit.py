"""What text forms of games have in common: numbers within bounds, counted names, words with values, registers.

A position is a line of parts with titles (`sections.py`); the words behind a title are read with the functions below.
Nothing that was typed is trusted: every mistake is a `UsageError` that says where it is and what would be right.
`where` begins such a message, as in "position, hand1".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from .errors import UsageError, unknown
from .words import whole_number

_COUNTED = re.compile(r"(?:([0-9]+) )?(.*?)(?:(?: x| ?\*)([0-9]+))?")
_QUOTED = 30  # characters of a word that a message repeats


def need(condition: Any, problem: str) -> None:
    """Refuse a position unless a condition holds; the problem begins with its place, or a colon.

    >>> need(3 < 2, ", hand1: more than 2 cards")
    Traceback (most recent call last):
    mulligan.core.errors.UsageError: position, hand1: more than 2 cards
    """
    if not condition:
        raise UsageError(f"position{problem}")


def once(word: str, seen: Container[str], where: str) -> None:
    """Refuse a word that was there before.

    >>> once("turn", {"turn": 3}, "position")
    Traceback (most recent call last):
    mulligan.core.errors.UsageError: position: 'turn' is given twice
    """
    if word in seen:
        raise UsageError(f"{where}: '{word}' is given twice")


# --- words in messages ------------------------------------------------------------------------------------------------


def either(words: Iterable[str]) -> str:
    """Words as alternatives.

    >>> either(["red", "green", "blue"])
    'red, green or blue'
    """
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last


def with_article(word: str) -> str:
    """A word with its article.

    >>> with_article("Ability"), with_article("tool")
    ('an Ability', 'a tool')
    """
    return f"{'an' if word[0] in 'aeiouAEIOU' else 'a'} {word}"


# --- numbers and names ------------------------------------------------------------------------------------------------


def bounded(text: str, low: int, high: int, step: int = 1) -> int:
    """A whole number within bounds, or a `ValueError` that says what it should be.

    >>> bounded("30", 10, 500, 10)
    30
    >>> bounded("35", 10, 500, 10)
    Traceback (most recent call last):
    ValueError: should be a whole number from 10 to 500 in steps of 10
    """
    try:
        number = whole_number(text)
    except ValueError:
        number = low - 1
    if not low <= number <= high or number % step:
        raise ValueError(
            f"should be a whole number from {low} to {high}" + (f" in steps of {step}" if step > 1 else "")
        )
    return number


def read_number(text: str, where: str, low: int, high: int, step: int = 1) -> int:
    """A whole number within bounds.

    >>> read_number("many", "position, turn", 1, 200)
    Traceback (most recent call last):
    mulligan.core.errors.UsageError: position, turn: 'many' should be a whole number from 1 to 200
    """
    try:
        return bounded(text, low, high, step)
    except ValueError as error:
        raise UsageError(f"{where}: '{text[:_QUOTED]}' {error}") from None


def read_choice(text: str, kind: str, choices: Sequence[str]) -> int:
    """The place of a name among those that are possible; `kind` says what it should name, and where.

    >>> read_choice(" bench  2", "place in position, ask", ["active", "bench 1", "bench 2"])
    2
    """
    name = " ".join(text.split())
    if name not in choices:
        raise unknown(kind, name[:_QUOTED], choices)
    return choices.index(name)


# --- counted names ----------------------------------------------------------------------------------------------------


def show_counted(names: Iterable[str], form: str = "{n} {name}") -> list[str]:
    """Names in their order, equal neighbours together and counted.

    >>> show_counted(["Golett", "Golett", "N"]), show_counted(["107", "107", "107", "50"], "{name}*{n}")
    (['2 Golett', 'N'], ['107*3', '50'])
    """
    runs = ((name, len(list(same))) for name, same in groupby(names))
    return [name if n == 1 else form.format(n=n, name=name) for name, n in runs]


def read_counted(text: str, where: str, most: int) -> tuple[int, str]:
    """How many, and of what; one if it does not say.

    >>> [read_counted(text, "position", 60) for text in ("2 Golett", "Golett x2", "2/2(2)*3", "N")]
    [(2, 'Golett'), (2, 'Golett'), (3, '2/2(2)'), (1, 'N')]
    """
    plain = " ".join(text.split())
    found = _COUNTED.fullmatch(plain)
    assert found
    before, name, after = found.groups()
    if before and after:
        raise UsageError(f"{where}: '{plain[: 2 * _QUOTED]}' says twice how many")
    count = before or after
    return read_number(count, f"{where}, {name[:_QUOTED]}", 1, most) if count else 1, name


# --- words with values ------------------------------------------------------------------------------------------------


def read_pairs(
    text: str, where: str, keys: Sequence[str], between: str | None = None, kind: str = "word"
) -> dict[str, str]:
    """Words and their values, each word at most once: one after the other, or with something between the pairs.

    >>> read_pairs("turn 3 player 1", "position", ["turn", "player"])
    {'turn': '3', 'player': '1'}
    >>> read_pairs("by Ultra Ball, step 4", "position, ask", ["by", "step"], ",")
    {'by': 'Ultra Ball', 'step': '4'}
    """
    words = text.split()
    pairs = [words[i : i + 2] for i in range(0, len(words), 2)]
    if between:
        pairs = [pair.split(maxsplit=1) or [""] for pair in text.split(between)]
    found: dict[str, str] = {}
    for word, *value in pairs:
        if word not in keys:
            raise unknown(f"{kind} of {where}", word[:_QUOTED], keys)
        once(word, found, where)
        if not value:
            raise UsageError(f"{where}: a value is missing after '{word}'")
        found[word] = value[0]
    return found


def read_settings(
    text: str, where: str, numbers: Mapping[str, tuple[int, int]], flags: Sequence[str] = (), kind: str = "word"
) -> dict[str, int]:
    """Words with a number behind them, whose bounds are given, and words without, which are 1; in any order.

    >>> read_settings("energy trances 3", "position, done", {"trances": (1, 30)}, ["energy", "retreat"])
    {'energy': 1, 'trances': 3}
    """
    found: dict[str, int] = {}
    words = iter(text.split())
    for word in words:
        if word not in numbers and word not in flags:
            raise unknown(f"{kind} of {where}", word[:_QUOTED], [*numbers, *flags])
        once(word, found, where)
        found[word] = 1
        if word in numbers:
            low, high = numbers[word]
            number = next(words, "")
            if not number:
                right = f"it should be a whole number from {low} to {high}"
                raise UsageError(f"{where}: a value is missing after '{word}'; {right}")
            found[word] = read_number(number, f"{where}, {word}", low, high)
    return found


# --- registers --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Register:
    """A number of a state that is written only where it is not what one would expect: its field and its bounds."""

    field: str
    low: int
    high: int
    seat: int = -1
    """Whose it is, of a field that each player has."""
    plus: int = 0
    """What is added in writing: players count from 1."""

    @property
    def name(self) -> str:
        """The word that it is written with.

        >>> Register("turn", 1, 200).name, Register("ready", 0, 1, seat=1).name
        ('turn', 'ready2')
        """
        return self.field if self.seat < 0 else f"{self.field}{self.seat + 1}"

    def get(self, s: Any) -> int:
        """Its value, as it is written."""
        value = getattr(s, self.field)
        return int(value if self.seat < 0 else value[self.seat]) + self.plus

    def set(self, s: Any, value: int) -> None:
        """Put a value that was written into the state."""
        if self.seat < 0:
            setattr(s, self.field, value - self.plus)
        else:
            getattr(s, self.field)[self.seat] = value - self.plus


def of_each(field: str, low: int, high: int, players: int = 2) -> list[Register]:
    """A register for each player.

    >>> [register.name for register in of_each("ready", 0, 1)]
    ['ready1', 'ready2']
    """
    return [Register(field, low, high, seat) for seat in range(players)]


def show_registers(registers: Iterable[Register], s: Any, default: Callable[[str], int]) -> str:
    """The registers that are not what they are by default, by name, as in `left 2 must 1`."""
    shown = ((register.name, register.get(s)) for register in registers)
    return " ".join(f"{name} {value}" for name, value in shown if value != default(name))


def read_registers(
    registers: Sequence[Register],
    s: Any,
    text: str,
    where: str,
    default: Callable[[str], int],
    check: Callable[[str, int], None] = lambda name, value: None,
) -> None:
    """Fill all registers in their order: those that are given, after a check, and the others by default.

    A default may depend on the registers before it.

    >>> from types import SimpleNamespace
    >>> s = SimpleNamespace(turn=0, player=0)
    >>> registers = [Register("turn", 1, 200), Register("player", 1, 2, plus=1)]
    >>> read_registers(registers, s, "turn 7", "position, with", lambda name: 1 if name == "turn" else 2 - s.turn % 2)
    >>> s.turn, s.player
    (7, 0)
    """
    bounds = {register.name: (register.low, register.high) for register in registers}
    given = read_settings(text, where, bounds, kind="number")
    for register in registers:
        name = register.name
        if name in given:
            check(name, given[name])
        register.set(s, given.get(name, default(name)))
