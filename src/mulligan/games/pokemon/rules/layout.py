"""The records of a game of the Pokemon TCG, and how moves are numbers.

A card is its number in the card file, from 1; 0 is no card.  Decks have their top at the end of the array; the hand is
kept in ascending order.  Slot 0 is the Active Pokemon, 1 to 5 the Bench, which has no gaps.

A move is a command and up to three arguments of a byte each.
"""

from __future__ import annotations

from mulligan.kernel import inlined, record

from ..cards.arrays import ENERGIES, ROOM, WORDS
from ..cards.decks import shipped

DECK = 60
HAND = 7
PRIZES = 6
SLOTS = 6
BENCH = 5
POOL = max(8, len(shipped()) + 2)  # deck lists that a player without knowledge believes possible
LAST_TURN = 200
LISTED = 128  # room for answers to a question, or for a deck
MOST_TRANCES = 30  # uses in a turn of an Ability without a limit

(
    BENCH_IT,  # card
    EVOLVE,  # card, slot
    ATTACH,  # card, slot
    PLAY,  # card
    EQUIP,  # card, slot
    USE,  # slot
    RETREAT,  # slot
    ATTACK,  # number
    END_TURN,
    GO,  # 0 first, 1 second
    PICK,  # card
    EXTRA,  # how many
    SLOT,  # side (0 own, 1 the opponent's), slot
    BURN,  # Energy card, side, slot
    MODE,  # 0 the first, 1 the second
    DONE,
) = range(16)
END = END_TURN

# What is asked (`s.ask`); `s.asked` says whom.
(
    MAIN,
    WHO_STARTS,
    START_ACTIVE,
    START_BENCH,
    HOW_MANY,
    EXTRA_BENCH,
    PROMOTE,
    OWN_POKEMON,
    FOE_POKEMON,
    DECK_CARD,
    DISCARD_CARD,
    COST_CARD,
    TOP_CARD,
    ENERGY_CARD,
    MOVED_ENERGY,
    DESTINATION,
    NEXT_CARD,
    ONE_OF_TWO,
    WANTED,
    TOOL_CARD,
    CANDY_CARD,
    RAISED_CARD,
    RETREAT_COST,
    HAND_CARD,
    LOOKED_CARD,
) = range(25)

SETTING_UP, TURN, CHOOSING, PROMOTING = range(4)
STAGES = ("setup", "turn", "choice", "promote")

AT_STADIUM = 6  # in place of a slot, where a Stadium is used

BW, XY = range(2)  # the eras of the rules
CHOSEN, FLIPPED, LATE = range(3)  # the winner of a coin chooses who starts, or starts; or does when both have set up

GOING, BY_PRIZES, BY_BENCH, BY_DECK, BY_LIMIT, BY_BOTH = range(6)
REASONS = ("", "prizes", "no Pokemon", "no card to draw", "turn limit", "both at once")
NOBODY = 2

# What comes when effects and knock-outs are through (`s.after`)
TO_MAIN, TO_CHECKUP, TO_NEXT_TURN, TO_START = range(4)

Slot = record(
    card="u1",
    tool="u1",
    fresh="u1",  # came into play or evolved this turn
    used="u1",  # has used its Ability this turn
    under=("u1", 2),  # the cards below it: the Basic first
    damage="i2",  # with all above, eight bytes that are compared at once
    energy=("u1", ENERGIES),
    units="u1",  # of Energy
)

State = record(
    turn="i8",  # 0 while setting up, then one for each player's turn
    player="i8",  # whose turn it is
    winner="i8",  # once there is a reason
    reason="i8",
    ask="i8",
    asked="i8",
    after="i8",
    outcome=("i8", 2),  # for each player a number for what chance has shown since the last move
    # the program that runs
    pc="i8",  # 0 if none does
    side="i8",  # who runs it
    source="i8",  # slot of the Pokemon whose attack or Ability it is, or -1
    attacking="i8",
    target="i8",  # slot last chosen or healed
    left="i8",  # cards that may still be picked
    must="i8",  # whether they must
    heads="i8",
    coins="i8",
    dealt="i8",
    carried="i8",  # an Energy on its way, plus 1
    paid="i8",  # units of the last Energy card that was paid for a retreat; 0 if none was yet
    resolving="i8",  # the Trainer card that is being played
    struck=("i8", 2),  # slots hit by attack damage in this attack, as bits
    # players
    n_deck=("i8", 2),
    n_hand=("i8", 2),
    n_discard=("i8", 2),
    n_prizes=("i8", 2),
    n_bench=("i8", 2),
    ill=("i8", 2),  # Special Conditions of the Active Pokemon, as bits
    avenge=("i8", 2),  # the last turn in which an attack knocked out a Pokemon of this player
    until=("i8", (2, 8)),  # the last turn in which each mark holds
    less=("i8", 2),  # damage taken less by a LESS mark
    more=("i8", 2),  # damage done more by a MORE mark
    locked=("i8", 2),  # the attack of a LOCK mark
    supported="i8",
    attached="i8",
    retreated="i8",
    staged="i8",  # a Stadium was played this turn; plus 2 if one was used
    trances="i8",
    stadium="i8",
    stadium_owner="i8",
    hurt="i8",  # a Pokemon may have been knocked out since they were last judged
    first="i8",  # who starts
    opener="i8",  # who sets up first
    ready=("i8", 2),  # has set up
    mulligans=("i8", 2),  # beyond those that both took
    began="i8",  # the turn before the first one of this game: 0 but in sudden death
    searched=("i8", 2),  # knows the own deck, and so the own Prizes
    top=("i8", 2),  # cards on top of the own deck that its owner knows
    sudden="i8",  # games of sudden death so far
    slot=(Slot, (2, SLOTS)),
    prize=("u1", (2, 8)),
    deck=("u1", (2, DECK)),
    hand=("u1", (2, DECK)),
    discard=("u1", (2, DECK)),
    held=("i8", (2, WORDS)),  # the cards in hand as bits
    thrown=("i8", (2, WORDS)),  # the cards in the discard pile as bits
    shown=("u1", (2, ROOM)),  # cards in this player's hand that the other one knows
    stays=("u1", (2, ROOM)),  # cards in the own deck that its owner knows are not Prizes
    met=("u1", (2, ROOM)),  # most copies of this player's cards that the other one has seen
    scratch=("i4", LISTED + ROOM),
)

Table = record(
    deck=("u1", (2, DECK)),
    pool="i8",  # how many lists both players believe in; 0 if they know the other deck
    own=("i8", 2),  # whether a player believes in the own list too, which is number `pool` plus the seat
    lists=("u1", (POOL, ROOM)),
    era="i8",
    start="i8",  # how it is found who starts
    first_attack="i8",  # whether the starting player may attack in the first turn
    sudden="i8",  # sudden death is played out
)


@inlined
def command(move: int) -> int:
    """The command of a move."""
    return move & 255


@inlined
def first(move: int) -> int:
    """Its first argument."""
    return move >> 8 & 255


@inlined
def second(move: int) -> int:
    """Its second argument."""
    return move >> 16 & 255


@inlined
def third(move: int) -> int:
    """Its third argument."""
    return move >> 24 & 255
