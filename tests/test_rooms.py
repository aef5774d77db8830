"""The rooms of the package stand in order of dependency: no module imports from a room that its own may not know."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from fnmatch import fnmatch
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import mulligan

SOURCE = Path(mulligan.__file__).parent
BASE = ("errors", "kernel", "core")
# What each room may import besides itself, in order of dependency.
ROOMS: dict[str, tuple[str, ...]] = {
    "errors": (),
    "kernel": ("errors",),
    "core": ("errors", "kernel"),
    "deckkit": BASE,
    "games": (*BASE, "deckkit"),
    "engines": BASE,
    "nets": BASE,
    "search": (*BASE, "nets"),
    "agents": (*BASE, "search"),
    "check": (*BASE, "search", "agents"),
    "gauges": (*BASE, "search", "agents"),
    "arena": (*BASE, "search", "agents", "gauges"),
    "speed": (*BASE, "search", "agents", "arena"),
    "papers": (*BASE, "gauges", "arena"),
    "strength": (*BASE, "search", "agents", "gauges", "arena", "papers"),
    "notebook": (*BASE, "arena", "papers"),
    "exact": (*BASE, "search", "agents", "papers"),
    "learning": (*BASE, "nets", "search", "agents", "arena", "papers"),
    "play": (*BASE, "search", "agents", "arena"),
    "environments": (*BASE, "agents", "play"),
    "openspiel": (*BASE, "engines", "agents", "environments", "exact"),
    "people": (*BASE, "agents", "arena", "papers", "play"),
    "web": (*BASE, "search", "agents", "arena", "people", "play"),
    "cli": (
        *(*BASE, "search", "agents", "check", "gauges", "arena", "speed", "papers", "exact", "play", "people"),
        "strength",
        "environments",
        "web",
        "games",
        "nets",
        "learning",
    ),
    "public": (*BASE, "search", "agents", "check", "arena", "notebook", "play", "cli"),
}
# Some modules know more than their room does.  What a game measures by searching, the commands that it adds, and its
# doors to other programs are loaded when somebody asks for them.
MORE: dict[str, tuple[str, ...]] = {
    "games.*.gauges*": ("search", "agents"),
    "games.*.roots": ("search", "agents"),
    "games.*.commands": ("agents", "arena", "cli"),
    "games.tribute.sot.*": ("search", "agents"),
}
TOP = {"__init__", "__main__", "game"}
"""The only modules beside the rooms: what `import mulligan` and `python -m mulligan` find, and the public contract."""


def room_of(module: str) -> str:
    """The room of a module, by its name inside the package: its folder, but for the errors, which the kernel raises."""
    if module == "core.errors":
        return "errors"
    first = module.partition(".")[0]
    return "public" if first in TOP or not first else first


def modules() -> Iterator[tuple[str, Path]]:
    for path in sorted(SOURCE.rglob("*.py")):
        yield ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__"), path


def imported(module: str, path: Path, source: str) -> Iterator[tuple[int, str]]:
    """The modules of the package that one of them imports, wherever in it, with the line of each."""
    package = (
        [] if module == "__init__" else module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
    )
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            named = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = ["mulligan", *package[: len(package) - node.level + 1]] if node.level else []
            start = ".".join([*above, *([node.module] if node.module else [])])
            # `from mulligan import warm` names a module, `from mulligan import Game` a thing of the public place.
            named = [f"{start}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in named:
            if name == "mulligan" or name.startswith("mulligan."):
                yield node.lineno, name.removeprefix("mulligan").removeprefix(".")


def is_module(name: str) -> bool:
    place = SOURCE.joinpath(*name.split("."))
    return place.with_suffix(".py").exists() or (place / "__init__.py").exists()


def wrong_ways(module: str, path: Path, source: str) -> list[str]:
    """The imports of a module that its room does not allow."""
    own, found = room_of(module), []
    allowed = {own, *ROOMS[own], *(room for pattern in MORE if fnmatch(module, pattern) for room in MORE[pattern])}
    for line, name in imported(module, path, source):
        target = name
        while target and not is_module(target):
            target = target.rpartition(".")[0]
        room = room_of(target) if target else "public"
        if room not in allowed:
            found.append(f"{module}:{line}: {own} may not import {target or 'mulligan'}, of {room}")
    return found


def test_no_import_goes_the_wrong_way() -> None:
    wrong = [text for module, path in modules() for text in wrong_ways(module, path, path.read_text("utf-8"))]
    assert not wrong, "\n".join(wrong)


def test_nothing_lies_loose_beside_the_rooms() -> None:
    assert {path.stem for path in SOURCE.glob("*.py")} == TOP
    folders = {path.name for path in SOURCE.iterdir() if (path / "__init__.py").exists()}
    assert folders <= set(ROOMS), "a new room needs a line in the table"


def test_the_table_itself_goes_in_one_direction() -> None:
    order = list(TopologicalSorter(ROOMS).static_order())  # it raises if there is a cycle
    assert order.index("errors") < order.index("kernel") < order.index("core") < order.index("games")
    assert all(set(allowed) <= set(ROOMS) for allowed in ROOMS.values())


@pytest.mark.parametrize(
    ("module", "source", "wrong"),
    [
        ("kernel.bits", "from ..core.errors import UsageError", False),
        ("kernel.bits", "from ..core.words import join_words", True),
        ("core.game", "def late():\n    from mulligan.games.toys import NIM", True),
        ("search.tree", "import mulligan.agents.names", True),
        ("search.tree", "from .. import agents", True),
        ("arena.match", "from mulligan import Game", True),
        ("arena.match", "from mulligan.play.session import Session", True),
        ("play.replay", "from mulligan.arena.store import Store", False),
        ("games.magic.rules", "from mulligan.search import Searcher", True),
        ("games.tribute.gauges.roots", "from mulligan.search import Searcher", False),
        ("cli.app", "from ..web.server import serve", False),
    ],
)
def test_wrong_ways_are_seen(module: str, source: str, wrong: bool) -> None:
    assert bool(wrong_ways(module, SOURCE.joinpath(*module.split(".")).with_suffix(".py"), source)) is wrong
