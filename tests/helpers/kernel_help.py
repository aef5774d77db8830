"""Other processes that compile code, and what they say of it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

LISTEN = """
from numba.core import event

class Ear(event.Listener):
    names = []
    def on_start(self, event):
        self.names.append(event.data["dispatcher"].py_func.__name__)
    def on_end(self, event):
        pass

event.register("numba:compile", Ear())
"""


def start(code: str, cwd: Path | None = None, **environment: str) -> subprocess.Popen[str]:
    """Another Python that runs this code."""
    source = str(Path(__file__).parents[2] / "src")
    path = os.pathsep.join(part for part in (source, os.environ.get("PYTHONPATH", "")) if part)
    kept = {key: value for key, value in os.environ.items() if not key.startswith("NUMBA_")}
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=cwd,
        env={**kept, "PYTHONPATH": path, **environment},
    )


def ended(process: subprocess.Popen[str]) -> tuple[Any, str]:
    """What a process printed, read as JSON, and what it complained of."""
    out, complaints = process.communicate()
    assert process.returncode == 0, complaints
    return json.loads(out), complaints


def python(code: str, cwd: Path | None = None, **environment: str) -> Any:
    """What another process prints, read as JSON."""
    return ended(start(code, cwd, **environment))[0]


def write_files(folder: Path, files: dict[str, str]) -> None:
    """Put source files into a folder."""
    for name, text in files.items():
        (folder / name).write_text(textwrap.dedent(text))
