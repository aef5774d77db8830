"""A position as the records of a trace tell it: cards by kind and first appearance, and the engine's list of moves.

The format is described in docs/tribute-traces.md.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import chain, combinations, islice
from math import comb
from typing import Any

from mulligan.kernel import interpret

from ..rules.cards import COST, DECKS, PATRONS, TAUNT
from ..rules.choices import card_at
from ..rules.layout import (
    ACTIVATE,
    ATTACK,
    BOARDS,
    BUY,
    CALL,
    CHOOSE,
    COMMAND,
    EFFECT,
    ENACT_CHOSEN_EFFECT,
    END,
    EXACT,
    FOLLOWS,
    ITEM,
    ITEM_MASK,
    KIND,
    MOST,
    NORMAL,
    PLAY,
)
from ..rules.listing import is_taunted
from ..rules.patrons import can_call
from ..rules.vocabulary import PART, unit_text

_card_at, _can_call, _is_taunted = interpret(card_at), interpret(can_call), interpret(is_taunted)

LONG = 200  # a list of moves with more entries is shortened
EDGE = 5  # entries at either end of a shortened list
HALVES = ("E:left", "E:right")
DISCARD = "opp_discard 1"
_LETTERS = {PLAY: "P", ACTIVATE: "A", ATTACK: "X", BUY: "B"}


def _zones(s: Any, p: int) -> dict[str, list[int]]:
    """A player's cards in the order of the format; piles from the top."""
    return {
        "hand": s.hand[p][: s.n_hand[p]],
        "draw": s.draw[p][: s.n_draw[p]][::-1],
        "played": s.played[p][: s.n_played[p]],
        "agents": s.agent[p][: s.n_agents[p]],
        "cooldown": s.cooldown[p][: s.n_cooldown[p]],
    }


class Cards:
    """What cards are called: `107#31` is a Gold, and the card that was seen after 31 others."""

    def __init__(self, first: int = 0) -> None:
        self.first = first
        self.names: dict[int, str] = {}

    def see(self, s: Any) -> None:
        """Name the cards that were not there before."""
        own = chain.from_iterable(_zones(s, p).values() for p in range(2))
        for cell in chain(s.row[: s.n_row], s.pile[: s.n_pile][::-1], *own):
            if cell not in self.names:
                self.names[cell] = f"{cell & KIND}#{self.first + len(self.names)}"

    def __call__(self, cells: list[int]) -> list[str]:
        return [self.names[cell] for cell in cells]


def effects_of(s: Any) -> list[str]:
    """The two effects of an open choice between them."""
    return [unit_text(s.limit >> PART * half & 511) for half in range(2)]


def options_of(s: Any, cards: Cards) -> list[str]:
    """The cards that the open choice offers."""
    return cards([_card_at(s, option) for option in s.option[: s.n_options]])


def _choice(s: Any, cards: Cards) -> dict[str, Any] | None:
    if s.board == NORMAL:
        return None
    bounds = {"follow": FOLLOWS[s.follow], "min": s.low, "max": s.high}
    if s.follow == ENACT_CHOSEN_EFFECT:
        return {**bounds, "effects": effects_of(s)}
    return {**bounds, "cards": options_of(s, cards)}


def _player(s: Any, p: int, cards: Cards) -> dict[str, Any]:
    numbers = {name: getattr(s, name)[p] for name in ("coins", "prestige", "power", "calls", "known")}
    zones: dict[str, Any] = {zone: cards(cells) for zone, cells in _zones(s, p).items()}
    agents = zip(zones["agents"], s.hp[p], s.acted[p])
    return {**numbers, **zones, "agents": [[name, hp, bool(acted)] for name, hp, acted in agents]}


def state_of(s: Any, cards: Cards) -> dict[str, Any]:
    """The whole state."""
    return {
        "row": cards(s.row[: s.n_row]),
        "pile": cards(s.pile[: s.n_pile][::-1]),
        "fav": {PATRONS[patron]: s.favour[patron] for patron in s.patron[:5]},
        "board": BOARDS[s.board],
        "combo": {PATRONS[deck]: s.combo[deck] for deck in range(DECKS) if s.combo[deck]},
        "choice": _choice(s, cards),
        "next": [DISCARD] * s.doom,
        "p": [_player(s, p, cards) for p in range(2)],
    }


# --- moves ------------------------------------------------------------------------------------------------------------


def _free_moves(s: Any, cards: Cards) -> Iterator[tuple[str, int]]:
    """The moves outside choices, as the trace and as the rules name them."""
    p, q = s.player, 1 - s.player
    taunted = _is_taunted(s, q)
    places: list[tuple[int, list[int], list[int]]] = [
        (PLAY, s.hand[p], list(range(s.n_hand[p]))),
        (ACTIVATE, s.agent[p], [i for i in range(s.n_agents[p]) if not s.acted[p][i]]),
    ]
    if s.power[p] > 0:
        targets = [i for i in range(s.n_agents[q]) if not taunted or TAUNT[s.agent[q][i] & KIND]]
        places.append((ATTACK, s.agent[q], targets))
    if s.coins[p] > 0:
        places.append((BUY, s.row, [i for i in range(s.n_row) if COST[s.row[i] & KIND] <= s.coins[p]]))
    for command, cells, indices in places:
        for i in indices:
            yield f"{_LETTERS[command]}:{cards.names[cells[i]]}", EXACT | command << COMMAND | i + 1
    if s.calls[p] > 0:
        for patron in s.patron[:5]:
            if _can_call(s, patron):
                yield f"C:{PATRONS[patron]}", CALL << COMMAND | patron + 1
    yield ".", END


class Legal:
    """The legal moves of a position, in the engine's order and with its copies."""

    def __init__(self, s: Any, cards: Cards) -> None:
        self.moves: dict[str, int] = {}
        self.options: list[str] = []
        self.low, self.high = s.low, s.high
        self.choosing = s.board != NORMAL and s.follow != ENACT_CHOSEN_EFFECT
        if self.choosing:
            self.options = options_of(s, cards)
        elif s.board == NORMAL:
            self.moves = dict(_free_moves(s, cards))
        else:
            self.moves = {half: EFFECT << COMMAND | i + 1 for i, half in enumerate(HALVES)}

    def __len__(self) -> int:
        if not self.choosing:
            return len(self.moves)
        return sum(comb(len(self.options), k) for k in range(self.low, self.high + 1))

    def __iter__(self) -> Iterator[str]:
        if not self.choosing:
            yield from self.moves
            return
        for k in range(self.low, self.high + 1):
            for chosen in combinations(self.options, k):
                yield "M:" + ",".join(chosen)

    def listed(self) -> list[str]:
        """The list as a record has it: all of it, or its two ends."""
        if len(self) <= LONG:
            return list(self)
        # the last sets of a size are those of the last options
        last = list(combinations(self.options[1 - self.high - EDGE :], self.high))[-EDGE:]
        return [*islice(self, EDGE), *("M:" + ",".join(chosen) for chosen in last)]

    def digest(self) -> str:
        """The SHA-256 of the whole list, joined by newlines."""
        made = hashlib.sha256()
        entries = iter(self)
        made.update(next(entries).encode())
        while part := list(islice(entries, 4096)):
            made.update(("\n" + "\n".join(part)).encode())
        return made.hexdigest()

    def find(self, text: str) -> int | None:
        """The move that a trace calls so, if it is legal.

        The list has every set of cards in one order, but the engine takes them in any, and so do the rules.
        """
        if not self.choosing:
            return self.moves.get(text)
        if not text.startswith("M:") or len(text) > 100:
            return None
        names = text[2:].split(",") if text[2:] else []
        chosen = set(names)
        if not self.low <= len(names) <= self.high or len(chosen) < len(names) or not chosen <= set(self.options):
            return None
        indices = [self.options.index(name) for name in names]
        return EXACT | CHOOSE << COMMAND | sum((i + 1) << ITEM * k for k, i in enumerate(indices))


def move_text(s: Any, cards: Cards, move: int) -> str:
    """What a trace calls a move of the engine's list."""
    command, i = move >> COMMAND & 15, (move & ITEM_MASK) - 1
    if move == END:
        return "."
    if command == CALL:
        return f"C:{PATRONS[i]}"
    if command == EFFECT:
        return HALVES[i]
    if command == CHOOSE:
        options = options_of(s, cards)
        items = (move >> ITEM * k & ITEM_MASK for k in range(MOST))
        return "M:" + ",".join(options[item - 1] for item in items if item)
    cells = {PLAY: s.hand[s.player], ACTIVATE: s.agent[s.player], ATTACK: s.agent[1 - s.player], BUY: s.row}[command]
    return f"{_LETTERS[command]}:{cards.names[cells[i]]}"
