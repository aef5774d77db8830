"""The rules of The Lord of the Rings: cards, levels, the steps of a round, the end, and what never changes."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

from mulligan.core.position import Position
from mulligan.games.lotr.layout import COMMIT, DEFEND, DONE, NO_PLACE, SPHERES

from ...helpers import lotr_oracle as oracle
from ...helpers.lotr_help import (
    ENCOUNTER,
    FULLY_QUIRKY,
    GAME,
    KNOWN,
    LEVELS,
    PLAYER,
    advice,
    each,
    encounter_deck,
    heroes_alive,
    near,
    on_top,
    only,
    part,
    random_game,
    read,
    result,
    rng,
    standing,
    state,
    table,
    to_draw,
    words,
)

# --- cards and levels -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("setup", KNOWN)
def test_the_player_cards_are_those_of_the_description(setup):
    t = table(setup)
    people = [*oracle.HEROES, *oracle.ALLIES]
    assert [PLAYER[kind] for kind in range(t.kinds)] == [one.name for one in people]
    for kind, one in enumerate(people):
        assert SPHERES[t.sphere[kind]] == one.sphere
        found = t.will[kind], t.attack[kind], t.defense[kind], t.hits[kind]
        assert found == (one.willpower, one.attack, one.defense, one.hit_points), one.name
        assert t.cost[kind] == (one.cost if kind >= 3 else 0)
    assert t.start_threat == 25 == sum(hero.cost for hero in oracle.HEROES)
    deck = Counter(PLAYER[kind] for kind in t.deck[: t.cards])
    assert deck == {ally.name: copies for ally, copies in oracle.ALLIES.items()}
    assert deck.total() == t.cards == 22


@pytest.mark.parametrize("setup", KNOWN)
def test_the_encounter_cards_are_those_of_the_description(setup):
    t = table(setup)
    assert sorted(ENCOUNTER[kind] for kind in range(t.perils)) == sorted(card.name for card in oracle.ENCOUNTERS)
    cards = {card.name: card for card in oracle.ENCOUNTERS}
    for kind in range(t.perils):
        card = cards[ENCOUNTER[kind]]
        if isinstance(card, oracle.Enemy):
            found = t.threat[kind], t.engagement[kind], t.force[kind], t.shield[kind], t.toughness[kind]
            assert found == (card.threat, card.engagement, card.attack, card.defense, card.hit_points)
        else:
            assert (t.threat[kind], t.toughness[kind]) == (card.threat, card.points)
    column = "easy" not in setup
    deck = Counter(ENCOUNTER[kind] for kind in t.encounters[: t.encounter_cards])
    assert deck == {card.name: copies[column] for card, copies in oracle.ENCOUNTERS.items() if copies[column]}


@pytest.mark.parametrize(
    ("level", "staged", "cards", "types"), [("easy", 0, 28, 7), ("medium", 0, 29, 15), ("hard", 2, 29, 15)]
)
def test_the_levels_of_table_1(level, staged, cards, types):
    for setup in ("clean", "paper", "simulator"):
        start = Position.deal(GAME, f"{setup}:level={level}", seed=3)
        t = table(start.setup)
        assert (t.staged, t.encounter_cards, len(set(t.encounters[:cards]))) == (staged, cards, types)
        assert len(encounter_deck(start)) == cards - staged
        assert part(start, "staging") == ("Forest Spider, Old Forest Road" if staged else "")
        assert state(start).staged_threat == (3 if staged else 0)


def test_medium_is_the_usual_level_and_passage_the_usual_setup():
    assert list(table("clean").encounters) == list(table("clean:level=medium").encounters)
    assert Position.deal(GAME, seed=1).setup == "passage"


@pytest.mark.parametrize(("setup", "held"), [("clean", 6), ("clean:hand=7", 7), ("paper", 7), ("simulator:hand=6", 6)])
def test_a_game_begins_with_a_hand_and_the_resources_of_round_1(setup, held):
    start = Position.deal(GAME, setup, seed=5)
    assert standing(start) == (1, "planning", 25, 8)
    assert (state(start).held, sum(state(start).hand)) == (held + 1, held + 1), "one card of the hand is round 1's"
    assert part(start, "heroes") == "Eowyn 1 token, Eleanor 1 token, Thalin 1 token"
    assert not any(part(start, zone) for zone in ("allies", "staging", "engaged", "active", "discarded", "defeated"))


def test_all_deals_are_different_and_equal_seeds_give_equal_deals():
    deals = [Position.deal(GAME, "clean", seed=seed) for seed in range(40)]
    assert len({(tuple(state(one).deck), tuple(state(one).encounters)) for one in deals}) == 40
    assert Position.deal(GAME, "clean", seed=7).fields() == deals[7].fields()


# --- a whole round ----------------------------------------------------------------------------------------------------


def test_a_round_from_planning_to_refresh():
    here = read(
        "lotr | hand Wandering Took, Gandalf | heroes Eowyn 1 token, Eleanor 1 token, Thalin 1 token "
        "| staging Forest Spider, Old Forest Road"
    )
    to_draw(on_top(here, "Dol Guldur Orcs"), "Beorn")
    here.play("buy Wandering Took")
    assert part(here, "heroes") == "Eowyn, Eleanor, Thalin 1 token"
    here.play("done").play("commit Eowyn, Eleanor, Wandering Took")
    assert standing(here) == (1, "travel", 25, 7), "6 willpower against 2 + 1 staged and 2 revealed"
    assert part(here, "staging") == "Forest Spider, Old Forest Road, Dol Guldur Orcs"
    here.play("travel to Old Forest Road")
    assert (here.stage, part(here, "active"), part(here, "staging")) == ("defense", "Old Forest Road", "")
    assert part(here, "engaged") == "Forest Spider attacking, Dol Guldur Orcs attacking"
    here.play("Thalin defends")
    assert part(here, "heroes") == "Eowyn tapped, Eleanor tapped, Thalin 1 token tapped", "2 attack, 2 defense"
    here.play("no defense, Eleanor is hit")
    assert standing(here) == (2, "planning", 26, 7), "nobody is left to strike: the round ends"
    assert str(here) == (
        "lotr round 2 planning | threat 26 quest 7 | hand Beorn, Gandalf "
        "| heroes Eowyn 1 token, Eleanor 1 hit 1 token, Thalin 2 tokens | allies Wandering Took "
        "| engaged Forest Spider, Dol Guldur Orcs | active Old Forest Road"
    )


def test_round_1_of_the_expert_at_hard():
    """Eowyn and Eleanor go, 5 willpower, or 6 with a Took, against 3 staged and the card revealed."""
    commits = Counter()
    for seed in range(60):
        here = Position.deal(GAME, "simulator:level=hard", seed=seed)
        here.act("expert", rng(seed))
        [told] = advice(here)
        commits[told] += 1
        top = encounter_deck(here)[0]
        threat = table("simulator").threat[ENCOUNTER.index(top)]
        here.act("expert", rng(seed))
        ahead = (6 if "Took" in told else 5) - 3 - threat
        assert standing(here)[2:] == (25 - min(0, ahead), 8 - max(0, ahead))
        assert here.stage == "travel", "Old Forest Road waits"
        here.act("expert", rng(seed))
        assert "Forest Spider attacking" in part(here, "engaged")
    assert set(commits) == {"commit Eowyn, Eleanor", "commit Eowyn, Eleanor, Wandering Took"}


@pytest.mark.parametrize("setup", ["clean:level=hard", "simulator:level=hard", "paper:level=hard"])
def test_at_hard_the_spider_engages_in_round_1_whatever_happens(setup):
    for seed in range(40):
        for here in random_game(seed, setup):
            if here.over or here.turn > 1:
                break
            if here.stage == "defense":
                assert "Forest Spider" in part(here, "engaged")
        else:
            pytest.fail("the game never left round 1")


# --- resources and planning -------------------------------------------------------------------------------------------


def end_of_round(text, setup="clean"):
    """The position after a quest of nobody and, by default, no enemies."""
    return read(text, setup).play("commit nobody")


def test_every_living_hero_gains_a_token_and_one_card_is_drawn():
    here = read("lotr questing | heroes Eowyn 3 tokens, Eleanor dead, Thalin | hand Beorn | active Forest Gate")
    to_draw(on_top(here, "Hummerhorns"), "Gandalf").play("commit nobody")
    assert part(here, "heroes") == "Eowyn 4 tokens, Eleanor dead, Thalin 1 token"
    assert part(here, "hand") == "Beorn, Gandalf"


def test_an_empty_deck_costs_nothing():
    everything = ", ".join(f"{copies} {ally.name}" for ally, copies in oracle.ALLIES.items())
    here = on_top(read(f"lotr questing | discarded {everything}"), "Hummerhorns").play("commit Eowyn")
    assert standing(here) == (2, "planning", 26, 5)
    assert part(here, "hand") == ""


HAND = "hand Wandering Took, Lorien Guide, Northern Tracker, Veteran Axehand, Horseback Archer, Beorn, Gandalf"


@pytest.mark.parametrize(
    ("tokens", "payable"),
    [
        ((0, 0, 0), []),
        ((1, 1, 1), ["Wandering Took"]),
        ((0, 3, 0), ["Wandering Took", "Lorien Guide"]),
        ((2, 2, 1), ["Wandering Took", "Lorien Guide", "Northern Tracker", "Gandalf"]),
        ((0, 0, 3), ["Veteran Axehand", "Horseback Archer"]),
        ((1, 0, 5), ["Veteran Axehand", "Horseback Archer", "Gandalf"]),
        ((0, 0, 6), ["Veteran Axehand", "Horseback Archer", "Beorn", "Gandalf"]),
    ],
)
def test_spheres_pay_for_their_own_and_all_for_gandalf(tokens, payable):
    heroes = ", ".join(f"{hero} {n} tokens" for hero, n in zip(PLAYER, tokens, strict=False))
    here = read(f"lotr | {HAND} | heroes {heroes}")
    assert words(here) == [
        "done",
        *(f"buy {name}" for name in payable),
        *(f"buy {name} and stop" for name in payable),
    ]


def test_heroes_pay_in_order_and_each_is_emptied_first():
    here = read(f"lotr | {HAND} | heroes Eowyn 2 tokens, Eleanor 2 tokens, Thalin 4 tokens")
    assert part(here.copy().play("buy Lorien Guide"), "heroes") == "Eowyn, Eleanor 1 token, Thalin 4 tokens"
    assert (
        part(here.copy().play("buy Horseback Archer"), "heroes") == "Eowyn 2 tokens, Eleanor 2 tokens, Thalin 1 token"
    )
    assert part(here.copy().play("buy Gandalf"), "heroes") == "Eowyn, Eleanor, Thalin 3 tokens"


def test_several_cards_can_be_bought_in_a_round_and_act_at_once():
    here = read("lotr | hand 3 Wandering Took, Beorn | heroes Eowyn 3 tokens, Eleanor 2 tokens, Thalin 6 tokens")
    here.play("buy Wandering Took").play("buy Beorn").play("buy Wandering Took and stop")
    assert (here.stage, state(here).bought) == ("questing", 3)
    assert part(here, "allies") == "Wandering Took, Beorn, Wandering Took", "in the order they were played"
    assert part(here, "hand") == "Wandering Took"
    assert "commit Wandering Took, Beorn, Wandering Took 2" in words(here)


def test_the_dead_have_no_tokens():
    here = read("lotr defense | heroes Eowyn 5 tokens 1 hit | engaged Dol Guldur Orcs | hand Gandalf")
    here.play("no defense, Eowyn is hit")
    assert part(here, "heroes").startswith("Eowyn dead")
    assert state(here).tokens[0] == 0


# --- the quest --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("staged", "revealed", "threat", "points"),
    [
        ("", "Hummerhorns", 25, 4),
        ("", "Necromancer's Pass", 25, 6),
        ("Hummerhorns", "Enchanted Stream", 25, 6),
        ("Hummerhorns, Ungoliant's Spawn", "Old Forest Road", 25, 8),
        ("2 Dol Guldur Beastmaster", "Enchanted Stream", 26, 8),
        ("2 Dol Guldur Beastmaster", "Necromancer's Pass", 27, 8),
    ],
)
def test_willpower_against_the_staged_threat(staged, revealed, threat, points):
    """Eowyn and Eleanor have 5 together: success, a tie that changes nothing, and failure."""
    here = on_top(read(f"lotr questing | staging {staged} | active Forest Gate 4 points"), revealed)
    state(here).active = NO_PLACE  # so that a location is no reason for another stage
    here.play("commit Eowyn, Eleanor")
    assert (state(here).threat - (here.turn - 1), state(here).points) == (threat, points)


def test_engaged_enemies_and_the_active_location_do_not_count():
    here = read("lotr questing | engaged 3 Dol Guldur Orcs | active Necromancer's Pass")
    on_top(here, "Hummerhorns").play("commit Eowyn")
    assert (state(here).threat, part(here, "active"), state(here).points) == (25, "", 7)


def test_who_goes_is_tapped_and_who_stays_is_not():
    here = read("lotr questing | allies 2 Wandering Took, Beorn | engaged Forest Spider")
    on_top(here, "Hummerhorns").play("commit Eowyn, Wandering Took 2")
    assert part(here, "heroes") == "Eowyn tapped, Eleanor, Thalin"
    assert part(here, "allies") == "Wandering Took, Wandering Took tapped, Beorn"


def test_a_quest_of_nobody_reveals_a_card_and_fails():
    here = on_top(read("lotr questing | staging Hummerhorns"), "Chieftain Ufthak").play("commit nobody")
    assert standing(here) == (2, "planning", 29, 8)
    assert part(here, "staging") == "Hummerhorns, Chieftain Ufthak"


def test_a_quest_can_be_answered_one_by_one():
    text = "lotr questing | allies Wandering Took | engaged Forest Spider"
    whole, single = (on_top(read(text), "Hummerhorns") for _ in range(2))
    whole.play("commit Eowyn, Thalin")
    single.play("Eowyn goes").play("Eleanor stays").play("Thalin goes").play("Wandering Took stays")
    assert str(whole) == str(single)
    assert whole.fields() == single.fields()


def test_everybody_may_go_or_any_others():
    here = read("lotr questing | allies Wandering Took, Veteran Axehand")
    told = words(here)
    assert len(told) == len(set(told)) == 2**5
    assert told[0] == "commit nobody"
    assert "commit Eowyn, Eleanor, Thalin, Wandering Took, Veteran Axehand" in told


def test_an_empty_encounter_deck_reveals_nothing():
    here = read(f"lotr questing | {only(['Hummerhorns'])} | staging Hummerhorns").play("commit Eowyn")
    assert standing(here) == (2, "planning", 26, 5)
    assert part(here, "staging") == "Hummerhorns"
    assert encounter_deck(here) == []


@pytest.mark.parametrize(
    ("points", "left", "quest"), [(4, "Forest Gate 1 point", 8), (3, "", 8), (2, "", 7), (1, "", 6)]
)
def test_the_active_location_takes_progress_first_and_passes_the_rest_on(points, left, quest):
    here = on_top(read(f"lotr questing | active Forest Gate {points} points"), "Hummerhorns")
    here.play("commit Eowyn")
    assert (part(here, "active"), state(here).points) == (left, quest)
    assert part(here, "defeated") == ("" if left else "Forest Gate")


@pytest.mark.parametrize(("points", "left"), [(4, "Forest Gate 1 point"), (3, ""), (2, ""), (1, "")])
def test_in_the_simulator_the_rest_is_lost(points, left):
    here = on_top(read(f"lotr questing | active Forest Gate {points} points", "simulator"), "Hummerhorns")
    here.play("commit Eowyn")
    assert (part(here, "active"), state(here).points) == (left, 8)


# --- travel -----------------------------------------------------------------------------------------------------------


def test_travel_is_chosen_and_may_be_declined():
    text = "lotr travel | staging Forest Gate, Hummerhorns, Old Forest Road"
    here = read(text)
    assert words(here) == ["stay", "travel to Forest Gate", "travel to Old Forest Road"]
    here.play("stay")
    assert (part(here, "active"), state(here).staged_threat) == ("", 4)
    here = read(text).play("travel to Forest Gate")
    assert (part(here, "active"), part(here, "staging")) == ("Forest Gate", "Hummerhorns, Old Forest Road")
    assert state(here).staged_threat == 2


def test_there_is_no_travel_with_an_active_location_or_without_any():
    here = on_top(read("lotr questing | staging Forest Gate | active Old Forest Road"), "Hummerhorns")
    assert here.play("commit Eowyn").stage == "planning", "1 progress does not explore it"
    here = on_top(read("lotr questing | staging Forest Gate | active Old Forest Road 1 point"), "Hummerhorns")
    assert here.play("commit Eowyn").stage == "travel", "an explored location makes room"
    assert on_top(read("lotr questing"), "Hummerhorns").play("commit Eowyn").stage == "planning"


def test_a_location_keeps_its_progress():
    here = on_top(read("lotr questing | active Mountains of Mirkwood"), "Enchanted Stream").play("commit Eowyn")
    assert part(here, "active") == "Mountains of Mirkwood 1 point"
    here.play("done")
    on_top(here, "Hummerhorns").play("commit Eowyn")
    assert (part(here, "defeated"), state(here).points) == ("Mountains of Mirkwood", 8), "1 progress, 3 staged"


# --- engagement -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("threat", "engaged"),
    [
        (9, "East Bight Patrol"),
        (10, "Dol Guldur Orcs, East Bight Patrol"),
        (24, "King Spider, Dol Guldur Orcs, East Bight Patrol"),
        (25, "King Spider, Forest Spider, Dol Guldur Orcs, East Bight Patrol"),
        (32, "King Spider, Ungoliant's Spawn, Forest Spider, Dol Guldur Orcs, East Bight Patrol"),
        (40, "King Spider, Ungoliant's Spawn, Forest Spider, Dol Guldur Orcs, Hummerhorns, East Bight Patrol"),
    ],
)
def test_enemies_engage_at_their_threat_in_staging_order(threat, engaged):
    staged = "King Spider, Ungoliant's Spawn, Forest Spider, Dol Guldur Orcs, Hummerhorns, East Bight Patrol"
    here = read(f"lotr travel | threat {threat} | staging {staged}, Forest Gate").play("stay")
    assert part(here, "engaged").replace(" attacking", "") == engaged
    left = [name for name in staged.split(", ") if name not in engaged]
    assert part(here, "staging") == ", ".join([*left, "Forest Gate"])


def test_new_enemies_stand_behind_those_already_engaged():
    here = read("lotr travel | staging King Spider, Forest Gate | engaged Forest Spider 1 hit").play("stay")
    assert part(here, "engaged") == "Forest Spider 1 hit attacking, King Spider attacking"


def test_without_engaged_enemies_the_round_ends():
    here = read("lotr travel | staging Hummerhorns, Forest Gate").play("stay")
    assert standing(here) == (2, "planning", 26, 8)


def test_the_threat_of_a_failed_quest_wakes_enemies_in_the_same_round():
    here = on_top(read("lotr questing | threat 30 | staging Ungoliant's Spawn"), "Chieftain Ufthak")
    here.play("commit Eleanor, Thalin")
    assert (state(here).threat, part(here, "engaged")) == (33, "Ungoliant's Spawn attacking")


# --- defense ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "heroes", "allies"),
    [
        ("Eowyn defends", "Eowyn 1 hit tapped, Eleanor, Thalin", "Gandalf"),
        ("Eleanor defends", "Eowyn, Eleanor 2 hits tapped, Thalin", "Gandalf"),
        ("Gandalf defends", "Eowyn, Eleanor, Thalin", "Gandalf tapped"),
        ("no defense, Thalin is hit", "Eowyn, Eleanor, Thalin 1 hit", "Gandalf"),
    ],
)
def test_defended_and_undefended_attacks(move, heroes, allies):
    here = read("lotr defense | allies Gandalf | engaged King Spider").play(move)
    assert here.stage == "attack"
    assert (part(here, "heroes"), part(here, "allies")) == (heroes, allies)


def test_enemies_attack_once_each_in_the_order_they_engaged():
    here = read("lotr defense | engaged Ungoliant's Spawn, Black Forest Bats, King Spider")
    here.play("Thalin defends")
    assert part(here, "heroes") == "Eowyn, Eleanor, Thalin 1 hit tapped"
    assert part(here, "engaged") == "Ungoliant's Spawn, Black Forest Bats attacking, King Spider attacking"
    here.play("Eowyn defends")
    assert part(here, "heroes") == "Eowyn tapped, Eleanor, Thalin 1 hit tapped"
    assert words(here) == [
        *("Eleanor defends", "no defense, Eowyn is hit", "no defense, Eleanor is hit", "no defense, Thalin is hit"),
    ]
    here.play("no defense, Eowyn is hit")
    assert part(here, "heroes") == "Eowyn dead, Eleanor, Thalin 1 hit tapped"
    assert here.stage == "attack"


def test_a_character_defends_once_a_round_and_not_after_the_quest():
    here = read("lotr defense | heroes Eowyn tapped | engaged 2 King Spider").play("Eleanor defends")
    assert words(here)[0] == "Thalin defends"


def test_the_dead_leave_at_once():
    here = read("lotr defense | allies Wandering Took, Lorien Guide 1 hit | engaged 2 King Spider")
    here.play("Wandering Took defends")
    assert (part(here, "allies"), part(here, "discarded")) == ("Lorien Guide 1 hit", "Wandering Took")
    here.play("Lorien Guide defends")
    assert (part(here, "allies"), part(here, "discarded")) == ("", "Wandering Took, Lorien Guide")


def test_in_the_simulator_defenders_that_die_stay_until_the_refresh():
    here = read("lotr defense | allies Wandering Took | engaged 2 King Spider", "simulator")
    here.play("Wandering Took defends")
    assert part(here, "allies") == "Wandering Took 0 hits tapped"
    here.play("Thalin defends").play("done")
    assert (here.turn, part(here, "allies"), part(here, "discarded")) == (2, "", "Wandering Took")


@pytest.mark.parametrize("setup", ["clean", "simulator", "paper"])
def test_a_hero_killed_by_an_undefended_attack_leaves_at_once(setup):
    move = "no defense, Thalin is hit" if setup == "clean" else "no defense"
    here = read("lotr defense | heroes Eowyn dead, Eleanor dead, Thalin 3 hits | engaged King Spider", setup).play(move)
    assert (result(here), heroes_alive(here)) == ("lost", [])


@pytest.mark.parametrize("setup", ["simulator", "paper"])
def test_in_the_programs_chance_says_which_hero_is_hit(setup):
    here, found = read("lotr defense | heroes Eowyn tapped | engaged Dol Guldur Orcs", setup), Counter()
    move, stream, hits = here.read_move("no defense"), rng(setup), list(table(setup).hits)
    for _ in range(600):
        there = here.copy()
        there.play_with(move, stream)
        found[next(hero for hero in range(3) if state(there).hits[hero] < hits[hero])] += 1
    assert len(found) == 3 and all(near(n, 1 / 3, 600) for n in found.values())


def test_a_set_of_defenders_is_paired_with_the_enemies_by_chance_and_the_tapped_take_all():
    text = "lotr defense | heroes Eowyn tapped, Eleanor, Thalin | engaged Ungoliant's Spawn, Dol Guldur Orcs"
    here, found = read(text, "simulator"), Counter()
    move, stream = here.read_move("defend with Eowyn, Thalin"), rng("pairs")
    for _ in range(600):
        there = here.copy()
        there.play_with(move, stream)
        found[part(there, "heroes")] += 1
    ways = ["Eowyn -2 hits tapped, Eleanor, Thalin tapped", "Eowyn 1 hit tapped, Eleanor, Thalin 1 hit tapped"]
    assert sorted(found) == sorted(ways)
    assert near(found[ways[0]], 1 / 2, 600)
    assert there.stage == "attack"


# --- attack -----------------------------------------------------------------------------------------------------------


def test_characters_strike_one_by_one_against_the_whole_defense():
    here = read("lotr attack | allies Beorn | engaged Forest Spider, Dol Guldur Orcs")
    here.play("Eowyn strikes Forest Spider")
    assert part(here, "engaged") == "Forest Spider, Dol Guldur Orcs", "1 attack, 1 defense"
    here.play("Thalin strikes Forest Spider")
    assert part(here, "engaged") == "Forest Spider 3 hits, Dol Guldur Orcs"
    here.play("Beorn strikes Dol Guldur Orcs")
    assert (part(here, "engaged"), part(here, "defeated")) == ("Forest Spider 3 hits", "Dol Guldur Orcs")
    assert part(here, "heroes") == "Eowyn tapped, Eleanor, Thalin tapped"
    assert words(here) == ["done", "Eleanor strikes Forest Spider"]
    here.play("done")
    assert standing(here) == (2, "planning", 26, 8)


def test_the_round_ends_with_the_last_enemy_or_the_last_striker():
    here = read("lotr attack | engaged Black Forest Bats").play("Thalin strikes Black Forest Bats")
    assert (here.turn, part(here, "engaged")) == (2, "")
    here = read("lotr attack | heroes Eowyn tapped, Eleanor tapped | engaged Forest Spider")
    assert here.play("Thalin strikes Forest Spider").turn == 2


def test_wounds_are_for_good():
    here = read("lotr attack | heroes Eowyn 1 hit | allies Beorn 2 hits | engaged Forest Spider 1 hit").play("done")
    assert part(here, "heroes").startswith("Eowyn 1 hit 1 token")
    assert (part(here, "allies"), part(here, "engaged")) == ("Beorn 2 hits", "Forest Spider 1 hit")


# --- refresh ----------------------------------------------------------------------------------------------------------


def test_the_refresh_raises_the_threat_readies_all_and_sends_gandalf_away():
    text = "lotr attack | heroes Eowyn tapped, Eleanor tapped | allies Gandalf, Beorn tapped | engaged Forest Spider"
    for setup in ("clean", "simulator"):
        here = read(text, setup).play("done")
        assert (state(here).threat, state(here).tapped) == (26, 0)
        assert (part(here, "allies"), part(here, "discarded")) == ("Beorn", "Gandalf")


def test_gandalf_leaves_when_the_round_ends_without_combat_too():
    here = on_top(read("lotr questing | allies Gandalf"), "Hummerhorns").play("commit Gandalf")
    assert (here.turn, part(here, "allies"), part(here, "discarded")) == (2, "", "Gandalf")


# --- the end ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("setup", ["clean", "simulator", "paper"])
@pytest.mark.parametrize(("threat", "ends"), [(48, "going"), (49, "lost")])
def test_threat_50_is_lost_at_the_refresh(setup, threat, ends):
    here = read(f"lotr attack | threat {threat} | engaged Forest Spider", setup).play("done")
    assert (result(here), state(here).threat) == (ends, threat + 1)


@pytest.mark.parametrize(("threat", "ends"), [(46, "going"), (47, "lost"), (49, "lost")])
def test_threat_50_is_lost_at_the_quest(threat, ends):
    here = on_top(read(f"lotr questing | threat {threat} | engaged Forest Spider"), "Ungoliant's Spawn")
    here.play("commit nobody")
    assert (result(here), state(here).threat) == (ends, threat + 3)


@pytest.mark.parametrize(("quest", "ends"), [(4, "going"), (3, "won"), (2, "won")])
def test_a_quest_without_points_left_is_won_at_once(quest, ends):
    here = on_top(read(f"lotr questing | threat 49 quest {quest} | engaged Forest Spider"), "Hummerhorns")
    here.play("commit Eowyn")
    assert (result(here), state(here).points, here.turn) == (ends, quest - 3, 1)


def test_the_last_point_may_come_through_a_location():
    text = "lotr questing | threat 39 quest 2 | active Forest Gate 1 point"
    assert result(on_top(read(text), "Hummerhorns").play("commit Eowyn")) == "won"
    kept = on_top(read(text, "clean:K7"), "Hummerhorns").play("commit Eowyn")
    assert (result(kept), state(kept).points) == ("going", 2)


def test_in_the_simulator_the_round_is_played_on_and_a_loss_counts_first():
    text = "lotr questing | threat {} quest 4 | heroes Eowyn {}, Eleanor dead, Thalin {} | engaged King Spider | "
    text += only(["King Spider"])
    won = read(text.format(48, "3 hits", "4 hits"), "simulator").play("commit Eowyn")
    assert (result(won), won.stage) == ("going", "defense")
    assert part(won, "threat") == "48 quest 0 done"
    won.play("Thalin defends")
    assert (result(won), won.turn) == ("won", 1)
    late = read(text.format(49, "3 hits", "4 hits"), "simulator").play("commit Eowyn")
    assert result(late.play("Thalin defends")) == "lost", "the refresh makes it 50"
    dead = read(text.format(30, "1 hit", "dead"), "simulator").play("commit Eowyn").play("no defense")
    assert result(dead) == "lost"


def test_in_the_agent_runner_a_quest_counts_before_the_refresh():
    text = "lotr questing | threat 49 quest 3 | engaged King Spider"
    assert result(on_top(read(text, "paper:K12=no"), "Hummerhorns").play("commit Eowyn")) == "won"


def test_without_heroes_the_game_is_lost_at_once():
    here = read("lotr defense | heroes Eowyn dead, Eleanor dead, Thalin 1 hit | engaged King Spider, Hummerhorns")
    assert result(here.play("Thalin defends")) == "lost"


def test_in_the_programs_heroes_killed_in_defense_cost_the_game_one_check_later():
    """The refresh looks for heroes before it removes the dead; where the quest is looked at, an ally may still win."""
    text = (
        "lotr defense | threat 30 quest 1 | heroes Eowyn dead, Eleanor dead, Thalin 1 hit "
        f"| allies Wandering Took, Northern Tracker | engaged King Spider | {only(['King Spider', 'Hummerhorns'])}"
    )
    for setup, ends in (("clean", "lost"), ("simulator", "going"), ("paper:K14=no", "going"), ("paper:K1", "lost")):
        here = read(text, setup).play("Thalin defends")
        assert result(here if here.over else here.play("done")) == ends, setup
    for setup, ends in (("simulator", "lost"), ("paper:K14=no", "won")):
        here = read(text, setup).play("Thalin defends").play("done").play("done")
        assert (heroes_alive(here), here.turn) == ([], 2)
        failed = here.copy().play("commit Wandering Took")
        assert result(failed) == "lost", "a failed quest looks for heroes"
        here.play("commit Wandering Took, Northern Tracker")
        assert result(here if here.over else here.play("no defense")) == ends


# --- what never changes -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("setup", [*KNOWN, FULLY_QUIRKY, "paper:runner=flat", "clean:K3,K4,K5,K7,K8,K17"])
def test_what_holds_at_every_step_of_every_game(setup):
    t = table(setup)
    encounters = 28 if "easy" in setup else 29
    for seed in range(12):
        before: tuple[int, int] = (0, 0)
        cards: list[int] = []
        for here in random_game(seed, setup):
            s = state(here)
            staged = s.foes | s.sites
            assert s.staged_threat == sum(t.threat[s.peril[place]] for place in each(staged))
            assert here.cards() == (cards or here.cards())
            cards = here.cards()
            assert sum(card >= 64 for card in cards) == encounters
            assert sum(3 <= card < 64 for card in cards) == 22
            assert [card for card in cards if card < 3] == [0, 1, 2]
            assert (s.round, s.threat) >= before and s.threat >= before[1], "threat never falls"
            before = s.round, s.threat
            active = 0 if s.active == NO_PLACE else 1 << s.active
            assert not s.foes & s.sites and not staged & s.engaged and not (staged | s.engaged) & active
            assert not s.tapped & ~s.characters and not s.attackers & ~s.engaged
            assert all(s.hits[slot] <= t.hits[s.person[slot]] for slot in each(s.characters))
            assert all(0 < s.mark[place] <= t.toughness[s.peril[place]] for place in each(staged | s.engaged | active))
            assert min(s.tokens) >= 0 and sum(s.hand) == s.held
            if here.over:
                assert (s.result == 1) == (here.payoff(0) == 1.0)
            else:
                assert s.threat < 50 + t.late_loss
                assert len(set(here.options())) == len(here.options()) > 0


@pytest.mark.parametrize("setup", ["clean", "paper", "simulator"])
def test_the_longest_games_fit(setup):
    """Who never quests loses by threat; nothing overflows on the way."""
    for level in LEVELS:
        here = Position.deal(GAME, f"{setup}:level={level}", seed=level)
        stream = rng(level)
        while not here.over:
            if here.stage == "questing":
                here.play(here.options(chain=True)[0])  # the next one stays
            else:
                here.act("ranger", stream)
        assert result(here) == "lost"


def test_a_copy_lives_a_life_of_its_own():
    for seed in range(6):
        copies = []
        for here in random_game(seed, "simulator:level=hard"):
            copies.append((here.copy(), str(here), here.fields()))
        for copy, text, fields in copies:
            assert (str(copy), copy.fields()) == (text, fields)


def test_the_same_seed_gives_the_same_game():
    for setup in ("clean", FULLY_QUIRKY):
        assert [str(here) for here in random_game(4, setup)] == [str(here) for here in random_game(4, setup)]


def test_only_the_order_of_the_decks_is_hidden():
    for here in random_game(3, "paper:level=hard"):
        other = here.hide(0, rng(here.turn))
        assert str(other) == str(here).replace(" loose", "")
        assert other.cards() == here.cards()
        assert sorted(encounter_deck(other)) == sorted(encounter_deck(here))


# --- exact enumeration ------------------------------------------------------------------------------------------------

LEFT = ("Hummerhorns", "Chieftain Ufthak", "Necromancer's Pass", "Black Forest Bats")
EXACT = (
    f"lotr questing | threat 20 quest 8 | {only(LEFT)} | discarded 3 Wandering Took, 3 Lorien Guide, "
    "3 Northern Tracker, 3 Veteran Axehand, 3 Gondorian Spearman, 3 Horseback Archer, Beorn, 3 Gandalf"
)


def won_in_three(here: Position, stream) -> bool:
    """Send Eowyn and Eleanor three times, stay at home, and let Thalin meet the Bats."""
    moves = {"planning": DONE, "questing": COMMIT + 0b011, "travel": DONE, "defense": DEFEND + 2}
    while not here.over and here.turn <= 3:
        here.play_with(moves[here.stage], stream)
    return here.over


def test_a_small_position_by_hand_over_all_orders_and_by_chance():
    """Four cards are left, with a threat of 1, 2, 3 and 1; three quests of 5 willpower have to make 8 progress.

    The Bats engage when they come, so they count once, and Thalin wards them off; the others stay.  Of the 24 orders of
    the deck these win, by progress:

        Hummerhorns, Bats, Ufthak or Pass: 4 + 3 + 2 or 1
        Bats, Hummerhorns, Ufthak or Pass: 4 + 4 + 2 or 1
        Bats, Ufthak, Hummerhorns: 4 + 3 + 2
    """
    exact = Fraction(2 + 2 + 1, 24)
    here = read(EXACT)
    wins = [order for order in permutations(LEFT) if won_in_three(on_top(here.copy(), *order), rng())]
    assert Fraction(len(wins), 24) == exact
    hummerhorns, ufthak, gorge, bats = LEFT
    assert {order[:3] for order in wins} == {
        (hummerhorns, bats, ufthak),
        (hummerhorns, bats, gorge),
        (bats, hummerhorns, ufthak),
        (bats, hummerhorns, gorge),
        (bats, ufthak, hummerhorns),
    }
    tries, stream, count = 1500, rng("exact"), 0
    for _ in range(tries):
        there = here.hide(0, stream)
        count += won_in_three(there, stream)
    assert near(count, float(exact), tries, 4)
    loose = here.copy()
    loose.shuffle(stream, firm=False)
    count = sum(won_in_three(loose.copy(), stream) for _ in range(tries))
    assert near(count, float(exact), tries, 4), "the same when cards are drawn from an open order"
