"""The rule players: Agent 1 of the paper, random; Agent 2, the expert; and our own, the naive one and the ranger."""

from __future__ import annotations

from mulligan.games.lotr.layout import (
    DEFENSE,
    DONE,
    EXPERT,
    GO,
    NAIVE,
    NO_PLACE,
    PLANNING,
    QUESTING,
    RANGER,
    STAGING,
    TRAVEL,
)
from mulligan.kernel import inlined

from .naive import naive_advice
from .paper import (
    advise_defense,
    expert_purchases,
    expert_quest,
    expert_strikes,
    journey,
    random_purchase,
    random_quest,
    random_strike,
    write_quest,
)
from .ranger import advice


@inlined
def advise(s, t, style, rng, out):
    """The moves of a rule player for the present stage, or as many as can be told in advance."""
    n = 1
    if style == RANGER:
        out[0] = advice(s, t)
    elif style == NAIVE:
        out[0] = naive_advice(s, t)
    elif s.stage == PLANNING:
        if style == EXPERT:
            return expert_purchases(s, t, out)
        out[0] = random_purchase(s, t, rng)
    elif s.stage == STAGING:
        out[0] = DONE  # the card stays face down
    elif s.stage == QUESTING:
        n = write_quest(s, expert_quest(s) if style == EXPERT else random_quest(s, rng), out)
    elif s.stage == TRAVEL:
        place = journey(s, t, style, rng)
        out[0] = GO + place if place != NO_PLACE else DONE
    elif s.stage == DEFENSE:
        n = advise_defense(s, t, style, rng, out)
    elif style == EXPERT:
        n = expert_strikes(s, t, out)
    else:
        out[0] = random_strike(s, t, rng)
    return n
