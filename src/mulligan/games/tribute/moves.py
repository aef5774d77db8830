"""The legal moves as players see them: no two alike, and large choices as a chain of questions."""

from __future__ import annotations

from mulligan.game import CHAIN
from mulligan.kernel import compiled

from .cards import COST, TAUNT
from .filters import filter_moves
from .items import item_of, item_of_agent, item_of_option
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
from .patrons import can_call
from .rules import is_drafted

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


@compiled(inline=True)
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
def question(s, out):
    """The next card of a set that is chosen one by one: not before the last one, and with enough left to follow."""
    list_items(s)
    size = s.n_options
    n = 0
    if s.n_picked >= s.low:
        out[0] = NO_MORE
        n = 1
    last = s.picked[s.n_picked - 1] if s.n_picked > 0 else 0
    used = 0
    for i in range(s.n_picked):
        if s.picked[i] == last:
            used += 1
    j = 0
    while j < size and s.scratch[j] < last:
        j += 1
    if last > 0:
        j += used
    missing = s.low - s.n_picked
    while j < size and size - j >= missing:
        item = s.scratch[j]
        out[n] = PICK << COMMAND | item
        n += 1
        while j < size and s.scratch[j] == item:
            j += 1
    clear_items(s)
    return n


@compiled(inline=True)
def is_asked(s, chained):
    """Whether the open choice of cards is put card by card."""
    return s.n_picked > 0 or (s.high > 1 and (chained or count_sets(s) > WHOLE))


@compiled
def options(s, t, form, out):
    """Write the legal moves."""
    if s.turn == 0:
        n = 0
        for i in range(t.offers):
            if not is_drafted(s, t.offer[i]):
                out[n] = DRAFT << COMMAND | t.offer[i] + 1
                n += 1
        return n
    if s.board == NORMAL:
        n = free_moves(s, t, out)
    elif s.follow == ENACT_CHOSEN_EFFECT:
        out[0] = EFFECT << COMMAND | 1
        out[1] = EFFECT << COMMAND | 2
        return 2
    elif is_asked(s, form >= CHAIN):
        n = question(s, out)
    else:
        n = whole_sets(s, out)
    level = form % CHAIN
    return n if level == 0 or n == 1 else filter_moves(s, t, level, out, n)


@compiled(inline=True)
def common_name(s, move):
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
    return CHOOSE << COMMAND | sorted_items(s, items)


@compiled
def sorted_items(s, chosen):
    """The items of chosen options, ascending."""
    items = 0
    n = 0
    while chosen != 0:
        item = item_of_option(s, (chosen & ITEM_MASK) - 1)
        chosen >>= ITEM
        shift = 0
        for _ in range(n):
            if items >> shift & ITEM_MASK < item:
                shift += ITEM
        items = (items & ((1 << shift) - 1)) | item << shift | (items >> shift) << (shift + ITEM)
        n += 1
    return items
