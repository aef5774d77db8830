"""The version of Mulligan, as installed or, in a source tree that nobody installed, as its pyproject.toml says."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed
from pathlib import Path


@cache
def version() -> str:
    """The version that is stored with every result.

    >>> version().count(".") >= 2
    True
    """
    try:
        return installed("mulligan")
    except PackageNotFoundError:
        project = Path(__file__).parents[3] / "pyproject.toml"
        found: str = tomllib.loads(project.read_text("utf-8"))["project"]["version"] if project.exists() else "0.0.0"
        return found
