"""The rule players, a file each, and the facts that they look at."""
