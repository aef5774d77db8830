"""The public place for whoever writes a game, a gauge or an addition: the contract and what goes with it.

Mulligan itself takes these names from where they are made, in `mulligan.core`; a package of yours may rely on this
module, on `mulligan`, `mulligan.kernel`, `mulligan.search`, `mulligan.agents` and `mulligan.arena`.
"""

from .core.additions import Addition
from .core.encoding import Encoding, Field, Observation
from .core.errors import UsageError, quoted, unknown
from .core.events import Event
from .core.foreign import CHANCE, Engine, Members, foreign_game
from .core.game import (
    CHAIN,
    CONTRACT,
    MAX_STAGES,
    OVER,
    UNIFORM,
    UNSEEN,
    Game,
    Text,
    make_advise,
    make_step,
    named_setup,
    rules_in,
)
from .core.gauge import Gauge, Gauging
from .core.position import Position, make_stream
from .core.registry import Source, find_game, game_names
from .core.room import Level, Look, Preset, Room, Timed, Units, read_levels
from .core.scene import OPEN, Assembly, Card, Counter, Pip, Scene, Sum, Zone, backs, together

__all__ = [
    "CHAIN",
    "CHANCE",
    "CONTRACT",
    "MAX_STAGES",
    "OPEN",
    "OVER",
    "UNIFORM",
    "UNSEEN",
    "Addition",
    "Assembly",
    "Card",
    "Counter",
    "Encoding",
    "Engine",
    "Event",
    "Field",
    "Game",
    "Gauge",
    "Gauging",
    "Level",
    "Look",
    "Members",
    "Observation",
    "Pip",
    "Position",
    "Preset",
    "Room",
    "Scene",
    "Source",
    "Sum",
    "Text",
    "Timed",
    "Units",
    "UsageError",
    "Zone",
    "backs",
    "find_game",
    "foreign_game",
    "game_names",
    "make_advise",
    "make_step",
    "make_stream",
    "named_setup",
    "quoted",
    "read_levels",
    "rules_in",
    "together",
    "unknown",
]
