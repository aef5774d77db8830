"""A wheel that carries machine code is for one platform and one version of Python; without any it is for all."""

from __future__ import annotations

import platform
import sys
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# The oldest C library that has what the code calls: memory and mathematics.
LINUX = "manylinux2014"


class ReadyCode(BuildHookInterface):  # type: ignore[type-arg]
    """Names the wheel after what lies in the folder of ready-made code."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before files are collected."""
        if version == "editable" or not any((Path(self.root) / "src" / "mulligan" / "ready").glob("*.code")):
            return
        python = f"cp{sys.version_info[0]}{sys.version_info[1]}"
        build_data["pure_python"] = False
        build_data["tag"] = f"{python}-{python}-{_platform()}"


def _platform() -> str:
    if sys.platform.startswith("linux"):
        return f"{LINUX}_{platform.machine()}"
    return sysconfig.get_platform().replace("-", "_").replace(".", "_")
