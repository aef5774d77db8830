"""The policy of an agent, by asking it at every information set of a tree.

What a rule player does is worked out exactly: all that chance may tell it.  A search is asked again and again, each
time with another seed, and there are two ways to read a policy from that:

* `played`: how often it plays each move.  That is its policy at the table, whatever its final choice is;
* `visits`: the share of simulations that each move was given, averaged over the seeds.  For searches whose average
  play is what converges (EXP3, regret matching), this is their answer, and playing the most visited move would throw
  it away.

An agent that is shown the true cards is asked at every node instead, for its answer may differ within an information
set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ..agents import Player
from ..agents.asking import ask
from ..core.errors import UsageError
from ..kernel import seed_of
from ..search import Decision
from .chances import every_way
from .policy import Policy, exploitability
from .tree import GameTree, Reals

WAYS = ("played", "visits")
RESAMPLED = 100  # times, to find the sampling error


@dataclass(frozen=True)
class Asked:
    """What an agent answered."""

    tree: GameTree
    policy: Policy
    samples: dict[int, Reals] = field(default_factory=dict)
    """Of each row of the policy that was sampled: the answers, one after the other."""

    def exploitability(self) -> float:
        """Of the policy as it was found."""
        return exploitability(self.tree, self.policy)

    def spread(self, seed: int = 0) -> tuple[float, float]:
        """The standard error of the exploitability, and by how much it is too high on average, by the bootstrap.

        A best response also exploits what is only chance in the sample, so few answers make a policy look worse.
        """
        if not self.samples:
            return 0.0, 0.0
        rng = np.random.default_rng(seed_of(seed, "bootstrap"))
        found = []
        for _ in range(RESAMPLED):
            again = self.policy.copy()
            for row, answers in self.samples.items():
                again[row] = answers[rng.integers(len(answers), size=len(answers))].mean(axis=0)
            found.append(exploitability(self.tree, again))
        return float(np.std(found, ddof=1)), float(np.mean(found)) - self.exploitability()


def ask_agent(
    tree: GameTree,
    player: Player,
    asks: int,
    seed: int = 0,
    way: str = "played",
    done: Callable[[int, int], None] = lambda row, rows: None,
) -> Asked:
    """The policy of an agent; a search is asked `asks` times for each row.  `done` is told how far it is.

    >>> from mulligan.agents import make_player
    >>> from mulligan.games.toys import KUHN
    >>> found = ask_agent(GameTree(KUHN), make_player(KUHN, "equilibrium"), 1)
    >>> round(found.exploitability(), 9), found.spread()
    (0.0, (0.0, 0.0))
    """
    if way not in WAYS:
        raise UsageError(f"policy: '{way}' should be one of {', '.join(WAYS)}")
    nodes = list(_rows(tree, player))
    policy = np.zeros((len(tree.parent) if player.oracle else len(tree.sets), tree.legal.shape[1]))
    samples: dict[int, NDArray[np.float64]] = {}
    for at, (row, node) in enumerate(nodes):
        done(at, len(nodes))
        one = tree.sets[tree.set[node]]
        if len(one.moves) == 1:
            policy[row, 0] = 1.0
            continue
        ruled = _by_rule(tree, player, node)
        if ruled is not None:
            policy[row] = ruled
            continue
        position = tree.position(node)
        answers = []
        for number in range(asks):
            player.forget()
            decision = ask(player, position, one.seat, ("exact", seed, row, number))
            answers.append(_shares(tree, node, decision, way))
        samples[row] = np.array(answers)
        policy[row] = samples[row].mean(axis=0)
    return Asked(tree, policy, samples)


def _rows(tree: GameTree, player: Player) -> Iterator[tuple[int, int]]:
    """The rows of the policy, each with a node where the agent can be asked."""
    if player.oracle:
        yield from ((int(node), int(node)) for node in np.flatnonzero(tree.owner >= 0))
    else:
        yield from ((row, one.node) for row, one in enumerate(tree.sets))


def _row(tree: GameTree, node: int, likes: dict[int, float]) -> Reals:
    """The probabilities of moves as a row of a policy."""
    row: Reals = np.zeros(tree.legal.shape[1])
    moves = tree.sets[tree.set[node]].moves
    for move, like in likes.items():
        row[moves.index(move)] = like
    row /= row.sum()
    return row


def _by_rule(tree: GameTree, player: Player, node: int) -> Reals | None:
    """What a rule player does, if all that chance may tell it can be tried."""
    style = player.styles[int(tree.rules.stage(tree.states[node]))]
    if style < 0:
        return None
    likes: dict[int, float] = {}
    try:
        for chance, move in every_way(lambda chances: tree.advice(node, style, chances)):
            likes[move] = likes.get(move, 0.0) + float(chance)
    except UsageError:
        return None
    return _row(tree, node, likes)


def _shares(tree: GameTree, node: int, decision: Decision, way: str) -> Reals:
    """One answer of an agent as a row of a policy."""
    if way == "visits" and decision.choices and not decision.prefix:
        return _row(tree, node, {choice.move: float(choice.visits) for choice in decision.choices})
    return _row(tree, node, {decision.moves[0]: 1.0})
