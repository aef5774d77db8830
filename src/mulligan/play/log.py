"""How a game is told to whoever looks: who moved, what happened in few letters, and how it ended."""

from __future__ import annotations

from .session import PERSON


def result_words(results: tuple[float, ...], seat: int, players: tuple[str, ...], resigned: int | None = None) -> str:
    """How a game ended, for whoever looks.

    >>> result_words((1.0, 0.0), 0, ("you", "random")), result_words((0.0, 1.0), -1, ("random", "expert"))
    ('You won.', 'Player 2 (expert) won.')
    >>> result_words((0.625,), 0, ("you",))
    'The result is 62.5 % of the best that is possible.'
    """
    if len(results) == 1:
        who = "You" if players[0] == PERSON else f"Player 1 ({players[0]})"
        if resigned is not None:
            return f"{who} gave up."
        if results[0] in (0.0, 1.0):
            return f"{who} {'won' if results[0] else 'lost'}."
        return f"The result is {100 * results[0]:g} % of the best that is possible."
    gave = "" if resigned is None else f"{named(resigned, seat, players)} resigned. "
    if results[0] == results[1]:
        return f"{gave}A draw."
    winner = int(results[1] > results[0])
    if seat in (0, 1):
        return gave + ("You won." if winner == seat else "You lost.")
    return f"{gave}{named(winner, seat, players)} won."


def named(player: int, seat: int, players: tuple[str, ...]) -> str:
    """A player, for whoever looks."""
    if player == seat:
        return "You"
    if seat in (0, 1):
        return "Opponent"
    return f"Player {player + 1}" + ("" if players[player] == PERSON else f" ({players[player]})")


def shorter(line: str) -> str:
    """A line of news with fewer letters.

    >>> shorter("the opponent's hand -> discard: Deino")
    'their hand -> discard: Deino'
    """
    return line.replace("the opponent's ", "their ", 1) if line.startswith("the opponent's ") else line
