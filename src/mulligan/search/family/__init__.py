"""The family of searches: published variations of the parts, each in a module of its own and named by a setting."""

from __future__ import annotations

from collections.abc import Mapping

from ..parts import Part
from .bandits import EXP3, REGRET
from .halving import HALVING
from .implicit import IMPLICIT
from .observers import OBSERVERS
from .postponed import POSTPONED
from .priors import EVALUATION, STYLE, UNIFORM
from .puct import PUCT
from .rave import NOTED, RAVE
from .redealt import REDEALT
from .tuned import TUNED
from .widening import WIDENING

_ALL = (
    *(TUNED, PUCT, EXP3, REGRET, RAVE, IMPLICIT, WIDENING, HALVING),
    *(OBSERVERS, REDEALT, POSTPONED, NOTED, UNIFORM, STYLE, EVALUATION),
)

FAMILY: Mapping[str, Mapping[str, Part]] = {
    slot: {part.name: part for part in _ALL if part.slot == slot} for slot in dict.fromkeys(part.slot for part in _ALL)
}
"""By slot and name."""
