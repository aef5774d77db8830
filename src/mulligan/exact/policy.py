"""Policies on a tree: what they are worth, the best response to them, and so how exploitable they are.

A policy is a table with a row for each information set and the probability of each of its moves.  A player who is shown
the true cards has none: what it does may differ within an information set, so it has a row for each node.  A profile is
what everybody plays, as the probability of every edge of the tree.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from .tree import GameTree, Reals

Policy = Reals


def uniform(tree: GameTree) -> Policy:
    """Every legal move with the same probability."""
    made: Policy = tree.legal / tree.legal.sum(axis=1, keepdims=True)
    return made


def policy_by(tree: GameTree, moves: Callable[[int], Mapping[int, float]]) -> Policy:
    """A policy from a function that gives, for the number of an information set, the probability of each move."""
    made = np.zeros(tree.legal.shape)
    for number, one in enumerate(tree.sets):
        found = moves(number)
        made[number, : len(one.moves)] = [found.get(move, 0.0) for move in one.moves]
    return made


def profile(tree: GameTree, policies: Sequence[Policy] | Policy) -> Reals:
    """The probability of every edge, if each seat has a policy, or all have the same."""
    each = [policies] * tree.seats if isinstance(policies, np.ndarray) else policies
    edges = tree.chance.copy()
    for seat, policy in enumerate(each):
        mine = tree.mover == seat
        rows = tree.set if len(policy) == len(tree.sets) else np.arange(len(tree.parent))
        edges[mine] = policy[rows[tree.parent[mine]], tree.at[mine]]
    return edges


def reach(tree: GameTree, edges: Reals) -> Reals:
    """The product of the edges that lead to each node."""
    found = np.ones(len(edges))
    for low, high in tree.levels[1:]:
        found[low:high] = found[tree.parent[low:high]] * edges[low:high]
    return found


def values(tree: GameTree, edges: Reals) -> Reals:
    """What each seat gets on average."""
    found: Reals = reach(tree, edges) @ tree.payoff
    return found


def without(tree: GameTree, edges: Reals, seat: int) -> Reals:
    """The edges with those of one seat at 1: what chance and the others do."""
    return np.where(tree.mover == seat, 1.0, edges)


def best_response(tree: GameTree, edges: Reals, seat: int) -> tuple[float, Policy]:
    """The most that a seat gets against what the others do, and one way to get it."""
    others = reach(tree, without(tree, edges, seat))
    found = tree.payoff[:, seat].copy()
    worth = np.zeros(tree.legal.shape)
    flat = worth.reshape(-1)
    choice = np.zeros(len(tree.sets), np.int64)
    for low, high in reversed(tree.levels[1:]):
        mine = low + np.flatnonzero(tree.owner[low:high] == seat)
        if len(mine):
            some = np.unique(tree.set[mine])
            choice[some] = np.where(tree.legal[some], worth[some], -np.inf).argmax(axis=1)
        found[mine] = found[tree.child[mine, choice[tree.set[mine]]]]
        nodes = np.arange(low, high)
        own = tree.mover[nodes] == seat
        np.add.at(flat, tree.slot[nodes[own]], others[nodes[own]] * found[nodes[own]])
        rest = nodes[~own]
        np.add.at(found, tree.parent[rest], edges[rest] * found[rest])
    policy = np.zeros(tree.legal.shape)
    policy[np.arange(len(choice)), choice] = 1.0
    return float(found[0]), policy


def nash_conv(tree: GameTree, edges: Reals) -> float:
    """How much all seats together could gain by a best response, each against what the others do now."""
    gained = [best_response(tree, edges, seat)[0] for seat in range(tree.seats)]
    return sum(gained) - float(values(tree, edges).sum())


def exploitability(tree: GameTree, policy: Sequence[Policy] | Policy) -> float:
    """What a best response gains on average over the seats: NashConv divided by their number.

    >>> from mulligan.games.toys import KUHN
    >>> tree = GameTree(KUHN)
    >>> round(4 * exploitability(tree, uniform(tree)), 4)  # in chips
    0.4583
    """
    return nash_conv(tree, profile(tree, policy)) / tree.seats
