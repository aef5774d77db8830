# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs
"""What programs that learn see of the game: a record of a fixed size."""

from __future__ import annotations

from mulligan.core.encoding import Field, Observation, clip, result_for
from mulligan.kernel import compiled

from .rules.cards import DECKS, KINDS, NAMES, PATRONS
from .rules.course import LAST_TURN
from .rules.layout import BOARDS, FOLLOWS, GOING, KIND, NOBODY, PILE, REASONS, ROOM, ROW, SOURCE, WHERE
from .rules.vocabulary import AMOUNT, EFFECTS, EITHER, PART, WORD

SIDES = ("own", "other")
MANY = 255  # stands for more, too
AGENTS = 12  # told one by one, of each player
TOP = 8  # known cards of the own draw pile that are told in their order
CHAIN = 12  # effects to come that are told
PICKED = 5
COPIES = 30  # of one card in one place; stands for more, too


def _key(words: tuple[str, ...]) -> str:
    return ", ".join(f"{i} {word}" for i, word in enumerate(words) if word)


_EFFECT = f"1 {EFFECTS[0]} ... {len(EFFECTS)} {EFFECTS[-1]}, in the order of the card file's words"

SEEN = Observation(
    turn=Field("the number of the turn; 0 in the draft", high=LAST_TURN + 2),
    own_turn=Field("1 if it is the own turn"),
    result=Field("0 while the game goes on, 1 won, 2 lost, 3 drawn", high=3),
    reason=Field(f"why the game has ended: {_key(REASONS)}", high=len(REASONS) - 1),
    drafted=Field("patrons chosen", high=ROW),
    doom=Field("discards that wait for the next turn", high=MANY),
    pile=Field("cards in the tavern pile", high=PILE),
    patron=Field("the patrons, 1 the first of `deck`; 0 not chosen yet", (5,), high=DECKS),
    row=Field("the cards in the tavern, 1 the first of `card`; 0 none", (8,), high=KINDS),
    deck=Field(
        "of each patron and its deck",
        (PATRONS,),
        fields={
            "favour": Field("1 favours the player, -1 the other, 0 neither", low=-1),
            "combo": Field("cards triggered this turn", high=4),
            "waiting": Field(
                "the first of them, whose later effects may still come: 1 the first of `card`", (3,), high=KINDS
            ),
        },
    ),
    side=Field(
        "",
        (SIDES,),
        fields={
            "coins": Field("coins", high=MANY),
            "prestige": Field("prestige", high=MANY),
            "power": Field("power", high=MANY),
            "calls": Field("patrons that may still be called this turn", high=MANY),
            "hand": Field("cards in hand", high=ROOM),
            "draw": Field("cards in the draw pile", high=ROOM),
            "known": Field("cards on top of the draw pile that its owner knows", high=ROOM),
            "played": Field("cards played this turn", high=ROOM),
            "cooldown": Field("cards in the cooldown pile", high=ROOM),
            "agents": Field("agents in play", high=ROOM),
            "agent": Field(
                f"of the first {AGENTS} agents in play, in the order they came",
                (AGENTS,),
                fields={
                    "card": Field("which, 1 the first of `card`; 0 none", high=KINDS),
                    "health": Field("health left", high=127),
                    "acted": Field("1 if it has acted this turn"),
                },
            ),
        },
    ),
    card=Field(
        "copies of each card",
        (NAMES,),
        fields={
            "row": Field("in the tavern", high=COPIES),
            "pile": Field("in the tavern pile", high=COPIES),
            "hand": Field("in the own hand", high=COPIES),
            "draw": Field("in the own draw pile", high=COPIES),
            "other_hidden": Field("in the other player's hand and draw pile together", high=COPIES),
            "played": Field("played by the seat", (SIDES,), high=COPIES),
            "cooldown": Field("in a cooldown pile", (SIDES,), high=COPIES),
            "agents": Field("among the agents", (SIDES,), high=COPIES),
        },
    ),
    top=Field(
        "known cards on top of the own draw pile, the uppermost first: 1 the first of `card`", (TOP,), high=KINDS
    ),
    choice=Field(
        "of the choice that is open",
        fields={
            "open": Field(f"whether there is one: {_key(BOARDS)}", high=len(BOARDS) - 1),
            "leads_to": Field(f"what it leads to: {_key(FOLLOWS)}", high=len(FOLLOWS) - 1),
            "least": Field("cards to be chosen at least", high=MANY),
            "most": Field("cards to be chosen at most", high=MANY),
            "limit": Field(
                "what it depends on: the effects, the greatest cost, or whether only agents are offered",
                high=(1 << SOURCE) - 1,
            ),
            "skip": Field("1 the first place in the tavern, which was filled after the choice was opened", high=8),
            "picked": Field("cards chosen so far", high=PICKED + 1),
            "pick": Field(
                "of each card that oneself has chosen so far",
                (PICKED,),
                fields={
                    "card": Field("which, 1 the first of `card`", high=KINDS),
                    "where": Field(
                        "0 elsewhere, 1 in play, 2 or more an agent: 2 + 2 * health + whether it has acted", high=15
                    ),
                },
            ),
        },
    ),
    effects=Field("effects to come", high=64),
    effect=Field(
        f"of the first {CHAIN} effects to come",
        (CHAIN,),
        fields={
            "source": Field("the card that it comes from, 1 the first of `card`", high=KINDS),
            "word": Field(f"what it does: {_EFFECT}", high=len(EFFECTS)),
            "amount": Field("how much", high=15),
            "or_word": Field("what it does instead, if there is a choice; 0 none", high=len(EFFECTS)),
            "or_amount": Field("and how much", high=15),
        },
    ),
)


@compiled
def write_side(s, p, i, o):
    """What lies open of a player."""
    side = o.side[i]
    side.coins = clip(s.coins[p], MANY)
    side.prestige = clip(s.prestige[p], MANY)
    side.power = clip(s.power[p], MANY)
    side.calls = clip(s.calls[p], MANY)
    side.hand = s.n_hand[p]
    side.draw = s.n_draw[p]
    side.known = clip(s.known[p], ROOM)
    side.played = s.n_played[p]
    side.cooldown = s.n_cooldown[p]
    side.agents = s.n_agents[p]
    for k in range(s.n_played[p]):
        card = o.card[s.played[p][k] & KIND]
        card.played[i] = min(card.played[i] + 1, COPIES)
    for k in range(s.n_cooldown[p]):
        card = o.card[s.cooldown[p][k] & KIND]
        card.cooldown[i] = min(card.cooldown[i] + 1, COPIES)
    for k in range(s.n_agents[p]):
        kind = s.agent[p][k] & KIND
        o.card[kind].agents[i] = min(o.card[kind].agents[i] + 1, COPIES)
        if k < AGENTS:
            agent = side.agent[k]
            agent.card = 1 + kind
            agent.health = clip(s.hp[p][k], 127)
            agent.acted = 1 if s.acted[p][k] else 0


@compiled
def write_piles(s, seat, o):
    """The cards of tavern, hands and draw piles, as far as the seat knows them."""
    for i in range(s.n_row):
        card = o.card[s.row[i] & KIND]
        card.row = min(card.row + 1, COPIES)
        o.row[i] = 1 + (s.row[i] & KIND)
    for i in range(s.n_pile):
        card = o.card[s.pile[i] & KIND]
        card.pile = min(card.pile + 1, COPIES)
    for i in range(s.n_hand[seat]):
        card = o.card[s.hand[seat][i] & KIND]
        card.hand = min(card.hand + 1, COPIES)
    for i in range(s.n_draw[seat]):
        card = o.card[s.draw[seat][i] & KIND]
        card.draw = min(card.draw + 1, COPIES)
    for i in range(min(s.known[seat], s.n_draw[seat], TOP)):
        o.top[i] = 1 + (s.draw[seat][s.n_draw[seat] - 1 - i] & KIND)
    other = 1 - seat
    for i in range(s.n_hand[other]):
        card = o.card[s.hand[other][i] & KIND]
        card.other_hidden = min(card.other_hidden + 1, COPIES)
    for i in range(s.n_draw[other]):
        card = o.card[s.draw[other][i] & KIND]
        card.other_hidden = min(card.other_hidden + 1, COPIES)


@compiled
def write_choice(s, seat, o):
    """The open choice, and the effects to come."""
    choice = o.choice
    choice.open = s.board
    choice.leads_to = s.follow
    choice.least = clip(s.low, MANY)
    choice.most = clip(s.high, MANY)
    choice.limit = clip(s.limit, (1 << SOURCE) - 1)
    choice.skip = clip(s.skip, 8)
    choice.picked = s.n_picked
    if seat == s.player:
        for i in range(min(s.n_picked, PICKED)):
            choice.pick[i].card = s.picked[i] & KIND
            choice.pick[i].where = s.picked[i] >> WHERE
    o.effects = s.tail - s.head
    for i in range(min(s.tail - s.head, CHAIN)):
        unit = 0 + s.chain[s.head + i]
        effect = o.effect[i]
        effect.source = 1 + (unit >> SOURCE)
        effect.word = 1 + (unit & WORD)
        effect.amount = unit >> AMOUNT & 15
        if unit & EITHER:
            effect.or_word = 1 + (unit >> PART & WORD)
            effect.or_amount = unit >> (PART + AMOUNT) & 15


@compiled
def write(s, t, seat, o):
    """What a seat knows, into a zeroed record."""
    o.turn = s.turn
    o.own_turn = 1 if s.player == seat else 0
    o.reason = s.reason
    if s.reason != GOING:
        o.result = result_for(seat, s.winner, NOBODY)
    o.drafted = s.drafted
    o.doom = clip(s.doom, MANY)
    o.pile = s.n_pile
    for i in range(5):
        o.patron[i] = 1 + s.patron[i]
    for i in range(DECKS):
        deck = o.deck[i]
        if s.favour[i] != NOBODY:
            deck.favour = 1 if s.favour[i] == seat else -1
        deck.combo = s.combo[i]
        for k in range(min(deck.combo, 3)):
            deck.waiting[k] = 1 + s.waiting[i][k]
    write_piles(s, seat, o)
    write_side(s, seat, 0, o)
    write_side(s, 1 - seat, 1, o)
    write_choice(s, seat, o)


ENCODING = SEEN.encoding(write)
