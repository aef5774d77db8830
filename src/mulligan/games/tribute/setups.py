"""Setups: which patrons are offered, and how they come into the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mulligan.core.errors import UsageError, unknown
from mulligan.core.words import split_words

from .rules.cards import DECKS, PATRONS, TREASURY
from .rules.layout import BY_CHANCE, BY_DRAFT, BY_SETUP

SETUPS: Mapping[str, str] = {
    "draft": "the players draft from all nine patrons, as in the public engine",
    "draft8": "the same without Psijic, as in the engine until October 2025",
    "draft2024": "the same with the seven patrons of the competition of 2024",
    "draft2025": "the same with the six patrons announced for the competition of 2025",
    "random": "four of the nine patrons by chance; both games of a pair have the same",
    "fixed": "the patrons that are named, in the order of the draft: fixed:patrons=PELIN+ANSEI+RAJHIN+HLAALU",
}
_ALL = tuple(name for name in PATRONS if name != PATRONS[TREASURY])
_OFFERS: Mapping[str, tuple[str, ...]] = {
    "draft8": tuple(name for name in _ALL if name != "PSIJIC"),
    "draft2024": ("ANSEI", "DUKE_OF_CROWS", "RAJHIN", "ORGNUM", "HLAALU", "PELIN", "RED_EAGLE"),
    "draft2025": ("ANSEI", "DUKE_OF_CROWS", "RAJHIN", "ORGNUM", "PELIN", "SAINT_ALESSIA"),
}
_FIXED = ("PELIN", "ANSEI", "RAJHIN", "HLAALU")
_SWITCHES = ("traced", "ordered")


def read_patrons(text: str) -> tuple[str, ...]:
    """Patrons in their order, each once and without Treasury, which is always there.

    >>> read_patrons("pelin+ANSEI+treasury+pelin")
    ('PELIN', 'ANSEI')
    """
    if not text:
        raise UsageError("no patrons are named")
    names = [name.upper() for name in text.split("+")]
    for name in names:
        if name not in PATRONS:
            raise unknown("patron", name[:40], PATRONS)
    return tuple(dict.fromkeys(name for name in names if name != PATRONS[TREASURY]))


def _numbers(names: Sequence[str]) -> list[int]:
    return [PATRONS.index(name) for name in names]


def fill_table(setup: str, t: Any) -> None:
    """Fill the table from a setup such as `draft`, `random:patrons=ANSEI+PELIN+RAJHIN+ORGNUM` or `fixed:traced`."""
    name, words = split_words(setup, "setup")
    if name not in SETUPS:
        raise unknown("setup of tribute", name, SETUPS)
    for key in words:
        if key not in ("patrons", *_SWITCHES):
            raise unknown("setup option of tribute", key, ("patrons", *_SWITCHES))
    for key in _SWITCHES:
        if words.get(key, "no") not in ("", "yes", "no"):
            raise UsageError(f"setup '{setup}': {key}={words[key]} should be yes or no")
        setattr(t, key, int(words.get(key, "no") != "no"))
    default = _FIXED if name == "fixed" else _OFFERS.get(name, _ALL)
    try:
        patrons = read_patrons(words["patrons"]) if "patrons" in words else default
    except UsageError as error:
        raise UsageError(f"setup '{setup}': {error}") from None
    if len(patrons) < 4 or (name == "fixed" and len(patrons) != 4):
        given = f"{len(patrons)} patron{'' if len(patrons) == 1 else 's'} besides Treasury"
        needed = "a fixed game has exactly 4" if name == "fixed" else "a game needs at least 4"
        raise UsageError(f"setup '{setup}': {given}, and {needed}")
    t.mode = {"random": BY_CHANCE, "fixed": BY_SETUP}.get(name, BY_DRAFT)
    t.offers = len(patrons)
    t.offer[:] = _numbers(patrons) + [0] * (DECKS - len(patrons))
    if t.mode == BY_SETUP:
        t.fixed[:] = _numbers(patrons)
