"""The agents at a table: each is shown only what its seat may know, thinks within a limit, and can be told to stop."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from mulligan.agents import (
    ASK,
    Player,
    ask,
    ask_rule,
    edition,
    make_player,
    moves_to_play,
    name_of,
    seat_styles,
    strongest,
    tell_of,
)
from mulligan.core.game import Game
from mulligan.core.position import Position
from mulligan.core.registry import as_game
from mulligan.core.words import join_words, split_words
from mulligan.search import Choice, Decision

from .session import PERSON, Session
from .view import choices

LONGEST = 30.0  # seconds that no decision may pass, whatever an agent's name asks for
Watch = Callable[[Decision], None]


class SeatedAgent:
    """One agent, that can be asked about any position; only one thread may ask at a time."""

    def __init__(self, game: Game, name: str, setup: str = "") -> None:
        self.game, self.name = game, name
        self.player = make_player(game, name).at(setup)
        self._stopped = threading.Event()

    def decide(
        self,
        position: Position,
        seat: int,
        seed: Any = 0,
        watch: Watch | None = None,
        longest: float = LONGEST,
        style: int = ASK,
    ) -> Decision:
        """What the agent would play; `watch` is shown its thoughts about ten times a second.

        With a `style`, the moves are those of that rule player, as a setup may have it.  The `seed` names its random
        numbers, and must tell no more of the seed of a deal than its edition.
        """
        self._stopped.clear()
        if style != ASK:
            return ask_rule(position, self.game.styles[style], seat, (seed,), self.name)
        started = time.perf_counter()

        def look(decision: Decision) -> bool:
            if watch is not None:
                watch(decision)
            return not self._stopped.is_set() and time.perf_counter() - started < longest

        return ask(self.player, position, seat, (seed,), look)

    def stop(self) -> None:
        """End the present decision as soon as possible; may be called from another thread."""
        self._stopped.set()
        self.player.stop()

    def below(self, line: Sequence[int]) -> tuple[Choice, ...]:
        """What the last search knows of the moves after a line of play."""
        return self.player.below(line)


class SeatedAgents:
    """All agents of a session."""

    def __init__(self, session: Session, longest: float = LONGEST) -> None:
        self.session, self.longest = session, longest
        game = session.game
        self._seated = {
            seat: SeatedAgent(game, name, session.setup) for seat, name in enumerate(session.players) if name != PERSON
        }
        players = [self._seated[seat].player if seat in self._seated else _person(game) for seat in range(game.players)]
        self._styles = seat_styles(game, session.setup, players)
        self._told = 0
        self._last: Position | None = None

    def plays_itself(self) -> bool:
        """Whether the next decision is not a person's: an agent's, or one that the setup takes out of all hands."""
        table = self.session
        return not table.over and (table.actor in self._seated or self._style() != ASK)

    def is_asked(self, at: int) -> bool:
        """Whether move `at` was up to its player: neither forced, nor taken out of all hands by the setup."""
        here = self.session.positions[at]
        return self._style(here) == ASK and len(choices(here)) > 1

    def agent_of(self, seat: int) -> SeatedAgent | None:
        """The agent of a seat, if it has one."""
        return self._seated.get(seat)

    def _style(self, position: Position | None = None) -> int:
        actor, stage, *_ = (position or self.session.position).look()
        return self._styles[actor][stage]

    def decide(self, watch: Watch | None = None) -> Decision:
        """What the seat to move decides, if it is not a person's decision."""
        table, position = self.session, self.session.position
        self._tell()
        seat = table.actor
        seed = (edition(table.seed), "table", seat, table.actors.count(seat))
        seated_agent = (
            self._seated.get(seat) or next(iter(self._seated.values()), None) or SeatedAgent(table.game, "uniform")
        )
        return seated_agent.decide(position, seat, seed, watch, self.longest, self._style())

    def play(self, watch: Watch | None = None) -> Decision:
        """Decide and play; later moves of a decision only while what was foreseen comes true."""
        decision = self.decide(watch)
        self.carry_out(decision)
        return decision

    def carry_out(self, decision: Decision) -> None:
        """Play what was decided."""
        for move in moves_to_play(decision, self.session.position.actor, lambda: self.session.position):
            if self.session.over:
                break
            self.session.play(move)

    def stop(self) -> None:
        """Let whoever thinks come to an end."""
        for seated_agent in self._seated.values():
            seated_agent.stop()

    def _tell(self) -> None:
        """Tell the agents what was played since they were last told; after a step back they begin anew."""
        table = self.session
        if self._told > len(table.moves) or (self._last is not None and table.positions[self._told] is not self._last):
            self._told = 0
            for seated_agent in self._seated.values():
                seated_agent.player.forget()
        seats = range(table.game.players)
        players = [self._seated[seat].player if seat in self._seated else None for seat in seats]
        for i in range(self._told, len(table.moves)):
            tell_of(players, table.positions[i], table.actors[i], table.moves[i])
        self._told, self._last = len(table.moves), table.position


def _person(game: Game) -> Player:
    return Player(game, PERSON, [ASK] * len(game.stages))


def new_session(game: Game | str, setup: str, players: Sequence[Any], seed: str) -> Session:
    """Deal a game; people, and an agent that plays alone, get the rule variants that they ask for."""
    game, players = as_game(game), [name_of(player) for player in players]
    if PERSON in players and game.people:
        setup = game.with_requests(setup or next(iter(game.setups)), game.people)
    elif game.players == 1 and players[0] != PERSON:
        setup = game.with_requests(setup or next(iter(game.setups)), make_player(game, players[0]).requests)
    return Session(game, setup, players, seed)


def with_seconds(name: str, seconds: float) -> str:
    """An agent's name with another thinking time for each decision, if it is one that searches.

    >>> with_seconds("magic/best:trees=4", 0.5)
    'magic/best:trees=4,seconds=0.5'
    """
    kind, words = split_words(name, "agent")
    return join_words(kind, {**words, "seconds": f"{seconds:g}"})


def adviser(game: Game, seconds: float = 1.0) -> str:
    """The agent that gives hints and judges games: the best we have."""
    return with_seconds(strongest(game), seconds)
