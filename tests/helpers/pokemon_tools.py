"""Positions of the Pokemon TCG, put together readably and played as ordinary Python.

A position is written as `str(position)` writes it, without what does not matter: both players have an Active Terrakion,
whose Weakness nobody can use, a few cards in the deck and six Prizes unless said otherwise.  Players and places are
counted as in the text: player 1 and 2, place 0 for the Active Pokemon, 1 to 5 for the Bench.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

from mulligan.core.game import Game
from mulligan.core.position import Position, make_stream
from mulligan.games.pokemon import POKEMON
from mulligan.games.pokemon.cards.vocabulary import CONDITIONS
from mulligan.games.pokemon.rules.layout import REASONS
from mulligan.games.pokemon.setups import pool_of

PLAIN = POKEMON.interpreted()
DECKS = ("dragonsnarl", "dragon_speed", "night_striker", "darkrai_hydreigon", "darkrai_laser")
DEFAULTS = {"active": "Terrakion", "deck": "9 Fighting Energy", "prizes": "6 Water Energy"}
TRIES = 4000


def pair(first: str, second: str) -> str:
    """The setup in which two decks meet."""
    return f"decks:deck1={first},deck2={second}"


def _fell(board: Board, seat: int, coins: str) -> bool:
    return board.coins(seat) == coins


def complete(text: str, head: str) -> str:
    """The text of a position with what it leaves out."""
    given = {part.split()[0] for part in text.split("|") if part.strip()}
    parts = [f"pokemon {head}", text.strip(" |")]
    for seat in "12":
        parts += [f"{what}{seat} {cards}" for what, cards in DEFAULTS.items() if what + seat not in given]
    return " | ".join(part for part in parts if part)


class Board:
    """A position, with player 1 on turn unless said otherwise."""

    def __init__(
        self,
        text: str = "",
        *,
        head: str = "turn 5 player 1",
        setup: str = "dragonsnarl:era=xy",
        whole: bool = False,
        game: Game = PLAIN,
    ) -> None:
        """Read a position; `whole` texts have no defaults."""
        self.here = Position.read(game, text if whole else complete(text, head), setup)

    @classmethod
    def of(cls, position: Position) -> Board:
        """A position that exists already."""
        board = object.__new__(cls)
        board.here = position
        return board

    def copy(self) -> Board:
        """The same position, to be played on apart."""
        return Board.of(self.here.copy())

    # --- what there is ---

    def _of(self, module: str) -> Any:
        """A module of the rules that play this position: those with the cards of its decks."""
        return import_module(f"{pool_of(self.here.setup)}.{module}")

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all cards, by number."""
        found: tuple[str, ...] = self._of("cards.arrays").NAMES
        return found

    @property
    def s(self) -> Any:
        """The state."""
        return self.here.states[0]

    def cards(self, where: str, seat: int) -> Counter[str]:
        """The cards in a hand, deck, discard pile or among the Prizes."""
        return Counter(self.pile(where, seat))

    def pile(self, where: str, seat: int) -> list[str]:
        """The same in order: the hand as it is kept, the deck and Prizes from the top, the discard pile from below."""
        n = getattr(self.s, f"n_{where}")[seat - 1]
        cells = getattr(self.s, "prize" if where == "prizes" else where)[seat - 1][:n]
        names = self.names
        return [names[card] for card in (cells[::-1] if where in ("deck", "prizes") else cells)]

    def hand(self, seat: int) -> Counter[str]:
        return self.cards("hand", seat)

    def deck(self, seat: int) -> list[str]:
        return self.pile("deck", seat)

    def discard(self, seat: int) -> Counter[str]:
        return self.cards("discard", seat)

    def prizes(self, seat: int) -> int:
        """How many Prizes a player has left."""
        return int(self.s.n_prizes[seat - 1])

    def pokemon(self, seat: int, i: int = 0) -> str:
        """A Pokemon in play as positions write it; empty if there is none."""
        return str(self._of("text.notation").pokemon_text(self.s, seat - 1, i)) if self.s.slot[seat - 1][i].card else ""

    def bench(self, seat: int) -> list[str]:
        return [self.pokemon(seat, i) for i in range(1, self.s.n_bench[seat - 1] + 1)]

    def damage(self, seat: int, i: int = 0) -> int:
        return int(self.s.slot[seat - 1][i].damage)

    def energy(self, seat: int, i: int = 0) -> Counter[str]:
        """The Energy on a Pokemon."""
        slot = self.s.slot[seat - 1][i]
        kinds, names = self._of("cards.arrays").ENERGY_KIND, self.names
        return Counter({names[kinds[e]]: n for e, n in enumerate(slot.energy) if n})

    def tool(self, seat: int, i: int = 0) -> str:
        return self.names[self.s.slot[seat - 1][i].tool]

    def ill(self, seat: int) -> str:
        """The Special Conditions of an Active Pokemon."""
        return " ".join(word for bit, word in enumerate(CONDITIONS) if self.s.ill[seat - 1] >> bit & 1)

    def marks(self, seat: int) -> str:
        return str(self._of("text.notation").marks_text(self.s, seat - 1))

    def known(self, field: str, seat: int) -> Counter[str]:
        """What is `shown`, `met` or `stays`, by card."""
        counts = getattr(self.s, field)[seat - 1]
        names = self.names
        return Counter({names[card]: n for card, n in enumerate(counts) if n})

    @property
    def stadium(self) -> str:
        return self.names[self.s.stadium]

    @property
    def asks(self) -> str:
        """The open question: who is asked what, by which card."""
        return str(self._of("text.questions").show_ask(self.s, None))

    @property
    def end(self) -> tuple[int | None, str] | None:
        """The winner and the reason, once there is one."""
        s = self.s
        return (None if s.winner == 2 else s.winner + 1, REASONS[s.reason]) if s.reason else None

    @property
    def turn(self) -> tuple[int, int]:
        """The turn and whose it is."""
        return int(self.s.turn), int(self.s.player) + 1

    @property
    def options(self) -> list[str]:
        """The legal moves in words."""
        return [] if self.here.over else self.here.options_text()

    def offers(self, start: str) -> list[str]:
        """The legal moves that begin like this."""
        return [text for text in self.options if text.startswith(start)]

    # --- moves ---

    def do(self, *moves: str, coins: str | None = None) -> Board:
        """Play moves, each given in full; the coins of the last one fall as wanted: `HT` is heads, then tails."""
        for i, move in enumerate(moves):
            assert move in self.options, f"'{move}' is not legal: {', '.join(self.options)}"
            if coins is not None and i == len(moves) - 1:
                return self.until(move, partial(_fell, seat=int(self.s.player) + 1, coins=coins))
            self.here.play(move)
        return self

    def until(self, move: str, wanted: Callable[[Board], Any]) -> Board:
        """Play a move with the first luck that leads to what is wanted."""
        for seed in range(TRIES):
            board = Board.of(self.here.copy().play(move, seed=seed))
            if wanted(board):
                self.here = board.here
                return self
        raise AssertionError(f"'{move}' never leads there")

    def coins(self, seat: int) -> str:
        """The coins since the last move, as a player has seen them who has drawn nothing since."""
        number, found = int(self.s.outcome[seat - 1]), ""
        while number > 1:
            found = {1: "T", 2: "H"}.get(number % 131, "") + found
            number //= 131
        return found

    def hidden(self, seat: int, seed: Any = 0) -> Board:
        """The position with all that a player cannot know dealt anew."""
        return Board.of(self.here.hide(seat - 1, make_stream(PLAIN, "hide", seed)))


# --- what tests of cards have shown -----------------------------------------------------------------------------------

COVERED: set[str] = set()
Test = Callable[..., None]


def covers(*features: str) -> Callable[[Test], Test]:
    """A test shows what these attacks, Abilities or cards do, each named with the number of its card."""
    COVERED.update(features)
    return lambda test: test
