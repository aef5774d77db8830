"""The card file: how its entries are read.

An entry is a header and a few lines, all described in docs/pokemon-cards.md:

    card bw6-98 Hydreigon
      pokemon: N, 150 HP, stage 2 from Zweilous (Deino), weak N, retreat 3
      attack: DCC, Consume, damage 40, heal self dealt
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from mulligan.core.errors import UsageError
from mulligan.core.textkit import either, with_article

from . import vocabulary as v
from .effects import Effect, check_place, read_effects
from .filters import Kind, kind_of, read_energy_filter
from .modifiers import UNCHANGED, Modifiers, read_modifiers
from .needs import Need, check_needs, has_costs, read_needs
from .readers import COLORS, Wrong, not_a, pick, read_number, read_type
from .shorthand import in_our_words, is_shorthand

MOST_ATTACKS = 4
ID = r"[a-z][a-z0-9]*-[a-z]*[0-9]+[a-z]?"
_ID_FORM = "its set, a hyphen and its number in the set, all in lower-case letters and digits: bw6-98 or bw11-rc12"
_NAME = r"[^\s,():#][^,():#]*"


class CardError(UsageError):
    """A mistake in a card or deck file: the file and line, what is wrong, and what would be right."""


@dataclass(frozen=True)
class Attack:
    """An attack; `line` is what the file says of it, `text` the same in plain words."""

    name: str
    cost: str
    effects: tuple[Effect, ...]
    line: str
    text: str


@dataclass(frozen=True)
class Ability:
    """An Ability: when it may be used, what it does then, or what it changes all the time."""

    name: str
    kind: int
    effects: tuple[Effect, ...]
    modifiers: Modifiers
    needs: tuple[Need, ...]
    line: str
    text: str
    given: str = ""  # the filter of the Energy that must be attached


@dataclass(frozen=True)
class Card:
    """A card as the file has it: `at` is the line of its header, `line` what it does if it is no Pokemon."""

    id: str
    name: str
    kind: int
    at: int
    line: str = ""
    text: str = ""
    # Pokemon
    type: int = v.ANY
    hp: int = 0
    stage: int = -1
    origin: str = ""
    root: str = ""
    weak: int = v.ANY
    resist: int = v.ANY
    retreat: int = 0
    ex: bool = False
    mega: bool = False
    plasma: bool = False  # of Team Plasma, whatever kind of card it is
    attacks: tuple[Attack, ...] = ()
    ability: Ability | None = None
    # Trainers
    ace: bool = False
    effects: tuple[Effect, ...] = ()
    needs: tuple[Need, ...] = ()
    modifiers: Modifiers = UNCHANGED
    errata: str = ""  # the number of the card as which it is played since the rules changed
    # Energy
    basic: bool = False
    units: int = 0
    provides: str = ""  # letters that a unit can be on a Basic Pokemon,
    on_evolved: str = ""  # and on an evolved one


def passes(card: Card, text: str) -> bool:
    """Whether a card passes a filter.  Tools are Items too."""
    return any(_passes(card, kind_of(part)) for part in text.split("|"))


def _passes(card: Card, kind: Kind) -> bool:
    if (kind.plasma and not card.plasma) or kind.other == card.name:
        return False
    if kind.head == "any":
        return True
    if kind.head == "trainer":
        return card.kind in (v.ITEM, v.TOOL, v.SUPPORTER, v.STADIUM)
    if kind.head == "item":
        return card.kind in (v.ITEM, v.TOOL)
    if v.CLASSES[card.kind] != kind.head:
        return False
    if card.kind == v.POKEMON:
        if kind.attack and all(attack.name != kind.attack for attack in card.attacks):
            return False
        if (kind.hp and card.hp > kind.hp) or card.retreat < kind.retreat:
            return False
        return (not kind.basic or card.stage == 0) and kind.type in (v.ANY, card.type)
    if card.kind == v.ENERGY:
        if kind.type != v.ANY and card.provides != v.LETTERS[kind.type]:
            return False
        if kind.provides != v.ANY and v.LETTERS[kind.provides] not in card.provides:
            return False
        return (card.basic or not kind.basic) and not (kind.special and card.basic)
    return True


# --- entries ----------------------------------------------------------------------------------------------------------


@dataclass
class _Line:
    at: int
    key: str
    value: str
    text: str = ""


@dataclass
class _Entry:
    at: int
    id: str
    name: str
    lines: list[_Line]


_TRAINERS = ("item", "tool", "supporter", "stadium")
_KEYS: Mapping[str, tuple[str, ...]] = {
    "pokemon": ("attack", "ability", "needs"),
    "item": ("needs", "play", "errata"),
    "supporter": ("needs", "play", "errata"),
    "tool": ("while", "attack"),
    "stadium": ("while", "use", "needs"),
    "energy": (),
}
"""The lines that an entry may have besides the one that says what kind of card it is."""
_ALL_KEYS = (*v.CLASSES[1:], "attack", "ability", "needs", "play", "use", "while", "errata", "text")


def read_cards(text: str, file: str, known: Sequence[Card] = ()) -> tuple[Card, ...]:
    """The cards of a file's text; `file` is its name in error messages, `known` the cards that there are besides."""
    cards: list[Card] = []
    lines: list[int] = []  # where each card says what it evolves from
    here: dict[str, Card] = {}
    there = {card.id: card for card in known}
    for entry in _entries(text, file):
        if other := here.get(entry.id):
            raise CardError(f"{file}:{entry.at}: {entry.id} is on line {other.at} too; a number is for one card")
        if other := there.get(entry.id):
            raise CardError(f"{file}:{entry.at}: {entry.id} is Mulligan's own {other.name}; yours needs another number")
        cards.append(_read_entry(entry, file))
        here[entry.id] = cards[-1]
        lines.append(entry.lines[0].at)
    _check_names(cards, file, known)
    _check_lines_of_evolution(cards, lines, file, known)
    _check_errata(cards, file)
    return tuple(cards)


def _entries(text: str, file: str) -> list[_Entry]:
    entries: list[_Entry] = []
    for at, line in enumerate(text.splitlines(), 1):
        words = line.strip()
        if not words or words.startswith("#"):
            continue
        try:
            if words.split()[0] == "card":
                entries.append(_header(at, words))
            elif not entries:
                raise Wrong("an entry begins with: card NUMBER NAME, for example: card bw6-98 Hydreigon")
            else:
                _add_line(entries[-1], at, words)
        except Wrong as wrong:
            raise CardError(f"{file}:{at}: {wrong}") from None
    return entries


def _header(at: int, words: str) -> _Entry:
    _, number, name = (*words.split(maxsplit=2), "", "")[:3]
    if not name:
        raise Wrong(f"'{words}' should read: card NUMBER NAME, for example: card bw6-98 Hydreigon")
    if not re.fullmatch(ID, number):
        raise Wrong(f"'{number}' is not the number of a card; write {_ID_FORM}")
    if not re.fullmatch(_NAME, name):
        raise Wrong(f"'{name}' is not the name of a card; names have no comma, colon, # or parenthesis")
    return _Entry(at, number, name, [])


def _add_line(entry: _Entry, at: int, words: str) -> None:
    found = re.match(r"(\w+)\s*([:,]?)\s*(.*)", words)
    key, mark, value = (found[1], found[2], found[3]) if found else (words.split()[0], "", "")
    if key not in _ALL_KEYS:
        raise Wrong(not_a("line of an entry", key, _ALL_KEYS))
    if key in _TRAINERS:
        if key == "supporter" and value.startswith("ace spec"):
            raise Wrong("a Supporter cannot be an ACE SPEC card; an Item, a Tool or a Stadium can")
        if value not in ("", "ace spec", "plasma", "ace spec, plasma"):
            raise Wrong(f"'{words}' should read: {key}" + (f", or: {key}, ace spec" if key != "supporter" else ""))
    elif not value:
        raise Wrong(f"nothing follows '{key}'; it should read: {key}: and more")
    elif mark != ":":
        raise Wrong(f"a colon is missing after '{key}'; it should read: {key}: {value}")
    if key == "text":
        if not entry.lines:
            raise Wrong("a text follows the line that it explains")
        last = entry.lines[-1]
        if last.key in ("needs", "errata"):
            raise Wrong(f"a text explains what a card does; it does not follow '{last.key}'")
        last.text = f"{last.text} {value}".strip()
    else:
        entry.lines.append(_Line(at, key, value))


def _read_entry(entry: _Entry, file: str) -> Card:
    if not entry.lines:
        raise CardError(f"{file}:{entry.at}: {entry.name} has no lines; the first is one of {either(_KEYS)}")
    card = Card(entry.id, entry.name, 0, entry.at)
    for i, line in enumerate(entry.lines):
        try:
            if i == 0:
                card = _first_line(card, line)
            else:
                card = _further_line(card, line)
        except Wrong as wrong:
            raise CardError(f"{file}:{line.at}: {wrong}") from None
    if reason := _lacking(card):
        raise CardError(f"{file}:{entry.at}: {entry.name}: {reason}")
    for line in entry.lines:
        try:
            if line.key in ("play", "use"):
                check_needs(card.effects, card.needs)
            elif line.key == "ability" and card.ability:
                check_needs(card.ability.effects, card.ability.needs)
        except Wrong as wrong:
            raise CardError(f"{file}:{line.at}: {entry.name}: {wrong}") from None
    return card


def _first_line(card: Card, line: _Line) -> Card:
    if line.key not in _KEYS:
        raise Wrong(f"'{line.key}' cannot be the first line of an entry; it is one of {either(_KEYS)}")
    kind = v.CLASSES.index(line.key)
    card = replace(card, kind=kind, text=line.text)
    if line.key == "pokemon":
        return _read_pokemon(card, line.value)
    if line.key == "energy":
        return _read_energy(replace(card, line=line.value), line.value)
    return replace(card, ace=line.value.startswith("ace spec"), plasma=line.value.endswith("plasma"))


def _further_line(card: Card, line: _Line) -> Card:
    kind = v.CLASSES[card.kind]
    if line.key not in _KEYS[kind]:
        fitting = f"may have: {', '.join(_KEYS[kind])}" if _KEYS[kind] else "has no more lines"
        raise Wrong(f"'{line.key}' does not belong to {with_article(kind)}, which {fitting}")
    if line.key == "attack":
        return _with_attack(card, _read_attack(line))
    if line.key == "ability":
        return _with_ability(card, _read_ability(line))
    if line.key == "needs":
        return _with_needs(card, read_needs(line.value))
    if line.key == "errata":
        if not re.fullmatch(ID, line.value):
            raise Wrong(f"'{line.value}' is not the number of a card; write {_ID_FORM}")
        return replace(card, errata=line.value)
    if card.line:
        raise Wrong(f"'{line.key}' is there twice; several effects are separated by commas")
    card = replace(card, line=line.value, text=f"{card.text} {line.text}".strip())
    if line.key == "while":
        return replace(card, modifiers=read_modifiers(line.value, kind))
    effects = read_effects(line.value)
    check_place(effects, "play")
    return replace(card, effects=effects)


def _with_attack(card: Card, attack: Attack) -> Card:
    if len(card.attacks) == MOST_ATTACKS:
        raise Wrong(f"{card.name} has {MOST_ATTACKS} attacks already; no more are possible")
    if any(_plain(other.name) == _plain(attack.name) for other in card.attacks):
        raise Wrong(f"{card.name} has an attack {attack.name} already; a player must be able to tell them apart")
    return replace(card, attacks=(*card.attacks, attack))


def _plain(name: str) -> str:
    """A name as commands compare it: without capitals, and with single spaces."""
    return " ".join(name.casefold().split())


def _with_ability(card: Card, ability: Ability) -> Card:
    if card.ability:
        raise Wrong(f"{card.name} has an Ability already; one is possible")
    if ability.kind == v.WHEN_BENCHED and card.stage > 0:
        raise Wrong(f"{card.name} is not a Basic Pokemon, so that 'when benched' never happens")
    if ability.kind == v.WHEN_EVOLVED and card.stage == 0:
        raise Wrong(f"{card.name} is a Basic Pokemon, so that 'when evolved' never happens")
    if ability.kind in (v.WHEN_EVOLVED, v.WHEN_BENCHED, v.WHEN_ATTACHED) and has_costs(ability.effects):
        when = {v.WHEN_EVOLVED: "evolved", v.WHEN_BENCHED: "benched"}.get(ability.kind, "attached")
        raise Wrong(f"an Ability 'when {when}' has no costs, as it cannot have the 'needs' that make sure of them")
    return replace(card, ability=ability)


def _with_needs(card: Card, needs: tuple[Need, ...]) -> Card:
    if card.needs or (card.ability and card.ability.needs):
        raise Wrong("'needs' is there twice; several needs are separated by commas")
    if card.kind != v.POKEMON:
        if any(need.code == v.SELF_ON_BENCH for need in needs):
            raise Wrong("only an Ability can need self_on_bench")
        return replace(card, needs=needs)
    if not card.ability or card.ability.kind not in (v.ONCE_A_TURN, v.UNLIMITED):
        raise Wrong("'needs' belongs to a Trainer, or follows an Ability that is used once a turn or unlimited")
    return replace(card, ability=replace(card.ability, needs=needs))


def _read_pokemon(card: Card, text: str) -> Card:
    form = "TYPE, HP, basic or stage, weak TYPE, resist TYPE, retreat COST, EX, for example: N, 60 HP, basic, retreat 2"
    letter, *parts = (part.strip() for part in text.split(","))
    card = replace(card, type=read_type(letter))
    seen: list[str] = []
    for part in parts:
        match part.split():
            case [hp, "HP"]:
                key, card = "HP", replace(card, hp=read_number("HP", hp, 10, 500, 10))
            case ["basic"]:
                key, card = "stage", replace(card, stage=0)
            case ["mega", "from", *name] if name:
                key, card = "stage", replace(card, stage=1, origin=" ".join(name), mega=True)
            case ["stage", stage, "from", *_]:
                key, card = "stage", _read_stage(card, stage, part)
            case ["weak", of]:
                key, card = "weak", replace(card, weak=read_type(of))
            case ["resist", of]:
                key, card = "resist", replace(card, resist=read_type(of))
            case ["retreat", cost]:
                key, card = "retreat", replace(card, retreat=read_number("retreat cost", cost, 0, 5))
            case ["EX"]:
                key, card = "EX", replace(card, ex=True)
            case ["plasma"]:
                key, card = "plasma", replace(card, plasma=True)
            case _:
                raise Wrong(f"'{part}' is not understood. A Pokemon reads: {form}")
        if key in seen:
            raise Wrong(f"'{part}': {key} is there twice. A Pokemon reads: {form}")
        seen.append(key)
    for key in ("HP", "stage", "retreat"):
        if key not in seen:
            raise Wrong(f"{key} is missing. A Pokemon reads: {form}")
    return card


def _read_stage(card: Card, stage: str, text: str) -> Card:
    if found := re.fullmatch(rf"stage\s+1\s+from\s+({_NAME})", text):
        return replace(card, stage=1, origin=found[1])
    if found := re.fullmatch(rf"stage\s+2\s+from\s+({_NAME}?)\s*\(({_NAME})\)", text):
        return replace(card, stage=2, origin=found[1], root=found[2].strip())
    raise Wrong(f"'{text}' should read: stage 1 from NAME, or: stage 2 from NAME (NAME OF THE BASIC)")


def _read_energy(card: Card, text: str) -> Card:
    form = "basic D; CC; any of GRPD; or: any of GRPD, only on basic, else C"
    parts = [part.strip() for part in text.split(",")]
    if parts[-1] == "plasma":
        card = replace(card, plasma=True)
        parts.pop()
    match (parts or [""])[0].split():
        case ["basic", letter]:
            types, units, basic = letter, 1, True
            read_type(letter, COLORS)
        case ["any", "of", types]:
            units, basic = 1, False
        case [types]:
            units, basic = len(types), False
            if len(set(types)) > 1:
                raise Wrong(f"'{types}': the units of one Energy card must be alike. An Energy reads: {form}")
            types = types[0]
        case _:
            raise Wrong(f"'{parts[0]}' is not understood. An Energy reads: {form}")
    for letter in types:
        read_type(letter)
    if len(set(types)) < len(types):
        raise Wrong(f"'{types}' has a type twice. An Energy reads: {form}")
    card = replace(card, basic=basic, units=units, provides=types, on_evolved=types)
    match parts[1:]:
        case []:
            return card
        case ["only on basic", other] if other.startswith("else ") and not basic:
            read_type(other[5:].strip())
            return replace(card, on_evolved=other[5:].strip())
    raise Wrong(f"'{', '.join(parts[1:])}' is not understood. An Energy reads: {form}")


def _read_attack(line: _Line) -> Attack:
    cost, name, effects = _three(line.value, "attack: COST, NAME, EFFECTS, for example: attack: DC, Bite, damage 20")
    value = line.value
    if is_shorthand(cost, effects):
        cost, effects = in_our_words(cost, effects)
        value = f"{cost}, {name}, {effects}"
    if cost == "0":
        cost = ""
    for letter in cost:
        if letter not in v.LETTERS:
            raise Wrong(f"the cost '{cost}' should be letters of {v.LETTERS}, such as DCC, or 0 for none")
    found = read_effects(effects)
    check_place(found, "attack")
    return Attack(name, cost, found, value, line.text)


_KINDS = {
    "passive": v.PASSIVE,
    "once a turn": v.ONCE_A_TURN,
    "unlimited": v.UNLIMITED,
    "when evolved": v.WHEN_EVOLVED,
    "when benched": v.WHEN_BENCHED,
}
_WHEN_ATTACHED = "when attached"


def _read_ability(line: _Line) -> Ability:
    name, when, effects = _three(line.value, f"ability: NAME, {either(_KINDS)}, EFFECTS")
    given = when.removeprefix(_WHEN_ATTACHED).strip() if when.startswith(_WHEN_ATTACHED) else ""
    kind = v.WHEN_ATTACHED if given else pick("time for an Ability", when, _KINDS)
    if kind == v.PASSIVE:
        return Ability(name, kind, (), read_modifiers(effects, "ability"), (), line.value, line.text)
    found = read_effects(effects)
    check_place(found, "ability")
    filter_of = read_energy_filter(given) if given else ""
    return Ability(name, kind, found, UNCHANGED, (), line.value, line.text, filter_of)


def _three(text: str, form: str) -> tuple[str, str, str]:
    parts = [part.strip() for part in text.split(",", 2)]
    if len(parts) < 3 or not all(parts):
        raise Wrong(f"'{text}' should read: {form}")
    if "(" in parts[0] + parts[1]:
        raise Wrong(f"a parenthesis before the effects; it should read: {form}")
    return parts[0], parts[1], parts[2]


def _lacking(card: Card) -> str:
    """What is said of an entry that ends too early, or nothing."""
    if card.kind == v.POKEMON and not card.attacks and not card.ability:
        return "a Pokemon has an attack or an Ability; this one has neither"
    if card.kind == v.TOOL and bool(card.attacks) != bool(card.modifiers.lends):
        return "a Tool with an attack lends it: while: lends its attack to NAME"
    if card.mega and not card.ex:
        return "a Mega Evolution is an EX"
    if card.kind not in (v.POKEMON, v.ENERGY) and not card.line:
        key = "while" if card.kind in (v.TOOL, v.STADIUM) else "play"
        return f"{with_article(v.CLASSES[card.kind])} needs a line '{key}:' that says what it does"
    return ""


def _check_names(cards: Sequence[Card], file: str, known: Sequence[Card]) -> None:
    """Every card must be of one kind with the others of its name."""
    first: dict[str, Card] = {}
    ours = {card.name: card for card in known}
    for card in cards:
        namesake = first.setdefault(card.name, ours.get(card.name, card))
        if namesake.kind != card.kind:
            place = f"in Mulligan's own {namesake.id}" if card.name in ours else f"on line {namesake.at}"
            there = with_article(v.CLASSES[namesake.kind])
            raise CardError(f"{file}:{card.at}: {card.name} is {there} {place}; a name has one kind")


def _check_lines_of_evolution(cards: Sequence[Card], lines: Sequence[int], file: str, known: Sequence[Card]) -> None:
    """Every card must evolve from Pokemon that exist; `lines` are those that say from which."""
    stages: dict[int, dict[str, list[Card]]] = {}
    for each in (*known, *cards):
        stages.setdefault(each.stage, {}).setdefault(each.name, []).append(each)
    for card, at in zip(cards, lines):
        if card.stage < 1:
            continue
        stage_below = stages.get(card.stage - 1, {})
        below = stage_below.get(card.origin, [])
        if not below:
            kind = "Basic Pokemon" if card.stage == 1 else "stage 1 Pokemon"
            raise CardError(
                f"{file}:{at}: {card.name}: {not_a(f'{kind} in this file', card.origin, sorted(stage_below))}"
            )
        if card.root and all(each.origin != card.root for each in below):
            right = either(sorted({each.origin for each in below}))
            raise CardError(f"{file}:{at}: {card.name}: {card.origin} evolves from {right}, not from {card.root}")


def _check_errata(cards: Sequence[Card], file: str) -> None:
    """Errata must lead to another printing of the card, one to one."""
    by_id = {card.id: card for card in cards}
    seen: dict[str, Card] = {}
    for card in cards:
        if not card.errata:
            continue
        later = by_id.get(card.errata)
        names = [each.id for each in cards if each.name == card.name and each is not card]
        if later is None or later.id not in names:
            raise CardError(f"{file}:{card.at}: {card.name}: {not_a('later printing of it', card.errata, names)}")
        if later.errata:
            raise CardError(f"{file}:{card.at}: {card.name}: {later.id} has errata itself; write {later.errata}")
        if other := seen.get(later.id):
            raise CardError(f"{file}:{card.at}: {card.name}: {other.id} is played as {later.id} already")
        seen[later.id] = card
