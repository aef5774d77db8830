"""The table in a browser: pages that draw what `mulligan.play` says, for one computer and whoever sits at it."""
