"""What the expert expects of its Trainer cards and Abilities at this moment, in points."""

from __future__ import annotations

from mulligan.kernel import compiled

from ...cards.arrays import (
    CLASS,
    ENERGY_KIND,
    EX,
    FILTER_HAS,
    FIRST_ATTACK,
    FROM,
    MOD_FREE,
    MOD_HP,
    MOD_OUT,
    MOD_OUT_TYPE,
    MOD_SCARF,
    N_ATTACKS,
    N_ENERGIES,
    NAME,
    RETREAT,
    STAGE,
    TYPE,
)
from ...cards.vocabulary import ASLEEP, BENCH_BOTH, ENERGY, ITEM, OWN_PRIZES, POISONED, SUPPORTER
from ...rules.choices import can_move
from ...rules.energy import types_of
from ...rules.layout import DECK
from ..lookahead import PRIZE, best_worth, is_barred, prizes_of, worth_of_attack, worth_of_ills
from ..payment import NONE, lacking, moving_type
from ..roles import (
    BOOSTER,
    BOTH_HANDS,
    DRAWER,
    DRAWS,
    FILLS,
    HEALER,
    HEALS,
    LOSES,
    RAISER,
    RECOVERER,
    REFRESHER,
    ROLE,
    SEARCHER,
    SEEKS,
    TAKES,
    WASTES,
)
from .cardvalues import best_patient, copies, gain_of_energy, held, promise, strength_of, wealth, wish

NEVER = -1.0
BOOST = 20
WORTH_HEALING = 30.0


# --- drawing and searching --------------------------------------------------------------------------------------------


@compiled
def can_afford_draw(s, p, n):
    """Whether the deck stays large enough for the turns that the game may still last."""
    return s.n_deck[p] - n >= 2 * s.n_prizes[p] + 2


@compiled
def cards_drawn(s, p, card):
    """Cards that a Trainer draws."""
    n = DRAWS[card]
    if n == OWN_PRIZES:
        return s.n_prizes[p]
    if n == BENCH_BOTH:
        return s.n_bench[p] + s.n_bench[1 - p]
    if FILLS[card] > 0:
        return max(0, FILLS[card] - (s.n_hand[p] - 1))
    return n


@compiled
def worth_of_draw(s, p, card):
    """What a card is worth that draws."""
    n = cards_drawn(s, p, card)
    return 20.0 * n if can_afford_draw(s, p, n) else NEVER


@compiled
def worth_of_renewal(s, t, p, card):
    """What a Supporter is worth that gives up the hand for another one."""
    n = cards_drawn(s, p, card)
    returned = 0 if WASTES[card] else s.n_hand[p] - 1
    if not can_afford_draw(s, p, n - returned):
        return NEVER
    worth = 19.0 * n - (0.85 if WASTES[card] else 0.7) * wealth(s, t, p, card)
    if BOTH_HANDS[card]:
        worth += 7.0 * (s.n_hand[1 - p] - s.n_prizes[1 - p])
    return worth


@compiled
def best_find(s, t, p, chosen):
    """What the best card that passes a filter is worth in hand, by the own deck list or by the deck, if it is known."""
    best = 0.0
    last = 0
    known = s.searched[p]
    for k in range(s.n_deck[p] if known else DECK):
        found = s.deck[p][k] if known else t.deck[p][k]
        if found != last and FILTER_HAS[chosen][found]:
            best = max(best, wish(s, t, p, found, copies(s, p, found)))
        last = found
    return best


@compiled
def worth_of_search(s, t, p, card):
    """What a search of the deck is worth."""
    if s.n_deck[p] < 4:
        return NEVER
    return best_find(s, t, p, SEEKS[card]) * (0.7 + 0.3 * min(3, TAKES[card]))


@compiled
def best_recovered(s, t, p, chosen):
    """What the best card in the discard pile that passes a filter is worth in hand."""
    best = 0.0
    for k in range(s.n_discard[p]):
        card = s.discard[p][k]
        if FILTER_HAS[chosen][card]:
            best = max(best, wish(s, t, p, card, copies(s, p, card)))
    return best


@compiled
def worth_of_recovery(s, t, p, card):
    """What it is worth to bring cards back from the discard pile."""
    n = 0
    for k in range(s.n_discard[p]):
        n += FILTER_HAS[SEEKS[card]][s.discard[p][k]]
    return best_recovered(s, t, p, SEEKS[card]) * (0.55 + 0.25 * min(n, TAKES[card]))


# --- evolving ---------------------------------------------------------------------------------------------------------


@compiled
def worth_of_evolving(s, p, i, card):
    """How good a place the own Pokemon `i` is for an evolution: where Energy and damage make it matter most."""
    slot = s.slot[p][i]
    worth = strength_of(card) - strength_of(slot.card) + 9 * slot.units
    if i == 0:
        worth += 15
        if s.ill[p]:
            worth += 20
    return worth - 0.2 * slot.damage


@compiled
def worth_of_raising(s, t, p):
    """What it is worth to evolve from the deck at once, by the own deck list."""
    best = NEVER
    for i in range(s.n_bench[p] + 1):
        for k in range(DECK):
            card = t.deck[p][k]
            if STAGE[card] > 0 and not EX[card] and FROM[card] == NAME[s.slot[p][i].card]:
                best = max(best, 30.0 + 0.3 * worth_of_evolving(s, p, i, card))
    return best


# --- against the opponent ---------------------------------------------------------------------------------------------


@compiled
def blow_now(s, p, j):
    """What the best attack of the Active Pokemon is worth now against the opponent's Pokemon `j`."""
    return best_worth(s, p, 0, j, NONE, moving_type(s, p), True)


@compiled
def best_victim(s, p):
    """The opponent's Benched Pokemon that is worth most as the Active one, and by how much more than now."""
    best = NEVER
    who = 1
    for j in range(1, s.n_bench[1 - p] + 1):
        worth = blow_now(s, p, j)
        if worth > best:
            best = worth
            who = j
    return who, best - blow_now(s, p, 0)


@compiled
def worth_of_poison(s, p):
    """What a Poison by an Item is worth: nothing if the defender falls or has it already."""
    if s.ill[1 - p] & POISONED:
        return NEVER
    if blow_now(s, p, 0) >= PRIZE and s.n_bench[1 - p] > 0:
        return NEVER
    return worth_of_ills(s, p, 0, POISONED) + 0.5 * worth_of_ills(s, p, 0, ASLEEP)


@compiled
def worth_of_boost(s, p):
    """What more damage in this turn is worth: the knock-outs that it makes possible."""
    before = blow_now(s, p, 0)
    kept = s.slot[1 - p][0].damage
    s.slot[1 - p][0].damage += BOOST
    after = blow_now(s, p, 0)
    s.slot[1 - p][0].damage = kept
    return after - before if after >= PRIZE > before else 0.0


@compiled
def worth_of_supporter(s, t, p, card):
    """What playing a Supporter is worth now."""
    role = ROLE[card]
    if role == REFRESHER:
        return worth_of_renewal(s, t, p, card)
    if role == DRAWER:
        return worth_of_draw(s, p, card)
    if role == BOOSTER:
        return max(worth_of_boost(s, p), worth_of_draw(s, p, card))
    if role == SEARCHER:
        return worth_of_search(s, t, p, card)
    if role == RECOVERER:
        return worth_of_recovery(s, t, p, card) * (1.0 if held(s, p, ENERGY) == 0 else 0.5)
    if role == HEALER:
        return best_patient(s, p, HEALS[card], LOSES[card], NONE)[1]
    if role == RAISER:
        return worth_of_raising(s, t, p)
    return 10.0


@compiled
def best_supporter(s, t, p):
    """The Supporter in hand that is worth most, and how much; 0 if none is worth anything."""
    best = 8.0
    chosen = 0
    last = 0
    for k in range(s.n_hand[p]):
        card = s.hand[p][k]
        if card != last and CLASS[card] == SUPPORTER:
            worth = worth_of_supporter(s, t, p, card)
            if worth > best:
                best = worth
                chosen = card
        last = card
    return chosen


# --- Tools ------------------------------------------------------------------------------------------------------------


@compiled
def worth_of_tool(s, t, p, i, card):
    """What a Tool is worth on the own Pokemon `i`."""
    slot = s.slot[p][i]
    worth = 0.1 * promise(s, t, p, i, NONE, NONE) + (8 if i == 0 else 0)
    if MOD_OUT[card] > 0:
        return worth + 10 if MOD_OUT_TYPE[card] in (-1, TYPE[slot.card]) else NEVER
    if MOD_FREE[card] > 0:
        return worth + 6 * RETREAT[slot.card] - 6
    if MOD_HP[card] > 0:
        return worth + (10 if prizes_of(slot.card) > 1 else 5)
    if MOD_SCARF[card] > 0:
        return worth + 6 * STAGE[slot.card]
    return worth


# --- moving Energy ----------------------------------------------------------------------------------------------------


@compiled
def gain_of_move(s, t, p, k, i, e):
    """What moving an Energy from the own Pokemon `k` to `i` is worth."""
    cost = promise(s, t, p, k, NONE, NONE) - promise(s, t, p, k, NONE, e)
    if k == 0:
        cost *= 1.5
    return gain_of_energy(s, t, p, i, e) - cost


@compiled
def best_move_of_energy(s, t, p, chosen):
    """The best move of an Energy that passes a filter: source, card and destination in one number; and its gain."""
    best = 0.0
    found = 0
    for k in range(s.n_bench[p] + 1):
        for e in range(N_ENERGIES):
            if can_move(s.slot[p][k], e, chosen):
                for i in range(s.n_bench[p] + 1):
                    if i != k:
                        gain = gain_of_move(s, t, p, k, i, e)
                        if gain > best:
                            best = gain
                            found = k | ENERGY_KIND[e] << 8 | i << 16
    return found, best


@compiled
def wanted_attack(s, p, kind):
    """The attack that the Active Pokemon should make if Energy of a type comes from the Bench, or -1."""
    card = s.slot[p][0].card
    best = 0.0
    chosen = NONE
    for number in range(N_ATTACKS[card]):
        attack = FIRST_ATTACK[card] + number
        if not is_barred(s, p, 0, number) and lacking(s, p, 0, attack, NONE, kind) == 0:
            worth = worth_of_attack(s, p, 0, 0, attack)
            if worth > best:
                best = worth
                chosen = attack
    return chosen


@compiled
def energy_to_fetch(s, t, p, kind):
    """The Energy that should come to the Active Pokemon by an Ability: source and card in one number; 0 if none."""
    attack = wanted_attack(s, p, kind)
    if attack < 0:
        return 0
    short = lacking(s, p, 0, attack, NONE, NONE)
    if short == 0:
        return 0
    best = 1e9
    found = 0
    for k in range(1, s.n_bench[p] + 1):
        slot = s.slot[p][k]
        for e in range(N_ENERGIES):
            if slot.energy[e] > 0 and types_of(slot, e) >> kind & 1 and lacking(s, p, 0, attack, e, NONE) < short:
                cost = promise(s, t, p, k, NONE, NONE) - promise(s, t, p, k, NONE, e)
                if cost < best:
                    best = cost
                    found = k | ENERGY_KIND[e] << 8
    return found


@compiled
def patient_of_potion(s, p, kind):
    """The own Pokemon that a Potion in hand that costs all Energy should heal, or -1."""
    for k in range(s.n_hand[p]):
        card = s.hand[p][k]
        if ROLE[card] == HEALER and LOSES[card] and CLASS[card] == ITEM:
            who, worth = best_patient(s, p, HEALS[card], 1, kind)
            return who if worth >= WORTH_HEALING else NONE
    return NONE


@compiled
def energy_to_save(s, p, kind):
    """The Energy that should leave a Pokemon before it is healed at the cost of all: source and card; 0 if none."""
    who = patient_of_potion(s, p, kind)
    if who >= 0 and s.n_bench[p] > 0:
        slot = s.slot[p][who]
        for e in range(N_ENERGIES):
            if slot.energy[e] > 0 and types_of(slot, e) >> kind & 1:
                return who | ENERGY_KIND[e] << 8
    return 0
