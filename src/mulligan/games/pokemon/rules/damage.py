"""Damage, and what it leads to: knock-outs, Prizes, and the end of the game."""

from __future__ import annotations

from mulligan.kernel import compiled, inlined

from ..cards.arrays import (
    BASIC_ENERGY,
    ENERGY_KIND,
    EX,
    FILTER_HAS,
    HAS_BOOSTS,
    HAS_FURTHER_COUNTS,
    HAS_PIERCING,
    HAS_SHELTERS,
    HAS_SMALL_MODIFIERS,
    HAS_UNRESISTED,
    HP,
    MOD_BOOST,
    MOD_BOOST_FOR,
    MOD_BOOST_OTHERS,
    MOD_HP,
    MOD_OUT,
    MOD_OUT_EX,
    MOD_OUT_TYPE,
    MOD_PRIZES,
    MOD_SAFE,
    MOD_SAFE_BENCH,
    MOD_SCARF,
    MOD_SHIELD,
    MOD_TAKEN,
    MOD_TAKEN_BASIC,
    N_ENERGIES,
    NAME,
    PLASMAS,
    RESIST,
    STAGE,
    TYPE,
    WEAK,
)
from ..cards.vocabulary import (
    ANY,
    AVENGED,
    BOTH_BENCHES,
    DAMAGE_DEF,
    DAMAGE_SELF,
    DEF_DAMAGED,
    DEF_EX,
    DEF_ILL,
    DEF_PLASMA,
    DEF_RESISTS,
    DEF_TOOL,
    ENERGY_BOTH,
    ENERGY_DEF,
    ENERGY_SELF,
    IMMUNE,
    IN_DISCARD,
    LESS,
    MORE,
    NO_WEAKNESS,
    NONE,
    OPP_BENCH,
    OWN_BENCH,
    PIERCING,
    PLASMA,
    PRIZES_TAKEN,
    SAFE_BENCH,
    SAFE_BENCHED,
    SELF_DAMAGED,
    STADIUM_THERE,
    STRIPPED,
    TOOLS,
    UNAFFECTED,
    UNRESISTED,
)
from .abilities import able
from .energy import units_of_type
from .layout import BY_BENCH, BY_BOTH, BY_PRIZES, NOBODY, PRIZES, SLOTS
from .zones import leave_play, take_prizes


@inlined
def hit_points(slot):
    """The HP of a Pokemon with its Tool."""
    return HP[slot.card] + MOD_HP[slot.tool]


@inlined
def holds(s, p, mark):
    """Whether a mark on the Active Pokemon of a player, or on the player, still holds."""
    return s.until[p][mark] >= s.turn


@compiled
def is_safe(s, p, i):
    """Whether a Pokemon is not touched by the attack that is going on."""
    return s.attacking and MOD_SAFE[able(s, s.slot[p][i].card)] > 0 and EX[s.slot[1 - p][0].card] > 0


@compiled
def is_sheltered(s, p, i):
    """Whether an Ability keeps attack damage off a Benched Pokemon, its own or another's."""
    if i == 0:
        return False
    if MOD_SAFE_BENCH[able(s, s.slot[p][i].card)] == SAFE_BENCHED:
        return True
    for j in range(SLOTS):
        if MOD_SAFE_BENCH[able(s, s.slot[p][j].card)] == SAFE_BENCH:
            return True
    return False


@compiled
def is_shielded(s, p, j, attacker):
    """Whether an Ability of its owner's Pokemon keeps the damage of EX off a Pokemon of this type."""
    if EX[attacker.card] == 0:
        return False
    for i in range(SLOTS):
        if MOD_SHIELD[able(s, s.slot[p][i].card)] == TYPE[s.slot[p][j].card] + 1:
            return True
    return False


@compiled
def small_changes(s, attacker, defender, active):
    """What Tools add on the attacker's side and take off on the defender's, but for the common ones."""
    more = 0
    if active and EX[defender.card] > 0 and EX[attacker.card] == 0:
        more = MOD_OUT_EX[attacker.tool]
    less = MOD_TAKEN[defender.tool]
    if STAGE[defender.card] == 0:
        less += MOD_TAKEN_BASIC[defender.tool]
    return more, less


@compiled
def boosts(s, p, attacker):
    """What Abilities of a player's Pokemon add to the damage of one of them."""
    more = 0
    for i in range(SLOTS):
        card = able(s, s.slot[p][i].card)
        if MOD_BOOST[card] > 0 and not (MOD_BOOST_OTHERS[card] and NAME[card] == NAME[attacker.card]):
            of = MOD_BOOST_FOR[card]
            if of == TYPE[attacker.card] or (of == PLASMA and PLASMAS[attacker.card] > 0):
                more += MOD_BOOST[card]
    return more


@compiled
def pierced(attacker, defender, damage, plain, active):
    """Damage that no effect on the defender changes, but perhaps its Weakness and Resistance."""
    if plain == UNAFFECTED and active:
        if WEAK[defender.card] == TYPE[attacker.card]:
            damage *= 2
        if RESIST[defender.card] == TYPE[attacker.card]:
            damage -= 20
    return max(0, damage)


@compiled
def changed_damage(s, p, i, j, base, plain, active):
    """Damage when Pokemon `i` of player `p` attacks the opponent's Pokemon `j`: what the attacker's side adds, Weakness
    and Resistance unless `plain`, and what the defender's side takes off; less of it all where it is not Active."""
    attacker = s.slot[p][i]
    defender = s.slot[1 - p][j]
    damage = base
    less = 0
    if base <= 0:
        return 0  # there is nothing that could be increased
    if HAS_SHELTERS:
        if plain < PIERCING and (is_sheltered(s, 1 - p, j) or is_shielded(s, 1 - p, j, attacker)):
            return 0
    if HAS_SMALL_MODIFIERS:
        more, less = small_changes(s, attacker, defender, active)
        damage += more
    if active:
        if holds(s, p, MORE):
            damage += s.more[p]
        tool = attacker.tool
        if MOD_OUT[tool] > 0 and (MOD_OUT_TYPE[tool] < 0 or MOD_OUT_TYPE[tool] == TYPE[attacker.card]):
            damage += MOD_OUT[tool]
        if HAS_BOOSTS:
            damage += boosts(s, p, attacker)
    if HAS_PIERCING:
        if plain >= PIERCING:
            return pierced(attacker, defender, damage, plain, active)
    if active and not plain:
        if WEAK[defender.card] == TYPE[attacker.card] and not (j == 0 and holds(s, 1 - p, NO_WEAKNESS)):
            damage *= 2
        if RESIST[defender.card] == TYPE[attacker.card]:
            damage -= 20
    if HAS_UNRESISTED:
        if active and plain == UNRESISTED and WEAK[defender.card] == TYPE[attacker.card]:
            if not (j == 0 and holds(s, 1 - p, NO_WEAKNESS)):
                damage *= 2
    damage -= MOD_TAKEN[able(s, defender.card)] + less
    if j == 0:
        if holds(s, 1 - p, IMMUNE):
            return 0
        if holds(s, 1 - p, LESS):
            damage -= s.less[1 - p]
    return max(0, damage)


@compiled
def count_of(s, p, i, j, counter, parameter):
    """How often the amount of an attack's damage counts, where no coin decides, as in `changed_damage`."""
    if counter == NONE:
        return 0
    own = s.slot[p][i]
    other = s.slot[1 - p][j]
    if counter == OPP_BENCH:
        return s.n_bench[1 - p]
    if counter == ENERGY_SELF:
        return own.units if parameter == ANY else units_of_type(own, parameter)
    if counter == ENERGY_DEF:
        return other.units
    if counter == ENERGY_BOTH:
        return own.units + other.units
    if counter == DEF_EX:
        return EX[other.card]
    if counter == DEF_RESISTS:
        return int(RESIST[other.card] >= 0)
    if counter == AVENGED:
        return int(s.avenge[p] > 0 and s.avenge[p] == s.turn - 1)
    if HAS_FURTHER_COUNTS:
        return further_count_of(s, p, own, other, counter, parameter)
    return 0


@compiled
def further_count_of(s, p, own, other, counter, parameter):
    """The same for what cards of the first file do not count."""
    if counter == OWN_BENCH:
        return s.n_bench[p]
    if counter == BOTH_BENCHES:
        return s.n_bench[p] + s.n_bench[1 - p]
    if counter == DAMAGE_SELF:
        return own.damage // 10
    if counter == DAMAGE_DEF:
        return other.damage // 10
    if counter == STADIUM_THERE:
        return int(s.stadium > 0)
    if counter == DEF_DAMAGED:
        return int(other.damage > 0)
    if counter == SELF_DAMAGED:
        return int(own.damage > 0)
    if counter == DEF_PLASMA:
        return PLASMAS[other.card]
    if counter == DEF_ILL:
        return int(s.ill[1 - p] & parameter != 0)
    if counter == PRIZES_TAKEN:
        return max(0, PRIZES - s.n_prizes[1 - p])
    if counter == DEF_TOOL:
        return int(other.tool > 0)
    n = 0
    if counter == STRIPPED:  # before it is known, as many as there can be
        for e in range(N_ENERGIES):
            if BASIC_ENERGY[ENERGY_KIND[e]]:
                n = max(n, own.energy[e])
    elif counter == IN_DISCARD:
        for k in range(s.n_discard[p]):
            n += FILTER_HAS[parameter][s.discard[p][k]]
    elif counter == TOOLS:
        for q in range(2):
            for k in range(SLOTS):
                n += s.slot[q][k].tool > 0
    return n


@compiled
def strike(s, p, i, base, plain):
    """An attack of player `p` does its damage; return how much."""
    safe = is_safe(s, 1 - p, i)
    if HAS_PIERCING:
        safe = safe and plain < PIERCING
    damage = 0 if safe else changed_damage(s, p, s.source, i, base, plain, i == 0)
    if damage > 0:
        s.slot[1 - p][i].damage += damage
        s.struck[1 - p] |= 1 << i
        s.hurt = 1
    return damage


@compiled
def strike_own(s, p, i, damage):
    """An attack of player `p` does damage to an own Benched Pokemon."""
    if HAS_SHELTERS:
        if is_sheltered(s, p, i):
            return
    put_counters(s, p, i, damage)


@compiled
def prizes_for(s, p, slot, by_attack):
    """The Prizes for a knocked out Pokemon of player `p`."""
    taken = 2 if EX[slot.card] else 1
    if HAS_SMALL_MODIFIERS:
        taken += MOD_PRIZES[slot.tool]
        if by_attack and p != s.player:
            taken += max(0, MOD_PRIZES[able(s, s.slot[1 - p][0].card)])
    return max(0, taken)


@compiled
def put_counters(s, p, i, damage):
    """Damage counters come on a Pokemon."""
    s.slot[p][i].damage += damage
    s.hurt = 1


@compiled
def heal(s, p, i, amount):
    """Damage is taken off a Pokemon; a negative amount is all of it."""
    slot = s.slot[p][i]
    slot.damage = 0 if amount < 0 else max(0, slot.damage - amount)


@compiled
def conditions_won(s, p):
    """How many of the ways to win, but for the deck, a player has fulfilled."""
    return (s.n_prizes[p] == 0) + (s.slot[1 - p][0].card == 0 and s.n_bench[1 - p] == 0)


@compiled
def judge(s):
    """Whoever fulfils more conditions has won; both with as many share it, or play on in sudden death."""
    first = conditions_won(s, 0)
    second = conditions_won(s, 1)
    if first == 0 and second == 0:
        return
    if first == second:
        s.winner = NOBODY
        s.reason = BY_BOTH
        return
    s.winner = 0 if first > second else 1
    s.reason = BY_PRIZES if s.n_prizes[s.winner] == 0 else BY_BENCH


@compiled
def knock_out(s):
    """Judge all knock-outs at once: Pokemon leave play, Prizes are taken, and the game may end."""
    s.hurt = 0
    prizes_0 = 0
    prizes_1 = 0
    fallen = 0
    for p in range(2):
        for i in range(SLOTS - 1, -1, -1):
            slot = s.slot[p][i]
            if slot.card > 0 and slot.damage >= hit_points(slot):
                by_attack = s.struck[p] >> i & 1
                if by_attack:
                    s.avenge[p] = s.turn
                taken = prizes_for(s, p, slot, by_attack)
                if p == 0:
                    prizes_1 += taken
                else:
                    prizes_0 += taken
                fallen += 1
                leave_play(s, p, i, by_attack and MOD_SCARF[slot.tool] > 0)
    s.struck[0] = 0
    s.struck[1] = 0
    if fallen > 0:
        take_prizes(s, 0, prizes_0)
        take_prizes(s, 1, prizes_1)
        judge(s)
