# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs
"""The legal moves: whole attacks and whole main phases as sets of cards, or questions about one card at a time."""

from __future__ import annotations

from mulligan.core.game import CHAIN
from mulligan.kernel import compiled, lowest, size

from .layout import ATTACK, BLOCK, EVERYTHING, NO, NOBODY, ROOM, TOP, UNDOMINATED, WHICH_LAND, WHOLE, WITH_LAND
from .play import asked_next, playable, strongest_kind

MAX_OPTIONS = 1024
MOST_LANDS = 1 << (ROOM - WHICH_LAND)  # that moves can tell apart


@compiled
def fill_sets(t, p, creatures, mana, tag, out, start):
    """Write every set of `creatures` that `mana` can pay, lowest copies first, after `start`; return the new end.

    Each set carries `tag`, and above it the mana that it leaves (see ROOM).  Returns -1 when the buffer is too small.
    """
    out[start] = tag + (mana << ROOM)
    end = start + 1
    creatures &= t.within[p][min(mana, TOP)]
    while creatures != 0:
        b = lowest(creatures)
        same = creatures & t.copies[p][t.kind[p][b]]
        creatures &= ~same
        cost = t.cost[p][b]
        for i in range(start, end):
            entry = out[i]
            more = same
            while more != 0 and entry >> ROOM >= cost:
                if end == MAX_OPTIONS:
                    return -1
                entry += (more & -more) - (cost << ROOM)
                more &= more - 1
                out[end] = entry
                end += 1
    return end


@compiled
def keep_sets(t, p, held, undominated, out, start, end):
    """Take the mana left off the sets; drop those that leave enough for a creature still in `held`, if asked to."""
    kept = start
    for i in range(start, end):
        room = out[i] >> ROOM
        move = out[i] & ((1 << ROOM) - 1)
        if not undominated or held & ~move & t.within[p][min(room, TOP)] == 0:
            out[kept] = move
            kept += 1
    return kept


@compiled
def card_sets(s, t, level, out):
    """Write the whole main-phase moves of a pruning; -1 when there are too many to list."""
    p = s.active
    held = s.hand[p] & ~s.asked
    land = s.land_hand[p] > 0 and not s.landed
    end = 0
    if not land or level == EVERYTHING:
        end = fill_sets(t, p, held, s.mana, WHOLE, out, 0)
        if end < 0:
            return -1
    if land:
        for i in range(min(s.land_hand[p], MOST_LANDS) if t.apart else 1):
            end = fill_sets(t, p, held, s.mana + 1, WHOLE | WITH_LAND | i << WHICH_LAND, out, end)
            if end < 0:
                return -1
    return keep_sets(t, p, held, level == UNDOMINATED, out, 0, end)


@compiled
def card_question(s, t, level, out):
    """Write the admissible answers about the next card that can still be played; the land comes by itself."""
    card = asked_next(s, t, playable(s, t))
    if card == 0:
        out[0] = NO
        return 1
    n = 0
    if level != UNDOMINATED or completes(s, t, card, out):
        n += 1
    yes = n
    if level != UNDOMINATED or completes(s, t, 0, out):
        n += 1
    if yes == 1:
        out[0] = card
    if n > yes:
        out[yes] = NO
    if n == 0:  # an earlier answer has already left something playable
        out[0] = card
        out[1] = NO
        return 2
    return n


@compiled
def completes(s, t, card, out):
    """Whether the answer (a card, or 0 for no) can still lead to a move that leaves nothing playable."""
    p = s.active
    mana = s.mana
    if s.land_hand[p] > 0 and not s.landed:
        mana += 1
    asked = asked_next(s, t, playable(s, t))
    free = s.hand[p] & ~s.asked & ~card
    held = s.hand[p] & ~card
    if card == 0:
        free &= ~t.copies[p][t.kind[p][lowest(asked)]]
    else:
        mana -= t.cost[p][lowest(card)]
    end = fill_sets(t, p, free, mana, 0, out, 0)
    if end < 0:
        return True
    return keep_sets(t, p, held, True, out, 0, end) > 0


@compiled
def attack_sets(s, t, out):
    """Write every different set of attackers; -1 when there are too many to list."""
    p = s.active
    out[0] = WHOLE
    end = 1
    ready = s.ready[p]
    while ready != 0:
        same = ready & t.copies[p][t.kind[p][lowest(ready)]]
        ready &= ~same
        before = end
        if before * (size(same) + 1) > MAX_OPTIONS:
            return -1
        for i in range(before):
            bits = 0
            more = same
            while more != 0:
                bits |= more & -more
                more &= more - 1
                out[end] = out[i] | bits
                end += 1
    return end


@compiled
def attack_question(s, t, out):
    """Write how many of the strongest kind not yet asked about may attack: a set of its copies, or none."""
    p = s.active
    same = strongest_kind(t, p, s.ready[p] & ~s.asked)
    out[0] = 0
    n = 1
    bits = 0
    while same != 0:
        bits |= same & -same
        same &= same - 1
        out[n] = bits
        n += 1
    return n


@compiled
def block_question(s, t, out):
    """Write whom the next blocker may block.

    Copies of one creature are asked in turn and may not choose an attacker before the last one's choice, and of two
    equal attackers with equal blockers only the first is offered: so each different block has one chain of answers.
    """
    p = s.active
    q = p ^ 1
    n = 0
    left = s.attackers
    while left != 0:
        a = lowest(left)
        left &= left - 1
        if a >= s.last and first_of_its_like(s, t, p, q, a):
            out[n] = a
            n += 1
    out[n] = NOBODY
    return n + 1


@compiled
def alike(t, q, gang, other):
    """Whether two sets of blockers hold the same kinds."""
    if size(gang) != size(other):
        return False
    while gang != 0:
        copies = t.copies[q][t.kind[q][lowest(gang)]]
        if size(gang & copies) != size(other & copies):
            return False
        gang &= ~copies
    return True


@compiled
def first_of_its_like(s, t, p, q, a):
    """Whether no earlier attacker equals attacker `a` in kind and in blockers so far."""
    earlier = s.attackers & t.copies[p][t.kind[p][a]] & ((1 << a) - 1)
    while earlier != 0:
        if alike(t, q, s.gang[a], s.gang[lowest(earlier)]):
            return False
        earlier &= earlier - 1
    return True


@compiled
def options(s, t, form, out):
    """Write the legal moves: whole attacks and whole main phases, or questions; blocks are always questions.

    Where whole moves are too many to list, questions take their place.
    """
    level = form & (CHAIN - 1)
    chain = form >= CHAIN
    if s.stage == ATTACK:
        if not chain and s.asked == 0:
            n = attack_sets(s, t, out)
            if n > 0:
                return n
        return attack_question(s, t, out)
    if s.stage == BLOCK:
        return block_question(s, t, out)
    if not chain:
        n = card_sets(s, t, level, out)
        if n > 0:
            return n
    return card_question(s, t, level, out)
