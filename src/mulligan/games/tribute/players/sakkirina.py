"""Sakkirina: its evaluation of a position, and how it plays out a turn.

It plays by rules where it thinks the move is clear, else by a draw weighted by how moves look.
"""

from __future__ import annotations

from math import exp, sqrt

from mulligan.kernel import below, compiled, inlined, uniform

from ..rules.cards import ANSEI, BEWILDERMENT, COST, DECK, DUKE_OF_CROWS, GOLD, HLAALU, ORGNUM, PELIN, RAJHIN, TREASURY
from ..rules.items import items_of, kind_of
from ..rules.layout import (
    ACQUIRE_CARDS,
    ACTIVATE,
    ATTACK,
    BUY,
    CALL,
    COMMAND,
    COMPLETE_HLAALU,
    COMPLETE_PELIN,
    COMPLETE_PSIJIC,
    COMPLETE_TREASURY,
    DESTROY_CARDS,
    DISCARD_CARDS,
    EFFECT,
    END,
    ITEM,
    ITEM_MASK,
    KIND,
    KNOCKOUT_AGENTS,
    NOBODY,
    NORMAL,
    ON_BOARD,
    PLAY,
    REFRESH_CARDS,
    WHERE,
)
from ..rules.moves import legal_moves
from .cardvalues import AT_CURSES, AT_WRITS, BY_POINTS, POINTS, VALUES, bot_file, set_of
from .tallies import count_at, count_of_deck, owned_of_deck, size_of_deck, tally, total_worth

_SAKKIRINA = bot_file()["sakkirina"]
IS_RESOURCE, IS_RESOURCE_AGENT, IS_CONTRACT, IS_WEAK = (
    set_of(_SAKKIRINA[name]) for name in ("resource", "resource_agents", "contracts", "weak")
)
_EAGERNESS = {"resource": 50, "swap": 40, "either": 30, "drawing": 20}
PLAY_LOGIT = sum(bonus * set_of(_SAKKIRINA[name]) for name, bonus in _EAGERNESS.items())
"""How much it wants to play a card."""
ACTIVATE_LOGIT = 0.5 * IS_RESOURCE_AGENT + 0.2 * set_of(_SAKKIRINA["drawing_agents"])
"""How much more than others it wants to use an agent."""


SCALE = 900.0
WON = 1e9
NO_RULE = -1

# --- the evaluation ---------------------------------------------------------------------------------------------------


@inlined
def progress(s):
    """How far the game has come, from 0 to 1."""
    return min(max(s.prestige[0], s.prestige[1]), 40) / 40.0


@compiled
def worth_of_favours(s, seat):
    """What the favours are worth; WON with all four."""
    lead = 0
    mine = 0
    own_distance = 0
    enemy_distance = 0
    for slot in range(5):
        patron = s.patron[slot]
        if patron != TREASURY:
            steps = 1 if patron == ANSEI else 2
            if s.favour[patron] == seat:
                mine += 1
                lead += 1
                enemy_distance += steps
            elif s.favour[patron] == NOBODY:
                own_distance += 1
                enemy_distance += 1
            else:
                lead -= 1
                own_distance += steps
    if mine == 4:
        return WON
    worth = 20.0 * lead
    if enemy_distance <= 3:
        worth -= 3000.0 if enemy_distance <= 1 else (300.0 if enemy_distance == 2 else 30.0)
    if own_distance <= 2:
        worth += 50.0 if own_distance == 1 else 5.0
    # They are nobody's where they are not in the game.
    if s.favour[DUKE_OF_CROWS] != NOBODY:
        worth += -100.0 if s.favour[DUKE_OF_CROWS] == seat else 100.0
    if s.favour[ORGNUM] != NOBODY:
        worth += 15.0 if s.favour[ORGNUM] == seat else -15.0
    if s.favour[ANSEI] == 1 - seat:
        worth -= 25.0
    return worth


@compiled
def worth_of_prestige(s, seat):
    """What the lead in prestige is worth: it should be two at least."""
    own = s.prestige[seat]
    other = s.prestige[1 - seat]
    worth = (10.0 + 55.0 * progress(s) + (10.0 if own >= 40 else 0.0)) * (own - other - 2)
    if other == 79:
        worth -= 1000.0
    elif other == 78:
        worth -= 300.0
    elif other == 77:
        worth -= 100.0
    elif other == 76:
        worth -= 30.0
    return worth


@compiled
def worth_of_agents(s, p):
    """What a player's agents are worth."""
    worth = 0
    for i in range(s.n_agents[p]):
        worth += 10 * POINTS[s.agent[p][i] & KIND] + 3 * s.hp[p][i]
    return worth


@compiled
def worth_of_deck(s, p):
    """What a player's cards are worth: less, the more there are, and more in the same deck."""
    counts, values = tally(s, p, VALUES[BY_POINTS])
    n = size_of_deck(s, p)
    curses = count_at(values, AT_CURSES)
    worth = 10.0 * total_worth(values, n) - 30.0 * curses
    worth += (40.0 - 20.0 * progress(s)) * count_at(values, AT_WRITS)
    worth /= sqrt(max(1.0, n / 14.0))
    for slot in range(5):
        deck = s.patron[slot]
        if deck != TREASURY:
            count = count_of_deck(counts, values, deck)
            if deck == RAJHIN:
                count -= curses
            if count > 0:
                part = count / n
                worth += count * sqrt(1.0 * count) + part * part * part * min(7, count) * 20.0
    return worth


@compiled
def evaluate_sakkirina(s, seat):
    """Sakkirina's evaluation; it was made for positions after the turn, so power and coins count nothing."""
    worth = worth_of_favours(s, seat)
    q = 1 - seat
    if worth == WON or s.prestige[seat] >= 80:
        return 1.0
    if s.prestige[q] >= 40 and s.prestige[seat] < s.prestige[q]:
        return 0.0
    worth += worth_of_prestige(s, seat) + worth_of_deck(s, seat) - worth_of_deck(s, q)
    worth += worth_of_agents(s, seat) - 2.0 * worth_of_agents(s, q) - 40.0 * s.n_agents[q]
    for i in range(s.n_row):
        worth -= 2.0 * POINTS[s.row[i] & KIND]
    return 1.0 / (1.0 + exp(-worth / SCALE))


# --- rules ------------------------------------------------------------------------------------------------------------


@compiled
def first_with(out, n, kind):
    """The first move that chooses just a card of a kind."""
    for i in range(n):
        if items_of(out[i]) >> ITEM == 0 and kind_of(out[i] & ITEM_MASK) == kind:
            return i
    return NO_RULE


@compiled
def rule_of_choice(s, out, n):
    """The clear move of a choice: be rid of curses, give Gold to Treasury, destroy nothing.

    The bot means to destroy curses, but takes the empty choice for one that is made only of them.  Nor does it reach
    its rule to discard a curse, since such choices open before the turn; here it does.
    """
    if s.follow == DESTROY_CARDS:
        return 0
    if s.follow == DISCARD_CARDS:
        return first_with(out, n, BEWILDERMENT)
    if s.follow == COMPLETE_TREASURY:
        i = first_with(out, n, BEWILDERMENT)
        return first_with(out, n, GOLD) if i == NO_RULE else i
    return NO_RULE


@compiled
def winning_call(s, out, n):
    """The call that completes the favour of all."""
    p = s.player
    mine = 0
    for slot in range(5):
        if s.favour[s.patron[slot]] == p:
            mine += 1
    if mine < 3:
        return NO_RULE
    for i in range(n):
        if out[i] >> COMMAND == CALL:
            patron = (out[i] & ITEM_MASK) - 1
            if patron == ANSEI:
                if s.favour[ANSEI] != p:
                    return i
            elif patron != TREASURY and s.favour[patron] == NOBODY:
                return i
    return NO_RULE


@compiled
def rule_of_turn(s, out, n):
    """The clear move of a turn: what only gives something comes first; a game that is won is ended."""
    for i in range(n):
        command = out[i] >> COMMAND
        if command != PLAY and command != ACTIVATE:
            break
        kind = kind_of(out[i])
        if IS_RESOURCE[kind] if command == PLAY else IS_RESOURCE_AGENT[kind]:
            return i
    if s.combo[HLAALU] >= 2:
        for i in range(n):
            if out[i] >> COMMAND == BUY and IS_CONTRACT[kind_of(out[i])]:
                return i
    if s.prestige[s.player] >= 80:
        return n - 1
    return winning_call(s, out, n)


# --- how moves look ---------------------------------------------------------------------------------------------------


@compiled
def weak_played(s, p):
    """0 if no weak card has been played, 2 if a curse has, else 1."""
    found = 0
    for i in range(s.n_played[p]):
        kind = s.played[p][i] & KIND
        if kind == BEWILDERMENT:
            return 2
        if IS_WEAK[kind]:
            found = 1
    return found


@compiled
def logit_of_call(s, patron):
    """How a call looks."""
    p = s.player
    if patron == TREASURY:
        logit = 5.0 - 3.0 * progress(s) + (1.0 if s.coins[p] == 2 else 0.0)
        weak = weak_played(s, p)
        return logit - 5.0 if weak == 0 else logit + (0.5 if weak == 2 else 0.0)
    logit = 0.0
    if s.favour[patron] != p:
        mine = 0
        for slot in range(5):
            if s.favour[s.patron[slot]] == p:
                mine += 1
        logit = 1.0 if mine >= 2 else 0.5
    if patron == ORGNUM:
        return logit + (4.0 if s.favour[ORGNUM] == p else 3.0)
    if patron == DUKE_OF_CROWS:
        return logit + s.coins[p] - 5.0 + 2.5 * progress(s)
    if patron == ANSEI:
        return logit + 2.0 - progress(s)
    return logit + (1.0 if patron == PELIN else 0.5)


@compiled
def logit_of_purchase(s, kind):
    """How a purchase looks."""
    logit = 0.5 * POINTS[kind]
    return logit if DECK[kind] == TREASURY else logit + owned_of_deck(s, s.player, DECK[kind])


@compiled
def logit_of_card(s, item):
    """How it looks to choose a card."""
    kind = kind_of(item)
    follow = s.follow
    if follow == REFRESH_CARDS:
        return 3.0 * POINTS[kind]
    if follow == ACQUIRE_CARDS:
        return 10.0 * POINTS[kind]
    if follow == KNOCKOUT_AGENTS:
        hp = ((item >> WHERE) - ON_BOARD) >> 1
        return 0.2 * (10 * POINTS[kind] + 3 * hp)
    if follow in (COMPLETE_PELIN, COMPLETE_PSIJIC):
        return -3.0 * POINTS[kind]  # as the bot has it
    if follow == COMPLETE_HLAALU:
        return 1.5 * COST[kind] - POINTS[kind]
    if follow in (COMPLETE_TREASURY, DESTROY_CARDS, DISCARD_CARDS):
        bonus = 3.0 * IS_WEAK[kind]
        if kind == BEWILDERMENT:
            bonus = 10000.0
        elif kind == GOLD:
            bonus = 10.0
        return bonus - 2.0 * POINTS[kind]
    return 0.0


@compiled
def logit_of(s, move):
    """How a move looks."""
    command = move >> COMMAND
    kind = kind_of(move & ITEM_MASK)
    if command == PLAY:
        return 1.0 * PLAY_LOGIT[kind]
    if command == ACTIVATE:
        return ACTIVATE_LOGIT[kind] - 3.0
    if command == ATTACK:
        return 2.0 * POINTS[kind] - 2.0
    if command == BUY:
        return logit_of_purchase(s, kind) - 20.0
    if command == CALL:
        return logit_of_call(s, kind) - 100.0
    if move == END:
        return -10000.0
    logit = 0.0
    if command != EFFECT:
        items = items_of(move)
        while items != 0:
            logit += logit_of_card(s, items & ITEM_MASK)
            items >>= ITEM
    return logit


@compiled
def draw_by_logits(s, out, n, rng):
    """Draw a move with the weights of its logit, in one pass: each takes the place of those before by its share."""
    chosen = 0
    top = logit_of(s, out[0])
    total = 1.0
    for i in range(1, n):
        logit = logit_of(s, out[i])
        if logit > top:
            total *= exp(top - logit)
            top = logit
        weight = exp(logit - top)
        total += weight
        if uniform(rng) * total < weight:
            chosen = i
    return chosen


@compiled
def advise_sakkirina(s, t, rng, out):
    """Write the move by which Sakkirina's playouts go on; the draft is random."""
    n = legal_moves(s, t, out)
    if s.turn == 0:
        i = below(rng, n)
    elif n == 1:
        i = 0
    else:
        i = rule_of_turn(s, out, n) if s.board == NORMAL else rule_of_choice(s, out, n)
        if i == NO_RULE:
            i = draw_by_logits(s, out, n, rng)
    out[0] = out[i]
    return 1
