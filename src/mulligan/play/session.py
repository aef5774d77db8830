"""A game at the table: where it stands, how it came there, who plays, and the way back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from mulligan.agents import Player, make_player, name_of
from mulligan.core.errors import UsageError
from mulligan.core.events import Event, in_words
from mulligan.core.game import OVER, UNSEEN, Game
from mulligan.core.outside import refuse_files
from mulligan.core.position import Position, make_stream
from mulligan.core.registry import as_game, find_game
from mulligan.core.scene import OPEN, Part
from mulligan.core.seen import shown_to
from mulligan.core.showing import block, clean
from mulligan.core.tabledrawing import headline, position_html

from .assembling import put_together
from .news import news
from .record import Record
from .view import View, look

PERSON = "you"
LAST = 6  # moves that a notebook tells
HIDDEN_MOVE = "a choice that you cannot see"


class Session:
    """One game, with every position since its beginning.

    Seats are taken by agents, by their names or as objects, or by `you`: whoever sits at the keyboard.  What chance
    decides follows from the seed and the number of moves played, so the record of a game gives the same game again.

    >>> from mulligan.games.toys import NIM
    >>> table = Session(NIM, players=("you", "you"), seed="7")
    >>> table.play("take 3").play("take 2").position.options_text()
    ['take 1', 'take 2', 'take 3']
    >>> table.undo().record().moves
    ('take 3',)
    """

    def __init__(
        self, game: Game | str, setup: str = "", players: Sequence[Any] = (), seed: str = "0", position: str = ""
    ) -> None:
        game = as_game(game)
        self.game, self.seed, self.begun = game, seed, " ".join(position.split())
        self.players = tuple(name_of(player) for player in players) or (PERSON,) * game.players
        if len(self.players) != game.players:
            raise UsageError(f"{game.name} has {game.players} player{'s' if game.players > 1 else ''}")
        if any(not name or "|" in name or not _in_one_line(name) for name in self.players):
            raise UsageError("players: a name may be neither empty nor contain '|'")
        if not _in_one_line(seed):
            raise UsageError("seed: should be a single line without spaces around it")
        if position:
            start = Position.read(game, self.begun, setup)
            start.seed = seed
            other = start.copy()
            other.shuffle(make_stream(game, seed, "deal"))
            if str(other) == str(start):  # the text does not tell in which order unknown cards lie: let chance decide
                start = other
        else:
            start = Position.deal(game, setup, seed=seed)
        self.setup = start.setup
        self.positions = [start]
        """The position before each move, and the present one."""
        self.moves: list[int] = []
        self.actors: list[int] = []
        self.joined: set[int] = set()
        """The moves that were played as one decision with the move before them: they are taken back with it."""
        self.resigned: int | None = None
        self.forfeit = ""
        """Why the one who resigned could not go on, where it was a player that failed."""
        self.fixed = False
        """Whether it is a game played elsewhere, by chance that does not come from its seed: it can be looked at, and
        gone on from, but not changed."""

    @classmethod
    def of_positions(
        cls, players: tuple[str, ...], positions: Sequence[Position], moves: Sequence[int], actors: Sequence[int]
    ) -> Session:
        """A game that was played elsewhere: the position before each move, and the last one.

        >>> from mulligan.games.toys import NIM
        >>> here = Position.deal(NIM)
        >>> table = Session.of_positions(("a", "b"), [here, here.copy().play("take 3")], [3], [0])
        >>> table.told(0, 0), table.branch(1).record().position
        ('take 3', 'nim 1-3: 12 left, player 2 to move')
        """
        first = positions[0]
        table = cls(first.game, first.setup, players, position=str(first))
        table.positions = list(positions)
        table.moves, table.actors, table.fixed = list(moves), list(actors), True
        return table

    # --- now ----------------------------------------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self.positions[-1]

    @property
    def actor(self) -> int:
        """The seat that is to move, or OVER."""
        return OVER if self.resigned is not None else self.position.actor

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.actor == OVER

    @property
    def results(self) -> tuple[float, ...]:
        """At the end: what each seat is paid."""
        if self.resigned is not None:
            return tuple(0.0 if seat == self.resigned else 1.0 for seat in range(self.game.players))
        return tuple(self.position.payoff(seat) for seat in range(self.game.players)) if self.over else ()

    @property
    def person_to_move(self) -> bool:
        """Whether somebody at the keyboard has to decide."""
        return not self.over and self.players[self.actor] == PERSON

    def view(self, seat: int, at: int | None = None) -> View:
        """What a seat sees now, or saw before move `at` (from 0)."""
        seen = look(self.positions[self._place(at)], seat)
        if self.resigned is not None and at is None:
            return replace(seen, actor=OVER, moves=(), stage="", prompt="", results=self.results)
        return seen

    def _place(self, at: int | None) -> int:
        if at is None:
            return len(self.moves)
        if not 0 <= at <= len(self.moves):
            raise UsageError(f"move {at}: the game has {len(self.moves)} moves")
        return at

    # --- forward and back ---------------------------------------------------------------------------------------------

    def play(self, move: int | str) -> Session:
        """Play a legal move, by its number in the game or in words."""
        self._refuse_change()
        if self.over:
            raise UsageError("the game is over")
        here = self.position
        chosen = here.read_move(move) if isinstance(move, str) else move
        actor = here.actor
        after = here.copy().play(chosen)
        self.positions.append(after)
        self.moves.append(chosen)
        self.actors.append(actor)
        return self

    def play_together(self, seat: int, parts: Sequence[Part]) -> Session:
        """Play what a seat put together on the table, as one move or as several that belong together."""
        first = len(self.moves)
        for move in put_together(self.position, seat, parts):
            self.play(move)
        self.joined |= set(range(first + 1, len(self.moves)))
        return self

    def resign(self, seat: int) -> None:
        """A seat gives up."""
        if not self.over:
            self.resigned = seat

    def go_back(self, moves: int) -> Session:
        """Go back to when so many moves had been played."""
        self._refuse_change()
        place = self._place(moves)
        del self.positions[place + 1 :], self.moves[place:], self.actors[place:]
        self.joined = {at for at in self.joined if at < place}
        self.resigned = None
        return self

    def _refuse_change(self) -> None:
        if self.fixed:
            raise UsageError("this game was played elsewhere: go on from one of its positions instead")

    def undo(self, seat: int | None = None) -> Session:
        """Take back the last move; of a seat, its last decision between several moves and all that came after."""
        if self.resigned is not None:
            self.resigned = None
            return self
        own = [
            i
            for i, actor in enumerate(self.actors)
            if seat is None or (actor == seat and len(self.positions[i].options()) > 1)
        ]
        if not own:
            raise UsageError("there is no move to take back")
        last = own[-1]
        while last in self.joined:
            last -= 1
        return self.go_back(last)

    def branch(self, at: int, players: tuple[str, ...] = ()) -> Session:
        """Another game that begins like this one and goes on from move `at`, perhaps with other players."""
        place = self._place(at)
        if self.fixed:
            return Session(self.game, self.setup, players or self.players, self.seed, str(self.positions[place]))
        other = Session(self.game, self.setup, players or self.players, self.seed, self.begun)
        other.positions = [position.copy() for position in self.positions[: place + 1]]
        other.moves, other.actors = self.moves[:place], self.actors[:place]
        return other

    # --- notebooks ----------------------------------------------------------------------------------------------------

    @property
    def viewer(self) -> int:
        """Whose eyes a notebook looks through: those of the only person, or of whoever is to move; at the end, all."""
        people = [seat for seat, name in enumerate(self.players) if name == PERSON]
        return OPEN if self.over else people[0] if len(people) == 1 else self.actor

    def __repr__(self) -> str:
        moves = f"{len(self.moves)} move{'' if len(self.moves) == 1 else 's'}"
        return f"<Session of {' v '.join(self.players)}: {headline(self.position)}, {moves}>"

    def _repr_html_(self) -> str:
        seat, first = self.viewer, max(0, len(self.moves) - LAST)
        told = [f"player {self.actors[at] + 1}: {self.told(at, seat)}" for at in range(first, len(self.moves))]
        last = f"<div>{clean('; '.join(told))}</div>" if told else ""
        return block(" v ".join(self.players), position_html(self.position, seat), last)

    # --- words --------------------------------------------------------------------------------------------------------

    def told(self, at: int, seat: int) -> str:
        """Move `at` (from 0) as a seat has seen it."""
        here, move = self.positions[at], self.moves[at]
        if 0 <= seat != self.actors[at] and self.game.hidden and here.seen(move, seat) == UNSEEN:
            return HIDDEN_MOVE
        return here.text(move)

    def happened(self, at: int, seat: int) -> list[str]:
        """What a seat saw happen at move `at`, in words: the events of the game, or if it names none, what differs."""
        if self.position.game.events is None:
            return news(look(self.positions[at], seat), look(self.positions[at + 1], seat))
        return self.in_words(self.events(at, seat), seat)

    def in_words(self, events: Iterable[Event], seat: int) -> list[str]:
        """Events in sentences, for a seat."""
        return [in_words(event, seat, self.game.players) for event in events]

    def events(self, at: int, seat: int) -> list[Event]:
        """What a seat saw happen at move `at`, as the game names it."""
        here, move = self.positions[at], self.moves[at]
        game = here.game
        if game.events is None:
            return []
        (before, t), (after, _) = (shown_to(self.positions[i], seat).plain() for i in (at, at + 1))
        hidden = 0 <= seat != self.actors[at] and game.hidden and here.seen(move, seat) == UNSEEN
        return list(game.events(before, after, t, None if hidden else move, seat))

    def record(self) -> Record:
        """The game as it is kept."""
        self._refuse_change()  # its moves, played again, would meet other chance
        return Record(
            game=self.game.id,
            setup=self.setup,
            players=self.players,
            moves=tuple(here.text(move) for here, move in zip(self.positions, self.moves)),
            seed=self.seed,
            position=self.begun,
            resigned=self.resigned,
            result=self.results,
        )


def _in_one_line(text: str) -> bool:
    """Whether a text comes back from a line of a file as it was."""
    return text == text.strip() and len(text.splitlines()) <= 1


def open_record(record: Record) -> Session:
    """The game that a record tells of, replayed move by move; whatever is wrong with it is told with its place."""
    name, _, version = record.game.partition("/")
    heading = "game"
    try:
        game = find_game(name)
        if version and version != str(game.version):
            raise UsageError(f"game: {record.game} was played by other rules than those of {game.id}")
        heading = "setup"
        game.make_table(record.setup)
        if record.position:
            heading = "position"
            Position.read(game, record.position, record.setup)
        heading = "players"
        table = Session(game, record.setup, record.players, record.seed, record.position)
        with refuse_files():  # somebody else may have written it
            for player in record.players:
                seat_player(game, player)
    except UsageError as error:
        raise UsageError(f"{record.at(heading)}{error}") from None
    for i, words in enumerate(record.moves):
        try:
            table.play(words)
        except UsageError as error:
            record.wrong(i, str(error))
    if record.resigned is not None:
        table.resign(record.resigned)
    return table


def seat_player(game: Game, name: str) -> Player | None:
    """The player of a name, or None for a person."""
    return None if name == PERSON else make_player(game, name)


__all__ = ["HIDDEN_MOVE", "PERSON", "Session", "open_record", "seat_player"]
