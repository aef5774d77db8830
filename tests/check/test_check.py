"""The conformance test passes sound games and honest agents, and names the clause that anything else breaks."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from mulligan.check import Report, check_game
from mulligan.core.errors import UsageError
from mulligan.core.game import Game, Text
from mulligan.core.position import Position, make_stream
from mulligan.games.toys import GUESS, NIM, RACE, SWAP, guess, swap
from mulligan.kernel import below, compiled, fork, interpret, record

nim, race, guessing, swapping = NIM.interpreted(), RACE.interpreted(), GUESS.interpreted(), SWAP.interpreted()
random_below = interpret(below)


@pytest.mark.parametrize("game", [NIM, RACE, GUESS, SWAP], ids=lambda game: game.name)
def test_the_toys_keep_the_contract(game: Game) -> None:
    report = check_game(game, examples=40)
    assert report.passed, str(report)


@pytest.mark.parametrize("game", [nim, swapping], ids=lambda game: game.name)
def test_plain_python_can_be_checked_too(game: Game) -> None:
    report = check_game(game, examples=20)
    assert not game.compiled
    assert report.passed, str(report)


# --- broken games -----------------------------------------------------------------------------------------------------

BROKEN: dict[str, tuple[Game, str, str]] = {}


def broken(clause: str, game: Game, says: str, **changes: Any) -> Callable[[Any], Any]:
    """Register a game with one function replaced by a wrong one: the clause that must fail and what must be said."""

    def register(function: Any) -> Any:
        name = function.__name__
        field = name if hasattr(game, name) else name.split("_")[0]
        BROKEN[f"{game.name} {function.__name__}"] = (replace(game, **{field: function}, **changes), clause, says)
        return function

    return register


@broken("hidden honesty", guessing, "cannot know")
def hide_peeks(s: Any, t: Any, seat: int, rng: Any) -> None:
    if random_below(rng, 2):
        guessing.hide(s, t, seat, rng)


@broken("hidden cards", guessing, "are lost")
def hide_loses_a_card(s: Any, t: Any, seat: int, rng: Any) -> None:
    s.card[1 - seat] = s.low[seat] + random_below(rng, s.high[seat] - s.low[seat] + 1)


@broken("hidden view", guessing, "observes")
def hide_changes_the_own_card(s: Any, t: Any, seat: int, rng: Any) -> None:
    guessing.hide(s, t, 1 - seat, rng)


@broken("hidden variety", guessing, "hide changed nothing")
def hide_does_nothing(s: Any, t: Any, seat: int, rng: Any) -> None:
    pass


@broken("hidden completeness", guessing, "never changes number 0 of what player 1 observes")
def hide_helps_one_player(s: Any, t: Any, seat: int, rng: Any) -> None:
    if seat == 0:
        guessing.hide(s, t, seat, rng)


@broken("hidden fairness", guessing, "standard errors apart")
def hide_prefers_low_cards(s: Any, t: Any, seat: int, rng: Any) -> None:
    worlds = [random_below(rng, s.high[seat] - s.low[seat] + 1) for _ in range(2)]
    old = s.card[1 - seat]
    s.card[1 - seat] = s.low[seat] + min(worlds)
    s.rest[1 - seat] ^= (1 << old) ^ (1 << s.card[1 - seat]) if old != s.card[1 - seat] else 0


@broken("hidden play", swapping, "after hide(0)")
def hide_takes_the_deck_away(s: Any, t: Any, seat: int, rng: Any) -> None:
    swapping.hide(s, t, seat, rng)
    s.drawn = swap.CARDS


@broken("hidden view", nim, "nothing is hidden")
def hide_changes_what_all_can_see(s: Any, t: Any, seat: int, rng: Any) -> None:
    s.turn += 2


@broken("deals", guessing, "deal the same game")
def deal_always_alike(s: Any, t: Any, rng: Any) -> None:
    guessing.deal(s, t, make_stream(guessing, "always")[0])


@broken("conservation", swapping, "are lost")
def play_loses_cards(s: Any, t: Any, move: int, rng: Any) -> None:
    before = sum(s.gone)
    swapping.play(s, t, move, rng)
    if before == 0 and s.gone[3] > 0:
        s.gone[3] -= 1


@broken("legality", nim, "'take 1' is offered twice")
def options_offers_twice(s: Any, t: Any, form: int, out: Any) -> int:
    n = nim.options(s, t, form, out)
    out[n] = 1
    return int(n) + 1


@broken("legality", nim, "no legal move")
def options_forgets_the_last_stone(s: Any, t: Any, form: int, out: Any) -> int:
    return int(nim.options(s, t, form, out)) if s.stones > 1 else 0


@broken("legality", nim, "max_options is 2", max_options=2)
def options(s: Any, t: Any, form: int, out: Any) -> int:
    return int(nim.options(s, t, form, out))


@broken("looking", nim, "changes the position")
def options_takes_a_stone(s: Any, t: Any, form: int, out: Any) -> int:
    s.stones = max(1, s.stones - 1)
    return int(nim.options(s, t, form, out))


@broken("pruning", swapping, "every move is pruned")
def options_prunes_all(s: Any, t: Any, form: int, out: Any) -> int:
    return 0 if form == 1 and s.stage == swap.SCORE else int(swapping.options(s, t, form, out))


@broken("pruning", swapping, "not legal without pruning")
def options_prunes_wrongly(s: Any, t: Any, form: int, out: Any) -> int:
    n = int(swapping.options(s, t, form, out))
    out[0] += form == 1 and s.stage == swap.SCORE and s.open == 6 and -1
    return n


@broken("legality", race, "turn falls")
def turn_falls(s: Any) -> int:
    return 100 - int(race.turn(s))


@broken("legality", race, "stage 1 should be")
def stage_is_unknown(s: Any) -> int:
    return 1


@broken("termination", nim, "without end", max_turns=2)
def play_puts_stones_back(s: Any, t: Any, move: int, rng: Any) -> None:
    nim.play(s, t, move, rng)
    s.stones, s.turn = s.stones or 1, s.turn % 2


@broken("termination", race, "beyond max_turns", max_turns=3)
def play(s: Any, t: Any, move: int, rng: Any) -> None:
    race.play(s, t, move, rng)


@broken("termination", nim, "add up to 1")
def payoff_for_everybody(s: Any, seat: int) -> float:
    return 1.0


@broken("randomness", race, "equal streams")
def play_throws_dice_of_its_own(s: Any, t: Any, move: int, rng: Any) -> None:
    race.play(s, t, move, rng)
    s.rolled = random.SystemRandom().getrandbits(40)


@broken("play", nim, "raises ZeroDivisionError")
def play_divides_by_zero(s: Any, t: Any, move: int, rng: Any) -> None:
    nim.play(s, t, move // (s.stones - 13), rng)


@broken("styles", swapping, "is not legal")
def advise_against_the_rules(s: Any, t: Any, style: int, rng: Any, out: Any) -> int:
    n = int(swapping.advise(s, t, style, rng, out))  # type: ignore[misc]
    out[n - 1] += 2 if s.stage == swap.THROW and style == swap.COIN else 0
    return n


@broken("styles", swapping, "but its act")
def act_against_the_advice(s: Any, t: Any, style: int, rng: Any, out: Any) -> None:
    swapping.options(s, t, 0, out)
    swapping.play(s, t, out[0], rng)


@broken("numbers", race, "not from 0 to 1")
def evaluate_too_high(s: Any, t: Any, seat: int, style: int) -> float:
    return 0.5 + 0.1 * int(s.place[seat])


@broken("numbers", race, "max_numbers is 2", max_numbers=2)
def observe(s: Any, t: Any, seat: int, out: Any) -> int:
    return int(race.observe(s, t, seat, out))


@broken("shuffle", swapping, "changes what a player observes")
def shuffle_takes_a_card(s: Any, t: Any, firm: int, rng: Any) -> None:
    swapping.shuffle(s, t, firm, rng)
    s.points += 1


@broken("metadata", nim, "names no style")
def default_styles(setup: str) -> dict[str, str]:
    return {"take": "careful"}


BROKEN["nim text"] = (
    replace(nim, text=replace(nim.text, state=lambda s, t: NIM.text.state(s, t).replace("player 2 to", "player 1 to"))),
    "text",
    "another player",
)
BROKEN["nim same words"] = (
    replace(nim, text=replace(nim.text, move=lambda s, t, move: "take some")),
    "legality",
    "both read",
)
BROKEN["nim accepts anything"] = (
    replace(
        nim,
        text=Text(nim.text.move, nim.text.state, lambda text, s, t: "1" in text and NIM.text.read_state(text, s, t)),
    ),
    "text",
    "should raise UsageError",
)


def with_stored_dice() -> Game:
    """A race whose next roll lies ready in the state, where a planner can see it."""

    def deal(s: Any, t: Any, rng: Any) -> None:
        race.deal(s, t, rng)
        s.next = interpret(fork)(rng)

    def play(s: Any, t: Any, move: int, rng: Any) -> None:
        own = make_stream(race, int(s.next))[0]
        race.play(s, t, move, own)
        s.next = own.z

    State = record(place=("i8", 2), goal="i8", turn="i8", rolled="i8", next="i8")
    return replace(race, State=State, deal=deal, play=play)


BROKEN["race stores its dice"] = (with_stored_dice(), "open future", "always leads to")


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_game_fails_the_right_clause(name: str) -> None:
    game, clause, says = BROKEN[name]
    report = check_game(game, examples=40, setups=list(game.setups)[:1], only=[clause])
    assert clause in report.failed, str(report)
    case = report.clause(clause).counterexample
    assert case is not None
    assert says in case.problem
    assert case.problem in str(report)


def test_a_broken_game_is_found_in_machine_code_too() -> None:
    hold = guess.hold

    @compiled
    def hide(s, t, seat, rng):  # type: ignore[no-untyped-def]
        card = s.low[seat] + below(rng, s.high[seat] - s.low[seat] + 1)
        if s.card[1 - seat] != 1:
            hold(s, t, 1 - seat, card)

    report = check_game(replace(GUESS, hide=hide), examples=60)
    assert "hidden honesty" in report.failed
    assert not set(report.failed) - {"hidden honesty", "redealt honesty", "twin games", "hidden fairness"}


def test_functions_are_compiled_all_or_none() -> None:
    with pytest.raises(UsageError, match="'play' is compiled, but not hide"):
        check_game(replace(NIM, hide=nim.hide))


# --- reports ----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def report() -> Report:
    return check_game(BROKEN["swap play_loses_cards"][0], examples=60)


def test_a_counterexample_is_small_and_leads_where_it_says(report: Report) -> None:
    game, clause, _ = BROKEN["swap play_loses_cards"]
    case = report.clause(clause).counterexample
    assert case is not None
    assert len(case.moves) <= 2
    position = Position.deal(game, case.setup, case.seed)
    for move in case.moves:
        position.play(move, case.seed)
    assert str(position) == case.position


def test_a_report_is_text_and_json(report: Report) -> None:
    lines = str(report).splitlines()
    assert lines[0].startswith("swap/1: ")
    assert any(line.startswith("  FAIL  conservation") for line in lines)
    assert any(line.startswith("  ok    legality") for line in lines)
    told = json.loads(json.dumps(report.to_dict()))
    assert not told["passed"]
    assert {clause["name"]: clause["passed"] for clause in told["clauses"]}["conservation"] is False


def test_the_same_check_finds_the_same(report: Report) -> None:
    assert check_game(BROKEN["swap play_loses_cards"][0], examples=60) == report
