"""What is measured in games of Tribute besides who wins: cards destroyed, and what evaluations make of that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from mulligan.errors import unknown
from mulligan.gauge import Gauge

from .cards import BEWILDERMENT, GOLD
from .evaluation import EVALUATIONS
from .layout import COMPLETE_HLAALU, COMPLETE_TREASURY, DESTROY_CARDS, END, KIND, NORMAL
from .roots import ROOTS
from .thinning import IS_WEAK

ZONES = ("hand", "draw", "played", "cooldown")


def owned(s: Any, seat: int) -> Counter[int]:
    """A player's cards by kind, agents included."""
    cards: Counter[int] = Counter()
    for zone in (*ZONES, "agent"):
        number = getattr(s, f"n_{zone}" if zone != "agent" else "n_agents")[seat]
        cards.update(int(cell) & KIND for cell in getattr(s, zone)[seat][:number])
    return cards


# --- cards that are destroyed -----------------------------------------------------------------------------------------

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


# --- what a weak card less is worth -----------------------------------------------------------------------------------

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


def _prices(settings: Mapping[str, str]) -> Gauge:
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
        tuned=_prices,
    )


def gauges() -> dict[str, Gauge]:
    """All gauges of Tribute."""
    return {"trash": TRASH, "prices": _prices({"evaluate": "h3_soismcts"}), "roots": ROOTS}
