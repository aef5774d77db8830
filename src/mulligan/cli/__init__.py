"""The command line: `mulligan play`, `serve`, `match`, `tournament`, `reproduce`, `results`, `bench` and others."""

from . import (
    analysis,
    arena,
    basics,
    engine,
    environments,
    exact,
    explain,
    learn,
    new,
    results,
    serve,
    strength,
    study,
    table,
)
from .app import app, main, one_line, run

__all__ = [
    "analysis",
    "app",
    "arena",
    "basics",
    "engine",
    "environments",
    "exact",
    "explain",
    "learn",
    "main",
    "new",
    "one_line",
    "results",
    "run",
    "serve",
    "strength",
    "study",
    "table",
]
