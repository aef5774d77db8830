"""What a game has besides its rules: its players by name, levels of difficulty, a look, and what is timed.

A game says all of it in one function (`Game.room`), which is not called before somebody asks: so a game of another
package has everything that a game of ours has, and nothing outside of its folder knows its name.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from .encoding import Encoding
from .errors import UsageError
from .gauge import Gauge

if TYPE_CHECKING:
    from .game import Game
    from .position import Position

LEVELS = ("easy", "medium", "hard", "master")


@dataclass(frozen=True)
class Preset:
    """A player by name: what it is, and the settings that it stands for."""

    name: str
    about: str
    words: Mapping[str, str] = field(default_factory=dict)
    """The settings of its search."""
    staged: str = ""
    """If it is a staged player: which one; the settings are in its parts then."""
    requests: Mapping[str, str] = field(default_factory=dict)
    """What it asks of a setup that leaves it open."""
    listed: bool = True
    """Whether it stands in the list of a game's agents; it can be named in any case."""
    beam: bool = False
    """Whether its settings are those of a beam search."""
    quirks: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By word of a setup: what it changes in the settings of the parts that search."""
    faults: Mapping[str, str] = field(default_factory=dict)
    """Settings that copy the faults of a published program; `faithful=no` leaves them out."""


@dataclass(frozen=True)
class Level:
    """How strong an opponent is; alone against the cards, how hard a setup."""

    name: str
    about: str
    """What it plays like, for people."""
    agent: str = ""
    """The opponent; empty in games that are played alone."""
    setup: str = ""
    """The setup that makes it so; empty if any will do."""
    elo: float | None = None
    """Its rating among the levels of the game, whose mean is 0; None if it was not measured."""
    spread: float | None = None
    """Half the width of the 95 % interval of the rating."""

    @property
    def words(self) -> str:
        """The level in one line.

        >>> Level("easy", "plays at random", "random", elo=-210.0, spread=15.0).words
        'easy: plays at random (Elo -210 ± 15)'
        """
        if self.elo is None:
            return f"{self.name}: {self.about}"
        spread = "" if self.spread is None else f" ± {self.spread:.0f}"
        return f"{self.name}: {self.about} (Elo {self.elo:+.0f}{spread})"


@dataclass(frozen=True)
class Look:
    """How a game looks among others."""

    about: str = ""
    """What it is about, in a sentence for players; its source if empty."""
    sign: str = "star"
    """One of the signs in `mulligan.core.emblems`, or a path of SVG in a square of 24: `M2 2h20v20z`."""
    tint: str = "brown"
    """One of the colours in `mulligan.core.scene.TINTS`."""
    toy: bool = False
    """Whether it stands behind the others: an example rather than a game for an evening."""


@dataclass(frozen=True)
class Units:
    """What players count their winnings in, where that is more than won or lost: a payoff of 0.5 is nothing."""

    name: str
    """Such as `chips`."""
    span: float
    """How many of them lie between the payoffs 0 and 1."""


class Yardstick(Protocol):
    """The same game and search in another program, to compare speeds with."""

    def rollouts(self, games: int, seed: int) -> tuple[float, float]:
        """CPU seconds for this many games, and their mean number of turns."""

    def decide(self, position: Position, trees: int, sims: int, seed: int) -> tuple[float, list[int]]:
        """CPU seconds for a decision, and the visits of its moves."""


@dataclass(frozen=True)
class Timed:
    """What `mulligan bench` times."""

    agent: str = "ensemble"
    """The player whose decisions are timed."""
    budget: str = "trees=40,sims=250"
    setup: str = ""
    """What is played by rule; the first setup if empty."""
    style: str = ""
    """By which games are played out; the first rule player if empty."""
    loop: Callable[[Any], Any] | None = None
    """The game's own loop of games, made from its table, where a seed means something there."""
    players: Mapping[str, str] = field(default_factory=dict)
    """Players whose whole games are timed, with the setup they play."""
    yardstick: Callable[[], Yardstick] | None = None
    """Makes the program to compare with, if there is one."""


@dataclass(frozen=True)
class AgainstPeople:
    """Games of an agent against people that a publication tells of, to be shown beside those of our own studies."""

    agent: str
    """The agent of ours that is made after theirs."""
    source: str
    people: int
    won: tuple[int, int]
    """By the agent: when it played first, and second."""
    games: tuple[int, int]
    about: str


@dataclass(frozen=True)
class Trials:
    """What `mulligan strength` holds players of the game against, beside what fits every game."""

    rivals: tuple[str, ...] = ()
    """Opponents of different styles; those of `rivals_of` if empty.  The first is the usual measure."""
    setup: str = ""
    """What is played if no setup is named; the first one if empty."""
    blunders: str = ""
    """The gauge that counts what should not be left undone."""
    suite: Callable[[], str] | None = None
    """Reads the file of positions with known answers."""
    styles: tuple[str, str] | None = None
    """Two rule players by whose games such positions are made and checked; the last two of the game if None."""
    horizon: int = 0
    """For such positions: turns after which who is still in the game counts as saved; 0 plays to the end."""
    kinds: Mapping[str, str] = field(default_factory=dict)
    """What such positions are called: by goal (`win`, `live`, `moves`), or by `moves` and how the right ones begin."""


@dataclass(frozen=True)
class Room:
    """All of it."""

    presets: tuple[Preset, ...] = ()
    best: Mapping[str, str] = field(default_factory=dict)
    """The settings of the strongest fair player that is known, `NAME/best`."""
    levels: tuple[Level, ...] = ()
    """Easiest first, named as `LEVELS`; a game without any gets some that fit every game."""
    look: Look = Look()
    units: Units = Units("payoff", 1.0)
    timed: Timed = Timed()
    trials: Trials = Trials()
    gauges: Mapping[str, Gauge] = field(default_factory=dict)
    """What can be measured in its games besides who wins."""
    extras: Mapping[str, Any] = field(default_factory=dict)
    """What parts of a search that were made for this game ask of it alone, such as faults of a published program."""
    against_people: tuple[AgainstPeople, ...] = ()
    makers: Mapping[str, Callable[[Game, dict[str, str]], Any]] = field(default_factory=dict)
    """Kinds of player that are made by a function of the game and the words after the name, all of which it reads."""
    encoding: Encoding = field(default_factory=Encoding)
    """What its actions and observations mean as arrays, for programs that learn."""
    nets: Path | None = None
    """The folder of the networks that come with it: `net:GAME/NAME` is its file `NAME.npz`."""

    def __post_init__(self) -> None:
        names = tuple(level.name for level in self.levels)
        if names and names != LEVELS:
            raise UsageError(f"levels: {', '.join(names)} should be {', '.join(LEVELS)}")


def read_levels(text: str) -> tuple[Level, ...]:
    """Levels from TOML: a table for each, with the fields of `Level`.

    >>> read_levels("".join(f'[{name}]\\nabout = "x"\\nagent = "uniform"\\n' for name in LEVELS))[0].agent
    'uniform'
    """
    rows = tomllib.loads(text)
    return tuple(Level(name, **row) for name, row in rows.items())


_ANY = (
    Level("easy", "plays any legal move", "uniform"),
    Level("medium", "thinks for 100 simulations", "ismcts:sims=100"),
    Level("hard", "thinks for 2,000 simulations", "ismcts:sims=2000"),
    Level("master", "thinks for 20,000 simulations", "ismcts:sims=20000"),
)


def levels_of(game: Game) -> dict[str, Level]:
    """The levels of a game by their names, easiest first.

    >>> from mulligan.games.toys import NIM
    >>> levels_of(NIM)["hard"].agent
    'ismcts:sims=2000'
    """
    own = game.room().levels
    if own:
        return {level.name: level for level in own}
    if game.players == 1:
        setups = list(game.setups)
        chosen = [setups[min(i, len(setups) - 1)] for i in range(len(LEVELS))]
        return {name: Level(name, game.setups[setup], setup=setup) for name, setup in zip(LEVELS, chosen, strict=True)}
    return {level.name: level for level in _ANY}
