"""How good a position is for a seat, from what both players see: sizes of hands and decks, and all that is in play.

`prizes` looks at the Prizes alone.

`paper` weighs what the paper's heuristic names: HP left in play, Energy, more than one Pokemon in play, Prizes taken;
and against a player an Active Pokemon that is Asleep, Poisoned or Paralyzed.  The paper gives no weights; ours are the
numbers below, with 100 points for a Prize.  It is our choice too that the HP of Benched Pokemon count less, and Energy
only up to the cost of the dearest attack.  Terms that the paper does not name are our additions: evolution stages,
cards in hand, a thin deck, Burned, Confused.

`literal` has the terms that the paper names and no others, with the same weights.

`tactical` adds to `paper` knock-outs at hand, for both sides as if each could attach one Energy of any type.  `weighed`
adds the same, with every card that would make one possible weighed by the chance to hold it (`unseen.py`).

`hunt`, `grow` and `goals` count Prizes and smaller goals (`goals.py`): the next knock-out, a Pokemon that is evolved
and has three Energy, or both.  `hope` is our own (`win_model.py`).
"""

from __future__ import annotations

from math import exp

from mulligan.kernel import compiled

from ..cards.arrays import STAGE
from ..cards.vocabulary import ASLEEP, BURNED, PARALYZED, POISONED, TURNED
from ..players.lookahead import left_of
from ..rules.layout import TO_START
from .assets import MOST_CARDS, THIN_DECK, strike, useful_units
from .goals import growth, soon
from .unseen import weighed_strike
from .win_model import hope

EVALUATIONS = ("paper", "prizes", "tactical", "hope", "literal", "weighed", "hunt", "grow", "goals")
PAPER, BY_PRIZES, TACTICAL, HOPE, LITERAL, WEIGHED, HUNT, GROW, GOALS = range(len(EVALUATIONS))

SCALE = 80.0
PRIZE = 100.0
ACTIVE_HP = 0.10
BENCH_HP = 0.06
UNIT = 4.0
STAGES_UP = 6.0  # not in the paper
HAS_BENCH = 8.0
CARD = 1.0  # not in the paper
SHORT_OF_CARDS = 3.0  # not in the paper
MARKED = 8.0  # Poisoned; and Burned, which is not in the paper
TURNED_OVER = 10.0  # Asleep or Paralyzed; and Confused, which is not in the paper
STRIKE_NOW = 50.0  # for each Prize of a knock-out by the player whose turn it is
STRIKE_NEXT = 30.0
KNOCK_OUT_NEAR = 60.0  # a knock-out that can come in the next own turn
GROWN = 40.0  # a Pokemon that is evolved and has three Energy

# --- what a player has ------------------------------------------------------------------------------------------------


@compiled
def points_in_play(s, p):
    """Points for the Pokemon of a player."""
    points = 0.0
    for i in range(s.n_bench[p] + 1):
        slot = s.slot[p][i]
        if slot.card > 0:
            points += (ACTIVE_HP if i == 0 else BENCH_HP) * left_of(slot)
            points += UNIT * useful_units(slot) + STAGES_UP * STAGE[slot.card]
    return points


@compiled
def points_of(s, p):
    """Points of a player by the paper's heuristic and our additions to it."""
    points = points_in_play(s, p) - PRIZE * s.n_prizes[p] + CARD * min(MOST_CARDS, s.n_hand[p])
    if s.n_bench[p] > 0:
        points += HAS_BENCH
    points -= SHORT_OF_CARDS * max(0, THIN_DECK - s.n_deck[p])
    if s.ill[p] & POISONED:
        points -= MARKED
    if s.ill[p] & BURNED:
        points -= MARKED
    if s.ill[p] & TURNED:
        points -= TURNED_OVER
    return points


@compiled
def named_points(s, p):
    """Points of a player by the terms alone that the paper names."""
    points = -PRIZE * s.n_prizes[p]
    for i in range(s.n_bench[p] + 1):
        slot = s.slot[p][i]
        if slot.card > 0:
            points += (ACTIVE_HP if i == 0 else BENCH_HP) * left_of(slot) + UNIT * useful_units(slot)
    if s.n_bench[p] > 0:
        points += HAS_BENCH
    if s.ill[p] & POISONED:
        points -= MARKED
    if s.ill[p] & (ASLEEP | PARALYZED):
        points -= TURNED_OVER
    return points


@compiled
def threat(s, p, style):
    """What a knock-out at hand is worth for a player, by whose turn it is."""
    prizes = weighed_strike(s, p) if style == WEIGHED else strike(s, p)
    return (STRIKE_NOW if s.player == p else STRIKE_NEXT) * prizes


@compiled
def goal_points(s, p, style):
    """Points of a player for Prizes and for the smaller goals of a style."""
    points = -PRIZE * s.n_prizes[p]
    if style != GROW:
        points += KNOCK_OUT_NEAR * soon(s, p)
    if style != HUNT:
        points += GROWN * growth(s, p)
    return points


@compiled
def evaluate(s, t, seat, style):
    """How good the position is for a seat, from 0 to 1; even while the Pokemon of the set-up are face down."""
    if s.after == TO_START:
        return 0.5
    if style == HOPE:
        return hope(s, seat)
    if style == BY_PRIZES:
        lead = PRIZE * (s.n_prizes[1 - seat] - s.n_prizes[seat])
    elif style == LITERAL:
        lead = named_points(s, seat) - named_points(s, 1 - seat)
    elif style >= HUNT:
        lead = goal_points(s, seat, style) - goal_points(s, 1 - seat, style)
    else:
        lead = points_of(s, seat) - points_of(s, 1 - seat)
        if style != PAPER:
            lead += threat(s, seat, style) - threat(s, 1 - seat, style)
    return 1.0 / (1.0 + exp(-lead / SCALE))
