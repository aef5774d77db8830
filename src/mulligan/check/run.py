"""Running the clauses: one survey of positions for all of them, then a search for the smallest case of each failure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace

from hypothesis import HealthCheck, Phase, Verbosity, configuration, errors, given, settings
from hypothesis import seed as seeded
from hypothesis import strategies as st

from ..core.errors import UsageError, unknown
from ..core.game import Game
from ..core.registry import as_game
from ..kernel import cache_directory, is_compiled
from .clauses import PLAY, STATEMENTS, Statement, raised
from .deals import METADATA, TALLIES, Scope, Tally, weigh
from .report import Clause, Counterexample, Report
from .walk import STYLED, Plan, Walk, Wrong

FUNCTIONS = (
    *("deal", "actor", "stage", "turn", "options", "play", "payoff", "hide", "observe"),
    *("cards", "shuffle", "advise", "act", "evaluate", "key", "outcome", "seen"),
)


class Found(Exception):
    """What Hypothesis is told of a counterexample: always the same, so that it looks for the smallest of any kind."""


def with_hypothesis(scope: Scope, example: Callable[[Plan], None]) -> None:
    """Call `example` with many plans; the same ones for the same scope."""
    plans = st.builds(
        Plan,
        setup=st.sampled_from(scope.draws),
        seed=st.integers(0, 9999),
        ahead=st.integers(0, scope.longest),
        choices=st.lists(st.integers(0, STYLED - 1), max_size=6).map(tuple),
    )
    options = settings(
        max_examples=scope.examples,
        derandomize=True,
        database=None,
        deadline=None,
        report_multiple_bugs=False,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
        verbosity=Verbosity.quiet,
    )
    with _home():
        options(seeded(scope.seed)(given(plans)(example)))()


@contextmanager
def _home() -> Iterator[None]:
    """Let Hypothesis keep its files in the cache folder: it would make a folder wherever one happens to be."""
    before = getattr(configuration, "__hypothesis_home_directory", None)
    configuration.set_hypothesis_home_dir(cache_directory() / "hypothesis")
    try:
        yield
    finally:
        configuration.set_hypothesis_home_dir(before)


def attempt(scope: Scope, plan: Plan) -> Walk | Counterexample:
    """A walk by a plan, or what went wrong on the way."""
    walk = None
    try:
        walk = Walk(scope.game, plan)
        walk.go()
    except Exception as error:  # whatever a game may raise is a finding, not the end of the check
        problem = raised(error)
        return walk.counterexample(problem) if walk else Counterexample(problem, plan.setup, plan.seed)
    return walk


def survey(scope: Scope, statements: Sequence[Statement]) -> tuple[dict[str, list[int]], dict[str, Counterexample]]:
    """Try all statements at the same positions: at how many, with how many cases, and the first failures."""
    tried = {statement.name: [0, 0] for statement in statements}
    failed: dict[str, Counterexample] = {}

    def example(plan: Plan) -> None:
        walk = attempt(scope, plan)
        if isinstance(walk, Counterexample):
            failed.setdefault(PLAY.name, walk)
            return
        places = {False: walk, True: walk.before_the_end()}
        for statement in statements:
            place = places[statement.live]
            if place is not None and statement.name not in failed:
                cases, problem = statement.attempt(place.copy())
                tried[statement.name][0] += cases > 0
                tried[statement.name][1] += cases
                if problem:
                    failed[statement.name] = place.counterexample(problem)

    with_hypothesis(scope, example)
    return tried, failed


def search(scope: Scope, statement: Statement) -> Counterexample | None:
    """The smallest counterexample that Hypothesis finds."""
    best: Counterexample | None = None

    def example(plan: Plan) -> None:
        nonlocal best
        walk = attempt(scope, plan)
        if isinstance(walk, Walk):
            place = walk.before_the_end() if statement.live else walk
            problem = statement.problem(place.copy()) if place else ""
            if not place or not problem:
                return
            best = place.counterexample(problem)
        elif statement is PLAY:
            best = walk
        else:
            return
        raise Found

    with suppress(Found, errors.Flaky):  # flaky: the game is random beyond its streams
        with_hypothesis(scope, example)
    return best


def smallest(scope: Scope, statement: Statement, known: Counterexample) -> Counterexample:
    """A small counterexample: the search is repeated in the first half of the game for as long as that finds one."""
    best, found = known, search(scope, statement)
    while found:
        best = found
        if not best.moves:
            break
        found = search(replace(scope, longest=len(best.moves) // 2, examples=4 * scope.examples), statement)
        if found and len(found.moves) >= len(best.moves):
            break
    return best


def try_statements(scope: Scope, statements: Sequence[Statement]) -> list[Clause]:
    """A clause for each statement."""
    tried, failed = survey(scope, statements)
    clauses = []
    for statement in statements:
        known = failed.get(statement.name)
        case = known and smallest(scope, statement, known)
        positions, cases = tried[statement.name]
        detail = f"{cases} {statement.cases}" if statement.cases else ""
        clauses.append(Clause(statement.name, statement.states, known is None, positions, case, detail))
    return clauses


def try_tally(scope: Scope, tally: Tally) -> Clause:
    """A clause for one that goes through deals by itself."""
    try:
        tried = tally.test(scope)
        return Clause(tally.name, tally.states, True, tried.count, detail=tried.detail)
    except Wrong as wrong:
        case = wrong.walk.counterexample(str(wrong)) if wrong.walk else Counterexample(str(wrong))
    except Exception as error:
        case = Counterexample(raised(error))
    return Clause(tally.name, tally.states, False, scope.examples, case)


def make_scope(game: Game, setups: Sequence[str], examples: int, seed: int) -> Scope:
    """Try out how long games last, so that walks reach every part of them."""
    unmarked = [name for name in FUNCTIONS if getattr(game, name) and not is_compiled(getattr(game, name))]
    if game.compiled and unmarked:
        raise UsageError(f"{game.name}: 'play' is compiled, but not {', '.join(unmarked)}: mark all functions or none")
    if examples < 1:
        raise UsageError(f"examples: {examples} should be a whole number from 1 on")
    scope = Scope(game, list(setups), examples, seed, 300)
    longest = 4
    for i in range(2 * len(scope.setups)):
        walk = attempt(scope, replace(scope.plan(i), ahead=scope.longest))
        if isinstance(walk, Walk):
            longest = max(longest, len(walk.played))
    return weigh(replace(scope, longest=longest))


def check_game(
    game: Game | str,
    *,
    examples: int = 200,
    seed: int = 0,
    setups: Sequence[str] | None = None,
    only: Sequence[str] | None = None,
    say: Callable[[str], None] = lambda text: None,
) -> Report:
    """Try every clause of the contract at `examples` positions, or many times more where a clause is about rates.

    `only` names the clauses to be tried, and `say` is told what is being done.

    >>> from mulligan.games.toys import NIM
    >>> report = check_game(NIM, examples=5)
    >>> report.passed, report.clause("text").tried
    (True, 5)
    """
    game = as_game(game)
    names = [clause.name for clause in (METADATA, *STATEMENTS, *TALLIES)]
    for name in only or ():
        if name not in names:
            raise unknown("clause", name, names)
    for setup in setups or ():
        game.make_table(setup)  # a setup that is not understood is the caller's mistake, not the game's
    books = game.rule_books(setups or ())
    found = [check_rules(book, some, examples, seed, set(only or names), say) for book, some in books.items()]
    return Report(game.id, tuple(joined(clauses) for clauses in zip(*found, strict=True)))


def joined(clauses: Sequence[Clause]) -> Clause:
    """How a clause fared in all rule books of a game."""
    failed = next((clause for clause in clauses if not clause.passed), None)
    return replace(
        failed or clauses[0],
        tried=sum(clause.tried for clause in clauses),
        detail="; ".join(clause.detail for clause in clauses if clause.detail),
    )


def check_rules(
    game: Game, setups: Sequence[str], examples: int, seed: int, wanted: set[str], say: Callable[[str], None]
) -> list[Clause]:
    """Try the clauses that are wanted in the setups of one rule book."""
    say(f"{game.name}: how long games last, and how much each setup hides")
    scope = make_scope(game, setups, examples, seed)
    clauses = [try_tally(scope, METADATA)] if METADATA.name in wanted else []
    statements = [statement for statement in STATEMENTS if statement.name in wanted]
    if statements:
        say(f"{game.name}: {len(statements)} clauses at {examples} positions")
        clauses += try_statements(scope, statements)
    for tally in TALLIES:
        if tally.name in wanted:
            say(f"{game.name}: {tally.name}{tally.cost}")
            clauses.append(try_tally(scope, tally))
    return clauses
