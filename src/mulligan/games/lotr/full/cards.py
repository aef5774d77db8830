"""How the table of the full game is filled from the card file: all cards with their texts."""

from __future__ import annotations

from typing import Any

from mulligan.core.errors import unknown
from mulligan.games.lotr.cards import SETUP_CARDS, card_file, encounter_cards, player_cards, quest_cards
from mulligan.games.lotr.layout import ATTACHMENT_CARD, ENEMY, HEROES, LOCATION, SPHERES, TREACHERY
from mulligan.games.lotr.setups import read_setup

from . import vocabulary


def fill_table(setup: str, t: Any) -> None:
    """Fill the table from a setup: `full`, or `full:level=easy`."""
    fill(t, read_setup(setup)[1].get("level", "hard"))
    t.hand = 6


def fill(t: Any, level: str) -> None:
    """Fill the table with the cards of a level."""
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
    t.first_gear, t.gears = forms.index(ATTACHMENT_CARD), forms.count(ATTACHMENT_CARD)
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
