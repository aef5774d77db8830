"""Machine code that came with Mulligan: made beforehand, for a family of processors instead of a single one.

A wheel carries the code of what it ships in the folder `ready` of the package.  It was compiled for the level of
processor that nearly all machines of its kind have, and so fits them all.  Whatever does not fit (another version of
Python or Numba, an older processor, flags) has another name, is not found, and is compiled.
"""

from __future__ import annotations

import os
import platform
import sys
from functools import cache
from pathlib import Path

import llvmlite.binding as llvm
from numba.core import config

FOLDER = Path(__file__).parents[1] / "ready"
INTO = "MULLIGAN_READY_INTO"
"""Names the folder that ready-made code is being written to; set in the process that makes it and nowhere else."""

# What a processor must have to be of the third level of x86-64, by LLVM's names.
THIRD_LEVEL = (
    *("cx16", "sahf", "popcnt", "sse3", "sse4.1", "sse4.2", "ssse3", "avx", "avx2", "bmi", "bmi2", "f16c", "fma"),
    *("lzcnt", "movbe", "xsave"),
)
# Family of machines by the architecture's usual names -> what LLVM calls its level.
LEVELS = {"x86_64": "x86-64-v3", "amd64": "x86-64-v3", "aarch64": "generic", "arm64": "generic"}


def level() -> str:
    """What LLVM calls the processors that ready-made code for machines like this one is for, or nothing."""
    return LEVELS.get(platform.machine().lower(), "")


def being_made() -> Path | None:
    """Where ready-made code goes, in a process that makes it."""
    chosen = os.environ.get(INTO)
    return Path(chosen) if chosen else None


@cache
def target() -> str:
    """The family of machines that this process may run ready-made code for, such as linux-x86-64-v3, or nothing.

    Whoever chooses a processor by Numba's own variables gets code for it, and nothing ready-made.
    """
    found = level()
    if being_made() is None:
        if config.CPU_NAME or config.CPU_FEATURES is not None or not _is_of_level(found):
            return ""
    elif found != config.CPU_NAME:
        return ""
    return f"{sys.platform}-{platform.machine().lower()}-{found}" if found else ""


def _is_of_level(found: str) -> bool:
    if found != "x86-64-v3":
        return bool(found)
    features = llvm.get_host_cpu_features()
    return all(features.get(name) for name in THIRD_LEVEL)


def folder() -> Path | None:
    """Where to look for ready-made code, if this process may run any."""
    place = being_made() or FOLDER
    return place if target() and (being_made() is not None or place.is_dir()) else None


__all__ = ["FOLDER", "INTO", "being_made", "folder", "level", "target"]
