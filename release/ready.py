"""Make the machine code that a wheel carries: of every game that Mulligan ships, its players and its commands.

    python release/ready.py [GAME ...] [--into DIR]

The code is made for the level of processors that nearly all machines like this one have, in processes that are told so;
`mulligan.kernel.readymade` says how it is found again.  Code that is there already is not made again, and what nobody
asked for any more is removed.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

from mulligan.core import registry
from mulligan.kernel import readymade


def make(name: str) -> None:
    """Compile what it takes to play, search, watch, learn and measure a game; called in a process of its own."""
    from mulligan.arena.warm import shipped_players, warm
    from mulligan.core.observing import observation
    from mulligan.core.position import Position
    from mulligan.environments import BatchEnv
    from mulligan.speed.bench import Rollouts, rollout_style

    game = registry.find_game(name)
    for book, setups in game.rule_books().items():
        warm(book, shipped_players(book), people=True)
        batch = BatchEnv(book, 2, setup=setups[0], seed=1)
        batch.step(batch.sample())
        observation(Position.deal(book, setups[0], seed=1), 0)
        Rollouts(book, rollout_style(book), setups[0]).play(1)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help="all shipped games if none is named")
    parser.add_argument(
        "--into", type=Path, default=readymade.FOLDER, help="the folder; that of the package if left out"
    )
    parser.add_argument("--one", help=argparse.SUPPRESS)  # this process makes the code of one game
    chosen = parser.parse_args()
    if chosen.one:
        make(chosen.one)
        return 0
    level = readymade.level()
    if not level:
        print("no ready-made code is shipped for processors of this kind", file=sys.stderr)
        return 1
    begun = time.time()
    chosen.into.mkdir(parents=True, exist_ok=True)
    told = {readymade.INTO: str(chosen.into), "NUMBA_CPU_NAME": level, "NUMBA_CPU_FEATURES": ""}
    for name in chosen.games or [game.name for game in registry.all_games()[0]]:
        print(f"{name} ...", end=" ", flush=True)
        since = time.perf_counter()
        subprocess.run([sys.executable, __file__, "--one", name], env={**os.environ, **told}, check=True)
        print(f"{time.perf_counter() - since:.1f} s", flush=True)
    kept = sorted(chosen.into.glob("*.code"))
    if not chosen.games:
        for path in kept:
            if path.stat().st_mtime < begun:
                path.unlink()
        kept = sorted(chosen.into.glob("*.code"))
    size = sum(path.stat().st_size for path in kept)
    print(f"{len(kept)} files, {size / 1e6:.2f} MB in {chosen.into}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
