"""Where things of the user are kept that nobody gave a place."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def data_directory() -> Path:
    """A folder in the user's own data directory, or what `MULLIGAN_DATA` names."""
    chosen = os.environ.get("MULLIGAN_DATA")
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "mulligan"
