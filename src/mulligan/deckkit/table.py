"""The table of a game on the kit as a seat sees it: a card for everything that it knows, a back for everything else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from mulligan.core import scene as shown
from mulligan.core.scene import OPEN, Card, Counter, Scene, backs

from .deck import Deck
from .text import cards_in
from .zones import Spot


def make_scene(
    deck: Deck,
    spots: Sequence[Spot],
    seats: int,
    counters: Callable[[Any, Any], Iterable[Counter]] | None,
    prompt: str | Callable[[Any, Any], str],
) -> Callable[[Any, Any, int, list[int]], Scene]:
    """The function `scene` of a game."""

    def marks(s: Any, card: int, spot: Spot, seat: int) -> tuple[str, ...]:
        """Who else knows a card that is usually seen by its owner alone."""
        if spot.zone.seen_by != "owner":
            return ()
        others = [p for p in range(seats) if p != spot.owner]
        who = [p for p in others if s.known[p] >> card & 1]
        if who == others:
            return ("known to all",)
        if seat not in (OPEN, spot.owner):
            return ("known to you",) if seat in who else ()
        return tuple(f"known to player {p + 1}" for p in who)

    def place(s: Any, number: int, seat: int) -> shown.Zone:
        spot = spots[number]
        cards = cards_in(s, number)
        known = [card for card in cards if seat == OPEN or s.known[seat] >> card & 1]
        if spot.zone.layout == "hand":
            known.sort()
        elif spot.zone.layout == "pile":
            known.reverse()  # the topmost is seen first
        faces: list[Card] = [
            replace(deck.faces[card], key=_key(card), marks=marks(s, card, spot, seat)) for card in known
        ]
        hidden = backs(f"back:{number}", len(cards) - len(known))
        return shown.Zone(spot.zone.name, (*faces, *hidden), spot.owner, spot.zone.layout)

    def scene(s: Any, t: Any, seat: int, moves: list[int]) -> Scene:
        near = max(seat, 0)
        order = sorted(range(len(spots)), key=lambda i: (spots[i].owner == near, spots[i].owner is None))
        asked = prompt(s, t) if callable(prompt) else prompt
        return Scene(
            zones=tuple(place(s, i, seat) for i in order),
            counters=tuple(counters(s, t)) if counters is not None else (),
            prompt=asked if moves else "",
            sources={move: _key(move) for move in moves if 0 <= move < len(deck)},
        )

    return scene


def _key(card: int) -> str:
    return f"card:{card}"
