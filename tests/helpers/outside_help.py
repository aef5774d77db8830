"""A package of somebody else's, installed into a folder of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from importlib.metadata import EntryPoint, distributions
from pathlib import Path

SOURCE = str(Path(__file__).parents[2] / "src")

CAREFUL = """
    from mulligan import Decision, Player
    from mulligan.agents import ASK


    class Careful(Player):
        which = 0

        def decide(self, position, seed, watch=None):
            options = position.options()
            return Decision(position, self.name, position.actor, (options[self.which % len(options)],))


    def make(game, words):
        \"\"\"Plays the first move that there is, or with `last` the last.

        And more that nobody has to know.
        \"\"\"
        player = Careful(game, "careful", [ASK] * len(game.stages))
        player.which = int(words.get("which", "0")) - ("last" in words)
        return player
    """

PILE = """
    from dataclasses import replace

    from mulligan.core.registry import find_game

    pile = replace(find_game("nim"), name="pile", title="A pile")
    """


class Outside:
    """A folder with a distribution `other` that brings agents and games."""

    def __init__(self, folder: Path, version: str = "1.0") -> None:
        self.folder, self.version = folder, version
        folder.mkdir(parents=True, exist_ok=True)
        self.write("careful.py", CAREFUL)
        self.declare("[mulligan.agents]\ncareful = careful:make\n")

    def write(self, name: str, text: str | bytes) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else textwrap.dedent(text).encode())

    def declare(self, points: str) -> None:
        """The entry points."""
        about = self.folder / "other-1.0.dist-info"
        about.mkdir(exist_ok=True)
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: other\nVersion: {self.version}\n")
        (about / "entry_points.txt").write_text(points)

    def point(self) -> EntryPoint:
        (own,) = distributions(path=[str(self.folder)])
        return next(iter(own.entry_points))

    def run(self, *arguments: str, code: int = 0) -> tuple[str, str]:
        """What a command says: standard output, and standard error."""
        return self.python("-m", "mulligan", *arguments, code=code)

    def environment(self) -> dict[str, str]:
        """What a process needs to find the package."""
        return {**os.environ, "PYTHONPATH": os.pathsep.join((str(self.folder), SOURCE))}

    def python(self, *arguments: str, code: int = 0) -> tuple[str, str]:
        """The same of any program."""
        done = subprocess.run(
            [sys.executable, *arguments],
            capture_output=True,
            text=True,
            env=self.environment(),
            cwd=self.folder.parent,
        )
        assert done.returncode == code, done.stdout[-2000:] + done.stderr
        return done.stdout, done.stderr
