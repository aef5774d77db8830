"""Where JSON goes: standard output, or a file that is there whole or not at all."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from .errors import UsageError


class JsonOutput:
    """A place for one JSON document."""

    def __init__(self, file: IO[str] | None) -> None:
        self._file = file

    @property
    def wanted(self) -> bool:
        """Whether anybody asked for JSON."""
        return self._file is not None

    @property
    def on_stdout(self) -> bool:
        """Whether standard output is for JSON alone."""
        return self._file is sys.stdout

    def write(self, data: Any) -> None:
        """Write the document."""
        if self._file is not None:
            self._file.write(json.dumps(data, indent=2) + "\n")
            self._file.flush()


def _refused(path: str, error: OSError) -> UsageError:
    return UsageError(f"cannot write '{path}': {error.strerror or error}")


@contextmanager
def json_output(target: str | None) -> Iterator[JsonOutput]:
    """A place for JSON: `-` is standard output, None is nowhere, and anything else is a file.

    The file is opened at once, so that nobody works an hour for a result that cannot be kept, under another name, so
    that a result which is already there stays until the new one is complete.
    """
    if target is None or target == "-":
        yield JsonOutput(sys.stdout if target else None)
        return
    if not target:
        raise UsageError("--json: should be '-' for standard output, or the name of a file")
    path = Path(target).resolve()
    if path.exists() and not path.is_file() and not path.is_dir():
        # A device or a pipe cannot be replaced, only written to.
        try:
            with path.open("w", encoding="utf-8") as file:
                yield JsonOutput(file)
        except OSError as error:
            raise _refused(target, error) from None
        return
    draft = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        if path.is_dir():
            raise IsADirectoryError(21, "it is a directory")
        file = draft.open("x", encoding="utf-8")
    except OSError as error:
        raise _refused(target, error) from None
    try:
        with file:
            yield JsonOutput(file)
            complete = file.tell() > 0
            os.fsync(file.fileno())
        if complete:
            try:
                os.replace(draft, path)
            except OSError as error:
                raise _refused(target, error) from None
    finally:
        draft.unlink(missing_ok=True)


def append_line(target: str, data: Any) -> None:
    """Add one line of JSON to a file."""
    try:
        with Path(target).open("a", encoding="utf-8") as file:
            file.write(json.dumps(data) + "\n")
    except OSError as error:
        raise _refused(target, error) from None
