"""What two simple bots of the public engine want: MaxAgentsBot agents, PatronFavorsBot favours."""

from __future__ import annotations

from mulligan.kernel import compiled

from ..rules.cards import AGENT, CONTRACT_AGENT, COST, TITHE, TREASURY, TYPE
from ..rules.items import item_of
from ..rules.layout import BUY, CALL, COMMAND, ELSEWHERE, KIND
from ..rules.patrons import can_call
from .cardvalues import POINTS

NO_MOVE = -1


@compiled
def best_agent(s):
    """Buy the best agent that can be paid, else the best hired one; the first of equals."""
    best = -1
    move = NO_MOVE
    for i in range(s.n_row):
        kind = s.row[i] & KIND
        if COST[kind] <= s.coins[s.player]:
            rank = -1
            if TYPE[kind] == AGENT:
                rank = 100 + POINTS[kind]
            elif TYPE[kind] == CONTRACT_AGENT:
                rank = POINTS[kind]
            if rank > best:
                best = rank
                move = BUY << COMMAND | item_of(kind, ELSEWHERE)
    return move


@compiled
def new_favour(s):
    """A patron that could be called now and does not favour the player yet, calls aside; -1 if there is none."""
    for slot in range(5):
        patron = s.patron[slot]
        if patron != TREASURY and s.favour[patron] != s.player and can_call(s, patron):
            return patron
    return -1


@compiled
def seek_favour(s):
    """Call a patron for its favour, or buy Tithe if that leads to such a call."""
    p = s.player
    if s.calls[p] > 0:
        patron = new_favour(s)
        return CALL << COMMAND | patron + 1 if patron >= 0 else NO_MOVE
    for i in range(s.n_row):
        if s.row[i] & KIND == TITHE and COST[TITHE] <= s.coins[p]:
            s.coins[p] -= COST[TITHE]
            patron = new_favour(s)
            s.coins[p] += COST[TITHE]
            if patron >= 0:
                return BUY << COMMAND | item_of(TITHE, ELSEWHERE)
    return NO_MOVE
