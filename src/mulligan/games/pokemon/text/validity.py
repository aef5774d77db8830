"""What a position must fulfil to be played: no rule may meet a case that it was not written for."""

from __future__ import annotations

from collections import Counter
from typing import Any

from mulligan.core.textkit import need
from mulligan.kernel import interpret

from ..cards.arrays import CLASS, KINDS, NAMES, PROGRAM
from ..cards.vocabulary import ITEM, SUPPORTER, SWITCH, TAKE, THEM
from ..rules.choices import is_basic, list_choices
from ..rules.damage import hit_points
from ..rules.layout import (
    DECK,
    DESTINATION,
    EXTRA_BENCH,
    GOING,
    HAND,
    HOW_MANY,
    LAST_TURN,
    LOOKED_CARD,
    MAIN,
    NEXT_CARD,
    PRIZES,
    PROMOTE,
    RETREAT_COST,
    START_ACTIVE,
    START_BENCH,
    WANTED,
    WHO_STARTS,
)
from .moves import program_at
from .questions import ASKS, is_of_card
from .registers import left_at_first

_list_choices = interpret(list_choices)
_hit_points = interpret(hit_points)
_is_basic = interpret(is_basic)


def check(s: Any, t: Any, setup: bool) -> None:
    """Raise `UsageError` for what is not a position."""
    for p in range(2):
        _check_total(s, p)
        _check_knowledge(s, p)
        _check_pokemon(s, p, setup)
    _check_turn(s, setup)
    if setup:
        _check_setup(s)
    elif s.reason == GOING:
        _check_play(s)
    else:
        need(s.ask == MAIN, ", ask: nothing is asked once the game is over")
    if s.ask != MAIN:
        _check_answers(s)


def _check_total(s: Any, p: int) -> None:
    """All cards of a player fit into any zone."""
    n = s.n_hand[p] + s.n_deck[p] + s.n_discard[p] + s.n_prizes[p]
    for slot in s.slot[p]:
        n += sum(slot.energy) + sum(card > 0 for card in (slot.card, slot.tool, *slot.under))
    n += s.stadium > 0 and s.stadium_owner == p
    if s.ask != MAIN and s.asked == p:
        n += (s.resolving > 0) + (s.carried > 0)
    need(n <= DECK, f": player {p + 1} has {n} cards; at most {DECK} are possible")


def _check_knowledge(s: Any, p: int) -> None:
    """Players know only of cards that are there."""
    seat = p + 1
    need(s.top[p] <= s.n_deck[p], f", knows{seat}: 'top {s.top[p]}', but the deck has {s.n_deck[p]} cards")
    need(not (s.searched[p] and any(s.stays[p])), f", stays{seat}: who knows the deck has no need of it")
    hand = Counter(s.hand[p][: s.n_hand[p]])
    below = Counter(s.deck[p][: s.n_deck[p] - s.top[p]])
    for card in range(1, KINDS):
        shown, stays = s.shown[p][card], s.stays[p][card]
        need(shown <= hand[card], f", shown{seat}: {shown} {NAMES[card]}, but the hand has {hand[card]}")
        where = f"{below[card]} in the deck are not on top"
        need(stays <= below[card], f", stays{seat}: {stays} {NAMES[card]}, but {where}")


def _check_pokemon(s: Any, p: int, setup: bool) -> None:
    need(s.slot[p][0].card or not s.ill[p], f", active{p + 1}: there is none")
    for i in range(s.n_bench[p] + 1):
        slot = s.slot[p][i]
        if slot.card and not s.hurt:
            most = _hit_points(slot)
            what = f"{NAMES[slot.card]} has {most} HP, and would be knocked out by damage {slot.damage}"
            need(slot.damage < most, f", {'bench' if i else 'active'}{p + 1}: {what}; say 'with hurt 1' if it will be")
        bare = not (slot.damage or slot.tool or any(slot.energy) or any(slot.under))
        need(not setup or not slot.card or (bare and _is_basic(slot.card)), ": in the set-up, Pokemon are bare Basics")


def _check_turn(s: Any, setup: bool) -> None:
    need((s.began > 0) == (s.sudden > 0), ", pokemon: 'began' and 'sudden' belong together")
    need(setup or s.turn > s.began, f", pokemon: turn {s.turn} should come after 'began {s.began}'")
    need(s.turn <= LAST_TURN or s.reason != GOING, f", pokemon: the game ends with turn {LAST_TURN}")
    in_setup = WHO_STARTS <= s.ask <= EXTRA_BENCH
    if setup:
        need(s.reason == GOING, ", winner: the game is not over in the set-up")
        asks = " or ".join(ASKS[WHO_STARTS : EXTRA_BENCH + 1])
        need(in_setup, f", ask: in the set-up it should be {asks}, not '{ASKS[s.ask] or 'nothing'}'")
    else:
        need(not in_setup, f", ask: '{ASKS[s.ask]}' is asked only in the set-up")


# --- turns ------------------------------------------------------------------------------------------------------------


def _check_play(s: Any) -> None:
    """Both have Prizes and an Active Pokemon, or can promote one."""
    for p in range(2):
        seat = p + 1
        if not s.slot[p][0].card:
            need(s.ask == PROMOTE, f", active{seat}: a Pokemon is missing")
            need(s.n_bench[p], f", bench{seat}: who has no Pokemon has lost; at least one should be there")
            need(s.asked == p or s.asked != s.player, f", ask: player {seat} should be asked first")
        need(s.n_prizes[p], f", prizes{seat}: who has none has won; at least one card should be there")
    if s.ask == PROMOTE:
        need(not s.slot[s.asked][0].card, f", ask: player {s.asked + 1} has an Active Pokemon")
        need(not s.hurt, ", with: nobody is 'hurt' when Pokemon are promoted")
    elif s.ask != MAIN:
        asked = 1 - s.asked if PROGRAM[s.pc][0] == SWITCH and PROGRAM[s.pc][1] == THEM else s.asked
        need(asked == s.player, f", ask: it is player {s.player + 1}'s turn, so this player should be asked")
    if s.ask == MAIN:
        need(not s.hurt, ", with: 'hurt' is judged before the next move")


# --- the set-up -------------------------------------------------------------------------------------------------------


def _check_setup(s: Any) -> None:
    prizes = 1 if s.sudden else PRIZES
    for p in range(2):
        seat = p + 1
        if s.ask != WHO_STARTS and s.ready[p]:
            need(s.slot[p][0].card, f", active{seat}: player {seat} has set up, and should have a Pokemon")
            need(s.n_prizes[p], f", prizes{seat}: player {seat} has set up, and should have some")
            continue
        placed = s.slot[p][0].card > 0 or s.n_bench[p] > 0
        need(not s.n_prizes[p], f", prizes{seat}: player {seat} has not set up, and should have none")
        mine = s.ask == START_BENCH and s.asked == p
        need(placed <= mine, f", active{seat}: player {seat} has not begun to set up, and should have no Pokemon")
        need(not mine or s.slot[p][0].card, f", active{seat}: it comes before the Bench")
        there = s.n_hand[p] + s.n_deck[p] + (s.n_bench[p] + 1 if placed else 0)
        need(there >= HAND + prizes and s.n_deck[p] >= prizes, f", deck{seat}: too few cards to set up")
        loose = [*s.hand[p][: s.n_hand[p]], *s.deck[p][: s.n_deck[p]]]
        need(placed or any(_is_basic(card) for card in loose), f", deck{seat}: there is no Basic Pokemon to set up")
        need(s.ask != WHO_STARTS or not s.n_hand[p], f", hand{seat}: hands are drawn after it is known who starts")
    if s.ask in (HOW_MANY, EXTRA_BENCH):
        need(s.asked == s.opener, f", ask: the opener, player {s.opener + 1}, should be asked this")
    elif s.ask in (START_ACTIVE, START_BENCH):
        need(not s.ready[s.asked], f", ask: player {s.asked + 1} has set up already")


# --- the open question ------------------------------------------------------------------------------------------------


def _check_answers(s: Any) -> None:
    """The question can be answered, and its numbers fit."""
    p = s.asked
    if s.ask == RETREAT_COST:
        most = s.slot[p][0].units
        need(1 <= s.left <= most, f", with: 'left' should be a number from 1 to {most}, the Energy that can be paid")
        need(1 <= s.target <= s.n_bench[p], f", with: 'target' should be on the Bench, from 1 to {s.n_bench[p]}")
    elif is_of_card(s.ask):
        _check_program(s)
    out = [0] * (2 * DECK + 8)
    need(_list_choices(s, out) > 0, f", ask: there is no answer to '{ASKS[s.ask]}'")


def _check_program(s: Any) -> None:
    p = s.asked
    program = program_at(s.pc)
    if program.name:
        need(s.source <= s.n_bench[p], f", ask: player {p + 1} has no Pokemon there")
        fits = s.resolving == 0 or CLASS[s.resolving] in (ITEM, SUPPORTER)
        need(fits, f", ask, resolving: {NAMES[s.resolving]} is no Item or Supporter")
    else:
        need(s.resolving == program.card, f", ask: {program.title} asks, so no other card can be 'resolving'")
    taken = s.ask == DESTINATION and PROGRAM[s.pc][0] == TAKE
    low, high = (0, left_at_first(s)) if taken else (1, left_at_first(s))
    need(s.ask == WANTED or low <= s.left <= high, f", with: 'left {s.left}' should be from {low} to {high}")
    need(s.target >= 0 or taken, f", with: 'target {s.target}' should be the number of a slot, from 0 to 5")
    if s.ask == DESTINATION and not taken:
        need(s.target <= s.n_bench[p], f", with: 'target {s.target}' should be a Pokemon of player {p + 1}")
    if s.ask == LOOKED_CARD:
        seen = min(int(PROGRAM[s.pc][1]), s.n_deck[p])
        need(s.top[p] >= seen, f", knows{p + 1}: the cards that are looked at are on top and known")
    if s.ask == NEXT_CARD:
        need(s.top[p] >= s.left, f", knows{p + 1}: the cards that are put in order are on top and known")
