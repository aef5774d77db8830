"""The records of a game of Magic: what changes (`State`) and what does not (`Table`).

A player's creature cards are numbered weakest first, by power, then cost, then toughness, so a set of creatures is a
set of bits, the lowest bit is the weakest creature, and copies of one card stand side by side.
"""

from __future__ import annotations

from itertools import product

from mulligan.kernel import record

CREATURES = 30
CARDS = 60
TOP = 15  # the greatest power, toughness and cost
LAND = CREATURES  # the number of a land among the cards, and of its bit
EVERY_CREATURE = (1 << CREATURES) - 1
WHOLE = 1 << 33  # marks a move that answers a whole stage at once
WITH_LAND = 1 << 32
NO = 1 << 34  # the answer "do not play it" in a chain of questions
WHICH_LAND = 35  # where copies are apart, the number of the land in hand stands from this bit on
ROOM = 40  # while moves are listed, the mana left stands above this bit
NOBODY = CREATURES  # in place of an attacker: the blocker stays out of combat

ATTACK, BLOCK, PLAY = range(3)
STAGES = ("attack", "block", "cards")

UNIFORM, EXPERT, REDUCED, RANDOM, PRINTED, PASS = range(6)
STYLES = ("uniform", "expert", "reduced", "random", "printed", "pass")
EXPERTS = (EXPERT, PRINTED)
_LETTERS = {"E": "expert", "R": "reduced", "U": "random"}
BLENDS = {"".join(some): tuple(_LETTERS[letter] for letter in some) for some in product("ER", "ER", "ERU")}

EVERYTHING, LAND_FIRST, UNDOMINATED = range(3)
LEVELS = ("none", "land", "dominated")

DEAREST, CHEAPEST, SHUFFLED = range(3)
ASKED_FIRST = ("dearest", "cheapest", "random")

State = record(
    hand=("i8", 2),  # creature cards, as bits
    ready=("i8", 2),  # untapped creatures
    tapped=("i8", 2),
    dead=("i8", 2),
    land_hand=("i8", 2),
    lands=("i8", 2),
    land_gone=("i8", 2),
    life=("i8", 2),
    drawn=("i8", 2),  # the library goes on from here
    turn="i8",
    active="i8",
    stage="i8",
    winner="i8",
    mana="i8",  # left to spend in this main phase
    landed="i8",  # a land has been played this turn
    loose="i8",  # the order of the libraries is open: each draw picks at random
    seen="i8",  # the kinds of card drawn since the last move
    asked="i8",  # creatures already asked about in this stage
    attackers="i8",
    last="i8",  # what the last blocker was told
    gang=("i4", CREATURES + 1),  # the blockers of each attacker
    library=("i1", (2, CARDS)),
)

Table = record(
    cards=("i8", 2),  # size of the deck
    lands=("i8", 2),
    creatures=("i8", 2),
    power=("i8", (2, CREATURES)),
    toughness=("i8", (2, CREATURES)),
    cost=("i8", (2, CREATURES)),
    kind=("i8", (2, CREATURES + 1)),  # that of a land is the last
    kinds=("i8", 2),
    copies=("i8", (2, CREATURES)),  # the creatures of each kind, as bits
    within=("i8", (2, TOP + 1)),  # the creatures of at most this cost, as bits
    life="i8",
    hand="i8",
    skip_first_draw="i8",
    max_hand="i8",  # 0: none
    one_pass="i8",  # the Reduced card rule goes once through the whole hand, lands included
    keep_equal="i8",  # Expert attack, rule c: equality also keeps the creature home
    count_tapped="i8",  # Expert attack: tapped opposing creatures count for the blockers needed
    strict_pair="i8",  # Expert block, rule 3: cost below, not up to, the attacker's
    lower_pair="i8",  # Expert block, rule 3: minimise the lower cost of the pair
    ask="i8",  # the order in which a chain of questions goes through the cards in hand
    even_draws="i8",  # where the order of the libraries is open, every kind of card is drawn equally often
    apart="i8",  # copies of a card are kinds of their own, and each land in hand makes other moves
)
