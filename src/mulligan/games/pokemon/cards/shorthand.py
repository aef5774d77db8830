"""The shorthand of Uhlenkamp and Chenhall's card file, as far as their paper shows it: one attack.

    1D2C, Consume, doDamage: 40, healDamage: EQ

That is all that is known of it: a cost of numbers and letters, a name, and effects as `key: value`, two of them.  A
line of this kind is put into our words, and read as such; nothing is guessed beyond it.
"""

from __future__ import annotations

import re
from itertools import groupby

from . import vocabulary as v
from .readers import Wrong, not_a, read_number

KEYS = ("doDamage", "healDamage")
"""The effects that the paper shows."""
FORM = "1D2C, Consume, doDamage: 40, healDamage: EQ"
_PAIR = re.compile(r"(\w+)\s*:\s*(.*)")


def is_shorthand(cost: str, effects: str) -> bool:
    """Whether a line is the paper's, by the numbers in its cost or by its first effect.

    >>> is_shorthand("1D2C", "doDamage: 40"), is_shorthand("DCC", "damage 40"), is_shorthand("0", "damage 40")
    (True, False, False)
    """
    found = _PAIR.fullmatch(effects.split(",")[0].strip())
    return bool(re.search("[1-9]", cost)) or (found is not None and found[1] in KEYS)


def in_our_words(cost: str, effects: str) -> tuple[str, str]:
    """Cost and effects of such a line as our own words have them.

    >>> in_our_words("1D2C", "doDamage: 40, healDamage: EQ")
    ('DCC', 'damage 40, heal self dealt')
    """
    words: list[str] = []
    for part in effects.split(","):
        words.append(_effect(part.strip(), words))
    return _cost(cost), ", ".join(words)


def _cost(cost: str) -> str:
    if cost == "0":
        return cost
    if not re.fullmatch(rf"([1-9][{v.LETTERS}])+", cost):
        right = f"numbers and letters of {v.LETTERS}, such as 1D2C"
        if all(letter in v.LETTERS for letter in cost):
            right = "".join(f"{len(list(same))}{letter}" for letter, same in groupby(cost))
        raise Wrong(f"the cost '{cost}' should be {right} in a line of the paper's kind: {FORM}")
    return "".join(letter * int(n) for n, letter in zip(cost[::2], cost[1::2]))


def _effect(part: str, before: list[str]) -> str:
    found = _PAIR.fullmatch(part)
    if not found:
        ours = "Mulligan's own words go with a cost such as DCC"
        raise Wrong(f"'{part}' does not fit a line of the paper's kind: {FORM}; {ours}")
    key, value = found.groups()
    if key not in KEYS:
        said = "what else an attack does is said in Mulligan's own words"
        raise Wrong(f"{not_a('word of the paper', key, KEYS)}; {said}")
    if key == "doDamage":
        return f"damage {read_number('doDamage:', value, 10, 500, 10)}"
    if value != "EQ":
        said = "other healing is said in Mulligan's own words, such as: heal self 30"
        raise Wrong(f"healDamage: '{value}' should be EQ, all that the paper shows; {said}")
    if not before:
        raise Wrong("healDamage: EQ heals as much as the doDamage before it did, and there is none")
    return "heal self dealt"
