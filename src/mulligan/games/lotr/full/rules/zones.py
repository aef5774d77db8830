"""Cards on their way: drawn, revealed, laid out, engaged, wounded, attached, gone; and what follows from it.

What follows is laid on the stack of effects that wait.
"""

from __future__ import annotations

from mulligan.games.lotr.full.vocabulary import (
    BIND,
    DEATH_GIFT,
    ENGAGES,
    EXPLORED,
    HITS_GIFT,
    KILL_GIFT,
    PLAYED,
    READY_GIFT,
    REVEALED,
    STING,
)
from mulligan.games.lotr.layout import ALL_HEROES, ENEMY, GOING, HEROES, LOST, NO_PLACE, SPIRIT, TREACHERY, WON
from mulligan.games.lotr.rules.round import LIMIT
from mulligan.kernel import below, compiled, lowest, shuffle_part

from .figures import parched, total_might

# What can be done against an effect on the stack: nothing, nothing as it was chosen among several, or cancel it.
CERTAIN, CHOSEN, CARD_TEXT, TREACHERY_TEXT, SHADOW_TEXT = range(5)


@compiled
def push(s, e, how):
    """Lay the text that begins with effect `e` on the stack; 0 is no text."""
    if e != 0:
        s.todo[s.pending] = e
        s.how[s.pending] = how
        s.pending += 1


# --- decks ------------------------------------------------------------------------------------------------------------


@compiled
def return_card(s, t, kind):
    """Put one of the player's cards back into the deck, which is to be shuffled."""
    s.drawn -= 1
    s.deck[s.drawn] = kind


@compiled
def draw_card(s, t, rng):
    """Draw a card, if there is one."""
    top = s.drawn
    if top < t.cards:
        if s.loose:
            i = top + below(rng, t.cards - top)
            kind = s.deck[i]
            s.deck[i] = s.deck[top]
            s.deck[top] = kind
        s.hand[s.deck[top]] += 1
        s.held += 1
        s.drawn = top + 1


@compiled
def draw_cards(s, t, n, rng):
    """Draw, if nothing forbids it."""
    if not parched(s, t):
        for _ in range(n):
            draw_card(s, t, rng)


@compiled
def discard(s, kind):
    """A card goes from the hand to the discard pile."""
    s.hand[kind] -= 1
    s.held -= 1
    s.gone[kind] += 1


@compiled
def turn_up(s, t, again, rng):
    """The top card of the encounter deck, or -1; an empty deck is made anew from the discards if `again` is set."""
    if s.revealed == t.encounter_cards and again:
        for kind in range(t.perils):
            while s.buried[kind] > 0:
                s.buried[kind] -= 1
                s.revealed -= 1
                s.encounters[s.revealed] = kind
        shuffle_part(s.encounters, s.revealed, t.encounter_cards, rng)
    top = s.revealed
    if top == t.encounter_cards:
        return -1
    if s.loose:
        i = top + below(rng, t.encounter_cards - top)
        kind = s.encounters[i]
        s.encounters[i] = s.encounters[top]
        s.encounters[top] = kind
    s.revealed = top + 1
    return s.encounters[top]


# --- encounter cards in play ------------------------------------------------------------------------------------------


@compiled
def lay(s, t, kind):
    """Put an encounter card into the first free place of the staging area."""
    taken = s.foes | s.sites | s.engaged
    if s.active != NO_PLACE:
        taken |= 1 << s.active
    place = lowest(~taken)
    bit = 1 << place
    s.peril[place] = kind
    s.mark[place] = t.toughness[kind]
    s.extra[place] = 0
    s.newly &= ~bit
    s.struck &= ~bit
    if t.type[kind] == ENEMY:
        s.foes |= bit
    else:
        s.sites |= bit
    return place


@compiled
def engage(s, t, place):
    """An enemy leaves the staging area and engages."""
    bit = 1 << place
    s.foes &= ~bit
    s.engaged |= bit
    s.newly |= bit
    push(s, t.deed[s.peril[place]][ENGAGES], CERTAIN)


@compiled
def harm(s, t, place, n):
    """An enemy takes damage; whoever has none of its hit points left is dead.  Returns whether it died."""
    if n <= 0:
        return False
    s.mark[place] -= n
    if s.mark[place] > 0:
        return False
    kind = s.peril[place]
    rest = ~(1 << place)
    s.foes &= rest
    s.engaged &= rest
    s.attackers &= rest
    s.newly &= rest
    s.struck &= rest
    s.extra[place] = 0
    if t.victory[kind]:
        s.away[kind] += 1
    else:
        s.buried[kind] += 1
    if s.foe == place:
        s.foe = NO_PLACE
    if s.aim == place:
        s.aim = NO_PLACE
    if t.quest_kill[s.card] == kind + 1 or (t.quest_bar[s.card] == kind + 1 and s.points <= 0):
        s.result = WON
    return True


@compiled
def explore(s, t, place):
    """A location leaves play."""
    kind = s.peril[place]
    s.sites &= ~(1 << place)
    if s.active == place:
        s.active = NO_PLACE
    s.buried[kind] += 1
    s.gone[t.earth] += s.extra[place]
    s.extra[place] = 0
    push(s, t.deed[kind][EXPLORED], CERTAIN)


@compiled
def approach(s, t, place, n):
    """Progress on a location; returns what is left of it."""
    left = s.mark[place] - n
    if left > 0:
        s.mark[place] = left
        return 0
    explore(s, t, place)
    return -left


@compiled
def barred(s, t):
    """Whether an enemy in play keeps the quest card from being finished."""
    rest = s.foes | s.engaged
    while rest != 0:
        if t.quest_bar[s.card] == s.peril[lowest(rest)] + 1:
            return True
        rest &= rest - 1
    return False


@compiled
def advance_quest(s, t, n, rng):
    """Progress: on the active location first, then on the quest card; nothing is carried over to the next card."""
    if s.active != NO_PLACE:
        n = approach(s, t, s.active, n)
    if n == 0 or t.quest_kill[s.card]:
        return
    s.points -= n
    if s.points > 0:
        return
    ways = t.quest_ways[s.card]
    if ways > 0:
        s.card = t.quest_next[s.card][below(rng, ways) if ways > 1 else 0]
        s.points = t.quest_points[s.card]
        push(s, t.quest_deed[s.card], CERTAIN)
    elif not barred(s, t):
        s.result = WON


@compiled
def reveal_card(s, t, again, rng):
    """Reveal an encounter card: enemies and locations are staged, treacheries discarded; then their texts follow."""
    kind = turn_up(s, t, again, rng)
    if kind < 0:
        return
    text = t.deed[kind][REVEALED]
    if t.type[kind] == TREACHERY:
        s.buried[kind] += 1
        push(s, text, TREACHERY_TEXT)
        return
    place = lay(s, t, kind)
    push(s, text, CARD_TEXT)
    if t.type[kind] == ENEMY:
        rest = s.joined
        while rest != 0:
            member = s.person[lowest(rest)]
            rest &= rest - 1
            if t.able[member] == STING:
                harm(s, t, place, t.strength[member])


# --- characters -------------------------------------------------------------------------------------------------------


@compiled
def come(s, t, kind, slot):
    """A character comes into play, ready."""
    bit = 1 << slot
    s.person[slot] = kind
    s.hits[slot] = t.hits[kind]
    s.steel[slot] = 0
    s.characters |= bit
    s.tapped &= ~bit
    s.spirit &= ~bit
    s.grey &= ~bit
    if t.sphere[kind] == SPIRIT:
        s.spirit |= bit
    if t.fleeting[kind]:
        s.grey |= bit


@compiled
def come_ally(s, t, kind):
    """An ally comes into play, in the first free slot; then its text follows."""
    come(s, t, kind, lowest(~(s.characters | ALL_HEROES)))
    push(s, t.card_deed[kind][PLAYED], CERTAIN)


@compiled
def leave(s, t, slot):
    """A character leaves play, with all that lies on it; its own card is left to the caller."""
    rest = ~(1 << slot)
    s.characters &= rest
    s.tapped &= rest
    s.joined &= rest
    s.asked &= rest
    s.defenders &= rest
    s.strikers &= rest
    s.steel[slot] = 0
    if slot < HEROES:
        s.tokens[slot] = 0
        s.spent[slot] = 0
        for i in range(t.gears):
            s.gone[t.first_gear + i] += s.gear[slot][i]
            s.gear[slot][i] = 0
        for kind in range(t.perils):
            if s.webs[slot] > 0 and binds(t, kind):
                s.buried[kind] += s.webs[slot]
                s.webs[slot] = 0


@compiled
def binds(t, kind):
    """Whether a treachery becomes a web around a hero."""
    text = t.deed[kind][REVEALED]
    return text != 0 and t.verb[text] == BIND


@compiled
def hurt(s, t, slot, n):
    """A character takes damage, and dies of enough."""
    if n <= 0:
        return
    s.hits[slot] -= n
    if s.hits[slot] > 0:
        return
    leave(s, t, slot)
    s.gone[s.person[slot]] += 1
    for hero in range(HEROES):
        for i in range(t.gears):
            s.tokens[hero] += s.gear[hero][i] * t.gift[i][DEATH_GIFT]
    if s.characters & ALL_HEROES == 0:
        s.result = LOST


@compiled
def strip(s, t, hero, i):
    """A hero loses an attachment."""
    s.gear[hero][i] -= 1
    s.gone[t.first_gear + i] += 1
    if s.spent[hero] > s.gear[hero][i] and t.gift[i][READY_GIFT] != 0:
        s.spent[hero] = s.gear[hero][i]
    hurt(s, t, hero, t.gift[i][HITS_GIFT])


@compiled
def change_threat(s, n):
    """The threat rises or falls; too much of it loses the game."""
    s.threat = max(s.threat + n, 0)
    if s.threat >= LIMIT and s.result == GOING:
        s.result = LOST


@compiled
def fell(s, t, who, place, rng):
    """Characters attack an enemy together."""
    killed = harm(s, t, place, total_might(s, t, who, place) - t.shield[s.peril[place]])
    while killed and who != 0:
        slot = lowest(who)
        who &= who - 1
        if slot < HEROES:
            for i in range(t.gears):
                if s.gear[slot][i] * t.gift[i][KILL_GIFT] > 0 and s.result == GOING:
                    advance_quest(s, t, s.gear[slot][i] * t.gift[i][KILL_GIFT], rng)
