"""How the words and numbers of a line in the card file are read.

Every reader raises `Wrong` with the reason; `cardfile.py` adds the file and the line.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping, Sequence

from mulligan.core.textkit import bounded, with_article

from . import vocabulary as v

COLORS = v.LETTERS[:-1]


class Wrong(ValueError):
    """A mistake in a line: what is wrong, and what would be right."""


def not_a(kind: str, given: str, choices: Sequence[str]) -> str:
    """What is said of a word that does not exist, with the ones that do.

    >>> print(not_a("colour", "gren", ["green", "red"]))
    'gren' is not a colour; did you mean 'green'? Choices: green, red
    """
    near = difflib.get_close_matches(given, choices, n=1)
    hint = f"; did you mean '{near[0]}'?" if near else "."
    return f"'{given}' is not {with_article(kind)}{hint} Choices: {', '.join(choices) or 'none'}"


def pick(kind: str, given: str, choices: Mapping[str, int]) -> int:
    """The number of a word."""
    if given not in choices:
        raise Wrong(not_a(kind, given, list(choices)))
    return choices[given]


def read_number(what: str, given: str, low: int, high: int, step: int = 1) -> int:
    """A whole number within bounds."""
    try:
        return bounded(given, low, high, step)
    except ValueError as error:
        raise Wrong(f"{what} '{given}' {error}") from None


def read_type(given: str, letters: str = v.LETTERS) -> int:
    """The number of a type's letter."""
    if len(given) != 1 or given not in letters:
        names = ", ".join(f"{letter} {v.TYPES[v.LETTERS.index(letter)]}" for letter in letters)
        raise Wrong(f"'{given}' is not the letter of a type. Choices: {names}")
    return v.LETTERS.index(given)


def read_damage(given: str, low: int = 10) -> int:
    return read_number("damage", given, low, 500, 10)


def up_to(what: str, most: int) -> Callable[[str], int]:
    return lambda given: read_number(f"number of {what}", given, 1, most)


number_of_cards = up_to("cards", 60)
number_of_coins = up_to("coins", 10)
number_of_energy = up_to("Energy", 20)
number_of_pokemon = up_to("Pokemon", 5)


def one_of(kind: str, **choices: int) -> Callable[[str], int]:
    return lambda given: pick(kind, given, choices)


def target_among(*allowed: int) -> Callable[[str], int]:
    return one_of("target here", **{v.TARGETS[target]: target for target in allowed})


read_who = one_of("player here", me=v.ME, both=v.BOTH)
