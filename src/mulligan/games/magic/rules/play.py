# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs
"""The rules of creature-combat Magic: dealing, drawing, turns, and what a move does.

A stage is skipped when it offers no choice at all: nobody can attack, nobody can block, nothing can be played.
"""

from __future__ import annotations

from mulligan.kernel import below, compiled, inlined, lowest, pick, shuffle_part, size

from .combat import declare, resolve
from .layout import (
    ATTACK,
    BLOCK,
    CHEAPEST,
    DEAREST,
    EVERY_CREATURE,
    LAND,
    NO,
    NOBODY,
    PLAY,
    TOP,
    WHOLE,
    WITH_LAND,
)

# --- dealing, drawing and turns ---------------------------------------------------------------------------------------


@compiled
def deal(s, t, rng):
    """Shuffle both libraries, give both hands, and begin the first turn."""
    for p in range(2):
        n = t.creatures[p]
        for i in range(t.cards[p]):
            s.library[p][i] = i if i < n else LAND
        shuffle_part(s.library[p], 0, t.cards[p], rng)
        s.life[p] = t.life
        for _ in range(t.hand):
            draw_card(s, t, p, rng)
    s.winner = -1
    s.active = 1  # begin_turn passes it on: seat 0 moves first
    s.seen = 0
    begin_turn(s, t, rng)
    settle(s, t, rng)


@compiled
def even_draw(s, t, p, rng):
    """The place of a card in the library: any kind that is left, equally likely, however many copies there are."""
    top = s.drawn[p]
    kinds = 0
    for i in range(top, t.cards[p]):
        kinds |= 1 << t.kind[p][s.library[p][i]]
    kind = lowest(pick(kinds, below(rng, size(kinds))))
    while t.kind[p][s.library[p][top]] != kind:
        top += 1
    return top


@inlined
def draw_card(s, t, p, rng):
    """Move the next card of the library to the hand and note its kind."""
    top = s.drawn[p]
    if s.loose:
        j = even_draw(s, t, p, rng) if t.even_draws else top + below(rng, t.cards[p] - top)
        card = s.library[p][j]
        s.library[p][j] = s.library[p][top]
    else:
        card = s.library[p][top]
    s.library[p][top] = 0
    s.drawn[p] = top + 1
    bit = 1 << card
    s.hand[p] |= bit & EVERY_CREATURE  # no branch: the next card is hard to predict
    s.land_hand[p] += bit >> LAND
    s.seen = (s.seen * 32 + 1 + t.kind[p][card]) & 0xFFFFFFFFFF


@compiled
def begin_turn(s, t, rng):
    """Pass the turn: untap, draw, and go to the attack."""
    s.turn += 1
    p = s.active ^ 1
    s.active = p
    s.ready[p] |= s.tapped[p]
    s.tapped[p] = 0
    s.stage = ATTACK
    s.asked = 0
    s.attackers = 0
    if s.turn > 1 or not t.skip_first_draw:
        if s.drawn[p] == t.cards[p]:
            s.winner = 1 - p
            return
        draw_card(s, t, p, rng)


@inlined
def enter_main(s):
    """Go to the main phase with fresh mana."""
    s.stage = PLAY
    s.mana = s.lands[s.active]
    s.landed = 0
    s.asked = 0


@compiled
def end_turn(s, t, rng):
    """Discard down to the limit, if there is one, and pass the turn."""
    if t.max_hand:
        discard(s, t)
    begin_turn(s, t, rng)


@compiled
def discard(s, t):
    """Drop lands while two are held, then the dearest creature, until the hand is within the limit."""
    p = s.active
    while size(s.hand[p]) + s.land_hand[p] > t.max_hand:
        if s.land_hand[p] > 1 or s.hand[p] == 0:
            s.land_hand[p] -= 1
            s.land_gone[p] += 1
        else:
            bit = dearest(t, p, s.hand[p], TOP)
            s.hand[p] &= ~bit
            s.dead[p] |= bit


@compiled
def dearest(t, p, creatures, limit):
    """The dearest of `creatures` that costs at most `limit`, strongest first among equals, as one bit; 0 if none."""
    found = creatures & t.within[p][min(limit, TOP)]
    if found == 0:
        return 0
    c = min(limit, TOP)
    while found & ~t.within[p][c - 1] == 0:
        c -= 1
    found = strongest_kind(t, p, found & ~t.within[p][c - 1])
    return found & -found


@compiled
def cheapest(t, p, creatures):
    """The cheapest creature as one bit, weakest first among equals; 0 if there is none."""
    if creatures == 0:
        return 0
    c = 1
    while creatures & t.within[p][c] == 0:
        c += 1
    creatures &= t.within[p][c]
    return creatures & -creatures


@compiled
def shuffled_rank(s, kind):
    """The place of a kind in an order of its own for each main phase, made of what both players see there."""
    mixed = (((s.turn * 64 + s.life[0]) * 64 + s.life[1]) * 64 + size(s.dead[0])) * 64 + size(s.dead[1])
    mixed = mixed * 64 + kind
    for _ in range(3):
        mixed = (mixed ^ (mixed >> 16)) & 0x7FFFFFFF
        mixed = mixed * 0x7FEB352D & 0x7FFFFFFF
    return mixed


@compiled
def asked_next(s, t, creatures):
    """The card in hand that a chain of questions comes to next, of those that can be played, as one bit; 0 if none."""
    p = s.active
    if t.ask == DEAREST:
        return dearest(t, p, creatures, TOP)
    if t.ask == CHEAPEST:
        return cheapest(t, p, creatures)
    first = 0
    top = -1
    while creatures != 0:
        bit = creatures & -creatures
        kind = t.kind[p][lowest(bit)]
        creatures &= ~t.copies[p][kind]
        rank = shuffled_rank(s, kind)
        if rank > top:
            top = rank
            first = bit
    return first


@compiled
def playable(s, t):
    """The creatures in hand that can be played now, as bits, an unplayed land included in the mana."""
    p = s.active
    mana = s.mana
    if s.land_hand[p] > 0 and not s.landed:
        mana += 1
    return s.hand[p] & ~s.asked & t.within[p][min(mana, TOP)]


@compiled
def settle(s, t, rng):
    """Go on to the next stage that offers a choice, or to the end of the game."""
    while s.winner < 0:
        if s.stage == ATTACK:
            if s.ready[s.active] != 0:
                return
            enter_main(s)
        elif s.stage == BLOCK:
            if s.attackers != 0 and s.ready[s.active ^ 1] & ~s.asked != 0:
                return
            resolve(s, t)
            enter_main(s)
        else:
            p = s.active
            if (s.land_hand[p] > 0 and not s.landed) or playable(s, t) != 0:
                return
            end_turn(s, t, rng)


@compiled
def strongest_kind(t, p, creatures):
    """All copies of the strongest kind among `creatures`."""
    top = 0
    while creatures != 0:
        top = creatures & t.copies[p][t.kind[p][lowest(creatures)]]
        creatures &= ~top
    return top


# --- moves ------------------------------------------------------------------------------------------------------------


@compiled
def next_blocker(s, t):
    """The creature that is asked next for a block: one of the strongest kind not yet asked, as one bit."""
    same = strongest_kind(t, s.active ^ 1, s.ready[s.active ^ 1] & ~s.asked)
    return same & -same


@compiled
def play(s, t, move, rng):
    """Apply a move, then go on to the next choice."""
    s.seen = 0
    if s.stage == ATTACK:
        play_attack(s, t, move)
    elif s.stage == BLOCK:
        play_block(s, t, move)
    else:
        play_cards(s, t, move, rng)
    settle(s, t, rng)


@compiled
def play_attack(s, t, move):
    """Declare a whole attack, or answer for one kind."""
    p = s.active
    if move >= WHOLE:
        declare(s, move & 0xFFFFFFFF)
        return
    s.attackers |= move
    s.asked |= strongest_kind(t, p, s.ready[p] & ~s.asked)
    if s.ready[p] & ~s.asked == 0:
        declare(s, s.attackers)


@compiled
def play_block(s, t, move):
    """Send the next blocker to an attacker, or keep it out."""
    q = s.active ^ 1
    bit = next_blocker(s, t)
    s.asked |= bit
    s.last = move
    if move != NOBODY:
        s.gang[move] |= bit
    if s.ready[q] & ~s.asked & t.copies[q][t.kind[q][lowest(bit)]] == 0:
        s.last = 0  # the next blocker is of another kind


@compiled
def play_cards(s, t, move, rng):
    """Play a whole set of cards and pass the turn, or answer for one card."""
    p = s.active
    if move & WHOLE:
        if move & WITH_LAND:
            play_land(s)
        cast(s, move & 0xFFFFFFFF)
        end_turn(s, t, rng)
        return
    card = asked_next(s, t, playable(s, t))
    if s.land_hand[p] > 0 and not s.landed:
        play_land(s)
    if move == NO:
        if card != 0:
            s.asked |= t.copies[p][t.kind[p][lowest(card)]]
    else:
        s.mana -= t.cost[p][lowest(move)]
        cast(s, move)


@inlined
def play_land(s):
    """Put a land into play."""
    p = s.active
    s.land_hand[p] -= 1
    s.lands[p] += 1
    s.mana += 1
    s.landed = 1


@inlined
def cast(s, creatures):
    """Put creatures into play, untapped."""
    s.hand[s.active] &= ~creatures
    s.ready[s.active] |= creatures


# --- where the game stands --------------------------------------------------------------------------------------------


@inlined
def actor(s):
    """The active player, or the other one for blocks."""
    if s.winner >= 0:
        return -1
    return s.active ^ 1 if s.stage == BLOCK else s.active


@inlined
def stage(s):
    """Attack, block or cards."""
    return s.stage


@inlined
def turn(s):
    """Turns of both players are counted."""
    return s.turn


@inlined
def outcome(s):
    """The kinds of card drawn since the last move, in order."""
    return s.seen


@compiled
def payoff(s, seat):
    """There are no draws."""
    return 1.0 if s.winner == seat else 0.0
