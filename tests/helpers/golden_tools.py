"""Golden trees: searches whose every number is kept in a file and must not change by accident.

After a change that is meant to change them, `python -m tests.helpers.golden_tools` writes the files anew.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from mulligan.agents import ASK, SearchPlayer, make_player
from mulligan.core.position import Position, make_stream
from mulligan.core.registry import find_game

from .search_help import findings, trees_of

FOLDER = Path(__file__).parents[1] / "golden"

# name -> game, setup, stages to play by rule before the search, agent
SEARCHES = {
    "nim-uct": ("nim", "15-3", 0, "uct:sims=300"),
    "race-chance": ("race", "20", 3, "chance:sims=400,c=0.7"),
    "guess-ismcts": ("guess", "8", 0, "ismcts:sims=400"),
    "swap-questions": ("swap", "standard", 0, "ensemble:trees=4,sims=100,binary,skip,commit=stage"),
    "magic-baseline": ("magic", "matched", 30, "cowling2012/BA:trees=3,sims=80"),
    "magic-chance": ("magic", "matched", 30, "cowling2012/AP:trees=2,sims=80"),
    "magic-binary": ("magic", "matched", 30, "cowling2012/BT+MP+IR:trees=3,sims=80"),
    "magic-mast": ("magic", "literal", 18, "ismcts:sims=200,rollout=mast,temperature=0.2,cut=6turns"),
}
LEVELS, TREES = 2, 2
RULE = {"nim": "uniform", "race": "uniform", "guess": "halve", "swap": "coin", "magic": "expert"}


def place(game_name: str, setup: str, stages: int, agent: str) -> Position:
    """Where a golden search begins: so many stages on, at the next one where the agent has much to think about."""
    game = find_game(game_name)
    position, rng = Position.deal(game, setup, seed="golden"), make_stream(game, "golden", "rule")
    player = make_player(game, agent)
    assert isinstance(player, SearchPlayer)
    prune = player.settings.prune
    while stages > 0 or player.styles[position.look()[1]] != ASK or len(position.options(prune)) < 3:
        position.act(RULE[game_name], rng)
        stages -= 1
    return position


def grow(game_name: str, setup: str, text: str, agent: str) -> dict[str, Any]:
    """Search the position that `text` describes: what is decided, and the first levels of the first trees."""
    game = find_game(game_name)
    player = make_player(game, agent)
    assert isinstance(player, SearchPlayer)
    decision = player.decide(Position.read(game, text, setup), "golden")
    trees = [tree.dump(LEVELS) for tree in trees_of(player.searcher)[:TREES]]
    told = {"agent": agent, **findings(decision), "trees_grown": trees}
    return json.loads(json.dumps(told))  # type: ignore[no-any-return]


def path(name: str) -> Path:
    """The file of a golden search."""
    return FOLDER / f"{name}.json"


def write_all() -> None:
    """Write all files anew."""
    FOLDER.mkdir(exist_ok=True)
    for name, (game, setup, stages, agent) in SEARCHES.items():
        told = grow(game, setup, str(place(game, setup, stages, agent)), agent)
        path(name).write_text(_laid_out(told))
        print(f"{path(name).name}: {', '.join(told['moves'])}")


def _laid_out(told: dict[str, Any]) -> str:
    """JSON with a line for each thing that one may want to compare."""
    lines = []
    for key, value in told.items():
        if key in ("choices", "trees_grown"):
            lines.append(f'  "{key}": [\n    ' + ",\n    ".join(map(json.dumps, value)) + "\n  ]")
        else:
            lines.append(f'  "{key}": {json.dumps(value)}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    write_all()
