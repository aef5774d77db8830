"""What a player is worth by more than one opponent: `mulligan strength`."""
