"""Messages about what users gave: they repeat a line of it at most, and names have a depth and a length."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as some

from mulligan.core.errors import LINE, LONGEST, UsageError, quoted, unknown
from mulligan.core.words import DEEPEST, join_words, split_words
from mulligan.core.words import LONGEST as LONGEST_NAME


def test_short_messages_are_left_alone() -> None:
    text = "unknown game 'magik': did you mean 'magic'? Choices: " + ", ".join(f"game{i}" for i in range(100))
    assert str(UsageError(text)) == text
    assert quoted("x" * LINE) == f"'{'x' * LINE}'"


@given(some.text(min_size=0, max_size=3_000), some.text(max_size=3_000))
def test_messages_have_an_end(given_text: str, more: str) -> None:
    assert len(str(UsageError(f"setup '{given_text}': {more}"))) <= LONGEST
    assert len(quoted(given_text)) <= LINE + 30
    assert len(str(unknown("game", given_text, ["nim", more[:40]]))) <= LONGEST


def test_a_long_quotation_keeps_what_is_said_about_it() -> None:
    told = str(UsageError(f"evil.game:3: setup '{'x' * 900_000}': should be stones and greatest take, such as '15-3'"))
    assert len(told) < 400
    assert told.startswith("evil.game:3: setup 'xxx") and told.endswith("such as '15-3'")


def test_errors_go_to_other_processes_and_come_back() -> None:
    error = UsageError("x" * 10_000)
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def nested(depth: int) -> str:
    return "a:b=" + "(a:b=" * depth + "c" + ")" * depth


def test_names_have_a_depth() -> None:
    name, words = split_words(nested(DEEPEST))
    assert (name, words) == ("a", {"b": nested(DEEPEST - 1)})
    for depth in (DEEPEST + 1, 2_000):
        with pytest.raises(UsageError, match=f"parentheses may be {DEEPEST} deep at most"):
            split_words(nested(depth))
    with pytest.raises(UsageError, match="longer than a name can be") as told:
        split_words("staged:attack=(" * 40_000)
    assert len(str(told.value)) < 400


def test_names_have_a_length() -> None:
    longest = "a:" + "b" * (LONGEST_NAME - 2)
    assert split_words(longest)[1] == {"b" * (LONGEST_NAME - 2): ""}
    with pytest.raises(UsageError, match="longer than a name can be"):
        split_words(longest + "b")


@given(some.dictionaries(some.from_regex(r"\A[a-z]{1,5}\Z"), some.from_regex(r"\A[a-z(),=:]{0,12}\Z"), max_size=4))
def test_words_come_back_as_they_were(words: dict[str, str]) -> None:
    text = join_words("name", words)
    try:
        name, found = split_words(text)
    except UsageError:
        return  # parentheses that do not fit
    assert name == "name" and split_words(join_words(name, found)) == (name, found)
