"""Cards on their way: drawn, revealed, bought, gone."""

from __future__ import annotations

from mulligan.games.lotr.layout import ENEMY, GANDALF, HEROES, KINDS, NEUTRAL, NO_PLACE, SPIRIT
from mulligan.kernel import below, compiled, inlined


@compiled
def put_last(s, kind):
    """List a kind behind all others of the hand, if there is none of it yet (K20)."""
    if s.hand[kind] == 0:
        last = 0
        for other in range(KINDS):
            if s.rank[other] > last:
                last = s.rank[other]
        s.rank[kind] = last + 1


@compiled
def strike_off(s, kind):
    """List a kind no more, if there is none left of it; those behind move up (K20)."""
    if s.hand[kind] == 0:
        for other in range(KINDS):
            if s.rank[other] > s.rank[kind]:
                s.rank[other] -= 1
        s.rank[kind] = 0


@inlined
def draw_card(s, t, rng):
    """Draw a card, if there is one."""
    top = s.drawn
    if top < t.cards:
        if s.loose or t.shuffled_draws:
            i = top + below(rng, t.cards - top)
            kind = s.deck[i]
            s.deck[i] = s.deck[top]
            s.deck[top] = kind
        if t.hand_as_drawn:
            put_last(s, s.deck[top])
        s.hand[s.deck[top]] += 1
        s.held += 1
        s.drawn = top + 1


@inlined
def stage_card(s, t, kind):
    """Put an encounter card into the staging area."""
    place = s.places
    s.places = place + 1
    s.peril[place] = kind
    s.mark[place] = t.toughness[kind]
    s.staged_threat += t.threat[kind]
    if t.type[kind] == ENEMY:
        s.foes |= 1 << place
    else:
        s.sites |= 1 << place
    return place


@inlined
def reveal(s, t, rng):
    """Reveal the top encounter card into the staging area; its place, or NO_PLACE if there is none."""
    top = s.revealed
    if top == t.encounter_cards:
        return NO_PLACE
    if s.loose or t.shuffled_draws:
        i = top + below(rng, t.encounter_cards - top)
        kind = s.encounters[i]
        s.encounters[i] = s.encounters[top]
        s.encounters[top] = kind
    s.revealed = top + 1
    return stage_card(s, t, s.encounters[top])


@compiled
def bring_up(s, t, kind):
    """Make the first card of a kind in the encounter deck the top one."""
    i = s.revealed
    while s.encounters[i] != kind:
        i += 1
    s.encounters[i] = s.encounters[s.revealed]
    s.encounters[s.revealed] = kind


@inlined
def remove(s, slot):
    """A character leaves play."""
    s.characters &= ~(1 << slot)
    s.tapped &= ~(1 << slot)
    if slot < HEROES:
        s.tokens[slot] = 0
    s.gone[s.person[slot]] += 1


@inlined
def enter(s, t, kind):
    """An ally comes into play, ready to act."""
    slot = s.slots
    s.slots = slot + 1
    s.person[slot] = kind
    s.hits[slot] = t.hits[kind]
    s.characters |= 1 << slot
    if t.sphere[kind] == SPIRIT:
        s.spirit |= 1 << slot
    elif kind == GANDALF:
        s.grey |= 1 << slot


@inlined
def wealth(s, t, sphere):
    """The tokens that can pay for a card of a sphere."""
    total = 0
    for hero in range(HEROES):
        if sphere == NEUTRAL or t.sphere[hero] == sphere:
            total += s.tokens[hero]
    return total


@compiled
def buy(s, t, kind):
    """Pay for an ally, heroes in order, and put it into play."""
    left = t.cost[kind]
    sphere = t.sphere[kind]
    for hero in range(HEROES):
        if sphere == NEUTRAL or t.sphere[hero] == sphere:
            paid = min(left, s.tokens[hero])
            s.tokens[hero] -= paid
            left -= paid
    s.hand[kind] -= 1
    if t.hand_as_drawn:
        strike_off(s, kind)
    s.held -= 1
    s.bought += 1
    enter(s, t, kind)
