"""The questions that effects and the set-up put to players, and what can be answered."""

from __future__ import annotations

import numpy as np

from mulligan.kernel import compiled, inlined, lowest, size

from ..cards.arrays import (
    BASICS,
    BITS,
    CLASS,
    ENERGIES,
    ENERGY_KIND,
    EVOLUTIONS,
    EXES,
    FILTER_CARDS,
    FILTER_HAS,
    FILTER_TYPE,
    HAS_LOOK,
    HAS_OLDER,
    HAS_SHIFT,
    HAS_TO_ONE,
    N_ENERGIES,
    NAME,
    PLASMAS,
    PROGRAM,
    PROVIDES,
    ROOM,
    ROOT,
    STAGE,
    TYPE,
    UNITS,
    WORD,
    WORDS,
    as_bits,
)
from ..cards.vocabulary import (
    ANYONE,
    COUNTERS,
    DEF,
    FROM_OLDER,
    HIT,
    LAST,
    ON_OPP_ANY,
    OPP_ANY,
    PLASMA,
    POKEMON,
    SCOOP,
    SHIFT,
    SHOWN,
    SWITCH,
    TAKE,
    TO_ANY,
    TO_BENCH,
    TO_ONE,
    TO_PLAY,
)
from .effects import can_strip
from .energy import types_of
from .layout import (
    BENCH,
    BURN,
    CANDY_CARD,
    COST_CARD,
    DECK_CARD,
    DESTINATION,
    DISCARD_CARD,
    DONE,
    ENERGY_CARD,
    EVOLVE,
    EXTRA,
    EXTRA_BENCH,
    FOE_POKEMON,
    GO,
    HAND_CARD,
    HOW_MANY,
    LOOKED_CARD,
    MODE,
    MOVED_ENERGY,
    NEXT_CARD,
    ONE_OF_TWO,
    OWN_POKEMON,
    PICK,
    PROMOTE,
    RAISED_CARD,
    RETREAT_COST,
    SLOT,
    SLOTS,
    START_ACTIVE,
    START_BENCH,
    TOOL_CARD,
    TOP_CARD,
    WANTED,
    WHO_STARTS,
)
from .zones import eight, ripe, unlike_slots, unlike_slots_but

STAGE_2_CARDS = as_bits(STAGE == 2)
SKIPS = np.array([as_bits((STAGE == 2) & (NAME[card] == ROOT) & (STAGE[card] == 0)) for card in range(ROOM)])
"""Of each Basic Pokemon: the Stage 2 cards that it may become at once."""


def _movable(chosen: int, basic: int) -> list[int]:
    """The bytes of the Energy on a Pokemon, eight in a word, of those that pass a filter."""
    words = [0] * (ENERGIES // 8)
    for e in range(N_ENERGIES):
        kind = FILTER_TYPE[chosen]
        if FILTER_HAS[chosen][ENERGY_KIND[e]] and (kind < 0 or PROVIDES[e][basic] >> kind & 1):
            words[e // 8] |= 127 << 8 * (e % 8)
    return words


MOVABLE = np.array([[_movable(chosen, basic) for basic in range(2)] for chosen in range(len(FILTER_TYPE))], np.int64)
"""Of each filter: the Energy that it lets an effect move, first on an evolved Pokemon, then on a Basic one."""


@compiled
def is_basic(card):
    """Whether a card is a Basic Pokemon."""
    return CLASS[card] == POKEMON and STAGE[card] == 0


@inlined
def list_bits(bits, word, move, out, n):
    """Offer each card of a word of bits, in ascending order."""
    while bits != 0:
        out[n] = move | WORD * word + lowest(bits) << 8
        bits &= bits - 1
        n += 1
    return n


@compiled
def list_hand_basics(s, p, out, n):
    """Each Basic Pokemon in hand."""
    for w in range(WORDS):
        n = list_bits(s.held[p][w] & BASICS[w], w, PICK, out, n)
    return n


@compiled
def list_hand(s, p, chosen, out, n):
    """Each card in hand that passes a filter, or each if the filter is negative."""
    for w in range(WORDS):
        n = list_bits(s.held[p][w] if chosen < 0 else s.held[p][w] & FILTER_CARDS[chosen][w], w, PICK, out, n)
    return n


@compiled
def list_discard(s, p, chosen, out, n):
    """Each card of the discard pile that passes a filter, in ascending order."""
    for w in range(WORDS):
        n = list_bits(s.thrown[p][w] & FILTER_CARDS[chosen][w], w, PICK, out, n)
    return n


@compiled
def list_older(s, p, chosen, out, n):
    """Each card of the discard pile that passes a filter, but for those that were just paid."""
    found = list_discard(s, p, chosen, out, n)
    kept = n
    for k in range(n, found):
        card = out[k] >> 8
        copies = 0
        for i in range(s.n_discard[p]):
            copies += s.discard[p][i] == card
        paid = s.coins
        while paid > 0:
            copies -= paid & 255 == card
            paid >>= 8
        out[kept] = out[k]
        kept += copies > 0
    return kept


@compiled
def deck_bits(s, p, word):
    """The cards of a deck, as bits of a word."""
    found = 0
    for i in range(s.n_deck[p]):
        found |= BITS[s.deck[p][i]][word]
    return found


@compiled
def list_deck(s, p, chosen, out, n):
    """Each card of the deck that passes a filter, in ascending order."""
    for w in range(WORDS):
        if FILTER_CARDS[chosen][w] != 0:
            n = list_bits(deck_bits(s, p, w) & FILTER_CARDS[chosen][w], w, PICK, out, n)
    return n


@compiled
def add_pick(card, out, start, n):
    """Put a card among the answers, in ascending order and once."""
    move = PICK | card << 8
    j = n
    while j > start and out[j - 1] > move:
        j -= 1
    if j > start and out[j - 1] == move:
        return n
    for k in range(n, j, -1):
        out[k] = out[k - 1]
    out[j] = move
    return n + 1


@compiled
def list_bench(s, p, side, kind, out, n):
    """Each Benched Pokemon, of a type if that is not negative; `side` is how the asked player calls its owner."""
    slots = unlike_slots(s, p)
    for i in range(1, s.n_bench[p] + 1):
        out[n] = SLOT | side << 8 | i << 16
        n += slots >> i & (kind < 0 or is_of(s.slot[p][i].card, kind))
    return n


@inlined
def is_of(card, kind):
    """Whether a Pokemon is of a type, or of Team Plasma."""
    return TYPE[card] == kind or (kind == PLASMA and PLASMAS[card] > 0)


@compiled
def list_pokemon(s, p, side, kind, out, n):
    """Each Pokemon of a player, of a type if that is not negative."""
    if kind < 0 or is_of(s.slot[p][0].card, kind):
        out[n] = SLOT | side << 8
        n += 1
    return list_bench(s, p, side, kind, out, n)


@compiled
def list_hits(s, p, side, low, out, n):
    """Each Pokemon from slot `low` on that this attack has not hit yet; if only one is hit, equal ones are one."""
    slots = unlike_slots(s, p) if PROGRAM[s.pc][3] <= 1 else -1
    for i in range(low, s.n_bench[p] + 1):
        out[n] = SLOT | side << 8 | i << 16
        n += slots >> i & 1 & ~(s.coins >> i)
    return n


@compiled
def list_shifts(s, p, out, n):
    """Each Pokemon of the opponent from which damage can go, or to which it can."""
    slots = unlike_slots(s, p) if s.left == 2 else unlike_slots_but(s, p, s.coins)
    for i in range(s.n_bench[p] + 1):
        out[n] = SLOT | 1 << 8 | i << 16
        n += slots >> i & (s.left == 1 or s.slot[p][i].damage > 0)
    return n


@compiled
def list_patients(s, p, cure, out, n):
    """Each own Pokemon that has damage, or a Special Condition if that can be cured."""
    slots = unlike_slots(s, p)
    for i in range(s.n_bench[p] + 1):
        out[n] = SLOT | i << 16
        n += slots >> i & (s.slot[p][i].damage > 0 or (cure and i == 0 and s.ill[p] != 0))
    return n


@compiled
def list_energy(s, p, side, i, kind, out, n):
    """Each Energy on a Pokemon, of a type if that is not negative."""
    slot = s.slot[p][i]
    for e in range(N_ENERGIES):
        if can_strip(slot, e, kind):
            out[n] = BURN | ENERGY_KIND[e] << 8 | side << 16 | i << 24
            n += 1
    return n


@compiled
def list_energies(s, p, place, kind, out, n):
    """Each Energy on any Pokemon of the opponent, or of both players, of a type if that is not negative."""
    for side in range(0 if place == ANYONE else 1, 2):
        q = 1 - p if side else p
        slots = unlike_slots(s, q)
        for i in range(s.n_bench[q] + 1):
            if slots >> i & 1:
                n = list_energy(s, q, side, i, kind, out, n)
    return n


@compiled
def units_in_cards_up_to(slot, units):
    """Units on a Pokemon, of Energy cards that have at most so many each."""
    n = 0
    for e in range(N_ENERGIES):
        n += UNITS[e] * slot.energy[e] * (UNITS[e] <= units)
    return n


@compiled
def list_payments(s, p, out):
    """Each Energy that can be paid for a retreat so that no card is superfluous in the end.

    The larger ones are paid first, which leaves every choice of cards open: so the smallest is the last one, and the
    others would not do without it.
    """
    slot = s.slot[p][0]
    n = 0
    for e in range(N_ENERGIES):
        fits = s.paid == 0 or UNITS[e] <= s.paid
        if slot.energy[e] > 0 and fits and units_in_cards_up_to(slot, UNITS[e]) >= s.left:
            out[n] = BURN | ENERGY_KIND[e] << 8
            n += 1
    return n


@compiled
def can_move(slot, e, chosen):
    """Whether this Energy on a Pokemon passes the filter of an effect that moves it."""
    if slot.energy[e] == 0 or not FILTER_HAS[chosen][ENERGY_KIND[e]]:
        return False
    return FILTER_TYPE[chosen] < 0 or types_of(slot, e) >> FILTER_TYPE[chosen] & 1


@inlined
def movable(slot, low, chosen):
    """The Energy on a Pokemon, eight counts as one number, that passes the filter of an effect that moves it."""
    return eight(slot.energy, low) & MOVABLE[chosen][1 if STAGE[slot.card] == 0 else 0][low // 8]


@compiled
def can_move_energy(s, p, chosen):
    """Whether an Energy that passes a filter could go to another own Pokemon."""
    found = 0
    for i in range(SLOTS):
        for low in range(0, N_ENERGIES, 8):
            found |= movable(s.slot[p][i], low, chosen)
    return found != 0 and s.n_bench[p] > 0


@compiled
def list_movable(s, p, chosen, from_self, out, n):
    """Each Energy that could go to another own Pokemon."""
    slots = unlike_slots(s, p) if s.n_bench[p] > 0 else 0
    if from_self == 1:
        slots &= 1 << s.source
    while slots != 0:
        i = lowest(slots)
        slots &= slots - 1
        for low in range(0, N_ENERGIES, 8):
            left = movable(s.slot[p][i], low, chosen)
            while left != 0:
                e = lowest(left) // 8
                left &= ~(127 << 8 * e)
                out[n] = BURN | ENERGY_KIND[low + e] << 8 | i << 24
                n += 1
    return n


@compiled
def list_destinations(s, p, out, n):
    """Where an Energy can go: to any other own Pokemon, or to the Benched ones of a type."""
    if PROGRAM[s.pc][0] == TAKE:
        to = PROGRAM[s.pc][5] & (SHOWN - 1)
        if HAS_TO_ONE:
            if to == TO_ONE:
                return list_bench(s, p, 0, -1, out, n)
        if to >= TO_ANY:
            return list_pokemon(s, p, 0, to - TO_ANY - 1, out, n)
        return list_bench(s, p, 0, to - TO_BENCH - 1, out, n)
    slots = unlike_slots_but(s, p, s.target)
    for i in range(SLOTS):
        out[n] = SLOT | i << 16
        n += slots >> i & 1
    return n


@compiled
def list_order(s, p, out, n):
    """Each of the top cards that has no place yet."""
    start = n
    total = min(PROGRAM[s.pc][1], s.n_deck[p])
    for i in range(s.n_deck[p] - total, s.n_deck[p] - total + s.left):
        n = add_pick(s.deck[p][i], out, start, n)
    return n


@compiled
def list_looked(s, p, out, n):
    """Each of the top cards that were looked at that passes the filter."""
    start = n
    for i in range(s.n_deck[p] - min(PROGRAM[s.pc][1], s.n_deck[p]), s.n_deck[p]):
        if FILTER_HAS[PROGRAM[s.pc][2]][s.deck[p][i]]:
            n = add_pick(s.deck[p][i], out, start, n)
    return n


@compiled
def list_tools(s, p, out, n):
    """Each Tool in play."""
    for side in range(2):
        q = p if side == 0 else 1 - p
        slots = unlike_slots(s, q)
        for i in range(s.n_bench[q] + 1):
            if s.slot[q][i].tool > 0 and slots >> i & 1:
                out[n] = SLOT | side << 8 | i << 16
                n += 1
    return n


@compiled
def can_skip(slot, card):
    """Whether a Basic in play may become this Stage 2 at once."""
    if STAGE[card] != 2 or slot.card == 0 or slot.fresh or STAGE[slot.card] != 0:
        return False
    return ROOT[card] == NAME[slot.card]


@compiled
def list_candies(s, p, out, n):
    """Each Stage 2 in hand on each Basic that may skip a stage."""
    slots = unlike_slots(s, p)
    last = 0
    for k in range(s.n_hand[p]):
        card = s.hand[p][k]
        if card != last and STAGE[card] == 2:
            for i in range(s.n_bench[p] + 1):
                if can_skip(s.slot[p][i], card) and slots >> i & 1:
                    out[n] = EVOLVE | card << 8 | i << 16
                    n += 1
        last = card
    return n


@compiled
def has_candy(s, p):
    """Whether any Stage 2 in hand fits a Basic in play."""
    for w in range(WORDS):
        if s.held[p][w] & STAGE_2_CARDS[w] != 0:
            for i in range(SLOTS):
                if s.held[p][w] & SKIPS[ripe(s.slot[p][i])][w]:
                    return True
    return False


@compiled
def list_raised(s, p, out, n):
    """Each card of the deck, but for EX, that one of the own Pokemon evolves into."""
    slots = unlike_slots(s, p)
    for i in range(s.n_bench[p] + 1):
        for w in range(WORDS):
            wanted = EVOLUTIONS[s.slot[p][i].card][w] & ~EXES[w]
            if slots >> i & 1 and wanted != 0:
                n = list_bits(deck_bits(s, p, w) & wanted, w, EVOLVE | i << 16, out, n)
    return n


@compiled
def has_place(s, p, out):
    """Whether there is a place for the cards that an effect takes."""
    to = PROGRAM[s.pc][5] & (SHOWN - 1)
    if to < TO_BENCH:
        return True
    if to < TO_ANY:
        return list_bench(s, p, 0, to - TO_BENCH - 1, out, 0) > 0
    if to < TO_PLAY:
        return list_pokemon(s, p, 0, to - TO_ANY - 1, out, 0) > 0
    if HAS_TO_ONE:
        if to == TO_ONE:
            return s.n_bench[p] > 0
    return to != TO_PLAY or s.n_bench[p] < BENCH


@compiled
def list_of_card(s, p, out):
    """The answers to a question of a card's program."""
    asked = s.ask
    word = PROGRAM[s.pc][0]
    a = PROGRAM[s.pc][1]
    if asked == OWN_POKEMON:
        if word == SCOOP:
            return list_pokemon(s, p, 0, -1, out, 0)
        if word == HIT:
            return list_hits(s, p, 0, 1, out, 0)
        return list_bench(s, p, 0, -1, out, 0) if word == SWITCH else list_patients(s, p, PROGRAM[s.pc][3], out, 0)
    if asked == FOE_POKEMON:
        if word == COUNTERS:
            return list_pokemon(s, 1 - p, 1, -1, out, 0)
        if HAS_SHIFT:
            if word == SHIFT:
                return list_shifts(s, 1 - p, out, 0)
        if word == HIT:
            return list_hits(s, 1 - p, 1, 0 if PROGRAM[s.pc][2] == ON_OPP_ANY else 1, out, 0)
        return list_bench(s, 1 - p, 1, -1, out, 0)
    if asked in (DECK_CARD, DISCARD_CARD, HAND_CARD) and not has_place(s, p, out):
        return 0  # there is no Pokemon that it could go to, or no place for it
    if asked == HAND_CARD:
        return list_hand(s, p, PROGRAM[s.pc][2], out, 0)
    if asked == DECK_CARD:
        return list_deck(s, p, PROGRAM[s.pc][2], out, 0)
    if HAS_OLDER:
        if asked == DISCARD_CARD and a == FROM_OLDER:
            return list_older(s, p, PROGRAM[s.pc][2], out, 0)
    if asked == DISCARD_CARD:
        return list_discard(s, p, PROGRAM[s.pc][2], out, 0)
    if asked == COST_CARD:
        return list_hand(s, p, -1, out, 0)
    if asked == TOP_CARD:
        return list_hand(s, p, a, out, 0)
    if asked == ENERGY_CARD:
        if a in (OPP_ANY, ANYONE):
            return list_energies(s, p, a, PROGRAM[s.pc][3], out, 0)
        side = int(a == DEF)
        return list_energy(s, 1 - p if side else p, side, s.target if a == LAST else 0, PROGRAM[s.pc][3], out, 0)
    if asked == MOVED_ENERGY:
        return list_movable(s, p, a, PROGRAM[s.pc][2], out, 0)
    if asked == DESTINATION:
        return list_destinations(s, p, out, 0)
    if asked == NEXT_CARD:
        return list_order(s, p, out, 0)
    if HAS_LOOK:
        if asked == LOOKED_CARD:
            return list_looked(s, p, out, 0)
    if asked == TOOL_CARD:
        return list_tools(s, p, out, 0)
    if asked == CANDY_CARD:
        return list_candies(s, p, out, 0)
    if asked == RAISED_CARD:
        return list_raised(s, p, out, 0)
    out[0] = MODE
    out[1] = MODE | 1 << 8
    return 2


@compiled
def list_choices(s, out):
    """Write the answers to the open question, and return how many."""
    p = s.asked
    asked = s.ask
    if asked == PROMOTE:
        return list_bench(s, p, 0, -1, out, 0)
    if asked == RETREAT_COST:
        return list_payments(s, p, out)
    if asked == WHO_STARTS:
        out[0] = GO
        out[1] = GO | 1 << 8
        return 2
    if asked == HOW_MANY:
        most = min(s.mulligans[1 - p], s.n_deck[p])
        for k in range(most + 1):
            out[k] = EXTRA | k << 8
        return most + 1
    n = 0
    if asked == START_ACTIVE:
        return list_hand_basics(s, p, out, 0)
    if asked in (START_BENCH, EXTRA_BENCH):
        if s.n_bench[p] < BENCH:
            n = list_hand_basics(s, p, out, 0)
    else:
        n = list_of_card(s, p, out)
        if s.must or asked == DESTINATION:
            return n
    out[n] = DONE
    return n + 1


@inlined
def has_two(words):
    """Whether words hold two cards as bits."""
    cards = 0
    for w in range(WORDS):
        cards += size(words[w])
    return cards > 1


@compiled
def has_many_answers(s):
    """Whether it is plain without a list that the open question has several answers."""
    if s.ask in (WANTED, ONE_OF_TWO):
        return True
    if s.ask == COST_CARD:
        return has_two(s.held[s.asked])
    if s.ask == DESTINATION and PROGRAM[s.pc][0] != TAKE:
        return size(unlike_slots_but(s, s.asked, s.target)) > 1
    if s.ask != DECK_CARD or s.must or PROGRAM[s.pc][5] & (SHOWN - 1) >= TO_BENCH:
        return False
    chosen = PROGRAM[s.pc][2]
    for i in range(s.n_deck[s.asked]):
        if FILTER_HAS[chosen][s.deck[s.asked][i]]:
            return True
    return False
