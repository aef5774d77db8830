"""Cards that are destroyed, exchanged and sold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from mulligan.core.gauge import Gauge

from ..players.thinning import IS_WEAK
from ..rules.layout import COMPLETE_HLAALU, COMPLETE_TREASURY, DESTROY_CARDS, KIND, NORMAL

ZONES = ("hand", "draw", "played", "cooldown")


def owned(s: Any, seat: int) -> Counter[int]:
    """A player's cards by kind, agents included."""
    cards: Counter[int] = Counter()
    for zone in (*ZONES, "agent"):
        number = getattr(s, f"n_{zone}" if zone != "agent" else "n_agents")[seat]
        cards.update(int(cell) & KIND for cell in getattr(s, zone)[seat][:number])
    return cards


COUNTED = {
    "destroyed": "cards that the player destroys in a game",
    "of them weak": "those among them that are Gold, starting cards of patrons or Bewilderment",
    "exchanged at the Treasury": "cards that it gives to the Treasury",
    "sold to Hlaalu": "cards that it sells to Hlaalu",
    "cards in the end": "cards that it has at the end of the game",
    "weak cards in the end": "weak ones among them",
    "destroyed by the opponent": "cards that the opponent destroys",
}


class Trash:
    """Counts what becomes of each player's cards by the player's own choices."""

    def __init__(self, players: Sequence[Any], first: int, seed: Any) -> None:
        self.first = first
        self.counts = [Counter[str](), Counter[str]()]
        self._open: tuple[int, int, Counter[int]] | None = None

    def see(self, here: Any, move: int, seat: int, decision: Any) -> None:
        """A move is about to be played: if it answers what to destroy, its effect is seen after it."""
        s, _ = here.plain()
        self._close(s)
        if s.board != NORMAL and s.follow in (DESTROY_CARDS, COMPLETE_TREASURY, COMPLETE_HLAALU):
            self._open = seat, int(s.follow), owned(s, seat)

    def _close(self, s: Any) -> None:
        """What the choice before this position has done."""
        if self._open is None:
            return
        seat, follow, cards = self._open
        self._open = None
        lost = cards - owned(s, seat)
        if follow == DESTROY_CARDS:
            self.counts[seat]["destroyed"] += sum(lost.values())
            self.counts[seat]["of them weak"] += sum(n for kind, n in lost.items() if IS_WEAK[kind])
        else:
            name = "exchanged at the Treasury" if follow == COMPLETE_TREASURY else "sold to Hlaalu"
            self.counts[seat][name] += sum(lost.values())

    def found(self, end: Any) -> Mapping[str, tuple[float, float]]:
        """A game is an occasion."""
        s, _ = end.plain()
        self._close(s)
        for seat in range(2):
            cards = owned(s, seat)
            self.counts[seat]["cards in the end"] = sum(cards.values())
            self.counts[seat]["weak cards in the end"] = sum(n for kind, n in cards.items() if IS_WEAK[kind])
        own, other = self.counts[self.first], self.counts[1 - self.first]
        return {name: (own[name], 1) for name in COUNTED} | {"destroyed by the opponent": (other["destroyed"], 1)}


TRASH = Gauge(about="cards that are destroyed, exchanged and sold in a game", columns=COUNTED, start=Trash)
