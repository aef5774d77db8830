"""What players have that lasts: the facts that evaluations weigh."""

from __future__ import annotations

from mulligan.kernel import compiled

from ..cards.arrays import COST_TOTAL, EX, FIRST_ATTACK, N_ATTACKS, STAGE
from ..cards.vocabulary import ASLEEP, BURNED, PARALYZED, POISONED, TURNED
from ..players.lookahead import left_of, outlook, prizes_of
from ..players.payment import NONE, lacking, moving_type
from ..rules.damage import hit_points
from ..rules.layout import PRIZES

MOST_CARDS = 8
THIN_DECK = 8
FEATURES = (
    *("prizes", "active hp", "bench hp", "active units", "bench units", "stages", "bench", "thin bench"),
    *("hand", "thin deck", "poisoned", "burned", "turned", "ex in play", "ready", "strike", "strike now", "doomed"),
    "turn",
)
"""What `features` writes: each the seat's value less the opponent's."""


@compiled
def useful_units(slot):
    """Units of Energy on a Pokemon, up to the cost of its dearest attack."""
    most = 0
    for number in range(N_ATTACKS[slot.card]):
        most = max(most, COST_TOTAL[FIRST_ATTACK[slot.card] + number])
    return min(slot.units, most)


@compiled
def strike(s, p):
    """The best knock-out that the Active Pokemon of a player can hope for with one Energy more: chance times Prizes."""
    card = s.slot[p][0].card
    if card == 0 or s.slot[1 - p][0].card == 0:
        return 0.0
    kind = moving_type(s, p)
    best = 0.0
    for number in range(N_ATTACKS[card]):
        attack = FIRST_ATTACK[card] + number
        if lacking(s, p, 0, attack, NONE, kind) <= 1:
            best = max(best, outlook(s, p, 0, 0, attack)[0])
    if s.ill[p] & (ASLEEP | PARALYZED):
        best *= 0.3
    return best * prizes_of(s.slot[1 - p][0].card)


# --- features for a fit -----------------------------------------------------------------------------------------------


@compiled
def is_ready(s, p, i, kind):
    """Whether a Pokemon can pay for its dearest attack."""
    card = s.slot[p][i].card
    if N_ATTACKS[card] == 0:
        return False
    return lacking(s, p, i, FIRST_ATTACK[card] + N_ATTACKS[card] - 1, NONE, kind) == 0


@compiled
def add_features(s, p, sign, out):
    """Add the features of a player to those in `out`, or take them off."""
    kind = moving_type(s, p)
    out[0] -= sign * s.n_prizes[p] / PRIZES
    for i in range(s.n_bench[p] + 1):
        slot = s.slot[p][i]
        if slot.card > 0:
            rear = 0 if i == 0 else 1
            out[1 + rear] += sign * left_of(slot) / 100
            out[3 + rear] += sign * useful_units(slot)
            out[5] += sign * STAGE[slot.card]
            out[13] += sign * EX[slot.card]
            out[14] += sign * is_ready(s, p, i, kind)
    out[6] += sign * s.n_bench[p]
    out[7] += sign * (s.n_bench[p] < 1)
    out[8] += sign * min(MOST_CARDS, s.n_hand[p])
    out[9] += sign * max(0, THIN_DECK - s.n_deck[p])
    out[10] += sign * (s.ill[p] & POISONED > 0)
    out[11] += sign * (s.ill[p] & BURNED > 0)
    out[12] += sign * (s.ill[p] & TURNED > 0)
    hope = strike(s, p)
    out[15 if s.player != p else 16] += sign * hope
    slot = s.slot[p][0]
    if slot.card > 0:
        out[17] += sign * (2 * left_of(slot) < hit_points(slot))
    out[18] += sign * (s.player == p)


@compiled
def features(s, t, seat, out):
    """Write the features of a position, each the seat's less the opponent's, and return how many."""
    for k in range(len(FEATURES)):
        out[k] = 0.0
    add_features(s, seat, 1, out)
    add_features(s, 1 - seat, -1, out)
    return len(FEATURES)
