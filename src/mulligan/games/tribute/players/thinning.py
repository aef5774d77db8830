"""The evaluation of BestMCTS3, as SOISMCTS has it, with more credit for a deck without weak cards, or with none."""

from __future__ import annotations

import numpy as np

from mulligan.kernel import compiled, inlined

from ..rules.cards import CURSE, STARTER, TYPE, WRIT_OF_COIN
from ..rules.layout import KIND
from .best3 import SHARE, SPAN, TIER_W, WEIGHTS, evaluate_best3, phase_of
from .cardvalues import BOOK_SOISMCTS, BY_TIERS, VALUES
from .tallies import size_of_deck, tally, total_worth

IS_WEAK = np.array([kind in (STARTER, CURSE) for kind in TYPE], np.int64)
"""Of each card: whether a player begins with it, or is cursed with it; not what the Treasury gives for such a card."""
IS_WEAK[WRIT_OF_COIN] = 0
AT_FIRST = 10  # weak cards that everybody begins with, but for Saint Alessia, whose first card is an agent


@inlined
def weak_in(cells, n):
    """How many of `n` cards are weak."""
    count = 0
    for i in range(n):
        count += IS_WEAK[cells[i] & KIND]
    return count


@compiled
def weak_cards(s, p):
    """How many weak cards a player has."""
    hidden = weak_in(s.draw[p], s.n_draw[p]) + weak_in(s.hand[p], s.n_hand[p])
    return hidden + weak_in(s.played[p], s.n_played[p]) + weak_in(s.cooldown[p], s.n_cooldown[p])


@compiled
def evaluate_thinned(s, seat, credit):
    """The evaluation with so many points more for each weak card that is gone, where a side has up to 10,000.

    It has some credit already: each card counts for a share of its value that grows as the deck gets smaller.  Without
    any credit (below 0) cards count as if the weak ones that are gone were still in the deck.
    """
    worth = evaluate_best3(s, seat, BOOK_SOISMCTS)
    if worth <= 0.0 or worth >= 1.0:
        return worth
    gone = AT_FIRST - weak_cards(s, seat)
    if credit >= 0.0:
        more = credit * gone
    else:
        phase = phase_of(s, seat)
        n = size_of_deck(s, seat)
        _, values = tally(s, seat, VALUES[BY_TIERS + 3 * BOOK_SOISMCTS + phase])
        shares = SHARE[phase][n] - SHARE[phase][n + max(0, gone)]
        more = -total_worth(values, n) * WEIGHTS[phase][TIER_W] * shares
    return min(1.0, max(0.0, worth + more / (2.0 * SPAN)))
