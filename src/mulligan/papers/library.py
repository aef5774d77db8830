"""The papers that come with Mulligan: a folder each, with one experiment file for every table and figure."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from mulligan.arena.experiment import Experiment, read_experiment
from mulligan.core.errors import unknown

FOLDER = Path(__file__).parent


class About(BaseModel):
    """What stands in front of a paper's experiments."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    title: str
    reference: str
    summary: str
    order: list[str]


@dataclass(frozen=True)
class Paper:
    """A published paper and its experiments."""

    name: str

    @property
    def folder(self) -> Path:
        """Where its files are."""
        return FOLDER / self.name

    @cached_property
    def about(self) -> About:
        """What the paper is."""
        text = (self.folder / "paper.toml").read_text(encoding="utf-8")
        return About.model_validate(tomllib.loads(text))

    @cached_property
    def experiments(self) -> tuple[Experiment, ...]:
        """All experiments, in the paper's order; in a store they are called `cowling2012/table2`."""
        return tuple(read_experiment(self.folder / f"{part}.toml", f"{self.name}/{part}") for part in self.about.order)

    def choose(self, parts: Sequence[str]) -> tuple[Experiment, ...]:
        """The experiments with these names, or all of them; a name may stand for several, such as `questions`.

        >>> [experiment.name for experiment in find_paper("cowling2012").choose(["fig7"])]
        ['cowling2012/table3']
        >>> len(find_paper("soismcts2024").choose(["questions"])) > 1
        True
        """
        if not parts:
            return self.experiments
        known: dict[str, list[Experiment]] = {}
        for experiment in self.experiments:
            for name in (experiment.name.partition("/")[2], *experiment.spec.also):
                known.setdefault(name, []).append(experiment)
        for part in parts:
            if part not in known:
                raise unknown(f"part of {self.name}", part, known)
        wanted = [experiment for part in parts for experiment in known[part]]
        return tuple(experiment for experiment in self.experiments if experiment in wanted)


def paper_names() -> list[str]:
    """The names of all papers.

    >>> paper_names()
    ['cowling2012', 'family', 'godlewski2021', 'soismcts2024', 'uhlenkamp2015']
    """
    return sorted(path.parent.name for path in FOLDER.glob("*/paper.toml"))


def find_paper(name: str) -> Paper:
    """A paper by its name."""
    if name not in paper_names():
        raise unknown("paper", name, paper_names())
    return Paper(name)
