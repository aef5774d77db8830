"""The records of the full game, and the moves that only it has."""

from __future__ import annotations

from mulligan.games.lotr.layout import COMMON_STATE, COMMON_TABLE, HEROES, KINDS, PERILS, PLACES, QUESTS, SLOTS, VERB
from mulligan.kernel import record

GEARS = 8  # kinds of attachments
EFFECTS = 96
DEPTH = 16  # effects that wait for each other

# Moves: choose one, let a character use its ability, discard a card for willpower, ready a hero, take
# a new hand, say which enemy attacks, is attacked, or is engaged.
PICK, USE, SPEND, RISE, REDRAW, FACE, AIM, ENGAGE = (verb << VERB for verb in range(15, 23))

State = record(
    **COMMON_STATE,
    newly="i8",  # enemies that engaged this round
    struck="i8",  # enemies that were attacked this round
    defenders="i8",
    strikers="i8",
    step="i1",  # where the round stands
    card="i1",  # the quest card
    foe="i1",  # the place of the enemy that attacks, or NO_PLACE
    aim="i1",  # the place of the enemy that is attacked, or NO_PLACE
    bound="i1",  # the place of the location that is travelled to, or NO_PLACE
    chosen="i1",  # the slot of the character that was exhausted last by an effect
    boost="i1",  # more attack of the enemy that attacks
    blow="i1",  # damage of its attack
    shadows="i1",  # shadow cards that it has yet to turn up
    dealt="i1",  # cards on top of the encounter deck that count as dealt to enemies
    looking="i1",  # cards on top of the deck that the player looks at
    valor="i1",  # more willpower this phase, of the hero with that ability
    dread="i1",  # less willpower of each committed character this phase
    gloom="i1",  # more threat in the staging area this phase
    used="i1",  # what was used this round or phase
    pending="i1",  # effects that wait
    todo=("i1", DEPTH),
    how=("i1", DEPTH),  # what can still be done against each of them
    gear=("i1", (HEROES, GEARS)),  # attachments of each hero
    spent=("i1", HEROES),  # exhausted attachments that make a hero ready
    webs=("i1", HEROES),
    steel=("i1", SLOTS),  # more attack and defense this phase
    extra=("i1", PLACES),  # tokens on an enemy, attachments on a location
    left=("i1", KINDS),  # out of the game
    away=("i1", PERILS),  # out of the game
)

Table = record(
    **COMMON_TABLE,
    # the player's cards, by kind
    form=("i1", KINDS),  # hero, ally, attachment or event
    unique=("i1", KINDS),
    restricted=("i1", KINDS),
    fleeting=("i1", KINDS),
    once=("i1", KINDS),
    open_cost=("i1", KINDS),
    pools=("i1", KINDS),
    when=("i8", KINDS),
    kin=("i1", KINDS),  # traits
    able=("i1", KINDS),
    strength=("i1", KINDS),  # of the ability
    card_deed=("i1", (KINDS, 3)),
    # attachments, by kind minus that of the first
    first_gear="i8",
    gears="i8",
    earth="i8",  # the kind of the attachment for locations
    gift=("i1", (GEARS, 9)),
    # encounter cards, by kind
    traits=("i1", PERILS),
    fury=("i1", PERILS),
    grudge=("i1", PERILS),
    shadows=("i1", PERILS),
    parched=("i1", PERILS),
    victory=("i1", PERILS),
    deed=("i1", (PERILS, 7)),
    # quest cards
    quest_points=("i1", QUESTS),
    quest_deed=("i1", QUESTS),
    quest_next=("i1", (QUESTS, 2)),
    quest_ways=("i1", QUESTS),
    quest_kill=("i1", QUESTS),  # one more than the kind of the enemy whose death wins
    quest_bar=("i1", QUESTS),  # one more than the kind of the enemy that bars the end
    # effects
    verb=("i1", EFFECTS),
    amount=("i1", EFFECTS),
    whom=("i1", EFFECTS),
    link=("i1", EFFECTS),
    may=("i1", EFFECTS),
    owner=("i1", EFFECTS),  # the kind of the player's card
    rules=("i1", 4),
)
