"""The records of a game of Tales of Tribute, and how moves are numbers.

A card is its number in the card file, plus 128 times a serial number where the setup asks for one (`traced`): the rules
look at the low seven bits only.  Draw piles and the tavern pile have their top at the end of the array.

A move is a command and up to five items of eleven bits.  An item names a card as players see it: its kind, and where it
lies as far as that matters.  With EXACT set, an item is instead one more than an index: into the hand, the agents, the
tavern row, or the options of the choice; so the engine's list, which tells copies apart, can be played to the letter.
"""

from __future__ import annotations

from mulligan.kernel import record

from .cards import DECKS

ROOM = 192  # cards of one player in any place
PILE = 112
ROW = 5
HAND = 5
CHAIN_ROOM = 64
KIND = 127
SERIAL = 128

P1, P2, NOBODY = range(3)
NORMAL, CHOICE, START_CHOICE, PATRON_CHOICE = range(4)
BOARDS = ("NORMAL", "CHOICE_PENDING", "START_OF_TURN_CHOICE_PENDING", "PATRON_CHOICE_PENDING")
(
    ENACT_CHOSEN_EFFECT,
    REPLACE_CARDS,
    DESTROY_CARDS,
    DISCARD_CARDS,
    REFRESH_CARDS,
    TOSS_CARDS,
    KNOCKOUT_AGENTS,
    ACQUIRE_CARDS,
    COMPLETE_HLAALU,
    COMPLETE_PELIN,
    COMPLETE_PSIJIC,
    COMPLETE_TREASURY,
    DONATE_CARDS,
) = range(13)
FOLLOWS = (
    *("ENACT_CHOSEN_EFFECT", "REPLACE_CARDS_IN_TAVERN", "DESTROY_CARDS", "DISCARD_CARDS", "REFRESH_CARDS"),
    *("TOSS_CARDS", "KNOCKOUT_AGENTS", "ACQUIRE_CARDS", "COMPLETE_HLAALU", "COMPLETE_PELLIN", "COMPLETE_PSIJIC"),
    *("COMPLETE_TREASURY", "DONATE"),
)
GOING, OVER_80, BY_FAVOUR, OVER_40, TOO_LONG = range(5)
REASONS = ("", "PRESTIGE_OVER_80", "PATRON_FAVOR", "PRESTIGE_OVER_40_NOT_MATCHED", "TURN_LIMIT_EXCEEDED")

# The first seven commands have the engine's numbers.
PLAY, ACTIVATE, ATTACK, BUY, CALL, CHOOSE, END_TURN, EFFECT, PICK, DONE, DRAFT = range(11)
COMMAND = 56
ITEM, ITEM_MASK = 11, 2047
MOST = 5  # cards that one choice may take
EXACT = 1 << 60
END = END_TURN << COMMAND
NO_MORE = DONE << COMMAND
WHERE = 7  # above this bit of an item: where the card lies
ELSEWHERE, IN_PLAY, ON_BOARD = 0, 1, 2  # an agent: ON_BOARD + 2 * HP + whether it has acted

DRAFTING, TURN, CHOOSING = range(3)
STAGES = ("draft", "turn", "choice")

AT_HAND, AT_PLAYED, AT_AGENTS, AT_COOLDOWN, AT_DRAW, AT_ROW, AT_FOE = range(7)  # where an option lies
PLACE = 256  # an option is its place times this, plus its index there

State = record(
    coins=("i8", 2),
    prestige=("i8", 2),
    power=("i8", 2),
    calls=("i8", 2),
    known=("i8", 2),  # cards on top of the own draw pile that its owner knows
    n_hand=("i8", 2),
    n_draw=("i8", 2),
    n_played=("i8", 2),
    n_cooldown=("i8", 2),
    n_agents=("i8", 2),
    n_row="i8",
    n_pile="i8",
    n_options="i8",
    n_picked="i8",
    turn="i8",  # 0 in the draft, then one for each player's turn
    player="i8",  # whose turn it is
    winner="i8",  # once there is a reason: P1, P2, or NOBODY
    reason="i8",  # GOING, or why the game has ended
    drafted="i8",  # patrons chosen
    board="i8",  # NORMAL, or what kind of choice is open
    follow="i8",  # what the choice leads to
    low="i8",
    high="i8",
    limit="i8",  # what the choice depends on: the effects, the greatest cost, or whether only agents are offered
    skip="i8",  # one more than the place in the row that was filled after the choice was opened
    doom="i8",  # discards that wait for the next turn
    head="i8",
    tail="i8",
    serial="i8",
    outcome="i8",  # a number for the cards that chance has shown since the last move
    favour=("i1", DECKS),
    combo=("i1", DECKS),  # cards of each deck triggered this turn, at most 4
    waiting=("u1", (DECKS, 3)),  # the first of them, whose later levels may still come
    patron=("i1", 8),  # the five patrons, Treasury in the middle; -1 before it is chosen
    picked=("i2", 6),  # items chosen so far in a chain of questions
    chain=("i4", CHAIN_ROOM),  # effects to come, each with the kind of its source
    row=("u2", 8),
    pile=("u2", PILE),
    hand=("u2", (2, ROOM)),
    draw=("u2", (2, ROOM)),
    played=("u2", (2, ROOM)),
    cooldown=("u2", (2, ROOM)),
    agent=("u2", (2, ROOM)),
    hp=("i1", (2, ROOM)),
    acted=("i1", (2, ROOM)),
    option=("i2", ROOM),  # where the cards lie that a choice offers
    gone=("i2", 128),  # cards that have left the game, by kind
    made=("i2", 128),  # cards that came into it
    scratch=("i4", ROOM),  # all 0 between moves
)

Table = record(
    offers="i8",  # patrons to choose from
    offer=("i8", DECKS),
    mode="i8",  # how the patrons come: see below
    fixed=("i8", 4),  # in the order of the draft
    traced="i8",  # cards have serial numbers
    ordered="i8",  # who puts cards on top of the draw pile may choose their order
)
BY_DRAFT, BY_CHANCE, BY_SETUP = range(3)
SOURCE = 20  # above this bit of an effect in the chain: the kind of the card that it comes from
