"""What is played to measure one player: experiments, whose games are kept in the store like all others."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mulligan.agents import SearchPlayer, make_player, strongest
from mulligan.agents.names import times_budget
from mulligan.arena.experiment import TOURNAMENT, Experiment
from mulligan.arena.spec import Gauntlet, Spec
from mulligan.arena.store import Store
from mulligan.core.errors import UsageError
from mulligan.core.game import Game
from mulligan.core.registry import lend
from mulligan.core.words import join_words, split_words
from mulligan.gauges import AND, find_gauge

from .rivals import Rival, check_rivals, match_time, rivals_of

GAMES = {"gauntlet": 40, "budgets": 40, "oracle": 40, "exploiter": 40, "regret": 8}
"""Games of each cell at scale 1."""
FACTORS = (1 / 16, 1 / 4, 4.0)
"""Times its own budget that a player has on the curve, beside once, which is in the gauntlet."""
TITLES = {
    "gauntlet": "Opponents of different styles",
    "budgets": "With more and with less time",
    "oracle": "Against itself with all cards on the table",
    "exploiter": "A search that knows how it plays",
    "regret": "Against a deeper search",
}


@dataclass(frozen=True)
class Trials:
    """All that is played of one player."""

    game: Game
    agent: str
    setup: str
    seed: int
    rivals: tuple[Rival, ...]
    experiments: dict[str, Experiment]
    left_out: tuple[str, ...]
    """What is not played, and why."""

    @property
    def reference(self) -> str:
        """The opponent of the curve and of the regret: the first one."""
        return self.rivals[0].name if self.rivals else ""


def trials(
    game: Game,
    agent: str,
    setup: str,
    seed: int,
    against: Sequence[str],
    store: Store | None,
    told: Callable[[str], None] | None = None,
) -> Trials:
    """What is to be played; budgets are matched once, and then taken from what the store has of these trials.

    `told` hears what is matched; without it nothing is, and rivals are as they are named.
    """
    game = lend(game)
    setup = setup or game.room().trials.setup
    check_rivals(game, agent, against)
    asked = list(against) or rivals_of(game, agent)
    mark = hashlib.blake2b(repr((agent, setup, seed, asked, bool(against))).encode(), digest_size=4).hexdigest()
    base = f"strength/{game.name}-{mark}"
    if against:
        rivals = [Rival(name, name, "as named") for name in asked]
    else:
        rivals = _known(store, f"{base}/gauntlet", asked, game) or [
            Rival(name, name, "as named") if told is None else match_time(game, setup, agent, name, seed, told)
            for name in asked
        ]
    made = _Maker(game, agent, setup, seed, base, [rival.name for rival in rivals])
    found, missing = made.all()
    return Trials(game, agent, setup, seed, tuple(rivals), found, tuple(missing))


def _known(store: Store | None, name: str, asked: Sequence[str], game: Game) -> list[Rival]:
    """The rivals of trials that the store has already, with the budgets that they had."""
    design = {} if store is None else store.spec(name).get("design", {})
    names = design.get("players", [])[1:] if game.sides == 1 else design.get("against", [])
    if len(names) != len(asked):
        return []
    about = {True: "as named: it has no counted simulations", False: "matched by measured CPU time"}
    return [Rival(name, one, about[times_budget(game, one, 1.0) is None]) for name, one in zip(names, asked)]


class _Maker:
    """Makes the experiments one by one."""

    def __init__(self, game: Game, agent: str, setup: str, seed: int, base: str, rivals: list[str]) -> None:
        self.game, self.agent, self.setup, self.seed, self.base, self.rivals = game, agent, setup, seed, base, rivals
        self.solo = game.sides == 1
        self.searches = isinstance(make_player(game, agent), SearchPlayer)
        self.missing: list[str] = []

    def all(self) -> tuple[dict[str, Experiment], list[str]]:
        found = {
            "gauntlet": self.gauntlet(),
            "budgets": self.budgets(),
            "oracle": self.oracle(),
            "exploiter": self.exploiter(),
            "regret": self.regret(),
        }
        return {name: one for name, one in found.items() if one is not None}, self.missing

    def _made(self, part: str, players: list[str], against: list[str], gauge: str = "") -> Experiment:
        """One of them; alone, all players play the same deals."""
        players = list(dict.fromkeys([*players, *against] if self.solo else players))
        spec = Spec(
            title=TITLES[part],
            game=self.game.name,
            setup=self.setup,
            seed=self.seed,
            games=GAMES[part],
            gauge=gauge,
            design=Gauntlet(kind="gauntlet", players=list(players), against=[] if self.solo else against),
        )
        made = Experiment(f"{self.base}/{part}", spec, TOURNAMENT)
        for cell in made.cells:
            _ = cell.contest.identity, cell.kept_as  # whatever is wrong is told before the first game
        return made

    def _left_out(self, text: str) -> None:
        self.missing.append(text)

    def gauntlet(self) -> Experiment:
        if not self.rivals:
            raise UsageError(f"against: {self.game.name} has no other player to meet: name one by --against")
        gauges = [self.game.room().trials.blunders] if self.game.room().trials.blunders else []
        if not gauges:
            self._left_out(f"blunders: {self.game.name} has no gauge that counts them (`Trials.blunders` of its room)")
        if self.searches:
            gauges.append("calibration")
        else:
            self._left_out(f"calibration, budgets, oracle: {self.agent} gives no chances, being no search")
        gauge = f" {AND} ".join(gauges)
        if gauge:
            find_gauge(self.game, gauge)
        return self._made("gauntlet", [self.agent], self.rivals, gauge)

    def budgets(self) -> Experiment | None:
        if not self.searches:
            return None
        names = [times_budget(self.game, self.agent, factor) for factor in FACTORS]
        counted = [name for name in names if name is not None]
        if not counted:
            self._left_out(f"budgets: {self.agent} counts no simulations")
            return None
        return self._made("budgets", counted, [] if self.solo else self.rivals[:1])

    def oracle(self) -> Experiment | None:
        if not self.searches:
            return None
        if not self.game.hidden:
            self._left_out(f"oracle: nothing is hidden in {self.game.name}")
            return None
        name, words = split_words(self.agent, "agent")
        seeing = join_words(name, words | {"deal": "never"})
        try:
            if make_player(self.game, seeing).configuration == make_player(self.game, self.agent).configuration:
                raise UsageError("it sees all cards itself")
            return self._made("oracle", [seeing], [self.agent])
        except UsageError as error:
            self._left_out(f"oracle: {seeing} cannot be made: {error}")
            return None

    def exploiter(self) -> Experiment | None:
        best = strongest(self.game)
        if self.agent not in self.game.styles or self.agent == "uniform":
            self._left_out("exploiter: only a rule player can be put into a search as the opponent that it expects")
            return None
        if self.solo:
            self._left_out("exploiter: nobody plays against anybody")
            return None
        name, words = split_words(best, "agent")
        knowing = join_words(name, words | {"foe": self.agent, "rollout": self.agent})
        return self._made("exploiter", [knowing, best], [self.agent])

    def regret(self) -> Experiment:
        return self._made("regret", [self.agent], [] if self.solo else self.rivals[:1], "regret")
