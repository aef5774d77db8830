"""How likely the whole game is to be won, guessed from a position: what the setup `full` means by `hope`.

A logistic regression: the features below, weighted, and squeezed between 0 and 1.  The weights stand in hope.toml, made
by `python benchmarks/lotr_hope.py`.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from math import exp

import numpy as np

from mulligan.games.lotr.cards import encounter_cards, player_cards, quest_cards
from mulligan.games.lotr.full.rules.figures import force, staged_danger, will
from mulligan.games.lotr.full.vocabulary import ATTACK_GIFT, DWARF_GIFT
from mulligan.games.lotr.layout import ALL_HEROES, HEROES, NO_PLACE, SPIRIT, TACTICS
from mulligan.games.lotr.rules.zones import wealth
from mulligan.kernel import compiled, lowest, size

_HEROES = tuple(str(card["name"]) for card in player_cards()[:HEROES])
_CARDS = tuple(str(card["name"]) for card in player_cards())
_PERILS = tuple(str(card["name"]) for card in encounter_cards())
_STAGES = tuple(str(card["name"]) for card in quest_cards())
_NUMBERS = (
    "certain",
    "threat",
    "threat from 35 on",
    "threat from 42 on",
    "staged threat",
    "lead",
    "lead below 0",
    "rounds to go",
    "rounds beyond the end",
    "Spirit tokens",
    "Tactics tokens",
    "willpower",
    "force engaged",
    "hit points engaged",
    "shields engaged",
    "force to come",
    "willpower of allies",
    "attack of allies",
    "defense of allies",
    "hit points of allies",
    "allies",
    "points of locations",
    "attack",
    "more enemies than characters",
    "last hero",
)
(
    CERTAIN,
    THREAT,
    THREAT_35,
    THREAT_42,
    STAGED,
    LEAD,
    BEHIND,
    PACE,
    TOO_LATE,
    SPIRIT_TOKENS,
    TACTICS_TOKENS,
    WILLPOWER,
    FORCE,
    FOE_HITS,
    SHIELDS,
    FORCE_TO_COME,
    ALLY_WILL,
    ALLY_ATTACK,
    ALLY_DEFENSE,
    ALLY_HITS,
    ALLIES,
    SITE_POINTS,
    ATTACK,
    UNMET,
    LAST_HERO,
) = range(25)

FEATURES = (
    *_NUMBERS,
    *(f"quest {name}" for name in _STAGES),
    *(f"points of {name}" for name in _STAGES),
    *(f"{name} alive" for name in _HEROES),
    *(f"{name} hit points" for name in _HEROES),
    *(f"{name} last hit point" for name in _HEROES),
    *(f"{name} webs" for name in _HEROES),
    *(f"hand {name}" for name in _CARDS),
    *(f"in play {name}" for name in _CARDS),
    *(f"staging {name}" for name in _PERILS),
    *(f"engaged {name}" for name in _PERILS),
    *(f"active {name}" for name in _PERILS),
)
POINTS_BEHIND = (12.0, 10.0, 8.0, 0.0)  # of the quest cards that follow; where an enemy must die it counts as 8
LAST_THREAT = 48.0
COUNT = len(FEATURES)
STAGE, STAGE_POINTS = FEATURES.index(f"quest {_STAGES[0]}"), FEATURES.index(f"points of {_STAGES[0]}")
ALIVE, HITS = FEATURES.index(f"{_HEROES[0]} alive"), FEATURES.index(f"{_HEROES[0]} hit points")
LAST_HIT, WEBS = FEATURES.index(f"{_HEROES[0]} last hit point"), FEATURES.index(f"{_HEROES[0]} webs")
HAND, IN_PLAY = FEATURES.index(f"hand {_CARDS[0]}"), FEATURES.index(f"in play {_CARDS[0]}")
STAGING, ENGAGED = FEATURES.index(f"staging {_PERILS[0]}"), FEATURES.index(f"engaged {_PERILS[0]}")
ACTIVE = FEATURES.index(f"active {_PERILS[0]}")


def read_weights() -> np.ndarray:
    """The weights in the order of the features; of one that the file does not name it is 0."""
    named = tomllib.loads((files(__package__) / "hope.toml").read_text(encoding="utf-8"))["weights"]
    return np.array([float(named.get(name, 0.0)) for name in FEATURES])


WEIGHTS = read_weights()


@compiled
def term(out, i, value):
    """A feature times its weight; who wants to know the features gets them in `out`."""
    if out is not None:
        out[i] += value
    return WEIGHTS[i] * value


@compiled
def sum_of_people(s, t, out):
    """Heroes, allies, hand and tokens."""
    x = 0.0
    attack = 0.0
    rest = s.characters
    while rest != 0:
        slot = lowest(rest)
        rest &= rest - 1
        kind = s.person[slot]
        attack += t.attack[kind]
        if slot < HEROES:
            x += term(out, ALIVE + slot, 1.0) + term(out, HITS + slot, 1.0 * s.hits[slot])
            if s.hits[slot] == 1:
                x += term(out, LAST_HIT + slot, 1.0)
            x += term(out, WEBS + slot, 1.0 * s.webs[slot])
            for i in range(t.gears):
                if s.gear[slot][i] > 0:
                    x += term(out, IN_PLAY + t.first_gear + i, 1.0 * s.gear[slot][i])
                    attack += s.gear[slot][i] * (t.gift[i][ATTACK_GIFT] + t.gift[i][DWARF_GIFT])
        elif not t.fleeting[kind]:
            x += term(out, IN_PLAY + kind, 1.0) + term(out, ALLIES, 1.0)
            x += term(out, ALLY_WILL, 1.0 * t.will[kind]) + term(out, ALLY_ATTACK, 1.0 * t.attack[kind])
            x += term(out, ALLY_DEFENSE, 1.0 * t.defense[kind]) + term(out, ALLY_HITS, 1.0 * s.hits[slot])
    for kind in range(HEROES, t.kinds):
        if s.hand[kind] > 0:
            x += term(out, HAND + kind, 1.0 * s.hand[kind])
    spirit = 1.0 * wealth(s, t, SPIRIT)
    heroes = size(s.characters & ALL_HEROES)
    x += (
        term(out, SPIRIT_TOKENS, min(spirit, 6.0))
        + term(out, TACTICS_TOKENS, min(1.0 * wealth(s, t, TACTICS), 4.0))
        + term(out, ATTACK, attack)
    )
    return (
        x
        + term(out, LAST_HERO, 1.0 if heroes == 1 else 0.0)
        + term(out, UNMET, max(0.0, 1.0 * size(s.engaged) - size(s.characters)))
    )


@compiled
def sum_of_perils(s, t, out):
    """Enemies and locations in play."""
    x = 0.0
    rest = s.engaged
    while rest != 0:
        place = lowest(rest)
        rest &= rest - 1
        kind = s.peril[place]
        x += term(out, ENGAGED + kind, 1.0) + term(out, FORCE, 1.0 * force(s, t, place))
        x += term(out, FOE_HITS, 1.0 * s.mark[place]) + term(out, SHIELDS, 1.0 * t.shield[kind])
    rest = s.foes | s.sites
    while rest != 0:
        place = lowest(rest)
        rest &= rest - 1
        kind = s.peril[place]
        x += term(out, STAGING + kind, 1.0)
        if s.foes >> place & 1:
            if t.engagement[kind] <= s.threat + 1:
                x += term(out, FORCE_TO_COME, 1.0 * t.force[kind])
        else:
            x += term(out, SITE_POINTS, 1.0 * s.mark[place])
    if s.active != NO_PLACE:
        x += term(out, ACTIVE + s.peril[s.active], 1.0) + term(out, SITE_POINTS, 1.0 * s.mark[s.active])
    return x


@compiled
def sum_of_quest(s, t, out):
    """The quest, the threat, and how the willpower compares."""
    threat = 1.0 * s.threat
    x = term(out, CERTAIN, 1.0) + term(out, THREAT, threat / 10.0)
    x += term(out, THREAT_35, max(0.0, threat - 35.0) / 10.0) + term(out, THREAT_42, max(0.0, threat - 42.0) / 10.0)
    x += term(out, STAGE + s.card, 1.0) + term(out, STAGE_POINTS + s.card, 1.0 * s.points)
    danger = 1.0 * staged_danger(s, t)
    power = 0.0
    rest = s.characters & ~s.grey
    while rest != 0:
        power += will(s, t, lowest(rest))
        rest &= rest - 1
    lead = power - danger - 1.5
    x += (
        term(out, STAGED, danger)
        + term(out, LEAD, max(-6.0, min(6.0, lead)))
        + term(out, BEHIND, max(-6.0, min(0.0, lead)))
    )
    left = s.points + POINTS_BEHIND[s.card]
    if s.active != NO_PLACE:
        left += s.mark[s.active]
    pace = min(12.0, left / max(1.0, lead))
    x += (
        term(out, PACE, pace) + term(out, TOO_LATE, max(0.0, pace + threat - LAST_THREAT)) + term(out, WILLPOWER, power)
    )
    return x


@compiled
def hope_sum(s, t, out):
    """The features of a position, weighted and added."""
    return sum_of_people(s, t, out) + sum_of_perils(s, t, out) + sum_of_quest(s, t, out)


@compiled
def evaluate(s, t, seat, style):
    """The chance that the game will be won."""
    return 1.0 / (1.0 + exp(-hope_sum(s, t, None)))
