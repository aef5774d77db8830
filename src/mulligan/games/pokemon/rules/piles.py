"""What cards do with hand, deck and discard pile: draw, search, discard, show and shuffle."""

from __future__ import annotations

from mulligan.kernel import below, compiled, inlined

from ..cards.arrays import ENERGY_OF, FILTER_HAS, HAS_ATTACHING
from ..cards.vocabulary import (
    BENCH_BOTH,
    BOTH,
    DIG,
    DISCARD_HAND,
    DRAW,
    DRAW_UNTIL,
    FINISH,
    FROM_DECK,
    FROM_HAND,
    ME,
    MILL,
    OPP_HAND,
    ORDER,
    OWN_PRIZES,
    PAY,
    PURGE,
    PURGED,
    RETURN_HAND,
    REVEAL,
    TAKE,
    TOP,
    TOSS_HAND,
)
from .layout import (
    COST_CARD,
    DECK_CARD,
    DISCARD_CARD,
    HAND_CARD,
    LOOKED_CARD,
    NEXT_CARD,
    TO_CHECKUP,
    TOP_CARD,
)
from .zones import (
    add_energy,
    discard_hand,
    draw_cards,
    look_through,
    mill,
    note,
    note_for_both,
    put_in_deck,
    return_hand,
    show_in_hand,
    shuffle_deck,
    take_from_discard,
    take_from_hand,
)


@inlined
def ask(s, what, left, must):
    """Ask the player whose effect this is; the instruction stays the current one."""
    s.ask = what
    s.asked = s.side
    s.left = left
    s.must = must


@compiled
def do_draw(s, who, n):
    """Draw a number of cards, which may depend on the position; both players count first."""
    p = s.side
    count = n
    other = n
    if n == OPP_HAND:
        count = s.n_hand[1 - p]
    elif n == OWN_PRIZES:
        count = s.n_prizes[p]
        other = s.n_prizes[1 - p]
    elif n == BENCH_BOTH:
        count = s.n_bench[p] + s.n_bench[1 - p]
    elif n == PURGED:
        count = s.dealt
    draw_cards(s, p, count)
    if who == BOTH:
        draw_cards(s, 1 - p, other)


@compiled
def do_take(s, source, must, most):
    """Look for cards in the deck or the discard pile."""
    if source == FROM_DECK:
        look_through(s, s.side)
        ask(s, DECK_CARD, most, must)
    elif source == FROM_HAND:
        ask(s, HAND_CARD, most, must)
    else:
        ask(s, DISCARD_CARD, most, must)


@compiled
def dig(s, chosen, rng):
    """Show cards from the top until one matches; it goes to the hand and the others back."""
    p = s.side
    n = s.n_deck[p]
    i = n - 1
    while i >= 0 and FILTER_HAS[chosen][s.deck[p][i]] == 0:
        i -= 1
    if i < 0:
        look_through(s, p)
    note_shown(s, p, max(i, 0), n)
    forget_stays(s, p, max(i, 0), n - s.top[p])
    if i >= 0:
        card = s.deck[p][i]
        for j in range(i, n - 1):
            s.deck[p][j] = s.deck[p][j + 1]
        s.n_deck[p] -= 1
        s.deck[p][s.n_deck[p]] = 0
        show_in_hand(s, p, card)
        s.top[p] = max(s.top[p], n - i) - 1  # seen, and about to be shuffled
        note_for_both(s, card)
    shuffle_deck(s, p, rng)


@compiled
def note_shown(s, p, low, high):
    """The opponent has seen these cards of the deck."""
    for i in range(low, high):
        card = s.deck[p][i]
        copies = 0
        for j in range(low, high):
            copies += s.deck[p][j] == card
        s.met[p][card] = max(s.met[p][card], copies)


@compiled
def forget_stays(s, p, low, high):
    """The owner sees these cards of the deck, and need not remember of them that they are there."""
    for i in range(low, high):
        card = s.deck[p][i]
        if s.stays[p][card] > 0:
            s.stays[p][card] -= 1


@compiled
def toss_hand(s, rng):
    """A random card of the opponent's hand is shown and shuffled into the deck."""
    p = 1 - s.side
    if s.n_hand[p] > 0:
        card = s.hand[p][below(rng, s.n_hand[p])]
        take_from_hand(s, p, card)
        put_in_deck(s, p, card)
        s.met[p][card] = max(s.met[p][card], 1)
        shuffle_deck(s, p, rng)
        note_for_both(s, card)


@compiled
def reveal_hand(s, p):
    """A player shows the hand."""
    for i in range(s.n_hand[p]):
        s.shown[p][s.hand[p][i]] = 0
    for i in range(s.n_hand[p]):
        s.shown[p][s.hand[p][i]] += 1
        note_for_both(s, s.hand[p][i])


@compiled
def purge(s, chosen, rng):
    """The opponent shows the hand and shuffles all cards that pass a filter into the deck; how many is kept."""
    p = 1 - s.side
    reveal_hand(s, p)
    s.dealt = 0
    for i in range(s.n_hand[p] - 1, -1, -1):
        card = s.hand[p][i]
        if FILTER_HAS[chosen][card]:
            s.met[p][card] = max(s.met[p][card], s.shown[p][card])
            take_from_hand(s, p, card)
            put_in_deck(s, p, card)
            s.dealt += 1
    if s.dealt > 0:
        shuffle_deck(s, p, rng)


@compiled
def mill_and_attach(s, n):
    """Cards from the top of the own deck are discarded, and the Energy among them comes on this Pokemon."""
    p = s.side
    before = s.n_discard[p]
    mill(s, p, n)
    for k in range(s.n_discard[p] - 1, before - 1, -1):
        card = s.discard[p][k]
        if ENERGY_OF[card] >= 0:
            take_from_discard(s, p, card)
            add_energy(s.slot[p][s.source], ENERGY_OF[card])


@compiled
def see_top(s, n):
    """The player sees the top cards of the own deck; return how many."""
    p = s.side
    seen = min(n, s.n_deck[p])
    forget_stays(s, p, s.n_deck[p] - seen, s.n_deck[p] - s.top[p])
    for i in range(s.n_deck[p] - seen, s.n_deck[p] - s.top[p]):
        note(s, p, s.deck[p][i])
    s.top[p] = max(s.top[p], seen)
    return seen


@compiled
def look_at_top(s, n):
    """The player looks at the top cards of the own deck, to put them back in any order."""
    ask(s, NEXT_CARD, see_top(s, n), 1)


@compiled
def look(s, n, must):
    """The player looks at the top cards of the own deck, one of which may be taken."""
    see_top(s, n)
    ask(s, LOOKED_CARD, 1, must)


@compiled
def change_cards(s, word, a, b, c, d, rng):
    """Run an instruction about hand, deck and discard pile; return whether it is done."""
    p = s.side
    if word == DRAW:
        do_draw(s, a, b)
    elif word == DRAW_UNTIL:
        draw_cards(s, p, max(0, a - s.n_hand[p]))
    elif word == DISCARD_HAND:
        discard_hand(s, p)
    elif word == RETURN_HAND:
        return_hand(s, p, rng)
        if a == BOTH:
            return_hand(s, 1 - p, rng)
    elif word == PAY:
        s.coins = 0  # the cards that are paid, a byte each
        ask(s, COST_CARD, a, 1)
        return False
    elif word == TOP:
        ask(s, TOP_CARD, 1, 1)
        return False
    elif word == TAKE:
        do_take(s, a, c, d)
        return False
    elif word == DIG:
        dig(s, a, rng)
    elif word == ORDER:
        look_at_top(s, a)
        return False
    elif word == TOSS_HAND:
        toss_hand(s, rng)
    elif word == REVEAL:
        reveal_hand(s, 1 - p)
    elif word == MILL:
        if HAS_ATTACHING:
            if c:
                mill_and_attach(s, b)
                return True
        mill(s, p if a == ME else 1 - p, b)
    elif word == PURGE:
        purge(s, a, rng)
    elif word == FINISH:
        s.after = TO_CHECKUP
    return True
