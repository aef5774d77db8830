"""How fast is it?  Games and simulations per CPU second on one core, what compiling costs, and memory.

Speeds are the best of several slices, in CPU time of the thread: other programs can only slow a slice down.  What two
threads gain can be seen by the clock alone, and so only while no other program wants the processors.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numba

from ..agents import ASK, SearchPlayer, make_player
from ..arena.runner import GameRunner
from ..core.errors import UsageError
from ..core.game import OVER, Game, make_step
from ..core.position import Position
from ..core.room import Yardstick
from ..core.version import version
from ..kernel import entry, integers, records, stream
from ..search import Searcher, Settings
from ..search.parts import node_layout
from ..search.settings import parts_of

TURNS = {"early": 1, "middle": 9, "late": 15}
SEEDS = 200  # deals tried for a position with a decision so late
SLICE_SECONDS = 0.2
LOOK_SECONDS = 0.05  # to see whether the machine is busy
QUIET = 1.8  # processors that two threads should be given

Say = Callable[[str], None]


def make_rollouts(game: Game) -> Any:
    """The compiled loop that deals and plays games by a rule; it returns the turns and decisions of all of them."""
    deal, actor, turn, step = game.deal, game.actor, game.turn, make_step(game)

    @entry
    def rollouts(states, tables, rngs, out, style, games):
        s = states[0]
        t = tables[0]
        rng = rngs[0]
        turns = 0
        decisions = 0
        for _ in range(games):
            states[0] = states[1]
            deal(s, t, rng)
            while actor(s) != OVER:
                step(s, t, style, rng, out)
                decisions += 1
            turns += turn(s)
        return turns, decisions

    return rollouts


@lru_cache(maxsize=64)
def _rollouts(game: Game) -> Any:
    return make_rollouts(game)


def rollout_style(game: Game) -> str:
    """The style by which games are played out.

    >>> from mulligan.core.registry import find_game
    >>> rollout_style(find_game("magic")), rollout_style(find_game("nim"))
    ('reduced', 'uniform')
    """
    chosen = game.room().timed.style
    if chosen:
        return chosen
    return game.styles[1] if len(game.styles) > 1 else game.styles[0]


@dataclass
class Rollouts:
    """Games from the deal to the end, again and again."""

    game: Game
    style: str
    setup: str = ""
    turns: int = 0
    moves: int = 0
    played: int = 0

    def __post_init__(self) -> None:
        self.game = self.game.at(self.setup)
        self._arrays = (
            records(self.game.State, 2),
            self.game.make_table(self.setup),
            stream("bench", "rollouts"),
            integers(max(self.game.max_options, 64)),
        )

    def play(self, games: int) -> float:
        """Play and return the CPU seconds."""
        started = time.thread_time()
        turns, moves = _rollouts(self.game)(*self._arrays, self.game.style(self.style), games)
        self.turns += int(turns)
        self.moves += int(moves)
        self.played += games
        return time.thread_time() - started


def fill_slice(runs: Any) -> int:
    """How many games of a loop fill a slice."""
    runs.play(1)  # the first call may compile
    games, seconds = 1, 0.0
    while (seconds := float(runs.play(games))) < SLICE_SECONDS / 4:
        games *= 2
    return max(1, round(games * SLICE_SECONDS / seconds))


def make_runs(game: Game) -> Any:
    """The loop of games that is timed: the game's own, or one by its rollout style."""
    timed = game.room().timed
    if timed.loop is None:
        return Rollouts(game, rollout_style(game), timed.setup)
    return timed.loop(game.make_table())


def timed_agent(game: Game) -> str:
    """The name of the player whose decisions are timed."""
    timed = game.room().timed
    return f"{timed.agent}:{timed.budget}"


def bench_player(game: Game) -> SearchPlayer:
    """The player whose decisions are timed."""
    player = make_player(game, timed_agent(game))
    assert isinstance(player, SearchPlayer)
    return player


def find_position(game: Game, player: SearchPlayer, style: str, turn: int) -> Position | None:
    """The first position at or after a turn with something to decide, in games that a rule plays; None if none is."""
    settings, setup = player.settings, game.room().timed.setup
    for seed in range(SEEDS):
        position, rng = Position.deal(game, setup, seed=("bench", seed)), stream("bench", "position", seed)
        while not position.over:
            _, stage, now, _ = position.look()
            if now >= turn and player.styles[stage] == ASK:
                if len(position.options(settings.prune, chain=settings.binary)) > 1:
                    return position
            position.act(style, rng)
    return None


def _decide(searcher: Searcher, position: Position, seeds: range) -> tuple[float, float, int]:
    """CPU seconds, wall-clock seconds and simulations of a decision with each of the seeds."""
    cpu, wall = time.thread_time(), time.perf_counter()
    sims = sum(searcher.decide(position, seed).simulations for seed in seeds)
    return time.thread_time() - cpu, time.perf_counter() - wall, sims


def _per_slice(searcher: Searcher, position: Position) -> int:
    """How many decisions fill a slice."""
    _decide(searcher, position, range(1))
    return max(1, round(SLICE_SECONDS / _decide(searcher, position, range(1, 2))[1]))


def processors_given() -> float:
    """How many processors two threads get that want one each: 2, if no other program wants any."""
    data = bytes(1 << 16)

    def busy(number: int) -> float:
        started, until = time.thread_time(), time.perf_counter() + LOOK_SECONDS
        while time.perf_counter() < until:
            hashlib.sha256(data)  # other threads run meanwhile
        return time.thread_time() - started

    started = time.perf_counter()
    with ThreadPoolExecutor(2) as pool:
        spent = sum(pool.map(busy, range(2)))
    return spent / (time.perf_counter() - started)


def measure_threads(game: Game, settings: Settings, position: Position, slices: int) -> dict[str, float | None]:
    """How many times sooner two threads are done than one, on the clock, as far as the machine is free to show it.

    A slice counts if two threads had two processors just before it and just after it.  The CPU time that both need for
    the same work, compared with one, is told in any case.
    """
    searchers = [Searcher(game, replace(settings, threads=threads)) for threads in (1, 2)]
    count, given = _per_slice(searchers[0], position), [processors_given()]
    cpu, wall = [float("inf")] * 2, [float("inf")] * 2
    for k in range(slices):
        found = [_search_all(searcher, position, range(k * count, (k + 1) * count)) for searcher in searchers]
        given.append(processors_given())
        cpu = [min(best, one[0]) for best, one in zip(cpu, found, strict=True)]
        if min(given[-2:]) >= QUIET:
            wall = [min(best, one[1]) for best, one in zip(wall, found, strict=True)]
    return {
        "threads_speedup": wall[0] / wall[1] if wall[0] < float("inf") else None,
        "threads_cpu_ratio": cpu[1] / cpu[0],
        "processors_given": max(min(pair) for pair in pairwise(given)),
    }


def _search_all(searcher: Searcher, position: Position, seeds: range) -> tuple[float, float]:
    """CPU seconds of all threads, and wall-clock seconds."""
    wall = time.perf_counter()
    cpu = sum(searcher.decide(position, seed).cpu_seconds for seed in seeds)
    return cpu, time.perf_counter() - wall


# A program that a second Python runs: it says how long it took, and its last line is read as JSON.
_CHILD = """
import json, sys, time
from mulligan.core.registry import find_game
from mulligan.arena.warm import warm
made = warm(find_game(sys.argv[1]), sys.argv[2:3])
wall, cpu = time.time() - float(sys.argv[3]), time.process_time()
print(json.dumps([made.seconds, made.cpu_seconds, made.compiled, wall, cpu]))
"""


def _in_new_process(game: Game, cache: str) -> tuple[float, float, int, float, float]:
    environment = {**os.environ, "MULLIGAN_CACHE": cache}
    command = [sys.executable, "-c", _CHILD, game.name, timed_agent(game), repr(time.time())]
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if ended.returncode:
        lines = ended.stderr.strip().splitlines() or ["no message"]
        raise UsageError(f"bench: compiling in a new process failed: {lines[-1]}")
    seconds, cpu, compiled, wall, all_cpu = json.loads(ended.stdout.splitlines()[-1])
    return seconds, cpu, compiled, wall, all_cpu


def measure_compiling(game: Game) -> dict[str, Any]:
    """What the first start costs with an empty cache, and the second with a full one."""
    with tempfile.TemporaryDirectory(prefix="mulligan-", ignore_cleanup_errors=True) as cache:
        seconds, cpu, _, _, _ = _in_new_process(game, cache)
        _, _, compiled, wall, all_cpu = _in_new_process(game, cache)
    return {
        "cold_compile_seconds": seconds,
        "cold_compile_cpu_seconds": cpu,
        "warm_start_seconds": wall,
        "warm_start_cpu_seconds": all_cpu,
        "warm_start_compiled": compiled,
    }


def rollout_speeds(game: Game, slices: int, yard: Yardstick | None) -> tuple[Any, float, float]:
    """The games played, and how many a CPU second has: ours, and the yardstick's in slices between ours."""
    runs = make_runs(game)
    games, ours, theirs = fill_slice(runs), [], [0.0]
    for k in range(slices):
        ours.append(games / runs.play(games))
        if yard is not None:
            theirs.append(games / yard.rollouts(games, k + 1)[0])
    return runs, max(ours), max(theirs)


def search_speeds(player: SearchPlayer, position: Position, slices: int, yard: Yardstick | None) -> tuple[float, float]:
    """Simulations per CPU second: ours, and the yardstick's in slices between ours."""
    count, ours, theirs = _per_slice(player.searcher, position), [], [0.0]
    settings = player.settings
    for k in range(slices):
        seeds = range(k * count, (k + 1) * count)
        cpu, _, sims = _decide(player.searcher, position, seeds)
        ours.append(sims / cpu)
        if yard is not None:
            cpu = sum(yard.decide(position, settings.trees, settings.sims, seed + 1)[0] for seed in seeds)
            theirs.append(sims / cpu)
    return max(ours), max(theirs)


def player_speed(game: Game, name: str, setup: str, slices: int) -> float:
    """Whole games per CPU second of a player without an opponent."""
    player = make_player(game, name)
    if name in game.styles:
        runs = Rollouts(game, name, setup)
        games = fill_slice(runs)
        return max(games / runs.play(games) for _ in range(slices))
    table, played, speeds = GameRunner(game, setup, [player]), 0, []
    table.play("bench", 0)
    for _ in range(slices):
        started, first = time.thread_time(), played
        while time.thread_time() - started < SLICE_SECONDS:
            table.play("bench", played)
            played += 1
        speeds.append((played - first) / (time.thread_time() - started))
    return max(speeds) if slices < 3 else sorted(speeds)[len(speeds) // 2]  # searched games differ much in length


def measure_speed(game: Game, slices: int, yard: Yardstick | None, say: Say) -> dict[str, Any]:
    """Games and simulations per CPU second, what threads gain, and how all that compares with the yardstick."""
    say("games by rule")
    runs, rollouts, yard_rollouts = rollout_speeds(game, slices, yard)
    players = {}
    for name, setup in game.room().timed.players.items():
        say(f"games by {name}")
        players[name] = {"setup": setup, "games": player_speed(game, name, setup, slices)}
    player = bench_player(game)
    positions = {name: find_position(game, player, rollout_style(game), turn) for name, turn in TURNS.items()}
    sims: dict[str, float | None] = dict.fromkeys(TURNS)
    theirs, ratios = {"rollouts": yard_rollouts}, {"rollouts": rollouts / (yard_rollouts or 1)}
    for name, position in positions.items():
        if position is not None:
            say(f"search, {name} in the game")
            sims[name], theirs[name] = found = search_speeds(player, position, slices, yard)
            ratios[name] = found[0] / (found[1] or 1)
    say("search with two threads")
    place = positions["middle"] or positions["early"]
    return {
        "style": runs.style,
        "rollouts": rollouts,
        "games": rollouts,
        "moves": rollouts * runs.moves / runs.played,
        "iterations": min((speed for speed in sims.values() if speed), default=None),
        "turns_mean": runs.turns / runs.played,
        "players": players,
        "agent": player.name,
        "sims": sims,
        **(measure_threads(game, player.settings, place, slices) if place else {"threads_speedup": None}),
        "positions": {name: position and str(position) for name, position in positions.items()},
        "yardstick": {**theirs, "ratio": ratios} if yard else None,
    }


def refuse(game: Game, slices: int, yardstick: bool) -> None:
    """Say what cannot be measured, before anything is."""
    if slices < 1:
        raise UsageError(f"slices: {slices} should be a whole number from 1 on")
    if not game.compiled:
        raise UsageError(f"bench: {game.name} is not compiled; mark its functions with @compiled")
    if yardstick and game.room().timed.yardstick is None:
        raise UsageError(f"yardstick: there is none for {game.name}")


def bench(
    game: Game, *, slices: int = 7, compiling: bool = True, yardstick: bool = False, say: Say = lambda text: None
) -> dict[str, Any]:
    """All measurements of a game as plain data; `say` is told what is being measured."""
    refuse(game, slices, yardstick)
    found = {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "game": game.name,
        "version": game.id,
        "mulligan": version(),
        "python": platform.python_version(),
        "numba": numba.__version__,
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        "slices": slices,
        "node_bytes": node_layout(parts_of(Settings())).itemsize,
        "state_bytes": game.at(game.room().timed.setup).State.itemsize,
    }
    make_yardstick = game.room().timed.yardstick if yardstick else None
    found |= measure_speed(game, slices, make_yardstick() if make_yardstick else None, say)
    if compiling:
        say("compiling in a new process")
        found |= measure_compiling(game)
    return found
