"""The card file, and how the table of the paper's rules is filled from it."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from . import layout
from .layout import ENEMY, HEROES, LOCATION, SPHERES

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
    """Fill the table with the cards of a level, as the paper has them."""
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
