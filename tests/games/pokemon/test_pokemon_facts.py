"""The printed facts of all cards against the public card data of the repository PokemonTCG/pokemon-tcg-data.

The data are not part of Mulligan.  With a copy of that repository, or of its folder `cards/en`, at hand:

    MULLIGAN_POKEMON_DATA=path/to/pokemon-tcg-data python -m pytest tests/test_pokemon_facts.py

Without one, only the comparison itself is tested: on data written from our own cards, with one fact changed at a time.
"""

from __future__ import annotations

import copy
import json
import os
import re
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from mulligan.games.pokemon.cards import vocabulary as v
from mulligan.games.pokemon.cards.cardfile import Attack, Card
from mulligan.games.pokemon.cards.effects import Effect
from mulligan.games.pokemon.cards.pools import first_cards, more_cards

OURS = [*first_cards(), *more_cards()]
DATA = os.environ.get("MULLIGAN_POKEMON_DATA", "")
Facts = dict[str, Any]
Printed = dict[str, Facts]  # the entries of the data by their ids

# --- what we say of a card, and what the data say ---------------------------------------------------------------------

_STAGES = ("Basic", "Stage 1", "Stage 2")
_PLASMA = "Team Plasma"
_KINDS = {v.ITEM: "Item", v.TOOL: "Pokemon Tool", v.SUPPORTER: "Supporter", v.STADIUM: "Stadium"}


def _always(effects: tuple[Effect, ...]) -> Iterator[Effect]:
    """Effects, with the first part of those that have one or the other."""
    for effect in effects:
        yield effect
        if effect.word in (v.UNLESS, v.CHOOSE):
            yield from _always(effect.parts[0])


def printed_damage(attack: Attack) -> str:
    """The number beside an attack: `40`, `20+`, `10x`, or nothing if the damage is told by its text alone."""
    for effect in _always(attack.effects):
        if effect.word == v.DAMAGE:
            base, amount, counter = effect.args[:3]
            return f"{base}" if counter == v.NONE else f"{base}+" if base else f"{amount}x"
    return ""


def our_facts(card: Card) -> Facts:
    """The printed facts of a card as our file has them."""
    facts: Facts = {"name": card.name}
    plasma = [_PLASMA] if card.plasma else []
    if card.kind == v.ENERGY:
        return facts | {"kind": "Energy", "subtypes": {"Basic" if card.basic else "Special", *plasma}}
    if card.kind != v.POKEMON:
        return facts | {
            "kind": "Trainer",
            "subtypes": {_KINDS[card.kind], *(["ACE SPEC"] if card.ace else []), *plasma},
        }
    return facts | {
        "kind": "Pokemon",
        "subtypes": {"MEGA" if card.mega else _STAGES[card.stage], *(["EX"] if card.ex else []), *plasma},
        "HP": card.hp,
        "type": v.LETTERS[card.type],
        "evolves from": card.origin,
        "Weakness": v.LETTERS[card.weak] + "x2" if card.weak != v.ANY else "",
        "Resistance": v.LETTERS[card.resist] + "-20" if card.resist != v.ANY else "",
        "retreat": card.retreat,
        "attacks": [(attack.name, "".join(sorted(attack.cost)), printed_damage(attack)) for attack in card.attacks],
        "Abilities": [card.ability.name] if card.ability else [],
    }


def plain(text: str) -> str:
    """A name without accents and typographic signs, and with the types of a Blend Energy as letters."""
    text = text.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").replace("\N{LEFT SINGLE QUOTATION MARK}", "'")
    letters = unicodedata.normalize("NFKD", text.replace("\N{MULTIPLICATION SIGN}", "x"))
    text = "".join(letter for letter in letters if not unicodedata.combining(letter))
    text = text.removesuffix(" Team Flare Gear")  # which stands below the name
    if text.startswith("Blend Energy "):
        for letter, name in zip(v.LETTERS, v.TYPES, strict=True):
            text = text.replace(name, letter)
    return text


def _letter(name: str) -> str:
    return v.LETTERS[v.TYPES.index(name)]


def _values(entry: Facts, key: str) -> str:
    return " ".join(_letter(found["type"]) + plain(found["value"]) for found in entry.get(key, []))


def printed_facts(entry: Facts) -> Facts:
    """The same of an entry of the data."""
    kind = plain(entry["supertype"])
    subtypes = {plain(name) for name in entry["subtypes"]}
    if "Pokemon Tool" in subtypes:
        subtypes.discard("Item")  # older entries have both
    facts: Facts = {"name": plain(entry["name"]), "kind": kind, "subtypes": subtypes}
    if kind != "Pokemon":
        return facts
    attacks = [
        (plain(each["name"]), "".join(sorted(_letter(name) for name in each["cost"] if name != "Free")), each["damage"])
        for each in entry.get("attacks", [])
    ]
    return facts | {
        "HP": int(entry["hp"]),
        "type": "".join(_letter(name) for name in entry["types"]),
        "evolves from": plain(entry.get("evolvesFrom", "")),
        "Weakness": _values(entry, "weaknesses"),
        "Resistance": _values(entry, "resistances"),
        "retreat": len(entry.get("retreatCost", [])),
        "attacks": [(name, cost, plain(damage)) for name, cost, damage in attacks],
        "Abilities": [plain(each["name"]) for each in entry.get("abilities", []) if each["type"] == "Ability"],
    }


def differences(cards: list[Card], data: Printed) -> list[str]:
    """Every fact in which a card differs from the data, told in one line."""
    found = []
    for card in cards:
        entry = data.get(card.id)
        if entry is None:
            found.append(f"{card.id} {card.name}: not in the data")
            continue
        ours, theirs = our_facts(card), printed_facts(entry)
        for key in {**ours, **theirs}:
            if ours.get(key) != theirs.get(key):
                found.append(f"{card.id} {card.name}, {key}: {ours.get(key)}, but the data say {theirs.get(key)}")
    return found


# --- the public data --------------------------------------------------------------------------------------------------


def read_data(folder: Path) -> Printed:
    """The entries of all sets that our cards are from."""
    folder = folder / "cards" / "en" if (folder / "cards" / "en").is_dir() else folder
    data: Printed = {}
    for name in sorted({card.id.rpartition("-")[0] for card in OURS}):
        for entry in json.loads((folder / f"{name}.json").read_text("utf-8")):
            data[entry["id"].lower()] = entry
    return data


needs_data = pytest.mark.skipif(
    not DATA, reason="the public card data are not here; MULLIGAN_POKEMON_DATA names a copy of pokemon-tcg-data"
)


@needs_data
def test_all_facts_are_those_of_the_public_data() -> None:
    assert differences(OURS, read_data(Path(DATA))) == []


@needs_data
def test_a_changed_fact_of_the_public_data_is_found() -> None:
    check_that_changes_are_found(read_data(Path(DATA)))


# --- the comparison itself --------------------------------------------------------------------------------------------


def as_entry(card: Card) -> Facts:
    """A card as the data would have it."""
    names = dict(zip(v.LETTERS, v.TYPES, strict=True))
    facts = our_facts(card)
    kind = {"Pokemon": "Pok\N{LATIN SMALL LETTER E WITH ACUTE}mon"}.get(facts["kind"], facts["kind"])
    entry: Facts = {"id": card.id, "name": card.name, "supertype": kind, "subtypes": sorted(facts["subtypes"])}
    if card.kind != v.POKEMON:
        return entry
    entry |= {"hp": str(card.hp), "types": [v.TYPES[card.type]], "retreatCost": ["Colorless"] * card.retreat}
    entry |= {"evolvesFrom": card.origin} if card.origin else {}
    for key, kind, value in (
        ("weaknesses", card.weak, "\N{MULTIPLICATION SIGN}2"),
        ("resistances", card.resist, "-20"),
    ):
        entry |= {key: [{"type": v.TYPES[kind], "value": value}]} if kind != v.ANY else {}
    entry["attacks"] = [
        {
            "name": name,
            "cost": [names[letter] for letter in cost],
            "damage": damage.replace("x", "\N{MULTIPLICATION SIGN}"),
        }
        for name, cost, damage in facts["attacks"]
    ]
    entry["abilities"] = [{"name": name, "type": "Ability"} for name in facts["Abilities"]]
    return entry


def _set(key: str, value: Any) -> Callable[[Facts], None]:
    return lambda entry: entry.update({key: value})


MUTANTS: list[tuple[str, str, Callable[[Facts], Any]]] = [
    # a card, the fact that is changed, and how
    ("bw6-98", "name", _set("name", "Hydreigone")),
    ("bw6-98", "HP", _set("hp", "140")),
    ("bw6-98", "subtypes", _set("subtypes", ["Stage 1"])),
    ("bw6-98", "evolves from", _set("evolvesFrom", "Deino")),
    ("bw6-98", "type", _set("types", ["Darkness"])),
    ("bw6-98", "Weakness", _set("weaknesses", [{"type": "Fairy", "value": "\N{MULTIPLICATION SIGN}2"}])),
    ("bw6-98", "Weakness", lambda entry: entry.pop("weaknesses")),
    ("bw5-63", "Weakness", lambda entry: entry["weaknesses"][0].update(value="+20")),
    ("bw5-63", "Resistance", lambda entry: entry["resistances"][0].update(value="-30")),
    ("bw5-63", "Resistance", lambda entry: entry.pop("resistances")),
    ("bw5-62", "Weakness", _set("weaknesses", [{"type": "Fighting", "value": "\N{MULTIPLICATION SIGN}2"}])),
    ("bw6-98", "retreat", lambda entry: entry["retreatCost"].pop()),
    ("bw5-63", "subtypes", _set("subtypes", ["Basic"])),
    ("bw6-98", "attacks", lambda entry: entry["attacks"][0].update(name="Consume It")),
    ("bw6-98", "attacks", lambda entry: entry["attacks"][0]["cost"].append("Darkness")),
    ("bw6-98", "attacks", lambda entry: entry["attacks"][1].update(damage="80")),
    ("xy8-93", "attacks", lambda entry: entry["attacks"][0].update(damage="10")),
    ("xy8-122", "attacks", lambda entry: entry["attacks"][1].update(damage="80")),
    ("bw6-98", "attacks", lambda entry: entry["attacks"].pop()),
    ("bw5-63", "Abilities", lambda entry: entry["abilities"][0].update(name="Dark Clock")),
    ("bw5-63", "Abilities", lambda entry: entry.pop("abilities")),
    ("bw6-117", "name", _set("name", "Blend Energy GrassFirePsychicMetal")),
    ("bw7-137", "subtypes", _set("subtypes", ["Item"])),
    ("bw3-92", "subtypes", _set("subtypes", ["Item"])),
    ("bw6-114", "subtypes", _set("subtypes", ["Item"])),
    ("bw1-111", "subtypes", _set("subtypes", ["Special"])),
    ("bw1-111", "kind", _set("supertype", "Trainer")),
]


def check_that_changes_are_found(data: Printed) -> None:
    """Change one fact at a time in a copy of data that agree with our cards: just that one must be told."""
    for name, fact, change in MUTANTS:
        mutant = {**data, name: copy.deepcopy(data[name])}
        change(mutant[name])
        found = differences(OURS, mutant)
        assert len(found) == 1 and re.match(rf"{name} .*, {fact}: ", found[0]), (name, fact, found)
    del (mutant := dict(data))["bw6-98"]
    assert differences(OURS, mutant) == ["bw6-98 Hydreigon: not in the data"]


def test_changed_facts_are_found() -> None:
    data = {card.id: as_entry(card) for card in OURS}
    assert differences(OURS, data) == []
    check_that_changes_are_found(data)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the repository with our own cards."""
    (tmp_path / "cards" / "en").mkdir(parents=True)
    for name in {card.id.rpartition("-")[0] for card in OURS}:
        entries = [as_entry(card) for card in OURS if card.id.startswith(f"{name}-")]
        (tmp_path / "cards" / "en" / f"{name}.json").write_text(json.dumps(entries), "utf-8")
    return tmp_path


def test_data_are_read_from_the_repository_or_its_folder(folder: Path) -> None:
    assert differences(OURS, read_data(folder)) == differences(OURS, read_data(folder / "cards" / "en")) == []
