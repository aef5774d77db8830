"""A game as a text file that people can read, edit and send: how it was dealt, who played, and every move in words.

    mulligan game
    game: pokemon/1
    setup: dragonsnarl
    seed: 7
    players: you | expert

    1 go first
    2 put Deino as Active
    ...
    result: 1 0

`position:` says where a game began, if not with a deal; what chance decides follows from the seed in any case.  Lines
that begin with `#` are remarks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

from mulligan.core.errors import UsageError, unknown

TITLE = "mulligan game"
LARGEST = 1_000_000  # characters of a file
MOST_MOVES = 20_000
_KEYS = ("game", "setup", "seed", "position", "players", "resigned", "result")


@dataclass(frozen=True)
class Record:
    """All that a game is made of."""

    game: str
    """Name and version: `pokemon/1`."""
    setup: str
    players: tuple[str, ...]
    """For each seat the name of an agent, or `you`."""
    moves: tuple[str, ...] = ()
    seed: str = "0"
    position: str = ""
    """Where it began, if not with a deal."""
    resigned: int | None = None
    """The seat that gave up."""
    result: tuple[float, ...] = ()
    lines: tuple[int, ...] = field(default=(), compare=False)
    """For each move the line of the file that has it."""
    headings: Mapping[str, int] = field(default_factory=dict, compare=False)
    """For each word before a colon the line of the file that has it."""
    place: str = field(default="", compare=False)

    def at(self, heading: str) -> str:
        """Where a heading stands, as messages begin; nothing if the game comes from no file."""
        if not self.place:
            return ""
        return f"{self.place}:{self.headings[heading]}: " if heading in self.headings else f"{self.place}: "

    def wrong(self, move: int, reason: str) -> NoReturn:
        """Tell what is wrong with a move, and where it stands."""
        line = f"{self.place}:{self.lines[move]}: " if move < len(self.lines) else ""
        raise UsageError(f"{line}move {move + 1}: {reason}")


def write_record(record: Record) -> str:
    """The text of a game.

    >>> print(write_record(Record("nim/1", "standard", ("you", "random"), ("take 3",), seed="7")), end="")
    mulligan game
    game: nim/1
    setup: standard
    seed: 7
    players: you | random
    <BLANKLINE>
    1 take 3
    """
    lines = [
        TITLE,
        f"game: {record.game}",
        f"setup: {record.setup}",
        f"seed: {record.seed}",
        *([f"position: {record.position}"] if record.position else []),
        f"players: {' | '.join(record.players)}",
        "",
    ]
    lines += [f"{i} {move}" for i, move in enumerate(record.moves, 1)]
    if record.resigned is not None:
        lines.append(f"resigned: {record.resigned + 1}")
    if record.result:
        lines.append(f"result: {' '.join(f'{score:g}' for score in record.result)}")
    return "\n".join(lines) + "\n"


def read_record(text: str, place: str = "game") -> Record:
    """The game that a text tells of; `place` names the file in messages.

    >>> read_record("mulligan game\\ngame: nim/1\\nsetup: standard\\nplayers: you | random\\n1 take 3\\n").moves
    ('take 3',)
    >>> read_record("mulligan game\\ngame: nim/1\\n2 take 3\\n", "nim.game")
    Traceback (most recent call last):
    mulligan.core.errors.UsageError: nim.game:3: move 2 stands where move 1 should be
    """
    if len(text) > LARGEST:
        raise UsageError(f"{place}: larger than a game can be ({LARGEST:,} characters)")
    lines = _lines(text)
    number, first = next(lines, (1, ""))
    if first != TITLE:
        raise UsageError(f"{place}:{number}: should begin with '{TITLE}', not '{first[:40]}'")
    header: dict[str, str] = {}
    headings: dict[str, int] = {}
    moves: list[str] = []
    places: list[int] = []
    for number, line in lines:
        key, colon, value = line.partition(":")
        if line[0].isdigit():
            counted, _, words = line.partition(" ")
            if counted != str(len(moves) + 1):
                raise UsageError(f"{place}:{number}: move {counted[:9]} stands where move {len(moves) + 1} should be")
            moves.append(words.strip())
            places.append(number)
            if len(moves) > MOST_MOVES:
                raise UsageError(f"{place}:{number}: more than {MOST_MOVES:,} moves")
        elif not colon or key.strip() not in _KEYS:
            error = unknown("line of a game", key.strip()[:40], _KEYS)
            raise UsageError(f"{place}:{number}: {error}")
        elif key.strip() in header:
            raise UsageError(f"{place}:{number}: '{key.strip()}' is given twice")
        else:
            header[key.strip()], headings[key.strip()] = value.strip(), number
    return _made(header, headings, moves, places, place)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield number, line.strip()


def _made(
    header: Mapping[str, str], headings: Mapping[str, int], moves: list[str], places: list[int], place: str
) -> Record:
    for key in ("game", "setup", "players"):
        if not header.get(key):
            raise UsageError(f"{place}: the line '{key}:' is missing")
    players = tuple(name.strip() for name in header["players"].split("|"))
    resigned = header.get("resigned")
    if resigned is not None and resigned not in [str(i + 1) for i in range(len(players))]:
        line = headings["resigned"]
        raise UsageError(f"{place}:{line}: resigned: '{resigned[:20]}' is not the number of a player")
    try:
        result = tuple(float(score) for score in header.get("result", "").split())
    except ValueError:
        given, line = header["result"][:40], headings["result"]
        raise UsageError(f"{place}:{line}: result: '{given}' should be a number for each player") from None
    return Record(
        game=header["game"],
        setup=header["setup"],
        players=players,
        moves=tuple(moves),
        seed=header.get("seed", "0"),
        position=header.get("position", ""),
        resigned=None if resigned is None else int(resigned) - 1,
        result=result,
        lines=tuple(places),
        headings=headings,
        place=place,
    )


def load_record(path: str | Path) -> Record:
    """The game in a file."""
    place = str(path)
    try:
        with open(path, encoding="utf-8-sig") as file:  # some editors put a mark before the text
            text = file.read(LARGEST + 1)
    except UnicodeDecodeError:
        raise UsageError(f"{place}: is not a text file") from None
    except (OSError, ValueError) as error:
        raise UsageError(f"cannot read '{place}': {getattr(error, 'strerror', None) or error}") from None
    return read_record(text, place)
