"""The package of OpenSpiel, which is loaded only when it is needed."""

from __future__ import annotations

from typing import Any

from mulligan.core.errors import UsageError


def pyspiel() -> Any:
    """The module `pyspiel`, or a word on how to get it."""
    try:
        import pyspiel as found
    except ImportError:
        raise UsageError("OpenSpiel is missing: pip install 'mulligan[openspiel]'") from None
    return found
