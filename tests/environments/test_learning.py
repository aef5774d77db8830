"""The example that learns: it gets better, in games of one seat, of two, and of three who play together."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

FILE = Path(__file__).parents[2] / "examples" / "learning.py"


# About half of the smallest gain that was measured with five seeds.
@pytest.mark.parametrize(
    ("game", "gain"), [("nim", 0.24), ("kuhn", 0.04), ("leduc", 0.03), ("aim", 0.01), ("swap", 0.09)]
)
def test_the_learner_beats_uniform(game: str, gain: float) -> None:
    spec = spec_from_file_location("learning", FILE)
    assert spec is not None and spec.loader is not None
    learning = module_from_spec(spec)
    spec.loader.exec_module(learning)
    before, after = learning.train(game, rounds=60)
    assert after.mean() - before.mean() > gain
