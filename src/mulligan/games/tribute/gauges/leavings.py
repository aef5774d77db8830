"""What is left at the end of a turn that cost nothing more."""

from __future__ import annotations

from mulligan.core.leavings import Left, leavings

_END = "end turn"

LEAVINGS = leavings(
    "how often a turn is ended though something was left to do",
    {
        "card not bought, %": Left(_END, "buy ", "turns that end though a card could be bought"),
        "power not used, %": Left(_END, "attack ", "turns that end though an agent could be attacked"),
        "card not played, %": Left(_END, "play ", "turns that end with a card in hand"),
        "agent not used, %": Left(_END, "activate ", "turns that end with an agent that could act"),
        "patron not called, %": Left(_END, "call ", "turns that end though a patron could be called"),
    },
)
