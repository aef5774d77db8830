"""The rule players of The Lord of the Rings, what searches are offered, and the evaluation."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product
from random import Random
from typing import Any

import pytest

from mulligan.core.position import Position
from mulligan.games.lotr.layout import (
    ALL_HEROES,
    ARGUMENT,
    BUY_LAST,
    COMMIT,
    DEFEND,
    DEFENDERS,
    DONE,
    GO,
    HOLD,
    NO_PLACE,
    STRIKE,
    TARGET,
)
from mulligan.games.lotr.rules.moves import MOST

from ...helpers import lotr_oracle as oracle
from ...helpers.lotr_help import (
    FULLY_QUIRKY,
    GAME,
    KNOWN,
    PLAYER,
    advice,
    each,
    near,
    often,
    on_top,
    part,
    random_game,
    read,
    rng,
    state,
    table_here,
    table_of,
    twin,
    words,
)

# --- Agent 1, random --------------------------------------------------------------------------------------------------

RICH = "heroes Eowyn 9 tokens, Eleanor 9 tokens, Thalin 9 tokens"


def test_random_buys_nothing_nine_times_in_ten():
    tries = 50_000
    found = often(read(f"lotr | hand Beorn, 2 Wandering Took, Gandalf | {RICH}"), "random", tries)
    assert near(found["done"], 0.9, tries)
    assert near(found["buy Wandering Took"], 0.05, tries), "any card in hand is as likely as any other"
    assert near(found["buy Beorn"], 0.025, tries) and near(found["buy Gandalf"], 0.025, tries)


def test_random_wastes_its_tries_on_cards_too_dear():
    here = read("lotr | hand Beorn, Wandering Took | heroes Eowyn 2 tokens")
    found = often(here, "random", 6000)
    assert set(found) == {"done", "buy Wandering Took"}
    assert near(found["buy Wandering Took"], 0.05 / 0.95, 6000)
    assert set(often(read(f"lotr | {RICH}"), "random", 200)) == {"done"}, "an empty hand ends it"


def test_random_tries_at_most_six_times():
    hand = "hand 3 Wandering Took, 3 Gondorian Spearman, 3 Lorien Guide"
    here = read(f"lotr bought 5 | {hand} | {RICH}")
    assert near(often(here, "random", 3000)["done"], 0.9, 3000)
    assert set(often(read(f"lotr bought 6 | {hand} | {RICH}"), "random", 500)) == {"done"}


def test_random_may_buy_several_cards():
    here, bought = read(f"lotr | hand 3 Wandering Took, 3 Gondorian Spearman | {RICH}", "simulator"), Counter()
    stream = rng("several")
    for _ in range(1500):
        there = here.copy()
        while there.stage == "planning":
            there.act("random", stream)
        bought[state(there).bought] += 1
    assert all(near(bought[n], 0.9 * 0.1**n, 1500) for n in range(4))


@pytest.mark.parametrize("allies", ["", "| allies Beorn"])
def test_random_commits_as_many_draws_as_a_number_up_to_all(allies):
    here = read(f"lotr questing {allies}")
    names = ["Eowyn", "Eleanor", "Thalin", *(["Beorn"] if allies else [])]
    expected: Counter[str] = Counter()
    for draws in range(len(names) + 1):
        for drawn in product(names, repeat=draws):
            who = ", ".join(name for name in names if name in drawn) or "nobody"
            expected[f"commit {who}"] += 1 / (len(names) + 1) / len(names) ** draws
    assert expected["commit nobody"] == 1 / (len(names) + 1)
    found = often(here, "random", 5000)
    assert set(found) == set(expected)
    assert all(near(found[move], share, 5000) for move, share in expected.items())


def test_random_defends_with_probability_one_half():
    here = read("lotr defense | heroes Eowyn tapped | engaged King Spider", "simulator")
    found = often(here, "random", 4000)
    assert near(found["no defense"], 1 / 2, 4000)
    assert near(found["Eleanor defends"], 1 / 4, 4000) and near(found["Thalin defends"], 1 / 4, 4000)
    tired = read("lotr defense | heroes Eowyn tapped, Eleanor tapped, Thalin tapped | engaged King Spider", "simulator")
    assert set(often(tired, "random", 100)) == {"no defense"}


def test_random_defends_anew_against_each_enemy():
    here, stream, found = read("lotr defense | engaged 3 Dol Guldur Orcs", "simulator"), rng("each"), Counter()
    for _ in range(2000):
        told = here.advise("random", stream)
        defenders = [move - DEFEND for move in told if 0 <= move - DEFEND < 3]
        assert len(set(defenders)) == len(defenders), "nobody defends twice"
        found[len(defenders)] += 1
    assert all(near(found[n], share, 2000) for n, share in enumerate((1 / 2, 1 / 4, 1 / 8, 1 / 8)))


def test_random_lets_any_hero_be_hit_where_the_player_chooses():
    found = often(read("lotr defense | heroes Eowyn dead | engaged King Spider"), "random", 4000)
    for hero in ("Eleanor", "Thalin"):
        assert near(found[f"{hero} defends"], 1 / 4, 4000)
        assert near(found[f"no defense, {hero} is hit"], 1 / 4, 4000)


def test_random_strikes_any_number_of_times():
    here = read("lotr attack | allies Beorn | engaged Ungoliant's Spawn, Chieftain Ufthak", "simulator")
    stream, number, who, whom = rng("strikes"), Counter(), Counter(), Counter()
    for _ in range(1500):
        there, strikes = here.copy(), 0
        while there.stage == "attack":
            [move] = there.advise("random", stream)
            if move != DONE:
                strikes += 1
                who[move & ARGUMENT & (1 << TARGET) - 1] += 1
                whom[(move & ARGUMENT) >> TARGET] += 1
            there.play_with(move, stream)
        number[strikes] += 1
    assert set(number) == set(range(5)) and all(near(n, 1 / 5, 1500) for n in number.values())
    assert len(who) == 4 and all(near(n, 1 / 4, who.total()) for n in who.values())
    assert len(whom) == 2 and all(near(n, 1 / 2, whom.total()) for n in whom.values())


def test_random_stops_when_no_enemy_is_left():
    here = read("lotr attack | allies Gandalf | engaged Black Forest Bats 1 hit", "simulator")
    for seed in range(40):
        there = here.copy()
        while there.stage == "attack":
            there.act("random", rng(seed))
        assert there.turn == 2


# --- Agent 2, expert --------------------------------------------------------------------------------------------------

CHEAP = "2 Wandering Took, 2 Gondorian Spearman, 2 Veteran Axehand"


@pytest.mark.parametrize(
    ("hand", "tokens", "told"),
    [
        (CHEAP, (9, 9, 9), []),
        (f"{CHEAP}, Gandalf", (2, 2, 1), ["Gandalf"]),
        (f"{CHEAP}, 2 Gandalf", (9, 9, 9), ["Gandalf"]),
        (f"{CHEAP}, Gandalf", (0, 0, 0), []),
        (f"{CHEAP}, Gandalf", (1, 1, 2), ["Wandering Took", "Gondorian Spearman"]),
        (f"{CHEAP}, Gandalf", (4, 0, 0), ["Wandering Took"]),
        (f"{CHEAP}, Gandalf", (0, 0, 4), ["Gondorian Spearman", "Veteran Axehand"]),
        ("Veteran Axehand, Wandering Took, Gandalf", (1, 1, 2), ["Wandering Took", "Veteran Axehand"]),
        ("Gondorian Spearman, Gandalf", (2, 2, 0), []),
        ("Lorien Guide, Horseback Archer, Northern Tracker, Beorn, Gandalf", (4, 0, 0), []),
        ("Lorien Guide, Horseback Archer, Northern Tracker, Beorn", (9, 9, 9), []),
    ],
)
def test_the_expert_saves_for_gandalf(hand, tokens, told):
    heroes = ", ".join(f"{hero} {n} tokens" for hero, n in zip(PLAYER, tokens, strict=False))
    here = read(f"lotr | hand {hand} | heroes {heroes}", "simulator")
    assert advice(here) == [*(f"buy {name}" for name in told), "done"]


@pytest.mark.parametrize(
    ("allies", "told"),
    [
        ("", "Eowyn, Eleanor"),
        ("Beorn, Wandering Took, Veteran Axehand", "Eowyn, Eleanor, Wandering Took"),
        ("2 Gandalf, Lorien Guide", "Eowyn, Eleanor, Gandalf, Lorien Guide"),
        ("Northern Tracker, Gandalf", "Eowyn, Eleanor, Northern Tracker, Gandalf"),
    ],
)
def test_the_expert_sends_spirit_and_one_gandalf_whatever_waits(allies, told):
    for staged in ("", "3 Forest Spider, 2 Necromancer's Pass"):
        here = read(f"lotr questing | allies {allies} | staging {staged}", "simulator")
        assert advice(here) == [f"commit {told}"]


def test_the_expert_skips_the_quest_without_spirit():
    here = read("lotr questing | heroes Eowyn dead, Eleanor dead | allies Gandalf, Beorn", "simulator")
    assert advice(here) == ["commit nobody"]
    took = read("lotr questing | heroes Eowyn dead, Eleanor dead | allies Gandalf, Wandering Took", "simulator")
    assert advice(took) == ["commit Gandalf, Wandering Took"]


def test_the_expert_defends_with_allies_in_order_then_with_any_hero():
    text = "lotr defense | heroes Eowyn tapped | allies Wandering Took tapped, Beorn, Gondorian Spearman | engaged {}"
    assert advice(read(text.format("King Spider"), "simulator")) == ["Beorn defends"]
    here, thirds = read(text.format("2 King Spider, 2 Dol Guldur Orcs"), "simulator"), Counter()
    for seed in range(200):
        told = advice(here, stream=rng(seed))
        assert told[:2] == ["Beorn defends", "Gondorian Spearman defends"]
        assert {told[2], told[3]} == {"Eleanor defends", "Thalin defends"}
        thirds[told[2]] += 1
    assert near(thirds["Thalin defends"], 1 / 2, 200)
    five = read(text.format("2 King Spider, 2 Dol Guldur Orcs, Hummerhorns"), "simulator")
    assert advice(five)[-1] == "no defense"


def test_the_expert_lets_the_healthiest_hero_be_hit_where_the_player_chooses():
    heroes = "Eowyn 3 hits tapped, Eleanor 2 hits tapped, Thalin {} tapped"
    here = "lotr defense | heroes " + heroes + " | engaged King Spider"
    assert advice(read(here.format("4 hits"))) == ["no defense, Thalin is hit"]
    assert advice(read(here.format("1 hit"))) == ["no defense, Eowyn is hit"]


def test_the_expert_strikes_each_enemy_once_with_the_first_who_can_harm_it():
    here = read("lotr attack | allies Horseback Archer, Beorn | engaged Forest Spider, Ungoliant's Spawn", "simulator")
    assert advice(here) == ["Thalin strikes Forest Spider", "Beorn strikes Ungoliant's Spawn", "done"]
    here = read("lotr attack | engaged Chieftain Ufthak, Dol Guldur Orcs", "simulator")
    assert advice(here) == ["Eowyn strikes Dol Guldur Orcs", "done"], "nobody can harm Ufthak"
    here = read("lotr attack | heroes Eowyn tapped, Eleanor tapped | engaged Dol Guldur Orcs", "simulator")
    assert advice(here) == ["Thalin strikes Dol Guldur Orcs"], "then the round ends"


def test_the_expert_travels_to_the_fewest_points_for_their_threat_where_it_may_choose():
    staged = ["Old Forest Road", "Forest Gate", "Mountains of Mirkwood", "Enchanted Stream", "Necromancer's Pass"]
    for n, best in ((1, 0), (2, 1), (3, 2), (4, 3), (5, 4)):
        assert advice(read(f"lotr travel | staging {', '.join(staged[:n])}")) == [f"travel to {staged[best]}"]


# --- Expert and the rules against a naive twin ------------------------------------------------------------------------


class Unsettled(Exception):
    """The reference asked for chance, which the two games do not share."""


class NoChance(Random):
    """A source of chance for steps without any."""

    def choice(self, seq: Any) -> Any:
        if len(seq) == 1:
            return seq[0]
        raise Unsettled


def go_on(game: oracle.Game, stage: str) -> bool:
    """What a stage of ours comprises, played by the reference: the expert's decision and all that follows by itself.

    Returns whether the round is over.
    """
    if stage == "planning":
        oracle.expert_planning(game)
        return False
    if stage == "questing":
        oracle.expert_questing(game)
        if game.location is None and any(isinstance(card, oracle.Location) for card in game.staging):
            return False
    if stage == "travel":
        game.travel()
    if stage in ("questing", "travel"):
        game.engage()
        if game.foes:
            return False
    if stage == "defense":
        oracle.expert_defense(game)
        if game.untapped:
            return False
    if stage == "attack":
        oracle.expert_attack(game)
    game.refresh()
    if oracle.verdict(game, 1) is None:
        game.resource()
    return True


@pytest.mark.parametrize(
    ("setup", "rules"),
    [
        ("simulator", oracle.Rules()),
        ("simulator:level=hard", oracle.Rules()),
        ("simulator:level=easy,K3=no,K4=no", oracle.Rules(k3=False, k4=False)),
        ("simulator:level=hard,K7=no,K3=no", oracle.Rules(k7=False, k3=False)),
        ("simulator:K4=no", oracle.Rules(k4=False)),
    ],
)
def test_every_step_without_chance_is_that_of_the_twin(setup, rules):
    compared: Counter[str] = Counter()
    for seed in range(22):
        for here in random_game(seed, setup, ("expert", "random", "ranger", "random")):
            stage = here.stage
            if here.over or (stage == "defense" and state(here).attackers != state(here).engaged):
                continue
            game, there = twin(here, rules, NoChance()), here.copy()
            try:
                ended = go_on(game, stage)
            except Unsettled:
                continue
            while not there.over and (there.stage, there.turn) == (stage, here.turn):
                there.act("expert", rng(seed))
            result = oracle.verdict(game, 1)
            if there.over and not ended:
                assert there.payoff(0) == 0 and (game.flags.lost or not game.heroes), str(here)
            elif there.over:
                assert result is not None and there.payoff(0) == result.won, str(here)
            else:
                assert not ended or result is None, str(here)
                assert table_here(there) == table_of(game), str(here)
            compared[stage] += 1
    assert len(compared) == 5 and min(compared.values()) > 10, compared


# --- the ranger -------------------------------------------------------------------------------------------------------


def is_crowd(here: Position) -> bool:
    """Whether there are too many characters to list all their sets."""
    return state(here).characters.bit_count() > MOST


@pytest.mark.parametrize("setup", [*KNOWN, FULLY_QUIRKY, "paper:runner=flat"])
def test_what_the_rule_players_advise_is_legal(setup):
    for seed in range(5):
        for n, here in enumerate(random_game(seed, setup)):
            if here.over:
                break
            if is_crowd(here):
                continue
            for style in GAME.styles:
                there = here.copy()
                for move in here.advise(style, rng(seed, n, style)):
                    assert there.is_legal(move), (style, str(there))
                    there.play(move)


@pytest.mark.parametrize("style", ["random", "naive", "expert", "ranger"])
def test_what_the_rule_players_advise_to_a_crowd_is_legal(style):
    here = read("lotr questing | allies 3 Wandering Took, 3 Lorien Guide, Beorn, Gandalf")
    there = here.copy()
    for move in here.advise(style, rng(style)):
        assert there.is_legal(move)
        there.play(move)


@pytest.mark.parametrize("setup", ["clean:level=hard", "simulator", FULLY_QUIRKY])
def test_a_rule_player_plays_what_it_advises(setup):
    for seed in range(6):
        for n, here in enumerate(random_game(seed, setup)):
            if here.over:
                break
            style = GAME.styles[1 + n % 4]
            told, there, stream, twin_stream = here.copy(), here.copy(), rng(seed, n), rng(seed, n)
            for move in told.advise(style, stream):
                told.play_with(move, stream)
            there.act(style, twin_stream)
            assert (str(told), told.fields()) == (str(there), there.fields()), (style, str(here))


def can_harm(here: Position) -> list[tuple[int, int]]:
    """Who is ready and strong enough to wound which enemy."""
    s, t = state(here), here.table[0]
    ready, foes = each(s.characters & ~s.tapped), list(each(s.engaged))
    return [(one, foe) for one in ready for foe in foes if t.attack[s.person[one]] > t.shield[s.peril[foe]]]


@pytest.mark.parametrize("setup", ["clean", "clean:level=hard", "simulator"])
def test_the_ranger_strikes_as_long_as_a_blow_can_harm(setup):
    struck = 0
    for seed in range(25):
        for here in random_game(seed, setup):
            if here.over or here.stage != "attack":
                continue
            [move] = here.advise("ranger", rng())
            pairs = {STRIKE + (foe << TARGET) + one for one, foe in can_harm(here)}
            assert move in pairs if pairs else move == DONE
            struck += bool(pairs)
    assert struck > 30


def test_the_ranger_is_deterministic():
    for seed in range(6):
        for here in random_game(seed):
            if not here.over:
                assert here.advise("ranger", rng(1)) == here.advise("ranger", rng(2))


def test_the_ranger_by_hand():
    assert advice(read(f"lotr | hand Beorn, Northern Tracker, Gandalf | {RICH}"), "ranger") == ["buy Northern Tracker"]
    assert advice(read("lotr | hand Beorn, Northern Tracker"), "ranger") == ["done"]
    assert advice(read(f"lotr | hand 3 Lorien Guide, Horseback Archer | {RICH}"), "ranger") == ["done"]
    assert advice(read("lotr questing"), "ranger") == ["commit Eowyn, Eleanor, Thalin"]
    fights = read("lotr questing | engaged Dol Guldur Orcs | allies Veteran Axehand")
    assert advice(fights, "ranger") == ["commit Eowyn, Eleanor"], "a fighter stays with the one who has no willpower"
    travel = read("lotr travel | staging Old Forest Road, Mountains of Mirkwood, Enchanted Stream")
    assert advice(travel, "ranger") == ["travel to Enchanted Stream"]
    assert advice(read("lotr defense | allies Gandalf | engaged King Spider"), "ranger") == ["Gandalf defends"]
    kill = read("lotr attack | engaged Forest Spider, Dol Guldur Orcs 2 hits")
    assert advice(kill, "ranger") == ["Thalin strikes Dol Guldur Orcs"]
    saved = read("lotr defense | heroes Eowyn 1 hit, Eleanor dead, Thalin dead | allies Beorn | engaged King Spider")
    assert advice(saved, "ranger") == ["Beorn defends"]


# --- what the searching agents of the paper are offered ---------------------------------------------------------------

BARRED = ("Veteran Axehand", "Gondorian Spearman", "Horseback Archer")


def paper_moves(here: Position) -> list[int]:
    """The moves of Agents 3 and 4 by their description: small sets first, then by position."""
    s, t = state(here), here.table[0]
    characters = list(each(s.characters))

    def sets(among: list[int], size: int) -> list[int]:
        return [sum(1 << slot for slot in some) for some in combinations(among, size)]

    if here.stage == "planning":
        spheres: Counter[int] = Counter()
        for hero in range(3):
            spheres[t.sphere[hero]] += s.tokens[hero]
            spheres[0] += s.tokens[hero]
        kinds = [kind for kind in range(t.kinds) if s.hand[kind] and t.cost[kind] <= spheres[t.sphere[kind]]]
        kinds.sort(key=lambda kind: s.rank[kind])  # in the order drawn, where K20 is on
        return [DONE, *(BUY_LAST + kind for kind in kinds)]
    if here.stage == "questing":
        least = s.staged_threat - (t.threat[s.peril[s.fresh]] if s.fresh != NO_PLACE else 0)
        found = []
        for size in range(1, len(characters)):
            for some in sets(characters, size):
                named = [PLAYER[s.person[slot]] for slot in each(some)]
                will = sum(t.will[s.person[slot]] for slot in each(some))
                if will > least and not set(named) & set(BARRED):
                    found.append(COMMIT + some)
        return found or [HOLD if t.unrevealed_card else COMMIT]
    if here.stage == "defense":
        enemies = s.engaged.bit_count()
        if enemies == 0:
            return [DEFENDERS]
        found = [DEFENDERS + some for some in sets(characters, enemies)]
        return found or [DEFENDERS + (0 if t.outnumbered else s.characters)]
    return []


@pytest.mark.parametrize(
    "setup", ["paper", "paper:level=hard", "paper:runner=flat", FULLY_QUIRKY, "simulator", "clean"]
)
def test_the_level_paper_lists_what_its_description_says_in_order(setup):
    seen: Counter[str] = Counter()
    for seed in range(20):
        for here in random_game(seed, setup, ("random", "expert", "random", "ranger", "uniform")):
            s = state(here)
            if here.over or here.stage not in ("planning", "questing", "defense"):
                continue
            if s.asked or is_crowd(here) or s.attackers != s.engaged:
                continue
            assert here.options("paper") == paper_moves(here), str(here)
            seen[here.stage] += 1
    assert min(seen.values()) > 20, seen


def test_the_level_paper_by_hand():
    here = read("lotr | hand 2 Wandering Took, Gandalf, Beorn | heroes Eowyn 2 tokens, Eleanor 3 tokens", "paper")
    assert words(here, "paper") == ["done", "buy Wandering Took and stop", "buy Gandalf and stop"]
    here = read("lotr questing | allies Wandering Took, Veteran Axehand | staging Necromancer's Pass", "paper")
    assert words(here, "paper") == [
        *("commit Eowyn", "commit Eowyn, Eleanor", "commit Eowyn, Thalin", "commit Eowyn, Wandering Took"),
        *("commit Eowyn, Eleanor, Thalin", "commit Eowyn, Eleanor, Wandering Took"),
        *("commit Eowyn, Thalin, Wandering Took", "commit Eowyn, Eleanor, Thalin, Wandering Took"),
    ], "all of the questers, for somebody stays at home"
    here = read("lotr questing | staging Necromancer's Pass, Enchanted Stream", "paper")
    assert words(here, "paper") == ["hold back"], "6 willpower would do, but not all may go"
    here = read("lotr defense | heroes Eowyn tapped | engaged 2 King Spider", "paper")
    assert words(here, "paper") == [
        "defend with Eowyn, Eleanor",
        "defend with Eowyn, Thalin",
        "defend with Eleanor, Thalin",
    ]
    here = read("lotr attack | engaged King Spider", "paper")
    assert words(here, "paper")[0] == "done"


def test_every_move_of_the_level_paper_is_legal():
    for setup in ("paper", "simulator", "clean"):
        for seed in range(6):
            for here in random_game(seed, setup):
                if not here.over:
                    assert set(here.options("paper")) <= set(here.options()) or is_crowd(here)


# --- what our own search is offered -----------------------------------------------------------------------------------


def sense(here: Position, move: int) -> Any:
    """A move up to equal cards: what is done, with kinds and wounds in place of who."""
    s, t, what, which = state(here), here.table[0], move & ~ARGUMENT, move & ARGUMENT

    def one(slot: int) -> tuple[int, int]:
        return s.person[slot], s.hits[slot]

    def foe(place: int) -> tuple[int, int]:
        return s.peril[place], s.mark[place]

    if what == COMMIT:
        return what, tuple(sorted(one(slot) for slot in each(which) if t.will[s.person[slot]]))
    if what == DEFEND:
        return what, one(which)
    if what == GO:
        return what, foe(which)
    if what == STRIKE:
        return what, one(which & (1 << TARGET) - 1), foe(which >> TARGET)
    return what, which


@pytest.mark.parametrize("setup", ["clean", "clean:level=hard", "simulator", "paper"])
def test_the_level_steps_lists_no_two_equal_moves_and_the_rangers_first(setup):
    seen: Counter[str] = Counter()
    for seed in range(25):
        for here in random_game(seed, setup, ("random", "ranger", "expert", "ranger", "uniform")):
            s = state(here)
            if here.over or s.asked or is_crowd(here):
                continue
            steps, every = here.options("steps"), here.options()
            assert set(steps) <= set(every)
            senses = [sense(here, move) for move in steps]
            assert len(set(senses)) == len(senses), str(here)
            assert steps[0] == here.advise("ranger", rng())[0], str(here)
            seen[here.stage] += 1
            if here.stage in ("questing", "travel"):
                assert set(senses) == {sense(here, move) for move in every if move != HOLD}, "nothing is left out"
            elif here.stage == "defense":
                assert set(senses) == {sense(here, move) for move in every if move & ~ARGUMENT != DEFENDERS}
            elif here.stage == "attack" and can_harm(here):
                strikers = {move & ARGUMENT & (1 << TARGET) - 1 for move in steps}
                assert len(strikers) == 1, "one character at a time"
                harmed = {sense(here, STRIKE + (foe << TARGET) + one) for one, foe in can_harm(here) if one in strikers}
                assert set(senses) == harmed
    assert min(seen.values()) > 10, seen


def test_a_crowd_is_asked_one_by_one():
    allies = "3 Wandering Took, 3 Lorien Guide, 2 Beorn".replace("2 Beorn", "Beorn, Gandalf")
    here = read(f"lotr questing | allies {allies}")
    assert state(here).characters.bit_count() == 11
    for level in GAME.prunings:
        assert sorted(words(here, level)) == ["Eowyn goes", "Eowyn stays"]
    few = read(f"lotr questing | allies {allies.replace(', Gandalf', '')}")
    assert len(few.options()) == 2**10


@pytest.mark.parametrize("setup", ["clean", "simulator"])
def test_a_chain_of_answers_reaches_every_quest(setup):
    here = on_top(read("lotr questing | allies Wandering Took | engaged Forest Spider", setup), "Hummerhorns")
    reached = set()
    for answers in product(range(2), repeat=4):
        there = here.copy()
        for answer in answers:
            there.play(sorted(there.options(chain=True))[answer])
        reached.add(part(there, "heroes") + part(there, "allies") + part(there, "threat"))
    whole = {
        part(there, "heroes") + part(there, "allies") + part(there, "threat")
        for there in (here.copy().play(move) for move in here.options())
    }
    assert reached == whole and len(whole) == 16


# --- the evaluation ---------------------------------------------------------------------------------------------------


def hope(here: Position) -> float:
    return here.evaluate(0, "hope")


def test_hope_lies_between_0_and_1_and_ends_with_the_result():
    for setup in KNOWN:
        for seed in range(5):
            for here in random_game(seed, setup):
                assert 0 <= hope(here) <= 1
                if here.over:
                    assert hope(here) == here.payoff(0)


@pytest.mark.parametrize("hits", [0, -1, -2, -9])
def test_hope_is_a_number_even_where_nobody_has_life_left(hits):
    here = read("lotr | heroes Eowyn", "simulator")
    s = here.states[0]  # an ordinary object
    for number, slot in enumerate(each(s.characters)):
        s.hits[slot] = hits if number == 0 else 0
    assert 0 <= hope(here) <= 1


def test_hope_grows_with_what_is_good():
    tried: Counter[str] = Counter()

    def not_lower(name: str, good: Position, bad: Position) -> None:
        assert hope(good) >= hope(bad), (name, str(good), str(bad))
        tried[name] += hope(good) > hope(bad)

    for setup in ("clean", "clean:level=hard", "simulator"):
        for seed in range(8):
            for here in random_game(seed, setup):
                s = state(here)
                if here.over or here.stage != "planning":
                    continue
                for hero in each(s.characters & ALL_HEROES):
                    if s.hits[hero] > 1:
                        worse = here.copy()
                        state(worse).hits[hero] -= 1
                        not_lower("hits", here, worse)
                    richer = here.copy()
                    state(richer).tokens[hero] += 1
                    not_lower("tokens", richer, here)
                if s.points > 1:
                    better = here.copy()
                    state(better).points -= 1
                    not_lower("points", better, here)
                if s.active != NO_PLACE and s.mark[s.active] > 1:
                    better = here.copy()
                    state(better).mark[s.active] -= 1
                    not_lower("location", better, here)
                if not s.foes:
                    worse = here.copy()
                    state(worse).threat += 1
                    not_lower("threat", here, worse)
                for place in each(s.engaged):
                    better = here.copy()
                    state(better).engaged &= ~(1 << place)
                    not_lower("enemies", better, here)
    assert len(tried) == 6 and min(tried.values()) > 10, tried


def test_hope_tells_good_from_bad():
    good = read("lotr | threat 25 quest 1 | allies Beorn, Northern Tracker")
    bad = read("lotr | threat 45 quest 8 | heroes Eowyn dead, Eleanor 1 hit | engaged Ungoliant's Spawn, 2 King Spider")
    assert hope(good) > 0.95 and hope(bad) < 0.05
    assert hope(read("lotr")) > hope(read("lotr | staging Forest Spider, Old Forest Road"))


def test_neither_rule_book_carries_the_other():
    """A search of the paper's game copies no field of the full game, and the other way round."""
    ours, theirs = (set(Position.deal(GAME, setup).fields()) for setup in ("clean", "full"))
    assert {"fate", "rank", "fresh"} <= ours - theirs
    assert {"gear", "todo", "step", "looking"} <= theirs - ours
    assert all(GAME.at(setup) is GAME.at("clean") is GAME for setup in KNOWN)
