"""Cards of the Pokemon TCG as they are printed, in the words of the card file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

from mulligan.core.scene import Card, Pip
from mulligan.kernel import interpret

from ..cards.arrays import CARDS, ENERGY_KIND, MOD_HP, N_ENERGIES, NAMES
from ..cards.cardfile import Ability, Attack
from ..cards.cardfile import Card as Entry
from ..cards.vocabulary import (
    ANY,
    ASLEEP,
    AVENGED,
    CONDITIONS,
    DAMAGE,
    ENERGY,
    EVERY,
    IMMUNE,
    LESS,
    LETTERS,
    LOCK,
    MORE,
    NO_RETREAT,
    NO_WEAKNESS,
    ONCE_A_TURN,
    PARALYZED,
    PASSIVE,
    POKEMON,
    SMOKE,
    STADIUM,
    SUPPORTER,
    TOOL,
    TYPES,
    UNLIMITED,
)
from ..rules.energy import retreat_cost
from .moves import card_text, place_text

_retreat_cost = interpret(retreat_cost)

_TINTS = dict(zip(TYPES, ("green", "red", "blue", "gold", "purple", "brown", "teal", "grey", "pink", "orange", "grey")))
_STAGES = ("Basic", "Stage 1", "Stage 2")
_TIMES = {PASSIVE: "always", ONCE_A_TURN: "once a turn", UNLIMITED: "as often as you like"}
_TRAINERS = {TOOL: "Pokemon Tool", SUPPORTER: "Supporter", STADIUM: "Stadium"}

# --- in hand and in piles ---------------------------------------------------------------------------------------------


@cache
def face(number: int) -> Card:
    """A card as it is printed; it has no key yet."""
    entry = CARDS[number]
    assert entry is not None
    if entry.kind == POKEMON:
        return _pokemon(number, entry)
    if entry.kind == ENERGY:
        kind = TYPES[LETTERS.index(entry.provides)] if len(entry.provides) == 1 else ""
        lines = (entry.text or f"One {kind} Energy.",)
        sort = "Basic Energy" if entry.basic else "Special Energy"
        return Card("", card_text(number), sort, _TINTS.get(kind, "grey"), lines=lines)
    sort = _TRAINERS.get(entry.kind, "Item") + (", ACE SPEC" if entry.ace else "")
    return Card("", card_text(number), sort, lines=(entry.text or entry.line,))


def _pokemon(number: int, entry: Entry) -> Card:
    lines = [f"Evolves from {entry.origin}."] if entry.origin else []
    if entry.ability:
        lines.append(_ability(entry.ability))
    lines += [_attack(attack) for attack in entry.attacks]
    lines.append(_feet(entry))
    if entry.ex:
        lines.append("Knocked Out, it gives two Prizes.")
    return Card(
        key="",
        name=card_text(number),
        kind=f"{_STAGES[entry.stage]} {TYPES[entry.type]} Pokemon{'-EX' if entry.ex else ''}",
        tint=_TINTS[TYPES[entry.type]],
        stats=f"{entry.hp} HP",
        lines=tuple(lines),
    )


def _ability(ability: Ability) -> str:
    told = ability.text or _effects(ability.line)
    return f"Ability {ability.name} ({_TIMES.get(ability.kind, 'when evolved')}): {told}"


def _attack(attack: Attack) -> str:
    """`Consume (Darkness, 2 Colorless): 40. After damage, ...`."""
    damage, text = _damage(attack), attack.text
    if not text and (len(attack.effects) > 1 or not damage.rstrip(".").isdigit()):
        text = _effects(attack.line)
    return f"{attack.name} ({cost_text(attack.cost)}): {' '.join(part for part in (damage, text) if part)}"


def _effects(line: str) -> str:
    """What the card file says of an attack or Ability that it does not explain: all behind its cost and name."""
    return line.split(",", 2)[2].strip()


def cost_text(cost: str) -> str:
    """What an attack costs.

    >>> cost_text("PDCC"), cost_text("")
    ('Psychic, Darkness, 2 Colorless', 'no Energy')
    """
    counts = {letter: cost.count(letter) for letter in cost}
    words = [f"{n} " * (n > 1) + TYPES[LETTERS.index(letter)] for letter, n in counts.items()]
    return ", ".join(words) or "no Energy"


def _damage(attack: Attack) -> str:
    """The number beside an attack: `40.`, `40+.` if it may be more, `20x.` if it is so much for each of something."""
    for effect in attack.effects:
        if effect.word == DAMAGE:
            base, more = effect.args[:2]
            return f"{more}x." if more and not base else f"{base}+." if more else f"{base}."
    return ""


def _feet(entry: Entry) -> str:
    """What stands at the foot of a Pokemon."""
    words = [f"Weakness {TYPES[entry.weak]} x2."] if entry.weak != ANY else []
    words += [f"Resistance {TYPES[entry.resist]} -20."] if entry.resist != ANY else []
    return " ".join([*words, f"Retreat {entry.retreat}."])


# --- in play ----------------------------------------------------------------------------------------------------------


def slot_key(p: int, i: int) -> str:
    """The key of a Pokemon in play."""
    return f"{p}:bench:{i}" if i else f"{p}:active"


def pokemon_in_play(s: Any, p: int, i: int, key: str) -> Card:
    """A Pokemon with all that is on it."""
    slot, printed = s.slot[p][i], face(s.slot[p][i].card)
    full = hit_points(slot)
    return replace(
        printed,
        key=key,
        stats=f"{max(0, full - slot.damage)}/{full} HP",
        marks=(*([place_text(i)] if i else _on_active(s, p)), *_on_any(slot)),
        pips=tuple(_pips(slot, i)),
        turned=i == 0 and bool(s.ill[p] & (ASLEEP | PARALYZED)),
    )


def hit_points(slot: Any) -> int:
    """The HP of a Pokemon with its Tool."""
    entry = CARDS[slot.card]
    return (entry.hp if entry else 0) + int(MOD_HP[slot.tool])


def energy_text(number: int) -> str:
    """An Energy card without the word: `Darkness`, `Blend GRPD`."""
    return " ".join(word for word in NAMES[number].split() if word != "Energy")


def _on_any(slot: Any) -> list[str]:
    marks = [f"damage {slot.damage}"] if slot.damage else []
    for e in range(N_ENERGIES):
        if slot.energy[e]:
            times = f" x{slot.energy[e]}" if slot.energy[e] > 1 else ""
            marks.append(f"Energy: {energy_text(int(ENERGY_KIND[e]))}{times}")
    if slot.tool:
        marks.append(f"Tool: {card_text(slot.tool)}")
    under = [card_text(card) for card in (slot.under[1], slot.under[0]) if card]
    if under:
        marks.append(f"evolved from {', '.join(under)}")
    if slot.fresh:
        marks.append("new this turn")
    if slot.used:
        marks.append("Ability used")
    return marks


_SIGNS = ("leaf", "flame", "drop", "bolt", "eye", "fist", "moon", "gear", "star", "peak", "ring")  # of the types


def _pips(slot: Any, place: int) -> Iterator[Pip]:
    """What lies on a Pokemon; what the table shows anyway has no sign to be drawn."""
    if place:
        yield Pip("", words=place_text(place))
    under = [card_text(card) for card in (slot.under[1], slot.under[0]) if card]
    if under:
        yield Pip("", words=f"evolved from {', '.join(under)}")
    if slot.damage:
        yield Pip("harm", "red", int(slot.damage), f"damage {slot.damage}")
    for e in range(N_ENERGIES):
        if slot.energy[e]:
            number, times = int(ENERGY_KIND[e]), int(slot.energy[e])
            entry = CARDS[number]
            kinds = entry.provides if entry is not None else ""
            kind = LETTERS.index(kinds) if len(kinds) == 1 else -1
            words = f"Energy: {energy_text(number)}" + (f" x{times}" if times > 1 else "")
            sign, tint = (_SIGNS[kind], _TINTS[TYPES[kind]]) if kind >= 0 else (energy_text(number)[:1], "pink")
            yield Pip(sign, tint, times, words)
    if slot.tool:
        yield Pip("hammer", "grey", 1, f"Tool: {card_text(slot.tool)}")


def _on_active(s: Any, p: int) -> list[str]:
    """Special Conditions, and effects that last."""
    marks = [word for bit, word in enumerate(CONDITIONS) if s.ill[p] >> bit & 1]
    words = {
        NO_RETREAT: "cannot retreat",
        SMOKE: "attacks only on heads",
        NO_WEAKNESS: "has no Weakness",
        LESS: f"takes {s.less[p]} less from attacks",
        IMMUNE: "takes nothing from attacks",
        LOCK: f"cannot use {_attack_name(s, p)}",
        MORE: f"attacks for {s.more[p]} more",
    }
    marks += [f"{told} until turn {s.until[p][mark]}" for mark, told in words.items() if s.until[p][mark] >= s.turn > 0]
    entry = CARDS[s.slot[p][0].card]
    if entry and entry.retreat and _retreat_cost(s, p) == 0:
        marks.append("retreats for free")
    return marks + _avenging(s, p)


def _attack_name(s: Any, p: int) -> str:
    number = int(s.locked[p])
    if number == EVERY:
        return "any attack"
    entry = CARDS[number >> 8 or s.slot[p][0].card]
    number &= 255
    return entry.attacks[number].name if entry and number < len(entry.attacks) else "an attack"


def _avenging(s: Any, p: int) -> list[str]:
    """Attacks that do more now, because an attack knocked out an own Pokemon in the last turn."""
    entry = CARDS[s.slot[p][0].card]
    if not entry or p != s.player or not 0 < s.avenge[p] == s.turn - 1:
        return []
    marks = []
    for attack in entry.attacks:
        for effect in attack.effects:
            if effect.word == DAMAGE and effect.args[2] == AVENGED:
                marks.append(f"{attack.name} does {effect.args[1]} more")
    return marks
