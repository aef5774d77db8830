"""Tales of Tribute, move for move as the public engine Scripts of Tribute plays it."""

from mulligan.game import Game
from mulligan.room import Room

from . import knowledge, moves, players, rules
from .evaluation import EVALUATIONS, evaluate
from .filters import LEVELS
from .layout import END, STAGES, State, Table
from .scene import scene
from .setups import SETUPS, fill_table
from .text import TEXT


def _room() -> Room:
    from .room import room

    return room()


TRIBUTE = Game(
    name="tribute",
    version=2,
    title="Tales of Tribute",
    players=2,
    stages=STAGES,
    State=State,
    Table=Table,
    table=fill_table,
    setups=SETUPS,
    end=END,
    deal=rules.deal,
    actor=rules.actor,
    stage=rules.stage,
    turn=rules.turn,
    options=moves.options,
    play=rules.play,
    payoff=rules.payoff,
    hide=knowledge.hide,
    observe=knowledge.observe,
    cards=knowledge.cards,
    shuffle=knowledge.shuffle,
    advise=players.advise,
    evaluate=evaluate,
    outcome=rules.outcome,
    text=TEXT,
    scene=scene,
    max_options=moves.MAX_OPTIONS,
    max_numbers=knowledge.MAX_NUMBERS,
    styles=players.STYLES,
    levels=LEVELS,
    chains=True,
    evaluations=EVALUATIONS,
    max_turns=rules.LAST_TURN + 2,
    source="Kowalski et al. 2024",
    room=_room,
)

__all__ = ["TRIBUTE"]
