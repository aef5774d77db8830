"""The open question of a position in words.

    ask 1 search, by Ultra Ball                        ask 2 promote
    ask 1 search, by Dragon Call of Gabite (bench 1)   ask 1 retreat
    ask 2 strip, by Destructor Beam of Hydreigon bw6-98
    ask 1 destination, by Dark Patch, carrying Darkness Energy
    ask 1 use, by Gothic Fear of Haunter (bench 2), resolving Rare Candy

`step 4` says which instruction of the program asks, if it is not the first that could.  In the set-up it is asked who
goes first (`start`), for the `active` Pokemon and the `bench`, how many `extra` cards to draw for mulligans of the
other player, and for `more` Pokemon after that.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable
from typing import Any

from mulligan.core.errors import UsageError
from mulligan.core.textkit import need, read_choice, read_number, read_pairs

from ..cards.arrays import ABILITY, CLASS, ENERGY_KIND, ENERGY_OF, NAMES, PROGRAM
from ..cards.decks import ERAS, wording
from ..cards.vocabulary import (
    ALL,
    CANDY,
    CHOOSE,
    COUNTERS,
    ENERGY,
    FROM_DECK,
    FROM_DISCARD,
    FROM_HAND,
    FROM_OLDER,
    HEAL,
    HIT,
    LOOK,
    ME,
    MOVE,
    MY_ANY,
    ON_MY_BENCH,
    ON_OPP_ALL,
    OPP,
    OPP_ANY,
    ORDER,
    PAY,
    RAISE,
    SCOOP,
    SCRAP,
    SHIFT,
    SHOWN,
    STADIUM,
    STOP,
    STRIP,
    SWITCH,
    TAKE,
    THEM,
    TO_BENCH,
    TO_ONE,
    TO_PLAY,
    TOP,
    WHEN_ATTACHED,
    WHEN_BENCHED,
    WHEN_EVOLVED,
)
from ..rules.layout import (
    CANDY_CARD,
    COST_CARD,
    DECK_CARD,
    DESTINATION,
    DISCARD_CARD,
    ENERGY_CARD,
    FOE_POKEMON,
    HAND_CARD,
    LOOKED_CARD,
    MAIN,
    MOVED_ENERGY,
    NEXT_CARD,
    ONE_OF_TWO,
    OWN_POKEMON,
    RAISED_CARD,
    TOOL_CARD,
    TOP_CARD,
    WANTED,
)
from .moves import PROGRAMS, Program, card_text, place_text, program_at
from .notation import Reading, read_card, read_place

ASKS = (
    *("", "start", "active", "bench", "extra", "more", "promote", "own", "opposing", "search", "recover", "cost"),
    *("top", "strip", "move", "destination", "order", "either", "use", "scrap", "candy", "raise", "retreat", "hand"),
    "look",
)
"""What is asked, in the order of the layout."""


def _needs_destination(to: int) -> bool:
    """Whether a card that is taken goes to a Pokemon of the player's choice."""
    return TO_BENCH <= to < TO_PLAY or to == TO_ONE


_FITS: dict[int, Callable[[int, int, int, int], bool]] = {
    # by what is asked: whether an instruction, with three of its arguments (the first, second and last), asks it
    OWN_POKEMON: lambda word, a, b, e: (
        (word == SWITCH and a in (ME, THEM))
        or (word in (HEAL, SCOOP) and a == MY_ANY)
        or (word == HIT and b == ON_MY_BENCH)
    ),
    FOE_POKEMON: lambda word, a, b, e: (
        (word == SWITCH and a == OPP)
        or (word == HIT and b < ON_OPP_ALL)
        or (word == COUNTERS and a == OPP_ANY)
        or word == SHIFT
    ),
    HAND_CARD: lambda word, a, b, e: word == TAKE and a == FROM_HAND,
    DECK_CARD: lambda word, a, b, e: word == TAKE and a == FROM_DECK,
    DISCARD_CARD: lambda word, a, b, e: word == TAKE and a in (FROM_DISCARD, FROM_OLDER),
    COST_CARD: lambda word, a, b, e: word == PAY,
    TOP_CARD: lambda word, a, b, e: word == TOP,
    ENERGY_CARD: lambda word, a, b, e: word == STRIP and b != ALL,
    MOVED_ENERGY: lambda word, a, b, e: word == MOVE,
    DESTINATION: lambda word, a, b, e: word == MOVE or (word == TAKE and _needs_destination(e & (SHOWN - 1))),
    NEXT_CARD: lambda word, a, b, e: word == ORDER,
    LOOKED_CARD: lambda word, a, b, e: word == LOOK,
    ONE_OF_TWO: lambda word, a, b, e: word == CHOOSE,
    TOOL_CARD: lambda word, a, b, e: word == SCRAP,
    CANDY_CARD: lambda word, a, b, e: word == CANDY,
    RAISED_CARD: lambda word, a, b, e: word == RAISE,
}


def row_at(pc: int) -> list[int]:
    """An instruction: its word and five arguments."""
    return [int(number) for number in PROGRAM[pc]]


def _steps(ask: int, program: Program) -> list[int]:
    """The instructions of a program that can ask this, from 1."""
    if ask == WANTED:
        at_once = ABILITY[program.card] in (WHEN_EVOLVED, WHEN_BENCHED, WHEN_ATTACHED)
        return [1] if not program.attack and at_once else []
    later = [other.start for other in PROGRAMS if other.start > program.start]
    steps = []
    for pc in range(program.start, min([*later, len(PROGRAM)])):
        word, a, b, _, _, e = row_at(pc)
        if word != STOP and _FITS[ask](word, a, b, e):
            steps.append(pc - program.start + 1)
    return steps


def is_of_card(ask: int) -> bool:
    """Whether a card's program asks this."""
    return ask in _FITS or ask == WANTED


def _title(program: Program, source: int) -> str:
    """A program as it is named: that of an Ability with the place of its Pokemon."""
    return program.title if program.attack or not program.name else f"{program.title} ({place_text(source)})"


def show_ask(s: Any, t: Any) -> str:
    """Who is asked what, by which card."""
    if s.ask == MAIN:
        return ""
    items = [f"{s.asked + 1} {ASKS[s.ask]}"]
    if is_of_card(s.ask):
        program = program_at(s.pc)
        items.append(f"by {_title(program, s.source)}")
        step = s.pc - program.start + 1
        if [step] != _steps(s.ask, program)[:1]:
            items.append(f"step {step}")
        if s.carried:
            items.append(f"carrying {card_text(int(ENERGY_KIND[s.carried - 1]))}")
        if s.resolving != _trainer(program):
            items.append(f"resolving {card_text(s.resolving)}")
    return ", ".join(items)


def _trainer(program: Program) -> int:
    """The card that is being played when a program runs: none for attacks, Abilities and Stadiums that are used."""
    return 0 if program.name or CLASS[program.card] == STADIUM else program.card


def _read_program(r: Reading, text: str) -> Program:
    """The program that a title names; the slot of its Pokemon is noted."""
    s = r.s
    plain, _, place = text.partition("(")
    wanted = " ".join(plain.split()).casefold()
    found = [program for program in PROGRAMS if program.title.casefold() == wanted]
    found = [program for program in found if wording(program.card, ERAS[r.t.era]) == program.card]
    abilities = [program for program in found if program.name and not program.attack]
    if place:
        found = abilities
    elif len(found) > len(abilities):
        found = [program for program in found if program not in abilities]
    if not found:
        titles = {program.title.casefold(): program.title for program in PROGRAMS}
        near = difflib.get_close_matches(wanted, titles, n=1)
        form = "it should be a Trainer card, or an attack or Ability such as 'Consume of Hydreigon bw6-98'"
        hint = f"did you mean '{titles[near[0]]}'?" if near else form
        raise UsageError(f"position, ask: no card asks by '{text.strip()[:60]}': {hint}")
    program = found[0]
    if program in abilities:
        form = f"'{program.title} (bench 1)'"
        need(place.rstrip().endswith(")"), f", ask: an Ability is named with the place of its Pokemon, as in {form}")
        s.source = read_place(place.rstrip()[:-1], "ask")
    else:
        s.source = 0 if program.attack else -1
    return program


def _read_step(ask: int, program: Program, given: str) -> int:
    steps = _steps(ask, program)
    need(steps, f", ask: {program.title} never asks '{ASKS[ask]}'")
    step = read_number(given.strip(), "position, ask, step", 1, len(PROGRAM)) if given else steps[0]
    fitting = " or ".join(str(each) for each in steps)
    need(step in steps, f", ask: step {step} of {program.title} does not ask '{ASKS[ask]}'; {fitting} would")
    return step


def read_ask(r: Reading, text: str) -> None:
    """The inverse of `show_ask`."""
    s = r.s
    head, comma, items = text.partition(",")
    words = head.split()
    need(len(words) == 2, f", ask: '{head.strip()[:40]}' should be a player and a question, such as '1 promote'")
    s.asked = read_number(words[0], "position, ask, player", 1, 2) - 1
    s.ask = 1 + read_choice(words[1], "question of position, ask", ASKS[1:])
    found = read_pairs(items, "position, ask", ("by", "step", "carrying", "resolving"), ",") if comma else {}
    if not is_of_card(s.ask):
        need(not found, f", ask: no card asks '{words[1]}', so nothing should stand behind it")
        return
    need("by" in found, f", ask: '{words[1]}' should be followed by the card that asks, as in ', by Ultra Ball'")
    program = _read_program(r, found["by"])
    s.pc = program.start + _read_step(s.ask, program, found.get("step", "")) - 1
    s.attacking = int(program.attack)
    s.resolving = _trainer(program)
    if "resolving" in found:
        s.resolving = read_card(r, s.asked, found["resolving"], "ask, resolving")
    need(("carrying" in found) == (s.ask == DESTINATION), ", ask: an Energy is 'carrying' if it needs a 'destination'")
    if "carrying" in found:
        energy = read_card(r, s.asked, found["carrying"], "ask, carrying")
        need(CLASS[energy] == ENERGY, f", ask, carrying: {NAMES[energy]} is not Energy")
        s.carried = int(ENERGY_OF[energy]) + 1
