"""How good a position is: points, smaller goals, and a model of the chance to win."""
