"""The paper's rules: the round, the legal moves, and what the player knows."""
