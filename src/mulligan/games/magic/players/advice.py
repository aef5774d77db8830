# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs
"""What the rule players would do, as moves that the rules know."""

from __future__ import annotations

from mulligan.kernel import compiled, lowest, size

from ..rules.layout import ATTACK, BLOCK, CREATURES, NO, NOBODY, TOP, WHOLE
from ..rules.moves import attack_sets, card_sets
from ..rules.play import asked_next, strongest_kind
from .copies import by_first_copies, sort_equals
from .styles import choose_attack, choose_block, choose_cards


@compiled
def advise(s, t, style, rng, out):
    """The moves by which a style plays the present stage."""
    if s.stage == ATTACK:
        return advise_attack(s, t, choose_attack(s, t, style, rng), out)
    if s.stage == BLOCK:
        return advise_block(s, t, style, rng, out)
    move = choose_cards(s, t, style, rng, out)
    if size(s.hand[s.active] & ~s.asked) > 8 and card_sets(s, t, 0, out) < 0:
        return answer_cards(s, t, move, out)
    out[0] = move
    return 1


@compiled
def advise_attack(s, t, attackers, out):
    """An attack as one move if it can be listed, else as answers, strongest kind first."""
    p = s.active
    whole = by_first_copies(t, p, s.ready[p], attackers)
    if s.asked == 0 and attack_sets(s, t, out) > 0:
        out[0] = WHOLE | whole
        return 1
    n = 0
    rest = s.ready[p] & ~s.asked
    while rest != 0:
        same = strongest_kind(t, p, rest)
        rest &= ~same
        out[n] = whole & same
        n += 1
    return n


@compiled
def advise_block(s, t, style, rng, out):
    """A block as the answers of the blockers in the order in which they are asked."""
    p = s.active
    q = p ^ 1
    free = s.ready[q] & ~s.asked
    choose_block(s, t, style, rng, out)
    n = 0
    done = s.asked
    while free & ~done != 0:
        same = strongest_kind(t, q, free & ~done)
        sort_equals(s, t, p, q, same, done)
        told = 0
        left = s.attackers
        while left != 0:
            a = lowest(left)
            left &= left - 1
            for _ in range(size(s.gang[a] & same)):
                out[n] = a
                n += 1
                told += 1
        for _ in range(size(same) - told):
            out[n] = NOBODY
            n += 1
        done |= same
    for a in range(CREATURES + 1):
        s.gang[a] &= ~free
    return n


@compiled
def answer_cards(s, t, move, out):
    """A main phase as answers, in the order in which cards are asked about; the land comes by itself."""
    p = s.active
    chosen = move & 0xFFFFFFFF
    mana = s.mana
    if s.land_hand[p] > 0 and not s.landed:
        mana += 1
    held = s.hand[p] & ~s.asked
    n = 0
    card = asked_next(s, t, held & t.within[p][min(mana, TOP)])
    while card != 0:
        if chosen & card:
            out[n] = card
            held ^= card
            mana -= t.cost[p][lowest(card)]
        else:
            out[n] = NO
            held &= ~t.copies[p][t.kind[p][lowest(card)]]
        n += 1
        card = asked_next(s, t, held & t.within[p][min(mana, TOP)])
    return n
