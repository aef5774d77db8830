"""Cards and patrons of Tales of Tribute as they are printed, with their effects in plain words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import takewhile

from mulligan.core.scene import Card

from ..rules.cards import (
    AGENT,
    ANSEI,
    CONTRACT_ACTION,
    CONTRACT_AGENT,
    COST,
    DECK,
    DUKE_OF_CROWS,
    HLAALU,
    HP,
    MORIHAUS_SACRED_BULL,
    MORIHAUS_THE_ARCHER,
    NAMES,
    ORGNUM,
    PATRONS,
    PELIN,
    PSIJIC,
    RAJHIN,
    RED_EAGLE,
    SAINT_ALESSIA,
    STARTERS,
    TAUNT,
    TREASURY,
    TYPE,
    TYPES,
    UNITS,
)
from ..rules.vocabulary import (
    ACQUIRE,
    AMOUNT,
    COIN,
    DESTROY,
    DONATE,
    DRAW,
    EITHER,
    HEAL,
    KNOCKOUT,
    KNOCKOUT_ALL,
    OPP_DISCARD,
    OPP_PRESTIGE,
    PART,
    PATRON_CALL,
    POWER,
    PRESTIGE,
    REFRESH,
    REFRESH_AGENT,
    REPLACE,
    SACKING,
    TOSS,
    WORD,
)

_TINTS = {
    ANSEI: "red",
    DUKE_OF_CROWS: "grey",
    RAJHIN: "purple",
    PSIJIC: "teal",
    ORGNUM: "green",
    HLAALU: "orange",
    PELIN: "blue",
    RED_EAGLE: "brown",
    TREASURY: "gold",
    SAINT_ALESSIA: "pink",
}

# --- effects ----------------------------------------------------------------------------------------------------------


def many(n: int, word: str) -> str:
    """So many of something.

    >>> many(1, "coin"), many(3, "coin")
    ('1 coin', '3 coins')
    """
    return f"{n} {word}" + "s" * (n != 1)


_WORDS: dict[int, Callable[[int], str]] = {
    COIN: lambda n: many(n, "coin"),
    POWER: lambda n: f"{n} power",
    PRESTIGE: lambda n: f"{n} prestige",
    OPP_PRESTIGE: lambda n: f"the opponent loses {n} prestige",
    REPLACE: lambda n: f"replace up to {many(n, 'card')} of the tavern",
    ACQUIRE: lambda n: f"take a card of the tavern that costs up to {n}",
    DESTROY: lambda n: f"destroy up to {many(n, 'card')} of your hand, agents and played cards",
    DRAW: lambda n: f"draw {many(n, 'card')}",
    OPP_DISCARD: lambda n: f"the opponent discards {many(n, 'card')} when the next turn begins",
    REFRESH: lambda n: f"put up to {many(n, 'card')} of your cooldown pile on your draw pile",
    REFRESH_AGENT: lambda n: f"put up to {many(n, 'agent')} of your cooldown pile on your draw pile",
    TOSS: lambda n: f"see the top {many(n, 'card')} of your draw pile, and put any of them on your cooldown pile",
    KNOCKOUT: lambda n: f"knock out {many(n, 'agent')} of the opponent",
    PATRON_CALL: lambda n: f"{many(n, 'more patron call')} this turn",
    SACKING: lambda n: f"put {many(n, 'new Summerset Sacking')} on your cooldown pile",
    HEAL: lambda n: f"this agent regains {n} HP",
    KNOCKOUT_ALL: lambda n: "knock out all agents of both players",
    DONATE: lambda n: f"discard up to {many(n, 'card')} and draw as many",
}


def effect_text(unit: int) -> str:
    """An effect in plain words."""
    if unit & EITHER:
        return f"{effect_text(unit & 511)}, or {effect_text(unit >> PART & 511)}"
    return _WORDS[unit & WORD](unit >> AMOUNT & 15)


def _levels(kind: int) -> Iterator[str]:
    """What a card does at once, and as the second, third and fourth of its deck in a turn, or with so many after it."""
    for level, units in enumerate(UNITS[kind].tolist()):
        told = "; ".join(effect_text(unit) for unit in takewhile(bool, units))
        if told:
            yield f"Combo {level + 1}: {told}." if level else f"{told[0].upper()}{told[1:]}."


# --- cards ------------------------------------------------------------------------------------------------------------


@cache
def face(kind: int) -> Card:
    """A card as it is printed; it has no key yet."""
    sort, deck, cost = int(TYPE[kind]), int(DECK[kind]), int(COST[kind])
    lines = list(_levels(kind))
    if sort == CONTRACT_ACTION:
        lines.append("Contract: works at once when it is bought, and goes back under the tavern.")
    elif sort == CONTRACT_AGENT:
        lines.append("Contract: comes into play when it is bought; felled, it goes back under the tavern.")
    if TAUNT[kind]:
        lines.append("Taunt: agents without it cannot be attacked, and unspent power strikes it.")
    if kind in (MORIHAUS_SACRED_BULL, MORIHAUS_THE_ARCHER):
        lines.append("In play: 1 coin when an effect knocks out chosen agents, unless it is one of them.")
    return Card(
        key="",
        name=NAMES[kind],
        kind=f"{patron_title(deck)} {TYPES[sort].replace('_', ' ')}",
        tint=_TINTS[deck],
        cost=str(cost) if cost else "",
        stats=f"{HP[kind]} HP" if sort in (AGENT, CONTRACT_AGENT) else "",
        lines=tuple(lines),
        marks=("taunt",) if TAUNT[kind] else (),
    )


# --- patrons ----------------------------------------------------------------------------------------------------------

_CALLS = {
    ANSEI: "Pay 2 power: 1 coin. Not while it favours you; then you get 1 coin when your turn begins.",
    DUKE_OF_CROWS: "Pay all your coins: as much power, less 1. Not while it favours you.",
    RAJHIN: "Pay 3 coins: a new Bewilderment goes on the opponent's cooldown pile.",
    PSIJIC: "Pay 4 coins: knock out an agent of the opponent.",
    ORGNUM: "Pay 3 coins: 1 power for each 6 cards that you own. If it favours you: for each 4, and a new Summerset "
    "Sacking. If it favours the opponent: 2 power.",
    HLAALU: "Destroy a card of your hand, agents or played cards: prestige of its cost, less 1.",
    PELIN: "Pay 2 power: an agent of your cooldown pile goes on your draw pile.",
    RED_EAGLE: "Pay 2 power: draw 1 card.",
    TREASURY: "Pay 2 coins: destroy a card of your hand, agents or played cards for a new Writ of Coin.",
    SAINT_ALESSIA: "Pay 4 coins: a new Soldier of the Empire. If it favours you: a new Chainbreaker Sergeant. If it "
    "favours the opponent: 2 power.",
}
_STEP = "A call moves its favour a step: from the opponent to nobody, from nobody to you."
_FAVOURS = {ANSEI: "A call wins its favour at once.", TREASURY: "It favours nobody."}


def patron_title(patron: int) -> str:
    """A patron as people write it.

    >>> patron_title(DUKE_OF_CROWS)
    'Duke of Crows'
    """
    return " ".join(word if word == "of" else word.capitalize() for word in PATRONS[patron].lower().split("_"))


@cache
def patron_face(patron: int) -> Card:
    """A patron, named as in moves; it has no key yet."""
    starter, copies = (int(number) for number in STARTERS[patron])
    lines = (_CALLS[patron], _FAVOURS.get(patron, _STEP), f"Both begin with {copies} {NAMES[starter]}.")
    return Card("", PATRONS[patron], "patron", _TINTS[patron], lines=lines, title=patron_title(patron))
