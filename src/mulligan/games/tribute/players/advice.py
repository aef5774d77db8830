"""How rule players put their wishes: entries of the engine's list and sets of cards, as moves that are legal."""

from __future__ import annotations

from mulligan.kernel import below, compiled, inlined

from ..rules.items import items_of_options
from ..rules.layout import CHOOSE, COMMAND, EXACT, ITEM, ITEM_MASK, MOST, NO_MORE, PICK
from ..rules.listing import count_moves, nth_move
from ..rules.moves import common_name, is_asked, legal_moves


@compiled
def write_choice(s, t, chosen, out):
    """Write the choice of options as it is asked, at once or card by card; return how many moves that takes."""
    items = items_of_options(s, t, chosen)
    if not is_asked(s, t, False):
        out[0] = CHOOSE << COMMAND | items
        return 1
    n = 0
    while items != 0:
        out[n] = PICK << COMMAND | items & ITEM_MASK
        items >>= ITEM
        n += 1
    if n < s.high:
        out[n] = NO_MORE
        n += 1
    return n


@inlined
def write_entry(s, t, entry, out):
    """Write an entry of the engine's list as players name it; return how many moves that takes."""
    move = nth_move(s, t, entry)
    if move & EXACT == 0:
        out[0] = move
        return 1
    if move >> COMMAND & 15 == CHOOSE:
        return write_choice(s, t, move & ((1 << (ITEM * MOST)) - 1), out)
    out[0] = common_name(s, t, move)
    return 1


@compiled
def take_any(s, t, spared, rng, out):
    """Write any entry of the engine's list but the last `spared` ones, if there are others.

    Where part of a set has been chosen, that is any card that may follow, or the end.
    """
    if s.n_picked > 0:
        n = legal_moves(s, t, out)
        out[0] = out[below(rng, n)]
        return 1
    return write_entry(s, t, below(rng, max(1, count_moves(s, t) - spared)), out)
