"""Games kept as text files: each visitor has a folder, and a name is never a path."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from mulligan.core.errors import UsageError
from mulligan.core.output import write_text
from mulligan.play.record import Record, read_record

from .limits import Limits

ENDING = ".game"
LONGEST = 60
OPENLY = "# the opponent's thoughts were open"
"""The remark in the file of a game whose player could read the opponent's thoughts."""
_ALLOWED = re.compile(r"[A-Za-z0-9](?: ?[A-Za-z0-9._-])*")
REMEMBERED = 2000  # files whose contents are known without reading them again


@dataclass(frozen=True)
class Saved:
    """A file of a visitor."""

    name: str
    size: int
    when: datetime


@dataclass(frozen=True)
class Contents:
    """What the file of a game tells of, in short."""

    game: str
    """Its name, without the version."""
    players: tuple[str, ...]
    moves: int
    ended: bool


def good_name(name: str) -> str:
    """The name itself, if a file may be called so; otherwise an error that says why not.

    >>> good_name("magic-7"), good_name("my first game")
    ('magic-7', 'my first game')
    >>> good_name("../secret")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    mulligan.core.errors.UsageError: '../secret': names have letters, digits, spaces, - _ and ., up to 60, ...
    """
    if len(name) > LONGEST or not _ALLOWED.fullmatch(name):
        rule = f"names have letters, digits, spaces, - _ and ., up to {LONGEST}, a mark never first"
        raise UsageError(f"'{name[:LONGEST]}': {rule}")
    return name


def likely_name(text: str) -> str:
    """A good name made from any text.

    >>> likely_name("../My game!.game"), likely_name("???")
    ('My-game', 'game')
    """
    stem = text.replace("\\", "/").rsplit("/", 1)[-1].removesuffix(ENDING)
    words = re.sub(r"[^A-Za-z0-9._-]+", "-", stem).strip("-._")
    return words[:LONGEST].rstrip("-._") or "game"


def read_upload(name: str, data: bytes, limits: Limits) -> str:
    """The text of a file that a visitor sent, if it tells of a game; what is wrong is told with its line."""
    place = likely_name(name) + ENDING
    if len(data) > limits.upload:
        raise UsageError(f"{place}: larger than a game can be ({limits.upload:,} bytes)")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UsageError(f"{place}: is not a text file") from None
    moves = len(read_record(text, place).moves)
    if moves > limits.upload_moves:
        raise UsageError(f"{place}: {moves:,} moves are more than are played again here ({limits.upload_moves:,})")
    return text


class Saves:
    """The files of all visitors."""

    def __init__(self, folder: Path, limits: Limits) -> None:
        self.folder, self.limits = folder, limits
        self._contents: dict[Path, tuple[int, int, Contents]] = {}

    def folder_of(self, visitor: str) -> Path:
        """Where the files of a visitor are; the folder's name does not tell who it is."""
        return self.folder / hashlib.sha256(visitor.encode()).hexdigest()[:32]

    def _path(self, visitor: str, name: str) -> Path:
        return self.folder_of(visitor) / (good_name(name) + ENDING)

    def list(self, visitor: str) -> list[Saved]:
        """What a visitor has kept, the newest first."""
        found = []
        for path in self.folder_of(visitor).glob("*" + ENDING):
            try:
                known = path.stat()
                found.append(Saved(good_name(path.stem), known.st_size, datetime.fromtimestamp(known.st_mtime)))
            except (OSError, UsageError):
                continue
        return sorted(found, key=lambda saved: saved.when, reverse=True)

    def contents(self, visitor: str) -> dict[str, Contents]:
        """What the games that a visitor has kept are, by their names; for a thread, as there may be many files."""
        found = {}
        for saved in self.list(visitor):
            path = self._path(visitor, saved.name)
            try:
                known = path.stat()
                when, size, told = self._contents.get(path, (0, 0, None))
                if told is None or (when, size) != (known.st_mtime_ns, known.st_size):
                    record = self.load(visitor, saved.name)
                    ended = bool(record.result) or record.resigned is not None
                    told = Contents(record.game.partition("/")[0], record.players, len(record.moves), ended)
                    if len(self._contents) >= REMEMBERED:
                        self._contents.clear()
                    self._contents[path] = known.st_mtime_ns, known.st_size, told
                found[saved.name] = told
            except (OSError, UsageError):
                continue
        return found

    def save(self, visitor: str, name: str, text: str) -> str:
        """Keep the text of a game; one of the same name is replaced."""
        path = self._path(visitor, name)
        if not path.exists() and len(self.list(visitor)) >= self.limits.saved:
            raise UsageError(f"you have kept {self.limits.saved} games: delete one first")
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise UsageError(f"cannot keep games: {error.strerror or error}") from None
        write_text(str(path), text)
        return name

    def free_name(self, visitor: str, name: str) -> str:
        """The name, or if it is taken the first of `name-2`, `name-3`... that is not."""
        stem = likely_name(name)
        taken = {saved.name for saved in self.list(visitor)}
        names = (stem, *(f"{stem[: LONGEST - 5]}-{i}" for i in range(2, len(taken) + 3)))
        return next(name for name in names if name not in taken)

    def text(self, visitor: str, name: str) -> str:
        """The text of a kept game."""
        path = self._path(visitor, name)
        try:
            with path.open(encoding="utf-8") as file:
                return file.read(self.limits.upload + 1)
        except FileNotFoundError:
            raise UsageError(f"there is no game '{name}'") from None
        except (OSError, ValueError) as error:
            raise UsageError(f"cannot read '{name}': {getattr(error, 'strerror', None) or 'not a text file'}") from None

    def load(self, visitor: str, name: str) -> Record:
        """A kept game."""
        return read_record(self.text(visitor, name), good_name(name) + ENDING)

    def delete(self, visitor: str, name: str) -> None:
        """Throw a game away."""
        try:
            self._path(visitor, name).unlink(missing_ok=True)
        except OSError as error:
            raise UsageError(f"cannot delete '{name}': {error.strerror or error}") from None
