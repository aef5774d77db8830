"""Our games as Python games of OpenSpiel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

from mulligan.core.errors import UsageError
from mulligan.core.game import OVER, Game
from mulligan.core.registry import find_game

from .course import Course, Rules, kept_rules, known, text_of

PREFIX = "mulligan_"
LONGEST = 100  # decisions in a turn, at most
PARAMETERS = {"setup": "", "prune": "none", "chain": False, "chance": "auto"}


def name_of(game: Game) -> str:
    """What OpenSpiel calls a game."""
    return PREFIX + game.name


def register(game: Game | str) -> str:
    """Tell OpenSpiel of a game; return the name by which it knows it."""
    found = find_game(game) if isinstance(game, str) else game
    name = name_of(found)
    if name not in pyspiel.registered_names():
        kind = _type_of(found)

        class Named(SpielGame):
            """The class that OpenSpiel makes games of."""

            def __init__(self, params: dict[str, Any] | None = None) -> None:
                super().__init__(kind, found, params or {})

        pyspiel.register_game(kind, Named)
    return name


def _type_of(game: Game) -> Any:
    kinds = pyspiel.GameType
    utility = kinds.Utility.ZERO_SUM if game.sides == 2 else kinds.Utility.GENERAL_SUM
    if game.sides == 1 and game.players > 1:
        utility = kinds.Utility.IDENTICAL
    return pyspiel.GameType(
        short_name=name_of(game),
        long_name=f"{game.title} (Mulligan)",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.players,
        min_num_players=game.players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=dict(PARAMETERS),
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of ours."""

    def __init__(self, kind: Any, game: Game, params: dict[str, Any]) -> None:
        chosen = {**PARAMETERS, **params}
        self.rules = rules = kept_rules(known(game), *(chosen[name] for name in PARAMETERS))
        middle = 0.5 if game.sides == 2 else 0.0
        super().__init__(
            kind,
            pyspiel.GameInfo(
                num_distinct_actions=rules.spaces.actions,
                max_chance_outcomes=rules.most_outcomes,
                num_players=game.players,
                min_utility=(0.0 - middle) * rules.span,
                max_utility=(1.0 - middle) * rules.span,
                utility_sum=0.0 if game.sides == 2 else None,
                max_game_length=LONGEST * game.max_turns,
            ),
            params,
        )

    def new_initial_state(self) -> SpielState:
        """Before the deal."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """What looks at states for a player."""
        if params:
            raise UsageError(f"observers of our games have no parameters: {params}")
        return SpielObserver(self.rules, iig_obs_type is not None and iig_obs_type.perfect_recall)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state of a game of ours."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.course = Course(game.rules)

    def current_player(self) -> int:
        """Who decides."""
        if self.course.move is not None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.course.actor
        return int(pyspiel.PlayerId.TERMINAL) if seat == OVER else seat

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.course.move is None and self.course.actor == OVER

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.course.actions())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may do, with probabilities."""
        return self.course.chances()

    def _apply_action(self, action: int) -> None:
        if self.course.move is None:
            self.course.choose(int(action))
        else:
            self.course.happen(int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE or self.course.position is None:
            return f"chance {action}"
        return text_of(self.course.rules, self.course.position, int(action))

    def returns(self) -> list[float]:
        """What the players have got."""
        if not self.is_terminal():
            return [0.0] * self.course.rules.game.players
        assert self.course.position is not None
        return self.course.rules.returns(self.course.position)

    def resample_from_infostate(self, player: int, rng: Callable[[], float]) -> SpielState:
        """A state that the player cannot tell from this one.

        It can be played on.  It has no history: the true one would give away what is hidden.
        """
        made: SpielState = self.get_game().new_initial_state()
        made.course = self.course.resampled(int(player), float(rng()))
        return made

    def __str__(self) -> str:
        where = "before the deal" if self.course.position is None else str(self.course.position)
        return where if self.course.move is None else f"{where}, chance to decide ({len(self.course.digits)})"


class SpielObserver:
    """What a player knows: the numbers of the environments, or in words all that it has ever known."""

    def __init__(self, rules: Rules, perfect_recall: bool) -> None:
        self.rules, self._all = rules, perfect_recall
        self.tensor = None if perfect_recall else np.zeros(rules.spaces.numbers, np.float32)
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: Any, player: int) -> None:
        """Look at a state."""
        if self.tensor is not None:
            self.tensor.fill(0)
            if state.course.position is not None:
                self.tensor[:] = self.rules.observed(state.course.position, player)

    def string_from(self, state: Any, player: int) -> str:
        """What the player has known so far, or knows now, in a word."""
        if self._all or state.course.position is None:
            return str(state.course.known(player))
        return f"seat {player} sees " + " ".join(map(str, state.course.position.observe(player)))
