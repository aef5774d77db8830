"""What is measured in games of LotR besides who wins: what was left undone, by the clean and by the full rules."""

from __future__ import annotations

from mulligan.core.gauge import Gauge
from mulligan.core.leavings import Left, leavings

_DEFENDS = "defend with|.* defends"

WASTE = leavings(
    "how often something obvious is not done, though it could be",
    {
        "card kept, %": Left(
            "done", "buy |play ", "endings of planning at which a card in hand could have been paid", "planning"
        ),
        "undefended, %": Left(
            "no defense",
            _DEFENDS,
            "attacks left undefended though a character was ready",
            "defense",
            f"no defense|{_DEFENDS}",
        ),
        "no attack, %": Left(
            "done", "strike|attack|.* joins", "endings of the attack at which somebody could have struck", "attack"
        ),
    },
)


def gauges() -> dict[str, Gauge]:
    """All gauges of LotR."""
    return {"waste": WASTE}
