"""Commands for people: to play, and to go over what was played."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import UsageError, unknown
from .app import StudiesFolder, app, game_named, player_named, real, understood, whole
from .kept import STORE, KeptGame, OneCell, PairNumber, Rotation, StoreFile, Swapped, kept_game

if TYPE_CHECKING:
    from ..core.game import Game
    from ..people.study import Scoresheet
    from ..play.screen import Screen
    from ..play.session import Session

SEATS = "1|2|...|both|all|none"
VIEWS = ("open", *(str(seat) for seat in range(1, 9)))  # of a replay
LEVELS = ("easy", "medium", "hard", "master")  # as `mulligan.play.levels` has them, which is not loaded for help


def seconds_of(text: str) -> float:
    """A number of seconds, or an error that repeats what was typed."""
    found = real(text)
    if not 0 <= found <= 3600:
        raise typer.BadParameter(f"'{text}' should be from 0 to 3600 seconds")
    return found


@app.command(short_help="Play a game at the keyboard, or watch one.")
def play(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="The game; see `mulligan games`. Or FILE.py:NAME. Not needed with --load.",
            show_default=False,
        ),
    ] = None,
    seat: Annotated[
        str,
        typer.Option(
            "--as",
            metavar=SEATS,
            help="Your seat: a player, several as 1,3, both, all, or none to watch.",
            show_default=False,
        ),
    ] = "",
    against: Annotated[
        list[str] | None,
        typer.Option(
            metavar="AGENT",
            help="The opponent; see `mulligan agents GAME`. Of several, one for all, or one each, as they sit.",
            show_default=False,
        ),
    ] = None,
    other: Annotated[
        str,
        typer.Option("--and", metavar="AGENT", help="With --as none: the second of two players.", show_default=False),
    ] = "",
    level: Annotated[
        str, typer.Option(metavar="|".join(LEVELS), help="How strong the opponent is [default: medium].")
    ] = "",
    seconds: Annotated[
        float | None,
        typer.Option(
            parser=seconds_of, metavar="S", help="Thinking time for each decision, for opponents that search."
        ),
    ] = None,
    setup: Annotated[str, typer.Option(metavar="SETUP", help="The setup; see `mulligan games`.")] = "",
    seed: Annotated[
        int | None, typer.Option(parser=whole, metavar="N", help="The same number deals the same cards.")
    ] = None,
    load: Annotated[str, typer.Option(metavar="FILE", help="Continue a saved game.")] = "",
    save: Annotated[str, typer.Option(metavar="FILE", help="Save the game to this file, however it ends.")] = "",
    force: Annotated[bool, typer.Option("--force", help="Let --save overwrite another file.")] = False,
    open_cards: Annotated[
        bool | None,
        typer.Option(
            "--open/--theirs",
            help="Show all cards, or only those that the seat may know [default: all when watching].",
        ),
    ] = None,
    auto: Annotated[bool, typer.Option("--auto/--no-auto", help="Play forced moves without asking.")] = True,
    pace: Annotated[
        float | None, typer.Option(parser=seconds_of, metavar="S", help="When watching: seconds between moves.")
    ] = None,
    study: Annotated[
        str, typer.Option(metavar="NAME", help="Ask whether the game may be kept as part of this study.")
    ] = "",
    studies: StudiesFolder = "",
    plain: Annotated[bool, typer.Option("--plain", help="No colours, and no lines that are redrawn.")] = False,
) -> None:
    """Play against agents, against each other on one keyboard, or watch agents play.

    Moves are typed by number or by the beginning of their words; `help` lists the commands, such as hint, why, undo
    and save. Ctrl-C makes the opponent move at once, or quits. An unfinished game is always saved.

    \b
    Examples:
      mulligan play nim
      mulligan play magic --level hard --as 2
      mulligan play pokemon --against expert --seed 7
      mulligan play guess --as both
      mulligan play tribute --as none --against sot/MCTSBot --and random --pace 1
      mulligan play hearts --as 2 --against rule --against rule --against hearts/best
      mulligan play lotr --level easy --save quest.game
      mulligan play --load quest.game
      mulligan play magic --against expert --study expert-2026
    """
    if study and (load or seed is not None or open_cards or seat in ("both", "all", "none") or "," in seat):
        raise UsageError(
            "study: one person plays a new game, dealt by chance: no --load, --seed, --open, --as both, all or none"
        )
    if level and against:
        raise UsageError("level and against: give one of them, a level or an agent")
    if level and level not in LEVELS:
        raise unknown("level", level, LEVELS)
    named = tuple(against or ())
    from ..arena.progress import compiling
    from ..play.screen import Screen

    screen = Screen(plain=plain)
    with understood():
        if load:
            if seed is not None or setup:
                raise UsageError("load: a saved game has its own seed and setup")
            with compiling(game or "the game"):
                table = _loaded(load, game, seat, named, other, level, seconds)
        elif game is None:
            from ..core.registry import game_names

            raise UsageError(f"which game? Choices: {', '.join(game_names())}. See: mulligan play --help")
        else:
            chosen = game_named(game)
            if study and chosen.players > 2:
                raise UsageError(
                    f"study: games of one or two players are counted, and {chosen.name} has {chosen.players}"
                )
            if setup and level and chosen.players == 1:
                raise UsageError(f"level and setup: alone, a level of {chosen.name} is a setup; give one of them")
            setup = setup or _level_setup(chosen, level, bool(named))
            players = seat_names(chosen, seat or "1", named, other, level, seconds)
            with compiling(chosen.name):
                table = _dealt(chosen, setup, players, seed)
        from ..play.keyboard import Keyboard, PlayOptions
        from ..play.savestore import SaveStore

        shelf = SaveStore()
        if load:
            shelf.adopt(shelf.path_of(load, table.record()))
        if save and force:
            shelf.adopt(shelf.path_of(save, table.record()))
        manner = PlayOptions(auto=auto, open=open_cards, pace=pace, save=save)
        sheet = _scoresheet(study, studies, table, screen) if study else None
        Keyboard(table, screen, manner, shelf, sheet).run()


def _scoresheet(name: str, folder: str, table: Session, screen: Screen) -> Scoresheet | None:
    """Ask whether a game may be part of a study; whoever types a name takes part under it."""
    from pathlib import Path

    from ..people.consent import ABOUT, KEPT, NOT_KEPT, QUESTION, WITHDRAW
    from ..people.names import person_name
    from ..people.study import Study
    from ..play.screen import Left

    study = Study(name, Path(folder).expanduser() if folder else None, make=True)
    screen.say(f"{QUESTION} {ABOUT}", "bold")
    screen.say(f"Kept are: {'; '.join(KEPT)}. {NOT_KEPT} {WITHDRAW} (Whoever keeps the study does that.)")
    while True:
        try:
            given = screen.ask("Your name in the study, `random` for any, or nothing to play without taking part: ")
            if not given:
                screen.say("This game is not part of the study.")
                return None
            chosen = person_name("" if given == "random" else given)
            person = study.join(f"terminal {chosen.casefold()}", chosen)
            screen.say(f"You take part as {person.name}, person {person.number} of the study '{study.name}'.")
            return study.begin(f"terminal {chosen.casefold()}", table, "terminal")
        except Left:
            return None
        except UsageError as error:
            screen.say(str(error))


def _dealt(game: Game, setup: str, players: tuple[str, ...], seed: int | None) -> Session:
    """A new game, and the first look at it."""
    import secrets

    from ..play.seated import new_session

    table = new_session(game, setup, players, str(secrets.randbelow(2**62) if seed is None else seed))
    table.view(0)
    return table


def _level_setup(game: Game, level: str, against: bool) -> str:
    """The setup that a level asks for: alone against the cards it is the level."""
    from ..play.levels import find_level

    if against or (game.players > 1 and not level):
        return ""
    return find_level(game, level or "medium").setup


def people_at(game: Game, seat: str) -> tuple[int, ...]:
    """The seats of people, from what was typed: a number, several, or a word for several.

    >>> from mulligan.games.toys import NIM
    >>> people_at(NIM, "2"), people_at(NIM, "both"), people_at(NIM, "none")
    ((1,), (0, 1), ())
    """
    words = {"none": (), "all": tuple(range(game.players))} | ({"both": (0, 1)} if game.players == 2 else {})
    if seat in words:
        return words[seat]
    numbers = [str(i + 1) for i in range(game.players)]
    parts = seat.split(",")
    if game.players == 1 and seat not in numbers:
        raise UsageError(f"as: {game.name} has one player: --as 1 plays it, --as none watches")
    for part in parts:
        if part not in numbers:
            raise unknown("seat", part, (*numbers, *words))
    return tuple(sorted({int(part) - 1 for part in parts}))


def seat_names(
    game: Game, seat: str, against: tuple[str, ...], other: str, level: str, seconds: float | None
) -> tuple[str, ...]:
    """Who sits where, from what was asked for.

    One agent takes all seats that are left; several sit in the order in which they follow the first person, or the
    first seat if nobody plays.
    """
    from ..play.seated import with_seconds
    from ..play.session import PERSON

    people = people_at(game, seat)
    free = game.players - len(people)
    if other and (people or game.players != 2):
        raise UsageError("and: there is a second agent only with --as none, in games of two players")
    if game.players == 1 and against and people:
        raise UsageError(
            f"against: {game.name} has one player; to watch an agent play it: --as none --against {against[0]}"
        )
    if not free and game.players > 1 and (against or level):
        raise UsageError(f"as: with --as {seat} there is no agent, so neither --against nor --level")
    if other:
        against = (against[0] if against else _opponent(game, level), other)
    if len(against) not in (0, 1, free):
        raise UsageError(f"against: {len(against)} agents for {free} seats: give one for all of them, or one for each")
    if seconds is not None and not free:
        raise UsageError("seconds: no agent plays here")
    agents = list(against or (_opponent(game, level),))
    agents = agents * free if len(agents) == 1 else agents
    if seconds is not None:
        agents = [with_seconds(name, seconds) for name in agents]
    for name in dict.fromkeys(agents):
        player_named(game, name)
    first = people[0] if people else 0
    order = [(first + i) % game.players for i in range(game.players)]
    seats = dict(zip((one for one in order if one not in people), agents, strict=True))
    return tuple(seats.get(one, PERSON) for one in range(game.players))


def _opponent(game: Game, level: str) -> str:
    """The agent of a level; alone against the cards there is none, and whoever plays for us is the best."""
    from ..play.levels import find_level
    from ..play.seated import adviser

    return find_level(game, level or "medium").agent or adviser(game)


def _loaded(
    file: str,
    game: str | None,
    seat: str,
    against: tuple[str, ...],
    other: str,
    level: str,
    seconds: float | None,
) -> Session:
    """A saved game, perhaps with other players from now on."""
    from ..play.record import load_record
    from ..play.session import PERSON, open_record

    record = load_record(file)
    if game is not None and record.game.partition("/")[0] != game:
        raise UsageError(f"load: '{file}' is a game of {record.game.partition('/')[0]}, not of {game}")
    table = open_record(record)
    if seat or against or other or level or seconds is not None:
        was = ",".join(str(i + 1) for i, name in enumerate(table.players) if name == PERSON) or "none"
        same = people_at(table.game, seat or was) == people_at(table.game, was)
        if not against and not level and same:
            first = people_at(table.game, was)[:1] or (0,)
            order = [table.players[(first[0] + i) % len(table.players)] for i in range(len(table.players))]
            against = tuple(name for name in order if name != PERSON)
        players = seat_names(table.game, seat or was, against, other, level, seconds)
        table = table.branch(len(table.moves), players)
    return table


@app.command(short_help="Step through a saved game.")
def replay(
    game: KeptGame,
    seat: Annotated[
        str,
        typer.Option(metavar="1|2|...|open", help="As a player saw it, or with all cards open.", show_default=False),
    ] = "",
    at: Annotated[
        int | None, typer.Option(parser=whole, metavar="N", help="Begin after N moves.", show_default=False)
    ] = None,
    pair: PairNumber = None,
    swapped: Swapped = False,
    rotation: Rotation = 0,
    cell: OneCell = "",
    store: StoreFile = STORE,
    plain: Annotated[bool, typer.Option("--plain", help="No colours, and no lines that are redrawn.")] = False,
) -> None:
    """Step through a game: Enter is the next move, b goes back, a number jumps there, q leaves.

    Where nobody types, all moves are listed; with --at only the table at that place. Finished games are shown with all
    cards open, unfinished ones as the person who plays them sees them.

    \b
    Examples:
      mulligan replay quest.game
      mulligan replay nim-7.game --seat 1 --at 10
      mulligan replay nim-7.game --seat open > nim-7.txt
      mulligan replay cowling2012/table5 --cell BA --pair 12 --swapped
    """
    if seat and seat not in VIEWS:
        raise unknown("seat", seat, VIEWS)
    with understood():
        rules, opened = kept_game(game, pair, rotation or int(swapped), cell, store)
        go_over(rules, opened, seat, at, plain)


def go_over(
    game: str, opened: Callable[[], Session], seat: str = "", at: int | None = None, plain: bool = False
) -> None:
    """Step through a game as a player saw it or with all cards `open`, or list its moves where nobody types."""
    from ..arena.progress import compiling
    from ..core.scene import OPEN
    from ..play.playback import Playback
    from ..play.screen import Screen

    screen = Screen(plain=plain)
    with understood():
        with compiling(game):
            table = opened()
            table.view(0)
        seats = {"open": OPEN} | {str(i + 1): i for i in range(len(table.players))}
        if seat and seat not in seats:
            raise unknown("seat", seat, seats)
        playback = Playback(table, screen, seats.get(seat), at or 0)
        if screen.typed and screen.console.is_terminal:
            playback.run()
        else:
            playback.listing(at)
