"""The records of a search: what it is told (`Plan`), its trees and nodes, and what it tells (`Row`).

Plans, nodes and trees are composed: to the fields below each part of the search adds a record of its own, under the
name of its slot (`plan.select.c`).
"""

from __future__ import annotations

from math import inf
from typing import Any, NamedTuple

from mulligan.core.game import MAX_STAGES
from mulligan.kernel import record

SEARCHED = -1  # in place of a style: this stage is a decision of the tree

FOR_TREE, FOR_NODE, EVERY, NEVER = range(4)
DEALS = ("tree", "node", "every", "never")

FIXED, OPEN, BRANCH = range(3)
OUTCOMES = ("fixed", "open", "branch")

DECISION, TERMINAL, CLOSED, SETTLED = range(4)  # settled: the turn ends here and is not played to its end

NO_STAGE = -1  # in place of a stage: no new node was opened

ROOT, WORLD, WALKER, TRIAL = range(4)  # the positions in `Memory.slots`
TRACE = 4096  # moves of a playout that can be noted
MOST_STEPS = 100_000  # of play by styles from outside, without a decision of the tree; games are shorter by far
OPEN_LIMIT = 2_000  # the greatest depth of a tree

PLAN = dict[str, Any](
    seat="i8",  # who is searching
    deal="i8",
    every="i8",  # simulations between deals
    outcomes="i8",
    own=("i8", MAX_STAGES),  # style of each stage in the tree for the searcher, or SEARCHED
    foe=("i8", MAX_STAGES),  # the same for all others
    form="i8",  # pruning, plus CHAIN
    below="i8",  # the same below the root
    skip="i8",  # decisions with a single option are no nodes
    exhaust="i8",  # what is fully explored is not visited again
    sure="i8",  # where the tree is closed, no playout follows: every visit would find the same
    fpu="f8",
    availability="i8",
    own_turn="i8",  # the tree ends with the searcher's turn
    depth="i8",
    settle="i8",  # the move that ends a turn is played
    rooted="i8",  # the first simulation of a tree starts at its root
    redraw="i8",  # playouts draw afresh what nobody has drawn yet
    sampled="i8",  # every reward is kept, by the move at the root
    cap="i8",  # nodes per tree
)

NODE = dict[str, Any](
    move="i8",  # the move that leads here, or the outcome of chance
    seed="i8",  # what chance decides on the way here
    value="f8",  # sum of rewards of the player who moved here
    square="f8",
    best="f8",
    visits="i4",
    avail="i4",
    first="i4",
    next="i4",  # sibling
    count="i4",
    tried="i4",
    full="i4",  # children that are fully explored
    state="i4",  # where the position is kept, or -1
    mover="i4",
    kind="i4",
)
UNVISITED = {"best": -inf, "state": -1}  # all else is 0 in a new node

TREE = dict[str, Any](
    z="i8",  # its random stream
    root="i8",  # its first node, or -1 before it is planted
    size="i8",
    done="i8",  # simulations
    goal="i8",  # simulations wanted
    start="i8",  # the turn of the root
    deepest="i8",
    world="i8",  # where its world is kept among the states
)

Pool = record(nodes="i8", states="i8", samples="i8")

Sample = record(node="i8", reward="f8")  # of one simulation: the child of the root, and the searcher's reward

Row = record(
    move="i8",
    visits="i8",
    avail="i8",
    value="f8",
    square="f8",
    best="f8",
    votes="i8",  # trees in which it has most visits
    means="f8",  # sum of its means over the trees
    trees="i8",  # trees that tried it
    bests="f8",  # sum of its best rewards in them
)


class Memory(NamedTuple):
    """All that the compiled functions of a search work on."""

    nodes: Any
    blank: Any
    """One node as it is before its first visit."""
    states: Any
    """The worlds of the trees, then the positions of nodes."""
    slots: Any
    """Positions to work on: ROOT, WORLD, WALKER, TRIAL."""
    pool: Any
    moves: Any
    path: Any
    """The nodes of the present simulation."""
    trace: Any
    """What the playout noted of its moves."""
    rewards: Any
    """What the present simulation is worth to each seat."""
    samples: Any
    candidates: Any
    """For selection rules that look at all children at once: the nodes of those that compete."""
    weights: Any
    """The prior probabilities of the moves in `moves`, where a part wants them."""
    numbers: Any
    """What a network sees of a position, where there is one;"""
    seen: Any
    """the same as the game's encoding takes it, in the same memory;"""
    sheet: Any
    """room for the game to write on;"""
    sums: Any
    """and room for the network to reckon."""
    worlds: Any
    """The memory of the part that makes worlds, if it has any."""
    select: Any
    playout: Any
