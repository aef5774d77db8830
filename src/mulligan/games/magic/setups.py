"""Setups of Magic: which decks and options are on the table, and who decides combat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mulligan.core.errors import UsageError, unknown
from mulligan.core.words import plain_digits, split_words

from . import decks
from .rules.layout import ASKED_FIRST

SETUPS: Mapping[str, str] = {
    "matched": "searching players attack and block like the rule player they meet (setting M)",
    "literal": "every player attacks and blocks by its own rules (setting L)",
    "common": "all players attack and block by the Reduced rules (setting C)",
    "onepass": "like common, and Reduced goes once through its hand, lands included (setting C')",
}
_LETTERS = {"M": "matched", "L": "literal", "C": "common", "C'": "onepass"}
_HOUSE: Mapping[str, Mapping[str, str]] = {
    "matched": {"attack": "opponent", "block": "opponent"},
    "literal": {},
    "common": {"attack": "reduced", "block": "reduced"},
    "onepass": {"attack": "reduced", "block": "reduced"},
}
_NUMBERS = {"life": (20, 1, 1000), "hand": (7, 0, 7), "max_hand": (0, 0, 60)}
_READINGS = ("keep_equal", "count_tapped", "strict_pair", "lower_pair")
_FLAGS = ("skip_first_draw", "one_pass", *_READINGS, "even_draws", "apart")
_KEYS = ("deck", "deck1", "deck2", *_NUMBERS, *_FLAGS, "ask")


def _parts(setup: str) -> tuple[str, dict[str, str]]:
    name, words = split_words(setup, "setup")
    name = _LETTERS.get(name, name)
    if name not in SETUPS:
        raise unknown("setup of magic", name, [*SETUPS, *_LETTERS])
    for key in words:
        if key not in _KEYS:
            raise unknown("setup option of magic", key, _KEYS)
    return name, words


def default_styles(setup: str) -> Mapping[str, str]:
    """The stages that the setup takes out of the players' hands.

    >>> default_styles("C")
    {'attack': 'reduced', 'block': 'reduced'}
    """
    return _HOUSE[_parts(setup)[0]]


def fill_table(setup: str, t: Any) -> None:
    """Fill the table from a setup such as `matched`, `M:deck=M8` or `literal:life=15,skip_first_draw`."""
    name, words = _parts(setup)
    for key, (default, low, high) in _NUMBERS.items():
        text = words.get(key, str(default))
        if not plain_digits(text) or not low <= int(text) <= high:
            raise UsageError(f"setup '{setup}': {key}={text} should be a whole number from {low} to {high}")
        setattr(t, key, int(text))
    for key in _FLAGS:
        text = words.get(key, "no")
        if text not in ("", "yes", "no"):
            raise UsageError(f"setup '{setup}': {key}={text} should be yes or no")
        setattr(t, key, int(text != "no"))
    if name == "onepass":
        t.one_pass = 1
    ask = words.get("ask", ASKED_FIRST[0])
    if ask not in ASKED_FIRST:
        raise UsageError(f"setup '{setup}': ask={ask} should be one of {', '.join(ASKED_FIRST)}")
    t.ask = ASKED_FIRST.index(ask)
    for seat in range(2):
        chosen = decks.deck(words.get(f"deck{seat + 1}", words.get("deck", "M15")))
        decks.fill(t, seat, chosen, apart=bool(t.apart))
