"""Agents: their names and configurations, the players of the papers, who decides which stage, and honesty."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from dataclasses import replace
from itertools import product
from math import inf, sqrt
from pathlib import Path
from typing import Any

import pytest

from mulligan.agents import ASK, Player, SearchPlayer, StagedPlayer, agent_kinds, make_player, seat_styles
from mulligan.agents.player import HOUSE
from mulligan.check import check_player
from mulligan.core.errors import UsageError
from mulligan.core.game import Game
from mulligan.core.position import Position, make_stream
from mulligan.core.registry import find_game, game_names
from mulligan.games.magic import MAGIC
from mulligan.games.toys import GUESS, NIM, RACE, SWAP
from mulligan.search import Searcher, Settings

GAMES = [find_game(name) for name in game_names()]
LOTR = find_game("lotr")
EXPERT, REDUCED, RANDOM = (MAGIC.style(name) for name in ("expert", "reduced", "random"))


def by_name(game: Game) -> str:
    return game.name


def settings_of(name: str, game: Game = MAGIC) -> Settings:
    player = make_player(game, name)
    assert isinstance(player, SearchPlayer)
    return player.settings


# --- names ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES, ids=by_name)
def test_every_kind_of_agent_can_be_made_and_named_again(game: Game) -> None:
    kinds = agent_kinds(game)
    assert {"search", "uct", "flat", "ensemble", "ismcts", "chance", "oracle", "staged", *game.styles} <= set(kinds)
    for kind, about in kinds.items():
        assert about
        name = kind if kind != "staged" else about.split(", as in ")[1]
        player = make_player(game, name)
        again = make_player(game, player.configuration)
        assert player.name == name
        assert again.configuration == player.configuration
        assert again.styles == player.styles
        if isinstance(player, SearchPlayer) and isinstance(again, SearchPlayer):
            assert again.settings == player.settings


@pytest.mark.parametrize(
    "name",
    [
        "search",
        "search:sims=7",
        "flat:sims=100,rollout=expert",
        "ensemble:trees=4,sims=9,c=0.7,binary,skip,commit=stage",
        "cowling2012/BT+MP:trees=400",
        "uct:c=inf,fpu=-inf,reuse",
        "magic/best:threads=2",
        "magic/ERU",
        "staged:attack=expert,block=(search:trees=2,sims=5),cards=cowling2012/BA",
    ],
)
def test_a_configuration_is_the_name_in_full(name: str) -> None:
    player = make_player(MAGIC, name)
    again = make_player(MAGIC, player.configuration)
    assert again.configuration == again.name == player.configuration
    assert again.styles == player.styles


def test_words_after_a_name_change_what_the_name_stands_for() -> None:
    assert settings_of("ensemble") == Settings(trees=40, sims=250)
    assert settings_of("ensemble:trees=3,c=0.5") == Settings(trees=3, sims=250, c=0.5)
    assert settings_of("flat:c=1") == Settings(depth=1, c=1.0, final="mean")
    assert settings_of("ismcts").deal == "every"
    assert settings_of("oracle").deal == "never"
    baseline = settings_of("cowling2012/BA")
    assert settings_of("cowling2012/BA:trees=1,sims=10000") == replace(baseline, trees=1, sims=10000)


def test_random_is_a_player_of_every_game() -> None:
    assert make_player(NIM, "random").configuration == "uniform"
    assert make_player(MAGIC, "random").configuration == "random"
    assert make_player(MAGIC, "random").styles[:3] == [RANDOM] * 3


@pytest.mark.parametrize(
    ("game", "name", "says"),
    [
        (NIM, "utc", "unknown agent for nim 'utc': did you mean 'uct'"),
        (NIM, "expert", "unknown agent for nim 'expert'"),
        (NIM, "cowling2012/BA", "unknown agent for nim 'cowling2012/BA'"),
        (NIM, "magic/best", "unknown agent for nim"),
        (NIM, "magic/EEE", "unknown agent for nim"),
        (MAGIC, "magic/EEX", "unknown agent for magic 'magic/EEX'"),
        (MAGIC, "EEE", "unknown agent for magic 'EEE'"),
        (MAGIC, "cowling2012/BA+MP", "did you mean"),
        (MAGIC, "", "unknown agent for magic ''"),
        (MAGIC, "expert:sims=3", "the rule player 'expert' has no settings"),
        (MAGIC, "search:", "nothing stands after the colon"),
        (MAGIC, "search:sims=3,,c=1", "an empty word"),
        (MAGIC, "search:sims=3,sims=4", "'sims' is given twice"),
        (MAGIC, "search:speed=3", "agent 'search:speed=3': unknown search setting 'speed'"),
        (MAGIC, "search:sims=few", "agent 'search:sims=few': sims=few: should be a whole number"),
        (MAGIC, "search:play=wild", "unknown style of magic 'wild'"),
        (MAGIC, "search:prune=all", "unknown pruning of magic 'all'"),
        (NIM, "godlewski2021/4-2-4", "unknown agent for nim"),
        (MAGIC, "godlewski2021/2-2-2", "unknown agent for magic"),
        (LOTR, "cowling2012/BA", "unknown agent for lotr"),
        (LOTR, "godlewski2021/4-2-5", "did you mean 'godlewski2021/4-2-"),
        (LOTR, "godlewski2021/4-2", "unknown agent for lotr 'godlewski2021/4-2'"),
        (LOTR, "godlewski2021/2-4+2-4", "unknown agent for lotr 'godlewski2021/2-4+2-4'"),
        (LOTR, "godlewski2021/1-2-1:sims=4", "no part of 'godlewski2021/1-2-1' searches, so it has no settings"),
        (LOTR, "godlewski2021/4-2-1:speed=4", "agent 'godlewski2021/4-2-1:speed=4': unknown search setting 'speed'"),
        (LOTR, "godlewski2021/4-2-1:rollout=fast", "unknown style of lotr 'fast'"),
        (MAGIC, "staged", "no player for any stage; stages: attack, block, cards"),
        (MAGIC, "staged:draw=expert", "unknown stage of magic 'draw'"),
        (MAGIC, "staged:attack=expert,block=expert,cards=nobody", "unknown agent for magic 'nobody'"),
        (MAGIC, "staged:attack=expert,block=expert,cards=(search:sims=3", "unbalanced parentheses"),
        (MAGIC, "staged:attack=expert),block=expert,cards=expert", "unbalanced parentheses"),
    ],
)
def test_a_wrong_name_is_refused_in_words(game: Game, name: str, says: str) -> None:
    with pytest.raises(UsageError) as caught:
        make_player(game, name)
    assert says in str(caught.value)


# --- the players of the papers ----------------------------------------------------------------------------------------

BASELINE = Settings(
    trees=40,
    sims=250,
    c=1.5,
    search="cards",
    tree="reduced",
    rollout="reduced",
    redraw=True,
    prune="land",
    discount=0.99,
)
ENHANCEMENTS: dict[str, dict[str, Any]] = {
    "BT": {"binary": True, "skip": True, "commit": "stage"},
    "MP": {"prune": "dominated"},
    "NL": {"loss": -1.0, "draw": 0.0},
    "IR": {"interesting": "root", "allowance": 0.05},
}


def test_all_combinations_of_the_paper_are_players() -> None:
    for chosen in product((True, False), repeat=4):
        names = [name for name, used in zip(ENHANCEMENTS, chosen, strict=True) if used]
        more = {key: value for name in names for key, value in ENHANCEMENTS[name].items()}
        assert settings_of("cowling2012/" + ("+".join(names) or "BA")) == replace(BASELINE, **more)
    assert sum(kind.startswith("cowling2012/") for kind in agent_kinds(MAGIC)) == 16 + 2


def test_the_players_beyond_the_combinations() -> None:
    leaf = {"interesting": "leaf", "allowance": 0.01}
    assert settings_of("cowling2012/IL") == replace(BASELINE, **leaf)
    possible = {"prune": "none", "rollout": "random", "discount": 1.0, "deal": "node", "outcomes": "branch"}
    assert settings_of("cowling2012/AP") == replace(BASELINE, **possible)


def test_rollouts_spent_on_interesting_deals_are_as_the_paper_has_them() -> None:
    root = Searcher(MAGIC, settings_of("cowling2012/IR")).plans[0]["worlds"]
    leaf = Searcher(MAGIC, settings_of("cowling2012/IL")).plans[0]["worlds"]
    assert (root["candidates"][0], root["tests"][0], root["deduct"][0]) == (12, 1, 1)
    assert (leaf["candidates"][0], leaf["tests"][0], leaf["deduct"][0]) == (100, 1, 0)


FROM_TRAVEL_ON = "rollout+rollout+rollout+random+random+random+random+random"
FLAT = Settings(
    sims=40,
    share="even",
    deal="every",
    outcomes="open",
    search="planning+questing+defense",
    tree="random",
    prune="paper",
    depth=1,
    c=inf,
    order="listed",
    rollout="expert",
    rest=FROM_TRAVEL_ON,
    final="mean",
    ties="last_won",
)
TREE = Settings(
    sims=40,
    search="planning+staging+questing+defense",
    tree="random",
    prune="paper",
    c=sqrt(2),
    order="listed",
    rollout="expert",
    rest=FROM_TRAVEL_ON,
    rooted=True,
    blind="staging",
    leaks=True,
    redraw=True,
    final="uct",
    ties="last",
)


ELSEWHERE: dict[str, Settings | int] = dict.fromkeys(
    ("travel", "attack", "staging", "encounter", "response"), LOTR.style("expert")
)


def parts_of(name: str) -> dict[str, Settings | int]:
    """The stages of a mixture that are not left to the setup: the settings of a search, or a style."""
    player = make_player(LOTR, name)
    assert isinstance(player, StagedPlayer)
    found: dict[str, Settings | int] = {}
    for number, (stage, part) in enumerate(zip(LOTR.stages, player.parts, strict=True)):
        if player.styles[number] != HOUSE:
            found[stage] = part.settings if isinstance(part, SearchPlayer) else player.styles[number]
    return found


def test_all_mixtures_of_four_agents_are_players() -> None:
    agents = {"1": LOTR.style("random"), "2": LOTR.style("expert"), "3": FLAT, "4": TREE}
    for mixture in product(agents, repeat=3):
        expected = dict(zip(("planning", "questing", "defense"), (agents[number] for number in mixture), strict=True))
        expected |= ELSEWHERE
        assert parts_of("godlewski2021/" + "-".join(mixture)) == expected
    listed = [kind for kind in agent_kinds(LOTR) if kind.startswith("godlewski2021/")]
    assert len(listed) == 16 and "godlewski2021/4-2-4" in listed and "godlewski2021/1-2-1" not in listed
    assert not any(kind.startswith("godlewski2021/") for kind in agent_kinds(MAGIC))


def test_words_go_to_every_part_of_a_mixture_that_searches() -> None:
    changed = {"sims": 400, "rollout": "random", "redraw": False}
    parts = parts_of("godlewski2021/4-2-3:sims=400,rollout=random,redraw=no")
    assert (
        parts
        == {
            "planning": replace(TREE, **changed),
            "questing": LOTR.style("expert"),
            "defense": replace(FLAT, **changed),
        }
        | ELSEWHERE
    )


@pytest.mark.parametrize(
    ("mixture", "requests"),
    [
        ("1-1-1", {"runner": "tree"}),
        ("2-2-2", {"runner": "tree"}),
        ("3-2-2", {"runner": "flat", "K19": "yes"}),
        ("2-3-3", {"runner": "flat", "K19": "yes"}),
        ("4-2-2", {"runner": "tree", "K18": "yes"}),
        ("4-3-3", {"runner": "tree", "K18": "yes"}),
        ("3-4-2", {"runner": "tree", "K18": "yes", "K2": "yes", "K6": "yes", "K13q": "yes"}),
        ("2-2-4", {"runner": "tree", "K18": "yes", "K1": "yes", "K13d": "yes"}),
        (
            "4-4-4",
            {"runner": "tree", "K18": "yes", "K2": "yes", "K6": "yes", "K13q": "yes", "K1": "yes", "K13d": "yes"},
        ),
    ],
)
def test_a_mixture_wishes_for_the_program_of_the_paper_that_ran_it(mixture: str, requests: dict[str, str]) -> None:
    assert make_player(LOTR, f"godlewski2021/{mixture}").requests == requests
    searching = set(mixture) & {"3", "4"}
    assert not searching or make_player(LOTR, f"godlewski2021/{mixture}:sims=7").requests == requests


# --- who decides which stage ------------------------------------------------------------------------------------------


def styles(setup: str, *names: str) -> list[list[int]]:
    """Attack, block and cards of each player."""
    return [row[:3] for row in seat_styles(MAGIC, setup, [make_player(MAGIC, name) for name in names])]


E, R, SEARCH = EXPERT, REDUCED, ASK


@pytest.mark.parametrize("seats", [1, -1], ids=["first", "second"])
@pytest.mark.parametrize(
    ("setup", "names", "expected"),
    [
        ("matched", ("expert", "reduced"), [[E, E, E], [R, R, R]]),
        ("matched", ("cowling2012/BA", "expert"), [[E, E, SEARCH], [E, E, E]]),
        ("matched", ("cowling2012/BA", "reduced"), [[R, R, SEARCH], [R, R, R]]),
        ("matched", ("cowling2012/BA", "magic/ERU"), [[E, R, SEARCH], [E, R, RANDOM]]),
        ("matched", ("cowling2012/BA", "cowling2012/BT+MP"), [[E, E, SEARCH], [E, E, SEARCH]]),
        ("matched", ("cowling2012/BA:play=reduced", "expert"), [[R, R, SEARCH], [E, E, E]]),
        ("matched", ("magic/best", "expert"), [[SEARCH] * 3, [E, E, E]]),
        ("matched", ("magic/best", "cowling2012/BA"), [[SEARCH] * 3, [E, E, SEARCH]]),
        ("literal", ("expert", "reduced"), [[E, E, E], [R, R, R]]),
        ("literal", ("cowling2012/BA", "reduced"), [[E, E, SEARCH], [R, R, R]]),
        ("common", ("expert", "reduced"), [[R, R, E], [R, R, R]]),
        ("common", ("cowling2012/BA", "expert"), [[R, R, SEARCH], [R, R, E]]),
        ("common", ("magic/best", "cowling2012/BA:play=expert"), [[R, R, SEARCH], [R, R, SEARCH]]),
        ("onepass", ("cowling2012/BA", "expert"), [[R, R, SEARCH], [R, R, E]]),
    ],
)
def test_stages_that_are_not_searched_are_played_as_the_setup_says(
    setup: str, names: tuple[str, str], expected: list[list[int]], seats: int
) -> None:
    assert styles(setup, *names[::seats]) == expected[::seats]


def test_only_one_setup_goes_once_through_the_hand() -> None:
    for setup in MAGIC.setups:
        assert MAGIC.make_table(setup)["one_pass"][0] == (setup == "onepass")


def test_a_solo_player_without_a_rule_follows_the_first_style() -> None:
    player = make_player(SWAP, "search:search=throw")
    assert seat_styles(SWAP, "", [player])[0][:2] == [ASK, SWAP.style("greedy")]
    assert seat_styles(NIM, "", [make_player(NIM, "uct"), make_player(NIM, "uniform")]) == [[ASK] + [0] * 7, [0] * 8]


def test_a_player_without_a_rule_for_a_stage_says_so() -> None:
    here = Position.read(MAGIC, "magic | 1: ready 4/4(5) | 2: ready 2/2(2)")
    with pytest.raises(UsageError, match="has no rule for the stage 'attack'"):
        make_player(MAGIC, "cowling2012/BA").decide(here, 1)


# --- staged players ---------------------------------------------------------------------------------------------------

NESTED = (
    "staged:attack=expert,"
    "block=(staged:attack=reduced,block=(search:trees=2,sims=5,search=block),cards=expert),"
    "cards=(ensemble:trees=4,sims=9)"
)


def test_staged_players_may_be_made_of_staged_players() -> None:
    player = make_player(MAGIC, NESTED)
    assert isinstance(player, StagedPlayer)
    assert player.styles[:3] == [EXPERT, ASK, ASK]
    assert player.configuration == NESTED.replace("ensemble:", "search:")
    attack = Position.read(MAGIC, "magic | 1: ready 4/4(5) | 2: ready 2/2(2) 2/3(3)")
    assert player.decide(attack, 1).words() == ["attack 4/4(5)"]
    block = Position.read(MAGIC, "magic block | 1: attackers 3/3(4) | 2: ready 1/1(1) 2/2(2)")
    assert (player.decide(block, 1).trees, player.decide(block, 1).simulations) == (2, 10)
    cards = Position.read(MAGIC, "magic cards | 1: lands 3 hand 2/2(2) 3/1(3) | 2:")
    assert (player.decide(cards, 1).trees, player.decide(cards, 1).simulations) == (4, 36)


def test_stages_without_a_player_of_their_own_are_left_to_the_setup() -> None:
    player = make_player(MAGIC, "staged:cards=(uct:sims=5),attack=reduced")
    assert player.configuration == "staged:attack=reduced,cards=(search:sims=5,c=1.4)"
    assert styles("matched", player.name, "expert")[0] == [REDUCED, EXPERT, ASK]
    assert styles("matched", player.name, "reduced")[0] == [REDUCED, REDUCED, ASK]
    assert styles("literal", player.name, "reduced")[0] == [REDUCED, EXPERT, ASK]
    block = Position.read(MAGIC, "magic block | 1: attackers 3/3(4) | 2: ready 1/1(1) 2/2(2)")
    with pytest.raises(UsageError, match=r"staged:cards=.* has no rule for the stage 'block'"):
        player.decide(block, 1)
    assert seat_styles(SWAP, "", [make_player(SWAP, "staged:score=coin")])[0][:2] == [1, SWAP.style("coin")]


def test_a_staged_player_leaves_to_the_setup_what_its_parts_leave_to_it() -> None:
    player = make_player(MAGIC, "staged:attack=(search:sims=5,search=cards),block=expert")
    assert styles("matched", player.name, "reduced")[0] == [REDUCED, EXPERT, EXPERT]


def test_a_staged_player_cheats_or_listens_if_any_of_its_parts_does() -> None:
    def staged(cards: str) -> Player:
        return make_player(MAGIC, f"staged:attack=expert,block=expert,cards=({cards})")

    assert staged("oracle:sims=5").oracle and not staged("uct:sims=5").oracle
    assert staged("uct:reuse").listens and not staged("uct").listens
    assert not make_player(NIM, "oracle").oracle, "where nothing is hidden nobody can cheat"


# --- other packages ---------------------------------------------------------------------------------------------------

PACKAGE = """
    from dataclasses import replace

    from mulligan.agents import Player
    from mulligan.games.toys import NIM
    from mulligan.search import Decision

    pile = replace(NIM, name="pile", version=3)


    class Stubborn(Player):
        def __init__(self, game, words):
            super().__init__(game, "stubborn", [-1] * len(game.stages))
            self.move = int(words.get("move", 1))

        def decide(self, position, seed, watch=None):
            move = min(self.move, len(position.options()))
            return Decision(position.copy(), self.name, position.actor, (move,))


    nonsense = "not a game"
    """

ASKING = """
    import json
    from mulligan.agents import agent_kinds, make_player
    from mulligan.arena.runner import GameRunner
    from mulligan.core.errors import UsageError
    from mulligan.core.registry import find_game, game_names

    game = find_game("pile")
    table = GameRunner(game, "", [make_player(game, "stubborn:move=3"), make_player(game, "stubborn")])
    played = table.play(1, 0, False)
    problems = []
    for ask in (lambda: find_game("nonsense"), lambda: find_game("missing"), lambda: make_player(game, "lost")):
        try:
            ask()
        except UsageError as error:
            problems.append(str(error))
    own = make_player(game, "uct:sims=3").configuration
    print(json.dumps([game_names(), game.id, agent_kinds(game)["stubborn"], own, played.turns, played.score, problems]))
    """


def test_other_packages_bring_games_and_agents(tmp_path: Path) -> None:
    (tmp_path / "other.py").write_text(textwrap.dedent(PACKAGE))
    about = tmp_path / "other-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: other\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(
        "[mulligan.games]\npile = other:pile\nnonsense = other:nonsense\nmissing = nowhere:game\nnim = other:pile\n"
        "[mulligan.agents]\nstubborn = other:Stubborn\nuct = other:Stubborn\nlost = other:Lost\n"
    )
    source = str(Path(__file__).parents[2] / "src")
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(ASKING)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(tmp_path), source))},
    )
    assert done.returncode == 0, done.stderr
    names, version, kind, own, turns, score, problems = json.loads(done.stdout)
    assert names[-3:] == ["pile", "nonsense", "missing"]
    assert names.count("nim") == 1 and own == "search:sims=3,c=1.4", "what comes with Mulligan keeps its name"
    assert (version, kind) == ("pile/3", "from the package other, without a description")
    assert (turns, score) == (7, 1.0), "of 15 stones: 3 and 1 three times, and then 3"
    assert problems == [
        "the entry point 'nonsense' of group mulligan.games is not a Game",
        "the entry point 'missing' of group mulligan.games cannot be loaded: "
        "ModuleNotFoundError: No module named 'nowhere'",
        "the entry point 'lost' of group mulligan.agents cannot be loaded: "
        "AttributeError: module 'other' has no attribute 'Lost'",
    ]


# --- honesty ----------------------------------------------------------------------------------------------------------

HONEST = {
    "guess": ["halve", "uct:sims=60", "flat:sims=60", "ensemble:trees=3,sims=30", "ismcts:sims=80", "chance:sims=60"],
    "swap": ["coin", "ensemble:trees=3,sims=30,binary,skip,commit=stage", "ismcts:sims=60,rollout=mast"],
    "magic": [
        "expert",
        "reduced",
        "cowling2012/BA:trees=2,sims=20",
        "cowling2012/AP:trees=2,sims=20",
        "cowling2012/IL:trees=2,sims=100",
        "cowling2012/BT+MP+NL+IR:trees=2,sims=50",
        "magic/best:trees=2,sims=20",
        "ismcts:sims=40,reuse",
        "staged:attack=expert,block=expert,cards=(chance:sims=30,cut=4turns)",
    ],
}


@pytest.mark.parametrize(("game", "name"), [(game, name) for game, names in HONEST.items() for name in names])
def test_an_honest_agent_decides_the_same_whatever_is_hidden_from_it(game: str, name: str) -> None:
    report = check_player(find_game(game), name, examples=12)
    assert report.passed, str(report)


@pytest.mark.parametrize("game", [GUESS, SWAP, MAGIC], ids=by_name)
def test_the_oracle_does_not(game: Game) -> None:
    report = check_player(game, "oracle:sims=200", examples=40)
    assert report.failed == ["honesty"], str(report)
    assert make_player(game, "oracle").oracle


@pytest.mark.parametrize(
    "settings",
    [
        Settings(sims=300, deal="every", outcomes="open"),
        Settings(sims=300, deal="every", outcomes="open", every=40),
        Settings(sims=300, deal="every", outcomes="fixed"),
        Settings(sims=300, deal="tree", outcomes="open"),
        Settings(sims=60, deal="tree", trees=20),
        Settings(sims=60, deal="node", trees=20),
    ],
    ids=str,
)
def test_a_kept_tree_knows_no_more_than_its_player(settings: Settings) -> None:
    """Two games that look alike to the first player, with different cards across the table."""
    games = [Position.read(GUESS, f"guess 8: 3 seeks 1-8, {card} seeks 1-8, player 1 to move") for card in (5, 8)]
    searchers = [Searcher(GUESS, replace(settings, reuse=True)) for _ in games]
    reused = 0
    for number, moves in enumerate((("above 2", "above 4"), ("above 3", "above 1"), ("above 4", "above 2"))):
        one, two = (searcher.decide(here, number) for searcher, here in zip(searchers, games, strict=True))
        assert one.choices == two.choices
        assert one.reused == two.reused
        reused += one.reused
        for searcher, here in zip(searchers, games, strict=True):
            for move in map(here.read_move, moves):
                searcher.saw(here.actor, 0, move)
                here.play(move)
    assert reused > 0


def test_rule_players_decide_what_they_advise() -> None:
    for game in (GUESS, RACE, SWAP):
        here = Position.deal(game)
        for style in game.styles:
            decision = make_player(game, style).decide(here, 7)
            assert list(decision.moves) == here.advise(style, make_stream(game, 7, "rule"))
            assert not decision.choices and decision.seat == here.actor
