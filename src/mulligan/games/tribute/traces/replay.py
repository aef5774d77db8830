"""Replays of traces: the recorded moves are played here from the recorded seed, and every record is compared.

A trace is not trusted.  Whatever is wrong with a file is told with its line, and a difference with the step, the field,
and what led to it.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import re
import stat
import zlib
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from mulligan.core.errors import UsageError, unknown
from mulligan.core.game import Game

from ..evaluation import EVALUATIONS
from ..rules.cards import PATRONS, TREASURY
from ..rules.layout import REASONS
from .recording import ENDINGS, SEEDS, Course, line_of
from .report import BROKEN, DIFFERS, OK, Difference, Report, differences, shown
from .state import state_of

LONGEST = 1 << 24  # bytes of a line
MOST_STEPS = 1_000_000
MOST_SHOWN = 3  # differences of one step
CLOSE = 1e-12  # values of evaluations that differ by no more are the same
_KINDS = ("game", "step", "hash", "picks", "end")

# --- what can go wrong ------------------------------------------------------------------------------------------------


class _DiffersError(Exception):
    """The trace and this engine part."""

    def __init__(self, problem: str, found: list[Difference] | None = None, line: int = 0) -> None:
        super().__init__(problem)
        self.found, self.line = found or [], line


class _HashDiffersError(_DiffersError):
    """A hash is another, so that the trace and this engine part somewhere between two steps."""

    def __init__(self, hash_: _Hash, digest: str, agreed: int) -> None:
        found = [Difference("sha", hash_.sha, digest)]
        super().__init__(f"the hash of {hash_.i} steps is not that of the trace", found, hash_.line)
        self.agreed, self.until = agreed, hash_.i


class _BrokenError(UsageError):
    """Something is wrong with a line that is not the last that was read."""

    def __init__(self, problem: str, line: int) -> None:
        super().__init__(problem)
        self.line = line


# --- records ----------------------------------------------------------------------------------------------------------


def _parse(line: str | bytes, first: bool) -> dict[str, Any]:
    """A line as a record."""
    try:
        text = line.decode("utf-8-sig" if first else "utf-8") if isinstance(line, bytes) else line
        record = json.loads(text)
    except UnicodeDecodeError:
        raise UsageError("not text in UTF-8") from None
    except RecursionError:
        raise UsageError("nested too deeply") from None
    except ValueError as error:
        # what is no mistake of JSON is the limit of digits
        raise UsageError(f"not JSON: {getattr(error, 'msg', 'a number has too many digits')}") from None
    if not isinstance(record, dict) or "k" not in record:
        raise UsageError(f"{shown(record, 60)} should be an object with the key 'k'")
    if not isinstance(record["k"], str):
        raise UsageError(f"'k': {shown(record['k'], 60)} should be one of {', '.join(_KINDS)}")
    if record["k"] not in _KINDS:
        raise unknown("kind of record", record["k"][:40], _KINDS)
    return record


def _value(record: Mapping[str, Any], key: str) -> Any:
    """A value that must be there."""
    if key not in record:
        raise UsageError(f"'{key}' is missing")
    return record[key]


def _whole(record: Mapping[str, Any], key: str, most: int = SEEDS - 1) -> int:
    """A whole number, written as one or as a string."""
    value = _value(record, key)
    fits = isinstance(value, int) and not isinstance(value, bool)
    if not fits and not (isinstance(value, str) and re.fullmatch("[0-9]{1,20}", value)):
        raise UsageError(f"'{key}': {shown(value, 60)} should be a whole number")
    if not 0 <= int(value) <= most:
        raise UsageError(f"'{key}': {shown(value, 60)} should be from 0 to {most}")
    return int(value)


def _of_kind(record: Mapping[str, Any], key: str, kind: type, what: str) -> Any:
    value = _value(record, key)
    if not isinstance(value, kind):
        raise UsageError(f"'{key}': {shown(value, 60)} should be {what}")
    return value


def _texts(record: Mapping[str, Any], key: str) -> list[str]:
    found: list[str] = _of_kind(record, key, list, "a list")
    for value in found:
        if not isinstance(value, str):
            raise UsageError(f"'{key}': {shown(value, 60)} should be a text in quotes")
    return found


def _patrons(record: Mapping[str, Any]) -> list[str]:
    """The five patrons of a game."""
    names = _texts(record, "patrons")
    for name in names:
        if name not in PATRONS:
            raise unknown("patron", name[:40], PATRONS)
    if len(names) != 5 or len(set(names)) != 5 or names[2] != PATRONS[TREASURY]:
        raise UsageError(f"'patrons': {shown(names)} should be five different ones, with TREASURY in the middle")
    return names


def _first_ordinal(record: Mapping[str, Any]) -> int:
    """Whether cards are counted from 0 or from 1: the first card of the row is the first that is seen."""
    state = record.get("s")
    row = state.get("row") if isinstance(state, dict) else None
    return int(isinstance(row, list) and bool(row) and isinstance(row[0], str) and row[0].endswith("#1"))


def _same_sha(sha: Any, digest: str) -> bool:
    """Whether a hash of the trace is ours; its letters may be large."""
    return isinstance(sha, str) and sha.lower() == digest


def _values(record: Mapping[str, Any]) -> dict[str, float]:
    """What evaluations a step has, without those for which the program that wrote it has no value."""
    if "ev" not in record:
        return {}
    found = {name: value for name, value in _of_kind(record, "ev", dict, "an object").items() if value is not None}
    for name, value in found.items():
        if name not in EVALUATIONS:
            raise unknown("evaluation in ev", name[:40], EVALUATIONS)
        if isinstance(value, bool) or not isinstance(value, (int, float)) or abs(value) > SEEDS:
            raise UsageError(f"'ev.{name}': {shown(value, 60)} should be a number or null")
    return found


class _Hash(NamedTuple):
    """A hash of the first steps."""

    i: int
    sha: str
    line: int


class _Replay:
    """One trace, record after record."""

    def __init__(self, game: Game | None) -> None:
        self.game = game
        self.course: Course | None = None
        self.patrons: list[str] = []
        self.seed = 0
        self.turn = 0
        self.moves: list[str] = []
        self.hashes: list[_Hash] = []
        self.picks: list[str] | None = None
        self.picks_line = 0
        self.stepped = self.ended = False
        self.values = 0

    @property
    def steps(self) -> int:
        """How many moves have been played."""
        return self.course.steps if self.course else 0

    def take(self, record: dict[str, Any], line: int) -> None:
        """Compare a record, or keep it until all of its kind are there."""
        kind = record["k"]
        if (kind == "game") != (self.course is None):
            raise UsageError("the first record, and no other, should have the kind 'game'")
        if self.ended:
            raise UsageError("the record 'end' should be the last")
        if kind in ("hash", "picks") and self.stepped:
            raise UsageError(f"a record '{kind}' does not belong to a trace with full steps")
        if kind == "game":
            self.patrons, self.seed = _patrons(record), _whole(record, "seed")
            self.begin(0)
        elif kind == "step":
            self.take_step(record)
        elif kind == "hash":
            self.take_hash(record, line)
        elif kind == "picks":
            if self.picks is not None:
                raise UsageError("there should be one record 'picks'")
            self.picks, self.picks_line = _texts(record, "moves"), line
        else:
            self.ended = True
            self.play_picks()
            self.take_end(record)

    def begin(self, first: int) -> None:
        """Start the game, with cards counted from `first`."""
        self.course = Course.of_patrons(self.patrons, self.seed, self.game, first)
        self.turn, self.moves = 0, []

    def finish(self) -> None:
        """See that nothing is missing."""
        if self.course is None:
            raise UsageError("the file is empty")
        if not self.ended:
            if self.hashes or self.picks is not None:
                self.play_picks()
            raise UsageError(f"the trace stops after {self.steps} steps, without a record 'end'")

    # full steps

    def take_step(self, record: dict[str, Any]) -> None:
        """Compare a step with ours, and play its move."""
        assert self.course is not None
        if self.hashes or self.picks is not None:
            raise UsageError("a record 'step' does not belong to a trace with hashes or picks")
        if not self.stepped and _first_ordinal(record):
            self.begin(1)
        self.stepped = True
        course = self.course
        if course.over:
            raise _DiffersError(f"the trace goes on, but here the game is over by {REASONS[course.s.reason]}")
        found = list(islice(self.compare(record), MOST_SHOWN))
        if found:
            raise _DiffersError(str(found[0]), found)
        self.values += len(_values(record))
        self.play(_of_kind(record, "pick", str, "a move such as P:107#3 or ."))

    def compare(self, record: dict[str, Any]) -> Iterator[Difference]:
        """The differences of a step, in the order of the format."""
        course = self.course
        assert course is not None
        ours = {"i": course.steps, "turn": course.s.turn, "cur": course.s.player, "rng": int(course.generator)}
        for key, value in ours.items():
            if key in record and _whole(record, key) != value:
                yield Difference(key, record[key], str(value) if key == "rng" else value)
        if "s" in record:
            state = _of_kind(record, "s", dict, "an object")
            yield from differences(state, state_of(course.s, course.cards), "s")
        if "n" in record and _whole(record, "n") != len(course.legal):
            yield Difference("n", record["n"], len(course.legal))
        if "legal" in record:
            texts = _texts(record, "legal")
            whole = len(texts) == len(course.legal)
            yield from differences(texts, list(course.legal) if whole else course.legal.listed(), "legal")
        if "sha" in record and not _same_sha(record["sha"], course.legal.digest()):
            yield Difference("sha", record["sha"], course.legal.digest())
        for name, published in _values(record).items():
            own = course.position.evaluate(course.s.player, name)
            if not abs(published - own) <= CLOSE:  # so that NaN is never the same
                yield Difference(f"ev.{name}", published, own)

    def play(self, pick: str, line: int = 0) -> None:
        """Play a move of the trace."""
        course = self.course
        assert course is not None
        move = course.legal.find(pick)
        if move is None:
            listed = ", ".join(course.legal.listed())
            raise _DiffersError(f"pick: the trace has {shown(pick)}, which is not among the moves {listed}", line=line)
        if course.s.turn != self.turn:
            self.turn, self.moves = course.s.turn, []
        self.moves.append(course.words(move))
        course.play(move)

    # hashes

    def take_hash(self, record: dict[str, Any], line: int) -> None:
        """Keep a hash until the moves are there."""
        i, sha = _whole(record, "i", MOST_STEPS), _of_kind(record, "sha", str, "a text in quotes")
        if self.hashes and i <= self.hashes[-1].i:
            raise UsageError(f"'i': {i} should be more than that of the hash before, {self.hashes[-1].i}")
        self.hashes.append(_Hash(i, sha, line))

    def play_picks(self) -> None:
        """Play the moves of a trace that has hashes in place of steps."""
        if self.picks is None:
            if self.hashes:
                raise UsageError("there are hashes, but no record 'picks' with the moves")
            return
        for one in self.hashes:
            if one.i > len(self.picks):
                raise _BrokenError(f"the hash is of more steps than there are picks, {len(self.picks)}", one.line)
        try:
            self.follow_picks(self.picks)
        except _DiffersError as error:
            # perhaps the cards are counted from 1
            moves, course, steps = self.moves, self.course, self.steps
            self.begin(1)
            try:
                self.follow_picks(self.picks)
            except _DiffersError:
                if self.steps > steps:
                    raise
                self.moves, self.course = moves, course
                raise error from None

    def follow_picks(self, picks: list[str]) -> None:
        """Play all moves, and compare the hashes on the way."""
        course = self.course
        assert course is not None
        made = hashlib.sha256()
        due = deque(self.hashes)
        agreed = self.check_hashes(due, made.hexdigest(), 0, len(picks))
        for pick in picks:
            if course.over:
                reason = f"the trace goes on, but here the game is over by {REASONS[course.s.reason]}"
                raise _DiffersError(reason, line=self.picks_line)
            step = {**course.step(), "pick": pick}
            self.play(pick, self.picks_line)
            made.update(line_of(step).encode())
            agreed = self.check_hashes(due, made.hexdigest(), agreed, len(picks))

    def check_hashes(self, due: deque[_Hash], digest: str, agreed: int, goal: int) -> int:
        """Compare those hashes that are due with that of all steps so far; return up to which step all is well.

        The hash with the number `i` may be of `i` steps, or of those up to number `i`, which is one more.
        """
        while due and due[0].i <= self.steps:
            if not _same_sha(due[0].sha, digest):
                if due[0].i < self.steps or due[0].i == goal:
                    raise _HashDiffersError(due[0], digest, agreed)
                break
            agreed = due.popleft().i
        return agreed

    def take_end(self, record: dict[str, Any]) -> None:
        """Compare the end."""
        course = self.course
        assert course is not None
        if not course.over:
            how = f" by {shown(record['reason'])}" if "reason" in record else ""
            raise _DiffersError(f"the trace ends{how}, but here the game goes on")
        ours = course.end()
        found = []
        for key in ("winner", "reason", "turns", "rng", "prestige"):
            if key not in record:
                continue
            value = str(_whole(record, key)) if key == "rng" else record[key]
            if any(differences(value, ours[key], key)):
                found.append(Difference(f"end.{key}", record[key], ours[key]))
        if found:
            raise _DiffersError(str(found[0]), found[:MOST_SHOWN])


# --- whole traces -----------------------------------------------------------------------------------------------------


def _without_serials(position: str) -> str:
    """A position as ordinary setups print and read it; serial numbers are not what the trace calls the cards.

    >>> _without_serials("tribute turn 2 | row 45#3,45#4 | serial 120 | outcome 5")
    'tribute turn 2 | row 45,45 | outcome 5'
    """
    return re.sub(r"#\d+| \| serial \d+", "", position)


def replay(lines: Iterable[str | bytes], file: str = "", *, game: Game | None = None) -> Report:
    """Play a trace, and compare: all is well, or the first step where it is not, or what is wrong with the file."""
    here = _Replay(game)
    line = empty = 0
    try:
        for number, text in enumerate(lines, 1):
            if not text.strip():
                empty = empty or number  # which is well at the end of a file
                continue
            line = number
            if empty:
                raise _BrokenError("an empty line", empty)
            here.take(_parse(text, line == 1), line)
        here.finish()
    except _HashDiffersError as error:
        return Report(file, DIFFERS, error.agreed, error.line, str(error), error.found, until=error.until)
    except _DiffersError as error:
        assert here.course is not None
        where, position = error.line or line, _without_serials(str(here.course.position))
        told = (here.steps, where, str(error), error.found, here.moves, position)
        return Report(file, DIFFERS, *told, values=here.values)
    except RecursionError:
        return Report(file, BROKEN, here.steps, line=line, problem="nested too deeply")
    except _BrokenError as error:
        return Report(file, BROKEN, here.steps, line=error.line, problem=str(error))
    except UsageError as error:
        return Report(file, BROKEN, here.steps, line=line, problem=str(error))
    return Report(file, OK, here.steps, values=here.values)


def _lines(path: Path) -> Iterator[bytes]:
    """The lines of a file, which may be packed."""
    packed = path.name.endswith(".gz")
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise UsageError("is not a regular file")  # a pipe would be waited for
        with gzip.open(path) if packed else path.open("rb") as file:
            while line := file.readline(LONGEST + 1):
                if len(line) > LONGEST:
                    raise UsageError(f"the next line is longer than {LONGEST >> 20} MB")
                yield line
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise UsageError(f"what follows is not whole and sound gzip: {error}") from None
    except OSError as error:
        raise UsageError(f"cannot be read: {error.strerror or error}") from None


def replay_file(path: Path, *, game: Game | None = None) -> Report:
    """Play the trace in a file."""
    return replay(_lines(path), str(path), game=game)


def find_traces(names: Iterable[str]) -> list[Path]:
    """The files that are named, and those in folders that are."""
    found: list[Path] = []
    for name in names:
        if not name:
            raise UsageError("the name of a file is empty")
        path = Path(name)
        if not os.path.isdir(name):
            found.append(path)
            continue
        inside = sorted(file for file in path.rglob("*") if file.name.endswith(ENDINGS) and file.is_file())
        if not inside:
            raise UsageError(f"there is no trace in the folder '{name}': no file ends in {' or '.join(ENDINGS)}")
        found += inside
    return list(dict.fromkeys(found))
