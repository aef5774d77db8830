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

from typing import Any, NamedTuple

from mulligan.errors import unknown

from ..cards.vocabulary import ORDER, PAY, RAISE, SCRAP, STRIP, TAKE
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
from .notation import Reading, need, read_number
from .questions import is_of_card, row_at


class Register(NamedTuple):
    """One of these numbers, its name and its bounds."""

    name: str
    field: str
    seat: int  # of a field that each player has, else -1
    low: int
    high: int
    plus: int = 0  # players count from 1

    def get(self, s: Any) -> int:
        """Its value, as it is written."""
        value = getattr(s, self.field)
        return int(value if self.seat < 0 else value[self.seat]) + self.plus

    def set(self, s: Any, value: int) -> None:
        """Write its value into the state."""
        if self.seat < 0:
            setattr(s, self.field, value - self.plus)
        else:
            getattr(s, self.field)[self.seat] = value - self.plus


def _one(field: str, low: int, high: int, plus: int = 0) -> Register:
    return Register(field, field, -1, low, high, plus)


def _both(field: str, low: int, high: int) -> list[Register]:
    return [Register(f"{field}{seat + 1}", field, seat, low, high) for seat in range(2)]


REGISTERS: tuple[Register, ...] = (
    # those come first on which others depend
    _one("player", 1, 2, 1),
    _one("first", 1, 2, 1),
    _one("opener", 1, 2, 1),
    *_both("ready", 0, 1),
    *_both("mulligans", 0, 10**6),
    _one("after", 0, TO_START),
    _one("asked", 1, 2, 1),
    _one("side", 1, 2, 1),
    _one("source", -1, 5),
    _one("target", -1, 5),
    _one("left", -60, 60),
    _one("must", 0, 1),
    _one("heads", 0, 99),
    _one("coins", 0, 99),
    _one("dealt", 0, 9990),
    _one("paid", 0, 60),
    _one("hurt", 0, 1),
    *_both("struck", 0, 63),
    _one("stadium_owner", 1, 2, 1),
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
    return a if word in (PAY, SCRAP) else b if word == STRIP else 1


def _must(s: Any) -> int:
    if s.ask == RETREAT_COST or s.ask == WANTED:
        return 1
    if not is_of_card(s.ask):
        return 0
    row = row_at(s.pc)
    return row[3] if row[0] == TAKE else int(row[0] not in (SCRAP, RAISE))


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
    shown = [(r.name, r.get(s)) for r in REGISTERS if r.get(s) != default(s, setup, r.name)]
    return " ".join(f"{name} {value}" for name, value in shown)


def read_with(r: Reading, text: str, setup: bool) -> None:
    """Fill the numbers that are given, and those that follow from the rest."""
    names = [register.name for register in REGISTERS]
    words = text.split()
    found: dict[str, str] = {}
    for i in range(0, len(words), 2):
        if words[i] not in names:
            raise unknown("number of position, with", words[i][:30], names)
        need(words[i] not in found, f", with: '{words[i]}' is given twice")
        need(i + 1 < len(words), f", with: a value is missing after '{words[i]}'")
        found[words[i]] = words[i + 1]
    for register in REGISTERS:
        value = default(r.s, setup, register.name)
        if register.name in found:
            value = read_number(found[register.name], f"position, with, {register.name}", register.low, register.high)
            _check_fixed(r.s, setup, register.name, value)
        register.set(r.s, value)


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
