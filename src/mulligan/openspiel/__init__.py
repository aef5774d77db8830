"""OpenSpiel, in both directions: our games as games of OpenSpiel, and its games as games of ours."""

from __future__ import annotations

from mulligan.core.registry import Source

from .theirs import load, origin

SOURCE = Source(load, origin)

__all__ = ["SOURCE"]
