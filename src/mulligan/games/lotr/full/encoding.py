# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs
"""What programs that learn see of the full game: a record of a fixed size."""

from __future__ import annotations

from mulligan.core.encoding import Field, Observation, clip
from mulligan.games.lotr.cards import card_file, quest_cards
from mulligan.games.lotr.encoding import CARDS, fields, write_common
from mulligan.games.lotr.layout import DECK, ENCOUNTERS, HEROES, NO_PLACE, QUESTS
from mulligan.kernel import compiled, lowest

from .layout import DEPTH, EFFECTS
from .rules.knowledge import poised

GEAR = tuple(card["name"] for card in card_file()["attachment"])
QUEST_CARDS = ", ".join(f"{i} {card['name']}" for i, card in enumerate(quest_cards()))
BITS = 127
FEW = 20  # stands for more, too

SEEN = Observation(
    **fields(
        {
            "left": Field("copies out of the game", high=DECK),
            "looked_at": Field("copies among the cards on top of the deck that the player looks at", high=DECK),
        },
        {"left": Field("copies out of the game", high=ENCOUNTERS)},
        {
            "steel": Field("more attack and defense this phase", high=FEW),
            "defends": Field("1 if it defends"),
            "strikes": Field("1 if it attacks"),
            "poised": Field("1 if it is about to attack alone"),
        },
        {
            "extra": Field("tokens on an enemy, attachments on a location", high=FEW),
            "newly": Field("1 if it engaged this round"),
            "struck": Field("1 if it was attacked this round"),
            "attacking": Field("1 if it is the enemy that attacks"),
            "attacked": Field("1 if it is the enemy that is attacked"),
            "bound_for": Field("1 if it is the location that is travelled to"),
        },
    ),
    step=Field("where the round stands", high=BITS),
    quest=Field(f"the quest card: {QUEST_CARDS}", high=QUESTS),
    boost=Field("more attack of the enemy that attacks", high=FEW),
    blow=Field("damage of its attack", high=FEW),
    shadows=Field("shadow cards that it has yet to turn up", high=FEW),
    dealt=Field("cards on top of the encounter deck that count as dealt to enemies", high=FEW),
    looking=Field("cards on top of the deck that the player looks at", high=FEW),
    valor=Field("more willpower this phase, of the hero with that ability", high=FEW),
    dread=Field("less willpower of each committed character this phase", high=FEW),
    gloom=Field("more threat in the staging area this phase", high=FEW),
    used=Field("what was used this round or phase, as bits", high=BITS, low=-128),
    pending=Field("effects that wait", high=DEPTH),
    effect=Field(
        "of each effect that waits, the next one last",
        (DEPTH,),
        fields={
            "number": Field("its number among the effects of all cards", high=EFFECTS),
            "how": Field("what can still be done against it", high=BITS, low=-128),
        },
    ),
    hero=Field(
        "of each hero",
        (CARDS[:HEROES],),
        fields={
            "gear": Field("attachments", (GEAR,), high=DECK),
            "spent": Field("exhausted attachments that make it ready", high=FEW),
            "webs": Field("webs around it", high=FEW),
        },
    ),
)


@compiled
def write(s, t, seat, o):
    """What the player knows, into a zeroed record."""
    write_common(s, t, o)
    o.step = s.step
    o.quest = s.card
    o.boost = clip(s.boost, FEW)
    o.blow = clip(s.blow, FEW)
    o.shadows = clip(s.shadows, FEW)
    o.dealt = clip(s.dealt, FEW)
    o.looking = clip(s.looking, FEW)
    o.valor = clip(s.valor, FEW)
    o.dread = clip(s.dread, FEW)
    o.gloom = clip(s.gloom, FEW)
    o.used = s.used
    o.pending = s.pending
    for i in range(s.pending):
        o.effect[i].number = s.todo[i]
        o.effect[i].how = s.how[i]
    for hero in range(HEROES):
        o.hero[hero].spent = clip(s.spent[hero], FEW)
        o.hero[hero].webs = clip(s.webs[hero], FEW)
        for i in range(t.gears):
            o.hero[hero].gear[i] = s.gear[hero][i]
    for kind in range(t.kinds):
        o.card[kind].left = s.left[kind]
    for i in range(s.drawn, s.drawn + s.looking):
        o.card[s.deck[i]].looked_at += 1
    for kind in range(t.perils):
        o.encounter[kind].left = s.away[kind]
    alone = poised(s, t)
    rest = s.characters
    while rest != 0:
        slot = lowest(rest)
        bit = rest & -rest
        rest ^= bit
        character = o.character[slot]
        character.steel = clip(s.steel[slot], FEW)
        character.defends = 1 if s.defenders & bit else 0
        character.strikes = 1 if s.strikers & bit else 0
        character.poised = 1 if slot == alone else 0
    rest = s.foes | s.sites | s.engaged
    if s.active != NO_PLACE:
        rest |= 1 << s.active
    while rest != 0:
        i = lowest(rest)
        bit = rest & -rest
        rest ^= bit
        place = o.place[i]
        place.extra = clip(s.extra[i], FEW)
        place.newly = 1 if s.newly & bit else 0
        place.struck = 1 if s.struck & bit else 0
        place.attacking = 1 if i == s.foe else 0
        place.attacked = 1 if i == s.aim else 0
        place.bound_for = 1 if i == s.bound else 0


ENCODING = SEEN.encoding(write)
