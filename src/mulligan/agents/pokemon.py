"""The player of Uhlenkamp & Chenhall, as a configuration of the one search with each of its parts as a switch."""

from __future__ import annotations

# Five seconds for a turn, shared among its decisions; the set-up is decided by the paper's first heuristic.  The cards
# that the player cannot know are dealt once a decision; what is still to be drawn is shuffled at every node.
_PAPER = {
    "turn_seconds": "5",
    "turn_moves": "4",
    "deal": "node",
    "outcomes": "branch",
    "c": "1.4142135623730951",
    "search": "turn+choice+promote",
    "tree": "scripted",
    "play": "scripted",
    "rollout": "uniform",
    "final": "mean",
    "reuse": "",
    "evaluate": "paper",
}
_CUT = {"cut": "4turns"}
_BIAS = {"bias": "1", "guide": "paper"}
_FIXED = {"deal": "tree", "outcomes": "fixed"}
_OPEN = {"deal": "every", "outcomes": "open", "availability": ""}


def uhlenkamp2015() -> dict[str, tuple[str, dict[str, str]]]:
    """The paper's player and what becomes of it when one part is changed: name -> what it is, and its settings.

    >>> list(uhlenkamp2015())[:3]
    ['mcts', 'no-reuse', 'cut']
    """
    changes = {
        "mcts": ("chance nodes, random playouts to the end, 5 seconds a turn, a tree that is kept", {}),
        "no-reuse": ("every decision has a new tree", {"reuse": "no"}),
        "cut": ("playouts end after four turns with the heuristic", _CUT),
        "bias": ("the heuristic helps to select", _BIAS),
        "cut+bias": ("both", _CUT | _BIAS),
        "searcher": ("all nodes maximise the searcher's result", {"credit": "searcher"}),
        "depth": ("results are credited by depth, as if players alternated", {"credit": "depth"}),
        "one-world": ("no chance nodes: what chance decides is decided once a node", _FIXED),
        "worlds": ("hidden cards are dealt anew for every iteration, not once a decision", {"deal": "every"}),
        "open": ("no chance nodes: a node is a history of decisions, in a new world every time", _OPEN),
        "ensemble": ("ten trees, each in a world of its own", {"trees": "10", **_FIXED}),
        "develop": ("playouts develop first and then attack", {"rollout": "develop"}),
        "visits": ("plays the move with most visits", {"final": "visits"}),
    }
    return {name: (about, _PAPER | words) for name, (about, words) in changes.items()}
