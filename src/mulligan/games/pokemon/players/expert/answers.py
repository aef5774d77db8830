"""The expert's answers to the questions of cards and of the set-up."""

from __future__ import annotations

from mulligan.kernel import compiled

from ...cards.arrays import (
    BASIC_ENERGY,
    CLASS,
    COST_TOTAL,
    ENERGY_OF,
    EX,
    FIRST_ATTACK,
    HP,
    N_ATTACKS,
    PROGRAM,
    RETREAT,
    STAGE,
    UNITS,
)
from ...cards.vocabulary import (
    COUNTERS,
    HIT,
    POKEMON,
    SCOOP,
    SHIFT,
    SHOWN,
    SWITCH,
    TO_DECK,
    TO_DISCARD,
    TO_HAND,
    TO_TOP,
)
from ...rules.damage import hit_points
from ...rules.layout import (
    BURN,
    COST_CARD,
    DECK_CARD,
    DESTINATION,
    DONE,
    EVOLVE,
    EXTRA_BENCH,
    FOE_POKEMON,
    HOW_MANY,
    MODE,
    MOVED_ENERGY,
    NEXT_CARD,
    ONE_OF_TWO,
    PICK,
    PROMOTE,
    SLOT,
    START_ACTIVE,
    START_BENCH,
    TOOL_CARD,
    TOP_CARD,
    command,
    first,
    second,
    third,
)
from ..lookahead import PRIZE, best_worth, stand, worth_of_bench_hit, worth_on_target
from ..payment import NONE, moving_type
from ..roles import CHARGER, DRAGS, FUEL, HAS_FUEL, POISONER, ROLE
from .cardvalues import copies, gain_of_energy, has_evolution, plays_role, promise, wish, worth_of_healing
from .trainers import best_move_of_energy, energy_to_fetch, energy_to_save, worth_of_boost, worth_of_evolving

LAST_WISH = 2.0


# --- setting up -------------------------------------------------------------------------------------------------------


@compiled
def cheapest_attack(card):
    """The Energy that the cheapest attack of a Pokemon needs."""
    least = 9
    for number in range(N_ATTACKS[card]):
        least = min(least, COST_TOTAL[FIRST_ATTACK[card] + number])
    return least


@compiled
def worth_as_starter(s, p, card):
    """How good a Basic Pokemon is as the first Active one."""
    worth = 1.0 * HP[card] - 10 * RETREAT[card] - 70 * EX[card]
    if cheapest_attack(card) <= 1:
        worth += 20
    if has_evolution(s, p, card):
        worth += 20
    return worth


# --- cards ------------------------------------------------------------------------------------------------------------


@compiled
def worth_of_card(s, t, p, card):
    """How good it is to take a card from deck or discard pile."""
    to = PROGRAM[s.pc][5] & (SHOWN - 1)
    if to in (TO_HAND, TO_TOP):
        return wish(s, t, p, card, copies(s, p, card))
    if to == TO_DECK:
        return 30.0 + 5 * STAGE[card] + 20 * EX[card] if CLASS[card] == POKEMON else 20.0
    return 10.0


@compiled
def price_of_card(s, t, p, card):
    """How much it hurts to give a card of the hand up."""
    price = wish(s, t, p, card, copies(s, p, card) - 1)
    if BASIC_ENERGY[card] and s.ask == COST_CARD and plays_role(t, p, CHARGER):
        lying = 0
        for k in range(s.n_discard[p]):
            lying += s.discard[p][k] == card
        if lying < 2:
            price -= 25
    return price


@compiled
def price_of_energy(s, t, p, i, card):
    """How much it hurts to lose an Energy of the own Pokemon `i`."""
    e = ENERGY_OF[card]
    return promise(s, t, p, i, NONE, NONE) - promise(s, t, p, i, NONE, e) + (0 if BASIC_ENERGY[card] else 3) + UNITS[e]


@compiled
def worth_of_strip(card):
    """How much it hurts the opponent to lose an Energy."""
    return 10.0 * UNITS[ENERGY_OF[card]] + (0 if BASIC_ENERGY[card] else 3)


# --- Pokemon ----------------------------------------------------------------------------------------------------------


@compiled
def worth_of_victim(s, p, j):
    """How good it is to hit a Benched Pokemon of the opponent, or to bring it up."""
    if PROGRAM[s.pc][0] == HIT:
        return worth_of_bench_hit(s, p, 0, j, PROGRAM[s.pc][1], False)
    if PROGRAM[s.pc][0] == SHIFT:  # from where there is most damage to where it does most harm
        if s.left == 2:
            return 1.0 * s.slot[1 - p][j].damage
        return worth_of_bench_hit(s, p, 0, j, PROGRAM[s.pc][1], True)
    if PROGRAM[s.pc][0] == COUNTERS:
        return worth_of_bench_hit(s, p, 0, j, PROGRAM[s.pc][2], False)
    if s.attacking:
        return worth_on_target(s, p, 0, j, dragging_attack(s, p))
    return best_worth(s, p, 0, j, NONE, moving_type(s, p), True)


@compiled
def dragging_attack(s, p):
    """The attack of the Active Pokemon that brings a Benched one up."""
    card = s.slot[p][0].card
    for number in range(N_ATTACKS[card]):
        if DRAGS[FIRST_ATTACK[card] + number]:
            return FIRST_ATTACK[card] + number
    return FIRST_ATTACK[card]


@compiled
def worth_of_place(s, p, i):
    """How good it is to choose an own Pokemon: as the Active one, or to be healed."""
    if s.ask == PROMOTE or PROGRAM[s.pc][0] == SWITCH:
        return stand(s, p, i, s.player == p)
    if PROGRAM[s.pc][0] == SCOOP:  # the one with most damage; the Active one only if there is another
        return 1.0 * s.slot[p][i].damage - (500 if i == 0 and s.n_bench[p] == 0 else 0)
    if PROGRAM[s.pc][0] == HIT:
        return 1.0 * (hit_points(s.slot[p][i]) - s.slot[p][i].damage)
    return 100.0 + worth_of_healing(s, p, i, PROGRAM[s.pc][2], 0, NONE)


@compiled
def worth_of_destination(s, t, p, i):
    """How good it is to put the Energy that is on its way on an own Pokemon."""
    e = s.carried - 1
    kind = moving_type(s, p)
    if kind >= 0 and s.source >= 0:
        if i == 0 and s.target > 0:
            return 500.0
        return promise(s, t, p, i, e, NONE) - (50 if i == 0 else 0)
    return gain_of_energy(s, t, p, i, e)


@compiled
def source_and_card(s, t, p):
    """Which Energy should move: source and card in one number."""
    kind = moving_type(s, p)
    if s.source >= 0 and kind >= 0:
        saved = energy_to_save(s, p, kind)
        return saved if saved > 0 else energy_to_fetch(s, t, p, kind)
    return best_move_of_energy(s, t, p, PROGRAM[s.pc][1])[0] & 65535


# --- all questions ----------------------------------------------------------------------------------------------------


@compiled
def worth_of_pick(s, t, p, card):
    """How good a card is as an answer."""
    asked = s.ask
    if asked == START_ACTIVE:
        return worth_as_starter(s, p, card)
    if asked in (START_BENCH, EXTRA_BENCH):
        return 100.0 + wish(s, t, p, card, 0)
    if HAS_FUEL:
        if asked == DECK_CARD and PROGRAM[s.pc][5] & (SHOWN - 1) == TO_DISCARD:
            return 50.0 if FUEL[card] else -50.0
        if asked == COST_CARD and FUEL[card]:
            return 2000.0
    if asked in (COST_CARD, TOP_CARD):
        return 1000.0 - price_of_card(s, t, p, card)
    if asked == NEXT_CARD:
        return wish(s, t, p, card, copies(s, p, card))
    return worth_of_card(s, t, p, card)


@compiled
def worth_of_slot(s, t, p, side, i):
    """How good a Pokemon is as an answer."""
    asked = s.ask
    if asked == FOE_POKEMON:
        return worth_of_victim(s, p, i)
    if asked == TOOL_CARD:
        return 10.0 if side == 1 else -1.0
    if asked == DESTINATION:
        return 1000.0 + worth_of_destination(s, t, p, i)
    return 5000.0 + worth_of_place(s, p, i)


@compiled
def worth_of_burn(s, t, p, move):
    """How good an Energy is as an answer."""
    if s.ask == MOVED_ENERGY:
        return 10.0 if third(move) | first(move) << 8 == source_and_card(s, t, p) else 0.0
    if second(move) == 1:
        return worth_of_strip(first(move))
    return 1000.0 - price_of_energy(s, t, p, third(move), first(move))


@compiled
def worth_of_mode(s, p, number):
    """How good the first (0) or the second (1) of two ways is."""
    if s.ask == ONE_OF_TWO:
        boost = worth_of_boost(s, p)
        return boost if number == 1 else 1.0
    if ROLE[s.slot[p][s.source].card] != POISONER:
        return 1.0 - number
    ready = best_worth(s, p, 0, 0, NONE, moving_type(s, p), True)  # WANTED: both Active Pokemon would be confused
    return 1.0 * number if ready >= 0.2 * PRIZE else 1.0 - number


@compiled
def worth_of_answer(s, t, p, move):
    """How good an answer is; to stop is a little better than nothing."""
    what = command(move)
    if what == PICK:
        return worth_of_pick(s, t, p, first(move))
    if what == SLOT:
        return worth_of_slot(s, t, p, first(move), second(move))
    if what == BURN:
        return worth_of_burn(s, t, p, move)
    if what == MODE:
        return worth_of_mode(s, p, first(move))
    if what == EVOLVE:
        return 500.0 + worth_of_evolving(s, p, second(move), first(move))
    if what == DONE:
        return LAST_WISH
    if s.ask == HOW_MANY:
        return 10.0 + first(move)
    return 1.0 - first(move)  # to go first


@compiled
def choose_answer(s, t, out, n):
    """The expert's answer among `n`, the first of the best."""
    best = -1e9
    chosen = out[n - 1]
    for k in range(n):
        worth = worth_of_answer(s, t, s.asked, out[k])
        if worth > best:
            best = worth
            chosen = out[k]
    return chosen
