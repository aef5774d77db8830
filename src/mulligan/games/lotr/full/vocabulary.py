"""The words in which card texts are written, and the numbers that stand for them in a table.

A text is one effect or several: `damage 2 one committed`, `attack +1 and threat +3`, `draw 3 or threat -5`.  An effect
is a verb, perhaps a number, perhaps whom it concerns; `may` before it lets the player decline.  Whatever begins with
`one` is a choice of the player's.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from mulligan.core.errors import unknown
from mulligan.core.words import plain_digits

VERBS = (
    "damage",  # so much damage
    "exhaust",  # one ready character
    "ready",  # one exhausted character
    "withdraw",  # a committed character leaves the quest, exhausted
    "dread",  # committed characters have so much less willpower this phase
    "gloom",  # the cards now in the staging area have so much more threat this phase
    "threat",  # the player's threat changes
    "draw",
    "drop",  # so many random cards of the hand are discarded
    "forget",  # all events of the hand are discarded
    "bind",  # the treachery becomes a web around a hero
    "attack",  # the attacking enemy is so much stronger in this attack
    "strip",  # attachments are discarded
    "reveal",  # so many encounter cards
    "look",  # at so many cards on top of the deck
    "take",  # one of those, and shuffle the rest into the deck
    "release",  # an enemy goes back to the staging area
    "hold",  # an enemy does not attack this phase
    "raise",  # an ally comes back from the discard pile, at its cost
    "regain",  # a card comes back from the discard pile to the hand
    "revive",  # a hero comes back from the discard pile
    "recycle",  # the discard pile is shuffled into the deck
    "steel",  # attack and defense of a character grow this phase
    "strike",  # the character that was exhausted just now attacks alone
    "band",  # any number of characters may defend against one attack this phase
    "progress",
    "wear",  # an attachment finds its place
    "hit",  # the damage of the attack that is being resolved
    "free",  # a hero in a web pays for getting ready
    "fetch",  # a card comes from the encounter deck or its discard pile into the staging area
)
DAMAGE, EXHAUST, READY, WITHDRAW, DREAD, GLOOM, THREAT, DRAW, DROP, FORGET = range(1, 11)
BIND, BOOST, STRIP, REVEAL_CARDS, LOOK, TAKE, RELEASE, HOLD_BACK, RAISE, REGAIN = range(11, 21)
REVIVE, RECYCLE, STEEL, STRIKE_ALONE, BAND, PROGRESS, WEAR, HIT, FREE, FETCH = range(21, 31)

WHOM = (
    *("one committed", "one character", "one hero", "one spirit", "one ranged", "one defender"),
    *("one enemy", "one engaged", "one attacker", "one location"),
    *("one attachment", "one ally", "one spirit card", "one fallen", "one card", "one spider"),
    *("each character", "each exhausted", "each engaged", "each attacker", "each location", "each attachment"),
    *("the attacker", "the location", "if empty"),
)
COMMITTED, CHARACTER, HERO, SPIRIT_ONE, RANGED_ONE, DEFENDER, ENEMY_ONE, ENGAGED, ATTACKER, LOCATION_ONE = range(1, 11)
ATTACHMENT_ONE, FALLEN_ALLY, SPIRIT_CARD, FALLEN, CARD, SPIDER_ONE = range(11, 17)
EACH_CHARACTER, EACH_EXHAUSTED, EACH_ENGAGED, EACH_ATTACKER, EACH_LOCATION, EACH_ATTACHMENT = range(17, 23)
THE_ATTACKER, THE_LOCATION, IF_EMPTY = range(23, 26)
LAST_CHOICE = SPIDER_ONE

END, AND, OR = range(3)
LINKS = {"and": AND, "or": OR}

# When something happens: to encounter cards, to the player's cards, and in the rules themselves.
DEEDS = ("revealed", "shadow", "undefended", "engaged", "travel", "travelled", "explored")
REVEALED, SHADOW, UNDEFENDED_SHADOW, ENGAGES, PRICE, TRAVELLED, EXPLORED = range(7)
CARD_DEEDS = ("played", "commits", "defends")
PLAYED, COMMITS, DEFENDS = range(3)
RULES = ("staging", "defended", "undefended", "refresh")
STAGING_RULE, DEFENDED_RULE, UNDEFENDED_RULE, REFRESH_RULE = range(4)

# When the player may use a card.
WINDOWS = ("planning", "travelled", "revealed", "shadow", "combat", "defended", "attack")
PLANNING_WINDOW, TRAVELLED_WINDOW, REVEALED_WINDOW, SHADOW_WINDOW = (1 << i for i in range(4))
COMBAT_WINDOW, DEFENDED_WINDOW, ATTACK_WINDOW = (1 << i for i in range(4, 7))

TRAITS = ("orc", "spider", "dwarf", "ranged")
ORC, SPIDER, DWARF, RANGED = (1 << i for i in range(4))

# What characters can do by themselves: more willpower for a card, cancel a treachery, hurt whoever is revealed, rage.
ABILITIES = ("valor", "veto", "sting", "rage")
VALOR, VETO, STING, RAGE = range(1, 5)

# What an attachment gives: numbers of its hero, or against orcs, or to a dwarf; less threat of its location; getting
# ready once a round; progress when its hero kills; a token when a character dies.
GIFTS = ("willpower", "attack", "orc", "dwarf", "hits", "threat", "ready", "kill", "death")
WILL_GIFT, ATTACK_GIFT, ORC_GIFT, DWARF_GIFT, HITS_GIFT, THREAT_GIFT, READY_GIFT, KILL_GIFT, DEATH_GIFT = range(9)


class Effect(NamedTuple):
    """One effect of a text."""

    verb: int
    amount: int
    whom: int
    link: int
    may: int


def parse(text: str, where: str) -> list[Effect]:
    """The effects of a text; `where` names the card if a word is unknown.

    >>> parse("attack +1 and threat +3", "card")
    [Effect(verb=12, amount=1, whom=0, link=1, may=0), Effect(verb=7, amount=3, whom=0, link=0, may=0)]
    """
    found = []
    words: list[str] = []
    for word in text.split():
        if word in LINKS:
            found.append(_effect(words, LINKS[word], where))
            words = []
        else:
            words.append(word)
    return [*found, _effect(words, END, where)] if text else []


def _effect(words: list[str], link: int, where: str) -> Effect:
    may = int(words[:1] == ["may"])
    verb, *rest = words[may:] or [""]
    if verb not in VERBS:
        raise unknown(f"verb of {where}", verb, VERBS)
    amount = int(rest.pop(0)) if rest and plain_digits(rest[0].lstrip("+-")) else 0
    whom = " ".join(rest)
    if whom and whom not in WHOM:
        raise unknown(f"words of {where}", whom, WHOM)
    return Effect(VERBS.index(verb) + 1, amount, WHOM.index(whom) + 1 if whom else 0, link, may)


def bits(names: list[str], known: tuple[str, ...], where: str) -> int:
    """A set of known names as bits."""
    for name in names:
        if name not in known:
            raise unknown(f"word of {where}", name, known)
    return sum(1 << known.index(name) for name in names)


class Writer:
    """Writes effects into a table, one after the other."""

    def __init__(self, t: Any) -> None:
        self.t = t
        self.next = 1

    def write(self, text: str, where: str, owner: int = 0) -> int:
        """Write a text of a card; the number of its first effect, or 0 if there is no text."""
        first = self.next if text else 0
        for effect in parse(text, where):
            e = self.next
            t = self.t
            t.verb[e], t.amount[e], t.whom[e], t.link[e], t.may[e] = effect
            t.owner[e] = owner
            self.next += 1
        return first
