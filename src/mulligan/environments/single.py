"""One seat of a game as an environment of Gymnasium: alone against the cards, or against an agent by name."""

from __future__ import annotations

from typing import Any

import gymnasium
from gymnasium import spaces as gym

from mulligan.agents import ASK, Player, ask, edition, make_player, moves_to_play, seat_styles
from mulligan.core.errors import UsageError
from mulligan.core.game import OVER, Game
from mulligan.core.registry import find_game

from .batch import BatchEnv
from .common import MODES, fresh_seed, observation_space, one_action, picture, seen_by, state_space
from .driving import DEALS

ILLEGAL = ("refuse", "random")


class SeatEnv(gymnasium.Env[Any, Any]):  # type: ignore[misc]
    """One seat of a game; all others are played by `opponent`, any agent that has a name.

    An observation is a dictionary with `observation` and `action_mask`; the reward is the payoff, at the end.  With
    `seat=None` the seat is drawn for every game.  Agents that search begin every decision anew.

    An action that the mask excludes is refused with an error, and nothing has happened.  With `illegal="random"` a
    legal one is drawn in its place, and `info["illegal"]` says so: for programs that cannot be told of masks.
    """

    def __init__(
        self,
        game: Game | str,
        opponent: str = "",
        *,
        seat: int | None = 0,
        setup: str = "",
        prune: str = "none",
        chain: bool = False,
        illegal: str = "refuse",
        render_mode: str | None = None,
    ) -> None:
        chosen = find_game(game) if isinstance(game, str) else game
        if opponent and chosen.players == 1:
            raise UsageError(f"{chosen.name} is played alone: there is no seat for '{opponent}'")
        if seat is not None and seat not in range(chosen.players):
            raise UsageError(f"seat: {chosen.name} has seats 0 to {chosen.players - 1}, not {seat}")
        if render_mode not in (None, *MODES):
            raise UsageError(f"render_mode '{render_mode}' should be one of {', '.join(MODES)}")
        if illegal not in ILLEGAL:
            raise UsageError(f"illegal '{illegal}' should be one of {', '.join(ILLEGAL)}")
        self.illegal = illegal
        self.metadata = {"render_modes": list(MODES), "render_fps": 1}
        self.render_mode, self.opponent = render_mode, opponent or "uniform"
        self.game, self.setup, self._forms = chosen, setup or next(iter(chosen.setups)), (prune, chain)
        self._wanted, self.seat, self._game, self._asked = seat, seat or 0, 0, 0
        self._seed: int | None = None
        self._tables: dict[int, tuple[BatchEnv, list[Player]]] = {}
        spaces = self.batch.spaces
        self.observation_space = observation_space(spaces)
        self.action_space = gym.Discrete(spaces.actions)
        self.state_space = state_space(spaces, self.batch.states().dtype.kind == "f")

    @property
    def batch(self) -> BatchEnv:
        """The game, as a batch of one."""
        return self._table()[0]

    def _table(self) -> tuple[BatchEnv, list[Player]]:
        """The game with the learner in its present seat, and who sits where."""
        if self.seat not in self._tables:
            own = Player(self.game, "learner", [ASK] * len(self.game.stages))
            players = [
                own if seat == self.seat else make_player(self.game, self.opponent).at(self.setup)
                for seat in range(self.game.players)
            ]
            styles, (prune, chain) = seat_styles(self.game, self.setup, players), self._forms
            batch = BatchEnv(self.game, setup=self.setup, styles=styles, prune=prune, chain=chain, again=False)
            self._tables[self.seat] = batch, players
        return self._tables[self.seat]

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """A new game; after the first one without a seed, chance goes on from where it was."""
        super().reset(seed=seed)
        if seed is not None or self._seed is None:
            self._seed = fresh_seed() if seed is None else seed
            self._game = 0
        self._game, self._asked = self._game + 1, 0
        if self._wanted is None:
            self.seat = int(self.np_random.integers(self.game.players))
        batch, players = self._table()
        for player in players:
            player.forget()
        for again in range(DEALS):  # others may end a game before the learner is asked
            batch.reset((self._seed, self._game, again))
            self._let_others_play()
            if batch.actors[0] != OVER:
                return self._look(), {}
        raise UsageError(f"{self.game.name}: the learner was not asked in {DEALS} games")

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """The learner's action, and what the others do until it is asked again; an illegal one is refused."""
        batch = self.batch
        if self._seed is None or batch.actors[0] == OVER:
            raise UsageError("step: there is no game; reset begins one")
        info, chosen = {}, one_action(action)
        if self.illegal == "random" and not (0 <= chosen < batch.spaces.actions and batch.legal[0, chosen]):
            chosen, info["illegal"] = int(batch.sample()[0]), True
        batch.step([chosen])
        self._let_others_play()
        if self.render_mode == "human":
            self.render()
        over = bool(batch.actors[0] == OVER)
        return self._look(), float(batch.now.rewards[0, self.seat]) if over else 0.0, over, False, info

    def _let_others_play(self) -> None:
        batch, players = self._table()
        while (actor := int(batch.actors[0])) not in (OVER, self.seat):
            player, self._asked = players[actor], self._asked + 1
            player.forget()
            name = ("environment", edition(self._seed), self._game, actor, self._asked)
            for move in moves_to_play(ask(player, batch.position(0), actor, name), actor, lambda: batch.position(0)):
                batch.play(move)

    def _look(self) -> dict[str, Any]:
        return seen_by(self.batch, self.seat, asked=self.batch.actors[0] == self.seat)

    def state(self) -> Any:
        """Everything, hidden cards too, for critics."""
        return self.batch.states()[0]

    def render(self) -> Any:
        """The table as the learner sees it."""
        drawn = picture(self.batch, self.seat)
        if self.render_mode == "human":
            print(drawn)
            return None
        return drawn
