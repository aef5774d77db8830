"""Creature-combat Magic, after Cowling, Ward & Powley (2012)."""

from mulligan.core.game import Game
from mulligan.core.room import Room

from . import players
from .evaluation import EVALUATIONS, evaluate
from .events import events
from .rules import knowledge, moves, play
from .rules.layout import BLENDS, LEVELS, STAGES, STYLES, State, Table
from .scene import scene
from .setups import SETUPS, default_styles, fill_table
from .text import TEXT


def _room() -> Room:
    from .room import room

    return room()


MAGIC = Game(
    name="magic",
    version=1,
    title="Magic: creature combat",
    players=2,
    stages=STAGES,
    State=State,
    Table=Table,
    table=fill_table,
    setups=SETUPS,
    default_styles=default_styles,
    deal=play.deal,
    actor=play.actor,
    stage=play.stage,
    turn=play.turn,
    options=moves.options,
    play=play.play,
    payoff=play.payoff,
    hide=knowledge.hide,
    observe=knowledge.observe,
    cards=knowledge.cards,
    shuffle=knowledge.shuffle,
    seen=knowledge.seen,
    advise=players.advise,
    act=players.act,
    evaluate=evaluate,
    outcome=play.outcome,
    text=TEXT,
    scene=scene,
    events=events,
    max_options=moves.MAX_OPTIONS,
    max_numbers=knowledge.MAX_NUMBERS,
    styles=STYLES,
    blends=BLENDS,
    prunings=LEVELS,
    chains=True,
    evaluations=EVALUATIONS,
    contrast=("pass", "expert"),
    max_turns=128,
    source="Cowling, Ward & Powley 2012",
    room=_room,
)

__all__ = ["MAGIC"]
