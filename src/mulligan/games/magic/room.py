"""What the game has besides its rules."""

from __future__ import annotations

from importlib.resources import files

from mulligan.core.room import AgainstPeople, Look, Room, Timed, Trials, read_levels

from .encoding import ENCODING
from .gauges import gauges
from .presets import BEST, presets
from .yardstick import Yardstick

_AGAINST_PEOPLE = AgainstPeople(
    agent="expert",
    source="Cowling et al. 2012",
    people=7,
    won=(27, 48 - 27),
    games=(58, 114 - 58),
    about=(
        "Their expert rules won 48 of 114 games (42.1 %), 27 of 58 when they played first; the second seat is the "
        "rest. Six of the seven people called themselves strong, the seventh a little less so, and each played 10 "
        "to 25 games. Other people are another population: this is a reference, and no test."
    ),
)


def room() -> Room:
    """All of it."""
    return Room(
        presets=presets(),
        best=BEST,
        levels=read_levels(files(__package__).joinpath("levels.toml").read_text(encoding="utf-8")),
        look=Look("Creatures attack and block until one player has no life left.", "paw", "purple"),
        trials=Trials(
            rivals=("expert", "reduced", "magic/RRE", "magic/ERE", "cowling2012/BT+MP", "uniform"),
            blunders="combat",
            suite=lambda: "\n".join(
                files(__package__).joinpath(name).read_text(encoding="utf-8") for name in ("suite.toml", "known.toml")
            ),
            styles=("expert", "reduced"),
            kinds={"win": "lethal attack", "live": "saving block", "moves": "clearly better move"},
        ),
        gauges=gauges(),
        timed=Timed("cowling2012/BA", style="reduced", yardstick=Yardstick),
        against_people=(_AGAINST_PEOPLE,),
        encoding=ENCODING,
    )
