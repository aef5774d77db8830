"""The texts of the cards in words, made from the card file; the setup `full` alone plays by them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from mulligan.games.lotr.cards import encounter_cards, player_cards, quest_cards
from mulligan.games.lotr.full.rules.effects import MOST_RESTRICTED, WEB_PRICE
from mulligan.games.lotr.full.vocabulary import OR, VERBS, WHOM, Effect, parse
from mulligan.games.lotr.layout import HEROES

_NAMED: Mapping[str, str] = {
    "one committed": "a committed character",
    "one character": "a character",
    "one hero": "a hero",
    "one spirit": "a Spirit character",
    "one ranged": "a ranged character",
    "one defender": "a defender",
    "one enemy": "an enemy",
    "one engaged": "an engaged enemy",
    "one attacker": "an enemy that has yet to attack",
    "one location": "a location",
    "one attachment": "an attachment",
    "one ally": "an ally",
    "one spirit card": "a Spirit card",
    "one fallen": "a fallen hero",
    "one card": "one of them",
    "one spider": "a Spider",
    "each character": "each character",
    "each exhausted": "each exhausted character",
    "each engaged": "each engaged enemy",
    "each attacker": "each enemy that has yet to attack",
    "each location": "each location",
    "each attachment": "each attachment",
    "the attacker": "the attacking enemy",
    "the location": "the active location",
}


def _cards(n: int, what: str = "card") -> str:
    return f"{'an' if what[0] in 'aeiou' else 'a'} {what}" if n == 1 else f"{n} {what}s"


def _threat(n: int) -> str:
    return f"{'raise' if n > 0 else 'lower'} your threat by {abs(n)}"


_SAID: Mapping[str, Callable[[int, str], str]] = {
    "damage": lambda n, whom: f"{n} damage to {whom}",
    "exhaust": lambda n, whom: f"exhaust {whom}",
    "ready": lambda n, whom: f"ready {whom}",
    "withdraw": lambda n, whom: f"{whom} leaves the quest",
    "dread": lambda n, whom: f"each committed character has {n} willpower less this phase",
    "gloom": lambda n, whom: f"each card in the staging area has {n} threat more this phase",
    "threat": lambda n, whom: _threat(n),
    "draw": lambda n, whom: f"draw {_cards(n)}",
    "drop": lambda n, whom: f"discard {_cards(n, 'random card')} from your hand",
    "forget": lambda n, whom: "discard all events from your hand",
    "bind": lambda n, whom: f"a web around {whom}: getting ready costs it {WEB_PRICE} resources",
    "attack": lambda n, whom: f"the attacking enemy has {n} attack more",
    "strip": lambda n, whom: f"discard {whom}",
    "reveal": lambda n, whom: f"reveal {_cards(n, 'encounter card')}{whom and ' if the staging area is empty'}",
    "look": lambda n, whom: f"look at {n} cards on top of your deck",
    "take": lambda n, whom: f"take {whom} into your hand and shuffle the rest back",
    "release": lambda n, whom: f"{whom} goes back to the staging area",
    "hold": lambda n, whom: f"{whom} does not attack this phase",
    "raise": lambda n, whom: f"pay the cost of {whom} in your discard pile and put it into play",
    "regain": lambda n, whom: f"take {whom} from your discard pile into your hand",
    "revive": lambda n, whom: f"put {whom} back into play",
    "recycle": lambda n, whom: "shuffle your discard pile into your deck",
    "steel": lambda n, whom: f"{whom} has {n} attack and {n} defense more this phase",
    "strike": lambda n, whom: f"it attacks {whom} alone",
    "band": lambda n, whom: "any number of characters may defend against each attack this phase",
    "progress": lambda n, whom: f"{n} progress on {whom}",
    "wear": lambda n, whom: f"attach to {whom}",
    "hit": lambda n, whom: f"{whom} takes the damage",
    "free": lambda n, whom: f"ready {whom} in a web",
    "fetch": lambda n, whom: f"put {whom} from the encounter deck or its discard pile into the staging area",
}
_ABILITIES: Mapping[str, str] = {
    "valor": "Once a round, while committed: discard a card for {} willpower more",
    "veto": "Exhaust: cancel the text of a treachery; another card is revealed",
    "sting": "While committed: each enemy that is revealed takes {} damage",
    "rage": "Once a round, in combat: {} attack more this phase, then back into the deck",
}
_GIFTS: Mapping[str, str] = {
    "willpower": "{:+} willpower",
    "attack": "{:+} attack",
    "orc": "{:+} attack against Orcs",
    "dwarf": "{:+} attack more for a Dwarf",
    "hits": "{:+} hit points",
    "threat": "{:+} threat of that location",
    "ready": "once a round: ready that hero",
    "kill": "{} progress when that hero kills an enemy",
    "death": "{} resource for that hero when a character dies",
}
_MOMENTS: Mapping[str, str] = {
    "planning": "in planning",
    "travelled": "after travelling",
    "revealed": "when a card is revealed",
    "shadow": "when a shadow card is turned up",
    "combat": "before an enemy attacks",
    "defended": "when somebody defends",
    "attack": "before you attack",
}
_DEEDS: Mapping[str, str] = {
    "revealed": "When revealed",
    "shadow": "Shadow",
    "undefended": "Shadow, if nobody defends",
    "engaged": "When it engages",
    "travel": "To travel here",
    "travelled": "After travelling here",
    "explored": "When explored",
    "played": "When it comes into play",
    "commits": "When it commits",
    "defends": "When it defends",
}
_CANCEL = {"revealed": "cancel what it does when revealed", "shadow": "cancel what it does"}


def effect_words(verb: int, amount: int, whom: int, may: int = 0) -> str:
    """One effect, by the numbers that stand for it in a table."""
    named = WHOM[whom - 1] if whom else ""
    said = _SAID[VERBS[verb - 1]](amount, _NAMED.get(named, named))
    return f"you may {said}" if may else said


def text_words(effects: list[Effect]) -> str:
    """A whole text."""
    words = ""
    for effect in effects:
        words += effect_words(effect.verb, effect.amount, effect.whom, effect.may)
        words += {0: "", OR: "; or "}.get(effect.link, ", and ")
    return words


def capital(words: str) -> str:
    """With a capital.

    >>> capital("draw 2 cards")
    'Draw 2 cards'
    """
    return words[:1].upper() + words[1:]


def _said(card: Mapping[str, Any], *deeds: str) -> list[str]:
    """The texts of a card, each with its occasion."""
    return [f"{_DEEDS[deed]}: {text_words(parse(card[deed], card['name']))}" for deed in deeds if card.get(deed)]


def _traits(card: Mapping[str, Any]) -> list[str]:
    return [", ".join(trait.capitalize() for trait in card["traits"])] if card.get("traits") else []


def _event(card: Mapping[str, Any]) -> str:
    moments = " or ".join(_MOMENTS[moment] for moment in card["when"])
    does = text_words(parse(card["played"], card["name"])) if "played" in card else _CANCEL[card["when"][0]]
    return capital(f"{moments}: {does}")


@cache
def player_lines(kind: int) -> tuple[str, ...]:
    """The text of one of the player's cards.

    >>> player_lines(9)
    ('Unique', 'Once a round, in combat: 5 attack more this phase, then back into the deck')
    """
    card = player_cards()[kind]
    lines = _traits(card)
    if card.get("unique") and kind >= HEROES:
        lines.append("Unique")
    if "ability" in card:
        ability, *strength = card["ability"].split()
        lines.append(_ABILITIES[ability].format(*strength))
    if "when" in card:
        lines.append(_event(card))
    elif "gives" in card:
        lines.append(capital(text_words(parse(card["played"], card["name"]))))
        lines += [capital(_GIFTS[gift].format(amount)) for gift, amount in card["gives"].items()]
    else:
        lines += _said(card, "played", "commits", "defends")
    if card.get("cost") == "X":
        lines.append("X is the cost of that ally")
    if card.get("pools"):
        lines.append(f"{card['pools']} heroes must pay together")
    if card.get("restricted"):
        lines.append(f"At most {MOST_RESTRICTED} such cards on a hero")
    if card.get("fleeting"):
        lines.append("Leaves play at the end of the round")
    if card.get("once"):
        lines.append("Then it leaves the game")
    return tuple(lines)


@cache
def encounter_lines(kind: int) -> tuple[str, ...]:
    """The text of an encounter card.

    >>> encounter_lines(2)
    ('Orc', 'Turns up 1 shadow card more')
    """
    card = encounter_cards()[kind]
    lines = _traits(card)
    if card.get("fury"):
        lines.append(f"+{card['fury']} attack in the round it engages")
    if card.get("grudge"):
        lines.append(f"+{card['grudge']} attack for each token; it gets one after each attack")
    if card.get("shadows"):
        lines.append(f"Turns up {card['shadows']} shadow card more")
    if card.get("parched"):
        lines.append("While it is active, you draw no cards")
    lines += _said(card, "revealed", "shadow", "undefended", "engaged", "travel", "travelled", "explored")
    if card.get("victory"):
        lines.append("Leaves the game when killed")
    return tuple(lines)


@cache
def quest_lines(stage: int) -> tuple[str, ...]:
    """The text of a quest card.

    >>> quest_lines(0)
    ('Then: A Fork in the Road',)
    """
    card = quest_cards()[stage]
    lines = _said(card, "revealed")
    if "kill" in card:
        lines.append(f"Kill {card['kill']} to win")
    if "barred" in card:
        lines.append(f"Cannot be won while {card['barred']} is in play")
    if "then" in card:
        lines.append(f"Then: {' or '.join(card['then'])}{', by chance' if len(card['then']) > 1 else ''}")
    return tuple(lines)


__all__ = ["capital", "effect_words", "encounter_lines", "player_lines", "quest_lines", "text_words"]
