# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs
"""Where cards lie and who knows them: the record of a state, and the compiled functions that move cards.

A zone is a set of cards with an order.  Everybody sees how many cards lie where, and which of them moves: a place in a
hand is like a back that all can see.  Who knows the card in a place is a bit for each seat.  What lies in a place is
perhaps known to be none of some cards (whoever does not follow suit has none of it): these are barred from it.

A mixed zone has no places that anybody could tell apart: whoever holds it sorts it at will.  Its cards are kept in the
order of their numbers, and who else knows some of them is a matter of those who do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from mulligan.core.scene import LAYOUTS
from mulligan.kernel import below, compiled, lowest, pick, shuffle_part, size

from .deck import Deck

NO_CARD = -1  # where a card is asked for and there is none
SEEN_BY = ("all", "owner", "nobody")


@dataclass(frozen=True)
class Zone:
    """A place for cards: one for everybody, or one for each seat."""

    name: str
    seen_by: str = "all"
    """Who sees the cards that come here: `all`, the `owner`, or `nobody`.  Whoever knew a card before still does."""
    each: bool = False
    """Whether every seat has one."""
    layout: str = "row"
    """How it lies on the table: see `mulligan.core.scene.Zone`."""
    mixed: bool = False
    """Whether nobody can follow a card in it that is not seen: not where it lies, not whether it was there before."""

    def __post_init__(self) -> None:
        if not self.name.isalpha():
            raise ValueError(f"zone '{self.name}': the name should be one word of letters")
        if self.seen_by not in SEEN_BY or (self.seen_by == "owner" and not self.each):
            raise ValueError(f"zone '{self.name}': seen_by='{self.seen_by}' should be one of {', '.join(SEEN_BY)}")
        if self.layout not in LAYOUTS:
            raise ValueError(f"zone '{self.name}': layout='{self.layout}' should be one of {', '.join(LAYOUTS)}")


class Spot(NamedTuple):
    """One zone of one seat, or of nobody."""

    zone: Zone
    owner: int | None

    @property
    def word(self) -> str:
        """What it is called in texts: `hand1`."""
        return self.zone.name if self.owner is None else f"{self.zone.name}{self.owner + 1}"

    def audience(self, seats: int) -> int:
        """The seats that see what comes here, as bits."""
        if self.zone.seen_by == "owner":
            return 1 << (self.owner or 0)
        return (1 << seats) - 1 if self.zone.seen_by == "all" else 0


def spots_of(zones: Sequence[Zone], seats: int) -> tuple[Spot, ...]:
    """All zones by their numbers; those of the seats stand side by side.

    >>> [spot.word for spot in spots_of([Zone("stock", "nobody"), Zone("hand", "owner", each=True)], 2)]
    ['stock', 'hand1', 'hand2']
    """
    return tuple(Spot(zone, owner) for zone in zones for owner in (range(seats) if zone.each else (None,)))


class Moving(NamedTuple):
    """What compiled code does with cards."""

    begin: Any
    """begin(s, zone, rng): put all cards into a zone, shuffled; nobody knows more than the zone shows."""
    put: Any
    """put(s, card, zone): lay a card on top of a zone."""
    give: Any
    """give(s, source, target, n): move the n topmost cards, one after the other."""
    top: Any
    """top(s, zone): the topmost card, or NO_CARD."""
    card_at: Any
    """card_at(s, zone, i): the card that has i others below it, or NO_CARD."""
    bar: Any
    """bar(s, zone, cards): from now on everybody knows that none of `cards` (bits) is among those that lie there."""
    recycle: Any
    """recycle(s, source, target, rng): shuffle a zone into an empty one; everybody may look through the cards first."""
    swap: Any
    """swap(s, x, y): let two cards change places; for the sampler."""
    sort: Any
    """sort(s): bring mixed zones into the order of their cards; for the sampler."""


def make_moving(deck: Deck, spots: Sequence[Spot], seats: int) -> Moving:
    """The functions for these zones."""
    CARDS, ZONES, SEATS, EVERY = len(deck), len(spots), seats, deck.every
    AUDIENCE = tuple(spot.audience(seats) for spot in spots)
    MIXED = tuple(int(spot.zone.mixed) for spot in spots)

    @compiled
    def card_at(s, zone, i):
        rest = s.zones[zone]
        while rest != 0:
            card = lowest(rest)
            if s.rank[card] == i:
                return card
            rest &= rest - 1
        return NO_CARD

    @compiled
    def top(s, zone):
        return card_at(s, zone, size(s.zones[zone]) - 1)

    @compiled
    def note(s, card, zone):
        """Remember who sees a card that has come into a zone."""
        bit = 1 << card
        unknown = 0
        for p in range(SEATS):
            if AUDIENCE[zone] >> p & 1:
                s.known[p] |= bit
            elif s.known[p] & bit == 0:
                unknown = 1
        if unknown == 0:
            s.barred[card] = 0

    @compiled
    def rerank(s, zone):
        rest = s.zones[zone]
        n = 0
        while rest != 0:
            s.rank[lowest(rest)] = n
            n += 1
            rest &= rest - 1

    @compiled
    def mix(s, zone):
        """Cards in their order; barred is only what is barred from every place of which somebody does not know it."""
        rerank(s, zone)
        common = EVERY
        for p in range(SEATS):
            common &= s.known[p]
        barred = EVERY
        rest = s.zones[zone] & ~common
        while rest != 0 and barred != 0:
            barred &= s.barred[lowest(rest)]
            rest &= rest - 1
        rest = s.zones[zone] & ~common
        while rest != 0:
            s.barred[lowest(rest)] = barred
            rest &= rest - 1

    @compiled
    def sort(s):
        for z in range(ZONES):
            if MIXED[z]:
                rerank(s, z)

    @compiled
    def put(s, card, zone):
        bit = 1 << card
        for z in range(ZONES):
            if s.zones[z] & bit:
                s.zones[z] ^= bit
                rest = s.zones[z]
                while rest != 0:
                    other = lowest(rest)
                    if s.rank[other] > s.rank[card]:
                        s.rank[other] -= 1
                    rest &= rest - 1
        s.rank[card] = size(s.zones[zone])
        s.zones[zone] |= bit
        note(s, card, zone)
        if MIXED[zone]:
            mix(s, zone)

    @compiled
    def give(s, source, target, n):
        for _ in range(n):
            put(s, top(s, source), target)

    @compiled
    def begin(s, zone, rng):
        for z in range(ZONES):
            s.zones[z] = 0
        for p in range(SEATS):
            s.known[p] = 0
        s.zones[zone] = EVERY
        for card in range(CARDS):
            s.rank[card] = card
            s.barred[card] = 0
        shuffle_part(s.rank, 0, CARDS, rng)
        for card in range(CARDS):
            note(s, card, zone)

    @compiled
    def bar(s, zone, cards):
        common = EVERY
        for p in range(SEATS):
            common &= s.known[p]
        rest = s.zones[zone] & ~common
        while rest != 0:
            s.barred[lowest(rest)] |= cards
            rest &= rest - 1

    @compiled
    def recycle(s, source, target, rng):
        moved = s.zones[source]
        s.zones[source] = 0
        for p in range(SEATS):
            s.known[p] &= ~moved
        for z in range(ZONES):
            bar(s, z, moved)
        s.zones[target] = moved
        rest = moved
        left = size(moved)
        for r in range(size(moved)):
            bit = pick(rest, below(rng, left))
            rest ^= bit
            left -= 1
            s.rank[lowest(bit)] = r
            s.barred[lowest(bit)] = EVERY & ~moved
            note(s, lowest(bit), target)

    @compiled
    def swap(s, x, y):
        both = (1 << x) | (1 << y)
        if x == y:
            return
        for z in range(ZONES):
            if (s.zones[z] >> x ^ s.zones[z] >> y) & 1:
                s.zones[z] ^= both
        for p in range(SEATS):
            if (s.known[p] >> x ^ s.known[p] >> y) & 1:
                s.known[p] ^= both
        kept = s.rank[x]
        s.rank[x] = s.rank[y]
        s.rank[y] = kept
        barred = s.barred[x]
        s.barred[x] = s.barred[y]
        s.barred[y] = barred

    return Moving(begin, put, give, top, card_at, bar, recycle, swap, sort)
