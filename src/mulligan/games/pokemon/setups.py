"""Setups: which decks meet, and which of the rules that changed over the years hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mulligan.errors import UsageError, unknown
from mulligan.words import split_words

from .decks import Deck, deck, shipped

SETUPS: Mapping[str, str] = {
    **{name: f"both play {found.title}" for name, found in shipped().items()},
    "decks": "any two decks, by name or from files: decks:deck1=night_striker,deck2=my.txt",
}
_WORDS: Mapping[str, tuple[str, ...]] = {
    "belief": ("known", "pool"),
    "start": ("chosen", "flip"),
    "first_attack": ("no", "yes"),
    "sudden": ("play", "draw"),
}


def _word(setup: str, words: Mapping[str, str], key: str) -> int:
    """The number of a word among those that its key allows; a bare key is the second."""
    allowed = _WORDS[key]
    text = words.get(key, allowed[0]) or allowed[1]
    if text not in allowed:
        raise UsageError(f"setup '{setup}': {key}={text} should be {' or '.join(allowed)}")
    return allowed.index(text)


def _write_list(row: Any, found: Deck) -> None:
    for card, copies in found.counts:
        row[card] = copies


def fill_table(setup: str, t: Any) -> None:
    """Fill the table from a setup such as `night_striker:belief=pool` or `decks:deck1=a.txt,deck2=b.txt`."""
    name, words = split_words(setup, "setup")
    if name not in SETUPS:
        raise unknown("setup of pokemon", name, SETUPS)
    allowed = [*_WORDS, *(("deck1", "deck2") if name == "decks" else ())]
    for key in words:
        if key not in allowed:
            raise unknown("setup option of pokemon", key, allowed)
    try:
        chosen = [deck(words.get(f"deck{seat}", next(iter(SETUPS))) if name == "decks" else name) for seat in (1, 2)]
    except UsageError as error:
        raise UsageError(f"setup '{setup}': {error}") from None
    for seat in range(2):
        t.deck[seat][:] = list(chosen[seat].cards)
    t.chosen_start = 1 - _word(setup, words, "start")
    t.first_attack = _word(setup, words, "first_attack")
    t.sudden = 1 - _word(setup, words, "sudden")
    if _word(setup, words, "belief"):
        pool = list(shipped().values())
        t.pool = len(pool)
        for number, found in enumerate(pool):
            _write_list(t.lists[number], found)
        for seat in range(2):
            t.own[seat] = int(all(found.counts != chosen[seat].counts for found in pool))
            _write_list(t.lists[len(pool) + seat], chosen[seat])
