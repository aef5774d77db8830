"""The deck kit: cards move and are known as they should, samples are exact, and games on it keep their promises."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import sqrt
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from mulligan import Position, UsageError
from mulligan.check import check_game
from mulligan.core.game import OVER, Game
from mulligan.core.outside import read_file
from mulligan.core.position import make_stream
from mulligan.core.scene import OPEN
from mulligan.deckkit import Deck, Kit, Zone, make_kit, make_tricks
from mulligan.kernel import compiled, interpret, records
from mulligan.play.view import look

WHIST: Game = read_file(str(Path(__file__).parents[2] / "examples" / "whist.py") + ":WHIST", "game").thing
SMALL = Deck.suited(["red", "blue"], ["1", "2", "3"])
ZONES = [Zone("hand", "owner", each=True), Zone("stock", "nobody"), Zone("open"), Zone("shut", "nobody")]


def parts(kit: Kit) -> SimpleNamespace:
    """What moves cards, as ordinary Python."""
    return SimpleNamespace(
        **{name: interpret(one) for name, one in (kit.moving._asdict() | kit.knowing._asdict()).items()}
    )


def empty(kit: Kit) -> Any:
    return records(kit.State, 1, packed=False)[0]


def stream(*name: Any) -> Any:
    return make_stream(WHIST.interpreted(), *name)[0]


# --- decks and zones --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Deck.suited(["stars", "suns"], ["1"]), "'S' stands for two things|'1S' stands for two things"),
        (lambda: Deck.named({"a|b": 1}), "one word"),
        (lambda: Deck.named({"a": 63}), "1 to 62 cards"),
        (lambda: Deck.named({}), "1 to 62 cards"),
        (lambda: Zone("two words"), "one word"),
        (lambda: Zone("stock", "owner"), "seen_by"),
        (lambda: Zone("stock", layout="heap"), "layout"),
        (lambda: make_kit(SMALL, [Zone("a"), Zone("a")]), "same name"),
        (lambda: make_kit(SMALL, [Zone("a")], rank=range(3)), "the kit's own"),
        (lambda: make_kit(SMALL, [Zone("a")]).number("b"), "no zone 'b'"),
        (lambda: make_tricks(make_kit(Deck.named({"a": 2}), ZONES)), "suits"),
    ],
)
def test_what_makes_no_sense_is_refused(make: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make()


def test_cards_keep_their_order_and_who_has_seen_them() -> None:
    kit = make_kit(SMALL, ZONES, seats=3)
    do, s = parts(kit), empty(kit)
    hand, stock, table, shut = (kit.number(name) for name in ("hand", "stock", "open", "shut"))
    do.begin(s, stock, stream(1))
    order = [do.card_at(s, stock, i) for i in range(6)]
    assert sorted(order) == list(range(6)) and s.known == [0, 0, 0]
    do.give(s, stock, hand + 1, 2)
    assert [do.card_at(s, hand + 1, i) for i in range(3)] == [order[5], order[4], -1]
    assert s.known == [0, (1 << order[5]) | (1 << order[4]), 0]
    do.put(s, order[5], table)
    do.put(s, order[5], shut)  # what everybody saw stays known
    assert all(known >> order[5] & 1 for known in s.known) and do.top(s, shut) == order[5]
    assert do.card_at(s, hand + 1, 0) == order[4] and do.top(s, table) == -1
    do.bar(s, hand + 1, 0b111)
    assert [card for card in range(6) if s.barred[card]] == [order[4]]


def test_a_recycled_pile_is_known_as_a_whole_and_in_no_order() -> None:
    kit = make_kit(SMALL, ZONES)
    do, s = parts(kit), empty(kit)
    hand, stock, table = kit.number("hand"), kit.number("stock"), kit.number("open")
    do.begin(s, stock, stream(2))
    do.give(s, stock, hand, 2)
    do.give(s, stock, table, 4)
    pile, held = s.zones[table], s.zones[hand]
    do.recycle(s, table, stock, stream(3))
    do.give(s, stock, hand + 1, 1)
    for i in range(50):  # player 2 knows what player 1 holds: two that never lay in the pile
        do.hide(s, None, 1, stream("world", i))
        assert s.zones[hand] == held and s.zones[stock] | s.zones[hand + 1] == pile
    assert len({do.hide(s, None, 1, stream("more", i)) or do.top(s, stock) for i in range(50)}) == 3


# --- samples ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "barred",
    [
        {},
        {0: {0, 1, 2}},
        {0: {0, 1}, 1: {0}, 2: {0}},
        {0: {0, 1}, 1: {2, 3}, 2: {1, 4}, 3: {0}},  # neither contains the other: some samples have to be thrown away
        {0: {0, 1, 2}, 1: {0, 1, 2}, 4: {5}},
    ],
)
def test_all_ways_that_fit_are_equally_likely(barred: dict[int, set[int]]) -> None:
    """Five places, six cards of which one is known: counted against all permutations."""
    kit = make_kit(SMALL, ZONES, seats=3)
    do, s = parts(kit), empty(kit)
    hand = kit.number("hand")
    places = [(hand + 1, 0), (hand + 1, 1), (hand + 2, 0), (kit.number("stock"), 0), (kit.number("stock"), 1)]
    fitting = [
        way for way in permutations(range(5)) if not any(card in barred.get(i, ()) for i, card in enumerate(way))
    ]
    do.put(s, 5, hand)
    for (zone, _), card in zip(places, fitting[0], strict=True):
        do.put(s, card, zone)
    for i, cards in barred.items():
        s.barred[fitting[0][i]] = sum(1 << card for card in cards)
    n, found = 4000, Counter[tuple[int, ...]]()
    rng = stream("samples", len(fitting))
    for _ in range(n):
        do.hide(s, None, 0, rng)
        found[tuple(do.card_at(s, zone, i) for zone, i in places)] += 1
    assert set(found) <= set(fitting)
    expected = n / len(fitting)
    statistic = sum((found[way] - expected) ** 2 / expected for way in fitting)
    freedom = len(fitting) - 1
    assert statistic < freedom + 5 * sqrt(2 * freedom) + 12  # chi-square; beyond it less often than 1 in 10,000


def test_nobody_can_follow_a_card_into_a_mixed_zone() -> None:
    """Cards have no places there: who gave one knows it, and to the others its new owner may have had it before."""
    kit = make_kit(SMALL, [Zone("hand", "owner", each=True, mixed=True), Zone("stock", "nobody")], seats=3)
    do, s = parts(kit), empty(kit)
    hand, stock = kit.number("hand"), kit.number("stock")
    do.begin(s, stock, stream(4))
    for seat in range(3):
        do.give(s, stock, hand + seat, 2)
    given = do.card_at(s, hand, 0)
    for card in (given, do.card_at(s, hand + 1, 0)):
        assert s.rank[card] == 0
    do.put(s, given, hand + 1)
    assert [s.rank[do.card_at(s, hand + 1, i)] for i in range(3)] == [0, 1, 2]
    assert [do.card_at(s, hand + 1, i) for i in range(3)] == sorted(do.card_at(s, hand + 1, i) for i in range(3))
    rows = []
    for seat in range(3):
        out = [0] * kit.numbers
        rows.append(out[: do.observe(s, None, seat, out)])
    assert given in rows[0] and rows[2].count(-1) == 4  # player 3 sees two backs and three, and not who knows them
    worlds = set()
    for i in range(60):
        do.hide(s, None, 2, stream("mixed", i))
        assert s.known[0] == s.zones[hand] | s.known[0] & s.zones[hand + 2]  # a sample does not tell what was given
        worlds.add(s.zones[hand])
    assert len(worlds) == 4


def test_what_is_barred_from_a_mixed_zone_is_barred_from_all_of_it() -> None:
    kit = make_kit(SMALL, [Zone("hand", "owner", each=True, mixed=True), Zone("stock", "nobody")], seats=3)
    do, s = parts(kit), empty(kit)
    hand = kit.number("hand")
    for card, seat in ((0, 0), (3, 1), (4, 1), (1, 2), (2, 2), (5, 0)):
        do.put(s, card, hand + seat)
    do.bar(s, hand + 1, 0b111)
    assert s.barred[3] == s.barred[4] == 0b111
    for i in range(40):
        do.hide(s, None, 0, stream("barred", i))
        assert s.zones[hand + 1] == 0b11000
    do.put(s, 2, hand + 1)  # a card comes that not everybody knows: of none it is sure any more what it is not
    assert [s.barred[card] for card in (2, 3, 4)] == [0, 0, 0]


# --- a game with copies and with a discard pile -----------------------------------------------------------------------

COURT = make_kit(
    Deck.named({"Fool": 3, "Knight": 2, "Queen Mother": 1}),
    [Zone("hand", "owner", each=True, layout="hand"), Zone("stock", "nobody", layout="pile"), Zone("discard")],
    turn=range(13),
    points=(2, range(20)),
)
begin, give, put, recycle = COURT.moving.begin, COURT.moving.give, COURT.moving.put, COURT.moving.recycle
HAND, STOCK, DISCARD = (COURT.number(name) for name in ("hand", "stock", "discard"))
FIRST = COURT.deck.first


@compiled
def deal(s, t, rng):  # type: ignore[no-untyped-def]
    begin(s, STOCK, rng)
    give(s, STOCK, HAND, 1)
    give(s, STOCK, HAND + 1, 1)


@compiled
def actor(s):  # type: ignore[no-untyped-def]
    return OVER if s.turn == 12 else s.turn % 2


@compiled
def turn(s):  # type: ignore[no-untyped-def]
    return s.turn


@compiled
def options(s, t, form, out):  # type: ignore[no-untyped-def]
    n = 0
    for card in range(6):
        if s.zones[HAND + s.turn % 2] >> card & 1:
            out[n] = card
            n += 1
    out[n] = 64
    return n + 1


@compiled
def play(s, t, move, rng):  # type: ignore[no-untyped-def]
    seat = s.turn % 2
    s.turn += 1
    if move == 64:
        return
    s.points[seat] += 1 if FIRST[move] == 0 else 2 if FIRST[move] == 3 else 3
    put(s, move, DISCARD)
    if s.zones[STOCK] == 0:
        recycle(s, DISCARD, STOCK, rng)
    give(s, STOCK, HAND + seat, 1)


@compiled
def payoff(s, seat):  # type: ignore[no-untyped-def]
    mine, theirs = s.points[seat], s.points[1 - seat]
    return 1.0 if mine > theirs else 0.5 if mine == theirs else 0.0


GAME = COURT.game(
    "court",
    title="At court",
    deal=deal,
    actor=actor,
    turn=turn,
    options=options,
    play=play,
    payoff=payoff,
    max_turns=13,
    moves={64: "wait"},
)


@pytest.mark.parametrize("game", [GAME, WHIST], ids=["copies and recycling", "tricks"])
def test_games_on_the_kit_keep_their_promises(game: Game) -> None:
    report = check_game(game, examples=60)
    assert report.passed, str(report)


def test_whoever_does_not_follow_suit_has_none_and_samples_know() -> None:
    game, suits = WHIST.interpreted(), [0x1FFF << 13 * suit for suit in range(4)]
    told = 0  # how often samples would hold such cards if that were forgotten

    def held(place: Position, viewer: int, suit: int) -> int:
        """The most cards of a suit that a sample gives the other's hand, without the card that was drawn last."""
        found = [place.hide(viewer, make_stream(game, "world", i)).fields() for i in range(5)]
        hands = [[c for c in range(52) if s["zones"][1 - viewer] >> c & 1 and s["rank"][c] < 12] for s in found]
        return max(sum(suit >> card & 1 for card in hand) for hand in hands)

    for seed in range(40):
        here, rng = Position.deal(game, seed=seed), make_stream(game, "play", seed)
        while here.turn < 24:
            table, seat, move = here.fields()["zones"][2], here.actor, here.advise("uniform", rng)[0]
            here.play_with(move, rng)
            if table and not suits[move // 13] & table:
                suit = next(cards for cards in suits if cards & table)
                assert held(here, 1 - seat, suit) == 0
                here.states[0].barred[:] = [0] * 52
                told += held(here, 1 - seat, suit)
                break
    assert told > 10


def test_trumps_and_higher_cards_take_the_trick() -> None:
    kit = make_kit(SMALL, [Zone("hand", "owner", each=True), Zone("table")], seats=3)
    do, (follow, lay, winner) = parts(kit), (interpret(one) for one in make_tricks(kit))
    s = empty(kit)
    for card in range(6):
        do.put(s, card, card % 3)
    for seat, card in ((1, 1), (2, 2), (0, 3)):  # red 2, red 3, blue 1
        assert card in (out := [0] * 6)[: follow(s, seat, out)] or seat == 0
        lay(s, seat, card)
    assert winner(s, 1, -1) == 2 and winner(s, 1, 1) == 0


def test_a_table_shows_what_a_seat_knows() -> None:
    here = Position.deal(WHIST, seed=5)
    for seat in range(2):
        zones = {(zone.title, zone.owner): zone for zone in look(here, seat).zones}
        assert all(card.name for card in zones["hand", seat].cards) and zones["hand", seat].size == 13
        assert not any(card.name for card in zones["hand", 1 - seat].cards) and zones["hand", 1 - seat].size == 13
        assert zones["prize", None].cards[0].kind in ("clubs", "diamonds", "hearts", "spades")
        assert zones["stock", None].size == 25
    assert all(card.name for zone in look(here, OPEN).zones for card in zone.cards)
    view = look(here, 0)
    assert {move.source for move in view.moves} == {
        card.key for card in view.zones[-1].cards if view.zones[-1].owner == 0
    }


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("whist", "whisk", "should begin with 'whist'"),
        ("turn 0", "turn 99", "turn: '99' should be a whole number from 0 to 52"),
        ("leader 0", "leader 0 leader 1", "each name once"),
        ("leader 0", "", "leader is missing"),
        ("leader 0", "chief 0", "unknown number of a position 'chief'"),
        ("tricks 0,0", "tricks 0", "should be 2 numbers"),
        ("| table:", "| tabel:", "unknown zone of a position 'tabel': did you mean 'table'"),
        ("| table:", "| stock: | table:", "stock is given twice"),
        ("turn 0", "turn 2", "should have"),
        ("AS", "AX", "unknown card"),
        ("AS", "AS!3", "player '3' should be a whole number from 1 to 2"),
        ("AS", "AS~Q", "unknown card or suit after ~"),
        ("AS", "AH", "should lie in one place"),
    ],
)
def test_a_wrong_position_is_told(old: str, new: str, message: str) -> None:
    text = str(Position.deal(WHIST, seed=1))
    assert old in text
    with pytest.raises(UsageError, match=message):
        Position.read(WHIST, text.replace(old, new, 1))
