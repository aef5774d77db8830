"""What cards in hand and Abilities need to be played or used.

Each need is a bit: all that are met are found once, and compared with those of each card.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from mulligan.core.errors import UsageError
from mulligan.kernel import compiled, inlined

from ..cards.arrays import (
    BASIC_ENERGY,
    BITS,
    CLASS,
    ENERGY_KIND,
    EVOLUTIONS,
    EXES,
    FILTER_CARDS,
    FILTER_HAS,
    N_ENERGIES,
    NEEDS,
    ROOM,
    TYPE,
    WORD,
    WORDS,
)
from ..cards.vocabulary import (
    BENCH_TYPE,
    CAN_CANDY,
    CAN_RAISE,
    DAMAGED,
    DAMAGED_OR_ILL,
    DECK_LEFT,
    DISCARD_HAS,
    DISCARD_OR_HAND_HAS,
    ENERGY_IN_PLAY,
    FOE_BENCH,
    FOE_DAMAGED,
    FOE_ENERGY,
    FOE_HAND,
    FOE_SPECIAL,
    HAND_BELOW,
    HAND_HAS,
    HAND_OTHER,
    MY_BENCH,
    NOTHING,
    POKEMON,
    SELF_ON_BENCH,
    SOME_BENCH,
    TOOL_IN_PLAY,
    TOOL_OR_SPECIAL,
)
from .choices import can_move_energy, has_candy
from .layout import DECK, SLOTS


def _key(card: int, code: int, number: int) -> tuple[int, int, int]:
    """A need; that of another card in hand is a card's own if the card itself would pass the filter."""
    own = code in (HAND_HAS, DISCARD_OR_HAND_HAS) and CLASS[card] != POKEMON and FILTER_HAS[number][card]
    return code, number, card if own else 0


_needs = [[_key(card, *need) for need in NEEDS[card].tolist() if need[0] != NOTHING] for card in range(ROOM)]
ALL_NEEDS = sorted({need for needs in _needs for need in needs})
"""All that cards and Abilities need: the bits of the masks below."""
if len(ALL_NEEDS) > WORD:
    raise UsageError(f"the cards have {len(ALL_NEEDS)} different needs; there is room for {WORD}: leave out some cards")
WANTS = np.array([sum(1 << ALL_NEEDS.index(need) for need in needs) for needs in _needs], np.int64)
"""Of each card: its needs, or those of its Ability."""
_OF_OTHERS = (FOE_ENERGY, FOE_SPECIAL, FOE_HAND, TOOL_OR_SPECIAL, SOME_BENCH, FOE_DAMAGED)
_SLOW = (HAND_HAS, DISCARD_OR_HAND_HAS, ENERGY_IN_PLAY, CAN_CANDY, TOOL_IN_PLAY, *_OF_OTHERS)
DEAR = sum(1 << k for k, need in enumerate(ALL_NEEDS) if need[0] in _SLOW)
"""The needs that take long to judge."""


def _met(code: int, test: Callable[[int], Any] = lambda number: True) -> int:
    """The needs of a kind whose number passes a test."""
    return sum(1 << k for k, need in enumerate(ALL_NEEDS) if need[0] == code and test(need[1]))


def _met_by(amounts: int, least: int, most: int = NOTHING) -> Any:
    """Of each amount: the needs met of `least`, those of at least their number, and of `most`, of fewer."""
    return np.array([_met(least, n.__ge__) | _met(most, n.__lt__) for n in range(amounts)], np.int64)


WITH_HAND = _met_by(DECK + 1, HAND_OTHER, HAND_BELOW)
WITH_DECK = _met_by(DECK + 1, DECK_LEFT)
WITH_BENCH = _met_by(SLOTS, MY_BENCH)
WITH_FOES = _met_by(SLOTS, FOE_BENCH)
WITH_BENCHED = np.array([_met(BENCH_TYPE, int(kind).__eq__) for kind in TYPE], np.int64)
WITH_EVOLVABLE = np.where((EVOLUTIONS & ~EXES).any(axis=1), _met(CAN_RAISE), 0)
"""Of each card in play: what is met if some card, but for EX, evolves it."""
WITH_DAMAGE = _met(DAMAGED) | _met(DAMAGED_OR_ILL)
WITH_ILLNESS = _met(DAMAGED_OR_ILL)
WITH_TOOL = _met(TOOL_IN_PLAY)
WITH_CANDY = _met(CAN_CANDY)
ON_BENCH = _met(SELF_ON_BENCH)
WITH_FOE_ENERGY = _met(FOE_ENERGY)
WITH_FOE_SPECIAL = _met(FOE_SPECIAL) | _met(TOOL_OR_SPECIAL)
WITH_OWN_SPECIAL = _met(TOOL_OR_SPECIAL)
WITH_FOE_HAND = _met(FOE_HAND)
WITH_SOME_BENCH = _met(SOME_BENCH)
WITH_FOE_DAMAGE = _met(FOE_DAMAGED)
ASKS_OF_OTHERS = any(need[0] in _OF_OTHERS for need in ALL_NEEDS)


def _filters(code: int) -> Any:
    """Of each need of a kind that has a filter: its bit, its filter and its card."""
    found = [(k, need[1], need[2]) for k, need in enumerate(ALL_NEEDS) if need[0] == code]
    return np.array(found, np.int64).reshape(-1, 3)


IN_DISCARD = _filters(DISCARD_HAS)
IN_HAND = _filters(HAND_HAS)
IN_EITHER = _filters(DISCARD_OR_HAND_HAS)
IN_PLAY = _filters(ENERGY_IN_PLAY)


@inlined
def has_any(words, chosen):
    """Whether a card that words hold as bits passes a filter."""
    found = 0
    for w in range(WORDS):
        found |= words[w] & FILTER_CARDS[chosen][w]
    return found != 0


@compiled
def hand_has_another(s, p, card, chosen):
    """Whether the hand has a card that passes a filter, apart from the one that is to be played."""
    for w in range(WORDS):
        if s.held[p][w] & FILTER_CARDS[chosen][w] & ~BITS[card][w]:
            return True
    if card == 0:
        return False
    copies = 0
    for i in range(s.n_hand[p]):
        copies += s.hand[p][i] == card
    return copies > 1


@compiled
def met_needs(s, p, played, dear):
    """The needs that are met now, as bits: those of cards in hand if `played`, else of Abilities.

    Those that take long to judge are left out unless `dear`.
    """
    met = WITH_HAND[s.n_hand[p] - played] | WITH_DECK[s.n_deck[p]]
    met |= WITH_BENCH[s.n_bench[p]] | WITH_FOES[s.n_bench[1 - p]]
    damage = s.slot[p][0].damage
    met |= WITH_EVOLVABLE[s.slot[p][0].card]
    for i in range(1, SLOTS):
        damage |= s.slot[p][i].damage
        met |= WITH_BENCHED[s.slot[p][i].card] | WITH_EVOLVABLE[s.slot[p][i].card]
    met |= WITH_DAMAGE & -(damage > 0) | WITH_ILLNESS & -(s.ill[p] != 0)
    for k in range(len(IN_DISCARD)):
        met |= has_any(s.thrown[p], IN_DISCARD[k][1]) << IN_DISCARD[k][0]
    if not dear:
        return met
    for k in range(len(IN_HAND)):
        met |= hand_has_another(s, p, IN_HAND[k][2], IN_HAND[k][1]) << IN_HAND[k][0]
    for k in range(len(IN_EITHER)):
        found = has_any(s.thrown[p], IN_EITHER[k][1]) or hand_has_another(s, p, IN_EITHER[k][2], IN_EITHER[k][1])
        met |= found << IN_EITHER[k][0]
    for k in range(len(IN_PLAY)):
        met |= can_move_energy(s, p, IN_PLAY[k][1]) << IN_PLAY[k][0]
    if may_evolve(s) and has_candy(s, p):
        met |= WITH_CANDY
    tools = 0
    for i in range(SLOTS):
        tools |= s.slot[p][i].tool | s.slot[1 - p][i].tool
    if ASKS_OF_OTHERS:
        met |= met_by_others(s, p) | WITH_OWN_SPECIAL & -(tools > 0)
    return met | WITH_TOOL & -(tools > 0)


@compiled
def has_special(s, p):
    """Whether a player has Energy in play that is not basic."""
    for i in range(SLOTS):
        for e in range(N_ENERGIES):
            if s.slot[p][i].energy[e] > 0 and BASIC_ENERGY[ENERGY_KIND[e]] == 0:
                return True
    return False


@compiled
def met_by_others(s, p):
    """The needs that are met by what the opponent has, or anybody."""
    met = WITH_FOE_HAND & -(s.n_hand[1 - p] > 0) | WITH_SOME_BENCH & -(s.n_bench[0] + s.n_bench[1] > 0)
    units = 0
    damage = 0
    for i in range(SLOTS):
        units |= s.slot[1 - p][i].units
        damage |= s.slot[1 - p][i].damage
    met |= WITH_FOE_DAMAGE & -(damage > 0)
    met |= WITH_FOE_ENERGY & -(units > 0)
    if has_special(s, 1 - p):
        met |= WITH_FOE_SPECIAL
    if has_special(s, p):
        met |= WITH_OWN_SPECIAL
    return met


@inlined
def may_evolve(s):
    """Nobody evolves in the own first turn."""
    return s.turn - s.began > 2


@compiled
def is_playable(s, p, card, i):
    """Whether all needs of the Ability of a Pokemon are met."""
    if WANTS[card] == 0:
        return True
    return WANTS[card] & ~(met_needs(s, p, 0, WANTS[card] & DEAR != 0) | ON_BENCH & -(i > 0)) == 0
