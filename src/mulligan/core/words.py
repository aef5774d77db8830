"""The little grammar that names players and setups: `name:key=value,flag`, read and printed without loss.

Numbers that people type are read here too, in one way everywhere: with the digits 0 to 9 and nothing that merely counts
as a digit to Python.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import TypeVar

from .errors import UsageError, quoted

DEEPEST = 20  # parentheses within parentheses
LONGEST = 20_000  # characters of a name with all its words
MOST_DIGITS = 1_000  # of a number

_WRITTEN = re.compile(r"-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?|-?inf", re.ASCII | re.IGNORECASE)

T = TypeVar("T", int, float)


def plain_digits(text: str) -> bool:
    """Whether a text is a whole number from 0 on that somebody may mean, written with the digits 0 to 9 alone.

    >>> plain_digits("12"), plain_digits("-1"), plain_digits("1_0"), plain_digits("٣"), plain_digits("9" * 5000)
    (True, False, False, False, False)
    """
    return text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS


def whole_number(text: str) -> int:
    """A whole number as people write it, or a `ValueError` that says what it should be.

    >>> whole_number("12"), whole_number("-3")
    (12, -3)
    >>> whole_number("1_0")
    Traceback (most recent call last):
    ValueError: should be a whole number, written with the digits 0 to 9 alone
    """
    return _number(text, int, "a whole number")


def real_number(text: str) -> float:
    """A number as people write it, or a `ValueError` that says what it should be.

    >>> real_number("0.5"), real_number("1e3"), real_number("inf")
    (0.5, 1000.0, inf)
    """
    return _number(text, float, "a number")


def _number(text: str, kind: Callable[[str], T], what: str) -> T:
    try:
        value = kind(text)
    except ValueError:
        raise ValueError(f"should be {what}") from None
    if not _WRITTEN.fullmatch(text):  # Python would take spaces, signs, and digits of other alphabets
        raise ValueError(f"should be {what}, written with the digits 0 to 9 alone")
    if value in (math.inf, -math.inf) and text.lower().lstrip("-") != "inf":
        raise ValueError(f"should be {what} that is not beyond all bounds")
    return value


def split_words(text: str, what: str = "text") -> tuple[str, dict[str, str]]:
    """The name and the words after it; a flag is a word with an empty value.

    >>> split_words("ensemble:trees=40,binary")
    ('ensemble', {'trees': '40', 'binary': ''})
    >>> split_words("cowling2012/BA")
    ('cowling2012/BA', {})
    >>> split_words("staged:attack=expert,cards=(ensemble:trees=4,sims=9)")
    ('staged', {'attack': 'expert', 'cards': 'ensemble:trees=4,sims=9'})
    """
    if len(text) > LONGEST:
        raise UsageError(f"{what} {quoted(text)}: longer than a name can be ({LONGEST:,} characters)")
    name, colon, rest = text.strip().partition(":")
    words: dict[str, str] = {}
    if colon and not rest.strip():
        raise UsageError(f"{what} {quoted(text)}: nothing stands after the colon")
    for word in _at_commas(rest, text, what) if rest else []:
        key, _, value = (part.strip() for part in word.partition("="))
        if _wrapped(value):
            value = value[1:-1]
        if not key:
            raise UsageError(f"{what} {quoted(text)}: an empty word; expected {name[:40]}:key=value,flag")
        if key in words:
            raise UsageError(f"{what} {quoted(text)}: {quoted(key)} is given twice")
        words[key] = value
    return name.strip(), words


def join_words(name: str, words: dict[str, str]) -> str:
    """The inverse of `split_words`.

    >>> join_words("ensemble", {"trees": "40", "binary": ""})
    'ensemble:trees=40,binary'
    """
    shown = {key: f"({value})" if "," in value or _wrapped(value) else value for key, value in words.items()}
    listed = ",".join(f"{key}={value}" if value else key for key, value in shown.items())
    return f"{name}:{listed}" if listed else name


def _wrapped(value: str) -> bool:
    """Whether one pair of parentheses holds the whole value."""
    depth = 0
    for i, letter in enumerate(value):
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if depth == 0 and i < len(value) - 1:
            return False
    return value.startswith("(") and value.endswith(")")


def _at_commas(rest: str, text: str, what: str) -> list[str]:
    """Split at the commas outside parentheses."""
    cuts, depth = [-1], 0
    for i, letter in enumerate(rest):
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if depth > DEEPEST:
            raise UsageError(f"{what} {quoted(text)}: parentheses may be {DEEPEST} deep at most")
        if depth < 0:
            break
        if letter == "," and depth == 0:
            cuts.append(i)
    if depth != 0:
        raise UsageError(f"{what} {quoted(text)}: unbalanced parentheses")
    return [rest[start + 1 : end] for start, end in zip(cuts, [*cuts[1:], len(rest)])]
