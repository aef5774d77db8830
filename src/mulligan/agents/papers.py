"""The players of the papers, under the papers' own names, as configurations of the one search."""

from __future__ import annotations

from itertools import product

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
    "BT": {"binary": "", "skip": "", "commit": "stage"},
    "MP": {"prune": "dominated"},
    "NL": {"draw": "0", "loss": "-1"},
    "IR": {"interesting": "root", "allowance": "0.05"},
    "IL": {"interesting": "leaf", "allowance": "0.01"},
}
_ALL_POSSIBLE = {"prune": "none", "rollout": "random", "discount": "1", "deal": "node", "outcomes": "branch"}


def cowling2012() -> dict[str, dict[str, str]]:
    """Every player of the paper's tables: name -> search settings.

    >>> sorted(cowling2012())[:4]
    ['AP', 'BA', 'BT', 'BT+IR']
    """
    players = {"AP": _BASELINE | _ALL_POSSIBLE, "BA": dict(_BASELINE), "IL": _BASELINE | _ENHANCEMENTS["IL"]}
    factors = ("BT", "MP", "NL", "IR")
    for chosen in product((True, False), repeat=len(factors)):
        names = [name for name, used in zip(factors, chosen, strict=True) if used]
        if names:
            settings = dict(_BASELINE)
            for name in names:
                settings |= _ENHANCEMENTS[name]
            players["+".join(names)] = settings
    return players
