"""The rule players of Magic: Expert against a naive twin, Reduced, Random and Pass against their descriptions."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mulligan.games.magic import MAGIC

from ...helpers import magic_oracle as oracle
from ...helpers.magic_help import (
    DECKS,
    advice,
    bundles,
    creature,
    creatures,
    follow,
    life,
    names,
    random_game,
    read,
    rng,
    zone,
)

TRIES = settings(max_examples=150, deadline=None, derandomize=True)


# --- Expert, by hand --------------------------------------------------------------------------------------------------


def test_a_giant_attacks_two_small_blockers_and_both_block_it():
    here = read("magic | 1: ready 4/4(5) | 2: ready 2/2(2) 2/3(3)")
    assert advice(here) == ["attack 4/4(5)"]
    here.play("attack 4/4(5)")
    assert advice(here) == ["2/3(3) blocks 4/4(5)", "2/2(2) blocks 4/4(5)"]
    after = follow(here)
    assert (zone(after, 1, "dead"), zone(after, 2, "dead")) == (["4/4(5)"], ["2/3(3)"])


def test_no_block_when_blocking_cannot_save_the_game():
    lost = read("magic block | life 20 3 | 1: attackers 3/3(4)*3 | 2: ready 1/1(1)*2", "literal:deck=M8")
    assert advice(lost) == ["1/1(1) stays", "1/1(1) stays"]


def test_a_chump_block_when_it_saves_the_game():
    here = read("magic block | life 20 3 | 1: attackers 3/3(4) | 2: ready 1/1(1)*2")
    assert advice(here) == ["1/1(1) blocks 3/3(4)", "1/1(1) stays"]
    safe = read("magic block | life 20 4 | 1: attackers 3/3(4) | 2: ready 1/1(1)*2")
    assert advice(safe) == ["1/1(1) stays", "1/1(1) stays"]


def test_nobody_attacks_into_blockers_that_kill_for_nothing():
    here = read("magic | life 5 20 | 1: ready 1/1(1) 2/2(2)*2 | 2: ready 3/2(3) 3/3(4)")
    assert oracle.to_stop(creatures(["3/2(3)", "3/3(4)"]), 5) == 1
    assert advice(here) == ["no attack"]


def test_all_attack_when_nobody_can_block_or_too_few_can():
    assert advice(read("magic | life 1 20 | 1: ready 1/1(1) 2/2(2) | 2: tapped 6/6(7)*2")) == ["attack 1/1(1) 2/2(2)"]
    spare = "magic | life 20 {} | 1: ready 1/1(1)*2 2/2(2) | 2: ready 6/6(7)"
    assert advice(read(spare.format(2))) == ["attack 1/1(1)*2 2/2(2)"]
    assert advice(read(spare.format(3))) == ["no attack"]


def test_enough_blockers_stay_at_home_unless_they_cannot_be_enough():
    three = "magic | life {} 20 | 1: ready 6/6(7)*2 | 2: ready 2/2(2)*3"
    assert advice(read(three.format(7))) == ["attack 6/6(7)*2"]
    assert advice(read(three.format(5))) == ["attack 6/6(7)"]
    assert advice(read(three.format(3))) == ["no attack"]
    assert advice(read(three.format(1))) == ["attack 6/6(7)*2"], "it takes three blockers: all or nothing"


def test_creatures_still_to_be_cast_count_as_blockers():
    here = "magic | life 5 20 | 1: lands 1 hand {} ready 6/6(7)*2 | 2: ready 2/2(2)*3"
    assert advice(read(here.format("2/2(2)"))) == ["attack 6/6(7)"]
    assert advice(read(here.format("land 2/2(2)"))) == ["attack 6/6(7)*2"]


def test_the_dearest_cards_first():
    here = read("magic cards | 1: lands 5 hand land 1/1(1) 2/2(2) 3/3(4) 6/6(7)")
    assert advice(here) == ["play land 2/2(2) 3/3(4)"]


@pytest.mark.parametrize(
    ("rule", "lives", "attacker", "blockers", "told"),
    [
        (1, 20, "2/2(2)", "2/3(3) 2/4(4)", ["2/4(4) stays", "2/3(3) blocks 2/2(2)"]),
        (1, 20, "2/3(3)", "2/3(3) 2/4(4)", ["2/4(4) blocks 2/3(3)", "2/3(3) blocks 2/3(3)"]),
        (2, 20, "3/3(4)", "3/1(3) 4/3(5)", ["4/3(5) stays", "3/1(3) blocks 3/3(4)"]),
        (3, 20, "4/4(5)", "2/2(2) 2/3(3)", ["2/3(3) blocks 4/4(5)", "2/2(2) blocks 4/4(5)"]),
        (4, 20, "2/3(3)", "2/3(3)", ["2/3(3) blocks 2/3(3)"]),
        (5, 5, "6/6(7)", "1/1(1) 3/2(3) 4/3(5)", ["4/3(5) blocks 6/6(7)", "3/2(3) blocks 6/6(7)", "1/1(1) stays"]),
        (5, 5, "6/6(7)", "1/1(1) 2/2(2)", ["2/2(2) stays", "1/1(1) blocks 6/6(7)"]),
        (6, 20, "6/6(7)", "1/1(1) 2/2(2)", ["2/2(2) stays", "1/1(1) stays"]),
    ],
)
def test_each_rule_of_the_expert_block(rule, lives, attacker, blockers, told):
    assert advice(read(f"magic block | life 20 {lives} | 1: attackers {attacker} | 2: ready {blockers}")) == told
    [(taken, _, _)] = oracle.expert_block([creature(attacker)], creatures(blockers.split()), lives)
    assert taken == rule


@pytest.mark.parametrize(
    ("flag", "text", "usual", "other"),
    [
        (
            "keep_equal",
            "magic | 1: ready 3/2(3) | 2: ready 3/3(4)",
            ["attack 3/2(3)"],
            ["no attack"],
        ),
        (
            "count_tapped",
            "magic | life 3 20 | 1: ready 2/2(2) | 2: ready 1/1(1) tapped 3/3(4)",
            ["attack 2/2(2)"],
            ["no attack"],
        ),
        (
            "strict_pair",
            "magic block | 1: attackers 4/3(5) | 2: ready 1/2(2) 4/3(5)",
            ["4/3(5) blocks 4/3(5)", "1/2(2) blocks 4/3(5)"],
            ["4/3(5) stays", "1/2(2) stays"],
        ),
        (
            "lower_pair",
            "magic block | 1: attackers 4/4(5) | 2: ready 1/2(2) 2/3(3)*2 4/3(5)",
            ["4/3(5) stays", "2/3(3) blocks 4/4(5)", "2/3(3) blocks 4/4(5)", "1/2(2) stays"],
            ["4/3(5) blocks 4/4(5)", "2/3(3) stays", "2/3(3) stays", "1/2(2) blocks 4/4(5)"],
        ),
    ],
)
def test_each_reading_of_the_rules_changes_a_decision(flag, text, usual, other):
    assert advice(read(text)) == usual
    assert advice(read(text, f"literal:{flag}")) == other


# --- Expert as printed ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lives", "enemies", "printed", "usual"),
    [
        (7, "2/2(2)*3", "attack 6/6(7)*2", "attack 6/6(7)*2"),  # they cannot kill: nobody has to stay
        (5, "2/2(2)*3", "attack 6/6(7)*2", "attack 6/6(7)"),  # 2 - 3 < 0: all is lost, as printed
        (4, "2/2(2)*3", "no attack", "no attack"),  # 2 - 2 = 0
        (1, "2/2(2)*3", "attack 6/6(7)", "attack 6/6(7)*2"),  # 2 - 1 = 1
        (4, "1/1(1) 2/1(2) 4/3(5)", "attack 6/6(7)*2", "attack 6/6(7)"),  # it takes 1 + 2 + 4
        (3, "1/1(1) 2/1(2) 4/3(5)", "no attack", "no attack"),  # 1 + 2, though 4 alone would do
    ],
)
def test_the_most_attackers_as_printed(lives, enemies, printed, usual):
    here = read(f"magic | life {lives} 20 | 1: ready 6/6(7)*2 | 2: ready {enemies}")
    assert (advice(here, "printed"), advice(here)) == ([printed], [usual])


def test_creatures_still_to_be_cast_count_as_printed():
    here = "magic | life 5 20 | 1: lands 1 hand {} ready 6/6(7)*2 | 2: ready 2/2(2)*3"
    assert advice(read(here.format("2/2(2)")), "printed") == ["attack 6/6(7)*2"]
    assert advice(read(here.format("land 2/2(2)")), "printed") == ["no attack"], "2 + 1 - 3 = 0"
    assert advice(read(here.format("land 1/1(1)*2")), "printed") == ["attack 6/6(7)"], "2 + 2 - 3 = 1"


@pytest.mark.parametrize(
    ("lives", "enemies", "own", "printed", "usual"),
    [
        # three are printed as too many for two blockers, though stopping the giant would do
        (
            6,
            "1/1(1)*2 6/6(7)",
            "1/1(1) 2/1(2)",
            ["2/1(2) stays", "1/1(1) stays"],
            ["2/1(2) stays", "1/1(1) blocks 6/6(7)"],
        ),
        # one is printed as enough against three, of which any one kills
        (
            2,
            "2/2(2)*3",
            "1/1(1)*2",
            ["1/1(1) blocks 2/2(2)", "1/1(1) blocks 2/2(2)"],
            ["1/1(1) stays", "1/1(1) stays"],
        ),
        # they cannot kill: nobody must be stopped
        (9, "1/1(1)*2 6/6(7)", "1/1(1)", ["1/1(1) stays"], ["1/1(1) stays"]),
    ],
)
def test_the_fewest_blockers_as_printed(lives, enemies, own, printed, usual):
    here = read(f"magic block | life 20 {lives} | 1: attackers {enemies} | 2: ready {own}")
    assert advice(here, "printed") == printed
    assert advice(here) == usual


def test_expert_as_printed_plays_cards_like_expert():
    here = read("magic cards | 1: lands 5 hand land 1/1(1) 2/2(2) 3/3(4) 6/6(7)")
    assert advice(here, "printed") == advice(here, "expert") == ["play land 2/2(2) 3/3(4)"]


# --- Expert, against the twin -----------------------------------------------------------------------------------------

FLAGS = st.sets(st.sampled_from(["keep_equal", "count_tapped", "strict_pair", "lower_pair"]), max_size=2)
LIVES = st.tuples(st.integers(1, 20), st.integers(1, 20))
BOOL = st.booleans()


def setup_of(name: str, flags: set[str]) -> str:
    return ",".join([f"literal:deck={name}", *sorted(flags)])


def chosen(flags: set[str], *names: str) -> dict[str, Any]:
    return {name: name in flags for name in names}


@TRIES
@given(DECKS.flatmap(lambda n: st.tuples(st.just(n), bundles(n, 7, 5), bundles(n, 6, 3))), LIVES, FLAGS, st.data())
def test_the_expert_attacks_like_its_twin(drawn, lives, flags, data):
    name, [mine, hand], [theirs, tapped] = drawn
    if not mine:
        return
    printed = data.draw(st.booleans())
    lands, held = data.draw(st.integers(0, 7)), data.draw(st.booleans())
    here = read(
        f"magic | life {lives[0]} {lives[1]} | 1: lands {lands} hand {'land' if held else ''} {names(hand)} "
        f"ready {names(mine)} | 2: ready {names(theirs)} tapped {names(tapped)}",
        setup_of(name, flags),
    )
    [told] = advice(here, "printed" if printed else "expert")
    sent = creatures(told.split()[1:]) if told != "no attack" else []
    wanted = oracle.expert_attack(
        mine,
        theirs,
        *lives,
        hand,
        lands + held,
        tapped,
        **chosen(flags, "keep_equal", "count_tapped"),
        printed=printed,
    )
    assert sent == oracle.weakest_first(wanted)


@TRIES
@given(
    DECKS.flatmap(lambda n: st.tuples(st.just(n), bundles(n, 5, least=1), bundles(n, 7, least=1))), LIVES, FLAGS, BOOL
)
def test_the_expert_blocks_like_its_twin(drawn, lives, flags, printed):
    name, [attackers], [blockers] = drawn
    here = read(
        f"magic block | life 20 {lives[1]} | 1: attackers {names(attackers)} | 2: ready {names(blockers)}",
        setup_of(name, flags),
    )
    gangs: dict[str, list[oracle.Creature]] = {}
    for told in advice(here, "printed" if printed else "expert"):
        if "blocks" in told:
            blocker, _, attacker = told.split()
            gangs.setdefault(attacker, []).append(creature(blocker))
    found = oracle.block((creature(attacker.partition("#")[0]), gang) for attacker, gang in gangs.items())
    readings = chosen(flags, "strict_pair", "lower_pair")
    plan = oracle.expert_block(attackers, blockers, lives[1], **readings, printed=printed)
    assert found == oracle.block((attacker, gang) for _, attacker, gang in plan if gang), plan


@TRIES
@given(DECKS.flatmap(lambda n: st.tuples(st.just(n), bundles(n, 8))), st.integers(0, 9), st.booleans())
def test_the_expert_casts_like_its_twin(drawn, lands, held):
    name, [hand] = drawn
    here = read(f"magic cards | 1: lands {lands} hand {'land' if held else ''} {names(hand)}", f"literal:deck={name}")
    words = advice(here)[0].split()[1:]
    assert ("land" in words) == held
    cast = creatures(word for word in words if word != "nothing")
    costs = [one.cost for one in oracle.expert_cards(hand, lands + held)]
    assert sorted((one.cost for one in cast), reverse=True) == costs, "among cards of equal cost any will do"


def test_the_expert_is_deterministic():
    for seed in range(8):
        for here in random_game(seed, styles=("expert", "reduced")):
            if not here.over:
                assert here.advise("expert", rng(1)) == here.advise("expert", rng(2))
                assert str(follow(here)) == str(follow(here))


# --- the others -------------------------------------------------------------------------------------------------------


def often(text: str, style: str, tries: int, setup: str = "literal") -> Counter[str]:
    """How often a rule player does what, in so many tries."""
    here, stream = read(text, setup), rng(style)
    found: Counter[str] = Counter()
    said = {}
    for _ in range(tries):
        moves = tuple(here.advise(style, stream))
        if moves not in said:
            there, words = here.copy(), []
            for move in moves:
                words.append(there.text(move))
                there.play(move)
            said[moves] = ", ".join(words)
        found[said[moves]] += 1
    return found


def evenly(found: Counter[str], ways: int, tries: int) -> bool:
    """Whether so many ways were taken about equally often: within five standard deviations."""
    share = tries / ways
    return len(found) == ways and all(abs(n - share) < 5 * (share * (1 - 1 / ways)) ** 0.5 for n in found.values())


@pytest.mark.parametrize("style", ["reduced", "random"])
def test_reduced_and_random_attack_with_each_creature_half_the_time(style):
    found = often("magic | 1: ready 1/1(1) 2/1(2) 3/3(4) | 2: ready 6/6(7)", style, 2000)
    assert evenly(found, 8, 2000)


@pytest.mark.parametrize("style", ["reduced", "random"])
def test_reduced_and_random_block_any_attacker_or_none(style):
    found = often("magic block | 1: attackers 1/1(1) 3/3(4) | 2: ready 2/2(2) 2/3(3)", style, 2000)
    assert evenly(found, 9, 2000)


def test_reduced_plays_the_land_and_a_random_maximal_set():
    found = often("magic cards | 1: lands 3 hand land 1/1(1) 2/2(2) 3/3(4)", "reduced", 2000)
    assert set(found) == {"play land 1/1(1) 2/2(2)", "play land 3/3(4)"}
    assert abs(found["play land 3/3(4)"] - 2000 / 3) < 5 * 21.1, "when the 3/3 comes first of three"


@TRIES
@given(
    DECKS.flatmap(lambda n: st.tuples(st.just(n), bundles(n, 7))), st.integers(0, 8), st.booleans(), st.integers(0, 9)
)
def test_reduced_plays_are_maximal(drawn, lands, held, seed):
    name, [hand] = drawn
    here = read(f"magic cards | 1: lands {lands} hand {'land' if held else ''} {names(hand)}", f"literal:deck={name}")
    [move] = here.advise("reduced", rng(seed))
    assert move in here.options("dominated")


def test_random_plays_any_legal_set():
    found = often("magic cards | 1: lands 3 hand land 1/1(1) 2/2(2) 3/3(4)", "random", 2000)
    assert evenly(found, 9, 2000)


def test_one_pass_may_come_to_a_creature_before_the_land():
    text = "magic cards | 1: hand land 1/1(1)"
    assert set(often(text, "reduced", 200)) == {"play land 1/1(1)"}
    found = often(text, "reduced", 2000, "onepass")
    assert evenly(found, 2, 2000)
    assert set(found) == {"play land", "play land 1/1(1)"}
    assert often("magic cards | 1: hand land*3 1/1(1)", "reduced", 2000, "onepass")["play land"] < 700


def test_pass_does_nothing():
    assert advice(read("magic | 1: ready 6/6(7)"), "pass") == ["no attack"]
    assert advice(read("magic block | 1: attackers 1/1(1) | 2: ready 6/6(7)"), "pass") == ["6/6(7) stays"]
    assert advice(read("magic cards | 1: hand land"), "pass") == ["play nothing"]


def test_a_rule_player_plays_what_it_advises():
    for seed in range(12):
        for n, here in enumerate(random_game(seed)):
            if here.over:
                break
            style = MAGIC.styles[1 + n % 5]
            told, there = here.copy(), here.copy()
            for move in told.advise(style, rng(seed, n)):
                told.play(move)
            there.act(style, rng(seed, n))
            assert str(told) == str(there), (style, str(here))


def test_a_rule_player_finishes_what_others_began():
    """A search may hand over in the middle of a chain of questions: what was answered stays answered."""
    half = read("magic | 1: ready 1/1(1) 6/6(7)*2 asked 6/6(7)*2 attackers 6/6(7) | 2: hand land ready 1/1(1)*2")
    assert zone(follow(half, "pass"), 1, "attackers") == ["6/6(7)"]
    half = read("magic block | 1: attackers 6/6(7)<5/5(6) 1/1(1) | 2: hand land ready 2/2(2) 5/5(6)")
    assert zone(follow(half), 2, "dead") == ["5/5(6)"]
    assert life(follow(half, "pass")) == [20, 19]
    half = read(
        "magic cards mana 2 landed | 1: lands 7 hand land 2/2(2) 2/1(2) ready 4/4(5) skipped 2/2(2) | 2: hand land"
    )
    assert zone(follow(half), 1, "hand") == ["land", "2/2(2)"]
