"""The table of the Pokemon TCG as a player sees it.

Cards are called as in moves.  What is on a Pokemon - Energy, a Tool, what it evolved from - is told by its marks.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from mulligan.core.scene import OPEN, Card, Counter, Scene, Zone, backs, together

from .cards.arrays import ENERGY_KIND
from .rules.layout import (
    AT_STADIUM,
    ATTACH,
    ATTACK,
    BENCH_IT,
    BURN,
    BW,
    DECK_CARD,
    DESTINATION,
    DISCARD_CARD,
    EQUIP,
    EVOLVE,
    GOING,
    LOOKED_CARD,
    MAIN,
    NEXT_CARD,
    PICK,
    PLAY,
    PRIZES,
    RAISED_CARD,
    REASONS,
    RETREAT,
    SLOT,
    TO_START,
    USE,
)
from .text.faces import face, pokemon_in_play, slot_key
from .text.prompts import prompt
from .text.questions import row_at


def scene(s: Any, t: Any, seat: int, moves: list[int]) -> Scene:
    """What a seat sees: the other player's side, what is nobody's, and the own side."""
    near = max(seat, 0)
    choices = Zone("choices", tuple(_choices(s, moves)), place="offer")
    shared = [*_shared(s, seat), *([choices] if choices.cards else [])]
    zones = [*_side(s, 1 - near, seat), *shared, *_side(s, near, seat)]
    ends = {move: _ends(s, move) for move in moves}
    return Scene(
        zones=tuple(zones),
        counters=(*_counters(s, near), *_terms(t)),
        prompt=prompt(s, choices.size) if moves else "",
        sources={move: source for move, (source, _) in ends.items() if source},
        targets={move: target for move, (_, target) in ends.items() if target},
    )


# --- the cards of a player --------------------------------------------------------------------------------------------


def _side(s: Any, p: int, seat: int) -> list[Zone]:
    active = (_pokemon(s, p, 0, seat),) if s.slot[p][0].card else ()
    bench = tuple(_pokemon(s, p, i, seat) for i in range(1, s.n_bench[p] + 1))
    return [
        Zone("hand", tuple(_hand(s, p, seat)), p, "hand"),
        Zone("active", active, p),
        Zone("bench", bench, p, place="back"),
        Zone("deck", tuple(_deck(s, p, seat)), p, "pile"),
        Zone("discard", tuple(together(f"{p}:discard", s.discard[p][: s.n_discard[p]][::-1], face)), p, "pile"),
        Zone("prizes", tuple(_prizes(s, p, seat)), p, "pile", "left"),
    ]


def _pokemon(s: Any, p: int, i: int, seat: int) -> Card:
    """A Pokemon in play, face down while the other player sets up."""
    if s.after == TO_START and seat not in (p, OPEN):
        return Card(slot_key(p, i))
    return pokemon_in_play(s, p, i, slot_key(p, i))


def _hand(s: Any, p: int, seat: int) -> list[Card]:
    """The own hand; of the other one the cards that were shown, and backs."""
    cards = list(s.hand[p][: s.n_hand[p]])
    shown = [card for card in dict.fromkeys(cards) for _ in range(min(s.shown[p][card], cards.count(card)))]
    if seat in (p, OPEN):
        return _single(f"{p}:hand", cards, shown)
    return [*_single(f"{p}:hand", shown, shown), *backs(f"{p}:hand", len(cards) - len(shown))]


def _deck(s: Any, p: int, seat: int) -> list[Card]:
    """Face down, but for the cards on top that its owner knows."""
    cards = list(s.deck[p][: s.n_deck[p]][::-1])
    known = cards if seat == OPEN else cards[: s.top[p]] if seat == p else []
    marks = () if seat == OPEN else ("face down",)
    named = [replace(face(card), key=f"{p}:deck:{i}", marks=marks) for i, card in enumerate(known, 1)]
    return [*named, *backs(f"{p}:deck", len(cards) - len(known))]


def _prizes(s: Any, p: int, seat: int) -> list[Card]:
    """Face down; who has looked through the deck knows which cards they are, but not which of them is which."""
    cards = list(s.prize[p][: s.n_prizes[p]])
    if seat == OPEN:
        return together(f"{p}:prizes", cards[::-1], face)
    if seat == p and s.searched[p]:
        return [replace(card, marks=("face down",)) for card in together(f"{p}:prizes", sorted(cards), face)]
    return backs(f"{p}:prizes", len(cards))


def _single(key: str, cards: Iterable[int], shown: list[int]) -> list[Card]:
    """Cards one by one; of equal ones the first are those that were shown to the other player."""
    copies: Tally[int] = Tally()
    found = []
    for card in cards:
        copies[card] += 1
        copy = f".{copies[card]}" if copies[card] > 1 else ""
        marks = ("shown",) if copies[card] <= shown.count(card) else ()
        found.append(replace(face(card), key=f"{key}:{card}{copy}", marks=marks))
    return found


# --- what is nobody's -------------------------------------------------------------------------------------------------


def _shared(s: Any, seat: int) -> list[Zone]:
    zones = [Zone("stadium", (_owned(s.stadium, "stadium", s.stadium_owner, seat),) if s.stadium else (), place="back")]
    doing = []
    if s.resolving:
        doing.append(_owned(s.resolving, "played", s.side, seat))
    if s.carried:
        doing.append(_owned(int(ENERGY_KIND[s.carried - 1]), "carried", s.side, seat))
    if doing:
        zones.append(Zone("being played", tuple(doing), place="back"))
    return zones


def _owned(card: int, key: str, owner: int, seat: int) -> Card:
    whose = f"player {owner + 1}'s" if seat == OPEN else "yours" if seat == owner else "the opponent's"
    return replace(face(card), key=key, marks=(whose,))


def _choices(s: Any, moves: list[int]) -> list[Card]:
    """The cards of a pile that may be picked."""
    wanted = {move >> 8 & 255 for move in moves if move & 255 in (PICK, EVOLVE)}
    return together("choices", (card for card in sorted(_pile(s)) if card in wanted), face) if wanted else []


def _pile(s: Any) -> list[int]:
    """The cards among which the asked player looks for an answer, if they lie in a pile."""
    p = s.asked
    if s.ask in (DECK_CARD, RAISED_CARD):
        return list(s.deck[p][: s.n_deck[p]])
    if s.ask == DISCARD_CARD:
        return list(s.discard[p][: s.n_discard[p]])
    if s.ask == LOOKED_CARD:
        return list(s.deck[p][s.n_deck[p] - min(row_at(s.pc)[1], s.n_deck[p]) : s.n_deck[p]])
    if s.ask == NEXT_CARD:
        low = s.n_deck[p] - min(row_at(s.pc)[1], s.n_deck[p])
        return list(s.deck[p][low : low + s.left])  # those that have a place lie above
    return []


# --- numbers ----------------------------------------------------------------------------------------------------------


def _counters(s: Any, near: int) -> list[Counter]:
    seats = (1 - near, near)
    if s.after == TO_START:
        found = [Counter("mulligans", s.mulligans[p], p) for p in seats if s.mulligans[p]]
    else:
        found = [Counter("prizes left", s.n_prizes[p], p, PRIZES) for p in seats]
        if s.reason == GOING:
            found += _flags(s)
    if s.sudden:
        found.append(Counter("sudden death", s.sudden))
    if s.reason != GOING:
        found.append(Counter("ended by", REASONS[s.reason]))
    return found


def _terms(t: Any) -> list[Counter]:
    """By which rules is played, and what each side knows of the other's deck list."""
    lists = "closed: neither side knows the other's" if t.pool else "open: each side knows the other's"
    return [Counter("deck lists", lists), Counter("rules", "2011 to 2013" if t.era == BW else "since November 2013")]


def _flags(s: Any) -> list[Counter]:
    """What may be done once in a turn, and whether it has been."""
    done = {
        "energy": (s.attached, "attached"),
        "supporter": (s.supported, "played"),
        "retreat": (s.retreated, "done"),
    }
    found = [Counter(title, word if was else "not yet", s.player) for title, (was, word) in done.items()]
    return [*found, Counter("stadium", _STAGED[s.staged], s.player)] if s.staged else found


_STAGED = {1: "played", 2: "used", 3: "played and used"}

# --- moves ------------------------------------------------------------------------------------------------------------


def _ends(s: Any, move: int) -> tuple[str, str]:
    """The cards at which a move begins and ends, each empty if there is none."""
    ends = _ENDS.get(move & 255)
    return ends(s, move >> 8 & 255, move >> 16 & 255, move >> 24 & 255) if ends else ("", "")


def _mover(s: Any) -> int:
    """The player who moves."""
    return int(s.player if s.ask == MAIN else s.asked)


def _held(s: Any, card: int) -> str:
    """A card in the hand of the player who moves."""
    return f"{_mover(s)}:hand:{card}"


def _found(s: Any, card: int) -> str:
    """A card that answers a question: in a pile, or in the hand."""
    return (
        f"choices:{card}" if s.ask in (DECK_CARD, DISCARD_CARD, LOOKED_CARD, NEXT_CARD, RAISED_CARD) else _held(s, card)
    )


def _own(s: Any, i: int) -> str:
    return slot_key(_mover(s), i)


def _on_side(s: Any, side: int, i: int) -> str:
    """A Pokemon by its owner as the asked player sees it: 0 the player, 1 the opponent."""
    return slot_key(1 - s.asked if side else s.asked, i)


def _chosen(s: Any, side: int, i: int) -> tuple[str, str]:
    """A Pokemon that is chosen, or to which an Energy goes that is on its way."""
    key = _on_side(s, side, i)
    return ("carried", key) if s.ask == DESTINATION else (key, "")


_ENDS: dict[int, Callable[[Any, int, int, int], tuple[str, str]]] = {
    BENCH_IT: lambda s, a, b, c: (_held(s, a), ""),
    EVOLVE: lambda s, a, b, c: (_found(s, a), _own(s, b)),
    ATTACH: lambda s, a, b, c: (_held(s, a), _own(s, b)),
    PLAY: lambda s, a, b, c: (_held(s, a), ""),
    EQUIP: lambda s, a, b, c: (_held(s, a), _own(s, b)),
    USE: lambda s, a, b, c: ("stadium" if a == AT_STADIUM else _own(s, a), ""),
    RETREAT: lambda s, a, b, c: (_own(s, 0), _own(s, a)),
    ATTACK: lambda s, a, b, c: (_own(s, 0), ""),
    PICK: lambda s, a, b, c: (_found(s, a), ""),
    SLOT: lambda s, a, b, c: _chosen(s, a, b),
    BURN: lambda s, a, b, c: (_on_side(s, b, c), ""),
}
