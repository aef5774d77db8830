"""The engine's list of legal moves: every copy of a card is a move of its own, and every set of cards of a choice.

The list is never written down: in games it has had 30,000 entries.  It has a length, and any entry can be asked for.
"""

from __future__ import annotations

from mulligan.kernel import compiled

from .cards import COST, TAUNT
from .course import is_drafted
from .layout import (
    ACTIVATE,
    ATTACK,
    BUY,
    CALL,
    CHOOSE,
    COMMAND,
    DRAFT,
    EFFECT,
    ENACT_CHOSEN_EFFECT,
    END,
    EXACT,
    ITEM,
    KIND,
    NORMAL,
    PLAY,
)
from .patrons import can_call


@compiled
def is_taunted(s, q):
    """Whether an agent of a player taunts."""
    for i in range(s.n_agents[q]):
        if TAUNT[s.agent[q][i] & KIND]:
            return True
    return False


@compiled
def combinations(n, k):
    """How many sets of `k` there are among `n` things."""
    if k > n:
        return 0
    made = 1
    for i in range(k):
        made = made * (n - i) // (i + 1)
    return made


@compiled
def count_sets(s):
    """How many sets of cards the open choice allows."""
    total = 0
    for k in range(s.low, s.high + 1):
        total += combinations(s.n_options, k)
    return total


@compiled
def nth_set(s, n):
    """The set number `n`: smaller sets first, then in lexicographic order of their indices."""
    k = s.low
    while n >= combinations(s.n_options, k):
        n -= combinations(s.n_options, k)
        k += 1
    chosen = 0
    i = 0
    for place in range(k):
        while True:
            rest = combinations(s.n_options - i - 1, k - place - 1)
            if n < rest:
                break
            n -= rest
            i += 1
        chosen |= (i + 1) << (ITEM * place)
        i += 1
    return chosen


@compiled
def count_moves(s, t):
    """The length of the engine's list."""
    if s.turn == 0:
        return t.offers - s.drafted
    if s.board != NORMAL:
        return 2 if s.follow == ENACT_CHOSEN_EFFECT else count_sets(s)
    p = s.player
    q = 1 - p
    n = s.n_hand[p] + 1
    for i in range(s.n_agents[p]):
        if not s.acted[p][i]:
            n += 1
    if s.power[p] > 0:
        taunted = is_taunted(s, q)
        for i in range(s.n_agents[q]):
            if not taunted or TAUNT[s.agent[q][i] & KIND]:
                n += 1
    if s.coins[p] > 0:
        for i in range(s.n_row):
            if COST[s.row[i] & KIND] <= s.coins[p]:
                n += 1
    if s.calls[p] > 0:
        for slot in range(5):
            if can_call(s, s.patron[slot]):
                n += 1
    return n


@compiled
def nth_patron(s, t, n):
    """Patron number `n` of those that can still be drafted."""
    for i in range(t.offers):
        if not is_drafted(s, t.offer[i]):
            if n == 0:
                return t.offer[i]
            n -= 1
    return 0


@compiled
def nth_move(s, t, n):
    """The entry number `n` of the engine's list, as a move that means exactly this copy of a card."""
    if s.turn == 0:
        return DRAFT << COMMAND | nth_patron(s, t, n) + 1
    if s.board != NORMAL:
        if s.follow == ENACT_CHOSEN_EFFECT:
            return EFFECT << COMMAND | n + 1
        return EXACT | CHOOSE << COMMAND | nth_set(s, n)
    p = s.player
    q = 1 - p
    if n < s.n_hand[p]:
        return EXACT | PLAY << COMMAND | n + 1
    n -= s.n_hand[p]
    for i in range(s.n_agents[p]):
        if not s.acted[p][i]:
            if n == 0:
                return EXACT | ACTIVATE << COMMAND | i + 1
            n -= 1
    if s.power[p] > 0:
        taunted = is_taunted(s, q)
        for i in range(s.n_agents[q]):
            if not taunted or TAUNT[s.agent[q][i] & KIND]:
                if n == 0:
                    return EXACT | ATTACK << COMMAND | i + 1
                n -= 1
    if s.coins[p] > 0:
        for i in range(s.n_row):
            if COST[s.row[i] & KIND] <= s.coins[p]:
                if n == 0:
                    return EXACT | BUY << COMMAND | i + 1
                n -= 1
    if s.calls[p] > 0:
        for slot in range(5):
            if can_call(s, s.patron[slot]):
                if n == 0:
                    return CALL << COMMAND | s.patron[slot] + 1
                n -= 1
    return END
