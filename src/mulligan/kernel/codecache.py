"""Machine code on disk: one file for each entry, found by what it was made of.

The name of a file is a hash of everything that the code depends on: the fingerprint of the functions, the types of the
arguments, the processor, the flags, and the versions of Python and XX"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import stat
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import llvmlite
import llvmlite.binding as llvm
import numba
import numpy as np
from numba.core import config
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from . import readymade

MAGIC = b"mulligan code 1\n"
DAY = 86_400.0  # seconds
MOST_BYTES = 1 << 30  # what has not been used for longest is removed beyond that
# What Numba's settings change in the code.
FLAGS = (
    *("OPT", "BOUNDSCHECK", "DEBUG", "DEBUGINFO_DEFAULT", "DEBUG_JIT", "DEBUG_NRT", "LOOP_VECTORIZE", "SLP_VECTORIZE"),
    *("EXTEND_VARIABLE_LIFETIMES", "LLVM_REFPRUNE_PASS", "LLVM_REFPRUNE_FLAGS", "USING_SVML", "ENABLE_AVX"),
    *("ENABLE_PROFILING", "DEFAULT_CPU_TARGET"),
)


def cache_directory() -> Path:
    """Where machine code is kept: `MULLIGAN_CACHE`, or a folder in the user's own cache directory."""
    chosen = os.environ.get("MULLIGAN_CACHE")
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "mulligan"


def say(line: str) -> None:
    """Tell the user, in a line of its own."""
    with contextlib.suppress(OSError, ValueError):  # nobody may be listening
        print(f"mulligan: {line}", file=sys.stderr, flush=True)


def circumstances() -> str:
    """All that decides what code is made, besides the functions, the types and the processor."""
    python = (sys.implementation.name, *sys.version_info[:2])
    versions = (python, numba.__version__, llvmlite.__version__, np.__version__.partition(".")[0])
    flags = [(name, str(getattr(config, name, None))) for name in FLAGS]
    return repr((versions, flags))


class CodeCache:
    """What Numba asks for the code of one entry, and gives it to when it was compiled."""

    def __init__(self, name: str, mark: str, find_mark: Callable[[], str], before: Callable[[], None]) -> None:
        self.name = "".join(letter if letter.isalnum() else "-" for letter in name)
        self.mark = mark
        """The fingerprint of the entry."""
        self.find_mark = find_mark
        """Finds it again: what a function names may have changed since it was decorated."""
        self.before = before
        """Called when code is asked for, and raises if none may be made."""
        self.enabled = True

    @property
    def cache_path(self) -> str:
        """The folder with the files."""
        return str(folder())

    def enable(self) -> None:
        """Keep code from now on."""
        self.enabled = True

    def disable(self) -> None:
        """Neither keep code nor look for it."""
        self.enabled = False

    def flush(self) -> None:
        """Forget what is kept of this entry."""
        for path in folder().glob(f"{self.name}-*.code"):
            path.unlink(missing_ok=True)

    def path(self, signature: Any, codegen: Any) -> Path:
        """The file of the entry for these types of arguments on this processor."""
        return folder() / self._file_name(signature, codegen.magic_tuple())

    def ready_path(self, signature: Any) -> Path | None:
        """The file of the entry that came with the package, if there are any for processors like this one."""
        place = readymade.folder()
        return place and place / self._file_name(signature, readymade.target())

    def _file_name(self, signature: Any, processor: Any) -> str:
        made_of = repr((self.mark, str(signature), processor, circumstances()))
        return f"{self.name}-{hashlib.sha256(made_of.encode()).hexdigest()[:40]}.code"

    def load_overload(self, signature: Any, context: Any) -> Any:
        """The compiled entry, or None if it has to be compiled."""
        self.before()
        if not self.enabled or self.find_mark() != self.mark:
            return None
        context.refresh()
        making = readymade.being_made() is not None
        ready = self.ready_path(signature)
        if ready is not None:
            found = _load(ready, context, _read_shipped, _tell_shipped)
            if found is not None:
                if making:
                    _note_use(ready)
                return found
        if making:
            return None
        path = self.path(signature, context.codegen())
        found = _load(path, context, _read, _remove)
        if found is not None:
            _note_use(path)
        return found

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Keep a compiled entry, if that is possible."""
        if not self.enabled or compiled.library.has_dynamic_globals or compiled.lifted:
            return
        if self.find_mark() != self.mark:
            return  # it was made of other values than those that its name tells
        path = self.path(signature, compiled.codegen)
        if readymade.being_made() is not None:
            ready = self.ready_path(signature)
            if ready is None:
                return  # not made for the level of processors that is shipped
            path = ready
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if _trusted(path.parent):
                _write(path, dumps(_slim(compiled)))
                _make_room(path.parent)
        except OSError as error:
            _once(f"compiled code cannot be kept in {path.parent}: {error.strerror or error}")


def folder() -> Path:
    """The folder with the files of code that was compiled here."""
    return cache_directory() / "code"


def _slim(compiled: Any) -> tuple[Any, ...]:
    """What Numba needs to load an entry, without what only serves to build it into others: no entry ever is."""
    (name, kind, (machine_code, _)), *parts, _, initializers, environments = compiled._reduce()
    outermost = (compiled.fndesc.llvm_func_name, compiled.fndesc.llvm_cpython_wrapper_name)
    # Numba finds the names that may be asked for in the form that could be built in.
    stubs = llvm.parse_assembly("".join(f'define void @"{each}"() {{ ret void }}\n' for each in outermost))
    # The environments of parts are not visible from outside, see `pipeline`.
    own = tuple(each for each in environments if each.env_name == compiled.fndesc.env_name)
    return ((name, kind, (machine_code, stubs.as_bitcode())), *parts, "", initializers, own)


def _note_use(path: Path) -> None:
    """A file that was used just now is the last one to make room for others."""
    with contextlib.suppress(OSError):
        os.utime(path)


def _load(path: Path, context: Any, read: Callable[[Path], bytes | None], refuse: Callable[[Path, str], None]) -> Any:
    """The compiled entry that a file holds, or None."""
    payload = read(path)
    if payload is None:
        return None
    try:
        return CompileResult._rebuild(context, *pickle.loads(payload))
    except Exception as error:  # the checksum is right, so it was written like that
        refuse(path, f"cannot be loaded ({type(error).__name__})")
        return None


def _read_shipped(path: Path) -> bytes | None:
    """What a file that came with the package holds, if it is there and whole."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    payload = content[len(MAGIC) + 32 :]
    if content[: len(MAGIC) + 32] != _head(path, payload):
        _tell_shipped(path, "is damaged")
        return None
    return payload


def _tell_shipped(path: Path, why: str) -> None:
    _once(f"the machine code that came with Mulligan, {path}, {why}; it is compiled instead. Installing again mends it")


def _read(path: Path) -> bytes | None:
    """What a file holds, if it is there, whole, and was written by nobody else."""
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0))
    except OSError:
        return None
    try:
        if not _trusted(path.parent):
            return None
        if not _is_ours(os.fstat(handle)):
            _once(f"{path} may have been written by others, so it is not used")
            return None
        with open(handle, "rb", closefd=False) as file:
            content = file.read()
    except OSError:  # a folder of that name, or a broken disk
        return None
    finally:
        os.close(handle)
    head, payload = content[: len(MAGIC) + 32], content[len(MAGIC) + 32 :]
    if head != _head(path, payload):
        _remove(path, "is damaged or another's")
        return None
    return payload


def _head(path: Path, payload: bytes) -> bytes:
    """What a file begins with: a checksum of what it holds and of its name, which says what that was made of."""
    return MAGIC + hashlib.sha256(path.name.encode() + b"\0" + payload).digest()


def _write(path: Path, payload: bytes) -> None:
    """Put a file in its place at once, so that no other process ever sees a part of it."""
    handle, name = tempfile.mkstemp(prefix=f"{path.stem}.", suffix=".part", dir=path.parent)
    try:
        with open(handle, "wb") as file:
            file.write(_head(path, payload) + payload)
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


def _remove(path: Path, why: str) -> None:
    with contextlib.suppress(OSError):
        path.unlink()
    say(f"the compiled code in {path} {why}; it was removed and is compiled again")


def _is_ours(about: os.stat_result) -> bool:
    """Whether only this user, or the system's administrator, can have written something."""
    if os.name != "posix":
        return True
    return about.st_uid in (os.geteuid(), 0) and not about.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _trusted(place: Path) -> bool:
    """Whether nobody else may write a folder; if somebody may, say so."""
    try:
        ours = _is_ours(place.stat())
    except OSError:
        return False
    if not ours:
        _once(
            f"others may write {place}, so compiled code is neither kept there nor loaded from it; "
            f"to change that: chmod go-w {place}, or name another folder with MULLIGAN_CACHE"
        )
    return ours


_said: set[str] = set()


def keeps_code() -> bool:
    """Whether nothing has stood in the way of keeping code so far."""
    return not _said


def _once(line: str) -> None:
    if line not in _said:
        _said.add(line)
        say(line)


def _make_room(place: Path) -> None:
    """Remove what was not used for longest, when there is too much."""
    files = []
    for entry in os.scandir(place):
        with contextlib.suppress(OSError):
            about = entry.stat()
            if entry.name.endswith(".part") and about.st_mtime < time.time() - DAY:
                os.unlink(entry.path)  # left by a process that was killed
            else:
                files.append((about.st_mtime, about.st_size, entry.path))
    too_much = sum(size for _, size, _ in files) - MOST_BYTES
    for _, size, path in sorted(files):
        if too_much <= 0:
            break
        with contextlib.suppress(OSError):
            os.unlink(path)
            too_much -= size


__all__ = ["CodeCache", "cache_directory", "circumstances", "folder", "keeps_code", "say"]
