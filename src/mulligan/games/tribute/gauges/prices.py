"""What a weak card less is worth to an evaluation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mulligan.core.errors import unknown
from mulligan.core.gauge import Gauge

from ..evaluation import EVALUATIONS
from ..players.thinning import IS_WEAK
from ..rules.cards import BEWILDERMENT, GOLD
from ..rules.layout import END, KIND

WEAK = {
    "Gold": (GOLD,),
    "Bewilderment": (BEWILDERMENT,),
    "starter": tuple(kind for kind in range(len(IS_WEAK)) if IS_WEAK[kind] and kind not in (GOLD, BEWILDERMENT)),
}
CALLED = {"starter": "starting card of a patron"}
PHASES = {"early": "up to 10 prestige", "middle": "11 to 26 prestige", "late": "from 27 prestige on"}


def phase_of(points: int) -> str:
    """How far a player has come."""
    return "early" if points <= 10 else "late" if points >= 27 else "middle"


def without(here: Any, seat: int, kinds: Sequence[int]) -> Any:
    """The position with one such card less in the player's piles, or None if there is none."""
    changed = here.copy()
    s = changed.states[0]
    for kind in kinds:
        for zone in ("cooldown", "played", "draw", "hand"):
            pile, n = _field(s, zone)[seat], int(_field(s, f"n_{zone}")[seat])
            for i in range(n):
                if int(pile[i]) & KIND == kind:
                    pile[i : n - 1] = pile[i + 1 : n]
                    _field(s, f"n_{zone}")[seat] -= 1
                    return changed
    return None


def _field(s: Any, name: str) -> Any:
    """A field of a record, packed or not."""
    return getattr(s, name) if not hasattr(s, "dtype") else s[name]


class Prices:
    """Asks an evaluation at the end of each own turn what one weak card less is worth to it, and one prestige more."""

    def __init__(self, evaluation: str, first: int) -> None:
        self.evaluation, self.first = evaluation, first
        self.sums: dict[str, tuple[float, float]] = {}

    def see(self, here: Any, move: int, seat: int, decision: Any) -> None:
        if move != END or seat != self.first:
            return
        usual = here.evaluate(seat, self.evaluation)
        richer = here.copy()
        _field(richer.states[0], "prestige")[seat] += 1
        unit = richer.evaluate(seat, self.evaluation) - usual
        phase = phase_of(int(_field(here.states[0], "prestige")[seat]))
        for card, kinds in WEAK.items():
            thinner = without(here, seat, kinds)
            if thinner is not None:
                gains, units = self.sums.get(f"{card}, {phase}", (0.0, 0.0))
                gain = thinner.evaluate(seat, self.evaluation) - usual
                self.sums[f"{card}, {phase}"] = gains + gain, units + unit

    def found(self, end: Any) -> Mapping[str, tuple[float, float]]:
        """What a prestige is worth takes the place of occasions, so that the ratio is in prestige."""
        return self.sums


def prices(settings: Mapping[str, str]) -> Gauge:
    evaluation = settings["evaluate"]
    if evaluation not in EVALUATIONS:
        raise unknown("evaluation of tribute", evaluation, EVALUATIONS)

    def start(players: Sequence[Any], first: int, seed: Any) -> Prices:
        return Prices(evaluation, first)

    columns = {
        f"{card}, {phase}": f"worth in prestige of one {CALLED.get(card, card)} less in the deck, {when}"
        for card in WEAK
        for phase, when in PHASES.items()
    }
    return Gauge(
        about="what one weak card less is worth to an evaluation at the end of the first player's turns, in prestige",
        columns=columns,
        start=start,
        settings={"evaluate": evaluation},
        tuned=prices,
    )
