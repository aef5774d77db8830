"""Traces: games written down step by step, to hold one engine to another.  The game itself does not need them."""
