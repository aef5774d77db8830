"""The table of Tales of Tribute as a player sees it."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from mulligan.core.scene import OPEN, Card, Counter, Scene, Zone, backs, together
from mulligan.kernel import interpret

from .rules.cards import HP, PATRONS, TREASURY
from .rules.choices import card_at
from .rules.course import DUTY, SCORE
from .rules.items import item_of_agent, item_of_option
from .rules.layout import (
    ACTIVATE,
    AT_AGENTS,
    AT_COOLDOWN,
    AT_DRAW,
    AT_FOE,
    AT_HAND,
    AT_PLAYED,
    ATTACK,
    BUY,
    BY_FAVOUR,
    CALL,
    CHOOSE,
    COMMAND,
    DRAFT,
    GOING,
    ITEM,
    ITEM_MASK,
    KIND,
    MOST,
    NOBODY,
    OVER_40,
    OVER_80,
    PICK,
    PLACE,
    PLAY,
    SOURCE,
    START_CHOICE,
    TOO_LONG,
)
from .rules.vocabulary import AMOUNT
from .text.faces import effect_text, face, many, patron_face
from .text.prompts import prompt

_card_at, _item_of_agent, _item_of_option = interpret(card_at), interpret(item_of_agent), interpret(item_of_option)
_ENDS = {
    OVER_80: "80 prestige",
    BY_FAVOUR: "the favour of all patrons",
    OVER_40: "40 prestige, not matched",
    TOO_LONG: "the turn limit",
}


def scene(s: Any, t: Any, seat: int, moves: list[int]) -> Scene:
    """What a seat sees: the other player's side, patrons and tavern, and the own side."""
    near = max(seat, 0)
    picked = _picked(s) if seat in (s.player, OPEN) else Tally()
    zones = [*_side(s, 1 - near, seat), *_shared(s, seat, moves), *_side(s, near, seat)]
    ends = {move: _ends(s, move) for move in moves}
    return Scene(
        zones=tuple(replace(zone, cards=tuple(_marked(card, picked) for card in zone.cards)) for zone in zones),
        counters=tuple(_counters(s, near)),
        prompt=prompt(s, t, moves) if moves else "",
        sources={move: source for move, (source, _) in ends.items() if source},
        targets={move: target for move, (_, target) in ends.items() if target},
    )


def _kinds(cells: Iterable[int]) -> list[int]:
    """Cards by kind: serial numbers do not show."""
    return [int(cell) & KIND for cell in cells]


# --- the cards of a player --------------------------------------------------------------------------------------------


def _side(s: Any, p: int, seat: int) -> list[Zone]:
    resting = _kinds(s.cooldown[p][: s.n_cooldown[p]])
    return [
        Zone("hand", tuple(_hand(s, p, seat)), p, "hand"),
        Zone("agents", tuple(_agent(s, p, i) for i in range(s.n_agents[p])), p),
        Zone("played", tuple(together(f"{p}:played", _kinds(s.played[p][: s.n_played[p]]), face)), p, place="front"),
        Zone("draw pile", tuple(_draw_pile(s, p, seat)), p, "pile"),
        Zone("cooldown", tuple(together(f"{p}:cooldown", resting[::-1], face)), p, "pile"),
    ]


def _hand(s: Any, p: int, seat: int) -> list[Card]:
    kinds = _kinds(s.hand[p][: s.n_hand[p]])
    if seat not in (p, OPEN):
        return backs(f"{p}:hand", len(kinds))
    return [replace(face(kind), key=_hand_key(s, p, i)) for i, kind in enumerate(kinds)]


def _hand_key(s: Any, p: int, i: int) -> str:
    """The key of a card in hand: by its kind, and of the second of its like by that."""
    kinds = _kinds(s.hand[p][: i + 1])
    copy = f".{kinds.count(kinds[i])}" if kinds.count(kinds[i]) > 1 else ""
    return f"{p}:hand:{kinds[i]}{copy}"


def _agent(s: Any, p: int, i: int) -> Card:
    kind, acted = s.agent[p][i] & KIND, bool(s.acted[p][i])
    printed = face(kind)
    return replace(
        printed,
        key=f"{p}:agents:{i + 1}",
        stats=f"{s.hp[p][i]}/{HP[kind]} HP",
        marks=(*printed.marks, "acted") if acted else printed.marks,
        turned=acted,
    )


def _draw_pile(s: Any, p: int, seat: int) -> list[Card]:
    """Face down, but for the cards on top that its owner knows."""
    kinds = _kinds(s.draw[p][: s.n_draw[p]][::-1])
    known = kinds if seat == OPEN else kinds[: s.known[p]] if seat == p else []
    marks = () if seat == OPEN else ("face down",)
    named = [replace(face(kind), key=f"{p}:draw:{i}") for i, kind in enumerate(known, 1)]
    named = [replace(card, marks=(*card.marks, *marks)) for card in named]
    return [*named, *backs(f"{p}:draw", len(kinds) - len(known))]


# --- patrons and tavern -----------------------------------------------------------------------------------------------


def _shared(s: Any, seat: int, moves: list[int]) -> list[Zone]:
    patrons = tuple(_patron(s, patron, seat) for patron in s.patron[:5] if patron >= 0)
    row = tuple(replace(face(kind), key=f"tavern:{i}") for i, kind in enumerate(_kinds(s.row[: s.n_row]), 1))
    pile = _kinds(s.pile[: s.n_pile][::-1])
    faces = tuple(replace(face(kind), key=f"pile:{i}") for i, kind in enumerate(pile, 1))
    choices = tuple(_choices(s, moves))
    return [
        Zone("patrons", patrons, place="back"),
        Zone("tavern", row),
        Zone("tavern pile", faces if seat == OPEN else tuple(backs("pile", len(pile))), layout="pile"),
        *([Zone("choices", choices, place="offer")] if choices else []),
    ]


def _patron(s: Any, patron: int, seat: int) -> Card:
    """A patron with its favour, and how far its deck's combo has come this turn."""
    favour = s.favour[patron]
    marks = []
    if patron != TREASURY:
        names = ("player 1", "player 2", "nobody")
        if seat != OPEN:
            names = ("you", "the opponent", "nobody") if seat == 0 else ("the opponent", "you", "nobody")
        marks.append(f"favours {names[favour if favour in (0, 1) else NOBODY]}")
    if s.combo[patron]:
        # from the fourth card on they are not counted
        marks.append(f"{many(s.combo[patron], 'card')}{' or more' if s.combo[patron] == 4 else ''} this turn")
    return replace(patron_face(patron), key=f"patron:{PATRONS[patron]}", marks=tuple(marks))


def _choices(s: Any, moves: list[int]) -> list[Card]:
    """What may be picked but lies in no row: patrons to draft, and cards of piles."""
    if not s.turn:
        drafted = [(move & ITEM_MASK) - 1 for move in moves if move >> COMMAND & 15 == DRAFT]
        return [replace(patron_face(patron), key=f"choices:{PATRONS[patron]}") for patron in drafted]
    options = [option for option in s.option[: s.n_options] if option // PLACE in (AT_COOLDOWN, AT_DRAW)]
    return together("choices", _kinds(_card_at(s, option) for option in options), face) if moves else []


# --- numbers ----------------------------------------------------------------------------------------------------------


def _counters(s: Any, near: int) -> list[Counter]:
    found = []
    for p in (1 - near, near) if s.turn else ():
        found += [
            Counter("prestige", s.prestige[p], p, DUTY if s.prestige[p] < DUTY else SCORE),
            Counter("coins", s.coins[p], p),
            Counter("power", s.power[p], p),
            Counter("patron calls", s.calls[p], p),
        ]
    if s.doom:
        found.append(Counter("discards next turn", s.doom, 1 - s.player))
    if s.head < s.tail:
        found.append(Counter("still to come", "; ".join(_to_come(s))))
    if s.reason != GOING:
        found.append(Counter("ended by", _ENDS[s.reason]))
    return found


def _to_come(s: Any) -> list[str]:
    """The effects that follow the open choice."""
    units = [effect & ((1 << SOURCE) - 1) for effect in s.chain[s.head : s.tail]]
    if s.board == START_CHOICE:  # the opponent's effects, which hit the player on turn
        return [f"discard {many(unit >> AMOUNT & 15, 'card')}" for unit in units]
    return [effect_text(unit) for unit in units]


# --- moves ------------------------------------------------------------------------------------------------------------


def _ends(s: Any, move: int) -> tuple[str, str]:
    """The cards at which a move begins and ends, each empty if there is none."""
    command, item, p = move >> COMMAND & 15, move & ITEM_MASK, s.player
    if command == PLAY:
        return f"{p}:hand:{(item & KIND) - 1}", ""
    if command == ACTIVATE:
        return _agent_key(s, p, item), ""
    if command == ATTACK:
        return _agent_key(s, 1 - p, item), ""
    if command == BUY:
        return f"tavern:{_kinds(s.row[: s.n_row]).index((item & KIND) - 1) + 1}", ""
    if command in (CALL, DRAFT):
        return f"{'patron' if command == CALL else 'choices'}:{PATRONS[item - 1]}", ""
    if command in (CHOOSE, PICK):
        keys = _keys_of_items(s, move)
        return keys[0] if keys else "", keys[-1] if len(set(keys)) > 1 else ""
    return "", ""


def _agent_key(s: Any, p: int, item: int) -> str:
    place = next(i for i in range(s.n_agents[p]) if _item_of_agent(s, p, i) == item)
    return f"{p}:agents:{place + 1}"


def _keys_of_items(s: Any, move: int) -> list[str]:
    """The cards that a choice means, after those that were picked before."""
    items = [move >> ITEM * i & ITEM_MASK for i in range(MOST)]
    before = list(s.picked[: s.n_picked])
    return _keys(s, [*before, *(item for item in items if item)])[s.n_picked :]


def _keys(s: Any, items: Iterable[int]) -> list[str]:
    """The cards that items of the open choice mean: of equal ones the first, then the next."""
    left: dict[int, list[str]] = {}
    for i in range(s.n_options):
        left.setdefault(_item_of_option(s, i), []).append(_key_of_option(s, s.option[i]))
    return [left[item].pop(0) for item in items]


def _key_of_option(s: Any, option: int) -> str:
    p, (place, i) = s.player, divmod(option, PLACE)
    if place == AT_HAND:
        return _hand_key(s, p, i)
    if place == AT_PLAYED:
        return f"{p}:played:{s.played[p][i] & KIND}"
    if place in (AT_AGENTS, AT_FOE):
        return f"{p if place == AT_AGENTS else 1 - p}:agents:{i + 1}"
    if place in (AT_COOLDOWN, AT_DRAW):
        return f"choices:{_card_at(s, option) & KIND}"
    return f"tavern:{i + 1}"


def _picked(s: Any) -> Tally[str]:
    """The cards picked so far, where a choice is made card by card."""
    return Tally(_keys(s, s.picked[: s.n_picked]) if s.n_picked else ())


def _marked(card: Card, picked: Tally[str]) -> Card:
    if not picked[card.key]:
        return card
    word = "picked" if card.count == 1 else f"{picked[card.key]} picked"
    return replace(card, marks=(*card.marks, word))
