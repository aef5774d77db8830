"""Players of Tales of Tribute: the published bots, a file each, and what they have in common."""
