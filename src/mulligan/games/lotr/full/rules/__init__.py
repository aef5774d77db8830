"""The rules of the full game: the round, the legal moves, what card texts do, and what the player knows."""
