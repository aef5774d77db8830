"""What is typed at a table: moves, commands, and cards that somebody wants to read."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from mulligan.core.commands import read_command
from mulligan.core.errors import UsageError, unknown
from mulligan.core.scene import Card, Zone
from mulligan.core.words import plain_digits

from .terminal import faces
from .view import Move, View

NO_MOVE = "unknown move"  # how `read_command` begins if nothing fits

COMMANDS = {
    "hint": "the best move by our strongest player, and the next best ones",
    "why": "what the opponent thought when it moved last",
    "undo": "undo your last choice and everything after it",
    "redo": "play undone moves again",
    "look": "look [CARD|ZONE]: the full text of a card; without a name, of all cards in view",
    "table": "show the table again; so does Enter",
    "log": "log [N|all]: the last moves",
    "save": "save [FILE]: save the game; save! overwrites another file",
    "load": "load FILE: continue a saved game",
    "resign": "give up; undo cancels it",
    "help": "this list",
    "quit": "leave; an unfinished game is saved",
}
WATCHING = {
    "next": "next [N]: let N moves be played; Enter is one",
    "run": "let them play to the end; Ctrl-C pauses",
}
NOT_WATCHING = ("resign",)
ALONE = ("hint", "why", "undo", "redo", "table", "resign", "help", "quit", "run")
"""Commands that nothing may follow."""
_SHORT = {"?": "help", "q": "quit", "exit": "quit", "bye": "quit", "back": "undo", "hand": "table", "moves": "table"}


@dataclass(frozen=True)
class Typed:
    """What somebody typed: a move, or a command with what follows it."""

    move: int | None = None
    command: str = ""
    rest: str = ""


def understand(text: str, moves: Mapping[str, Move], commands: Mapping[str, str]) -> Typed:
    """What a line means: a number of the list, a move in words, or a command.

    A move that is written in full comes first, then the commands in full, then beginnings of either; a beginning that
    fits both is refused, and `/` always means a command.

    >>> moves = {text: Move(i, 10 + i, text) for i, text in enumerate(("hint", "look up", "undo all"), 1)}
    >>> understand("2", moves, COMMANDS).move, understand("hint", moves, COMMANDS).move
    (12, 11)
    >>> understand("/hint", moves, COMMANDS).command, understand("look", moves, COMMANDS).command
    ('hint', 'look')
    >>> understand("look u", moves, COMMANDS).rest, understand("sa my.game", moves, COMMANDS).rest
    ('u', 'my.game')
    >>> understand("und", moves, COMMANDS)
    Traceback (most recent call last):
    mulligan.core.errors.UsageError: 'und' may mean the command /undo or a move: write /undo, or the number of the move
    """
    if plain_digits(text):
        by_number = {move.number: move.move for move in moves.values()}
        if int(text) not in by_number:
            raise UsageError(f"there is no move {text}" + (f": they are 1 to {len(moves)}" if moves else " now"))
        return Typed(by_number[int(text)])
    first, _, rest = text.partition(" ")
    if text.startswith("/"):
        return _order(_command(first[1:], commands), rest)
    exact = {" ".join(words.split()).casefold(): move for words, move in moves.items()}
    folded = " ".join(text.split()).casefold()
    if folded in exact:
        return Typed(exact[folded].move)
    word = _SHORT.get(first.casefold(), first.casefold())
    if word in commands or word == "save!":
        return _order(word, rest)
    found = [name for name in commands if name.startswith(word)]
    try:
        move = read_command(text, {words: move.move for words, move in moves.items()})
    except UsageError as error:
        if len(found) == 1 and str(error).startswith(NO_MOVE):
            return _order(found[0], rest)
        if found and str(error).startswith(NO_MOVE):
            raise UsageError(f"'{first}' may mean {' or '.join(found)}: write more of it") from None
        raise
    if found and " " not in text:
        wanted = found[0] if len(found) == 1 else word
        raise UsageError(
            f"'{text}' may mean the command /{wanted} or a move: write /{wanted}, or the number of the move"
        )
    return Typed(move)


def _order(command: str, rest: str) -> Typed:
    """A command with what follows it, if it may be followed by anything.

    >>> _order("undo", "undo")
    Traceback (most recent call last):
    mulligan.core.errors.UsageError: undo: nothing may follow it, but there is 'undo'
    """
    if rest.strip() and command in ALONE:
        raise UsageError(f"{command}: nothing may follow it, but there is '{rest.strip()[:40]}'")
    return Typed(command=command, rest=rest.strip())


def _command(word: str, commands: Mapping[str, str]) -> str:
    word = _SHORT.get(word.casefold(), word.casefold())
    if word in commands or word == "save!":
        return word
    found = [name for name in commands if word and name.startswith(word)]
    if len(found) > 1:
        raise UsageError(f"'/{word}' may mean {' or '.join(f'/{name}' for name in found)}: write more of it")
    if not found:
        raise unknown("command", f"/{word}", [f"/{name}" for name in commands])
    return found[0]


def looked_at(text: str, view: View) -> list[tuple[Card, Zone]]:
    """The cards that somebody wants to read: all, those of a zone, of a move by its number, or of a name."""
    seen = faces(view)
    if not text:
        found, problem = seen, "there is no card that shows its face"
    elif plain_digits(text) and not any(card.name == text for card, _ in seen):
        wanted = [move for move in view.moves if move.number == int(text)]
        keys = {key for move in wanted for key in (move.source, move.target, *move.others)}
        names = {card.name for key, card in view.cards.items() if key in keys}
        found, problem = [(card, zone) for card, zone in seen if card.name in names], f"move {text} has no card"
    elif text.casefold() in {zone.title.casefold() for zone in view.zones}:
        found = [(card, zone) for card, zone in seen if zone.title.casefold() == text.casefold()]
        problem = f"nothing is to be seen there: {text}"
    else:
        names = {_one(text, {card.name for card, _ in seen})}
        found, problem = [(card, zone) for card, zone in seen if card.name in names], ""
    if not found:
        raise UsageError(f"look: {problem}")
    return found


def _one(text: str, names: Collection[str]) -> str:
    """The name that is meant."""
    known = sorted(names)
    try:
        return known[read_command(text, {name: i for i, name in enumerate(known)})]
    except UsageError as error:
        words = (
            str(error).replace("ambiguous move", "more than one card is").replace("unknown move", "no card is called")
        )
        raise UsageError(f"look: {words.replace('legal:', 'in view:')}") from None
