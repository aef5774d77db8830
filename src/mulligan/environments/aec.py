"""A game for several players as an environment of PettingZoo: its agents act one after the other (AEC)."""

from __future__ import annotations

from typing import Any

from gymnasium import spaces as gym
from pettingzoo import AECEnv

from mulligan.core.errors import UsageError, unknown
from mulligan.core.game import OVER, Game

from .batch import BatchEnv
from .common import MODES, fresh_seed, observation_space, one_action, picture, seen_by, state_space


class TableEnv(AECEnv):  # type: ignore[misc]
    """One game; its agents are `seat_0`, `seat_1` and so on.

    An observation is a dictionary with `observation` and `action_mask`.  Rewards are payoffs, at the end.  `state()`
    has everything, hidden cards too, for critics.
    """

    def __init__(
        self,
        game: Game | str,
        *,
        setup: str = "",
        prune: str = "none",
        chain: bool = False,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.batch = BatchEnv(game, setup=setup, prune=prune, chain=chain, again=False)
        self.metadata = {
            "name": f"mulligan_{self.batch.game.name}",
            "render_modes": list(MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        if render_mode not in (None, *MODES):
            raise UsageError(f"render_mode '{render_mode}' should be one of {', '.join(MODES)}")
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.batch.game.players)]
        self.agents: list[str] = []
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        spaces = self.batch.spaces
        self.observation_spaces = {agent: observation_space(spaces) for agent in self.possible_agents}
        self.action_spaces = {agent: gym.Discrete(spaces.actions) for agent in self.possible_agents}
        self.state_space = state_space(spaces, self.batch.states().dtype.kind == "f")
        self._seeded = False

    def _known(self, agent: str) -> str:
        if agent not in self._seat:
            raise unknown("agent", agent, self._seat)
        return agent

    def observation_space(self, agent: str) -> Any:
        """The same for all agents."""
        return self.observation_spaces[self._known(agent)]

    def action_space(self, agent: str) -> Any:
        """The same for all agents."""
        return self.action_spaces[self._known(agent)]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; after the first one without a seed, chance goes on from where it was."""
        self.batch.reset(seed if seed is not None or self._seeded else fresh_seed())
        self._seeded = True
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[int(self.batch.actors[0])]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent knows, and what it may do if it is its turn."""
        seat = self._seat[self._known(agent)]
        return seen_by(self.batch, seat, asked=seat == int(self.batch.actors[0]))

    def state(self) -> Any:
        """Everything, hidden cards too."""
        return self.batch.states()[0]

    def step(self, action: int | None) -> None:
        """The action of the agent whose turn it is; an illegal one is refused, and nothing has happened."""
        if not self.agents:
            raise UsageError("step: the game is over; reset begins another")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise UsageError(f"step: it is the turn of {agent}, which needs an action")
        made = self.batch.step([one_action(action)])
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if made.done[0]:
            self.rewards = {name: float(made.rewards[0, self._seat[name]]) for name in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
        if made.actors[0] != OVER:
            self.agent_selection = self.possible_agents[int(made.actors[0])]
        else:
            self.agent_selection = self.agents[(self.agents.index(agent) + 1) % len(self.agents)]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The table as the agent sees it whose turn it is."""
        drawn = picture(self.batch, self._seat[self.agent_selection])
        if self.render_mode == "human":
            print(drawn)
            return None
        return drawn

    def close(self) -> None:
        """There is nothing to close."""
