"""The expert's moves in its turn: all that is useful, in a sensible order, then the best attack.

Every move gets a rank, and the highest is played.  Cards that only give come first, then searches, then what has a
price and what is turned against the opponent; a new hand only when the old one is played out, then changes of the
Active Pokemon, and at the end the attack.
"""

from __future__ import annotations

from mulligan.kernel import compiled, inlined

from ...cards.arrays import (
    ABILITY,
    ABILITY_PC,
    CLASS,
    ENERGY_OF,
    FILTER_HAS,
    HAS_USABLE,
    MOD_POISON,
    PLAY_PC,
    PROGRAM,
)
from ...cards.vocabulary import POISONED, STADIUM, SUPPORTER, UNLIMITED
from ...rules.energy import retreat_cost
from ...rules.layout import AT_STADIUM, ATTACH, ATTACK, BENCH_IT, EQUIP, EVOLVE, PLAY, USE, command, first, second
from ...rules.layout import RETREAT as STEP_BACK
from ...rules.moves import attack_of, may_attack
from ..lookahead import PRIZE, stand, worth_of_attack
from ..payment import NONE, moving_type
from ..roles import (
    BOMBER,
    BOOSTER,
    CHARGER,
    DIGGER,
    DRAWER,
    GUSTER,
    HAMMER,
    HEALER,
    HEALS,
    LOSES,
    MOVER,
    POISONER,
    PRICE,
    RECOVERER,
    RECYCLER,
    REFRESHER,
    ROLE,
    SCRAPPER,
    SEARCHER,
    SKIPPER,
    STACKER,
    SWITCHER,
)
from .cardvalues import best_patient, gain_of_energy, held, wish
from .trainers import (
    NEVER,
    best_move_of_energy,
    best_supporter,
    best_victim,
    can_afford_draw,
    energy_to_fetch,
    energy_to_save,
    patient_of_potion,
    worth_of_draw,
    worth_of_evolving,
    worth_of_poison,
    worth_of_recovery,
    worth_of_search,
    worth_of_tool,
)

DECISIVE = 5000.0  # a blow that wins
GIFTS = 2000.0  # what costs nothing
SEARCHES = 1800.0
FITTINGS = 1600.0  # Energy, Tools, healing
ACTIONS = 1400.0  # cards against the opponent
RENEWAL = 1200.0  # a new hand
PLACES = 1000.0  # changes of the Active Pokemon
ATTACKS = 10.0
WORTH_MOVING = 8.0
WORTH_LEAVING = 16.0
WORTH_FINDING = 24.0
SMALL_HAND = 4


@inlined
def ranked(base, worth, least):
    """A rank in its class, or none if it is worth too little."""
    return base + min(190.0, worth) if worth >= least else NEVER


# --- places -----------------------------------------------------------------------------------------------------------


@compiled
def best_place(s, p):
    """The own Benched Pokemon that should be Active, and how much better that is than now."""
    best = -1e9
    who = 1
    for i in range(1, s.n_bench[p] + 1):
        worth = stand(s, p, i, True)
        if worth > best:
            best = worth
            who = i
    return who, best - stand(s, p, 0, True)


@compiled
def rank_of_retreat(s, p, i):
    """The rank of a retreat."""
    who, gain = best_place(s, p)
    if who != i:
        return NEVER
    return ranked(PLACES, gain - 9.0 * retreat_cost(s, p), WORTH_LEAVING)


@compiled
def rank_of_stepping_in(s, p, i):
    """The rank of an Ability by which a Pokemon becomes the Active one."""
    gain = stand(s, p, i, True) - stand(s, p, 0, True)
    return ranked(PLACES, gain, WORTH_LEAVING)


# --- Trainers and Abilities -------------------------------------------------------------------------------------------


@compiled
def rank_of_supporter(s, t, p, card):
    """The rank of a Supporter: only the best one is played."""
    if best_supporter(s, t, p) != card:
        return NEVER
    role = ROLE[card]
    if role == REFRESHER:
        return RENEWAL
    if role == BOOSTER:
        return RENEWAL + 50
    if role == DRAWER:
        return GIFTS - 50
    return SEARCHES + 50 if role in (SEARCHER, RECOVERER) else FITTINGS


@compiled
def rank_of_paid_search(s, t, p, card):
    """The rank of a search that costs cards of the hand."""
    found = worth_of_search(s, t, p, card) if ROLE[card] == SEARCHER else worth_of_recovery(s, t, p, card)
    if found < WORTH_FINDING:
        return NEVER
    price = cheapest_cards(s, t, p, card, PRICE[card])
    return ranked(SEARCHES - 100, found - 0.9 * price, 8.0)


@compiled
def cheapest_cards(s, t, p, but, n):
    """What the `n` cards of the hand that are wanted least are worth together, one copy of `but` left out."""
    low = 1e9
    second_low = 1e9
    last = 0
    run = 0
    for k in range(s.n_hand[p]):
        card = s.hand[p][k]
        run = run + 1 if card == last else 0
        last = card
        if card != but or run > 0:
            worth = wish(s, t, p, card, run)
            if worth < low:
                second_low = low
                low = worth
            elif worth < second_low:
                second_low = worth
    return low + second_low if n > 1 else low


@compiled
def rank_of_search(s, t, p, card):
    """The rank of an Item that finds cards."""
    if PRICE[card] > 0:
        return rank_of_paid_search(s, t, p, card)
    if ROLE[card] == SEARCHER:
        return ranked(SEARCHES, worth_of_search(s, t, p, card), WORTH_FINDING)
    return ranked(SEARCHES, worth_of_recovery(s, t, p, card), WORTH_FINDING)


@compiled
def rank_of_healing(s, p, card):
    """The rank of an Item that heals."""
    if LOSES[card]:
        kind = moving_type(s, p)
        if kind >= 0 and energy_to_save(s, p, kind) > 0:
            return NEVER
        return FITTINGS - 20 if patient_of_potion(s, p, kind) >= 0 else NEVER
    return ranked(FITTINGS - 100, best_patient(s, p, HEALS[card], 0, NONE)[1], 12.0)


@compiled
def rank_of_item(s, t, p, card):
    """The rank of an Item that is no Tool."""
    role = ROLE[card]
    if role == SKIPPER:
        return GIFTS + 150
    if role == CHARGER:
        return GIFTS + 50
    if role == DRAWER:
        return ranked(SEARCHES - 150, worth_of_draw(s, p, card), 20.0)
    if role in (SEARCHER, RECOVERER):
        return rank_of_search(s, t, p, card)
    if role == DIGGER:
        return SEARCHES if s.supported == 0 and held(s, p, SUPPORTER) == 0 and s.n_deck[p] > 6 else NEVER
    if role == STACKER:
        return FITTINGS - 150
    if role == HEALER:
        return rank_of_healing(s, p, card)
    if role == MOVER:
        if moving_type(s, p) >= 0:
            return NEVER
        return ranked(FITTINGS - 60, best_move_of_energy(s, t, p, PROGRAM[PLAY_PC[card]][1])[1], WORTH_MOVING)
    if role == POISONER:
        return ranked(ACTIONS, worth_of_poison(s, p), 10.0)
    if role == GUSTER:
        return ranked(ACTIONS + 50, best_victim(s, p)[1], 45.0)
    if role == SWITCHER:
        return rank_of_switch(s, p)
    if role == RECYCLER:
        return FITTINGS - 150 if s.n_deck[p] < 12 or s.n_discard[p] > 25 else NEVER
    if role == SCRAPPER:
        return FITTINGS - 150 if foe_has_tool(s, p) else NEVER
    if role in (HAMMER, BOMBER):
        return ACTIONS
    return NEVER


@compiled
def rank_of_switch(s, p):
    """The rank of an Item that changes the Active Pokemon: only where a retreat would cost more."""
    gain = best_place(s, p)[1]
    if s.ill[p] == 0 and s.retreated == 0 and retreat_cost(s, p) == 0:
        return NEVER
    return ranked(PLACES + 5, gain - 10, WORTH_LEAVING)


@compiled
def foe_has_tool(s, p):
    """Whether the opponent has a Tool in play."""
    for i in range(s.n_bench[1 - p] + 1):
        if s.slot[1 - p][i].tool > 0:
            return True
    return False


@compiled
def rank_of_stadium(s, p, card):
    """The rank of a Stadium."""
    if MOD_POISON[card] > 0 and s.ill[p] & POISONED:
        return NEVER
    return FITTINGS - 120


@compiled
def rank_of_charging(s, t, p, card):
    """The rank of an Ability that attaches Energy of the hand: if some Pokemon needs it."""
    chosen = PROGRAM[ABILITY_PC[card]][2]
    best = 0.0
    for k in range(s.n_hand[p]):
        energy = s.hand[p][k]
        if FILTER_HAS[chosen][energy]:
            for i in range(s.n_bench[p] + 1):
                best = max(best, gain_of_energy(s, t, p, i, ENERGY_OF[energy]))
            break
    return ranked(FITTINGS + 10, best, 1.0)


@compiled
def rank_of_ability(s, t, p, i):
    """The rank of an Ability, or of the use of a Stadium."""
    if HAS_USABLE:
        if i == AT_STADIUM:  # it may end the turn
            return ATTACKS - 1 if s.n_hand[p] < SMALL_HAND else NEVER
    card = s.slot[p][i].card
    if ABILITY[card] == UNLIMITED and ROLE[card] == CHARGER:
        return rank_of_charging(s, t, p, card)
    if ABILITY[card] == UNLIMITED:
        kind = moving_type(s, p)
        if kind < 0:
            return NEVER
        if energy_to_save(s, p, kind) > 0:
            return FITTINGS - 10
        if patient_of_potion(s, p, kind) >= 0 or not may_attack(s, t):
            return NEVER
        return PLACES - 100 if energy_to_fetch(s, t, p, kind) > 0 else NEVER
    role = ROLE[card]
    if role == SWITCHER:
        return rank_of_stepping_in(s, p, i)
    if role == SEARCHER:
        return GIFTS + 20 if s.n_deck[p] > 5 else NEVER
    if role == DRAWER:
        return GIFTS + 20 if can_afford_draw(s, p, 2) else NEVER
    return GIFTS


# --- all moves --------------------------------------------------------------------------------------------------------


@compiled
def rank_of_attack(s, p, attack):
    """The rank of an attack: before all else if it wins for sure."""
    worth = worth_of_attack(s, p, 0, 0, attack)
    if worth >= 20 * PRIZE:
        return DECISIVE
    return ATTACKS + 0.1 * worth if worth > 0.0 else NEVER


@compiled
def rank_of_card(s, t, p, card):
    """The rank of a Trainer card that is played."""
    kind = CLASS[card]
    if kind == SUPPORTER:
        return rank_of_supporter(s, t, p, card)
    if kind == STADIUM:
        return rank_of_stadium(s, p, card)
    return rank_of_item(s, t, p, card)


@compiled
def rank_of_move(s, t, p, move):
    """How good a move of a turn is; ending the turn is 0."""
    what = command(move)
    card = first(move)
    i = second(move)
    if what == BENCH_IT:
        return GIFTS + 100 + 0.1 * wish(s, t, p, card, 0)
    if what == EVOLVE:
        return ranked(GIFTS + 60, 0.2 * worth_of_evolving(s, p, i, card), -100.0)
    if what == ATTACH:
        return ranked(FITTINGS, gain_of_energy(s, t, p, i, ENERGY_OF[card]), 1.0)
    if what == EQUIP:
        return ranked(FITTINGS - 40, worth_of_tool(s, t, p, i, card), 0.0)
    if what == PLAY:
        return rank_of_card(s, t, p, card)
    if what == USE:
        return rank_of_ability(s, t, p, card)
    if what == STEP_BACK:
        return rank_of_retreat(s, p, card)
    if what == ATTACK:
        return rank_of_attack(s, p, attack_of(s, p, move))
    return 0.0


@compiled
def choose_move(s, t, out, n):
    """The expert's move among `n`, the first of the best."""
    best = -1e9
    chosen = out[n - 1]
    for k in range(n):
        rank = rank_of_move(s, t, s.player, out[k])
        if rank > best:
            best = rank
            chosen = out[k]
    return chosen
