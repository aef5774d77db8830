"""What everything else is written against: the contract of games, positions, text, errors."""
