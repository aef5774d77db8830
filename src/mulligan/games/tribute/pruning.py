"""What a search considers: prunings, the move filters of published bots, and one of our own.

`best3` and `soismcts` are BestMCTS3's filter with its card values of 2025 and of 2024.  Where it plays a card at once,
that is the only move; where cards may be destroyed, it looks at the three worst cards only; where cards may come back,
at the best few sets.  Copies of a card count one by one, as in the bot.

`sensible` plays at once whatever gives nothing but coins, power, prestige and the like, by what it does at this moment.
It assumes that nothing is gained by waiting, with two exceptions: while Priestess of the Eight can be used, which gives
new cards for cards in hand, and for agents in games with Saint Alessia, whose cards may clear both boards.  To Treasury
it gives a curse, else Gold, else another starting card.  Otherwise it looks at the three worst kinds of cards to
destroy, and at the best few sets of kinds that may come back.

Where a choice is put card by card, the cards are judged one by one: the three worst to destroy, the five best to come
back.
"""

from __future__ import annotations

import numpy as np

from mulligan.core.game import CHAIN
from mulligan.kernel import compiled, inlined

from .players.best3 import IS_INSTANT, STEP, phase_of
from .players.cardvalues import BOOK_2024, BOOK_2025, BY_TIERS, TIERS, VALUES
from .players.tallies import count_of_any_deck, tally
from .rules.cards import AGENT, BEWILDERMENT, DECK, GOLD, KINDS, SAINT_ALESSIA, STARTERS, TYPE, UNITS
from .rules.cards import LEVELS as MOST_COMBO
from .rules.choices import card_at
from .rules.course import is_drafted
from .rules.items import is_ordered, items_of, kind_of
from .rules.layout import (
    ACTIVATE,
    CHOICE,
    COMMAND,
    COMPLETE_TREASURY,
    DESTROY_CARDS,
    DONE,
    ELSEWHERE,
    ITEM,
    ITEM_MASK,
    KIND,
    NORMAL,
    PICK,
    PLAY,
    REFRESH_CARDS,
    WHERE,
)
from .rules.moves import add_orders, list_moves
from .rules.vocabulary import COIN, EITHER, HEAL, OPP_DISCARD, OPP_PRESTIGE, PATRON_CALL, POWER, PRESTIGE, WORD

LEVELS = ("none", "best3", "soismcts", "sensible")
NONE, BEST3, SOISMCTS, SENSIBLE = range(len(LEVELS))

PRIESTESS_OF_THE_EIGHT = 121
NO_KIND = 127
FINE = 10000  # card values are compared in whole numbers of this fineness
TOP = 128  # in the scratch, above a number for each kind: the best sums so far
LEAST_SUM = -(1 << 30)
BEST_CARDS = 5

_GIFTS = (COIN, POWER, PRESTIGE, OPP_PRESTIGE, OPP_DISCARD, PATRON_CALL, HEAL)
_IS_GIFT = (UNITS == 0) | (((UNITS & EITHER) == 0) & np.isin(UNITS & WORD, _GIFTS))
IS_GIFT = np.all(_IS_GIFT, axis=2).astype(np.int64)
"""Of each card and combo level: whether all that it does is to give, without a choice, a new card or chance."""
IS_STARTER = np.isin(np.arange(KINDS), STARTERS[:, 0]).astype(np.int64)


# --- what cards are worth ---------------------------------------------------------------------------------------------


@compiled
def worth_of_kind(s, counts, values, kind, book):
    """BestMCTS3's evaluation of one of the own cards: its tier, and what it adds to the cards of its deck."""
    n = count_of_any_deck(s, s.player, counts, values, DECK[kind])
    phase = phase_of(s, s.player)
    return int((TIERS[book][phase][kind] + STEP[phase][n]) * FINE)


@compiled
def note_worths(s, book):
    """Write for every kind that the choice offers its worth and its number of copies into the scratch."""
    counts, values = tally(s, s.player, VALUES[BY_TIERS])
    for i in range(s.n_options):
        kind = card_at(s, s.option[i]) & KIND
        if s.scratch[kind] == 0:
            s.scratch[kind] = worth_of_kind(s, counts, values, kind, book) * 256
        s.scratch[kind] += 1


@compiled
def forget_worths(s):
    """Clear the scratch."""
    for i in range(s.n_options):
        s.scratch[card_at(s, s.option[i]) & KIND] = 0
    for i in range(TOP, TOP + 10):
        s.scratch[i] = 0


# --- cards to destroy -------------------------------------------------------------------------------------------------


@compiled
def three_worst(s, by_copies):
    """The kinds of the three cards that are worth least, or the three kinds, as one number."""
    first = 1 << 60
    second = first
    third = first
    for i in range(s.n_options):
        kind = card_at(s, s.option[i]) & KIND
        rank = (s.scratch[kind] >> 8) * 128 + kind  # of equals the lower number
        if by_copies or (rank != first and rank != second):
            if rank < first:
                third = second
                second = first
                first = rank
            elif rank < second:
                third = second
                second = rank
            elif rank < third:
                third = rank
    kinds = first & KIND
    kinds |= (second & KIND if second < 1 << 60 else NO_KIND) << 7
    return kinds | (third & KIND if third < 1 << 60 else NO_KIND) << 14


@inlined
def is_made_of(items, kinds):
    """Whether all items are of the three kinds."""
    while items != 0:
        kind = kind_of(items & ITEM_MASK)
        if kind != kinds & KIND and kind != kinds >> 7 & KIND and kind != kinds >> 14 & KIND:
            return False
        items >>= ITEM
    return True


@compiled
def keep_worst(s, out, n, book, by_copies):
    """Leave the choices of the worst cards, and of none."""
    note_worths(s, book)
    kinds = three_worst(s, by_copies)
    forget_worths(s)
    kept = 0
    for i in range(n):
        if is_made_of(items_of(out[i]), kinds):
            out[kept] = out[i]
            kept += 1
    return kept


# --- cards to come back -----------------------------------------------------------------------------------------------


@inlined
def sum_of_worths(s, items):
    """What a set of cards is worth."""
    total = 0
    while items != 0:
        total += s.scratch[kind_of(items & ITEM_MASK)] >> 8
        items >>= ITEM
    return total


@inlined
def ways_to_take(s, items):
    """How many sets of copies a set of items stands for."""
    ways = 1
    last = 0
    run = 0
    while items != 0:
        item = items & ITEM_MASK
        run = run + 1 if item == last else 0
        last = item
        ways = ways * ((s.scratch[kind_of(item)] & 255) - run) // (run + 1)
        items >>= ITEM
    return ways


@compiled
def note_sum(s, total, limit):
    """Put a sum among the best `limit` ones."""
    j = TOP + limit - 1
    if s.scratch[j] >= total:
        return False
    while j > TOP and s.scratch[j - 1] < total:
        s.scratch[j] = s.scratch[j - 1]
        j -= 1
    s.scratch[j] = total
    return True


@compiled
def keep_best(s, out, n, limit, book, by_copies):
    """Leave the choices of the best cards, of equal ones the first; and to end a chain of questions."""
    note_worths(s, book)
    for i in range(limit):
        s.scratch[TOP + i] = LEAST_SUM
    for i in range(n):
        if out[i] >> COMMAND != DONE:
            total = sum_of_worths(s, items_of(out[i]))
            ways = ways_to_take(s, items_of(out[i])) if by_copies else 1
            while ways > 0 and note_sum(s, total, limit):
                ways -= 1
    least = s.scratch[TOP + limit - 1]
    room = limit
    for i in range(limit):
        if s.scratch[TOP + i] > least:
            room -= 1
    kept = 0
    for i in range(n):
        total = sum_of_worths(s, items_of(out[i]))
        fits = out[i] >> COMMAND == DONE or total > least
        if not fits and total == least and room > 0:
            fits = True
            room -= ways_to_take(s, items_of(out[i])) if by_copies else 1
        if fits:
            out[kept] = out[i]
            kept += 1
    forget_worths(s)
    return kept


@compiled
def filter_choice(s, out, n, book, by_copies):
    """Leave what BestMCTS3 considers in the choices that cards give."""
    if s.follow == DESTROY_CARDS:
        return keep_worst(s, out, n, book, by_copies)
    if s.follow != REFRESH_CARDS:
        return n
    if out[n - 1] >> COMMAND == PICK:
        return keep_best(s, out, n, BEST_CARDS, book, False)
    if s.high > 3:
        return n
    return keep_best(s, out, n, 10 if s.high == 3 else (6 if s.high == 2 else 3), book, by_copies)


# --- cards played at once ---------------------------------------------------------------------------------------------


@compiled
def play_instant(out, n):
    """Leave BestMCTS3's instant play with the lowest number, if there is one."""
    best = NO_KIND
    at = 0
    for i in range(n):
        if out[i] >> COMMAND != PLAY:
            break
        kind = kind_of(out[i])
        if IS_INSTANT[kind] and kind < best:
            best = kind
            at = i
    if best == NO_KIND:
        return n
    out[0] = out[at]
    return 1


@compiled
def only_gives(s, kind):
    """Whether a card would at this moment do nothing but give, with all that its combo sets off."""
    deck = DECK[kind]
    count = s.combo[deck]
    for level in range(min(count + 1, MOST_COMBO)):
        if not IS_GIFT[kind][level]:
            return False
    if count < MOST_COMBO:
        for i in range(count):
            if not IS_GIFT[s.waiting[deck][i]][count]:
                return False
    return True


@compiled
def play_gift(s, out, n):
    """Leave one play or activation that only gives, if there is one: of cards the lowest, then of agents the first."""
    best = NO_KIND
    best_move = out[0]
    agents_wait = is_drafted(s, SAINT_ALESSIA)
    cards_wait = False
    agent_move = out[0]
    agent_found = False
    for i in range(n):
        command = out[i] >> COMMAND
        if command != PLAY and command != ACTIVATE:
            break
        kind = kind_of(out[i])
        if kind == PRIESTESS_OF_THE_EIGHT:
            cards_wait = True
        if command == PLAY:
            if kind < best and not (agents_wait and TYPE[kind] == AGENT) and only_gives(s, kind):
                best = kind
                best_move = out[i]
        elif not agent_found and only_gives(s, kind):
            agent_found = True
            agent_move = out[i]
    if best != NO_KIND and not cards_wait:
        out[0] = best_move
        return 1
    if agent_found:
        out[0] = agent_move
        return 1
    return n


# --- what Treasury gets -----------------------------------------------------------------------------------------------


@inlined
def spare_rank(move):
    """How gladly a card is given to Treasury: best of all a curse, and one that need not be played any more."""
    item = move & ITEM_MASK
    kind = kind_of(item)
    rank = 2 * IS_STARTER[kind]
    if kind == BEWILDERMENT:
        rank = 6
    elif kind == GOLD:
        rank = 4
    return rank + 1 if rank > 0 and item >> WHERE != ELSEWHERE else rank


@compiled
def keep_spare(out, n):
    """Leave the cards that Treasury should get; all if none is a curse or a starting card."""
    best = 0
    for i in range(n):
        best = max(best, spare_rank(out[i]))
    kept = 0
    for i in range(n):
        if spare_rank(out[i]) == best:
            out[kept] = out[i]
            kept += 1
    return kept


# --- all together -----------------------------------------------------------------------------------------------------


@compiled
def filter_moves(s, t, level, out, n):
    """Leave the moves of a pruning, in their order."""
    if level == SENSIBLE:
        if s.board == NORMAL:
            return play_gift(s, out, n)
        if s.follow == COMPLETE_TREASURY:
            return keep_spare(out, n)
        return filter_choice(s, out, n, BOOK_2025, False)
    if s.board == NORMAL:
        return play_instant(out, n)
    if s.board == CHOICE:
        return filter_choice(s, out, n, BOOK_2025 if level == BEST3 else BOOK_2024, True)
    return n


@compiled
def options(s, t, form, out):
    """Write the moves that a search considers: the legal ones, or those that a pruning leaves."""
    n = list_moves(s, t, form >= CHAIN, out)
    level = form % CHAIN
    if level > 0 and n > 1:
        n = filter_moves(s, t, level, out, n)
    return add_orders(out, n) if is_ordered(s, t) else n
