"""The command line: `mulligan match`, `tournament`, `run`, `reproduce`, `results`, `bench`, `check` and others."""

from . import arena, basics, results, tribute
from .app import app, main, one_line, run

__all__ = ["app", "arena", "basics", "main", "one_line", "results", "run", "tribute"]
