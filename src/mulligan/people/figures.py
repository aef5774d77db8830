"""What the games of a study show: how often the agent won, with intervals over games and over people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from mulligan.arena.statistics import clustered_interval, wilson

from .published import Published, published
from .study import ABANDONED, ENDS, MARKS, StudyGame

Games = Sequence[StudyGame]
Label = tuple[int | str, ...]
NOTE = (
    "The interval over games is Wilson's, as if all games were independent. Games of one person are not: the interval "
    "over people counts as many independent games as the differences between people leave, and is the one to trust if "
    "other people are to be spoken of. It needs at least two people."
)


@dataclass(frozen=True)
class Line:
    """What an agent made of some games; a draw counts half."""

    label: Label
    games: int
    won: int
    drawn: int
    lost: int
    people: int
    rate: float | None
    """Points of the agent per game; None before the first."""
    over_games: tuple[float, float]
    over_people: tuple[float, float] | None

    def to_dict(self, heads: Sequence[str]) -> dict[str, Any]:
        """Plain data, ready for JSON."""
        return dict(zip(heads, self.label)) | {
            "games": self.games,
            "won": self.won,
            "drawn": self.drawn,
            "lost": self.lost,
            "people": self.people,
            "rate": self.rate,
            "ci95_games": list(self.over_games) if self.games else None,
            "ci95_people": None if self.over_people is None else list(self.over_people),
        }


def points(game: StudyGame) -> float:
    """The agent's: what is left of the person's; a game that was abandoned, if it is counted at all, is its win."""
    return 1.0 if game.score is None else 1.0 - game.score


def line(label: Label, games: Games) -> Line:
    """These games together."""
    made = [points(game) for game in games]
    people: dict[int, list[float]] = {}
    for game, score in zip(games, made):
        people.setdefault(game.person, []).append(score)
    return Line(
        label,
        len(made),
        sum(score == 1 for score in made),
        sum(0 < score < 1 for score in made),
        sum(score == 0 for score in made),
        len(people),
        sum(made) / len(made) if made else None,
        wilson(sum(made), len(made)),
        clustered_interval([(sum(scores), len(scores)) for scores in people.values()]),
    )


def lines(games: Games, key: Callable[[StudyGame], Label]) -> list[Line]:
    """A line for each value of the key, in the order of the values."""
    groups: dict[Label, list[StudyGame]] = {}
    for game in games:
        groups.setdefault(key(game), []).append(game)
    return [line(label, groups[label]) for label in sorted(groups)]


def opponent(game: StudyGame) -> str:
    """The agent as it is shown, with its level."""
    if not game.agent:
        return f"alone ({game.level})" if game.level else "alone"
    return f"{game.agent} ({game.level})" if game.level else game.agent


def by_seat(games: Games) -> list[Line]:
    """For every game, setup and opponent: both seats together, then the agent's first, then its second."""
    found = []
    for whole in lines(games, contest):
        own = [game for game in games if contest(game) == whole.label]
        alone = all(not game.agent for game in own)
        found.append(line((*whole.label, "alone" if alone else "both"), own))
        for seat, label in () if alone else ((2, "first"), (1, "second")):
            found.append(line((*whole.label, label), [game for game in own if game.seat == seat]))
    return found


def contest(game: StudyGame) -> tuple[str, str, str]:
    """What must be the same for rates to be put together."""
    return game.game, game.setup, opponent(game)


@dataclass(frozen=True)
class Figures:
    """All that a study shows."""

    games: tuple[StudyGame, ...]
    counted: tuple[StudyGame, ...]
    """Games with a result and without help; by request, also those with help or abandoned ones."""
    helped: tuple[StudyGame, ...]
    """Games with a result and with help that are not counted."""
    rule: str
    """Which games count, in words."""

    @property
    def ends(self) -> dict[str, int]:
        """How many games ended how."""
        found = Counter(game.how for game in self.games)
        return {how or "under way": found[how] for how in ENDS}

    @property
    def marks(self) -> dict[str, int]:
        """In how many games with a result which kind of help was used."""
        return {mark: sum(mark in game.marks and game.score is not None for game in self.games) for mark in MARKS}

    @property
    def published(self) -> list[Published]:
        """What papers say of the agents of this study."""
        kinds = {(game.game.partition("/")[0], game.agent): None for game in self.counted}
        return [one for game, agent in kinds for one in published(game, agent)]

    @property
    def code(self) -> dict[str, int]:
        """Which state of the code played how many games."""
        return dict(Counter(", ".join(sorted(game.code.values())) for game in self.games))

    def levels(self) -> list[Line]:
        """By game and level."""
        return lines([game for game in self.counted if game.level], lambda game: (game.game, game.setup, game.level))

    def people(self) -> list[Line]:
        """By person and opponent."""
        return lines(self.counted, lambda game: (game.person, game.name, *contest(game)))

    def to_dict(self, name: str) -> dict[str, Any]:
        """Plain data, ready for JSON: figures, and a row for each game."""
        heads = ("game", "setup", "opponent", "agent_seat")
        return {
            "study": name,
            "counted": self.rule,
            "ends": self.ends,
            "help": self.marks,
            "code": self.code,
            "note": NOTE,
            "rates": [one.to_dict(heads) for one in by_seat(self.counted)],
            "rates_with_help": [one.to_dict(heads) for one in by_seat(self.helped)],
            "levels": [one.to_dict(("game", "setup", "level")) for one in self.levels()],
            "people": [one.to_dict(("person", "name", "game", "setup", "opponent")) for one in self.people()],
            "published": [one.to_dict() for one in self.published],
            "games": rows(self.games),
        }


def figures(games: Iterable[StudyGame], *, helped: bool = False, abandoned: bool = False) -> Figures:
    """What games show; with `helped` those with help count too, and with `abandoned` those as won by the agent."""
    found = tuple(games)
    results = [game for game in found if game.score is not None or (abandoned and game.how == ABANDONED)]
    plain = tuple(game for game in results if helped or not game.marks)
    rule = "games with a result" + (", abandoned ones as won by the agent" if abandoned else "")
    rule += ", with help and without" if helped else ", without help"
    return Figures(found, plain, tuple(game for game in results if not helped and game.marks), rule)


def rows(games: Iterable[StudyGame]) -> list[dict[str, Any]]:
    """The games as plain data, one row each, for other programs."""
    return [
        {
            "number": game.number,
            "person": game.person,
            "name": game.name,
            "place": game.place,
            "game": game.game,
            "setup": game.setup,
            "agent": game.agent,
            "level": game.level,
            "seat": game.seat,
            "began": game.began,
            "ended": game.ended,
            "how": game.how or "under way",
            "person_score": game.score,
            "turns": game.turns,
            "moves": game.moves,
            "help": " ".join(game.marks),
            "code": ", ".join(game.code[what] for what in sorted(game.code)),
        }
        for game in games
    ]
