"""Setups: which decks meet, and which of the rules that changed over the years hold.

An era is a whole set of such rules, and single words change it: `darkrai_laser:era=xy,first_attack`.

| rule                              | `era=bw`, 2011 to October 2013        | `era=xy`, since November 2013            |
|-----------------------------------|---------------------------------------|------------------------------------------|
| who starts (`start`)              | a coin, flipped when both have set up | the winner of a coin chooses before that |
| first turn (`first_attack`)       | with an attack                        | without                                  |
| Confusion, and marks like `smoke` | the coin for the mark comes first     | the coin for Confusion comes first       |
| cards with errata                 | as they were printed                  | as they read since                       |

A deck is played by the rules of its own era; two decks of different eras by the later ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mulligan.core.errors import UsageError, unknown
from mulligan.core.words import join_words, split_words

from .cards import pools
from .cards.decks import ERAS, Deck, deck, shipped

SETUPS: Mapping[str, str] = {
    **{name: f"both play {pools.all_decks()[name].title}, era={pools.all_decks()[name].era}" for name in pools.FIRST},
    "decks": "any two decks, by name or from files: decks:deck1=night_striker,deck2=my.txt",
}
"""The setups that are listed.  The names of the further decks (`mulligan pokemon deck list`) are setups as well."""
_WORDS: Mapping[str, tuple[str, ...]] = {
    "belief": ("known", "pool"),
    "start": ("chosen", "flip", "late"),
    "first_attack": ("no", "yes"),
    "sudden": ("play", "draw"),
    "era": ERAS,
}
_OF_ERA: Mapping[str, Mapping[str, str]] = {
    "bw": {"start": "late", "first_attack": "yes"},
    "xy": {"start": "chosen", "first_attack": "no"},
}


_OF_DECKS = ("deck1", "deck2", "cards")


def _decks_of(setup: str) -> tuple[list[str], str]:
    """The names of the two decks of a setup, and the file with further cards, if it names one."""
    name, words = split_words(setup, "setup")
    if name != "decks":
        return [name, name], ""
    return [words.get(f"deck{seat}", next(iter(SETUPS))) for seat in (1, 2)], words.get("cards", "")


def pool_of(setup: str) -> str:
    """The package with the rules for a setup: those of the game itself, unless there are other cards in it.

    >>> pool_of("dragonsnarl") == pool_of("decks:deck2=night_striker") == pools.GAME
    True
    """
    names, file = _decks_of(setup)
    if names[0] not in pools.all_decks() and split_words(setup, "setup")[0] != "decks":
        return pools.GAME  # which says what is wrong with it
    try:
        users = pools.users_cards(file)
        return pools.pool_with([pools.find_deck(name, pools.everything(file)) for name in names], users)
    except UsageError as error:
        raise UsageError(f"setup '{setup}': {error}") from None


def read_from_files(setup: str) -> dict[str, str]:
    """What a setup has from files of the user, each with a fingerprint of its contents."""
    names, file = _decks_of(setup)
    library = pools.everything(file)
    found = {f"deck {name}": pools.find_deck(name, library) for name in names if name not in pools.all_decks()}
    marks = {name: pools.text_mark(sorted(each.ids.items())) for name, each in found.items()}
    named = {id for each in found.values() for id in each.ids}
    used = [card for card in pools.users_cards(file) if card.id in named]
    return marks | ({f"cards {file}": pools.mark_of(used)} if used else {})


def _word(setup: str, words: Mapping[str, str], key: str, default: str = "") -> int:
    """The number of a word among those that its key allows; a bare key is the second."""
    allowed = _WORDS[key]
    text = words.get(key, default or allowed[0]) or allowed[1]
    if text not in allowed:
        raise UsageError(f"setup '{setup}': {key}={text} should be {' or '.join(allowed)}")
    return allowed.index(text)


def _write_list(row: Any, found: Deck) -> None:
    for card, copies in found.counts:
        row[card] = copies


def fill_table(setup: str, t: Any) -> None:
    """Fill the table from a setup such as `night_striker:belief=pool` or `decks:deck1=a.txt,deck2=b.txt`."""
    name, words = split_words(setup, "setup")
    if name not in SETUPS and name not in pools.all_decks():
        raise unknown("setup of pokemon", name, list(dict.fromkeys([*SETUPS, *pools.all_decks()])))
    allowed = [*_WORDS, *(_OF_DECKS if name == "decks" else ())]
    for key in words:
        if key not in allowed:
            raise unknown("setup option of pokemon", key, allowed)
    try:
        listed = [deck(each) for each in _decks_of(setup)[0]]
    except UsageError as error:
        raise UsageError(f"setup '{setup}': {error}") from None
    t.era = _word(setup, words, "era", max((each.era for each in listed), key=ERAS.index))
    era = ERAS[t.era]
    chosen = [each.of(era) for each in listed]
    for seat in range(2):
        t.deck[seat][:] = list(chosen[seat].cards)
    t.start = _word(setup, words, "start", _OF_ERA[era]["start"])
    t.first_attack = _word(setup, words, "first_attack", _OF_ERA[era]["first_attack"])
    t.sudden = 1 - _word(setup, words, "sudden")
    if _word(setup, words, "belief"):
        pool = [each.of(era) for each in shipped().values()]
        t.pool = len(pool)
        for number, found in enumerate(pool):
            _write_list(t.lists[number], found)
        for seat in range(2):
            t.own[seat] = int(all(found.counts != chosen[seat].counts for found in pool))
            _write_list(t.lists[len(pool) + seat], chosen[seat])


def with_requests(setup: str, requests: Mapping[str, str]) -> str:
    """The setup with the requests that it leaves open.

    >>> with_requests("dragonsnarl", {"belief": "pool"}), with_requests("dragonsnarl:belief=known", {"belief": "pool"})
    ('dragonsnarl:belief=pool', 'dragonsnarl:belief=known')
    """
    name, words = split_words(setup, "setup")
    return join_words(name, words | {key: text for key, text in requests.items() if key not in words})
