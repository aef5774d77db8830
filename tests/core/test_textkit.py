"""The text kit: what is printed is read again, and what is wrong is refused with its place."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mulligan.core.errors import UsageError
from mulligan.core.textkit import (
    Register,
    bounded,
    of_each,
    read_choice,
    read_counted,
    read_number,
    read_pairs,
    read_registers,
    read_settings,
    show_counted,
    show_registers,
)

NUMBERS = {"turn": (1, 200), "player": (1, 2)}
NAMES = st.text("abcxyz 'é", min_size=1, max_size=12).map(lambda text: " ".join(text.split())).filter(bool)


# --- numbers ----------------------------------------------------------------------------------------------------------


@given(st.integers(-1000, 1000), st.integers(-100, 100), st.integers(0, 200), st.sampled_from([1, 2, 10]))
def test_a_number_is_read_if_it_is_within_bounds_and_on_a_step(number: int, low: int, more: int, step: int) -> None:
    high = low + more
    if low <= number <= high and number % step == 0:
        assert bounded(str(number), low, high, step) == number
    else:
        with pytest.raises(ValueError, match=f"from {low} to {high}"):
            bounded(str(number), low, high, step)


@pytest.mark.parametrize("text", ["", " 3", "3 ", "+3", "3.0", "0x3", "1_0", "٣", "³", "three", "9" * 6000, "3\n"])
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match=r"(?s)^position, turn: '.*' should be a whole number from 1 to 200$"):
        read_number(text, "position, turn", 1, 200)


def test_steps_are_told_only_where_there_are_any() -> None:
    with pytest.raises(UsageError, match=r"from 0 to 90 in steps of 10$"):
        read_number("5", "position", 0, 90, 10)
    with pytest.raises(UsageError, match=r"from 0 to 4$"):
        read_number("5", "position", 0, 4)


# --- names ------------------------------------------------------------------------------------------------------------


def test_a_choice_is_found_however_it_is_spaced_and_a_near_miss_gets_a_hint() -> None:
    assert read_choice("  bench   1 ", "place in position", ("active", "bench 1")) == 1
    with pytest.raises(UsageError, match=r"^unknown place in position 'activ': did you mean 'active'\?"):
        read_choice("activ", "place in position", ("active", "bench 1"))


@given(st.lists(NAMES, max_size=12), st.sampled_from(["{n} {name}", "{name} x{n}", "{name}*{n}"]))
def test_counted_names_are_read_as_they_were_shown(names: list[str], form: str) -> None:
    found: list[str] = []
    for part in show_counted(names, form):
        n, name = read_counted(part, "position", 12)
        found += [name] * n
    assert found == names


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2 Golett x2", "position, hand1: '2 Golett x2' says twice how many"),
        ("0 Golett", "position, hand1, Golett: '0' should be a whole number from 1 to 60"),
        ("Golett x61", "position, hand1, Golett: '61' should be a whole number from 1 to 60"),
        ("Golett*0", "position, hand1, Golett: '0' should be a whole number from 1 to 60"),
    ],
)
def test_a_wrong_count_is_refused(text: str, message: str) -> None:
    with pytest.raises(UsageError) as error:
        read_counted(text, "position, hand1", 60)
    assert str(error.value) == message


def test_a_name_may_begin_or_end_like_a_count() -> None:
    assert read_counted("2x", "position", 60) == (1, "2x")
    assert read_counted("Golett 2", "position", 60) == (1, "Golett 2")
    assert read_counted("", "position", 60) == (1, "")


# --- words with values ------------------------------------------------------------------------------------------------


@given(st.permutations(["turn 3", "player 2", "loose", "landed"]), st.integers(0, 4))
def test_settings_stand_in_any_order_and_may_be_left_out(words: list[str], n: int) -> None:
    given_words = words[:n]
    found = read_settings(" ".join(given_words), "position", NUMBERS, ["loose", "landed"])
    whole = {"turn 3": ("turn", 3), "player 2": ("player", 2), "loose": ("loose", 1), "landed": ("landed", 1)}
    assert found == dict(whole[word] for word in given_words)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("turn 3 turn 3", "position: 'turn' is given twice"),
        ("loose loose", "position: 'loose' is given twice"),
        ("turn", "position: a value is missing after 'turn'; it should be a whole number from 1 to 200"),
        ("player 3", "position, player: '3' should be a whole number from 1 to 2"),
        ("round 3", "unknown word of position 'round': Choices: turn, player, loose"),
    ],
)
def test_wrong_settings_are_refused(text: str, message: str) -> None:
    with pytest.raises(UsageError) as error:
        read_settings(text, "position", NUMBERS, ["loose"])
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("text", "between", "message"),
    [
        ("by", None, "position: a value is missing after 'by'"),
        ("by x by y", None, "position: 'by' is given twice"),
        ("of x", None, "unknown word of position 'of': Choices: by, step"),
        ("by x,", ",", "unknown word of position '': Choices: by, step"),
        ("by x y, by z", ",", "position: 'by' is given twice"),
        ("by x, step ", ",", "position: a value is missing after 'step'"),
    ],
)
def test_wrong_pairs_are_refused(text: str, between: str | None, message: str) -> None:
    with pytest.raises(UsageError) as error:
        read_pairs(text, "position", ["by", "step"], between)
    assert str(error.value) == message


def test_nothing_is_no_pairs() -> None:
    assert read_pairs("", "position", ["by"]) == {}
    assert read_settings("", "position", NUMBERS) == {}


# --- registers --------------------------------------------------------------------------------------------------------

REGISTERS = (Register("player", 1, 2, plus=1), Register("left", -60, 60), *of_each("ready", 0, 1))


def empty() -> SimpleNamespace:
    return SimpleNamespace(player=0, left=0, ready=[0, 0])


@given(st.integers(0, 1), st.integers(-60, 60), st.integers(0, 1), st.integers(0, 1))
def test_registers_are_read_as_they_were_shown_and_follow_from_those_before(
    player: int, left: int, one: int, two: int
) -> None:
    def default(s: SimpleNamespace, name: str) -> int:
        return {"player": 1, "left": 5 + s.player, "ready1": int(s.left > 0), "ready2": int(s.ready[0])}[name]

    s = SimpleNamespace(player=player, left=left, ready=[one, two])
    shown = show_registers(REGISTERS, s, lambda name: default(s, name))
    assert ("player 2" in shown) == (player == 1)
    assert ("left" in shown) == (left != 5 + player)
    copy = empty()
    read_registers(REGISTERS, copy, shown, "position, with", lambda name: default(copy, name))
    assert copy == s


def test_a_register_that_is_given_is_checked_before_it_is_filled() -> None:
    def check(name: str, value: int) -> None:
        raise UsageError(f"{name} {value}, {s.left}")

    s = empty()
    with pytest.raises(UsageError, match=r"^left 7, 0$"):
        read_registers(REGISTERS, s, "left 7", "position, with", lambda name: 1, check)
    read_registers(REGISTERS, s, "", "position, with", lambda name: 1, check)
    assert s == SimpleNamespace(player=0, left=1, ready=[1, 1])


def test_registers_have_names_and_bounds() -> None:
    for text, message in {
        "luck 3": "unknown number of position, with 'luck': Choices: player, left, ready1, ready2",
        "ready2 2": "position, with, ready2: '2' should be a whole number from 0 to 1",
        "left 3 left 3": "position, with: 'left' is given twice",
    }.items():
        with pytest.raises(UsageError) as error:
            read_registers(REGISTERS, empty(), text, "position, with", lambda name: 0)
        assert str(error.value) == message
