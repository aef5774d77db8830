"""A player's cards added up: how many of each deck, and what they are worth."""

from __future__ import annotations

from mulligan.kernel import compiled, inlined

from ..rules.cards import RED_EAGLE, TREASURY
from ..rules.layout import KIND
from .cardvalues import BY_POINTS, COUNTS, FULL, LEAST, SHIFTS, VALUES, WORTH

# A tally is two numbers, which cardvalues.py explains: `counts` and `values`.


@inlined
def tally_pile(cells, n, row):
    """The tally of `n` cards, with the card values of a row of VALUES."""
    counts = 0
    values = 0
    for i in range(n):
        kind = cells[i] & KIND
        counts += COUNTS[kind]
        values += row[kind]
    return counts, values


@inlined
def tally(s, p, row):
    """The tally of a player's hand, draw pile, played pile and cooldown pile: of all cards but agents in play."""
    counts, values = tally_pile(s.cooldown[p], s.n_cooldown[p], row)
    more, worth = tally_pile(s.draw[p], s.n_draw[p], row)
    counts += more
    values += worth
    more, worth = tally_pile(s.hand[p], s.n_hand[p], row)
    counts += more
    values += worth
    more, worth = tally_pile(s.played[p], s.n_played[p], row)
    return counts + more, values + worth


@inlined
def size_of_deck(s, p):
    """How many cards a tally adds up."""
    return s.n_hand[p] + s.n_draw[p] + s.n_played[p] + s.n_cooldown[p]


@inlined
def total_worth(values, n):
    """The sum of the card values in a tally of `n` cards."""
    return (values & ((1 << WORTH) - 1)) - LEAST * n


@inlined
def count_of_deck(counts, values, deck):
    """How many cards of a deck, which is not Treasury, are in a tally."""
    return (counts if deck < RED_EAGLE else values) >> SHIFTS[deck] & FULL


@compiled
def count_of_any_deck(s, p, counts, values, deck):
    """How many cards of a deck are in the tally of a player's cards."""
    if deck != TREASURY:
        return count_of_deck(counts, values, deck)
    n = size_of_deck(s, p)
    for slot in range(5):
        if s.patron[slot] != TREASURY:
            n -= count_of_deck(counts, values, s.patron[slot])
    return n


@compiled
def owned_of_deck(s, p, deck):
    """How many cards of a deck a player has, agents in play apart."""
    counts, values = tally(s, p, VALUES[BY_POINTS])
    return count_of_any_deck(s, p, counts, values, deck)


@inlined
def count_at(values, place):
    """How many cards of the kind that has this place are in a tally."""
    return values >> place & FULL


@inlined
def one_more(counts, values, kind, row):
    """The tally with one more card, which adds to its deck but not to the worth."""
    return counts + COUNTS[kind], values + (row[kind] >> WORTH << WORTH)
