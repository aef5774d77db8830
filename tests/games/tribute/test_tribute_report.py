"""The gauges for the report on Tales of Tribute: that they count rightly, and repeat themselves."""

from __future__ import annotations

from typing import Any

import pytest

from mulligan import Position
from mulligan.agents import make_player
from mulligan.arena import GameRunner
from mulligan.games.tribute import TRIBUTE
from mulligan.games.tribute.gauges.prices import PHASES, WEAK, phase_of, without
from mulligan.games.tribute.gauges.roots import COLUMNS, merits, quantile, rank_correlation, same_again
from mulligan.games.tribute.gauges.trash import Trash, owned
from mulligan.games.tribute.players.thinning import AT_FIRST, IS_WEAK, weak_cards
from mulligan.games.tribute.rules.cards import BEWILDERMENT, GOLD
from mulligan.gauges import find_gauge
from mulligan.kernel import interpret
from mulligan.papers.library import find_paper
from mulligan.search import Choice

SETUP = "draft2024"


def table(*agents: str) -> GameRunner:
    return GameRunner(TRIBUTE, SETUP, [make_player(TRIBUTE, agent) for agent in agents])


def test_ranks_and_what_is_made_of_them() -> None:
    assert rank_correlation([1.0, 2.0, 3.0], [3.0, 2.0, 1.0]) == -1.0
    assert rank_correlation([1.0, 1.0], [1.0, 2.0]) is None
    assert same_again([1, 2, 3]) == 0.0 and same_again([4, 4]) == 1.0
    assert [quantile([3.0, 1.0, 2.0, 4.0], part) for part in (0.0, 0.25, 0.5, 0.75, 1.0)] == [1, 1, 2, 3, 4]
    choice = Choice(5, 20, 0, 0.4, 0.3, 0.5, 0.9, 1, 0.4)
    found = merits([choice], {5: [0.1 * i for i in range(20)]})
    assert found["best result"][5] == pytest.approx(1.9) and found["mean of the best 4"][5] == pytest.approx(1.75)
    assert found["mean"][5] == 0.4 and found["visits"][5] == 20 and found["quantile 0.75"][5] == pytest.approx(1.4)


def test_cards_that_a_player_destroys_are_counted() -> None:
    """In this game all weak cards that have left it were destroyed, or exchanged at the Treasury."""
    kept: list[Any] = []

    class Kept(Trash):
        def found(self, end: Any) -> Any:
            kept[:] = [self, end]
            return super().found(end)

    gauge = find_gauge(TRIBUTE, "trash")
    at = table("sot/HQL_BOT", "decisiontree")
    found = at.play(0, 0, False, gauge=type(gauge)(gauge.about, gauge.columns, Kept)).found
    counted, end = kept
    for seat in range(2):
        counts = counted.counts[seat]
        assert 0 <= counts["of them weak"] <= counts["destroyed"]
        assert counts["weak cards in the end"] <= counts["cards in the end"]
    s, _ = end.plain()
    gone = sum(int(s.gone[kind]) for kind in range(len(IS_WEAK)) if IS_WEAK[kind])
    both = counted.counts[0] + counted.counts[1]
    assert both["of them weak"] > 0 and both["of them weak"] + both["exchanged at the Treasury"] == gone
    assert found["destroyed"] == (counted.counts[0]["destroyed"], 1)
    assert found["destroyed by the opponent"] == (counted.counts[1]["destroyed"], 1)
    swapped = at.play(0, 0, True, gauge=type(gauge)(gauge.about, gauge.columns, Kept)).found
    assert swapped["cards in the end"] == (kept[0].counts[1]["cards in the end"], 1), "the first player's, in its seat"
    first = Position.deal(TRIBUTE, SETUP, seed=1)
    while first.stage == "draft":
        first.play(first.options()[0])
    assert sum(n for kind, n in owned(first.plain()[0], 0).items() if IS_WEAK[kind]) == AT_FIRST


def test_a_card_less_is_one_less() -> None:
    here = Position.deal(TRIBUTE, "random", seed=2)
    made = without(here, 0, [GOLD])
    assert made is not None
    assert interpret(weak_cards)(made.plain()[0], 0) == interpret(weak_cards)(here.plain()[0], 0) - 1
    assert sum(owned(made.plain()[0], 0).values()) == sum(owned(here.plain()[0], 0).values()) - 1
    assert without(here, 0, [1]) is None
    assert without(here, 0, [1, GOLD]) is not None


def test_prices_are_those_of_the_evaluation_at_the_end_of_own_turns() -> None:
    at, evaluation = table("sot/HQL_BOT", "decisiontree"), "h3_soismcts"
    for swapped in (False, True):
        sums = {f"{card}, {phase}": [0.0, 0.0] for card in WEAK for phase in PHASES}

        def observer(here: Any, move: int, seat: int, decision: Any, own: int = swapped, sums: Any = sums) -> None:
            if seat != own or move != TRIBUTE.end:
                return
            points = int(here.plain()[0].prestige[seat])
            richer = here.copy()
            richer.states["prestige"][0, seat] += 1
            for card, kinds in WEAK.items():
                less = without(here, seat, kinds)
                if less is not None:
                    pair = sums[f"{card}, {phase_of(points)}"]
                    pair[0] += less.evaluate(seat, evaluation) - here.evaluate(seat, evaluation)
                    pair[1] += richer.evaluate(seat, evaluation) - here.evaluate(seat, evaluation)

        gauge = find_gauge(TRIBUTE, f"prices:evaluate={evaluation}")
        found = at.play(1, 0, swapped, None, observer, gauge).found
        assert found and {column: list(pair) for column, pair in found.items()} == {
            column: pytest.approx(pair) for column, pair in sums.items() if pair != [0.0, 0.0]
        }
    assert [phase_of(points) for points in (10, 11, 26, 27)] == ["early", "middle", "middle", "late"]
    assert BEWILDERMENT not in WEAK["starter"] and GOLD not in WEAK["starter"]


def test_roots_repeat_themselves_and_take_the_same_positions_whatever_the_settings() -> None:
    at = table("decisiontree", "uniform")
    found = [
        at.play(3, 0, False, gauge=find_gauge(TRIBUTE, f"roots:sims={sims},repeats=2")).found for sims in (20, 20, 40)
    ]
    assert found[0] == found[1] != found[2]
    assert found[0]["regret: any move"] == found[2]["regret: any move"], "what the judge says of the same positions"
    assert set(found[0]) <= set(COLUMNS) and found[0]["depth"][1] > 1
    for name, (total, occasions) in found[0].items():
        if name.startswith("same again"):
            assert 0 <= total <= 100 * occasions
        if " ~ " in name:
            assert -occasions <= total <= occasions
        if name.startswith("regret"):
            assert total >= -1e-9


def test_the_questions_of_the_report_have_their_gauges() -> None:
    paper = find_paper("soismcts2024")
    gauges = {one.name.partition("/")[2]: one.spec.gauge for one in paper.choose(["questions"]) if one.spec.gauge}
    assert gauges == {
        "trash": "trash",
        "prices": "prices:evaluate={evaluation}",
        "roots": "roots:worlds={worlds},sims={iterations}",
    }
    assert {one.name.partition("/")[2] for one in paper.choose(["question5"])} == {"maximum", "roots"}


def test_credit_for_a_thin_deck_is_added_for_each_weak_card_that_is_gone() -> None:
    for seed in range(3):
        here = Position.deal(TRIBUTE, SETUP, seed=seed)
        while here.stage == "draft":
            here.play(here.options()[0])
        fewer = without(here, 0, [GOLD])
        assert fewer is not None
        fewest = without(fewer, 0, [GOLD])
        assert fewest is not None
        usual, less, least = (one.evaluate(0, "h3_soismcts") for one in (here, fewer, fewest))
        for points in (50, 100, 200):
            found = [one.evaluate(0, f"h3_thin{points}") for one in (here, fewer, fewest)]
            assert found == pytest.approx([usual, less + points / 20_000, least + 2 * points / 20_000])
        assert here.evaluate(0, "h3_unthinned") == pytest.approx(usual), "nothing is gone yet"
        assert least > less > usual, "the bot's own credit"
        assert abs(fewest.evaluate(0, "h3_unthinned") - usual) < (least - usual) / 2
