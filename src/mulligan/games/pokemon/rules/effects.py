"""What cards do: one instruction of a card's program after the other, until a player is asked something."""

from __future__ import annotations

from mulligan.kernel import below, compiled, inlined

from ..cards.arrays import BASIC_ENERGY, ENERGY_KIND, FILTER_HAS, N_ENERGIES, PROGRAM, UNITS
from ..cards.vocabulary import (
    AFFLICT,
    ALL,
    ALL_HEADS,
    ANY,
    BENCH_BOTH,
    BOTH,
    CANDY,
    CHOOSE,
    COUNTERS,
    DAMAGE,
    DEALT,
    DEF,
    DEVOLVE,
    DIG,
    DISCARD_HAND,
    DRAW,
    DRAW_UNTIL,
    EACH_HEAD,
    FINISH,
    FLIP,
    FROM_DECK,
    FROM_HAND,
    HEADS,
    HEAL,
    HIT,
    IF_ALL_HEADS,
    IF_HEADS,
    INTO_SELF,
    JUMP,
    KNOCK_OUT,
    LAST,
    LESS,
    LOCK,
    MARK,
    ME,
    MILL,
    MORE,
    MOVE,
    MY_ACTIVE,
    MY_ALL,
    MY_ANY,
    MY_NEXT_TURN_END,
    MY_TURN_END,
    NO_ITEMS,
    ON_MY_BENCH,
    ON_OPP_ALL,
    OPP_ANY,
    OPP_HAND,
    ORDER,
    OWN_PRIZES,
    PAY,
    PURGE,
    PURGED,
    RAISE,
    RETURN_HAND,
    REVEAL,
    SCOOP,
    SCRAP,
    SPECIAL,
    STOP,
    STRIP,
    SWITCH,
    TAKE,
    TOP,
    TOSS_HAND,
    TURNED,
    UNLESS,
    WHOLE_OPP_BENCH,
)
from .damage import count_of, heal, hit_points, is_safe, judge, put_counters, strike
from .energy import types_of
from .layout import (
    CANDY_CARD,
    COST_CARD,
    DECK_CARD,
    DISCARD_CARD,
    ENERGY_CARD,
    FOE_POKEMON,
    HAND_CARD,
    MAIN,
    MOVED_ENERGY,
    NEXT_CARD,
    ONE_OF_TWO,
    OWN_POKEMON,
    RAISED_CARD,
    TO_CHECKUP,
    TOOL_CARD,
    TOP_CARD,
)
from .zones import (
    devolve,
    discard,
    discard_hand,
    draw_cards,
    flip,
    look_through,
    mill,
    note,
    note_for_both,
    put_in_deck,
    return_hand,
    scoop,
    show_in_hand,
    shuffle_deck,
    swap,
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
def start_program(s, side, pc, source, attacking):
    """Begin a card's program."""
    s.side = side
    s.pc = pc
    s.source = source
    s.attacking = attacking
    s.target = 0
    s.heads = 0
    s.dealt = 0


@compiled
def clear_registers(s):
    """A program is through, and nothing of it stays but what `proceed` still needs."""
    s.source = 0
    s.target = 0
    s.left = 0
    s.must = 0
    s.heads = 0
    s.coins = 0
    s.dealt = 0
    s.paid = 0


@compiled
def flip_coins(s, n, rng):
    """Flip coins and count the heads."""
    s.coins = n
    s.heads = 0
    for _ in range(n):
        s.heads += flip(s, rng)


# --- damage -----------------------------------------------------------------------------------------------------------


@compiled
def factor(s, counter, parameter, rng):
    """How often the amount of a DAMAGE instruction counts."""
    p = s.side
    if counter in (HEADS, ALL_HEADS):
        flip_coins(s, parameter, rng)
        return s.heads if counter == HEADS else int(s.heads == parameter)
    return count_of(s, p, 0, 0, counter, parameter)


@compiled
def do_damage(s, base, amount, counter, parameter, plain, rng):
    """The damage of an attack to the Active Pokemon across the table."""
    s.dealt = strike(s, s.side, 0, base + amount * factor(s, counter, parameter, rng), plain)


@compiled
def do_hit(s, amount, where, n):
    """Attack damage to Pokemon of the player's choice, or to all; return whether the instruction is done."""
    if where == ON_OPP_ALL:
        for i in range(s.n_bench[1 - s.side] + 1):
            strike(s, s.side, i, amount, i > 0)
        return True
    s.coins = 0  # the slots that were chosen, as bits
    ask(s, OWN_POKEMON if where == ON_MY_BENCH else FOE_POKEMON, max(1, n), 1)
    return False


@compiled
def do_scoop(s, target, i, all_of_it):
    """An own Pokemon goes to the hand, or it is asked which; return whether the instruction is done."""
    if target == MY_ANY:
        ask(s, OWN_POKEMON, 1, 1)
        return False
    take_up(s, i, all_of_it)
    return True


@compiled
def take_up(s, i, all_of_it):
    """A Pokemon goes to its owner's hand; without another one the game is lost."""
    p = s.side
    scoop(s, p, i, all_of_it)
    if s.slot[p][0].card == 0 and s.n_bench[p] == 0:
        judge(s)
        s.hurt = 1


@compiled
def add_counters(s, target, amount):
    """Put damage on the defender, on the opponent's whole Bench, or ask for one; return whether it is done."""
    p = 1 - s.side
    if target == OPP_ANY:
        ask(s, FOE_POKEMON, 1, 1)
        return False
    if target == WHOLE_OPP_BENCH:
        for i in range(1, s.n_bench[p] + 1):
            if not is_safe(s, p, i):
                put_counters(s, p, i, amount)
    elif target == DEF:
        if not is_safe(s, p, 0):
            put_counters(s, p, 0, amount)
    else:
        put_counters(s, s.side, s.source, amount)
    return True


@compiled
def do_heal(s, target, amount, cure):
    """Heal the own Pokemon that does this, or ask which; return whether the instruction is done."""
    if target == MY_ANY:
        ask(s, OWN_POKEMON, 1, 1)
        return False
    if target == MY_ALL:
        for i in range(s.n_bench[s.side] + 1):
            heal(s, s.side, i, amount)
        return True
    heal(s, s.side, 0 if target == MY_ACTIVE else s.source, s.dealt if amount == DEALT else amount)
    return True


@compiled
def afflict(s, p, bits):
    """Special Conditions come over an Active Pokemon; the newest of three takes the place of the others."""
    if bits & TURNED:
        s.ill[p] &= ~TURNED
    s.ill[p] |= bits


@compiled
def do_afflict(s, target, bits):
    """Special Conditions come over the own or the opponent's Active Pokemon."""
    if target == DEF:
        if not is_safe(s, 1 - s.side, 0):
            afflict(s, 1 - s.side, bits)
    elif target == MY_ACTIVE or s.source == 0:
        afflict(s, s.side, bits)


@compiled
def do_knock_out(s, least):
    """The defender is knocked out if it has at least so much damage."""
    p = 1 - s.side
    slot = s.slot[p][0]
    if slot.damage >= least and not is_safe(s, p, 0):
        slot.damage = max(slot.damage, hit_points(slot))
        s.hurt = 1


@compiled
def put_mark(s, target, mark, until, amount):
    """An effect that lasts comes on the own or the opponent's Active Pokemon, or on the player."""
    p = 1 - s.side if target == DEF or mark == NO_ITEMS else s.side
    if target == DEF and mark != NO_ITEMS and is_safe(s, p, 0):
        return
    s.until[p][mark] = s.turn + (0 if until == MY_TURN_END else (2 if until == MY_NEXT_TURN_END else 1))
    if mark == LESS:
        s.less[p] = amount
    elif mark == MORE:
        s.more[p] = amount
    elif mark == LOCK:
        s.locked[p] = amount


# --- cards ------------------------------------------------------------------------------------------------------------


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
def look_at_top(s, n):
    """The player looks at the top cards of the own deck, to put them back in any order."""
    p = s.side
    seen = min(n, s.n_deck[p])
    forget_stays(s, p, s.n_deck[p] - seen, s.n_deck[p] - s.top[p])
    for i in range(s.n_deck[p] - seen, s.n_deck[p] - s.top[p]):
        note(s, p, s.deck[p][i])
    s.top[p] = max(s.top[p], seen)
    ask(s, NEXT_CARD, seen, 1)


@compiled
def strip_all(s, p, i, kind):
    """All Energy on a Pokemon is discarded, perhaps only that of a type."""
    slot = s.slot[p][i]
    for e in range(N_ENERGIES):
        if can_strip(slot, e, kind):
            for _ in range(slot.energy[e]):
                discard(s, p, ENERGY_KIND[e])
            slot.units -= UNITS[e] * slot.energy[e]
            slot.energy[e] = 0


@compiled
def can_strip(slot, e, kind):
    """Whether this Energy is on the Pokemon and of the type wanted."""
    if kind == SPECIAL:
        return slot.energy[e] > 0 and BASIC_ENERGY[ENERGY_KIND[e]] == 0
    return slot.energy[e] > 0 and (kind == ANY or types_of(slot, e) >> kind & 1)


@compiled
def do_strip(s, place, n, kind):
    """Discard Energy, or ask which; return whether the instruction is done."""
    if place == DEF and is_safe(s, 1 - s.side, 0):
        return True
    if n == ALL:
        strip_all(s, 1 - s.side if place == DEF else s.side, s.target if place == LAST else 0, kind)
        return True
    ask(s, ENERGY_CARD, n, 1)
    return False


@compiled
def do_switch(s, who):
    """Change the Active Pokemon, or ask for which; return whether the instruction is done."""
    if who == INTO_SELF:
        if s.source > 0:
            swap(s, s.side, s.source)
        return True
    ask(s, OWN_POKEMON if who == ME else FOE_POKEMON, 1, 1)
    return False


# --- the program ------------------------------------------------------------------------------------------------------


@compiled
def passes(s, test):
    """Whether the coins came as an UNLESS wants them."""
    if test == IF_HEADS:
        return s.heads > 0
    return s.heads == s.coins if test == IF_ALL_HEADS else s.heads == 0


@compiled
def jump(s, word, a, b):
    """Go on elsewhere in the program."""
    if word == UNLESS:
        s.pc = s.pc + 1 if passes(s, a) else b
    elif word == EACH_HEAD:
        if s.heads == 0:
            s.pc = a
        else:
            s.heads -= 1
            s.pc += 1
    else:
        s.pc = a


@compiled
def change_pokemon(s, word, a, b, c, d, e, rng):
    """Run an instruction about Pokemon in play; return whether it is done."""
    if word == DAMAGE:
        do_damage(s, a, b, c, d, e, rng)
    elif word == HEAL:
        return do_heal(s, a, b, c)
    elif word == HIT:
        return do_hit(s, a, b, c)
    elif word == COUNTERS:
        return add_counters(s, a, b)
    elif word == AFFLICT:
        do_afflict(s, a, b)
    elif word == KNOCK_OUT:
        do_knock_out(s, b)
    elif word == STRIP:
        return do_strip(s, a, b, c)
    elif word == MOVE:
        ask(s, MOVED_ENERGY, 1, 1)
        return False
    elif word == SWITCH:
        return do_switch(s, a)
    elif word == DEVOLVE:
        if not is_safe(s, 1 - s.side, 0):
            devolve(s, 1 - s.side, 0)
    elif word == MARK:
        put_mark(s, a, b, c, d)
    elif word == SCRAP:
        ask(s, TOOL_CARD, a, 0)
        return False
    elif word == CANDY:
        ask(s, CANDY_CARD, 1, 1)
        return False
    elif word == RAISE:
        look_through(s, s.side)
        ask(s, RAISED_CARD, 1, 0)
        return False
    elif word == SCOOP:
        return do_scoop(s, a, s.source, b)
    return True


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
        mill(s, p if a == ME else 1 - p, b)
    elif word == PURGE:
        purge(s, a, rng)
    elif word == FINISH:
        s.after = TO_CHECKUP
    return True


@inlined
def is_about_cards(word):
    """Whether an instruction is about hand, deck and discard pile."""
    return DRAW <= word <= ORDER or TOSS_HAND <= word < SCOOP


@compiled
def run_instruction(s, rng):
    """Run the current instruction: on to the next one, or a question is open."""
    word = PROGRAM[s.pc][0]
    a = PROGRAM[s.pc][1]
    b = PROGRAM[s.pc][2]
    c = PROGRAM[s.pc][3]
    d = PROGRAM[s.pc][4]
    e = PROGRAM[s.pc][5]
    if word == STOP:
        s.pc = 0
        clear_registers(s)
    elif word == FLIP:
        flip_coins(s, a, rng)
        s.pc += 1
    elif word in (UNLESS, EACH_HEAD, JUMP):
        jump(s, word, a, b)
    elif word == CHOOSE:
        ask(s, ONE_OF_TWO, 1, 1)
    elif is_about_cards(word):
        if change_cards(s, word, a, b, c, d, rng):
            s.pc += 1
    elif change_pokemon(s, word, a, b, c, d, e, rng):
        s.pc += 1


@compiled
def close_question(s):
    """The question is answered: on to the next instruction."""
    s.ask = MAIN
    s.pc += 1
