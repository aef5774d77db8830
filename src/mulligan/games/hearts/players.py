# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs
"""The rule player: it passes high spades and short suits, ducks, gets rid of the queen, and leads what others beat.

It knows its hand, what was played and who has taken points; it does not remember who is out of a suit.
"""

from __future__ import annotations

from mulligan.kernel import compiled, lowest, size

from .cards import (
    CLUBS,
    DECK,
    HAND,
    HEARTS,
    PLAYED,
    QUEEN,
    SEATS,
    SPADES,
    TRICK,
)
from .rules import EVERY, HEART_CARDS, actor, card_at, playable

SUIT, RANK, SUIT_CARDS = DECK.suit, DECK.rank, DECK.suits
STYLES = ("uniform", "rule")
BELOW_QUEEN = SUIT_CARDS[SPADES] & ((1 << QUEEN) - 1)
ABOVE_QUEEN = SUIT_CARDS[SPADES] & ~((2 << QUEEN) - 1)
GUARDS = 4  # spades below the queen with which she, or what beats her, is held
SHORT = 3  # cards of a suit that can be got rid of
MANY = 14  # points of one player, at which the moon is in danger if nobody else has any

# Weights of what speaks for passing a card: its rank, lower cards to duck with, being a heart, a suit nearly gone.
HIGH, LOWER, HEART, GONE = 6, 4, 10, 14
# What speaks against leading one: each card that it beats, that nobody beats it; and for it: a low spade.
BEATS, ALONE, SMOKE = 2, 100, 12
# What speaks for a discard: each card that it beats, being a heart; and against it: the length of its suit.
WORSE, WARM, LONG = 5, 12, 3


@compiled
def advise(s, t, style, rng, out):
    """One card: to pass, or to play."""
    seat = actor(s)
    if s.passes:
        out[0] = to_pass(s.zones[HAND + seat])
    else:
        out[0] = to_play(s, t, seat)
    return 1


# --- passing ----------------------------------------------------------------------------------------------------------


@compiled
def to_pass(held):
    """The card that one would rather not have."""
    best = -1
    most = -1000
    rest = held
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        burden = burden_of(held, card)
        if burden > most:
            best = card
            most = burden
    return best


@compiled
def burden_of(held, card):
    """How much a card is in the way of a hand that is to take nothing."""
    suit = SUIT[card]
    if suit == SPADES:
        if size(held & BELOW_QUEEN) >= GUARDS or card < QUEEN:
            return -100 + RANK[card]
        return 200 if card == QUEEN else 150 + RANK[card]
    low = size(held & SUIT_CARDS[suit] & ((1 << card) - 1))
    length = size(held & SUIT_CARDS[suit])
    burden = HIGH * RANK[card] - LOWER * low
    if suit == HEARTS:
        burden += HEART
    elif length <= SHORT:
        burden += GONE * (SHORT + 1 - length)
    return burden


# --- playing ----------------------------------------------------------------------------------------------------------


@compiled
def to_play(s, t, seat):
    """The card to play."""
    may = playable(s, t, seat)
    if may & (may - 1) == 0:
        return lowest(may)
    out = EVERY & ~s.zones[HAND + seat] & ~s.zones[TRICK]
    for other in range(SEATS):
        out &= ~s.zones[PLAYED + other]
    led = card_at(s, TRICK, 0)
    if led < 0:
        return to_lead(may, out)
    if may & SUIT_CARDS[SUIT[led]] == 0:
        return to_discard(s.zones[HAND + seat], may, out)
    return to_follow(s, seat, may, out, led)


@compiled
def top_of(cards):
    """The highest card of a set within one suit."""
    card = lowest(cards)
    rest = cards & (cards - 1)
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
    return card


@compiled
def to_lead(may, out):
    """A card that somebody else will beat; spades below the queen drive her out."""
    best = -1
    least = 1000
    rest = may
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        others = out & SUIT_CARDS[SUIT[card]]
        under = size(others & ((1 << card) - 1))
        over = size(others) - under
        risk = BEATS * under - over
        if over == 0:
            risk += ALONE
        if SUIT[card] == SPADES and out >> QUEEN & 1:
            risk += 100 if card > QUEEN else -SMOKE
        if card == QUEEN:
            risk += 100
        if risk < least:
            best = card
            least = risk
    return best


@compiled
def to_discard(held, may, out):
    """The queen, what could take her, and then high hearts and high cards of short suits."""
    if may >> QUEEN & 1:
        return QUEEN
    best = -1
    most = -1000
    rest = may
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        suit = SUIT[card]
        under = size(out & SUIT_CARDS[suit] & ((1 << card) - 1))
        gain = WORSE * under - LONG * size(held & SUIT_CARDS[suit])
        if suit == HEARTS:
            gain += WARM
        if card > QUEEN and out >> QUEEN & 1:
            gain += 100
        if gain > most:
            best = card
            most = gain
    return best


@compiled
def to_follow(s, seat, may, out, led):
    """Duck as high as possible; if the trick has to be taken, with the highest card when nobody can spoil it."""
    suit = SUIT[led]
    trick = s.zones[TRICK]
    best = top_of(trick & SUIT_CARDS[suit])
    last = size(trick) == SEATS - 1
    costs = size(trick & HEART_CARDS) + (13 if trick >> QUEEN & 1 else 0)
    under = may & ((1 << best) - 1)
    if under >> QUEEN & 1:
        return QUEEN
    safe = may & ~(1 << QUEEN)
    if costs and stops_moon(s, seat) and safe & ~under and last:
        return lowest(safe & ~under)
    if s.tricks == 0 and suit == CLUBS:
        return top_of(may)
    if last and costs == 0 and safe:
        return top_of(safe)  # a trick for nothing, and one high card less
    if suit == SPADES and out >> QUEEN & 1 and not last and safe & ~ABOVE_QUEEN:
        safe &= ~ABOVE_QUEEN
        under = safe & ((1 << best) - 1)
        if under == 0:
            return top_of(safe)
    if under:
        return top_of(under)
    if safe == 0:
        return QUEEN
    return top_of(safe) if last else lowest(safe)


@compiled
def stops_moon(s, seat):
    """Whether one other player has all the points so far, and they are many."""
    most = 0
    total = 0
    for other in range(SEATS):
        total += s.points[other]
        if other != seat:
            most = max(most, s.points[other])
    return total >= MANY and most == total
