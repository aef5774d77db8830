"""Budgets of a turn, what MAST keeps, ignored rollouts, and final choices by all rewards of a move."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from mulligan.core.errors import UsageError
from mulligan.core.position import Position
from mulligan.games.toys import GUESS, NIM, SWAP
from mulligan.search import Searcher, Settings
from mulligan.search.turns import TurnBudget

from ..helpers.search_help import findings, trees_of
from .test_search_published import END, PURSE, both_ways, interpreted, search

# The table of a published program: the expected number of moves in each of its turns.
EXPECTED = (8, 8, 9, 9, 9, 10, 10, 10, 10, 10, 9, 9, 7, 6, 4, 3, 3, 2, 1)


# --- the budget of a turn ---------------------------------------------------------------------------------------------


def searched(budget: TurnBudget, turn: int) -> int:
    """How many decisions of a turn are searched before moves are random; at most fifty are asked for."""
    budget.enter(turn)
    made = 0
    while not budget.is_over() and made < 50:
        budget.spend(0.0)
        made += 1
    return made


@pytest.mark.parametrize("turn", [{"turn_seconds": 9.9}, {"turn_sims": 19_800, "sims": 19_800}], ids=str)
def test_in_overtime_one_decision_less_is_searched_than_was_expected(turn: dict[str, Any]) -> None:
    settings = Settings(overtime="random", turn_moves="+".join(map(str, EXPECTED)), **turn)
    budget = TurnBudget(settings)
    # 7 parts that were rounded down leave room for all of them
    wanted = [moves - (moves != 7) for moves in EXPECTED]
    assert [searched(budget, 2 * i) for i in range(len(EXPECTED))] == wanted
    assert searched(budget, 100) == 0, "later turns are as the last one: all moves are random"


@pytest.mark.parametrize(
    "settings",
    [
        Settings(overtime="random", seconds=0.55, turn_seconds=9.9, turn_moves="1"),
        Settings(overtime="random", sims=1100, turn_sims=19_800, turn_moves="1"),
    ],
    ids=str,
)
def test_with_a_fixed_budget_a_decision_seventeen_are_searched(settings: Settings) -> None:
    budget = TurnBudget(settings)
    assert searched(budget, 0) == 17
    assert budget.share() == pytest.approx(settings.seconds or settings.sims)


def test_without_overtime_what_is_left_is_shared() -> None:
    budget = TurnBudget(Settings(turn_sims=100, turn_moves="4", sims=1000))
    shares = []
    for turn in (0, 0, 0, 0, 0, 2):
        budget.enter(turn)
        shares.append(budget.share())
        budget.spend(0.0)
    assert shares == [25, 25, 25, 25, 1, 25]
    assert not budget.is_over() and searched(budget, 2) == 50


def test_simulations_of_a_turn_are_shared_among_its_decisions() -> None:
    searcher, here = Searcher(PURSE, Settings(turn_sims=90, turn_moves="3", sims=40)), Position.deal(PURSE)
    made = []
    for seed in range(3):
        made.append(searcher.decide(here, seed).simulations)
        here.play("one")
    assert made == [30, 30, 30]
    capped = Searcher(PURSE, Settings(turn_sims=90, turn_moves="3", sims=20))
    assert capped.decide(Position.deal(PURSE), 1).simulations == 20


def test_in_overtime_moves_are_random_but_for_the_end_of_the_turn() -> None:
    settings = Settings(turn_sims=60, turn_moves="2", sims=60, overtime="random", prune="prudent")
    moves: Counter[int] = Counter()
    for seed in range(300):
        searcher, here = Searcher(PURSE, settings), Position.deal(PURSE)
        assert searcher.decide(here, seed).simulations == 30
        here.play("one")
        late = searcher.decide(here, seed)
        assert late.simulations == 0 and not late.choices and len(late.moves) == 1 and not late.forced
        assert late.moves == Searcher(PURSE, replace(settings, turn_moves="1")).decide(here, seed).moves
        moves[late.moves[0]] += 1
        here.play("end")
        here.play("end")
        assert searcher.decide(here, seed).simulations == 30, "a new turn"
    assert END not in moves and len(moves) == 2, "one of those that are not pruned"
    assert all(90 < n < 210 for n in moves.values())  # 150 +- 7 standard deviations


def test_what_does_not_go_with_these_budgets_is_refused() -> None:
    for other in ({"seconds": 1.0}, {"turn_seconds": 1.0}, {"share": "each"}):
        with pytest.raises(UsageError, match="turn_sims: not with"):
            Searcher(NIM, Settings(turn_sims=10, **other))


# --- MAST -------------------------------------------------------------------------------------------------------------


def noted(searcher: Searcher) -> float:
    return sum(float(place["visits"]) for place in searcher.shared["playout"])


def test_averages_are_kept_for_the_game_or_for_the_turn() -> None:
    for recall in ("game", "turn"):
        searcher, here = Searcher(PURSE, Settings(sims=40, rollout="mast", recall=recall)), Position.deal(PURSE)
        kept = []
        for move in ("one", "one", "end", "end"):
            if here.actor == 0:
                before = noted(searcher)
                searcher.decide(here, 1)
                kept.append(noted(searcher) > before > 0)
            here.play(move)
        before = noted(searcher)
        searcher.decide(here, 1)
        assert kept == [False, True, True], "within a turn they are kept"
        assert (noted(searcher) > before) == (recall == "game")


def test_averages_are_of_all_moves_or_of_those_in_rollouts() -> None:
    some = {"sims": 40, "depth": 1, "rollout": "mast", "pruned_start": True, "cut": "1moves", "settle": False}
    counts = {}
    for learn in ("all", "rollout"):
        searcher = Searcher(PURSE, Settings(learn=learn, **some))
        searcher.decide(Position.deal(PURSE), 1)
        ends = sum(child.visits for child in trees_of(searcher)[0].children if child.move == END)
        counts[learn] = noted(searcher) - (40 - ends)
    assert counts == {"all": 40, "rollout": 0}


def test_the_first_move_of_a_rollout_is_drawn_by_averages_too() -> None:
    """After a first decision has taught what pays, a greedy rollout never begins with one coin."""
    some = {"sims": 400, "depth": 1, "rollout": "mast", "pruned_start": True, "prune": "prudent", "settle": False}
    searcher = Searcher(interpreted(PURSE), Settings(**some))
    searcher.decide(Position.deal(interpreted(PURSE)), 1)
    firsts: Counter[int] = Counter()
    plain = searcher.game.play

    def listening(s: Any, t: Any, move: int, rng: Any) -> None:
        firsts[move] += s.left == 2  # the move before is that of the tree
        plain(s, t, move, rng)

    heard = Searcher(replace(searcher.game, play=listening), Settings(**some))
    heard.shared["playout"] = searcher.shared["playout"]
    heard.decide(Position.deal(heard.game), 2)
    assert firsts[2] > 10 * firsts[1]


# --- a tree that is lost ----------------------------------------------------------------------------------------------


def test_a_move_without_alternative_may_lose_the_tree() -> None:
    for lapses in (False, True):
        searcher = Searcher(PURSE, Settings(sims=300, deal="never", reuse=True, lapses=lapses))
        here = Position.read(PURSE, "purse 0 0 left 1 turn 0")
        searcher.decide(here, 1)
        searcher.saw(0, 0, 1)
        here.play("one")
        assert searcher.decide(here, 2).forced, "nothing is left but to end the turn"
        searcher.saw(0, 1, END)
        here.play("end")
        searcher.saw(1, 0, END)
        here.play("end")
        assert (searcher.decide(here, 3).reused > 0) == (not lapses)


# --- rollouts that are ignored ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "world", [{}, {"deal": "every", "outcomes": "open"}, {"deal": "node", "outcomes": "branch"}], ids=str
)
def test_rollouts_that_are_ignored_change_nothing_but_the_time(world: dict[str, Any]) -> None:
    some = {"sims": 120, "cut": "0moves", "settle": False, "rollout": "gambler", **world}
    plain, trees = both_ways(PURSE, **some)
    idle, twins = both_ways(PURSE, idle=True, **some)
    assert findings(plain) == findings(idle)
    assert [tree.dump() for tree in trees] == [tree.dump() for tree in twins]
    plays = {}
    for is_idle in (False, True):
        count = [0]
        game = interpreted(PURSE)

        def listening(s: Any, t: Any, move: int, rng: Any, count: list[int] = count, game: Any = game) -> None:
            count[0] += 1
            game.play(s, t, move, rng)

        search(replace(game, play=listening), idle=is_idle, **some)
        plays[is_idle] = count[0]
    assert plays[True] > plays[False]
    with pytest.raises(UsageError, match="idle: rollouts that are ignored are played by styles"):
        Searcher(PURSE, Settings(idle=True, rollout="mast"))


# --- final choices by all rewards -------------------------------------------------------------------------------------


@pytest.mark.parametrize("trees", [1, 3])
def test_the_rewards_that_are_kept_are_those_that_were_counted(trees: int) -> None:
    for game in (GUESS, interpreted(GUESS)):
        searcher = Searcher(game, Settings(sims=60, trees=trees, final="top", cut="1turns"))
        decision = searcher.decide(Position.deal(game, seed=3), 1)
        (bench,) = searcher.benches
        rewards = bench.rewards()
        assert {choice.move: choice.visits for choice in decision.choices} == {m: len(r) for m, r in rewards.items()}
        for choice in decision.choices:
            assert choice.best == max(rewards[choice.move])
            assert choice.mean == pytest.approx(sum(rewards[choice.move]) / choice.visits)


def test_room_is_made_for_more_rewards() -> None:
    searcher = Searcher(SWAP, Settings(turn_sims=200, turn_moves="1", sims=200, final="top"))
    searcher.benches[0].samples = searcher.benches[0].samples[:3]
    decision = searcher.decide(Position.deal(SWAP), 1)
    assert sum(len(r) for r in searcher.benches[0].rewards().values()) == sum(c.visits for c in decision.choices) > 3


@pytest.mark.parametrize("seed", range(5))
def test_the_best_few_rewards_decide_or_a_quantile_of_all(seed: int) -> None:
    def chosen(**final: Any) -> float:
        searcher = Searcher(SWAP, Settings(sims=80, trees=2, **final))
        decision = searcher.decide(Position.deal(SWAP, seed=seed), seed)
        rewards: dict[int, list[float]] = {}
        for bench in searcher.benches:
            for move, some in bench.rewards().items():
                rewards.setdefault(move, []).extend(some)
        top, part = searcher.settings.top, searcher.settings.quantile
        merits = {}
        for move, some in rewards.items():
            ranked = sorted(some, reverse=True)
            if final["final"] == "top":
                merits[move] = sum(ranked[:top]) / len(ranked[:top])
            else:
                merits[move] = min(r for r in ranked if sum(other <= r for other in ranked) >= part * len(ranked))
        assert merits[decision.moves[0]] == pytest.approx(max(merits.values()))
        return merits[decision.moves[0]]

    assert chosen(final="top", top=1) == chosen(final="quantile", quantile=1.0), "both are the best single reward"
    chosen(final="top", top=6)
    chosen(final="quantile", quantile=0.5)
    both_ways(SWAP, sims=60, final="top", seed=seed)
    both_ways(SWAP, sims=60, final="quantile", seed=seed)


@pytest.mark.parametrize("other", [{"commit": "stage"}, {"reuse": True}], ids=str)
def test_rewards_are_kept_for_one_decision(other: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match="final=top: not with commit=stage or reuse"):
        Searcher(SWAP, Settings(final="top", **other))


# --- the widths of layers ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("world", [{}, {"deal": "every", "outcomes": "open"}], ids=str)
def test_the_widths_of_the_layers_are_those_of_the_trees(world: dict[str, Any]) -> None:
    for game in (SWAP, interpreted(SWAP)):
        searcher = Searcher(game, Settings(sims=100, trees=2, **world))
        decision = searcher.decide(Position.deal(game), 1)
        layers: Counter[int] = Counter(
            node.depth for tree in trees_of(searcher) for node in tree.all() if node.visits > 0
        )
        shape = searcher.shape()
        widths = shape.widths
        assert widths == tuple(layers[depth] for depth in range(len(widths))) and sum(widths) == sum(layers.values())
        assert widths[0] == shape.trees == 2 and len(widths) == decision.depth + 1
        assert shape.depth == sum(max(node.depth for node in tree.all() if node.visits) for tree in trees_of(searcher))
        parents = [node for tree in trees_of(searcher) for node in tree.all() if any(c.visits for c in node.children)]
        assert shape.inner == len(parents) and shape.nodes == sum(widths)


# --- a horizon that is the same for all -------------------------------------------------------------------------------


def test_turns_ahead_are_counted_from_the_root() -> None:
    """With `2turns` a simulation behind the end of the turn goes a turn further than the others, with `2ahead` not."""
    ends: dict[str, set[int]] = {"2turns": set(), "2ahead": set()}
    for cut, found in ends.items():
        plain = interpreted(PURSE)

        def judged(s: Any, t: Any, seat: int, style: int, found: set[int] = found, plain: Any = plain) -> float:
            found.add(int(s.turn))
            return float(plain.evaluate(s, t, seat, style))

        search(replace(plain, evaluate=judged), sims=60, scope="turn", cut=cut, outcomes="open")
    assert ends == {"2turns": {2, 3}, "2ahead": {2}}
    both_ways(PURSE, sims=60, scope="turn", cut="3ahead")


def test_a_part_is_at_least_one_simulation() -> None:
    budget = TurnBudget(Settings(turn_sims=3, turn_moves="4", overtime="random"))
    budget.enter(0)
    searched = 0
    while not budget.is_over():
        assert budget.share() == 1
        budget.spend(0.0)
        searched += 1
    assert searched == 2, "three simulations, and the last move of the budget is random as ever"


def test_the_root_may_not_take_the_only_simulation() -> None:
    with pytest.raises(UsageError, match="rooted"):
        Searcher(NIM, Settings(sims=20, turn_sims=40, rooted=True))
