"""Results as tidy rows: one for each game, or for each cell, with factors, settings and setups as columns of their own.

Nothing is taken apart that nobody could put together again: labels and names stand there in full as well.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from pydantic import ValidationError

from mulligan.core.errors import UsageError
from mulligan.core.outside import names_file
from mulligan.core.words import real_number, split_words, whole_number
from mulligan.search import Settings

from .experiment import places_in
from .match import MatchResult
from .rate import Rate
from .sequential import tested_cells
from .spec import CONTROL, Spec
from .store import GAME_COLUMNS, Store
from .stored import StoredCell, Tally

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
KNOWN = (
    *("experiment", "cell", "version", "setup", "seed", "first", "second", "first_player", "second_player", "code"),
    *(*GAME_COLUMNS, "found", "started", "mulligan", "made_by", "control", "goal", "games", "pairs", "wins", "draws"),
    *("losses", "points", "rate", "low", "high"),
)
"""Columns that no factor may take: it is called `NAME_level` then."""

Row = dict[str, Any]


@dataclass(frozen=True)
class _Named:
    """What the columns of a cell are made of."""

    label: str
    place: Mapping[str, str]
    agents: Sequence[str]
    players: Sequence[str]
    """The configuration of each side."""
    setup: str


def game_rows(store: Store, name: str) -> Iterator[Row]:
    """All games of an experiment, one after the other, with the levels and settings of their cell as columns."""
    cells = store.experiment(name)
    columns = _columns([_named(cell, place) for cell, place in zip(cells, cell_places(store, name, cells))])
    added = {cell.label: own for cell, own in zip(cells, columns)}
    for row in store.games(name):
        yield _with(row, added[row["cell"]])


def cell_rows(store: Store, name: str) -> list[Row]:
    """The cells of an experiment with their totals, rates and intervals, and the same columns."""
    cells = store.experiment(name)
    columns = _columns([_named(cell, place) for cell, place in zip(cells, cell_places(store, name, cells))])
    rows, points = [], str(store.spec(name).get("points", "player"))
    for (cell, test), own in zip(tested_cells(store, name, cells), columns, strict=True):
        end = None if test is None else test.end
        rate = store.rate(cell.contest, cell.seats, points, cell.gauge, end)
        first, second = cell.agents[0], " v ".join(cell.agents[1:]) or None
        row: Row = {"experiment": name, "cell": cell.label, "version": cell.version, "setup": cell.setup}
        row |= {"seed": cell.seed, "first": first, "second": second, "goal": cell.goal}
        rows.append(_with(row | _totals(cell.tally, rate), own))
    return rows


def match_game_rows(result: MatchResult) -> list[Row]:
    """The games of a match, as a store would have them."""
    rows = []
    columns = _columns(_sides(result))
    for pair in result.played:
        for at, game in enumerate(pair.games):
            side = at if pair.solo else 0
            row: Row = {"experiment": result.name, "cell": _label(result, side), "version": result.game.id}
            row |= {"setup": result.granted[side], "seed": str(result.seed), "first": result.agents[side]}
            row |= {"second": None if pair.solo else result.agents[1], "first_player": result.configurations[side]}
            row["second_player"] = None if pair.solo else result.configurations[1]
            row |= {column: getattr(game, column) for column in GAME_COLUMNS}
            rows.append(_with(row, columns[side]))
    return rows


def match_cell_rows(result: MatchResult) -> list[Row]:
    """A match as one row, or in solo games one for each of the players."""
    rows = []
    for side, own in enumerate(_columns(_sides(result))):
        solo = result.game.sides == 1
        games = [pair.games[side] for pair in result.played] if solo else [g for p in result.played for g in p.games]
        shares: dict[float, int] = {}
        for pair in result.played:
            share = pair.games[side].score if solo else pair.share
            shares[share] = shares.get(share, 0) + 1
        sums = {name: sum(getattr(game, name) for game in games) for name in ADDED}
        wins, losses = sum(game.score >= 1 for game in games), sum(game.score <= 0 for game in games)
        points = sum(game.score for game in games)
        tally = Tally(len(games), wins, len(games) - wins - losses, losses, points, **sums)
        row: Row = {"experiment": result.name, "cell": _label(result, side), "version": result.game.id}
        row |= {"setup": result.granted[side], "seed": str(result.seed), "first": result.agents[side]}
        row |= {"second": None if solo else result.agents[1], "goal": result.goal * (1 if solo else result.game.sides)}
        rows.append(_with(row | _totals(tally, Rate(shares, result.game.sides)), own))
    return rows


ADDED = ("turns", "decisions_1", "decisions_2", "cpu_1", "cpu_2", "simulations_1", "simulations_2", "cpu")


def _totals(tally: Tally, rate: Rate) -> Row:
    low, high = rate.interval() if rate.pairs else (None, None)
    told = asdict(tally)
    row: Row = {name: told[name] for name in ("games", "wins", "draws", "losses", "points")}
    row |= {"pairs": rate.pairs, "rate": rate.value if rate.pairs else None, "low": low, "high": high}
    return row | {name: told[name] for name in ADDED}


def _label(result: MatchResult, side: int) -> str:
    return result.agents[side] if result.game.sides == 1 else " v ".join(result.agents)


def _sides(result: MatchResult) -> list[_Named]:
    """The cells that a match is made of."""
    if result.game.sides > 1:
        return [_Named(_label(result, 0), {}, result.agents, result.configurations, result.granted[0])]
    sides = zip(result.agents, result.configurations, result.granted, strict=True)
    return [_Named(agent, {}, (agent,), (player,), setup) for agent, player, setup in sides]


def _named(cell: StoredCell, place: Mapping[str, str]) -> _Named:
    return _Named(cell.label, place, cell.agents, cell.players, cell.setup)


def cell_places(store: Store, name: str, cells: Sequence[StoredCell]) -> list[Mapping[str, str]]:
    """The levels of each cell's factors, as far as the file that is kept with the experiment tells them."""
    try:
        spec = Spec.model_validate_json(json.dumps(store.spec(name)))
        return places_in(spec, [(cell.label, cell.agents) for cell in cells])
    except (ValidationError, UsageError):  # of another version, or of a game that is not here
        return [{} for _ in cells]


def _with(row: Row, own: Row) -> Row:
    """The columns of a cell behind its label."""
    front = {key: row[key] for key in ("experiment", "cell")}
    return front | own | {key: value for key, value in row.items() if key not in front}


def _columns(cells: Sequence[_Named]) -> list[Row]:
    """For each cell the levels of its factors, the settings of its players and the words of its setup."""
    texts: list[dict[str, Any]] = []
    for cell in cells:
        own: dict[str, Any] = {f"{name}_level" if name in KNOWN else name: level for name, level in cell.place.items()}
        if any(one.label.startswith(CONTROL) for one in cells):
            own["control"] = cell.label.removeprefix(CONTROL) if cell.label.startswith(CONTROL) else "none"
        for ordinal, agent, player in zip(ORDINALS, cell.agents, cell.players):
            own |= {f"{ordinal}_kind": _words(agent)[0]}
            own |= {f"{ordinal}_{key}": value for key, value in _words(player)[1].items()}
        texts.append(own | {f"setup_{key}": value for key, value in _words(cell.setup)[1].items()})
    names = list(dict.fromkeys(name for own in texts for name in own))
    names.sort(key=lambda name: name.partition("_")[0] in (*ORDINALS, "setup"))  # factors first
    for own, cell in zip(texts, cells):
        _fill(own, names, cell)
    found: list[Row] = [{} for _ in texts]
    for name in names:
        for own, value in zip(found, _typed([each.get(name) for each in texts])):
            own[name] = value
    return found


def _fill(own: dict[str, Any], names: Sequence[str], cell: _Named) -> None:
    """Settings that a player of the search does not name are those that it has anyway."""
    usual = Settings()
    for ordinal, player in zip(ORDINALS[: len(cell.agents)], cell.players):
        if _words(player)[0] == "search":
            for name in names:
                key = name.removeprefix(f"{ordinal}_")
                if name not in own and name != key and hasattr(usual, key):
                    own[name] = getattr(usual, key)


def _words(text: str) -> tuple[str, dict[str, str]]:
    """The name and the words of an agent or a setup; what is a file, or of another grammar, is its own name."""
    try:
        return (text, {}) if names_file(text) else split_words(text)
    except UsageError:
        return text, {}


def _typed(values: Sequence[Any]) -> list[Any]:
    """Values of one column as what they all are: yes and no, whole numbers, numbers, or else text.

    >>> _typed(["5", "20", None]), _typed(["", False]), _typed(["+", "-"]), _typed(["1.5", 2]), _typed(["1", "x"])
    ([5, 20, None], [True, False], [True, False], [1.5, 2.0], ['1', 'x'])
    """
    known = [value for value in values if value is not None]
    if known and all(isinstance(value, bool) or value == "" for value in known):
        return [None if value is None else value is not False for value in values]
    if known and set(known) <= {"+", "-"}:
        return [None if value is None else value == "+" for value in values]
    for kind in (whole_number, real_number):
        try:
            numbers = [None if value is None else kind(_written(value)) for value in values]
        except ValueError:
            continue
        return numbers
    return [None if value is None else _written(value) for value in values]


def _written(value: Any) -> str:
    if value is True or value is False:
        return "yes" if value else "no"
    return "inf" if value == math.inf else str(value)
