"""What players know, and how everything else is dealt anew.

As in the public engine, a player knows what lies open, the own hand, which cards the own draw pile holds and the order
of those on top that an effect has shown, which cards the opponent has in hand and draw pile together, and which cards
the tavern pile holds.
"""

from __future__ import annotations

from mulligan.kernel import below, compiled, shuffle_part

from .cards import COPIES, DECK, DECKS, KINDS, STARTERS
from .course import is_drafted
from .effects import list_options
from .items import is_ordered, item_of_option
from .layout import COMPLETE_HLAALU, KIND, NORMAL, PATRON_CHOICE, PILE, ROOM, TOSS_CARDS

MAX_NUMBERS = 2 * (10 + ROOM) + PILE + 200


@compiled
def sort_cells(s, cells, low, high):
    """Put cells[low:high] in order."""
    if high - low < 24 or s.serial > 0:
        for i in range(low + 1, high):
            cell = cells[i]
            j = i
            while j > low and cells[j - 1] > cell:
                cells[j] = cells[j - 1]
                j -= 1
            cells[j] = cell
        return
    for i in range(low, high):
        s.scratch[cells[i]] += 1
    n = low
    for kind in range(KINDS):
        for _ in range(s.scratch[kind]):
            cells[n] = kind
            n += 1
        s.scratch[kind] = 0


@compiled
def mix(s, cells, low, high, rng):
    """Put cells[low:high] into an order that depends on the stream alone."""
    sort_cells(s, cells, low, high)
    shuffle_part(cells, low, high, rng)


@compiled
def deal_hand(s, p, rng):
    """Deal a player's hand anew from hand and draw pile together."""
    n = s.n_draw[p]
    held = s.n_hand[p]
    for i in range(held):
        s.draw[p][n + i] = s.hand[p][i]
    mix(s, s.draw[p], 0, n + held, rng)
    for i in range(held):
        s.hand[p][i] = s.draw[p][n + i]
        s.draw[p][n + i] = 0


@compiled
def pick_again(s, t, rng):
    """Let the cards that the other player has picked so far, face down, be any that could have been."""
    wanted = max(s.low, s.n_picked)
    # the items of a random set, ascending: option `i` is in it with the chance that sets of this size give it
    n = 0
    for i in range(s.n_options):
        if below(rng, s.n_options - i) < wanted - n:
            item = item_of_option(s, i)
            j = n
            n += 1
            while j > 0 and s.scratch[j - 1] > item:
                s.scratch[j] = s.scratch[j - 1]
                j -= 1
            s.scratch[j] = item
    for i in range(n):
        if i < s.n_picked:
            s.picked[i] = s.scratch[i]
        s.scratch[i] = 0
    if is_ordered(s, t):
        shuffle_part(s.picked, 0, s.n_picked, rng)


@compiled
def hide(s, t, seat, rng):
    """Deal anew what `seat` cannot know."""
    if s.turn == 0:
        return
    mix(s, s.pile, 0, s.n_pile, rng)
    mix(s, s.draw[seat], 0, s.n_draw[seat] - min(s.known[seat], s.n_draw[seat]), rng)
    other = 1 - seat
    deal_hand(s, other, rng)
    if s.board != NORMAL and s.player == other:
        list_options(s)
        # who has called Hlaalu has something to give
        while s.board == PATRON_CHOICE and s.follow == COMPLETE_HLAALU and s.n_options == 0:
            deal_hand(s, other, rng)
            list_options(s)
        if s.n_picked > 0:
            pick_again(s, t, rng)
    s.outcome = 0  # it may tell what the other player drew: at the end of a turn the next hand is drawn


@compiled
def shuffle(s, t, firm, rng):
    """Make the order of the piles random again, but for the top cards that their owners know."""
    shuffle_part(s.pile, 0, s.n_pile, rng)
    for p in range(2):
        shuffle_part(s.draw[p], 0, s.n_draw[p] - min(s.known[p], s.n_draw[p]), rng)


@compiled
def write_cells(cells, low, high, out, n):
    """Write cards in their order."""
    for i in range(low, high):
        out[n] = cells[i]
        n += 1
    return n


@compiled
def write_sorted(cells, low, high, out, start, n):
    """Write cards so that all from place `start` on are in ascending order; return the next place."""
    for i in range(low, high):
        cell = cells[i]
        j = n
        n += 1
        while j > start and out[j - 1] > cell:
            out[j] = out[j - 1]
            j -= 1
        out[j] = cell
    return n


@compiled
def write_public(s, p, out, n):
    """Write what lies open of a player."""
    out[n] = s.coins[p]
    out[n + 1] = s.prestige[p]
    out[n + 2] = s.power[p]
    out[n + 3] = s.calls[p]
    out[n + 4] = s.known[p]
    out[n + 5] = s.n_hand[p]
    out[n + 6] = s.n_draw[p]
    out[n + 7] = s.n_played[p]
    out[n + 8] = s.n_cooldown[p]
    out[n + 9] = s.n_agents[p]
    n = write_cells(s.played[p], 0, s.n_played[p], out, n + 10)
    n = write_cells(s.cooldown[p], 0, s.n_cooldown[p], out, n)
    for i in range(s.n_agents[p]):
        out[n] = s.agent[p][i] + 65536 * (2 * s.hp[p][i] + s.acted[p][i])
        n += 1
    return n


@compiled
def write_choice(s, seat, out, n):
    """Write the open choice, as far as `seat` sees what it is about."""
    out[n] = s.board
    out[n + 1] = s.follow
    out[n + 2] = s.low
    out[n + 3] = s.high
    out[n + 4] = s.limit
    out[n + 5] = s.skip
    out[n + 6] = s.n_picked
    n += 7
    if seat == s.player or s.follow != TOSS_CARDS:
        for i in range(s.n_picked):
            out[n] = s.picked[i] if seat == s.player else 0
            n += 1
    return n


@compiled
def observe(s, t, seat, out):
    """All that `seat` may know."""
    out[0] = s.turn
    out[1] = s.player
    out[2] = s.reason
    out[3] = s.winner
    out[4] = s.drafted
    out[5] = s.doom
    out[6] = s.n_row
    out[7] = s.n_pile
    out[8] = s.tail - s.head
    n = 9
    for slot in range(5):
        out[n] = s.patron[slot]
        n += 1
    for deck in range(DECKS):
        out[n] = s.favour[deck]
        out[n + 1] = s.combo[deck]
        n += 2
        for i in range(3):
            out[n] = s.waiting[deck][i]
            n += 1
    for i in range(s.head, s.tail):
        out[n] = s.chain[i]
        n += 1
    for i in range(8):
        out[n] = s.row[i] if i < s.n_row else 0
        n += 1
    n = write_choice(s, seat, out, n)
    n = write_public(s, seat, out, n)
    n = write_public(s, 1 - seat, out, n)
    n = write_cells(s.hand[seat], 0, s.n_hand[seat], out, n)
    unknown = s.n_draw[seat] - min(s.known[seat], s.n_draw[seat])
    n = write_cells(s.draw[seat], unknown, s.n_draw[seat], out, n)
    n = write_sorted(s.draw[seat], 0, unknown, out, n, n)
    other = 1 - seat
    start = n
    n = write_sorted(s.hand[other], 0, s.n_hand[other], out, start, n)
    n = write_sorted(s.draw[other], 0, s.n_draw[other], out, start, n)
    return write_sorted(s.pile, 0, s.n_pile, out, n, n)


@compiled
def cards(s, t, out):
    """The identity of every card there ever was, created ones apart: those of decks not in the game are in the box."""
    for kind in range(KINDS):
        count = s.gone[kind] - s.made[kind]
        if s.turn == 0 or not is_drafted(s, DECK[kind]):
            count += COPIES[kind]
        s.scratch[kind] = count
    for deck in range(DECKS):
        if s.turn == 0 or not is_drafted(s, deck):
            s.scratch[STARTERS[deck][0]] += 2 * STARTERS[deck][1]
    count_cells(s, s.row, s.n_row)
    count_cells(s, s.pile, s.n_pile)
    for p in range(2):
        count_cells(s, s.hand[p], s.n_hand[p])
        count_cells(s, s.draw[p], s.n_draw[p])
        count_cells(s, s.played[p], s.n_played[p])
        count_cells(s, s.agent[p], s.n_agents[p])
        count_cells(s, s.cooldown[p], s.n_cooldown[p])
    n = 0
    for kind in range(KINDS):
        for _ in range(s.scratch[kind]):
            out[n] = kind
            n += 1
        s.scratch[kind] = 0
    return n


@compiled
def count_cells(s, cells, n):
    """Count cards by kind in the scratch."""
    for i in range(n):
        s.scratch[cells[i] & KIND] += 1
