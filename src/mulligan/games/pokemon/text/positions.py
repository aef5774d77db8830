"""Positions and moves of the Pokemon TCG in words.

A position is one line of parts; those that are left out are empty, and numbers that are left out follow from the rest.

    pokemon turn 5 player 1 | active1 Zweilous < Deino, damage 30, 2 Darkness Energy, tool Giant Cape, asleep poisoned
    | bench1 Golett, Psychic Energy; Stunky, fresh | hand1 2 Darkness Energy, N, Deino bw6-94 | deck1 Cheren, Golurk
    | prizes1 2 Golett, Cheren | active2 Golett | deck2 Cheren | prizes2 3 Golett

| part                | meaning                                                                                      |
|---------------------|----------------------------------------------------------------------------------------------|
| `pokemon`           | `turn 5 player 1`, turn 3 of player 1 if left out; or `setup`; in sudden death also how      |
|                     | often, and after which turn this game began: `turn 35 player 1 began 31 sudden 1`            |
| `winner`            | the game is over: `1 by prizes`, `nobody by both at once`                                    |
| `ask`               | the open question, if it is not the move of a turn: who, what, by which card                 |
| `with`              | numbers that do not follow from the rest, most of them of a card that is being carried out   |
| `done`              | what this turn has had: `energy`, `supporter`, `stadium`, `retreat`, `trances 2`             |
| `stadium`           | the Stadium in play and its owner: `Virbank City Gym of 2`                                   |
| `active1`, `bench1` | Pokemon: evolved ones over what they evolved from, and what is on them                       |
| `marks1`            | effects on the Active Pokemon, and `more` on the player, each with its last turn             |
| `hand1`             | cards in any order                                                                           |
| `deck1`, `prizes1`  | cards from the top, the one that is drawn or taken next coming first                         |
| `discard1`          | cards, the oldest first                                                                      |
| `shown1`            | cards in this hand that the other player knows                                               |
| `knows1`            | what the player knows of the own deck: `deck`, its cards; `top 2`, the first ones in order   |
| `stays1`            | cards in the own deck of which the player knows that they are no Prizes                      |
| `met1`              | the most copies of this player's cards that the other one has seen                           |
| `avenge1`           | the last turn in which an attack knocked out a Pokemon of this player                        |
| `outcome`           | for each player a number for what chance has shown in the last move                          |

A card is named as in moves; a name that several cards have means, when it is read, the one in the player's deck.
`2 Golett` may be written `Golett x2`.  An evolved Pokemon may be written without what it evolved from.  On a Pokemon,
`fresh` says that it came or evolved this turn, and `used` that its Ability was used.  A mark is `less 10 until 7` or
`no_retreat until 6`; `lock 2` stops the second attack.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from mulligan.core.game import Text
from mulligan.core.sections import Section, show_sections, split_sections
from mulligan.core.textkit import need, read_choice, read_number, read_settings

from ..cards.arrays import CLASS, NAMES, ROOM, as_bits
from ..cards.vocabulary import STADIUM
from ..rules.layout import (
    BENCH,
    BY_BOTH,
    BY_LIMIT,
    DECK,
    GOING,
    LAST_TURN,
    MOST_TRANCES,
    NOBODY,
    PRIZES,
    REASONS,
    TO_START,
)
from ..rules.zones import MIXED
from .moves import card_text, move
from .notation import (
    Reading,
    cards_text,
    counts_text,
    marks_text,
    pokemon_text,
    read_card,
    read_cards,
    read_counts,
    read_marks,
    read_pokemon,
)
from .questions import read_ask, show_ask
from .registers import read_with, show_with
from .validity import check

_DONE = {"energy": "attached", "supporter": "supported", "stadium": "staged", "retreat": "retreated"}
_SITE = "site"  # a Stadium was used

# --- the game ---------------------------------------------------------------------------------------------------------


def _show_head(s: Any, t: Any) -> str:
    head = "setup" if s.after == TO_START else f"turn {s.turn} player {s.player + 1}"
    return head + (f" began {s.began} sudden {s.sudden}" if s.sudden else "")


def _read_head(r: Reading, text: str) -> bool:
    """Read turn and player; return whether the players are setting up."""
    setup = "setup" in text.split()
    numbers = {"began": (0, LAST_TURN), "sudden": (0, LAST_TURN)}
    if not setup:
        numbers |= {"turn": (1, LAST_TURN + 1), "player": (1, 2)}
    found = read_settings(text, "position, pokemon", numbers, ["setup"])
    s = r.s
    s.began, s.sudden = found.get("began", 0), found.get("sudden", 0)
    s.turn = s.began if setup else found.get("turn", s.began + 3)
    s.player = found.get("player", 1) - 1
    return setup


def _show_winner(s: Any, t: Any) -> str:
    if s.reason == GOING:
        return ""
    return f"{'nobody' if s.winner == NOBODY else s.winner + 1} by {REASONS[s.reason]}"


def _read_winner(r: Reading, text: str) -> None:
    who, _, why = text.partition(" by ")
    r.s.reason = 1 + read_choice(why, "reason in position, winner", REASONS[1:])
    shared = r.s.reason in (BY_LIMIT, BY_BOTH)
    right = "should be 'nobody'" if shared else "should be 1 or 2"
    need(who.strip() in (["nobody"] if shared else ["1", "2"]), f", winner: '{who[:30]}' {right}")
    r.s.winner = NOBODY if shared else int(who) - 1


def _show_done(s: Any, t: Any) -> str:
    words = [word for word, field in _DONE.items() if getattr(s, field) & 1] + [_SITE] * (s.staged >> 1)
    return " ".join(words + ([f"trances {s.trances}"] if s.trances else []))


def _read_done(r: Reading, text: str) -> None:
    found = read_settings(text, "position, done", {"trances": (1, MOST_TRANCES)}, [*_DONE, _SITE])
    r.s.trances = found.pop("trances", 0)
    r.s.staged = 2 * (found.pop(_SITE, None) is not None)
    for word in found:
        setattr(r.s, _DONE[word], getattr(r.s, _DONE[word]) | 1)


def _show_stadium(s: Any, t: Any) -> str:
    return f"{card_text(s.stadium)} of {s.stadium_owner + 1}" if s.stadium else ""


def _read_stadium(r: Reading, text: str) -> None:
    name, _, owner = text.rpartition(" of ")
    need(name, f", stadium: '{text[:40]}' should be a card and its owner, such as 'Virbank City Gym of 2'")
    r.s.stadium_owner = read_number(owner.strip(), "position, stadium, owner", 1, 2) - 1
    r.s.stadium = read_card(r, r.s.stadium_owner, name, "stadium")
    need(CLASS[r.s.stadium] == STADIUM, f", stadium: {NAMES[r.s.stadium]} is not a Stadium")


def _show_outcome(s: Any, t: Any) -> str:
    return f"{s.outcome[0]} {s.outcome[1]}" if list(s.outcome) != [1, 1] else ""


def _read_outcome(r: Reading, text: str) -> None:
    words = text.split()
    need(len(words) == 2, f", outcome: '{text[:40]}' should be two numbers")
    for p, word in enumerate(words):
        r.s.outcome[p] = read_number(word, "position, outcome", 0, MIXED)


# --- the players ------------------------------------------------------------------------------------------------------


def _active(p: int) -> Section:
    def show(s: Any, t: Any) -> str:
        return pokemon_text(s, p, 0) if s.slot[p][0].card else ""

    def read(r: Reading, text: str) -> None:
        read_pokemon(r, p, 0, text, f"active{p + 1}")

    return Section(f"active{p + 1}", show, read)


def _bench(p: int) -> Section:
    def show(s: Any, t: Any) -> str:
        return "; ".join(pokemon_text(s, p, i) for i in range(1, s.n_bench[p] + 1))

    def read(r: Reading, text: str) -> None:
        parts = text.split(";")
        need(len(parts) <= BENCH, f", bench{p + 1}: {len(parts)} Pokemon; there is room for {BENCH}")
        for i, part in enumerate(parts, 1):
            read_pokemon(r, p, i, part, f"bench{p + 1}")
        r.s.n_bench[p] = len(parts)

    return Section(f"bench{p + 1}", show, read)


def _marks(p: int) -> Section:
    return Section(
        f"marks{p + 1}",
        lambda s, t: marks_text(s, p),
        lambda r, text: read_marks(r, p, text, f"marks{p + 1}"),
    )


def _zone(
    p: int, title: str, field: str, most: int, order: Callable[[list[int]], list[int]], bits: str = ""
) -> Section:
    """Cards in an array; `order` turns the array into what is written, and back; `bits` holds them as bits too."""
    where = f"{title}{p + 1}"

    def show(s: Any, t: Any) -> str:
        size = getattr(s, f"n_{title}")[p]
        return cards_text(order(list(getattr(s, field)[p][:size])))

    def read(r: Reading, text: str) -> None:
        cards = order(read_cards(r, p, text, where, most))
        getattr(r.s, field)[p][: len(cards)] = cards
        getattr(r.s, f"n_{title}")[p] = len(cards)
        if bits:
            getattr(r.s, bits)[p][:] = as_bits(np.isin(np.arange(ROOM), cards)).tolist()

    return Section(where, show, read)


def _counts(p: int, field: str) -> Section:
    where = f"{field}{p + 1}"
    return Section(
        where,
        lambda s, t: counts_text(getattr(s, field)[p]),
        lambda r, text: read_counts(r, p, text, where, getattr(r.s, field)[p]),
    )


def _knows(p: int) -> Section:
    where = f"knows{p + 1}"

    def show(s: Any, t: Any) -> str:
        return " ".join(["deck"] * bool(s.searched[p]) + ([f"top {s.top[p]}"] if s.top[p] else []))

    def read(r: Reading, text: str) -> None:
        found = read_settings(text, f"position, {where}", {"top": (1, DECK)}, ["deck"])
        r.s.searched[p], r.s.top[p] = found.get("deck", 0), found.get("top", 0)

    return Section(where, show, read)


def _avenge(p: int) -> Section:
    def show(s: Any, t: Any) -> str:
        return str(s.avenge[p]) if s.avenge[p] else ""

    def read(r: Reading, text: str) -> None:
        r.s.avenge[p] = read_number(text.strip(), f"position, avenge{p + 1}", 1, r.s.turn)

    return Section(f"avenge{p + 1}", show, read)


def _reversed(cards: list[int]) -> list[int]:
    return cards[::-1]


def _player(p: int) -> list[Section]:
    return [
        _active(p),
        _bench(p),
        _marks(p),
        _zone(p, "hand", "hand", DECK, sorted, "held"),
        _zone(p, "deck", "deck", DECK, _reversed),
        _zone(p, "discard", "discard", DECK, list, "thrown"),
        _zone(p, "prizes", "prize", PRIZES, _reversed),
        _counts(p, "shown"),
        _knows(p),
        _counts(p, "stays"),
        _counts(p, "met"),
        _avenge(p),
    ]


# --- the whole --------------------------------------------------------------------------------------------------------

_SECTIONS = (
    Section("pokemon", _show_head, lambda r, text: None),
    Section("winner", _show_winner, _read_winner),
    Section("ask", show_ask, read_ask),
    Section("with", show_with, lambda r, text: None),
    Section("done", _show_done, _read_done),
    Section("stadium", _show_stadium, _read_stadium),
    *_player(0),
    *_player(1),
    Section("outcome", _show_outcome, _read_outcome),
)


def state(s: Any, t: Any) -> str:
    """The whole position, hidden cards included, as one line."""
    return show_sections(_SECTIONS, s, t)


def read_state(text: str, s: Any, t: Any) -> None:
    """Fill `s` from a line: the inverse of `state`, with defaults for what is left out."""
    parts = split_sections(text, [section.title for section in _SECTIONS])
    for title, words in parts.items():
        need(words or title == "pokemon", f", {title}: nothing stands behind it")
    s.outcome[:] = [1, 1]
    reading = Reading(s, t)
    setup = _read_head(reading, parts["pokemon"])
    for section in _SECTIONS:
        if section.title in parts:
            section.read(reading, parts[section.title])
    read_with(reading, parts.get("with", ""), setup)
    check(s, t, setup)


TEXT = Text(move=move, state=state, read_state=read_state)
