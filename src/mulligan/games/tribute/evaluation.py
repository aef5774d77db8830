"""Evaluations: how good published bots think a position is, from 0 to 1."""

from __future__ import annotations

import numpy as np

from mulligan.kernel import compiled

from .players.best3 import evaluate_best3
from .players.cardvalues import BOOK_2024, BOOK_2025, BOOK_SOISMCTS, BY_POINTS, POINTS, VALUES
from .players.hql import evaluate_hql
from .players.sakkirina import evaluate_sakkirina
from .players.tallies import count_of_deck, size_of_deck, tally, total_worth
from .players.thinning import evaluate_thinned
from .players.win_model import evaluate_hope
from .rules.cards import TREASURY
from .rules.course import payoff
from .rules.layout import GOING, KIND, NOBODY

THINNED = {"h3_unthinned": -1.0, "h3_thin50": 50.0, "h3_thin100": 100.0, "h3_thin200": 200.0}
EVALUATIONS = ("h1", "h3_2025", "h3_2024", "h3_soismcts", "sakkirina", "hql", "prestige", "hope", *THINNED)
H1, H3_2025, H3_2024, H3_SOISMCTS, SAKKIRINA, HQL, MOST_PRESTIGE, HOPE, FIRST_THINNED = range(9)
CREDITS = np.array(list(THINNED.values()))


@compiled
def points_of_favours(s, seat):
    """What the common evaluation gives for favours."""
    points = 0
    theirs = 0
    for slot in range(5):
        patron = s.patron[slot]
        if patron != TREASURY:
            if s.favour[patron] == seat:
                points += 50
            elif s.favour[patron] == NOBODY:
                points += 10
            else:
                points -= 50
                theirs += 1
    return points - 100 if theirs >= 2 else points


@compiled
def points_of_cards(s, p):
    """What the common evaluation gives for the own cards, the agents of both, and the tavern."""
    q = 1 - p
    counts, values = tally(s, p, VALUES[BY_POINTS])
    points = 10 * total_worth(values, size_of_deck(s, p))
    for slot in range(5):
        if s.patron[slot] != TREASURY:
            count = count_of_deck(counts, values, s.patron[slot])
            points += count * count * count
    for i in range(s.n_agents[p]):
        points += 30 * POINTS[s.agent[p][i] & KIND] + 3 * s.hp[p][i]
    for i in range(s.n_agents[q]):
        points -= 30 * POINTS[s.agent[q][i] & KIND] + 3 * s.hp[q][i] + 40
    for i in range(s.n_row):
        points -= 2 * POINTS[s.row[i] & KIND]
    return points


@compiled
def evaluate_h1(s, seat):
    """The common evaluation of the engine's own bots, on the scale of MCTSBot, which however lets it exceed 1."""
    points = points_of_favours(s, seat) + 40 * s.power[seat] + 50 * s.prestige[seat]
    if s.prestige[seat] < 30:
        points += points_of_cards(s, seat)
    return min(1.0, max(0.0, (points + 10000) / 50000.0))


@compiled
def evaluate(s, t, seat, style):
    """How good the position is for `seat`, as it is: nobody ends the turn first."""
    if s.reason != GOING:
        return payoff(s, seat)
    if s.turn == 0:
        return 0.5
    if style == H3_2025:
        return evaluate_best3(s, seat, BOOK_2025)
    if style == H3_2024:
        return evaluate_best3(s, seat, BOOK_2024)
    if style == H3_SOISMCTS:
        return evaluate_best3(s, seat, BOOK_SOISMCTS)
    if style == SAKKIRINA:
        return evaluate_sakkirina(s, seat)
    if style == HQL:
        return evaluate_hql(s, seat)
    if style == HOPE:
        return evaluate_hope(s, seat)
    if style >= FIRST_THINNED:
        return evaluate_thinned(s, seat, CREDITS[style - FIRST_THINNED])
    if style == MOST_PRESTIGE:  # all that MaxPrestigeBot looks at
        return min(1.0, (s.prestige[seat] + s.power[seat]) / 160.0)
    return evaluate_h1(s, seat)
