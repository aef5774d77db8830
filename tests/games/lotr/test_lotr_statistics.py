"""How often the rule players of The Lord of the Rings win: many games against published figures and a naive reference.

The published figures were measured elsewhere, in 10,000 games each unless noted, and carry an error of their own.  A
tolerance is 4.3 standard errors of the difference, so that all tests together raise a false alarm less than once in a
thousand.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cache
from math import sqrt
from random import Random
from typing import Any

import numpy as np
import pytest

from mulligan.core.game import Game, make_step
from mulligan.games.lotr import LOTR
from mulligan.games.lotr.layout import ALL_HEROES, NO_PLACE, WON
from mulligan.games.lotr.setups import default_styles
from mulligan.kernel import Stream, entry, integers, lowest, records, seed_of
from mulligan.play.levels import levels_of

from ...helpers import lotr_oracle as oracle
from ...helpers.lotr_help import ENCOUNTER, LEVELS, rate, spread

GAMES = 40_000
REFERENCE = 10_000
RUNNER = 3_000
TWINS = 1_500
WIDE = 4.3
LONGEST = 64


@cache
def make_games(game: Game) -> Any:
    """The loop that plays games by one style per stage, to the end or to the end of a round.

    It counts in which round they end, and why they are lost; and for the first games it writes down how they stand:
    threat, quest points, the kinds of the active location and of the first engaged enemy.
    """
    deal, actor, stage, turn, step = game.deal, game.actor, game.stage, game.turn, make_step(game)

    @entry
    def play(states, tables, rngs, styles, games, last, out, rounds, causes, stands):
        s = states[0]
        t = tables[0]
        rng = rngs[0]
        for i in range(games):
            states[0] = states[1]
            deal(s, t, rng)
            while actor(s) >= 0 and turn(s) <= last:
                step(s, t, styles[stage(s)], rng, out)
            won = 1 if s.result == WON else 0
            rounds[won, turn(s)] += 1
            if won == 0:
                causes[0 if s.threat >= 50 else 1] += 1
                if s.threat < 50 and s.characters & ALL_HEROES != 0:
                    causes[2] += 1
            if i < len(stands):
                stands[i, 0] = s.threat
                stands[i, 1] = s.points
                stands[i, 2] = s.peril[s.active] if s.active != NO_PLACE else -1
                stands[i, 3] = s.peril[lowest(s.engaged)] if s.engaged != 0 else -1

    return play


@dataclass(frozen=True)
class Result:
    """How some games ended: how many were won and lost in each round, and how many were lost by threat."""

    wins: dict[int, int]
    losses: dict[int, int]
    by_threat: int

    @property
    def games(self) -> int:
        return sum(self.wins.values()) + sum(self.losses.values())

    @property
    def won(self) -> float:
        """In per cent."""
        return 100 * sum(self.wins.values()) / self.games

    @property
    def threat(self) -> float:
        """The per cent of the losses that the threat caused."""
        return 100 * self.by_threat / sum(self.losses.values())

    def rounds(self, which: str = "all") -> tuple[float, float, int]:
        """Mean and variance of the last round, and the number of games: of all, or of the `wins` or `losses`."""
        some = Counter(self.wins) + Counter(self.losses) if which == "all" else Counter(getattr(self, which))
        n = some.total()
        mean = sum(k * m for k, m in some.items()) / n
        return mean, sum(m * (k - mean) ** 2 for k, m in some.items()) / n, n


def run(style: str, setup: str, games: int, last: int, stands: int) -> tuple[Any, Any, Any]:
    """The counts of the loop, and how some of the games stand."""
    game = LOTR.at(setup)
    states, rngs = records(game.State, 2), records(Stream, 1)
    rngs["z"] = seed_of("statistics", style, setup)
    rules = default_styles(setup) if style.startswith("runner ") else {}
    own = style.removeprefix("runner ")
    blend = dict(zip(LOTR.stages, LOTR.blends.get(own, (own,) * len(LOTR.stages)), strict=True))
    styles = np.array([LOTR.style(rules.get(stage, blend[stage])) for stage in LOTR.stages])
    counts = np.zeros((2, LONGEST), np.int64), np.zeros(3, np.int64), np.zeros((stands, 4), np.int64)
    play = make_games(game)
    play(states, game.make_table(setup), rngs, styles, games, last, integers(game.max_options), *counts)
    return counts


@cache
def played(style: str, setup: str, games: int = GAMES) -> Result:
    """Many games of a rule player or a blend; `runner` before its name: with the stages that the setup takes away."""
    rounds, causes, _ = run(style, setup, games, LONGEST, 0)
    assert causes[2] == 0, "a game is lost by threat or for want of heroes"
    losses, wins = ({k: int(n) for k, n in enumerate(row) if n} for row in rounds)
    return Result(wins, losses, int(causes[0]))


def tolerance(reference: float, games: int = REFERENCE) -> float:
    """How far our share may be from a reference that is printed with one decimal."""
    return 0.05 + WIDE * spread(min(max(reference, 0.1), 99.9), games, GAMES)


# --- the simulator ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("style", "references"),
    [
        ("random", (12.2, 2.9, 0.0)),
        ("expert", (96.9, 85.4, 10.4)),
        ("random", (12.1, 3.2, 0.0)),
        ("expert", (96.9, 85.5, 10.4)),
    ],
)
def test_how_often_the_simulator_is_won(style, references):
    for level, reference in zip(LEVELS, references, strict=True):
        found = played(style, f"simulator:level={level}")
        assert found.won == pytest.approx(reference, abs=tolerance(reference)), level
    if references[2] == 0:
        assert found.won < 0.1, "no win in 10,000 games"


@pytest.mark.parametrize(
    ("words", "style", "references"),
    [
        ("K3=no,K4=no", "random", (12.3, 3.0, 0.0)),
        ("K3=no,K4=no", "expert", (97.1, 84.8, 9.7)),
        ("K3=no,K4=no,hand=6", "random", (11.7, 2.7, 0.0)),
        ("K3=no,K4=no,hand=6", "expert", (96.3, 80.9, 7.2)),
        ("K3=no,K4=no,hand=6,K7=no", "random", (15.8, 4.3, 0.0)),
        ("K3=no,K4=no,hand=6,K7=no", "expert", (97.9, 91.5, 27.7)),
    ],
)
def test_what_single_quirks_are_worth(words, style, references):
    for level, reference in zip(LEVELS, references, strict=True):
        found = played(style, f"simulator:level={level},{words}").won
        assert found == pytest.approx(reference, abs=tolerance(reference)), level


@pytest.mark.parametrize(
    ("style", "level", "all_games", "wins", "losses"),
    [
        ("random", "easy", 6.5, 4.4, 6.8),
        ("random", "medium", 7.0, 4.0, 7.0),
        ("random", "hard", 5.0, None, 5.0),
        ("expert", "easy", 2.8, 2.7, 5.2),
        ("expert", "medium", 3.9, 3.2, 7.7),
        ("expert", "hard", 5.5, 4.5, 5.6),
    ],
)
def test_how_long_games_last(style, level, all_games, wins, losses):
    result = played(style, f"simulator:level={level}")
    for which, reference in (("all", all_games), ("wins", wins), ("losses", losses)):
        if reference is None:
            continue
        mean, variance, n = result.rounds(which)
        theirs = n * REFERENCE / GAMES
        within = 0.051 + WIDE * sqrt(variance * (1 / n + 1 / theirs))
        assert mean == pytest.approx(reference, abs=within), which


@pytest.mark.parametrize(
    ("style", "level", "by_threat"),
    [
        ("random", "easy", 2),
        ("random", "medium", 11),
        ("random", "hard", 6),
        ("expert", "medium", 3),
        ("expert", "hard", 2),
    ],
)
def test_why_games_are_lost(style, level, by_threat):
    result = played(style, f"simulator:level={level}")
    lost = sum(result.losses.values())
    within = 0.5 + WIDE * spread(by_threat, lost, max(1, lost * REFERENCE // GAMES))
    assert result.threat == pytest.approx(by_threat, abs=within)


# --- the agent runner -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("mix", "references"), [("1-1-1", (14.9, 4.0, 0.0)), ("2-2-2", (98.5, 84.6, 11.2))])
def test_how_often_the_agents_without_search_win(mix, references):
    games = RUNNER
    for level, reference in zip(LEVELS, references, strict=True):
        found = rate(f"godlewski2021/{mix}", f"paper:level={level}", games)
        within = 0.05 + WIDE * spread(min(max(reference, 0.1), 99.9), RUNNER, games)
        assert found == pytest.approx(reference, abs=within), level
        style = {"1-1-1": "runner random", "2-2-2": "runner expert"}[mix]
        setup = f"paper:level={level}"
        ours = played(style, setup).won
        assert found == pytest.approx(ours, abs=0.1 + WIDE * spread(max(ours, 0.1), games, GAMES))


def test_a_result_that_is_looked_at_after_the_quest_helps_at_easy():
    """The whole-turn players lose games that were won and lost in one round."""
    assert played("runner expert", "paper:level=easy").won > played("expert", "simulator:level=easy").won + 0.5


# --- our own players --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
def test_the_ranger_is_the_best_rule_player_of_clean(level):
    rates = [played(style, f"clean:level={level}", 20_000).won for style in ("uniform", "random", "expert", "ranger")]
    ours = max(rates)
    assert rates[3] == ours
    assert rates[3] > rates[2] + (15 if level == "hard" else 0)
    assert max(rates[:2]) < rates[2]


def test_easy_is_easier_than_medium_and_medium_than_hard():
    for style in ("random", "expert", "ranger"):
        for setup in ("clean", "simulator"):
            easy, medium, hard = (played(style, f"{setup}:level={level}", 20_000).won for level in LEVELS)
            assert easy > medium > hard


def test_the_same_seed_gives_the_same_games():
    again = played.__wrapped__("expert", "simulator:level=hard", 5000)
    assert again == played("expert", "simulator:level=hard", 5000)


# --- the default and the levels ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("style", "low", "high"), [("random", 0, 1), ("naive", 18, 32), ("expert", 15, 29), ("beginner", 45, 60)]
)
def test_the_default_is_neither_lost_nor_won_by_itself(style, low, high):
    """Plain rules win some of it, and a sensible beginner about half.  The bounds are some 20 standard errors away."""
    assert low <= played(style, next(iter(LOTR.setups))).won <= high


def test_the_default_lasts_long_enough_to_decide_something():
    mean, _, _ = played("beginner", next(iter(LOTR.setups))).rounds()
    assert 6 < mean < 8.5
    assert played("naive", "clean").rounds()[0] < 3, "as it did before"


@pytest.mark.parametrize("level", levels_of(LOTR).values(), ids=lambda level: level.name)
def test_levels_say_how_often_rules_win_them(level):
    said = re.search(
        r"naive rules win (\d+|none), expert rules (\d+), a beginner's (\d+), our best player \d+", level.about
    )
    assert said is not None
    for style, number in zip(("naive", "expert", "beginner"), said.groups(), strict=True):
        share = 0.0 if number == "none" else float(number)
        within = 0.5 + WIDE * spread(min(max(share, 0.1), 99.9), REFERENCE * 2, GAMES)
        assert played(style, level.setup).won == pytest.approx(share, abs=within), style


# --- the naive reference ----------------------------------------------------------------------------------------------


@cache
def twins(agent: int, level: str, rules: oracle.Rules, runner: bool = False) -> Result:
    """Games of the reference."""
    chance, found = Random(f"{agent} {level} {rules}"), []
    for _ in range(TWINS):
        game = oracle.Game(level, chance, rules)
        if runner:
            found.append(oracle.play_decisions(game, oracle.rule_decisions((agent,) * 3)))
        else:
            found.append(oracle.play_whole_turns(game, agent))
    wins = Counter(one.rounds for one in found if one.won)
    losses = Counter(one.rounds for one in found if not one.won)
    return Result(dict(wins), dict(losses), sum(one.by_threat for one in found))


STYLES = {1: "random", 2: "expert"}
VARIANTS = [
    ("", {}),
    ("K3=no,K4=no,K7=no,hand=6", {"k3": False, "k4": False, "k7": False, "hand": 6}),
]


def agree(ours: Result, theirs: Result) -> None:
    """Hold our games to those of the reference: how many are won, how long they last, why they are lost."""
    pooled = min(max((ours.won * ours.games + theirs.won * TWINS) / (ours.games + TWINS), 0.05), 99.95)
    assert ours.won == pytest.approx(theirs.won, abs=WIDE * spread(pooled, ours.games, TWINS))
    for which in ("all", "wins", "losses"):
        if not getattr(theirs, which, True):
            continue
        mean, variance, n = ours.rounds(which)
        other, spread_there, m = theirs.rounds(which)
        if m >= 100:
            assert mean == pytest.approx(other, abs=WIDE * sqrt(variance / n + spread_there / m)), which
    if sum(theirs.losses.values()) >= 100:
        lost = sum(ours.losses.values()), sum(theirs.losses.values())
        share = max(ours.threat, 0.5)
        assert ours.threat == pytest.approx(theirs.threat, abs=WIDE * spread(share, *lost))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("agent", STYLES)
@pytest.mark.parametrize(("words", "rules"), VARIANTS, ids=[words or "usual" for words, _ in VARIANTS])
def test_whole_games_are_those_of_the_reference(level, agent, words, rules):
    setup = ",".join(filter(None, [f"simulator:level={level}", words]))
    agree(played(STYLES[agent], setup), twins(agent, level, oracle.Rules(**rules)))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("agent", STYLES)
def test_games_of_the_agent_runner_are_those_of_the_reference(level, agent):
    agree(played(f"runner {STYLES[agent]}", f"paper:level={level}"), twins(agent, level, oracle.Rules(), runner=True))


def test_random_quests_without_the_free_pass_are_those_of_the_reference():
    for level in LEVELS[:2]:
        agree(played("random", f"simulator:level={level},K5=no"), twins(1, level, oracle.Rules(k5=False)))


def after_round_1_here(style: str, level: str, games: int) -> Counter[Any]:
    """How games stand after the first round."""
    _, _, stands = run(style, f"simulator:level={level}", games, 1, games)
    names = ["", *ENCOUNTER]
    return Counter((threat, points, names[site + 1], names[foe + 1]) for threat, points, site, foe in stands.tolist())


def after_round_1_there(agent: int, level: str, games: int) -> Counter[Any]:
    """The same in the reference."""
    found: Counter[Any] = Counter()
    chance = Random(f"round 1 {agent} {level}")
    for _ in range(games):
        game = oracle.Game(level, chance)
        oracle.whole_round(game, agent)
        active = game.location.name if game.location else ""
        found[game.threat, game.quest, active, game.foes[0].kind.name if game.foes else ""] += 1
    return found


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("agent", STYLES)
def test_the_first_round_leads_where_it_leads_in_the_reference(level, agent):
    """Threat, quest, active location and first enemy: a test of homogeneity over all that is not rare."""
    many, games = 100_000, 3000
    ours, theirs = after_round_1_here(STYLES[agent], level, many), after_round_1_there(agent, level, games)
    kinds = [kind for kind, n in ours.items() if n * games / many >= 8]
    assert len(kinds) > 5
    rest = many - sum(ours[kind] for kind in kinds), games - sum(theirs[kind] for kind in kinds)
    pairs = [(ours[kind], theirs[kind]) for kind in kinds] + ([rest] if rest[0] * games / many >= 8 else [])
    chi = sum((a * games - b * many) ** 2 / (a + b) for a, b in pairs) / many / games
    freedom = len(pairs) - 1
    # Wilson & Hilferty (1931): the cube root of chi-squared over its freedom is nearly normal
    deviate = ((chi / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / sqrt(2 / (9 * freedom))
    assert deviate < WIDE, (chi, freedom)
