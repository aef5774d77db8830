"""The Lord of the Rings: The Card Game, Passage Through Mirkwood, after Godlewski & Sawicki (2021).

One name, two rule books over the same cards: the paper's here, the full game's in `full`, for the setup of that name.
"""

from __future__ import annotations

from mulligan.core.game import Game
from mulligan.core.room import Room

from .events import events
from .layout import BLENDS, LEVELS, STAGES, STYLES, State, Table
from .players import advise
from .players.evaluation import EVALUATIONS, evaluate
from .rules import knowledge, moves, round
from .scene import scene
from .setups import SETUPS, default_styles, fill_table, is_full, occurring, with_requests
from .text import TEXT


def _room() -> Room:
    from .room import room

    return room()


def _variant(setup: str) -> Game | None:
    if not is_full(setup):
        return None
    from .full import FULL

    return FULL


LOTR = Game(
    name="lotr",
    version=2,
    title="The Lord of the Rings: Passage Through Mirkwood",
    players=1,
    stages=STAGES,
    State=State,
    Table=Table,
    table=fill_table,
    setups=SETUPS,
    variant=_variant,
    with_requests=with_requests,
    default_styles=default_styles,
    deal=round.deal,
    actor=round.actor,
    stage=round.stage,
    turn=round.turn,
    options=moves.options,
    play=round.play,
    payoff=round.payoff,
    hide=knowledge.hide,
    observe=knowledge.observe,
    cards=knowledge.cards,
    shuffle=knowledge.shuffle,
    advise=advise,
    evaluate=evaluate,
    evaluations=EVALUATIONS,
    text=TEXT,
    scene=scene,
    events=events,
    max_options=moves.MAX_OPTIONS,
    max_numbers=knowledge.MAX_NUMBERS,
    styles=STYLES,
    blends=BLENDS,
    unnamed="expert",
    occurring=occurring,
    prunings=LEVELS,
    chains=True,
    max_turns=200,
    source="Godlewski & Sawicki 2021",
    room=_room,
)

__all__ = ["LOTR"]
