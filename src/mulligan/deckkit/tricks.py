# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs
"""Tricks: each seat in turn lays a card of the suit that was led, or if it has none any card; the best one wins."""

from __future__ import annotations

from typing import Any, NamedTuple

from mulligan.kernel import compiled, lowest

from .kit import Kit
from .zones import NO_CARD

NO_TRUMP = -1


class Tricks(NamedTuple):
    """What compiled code does with tricks."""

    follow: Any
    """follow(s, seat, out): write the cards that a seat may lay, and return how many."""
    lay: Any
    """lay(s, seat, card): lay a card to the trick; whoever does not follow suit is known to have none of it."""
    winner: Any
    """winner(s, leader, trump): the seat whose card wins the trick that `leader` led; NO_TRUMP if no suit trumps."""


def make_tricks(kit: Kit, hand: str = "hand", table: str = "table") -> Tricks:
    """The functions for cards that come from one zone of each seat and are laid to one zone in the middle."""
    if not kit.deck.suits:
        raise ValueError("tricks need a deck with suits")
    HAND, TABLE, SEATS = kit.number(hand), kit.number(table), kit.seats
    SUIT, RANK, SUITS = kit.deck.suit, kit.deck.rank, kit.deck.suits
    card_at, put, bar = kit.moving.card_at, kit.moving.put, kit.moving.bar

    @compiled
    def follow(s, seat, out):
        rest = s.zones[HAND + seat]
        led = card_at(s, TABLE, 0)
        if led != NO_CARD and rest & SUITS[SUIT[led]]:
            rest &= SUITS[SUIT[led]]
        n = 0
        while rest != 0:
            out[n] = lowest(rest)
            n += 1
            rest &= rest - 1
        return n

    @compiled
    def lay(s, seat, card):
        led = card_at(s, TABLE, 0)
        put(s, card, TABLE)
        if led != NO_CARD and SUIT[card] != SUIT[led]:
            bar(s, HAND + seat, SUITS[SUIT[led]])

    @compiled
    def winner(s, leader, trump):
        best = card_at(s, TABLE, 0)
        seat = 0
        for i in range(1, SEATS):
            card = card_at(s, TABLE, i)
            if card != NO_CARD:
                higher = SUIT[card] == SUIT[best] and RANK[card] > RANK[best]
                if higher or (SUIT[card] == trump and SUIT[best] != trump):
                    best = card
                    seat = i
        return (leader + seat) % SEATS

    return Tricks(follow, lay, winner)
