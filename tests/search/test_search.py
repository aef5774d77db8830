"""One search, held to games whose answers are known, to its own book-keeping, and to trees that were kept on file."""

from __future__ import annotations

import json
import threading
from collections import Counter
from dataclasses import fields, replace
from functools import cache
from statistics import mean
from typing import Any

import pytest

from mulligan.agents import make_player
from mulligan.arena.runner import GameRunner
from mulligan.core import timing
from mulligan.core.game import UNSEEN, Game, Text
from mulligan.core.position import Position
from mulligan.core.timing import making_code
from mulligan.games.magic import MAGIC
from mulligan.games.toys import GUESS, NIM, RACE, SWAP, nim, race, swap
from mulligan.kernel import as_dict, record, records, stream
from mulligan.search import Choice, Decision, Searcher, Settings, memory
from mulligan.search.layout import TERMINAL

from ..helpers.clock_help import Clock
from ..helpers.golden_tools import SEARCHES, grow, path
from ..helpers.search_help import Node, findings, let_simulations_take, trees_of

WORLDS = {
    "fixed": Settings(deal="tree"),
    "node": Settings(deal="node"),
    "open": Settings(deal="every", outcomes="open", availability=True),
    "branch": Settings(deal="every", outcomes="branch"),
    "seeded": Settings(deal="every", outcomes="fixed"),
}


def decide(game: Game, position: Position | None = None, seed: Any = 1, **settings: Any) -> Decision:
    """What a search with these settings decides."""
    return Searcher(game, Settings(**settings)).decide(position or Position.deal(game), seed)


def visits(decision: Decision) -> dict[int, int]:
    return {choice.move: choice.visits for choice in decision.choices}


# --- known answers ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("player", [1, 2])
def test_every_won_position_of_nim_is_won(player: int) -> None:
    for stones in range(2, 16):
        here = Position.read(NIM, f"nim 1-3: {stones} left, player {player} to move")
        decision = decide(NIM, here, sims=6000, c=1.0, deal="never")
        values = nim.solve(here)
        assert values[decision.moves[0]] == max(values.values()), str(decision)
        if stones < 8:
            assert decision.value == pytest.approx(max(values.values()), abs=0.2)


def test_the_right_move_of_nim_gets_an_ever_greater_share() -> None:
    def share(sims: int) -> float:
        return mean(visits(decide(NIM, sims=sims, c=1.0, deal="never", seed=seed))[3] / sims for seed in range(6))

    shares = [share(sims) for sims in (1_000, 4_000, 16_000)]
    assert shares == sorted(shares)
    assert shares[-1] > 0.85


def test_chance_nodes_find_the_value_of_the_race() -> None:
    for places, tolerance in (("0 and 0, player 1", 0.015), ("6 and 9, player 2", 0.01)):
        here = Position.read(RACE, f"race to 12: {places} to move")
        values = race.solve(here)
        decision = decide(RACE, here, sims=60_000, c=0.7, deal="never", outcomes="branch")
        assert decision.value == pytest.approx(max(values.values()), abs=tolerance)
        assert values[decision.moves[0]] == max(values.values())


def test_an_open_tree_finds_nearly_the_value_of_the_race() -> None:
    decision = decide(RACE, sims=60_000, c=0.7, deal="never", outcomes="open")
    values = race.solve(Position.deal(RACE))
    assert decision.value == pytest.approx(max(values.values()), abs=0.04)
    assert values[decision.moves[0]] > max(values.values()) - 0.03


def test_a_tree_with_fixed_dice_believes_to_know_the_future() -> None:
    values = [decide(RACE, sims=5_000, c=0.7, deal="never", seed=seed).value for seed in range(6)]
    assert all(value < 0.1 or value > 0.9 for value in values)
    assert max(values) > 0.9


@cache
def against_halving(mine: int, theirs: int) -> float:
    """The chance to win at guess for an honest player who seeks among `mine` cards, against one who halves `theirs`."""
    split = [sum(part / mine * after_halving(part, theirs) for part in (low, mine - low)) for low in range(1, mine)]
    return max([1 / mine, *split])


@cache
def after_halving(mine: int, theirs: int) -> float:
    """The same when the halving player is to move."""
    if theirs == 1:
        return 0.0
    return sum(part / theirs * against_halving(mine, part) for part in ((theirs + 1) // 2, theirs // 2))


@pytest.mark.parametrize("outcomes", ["open", "branch"])
def test_a_search_over_what_it_knows_finds_the_honest_value_of_guess(outcomes: str) -> None:
    here = Position.read(GUESS, "guess 8: 3 seeks 1-8, 6 seeks 1-4, player 1 to move")
    decision = decide(GUESS, here, sims=20_000, c=0.7, deal="every", outcomes=outcomes, foe="halve")
    assert against_halving(8, 4) == 0.5
    assert decision.value == pytest.approx(0.5, abs=0.03)


def test_at_guess_honest_search_is_half_way_between_a_fooled_one_and_one_that_cheats() -> None:
    def rate(agent: str, games: int = 400) -> float:
        table = GameRunner(GUESS, "8", [make_player(GUESS, "halve"), make_player(GUESS, agent)])
        return 1 - mean(table.play(1, pair, False).score for pair in range(games))

    assert after_halving(8, 8) == 0.5
    assert rate("ismcts:sims=400,foe=halve") == pytest.approx(0.5, abs=0.085)  # 3.3 standard errors
    assert rate("ensemble:trees=20,sims=50,foe=halve") < 0.3
    assert rate("oracle:sims=500,foe=halve", 50) == 1.0


@pytest.mark.parametrize("world", ["node", "open", "branch"])
@pytest.mark.parametrize("chain", [False, True], ids=["whole", "chain"])
def test_the_best_throw_of_a_short_swap_is_found_whole_and_by_questions(world: str, chain: bool) -> None:
    questions = {"binary": True, "skip": True, "commit": "stage"} if chain else {}
    if world == "node":
        questions["outcomes"] = "branch"
    for seed in range(4):
        here = Position.deal(SWAP, "short", seed=seed)
        settings = replace(WORLDS[world], sims=20_000, c=0.5, **questions)
        decision = Searcher(SWAP, settings).decide(here, seed)
        best = max(swap.solve(here).values())
        assert decision.value == pytest.approx(best, abs=0.03)
        there = here.copy()
        for move in decision.moves:
            there.play(move)
        thrown = 16 | sum(1 << rank for rank in range(4) if there.fields()["gone"][rank])
        assert swap.solve(here)[thrown] > best - 0.02


def test_searching_swap_to_the_end_is_worth_what_best_play_is() -> None:
    table = GameRunner(SWAP, "short", [make_player(SWAP, "ismcts:sims=300,outcomes=branch,c=0.3")])
    scores = [table.play(1, pair, False).score for pair in range(150)]
    assert mean(scores) == pytest.approx(swap.expected("short"), abs=0.03)


def test_pruned_moves_are_not_searched() -> None:
    here = Position.read(SWAP, swap.EXAMPLE)
    assert set(visits(decide(SWAP, here, sims=50))) == set(here.options())
    assert set(visits(decide(SWAP, here, sims=50, prune="paired"))) == set(here.options("paired"))
    assert set(visits(decide(SWAP, here, sims=50, binary=True))) == set(here.options(chain=True))


# --- book-keeping -----------------------------------------------------------------------------------------------------


def every_world(game: Game, **settings: Any) -> list[tuple[str, Searcher, Decision]]:
    """The same search in every kind of world."""
    found = []
    for name, world in WORLDS.items():
        searcher = Searcher(game, replace(world, **settings))
        found.append((name, searcher, searcher.decide(Position.deal(game), 1)))
    return found


@pytest.mark.parametrize("game", [NIM, RACE, GUESS, SWAP, MAGIC], ids=lambda game: game.name)
def test_every_simulation_is_counted_once_at_each_node_of_its_path(game: Game) -> None:
    for world, searcher, decision in every_world(game, trees=2, sims=300):
        assert decision.simulations == 600
        assert decision.nodes == sum(len(tree.all()) for tree in trees_of(searcher))
        for tree in trees_of(searcher):
            assert tree.visits == sum(child.visits for child in tree.children) == 300
            for node in tree.all()[1:]:
                rolled = node.visits - sum(child.visits for child in node.children)
                if node.kind == TERMINAL:
                    assert not node.children
                elif world == "branch" and node.depth % 2 == 1:
                    assert rolled == 0, "what chance decides after a move is a node of its own"
                elif node.visits:
                    assert rolled >= 1, "the first visit ends in a simulation"


@pytest.mark.parametrize("game", [NIM, RACE, GUESS, SWAP], ids=lambda game: game.name)
def test_rewards_are_those_of_the_player_who_moved(game: Game) -> None:
    for _, searcher, _ in every_world(game, sims=400):
        for tree in trees_of(searcher):
            assert tree.mover == 1
            assert all(child.mover == 0 for child in tree.children)
            for node in tree.all():
                assert 0.0 <= node.value <= node.visits
                alike = [game.players == 1 or child.mover == node.mover for child in node.children]
                pairs = zip(node.children, alike, strict=True)
                gains = [child.value if same else child.visits - child.value for child, same in pairs]
                rolled = node.visits - sum(child.visits for child in node.children)
                assert -1e-9 <= node.value - sum(gains) <= rolled + 1e-9


def test_the_second_player_sees_its_own_rewards() -> None:
    for player, seat in ((1, 0), (2, 1)):
        here = Position.read(NIM, f"nim 1-3: 3 left, player {player} to move")
        decision = decide(NIM, here, sims=200, win=3.0, loss=-2.0)
        found = {choice.move: choice for choice in decision.choices}
        assert decision.seat == seat
        assert (found[3].mean, found[3].best) == (3.0, 3.0)
        assert -2.0 <= found[1].mean < 0.0


def test_rewards_are_discounted_by_the_turns_since_the_root() -> None:
    for played in (0, 4):
        here = Position.deal(NIM, "15-3" if not played else "19-3")
        for _ in range(played):
            here.play("take 1")
        while here.fields()["stones"] > 3:
            here.play("take 3")
        assert here.fields()["stones"] == 3
        decision = decide(NIM, here, sims=300, discount=0.5, win=2.0, loss=-1.0)
        found = {choice.move: choice for choice in decision.choices}
        assert found[3].mean == 2.0 * 0.5, "won by one more turn"
        assert found[2].mean == -1.0 * 0.25, "lost by two: there is only one stone to take"
        assert found[1].best == 2.0 * 0.125, "at best won by three"


def test_a_move_is_available_whenever_it_is_legal() -> None:
    searcher = Searcher(GUESS, Settings(sims=3000, deal="every", outcomes="open", availability=True, foe="halve"))
    decision = searcher.decide(Position.deal(GUESS), 1)
    assert sorted(found.available for found in decision.choices) == list(range(2986, 3001)), "from its first visit on"
    node = trees_of(searcher)[0].child(4)
    inside = sum(child.visits for child in node.children)
    for child in node.children:
        assert child.visits <= child.avail
        assert child.avail == pytest.approx(inside / 2, rel=0.25), "half of the time the answer excludes it"


def test_flat_search_visits_all_moves_evenly() -> None:
    for world in WORLDS.values():
        searcher = Searcher(SWAP, replace(world, sims=1003, depth=1, c=float("inf")))
        decision = searcher.decide(Position.deal(SWAP), 1)
        assert set(visits(decision).values()) == {125, 126}
        assert decision.depth == (2 if world.outcomes == "branch" else 1)


def test_a_tree_of_the_own_turn_does_not_reach_beyond_it() -> None:
    whole, turn = (decide(SWAP, sims=500, scope=scope) for scope in ("game", "turn"))
    assert turn.depth == 2 < whole.depth


def test_positions_that_are_over_or_forced_need_no_search() -> None:
    lost = Position.read(NIM, "nim 1-3: 1 left, player 1 to move")
    forced = decide(NIM, lost)
    assert (forced.moves, forced.forced, forced.simulations) == ((1,), True, 0)
    assert decide(NIM, lost.play(1)).moves == ()


# --- the vote ---------------------------------------------------------------------------------------------------------


def choice(move: int, visits: int, mean: float, *, best: float = 1.0, votes: int = 0, tree_mean: float = 0.0) -> Choice:
    spread = 1.96 * (mean * (1 - mean) / visits) ** 0.5
    return Choice(move, visits, 0, mean, mean - spread, mean + spread, best, votes, tree_mean)


FOUND = (
    choice(1, 500, 0.50, best=0.8, votes=1, tree_mean=0.55),
    choice(2, 300, 0.60, best=0.8, votes=3, tree_mean=0.50),
    choice(3, 60, 0.65, best=0.9, votes=1, tree_mean=0.60),
    choice(4, 2, 1.00, best=0.7, votes=0, tree_mean=0.10),
)


@pytest.mark.parametrize(
    ("settings", "move"),
    [
        (Settings(), 1),
        (Settings(final="mean"), 4),
        (Settings(final="max"), 3),
        (Settings(final="secure"), 2),
        (Settings(votes="majority"), 2),
        (Settings(votes="mean"), 3),
    ],
    ids=str,
)
def test_each_way_to_choose_finds_its_own_best_move(settings: Settings, move: int) -> None:
    searcher = Searcher(NIM, settings)
    assert searcher._pick(FOUND, stream("vote", packed=False)) == move
    assert searcher._pick(FOUND[::-1], stream("vote", packed=False)) == move


def test_ties_are_broken_at_random() -> None:
    equal = tuple(choice(move, 10, 0.5) for move in (1, 2, 3))
    searcher = Searcher(NIM, Settings())
    picked = Counter(searcher._pick(equal, stream(i, packed=False)) for i in range(900))
    assert all(count == pytest.approx(300, abs=60) for count in picked.values()) and len(picked) == 3


@pytest.mark.parametrize("votes", ["visits", "mean", "majority"])
def test_the_trees_vote_as_their_roots_say(votes: str) -> None:
    searcher = Searcher(GUESS, Settings(trees=9, sims=120, votes=votes))
    for seed in range(5):
        decision = searcher.decide(Position.deal(GUESS, seed=seed), seed)
        trees = trees_of(searcher)
        assert [tree.visits for tree in trees] == [120] * 9
        for found in decision.choices:
            children = [tree.child(found.move) for tree in trees]
            assert found.visits == sum(child.visits for child in children)
            assert found.mean == pytest.approx(sum(child.value for child in children) / found.visits)
            assert found.best == max(child.best for child in children)
            assert found.tree_mean == pytest.approx(mean(child.value / child.visits for child in children))
        first = [max(tree.children, key=lambda child: child.visits).move for tree in trees]
        assert {found.move: found.votes for found in decision.choices if found.votes} == dict(Counter(first))
        score = {
            "visits": lambda found: found.visits,
            "mean": lambda found: found.tree_mean,
            "majority": lambda found: (found.votes, found.visits),
        }[votes]
        chosen = next(found for found in decision.choices if found.move == decision.moves[0])
        assert score(chosen) == max(map(score, decision.choices))


def test_answers_to_a_chain_of_questions_are_voted_one_by_one_by_all_trees() -> None:
    searcher = Searcher(SWAP, Settings(trees=7, sims=150, binary=True, skip=True, commit="stage"))
    answered = 0
    for seed in range(12):
        here = Position.deal(SWAP, seed=seed)
        decision = searcher.decide(here, seed)
        nodes: list[Node] = trees_of(searcher)
        for move in decision.moves:
            assert here.stage == "throw"
            total = Counter({child.move: 0 for node in nodes for child in node.children})
            for node in nodes:
                total.update({child.move: child.visits for child in node.children})
            assert total[move] == max(total.values())
            nodes = [child for node in nodes for child in node.children if child.move == move and child.visits]
            here.play(move)
            answered += 1
        assert here.stage == "score", "the whole stage is decided at once"
    assert answered > 24


def test_forced_answers_before_and_after_a_choice_belong_to_the_decision() -> None:
    settings = Settings(sims=200, prune="paired", binary=True, skip=True, commit="stage")
    begun = ended = 0
    for seed in range(40):
        here = Position.deal(SWAP, seed=seed)
        decision = Searcher(SWAP, settings).decide(here, seed)
        begun += bool(decision.prefix) and not decision.forced
        for move in decision.moves:
            assert move in here.options("paired", chain=True)
            ended += not decision.forced and len(here.options("paired", chain=True)) == 1
            here.play(move)
        assert here.stage == "score"
        assert len(decision.words()) == len(decision.moves)
    assert begun and ended > begun


# --- golden trees -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SEARCHES)
def test_the_tree_is_the_one_on_file(name: str) -> None:
    kept = json.loads(path(name).read_text())
    found = grow(kept["game"].split("/")[0], kept["setup"], kept["position"], kept["agent"])
    assert kept["agent"] == SEARCHES[name][3]
    assert found["game"] == kept["game"], "a new version of the game: write the golden trees anew"
    for part in kept:
        assert found[part] == kept[part], f"{part}; if it was meant to change: python -m tests.helpers.golden_tools"


# --- reuse ------------------------------------------------------------------------------------------------------------


def play(searcher: Searcher, here: Position, move: int, seed: Any = 0) -> None:
    """Play a move and let the searcher know."""
    searcher.saw(here.actor, here.look()[1], move)
    here.play(move, seed)


@pytest.mark.parametrize(
    ("game", "settings"),
    [
        (NIM, Settings(sims=500, deal="never")),
        (NIM, Settings(sims=500, deal="never", trees=3, threads=2)),
        (NIM, Settings(sims=500, deal="never", outcomes="open")),
        (NIM, Settings(sims=500, deal="never", depth=3, scope="game")),
        (GUESS, Settings(sims=3000, deal="every", outcomes="open", availability=True)),
        (GUESS, Settings(sims=3000, deal="every", outcomes="fixed", every=7)),
        (GUESS, Settings(sims=1000, deal="tree", outcomes="open")),
    ],
    ids=str,
)
def test_what_lies_below_the_moves_played_is_kept_as_it_was(
    game: Game, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    searcher = Searcher(game, replace(settings, reuse=True))
    here = Position.deal(game, seed=3)
    first = searcher.decide(here, 1)
    assert first.reused == 0
    nodes = trees_of(searcher)
    for _ in range(2):
        move = max(nodes[0].children, key=lambda child: child.visits).move
        move = move if move in here.options() and move < 32 else 4
        nodes = [node.child(move) for node in nodes]
        play(searcher, here, move)
    with monkeypatch.context() as patch:
        patch.setattr(Searcher, "_grow_all", lambda *_: 0.0)
        second = searcher.decide(here, 2)
    kept = trees_of(searcher)
    assert second.reused == sum(node.visits for node in nodes) > 0
    assert second.simulations == 0
    assert [node.dump()[1:] for node in kept] == [node.dump()[1:] for node in nodes]
    assert second.nodes == sum(len(node.all()) for node in nodes)
    legal = here.options()  # in an open world the tree has moves that only other worlds allow
    assert visits(second) == dict(
        Counter(c.move for node in nodes for c in node.children for _ in range(c.visits) if c.move in legal)
    )
    searcher.forget()
    assert searcher.decide(here, 2).reused == 0


def test_a_kept_tree_goes_on_growing_from_where_it_was() -> None:
    searcher = Searcher(NIM, Settings(sims=400, deal="never", reuse=True))
    here = Position.deal(NIM)
    searcher.decide(here, 1)
    for _ in range(3):
        for _ in range(2):
            play(searcher, here, 2)
        decision = searcher.decide(here, 1)
        assert decision.reused > 1
        assert decision.simulations == 400
        assert sum(visits(decision).values()) == 400 + decision.reused - 1, "one was made before the root had moves"


def test_a_tree_that_does_not_hold_what_happened_is_given_up() -> None:
    kept = 0
    for seed in range(60):
        fixed = Searcher(RACE, Settings(sims=50, deal="never", reuse=True))
        here = Position.deal(RACE)
        fixed.decide(here, seed)
        for _ in range(2):
            play(fixed, here, 1, seed=("dice", seed))
        kept += fixed.decide(here, seed).reused > 0
    assert kept < 8, "the dice of a tree are seldom those that are really thrown: once in 36"
    missed = Searcher(GUESS, Settings(sims=300, deal="every", outcomes="open", reuse=True))
    there = Position.deal(GUESS)
    missed.decide(there, 1)
    play(missed, there, 4)
    there.play(4)
    assert missed.decide(there, 1).reused == 0, "it was not told of the opponent's move"
    with pytest.raises(ValueError, match="reuse: not with skip in open loop"):
        Searcher(GUESS, replace(missed.settings, skip=True))


def test_a_kept_tree_of_chance_nodes_goes_on_from_what_chance_decided() -> None:
    kept = []
    for seed in range(12):
        searcher = Searcher(SWAP, Settings(sims=800, deal="every", outcomes="branch", reuse=True))
        here = Position.deal(SWAP, "short", seed=seed)
        decision = searcher.decide(here, seed)
        play(searcher, here, decision.moves[0], seed=("chance", seed))
        if not here.over and len(here.options()) > 1:
            second = searcher.decide(here, seed)
            kept.append((second.reused, visits(decision)[decision.moves[0]]))
    assert all(reused <= all_outcomes for reused, all_outcomes in kept)
    assert any(0 < reused < all_outcomes for reused, all_outcomes in kept), "one outcome of several is kept"


@pytest.mark.parametrize("game", [RACE, RACE.interpreted()], ids=["compiled", "interpreted"])
def test_across_others_turns_the_most_visited_node_that_fits_is_kept(game: Game) -> None:
    """What the opponent rolled in between is not told; the last roll, by which the searcher's turn comes, is."""
    settings = Settings(sims=3000 if game.compiled else 300, deal="never", outcomes="branch", reuse=True)
    reused = []
    for across in (False, True):
        searcher = Searcher(game, replace(settings, across=across))
        here = Position.deal(game)
        searcher.decide(here, 1)
        tree = trees_of(searcher)[0]
        for move in (2, 1):
            play(searcher, here, move, seed="dice")
        last = here.look()[3]
        rolls = [roll for first in tree.child(2).children for roll in first.children if roll.move == 1]
        fitting = [node.visits for roll in rolls for node in roll.children if node.move == last]
        assert len(fitting) > 1
        reused.append((searcher.decide(here, 2).reused, max(fitting)))
    assert reused[0][0] == 0, "without it, what chance decided twice is not found again"
    assert reused[1][0] == reused[1][1] > 0


def test_a_move_that_was_not_seen_may_have_been_any() -> None:
    settings = Settings(sims=2000, deal="never", outcomes="branch", reuse=True, across=True)
    searcher = Searcher(RACE, settings)
    here = Position.deal(RACE)
    searcher.decide(here, 1)
    tree = trees_of(searcher)[0]
    play(searcher, here, 0, seed="dice")
    searcher.saw(1, 0, UNSEEN)
    here.play(1, "dice")
    last = here.look()[3]
    rolls = [roll for first in tree.child(0).children for roll in first.children]
    assert len({roll.move for roll in rolls}) == 3
    fitting = [node.visits for roll in rolls for node in roll.children if node.move == last]
    assert searcher.decide(here, 2).reused == max(fitting) > 0


def test_by_whom_a_reward_is_counted() -> None:
    here = Position.read(NIM, "nim 1-3: 5 left, player 1 to move")
    fair, kind = (decide(NIM, here, sims=4000, deal="never", credit=credit) for credit in ("mover", "searcher"))
    assert fair.words() == ["take 1"], "the only move that wins"
    values = {choice.move: choice.mean for choice in kind.choices}
    assert min(values.values()) > 0.9, "an opponent who wants the searcher to win gives every game away"
    for outcomes in ("fixed", "open", "branch"):
        same = [decide(NIM, here, sims=4000, deal="never", outcomes=outcomes, credit=one) for one in ("mover", "depth")]
        assert same[0].choices == same[1].choices, "where players alternate, depth tells the mover"


def test_kept_rewards_are_counted_from_the_new_root() -> None:
    searcher = Searcher(NIM, Settings(sims=3000, deal="never", reuse=True, discount=0.5))
    here = Position.read(NIM, "nim 1-3: 5 left, player 1 to move")
    searcher.decide(here, 1)
    for move in (1, 1):
        play(searcher, here, move)
    decision = searcher.decide(here, 1)
    assert decision.reused > 0
    assert {choice.move: choice.mean for choice in decision.choices}[3] == pytest.approx(0.5), "won in one turn"


def test_the_bounds_of_a_tree_move_with_its_root() -> None:
    for bounds in ({"depth": 2}, {"scope": "turn"}):
        searcher = Searcher(SWAP, Settings(sims=300, deal="never", reuse=True, **bounds))
        here, kept = Position.deal(SWAP, seed=1), []
        while not here.over:
            decision = searcher.decide(here, 1)
            kept.append(decision.reused)
            assert decision.moves
            assert decision.depth <= 2
            play(searcher, here, decision.moves[0])
        assert kept[0] == 0 and all(kept[1:])


@pytest.mark.parametrize("agent", ["oracle:sims=60,reuse", "ismcts:sims=60,reuse", "ensemble:trees=3,sims=60,reuse"])
@pytest.mark.parametrize("foe", ["halve", "ismcts:sims=20,reuse"])
def test_at_the_table_trees_are_kept_whoever_is_met(agent: str, foe: str, monkeypatch: pytest.MonkeyPatch) -> None:
    reused = []
    whole = Searcher.decide

    def listening(self: Searcher, *arguments: Any) -> Decision:
        decision = whole(self, *arguments)
        reused.append(decision.reused)
        return decision

    monkeypatch.setattr(Searcher, "decide", listening)
    table = GameRunner(GUESS, "8", [make_player(GUESS, agent), make_player(GUESS, foe)])
    for pair in range(12):
        table.play(1, pair, pair % 2 == 1)
    assert sum(reused) > 0 or agent.startswith("oracle"), "an oracle ends the game at once"


# --- budgets ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("more", [{}, {"trees": 30}, {"outcomes": "open"}], ids=str)
def test_wall_clock_seconds_are_kept(more: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    clock = let_simulations_take(1e-6, monkeypatch)
    searcher = Searcher(SWAP, Settings(seconds=0.06, **more))
    for seed in range(5):
        started = clock.now
        decision = searcher.decide(Position.deal(SWAP, seed=seed), seed)
        assert 0.03 < clock.now - started <= 0.06
        assert decision.seconds == pytest.approx(clock.now - started, abs=1e-4), "without what loads the code"
        assert decision.simulations == pytest.approx(decision.seconds / 1e-6, abs=100)


def test_time_to_load_code_is_no_time_to_think(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = let_simulations_take(1e-6, monkeypatch)
    searcher, parts = Searcher(SWAP, Settings(seconds=0.1)), []
    grow = searcher._grow_all

    def slow_at_first(task: Any, more: int) -> None:
        if not parts:
            with making_code():
                clock.pass_by(0.3)
        parts.append(more)
        grow(task, more)

    monkeypatch.setattr(searcher, "_grow_all", slow_at_first)
    assert searcher.decide(Position.deal(SWAP), 1).simulations > 800, "more than the first part"


def test_the_seconds_of_a_turn_are_shared_among_its_decisions(monkeypatch: pytest.MonkeyPatch) -> None:
    let_simulations_take(1e-5, monkeypatch)
    settings = Settings(turn_seconds=0.2, turn_moves=3, binary=True)
    searcher = Searcher(SWAP, settings)
    here, seconds, used = Position.deal(SWAP, seed=1), [], {}
    while not here.over:
        decision = searcher.decide(here, 1)
        if not decision.forced:
            used.setdefault(here.turn, []).append(decision.seconds)
        here.play(decision.moves[0])
    for seconds in used.values():
        assert len(seconds) >= 3
        assert 0.1 < sum(seconds) < 0.2001
        assert seconds[0] <= 0.2 / 3, "a third of the turn"


def test_a_search_can_be_stopped_from_another_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    let_simulations_take(1e-6, monkeypatch)
    for budget in ({"sims": 10**8}, {"seconds": 60.0}, {"seconds": 60.0, "trees": 20}):
        searcher, parts = Searcher(NIM, Settings(nodes=1000, **budget)), []
        grow = searcher._grow_all

        def stopped_in_the_third(task: Any, more: int, grow: Any = grow, parts: Any = parts, stop: Any = searcher.stop):
            assert len(parts) < 3, "it goes on"
            if len(parts) == 2:
                other = threading.Thread(target=stop)
                other.start()
                other.join()
            parts.append(more)
            grow(task, more)

        monkeypatch.setattr(searcher, "_grow_all", stopped_in_the_third)
        decision = searcher.decide(Position.deal(NIM), 1)
        assert len(parts) == 3 and decision.simulations == sum(parts) * searcher.settings.trees < 10**6
        assert decision.moves


def test_who_watches_sees_the_search_grow_and_may_end_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timing, "time", Clock(step=0.2))
    seen: list[Decision] = []

    def watch(decision: Decision) -> bool:
        seen.append(decision)
        return len(seen) < 3

    decision = Searcher(NIM, Settings(sims=10**8, nodes=1000)).decide(Position.deal(NIM), 1, watch)
    assert len(seen) == 3
    counted = [shown.simulations for shown in seen]
    assert counted == sorted(set(counted)) and counted[-1] == decision.simulations
    assert visits(seen[-1]) == visits(decision)
    assert all(shown.moves and shown.line and str(shown) for shown in seen)


def test_watching_changes_nothing_and_shows_the_position_that_was_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings(sims=100_000, prune="paired", binary=True, skip=True, commit="stage", nodes=3000)
    deals = (Position.deal(SWAP, seed=seed) for seed in range(99))
    quick = Searcher(SWAP, replace(settings, sims=1))
    here = next(deal for deal in deals if quick.decide(deal).prefix and quick.decide(deal).choices)
    shown: list[str] = []
    alone = Searcher(SWAP, settings).decide(here, 1)
    monkeypatch.setattr(timing, "time", Clock(step=0.2))  # however fast a search is, somebody looks
    watched = Searcher(SWAP, settings).decide(here, 1, lambda decision: shown.append(decision.to_dict()["position"]))
    assert findings(alone) == findings(watched)
    assert alone.prefix
    assert len(shown) > 10 and set(shown) == {str(here)}


@pytest.mark.parametrize("world", WORLDS)
@pytest.mark.parametrize("cap", [2, 9, 40, 333])
def test_no_tree_outgrows_its_cap_and_all_simulations_are_made(world: str, cap: int) -> None:
    for game in (NIM, SWAP):
        settings = replace(WORLDS[world], trees=3, sims=500, nodes=cap)
        decision = Searcher(game, settings).decide(Position.deal(game), 1)
        options = len(Position.deal(game).options())
        assert decision.nodes <= 3 * (cap + options), "beyond its cap a tree has no more than the moves at its root"
        assert cap < 40 or decision.nodes <= 3 * cap
        assert decision.simulations == 1500
        assert len(decision.choices) == options
        uncapped = Searcher(game, replace(settings, nodes=10**6)).decide(Position.deal(game), 1)
        assert uncapped.nodes > decision.nodes


@pytest.mark.parametrize("world", WORLDS)
def test_memory_that_is_too_small_grows_and_changes_nothing(world: str) -> None:
    settings = replace(WORLDS[world], trees=4, sims=700)
    usual = Searcher(GUESS, settings).decide(Position.deal(GUESS), 1)
    small = Searcher(GUESS, settings)
    small.benches[0].nodes = records(small.benches[0].Node, GUESS.max_options + 3)
    assert findings(small.decide(Position.deal(GUESS), 1)) == findings(usual)
    assert len(small.benches[0].nodes) > usual.nodes


@pytest.mark.parametrize(
    "settings",
    [
        Settings(trees=7, sims=200),
        Settings(trees=5, sims=200, deal="every", outcomes="open"),
        Settings(trees=5, sims=100, rollout="mast"),
        Settings(trees=3, sims=9000),
    ],
    ids=str,
)
def test_any_number_of_threads_decides_the_same(settings: Settings) -> None:
    decisions = [Searcher(SWAP, replace(settings, threads=n)).decide(Position.deal(SWAP), 1) for n in (1, 2, 3)]
    assert findings(decisions[0]) == findings(decisions[1]) == findings(decisions[2])


@pytest.mark.parametrize("game", [RACE, SWAP, MAGIC], ids=lambda game: game.name)
@pytest.mark.parametrize("deal", ["tree", "node"])
def test_positions_that_are_kept_or_built_again_give_the_same_tree(
    game: Game, deal: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(trees=2, sims=300, deal=deal)
    keeping, building = Searcher(game, settings), None
    kept = keeping.decide(Position.deal(game), 1)
    with monkeypatch.context() as patch:
        patch.setattr(memory, "STATE_BYTES", 50 * game.State.itemsize)
        building = Searcher(game, settings)
    built = building.decide(Position.deal(game), 1)
    assert findings(kept) == findings(built)
    held = [sum(node.state >= 0 for tree in trees_of(one) for node in tree.all()) for one in (keeping, building)]
    assert held[1] == 50 + 2 < held[0]


# --- what a search tells ----------------------------------------------------------------------------------------------


def test_a_decision_tells_everything_as_json() -> None:
    decision = decide(MAGIC, sims=100, trees=2, search="cards", prune="land")
    told = json.loads(json.dumps(decision.to_dict()))
    assert told["game"] == "magic/1"
    assert told["position"] == str(Position.deal(MAGIC))
    assert told["simulations"] == 200 and told["trees"] == 2 and told["forced"] is False
    own = {part.name for part in fields(Decision)} - {"prefix", "foreseen", "grown"}
    assert own <= set(told)
    names = {"mean", "low", "high", "move", "visits", "available", "best", "votes", "tree_mean"}
    assert names == {part.name for part in fields(Choice)}
    assert set(told["choices"][0]) == names - {"low", "high"} | {"ci95"}
    assert told["moves"] == [told["choices"][0]["move"]]
    assert sum(found["visits"] for found in told["choices"]) == 200


def test_a_decision_reads_well() -> None:
    lines = str(decide(NIM, sims=100, deal="never")).splitlines()
    assert lines[0] == "search:deal=never,sims=100: take 3" or lines[0].startswith("search:sims=100,deal=never: take ")
    assert len(lines) == 5
    assert all("visits" in line and "take" in line for line in lines[1:4])
    assert "100 simulations in 1 trees" in lines[4]


def test_the_line_of_play_goes_no_farther_than_the_tree_decides() -> None:
    here = Position.read(MAGIC, "magic cards | 1: lands 3 hand 2/2(2) 3/1(3) | 2: lands 3 hand land ready 2/2(2)")
    cards = decide(MAGIC, here, sims=2000, search="cards", tree="reduced", rollout="reduced")
    assert len(cards.line) == len(cards.to_dict()["line"]) == 1, "the next stage is played by rule"
    whole = decide(NIM, sims=3000, deal="never", c=0.7)
    assert len(whole.line) >= 3
    assert whole.to_dict()["line"] == [f"take {move}" for move in whole.line]


# --- a game made for questions about searches -------------------------------------------------------------------------
#
# A walk of three steps, left (0) or right (1).  In one world of four the last step alone decides, and right wins; in
# the other worlds everything ends in 0.25.  Which world it is, is hidden, and can be shuffled.

STEPS = 3


def make_walk() -> Game:
    """The walk as plain Python, which a search takes as it is."""

    def deal(s: Any, t: Any, rng: Any) -> None:
        hide(s, t, 0, rng)

    def hide(s: Any, t: Any, seat: int, rng: Any) -> None:
        rng.z = (rng.z * 6364136223846793005 + 1442695040888963407) % 2**62 + 1
        s.world = int((rng.z >> 33) % 4 == 0)

    def options(s: Any, t: Any, form: int, out: Any) -> int:
        out[0], out[1] = 0, 1
        return 2

    def play(s: Any, t: Any, move: int, rng: Any) -> None:
        s.step += 1
        s.last = move
        s.right += move

    def advise(s: Any, t: Any, style: int, rng: Any, out: Any) -> int:
        out[0] = style - 1
        return 1

    def observe(s: Any, t: Any, seat: int, out: Any) -> int:
        out[0], out[1] = s.step, s.last
        return 2

    return Game(
        name="walk",
        version=1,
        title="Walk",
        players=1,
        stages=("step",),
        State=record(step="i8", last="i8", right="i8", world="i8"),
        deal=deal,
        actor=lambda s: 0 if s.step < STEPS else -1,
        stage=lambda s: 0,
        turn=lambda s: s.step,
        options=options,
        play=play,
        payoff=lambda s, seat: float(s.last) if s.world else 0.25,
        hide=hide,
        shuffle=lambda s, t, firm, rng: hide(s, t, 0, rng),
        observe=observe,
        advise=advise,
        text=Text(lambda s, t, move: ("left", "right")[move], lambda s, t: f"step {s.step}", lambda text, s, t: None),
        max_options=2,
        max_numbers=2,
        styles=("uniform", "left", "right"),
        contrast=("left", "right"),
        evaluate=lambda s, t, seat, style: s.right / STEPS,
    )


WALK = make_walk()


def worlds_of(searcher: Searcher) -> list[int]:
    """The hidden world of each tree."""
    return [as_dict(searcher.benches[0].states[i])["world"] for i in range(searcher.settings.trees)]


def test_interesting_worlds_are_looked_for_at_the_root_and_paid_for() -> None:
    settings = Settings(trees=60, sims=40, rollout="left")
    looking = replace(settings, interesting="root", allowance=0.75)
    usual, picky, free = (Searcher(WALK, one) for one in (settings, looking, replace(looking, deduct=False)))
    here = Position.deal(WALK)
    found = [searcher.decide(here, 1) for searcher in (usual, picky, free)]
    assert mean(worlds_of(usual)) == pytest.approx(0.25, abs=0.2)
    # Rollouts go left, so two worlds differ only by the first step of a trial, which does not decide here:
    assert mean(worlds_of(picky)) == pytest.approx(0.25, abs=0.2)
    assert all(decision.simulations == 2400 for decision in found)
    assert [tree.visits for tree in trees_of(free)] == [40] * 60
    assert [tree.visits for tree in trees_of(picky)] == [10] * 60, "15 pairs of trials each, none of them interesting"
    last = Position.deal(WALK).play("left").play("left")
    picky.decide(last, 1), usual.decide(last, 1)
    assert mean(worlds_of(usual)) == pytest.approx(0.25, abs=0.2)
    assert mean(worlds_of(picky)) > 0.95, "at the last step they tell the world that matters"
    assert 10 < mean(tree.visits for tree in trees_of(picky)) < 38


def test_interesting_worlds_are_looked_for_at_every_leaf() -> None:
    here = Position.deal(WALK).play("left")
    usual = decide(WALK, here, sims=400, depth=1, c=float("inf"), redraw=True)
    picky = decide(WALK, here, sims=400, depth=1, c=float("inf"), redraw=True, interesting="leaf", allowance=0.1)
    share = 0.25 * 0.5 + 0.75 * 0.25
    assert mean(found.mean for found in usual.choices) == pytest.approx(share, abs=0.06)
    assert mean(found.mean for found in picky.choices) == pytest.approx(0.5, abs=0.08)
    assert picky.simulations == 400, "the trials do not count"
    spent = decide(WALK, here, sims=400, depth=1, c=float("inf"), redraw=True, interesting="leaf", allowance=0.001)
    assert visits(spent) == visits(usual), "too little to try even one: as usual"
    assert [found.mean for found in spent.choices] == [found.mean for found in usual.choices]


def test_even_a_search_that_spends_all_on_worlds_has_an_answer() -> None:
    decision = decide(WALK, trees=3, sims=4, interesting="root", allowance=1.0, rollout="left")
    assert decision.moves and decision.simulations == 12
    hurried = decide(WALK, trees=10, seconds=1e-9, interesting="root", allowance=1.0, rollout="left")
    assert hurried.moves


def test_mast_learns_the_averages_of_moves_in_rollouts_and_in_the_tree() -> None:
    good = replace(WALK, payoff=lambda s, seat: 1 - s.right / STEPS)  # left is good, and its key is 0
    means = {}
    for name, settings in {
        "uniform": {},
        "greedy": {"rollout": "mast"},
        "warm": {"rollout": "mast", "temperature": 0.3},
        "hot": {"rollout": "mast", "temperature": 1e3},
        "cold": {"rollout": "mast", "temperature": 1e-6},
        "erring": {"rollout": "mast", "epsilon": 1.0},
    }.items():
        decision = decide(good, sims=600, depth=1, c=float("inf"), **settings)
        means[name] = {found.move: found.mean for found in decision.choices}
    for name in ("uniform", "hot", "erring"):
        assert means[name][0] == pytest.approx(2 / 3, abs=0.05)
    for name in ("greedy", "cold"):
        assert means[name][0] == pytest.approx(1.0, abs=0.02)
    assert 0.7 < means["warm"][0] < 0.97
    searcher = Searcher(good, Settings(sims=300, rollout="mast", cut="0moves"))
    searcher.decide(Position.deal(good), 1)
    kept = {as_dict(place)["key"]: as_dict(place)["visits"] for place in searcher.shared["playout"] if place.visits}
    assert set(kept) == {0, 2} and min(kept.values()) > 50, "left and right were both played in the tree alone"
    searcher.forget()
    assert not any(place.visits for place in searcher.shared["playout"])


def test_a_cut_rollout_is_evaluated() -> None:
    here = Position.deal(WALK)
    decision = decide(WALK, here, sims=300, depth=1, c=float("inf"), cut="0moves")
    assert {found.move: found.mean for found in decision.choices} == {0: 0.0, 1: pytest.approx(1 / 3)}
    later = decide(WALK, here, sims=300, depth=1, c=float("inf"), cut="1moves", rollout="right")
    assert {found.move: found.mean for found in later.choices} == {0: pytest.approx(1 / 3), 1: pytest.approx(2 / 3)}
    same = decide(WALK, here, sims=300, depth=1, c=float("inf"), cut="1turns", rollout="right")
    assert {found.move: found.mean for found in same.choices} == {found.move: found.mean for found in later.choices}


def test_a_guide_leads_the_first_visits() -> None:
    plain, guided = (decide(WALK, sims=30, c=0.5, bias=bias, deal="never", rollout="left") for bias in (0.0, 5.0))
    assert visits(guided)[1] > visits(plain)[1]


def test_urgent_first_play_skips_moves_not_tried_yet() -> None:
    here = Position.read(GUESS, "guess 8: 3 seeks 1-8, 6 seeks 1-8, player 1 to move")
    for outcomes in ("fixed", "open"):
        shy = decide(GUESS, here, sims=40, deal="never", outcomes=outcomes, fpu=-1.0, c=0.1)
        assert len(shy.choices) < len(decide(GUESS, here, sims=40, deal="never", outcomes=outcomes).choices) == 15


@pytest.mark.parametrize("world", WORLDS)
def test_a_tree_is_no_deeper_than_it_may_be_and_needs_no_longer_path(world: str) -> None:
    def options(s: Any, t: Any, form: int, out: Any) -> int:
        out[0], out[1] = 0, 1
        return 1 if s.step else 2

    endless = replace(WALK, actor=lambda s: 0 if s.step < 300 else -1, options=options, max_turns=300)
    searcher = Searcher(endless, replace(WORLDS[world], sims=120, c=0.0, cut="0moves", depth=50))
    deepest = 100 if world == "branch" else 50
    searcher.benches[0].path = [0] * (deepest + 1)  # one place more would be an IndexError
    assert searcher.decide(Position.deal(endless), 1).depth == deepest
