"""The Lord of the Rings once more, as naively as possible: lists of cards, one plain method for each step of the round.

Written from a description of the game and of its rule players, not from the compiled rules, which the tests hold
against it.  The game is Passage Through Mirkwood cut down to its first quest card, played as a published simulator
plays it, quirks included; every quirk is a switch of :class:`Rules`.  Whatever is drawn by lot comes from one
``random.Random``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

SPIRIT, TACTICS, NEUTRAL = "Spirit", "Tactics", "Neutral"


class Person(NamedTuple):
    """A hero or an ally; ``cost`` is an ally's price, or what a hero adds to the threat at the start."""

    name: str
    sphere: str
    cost: int
    willpower: int
    attack: int
    defense: int
    hit_points: int


class Enemy(NamedTuple):
    name: str
    threat: int
    engagement: int
    attack: int
    defense: int
    hit_points: int


class Location(NamedTuple):
    name: str
    threat: int
    points: int


HEROES = (
    Person("Eowyn", SPIRIT, 9, 4, 1, 1, 3),
    Person("Eleanor", SPIRIT, 7, 1, 1, 2, 3),
    Person("Thalin", TACTICS, 9, 1, 2, 2, 4),
)
TOOK = Person("Wandering Took", SPIRIT, 2, 1, 1, 1, 2)
AXEHAND = Person("Veteran Axehand", TACTICS, 2, 0, 2, 1, 2)
SPEARMAN = Person("Gondorian Spearman", TACTICS, 2, 0, 1, 1, 1)
ARCHER = Person("Horseback Archer", TACTICS, 3, 0, 2, 1, 2)
GANDALF = Person("Gandalf", NEUTRAL, 5, 4, 4, 4, 4)
ALLIES = {
    TOOK: 3,
    Person("Lorien Guide", SPIRIT, 3, 0, 1, 1, 2): 3,
    Person("Northern Tracker", SPIRIT, 4, 1, 2, 2, 3): 3,
    AXEHAND: 3,
    SPEARMAN: 3,
    ARCHER: 3,
    Person("Beorn", TACTICS, 6, 1, 3, 3, 6): 1,
    GANDALF: 3,
}
SPIDER = Enemy("Forest Spider", 2, 25, 2, 1, 4)
ROAD = Location("Old Forest Road", 1, 3)
# Copies at the level easy, and at the levels medium and hard.
ENCOUNTERS = {
    Enemy("Dol Guldur Orcs", 2, 10, 2, 0, 3): (4, 3),
    Enemy("Chieftain Ufthak", 2, 35, 3, 3, 6): (0, 1),
    Enemy("Dol Guldur Beastmaster", 2, 35, 3, 1, 5): (0, 2),
    SPIDER: (4, 4),
    Enemy("East Bight Patrol", 3, 5, 3, 1, 2): (4, 1),
    Enemy("Black Forest Bats", 1, 15, 1, 0, 2): (4, 1),
    Enemy("King Spider", 2, 20, 3, 1, 3): (0, 2),
    Enemy("Hummerhorns", 1, 40, 2, 0, 3): (4, 1),
    Enemy("Ungoliant's Spawn", 3, 32, 5, 2, 9): (0, 1),
    Location("Necromancer's Pass", 3, 2): (0, 2),
    Location("Enchanted Stream", 2, 2): (4, 2),
    ROAD: (4, 2),
    Location("Forest Gate", 2, 4): (0, 2),
    Location("Great Forest Web", 2, 2): (0, 2),
    Location("Mountains of Mirkwood", 2, 3): (0, 3),
}
LEVELS = ("easy", "medium", "hard")
QUEST_POINTS = 8
LOSING_THREAT = 50


@dataclass(frozen=True)
class Rules:
    """Which quirks are on; all of them in the game as published."""

    k1: bool = True  # the test after a decision of Agent 4 loses above 50 threat only
    k2: bool = True  # and it wins only with quest points below 0
    k3: bool = True  # the sweep of dead characters and of Gandalf skips the neighbour of whatever it removes
    k4: bool = True  # the expert attack skips the enemy after a dead one
    k5: bool = True  # Agents 1, 2, 3: nobody committed means that no card is revealed and nothing is resolved
    k6: bool = True  # Agent 4: no legal commitment means no card, and the threat rises by the staging threat
    k7: bool = True  # progress in excess of the active location is lost
    k8: bool = True  # travel goes to a random location; off, to the fewest points for its threat
    k10: bool = True  # one pair of flags for the real game and all playouts
    k11: bool = True  # a summary keeps one ally and one engaged enemy of each name
    k13: bool = True  # the child chosen by Agent 4 is the next state, with its lots already drawn
    k14: bool = True  # Agent 4 picks the revealed card in its tree by UCT and runs no playout there
    k17: bool = True  # Agents 3 and 4: with more enemies than characters nobody is attacked
    hand: int = 7  # cards in the opening hand; 6 by the printed rules


@dataclass(eq=False, slots=True)
class Character:
    """A hero or an ally in play."""

    kind: Person
    hit_points: int
    tokens: int = 0
    tapped: bool = False


@dataclass(eq=False, slots=True)
class Foe:
    """An engaged enemy."""

    kind: Enemy
    hit_points: int


@dataclass(slots=True)
class Flags:
    won: bool = False
    lost: bool = False


class Game:
    """Decks (last card on top), hand and staging area hold kinds of cards; the rest of the table holds pieces."""

    def __init__(self, level: str, rng: Random, rules: Rules | None = None) -> None:
        self.rng = rng
        self.rules = rules or Rules()
        self.flags = Flags()
        self.threat = sum(hero.cost for hero in HEROES)
        self.quest = QUEST_POINTS
        self.heroes = [Character(hero, hero.hit_points) for hero in HEROES]
        self.allies: list[Character] = []
        self.deck = list(Counter(ALLIES).elements())
        copies = {card: count[level != "easy"] for card, count in ENCOUNTERS.items()}
        self.encounters: list[Enemy | Location] = list(Counter(copies).elements())
        self.staging: list[Enemy | Location] = []
        self.foes: list[Foe] = []
        self.location: Location | None = None
        self.location_points = 0
        if level == "hard":
            for card in (SPIDER, ROAD):
                self.encounters.remove(card)
                self.staging.append(card)
        rng.shuffle(self.deck)
        rng.shuffle(self.encounters)
        self.hand = [self.deck.pop() for _ in range(self.rules.hand)]

    def copy(self, flags: Flags | None = None) -> Game:
        """A game that shares no piece with this one, with flags of its own unless they are given."""
        other = object.__new__(Game)
        other.__dict__.update(self.__dict__)
        other.flags = flags or Flags()
        other.heroes = [Character(c.kind, c.hit_points, c.tokens, c.tapped) for c in self.heroes]
        other.allies = [Character(c.kind, c.hit_points, c.tokens, c.tapped) for c in self.allies]
        other.foes = [Foe(foe.kind, foe.hit_points) for foe in self.foes]
        other.deck, other.hand = self.deck[:], self.hand[:]
        other.encounters, other.staging = self.encounters[:], self.staging[:]
        return other

    def summary(self, flags: Flags | None = None) -> Game:
        """What a tree remembers: both decks in a new order and, by K11, the last piece of each name in play."""
        other = self.copy(flags)
        self.rng.shuffle(other.deck)
        self.rng.shuffle(other.encounters)
        if self.rules.k11:
            other.allies = list({ally.kind: ally for ally in other.allies}.values())
            other.foes = list({foe.kind: foe for foe in other.foes}.values())
        return other

    @property
    def characters(self) -> list[Character]:
        return self.heroes + self.allies

    @property
    def untapped(self) -> list[Character]:
        return [character for character in self.characters if not character.tapped]

    @property
    def staging_threat(self) -> int:
        return sum(card.threat for card in self.staging)

    def resource(self) -> None:
        """Each hero gains a token, and a card is drawn while there is one."""
        for hero in self.heroes:
            hero.tokens += 1
        if self.deck:
            self.hand.append(self.deck.pop())

    def payers(self, card: Person) -> list[Character]:
        return [hero for hero in self.heroes if card.sphere in (NEUTRAL, hero.kind.sphere)]

    def payable(self, card: Person) -> bool:
        return sum(hero.tokens for hero in self.payers(card)) >= card.cost

    def buy(self, card: Person) -> None:
        """Heroes pay in order, each emptied before the next is touched; the ally may act in the same round."""
        due = card.cost
        for hero in self.payers(card):
            paid = min(due, hero.tokens)
            hero.tokens -= paid
            due -= paid
        self.hand.remove(card)
        self.allies.append(Character(card, card.hit_points))

    def go_questing(self, committed: Iterable[Character]) -> None:
        """Tap the committed, reveal an encounter card, compare willpower with the staging threat."""
        willpower = 0
        for character in committed:
            character.tapped = True
            willpower += character.kind.willpower
        if self.encounters:
            self.staging.append(self.encounters.pop())
        progress = willpower - self.staging_threat
        if progress > 0:
            self.make_progress(progress)
        else:
            self.raise_threat(-progress)

    def make_progress(self, progress: int) -> None:
        if self.location is not None:
            self.location_points -= progress
            if self.location_points > 0:
                return
            self.location = None
            progress = 0 if self.rules.k7 else -self.location_points
            if progress == 0:
                return
        self.quest -= progress
        if self.quest <= 0:
            self.flags.won = True

    def raise_threat(self, amount: int) -> None:
        """The only place where a loss is noticed, apart from an undefended attack when no hero is left."""
        self.threat += amount
        if self.threat >= LOSING_THREAT or not self.heroes:
            self.flags.lost = True

    def travel(self) -> None:
        """Without an active location, go to one of the staged ones."""
        locations = [card for card in self.staging if isinstance(card, Location)]
        if self.location is not None or not locations:
            return
        if self.rules.k8:
            self.location = self.rng.choice(locations)
        else:
            self.location = min(locations, key=lambda card: card.points / card.threat)
        self.location_points = self.location.points
        self.staging.remove(self.location)

    def engage(self) -> None:
        """Every staged enemy that the threat has reached engages, in staging order."""
        for card in self.staging[:]:
            if isinstance(card, Enemy) and card.engagement <= self.threat:
                self.staging.remove(card)
                self.foes.append(Foe(card, card.hit_points))

    def attack_on(self, defender: Character, foe: Foe) -> None:
        """An untapped defender taps and defends; a tapped one takes it all.  The dead stay until the refresh."""
        shield = 0 if defender.tapped else defender.kind.defense
        defender.tapped = True
        defender.hit_points -= max(0, foe.kind.attack - shield)

    def undefended_attack(self, foe: Foe) -> None:
        """A random hero takes it all and, if it kills, leaves at once."""
        if not self.heroes:
            self.flags.lost = True
            return
        hero = self.rng.choice(self.heroes)
        hero.hit_points -= foe.kind.attack
        if hero.hit_points <= 0:
            self.heroes.remove(hero)

    def strike(self, attacker: Character, foe: Foe) -> None:
        """One attacker against the full defense of one enemy, which leaves at once if it dies."""
        attacker.tapped = True
        foe.hit_points -= max(0, attacker.kind.attack - foe.kind.defense)
        if foe.hit_points <= 0:
            self.foes.remove(foe)

    def refresh(self) -> None:
        self.raise_threat(1)
        self.heroes = self.sweep(self.heroes)
        self.allies = self.sweep(self.allies)
        for character in self.characters:
            character.tapped = False

    def sweep(self, characters: list[Character]) -> list[Character]:
        """What is left without the dead and Gandalf; by K3 the list is walked while it shrinks."""

        def leaves(character: Character) -> bool:
            return character.hit_points <= 0 or character.kind is GANDALF

        if not self.rules.k3:
            return [character for character in characters if not leaves(character)]
        for character in characters:
            if leaves(character):
                characters.remove(character)
        return characters


# Agent 1, random


def random_planning(game: Game) -> None:
    for _ in range(6):
        if not game.hand or game.rng.random() < 0.9:
            return
        card = game.rng.choice(game.hand)
        if game.payable(card):
            game.buy(card)


def random_questing(game: Game) -> None:
    """As many draws with replacement as a number from 0 to that of the characters."""
    characters = game.characters
    draws = game.rng.randint(0, len(characters))
    if draws == 0 and game.rules.k5:
        return
    game.go_questing(set(game.rng.choices(characters, k=draws)))


def random_defense(game: Game) -> None:
    for foe in game.foes:
        ready = game.untapped
        if game.rng.random() < 0.5 and ready:
            game.attack_on(game.rng.choice(ready), foe)
        else:
            game.undefended_attack(foe)


def random_attack(game: Game) -> None:
    ready = game.untapped
    for attacker in game.rng.sample(ready, game.rng.randint(0, len(ready))):
        if not game.foes:
            return
        game.strike(attacker, game.rng.choice(game.foes))


# Agent 2, expert


def expert_planning(game: Game) -> None:
    """Gandalf or, while he is in hand and too dear, one each of three cheap allies."""
    if GANDALF not in game.hand:
        return
    if game.payable(GANDALF):
        game.buy(GANDALF)
        return
    for card in (TOOK, SPEARMAN, AXEHAND):
        if card in game.hand and game.payable(card):
            game.buy(card)


def expert_questing(game: Game) -> None:
    """All of Spirit and one Gandalf, whatever waits in the staging area."""
    committed = [character for character in game.characters if character.kind.sphere == SPIRIT]
    if not committed and game.rules.k5:
        return
    committed += [ally for ally in game.allies if ally.kind is GANDALF][:1]
    game.go_questing(committed)


def expert_defense(game: Game) -> None:
    """The first untapped ally, else a random untapped hero."""
    for foe in game.foes:
        allies = [ally for ally in game.allies if not ally.tapped]
        heroes = [hero for hero in game.heroes if not hero.tapped]
        if allies:
            game.attack_on(allies[0], foe)
        elif heroes:
            game.attack_on(game.rng.choice(heroes), foe)
        else:
            game.undefended_attack(foe)


def expert_attack(game: Game) -> None:
    """Each enemy in order is struck by the first untapped character that can hurt it."""
    for foe in game.foes if game.rules.k4 else game.foes[:]:
        able = [character for character in game.untapped if character.kind.attack > foe.kind.defense]
        if able:
            game.strike(able[0], foe)


Step = Callable[[Game], None]
PLANNING: dict[int, Step] = {1: random_planning, 2: expert_planning}
QUESTING: dict[int, Step] = {1: random_questing, 2: expert_questing}
DEFENSE: dict[int, Step] = {1: random_defense, 2: expert_defense}
ATTACK: dict[int, Step] = {1: random_attack, 2: expert_attack}


class Result(NamedTuple):
    won: bool
    rounds: int
    by_threat: bool  # of a loss: the threat reached its limit, rather than the heroes dying out


def rest_of_round(game: Game, agent: int) -> None:
    """A round from the commitment on."""
    QUESTING[agent](game)
    game.travel()
    game.engage()
    DEFENSE[agent](game)
    ATTACK[agent](game)
    game.refresh()


def whole_round(game: Game, agent: int) -> None:
    game.resource()
    PLANNING[agent](game)
    rest_of_round(game, agent)


def verdict(game: Game, rounds: int) -> Result | None:
    """A loss is looked at first: a round that both wins and loses is lost."""
    if game.flags.lost:
        return Result(False, rounds, game.threat >= LOSING_THREAT)
    return Result(True, rounds, False) if game.flags.won else None


def play_whole_turns(game: Game, agent: int) -> Result:
    """Agent 1 or 2 by whole rounds, attack included; the result is looked at after each."""
    rounds = 0
    while (result := verdict(game, rounds)) is None:
        whole_round(game, agent)
        rounds += 1
    return result


Decision = Callable[[Game], Game]


def rule_decisions(mix: Sequence[int]) -> list[Decision]:
    """The three decisions of a round by Agents 1 and 2; attacks are random, and a summary follows each decision."""
    planner, quester, defender = mix

    def planning(game: Game) -> Game:
        game.resource()
        PLANNING[planner](game)
        return game.summary(game.flags)

    def questing(game: Game) -> Game:
        QUESTING[quester](game)
        return game.summary(game.flags)

    def defense(game: Game) -> Game:
        game.travel()
        game.engage()
        DEFENSE[defender](game)
        random_attack(game)
        game.refresh()
        return game.summary(game.flags)

    return [planning, questing, defense]


def play_decisions(game: Game, decisions: Sequence[Decision]) -> Result:
    """The agent runner: the result is looked at after each of the three decisions of a round."""
    rounds = 0
    while True:
        rounds += 1
        for decision in decisions:
            game = decision(game)
            if (result := verdict(game, rounds)) is not None:
                return result
