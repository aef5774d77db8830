"""A library: cards by number, by name and by printing, and how a person's words are found among them.

Deck lists are read against a library.  Inside the game that is the file of cards that the rules were made for
(`arrays.py`); a list that somebody brings may name more.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache, cached_property
from importlib.resources import files

from mulligan.core.errors import UsageError
from mulligan.core.textkit import either

from .cardfile import ID, Card
from .vocabulary import POKEMON

NEAR = 0.75  # how alike names are that may have been meant


class Library:
    """Cards, numbered from 1 in their order; 0 is no card.

    >>> from .arrays import CARDS
    >>> ours = Library(card for card in CARDS if card)
    >>> ours.find("Darkrai-EX") == ours.find("bw5-63") == ours.find("darkrai-ex bw5-63")
    True
    """

    def __init__(self, cards: Iterable[Card]) -> None:
        self.cards: tuple[Card | None, ...] = (None, *cards)

    @cached_property
    def number(self) -> dict[str, int]:
        """Of each card's id: its number."""
        return {card.id: i for i, card in enumerate(self.cards) if card}

    @cached_property
    def errata(self) -> dict[int, int]:
        """Of each card that is played with other words since the rules changed: the card with those."""
        return {i: self.number[card.errata] for i, card in enumerate(self.cards) if card and card.errata}

    @cached_property
    def _earlier(self) -> dict[int, int]:
        return {later: card for card, later in self.errata.items()}

    def wording(self, card: int, *, earlier: bool) -> int:
        """The card in the words that it had before the rules changed, or has since, whatever its printing says."""
        return (self._earlier if earlier else self.errata).get(card, card)

    @cached_property
    def _by_name(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for i, card in enumerate(self.cards):
            if card:
                found.setdefault(plain(card.name), []).append(i)
        return found

    def __getitem__(self, number: int) -> Card:
        card = self.cards[number]
        assert card
        return card

    def name(self, number: int) -> str:
        """The name of a card."""
        return self[number].name

    def is_basic(self, number: int) -> bool:
        """Whether a card is a Basic Pokemon."""
        return self[number].kind == POKEMON and self[number].stage == 0

    def named(self, name: str) -> list[int]:
        """The cards of a name, which may be written without accents and capitals."""
        return list(self._by_name.get(plain(name), ()))

    def printed(self, id: str) -> int:
        """The card of a printing, which may be another one of the same card; 0 if there is none."""
        return self.number.get(id) or self.number.get(reprints().get(id, ""), 0)

    def in_words_of_today(self, cards: Sequence[int]) -> list[int]:
        """These cards, each that has errata as it is played since."""
        return sorted({self.errata.get(card, card) for card in cards})

    def find(self, text: str) -> int:
        """The number of a card that is named by its id, its name if no other card has it, or both."""
        *words, last = text.split()
        if not re.fullmatch(ID, last.lower()):
            return self._find_by_name(text)
        name = " ".join(words)
        card = self.number.get(last.lower(), 0)
        if not card:
            near = difflib.get_close_matches(last.lower(), list(self.number), n=3)
            cards = self.named(name) or [self.number[each] for each in near]
            hint = f"; did you mean {self.listed(cards)}?" if cards else ""
            raise UsageError(f"there is no card {last}{hint}")
        if name and card not in self.named(name):
            raise UsageError(f"{last} is {self.name(card)}, not {name}")
        return card

    def _find_by_name(self, text: str) -> int:
        found = self.in_words_of_today(self.named(text))
        if len(found) > 1:
            raise UsageError(f"'{text}' is the name of {len(found)} cards; write {self.listed(found)}")
        if not found:
            cards = self.near(text)
            form = "a card is written by name or number, such as Darkrai-EX or bw5-63"
            raise UsageError(f"there is no card '{text}'; {f'did you mean {self.listed(cards)}?' if cards else form}")
        return found[0]

    def near(self, name: str) -> list[int]:
        """The cards with a name that is nearly the same."""
        near = difflib.get_close_matches(plain(name), sorted(self._by_name), n=3, cutoff=NEAR)
        return [card for each in near for card in self._by_name[each]]

    def listed(self, cards: Iterable[int]) -> str:
        """Cards as alternatives in a message."""
        return either(self.known(card) for card in cards)

    def known(self, number: int) -> str:
        """A card as messages name it: with its attacks if others have its name."""
        card = self[number]
        return f"{card.name} {card.id}" + self.told_apart(number)

    def told_apart(self, number: int) -> str:
        """The attacks of a card in parentheses, if others have its name and it is not the same in other words."""
        card = self[number]
        if len(self.in_words_of_today(self.named(card.name))) < 2:
            return ""
        return f" ({' and '.join(attack.name for attack in card.attacks)})"


def plain(name: str) -> str:
    """A name without accents and capitals, so that they need not be typed.

    >>> plain("Professor\N{RIGHT SINGLE QUOTATION MARK}s  Letter"), plain("Pok\N{LATIN SMALL LETTER E WITH ACUTE}mon")
    ("professor's letter", 'pokemon')
    """
    letters = unicodedata.normalize("NFKD", name.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'"))
    return " ".join("".join(letter for letter in letters if not unicodedata.combining(letter)).casefold().split())


@cache
def reprints() -> dict[str, str]:
    """Of each printing that is the same card as one of ours: the number of ours."""
    found: dict[str, str] = {}
    for line in (files(__package__) / "reprints.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            ours, _, others = line.partition(":")
            found |= dict.fromkeys(others.split(), ours)
    return found
