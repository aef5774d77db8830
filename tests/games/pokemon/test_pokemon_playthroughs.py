"""Whole games of the Pokemon TCG, move by move, as they were when they were written down: one of each deck.

If one of these fails because a rule was changed on purpose, raise the game's version and write the files anew with
`python -m tests.games.pokemon.test_pokemon_playthroughs`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from mulligan.core.position import Position, make_stream

from ...helpers.pokemon_tools import DECKS, PLAIN


def playthrough(deck: str) -> str:
    """A game of random moves in words: all moves, and the position at every fourth turn."""
    here, rng, chance = Position.deal(PLAIN, deck, "golden"), *(make_stream(PLAIN, deck, who) for who in "mc")
    lines, turn = [f"{PLAIN.id} {here.setup}: uniform v uniform"], -1
    while not here.over:
        if here.turn != turn:
            turn = here.turn
            lines.append(str(here) if turn % 4 == 0 else f"turn {turn}")
        (move,) = here.advise("uniform", rng)
        lines.append(f"    {here.actor + 1} {here.text(move)}")
        here.play_with(move, chance)
    lines += [str(here), f"result {here.payoff(0):g} {here.payoff(1):g}"]
    return "\n".join(lines) + "\n"


def golden(deck: str) -> Path:
    return Path(__file__).parents[2] / "golden" / f"playthrough-pokemon-{deck}.txt"


@pytest.mark.parametrize("deck", DECKS)
def test_games_go_as_they_always_did(deck):
    assert playthrough(deck) == golden(deck).read_text("utf-8")


if __name__ == "__main__":
    for each in DECKS:
        golden(each).write_text(playthrough(each), "utf-8")
