"""What a card or an Ability needs to be played or used, and costs, which must be among it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from . import vocabulary as v
from .effects import Effect, every
from .filters import read_energy_filter, read_filter
from .readers import Wrong, not_a, number_of_cards, number_of_pokemon, read_type

MOST_NEEDS = 3


class Need(NamedTuple):
    """Something without which a card cannot be played; a text is a filter."""

    code: int
    arg: int | str


_COSTS = {v.PAY: v.HAND_OTHER, v.TOP: v.HAND_HAS, v.CANDY: v.CAN_CANDY}
"""Effects that cannot be left undone, and the need that makes sure of them."""
_WHOLE_HAND = 1_000_000


def has_costs(effects: tuple[Effect, ...]) -> bool:
    """Whether some effect is a cost, perhaps one within another."""
    return any(effect.word in _COSTS for effect in every(effects))


def check_needs(effects: tuple[Effect, ...], needs: tuple[Need, ...]) -> None:
    """Refuse costs of a Trainer or an Ability that might not be paid, however coins fall and players choose.

    Attacks are not asked: they need nothing but their Energy, and what cannot be done is left out.
    """
    wanted: list[Need] = []
    _spend(effects, 0, wanted)
    lacking = [need for need in dict.fromkeys(wanted) if need.code != v.HAND_OTHER and need not in needs]
    paid = max((int(need.arg) for need in wanted if need.code == v.HAND_OTHER), default=0)
    if paid > max((int(need.arg) for need in needs if need.code == v.HAND_OTHER), default=0):
        lacking.append(Need(v.HAND_OTHER, paid))
    if lacking:
        names = {number: name for name, (number, _) in NEEDS.items()}
        told = ", ".join(f"{names[code]} {arg or ''}".rstrip() for code, arg in lacking)
        raise Wrong(f"what is paid must be there; the entry lacks: needs: {told}")


def _spend(effects: tuple[Effect, ...], gone: int, wanted: list[Need]) -> int:
    """Add what costs need; return how many cards can have left the hand at most, if so many have before."""
    for effect in effects:
        if effect.word in _COSTS:
            gone = _pay(effect, gone, wanted)
        elif effect.word in (v.DISCARD_HAND, v.RETURN_HAND):
            gone = _WHOLE_HAND
        elif effect.how == "per_head":
            for _ in range(int(effect.args[0])):
                gone = _spend(effect.parts[0], gone, wanted)
        elif effect.parts:
            gone = max(gone, *(_spend(part, gone, wanted) for part in effect.parts))
    return gone


def _pay(cost: Effect, gone: int, wanted: list[Need]) -> int:
    if gone >= _WHOLE_HAND:
        raise Wrong("what is paid must be there, and the whole hand has left before; a cost comes first")
    if cost.word == v.PAY:
        gone += int(cost.args[0])
        wanted.append(Need(v.HAND_OTHER, gone))
        return gone
    if gone:
        word = "top" if cost.word == v.TOP else "candy"
        raise Wrong(f"what is paid must be there, and a cost before may have taken it; '{word}' comes first, and once")
    wanted.append(Need(_COSTS[cost.word], cost.args[0] if cost.args else 0))
    return gone + 1


# --- needs ------------------------------------------------------------------------------------------------------------

NEEDS: Mapping[str, tuple[int, Callable[[str], int | str] | None]] = {
    "discard_has": (v.DISCARD_HAS, read_filter),
    "hand_has": (v.HAND_HAS, read_filter),
    "hand_other": (v.HAND_OTHER, number_of_cards),
    "hand_below": (v.HAND_BELOW, number_of_cards),
    "my_bench": (v.MY_BENCH, number_of_pokemon),
    "opp_bench": (v.FOE_BENCH, number_of_pokemon),
    "bench_type": (v.BENCH_TYPE, read_type),
    "energy_in_play": (v.ENERGY_IN_PLAY, read_energy_filter),
    "damaged": (v.DAMAGED, None),
    "damaged_or_ill": (v.DAMAGED_OR_ILL, None),
    "can_candy": (v.CAN_CANDY, None),
    "deck_left": (v.DECK_LEFT, number_of_cards),
    "tool_in_play": (v.TOOL_IN_PLAY, None),
    "self_on_bench": (v.SELF_ON_BENCH, None),
    "discard_or_hand_has": (v.DISCARD_OR_HAND_HAS, read_filter),
    "can_raise": (v.CAN_RAISE, None),
    "opp_energy": (v.FOE_ENERGY, None),
    "opp_special": (v.FOE_SPECIAL, None),
    "opp_hand": (v.FOE_HAND, None),
    "tool_or_special": (v.TOOL_OR_SPECIAL, None),
    "some_bench": (v.SOME_BENCH, None),
    "opp_damaged": (v.FOE_DAMAGED, None),
}


def read_needs(text: str) -> tuple[Need, ...]:
    """What a card or an Ability needs."""
    needs: list[Need] = []
    for part in text.split(","):
        word, *words = part.split() or [""]
        code, read = NEEDS.get(word, (0, None))
        if not code:
            raise Wrong(not_a("need", word, list(NEEDS)))
        if len(words) != (read is not None):
            raise Wrong(f"'{part.strip()}': {word} takes {'one argument' if read else 'no argument'}")
        needs.append(Need(code, read(words[0]) if read else 0))
    if len(needs) > MOST_NEEDS:
        raise Wrong(f"{len(needs)} needs; at most {MOST_NEEDS} are possible")
    return tuple(needs)
