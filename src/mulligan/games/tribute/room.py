"""What the game has besides its rules."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Any

from mulligan.core.room import Look, Room, Timed, Trials, read_levels

from .encoding import ENCODING
from .gauges import gauges
from .players.engine import EngineGames
from .presets import BEST, presets

if TYPE_CHECKING:
    from mulligan.core.game import Game


def _hosted(game: Game, words: dict[str, str]) -> Any:
    """Scripts of Tribute: a Python bot of theirs in a process of its own, as in sot:./bot.py:Bot."""
    from .sot.hosting import make_hosted

    return make_hosted(game, words)


def room() -> Room:
    """All of it."""
    return Room(
        presets=presets(),
        best=BEST,
        levels=read_levels(files(__package__).joinpath("levels.toml").read_text(encoding="utf-8")),
        look=Look("Buy cards from a common row, and win patrons or prestige.", "crown", "gold"),
        timed=Timed("soismcts2024/submitted", "trees=1,sims=10000", loop=EngineGames),
        trials=Trials(
            rivals=(
                *("sot/BestMCTS3", "sot/SakkirinaSolo", "sot/HQL_BOT", "sot/DecisionTreeBot", "sot/PatronFavorsBot"),
                "uniform",
            ),
            setup="random",
            blunders="leavings",
            suite=lambda: files(__package__).joinpath("suite.toml").read_text(encoding="utf-8"),
            styles=("decisiontree", "sakkirina"),
            kinds={"live": "last turn that can be won back", "moves": "clearly better move"},
        ),
        gauges=gauges(),
        encoding=ENCODING,
        makers={"sot": _hosted},
    )
