"""The commands of Tales of Tribute, of all its folders."""

from __future__ import annotations

from .sot import commands
from .traces.commands import tribute

__all__ = ["commands", "tribute"]
