"""Moves of the Pokemon TCG in words: one form for people, agents, logs and replays.

    bench Golett                               go first                       take Zweilous
    evolve Deino (bench 2) into Zweilous       draw 2 extra                   discard N
    attach Darkness Energy to Deino (active)   start with Golett              put Golett on top
    play Ultra Ball                            promote Golett (bench 1)       next Golett
    equip Giant Cape to Golurk (active)        choose Golett (bench 2)        yes, no, done
    use Dragon Call of Gabite (bench 1)        choose opposing Golett (bench 1)
    retreat to Deino (bench 1)                 discard Psychic Energy from opposing Golett (active)
    attack Consume                             move Darkness Energy from Deino (active)
    end turn                                   move Darkness Energy to Golett (bench 1)

A card whose name another card has too is named with its id: `bench Deino bw6-94`.  Pokemon in play are told apart by
their place.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from ..cards.arrays import (
    ABILITY_PC,
    ATTACK_NAMES,
    ATTACK_PC,
    CARDS,
    ENERGY_KIND,
    FIRST_ATTACK,
    IDS,
    N_ATTACKS,
    NAMES,
    PLAY_PC,
    PROGRAM,
    TWINS,
)
from ..cards.vocabulary import CHOOSE, MOVE, SHOWN, TO_DECK, TO_DISCARD, TO_HAND, TO_PLAY, TO_TOP
from ..rules.layout import (
    AT_STADIUM,
    ATTACH,
    ATTACK,
    BENCH_IT,
    BURN,
    COST_CARD,
    DECK_CARD,
    DESTINATION,
    DISCARD_CARD,
    DONE,
    END_TURN,
    EQUIP,
    EVOLVE,
    EXTRA,
    EXTRA_BENCH,
    GO,
    HAND_CARD,
    LOOKED_CARD,
    MODE,
    MOVED_ENERGY,
    NEXT_CARD,
    PICK,
    PLAY,
    PROMOTE,
    RETREAT,
    SLOT,
    START_ACTIVE,
    START_BENCH,
    TOOL_CARD,
    TOP_CARD,
    USE,
    WANTED,
)

# --- names ------------------------------------------------------------------------------------------------------------


def card_text(card: int) -> str:
    """A card by its name, and by its id too if others have the same name."""
    name = NAMES[card]
    return f"{name} {IDS[card]}" if TWINS[card] else name


def place_text(i: int) -> str:
    """A place in play: `active`, `bench 2`."""
    return f"bench {i}" if i else "active"


def slot_text(s: Any, p: int, i: int) -> str:
    """A Pokemon in play by its name and place."""
    return f"{NAMES[s.slot[p][i].card]} ({place_text(i)})"


class Program(NamedTuple):
    """The program of an attack, an Ability or a Trainer card."""

    start: int
    card: int
    name: str  # of the attack or Ability
    line: str  # what the card file says
    text: str  # the same in plain words
    attack: bool

    @property
    def title(self) -> str:
        """`Consume of Hydreigon bw6-98`, or `Ultra Ball`."""
        return f"{self.name} of {card_text(self.card)}" if self.name else card_text(self.card)


def _all_programs() -> list[Program]:
    found = []
    for number, card in enumerate(CARDS):
        if card:
            first = int(FIRST_ATTACK[number])
            for i, attack in enumerate(card.attacks):
                found.append(Program(int(ATTACK_PC[first + i]), number, attack.name, attack.line, attack.text, True))
            if card.ability:
                ability = card.ability
                found.append(Program(int(ABILITY_PC[number]), number, ability.name, ability.line, ability.text, False))
            found.append(Program(int(PLAY_PC[number]), number, "", card.line, card.text, False))
    return sorted(program for program in found if program.start)


PROGRAMS = _all_programs()


def program_at(pc: int) -> Program:
    """The program that an instruction belongs to."""
    return [program for program in PROGRAMS if program.start <= pc][-1]


# --- answers ----------------------------------------------------------------------------------------------------------


def _halves(line: str, number: int) -> tuple[str, str]:
    """The two effects of the choice with this number in a line of the card file: `choose (draw 2) or (draw 3)`."""
    at = -1
    for _ in range(number + 1):
        at = line.index("choose (", at + 1)
    depth, parts, start = 0, [], at
    for i in range(at, len(line)):
        if line[i] == "(":
            depth += 1
            start = i + 1 if depth == 1 else start
        elif line[i] == ")":
            depth -= 1
            if depth == 0:
                parts.append(line[start:i].strip())
        if len(parts) == 2:
            break
    return parts[0], parts[1]


def _sentences(text: str, number: int) -> tuple[str, str] | None:
    """The two effects of the choice with this number in plain words, if the text of the card says them.

    >>> _sentences("Choose: draw 2 cards; or heal 30.", 0), _sentences("Draw two or three.", 0)
    (('draw 2 cards', 'heal 30'), None)
    """
    found = re.findall(r"Choose: ([^;]+); or ([^;]+?)\.(?=\s|$)", text)
    return found[number] if number < len(found) else None


def _mode(s: Any, second: int) -> str:
    """An answer to `use it or not`, or one of two effects in the words of the card."""
    if s.ask == WANTED:
        return "no" if second else "yes"
    program = program_at(s.pc)
    before = sum(int(PROGRAM[pc][0]) == CHOOSE for pc in range(program.start, s.pc))
    halves = _sentences(program.text, before) or _halves(program.line, before)
    return halves[second] if halves[0] != halves[1] else f"{halves[second]} ({'second' if second else 'first'})"


def _found(s: Any, card: str) -> str:
    """A card that is taken from the deck or the discard pile, by where it goes."""
    to = int(PROGRAM[s.pc][5]) & (SHOWN - 1)
    if to == TO_HAND:
        return f"take {card}"
    if to == TO_DECK:
        return f"return {card}"
    if to in (TO_PLAY, TO_DISCARD):
        return f"bench {card}" if to == TO_PLAY else f"discard {card}"
    return f"put {card} on top" if to == TO_TOP else f"attach {card}"


def _pick(s: Any, number: int) -> str:
    card = card_text(number)
    if s.ask in (DECK_CARD, DISCARD_CARD, HAND_CARD):
        return _found(s, card)
    if s.ask == LOOKED_CARD:
        return f"take {card}"
    if s.ask == TOP_CARD:
        return f"put {card} on top"
    verbs = {START_ACTIVE: "start with", START_BENCH: "bench", EXTRA_BENCH: "bench", COST_CARD: "discard"}
    return f"{'next' if s.ask == NEXT_CARD else verbs.get(s.ask, 'pick')} {card}"


def _side(s: Any, side: int) -> tuple[int, str]:
    """The owner of a Pokemon as the asked player sees it, and the word for that."""
    return (1 - s.asked, "opposing ") if side else (s.asked, "")


def _slot(s: Any, side: int, i: int) -> str:
    p, whose = _side(s, side)
    name = whose + slot_text(s, p, i)
    if s.ask == PROMOTE:
        return f"promote {name}"
    if s.ask == TOOL_CARD:
        return f"discard {card_text(s.slot[p][i].tool)} from {name}"
    if s.ask == DESTINATION:
        verb = "move" if PROGRAM[s.pc][0] == MOVE else "attach"
        return f"{verb} {card_text(int(ENERGY_KIND[s.carried - 1]))} to {name}"
    return f"choose {name}"


def _burn(s: Any, energy: int, side: int, i: int) -> str:
    p, whose = _side(s, side)
    verb = "move" if s.ask == MOVED_ENERGY else "discard"
    return f"{verb} {card_text(energy)} from {whose}{slot_text(s, p, i)}"


# --- moves ------------------------------------------------------------------------------------------------------------


def _use(s: Any, i: int) -> str:
    if i == AT_STADIUM:
        return f"use {card_text(s.stadium)}"
    card = CARDS[s.slot[s.player][i].card]
    name = card.ability.name if card and card.ability else "nothing"
    return f"use {name} of {slot_text(s, s.player, i)}"


def _attack(s: Any, number: int, lender: int) -> str:
    """An attack, and whose it is if it is not the Pokemon's own: `attack Night March of Joltik xy4-26`."""
    card = lender or s.slot[s.player][0].card
    name = ATTACK_NAMES[FIRST_ATTACK[card] + number] if number < N_ATTACKS[card] else str(number + 1)
    return f"attack {name} of {card_text(card)}" if lender and name != NAMES[card] else f"attack {name}"


def _mover(s: Any) -> int:
    """Whose Pokemon evolves: that of the player on turn, or of the one who was asked."""
    return int(s.asked if s.ask else s.player)


_WORDS: dict[int, Callable[[Any, int, int, int], str]] = {
    BENCH_IT: lambda s, a, b, c: f"bench {card_text(a)}",
    EVOLVE: lambda s, a, b, c: f"evolve {slot_text(s, _mover(s), b)} into {card_text(a)}",
    ATTACH: lambda s, a, b, c: f"attach {card_text(a)} to {slot_text(s, s.player, b)}",
    PLAY: lambda s, a, b, c: f"play {card_text(a)}",
    EQUIP: lambda s, a, b, c: f"equip {card_text(a)} to {slot_text(s, s.player, b)}",
    USE: lambda s, a, b, c: _use(s, a),
    RETREAT: lambda s, a, b, c: f"retreat to {slot_text(s, s.player, a)}",
    ATTACK: lambda s, a, b, c: _attack(s, a, b),
    END_TURN: lambda s, a, b, c: "end turn",
    GO: lambda s, a, b, c: "go second" if a else "go first",
    PICK: lambda s, a, b, c: _pick(s, a),
    EXTRA: lambda s, a, b, c: f"draw {a} extra",
    SLOT: lambda s, a, b, c: _slot(s, a, b),
    BURN: _burn,
    MODE: lambda s, a, b, c: _mode(s, a),
    DONE: lambda s, a, b, c: "done",
}


def move(s: Any, t: Any, move: int) -> str:
    """A legal move in words."""
    return _WORDS[move & 255](s, move >> 8 & 255, move >> 16 & 255, move >> 24 & 255)
