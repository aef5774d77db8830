"""What published bots think of a position of Tales of Tribute: worked out by hand, and by slower code."""

from __future__ import annotations

import tomllib
from collections import Counter
from functools import cache
from itertools import pairwise, product
from math import exp, sqrt
from pathlib import Path
from random import Random
from typing import Any

import pytest

from mulligan.games.tribute import evaluation
from mulligan.games.tribute.evaluation import EVALUATIONS
from mulligan.games.tribute.players import cardvalues as bot_tables
from mulligan.games.tribute.players import styles as players
from mulligan.games.tribute.rules.course import actor, deal, play
from mulligan.games.tribute.rules.layout import State
from mulligan.kernel import Stream, entry, floats, integers, interpret, records, seed_of

from ...helpers.tribute_tools import CARDS, KINDS, NEUTRAL, PATRONS, Board, copy_state, side, table

evaluate = interpret(evaluation.evaluate)
advise = interpret(players.advise)
go, over, start = interpret(play), interpret(actor), interpret(deal)
BOTS: dict[str, Any] = tomllib.loads((Path(bot_tables.__file__).parent / "bots.toml").read_text(encoding="utf-8"))
H3 = ("h3_2025", "h3_2024", "h3_soismcts")
PUBLISHED = ("h1", *H3, "sakkirina", "hql")
ME, FOE = 0, 1


def value(board: Board, name: str, seat: int = ME) -> float:
    found = evaluate(board.s, board.t, seat, EVALUATIONS.index(name))
    assert not any(board.s.scratch)
    return float(found)


def raw(board: Board, name: str = "h3_2025", seat: int = ME) -> float:
    """The points behind BestMCTS3's evaluation."""
    return value(board, name, seat) * 20000 - 10000


@cache
def positions(count: int, setup: str = "draft") -> list[Any]:
    """Positions from games of many kinds of players, the ends of games among them."""
    found: list[Any] = []
    rng, own = Random(f"{setup} {count}"), records(Stream, 1, packed=False)[0]
    t, out = table(setup)[0], [0] * 400
    while len(found) < count:
        s = records(State, 1, packed=False)[0]
        own.z = rng.getrandbits(48)
        start(s, t, own)
        styles = [rng.randrange(1, len(players.STYLES)) for _ in range(2)]
        while over(s) >= 0:
            for i in range(advise(s, t, styles[s.player], own, out)):
                go(s, t, out[i], own)
            if rng.random() < 0.04:
                found.append(copy_state(s))
        found.append(s)
    return found[:count]


# --- worked out by hand -----------------------------------------------------------------------------------------------


def test_the_common_evaluation_of_a_small_position():
    board = Board(
        "PELIN ANSEI RAJHIN HLAALU",
        me=side(
            hand="Gold*2; Fortify", cooldown="Luxury Exports; Goods Shipment", power=3, prestige=2, agents="Oathman 1"
        ),
        foe=side(draw="Gold*3; Swipe", prestige=1, agents="Stubborn Shadow 2; Shield Bearer"),
        row="Luxury Exports; Ambush; Rally",
        favour={"PELIN": ME, "ANSEI": FOE, "RAJHIN": FOE},
    )
    points = 50 - 50 - 50 + 10 - 100 + 40 * 3 + 50 * 2
    points += 30 * 25 + 3 * 1  # Oathman
    points -= 30 * 10 + 3 * 2 + 40 + 30 * 10 + 3 * 5 + 40
    points += 10 * (0 + 0 + 1 + 50 + 1)  # two Gold, Fortify, Luxury Exports, Goods Shipment
    points += 1**3 + 2**3  # one card of Pelin, two of Hlaalu
    points -= 2 * (50 + 10 + 50)
    assert value(board, "h1") == pytest.approx((points + 10000) / 50000, abs=1e-12)


def test_the_common_evaluation_forgets_the_cards_from_30_prestige_on():
    board = Board(me=side(hand="Rally*3", prestige=30, power=2), foe=side(prestige=7), row="Rally")
    assert value(board, "h1") == pytest.approx((4 * 10 + 40 * 2 + 50 * 30 + 10000) / 50000)


def test_the_common_evaluation_keeps_between_0_and_1():
    assert value(Board(me=side(prestige=79, power=2000)), "h1") == 1
    assert value(Board(me=side(), foe=side(agents="Banneret*40")), "h1") == 0


def test_best3_early_in_the_game():
    board = Board(
        "PELIN ANSEI RAJHIN DUKE_OF_CROWS",
        me=side(
            hand="Gold*2; Fortify", cooldown="Toll of Silver; Peck", power=3, prestige=2, agents="Blackfeather Knave 1"
        ),
        foe=side(draw="Gold*3; Swipe", prestige=1, agents="Stubborn Shadow 2; Shield Bearer 4"),
        row="Toll of Flesh; Blackmail; Rally",
        favour={"DUKE_OF_CROWS": FOE, "ANSEI": ME},
    )
    limit, power, tier = 3.5835821274533806, 1.4531637982059311, 32.45573949797829
    total = 357.16459375015 + 69.72651456206626  # Duke of Crows is better with the opponent, who is three calls away
    total += 14.406547468356404 * (2 + 0 - 1)  # taunting agents with 6 HP swallow the power
    total += (0 + 0 + 1 + 50 + 3) * tier * limit / 5
    total += 50 * tier + 1 * 14.406547468356404 * 2.4073301922708956  # Blackfeather Knave
    total += (1 * limit / 4) ** power + (3 * limit / 4) ** power  # Fortify, and three of Duke of Crows
    total -= (0 + 0 + 0 + 1) * tier * limit / 4
    total -= 1 * tier  # Stubborn Shadow is not hired
    total += -36.38168831074075 * (2 * ((2 + 2) / 3 + 2) + 3 * ((4 + 2) / 5 + 2))
    total -= (2 * limit / 4) ** power  # Swipe and Stubborn Shadow are few, so the size of the whole deck counts
    total += -1.0194847580786344 * (50 + 2**power - 1)  # Toll of Flesh, with two of its deck; Blackmail is a contract
    total += -1.0194847580786344 * (30 + 1)  # Rally, with one
    assert raw(board) == pytest.approx(total, abs=1e-6)


def test_best3_late_in_the_game():
    board = Board(
        "PELIN ANSEI RAJHIN ORGNUM",
        me=side(draw="Rally; Gold; Gold; Gold", known=2, power=4, prestige=39, agents="Banneret 3; Shield Bearer 5"),
        foe=side(hand="Bewilderment", prestige=12),
        row="Ambush; Black Sacrament",
    )
    points = 39 + 4
    total = 244.10581096000053 * (points - 12) + 436.4502784121612 * (points - 12)
    total += (30 - 3 - 3 - 3) * 17.865162201619203  # four cards are within the limit
    total += 30 * 17.865162201619203  # Banneret
    bonus = 244.10581096000053 * 0.6282777779201613
    total += (3 + 5) * bonus * 0.25  # the tavern threatens three knockouts
    total += 2**1.7654122025476535  # Rally and Banneret
    total += 4 * 96.387175942189 + 2 * 1.8798439140688314  # Rally will be drawn next,
    total += -1 * 96.387175942189  # then Gold, whose deck does not count
    total -= -3 * 17.865162201619203 + 1
    assert raw(board) == pytest.approx(min(total, 10000), abs=1e-6)
    assert raw(board) == 10000
    board.s.prestige[FOE] = 36
    assert raw(board) == pytest.approx(total - 24 * (244.10581096000053 + 436.4502784121612), abs=1e-6)


def test_knockouts_in_the_tavern_threaten_the_healthiest_agents():
    def worth(row: str) -> float:
        return raw(Board(me=side(agents="Banneret 2; Shield Bearer 5; Banneret 4", prestige=20), foe=side(), row=row))

    unit = 0.75 * 115.43794731430911 * 1.204796748703784
    quiet = worth("Tithe")
    assert worth("Black Sacrament") == pytest.approx(quiet - 5 * unit)
    assert worth("Ambush") == pytest.approx(quiet - 9 * unit)
    assert worth("Black Sacrament; Ambush") == pytest.approx(quiet - 11 * unit)
    assert worth("Ambush*2") == pytest.approx(quiet - 11 * unit)


@pytest.mark.parametrize(
    ("own", "other", "weight"),
    [(10, 13, 14.406547468356404), (11, 13, 115.43794731430911), (10, 14, 115.43794731430911)]
    + [(26, 29, 115.43794731430911), (27, 0, 244.10581096000053), (0, 30, 244.10581096000053)],
)
def test_the_phase_of_best3_depends_on_both_prestiges(own, other, weight):
    board = Board(me=side(prestige=own), foe=side(prestige=other))
    assert raw(board) == pytest.approx(weight * (own - other))


def test_best3_sees_wins_and_losses():
    assert value(Board(favour=dict.fromkeys(("PELIN", "ANSEI", "RAJHIN", "HLAALU"), ME)), "h3_2025") == 1
    three = {"PELIN": FOE, "RAJHIN": FOE, "HLAALU": FOE}
    assert value(Board(favour=three), "h3_2025") == 0  # Ansei is one call away
    assert value(Board(favour=three | {"ANSEI": ME}), "h3_2025") == 0
    # two calls away; the 10000 points that this costs are the whole scale
    assert value(Board(favour={"PELIN": FOE, "ANSEI": FOE}), "h3_2025") == 0
    assert 0 < value(Board(favour={"PELIN": FOE, "ANSEI": FOE}, me=side(hand="Rally*3")), "h3_2025") < 0.3
    assert value(Board(me=side(prestige=50, power=30)), "h3_2025") == 1
    assert value(Board(me=side(prestige=30, power=10), foe=side(prestige=40)), "h3_2025") == 0
    assert value(Board(me=side(prestige=30, power=11), foe=side(prestige=40)), "h3_2025") > 0.5


def test_books_differ_in_the_cards_of_later_decks():
    psijic = Board("PSIJIC ANSEI RAJHIN HLAALU", me=side(hand="Prophesy", known=1, draw="Prophesy"))
    worths = [raw(psijic, name) for name in H3]
    combo = 2**1.4531637982059311 + 2 * 0.9856322443431382
    assert worths[0] == pytest.approx(2 * 30 * 32.45573949797829 + 4 * 14.452740668849344 + combo)
    assert worths[1] == pytest.approx(combo)
    assert worths[2] == pytest.approx(3 * 14.452740668849344 + combo)
    agent = Board("ORGNUM ANSEI RAJHIN HLAALU", foe=side(agents="Serpentguard Rider"))
    fear = -36.38168831074075 * ((2 + 2) / 2 + 2)
    for name, tier, feared in zip(H3, (15, 1, 1), (1, 1, 4), strict=True):
        assert raw(agent, name) == pytest.approx(feared * fear - tier * 32.45573949797829 - 1)


def test_sakkirinas_evaluation_of_a_small_position():
    board = Board(
        "PELIN ORGNUM RAJHIN DUKE_OF_CROWS",
        me=side(hand="Gold*2; Writ of Coin", cooldown="Rally*2; Bewilderment", prestige=10, agents="Banneret 4"),
        foe=side(draw="Swipe*15; Gold", prestige=20, agents="Banneret"),
        row="Rally; Gold",
        favour={"PELIN": ME, "ORGNUM": FOE, "DUKE_OF_CROWS": FOE},
    )
    worth = -20 + 100 - 15
    worth -= 30  # the opponent needs two calls for Pelin and one for Rajhin
    worth += (10 + 55 * 0.5) * (10 - 20 - 2)
    worth += 10 * 25 + 3 * 4 - (2 * (10 * 25 + 3 * 5) + 40)
    worth += 10 * (0 + 0 + 1 + 50 + 50 + 1) + (40 - 20 * 0.5) * 1 - 30
    worth += 2**1.5 + (2 / 6) ** 3 * 2 * 20  # two of Pelin; the curse is no card of Rajhin
    worth -= 10 * 15 / sqrt(16 / 14) + 15**1.5 + (15 / 16) ** 3 * 7 * 20
    worth -= 2 * (50 + 0)
    assert value(board, "sakkirina") == pytest.approx(1 / (1 + exp(-worth / 900)), abs=1e-12)


def test_sakkirina_sees_wins_and_losses():
    assert value(Board(favour=dict.fromkeys(("PELIN", "ANSEI", "RAJHIN", "HLAALU"), ME)), "sakkirina") == 1
    assert value(Board(me=side(prestige=80)), "sakkirina") == 1
    assert value(Board(me=side(prestige=39), foe=side(prestige=40)), "sakkirina") == 0
    even = -(10 + 55 + 10) * 2
    assert value(Board(me=side(prestige=40), foe=side(prestige=40)), "sakkirina") == pytest.approx(
        1 / (1 + exp(-even / 900))
    )
    for enemy, fear in ((76, 30), (77, 100), (78, 300), (79, 1000)):
        worth = 75 * (79 - enemy - 2) - fear
        board = Board(me=side(prestige=79), foe=side(prestige=enemy))
        assert value(board, "sakkirina") == pytest.approx(1 / (1 + exp(-worth / 900)))


def test_hqls_evaluation_of_a_small_position():
    board = Board(
        "PELIN ORGNUM RAJHIN DUKE_OF_CROWS",
        me=side(hand="Gold*2; Writ of Coin", cooldown="Rally*2", prestige=4, power=3, coins=2, agents="Banneret 4"),
        foe=side(draw="Swipe*2; Gold", prestige=7),
        favour={"PELIN": FOE, "ORGNUM": FOE, "DUKE_OF_CROWS": ME},
        turn=9,
    )
    # seven prestige and four turns behind the player: the second stage
    score = 16 * (4 - 7) + 15 * 3 + 1 * 2
    score += 18 * (1 - 2 - 2) - 1000 - 1
    score += 5 * (3 + 10 + 10) - 2 * 2 + 2 * 2  # Writ and two Rally by a fifth of their tier; two Gold; two of Pelin
    score += 12 * 10 + 4 * 4
    score -= 5 * (1 + 1) - 2 + 2 * 2
    assert value(board, "hql") == pytest.approx(1 / (1 + exp(-score / 300)), abs=1e-12)


def test_nothing_is_known_before_the_draft_and_everything_after_the_end():
    s = records(State, 1, packed=False)[0]
    t, rng = table("draft")[0], records(Stream, 1, packed=False)[0]
    start(s, t, rng)
    for style, seat in product(range(len(EVALUATIONS)), (0, 1)):
        assert evaluate(s, t, seat, style) == 0.5
        for winner, result in ((seat, 1), (1 - seat, 0), (2, 0.5)):
            s.reason, s.winner = 1, winner
            assert evaluate(s, t, seat, style) == result
        s.reason = 0


# --- by code of another make ------------------------------------------------------------------------------------------


class Side:
    """What one player has, in words."""

    def __init__(self, s: Any, p: int) -> None:
        piles = ((s.hand, s.n_hand), (s.draw, s.n_draw), (s.played, s.n_played), (s.cooldown, s.n_cooldown))
        self.cards = [cell % 128 for pile, count in piles for cell in pile[p][: count[p]]]
        self.agents = [(s.agent[p][i] % 128, s.hp[p][i]) for i in range(s.n_agents[p])]
        top = s.draw[p][: s.n_draw[p]][::-1]
        self.known = [cell % 128 for cell in top[: min(3, s.known[p])]]
        self.prestige, self.power, self.coins = s.prestige[p], s.power[p], s.coins[p]


def lookup(groups: dict[str, Any], kind: int) -> str:
    return next((word for word, kinds in groups.items() if word != "missing" and kind in kinds), "")


@cache
def points_of(kind: int) -> int:
    return int(lookup(BOTS["points"], kind) or 0)


@cache
def tier_of(book: str, phase: int, kind: int) -> int:
    year = "2025" if book == "h3_2025" else "2024"
    return int((lookup(BOTS["best3"][f"tiers_{year}"], kind) or "0 0 0").split()[phase])


@cache
def other_tier(book: str, what: str, kind: int) -> int:
    groups = BOTS["soismcts"][what] if book == "h3_soismcts" else BOTS["best3"][f"{what}_{book[-4:]}"]
    return int(lookup(groups, kind) or groups.get("missing", 0))


def decks(kinds: list[int]) -> Counter[str]:
    return Counter(CARDS[kind]["deck"] for kind in kinds if CARDS[kind]["deck"] != "TREASURY")


def patrons(s: Any, seat: int) -> dict[str, str]:
    owners = {seat: "mine", 1 - seat: "theirs", NEUTRAL: "neutral"}
    return {PATRONS[p]: owners[s.favour[p]] for p in s.patron[:5] if PATRONS[p] != "TREASURY"}


def steps(owner: str, patron: str, mine: str = "mine") -> int:
    """How many calls somebody needs for a patron that belongs to the other if it is `mine`."""
    if owner == "neutral":
        return 1
    return 0 if owner != mine else (1 if patron == "ANSEI" else 2)


def slow_best3(s: Any, seat: int, book: str) -> float:
    me, foe = Side(s, seat), Side(s, 1 - seat)
    phase = 2 if me.prestige >= 27 or foe.prestige >= 30 else 0 if me.prestige <= 10 and foe.prestige <= 13 else 1
    w = {name: weights[phase] for name, weights in BOTS["best3"]["weights"].items()}
    owners = patrons(s, seat)
    away = sum(steps(owner, patron) for patron, owner in owners.items())
    sign = {"mine": 1, "neutral": 0, "theirs": -1}
    total = (
        -w["duke"] * sign[owners.get("DUKE_OF_CROWS", "neutral")] + w["ansei"] * sign[owners.get("ANSEI", "neutral")]
    )
    if set(owners.values()) == {"mine"}:
        return 1.0
    if away < 2:
        return 0.0
    if away == 2:
        total = -10000.0
    walls = sum(hp for kind, hp in foe.agents if CARDS[kind].get("taunt"))
    points = me.prestige + max(0, me.power - walls)
    if foe.prestige >= 40 and points <= foe.prestige:
        return 0.0
    if points >= 80:
        return 1.0
    total += w["prestige"] * (points - foe.prestige)

    def share(n: int) -> float:
        return min(1.0, w["card_limit"] / n) if n else 1.0

    def combo(counts: Counter[str], c: float) -> float:
        n = sum(counts.values())
        c = w["card_limit"] / n if n > w["card_limit"] else c
        return sum((c * count) ** w["combo_power"] for count in counts.values())

    for player, factor in ((me, 1), (foe, -1)):
        counts = decks(player.cards)
        total += (
            factor * sum(tier_of(book, phase, kind) for kind in player.cards) * w["tier"] * share(len(player.cards))
        )
        for kind, hp in player.agents:
            if CARDS[kind]["type"] != "contract_agent":
                total += factor * tier_of(book, phase, kind) * w["tier"]
                counts[CARDS[kind]["deck"]] += 1
            if player is me:
                total += hp * w["prestige"] * w["own_agent"]
            else:
                total += other_tier(book, "agents", kind) * w["enemy_agent"] * ((hp + 2) / CARDS[kind]["hp"] + 2)
        total += factor * combo(counts, share(len(player.cards)))
        if player is me:
            for kind in me.known:
                total += other_tier(book, "hand", kind) * w["upcoming"]
                total += counts.get(CARDS[kind]["deck"], 0) * w["known_combo"] * share(len(me.cards))
    knockouts = 0
    for cell in s.row[: s.n_row]:
        card = CARDS[cell % 128]
        n = decks(me.cards)[card["deck"]]
        if not card["type"].startswith("contract"):
            last = combo(Counter(a=n), 1.0) - (combo(Counter(a=n - 1), 1.0) if n > 1 else 0.0)
            total += (tier_of(book, phase, cell % 128) + last) * w["tavern"]
        knockouts += {"Ambush": 2, "Black Sacrament": 1}.get(card["name"], 0)
    for hp in sorted((hp for _, hp in me.agents), reverse=True)[:knockouts]:
        total -= 0.75 * hp * w["prestige"] * w["own_agent"]
    total += (points - foe.prestige) * w["after40"] if points >= 40 else 0
    return min(20000, max(0, total + 10000)) / 20000


def slow_h1(s: Any, seat: int) -> float:
    me, foe = Side(s, seat), Side(s, 1 - seat)
    owners = list(patrons(s, seat).values())
    points = sum({"mine": 50, "neutral": 10, "theirs": -50}[owner] for owner in owners)
    points += 40 * me.power + 50 * me.prestige - (100 if owners.count("theirs") >= 2 else 0)
    if me.prestige < 30:
        points += sum(30 * points_of(kind) + 3 * hp for kind, hp in me.agents)
        points -= sum(30 * points_of(kind) + 3 * hp + 40 for kind, hp in foe.agents)
        points += sum(10 * points_of(kind) for kind in me.cards) + sum(n**3 for n in decks(me.cards).values())
        points -= sum(2 * points_of(cell % 128) for cell in s.row[: s.n_row])
    return min(1, max(0, (points + 10000) / 50000))


def slow_sakkirina(s: Any, seat: int) -> float:
    me, foe = Side(s, seat), Side(s, 1 - seat)
    owners = patrons(s, seat)
    here = list(owners.values())
    p = min(40, max(me.prestige, foe.prestige)) / 40
    if here.count("mine") == 4 or me.prestige >= 80:
        return 1.0
    if foe.prestige >= 40 and me.prestige < foe.prestige:
        return 0.0
    worth = 20.0 * (here.count("mine") - here.count("theirs"))
    worth += {"mine": -100, "theirs": 100}.get(owners.get("DUKE_OF_CROWS", ""), 0)
    worth += {"mine": 15, "theirs": -15}.get(owners.get("ORGNUM", ""), 0) - 25 * (owners.get("ANSEI") == "theirs")
    theirs = sum(steps(owner, patron) for patron, owner in owners.items())
    own = sum(steps(owner, patron, "theirs") for patron, owner in owners.items())
    worth -= {0: 3000, 1: 3000, 2: 300, 3: 30}.get(theirs, 0) - {1: 50, 2: 5}.get(own, 0)
    worth += (10 + 55 * p + 10 * (me.prestige >= 40)) * (me.prestige - foe.prestige - 2)
    worth -= {79: 1000, 78: 300, 77: 100, 76: 30}.get(foe.prestige, 0)
    worth += sum(10 * points_of(kind) + 3 * hp for kind, hp in me.agents)
    worth -= sum(2 * (10 * points_of(kind) + 3 * hp) + 40 for kind, hp in foe.agents)
    for player, factor in ((me, 1), (foe, -1)):
        n = len(player.cards)
        single = sum(10 * points_of(kind) for kind in player.cards)
        single += (40 - 20 * p) * player.cards.count(KINDS["Writ of Coin"])
        single -= 30 * player.cards.count(KINDS["Bewilderment"])
        worth += factor * single / sqrt(max(1, n / 14))
        for count in decks([kind for kind in player.cards if kind != KINDS["Bewilderment"]]).values():
            worth += factor * (count**1.5 + (count / n) ** 3 * min(7, count) * 20)
    worth -= sum(2 * points_of(cell % 128) for cell in s.row[: s.n_row])
    return 1 / (1 + exp(-worth / 900))


def slow_hql(s: Any, seat: int) -> float:
    sides = (Side(s, seat), Side(s, 1 - seat))
    finished = s.turn // 2 if seat == 0 else (s.turn - 1) // 2
    stage = min(3, (sides[1].prestige + finished) // 10)
    w = {name: weights[stage] for name, weights in BOTS["hql"].items()}
    owners = patrons(s, seat)
    total = 0
    for side_of, factor, name in zip(sides, (1, -1), ("mine", "theirs"), strict=True):
        score = w["prestige"] * side_of.prestige + w["power"] * side_of.power + w["coin"] * side_of.coins
        favours = list(owners.values()).count(name)
        score += 18 * (favours + (0 if name == "mine" else {2: 2, 3: 4, 4: 100}.get(favours, 0)))
        for patron, key in (("ANSEI", "ansei"), ("DUKE_OF_CROWS", "duke"), ("ORGNUM", "orgnum")):
            score += w[key] * (owners.get(patron) == name)
        quality = {kind: max(1, round(tier_of("h3_2025", 1, kind) / 5)) for kind in range(len(CARDS))}
        for kind in side_of.cards:
            score += w["gold"] if kind == KINDS["Gold"] else w["card"] * quality[kind]
        score += 2 * sum(decks(side_of.cards).values())
        score += sum(12 * quality[kind] + 4 * hp for kind, hp in side_of.agents)
        total += factor * score
    return 1 / (1 + exp(-total / 300))


def slow_value(s: Any, seat: int, name: str) -> float:
    if name in H3:
        return slow_best3(s, seat, name)
    return {"h1": slow_h1, "sakkirina": slow_sakkirina, "hql": slow_hql}[name](s, seat)


@pytest.mark.parametrize("setup", ["draft", "random:traced"])
def test_evaluations_agree_with_slower_code_wherever_games_lead(setup):
    t = table(setup)[0]
    for s in positions(400, setup):
        if s.reason == 0 and s.turn > 0:
            for name, seat in product(PUBLISHED, (0, 1)):
                found = evaluate(s, t, seat, EVALUATIONS.index(name))
                assert found == pytest.approx(slow_value(s, seat, name), abs=1e-9), (name, seat)


# --- in general -------------------------------------------------------------------------------------------------------


def test_evaluations_keep_between_0_and_1_and_leave_no_trace():
    t = table("draft")[0]
    for s in positions(1500):
        for style, seat in product(range(len(EVALUATIONS)), (0, 1)):
            assert 0 <= evaluate(s, t, seat, style) <= 1
        assert not any(s.scratch)


@pytest.mark.parametrize("name", PUBLISHED)
def test_more_prestige_is_never_worse_within_a_phase(name):
    t, style = table("draft")[0], EVALUATIONS.index(name)
    for s in positions(150):
        if s.reason or not s.turn:
            continue
        for seat, edges in product((0, 1), ((0, 10), (11, 26), (27, 39), (40, 79))):
            there = copy_state(s)
            there.prestige[1 - seat] = min(29, there.prestige[1 - seat])
            seen = []
            for prestige in range(edges[0], edges[1] + 1):
                there.prestige[seat] = prestige
                if name == "h1" and prestige == 30:
                    seen.clear()  # from here on the cards are forgotten
                seen.append(evaluate(there, t, seat, style))
            assert all(before <= after + 1e-12 for before, after in pairwise(seen)), (seat, edges)


@pytest.mark.parametrize("name", [*H3, "sakkirina"])
def test_the_favour_of_duke_of_crows_is_a_burden(name):
    def worth(owner: int) -> float:
        hands = side(hand="Gold*5", prestige=8)
        board = Board("PELIN DUKE_OF_CROWS RAJHIN ORGNUM", me=hands, foe=hands, favour={"DUKE_OF_CROWS": owner})
        return value(board, name)

    assert worth(ME) < worth(NEUTRAL) < worth(FOE)


@pytest.mark.parametrize("name", PUBLISHED)
def test_seats_are_alike(name):
    t, style = table("draft")[0], EVALUATIONS.index(name)
    for s in positions(200):
        if s.reason or not s.turn:
            continue
        there = copy_state(s)
        for field in ("coins", "prestige", "power", "known", "hand", "draw", "played", "cooldown", "agent", "hp"):
            getattr(there, field).reverse()
        for field in ("n_hand", "n_draw", "n_played", "n_cooldown", "n_agents"):
            getattr(there, field).reverse()
        there.favour = [1 - owner if owner < 2 else 2 for owner in s.favour]
        there.turn = s.turn + 1 - s.turn % 2  # both have had as many turns
        s = copy_state(s)
        s.turn = there.turn
        assert evaluate(there, t, 1, style) == pytest.approx(evaluate(s, t, 0, style), abs=1e-12)


# --- as machine code --------------------------------------------------------------------------------------------------


def make_run() -> Any:
    advise, evaluate = players.advise, evaluation.evaluate

    @entry
    def run(states, tables, rngs, out, found, evaluations):  # type: ignore[no-untyped-def]
        s = states[0]
        t = tables[0]
        n = 0
        while n < len(found):
            states[0] = states[1]
            deal(s, t, rngs[0])
            while actor(s) >= 0 and n < len(found):
                for i in range(advise(s, t, 1 + s.turn % 9, rngs[0], out)):
                    play(s, t, out[i], rngs[0])
                found[n] = evaluate(s, t, n % 2, n % evaluations)
                n += 1
        return n

    return run


def test_machine_code_thinks_the_same():
    run, count = make_run(), 3000
    answers = []
    for packed, function in ((True, run), (False, interpret(run))):
        rngs = records(Stream, 1, packed=packed)
        if packed:
            rngs["z"] = seed_of("evaluation")
        else:
            rngs[0].z = seed_of("evaluation")
        found = floats(count, packed=packed)
        states, out = records(State, 2, packed=packed), integers(400, packed=packed)
        function(states, table("draft", packed=packed), rngs, out, found, len(EVALUATIONS))
        answers.append(list(found))
    assert answers[0] == pytest.approx(answers[1], abs=1e-9)
