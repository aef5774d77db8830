"""Rule players: the simple bots of the public engine, Sakkirina's playouts, and the drafts of search bots.

`random` takes any entry of the engine's list, `busy` any but the end of the turn while there is another, and `first`
the first.  They, `maxagents` and `patronfavors` weigh copies of a card one by one, as the engine lists them; `uniform`
does not.  `duke` and `orgnum` differ from `busy` in the draft alone.
"""

from __future__ import annotations

from mulligan.kernel import below, compiled

from .advice import take_any, write_entry
from .bot_tables import POINTS
from .cards import (
    AGENT,
    CONTRACT_AGENT,
    COST,
    DUKE_OF_CROWS,
    ORGNUM,
    PSIJIC,
    RAJHIN,
    RED_EAGLE,
    SAINT_ALESSIA,
    TITHE,
    TREASURY,
    TYPE,
)
from .decisiontree import advise_tree
from .items import item_of
from .layout import BUY, CALL, COMMAND, DRAFT, ELSEWHERE, KIND, NORMAL
from .listing import count_moves, nth_patron
from .moves import options
from .patrons import can_call
from .rules import is_drafted
from .sakkirina_moves import advise_sakkirina

STYLES = (
    *("uniform", "random", "busy", "first", "maxagents", "patronfavors", "decisiontree", "sakkirina"),
    *("duke", "orgnum"),
)
UNIFORM, RANDOM, BUSY, FIRST, MAX_AGENTS, PATRON_FAVORS, DECISION_TREE, SAKKIRINA, DUKE_FIRST, ORGNUM_FIRST = range(10)
NO_MOVE = -1

# --- the draft --------------------------------------------------------------------------------------------------------


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


# --- simple wishes ----------------------------------------------------------------------------------------------------


@compiled
def best_agent(s):
    """Buy the best agent that can be paid, else the best hired one; the first of equals."""
    best = -1
    move = NO_MOVE
    for i in range(s.n_row):
        kind = s.row[i] & KIND
        if COST[kind] <= s.coins[s.player]:
            rank = -1
            if TYPE[kind] == AGENT:
                rank = 100 + POINTS[kind]
            elif TYPE[kind] == CONTRACT_AGENT:
                rank = POINTS[kind]
            if rank > best:
                best = rank
                move = BUY << COMMAND | item_of(kind, ELSEWHERE)
    return move


@compiled
def new_favour(s):
    """A patron that could be called now and does not favour the player yet, calls aside; -1 if there is none."""
    for slot in range(5):
        patron = s.patron[slot]
        if patron != TREASURY and s.favour[patron] != s.player and can_call(s, patron):
            return patron
    return -1


@compiled
def seek_favour(s):
    """Call a patron for its favour, or buy Tithe if that leads to such a call."""
    p = s.player
    if s.calls[p] > 0:
        patron = new_favour(s)
        return CALL << COMMAND | patron + 1 if patron >= 0 else NO_MOVE
    for i in range(s.n_row):
        if s.row[i] & KIND == TITHE and COST[TITHE] <= s.coins[p]:
            s.coins[p] -= COST[TITHE]
            patron = new_favour(s)
            s.coins[p] += COST[TITHE]
            if patron >= 0:
                return BUY << COMMAND | item_of(TITHE, ELSEWHERE)
    return NO_MOVE


# --- all together -----------------------------------------------------------------------------------------------------


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
        n = options(s, t, 0, out)
        out[0] = out[0 if style == FIRST else below(rng, n)]
        return 1
    n = count_moves(s, t)
    if style != RANDOM and s.board == NORMAL and n > 1:
        n -= 1  # the last entry ends the turn
    return write_entry(s, t, 0 if style == FIRST else below(rng, n), out)
