"""How much the expert wants a card: in hand, on the Bench, or as Energy on one of its Pokemon."""

from __future__ import annotations

from mulligan.kernel import compiled

from ...cards.arrays import (
    BASIC_ENERGY,
    CLASS,
    ENERGY_OF,
    FILTER_HAS,
    FIRST_ATTACK,
    FROM,
    HP,
    MOD_CLOAK,
    MOD_HP,
    MOD_OUT,
    MOD_OUT_TYPE,
    N_ATTACKS,
    NAME,
    ROOT,
    STAGE,
    TYPE,
)
from ...cards.vocabulary import ENERGY, ITEM, POKEMON, STADIUM, SUPPORTER, TOOL
from ...rules.damage import hit_points
from ...rules.energy import types_of, units_of_type
from ...rules.layout import BENCH, DECK
from ..lookahead import PRIZE, STRENGTH, best_worth, danger, left_of, prizes_of, promise_as
from ..payment import NONE, moving_type
from ..roles import (
    BOOSTER,
    CHARGER,
    DIGGER,
    DRAWER,
    GUSTER,
    HEALER,
    LOSES,
    MOVER,
    POISONER,
    PRICE,
    RAISER,
    RECOVERER,
    RECYCLER,
    REFRESHER,
    ROLE,
    SCRAPPER,
    SEARCHER,
    SEEKS,
    SKIPPER,
    STACKER,
    SWITCHER,
)

# --- counting ---------------------------------------------------------------------------------------------------------


@compiled
def copies(s, p, card):
    """Copies of a card in the own hand."""
    n = 0
    for k in range(s.n_hand[p]):
        n += s.hand[p][k] == card
    return n


@compiled
def held(s, p, kind):
    """Cards of a class in the own hand."""
    n = 0
    for k in range(s.n_hand[p]):
        n += CLASS[s.hand[p][k]] == kind
    return n


@compiled
def holds_role(s, p, role):
    """Whether the own hand has a card for this."""
    for k in range(s.n_hand[p]):
        card = s.hand[p][k]
        if ROLE[card] == role and CLASS[card] != POKEMON:
            return True
    return False


@compiled
def plays_role(t, p, role):
    """Whether the own deck list has a card for this."""
    for k in range(DECK):
        card = t.deck[p][k]
        if ROLE[card] == role and CLASS[card] != POKEMON:
            return True
    return False


@compiled
def bases_in_play(s, p, card):
    """Own Pokemon in play that evolve into this card."""
    n = 0
    for i in range(s.n_bench[p] + 1):
        n += NAME[s.slot[p][i].card] == FROM[card]
    return n


@compiled
def roots_in_play(s, p, card):
    """Own Basic Pokemon in play at the root of this card."""
    n = 0
    for i in range(s.n_bench[p] + 1):
        n += NAME[s.slot[p][i].card] == ROOT[card]
    return n


@compiled
def bases_in_hand(s, p, card):
    """Cards in hand that evolve into this one."""
    n = 0
    for k in range(s.n_hand[p]):
        n += NAME[s.hand[p][k]] == FROM[card]
    return n


@compiled
def has_evolution(s, p, card):
    """Whether the own hand has a card that this one evolves into."""
    for k in range(s.n_hand[p]):
        if FROM[s.hand[p][k]] == NAME[card] and STAGE[s.hand[p][k]] > 0:
            return True
    return False


# --- Energy -----------------------------------------------------------------------------------------------------------


@compiled
def promise(s, t, p, i, plus, minus):
    """What a Pokemon in play promises, with what it may become, when an Energy comes or goes."""
    slot = s.slot[p][i]
    best = promise_as(slot, slot.card, plus, minus)
    if STAGE[slot.card] < 2:
        last = 0
        for k in range(DECK):
            card = t.deck[p][k]
            if card != last and STAGE[card] > 0:
                share = 0.0
                if FROM[card] == NAME[slot.card]:
                    share = 0.95 if copies(s, p, card) > 0 else 0.75
                elif STAGE[slot.card] == 0 and ROOT[card] == NAME[slot.card]:
                    share = 0.75 if copies(s, p, card) > 0 else 0.6
                if share > 0.0:
                    best = max(best, share * promise_as(slot, card, plus, minus))
            last = card
    return best


@compiled
def is_cloak_useful(s, p, i, e):
    """Whether an Energy would let a Pokemon retreat free, by an Ability in play."""
    slot = s.slot[p][i]
    for k in range(s.n_bench[p] + 1):
        cloak = MOD_CLOAK[s.slot[p][k].card] - 1
        if cloak >= 0 and units_of_type(slot, cloak) == 0 and types_of(slot, e) >> cloak & 1:
            return True
    return False


@compiled
def gain_of_energy(s, t, p, i, e):
    """What one more Energy of a kind does for the own Pokemon `i`."""
    gain = promise(s, t, p, i, e, NONE) - promise(s, t, p, i, NONE, NONE)
    slot = s.slot[p][i]
    if i == 0:
        kind = moving_type(s, p)
        now = best_worth(s, p, 0, 0, NONE, kind, False)
        then = best_worth(s, p, 0, 0, e, kind, False)
        gain += 0.8 * min(150.0, then - now)
        if danger(s, p, 0, then >= PRIZE) >= left_of(slot) and then <= now:
            gain *= 0.35
    else:
        gain *= 0.85
    if gain > 0.0 and is_cloak_useful(s, p, i, e):
        gain += 6
    return gain


@compiled
def best_gain(s, t, p, e):
    """What one more Energy of a kind would do where it does most."""
    best = 0.0
    for i in range(s.n_bench[p] + 1):
        best = max(best, gain_of_energy(s, t, p, i, e))
    return best


# --- Pokemon ----------------------------------------------------------------------------------------------------------


@compiled
def strength_of(card):
    """The strength of a Pokemon's best attack, with its HP."""
    best = 0.0
    for number in range(N_ATTACKS[card]):
        best = max(best, STRENGTH[FIRST_ATTACK[card] + number])
    return best + 0.3 * HP[card]


@compiled
def wish_for_basic(s, p, card, spared):
    """How much a Basic Pokemon is wanted in hand."""
    if s.n_bench[p] >= BENCH:
        return 3.0
    wish = 14.0 + 0.15 * strength_of(card)
    waiting = 0 if spared == copies(s, p, card) else -1
    for k in range(s.n_hand[p]):
        waiting += STAGE[s.hand[p][k]] == 0
    have = s.n_bench[p] + waiting
    if have == 0:
        wish += 60
    elif have == 1:
        wish += 30
    elif have == 2:
        wish += 10
    if has_evolution(s, p, card):
        wish += 18
    twins = 0
    for i in range(s.n_bench[p] + 1):
        twins += NAME[s.slot[p][i].card] == NAME[card]
    return wish - 7 * twins - 12 * spared


@compiled
def wish_for_evolution(s, p, card, spared):
    """How much an evolution is wanted in hand; `spared` copies are there already."""
    bases = bases_in_play(s, p, card)
    strength = 0.2 * strength_of(card)
    if bases > spared:
        return 48.0 + strength
    if STAGE[card] == 2 and roots_in_play(s, p, card) > spared:
        return (46.0 if holds_role(s, p, SKIPPER) else 24.0) + strength
    if bases_in_hand(s, p, card) > spared:
        return 20.0 + strength
    return 6.0


@compiled
def wish_for_energy(s, t, p, card, spared):
    """How much an Energy is wanted in hand."""
    gain = best_gain(s, t, p, ENERGY_OF[card])
    others = held(s, p, ENERGY) - (1 if spared < copies(s, p, card) else 0)
    wish = 8.0 + min(45.0, gain)
    if others == 0 and s.attached == 0:
        wish += 25
    return wish / (1.0 + 0.7 * others)


# --- Trainers ---------------------------------------------------------------------------------------------------------


@compiled
def worth_of_healing(s, p, i, amount, loses, kind):
    """What healing the own Pokemon `i` is worth; a negative amount is all."""
    slot = s.slot[p][i]
    if slot.damage == 0:
        return 0.0
    healed = slot.damage if amount < 0 else min(amount, slot.damage)
    worth = 0.45 * PRIZE * prizes_of(slot.card) * healed / hit_points(slot)
    most = danger(s, p, i, False)
    left = left_of(slot)
    if i == 0 and left <= most < left + healed:
        worth += 0.4 * PRIZE * prizes_of(slot.card)
    if loses:
        movable = units_of_type(slot, kind) if kind >= 0 and s.n_bench[p] > 0 else 0
        worth -= 18 * (slot.units - movable)
    return worth


@compiled
def best_patient(s, p, amount, loses, kind):
    """The own Pokemon whose healing is worth most, and how much."""
    best = 0.0
    who = 0
    for i in range(s.n_bench[p] + 1):
        worth = worth_of_healing(s, p, i, amount, loses, kind)
        if worth > best:
            best = worth
            who = i
    return who, best


@compiled
def wish_for_tool(s, p, card):
    """How much a Tool is wanted."""
    if MOD_OUT[card] > 0:
        for i in range(s.n_bench[p] + 1):
            if s.slot[p][i].tool == 0 and MOD_OUT_TYPE[card] in (-1, TYPE[s.slot[p][i].card]):
                return 28.0
        return 5.0
    return 18.0 if MOD_HP[card] > 0 else 12.0


@compiled
def wish_for_supporter(s, p, card, spared):
    """How much a Supporter is wanted in hand."""
    others = held(s, p, SUPPORTER) - (1 if spared < copies(s, p, card) else 0)
    role = ROLE[card]
    wish = 30.0
    if role == REFRESHER:
        wish = 56.0 if s.n_hand[p] <= 5 else 44.0
    elif role in (DRAWER, BOOSTER):
        wish = 42.0
    elif role == SEARCHER:
        wish = 34.0
    elif role == HEALER:
        wish = 18.0
    return wish / (1.0 + 0.8 * others)


@compiled
def lies_in_discard(s, p, chosen):
    """Whether the own discard pile has a card that passes a filter."""
    for k in range(s.n_discard[p]):
        if FILTER_HAS[chosen][s.discard[p][k]]:
            return True
    return False


@compiled
def wish_for_item(s, p, card):
    """How much an Item is wanted in hand."""
    role = ROLE[card]
    if role == SKIPPER:
        for k in range(s.n_hand[p]):
            if STAGE[s.hand[p][k]] == 2 and roots_in_play(s, p, s.hand[p][k]) > 0:
                return 58.0
        return 24.0
    if role == CHARGER:
        return 44.0 if lies_in_discard(s, p, SEEKS[card]) else 14.0
    if role == HEALER:
        return 26.0 if LOSES[card] else 18.0
    if role in (SEARCHER, DRAWER, DIGGER):
        return 30.0 - 4 * PRICE[card]
    if role == POISONER:
        return 34.0
    if role == GUSTER:
        return 28.0
    if role == RECOVERER:
        return 20.0
    if role == SWITCHER:
        return 18.0
    if role == RECYCLER:
        return 10.0 if s.n_discard[p] > 15 else 5.0
    if role in (MOVER, STACKER, SCRAPPER, RAISER):
        return 10.0
    return 12.0


@compiled
def wish(s, t, p, card, spared):
    """How much a card is wanted in hand when `spared` copies of it are there apart from this one."""
    kind = CLASS[card]
    if kind == POKEMON:
        if STAGE[card] == 0:
            return wish_for_basic(s, p, card, spared)
        return wish_for_evolution(s, p, card, spared)
    if kind == ENERGY:
        return wish_for_energy(s, t, p, card, spared) - (0 if BASIC_ENERGY[card] else -4)
    if kind == SUPPORTER:
        return wish_for_supporter(s, p, card, spared)
    if kind == TOOL:
        return wish_for_tool(s, p, card) - 6 * spared
    if kind == STADIUM:
        return 5.0 if s.stadium == card or spared > 0 else 18.0
    if kind == ITEM:
        return wish_for_item(s, p, card) - 8 * spared
    return 0.0


@compiled
def wealth(s, t, p, but):
    """What the cards in hand are worth together, one copy of `but` left out."""
    total = 0.0
    last = 0
    run = 0
    for k in range(s.n_hand[p]):
        card = s.hand[p][k]
        run = run + 1 if card == last else 0
        last = card
        if card != but or run > 0:
            total += max(0.0, wish(s, t, p, card, run))
    return total
