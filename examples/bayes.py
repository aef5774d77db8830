"""A belief: in Kuhn poker, a bet tells something of the card; by Bayes' rule if the other plays an equilibrium.

mulligan check kuhn --agent "ismcts:sims=100,belief=./examples/bayes.py:BAYES"
"""

from mulligan.game import Addition
from mulligan.games.toys import KUHN
from mulligan.games.toys.poker import EACH, RAISE, RANKS, shown
from mulligan.kernel import below, compiled

hide_fairly = KUHN.hide
BETS = (1, 0, 3)  # in thirds: how often jack, queen and king bet where nobody has bet yet; else they check


@compiled
def likelihood(s, seat, card):
    """How likely the moves of a seat are with a card, up to a factor; what follows a bet ends the game."""
    first, last = s.history // EACH, s.history % EACH
    move = first if seat == 0 and s.turn == 2 else last
    if s.turn == 0 or (seat == 1 and s.turn != 2):
        return 1
    return BETS[card] if move == RAISE + 1 else 3 - BETS[card]


@compiled
def hide(s, t, seat, rng):
    """Draw the other's card by what its moves tell; at the end, when cards are shown or folded, as the game does."""
    if shown(s) or s.folded:
        hide_fairly(s, t, seat, rng)
        return
    total = 0
    for card in range(RANKS):
        if card != s.card[seat]:
            total += likelihood(s, 1 - seat, card)
    n = below(rng, total)
    for card in range(RANKS):
        if card != s.card[seat]:
            n -= likelihood(s, 1 - seat, card)
            if n < 0:
                s.card[1 - seat] = card
                return


BAYES = Addition("belief", hide, "kuhn", "the other plays an equilibrium")
