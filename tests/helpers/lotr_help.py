"""Short names for the tests of The Lord of the Rings: read a position, put cards on its decks, ask it.

Positions are played as ordinary Python, which starts at once; many games are played by the compiled rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from math import sqrt
from random import Random
from typing import Any

from mulligan.agents import make_player
from mulligan.arena.runner import GameRunner
from mulligan.core.position import Position, make_stream
from mulligan.games.lotr import LOTR
from mulligan.games.lotr.cards import encounter_cards, player_cards
from mulligan.games.lotr.layout import ALL_HEROES, HEROES, LOST, NO_PLACE

from . import lotr_oracle as oracle

GAME = LOTR.interpreted()
LEVELS = ("easy", "medium", "hard")
PLAYER = tuple(str(card["name"]) for card in player_cards())
ENCOUNTER = tuple(str(card["name"]) for card in encounter_cards())
KNOWN = tuple(f"{setup}:level={level}" for setup in ("passage", "clean", "paper", "simulator") for level in LEVELS)
FULLY_QUIRKY = "paper:K1,K2,K13d,K13q,K18"


def read(text: str, setup: str = "clean") -> Position:
    """A position from its text."""
    return Position.read(GAME, text, setup)


def rng(*name: Any) -> Any:
    """A random stream."""
    return make_stream(GAME, "tests", *name)


def state(position: Position) -> Any:
    """The fields of a position, as an ordinary object."""
    return position.states[0]


def table(setup: str) -> Any:
    """The table of a setup, as an ordinary object."""
    return GAME.make_table(setup)[0]


def part(position: Position, title: str) -> str:
    """What a position says behind one of its titles."""
    parts = dict(words.strip().split(" ", 1) for words in str(position).split("|"))
    return parts.get(title, "")


def standing(position: Position) -> tuple[int, str, int, int]:
    """Round, stage, threat and quest points."""
    s = state(position)
    return position.turn, position.stage, s.threat, s.points


def words(position: Position, level: str = "none", *, chain: bool = False) -> list[str]:
    """The moves of a level in words."""
    return [position.text(move) for move in position.options(level, chain=chain)]


def result(position: Position) -> str:
    """`won`, `lost` or `going`."""
    return ("won" if position.payoff(0) else "lost") if position.over else "going"


def _bring_up(cards: Any, start: int, end: int, kinds: Sequence[int]) -> None:
    for offset, kind in enumerate(kinds):
        at = next(i for i in range(start + offset, end) if cards[i] == kind)
        cards[start + offset], cards[at] = cards[at], cards[start + offset]


def on_top(position: Position, *names: str) -> Position:
    """The position with these cards on top of the encounter deck, the first one uppermost."""
    s, t = position.states[0], position.table[0]
    _bring_up(s.encounters, s.revealed, t.encounter_cards, [ENCOUNTER.index(name) for name in names])
    return position


def to_draw(position: Position, *names: str) -> Position:
    """The position with these cards on top of the player's deck, the first one uppermost."""
    s, t = position.states[0], position.table[0]
    _bring_up(s.deck, s.drawn, t.cards, [PLAYER.index(name) for name in names])
    return position


def encounter_deck(position: Position) -> list[str]:
    """What is left of the encounter deck, the top card first."""
    s, t = position.states[0], position.table[0]
    return [ENCOUNTER[kind] for kind in s.encounters[s.revealed : t.encounter_cards]]


def only(names: Sequence[str], level: str = "medium") -> str:
    """The words that bury every encounter card but these: `defeated 3 Dol Guldur Orcs, ...`."""
    t = table(f"clean:level={level}")
    left = Counter(ENCOUNTER[kind] for kind in t.encounters[: t.encounter_cards]) - Counter(names)
    return "defeated " + ", ".join(f"{n} {name}" for name, n in left.items())


def advice(position: Position, style: str = "expert", stream: Any = None) -> list[str]:
    """What a rule player does in this stage, in words."""
    there, told = position.copy(), []
    for move in position.advise(style, rng() if stream is None else stream):
        told.append(there.text(move))
        there.play(move)
    return told


def often(position: Position, style: str, tries: int) -> Counter[str]:
    """How often a rule player's first move is which, in so many tries."""
    stream = rng("often", style)
    moves = Counter(position.advise(style, stream)[0] for _ in range(tries))
    return Counter({position.text(move): n for move, n in moves.items()})


def near(n: float, share: float, tries: int, wide: float = 5) -> bool:
    """Whether a count is as expected, within so many standard deviations."""
    return abs(n - share * tries) <= wide * sqrt(share * (1 - share) * tries)


def each(bits: int) -> Iterator[int]:
    """The members of a set of bits."""
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1


def heroes_alive(position: Position) -> list[str]:
    return [PLAYER[hero] for hero in each(state(position).characters & ALL_HEROES)]


def random_game(
    seed: int, setup: str = "clean", styles: Sequence[str] = ("uniform", "random", "expert", "ranger")
) -> Iterator[Position]:
    """The positions of a game, one object that moves on, in which the rule players take turns."""
    here, stream = Position.deal(GAME, setup, seed=("walk", seed)), rng("walk", seed)
    n = 0
    while True:
        yield here
        if here.over:
            return
        here.act(styles[(seed * 7 + n * n * 3 + n) % len(styles)], stream)
        n += 1


@cache
def rate(agent: str, setup: str, games: int) -> float:
    """The share of games that an agent wins in a setup, in per cent, by the compiled rules."""
    one = GameRunner(LOTR, setup, [make_player(LOTR, agent)])
    return 100 * sum(one.play("tests", number, False).score for number in range(games)) / games


def spread(per_cent: float, *games: int) -> float:
    """The standard error, in per cent, of the difference of shares that were counted in so many games each."""
    return sqrt(per_cent * (100 - per_cent) * sum(1 / n for n in games))


# --- the naive twin ---------------------------------------------------------------------------------------------------

PEOPLE = {one.name: one for one in (*oracle.HEROES, *oracle.ALLIES)}
PERILS = {one.name: one for one in oracle.ENCOUNTERS}


def twin(position: Position, rules: oracle.Rules, chance: Random) -> oracle.Game:
    """The same position as a game of the naive reference."""
    s, t = position.states[0], position.table[0]
    game = oracle.Game("easy", chance, rules)
    people = [(oracle.Character(PEOPLE[PLAYER[s.person[slot]]], s.hits[slot]), slot) for slot in each(s.characters)]
    for character, slot in people:
        character.tapped = bool(s.tapped >> slot & 1)
        character.tokens = s.tokens[slot] if slot < HEROES else 0
    game.heroes = [character for character, slot in people if slot < HEROES]
    game.allies = [character for character, slot in people if slot >= HEROES]
    game.hand = [PEOPLE[PLAYER[kind]] for kind in range(t.kinds) for _ in range(s.hand[kind])]
    game.deck = [PEOPLE[PLAYER[kind]] for kind in reversed(s.deck[s.drawn : t.cards])]
    game.encounters = [PERILS[ENCOUNTER[kind]] for kind in reversed(s.encounters[s.revealed : t.encounter_cards])]
    game.staging = [PERILS[ENCOUNTER[s.peril[place]]] for place in each(s.foes | s.sites)]
    game.foes = [oracle.Foe(PERILS[ENCOUNTER[s.peril[place]]], s.mark[place]) for place in each(s.engaged)]
    game.threat, game.quest, game.flags.won = s.threat, s.points, bool(s.done)
    if s.active != NO_PLACE:
        game.location, game.location_points = PERILS[ENCOUNTER[s.peril[s.active]]], s.mark[s.active]
    return game


def table_of(game: oracle.Game) -> dict[str, Any]:
    """All that lies open in a game of the reference."""
    return {
        "numbers": (game.threat, game.quest, game.flags.won, game.flags.lost),
        "heroes": [(one.kind.name, one.hit_points, one.tokens, one.tapped) for one in game.heroes],
        "allies": [(one.kind.name, one.hit_points, one.tapped) for one in game.allies],
        "hand": Counter(card.name for card in game.hand),
        "staging": [card.name for card in game.staging],
        "foes": [(foe.kind.name, foe.hit_points) for foe in game.foes],
        "active": game.location and (game.location.name, game.location_points),
        "decks": ([card.name for card in game.deck], [card.name for card in game.encounters]),
    }


def table_here(position: Position) -> dict[str, Any]:
    """The same of a position."""
    found = table_of(twin(position, oracle.Rules(), Random(0)))
    threat, points, won, _ = found["numbers"]
    return found | {"numbers": (threat, points, won, state(position).result == LOST)}
