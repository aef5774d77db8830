"""Games that are played from a seed and written down as traces.

The format is described in docs/tribute-traces.md; `replay.py` reads it.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from mulligan.core.errors import UsageError, unknown
from mulligan.core.game import Game
from mulligan.core.output import refuse_target
from mulligan.core.position import Position
from mulligan.core.registry import find_game
from mulligan.kernel import Stream, interpret, plain, records

from ..players.engine import BOT_SEED, BOTS, choose
from ..rules.cards import PATRONS, TREASURY
from ..rules.layout import GOING, REASONS
from ..rules.listing import nth_move
from ..rules.zones import LOW48
from ..setups import read_patrons
from .state import LONG, Cards, Legal, move_text, state_of

_choose, _nth_move = interpret(choose), interpret(nth_move)

EVERY = 50  # steps between two hashes
SEEDS = 1 << 64
ENDINGS = (".jsonl", ".jsonl.gz")
LONG_NAME = 240  # a longer name of a file is shortened

# --- a game in progress -----------------------------------------------------------------------------------------------


class Course:
    """A game that is played from a seed, with the records that describe where it stands."""

    def __init__(self, setup: str, seed: int, game: Game | None = None, first: int = 0) -> None:
        self.game = game or find_game("tribute")
        states = records(self.game.State, 1, packed=self.game.compiled)
        self.position = Position(self.game, setup, self.game.make_table(setup), states)
        self.stream = records(Stream, 1, packed=self.game.compiled)
        if self.game.compiled:
            self.stream["z"] = seed & LOW48
        else:
            self.stream[0].z = seed & LOW48
        self.t = plain(self.position.table[0]) if self.game.compiled else self.position.table[0]
        self.cards = Cards(first)
        self.steps = 0
        self.position.deal_with(self.stream)
        self.look()

    @classmethod
    def of_patrons(cls, patrons: Sequence[str], seed: int, game: Game | None = None, first: int = 0) -> Course:
        """A game with these patrons, in its own order."""
        drafted = "+".join(name for name in patrons if name != PATRONS[TREASURY])
        return cls(f"fixed:patrons={drafted},traced", seed, game, first)

    def look(self) -> None:
        """See where the game stands."""
        self.s = plain(self.position.states[0]) if self.game.compiled else self.position.states[0]
        self.cards.see(self.s)
        self.legal = Legal(self.s, self.cards)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.s.reason != GOING)

    @property
    def generator(self) -> str:
        """The state of the generator."""
        return str(int(self.stream["z"][0]) if self.game.compiled else self.stream[0].z)

    @property
    def patrons(self) -> list[str]:
        """The five patrons."""
        return [PATRONS[patron] for patron in self.s.patron[:5]]

    def play(self, move: int) -> None:
        """Play a legal move."""
        self.steps += self.s.turn > 0
        self.position.play_with(move, self.stream)
        self.look()

    def words(self, move: int) -> str:
        """A move for people."""
        return self.game.text.move(self.s, self.t, move)

    def step(self) -> dict[str, Any]:
        """The record of the present position, without the move that is played."""
        listed = {"legal": self.legal.listed(), "n": len(self.legal)}
        if len(self.legal) > LONG:
            listed["sha"] = self.legal.digest()
        return {
            **{"k": "step", "i": self.steps, "turn": self.s.turn, "cur": self.s.player, "rng": self.generator},
            **{"s": state_of(self.s, self.cards), **listed},
        }

    def end(self) -> dict[str, Any]:
        """The record of a game that has ended."""
        return {
            **{"k": "end", "winner": self.s.winner, "reason": REASONS[self.s.reason], "turns": self.s.turn - 1},
            **{"rng": self.generator, "prestige": list(self.s.prestige)},
        }


def line_of(record: dict[str, Any]) -> str:
    """A record as a line: sorted keys, no spaces."""
    return json.dumps(record, sort_keys=True, separators=(",", ":")) + "\n"


# --- writing ----------------------------------------------------------------------------------------------------------


class Bots:
    """The engine's simplest bots in both seats, which go on drawing from their generators from game to game."""

    def __init__(self, *policies: str) -> None:
        for name in policies:
            if name not in BOTS:
                raise unknown("policy", name, BOTS)
        if len(policies) not in (1, 2):
            raise UsageError(f"policies: {len(policies)} are given; one for both players or one each should be")
        self.names = policies if len(policies) == 2 else policies * 2
        self.streams = records(Stream, 2, packed=False)
        for stream in self.streams:
            stream.z = BOT_SEED

    def move(self, s: Any, t: Any) -> int:
        """The move of the player on turn."""
        bot = BOTS.index(self.names[s.player])
        return int(_nth_move(s, t, _choose(s, t, bot, self.streams[s.player])))


def four_patrons(text: str, what: str = "patrons") -> str:
    """Four different patrons, as in `PELIN+ANSEI+RAJHIN+HLAALU`; Treasury may be named among them.

    >>> four_patrons("pelin+ansei+TREASURY+rajhin+hlaalu")
    'PELIN+ANSEI+RAJHIN+HLAALU'
    """
    try:
        names = read_patrons(text)
    except UsageError as error:
        raise UsageError(f"{what}: {error}") from None
    given = [name for name in text.upper().split("+") if name != PATRONS[TREASURY]]
    if len(names) != 4 or len(given) != 4:
        raise UsageError(f"{what}: {'+'.join(given)[:100]} should be exactly 4 different patrons besides Treasury")
    return "+".join(names)


def record(
    seed: int, bots: Bots, patrons: str = "", *, hashes: bool = False, game: Game | None = None
) -> Iterator[dict[str, Any]]:
    """The records of a game between two bots: full steps, or hashes of them and the moves.

    `patrons` are four, in the order of the draft, as in `PELIN+ANSEI+RAJHIN+HLAALU`; without them the bots draft.
    """
    if not 0 <= seed < SEEDS:
        raise UsageError(f"seed: {seed} should be a whole number from 0 to {SEEDS - 1}")
    course = Course(f"fixed:patrons={four_patrons(patrons)},traced" if patrons else "draft:traced", seed, game)
    while course.s.turn == 0:
        course.play(bots.move(course.s, course.t))
    engine = f"mulligan {course.game.id}"
    yield {"k": "game", "engine": engine, "patrons": course.patrons, "seed": str(seed), "policy": list(bots.names)}
    made = hashlib.sha256()
    picks = []
    while not course.over:
        move = bots.move(course.s, course.t)
        step = {**course.step(), "pick": move_text(course.s, course.cards, move)}
        course.play(move)
        if not hashes:
            yield step
            continue
        picks.append(step["pick"])
        made.update(line_of(step).encode())
        if course.steps % EVERY == 0 or course.over:
            yield {"k": "hash", "i": course.steps, "sha": made.hexdigest()}
    if hashes:
        yield {"k": "picks", "moves": picks}
    yield course.end()


def save(trace: Iterable[dict[str, Any]], path: Path) -> None:
    """Write a trace, packed if the name says so; the file is there whole or not at all, and always the same."""
    lines = "".join(json.dumps(record, separators=(",", ":")) + "\n" for record in trace).encode()
    final = path.resolve()
    draft = final.with_name(f".{final.name}.{os.getpid()}.tmp")
    try:
        draft.write_bytes(gzip.compress(lines, mtime=0) if final.name.endswith(".gz") else lines)
        os.replace(draft, final)
    except OSError as error:
        raise UsageError(f"cannot write '{path}': {error.strerror or error}") from None
    finally:
        draft.unlink(missing_ok=True)


def short_name(name: str) -> str:
    """The name of a file, for people.

    >>> short_name("game.jsonl"), short_name("x" * 300 + ".jsonl")[-12:]
    ('game.jsonl', '...xxx.jsonl')
    """
    return name if len(name) <= LONG_NAME else f"{name[:40]}...{name[-9:]}"


def targets(out: str, names: Iterable[str], *, force: bool = False) -> list[Path]:
    """The files that traces go to: the one that `out` names, or those with these names in the folder that it names."""
    if not out:
        raise UsageError("the name of the file or the folder to write to is empty")
    wanted, path = list(names), Path(out)
    if out.endswith(ENDINGS):
        if len(wanted) > 1:
            raise UsageError(f"'{out}' is the name of one file: name a folder for {len(wanted)} games")
        found = [path]
    else:
        found = [path / name for name in wanted]
        try:
            path.mkdir(exist_ok=True)
        except OSError as error:
            raise UsageError(f"cannot make the folder '{short_name(out)}': {error.strerror or error}") from None
    for file in found:
        name = short_name(str(file))
        try:
            there, ordinary = file.exists(), file.is_file()
        except OSError as error:
            raise UsageError(f"cannot write '{name}': {error.strerror or error}") from None
        if there and not ordinary:
            raise UsageError(f"'{name}' is there, and not an ordinary file")
        if there and not force:
            raise UsageError(f"'{name}' is there already: name another, or say --force to write over it")
    refuse_target(str(found[0]))
    return found
