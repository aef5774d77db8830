"""The paper's player and ours: names, parts that change the search, and what they know."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from mulligan.agents import make_player
from mulligan.arena import GameRunner
from mulligan.core.position import Position, make_stream
from mulligan.core.registry import find_game
from mulligan.games.pokemon.cards.arrays import CLASS, HP, KINDS, NUMBER, RETREAT, STAGE
from mulligan.games.pokemon.cards.vocabulary import POKEMON as POKEMON_CARD
from mulligan.games.pokemon.gauges import KEPT
from mulligan.games.pokemon.players.expert.answers import worth_as_starter
from mulligan.games.pokemon.players.scripted import rank_of_script_answer
from mulligan.games.pokemon.presets import presets
from mulligan.games.pokemon.rules.layout import PICK, START_ACTIVE
from mulligan.kernel import interpret

POKEMON = find_game("pokemon")
PUBLISHED = [name for _, slash, name in (preset.name.partition("uhlenkamp2015/") for preset in presets()) if slash]
LETHAL = (
    "pokemon turn 9 player 1 | active1 Hydreigon bw6-98 < Zweilous < Deino bw6-94, 2 Psychic Energy, 2 Darkness Energy"
    " | bench1 Golett | hand1 Slakoth, Giant Cape, Darkness Energy | deck1 Cheren, Golett, Stunky | prizes1 Golett"
    " | active2 Gothita, damage 20 | bench2 Golett; Stunky | deck2 Cheren, Golett | prizes2 3 Golett"
)


@pytest.mark.parametrize("name", PUBLISHED)
def test_every_variant_of_the_paper_sees_what_the_last_prize_is_worth(name: str) -> None:
    player = make_player(POKEMON, f"uhlenkamp2015/{name}:turn_seconds=0,sims=300")
    here = Position.read(POKEMON, LETHAL)
    winning = here.read_move("attack Destructor Beam")
    found = {choice.move: choice for choice in player.decide(here, 1).choices}
    assert found[winning].visits > 5 and found[winning].mean == 1.0
    assert min(choice.mean for choice in found.values()) < 1.0


def test_the_parts_of_the_paper() -> None:
    configurations = {name: make_player(POKEMON, f"uhlenkamp2015/{name}").configuration for name in PUBLISHED}
    assert len(set(configurations.values())) == len(configurations)
    paper = configurations["mcts"]
    for word in ("turn_seconds=5", "deal=node", "outcomes=branch", "c=1.4142135623730951", "final=mean", "reuse"):
        assert word in paper
    assert "cut=" not in paper and "bias=" not in paper and "rollout" not in paper, "random playouts to the end"


@cache
def moments() -> tuple[Position, ...]:
    """Positions of a game in which the first player has something to decide."""
    rng, here, found = make_stream(POKEMON, "parts"), Position.deal(POKEMON, "dragonsnarl", 3), []
    while len(found) < 40 and not here.over:
        if here.turn > 2 and here.actor == 0 and len(here.options()) > 1:
            found.append(here.copy())
        here.play_with(here.advise("develop", rng)[0], rng)
    return tuple(found)


@cache
def decided(name: str, moment: int, sims: int = 300, seed: int = 1) -> tuple[int, dict[int, tuple[int, float]]]:
    """What a variant of the paper's player would play, and the visits and means of all moves that led to it."""
    player = make_player(POKEMON, f"uhlenkamp2015/{name}:turn_seconds=0,sims={sims}")
    decision = player.decide(moments()[moment].copy(), seed)
    return decision.moves[0], {choice.move: (choice.visits, choice.mean) for choice in decision.choices}


WITHOUT = {
    "cut+bias": ("mcts", "cut", "bias"),
    "goals": ("mcts", "cut"),
    "weighed": ("mcts", "cut", "goals"),
    "open": ("mcts", "worlds"),
    "ensemble": ("mcts", "one-world"),
}
"""Players that a variant must differ from, if there are others than `mcts`."""
ELSEWHERE = ("mcts", "no-reuse", "across", "starters", "visits")
"""Variants that search a single position of a turn as `mcts` does."""


@pytest.mark.parametrize("name", [name for name in PUBLISHED if name not in ELSEWHERE])
def test_each_part_of_the_paper_changes_the_search(name: str) -> None:
    for other in WITHOUT.get(name, ("mcts",)):
        assert any(decided(name, i)[1] != decided(other, i)[1] for i in range(len(moments()))), other


def test_the_final_choice_of_the_paper_is_a_switch() -> None:
    """The search is the same; a few times in a hundred the move with most visits is not that with the best mean."""
    differences = 0
    for seed in range(1, 11):
        for i in range(len(moments())):
            (by_visits, found), (by_mean, same) = (decided(name, i, 30, seed) for name in ("visits", "mcts"))
            assert found == same
            assert found[by_visits][0] == max(visits for visits, _ in found.values())
            assert found[by_mean][1] == max(mean for _, mean in found.values())
            differences += by_visits != by_mean
        if differences:
            return
    raise AssertionError("both always choose the same")


def test_the_tree_of_the_paper_is_kept_within_a_turn_unless_told_otherwise() -> None:
    reused, visits = {}, {}
    for name in ("mcts", "no-reuse"):
        player = make_player(POKEMON, f"uhlenkamp2015/{name}:turn_seconds=0,sims=400")
        here = Position.read(POKEMON, LETHAL)
        first = player.decide(here.copy(), 1)
        move = here.read_move("equip Giant Cape to Golett (bench 1)")
        assert any(choice.move == move for choice in first.choices)
        player.saw(0, 1, move)
        here.play(move, 5)
        second = player.decide(here.copy(), 1)
        reused[name] = second.reused
        visits[name] = sum(choice.visits for choice in second.choices)
    assert reused["mcts"] > 0 and reused["no-reuse"] == 0
    assert visits["mcts"] > visits["no-reuse"]


def test_the_tree_of_the_paper_is_kept_across_turns_if_wished(monkeypatch: pytest.MonkeyPatch) -> None:
    """After the opponent's turn the position is seldom found in the tree; without the wish it is not looked for."""
    found = {}
    for name in ("mcts", "across"):
        player = make_player(POKEMON, f"uhlenkamp2015/{name}:turn_seconds=0,sims=600")
        table = GameRunner(POKEMON, "dragonsnarl", [player, make_player(POKEMON, "scripted")])
        gauging, decide, decided = KEPT.start(table.players, 0, 0), player.decide, list[Any]()

        def noted(*words: Any, decide: Any = decide, decided: list[Any] = decided) -> Any:
            decided.append(decide(*words))
            return decided[-1]

        def observer(
            here: Position, move: int, seat: int, _: Any = None, see: Any = gauging.see, decided: Any = decided
        ) -> None:
            see(here, move, seat, decided.pop() if decided else None)

        with monkeypatch.context() as patch:
            patch.setattr(player, "decide", noted)
            for pair in range(3):
                table.play(4, pair, False, observer=observer)
        found[name] = gauging.found(None)["across, %"]
    assert found["mcts"][0] == 0 < found["mcts"][1]
    assert 0 < found["across"][0] < 100 * found["across"][1]


def test_the_first_heuristic_of_the_paper_and_ours() -> None:
    """The paper's player opens with the most hit points and the least retreat cost; ours looks at more than that."""
    s = Position.deal(POKEMON.interpreted(), "darkrai_laser", 1).states[0]
    s.ask = START_ACTIVE
    for card in range(1, KINDS):
        if CLASS[card] == POKEMON_CARD and STAGE[card] == 0:
            assert interpret(rank_of_script_answer)(s, 0, PICK | card << 8) == HP[card] - 10 * RETREAT[card]
    setup = POKEMON.stages.index("setup")
    for name in PUBLISHED:
        style = "expert" if name == "starters" else "scripted"
        assert make_player(POKEMON, f"uhlenkamp2015/{name}").styles[setup] == POKEMON.style(style)
    darkrai, sableye = (NUMBER[number] for number in ("bw5-63", "bw5-62"))
    worth = [interpret(worth_as_starter)(s, 0, card) for card in (darkrai, sableye)]
    assert worth == [180 - 20 - 70, 70 - 10 + 20]


@pytest.mark.parametrize("belief", ["known", "pool"])
def test_ours_plays_with_any_belief(belief: str) -> None:
    setup = f"decks:deck1=night_striker,deck2=darkrai_laser,belief={belief}"
    players = [make_player(POKEMON, "pokemon/best:sims=40"), make_player(POKEMON, "scripted")]
    game = GameRunner(POKEMON, setup, players).play(1, 0, False)
    assert game.score in (0.0, 0.5, 1.0)


def test_ours_beats_the_script() -> None:
    players = [make_player(POKEMON, "pokemon/best:sims=400"), make_player(POKEMON, "scripted")]
    table = GameRunner(POKEMON, "darkrai_laser", players)
    points = sum(table.play(1, pair, swapped).score for pair in range(15) for swapped in (False, True))
    assert points >= 15, "it wins nine in ten; fewer than half of thirty would come less than once in a million"
