"""Suites: positions of games by rule players, with answers that were proved, or found by many playouts, and checked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from math import sqrt

from mulligan.arena.runner import play_by_rule
from mulligan.core.errors import UsageError
from mulligan.core.game import OVER, Game
from mulligan.core.position import Position, make_stream
from mulligan.search.decision import in_words

from .proving import CHECKED, WON, WORLDS, Goal, Name, TooMuch, answers, by_chance, holds
from .suite import Problem, Suite

TRIED = 2_500  # moves to be tried for one proof, in all worlds together
LOOKED_AT = 4  # positions of a game whose moves are played out; and of those with danger, one more
LAST_TURNS = 2  # of a game, in which somebody may win or lose
PLAYOUTS = 150  # of each move, by each rule player
FIRST_LOOK = 24  # playouts by which positions are passed over at which nothing matters
MOST_OPTIONS = 12  # of a position whose moves are played out
GAP = 0.1  # by how much a wrong move is worse than the best one, at least
DEVIATIONS = 3.3  # and by so many standard errors
EASY = 0.6  # share of right moves, or of answers by chance that are right, above which a position asks nothing
EACH = {"win": 1, "live": 1, "moves": 2}  # positions of one game
KINDS = {"win": "win in this turn", "live": "loss that can be avoided", "moves": "clearly better moves"}


Told = Callable[[dict[str, int], int], bool]


@dataclass(frozen=True)
class Wish:
    """What is wanted."""

    setup: str
    seed: int
    count: int
    """Positions of each kind."""
    styles: tuple[str, str]
    horizon: int
    """Turns after which who is still in the game counts as saved; 0 plays to the end."""
    most_games: int = 100_000


def styles_of(game: Game) -> tuple[str, str]:
    """The rule players that make and check positions: those that the game names, or its last two."""
    own = game.room().trials.styles
    if own is not None:
        return own
    named = [style for style in game.styles if style != "uniform"] or ["uniform"]
    return named[-1], named[-2] if len(named) > 1 else "uniform"


def kind_of(game: Game, goal: str, plan: Sequence[str]) -> str:
    """What a problem is a case of, in the words of its game; nothing if the game asks for none like it.

    Where the game names kinds by how a move begins, a plan is of the first kind that has such a move.
    """
    kinds = KINDS | dict(game.room().trials.kinds)
    named = {key.partition(" ")[2]: text for key, text in kinds.items() if key.startswith(f"{goal} ")}
    own = (text for begins, text in named.items() if any(move.startswith(begins) for move in plan))
    return next(own, "" if goal == "moves" and named else kinds[goal])


def goals_of(game: Game) -> list[str]:
    """The goals of which a game wants positions: those that it has words for, or all."""
    named = {key.partition(" ")[0] for key in game.room().trials.kinds}
    return [goal for goal in KINDS if goal in named or not named]


@dataclass(frozen=True)
class Spot:
    """A position of a game with a choice, and how far the game was."""

    position: Position
    game: int
    last: bool
    """Whether it is of the last turns of the game."""
    wins: bool
    """Whether whoever is to move wins in the end."""


def spots(game: Game, wish: Wish, number: int) -> list[Spot]:
    """The positions of one game between the two rule players, at each of which there is a choice."""
    here = Position.deal(game, wish.setup, seed=(wish.seed, "suite", number))
    chance = make_stream(here.game, wish.seed, "suite", number, "play")
    seen: list[Position] = []
    while not here.over:
        if len(here.options()) > 1:
            seen.append(here.unnamed())
        here.act(wish.styles[(number + max(0, here.actor)) % 2], chance)
    turn = here.turn
    won = [here.payoff(seat) >= WON for seat in range(game.players)]
    return [Spot(one, number, one.turn > turn - LAST_TURNS, won[one.actor]) for one in seen]


# --- proofs -----------------------------------------------------------------------------------------------------------


def proved(game: Game, spot: Spot, goal: Goal, wish: Wish) -> Problem | None:
    """The position as a problem, if some but few of its moves force the goal for certain."""
    here, name = spot.position, (wish.seed, goal, spot.game)
    seat = here.actor
    try:
        good, bad = answers(here, seat, goal, TRIED, name)
        if not good or by_chance(here, seat, goal, name) > EASY:
            return None
        if not all(holds(here, seat, goal, plan, name) for plan in good.values()):
            return None
    except TooMuch:
        return None
    if not _survives_text(here):
        return None
    plan = min(good.values(), key=len)
    check = f"a plan for each right move was played again in {CHECKED} other worlds with other chance"
    if goal == "live":
        value, style = max((worth_of(here, plan, style, (*name, style)), style) for style in wish.styles)
        if value <= 0.0:  # nothing is left to be won, and no answer is better than another
            return None
        check += f"; and who lives is paid {100 * value:.0f} % in the end by playouts of {style}"
    how = f"every line of the turn, in {WORLDS} worlds that the seat cannot tell apart; every answer of the others"
    return Problem(
        name=f"{goal}-{spot.game}-{here.turn}",
        kind=kind_of(game, goal, in_words(here, plan)),
        setup=wish.setup,
        goal=goal,
        text=str(here),
        accept=here.texts(list(good)),
        refuse=here.texts(bad),
        how=how,
        check=check,
    )


def _is_dangerous(here: Position, wish: Wish) -> bool:
    """Whether a few answers by chance have lost at once."""
    return by_chance(here, here.actor, "live", (wish.seed, "danger"), 4) < 1.0


def _survives_text(here: Position) -> bool:
    """Whether the text of a position says all that matters: it may be read again, and the same moves are legal."""
    try:
        again = Position.read(here.game, str(here), here.setup)
    except UsageError:
        return False
    return str(again) == str(here) and again.options_text() == here.options_text()


# --- playouts ---------------------------------------------------------------------------------------------------------


@dataclass
class Worth:
    """What playouts made of a move."""

    games: int = 0
    total: float = 0.0
    squares: float = 0.0

    @property
    def mean(self) -> float:
        return self.total / self.games

    @property
    def error(self) -> float:
        """The standard error of the mean, as if one more had been won and one lost."""
        n, total = self.games + 2, self.total + 1
        return sqrt(max(0.0, (self.squares + 1) / n - (total / n) ** 2) / n)

    def add(self, value: float) -> None:
        self.games, self.total, self.squares = self.games + 1, self.total + value, self.squares + value * value


def play_out(here: Position, seat: int, style: str, horizon: int, name: Name) -> float:
    """What a seat is paid in the end, if a rule player goes on for all; or whether it is still in the game."""
    if not horizon:
        if not here.over:
            play_by_rule(here, style, *name)
        return here.payoff(seat)
    until, chance = here.turn + horizon, make_stream(here.game, *name, "on")
    while True:
        actor, _, turn, _ = here.look()
        if actor == OVER:
            return here.payoff(seat)
        if turn >= until:
            return 1.0
        here.act(style, chance)


def worths(here: Position, moves: Sequence[int], style: str, wish: Wish, games: int, name: Name) -> list[Worth]:
    """What each move is worth by playouts in worlds that the seat holds possible, the same worlds for every move."""
    seat, game = here.actor, here.game
    found = [Worth() for _ in moves]
    for number in range(games):
        stream = make_stream(game, *name, style, number, "world")
        world = here.hide(seat, stream) if game.hidden else here
        for move, worth in zip(moves, found, strict=True):
            if not world.is_legal(move):
                continue
            chance = (*name, style, number, "chance")
            made = world.unnamed()
            made.play_with(move, make_stream(game, *chance))
            worth.add(play_out(made, seat, style, wish.horizon, chance))
    return found


def worth_of(here: Position, plan: Sequence[int], style: str, name: Name) -> float:
    """What playouts make of a whole plan."""
    worth = Worth()
    for number in range(FIRST_LOOK):
        stream = make_stream(here.game, *name, number, "plan")
        world = here.hide(here.actor, stream) if here.game.hidden else here.unnamed()
        for move in plan:
            world.play_with(move, stream)
        worth.add(play_out(world, here.actor, style, 0, (*name, number)))
    return worth.mean


def sorted_out(found: Sequence[Worth]) -> tuple[list[int], list[int]]:
    """Which moves are as good as the best one as far as can be seen, and which are clearly worse."""
    best = max(found, key=lambda worth: worth.mean)
    good, bad = [], []
    for number, worth in enumerate(found):
        gap, error = best.mean - worth.mean, sqrt(best.error**2 + worth.error**2)
        if gap > max(GAP, DEVIATIONS * error):
            bad.append(number)
        elif gap < GAP / 2:
            good.append(number)
    return good, bad


def played_out(game: Game, spot: Spot, wish: Wish) -> Problem | None:
    """The position as a problem, if playouts by both rule players agree on what is right and what is clearly wrong."""
    here = spot.position
    moves = here.options()
    if not 2 <= len(moves) <= MOST_OPTIONS:
        return None
    words = here.texts(moves)
    if not any(kind_of(game, "moves", [text]) for text in words):
        return None
    name = (wish.seed, "worth", spot.game, str(here.turn))
    glance = worths(here, moves, wish.styles[0], wish, FIRST_LOOK, (*name, "glance"))
    if min(worth.games for worth in glance) == 0 or not sorted_out(glance)[1]:
        return None
    tables = [worths(here, moves, style, wish, PLAYOUTS, (*name, "full")) for style in wish.styles]
    if any(worth.games < PLAYOUTS for table in tables for worth in table):
        return None
    (good, bad), (also_good, also_bad) = (sorted_out(table) for table in tables)
    right = sorted(set(good) & set(also_good))
    wrong = sorted(set(bad) & set(also_bad))
    if not right or not wrong or len(right) > EASY * len(moves) or not _survives_text(here):
        return None
    kinds = {kind_of(game, "moves", [words[number]]) for number in right}
    if len(kinds) > 1 or "" in kinds:
        return None
    what = f"in the game {wish.horizon} turn later" if wish.horizon else "paid in the end"

    def told(table: Sequence[Worth]) -> str:
        best = max(table[number].mean for number in right)
        worst = max(table[number].mean for number in wrong)
        return f"{100 * best:.0f} % {what} after the best right move, {100 * worst:.0f} % after the best wrong one"

    return Problem(
        name=f"moves-{spot.game}-{here.turn}",
        kind=kinds.pop(),
        setup=wish.setup,
        goal="moves",
        text=str(here),
        accept=[words[number] for number in right],
        refuse=[words[number] for number in wrong],
        how=f"{PLAYOUTS} playouts of each move by {wish.styles[0]}: {told(tables[0])}",
        check=f"{PLAYOUTS} playouts of each move by {wish.styles[1]}: {told(tables[1])}",
    )


# --- a whole suite ----------------------------------------------------------------------------------------------------


def make(game: Game, wish: Wish, command: str, told: Told, before: Suite | None = None) -> Suite | None:
    """A suite with as many positions of each kind as are wanted and come up; None if there is none.

    `told` hears how many there are and how many games were looked at, and ends it by saying no; then what was found
    is kept, and may be given as `before` to go on.  No two of a kind are of the same turn of a game, and no more than
    `EACH` of the same game.
    """
    found: dict[str, list[Problem]] = {goal: [] for goal in goals_of(game)}
    for problem in () if before is None else before.position:
        found[problem.goal].append(problem)
    number = 0 if before is None else before.games
    with suppress(KeyboardInterrupt):
        while number < wish.most_games:
            missing = [goal for goal in found if len(found[goal]) < wish.count]
            if not missing or not told({goal: len(some) for goal, some in found.items()}, number):
                break
            seen = spots(game, wish, number)
            new = {goal: list(islice(_problems(game, seen, goal, wish, number), EACH[goal])) for goal in missing}
            for goal in missing:
                found[goal] += new[goal][: wish.count - len(found[goal])]
            number += 1
    problems = [problem for some in found.values() for problem in some]
    about = "Positions of games between rule players. A right answer was proved, or many playouts by two agree on it."
    if not problems:
        return None
    return Suite(game=game.id, made=command, games=number, about=about, position=problems)


def _problems(game: Game, seen: Sequence[Spot], goal: str, wish: Wish, number: int) -> Iterator[Problem]:
    """The problems of a kind in the positions of one game, each of another turn."""
    if goal == "moves":
        step = max(1, len(seen) // LOOKED_AT)
        made = (played_out(game, spot, wish) for spot in seen[number % step :: step])
    elif goal == "win":
        made = (proved(game, spot, "win", wish) for spot in seen if spot.last and spot.wins)
    else:
        late = reversed(seen[2 * len(seen) // 3 :])  # the fewer moves are left in a turn, the sooner it is proved
        risky = islice((spot for spot in late if _is_dangerous(spot.position, wish)), LOOKED_AT + 1)
        made = (proved(game, spot, "live", wish) for spot in risky)
    names: set[str] = set()
    for problem in made:
        if problem is not None and problem.name not in names:
            names.add(problem.name)
            yield problem
