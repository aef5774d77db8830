"""HQL_BOT's evaluation of a position: its weights, with our card values in place of its learnt table."""

from __future__ import annotations

from math import exp

import numpy as np

from mulligan.kernel import compiled, inlined

from ..rules.cards import ANSEI, DUKE_OF_CROWS, GOLD, ORGNUM, TREASURY
from ..rules.layout import KIND, NOBODY
from .cardvalues import AT_GOLD, BY_QUALITY, QUALITY, VALUES, bot_file
from .tallies import count_at, count_of_deck, size_of_deck, tally, total_worth

HQL_PRESTIGE, HQL_POWER, HQL_COIN, HQL_ANSEI, HQL_DUKE, HQL_ORGNUM, HQL_CARD, HQL_GOLD = (
    np.array(bot_file()["hql"][name], np.int64)
    for name in ("prestige", "power", "coin", "ansei", "duke", "orgnum", "card", "gold")
)

PATRON, DECK_CARD, AGENT, AGENT_HP = 18, 2, 12, 4
SCALE = 300.0  # ours: the bot itself only compares


@inlined
def stage_of(s, seat):
    """The stage of the game: the opponent's prestige and the own turns so far, in tens."""
    return min(3, (s.prestige[1 - seat] + (s.turn - seat) // 2) // 10)


@inlined
def sign_of(s, patron, seat):
    """1 if a patron favours a player, -1 if the other one; 0 too where it is not in the game."""
    if s.favour[patron] == NOBODY:
        return 0
    return 1 if s.favour[patron] == seat else -1


@compiled
def score_of_favours(s, seat, stage):
    """What the favours are worth; the opponent's weigh more from the second on."""
    mine = 0
    theirs = 0
    for slot in range(5):
        if s.favour[s.patron[slot]] == seat:
            mine += 1
        elif s.favour[s.patron[slot]] == 1 - seat:
            theirs += 1
    if theirs >= 2:
        theirs += 2 if theirs == 2 else (4 if theirs == 3 else 100)
    score = PATRON * (mine - theirs)
    score += HQL_ANSEI[stage] * sign_of(s, ANSEI, seat) + HQL_DUKE[stage] * sign_of(s, DUKE_OF_CROWS, seat)
    return score + HQL_ORGNUM[stage] * sign_of(s, ORGNUM, seat)


@compiled
def score_of_cards(s, p, stage):
    """What a player's cards and agents are worth."""
    counts, values = tally(s, p, VALUES[BY_QUALITY])
    gold = count_at(values, AT_GOLD)
    score = HQL_CARD[stage] * (total_worth(values, size_of_deck(s, p)) - QUALITY[GOLD] * gold) + HQL_GOLD[stage] * gold
    for slot in range(5):
        if s.patron[slot] != TREASURY:
            score += DECK_CARD * count_of_deck(counts, values, s.patron[slot])
    for i in range(s.n_agents[p]):
        score += AGENT * QUALITY[s.agent[p][i] & KIND] + AGENT_HP * s.hp[p][i]
    return score


@compiled
def evaluate_hql(s, seat):
    """HQL_BOT's score of the position, on a logistic scale."""
    stage = stage_of(s, seat)
    q = 1 - seat
    score = HQL_PRESTIGE[stage] * (s.prestige[seat] - s.prestige[q]) + HQL_POWER[stage] * (s.power[seat] - s.power[q])
    score += HQL_COIN[stage] * (s.coins[seat] - s.coins[q]) + score_of_favours(s, seat, stage)
    score += score_of_cards(s, seat, stage) - score_of_cards(s, q, stage)
    return 1.0 / (1.0 + exp(-score / SCALE))
