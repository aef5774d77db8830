"""The decks of this game: those that come with it, and users' own, with the cards that its rules were made for."""

from __future__ import annotations

from functools import cache

from . import decklists
from .arrays import CARDS
from .decklists import ERAS, Deck, deck_in_file
from .library import Library
from .pools import decks_for

OURS = Library(card for card in CARDS if card)
"""The cards that the rules were made for."""


def wording(card: int, era: str) -> int:
    """The card in the words that it has in an era, whatever its printing says.

    >>> [CARDS[wording(OURS.find("xy0-36"), era)].id for era in ERAS]
    ['bw2-95', 'xy0-36']
    """
    return OURS.wording(card, earlier=era == "bw")


def card_number(text: str) -> int:
    """The number of a card that is named by its id, its name if no other card has it, or both.

    >>> card_number("bw6-98") == card_number("Hydreigon bw6-98") == 1
    True
    """
    return OURS.find(text)


@cache
def shipped() -> dict[str, Deck]:
    """The decks that come with the game, as far as it has their cards.

    >>> shipped()["dragonsnarl"].title, shipped()["dragonsnarl"].basics, len(shipped()["dragonsnarl"].cards)
    ('DragonSnarl', 17, 60)
    """
    return decks_for(OURS)


def read_decks(text: str, file: str, stem: str = "deck") -> dict[str, Deck]:
    """The decks of a file's text, by name; `stem` is the name of one that has no header."""
    return decklists.read_decks(text, file, OURS, stem)


def deck(name: str) -> Deck:
    """A deck by its name, or from a file: `my.txt` with one deck, or `my.txt#name`."""
    return shipped()[name] if name in shipped() else deck_in_file(name, OURS, shipped())


__all__ = ["ERAS", "OURS", "Deck", "card_number", "deck", "read_decks", "shipped", "wording"]
