# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs
"""What programs that learn see of the game: a record of a fixed size."""

from __future__ import annotations

from mulligan.core.encoding import Field, Observation, clip, result_for
from mulligan.kernel import compiled

from .cards.arrays import ENERGY_KIND, IDS, KINDS, N_ENERGIES, NAMES, PROGRAM
from .cards.vocabulary import CONDITIONS, MARKS
from .rules.knowledge import clear_counts, count_hidden, is_face_down
from .rules.layout import (
    DECK,
    GOING,
    LAST_TURN,
    LISTED,
    MOST_TRANCES,
    NOBODY,
    PRIZES,
    REASONS,
    SLOTS,
)

SIDES = ("own", "other")
CARDS = tuple(f"{NAMES[card]} {IDS[card]}" for card in range(1, KINDS))
ENERGIES = tuple(CARDS[ENERGY_KIND[e] - 1] for e in range(N_ENERGIES))
DAMAGE = 400  # stands for more, too
TOP = 8  # known cards of the own deck that are told in their order
BYTE = 255
QUESTIONS = (
    *("a move of the turn", "who starts", "the first Active Pokemon", "the first Bench", "how many extra cards"),
    *("extra cards on the Bench", "the next Active Pokemon", "an own Pokemon", "a Pokemon of the opponent's"),
    *("a card of the deck", "a card of the discard pile", "a card to pay with", "a card of the top", "an Energy card"),
    *("an Energy to move", "where it goes", "the next card in order", "one of two", "what is wanted", "a Tool"),
    *("a card to evolve with", "a Pokemon to raise", "Energy to pay for the retreat", "a card of the hand"),
)

SEEN = Observation(
    turn=Field("the number of the turn; 0 while setting up", high=LAST_TURN + 2),
    own_turn=Field("1 if it is the own turn"),
    result=Field("0 while the game goes on, 1 won, 2 lost, 3 drawn", high=3),
    reason=Field(
        f"why the game has ended: {', '.join(f'{i} {word}' for i, word in enumerate(REASONS) if word)}",
        high=len(REASONS) - 1,
    ),
    question=Field(
        f"what is asked: {', '.join(f'{i} {word}' for i, word in enumerate(QUESTIONS))}", high=len(QUESTIONS) - 1
    ),
    asked=Field("1 if oneself is asked"),
    after=Field("what comes then: 0 the turn, 1 the end of it, 2 the next turn, 3 the first turn", high=3),
    supporter=Field("1 if a Supporter was played this turn"),
    attached=Field("1 if an Energy was attached this turn"),
    retreated=Field("1 if the Active Pokemon has retreated this turn"),
    staged=Field("1 if a Stadium was played this turn, 2 if one was used, 3 both", high=3),
    trances=Field("uses this turn of Abilities without a limit", high=MOST_TRANCES),
    stadium=Field("the Stadium in play, 1 the first of `card`; 0 none", high=KINDS - 1),
    own_stadium=Field("1 if it is the own one"),
    hurt=Field("1 if a Pokemon may have been knocked out since they were last judged"),
    first=Field("1 if oneself starts"),
    opener=Field("1 if oneself sets up first"),
    sudden=Field("games of sudden death so far", high=BYTE),
    program=Field(
        "of the card that takes effect",
        fields={
            "place": Field("the instruction that it has come to; 0 none runs", high=len(PROGRAM)),
            "own": Field("1 if it is the own card"),
            "source": Field("the slot of its Pokemon, -1 none", high=SLOTS, low=-1),
            "attacking": Field("1 if it is an attack"),
            "target": Field("the slot last chosen or healed, -1 none", high=BYTE, low=-1),
            "left": Field("cards that may still be picked", high=DECK),
            "must": Field("1 if they must be"),
            "paid": Field("units of the last Energy card that was paid for a retreat", high=BYTE),
            "heads": Field("coins that showed heads", high=BYTE),
            "coins": Field("coins flipped; or slots chosen, as bits; or the last card that was paid", high=BYTE),
            "dealt": Field("damage that was done, or cards that were moved", high=DAMAGE),
            "carried": Field("the Energy on its way, 1 the first of `energy`; 0 none", high=N_ENERGIES),
            "trainer": Field("the Trainer card that is being played, 1 the first of `card`", high=KINDS - 1),
        },
    ),
    side=Field(
        "",
        (SIDES,),
        fields={
            "deck": Field("cards in the deck", high=DECK),
            "hand": Field("cards in hand", high=DECK),
            "prizes": Field("Prizes left", high=PRIZES),
            "bench": Field("Pokemon on the Bench", high=SLOTS - 1),
            "avenge": Field(
                "when an attack last knocked out one of its Pokemon: 0 never, 1 this turn, 2 the last turn, 3 earlier",
                high=3,
            ),
            "less": Field("damage that its Active Pokemon takes less, by the mark of that name", high=DAMAGE),
            "more": Field("damage that its Active Pokemon does more, by the mark of that name", high=DAMAGE),
            "locked": Field("the attack that the mark `lock` forbids", high=BYTE),
            "ready": Field("1 if it has set up"),
            "mulligans": Field("mulligans beyond those that both took", high=BYTE),
            "searched": Field("1 if it knows its own deck, and so its own Prizes"),
            "top": Field("cards on top of its deck that it knows", high=DECK),
            "ill": Field("1 if the Active Pokemon is", (CONDITIONS,)),
            "mark": Field("turns that a mark still holds, this one included", (MARKS,), high=3),
            "slot": Field(
                "of the Active Pokemon and the Bench",
                (("active", *(f"bench {i}" for i in range(1, SLOTS))),),
                fields={
                    "card": Field("which, 1 the first of `card`; 0 none, or face down", high=KINDS - 1),
                    "tool": Field("its Tool, 1 the first of `card`; 0 none", high=KINDS - 1),
                    "fresh": Field("1 if it came into play or evolved this turn"),
                    "used": Field("1 if it has used its Ability this turn"),
                    "struck": Field("1 if attack damage has hit it in this attack"),
                    "damage": Field("damage on it", high=DAMAGE),
                    "under": Field("the cards below it, the Basic first: 1 the first of `card`", (2,), high=KINDS - 1),
                    "energy": Field("Energy cards on it", (ENERGIES,), high=DECK),
                    "units": Field("units of Energy on it", high=BYTE),
                },
            ),
        },
    ),
    card=Field(
        "copies of each card",
        (CARDS,),
        fields={
            "hand": Field("in the own hand", high=DECK),
            "deck": Field("in the own deck, and while it is not known which they are the own Prizes", high=DECK),
            "prizes": Field("among the own Prizes, once they are known", high=DECK),
            "stays": Field("in the own deck that are known to be no Prizes", high=DECK),
            "discard": Field("in a discard pile", (SIDES,), high=DECK),
            "shown": Field("in a hand that the other player knows of", (SIDES,), high=DECK),
            "met": Field("the most that were seen at a time by the other player", (SIDES,), high=DECK),
            "other_hidden": Field("of the other player that are not seen, if the list is known", high=DECK),
        },
    ),
    top=Field("known cards on top of the own deck, the uppermost first: 1 the first of `card`", (TOP,), high=KINDS - 1),
)


@compiled
def write_program(s, seat, o):
    """The card that takes effect."""
    program = o.program
    program.place = s.pc
    program.own = 1 if s.side == seat else 0
    program.source = min(max(s.source, -1), SLOTS)
    program.attacking = 1 if s.attacking else 0
    program.target = min(max(s.target, -1), BYTE)
    program.left = clip(s.left, DECK)
    program.must = 1 if s.must else 0
    program.paid = clip(s.paid, BYTE)
    program.heads = clip(s.heads, BYTE)
    program.coins = s.coins & BYTE
    program.dealt = clip(s.dealt, DAMAGE)
    program.carried = s.carried
    program.trainer = s.resolving


@compiled
def write_side(s, p, i, o):
    """What lies open of a player."""
    side = o.side[i]
    side.deck = s.n_deck[p]
    side.hand = s.n_hand[p]
    side.prizes = s.n_prizes[p]
    side.bench = s.n_bench[p]
    if s.avenge[p] > 0:
        side.avenge = clip(s.turn - s.avenge[p] + 1, 3)
    side.less = clip(s.less[p], DAMAGE)
    side.more = clip(s.more[p], DAMAGE)
    side.locked = clip(s.locked[p], BYTE)
    side.ready = 1 if s.ready[p] else 0
    side.mulligans = clip(s.mulligans[p], BYTE)
    side.searched = 1 if s.searched[p] else 0
    side.top = s.top[p]
    for k in range(len(CONDITIONS)):
        side.ill[k] = s.ill[p] >> k & 1
    for k in range(len(MARKS)):
        if s.until[p][k] > 0:
            side.mark[k] = clip(s.until[p][k] - s.turn + 1, 3)
    if i == 0 or not is_face_down(s):
        for k in range(s.n_bench[p] + 1):
            write_slot(s.slot[p][k], s.struck[p] >> k & 1, side.slot[k])
    for k in range(s.n_discard[p]):
        o.card[s.discard[p][k] - 1].discard[i] += 1
    for card in range(1, KINDS):
        o.card[card - 1].shown[i] = s.shown[p][card]
        o.card[card - 1].met[i] = s.met[p][card]


@compiled
def write_slot(slot, struck, o):
    """A Pokemon and all that is on it."""
    o.card = slot.card
    o.tool = slot.tool
    o.fresh = 1 if slot.fresh else 0
    o.used = 1 if slot.used else 0
    o.struck = struck
    o.damage = clip(slot.damage, DAMAGE)
    o.under[0] = slot.under[0]
    o.under[1] = slot.under[1]
    for e in range(N_ENERGIES):
        o.energy[e] = slot.energy[e]
    o.units = slot.units


@compiled
def write_own(s, p, o):
    """The own hand, deck and Prizes, as far as they are known."""
    for i in range(s.n_hand[p]):
        o.card[s.hand[p][i] - 1].hand += 1
    for i in range(s.n_deck[p]):
        o.card[s.deck[p][i] - 1].deck += 1
    for i in range(s.n_prizes[p]):
        if s.searched[p]:
            o.card[s.prize[p][i] - 1].prizes += 1
        else:
            o.card[s.prize[p][i] - 1].deck += 1
    for card in range(1, KINDS):
        o.card[card - 1].stays = s.stays[p][card]
    for i in range(min(s.top[p], TOP)):
        o.top[i] = s.deck[p][s.n_deck[p] - 1 - i]


@compiled
def write(s, t, seat, o):
    """What a seat knows, into a zeroed record."""
    o.turn = s.turn
    o.own_turn = 1 if s.player == seat else 0
    o.reason = s.reason
    if s.reason != GOING:
        o.result = result_for(seat, s.winner, NOBODY)
    o.question = s.ask
    o.asked = 1 if s.asked == seat else 0
    o.after = s.after
    o.supporter = 1 if s.supported else 0
    o.attached = 1 if s.attached else 0
    o.retreated = 1 if s.retreated else 0
    o.staged = clip(s.staged, 3)
    o.trances = clip(s.trances, MOST_TRANCES)
    o.stadium = s.stadium
    o.own_stadium = 1 if s.stadium > 0 and s.stadium_owner == seat else 0
    o.hurt = 1 if s.hurt else 0
    o.first = 1 if s.first == seat else 0
    o.opener = 1 if s.opener == seat else 0
    o.sudden = clip(s.sudden, BYTE)
    write_program(s, seat, o)
    write_side(s, seat, 0, o)
    write_side(s, 1 - seat, 1, o)
    write_own(s, seat, o)
    if t.pool == 0:
        count_hidden(s, 1 - seat)
        for card in range(1, KINDS):
            o.card[card - 1].other_hidden = s.scratch[LISTED + card]
        clear_counts(s)


ENCODING = SEEN.encoding(write)
