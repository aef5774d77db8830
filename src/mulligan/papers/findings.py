"""What an experiment found, beside what was published: plain data, from which pages and plots are made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

Verdict = Literal["agrees", "near", "differs", "too few games", "not comparable", "no figure", "not played"]
"""What each of them means is said in `verdict.py`, where they are given."""
VERSION = 2  # of the plain data that findings are kept as; the first had no number, and other verdicts


@dataclass(frozen=True)
class Figure:
    """A number with its 95 % interval and the games it rests on, as far as they are known."""

    value: float
    low: float | None = None
    high: float | None = None
    games: int | None = None
    spread: float | None = None
    """Of a mean: the standard deviation of what it is the mean of, as a share of it."""


@dataclass(frozen=True)
class Compared:
    """A published figure of what a gauge measures, and how ours looks beside it."""

    paper: Figure
    verdict: Verdict
    note: str = ""


@dataclass(frozen=True)
class Row:
    """One cell of a published table, or one point of a figure: theirs and ours."""

    label: str
    place: Mapping[str, str]
    """Factor -> level: where the cell stands in the table."""
    players: tuple[str, ...]
    """One player, or two: the figures are the first one's."""
    setup: str
    ours: Figure | None
    paper: Figure | None
    verdict: Verdict
    goal: int
    """Games that the experiment asks for."""
    pairs: int
    wins: int
    draws: int
    losses: int
    turns: float | None
    """Mean length of a game."""
    seconds: float
    """CPU seconds that all games of the cell took."""
    seconds_per_decision: float | None
    command: str
    """What plays the cell alone."""
    control: str = ""
    """What kind of control the cell is, if it is one: random, oracle, doubling."""
    base: bool = False
    """Times are compared as multiples of this cell's."""
    original: Figure | None = None
    """What the original program gave when somebody ran it."""
    margin: float | None = None
    """Its own margin in points, if it is not the section's."""
    note: str = ""
    """What there is to say about the verdict: why nothing can be compared, or whose games are too few."""
    extra: Mapping[str, Figure] = field(default_factory=dict)
    """Other numbers that were measured in the games, by what they are: the columns of a gauge."""
    compared: Mapping[str, Compared] = field(default_factory=dict)
    """What was published of some of them."""
    gauge: str = ""
    """What measured them, with all settings and its version."""
    kept: str = ""
    """When the games were played, if the figures were kept from earlier and the store has no games of the cell."""
    game: str = ""
    """Name and version of the game that is played, such as `nim/1`; older files do not say."""
    configurations: tuple[str, ...] = ()
    """The players with all their settings; of figures from older files, none."""
    test: str = ""
    """How its sequential test ended, or how far it is, if it has one."""
    forfeits: int = 0
    """Games that were lost because a player from outside failed."""


@dataclass(frozen=True)
class Claim:
    """A statement of the paper, and what we found."""

    text: str
    verdict: Verdict
    evidence: str


@dataclass(frozen=True)
class Difference:
    """Two numbers that a gauge found, compared over the same deals."""

    text: str
    what: str
    """The two places, each a cell and a column."""
    ours: Figure | None
    """The first less the second; its games are those of one side."""


@dataclass(frozen=True)
class Joint:
    """Two columns of a table, over all cells taken together; differences are shares, the first less the second."""

    what: str
    """Such as `ours against the paper`."""
    cells: int
    """Rows that are the same contest are one cell; also the degrees of freedom."""
    chi_square: float
    p: float
    mean: float
    low: float
    high: float
    """The 95 % interval of the mean difference."""
    above: int
    below: int


@dataclass(frozen=True)
class Effect:
    """One line of an analysis of variance."""

    name: str
    """Such as `BT` or `BT:MP`."""
    points: float
    """What the factor adds to the rate, in percentage points; for interactions, half the difference of differences."""
    squares: float
    degrees: int
    f: float
    p: float


Measure = Literal["rate", "seconds per decision", "seconds per game"]


@dataclass(frozen=True)
class Section:
    """One published table or figure."""

    name: str
    """Such as `table2`: the name of its experiment."""
    title: str
    about: str
    measure: Measure
    """Rates are shares from 0 to 1 and shown in percent."""
    rows: tuple[Row, ...]
    across: tuple[str, ...] = ()
    """Factors whose levels are the columns of the table; all others make its lines."""
    matrix: bool = False
    """Whether it is a cross-table: every player against every other, factors `player` and `against`."""
    plot: Mapping[str, Any] = field(default_factory=dict)
    """How to draw it: `kind` (line, bars or none), `x` (a factor), `log` (x is logarithmic), `line` (50 % drawn)."""
    claims: tuple[Claim, ...] = ()
    effects: tuple[Effect, ...] = ()
    paper_effects: Mapping[str, str] = field(default_factory=dict)
    """What the paper says of each effect, such as `BT` -> `+2.7, significant at 99 %`."""
    why: str = ""
    """What differs and why: Markdown paragraphs."""
    command: str = ""
    average: bool = False
    """Whether the mean rate of each player over the cross-table is drawn too (Fig. 7 of the Magic paper)."""
    margin: float = 5.0
    """How far apart rates may be and still agree, in points."""
    original: str = ""
    """Who ran the original program, and how."""
    joint: tuple[Joint, ...] = ()
    gauge: str = ""
    """What was measured besides who wins, in a line."""
    columns: Mapping[str, str] = field(default_factory=dict)
    """Of a gauge: the name of each column and what it is."""
    differences: tuple[Difference, ...] = ()


@dataclass(frozen=True)
class Findings:
    """All sections of one paper."""

    name: str
    """Such as `cowling2012`."""
    title: str
    reference: str
    """The full citation."""
    summary: str
    """A paragraph or two in front of everything, Markdown."""
    sections: tuple[Section, ...]
    provenance: Mapping[str, str]
    """Versions, machine, seed, CPU time, dates, in the order to show."""
    commands: tuple[str, ...]
    """What repeats all this."""

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data, ready for JSON; `kept.read_findings` reads it again."""
        return {"version": VERSION, **asdict(self)}
