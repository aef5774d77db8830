"""What the player knows in the full game, and how everything else is dealt anew."""

from __future__ import annotations

from mulligan.games.lotr.full.layout import DEPTH, GEARS
from mulligan.games.lotr.full.vocabulary import STRIKE_ALONE
from mulligan.games.lotr.layout import DECK, ENCOUNTERS, HEROES, KINDS, NO_PLACE, PERILS, PLACES, SLOTS
from mulligan.games.lotr.rules.knowledge import cards as common_cards
from mulligan.games.lotr.rules.knowledge import hide_decks, shuffle_decks, write_common, write_zones
from mulligan.kernel import compiled, lowest

from .zones import binds

COMMON_NUMBERS = 32 + 2 * (KINDS + PERILS) + 3 * SLOTS + 3 * PLACES + DECK + ENCOUNTERS
MAX_NUMBERS = COMMON_NUMBERS + 32 + 2 * DEPTH + HEROES * (GEARS + 2) + 2 * KINDS + PERILS + SLOTS + 2 * PLACES


@compiled
def hide(s, t, seat, rng):
    """Shuffle what is left of both decks, from a canonical order; cards that the player looks at stay on top."""
    hide_decks(s, t, s.drawn + s.looking, rng)


@compiled
def shuffle(s, t, firm, rng):
    """Make the order of both decks random again: now, or card by card as they are drawn."""
    shuffle_decks(s, t, s.drawn + s.looking, firm, rng)


@compiled
def observe(s, t, seat, out):
    """All but the order of the decks."""
    n = write_zones(s, NO_PLACE, out, write_common(s, t, out))
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
    """The identity of every card, those included that lie on others or are out of the game."""
    n = common_cards(s, t, out)
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
