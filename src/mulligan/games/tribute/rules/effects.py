"""What cards do: combos, the chain of effects, and the choices that stop it."""

from __future__ import annotations

from mulligan.kernel import compiled, inlined

from .cards import AGENT, COST, DECK, HP, LEVELS, SUMMERSET_SACKING, TYPE, UNITS
from .layout import (
    ACQUIRE_CARDS,
    AT_AGENTS,
    AT_COOLDOWN,
    AT_DRAW,
    AT_FOE,
    AT_HAND,
    AT_PLAYED,
    AT_ROW,
    CHOICE,
    COMPLETE_HLAALU,
    COMPLETE_PELIN,
    COMPLETE_PSIJIC,
    COMPLETE_TREASURY,
    DESTROY_CARDS,
    DISCARD_CARDS,
    DONATE_CARDS,
    ENACT_CHOSEN_EFFECT,
    KIND,
    KNOCKOUT_AGENTS,
    NORMAL,
    PLACE,
    REFRESH_CARDS,
    REPLACE_CARDS,
    SOURCE,
    TOSS_CARDS,
)
from .vocabulary import (
    ACQUIRE,
    AMOUNT,
    COIN,
    DESTROY,
    DONATE,
    DRAW,
    EITHER,
    HEAL,
    KNOCKOUT,
    KNOCKOUT_ALL,
    OPP_DISCARD,
    OPP_PRESTIGE,
    PATRON_CALL,
    POWER,
    PRESTIGE,
    REFRESH,
    REFRESH_AGENT,
    REPLACE,
    SACKING,
    TOSS,
    WORD,
)
from .zones import create, draw_cards, knock_out_all, reshuffle

# --- combos -----------------------------------------------------------------------------------------------------------


@inlined
def append_level(s, kind, level):
    """Put the effects of one combo level of a card at the end of the chain; discards wait for the next turn."""
    for i in range(2):
        unit = UNITS[kind][level][i]
        if unit != 0:
            if unit & WORD == OPP_DISCARD and unit & EITHER == 0:
                s.doom += 1
            else:
                s.chain[s.tail] = unit | kind << SOURCE
                s.tail += 1


@compiled
def trigger(s, kind):
    """A card counts for its deck: its effects, and those of earlier cards that waited for one more, join the chain."""
    deck = DECK[kind]
    count = s.combo[deck]
    reached = min(count + 1, LEVELS)
    for level in range(reached):
        if level == count:
            for i in range(count):
                append_level(s, s.waiting[deck][i], level)
        append_level(s, kind, level)
    if count < LEVELS - 1:
        s.waiting[deck][count] = kind
    s.combo[deck] = reached


# --- choices ----------------------------------------------------------------------------------------------------------


@inlined
def offer_all(s, place, count):
    """Offer the first `count` cards of a place."""
    for i in range(count):
        s.option[s.n_options] = place * PLACE + i
        s.n_options += 1


@compiled
def offer_row(s, dearest):
    """Offer the cards of the tavern row up to a cost, but not one that came after the choice was opened."""
    for i in range(s.n_row):
        if i + 1 != s.skip and COST[s.row[i] & KIND] <= dearest:
            s.option[s.n_options] = AT_ROW * PLACE + i
            s.n_options += 1


@compiled
def offer_paid(s, cells, count, place):
    """Offer the cards of a place that cost something."""
    for i in range(count):
        if COST[cells[i] & KIND] >= 1:
            s.option[s.n_options] = place * PLACE + i
            s.n_options += 1


@compiled
def offer_cooled(s, p, agents_only):
    """Offer the own cooldown pile, or the agents in it."""
    for i in range(s.n_cooldown[p]):
        if not agents_only or TYPE[s.cooldown[p][i] & KIND] == AGENT:
            s.option[s.n_options] = AT_COOLDOWN * PLACE + i
            s.n_options += 1


@compiled
def list_options(s):
    """Write down where the cards lie that the open choice offers, in the engine's order."""
    p = s.player
    for i in range(s.n_options):
        s.option[i] = 0
    s.n_options = 0
    follow = s.follow
    if follow in (REPLACE_CARDS, ACQUIRE_CARDS):
        offer_row(s, s.limit)
    elif follow == DESTROY_CARDS:
        offer_all(s, AT_HAND, s.n_hand[p])
        offer_all(s, AT_AGENTS, s.n_agents[p])
        offer_all(s, AT_PLAYED, s.n_played[p])
    elif follow in (DISCARD_CARDS, DONATE_CARDS):
        offer_all(s, AT_HAND, s.n_hand[p])
    elif follow == REFRESH_CARDS:
        offer_cooled(s, p, s.limit)
    elif follow == TOSS_CARDS:
        offer_all(s, AT_DRAW, s.high)
    elif follow in (KNOCKOUT_AGENTS, COMPLETE_PSIJIC):
        offer_all(s, AT_FOE, s.n_agents[1 - p])
    elif follow == COMPLETE_HLAALU:
        offer_paid(s, s.hand[p], s.n_hand[p], AT_HAND)
        offer_paid(s, s.played[p], s.n_played[p], AT_PLAYED)
        offer_paid(s, s.agent[p], s.n_agents[p], AT_AGENTS)
    elif follow == COMPLETE_PELIN:
        offer_cooled(s, p, 1)
    elif follow == COMPLETE_TREASURY:
        offer_all(s, AT_PLAYED, s.n_played[p])
        offer_all(s, AT_HAND, s.n_hand[p])
        offer_all(s, AT_AGENTS, s.n_agents[p])


@compiled
def open_choice(s, follow, low, high, limit):
    """Ask the player on turn; the caller says of which kind the choice is."""
    s.follow = follow
    s.low = low
    s.high = high
    s.limit = limit
    s.skip = 0
    list_options(s)
    return True


@compiled
def open_refresh(s, p, n, agents_only):
    """Ask which cards of the cooldown pile go on top of the draw pile."""
    open_choice(s, REFRESH_CARDS, 0, n, agents_only)
    s.high = min(n, s.n_options)
    return True


@compiled
def open_toss(s, p, n, rng):
    """Look at the top cards, and ask which of them go to the cooldown pile."""
    if s.n_draw[p] < n:
        reshuffle(s, p, rng)
    seen = min(n, s.n_draw[p])
    s.known[p] = max(s.known[p], seen)
    return open_choice(s, TOSS_CARDS, 0, seen, 0)


# --- the chain --------------------------------------------------------------------------------------------------------


@compiled
def heal(s, p, kind, n):
    """The agent that has this effect recovers, if it is still there."""
    for i in range(s.n_agents[p]):
        if s.agent[p][i] & KIND == kind:
            s.hp[p][i] = min(HP[kind], s.hp[p][i] + n)
            return


@compiled
def enact_simple(s, t, effect, n, source, rng):
    """Enact an effect that needs no choice."""
    p = s.player
    if effect == COIN:
        s.coins[p] += n
    elif effect == POWER:
        s.power[p] += n
    elif effect == PRESTIGE:
        s.prestige[p] += n
    elif effect == OPP_PRESTIGE:
        s.prestige[1 - p] = max(0, s.prestige[1 - p] - n)
    elif effect == DRAW:
        draw_cards(s, p, n, rng)
    elif effect == PATRON_CALL:
        s.calls[p] += n
    elif effect == SACKING:
        for _ in range(n):
            create(s, t, p, SUMMERSET_SACKING)
    elif effect == HEAL:
        heal(s, p, source, n)
    elif effect == KNOCKOUT_ALL:
        knock_out_all(s, p)
        knock_out_all(s, 1 - p)


@compiled
def enact(s, t, unit, source, rng):
    """Enact one effect; return whether it waits for a choice."""
    p = s.player
    if unit & EITHER:
        return open_choice(s, ENACT_CHOSEN_EFFECT, 1, 1, unit)
    effect = unit & WORD
    n = unit >> AMOUNT & 15
    if effect == REPLACE:
        return open_choice(s, REPLACE_CARDS, 0, n, 1 << 20)
    if effect == ACQUIRE:
        return open_choice(s, ACQUIRE_CARDS, 0, 1, n)
    if effect == DESTROY:
        return open_choice(s, DESTROY_CARDS, 0, n, 0)
    if effect == REFRESH:
        return open_refresh(s, p, n, 0)
    if effect == REFRESH_AGENT:
        return open_refresh(s, p, n, 1)
    if effect == TOSS:
        return open_toss(s, p, n, rng)
    if effect == KNOCKOUT:
        k = min(n, s.n_agents[1 - p])
        return open_choice(s, KNOCKOUT_AGENTS, k, k, 0)
    if effect == DONATE:
        return open_choice(s, DONATE_CARDS, 0, n, 0)
    if effect == OPP_DISCARD:
        k = min(n, s.n_hand[p])
        return k > 0 and open_choice(s, DISCARD_CARDS, k, k, 0)
    enact_simple(s, t, effect, n, source, rng)
    return False


@compiled
def run_chain(s, t, waits, rng):
    """Enact the chain up to the next choice, which is then of the kind `waits`, or to its end."""
    while s.head < s.tail:
        effect = s.chain[s.head]
        s.chain[s.head] = 0
        s.head += 1
        if enact(s, t, effect & ((1 << SOURCE) - 1), effect >> SOURCE, rng):
            s.board = waits
            return
    s.head = 0
    s.tail = 0
    s.board = NORMAL


@compiled
def set_off(s, t, kind, rng):
    """Trigger a card and run what it sets off."""
    trigger(s, kind)
    run_chain(s, t, CHOICE, rng)
