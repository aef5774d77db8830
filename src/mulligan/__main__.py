"""`python -m mulligan` is the command `mulligan`."""

from .cli import main

main()
