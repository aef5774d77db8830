"""The expert: its moves in a turn, its answers to questions, and how much it wants each card."""
