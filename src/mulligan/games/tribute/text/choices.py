"""The open choice of a position, and the chain of effects behind it, printed and read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from mulligan.core.errors import UsageError, unknown
from mulligan.kernel import integers, interpret

from ..rules.cards import HLAALU, KINDS, PATRONS, PELIN, PSIJIC, TREASURY, UNITS
from ..rules.effects import list_options
from ..rules.layout import (
    ACQUIRE_CARDS,
    BOARDS,
    CHAIN_ROOM,
    CHOICE,
    COMMAND,
    COMPLETE_HLAALU,
    COMPLETE_PELIN,
    COMPLETE_PSIJIC,
    COMPLETE_TREASURY,
    DESTROY_CARDS,
    DISCARD_CARDS,
    DONATE_CARDS,
    ELSEWHERE,
    ENACT_CHOSEN_EFFECT,
    FOLLOWS,
    IN_PLAY,
    ITEM_MASK,
    KNOCKOUT_AGENTS,
    MOST,
    NORMAL,
    ON_BOARD,
    PATRON_CHOICE,
    PICK,
    REFRESH_CARDS,
    REPLACE_CARDS,
    SOURCE,
    START_CHOICE,
    TOSS_CARDS,
    WHERE,
)
from ..rules.moves import MAX_OPTIONS, question
from ..rules.vocabulary import (
    ACQUIRE,
    AMOUNT,
    DESTROY,
    DONATE,
    EFFECTS,
    EITHER,
    KNOCKOUT,
    OPP_DISCARD,
    PART,
    REFRESH,
    REFRESH_AGENT,
    REPLACE,
    TOSS,
    WORD,
)
from .notation import Reading, item_text, need, pairs, read_kind, read_number, read_unit, unit_word

_list_options, _question = interpret(list_options), interpret(question)
_LONGEST = 10  # effects that one card can set off, with those that waited for it
_ANY_COST = 1 << 20
_DISCARD = OPP_DISCARD + (1 << AMOUNT)

# --- choices ----------------------------------------------------------------------------------------------------------


def _amounts(effect: int) -> set[int]:
    """The amounts that cards have of an effect."""
    found = set()
    for unit in UNITS.ravel().tolist():
        for part in (unit & 511, unit >> PART & 511) if unit & EITHER else (unit,):
            if part and part & WORD == effect:
                found.add(part >> AMOUNT & 15)
    return found


_OF_CARDS = {(int(unit), kind) for kind in range(KINDS) for unit in UNITS[kind].ravel() if unit}
_EITHERS = {unit for unit, _ in _OF_CARDS if unit & EITHER}
_EFFECT_OF = {REPLACE_CARDS: REPLACE, DESTROY_CARDS: DESTROY, DONATE_CARDS: DONATE, TOSS_CARDS: TOSS}
_AMOUNTS = {effect: _amounts(effect) for effect in range(len(EFFECTS))}
_FOLLOWS_OF: Mapping[int, tuple[int, ...]] = {
    CHOICE: tuple(f for f in range(len(FOLLOWS)) if f != DISCARD_CARDS and not COMPLETE_HLAALU <= f < DONATE_CARDS),
    START_CHOICE: (DISCARD_CARDS,),
    PATRON_CHOICE: (COMPLETE_HLAALU, COMPLETE_PELIN, COMPLETE_PSIJIC, COMPLETE_TREASURY),
}
_CALLED = {
    COMPLETE_HLAALU: HLAALU,
    COMPLETE_PELIN: PELIN,
    COMPLETE_PSIJIC: PSIJIC,
    COMPLETE_TREASURY: TREASURY,
}


def _bounds(s: Any) -> set[tuple[int, int]]:
    """The least and most cards that the open choice may ask for, with its limit and options in place."""
    p, follow = s.player, s.follow
    if follow in (DISCARD_CARDS, *_CALLED):
        return {(1, 1)} if s.n_options else set()
    if follow == ENACT_CHOSEN_EFFECT:
        return {(1, 1)}
    if follow == ACQUIRE_CARDS:
        return {(0, 1)}
    if follow == REFRESH_CARDS:
        return {(0, min(n, s.n_options)) for n in _AMOUNTS[REFRESH_AGENT if s.limit else REFRESH]}
    if follow == KNOCKOUT_AGENTS:
        return {(k, k) for k in (min(n, s.n_agents[1 - p]) for n in _AMOUNTS[KNOCKOUT])}
    most = s.n_draw[p] if follow == TOSS_CARDS else MOST
    return {(0, min(n, most)) for n in _AMOUNTS[_EFFECT_OF[follow]]}


def show_choice(s: Any, t: Any) -> str:
    if s.board == NORMAL:
        return ""
    words = [f"{BOARDS[s.board]} follow {FOLLOWS[s.follow]} min {s.low} max {s.high}"]
    if s.follow == ENACT_CHOSEN_EFFECT:
        words.append(f"effects {unit_word(s.limit)}")
    elif s.follow == ACQUIRE_CARDS:
        words.append(f"cost {s.limit}")
    elif s.follow == REFRESH_CARDS and s.limit:
        words.append("only agents")
    if s.skip:
        words.append(f"filled {s.skip}")
    if s.n_picked:
        words.append(f"picked {','.join(item_text(item) for item in s.picked[: s.n_picked])}")
    return " ".join(words)


def _read_limit(s: Any, found: Mapping[str, str], where: str) -> int:
    """What the choice depends on, besides its numbers."""
    wanted = {ENACT_CHOSEN_EFFECT: "effects", ACQUIRE_CARDS: "cost"}.get(s.follow)
    for word in ("effects", "cost", "only"):
        if word in found and word != wanted and not (word == "only" and s.follow == REFRESH_CARDS):
            raise UsageError(f"{where}: '{word}' does not belong to {FOLLOWS[s.follow]}")
    if wanted and wanted not in found:
        raise UsageError(f"{where}: {FOLLOWS[s.follow]} should have the word '{wanted}'")
    if s.follow == ENACT_CHOSEN_EFFECT:
        unit = read_unit(found["effects"], f"{where}, effects")
        if unit not in _EITHERS:
            raise UsageError(f"{where}, effects: no card lets choose '{found['effects'][:40]}'")
        return unit
    if s.follow == ACQUIRE_CARDS:
        costs = sorted(_AMOUNTS[ACQUIRE])
        cost = read_number(found["cost"], f"{where}, cost", costs[0], costs[-1])
        if cost not in costs:
            raise UsageError(f"{where}, cost: {cost} should be one of {', '.join(map(str, costs))}")
        return cost
    if s.follow == REFRESH_CARDS and "only" in found:
        if found["only"] != "agents":
            raise UsageError(f"{where}, only: '{found['only'][:30]}' should be 'agents'")
        return 1
    return _ANY_COST if s.follow == REPLACE_CARDS else 0


def _read_item(text: str, where: str) -> int:
    """The inverse of `item_text`."""
    found = re.fullmatch(r"([0-9]{1,3})(?:(p)|/([0-9])(!?))?", text)
    if not found:
        raise UsageError(f"{where}: '{text[:30]}' should be a card such as 107, 107p if played, or 36/2 for an agent")
    place = ELSEWHERE
    if found[2]:
        place = IN_PLAY
    elif found[3]:
        place = ON_BOARD + 2 * int(found[3]) + (found[4] == "!")
    return read_kind(found[1], where) + 1 + (place << WHERE)


def _read_picked(s: Any, t: Any, text: str, where: str) -> None:
    """Answer the questions of a choice as far as they have been answered."""
    out = integers(MAX_OPTIONS, packed=False)
    for word in text.split(","):
        item = _read_item(word, where)
        offered = [out[i] & ITEM_MASK for i in range(_question(s, t, out)) if out[i] >> COMMAND == PICK]
        if item not in offered or s.n_picked + 1 >= s.high:
            listed = ", ".join(item_text(other) for other in offered) if s.n_picked + 1 < s.high else "none"
            raise UsageError(f"{where}: '{word}' cannot be picked after {s.n_picked} others; possible: {listed}")
        s.picked[s.n_picked] = item
        s.n_picked += 1


def read_choice(r: Reading, text: str) -> None:
    s, where = r.s, "position, choice"
    board, *rest = text.split(maxsplit=1)
    if board not in BOARDS[1:]:
        raise unknown("kind of choice", board[:40], BOARDS[1:])
    words = ("follow", "min", "max", "effects", "cost", "only", "filled", "picked")
    found = pairs(rest[0] if rest else "", where, words)
    s.board = BOARDS.index(board)
    follows = [FOLLOWS[follow] for follow in _FOLLOWS_OF[s.board]]
    if found.get("follow") not in follows:
        raise unknown(f"follow-up of {board}", found.get("follow", "")[:40], follows)
    s.follow = FOLLOWS.index(found["follow"])
    if s.follow in _CALLED and _CALLED[s.follow] not in r.drafted():
        raise UsageError(f"{where}: {PATRONS[_CALLED[s.follow]]} is not in this game")
    s.limit = _read_limit(s, found, where)
    s.low = read_number(found.get("min", "0"), f"{where}, min", 0, MOST)
    s.high = read_number(found.get("max", "0"), f"{where}, max", 0, MOST)
    if "filled" in found:
        need(s.board == CHOICE, ", choice: 'filled' belongs to choices that a bought card has opened")
        s.skip = read_number(found["filled"], f"{where}, filled", 1, s.n_row)
    if s.follow == TOSS_CARDS and s.high > min(s.n_draw[s.player], s.known[s.player]):
        raise UsageError(f"{where}: {s.high} cards to toss, but fewer are known on top of the draw pile")
    _list_options(s)
    if (s.low, s.high) not in _bounds(s):
        right = " or ".join(f"min {low} max {high}" for low, high in sorted(_bounds(s))) or "no choice at all"
        raise UsageError(f"{where}: min {s.low} max {s.high} does not fit {FOLLOWS[s.follow]} here: {right} would")
    if "picked" in found:
        _read_picked(s, r.t, found["picked"], f"{where}, picked")


# --- the chain --------------------------------------------------------------------------------------------------------


def show_chain(s: Any, t: Any) -> str:
    if not s.head:
        return ""
    units = (f"{unit_word(e & ((1 << SOURCE) - 1))}@{e >> SOURCE}" for e in s.chain[s.head : s.tail])
    return f"done {s.head}" + (f" left {','.join(units)}" if s.head < s.tail else "")


def _acquires(unit: int) -> bool:
    return ACQUIRE in ((unit & WORD, unit >> PART & WORD) if unit & EITHER else (unit & WORD,))


def read_chain(r: Reading, text: str) -> None:
    s, where = r.s, "position, chain"
    need(s.board in (CHOICE, START_CHOICE), ", chain: there is none unless a card's effect waits for a choice")
    found = pairs(text, where, ("done", "left"))
    s.head = s.tail = read_number(found.get("done", "1"), f"{where}, done", 1, CHAIN_ROOM)
    acquires = 1 + (s.follow == ACQUIRE_CARDS or (s.follow == ENACT_CHOSEN_EFFECT and _acquires(s.limit)))
    for word in found["left"].split(",") if "left" in found else []:
        text, _, source = word.partition("@")
        unit, kind = read_unit(text, where), read_kind(source, f"{where}, card of '{word[:40]}'")
        fits = (unit, kind) == (_DISCARD, 0) if s.board == START_CHOICE else (unit, kind) in _OF_CARDS
        need(fits and (s.board == START_CHOICE or unit != _DISCARD), f", chain: '{word[:40]}' cannot wait here")
        need(s.tail < CHAIN_ROOM, f", chain: more than {CHAIN_ROOM} effects")
        s.chain[s.tail] = unit | kind << SOURCE
        s.tail += 1
        acquires += _acquires(unit)
    # each card that is acquired may set off effects of its own
    need(s.tail + _LONGEST * acquires <= CHAIN_ROOM, ", chain: longer than the effects of one card can be")
