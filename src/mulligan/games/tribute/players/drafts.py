"""How bots draft patrons."""

from __future__ import annotations

from mulligan.kernel import below, compiled

from ..rules.cards import DUKE_OF_CROWS, ORGNUM, PSIJIC, RAJHIN, RED_EAGLE, SAINT_ALESSIA
from ..rules.course import is_drafted
from ..rules.listing import nth_patron


@compiled
def is_offered(s, t, patron):
    """Whether a patron can be drafted."""
    if is_drafted(s, patron):
        return False
    for i in range(t.offers):
        if t.offer[i] == patron:
            return True
    return False


@compiled
def any_but(s, t, shunned, rng):
    """Draw a patron that is on offer, but none of a set if there are others."""
    n = t.offers - s.drafted
    good = 0
    for i in range(n):
        if shunned >> nth_patron(s, t, i) & 1 == 0:
            good += 1
    if good == 0:
        return nth_patron(s, t, below(rng, n))
    left = below(rng, good)
    for i in range(n):
        patron = nth_patron(s, t, i)
        if shunned >> patron & 1 == 0:
            if left == 0:
                return patron
            left -= 1
    return nth_patron(s, t, 0)


@compiled
def draft_duke(s, t, rng):
    """BestMCTS3's patron: Duke of Crows, else Red Eagle, else any but three."""
    if is_offered(s, t, DUKE_OF_CROWS):
        return DUKE_OF_CROWS
    if is_offered(s, t, RED_EAGLE):
        return RED_EAGLE
    return any_but(s, t, 1 << ORGNUM | 1 << PSIJIC | 1 << SAINT_ALESSIA, rng)


@compiled
def draft_orgnum(s, t, rng):
    """HQL_Plus_BOT's patron: Orgnum, as second pick Duke of Crows, then Rajhin, Red Eagle, any."""
    if is_offered(s, t, ORGNUM):
        return ORGNUM
    if s.drafted >= 2 and is_offered(s, t, DUKE_OF_CROWS):
        return DUKE_OF_CROWS
    if is_offered(s, t, RAJHIN):
        return RAJHIN
    if is_offered(s, t, RED_EAGLE):
        return RED_EAGLE
    return any_but(s, t, 0, rng)
