"""Experiments: what a file asks for, as a list of cells, each a contest with a place in a table.

All five designs - a grid, a factorial, a round robin, a sweep of budgets, a gauntlet - come down to such a list.  Names
of players may hold `{factor}`, which is replaced by each of the factor's levels.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations, permutations, product
from pathlib import Path
from typing import Any, Protocol, TypeVar

from mulligan.agents import make_player
from mulligan.core.errors import UsageError, unknown
from mulligan.core.game import Game
from mulligan.core.registry import find_game
from mulligan.core.words import join_words, split_words
from mulligan.gauges import find_gauge, gauge_id

from .contest import Contest
from .deals import Deals, read_deals
from .spec import CONTROL, Control, Design, Factorial, Figures, Gauntlet, Grid, RoundRobin, Spec, Sweep, parse_spec
from .sprt import Sprt

MOST_CELLS = 10_000
TOURNAMENT = "tournament"  # the source of experiments that no file says
COLUMN = "column"  # as `plot.x`: the columns of a gauge lie along the axis
MOST_LETTERS = 100  # of an experiment's name


@dataclass(frozen=True)
class Cell:
    """One contest of an experiment: where it stands, and how many games of it are wanted."""

    label: str
    place: Mapping[str, str]
    contest: Contest
    games: int
    control: str = ""
    gauge: str = ""
    """What is measured in the games besides who wins, if anything."""

    @cached_property
    def kept_as(self) -> str:
        """The gauge in full, under which such games are kept; empty without one."""
        return gauge_id(self.contest.rules, self.gauge) if self.gauge else ""

    @property
    def pairs(self) -> int:
        """Pairs that make up so many games."""
        return -(-self.games // self.contest.seats)


@dataclass(frozen=True)
class Experiment:
    """A file that makes sense: all its players exist."""

    name: str
    spec: Spec
    source: str
    """The file that it comes from."""
    deals: Deals | None = field(default=None, repr=False)
    chosen: tuple[str, ...] = ()
    """Labels of the cells that are wanted; none for all."""

    def __post_init__(self) -> None:
        if not 1 <= len(self.name) <= MOST_LETTERS or not self.name.isprintable():
            raise UsageError(f"name: '{self.name[:MOST_LETTERS]}' should be 1 to {MOST_LETTERS} printable letters")

    @property
    def game(self) -> Game:
        """The game that is played."""
        return find_game(self.spec.game)

    @cached_property
    def sprt(self) -> Sprt | None:
        """The test that ends each of its cells, controls excepted, if there is one."""
        spec = self.spec.sprt
        return None if spec is None else Sprt(*(float(n) for n in (spec.elo0, spec.elo1, spec.alpha, spec.beta)))

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """All cells, in the order of the design, and then the controls."""
        return tuple(cell for cell in self._cells() if not self.chosen or cell.label in self.chosen)

    @property
    def text(self) -> str:
        """The whole file as JSON, for the store; factors stay in the order in which labels have them."""
        return json.dumps(self.spec.model_dump(mode="json"))

    def _cells(self) -> Iterable[Cell]:
        spec = self.spec
        for place, players, setup, gauge in _contests(spec):
            yield self._cell(_label(spec, place), place, players, setup, spec.games, "", gauge)
        seen: Counter[str] = Counter()
        for control in spec.controls:
            place, players = _control(control, spec)
            seen[control.kind] += 1
            label = f"{CONTROL}{control.kind}" + (f" {seen[control.kind]}" if seen[control.kind] > 1 else "")
            games = control.games or spec.games
            yield self._cell(label, place, players, spec.setup, games, control.kind, spec.gauge)

    def _cell(
        self, label: str, place: Mapping[str, str], players: list[str], setup: str, games: int, control: str, gauge: str
    ) -> Cell:
        contest = Contest(self.spec.game, tuple(players), setup, self.spec.seed, self.deals)
        return Cell(label, place, contest, games, control, gauge)


def only(experiment: Experiment, labels: Sequence[str]) -> Experiment:
    """The experiment with these cells alone, or with all if none is named."""
    if not labels:
        return experiment
    known = [cell.label for cell in experiment.cells]
    for label in labels:
        if label not in known:
            raise unknown(f"cell of {experiment.name}", label, known)
    return replace(experiment, chosen=tuple(labels))


def _contests(spec: Spec) -> Iterable[tuple[dict[str, str], list[str], str, str]]:
    """Place, players, setup and gauge of every cell."""
    design = spec.design
    if isinstance(design, RoundRobin):
        for table in tables_of(design.players, find_game(spec.game).sides):
            names = [_fill(design.name, {"player": player}) for player in table]
            yield {"player": table[0], "against": " v ".join(table[1:])}, names, spec.setup, spec.gauge
        return
    if isinstance(design, Gauntlet):
        for first in design.players:
            for second in design.against or [""]:
                place = {"player": first} | ({"against": second} if second else {})
                yield (
                    place,
                    [_fill(design.name, {"player": first}), *([second] if second else [])],
                    spec.setup,
                    spec.gauge,
                )
        return
    if isinstance(design, Sweep):
        for budget in design.budgets:
            words = {"budget": str(budget)}
            yield words, _players(design, words), spec.setup, _fill(spec.gauge, words)
        return
    if isinstance(design, Factorial):
        for chosen in product((True, False), repeat=len(design.parts)):
            place = {part: "+" if used else "-" for part, used in zip(design.parts, chosen, strict=True)}
            parts = design.join.join(part for part, used in zip(design.parts, chosen, strict=True) if used)
            yield place, _players(design, {"parts": parts or design.none}), spec.setup, spec.gauge
        return
    for levels in product(*design.factors.values()):
        place, words = {}, {}
        for factor, level in zip(design.factors, levels, strict=True):
            own = dict(level) if isinstance(level, dict) else {factor: level}
            place[factor] = str(own.pop("label", own.get(factor, "")))
            words |= {key: str(value) for key, value in own.items()}
        yield place, _players(design, words), _fill(design.setup or spec.setup, words), _fill(spec.gauge, words)


def places_in(spec: Spec, cells: Iterable[tuple[str, Sequence[str]]]) -> list[Mapping[str, str]]:
    """Where cells of a design stand, by their labels and players: the levels of their factors; nothing if none fits.

    Older stores have the factors in another order than the labels, so that two cells may fit a label.

    >>> spec = parse_spec(
    ...     'title = "x"\\ngame = "nim"\\ngames = 2\\n[design]\\nkind = "grid"\\nplayer = "uct:sims={b},trees={a}"\\n'
    ...     'against = "uniform"\\nfactors = { a = [1, 2], b = [1, 2] }', "x.toml"
    ... )
    >>> places_in(spec, [("1, 2", ("uct:sims=1,trees=2", "uniform"))])
    [{'a': '2', 'b': '1'}]
    """
    known: dict[str, list[tuple[Mapping[str, str], tuple[str, ...]]]] = {}
    for place, names, *_ in _contests(spec):
        known.setdefault("".join(sorted(_label(spec, place))), []).append((place, tuple(names)))
    found: list[Mapping[str, str]] = []
    for label, agents in cells:
        fitting = [each for each in known.get("".join(sorted(label)), ()) if _labelled(spec, each[0], label)]
        chosen = [place for place, names in fitting if len(fitting) == 1 or names == tuple(agents)]
        chosen = chosen if len(chosen) == 1 else [place for place, _ in fitting if _label(spec, place) == label]
        found.append(chosen[0] if len(chosen) == 1 else {})
    return found


def _labelled(spec: Spec, place: Mapping[str, str], label: str) -> bool:
    """Whether a cell has this label, in whatever order its factors are."""
    return _label(spec, place) == label or any(", ".join(levels) == label for levels in permutations(place.values()))


def tables_of(players: Sequence[str], sides: int) -> Iterable[tuple[str, ...]]:
    """Who meets at the tables of a round robin: everybody in twos or, if there are enough, in as many as have room.

    Then they sit in every order round the table: who plays before whom may matter.  If they are too few, the first of
    two plays one side and the second all others.

    >>> list(tables_of("abc", 2))
    [('a', 'b'), ('a', 'c'), ('b', 'c')]
    >>> list(tables_of("abc", 3))
    [('a', 'b', 'c'), ('a', 'c', 'b')]
    >>> list(tables_of("ab", 3))
    [('a', 'b')]
    """
    if len(players) < sides:
        yield from combinations(players, 2)
        return
    for first, *others in combinations(players, sides):
        for order in permutations(others):
            yield first, *order


def _count(design: Design, sides: int) -> int:
    """How many cells there will be, without making them."""
    if isinstance(design, RoundRobin):
        players = len(design.players)
        return math.comb(players, 2) if players < sides else math.comb(players, sides) * math.factorial(sides - 1)
    if isinstance(design, Gauntlet):
        return len(design.players) * max(1, len(design.against))
    if isinstance(design, Sweep):
        return len(design.budgets)
    if isinstance(design, Factorial):
        return int(2 ** len(design.parts))
    return math.prod(len(levels) for levels in design.factors.values())


def _players(design: Grid | Factorial | Sweep, words: Mapping[str, str]) -> list[str]:
    return [_fill(name, words) for name in (design.player, design.against) if name]


def _fill(text: str, words: Mapping[str, str]) -> str:
    def level(match: re.Match[str]) -> str:
        if match[1] not in words:
            raise unknown("factor", match[1], words)
        return words[match[1]]

    return re.sub(r"\{(\w+)\}", level, text)


def _label(spec: Spec, place: Mapping[str, str]) -> str:
    if isinstance(spec.design, RoundRobin):
        return f"{place['player']} v {place['against']}"
    if isinstance(spec.design, Factorial):
        chosen = [part for part, level in place.items() if level == "+"]
        return "+".join(chosen) or spec.design.none or "none"
    return ", ".join(place.values())


def _control(control: Control, spec: Spec) -> tuple[dict[str, str], list[str]]:
    """The players of a control."""
    solo = find_game(spec.game).sides == 1
    name, words = split_words(control.player, "agent") if control.player else ("", {})
    if control.kind == "random":
        if control.player:
            raise UsageError(f"a control of kind random plays at random: it has no player, not '{control.player}'")
        player, against = "random", control.against
    elif not control.player:
        raise UsageError(f"a control of kind {control.kind} needs the player that it changes")
    elif control.kind == "oracle":
        player, against = join_words(name, words | {"deal": "never"}), control.against
    else:
        player, against = (
            join_words(name, words | {"sims": str(2 * _simulations(spec.game, control.player))}),
            control.player,
        )
    players = [player] if solo else [player, against]
    if not solo and not against:
        raise UsageError(f"a control of kind {control.kind} needs an opponent: against = ...")
    return {"control": control.kind}, players


def _simulations(game: str, name: str) -> int:
    """The budget of a searching player, or of the parts of a staged one that search."""
    player = make_player(find_game(game), name)
    for part in (player, *getattr(player, "parts", ())):
        if hasattr(part, "settings"):
            return int(part.settings.sims)
    raise UsageError(f"'{name}' does not search, so it has no budget to double")


# --- reading ----------------------------------------------------------------------------------------------------------


def read_experiment(path: Path, name: str = "") -> Experiment:
    """An experiment from a TOML file, with everything in it checked."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError, ValueError) as error:
        raise UsageError(f"experiment '{path}': {getattr(error, 'strerror', None) or error}") from None
    return parse_experiment(text, name or path.stem, str(path), path.parent)


def parse_experiment(text: str, name: str, source: str = "experiment", folder: Path | None = None) -> Experiment:
    """An experiment from TOML text; `source` names it in messages, deals are looked for in `folder`.

    >>> made = parse_experiment('''
    ... title = "How much do simulations help?"
    ... game = "nim"
    ... games = 100
    ... design = { kind = "sweep", player = "uct:sims={budget}", against = "uniform", budgets = [10, 100] }
    ... ''', "nim")
    >>> [cell.contest.agents for cell in made.cells]
    [('uct:sims=10', 'uniform'), ('uct:sims=100', 'uniform')]
    """
    spec = parse_spec(text, source)
    with_key = _Keys(source)
    with_key.check("game", lambda: find_game(spec.game))
    deals = None
    if spec.deals:
        deals = with_key.check("deals", lambda: read_deals((folder or Path()) / spec.deals, spec.game))
    made = Experiment(name, spec, source, deals)
    count = _count(spec.design, made.game.sides)
    if count > MOST_CELLS:
        raise UsageError(f"{source}: design: {count} cells, and {MOST_CELLS} are the most")
    for i, control in enumerate(spec.controls):
        with_key.check(f"controls.{i}", lambda control=control: _control(control, spec))  # type: ignore[misc]
    for cell in with_key.check("design", lambda: made.cells):
        where = f"controls ({cell.control})" if cell.control else f"design ({cell.label})"
        with_key.check(where, lambda cell=cell: cell.contest.identity)  # type: ignore[misc]
        with_key.check("gauge", lambda cell=cell: cell.kept_as)  # type: ignore[misc]
    with_key.check("sprt", lambda: _check_sprt(made))
    if spec.points == "seat" and made.game.sides > 2:
        raise UsageError(f"{source}: points: those of the first seat are for two sides, and here are {made.game.sides}")
    _check_names(made)
    return made


def _check_sprt(made: Experiment) -> None:
    """A sequential test needs pairs of games that somebody wins from somebody."""
    if made.sprt is None:
        return
    refuse_sprt(made.game)
    if made.game.sides == 1:
        raise UsageError(f"{made.game.name} is played alone: its cells have nobody to be compared with")
    if made.spec.gauge or made.spec.measure != "rate" or made.spec.points != "player":
        raise UsageError("it is for rates of players, and this experiment measures something else")


def refuse_sprt(game: Game) -> None:
    """Sequential tests ask for differences of Elo ratings, which more than two sides do not have."""
    if game.sides > 2:
        raise UsageError(f"sprt: {game.name} has {game.sides} sides, and the test is for two: play a fixed number")


class _Keys:
    """Says where in the file something is wrong."""

    def __init__(self, source: str) -> None:
        self.source = source

    def check(self, key: str, made: Any) -> Any:
        try:
            return made()
        except UsageError as error:
            raise UsageError(f"{self.source}: {key}: {error}") from None


def _check_names(made: Experiment) -> None:
    """Labels and factors that the rest of the file speaks of."""
    spec, source = made.spec, made.source
    labels = [cell.label for cell in made.cells]
    for label, count in Counter(cell.label for cell in made.cells if not cell.control).items():
        if count > 1:
            raise UsageError(f"{source}: design: two cells are called '{label}': give the levels labels")
    factors = list(dict.fromkeys(key for cell in made.cells if not cell.control for key in cell.place))
    _check_figures(spec.paper, "paper", spec, labels, source)
    if spec.original is not None:
        _check_figures(spec.original, "original", spec, labels, source)
    for effect in spec.paper.effects:
        for name in effect.split(":"):
            if name not in factors:
                raise _at(source, "paper.effects", unknown("factor", name, factors))
    for name in spec.table.across:
        if name not in factors:
            raise _at(source, "table.across", unknown("factor", name, factors))
    _check_gauge(made, labels)
    if spec.plot.x and spec.plot.x not in [*factors, *([COLUMN] if spec.gauge else [])]:
        raise _at(source, "plot.x", unknown("factor", spec.plot.x, factors))
    if spec.base and spec.base not in labels:
        raise _at(source, "base", unknown("cell", spec.base, labels))
    if spec.base and spec.measure == "rate":
        raise UsageError(f"{source}: base: it is for times, and this experiment measures rates")
    if spec.anova is not None and not isinstance(spec.design, Factorial):
        raise UsageError(f"{source}: anova: it is for factorials, and this is a {spec.design.kind}")
    _check_contests(made)
    for i, claim in enumerate(spec.claims):
        sides = [*(claim.left if isinstance(claim.left, list) else [claim.left]), claim.right]
        if claim.right in sides[:-1] or all(isinstance(side, float | int) for side in sides):
            raise UsageError(f"{source}: claims.{i}: it compares nothing: left and right should be different cells")
        for side in sides:
            if isinstance(side, float | int) and not 0 <= side <= 100:
                raise UsageError(f"{source}: claims.{i}: {side:g} should be a rate in percent, from 0 to 100")
            if isinstance(side, str) and side not in labels:
                raise _at(source, f"claims.{i}", unknown("cell", side, labels))
            found = matching(made.cells, side) if isinstance(side, dict) else []
            if isinstance(side, dict) and not found:
                raise UsageError(f"{source}: claims.{i}: no cell has {side}")
            if made.game.sides > 2 and any(other for _, other in found):
                raise UsageError(f"{source}: claims.{i}: {side} sits among several others in some cells: name these")


def _check_figures(figures: Figures, key: str, spec: Spec, labels: Sequence[str], source: str) -> None:
    """Somebody's figures: of cells that there are, and such as can be."""
    for label in figures.values:
        if label not in labels:
            raise _at(source, f"{key}.values", unknown("cell", label, labels))
        found = figures.figure(label)
        assert found is not None  # it is one of them
        rate = spec.measure == "rate"
        if not 0 <= found.value <= 100 if rate else found.value <= 0:
            wanted = "a rate in percent, from 0 to 100" if rate else "a time in seconds, above 0"
            raise UsageError(f"{source}: {key}.values: '{label}' = {found.value:g} should be {wanted}")
        if found.spread is not None and rate:
            raise UsageError(f"{source}: {key}.values: '{label}': spread: it is for times, and this is a rate")


def _check_gauge(made: Experiment, labels: Sequence[str]) -> None:
    """What is said of a gauge: columns that it has, figures of cells that there are."""
    spec, source = made.spec, made.source
    if not spec.gauge:
        for key, given in (
            ("paper.gauged", spec.paper.gauged),
            ("differences", spec.differences),
            ("plot.columns", spec.plot.columns),
        ):
            if given:
                raise UsageError(f"{source}: {key}: it is for experiments with a gauge, and this one has none")
        return
    for key, other in (("measure", spec.measure != "rate"), ("anova", spec.anova is not None)):
        if other:
            raise UsageError(f"{source}: {key}: an experiment with a gauge measures nothing else but rates")
    columns = find_gauge(made.game, made.cells[0].gauge).columns
    places = [(f"differences.{i}", side) for i, one in enumerate(spec.differences) for side in (one.left, one.right)]
    named = [("plot.columns", column) for column in spec.plot.columns]
    named += [(key, place.column) for key, place in places]
    named += [("paper.gauged", column) for figures in spec.paper.gauged.values() for column in figures]
    for key, column in named:
        if column not in columns:
            raise _at(source, key, unknown("column", column, columns))
    for key, label in [
        *((key, place.cell) for key, place in places),
        *(("paper.gauged", one) for one in spec.paper.gauged),
    ]:
        if label not in labels:
            raise _at(source, key, unknown("cell", label, labels))


def _check_contests(made: Experiment) -> None:
    """No two cells may be the same contest unless their levels say the same: a factor without effect is a mistake.

    A paper may have played the same players twice, with two results: then the levels differ in their labels alone.
    """
    said = _levels(made.spec.design)
    known: dict[tuple[str, str], tuple[Cell, list[str]]] = {}
    for cell in made.cells:
        if cell.control:
            continue
        words = [said.get((factor, label), label) for factor, label in cell.place.items()]
        other, others = known.setdefault((cell.contest.key, cell.kept_as), (cell, words))
        if words != others:
            same = f"'{cell.label}' and '{other.label}'"
            raise UsageError(f"{made.source}: design: the cells {same} are the same contest: is a {{factor}} missing?")


def _levels(design: Design) -> dict[tuple[str, str], str]:
    """What the levels of a grid say besides their labels, by factor and label."""
    said = {}
    for factor, levels in design.factors.items() if isinstance(design, Grid) else ():
        for level in levels:
            words = dict(level) if isinstance(level, dict) else {}
            label = str(words.pop("label", ""))
            if label and words:
                said[factor, label] = str(sorted(words.items()))
    return said


def _at(source: str, key: str, error: UsageError) -> UsageError:
    return UsageError(f"{source}: {key}: {error}")


class Placed(Protocol):
    """Anything that has a place in the table: a cell, or a line of a report."""

    @property
    def place(self) -> Mapping[str, str]: ...
    @property
    def control(self) -> str: ...


_P = TypeVar("_P", bound=Placed)


def matching(cells: Iterable[_P], levels: Mapping[str, str]) -> list[tuple[_P, bool]]:
    """The cells with these levels; True for those where the player sits on the other side (cross-tables)."""
    found = []
    for cell in cells:
        if cell.control:
            continue
        if all(cell.place.get(factor) == level for factor, level in levels.items()):
            found.append((cell, False))
        elif set(levels) == {"player"} and cell.place.get("against") == levels["player"]:
            found.append((cell, True))
    return found
