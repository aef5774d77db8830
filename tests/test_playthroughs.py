"""Whole games, move by move, as they were when they were written down: behaviour changes only on purpose.

If one of these fails because a rule was changed on purpose, raise the game's version and write the files anew with
`python -m tests.test_playthroughs`.
"""

from pathlib import Path

import pytest

from mulligan.core.position import Position, make_stream
from mulligan.core.registry import find_game

GAMES = {
    "magic-expert-reduced": ("magic", "literal", ("expert", "reduced")),
    "magic-experts-m8": ("magic", "literal:deck=M8", ("expert", "expert")),
    "magic-random-onepass": ("magic", "onepass", ("random", "reduced")),
    "lotr-ranger-clean": ("lotr", "clean:level=hard", ("ranger",)),
    "lotr-ranger-passage": ("lotr", "passage", ("ranger",)),
    "lotr-naive-full": ("lotr", "full", ("naive",)),
    "lotr-expert-simulator": ("lotr", "simulator", ("expert",)),
    "lotr-random-paper": ("lotr", "paper:K13q,K13d,K18=no", ("random",)),
    "lotr-expert-full": ("lotr", "full", ("expert",)),
    "tribute-sakkirina-alessia": ("tribute", "fixed:patrons=SAINT_ALESSIA+PSIJIC+ORGNUM+RAJHIN", ("sakkirina", "busy")),
    "guess": ("guess", "", ("halve", "hasty")),
    "race": ("race", "", ("uniform", "uniform")),
    "swap": ("swap", "", ("greedy", "greedy")),
    "kuhn": ("kuhn", "", ("equilibrium", "equilibrium")),
    "leduc": ("leduc", "", ("bold", "honest")),
    "synthetic": ("synthetic", "", ("uniform", "uniform")),
    "hearts-left": ("hearts", "left", ("rule", "rule", "uniform", "rule")),
    "hearts-match": ("hearts", "match:to=20,queen_breaks", ("rule", "uniform", "rule", "rule")),
}


def playthrough(name: str) -> str:
    """A game in words: every position, whose turn it is, and the moves."""
    game_name, setup, styles = GAMES[name]
    game = find_game(game_name)
    here = Position.deal(game, setup, seed=name)
    rngs = [make_stream(game, name, "player", seat) for seat in range(max(2, game.players))]
    chance = make_stream(game, name, "chance")
    lines = [f"{game.id} {here.setup}: {' v '.join(styles[: game.players])}"]
    while not here.over:
        seat = here.actor
        lines.append(str(here))
        for move in here.advise(styles[seat], rngs[seat]):
            lines.append(f"    {here.text(move)}")
            here.play_with(move, chance)
    lines.append(str(here))
    lines.append("result " + " ".join(f"{here.payoff(seat):g}" for seat in range(game.players)))
    return "\n".join(lines) + "\n"


def golden(name: str) -> Path:
    return Path(__file__).parents[0] / "golden" / f"playthrough-{name}.txt"


@pytest.mark.parametrize("name", GAMES)
def test_games_go_as_they_always_did(name: str) -> None:
    assert playthrough(name) == golden(name).read_text("utf-8")


if __name__ == "__main__":
    for each in GAMES:
        golden(each).write_text(playthrough(each), "utf-8")
