# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs
"""Copies of one card: the first ones stand for all."""

from __future__ import annotations

from mulligan.kernel import compiled, lowest, size

from ..rules.moves import alike


@compiled
def by_first_copies(t, p, creatures, chosen):
    """The same choice among `creatures`, with the first copies of each kind standing for all."""
    made = 0
    while creatures != 0:
        same = creatures & t.copies[p][t.kind[p][lowest(creatures)]]
        creatures &= ~same
        for _ in range(size(same & chosen)):
            made |= same & -same
            same &= same - 1
    return made


@compiled
def sort_equals(s, t, p, q, same, done):
    """Among equal attackers with equal blockers so far, give the first one most blockers of the kind `same`."""
    left = s.attackers
    while left != 0:
        a = lowest(left)
        left &= left - 1
        later = left & t.copies[p][t.kind[p][a]]
        while later != 0:
            b = lowest(later)
            later &= later - 1
            if size(s.gang[b] & same) > size(s.gang[a] & same) and alike(t, q, s.gang[a] & done, s.gang[b] & done):
                kept = s.gang[a]
                s.gang[a] = s.gang[b]
                s.gang[b] = kept
