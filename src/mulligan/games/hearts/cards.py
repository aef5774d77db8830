"""The cards of hearts, where they lie, and the numbers of a position that everybody sees."""

from __future__ import annotations

from mulligan.deckkit import Deck, Zone, make_kit, make_tricks
from mulligan.kernel import record

SEATS = 4
HELD = 13  # cards of a hand, and so tricks
PASSED = 3  # cards that each player passes
ALL_POINTS = 26
DIRECTIONS = ("hold", "left", "across", "right")
"""By how many seats cards are passed on."""
MATCH_ORDER = (1, 3, 2, 0)
"""Left, right, across, and a hand without passing: the directions of a match, hand after hand."""
GOAL = 100
MAX_HANDS = 16
"""Of a match: a hand has 26 points or more, so after 16 somebody has at least 100."""

SUITS = {"clubs": "green", "diamonds": "orange", "hearts": "red", "spades": "blue"}
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
DECK = Deck.suited(SUITS, [*"23456789", "10", *"JQKA"])
TWO_OF_CLUBS = DECK.words.index("2C")
QUEEN = DECK.words.index("QS")

KIT = make_kit(
    DECK,
    [
        Zone("hand", "owner", each=True, layout="hand", mixed=True),
        Zone("passing", "owner", each=True, mixed=True),
        Zone("trick", layout="trick"),
        Zone("played", each=True, layout="pile"),
        Zone("stock", "nobody", layout="pile"),
    ],
    SEATS,
    turn=range(MAX_HANDS * (SEATS * PASSED + SEATS * HELD) + 1),
    direction=range(SEATS),
    passes=range(SEATS * PASSED + 1),  # still to be chosen
    leader=range(SEATS),
    tricks=range(HELD + 1),
    broken=range(2),
    points=(SEATS, range(ALL_POINTS + 1)),  # of this hand
    score=(SEATS, range(GOAL + ALL_POINTS)),  # of all hands that are finished
    hands=range(MAX_HANDS + 1),  # finished
    goal=range(GOAL + 1),  # 0 if a single hand is played
)
TRICKS = make_tricks(KIT, table="trick")
HAND, PASSING, TRICK, PLAYED, STOCK = (KIT.number(zone) for zone in ("hand", "passing", "trick", "played", "stock"))

Table = record(
    direction="i8",
    goal="i8",
    queen_breaks="i8",  # the queen of spades breaks hearts
    points_first="i8",  # points may be discarded on the first trick
)
