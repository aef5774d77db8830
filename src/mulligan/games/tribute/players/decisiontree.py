"""DecisionTreeBot: rules without search.

The bot remembers within a turn which deck it is playing and how many coins it has had; here the first is read off the
combos, and the coins are those of the moment.
"""

from __future__ import annotations

import numpy as np

from mulligan.kernel import compiled

from ..rules.cards import (
    AGENT,
    AMBUSH,
    ANSEI,
    BLACK_SACRAMENT,
    COST,
    CURSE,
    DECK,
    DUKE_OF_CROWS,
    HLAALU,
    LEVELS,
    ORGNUM,
    PELIN,
    PSIJIC,
    RAJHIN,
    TAUNT,
    TITHE,
    TREASURY,
    TYPE,
    UNITS,
)
from ..rules.course import is_drafted
from ..rules.items import item_of, item_of_agent
from ..rules.layout import (
    ACTIVATE,
    ATTACK,
    BUY,
    CALL,
    COMMAND,
    ELSEWHERE,
    ENACT_CHOSEN_EFFECT,
    END,
    KIND,
    NOBODY,
    NORMAL,
    PLAY,
)
from ..rules.listing import is_taunted
from ..rules.patrons import can_call
from .advice import take_any, write_choice
from .cardvalues import POINTS
from .decisiontree_choices import FAIR, SURELY, choose_effect, choose_options, score_to_sacrifice
from .tallies import owned_of_deck, size_of_deck

IMPRISONMENT, BLACKMAIL = 109, 106
WEAK, GOOD = 1, 25  # tier points
NO_MOVE = -1

HAS_LEVEL = (UNITS[:, :, 0] != 0).astype(np.int64)
TOP_LEVEL = np.max(HAS_LEVEL * np.arange(LEVELS), axis=1)
"""The highest combo level at which a card does something, from 0."""
COMBO_POINTS = HAS_LEVEL @ np.array([level * (level + 1) for level in range(LEVELS)], np.int64)


# --- playing cards ----------------------------------------------------------------------------------------------------


@compiled
def left_to_play(s, deck):
    """How many cards in hand and agents in play of a deck can still be used."""
    p = s.player
    n = 0
    for i in range(s.n_hand[p]):
        if DECK[s.hand[p][i] & KIND] == deck:
            n += 1
    for i in range(s.n_agents[p]):
        if not s.acted[p][i] and DECK[s.agent[p][i] & KIND] == deck:
            n += 1
    return n


@compiled
def nth_deck(s, n):
    """The order in which decks are played: Pelin or the first patron, then Treasury, then all by the draft."""
    if n == 0:
        return PELIN if is_drafted(s, PELIN) else s.patron[0]
    if n == 1:
        return TREASURY
    return s.patron[n - 2 if n < 4 else n - 1]


@compiled
def deck_to_play(s):
    """The deck of which cards are played: one that is begun goes on until nothing is left; -1 if nothing is."""
    first = -1
    for n in range(6):
        deck = nth_deck(s, n)
        if left_to_play(s, deck) > 0:
            if s.combo[deck] > 0:
                return deck
            if first < 0:
                first = deck
    return first


@compiled
def rank_to_play(kind, played, reach):
    """The order in which cards of a deck are played: first those whose combos all come, then those that lose least."""
    top = TOP_LEVEL[kind]
    if top < played:
        return top
    levels = 0
    total = 0
    for level in range(1, LEVELS):
        if HAS_LEVEL[kind][level] and level <= reach:
            levels += 1
            total += level
    return LEVELS + (levels * 8 + total) * LEVELS + top


@compiled
def play_or_activate(s):
    """The next card to play or agent to use; NO_MOVE if there is none."""
    p = s.player
    deck = deck_to_play(s)
    if deck < 0:
        return NO_MOVE
    played = s.combo[deck]
    reach = left_to_play(s, deck) + played - 1
    best = 1 << 20
    move = NO_MOVE
    for i in range(s.n_hand[p]):
        kind = s.hand[p][i] & KIND
        if DECK[kind] == deck and rank_to_play(kind, played, reach) < best:
            best = rank_to_play(kind, played, reach)
            move = PLAY << COMMAND | item_of(kind, ELSEWHERE)
    for i in range(s.n_agents[p]):
        kind = s.agent[p][i] & KIND
        if not s.acted[p][i] and DECK[kind] == deck and rank_to_play(kind, played, reach) < best:
            best = rank_to_play(kind, played, reach)
            move = ACTIVATE << COMMAND | item_of_agent(s, p, i)
    return move


# --- buying and calling -----------------------------------------------------------------------------------------------


@compiled
def may_call(s, patron):
    """Whether a patron is in the game and can be called now."""
    return s.calls[s.player] > 0 and is_drafted(s, patron) and can_call(s, patron)


@compiled
def call_of(patron):
    """The move that calls a patron."""
    return CALL << COMMAND | patron + 1


@compiled
def buy_of(s, i):
    """The move that buys a card of the row."""
    return BUY << COMMAND | item_of(s.row[i], ELSEWHERE)


@compiled
def catch_up(s):
    """What is done when the opponent is about to win: power at any price."""
    p = s.player
    if s.prestige[1 - p] <= 40 or s.prestige[p] >= s.prestige[1 - p]:
        return NO_MOVE
    if may_call(s, DUKE_OF_CROWS):
        return call_of(DUKE_OF_CROWS)
    if may_call(s, ORGNUM):
        return call_of(ORGNUM)
    for i in range(s.n_row):
        kind = s.row[i] & KIND
        if kind in (IMPRISONMENT, BLACKMAIL) and COST[kind] <= s.coins[p]:
            return buy_of(s, i)
    return NO_MOVE


@compiled
def lacks_a_coin(s):
    """Whether one more coin would buy a good card."""
    for i in range(s.n_row):
        kind = s.row[i] & KIND
        if COST[kind] == s.coins[s.player] + 1 and (POINTS[kind] == GOOD or owned_of_deck(s, s.player, DECK[kind]) > 5):
            return True
    return False


@compiled
def favours(s, p):
    """How many patrons favour a player."""
    n = 0
    for slot in range(5):
        if s.favour[s.patron[slot]] == p:
            n += 1
    return n


@compiled
def fear(s):
    """The tier points of the opponent's agents."""
    q = 1 - s.player
    points = 0
    for i in range(s.n_agents[q]):
        points += POINTS[s.agent[q][i] & KIND]
    return points


@compiled
def score_to_buy(s, kind):
    """How much a card of the tavern is wanted."""
    if DECK[kind] != TREASURY:
        mine = owned_of_deck(s, s.player, DECK[kind])
        return mine * mine + POINTS[kind] + COMBO_POINTS[kind] - COST[kind]
    if kind == TITHE:
        return SURELY if favours(s, s.player) + s.calls[s.player] + 1 == 4 else 0
    if kind == BLACK_SACRAMENT:
        return 3 * s.n_agents[1 - s.player] + fear(s)
    if kind == AMBUSH:
        return 6 * s.n_agents[1 - s.player] + fear(s)
    return 0


@compiled
def buy_best(s):
    """Buy the card that is wanted most, or rather call Orgnum or Rajhin if it is not wanted much."""
    best = 0
    at = -1
    for i in range(s.n_row):
        kind = s.row[i] & KIND
        if COST[kind] <= s.coins[s.player]:
            score = score_to_buy(s, kind)
            if score > best:
                best = score
                at = i
    if at < 0:
        return NO_MOVE
    kind = s.row[at] & KIND
    if POINTS[kind] <= FAIR and owned_of_deck(s, s.player, DECK[kind]) < 3:
        if may_call(s, ORGNUM):
            return call_of(ORGNUM)
        if may_call(s, RAJHIN):
            return call_of(RAJHIN)
    return buy_of(s, at)


@compiled
def score_to_give_hlaalu(s, p):
    """The best that Hlaalu could get."""
    if s.prestige[p] > 30:
        return SURELY
    score = 0
    for i in range(s.n_played[p]):
        score = max(score, score_to_sacrifice(s, s.played[p][i] & KIND))
    for i in range(s.n_cooldown[p]):
        score = max(score, score_to_sacrifice(s, s.cooldown[p][i] & KIND))
    return score


@compiled
def score_to_call(s, patron):
    """How much a patron is wanted."""
    p = s.player
    if patron == ANSEI:
        return SURELY if s.coins[p] <= 6 or lacks_a_coin(s) else 0
    if patron == DUKE_OF_CROWS:
        if s.coins[p] >= 10:
            return s.prestige[p] // s.coins[p] * SURELY
        return SURELY if s.coins[p] - 1 + s.prestige[p] >= 40 else 0
    if patron == RAJHIN:
        return 5 // max(1, size_of_deck(s, 1 - p))
    if patron == PSIJIC:
        return fear(s)
    if patron == ORGNUM:
        return 2 * (size_of_deck(s, p) // 5)
    if patron == HLAALU:
        return score_to_give_hlaalu(s, p)
    score = 0
    if patron == PELIN:
        for i in range(s.n_cooldown[p]):
            if TYPE[s.cooldown[p][i] & KIND] == AGENT:
                score += POINTS[s.cooldown[p][i] & KIND]
    elif patron == TREASURY:
        for i in range(s.n_played[p]):
            kind = s.played[p][i] & KIND
            score += (POINTS[kind] <= WEAK) + 3 * (TYPE[kind] == CURSE)
    return score


@compiled
def calls_to_win(s, p):
    """How many calls a player is away from the favour of all."""
    n = 0
    for slot in range(5):
        patron = s.patron[slot]
        if patron != TREASURY and s.favour[patron] != p:
            n += 1 if s.favour[patron] == NOBODY or patron == ANSEI else 2
    return n


@compiled
def call_for_favours(s):
    """A call that wins the game, or one that the opponent must not be left without."""
    p = s.player
    if calls_to_win(s, p) <= s.calls[p]:
        for slot in range(5):
            patron = s.patron[slot]
            if patron != TREASURY and s.favour[patron] != p and may_call(s, patron):
                return call_of(patron)
    away = calls_to_win(s, 1 - p)
    if away <= 2:
        for slot in range(5):
            patron = s.patron[slot]
            if s.favour[patron] == 1 - p and may_call(s, patron) and (patron != DUKE_OF_CROWS or away == 1):
                return call_of(patron)
    return NO_MOVE


@compiled
def call_best(s):
    """Call a patron if any can be called: for favours, to be rid of a curse, or the one that is wanted most."""
    p = s.player
    move = call_for_favours(s)
    if move != NO_MOVE:
        return move
    if may_call(s, TREASURY):
        for i in range(s.n_played[p]):
            if TYPE[s.played[p][i] & KIND] == CURSE:
                return call_of(TREASURY)
    best = -1 << 40
    for slot in range(5):
        patron = s.patron[slot]
        if may_call(s, patron) and score_to_call(s, patron) > best:
            best = score_to_call(s, patron)
            move = call_of(patron)
    return move


@compiled
def attack_best(s):
    """Attack the best agent that falls, else the best."""
    p = s.player
    q = 1 - p
    if s.power[p] == 0:
        return NO_MOVE
    taunted = is_taunted(s, q)
    best = -1
    move = NO_MOVE
    for i in range(s.n_agents[q]):
        kind = s.agent[q][i] & KIND
        if not taunted or TAUNT[kind]:
            rank = POINTS[kind] + (1000 if s.hp[q][i] <= s.power[p] else 0)
            if rank > best:
                best = rank
                move = ATTACK << COMMAND | item_of_agent(s, q, i)
    return move


# --- all together -----------------------------------------------------------------------------------------------------


@compiled
def free_move(s):
    """The move of a turn."""
    move = play_or_activate(s)
    if move == NO_MOVE:
        move = catch_up(s)
    if move == NO_MOVE and may_call(s, ANSEI) and lacks_a_coin(s):
        move = call_of(ANSEI)
    if move == NO_MOVE:
        move = buy_best(s)
    if move == NO_MOVE:
        move = call_best(s)
    if move == NO_MOVE:
        move = attack_best(s)
    return END if move == NO_MOVE else move


@compiled
def advise_tree(s, t, rng, out):
    """Write DecisionTreeBot's moves; it drafts at random."""
    if s.turn == 0 or s.n_picked > 0:
        return take_any(s, t, 0, rng, out)
    if s.board == NORMAL:
        out[0] = free_move(s)
        return 1
    if s.follow == ENACT_CHOSEN_EFFECT:
        out[0] = choose_effect(s)
        return 1
    return write_choice(s, t, choose_options(s), out)
