"""The records of a search: what it is told (`Plan`), its trees and nodes, and what it tells (`Row`)."""

from __future__ import annotations

from mulligan.game import MAX_STAGES
from mulligan.kernel import record

SEARCHED = -1  # in place of a style: this stage is a decision of the tree

FOR_TREE, FOR_NODE, EVERY, NEVER = range(4)
DEALS = ("tree", "node", "every", "never")

FIXED, OPEN, BRANCH = range(3)
OUTCOMES = ("fixed", "open", "branch")

RANDOM, LISTED, BY_MAST = range(3)
ORDERS = ("random", "listed", "mast")

TO_MOVER, TO_SEARCHER, BY_DEPTH = range(3)
CREDITS = ("mover", "searcher", "depth")

NOT_INTERESTING, AT_ROOT, AT_LEAF = range(3)
INTERESTING = ("no", "root", "leaf")

NO_CUT, CUT_MOVES, CUT_TURNS, CUT_AHEAD = range(4)

MAST = -2  # in place of a rollout style
ROLLOUT = -3  # in place of a style for the rest of the turn: as the rollout styles have it
NO_KEY = -(1 << 62)  # in place of a move's key: its average is not kept

SAW_WIN, SAW_LOSS = 1, 2

DECISION, TERMINAL, CLOSED, SETTLED = range(4)  # settled: the turn ends here and is not played to its end

LOGS = 1024  # logarithms of smaller numbers stand in a table
TURNS = 512  # the discount of later turns is that of the last one

Plan = record(
    seat="i8",  # who is searching
    deal="i8",
    every="i8",  # iterations between deals
    outcomes="i8",
    own=("i8", MAX_STAGES),  # style of each stage in the tree for the searcher, or SEARCHED
    foe=("i8", MAX_STAGES),  # the same for the other player
    form="i8",  # pruning level, plus CHAIN
    below="i8",  # the same below the root
    skip="i8",  # decisions with a single option are no nodes
    c="f8",
    log=("f8", LOGS),
    plain="i8",  # selection knows nothing but means, visits and c
    peak="i8",  # a child is worth its best reward, not its mean
    primed="i8",  # visits, without any reward, that every node is taken to have had before
    availability="i8",
    credit="i8",  # whose reward a node keeps
    miscount="i8",  # availability is counted as a published program had it
    exhaust="i8",  # what is fully explored is not visited again
    sure="i8",  # where the tree is closed, no rollout follows: every visit would find the same
    fpu="f8",
    order="i8",  # of moves not tried yet
    bias="f8",
    bias_style="i8",
    own_turn="i8",  # the tree ends with the searcher's turn
    depth="i8",
    rollout=("i8", MAX_STAGES),
    rests="i8",  # whether any of the next are other than ROLLOUT
    rest=("i8", MAX_STAGES),  # by the stage where a simulation starts: its style until the turn ends, or ROLLOUT
    blind=("i8", MAX_STAGES),  # whether a new node that a move of this stage leads to counts as lost
    leaks="i8",  # what a blind visit sees of the end of the game is not forgotten
    pruned_start="i8",  # the first move of a simulation is one of the pruned ones
    settle="i8",  # the move that ends a turn is played
    rooted="i8",  # the first simulation of a tree starts at its root
    idle="i8",  # a rollout is played and ignored before a position is judged
    redraw="i8",  # rollouts draw afresh what nobody has drawn yet
    sampled="i8",  # every reward is kept, by the move at the root
    cut="i8",
    cut_length="i8",
    evaluation="i8",
    win="f8",
    draw="f8",
    loss="f8",
    discount=("f8", TURNS),
    interesting="i8",
    contrast=("i8", 2),
    candidates="i8",  # rollouts that may be spent on finding an interesting deal
    tests="i8",  # pairs of rollouts per candidate
    deduct="i8",  # whether they count as simulations
    mast="i8",  # keep the average of every move over all simulations (1), or of those in rollouts (2)
    temperature="f8",
    epsilon="f8",
    unseen="f8",  # the average of a move not seen yet
    cap="i8",  # nodes per tree
    keep="i8",  # a node is one position, which may be kept
)

Node = record(
    move="i8",  # the move that leads here, or the outcome of chance
    key="i8",
    seed="i8",  # what chance decides on the way here
    value="f8",  # sum of rewards of the player who moved here
    square="f8",
    best="f8",
    prior="f8",
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

Tree = record(
    z="i8",  # its random stream
    root="i8",  # its first node, or -1 before it is planted
    size="i8",
    done="i8",  # simulations
    goal="i8",  # simulations wanted
    start="i8",  # the turn of the root
    deepest="i8",
    leak="i8",  # what blind visits have seen since the last simulation: SAW_WIN, SAW_LOSS, or both
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

Average = record(key="i8", visits="f8", value="f8")  # of a move, over all simulations
