"""Setups: which way cards are passed, one hand or a match, and two rules that differ from table to table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mulligan.core.errors import UsageError, unknown
from mulligan.core.words import plain_digits, split_words

from .cards import DIRECTIONS, GOAL, MATCH_ORDER

SETUPS: Mapping[str, str] = {
    "left": "one hand; three cards are passed to the left",
    "right": "one hand; three cards are passed to the right",
    "across": "one hand; three cards are passed across the table",
    "hold": "one hand without passing",
    "match": f"hands until somebody has {GOAL} points; passing left, right, across, not at all, and so on",
}
FLAGS = ("queen_breaks", "points_first")


def fill_table(setup: str, t: Any) -> None:
    """Fill the table from a setup such as `left`, `hold:queen_breaks` or `match:to=50`."""
    name, words = split_words(setup, "setup")
    if name not in SETUPS:
        raise unknown("setup of hearts", name, SETUPS)
    keys = (*FLAGS, "to") if name == "match" else FLAGS
    for key in words:
        if key not in keys:
            raise unknown("setup option of hearts", key, keys)
    for key in FLAGS:
        text = words.get(key, "no")
        if text not in ("", "yes", "no"):
            raise UsageError(f"setup '{setup}': {key}={text} should be yes or no")
        setattr(t, key, int(text != "no"))
    t.direction, t.goal = (MATCH_ORDER[0], GOAL) if name == "match" else (DIRECTIONS.index(name), 0)
    text = words.get("to", str(t.goal))
    if name == "match":
        if not plain_digits(text) or not 1 <= int(text) <= GOAL:
            raise UsageError(f"setup '{setup}': to={text} should be a whole number from 1 to {GOAL}")
        t.goal = int(text)
