"""The legal moves, in this order: each card in hand by its number, Abilities, retreats, attacks, the end of the turn.

No two of them mean the same: equal cards, and equal Pokemon on the Bench, are offered once.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from mulligan.kernel import compiled, lowest

from .cards import (
    ABILITY,
    ABILITY_PC,
    CLASS,
    FILTER_HAS,
    FIRST_ATTACK,
    FROM,
    KINDS,
    N_ATTACKS,
    N_ENERGIES,
    NAME,
    NEEDS,
    PROGRAM,
    ROOM,
    STAGE,
    TYPE,
)
from .choices import can_move, has_candy, list_choices
from .damage import holds
from .energy import can_pay, can_retreat
from .filters import prune
from .layout import (
    ATTACH,
    ATTACK,
    BENCH,
    BENCH_IT,
    END_TURN,
    EQUIP,
    EVOLVE,
    MAIN,
    MOST_TRANCES,
    PLAY,
    RETREAT,
    USE,
)
from .vocabulary import (
    ASLEEP,
    BENCH_TYPE,
    CAN_CANDY,
    DAMAGED,
    DAMAGED_OR_ILL,
    DECK_LEFT,
    DISCARD_HAS,
    ENERGY,
    ENERGY_IN_PLAY,
    FOE_BENCH,
    HAND_BELOW,
    HAND_HAS,
    HAND_OTHER,
    ITEM,
    LOCK,
    MOVE,
    MY_BENCH,
    NO_RETREAT,
    NOTHING,
    ONCE_A_TURN,
    PARALYZED,
    POKEMON,
    SELF_ON_BENCH,
    STADIUM,
    SUPPORTER,
    TOOL,
    TOOL_IN_PLAY,
    UNLIMITED,
)
from .zones import unlike_slots

MAX_OPTIONS = 512

WORD = 62  # cards in a word of bits
WORDS = 1 + (KINDS - 1) // WORD


def _cards(chosen: Any) -> Any:
    """Cards as bits of words."""
    return np.array([sum(1 << i for i in range(WORD) if chosen[w * WORD :][i : i + 1].any()) for w in range(WORDS)])


ENERGY_CARDS = _cards(CLASS == ENERGY)
BASIC_CARDS = _cards((CLASS == POKEMON) & (STAGE == 0))
SUPPORTER_CARDS = _cards(CLASS == SUPPORTER)
STADIUM_CARDS = _cards(CLASS == STADIUM)
ALWAYS = _cards((CLASS == ITEM) | (CLASS == TOOL))
EVOLUTIONS = np.array([_cards((CLASS == POKEMON) & (name == FROM)) for name in range(ROOM)])
"""Of each name: the cards that evolve from it."""


# --- what a card needs ------------------------------------------------------------------------------------------------


@compiled
def pile_has(cells, size, chosen):
    """Whether a card of a pile passes a filter."""
    for i in range(size):
        if FILTER_HAS[chosen][cells[i]]:
            return True
    return False


@compiled
def hand_has_another(s, p, card, chosen):
    """Whether the hand has a card that passes a filter, apart from the one that is to be played."""
    spared = False
    for i in range(s.n_hand[p]):
        if s.hand[p][i] == card and not spared:
            spared = True
        elif FILTER_HAS[chosen][s.hand[p][i]]:
            return True
    return False


@compiled
def has_patient(s, p, cure):
    """Whether an own Pokemon has damage, or a Special Condition."""
    if cure and s.ill[p] != 0:
        return True
    for i in range(s.n_bench[p] + 1):
        if s.slot[p][i].damage > 0:
            return True
    return False


@compiled
def can_move_energy(s, p, chosen):
    """Whether an Energy that passes a filter could go to another own Pokemon."""
    if s.n_bench[p] == 0:
        return False
    for i in range(s.n_bench[p] + 1):
        for e in range(N_ENERGIES):
            if can_move(s.slot[p][i], e, chosen):
                return True
    return False


@compiled
def has_tool(s):
    """Whether any Pokemon in play carries a Tool."""
    for p in range(2):
        for i in range(s.n_bench[p] + 1):
            if s.slot[p][i].tool > 0:
                return True
    return False


@compiled
def has_benched_type(s, p, kind):
    """Whether a Pokemon of a type sits on the own Bench."""
    for i in range(1, s.n_bench[p] + 1):
        if TYPE[s.slot[p][i].card] == kind:
            return True
    return False


@compiled
def is_met(s, p, card, i, code, number):
    """Whether one need of a card in hand, or of the Ability of the Pokemon in slot `i`, is met."""
    if code == DISCARD_HAS:
        return pile_has(s.discard[p], s.n_discard[p], number)
    if code == HAND_HAS:
        return hand_has_another(s, p, card, number)
    if code == HAND_OTHER:
        return s.n_hand[p] - 1 >= number
    if code == HAND_BELOW:
        return s.n_hand[p] - 1 < number
    if code == MY_BENCH:
        return s.n_bench[p] >= number
    if code == FOE_BENCH:
        return s.n_bench[1 - p] >= number
    if code == BENCH_TYPE:
        return has_benched_type(s, p, number)
    if code == ENERGY_IN_PLAY:
        return can_move_energy(s, p, number)
    if code == DAMAGED:
        return has_patient(s, p, False)
    if code == DAMAGED_OR_ILL:
        return has_patient(s, p, True)
    if code == DECK_LEFT:
        return s.n_deck[p] >= number
    if code == TOOL_IN_PLAY:
        return has_tool(s)
    if code == SELF_ON_BENCH:
        return i > 0
    if code == CAN_CANDY:
        return may_evolve(s) and has_candy(s, p)
    return True


@compiled
def is_playable(s, p, card, i):
    """Whether all needs of a card, or of an Ability, are met."""
    for k in range(3):
        code = NEEDS[card][k][0]
        if code == NOTHING:
            return True
        if not is_met(s, p, card, i, code, NEEDS[card][k][1]):
            return False
    return True


@compiled(inline=True)
def may_evolve(s):
    """Nobody evolves in the own first turn."""
    return s.turn - s.began > 2


# --- the moves of a turn ----------------------------------------------------------------------------------------------


@compiled
def list_slots(s, p, slots, move, bare, out, n):
    """Offer a card on every own Pokemon, or on those without a Tool."""
    while slots != 0:
        i = lowest(slots)
        slots &= slots - 1
        if not (bare and s.slot[p][i].tool > 0):
            out[n] = move | i << 16
            n += 1
    return n


@compiled
def list_evolutions(s, p, slots, card, out, n):
    """Offer an evolution on every Pokemon that it fits."""
    while slots != 0:
        i = lowest(slots)
        slots &= slots - 1
        slot = s.slot[p][i]
        if NAME[slot.card] == FROM[card] and slot.fresh == 0:
            out[n] = EVOLVE | card << 8 | i << 16
            n += 1
    return n


@compiled
def list_card(s, p, slots, card, out, n):
    """Offer all that a card in hand can be used for."""
    kind = CLASS[card]
    if kind == ENERGY:
        return list_slots(s, p, slots, ATTACH | card << 8, False, out, n)
    if kind == POKEMON and STAGE[card] > 0:
        return list_evolutions(s, p, slots, card, out, n)
    if kind == TOOL:
        return list_slots(s, p, slots, EQUIP | card << 8, True, out, n)
    if kind == POKEMON:
        out[n] = BENCH_IT | card << 8
        return n + 1
    if is_playable(s, p, card, 0) and (kind != STADIUM or NAME[card] != NAME[s.stadium]):
        out[n] = PLAY | card << 8
        return n + 1
    return n


@compiled
def usable(s, p, word):
    """The cards, as bits of a word, for which there may be a use now: one look at the turn spares many at cards."""
    found = ALWAYS[word]
    if s.attached == 0:
        found |= ENERGY_CARDS[word]
    if s.n_bench[p] < BENCH:
        found |= BASIC_CARDS[word]
    if s.supported == 0:
        found |= SUPPORTER_CARDS[word]
    if s.staged == 0:
        found |= STADIUM_CARDS[word]
    if may_evolve(s):
        for i in range(s.n_bench[p] + 1):
            if s.slot[p][i].fresh == 0:
                found |= EVOLUTIONS[NAME[s.slot[p][i].card]][word]
    return found


@compiled
def list_hand_moves(s, p, slots, out):
    """Offer all that the cards in hand can be used for, in the order of their numbers."""
    n = 0
    i = 0
    for word in range(WORDS):
        held = 0
        end = WORD * (word + 1)
        while i < s.n_hand[p] and s.hand[p][i] < end:
            held |= 1 << (s.hand[p][i] - WORD * word)
            i += 1
        if held != 0:
            held &= usable(s, p, word)
            while held != 0:
                n = list_card(s, p, slots, WORD * word + lowest(held), out, n)
                held &= held - 1
    return n


@compiled
def can_use(s, p, i):
    """Whether the Ability of a Pokemon can be used now."""
    card = s.slot[p][i].card
    kind = ABILITY[card]
    if kind == ONCE_A_TURN:
        return s.slot[p][i].used == 0 and is_playable(s, p, card, i)
    if kind != UNLIMITED or s.trances >= MOST_TRANCES or not is_playable(s, p, card, i):
        return False
    for j in range(i):
        if s.slot[p][j].card == card:
            return False  # the other one has offered it
    pc = ABILITY_PC[card]
    return PROGRAM[pc][0] != MOVE or can_move_energy(s, p, PROGRAM[pc][1])


@compiled
def can_attack(s, p, number):
    """Whether the Active Pokemon can use one of its attacks, as far as Energy and locks go."""
    if holds(s, p, LOCK) and s.locked[p] == number:
        return False
    return can_pay(s.slot[p][0], FIRST_ATTACK[s.slot[p][0].card] + number)


@compiled
def may_attack(s, t):
    """The starting player may not attack in the first turn of the game."""
    return s.turn - s.began > 1 or t.first_attack > 0


@compiled(inline=True)
def list_retreats(slots, out, n):
    """Offer to retreat to every Benched Pokemon."""
    left = slots & ~1
    while left != 0:
        out[n] = RETREAT | lowest(left) << 8
        left &= left - 1
        n += 1
    return n


@compiled
def list_turn(s, t, out):
    """The moves of a turn."""
    p = s.player
    slots = unlike_slots(s, p)
    n = list_hand_moves(s, p, slots, out)
    for i in range(s.n_bench[p] + 1):
        if ABILITY[s.slot[p][i].card] >= ONCE_A_TURN and slots >> i & 1 and can_use(s, p, i):
            out[n] = USE | i << 8
            n += 1
    if s.ill[p] & (ASLEEP | PARALYZED) == 0:
        if s.retreated == 0 and s.n_bench[p] > 0 and not holds(s, p, NO_RETREAT) and can_retreat(s, p):
            n = list_retreats(slots, out, n)
        if may_attack(s, t):
            for number in range(N_ATTACKS[s.slot[p][0].card]):
                if can_attack(s, p, number):
                    out[n] = ATTACK | number << 8
                    n += 1
    out[n] = END_TURN
    return n + 1


@compiled
def options(s, t, form, out):
    """Write the legal moves, or what a pruning level leaves of them, and return how many."""
    n = list_turn(s, t, out) if s.ask == MAIN else list_choices(s, out)
    return n if form == 0 else prune(s, t, out, n, form)
