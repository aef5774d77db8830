"""Tiny games with known answers, as ordinary Python: nothing to compile, and small enough to solve by hand."""

from __future__ import annotations

from typing import Any

from mulligan.core.errors import UsageError
from mulligan.core.game import OVER, UNSEEN, Game, Text
from mulligan.kernel import below, record


def _unreadable(text: str, s: Any, t: Any) -> None:
    raise UsageError("tiny games are not read")


TEXT = Text(lambda s, t, move: str(move), lambda s, t: str(s), _unreadable)


def _nothing_hidden(s: Any, t: Any, seat: int, rng: Any) -> None:
    """Everybody knows everything."""


def bandit(*chances: float, styles: tuple[str, ...] = ("uniform",), advised: int = 0) -> Game:
    """One move, and it wins with its own chance; the last style always plays the move `advised`."""

    def options(s: Any, t: Any, form: int, out: Any) -> int:
        out[: len(chances)] = range(len(chances))
        return len(chances)

    def play(s: Any, t: Any, move: int, rng: Any) -> None:
        s.moved, s.won = 1, int(below(rng, 1_000_000) < chances[move] * 1_000_000)

    def advise(s: Any, t: Any, style: int, rng: Any, out: Any) -> int:
        out[0] = advised
        return 1

    def observe(s: Any, t: Any, seat: int, out: Any) -> int:
        out[0], out[1] = s.moved, s.won
        return 2

    return Game(
        "bandit",
        1,
        "a bandit",
        1,
        ("pull",),
        record(moved="i8", won="i8"),
        deal=lambda s, t, rng: None,
        actor=lambda s: OVER if s.moved else 0,
        stage=lambda s: 0,
        turn=lambda s: s.moved,
        options=options,
        play=play,
        payoff=lambda s, seat: float(s.won),
        hide=_nothing_hidden,
        observe=observe,
        text=TEXT,
        max_options=len(chances),
        max_numbers=2,
        styles=styles,
        advise=advise,
        hidden=False,
    )


def permutations(cards: int, rewards: dict[int, float]) -> Game:
    """Alone: play all cards in any order; the first one decides what it is worth."""

    def options(s: Any, t: Any, form: int, out: Any) -> int:
        left = [card for card in range(cards) if not s.gone >> card & 1]
        out[: len(left)] = left
        return len(left)

    def play(s: Any, t: Any, move: int, rng: Any) -> None:
        if s.gone == 0:
            s.first = move
        s.gone |= 1 << move
        s.turn += 1

    def observe(s: Any, t: Any, seat: int, out: Any) -> int:
        out[0], out[1] = s.gone, s.first
        return 2

    return Game(
        "permutations",
        1,
        "all cards in any order",
        1,
        ("card",),
        record(gone="i8", first="i8", turn="i8"),
        deal=lambda s, t, rng: None,
        actor=lambda s: OVER if s.turn == cards else 0,
        stage=lambda s: 0,
        turn=lambda s: s.turn,
        options=options,
        play=play,
        payoff=lambda s, seat: rewards[s.first],
        hide=_nothing_hidden,
        observe=observe,
        text=TEXT,
        max_options=cards,
        max_numbers=2,
        hidden=False,
    )


def matrix(rows: tuple[tuple[float, ...], ...]) -> Game:
    """Both choose at once: the first player's choice stays secret until the second has chosen."""
    counts = (len(rows), len(rows[0]))

    def options(s: Any, t: Any, form: int, out: Any) -> int:
        out[: counts[s.turn]] = range(counts[s.turn])
        return counts[s.turn]

    def play(s: Any, t: Any, move: int, rng: Any) -> None:
        s.chosen[s.turn] = move
        s.turn += 1

    def payoff(s: Any, seat: int) -> float:
        won = rows[s.chosen[0]][s.chosen[1]]
        return won if seat == 0 else 1.0 - won

    def hide(s: Any, t: Any, seat: int, rng: Any) -> None:
        if seat == 1 and s.turn == 1:
            s.chosen[0] = below(rng, counts[0])

    def observe(s: Any, t: Any, seat: int, out: Any) -> int:
        out[0], out[1] = s.turn, s.chosen[seat] if s.turn > seat else -1
        out[2] = s.chosen[1 - seat] if s.turn == 2 else -1
        return 3

    return Game(
        "matrix",
        1,
        "both at once",
        2,
        ("choose",),
        record(chosen=("i8", 2), turn="i8"),
        deal=lambda s, t, rng: None,
        actor=lambda s: OVER if s.turn == 2 else s.turn,
        stage=lambda s: 0,
        turn=lambda s: s.turn,
        options=options,
        play=play,
        payoff=payoff,
        hide=hide,
        observe=observe,
        seen=lambda s, t, move, seat: UNSEEN if s.turn == 0 and seat == 1 else move,
        text=TEXT,
        max_options=max(counts),
        max_numbers=3,
    )


SAFE, BOLD = 0, 1


def coin(safe: float, *, guesser: int) -> Game:
    """Take `safe`, or be bold: then a player guesses a coin that it cannot see, and wins if it is right.

    With guesser 0 it is the coin of the second player, who does nothing; with guesser 1 the first player's own coin.
    """
    owner = 1 - guesser

    def options(s: Any, t: Any, form: int, out: Any) -> int:
        out[0], out[1] = (SAFE, BOLD) if s.turn == 0 else (10, 11)
        return 2

    def play(s: Any, t: Any, move: int, rng: Any) -> None:
        s.turn = 2 if move == SAFE else s.turn + 1
        s.result = move + 1

    def payoff(s: Any, seat: int) -> float:
        first = safe if s.result == SAFE + 1 else float(s.result - 11 == s.coin)
        if s.result != SAFE + 1 and guesser == 1:
            first = 1.0 - first
        return first if seat == 0 else 1.0 - first

    def hide(s: Any, t: Any, seat: int, rng: Any) -> None:
        if seat != owner and s.turn < 2:
            s.coin = below(rng, 2)

    def observe(s: Any, t: Any, seat: int, out: Any) -> int:
        out[0], out[1], out[2] = s.turn, s.result, s.coin if seat == owner or s.turn == 2 else -1
        return 3

    return Game(
        "coin",
        1,
        "safe or bold",
        2,
        ("choose",),
        record(coin="i8", turn="i8", result="i8"),
        deal=lambda s, t, rng: setattr(s, "coin", below(rng, 2)),
        actor=lambda s: OVER if s.turn == 2 else (0 if s.turn == 0 else guesser),
        stage=lambda s: 0,
        turn=lambda s: s.turn,
        options=options,
        play=play,
        payoff=payoff,
        hide=hide,
        observe=observe,
        text=TEXT,
        max_options=2,
        max_numbers=3,
    )
