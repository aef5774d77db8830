"""Where results go: standard output, or a file that is there whole or not at all."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stdout, suppress
from pathlib import Path
from typing import IO, Any

from .errors import UsageError


class JsonOutput:
    """A place for one JSON document."""

    def __init__(self, file: IO[str] | None, *, on_stdout: bool = False) -> None:
        self._file = file
        self.written = False
        self.on_stdout = on_stdout
        """Whether standard output is for JSON alone."""

    def write(self, data: Any) -> None:
        """Write the document, if anybody asked for it."""
        if self._file is not None:
            self._file.write(json.dumps(data, indent=2) + "\n")
            self._file.flush()
            self.written = True


@contextmanager
def _telling(target: str) -> Iterator[None]:
    """Whatever the system has against a file is the user's to know, in one line."""
    try:
        yield
    except UsageError:
        raise
    except (OSError, RuntimeError, ValueError) as error:
        raise UsageError(f"cannot write '{target}': {getattr(error, 'strerror', None) or error}") from None


def _open(target: str) -> tuple[IO[str], Path, Path]:
    """A file to write to, its present name and its final one."""
    with _telling(target):
        path = Path(target).resolve()
        if path.is_dir():
            raise ValueError("it is a directory")
        if path.exists() and not path.is_file():
            return path.open("w", encoding="utf-8"), path, path  # devices and pipes can be written, not replaced
        draft = path.with_name(f".{path.name}.{os.getpid()}.tmp")
        return draft.open("x", encoding="utf-8"), draft, path


@contextmanager
def json_output(target: str | None) -> Iterator[JsonOutput]:
    """A place for JSON: `-` is standard output, None is nowhere, and anything else is a file.

    On standard output it is alone: what anybody else prints meanwhile, such as a player of the user, goes to standard
    error.

    The file is opened at once, so that nobody works an hour for a result that cannot be kept; and under another name,
    so that a result which is already there stays until the new one is complete.
    """
    if target is None:
        yield JsonOutput(None)
        return
    if target == "-":
        place = JsonOutput(sys.stdout, on_stdout=True)
        with redirect_stdout(sys.stderr):
            yield place
        return
    if not target:
        raise UsageError("json: should be '-' for standard output, or the name of a file")
    file, draft, path = _open(target)
    try:
        with file:
            place = JsonOutput(file)
            yield place
        if place.written and draft != path:
            with _telling(target):
                os.replace(draft, path)
    finally:
        if draft != path:
            draft.unlink(missing_ok=True)


def _real(name: str) -> Path:
    """The file that a name stands for."""
    try:
        return Path(name).resolve()
    except ValueError as error:
        raise UsageError(f"cannot read '{name}': {error}") from None


def refuse_clashes(outputs: Mapping[str, str | None], inputs: Mapping[str, str]) -> None:
    """Make sure that nothing is written over what is read, nor two things over each other.

    >>> refuse_clashes({"report": "a.html", "json": "-"}, {"store": "a.sqlite"})
    >>> refuse_clashes({"report": "a.sqlite"}, {"store": "a.sqlite"})
    Traceback (most recent call last):
    ...
    mulligan.core.errors.UsageError: report: 'a.sqlite' is the store: name another file
    """
    taken: dict[Path, str] = {}
    for what, name in inputs.items():
        for ending in ("", "-wal", "-shm"):  # what SQLite keeps beside its files
            with suppress(OSError, RuntimeError):  # such as a link to itself: whoever reads it will tell
                taken[_real(name + ending)] = what
    for what, target in outputs.items():
        if target is None or (target == "-" and what == "json"):
            continue
        if target in ("", "-"):
            raise UsageError(f"{what}: '{target}' should be the name of a file")
        with _telling(target):
            path = Path(target).resolve()
            if path in taken and (path.is_file() or not path.exists()):
                raise UsageError(f"{what}: '{target}' is the {taken[path]}: name another file")
        taken[path] = what


def refuse_target(target: str) -> None:
    """Make sure that a file can be written, before anybody works an hour for what goes into it."""
    file, draft, path = _open(target)
    file.close()
    if draft != path:
        draft.unlink(missing_ok=True)


def write_text(target: str, text: str) -> None:
    """Write a file: it is there whole or not at all."""
    file, draft, path = _open(target)
    try:
        with file:
            file.write(text)
        if draft != path:
            with _telling(target):
                os.replace(draft, path)
    finally:
        if draft != path:
            draft.unlink(missing_ok=True)


def append_line(target: str, data: Any = None) -> None:
    """Add one line of JSON to a file; without data, only make sure that it could be done."""
    with _telling(target), Path(target).open("a", encoding="utf-8") as file:
        if data is not None:
            file.write(json.dumps(data) + "\n")
