"""The Pokemon Trading Card Game of the years 2012 to 2015, after Uhlenkamp & Chenhall."""

from mulligan.game import Game
from mulligan.room import Room

from .rules import knowledge
from .rules import moves
from .players import styles as players
from .rules import course as rules
from .evaluation.styles import EVALUATIONS, evaluate
from .pruning import LEVELS
from .rules.layout import END, LAST_TURN, STAGES, State, Table
from .scene import scene
from .setups import SETUPS, fill_table, grant
from .text.positions import TEXT


def _room() -> Room:
    from .room import room

    return room()


POKEMON = Game(
    name="pokemon",
    version=2,
    title="Pokemon Trading Card Game",
    players=2,
    stages=STAGES,
    State=State,
    Table=Table,
    table=fill_table,
    setups=SETUPS,
    grant=grant,
    people={"belief": "pool"},
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
    seen=knowledge.seen,
    advise=players.advise,
    evaluate=evaluate,
    outcome=rules.outcome,
    text=TEXT,
    scene=scene,
    max_options=moves.MAX_OPTIONS,
    max_numbers=knowledge.MAX_NUMBERS,
    styles=players.STYLES,
    levels=LEVELS,
    evaluations=EVALUATIONS,
    max_turns=LAST_TURN + 2,
    source="Uhlenkamp & Chenhall",
    room=_room,
)

__all__ = ["POKEMON"]
