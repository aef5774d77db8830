"""The rules of creature-combat Magic: records, turns, combat, legal moves, and what a player may know."""
