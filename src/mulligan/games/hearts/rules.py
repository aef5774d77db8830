# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs
"""The rules: passing, tricks, points, and what the play of a card tells everybody."""

from __future__ import annotations

from mulligan.core.game import OVER, UNSEEN
from mulligan.kernel import below, compiled, lowest, pick, size

from .cards import (
    ALL_POINTS,
    DECK,
    HAND,
    HEARTS,
    HELD,
    KIT,
    MATCH_ORDER,
    PASSED,
    PASSING,
    PLAYED,
    QUEEN,
    SEATS,
    STOCK,
    TRICK,
    TRICKS,
    TWO_OF_CLUBS,
)

begin, give, put, card_at, bar = (
    KIT.moving.begin,
    KIT.moving.give,
    KIT.moving.put,
    KIT.moving.card_at,
    KIT.moving.bar,
)
lay, winner = TRICKS.lay, TRICKS.winner
kit_hide = KIT.knowing.hide

SUIT, SUIT_CARDS = DECK.suit, DECK.suits
EVERY = DECK.every
HEART_CARDS = SUIT_CARDS[HEARTS]
POINT_CARDS = HEART_CARDS | 1 << QUEEN
PASS_STAGE, PLAY_STAGE = 0, 1
STAGES = ("pass", "play")
LEVELS = ("none", "ordered")
ORDERED = 1
NO_TRUMP = -1


# --- the course of a hand ---------------------------------------------------------------------------------------------


@compiled
def deal(s, t, rng):
    """The first hand."""
    s.goal = t.goal
    s.direction = t.direction
    deal_hand(s, rng)


@compiled
def deal_hand(s, rng):
    """Thirteen cards each."""
    begin(s, STOCK, rng)
    for seat in range(SEATS):
        give(s, STOCK, HAND + seat, HELD)
        s.points[seat] = 0
    s.tricks = 0
    s.broken = 0
    s.passes = SEATS * PASSED if s.direction else 0
    if s.passes == 0:
        open_play(s)


@compiled
def open_play(s):
    """Whoever holds the two of clubs leads it, and so everybody knows where it is."""
    for seat in range(SEATS):
        if s.zones[HAND + seat] >> TWO_OF_CLUBS & 1:
            s.leader = seat
        s.known[seat] |= 1 << TWO_OF_CLUBS


@compiled
def actor(s):
    """Players pass one after the other, though nobody sees what; then in turn from whoever leads the trick."""
    if s.passes:
        return SEATS - 1 - (s.passes - 1) // PASSED
    return OVER if s.tricks == HELD else (s.leader + size(s.zones[TRICK])) % SEATS


@compiled
def stage(s):
    """Passing, or playing."""
    return PASS_STAGE if s.passes else PLAY_STAGE


@compiled
def turn(s):
    """Every card is a turn."""
    return s.turn


@compiled
def play(s, t, move, rng):
    """Pass a card, or play it to the trick."""
    seat = actor(s)
    s.turn += 1
    if s.passes:
        put(s, move, PASSING + seat)
        s.passes -= 1
        if s.passes == 0:
            exchange(s)
        return
    tell(s, t, seat, move)
    lay(s, seat, move)
    if (move == QUEEN and t.queen_breaks) or SUIT[move] == HEARTS:
        s.broken = 1
    if size(s.zones[TRICK]) == SEATS:
        take(s)
        if s.tricks == HELD:
            count(s)
            if s.goal and highest(s) < s.goal:
                s.direction = MATCH_ORDER[s.hands % SEATS]
                deal_hand(s, rng)


@compiled
def exchange(s):
    """All take up what was passed to them; whoever passed it knows where it is."""
    for seat in range(SEATS):
        rest = s.zones[PASSING + seat]
        while rest != 0:
            put(s, lowest(rest), HAND + (seat + s.direction) % SEATS)
            rest &= rest - 1
    open_play(s)


@compiled
def take(s):
    """The trick goes to its winner, who leads the next one."""
    taken = s.zones[TRICK]
    taker = winner(s, s.leader, NO_TRUMP)
    s.points[taker] += size(taken & HEART_CARDS) + (13 if taken >> QUEEN & 1 else 0)
    for i in range(SEATS):
        put(s, card_at(s, TRICK, 0), PLAYED + (s.leader + i) % SEATS)
    s.leader = taker
    s.tricks += 1


@compiled
def count(s):
    """The end of a hand; whoever has taken all points has shot the moon, and the others get them."""
    for seat in range(SEATS):
        if s.points[seat] == ALL_POINTS:
            for other in range(SEATS):
                s.points[other] = 0 if other == seat else ALL_POINTS
            break
    for seat in range(SEATS):
        s.score[seat] += s.points[seat]
    s.hands += 1


@compiled
def highest(s):
    """The highest score."""
    most = 0
    for seat in range(SEATS):
        most = max(most, s.score[seat])
    return most


@compiled
def payoff(s, seat):
    """A hand: 1 without a point, 0 with all of them.  A match: 1 for the lowest score, shared by those who have it."""
    if s.goal == 0:
        return 1.0 - s.points[seat] / ALL_POINTS
    ties = 0
    for other in range(SEATS):
        if s.score[other] < s.score[seat]:
            return 0.0
        if s.score[other] == s.score[seat]:
            ties += 1
    return 1.0 / ties


@compiled
def outcome(s):
    """What chance has decided: the cards of a new hand."""
    if s.tricks or size(s.zones[TRICK]) or 0 < s.passes < SEATS * PASSED:
        return 0
    found = 0
    for seat in range(SEATS):
        found = (found * 1_000_003 + s.zones[HAND + seat] % 2_147_483_647) % 2_147_483_647
    return 1 + found


# --- moves ------------------------------------------------------------------------------------------------------------


@compiled
def playable(s, t, seat):
    """The cards that a seat may play, as bits."""
    held = s.zones[HAND + seat]
    led = card_at(s, TRICK, 0)
    if led >= 0:
        same = held & SUIT_CARDS[SUIT[led]]
        if same:
            return same
        if s.tricks == 0 and not t.points_first and held & ~POINT_CARDS:
            return held & ~POINT_CARDS
        return held
    if s.tricks == 0:
        return 1 << TWO_OF_CLUBS
    if not s.broken and held & ~HEART_CARDS:
        return held & ~HEART_CARDS
    return held


@compiled
def options(s, t, form, out):
    """Cards to pass or to play; in order, the three of a pass are chosen from the highest number to the lowest."""
    seat = actor(s)
    rest = s.zones[HAND + seat] if s.passes else playable(s, t, seat)
    if s.passes and form == ORDERED:
        rest = in_order(s, seat)
    n = 0
    while rest != 0:
        out[n] = lowest(rest)
        n += 1
        rest &= rest - 1
    return n


@compiled
def in_order(s, seat):
    """The cards to pass that lie below those chosen before, and leave enough to choose from."""
    held = s.zones[HAND + seat]
    chosen = s.zones[PASSING + seat]
    below_all = (chosen & -chosen) - 1 if chosen else EVERY
    rest = held & below_all
    needed = PASSED - 1 - size(chosen)  # after this one
    if size(rest) <= needed:
        return held  # they were chosen in another order
    for _ in range(needed):
        rest &= rest - 1
    return rest


@compiled
def seen(s, t, move, seat):
    """Nobody sees what others pass."""
    return UNSEEN if s.passes and seat != actor(s) else move


# --- knowledge --------------------------------------------------------------------------------------------------------


@compiled
def tell(s, t, seat, card):
    """What everybody learns from a card, besides a suit that is not followed (which `lay` notes): what is not held."""
    led = card_at(s, TRICK, 0)
    if led < 0:
        if SUIT[card] == HEARTS and not s.broken:
            bar(s, HAND + seat, EVERY & ~HEART_CARDS)
    elif s.tricks == 0 and not t.points_first and POINT_CARDS >> card & 1:
        bar(s, HAND + seat, EVERY & ~POINT_CARDS)


@compiled
def hide(s, t, seat, rng):
    """Deal anew what a seat cannot know: the cards, and which of them others have passed to one another.

    Of the thirteen cards that a player had after the pass any three may be those that came from another: what has been
    played of these is told to nobody else, and the passer knows the rest.
    """
    kit_hide(s, t, seat, rng)
    if s.passes or s.direction == 0:
        return
    for passer in range(SEATS):
        taker = (passer + s.direction) % SEATS
        if seat in (passer, taker):
            continue
        left = s.zones[HAND + taker] | s.zones[PLAYED + taker]
        place = (taker - s.leader) % SEATS
        if place < size(s.zones[TRICK]):
            left |= 1 << card_at(s, TRICK, place)
        for i in range(PASSED):
            bit = pick(left, below(rng, HELD - i))
            left ^= bit
            s.known[passer] |= bit
