"""Re-determinizing: on the way down, the world is dealt anew from the view of each player who is to move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mulligan.core.errors import UsageError
from mulligan.core.game import Game
from mulligan.kernel import compiled

from ..layout import ROOT, WORLD
from ..parts import Need, Part
from ..worlds import WorldSettings, leave_leaf


def _make(game: Game, made: Any) -> Mapping[str, Any]:
    actor, hide = game.actor, game.hide

    @compiled
    def deal(m, t, plan, rng):
        m.slots[WORLD] = m.slots[ROOT]
        hide(m.slots[WORLD], t, plan.seat, rng)
        return 0

    @compiled
    def at_node(m, s, t, plan, rng):
        """Who is to move knows no more than its seat: all else is another sample."""
        hide(s, t, actor(s), rng)

    return {"deal": deal, "at_leaf": leave_leaf, "at_node": at_node}


def _check(settings: Any) -> None:
    if settings.deal != "every" or settings.interesting != "no":
        raise UsageError("worlds=redealt: only with deal=every, and not with interesting")


REDEALT = Part(
    "worlds",
    "redealt",
    "re-determinizing: before every decision in the tree, a sample of all that the player to move cannot know",
    _make,
    WorldSettings,
    needs=(Need("descent", ("open",), "worlds=redealt: only in open loop, as in kind ismcts, and with one observer"),),
    check=_check,
    paper="Goodman 2019",
)
