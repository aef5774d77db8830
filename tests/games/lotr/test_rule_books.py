"""Setups with rule books of their own: one name, several games, and nobody has to think about it."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import fields, replace

import pytest

from mulligan.agents import make_player
from mulligan.agents.player import AddedPlayer
from mulligan.arena import GameRunner
from mulligan.check import check_game
from mulligan.core.additions import Addition, extend
from mulligan.core.encoding import Encoding
from mulligan.core.game import Game
from mulligan.core.position import Position
from mulligan.games.lotr import LOTR
from mulligan.games.lotr.full import FULL
from mulligan.games.toys import NIM
from mulligan.kernel import compiled, is_compiled
from mulligan.search import BeamSearcher, BeamSettings, Searcher, Settings

PLAIN = LOTR.interpreted()


def test_a_setup_leads_to_its_game_from_wherever_one_asks():
    for game in (LOTR, FULL):
        assert game.at("full") is game.at("full:level=easy") is game.at(" full") is FULL
        assert game.at() is game.at("clean") is game.at("paper:K7=no") is LOTR
    assert PLAIN.at("full") is PLAIN.at("full").at("full") and not PLAIN.at("full").compiled
    assert PLAIN.at("full").at("clean") is PLAIN
    assert NIM.at() is NIM
    assert LOTR.rule_books() == {LOTR: ["passage", "clean", "paper", "simulator"], FULL: ["full"]}
    assert LOTR.rule_books(["full", "clean"]) == {FULL: ["full"], LOTR: ["clean"]}


def test_rule_books_differ_in_nothing_but_rules():
    rules = {"State", "Table", "table", "variant", "text", "scene", "max_numbers", "room"}
    rules |= {part.name for part in fields(Game) if is_compiled(getattr(LOTR, part.name))}
    for part in fields(Game):
        if part.name not in rules:
            assert getattr(LOTR, part.name) is getattr(FULL, part.name), part.name
    assert LOTR.id == FULL.id == "lotr/2"
    one, other = (replace(game.room(), encoding=Encoding(), best={}) for game in (LOTR, FULL))
    assert one == other


def test_a_name_means_what_the_rules_of_the_setup_say():
    """`lotr/best` has settings of its own by the full rules; what is typed stands above them."""
    player = make_player(PLAIN, "lotr/best:sims=12")
    there = player.at("full")
    assert player.settings.prune == "steps" and there.settings.prune == "near"
    assert player.settings.sims == there.settings.sims == 12
    assert player.at("clean") is player and there.at("full") is there
    assert there.at("clean").configuration == player.configuration != there.configuration
    assert there.configuration == make_player(PLAIN.at("full"), "lotr/best:sims=12").configuration
    for name in ("ismcts:sims=12", "godlewski2021/4-2-4", "ranger"):
        one = make_player(PLAIN, name)
        assert one.at("full") is one


@pytest.mark.parametrize("make", [Position.deal, GameRunner])
def test_whoever_deals_gets_the_rules_of_the_setup(make):
    players = ([make_player(PLAIN, "expert")],) if make is GameRunner else ()
    assert [make(PLAIN, setup, *players).game for setup in ("clean", "full")] == [PLAIN, PLAIN.at("full")]


def test_a_changed_game_stays_the_one_that_plays_its_own_setups():
    mine = replace(LOTR, title="mine")
    assert mine.at("clean") is mine and mine.at("full") is FULL


@pytest.mark.parametrize("name", ["search:sims=12", "lotr/best:sims=12", "godlewski2021/3-2-4:sims=12"])
def test_a_player_goes_from_one_rule_book_to_the_other_and_back(name):
    """As if it had been made anew each time."""
    player = make_player(PLAIN, name)
    for setup in ("clean", "full", "clean"):
        here = Position.deal(PLAIN, setup, 4)
        while here.stage != "questing":
            here.play("done" if here.stage == "planning" else here.options()[0])
        found, fresh = (one.decide(here.copy(), 7) for one in (player, make_player(PLAIN, name)))
        assert found.moves == fresh.moves and found.choices == fresh.choices


def test_searchers_go_too():
    tree, beam = Searcher(PLAIN, Settings(sims=8)), BeamSearcher(PLAIN, BeamSettings(width=2))
    for setup in ("full", "clean"):
        here = Position.deal(PLAIN, setup, 1)
        for searcher in (tree, beam):
            assert here.is_legal(searcher.decide(here).moves[0])
            assert searcher.game is PLAIN.at(setup)


def test_additions_join_every_rule_book():
    @compiled
    def last(s, t, rng, out):
        out[0] = 0  # done, which is legal wherever something is asked first
        return 1

    addition = Addition("style", last)
    added = extend(PLAIN, {"last": addition})
    assert added.at("full").styles[-1] == "last" and added.at("full") is extend(PLAIN.at("full"), {"last": addition})
    player = AddedPlayer(PLAIN, "last", addition)
    for setup in ("clean", "full"):
        here = Position.deal(PLAIN, setup, 1)
        assert here.texts(player.decide(here, 1).moves) == [{"clean": "done", "full": "keep the hand"}[setup]]


def test_a_check_tries_every_rule_book_and_names_the_setup_that_fails():
    whole = check_game(PLAIN, examples=3, only=["text"])
    assert whole.passed and whole.clause("text").tried == 6

    def lose_a_card(s, t, out):
        return FULL.interpreted().cards(s, t, out) - (s.round > 0)

    broken = replace(FULL.interpreted(), cards=lose_a_card)
    one = replace(PLAIN, variant=lambda setup: broken if setup == "full" else None)
    clause = check_game(one, examples=8, only=["conservation"]).clause("conservation")
    assert not clause.passed and clause.counterexample and clause.counterexample.setup == "full"


def test_the_papers_game_does_not_even_load_the_full_one():
    program = (
        "import sys; from mulligan import find_game, make_player; from mulligan.core.position import Position\n"
        "game = find_game('lotr').interpreted()\n"
        "make_player(game, 'search:sims=4').at('clean').decide(Position.deal(game, 'clean'), 1)\n"
        "print([name for name in sys.modules if name.startswith('mulligan.games.lotr.full')])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
