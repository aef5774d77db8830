"""What the game has besides its rules."""

from __future__ import annotations

from importlib.resources import files

from mulligan.core.room import Look, Room, Timed, Trials, read_levels

from .encoding import ENCODING
from .gauges import gauges
from .presets import BEST, presets


def room() -> Room:
    """All of it."""
    return Room(
        presets=presets(),
        best=BEST,
        levels=read_levels(files(__package__).joinpath("levels.toml").read_text(encoding="utf-8")),
        look=Look("Raise creatures with energy, and take all your prizes first.", "bolt", "red"),
        timed=Timed("uhlenkamp2015/mcts", "trees=1,sims=10000,turn_seconds=0,reuse=no", style="uniform"),
        trials=Trials(
            rivals=("expert", "scripted", "develop", "pokemon/goals", "uhlenkamp2015/open:turn_seconds=0", "uniform"),
            blunders="overlooked",
            suite=lambda: "\n".join(
                files(__package__).joinpath(name).read_text(encoding="utf-8") for name in ("suite.toml", "known.toml")
            ),
            styles=("expert", "scripted"),
            kinds={
                "win attach": "Energy that wins",
                "win": "winning knock-out",
                "moves attach": "useful Energy",
                "moves attack": "attack that should be made",
            },
        ),
        gauges=gauges(),
        encoding=ENCODING,
    )
