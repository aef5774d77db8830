"""A game's cards and zones put together: its state, what moves cards, and all of a `Game` that follows from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from mulligan.core.encoding import Encoding
from mulligan.core.game import OVER, Game
from mulligan.core.room import Room
from mulligan.core.scene import Counter, Scene
from mulligan.kernel import compiled, interpret, record

from .deck import Deck
from .encoding import make_encoding
from .knowing import Knowing, make_knowing, make_write
from .table import make_scene
from .text import MoveText, make_text
from .zones import Moving, Spot, Zone, make_moving, spots_of

Bounds = Mapping[str, tuple[int | None, range]]
Counters = Callable[[Any, Any], Iterable[Counter]]
SceneMaker = Callable[[Any, Any, int, list[int]], Scene]


@dataclass(frozen=True, eq=False)
class Kit:
    """What `make_kit` makes."""

    deck: Deck
    seats: int
    spots: tuple[Spot, ...]
    fields: Bounds
    """The public numbers: how many (None for a single one), and from where to where."""
    State: np.dtype[Any]
    moving: Moving
    knowing: Knowing

    def number(self, zone: str) -> int:
        """The number of a zone; of zones that every seat has, that of the first seat."""
        for i, spot in enumerate(self.spots):
            if spot.zone.name == zone:
                return i
        raise ValueError(f"there is no zone '{zone}' among {', '.join(spot.word for spot in self.spots)}")

    @property
    def numbers(self) -> int:
        """How many numbers `observe` writes."""
        return len(self.spots) + 3 * len(self.deck) + sum(count or 1 for count, _ in self.fields.values())

    def scene(self, counters: Counters | None = None, prompt: str | Callable[[Any, Any], str] = "") -> SceneMaker:
        """The function `scene` of a game; for those that have something to add to it."""
        return make_scene(self.deck, self.spots, self.seats, counters, prompt)

    def encoding(self, others: Mapping[int, str] | None = None) -> Encoding:
        """What programs that learn are given, for a game's room; `others` names moves that are not cards."""
        shapes = {name: count for name, (count, _) in self.fields.items()}
        return make_encoding(self.deck, self.spots, self.seats, self.fields, make_write(shapes), others or {})

    def game(
        self,
        name: str,
        *,
        moves: MoveText | Mapping[int, str] | None = None,
        counters: Counters | None = None,
        prompt: str | Callable[[Any, Any], str] = "",
        sound: Callable[[Any, Any], str] | None = None,
        **rest: Any,
    ) -> Game:
        """The game, given its rules (`deal`, `actor`, `turn`, `options`, `play`, `payoff`) and what else it has.

        `moves` says what moves are called that are not cards; `counters` are shown beside the cards; `sound` says in a
        few words what is wrong with a position that somebody wrote, or nothing.
        """
        given: dict[str, Any] = {
            "version": 1,
            "players": self.seats,
            "stages": ("play",),
            "stage": _only_stage,
            "max_options": 64 + len(self.deck),
            "scene": self.scene(counters, prompt),
            **self.knowing._asdict(),
            **rest,
        }
        if len(set(self.deck.first)) < len(self.deck):
            given.setdefault("key", make_key(self.deck))
        if moves is None or isinstance(moves, Mapping):
            given.setdefault("room", lambda: Room(encoding=self.encoding(moves)))
        options, actor = interpret(given["options"]), interpret(given["actor"])

        def complaint(s: Any, t: Any) -> str:
            said = sound(s, t) if sound is not None else ""
            if said or actor(s) == OVER:
                return said
            return "" if options(s, t, 0, [0] * self.numbers) else "whose turn it is has no move"

        return Game(
            name=name,
            State=self.State,
            text=make_text(name, self.deck, self.spots, self.seats, self.fields, moves, complaint),
            max_numbers=self.numbers,
            **given,
        )


@compiled
def _only_stage(s):  # type: ignore[no-untyped-def]
    return 0


def make_key(deck: Deck) -> Any:
    """Cards of the same name are the same move."""
    FIRST, CARDS = deck.first, len(deck)

    @compiled
    def key(s, t, move):  # type: ignore[no-untyped-def]
        return FIRST[move] if move < CARDS else move

    return key


def make_kit(deck: Deck, zones: Sequence[Zone], seats: int = 2, **fields: range | tuple[int, range]) -> Kit:
    """The kit for a deck, its zones and public numbers: `turn=range(100)`, `won=(2, range(14))`.

    >>> from mulligan.deckkit import Deck, Zone
    >>> deck = Deck.suited(["red", "blue"], ["1", "2", "3"])
    >>> kit = make_kit(deck, [Zone("hand", "owner", each=True), Zone("stock", "nobody")], turn=range(10))
    >>> kit.number("stock"), kit.State.names
    (2, ('zones', 'known', 'barred', 'rank', 'turn'))
    """
    spots = spots_of(zones, seats)
    if len({zone.name for zone in zones}) < len(zones):
        raise ValueError("two zones have the same name")
    bounds = {name: kind if isinstance(kind, tuple) else (None, kind) for name, kind in fields.items()}
    n = len(deck)
    own = {"zones": ("i8", len(spots)), "known": ("i8", seats), "barred": ("i8", n), "rank": ("i1", n)}
    taken = [name for name in bounds if name in own]
    if taken:
        raise ValueError(f"the field '{taken[0]}' is the kit's own")
    public = {name: "i8" if count is None else ("i8", count) for name, (count, _) in bounds.items()}
    moving = make_moving(deck, spots, seats)
    knowing = make_knowing(deck, spots, seats, moving, {name: count for name, (count, _) in bounds.items()})
    return Kit(deck, seats, spots, bounds, record(**own, **public), moving, knowing)
