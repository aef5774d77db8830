"""The patrons: when they can be called, and what they do."""

from __future__ import annotations

from mulligan.kernel import compiled

from .cards import (
    AGENT,
    ANSEI,
    BEWILDERMENT,
    CHAINBREAKER_SERGEANT,
    COST,
    DUKE_OF_CROWS,
    HLAALU,
    ORGNUM,
    PELIN,
    PSIJIC,
    RAJHIN,
    RED_EAGLE,
    SAINT_ALESSIA,
    SOLDIER_OF_THE_EMPIRE,
    SUMMERSET_SACKING,
    TREASURY,
    TYPE,
)
from .effects import open_choice
from .layout import COMPLETE_HLAALU, COMPLETE_PELIN, COMPLETE_PSIJIC, COMPLETE_TREASURY, KIND, NOBODY, PATRON_CHOICE
from .zones import create, draw_cards, owned


@compiled
def has_paid_card(s, p):
    """Whether a card that cost something lies in the own hand, played pile or board."""
    for i in range(s.n_hand[p]):
        if COST[s.hand[p][i] & KIND] >= 1:
            return True
    for i in range(s.n_played[p]):
        if COST[s.played[p][i] & KIND] >= 1:
            return True
    for i in range(s.n_agents[p]):
        if COST[s.agent[p][i] & KIND] >= 1:
            return True
    return False


@compiled
def has_cooled_agent(s, p):
    """Whether an agent lies in the own cooldown pile."""
    for i in range(s.n_cooldown[p]):
        if TYPE[s.cooldown[p][i] & KIND] == AGENT:
            return True
    return False


@compiled
def can_call(s, patron):
    """Whether the player on turn meets a patron's condition, calls aside."""
    p = s.player
    if patron == ANSEI:
        return s.power[p] >= 2 and s.favour[ANSEI] != p
    if patron == DUKE_OF_CROWS:
        return s.coins[p] >= 1 and s.favour[DUKE_OF_CROWS] != p
    if patron in (RAJHIN, ORGNUM):
        return s.coins[p] >= 3
    if patron == PSIJIC:
        return s.coins[p] >= 4 and s.n_agents[1 - p] > 0
    if patron == HLAALU:
        return has_paid_card(s, p)
    if patron == PELIN:
        return s.power[p] >= 2 and has_cooled_agent(s, p)
    if patron == RED_EAGLE:
        return s.power[p] >= 2
    if patron == TREASURY:
        return s.coins[p] >= 2 and s.n_played[p] + s.n_hand[p] + s.n_agents[p] > 0
    return s.coins[p] >= 4


@compiled
def call_orgnum(s, t, p):
    """Power for the cards owned, more the better the favour."""
    s.coins[p] -= 3
    cards = owned(s, p)
    if s.favour[ORGNUM] == p:
        s.power[p] += cards // 4
        create(s, t, p, SUMMERSET_SACKING)
    elif s.favour[ORGNUM] == NOBODY:
        s.power[p] += cards // 6
    else:
        s.power[p] += 2


@compiled
def call_alessia(s, t, p):
    """A soldier or a sergeant, or power, by favour."""
    s.coins[p] -= 4
    if s.favour[SAINT_ALESSIA] == p:
        create(s, t, p, CHAINBREAKER_SERGEANT)
    elif s.favour[SAINT_ALESSIA] == NOBODY:
        create(s, t, p, SOLDIER_OF_THE_EMPIRE)
    else:
        s.power[p] += 2


@compiled
def call(s, t, patron, rng):
    """Call a patron: cost and effect, then the favour moves; a choice of a card comes last."""
    p = s.player
    s.calls[p] -= 1
    follow = 0
    if patron == ANSEI:
        s.power[p] -= 2
        s.coins[p] += 1
    elif patron == DUKE_OF_CROWS:
        s.power[p] += s.coins[p] - 1
        s.coins[p] = 0
    elif patron == RAJHIN:
        s.coins[p] -= 3
        create(s, t, 1 - p, BEWILDERMENT)
    elif patron == PSIJIC:
        s.coins[p] -= 4
        follow = COMPLETE_PSIJIC
    elif patron == ORGNUM:
        call_orgnum(s, t, p)
    elif patron == HLAALU:
        follow = COMPLETE_HLAALU
    elif patron == PELIN:
        s.power[p] -= 2
        follow = COMPLETE_PELIN
    elif patron == RED_EAGLE:
        s.power[p] -= 2
        draw_cards(s, p, 1, rng)
    elif patron == TREASURY:
        s.coins[p] -= 2
        follow = COMPLETE_TREASURY
    else:
        call_alessia(s, t, p)
    if patron == ANSEI:
        s.favour[ANSEI] = p
    elif patron != TREASURY and s.favour[patron] != p:
        s.favour[patron] = p if s.favour[patron] == NOBODY else NOBODY
    if follow != 0:
        open_choice(s, follow, 1, 1, 0)
        s.board = PATRON_CHOICE
