"""Our own evaluation: how likely a player is to win, a logistic regression over what lies open.

The weights are straight lines in the progress of the game, which goes from 0 to 1 as the leading player takes Prizes;
each Pokemon in play has a weight of its own besides.  They are in win_model.toml, with what they were fitted to.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from math import exp
from typing import Any

import numpy as np

from mulligan.kernel import compiled, inlined

from ..cards.arrays import EX, NUMBER, ROOM, STAGE
from ..cards.vocabulary import BURNED, POISONED, TURNED
from ..players.lookahead import left_of
from ..players.payment import moving_type
from ..rules.damage import hit_points
from ..rules.layout import PRIZES
from .assets import FEATURES, MOST_CARDS, THIN_DECK, is_ready, strike, useful_units

_FILE: dict[str, Any] = tomllib.loads((files(__package__) / "win_model.toml").read_text(encoding="utf-8"))
EARLY, GAIN = (np.array(_FILE[name], np.float64) for name in ("early", "gain"))
CARD = np.zeros(ROOM)
for _id, _weight in _FILE["card"].items():
    CARD[NUMBER[_id]] = _weight
assert len(EARLY) == len(GAIN) == len(FEATURES)
TAKEN, ACTIVE_HP, BENCH_HP, ACTIVE_UNITS, BENCH_UNITS, STAGES_UP, BENCHED, NO_BENCH, HELD, THIN = range(10)
POISON, BURN, TURN_OVER, BIG, READY, STRIKE, STRIKE_NOW, DOOMED, ON_TURN = range(10, len(FEATURES))


@inlined
def weight(k, progress):
    """The weight of a feature at this point of the game."""
    return EARLY[k] + progress * GAIN[k]


@compiled
def in_play(s, p, progress):
    """What the Pokemon of a player are worth."""
    kind = moving_type(s, p)
    x = 0.0
    for i in range(s.n_bench[p] + 1):
        slot = s.slot[p][i]
        if slot.card > 0:
            rear = 0 if i == 0 else 1
            x += weight(ACTIVE_HP + rear, progress) * left_of(slot) / 100
            x += weight(ACTIVE_UNITS + rear, progress) * useful_units(slot)
            x += weight(STAGES_UP, progress) * STAGE[slot.card] + weight(BIG, progress) * EX[slot.card]
            x += weight(READY, progress) * is_ready(s, p, i, kind) + CARD[slot.card]
    return x


@compiled
def worth_of(s, p, progress):
    """What a player has, weighed."""
    x = in_play(s, p, progress) - weight(TAKEN, progress) * s.n_prizes[p] / PRIZES
    x += weight(BENCHED, progress) * s.n_bench[p] + weight(NO_BENCH, progress) * (s.n_bench[p] < 1)
    x += weight(HELD, progress) * min(MOST_CARDS, s.n_hand[p])
    x += weight(THIN, progress) * max(0, THIN_DECK - s.n_deck[p])
    x += weight(POISON, progress) * (s.ill[p] & POISONED > 0) + weight(BURN, progress) * (s.ill[p] & BURNED > 0)
    x += weight(TURN_OVER, progress) * (s.ill[p] & TURNED > 0)
    x += weight(STRIKE if s.player != p else STRIKE_NOW, progress) * strike(s, p)
    slot = s.slot[p][0]
    if slot.card > 0:
        x += weight(DOOMED, progress) * (2 * left_of(slot) < hit_points(slot))
    return x + weight(ON_TURN, progress) * (s.player == p)


@compiled
def hope(s, seat):
    """The chance of a seat to win, as far as can be seen."""
    progress = 1.0 - min(s.n_prizes[0], s.n_prizes[1]) / PRIZES
    return 1.0 / (1.0 + exp(worth_of(s, 1 - seat, progress) - worth_of(s, seat, progress)))
