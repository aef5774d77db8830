"""Where cards lie and how they move: deck, hand, discard pile, Prizes, and Pokemon with all that is on them.

What players learn on the way is noted here too: `shown` (cards in hand that the opponent knows), `top` (the order on
top of the own deck), `stays` (cards that the owner knows to be in the deck and so not among the Prizes), `searched`
(the owner has seen the whole deck), and `met` (cards that the opponent saw before they were hidden again).
"""

from __future__ import annotations

from mulligan.kernel import below, compiled, inlined, shuffle_part

from ..cards.arrays import BITS, ENERGY_KIND, KINDS, N_ENERGIES, UNITS, WORDS
from .layout import PRIZES, SLOTS

MIXED = (1 << 40) - 1


@inlined
def note(s, p, number):
    """What chance has shown to a player becomes part of the outcome."""
    s.outcome[p] = (s.outcome[p] * 131 + number) & MIXED


@inlined
def note_for_both(s, number):
    """What chance has shown to all becomes part of the outcome."""
    note(s, 0, number)
    note(s, 1, number)


@compiled
def flip(s, rng):
    """A coin: 1 for heads."""
    heads = below(rng, 2)
    note_for_both(s, 1 + heads)
    return heads


# --- hand, deck, discard pile -----------------------------------------------------------------------------------------


@inlined
def include(words, card):
    """Put a card among those that words hold as bits."""
    for w in range(WORDS):
        words[w] |= BITS[card][w]


@inlined
def exclude(words, card):
    """Take a card away from those that words hold as bits."""
    for w in range(WORDS):
        words[w] &= ~BITS[card][w]


@inlined
def clear_bits(words):
    """Let words hold no cards."""
    for w in range(WORDS):
        words[w] = 0


@compiled
def add_to_hand(s, p, card):
    """Put a card in its place in the hand."""
    include(s.held[p], card)
    n = s.n_hand[p]
    while n > 0 and s.hand[p][n - 1] > card:
        s.hand[p][n] = s.hand[p][n - 1]
        n -= 1
    s.hand[p][n] = card
    s.n_hand[p] += 1


@compiled
def show_in_hand(s, p, card):
    """Put a card in the hand that the opponent has seen."""
    add_to_hand(s, p, card)
    s.shown[p][card] += 1


@compiled
def take_from_hand(s, p, card):
    """Take a card out of the hand; of equal cards the opponent takes it for the one that was shown."""
    s.n_hand[p] -= 1
    i = s.n_hand[p]
    last = s.hand[p][i]
    s.hand[p][i] = 0
    while last != card:
        i -= 1
        moved = last
        last = s.hand[p][i]
        s.hand[p][i] = moved
    if i == 0 or s.hand[p][i - 1] != card:
        exclude(s.held[p], card)
    if s.shown[p][card] > 0:
        s.shown[p][card] -= 1


@compiled
def discard(s, p, card):
    """Put a card on the discard pile."""
    include(s.thrown[p], card)
    s.discard[p][s.n_discard[p]] = card
    s.n_discard[p] += 1


@compiled
def take_from_discard(s, p, card):
    """Take a card out of the discard pile."""
    i = 0
    while s.discard[p][i] != card:
        i += 1
    s.n_discard[p] -= 1
    s.discard[p][i] = s.discard[p][s.n_discard[p]]
    s.discard[p][s.n_discard[p]] = 0
    while i < s.n_discard[p] and s.discard[p][i] != card:
        i += 1
    if i == s.n_discard[p]:
        exclude(s.thrown[p], card)


@inlined
def take_top(s, p):
    """Take the top card of a deck that is not empty."""
    s.n_deck[p] -= 1
    card = s.deck[p][s.n_deck[p]]
    s.deck[p][s.n_deck[p]] = 0
    if s.top[p] > 0:
        s.top[p] -= 1
    elif s.stays[p][card] > 0:
        s.stays[p][card] -= 1
    return card


@compiled
def draw_cards(s, p, n):
    """Draw cards, as far as there are any."""
    for _ in range(min(n, s.n_deck[p])):
        card = take_top(s, p)
        add_to_hand(s, p, card)
        note(s, p, card)


@compiled
def put_on_top(s, p, card):
    """Put a card on top of the deck, where its owner knows it."""
    s.deck[p][s.n_deck[p]] = card
    s.n_deck[p] += 1
    s.top[p] += 1


@compiled
def shuffle_deck(s, p, rng):
    """Shuffle the deck; its owner remembers which cards were on top."""
    if s.searched[p] == 0:
        for i in range(s.n_deck[p] - s.top[p], s.n_deck[p]):
            s.stays[p][s.deck[p][i]] += 1
    s.top[p] = 0
    shuffle_part(s.deck[p], 0, s.n_deck[p], rng)


@compiled
def put_in_deck(s, p, card):
    """Put a card anywhere in the deck, which must be shuffled before it matters."""
    s.deck[p][s.n_deck[p]] = card
    s.n_deck[p] += 1
    s.top[p] += 1  # until it is shuffled


@compiled
def look_through(s, p):
    """The owner sees the whole deck, and so knows the Prizes."""
    if s.searched[p] == 0:
        s.searched[p] = 1
        for card in range(KINDS):
            s.stays[p][card] = 0


@compiled
def take_from_deck(s, p, card):
    """Take a card out of the deck, whose order is lost thereby."""
    s.top[p] = 0
    i = 0
    while s.deck[p][i] != card:
        i += 1
    s.n_deck[p] -= 1
    s.deck[p][i] = s.deck[p][s.n_deck[p]]
    s.deck[p][s.n_deck[p]] = 0


@compiled
def forget_hand(s, p):
    """The opponent remembers which cards were in the hand, and no longer that they are."""
    for i in range(s.n_hand[p]):
        card = s.hand[p][i]
        if s.shown[p][card] > 0:
            s.met[p][card] = max(s.met[p][card], s.shown[p][card])
            s.shown[p][card] = 0


@compiled
def discard_hand(s, p):
    """The whole hand is discarded."""
    for i in range(s.n_hand[p]):
        card = s.hand[p][i]
        s.shown[p][card] = 0
        discard(s, p, card)
        s.hand[p][i] = 0
    s.n_hand[p] = 0
    clear_bits(s.held[p])


@compiled
def return_hand(s, p, rng):
    """The whole hand is shuffled into the deck."""
    forget_hand(s, p)
    for i in range(s.n_hand[p]):
        put_in_deck(s, p, s.hand[p][i])
        s.hand[p][i] = 0
    s.n_hand[p] = 0
    clear_bits(s.held[p])
    shuffle_deck(s, p, rng)


@compiled
def lay_prizes(s, p, n):
    """Put the top cards of the deck aside as Prizes."""
    for i in range(n):
        s.n_deck[p] -= 1
        s.prize[p][i] = s.deck[p][s.n_deck[p]]
        s.deck[p][s.n_deck[p]] = 0
    s.n_prizes[p] = n


@compiled
def take_prizes(s, p, n):
    """Take Prizes; they lie in an order that nobody knows."""
    for _ in range(min(n, s.n_prizes[p])):
        s.n_prizes[p] -= 1
        card = s.prize[p][s.n_prizes[p]]
        s.prize[p][s.n_prizes[p]] = 0
        add_to_hand(s, p, card)
        note(s, p, card)


# --- Pokemon in play --------------------------------------------------------------------------------------------------


@compiled
def clear_slot(slot):
    """Leave a slot empty."""
    slot.card = 0
    slot.tool = 0
    slot.fresh = 0
    slot.used = 0
    slot.damage = 0
    slot.units = 0
    slot.under[0] = 0
    slot.under[1] = 0
    for e in range(N_ENERGIES):
        slot.energy[e] = 0


@inlined
def add_energy(slot, e):
    """An Energy comes on a Pokemon."""
    slot.energy[e] += 1
    slot.units += UNITS[e]


@inlined
def remove_energy(slot, e):
    """An Energy leaves a Pokemon."""
    slot.energy[e] -= 1
    slot.units -= UNITS[e]


@compiled
def recover(s, p):
    """Special Conditions and effects of attacks on the Active Pokemon end."""
    s.ill[p] = 0
    for mark in range(6):
        s.until[p][mark] = 0
    s.less[p] = 0
    s.locked[p] = 0


@compiled
def put_on_bench(s, p, card):
    """A Basic Pokemon comes into play."""
    s.n_bench[p] += 1
    s.slot[p][s.n_bench[p]].card = card
    s.slot[p][s.n_bench[p]].fresh = 1


@compiled
def evolve(s, p, i, card):
    """A Pokemon becomes another one, and keeps its damage, Energy and Tool."""
    slot = s.slot[p][i]
    slot.under[1 if slot.under[0] > 0 else 0] = slot.card
    slot.card = card
    slot.fresh = 1
    slot.used = 0
    if i == 0:
        recover(s, p)


@compiled
def devolve(s, p, i):
    """The uppermost card of an evolved Pokemon goes to its owner's hand."""
    slot = s.slot[p][i]
    if slot.under[0] == 0:
        return
    show_in_hand(s, p, slot.card)
    if slot.under[1] > 0:
        slot.card = slot.under[1]
        slot.under[1] = 0
    else:
        slot.card = slot.under[0]
        slot.under[0] = 0
    s.hurt = 1
    if i == 0:
        recover(s, p)


@compiled
def close_gap(s, p, i):
    """The Bench has no gaps."""
    for j in range(i, s.n_bench[p]):
        s.slot[p][j] = s.slot[p][j + 1]
    clear_slot(s.slot[p][s.n_bench[p]])
    s.n_bench[p] -= 1


@compiled
def swap(s, p, i):
    """A Benched Pokemon and the Active one change places; whatever an effect knows of them goes with them."""
    recover(s, p)
    exchange(s.slot[p][0], s.slot[p][i])
    if s.struck[p] & 1 != s.struck[p] >> i & 1:
        s.struck[p] ^= 1 | 1 << i
    if s.pc > 0 and p == s.side:
        if s.source == 0:
            s.source = i
        elif s.source == i:
            s.source = 0


@compiled
def exchange(a, b):
    """Two slots change their contents."""
    a.card, b.card = b.card, a.card
    a.tool, b.tool = b.tool, a.tool
    a.fresh, b.fresh = b.fresh, a.fresh
    a.used, b.used = b.used, a.used
    a.damage, b.damage = b.damage, a.damage
    a.units, b.units = b.units, a.units
    for j in range(2):
        a.under[j], b.under[j] = b.under[j], a.under[j]
    for e in range(N_ENERGIES):
        a.energy[e], b.energy[e] = b.energy[e], a.energy[e]


@compiled
def promote(s, p, i):
    """A Benched Pokemon takes the empty Active spot."""
    s.slot[p][0] = s.slot[p][i]
    close_gap(s, p, i)


@compiled
def leave_play(s, p, i, to_hand):
    """A Pokemon and all that is on it go to the discard pile, its Pokemon cards to the hand if `to_hand`."""
    slot = s.slot[p][i]
    for card in (slot.card, slot.under[0], slot.under[1]):
        if card > 0:
            if to_hand:
                show_in_hand(s, p, card)
            else:
                discard(s, p, card)
    if slot.tool > 0:
        discard(s, p, slot.tool)
    for e in range(N_ENERGIES):
        for _ in range(slot.energy[e]):
            discard(s, p, ENERGY_KIND[e])
    if i == 0:
        recover(s, p)
        clear_slot(slot)
    else:
        close_gap(s, p, i)


@compiled
def scoop(s, p, i, all_of_it):
    """A Pokemon goes to the hand of its owner, with all that is on it or without."""
    slot = s.slot[p][i]
    for card in (slot.card, slot.under[0], slot.under[1]):
        if card > 0:
            show_in_hand(s, p, card)
    slot.card = 0
    slot.under[0] = 0
    slot.under[1] = 0
    if all_of_it:
        if slot.tool > 0:
            show_in_hand(s, p, slot.tool)
            slot.tool = 0
        for e in range(N_ENERGIES):
            for _ in range(slot.energy[e]):
                show_in_hand(s, p, ENERGY_KIND[e])
            slot.energy[e] = 0
    leave_play(s, p, i, False)


@compiled
def scoop_into_deck(s, p, i, rng):
    """A Pokemon and all that is on it are shuffled into the deck of its owner, in sight of both."""
    slot = s.slot[p][i]
    for card in (slot.card, slot.under[0], slot.under[1], slot.tool):
        if card > 0:
            put_in_deck(s, p, card)
            s.met[p][card] = max(s.met[p][card], 1)
    for e in range(N_ENERGIES):
        for _ in range(slot.energy[e]):
            put_in_deck(s, p, ENERGY_KIND[e])
            s.met[p][ENERGY_KIND[e]] = max(s.met[p][ENERGY_KIND[e]], 1)
        slot.energy[e] = 0
    slot.card = 0
    slot.tool = 0
    slot.under[0] = 0
    slot.under[1] = 0
    leave_play(s, p, i, False)
    shuffle_deck(s, p, rng)


@compiled
def mill(s, p, n):
    """Cards from the top of a deck are discarded, as far as there are any."""
    for _ in range(min(n, s.n_deck[p])):
        card = take_top(s, p)
        discard(s, p, card)
        note_for_both(s, card)


@inlined
def ripe(slot):
    """The card of a Pokemon that did not come into play or evolve this turn, else 0."""
    return slot.card & slot.fresh - 1


@inlined
def marks(slot):
    """All that tells Pokemon in play apart, but for their Energy, as one number."""
    number = slot.card | slot.tool << 8 | slot.fresh << 16 | slot.used << 24
    return number | slot.under[0] << 32 | slot.under[1] << 40 | slot.damage << 48


@inlined
def eight(energy, low):
    """Eight counts of Energy as one number, which the compiler reads at once."""
    number = 0
    for e in range(8):
        number |= energy[low + e] << 8 * e
    return number


@inlined
def alike(a, b):
    """Whether two Pokemon in play differ in nothing."""
    differ = marks(a) ^ marks(b)
    for low in range(0, N_ENERGIES, 8):
        differ |= eight(a.energy, low) ^ eight(b.energy, low)
    return differ == 0


@inlined
def without_twins(s, p, but):
    """The slots, as bits, of the own Pokemon, of equal ones on the Bench only the first that is not in slot `but`.

    Choosing another of them would be the same.
    """
    found = (2 << s.n_bench[p]) - 1
    for i in range(2, SLOTS):
        twins = 0
        for j in range(1, i):
            twins |= alike(s.slot[p][i], s.slot[p][j]) & (j != but)
        found &= ~(twins << i)
    return found


@compiled
def unlike_slots(s, p):
    """The slots, as bits, of the own Pokemon, of equal ones on the Bench only the first."""
    return without_twins(s, p, 0)


@compiled
def unlike_slots_but(s, p, but):
    """The same for a choice among all but one."""
    return without_twins(s, p, but) & ~(1 << but)


@compiled
def restart(s, p):
    """All cards of a player go back into the deck, for a new game."""
    for i in range(s.n_bench[p], -1, -1):
        if s.slot[p][i].card > 0:
            leave_play(s, p, i, False)
    forget_hand(s, p)
    discard_hand(s, p)
    for i in range(PRIZES):
        if s.prize[p][i] > 0:
            discard(s, p, s.prize[p][i])
            s.prize[p][i] = 0
    s.n_prizes[p] = 0
    for i in range(s.n_discard[p]):
        put_in_deck(s, p, s.discard[p][i])
        s.discard[p][i] = 0
    s.n_discard[p] = 0
    clear_bits(s.thrown[p])
    s.searched[p] = 0
    s.top[p] = 0
    for card in range(KINDS):
        s.stays[p][card] = 0
