"""The full game: the rule book of the setup `full`, with the name, the styles and the setups of the paper's game."""

from __future__ import annotations

from dataclasses import replace

from mulligan.core.game import Game
from mulligan.core.room import Room
from mulligan.games.lotr import LOTR
from mulligan.games.lotr.setups import is_full

from .cards import fill_table
from .layout import State, Table
from .offers import options
from .players import advise
from .players.evaluation import evaluate
from .rules import knowledge, round
from .scene import scene
from .text import TEXT


def _room() -> Room:
    from mulligan.games.lotr.presets import FULL_BEST
    from mulligan.games.lotr.room import room

    from .encoding import ENCODING

    return room(ENCODING, FULL_BEST)


def _variant(setup: str) -> Game | None:
    return None if is_full(setup) else LOTR


FULL = replace(
    LOTR,
    State=State,
    Table=Table,
    table=fill_table,
    variant=_variant,
    deal=round.deal,
    options=options,
    play=round.play,
    hide=knowledge.hide,
    observe=knowledge.observe,
    cards=knowledge.cards,
    shuffle=knowledge.shuffle,
    advise=advise,
    evaluate=evaluate,
    text=TEXT,
    scene=scene,
    room=_room,
    max_numbers=knowledge.MAX_NUMBERS,
)

__all__ = ["FULL"]
