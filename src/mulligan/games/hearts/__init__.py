"""Hearts for four, on the deck kit."""

from mulligan.core.game import Game
from mulligan.core.room import Room

from . import players, rules
from .cards import HELD, KIT, MAX_HANDS, PASSED, SEATS, Table
from .scene import scene
from .setups import SETUPS, fill_table
from .text import move_text, sound


def _room() -> Room:
    from .room import room

    return room()


HEARTS: Game = KIT.game(
    "hearts",
    title="Hearts",
    stages=rules.STAGES,
    Table=Table,
    table=fill_table,
    setups=SETUPS,
    deal=rules.deal,
    actor=rules.actor,
    stage=rules.stage,
    turn=rules.turn,
    options=rules.options,
    play=rules.play,
    payoff=rules.payoff,
    hide=rules.hide,
    outcome=rules.outcome,
    seen=rules.seen,
    advise=players.advise,
    styles=players.STYLES,
    prunings=rules.LEVELS,
    max_options=HELD,
    max_turns=MAX_HANDS * SEATS * (HELD + PASSED) + 1,
    moves=move_text,
    sound=sound,
    scene=scene,
    room=_room,
)

__all__ = ["HEARTS"]
