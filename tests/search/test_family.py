"""The family of searches: each part against an answer that was found without it."""

from __future__ import annotations

from collections import Counter
from math import ceil, exp, inf, log, log2, sqrt
from typing import Any

import pytest

from mulligan.agents import make_player
from mulligan.agents.explain import describe, explanations
from mulligan.agents.names import FAMILY as PRESETS
from mulligan.check import check_player
from mulligan.core.errors import UsageError
from mulligan.core.game import Game
from mulligan.core.position import Position
from mulligan.games.toys import GUESS, NIM, SWAP
from mulligan.kernel import record
from mulligan.search import Part, Searcher, Settings, change
from mulligan.search.family import FAMILY
from mulligan.search.finals import FINALS
from mulligan.search.ordering import ORDERS
from mulligan.search.selection import PRIORS, RULES
from mulligan.search.settings import parts_of

from ..helpers.search_help import field, findings, trees_of
from ..helpers.tiny_games import BOLD, SAFE, bandit, coin, matrix, permutations

OPEN = "deal=every,outcomes=open,availability"
POOL = "outcomes=open,availability,c=0.7,descent=postponed"
CHANCES = (0.3, 0.5, 0.7, 0.45)


def settings(words: str) -> Settings:
    return change(Settings(), dict(word.partition("=")[::2] for word in words.split(",")))


def grown(game: Game, words: str, seed: int = 1) -> Searcher:
    """A search after its decision."""
    searcher = Searcher(game, settings(words))
    searcher.decide(Position.deal(game, seed=5), seed)
    return searcher


def history(game: Game, words: str) -> list[tuple[int, float]]:
    """The moves at the root, one simulation after the other, with their rewards."""
    searcher = grown(game, f"{words},final=top,order=listed" if "order=" not in words else f"{words},final=top")
    bench = searcher.benches[0]
    n = field(bench.pool, 0, "samples")
    return [(bench.nodes[one.node].move, one.reward) for one in bench.samples[:n]]


def children(searcher: Searcher) -> dict[int, Any]:
    """The nodes below the root by their moves, with all that parts keep in them."""
    nodes, k, found = searcher.benches[0].nodes, searcher.benches[0].trees[0].root, {}
    k = nodes[k].first
    while k:
        found[nodes[k].move] = nodes[k]
        k = nodes[k].next
    return found


class Arms:
    """Visits and rewards of moves, kept by hand."""

    def __init__(self, count: int) -> None:
        self.rewards: list[list[float]] = [[] for _ in range(count)]
        self.since: dict[int, int] = {}

    def add(self, arm: int, reward: float, step: int) -> None:
        self.rewards[arm].append(reward)
        self.since.setdefault(arm, step)

    def available(self, arm: int, step: int) -> int:
        """Availability is counted from the simulation on that tried the move first, the present one included."""
        return 1 + step - self.since[arm]

    def n(self, arm: int) -> int:
        return len(self.rewards[arm])

    def mean(self, arm: int) -> float:
        return sum(self.rewards[arm]) / len(self.rewards[arm])

    def best(self, score: Any) -> int:
        return max(range(len(self.rewards)), key=score)


# --- UCB1-Tuned -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("world", ["", OPEN])
@pytest.mark.parametrize("most", [0.25, 0.1])
def test_ucb1_tuned_follows_its_formula(world: str, most: float) -> None:
    arms, seen = Arms(4), history(bandit(*CHANCES), f"sims=400,select=tuned,most={most},{world}".strip(","))
    for step, (move, reward) in enumerate(seen):

        def score(arm: int, step: int = step) -> float:
            n, mean, total = arms.n(arm), arms.mean(arm), arms.available(arm, step) if world else step
            variance = sum((r - mean) ** 2 for r in arms.rewards[arm]) / n + sqrt(2 * log(total) / n)
            return mean + sqrt(log(total) / n * min(most, variance))

        assert move == step if step < 4 else score(move) == pytest.approx(max(map(score, range(4))), rel=1e-12)
        arms.add(move, reward, step)
    assert not world or arms.n(2) > 150  # where a node is one position, a move always wins or always loses


# --- PUCT and priors --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("world", ["", OPEN])
@pytest.mark.parametrize("words", ["", "c=0.3,fpu=0.2", "trust=1"])
def test_puct_follows_its_formula(world: str, words: str) -> None:
    given = settings(f"select=puct,prior=style,{words}".strip(","))
    game = bandit(*CHANCES, styles=("uniform", "one"), advised=1)
    first = given.draw if given.fpu == inf else given.fpu
    prior = [(1 - given.trust) / 4 + given.trust * (arm == 1) for arm in range(4)]
    arms = Arms(4)
    for step, (move, reward) in enumerate(history(game, f"{given},sims=300,{world}".strip(","))):

        def score(arm: int, step: int = step) -> float:
            mean = arms.mean(arm) if arms.n(arm) else first
            total = arms.available(arm, step) if world and arms.n(arm) else step
            return mean + given.c * prior[arm] * sqrt(total) / (1 + arms.n(arm))

        top = max(score(arm) for arm in range(4))
        assert score(move) == pytest.approx(top), (step, move)  # where two are as good, either will do
        arms.add(move, reward, step)
    assert arms.n(1) > 0


def weights_of(game: Game, words: str) -> dict[int, float]:
    return {move: d.prior.weight for move, d in children(grown(game, f"sims=40,select=puct,{words}")).items()}


def test_priors_are_distributions() -> None:
    guess = GUESS.interpreted()
    n = len(Position.deal(guess).options())
    assert weights_of(guess, "prior=uniform") == pytest.approx(dict.fromkeys(Position.deal(guess).options(), 1 / n))
    halved = weights_of(guess, "prior=style,prior_style=halve,trust=0.4")
    assert halved.pop(4) == pytest.approx(0.4 + 0.6 / n) and set(halved.values()) == {0.6 / n}
    game = permutations(3, {0: 0.0, 1: 0.5, 2: 1.0})
    assert weights_of(game, "prior=evaluation") == pytest.approx({0: 1 / 3, 1: 1 / 3, 2: 1 / 3})
    won = weights_of(bandit(0.0, 1.0), "prior=evaluation,prior_temperature=0.5")
    assert won == pytest.approx({0: 1 / (1 + exp(2)), 1: exp(2) / (1 + exp(2))})


def test_a_prior_of_ones_own() -> None:
    def weigh(m: Any, s: Any, t: Any, n: int, plan: Any, rng: Any) -> None:
        for i in range(n):
            m.weights[i] = 0.97 if m.moves[i] == 3 else 0.01

    mine = Part("prior", "mine", make=lambda game, made: {"weigh": weigh}, Node=record(weight="f8"))
    for world in ({}, {"deal": "every", "outcomes": "open"}):
        searcher = Searcher(bandit(*CHANCES), Settings(sims=50, select="puct", prior=mine, **world))  # type: ignore[arg-type]
        searcher.decide(Position.deal(bandit(*CHANCES)), 1)
        assert {move: d.prior.weight for move, d in children(searcher).items() if d.visits}[3] == 0.97
        assert children(searcher)[3].visits > 30


# --- EXP3 and regret matching -----------------------------------------------------------------------------------------


def strategies(rule: str, gains: list[float], paid: list[float], gamma: float) -> list[float]:
    """The strategy by its definition."""
    if rule == "exp3":
        weights = [exp(gamma / len(gains) * (gain - max(gains))) for gain in gains]
    else:
        weights = [max(0.0, gain - cost) for gain, cost in zip(gains, paid, strict=True)]
    total = sum(weights)
    return [weight / total for weight in weights] if total > 0 else [1 / len(gains)] * len(gains)


@pytest.mark.parametrize("world", ["", OPEN])
@pytest.mark.parametrize("rule", ["exp3", "regret"])
def test_strategies_are_those_of_the_definition(rule: str, world: str) -> None:
    words = f"sims=2000,select={rule},gamma=0.2,win=2,draw=1,loss=0,{world}".strip(",")
    gains, paid, average, count, spread = [0.0] * 4, [0.0] * 4, [0.0] * 4, [0.0] * 4, [0.0] * 4
    for step, (move, reward) in enumerate(history(bandit(*CHANCES), words)):
        if step < 4:
            assert move == step
            continue
        strategy = strategies(rule, gains, paid, 0.2)
        chance = [0.8 * weight + 0.05 for weight in strategy]
        gains[move] += reward / 2 / chance[move]
        for arm in range(4):
            paid[arm] += reward / 2
            average[arm] += strategy[arm]
            count[arm] += (arm == move) - chance[arm]
            spread[arm] += chance[arm] * (1 - chance[arm])
    found = children(grown(bandit(*CHANCES), f"{words},order=listed,final=top"))
    assert [found[arm].select.gain for arm in range(4)] == pytest.approx(gains)
    assert [found[arm].select.average for arm in range(4)] == pytest.approx(average)
    assert all(abs(drawn) < 4.5 * sqrt(var) for drawn, var in zip(count, spread, strict=True))
    assert not world or max(range(4), key=average.__getitem__) == 2


@pytest.mark.parametrize("rule", ["exp3", "regret"])
def test_the_final_choice_is_that_of_the_average_strategy(rule: str) -> None:
    searcher = grown(bandit(*CHANCES), f"sims=500,select={rule},final=average")
    average = {move: d.select.average for move, d in children(searcher).items()}
    total = sum(average.values())
    drawn = Counter[int]()
    for seed in range(400):
        assert searcher._pick(searcher.below(()), [_Stream(seed)]) == max(average, key=average.__getitem__)
    mixed = grown(bandit(*CHANCES), f"sims=500,select={rule},final=mixed")
    for seed in range(2000):
        drawn[mixed._pick(mixed.below(()), [_Stream(seed)])] += 1
    for move, weight in average.items():
        share = weight / total
        assert abs(drawn[move] - 2000 * share) < 4.5 * sqrt(2000 * share * (1 - share)) + 1


class _Stream:
    def __init__(self, seed: int) -> None:
        self.z = (seed * 2_654_435_761 + 12_345) % (1 << 60) + 1
        for _ in range(4):
            self.z = 0x6A09E47D * (self.z & 0xFFFFFFFF) + (self.z >> 32)


def test_without_a_strategy_the_visits_are_one() -> None:
    searcher = grown(bandit(*CHANCES), "sims=200,final=average")
    searcher.below(())
    assert searcher.benches[0].strategy() == {move: float(d.visits) for move, d in children(searcher).items()}


PENNIES = ((1.0, 0.0), (0.0, 0.5))  # the first player's first choice with probability 1/3, worth 1/3


@pytest.mark.parametrize("views", ["moves", "observations"])
@pytest.mark.parametrize(("rule", "near"), [("regret", 0.06), ("exp3", 0.12)])
def test_two_who_choose_at_once_find_the_equilibrium(rule: str, near: float, views: str) -> None:
    """Each in a tree of its own, where what the other does is not seen."""
    searcher = grown(matrix(PENNIES), f"sims=6000,{OPEN},descent=observers,views={views},select={rule},gamma=0.05")
    average = {move: d.select.average for move, d in children(searcher).items()}
    assert average[0] / sum(average.values()) == pytest.approx(1 / 3, abs=near)
    assert trees_of(searcher)[0].value / 6000 == pytest.approx(1 - 1 / 3, abs=near)  # of who moved there: the other


def test_one_observer_takes_the_second_player_to_see_the_first_ones_choice() -> None:
    means = {
        move: d.value / d.visits for move, d in children(grown(matrix(PENNIES), f"sims=3000,{OPEN},c=0.7")).items()
    }
    assert max(means.values()) < 0.1
    seen = {move: d.value / d.visits for move, d in children(grown(matrix(PENNIES), _observed("sims=3000"))).items()}
    assert max(seen.values()) > 0.25


def _observed(words: str) -> str:
    return f"{words},{OPEN},c=0.7,descent=observers"


# --- sequential halving -----------------------------------------------------------------------------------------------


def halved(arms: int, sims: int, rewards: dict[int, list[float]]) -> list[int]:
    """The moves in order, by Karnin et al.: of each move so many rewards are known."""
    alive, seen, pulled = list(range(arms)), list[int](), Counter[int]()
    while len(alive) > 1:
        share = max(1, sims // (len(alive) * ceil(log2(arms))))
        for _ in range(share):
            seen += alive
        pulled.update(dict.fromkeys(alive, share))
        mean = {arm: sum(rewards[arm][: pulled[arm]]) / pulled[arm] for arm in alive}
        alive = sorted(sorted(alive, key=lambda arm: (-mean[arm], -arm))[: ceil(len(alive) / 2)])
    return seen + alive * (sims - len(seen))


@pytest.mark.parametrize("world", ["", OPEN])
@pytest.mark.parametrize("arms", [2, 3, 5, 8])
def test_halving_gives_the_rounds_that_it_should(arms: int, world: str) -> None:
    chances = [0.13 * (arm + 1) % 0.9 for arm in range(arms)]
    seen = history(bandit(*chances), f"sims=500,root=halving,{world}".strip(","))
    rewards: dict[int, list[float]] = {arm: [] for arm in range(arms)}
    for move, reward in seen:
        rewards[move].append(reward)
    assert Counter(move for move, _ in seen) == Counter(halved(arms, 500, rewards))
    searcher = grown(bandit(*chances), f"sims=500,root=halving,final=robust,{world}".strip(","))
    merits = {move: (d.visits, d.value / d.visits) for move, d in children(searcher).items() if d.visits}
    chosen = searcher.decide(Position.deal(bandit(*chances), seed=5), 1).moves[0]
    assert merits[chosen] == max(merits.values())


def test_halving_with_fewer_simulations_than_moves() -> None:
    assert [move for move, _ in history(bandit(*CHANCES), "sims=3,root=halving")] == [0, 1, 2]


# --- RAVE -------------------------------------------------------------------------------------------------------------


def test_where_all_moves_are_made_in_the_end_all_moves_are_as_first() -> None:
    """Alone, with every card played in each simulation: AMAF has every simulation, for every card."""
    game = permutations(4, {0: 0.1, 1: 0.9, 2: 0.4, 3: 0.3})
    searcher = grown(game, "sims=300,select=rave,playout=noted")
    root = trees_of(searcher)[0]
    assert root.visits == 300
    for d in children(searcher).values():
        assert d.select.amaf == 300 and d.select.total == pytest.approx(root.value)
        first = d.first
        while first:  # a node has children from its second visit on
            below = searcher.benches[0].nodes[first]
            assert below.select.amaf == d.visits - 1
            first = below.next


def test_a_move_that_is_never_made_later_has_its_own_visits() -> None:
    for d in children(grown(bandit(*CHANCES), "sims=300,select=rave,playout=noted")).values():
        assert (d.select.amaf, d.select.total) == (d.visits, d.value)


def test_rave_follows_its_formula_and_without_weight_is_ucb1() -> None:
    arms = Arms(4)
    for step, (move, reward) in enumerate(history(bandit(*CHANCES), "sims=300,select=rave,playout=noted,c=0.5")):
        if step >= 4:  # of a bandit, both means are the same
            bound = sqrt(log(step))
            assert move == arms.best(lambda arm, bound=bound: arms.mean(arm) + 0.5 * bound / sqrt(arms.n(arm)))
        arms.add(move, reward, step)
    nim = NIM.interpreted()
    plain, none = (
        grown(nim, f"sims=300,playout=noted,{words}") for words in ("select=ucb1", "select=rave,equivalence=0")
    )
    assert [tree.dump() for tree in trees_of(plain)] == [tree.dump() for tree in trees_of(none)]


# --- implicit minimax backups -----------------------------------------------------------------------------------------


def test_the_minimax_value_of_a_whole_tree_is_that_of_the_game() -> None:
    """Nim with one heap of six stones, of which one to three are taken: four left is lost for who is to move."""
    game = NIM.interpreted()
    searcher = Searcher(game, settings("sims=3000,select=implicit"))
    searcher.decide(Position.deal(game, "6-3"), 1)
    assert {move: d.select.worth[0] for move, d in children(searcher).items()} == {1: 0.0, 2: 1.0, 3: 0.0}
    assert all(d.select.worth[0] + d.select.worth[1] == 1.0 for d in children(searcher).values())


def test_without_weight_it_is_ucb1() -> None:
    for game in (NIM.interpreted(), SWAP.interpreted()):
        plain, none = (grown(game, f"sims=200,{words}") for words in ("c=1.5", "select=implicit,alpha=0"))
        assert [tree.dump() for tree in trees_of(plain)] == [tree.dump() for tree in trees_of(none)]


# --- progressive widening ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("world", ["", OPEN])
@pytest.mark.parametrize(("widen", "power"), [(1.0, 0.5), (2.0, 0.3), (0.5, 1.0), (100.0, 0.5)])
def test_a_node_is_as_wide_as_it_should_be(widen: float, power: float, world: str) -> None:
    words = f"sims=150,order=widening,widen={widen},widen_power={power},prior=style,prior_style=halve,{world}"
    seen = [move for move, _ in history(GUESS.interpreted(), words.strip(","))]
    moves = len(Position.deal(GUESS).options())
    tried = set[int]()
    for n, move in enumerate(seen):
        allowed = max(1, ceil(widen * n**power))
        assert (move not in tried) == (len(tried) < min(moves, allowed))
        tried.add(move)
    assert seen[0] == 4, "what the style would play comes first"
    assert (len(tried) == moves) == (widen * 149**power > moves - 1)


# --- worlds -----------------------------------------------------------------------------------------------------------


def mean_of(game: Game, move: int, words: str) -> float:
    d = children(grown(game, words))[move]
    return float(d.value / d.visits)


def test_worlds_by_themselves_guess_what_worlds_together_cannot() -> None:
    """Strategy fusion: in each world the coin is known, over all of them it is not."""
    game = coin(0.6, guesser=0)
    for depth, low, high, best in ((1, 0.85, 1.0, BOLD), (2, 0.3, 0.58, SAFE)):
        words = f"sims=4000,{POOL},pool=40,postpone={depth}"
        assert low < mean_of(game, BOLD, words) < high
        assert Searcher(game, settings(words)).decide(Position.deal(game), 1).moves == (best,)


def test_a_world_is_the_same_whenever_its_number_comes() -> None:
    """With one world, everything is known from the beginning."""
    assert mean_of(coin(0.6, guesser=0), BOLD, f"sims=1000,{POOL},pool=1,postpone=99") > 0.9


def test_a_postponed_world_is_never_reached_in_a_short_tree() -> None:
    late, later = (grown(GUESS.interpreted(), f"sims=200,{POOL},postpone={depth}") for depth in (98, 99))
    assert [tree.dump() for tree in trees_of(late)] == [tree.dump() for tree in trees_of(later)]
    apart = grown(GUESS.interpreted(), f"sims=200,{POOL},postpone=1")
    assert {child.move for first in trees_of(apart)[0].children for child in first.children} <= set(range(-41, -1))


def test_an_opponent_who_is_dealt_anew_does_not_know_the_searchers_coin() -> None:
    """The opponent guesses the searcher's coin: in the searcher's worlds it is always the same one."""
    game = coin(0.3, guesser=1)
    leaking = mean_of(game, BOLD, f"sims=2000,{OPEN},c=0.7")
    honest = mean_of(game, BOLD, f"sims=2000,{OPEN},c=0.7,worlds=redealt")
    assert leaking < 0.2 and 0.42 < honest < 0.58
    for worlds, best in (("sampled", SAFE), ("redealt", BOLD)):
        words = f"sims=2000,{OPEN},c=0.7,worlds={worlds}"
        assert Searcher(game, settings(words)).decide(Position.deal(game), 1).moves == (best,)


def test_where_nothing_is_hidden_all_observers_see_the_same() -> None:
    searcher = grown(NIM.interpreted(), f"sims=200,{OPEN},descent=observers")
    bench = searcher.benches[0]
    from ..helpers.search_help import Node

    mine, other = Node(bench.nodes, bench.trees[0].root), Node(bench.nodes, bench.trees[0].descent.roots[1])
    assert mine.dump() == other.dump() and mine.visits == 200


# --- all of them ------------------------------------------------------------------------------------------------------

TOGETHER = [  # a few searches to compile, with all parts in them
    "select=tuned",
    "select=puct,prior=style,order=widening",
    "select=rave,playout=noted,rollout=halve",
    "select=implicit,root=halving,final=robust",
    f"{OPEN},select=puct,prior=style,root=halving,worlds=redealt",
    f"{OPEN},select=regret,descent=observers,views=observations,final=average,trees=2",
    "outcomes=open,availability,descent=postponed,pool=7,select=exp3,final=mixed,order=widening,prior=evaluation",
]


@pytest.mark.parametrize("words", TOGETHER)
def test_compiled_and_interpreted_agree_and_are_honest(words: str) -> None:
    given = settings(f"sims=60,{words}")
    found = []
    for game in (GUESS, GUESS.interpreted()):
        searcher = Searcher(game, given)
        decision = searcher.decide(Position.deal(game, seed=3), 1)
        found.append((findings(decision), [tree.dump() for tree in trees_of(searcher)]))
    assert found[0] == found[1]
    assert change(Settings(), dict(word.partition("=")[::2] for word in str(given).split(","))) == given
    report = check_player(GUESS, f"search:sims=20,{words}", examples=12)
    assert report.passed and report.clause("honesty").tried >= 12, str(report)


def test_a_name_has_the_settings_of_its_own_parts_alone() -> None:
    given = settings("select=puct,prior=style,trust=0.5,prior_style=halve")
    assert str(given) == "select=puct,prior=style,prior_style=halve" and given.trust == 0.5
    assert change(given, {"prior": "uniform"}) == settings("select=puct")
    with pytest.raises(AttributeError, match="there is no setting 'trust'"):
        assert settings("select=tuned").trust


def test_every_part_is_named_by_a_setting_and_says_after_whom() -> None:
    assert set(FAMILY["select"]) == set(RULES) - {"ucb1"} and set(FAMILY["prior"]) == set(PRIORS)
    assert set(FAMILY["order"]) <= set(ORDERS) and {"robust", "average", "mixed"} <= set(FINALS)
    for slot, parts in FAMILY.items():
        for name, part in parts.items():
            assert (part.slot, part.name) == (slot, name) and part.about
            assert part.paper or slot in ("prior", "playout")
            told = explanations(part.Settings) if part.Settings else {}
            assert all(told.values())


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_the_presets_are_made_of_their_parts(preset: Any) -> None:
    player = make_player(GUESS, preset.name)
    told = describe(player)
    published = [one["after"] for one in told["made_of"]]
    family = {part for parts in FAMILY.values() for part in parts.values()}
    assert family & set(parts_of(player.settings)) and any(published)  # type: ignore[attr-defined]
    assert make_player(GUESS, player.configuration).configuration == player.configuration


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("prior=style", "prior: only with a part that wants one"),
        ("select=tuned,bias=1", "bias: only with select=ucb1"),
        ("select=rave", "select=rave: playouts have to note their moves, so playout=noted"),
        ("select=exp3,fpu=1", "select=exp3: moves are drawn and have no scores"),
        ("select=regret,outcomes=branch", "select=regret: not with outcomes=branch"),
        ("select=exp3,credit=searcher", "select=exp3: every player learns from its own rewards"),
        ("select=exp3,discount=0.9,loss=0.2", "select=exp3: all rewards should lie between loss and win"),
        ("order=widening,exhaust", "order=widening: not with exhaust"),
        ("select=implicit,outcomes=open", "select=implicit: only where a node is one position"),
        ("root=halving,seconds=1", "root=halving: its rounds are parts of `sims`"),
        ("root=halving,reuse", "root=halving: all visits are its own"),
        ("descent=observers", "descent=observers: only with deal=every, outcomes=open and availability"),
        (f"{OPEN},descent=observers,rooted", "descent=observers: not with reuse, rooted"),
        (f"{OPEN},descent=observers,worlds=redealt", "worlds=redealt: only in open loop"),
        ("worlds=redealt", "worlds=redealt: only in open loop"),
        ("descent=postponed", "descent=postponed: it has worlds of its own"),
        ("descent=postponed,interesting=root", "descent=postponed: it deals its worlds itself"),
        ("playout=noted,rollout=mast", "playout=noted: not with rest, pruned_start or rollout=mast"),
        ("select=puct,c=inf", "select=puct: not with c=inf"),
        ("most=0.2", "unknown search setting 'most'"),
        ("select=puct,prior=style,prior_style=nobody", "unknown style of guess 'nobody'"),
        ("select=puct,prior=style,trust=2", "trust=2: should be from 0 to 1"),
    ],
)
def test_what_does_not_go_together_is_told(words: str, says: str) -> None:
    with pytest.raises(UsageError) as caught:
        make_player(GUESS, f"search:{words}")
    assert says in str(caught.value)
