"""Positions to learn from, kept in shards: files that are there whole or not at all, made by any number of processes.

Which games a shard has follows from its number, and each game from the recipe and its own: so the data is the same
whatever the number of processes, and whatever was interrupted is done again.
"""

from __future__ import annotations

import io
import json
import signal
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from mulligan.core.errors import UsageError
from mulligan.nets.files import write_bytes

from .selfplay import COLUMNS, Columns, Generator, Recipe, joined

GAMES = 20  # of a shard
LARGEST = 200_000_000  # bytes of a shard
RECIPE = "recipe.json"


def shard_file(folder: Path, number: int) -> Path:
    """The file of a shard."""
    return folder / f"shard-{number:05d}.npz"


@lru_cache(maxsize=4)
def _generator(recipe: Recipe) -> Generator:
    return Generator(recipe)


def make_shard(folder: str, recipe: Recipe, number: int, first: int, games: int) -> float:
    """Play the games of a shard and keep them; return the CPU seconds that it took."""
    started = time.process_time()
    generator = _generator(recipe)
    found = joined([generator.play(first + i) for i in range(games)])
    raw = io.BytesIO()
    np.savez_compressed(raw, **found)  # type: ignore[arg-type]
    write_bytes(shard_file(Path(folder), number), raw.getvalue())
    return time.process_time() - started


def read_shard(path: Path) -> Columns:
    """The positions of a shard."""
    try:
        if path.stat().st_size > LARGEST:
            raise UsageError(f"'{path}': it is larger than {LARGEST:,} bytes")
        with np.load(path, allow_pickle=False) as found:
            columns = {key: found[key] for key in COLUMNS}
    except UsageError:
        raise
    except Exception as error:
        raise UsageError(f"'{path}': it is no shard of positions ({type(error).__name__}); delete it") from None
    if len({len(column) for column in columns.values()}) != 1 or columns["numbers"].ndim != 2:
        raise UsageError(f"'{path}': its columns are not of one length; delete it")
    return {key: column.astype(COLUMNS[key]) for key, column in columns.items()}


def read_shards(folders: Iterable[Path]) -> Columns:
    """The positions of all shards in these folders, in order."""
    found = [read_shard(path) for folder in folders for path in sorted(folder.glob("shard-*.npz"))]
    if not found:
        raise UsageError("there are no positions to learn from")
    return joined(found)


def generate(
    folder: Path,
    recipe: Recipe,
    games: int,
    *,
    workers: int = 1,
    until: float | None = None,
    progress: Callable[[float], None] = lambda share: None,
) -> bool:
    """Play the games of a recipe that are not there yet; return whether all are.

    With `until`, a time of the monotonic clock, no further shard is begun after it.
    """
    _agree(folder, recipe, games)
    shards = range(-(-games // GAMES))
    missing = [number for number in shards if not shard_file(folder, number).exists()]
    done = len(shards) - len(missing)
    progress(done / len(shards))
    for _ in _made(folder, recipe, games, missing, workers, until):
        done += 1
        progress(done / len(shards))
    return done == len(shards)


def _made(
    folder: Path, recipe: Recipe, games: int, missing: Sequence[int], workers: int, until: float | None
) -> Iterator[float]:
    """Make shards, in this process or in others; give the CPU seconds of each."""

    def task(number: int) -> tuple[Any, ...]:
        first = number * GAMES
        return str(folder), recipe, number, first, min(GAMES, games - first)

    def late() -> bool:
        return until is not None and time.monotonic() > until

    if workers <= 1:
        for number in missing:
            if late():
                return
            yield make_shard(*task(number))
        return
    waiting, running = list(missing), set[Future[float]]()
    crew = min(workers, max(1, len(missing)))
    with ProcessPoolExecutor(crew, get_context("spawn"), initializer=_leave_interrupts) as pool:
        try:
            while running or (waiting and not late()):
                while waiting and len(running) < workers and not late():
                    running.add(pool.submit(make_shard, *task(waiting.pop(0))))
                ended, running = wait(running, return_when=FIRST_COMPLETED)
                for one in ended:
                    yield one.result()
        except BrokenProcessPool:
            raise UsageError("a process that played games was ended; run the same command again to go on") from None
        finally:
            pool.shutdown(cancel_futures=True)


def _leave_interrupts() -> None:
    """Ctrl-C is for the process that was started: the others complete the shards that they are at."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _agree(folder: Path, recipe: Recipe, games: int) -> None:
    """Note what a folder is for, or raise `UsageError` if it is for something else."""
    path, wanted = folder / RECIPE, {**recipe.to_dict(), "games": games}
    if not path.exists():
        return write_bytes(path, json.dumps(wanted, indent=1).encode())
    try:
        found = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        raise UsageError(f"'{path}' cannot be read: delete the folder, or name another one") from None
    for key, value in wanted.items():
        if found.get(key) != value:
            was = found.get(key)
            raise UsageError(f"'{folder}' has games with {key} {was!r}, not {value!r}: name another folder")
    return None
