"""The legal moves, in this order: each card in hand by its number, Abilities, retreats, attacks, the end of the turn.

No two of them mean the same: equal cards, and equal Pokemon on the Bench, are offered once.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from mulligan.kernel import compiled, inlined, lowest

from ..cards.arrays import (
    ABILITY,
    ABILITY_PC,
    CLASS,
    EVOLUTIONS,
    FIRST_ATTACK,
    FROM,
    HAS_CUTS,
    HAS_FOREIGN,
    HAS_NO_ITEMS,
    HAS_STILL,
    HAS_USABLE,
    MOD_COPIES,
    MOD_CUT,
    MOD_LENDS,
    N_ATTACKS,
    NAME,
    PROGRAM,
    ROOM,
    STAGE,
    USABLE,
    WORD,
    WORDS,
    as_bits,
)
from ..cards.vocabulary import (
    ASLEEP,
    ENERGY,
    EVERY,
    ITEM,
    LOCK,
    MOVE,
    NO_RETREAT,
    ONCE_A_TURN,
    PARALYZED,
    POKEMON,
    STADIUM,
    SUPPORTER,
    TOOL,
    UNLIMITED,
)
from .abilities import able, bars_items
from .choices import can_move_energy
from .damage import holds
from .energy import CHEAPEST, can_pay, can_retreat
from .layout import (
    AT_STADIUM,
    ATTACH,
    ATTACK,
    BENCH,
    BENCH_IT,
    END_TURN,
    EQUIP,
    EVOLVE,
    MOST_TRANCES,
    PLAY,
    RETREAT,
    SLOTS,
    USE,
    first,
    second,
)
from .needs import DEAR, WANTS, is_playable, may_evolve, met_needs
from .zones import ripe, without_twins

MAX_OPTIONS = 512

# --- cards in hand ----------------------------------------------------------------------------------------------------

_evolved = (CLASS == POKEMON) & (STAGE > 0)
EVOLVED_CARDS = as_bits(_evolved)
COMMAND = np.full(ROOM, PLAY)
COMMAND[CLASS == ENERGY] = ATTACH
COMMAND[CLASS == TOOL] = EQUIP
COMMAND[CLASS == POKEMON] = BENCH_IT
COMMAND[_evolved] = EVOLVE
ABLE = np.where((ABILITY == ONCE_A_TURN) | (ABILITY == UNLIMITED), 1, 0)
"""Whether a Pokemon has an Ability that is used in the course of a turn."""
MOVES = COMMAND | np.arange(ROOM) << 8
"""Of each card: the move that plays it, without a slot."""
FITS = np.where(CLASS == ENERGY, -1, np.where(_evolved | (CLASS == TOOL), 0, 1))
"""Of each card: the slots, as bits, on which it can be played; 1 if on none, 0 if that depends on the Pokemon there."""
NAMESAKES = np.array([as_bits((CLASS == STADIUM) & (name == NAME)) for name in NAME])
"""Of each card: the Stadiums of its name, which cannot be played while it is in play."""


def _uses() -> Any:
    """Of each set of the four facts that `usable` knows, as bits: the cards for which there may be a use."""
    kinds = (CLASS == ENERGY, (CLASS == POKEMON) & (STAGE == 0), CLASS == SUPPORTER, CLASS == STADIUM)
    always = as_bits((CLASS == ITEM) | (CLASS == TOOL))
    rows = [[always, *(as_bits(kind) for k, kind in enumerate(kinds) if facts >> k & 1)] for facts in range(16)]
    return np.array([np.bitwise_or.reduce(row) for row in rows])


USES = _uses()
CHECKED = np.where((COMMAND == PLAY) & (CLASS != STADIUM), WANTS, 0)
"""Of each card: what it needs to be played from the hand."""
CHECKED_CARDS = as_bits(CHECKED > 0)
DEAR_CARDS = as_bits(CHECKED & DEAR > 0)
ITEM_CARDS = as_bits((CLASS == ITEM) | (CLASS == TOOL))

# --- the moves of a turn ----------------------------------------------------------------------------------------------


@inlined
def write_slots(move, slots, shift, out, n):
    """Offer a move for each of these slots: all six are written, each over the last unless that was to be kept.

    So there is no branch, whose wrong guesses would cost more than the writing.
    """
    for i in range(SLOTS):
        out[n] = move | i << shift
        n += slots >> i & 1
    return n


@inlined
def fitting_slots(s, p, card):
    """The slots, as bits, without a Tool if the card is one, else of Pokemon that evolve into it now."""
    found = 0
    if CLASS[card] == TOOL:
        for i in range(SLOTS):
            found |= (s.slot[p][i].tool == 0) << i
    else:
        for i in range(SLOTS):
            found |= (NAME[ripe(s.slot[p][i])] == FROM[card]) << i
    return found


@inlined
def usable(s, p):
    """The row of USES with the cards for which there may be a use now: one look at the turn spares many at cards."""
    facts = (s.attached == 0) | (s.n_bench[p] < BENCH) << 1
    return facts | (s.supported == 0) << 2 | (s.staged & 1 == 0) << 3


@inlined
def evolving(s, p, word):
    """The cards, as bits of a word, that own Pokemon evolve into now."""
    found = 0
    for i in range(SLOTS):
        found |= EVOLUTIONS[ripe(s.slot[p][i])][word]
    return found


@inlined
def list_hand_moves(s, p, slots, out):
    """Offer all that the cards in hand can be used for, in the order of their numbers."""
    row = usable(s, p)
    checked = 0
    dear = 0
    for word in range(WORDS):
        checked |= s.held[p][word] & USES[row][word] & CHECKED_CARDS[word]
        dear |= s.held[p][word] & USES[row][word] & DEAR_CARDS[word]
    met = met_needs(s, p, 1, dear != 0) if checked != 0 else 0
    barred = bars_items(s, p)
    n = 0
    for word in range(WORDS):
        held = s.held[p][word]
        left = held & USES[row][word] & ~NAMESAKES[s.stadium][word]
        if HAS_NO_ITEMS:
            if barred:
                left &= ~ITEM_CARDS[word]
        if held & EVOLVED_CARDS[word] != 0 and may_evolve(s):
            left |= held & evolving(s, p, word)
        while left != 0:
            card = WORD * word + lowest(left)
            left &= left - 1
            fit = FITS[card] if FITS[card] != 0 else fitting_slots(s, p, card)
            playable = CHECKED[card] & ~met == 0
            n = write_slots(MOVES[card], slots & fit & -playable, 16, out, n)
    return n


@compiled
def can_use(s, p, i):
    """Whether the Ability of a Pokemon can be used now."""
    card = s.slot[p][i].card
    kind = ABILITY[able(s, card)]
    if kind == ONCE_A_TURN:
        return s.slot[p][i].used == 0 and is_playable(s, p, card, i)
    if kind != UNLIMITED or s.trances >= MOST_TRANCES or not is_playable(s, p, card, i):
        return False
    for j in range(i):
        if s.slot[p][j].card == card:
            return False  # the other one has offered it
    pc = ABILITY_PC[card]
    return PROGRAM[pc][0] != MOVE or can_move_energy(s, p, PROGRAM[pc][1])


@inlined
def attack_of(s, p, move):
    """The attack of a move: the Active Pokemon's own, or that of the card which the move names."""
    if HAS_FOREIGN:
        if second(move) > 0:
            return FIRST_ATTACK[second(move)] + first(move)
    return FIRST_ATTACK[s.slot[p][0].card] + first(move)


@inlined
def is_locked(s, p, number):
    """Whether the Active Pokemon cannot use an attack this turn."""
    if HAS_STILL:
        return holds(s, p, LOCK) and s.locked[p] in (number, EVERY)
    return holds(s, p, LOCK) and s.locked[p] == number


@inlined
def can_attack(s, p, number):
    """Whether the Active Pokemon can use one of its attacks, as far as Energy and locks go."""
    if is_locked(s, p, number):
        return False
    return can_pay(s, s.slot[p][0], FIRST_ATTACK[s.slot[p][0].card] + number)


@compiled
def list_attacks_of(s, p, card, out, n):
    """Offer the attacks of another card that the Active Pokemon can use and pay for."""
    for number in range(N_ATTACKS[card]):
        out[n] = ATTACK | number << 8 | card << 16
        n += not is_locked(s, p, number | card << 8) and can_pay(s, s.slot[p][0], FIRST_ATTACK[card] + number)
    return n


@compiled
def list_foreign(s, p, out, n):
    """Offer the attacks that are not the Active Pokemon's own: of its Tool, and of all in play if it copies them."""
    slot = s.slot[p][0]
    if MOD_LENDS[slot.tool] == NAME[slot.card]:
        n = list_attacks_of(s, p, slot.tool, out, n)
    if MOD_COPIES[able(s, slot.card)] == 0:
        return n
    for q in range(2):
        for i in range(s.n_bench[q] + 1):
            card = s.slot[q][i].card
            fresh = card != slot.card
            for r in range(2):
                for j in range(s.n_bench[r] + 1):
                    fresh = fresh and not (r * SLOTS + j < q * SLOTS + i and s.slot[r][j].card == card)
            if fresh:
                n = list_attacks_of(s, p, card, out, n)
    return n


@compiled
def list_all_attacks(s, p, out, n):
    """Offer all attacks, where Stadiums may make them cheaper or some are not the Pokemon's own."""
    card = s.slot[p][0].card
    if s.slot[p][0].units >= CHEAPEST[card] - MOD_CUT[s.stadium]:
        for number in range(N_ATTACKS[card]):
            out[n] = ATTACK | number << 8
            n += can_attack(s, p, number)
    return list_foreign(s, p, out, n)


@inlined
def may_attack(s, t):
    """The starting player may not attack in the first turn of the game."""
    return s.turn - s.began > 1 or t.first_attack > 0


@inlined
def able_slots(s, p):
    """The slots, as bits, of Pokemon with an Ability to be used."""
    able = 0
    for i in range(SLOTS):
        able |= ABLE[s.slot[p][i].card]
    if able == 0:
        return 0
    found = 0
    for i in range(SLOTS):
        found |= ABLE[s.slot[p][i].card] << i
    return found


@inlined
def list_turn(s, t, out):
    """The moves of a turn."""
    p = s.player
    slots = without_twins(s, p, 0)
    n = list_hand_moves(s, p, slots, out)
    able = slots & able_slots(s, p)
    while able != 0:
        i = lowest(able)
        able &= able - 1
        out[n] = USE | i << 8
        n += can_use(s, p, i)
    if HAS_USABLE:
        out[n] = USE | AT_STADIUM << 8
        n += USABLE[s.stadium] > 0 and s.staged & 2 == 0 and is_playable(s, p, s.stadium, 0)
    if s.ill[p] & (ASLEEP | PARALYZED) == 0:
        if s.retreated == 0 and s.n_bench[p] > 0 and not holds(s, p, NO_RETREAT) and can_retreat(s, p):
            n = write_slots(RETREAT, slots & ~1, 8, out, n)
        if HAS_FOREIGN or HAS_CUTS:
            if may_attack(s, t):
                n = list_all_attacks(s, p, out, n)
        elif s.slot[p][0].units >= CHEAPEST[s.slot[p][0].card] and may_attack(s, t):
            for number in range(N_ATTACKS[s.slot[p][0].card]):
                out[n] = ATTACK | number << 8
                n += can_attack(s, p, number)
    out[n] = END_TURN
    return n + 1
