"""Positions and moves of Tales of Tribute in words.

A position is one line of parts; cards are their numbers in the card file, in their order, equal neighbours together.

    tribute turn 9 player 1 | patrons PELIN ANSEI=2 TREASURY RAJHIN=1 HLAALU | row 105,111,78,31,104 | pile 51,110,...
    | 1: coins 2 prestige 7 power 0 calls 1 known 1 hand 107*2,50 draw 88,107 played 45 agents 36/2!,70/3 cooldown 107*3
    | 2: coins 0 prestige 11 power 0 calls 1 hand 12,107*3,75 draw 107*3,50,88
    | combo ANSEI=45 TREASURY=107+107+107+ | choice CHOICE_PENDING follow ENACT_CHOSEN_EFFECT min 1 max 1
      effects power3/coin3 | chain done 1 | made 77*2

| words              | meaning                                                                                   |
|--------------------|-------------------------------------------------------------------------------------------|
| `ANSEI=2`          | the second player has this patron's favour; without a number it is nobody's               |
| `draw`, `pile`     | piles from the top                                                                        |
| `known`            | cards on top of the own draw pile that the player knows                                   |
| `36/2!`            | an agent: two hit points are left, and it has acted                                       |
| `107#31`           | where the setup says `traced`: the card with serial number 31                             |
| `ANSEI=45+39`      | cards of a deck triggered this turn; a plus at the end: at least one more after the third |
| `filled 3`         | the third place of the row was filled after the choice was opened, and is not offered     |
| `picked 107,45p`   | chosen so far, one by one; `p` says that the card was played                              |
| `chain done 2`     | the effects of a card: two are done, those that are `left` come after the choice          |
| `doom 1`           | discards that wait for the next turn                                                      |
| `made 77*2`        | cards that came into the game later; what is nowhere has left it                          |
| `serial`           | the serial number given last                                                              |
| `outcome`          | what chance has shown in the last move, as a number                                       |
| `winner 1 REASON`  | the game is over                                                                          |

Numbers that are left out are 0, but for one call each; zones that are left out are empty.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from mulligan.core.errors import UsageError, unknown
from mulligan.core.game import Text
from mulligan.core.sections import Section, show_sections, split_sections

from ..rules.cards import (
    AGENT,
    BEWILDERMENT,
    CHAINBREAKER_SERGEANT,
    CONTRACT_ACTION,
    CONTRACT_AGENT,
    COPIES,
    DECK,
    DECKS,
    HP,
    KINDS,
    NAMES,
    PATRONS,
    SOLDIER_OF_THE_EMPIRE,
    STARTERS,
    SUMMERSET_SACKING,
    TREASURY,
    TYPE,
    WRIT_OF_COIN,
)
from ..rules.course import LAST_TURN
from ..rules.layout import CHOICE, GOING, KIND, NOBODY, NORMAL, OVER_40, REASONS, ROOM, ROW, START_CHOICE, TOO_LONG
from ..rules.zones import OUTCOME
from .choices import read_chain, read_choice, show_chain, show_choice
from .moves import move
from .notation import MOST_SERIAL, Cards, Reading, agent_text, cells_text, need, pairs, read_kind, read_number, runs

_MOST = 999_999
_MOST_DOOM = 32
MADE = (BEWILDERMENT, SUMMERSET_SACKING, WRIT_OF_COIN, CHAINBREAKER_SERGEANT, SOLDIER_OF_THE_EMPIRE)
_ZONES = ("hand", "draw", "played", "cooldown")
_SLOTS = (0, 1, 3, 4)  # of the patrons that are drafted, in the order of the draft

# --- the parts --------------------------------------------------------------------------------------------------------


def _show_head(s: Any, t: Any) -> str:
    return f"turn {s.turn} player {s.player + 1}" if s.turn else "draft"


def _read_head(r: Reading, text: str) -> None:
    if text.split() == ["draft"]:
        return
    found = pairs(text, "position", ("turn", "player"))
    need("turn" in found, ": should begin with 'tribute draft' or 'tribute turn 1'")
    r.s.turn = read_number(found["turn"], "position, turn", 1, LAST_TURN + 1)
    r.s.player = (r.s.turn - 1) % 2
    if "player" in found and read_number(found["player"], "position, player", 1, 2) != r.s.player + 1:
        raise UsageError(f"position: turn {r.s.turn} is player {r.s.player + 1}'s, not player {found['player']}'s")


def _show_patrons(s: Any, t: Any) -> str:
    words = []
    for patron in s.patron[:5]:
        favour = "" if patron < 0 or s.favour[patron] == NOBODY else f"={s.favour[patron] + 1}"
        words.append("-" if patron < 0 else PATRONS[patron] + favour)
    return " ".join(words)


def _read_patrons(r: Reading, text: str) -> None:
    s, t, where = r.s, r.t, "position, patrons"
    words = text.split()
    need(len(words) == 5, f", patrons: '{text.strip()[:80]}' should be five names, or '-' for one not yet chosen")
    offered = [PATRONS[patron] for patron in t.offer[: t.offers]]
    for slot, word in enumerate(words):
        name, mark, favour = word.partition("=")
        if slot == 2:
            need(
                word == PATRONS[TREASURY], f", patrons: the third should be TREASURY without favour, not '{word[:30]}'"
            )
        elif word != "-":
            if name not in offered:
                raise unknown("patron of this setup", name[:30], offered)
            patron = PATRONS.index(name)
            need(patron not in s.patron[:5], f", patrons: {name} is given twice")
            s.patron[slot] = patron
            if mark:
                s.favour[patron] = read_number(favour, f"{where}, {name}", 1, 2) - 1
    chosen = [slot for slot in _SLOTS if s.patron[slot] >= 0]
    s.drafted = len(chosen)
    need(chosen == list(_SLOTS[: s.drafted]), ", patrons: those chosen first come first: a '-' stands before a name")
    if s.turn:
        need(s.drafted == 4, ", patrons: all five should be named once the draft is over")
    else:
        need(s.drafted < 4, ", patrons: one should be '-', for the draft is not over")
        need(all(favour == NOBODY for favour in s.favour), ", patrons: there is no favour in the draft")
        s.player = 1 if 0 < s.drafted < 3 else 0


def _show_row(s: Any, t: Any) -> str:
    return cells_text(s.row[: s.n_row])


def _tavern(r: Reading, text: str, what: str, most: int) -> list[int]:
    cells = r.cards.cells(text, f"position, {what}", most)
    for cell in cells:
        need(COPIES[cell & KIND] > 0, f", {what}: {cell & KIND}, {NAMES[cell & KIND]}, is not a card of the tavern")
    return cells


def _read_row(r: Reading, text: str) -> None:
    cells = _tavern(r, text, "row", ROW)
    r.s.row[: len(cells)] = cells
    r.s.n_row = len(cells)


def _show_pile(s: Any, t: Any) -> str:
    return cells_text(s.pile[: s.n_pile][::-1])


def _read_pile(r: Reading, text: str) -> None:
    cells = _tavern(r, text, "pile", len(r.s.pile) - 1)
    r.s.pile[: len(cells)] = cells[::-1]
    r.s.n_pile = len(cells)


def _show_seat(p: int) -> Callable[[Any, Any], str]:
    def show(s: Any, t: Any) -> str:
        if not s.turn:
            return ""
        words = [f"coins {s.coins[p]} prestige {s.prestige[p]} power {s.power[p]} calls {s.calls[p]}"]
        if s.known[p]:
            words.append(f"known {s.known[p]}")
        zones = {
            "hand": cells_text(s.hand[p][: s.n_hand[p]]),
            "draw": cells_text(s.draw[p][: s.n_draw[p]][::-1]),
            "played": cells_text(s.played[p][: s.n_played[p]]),
            "agents": ",".join(agent_text(s, p, i) for i in range(s.n_agents[p])),
            "cooldown": cells_text(s.cooldown[p][: s.n_cooldown[p]]),
        }
        return " ".join(words + [f"{zone} {cards}" for zone, cards in zones.items() if cards])

    return show


def _read_agents(r: Reading, p: int, text: str, where: str) -> None:
    s = r.s
    words = text.split(",")
    need(len(words) < ROOM, f", player {p + 1}, agents: more than {ROOM - 1} cards")
    for i, word in enumerate(words):
        found = re.fullmatch(r"([^/]+)/([0-9]+)(!?)", word)
        if not found:
            raise UsageError(f"{where}: '{word[:30]}' should be an agent such as 36/2, or 36/2! if it has acted")
        cell = r.cards.cell(found[1], where)
        kind = cell & KIND
        if TYPE[kind] not in (AGENT, CONTRACT_AGENT):
            raise UsageError(f"{where}: {kind}, {NAMES[kind]}, is not an agent")
        s.agent[p][i] = cell
        s.hp[p][i] = read_number(found[2], f"{where}, hit points of {NAMES[kind]}", 1, int(HP[kind]))
        s.acted[p][i] = int(found[3] == "!")
    s.n_agents[p] = len(words)


def _check_zone(cells: Iterable[int], zone: str, where: str) -> None:
    for cell in cells:
        kind = cell & KIND
        name = f"{where}: {kind}, {NAMES[kind]},"
        if TYPE[kind] in (CONTRACT_ACTION, CONTRACT_AGENT):
            raise UsageError(f"{name} is a contract, which nobody has in {zone}")
        if zone == "played" and TYPE[kind] == AGENT:
            raise UsageError(f"{name} is an agent, and belongs to the agents once it is played")


def _read_seat(p: int) -> Callable[[Reading, str], None]:
    def read(r: Reading, text: str) -> None:
        s, where = r.s, f"position, player {p + 1}"
        numbers = ("coins", "prestige", "power", "calls", "known")
        found = pairs(text, where, (*numbers, *_ZONES, "agents"))
        for name in numbers:
            most = ROOM if name == "known" else _MOST
            getattr(s, name)[p] = read_number(found[name], f"{where}, {name}", 0, most) if name in found else 0
        if "calls" not in found:
            s.calls[p] = 1
        for zone in _ZONES:
            if zone in found:
                cells = r.cards.cells(found[zone], f"{where}, {zone}")
                _check_zone(cells, zone, f"{where}, {zone}")
                getattr(s, zone)[p][: len(cells)] = cells[::-1] if zone == "draw" else cells
                getattr(s, f"n_{zone}")[p] = len(cells)
        if "agents" in found:
            _read_agents(r, p, found["agents"], f"{where}, agents")

    return read


def _show_combo(s: Any, t: Any) -> str:
    words = []
    for deck in range(DECKS):
        if s.combo[deck]:
            kinds = "+".join(str(kind) for kind in s.waiting[deck][: min(3, s.combo[deck])])
            words.append(f"{PATRONS[deck]}={kinds}{'+' if s.combo[deck] > 3 else ''}")
    return " ".join(words)


def _read_combo(r: Reading, text: str) -> None:
    s = r.s
    names = [PATRONS[patron] for patron in sorted(r.drafted())]
    for word in text.split():
        name, _, kinds = word.partition("=")
        if name not in names:
            raise unknown("deck of position, combo", name[:30], names)
        deck, where = PATRONS.index(name), f"position, combo, {name}"
        need(not s.combo[deck], f", combo: {name} is given twice")
        listed = kinds.split("+")
        more = len(listed) == 4 and not listed[3]
        need(len(listed) <= 3 + more, f", combo, {name}: '{kinds[:30]}' should be one to three cards such as 45+39")
        for i, kind in enumerate(listed[:3]):
            s.waiting[deck][i] = read_kind(kind, where)
            need(DECK[s.waiting[deck][i]] == deck, f", combo: {kind} is not a card of {name}")
        s.combo[deck] = len(listed)


def _show_doom(s: Any, t: Any) -> str:
    return str(s.doom) if s.doom else ""


def _read_doom(r: Reading, text: str) -> None:
    r.s.doom = read_number(text.strip(), "position, doom", 0, _MOST_DOOM)


def _show_made(s: Any, t: Any) -> str:
    return runs(str(kind) for kind in range(KINDS) for _ in range(s.made[kind]))


def _read_made(r: Reading, text: str) -> None:
    for word in text.strip().split(","):
        kind, star, count = word.partition("*")
        number = read_kind(kind, "position, made")
        fits = number in MADE and DECK[number] in r.drafted()
        need(fits, f", made: {number}, {NAMES[number]}, cannot come into this game")
        need(not r.s.made[number], f", made: {number} is given twice")
        r.s.made[number] = read_number(count, f"position, made, {number}", 1, 9999) if star else 1


def _show_serial(s: Any, t: Any) -> str:
    return str(s.serial) if s.serial else ""


def _read_serial(r: Reading, text: str) -> None:
    need(r.t.traced, ", serial: cards have serial numbers only in setups with 'traced'")
    r.s.serial = read_number(text.strip(), "position, serial", 1, MOST_SERIAL)


def _show_outcome(s: Any, t: Any) -> str:
    return str(s.outcome) if s.outcome else ""


def _read_outcome(r: Reading, text: str) -> None:
    r.s.outcome = read_number(text.strip(), "position, outcome", 0, OUTCOME)


def _show_winner(s: Any, t: Any) -> str:
    if s.reason == GOING:
        return ""
    return f"{'nobody' if s.winner == NOBODY else s.winner + 1} {REASONS[s.reason]}"


def _read_winner(r: Reading, text: str) -> None:
    s = r.s
    who, *rest = text.split()
    if len(rest) != 1 or rest[0] not in REASONS[1:]:
        raise unknown("reason for the end", " ".join(rest)[:40], REASONS[1:])
    s.reason = REASONS.index(rest[0])
    # the player who has ended a turn wins, or loses for not having matched the other
    s.winner = NOBODY if s.reason == TOO_LONG else s.player if s.reason == OVER_40 else 1 - s.player
    right = "nobody" if s.winner == NOBODY else str(s.winner + 1)
    need(who == right, f", winner: by {rest[0]} in turn {s.turn} it would be {right}, not '{who[:30]}'")


# --- the whole --------------------------------------------------------------------------------------------------------


_SECTIONS = (
    Section("tribute", _show_head, _read_head),
    Section("patrons", _show_patrons, _read_patrons),
    Section("row", _show_row, _read_row),
    Section("pile", _show_pile, _read_pile),
    Section("1:", _show_seat(0), _read_seat(0)),
    Section("2:", _show_seat(1), _read_seat(1)),
    Section("combo", _show_combo, _read_combo),
    Section("choice", show_choice, read_choice),
    Section("chain", show_chain, read_chain),
    Section("doom", _show_doom, _read_doom),
    Section("made", _show_made, _read_made),
    Section("serial", _show_serial, _read_serial),
    Section("outcome", _show_outcome, _read_outcome),
    Section("winner", _show_winner, _read_winner),
)
_IN_DRAFT = ("tribute", "patrons")


def state(s: Any, t: Any) -> str:
    """The whole position, hidden cards included, as one line."""
    return show_sections(_SECTIONS, s, t)


def _all_cells(s: Any) -> Iterator[int]:
    """Every card of the game, wherever it lies."""
    yield from s.row[: s.n_row]
    yield from s.pile[: s.n_pile]
    for p in range(2):
        for zone, size in (("hand", s.n_hand), ("draw", s.n_draw), ("played", s.n_played), ("agent", s.n_agents)):
            yield from getattr(s, zone)[p][: size[p]]
        yield from s.cooldown[p][: s.n_cooldown[p]]


def _count_gone(r: Reading) -> None:
    """What belongs to the game and lies nowhere has left it; nothing may be there too often."""
    s, drafted = r.s, r.drafted()
    cards = {kind: int(COPIES[kind]) if DECK[kind] in drafted else 0 for kind in range(KINDS)}
    for patron in drafted:
        kind, copies = STARTERS[patron].tolist()
        cards[kind] += 2 * copies
    present = Counter(cell & KIND for cell in _all_cells(s))
    for kind in range(KINDS):
        s.gone[kind] = cards[kind] + s.made[kind] - present[kind]
        if s.gone[kind] < 0:
            have = f"there are {cards[kind]} in this game" + (f" and {s.made[kind]} made" if s.made[kind] else "")
            raise UsageError(f"position: {present[kind]} times card {kind}, {NAMES[kind]}, but {have}")


def _check_sizes(s: Any) -> None:
    """There must be room for everything that a player can get."""
    for p in range(2):
        cards = s.n_hand[p] + s.n_draw[p] + s.n_played[p] + s.n_agents[p] + s.n_cooldown[p]
        if cards + s.n_row + s.n_pile >= ROOM:
            much = f"{cards} cards, with the tavern's {cards + s.n_row + s.n_pile}"
            raise UsageError(f"position, player {p + 1}: {much}; less than {ROOM} should be")


def _check_other(s: Any) -> None:
    """Who is not on turn has nothing in play but agents that are ready."""
    q = 1 - s.player
    where = f", player {q + 1}: it is not this player's turn, so"
    need(not s.n_played[q], f"{where} nothing should be 'played'")
    need(not s.power[q], f"{where} 'power' should be 0")
    need(not any(s.acted[q]), f"{where} no agent should have acted ('!')")


def _check(r: Reading) -> None:
    """Hold the position to what is possible."""
    s = r.s
    need(s.board not in (CHOICE, START_CHOICE) or s.head, ", chain: there should be one with 'done' at least 1")
    if r.t.traced:
        need(s.serial >= r.cards.highest, f", serial: {s.serial} should be at least {r.cards.highest}, as of a card")
    if s.reason != GOING:
        need(s.board in (NORMAL, START_CHOICE), ", choice: there is none of this kind once the game is over")
        need(s.reason != TOO_LONG or s.turn > LAST_TURN, f", winner: {REASONS[TOO_LONG]} comes after turn {LAST_TURN}")
    _check_sizes(s)
    _check_other(s)
    _count_gone(r)


def read_state(text: str, s: Any, t: Any) -> None:
    """Fill `s` from a line: the inverse of `state`, with defaults for what is left out."""
    parts = split_sections(text, [section.title for section in _SECTIONS])
    for title, words in parts.items():
        need(words, f", {title}: nothing stands behind it")
    s.favour[:] = [NOBODY] * DECKS
    s.patron[:5] = [-1, -1, TREASURY, -1, -1]
    reading = Reading(s, t, Cards(bool(t.traced)))
    _read_head(reading, parts.pop("tribute"))
    if not s.turn:
        for title in parts:
            need(title in _IN_DRAFT, f": there is no '{title}' in the draft")
    elif "patrons" not in parts:
        raise UsageError("position: the part 'patrons' is missing")
    else:
        s.calls[:] = [1, 1]
    for section in _SECTIONS:
        if section.title in parts:
            section.read(reading, parts[section.title])
    if s.turn:
        _check(reading)


TEXT = Text(move=move, state=state, read_state=read_state)
