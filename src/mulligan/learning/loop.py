"""The loop: play games, fit a network, test it, and begin again with the better player.

All that it makes is in one folder, and every step is there whole or not at all: whatever interrupted it, the same
command goes on where it was.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from mulligan.agents import make_player
from mulligan.core.errors import UsageError
from mulligan.core.folders import data_directory
from mulligan.core.game import Game
from mulligan.core.registry import find_game
from mulligan.core.version import version
from mulligan.nets import Network, nets_directory, read_net, write_net
from mulligan.nets.files import write_bytes
from mulligan.nets.notes import evaluation_seconds

from .data import generate, read_shards
from .gate import balanced, gate_seed, learner_of, play_gate
from .selfplay import Recipe
from .training import Training, fit, require

STATE = "run.json"
WINDOW = 4  # generations whose games are learned from
Say = Callable[[str, float], None]
"""Who is told what is being done, and how much of it: a share from 0 to 1."""


@dataclass(frozen=True)
class Plan:
    """What is to be learned, and how; a run that goes on must have the same."""

    game: str
    agent: str
    setup: str = ""
    name: str = ""
    """What its networks are called, with a number behind; by default the game."""
    seed: int = 1
    games: int = 400
    """Of each generation."""
    pairs: int = 200
    """At most, in a gate."""
    elo: float = 40.0
    """What a gate is to tell from nothing."""
    explore: float = 0.05
    trail: float = 0.9
    positions: int = 16
    playouts: int = 0
    style: str = ""
    more: Mapping[str, str] = field(default_factory=dict)
    """Further settings of the player that uses the networks."""
    training: Training = field(default_factory=Training)

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {**asdict(self), "more": dict(self.more)}


class Run:
    """A run in its folder."""

    def __init__(self, plan: Plan, folder: Path | None = None) -> None:
        self.plan = plan
        self.named: Game = find_game(plan.game)
        self.setup = plan.setup or next(iter(self.named.setups))
        self.game = self.named.at(self.setup)
        self.name = plan.name or self.named.name
        self.folder = folder or data_directory() / "learning" / self.name
        self.teacher = make_player(self.named, plan.agent).configuration
        if make_player(self.named, plan.agent).oracle:
            raise UsageError("learn: a player that sees hidden cards is no teacher")
        learner_of(self.named, plan.agent, "", {})  # whether there is one at all
        require()
        self.state = self._read()

    # --- what is kept -------------------------------------------------------------------------------------------------

    def _read(self) -> dict[str, Any]:
        path, plan = self.folder / STATE, json.loads(json.dumps(self.plan.to_dict()))
        if not path.exists():
            return {"plan": plan, "teacher": self.teacher, "generations": [], "seconds": 0.0}
        try:
            found = json.loads(path.read_text("utf-8"))
            then = found["plan"]
        except (OSError, ValueError, KeyError, TypeError):
            raise UsageError(f"'{path}' cannot be read: name another folder with --folder") from None
        for key, value in plan.items():
            if then.get(key) != value:
                what = f"{key} {then.get(key)!r}, not {value!r}"
                raise UsageError(f"'{self.folder}' was begun with {what}: say the same, or name another --folder")
        return dict(found)

    def _keep(self) -> None:
        write_bytes(self.folder / STATE, json.dumps(self.state, indent=1).encode())

    @property
    def generations(self) -> list[dict[str, Any]]:
        """What was done, generation after generation; the last one may not be complete."""
        return list(self.state["generations"])

    @property
    def passed(self) -> list[dict[str, Any]]:
        """The generations whose networks passed the gate."""
        return [one for one in self.generations if one.get("passed")]

    @property
    def best(self) -> str:
        """The best player so far."""
        return str(self.passed[-1]["agent"]) if self.passed else self.teacher

    def place(self, number: int) -> Path:
        """The folder of a generation."""
        return self.folder / f"generation-{number}"

    # --- what is done -------------------------------------------------------------------------------------------------

    def go(
        self, *, hours: float = 0.0, generations: int = 0, workers: int = 1, say: Say = lambda what, share: None
    ) -> None:
        """Learn until so many hours are over, or so many generations are complete; a test is played to its end."""
        started, until = time.monotonic(), time.monotonic() + hours * 3600 if hours else None
        before = float(self.state["seconds"])
        try:
            while not self._enough(generations, until):
                if not self.state["generations"] or "passed" in self.state["generations"][-1]:
                    self.state["generations"].append({"number": len(self.generations) + 1, "best": self.best})
                    self._keep()
                if not self._step(self.state["generations"][-1], until, workers, say):
                    break
        finally:
            self.state["seconds"] = round(before + time.monotonic() - started, 1)
            self._keep()

    def _enough(self, generations: int, until: float | None) -> bool:
        complete = sum("passed" in one for one in self.generations)
        return bool(generations and complete >= generations) or bool(until and time.monotonic() > until)

    def _step(self, one: dict[str, Any], until: float | None, workers: int, say: Say) -> bool:
        """Complete a generation; return whether there was time for it."""
        number, place = one["number"], self.place(one["number"])
        if not generate(
            place,
            self._recipe(one),
            self.plan.games,
            workers=workers,
            until=until,
            progress=lambda share: say(f"generation {number}: playing games", share),
        ):
            return False
        file = place / "net.npz"
        if "training" not in one or not file.exists():
            self._train(one, file, say)
        self._test(one, file, workers, say)
        return True

    def _recipe(self, one: Mapping[str, Any]) -> Recipe:
        plan, best = self.plan, str(one["best"])
        earlier = [str(other["agent"]) for other in self.passed if other["number"] < one["number"]]
        others = [agent for agent in dict.fromkeys([self.teacher, *earlier]) if agent != best]
        rule = plan.playouts if plan.playouts else 0
        return Recipe(
            plan.game,
            plan.setup,
            (best, *others[-3:]),
            gate_seed(plan.seed, "games", one["number"]),
            plan.explore,
            plan.trail,
            plan.positions,
            rule,
            plan.style,
        )

    def _train(self, one: dict[str, Any], file: Path, say: Say) -> None:
        number = one["number"]
        places = [self.place(n) for n in range(max(1, number - WINDOW + 1), number + 1)]
        data = read_shards(places)
        found = fit(
            self.game,
            self.setup,
            data,
            self.plan.training,
            self._history(one, len(data["target"])),
            lambda share: say(f"generation {number}: fitting a network to {len(data['target']):,} positions", share),
        )
        write_net(file, found.net)
        one["training"] = found.to_dict()
        one["mark"] = found.net.mark
        one["weights"] = found.net.weights
        one["bytes"] = file.stat().st_size
        one["evaluation_seconds"] = evaluation_seconds(self.game, self.setup, found.net)
        self._keep()

    def _history(self, one: Mapping[str, Any], positions: int) -> dict[str, Any]:
        return {
            "made": datetime.now(UTC).isoformat(timespec="seconds"),
            "mulligan": version(),
            "run": self.name,
            "generation": one["number"],
            "teacher": self.teacher,
            "played_by": one["best"],
            "parents": [other["mark"] for other in self.passed],
            "positions": positions,
            "plan": self.state["plan"],
            "seed": self.plan.seed,
        }

    def _test(self, one: dict[str, Any], file: Path, workers: int, say: Say) -> None:
        number, game, plan = one["number"], self.named, self.plan
        say(f"generation {number}: measuring what a decision costs", 0.0)
        if "balance" not in one:
            learner = learner_of(game, plan.agent, f"net:{file}", plan.more)
            balance = balanced(game, self.setup, learner, str(one["best"]), gate_seed(plan.seed, "cost", number))
            one["balance"] = {**asdict(balance), "cpu": list(balance.cpu)}
            self._keep()
        passed, match = play_gate(
            game,
            self.setup,
            one["balance"]["agent"],
            str(one["best"]),
            pairs=plan.pairs,
            seed=gate_seed(plan.seed, "match", number),
            elo=plan.elo,
            workers=workers,
            progress=lambda standing: say(
                _score(number, standing.points, standing.decided), standing.pairs / plan.pairs
            ),
        )
        one["gate"] = match
        if passed:
            one["name"] = f"{self.name}-{number}"
            net = read_net(file)
            history = {**net.history, "gate": match, "training": one["training"], "weights": one["weights"]}
            kept = Network(net.game, net.setup, net.features, net.kind, net.arrays, history)
            write_net(nets_directory() / f"{one['name']}.npz", kept)
            one["agent"] = one["balance"]["agent"].replace(f"net:{file}", f"net:{one['name']}")
        one["passed"] = passed
        self._keep()


def _score(number: int, points: float, games: int) -> str:
    share = f": {100 * points / games:.0f} % of {games}" if games else ""
    return f"generation {number}: against the best so far{share}"
