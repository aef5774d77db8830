"""Text files of users: read as far as they are text of a sensible size."""

from __future__ import annotations

from pathlib import Path

from mulligan.core.errors import UsageError

LARGEST_FILE = 1_000_000


def read_text(path: Path, file: str, kind: str) -> str:
    """The text of a file; `file` and `kind` begin what is said of one that cannot be read."""
    try:
        if path.exists() and not path.is_file():  # reading a pipe or a device might never end
            raise UsageError(f"{kind} '{file}': not a file")
        with path.open("rb") as stream:
            data = stream.read(LARGEST_FILE + 1)
    except OSError as error:
        raise UsageError(f"{kind} '{file}': {error.strerror or error}") from None
    if len(data) > LARGEST_FILE:
        raise UsageError(f"{kind} '{file}': larger than 1 MB")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(f"{kind} '{file}': not UTF-8 text: {error}") from None
