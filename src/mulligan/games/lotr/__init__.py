"""The Lord of the Rings: The Card Game, Passage Through Mirkwood, after Godlewski & Sawicki (2021)."""

from mulligan.game import Game
from mulligan.room import Room

from . import knowledge, modes, moves, rules
from .evaluation import EVALUATIONS, evaluate
from .layout import BLENDS, CLAIM, LEVELS, STAGES, STYLES, YIELD, State, Table
from .scene import scene
from .setups import SETUPS, fill_table, grant, house, occurring


def _room() -> Room:
    from .room import room

    return room()


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
    grant=grant,
    verdicts=(YIELD, CLAIM),
    house=house,
    deal=modes.deal,
    actor=rules.actor,
    stage=rules.stage,
    turn=rules.turn,
    options=modes.options,
    play=modes.play,
    payoff=rules.payoff,
    hide=knowledge.hide,
    observe=knowledge.observe,
    cards=knowledge.cards,
    shuffle=knowledge.shuffle,
    advise=modes.advise,
    evaluate=evaluate,
    evaluations=EVALUATIONS,
    text=modes.TEXT,
    scene=scene,
    max_options=moves.MAX_OPTIONS,
    max_numbers=knowledge.MAX_NUMBERS,
    styles=STYLES,
    blends=BLENDS,
    unnamed="expert",
    occurring=occurring,
    levels=LEVELS,
    chains=True,
    max_turns=200,
    source="Godlewski & Sawicki 2021",
    room=_room,
)

__all__ = ["LOTR"]
