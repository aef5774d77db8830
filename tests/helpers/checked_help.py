"""Tests in another process, whose machine code checks every index."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any


def with_checks() -> dict[str, str]:
    """The environment of such a process.  Checks are dear to optimise: all in all it is quicker without."""
    return {**os.environ, "NUMBA_BOUNDSCHECK": "1", "NUMBA_OPT": "0"}


def find_with_checks(module: str, folder: Path) -> dict[str, Any]:
    """What the program `module` of the tests writes to the file that it is given."""
    root, found = Path(__file__).parents[2], folder / "found.json"
    path = os.pathsep.join(part for part in (str(root / "src"), os.environ.get("PYTHONPATH", "")) if part)
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", module, str(found)],
        capture_output=True,
        text=True,
        cwd=root,
        env={**with_checks(), "PYTHONPATH": path},
    )
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(found.read_text())
    return told
