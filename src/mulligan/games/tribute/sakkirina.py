"""Sakkirina's evaluation of a position."""

from __future__ import annotations

from math import exp, sqrt

from mulligan.kernel import compiled

from .bot_tables import AT_CURSES, AT_WRITS, BY_POINTS, POINTS, VALUES
from .cards import ANSEI, DUKE_OF_CROWS, ORGNUM, RAJHIN, TREASURY
from .layout import KIND, NOBODY
from .tallies import count_at, count_of_deck, size_of_deck, tally, total_worth

SCALE = 900.0
WON = 1e9


@compiled(inline=True)
def progress(s):
    """How far the game has come, from 0 to 1."""
    return min(max(s.prestige[0], s.prestige[1]), 40) / 40.0


@compiled
def worth_of_favours(s, seat):
    """What the favours are worth; WON with all four."""
    lead = 0
    mine = 0
    own_distance = 0
    enemy_distance = 0
    for slot in range(5):
        patron = s.patron[slot]
        if patron != TREASURY:
            steps = 1 if patron == ANSEI else 2
            if s.favour[patron] == seat:
                mine += 1
                lead += 1
                enemy_distance += steps
            elif s.favour[patron] == NOBODY:
                own_distance += 1
                enemy_distance += 1
            else:
                lead -= 1
                own_distance += steps
    if mine == 4:
        return WON
    worth = 20.0 * lead
    if enemy_distance <= 3:
        worth -= 3000.0 if enemy_distance <= 1 else (300.0 if enemy_distance == 2 else 30.0)
    if own_distance <= 2:
        worth += 50.0 if own_distance == 1 else 5.0
    # They are nobody's where they are not in the game.
    if s.favour[DUKE_OF_CROWS] != NOBODY:
        worth += -100.0 if s.favour[DUKE_OF_CROWS] == seat else 100.0
    if s.favour[ORGNUM] != NOBODY:
        worth += 15.0 if s.favour[ORGNUM] == seat else -15.0
    if s.favour[ANSEI] == 1 - seat:
        worth -= 25.0
    return worth


@compiled
def worth_of_prestige(s, seat):
    """What the lead in prestige is worth: it should be two at least."""
    own = s.prestige[seat]
    other = s.prestige[1 - seat]
    worth = (10.0 + 55.0 * progress(s) + (10.0 if own >= 40 else 0.0)) * (own - other - 2)
    if other == 79:
        worth -= 1000.0
    elif other == 78:
        worth -= 300.0
    elif other == 77:
        worth -= 100.0
    elif other == 76:
        worth -= 30.0
    return worth


@compiled
def worth_of_agents(s, p):
    """What a player's agents are worth."""
    worth = 0
    for i in range(s.n_agents[p]):
        worth += 10 * POINTS[s.agent[p][i] & KIND] + 3 * s.hp[p][i]
    return worth


@compiled
def worth_of_deck(s, p):
    """What a player's cards are worth: less, the more there are, and more in the same deck."""
    counts, values = tally(s, p, VALUES[BY_POINTS])
    n = size_of_deck(s, p)
    curses = count_at(values, AT_CURSES)
    worth = 10.0 * total_worth(values, n) - 30.0 * curses
    worth += (40.0 - 20.0 * progress(s)) * count_at(values, AT_WRITS)
    worth /= sqrt(max(1.0, n / 14.0))
    for slot in range(5):
        deck = s.patron[slot]
        if deck != TREASURY:
            count = count_of_deck(counts, values, deck)
            if deck == RAJHIN:
                count -= curses
            if count > 0:
                part = count / n
                worth += count * sqrt(1.0 * count) + part * part * part * min(7, count) * 20.0
    return worth


@compiled
def evaluate_sakkirina(s, seat):
    """Sakkirina's evaluation; it was made for positions after the turn, so power and coins count nothing."""
    worth = worth_of_favours(s, seat)
    q = 1 - seat
    if worth == WON or s.prestige[seat] >= 80:
        return 1.0
    if s.prestige[q] >= 40 and s.prestige[seat] < s.prestige[q]:
        return 0.0
    worth += worth_of_prestige(s, seat) + worth_of_deck(s, seat) - worth_of_deck(s, q)
    worth += worth_of_agents(s, seat) - 2.0 * worth_of_agents(s, q) - 40.0 * s.n_agents[q]
    for i in range(s.n_row):
        worth -= 2.0 * POINTS[s.row[i] & KIND]
    return 1.0 / (1.0 + exp(-worth / SCALE))
