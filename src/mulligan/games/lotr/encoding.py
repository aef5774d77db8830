# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs
"""What programs that learn see of the game: a record of a fixed size, most of it the same in both rule books."""

from __future__ import annotations

from collections.abc import Mapping

from mulligan.core.encoding import Field, Observation, clip
from mulligan.kernel import compiled, lowest

from .cards import encounter_cards, player_cards
from .layout import DECK, ENCOUNTERS, GOING, HEROES, NO_PLACE, PLACES, SLOTS, STAGES, WON

CARDS = tuple(card["name"] for card in player_cards())
ENCOUNTER_CARDS = tuple(card["name"] for card in encounter_cards())
MANY = 99  # stands for more, too
HITS = 20
ROUNDS = 200
NOWHERE, STAGING_AREA, ENGAGED, ACTIVE = range(4)

COMMON: Mapping[str, Field] = {
    "round": Field("the number of the round", high=ROUNDS),
    "stage": Field(
        f"what is decided: {', '.join(f'{i} {word}' for i, word in enumerate(STAGES))}", high=len(STAGES) - 1
    ),
    "result": Field("0 while the game goes on, 1 won, 2 lost", high=2),
    "threat": Field("the player's threat; at 50 the game is lost", high=MANY),
    "points": Field("progress that is still needed on the quest card", high=MANY),
    "hand": Field("cards in hand", high=DECK),
    "deck": Field("cards left in the deck", high=DECK),
    "encounters": Field("cards left in the encounter deck", high=ENCOUNTERS),
    "staged_threat": Field("the threat of the staging area", high=MANY),
    "bought": Field("cards bought this round", high=DECK),
    "tokens": Field("resource tokens of each hero", (CARDS[:HEROES],), high=MANY),
}
CARD: Mapping[str, Field] = {
    "hand": Field("copies in hand", high=DECK),
    "discard": Field("copies in the discard pile", high=DECK),
    "ready": Field("characters in play that are ready", high=SLOTS),
    "exhausted": Field("characters in play that are exhausted", high=SLOTS),
}
ENCOUNTER: Mapping[str, Field] = {
    "staging": Field("copies in the staging area", high=ENCOUNTERS),
    "engaged": Field("enemies engaged with the player", high=ENCOUNTERS),
    "active": Field("1 if it is the active location"),
    "discard": Field("copies in the encounter discard pile", high=ENCOUNTERS),
}
CHARACTER: Mapping[str, Field] = {
    "card": Field("which, 1 the first of `card`; 0 nobody", high=len(CARDS)),
    "hits": Field("hit points left", high=HITS),
    "exhausted": Field("1 if exhausted"),
    "asked": Field("1 if already asked about the quest, where characters are asked one by one"),
    "joined": Field("1 if it then joined the quest"),
}
PLACE: Mapping[str, Field] = {
    "card": Field("which, 1 the first of `encounter`; 0 none", high=len(ENCOUNTER_CARDS)),
    "zone": Field("1 staging area, 2 engaged, 3 the active location", high=3),
    "left": Field("hit points of an enemy, or progress that a location still needs", high=HITS),
    "attacks": Field("1 if it has yet to attack this round"),
}


def fields(
    card: Mapping[str, Field],
    encounter: Mapping[str, Field],
    character: Mapping[str, Field],
    place: Mapping[str, Field],
) -> dict[str, Field]:
    """The fields of either rule book, with what it adds to those of single cards."""
    return {
        **COMMON,
        "card": Field("of each card of the player's", (CARDS,), fields={**CARD, **card}),
        "encounter": Field("of each encounter card", (ENCOUNTER_CARDS,), fields={**ENCOUNTER, **encounter}),
        "character": Field("of each character in play, heroes first", (SLOTS,), fields={**CHARACTER, **character}),
        "place": Field("of each encounter card in play, in the order they came", (PLACES,), fields={**PLACE, **place}),
    }


@compiled
def write_zone(s, rest, zone, o):
    """Write the encounter cards of a zone."""
    while rest != 0:
        i = lowest(rest)
        bit = rest & -rest
        rest ^= bit
        kind = 0 + s.peril[i]
        place = o.place[i]
        place.card = 1 + kind
        place.zone = zone
        place.left = clip(s.mark[i], HITS)
        place.attacks = 1 if s.attackers & bit else 0
        if zone == STAGING_AREA:
            o.encounter[kind].staging += 1
        elif zone == ENGAGED:
            o.encounter[kind].engaged += 1
        else:
            o.encounter[kind].active = 1


@compiled
def write_common(s, t, o):
    """What the player knows in both rule books."""
    o.round = min(s.round, ROUNDS)
    o.stage = s.stage
    if s.result != GOING:
        o.result = 1 if s.result == WON else 2
    o.threat = clip(s.threat, MANY)
    o.points = clip(s.points, MANY)
    o.hand = s.held
    o.deck = t.cards - s.drawn
    o.encounters = t.encounter_cards - s.revealed
    o.staged_threat = clip(s.staged_threat, MANY)
    o.bought = s.bought
    for hero in range(HEROES):
        o.tokens[hero] = clip(s.tokens[hero], MANY)
    for kind in range(t.kinds):
        o.card[kind].hand = s.hand[kind]
        o.card[kind].discard = s.gone[kind]
    for kind in range(t.perils):
        o.encounter[kind].discard = s.buried[kind]
    rest = s.characters
    while rest != 0:
        slot = lowest(rest)
        bit = rest & -rest
        rest ^= bit
        kind = 0 + s.person[slot]
        character = o.character[slot]
        character.card = 1 + kind
        character.hits = clip(s.hits[slot], HITS)
        character.asked = 1 if s.asked & bit else 0
        character.joined = 1 if s.joined & bit else 0
        if s.tapped & bit:
            character.exhausted = 1
            o.card[kind].exhausted += 1
        else:
            o.card[kind].ready += 1
    write_zone(s, s.foes | s.sites, STAGING_AREA, o)
    write_zone(s, s.engaged, ENGAGED, o)
    write_zone(s, 1 << s.active if s.active != NO_PLACE else 0, ACTIVE, o)


SEEN = Observation(
    **fields(
        {"rank": Field("where the hand lists it, from 1 on, in setups that keep the order drawn", high=len(CARDS))},
        {},
        {},
        {"fresh": Field("1 if it was revealed after the quest was planned")},
    ),
    quest_done=Field("1 if the quest is done, in setups that look at the result later"),
    card_shown=Field("1 if the card of this quest has been revealed already"),
)


@compiled
def write(s, t, seat, o):
    """What the player knows by the paper's rules, into a zeroed record."""
    write_common(s, t, o)
    if t.hand_as_drawn:
        for kind in range(t.kinds):
            o.card[kind].rank = s.rank[kind]
    if s.fresh != NO_PLACE:
        o.place[s.fresh].fresh = 1
    o.quest_done = 1 if s.done else 0
    o.card_shown = 1 if s.shown else 0


ENCODING = SEEN.encoding(write)
