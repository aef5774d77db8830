"""What cards do: one instruction of a card's program after the other, until a player is asked something."""

from __future__ import annotations

from mulligan.kernel import compiled, inlined

from ..cards.arrays import (
    BASIC_ENERGY,
    ENERGY_KIND,
    FILTER_HAS,
    HAS_FOREIGN,
    HAS_HEALTHY,
    HAS_INTO_DECK,
    HAS_LOOK,
    HAS_ROVING,
    HAS_SHIFT,
    HAS_STRIPPED,
    HAS_TESTS,
    HAS_THEM,
    MOD_HEALTHY,
    N_ENERGIES,
    OWNER,
    PLASMAS,
    PROGRAM,
    TYPE,
    UNITS,
)
from ..cards.vocabulary import (
    AFFLICT,
    ALL,
    ALL_HEADS,
    ANY,
    BASIC_OF,
    CANDY,
    CHOOSE,
    COUNTERS,
    DAMAGE,
    DEALT,
    DEF,
    DEVOLVE,
    DRAW,
    EACH_HEAD,
    EVERY,
    FLIP,
    HEADS,
    HEAL,
    HIT,
    IF_ALL_HEADS,
    IF_HEADS,
    IF_HELD,
    INTO_DECK,
    INTO_SELF,
    JUMP,
    KNOCK_OUT,
    LAST,
    LESS,
    LOCK,
    LOOK,
    MARK,
    MORE,
    MOST_ROVING,
    MOVE,
    MY_ACTIVE,
    MY_ALL,
    MY_ANY,
    MY_NEXT_TURN_END,
    MY_TURN_END,
    NO_ITEMS,
    ON_MY_BENCH,
    ON_OPP_ALL,
    OPP,
    OPP_ANY,
    ORDER,
    PLASMA,
    RAISE,
    ROVING,
    SCOOP,
    SCRAP,
    SHIFT,
    SPECIAL,
    STOP,
    STRIP,
    STRIPPED,
    SWITCH,
    THEM,
    TOSS_HAND,
    TURNED,
    UNLESS,
    WHOLE_OPP_BENCH,
)
from .abilities import able
from .damage import count_of, heal, hit_points, is_safe, judge, put_counters, strike
from .energy import types_of, units_of_type
from .layout import (
    CANDY_CARD,
    ENERGY_CARD,
    FOE_POKEMON,
    MAIN,
    MOVED_ENERGY,
    ONE_OF_TWO,
    OWN_POKEMON,
    RAISED_CARD,
    SLOTS,
    TOOL_CARD,
)
from .piles import ask, change_cards, look
from .zones import (
    devolve,
    discard,
    flip,
    look_through,
    scoop,
    scoop_into_deck,
    swap,
)


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
    if HAS_STRIPPED:
        if counter == STRIPPED:
            return s.coins
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
def do_scoop(s, target, i, all_of_it, rng):
    """An own Pokemon goes to the hand, or it is asked which; return whether the instruction is done."""
    if target == MY_ANY:
        ask(s, OWN_POKEMON, 1, 1)
        return False
    take_up(s, i, all_of_it, rng)
    return True


@compiled
def take_up(s, i, all_of_it, rng):
    """A Pokemon goes to its owner's hand or deck; without another one the game is lost."""
    p = s.side
    if HAS_INTO_DECK:
        if all_of_it == INTO_DECK:
            scoop_into_deck(s, p, i, rng)
        else:
            scoop(s, p, i, all_of_it)
    else:
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
            if cure == 0 or cure >> TYPE[s.slot[s.side][i].card] & 1:  # the types, as bits
                heal(s, s.side, i, amount)
        return True
    heal(s, s.side, 0 if target == MY_ACTIVE else s.source, s.dealt if amount == DEALT else amount)
    return True


@compiled
def is_healthy(s, p):
    """Whether an Ability keeps Special Conditions off the Active Pokemon of a player."""
    for i in range(SLOTS):
        kind = MOD_HEALTHY[able(s, s.slot[p][i].card)] - 1
        if kind >= 0 and units_of_type(s.slot[p][0], kind) > 0:
            return True
    return False


@compiled
def afflict(s, p, bits):
    """Special Conditions come over an Active Pokemon; the newest of three takes the place of the others."""
    if HAS_HEALTHY:
        if is_healthy(s, p):
            return
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
        if HAS_FOREIGN:
            if OWNER[s.pc] != s.slot[p][s.source].card and amount != EVERY:
                s.locked[p] |= OWNER[s.pc] << 8


# --- Energy and places ------------------------------------------------------------------------------------------------


@compiled
def strip_all(s, p, i, kind):
    """All Energy on a Pokemon is discarded, perhaps only that of a type."""
    slot = s.slot[p][i]
    if HAS_STRIPPED:
        s.coins = 0
    for e in range(N_ENERGIES):
        if can_strip(slot, e, kind):
            if HAS_STRIPPED:
                s.coins += slot.energy[e]
            for _ in range(slot.energy[e]):
                discard(s, p, ENERGY_KIND[e])
            slot.units -= UNITS[e] * slot.energy[e]
            slot.energy[e] = 0


@compiled
def can_strip(slot, e, kind):
    """Whether this Energy is on the Pokemon and of the type wanted."""
    if kind == SPECIAL:
        return slot.energy[e] > 0 and BASIC_ENERGY[ENERGY_KIND[e]] == 0
    if kind == PLASMA:
        return slot.energy[e] > 0 and PLASMAS[ENERGY_KIND[e]] > 0
    if kind >= BASIC_OF:
        return slot.energy[e] > 0 and BASIC_ENERGY[ENERGY_KIND[e]] and types_of(slot, e) >> (kind - BASIC_OF) & 1
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
    ask(s, FOE_POKEMON if who == OPP else OWN_POKEMON, 1, 1)
    if HAS_THEM:
        if who == THEM:
            s.asked = 1 - s.side
    return False


# --- the program ------------------------------------------------------------------------------------------------------


@compiled
def has_energy(slot, chosen):
    """Whether a Pokemon carries Energy that passes a filter."""
    for e in range(N_ENERGIES):
        if slot.energy[e] > 0 and FILTER_HAS[chosen][ENERGY_KIND[e]]:
            return True
    return False


@compiled
def passes(s, test, chosen):
    """Whether the coins came as an UNLESS wants them, or the Pokemon carries the Energy that it asks for."""
    if HAS_TESTS:
        if test == IF_HELD:
            return has_energy(s.slot[s.side][s.source], chosen)
    if test == IF_HEADS:
        return s.heads > 0
    return s.heads == s.coins if test == IF_ALL_HEADS else s.heads == 0


@compiled
def jump(s, word, a, b, c):
    """Go on elsewhere in the program."""
    if word == UNLESS:
        s.pc = s.pc + 1 if passes(s, a, c) else b
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
        if HAS_ROVING:
            if b == ROVING:
                ask(s, MOVED_ENERGY, MOST_ROVING, 0)
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
        return do_scoop(s, a, s.source, b, rng)
    elif HAS_SHIFT and word == SHIFT:
        ask(s, FOE_POKEMON, 2, 1)  # from where, and to where
        s.coins = 0
        return False
    return True


@inlined
def is_about_cards(word):
    """Whether an instruction is about hand, deck and discard pile."""
    if HAS_LOOK:
        return DRAW <= word <= ORDER or TOSS_HAND <= word < SCOOP or word == LOOK
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
        jump(s, word, a, b, c)
    elif word == CHOOSE:
        ask(s, ONE_OF_TWO, 1, 1)
    elif is_about_cards(word):
        if HAS_LOOK:
            if word == LOOK:
                look(s, a, c)
                return
        if change_cards(s, word, a, b, c, d, rng):
            s.pc += 1
    elif change_pokemon(s, word, a, b, c, d, e, rng):
        s.pc += 1


@compiled
def close_question(s):
    """The question is answered: on to the next instruction."""
    s.ask = MAIN
    s.pc += 1
