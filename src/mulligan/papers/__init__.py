"""Published experiments as files, and the pages that set our results beside theirs."""
