"""Every reader of Mulligan's: what it is given, what it may begin with, and what is done with what it accepts.

A reader accepts a text, or refuses it by `UsageError`; anything else is a fault.  What it accepts is used: positions
are played to the end, decks and setups are dealt and played, games are opened.
"""

from __future__ import annotations

import contextlib
import io
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mulligan.agents import make_player
from mulligan.arena.deals import read_deals
from mulligan.arena.experiment import parse_experiment
from mulligan.cli.app import run as run_command
from mulligan.core.game import Game
from mulligan.core.position import Position
from mulligan.games.pokemon.cards.cardfile import read_cards
from mulligan.games.pokemon.cards.decks import read_decks
from mulligan.games.tribute.traces.replay import replay
from mulligan.play.record import read_record
from mulligan.play.session import Session, open_record
from mulligan.play.typed import COMMANDS, WATCHING, looked_at, understand
from mulligan.web.limits import Limits
from mulligan.web.saves import good_name, likely_name, read_upload

from . import samples
from .mill import Mill
from .mutate import as_bytes

Take = Callable[[str, random.Random], None]


class Wrong(Exception):
    """A reader accepted something that cannot be used."""


@dataclass(frozen=True)
class Reader:
    """One way into Mulligan."""

    name: str
    valid: list[str]
    take: Take
    weight: float = 1.0
    """How often it is chosen."""
    memory: bool = False
    """Whether it may need more memory than there is, which the command tells in one line."""


class _Ground:
    """Where accepted positions are played to the end."""

    def __init__(self) -> None:
        self._mills: dict[str, Mill] = {}

    def finish(self, position: Position, dice: random.Random) -> None:
        """Play on, or say what is wrong."""
        mill = self._mills.setdefault(position.game.name, Mill(position.game))
        mill.setup = position.setup
        trouble = mill.finish(position, dice.randrange(1, 1 << 61), looks=0)
        if trouble is not None:
            raise Wrong(f"from {str(position)[:1500]}: {trouble}")


def readers(games: Iterable[Game], folder: Path, seed: Any) -> list[Reader]:
    """All readers; files are written to `folder`."""
    dice, ground = random.Random(f"readers {seed}"), _Ground()
    names, found = [], []
    for game in games:
        names.append(game.name)
        found += _of_game(game, dice, ground)
    found += _of_files(names, folder, ground)
    found += _commands(names, found, folder)
    return found


def _of_game(game: Game, dice: random.Random, ground: _Ground) -> list[Reader]:
    known = samples.positions(game, dice, 60)
    texts = [str(position) for _, position in known]
    setups = [setup for setup, _ in known]
    here = [position for _, position in known if not position.over]
    tables = [Session(game, position.setup, position=str(position)) for position in here[:20]]
    views = [table.view(table.actor) for table in tables]
    typed = [text for position in here for text in position.options_text()[:20]]
    asked = [
        *typed[:40],
        *(f"{word} {rest}" for word in (*COMMANDS, *WATCHING) for rest in ("", "3", "all", "my.game")),
    ]

    def position(text: str, dice: random.Random) -> None:
        read = Position.read(game, text, dice.choice(setups))
        str(read)
        if not read.over:
            ground.finish(read, dice)

    def move(text: str, dice: random.Random) -> None:
        place = dice.choice(here)
        if not place.is_legal(place.read_move(text)):
            raise Wrong(f"'{text[:200]}' is read as a move that is not legal in {place}")

    def agent(text: str, dice: random.Random) -> None:
        player = make_player(game, text)
        make_player(game, player.configuration)

    def setup(text: str, dice: random.Random) -> None:
        dealt = Position.deal(game, text, dice.randrange(1000))
        ground.finish(dealt, dice)

    def command(text: str, dice: random.Random) -> None:
        view = dice.choice(views)
        typed = understand(
            text, {move.text: move for move in view.moves}, COMMANDS if dice.random() < 0.7 else WATCHING
        )
        if typed.command == "look":
            looked_at(typed.rest, view)

    def save(text: str, dice: random.Random) -> None:
        table = open_record(read_record(text, "a.game"))
        table.view(0)

    end = f"of {game.name}"
    return [
        Reader(f"positions {end}", texts, position, 2.0),
        Reader(f"moves {end}", typed or ["pass"], move, 2.0),
        Reader(f"agents {end}", samples.agents(game, dice), agent, 2.0, memory=True),
        Reader(f"setups {end}", samples.setups(game), setup, 1.0),
        Reader(f"lines typed at a table {end}", asked, command, 1.0),
        Reader(f"saves {end}", samples.saves(game, dice, 20), save, 0.5, memory=True),
    ]


def _of_files(names: list[str], folder: Path, ground: _Ground) -> list[Reader]:
    from mulligan.core.registry import find_game

    limits = Limits()

    def experiment(text: str, dice: random.Random) -> None:
        made = parse_experiment(text, "torture", folder=folder)
        if len(made.cells) < 1:
            raise Wrong("an experiment without a cell is accepted")

    def deals(text: str, dice: random.Random) -> None:
        path = folder / "deals.toml"
        path.write_bytes(as_bytes(text, dice))
        read_deals(path, "nim").deal(dice.randrange(1 << 30))

    def magic_deck(text: str, dice: random.Random) -> None:
        path = folder / "magic.toml"
        path.write_bytes(as_bytes(text, dice))
        which = dice.choice(("", "", "#weak", "#M8"))
        ground.finish(Position.deal(find_game("magic"), f"literal:deck1={path}{which},deck2=M8"), dice)

    def pokemon_deck(text: str, dice: random.Random) -> None:
        if dice.random() < 0.7:
            read_decks(text, "decks.txt")
            return
        path = folder / "pokemon.txt"
        path.write_bytes(as_bytes(text, dice))
        ground.finish(Position.deal(find_game("pokemon"), f"decks:deck1={path},deck2=dragonsnarl"), dice)

    def pokemon_cards(text: str, dice: random.Random) -> None:
        read_cards(text, "cards.txt")

    def trace(text: str, dice: random.Random) -> None:
        lines = as_bytes(text, dice).splitlines(keepends=True)
        report = replay(lines, "a.jsonl")
        if max(map(len, [str(report), *report.context()])) > 20_000:
            raise Wrong("a report of more than 20,000 letters")

    def upload(text: str, dice: random.Random) -> None:
        name = text[dice.randrange(50) :][:80]
        good_name(likely_name(name))
        open_record(read_record(read_upload(name, as_bytes(text, dice), limits)))

    dice = random.Random("uploads")
    small = [name for name in names if name in ("nim", "race", "guess", "swap")] or names
    found = [
        Reader("experiments", samples.experiments(), experiment, 2.0, memory=True),
        Reader("deals", samples.deals(), deals),
        Reader(
            "uploads", [text for name in small for text in samples.saves(find_game(name), dice, 8)], upload, 2.0, True
        ),
    ]
    if "magic" in names:
        found.append(Reader("decks of magic", samples.magic_decks(), magic_deck, 2.0))
    if "pokemon" in names:
        found.append(Reader("decks of pokemon", samples.pokemon_decks(), pokemon_deck, 1.0))
        found.append(Reader("cards of pokemon", samples.pokemon_cards(), pokemon_cards, 2.0))
    if "tribute" in names:
        found.append(Reader("traces of tribute", samples.traces(12), trace, 0.5))
    return found


def _commands(names: list[str], others: list[Reader], folder: Path) -> list[Reader]:
    """The same texts through whole commands, in this process."""
    valid = {reader.name: reader.valid for reader in others}
    small = [name for name in names if name in ("nim", "race", "guess", "swap")] or names

    def through(make: Callable[[str, random.Random], list[str]]) -> Take:
        def take(text: str, dice: random.Random) -> None:
            heard = io.StringIO()
            with contextlib.redirect_stdout(heard), contextlib.redirect_stderr(heard):
                code = run_command(make(text, dice))
            told = heard.getvalue()
            if code not in (0, 1, 2):
                raise Wrong(f"exit code {code}: {told[:500]}")
            if "this is a bug in Mulligan" in told or "Traceback" in told:
                raise Wrong(told[-1500:])
            if code == 2 and len(told) > 2 * LONGEST:  # letters that do not show are written out
                raise Wrong(f"a message of {len(told):,} letters: {told[:300]}")

        return take

    def file(name: str, text: str, dice: random.Random) -> str:
        path = folder / name
        path.write_bytes(as_bytes(text, dice))
        return str(path)

    def match(text: str, dice: random.Random) -> list[str]:
        players = ["uniform"] * 2
        return ["match", dice.choice(small), *players, "--pairs", "1", "--quiet", f"--setup={text}"]

    makers: dict[str, tuple[list[str], Callable[[str, random.Random], list[str]]]] = {
        "agents": (
            [text for name in small for text in valid[f"agents of {name}"]],
            lambda text, dice: ["agents", dice.choice(small), "--", text],
        ),
        "match": ([text for name in small for text in valid[f"setups of {name}"]], match),
        "run": (
            valid["experiments"],
            lambda text, dice: [
                *("run", file("run.toml", text, dice), "--only-report", "--quiet"),
                *("--store", str(folder / "none.sqlite"), "--report", str(folder / "run.html")),
            ],
        ),
        "power": (["--baseline 0.5 --margin 5"], lambda text, dice: ["power", *text.split()]),
    }
    return [Reader(f"command {name}", texts, through(make), 0.1, True) for name, (texts, make) in makers.items()]


LONGEST = 2000  # letters of a message
