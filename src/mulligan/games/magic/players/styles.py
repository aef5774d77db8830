# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs
"""What the rule players choose in each stage, by the number of their style, and playing it at once."""

from __future__ import annotations

from mulligan.kernel import below, draw, inlined, lowest, pick, size

from ..rules.combat import declare, resolve
from ..rules.layout import ATTACK, BLOCK, CREATURES, EXPERTS, PASS, RANDOM, REDUCED, TOP, WHOLE, WITH_LAND
from ..rules.moves import card_sets
from ..rules.play import cast, dearest, end_turn, enter_main, play_land, settle, strongest_kind
from .expert import expert_attack, expert_block
from .reduced import one_pass, reduced_block


@inlined
def choose_attack(s, t, style, rng):
    """The attackers of a style, those already promised included."""
    free = s.ready[s.active] & ~s.asked
    if style in EXPERTS:
        return s.attackers | (expert_attack(s, t, style) & free)
    if style == PASS:
        return s.attackers
    return s.attackers | (free & draw(rng))


@inlined
def choose_block(s, t, style, rng, work):
    """Assign the blockers of a style."""
    if style in EXPERTS:
        expert_block(s, t, style, work)
    elif style != PASS:
        reduced_block(s, rng)
    if s.asked != 0:
        # Copies of one creature answer in order; where some have answered, those left stay out, which is always legal.
        q = s.active ^ 1
        late = strongest_kind(t, q, s.ready[q] & ~s.asked)
        if late != 0 and s.asked & t.copies[q][t.kind[q][lowest(late)]] != 0:
            for a in range(CREATURES):
                s.gang[a] &= ~late


@inlined
def choose_cards(s, t, style, rng, out):
    """The cards of a style, as a whole move."""
    p = s.active
    if style == PASS:
        return WHOLE
    if style == RANDOM:
        n = card_sets(s, t, 0, out)
        if n > 0:
            return out[below(rng, n)]
    mana = s.mana
    move = WHOLE
    if style == REDUCED and t.one_pass:
        return one_pass(s, t, rng)
    if s.land_hand[p] > 0 and not s.landed:
        move |= WITH_LAND
        mana += 1
    held = s.hand[p] & ~s.asked
    fit = held & t.within[p][min(mana, TOP)]
    while fit != 0:
        if style in EXPERTS:
            bit = dearest(t, p, fit, TOP)
        else:
            bit = pick(fit, below(rng, size(fit)))
            bit = fit & t.copies[p][t.kind[p][lowest(bit)]]
            bit &= -bit  # the first copy stands for all
        move |= bit
        held ^= bit
        mana -= t.cost[p][lowest(bit)]
        fit = held & t.within[p][min(mana, TOP)]
    return move


@inlined
def act(s, t, style, rng, out):
    """Play the present stage by a style."""
    s.seen = 0
    if s.stage == ATTACK:
        declare(s, choose_attack(s, t, style, rng))
    elif s.stage == BLOCK:
        choose_block(s, t, style, rng, out)
        resolve(s, t)
        enter_main(s)
    else:
        move = choose_cards(s, t, style, rng, out)
        if move & WITH_LAND:
            play_land(s)
        cast(s, move & 0xFFFFFFFF)
        end_turn(s, t, rng)
    settle(s, t, rng)
