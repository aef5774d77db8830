"""Positions of Tales of Tribute, put together readably and played as ordinary Python.

A list of cards is written as `Gold*3; Peck`.  Draw piles and the tavern pile are written from the top.  An agent may
carry its health and, with `!`, that it has acted: `Stubborn Shadow 2!`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

from mulligan.games.tribute import pruning
from mulligan.games.tribute.rules import cards as card_module
from mulligan.games.tribute.rules import course as rules
from mulligan.games.tribute.rules import effects, knowledge, layout, listing, moves
from mulligan.games.tribute.rules.layout import (
    ACTIVATE,
    AT_AGENTS,
    AT_COOLDOWN,
    AT_DRAW,
    AT_FOE,
    AT_HAND,
    AT_PLAYED,
    AT_ROW,
    ATTACK,
    BOARDS,
    BUY,
    CALL,
    CHOOSE,
    COMMAND,
    DRAFT,
    EFFECT,
    END_TURN,
    EXACT,
    FOLLOWS,
    ITEM,
    KIND,
    PLACE,
    PLAY,
    REASONS,
    SOURCE,
    State,
    Table,
)
from mulligan.games.tribute.rules.vocabulary import read_level, unit_text
from mulligan.games.tribute.setups import fill_table
from mulligan.kernel import Stream, interpret, pack, records, seed_of

CARDS: list[dict[str, Any]] = tomllib.loads(
    (Path(card_module.__file__).parent / "cards.toml").read_text(encoding="utf-8")
)["cards"]
KINDS = {card["name"]: kind for kind, card in enumerate(CARDS)}
PATRONS = (
    *("ANSEI", "DUKE_OF_CROWS", "RAJHIN", "PSIJIC", "ORGNUM", "HLAALU", "PELIN", "RED_EAGLE", "TREASURY"),
    "SAINT_ALESSIA",
)
NEUTRAL = 2

play = interpret(rules.play)
deal = interpret(rules.deal)
count_moves = interpret(listing.count_moves)
nth_move = interpret(listing.nth_move)
list_moves = interpret(pruning.options)
common_name = interpret(moves.common_name)
run_chain = interpret(effects.run_chain)
all_cards = interpret(knowledge.cards)
hide = interpret(knowledge.hide)


def name_of(cell: int) -> str:
    """The name of a card."""
    return str(CARDS[cell & KIND]["name"])


def names(cells: Sequence[int]) -> list[str]:
    """The names of cards."""
    return [name_of(cell) for cell in cells]


def words(text: str) -> list[str]:
    """`Gold*2; Peck` as a list of words."""
    found: list[str] = []
    for part in filter(None, (part.strip() for part in text.split(";"))):
        word, _, times = part.partition("*")
        found += [word.strip()] * int(times or 1)
    return found


def kinds(text: str) -> list[int]:
    """The numbers of the cards of a list."""
    return [KINDS[word] for word in words(text)]


@cache
def _filled(setup: str) -> Any:
    made = records(Table, 1, packed=False)
    fill_table(setup, made[0])
    return made


def table(setup: str = "draft", *, packed: bool = False) -> Any:
    """The table of a setup, as an array of one."""
    return pack(_filled(setup)) if packed else _filled(setup)


def generator(seed: int) -> Any:
    """The engine's generator."""
    made = records(Stream, 1, packed=False)[0]
    made.z = seed
    return made


def agents_of(text: str) -> Iterator[tuple[int, int, int]]:
    """The agents of a list: kind, health, and whether they have acted."""
    for word in words(text):
        found = re.fullmatch(r"(.*?)(?: (\d+))?(!?)", word)
        assert found is not None
        kind = KINDS[found[1]]
        yield kind, int(found[2] or CARDS[kind]["hp"]), int(found[3] == "!")


def copy_state(s: Any) -> Any:
    """The same state, apart."""
    made = object.__new__(type(s))
    for name in type(s).__slots__:
        value = getattr(s, name)
        if isinstance(value, list):
            value = [part[:] if isinstance(part, list) else part for part in value]
        setattr(made, name, value)
    return made


ZERO = records(State, 1, packed=False)[0]


def side(**places: Any) -> dict[str, Any]:
    """What one player has: cards in their places, coins, power, prestige, calls, and top cards known."""
    return places


class Board:
    """One position, with the player on turn in seat 0 unless said otherwise."""

    def __init__(
        self,
        patrons: str = "PELIN ANSEI RAJHIN HLAALU",
        *,
        me: dict[str, Any] | None = None,
        foe: dict[str, Any] | None = None,
        row: str = "",
        pile: str = "",
        turn: int = 1,
        player: int = 0,
        favour: dict[str, int] | None = None,
        seed: int = 1,
        setup: str = "draft",
    ) -> None:
        self.t, self.rng, self.s = table(setup)[0], generator(seed), copy_state(ZERO)
        s = self.s
        first, second, third, fourth = (PATRONS.index(name) for name in patrons.split())
        s.patron[:5] = [first, second, PATRONS.index("TREASURY"), third, fourth]
        s.drafted, s.turn, s.player = 4, turn, player
        s.favour[:] = [NEUTRAL] * 10
        for name, seat in (favour or {}).items():
            s.favour[PATRONS.index(name)] = seat
        s.n_row, s.n_pile = len(kinds(row)), len(kinds(pile))
        s.row[: s.n_row] = kinds(row)
        s.pile[: s.n_pile] = kinds(pile)[::-1]
        for seat, side in ((player, me), (1 - player, foe)):
            self._fill(seat, **(side or {}))

    def _fill(self, p: int, *, agents: str = "", calls: int = 1, **rest: Any) -> None:
        s = self.s
        s.calls[p] = calls
        for name in ("hand", "draw", "played", "cooldown"):
            cells = kinds(rest.pop(name, ""))
            getattr(s, name)[p][: len(cells)] = cells[::-1] if name == "draw" else cells
            getattr(s, f"n_{name}")[p] = len(cells)
        for i, (kind, hp, acted) in enumerate(agents_of(agents)):
            s.agent[p][i], s.hp[p][i], s.acted[p][i] = kind, hp, acted
            s.n_agents[p] = i + 1
        for name in ("coins", "power", "prestige", "known"):
            getattr(s, name)[p] = rest.pop(name, 0)
        assert not rest, f"no such thing: {list(rest)}"

    # what lies where

    def hand(self, p: int = 0) -> list[str]:
        return names(self.s.hand[p][: self.s.n_hand[p]])

    def draw(self, p: int = 0) -> list[str]:
        """The draw pile from the top."""
        return names(self.s.draw[p][: self.s.n_draw[p]][::-1])

    def played(self, p: int = 0) -> list[str]:
        return names(self.s.played[p][: self.s.n_played[p]])

    def cooldown(self, p: int = 0) -> list[str]:
        return names(self.s.cooldown[p][: self.s.n_cooldown[p]])

    def agents(self, p: int = 0) -> list[str]:
        """The agents as they are written: `Oathman 2!`."""
        s = self.s
        return [f"{name_of(s.agent[p][i])} {s.hp[p][i]}{'!' if s.acted[p][i] else ''}" for i in range(s.n_agents[p])]

    @property
    def row(self) -> list[str]:
        return names(self.s.row[: self.s.n_row])

    @property
    def pile(self) -> list[str]:
        """The tavern pile from the top."""
        return names(self.s.pile[: self.s.n_pile][::-1])

    @property
    def chain(self) -> list[str]:
        """The effects to come."""
        return [unit_text(unit & ((1 << SOURCE) - 1)) for unit in self.s.chain[self.s.head : self.s.tail]]

    @property
    def board(self) -> str:
        return BOARDS[self.s.board]

    @property
    def options(self) -> list[str]:
        """The cards that the open choice offers."""
        return [name_of(cell_at(self.s, option)) for option in self.s.option[: self.s.n_options]]

    @property
    def asks(self) -> tuple[str, int, int, list[str]]:
        """The open choice: what follows, its bounds, and the cards."""
        assert self.s.board, "no choice is open"
        return FOLLOWS[self.s.follow], self.s.low, self.s.high, self.options

    @property
    def end(self) -> tuple[int, str] | None:
        """Winner and reason."""
        return (self.s.winner, REASONS[self.s.reason]) if self.s.reason else None

    def favour(self, patron: str) -> int:
        return int(self.s.favour[PATRONS.index(patron)])

    def wealth(self, p: int = 0) -> tuple[int, int, int]:
        """Coins, power and prestige."""
        return self.s.coins[p], self.s.power[p], self.s.prestige[p]

    # moves

    def engine_moves(self) -> list[int]:
        """The engine's list."""
        return [nth_move(self.s, self.t, i) for i in range(count_moves(self.s, self.t))]

    def moves(self) -> list[str]:
        """The engine's list in words."""
        return [self.text(move) for move in self.engine_moves()]

    def text(self, move: int) -> str:
        """A move of the engine's list in words."""
        s, p = self.s, self.s.player
        command, first = move >> COMMAND & 15, (move & 2047) - 1
        if command == PLAY:
            return f"play {name_of(s.hand[p][first])}"
        if command == ACTIVATE:
            return f"activate {name_of(s.agent[p][first])}"
        if command == ATTACK:
            return f"attack {name_of(s.agent[1 - p][first])}"
        if command == BUY:
            return f"buy {name_of(s.row[first])}"
        if command == CALL:
            return f"call {PATRONS[first]}"
        if command == DRAFT:
            return f"draft {PATRONS[first]}"
        if command == EFFECT:
            return ("left", "right")[first]
        if command == CHOOSE:
            offered = self.options
            return "choose " + "; ".join(offered[i] for i in chosen_of(move))
        assert move == END_TURN << COMMAND
        return "end"

    def do(self, *texts: str) -> Board:
        """Play moves, each the first of its text in the engine's list."""
        for text in texts:
            found = [move for move in self.engine_moves() if self.text(move) == text]
            assert found, f"'{text}' is not legal: {', '.join(self.moves())}"
            self.play(found[0])
        return self

    def choose(self, text: str = "") -> Board:
        """Choose cards of an open choice, of equal ones the first."""
        offered, picked = self.options, []
        for word in words(text):
            picked.append(next(i for i, name in enumerate(offered) if name == word and i not in picked))
        assert self.s.board and self.s.low <= len(picked) <= self.s.high, f"{len(picked)} cards are not allowed"
        return self.play(choice_move(sorted(picked)))

    def play(self, move: int) -> Board:
        """Play a move by its number."""
        play(self.s, self.t, move, self.rng)
        return self

    def run(self, text: str, source: str = "Gold") -> Board:
        """Let effects happen as if a card had them."""
        s = self.s
        assert s.board == 0 and s.tail == 0
        for unit in read_level(text):
            s.chain[s.tail] = unit | KINDS[source] << SOURCE
            s.tail += 1
        run_chain(s, self.t, layout.CHOICE, self.rng)
        return self

    def listed(self, form: int = 0) -> list[int]:
        """The moves as players see them."""
        out = [0] * moves.MAX_OPTIONS
        n = list_moves(self.s, self.t, form, out)
        return out[:n]

    def copy(self) -> Board:
        """The same position, to be played on apart."""
        made = object.__new__(Board)
        made.t, made.rng, made.s = self.t, generator(self.rng.z), copy_state(self.s)
        return made


def cell_at(s: Any, option: int) -> int:
    """The card that an option of a choice stands for."""
    p, place, i = s.player, option // PLACE, option % PLACE
    cells: dict[int, Any] = {
        AT_HAND: s.hand[p],
        AT_PLAYED: s.played[p],
        AT_AGENTS: s.agent[p],
        AT_COOLDOWN: s.cooldown[p],
        AT_DRAW: s.draw[p][: s.n_draw[p]][::-1],
        AT_FOE: s.agent[1 - p],
        AT_ROW: s.row,
    }
    return int(cells[place][i])


def chosen_of(move: int) -> list[int]:
    """The options of a choice that a move of the engine's list takes."""
    items, found = move & ((1 << 55) - 1), []
    while items:
        found.append((items & 2047) - 1)
        items >>= ITEM
    return found


def choice_move(indices: Sequence[int]) -> int:
    """The move that takes these options."""
    return EXACT | CHOOSE << COMMAND | sum((i + 1) << (ITEM * k) for k, i in enumerate(indices))


def new_game(seed: int, patrons: Sequence[int] = ()) -> Board:
    """A game at its start: with the draft, or with the four patrons in the order of the picks."""
    board = object.__new__(Board)
    board.t, board.rng, board.s = table()[0], generator(seed), copy_state(ZERO)
    deal(board.s, board.t, board.rng)
    for patron in patrons:
        board.play(DRAFT << COMMAND | patron + 1)
    return board


def random_positions(
    seed: int, *, busy: bool = False, canonical: bool = False, setup: str = "draft"
) -> Iterator[Board]:
    """The positions of a random game, one object that moves on: by the engine's list, or as players see the moves."""
    chance = Random(seed)
    board = object.__new__(Board)
    board.t, board.rng, board.s = table(setup)[0], generator(seed), copy_state(ZERO)
    if setup == "random":
        board.rng.z = seed_of("tribute", seed)
    deal(board.s, board.t, board.rng)
    while True:
        yield board
        if board.s.reason:
            return
        s, t = board.s, board.t
        if canonical:
            found = board.listed(16 * chance.randrange(2))
            n = len(found)
        else:
            found, n = [], count_moves(s, t)
        free = s.turn > 0 and s.board == 0
        i = chance.randrange(n - 1 if busy and free and n > 1 else n)
        board.play(found[i] if canonical else nth_move(s, t, i))


def subsets(n: int, low: int, high: int) -> Iterator[tuple[int, ...]]:
    """The index sets of a choice, as section 10 of the rules lists them."""
    for k in range(low, high + 1):
        yield from combinations(range(n), k)
