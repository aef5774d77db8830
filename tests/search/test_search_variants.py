"""Variants of the search that papers ask for: what is simulated first and how, how sims are shared, how ties end."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from math import inf, log, sqrt
from typing import Any

import pytest

from mulligan.core.errors import UsageError
from mulligan.core.game import Game
from mulligan.core.position import Position
from mulligan.games.toys import GUESS, NIM, RACE, SWAP
from mulligan.kernel import stream
from mulligan.search import Choice, Decision, Searcher, Settings

from ..helpers.search_help import Node, findings, trees_of

OPEN = {"deal": "every", "outcomes": "open"}
WORLDS: dict[str, dict[str, Any]] = {
    "fixed": {},
    "node": {"deal": "node"},
    "open": OPEN,
    "seeded": {"deal": "every"},
}
FLAT = {**OPEN, "depth": 1, "c": inf, "share": "even", "order": "listed", "final": "mean", "ties": "last_won"}


@cache
def interpreted(game: Game) -> Game:
    return game.interpreted()


def search(game: Game, seed: Any = 1, here: Position | None = None, **settings: Any) -> tuple[Decision, list[Node]]:
    """What a search decides, and its trees."""
    searcher = Searcher(game, Settings(**settings))
    decision = searcher.decide(here or Position.deal(game), seed)
    return decision, trees_of(searcher)


def both_ways(game: Game, **settings: Any) -> tuple[Decision, list[Node]]:
    """The same search compiled and as ordinary Python, which must agree in every number."""
    decision, trees = search(game, **settings)
    other, twins = search(interpreted(game), **settings)
    assert findings(decision) == findings(other)
    assert [tree.dump() for tree in trees] == [tree.dump() for tree in twins]
    return decision, trees


def visits(decision: Decision) -> dict[int, int]:
    return {choice.move: choice.visits for choice in decision.choices}


def own_part(node: Node) -> float:
    """In a solo game: the rewards of the visits that ended at this node."""
    return node.value - sum(child.value for child in node.children)


# --- all together -----------------------------------------------------------------------------------------------------


def test_the_usual_choices_may_be_spelt_out() -> None:
    usual = {"share": "total", "order": "random", "rest": "rollout", "rooted": False, "blind": "no", "ties": "random"}
    for game in (NIM, RACE, GUESS, SWAP):
        for world in WORLDS.values():
            plain, named = search(game, sims=60, **world), search(game, sims=60, **world, **usual)
            assert findings(plain[0]) == findings(named[0])
            assert [tree.dump() for tree in plain[1]] == [tree.dump() for tree in named[1]]


@pytest.mark.parametrize("world", WORLDS)
def test_compiled_and_interpreted_search_agree_in_all_of_it(world: str) -> None:
    some = {"share": "even", "order": "listed", "rest": "rollout+greedy", "rooted": True, "blind": "throw"}
    for ties, final in (("last", "uct"), ("last_won", "mean")):
        both_ways(SWAP, sims=60, trees=2, redraw=True, ties=ties, final=final, **some, **WORLDS[world])


@pytest.mark.parametrize("game", [NIM, RACE, GUESS, SWAP], ids=lambda game: game.name)
@pytest.mark.parametrize("sims", [1, 40])
def test_flat_search_gives_every_move_the_same(game: Game, sims: int) -> None:
    moves = Position.deal(game).options()
    decision, _ = both_ways(game, sims=sims, **FLAT)
    assert visits(decision) == dict.fromkeys(moves, max(1, sims // len(moves)))
    if decision.value > 0:
        best = max(choice.mean for choice in decision.choices)
        assert decision.moves[0] == [m for m in moves if {c.move: c.mean for c in decision.choices}[m] == best][-1]


# --- share ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("share", "sims", "each_tree"),
    [("total", 50, 50), ("even", 50, 48), ("even", 2, 3), ("even", 3, 3), ("each", 50, 150), ("each", 1, 3)],
)
def test_simulations_are_shared_as_told(share: str, sims: int, each_tree: int) -> None:
    for trees in (1, 4):
        decision, grown = both_ways(NIM, sims=sims, share=share, trees=trees)
        assert decision.simulations == trees * each_tree
        assert [tree.visits for tree in grown] == [each_tree] * trees


def test_shares_count_the_moves_that_are_searched() -> None:
    here = Position.deal(SWAP, seed=3)
    for form in ({}, {"prune": "paired"}, {"binary": True}):
        moves = len(here.options(form.get("prune", "none"), chain="binary" in form))
        assert search(SWAP, here=here, sims=7, share="each", **form)[0].simulations == 7 * moves
        assert search(SWAP, here=here, sims=101, share="even", **form)[0].simulations == 101 // moves * moves


def test_a_great_share_is_met_in_parts() -> None:
    decision, _ = search(NIM, sims=20_000, share="each")
    assert decision.simulations == 60_000
    seen = []
    watched = Searcher(NIM, Settings(sims=30_000, share="each")).decide(Position.deal(NIM), 1, seen.append)
    assert watched.simulations == 90_000


# --- order ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("world", WORLDS)
def test_listed_moves_are_first_tried_in_the_order_of_the_list(world: str) -> None:
    for game in (GUESS, SWAP):
        moves = Position.deal(game).options()
        for sims in range(1, len(moves) + 1):
            decision, _ = both_ways(game, sims=sims, order="listed", **WORLDS[world])
            assert visits(decision) == dict.fromkeys(moves[:sims], 1)


@pytest.mark.parametrize("world", WORLDS)
def test_other_moves_are_first_tried_in_random_order(world: str) -> None:
    firsts = {next(iter(visits(search(GUESS, seed, sims=1, **WORLDS[world])[0]))) for seed in range(40)}
    assert len(firsts) > 5


# --- rooted -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("world", [*WORLDS, "branch"])
@pytest.mark.parametrize("game", [NIM, SWAP], ids=lambda game: game.name)
def test_the_first_simulation_starts_at_the_root(game: Game, world: str) -> None:
    settings = WORLDS.get(world, {"deal": "every", "outcomes": "branch"})
    for sims in (2, 30):
        decision, trees = both_ways(game, sims=sims, trees=3, rooted=True, **settings)
        assert decision.simulations == 3 * sims
        for tree in trees:
            assert tree.visits == sims
            assert sum(child.visits for child in tree.children) == sims - 1


def test_the_simulation_at_the_root_is_a_true_one() -> None:
    found = Counter()
    for seed in range(40):
        (tree,) = search(NIM, seed, sims=2, rooted=True)[1]
        (child,) = (child for child in tree.children if child.visits)
        found[tree.value - (1 - child.value)] += 1
    assert set(found) == {0.0, 1.0}


def test_rollouts_spent_on_an_interesting_deal_do_not_stand_for_the_one_at_the_root() -> None:
    _, trees = both_ways(GUESS, sims=30, trees=3, rooted=True, interesting="root", allowance=0.5)
    assert all(tree.visits < 30 for tree in trees)
    assert all(tree.visits == 1 + sum(child.visits for child in tree.children) for tree in trees)
    greedy = search(GUESS, sims=4, trees=5, rooted=True, interesting="root", allowance=1.0)[1]
    assert all(sum(child.visits for child in tree.children) >= 1 for tree in greedy), "something is left to search with"


def test_a_kept_tree_needs_no_second_simulation_at_its_root() -> None:
    searcher, here = Searcher(NIM, Settings(sims=50, deal="never", reuse=True, rooted=True)), Position.deal(NIM)
    searcher.decide(here, 1)
    for move in (1, 1):
        searcher.saw(here.actor, 0, move)
        here.play(move)
    decision = searcher.decide(here, 2)
    (tree,) = trees_of(searcher)
    assert decision.reused > 0 and decision.simulations == 50
    assert tree.visits - sum(child.visits for child in tree.children) == 1, "its own first visit, from before"


# --- blind ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("world", WORLDS)
def test_the_first_visit_after_a_blind_stage_is_lost(world: str) -> None:
    moves = len(Position.deal(SWAP).options())
    decision, _ = both_ways(SWAP, sims=moves, blind="throw", loss=-3.0, **WORLDS[world])
    assert decision.simulations == moves
    assert [(choice.visits, choice.mean) for choice in decision.choices] == [(1, -3.0)] * moves


@pytest.mark.parametrize("world", WORLDS)
def test_later_visits_after_a_blind_stage_are_not(world: str) -> None:
    """With a loss of -300 hardly a real result is so bad: a node's own part tells how its first visit ended."""
    _, (tree,) = both_ways(SWAP, sims=400, blind="throw", loss=-300.0, **WORLDS[world])
    throws = [node for node in tree.children if node.visits]
    scores = [node for child in throws for node in child.children if node.visits]
    assert throws and scores
    for node in throws:
        assert own_part(node) == pytest.approx(-300.0)
        assert node.visits == 1 + sum(child.visits for child in node.children)
    simulated = [own_part(node) > -300.0 for node in scores]
    assert sum(simulated) > len(scores) / 2, "after a move of another stage"


def test_a_node_without_children_is_blind_only_once() -> None:
    decision, _ = both_ways(SWAP, sims=100, share="each", c=inf, depth=1, blind="throw", loss=-300.0)
    for choice in decision.choices:
        assert choice.visits == 100
        assert choice.best > -300.0


@pytest.mark.parametrize("world", WORLDS)
def test_a_finished_game_counts_after_a_blind_stage_too(world: str) -> None:
    here = Position.read(NIM, "nim 1-3: 3 left, player 1 to move")
    decision, (tree,) = search(NIM, here=here, sims=3, blind="take", loss=-7.0, **WORLDS[world])
    assert {c.move: c.mean for c in decision.choices} == {1: -7.0, 2: -7.0, 3: 1.0}
    assert tree.value == -7.0 * 3, "a blind visit is lost for both, and the game that is over for the other player"


# --- rest -------------------------------------------------------------------------------------------------------------


def told(rest: str, **settings: Any) -> list[tuple[int, str, str]]:
    """Turn, stage and style of everything that simulations from the stage `score` of the first turn play by rule."""
    plain = interpreted(SWAP)
    heard: list[tuple[int, str, str]] = []

    def advise(s: Any, t: Any, style: int, rng: Any, out: Any) -> int:
        heard.append((plain.turn(s), SWAP.stages[plain.stage(s)], SWAP.styles[style]))
        return plain.advise(s, t, style, rng, out)  # type: ignore[no-any-return,misc]

    search(replace(plain, advise=advise), sims=9, depth=1, rollout="coin", rest=rest, **settings)
    return heard


def test_the_rest_of_the_turn_is_played_by_its_own_style() -> None:
    by_turn = {(turn, style) for turn, _, style in told("rollout+greedy")}
    assert by_turn == {(1, "greedy"), (2, "coin")}
    assert told("rollout+greedy") == told("greedy"), "all simulations start at the stage score"
    assert {style for _, _, style in told("greedy+rollout")} == {"coin"}
    assert told("greedy+rollout") == told("rollout")


def test_all_of_the_turn_is_played_so_whatever_its_stages() -> None:
    here = told("greedy+rollout", rooted=True)[:4]
    assert here[:2] == [(1, "throw", "greedy"), (1, "score", "greedy")], "the root is at the stage throw"
    assert {style for _, _, style in here[2:]} == {"coin"}


def test_a_cut_holds_for_the_rest_of_the_turn_as_well() -> None:
    assert len(told("greedy", cut="1moves")) == 9
    assert told("greedy", cut="0turns") == told("greedy", cut="0moves") == []
    assert {(turn, style) for turn, _, style in told("greedy", cut="1turns")} == {(1, "greedy")}


def test_a_rest_in_the_style_of_the_rollout_changes_nothing() -> None:
    for rollout in ("uniform", "greedy", "coin"):
        plain = search(SWAP, sims=100, rollout=rollout)
        assert findings(plain[0]) == findings(both_ways(SWAP, sims=100, rollout=rollout, rest=rollout)[0])
        other = "coin" if rollout == "greedy" else "greedy"
        assert findings(plain[0]) != findings(both_ways(SWAP, sims=100, rollout=rollout, rest=other)[0])


# --- ties -------------------------------------------------------------------------------------------------------------

EQUAL = {"depth": 1, "c": inf, "share": "each", "sims": 2}  # all moves have the same number of visits


def chosen(game: Game, **settings: Any) -> Counter[int]:
    """How often each move is chosen, over many seeds."""
    searcher = Searcher(game, Settings(**settings))
    return Counter(searcher.decide(Position.deal(game), seed).moves[0] for seed in range(60))


@pytest.mark.parametrize("game", [SWAP, GUESS], ids=lambda game: game.name)
def test_the_last_of_equal_moves_is_the_last_of_the_list(game: Game) -> None:
    moves = Position.deal(game).options()
    assert set(chosen(game, **EQUAL)) == set(moves)
    assert set(chosen(game, **EQUAL, ties="last")) == {moves[-1]}
    assert game is GUESS or moves != sorted(moves), "the order of the list is not that of the numbers"


def test_a_better_move_is_never_given_up_for_the_last_one() -> None:
    for ties in ("last", "last_won"):
        for seed in range(20):
            decision, _ = search(GUESS, seed, sims=40, final="mean", ties=ties)
            listed = decision.position.options()
            best = max(choice.mean for choice in decision.choices)
            level = [choice.move for choice in decision.choices if choice.mean == best]
            assert decision.moves == (max(level, key=listed.index),)


def test_when_all_is_lost_any_legal_move_will_do() -> None:
    nothing = {"win": 0.0, "draw": 0.0, "loss": 0.0, "final": "mean"}
    moves = Position.deal(SWAP).options()
    for few in ({}, {"sims": 3, "order": "listed"}):
        some = {"sims": 60, **nothing, **few}
        last = moves[:3][-1] if few else moves[-1]
        assert set(chosen(SWAP, **some, ties="last")) == {last}
        lost = chosen(SWAP, **some, ties="last_won")
        assert set(lost) == set(moves) and max(lost.values()) < 30
    assert set(chosen(SWAP, **EQUAL, win=1.0, ties="last_won")) == {moves[-1]}, "not all is lost"


def test_a_sure_loss_is_known_whatever_it_is_worth() -> None:
    lost = {"win": 0.1, "draw": 0.1, "loss": 0.1, "final": "mean", "sims": 3}
    assert len(chosen(SWAP, **{**EQUAL, **lost}, ties="last_won")) > 3


# --- the move with the best score -------------------------------------------------------------------------------------


@pytest.mark.parametrize("more", [{}, {"trees": 3}, {"rooted": True}, {"trees": 3, "rooted": True, **OPEN}], ids=str)
def test_the_final_choice_by_score_follows_the_formula(more: dict[str, Any]) -> None:
    for seed in range(25):
        decision, trees = search(GUESS, seed, sims=40, c=0.9, final="uct", **more)
        n = sum(tree.visits for tree in trees)
        assert n == 40 * len(trees)
        scores = {c.move: c.mean + 0.9 * sqrt(log(n) / c.visits) for c in decision.choices}
        assert scores[decision.moves[0]] == max(scores.values())


@pytest.mark.parametrize("rooted", [False, True])
@pytest.mark.parametrize("trees", [1, 2])
def test_all_visits_of_the_roots_count_for_the_score(trees: int, rooted: bool) -> None:
    """With this c, a move that lost its only visit is as good as one that won both of two at N = 39.6."""
    lost, won = Choice(1, 1, 0, 0.0, 0.0, 0.0, 0.0, 0, 0.0), Choice(2, 2, 0, 1.0, 1.0, 1.0, 1.0, 0, 1.0)
    for visits, best in ((40, 1), (42, 1), (38, 2), (36, 2)):
        some = Settings(sims=visits // trees, trees=trees, rooted=rooted, final="uct", c=1.78)
        searcher = Searcher(NIM, some)
        searcher.decide(Position.deal(NIM), 1)
        searcher._to_roots()
        assert searcher._pick((lost, won), stream("vote", packed=False)) == best


def test_the_final_choice_by_score_is_another_than_by_visits_or_mean() -> None:
    def moves(final: str) -> list[int]:
        return [search(GUESS, seed, sims=40, c=0.9, final=final, ties="last")[0].moves[0] for seed in range(25)]

    assert moves("uct") != moves("visits") and moves("uct") != moves("mean")


def test_answers_that_follow_are_scored_at_their_own_nodes() -> None:
    settings = Settings(sims=300, binary=True, commit="stage", final="uct", ties="last", c=0.8)
    searcher = Searcher(SWAP, settings)
    decision = searcher.decide(Position.deal(SWAP), 1)
    (node,) = trees_of(searcher)
    assert len(decision.moves) > 1
    for move in decision.moves:
        tried = [child for child in node.children if child.visits]
        scores = {c.move: c.value / c.visits + 0.8 * sqrt(log(node.visits) / c.visits) for c in tried}
        assert scores[move] == pytest.approx(max(scores.values()))
        node = node.child(move)


# --- what does not go together ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "some", "says"),
    [
        (SWAP, Settings(rest="greedy", rollout="mast"), "rest: a turn is finished by styles"),
        (SWAP, Settings(rest="greedy", rollout="greedy+mast"), "rest: a turn is finished by styles"),
        (SWAP, Settings(rest="mast"), "unknown style of swap 'mast'"),
        (SWAP, Settings(rest="rollout+greedy+greedy"), "swap has 2 stages (throw, score)"),
        (SWAP, Settings(rollout="rollout"), "unknown style of swap 'rollout'"),
        (SWAP, Settings(blind="throw", outcomes="branch"), "blind: not with outcomes=branch"),
        (SWAP, Settings(blind="draw"), "unknown stage of swap 'draw'"),
        (SWAP, Settings(share="even", seconds=1.0), "share: simulations are shared"),
        (SWAP, Settings(share="each", turn_seconds=1.0), "share: simulations are shared"),
        (GUESS, Settings(share="even", interesting="root"), "share: not with interesting"),
        (SWAP, Settings(final="uct", c=inf), "final=uct: not with c=inf"),
        (SWAP, Settings(rooted=True, sims=1), "rooted: the root takes the first simulation"),
    ],
)
def test_what_does_not_go_together_is_refused(game: Game, some: Settings, says: str) -> None:
    with pytest.raises(UsageError) as caught:
        Searcher(game, some)
    assert says in str(caught.value)
