"""Cards that a player may hold, weighed by the chance that it does, in place of a hand that is sampled.

The paper proposes it for what a search cannot see: "consider the action of every un-seen card, and weight the resulting
states by the probability of having that card in hand".  Here it is done for one turn ahead and for the cards that most
often decide it: every Energy that would pay for an attack, and every evolution of the Active Pokemon, one card at a
time.  Both players count alike, from what the other one sees.
"""

from __future__ import annotations

from mulligan.kernel import compiled

from ..cards.arrays import ENERGY_OF, FIRST_ATTACK, FROM, KINDS, N_ATTACKS, NAME, STAGE
from ..cards.vocabulary import ASLEEP, PARALYZED
from ..players.lookahead import outlook, prizes_of
from ..players.payment import NONE, lacking, missing, moving_type
from ..rules.knowledge import clear_counts, count_hidden
from ..rules.layout import LISTED

ASLEEP_STILL = 0.3  # how often an Active Pokemon that cannot attack now can in its next turn, roughly


@compiled
def chance_to_hold(copies, among, drawn):
    """The chance that of so many cards drawn from `among`, at least one is one of the copies."""
    none = 1.0
    for k in range(min(drawn, among)):
        none *= max(0, among - copies - k) / (among - k)
    return 1.0 - none


@compiled
def best_chance(s, p, card, plus, kind):
    """The chance of a knock-out by the best attack of the Active Pokemon, were it `card`, with an Energy more."""
    slot = s.slot[p][0]
    best = 0.0
    for number in range(N_ATTACKS[card]):
        attack = FIRST_ATTACK[card] + number
        if card == slot.card:
            short = lacking(s, p, 0, attack, plus, kind)
        else:
            short = missing(slot, card, attack, plus, NONE)
        if short == 0:
            best = max(best, outlook(s, p, 0, 0, attack)[0])
    return best


@compiled
def weighed_strike(s, p):
    """The Prizes that a player may expect of a knock-out in its next turn, over the cards that it may hold then."""
    active = s.slot[p][0].card
    if active == 0 or s.slot[1 - p][0].card == 0:
        return 0.0
    kind = moving_type(s, p)
    expected = best_chance(s, p, active, NONE, kind)
    if expected < 1.0:
        count_hidden(s, p)
        among = 0
        for card in range(1, KINDS):
            among += s.scratch[LISTED + card]
        drawn = among - s.n_deck[p] - s.n_prizes[p] + int(s.player != p and s.n_deck[p] > 0)
        for card in range(1, KINDS):
            copies = s.scratch[LISTED + card]
            if copies > 0 or s.shown[p][card] > 0:
                chance = 0.0
                if ENERGY_OF[card] >= 0:
                    chance = best_chance(s, p, active, ENERGY_OF[card], kind)
                elif STAGE[card] > 0 and FROM[card] == NAME[active]:
                    chance = best_chance(s, p, card, NONE, kind)
                if chance > expected:
                    held = 1.0 if s.shown[p][card] > 0 else chance_to_hold(copies, among, drawn)
                    expected += held * (chance - expected)
        clear_counts(s)
    if s.ill[p] & (ASLEEP | PARALYZED):
        expected *= ASLEEP_STILL
    return expected * prizes_of(s.slot[1 - p][0].card)
