"""What a player of Tales of Tribute is asked, in plain words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mulligan.kernel import interpret

from ..rules.items import is_ordered
from ..rules.layout import (
    ACQUIRE_CARDS,
    COMMAND,
    COMPLETE_HLAALU,
    COMPLETE_PELIN,
    COMPLETE_PSIJIC,
    COMPLETE_TREASURY,
    DESTROY_CARDS,
    DISCARD_CARDS,
    DONATE_CARDS,
    ENACT_CHOSEN_EFFECT,
    KNOCKOUT_AGENTS,
    NORMAL,
    PICK,
    REFRESH_CARDS,
    REPLACE_CARDS,
    TOSS_CARDS,
)
from .faces import many

_is_ordered = interpret(is_ordered)
_CHOICES: dict[int, Callable[[Any], str]] = {
    ENACT_CHOSEN_EFFECT: lambda s: "Which of the two effects?",
    REPLACE_CARDS: lambda s: f"Replace up to {many(s.high, 'card')} of the tavern.",
    ACQUIRE_CARDS: lambda s: f"Take a card of the tavern that costs up to {s.limit}, if you like.",
    DESTROY_CARDS: lambda s: f"Destroy up to {many(s.high, 'card')} of your hand, agents and played cards.",
    DISCARD_CARDS: lambda s: f"The opponent makes you discard {many(s.high, 'card')}.",
    REFRESH_CARDS: lambda s: f"Put up to {_cooled(s)} of your cooldown pile on your draw pile.",
    TOSS_CARDS: lambda s: f"Which of the top {many(s.high, 'card')} of your draw pile go on your cooldown pile?",
    KNOCKOUT_AGENTS: lambda s: f"Knock out {many(s.high, 'agent')} of the opponent.",
    COMPLETE_HLAALU: lambda s: "HLAALU: destroy a card for prestige of its cost, less 1.",
    COMPLETE_PELIN: lambda s: "PELIN: which agent of your cooldown pile goes on your draw pile?",
    COMPLETE_PSIJIC: lambda s: "PSIJIC: which agent of the opponent is knocked out?",
    COMPLETE_TREASURY: lambda s: "TREASURY: destroy a card for a Writ of Coin.",
    DONATE_CARDS: lambda s: f"Discard up to {many(s.high, 'card')} and draw as many.",
}


def prompt(s: Any, t: Any, moves: list[int]) -> str:
    """The open question."""
    if not s.turn:
        return "Draft a patron."
    if s.board == NORMAL:
        return "Your turn: play, buy, attack, call a patron; then end it."
    if s.high == 0:
        return "There is no card to choose."
    told = [_CHOICES[s.follow](s)]
    if s.n_picked:
        told.append(f"{s.n_picked} picked so far.")
    if s.high > 1 and _is_ordered(s, t):
        told.append("The last one lies uppermost.")
    elif s.n_picked + 1 < s.high and any(move >> COMMAND & 15 == PICK for move in moves):
        told.append("Pick in the order of the list.")  # what stands before a card cannot be picked after it
    return " ".join(told)


def _cooled(s: Any) -> str:
    return many(s.high, "agent" if s.limit else "card")
