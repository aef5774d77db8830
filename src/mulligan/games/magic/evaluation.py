# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs
"""How good a position looks without playing it out."""

from __future__ import annotations

from math import exp

from mulligan.kernel import compiled, lowest, size

EVALUATIONS = ("board", "life")


@compiled
def board_of(s, t, p):
    """What a player has: life, creatures in play, cards in hand, mana."""
    worth = 0.5 * min(s.life[p], 20) + 0.4 * min(s.lands[p], 7)
    worth += 1.2 * (size(s.hand[p]) + 0.3 * s.land_hand[p])
    mine = s.ready[p] | s.tapped[p]
    while mine != 0:
        c = lowest(mine)
        worth += 0.5 + 0.5 * (t.power[p][c] + t.toughness[p][c])
        mine &= mine - 1
    return worth


@compiled
def evaluate(s, t, seat, style):
    """`board`: material and life on a logistic scale; `life`: the share of the life totals."""
    other = 1 - seat
    if style == 1:
        mine = max(s.life[seat], 0)
        return mine / max(1, mine + max(s.life[other], 0))
    return 1.0 / (1.0 + exp((board_of(s, t, other) - board_of(s, t, seat)) / 4.0))
