"""The records of a game of The Lord of the Rings: what changes (`State`) and what does not (`Table`).

Characters sit in slots, heroes in the first three and allies behind them in the order they were played; encounter
cards in play lie in places, in the order they came, and an enemy takes a new place when it engages.  So sets of either
are sets of bits, and the lowest bit is the one that came first.
"""

from __future__ import annotations

from mulligan.kernel import record

HEROES = 3
SLOTS = 30
PLACES = 56
NO_PLACE = PLACES
KINDS = 40  # of the player's cards, heroes included
PERILS = 24  # kinds of encounter cards
DECK = 64
ENCOUNTERS = 40
ALL_HEROES = (1 << HEROES) - 1
GEARS = 8  # kinds of attachments
QUESTS = 4
EFFECTS = 96
DEPTH = 16  # effects that wait for each other

STAGES = ("planning", "staging", "questing", "travel", "defense", "attack", "encounter", "response")
PLANNING, STAGING, QUESTING, TRAVEL, DEFENSE, ATTACK, ENCOUNTER, RESPONSE = range(8)

STYLES = ("uniform", "random", "naive", "expert", "ranger")
UNIFORM, RANDOM, NAIVE, EXPERT, RANGER = range(5)
BLENDS = {"beginner": tuple("naive" if stage == "planning" else "expert" for stage in STAGES)}

LEVELS = ("none", "paper", "steps")
EVERYTHING, PAPER, STEPS = range(3)

SPHERES = ("Neutral", "Spirit", "Tactics")
NEUTRAL, SPIRIT, TACTICS = range(3)

ENEMY, LOCATION, TREACHERY = range(3)
HERO_CARD, ALLY_CARD, ATTACHMENT_CARD, EVENT_CARD = range(4)

# Kinds that the rules of the paper's agents name; `cards.py` holds the card file to these numbers.
EOWYN, ELEANOR, THALIN, TOOK, GUIDE, TRACKER, AXEHAND, SPEARMAN, ARCHER, BEORN, GANDALF = range(11)

# Moves: what is done stands above this bit, with what below it.
VERB = 48
ARGUMENT = (1 << VERB) - 1
DONE, BUY, BUY_LAST, REVEAL, COMMIT, HOLD, JOIN, STAY, GO, DEFEND, UNDEFENDED, DEFENDERS, STRIKE, CLAIM, YIELD = (
    verb << VERB for verb in range(15)
)
# Of the full game alone: choose one, let a character use its ability, discard a card for willpower, ready a hero, take
# a new hand, say which enemy attacks, is attacked, or is engaged.
PICK, USE, SPEND, RISE, REDRAW, FACE, AIM, ENGAGE = (verb << VERB for verb in range(15, 23))
MOST = 10  # of so many characters every set is listed; of more, one is asked after the other
ANYBODY = SLOTS  # in place of the hero hit by an undefended attack: chance decides
TARGET = 8  # a strike holds the enemy's place above this bit, the slot of the striker below

LOST, WON, GOING = 0, 1, 2

State = record(
    result="i8",
    round="i8",
    stage="i8",
    threat="i8",
    points="i8",  # still needed on the quest card
    done="i8",  # the quest is done, but the result is looked at later
    loose="i8",  # a position that was turned into a game again: its decks have no order
    tokens=("i8", HEROES),
    held="i8",  # cards in hand
    drawn="i8",  # the deck goes on from here
    revealed="i8",  # the encounter deck goes on from here
    staged_threat="i8",
    characters="i8",  # slots in use
    tapped="i8",
    spirit="i8",  # slots of Spirit characters
    grey="i8",  # slots of Gandalfs
    slots="i8",  # the next free slot
    foes="i8",  # enemies in the staging area
    sites="i8",  # locations in the staging area
    engaged="i8",
    attackers="i8",  # engaged enemies that have yet to attack this round
    places="i8",  # the next free place
    active="i8",  # the place of the active location, or NO_PLACE
    shown="i8",  # the card of this quest has been revealed already
    fresh="i8",  # its place, if nobody knew it when the quest was planned (K13q), or NO_PLACE
    asked="i8",  # characters already asked about the quest, one by one
    joined="i8",  # those of them that go
    fate="i8",  # what chance will do with the next defense and attack, where the player may look at it first
    bought="i8",  # cards bought this round
    hand=("i1", KINDS),
    rank=("i1", KINDS),  # where the hand lists a kind, from 1 on, if it is listed in the order drawn (K20)
    gone=("i1", KINDS),  # the player's discard pile
    buried=("i1", PERILS),  # the encounter discard pile
    person=("i1", SLOTS),
    hits=("i1", SLOTS),  # hit points left
    peril=("i1", PLACES),
    mark=("i1", PLACES),  # hit points or progress left
    deck=("i1", DECK),
    encounters=("i1", ENCOUNTERS),
    # The rest is for the full game alone.
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
    # the player's cards, by kind
    kinds="i8",
    sphere=("i8", KINDS),
    cost=("i8", KINDS),
    will=("i8", KINDS),
    attack=("i8", KINDS),
    defense=("i8", KINDS),
    hits=("i8", KINDS),
    deck=("i1", DECK),
    cards="i8",
    # encounter cards, by kind
    perils="i8",
    type=("i8", PERILS),
    threat=("i8", PERILS),
    engagement=("i8", PERILS),
    force=("i8", PERILS),
    shield=("i8", PERILS),
    toughness=("i8", PERILS),  # hit points, or quest points
    encounters=("i1", ENCOUNTERS),
    encounter_cards="i8",
    staged="i8",  # so many of them start in the staging area
    # the scenario
    start_threat="i8",
    quest="i8",  # points needed to win
    stops="i8",  # quest cards but the last
    stop=("i8", QUESTS),  # points still needed when they end
    hand="i8",
    # switches
    end_of_round="i8",  # the result is looked at when the round is over
    linger="i8",  # characters that die stay until the end of the round
    tree="i8",  # decisions are kept as the nodes of the paper's tree agent
    k1="i8",
    k2="i8",
    k3="i8",
    k4="i8",
    k5="i8",
    k6="i8",
    k7="i8",
    k8="i8",
    k10="i8",
    k11="i8",
    k12="i8",
    k13q="i8",
    k13d="i8",
    k14="i8",
    k17="i8",
    k18="i8",
    k20="i8",
    choose_hero="i8",  # the player says which hero an undefended attack hits
    full="i8",  # the whole game, which has the rest of the table for itself
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
