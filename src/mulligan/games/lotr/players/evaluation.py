"""How likely the quest is to succeed, guessed from a position at the start of a round.

`hope` is a logistic regression: the features below, weighted, and squeezed between 0 and 1.  The weights were fitted to
260,000 positions of `clean` (hard and medium) with eight games by the ranger from each; on other positions it explains
92 % of what can be explained of how often the ranger wins.
"""

from __future__ import annotations

from math import exp

from mulligan.games.lotr.layout import (
    ALL_HEROES,
    AXEHAND,
    ELEANOR,
    EOWYN,
    GANDALF,
    HEROES,
    NO_PLACE,
    SPEARMAN,
    THALIN,
    TOOK,
    TRACKER,
)
from mulligan.games.lotr.rules.round import will_of
from mulligan.kernel import compiled, lowest, size

EVALUATIONS = ("hope",)
SLOW = 8.0  # a quest that takes more rounds than this is as good as one that never ends


@compiled
def heroes_hope(s):
    """What the heroes' lives and wounds are worth."""
    x = 0.0
    for hero in range(HEROES):
        if s.characters >> hero & 1:
            if hero == EOWYN:
                x += 3.8895 + 0.1642 * s.hits[hero]
            elif hero == ELEANOR:
                x += 1.4002 + 0.2738 * s.hits[hero]
            elif hero == THALIN:
                x += 1.2702 + 0.3604 * s.hits[hero]
    x += 0.4313 * (s.tokens[EOWYN] + s.tokens[ELEANOR]) + 0.4459 * s.tokens[THALIN]
    x += 0.4541 * (s.hand[TOOK] + s.hand[TRACKER]) + 0.168 * (s.hand[AXEHAND] + s.hand[SPEARMAN])
    return x + 0.0949 * s.hand[GANDALF]


@compiled
def allies_hope(s, t):
    """What the allies are worth; Gandalf will be gone."""
    x = 0.0
    rest = s.characters & ~ALL_HEROES
    while rest != 0:
        slot = lowest(rest)
        rest &= rest - 1
        kind = s.person[slot]
        if kind != GANDALF:
            x += 0.2461 - 0.019 * t.will[kind] + 0.2853 * t.attack[kind] + 0.2358 * t.defense[kind]
            x += 0.0327 * s.hits[slot]
    return x


@compiled
def life_left(s):
    """The hit points of all characters but Gandalf."""
    total = 0
    rest = s.characters
    while rest != 0:
        slot = lowest(rest)
        rest &= rest - 1
        if s.person[slot] != GANDALF:
            total += s.hits[slot]
    return total


@compiled
def evaluate(s, t, seat, style):
    """The chance of success."""
    site = s.mark[s.active] if s.active != NO_PLACE else 0
    ahead = will_of(s, t, s.characters) - s.staged_threat - 1.5
    rounds = min(SLOW, (s.points + site) / max(1.0, ahead))
    life = 1.0 + max(0, life_left(s))  # in some setups characters live on with less than none
    x = -4.3596 - 0.2419 * s.points - 0.5981 * site - 0.0686 * s.threat - 0.4308 * s.staged_threat
    x += 0.5478 * max(-6.0, min(6.0, ahead)) - 0.1172 * rounds - 0.0527 * rounds / life
    x += heroes_hope(s) + allies_hope(s, t) - 0.5701 * size(s.sites)
    force = 0
    rest = s.engaged
    while rest != 0:
        place = lowest(rest)
        rest &= rest - 1
        kind = s.peril[place]
        force += t.force[kind]
        x -= 0.4354 + 0.0899 * s.mark[place] + 0.1979 * t.shield[kind] + 0.0109 * rounds
    x -= force * (0.2552 + 0.0284 * rounds + 0.0514 / life)
    rest = s.foes
    while rest != 0:
        kind = s.peril[lowest(rest)]
        rest &= rest - 1
        x -= 0.3452 * t.force[kind]
        if t.engagement[kind] <= s.threat + 3:
            x += 0.4305
    return 1.0 / (1.0 + exp(-x))
