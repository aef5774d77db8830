"""How a game is told to whoever looks: who moved, what happened in few letters, and how it ended."""

from __future__ import annotations

from .session import PERSON

PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def result_words(results: tuple[float, ...], seat: int, players: tuple[str, ...], resigned: int | None = None) -> str:
    """How a game ended, for whoever looks.

    >>> result_words((1.0, 0.0), 0, ("you", "random")), result_words((0.0, 1.0), -1, ("random", "expert"))
    ('You won.', 'Player 2 (expert) won.')
    >>> result_words((0.5, 0.25, 1.0, 0.25), 0, ("you", "rule", "rule", "rule"))
    'You are second of 4, with 50 % of the best that is possible; player 3 (rule) is first with 100 %.'
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
    if len(results) > 2:
        return gave.strip() or _ranking(results, seat, players)
    if results[0] == results[1]:
        return f"{gave}A draw."
    winner = int(results[1] > results[0])
    if seat >= 0:
        return gave + ("You won." if winner == seat else "You lost.")
    return f"{gave}{named(winner, seat, players)} won."


def _ranking(results: tuple[float, ...], seat: int, players: tuple[str, ...]) -> str:
    """Who is first, and where the one who looks has come out."""
    best = max(results)
    first = [named(player, seat, players) for player, result in enumerate(results) if result == best]
    if len(first) == len(results):
        return "A draw."
    who = " and ".join(first)
    if seat < 0:
        return f"{who} {'is' if len(first) == 1 else 'are'} first with {100 * best:.3g} % of the best that is possible."
    own = results[seat]
    if own == best:
        alone = "You are first" if len(first) == 1 else f"{', '.join(first)} share the first place"
        return f"{alone}, with {100 * own:.3g} % of the best that is possible."
    place = PLACES[sum(result > own for result in results)]
    words = f"You are {place} of {len(results)}, with {100 * own:.3g} % of the best that is possible"
    others = " and ".join(name[0].lower() + name[1:] for name in first)
    return f"{words}; {others} {'is' if len(first) == 1 else 'are'} first with {100 * best:.3g} %."


def named(player: int, seat: int, players: tuple[str, ...]) -> str:
    """A player, for whoever looks."""
    if player == seat:
        return "You"
    if seat >= 0 and len(players) == 2:
        return "Opponent"
    return f"Player {player + 1}" + ("" if players[player] == PERSON else f" ({players[player]})")


def shorter(line: str) -> str:
    """A line of news with fewer letters.

    >>> shorter("the opponent's hand -> discard: Deino")
    'their hand -> discard: Deino'
    """
    return line.replace("the opponent's ", "their ", 1) if line.startswith("the opponent's ") else line
