"""Learning: games of players against themselves, what is fitted to them, and the tests that a network has to pass."""
