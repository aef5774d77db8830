"""What rule players know of cards by heart: facts about attacks and Trainers, taken from their effects once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..cards import vocabulary as v
from ..cards.arrays import CARDS, FILTER_HAS, FILTERS, ROOM
from ..cards.cardfile import Attack
from ..cards.effects import Effect

# --- what an attack does ----------------------------------------------------------------------------------------------

_attacks: list[Attack] = [attack for card in CARDS if card for attack in card.attacks]
_N = len(_attacks)


def _chance(flip: Effect) -> tuple[float, ...]:
    """How often, on average, each part of a flip happens."""
    coins = int(flip.args[0])
    first = {"heads": 1 - 0.5**coins, "tails": 0.5**coins, "all_heads": 0.5**coins, "per_head": coins / 2}[flip.how]
    return first, 1 - first


def _walk(effects: tuple[Effect, ...], chance: float = 1.0) -> Iterator[tuple[int, tuple[Any, ...], float]]:
    """Every effect with its arguments and how often it happens."""
    for effect in effects:
        if effect.word == v.FLIP:
            for part, often in zip(effect.parts, _chance(effect), strict=False):
                yield from _walk(part, chance * often)
        elif effect.word == v.UNLESS:  # the Energy that it asks for is taken to be there
            yield from _walk(effect.parts[0], chance)
        elif effect.word == v.CHOOSE:
            for part in effect.parts:
                yield from _walk(part, chance)
        else:
            yield effect.word, effect.args, chance
            for part in effect.parts:
                yield from _walk(part, chance)


def _numbers(default: int = 0) -> Any:
    return np.full(_N, default, np.int64)


HITS = _numbers()
"""Of each attack: whether it does damage to the Active Pokemon; then base, amount, counter, parameter, plainness."""
BASE, AMOUNT, COUNTER, PARAMETER, PLAIN = (_numbers() for _ in range(5))
REACH = _numbers()
"""Damage to a Benched Pokemon of the player's choice."""
SPREAD, DIRECT = _numbers(), _numbers()
"""Counters on the opponent's whole Bench, and on the Active Pokemon."""
FATAL, FATAL_CHANCE = _numbers(-1), _numbers()
"""The damage with which the defender is knocked out at once, or -1; and the chance in percent."""
ILLS, ILL_CHANCE = _numbers(), _numbers()
"""Special Conditions for the defender, and the chance in percent."""
OWN_ILLS = _numbers()
CURES = _numbers()
"""Damage healed on the attacker; DEALT is as much as was done."""
BURNS = _numbers()
"""Energy that the attacker loses."""
STRIPS = _numbers()
"""Chance in percent that the defender loses an Energy."""
DRAGS, SMOKES, HOLDS_FAST, DEVOLVES = (_numbers() for _ in range(4))
SHIELD = _numbers()
"""Damage that the attacker is spared in the opponent's turn, on average (60 for all of it)."""
CHARGES = _numbers()
"""Energy from the discard pile that the attacker gets."""
GAIN = _numbers()
"""What cards drawn, found and brought back by the attack are worth, roughly."""
FETCHES = _numbers(-1)
"""The filter of cards that it brings back from the discard pile, or -1."""
ALL_OF_IT = 4  # Energy that an attacker loses which loses all, roughly
REDRAWS = _numbers()
"""Whether the hand is drawn anew, as large as the opponent's."""


def _note_damage(i: int, word: int, args: tuple[Any, ...], chance: float) -> None:
    if word == v.DAMAGE:
        HITS[i] = 1
        numbers = [FILTERS.index(arg) if isinstance(arg, str) else arg for arg in args]
        BASE[i], AMOUNT[i], COUNTER[i], PARAMETER[i], PLAIN[i] = (*numbers, 0, 0, 0, 0, 0)[:5]
    elif word == v.HIT and args[1:2] != (v.ON_MY_BENCH,):
        REACH[i] = args[0]
    elif word == v.COUNTERS:
        (SPREAD if args[0] == v.WHOLE_OPP_BENCH else DIRECT)[i] = args[1]
    elif word == v.KNOCK_OUT:
        FATAL[i], FATAL_CHANCE[i] = args[1], 100 * chance


def _note_state(i: int, word: int, args: tuple[Any, ...], chance: float) -> None:
    if word == v.AFFLICT and args[0] == v.DEF:
        ILLS[i], ILL_CHANCE[i] = args[1], 100 * chance
    elif word == v.AFFLICT:
        OWN_ILLS[i] = args[1]
    elif word == v.HEAL and args[0] != v.MY_ALL:
        CURES[i] = args[1]
    elif word == v.STRIP and args[0] in (v.DEF, v.OPP_ANY, v.ANYONE):
        STRIPS[i] = 100 * chance
    elif word == v.STRIP:
        BURNS[i] = args[1] if args[1] != v.ALL else ALL_OF_IT
    elif word == v.SWITCH and args[0] == v.OPP:
        DRAGS[i] = 1
    elif word == v.DEVOLVE:
        DEVOLVES[i] = 1
    elif word == v.MARK:
        SMOKES[i] |= args[1] == v.SMOKE
        HOLDS_FAST[i] |= args[1] == v.NO_RETREAT
        if args[1] in (v.LESS, v.IMMUNE):
            SHIELD[i] = args[3] if args[1] == v.LESS else 60 * chance


def _note_cards(i: int, word: int, args: tuple[Any, ...], chance: float) -> None:
    if word == v.DRAW and args[1] == v.OPP_HAND:
        REDRAWS[i] = 1
    elif word == v.DRAW:
        GAIN[i] += 6 * max(0, args[1]) * chance
    elif word == v.TAKE and args[4] & (v.SHOWN - 1) in (v.TO_SELF, v.TO_ONE):
        CHARGES[i] = args[3]
    elif word == v.TAKE:
        GAIN[i] += (11 if args[0] == v.FROM_DECK else 9) * args[3]
        if args[0] == v.FROM_DISCARD:
            FETCHES[i] = FILTERS.index(args[1])
    elif word in (v.ORDER, v.TOSS_HAND):
        GAIN[i] += 5


for _i, _attack in enumerate(_attacks):
    for _effect in _walk(_attack.effects):
        _note_damage(_i, *_effect)
        _note_state(_i, *_effect)
        _note_cards(_i, *_effect)

# --- what a Trainer or an Ability is for ------------------------------------------------------------------------------

(
    NO_ROLE,
    DRAWER,  # draws cards
    REFRESHER,  # gives up the hand for another one
    SEARCHER,  # finds cards in the deck
    RECOVERER,  # brings cards from the discard pile to the hand
    RECYCLER,  # and back into the deck
    CHARGER,  # attaches Energy from the discard pile
    HEALER,
    SWITCHER,
    GUSTER,  # brings a Benched Pokemon of the opponent up
    MOVER,  # moves Energy
    SKIPPER,  # a Basic becomes a Stage 2
    RAISER,  # a Pokemon evolves from the deck
    POISONER,
    SCRAPPER,
    DIGGER,  # finds a Supporter from the top
    STACKER,  # puts a card on top of the deck
    BOOSTER,  # draws, or makes attacks stronger
    HAMMER,  # takes Energy off the opponent's Pokemon
    BOMBER,  # puts damage on the opponent's Pokemon
) = range(20)

_ROLES = {
    v.DRAW: DRAWER,
    v.DRAW_UNTIL: DRAWER,
    v.DISCARD_HAND: REFRESHER,
    v.RETURN_HAND: REFRESHER,
    v.HEAL: HEALER,
    v.SWITCH: SWITCHER,
    v.MOVE: MOVER,
    v.CANDY: SKIPPER,
    v.RAISE: RAISER,
    v.AFFLICT: POISONER,
    v.SCRAP: SCRAPPER,
    v.DIG: DIGGER,
}


def _role_of_take(args: tuple[Any, ...]) -> int:
    to = args[4] & (v.SHOWN - 1)
    if args[0] == v.FROM_DECK:
        return STACKER if to == v.TO_TOP else SEARCHER
    if to == v.TO_DISCARD:
        return NO_ROLE
    return RECOVERER if to == v.TO_HAND else RECYCLER if to == v.TO_DECK else SEARCHER if to == v.TO_PLAY else CHARGER


def _role(effects: tuple[Effect, ...]) -> int:
    if effects and effects[0].word == v.CHOOSE:
        return BOOSTER
    for word, args, _ in _walk(effects):
        if word == v.TAKE:
            return _role_of_take(args)
        if word == v.SWITCH and args[0] == v.OPP:
            return GUSTER
        if word == v.STRIP and args[0] in (v.OPP_ANY, v.ANYONE):
            return HAMMER
        if word == v.COUNTERS and args[0] != v.SELF:
            return BOMBER
        if word == v.LOOK:
            return DRAWER
        if word in _ROLES:
            return _ROLES[word]
    return NO_ROLE


def _effects(card: int) -> tuple[Effect, ...]:
    found = CARDS[card]
    if not found:
        return ()
    return found.ability.effects if found.ability else found.effects


def _column(value: Any) -> Any:
    column = np.zeros(ROOM, np.int64)
    for i in range(len(CARDS)):
        column[i] = value(_effects(i))
    return column


def _argument(words: tuple[int, ...], place: int, default: int = 0) -> Any:
    """Of each card: an argument of its first effect with one of these words."""

    def find(effects: tuple[Effect, ...]) -> int:
        return next((args[place] for word, args, _ in _walk(effects) if word in words), default)

    return _column(find)


ROLE = _column(_role)
"""Of each Trainer, or of a Pokemon's Ability: what it is for."""
PRICE = _argument((v.PAY,), 0)
"""Cards of the hand that it costs."""
_LOOKS = _column(lambda effects: any(word == v.LOOK for word, _, _ in _walk(effects)))
DRAWS = np.where(_LOOKS, 1, _argument((v.DRAW,), 1))
FILLS = _argument((v.DRAW_UNTIL,), 0)
"""Cards drawn, or the size of the hand that is drawn up to."""
HEALS = _argument((v.HEAL,), 1)
TAKES = _argument((v.TAKE,), 3)
LOSES = _column(lambda effects: any(word == v.STRIP for word, _, _ in _walk(effects)))
"""Whether a healed Pokemon loses its Energy."""
BOTH_HANDS = _column(
    lambda effects: any(word == v.RETURN_HAND and args[0] == v.BOTH for word, args, _ in _walk(effects))
)
WASTES = _column(lambda effects: any(word == v.DISCARD_HAND for word, _, _ in _walk(effects)))
FUEL = np.zeros(ROOM, np.int64)
"""Of each card: whether some attack does more for it in the discard pile."""
for _i, _word in enumerate(COUNTER.tolist()):
    if _word == v.IN_DISCARD:
        FUEL |= FILTER_HAS[PARAMETER[_i]]
HAS_FUEL = bool(FUEL.any())
SEEKS = _column(
    lambda effects: next((FILTERS.index(args[1]) for word, args, _ in _walk(effects) if word in (v.TAKE,)), -1)
)
"""The filter of a search, or -1."""
