"""Breaking texts: grammar-aware where words, numbers and brackets are moved about, and plain noise for the rest."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence

_TOKEN = re.compile(r"\w+|[^\w\s]|\s+")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
NUMBERS = (
    *("0", "-1", "1", "2", "3", "7", "30", "60", "61", "64", "99", "100", "127", "128", "255", "256", "1000", "4096"),
    *("32767", "65536", "1000000", "2147483647", "2147483648", "4294967296", "9223372036854775807"),
    *("9223372036854775808", "-9223372036854775809", "18446744073709551616", "1e9", "1e308", "1e999", "-0", "0x10"),
    *("nan", "inf", "-inf", "1_0", "007", "+5", "0.5", "-0.0", "1/2", "٣", "१२", "²", "Ⅷ", "１５", "1" * 5000),
)
LETTERS = (
    *("\0", "\n", "\r", "\t", "\x1b[31m", "\x7f", "\x85", "\u2028", "\u202e", "\ufeff", "\ud800", "é", "ß", "İ", "ﬀ"),
    *("☃", "🂡", "　", "\u200b", "'", '"', "\\", "`", "$", "%", "%s", "{}", "{0}", "{x}", "<b>", "&amp;", "#", ";", "|"),
    *("=", ",", ":", "(", ")", "[", "]", "{", "}", "/", "../", "-", "--", "*", "+", "?", "!", "~", "@", "^"),
)
BRACKETS = ("()", "[]", "{}", "<>", '""', "''")
LONG = (1_000, 20_000, 200_000)
DEEP = (50, 1_000, 20_000)

Mutation = Callable[[str, Sequence[str], random.Random], str]


def _span(text: str, dice: random.Random, most: int = 30) -> tuple[int, int]:
    start = dice.randrange(len(text) + 1)
    return start, min(len(text), start + dice.randrange(1, most + 1))


def delete(text: str, others: Sequence[str], dice: random.Random) -> str:
    """Leave some letters out."""
    start, stop = _span(text, dice)
    return text[:start] + text[stop:]


def duplicate(text: str, others: Sequence[str], dice: random.Random) -> str:
    """Say some letters again."""
    start, stop = _span(text, dice)
    return text[:stop] + text[start:stop] * dice.choice((1, 1, 2, 10)) + text[stop:]


def cut(text: str, others: Sequence[str], dice: random.Random) -> str:
    """End in the middle."""
    return text[: dice.randrange(len(text) + 1)]


def splice(text: str, others: Sequence[str], dice: random.Random) -> str:
    """The beginning of this and the end of another."""
    other = dice.choice(others)
    return text[: dice.randrange(len(text) + 1)] + other[dice.randrange(len(other) + 1) :]


def letter(text: str, others: Sequence[str], dice: random.Random) -> str:
    """Put a strange letter in, or in place of another."""
    at = dice.randrange(len(text) + 1)
    return text[:at] + dice.choice(LETTERS) + text[at + dice.randrange(2) :]


def noise(text: str, others: Sequence[str], dice: random.Random) -> str:
    """A few random letters of any alphabet."""
    at = dice.randrange(len(text) + 1)
    return text[:at] + "".join(chr(dice.choice((256, 0x3000, 0x10FFFF)) * dice.randrange(1000) // 1000) for _ in "1234")


def number(text: str, others: Sequence[str], dice: random.Random) -> str:
    """Another number in place of one."""
    found = list(_NUMBER.finditer(text))
    if not found:
        return letter(text, others, dice)
    one = dice.choice(found)
    if dice.random() < 0.4:
        new = str(int(float(one[0][:15])) + dice.choice((-1, 1, 10, -10, 100)))
    else:
        new = dice.choice(NUMBERS)
    return text[: one.start()] + new + text[one.end() :]


def words(text: str, others: Sequence[str], dice: random.Random) -> str:
    """Words left out, doubled, exchanged, or taken from another."""
    tokens = _TOKEN.findall(text) or [""]
    at = dice.randrange(len(tokens))
    what = dice.randrange(5)
    if what == 0:
        del tokens[at]
    elif what == 1:
        tokens.insert(at, tokens[at])
    elif what == 2:
        other = dice.randrange(len(tokens))
        tokens[at], tokens[other] = tokens[other], tokens[at]
    else:
        foreign = _TOKEN.findall(dice.choice(others)) or [""]
        tokens[at : at + (what == 3)] = [dice.choice(foreign)]
    return "".join(tokens)


def lines(text: str, others: Sequence[str], dice: random.Random) -> str:
    """Lines, or parts between bars and commas, left out, doubled, exchanged, or taken from another."""
    mark = dice.choice([mark for mark in ("\n", "|", ",", " ") if mark in text] or [" "])
    parts = text.split(mark)
    at = dice.randrange(len(parts))
    what = dice.randrange(4)
    if what == 0:
        del parts[at]
    elif what == 1:
        parts.insert(at, parts[at])
    elif what == 2:
        other = dice.randrange(len(parts))
        parts[at], parts[other] = parts[other], parts[at]
    else:
        parts[at] = dice.choice(dice.choice(others).split(mark))
    return mark.join(parts)


def nest(text: str, others: Sequence[str], dice: random.Random) -> str:
    """Brackets, a few or a great many deep."""
    pair = dice.choice(BRACKETS)
    depth = dice.choice(DEEP) if dice.random() < 0.02 else dice.choice((1, 2, 5))
    start, stop = _span(text, dice)
    close = pair[1] * depth if dice.random() < 0.7 else ""
    return text[:start] + pair[0] * depth + text[start:stop] + close + text[stop:]


def lengthen(text: str, others: Sequence[str], dice: random.Random) -> str:
    """Very much of the same."""
    size = dice.choice(LONG) if dice.random() < 0.05 else 200
    start, stop = _span(text, dice)
    part = text[start:stop] or "x"
    return text[:stop] + (part * (size // len(part) + 1))[:size] + text[stop:]


def case(text: str, others: Sequence[str], dice: random.Random) -> str:
    """Other capitals."""
    start, stop = _span(text, dice)
    return text[:start] + text[start:stop].swapcase() + text[stop:]


MUTATIONS: tuple[Mutation, ...] = (
    *(delete, duplicate, cut, splice, letter, noise, number, number, words, words, words, lines, lines),
    *(nest, lengthen, case),
)
LARGEST = 1_500_000  # letters


def mutate(text: str, others: Sequence[str], dice: random.Random) -> str:
    """A text with one to four mutations, by the dice alone; `others` are valid texts of the same kind.

    >>> mutate("life=20", ["life=9"], random.Random(1)) == mutate("life=20", ["life=9"], random.Random(1))
    True
    """
    for _ in range(dice.choice((1, 1, 1, 2, 2, 3, 4))):
        text = dice.choice(MUTATIONS)(text, others, dice)[:LARGEST]
    return text


def as_bytes(text: str, dice: random.Random) -> bytes:
    """A text as a file may hold it: mostly UTF-8, sometimes with broken bytes."""
    data = bytearray(text.encode("utf-8", "surrogatepass"))
    if dice.random() < 0.2 and data:
        for _ in range(dice.randrange(1, 4)):
            data[dice.randrange(len(data))] = dice.randrange(256)
    return bytes(data)
