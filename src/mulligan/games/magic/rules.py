"""The rules of creature-combat Magic: turns, combat and main phases over sets of bits.

A stage is skipped when it offers no choice at all: nobody can attack, nobody can block, nothing can be played.
"""

from __future__ import annotations

from mulligan.game import CHAIN
from mulligan.kernel import below, compiled, lowest, shuffle_part, size

from .layout import (
    ATTACK,
    BLOCK,
    CREATURES,
    EVERY_CREATURE,
    EVERYTHING,
    LAND,
    NO,
    NOBODY,
    PLAY,
    ROOM,
    TOP,
    UNDOMINATED,
    WHOLE,
    WITH_LAND,
)

MAX_OPTIONS = 1024


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


@compiled(inline=True)
def draw_card(s, t, p, rng):
    """Move the next card of the library to the hand and note its kind."""
    top = s.drawn[p]
    if s.loose:
        j = top + below(rng, t.cards[p] - top)
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


@compiled(inline=True)
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


# --- combat -----------------------------------------------------------------------------------------------------------


@compiled(inline=True)
def declare(s, attackers):
    """Tap the attackers and ask the other player for blocks."""
    p = s.active
    s.attackers = attackers
    s.ready[p] &= ~attackers
    s.tapped[p] |= attackers
    s.stage = BLOCK
    s.asked = 0
    s.last = 0
    for a in range(CREATURES + 1):
        s.gang[a] = 0


@compiled(inline=True)
def resolve(s, t):
    """Deal all combat damage at once."""
    p = s.active
    q = p ^ 1
    damage = 0
    blocked = 0
    left = s.attackers
    while left != 0:
        a = lowest(left)
        free = s.gang[a] == 0
        damage += t.power[p][a] if free else 0
        blocked |= 0 if free else left & -left
        left &= left - 1
    while blocked != 0:
        fight(s, t, p, q, lowest(blocked))
        blocked &= blocked - 1
    s.life[q] -= damage
    if s.life[q] <= 0:
        s.winner = p


@compiled
def fight(s, t, p, q, a):
    """A blocked attacker and its blockers strike each other."""
    gang = s.gang[a]
    power = t.power[p][a]
    force = 0
    frail = 0
    total = 0
    more = gang
    while more != 0:
        b = lowest(more)
        force += t.power[q][b]
        dies = t.toughness[q][b] <= power
        frail |= more & -more if dies else 0
        total += t.toughness[q][b] if dies else 0
        more &= more - 1
    bit = 1 << a if force >= t.toughness[p][a] else 0
    s.tapped[p] ^= bit
    s.dead[p] |= bit
    if total > power:
        frail = best_kill(t, q, frail, power)
    s.ready[q] &= ~frail
    s.dead[q] |= frail


@compiled
def best_kill(t, q, gang, power):
    """The blockers that an attacker kills: total toughness within its power, greatest cost, then most creatures."""
    if size(gang) > 5:
        return best_kill_of_many(t, q, gang, power)
    best = 0
    worth = 0
    some = gang
    while some != 0:
        need = 0
        value = 0
        more = some
        while more != 0:
            b = lowest(more)
            need += t.toughness[q][b]
            value += 64 * t.cost[q][b] + 1
            more &= more - 1
        if need <= power and (value > worth or (value == worth and some < best)):
            worth = value
            best = some
        some = (some - 1) & gang
    return best


@compiled
def best_kill_of_many(t, q, gang, power):
    """The same for a crowd: go through the sets depth first, leaving out what no longer fits."""
    best = 0
    worth = 0
    chosen = 0
    value = 0
    room = power
    rest = gang
    while True:
        while rest != 0:  # take what fits, in order
            b = lowest(rest)
            bit = rest & -rest
            rest ^= bit
            if t.toughness[q][b] <= room:
                chosen |= bit
                room -= t.toughness[q][b]
                value += 64 * t.cost[q][b] + 1
        if value > worth or (value == worth and chosen < best):
            worth = value
            best = chosen
        if chosen == 0:
            return best
        bit = highest(chosen)  # give back the last one taken, and go on without it
        b = lowest(bit)
        chosen ^= bit
        room += t.toughness[q][b]
        value -= 64 * t.cost[q][b] + 1
        rest = gang & ~((bit << 1) - 1) & ~t.copies[q][t.kind[q][b]]  # nor its like: they would be the same set


@compiled
def highest(mask):
    """The highest bit set, as a mask of one bit."""
    while mask & (mask - 1) != 0:
        mask &= mask - 1
    return mask


# --- moves ------------------------------------------------------------------------------------------------------------


@compiled
def fill_sets(t, p, creatures, mana, tag, out, start):
    """Write every set of `creatures` that `mana` can pay, lowest copies first, after `start`; return the new end.

    Each set carries `tag`, and above it the mana that it leaves (see ROOM).  Returns -1 when the buffer is too small.
    """
    out[start] = tag + (mana << ROOM)
    end = start + 1
    creatures &= t.within[p][min(mana, TOP)]
    while creatures != 0:
        b = lowest(creatures)
        same = creatures & t.copies[p][t.kind[p][b]]
        creatures &= ~same
        cost = t.cost[p][b]
        for i in range(start, end):
            entry = out[i]
            more = same
            while more != 0 and entry >> ROOM >= cost:
                if end == MAX_OPTIONS:
                    return -1
                entry += (more & -more) - (cost << ROOM)
                more &= more - 1
                out[end] = entry
                end += 1
    return end


@compiled
def keep_sets(t, p, held, undominated, out, start, end):
    """Take the mana left off the sets; drop those that leave enough for a creature still in `held`, if asked to."""
    kept = start
    for i in range(start, end):
        room = out[i] >> ROOM
        move = out[i] & ((1 << ROOM) - 1)
        if not undominated or held & ~move & t.within[p][min(room, TOP)] == 0:
            out[kept] = move
            kept += 1
    return kept


@compiled
def card_sets(s, t, level, out):
    """Write the whole main-phase moves of a pruning level; -1 when there are too many to list."""
    p = s.active
    held = s.hand[p] & ~s.asked
    land = s.land_hand[p] > 0 and not s.landed
    end = 0
    if not land or level == EVERYTHING:
        end = fill_sets(t, p, held, s.mana, WHOLE, out, 0)
        if end < 0:
            return -1
    if land:
        end = fill_sets(t, p, held, s.mana + 1, WHOLE | WITH_LAND, out, end)
        if end < 0:
            return -1
    return keep_sets(t, p, held, level == UNDOMINATED, out, 0, end)


@compiled
def card_question(s, t, level, out):
    """Write the admissible answers about the dearest card that can still be played; the land comes by itself."""
    p = s.active
    card = dearest(t, p, playable(s, t), TOP)
    if card == 0:
        out[0] = NO
        return 1
    n = 0
    if level != UNDOMINATED or completes(s, t, card, out):
        n += 1
    yes = n
    if level != UNDOMINATED or completes(s, t, 0, out):
        n += 1
    if yes == 1:
        out[0] = card
    if n > yes:
        out[yes] = NO
    if n == 0:  # an earlier answer has already left something playable
        out[0] = card
        out[1] = NO
        return 2
    return n


@compiled
def completes(s, t, card, out):
    """Whether the answer (a card, or 0 for no) can still lead to a move that leaves nothing playable."""
    p = s.active
    mana = s.mana
    if s.land_hand[p] > 0 and not s.landed:
        mana += 1
    asked = dearest(t, p, playable(s, t), TOP)
    free = s.hand[p] & ~s.asked & ~card
    held = s.hand[p] & ~card
    if card == 0:
        free &= ~t.copies[p][t.kind[p][lowest(asked)]]
    else:
        mana -= t.cost[p][lowest(card)]
    end = fill_sets(t, p, free, mana, 0, out, 0)
    if end < 0:
        return True
    return keep_sets(t, p, held, True, out, 0, end) > 0


@compiled
def attack_sets(s, t, out):
    """Write every different set of attackers; -1 when there are too many to list."""
    p = s.active
    out[0] = WHOLE
    end = 1
    ready = s.ready[p]
    while ready != 0:
        same = ready & t.copies[p][t.kind[p][lowest(ready)]]
        ready &= ~same
        before = end
        if before * (size(same) + 1) > MAX_OPTIONS:
            return -1
        for i in range(before):
            bits = 0
            more = same
            while more != 0:
                bits |= more & -more
                more &= more - 1
                out[end] = out[i] | bits
                end += 1
    return end


@compiled
def attack_question(s, t, out):
    """Write how many of the strongest kind not yet asked about may attack: a set of its copies, or none."""
    p = s.active
    same = strongest_kind(t, p, s.ready[p] & ~s.asked)
    out[0] = 0
    n = 1
    bits = 0
    while same != 0:
        bits |= same & -same
        same &= same - 1
        out[n] = bits
        n += 1
    return n


@compiled
def strongest_kind(t, p, creatures):
    """All copies of the strongest kind among `creatures`."""
    top = 0
    while creatures != 0:
        top = creatures & t.copies[p][t.kind[p][lowest(creatures)]]
        creatures &= ~top
    return top


@compiled
def next_blocker(s, t):
    """The creature that is asked next for a block: one of the strongest kind not yet asked, as one bit."""
    same = strongest_kind(t, s.active ^ 1, s.ready[s.active ^ 1] & ~s.asked)
    return same & -same


@compiled
def block_question(s, t, out):
    """Write whom the next blocker may block.

    Copies of one creature are asked in turn and may not choose an attacker before the last one's choice, and of two
    equal attackers with equal blockers only the first is offered: so each different block has one chain of answers.
    """
    p = s.active
    q = p ^ 1
    n = 0
    left = s.attackers
    while left != 0:
        a = lowest(left)
        left &= left - 1
        if a >= s.last and first_of_its_like(s, t, p, q, a):
            out[n] = a
            n += 1
    out[n] = NOBODY
    return n + 1


@compiled
def alike(t, q, gang, other):
    """Whether two sets of blockers hold the same kinds."""
    if size(gang) != size(other):
        return False
    while gang != 0:
        copies = t.copies[q][t.kind[q][lowest(gang)]]
        if size(gang & copies) != size(other & copies):
            return False
        gang &= ~copies
    return True


@compiled
def first_of_its_like(s, t, p, q, a):
    """Whether no earlier attacker equals attacker `a` in kind and in blockers so far."""
    earlier = s.attackers & t.copies[p][t.kind[p][a]] & ((1 << a) - 1)
    while earlier != 0:
        if alike(t, q, s.gang[a], s.gang[lowest(earlier)]):
            return False
        earlier &= earlier - 1
    return True


@compiled
def options(s, t, form, out):
    """Write the legal moves: whole attacks and whole main phases, or questions; blocks are always questions.

    Where whole moves are too many to list, questions take their place.
    """
    level = form & (CHAIN - 1)
    chain = form >= CHAIN
    if s.stage == ATTACK:
        if not chain and s.asked == 0:
            n = attack_sets(s, t, out)
            if n > 0:
                return n
        return attack_question(s, t, out)
    if s.stage == BLOCK:
        return block_question(s, t, out)
    if not chain:
        n = card_sets(s, t, level, out)
        if n > 0:
            return n
    return card_question(s, t, level, out)


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
    if move >= WHOLE and move < NO:
        if move & WITH_LAND:
            play_land(s)
        cast(s, move & 0xFFFFFFFF)
        end_turn(s, t, rng)
        return
    card = dearest(t, p, playable(s, t), TOP)
    if s.land_hand[p] > 0 and not s.landed:
        play_land(s)
    if move == NO:
        if card != 0:
            s.asked |= t.copies[p][t.kind[p][lowest(card)]]
    else:
        s.mana -= t.cost[p][lowest(move)]
        cast(s, move)


@compiled(inline=True)
def play_land(s):
    """Put a land into play."""
    p = s.active
    s.land_hand[p] -= 1
    s.lands[p] += 1
    s.mana += 1
    s.landed = 1


@compiled(inline=True)
def cast(s, creatures):
    """Put creatures into play, untapped."""
    s.hand[s.active] &= ~creatures
    s.ready[s.active] |= creatures


# --- what players know ------------------------------------------------------------------------------------------------


@compiled
def hide(s, t, seat, rng):
    """Deal the other hand and both libraries anew from the cards that `seat` has not seen."""
    for p in range(2):
        held = size(s.hand[p]) + s.land_hand[p]
        unseen = ((1 << t.creatures[p]) - 1) & ~(s.ready[p] | s.tapped[p] | s.dead[p])
        lands = t.lands[p] - s.lands[p] - s.land_gone[p]
        start = s.drawn[p]
        if p == seat:
            unseen &= ~s.hand[p]
            lands -= s.land_hand[p]
        else:
            start -= held
        n = start
        while unseen != 0:
            s.library[p][n] = lowest(unseen)
            unseen &= unseen - 1
            n += 1
        for i in range(n, n + lands):
            s.library[p][i] = LAND
        shuffle_part(s.library[p], start, n + lands, rng)
        if p != seat:
            s.hand[p] = 0
            s.land_hand[p] = 0
            for i in range(start, s.drawn[p]):
                if s.library[p][i] == LAND:
                    s.land_hand[p] += 1
                else:
                    s.hand[p] |= 1 << s.library[p][i]
                s.library[p][i] = 0
    s.loose = 0
    s.seen = 0  # what the other player drew last is not known


@compiled
def shuffle(s, t, firm, rng):
    """Make the order of both libraries random again: now, or card by card as they are drawn."""
    s.loose = 1
    if firm:
        s.loose = 0
        for p in range(2):
            shuffle_part(s.library[p], s.drawn[p], t.cards[p], rng)


@compiled
def write_kinds(t, p, creatures, out, n):
    """Write how many of each kind are among `creatures`, from place `n`; return the next place."""
    for k in range(t.kinds[p]):
        out[n] = size(creatures & t.copies[p][k])
        n += 1
    return n


@compiled
def observe(s, t, seat, out):
    """All that `seat` may know: the table, the own hand, and the sizes of the rest."""
    n = 0
    for p in range(2):
        out[n] = s.life[p]
        out[n + 1] = s.lands[p]
        out[n + 2] = s.land_gone[p]
        out[n + 3] = size(s.hand[p]) + s.land_hand[p]
        out[n + 4] = t.cards[p] - s.drawn[p]
        n = write_kinds(t, p, s.ready[p], out, n + 5)
        n = write_kinds(t, p, s.tapped[p], out, n)
        n = write_kinds(t, p, s.dead[p], out, n)
    out[n] = s.land_hand[seat]
    n = write_kinds(t, seat, s.hand[seat], out, n + 1)
    out[n] = s.turn
    out[n + 1] = s.active
    out[n + 2] = s.stage
    out[n + 3] = s.winner
    out[n + 4] = s.mana if s.stage == PLAY else 0
    out[n + 5] = s.landed if s.stage == PLAY else 0
    out[n + 6] = size(s.attackers & ((1 << s.last) - 1)) if s.stage == BLOCK else 0  # copies are not told apart
    n = write_kinds(t, s.active, s.attackers if s.stage != PLAY else 0, out, n + 7)
    decider = s.active ^ 1 if s.stage == BLOCK else s.active
    n = write_kinds(t, decider, s.asked if seat == decider or s.stage != PLAY else 0, out, n)
    left = s.attackers if s.stage == BLOCK else 0
    while left != 0:
        a = lowest(left)
        left &= left - 1
        n = write_kinds(t, s.active ^ 1, s.gang[a], out, n)
    return n


@compiled
def cards(s, t, out):
    """The identity of every card: 64 times the seat, plus its kind (33 for a land)."""
    n = 0
    for p in range(2):
        creatures = s.hand[p] | s.ready[p] | s.tapped[p] | s.dead[p]
        while creatures != 0:
            out[n] = 64 * p + t.kind[p][lowest(creatures)]
            creatures &= creatures - 1
            n += 1
        for _ in range(s.land_hand[p] + s.lands[p] + s.land_gone[p]):
            out[n] = 64 * p + 33
            n += 1
        for i in range(s.drawn[p], t.cards[p]):
            card = s.library[p][i]
            out[n] = 64 * p + (33 if card == LAND else t.kind[p][card])
            n += 1
    return n


@compiled(inline=True)
def actor(s):
    """The active player, or the other one for blocks."""
    if s.winner >= 0:
        return -1
    return s.active ^ 1 if s.stage == BLOCK else s.active


@compiled(inline=True)
def stage(s):
    """Attack, block or cards."""
    return s.stage


@compiled(inline=True)
def turn(s):
    """Turns of both players are counted."""
    return s.turn


@compiled(inline=True)
def outcome(s):
    """The kinds of card drawn since the last move, in order."""
    return s.seen


@compiled
def payoff(s, seat):
    """There are no draws."""
    return 1.0 if s.winner == seat else 0.0


MAX_NUMBERS = 2 * (5 + 3 * CREATURES) + 8 + 3 * CREATURES + CREATURES * CREATURES
