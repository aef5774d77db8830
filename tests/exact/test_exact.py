"""Small games have known answers, and the exact tools find them: through the contract of a game and nothing else."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from mulligan.core.errors import UsageError
from mulligan.core.game import Game
from mulligan.core.position import Position
from mulligan.exact import GameTree, best_response, equilibrium, exploitability, nash_conv, values
from mulligan.exact.chances import every_way, open_rules
from mulligan.exact.policy import Policy, policy_by, profile, uniform
from mulligan.games.toys import GUESS, KUHN, LEDUC, NIM, RACE, SWAP, SYNTHETIC, guess, nim, race
from mulligan.games.toys.poker import CALL, FOLD, JACK, KING, QUEEN, RAISE

from ..helpers import openspiel_numbers

ORDER = {"kuhn": KUHN, "leduc": LEDUC}


@pytest.fixture(scope="module")
def trees() -> dict[str, GameTree]:
    return {name: GameTree(game) for name, game in ORDER.items()}


def chips(tree: GameTree) -> float:
    """The chips between the payoffs 0 and 1."""
    units = tree.game.room().units
    assert units.name == "chips"
    return units.span


def chips_won(tree: GameTree, value: float) -> float:
    return (value - 0.5) * chips(tree)


# --- chance -----------------------------------------------------------------------------------------------------------


def test_every_way_of_a_shuffle() -> None:
    from mulligan.exact.chances import _shuffle_part

    def shuffled(chances: Any) -> tuple[int, ...]:
        cards = [9, 0, 1, 2, 3, 9]
        _shuffle_part(cards, 1, 5, chances)
        return tuple(cards)

    found = list(every_way(shuffled))
    assert len(found) == 24 == len({cards for _, cards in found})
    assert all(chance == Fraction(1, 24) and cards[0] == cards[5] == 9 for chance, cards in found)


SOLVED: list[tuple[Game, str, Any]] = [
    (RACE, "4", race.solve),
    (NIM, "7-3", nim.solve),
    (NIM, "8-3", nim.solve),
    (GUESS, "3", guess.solve),
]


@pytest.mark.parametrize(("game", "setup", "solve"), SOLVED, ids=[f"{game.name} {setup}" for game, setup, _ in SOLVED])
def test_toys_are_solved_as_their_own_solvers_do(game: Game, setup: str, solve: Any) -> None:
    found = equilibrium(GameTree(game, setup), 1e-3)
    known = max(solve(Position.deal(game, setup)).values())
    assert found.exploitability <= 1e-3 and found.values[0] == pytest.approx(known, abs=2e-3)


def test_what_cannot_be_enumerated_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UsageError, match="more than 1,000 nodes"):
        GameTree(LEDUC, most=1_000)
    with pytest.raises(UsageError, match="equilibria are found for two players"):
        equilibrium(replace_seats(GameTree(KUHN)))
    monkeypatch.setattr("mulligan.exact.chances.MOST_WAYS", 100)
    with pytest.raises(UsageError, match="in more than 100 ways"):
        GameTree(SWAP, "short")
    rules, here = open_rules(SWAP), Position.deal(SWAP.interpreted(), "short")
    with pytest.raises(UsageError, match="draw more than whole numbers"):
        list(every_way(lambda ways: rules.advise(here.states[0], here.table[0], SWAP.style("coin"), ways, [0] * 64)))


def replace_seats(tree: GameTree) -> GameTree:
    tree.seats = 3
    return tree


# --- trees ------------------------------------------------------------------------------------------------------------


def test_the_trees_have_the_known_sizes(trees: dict[str, GameTree]) -> None:
    """Leduc poker has 936 information sets with suits, of which 288 differ in more than names of suits."""
    assert [len(trees[name].sets) for name in ORDER] == [12, 288]
    assert sum(payoff.any() for payoff in trees["kuhn"].payoff) == 30  # leaves: 6 deals, 5 ways to bet
    for tree in trees.values():
        edges = profile(tree, uniform(tree))
        assert values(tree, edges).sum() == pytest.approx(1)


def test_positions_of_an_information_set_look_the_same_to_its_seat(trees: dict[str, GameTree]) -> None:
    tree = trees["leduc"]
    for node in range(0, len(tree.parent), 7):
        if tree.set[node] >= 0:
            one = tree.sets[tree.set[node]]
            here, there = tree.position(node), tree.position(one.node)
            assert here.observe(one.seat) == there.observe(one.seat)
            assert tuple(sorted(here.options())) == one.moves


# --- known answers ----------------------------------------------------------------------------------------------------


def test_the_published_exploitability_of_the_uniform_policy(trees: dict[str, GameTree]) -> None:
    for name, known in (("kuhn", 0.9167), ("leduc", 4.747)):
        tree = trees[name]
        assert chips(tree) * nash_conv(tree, profile(tree, uniform(tree))) == pytest.approx(known, abs=5e-4)


@pytest.mark.parametrize(("name", "known", "precision"), [("kuhn", -1 / 18, 1e-5), ("leduc", -0.085606, 4e-5)])
def test_the_known_value_of_the_game(trees: dict[str, GameTree], name: str, known: float, precision: float) -> None:
    tree = trees[name]
    found = equilibrium(tree, precision)
    assert found.exploitability <= precision
    assert chips_won(tree, found.values[0]) == pytest.approx(known, abs=2 * precision * chips(tree))
    assert exploitability(tree, found.policy) == pytest.approx(found.exploitability)


def kuhn_policy(tree: GameTree, alpha: float) -> Policy:
    """The known equilibria of Kuhn poker, one for each alpha from 0 to 1/3."""
    first = {JACK: alpha, QUEEN: 0.0, KING: 3 * alpha}
    calls = {JACK: 0.0, QUEEN: alpha + 1 / 3, KING: 1.0}
    second = {JACK: 1 / 3, QUEEN: 0.0, KING: 1.0}
    second_calls = {JACK: 0.0, QUEEN: 1 / 3, KING: 1.0}

    def moves(number: int) -> Mapping[int, float]:
        one = tree.sets[number]
        s = tree.states[one.node]
        card = s.card[one.seat]
        if s.paid[0] != s.paid[1]:
            call = (second_calls if one.seat else calls)[card]
            return {FOLD: 1 - call, CALL: call}
        bet = (second if one.seat else first)[card]
        return {CALL: 1 - bet, RAISE: bet}

    return policy_by(tree, moves)


@pytest.mark.parametrize("alpha", [0, 0.1, 0.25, 1 / 3])
def test_the_known_equilibria_of_kuhn_cannot_be_exploited(trees: dict[str, GameTree], alpha: float) -> None:
    tree = trees["kuhn"]
    policy = kuhn_policy(tree, alpha)
    assert exploitability(tree, policy) == pytest.approx(0, abs=1e-12)
    assert chips_won(tree, values(tree, profile(tree, policy))[0]) == pytest.approx(-1 / 18, abs=1e-12)


def test_policies_near_the_equilibria_of_kuhn_can_be_exploited(trees: dict[str, GameTree]) -> None:
    tree = trees["kuhn"]
    policy = kuhn_policy(tree, 0.4 / 3)
    policy[:, :2] = 0.9 * policy[:, :2] + 0.1 * uniform(tree)
    assert exploitability(tree, policy) > 0.001
    assert exploitability(tree, kuhn_policy(tree, 1 / 3)) < exploitability(tree, policy) < 0.4583 / 4


def test_what_two_errors_cost(trees: dict[str, GameTree]) -> None:
    """Never to bluff, and always to call with the queen: each costs 1/12 of a chip, and both together 1/6."""
    tree = trees["kuhn"]
    numbers = {tree.text(number): number for number in range(len(tree.sets))}
    passive, calling = (
        (numbers["kuhn J?"], numbers["kuhn ?J: check"]),
        (numbers["kuhn ?Q: bet"], numbers["kuhn Q?: check bet"]),
    )
    for bluffs, trusts, cost in ((True, True, 0), (False, True, 1 / 12), (True, False, 1 / 12), (False, False, 1 / 6)):
        policy = kuhn_policy(tree, 1 / 3)
        policy[list(passive)] = policy[list(passive)] if bluffs else (1, 0)
        policy[list(calling)] = policy[list(calling)] if trusts else (0, 1)
        assert chips(tree) * exploitability(tree, policy) == pytest.approx(cost, abs=1e-12)


def test_a_best_response_gets_what_it_says(trees: dict[str, GameTree]) -> None:
    for tree in trees.values():
        policy = uniform(tree)
        for seat in range(2):
            value, response = best_response(tree, profile(tree, policy), seat)
            both = [policy, policy]
            both[seat] = response
            assert values(tree, profile(tree, both))[seat] == pytest.approx(value, abs=1e-12)
            for other in (policy, np.roll(response, 1, axis=1) * tree.legal):
                both[seat] = other
                assert values(tree, profile(tree, both))[seat] <= value + 1e-12


# --- an independent implementation ------------------------------------------------------------------------------------


def our_policy(tree: GameTree, policy: int) -> Policy:
    def moves(number: int) -> dict[int, float]:
        one = tree.sets[number]
        s = tree.states[one.node]
        likes = {
            move: openspiel_numbers.weight(policy, s.card[one.seat], s.board - 1, s.turn, move) for move in one.moves
        }
        return {move: like / sum(likes.values()) for move, like in likes.items()}

    return policy_by(tree, moves)


def our_numbers(trees: dict[str, GameTree]) -> dict[str, list[dict[str, float]]]:
    found: dict[str, list[dict[str, float]]] = {}
    for name, tree in trees.items():
        edges = [profile(tree, our_policy(tree, policy)) for policy in openspiel_numbers.POLICIES]
        found[name] = [
            {
                "value": pytest.approx(chips_won(tree, values(tree, each)[0]), abs=1e-9),
                "nash_conv": pytest.approx(chips(tree) * nash_conv(tree, each), abs=1e-9),
            }
            for each in edges
        ]
    return found


def test_values_and_exploitability_are_those_of_openspiel(trees: dict[str, GameTree]) -> None:
    assert json.loads(openspiel_numbers.FILE.read_text("utf-8")) == our_numbers(trees)


def test_openspiel_still_says_the_same(trees: dict[str, GameTree]) -> None:
    pytest.importorskip("pyspiel")
    assert openspiel_numbers.numbers() == our_numbers(trees)


# --- synthetic trees --------------------------------------------------------------------------------------------------


def winners(setup: str, trees: int = 12) -> list[tuple[int, int]]:
    """For each pair of sibling leaves, of several trees: who wins on the left and on the right."""
    found = []
    for number in range(trees):
        for i in range(4):
            for j in range(4):
                for path in range(8):
                    text = "".join(f" {('left', 'right')[path >> k & 1]}" for k in range(3))
                    start = Position.read(SYNTHETIC, f"synthetic worlds {i} {j}:{text}", f"{setup},tree={number}")
                    ends = [start.copy().play(move) for move in (0, 1)]
                    found.append((int(ends[0].payoff(0)), int(ends[1].payoff(0))))
    return found


@pytest.mark.parametrize(("lc", "bias"), [(0.0, 0.5), (1.0, 0.5), (0.7, 0.9), (0.3, 0.2)])
def test_the_dials_of_leaves(lc: float, bias: float) -> None:
    pairs = winners(f"lc={lc},bias={bias},df=0.2,depth=4,worlds=4")
    alike = [left for left, right in pairs if left == right]
    error = 4 * 0.5 / len(pairs) ** 0.5  # 4 standard errors: 6 in 100,000
    assert len(alike) / len(pairs) == pytest.approx(lc, abs=error)
    if alike:
        assert sum(alike) / len(alike) == pytest.approx(bias, abs=4 * 0.5 / len(alike) ** 0.5)
    mixed = [left for left, right in pairs if left != right]
    if mixed:
        assert sum(mixed) / len(mixed) == pytest.approx(0.5, abs=4 * 0.5 / len(mixed) ** 0.5)


def test_the_dial_of_learning() -> None:
    def known(df: str, moves: int) -> float:
        """The mean number of worlds that are possible to the player to move."""
        sizes = []
        for seed in range(400):
            here = Position.deal(SYNTHETIC, f"df={df},tree={seed % 20}", seed)
            for _ in range(moves):
                here.play(seed % 2)
            s = here.fields()
            seat = here.actor
            assert s["low"][seat] <= s["world"][1 - seat] < s["high"][seat]
            sizes.append(s["high"][seat] - s["low"][seat])
        return sum(sizes) / len(sizes)

    assert known("0", 7) == 8 and known("1", 0) == 1
    # halved 0, 1, 2 or 3 times with probabilities 0.5, 0.25, 0.125 and 0.125
    assert known("0.5", 0) == pytest.approx(8 * 0.5 + 4 * 0.25 + 2 * 0.125 + 1 * 0.125, abs=0.65)
    assert known("0.5", 0) > known("0.5", 2) > known("0.5", 6) >= 1


def test_without_secrets_a_synthetic_tree_is_a_game_of_perfect_information() -> None:
    tree = GameTree(SYNTHETIC, "lc=0.4,df=1,depth=4,worlds=4")
    assert len(tree.sets) == (tree.owner >= 0).sum()  # every node is an information set of its own
    value = equilibrium(tree, 1e-6).values[0] * 16
    assert value == pytest.approx(round(value), abs=1e-3)  # each of the 16 worlds is won or lost


@pytest.mark.parametrize(
    ("setup", "told"),
    [
        ("lc=2", "lc: '2' should be from 0 to 1"),
        ("depth=x", "depth: 'x' should be a whole number"),
        ("worlds=99", "should be from 1 to 16"),
        ("lx=1", "lx"),
        ("nan", "nan"),
    ],
)
def test_wrong_dials_are_refused(setup: str, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        Position.deal(SYNTHETIC, setup)


# --- poker as a game --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "text", "won"),
    [
        (KUHN, "kuhn KJ: check check", 1),
        (KUHN, "kuhn JK: check bet fold", -1),
        (KUHN, "kuhn QJ: bet call", 2),
        (LEDUC, "leduc KK board J: check check, bet raise call", 0),
        (LEDUC, "leduc JK board J: bet raise call, bet raise call", 13),
        (LEDUC, "leduc QK board J: bet raise call, bet fold", 5),
        (LEDUC, "leduc QK: bet raise fold", -3),
    ],
)
def test_chips_change_hands(game: Game, text: str, won: int) -> None:
    here = Position.read(game, text)
    assert str(here) == text and here.over
    assert [(here.payoff(seat) - 0.5) * game.room().units.span for seat in (0, 1)] == pytest.approx([won, -won])


@pytest.mark.parametrize(
    ("game", "text", "told"),
    [
        (KUHN, "kuhn KK", "not so many cards"),
        (KUHN, "kuhn KJ: check fold", "'fold' should be one of: check, bet"),
        (KUHN, "kuhn KJ: check check bet", "nothing more"),
        (KUHN, "poker", "example: kuhn KJ: check bet"),
        (LEDUC, "leduc KK board K: check check", "not so many cards"),
        (LEDUC, "leduc KK: check check", "should have a card"),
        (LEDUC, "leduc KK board J: check", "no card yet"),
    ],
)
def test_wrong_positions_are_refused(game: Game, text: str, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        Position.read(game, text)
