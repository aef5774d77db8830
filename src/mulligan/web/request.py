"""What a visitor asks for before a game begins, and the session that comes of it."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from mulligan.agents import agent_kinds, make_player
from mulligan.core.errors import UsageError
from mulligan.core.game import Game
from mulligan.core.outside import offered
from mulligan.core.registry import find_game
from mulligan.play.levels import levels_of
from mulligan.play.seated import new_session, with_seconds
from mulligan.play.session import PERSON, Session

LONGEST = 200  # characters of a name or a setup
COMPUTER, TOGETHER, WATCH = "computer", "together", "watch"
WAYS = {COMPUTER: "Against the computer", TOGETHER: "Two people at this screen", WATCH: "Watch two agents"}
ALONE = {COMPUTER: "Play alone against the cards", WATCH: "Watch an agent"}
MANY = {COMPUTER: "Against the computer", TOGETHER: "All players at this screen", WATCH: "Watch agents"}


@dataclass(frozen=True)
class GameRequest:
    """All that the form of the lobby says."""

    game: str
    way: str = COMPUTER
    setup: str = ""
    seat: str = "1"
    """The number of a player, or `random`."""
    opponent: str = "medium"
    """A level, or the name of an agent."""
    other: str = "medium"
    """When two agents play: the other one."""
    further: tuple[str, ...] = ()
    """In games for more than two: the agents one by one, as they sit after the person (or from the first seat on);
    where a name is empty or missing, the opponent sits."""
    seconds: float = 0.0
    """Thinking time of agents for each decision; 0 leaves it to them."""
    seed: str = ""


def fresh_seed() -> str:
    """A seed that nobody has chosen, and nobody can guess: it tells all cards, and all that chance will bring."""
    return secrets.token_hex(16)


def ways_of(game: Game) -> dict[str, str]:
    """How a game can be played."""
    return ALONE if game.players == 1 else WAYS if game.players == 2 else MANY


def agents_of(game: Game) -> dict[str, str]:
    """All agents that can be chosen, levels first, with a few words on each."""
    levels = {level.name: f"{level.name}: {level.about}" for level in levels_of(game).values() if level.agent}
    known = {name: f"{name}: {about}" for name, about in agent_kinds(game).items() if name != "staged"}
    return levels | {name: f"{name}: offered here" for name in offered()} | known


def agent_named(game: Game, name: str, seconds: float = 0.0, any_agent: bool = True) -> str:
    """The agent that a level or a name stands for, perhaps with another thinking time."""
    level = levels_of(game).get(name)
    found = level.agent if level is not None and level.agent else name
    if not found or len(found) > LONGEST or not found.isprintable():
        raise UsageError(f"'{found[:40]}' is not the name of an agent")
    if not any_agent and level is None and found not in (*agent_kinds(game), *offered()):
        raise UsageError(f"'{found[:40]}': here agents can be chosen from the list only")
    make_player(game, found)
    if seconds > 0:
        try:
            make_player(game, with_seconds(found, seconds))
        except UsageError:
            return found  # it does not search, and needs no time
        return with_seconds(found, seconds)
    return found


def sit_down(request: GameRequest, longest: float = 30.0, any_agent: bool = True) -> Session:
    """Deal the game that a visitor asked for; may take a minute, if the game has to be compiled first.

    >>> sit_down(GameRequest("nim", opponent="uniform", seed="7")).players
    ('you', 'uniform')
    """
    game = find_game(request.game)
    seed = request.seed.strip() or fresh_seed()
    if len(seed) > 40 or not seed.isprintable():
        raise UsageError("seed: up to 40 letters and digits, please")
    if len(request.setup) > LONGEST or not request.setup.isprintable():
        raise UsageError("setup: its name is too long")
    if not 0 <= request.seconds <= longest:
        raise UsageError(f"thinking time: should be up to {longest:g} seconds")
    setup, players = request.setup, _players(game, request, any_agent)
    level = levels_of(game).get(request.opponent)
    if not setup and level is not None and request.way == COMPUTER:
        setup = level.setup
    return new_session(game, setup, players, seed)


def _players(game: Game, request: GameRequest, any_agent: bool) -> tuple[str, ...]:
    if request.way not in ways_of(game):
        raise UsageError(f"{game.title} cannot be played that way")
    if request.way == TOGETHER:
        return (PERSON,) * game.players
    if request.way == WATCH:
        names = (request.opponent, request.other)[: game.players] if game.players < 3 else _each(game.players, request)
        return tuple(agent_named(game, name, request.seconds, any_agent) for name in names)
    if game.players == 1:
        return (PERSON,)
    agents = [agent_named(game, name, request.seconds, any_agent) for name in _each(game.players - 1, request)]
    numbers = [str(i + 1) for i in range(game.players)]
    if request.seat not in (*numbers, "random"):
        raise UsageError(f"seat: {', '.join(numbers)} or random")
    own = secrets.randbelow(game.players) if request.seat == "random" else int(request.seat) - 1
    around = [PERSON, *agents]
    return tuple(around[(seat - own) % game.players] for seat in range(game.players))


def _each(seats: int, request: GameRequest) -> list[str]:
    """A name for each of some seats."""
    further = [*request.further, *([""] * seats)]
    return [name or request.opponent for name in further[:seats]]
