"""Tales of Tribute, move for move as the public engine Scripts of Tribute plays it."""

from mulligan.core.game import Game
from mulligan.core.room import Room

from .evaluation import EVALUATIONS, evaluate
from .events import events
from .players import styles
from .pruning import LEVELS, options
from .rules import course, knowledge, moves
from .rules.layout import END, STAGES, State, Table
from .scene import scene
from .setups import SETUPS, fill_table
from .text.positions import TEXT


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
    deal=course.deal,
    actor=course.actor,
    stage=course.stage,
    turn=course.turn,
    options=options,
    play=course.play,
    payoff=course.payoff,
    hide=knowledge.hide,
    observe=knowledge.observe,
    cards=knowledge.cards,
    shuffle=knowledge.shuffle,
    advise=styles.advise,
    evaluate=evaluate,
    outcome=course.outcome,
    text=TEXT,
    scene=scene,
    events=events,
    max_options=moves.MAX_OPTIONS,
    max_numbers=knowledge.MAX_NUMBERS,
    styles=styles.STYLES,
    prunings=LEVELS,
    chains=True,
    evaluations=EVALUATIONS,
    max_turns=course.LAST_TURN + 2,
    source="Kowalski et al. 2024",
    room=_room,
)
