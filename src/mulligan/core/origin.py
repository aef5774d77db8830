"""Whose code it is, and which state of it: a result belongs to the code that made it.

Code of another package is known by the name and version of its distribution and by a fingerprint of its source: every
file of the package (or the module) that an entry point names, whatever its language or kind, and of the modules beside
it that it imports.  It does not depend on where the package is installed, nor on what Python compiled of it.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
from collections.abc import Iterator
from functools import cache
from importlib.metadata import EntryPoint, packages_distributions
from pathlib import Path

from .version import version

LETTERS = 16  # of a fingerprint: 64 bits
OURS = "mulligan"
UNSEEN = "without source"  # a package that is in no folder

# What decides a game besides its own rules: how it is compiled, searched, played, dealt, and what names stand for.
_DECIDING = (
    *(
        "kernel",
        "nets",
        "search",
        "agents",
        "core/game.py",
        "room.py",
        "core/additions.py",
        "core/position.py",
        "core/words.py",
        "core/timing.py",
    ),
    *("core/tomltext.py", "core/sections.py"),
    *("arena/runner.py", "arena/contest.py", "arena/deals.py", "core/gauge.py", "gauges", "deckkit"),
)


@cache
def origin_of(point: EntryPoint) -> str:
    """What an entry point of another package leads to: `distribution version fingerprint`."""
    distribution = point.dist
    name, number = ("unknown", "0") if distribution is None else (distribution.name, distribution.version)
    return f"{name} {number} {_fingerprint(_of_package(point.module, name)) or UNSEEN}"


@cache
def own_origin(rules: str) -> str:
    """The same for Mulligan itself, as far as it decides games whose rules are in the given folder.

    >>> own_origin("games/toys").split()[0], own_origin("games/toys") == own_origin("games/magic")
    ('mulligan', False)
    """
    root = Path(__file__).parents[1]
    found = {place: root / place for place in (*_DECIDING, *([rules] if rules else []))}
    return f"{OURS} {version()} {_fingerprint(found)}"


def _fingerprint(places: dict[str, Path]) -> str:
    """A hash of all files at these places, under the names that are given; empty if there is none."""
    digest, count = hashlib.sha256(), 0
    for name in sorted(places):
        for path in _files(places[name]):
            inside = path.relative_to(places[name]).as_posix()
            data = path.read_bytes()
            if path.suffix == ".py":
                data = data.replace(b"\r\n", b"\n")
            for part in (name.encode(), inside.encode(), data):
                digest.update(f"{len(part)}:".encode() + part)
            count += 1
    return digest.hexdigest()[:LETTERS] if count else ""


def _files(place: Path) -> list[Path]:
    """All files in a folder that somebody wrote, in an order that is the same everywhere; of a file, itself."""
    if place.is_file():
        return [place]
    found = (path for path in place.rglob("*") if path.is_file() and path.suffix != ".pyc")
    hidden = (path for path in found if not any(part.startswith((".", "__pycache__")) for part in _inside(path, place)))
    return sorted(hidden, key=lambda path: path.relative_to(place).as_posix())


def _inside(path: Path, place: Path) -> tuple[str, ...]:
    return path.relative_to(place).parts


def _of_package(module: str, distribution: str) -> dict[str, Path]:
    """The package of a module, or the module if it is in none, with those beside it that it imports: name -> place."""
    owners = packages_distributions()
    found: dict[str, Path] = {}
    waiting = [module]
    while waiting:
        name, place = _place(waiting.pop())
        theirs = name.partition(".")[0]
        if place is None or name in found or theirs == OURS:
            continue
        beside = not found or any(place.parent == known.parent or place in known.parents for known in found.values())
        if distribution not in owners.get(theirs, [distribution] if beside else []):
            continue  # it is from somewhere else, and has a version of its own
        found[name] = place
        waiting += _imported(name, place)
    return found


def _place(module: str) -> tuple[str, Path | None]:
    """The outermost package of a module that is one folder, and that folder; or the file of the module itself.

    A file that lies in a space of names which several distributions may share, without a package of its own, stands for
    its folder.
    """
    parts = module.split(".")
    for end in range(1, len(parts) + 1):
        name = ".".join(parts[:end])
        try:
            spec = importlib.util.find_spec(name)
        except (ImportError, ValueError):
            break
        if spec is None:
            break
        if spec.origin is not None and spec.has_location:
            origin = Path(spec.origin)
            if spec.submodule_search_locations is not None:
                return name, origin.parent
            return (name, origin) if end == 1 else (".".join(parts[: end - 1]), origin.parent)
    return module, None


def _imported(name: str, place: Path) -> Iterator[str]:
    """The modules that the Python files of a package, or one module, import."""
    for path in _files(place):
        if path.suffix != ".py":
            continue
        try:
            tree = ast.parse(path.read_bytes())
        except (SyntaxError, ValueError):  # nobody can import it either
            continue
        within = [*name.split("."), *path.relative_to(place).parts[:-1]] if place.is_dir() else []
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                above = within[: len(within) - node.level + 1] if node.level else []
                start = ".".join([*above, *([node.module] if node.module else [])])
                yield from (f"{start}.{alias.name}" for alias in node.names if start)
