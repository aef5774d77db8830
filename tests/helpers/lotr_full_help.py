"""Positions of the full game for tests: read from words, with cards of our choice on top of the decks."""

from __future__ import annotations

from typing import Any

from mulligan.core.position import Position
from mulligan.games.lotr import LOTR
from mulligan.games.lotr.cards import encounter_cards, player_cards

GAME = LOTR.interpreted()
PLAYER = [card["name"] for card in player_cards()]
ENCOUNTER = [card["name"] for card in encounter_cards()]


def read(text: str, *, top: str = "", deck: str = "", setup: str = "full", **fields: Any) -> Position:
    """The position that `text` describes; `top` and `deck` name what lies on top of the two decks, in order."""
    position = Position.read(GAME, text, setup)
    state, table = position.states[0], position.table[0]
    _lift(state.encounters, state.revealed, table.encounter_cards, [ENCOUNTER.index(name) for name in _names(top)])
    _lift(state.deck, state.drawn, table.cards, [PLAYER.index(name) for name in _names(deck)])
    for name, value in fields.items():
        setattr(state, name, value)
    return position


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",")] if text else []


def _lift(cards: list[int], low: int, high: int, wanted: list[int]) -> None:
    rest = cards[low:high]
    for kind in wanted:
        rest.remove(kind)
    cards[low:high] = wanted + rest


def play(position: Position, *moves: str) -> Position:
    """Play moves in words, in full or by an unambiguous beginning."""
    for move in moves:
        position.play(move)
    return position


def words(position: Position) -> list[str]:
    """The legal moves."""
    return position.options_text()


def part(position: Position, title: str) -> str:
    """A part of the printed position."""
    for piece in str(position).split(" | "):
        if piece.startswith(f"{title} "):
            return piece.removeprefix(f"{title} ")
    return ""


def listed(position: Position, title: str) -> list[str]:
    """A part of the printed position as a list."""
    found = part(position, title)
    return found.split(", ") if found else []


def stage(position: Position) -> str:
    """The kind of decision, or how the game ended."""
    if position.over:
        return "won" if position.payoff(0) else "lost"
    return position.stage


def state(position: Position) -> Any:
    """The state as an object."""
    return position.states[0]
