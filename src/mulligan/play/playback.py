"""Going over a game that was played: forward, back, and to any move; or all of it as a list."""

from __future__ import annotations

from rich.text import Text

from mulligan.core.errors import UsageError
from mulligan.core.scene import OPEN, Zone
from mulligan.core.words import plain_digits

from .log import result_words
from .news import whose
from .screen import Closed, Left, Screen, closing, silence
from .session import PERSON, Session
from .terminal import card_lines, clean, draw, flow
from .typed import looked_at
from .view import View

HELP = "Enter: next, b: back, a number: that move, start, end, look [CARD], log, q: leave"


def fair_seat(table: Session) -> int:
    """Who may look: everybody at a finished game, but at an unfinished one only the person who plays it."""
    people = [seat for seat, name in enumerate(table.players) if name == PERSON]
    return people[0] if len(people) == 1 and not table.over else OPEN


class Playback:
    """A game, where one is in it, and whose eyes one has."""

    def __init__(self, table: Session, screen: Screen, seat: int | None = None, at: int = 0) -> None:
        self.table, self.screen = table, screen
        self.seat = fair_seat(table) if seat is None else seat
        self.at = at
        if not 0 <= at <= self.length:
            raise UsageError(f"at: {at} should be from 0 to {self.length}, the number of moves")

    @property
    def length(self) -> int:
        """How many moves there are."""
        return len(self.table.moves)

    def run(self) -> None:
        """Step through the game until somebody leaves."""
        with closing():
            try:
                self._open()
                self._draw()
                while True:
                    self._obey(self.screen.ask(f"{self.at}/{self.length} > "))
            except (Left, KeyboardInterrupt):
                pass
            except (Closed, SystemExit, OSError):
                silence()

    def listing(self, only: int | None = None) -> None:
        """All moves with what happened; or the table before one."""
        try:
            self._open()
            if only is not None:
                self.at = only
                self._draw()
                return
            for at in range(self.length):
                self._tell(at)
            self.at = self.length
            self._draw()
        except SystemExit:  # nobody reads on
            silence()

    def _open(self) -> None:
        table = self.table
        began = f"seed {table.seed}" if not table.begun else "from a position"
        eyes = "all cards open" if self.seat == OPEN else f"as player {self.seat + 1} saw it"
        players = " against ".join("a person" if name == PERSON else name for name in table.players)
        words = f"{table.game.title}, {players}; setup {table.setup}, {began}, {self.length} moves; {eyes}."
        self.screen.say(words, "bold")

    def _draw(self) -> None:
        table, last = self.table, self.at == self.length
        view = table.view(self.seat, None if last else self.at)
        note = f"after {self.at} of {self.length} moves"
        self.screen.show(draw(view, self.screen.paper, table.players, moves=False, note=note))
        if last and table.over:
            self.screen.say(result_words(table.results, OPEN, table.players, table.resigned), "bold")
            if table.forfeit:
                self.screen.say(table.forfeit)
        elif last:
            self.screen.say("The game is not finished.")

    def _tell(self, at: int) -> None:
        table, paper = self.table, self.screen.paper
        parts = [Text(clean(table.told(at, self.seat)))]
        parts += [Text(clean(line), "dim") for line in table.happened(at, self.seat)]
        who = f"player {table.actors[at] + 1}: " if table.game.players > 1 else ""
        first = Text(f"{at + 1:>{len(str(self.length))}} ", "bold cyan").append(who, "bold default")
        self.screen.show(*flow(parts, paper.width, dot=paper.signs.dot, hang=4, first=first))

    def _obey(self, line: str) -> None:
        word, _, rest = line.casefold().removeprefix("/").partition(" ")
        target = {"": self.at + 1, "n": self.at + 1, "next": self.at + 1, "b": self.at - 1, "back": self.at - 1}.get(
            word
        )
        target = {"start": 0, "end": self.length}.get(word, target)
        try:
            if plain_digits(word):
                target = int(word)
            if target is not None:
                self._go(target)
            elif word in ("q", "quit", "exit"):
                raise Left
            elif word == "log":
                for at in range(self.at):
                    self._tell(at)
            elif word == "look":
                view = self.table.view(self.seat, self.at)
                for card, zone in looked_at(rest.strip(), view):
                    self.screen.show(*card_lines(card, self._place(view, zone), self.screen.paper))
            elif word in ("help", "?", "h"):
                self.screen.say(HELP)
            else:
                raise UsageError(f"'{line[:40]}' is no command here. {HELP}")
        except UsageError as error:
            self.screen.say(str(error))

    def _place(self, view: View, zone: Zone) -> str:
        return whose(view.seat, zone.owner, view.players) + zone.title

    def _go(self, target: int) -> None:
        if not 0 <= target <= self.length:
            ends = "this is the end" if target > self.length else "this is the beginning"
            raise UsageError(f"{ends}: moves are 0 to {self.length}")
        if target == self.at + 1:
            self._tell(self.at)
        self.at = target
        self._draw()
