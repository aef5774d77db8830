"""Every setting of a search changes the search; and settings are read and printed without loss."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from math import inf
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mulligan.agents import make_player, seat_styles
from mulligan.core.errors import UsageError
from mulligan.core.game import Game
from mulligan.core.position import Position
from mulligan.core.words import split_words
from mulligan.games.magic import MAGIC
from mulligan.games.toys import GUESS, NIM, RACE, SWAP, swap
from mulligan.search import Decision, Searcher, Settings, change

from ..helpers.search_help import findings, let_simulations_take

FIELDS = {part.name: part.default for part in fields(Settings) if part.name != "more"}
CHOICES = {part.name: part.metadata["choices"] for part in fields(Settings) if "choices" in part.metadata}
RANGES = {part.name: part.metadata["range"] for part in fields(Settings) if "range" in part.metadata}
QUICK = Settings(sims=150)
SHORT = Settings(sims=80, deal="every", outcomes="open")
COMBAT = (
    "magic cards | life 9 9 | 1: lands 4 hand 2/2(2)*2 3/2(3) ready 2/3(3) | 2: lands 4 hand 2/2(2) 3/3(4) ready 3/2(3)"
)


# --- every setting changes the search ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Case:
    """A search in which one setting matters: at `game`, with `base`, it makes a difference to have `other` instead."""

    game: Game
    other: Any
    base: Settings = QUICK
    text: str = ""
    seeds: int = 1
    differ: Callable[[Decision, Decision], bool] = lambda one, two: findings(one) != findings(two)
    first: Any = None
    """The value to compare with, if it is not the default."""


def more_simulations(one: Decision, two: Decision) -> bool:
    return two.simulations > 1.5 * one.simulations


def fewer_nodes(one: Decision, two: Decision) -> bool:
    return two.nodes < one.nodes


def other_moves(one: Decision, two: Decision) -> bool:
    return one.moves != two.moves and one.choices == two.choices


CASES = {
    "sims": Case(NIM, 300),
    "share": Case(NIM, "each"),
    "trees": Case(GUESS, 3),
    "seconds": Case(SWAP, 0.15, first=0.03, differ=more_simulations),
    "turn_seconds": Case(SWAP, 0.3, first=0.06, differ=more_simulations),
    "turn_moves": Case(SWAP, "1+5", Settings(turn_seconds=0.15), first="10", differ=more_simulations),
    "turn_sims": Case(NIM, 200),
    "nodes": Case(NIM, 20, differ=fewer_nodes),
    "threads": Case(GUESS, 3, Settings(sims=100, trees=5), differ=lambda one, two: findings(one) == findings(two)),
    "deal": Case(GUESS, "every"),
    "every": Case(GUESS, 40, SHORT),
    "outcomes": Case(RACE, "branch"),
    "search": Case(MAGIC, "cards", text=COMBAT),
    "tree": Case(MAGIC, "expert", Settings(sims=150, search="cards"), COMBAT),
    "foe": Case(GUESS, "halve"),
    "prune": Case(SWAP, "paired", text=swap.EXAMPLE),
    "prune_at": Case(SWAP, "root", Settings(sims=300, prune="paired"), swap.EXAMPLE),
    "binary": Case(SWAP, True),
    "skip": Case(SWAP, True, Settings(sims=150, binary=True, prune="paired"), swap.EXAMPLE),
    "scope": Case(SWAP, "turn"),
    "depth": Case(NIM, 2),
    "c": Case(NIM, 0.5),
    "backup": Case(GUESS, "max"),
    "credit": Case(GUESS, "searcher"),
    "primed": Case(GUESS, 1),
    "availability": Case(GUESS, True, SHORT),
    "miscount": Case(GUESS, True, replace(SHORT, availability=True)),
    "exhaust": Case(NIM, True, Settings(sims=300), "nim 1-3: 5 left, player 1 to move"),
    "fpu": Case(NIM, 0.4),
    "order": Case(GUESS, "listed"),
    "bias": Case(RACE, 3.0),
    "guide": Case(SWAP, "hand", Settings(sims=300, bias=3.0)),
    "rollout": Case(SWAP, "greedy"),
    "rest": Case(SWAP, "greedy"),
    "rooted": Case(NIM, True),
    "blind": Case(SWAP, "throw"),
    "leaks": Case(SWAP, True, Settings(sims=150, blind="throw")),
    "pruned_start": Case(SWAP, True, Settings(sims=150, prune="paired"), swap.EXAMPLE),
    "redraw": Case(SWAP, True),
    "cut": Case(RACE, "2turns"),
    "evaluate": Case(SWAP, "hand", Settings(sims=150, cut="0moves")),
    "temperature": Case(SWAP, 0.2, Settings(sims=150, rollout="mast")),
    "epsilon": Case(SWAP, 0.5, Settings(sims=150, rollout="mast")),
    "learn": Case(SWAP, "rollout", Settings(sims=150, rollout="mast")),
    "unseen": Case(SWAP, 0.1, Settings(sims=150, rollout="mast")),
    "win": Case(NIM, 5.0),
    "draw": Case(SWAP, 0.9),
    "loss": Case(NIM, -1.0),
    "discount": Case(NIM, 0.8),
    "interesting": Case(GUESS, "root", Settings(sims=100, trees=5)),
    "allowance": Case(GUESS, 0.0, Settings(sims=100, trees=5, interesting="root")),
    "tests": Case(GUESS, 3, Settings(sims=100, trees=5, interesting="root", allowance=0.3)),
    "deduct": Case(GUESS, False, Settings(sims=100, trees=5, interesting="root", allowance=0.5)),
    "final": Case(GUESS, "mean", Settings(sims=40), seeds=20, differ=other_moves),
    "top": Case(SWAP, 40, Settings(sims=80, final="top"), seeds=20, differ=other_moves),
    "quantile": Case(SWAP, 0.5, Settings(sims=80, final="quantile"), seeds=20, differ=other_moves),
    "ties": Case(SWAP, "last", Settings(sims=2, share="each", depth=1, c=inf), seeds=20, differ=other_moves),
    "votes": Case(GUESS, "majority", Settings(sims=40, trees=5), seeds=40, differ=other_moves),
    "commit": Case(SWAP, "stage", Settings(sims=150, binary=True), differ=other_moves),
}
OPEN_SLOTS = {
    "select",
    "playout",
    "value",
    "worlds",
    "descent",
    "hook",
    "belief",
    "prior",
    "root",
}  # see test_search_parts.py, test_family.py
TOLD_ELSEWHERE = {"decay", "recall", "reuse", "across", "lapses", "overtime", "idle", "play", "settle", *OPEN_SLOTS}


def test_every_setting_has_a_case() -> None:
    assert set(CASES) | TOLD_ELSEWHERE == set(FIELDS)


@pytest.mark.parametrize("name", CASES)
def test_the_setting_changes_the_search(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    let_simulations_take(1e-5, monkeypatch)
    case = CASES[name]
    usual = replace(case.base, **({} if case.first is None else {name: case.first}))
    changed = replace(case.base, **{name: case.other})
    assert getattr(usual, name) != case.other
    assert name == "threads" or getattr(usual, name) != getattr(changed, name)
    here = Position.read(case.game, case.text) if case.text else Position.deal(case.game)
    searchers = [Searcher(case.game, one) for one in (usual, changed, usual)]
    seen = []
    for seed in range(case.seeds):
        one, two, again = (searcher.decide(here, seed) for searcher in searchers)
        assert findings(one) == findings(again), "the same settings search alike"
        seen.append(case.differ(one, two))
    assert any(seen)


@pytest.mark.parametrize("name", ["deal", "outcomes", "interesting", "order", "share", "final", "votes"])
def test_all_choices_of_a_setting_are_different(name: str) -> None:
    base = {
        "interesting": Settings(sims=100, trees=3, allowance=0.2),
        "share": Settings(sims=100),
        "order": Settings(sims=120, rollout="mast", deal="every", outcomes="open"),
        "final": Settings(sims=80),
        "votes": Settings(sims=20, trees=5),
    }.get(name, Settings(sims=120))
    game = {"outcomes": RACE, "deal": MAGIC, "final": SWAP}.get(name, GUESS)  # for final: with more than two results
    found: dict[str, list[Any]] = {}
    # By UCB1 the most probable move of the average strategy is the robust child, and ties of visits are rare.
    for value in set(CHOICES[name]) - {"robust", "average"}:
        searcher = Searcher(game, replace(base, **{name: value}))
        decisions = [searcher.decide(Position.deal(game, seed=seed), seed) for seed in range(30)]
        found[value] = [findings(one)["choices" if name not in ("final", "votes") else "moves"] for one in decisions]
    assert all(found[one] != found[two] for one in found for two in found if one < two)


def test_decay_forgets_what_mast_has_learnt() -> None:
    def second(decay: float) -> dict[str, Any]:
        searcher = Searcher(SWAP, Settings(sims=100, rollout="mast", decay=decay))
        searcher.decide(Position.deal(SWAP, seed=1), 1)
        return findings(searcher.decide(Position.deal(SWAP, seed=2), 2))

    fresh = Searcher(SWAP, Settings(sims=100, rollout="mast", decay=0.0))
    assert second(0.0) == findings(fresh.decide(Position.deal(SWAP, seed=2), 2))
    assert second(1.0) != second(0.5) != second(0.0) != second(1.0)


def test_reuse_keeps_the_tree() -> None:
    def second(reuse: bool) -> Decision:
        searcher, here = Searcher(NIM, Settings(sims=100, deal="never", reuse=reuse)), Position.deal(NIM)
        searcher.decide(here, 1)
        for move in (1, 1):
            searcher.saw(here.actor, 0, move)
            here.play(move)
        return searcher.decide(here, 2)

    assert second(False).reused == 0
    assert second(True).reused > 0
    assert second(True).choices != second(False).choices


def test_play_decides_the_stages_that_are_not_searched() -> None:
    here = Position.read(MAGIC, "magic | 1: ready 4/4(5) | 2: ready 2/2(2) 2/3(3)")
    idle, busy = (make_player(MAGIC, f"ensemble:search=cards,play={style}") for style in ("pass", "expert"))
    assert idle.decide(here, 1).words() == ["no attack"]
    assert busy.decide(here, 1).words() == ["attack 4/4(5)"]
    house = make_player(MAGIC, "ensemble:search=cards")
    foe = make_player(MAGIC, "reduced")
    assert seat_styles(MAGIC, "matched", [house, foe])[0] != seat_styles(MAGIC, "matched", [busy, foe])[0]


def test_a_style_may_be_named_for_each_stage() -> None:
    one, two = (
        Searcher(MAGIC, Settings(sims=60, search="cards", tree="reduced", rollout=rollout)).decide(
            Position.read(MAGIC, COMBAT), 1
        )
        for rollout in ("reduced+reduced+reduced", "expert+reduced+reduced")
    )
    assert findings(one) != findings(two)
    same = Searcher(MAGIC, Settings(sims=60, search="cards", tree="reduced", rollout="reduced"))
    assert findings(same.decide(Position.read(MAGIC, COMBAT), 1)) == findings(one)


# --- reading and printing ---------------------------------------------------------------------------------------------

WORDS = {
    "turn_moves": ["4", "2.5", "2+4+6"],
    "search": ["all", "cards", "attack+cards"],
    "tree": ["uniform", "reduced", "reduced+reduced+expert"],
    "foe": ["tree", "expert"],
    "prune": ["none", "land"],
    "guide": ["", "board"],
    "rollout": ["uniform", "mast", "expert+expert+mast"],
    "rest": ["rollout", "expert", "rollout+rollout+expert"],
    "blind": ["no", "cards", "attack+cards"],
    "cut": ["no", "0moves", "8turns", "12rounds"],
    "evaluate": ["", "life"],
    "play": ["house", "expert"],
    "belief": ["game"],
}


def values(name: str) -> st.SearchStrategy[Any]:
    """All that a setting may be."""
    default = FIELDS[name]
    if isinstance(default, bool):
        return st.booleans()
    if name in CHOICES:
        return st.sampled_from(CHOICES[name])
    if name in WORDS:
        return st.sampled_from(WORDS[name])
    low, high = RANGES.get(name, (-inf, inf))
    return st.integers(int(low), int(high)) if isinstance(default, int) else st.floats(low, high, allow_nan=False)


SOME = st.fixed_dictionaries({}, optional={name: values(name) for name in FIELDS})
ANY_SETTINGS = SOME.map(lambda some: Settings(**some))


@given(ANY_SETTINGS)
@settings(max_examples=200, deadline=None, derandomize=True)
def test_settings_are_read_as_they_are_printed(some: Settings) -> None:
    text = f"search:{some}" if str(some) else "search"
    assert change(Settings(), split_words(text)[1]) == some
    assert str(change(Settings(), split_words(text)[1])) == str(some)


@given(ANY_SETTINGS, ANY_SETTINGS)
@settings(max_examples=100, deadline=None, derandomize=True)
def test_changes_touch_nothing_else(some: Settings, other: Settings) -> None:
    words = split_words(f"search:{other}" if str(other) else "search")[1]
    changed = change(some, words)
    for name in FIELDS:
        assert getattr(changed, name) == getattr(other if name in words else some, name)


def test_the_default_settings_need_no_words() -> None:
    assert str(Settings()) == ""
    some = Settings(trees=40, deduct=False, binary=True, c=inf, sims=250)
    assert str(some) == "trees=40,sims=250,binary,c=inf,deduct=no"


def test_an_unknown_setting_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UsageError, match="unknown search setting 'tree_count'") as caught:
        change(Settings(), {"tree_count": "3"})
    assert all(name in str(caught.value) for name in FIELDS)
    with pytest.raises(UsageError, match="did you mean 'rollout'"):
        change(Settings(), {"rolout": "uniform"})


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("sims", "many", "sims=many: should be a whole number"),
        ("sims", "2.5", "sims=2.5: should be a whole number"),
        ("sims", "٣", "sims=٣: should be a whole number, written with the digits 0 to 9 alone"),
        ("sims", "1_0", "sims=1_0: should be a whole number, written with the digits 0 to 9 alone"),
        ("seconds", "0.5_0", "seconds=0.5_0: should be a number, written with the digits 0 to 9 alone"),
        ("sims", "0", "sims=0: should be from 1 to"),
        ("sims", "", "sims: a value is missing, as in sims=1000"),
        ("c", "x", "c=x: should be a number"),
        ("c", "nan", "c=nan: should be a number"),
        ("c", "-1", "c=-1: should be from 0 to inf"),
        ("discount", "1.5", "discount=1.5: should be from 0 to 1"),
        ("trees", "inf", "trees=inf: should be a whole number"),
        ("depth", "0", "depth=0: should be from 1 to 2000"),
        ("binary", "maybe", "binary=maybe: should be yes or no"),
        ("cut", "8", "cut=8: should be 'no', or a number of moves, turns or rounds"),
        ("cut", "-1turns", "cut=-1turns: should be"),
    ],
)
def test_a_bad_value_is_refused_and_a_good_one_named(name: str, text: str, says: str) -> None:
    with pytest.raises(UsageError) as caught:
        change(Settings(), {name: text})
    assert str(caught.value).startswith(says)


@pytest.mark.parametrize("name", CHOICES)
def test_a_bad_choice_is_refused_with_all_good_ones(name: str) -> None:
    with pytest.raises(UsageError, match=f"unknown {name} 'often'") as caught:
        change(Settings(), {name: "often"})
    assert ", ".join(CHOICES[name]) in str(caught.value)


@pytest.mark.parametrize(
    ("game", "some", "says"),
    [
        (NIM, Settings(prune="land"), "unknown pruning of nim 'land': Choices: none"),
        (NIM, Settings(rollout="expert"), "unknown style of nim 'expert': Choices: uniform"),
        (MAGIC, Settings(tree="expert+expert"), "'expert+expert': magic has 3 stages (attack, block, cards)"),
        (MAGIC, Settings(search="cards+draw"), "unknown stage of magic 'draw'"),
        (RACE, Settings(evaluate="points"), "unknown evaluation of race 'points': Choices: lead"),
        (RACE, Settings(guide="points"), "unknown evaluation of race 'points': Choices: lead"),
        (NIM, Settings(binary=True), "binary: nim has no compound moves"),
        (SWAP, Settings(interesting="root"), "interesting: swap names no two styles"),
        (GUESS, Settings(interesting="root", rollout="mast"), "interesting: "),
        (GUESS, Settings(foe="mast"), "unknown style of guess 'mast'"),
        (GUESS, Settings(tree="mast"), "unknown style of guess 'mast'"),
        (GUESS, Settings(reuse=True, outcomes="open", skip=True), "reuse: not with skip in open loop"),
    ],
)
def test_what_a_game_lacks_is_refused(game: Game, some: Settings, says: str) -> None:
    with pytest.raises(UsageError) as caught:
        Searcher(game, some)
    assert says in str(caught.value)
