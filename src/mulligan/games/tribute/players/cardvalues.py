"""What published bots think of cards, as arrays that compiled code reads: what more than one of them looks at."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from ..rules.cards import BEWILDERMENT, DECK, GOLD, KINDS, RED_EAGLE, SAINT_ALESSIA, TREASURY, WRIT_OF_COIN


@cache
def bot_file() -> dict[str, Any]:
    """The tables as the file has them."""
    return tomllib.loads((files(__package__) / "bots.toml").read_text(encoding="utf-8"))


def spread(groups: Mapping[str, Any]) -> Any:
    """The value of each card, from lists of the cards that have each value."""
    values = np.full(KINDS, groups.get("missing", 0), np.int64)
    for value, kinds in groups.items():
        if value != "missing":
            values[kinds] = int(value)
    return values


def _spread_phases(groups: Mapping[str, Sequence[int]]) -> Any:
    """The same for values early, middle and late in the game."""
    values = np.zeros((3, KINDS), np.int64)
    for value, kinds in groups.items():
        for phase, word in enumerate(value.split()):
            values[phase, kinds] = int(word)
    return values


def set_of(kinds: Sequence[int]) -> Any:
    """Of each card: 1 if it is one of these."""
    values = np.zeros(KINDS, np.int64)
    values[kinds] = 1
    return values


# --- card values ------------------------------------------------------------------------------------------------------

EARLY, MIDDLE, LATE = range(3)
BOOK_2025, BOOK_2024, BOOK_SOISMCTS = range(3)

POINTS = spread(bot_file()["points"])
"""The tier points of the engine's own bots."""
TIERS = np.array([_spread_phases(bot_file()["best3"][f"tiers_{year}"]) for year in (2025, 2024, 2024)])
"""Of each book and phase: the tiers of BestMCTS3."""
QUALITY = np.maximum(1, np.rint(TIERS[BOOK_2025][MIDDLE] / 5).astype(np.int64))
"""Our stand-in for the table that HQL_BOT has learnt: a fifth of the tier in the middle of the game, at least 1."""

# --- tallies ----------------------------------------------------------------------------------------------------------

# Everything that evaluations add up over a player's cards fits into two numbers for each card, so that one loop is
# enough.  COUNTS has a byte for each of the first seven decks; VALUES has a card value, then the two decks left, then
# single cards.  No player has 256 cards.
BYTE, FULL = 8, 255
WORTH = 16  # bits of the card values, which are LEAST higher so that none is negative
LEAST = 3
AT_RED_EAGLE, AT_ALESSIA, AT_WRITS, AT_CURSES, AT_GOLD = range(WORTH, WORTH + 5 * BYTE, BYTE)
BY_POINTS, BY_QUALITY, BY_TIERS = 0, 1, 2  # rows of VALUES; from the last on, three for each book
SHIFTS = np.array([BYTE * deck for deck in range(RED_EAGLE)] + [AT_RED_EAGLE, 0, AT_ALESSIA], np.int64)


def _counts() -> Any:
    return np.array([1 << BYTE * int(deck) if deck < RED_EAGLE else 0 for deck in DECK], np.int64)


def _values(worth: Any) -> Any:
    assert worth.min() >= -LEAST and (worth.max() + LEAST) * FULL < 1 << WORTH
    row = worth + LEAST
    row[DECK == RED_EAGLE] += 1 << AT_RED_EAGLE
    row[DECK == SAINT_ALESSIA] += 1 << AT_ALESSIA
    for kind, place in ((WRIT_OF_COIN, AT_WRITS), (BEWILDERMENT, AT_CURSES), (GOLD, AT_GOLD)):
        row[kind] += 1 << place
    return row


COUNTS = _counts()
VALUES = np.array([_values(worth) for worth in (POINTS, QUALITY, *TIERS.reshape(-1, KINDS))])
assert RED_EAGLE == 7 and TREASURY == 8 and SAINT_ALESSIA == 9
