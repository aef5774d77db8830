"""What has happened on a table, as typed facts: for the log, for those who listen, and for pictures that move.

A game names its events by one function, `events(before, after, t, move, seat)`.  Both states are what `seat` knows: all
that it cannot know was dealt anew in each of them, so that a card named by mistake is an invented one.  `move` is None
where the seat could not see it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

ATTACKED, BLOCKED, DAMAGED, DIED, DRAWN, HEALED, KNOCKED_OUT = (
    *("attacked", "blocked", "damaged", "died", "drawn", "healed", "knocked out"),
)
PLAYED, PRIZE, LOST, GAINED, STATE, BOUGHT = "played", "prize", "lost", "gained", "state", "bought"
FAVOURED, REVEALED = "favoured", "revealed"


@dataclass(frozen=True)
class Event:
    """One thing that happened."""

    kind: str
    seat: int
    """Who did it, or whose card it befell; -1 is nobody."""
    cards: tuple[str, ...] = ()
    """The names of the cards in question; empty names are cards that the seat may not see."""
    what: str = ""
    """What else it is about: the name of an attack, of a number, of a condition."""
    amount: int = 0
    target: str = ""
    """The name of the card that was met."""
    reasons: tuple[str, ...] = ()
    """Why it came to this: `weakness x2`."""
    keys: tuple[str, ...] = ()
    """The keys of the cards on the table, as it is afterwards, or was before if they are gone."""


Events = Callable[[Any, Any, Any, int | None, int], Sequence[Event]]


def in_words(event: Event, seat: int, players: int = 2) -> str:
    """An event in a sentence without a full stop, for a seat.

    >>> in_words(Event(DAMAGED, 1, ("Golett",), amount=120, reasons=("weakness x2",)), 0)
    "the opponent's Golett takes 120 damage (weakness x2)"
    >>> in_words(Event(DRAWN, 0, ("Deino",)), 0), in_words(Event(DRAWN, 1, ("", "")), 0)
    ('you draw Deino', 'the opponent draws 2 cards')
    """
    who, own = _who(event.seat, seat, players), event.seat == seat >= 0
    whose = "" if event.seat < 0 else "your " if own else f"{who}'s "
    cards = named(event.cards)
    s = "" if own else "s"
    many = len(event.cards) > 1 and len(set(event.cards)) > 0
    verb = "" if many else "s"
    what = event.what.removesuffix("s") if event.amount == 1 and event.what == "coins" else event.what
    goal = f" {event.target}" if event.target else ""
    with_ = f" with {event.what}" if event.what else ""
    words = {
        ATTACKED: f"{whose}{cards} attack{verb}{goal}{with_}",
        BLOCKED: f"{whose}{cards} block{verb}{goal}",
        DAMAGED: f"{whose}{cards} take{verb} {event.amount} damage",
        HEALED: f"{whose}{cards} {'lose' if many else 'loses'} {event.amount} damage",
        DIED: f"{whose}{cards} die{verb}",
        KNOCKED_OUT: f"{whose}{cards} is knocked out",
        DRAWN: f"{who} draw{s} {cards}",
        PLAYED: f"{who} play{s} {cards}",
        BOUGHT: f"{who} buy{s} {cards}",
        PRIZE: f"{who} take{s} {'a prize' if event.amount == 1 else f'{event.amount} prizes'}",
        LOST: f"{who} lose{s} {event.amount} {what}",
        GAINED: f"{who} gain{s} {event.amount} {what}",
        STATE: f"{whose}{cards} is {event.what}",
        REVEALED: f"{cards} {'are' if many else 'is'} revealed",
        FAVOURED: f"{cards} favours {'nobody' if event.seat < 0 else who}",
    }[event.kind]
    return words + (f" ({', '.join(event.reasons)})" if event.reasons else "")


def _who(player: int, seat: int, players: int) -> str:
    if player == seat >= 0:
        return "you"
    return f"player {player + 1}" if seat < 0 or players > 2 else "the opponent"


def named(cards: Sequence[str]) -> str:
    """Names in a row, with equal ones counted.

    >>> named(["land", "Deino", "Deino"]), named(["", ""]), named([""])
    ('land and 2 Deino', '2 cards', 'a card')
    """
    told = []
    for name in dict.fromkeys(cards):
        n = cards.count(name)
        told.append(("a card" if n == 1 else f"{n} cards") if not name else name if n == 1 else f"{n} {name}")
    return " and ".join([", ".join(told[:-1]), told[-1]] if len(told) > 1 else told)
