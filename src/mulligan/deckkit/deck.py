"""The cards of a game: their names, their suits and ranks if they have any, and how they look."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from mulligan.core.scene import TINTS, Card

MOST = 62
"""Sets of cards are the bits of one whole number."""
FRENCH = {"clubs": "green", "diamonds": "orange", "hearts": "red", "spades": "blue"}


@dataclass(frozen=True)
class Deck:
    """The cards of a game, numbered from 0.

    >>> deck = Deck.suited(FRENCH, [*"23456789", "10", *"JQKA"])
    >>> len(deck), deck.words[51], deck.faces[51].name, deck.suits[3].bit_count()
    (52, 'AS', 'A of spades', 13)
    >>> Deck.named({"Guard": 2, "Wise Man": 1}).words
    ('Guard', 'Guard#2', 'Wise-Man')
    """

    words: tuple[str, ...]
    """What each card is called in texts: one word, different for every card."""
    faces: tuple[Card, ...]
    """How each card looks."""
    suit: tuple[int, ...] = ()
    """The suit of each card; empty in a deck without suits."""
    rank: tuple[int, ...] = ()
    """The rank of each card, 0 for the lowest."""
    suits: tuple[int, ...] = ()
    """The cards of each suit, as bits."""
    suit_words: tuple[str, ...] = ()
    first: tuple[int, ...] = ()
    """For each card the first of its copies."""

    def __post_init__(self) -> None:
        if not 1 <= len(self.words) <= MOST:
            raise ValueError(f"a deck has 1 to {MOST} cards, not {len(self.words)}")
        twice = [word for word, n in Counter((*self.words, *self.suit_words)).items() if n > 1]
        if twice:
            raise ValueError(f"deck: '{twice[0]}' stands for two things")
        odd = [word for word in (*self.words, *self.suit_words) if not word or set(word) & set(" |!~,")]
        if odd:
            raise ValueError(f"deck: '{odd[0]}' should be one word without | ! ~ and commas")

    def __len__(self) -> int:
        return len(self.words)

    @property
    def every(self) -> int:
        """All cards, as bits."""
        return (1 << len(self)) - 1

    @classmethod
    def suited(cls, suits: Mapping[str, str] | Sequence[str], ranks: Sequence[str]) -> Deck:
        """One card of each suit and rank, lowest rank first; suits may come with the colours of their cards."""
        tints = dict(zip(suits, TINTS[1:], strict=False)) | (dict(suits) if isinstance(suits, Mapping) else {})
        letters = [suit[0].upper() for suit in suits]
        pairs = [(suit, rank) for suit in range(len(letters)) for rank in range(len(ranks))]
        names = list(suits)
        return cls(
            words=tuple(ranks[rank] + letters[suit] for suit, rank in pairs),
            faces=tuple(
                Card("", f"{ranks[rank]} of {names[suit]}", names[suit], tints[names[suit]], stats=ranks[rank])
                for suit, rank in pairs
            ),
            suit=tuple(suit for suit, _ in pairs),
            rank=tuple(rank for _, rank in pairs),
            suits=tuple(((1 << len(ranks)) - 1) << len(ranks) * suit for suit in range(len(letters))),
            suit_words=tuple(letters),
            first=tuple(range(len(pairs))),
        )

    @classmethod
    def named(cls, cards: Mapping[str, int], faces: Mapping[str, Card] | None = None) -> Deck:
        """So many copies of each named card; faces say how they look, if more than their names should be seen."""
        looks = {name: (faces or {}).get(name, Card("", name, "card")) for name in cards}
        copies = [(name, i) for name, n in cards.items() for i in range(n)]
        starts = [0, *accumulate(cards.values())]
        return cls(
            words=tuple(name.replace(" ", "-") + (f"#{i + 1}" if i else "") for name, i in copies),
            faces=tuple(replace(looks[name], name=name) for name, _ in copies),
            first=tuple(start for start, n in zip(starts, cards.values(), strict=False) for _ in range(n)),
        )
