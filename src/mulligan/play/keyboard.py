"""Playing at a keyboard: one or more people against the game, agents or each other; or watching agents play."""

from __future__ import annotations

import shlex
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from rich.text import Text

from mulligan.agents import edition
from mulligan.arena.progress import clock, compiling
from mulligan.arena.warm import compilations
from mulligan.core.errors import UsageError
from mulligan.core.output import refuse_target
from mulligan.core.scene import OPEN
from mulligan.core.words import plain_digits
from mulligan.search import Decision

from .advice import advise, settings_of
from .log import named, result_words, shorter
from .news import whose
from .record import load_record
from .savestore import SaveStore, kept_games
from .screen import Closed, Left, Screen, closing, deaf, pause, silence
from .seated import SeatedAgent, SeatedAgents, Watch, adviser
from .session import PERSON, Session, open_record
from .terminal import card_lines, clean, draw, flow
from .thoughts import hint_lines, progress, why_lines
from .typed import COMMANDS, NO_MOVE, NOT_WATCHING, WATCHING, Typed, looked_at, understand
from .view import View, choices

PROMPT = "> "
HINT_SECONDS = 2.0
LATEST = 20  # moves that `log` shows unless it is asked for more
ENDLESS = 1_000_000
OPENLY = "all cards were open"


@dataclass(frozen=True)
class PlayOptions:
    """How a game is played."""

    auto: bool = True
    """Whether moves without alternative are played unasked."""
    open: bool | None = None
    """Whether all cards are shown; if it is not said, only to those who watch."""
    pace: float | None = None
    """Seconds between the moves that are watched; None waits for a key."""
    save: str = ""
    """The file that the game is kept in."""
    hint_seconds: float = HINT_SECONDS


class Sheet(Protocol):
    """Where a study is told of a game: see `mulligan.people.study.Scoresheet`."""

    def mark(self, what: str) -> None: ...

    def end(self, session: Session) -> None: ...

    def leave(self, session: Session) -> None: ...


class Keyboard:
    """A session, a screen, and whoever types."""

    def __init__(
        self,
        table: Session,
        screen: Screen,
        manner: PlayOptions | None = None,
        shelf: SaveStore | None = None,
        sheet: Sheet | None = None,
    ):
        self.screen, self.manner, self.sheet = screen, manner or PlayOptions(), sheet
        self.shelf = shelf or SaveStore()
        self._adviser: SeatedAgent | None = None
        self._sit(table)

    def _sit(self, table: Session) -> None:
        """Sit down at a table."""
        self.table, self.seated = table, SeatedAgents(table)
        self.people = [seat for seat, name in enumerate(table.players) if name == PERSON]
        self.audience = self.people[0] if len(self.people) == 1 else OPEN
        """The seat before the screen; OPEN if nobody has sat down, or the screen is for watchers."""
        self._told = dict.fromkeys((OPEN, *range(table.game.players)), len(table.moves))
        self._notes: dict[int, str] = {}
        self._thoughts: list[tuple[int, Decision]] = []
        self._undone: list[int] = []
        self._ahead = 0  # moves that watchers want to see without being asked
        self._ended: tuple[int, int | None] | None = None
        self._saved = table.record() if table.moves else None
        if self._adviser is not None and self._adviser.game is not table.game:
            self._adviser = None

    # --- who sees what ------------------------------------------------------------------------------------------------

    @property
    def watching(self) -> bool:
        """Whether nobody at the keyboard plays."""
        return not self.people

    @property
    def shared(self) -> bool:
        """Whether several people share the keyboard who may not see each other's cards."""
        return len(self.people) > 1 and self.table.game.hidden and not self.manner.open

    @property
    def open(self) -> bool:
        """Whether all cards are shown."""
        return self.watching if self.manner.open is None else self.manner.open

    @property
    def commands(self) -> dict[str, str]:
        """What may be typed beside moves."""
        if not self.watching:
            return COMMANDS
        return {**WATCHING, **{name: about for name, about in COMMANDS.items() if name not in NOT_WATCHING}}

    def _seat(self) -> int:
        """For whom things are drawn and told now."""
        if not self.watching:
            return self.audience
        return OPEN if self.open else max(self.table.actor, OPEN)

    def _view(self) -> View:
        seat = self._seat()
        view = self.table.view(seat)
        if seat != OPEN and self.table.game.hidden and (self.open or self.table.over):
            everything = self.table.view(OPEN)
            view = replace(view, zones=everything.zones, counters=everything.counters)
        return view

    # --- the course of a game -----------------------------------------------------------------------------------------

    def run(self) -> None:
        """Play until somebody leaves; whatever happens, the game is kept."""
        self._check_save()
        with closing():
            try:
                self._open()
                while True:
                    self._step()
            except (Left, KeyboardInterrupt):
                self._leave()
            except (Closed, SystemExit, OSError):  # nobody is there to read: rich ends so when a pipe is closed
                with deaf(), suppress(OSError, UsageError):
                    self._keep()
                silence()
            except Exception:
                self._leave()
                raise

    def _check_save(self) -> None:
        """Refuse a file that could not be written in the end, before anybody plays for it."""
        if not self.manner.save:
            return
        record = self.table.record()
        path = self.shelf.path_of(self.manner.save, record)
        refuse_target(str(path))
        if not self.shelf.may_write(path, record):
            try:
                sure = self.screen.sure(f"{path} exists already. Overwrite it?")
            except Left:
                sure = False
            if not sure:
                raise UsageError(f"save: '{path}' exists already; --force overwrites it")
        self.shelf.adopt(path)

    def _open(self) -> None:
        table = self.table
        names = " against ".join("you" if name == PERSON else name for name in table.players)
        what = (
            f"setup {table.setup}, seed {table.seed}"
            if not table.begun and self.sheet is None
            else f"setup {table.setup}"
        )
        went = f", {len(table.moves)} moves played" if table.moves else ""
        self.screen.say(f"{table.game.title}, {names}; {what}{went}.", "bold")
        if self.watching:
            self.screen.say("Enter lets the next move be played; help lists the commands.", "dim")
        else:
            self.screen.say("Type a move's number, or how its words begin; help lists the commands.", "dim")

    def _step(self) -> None:
        if self.table.over:
            self._at_end()
            return
        self._ended = None
        if self.seated.plays_itself():
            self._agent_moves()
        else:
            self._person_moves()

    def _person_moves(self) -> None:
        seat = self.table.actor
        here = choices(self.table.position)
        if self.manner.auto and len(here) == 1:
            self._notes[len(self.table.moves)] = "the only move"
            self._play(here[0])
            if not self.shared:
                self._tell()
            return
        self._pass_on(seat)
        self._tell()
        view = self._view()
        self._draw(view)
        while not self._obey(self._ask(PROMPT), view):
            pass

    def _pass_on(self, seat: int) -> None:
        """Let the other person sit down, with nothing to read on the screen."""
        if self.shared and self.audience != seat:
            self.screen.clear()
            if self._ask(f"Pass the keyboard to player {seat + 1}, then press Enter: ") in ("quit", "/quit", "q"):
                raise Left
            self.screen.clear()
        self.audience = seat

    def _agent_moves(self) -> None:
        if self.watching and not self._go_on():
            return
        table, at = self.table, len(self.table.moves)
        seat = table.actor
        seated_agent = self.seated.agent_of(seat)
        decision = self._think(
            named(seat, self._seat(), table.players), seated_agent, self.seated.decide, self.seated.stop
        )
        self.seated.carry_out(decision)
        self._undone.clear()
        self._thoughts.append((at, decision))
        if seated_agent is None:  # a decision that the setup does not leave to people
            self._notes |= dict.fromkeys(range(at, len(table.moves)), "by the setup")
        if not self.shared:
            self._tell()

    def _go_on(self) -> bool:
        """Wait until those who watch want to see the next move; False if the table is another one now."""
        if self.manner.pace is not None and self._ahead >= 0:
            if self.screen.live and self.manner.pace:
                self._draw(self._view(), moves=False)
            if pause(self.manner.pace):
                return True
            self._ahead = -1  # from now on they say when
        if not self.screen.typed:
            return True
        if self._ahead > 0:
            self._ahead -= 1
            return pause(0.0)
        self._ahead = min(self._ahead, 0)
        view = self._view()
        self._draw(view, moves=False)
        while True:
            line = self._ask("Enter: next > ")
            if not line or plain_digits(line):
                self._ahead = max(0, min(ENDLESS, int(line or 1) - 1))
                return True
            if self._obey(line, view):
                return self._ahead > 0

    def _at_end(self) -> None:
        now = len(self.table.moves), self.table.resigned
        if self._ended != now:
            self._ended = now
            if self.sheet is not None:
                self.sheet.end(self.table)
            self._tell()
            self._draw(self._view(), moves=False)
            seat = self._seat() if len(self.people) == 1 else OPEN
            self.screen.say(result_words(self.table.results, seat, self.table.players, self.table.resigned), "bold")
            if self.manner.save:
                self._leave_word(self._keep())
            if self.watching and not self.screen.typed:
                raise Left
            self.screen.say("save [FILE] keeps the game; undo, log, why and look are there too; quit leaves.", "dim")
        self._obey(self._ask(PROMPT), self._view())

    def _play(self, move: int) -> None:
        self.table.play(move)
        self._undone.clear()

    # --- telling ------------------------------------------------------------------------------------------------------

    def _draw(self, view: View, *, moves: bool = True) -> None:
        note = "all cards are open" if self.manner.open and not self.watching and self.table.game.hidden else ""
        self.screen.show(Text(), draw(view, self.screen.paper, self.table.players, moves=moves, note=note))

    def _tell(self) -> None:
        """Tell what was played since it was last told."""
        seat = self._seat()
        for at in range(self._told[seat], len(self.table.moves)):
            self._tell_move(at, seat)
        for other in self._told if not self.shared else (seat,):
            self._told[other] = len(self.table.moves)

    def _tell_move(self, at: int, seat: int) -> None:
        table = self.table
        if self.watching and not self.open:
            seat = table.actors[at]  # as the one who moved saw it
        who = named(table.actors[at], OPEN if self.watching else seat, table.players)
        note = f" ({self._notes[at]})" if at in self._notes else ""
        paper = self.screen.paper
        parts = [Text(clean(f"{table.told(at, seat)}{note}"))]
        parts += [Text(clean(shorter(line)), "dim") for line in table.happened(at, seat)]
        first = Text(f"{who}: ", "bold")
        self.screen.show(*flow(parts, paper.width, dot=paper.signs.dot, hang=4, first=first))

    def _ask(self, prompt: str) -> str:
        while True:
            try:
                return self.screen.ask(prompt)
            except UsageError as error:
                self.screen.say(str(error))

    # --- thinking -----------------------------------------------------------------------------------------------------

    def _think(
        self,
        who: str,
        seated_agent: SeatedAgent | None,
        decide: Callable[[Watch], Decision],
        stop: Callable[[], object],
    ) -> Decision:
        """Let somebody decide, and tell meanwhile how it goes."""
        table = self.table
        stage = table.position.look()[1]
        settings = settings_of(seated_agent.player, stage) if seated_agent is not None else None
        secret = table.game.hidden and not self.open and seated_agent is not self._adviser
        latest: list[Decision] = []
        enough, compiles, began = threading.Event(), threading.Event(), time.monotonic()

        def watch(decision: Decision) -> None:
            latest[:] = [decision]
            if enough.is_set():  # it had not begun to listen when it was told
                stop()

        def halt() -> None:
            if seated_agent is not self._adviser:
                self._mark("hurry")
            enough.set()
            stop()

        def words() -> str:
            if enough.is_set():
                return f"{who}: moving now"
            if latest:
                return f"{who}: {progress(latest[0], settings, secret=secret)} (Ctrl-C: move now)"
            if compiles.is_set():
                return f"compiling {table.game.name}, once, usually 5 to 60 s ({clock(time.monotonic() - began)})"
            return f"{who}: thinking (Ctrl-C: move now)"

        if not self.screen.live:
            with compiling(table.game.name):
                return decide(watch)
        with compilations(on_first=compiles.set):
            return self.screen.waiting(lambda: decide(watch), words, halt)

    # --- commands -----------------------------------------------------------------------------------------------------

    def _obey(self, line: str, view: View) -> bool:
        """Do what a line says; whether the table is another one now."""
        try:
            if not line:
                if self.screen.live:
                    self._draw(view, moves=not self.watching)
                return False
            typed = understand(line, {move.text: move for move in view.moves}, self.commands)
        except UsageError as error:
            return self._refuse(line, view, error)
        try:
            if typed.move is not None:
                self._play(typed.move)
                return True
            return self._do(typed, view)
        except UsageError as error:
            self.screen.say(str(error))
            return False

    def _refuse(self, line: str, view: View, error: UsageError) -> bool:
        """A line that is no move of the list may still be one that the list asks for in parts."""
        if str(error).startswith(NO_MOVE) and view.moves and self.table.game.chains:
            with suppress(UsageError):
                self._play(self.table.position.read_move(line))
                return True
        self.screen.say(str(error).replace(NO_MOVE, "unknown move or command", 1))
        return False

    def _do(self, typed: Typed, view: View) -> bool:
        command, rest = typed.command, typed.rest
        if command == "quit":
            raise Left
        if command in ("save", "save!"):
            self._save(rest, force=command == "save!")
        elif command == "load":
            return self._load(rest)
        elif command == "undo":
            return self._undo()
        elif command == "redo":
            return self._redo()
        elif command == "resign":
            return self._resign()
        elif command in ("next", "run"):
            return self._skip(command, rest)
        elif command == "table":
            self._draw(view, moves=not self.watching)
        else:
            {"hint": self._hint, "why": self._why, "log": self._log, "look": self._look, "help": self._help}[command](
                rest, view
            )
        return False

    def _hint(self, rest: str, view: View) -> None:
        table = self.table
        if table.over:
            raise UsageError("the game is over")
        if self._adviser is None:
            self._adviser = SeatedAgent(table.game, adviser(table.game, self.manner.hint_seconds), table.setup)
        self._mark("hint")
        seated_agent, seed = self._adviser, (edition(table.seed), "hint", len(table.moves))

        def decide(watch: Watch) -> Decision:
            return seated_agent.decide(table.position, table.actor, seed, watch)

        decision = self._think("hint", seated_agent, decide, seated_agent.stop)
        advice = advise(seated_agent, decision, view.moves or table.view(table.actor).moves)
        for line in hint_lines(advice, numbers=bool(view.moves)):
            self.screen.say(line)

    def _why(self, rest: str, view: View) -> None:
        others = [(at, decision) for at, decision in self._thoughts if self.seated.agent_of(decision.seat) is not None]
        if not others:
            raise UsageError("no agent has moved since you sat down" if self.table.moves else "nobody has moved yet")
        self._mark("thinking")
        at, decision = others[-1]
        seat, seated_agent = self._seat(), self.seated.agent_of(decision.seat)
        assert seated_agent is not None
        played = ", ".join(
            self.table.told(i, seat) for i in range(at, min(at + len(decision.moves), len(self.table.moves)))
        )
        settings = settings_of(seated_agent.player, self.table.positions[at].look()[1])
        secret = self.table.game.hidden and not self.open and not self.table.over
        who = named(decision.seat, seat, self.table.players)
        for line in why_lines(decision, settings, played, who, secret=secret):
            self.screen.say(line)

    def _log(self, rest: str, view: View) -> None:
        total = len(self.table.moves)
        if rest not in ("", "all") and not plain_digits(rest):
            raise UsageError(f"log: '{rest}' should be a number of moves, or all")
        count = LATEST if not rest else total if rest == "all" else int(rest)
        first = max(0, total - count)
        if not total:
            raise UsageError("nothing has been played yet")
        if first:
            self.screen.say(f"{first} moves before; log all shows them", "dim")
        digits, seat = len(str(total)), self._seat()
        for at in range(first, total):
            who = named(self.table.actors[at], seat, self.table.players)
            note = f" ({self._notes[at]})" if at in self._notes else ""
            self.screen.say(f"{at + 1:>{digits}} {who}: {self.table.told(at, seat)}{note}".lstrip(), hang=digits + 3)

    def _look(self, rest: str, view: View) -> None:
        found = looked_at(rest, view)
        for card, zone in found:
            place = whose(view.seat, zone.owner, view.players) + zone.title
            self.screen.show(*card_lines(card, place, self.screen.paper))

    def _help(self, rest: str, view: View) -> None:
        paper = self.screen.paper
        if not self.watching:
            self.screen.say("A move: its number, its words, or the beginnings of some of them.")
        self.screen.say("Commands, also by their beginnings; /word is always a command:")
        wide = max(len(name) for name in self.commands) + 4
        for name, about in self.commands.items():
            first = Text("  ").append(name.ljust(wide - 2), "bold")
            words = [Text(word) for word in about.split(" ")]
            self.screen.show(*flow(words, paper.width, hang=wide, first=first))

    # --- back and forth -----------------------------------------------------------------------------------------------

    def _mark(self, what: str) -> None:
        """Whoever plays has help, of a kind that studies report apart."""
        if self.sheet is not None:
            self.sheet.mark(what)

    def _undo(self) -> bool:
        table = self.table
        if table.resigned is not None:
            table.undo()
            return True
        own = [
            at
            for at, actor in enumerate(table.actors)
            if self.watching or (table.players[actor] == PERSON and self.seated.is_asked(at))
        ]
        if not own:
            raise UsageError("there is no move to take back")
        self._mark("undo")
        self._undone = table.moves[own[-1] :] + self._undone
        table.go_back(own[-1])
        self._forget()
        self.screen.say(f"Taken back; {len(table.moves)} moves are played.")
        return True

    def _forget(self) -> None:
        """Nothing is known of moves that were taken back."""
        now = len(self.table.moves)
        self._told = {seat: min(at, now) for seat, at in self._told.items()}
        self._notes = {at: note for at, note in self._notes.items() if at < now}
        self._thoughts = [(at, decision) for at, decision in self._thoughts if at < now]
        self._ahead = min(self._ahead, 0)

    def _redo(self) -> bool:
        if not self._undone:
            raise UsageError("nothing was taken back")
        rest = list(self._undone)
        while rest:
            self.table.play(rest.pop(0))
            mine = not self.table.over and not self.seated.plays_itself()
            if self.watching or (mine and len(choices(self.table.position)) > 1):
                break
        self._undone = rest
        return True

    def _resign(self) -> bool:
        if self.table.over:
            raise UsageError("the game is over")
        self.table.resign(self.table.actor)
        return True

    def _skip(self, command: str, rest: str) -> bool:
        if self.table.over:
            raise UsageError("the game is over")
        if rest and not plain_digits(rest):
            raise UsageError(f"{command}: '{rest}' should be a number of moves")
        self._ahead = ENDLESS if command == "run" else max(1, min(ENDLESS, int(rest or 1)))
        return True

    # --- keeping ------------------------------------------------------------------------------------------------------

    def _save(self, name: str, *, force: bool = False) -> None:
        record = self.table.record()
        path = self.shelf.path_of(name, record)
        self.shelf.write(path, record, remark=self._remark(), force=force, sure=self.screen.sure)
        self._saved = record
        self.screen.say("The game is kept in")
        self.screen.copy(str(path))

    def _remark(self) -> str:
        return OPENLY if self.manner.open and self.table.game.hidden and not self.watching else ""

    def _load(self, name: str) -> bool:
        if not name:
            self.screen.say("load FILE: name the file of a game." + (" The latest:" if kept_games() else ""))
            for path in kept_games():
                self.screen.copy(str(path))
            return False
        path = self.shelf.path_of(name, self.table.record())
        record = load_record(path)
        with compiling(record.game.partition("/")[0]):
            table = open_record(record)
        self._leave_word(self._keep())
        self.sheet = None
        self._sit(table)
        self.shelf.adopt(path)
        self._open()
        return True

    def _keep(self) -> Path | None:
        """Write the game to the file of the player's choice or one of ours, if there is anything to keep."""
        if self.sheet is not None and not self.table.over:
            self.sheet.leave(self.table)
        record = self.table.record()
        if self.manner.save:
            path = self.shelf.path_of(self.manner.save, record)
            if record == self._saved and path.exists():
                return None
            self.shelf.write(path, record, remark=self._remark(), force=True)
        elif self.watching or not record.moves or record == self._saved:
            return None
        else:
            path = self.shelf.keep(record, self._remark())
        self._saved = record
        return path

    def _leave(self) -> None:
        try:
            with deaf():
                path = self._keep()
        except (UsageError, OSError) as error:
            self.screen.say(f"The game could not be kept: {error}")
            return
        self._leave_word(path)

    def _leave_word(self, path: Path | None) -> None:
        if path is None:
            return
        over = self.table.over
        self.screen.say(
            "The game is kept. See it again, or judge its moves:" if over else "The game is kept. Go on with it:"
        )
        for words in (("replay",), ("analyse",)) if over else (("play", "--load"),):
            self.screen.copy(shlex.join(("mulligan", *words, str(path))))
