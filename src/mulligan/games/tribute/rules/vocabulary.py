"""The words of card effects, and how a line of them becomes numbers."""

from __future__ import annotations

import re

# In the engine's order: its numbers for them appear in the hashes of published bots.
EFFECTS = (
    *("coin", "power", "prestige", "opp_prestige", "replace", "acquire", "destroy", "draw", "opp_discard"),
    *("refresh", "refresh_agent", "toss", "knockout", "patron_call", "sacking", "heal", "knockout_all", "donate"),
)
(
    COIN,
    POWER,
    PRESTIGE,
    OPP_PRESTIGE,
    REPLACE,
    ACQUIRE,
    DESTROY,
    DRAW,
    OPP_DISCARD,
    REFRESH,
    REFRESH_AGENT,
    TOSS,
    KNOCKOUT,
    PATRON_CALL,
    SACKING,
    HEAL,
    KNOCKOUT_ALL,
    DONATE,
) = range(len(EFFECTS))

WORD, PART, EITHER = 31, 9, 1 << 18
AMOUNT = 5  # a unit is the word, and above this bit the amount; in an `or` the right half stands above bit PART


def unit_of(text: str) -> int:
    """The number of one effect.

    >>> unit_of("power 3") == POWER + (3 << AMOUNT)
    True
    """
    found = re.fullmatch(r"(\w+) ([0-9]+)", text)
    if not found or found[1] not in EFFECTS or not 1 <= int(found[2]) <= 15:
        raise ValueError(f"'{text}' is not an effect: a word of {', '.join(EFFECTS)} and a number from 1 to 15")
    return EFFECTS.index(found[1]) + (int(found[2]) << AMOUNT)


def read_level(text: str) -> tuple[int, ...]:
    """The units of one combo level: none, one, or two that both happen; a choice is a single unit.

    >>> len(read_level("")), len(read_level("coin 1 and draw 1")), len(read_level("coin 1 or draw 1"))
    (0, 2, 1)
    """
    if not text:
        return ()
    if " or " in text:
        left, right = (unit_of(part) for part in text.split(" or "))
        return (EITHER | left | right << PART,)
    return tuple(unit_of(part) for part in text.split(" and "))


def unit_text(unit: int) -> str:
    """A unit in words.

    >>> unit_text(read_level("coin 1 or draw 1")[0])
    'coin 1 or draw 1'
    """
    if unit & EITHER:
        return f"{unit_text(unit & 511)} or {unit_text(unit >> PART & 511)}"
    return f"{EFFECTS[unit & WORD]} {unit >> AMOUNT & 15}"
