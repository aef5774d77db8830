"""Items of moves: what a card is called in a move, and which card a move means."""

from __future__ import annotations

from mulligan.kernel import compiled, inlined

from .choices import card_at
from .layout import (
    AT_AGENTS,
    AT_FOE,
    AT_PLAYED,
    ELSEWHERE,
    EXACT,
    IN_PLAY,
    ITEM,
    ITEM_MASK,
    KIND,
    MOST,
    ON_BOARD,
    PLACE,
    REFRESH_CARDS,
    WHERE,
)
from .packed import ascending, count_of, index_of, is_among


@inlined
def item_of(cell, where):
    """How a move names a card."""
    return (cell & KIND) + 1 + (where << WHERE)


@inlined
def kind_of(item):
    """The kind of card that an item names."""
    return (item & KIND) - 1


@inlined
def items_of(move):
    """The items of a move."""
    return move & ((1 << (ITEM * MOST)) - 1)


@inlined
def item_of_agent(s, p, i):
    """How a move names an agent: of two of a kind the healthier one is another."""
    return item_of(s.agent[p][i], ON_BOARD + 2 * s.hp[p][i] + s.acted[p][i])


@compiled
def item_of_option(s, i):
    """How a move names an option of the open choice."""
    place = s.option[i] // PLACE
    if place == AT_AGENTS:
        return item_of_agent(s, s.player, s.option[i] % PLACE)
    if place == AT_FOE:
        return item_of_agent(s, 1 - s.player, s.option[i] % PLACE)
    return item_of(card_at(s, s.option[i]), IN_PLAY if place == AT_PLAYED else ELSEWHERE)


@inlined
def find_in_hand(s, move):
    """The place in the hand of the card that a move means."""
    item = move & ITEM_MASK
    if move & EXACT:
        return item - 1
    i = 0
    while (s.hand[s.player][i] & KIND) + 1 != item:
        i += 1
    return i


@inlined
def find_in_row(s, move):
    """The place in the row of the card that a move means."""
    item = move & ITEM_MASK
    if move & EXACT:
        return item - 1
    i = 0
    while (s.row[i] & KIND) + 1 != item:
        i += 1
    return i


@inlined
def find_agent(s, p, move):
    """The place on a board of the agent that a move means."""
    item = move & ITEM_MASK
    if move & EXACT:
        return item - 1
    i = 0
    while item_of_agent(s, p, i) != item:
        i += 1
    return i


@inlined
def is_ordered(s, t):
    """Whether the open choice is one of an order: of cards that go on top of the draw pile, where the setup says so."""
    return t.ordered != 0 and s.follow == REFRESH_CARDS


@compiled
def find_options(s, t, move):
    """The options that a move means, of equal ones the first: in the order of the move if it counts, else ascending."""
    items = move & ((1 << (ITEM * MOST)) - 1)
    if move & EXACT:
        return items
    chosen = 0
    shift = 0
    while items != 0:
        item = items & ITEM_MASK
        items >>= ITEM
        i = 0
        while item_of_option(s, i) != item or is_among(chosen, i + 1):
            i += 1
        chosen |= (i + 1) << shift
        shift += ITEM
    return chosen if is_ordered(s, t) else ascending(chosen)


@compiled
def items_of_options(s, t, chosen):
    """The inverse of `find_options`: how a move names the options that are chosen."""
    items = 0
    for k in range(count_of(chosen)):
        items |= item_of_option(s, index_of(chosen, k)) << (ITEM * k)
    return items if is_ordered(s, t) else ascending(items)


@inlined
def gather_picked(s):
    """The items picked one by one, as one move."""
    items = 0
    for i in range(s.n_picked):
        items |= s.picked[i] << (ITEM * i)
    return items
