"""What the player knows, and how everything else is dealt anew: only the order of the two decks is hidden."""

from __future__ import annotations

from mulligan.games.lotr.layout import DECK, ENCOUNTERS, HEROES, KINDS, NO_PLACE, PERILS, PLACES, SLOTS
from mulligan.kernel import compiled, lowest, shuffle_part

MAX_NUMBERS = 32 + 3 * KINDS + 2 * PERILS + 3 * SLOTS + 3 * PLACES + DECK + ENCOUNTERS


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
    """Shuffle what is left of both decks, from a canonical order."""
    hide_decks(s, t, s.drawn, rng)


@compiled
def hide_decks(s, t, unseen, rng):
    """Shuffle both decks, the player's from card `unseen` on, and forget what lay where before."""
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
    shuffle_decks(s, t, s.drawn, firm, rng)


@compiled
def shuffle_decks(s, t, unseen, firm, rng):
    """The same, with the player's deck from card `unseen` on."""
    s.loose = 1
    if firm:
        s.loose = 0
        shuffle_part(s.deck, unseen, t.cards, rng)
        shuffle_part(s.encounters, s.revealed, t.encounter_cards, rng)


@compiled
def write_common(s, t, out):
    """Write what the player knows of both rule books but for the encounter cards in play; return the next place."""
    out[0] = s.result
    out[1] = s.round
    out[2] = s.stage
    out[3] = s.threat
    out[4] = s.points
    out[5] = s.held
    out[6] = s.drawn
    out[7] = s.revealed
    out[8] = s.staged_threat
    out[9] = s.bought
    n = 10
    for hero in range(HEROES):
        out[n] = s.tokens[hero]
        n += 1
    for kind in range(t.kinds):
        out[n] = s.hand[kind]
        out[n + 1] = s.gone[kind]
        n += 2
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
    return n + 1


@compiled
def write_places(s, rest, fresh, out, n):
    """Write the encounter cards of a zone from place `n`; return the next place."""
    while rest != 0:
        place = lowest(rest)
        bit = rest & -rest
        rest ^= bit
        out[n] = s.peril[place]
        out[n + 1] = s.mark[place]
        out[n + 2] = (1 if s.attackers & bit else 0) + (2 if place == fresh else 0)
        n += 3
    out[n] = -1
    return n + 1


@compiled
def write_zones(s, fresh, out, n):
    """Write all encounter cards in play, one of which may be marked; return the next place."""
    n = write_places(s, s.foes | s.sites, fresh, out, n)
    n = write_places(s, s.engaged, fresh, out, n)
    return write_places(s, 1 << s.active if s.active != NO_PLACE else 0, fresh, out, n)


@compiled
def observe(s, t, seat, out):
    """All but the order of the decks."""
    n = write_common(s, t, out)
    out[n] = s.done
    out[n + 1] = s.fate
    out[n + 2] = s.shown
    n += 3
    if t.hand_as_drawn:
        for kind in range(t.kinds):
            out[n] = s.rank[kind]
            n += 1
    return write_zones(s, s.fresh, out, n)


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
    return n
