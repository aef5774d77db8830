"""How fast is plain C?  The same game and search in benchmarks/yardstick.c, compiled on the spot and asked likewise.

It is there only in a source tree with a C compiler at hand.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from mulligan.core.errors import UsageError
from mulligan.core.position import Position
from mulligan.kernel import as_dict

SOURCE = Path(__file__).parents[4] / "benchmarks" / "yardstick.c"
KINDS = 14
MOST_MOVES = 4096
_Counts = ctypes.c_int32 * KINDS


class _Player(ctypes.Structure):
    _fields_ = (
        ("hand", _Counts),
        ("hand_lands", ctypes.c_int32),
        ("lands", ctypes.c_int32),
        ("untapped", _Counts),
        ("tapped", _Counts),
        ("library", _Counts),
        ("library_lands", ctypes.c_int32),
        ("life", ctypes.c_int32),
    )


class _Position(ctypes.Structure):
    _fields_ = (("player", _Player * 2), ("active", ctypes.c_int32), ("turn", ctypes.c_int32))


class Yardstick:
    """The C library, built in a temporary directory."""

    def __init__(self, source: Path = SOURCE) -> None:
        if not source.exists():
            raise UsageError(f"yardstick: there is no {source}; it comes with the source tree of Mulligan")
        compiler = next((found for name in ("cc", "gcc", "clang") if (found := shutil.which(name))), None)
        if compiler is None:
            raise UsageError("yardstick: it needs a C compiler, and none of cc, gcc and clang is installed")
        self._directory = tempfile.TemporaryDirectory(prefix="mulligan-", ignore_cleanup_errors=True)
        library = Path(self._directory.name) / "yardstick.so"
        options = ["-O3", "-march=native", "-shared", "-fPIC", "-o", str(library), str(source), "-lm"]
        made = subprocess.run([compiler, *options], capture_output=True, text=True, check=False)
        if made.returncode:
            raise UsageError(f"yardstick: {compiler} failed: {made.stderr.strip().splitlines()[-1:]}")
        self._library: Any = ctypes.CDLL(str(library))
        self._library.yard_rollouts.restype = ctypes.c_double
        self._library.yard_rollouts.argtypes = [ctypes.c_long, ctypes.c_ulong, ctypes.POINTER(ctypes.c_double)]
        self._library.yard_decide.restype = ctypes.c_double

    def rollouts(self, games: int, seed: int) -> tuple[float, float]:
        """CPU seconds for this many games, and their mean number of turns."""
        turns = ctypes.c_double()
        return float(self._library.yard_rollouts(games, seed, ctypes.byref(turns))), turns.value

    def decide(self, position: Position, trees: int, sims: int, seed: int) -> tuple[float, list[int]]:
        """CPU seconds for a decision at a main phase, and the visits of its moves."""
        visits, count = (ctypes.c_long * MOST_MOVES)(), ctypes.c_int()
        asked = ctypes.byref(_as_struct(position))
        seconds = self._library.yard_decide(
            asked, trees, sims, ctypes.c_ulong(seed), visits, MOST_MOVES, ctypes.byref(count)
        )
        if seconds < 0:
            raise UsageError(f"yardstick: it does not know the position {position}")
        return float(seconds), list(visits[: min(count.value, MOST_MOVES)])


def _as_struct(position: Position) -> _Position:
    state, table = position.fields(), as_dict(position.table[0])
    made = _Position(active=state["active"], turn=state["turn"])
    for seat in range(2):
        player, seen = made.player[seat], 0
        for name, field in (
            ("hand", player.hand),
            ("ready", player.untapped),
            ("tapped", player.tapped),
            ("dead", None),
        ):
            seen |= state[name][seat]
            if field is not None:
                _count(field, state[name][seat], table["kind"][seat])
        _count(player.library, ((1 << table["creatures"][seat]) - 1) & ~seen, table["kind"][seat])
        lands = [state[name][seat] for name in ("land_hand", "lands", "land_gone")]
        player.hand_lands, player.lands = lands[:2]
        player.library_lands = table["lands"][seat] - sum(lands)
        player.life = state["life"][seat]
    return made


def _count(field: Any, creatures: int, kinds: list[int]) -> None:
    for i, kind in enumerate(kinds):
        if creatures >> i & 1:
            field[kind] += 1
