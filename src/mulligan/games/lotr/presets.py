"""Players of The Lord of the Rings by name: the mixtures of the paper, and the best that is known."""

from __future__ import annotations

from itertools import product

from mulligan.core.room import Preset
from mulligan.core.words import join_words

# Godlewski & Sawicki 2021: what plays planning, questing and defense in a mixture such as 4-2-4.
_FROM_TRAVEL_ON = "rollout+rollout+rollout+random+random+random+random+random"
_FLAT = {
    "sims": "40",
    "search": "planning+questing+defense",
    "tree": "random",
    "prune": "paper",
    "depth": "1",
    "c": "inf",
    "deal": "every",
    "outcomes": "open",
    "share": "even",
    "order": "listed",
    "rollout": "expert",
    "rest": _FROM_TRAVEL_ON,
    "final": "mean",
    "ties": "last_won",
}
_TREE = {
    "sims": "40",
    "search": "planning+staging+questing+defense",
    "tree": "random",
    "prune": "paper",
    "c": "1.4142135623730951",
    "deal": "tree",
    "outcomes": "fixed",
    "redraw": "",
    "order": "listed",
    "rooted": "",
    "blind": "staging",
    "leaks": "",
    "rollout": "expert",
    "rest": _FROM_TRAVEL_ON,
    "final": "uct",
    "ties": "last",
}
_ELSEWHERE = {"travel": "expert", "attack": "expert"}  # what the paper says of these stages; its program has others
_MIXED = ("planning", "questing", "defense")
_AGENTS = {
    "1": ("random", "random"),
    "2": ("expert rules", "expert"),
    "3": ("flat Monte Carlo", join_words("search", _FLAT)),
    "4": ("tree search", join_words("search", _TREE)),
}


def _wishes(planning: str, questing: str, defense: str) -> dict[str, str]:
    """What a mixture asks of the game: the program of the paper that it ran in, and the quirks of its searches."""
    mixture = planning + questing + defense
    requests = {"runner": "tree"}
    if "3" in mixture and "4" not in mixture:
        requests = {"runner": "flat", "K19": "yes"}
    if "4" in mixture:
        requests["K18"] = "yes"
    if questing == "4":
        requests |= {"K2": "yes", "K6": "yes", "K13q": "yes"}
    if defense == "4":
        requests |= {"K1": "yes", "K13d": "yes"}
    return requests


def _godlewski2021() -> dict[str, tuple[str, str, dict[str, str]]]:
    """Every mixture of the paper's four agents: name -> what it is, the staged player, and its requests.

    >>> _godlewski2021()["2-1-4"][0]
    'planning by expert rules, questing by random, defense by tree search'
    >>> _godlewski2021()["1-2-1"][1:]
    ('staged:planning=random,questing=expert,defense=random,travel=expert,attack=expert', {'runner': 'tree'})
    """
    players = {}
    for numbers in product(_AGENTS, repeat=len(_MIXED)):
        parts = {stage: _AGENTS[number] for stage, number in zip(_MIXED, numbers, strict=True)}
        about = ", ".join(f"{stage} by {words}" for stage, (words, _) in parts.items())
        staged = join_words("staged", {stage: text for stage, (_, text) in parts.items()} | _ELSEWHERE)
        players["-".join(numbers)] = about, staged, _wishes(*numbers)
    return players


# What a quirk of a setup changes in the searches of the mixtures.
_QUIRKS = {"K19": {"deal": "never"}}
# The mixtures whose results the paper prints (Table 2).
_PRINTED = (
    *("1-1-1", "2-2-2", "3-3-3", "4-4-4", "2-2-3", "2-2-4", "2-3-2", "2-3-3"),
    *("2-4-2", "2-4-4", "3-2-2", "3-2-3", "3-3-2", "4-2-2", "4-2-4", "4-4-2"),
)


def presets() -> tuple[Preset, ...]:
    """All of them."""
    return tuple(
        Preset(
            f"godlewski2021/{name}",
            f"Godlewski & Sawicki 2021: {about}",
            staged=staged,
            requests=requests,
            listed=name in _PRINTED,
            quirks=_QUIRKS,
        )
        for name, (about, staged, requests) in _godlewski2021().items()
    )


# Found by trying settings on deals of their own; the figures of the documents are from others.
BEST = {
    "sims": "4000",
    "deal": "every",
    "outcomes": "open",
    "availability": "",
    "c": "0.4",
    "fpu": "0.9",
    "prune": "steps",
    "order": "listed",
    "commit": "stage",
    "rollout": "ranger",
    "cut": "2turns",
    "evaluate": "hope",
    "final": "secure",
}

# The same for the full rules, with deals of their own.  Most moves there are far worse than the ranger's: a simulation
# makes one move of the searcher's and goes on as the ranger.
FULL_BEST = {**BEST, "prune": "near", "depth": "1", "c": "0.2"}
