"""What `import mulligan` gives, and what it does not load."""

from __future__ import annotations

import subprocess
import sys

import pytest

import mulligan
from mulligan.core.version import version

from .helpers.outside_help import SOURCE

HEAVY = ("numba", "numpy", "pandas", "polars", "matplotlib", "pydantic", "hypothesis", "rich", "nicegui")
LATE = ("pandas", "polars", "matplotlib", "nicegui", "hypothesis")


def loaded(code: str) -> set[str]:
    """The heavy modules that some code loads."""
    told = f"import sys\n{code}\nprint(*(name for name in {HEAVY!r} if name in sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", told], capture_output=True, text=True, env={"PYTHONPATH": SOURCE}, check=True
    )
    return set(done.stdout.split())


def test_every_public_name_is_there() -> None:
    for name in dir(mulligan):
        assert getattr(mulligan, name) is not None
    assert sorted(mulligan.__all__) == list(mulligan.__all__)
    assert mulligan.__version__ == version()
    with pytest.raises(AttributeError, match="module 'mulligan' has no attribute 'nothing'"):
        _ = mulligan.nothing


def test_importing_it_loads_nothing_heavy() -> None:
    assert loaded("import mulligan") == set()
    assert loaded("import mulligan; mulligan.__version__; dir(mulligan)") == set()


def test_what_draws_and_what_makes_frames_is_loaded_when_it_is_used() -> None:
    names = "mulligan.results, mulligan.figures, mulligan.run_experiment, mulligan.run_match, mulligan.Session"
    assert not loaded(f"import mulligan; {names}") & set(LATE)
