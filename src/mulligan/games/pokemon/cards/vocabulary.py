"""The words of card effects, and the numbers that compiled rules know them by.

An effect line such as `flip 1 heads (status def asleep)` becomes a few instructions of six numbers: the word, and up to
five arguments.  `cards/effects.py` reads the line, `cards/programs.py` makes the instructions, `rules/effects.py`
carries them out.
"""

from __future__ import annotations

# --- types ------------------------------------------------------------------------------------------------------------

LETTERS = "GRWLPFDMYNC"
TYPES = (
    *("Grass", "Fire", "Water", "Lightning", "Psychic", "Fighting", "Darkness", "Metal", "Fairy", "Dragon"),
    "Colorless",
)
COLORLESS = 10

# --- kinds of cards ---------------------------------------------------------------------------------------------------

POKEMON, ITEM, TOOL, SUPPORTER, STADIUM, ENERGY = range(1, 7)
CLASSES = ("", "pokemon", "item", "tool", "supporter", "stadium", "energy")

# --- instructions: the word, then what its arguments mean -------------------------------------------------------------

(
    STOP,  # the end of every program
    DAMAGE,  # base, amount, counter, parameter, whether Weakness and Resistance are ignored
    HEAL,  # target, amount (ALL or DEALT too), whether Special Conditions end
    HIT,  # attack damage to a Benched Pokemon of the opponent, of the player's choice: amount
    COUNTERS,  # damage that is no attack damage: target, amount
    AFFLICT,  # Special Conditions: target, bits
    KNOCK_OUT,  # target, least damage that it must have
    FLIP,  # coins, whose heads are counted
    UNLESS,  # test, where to go on if it fails
    EACH_HEAD,  # where to go on when all heads are used up
    JUMP,  # where to go on
    DRAW,  # who, how many (or one of the counts below zero)
    DRAW_UNTIL,  # cards in hand
    DISCARD_HAND,  # who
    RETURN_HAND,  # into the deck, which is shuffled: who
    PAY,  # cards of the hand to discard
    TOP,  # a card of the hand goes on top of the deck: filter
    TAKE,  # source, filter, whether as many as there are must be taken, how many at most, destination (+ SHOWN)
    DIG,  # cards from the top are shown until one matches: filter
    ORDER,  # the top cards are put back in any order: how many
    STRIP,  # Energy is discarded: from where, how many (or ALL), type (or ANY)
    MOVE,  # an Energy goes to another own Pokemon: filter
    SWITCH,  # who, where to go on if nobody can be switched (0: with what follows)
    DEVOLVE,  # target
    CANDY,  # a Basic becomes a Stage 2 of the hand
    RAISE,  # a Pokemon evolves by a card of the deck
    MARK,  # target, which mark, until when, amount or number of the attack
    CHOOSE,  # where the second of two effects begins
    SCRAP,  # Tools are discarded: how many at most
    TOSS_HAND,  # a random card of the opponent's hand is shown and shuffled into the deck
    REVEAL,  # the opponent shows the hand
    MILL,  # cards from the top of a deck are discarded: whose, how many
    PURGE,  # the opponent shows the hand and shuffles all cards of a filter into the deck: filter
    FINISH,  # the turn ends
    SCOOP,  # an own Pokemon goes to the hand: target, whether with all that is on it
    LOOK,  # at the top cards: how many, filter of what may be taken, whether one must, what becomes of the rest, shown
    SHIFT,  # damage of a Pokemon of the opponent goes to another one: amount
) = range(37)

NONE, HEADS, ALL_HEADS, OPP_BENCH, ENERGY_SELF, ENERGY_DEF, ENERGY_BOTH, DEF_EX, DEF_RESISTS, AVENGED = range(10)
OWN_BENCH, BOTH_BENCHES, DAMAGE_SELF, DAMAGE_DEF, IN_DISCARD, TOOLS, STADIUM_THERE, DEF_DAMAGED, DEF_PLASMA = range(
    10, 19
)
DEF_ILL, SELF_DAMAGED, PRIZES_TAKEN, STRIPPED, DEF_TOOL = range(19, 24)
"""What the amount of DAMAGE depends on: nothing; times heads of `parameter` coins; if all of them are heads; times
Pokemon on the opponent's Bench; times Energy units on attacker (those of type `parameter` if that is not ANY),
defender, both; if the defender is an EX; if it has a Resistance; if an attack knocked out an own Pokemon in the last
turn.  Times Pokemon on the own Bench, on both; times counters on attacker, defender; times cards of filter `parameter`
in the own discard pile; times Tools in play; if there is a Stadium; if the defender has damage; is of Team Plasma; has
one of the Special Conditions `parameter`; if the attacker has damage; times Prizes that the opponent has taken;
times Energy cards that this attack has discarded from the attacker; if the defender has a Tool."""

REST_SHUFFLED, REST_DISCARDED, REST_KEPT = range(3)
ROVING, MOST_ROVING = 2, 20  # Energy that moves as the player likes, and how often
UNRESISTED = -1  # damage that minds no Resistance
PIERCING, UNAFFECTED = 2, 3  # damage that nothing on the defender's side changes; that nothing there but its type does
ALL, DEALT, ANY = -1, -2, -1
OPP_HAND, OWN_PRIZES, BENCH_BOTH, PURGED = -1, -2, -3, -4
SELF, DEF, MY_ACTIVE, MY_ANY, WHOLE_OPP_BENCH, LAST, OPP_ANY, MY_ALL, ANYONE = range(9)
TARGETS = ("self", "def", "my_active", "my_any", "opp_bench_all", "last", "opp_any", "my_all", "anyone")
SPECIAL, PLASMA = 12, 13  # in place of a type: Energy that is not basic; cards of Team Plasma
BASIC_OF = 32  # plus a type: basic Energy of it
ON_OPP_BENCH, ON_OPP_ANY, ON_OPP_ALL, ON_MY_BENCH = range(4)  # where a HIT goes
ME, OPP, BOTH, INTO_SELF, THEM = range(5)  # the last: the opponent, who chooses
IF_HEADS, IF_ALL_HEADS, IF_TAILS, IF_HELD = range(4)  # at least one; every coin; not one; Energy of a filter on self
FROM_DECK, FROM_DISCARD, FROM_HAND, FROM_OLDER = range(4)  # the last: the discard pile without what was paid
TO_HAND, TO_DECK, TO_TOP, TO_SELF, TO_BENCH = range(5)  # TO_BENCH + 1 + type: only to Benched Pokemon of this type
TO_ANY, TO_PLAY, TO_DISCARD, TO_ONE = 20, 40, 41, 42  # TO_ANY + 1 + type likewise; TO_PLAY is onto the Bench
"""TO_ONE is to one Benched Pokemon, the same for all cards."""
SHOWN = 64

ALONE, WITH_ALL, INTO_DECK = range(3)  # how a Pokemon leaves play: without what is on it, with it, with it to the deck

ASLEEP, PARALYZED, CONFUSED, POISONED, BURNED = 1, 2, 4, 8, 16
CONDITIONS = ("asleep", "paralyzed", "confused", "poisoned", "burned")
TURNED = ASLEEP | PARALYZED | CONFUSED

NO_RETREAT, SMOKE, NO_WEAKNESS, LESS, IMMUNE, LOCK, MORE, NO_ITEMS = range(8)
EVERY = 255  # in place of the attack of a LOCK: all of them
MARKS = ("no_retreat", "smoke", "no_weakness", "less", "immune", "lock", "more", "no_items")
"""Cannot retreat; an attack needs heads; no Weakness; attack damage taken is lower; none is taken; an attack cannot be
used; the player's attacks do more; the player can play no Items.  All sit on the Pokemon but the last two, which are
the player's."""
MY_TURN_END, OPP_TURN_END, MY_NEXT_TURN_END = range(3)
UNTILS = ("my_turn_end", "opp_turn_end", "my_next_turn_end")

# --- what a card needs to be played, or an Ability to be used ---------------------------------------------------------

(
    NOTHING,
    DISCARD_HAS,  # filter
    HAND_HAS,  # filter
    HAND_OTHER,  # other cards in hand, at least
    HAND_BELOW,  # other cards in hand, fewer than
    MY_BENCH,  # Pokemon there, at least
    FOE_BENCH,
    BENCH_TYPE,  # an own Benched Pokemon of a type
    ENERGY_IN_PLAY,  # filter
    DAMAGED,  # an own Pokemon has damage
    DAMAGED_OR_ILL,  # or a Special Condition
    CAN_CANDY,
    DECK_LEFT,  # cards, at least
    TOOL_IN_PLAY,
    SELF_ON_BENCH,
    DISCARD_OR_HAND_HAS,  # filter, in the discard pile or among the other cards in hand
    CAN_RAISE,  # an own Pokemon that some card evolves, but for EX
    FOE_ENERGY,  # on any Pokemon of the opponent
    FOE_SPECIAL,  # the same that is not basic
    FOE_HAND,  # the opponent has cards in hand
    TOOL_OR_SPECIAL,  # a Tool or Special Energy on any Pokemon
    SOME_BENCH,  # a Pokemon on the Bench of either player
    FOE_DAMAGED,  # a Pokemon of the opponent has damage
) = range(23)

# --- Abilities --------------------------------------------------------------------------------------------------------

NO_ABILITY, PASSIVE, ONCE_A_TURN, UNLIMITED, WHEN_EVOLVED, WHEN_BENCHED, WHEN_ATTACHED = range(7)
FREE_NEVER, FREE_ALWAYS, FREE_WITH_STADIUM, FREE_WITHOUT_ENERGY = range(4)
MUTE_NOBODY, MUTE_OTHERS, MUTE_BASICS = range(3)
"""Whose Abilities a card ends: nobody's; all but its own kind, while it has a Tool; those of Basic Pokemon."""
SAFE_NEVER, SAFE_BENCHED, SAFE_BENCH = range(3)
"""Attack damage on the Bench is prevented: never; to this Pokemon there; to all own ones there."""
