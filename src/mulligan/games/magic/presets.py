"""Players of Magic by name: those of the paper, under its own names, and the best that is known."""

from __future__ import annotations

from itertools import product

from mulligan.core.room import Preset

# Cowling, Ward & Powley 2012: what each name changes in the baseline BA.
_BASELINE = {
    "trees": "40",
    "sims": "250",
    "c": "1.5",
    "search": "cards",
    "tree": "reduced",
    "rollout": "reduced",
    "redraw": "",
    "prune": "land",
    "discount": "0.99",
}
_ENHANCEMENTS = {
    "BT": ("binary tree", {"binary": "", "skip": "", "commit": "stage"}),
    "MP": ("undominated moves", {"prune": "dominated"}),
    "NL": ("a loss counts -1", {"draw": "0", "loss": "-1"}),
    "IR": ("interesting deals", {"interesting": "root", "allowance": "0.05"}),
}
_OTHERS = {
    "AP": (
        "chance nodes for all possible draws",
        {"prune": "none", "rollout": "random", "discount": "1", "deal": "node", "outcomes": "branch"},
    ),
    "BA": ("the baseline", {}),
    "IL": ("interesting deals at every leaf", {"interesting": "leaf", "allowance": "0.01"}),
}


def _cowling2012() -> dict[str, tuple[str, dict[str, str]]]:
    """Every player of the paper's tables: name -> what it is, and its search settings.

    >>> sorted(_cowling2012())[:4]
    ['AP', 'BA', 'BT', 'BT+IR']
    """
    players = {name: (about, _BASELINE | words) for name, (about, words) in _OTHERS.items()}
    for chosen in product((True, False), repeat=len(_ENHANCEMENTS)):
        names = [name for name, used in zip(_ENHANCEMENTS, chosen, strict=True) if used]
        settings = dict(_BASELINE)
        for name in names:
            settings |= _ENHANCEMENTS[name][1]
        if names:
            players["+".join(names)] = (", ".join(_ENHANCEMENTS[name][0] for name in names), settings)
    return players


def presets() -> tuple[Preset, ...]:
    """All of them."""
    found = _cowling2012().items()
    return tuple(
        Preset(f"cowling2012/{name}", f"Cowling, Ward & Powley 2012: {about}", words) for name, (about, words) in found
    )


# Found by trying settings on deals of their own; the figures of the documents are from others.
BEST = {
    "trees": "40",
    "sims": "250",
    "c": "0.4",
    "foe": "expert",
    "prune": "dominated",
    "binary": "",
    "skip": "",
    "commit": "stage",
    "rollout": "expert",
    "redraw": "",
    "discount": "0.99",
}
