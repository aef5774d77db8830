"""Our own evaluation: how likely the player who is about to end a turn is to win.

`hope` is a logistic regression over what lies open: prestige, with the power that the end of the turn will add, how
often each kind of card will come up in either deck, agents on the boards, favours, and the tavern that the opponent may
buy from.  Most weights are straight lines in the progress of the game, which goes from 0 to 1 as the leading player
comes to 40 prestige.  The weights stand in win_model.toml, which says what they were fitted to.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from math import exp
from typing import Any

import numpy as np

from mulligan.kernel import compiled, inlined

from ..rules.cards import AGENT, DECK, DECKS, KINDS, TAUNT, TREASURY, TYPE
from ..rules.layout import KIND, NOBODY

_FILE: dict[str, Any] = tomllib.loads((files(__package__) / "win_model.toml").read_text(encoding="utf-8"))


def _lines(early: str, late: str) -> Any:
    """Weights at the beginning, and what they gain until the end."""
    return np.array([_FILE[early], _FILE[late]], np.float64)


SMALL = np.array(_FILE["small"], np.float64)
CARD = _lines("card_early", "card_gain")
FAVOUR = _lines("favour_early", "favour_gain")
OWN_BOARD, FOE_BOARD, ROW_CARD = (np.array(_FILE[name], np.float64) for name in ("own_board", "foe_board", "row"))
assert CARD.shape == (2, KINDS) and FAVOUR.shape == (2, DECKS) and len(SMALL) == 23


@inlined
def worth_of(s, cells, n, progress):
    """What the cards of a pile are worth, as shares of a deck are, and note them by deck in the scratch."""
    x = 0.0
    for i in range(n):
        kind = cells[i] & KIND
        x += CARD[0][kind] + progress * CARD[1][kind]
        s.scratch[DECK[kind]] += 1
    return x


@compiled
def deck_hope(s, p, progress):
    """Value and size of a player's deck, hired agents apart, and how far it is of a piece."""
    x = worth_of(s, s.hand[p], s.n_hand[p], progress)
    x += worth_of(s, s.draw[p], s.n_draw[p], progress)
    x += worth_of(s, s.played[p], s.n_played[p], progress)
    x += worth_of(s, s.cooldown[p], s.n_cooldown[p], progress)
    size = s.n_hand[p] + s.n_draw[p] + s.n_played[p] + s.n_cooldown[p]
    for i in range(s.n_agents[p]):
        kind = s.agent[p][i] & KIND
        if TYPE[kind] == AGENT:
            x += CARD[0][kind] + progress * CARD[1][kind]
            s.scratch[DECK[kind]] += 1
            size += 1
    squares = 0
    for deck in range(DECKS):
        if deck != TREASURY:
            squares += s.scratch[deck] * s.scratch[deck]
        s.scratch[deck] = 0
    whole = max(1.0, float(size))
    return 10.0 * x / whole, size, squares / (whole * whole)


@compiled
def board_hope(s, p, weights):
    """What the agents on a board are worth, and their health."""
    x = 0.0
    health = 0
    for i in range(s.n_agents[p]):
        x += weights[s.agent[p][i] & KIND]
        health += s.hp[p][i]
    return x, health


@compiled
def favour_hope(s, p, progress):
    """What favours are worth, and how many either player has."""
    x = 0.0
    mine = 0
    theirs = 0
    for slot in range(5):
        patron = s.patron[slot]
        if s.favour[patron] == p:
            x += FAVOUR[0][patron] + progress * FAVOUR[1][patron]
            mine += 1
        elif s.favour[patron] != NOBODY:
            x -= FAVOUR[0][patron] + progress * FAVOUR[1][patron]
            theirs += 1
    return x, mine, theirs


@compiled
def taunting_health(s, q):
    """The health of a player's taunting agents, which takes power away at the end of the turn."""
    health = 0
    for i in range(s.n_agents[q]):
        if TAUNT[s.agent[q][i] & KIND]:
            health += s.hp[q][i]
    return health


@compiled
def evaluate_hope(s, p):
    """The chance to win of the player on turn, who could end it now."""
    q = 1 - p
    prestige = s.prestige[p] + max(0, s.power[p] - taunting_health(s, q))
    other = s.prestige[q]
    x, mine, theirs = favour_hope(s, p, 0.0)
    if prestige >= 80 or mine == 4:
        return 1.0
    if other >= 40 and prestige < other:
        return 0.0
    progress = min(40, max(prestige, other)) / 40.0
    x, mine, theirs = favour_hope(s, p, progress)
    own, size, union = deck_hope(s, p, progress)
    foe, their_size, their_union = deck_hope(s, q, progress)
    board, health = board_hope(s, p, OWN_BOARD)
    their_board, their_health = board_hope(s, q, FOE_BOARD)
    lead = (prestige - other) / 10.0
    x += own - foe + board + their_board
    x += SMALL[0] + SMALL[1] * progress + lead * (SMALL[2] + progress * (SMALL[3] + progress * SMALL[4]))
    x += SMALL[5] * s.doom + SMALL[6] * s.coins[q]
    x += (size - their_size) / 10.0 * (SMALL[7] + SMALL[8] * progress)
    x += 10.0 * (union - their_union) * (SMALL[9] + SMALL[10] * progress)
    if mine == 2 or mine == 3:
        x += SMALL[9 + mine]
    if theirs == 2 or theirs == 3:
        x += SMALL[11 + theirs]
    x += health * (SMALL[15] + SMALL[16] * progress) + their_health * (SMALL[17] + SMALL[18] * progress)
    if prestige >= 40:
        x += SMALL[19] + SMALL[21] * lead
    if other >= 40:
        x += SMALL[20] + SMALL[22] * lead
    for i in range(s.n_row):
        x += ROW_CARD[s.row[i] & KIND]
    return 1.0 / (1.0 + exp(-x))
