"""A network in the compiled search says what it says in arrays, and the same as in ordinary Python."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from mulligan.agents import make_player
from mulligan.check import check_agent
from mulligan.core.errors import UsageError
from mulligan.core.game import Game
from mulligan.core.position import Position
from mulligan.core.registry import find_game
from mulligan.kernel import records
from mulligan.nets import (
    features_of,
    fill_weights,
    make_estimate,
    make_sense,
    sense_rooms,
    shape_of,
    weights_layout,
    write_net,
)
from mulligan.search import Searcher, Settings

from ..helpers.nets_help import drawn_net


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MULLIGAN_DATA", str(tmp_path))
    return tmp_path / "nets"


def walk(game: Game, seed: int) -> list[Position]:
    """The positions of a game in which any move is played."""
    here, found = Position.deal(game, seed=seed), []
    rng = np.random.default_rng(seed)
    while not here.over:
        found.append(here.copy())
        here.play(int(rng.choice(here.options())))
    return found


@pytest.mark.parametrize(("name", "width"), [("leduc", 5), ("leduc", 1), ("nim", 4), ("hearts", 9)])
def test_one_position_at_a_time_is_what_arrays_say(name: str, width: int) -> None:
    game = find_game(name)
    plain = game.interpreted()
    net = drawn_net(game, width)
    p = records(weights_layout(shape_of(net)), 1, packed=False)[0]
    fill_weights(p, net)
    from mulligan.kernel import interpret

    estimate = interpret(make_estimate(plain, shape_of(net)))
    sense = interpret(make_sense(plain))
    numbers, seen, out = sense_rooms(plain)
    sums = np.zeros(width + 3)
    found, rows = [], []
    for here in walk(plain, 3):
        for seat in range(game.players):
            s, t = here.states[0], here.table[0]
            found.append(estimate(s, t, seat, p, numbers, seen[0], out, sums))
            sense(s, t, seat, numbers, seen[0], out)
            rows.append(numbers.copy())
    expected = net.predict(features_of(game), np.array(rows))
    assert np.ptp(expected) > 0.01  # it does depend on the position
    np.testing.assert_allclose(found, expected, atol=1e-12)


@pytest.mark.parametrize("name", ["leduc", "ends"])  # two sides, and three
def test_compiled_and_interpreted_searches_decide_the_same(name: str, folder: Path) -> None:
    game = find_game(name)
    write_net(folder / "drawn.npz", drawn_net(game))
    settings = Settings(
        sims=60, c=0.7, deal="every", outcomes="open", availability=True, cut="0moves", evaluate="net:drawn"
    )
    for seed in range(3):
        told = []
        for one in (game, game.interpreted()):
            decision = Searcher(one, settings).decide(Position.deal(one, seed=seed), seed=seed)
            told.append([(c.move, c.visits, c.mean) for c in decision.choices])
        assert told[0] == told[1]


def test_the_estimate_decides(folder: Path) -> None:
    """In nim, a network that likes three stones left for the other makes the search take one of four."""
    nim = find_game("nim")
    for name, wanted in (("three", 3), ("two", 2)):
        net = drawn_net(nim, 1)
        for array in net.arrays.values():
            array[:] = 0
        net.arrays["step"][:] = 1
        net.arrays["base"][:] = -1
        assert features_of(nim).names[0] == "stones that are left"
        net.arrays["rows"][wanted - features_of(nim).low[0]] = 3.0
        write_net(folder / f"{name}.npz", net)
        settings = Settings(sims=200, depth=1, cut="0moves", evaluate=f"net:{name}")
        decision = Searcher(nim, settings).decide(Position.read(nim, "nim 1-3: 4 left, player 1 to move"), seed=1)
        assert decision.words() == [f"take {4 - wanted}"]


def test_a_player_is_known_by_what_its_network_computes(folder: Path) -> None:
    leduc = find_game("leduc")
    text = "ismcts:sims=20,cut=0moves,evaluate=net:mine"
    marks = []
    for seed in (1, 2, 1):
        net = drawn_net(leduc, seed=seed)
        write_net(folder / "mine.npz", net)
        player = make_player(leduc, text)
        assert player.code == {"net:mine": f"network {net.mark}"}
        marks.append(net.mark)
    assert marks[0] == marks[2] != marks[1]


def test_what_does_not_fit_is_told(folder: Path) -> None:
    leduc, nim = find_game("leduc"), find_game("nim")
    write_net(folder / "poker.npz", drawn_net(leduc))
    with pytest.raises(UsageError, match="net:poker: it was made for leduc/1, not for nim/1"):
        make_player(nim, "uct:evaluate=net:poker")
    with pytest.raises(UsageError, match=r"there is no file .*none\.npz'; there are: poker"):
        make_player(leduc, "uct:evaluate=net:none")
    with pytest.raises(UsageError, match="after 'net:' should come a name"):
        make_player(leduc, "uct:evaluate=net:../poker")
    with pytest.raises(UsageError, match="no networks come with leduc"):
        make_player(leduc, "uct:evaluate=net:leduc/poker")
    with pytest.raises(UsageError, match="unknown evaluation of leduc 'net:poker'"):
        make_player(leduc, "implicit:guide=net:poker")


def test_the_variant_that_a_network_was_not_made_for_refuses_it(folder: Path) -> None:
    lotr = find_game("lotr")
    write_net(folder / "clean.npz", drawn_net(lotr.at("clean"), 2, 1))
    player = make_player(lotr, "uct:evaluate=net:clean,sims=5,cut=0moves")
    with pytest.raises(UsageError, match="sees other numbers"):
        player.searcher.at("full")  # type: ignore[attr-defined]


def test_a_player_with_a_network_uses_only_what_it_may_know(folder: Path) -> None:
    leduc = find_game("leduc")
    write_net(folder / "drawn.npz", drawn_net(leduc))
    report = check_agent("ismcts:sims=20,cut=0moves,evaluate=net:drawn", leduc, examples=12)
    assert report.passed, report
