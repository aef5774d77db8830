"""An explained search is the search: the same trees to the bit, and what it tells is what it did."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from mulligan.agents import make_player
from mulligan.core.errors import UsageError
from mulligan.core.position import Position
from mulligan.core.registry import find_game
from mulligan.play.explaining import counted, explain, steps_of
from mulligan.search import Searcher, Settings
from mulligan.search.family import FAMILY
from mulligan.search.grown import TreeNode
from mulligan.search.selection import BIASED, UCB1
from mulligan.search.steps import Explainer, Simulation

OUTSIDE = Path(__file__).parents[1] / "helpers" / "unexplained.py"
MAGIC = (
    "magic turn 9 player 1 attack | life 14 9"
    " | 1: lands 4 hand land 2/2(2) 4/4(5) ready 2/3(3) 3/3(4)"
    " | 2: lands 4 hand land 3/3(4) ready 2/2(2) 4/3(5)"
)
SCORED = [
    "ismcts:select=tuned",
    "ismcts:select=puct",
    "ismcts:select=rave,playout=noted",
    "ensemble:trees=2,select=implicit",
]
DRAWN = ["ismcts:select=exp3,final=average", "ismcts:select=regret,final=average"]
KINDS = [
    ("nim", "", "uct", 60),
    ("guess", "4", "uct", 60),
    ("guess", "4", "ismcts", 150),
    ("race", "", "chance", 120),
    ("race", "", "uct:outcomes=open", 80),
    ("guess", "4", "ensemble:trees=3", 40),
    ("guess", "4", "uct:deal=never", 40),
    ("guess", "4", "ismcts:every=7", 50),
    ("guess", "4", "ensemble:trees=2,interesting=root,allowance=0.3", 40),
    ("guess", "4", "ensemble:trees=2,interesting=leaf,allowance=0.1", 40),
    ("guess", "4", "uct:rollout=mast", 50),
    ("nim", "", "uct:rollout=mast,trees=2", 1010),  # more than trees that learn from each other take at once
    ("nim", "", "uct:exhaust,cut=0moves,depth=2", 60),
    ("nim", "", "flat", 40),
    ("nim", "", "uct:backup=max,primed=1", 40),
    ("swap", "", "ismcts:binary", 60),
    ("swap", "", "uct:deal=node,redraw", 40),
    ("guess", "4", f"uct:select={OUTSIDE}:UNEXPLAINED", 40),
    ("guess", "4", "ismcts:fpu=0.9", 60),
    *(("guess", "4", agent, 60) for agent in (*SCORED, *DRAWN)),
]


def numbers(node: TreeNode) -> Any:
    """All of a tree but the words."""
    below = [numbers(child) for child in node.children]
    return node.kind, node.mover, node.visits, node.mean, node.best, node.available, below


def whole(tree: Any) -> list[Any]:
    return [numbers(root) for root in tree.roots]


LIMITS = {"depth": 1000, "width": 1000, "nodes": 100_000, "trees": 1000}


def both(game: str, setup: str, agent: str, sims: int) -> tuple[Explainer, Settings, Position]:
    rules = find_game(game)
    settings = counted(make_player(rules, agent).settings, sims)  # type: ignore[attr-defined]
    here = Position.deal(rules, setup, seed=2)
    explainer = Explainer(rules, settings, agent)
    explainer.begin(here, seed=1)
    return explainer, settings, here


@pytest.mark.parametrize(("game", "setup", "agent", "sims"), KINDS)
def test_explained_trees_equal_those_of_the_compiled_search(game: str, setup: str, agent: str, sims: int) -> None:
    explainer, settings, here = both(game, setup, agent, sims)
    told, seen = 0, explainer.simulate()
    while seen is not None:
        told += 1
        assert seen.number == told
        # some are told and some are not: it makes no difference
        if told % 5 == 0:
            told += explainer.run(3)
        seen = explainer.simulate()
    searcher = Searcher(find_game(game), settings, agent)
    decision = searcher.decide(here, seed=1)
    mine = explainer.tree(**LIMITS)
    assert whole(mine) == whole(decision.tree(**LIMITS))
    decided = explainer.decide_now()
    assert (decided.moves, decided.choices, decided.line) == (decision.moves, decision.choices, decision.line)
    assert decided.simulations == decision.simulations >= told


@pytest.mark.parametrize(("game", "setup", "agent"), [kind[:3] for kind in KINDS[:6]])
def test_after_any_number_of_simulations(game: str, setup: str, agent: str) -> None:
    explainer, settings, here = both(game, setup, agent, 60)
    for n in (1, 2, 7, 30):
        explainer.run(n * settings.trees - explainer.done)
        decision = Searcher(find_game(game), counted(settings, n), agent).decide(here, seed=1)
        assert whole(explainer.tree(**LIMITS)) == whole(decision.tree(**LIMITS))


def test_magic_with_rule_players_that_act_at_once() -> None:
    rules = find_game("magic")
    here = Position.read(rules, MAGIC)
    for agent in ("ismcts:rollout=expert", "magic/best:trees=2"):
        settings = counted(make_player(rules, agent).settings, 40)  # type: ignore[attr-defined]
        explainer = Explainer(rules, settings, agent)
        explainer.begin(here, seed=1)
        sims = list(iter(explainer.simulate, None))
        decision = Searcher(rules, settings, agent).decide(here, seed=1)
        assert whole(explainer.tree(**LIMITS)) == whole(decision.tree(**LIMITS))
        assert any(len(seen.playout) > 10 for seen in sims)
        assert not any("plays as" in move for seen in sims for _, move in seen.playout)


def all_told(game: str, setup: str, agent: str, sims: int) -> tuple[Explainer, list[Simulation]]:
    explainer, _, _ = both(game, setup, agent, sims)
    return explainer, list(iter(explainer.simulate, None))


@pytest.mark.parametrize("agent", ["uct", "ismcts", "uct:bias=0.3", "uct:backup=max", "flat", "uct:primed=2", *SCORED])
def test_terms_add_up_to_the_score_and_the_best_is_chosen(agent: str) -> None:
    _, sims = all_told("guess", "4", agent, 80)
    seen = 0
    for one in [selection for told in sims for selection in told.selections]:
        for option in one.options:
            assert sum(value for _, value in option.terms) == pytest.approx(option.score)
            seen += 1
        if one.options and not one.fresh:
            chosen = next(option for option in one.options if option.chosen)
            assert chosen.score == max(option.score for option in one.options)
            assert chosen.move == one.move
    assert seen > 100


@pytest.mark.parametrize("agent", DRAWN)
def test_moves_that_are_drawn_show_their_probabilities(agent: str) -> None:
    _, sims = all_told("guess", "4", agent, 80)
    seen = 0
    for one in [selection for told in sims for selection in told.selections]:
        if one.options and not one.fresh:
            assert sum(option.score for option in one.options) == pytest.approx(1)
            assert all(option.score >= 0.1 / len(one.options) - 1e-12 for option in one.options)
            seen += 1
    assert seen > 20
    table = next(step.table for step in steps_of(sims[-1], 0, True) if step.name == "select")
    assert table is not None and table.heads[-3:] == ("strategy", "exploration", "probability")


def test_every_selection_rule_has_its_formula_and_terms() -> None:
    rules = [UCB1, BIASED, *FAMILY["select"].values()]
    assert len(rules) >= 8 and not [part.name for part in rules if not part.formula or part.explain is None]


def test_a_part_without_terms_shows_its_score() -> None:
    _, sims = all_told("guess", "4", f"uct:select={OUTSIDE}:UNEXPLAINED", 40)
    options = [option for told in sims for one in told.selections for option in one.options]
    assert options and all(option.score > 0 for option in options)
    table = next(step.table for step in steps_of(sims[-1], 0, True) if step.name == "select")
    assert table is not None and table.heads[-1] == "score" and "mean" in table.heads


def test_worlds_are_new_in_information_set_search_and_kept_elsewhere() -> None:
    _, sims = all_told("guess", "8", "ismcts", 40)
    assert all(told.dealt for told in sims)
    held = {str(told.world) for told in sims}
    assert len(held) > 4
    mine = {re.search(r": (\d+) seeks", text)[1] for text in held}  # type: ignore[index]
    assert len(mine) == 1  # the own card is the same in all of them
    assert all(len([new for _, new in told.changes if new]) <= 1 for told in sims)
    _, sims = all_told("guess", "8", "uct", 20)
    assert [told.dealt for told in sims] == [True] + [False] * 19
    _, sims = all_told("guess", "8", "uct:deal=never", 5)
    assert not any(told.dealt for told in sims)
    _, sims = all_told("guess", "8", "ensemble:trees=4", 3)
    assert [told.tree for told in sims] == [0, 1, 2, 3] * 3
    assert [told.dealt for told in sims] == [True] * 4 + [False] * 8


def test_credits_are_what_the_nodes_have() -> None:
    explainer, sims = all_told("race", "", "chance", 60)
    for told in sims:
        for one in told.credits:
            if one.mover is not None:
                assert one.reward == told.rewards[one.mover]
            if one.before is not None:
                assert one.mean == pytest.approx((one.before * (one.visits - 1) + one.reward) / one.visits)
    assert explainer.tree(depth=1).root.visits == 60 == sims[-1].credits[0].visits


def test_each_simulation_opens_one_node_or_ends_where_the_game_is_over() -> None:
    for game, agent in (("nim", "uct"), ("guess", "ismcts")):
        _, sims = all_told(game, "", agent, 60)
        for told in sims:
            assert (told.expanded is not None) or (told.ended and not told.playout)
            names = [step.name for step in steps_of(told, 0, True)]
            assert names[0] == "deal" and names[-3:] == ["expand", "simulate", "back up"]


def test_what_cannot_be_explained() -> None:
    nim, magic = find_game("nim"), find_game("magic")
    with pytest.raises(UsageError, match="grows no tree"):
        explain(nim, Position.deal(nim), "uniform")
    with pytest.raises(UsageError, match="nothing to search"):
        explain(nim, Position.read(nim, "nim 1-3: 1 left, player 1 to move"), "uct")
    with pytest.raises(UsageError, match="game is over"):
        explain(nim, Position.read(nim, "nim 1-3: 1 left, player 1 to move").play("take 1"), "uct")
    with pytest.raises(UsageError, match="at most"):
        explain(nim, Position.deal(nim), "uct", sims=10**8)
    with pytest.raises(UsageError, match="by a rule"):
        explain(magic, Position.read(magic, MAGIC), "uct:search=cards")
    explainer = explain(nim, Position.deal(nim), "uct")
    with pytest.raises(UsageError, match="needs a simulation"):
        explainer.decide_now()


def test_an_explained_search_knows_no_more_than_its_seat() -> None:
    guess = find_game("guess")
    seen = set()
    for card in (1, 2, 3, 4):
        here = Position.read(guess, f"guess 4: 3 seeks 1-4, {card} seeks 1-4, player 1 to move", "4")
        explainer = explain(guess, here, "ismcts", seed=5, sims=30)
        explainer.run(30)
        seen.add(str(whole(explainer.tree(**LIMITS))))
    assert len(seen) == 1
