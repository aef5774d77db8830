"""The TOML files of experiments: what may stand in them, and what is told of those that make no sense."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from mulligan.agents import name_of
from mulligan.core.errors import UsageError
from mulligan.core.tomltext import read_toml

from .contest import MOST_PAIRS

CONTROL = "control: "  # how the labels of controls begin
Level = str | int | float | dict[str, str | int | float]
Short = Annotated[str, Field(max_length=2000)]
Agent = Annotated[Short, BeforeValidator(lambda given: name_of(given) if hasattr(given, "choose") else given)]
"""A player by its name; programs may give an object or a class with a method `choose`."""
Number = Annotated[float, Field(allow_inf_nan=False)] | int


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Grid(_Model):
    """Every combination of the factors' levels."""

    kind: Literal["grid"]
    player: Short
    against: Short = ""
    setup: Short = ""
    factors: dict[str, Annotated[list[Level], Field(min_length=1)]] = Field(min_length=1)


class Factorial(_Model):
    """Every subset of some parts, such as enhancements: `{parts}` stands for the chosen ones."""

    kind: Literal["factorial"]
    player: Short
    against: Short = ""
    parts: Annotated[list[Short], Field(min_length=1, max_length=10)]
    join: str = "+"
    none: str = ""
    """What stands for `{parts}` if none is chosen."""


class RoundRobin(_Model):
    """Everybody meets everybody; `{player}` in `name` stands for each of them."""

    kind: Literal["round_robin"]
    players: Annotated[list[Agent], Field(min_length=2)]
    name: Short = "{player}"


class Sweep(_Model):
    """One player at many budgets: `{budget}` in its name."""

    kind: Literal["sweep"]
    player: Short
    against: Short = ""
    budgets: Annotated[list[int | float], Field(min_length=1)]


class Gauntlet(_Model):
    """Each of some players, as `{player}` in `name`, against each of some others."""

    kind: Literal["gauntlet"]
    players: Annotated[list[Agent], Field(min_length=1)]
    name: Short = "{player}"
    against: list[Short] = []


class Control(_Model):
    """A cell that shows whether the experiment can see anything at all.

    `random` plays at random, `oracle` is the player with the cards on the table, `doubling` the player with twice the
    simulations against itself (or, in solo games, alone).
    """

    kind: Literal["random", "oracle", "doubling"]
    player: Short = ""
    against: Short = ""
    games: Annotated[int, Field(ge=1)] | None = None


class Published(_Model):
    """A published figure, if it has more to it than the number."""

    value: Number
    games: Annotated[int, Field(ge=1)] | None = None
    plus_minus: Annotated[Number, Field(ge=0)] | None = None
    """Half the width of the published 95 % interval."""
    spread: Annotated[Number, Field(ge=0)] | None = None
    """Of times: the standard deviation, in percent of the mean."""
    margin: Annotated[float, Field(gt=0, le=50)] | None = None
    """The figure's own margin, such as a small rate needs."""
    not_comparable: Short = ""
    """Why the figure is none of what is measured here, if it is not."""


class Figures(_Model):
    """Somebody else's figures by label of the cell, in percent or seconds."""

    games: Annotated[int, Field(ge=1)] | None = None
    values: dict[str, Number | Published] = {}

    def figure(self, label: str) -> Published | None:
        """The figure of a cell with its games, if there is one."""
        found = self.values.get(label)
        if found is None:
            return None
        made = found if isinstance(found, Published) else Published(value=found)
        return made.model_copy(update={"games": made.games or self.games})


class PaperFigures(Figures):
    """What was published."""

    gauged: dict[str, dict[str, Number | Published]] = {}
    """Of what a gauge measures: figures by label of the cell and by column, in the column's own unit."""

    effects: dict[str, str] = {}
    not_comparable: Short = ""
    """Why no figure at all can be compared with ours, if that is so."""
    joint: bool = True
    """Whether all cells are also tested together; not where they are rival readings of the same figures."""


class OriginalFigures(Figures):
    """What the original program gave when somebody ran it: `about` says who, when and how."""

    about: Short


Operand = Number | str | dict[str, str]


class ClaimSpec(_Model):
    """A published statement: that `left` is `greater` than `right` (by some points), or `about` the same.

    Each side is a number of percent, the label of a cell, or a table of levels: the mean over all cells that have them.
    Where there are several on the left, it has to hold for every one of them.  A gap of fewer points than `least` is
    none, for a statement that says no more than `greater`.
    """

    text: Short
    left: Operand | Annotated[list[Operand], Field(min_length=1)]
    right: Operand
    relation: Literal["greater", "about"] = "greater"
    by: Annotated[float, Field(ge=0, le=100)] | Annotated[int, Field(ge=0, le=100)] = 0.0
    least: Annotated[float, Field(ge=0, le=100)] | Annotated[int, Field(ge=0, le=100)] = 2.0


class Place(_Model):
    """One number of an experiment with a gauge."""

    cell: Short
    column: Short


class DifferenceSpec(_Model):
    """Two numbers of an experiment with a gauge that are compared over the same deals: `left` less `right`."""

    text: Short
    left: Place
    right: Place


class TableSpec(_Model):
    """How the table is laid out."""

    across: list[str] = []


class PlotSpec(_Model):
    """How it is drawn."""

    kind: Literal["line", "bars", "none"] = "none"
    x: str = ""
    log: bool = False
    line: bool = False
    average: bool = False
    columns: list[str] = []
    """With a gauge: the columns that are drawn, each by itself, or with `x = "column"` beside each other."""
    unit: Short = ""
    """With `x = "column"`: what the columns have in common, for the other axis."""


class AnovaSpec(_Model):
    """An analysis of variance over replications of so many pairs."""

    replication: Annotated[int, Field(ge=1)]


class SprtSpec(_Model):
    """A sequential test of every cell: is the player stronger than its opponent by `elo0` or by `elo1`?"""

    elo0: Number
    elo1: Number
    alpha: Number = 0.05
    beta: Number = 0.05


Design = Grid | Factorial | RoundRobin | Sweep | Gauntlet


class Spec(_Model):
    """A whole file."""

    title: Annotated[Short, Field(min_length=1)]
    also: list[str] = []
    """Other names that it is known by: a figure that draws the same table."""
    about: str = ""
    game: str
    setup: Short = ""
    seed: Annotated[int, Field(ge=0, lt=2**62)] = 1
    games: Annotated[int, Field(ge=1, le=2 * MOST_PAIRS)]
    deals: str = ""
    gauge: Short = ""
    """What is measured in the games besides who wins."""
    measure: Literal["rate", "seconds per decision", "seconds per game"] = "rate"
    points: Literal["player", "seat"] = "player"
    """Whose points a rate counts: those of the `player`, or of the first `seat` whoever sits there, which tells how
    decks or positions compare."""
    base: str = ""
    margin: Annotated[float, Field(gt=0, le=50)] = 5.0
    """How far apart, in points, rates may be and still agree."""
    cost: Annotated[float, Field(gt=0)] | None = None
    """CPU seconds of all its games on the machine of the figures, for estimates."""
    design: Annotated[Design, Field(discriminator="kind")]
    controls: list[Control] = []
    paper: PaperFigures = PaperFigures()
    original: OriginalFigures | None = None
    claims: list[ClaimSpec] = []
    differences: list[DifferenceSpec] = []
    table: TableSpec = TableSpec()
    plot: PlotSpec = PlotSpec()
    anova: AnovaSpec | None = None
    sprt: SprtSpec | None = None
    why: str = ""


def parse_spec(text: str, source: str) -> Spec:
    """A file's text, checked key by key; every mistake is told with the file and the path of the key.

    >>> parse_spec("title = 3", "my.toml")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    mulligan.core.errors.UsageError: my.toml: title: input should be a valid string, not 3; my.toml: game: ...
    """
    found = read_toml(text, source)
    try:
        return Spec.model_validate(found)
    except ValidationError as error:
        raise UsageError("; ".join(_told(source, found, error.errors()))) from None


def _told(source: str, data: Any, problems: Sequence[Any]) -> list[str]:
    """Pydantic's findings, for people: one for each place in the file."""
    places: dict[str, list[Any]] = {}
    for problem in problems:
        places.setdefault(_path(data, problem), []).append(problem)
    # Where one of several kinds was wanted, what is wrong inside tells more than that it is not one of the others.
    deepest = [path for path in places if not any(other.startswith(f"{path}.") for other in places)]
    return [f"{source}: {path}: {_wanted(places[path])}" for path in deepest[:5]]


def _path(data: Any, problem: Any) -> str:
    """Where in the file it is: pydantic adds names of its own, which are not there."""
    path, kind = [], problem["type"]
    for i, part in enumerate(problem["loc"]):
        last = i == len(problem["loc"]) - 1
        inside = part in data if isinstance(data, dict) else isinstance(data, list) and isinstance(part, int)
        if inside or (last and kind in ("missing", "extra_forbidden")):
            path.append(str(part))
        if inside:
            data = data[part]
    if kind in ("union_tag_not_found", "union_tag_invalid"):
        path.append("kind")
    return ".".join(path) or "the file"


def _wanted(problems: Sequence[Any]) -> str:
    """What should be there instead."""
    first = problems[0]
    if first["type"] == "extra_forbidden":
        return "there is no such key"
    if first["type"] in ("missing", "union_tag_not_found"):
        return "this key is missing"
    if first["type"] == "union_tag_invalid":
        return f"input should be one of {first['ctx']['expected_tags']}, not '{first['ctx']['tag']}'"
    given = first.get("input")
    shown = f", not {given!r}" if isinstance(given, str | int | float | bool) else ""
    kinds = dict.fromkeys(problem["msg"].partition(" or instance")[0] for problem in problems)
    begin = "Input should be "
    if len(kinds) > 1 and all(kind.startswith(begin) for kind in kinds):
        return "input should be " + " or ".join(kind.removeprefix(begin) for kind in kinds) + shown
    telling = [kind for kind in kinds if not kind.startswith(begin)] or list(kinds)
    return "; ".join(f"{kind[0].lower()}{kind[1:]}" for kind in telling) + shown
