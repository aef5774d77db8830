"""How it is put together on the table who goes on the quest, whether moves are whole or answers to questions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mulligan.core.scene import Assembly, Part, Sum

from .layout import ARGUMENT, COMMIT, JOIN, QUESTING, STAY
from .text.prompts import slot_key
from .text.words import each


def who_goes(s: Any, moves: list[int], will: Callable[[int], int]) -> Assembly | None:
    """The quest, if it is that which is asked."""
    asked = {move: move & ARGUMENT for move in moves if move & ~ARGUMENT in (COMMIT, JOIN, STAY)}
    if s.stage != QUESTING or not asked:
        return None
    free = list(each(s.characters & ~s.tapped & ~s.asked))
    one = tuple({slot_key(slot) for move, slot in asked.items() if move & ~ARGUMENT != COMMIT})
    return Assembly(
        f"quest in round {s.round}",
        tuple(map(slot_key, free)),
        {move: _parts(move) for move in asked},
        about=one,
        prompt=f"Who goes on the quest, against a threat of {s.staged_threat} and what will be revealed?",
        confirm="Go on the quest",
        nothing="Nobody goes",
        sums=(Sum("willpower", {slot_key(slot): will(slot) for slot in free}),),
    )


def _parts(move: int) -> tuple[Part, ...]:
    verb, which = move & ~ARGUMENT, move & ARGUMENT
    if verb == COMMIT:
        return tuple((slot_key(slot), "") for slot in each(which))
    return ((slot_key(which), ""),) if verb == JOIN else ()
