"""An equilibrium of a small game for two, by counterfactual regret minimization.

CFR (Zinkevich et al. 2007) in the form CFR+ (Tammelin 2014): regrets never fall below zero, the seats are updated in
turn, and the average policy counts later rounds more.  How far it is from an equilibrium is not estimated but computed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..core.errors import UsageError
from .policy import Policy, exploitability, profile, reach, values, without
from .tree import GameTree, Reals

CHECKED = 50  # rounds after which the distance is computed again


@dataclass(frozen=True)
class Equilibrium:
    """A policy that is nearly an equilibrium."""

    policy: Policy
    rounds: int
    exploitability: float
    """By how much it is not one."""
    values: tuple[float, ...]
    """What each seat gets."""


def matched(regret: Reals, legal: Reals) -> Policy:
    """Regret matching: moves in proportion to their regrets, or all alike where there is none."""
    total = regret.sum(axis=1, keepdims=True)
    made: Policy = np.where(total > 0, regret / np.where(total > 0, total, 1.0), legal)
    return made


def equilibrium(tree: GameTree, precision: float = 1e-4, rounds: int = 20_000) -> Equilibrium:
    """Play CFR+ until a best response gains no more than `precision`, a payoff.

    >>> from mulligan.games.toys import KUHN
    >>> round(4 * equilibrium(GameTree(KUHN), 1e-5).values[0] - 2, 3)  # the chips of the first player: -1/18
    -0.056
    """
    if tree.seats != 2:
        raise UsageError(f"{tree.game.name}: equilibria are found for two players")
    even = tree.legal / tree.legal.sum(axis=1, keepdims=True)
    regret, total = np.zeros(even.shape), np.zeros(even.shape)
    seat_of = np.array([one.seat for one in tree.sets])
    first = np.array([one.node for one in tree.sets])
    policy = even
    for played in range(1, rounds + 1):
        for seat in range(2):
            edges = profile(tree, policy)
            mine = seat_of == seat
            worth = counterfactual_values(tree, edges, seat)
            gain = worth - (policy * worth).sum(axis=1, keepdims=True)
            regret[mine] = np.where(tree.legal[mine], np.maximum(regret[mine] + gain[mine], 0.0), 0.0)
            own = reach(tree, np.where(tree.mover == seat, edges, 1.0))[first]
            total[mine] += played * own[mine, None] * policy[mine]
            policy = matched(regret, even)
        if played % CHECKED == 0 or played == rounds:
            average = matched(total, even)
            far = exploitability(tree, average)
            if far <= precision or played == rounds:
                break
    return Equilibrium(average, played, far, tuple(float(x) for x in values(tree, profile(tree, average))))


def counterfactual_values(tree: GameTree, edges: Reals, seat: int) -> Reals:
    """Of each move of a seat: what it is worth times the probability that chance and the others let it happen."""
    others = reach(tree, without(tree, edges, seat))
    found = tree.payoff[:, seat].copy()
    for low, high in reversed(tree.levels[1:]):
        np.add.at(found, tree.parent[low:high], edges[low:high] * found[low:high])
    own = tree.mover == seat
    worth = np.zeros(tree.legal.size)
    np.add.at(worth, tree.slot[own], others[own] * found[own])
    return worth.reshape(tree.legal.shape)
