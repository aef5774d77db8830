"""What the player knows, and how everything else is dealt anew: only the order of the two decks is hidden."""

from __future__ import annotations

from mulligan.kernel import compiled, lowest, shuffle_part

from .effects import binds
from .layout import DECK, DEPTH, ENCOUNTERS, GEARS, HEROES, KINDS, NO_PLACE, PERILS, PLACES, SLOTS
from .vocabulary import STRIKE_ALONE

FULL_NUMBERS = 32 + 2 * DEPTH + HEROES * (GEARS + 2) + 2 * KINDS + PERILS + SLOTS + 2 * PLACES
MAX_NUMBERS = 32 + 2 * (KINDS + PERILS) + 3 * SLOTS + 3 * PLACES + DECK + ENCOUNTERS + FULL_NUMBERS


@compiled
def sort_part(cards, low, high):
    """Sort cards[low:high] in place."""
    for i in range(low + 1, high):
        card = cards[i]
        j = i
        while j > low and cards[j - 1] > card:
            cards[j] = cards[j - 1]
            j -= 1
        cards[j] = card


@compiled
def hide(s, t, seat, rng):
    """Shuffle what is left of both decks, from a canonical order; cards that the player looks at stay on top."""
    unseen = s.drawn + s.looking
    sort_part(s.deck, s.drawn, unseen)
    sort_part(s.deck, unseen, t.cards)
    shuffle_part(s.deck, unseen, t.cards, rng)
    sort_part(s.encounters, s.revealed, t.encounter_cards)
    shuffle_part(s.encounters, s.revealed, t.encounter_cards, rng)
    for i in range(s.drawn):
        s.deck[i] = 0
    for i in range(s.revealed):
        s.encounters[i] = 0
    s.loose = 0


@compiled
def shuffle(s, t, firm, rng):
    """Make the order of both decks random again: now, or card by card as they are drawn."""
    s.loose = 1
    if firm:
        s.loose = 0
        shuffle_part(s.deck, s.drawn + s.looking, t.cards, rng)
        shuffle_part(s.encounters, s.revealed, t.encounter_cards, rng)


@compiled
def write_cards(s, rest, out, n):
    """Write the encounter cards of a zone from place `n`; return the next place."""
    while rest != 0:
        place = lowest(rest)
        bit = rest & -rest
        rest ^= bit
        out[n] = s.peril[place]
        out[n + 1] = s.mark[place]
        out[n + 2] = (1 if s.attackers & bit else 0) + (2 if place == s.fresh else 0)
        n += 3
    out[n] = -1
    return n + 1


@compiled
def observe(s, t, seat, out):
    """All but the order of the decks."""
    out[0] = s.result
    out[1] = s.round
    out[2] = s.stage
    out[3] = s.threat
    out[4] = s.points
    out[5] = s.done
    out[6] = s.held
    out[7] = s.drawn
    out[8] = s.revealed
    out[9] = s.staged_threat
    out[10] = s.bought
    out[11] = s.fate
    out[12] = s.shown
    n = 13
    for hero in range(HEROES):
        out[n] = s.tokens[hero]
        n += 1
    for kind in range(t.kinds):
        out[n] = s.hand[kind]
        out[n + 1] = s.gone[kind]
        n += 2
    if t.k20:
        for kind in range(t.kinds):
            out[n] = s.rank[kind]
            n += 1
    for kind in range(t.perils):
        out[n] = s.buried[kind]
        n += 1
    rest = s.characters
    while rest != 0:
        slot = lowest(rest)
        bit = rest & -rest
        rest ^= bit
        out[n] = s.person[slot]
        out[n + 1] = s.hits[slot]
        asked = 4 if s.joined & bit else (2 if s.asked & bit else 0)
        out[n + 2] = (1 if s.tapped & bit else 0) + asked
        n += 3
    out[n] = -1
    n += 1
    n = write_cards(s, s.foes | s.sites, out, n)
    n = write_cards(s, s.engaged, out, n)
    n = write_cards(s, 1 << s.active if s.active != NO_PLACE else 0, out, n)
    return observe_full(s, t, out, n) if t.full else n


@compiled
def observe_full(s, t, out, n):
    """What only the full game has."""
    out[n] = s.step
    out[n + 1] = s.card
    out[n + 2] = s.boost
    out[n + 3] = s.blow
    out[n + 4] = s.shadows
    out[n + 5] = s.dealt
    out[n + 6] = s.looking
    out[n + 7] = s.valor
    out[n + 8] = s.dread
    out[n + 9] = s.gloom
    out[n + 10] = s.used
    out[n + 11] = s.pending
    n += 12
    for i in range(s.pending):
        out[n] = s.todo[i]
        out[n + 1] = s.how[i]
        n += 2
    for hero in range(HEROES):
        out[n] = s.spent[hero]
        out[n + 1] = s.webs[hero]
        n += 2
        for i in range(t.gears):
            out[n] = s.gear[hero][i]
            n += 1
    for kind in range(t.kinds):
        out[n] = s.left[kind]
        out[n + 1] = 0
        for i in range(s.drawn, s.drawn + s.looking):
            if s.deck[i] == kind:
                out[n + 1] += 1
        n += 2
    for kind in range(t.perils):
        out[n] = s.away[kind]
        n += 1
    rest = s.characters
    while rest != 0:
        slot = lowest(rest)
        bit = rest & -rest
        rest ^= bit
        out[n] = 8 * s.steel[slot] + (1 if s.defenders & bit else 0) + (2 if s.strikers & bit else 0)
        if poised(s, t) == slot:
            out[n] += 4
        n += 1
    n = write_marks(s, s.foes | s.sites, out, n)
    n = write_marks(s, s.engaged, out, n)
    return write_marks(s, 1 << s.active if s.active != NO_PLACE else 0, out, n)


@compiled
def write_marks(s, rest, out, n):
    """Write what is special about the encounter cards of a zone."""
    while rest != 0:
        place = lowest(rest)
        bit = rest & -rest
        rest ^= bit
        out[n] = s.extra[place]
        marks = (1 if s.newly & bit else 0) + (2 if s.struck & bit else 0) + (4 if place == s.foe else 0)
        out[n + 1] = marks + (8 if place == s.aim else 0) + (16 if place == s.bound else 0)
        n += 2
    return n


@compiled
def poised(s, t):
    """The slot of the character that is about to strike alone, or SLOTS."""
    if s.pending > 0 and t.verb[s.todo[s.pending - 1]] == STRIKE_ALONE:
        return 0 + s.chosen
    return SLOTS


@compiled
def cards(s, t, out):
    """The identity of every card: the player's by kind, encounter cards by 64 plus their kind."""
    n = 0
    for i in range(s.drawn, t.cards):
        out[n] = s.deck[i]
        n += 1
    for kind in range(t.kinds):
        for _ in range(s.hand[kind] + s.gone[kind]):
            out[n] = kind
            n += 1
    rest = s.characters
    while rest != 0:
        out[n] = s.person[lowest(rest)]
        rest &= rest - 1
        n += 1
    for i in range(s.revealed, t.encounter_cards):
        out[n] = 64 + s.encounters[i]
        n += 1
    for kind in range(t.perils):
        for _ in range(s.buried[kind]):
            out[n] = 64 + kind
            n += 1
    rest = s.foes | s.sites | s.engaged
    if s.active != NO_PLACE:
        rest |= 1 << s.active
    while rest != 0:
        out[n] = 64 + s.peril[lowest(rest)]
        rest &= rest - 1
        n += 1
    return full_cards(s, t, out, n) if t.full else n


@compiled
def full_cards(s, t, out, n):
    """The identities of the cards that lie where only the full game has places: on others, or out of the game."""
    for kind in range(t.kinds):
        copies = 0 + s.left[kind]
        if t.first_gear <= kind < t.first_gear + t.gears:
            for hero in range(HEROES):
                copies += s.gear[hero][kind - t.first_gear]
        if kind == t.earth:
            rest = s.sites
            if s.active != NO_PLACE:
                rest |= 1 << s.active
            while rest != 0:
                copies += s.extra[lowest(rest)]
                rest &= rest - 1
        for _ in range(copies):
            out[n] = kind
            n += 1
    for kind in range(t.perils):
        copies = 0 + s.away[kind]
        if binds(t, kind):
            for hero in range(HEROES):
                copies += s.webs[hero]
        for _ in range(copies):
            out[n] = 64 + kind
            n += 1
    return n
