"""A player of ours that answers the engine's questions: which patron, and which of the listed moves.

It knows the draft as far as the engine tells it, keeps the plan of a decision as long as it holds, puts choices that
our rules ask card by card together again, and stops thinking before the clock of the turn runs out.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from mulligan.agents import ASK, Player, ask, ask_rule, moves_to_play, seat_styles
from mulligan.core.errors import UsageError
from mulligan.core.game import UNSEEN, Game
from mulligan.core.position import Position
from mulligan.search import Decision

from ..rules.cards import DECKS, PATRONS, TREASURY
from ..rules.layout import CHOOSE, COMMAND, ITEM, ITEM_MASK, NO_MORE, PICK, TURN
from .reading import SETUP, find_move, position_of
from .wire import differences, kind_named

SAFETY = 0.3  # seconds of a turn that are left for messages
AGAIN = 0.02  # seconds after which a player that should stop is told once more


@contextmanager
def stopping(player: Player, seconds: float) -> Iterator[None]:
    """Tell a player to stop after so many seconds, again and again until it has: a decision may be about to begin."""
    done = threading.Event()

    def wait() -> None:
        left = max(0.0, seconds)
        while not done.wait(left):
            player.stop()
            left = AGAIN

    thread = threading.Thread(target=wait, daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def draft_text(offered: Sequence[int], mine: Sequence[int], others: Sequence[int]) -> tuple[str, str]:
    """A position of the draft and its setup: what is on offer, what this player has, and what others have.

    In its first round a bot is not told whether it is the first to draft, so it is taken to be; in the second, whoever
    has the other seat's two patrons between its own sits in the first seat.

    >>> draft_text([0, 1, 2, 3], [], [])
    ('tribute draft | patrons - - TREASURY - -', 'draft:patrons=ANSEI+DUKE_OF_CROWS+RAJHIN+PSIJIC')
    >>> draft_text([5, 6], [0], [1, 2])[0]
    'tribute draft | patrons ANSEI DUKE_OF_CROWS TREASURY RAJHIN -'
    """
    if len(others) == 2:
        slots = [mine[0], *others]
    elif mine:
        slots = [others[0], mine[0]]
    else:
        slots = list(others)
    names = [PATRONS[patron] for patron in slots] + ["-"] * (4 - len(slots))
    setup = f"{SETUP}:patrons={'+'.join(PATRONS[patron] for patron in [*offered, *slots])}"
    return f"tribute draft | patrons {' '.join(names[:2])} {PATRONS[TREASURY]} {' '.join(names[2:])}", setup


class Thinker:
    """One player, which answers for one game after the other."""

    def __init__(self, game: Game, player: Player, seed: Any, tell: Callable[[str], None]) -> None:
        if player.oracle:
            raise UsageError(f"'{player.name}' is shown what no seat may know, and the engine shows it to nobody")
        self.game, self.player, self.seed, self._tell = game, player.at(SETUP), seed, tell
        self._styles = seat_styles(game, SETUP, [self.player, self.player])[0]
        self._known: set[str] = set()
        self.games = -1  # what comes before the first game is for getting ready
        self.begin()

    def begin(self) -> None:
        """A new game begins."""
        self.player.forget()
        self.games += 1
        self._asked = 0
        self._offered: list[int] = []
        self._mine: list[int] = []
        self._order: list[int] = []
        self._plan: Iterator[int] | None = None
        self._here: Position | None = None
        self._turn = -1

    def stop(self) -> None:
        """Decide as soon as possible."""
        self.player.stop()

    # --- deciding ---

    def _decide(self, position: Position, seat: int) -> Decision:
        self._asked += 1
        name = (self.seed, self.games, seat, self._asked)
        style = self._styles[position.look()[1]]
        if style != ASK:
            return ask_rule(position, self.game.styles[style], seat, name, self.player.name)
        return ask(self.player, position, seat, name)

    def _next(self, position: Position, seat: int) -> int:
        """The next move: of the last plan while it holds, or of a new one."""
        self._here = position
        move = None if self._plan is None else next(self._plan, None)
        if move is None:
            decision = self._decide(position, seat)
            self._plan = moves_to_play(decision, seat, self._now)
            move = next(self._plan)
        if self.player.listens:
            self.player.saw(seat, position.look()[1], move)
        return move

    def _enter(self, turn: int, seat: int) -> None:
        """Tell a player who wants to know of moves that the other has made some; which ones is not read."""
        if self.player.listens and self._turn >= 0 and turn != self._turn:
            self.player.saw(1 - seat, TURN, UNSEEN)
        self._turn = turn

    def _now(self) -> Position:
        assert self._here is not None
        return self._here

    def _whole(self, position: Position, seat: int) -> int:
        """The next move as the engine has it: cards that are picked one by one become one choice."""
        here, picked = position, []
        while True:
            move = self._next(here, seat)
            if move != NO_MORE and move >> COMMAND & 15 != PICK:
                return move
            if move == NO_MORE:
                break
            picked.append(move & ITEM_MASK)
            here = here.copy()
            here.play(move, seed=self.seed)
            if here.plain()[0].n_picked != len(picked):  # the last card that may be picked ends the choice
                break
        return CHOOSE << COMMAND | sum(item << ITEM * k for k, item in enumerate(picked))

    # --- the engine's questions ---

    def select(self, offered: Sequence[int], round: int, seconds: float = 10.0) -> int:
        """The patron that is drafted."""
        offered = list(dict.fromkeys(patron for patron in offered if patron != TREASURY))
        if not offered or not all(0 <= patron < DECKS for patron in offered):
            raise UsageError(f"the engine offers the patrons {offered}, and there are 0 to {DECKS - 1}")
        if round == 1:
            self._offered, self._mine = offered, []
        gone = [patron for patron in self._offered if patron not in offered and patron not in self._mine]
        if self._mine and len(gone) != 2:  # the second seat drafts twice in a row, and is not told what the first took
            unseen = [p for p in range(DECKS) if p not in (*self._offered, *self._mine, TREASURY)]
            gone = unseen[:1] or gone[:1]
        missing = [p for p in range(DECKS) if p not in (*offered, *self._mine, *gone, TREASURY)]
        if not self._mine and len(offered) < 4:
            gone = missing[:1]
        text, setup = draft_text(offered, self._mine[:1], gone)
        position = Position.read(self.game, text, setup)
        with stopping(self.player, seconds - SAFETY):
            move = self._next(position, position.actor)
        self._plan = None
        chosen = (move & ITEM_MASK) - 1
        self._mine.append(chosen)
        if len(self._mine) == 2:
            first, second = self._mine
            self._order = [first, *gone, second] if len(gone) == 2 else [*gone, first, second]
        return chosen

    def choose(self, state: Any, moves: Sequence[Any], seconds: float) -> int:
        """The number of the listed move that is played."""
        self._compare(state)
        position = position_of(state, self.game, self._order)
        seat = int(state.current_player.player_id)
        self._enter(position.turn, seat)
        with stopping(self.player, seconds - SAFETY):
            move = self._whole(position, seat)
        return find_move(state, moves, position, move)

    def _compare(self, state: Any) -> None:
        """Say once of each card of the engine if it is not as ours."""
        for card in (*state.tavern_available_cards, *state.current_player.hand, *state.tavern_cards):
            if card.name not in self._known:
                self._known.add(card.name)
                found = differences(kind_named(card.name), card)
                if found:
                    self._tell(
                        f"the engine's {card.name} is not ours: {'; '.join(found)}; another version of the cards?"
                    )
