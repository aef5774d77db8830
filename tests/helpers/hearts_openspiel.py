"""Hearts as OpenSpiel plays it, in our words; run as a program, it writes the games in tests/golden.

    pip install open_spiel
    python tests/helpers/hearts_openspiel.py tests/golden/hearts-openspiel.json

OpenSpiel's rules are switched to those of a setup of ours, and everything is decided by OpenSpiel: whose turn it is,
which moves are legal, and the points.  Which of the legal moves is played is drawn at random; in every third game one
seat plays high and the others low, which is how somebody takes all points.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

RANKS = [*"23456789", "10", *"JQKA"]
WORDS = [rank + suit for rank in RANKS for suit in "CDHS"]
"""The cards by OpenSpiel's numbers."""
DIRECTIONS = ("hold", "left", "across", "right")
SETUPS = tuple(
    f"{direction}{options}"
    for direction in DIRECTIONS
    for options in ("", ":queen_breaks", ":points_first", ":queen_breaks,points_first")
)
ALL_POINTS = 26


class Step(NamedTuple):
    """A decision: whose it is, what is legal, and what is played."""

    seat: int
    legal: list[str]
    move: str


class Told(NamedTuple):
    """A whole game."""

    setup: str
    deal: list[list[str]]
    steps: list[Step]
    points: list[int]


def load(setup: str) -> Any:
    """OpenSpiel's game with the rules of a setup of ours."""
    import pyspiel

    return pyspiel.load_game(
        "hearts",
        {
            "pass_cards": True,
            "no_pts_on_first_trick": "points_first" not in setup,
            "can_lead_any_club": False,
            "jd_bonus": False,
            "avoid_all_tricks_bonus": False,
            "must_break_hearts": True,
            "qs_breaks_hearts": "queen_breaks" in setup,
            "can_lead_hearts_instead_of_qs": False,
        },
    )


def play(setup: str, seed: int) -> Told:
    """A game by OpenSpiel."""
    draw = random.Random(seed)
    state = load(setup).new_initial_state()
    state.apply_action(DIRECTIONS.index(setup.partition(":")[0]))
    cards = list(range(52))
    draw.shuffle(cards)
    for card in cards:
        state.apply_action(card)
    shooter = draw.randrange(4) if seed % 3 == 0 else -1
    steps = []
    while not state.is_terminal():
        seat, legal = state.current_player(), state.legal_actions()
        card = draw.choice(legal)
        if shooter >= 0 and draw.random() < 0.9:
            card = max(legal) if seat == shooter else min(legal)
        steps.append(Step(seat, sorted(WORDS[one] for one in legal), WORDS[card]))
        state.apply_action(card)
    points = [ALL_POINTS - int(score) for score in state.returns()]
    deal = [[WORDS[card] for card in cards[seat::4]] for seat in range(4)]
    return Told(setup, deal, steps, points)


def games(per_setup: int, start: int = 0) -> Iterator[Told]:
    """So many of each setup."""
    for i, setup in enumerate(SETUPS):
        for n in range(per_setup):
            yield play(setup, start + 1000 * i + n)


def read(file: Path) -> list[Told]:
    """Games that were written."""
    rows = json.loads(file.read_text(encoding="utf-8"))["games"]
    return [
        Told(
            row["setup"],
            [hand.split() for hand in row["deal"]],
            [Step(int(seat), legal.split(), move) for seat, legal, move in row["steps"]],
            row["points"],
        )
        for row in rows
    ]


def write(file: Path) -> None:
    """One game of each setup, and three in which somebody shoots the moon."""
    chosen = list(games(1))
    more = list(games(60, start=100))
    chosen += [game for game in more if sorted(game.points) == [0, 26, 26, 26]][:3]
    rows = [
        {
            "setup": game.setup,
            "deal": [" ".join(hand) for hand in game.deal],
            "steps": [[str(step.seat), " ".join(step.legal), step.move] for step in game.steps],
            "points": game.points,
        }
        for game in chosen
    ]
    about = "Made by OpenSpiel 2.0.2 with tests/helpers/hearts_openspiel.py, which says how."
    lines = ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows)
    file.write_text(f'{{"about": "{about}",\n"games": [\n{lines}\n]}}\n', encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
