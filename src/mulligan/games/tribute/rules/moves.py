"""The legal moves as players see them: no two alike, and large choices as a chain of questions."""

from __future__ import annotations

from mulligan.kernel import compiled, inlined

from .cards import COST, TAUNT
from .course import is_drafted
from .items import is_ordered, item_of, item_of_agent, item_of_option, items_of_options
from .layout import (
    ACTIVATE,
    ATTACK,
    BUY,
    CALL,
    CHOOSE,
    COMMAND,
    DRAFT,
    EFFECT,
    ELSEWHERE,
    ENACT_CHOSEN_EFFECT,
    END,
    ITEM,
    ITEM_MASK,
    KIND,
    MOST,
    NO_MORE,
    NORMAL,
    PICK,
    PLAY,
)
from .listing import count_sets, is_taunted
from .packed import ascending, count_of, index_of
from .patrons import can_call

HALF = 63  # kinds of cards in one whole number, as bits; 125 are in two
WHOLE = 200  # a choice of several cards with more sets than this is asked card by card
MAX_OPTIONS = 320  # whole sets, or one card of each kind that a player may have, and in two states those on the board


@compiled
def add_new(move, out, start, n):
    """Write a move unless it stands between `start` and `n`; return the new end."""
    for i in range(start, n):
        if out[i] == move:
            return n
    out[n] = move
    return n + 1


@compiled
def free_moves(s, t, out):
    """The moves of a turn, in the engine's order but without copies."""
    p = s.player
    q = 1 - p
    low = 0
    high = 0
    n = 0
    for i in range(s.n_hand[p]):
        kind = s.hand[p][i] & KIND
        if kind < HALF:
            fresh = low >> kind & 1 == 0
            low |= 1 << kind
        else:
            fresh = high >> (kind - HALF) & 1 == 0
            high |= 1 << (kind - HALF)
        if fresh:
            out[n] = PLAY << COMMAND | item_of(kind, ELSEWHERE)
            n += 1
    start = n
    for i in range(s.n_agents[p]):
        if not s.acted[p][i]:
            n = add_new(ACTIVATE << COMMAND | item_of_agent(s, p, i), out, start, n)
    if s.power[p] > 0 and s.n_agents[q] > 0:
        start = n
        taunted = is_taunted(s, q)
        for i in range(s.n_agents[q]):
            if not taunted or TAUNT[s.agent[q][i] & KIND]:
                n = add_new(ATTACK << COMMAND | item_of_agent(s, q, i), out, start, n)
    if s.coins[p] > 0:
        start = n
        for i in range(s.n_row):
            if COST[s.row[i] & KIND] <= s.coins[p]:
                n = add_new(BUY << COMMAND | item_of(s.row[i], ELSEWHERE), out, start, n)
    if s.calls[p] > 0:
        for slot in range(5):
            if can_call(s, s.patron[slot]):
                out[n] = CALL << COMMAND | s.patron[slot] + 1
                n += 1
    out[n] = END
    return n + 1


@compiled
def list_items(s):
    """Write the items of the open choice into the scratch, ascending; the caller clears it."""
    for i in range(s.n_options):
        item = item_of_option(s, i)
        j = i
        while j > 0 and s.scratch[j - 1] > item:
            s.scratch[j] = s.scratch[j - 1]
            j -= 1
        s.scratch[j] = item


@inlined
def clear_items(s):
    """Clear the scratch."""
    for i in range(s.n_options):
        s.scratch[i] = 0


@compiled
def whole_sets(s, out):
    """Every set of items that the choice allows, smaller ones first."""
    list_items(s)
    size = s.n_options
    # While they are made, sets carry above bit 55 the place in the sorted list of their last item.
    base = ITEM * MOST
    out[0] = 0
    start = 0
    end = 1
    n = 1
    for k in range(s.high):
        for i in range(start, end):
            first = out[i] >> base
            items = out[i] & ((1 << base) - 1)
            j = first
            while j < size:
                out[n] = items | s.scratch[j] << (ITEM * k) | (j + 1) << base
                n += 1
                # the next different item: of equal ones the first stands for all
                item = s.scratch[j]
                while j < size and s.scratch[j] == item:
                    j += 1
        start = end
        end = n
    clear_items(s)
    return drop_small(s, out, n)


@compiled
def drop_small(s, out, n):
    """Take the marks off the sets, and leave those with too few cards."""
    base = ITEM * MOST
    kept = 0
    for i in range(n):
        items = out[i] & ((1 << base) - 1)
        if s.low == 0 or items >> (ITEM * (s.low - 1)) != 0:
            out[kept] = CHOOSE << COMMAND | items
            kept += 1
    return kept


@compiled
def add_orders(out, n):
    """Write all other orders of the cards of each set behind the sets."""
    end = n
    for i in range(n):
        items = next_order(out[i] & ((1 << (ITEM * MOST)) - 1))
        while items != 0:
            out[end] = CHOOSE << COMMAND | items
            end += 1
            items = next_order(items)
    return end


@compiled
def next_order(items):
    """The order of the items that comes next, from the ascending one to the descending one; 0 after that."""
    size = count_of(items)
    k = size - 2
    while k >= 0 and index_of(items, k) >= index_of(items, k + 1):
        k -= 1
    if k < 0:
        return 0
    # the items behind place k descend: the smallest that is greater than item k takes its place, the rest ascends
    kept = items & ((1 << (ITEM * k)) - 1)
    rest = items >> (ITEM * k)
    first = rest & ITEM_MASK
    at = size - k - 1
    while index_of(rest, at) < first:
        at -= 1
    chosen = rest >> (ITEM * at) & ITEM_MASK
    others = (rest & ((1 << (ITEM * at)) - 1)) | (rest >> (ITEM * (at + 1))) << (ITEM * at)
    return kept | chosen << (ITEM * k) | ascending(others) << (ITEM * (k + 1))


@inlined
def times_picked(s, item):
    """How often an item has been picked."""
    n = 0
    for i in range(s.n_picked):
        if s.picked[i] == item:
            n += 1
    return n


@compiled
def question(s, t, out):
    """The next card of a choice that is made one by one, with enough left to follow.

    Of a set it is no card before the last one, so that every set can be picked in one way.
    """
    list_items(s)
    size = s.n_options
    n = 0
    if s.n_picked >= s.low:
        out[0] = NO_MORE
        n = 1
    least = s.picked[s.n_picked - 1] if s.n_picked > 0 and not is_ordered(s, t) else 0
    missing = s.low - s.n_picked
    j = 0
    while j < size:
        item = s.scratch[j]
        free = j + times_picked(s, item)
        while j < size and s.scratch[j] == item:
            j += 1
        if item >= least and free < j and size - free >= missing:
            out[n] = PICK << COMMAND | item
            n += 1
    clear_items(s)
    return n


@compiled
def count_ways(s, t):
    """How many sets of cards the open choice allows, or how many orders of cards."""
    if not is_ordered(s, t):
        return count_sets(s)
    total = 0
    ways = 1
    for k in range(s.high + 1):
        if k >= s.low:
            total += ways
        ways *= s.n_options - k
    return total


@inlined
def is_asked(s, t, chained):
    """Whether the open choice of cards is put card by card."""
    return s.n_picked > 0 or (s.high > 1 and (chained or count_ways(s, t) > WHOLE))


@inlined
def list_moves(s, t, chained, out):
    """Write the legal moves, of those that put cards in an order one for each set of cards."""
    if s.turn == 0:
        n = 0
        for i in range(t.offers):
            if not is_drafted(s, t.offer[i]):
                out[n] = DRAFT << COMMAND | t.offer[i] + 1
                n += 1
        return n
    if s.board == NORMAL:
        return free_moves(s, t, out)
    if s.follow == ENACT_CHOSEN_EFFECT:
        out[0] = EFFECT << COMMAND | 1
        out[1] = EFFECT << COMMAND | 2
        return 2
    if is_asked(s, t, chained):
        return question(s, t, out)
    return whole_sets(s, out)


@compiled
def legal_moves(s, t, out):
    """Write the legal moves."""
    n = list_moves(s, t, False, out)
    return add_orders(out, n) if is_ordered(s, t) else n


@inlined
def common_name(s, t, move):
    """The move by which players mean what a move with EXACT means."""
    command = move >> COMMAND & 15
    items = move & ((1 << (ITEM * MOST)) - 1)
    i = (items & ITEM_MASK) - 1
    if command == PLAY:
        return item_of(s.hand[s.player][i], ELSEWHERE)
    if command == ACTIVATE:
        return ACTIVATE << COMMAND | item_of_agent(s, s.player, i)
    if command == ATTACK:
        return ATTACK << COMMAND | item_of_agent(s, 1 - s.player, i)
    if command == BUY:
        return BUY << COMMAND | item_of(s.row[i], ELSEWHERE)
    return CHOOSE << COMMAND | items_of_options(s, t, items)
