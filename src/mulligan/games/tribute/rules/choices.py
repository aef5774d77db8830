"""What follows when a choice is made."""

from __future__ import annotations

from mulligan.kernel import compiled

from .cards import CONTRACT_ACTION, CONTRACT_AGENT, COST, MORIHAUS_SACRED_BULL, MORIHAUS_THE_ARCHER, TYPE, WRIT_OF_COIN
from .effects import enact, run_chain, trigger
from .layout import (
    ACQUIRE_CARDS,
    AT_AGENTS,
    AT_COOLDOWN,
    AT_DRAW,
    AT_FOE,
    AT_HAND,
    AT_PLAYED,
    COMPLETE_HLAALU,
    COMPLETE_PELIN,
    COMPLETE_PSIJIC,
    COMPLETE_TREASURY,
    DESTROY_CARDS,
    DISCARD_CARDS,
    DONATE_CARDS,
    KIND,
    KNOCKOUT_AGENTS,
    NORMAL,
    PATRON_CHOICE,
    PLACE,
    REFRESH_CARDS,
    REPLACE_CARDS,
    ROW,
    TOSS_CARDS,
)
from .packed import ascending, count_of, index_of
from .vocabulary import PART
from .zones import (
    add_agent,
    bury,
    create,
    destroy,
    draw_cards,
    fell_agent,
    refill,
    remove,
    take_agent,
    take_from_cooldown,
    take_from_hand,
    take_from_played,
    take_from_row,
    to_cooldown,
    to_top,
)

# Chosen options travel as a number, in the order in which the player names them: it is the order in which things happen
# to the cards.  They leave their place from the last to the first, so that none moves another.


@compiled
def card_at(s, option):
    """The card that an option stands for."""
    p = s.player
    place = option // PLACE
    i = option % PLACE
    if place == AT_HAND:
        return s.hand[p][i]
    if place == AT_PLAYED:
        return s.played[p][i]
    if place == AT_AGENTS:
        return s.agent[p][i]
    if place == AT_COOLDOWN:
        return s.cooldown[p][i]
    if place == AT_DRAW:
        return s.draw[p][s.n_draw[p] - 1 - i]
    if place == AT_FOE:
        return s.agent[1 - p][i]
    return s.row[i]


@compiled
def take_own(s, option):
    """Take a card of the own hand, played pile or board."""
    p = s.player
    place = option // PLACE
    i = option % PLACE
    if place == AT_HAND:
        return take_from_hand(s, p, i)
    if place == AT_PLAYED:
        return take_from_played(s, p, i)
    return take_agent(s, p, i)


@compiled
def clear_choice(s):
    """Forget the choice that has been made."""
    for i in range(s.n_options):
        s.option[i] = 0
    for i in range(s.n_picked):
        s.picked[i] = 0
    s.n_options = 0
    s.n_picked = 0
    s.follow = 0
    s.low = 0
    s.high = 0
    s.limit = 0
    s.skip = 0


@compiled
def replace_cards(s, chosen):
    """Each chosen card leaves the row, is replaced from the pile, and goes under it."""
    gap = ROW
    for k in range(count_of(chosen)):
        i = s.option[index_of(chosen, k)] % PLACE
        if i > gap:
            i -= 1
        cell = take_from_row(s, i)
        if not refill(s, i):
            gap = i  # of an empty pile, so once at most: the card that is buried fills the next place
        bury(s, cell)


@compiled
def discard(s, chosen):
    """The chosen cards of the hand go to the cooldown pile, in their order."""
    p = s.player
    n = count_of(chosen)
    for k in range(n):
        to_cooldown(s, p, card_at(s, s.option[index_of(chosen, k)]))
    listed = ascending(chosen)
    for k in range(n - 1, -1, -1):
        take_from_hand(s, p, s.option[index_of(listed, k)] % PLACE)
    return n


@compiled
def refresh(s, chosen):
    """The chosen cards of the cooldown pile go on top of the draw pile, the one named last uppermost."""
    p = s.player
    n = count_of(chosen)
    for k in range(n):
        to_top(s, p, card_at(s, s.option[index_of(chosen, k)]))
    listed = ascending(chosen)
    for k in range(n - 1, -1, -1):
        take_from_cooldown(s, p, s.option[index_of(listed, k)] % PLACE)
    return n


@compiled
def toss(s, chosen):
    """The chosen top cards of the draw pile go to the cooldown pile."""
    p = s.player
    n = count_of(chosen)
    size = s.n_draw[p]
    for k in range(n):
        to_cooldown(s, p, card_at(s, s.option[index_of(chosen, k)]))
    listed = ascending(chosen)
    for k in range(n):  # from the top down, for the top is at the end of the array
        remove(s.draw[p], s.n_draw[p], size - 1 - s.option[index_of(listed, k)] % PLACE)
        s.n_draw[p] -= 1
    s.known[p] = max(0, s.known[p] - n)


@compiled
def reward_morihaus(s, chosen):
    """Each Morihaus on a board that is not itself knocked out gives its owner a coin."""
    p = s.player
    for q in range(2):
        for i in range(s.n_agents[q]):
            kind = s.agent[q][i] & KIND
            if kind in (MORIHAUS_SACRED_BULL, MORIHAUS_THE_ARCHER):
                s.coins[q] += 1
    for k in range(count_of(chosen)):
        kind = s.agent[1 - p][s.option[index_of(chosen, k)] % PLACE] & KIND
        if kind in (MORIHAUS_SACRED_BULL, MORIHAUS_THE_ARCHER):
            s.coins[1 - p] -= 1


@compiled
def knock_out(s, chosen):
    """The chosen agents leave the opponent's board: first the hired ones, then the others, each in their order."""
    q = 1 - s.player
    n = count_of(chosen)
    for k in range(n):
        cell = s.agent[q][s.option[index_of(chosen, k)] % PLACE]
        if TYPE[cell & KIND] == CONTRACT_AGENT:
            bury(s, cell)
    for k in range(n):
        cell = s.agent[q][s.option[index_of(chosen, k)] % PLACE]
        if TYPE[cell & KIND] != CONTRACT_AGENT:
            to_cooldown(s, q, cell)
    listed = ascending(chosen)
    for k in range(n - 1, -1, -1):
        take_agent(s, q, s.option[index_of(listed, k)] % PLACE)


@compiled
def acquire(s, chosen):
    """Take a card of the row without paying; what a contract does joins the end of the chain."""
    p = s.player
    if chosen == 0:
        return
    i = s.option[index_of(chosen, 0)] % PLACE
    cell = take_from_row(s, i)
    kind = cell & KIND
    if TYPE[kind] == CONTRACT_ACTION:
        trigger(s, kind)
        bury(s, cell)
    elif TYPE[kind] == CONTRACT_AGENT:
        add_agent(s, p, cell)
        trigger(s, kind)
    else:
        to_cooldown(s, p, cell)
    refill(s, i)


@compiled
def complete_patron(s, t, chosen):
    """What a patron does with the one card that was chosen."""
    p = s.player
    option = s.option[index_of(chosen, 0)]
    follow = s.follow
    if follow == COMPLETE_PSIJIC:
        fell_agent(s, 1 - p, option % PLACE)
    elif follow == COMPLETE_PELIN:
        to_top(s, p, take_from_cooldown(s, p, option % PLACE))
    else:
        cell = take_own(s, option)
        destroy(s, cell)
        if follow == COMPLETE_HLAALU:
            s.prestige[p] += COST[cell & KIND] - 1
        elif follow == COMPLETE_TREASURY:
            create(s, t, p, WRIT_OF_COIN)


@compiled
def choose_cards(s, t, chosen, rng):
    """Do what the open choice of cards is for, and go on with the chain."""
    p = s.player
    board = s.board
    follow = s.follow
    if board == PATRON_CHOICE:
        complete_patron(s, t, chosen)
        clear_choice(s)
        s.board = NORMAL
        return
    if follow == REPLACE_CARDS:
        replace_cards(s, chosen)
    elif follow == DESTROY_CARDS:
        listed = ascending(chosen)
        for k in range(count_of(chosen) - 1, -1, -1):
            destroy(s, take_own(s, s.option[index_of(listed, k)]))
    elif follow == DISCARD_CARDS:
        discard(s, chosen)
    elif follow == DONATE_CARDS:
        draw_cards(s, p, discard(s, chosen), rng)
    elif follow == REFRESH_CARDS:
        s.known[p] += refresh(s, chosen)
    elif follow == TOSS_CARDS:
        toss(s, chosen)
    elif follow == KNOCKOUT_AGENTS:
        reward_morihaus(s, chosen)
        knock_out(s, chosen)
    elif follow == ACQUIRE_CARDS:
        acquire(s, chosen)
    clear_choice(s)
    run_chain(s, t, board, rng)


@compiled
def choose_effect(s, t, right, rng):
    """Enact the chosen half of an effect, and go on with the chain unless that asks again."""
    unit = s.limit >> (PART if right else 0) & 511
    board = s.board
    clear_choice(s)
    if enact(s, t, unit, 0, rng):
        s.board = board
    else:
        run_chain(s, t, board, rng)
