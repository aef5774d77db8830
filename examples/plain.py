"""The shortest player: a class with one method, in plain Python.

mulligan match nim ./examples/plain.py:Careful random --pairs 20
mulligan match magic ./examples/plain.py:Careful,daring=0.5,seconds=5 random --pairs 5
mulligan check nim --agent ./examples/plain.py:Careful --examples 30
"""

import random


class Careful:
    """Takes the first move of the list, or now and then any other."""

    def __init__(self, daring=0.1):
        self.daring = daring

    def choose(self, view):
        """One of `view.moves`; `view.text`, `view.table` and `view.numbers` tell what the seat sees."""
        dice = random.Random(view.seed)
        return dice.choice(view.moves) if dice.random() < self.daring else view.moves[0]
