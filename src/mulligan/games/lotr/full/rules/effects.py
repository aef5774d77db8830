"""What card texts do: effects wait on a stack, and are carried out one by one, or wait for the player's choice.

An effect is a row of the table: verb, amount, whom it concerns.  Nothing here calls itself: whatever follows from an
effect (a card revealed has a text of its own, a location was explored) is laid on top of the stack.  The player chooses
by a number, the bit of a set that `candidates` returns:

| whom                                   | the numbers are                                                           |
|----------------------------------------|---------------------------------------------------------------------------|
| a character, committed, hero, defender | slots                                                                     |
| an enemy, a location                   | places                                                                    |
| a card of the hand, deck, discard pile | kinds                                                                     |
| an attachment                          | the hero's number times GEARS plus that of the attachment; those that lie |
|                                        | on locations come behind, in order of places                              |
| a spider                               | kinds in the encounter deck; kinds in its discard pile come behind        |
"""

from __future__ import annotations

from mulligan.games.lotr.full.layout import GEARS
from mulligan.games.lotr.full.vocabulary import (
    AND,
    ATTACHMENT_ONE,
    ATTACKER,
    BAND,
    BIND,
    BOOST,
    CARD,
    CHARACTER,
    COMMITTED,
    DAMAGE,
    DEFENDER,
    DRAW,
    DREAD,
    DROP,
    EACH_CHARACTER,
    EACH_ENGAGED,
    EACH_EXHAUSTED,
    EACH_LOCATION,
    ENEMY_ONE,
    ENGAGED,
    EXHAUST,
    FALLEN,
    FETCH,
    FORGET,
    FREE,
    GLOOM,
    HERO,
    HIT,
    HITS_GIFT,
    HOLD_BACK,
    IF_EMPTY,
    LAST_CHOICE,
    LOCATION_ONE,
    LOOK,
    OR,
    PROGRESS,
    RAISE,
    RANGED,
    RANGED_ONE,
    READY,
    RECYCLE,
    REGAIN,
    RELEASE,
    REVEAL_CARDS,
    REVIVE,
    SPIDER,
    SPIDER_ONE,
    SPIRIT_CARD,
    SPIRIT_ONE,
    STEEL,
    STRIKE_ALONE,
    STRIP,
    TAKE,
    THE_ATTACKER,
    THE_LOCATION,
    THREAT,
    WEAR,
    WITHDRAW,
)
from mulligan.games.lotr.layout import ALL_HEROES, ALLY_CARD, EVENT_CARD, HEROES, NO_PLACE, PERILS, RESPONSE, SPIRIT
from mulligan.games.lotr.rules.zones import bring_up, wealth
from mulligan.kernel import below, compiled, lowest, shuffle_part, size

from .figures import BANDED, in_play, pay
from .zones import (
    CERTAIN,
    CHOSEN,
    approach,
    binds,
    change_threat,
    come,
    come_ally,
    discard,
    draw_cards,
    fell,
    harm,
    hurt,
    lay,
    push,
    return_card,
    reveal_card,
    strip,
)

WEB_PRICE = 2
MOST_RESTRICTED = 2


# --- choices ----------------------------------------------------------------------------------------------------------


@compiled
def worn(s, t):
    """The attachments in play, as numbers of choices."""
    found = 0
    for hero in range(HEROES):
        for i in range(t.gears):
            if s.gear[hero][i] > 0:
                found |= 1 << (hero * GEARS + i)
    n = HEROES * GEARS
    rest = s.sites
    if s.active != NO_PLACE:
        rest |= 1 << s.active
    while rest != 0:
        if s.extra[lowest(rest)] > 0:
            found |= 1 << n
            n += 1
        rest &= rest - 1
    return found


@compiled
def location_worn(s, n):
    """The n-th location with an attachment."""
    rest = s.sites
    if s.active != NO_PLACE:
        rest |= 1 << s.active
    while rest != 0:
        place = lowest(rest)
        rest &= rest - 1
        if s.extra[place] > 0:
            if n == 0:
                return place
            n -= 1
    return NO_PLACE


@compiled
def wearers(s, t, kind):
    """The heroes that can take an attachment."""
    heroes = s.characters & ALL_HEROES
    if t.restricted[kind]:
        for hero in range(HEROES):
            held = 0
            for i in range(t.gears):
                held += s.gear[hero][i] * t.restricted[t.first_gear + i]
            if held >= MOST_RESTRICTED:
                heroes &= ~(1 << hero)
    return heroes


@compiled
def discarded(s, t, e):
    """The kinds in the player's discard pile that an effect can bring back."""
    found = 0
    whom = t.whom[e]
    for kind in range(t.kinds):
        n = s.gone[kind]
        if whom == FALLEN:
            if kind < HEROES and n > 0:
                found |= 1 << kind
        elif kind < HEROES:
            continue
        elif whom == SPIRIT_CARD:
            if kind == t.owner[e]:  # the card that is being played lies there only for later
                n -= 1
            if n > 0 and t.sphere[kind] == SPIRIT:
                found |= 1 << kind
        elif n > 0 and t.form[kind] == ALLY_CARD:
            if t.cost[kind] <= wealth(s, t, t.sphere[t.owner[e]]) and not (t.unique[kind] and in_play(s, kind)):
                found |= 1 << kind
    return found


@compiled
def spiders(s, t):
    """The kinds of spiders in the encounter deck and, behind, in its discard pile."""
    found = 0
    for i in range(s.revealed, t.encounter_cards):
        if t.traits[s.encounters[i]] & SPIDER:
            found |= 1 << s.encounters[i]
    for kind in range(t.perils):
        if s.buried[kind] > 0 and t.traits[kind] & SPIDER:
            found |= 1 << (PERILS + kind)
    return found


@compiled
def ranged(s, t):
    """The ranged characters."""
    found = 0
    rest = s.characters
    while rest != 0:
        if t.kin[s.person[lowest(rest)]] & RANGED:
            found |= rest & -rest
        rest &= rest - 1
    return found


@compiled
def webbed(s):
    """The heroes in webs."""
    found = 0
    for hero in range(HEROES):
        if s.webs[hero] > 0:
            found |= 1 << hero
    return found


@compiled
def candidates(s, t, e):
    """What the player can choose for an effect, as bits; see the head of this module."""
    verb = t.verb[e]
    whom = t.whom[e]
    found = 0
    if whom == CHARACTER:
        found = s.characters
    elif whom == COMMITTED:
        found = s.joined
    elif whom == HERO:
        found = wearers(s, t, t.owner[e]) if verb == WEAR else s.characters & ALL_HEROES
    elif whom == SPIRIT_ONE:
        found = s.characters & s.spirit
    elif whom == RANGED_ONE:
        found = ranged(s, t)
    elif whom == DEFENDER:
        found = s.defenders
    elif whom == ENEMY_ONE:
        found = s.foes | s.engaged
    elif whom == ENGAGED:
        found = s.engaged
    elif whom == ATTACKER:
        found = s.attackers
    elif whom == LOCATION_ONE:
        found = s.sites
        if s.active != NO_PLACE:
            found |= 1 << s.active
    elif whom == ATTACHMENT_ONE:
        found = worn(s, t)
    elif whom == CARD:
        for i in range(s.drawn, s.drawn + s.looking):
            found |= 1 << s.deck[i]
    elif whom == SPIDER_ONE:
        found = spiders(s, t)
    elif whom != 0:
        found = discarded(s, t, e)
    if verb == EXHAUST:
        found &= ~s.tapped
    elif verb == READY:
        found &= s.tapped
    elif verb == FREE:
        found &= s.tapped & webbed(s)
        for hero in range(HEROES):
            if s.tokens[hero] < WEB_PRICE * s.webs[hero]:
                found &= ~(1 << hero)
    return found


# --- carrying out -----------------------------------------------------------------------------------------------------


@compiled
def apply_to(s, t, e, i, rng):
    """Carry out an effect on what was chosen."""
    verb = t.verb[e]
    n = t.amount[e]
    bit = 1 << i
    if verb == DAMAGE:
        if t.whom[e] == ENEMY_ONE:
            harm(s, t, i, n)
        else:
            hurt(s, t, i, n)
    elif verb == HIT:
        hurt(s, t, i, s.blow)
    elif verb == EXHAUST:
        s.tapped |= bit
        s.chosen = i
    elif verb == READY:
        s.tapped &= ~bit
    elif verb == WITHDRAW:
        s.joined &= ~bit
    elif verb == BIND:
        for kind in range(t.perils):
            if s.buried[kind] > 0 and binds(t, kind):
                s.buried[kind] -= 1
                s.webs[i] += 1
                break
    elif verb == FREE:
        s.tapped &= ~bit
        s.tokens[i] -= WEB_PRICE * s.webs[i]
        push(s, e, CERTAIN)
    elif verb == STRIP:
        if i < HEROES * GEARS:
            strip(s, t, i // GEARS, i % GEARS)
        else:
            place = location_worn(s, i - HEROES * GEARS)
            s.extra[place] -= 1
            s.gone[t.earth] += 1
    elif verb == WEAR:
        kind = t.owner[e]
        s.gone[kind] -= 1
        if t.whom[e] == LOCATION_ONE:
            s.extra[i] += 1
        else:
            s.gear[i][kind - t.first_gear] += 1
            s.hits[i] += t.gift[kind - t.first_gear][HITS_GIFT]
    elif verb == STEEL:
        s.steel[i] += n
    elif verb == STRIKE_ALONE:
        fell(s, t, 1 << s.chosen, i, rng)
    elif verb == HOLD_BACK:
        s.attackers &= ~bit
    elif verb == RELEASE:
        s.engaged &= ~bit
        s.attackers &= ~bit
        s.newly &= ~bit
        s.foes |= bit
    elif verb == TAKE:
        j = 0 + s.drawn
        while s.deck[j] != i:
            j += 1
        s.deck[j] = s.deck[s.drawn]
        s.deck[s.drawn] = i
        s.drawn += 1
        s.hand[i] += 1
        s.held += 1
        stop_looking(s, t, rng)
    elif verb == REGAIN:
        s.gone[i] -= 1
        s.hand[i] += 1
        s.held += 1
    elif verb == REVIVE:
        s.gone[i] -= 1
        come(s, t, i, i)
    elif verb == RAISE:
        s.gone[i] -= 1
        pay(s, t, t.sphere[t.owner[e]], t.cost[i], 0)
        come_ally(s, t, i)
    elif verb == FETCH:
        kind = i
        if i >= PERILS:
            kind = i - PERILS
            s.buried[kind] -= 1
        else:
            bring_up(s, t, kind)
            s.revealed += 1
            shuffle_part(s.encounters, s.revealed, t.encounter_cards, rng)
        lay(s, t, kind)


@compiled
def stop_looking(s, t, rng):
    """The cards that the player looked at are shuffled into the deck."""
    s.looking = 0
    shuffle_part(s.deck, s.drawn, t.cards, rng)


@compiled
def affected(s, t, e):
    """The characters or places that an effect without choice concerns."""
    whom = t.whom[e]
    if whom == EACH_CHARACTER:
        return s.characters
    if whom == EACH_EXHAUSTED:
        return s.characters & s.tapped
    if whom == EACH_ENGAGED:
        return s.engaged
    if whom == EACH_LOCATION:
        return s.sites
    if whom == THE_ATTACKER:
        return 1 << s.foe if s.foe != NO_PLACE else 0
    if whom == THE_LOCATION:
        return 1 << s.active if s.active != NO_PLACE else 0
    return 0


@compiled
def spread_damage(s, t, e):
    """Damage to all that an effect concerns."""
    rest = affected(s, t, e)
    enemies = t.whom[e] == EACH_ENGAGED or t.whom[e] == THE_ATTACKER
    while rest != 0:
        i = lowest(rest)
        rest &= rest - 1
        if enemies:
            harm(s, t, i, t.amount[e])
        else:
            hurt(s, t, i, t.amount[e])


@compiled
def drop_random(s, t, n, rng):
    """Discard random cards of the hand."""
    for _ in range(min(n, s.held)):
        i = below(rng, s.held)
        kind = 0
        while i >= s.hand[kind]:
            i -= s.hand[kind]
            kind += 1
        discard(s, kind)


@compiled
def strip_all(s, t):
    """All attachments are discarded; a hero may die of it, and what it wore is discarded then."""
    for hero in range(HEROES):
        for i in range(t.gears):
            while s.gear[hero][i] > 0:
                strip(s, t, hero, i)
    while worn(s, t) != 0:
        place = location_worn(s, 0)
        s.gone[t.earth] += s.extra[place]
        s.extra[place] = 0


@compiled
def apply(s, t, e, rng):
    """Carry out an effect without choice."""
    verb = t.verb[e]
    n = t.amount[e]
    if verb == DAMAGE:
        spread_damage(s, t, e)
    elif verb == DREAD:
        s.dread += n
    elif verb == GLOOM:
        s.gloom += n * size(s.foes | s.sites)
    elif verb == THREAT:
        change_threat(s, n)
    elif verb == DRAW:
        draw_cards(s, t, n, rng)
    elif verb == DROP:
        drop_random(s, t, n, rng)
    elif verb == FORGET:
        for kind in range(t.kinds):
            while s.hand[kind] > 0 and t.form[kind] == EVENT_CARD:
                discard(s, kind)
    elif verb == BOOST:
        s.boost += n
    elif verb == STRIP:
        strip_all(s, t)
    elif verb == REVEAL_CARDS:
        if t.whom[e] != IF_EMPTY or s.foes | s.sites == 0:
            for _ in range(n):
                reveal_card(s, t, s.bound == NO_PLACE, rng)
    elif verb == LOOK:
        s.looking = min(n, t.cards - s.drawn)
        if s.loose:
            for i in range(s.drawn, s.drawn + s.looking):
                j = i + below(rng, t.cards - i)
                kind = s.deck[i]
                s.deck[i] = s.deck[j]
                s.deck[j] = kind
    elif verb == HOLD_BACK:
        s.attackers = 0
    elif verb == RECYCLE:
        for kind in range(HEROES, t.kinds):
            while s.gone[kind] > 0:
                s.gone[kind] -= 1
                return_card(s, t, kind)
        shuffle_part(s.deck, s.drawn, t.cards, rng)
    elif verb == BAND:
        s.used |= BANDED
    elif verb == PROGRESS:
        rest = affected(s, t, e)
        while rest != 0:
            place = lowest(rest)
            rest &= rest - 1
            approach(s, t, place, n)


# --- the stack --------------------------------------------------------------------------------------------------------


@compiled
def pop(s, t):
    """Take the uppermost effect off the stack; if another is joined to it by `and`, that takes its place."""
    top = s.pending - 1
    e = 0 + s.todo[top]
    if t.link[e] == AND and s.how[top] != CHOSEN:
        s.todo[top] = e + 1
        s.how[top] = CERTAIN
    else:
        s.pending = top
    return e


@compiled
def drop_text(s):
    """The whole uppermost text comes to nothing."""
    s.pending -= 1


@compiled
def choose(s, t, i, rng):
    """The player has chosen for the uppermost effect, which is one of several, or to be carried out on something."""
    top = s.pending - 1
    e = 0 + s.todo[top]
    if t.link[e] == OR and s.how[top] != CHOSEN:
        s.todo[top] = e + i
        s.how[top] = CHOSEN
    else:
        pop(s, t)
        apply_to(s, t, e, i, rng)


@compiled
def decline(s, t, rng):
    """The player does not want the uppermost effect."""
    e = pop(s, t)
    if t.verb[e] == TAKE:
        stop_looking(s, t, rng)


@compiled
def next_effect(s, t, rng):
    """Carry out the uppermost effect; returns whether that was possible without the player."""
    top = s.pending - 1
    e = 0 + s.todo[top]
    if t.link[e] == OR and s.how[top] != CHOSEN:
        s.stage = RESPONSE
        return False
    whom = t.whom[e]
    if whom == 0 or whom > LAST_CHOICE:
        pop(s, t)
        apply(s, t, e, rng)
        return True
    found = candidates(s, t, e)
    if found & (found - 1) != 0 or (found != 0 and t.may[e]):
        s.stage = RESPONSE
        return False
    pop(s, t)
    if found != 0:
        apply_to(s, t, e, lowest(found), rng)
    elif t.verb[e] == TAKE:
        stop_looking(s, t, rng)
    return True
