"""The rules of Tales of Tribute: cards, legal moves, the course of a game, and what players know."""
