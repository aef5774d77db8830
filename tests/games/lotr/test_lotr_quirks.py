"""The quirks of the published programs: for each switch a position where on and off differ; who asks for which."""

from __future__ import annotations

import sys
from collections import Counter

import pytest

from mulligan.agents import make_player
from mulligan.arena.runner import GameRunner
from mulligan.check import check_player
from mulligan.core.errors import UsageError
from mulligan.core.position import Position
from mulligan.games.lotr import LOTR
from mulligan.games.lotr.setups import NAMES, QUIRKS, SETUPS, default_styles, quirks, with_requests

from ...helpers.lotr_help import (
    GAME,
    advice,
    encounter_deck,
    near,
    on_top,
    only,
    part,
    read,
    result,
    rng,
    standing,
    state,
    table,
    to_draw,
    words,
)


def both(key: str, text: str, setup: str = "paper", *more: str) -> tuple[Position, Position]:
    """One position with a quirk and without it, and with more words for the setup."""
    with_it, without = (",".join([f"{setup}:{key}={value}", *more]) for value in ("yes", "no"))
    return read(text, with_it), read(text, without)


def test_every_quirk_has_a_test_here():
    tested = {name.split("_")[1] for name in vars(sys.modules[__name__]) if name.startswith("test_k")}
    assert tested == {quirk.lower() for quirk in QUIRKS}


# --- how games end ----------------------------------------------------------------------------------------------------


def test_k1_a_threat_of_50_is_lost_one_refresh_later():
    late, usual = both("K1", "lotr attack | threat 49 | engaged Forest Spider")
    assert result(usual.play("done")) == "lost"
    assert (result(late.play("done")), late.turn, state(late).threat) == ("going", 2, 50)
    late.play("done").play("leave it face down").play("commit Eowyn, Eleanor, Thalin")
    while not late.over and late.stage != "planning":
        late.act("random", rng("K1"))
    assert result(late) == "lost", "51 is too much"


def test_k1_looks_for_heroes_after_the_dead_are_removed():
    text = "lotr attack | heroes Eowyn dead, Eleanor dead, Thalin 0 hits | engaged Forest Spider"
    late, usual = both("K1", text)
    assert (result(late.play("done")), result(usual.play("done"))) == ("lost", "going")


def test_k2_exactly_0_points_left_are_not_a_win_yet():
    text = f"lotr questing | threat 30 quest 4 | {only([])}"
    late, usual = both("K2", text)
    assert result(usual.play("commit Eowyn")) == "won"
    assert (result(late.play("commit Eowyn")), state(late).points, state(late).done) == ("going", 0, 0)
    late.play("done")
    assert result(late.copy().play("commit Eowyn")) == "won", "any later progress wins"
    more, _ = both("K2", text.replace("quest 4", "quest 3"))
    assert result(more.play("commit Eowyn")) == "won", "below 0 is a win"


def test_k10_playouts_at_defense_wipe_out_a_quest_just_won():
    text = f"lotr questing | threat 30 quest 4 | engaged Dol Guldur Orcs | {only(['Dol Guldur Orcs'])}"
    wiped, usual = both("K10", text, "paper", "runner=flat")
    assert result(usual.play("commit Eowyn")) == "won", "without it, the result is looked at after the quest"
    assert result(wiped.play("commit Eowyn")) == "going"
    assert part(wiped, "threat") == "30 quest 0 done"
    by_rule = wiped.copy().play("Eleanor defends").play("done")
    assert result(by_rule) == "won", "only sets of defenders are tried by playouts"
    wiped.play("defend with Thalin").play("done")
    assert (result(wiped), state(wiped).points, state(wiped).done) == ("going", 0, 0)
    wiped.play("done").play("commit Eowyn")
    assert state(wiped).done == 1, "the next progress wins again"


def test_k10_spares_a_quest_where_no_playout_runs():
    calm = f"lotr questing | threat 30 quest 4 | {only([])}"
    assert result(read(calm, "paper:runner=flat").play("commit Eowyn")) == "won"
    crowd = (
        "lotr questing | threat 30 quest 4 | heroes Eowyn, Eleanor dead, Thalin dead | engaged 2 Dol Guldur Orcs | "
        + only(["Dol Guldur Orcs"] * 2)
    )
    here = read(crowd, "paper:runner=flat").play("commit Eowyn")
    assert words(here, "paper") == ["defend with nobody"]
    assert result(here.play("defend with nobody")) == "won"


# --- lists that shrink while they are walked --------------------------------------------------------------------------


def test_k3_the_neighbour_of_a_card_that_leaves_is_not_looked_at():
    text = (
        "lotr attack | heroes Eowyn 0 hits, Eleanor 0 hits, Thalin | allies Gandalf, Gandalf, Wandering Took 0 hits, "
        "Beorn 0 hits | engaged Forest Spider"
    )
    skips, looks = both("K3", text, "simulator")
    assert part(looks.play("done"), "heroes") == "Eowyn dead, Eleanor dead, Thalin 1 token"
    assert part(looks, "allies") == ""
    assert part(skips.play("done"), "heroes") == "Eowyn dead, Eleanor 0 hits 1 token, Thalin 1 token"
    assert part(skips, "allies") == "Gandalf, Beorn 0 hits", "every second one stays"
    skips.play("done")
    assert "Eleanor" in words(skips)[-1], "the living dead still quest"


def test_k3_looks_at_heroes_and_allies_apart():
    text = "lotr attack | heroes Eowyn, Eleanor, Thalin 0 hits | allies Gandalf | engaged Forest Spider"
    skips, _ = both("K3", text, "simulator")
    skips.play("done")
    assert (part(skips, "heroes"), part(skips, "allies")) == ("Eowyn 1 token, Eleanor 1 token, Thalin dead", "")


def test_k4_after_a_kill_the_expert_passes_over_the_next_enemy():
    text = "lotr attack | engaged Black Forest Bats 1 hit, Dol Guldur Orcs, Forest Spider"
    skips, looks = both("K4", text, "simulator")
    bats, orcs, spider = "Black Forest Bats", "Dol Guldur Orcs", "Forest Spider"
    assert advice(looks) == [f"Eowyn strikes {bats}", f"Eleanor strikes {orcs}", f"Thalin strikes {spider}"]
    assert advice(skips) == [f"Eowyn strikes {bats}", f"Thalin strikes {spider}", "done"]


# --- the quest --------------------------------------------------------------------------------------------------------


def test_k5_who_commits_nobody_skips_the_quest():
    free, costly = both("K5", "lotr questing | staging Chieftain Ufthak", "simulator")
    for here in (free, costly):
        on_top(here, "Hummerhorns").play("commit nobody")
    assert (standing(free), part(free, "staging")) == ((2, "planning", 26, 8), "Chieftain Ufthak")
    assert (standing(costly), part(costly, "staging")) == ((2, "planning", 29, 8), "Chieftain Ufthak, Hummerhorns")


def test_k5_is_what_the_expert_does_without_spirit():
    text = "lotr questing | heroes Eowyn dead, Eleanor dead | allies Gandalf, Beorn | staging Hummerhorns"
    for setup in ("simulator", "clean"):
        assert advice(read(text, setup)) == ["commit nobody"]


def test_k6_without_a_legal_quest_the_threat_rises_and_nothing_is_revealed():
    text = "lotr questing | staging 2 Dol Guldur Beastmaster, Chieftain Ufthak"
    holds, free = both("K6", text)
    assert (words(holds, "paper"), words(free, "paper")) == (["hold back"], ["commit nobody"])
    assert "hold back" in words(holds) and "hold back" not in words(free)
    holds.play("hold back")
    assert (standing(holds), len(encounter_deck(holds))) == ((2, "planning", 32, 8), 26)
    assert standing(free.play("commit nobody")) == (2, "planning", 26, 8), "by K5"


def test_k6_is_no_choice_while_there_is_a_legal_quest():
    here = read("lotr questing | staging 2 Dol Guldur Beastmaster", "paper")
    assert "hold back" not in words(here)
    assert words(here, "paper") == ["commit Eowyn, Eleanor", "commit Eowyn, Thalin"]


@pytest.mark.parametrize("setup", ["simulator", "paper", "clean"])
def test_k7_progress_beyond_a_location_is_lost(setup):
    text = f"lotr questing | quest 8 | active Enchanted Stream 1 point | {only(['Enchanted Stream'])}"
    lost, kept = both("K7", text.replace("quest 8", "threat 25 quest 8"), setup)
    for here in (lost, kept):
        here.play("commit Eowyn, Eleanor")
        assert part(here, "active") == ""
    assert (state(lost).points, state(kept).points) == (8, 4)


def test_k8_travel_is_forced_and_random():
    text = "lotr travel | staging Old Forest Road, Forest Gate, Necromancer's Pass"
    forced, free = both("K8", text, "simulator")
    places = ["travel to Old Forest Road", "travel to Forest Gate", "travel to Necromancer's Pass"]
    assert (words(forced), words(free)) == (places, ["stay", *places])
    assert (default_styles(forced.setup).get("travel"), default_styles(free.setup).get("travel")) == ("random", None)
    for here, ways, styles in ((forced, 3, ("random", "expert")), (free, 4, ("random",))):
        for style in styles:
            stream = rng(style)
            found = Counter(here.advise(style, stream)[0] for _ in range(1000))
            assert len(found) == ways and all(near(n, 1 / ways, 1000) for n in found.values())
    assert advice(free) == ["travel to Necromancer's Pass"], "fewest points for its threat"


# --- what tree nodes remember -----------------------------------------------------------------------------------------


def test_k11_allies_and_engaged_enemies_are_kept_once_per_name():
    text = (
        "lotr | hand Wandering Took | heroes Eowyn 2 tokens | allies Wandering Took 1 hit, Beorn, Wandering Took "
        "| engaged Forest Spider 1 hit, King Spider, Forest Spider"
    )
    once, all_ = both("K11", text)
    for here in (once, all_):
        here.play("buy Wandering Took and stop")
    assert part(all_, "allies") == "Wandering Took 1 hit, Beorn, 2 Wandering Took"
    assert part(once, "allies") == "Wandering Took, Beorn", "in the place of the first, with the wounds of the last"
    assert part(once, "discarded") == "2 Wandering Took"
    assert part(once, "engaged") == "Forest Spider, King Spider"
    assert part(once, "defeated") == "Forest Spider"
    assert once.cards() == all_.cards()


def test_k11_is_at_work_after_defense_too():
    text = "lotr attack | engaged Forest Spider, Forest Spider 2 hits, Dol Guldur Orcs"
    once, all_ = both("K11", text)
    assert part(once.play("done"), "engaged") == "Forest Spider 2 hits, Dol Guldur Orcs"
    assert part(all_.play("done"), "engaged") == "Forest Spider, Forest Spider 2 hits, Dol Guldur Orcs"


def test_k12_both_decks_are_shuffled_before_every_draw():
    found: dict[str, Counter[str]] = {"yes": Counter(), "no": Counter()}
    for value, count in found.items():
        here = read("lotr questing | active Forest Gate", f"paper:K12={value}")
        to_draw(on_top(here, "Hummerhorns"), "Beorn")
        for seed in range(60):
            there = here.copy().play("commit Eowyn", seed)
            count[part(there, "staging") + part(there, "engaged")] += 1
            if there.turn == 2:
                count[part(there, "hand")] += 1
    assert found["no"] == {"Hummerhorns": 60, "Beorn": 60}
    assert len(found["yes"]) > 12


def test_k13q_the_encounter_card_is_turned_up_before_the_player_commits():
    text = "lotr staging | staging Old Forest Road"
    knows, blind = (on_top(here, "Necromancer's Pass") for here in both("K13q", text, "paper", "K12=no"))
    knows.play("leave it face down")
    assert part(knows, "staging") == "Old Forest Road, Necromancer's Pass fresh"
    blind.play("leave it face down")
    assert part(blind, "staging") == "Old Forest Road"
    for here in (knows, blind):
        here.play("commit Eowyn, Eleanor")
        assert (state(here).points, len(encounter_deck(here))) == (7, 27), "the same card, whether seen or not"


def test_k13q_the_new_card_does_not_count_for_what_is_legal():
    text = "lotr staging | staging Ungoliant's Spawn"
    here, _ = (on_top(one, "Necromancer's Pass") for one in both("K13q", text, "paper", "K12=no"))
    face_down = here.copy().play("leave it face down")
    assert words(face_down, "paper") == [
        *("commit Eowyn", "commit Eowyn, Eleanor", "commit Eowyn, Thalin"),
    ]
    chosen = read(text, "paper").play("reveal Necromancer's Pass")
    assert words(chosen, "paper") == ["hold back"], "a card that the tree reveals counts"


def test_k13q_nothing_is_turned_up_without_a_legal_quest():
    text = "lotr staging | staging 2 Dol Guldur Beastmaster, Chieftain Ufthak"
    here, _ = both("K13q", text)
    here.play("leave it face down")
    assert (state(here).shown, words(here, "paper"), len(encounter_deck(here))) == (0, ["hold back"], 26)


def test_k13d_what_chance_does_in_combat_is_known_before():
    text = "lotr travel | threat 32 | staging Ungoliant's Spawn, King Spider, Dol Guldur Orcs, Forest Gate"
    known, open_ = both("K13d", text, "simulator")
    for here in (known, open_):
        here.play("travel to Forest Gate")
    assert state(known).fate != 0 and state(open_).fate == 0
    ends: dict[str, set[str]] = {"known": set(), "open": set()}
    for seed in range(12):
        for name, here in (("known", known), ("open", open_)):
            there = here.copy().play("defend with Eowyn, Eleanor, Thalin", seed)
            ends[name].add(part(there, "heroes"))
    assert len(ends["known"]) == 1 < len(ends["open"])
    fates = {part(read(text, known.setup).play("travel to Forest Gate", seed), "lotr") for seed in range(9)}
    assert len(fates) > 5, "but it differs from game to game"


def test_k13d_the_random_attack_is_known_too_and_differs_from_set_to_set():
    text = "lotr defense fate 12345 | allies Beorn, Northern Tracker | engaged Forest Spider, Ungoliant's Spawn"
    here, ends = read(text, "simulator:K13d"), {}
    for move in here.options("paper"):
        for seed in range(4):
            there, stream = here.copy(), rng("attack", seed)
            there.play_with(move, stream)
            while not there.over and there.stage == "attack":
                there.act("random", stream)
            told = part(there, "heroes") + part(there, "allies") + part(there, "engaged")
            assert ends.setdefault(move, told) == told
    assert len(set(ends.values())) > 3


def test_k14_in_the_tree_the_player_chooses_the_card():
    asks, draws = both("K14", "lotr | staging Hummerhorns", "paper", "level=easy")
    assert (asks.play("done").stage, draws.play("done").stage) == ("staging", "questing")
    assert words(asks, "paper") == [
        *("reveal Dol Guldur Orcs", "reveal Forest Spider", "reveal East Bight Patrol", "reveal Black Forest Bats"),
        *("reveal Hummerhorns", "reveal Enchanted Stream", "reveal Old Forest Road"),
    ], "one for each name, whatever the copies"
    for style in ("random", "expert"):
        assert advice(asks, style) == ["leave it face down"], "not in the real game"
    assert default_styles(asks.setup)["staging"] == "expert"
    asks.play("reveal Dol Guldur Orcs")
    assert part(asks, "staging") == "Hummerhorns, Dol Guldur Orcs"
    asks.play("commit Eowyn")
    assert (state(asks).points, len(encounter_deck(asks))) == (7, 26), "no other card is revealed"


def test_k17_more_enemies_than_characters_attack_nobody():
    text = "lotr defense | heroes Eowyn dead, Eleanor dead | engaged 2 King Spider, Forest Spider | allies Beorn"
    haven, siege = both("K17", text, "simulator")
    assert (words(haven, "paper"), words(siege, "paper")) == (["defend with nobody"], ["defend with Thalin, Beorn"])
    assert "Thalin defends" in words(haven), "who does not think in sets may defend"
    haven.play("defend with nobody")
    assert (haven.stage, part(haven, "heroes")) == ("attack", "Eowyn dead, Eleanor dead, Thalin")
    siege.play("defend with Thalin, Beorn")
    assert state(siege).hits[2] < 4 or result(siege) == "lost", "the third attack hits a hero"
    tree = read(text, "paper").play("defend with nobody")
    assert standing(tree) == (2, "planning", 26, 8), "the tree agent does not strike either"


def test_k18_thoughts_may_decide_the_game():
    wild, sane = both("K18", "lotr")
    assert words(wild)[-2:] == ["claim the quest", "give the quest up"]
    assert words(wild, "paper") == words(sane, "paper") == ["done"]
    assert "claim the quest" not in words(sane)
    with pytest.raises(UsageError, match="unknown move 'claim the quest'"):
        sane.play("claim the quest")
    assert result(wild.copy().play("claim the quest")) == "won"
    assert result(wild.play("give the quest up")) == "lost"


def test_k18_the_tree_agent_thinks_about_no_enemies_too():
    text = f"lotr questing | {only([])}"
    thinks, goes_on = both("K18", text)
    assert goes_on.play("commit Eowyn").turn == 2
    thinks.play("commit Eowyn")
    assert (thinks.stage, words(thinks, "paper")) == ("defense", ["defend with nobody"])
    for style in ("random", "expert", "ranger"):
        assert advice(thinks, style) == ["defend with nobody"]
    assert str(thinks.play("defend with nobody")) == str(goes_on)


def test_in_thought_no_quirk_of_the_real_game_is_at_work():
    """A position that was turned into a game again is played by the rules of the playouts."""
    loose = "paper:K1,K2,K13d,K13q,K18"
    assert result(read("lotr attack loose | threat 49 | engaged Forest Spider", loose).play("done")) == "lost"
    here = read(f"lotr questing loose | threat 30 quest 4 | {only([])}", loose)
    assert result(here.play("commit Eowyn")) == "won"
    here = read("lotr loose | engaged 2 Forest Spider | allies 2 Wandering Took", loose).play("done")
    assert (part(here, "engaged"), part(here, "allies")) == ("2 Forest Spider", "2 Wandering Took")
    assert read(f"lotr questing loose | {only([])}", loose).play("commit Eowyn").turn == 2


def test_k19_the_flat_agent_plays_out_the_true_decks():
    """Where the setup grants it, and there alone; words of one's own go before."""
    for setup, peeks in (("paper", True), ("paper:level=hard", True), ("paper:K19=no", False), ("clean", False)):
        seated = GameRunner(LOTR, setup, [make_player(LOTR, "godlewski2021/3-2-3:sims=8")]).players[0]
        assert seated.oracle == peeks, setup
        assert ("deal=never" in seated.configuration) == peeks, setup
    for name in ("godlewski2021/3-3-3:deal=every", "godlewski2021/4-4-4", "godlewski2021/3-4-3", "lotr/best"):
        assert not GameRunner(LOTR, "paper", [make_player(LOTR, name)]).players[0].oracle
    assert not GameRunner(LOTR, "paper:runner=tree", [make_player(LOTR, "godlewski2021/3-3-3")]).players[0].oracle
    with pytest.raises(UsageError, match="K19 is for the setup 'paper' only"):
        table("clean:K19")


def test_k19_is_told_by_the_check():
    name = "godlewski2021/3-3-3:sims=40"
    assert check_player(LOTR, name, examples=40, setups=["paper"]).failed == ["honesty"]
    assert check_player(LOTR, name, examples=40, setups=["paper:K19=no", "clean"]).passed


def test_k20_the_hand_is_listed_in_the_order_drawn():
    rich = "heroes Eowyn 2 tokens, Eleanor 2 tokens, Thalin 2 tokens"
    drawn, by_kind = both("K20", f"lotr planning | hand Gandalf, Veteran Axehand, Wandering Took | {rich}")
    bought = [f"buy {name} and stop" for name in ("Gandalf", "Veteran Axehand", "Wandering Took")]
    assert drawn.texts(drawn.options("paper")) == ["done", *bought]
    assert by_kind.texts(by_kind.options("paper")) == ["done", *bought[::-1]]
    assert drawn.options_text() == by_kind.options_text(), "what is legal is listed by kind in any case"
    assert "hand Gandalf, Veteran Axehand, Wandering Took" in str(drawn)
    drawn.play("buy Veteran Axehand")
    assert "hand Gandalf, Wandering Took" in str(drawn)


# --- setups -----------------------------------------------------------------------------------------------------------


def on(setup: str) -> list[str]:
    return [quirk for quirk, is_on in quirks(setup).items() if is_on]


def test_what_the_setups_have():
    assert on("clean") == []
    assert on("simulator") == ["K3", "K4", "K5", "K7", "K8", "K17"]
    assert on("paper") == ["K3", "K4", "K5", "K6", "K7", "K8", "K11", "K12", "K14", "K17", "K20"]
    assert on("paper:runner=flat") == ["K3", "K4", "K5", "K7", "K8", "K10", "K17", "K20"]
    assert on("clean:K3,K7=yes,K8=no") == ["K3", "K7"]
    assert on("paper:K3=no,K11=no,level=hard") == ["K4", "K5", "K6", "K7", "K8", "K12", "K14", "K17", "K20"]


def test_quirks_have_names_that_mean_what_their_numbers_do():
    assert list(NAMES) == list(QUIRKS) and len(set(NAMES.values())) == len(NAMES)
    for number, name in NAMES.items():
        for value in ("yes", "no"):
            assert quirks(f"paper:{name}={value}") == quirks(f"paper:{number}={value}")
            assert default_styles(f"paper:{name}={value}") == default_styles(f"paper:{number}={value}")
    assert with_requests("paper:true_decks=no", {"runner": "flat", "K19": "yes"}) == "paper:K19=no,runner=flat"
    assert (
        with_requests("paper:leaked_result=no", {"K18": "yes"})
        == with_requests("paper:K18=no", {"K18": "yes"})
        == "paper:K18=no"
    )


def test_the_table_knows_its_switches():
    for setup in ("clean", "simulator", "paper", "paper:runner=flat", "paper:K1,K2,K6=no,K13d,K13q,K18"):
        t = table(setup)
        assert {quirk for quirk, name in NAMES.items() if getattr(t, name, 0)} == set(on(setup))
    assert not hasattr(table("paper:runner=flat,K19"), NAMES["K19"]), (
        "a quirk of an agent, which the rules know nothing of"
    )
    switches = {setup: table(setup) for setup in ("clean", "simulator", "paper", "paper:runner=flat")}
    found = {name: (t.end_of_round, t.linger, t.tree, t.choose_hero, t.hand) for name, t in switches.items()}
    assert found == {
        "clean": (0, 0, 0, 1, 6),
        "simulator": (1, 1, 0, 0, 7),
        "paper": (0, 1, 1, 0, 7),
        "paper:runner=flat": (1, 1, 0, 0, 7),
    }
    assert table("paper:runner=flat,K10=no").end_of_round == 0


@pytest.mark.parametrize(
    ("setup", "message"),
    [
        ("cleen", "unknown setup of lotr 'cleen': did you mean 'clean'?"),
        ("clean:K99", "unknown setup option of lotr 'K99'"),
        ("clean:k7", "unknown setup option of lotr 'k7': Choices: level, runner, hand"),
        ("clean:levle=easy", "unknown setup option of lotr 'levle': did you mean 'level'?"),
        ("simulator:K9", "K9 has no switch (harmless)"),
        ("paper:K15=yes", "K15 has no switch (a fault that no game should have)"),
        ("paper:K16=no", "K16 has no switch (harmless)"),
        ("clean:level=nightmare", "level=nightmare should be easy or medium or hard"),
        ("clean:hand=5", "hand=5 should be 6 or 7"),
        ("clean:K7=perhaps", "K7=perhaps should be yes or no"),
        ("clean:lost_overflow=perhaps", "lost_overflow=perhaps should be yes or no"),
        ("clean:K7,lost_overflow=no", "K7 and lost_overflow are the same"),
        ("clean:lost_overfow", "unknown setup option of lotr 'lost_overfow': did you mean 'lost_overflow'?"),
        ("clean:chosen_card", "chosen_card is for the setup 'paper' only"),
        ("full:lost_overflow", "lost_overflow is not for the setup 'full'"),
        ("simulator:attack=none", "attack=none should be own or random or expert"),
        ("simulator:runner=tree", "runner is for the setup 'paper' only"),
        ("clean:K6", "K6 is for the setup 'paper' only"),
        ("simulator:K10=no", "K10 is for the setup 'paper' only"),
        ("clean:K11", "K11 is for the setup 'paper' only"),
        ("clean:K12", "K12 is for the setup 'paper' only"),
        ("clean:K14", "K14 is for the setup 'paper' only"),
    ],
)
def test_setups_that_do_not_exist_are_explained(setup, message):
    for ask in (quirks, GAME.make_table, default_styles, lambda setup: with_requests(setup, {})):
        with pytest.raises(UsageError) as caught:
            ask(setup)
        assert message in str(caught.value)


@pytest.mark.parametrize(
    ("setup", "stages"),
    [
        ("clean", {"staging": "expert"}),
        ("clean:K8", {"staging": "expert", "travel": "random"}),
        ("clean:attack=expert", {"staging": "expert", "attack": "expert"}),
        ("simulator", {"staging": "expert", "travel": "random"}),
        ("simulator:attack=random", {"staging": "expert", "travel": "random", "attack": "random"}),
        ("paper", {"staging": "expert", "travel": "random", "attack": "random"}),
        ("paper:attack=own", {"staging": "expert", "travel": "random"}),
        ("paper:K8=no,attack=expert", {"staging": "expert", "attack": "expert"}),
    ],
)
def test_the_stages_that_a_setup_takes_out_of_the_players_hands(setup, stages):
    assert default_styles(setup) == stages


# --- wishes -----------------------------------------------------------------------------------------------------------

TREE = ["K3", "K4", "K5", "K6", "K7", "K8", "K11", "K12", "K14"]
FLAT = ["K3", "K4", "K5", "K7", "K8", "K10", "K17"]


def granted(agent: str, setup: str = "paper") -> str:
    return GameRunner(LOTR, setup, [make_player(LOTR, agent)]).granted


@pytest.mark.parametrize(
    ("mix", "quirks_of_it"),
    [
        ("1-1-1", [*TREE, "K17", "K20"]),
        ("2-2-2", [*TREE, "K17", "K20"]),
        ("4-2-2", [*TREE, "K17", "K18", "K20"]),
        ("2-4-2", ["K2", *TREE[:8], "K13q", "K14", "K17", "K18", "K20"]),
        ("2-2-4", ["K1", *TREE[:8], "K13d", "K14", "K17", "K18", "K20"]),
        ("4-4-4", ["K1", "K2", *TREE[:8], "K13q", "K13d", "K14", "K17", "K18", "K20"]),
        ("3-3-3", [*FLAT, "K19", "K20"]),
        ("3-2-2", [*FLAT, "K19", "K20"]),
        ("3-4-2", ["K2", *TREE[:8], "K13q", "K14", "K17", "K18", "K20"]),
    ],
)
def test_in_paper_each_agent_has_the_quirks_of_its_program(mix, quirks_of_it):
    assert on(granted(f"godlewski2021/{mix}")) == quirks_of_it


@pytest.mark.parametrize("setup", [name for name in SETUPS if name != "paper"])
def test_no_other_setup_grants_wishes(setup):
    for mix in ("4-4-4", "3-3-3"):
        assert granted(f"godlewski2021/{mix}", setup) == setup
    assert with_requests(setup, {"runner": "flat", "K1": "yes"}) == setup


def test_words_of_the_setup_win_over_wishes():
    assert "K18" not in on(granted("godlewski2021/4-4-4", "paper:K18=no"))
    assert on(granted("godlewski2021/4-4-4", "paper:K2=no,K13q=no,K13d=no,K1=no,K18=no")) == [*TREE, "K17", "K20"]
    repaired = granted("godlewski2021/3-3-3", "paper:K10=no,K18=no,K19=no")
    assert on(repaired) == ["K3", "K4", "K5", "K7", "K8", "K17", "K20"]
    assert on(granted("godlewski2021/3-3-3", "paper:runner=tree")) == [*TREE, "K17", "K20"]
    assert on(granted("expert", "paper:runner=flat")) == [*FLAT, "K20"]


def test_only_what_a_setup_leaves_open_can_be_wished_for():
    assert with_requests("paper", {"K7": "no", "level": "easy", "hand": "6", "K18": "yes"}) == "paper:K18=yes"
    assert with_requests("paper:level=hard", {"runner": "flat"}) == "paper:level=hard,runner=flat"
