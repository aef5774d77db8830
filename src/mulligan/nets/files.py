"""Networks as files: one archive with a header in JSON and plain arrays, checked before anything of it is used.

`net:NAME` is a file in the folder `nets` of the user's data directory, `net:GAME/NAME` one that comes with a game
(`Room.nets`), and `net:./FOLDER/FILE.npz` any file that the user names.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import zipfile
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from mulligan.core.errors import UsageError, quoted
from mulligan.core.folders import data_directory
from mulligan.core.outside import refuse_here
from mulligan.core.registry import find_game

from .network import ARRAYS, Network

PREFIX, ENDING, FORMAT = "net:", ".npz", 1
LARGEST, LONGEST_HEADER = 64_000_000, 1_000_000  # bytes
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}")


def is_net(text: object) -> bool:
    """Whether a setting names a network.

    >>> is_net("net:leduc-3"), is_net("hope")
    (True, False)
    """
    return isinstance(text, str) and text.startswith(PREFIX)


def nets_directory() -> Path:
    """Where the user's networks are."""
    return data_directory() / "nets"


def file_of(text: str) -> Path:
    """The file that a name of a network stands for."""
    name = text.removeprefix(PREFIX)
    if name.endswith(ENDING):
        refuse_here(text, "network")
        return Path(name)
    game, slash, own = name.rpartition("/")
    if not _NAME.fullmatch(own) or (slash and not _NAME.fullmatch(game)):
        what = "a name of letters, digits, '.', '_' and '-', GAME/NAME, or a file that ends in .npz"
        raise UsageError(f"network {quoted(text)}: after '{PREFIX}' should come {what}")
    if not slash:
        return nets_directory() / f"{own}{ENDING}"
    folder = find_game(game).room().nets
    if folder is None:
        raise UsageError(f"network {quoted(text)}: no networks come with {game}")
    return Path(folder) / f"{own}{ENDING}"


def find_net(text: str) -> Network:
    """The network that a name stands for.

    Files are looked at again whenever they have changed.
    """
    path = file_of(text)
    try:
        found = path.stat()
    except OSError:
        known = sorted(one.stem for one in nets_directory().glob(f"*{ENDING}"))
        told = f"; there are: {', '.join(known[:20])}" if known else "; none was made yet, see `mulligan learn`"
        raise UsageError(f"network {quoted(text)}: there is no file '{path}'{told}") from None
    return _read(path, found.st_mtime_ns, found.st_size)


@lru_cache(maxsize=32)
def _read(path: Path, changed: int, size: int) -> Network:
    return read_net(path)


def read_net(path: Path) -> Network:
    """A network from its file; raises `UsageError` for whatever is wrong with it."""
    try:
        if path.stat().st_size > LARGEST:
            raise UsageError(f"it is larger than {LARGEST:,} bytes")
        return _unpacked(path.read_bytes())
    except UsageError as error:
        raise UsageError(f"network '{path}': {error}") from None
    except OSError as error:
        raise UsageError(f"network '{path}': {error.strerror}") from None
    except Exception as error:  # there is no end to what a damaged archive leads to
        raise UsageError(f"network '{path}': it is no file of a network ({type(error).__name__})") from None


def _unpacked(data: bytes) -> Network:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = archive.infolist()
        if sum(one.file_size for one in members) > LARGEST or len(members) > len(ARRAYS) + 1:
            raise UsageError(f"unpacked it is larger than {LARGEST:,} bytes, or has more than it should")
        if {one.filename for one in members} != {"header.json", *(f"{name}.npy" for name in ARRAYS)}:
            raise UsageError("it should have a header and the arrays " + ", ".join(ARRAYS))
        text = archive.read("header.json")
        if len(text) > LONGEST_HEADER:
            raise UsageError(f"its header is longer than {LONGEST_HEADER:,} bytes")
        header = json.loads(text)
        arrays = {}
        for name in ARRAYS:
            raw = io.BytesIO(archive.read(f"{name}.npy"))
            arrays[name] = np.lib.format.read_array(raw, allow_pickle=False)
    if not isinstance(header, dict):
        raise UsageError("its header is no table")
    if header.get("format") != FORMAT:
        raise UsageError(f"its format is {header.get('format')!r}, and should be {FORMAT}")
    for word in ("game", "setup", "features", "kind", "checksum"):
        if not isinstance(header.get(word), str):
            raise UsageError(f"its header has no '{word}'")
    if not isinstance(header.get("history"), dict):
        raise UsageError("its header has no 'history'")
    made = Network(header["game"], header["setup"], header["features"], header["kind"], arrays, header["history"])
    if header["checksum"] != _checksum(made):
        raise UsageError("its checksum is wrong: it was damaged or changed")
    return made


def _checksum(net: Network) -> str:
    """Of everything that is in a file."""
    told = json.dumps(net.header(), sort_keys=True)
    return hashlib.sha256(f"{told}\n{net.mark}".encode()).hexdigest()


def write_net(path: Path, net: Network) -> None:
    """Write a network to a file, whole or not at all."""
    header: dict[str, Any] = {"format": FORMAT, **net.header(), "checksum": _checksum(net)}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        _put(archive, "header.json", json.dumps(header, indent=1, sort_keys=True).encode())
        for name in ARRAYS:
            raw = io.BytesIO()
            np.lib.format.write_array(raw, np.ascontiguousarray(net.arrays[name]), allow_pickle=False)
            _put(archive, f"{name}.npy", raw.getvalue())
    write_bytes(path, out.getvalue())


def _put(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    """The same bytes whenever they are written."""
    about = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    about.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(about, data)


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file, whole or not at all, and be sure that it is on the disk."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with draft.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise UsageError(f"cannot write '{path}': {error.strerror}") from None
