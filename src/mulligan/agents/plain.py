"""Players in plain Python: any object with a method `choose(view)` that returns one of `view.moves`.

Nothing has to be inherited or registered.  A method `begin()`, if there is one, is called when a new game begins.
Settings are the parameters of the class, typed after its name; `seconds` and `game_seconds` are everybody's: how long
it may take for each move and for all of a game.  It thinks in a thread of its own, which is left behind when it takes
too long.
"""

from __future__ import annotations

import copy
import ctypes
import hashlib
import inspect
import pickle
import queue
import secrets
import threading
import time
import traceback
import weakref
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from mulligan.core.errors import Forfeit, UsageError, quoted
from mulligan.core.game import Game
from mulligan.core.origin import LETTERS
from mulligan.core.position import Position
from mulligan.core.words import join_words, real_number, whole_number
from mulligan.search import Decision

from .outside import CLOCK, LOOK, Clock, OutsidePlayer
from .player import Player, Watch
from .views import SeatView


def is_plain(thing: object) -> bool:
    """Whether something is a player in plain Python, or a class of them."""
    ours = isinstance(thing, Player) or (isinstance(thing, type) and issubclass(thing, Player))
    return callable(getattr(thing, "choose", None)) and not ours


class _Desk:
    """A thread that does one thing after another, and can be left behind in the middle of one."""

    def __init__(self) -> None:
        self._tasks: queue.SimpleQueue[Callable[[], Any] | None] = queue.SimpleQueue()
        self._done: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._thread = threading.Thread(target=_work, args=(self._tasks, self._done), daemon=True)
        self._thread.start()
        weakref.finalize(self, self._tasks.put, None)

    def give(self, task: Callable[[], Any]) -> None:
        """Something to do."""
        self._tasks.put(task)

    def take(self, seconds: float) -> Any:
        """What came of it, if it is done in time; else `queue.Empty`."""
        return self._done.get(timeout=max(0.0, seconds))

    def leave(self) -> None:
        """Ask the thread to end, and have nothing more to do with it.  Python ends it; what is not Python may not."""
        ended = ctypes.py_object(SystemExit)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread.ident or 0), ended)


def _work(tasks: queue.SimpleQueue[Callable[[], Any] | None], done: queue.SimpleQueue[Any]) -> None:
    while (task := tasks.get()) is not None:
        done.put(task())
        del task  # whatever it knows of


class PlainPlayer(OutsidePlayer):
    """A seat played by an object with a method `choose`."""

    def __init__(self, game: Game, name: str, make: Callable[[], Any], clock: Clock) -> None:
        super().__init__(game, name, clock)
        self._make, self._mind, self._new, self._desk = make, make(), True, _Desk()
        if not is_plain(self._mind):
            raise UsageError(f"agent '{name}': a {type(self._mind).__name__} has no method choose(view)")

    def forget(self) -> None:
        super().forget()
        self._new = True

    def limit(self, seconds: float | None) -> None:
        """How long the next move may take, where somebody else looks at the clock."""
        self._clock.move = seconds

    def _decide(self, position: Position, seed: Any, watch: Watch | None) -> Decision:
        view, started = self._view(position, seed), time.perf_counter()
        unwanted = None if watch is None else lambda: watch(self._thinking(position)) is False
        try:
            answer, cpu = self._asked(view, unwanted)
        finally:
            self._clock.spend(time.perf_counter() - started)
        move, seconds = view.code_of(answer, self.name), time.perf_counter() - started
        return Decision(position.copy(), self.name, view.seat, (move,), seconds=seconds, cpu_seconds=cpu)

    def _asked(self, view: SeatView, unwanted: Callable[[], bool] | None) -> tuple[object, float]:
        """What the object answers, and CPU seconds."""
        mind, new, name, left = self._mind, self._new, self.name, view.seconds

        def task() -> tuple[object, float] | Forfeit:
            began = time.thread_time()
            try:
                if new:
                    getattr(mind, "begin", lambda: None)()
                return mind.choose(view), time.thread_time() - began
            except BaseException as error:  # an exit, too: it is in a thread of its own
                return Forfeit(f"{name} raises {_told(error)}")

        self._new, until, found = False, self._clock.until(left), None
        self._desk.give(task)
        while found is None:
            try:
                found = self._desk.take(min(LOOK, until - time.perf_counter()))
            except queue.Empty:
                late = time.perf_counter() >= until
                if late or self._stopped.is_set() or (unwanted is not None and unwanted()):
                    self._begin_anew()
                    raise Forfeit(f"{self.name} {self._clock.late(left) if late else 'was stopped'}") from None
        if isinstance(found, Forfeit):
            raise found
        return found  # type: ignore[no-any-return]

    def _begin_anew(self) -> None:
        """Leave the thread and the object that it works on, and have others."""
        self._desk.leave()
        self._mind, self._new, self._desk = self._make(), True, _Desk()


def _told(error: BaseException) -> str:
    """What was raised, and in which line of whose file."""
    frames = traceback.extract_tb(error.__traceback__)[1:]
    where = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {str(error) or 'without a message'}{where}"


# --- from classes and objects -----------------------------------------------------------------------------------------


def plain_player(thing: Any, game: Game, name: str, words: Mapping[str, str]) -> PlainPlayer:
    """The player that a class makes of the words after its name, or that an object is."""
    own = {word: value for word, value in words.items() if word not in CLOCK}
    clock = Clock(words)
    if not isinstance(thing, type):
        if own:
            raise UsageError(f"'{next(iter(own))}': it is an object, which has its settings already")
        return PlainPlayer(game, name, lambda: _copied(thing, name), clock)
    settings = _settings(thing, own)

    def make() -> Any:
        try:
            return thing(**settings)
        except UsageError:
            raise
        except Exception as error:
            raise UsageError(f"cannot be made: {_told(error)}") from None

    return PlainPlayer(game, name, make, clock)


def _settings(kind: type, words: Mapping[str, str]) -> dict[str, Any]:
    """Words as the parameters of a class, read as what their defaults are: numbers, yes or no, or text."""
    known = {
        name: parameter
        for name, parameter in inspect.signature(kind).parameters.items()
        if parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY)
    }
    for word in words:
        if word not in known:
            told = f"its settings: {', '.join([*known, *CLOCK])}"
            raise UsageError(f"'{kind.__name__}' does not know {quoted(word)}; {told}")
    for name, parameter in known.items():
        if parameter.default is parameter.empty and name not in words:
            raise UsageError(f"'{kind.__name__}' needs {name}=...")
    return {word: _value(word, value, known[word].default) for word, value in words.items()}


def _value(word: str, text: str, default: object) -> object:
    try:
        if isinstance(default, bool):
            if text not in ("", "yes", "no"):
                raise ValueError("should be yes or no")
            return text != "no"
        if isinstance(default, int):
            return whole_number(text)
        return real_number(text) if isinstance(default, float) else text
    except ValueError as error:
        raise UsageError(f"{word}={text}: {error}") from None


def _copied(thing: Any, name: str) -> Any:
    """A copy for one table: games are played at the same time, and no two may share what a player remembers."""
    try:
        return copy.deepcopy(thing)
    except Exception as error:
        text = f"agent '{name}': the object cannot be copied ({type(error).__name__}: {error})"
        raise UsageError(f"{text}; give its class instead, which is made anew for each table") from None


_GIVEN: dict[str, Given] = {}  # by name: the last one that was given


class Given(str):
    """The name of a player that was given as an object or a class, with the thing itself.

    It is a name like others, and takes the thing along to other processes, if it can be sent there.
    """

    thing: Any
    origin: str
    words: Mapping[str, str]
    """Its clock."""

    def __new__(cls, thing: Any, text: str = "", words: Mapping[str, str] | None = None) -> Given:
        words = dict(words or {})
        made = super().__new__(cls, text or join_words(_described(thing), words))
        made.thing, made.origin, made.words = thing, _origin(thing), words
        _GIVEN[str(made)] = made
        return made

    def __reduce__(self) -> Any:
        try:
            pickle.dumps(self.thing)
        except Exception as error:
            kind = type(error).__name__
            text = f"agent '{self}' cannot be sent to another process ({kind}: {error})"
            raise UsageError(f"{text}; name it by its file instead, as in ./mine.py:NAME") from None
        return Given, (self.thing, str(self), self.words)

    def player(self, game: Game) -> Player:
        """The player of a game."""
        player = plain_player(self.thing, game, str(self), self.words)
        player.code = {str(self): self.origin}
        return player


def as_given(name: str) -> str:
    """The name with its object, if it is the name of one that was given."""
    return _GIVEN.get(name, name)


def is_given(name: str) -> bool:
    """Whether a name stands for a player that was given as an object or a class, which no command line can name."""
    return name in _GIVEN


def name_of(agent: Any) -> str:
    """The name of whatever was given as a player: a name, or a class or an object with a method `choose`.

    >>> class First:
    ...     def __init__(self, depth=1):
    ...         self.depth = depth
    ...
    ...     def choose(self, view):
    ...         return 0
    >>> name_of("expert"), name_of(First), name_of(First(depth=2))
    ('expert', 'First()', 'First(depth=2)')
    """
    if isinstance(agent, str):
        return agent
    if isinstance(agent, Player):
        raise UsageError(f"'{agent.name}' is a Player that was made already: give its name, or what it was made of")
    if not is_plain(agent):
        kind = agent.__name__ if isinstance(agent, type) else type(agent).__name__
        raise UsageError(f"agent: a {kind} is neither a name nor has it a method choose(view)")
    return Given(agent)


def timed(agent: Any, *, seconds: float | None = None, game_seconds: float | None = None) -> Given:
    """A player given as an object or a class, with so much time for a move, and for all its moves of a game.

    >>> class First:
    ...     def choose(self, view):
    ...         return 0
    >>> timed(First, seconds=2)
    'First():seconds=2'
    """
    thing = name_of(agent)
    if not isinstance(thing, Given):
        raise UsageError(f"agent '{thing}': a name has its time in itself, as in NAME:seconds=2")
    limits = {"seconds": seconds, "game_seconds": game_seconds}
    words = {name: f"{limit:g}" for name, limit in limits.items() if limit is not None}
    Clock(words)
    return Given(thing.thing, words=words)


def _described(thing: Any) -> str:
    """A name for an object: its class, its attributes if they are words and numbers, else a mark of its content."""
    if isinstance(thing, type):
        return f"{thing.__name__}()"
    kind, state = type(thing), dict(getattr(thing, "__dict__", {}))
    if all(isinstance(value, str | int | float) and _speakable(f"{value}") for value in state.values()):
        return f"{kind.__name__}({', '.join(f'{name}={value}' for name, value in state.items())})"
    try:
        mark = hashlib.sha256(pickle.dumps(thing)).hexdigest()[:LETTERS]
    except Exception:  # whatever cannot be written down is equal to nothing but itself
        mark = secrets.token_hex(LETTERS // 2)
    return f"{kind.__name__}(#{mark})"


def _speakable(text: str) -> bool:
    return text.isprintable() and len(text) <= 40 and not set(text) & set(",:=()")


def _origin(thing: Any) -> str:
    """Whose code an object is, and which state of it: the file of its class, or the code of its methods."""
    kind = thing if isinstance(thing, type) else type(thing)
    try:
        path = Path(inspect.getsourcefile(kind) or "")
        data, name = path.read_bytes().replace(b"\r\n", b"\n"), path.name
    except (OSError, TypeError):
        parts = [one.__code__ for one in vars(kind).values() if hasattr(one, "__code__")]
        data, name = repr([(code.co_code, code.co_names, code.co_consts) for code in parts]).encode(), kind.__name__
    return f"{name} {hashlib.sha256(data).hexdigest()[:LETTERS]}"
