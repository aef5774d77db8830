"""`scripted`: the first of a short list of things to do, and the cards that help with them."""

from __future__ import annotations

import numpy as np

from mulligan.kernel import below, compiled

from ..cards.arrays import CLASS, ENERGY_OF, FIRST_ATTACK, FROM, HAS_USABLE, HP, N_ATTACKS, NAME, RETREAT, STAGE
from ..cards.vocabulary import ENERGY, POKEMON, STADIUM, SUPPORTER
from ..rules.energy import can_pay
from ..rules.layout import (
    AT_STADIUM,
    ATTACH,
    ATTACK,
    BENCH_IT,
    COST_CARD,
    DONE,
    EQUIP,
    EVOLVE,
    FOE_POKEMON,
    PICK,
    PLAY,
    PROMOTE,
    SLOT,
    START_ACTIVE,
    TOP_CARD,
    USE,
    command,
    first,
    second,
)
from ..rules.layout import RETREAT as STEP_BACK
from ..rules.moves import attack_of
from .lookahead import left_of, outlook
from .payment import missing
from .roles import CHARGER, DIGGER, DRAWER, HEALER, HITS, REFRESHER, ROLE, SEARCHER, SKIPPER

_RANKS = {
    **{DRAWER: 6000, SEARCHER: 5500, DIGGER: 5000, CHARGER: 8500, SKIPPER: 8800, REFRESHER: 3000, HEALER: 3500},
}
TRAINER_RANK = np.array([_RANKS.get(int(role), 0) for role in ROLE], np.int64)
SMALL_HAND = 4
SAFE_DECK = 12
FULL_BENCH = 4


@compiled
def rank_of_trainer(s, p, card):
    """The script plays cards that draw, search, charge or heal, while the deck is safe."""
    role = ROLE[card]
    if role == HEALER:
        return TRAINER_RANK[card] if 2 * left_of(s.slot[p][0]) < HP[s.slot[p][0].card] else -1
    if role == REFRESHER and s.n_hand[p] > SMALL_HAND:
        return -1
    if role in (DRAWER, REFRESHER, SEARCHER, DIGGER) and s.n_deck[p] < SAFE_DECK:
        return -1
    if CLASS[card] == STADIUM:
        return 2000
    return TRAINER_RANK[card] if TRAINER_RANK[card] > 0 else -1


@compiled
def rank_of_attachment(s, p, i, e):
    """The script gives Energy to the Active Pokemon while it lacks some, else to those on the Bench."""
    slot = s.slot[p][i]
    dearest = FIRST_ATTACK[slot.card] + N_ATTACKS[slot.card] - 1
    before = missing(slot, slot.card, dearest, -1, -1)
    if before == 0 or missing(slot, slot.card, dearest, e, -1) >= before:
        return -1
    return (7500 if i == 0 else 7000) - before


@compiled
def can_strike(s, slot):
    """Whether a Pokemon can pay for an attack that does damage."""
    for number in range(N_ATTACKS[slot.card]):
        attack = FIRST_ATTACK[slot.card] + number
        if HITS[attack] and can_pay(s, slot, attack):
            return True
    return False


@compiled
def rank_of_script(s, p, move):
    """How early the script makes a move; ending the turn is 0, and what it never does is less."""
    what = command(move)
    if what == EVOLVE:
        return 9000
    if what == BENCH_IT:
        return 8000 if s.n_bench[p] < FULL_BENCH else -1
    if what == ATTACH:
        return rank_of_attachment(s, p, second(move), ENERGY_OF[first(move)])
    if what == PLAY:
        return rank_of_trainer(s, p, first(move))
    if what == EQUIP:
        return 4000 if second(move) == 0 else -1
    if what == USE:
        if HAS_USABLE:
            if first(move) == AT_STADIUM:
                return -1
        return 6500 if ROLE[s.slot[p][first(move)].card] == SEARCHER and s.n_deck[p] >= SAFE_DECK else -1
    if what == STEP_BACK:
        return 1000 if can_strike(s, s.slot[p][first(move)]) and not can_strike(s, s.slot[p][0]) else -1
    if what == ATTACK:
        chance, mean = outlook(s, p, 0, 0, attack_of(s, p, move))
        return 1 + int(500 * chance + min(400.0, mean))
    return 0


@compiled
def script_turn(s, out, n):
    """The script's move, the first of the best."""
    best = -1
    chosen = out[n - 1]
    for k in range(n):
        rank = rank_of_script(s, s.player, out[k])
        if rank > best:
            best = rank
            chosen = out[k]
    return chosen


@compiled
def rank_of_find(s, p, card):
    """How much the script likes a card: evolutions of Pokemon in play, then Basic Pokemon, then Energy."""
    if CLASS[card] == POKEMON:
        if STAGE[card] == 0:
            return 60 + HP[card] // 20 if s.n_bench[p] < 2 else 20 + HP[card] // 20
        for i in range(s.n_bench[p] + 1):
            if NAME[s.slot[p][i].card] == FROM[card]:
                return 80
        return 10
    if CLASS[card] == ENERGY:
        return 40
    return 45 if CLASS[card] == SUPPORTER else 30


@compiled
def rank_of_script_answer(s, p, move):
    """How much the script likes an answer; 0 where it does not care."""
    what = command(move)
    if what == PICK:
        card = first(move)
        if s.ask == START_ACTIVE:
            return HP[card] - 10 * RETREAT[card]
        return 100 - rank_of_find(s, p, card) if s.ask in (COST_CARD, TOP_CARD) else rank_of_find(s, p, card)
    if what == SLOT:
        q = 1 - p if first(move) else p
        slot = s.slot[q][second(move)]
        if s.ask == PROMOTE:
            return 1000 + 100 * can_strike(s, slot) + 20 * slot.units + left_of(slot) // 5
        if s.ask == FOE_POKEMON:
            return 1000 - left_of(slot)
        return 1000 + slot.damage
    return -1 if what == DONE else 0


@compiled
def script_answer(s, out, n, rng):
    """The script's answer; of equals any."""
    best = -1000
    chosen = out[n - 1]
    ties = 0
    for k in range(n):
        rank = rank_of_script_answer(s, s.asked, out[k])
        if rank > best:
            best = rank
            chosen = out[k]
            ties = 1
        elif rank == best:
            ties += 1
            if below(rng, ties) == 0:
                chosen = out[k]
    return chosen
