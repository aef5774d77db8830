"""The legal moves, in this order: each card in hand by its number, Abilities, retreats, attacks, the end of the turn.

No two of them mean the same: equal cards, and equal Pokemon on the Bench, are offered once.
"""

from __future__ import annotations

import numpy as np

from mulligan.kernel import compiled, lowest

from .cards import (
    ABILITY,
    ABILITY_PC,
    BASICS,
    BITS,
    CLASS,
    EVOLUTIONS,
    FILTER_CARDS,
    FILTER_HAS,
    FIRST_ATTACK,
    FROM,
    N_ATTACKS,
    N_ENERGIES,
    NAME,
    NEEDS,
    PROGRAM,
    ROOM,
    STAGE,
    TYPE,
    WORD,
    WORDS,
    as_bits,
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
    SLOTS,
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

ENERGY_CARDS = as_bits(CLASS == ENERGY)
SUPPORTER_CARDS = as_bits(CLASS == SUPPORTER)
STADIUM_CARDS = as_bits(CLASS == STADIUM)
ALWAYS = as_bits((CLASS == ITEM) | (CLASS == TOOL))

# How a card in hand is played: on any own Pokemon, on one without a Tool, on one that evolves into it, or on none
_evolved = (CLASS == POKEMON) & (STAGE > 0)
ON_ANY = np.where(CLASS == ENERGY, -1, 0)
ON_BARE = np.where(CLASS == TOOL, -1, 0)
ON_NONE = np.where((CLASS == ENERGY) | (CLASS == TOOL) | _evolved, 0, 1)
COMMAND = np.full(ROOM, PLAY)
COMMAND[CLASS == ENERGY] = ATTACH
COMMAND[CLASS == TOOL] = EQUIP
COMMAND[CLASS == POKEMON] = BENCH_IT
COMMAND[_evolved] = EVOLVE
CHECKED = np.where((COMMAND == PLAY) & ((NEEDS[:, 0, 0] != NOTHING) | (CLASS == STADIUM)), 1, 0)
"""Whether a card in hand cannot be played at all times."""


# --- what a card needs ------------------------------------------------------------------------------------------------


@compiled
def has_any(words, chosen):
    """Whether a card that words hold as bits passes a filter."""
    for w in range(WORDS):
        if words[w] & FILTER_CARDS[chosen][w]:
            return True
    return False


@compiled
def hand_has_another(s, p, card, chosen):
    """Whether the hand has a card that passes a filter, apart from the one that is to be played."""
    for w in range(WORDS):
        if s.held[p][w] & FILTER_CARDS[chosen][w] & ~BITS[card][w]:
            return True
    copies = 0
    for i in range(s.n_hand[p]):
        copies += s.hand[p][i] == card
    return FILTER_HAS[chosen][card] > 0 and copies > 1


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
        return has_any(s.thrown[p], number)
    played = CLASS[card] != POKEMON  # and so comes from the hand, where an Ability's card is not
    if code == HAND_HAS:
        return hand_has_another(s, p, card, number) if played else has_any(s.held[p], number)
    if code == HAND_OTHER:
        return s.n_hand[p] - played >= number
    if code == HAND_BELOW:
        return s.n_hand[p] - played < number
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


@compiled(inline=True)
def write_slots(move, slots, shift, out, n):
    """Offer a move for each of these slots: all six are written, each over the last unless that was to be kept.

    So there is no branch, whose wrong guesses would cost more than the writing.
    """
    for i in range(SLOTS):
        out[n] = move | i << shift
        n += slots >> i & 1
    return n


@compiled(inline=True)
def ripe_slots(s, p):
    """The slots, as bits, of Pokemon that may evolve now."""
    found = 0
    for i in range(SLOTS):
        found |= (s.slot[p][i].fresh == 0) << i
    return found if may_evolve(s) else 0


@compiled(inline=True)
def bare_slots(s, p):
    """The slots, as bits, without a Tool."""
    found = 0
    for i in range(SLOTS):
        found |= (s.slot[p][i].tool == 0) << i
    return found


@compiled(inline=True)
def slots_below(s, p, card):
    """The slots, as bits, of Pokemon that evolve into a card."""
    found = 0
    for i in range(SLOTS):
        found |= (NAME[s.slot[p][i].card] == FROM[card]) << i
    return found


@compiled(inline=True)
def usable(s, p, ripe, word):
    """The cards, as bits of a word, for which there may be a use now: one look at the turn spares many at cards."""
    found = ALWAYS[word]
    found |= ENERGY_CARDS[word] & -(s.attached == 0)
    found |= BASICS[word] & -(s.n_bench[p] < BENCH)
    found |= SUPPORTER_CARDS[word] & -(s.supported == 0)
    found |= STADIUM_CARDS[word] & -(s.staged == 0)
    for i in range(SLOTS):
        found |= EVOLUTIONS[s.slot[p][i].card][word] & -(ripe >> i & 1)
    return found


@compiled
def can_play(s, p, card):
    """Whether a Trainer card can be played now."""
    return is_playable(s, p, card, 0) and (CLASS[card] != STADIUM or NAME[card] != NAME[s.stadium])


@compiled(inline=True)
def list_hand_moves(s, p, slots, out):
    """Offer all that the cards in hand can be used for, in the order of their numbers."""
    n = 0
    ripe = ripe_slots(s, p)
    bare = bare_slots(s, p)
    for word in range(WORDS):
        left = s.held[p][word] & usable(s, p, ripe, word)
        while left != 0:
            card = WORD * word + lowest(left)
            left &= left - 1
            if CHECKED[card] and not can_play(s, p, card):
                continue
            fit = ON_ANY[card] | ON_BARE[card] & bare | ripe & slots_below(s, p, card)
            n = write_slots(COMMAND[card] | card << 8, slots & fit | ON_NONE[card], 16, out, n)
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


@compiled(inline=True)
def can_attack(s, p, number):
    """Whether the Active Pokemon can use one of its attacks, as far as Energy and locks go."""
    if holds(s, p, LOCK) and s.locked[p] == number:
        return False
    return can_pay(s.slot[p][0], FIRST_ATTACK[s.slot[p][0].card] + number)


@compiled(inline=True)
def may_attack(s, t):
    """The starting player may not attack in the first turn of the game."""
    return s.turn - s.began > 1 or t.first_attack > 0


@compiled(inline=True)
def able_slots(s, p):
    """The slots, as bits, of Pokemon with an Ability to be used."""
    found = 0
    for i in range(SLOTS):
        found |= (ABILITY[s.slot[p][i].card] >= ONCE_A_TURN) << i
    return found


@compiled(inline=True)
def list_turn(s, t, out):
    """The moves of a turn."""
    p = s.player
    slots = unlike_slots(s, p)
    n = list_hand_moves(s, p, slots, out)
    able = slots & able_slots(s, p)
    while able != 0:
        i = lowest(able)
        able &= able - 1
        out[n] = USE | i << 8
        n += can_use(s, p, i)
    if s.ill[p] & (ASLEEP | PARALYZED) == 0:
        if s.retreated == 0 and s.n_bench[p] > 0 and not holds(s, p, NO_RETREAT) and can_retreat(s, p):
            n = write_slots(RETREAT, slots & ~1, 8, out, n)
        if may_attack(s, t):
            for number in range(N_ATTACKS[s.slot[p][0].card]):
                out[n] = ATTACK | number << 8
                n += can_attack(s, p, number)
    out[n] = END_TURN
    return n + 1


@compiled
def options(s, t, form, out):
    """Write the legal moves, or what a pruning level leaves of them, and return how many."""
    n = list_turn(s, t, out) if s.ask == MAIN else list_choices(s, out)
    return n if form == 0 else prune(s, t, out, n, form)
