"""The choices of DecisionTreeBot: which cards, and which half of an offer."""

from __future__ import annotations

from mulligan.kernel import compiled

from ..rules.cards import COST, CURSE, DECK, GOLD, TYPE
from ..rules.choices import card_at
from ..rules.layout import (
    ACQUIRE_CARDS,
    COMMAND,
    COMPLETE_HLAALU,
    COMPLETE_PELIN,
    COMPLETE_PSIJIC,
    COMPLETE_TREASURY,
    DESTROY_CARDS,
    EFFECT,
    ITEM,
    KIND,
    KNOCKOUT_AGENTS,
    PATRON_CHOICE,
    PLACE,
    REFRESH_CARDS,
    REPLACE_CARDS,
)
from ..rules.packed import is_among
from ..rules.vocabulary import (
    ACQUIRE,
    AMOUNT,
    COIN,
    DESTROY,
    DRAW,
    OPP_DISCARD,
    OPP_PRESTIGE,
    PART,
    POWER,
    PRESTIGE,
    REFRESH,
    REPLACE,
    TOSS,
    WORD,
)
from .cardvalues import POINTS
from .tallies import owned_of_deck, size_of_deck

SURELY = 5000
FAIR = 10  # tier points

# --- cards ------------------------------------------------------------------------------------------------------------


@compiled
def score_to_sacrifice(s, kind):
    """How gladly a card is given for its prestige."""
    mine = owned_of_deck(s, s.player, DECK[kind])
    return 20 * COST[kind] - mine * mine - POINTS[kind]


@compiled
def score_of_option(s, i):
    """What an option of the open choice counts."""
    p = s.player
    kind = card_at(s, s.option[i]) & KIND
    if s.follow == COMPLETE_TREASURY:
        if TYPE[kind] == CURSE:
            return -1000
        return 0 if kind == GOLD else POINTS[kind] + 2 * owned_of_deck(s, s.player, DECK[kind])
    if s.follow == COMPLETE_HLAALU:
        return COST[kind] if s.prestige[1 - p] >= s.prestige[p] else score_to_sacrifice(s, kind)
    if s.follow == COMPLETE_PELIN:
        mine = owned_of_deck(s, s.player, DECK[kind])
        return mine * mine + POINTS[kind]
    if s.follow == COMPLETE_PSIJIC:
        return POINTS[kind] + s.hp[1 - p][s.option[i] % PLACE]
    return POINTS[kind]


@compiled
def wants_best(s):
    """Whether the best cards are chosen, not the worst."""
    follow = s.follow
    if follow == REPLACE_CARDS:
        return s.n_hand[s.player] == 0
    if follow in (ACQUIRE_CARDS, KNOCKOUT_AGENTS, REFRESH_CARDS):
        return True
    return follow in (COMPLETE_HLAALU, COMPLETE_PELIN, COMPLETE_PSIJIC)


@compiled
def choose_options(s):
    """Choose as many cards as allowed, best or worst; but destroy one at most, and none of few.

    Of equal cards a patron gets the last as the best, and the first as the worst.  Elsewhere it is the other way round,
    for there the bot keeps its cards in a list, worst first, that puts a new one before its equals; and it names them
    as they stand in the list.
    """
    number = min(s.high, s.n_options)
    if s.follow == DESTROY_CARDS:
        number = 0 if size_of_deck(s, s.player) <= 10 else min(number, 1)
    best = wants_best(s)
    takes_last = best == (s.board == PATRON_CHOICE)
    chosen = 0
    for k in range(number):
        at = -1
        top = 0
        for i in range(s.n_options):
            if not is_among(chosen, i + 1):
                score = score_of_option(s, i)
                better = score > top if best else score < top
                if at < 0 or better or (takes_last and score == top):
                    at = i
                    top = score
        chosen = chosen << ITEM | at + 1 if best else chosen | (at + 1) << (ITEM * k)
    return chosen


# --- effects ----------------------------------------------------------------------------------------------------------


@compiled
def score_of_row(s, effect, n):
    """What more coins, a free card or a new row are worth in the present tavern."""
    p = s.player
    score = 0
    for i in range(s.n_row):
        kind = s.row[i] & KIND
        mine = owned_of_deck(s, s.player, DECK[kind])
        if effect == COIN:
            if POINTS[kind] >= FAIR or mine >= 3:
                score += 100 if s.coins[p] <= COST[kind] <= s.coins[p] + n else 0
        elif effect == ACQUIRE:
            score = max(score, mine * mine + POINTS[kind])
        elif s.n_hand[p] > 0:
            score += 100 if COST[kind] > s.coins[p] or POINTS[kind] < FAIR else 0
        else:
            score += 150 if POINTS[kind] >= FAIR else 0
    return score


@compiled
def score_of_destroying(s):
    """How many cards would better be gone."""
    p = s.player
    if size_of_deck(s, p) <= 5:
        return -1000000000
    return 100 * (
        count_spare(s, s.hand[p], s.n_hand[p])
        + count_spare(s, s.played[p], s.n_played[p])
        + count_spare(s, s.cooldown[p], s.n_cooldown[p])
        + count_spare(s, s.draw[p], s.n_draw[p])
    )


@compiled
def count_spare(s, cells, n):
    """How many of these cards are poor, or of a deck with few others."""
    spare = 0
    for i in range(n):
        kind = cells[i] & KIND
        if POINTS[kind] < FAIR or owned_of_deck(s, s.player, DECK[kind]) <= 3:
            spare += 1
    return spare


@compiled
def score_of_effect(s, unit):
    """How much one half of a card's offer is wanted."""
    p = s.player
    effect = unit & WORD
    n = unit >> AMOUNT & 15
    enemy = s.prestige[1 - p]
    if effect == COIN and enemy <= 15:
        return SURELY
    if effect in (COIN, ACQUIRE, REPLACE):
        return score_of_row(s, effect, n)
    if effect == POWER:
        return SURELY if enemy >= 25 else 5 * n
    if effect == PRESTIGE:
        return 10 * n
    if effect == OPP_PRESTIGE:
        return SURELY if enemy >= s.prestige[p] else 0
    if effect == OPP_DISCARD:
        return SURELY
    if effect == DESTROY:
        return score_of_destroying(s)
    if effect == DRAW:
        return 500 * s.n_hand[p]
    if effect == TOSS:
        return 200 * s.n_hand[p]
    score = 500
    if effect == REFRESH:
        score = 0
        for i in range(max(0, s.n_cooldown[p] - n), s.n_cooldown[p]):
            mine = owned_of_deck(s, s.player, DECK[s.cooldown[p][i] & KIND])
            score += POINTS[s.cooldown[p][i] & KIND] + mine * mine
    return score


@compiled
def choose_effect(s):
    """Choose the half of a card's offer that is wanted more, of equals the first."""
    left = score_of_effect(s, s.limit & 511)
    right = score_of_effect(s, s.limit >> PART & 511)
    return EFFECT << COMMAND | (2 if right > max(-1, left) else 1)
