# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs
"""What players know, and how everything else is dealt anew."""

from __future__ import annotations

from mulligan.core.game import UNSEEN
from mulligan.kernel import compiled, lowest, shuffle_part, size

from .layout import BLOCK, CREATURES, LAND, NO, PLAY

MAX_NUMBERS = 2 * (5 + 3 * CREATURES) + 8 + 3 * CREATURES + CREATURES * CREATURES


@compiled
def hide(s, t, seat, rng):
    """Deal the other hand and both libraries anew from the cards that `seat` has not seen."""
    for p in range(2):
        held = size(s.hand[p]) + s.land_hand[p]
        unseen = ((1 << t.creatures[p]) - 1) & ~(s.ready[p] | s.tapped[p] | s.dead[p])
        lands = t.lands[p] - s.lands[p] - s.land_gone[p]
        start = s.drawn[p]
        if p == seat:
            unseen &= ~s.hand[p]
            lands -= s.land_hand[p]
        else:
            start -= held
        n = start
        while unseen != 0:
            s.library[p][n] = lowest(unseen)
            unseen &= unseen - 1
            n += 1
        for i in range(n, n + lands):
            s.library[p][i] = LAND
        shuffle_part(s.library[p], start, n + lands, rng)
        if p != seat:
            s.hand[p] = 0
            s.land_hand[p] = 0
            for i in range(start, s.drawn[p]):
                if s.library[p][i] == LAND:
                    s.land_hand[p] += 1
                else:
                    s.hand[p] |= 1 << s.library[p][i]
                s.library[p][i] = 0
    s.loose = 0
    s.seen = 0  # what the other player drew last is not known
    if s.stage == PLAY and seat != s.active:
        s.asked = 0  # nor which cards the other has not played so far


@compiled
def seen(s, t, move, seat):
    """Only the card that is not played stays secret: in the question form its owner says no to it."""
    return UNSEEN if move == NO and seat != s.active else move


@compiled
def shuffle(s, t, firm, rng):
    """Make the order of both libraries random again: now, or card by card as they are drawn."""
    s.loose = 1
    if firm:
        s.loose = 0
        for p in range(2):
            shuffle_part(s.library[p], s.drawn[p], t.cards[p], rng)


@compiled
def write_kinds(t, p, creatures, out, n):
    """Write how many of each kind are among `creatures`, from place `n`; return the next place."""
    for k in range(t.kinds[p]):
        out[n] = size(creatures & t.copies[p][k])
        n += 1
    return n


@compiled
def observe(s, t, seat, out):
    """All that `seat` may know: the table, the own hand, and the sizes of the rest."""
    n = 0
    for p in range(2):
        out[n] = s.life[p]
        out[n + 1] = s.lands[p]
        out[n + 2] = s.land_gone[p]
        out[n + 3] = size(s.hand[p]) + s.land_hand[p]
        out[n + 4] = t.cards[p] - s.drawn[p]
        n = write_kinds(t, p, s.ready[p], out, n + 5)
        n = write_kinds(t, p, s.tapped[p], out, n)
        n = write_kinds(t, p, s.dead[p], out, n)
    out[n] = s.land_hand[seat]
    n = write_kinds(t, seat, s.hand[seat], out, n + 1)
    out[n] = s.turn
    out[n + 1] = s.active
    out[n + 2] = s.stage
    out[n + 3] = s.winner
    out[n + 4] = s.mana if s.stage == PLAY else 0
    out[n + 5] = s.landed if s.stage == PLAY else 0
    out[n + 6] = size(s.attackers & ((1 << s.last) - 1)) if s.stage == BLOCK else 0  # copies are not told apart
    n = write_kinds(t, s.active, s.attackers if s.stage != PLAY else 0, out, n + 7)
    decider = s.active ^ 1 if s.stage == BLOCK else s.active
    n = write_kinds(t, decider, s.asked if seat == decider or s.stage != PLAY else 0, out, n)
    left = s.attackers if s.stage == BLOCK else 0
    while left != 0:
        a = lowest(left)
        left &= left - 1
        n = write_kinds(t, s.active ^ 1, s.gang[a], out, n)
    return n


@compiled
def cards(s, t, out):
    """The identity of every card: 64 times the seat, plus its kind (33 for a land)."""
    n = 0
    for p in range(2):
        creatures = s.hand[p] | s.ready[p] | s.tapped[p] | s.dead[p]
        while creatures != 0:
            out[n] = 64 * p + t.kind[p][lowest(creatures)]
            creatures &= creatures - 1
            n += 1
        for _ in range(s.land_hand[p] + s.lands[p] + s.land_gone[p]):
            out[n] = 64 * p + 33
            n += 1
        for i in range(s.drawn[p], t.cards[p]):
            card = s.library[p][i]
            out[n] = 64 * p + (33 if card == LAND else t.kind[p][card])
            n += 1
    return n
