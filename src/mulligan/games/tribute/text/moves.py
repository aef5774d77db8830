"""Moves of Tales of Tribute in words."""

from __future__ import annotations

from typing import Any

from mulligan.kernel import interpret

from ..rules.cards import HP, NAMES, PATRONS
from ..rules.choices import card_at
from ..rules.layout import (
    ACTIVATE,
    AT_AGENTS,
    AT_FOE,
    ATTACK,
    BUY,
    CALL,
    CHOOSE,
    COMMAND,
    COMPLETE_HLAALU,
    COMPLETE_TREASURY,
    DESTROY_CARDS,
    DONE,
    DRAFT,
    EFFECT,
    EXACT,
    IN_PLAY,
    ITEM,
    ITEM_MASK,
    KIND,
    MOST,
    ON_BOARD,
    PICK,
    PLACE,
    PLAY,
    WHERE,
)
from ..rules.vocabulary import PART, unit_text

_card_at = interpret(card_at)
PLACES = ("hand", "played", "agent", "cooldown", "draw", "row", "agent")
_MIXED = (DESTROY_CARDS, COMPLETE_HLAALU, COMPLETE_TREASURY)  # choices that offer cards of several places


def _agent_words(kind: int, hp: int, acted: int) -> str:
    return f"{NAMES[kind]} ({hp} HP, acted)" if acted else f"{NAMES[kind]} ({hp} HP)"


def _item_words(s: Any, item: int) -> str:
    """A card as a choice names it."""
    kind, where = (item & KIND) - 1, item >> WHERE
    if where >= ON_BOARD:
        return _agent_words(kind, (where - ON_BOARD) // 2, where % 2)
    if where == IN_PLAY:
        return f"{NAMES[kind]} (played)"
    return f"{NAMES[kind]} (hand)" if s.follow in _MIXED else NAMES[kind]


def _items(move: int) -> list[int]:
    return [move >> ITEM * i & ITEM_MASK for i in range(MOST) if move >> ITEM * i & ITEM_MASK]


def _exact_option(s: Any, index: int) -> str:
    place, i = divmod(s.option[index], PLACE)
    name = NAMES[_card_at(s, s.option[index]) & KIND]
    if place in (AT_AGENTS, AT_FOE):
        return f"{name} ({_hp_at(s, s.player if place == AT_AGENTS else 1 - s.player, i)})"
    return f"{name} ({PLACES[place]} {i + 1})"


def _hp_at(s: Any, p: int, i: int) -> str:
    return f"{s.hp[p][i]} HP, agent {i + 1}"


def _exact(s: Any, command: int, move: int) -> str:
    """A move that tells copies of a card apart."""
    p, i = s.player, (move & ITEM_MASK) - 1
    if command == PLAY:
        return f"play {NAMES[s.hand[p][i] & KIND]} (hand {i + 1})"
    if command == ACTIVATE:
        return f"activate {NAMES[s.agent[p][i] & KIND]} ({_hp_at(s, p, i)})"
    if command == ATTACK:
        return f"attack {NAMES[s.agent[1 - p][i] & KIND]} ({_hp_at(s, 1 - p, i)})"
    if command == BUY:
        return f"buy {NAMES[s.row[i] & KIND]} (row {i + 1})"
    return "choose " + (", ".join(_exact_option(s, item - 1) for item in _items(move)) or "nothing")


def _effect(s: Any, right: int) -> str:
    left_text, right_text = (unit_text(s.limit >> PART * half & 511) for half in range(2))
    if left_text == right_text:
        return f"take {left_text} ({'right' if right else 'left'})"
    return f"take {right_text if right else left_text}"


def move(s: Any, t: Any, move: int) -> str:
    """A legal move in words."""
    command, item = move >> COMMAND & 15, move & ITEM_MASK
    if move & EXACT:
        return _exact(s, command, move)
    if command in (PLAY, BUY):
        return f"{'play' if command == PLAY else 'buy'} {NAMES[(item & KIND) - 1]}"
    if command in (ACTIVATE, ATTACK):
        kind, where = (item & KIND) - 1, (item >> WHERE) - ON_BOARD
        whole = command == ACTIVATE and where == 2 * HP[kind]
        name = NAMES[kind] if whole else _agent_words(kind, where // 2, where % 2)
        return f"{'activate' if command == ACTIVATE else 'attack'} {name}"
    if command in (CALL, DRAFT):
        return f"{'call' if command == CALL else 'draft'} {PATRONS[item - 1]}"
    if command == CHOOSE:
        return "choose " + (", ".join(_item_words(s, item) for item in _items(move)) or "nothing")
    if command == EFFECT:
        return _effect(s, item - 1)
    if command == PICK:
        return f"pick {_item_words(s, item)}"
    return "no more" if command == DONE else "end turn"
