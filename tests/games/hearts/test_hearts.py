"""Hearts: the rules, who knows what, fair samples, the rule player, and the table."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb, sqrt
from typing import Any

import pytest

from mulligan import Position, UsageError
from mulligan.core.position import make_stream
from mulligan.core.registry import find_game
from mulligan.games.hearts import HEARTS
from mulligan.games.hearts.cards import DECK, HAND, TRICK
from mulligan.play.view import look

NUMBERS = {word: card for card, word in enumerate(DECK.words)}


def bits(*words: str) -> int:
    return sum(1 << NUMBERS[word] for word in words)


def held(here: Position, seat: int) -> set[str]:
    zone = here.fields()["zones"][HAND + seat]
    return {word for word, card in NUMBERS.items() if zone >> card & 1}


def dealt(hands: list[str], setup: str = "hold") -> Position:
    """A deal without passing, from the hands in words."""
    leader = next(seat for seat in range(4) if "2C" in hands[seat].split())
    shown = [f"hand{seat + 1}: {hand.replace('2C', '2C!1234')}" for seat, hand in enumerate(hands)]
    rest = [f"{zone}{seat}:" for zone in ("passing", "played") for seat in range(1, 5)]
    numbers = f"turn 0 direction 0 passes 0 leader {leader} tricks 0 broken 0 points 0,0,0,0 score 0,0,0,0 hands 0"
    text = " | ".join([f"hearts {numbers} goal 0", *shown, *rest, "trick:", "stock:"])
    return Position.read(HEARTS, text, setup)


def suit_hand(letter: str) -> str:
    return " ".join(word for word in DECK.words if word.endswith(letter))


def play(here: Position, words: str) -> Position:
    for word in words.split():
        here.play(f"play {word}")
    return here


# --- rules ------------------------------------------------------------------------------------------------------------


def test_who_takes_all_points_has_none_and_the_others_have_them() -> None:
    here = dealt([suit_hand(letter) for letter in "CDHS"])
    while not here.over:
        here.play(here.options()[0])
    # Player 1 leads clubs that nobody can follow, and takes every trick.
    assert [here.payoff(seat) for seat in range(4)] == [1.0, 0.0, 0.0, 0.0]
    assert here.fields()["points"] == [0, 26, 26, 26]


def test_no_points_on_the_first_trick_unless_there_is_nothing_else() -> None:
    hands = [suit_hand(letter) for letter in "CDHS"]
    here = play(dealt(hands), "2C 2D")
    assert len(here.options()) == 13  # a hand of hearts
    here.play("play 2H")
    assert "play QS" not in here.options_text() and len(here.options()) == 12
    free = play(dealt(hands, "hold:points_first"), "2C 2D 2H")
    assert "play QS" in free.options_text()


def test_hearts_are_led_when_broken_and_the_queen_breaks_them_where_that_is_agreed() -> None:
    clubs, spades = suit_hand("C").split(), suit_hand("S").split()
    diamonds, hearts = suit_hand("D").split(), suit_hand("H").split()
    one = [*clubs[:6], *hearts[:6], "KS"]
    two = [*clubs[6:], *spades[:6]]
    three = [*diamonds[:7], *hearts[6:10], "8S", "9S"]
    four = [*diamonds[7:], *hearts[10:], "10S", "JS", "QS", "AS"]
    hands = [" ".join(cards) for cards in (one, two, three, four)]
    for setup, may in (("hold", False), ("hold:queen_breaks", True)):
        here = play(dealt(hands, setup), "2C 8C 2D AS 2S 8S QS KS")
        assert here.fields()["broken"] == may and here.actor == 0
        assert any(text.endswith("H") for text in here.options_text()) == may


def test_points_are_counted_and_the_winner_leads() -> None:
    hands = [suit_hand(letter) for letter in "CDHS"]
    here = play(dealt(hands), "2C 2D 2H AS 3C 3D 3H QS")
    assert here.fields()["points"] == [15, 0, 0, 0] and here.actor == 0 and here.fields()["broken"] == 1


def test_a_match_goes_on_until_somebody_has_enough_and_passes_in_turn() -> None:
    here, rng = Position.deal(HEARTS, "match:to=60", seed=3), make_stream(HEARTS, "match")
    seen = [here.fields()["direction"]]
    hands = 0
    while not here.over:
        here.act("uniform", rng)
        if here.fields()["hands"] > hands:
            hands = here.fields()["hands"]
            seen.append(here.fields()["direction"])
    score = here.fields()["score"]
    assert seen[: len(seen) - 1] == [1, 3, 2, 0, 1, 3, 2, 0, 1][: len(seen) - 1]
    assert max(score) >= 60 and sum(score) >= 26 * hands and hands > 1
    paid = [here.payoff(seat) for seat in range(4)]
    assert sum(paid) == pytest.approx(1.0)
    assert all((pay > 0) == (own == min(score)) for pay, own in zip(paid, score, strict=True))


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        ("up", "unknown setup"),
        ("left:to=3", "unknown setup option"),
        ("match:to=0", "1 to 100"),
        ("left:queen_breaks=maybe", "yes or no"),
    ],
)
def test_setups_that_make_no_sense_are_refused(setup: str, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        HEARTS.make_table(setup)


def test_passes_in_order_leave_every_choice_of_three_once() -> None:
    start = Position.deal(HEARTS, "left", seed=5)
    found: Counter[frozenset[int]] = Counter()
    for a in start.options("ordered"):
        one = start.copy().play(a)
        for b in one.options("ordered"):
            two = one.copy().play(b)
            for c in two.options("ordered"):
                found[frozenset((a, b, c))] += 1
    assert set(found.values()) == {1} and len(found) == comb(13, 3)


# --- who knows what ---------------------------------------------------------------------------------------------------


def passed(direction: str, seed: int = 1) -> tuple[Position, list[set[str]]]:
    """A game after the pass, and what each seat gave."""
    here, given = Position.deal(HEARTS, direction, seed=seed), []
    for seat in range(4):
        before = held(here, seat)
        for _ in range(3):
            here.play(here.options()[-1])
        given.append(before - held(here, seat) if seat < 3 else set())
    after = held(here, (3 + ["hold", "left", "across", "right"].index(direction)) % 4)
    given[3] = {word for word in after if here.fields()["known"][3] >> NUMBERS[word] & 1} - {"2C"}
    return here, given


@pytest.mark.parametrize("direction", ["left", "right", "across"])
def test_passers_know_what_they_gave_and_others_do_not(direction: str) -> None:
    by = {"left": 1, "across": 2, "right": 3}[direction]
    here, given = passed(direction)
    for seat in range(3):
        to = (seat + by) % 4
        assert given[seat] <= held(here, to)
        for i in range(20):
            world = here.hide(seat, make_stream(HEARTS, "world", i))
            assert given[seat] <= held(world, to) and held(world, seat) == held(here, seat)
        third = next(other for other in range(4) if other not in (seat, to))
        worlds = [here.hide(third, make_stream(HEARTS, "third", i)) for i in range(20)]
        assert any(not given[seat] <= held(world, to) for world in worlds)


def test_who_has_seen_a_suit_not_followed_knows_the_hand_has_none() -> None:
    rng = make_stream(HEARTS, "voids")
    tried = 0
    for seed in range(30):
        here, shown = Position.deal(HEARTS, "left", seed=seed), [0, 0, 0, 0]
        while not here.over:
            fields, seat = here.fields(), here.actor
            trick = [NUMBERS[word] for word in DECK.words if fields["zones"][TRICK] >> NUMBERS[word] & 1]
            led = min(trick, key=lambda card: fields["rank"][card], default=None)
            move = here.advise("uniform", rng)[0]
            if here.look()[1] == 1 and led is not None and move // 13 != led // 13:
                shown[seat] |= DECK.suits[led // 13]
            here.play_with(move, rng)
            for viewer in range(4) if not here.over and any(shown) else ():
                world = here.hide(viewer, rng).fields()
                tried += 1
                assert all(world["zones"][HAND + seat] & shown[seat] == 0 for seat in range(4) if seat != viewer)
    assert tried > 1000


def test_samples_of_what_others_have_passed_are_as_likely_as_they_should_be() -> None:
    """To a third player any three of thirteen cards may have come from the neighbour: how many are still held?"""
    here, rng = passed("left", seed=8)[0], make_stream(HEARTS, "shares")
    while here.fields()["tricks"] < 5:
        here.act("uniform", rng)
    n, found = 4000, Counter[int]()
    for _ in range(n):
        fields = here.hide(3, rng).fields()
        found[(fields["known"][0] & fields["zones"][HAND + 1] & ~bits("2C")).bit_count()] += 1
    own = here.fields()["zones"][HAND + 1].bit_count()
    for kept in range(4):
        share = comb(own, kept) * comb(13 - own, 3 - kept) / comb(13, 3)
        assert abs(found[kept] / n - share) < 4.5 * sqrt(share * (1 - share) / n) + 1e-9


def test_samples_are_uniform_over_all_deals_that_fit() -> None:
    """The last three tricks, with suits that have run out: counted against all ways."""
    rng = make_stream(HEARTS, "uniform")
    for seed in range(200):
        here = Position.deal(HEARTS, "hold", seed=seed)
        while here.fields()["tricks"] < 10:
            here.act("uniform", rng)
        viewer, fields = here.actor, here.fields()
        others = [seat for seat in range(4) if seat != viewer]
        pool = [card for card in range(52) if any(fields["zones"][HAND + seat] >> card & 1 for seat in others)]
        barred = {seat: _barred(fields, seat) for seat in others}
        ways = [way for way in _ways(pool, len(pool) // 3) if _fits(way, others, barred)]
        if 4 <= len(ways) <= 60 and sum(map(bool, barred.values())) > 1:
            break
    n, found = 60 * len(ways), Counter[tuple[int, ...]]()
    for _ in range(n):
        zones = here.hide(viewer, rng).fields()["zones"]
        found[tuple(zones[HAND + seat] for seat in others)] += 1
    assert set(found) == set(ways)
    statistic = sum((found[way] - 60) ** 2 / 60 for way in ways)
    freedom = len(ways) - 1
    assert statistic < freedom + 5 * sqrt(2 * freedom) + 12  # chi-square; beyond it less often than 1 in 10,000


def _barred(fields: dict[str, Any], seat: int) -> int:
    zone = fields["zones"][HAND + seat]
    return int(next(fields["barred"][card] for card in range(52) if zone >> card & 1))


def _ways(pool: list[int], size: int) -> list[tuple[int, ...]]:
    whole = set(pool)
    return [
        (_set(one), _set(two), _set(whole - {*one} - {*two}))
        for one in combinations(pool, size)
        for two in combinations(sorted(whole - {*one}), size)
    ]


def _set(cards: Any) -> int:
    return sum(1 << card for card in cards)


def _fits(way: tuple[int, ...], others: list[int], barred: dict[int, int]) -> bool:
    return all(hand & barred[seat] == 0 for hand, seat in zip(way, others, strict=True))


def test_nobody_sees_whether_a_card_that_is_played_was_passed() -> None:
    """Two deals that differ in what player 1 gave to player 2 look the same to player 3 until the end."""
    start = Position.deal(HEARTS, "left", seed=21)
    own = sorted(NUMBERS[word] for word in held(start, 0))
    theirs = sorted(NUMBERS[word] for word in held(start, 1))
    swapped = start.copy()
    fields = swapped.states[0]
    a, b = own[0], theirs[0]
    for seat, (gone, come) in enumerate(((a, b), (b, a))):
        fields["zones"][HAND + seat] ^= 1 << gone | 1 << come
        fields["known"][seat] ^= 1 << gone | 1 << come
    swapped = Position.read(HEARTS, str(swapped), "left")
    # In one deal player 1 passes a and player 2 passes on b; in the other they hold them from the beginning.
    lines = []
    for here, first, second in (
        (start, (a, own[1], own[2]), (b, theirs[1], theirs[2])),
        (swapped, (b, own[1], own[2]), (a, theirs[1], theirs[2])),
    ):
        seen = []
        for move in (*first, *second):
            here.play(move)
            seen.append(here.observe(2))
        lines.append(seen)
    assert lines[0] == lines[1]


# --- players and tables -----------------------------------------------------------------------------------------------


def test_the_rule_player_ducks_dumps_the_queen_and_takes_fewer_points() -> None:
    points = {"rule": 0.0, "uniform": 0.0}
    for seed in range(60):
        here, rng = Position.deal(HEARTS, "left", seed=seed), make_stream(HEARTS, "rule", seed)
        while not here.over:
            here.act("rule" if here.actor == seed % 4 else "uniform", rng)
        for seat in range(4):
            points["rule" if seat == seed % 4 else "uniform"] += 26 * (1 - here.payoff(seat))
    assert points["rule"] / 60 < 4 < points["uniform"] / 180  # 1.3 and 8.6 on average, measured over 8,000 games


def test_the_trick_tells_who_played_and_the_last_one_is_shown() -> None:
    here = play(dealt([suit_hand(letter) for letter in "CDHS"]), "2C 2D 2H")
    zones = {zone.title: zone for zone in look(here, 3).zones if zone.owner is None}
    assert [card.marks for card in zones["trick"].cards] == [("player 1",), ("player 2",), ("player 3",)]
    play(here, "AS 3C 3D 3H 3S 4C")
    zones = {zone.title: zone for zone in look(here, 3).zones if zone.owner is None}
    assert [card.name for card in zones["last trick"].cards] == [
        "3 of clubs",
        "3 of diamonds",
        "3 of hearts",
        "3 of spades",
    ]
    assert zones["last trick"].cards[0].marks == ("player 1 took it",) and zones["played"].size == 4


def test_hearts_is_among_the_games_with_its_levels() -> None:
    levels = find_game("hearts").room().levels
    assert [level.agent for level in levels] == ["uniform", "rule", "hearts/quick", "hearts/best"]
