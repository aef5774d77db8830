"""Other engines whose games are games of ours, each by `mulligan.core.foreign`."""
