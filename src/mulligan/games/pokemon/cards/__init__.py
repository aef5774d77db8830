"""The cards: how the card file and deck lists are written and read, and the arrays that compiled rules read."""
