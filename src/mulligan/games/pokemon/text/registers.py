"""Numbers of a position that mostly follow from the rest: those of a card that is being carried out, and of the set-up.

A number is written only where it differs from what a new question, a turn or a set-up would have.  These matter:

| number                       | meaning                                                                             |
|------------------------------|-------------------------------------------------------------------------------------|
| `left`                       | cards, Energy or Tools that may still be picked; of a retreat, what is still to pay |
| `paid`                       | of a retreat, the units of the last Energy card that was paid                       |
| `target`                     | of a retreat, the slot of the next Active Pokemon; of an Energy, where it was       |
| `hurt`, `struck1`, `struck2` | in an attack: whether there was damage, and the slots that it hit, as bits          |
| `heads`, `coins`, `dealt`    | what the coins showed and how much damage was done                                  |
| `after`                      | what follows a promotion: 0 the turn goes on, 1 the check-up, 2 the next turn       |
| `first`, `opener`            | who starts, and who sets up first                                                   |
| `mulligans2`                 | hands that player 2 had to draw anew                                                |
"""

from __future__ import annotations

from typing import Any

from mulligan.core.textkit import Register, need, of_each, read_registers, show_registers

from ..cards.vocabulary import (
    HIT,
    LOOK,
    MOST_ROVING,
    MOVE,
    ORDER,
    PAY,
    RAISE,
    ROVING,
    SCRAP,
    SHIFT,
    STRIP,
    SWITCH,
    TAKE,
    THEM,
)
from ..rules.layout import (
    BY_DECK,
    BY_LIMIT,
    DESTINATION,
    GOING,
    MAIN,
    PROMOTE,
    RETREAT_COST,
    START_ACTIVE,
    START_BENCH,
    TO_CHECKUP,
    TO_MAIN,
    TO_START,
    WANTED,
    WHO_STARTS,
)
from .notation import Reading
from .questions import is_of_card, row_at

REGISTERS: tuple[Register, ...] = (
    # those come first on which others depend
    Register("player", 1, 2, plus=1),
    Register("first", 1, 2, plus=1),
    Register("opener", 1, 2, plus=1),
    *of_each("ready", 0, 1),
    *of_each("mulligans", 0, 10**6),
    Register("after", 0, TO_START),
    Register("asked", 1, 2, plus=1),
    Register("side", 1, 2, plus=1),
    Register("source", -1, 5),
    Register("target", -1, 5),
    Register("left", -60, 60),
    Register("must", 0, 1),
    Register("heads", 0, 99),
    Register("coins", 0, 2**56),  # or slots that were hit, as bits, or cards that were paid, a byte each
    Register("dealt", 0, 9990),
    Register("paid", 0, 60),
    Register("hurt", 0, 1),
    *of_each("struck", 0, 63),
    Register("stadium_owner", 1, 2, plus=1),
)


def _after(s: Any, setup: bool) -> int:
    if setup:
        return TO_START
    if s.ask == PROMOTE or s.attacking:
        return TO_CHECKUP
    return TO_CHECKUP if s.reason not in (GOING, BY_DECK, BY_LIMIT) else TO_MAIN


def left_at_first(s: Any) -> int:
    """How many may still be picked when a question is new."""
    if s.ask == RETREAT_COST:
        return 1
    if not is_of_card(s.ask) or s.ask == WANTED:
        return 0
    word, a, b, _, d, _ = row_at(s.pc)
    if word == TAKE:
        return d - int(s.ask == DESTINATION)
    if word == ORDER:
        return min(a, int(s.n_deck[s.asked]))
    if word == HIT:
        return max(1, row_at(s.pc)[3])
    if word == SHIFT:
        return 2
    if word == MOVE and b == ROVING:
        return MOST_ROVING
    return a if word in (PAY, SCRAP) else b if word == STRIP else 1


def _must(s: Any) -> int:
    if s.ask == RETREAT_COST or s.ask == WANTED:
        return 1
    if not is_of_card(s.ask):
        return 0
    row = row_at(s.pc)
    if row[0] == MOVE:
        return int(row[2] != ROVING)
    return row[3] if row[0] in (TAKE, LOOK) else int(row[0] not in (SCRAP, RAISE))


def _target(s: Any) -> int:
    if s.ask == RETREAT_COST:
        return 1
    return -1 if s.ask == DESTINATION and row_at(s.pc)[0] == TAKE else 0


def default(s: Any, setup: bool, name: str) -> int:
    """What a register is if it is not written; those before it are known."""
    if name == "player":
        return 1 if setup else int(s.player) + 1
    if name == "first":
        if setup:
            return int(s.asked) + 1 if s.ask == WHO_STARTS else 1
        return 1 + int(s.player if (s.turn - s.began) % 2 else 1 - s.player)
    if name == "opener":
        return 1 if s.ask == WHO_STARTS else int(s.first) + 1
    if name in ("ready1", "ready2"):
        opener_busy = s.ask == WHO_STARTS or (s.ask in (START_ACTIVE, START_BENCH) and s.asked == s.opener)
        return int(not setup or (not opener_busy and name == f"ready{s.opener + 1}"))
    if name == "asked":
        return 1 if s.ask == MAIN else int(s.asked) + 1
    if name == "side":
        if is_of_card(s.ask) and s.ask != WANTED and row_at(s.pc)[:2] == [SWITCH, THEM]:
            return 2 - int(s.asked)  # the other player's card asks
        return int(s.asked) + 1 if is_of_card(s.ask) else 1
    if name == "source":
        return int(s.source) if is_of_card(s.ask) else 0
    if name == "stadium_owner":
        return int(s.stadium_owner) + 1 if s.stadium else 1
    if name == "after":
        return _after(s, setup)
    derived = {"left": left_at_first, "must": _must, "target": _target}
    return derived[name](s) if name in derived else 0


def show_with(s: Any, t: Any) -> str:
    """The numbers that do not follow from the rest."""
    setup = s.after == TO_START
    return show_registers(REGISTERS, s, lambda name: default(s, setup, name))


def read_with(r: Reading, text: str, setup: bool) -> None:
    """Fill the numbers that are given, and those that follow from the rest."""
    read_registers(
        REGISTERS,
        r.s,
        text,
        "position, with",
        lambda name: default(r.s, setup, name),
        lambda name, value: _check_fixed(r.s, setup, name, value),
    )


def _check_fixed(s: Any, setup: bool, name: str, value: int) -> None:
    """Some numbers are open only where nothing else says them."""
    right = default(s, setup, name)
    free = {
        "player": setup,
        "first": setup,
        "ready1": not setup or s.ask == WHO_STARTS,
        "ready2": not setup or s.ask == WHO_STARTS,
        "after": s.ask == PROMOTE or s.reason != GOING,
        "asked": s.ask == MAIN,
        "side": not is_of_card(s.ask),
        "source": not is_of_card(s.ask),
        "must": not is_of_card(s.ask) and s.ask != RETREAT_COST,
        "stadium_owner": not s.stadium,
    }
    fits = free.get(name, True) or value == right
    need(fits, f", with: '{name} {value}' does not fit the rest; it should be {right}")
    if name == "after":
        need((value == TO_START) == setup, ", with: 'after 3' belongs to the set-up")
