"""Players of Tribute by name: the bots of its competitions, as configurations of the search, the beam, and rules.

Each entry says what the bot is, its settings, and the faults of the published program, which are settings too: they can
be turned off by `faithful=no`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from mulligan.core.room import Preset

SQRT2 = "1.4142135623730951"
ITERATIONS = 4289  # the mean per decision of SOISMCTS in the competition of 2024


@dataclass(frozen=True)
class Bot:
    """One bot: what it is, how it decides (`search`, `beam`, or a style), its settings, and its faults."""

    about: str
    kind: str
    words: Mapping[str, str] = field(default_factory=dict)
    faults: Mapping[str, str] = field(default_factory=dict)


_IN_TURN = {"search": "turn+choice", "scope": "turn", "settle": "no", "play": "uniform"}

_MCTSBOT = {
    **_IN_TURN,
    "sims": str(ITERATIONS),
    "c": SQRT2,
    "backup": "max",
    "order": "listed",
    "rooted": "",
    "cut": "0moves",
    "evaluate": "h1",
    "final": "max",
    "ties": "last",
    "reuse": "",
}

_BESTMCTS3 = {
    **_IN_TURN,
    "trees": "3",
    "sims": str(ITERATIONS // 3),
    "c": "1.41",
    "backup": "max",
    "exhaust": "",
    "prune": "best3",
    "pruned_start": "",
    "order": "listed",
    "rooted": "",
    "rollout": "busy",
    "evaluate": "h3_2025",
    "final": "max",
    "votes": "best",
    "ties": "first",
    "reuse": "",
    "play": "duke",
}

_SOISMCTS = {
    **_IN_TURN,
    "sims": str(ITERATIONS),
    "c": SQRT2,
    "availability": "",
    "prune": "soismcts",
    "pruned_start": "",
    "rollout": "busy",
    "evaluate": "h3_soismcts",
    "final": "max",
    "ties": "last",
}
_SOISMCTS_FAULTS = {"primed": "1", "miscount": "", "prune_at": "root"}
_OVERTIME = {"overtime": "random"}
_LAPSES = {"lapses": ""}
_RANDOM = {"deal": "every", "every": "150", "outcomes": "open"}
_REUSE = {"reuse": ""}
_VISITS = {"final": "visits"}
_MAST = {
    "rollout": "mast",
    "temperature": "1",
    "epsilon": "0.1",
    "unseen": "0",
    "order": "mast",
    "learn": "rollout",
    "recall": "turn",
}
_MEAN_MOVES = "8+8+9+9+9+10+10+10+10+10+9+9+7+6+4+3+3+2+1"

_SAKKIRINA = {
    "search": "turn+choice",
    "play": "uniform",
    "scope": "turn",
    "sims": "1000",
    "deal": "every",
    "outcomes": "open",
    "availability": "",
    "c": "0.5",
    "rollout": "sakkirina",
    "cut": "1turns",
    "evaluate": "sakkirina",
    "final": "mean",
}
# Its tree is worth the best of what lies below, averaged over sampled outcomes of chance; here a tree for each world.
_SAKKIRINA_SOLO = {
    **_IN_TURN,
    "settle": "yes",
    "trees": "4",
    "sims": "250",
    "c": "1.41",
    "backup": "max",
    "rollout": "sakkirina",
    "cut": "1ahead",
    "evaluate": "sakkirina",
    "final": "max",
    "votes": "best",
}
_HQL = {"search": "turn+choice", "width": "10", "all_first": "", "fresh": "", "evaluate": "hql", "play": "uniform"}


def scripts_of_tribute() -> dict[str, Bot]:
    """The engine's sample bots and the competition's, under their own names.

    >>> scripts_of_tribute()["BestMCTS3"].words["trees"]
    '3'
    """
    before = {**_BESTMCTS3, "prune": "soismcts", "evaluate": "h3_2024"}
    return {
        "RandomBot": Bot("any move", "random"),
        "RandomWithoutEndTurnBot": Bot("any move but to end the turn, while there is another", "busy"),
        "AlwaysFirstOptionBot": Bot("the first move of the list", "first"),
        "MaxAgentsBot": Bot("buys agents", "maxagents"),
        "PatronFavorsBot": Bot("calls patrons", "patronfavors"),
        "DecisionTreeBot": Bot("rules, no search", "decisiontree"),
        "MaxPrestigeBot": Bot(
            "two moves ahead, for prestige and power",
            "beam",
            {"search": "turn+choice", "width": "500", "depth": "2", "evaluate": "prestige", "play": "uniform"},
        ),
        "BeamSearchBot": Bot(
            "a beam of 20 positions through the turn",
            "beam",
            {"search": "turn+choice", "width": "20", "evaluate": "h1", "play": "uniform"},
            {"keep": "inverted", "scale": "50000"},
        ),
        "RandomSimulationBot": Bot(
            "the best of many random turns",
            "search",
            {**_IN_TURN, "sims": "1000", "depth": "1", "c": "inf", "rollout": "busy", "evaluate": "h1", "final": "max"},
        ),
        "MCTSBot": Bot(
            "tree search of the own turn, which judges each position as it stands",
            "search",
            _MCTSBOT,
            {"idle": "", "rollout": "busy"},
        ),
        "BestMCTS3": Bot(
            "winner of 2023 and 2024: three trees, best line, tuned evaluation (2025)", "search", _BESTMCTS3
        ),
        "BestMCTS5": Bot(
            "the same with five trees", "search", {**_BESTMCTS3, "trees": "5", "sims": str(ITERATIONS // 5)}
        ),
        "BestMCTS3-2024": Bot("the same with the tables of 2024", "search", before),
        "HQL_BOT": Bot("second of 2024: a beam with its weights, and our card values", "beam", _HQL),
        "HQL_Plus_BOT": Bot(
            "third of 2025: the same, wider, with its draft", "beam", {**_HQL, "width": "15", "play": "orgnum"}
        ),
        "SakkirinaSolo": Bot("first of 2025: its evaluation and move rules in our search", "search", _SAKKIRINA_SOLO),
        "Sakkirina": Bot(
            "second of 2025: the same evaluation, one turn of the opponent further, by means",
            "search",
            {**_SAKKIRINA, "scope": "game", "cut": "2turns", "foe": "sakkirina"},
        ),
    }


def soismcts2024() -> dict[str, Bot]:
    """The single-observer search of Owen, Kritz, Gaina & Lucas with each option of their report.

    >>> list(soismcts2024())[:3]
    ['submitted', 'reuse', 'mast']
    """
    options = {
        "submitted": ("as submitted: one sampled world, choice by the best result", {}),
        "reuse": ("keeps its tree", _REUSE),
        "mast": ("playouts learn which moves are good", _MAST),
        "reuse+mast": ("both", _REUSE | _MAST),
        "random": ("a new world every 150 iterations", _RANDOM),
        "random-100": ("a new world every 100 iterations", {**_RANDOM, "every": "100"}),
        "random-nofilter": ("a new world every 150 iterations, all moves", {**_RANDOM, "prune": "none"}),
        "random+reuse": ("a new world every 150 iterations, keeps its tree", _RANDOM | _REUSE),
        "random+mast": ("a new world every 150 iterations, playouts learn", _RANDOM | _MAST),
        "random+reuse+mast": ("all of them", _RANDOM | _REUSE | _MAST),
        "fixed-time": ("as submitted, by the clock", {"seconds": "0.55", "turn_seconds": "9.9", "turn_moves": "1"}),
        "time-by-move": ("shares the clock by the turn", {"turn_seconds": "9.9", "turn_moves": _MEAN_MOVES}),
        "visits": ("choice by visits", _VISITS),
        "h1": ("with the sample bots' evaluation and all moves", {"evaluate": "h1", "prune": "none"}),
        "h1+reuse": ("the same, keeps its tree", {"evaluate": "h1", "prune": "none", **_REUSE}),
        "h1-visits": (
            "the same, choice by visits",
            {"evaluate": "h1", "prune": "none", **_VISITS},
        ),
    }
    return {
        name: Bot(about, "search", {**_SOISMCTS, **words}, _soismcts_faults(words))
        for name, (about, words) in options.items()
    }


def _soismcts_faults(words: Mapping[str, str]) -> dict[str, str]:
    """The faults of the program with these options on."""
    return {
        **_SOISMCTS_FAULTS,
        **(_LAPSES if "reuse" in words else {}),
        **(_OVERTIME if "turn_seconds" in words else {}),
    }


def _preset(name: str, source: str, bot: Bot) -> Preset:
    about = f"{source}: {bot.about}"
    if bot.kind in ("search", "beam"):
        return Preset(name, about, bot.words, beam=bot.kind == "beam", faults=bot.faults)
    return Preset(name, about, staged=f"staged:draft={bot.kind},turn={bot.kind},choice={bot.kind}")


def presets() -> tuple[Preset, ...]:
    """All of them."""
    return (
        *(_preset(f"sot/{name}", "Scripts of Tribute", bot) for name, bot in scripts_of_tribute().items()),
        *(_preset(f"soismcts2024/{name}", "Owen et al. 2024", bot) for name, bot in soismcts2024().items()),
    )


# Found by trying settings on deals of their own; the figures of the documents are from others.
BEST = {
    "trees": "4",
    "sims": "1000",
    "c": "1.41",
    "search": "turn+choice",
    "scope": "turn",
    "settle": "no",
    "backup": "max",
    "exhaust": "",
    "prune": "sensible",
    "pruned_start": "",
    "order": "listed",
    "rooted": "",
    "rollout": "busy",
    "evaluate": "hope",
    "final": "max",
    "votes": "best",
    "play": "uniform",
}
