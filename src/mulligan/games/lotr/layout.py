"""The records of a game by the paper's rules: what changes (`State`) and what does not (`Table`).

The full game has records of its own (`full/layout.py`); what both have in common is here too.

Characters sit in slots, heroes in the first three and allies behind them in the order they were played; encounter
cards in play lie in places, in the order they came, and an enemy takes a new place when it engages.  So sets of either
are sets of bits, and the lowest bit is the one that came first.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

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
QUESTS = 4

STAGES = ("planning", "staging", "questing", "travel", "defense", "attack", "encounter", "response")
PLANNING, STAGING, QUESTING, TRAVEL, DEFENSE, ATTACK, ENCOUNTER, RESPONSE = range(8)

STYLES = ("uniform", "random", "naive", "expert", "ranger")
UNIFORM, RANDOM, NAIVE, EXPERT, RANGER = range(5)
BLENDS = {"beginner": tuple("naive" if stage == "planning" else "expert" for stage in STAGES)}

LEVELS = ("none", "paper", "steps", "near")
EVERYTHING, PAPER, STEPS, NEAR = range(4)

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
MOST = 10  # of so many characters every set is listed; of more, one is asked after the other
ANYBODY = SLOTS  # in place of the hero hit by an undefended attack: chance decides
TARGET = 8  # a strike holds the enemy's place above this bit, the slot of the striker below

LOST, WON, GOING = 0, 1, 2

# What both rule books keep of a game.
COMMON_STATE: Mapping[str, Any] = {
    "result": "i8",
    "round": "i8",
    "stage": "i8",
    "threat": "i8",
    "points": "i8",  # still needed on the quest card
    "loose": "i8",  # a position that was turned into a game again: its decks have no order
    "tokens": ("i8", HEROES),
    "held": "i8",  # cards in hand
    "drawn": "i8",  # the deck goes on from here
    "revealed": "i8",  # the encounter deck goes on from here
    "staged_threat": "i8",
    "characters": "i8",  # slots in use
    "tapped": "i8",
    "spirit": "i8",  # slots of Spirit characters
    "grey": "i8",  # slots of Gandalfs
    "slots": "i8",  # the next free slot
    "foes": "i8",  # enemies in the staging area
    "sites": "i8",  # locations in the staging area
    "engaged": "i8",
    "attackers": "i8",  # engaged enemies that have yet to attack this round
    "places": "i8",  # the next free place
    "active": "i8",  # the place of the active location, or NO_PLACE
    "asked": "i8",  # characters already asked about the quest, one by one
    "joined": "i8",  # those of them that go
    "bought": "i8",  # cards bought this round
    "hand": ("i1", KINDS),
    "gone": ("i1", KINDS),  # the player's discard pile
    "buried": ("i1", PERILS),  # the encounter discard pile
    "person": ("i1", SLOTS),
    "hits": ("i1", SLOTS),  # hit points left
    "peril": ("i1", PLACES),
    "mark": ("i1", PLACES),  # hit points or progress left
    "deck": ("i1", DECK),
    "encounters": ("i1", ENCOUNTERS),
}

State = record(
    **COMMON_STATE,
    done="i8",  # the quest is done, but the result is looked at later
    shown="i8",  # the card of this quest has been revealed already
    fresh="i8",  # its place, if nobody knew it when the quest was planned (K13q), or NO_PLACE
    fate="i8",  # what chance will do with the next defense and attack, where the player may look at it first
    rank=("i1", KINDS),  # where the hand lists a kind, from 1 on, if it is listed in the order drawn (K20)
)

# What both need of a setup.
COMMON_TABLE: Mapping[str, Any] = {
    # the player's cards, by kind
    "kinds": "i8",
    "sphere": ("i8", KINDS),
    "cost": ("i8", KINDS),
    "will": ("i8", KINDS),
    "attack": ("i8", KINDS),
    "defense": ("i8", KINDS),
    "hits": ("i8", KINDS),
    "deck": ("i1", DECK),
    "cards": "i8",
    # encounter cards, by kind
    "perils": "i8",
    "type": ("i8", PERILS),
    "threat": ("i8", PERILS),
    "engagement": ("i8", PERILS),
    "force": ("i8", PERILS),
    "shield": ("i8", PERILS),
    "toughness": ("i8", PERILS),  # hit points, or quest points
    "encounters": ("i1", ENCOUNTERS),
    "encounter_cards": "i8",
    "staged": "i8",  # so many of them start in the staging area
    # the scenario
    "start_threat": "i8",
    "hand": "i8",
}

Table = record(
    **COMMON_TABLE,
    quest="i8",  # points needed to win
    stops="i8",  # quest cards but the last
    stop=("i8", QUESTS),  # points still needed when they end
    # switches
    end_of_round="i8",  # the result is looked at when the round is over
    linger="i8",  # characters that die stay until the end of the round
    tree="i8",  # decisions are kept as the nodes of the paper's tree agent
    late_loss="i8",  # K1
    late_win="i8",  # K2
    skipped_neighbour="i8",  # K3
    skipped_enemy="i8",  # K4
    skipped_quest="i8",  # K5
    unrevealed_card="i8",  # K6
    lost_overflow="i8",  # K7
    forced_travel="i8",  # K8
    wiped_quest="i8",  # K10
    merged_names="i8",  # K11
    shuffled_draws="i8",  # K12
    foreseen_card="i8",  # K13q
    foreseen_combat="i8",  # K13d
    chosen_card="i8",  # K14
    outnumbered="i8",  # K17
    leaked_result="i8",  # K18
    hand_as_drawn="i8",  # K20
    choose_hero="i8",  # the player says which hero an undefended attack hits
)
