"""Players of Pokemon by name: that of the paper with each of its parts as a switch, and the best that is known."""

from __future__ import annotations

from mulligan.core.room import Preset

# Five seconds for a turn, shared among its decisions.  The set-up is played by `scripted`, which opens with the Pokemon
# of the paper's first heuristic: hit points and a low retreat cost, and nothing else.  The cards that the player cannot
# know are dealt once a decision; what is still to be drawn is shuffled at every node.
_SCRATCH = {
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
_ACROSS = {"across": ""}
_CUT = {"cut": "4turns"}
_GOALS = {"cut": "1turns", "evaluate": "goals"}
_WEIGHED = {"cut": "1turns", "evaluate": "weighed"}
_BIAS = {"bias": "1", "guide": "paper"}
_FIXED = {"deal": "tree", "outcomes": "fixed"}
_OPEN = {"deal": "every", "outcomes": "open", "availability": ""}


def _uhlenkamp2015() -> dict[str, tuple[str, dict[str, str]]]:
    """The paper's player and what becomes of it when one part is changed: name -> what it is, and its settings.

    >>> list(_uhlenkamp2015())[:3]
    ['mcts', 'no-reuse', 'across']
    """
    changes = {
        "mcts": ("chance nodes, random playouts to the end, 5 seconds a turn, a tree that is kept", {}),
        "no-reuse": ("every decision has a new tree", {"reuse": "no"}),
        "across": ("the tree is kept across the opponent's turn too, where the position is found in it", _ACROSS),
        "starters": ("the set-up by our own first heuristic, as `expert` plays it", {"play": "expert"}),
        "cut": ("playouts end after four turns with the heuristic", _CUT),
        "goals": ("playouts end with the turn, judged by smaller goals", _GOALS),
        "weighed": ("the same, with unseen cards weighed by the chance to hold them", _WEIGHED),
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
    return {name: (about, _SCRATCH | words) for name, (about, words) in changes.items()}


# Found by trying settings on deals of their own; the figures of the documents are from others.
BEST = {
    "sims": "8000",
    "deal": "every",
    "outcomes": "open",
    "availability": "",
    "c": "0.2",
    "search": "turn+choice+promote",
    "tree": "expert",
    "prune": "sensible",
    "rollout": "scripted",
    "cut": "1turns",
    "evaluate": "hope",
    "play": "expert",
}


def presets() -> tuple[Preset, ...]:
    """All of them."""
    about = "plans its own turn for smaller goals: the next knock-out, an evolved Pokemon with three Energy"
    found = _uhlenkamp2015().items()
    return (
        *(Preset(f"uhlenkamp2015/{name}", f"Uhlenkamp & Chenhall: {about}", words) for name, (about, words) in found),
        Preset("pokemon/goals", about, BEST | {"evaluate": "goals"}),
    )
