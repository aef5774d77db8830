"""Rule players: the simple bots of the public engine, Sakkirina's playouts, and the drafts of search bots.

`random` takes any entry of the engine's list, `busy` any but the end of the turn while there is another, and `first`
the first.  They, `maxagents` and `patronfavors` weigh copies of a card one by one, as the engine lists them; `uniform`
does not.  `duke` and `orgnum` differ from `busy` in the draft alone.
"""

from __future__ import annotations

from mulligan.kernel import below, compiled

from ..rules.layout import COMMAND, DRAFT, NORMAL
from ..rules.listing import count_moves, nth_patron
from ..rules.moves import legal_moves
from .advice import take_any, write_entry
from .decisiontree import advise_tree
from .drafts import draft_duke, draft_orgnum
from .sakkirina import advise_sakkirina
from .simple import NO_MOVE, best_agent, seek_favour

STYLES = (
    *("uniform", "random", "busy", "first", "maxagents", "patronfavors", "decisiontree", "sakkirina"),
    *("duke", "orgnum"),
)
UNIFORM, RANDOM, BUSY, FIRST, MAX_AGENTS, PATRON_FAVORS, DECISION_TREE, SAKKIRINA, DUKE_FIRST, ORGNUM_FIRST = range(10)


@compiled
def advise_draft(s, t, style, rng, out):
    """Write the patron that a style drafts."""
    if style == DUKE_FIRST:
        patron = draft_duke(s, t, rng)
    elif style == ORGNUM_FIRST:
        patron = draft_orgnum(s, t, rng)
    else:
        patron = nth_patron(s, t, 0 if style == FIRST else below(rng, t.offers - s.drafted))
    out[0] = DRAFT << COMMAND | patron + 1
    return 1


@compiled
def advise_wish(s, t, style, rng, out):
    """Write the moves of a style that has a mind of its own."""
    if style == DECISION_TREE:
        return advise_tree(s, t, rng, out)
    if style == SAKKIRINA:
        return advise_sakkirina(s, t, rng, out)
    move = NO_MOVE
    if s.board == NORMAL:
        move = best_agent(s) if style == MAX_AGENTS else seek_favour(s)
    if move == NO_MOVE:
        return take_any(s, t, s.board == NORMAL, rng, out)
    out[0] = move
    return 1


@compiled
def advise(s, t, style, rng, out):
    """Write the moves by which a style plays the present decision."""
    if s.turn == 0:
        return advise_draft(s, t, style, rng, out)
    if MAX_AGENTS <= style <= SAKKIRINA:
        return advise_wish(s, t, style, rng, out)
    if s.n_picked > 0:
        n = legal_moves(s, t, out)
        out[0] = out[0 if style == FIRST else below(rng, n)]
        return 1
    n = count_moves(s, t)
    if style != RANDOM and s.board == NORMAL and n > 1:
        n -= 1  # the last entry ends the turn
    return write_entry(s, t, 0 if style == FIRST else below(rng, n), out)
