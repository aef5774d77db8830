"""Commands that people type: what is written in full means itself, and what is abbreviated means one move or none."""

from __future__ import annotations

import contextlib
import random
import re
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mulligan.core.commands import CLOSE, read_command
from mulligan.core.errors import UsageError
from mulligan.core.position import Position
from mulligan.core.registry import find_game

LEGAL = (
    *("attach Darkness Energy to Deino (active)", "attach Darkness Energy to Deino (bench 1)"),
    *("attach Psychic Energy to Golett (bench 2)", "bench Deino bw6-94", "bench Golett", "play N", "play Nidorino"),
    *("attack Consume", "attack Destructor Beam", "draw 1 extra", "draw 12 extra", "end turn", "Smack 'n' Slack"),
)
COMMANDS = {text: number for number, text in enumerate(LEGAL)}


def read(text):
    return LEGAL[read_command(text, COMMANDS)]


@pytest.mark.parametrize("text", LEGAL)
def test_what_is_written_in_full_means_itself(text):
    assert read(text) == read(text.upper()) == read(f"  {text.replace(' ', '   ')} ") == text


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("a consume", "attack Consume"),
        ("attack d", "attack Destructor Beam"),
        ("beam", "attack Destructor Beam"),
        ("dest b", "attack Destructor Beam"),
        ("att dark deino active", "attach Darkness Energy to Deino (active)"),
        ("att dark deino 1", "attach Darkness Energy to Deino (bench 1)"),
        ("att dark bench", "attach Darkness Energy to Deino (bench 1)"),
        ("att psy", "attach Psychic Energy to Golett (bench 2)"),
        ("attach golett bench 2", "attach Psychic Energy to Golett (bench 2)"),
        ("b g", "bench Golett"),
        ("bench bw6", "bench Deino bw6-94"),
        ("play n", "play N"),
        ("play ni", "play Nidorino"),
        ("e", "end turn"),
        ("draw 1", "draw 1 extra"),
        ("draw 12", "draw 12 extra"),
        ("slack", "Smack 'n' Slack"),
        ("smack n slack", "Smack 'n' Slack"),
    ],
)
def test_an_abbreviation_means_the_one_move_that_it_fits(typed, meant):
    assert read(typed) == meant


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        (
            "att dark deino",
            "ambiguous move 'att dark deino'; legal: attach Darkness Energy to Deino .active., att",
        ),
        ("attack", "ambiguous move 'attack'; legal: attack Consume, attack Destructor Beam$"),
        ("play", "ambiguous move 'play'; legal: play N, play Nidorino$"),
        ("beam attack", "unknown move 'beam attack'; legal: attach"),
        ("atack consume", "did you mean 'attack Consume'"),
        ("draw 2", "unknown move 'draw 2'"),
        ("", "unknown move ''; legal: attach"),
        ("  ", "unknown move"),
        ("()", "unknown move"),
        ("x" * 500, "unknown move 'x{80}...';"),
    ],
)
def test_anything_else_is_explained(typed, problem):
    with pytest.raises(UsageError, match=problem) as found:
        read(typed)
    assert "\n" not in str(found.value)


def test_long_lists_are_cut():
    commands = {f"take {i} cards": i for i in range(20)}
    with pytest.raises(UsageError) as found:
        read_command("take", commands)
    assert str(found.value).count("take") == 1 + CLOSE and "... (20 in all)" in str(found.value)
    with pytest.raises(UsageError, match=r"legal: .*\.\.\. \(20 in all\)"):
        read_command("nonsense", commands)
    assert read_command("take 1", commands) == 1, "a number does not begin another one"


def meanings(text, legal):
    """The moves that a text could mean, by patterns instead of words."""

    def end(part):
        return re.escape(part) + (r"(?!\d)" if part[-1].isdigit() else "")

    line, parts = " ".join(text.lower().split()), [part.strip("()") for part in text.lower().split()]
    inner = r"\S*(?: .*)? \(?".join(end(part) for part in parts if part)
    for pattern in (f"{re.escape(line)}$", end(line) if line else "(?!)", rf"(?:.* )?\(?{inner}" if inner else "(?!)"):
        found = [move for move in legal if re.match(pattern, move.lower())]
        if found:
            return found
    return []


WORDS = st.lists(st.sampled_from(["take", "Deino", "2", "21", "(bench", "1)", "N", "no"]), min_size=1, max_size=4)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.lists(WORDS.map(" ".join), min_size=1, max_size=8, unique_by=str.lower), st.data())
def test_the_rules_of_abbreviation(legal, data):
    commands = {text: number for number, text in enumerate(legal)}
    for text, number in commands.items():
        assert read_command(text, commands) == number
    chosen = data.draw(st.sampled_from(legal)).split()
    kept = data.draw(st.lists(st.booleans(), min_size=len(chosen), max_size=len(chosen)))
    typed = [word[: data.draw(st.integers(1, len(word)))] for word, keep in zip(chosen, kept, strict=True) if keep]
    text = " ".join(typed)
    meant = meanings(text, legal)
    if len(meant) == 1:
        assert legal[read_command(text, commands)] == meant[0]
        return
    with pytest.raises(UsageError, match="^ambiguous move" if meant else "^unknown move") as found:
        read_command(text, commands)
    assert all(move in str(found.value) for move in meant)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.text(max_size=40))
def test_no_text_is_too_strange(text):
    with contextlib.suppress(UsageError):
        assert read(text) in LEGAL


# --- in every game ----------------------------------------------------------------------------------------------------

GAMES = {
    "magic": ["", "beginning"],
    "lotr": [""],
    "tribute": ["", "draft"],
    "pokemon": ["dragonsnarl", "night_striker", "darkrai_hydreigon"],
    "nim": [""],
    "race": [""],
    "guess": [""],
    "swap": [""],
}


@cache
def plain(name):
    return find_game(name).interpreted()


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=3, deadline=None, derandomize=True)
@given(seed=st.integers(0, 9999))
def test_every_legal_move_is_read_as_it_is_printed(name, seed):
    chance, game = random.Random(seed), plain(name)
    setups = [setup for setup in GAMES[name] if not setup or setup.partition(":")[0] in game.setups]
    here = Position.deal(game, chance.choice(setups), seed=seed)
    for _ in range(40):
        if here.over:
            break
        moves = list(dict.fromkeys(here.options() + (here.options(chain=True) if game.chains else [])))
        names = {move: here.text(move) for move in moves}
        commands = {text: move for move, text in names.items()}
        assert len(commands) == len(moves), sorted(names.values())
        for move, text in names.items():
            assert read_command(text, commands) == read_command(text.upper(), commands) == move
        chosen = chance.choice(moves)
        assert here.read_move(names[chosen]) == chosen
        if game.end in moves and len(moves) > 1 and chosen == game.end:
            chosen = chance.choice(moves)
        here.play(names[chosen])
