"""Pools: which cards a game has.

Numbers and effects of cards become part of the machine code, so the rules are made for a pool of cards.  That of
`cards.txt` is the game itself.  Contests in which other cards meet have a larger one: the same package once more, under
a name of its own that is a fingerprint of the cards (`variant.py`).  So a game with the cards of `cards.txt` alone is
no slower for all the others.

A pool has the cards of `cards.txt`, whose numbers never change, and after them those of `more_cards.txt` and of the
file that a setup names (`cards=my-cards.txt`): all of them if there is room, else those that the two decks name.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import replace
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path

from mulligan.core.errors import UsageError

from .cardfile import Card, read_cards
from .decklists import Deck, deck_in_file, read_decks
from .files import read_text
from .library import Library
from .vocabulary import ENERGY

GAME = __package__.rpartition(".")[0]
"""The package of the game itself."""
FIRST = ("dragonsnarl", "dragon_speed", "night_striker", "darkrai_hydreigon", "darkrai_laser")
"""The decks of the game itself: those of `decks.txt`."""
MOST_CARDS = 255
MOST_ENERGIES = 32
MOST_OF_A_USER = 5_000  # cards in a file
_pools: dict[str, tuple[Card, ...]] = {}


def _shipped_text(name: str) -> str:
    return (files(__package__) / name).read_text(encoding="utf-8")


@cache
def first_cards() -> tuple[Card, ...]:
    """The cards of the game itself."""
    return read_cards(_shipped_text("cards.txt"), "cards.txt")


@cache
def more_cards() -> tuple[Card, ...]:
    """The further cards that come with it."""
    return read_cards(_shipped_text("more_cards.txt"), "more_cards.txt", first_cards())


def users_cards(file: str) -> tuple[Card, ...]:
    """The cards of a user's file; none if no file is named."""
    if not file:
        return ()
    path = Path(file)
    if "\0" in file or path.suffix != ".txt":
        raise UsageError(f"card file '{file}': its name should end in .txt")
    return _read_users(read_text(path, file, "card file"), file)


@lru_cache(maxsize=8)
def _read_users(text: str, file: str) -> tuple[Card, ...]:
    for at, line in enumerate(text.splitlines(), 1):
        if not line.replace("\t", " ").isprintable():
            raise UsageError(f"{file}:{at}: not a line of text: it has characters that do not show")
    cards = read_cards(text, file, (*first_cards(), *more_cards()))
    if not cards:
        raise UsageError(f"card file '{file}': there is no card; an entry begins with: card NUMBER NAME")
    if len(cards) > MOST_OF_A_USER:
        raise UsageError(f"card file '{file}': {len(cards):,} cards; at most {MOST_OF_A_USER:,} are possible")
    return cards


@lru_cache(maxsize=8)
def _library(users: tuple[Card, ...]) -> Library:
    return Library((*first_cards(), *more_cards(), *users))


def everything(file: str = "") -> Library:
    """All cards that a deck may name, with those of a user's file."""
    return _library(users_cards(file))


def decks_for(library: Library) -> dict[str, Deck]:
    """The decks that come with the game, as far as a library has their cards."""
    return {
        name: replace(
            deck, counts=tuple(sorted((library.number[id], n) for id, n in deck.ids.items())), library=library
        )
        for name, deck in all_decks().items()
        if deck.ids.keys() <= library.number.keys()
    }


@cache
def all_decks() -> dict[str, Deck]:
    """All decks that come with the game."""
    found = read_decks(_shipped_text("decks.txt"), "decks.txt", everything())
    return found | read_decks(_shipped_text("more_decks.txt"), "more_decks.txt", everything())


def find_deck(name: str, library: Library) -> Deck:
    """A deck that comes with the game, or one of a file, with any cards."""
    return all_decks()[name] if name in all_decks() else deck_in_file(name, library, all_decks())


def mark_of(cards: Iterable[Card]) -> str:
    """A fingerprint of what cards are and say, wherever they stand."""
    return text_mark([replace(card, at=0) for card in cards])


def text_mark(things: object) -> str:
    """A fingerprint of things that print all that they are."""
    return hashlib.sha256(repr(things).encode()).hexdigest()[:16]


def pool_with(decks: Iterable[Deck], users: tuple[Card, ...]) -> str:
    """The package with the rules for a contest of decks, in a pool that has all their cards."""
    named = {id for deck in decks for id in deck.ids}
    if named <= {card.id for card in first_cards()}:
        return GAME
    further = (*more_cards(), *(users if named & {card.id for card in users} else ()))
    if not _has_room(further):
        further = tuple(card for card in further if card.id in named)
    package = f"{GAME}_{mark_of(further)}"
    _pools.setdefault(package, (*first_cards(), *further))
    return package


def _has_room(further: tuple[Card, ...]) -> bool:
    cards = (*first_cards(), *further)
    return len(cards) <= MOST_CARDS and sum(card.kind == ENERGY for card in cards) <= MOST_ENERGIES


def cards_for(package: str) -> tuple[Card, ...]:
    """The cards of the pool for which a package has the rules."""
    return first_cards() if package == GAME else _pools[package]
