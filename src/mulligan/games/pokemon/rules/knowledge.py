"""What players know, and how everything else is dealt anew.

A player knows all that lies open, the own hand, the cards of the own deck and Prizes together - and apart, once the
deck has been looked through - and the cards in the other hand that were shown. Of the other deck the whole list is
known, or, with a pool, only that it is probably one of the lists in it, the more so the more it explains of what was
seen.
"""

from __future__ import annotations

from math import exp

from mulligan.core.game import UNSEEN
from mulligan.kernel import below, compiled, shuffle_part, uniform

from ..cards.arrays import ENERGY_KIND, HAS_LOOK, KINDS, N_ENERGIES, PROGRAM
from ..cards.vocabulary import SHOWN, TO_HAND, TO_TOP
from .choices import is_basic, list_choices
from .layout import (
    DECK,
    DECK_CARD,
    EXTRA_BENCH,
    LISTED,
    LOOKED_CARD,
    MAIN,
    NEXT_CARD,
    SLOTS,
    START_ACTIVE,
    START_BENCH,
    TO_START,
)
from .zones import add_to_hand, clear_bits, take_from_hand

MAX_NUMBERS = 900
TRIES = 400


# --- cards by number in the scratch -----------------------------------------------------------------------------------


@compiled
def clear_counts(s):
    """Count no cards."""
    for card in range(KINDS):
        s.scratch[LISTED + card] = 0


@compiled
def count_cells(s, cells, low, high, by):
    """Count the cards of a pile, or take them off the count."""
    for i in range(low, high):
        s.scratch[LISTED + cells[i]] += by


@compiled
def spread(s):
    """List the cards that were counted, in ascending order, and return how many."""
    n = 0
    for card in range(1, KINDS):
        for _ in range(s.scratch[LISTED + card]):
            s.scratch[n] = card
            n += 1
    return n


@compiled
def write_counts(s, out, n):
    """Write the cards that were counted, in ascending order."""
    for card in range(1, KINDS):
        for _ in range(s.scratch[LISTED + card]):
            out[n] = card
            n += 1
    return n


@compiled
def count_slot(s, slot, by):
    """Count a Pokemon and all that is on it."""
    s.scratch[LISTED + slot.card] += by
    s.scratch[LISTED + slot.tool] += by
    s.scratch[LISTED + slot.under[0]] += by
    s.scratch[LISTED + slot.under[1]] += by
    for e in range(N_ENERGIES):
        s.scratch[LISTED + ENERGY_KIND[e]] += by * slot.energy[e]


@compiled
def count_shown_hand(s, p, by):
    """Count the cards in a hand that the other player knows."""
    for i in range(s.n_hand[p]):
        card = s.hand[p][i]
        if i == 0 or s.hand[p][i - 1] != card:
            s.scratch[LISTED + card] += by * s.shown[p][card]


@compiled
def count_hidden(s, p):
    """Count the cards of a player that the other one does not see."""
    clear_counts(s)
    count_cells(s, s.deck[p], 0, s.n_deck[p], 1)
    count_cells(s, s.prize[p], 0, s.n_prizes[p], 1)
    count_cells(s, s.hand[p], 0, s.n_hand[p], 1)
    count_shown_hand(s, p, -1)
    if is_face_down(s):
        for i in range(s.n_bench[p] + 1):
            s.scratch[LISTED + s.slot[p][i].card] += 1


@compiled
def count_open(s, p):
    """Count the cards of a player that the other one sees."""
    clear_counts(s)
    count_cells(s, s.discard[p], 0, s.n_discard[p], 1)
    count_shown_hand(s, p, 1)
    if not is_face_down(s):
        for i in range(SLOTS):
            count_slot(s, s.slot[p][i], 1)
    if s.stadium > 0 and s.stadium_owner == p:
        s.scratch[LISTED + s.stadium] += 1
    if s.side == p:
        if s.resolving > 0:
            s.scratch[LISTED + s.resolving] += 1
        if s.carried > 0:
            s.scratch[LISTED + ENERGY_KIND[s.carried - 1]] += 1


# --- the other player's cards -----------------------------------------------------------------------------------------


@compiled
def is_face_down(s):
    """Whether the players are setting up, with their Pokemon face down."""
    return s.after == TO_START


@compiled
def unexplained(s, t, p, number):
    """How many of the cards seen of a player a list cannot explain; what lies open is counted."""
    n = 0
    for card in range(1, KINDS):
        n += max(0, max(s.scratch[LISTED + card], s.met[p][card]) - t.lists[number][card])
    return n


@compiled
def weight(s, t, p, number):
    """How probable a list is for a player, but for a factor."""
    if number >= t.pool and (number != t.pool + 1 - p or t.own[1 - p] == 0):
        return 0.0
    return exp(-2.0 * unexplained(s, t, p, number))


@compiled
def believe(s, t, p, rng):
    """Count the hidden cards of a player as they would be by a list that is drawn from the pool."""
    count_open(s, p)
    total = 0.0
    for number in range(t.pool + 2):
        total += weight(s, t, p, number)
    drawn = uniform(rng) * total
    chosen = 0
    for number in range(t.pool + 2):
        drawn -= weight(s, t, p, number)
        if drawn < 0.0:
            chosen = number
            break
    for card in range(1, KINDS):
        s.scratch[LISTED + card] = max(0, t.lists[chosen][card] - s.scratch[LISTED + card])


@compiled
def basics_needed(s, p):
    """While setting up: how many Basic Pokemon a player must have, at least; -1 if none at all."""
    if s.slot[p][0].card > 0:
        return 1 + s.n_bench[p]
    if s.n_hand[p] == 0:
        return 0  # no hand is drawn yet
    if s.opener == p or s.mulligans[p] > 0 or (s.ask == START_ACTIVE and s.asked == p):
        return 1
    return -1 if s.opener != s.first else 0


@compiled
def fits(s, hand, needed):
    """Whether the first cards of the list could be the hand of the set-up."""
    basics = 0
    for i in range(hand):
        basics += is_basic(s.scratch[i])
    return basics == 0 if needed < 0 else basics >= needed


@compiled
def deal_face_down(s, p, n, rng):
    """Draw a hand that fits what is known of a set-up, with the Pokemon put down first; return how many were."""
    hand = s.n_hand[p]
    placed = 1 + s.n_bench[p] if s.slot[p][0].card > 0 else 0
    needed = basics_needed(s, p)
    for _ in range(TRIES):
        shuffle_part(s.scratch, 0, n, rng)
        if fits(s, hand + placed, needed):
            break
    for k in range(placed):
        i = k
        while i < n - 1 and not is_basic(s.scratch[i]):
            i += 1
        card = s.scratch[i]
        s.scratch[i] = s.scratch[k]
        s.scratch[k] = card
        s.slot[p][k].card = card
    return placed


@compiled
def deal_other(s, t, p, rng):
    """Deal the hidden cards of the other player anew."""
    if t.pool > 0:
        believe(s, t, p, rng)
    else:
        count_hidden(s, p)
    n = spread(s)
    k = 0
    if is_face_down(s):
        k = deal_face_down(s, p, n, rng)
    else:
        shuffle_part(s.scratch, 0, n, rng)
    known = 0
    held = s.n_hand[p]
    for i in range(held):
        if i == 0 or s.hand[p][i - 1] != s.hand[p][i]:
            known += s.shown[p][s.hand[p][i]]
    s.n_hand[p] = 0
    clear_bits(s.held[p])
    for card in range(1, KINDS):
        for _ in range(s.shown[p][card]):
            add_to_hand(s, p, card)
    for _ in range(held - known):
        add_to_hand(s, p, s.scratch[k])
        k += 1
    for i in range(s.n_prizes[p]):
        s.prize[p][i] = s.scratch[k]
        k += 1
    for i in range(s.n_deck[p]):
        s.deck[p][i] = s.scratch[k]
        k += 1
    for card in range(KINDS):
        s.stays[p][card] = 0  # only its owner knows what this deck holds


@compiled
def exchange(s, p, held, cells, i):
    """Exchange a card in hand for one of a pile; return the latter."""
    card = cells[i]
    take_from_hand(s, p, held)
    add_to_hand(s, p, card)
    cells[i] = held
    return card


@compiled
def give_answer(s, t, p, rng):
    """Put a card into the hidden part of a hand, or into the deck, with which the open question has an answer."""
    held = 0
    for i in range(s.n_hand[p]):
        card = s.hand[p][i]
        copies = 0
        for j in range(s.n_hand[p]):
            copies += s.hand[p][j] == card
        if copies > s.shown[p][card]:
            held = card
    for i in range(s.n_deck[p] if held > 0 else 0):
        card = exchange(s, p, held, s.deck[p], i)
        if list_choices(s, s.scratch) > 0:
            return
        exchange(s, p, card, s.deck[p], i)
    for i in range(s.n_prizes[p]):
        if held > 0:
            card = exchange(s, p, held, s.prize[p], i)
            if list_choices(s, s.scratch) > 0:
                return
            exchange(s, p, card, s.prize[p], i)
        if s.n_deck[p] > 0:
            card = s.prize[p][i]
            s.prize[p][i] = s.deck[p][0]
            s.deck[p][0] = card
            if list_choices(s, s.scratch) > 0:
                return
    if t.pool == 0:
        return
    start = below(rng, KINDS)
    for k in range(KINDS):  # no list that is believed in explains the question: it may be any card
        card = 1 + (start + k) % (KINDS - 1)
        if held > 0:
            take_from_hand(s, p, held)
            add_to_hand(s, p, card)
            held = card
        if s.n_deck[p] > 0:
            s.deck[p][0] = card
        if list_choices(s, s.scratch) > 0:
            return


@compiled
def deal_asked(s, t, p, rng):
    """Deal the hidden cards of the other player anew, such that a question to that player has several answers.

    One with a single answer is never asked: what is asked tells something about hand and deck.
    """
    answers = 0
    for _ in range(TRIES):
        deal_other(s, t, p, rng)
        if s.ask == MAIN or s.asked != p:
            return
        answers = list_choices(s, s.scratch)
        if answers > 1:
            return
    if answers == 0:
        give_answer(s, t, p, rng)


# --- the own cards ----------------------------------------------------------------------------------------------------


@compiled
def mix(s, cells, low, high, rng):
    """Put cells[low:high] into an order that depends on the stream alone."""
    clear_counts(s)
    count_cells(s, cells, low, high, 1)
    n = spread(s)
    shuffle_part(s.scratch, 0, n, rng)
    for i in range(n):
        cells[low + i] = s.scratch[i]


@compiled
def deal_own(s, p, rng):
    """Deal the own deck and Prizes anew, as far as their owner does not know them."""
    loose = s.n_deck[p] - s.top[p]
    if s.searched[p] or s.n_prizes[p] == 0:
        mix(s, s.deck[p], 0, loose, rng)
        mix(s, s.prize[p], 0, s.n_prizes[p], rng)
        return
    clear_counts(s)
    count_cells(s, s.deck[p], 0, loose, 1)
    count_cells(s, s.prize[p], 0, s.n_prizes[p], 1)
    for card in range(1, KINDS):
        s.scratch[LISTED + card] -= s.stays[p][card]
    n = spread(s)
    shuffle_part(s.scratch, 0, n, rng)
    for i in range(s.n_prizes[p]):
        n -= 1
        s.prize[p][i] = s.scratch[n]
    for card in range(1, KINDS):
        for _ in range(s.stays[p][card]):
            s.scratch[n] = card
            n += 1
    shuffle_part(s.scratch, 0, n, rng)
    for i in range(n):
        s.deck[p][i] = s.scratch[i]


@compiled
def hide(s, t, seat, rng):
    """Deal anew what `seat` cannot know."""
    deal_own(s, seat, rng)
    deal_asked(s, t, 1 - seat, rng)
    s.outcome[1 - seat] = 0
    for i in range(DECK):
        s.scratch[i] = 0
    clear_counts(s)


@compiled
def shuffle(s, t, firm, rng):
    """Make the order of decks and Prizes random again, but for the top cards that their owners know."""
    for p in range(2):
        shuffle_part(s.deck[p], 0, s.n_deck[p] - s.top[p], rng)
        shuffle_part(s.prize[p], 0, s.n_prizes[p], rng)


@compiled
def is_secret(s):
    """Whether the card that is picked now stays face down."""
    if s.ask in (START_ACTIVE, START_BENCH, NEXT_CARD):
        return True
    if s.ask == EXTRA_BENCH:
        return is_face_down(s)
    if HAS_LOOK:
        if s.ask == LOOKED_CARD:
            return PROGRAM[s.pc][5] == 0
    if s.ask != DECK_CARD:
        return False
    to = PROGRAM[s.pc][5]
    return to & SHOWN == 0 and to in (TO_HAND, TO_TOP)


@compiled
def seen(s, t, move, seat):
    """Cards put down in the set-up, found without showing them, or put in order stay secret."""
    return UNSEEN if s.asked != seat and is_secret(s) else move


# --- what is known, as numbers ----------------------------------------------------------------------------------------


@compiled
def write_slot(slot, out, n):
    """Write a Pokemon and all that is on it."""
    out[n] = slot.card
    out[n + 1] = slot.tool
    out[n + 2] = slot.fresh
    out[n + 3] = slot.used
    out[n + 4] = slot.damage
    out[n + 5] = slot.under[0]
    out[n + 6] = slot.under[1]
    n += 7
    for e in range(N_ENERGIES):
        out[n] = slot.energy[e]
        n += 1
    return n


@compiled
def write_open(s, p, seat, out, n):
    """Write what lies open of a player."""
    out[n] = s.n_deck[p]
    out[n + 1] = s.n_hand[p]
    out[n + 2] = s.n_prizes[p]
    out[n + 3] = s.n_bench[p]
    out[n + 4] = s.ill[p]
    out[n + 5] = s.avenge[p]
    out[n + 6] = s.less[p]
    out[n + 7] = s.more[p]
    out[n + 8] = s.locked[p]
    out[n + 9] = s.ready[p]
    out[n + 10] = s.mulligans[p]
    out[n + 11] = s.searched[p]
    out[n + 12] = s.top[p]
    out[n + 13] = s.struck[p]
    n += 14
    for mark in range(8):
        out[n] = s.until[p][mark]
        n += 1
    if p == seat or not is_face_down(s):
        for i in range(s.n_bench[p] + 1):
            n = write_slot(s.slot[p][i], out, n)
    clear_counts(s)
    count_cells(s, s.discard[p], 0, s.n_discard[p], 1)
    n = write_counts(s, out, n)
    for card in range(1, KINDS):
        if s.shown[p][card] > 0 or s.met[p][card] > 0:
            out[n] = card + 256 * s.shown[p][card] + 65536 * s.met[p][card]
            n += 1
    return n


@compiled
def write_own(s, p, out, n):
    """Write the own hand, and the own deck and Prizes as far as they are known."""
    for i in range(s.n_hand[p]):
        out[n] = s.hand[p][i]
        n += 1
    loose = s.n_deck[p] - s.top[p]
    for i in range(loose, s.n_deck[p]):
        out[n] = s.deck[p][i]
        n += 1
    clear_counts(s)
    count_cells(s, s.deck[p], 0, loose, 1)
    if not s.searched[p]:
        count_cells(s, s.prize[p], 0, s.n_prizes[p], 1)
    n = write_counts(s, out, n)
    for card in range(1, KINDS):
        if s.stays[p][card] > 0:
            out[n] = card + 256 * s.stays[p][card]
            n += 1
    return n


@compiled
def observe(s, t, seat, out):
    """All that `seat` may know."""
    out[0] = s.turn
    out[1] = s.player
    out[2] = s.winner
    out[3] = s.reason
    out[4] = s.ask
    out[5] = s.asked
    out[6] = s.after
    out[7] = s.pc
    out[8] = s.side
    out[9] = s.source
    out[10] = s.attacking
    out[11] = s.target
    out[12] = s.left
    out[13] = s.must + 2 * s.paid
    out[14] = s.heads
    out[15] = s.coins
    out[16] = s.dealt
    out[17] = s.carried
    out[18] = s.resolving
    out[19] = s.supported + 2 * s.attached + 4 * s.retreated + 8 * s.staged
    out[20] = s.trances
    out[21] = s.stadium
    out[22] = s.stadium_owner
    out[23] = s.hurt
    out[24] = s.first
    out[25] = s.opener
    out[26] = s.began
    out[27] = s.sudden
    out[28] = s.outcome[seat]
    n = write_open(s, seat, seat, out, 29)
    n = write_open(s, 1 - seat, seat, out, n)
    n = write_own(s, seat, out, n)
    if t.pool == 0:
        count_hidden(s, 1 - seat)
        n = write_counts(s, out, n)
    clear_counts(s)
    return n


@compiled
def cards(s, t, out):
    """The identity of every card: 256 times the seat, plus its number; with a pool the other cards may be any."""
    n = 0
    for p in range(2):
        count_open(s, p)
        if is_face_down(s):
            for i in range(s.n_bench[p] + 1):
                s.scratch[LISTED + s.slot[p][i].card] += 1
        count_cells(s, s.deck[p], 0, s.n_deck[p], 1)
        count_cells(s, s.prize[p], 0, s.n_prizes[p], 1)
        count_cells(s, s.hand[p], 0, s.n_hand[p], 1)
        count_shown_hand(s, p, -1)
        for card in range(1, KINDS):
            for _ in range(s.scratch[LISTED + card]):
                out[n] = 256 * p + (card if t.pool == 0 else 0)
                n += 1
    clear_counts(s)
    return n
