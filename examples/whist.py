"""German whist for two, on the deck kit: the first thirteen tricks win cards, the second thirteen win the game.

mulligan check ./examples/whist.py:WHIST
mulligan play ./examples/whist.py:WHIST
"""

from typing import Any

from mulligan.deckkit import Deck, Zone, make_kit, make_tricks
from mulligan.game import OVER, Counter, Look, Room, rules_in
from mulligan.kernel import compiled, size

SUITS = {"clubs": "green", "diamonds": "orange", "hearts": "red", "spades": "blue"}
DECK = Deck.suited(SUITS, [*"23456789", "10", *"JQKA"])
HELD = 13
TRICKS = 26
SUIT = DECK.suit

KIT = make_kit(
    DECK,
    [
        Zone("hand", "owner", each=True, layout="hand"),
        Zone("table"),
        Zone("stock", "nobody", layout="pile"),
        Zone("prize"),  # the topmost card of the stock, for the winner of the next trick
        Zone("played", layout="pile"),
    ],
    turn=range(2 * TRICKS + 1),
    leader=range(2),
    trump=range(4),
    tricks=(2, range(HELD + 1)),  # of the second half
)
begin, give, top, put = KIT.moving.begin, KIT.moving.give, KIT.moving.top, KIT.moving.put
follow, lay, winner = make_tricks(KIT)
HAND, TABLE, STOCK, PRIZE, PLAYED = (KIT.number(name) for name in ("hand", "table", "stock", "prize", "played"))


@compiled
def deal(s, t, rng):
    """Thirteen cards each; the next one is turned, and its suit is trump."""
    begin(s, STOCK, rng)
    for seat in range(2):
        give(s, STOCK, HAND + seat, HELD)
    give(s, STOCK, PRIZE, 1)
    s.trump = SUIT[top(s, PRIZE)]


@compiled
def actor(s):
    """Who leads, then the other."""
    return OVER if s.turn == 2 * TRICKS else (s.leader + s.turn) % 2


@compiled
def turn(s):
    """Every card is a turn."""
    return s.turn


@compiled
def options(s, t, form, out):
    """Follow suit, or play any card."""
    return follow(s, actor(s), out)


@compiled
def play(s, t, move, rng):
    """Who wins a trick leads the next one, and takes the turned card while there is one; the other takes the next."""
    lay(s, actor(s), move)
    s.turn += 1
    if s.turn % 2:
        return
    s.leader = winner(s, s.leader, s.trump)
    give(s, TABLE, PLAYED, 2)
    if size(s.zones[PRIZE]):
        give(s, PRIZE, HAND + s.leader, 1)
        give(s, STOCK, HAND + 1 - s.leader, 1)
        give(s, STOCK, PRIZE, min(1, size(s.zones[STOCK])))
    else:
        s.tricks[s.leader] += 1


@compiled
def payoff(s, seat):
    """Thirteen tricks count, so there is no draw."""
    return 1.0 if s.tricks[seat] > s.tricks[1 - seat] else 0.0


def counters(s: Any, t: Any) -> list[Counter]:
    """Trumps, and the tricks that count."""
    trumps = Counter("trumps", list(SUITS)[s.trump])
    return [trumps, *(Counter("tricks", s.tricks[seat], seat, HELD) for seat in range(2))]


def sound(s: Any, t: Any) -> str:
    """What is wrong with a position that somebody wrote."""
    sizes = [zone.bit_count() for zone in s.zones]
    laid = s.turn % 2
    left = min(HELD, TRICKS - s.turn // 2)
    stock = max(0, TRICKS - s.turn // 2 * 2 - 1)
    right = [left - laid * (s.leader == seat) for seat in range(2)] + [laid, stock, int(s.turn < TRICKS)]
    return "" if sizes[:5] == right else f"on turn {s.turn} hands, table, stock and prize should have {right} cards"


WHIST = KIT.game(
    "whist",
    title="German whist",
    max_turns=2 * TRICKS + 1,
    counters=counters,
    prompt="Which card do you play?",
    sound=sound,
    room=lambda: Room(look=Look("Win good cards first, and then the tricks that count.", "spade", "teal")),
    **rules_in(globals()),
)
