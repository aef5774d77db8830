"""Positions, moves and questions in words, and what a player reads on cards."""
