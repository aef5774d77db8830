"""The Pokemon Trading Card Game of the years 2012 to 2015, after Uhlenkamp & Chenhall."""

from mulligan.core.game import Game
from mulligan.core.room import Room

from .evaluation.styles import EVALUATIONS, evaluate
from .events import events
from .players.styles import STYLES, advise
from .pruning import LEVELS, options
from .rules import course, knowledge
from .rules.layout import END, LAST_TURN, STAGES, State, Table
from .rules.moves import MAX_OPTIONS
from .scene import scene
from .setups import SETUPS, fill_table, pool_of, read_from_files, with_requests
from .text.positions import TEXT


def _room() -> Room:
    from .room import room

    return room()


def _variant(setup: str) -> Game | None:
    package = pool_of(setup)
    if package == __name__:
        return None
    from .variant import game_of

    found: Game = game_of(package)
    return found


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
    variant=_variant,
    files=read_from_files,
    with_requests=with_requests,
    people={"belief": "pool"},
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
    seen=knowledge.seen,
    advise=advise,
    evaluate=evaluate,
    outcome=course.outcome,
    text=TEXT,
    scene=scene,
    events=events,
    max_options=MAX_OPTIONS,
    max_numbers=knowledge.MAX_NUMBERS,
    styles=STYLES,
    prunings=LEVELS,
    evaluations=EVALUATIONS,
    max_turns=LAST_TURN + 2,
    source="Uhlenkamp & Chenhall",
    room=_room,
)

__all__ = ["POKEMON"]
