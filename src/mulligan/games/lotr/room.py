"""What the game has besides its rules."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

from mulligan.core.encoding import Encoding
from mulligan.core.room import Look, Room, Timed, Trials, read_levels

from .encoding import ENCODING
from .gauges import gauges
from .layout import CLAIM, YIELD
from .presets import BEST, presets


def _suite() -> str:
    return files(__package__).joinpath("suite.toml").read_text(encoding="utf-8")


def room(encoding: Encoding = ENCODING, best: Mapping[str, str] = BEST) -> Room:
    """All of it; the full game has another encoding, and other settings of the best player."""
    return Room(
        presets=presets(),
        best=best,
        encoding=encoding,
        extras={"verdicts": (YIELD, CLAIM)},  # moves by which a program takes the game for lost, or for won (K18)
        levels=read_levels(files(__package__).joinpath("levels.toml").read_text(encoding="utf-8")),
        look=Look("Three heroes on a quest through the forest, against a deck of enemies and places.", "ring", "green"),
        trials=Trials(
            rivals=("ranger", "expert", "naive", "godlewski2021/4-2-4", "uniform"),
            setup="clean:level=hard",
            blunders="waste",
            suite=_suite,
            styles=("ranger", "expert"),
            horizon=1,
            kinds={"moves": "round to survive"},
        ),
        gauges=gauges(),
        timed=Timed(
            "lotr/best",
            setup="clean",
            players={
                "random": "simulator",
                "expert": "simulator",
                "godlewski2021/4-2-4": "paper",
                "godlewski2021/4-4-4": "paper",
            },
        ),
    )
