"""Positions, moves and cards of Tales of Tribute in words."""
