"""Campaigns for tests: small experiments, and a program that plays them and says what it has stored.

`python -m tests.campaign_help STORE WORKERS GAMES` is what the tests start, stop and kill.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from concurrent.futures import BrokenExecutor, Executor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

from mulligan.arena import campaign
from mulligan.arena.campaign import Course, State, plan, run_campaign
from mulligan.arena.contest import GameRow
from mulligan.arena.experiment import Experiment, parse_experiment
from mulligan.arena.jobs import Crew, make_crew
from mulligan.arena.store import GAME_COLUMNS, Store

TIMES = {"cpu", "cpu_1", "cpu_2"}
LASTING = [name for name in GAME_COLUMNS if name not in TIMES]
ROOT = Path(__file__).parents[1]

RULES = """
title = "Rule players of Magic"
game = "magic"
setup = "literal"
seed = 5
games = {games}
design = {{ kind = "gauntlet", players = ["expert", "reduced"], against = ["random", "reduced"] }}
"""


def rules(games: int, name: str = "rules") -> Experiment:
    """Four cells of rule players: thousands of games a second."""
    return parse_experiment(RULES.format(games=games), name)


class Threads:
    """A crew of threads of this process."""

    lost = (BrokenExecutor,)

    def __init__(self, workers: int = 1) -> None:
        self.workers = workers

    def open(self) -> Executor:
        """New threads."""
        return ThreadPoolExecutor(self.workers)

    def size(self) -> int:
        """As many as there are."""
        return self.workers

    def close(self) -> None:
        """Nothing to do."""

    def describe(self) -> str:
        """A few words for people."""
        return f"{self.workers} threads"


def lasting(path: Path) -> dict[str, Any]:
    """All that a store has to say that does not depend on who played when."""
    columns = ", ".join(f"game.{name}" for name in LASTING)
    sql = f"SELECT contest.key, {columns} FROM game JOIN contest ON contest.id = contest ORDER BY 1, 2, 3"
    with Store(path, write=False) as store:
        names = [found["name"] for found in store.experiments()]
        cells = {name: [(cell.label, cell.goal, cell.agents) for cell in store.experiment(name)] for name in names}
        return {"games": store.query(sql), "cells": cells}


def played(path: Path, experiments: Iterable[Experiment], crew: Crew, **options: Any) -> State:
    """Play experiments into a store."""
    with Store(path) as store:
        courses: list[Course] = plan(store, experiments, options.pop("scale", None), "seconds" in options)
        return run_campaign(store, courses, crew, **options)


class Telling(Store):
    """A store that says what it has stored: a line for each batch, once it is certain."""

    def add(self, contest: int, rows: Iterable[GameRow], run: int) -> int:
        """Add games, then tell."""
        rows = list(rows)
        new = super().add(contest, rows, run)
        games = " ".join(f"{row.pair}/{row.seat}" for row in rows)
        os.write(1, f"stored {contest} {games}\n".encode())
        return new


def main() -> None:
    """Play the rule players into a store by many small batches."""
    path, workers, games = sys.argv[1], sys.argv[2], int(sys.argv[3])
    campaign.BATCH_SECONDS = 0.01
    crew = make_crew(int(workers)) if workers.isdecimal() else make_crew(0, workers)
    with Telling(path) as store:
        courses = plan(store, [rules(games)], None)
        os.write(1, b"planned\n")
        try:
            run_campaign(store, courses, crew)
        finally:
            crew.close()
    os.write(1, b"finished\n")


if __name__ == "__main__":
    main()
