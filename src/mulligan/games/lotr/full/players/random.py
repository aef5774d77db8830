"""The random rule player in the full game: as in the paper where its rules apply, any legal move elsewhere."""

from __future__ import annotations

from mulligan.games.lotr.full.rules.moves import GUARD, PLAN, SEND, options
from mulligan.games.lotr.layout import DEFEND, DONE, UNDEFENDED
from mulligan.kernel import below, compiled, lowest, pick, size

from .expert import answer_quest


@compiled
def random_questers(s, rng):
    """So many draws with replacement as there are ready characters, or fewer."""
    ready = s.characters & ~s.tapped
    n = size(ready)
    who = 0
    for _ in range(below(rng, n + 1)):
        who |= pick(ready, below(rng, n))
    return who


@compiled
def random_move(s, t, rng, out):
    """Any legal move; when planning, questing and defending, as the paper's random player."""
    if s.pending == 0:
        if s.step == PLAN and below(rng, 10) != 0:
            return DONE
        if s.step == SEND:
            return answer_quest(s, random_questers(s, rng))
        if s.step == GUARD and s.defenders == 0:
            ready = s.characters & ~s.tapped
            if ready == 0 or below(rng, 2) == 0:
                return UNDEFENDED
            return DEFEND + lowest(pick(ready, below(rng, size(ready))))
    n = options(s, t, 0, out)
    return out[below(rng, n)]
