"""The rules for other pools of cards than that of `cards.txt`: this package once more, under the name of the pool."""

from __future__ import annotations

import sys
from importlib.machinery import ModuleSpec
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from . import cards
from .cards import pools

SHARED = tuple(
    f"{cards.__name__.rpartition('.')[2]}.{name}"
    for name in (
        *("cardfile", "decklists", "effects", "files", "filters", "forms", "library", "modifiers", "needs", "pools"),
        *("programs", "readers", "shorthand", "vocabulary"),
    )
)
"""The modules that do not depend on the pool: every pool has the same ones."""


def game_of(package: str) -> Any:
    """The game of a pool, by the name of its package."""
    if package not in sys.modules:
        _load(package)
    return sys.modules[package].POKEMON


def _load(package: str) -> None:
    """Import this package once more, under another name."""
    here = Path(__file__).parent
    spec = spec_from_file_location(package, here / "__init__.py", submodule_search_locations=[str(here)])
    assert isinstance(spec, ModuleSpec)
    assert spec.loader
    made: dict[str, ModuleType] = {package: module_from_spec(spec)}
    for name in SHARED:
        made[f"{package}.{name}"] = sys.modules[f"{pools.GAME}.{name}"]
    sys.modules.update(made)
    try:
        spec.loader.exec_module(made[package])
    except BaseException:
        for name in [name for name in sys.modules if name == package or name.startswith(f"{package}.")]:
            del sys.modules[name]
        raise
