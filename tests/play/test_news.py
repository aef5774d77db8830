"""What a seat hears of what happened: cards that came and went, by name where it may know them, and counters."""

from __future__ import annotations

from dataclasses import replace

from mulligan.core.position import Position
from mulligan.core.scene import OPEN, Card, Counter, Zone
from mulligan.games.magic import MAGIC
from mulligan.games.toys import NIM
from mulligan.play.news import news
from mulligan.play.session import HIDDEN_MOVE, Session
from mulligan.play.view import View, look

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


# --- cards that stay --------------------------------------------------------------------------------------------------


def row(*cards: Card, title: str = "bench", owner: int | None = 0, layout: str = "row") -> Zone:
    return Zone(title, cards, owner, layout)


def test_numbers_of_cards_that_stay():
    hurt = Card("a", "Houndour", stats="40/60 HP")
    assert news(view(row(replace(hurt, stats="60/60 HP"))), view(row(hurt))) == ["your Houndour: 60/60 -> 40/60 HP"]
    theirs = view(row(replace(hurt, stats="60/60 HP"), owner=1)), view(row(hurt, owner=1))
    assert news(*theirs) == ["the opponent's Houndour: 60/60 -> 40/60 HP"]
    healthy = Card("e", "Eowyn", stats="W4 A1 D1 3/3 HP")
    wounded = replace(healthy, stats="W4 A1 D1 2/3 HP", marks=("exhausted", "1 damage"), turned=True)
    assert news(view(row(healthy)), view(row(wounded))) == ["your Eowyn: 3/3 -> 2/3 HP"]
    assert news(view(row(healthy)), view(row(replace(healthy, marks=("exhausted",), turned=True)))) == []


def test_marks_of_cards_that_stay():
    def marked(*marks: str) -> View:
        return view(row(Card("a", "Deino", stats="60/60 HP", marks=marks)))

    assert news(marked(), marked("asleep")) == ["your Deino: asleep"]
    assert news(marked("asleep"), marked()) == ["your Deino: no longer asleep"]
    assert news(marked("Energy: Fire"), marked("Energy: Fire x2")) == ["your Deino: Energy: Fire x2"]
    assert news(marked("favours you"), marked("favours nobody")) == ["your Deino: favours nobody"]
    for passing in ("tapped", "attacks", "blocks 2/2(2)", "3 cards this turn", "face down", "has yet to attack"):
        assert news(marked(), marked(passing)) == news(marked(passing), marked()) == []


def test_cards_of_which_the_same_is_told_stand_together():
    def cards(stats: str) -> View:
        return view(row(Card("a", "Eowyn", stats=stats), Card("b", "Thalin", stats=stats)))

    assert news(cards("3/3 HP"), cards("2/3 HP")) == ["your Eowyn, Thalin: 3/3 -> 2/3 HP"]
    many = [view(row(*(Card(c, c, stats=f"{i + k} HP") for i, c in enumerate("abcdefgh")))) for k in (10, 20)]
    assert len(news(*many)) == 7 and news(*many)[-1] == "2 more changes"


def test_what_a_counter_tells_is_not_told_twice():
    def quest(points: int, place: int, coins: int) -> View:
        cards = row(Card("q", "Spiders", stats=f"{points}/8 progress"), Card("l", "Road", stats=f"{place}/3 progress"))
        hero = row(Card("h", "Eowyn", marks=(f"{coins} resources",)), title="heroes")
        return view(cards, hero, counters=(Counter("quest progress", points), Counter("Spirit resources", coins, 0)))

    assert news(quest(1, 0, 2), quest(3, 2, 4)) == [
        "quest progress: 1 -> 3",
        "your Spirit resources: 2 -> 4",
        "your Road: 0/3 -> 2/3 progress",
    ]


def test_cards_that_move_up_are_not_taken_for_each_other():
    first, second = Card("1", "Deino", stats="60/60 HP"), Card("2", "Deino", stats="40/60 HP")
    assert news(view(row(first, second)), view(row(replace(second, key="1")))) == ["your bench: -Deino"]
    one, other = row(first, title="active"), row(second)
    changed = row(replace(second, key="1"), title="active"), row(replace(first, key="2"))
    assert news(view(one, other), view(*changed)) == []  # they have changed places
    hurt = row(replace(first, stats="10/60 HP"), title="active")
    assert news(view(one, other), view(hurt, other)) == ["your Deino (active): 60/60 -> 10/60 HP"]


def test_only_what_lies_open_is_told():
    old, new = Card("a", "", stats="60/60 HP"), Card("a", "", stats="40/60 HP")
    assert news(view(row(old)), view(row(new))) == []
    named = replace(old, name="Deino"), replace(new, name="Deino")
    for layout in ("hand", "pile"):
        assert news(*(view(row(card, layout=layout)) for card in named)) == []


MAIN = "magic turn 9 player 1 cards | 1: lands 4 hand land 2/2(2) 3/3(4) | 2: lands 3 hand 2/1(2) ready 2/3(3)"


def test_each_seat_hears_what_it_may_know():
    table = Session(MAGIC, "literal", position=MAIN).play("play land 3/3(4)")
    mine, theirs = (news(table.view(seat, 0), table.view(seat)) for seat in (0, 1))
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
    table = Session(MAGIC, "literal", position=MAIN).play("skip 3/3(4)")
    assert table.told(0, 0) == table.told(0, OPEN) == "skip 3/3(4)"
    assert table.told(0, 1) == HIDDEN_MOVE
    assert "3/3(4)" not in "; ".join(table.happened(0, 1))
