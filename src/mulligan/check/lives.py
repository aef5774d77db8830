"""Games that an agent lives through, and lives through again where what it cannot know is otherwise.

The agent plays from one seat, asked and told as in every match; the check plays the others.  Beside the true game
runs its shadow: a world that looks the same to the agent's seat, in which all that it cannot know was dealt anew, and
in which the other seats make moves that look the same.  Where that comes to an end, the shadow is dealt anew.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from ..agents import ASK, Player, ask, edition, moves_to_play, seat_styles, tell
from ..core.position import Position, make_stream
from ..search import Decision
from .walk import Walk, Wrong, legal_moves

Make = Callable[[], Player]
Moves = tuple[int, ...]


@dataclass(frozen=True)
class Asked:
    """A decision of a seat."""

    seat: int
    number: int
    """How many decisions of the seat came before."""
    position: Position
    style: int
    """The rule player that plays this stage for the seat, or ASK."""
    at: int
    """How many moves had been played."""


@dataclass(frozen=True)
class Told:
    """A move, as each seat has seen it."""

    seat: int
    stage: int
    seen: tuple[int, ...]


@dataclass(frozen=True)
class Anew:
    """From here on the other seats are in another world, of whose beginning they know nothing."""


Event = Asked | Told | Anew


@dataclass
class Life:
    """What happened in a game, in the true world and in its shadow, and what the agent decided."""

    walk: Walk
    seat: int
    true: list[Event] = field(default_factory=list)
    shadow: list[Event] = field(default_factory=list)
    decisions: list[Moves] = field(default_factory=list)
    problem: str = ""
    """What the agent did wrong at the decision after these."""

    def way_to(self, decision: int) -> Walk:
        """The way to a decision of the agent."""
        asked = [event for event in self.true if isinstance(event, Asked) and event.seat == self.seat]
        return self.walk.again(asked[decision].at)


def decide(player: Player, asked: Asked, seed: int, sample: tuple[str, ...] = ()) -> Decision:
    """What a player decides: asked as everywhere, or by a rule that is let play with the true cards, as in matches."""
    game, name = player.game, (edition(seed), "check", asked.seat, asked.number)
    try:
        if asked.style == ASK:
            return ask(player, asked.position, asked.seat, name, sample=sample)
        moves = asked.position.advise(game.styles[asked.style], make_stream(game, *name, "rule"))
        return Decision(asked.position, player.name, asked.seat, tuple(moves))
    except Exception as error:  # whatever an agent may raise is a finding, not the end of the check
        raise Wrong(f"raises {type(error).__name__}: {str(error)[:300]}") from None


class Board:
    """A game that the check lets an agent play, with its shadow."""

    def __init__(self, walk: Walk, seat: int, player: Player) -> None:
        self.walk, self.seat, self.game, self.player = walk, seat, walk.game, player
        self.styles = seat_styles(self.game, walk.plan.setup, [player] * self.game.players)
        self.life = Life(walk, seat)
        self.random = random.Random(walk.plan.seed)
        self.manner = self.random.randrange(len(self.game.styles))
        """The rule player by which the other seats play."""
        self.numbers, self.dealt = [0] * self.game.players, 0
        self.listeners = [player if other == seat else None for other in range(self.game.players)]
        self._deal()

    @property
    def position(self) -> Position:
        """Where the true game stands."""
        return self.walk.position

    def _deal(self) -> None:
        self.dealt += 1
        self.shadow = self.position.hide(self.seat, self.walk.stream("shadow", self.dealt))

    def play_on(self) -> bool:
        """Have whoever is to move decide and play; whether all is well."""
        actor, stage, *_ = self.position.look()
        asked = Asked(actor, self.numbers[actor], self.position.unnamed(), self.styles[actor][stage], self._at)
        self.numbers[actor] += 1
        self.life.true.append(asked)
        self.life.shadow.append(replace(asked, position=self.shadow.unnamed()))
        return self._decide(asked) if actor == self.seat else self._move_other(asked)

    @property
    def _at(self) -> int:
        return len(self.walk.played)

    def _decide(self, asked: Asked) -> bool:
        """Let the agent decide, and play what it decides."""
        table = self.position.table
        rules = table.tobytes() if self.game.compiled else b""
        try:
            decision = decide(self.player, asked, self.walk.plan.seed)
            moves = moves_to_play(decision, self.seat, lambda: self.position)
            first = next(moves)
        except Wrong as wrong:
            self.life.problem = str(wrong)
        except Exception as error:
            self.life.problem = str(error)
        else:
            if self.game.compiled and rules != table.tobytes():
                self.life.problem = "changes the table of the game that it plays"
        if self.life.problem:
            return False
        self.life.decisions.append(tuple(decision.moves))
        self.play(first)
        for move in moves:
            self.play(move)
        return True

    def _move_other(self, asked: Asked) -> bool:
        """Play another seat: mostly as a rule player would, now and then by any move."""
        style = self.manner if asked.style == ASK else asked.style
        moves = self.position.advise(self.game.styles[style], self.walk.stream("manner", asked.at))
        if not moves or moves[0] not in legal_moves(self.position) or self.random.random() < 0.2:
            moves = [self.random.choice(self.position.options())]
        for number, move in enumerate(moves):
            if number > 0 and (self.position.actor != asked.seat or move not in legal_moves(self.position)):
                break
            self.play(move)
        return True

    def play(self, move: int) -> None:
        """Play a move in the true game, and one that looks the same in its shadow; the agent is told of it."""
        actor, stage, *_ = self.position.look()
        seats = range(self.game.players)
        told = Told(actor, stage, tuple(self.position.seen(move, other) for other in seats))
        twin = self._twin_of(move, told)
        hidden = replace(told, seen=tuple(self.shadow.seen(twin, other) for other in seats)) if twin >= 0 else told
        self.walk.play(self.position, move)
        self.walk.played.append(move)
        if twin >= 0:
            self.walk.play(self.shadow, twin)
        self.life.true.append(told)
        self.life.shadow.append(hidden)
        tell(self.listeners, actor, stage, told.seen)
        if twin < 0 or not self._looks_the_same():
            self._deal()
            self.life.true.append(Anew())
            self.life.shadow.append(Anew())

    def _twin_of(self, move: int, told: Told) -> int:
        """A move in the shadow that looks to the agent's seat like the one in the true game; -1 if there is none."""
        moves = legal_moves(self.shadow)
        if told.seat == self.seat or told.seen[self.seat] == move:
            return move if move in moves else -1
        fitting = [one for one in moves if self.shadow.seen(one, self.seat) == told.seen[self.seat]]
        return self.random.choice(fitting) if fitting else -1

    def _looks_the_same(self) -> bool:
        one, two = self.position, self.shadow
        return one.look()[:3] == two.look()[:3] and one.observe(self.seat) == two.observe(self.seat)


def live(make: Make, walk: Walk, seat: int, most: int) -> Life:
    """Let an agent play on from a seat, for at most so many decisions; what a game raises is not caught."""
    player = make().at(walk.plan.setup)
    player.forget()
    board = Board(walk, seat, player)
    while not board.position.over and len(board.life.decisions) < most and board.play_on():
        pass
    return board.life


def relive(
    make: Make, life: Life, *, swapped: bool = False, partner: bool = False, before: bool = False
) -> tuple[list[Moves], str]:
    """What an agent decides that lives through a game again, and what is wrong at the decision after these.

    If `swapped`, all that it cannot know is otherwise; with a `partner` all other seats have the same agent, who thinks
    about their moves too; and `before` the game it has seen the same one from the next seat, and forgotten it.
    """
    seed, setup, count = life.walk.plan.seed, life.walk.plan.setup, len(life.decisions)
    seats = range(life.walk.game.players)
    players = [make().at(setup) if partner or seat == life.seat else None for seat in seats]
    if before:
        agent, elsewhere = players[life.seat], (life.seat + 1) % len(seats)
        _go_through([agent if seat == elsewhere else None for seat in seats], life.true, seed, ())
    events = life.shadow if swapped else life.true
    found = _go_through(players, events, seed, ("swapped",) if swapped else (), life.seat)
    return found[0][:count], found[1]


def _go_through(
    players: Sequence[Player | None], events: Sequence[Event], seed: int, sample: tuple[str, ...], judged: int = -1
) -> tuple[list[Moves], str]:
    """Ask and tell players as a game has it; the decisions of one seat, and what is wrong with it in the end."""
    found: list[Moves] = []
    for player in players:
        if player is not None:
            player.forget()
    for event in events:
        if isinstance(event, Told):
            tell(players, event.seat, event.stage, event.seen)
        elif isinstance(event, Anew):
            for seat, player in enumerate(players):
                if player is not None and seat != judged >= 0:
                    player.forget()
        else:
            player = players[event.seat]
            if player is None:
                continue
            try:
                moves = decide(player, event, seed, sample if event.seat == judged else ()).moves
            except Wrong as wrong:
                if event.seat == judged:
                    return found, str(wrong)
                continue
            if event.seat == judged:
                found.append(tuple(moves))
    return found, ""
