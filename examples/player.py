"""A player in ordinary Python, for every game: look one move ahead in a few sampled worlds.

mulligan match magic ./examples/player.py:greedy,worlds=8 random --pairs 20
mulligan check magic --agent ./examples/player.py:greedy --examples 30
"""

from mulligan import Decision, Player, UsageError
from mulligan.agents import ASK
from mulligan.game import make_stream


class Greedy(Player):
    """Plays the move after which the evaluation is best, on average over some worlds."""

    def __init__(self, game, worlds, evaluation):
        super().__init__(game, "greedy", [ASK] * len(game.stages))
        self.worlds, self.evaluation = worlds, evaluation

    def decide(self, position, seed, watch=None):
        """The moves to play.

        All that the seat cannot know has been dealt anew in `position`. Dealt once more from `seed`, it does not
        matter which sample that was: this is what `mulligan check` tests.
        """
        seat = position.actor
        worlds = [position.hide(seat, make_stream(self.game, seed, "world", i)) for i in range(self.worlds)]

        def worth(move):
            return sum(world.copy().play(move, seed).evaluate(seat, self.evaluation) for world in worlds)

        return Decision(position, self.name, seat, (max(position.options(), key=worth),))


def greedy(game, words):
    """Looks one move ahead; worlds=N and evaluate=NAME are its settings."""
    worlds, evaluation = words.get("worlds", "4"), words.get("evaluate", game.evaluations[0])
    if worlds not in map(str, range(1, 101)):
        raise UsageError(f"worlds={worlds}: should be a whole number from 1 to 100")
    game.evaluation(evaluation)  # a game that has no such evaluation says so
    return Greedy(game, int(worlds), evaluation)
