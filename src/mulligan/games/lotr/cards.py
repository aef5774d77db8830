"""The card file, and how a table is filled from it."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from mulligan.errors import unknown

from . import layout, vocabulary
from .layout import ENEMY, HEROES, LOCATION, SPHERES, TREACHERY

SETUP_CARDS = ("Forest Spider", "Old Forest Road")  # in the staging area before round 1, at hard
_NAMED = (
    *("Eowyn", "Eleanor", "Thalin", "Wandering Took", "Lorien Guide", "Northern Tracker", "Veteran Axehand"),
    *("Gondorian Spearman", "Horseback Archer", "Beorn", "Gandalf"),
)


@cache
def card_file() -> dict[str, Any]:
    """All cards, by type."""
    found = tomllib.loads((files(__package__) / "cards.toml").read_text(encoding="utf-8"))
    return found


@cache
def player_cards() -> tuple[dict[str, Any], ...]:
    """The player's cards in the order of their kinds: heroes, allies, attachments, events.

    >>> [card["name"] for card in player_cards()][:4]
    ['Eowyn', 'Eleanor', 'Thalin', 'Wandering Took']
    """
    found = card_file()
    cards = (*found["hero"], *found["ally"], *found["attachment"], *found["event"])
    assert tuple(card["name"] for card in cards[: len(_NAMED)]) == _NAMED
    return cards


@cache
def encounter_cards() -> tuple[dict[str, Any], ...]:
    """The encounter cards in the order of their kinds: enemies, locations, treacheries."""
    found = card_file()
    return (*found["enemy"], *found["location"], *found["treachery"])


@cache
def quest_cards() -> tuple[dict[str, Any], ...]:
    """The quest cards, in the order of the stages."""
    return tuple(card_file()["quest"])


@cache
def quest_path() -> tuple[dict[str, Any], ...]:
    """The quest cards that are done by progress, one after the other.

    >>> [(card["name"], card["points"]) for card in quest_path()]
    [('Flies and Spiders', 8), ('A Fork in the Road', 2), ("Beorn's Path", 10)]
    """
    return tuple(card for card in quest_cards() if card["points"] > 0)


def fill_path(t: Any, length: int) -> None:
    """Fill the table with the first quest cards of the path."""
    points = [card["points"] for card in quest_path()[:length]]
    t.quest, t.stops = sum(points), len(points) - 1
    t.stop[: t.stops] = [sum(points[i:]) for i in range(1, len(points))]


def fill(t: Any, level: str) -> None:
    """Fill the table with the cards of a level."""
    cards = player_cards()[: len(_NAMED)]
    perils = [card for card in encounter_cards() if "threat" in card]
    t.kinds, t.perils = len(cards), len(perils)
    n = 0
    for kind, card in enumerate(cards):
        card = card | card.get("paper", {})
        t.sphere[kind], t.cost[kind] = SPHERES.index(card["sphere"]), card.get("cost", 0)
        t.will[kind], t.attack[kind] = card["willpower"], card["attack"]
        t.defense[kind], t.hits[kind] = card["defense"], card["hits"]
        for _ in range(card.get("copies", {}).get("paper", 0)):
            t.deck[n] = kind
            n += 1
    t.cards = n
    t.start_threat = sum(card["threat"] for card in cards[:HEROES])
    counts = {card["name"]: card["copies"].get("easy" if level == "easy" else "medium", 0) for card in perils}
    order = []
    if level == "hard":
        order = [kind for kind, card in enumerate(perils) if card["name"] in SETUP_CARDS]
        for name in SETUP_CARDS:
            counts[name] -= 1
    t.staged = len(order)
    for kind, card in enumerate(perils):
        enemy = "engagement" in card
        t.type[kind] = ENEMY if enemy else LOCATION
        t.threat[kind], t.toughness[kind] = card["threat"], card["hits"] if enemy else card["points"]
        t.engagement[kind], t.force[kind] = card.get("engagement", 0), card.get("attack", 0)
        t.shield[kind] = card.get("defense", 0)
        order += [kind] * counts[card["name"]]
    t.encounters[: len(order)] = order
    t.encounter_cards = len(order)
    assert t.cards <= layout.DECK and len(order) <= layout.ENCOUNTERS


# --- the full game ----------------------------------------------------------------------------------------------------


def fill_full(t: Any, level: str) -> None:
    """Fill the table of the full game: all cards with their texts."""
    t.full = 1
    writer = vocabulary.Writer(t)
    _fill_player(t, writer)
    _fill_encounters(t, writer, "full" if level == "hard" else "full-easy")
    _fill_quests(t, writer)
    for rule, name in enumerate(vocabulary.RULES):
        t.rules[rule] = writer.write(card_file()["rules"][name], f"rules, {name}")


def _fill_player(t: Any, writer: vocabulary.Writer) -> None:
    cards = player_cards()
    t.kinds = len(cards)
    forms = [form for form, name in enumerate(("hero", "ally", "attachment", "event")) for _ in card_file()[name]]
    t.first_gear, t.gears = forms.index(layout.ATTACHMENT_CARD), forms.count(layout.ATTACHMENT_CARD)
    deck = []
    for kind, (card, form) in enumerate(zip(cards, forms, strict=True)):
        name = card["name"]
        t.form[kind], t.sphere[kind] = form, SPHERES.index(card["sphere"])
        cost = card.get("cost", 0)
        t.open_cost[kind], t.cost[kind] = int(cost == "X"), 0 if cost == "X" else cost
        t.will[kind], t.attack[kind] = card.get("willpower", 0), card.get("attack", 0)
        t.defense[kind], t.hits[kind] = card.get("defense", 0), card.get("hits", 0)
        for word in ("unique", "restricted", "fleeting", "once", "pools"):
            getattr(t, word)[kind] = int(card.get(word, 0))
        t.when[kind] = vocabulary.bits(card.get("when", ["planning"]), vocabulary.WINDOWS, name)
        t.kin[kind] = vocabulary.bits(card.get("traits", []), vocabulary.TRAITS, name)
        if "ability" in card:
            ability, *strength = card["ability"].split()
            if ability not in vocabulary.ABILITIES:
                raise unknown(f"ability of {name}", ability, vocabulary.ABILITIES)
            t.able[kind] = vocabulary.ABILITIES.index(ability) + 1
            t.strength[kind] = int(strength[0]) if strength else 0
        for deed, word in enumerate(vocabulary.CARD_DEEDS):
            t.card_deed[kind][deed] = writer.write(card.get(word, ""), f"{name}, {word}", kind)
        for gift, amount in card.get("gives", {}).items():
            if gift not in vocabulary.GIFTS:
                raise unknown(f"gift of {name}", gift, vocabulary.GIFTS)
            t.gift[kind - t.first_gear][vocabulary.GIFTS.index(gift)] = amount
            if gift == "threat":
                t.earth = kind
        deck += [kind] * card.get("copies", {}).get("full", 0)
    t.deck[: len(deck)] = deck
    t.cards = len(deck)
    t.start_threat = sum(card["threat"] for card in cards[:HEROES])


def _fill_encounters(t: Any, writer: vocabulary.Writer, level: str) -> None:
    perils = encounter_cards()
    t.perils, t.staged = len(perils), len(SETUP_CARDS)
    order = [kind for kind, card in enumerate(perils) if card["name"] in SETUP_CARDS]
    for kind, card in enumerate(perils):
        name = card["name"]
        t.type[kind] = ENEMY if "engagement" in card else LOCATION if "points" in card else TREACHERY
        t.threat[kind], t.toughness[kind] = card.get("threat", 0), card.get("hits", 0) or card.get("points", 0)
        t.engagement[kind], t.force[kind] = card.get("engagement", 0), card.get("attack", 0)
        t.shield[kind] = card.get("defense", 0)
        t.traits[kind] = vocabulary.bits(card.get("traits", []), vocabulary.TRAITS, name)
        for word in ("fury", "grudge", "shadows", "parched", "victory"):
            getattr(t, word)[kind] = int(card.get(word, 0))
        for deed, word in enumerate(vocabulary.DEEDS):
            t.deed[kind][deed] = writer.write(card.get(word, ""), f"{name}, {word}")
        order += [kind] * (card["copies"].get(level, 0) - (name in SETUP_CARDS))
    t.encounters[: len(order)] = order
    t.encounter_cards = len(order)


def _fill_quests(t: Any, writer: vocabulary.Writer) -> None:
    quests = quest_cards()
    stages = [card["name"] for card in quests]
    names = [card["name"] for card in encounter_cards()]
    for stage, card in enumerate(quests):
        t.quest_points[stage] = card["points"]
        t.quest_deed[stage] = writer.write(card.get("revealed", ""), f"{card['name']}, revealed")
        ways = card.get("then", [])
        t.quest_ways[stage] = len(ways)
        for way, name in enumerate(ways):
            t.quest_next[stage][way] = stages.index(name)
        t.quest_kill[stage] = names.index(card["kill"]) + 1 if "kill" in card else 0
        t.quest_bar[stage] = names.index(card["barred"]) + 1 if "barred" in card else 0
