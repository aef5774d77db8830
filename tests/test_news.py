"""What a seat hears of what happened: cards that came and went, by name where it may know them, and counters."""

from __future__ import annotations

from dataclasses import replace

from mulligan.games.magic import MAGIC
from mulligan.games.toys import NIM
from mulligan.play.news import news
from mulligan.play.sitting import HIDDEN_MOVE, Sitting
from mulligan.play.view import View, look
from mulligan.position import Position
from mulligan.scene import OPEN, Card, Counter, Zone

BASE = look(Position.deal(NIM), 0)


def view(*zones: Zone, counters: tuple[Counter, ...] = (), seat: int = 0) -> View:
    return replace(BASE, seat=seat, zones=zones, counters=counters)


def hand(*names: str, owner: int | None = 0, count: int = 1) -> Zone:
    return Zone("hand", tuple(Card(f"h{i}", name, count=count) for i, name in enumerate(names)), owner)


def test_nothing_happened():
    assert news(BASE, BASE) == []
    assert news(view(hand("a", "b")), view(hand("b", "a"))) == []


def test_cards_come_and_go():
    assert news(view(hand("a", "b", "b")), view(hand("b", "c"))) == ["your hand: +c -a, b"]
    assert news(view(hand("a")), view(hand("a", count=3))) == ["your hand: +2 a"]
    assert news(view(hand("a", owner=1)), view(hand(owner=1))) == ["the opponent's hand: -a"]
    assert news(view(hand("a", owner=None)), view(hand(owner=None))) == ["hand: -a"]
    assert news(view(hand(), seat=OPEN), view(hand("a"), seat=OPEN)) == ["player 1's hand: +a"]


def test_hidden_cards_have_no_names():
    assert news(view(hand()), view(hand(""))) == ["your hand: +a card"]
    assert news(view(hand("", count=5)), view(hand("", count=3))) == ["your hand: -2 cards"]
    assert news(view(hand("")), view(hand("a"))) == ["your hand: +a -a card"]


def test_many_cards_are_counted():
    assert news(view(hand()), view(hand(*"abcdef"))) == ["your hand: +a, b, c, d, e, f"]
    assert news(view(hand()), view(hand(*"abcdefg"))) == ["your hand: +7 cards"]


def test_counters():
    before = view(counters=(Counter("life", 20, 0), Counter("life", 20, 1), Counter("gold", 1)))
    after = view(counters=(Counter("life", 18, 0), Counter("life", 20, 1), Counter("gold", 3), Counter("new", 9)))
    assert news(before, after) == ["your life: 20 -> 18", "gold: 1 -> 3"]
    zero = view(counters=(Counter("life", 0, 0),))
    assert news(zero, view(counters=(Counter("life", 2, 0),))) == ["your life: 0 -> 2"]


def test_cards_go_from_zone_to_zone():
    def table(here: str, there: str, owner: int | None = 0) -> View:
        zones = [hand(*here), Zone("table", hand(*there).cards, owner), Zone("deck", (Card("d", count=9),), 0, "pile")]
        return view(*zones)

    assert news(table("abc", "d"), table("c", "dab")) == ["your hand -> table: a, b"]
    assert news(table("aab", ""), table("b", "a")) == ["your hand -> table: a", "your hand: -a"]
    assert news(table("a", "b", owner=1), table("b", "a", owner=1)) == [
        "your hand -> the opponent's table: a",
        "the opponent's table -> your hand: b",
    ]


def test_a_pile_face_down_is_no_news():
    def pile(count: int, name: str = "") -> View:
        return view(Zone("deck", (Card("d", name, count=count),), 0, "pile"))

    assert news(pile(9), pile(7)) == []
    assert news(pile(9, "a"), pile(7, "a")) == ["your deck: -2 a"]


def test_a_zone_that_comes_or_goes_is_no_news():
    assert news(view(), view(hand("a"))) == []
    assert news(view(hand("a")), view()) == []


MAIN = "magic turn 9 player 1 cards | 1: lands 4 hand land 2/2(2) 3/3(4) | 2: lands 3 hand 2/1(2) ready 2/3(3)"


def test_each_seat_hears_what_it_may_know():
    table = Sitting(MAGIC, "literal", position=MAIN).play("play land 3/3(4)")
    mine, theirs = table.happened(0, 0), table.happened(0, 1)
    ways = ["your hand -> creatures: 3/3(4)", "your hand -> lands: land"]
    assert mine == [*ways, "the opponent's hand: +a card"]
    assert theirs[:3] == [
        "the opponent's hand: -2 cards",
        "the opponent's creatures: +3/3(4)",
        "the opponent's lands: +land",
    ]
    assert theirs[3].startswith("your hand: +") and len(theirs) == 4  # the card drawn is known to its owner alone
    assert table.told(0, 1) == "play land 3/3(4)"


def test_a_card_that_is_not_played_stays_secret():
    table = Sitting(MAGIC, "literal", position=MAIN).play("skip 3/3(4)")
    assert table.told(0, 0) == table.told(0, OPEN) == "skip 3/3(4)"
    assert table.told(0, 1) == HIDDEN_MOVE
    assert "3/3(4)" not in "; ".join(table.happened(0, 1))
