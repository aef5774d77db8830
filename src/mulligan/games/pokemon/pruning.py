"""Pruning levels: moves that are hardly ever right are not offered.

`sensible` drops the following, each on an assumption that is hardly ever wrong:

* an Energy on a Pokemon that needs no more of it for its own attacks and those of its evolutions (attacks that grow
  with Energy always need more): it would only help to pay for a retreat;
* a Tool that does nothing for its holder: more damage on another type, a free retreat where retreating costs nothing;
* healing where nothing has more than half the damage that is healed, or 30 where all Energy is lost;
* a retreat, at a cost, of a Pokemon that can attack, is not ill and has half its HP, to one that cannot attack;
* moving Energy by an Ability unless it pays for an attack or a retreat now, or saves Energy from a Potion in hand;
* a new hand, and the end of the turn, while the old hand still has an evolution that fits, a Basic Pokemon for a Bench
  of fewer than two, or an Energy that is needed: all of them can be played first;
* of cards for the opponent's mulligans all numbers but the highest; scrapping an own Tool.

`ordered` also puts harmless moves before all others, so that their order does not matter: first Basic Pokemon while the
Bench has fewer than three, then evolutions, then Energy that is needed and Tools.  With the last group all Trainers and
Abilities are offered too, as new cards come before commitments; retreat, attack and end wait for all three.  What is
lost is to hold such a card back: a Basic Pokemon, an evolution, an Energy for a Pokemon of a later turn.

`keen` does not let a turn pass: beside what `sensible` drops, the end of the turn while an attack would do damage to
the Active Pokemon, and while an attack is sure to knock it out, all attacks that are not.
"""

from __future__ import annotations

import numpy as np

from mulligan.kernel import compiled

from .cards.arrays import (
    ABILITY,
    ABILITY_PC,
    CLASS,
    COST,
    COST_TOTAL,
    ENERGY_OF,
    FIRST_ATTACK,
    FROM,
    HAS_USABLE,
    KINDS,
    MOD_FREE,
    MOD_OUT,
    MOD_OUT_TYPE,
    N_ATTACKS,
    NAME,
    PROGRAM,
    PROVIDES,
    RETREAT,
    ROOM,
    STAGE,
    TYPE,
)
from .cards.vocabulary import COLORLESS, ENERGY_BOTH, ENERGY_SELF, ITEM, MOVE, POKEMON, UNLIMITED
from .players.lookahead import left_of, outlook
from .players.payment import NONE, lacking, moving_type
from .players.roles import COUNTER, HEALER, HEALS, LOSES, REFRESHER, ROLE, SKIPPER
from .rules.choices import list_choices
from .rules.damage import hit_points
from .rules.energy import can_pay, retreat_cost, units_within
from .rules.layout import (
    AT_STADIUM,
    ATTACH,
    ATTACK,
    BENCH_IT,
    END_TURN,
    EQUIP,
    EVOLVE,
    HOW_MANY,
    MAIN,
    PLAY,
    SLOT,
    TOOL_CARD,
    USE,
    command,
    first,
    second,
)
from .rules.layout import RETREAT as STEP_BACK
from .rules.moves import attack_of, list_turn

LEVELS = ("none", "sensible", "ordered", "keen")
ALL, SENSIBLE, ORDERED, KEEN = range(len(LEVELS))

LEAST_BENCH = 2
SOME_BENCH = 3
LEAST_DAMAGE = 40
ENDLESS = 99

LINE_COST = np.zeros(ROOM, np.int64)
"""Of each Pokemon: the most Energy that it and its evolutions can use."""
LINE_TYPES = np.zeros(ROOM, np.int64)
"""The coloured symbols in the costs of their attacks, as bits."""


def _note_line(card: int, of: int) -> None:
    """Note what a Pokemon needs for the attacks of one of its line, and of all that this one evolves into."""
    for attack in range(FIRST_ATTACK[of], FIRST_ATTACK[of] + N_ATTACKS[of]):
        grows = COUNTER[attack] in (ENERGY_SELF, ENERGY_BOTH)
        LINE_COST[card] = max(LINE_COST[card], ENDLESS if grows else COST_TOTAL[attack])
        LINE_TYPES[card] |= sum(1 << kind for kind in range(COLORLESS) if COST[attack][kind] > 0)
    for other in range(1, KINDS):
        if CLASS[other] == POKEMON and STAGE[other] > 0 and FROM[other] == NAME[of]:
            _note_line(card, other)


for _card in range(1, KINDS):
    if CLASS[_card] == POKEMON:
        _note_line(_card, _card)


# --- single moves -----------------------------------------------------------------------------------------------------


@compiled
def needs_energy(slot, e):
    """Whether a Pokemon, or what it may become, has use for an Energy."""
    if slot.units < LINE_COST[slot.card]:
        return True
    new = PROVIDES[e][1 if STAGE[slot.card] == 0 else 0] & LINE_TYPES[slot.card]
    return new != 0 and units_within(slot, new) == 0


@compiled
def fits_tool(slot, card):
    """Whether a Tool does something for a Pokemon."""
    if MOD_OUT[card] > 0 and MOD_OUT_TYPE[card] >= 0:
        return MOD_OUT_TYPE[card] == TYPE[slot.card]
    return MOD_FREE[card] == 0 or RETREAT[slot.card] > 0


@compiled
def is_hurt(s, p, least):
    """Whether an own Pokemon has at least so much damage, or the Active one a Special Condition."""
    if s.ill[p] != 0:
        return True
    for i in range(s.n_bench[p] + 1):
        if s.slot[p][i].damage >= least:
            return True
    return False


@compiled
def can_strike(s, slot):
    """Whether a Pokemon can pay for any attack."""
    for number in range(N_ATTACKS[slot.card]):
        if can_pay(s, slot, FIRST_ATTACK[slot.card] + number):
            return True
    return False


@compiled
def may_stay(s, p, attacks):
    """Whether the Active Pokemon has no reason to pay for a retreat to a weaker one."""
    slot = s.slot[p][0]
    return attacks and s.ill[p] == 0 and 2 * left_of(slot) >= hit_points(slot) and retreat_cost(s, p) > 0


@compiled
def holds_costly_potion(s, p):
    """Whether the hand has an Item that heals at the cost of all Energy."""
    for k in range(s.n_hand[p]):
        card = s.hand[p][k]
        if LOSES[card] and CLASS[card] == ITEM:
            return True
    return False


@compiled
def is_move_of_energy_useful(s, p):
    """Whether Energy that an Ability moves pays for an attack or a retreat, or is saved from a Potion."""
    kind = moving_type(s, p)
    if kind < 0 or holds_costly_potion(s, p):
        return True
    slot = s.slot[p][0]
    if retreat_cost(s, p) > slot.units:
        return True
    for number in range(N_ATTACKS[slot.card]):
        attack = FIRST_ATTACK[slot.card] + number
        if not can_pay(s, slot, attack) and lacking(s, p, 0, attack, NONE, kind) == 0:
            return True
    return False


@compiled
def moves_freely(card):
    """Whether a Pokemon has an Ability that moves Energy without a limit."""
    return ABILITY[card] == UNLIMITED and PROGRAM[ABILITY_PC[card]][0] == MOVE


@compiled
def is_sensible(s, p, move, attacks, eager):
    """Whether a move of a turn passes; `eager` if cards of the hand should be played before it ends."""
    what = command(move)
    card = first(move)
    if what == ATTACH:
        return needs_energy(s.slot[p][second(move)], ENERGY_OF[card])
    if what == PLAY:
        if ROLE[card] == REFRESHER:
            return not eager
        if ROLE[card] == HEALER:
            return is_hurt(s, p, LEAST_DAMAGE if LOSES[card] else HEALS[card] // 2 + 10)
        return True
    if what == EQUIP:
        return fits_tool(s.slot[p][second(move)], card)
    if what == USE:
        if HAS_USABLE:
            if card == AT_STADIUM:
                return True
        return not moves_freely(s.slot[p][card].card) or is_move_of_energy_useful(s, p)
    if what == STEP_BACK:
        return not may_stay(s, p, attacks) or can_strike(s, s.slot[p][card])
    return what != END_TURN or not eager


# --- groups -----------------------------------------------------------------------------------------------------------


@compiled
def group_of(s, p, move):
    """The group of a harmless move that should come before others: 0, 1 or 2; else 3."""
    what = command(move)
    if what == BENCH_IT:
        return 0 if s.n_bench[p] < SOME_BENCH else 3
    if what == EVOLVE or (what == PLAY and ROLE[first(move)] == SKIPPER):
        return 1
    return 2 if what in (ATTACH, EQUIP) else 3


@compiled
def keep_first_group(s, p, moves, n):
    """Leave the moves of the first group that is not empty; with Energy and Tools, cards and Abilities too."""
    lowest_group = 3
    for k in range(n):
        lowest_group = min(lowest_group, group_of(s, p, moves[k]))
    if lowest_group == 3:
        return n
    kept = 0
    for k in range(n):
        what = command(moves[k])
        if group_of(s, p, moves[k]) == lowest_group or (lowest_group == 2 and what in (PLAY, USE, BENCH_IT)):
            moves[kept] = moves[k]
            kept += 1
    return kept


@compiled
def keep_strongest(s, p, moves, n):
    """Drop the end of the turn while an attack does damage, and while one is sure to knock out, those that are not."""
    best = 0.0
    most = 0.0
    for k in range(n):
        if command(moves[k]) == ATTACK:
            chance, mean = outlook(s, p, 0, 0, attack_of(s, p, moves[k]))
            best = max(best, chance)
            most = max(most, mean)
    kept = 0
    for k in range(n):
        what = command(moves[k])
        passes = what != END_TURN or (most <= 0.0 and best < 1.0)
        if what == ATTACK and best >= 1.0:
            passes = outlook(s, p, 0, 0, attack_of(s, p, moves[k]))[0] >= 1.0
        if passes:
            moves[kept] = moves[k]
            kept += 1
    return kept


@compiled
def is_pressing(s, p, move):
    """Whether a move should be made before the turn ends."""
    what = command(move)
    if what == EVOLVE:
        return True
    if what == BENCH_IT:
        return s.n_bench[p] < LEAST_BENCH
    return what == ATTACH and needs_energy(s.slot[p][second(move)], ENERGY_OF[first(move)])


@compiled
def prune_turn(s, moves, n, level):
    """Leave the moves of a turn that pass."""
    p = s.player
    attacks = n > 1 and command(moves[n - 2]) == ATTACK
    eager = False
    for k in range(n):
        if command(moves[k]) > ATTACH:
            continue
        if is_pressing(s, p, moves[k]):
            eager = True
            break
    kept = 0
    for k in range(n):
        if is_sensible(s, p, moves[k], attacks, eager):
            moves[kept] = moves[k]
            kept += 1
    if level == KEEN:
        return keep_strongest(s, p, moves, kept)
    return keep_first_group(s, p, moves, kept) if level == ORDERED else kept


@compiled
def prune(s, t, moves, n, level):
    """Leave the moves of a pruning, in their order, and return how many."""
    if level == ALL or n < 2:
        return n
    if s.ask == MAIN:
        return prune_turn(s, moves, n, level)
    if s.ask == HOW_MANY:
        moves[0] = moves[n - 1]
        return 1
    if s.ask == TOOL_CARD:
        kept = 0
        for k in range(n):
            if command(moves[k]) != SLOT or first(moves[k]) == 1:
                moves[kept] = moves[k]
                kept += 1
        return kept
    return n


@compiled
def options(s, t, form, out):
    """Write the legal moves, or what a pruning leaves of them, and return how many."""
    n = list_turn(s, t, out) if s.ask == MAIN else list_choices(s, out)
    return n if form == 0 else prune(s, t, out, n, form)
