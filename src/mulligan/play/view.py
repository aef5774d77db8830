"""What one seat sees of a position, and may do: the only thing that the terminal and the browser are given to draw.

A view is made from a position in which everything that the seat cannot know was dealt anew, so the true hidden cards
cannot be in it, whatever a game's `scene` does.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import Any

from mulligan.core.position import Position
from mulligan.core.scene import Assembly, Card, Counter, Zone
from mulligan.core.seen import scene_of, shown_to

FEW = 12  # compound moves that a person can still survey; of more, the parts are asked one by one


@dataclass(frozen=True)
class Move:
    """A move that may be played."""

    number: int
    """From 1, in the order in which they are listed."""
    move: int
    text: str
    source: str = ""
    """The key of the card that it begins with."""
    target: str = ""
    """The key of the card that it ends at."""
    others: tuple[str, ...] = ()
    """The keys of more cards that it takes along."""


@dataclass(frozen=True)
class View:
    """A position for one seat, or OPEN for those who may see everything."""

    game: str
    title: str
    setup: str
    seat: int
    actor: int
    """Who is to move, or OVER."""
    turn: int
    stage: str
    zones: tuple[Zone, ...]
    counters: tuple[Counter, ...]
    prompt: str
    moves: tuple[Move, ...]
    """Empty if somebody else is to move."""
    results: tuple[float, ...] = ()
    """At the end, for each seat: 1 won, 0.5 drawn, 0 lost, or a score between."""
    players: int = 2
    """How many seats there are."""
    assembly: Assembly | None = None
    """How the moves are put together on the table, if they are."""
    phases: tuple[str, ...] = ()
    """The phases of a turn, and which of them it is."""
    phase: str = ""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.results)

    @property
    def cards(self) -> dict[str, Card]:
        """All cards by their keys."""
        return {card.key: card for zone in self.zones for card in zone.cards}

    @cached_property
    def handles(self) -> dict[str, str]:
        """For each card the key by which moves know it: its own, or that of one just like it beside it.

        Games offer equal cards once; a person may reach for any of them.
        """
        named = {key for move in self.moves for key in (move.source, move.target)}
        along = {key for move in self.moves for key in move.others}
        found: dict[str, str] = {}
        for zone in self.zones:
            for card in zone.cards:
                alike = [other.key for other in zone.cards if replace(other, key=card.key) == card]
                known = [key for keys in (named, along) for key in (card.key, *alike) if key in keys]
                found[card.key] = known[0] if known else card.key
        return found

    @cached_property
    def alike(self) -> dict[str, str]:
        """For each card the first one just like it: which of them is chosen makes no difference."""
        told = self.assembly.alike if self.assembly is not None else {}
        found: dict[str, str] = {}
        for zone in self.zones:
            firsts: dict[Card, str] = {}
            for card in zone.cards:
                found[card.key] = firsts.setdefault(replace(card, key=""), card.key)
        return {**found, **told}

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data, ready for JSON."""
        return asdict(self)


def around(seat: int, players: int, owners: Collection[int | None]) -> list[int]:
    """The other seats that own something, in the order in which they sit after this one.

    >>> around(2, 4, {0, 1, 2, 3, None}), around(0, 2, {1})
    ([3, 0, 1], [1])
    """
    return [other for i in range(1, players) if (other := (seat + i) % players) in owners]


def look(position: Position, seat: int) -> View:
    """What a seat sees of a position, and the moves if it is to move.

    >>> from mulligan.games.toys import NIM
    >>> view = look(Position.deal(NIM), 0)
    >>> view.actor, [move.text for move in view.moves]
    (0, ['take 1', 'take 2', 'take 3'])
    """
    game = position.game
    known = shown_to(position, seat)
    actor, stage, turn, _ = position.look()
    moves = choices(known) if actor == seat and actor >= 0 else []
    scene = scene_of(known, seat, moves)
    return View(
        game=game.name,
        title=game.title,
        setup=position.setup,
        seat=seat,
        actor=actor,
        turn=turn,
        stage=game.stages[stage] if actor >= 0 else "",
        zones=scene.zones,
        counters=scene.counters,
        prompt=scene.prompt,
        moves=tuple(
            Move(i, move, text, scene.sources.get(move, ""), scene.targets.get(move, ""), scene.others.get(move, ()))
            for i, (move, text) in enumerate(zip(moves, known.texts(moves)), 1)
        ),
        results=tuple(position.payoff(p) for p in range(game.players)) if actor < 0 else (),
        players=game.players,
        assembly=scene.assembly if moves else None,
        phases=scene.phases,
        phase=scene.phase,
    )


def choices(position: Position) -> list[int]:
    """The legal moves as a person is asked for them."""
    whole = position.options()
    return position.options(chain=True) if position.game.chains and len(whole) > FEW else whole
