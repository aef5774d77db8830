"""What both sides of the wire share: the generated messages, limits, and how the engine writes cards and effects."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from mulligan.core.errors import UsageError

from ..rules.cards import COST, DECK, HP, LEVELS, NAMES, PATRONS, TAUNT, TYPE, TYPES, UNITS
from ..rules.vocabulary import AMOUNT, EFFECTS, EITHER, PART, WORD

HOST = "localhost"
MOST_BYTES = 64 << 20  # of one message; a list of 30,000 moves has about one
OPTIONS = (("grpc.max_receive_message_length", MOST_BYTES), ("grpc.max_send_message_length", MOST_BYTES))
PLAYERS = ("PLAYER1", "PLAYER2", "NO_PLAYER_SELECTED")
COMMANDS = ("PLAY_CARD", "ACTIVATE_AGENT", "ATTACK", "BUY_CARD", "CALL_PATRON", "MAKE_CHOICE", "END_TURN")
MAKE_CHOICE, END_TURN = 5, 6
# The engine's words for effects, in the order of ours.
WORDS = (
    *("GAIN_COIN", "GAIN_POWER", "GAIN_PRESTIGE", "OPP_LOSE_PRESTIGE", "REPLACE_TAVERN", "ACQUIRE_TAVERN"),
    *("DESTROY_CARD", "DRAW", "OPP_DISCARD", "RETURN_TOP", "RETURN_AGENT_TOP", "TOSS", "KNOCKOUT", "PATRON_CALL"),
    *("CREATE_SUMMERSET_SACKING", "HEAL", "KNOCKOUT_ALL", "DONATE"),
)
assert len(WORDS) == len(EFFECTS)
_EXTRA = "pip install 'mulligan[sot]'"


class Messages(NamedTuple):
    """The generated modules of the package, and grpc."""

    grpc: Any
    basics: Any
    main: Any
    services: Any


def messages() -> Messages:
    """What the package `scripts-of-tribute` brings."""
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")  # what goes wrong is told in our own words
    os.environ.setdefault("GRPC_ENABLE_FORK_SUPPORT", "0")  # with it, a process that forks may abort
    try:
        import grpc
        from scripts_of_tribute.protos import basics_pb2, main_pb2, main_pb2_grpc
    except ModuleNotFoundError as error:
        raise UsageError(f"Scripts of Tribute: {error.name} is not installed; {_EXTRA} brings it") from None
    except Exception as error:  # generated code refuses versions of its libraries in ways of its own
        problem = f"{type(error).__name__}: {error}"
        raise UsageError(f"Scripts of Tribute: scripts-of-tribute cannot be loaded: {problem}; {_EXTRA}") from None
    fields = main_pb2.GameStateProto.DESCRIPTOR.fields_by_name
    missing = [name for name in ("completed_actions", "upcoming_effects", "tavern_cards") if name not in fields]
    if missing or "id" not in basics_pb2.Move.DESCRIPTOR.fields_by_name:
        raise UsageError(
            f"Scripts of Tribute: scripts-of-tribute is not version 1.1, whose messages we speak; {_EXTRA}"
        )
    return Messages(grpc, basics_pb2, main_pb2, main_pb2_grpc)


def problem_of(error: Any) -> str:
    """What a failed call says: the name of its status, and the first line of its details."""
    details = (error.details() or "").strip().splitlines()
    return f"{error.code().name}{': ' + details[0][:300] if details else ''}"


# --- effects ----------------------------------------------------------------------------------------------------------


def _one_effect(unit: int) -> str:
    return f"{WORDS[unit & WORD]} {unit >> AMOUNT & 15}"


def effect_text(unit: int) -> str:
    """An effect as the engine writes it.

    >>> from ..rules.vocabulary import read_level
    >>> effect_text(read_level("coin 1 or draw 2")[0])
    'GAIN_COIN 1 OR DRAW 2'
    """
    return " OR ".join(halves(unit)) if unit & EITHER else _one_effect(unit)


def halves(unit: int) -> list[str]:
    """The two effects of a choice between them."""
    return [_one_effect(unit >> PART * half & 511) for half in range(2)]


def read_effect(text: str) -> int:
    """The inverse of `effect_text`.

    >>> effect_text(read_effect("GAIN_COIN 1 OR DRAW 2"))
    'GAIN_COIN 1 OR DRAW 2'
    """
    parts = []
    for part in text.split(" OR "):
        found = re.fullmatch(r"([A-Z_]+) ([0-9]{1,2})", part.strip())
        if not found or found[1] not in WORDS or not 1 <= int(found[2]) <= 15:
            raise UsageError(f"the engine names an effect '{text[:80]}', which no card of ours has")
        parts.append(WORDS.index(found[1]) | int(found[2]) << AMOUNT)
    if len(parts) > 2:
        raise UsageError(f"the engine names an effect '{text[:80]}', and a choice is between two")
    return parts[0] if len(parts) == 1 else EITHER | parts[0] | parts[1] << PART


def _level_text(kind: int, level: int) -> str:
    return " AND ".join(effect_text(int(unit)) for unit in UNITS[kind][level] if unit)


EFFECT_TEXTS = tuple(tuple(_level_text(kind, level) for level in range(LEVELS)) for kind in range(len(NAMES)))
"""Of each card, what the engine writes for its four levels."""

# --- cards ------------------------------------------------------------------------------------------------------------


def _letters(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter.isalnum())


_KINDS = {_letters(name): kind for kind, name in enumerate(NAMES)}
assert len(_KINDS) == len(NAMES)


def kind_named(name: str) -> int:
    """The kind of the card that the engine calls so.

    >>> kind_named("Gold"), kind_named("Clan-Witch")
    (107, 18)
    """
    kind = _KINDS.get(_letters(name))
    if kind is None:
        raise UsageError(f"the engine has a card '{name[:60]}', which our card file has not: another version?")
    return kind


def differences(kind: int, card: Any) -> list[str]:
    """In what a card of the engine is another than ours."""
    ours = {
        "deck": (int(DECK[kind]), card.deck),
        "cost": (int(COST[kind]), card.cost),
        "type": (int(TYPE[kind]), card.type),
        "hp": (int(HP[kind]), max(0, card.hp)),
        "taunt": (bool(TAUNT[kind]), card.taunt),
        "effects": ([text for text in EFFECT_TEXTS[kind] if text], [text for text in card.effects if text]),
    }
    return [f"{name} {theirs!r}, ours {mine!r}" for name, (mine, theirs) in ours.items() if mine != theirs]


def card_message(basics: Any, kind: int, number: int) -> Any:
    """A card as a message."""
    return basics.UniqueCardProto(
        name=NAMES[kind],
        deck=int(DECK[kind]),
        cost=int(COST[kind]),
        type=int(TYPE[kind]),
        hp=int(HP[kind]) or -1,
        taunt=bool(TAUNT[kind]),
        unique_id=number,
        effects=EFFECT_TEXTS[kind],
    )


def card_words(kind: int, number: int) -> str:
    """A card as the engine's log of actions writes it.

    >>> card_words(107, 10031)
    'Card: Gold, Deck: TREASURY, Cost: 0, Type: STARTER, UniqueId: 10031'
    """
    facts = f"Deck: {PATRONS[int(DECK[kind])]}, Cost: {COST[kind]}, Type: {TYPES[int(TYPE[kind])].upper()}"
    return f"Card: {NAMES[kind]}, {facts}, UniqueId: {number}"


_CARD = re.compile(r"Card: (.+?), Deck: ")


def cards_in(action: str) -> list[int]:
    """The kinds of the cards that an entry of the log names.

    >>> cards_in("PLAY_CARD " + card_words(107, 10031))
    [107]
    """
    return [kind_named(name) for name in _CARD.findall(action)]


def kinds_of(cards: Iterable[Any]) -> list[int]:
    """The kinds of cards in messages."""
    return [kind_named(card.name) for card in cards]
