"""Where games are saved: each file is written atomically, and none is overwritten without asking."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable
from pathlib import Path

from mulligan.core.errors import UsageError
from mulligan.core.folders import data_directory
from mulligan.core.output import write_text

from .record import Record, load_record, write_record

ENDING = ".game"
MOST = 1_000  # files of one name


def likely_name(record: Record) -> str:
    """A file name for a game.

    >>> likely_name(Record("nim/1", "15-3", ("you", "random"), seed="7"))
    'nim-7.game'
    """
    seed = re.sub(r"[^A-Za-z0-9._-]+", "-", record.seed if not record.position else "position")[:40].strip("-.")
    return f"{record.game.partition('/')[0]}-{seed or 'game'}{ENDING}"


def same_game(path: Path, record: Record) -> bool:
    """Whether a file holds an earlier state of this game, so that nothing is lost if the game is written over it."""
    try:
        old = load_record(path)
    except UsageError:
        return False
    begun = (old.game, old.setup, old.seed, old.position, old.players)
    now = (record.game, record.setup, record.seed, record.position, record.players)
    return begun == now and old.moves == record.moves[: len(old.moves)]


def _more(path: Path, record: Record) -> bool:
    """Whether a file holds this game with moves that were taken back since: it must not be lost to what is left."""
    try:
        old = load_record(path)
    except UsageError:
        return False
    return len(old.moves) > len(record.moves) and old.moves[: len(record.moves)] == record.moves


class SaveStore:
    """Writes games, and knows which files are its own."""

    def __init__(self) -> None:
        self.own: set[Path] = set()
        """Files that were read or written before, and may be written again."""
        self.last: Path | None = None
        """The file that the player named last."""

    def path_of(self, name: str, record: Record) -> Path:
        """The file that a player means; without a name, the last one, or a likely name in the current directory."""
        if not name:
            return self.last or Path(likely_name(record)).absolute()
        try:
            path = Path(name.strip("'\"")).expanduser().absolute()
        except (OSError, RuntimeError, ValueError) as error:
            raise UsageError(f"cannot write '{name}': {error}") from None
        return path

    def adopt(self, path: Path) -> None:
        """A file that the player named: it may be written again."""
        self.own.add(path.absolute())
        self.last = path.absolute()

    def may_write(self, path: Path, record: Record) -> bool:
        """Whether nothing would be lost if a game were written there."""
        try:
            taken = path.exists()
        except (OSError, ValueError) as error:
            raise UsageError(f"cannot write '{path}': {getattr(error, 'strerror', None) or error}") from None
        return not taken or path in self.own or same_game(path, record)

    def write(
        self,
        path: Path,
        record: Record,
        *,
        remark: str = "",
        force: bool = False,
        sure: Callable[[str], bool] = lambda question: False,
    ) -> None:
        """Write a game to a file of the player's choice; over another file only by force, or after a question."""
        if not force and not self.may_write(path, record):
            if not sure(f"{path} exists already. Overwrite it?"):
                raise UsageError(f"'{path}' exists already and was not changed; `save! FILE` overwrites it")
        write_text(str(path), _text(record, remark))
        self.adopt(path)

    def keep(self, record: Record, remark: str = "") -> Path:
        """Write a game that nobody gave a name: to the user's data directory, or if that fails to a temporary one."""
        try:
            return self._keep(data_directory() / "autosave", record, remark)
        except (UsageError, OSError, RuntimeError):
            return self._keep(Path(tempfile.gettempdir()), record, remark)

    def _keep(self, folder: Path, record: Record, remark: str) -> Path:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        name = likely_name(record).removesuffix(ENDING)
        for i in range(1, MOST):
            path = (folder / f"{name}{f'-{i}' if i > 1 else ''}{ENDING}").absolute()
            if not path.exists() or (path in self.own and not _more(path, record)) or same_game(path, record):
                write_text(str(path), _text(record, remark))
                self.own.add(path)
                return path
        raise UsageError(f"there are {MOST:,} games '{name}' in '{folder}'")


def _text(record: Record, remark: str) -> str:
    return write_record(record) + (f"# {remark}\n" if remark else "")


def kept_games(most: int = 5) -> list[Path]:
    """The newest games that were kept unasked."""
    try:
        found = [(path.stat().st_mtime, path) for path in (data_directory() / "autosave").glob("*" + ENDING)]
    except (OSError, RuntimeError):
        return []
    return [path for _, path in sorted(found, reverse=True)[:most]]
