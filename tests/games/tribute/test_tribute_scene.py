"""The table of Tales of Tribute: what each seat is shown, and where moves begin and end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from mulligan.core.position import Position, make_stream
from mulligan.core.scene import OPEN, TINTS, Card, Zone
from mulligan.games.tribute import TRIBUTE
from mulligan.games.tribute.rules.cards import COPIES, DECK, NAMES, STARTERS
from mulligan.games.tribute.rules.layout import ACTIVATE, ATTACK, BUY, CALL, CHOOSE, COMMAND, DRAFT, FOLLOWS, PICK, PLAY
from mulligan.games.tribute.rules.vocabulary import EFFECTS, read_level
from mulligan.games.tribute.setups import SETUPS
from mulligan.games.tribute.text.faces import effect_text, face, patron_face
from mulligan.games.tribute.text.prompts import _CHOICES
from mulligan.play.view import View, look

PLAIN = TRIBUTE.interpreted()
ALL_SETUPS = [*SETUPS, "random:traced", "random:ordered", "fixed:patrons=PSIJIC+ORGNUM+SAINT_ALESSIA+DUKE_OF_CROWS"]
ASIDE = ("patrons", "choices")  # zones that hold no cards of their own
KEPT = {"hand": "hand", "played": "played", "agents": "agent", "draw pile": "draw", "cooldown": "cooldown"}


def positions(setup: str, seed: int, step: int, moves: int) -> Iterator[Position]:
    """Some positions of a random game, in which choices are made whole or card by card."""
    chance, here = Random(seed), Position.deal(PLAIN, setup, seed)
    for i in range(moves):
        if here.over or here.stage == "draft" or (here.stage == "choice" and chance.randrange(2)) or i % step == 0:
            yield here
        if here.over:
            return
        legal = here.options(chain=bool(here.states[0].n_picked) or bool(chance.randrange(2)))
        here.play(legal[min(chance.randrange(len(legal)), chance.randrange(len(legal)))])


def zone(view: View, title: str, owner: int | None) -> Zone:
    return next(z for z in view.zones if z.title == title and z.owner == owner)


def named(view: View, title: str, owner: int | None) -> list[tuple[str, int]]:
    """The cards of a zone: names, empty for backs, and how many."""
    return [(card.name, card.count) for card in zone(view, title, owner).cards]


# --- any position -----------------------------------------------------------------------------------------------------


def in_the_game(here: Position) -> Counter[str]:
    """All cards that there should be: those of the patrons' decks, with what was made and without what has left."""
    s = here.states[0]
    patrons = [patron for patron in s.patron[:5] if s.turn]
    found = Counter({NAMES[kind]: int(n) for kind, n in enumerate(COPIES) if DECK[kind] in patrons})
    for patron in patrons:
        kind, copies = (int(x) for x in STARTERS[patron])
        found[NAMES[kind]] += 2 * copies
    for kind, name in enumerate(NAMES):
        found[name] += s.made[kind] - s.gone[kind]
    return +found


def shown(view: View) -> Counter[str]:
    """The cards on the table, by name; those face down under an empty one."""
    found: Counter[str] = Counter()
    for place in view.zones:
        if place.title not in ASIDE:
            for card in place.cards:
                found[card.name] += card.count
    return found


def check_moves(view: View) -> None:
    cards = view.cards
    assert len(cards) == sum(len(place.cards) for place in view.zones), "keys are unique"
    assert bool(view.prompt) == bool(view.moves)
    for move in view.moves:
        command = move.move >> COMMAND & 15
        names = [cards[key].name for key in (move.source, move.target) if key]
        assert all(name and name in move.text for name in names)
        if command in (PLAY, ACTIVATE, BUY, CALL, DRAFT, PICK):
            assert move.source and not move.target
            where = {PLAY: ":hand:", ACTIVATE: ":agents:", BUY: "tavern:", CALL: "patron:", DRAFT: "choices:"}
            assert where.get(command, "") in move.source
        elif command == ATTACK:
            assert move.source.startswith(f"{1 - view.seat}:agents:") and not move.target
            assert f"({cards[move.source].stats.split('/')[0]} HP" in move.text
        elif command == CHOOSE:
            assert bool(move.source) == (move.text != "choose nothing")
        else:
            assert not names


def check_seat(here: Position, seat: int) -> None:
    view, s, foe = look(here, seat), here.states[0], 1 - seat
    moves = [move.move for move in view.moves]
    first = PLAIN.scene(*here.hide(seat, make_stream(PLAIN, 0)).plain(), seat, moves)
    for stream in range(1, 4):
        other = here.hide(seat, make_stream(PLAIN, stream))
        # the view of any other world is the same, and nothing of that world is to be seen
        assert look(other, seat) == view
        assert PLAIN.scene(*other.plain(), seat, moves) == first
    assert first.zones == view.zones
    assert shown(view).total() == in_the_game(here).total()
    for p in range(2):
        for title, field in KEPT.items():
            assert zone(view, title, p).size == getattr(s, f"n_{title if title == 'agents' else field}")[p]
    for title, owner in (("hand", foe), ("draw pile", foe), ("tavern pile", None)):
        assert all(card == Card(card.key, count=card.count) for card in zone(view, title, owner).cards)
    check_moves(view)


@pytest.mark.parametrize("setup", ALL_SETUPS)
def test_no_seat_is_shown_what_it_cannot_know(setup: str) -> None:
    for here in positions(setup, seed=7, step=9, moves=170):
        for seat in range(2):
            check_seat(here, seat)


@pytest.mark.parametrize("setup", ALL_SETUPS)
def test_readers_of_a_finished_game_see_every_card(setup: str) -> None:
    for here in positions(setup, seed=3, step=10, moves=120):
        view = look(here, OPEN)
        assert shown(view) == in_the_game(here)
        assert not view.moves and not view.prompt


# --- faces ------------------------------------------------------------------------------------------------------------


def kind_of(name: str) -> int:
    return NAMES.index(name)


def test_every_card_and_patron_has_a_face() -> None:
    for kind, name in enumerate(NAMES):
        made = face(kind)
        assert (made.name, made.tint in TINTS, all(made.lines)) == (name, True, True)
        assert made.lines or name == "Bewilderment"
    assert len({patron_face(patron).tint for patron in range(10)}) == 10
    assert patron_face(1).name == "DUKE_OF_CROWS"
    assert patron_face(1).lines[-1] == "Both begin with 1 Peck."
    assert patron_face(8).lines[1:] == ("It favours nobody.", "Both begin with 6 Gold.")


def test_every_effect_has_words() -> None:
    told = [effect_text(read_level(f"{word} 2")[0]) for word in EFFECTS]
    assert len(set(told)) == len(EFFECTS)
    assert effect_text(read_level("coin 1 or draw 2")[0]) == "1 coin, or draw 2 cards"


def test_combos_are_told_by_level() -> None:
    assert face(kind_of("Ring's Guile")) == Card(
        key="",
        name="Ring's Guile",
        kind="Rajhin contract action",
        tint="purple",
        cost="7",
        lines=(
            "The opponent discards 1 card when the next turn begins.",
            "Combo 2: draw 1 card.",
            "Combo 3: draw 1 card; the opponent discards 1 card when the next turn begins.",
            "Contract: works at once when it is bought, and goes back under the tavern.",
        ),
    )


def test_agents_tell_health_and_taunt() -> None:
    bearer = face(kind_of("Shield Bearer"))
    assert (bearer.kind, bearer.cost, bearer.stats, bearer.marks) == ("Pelin contract agent", "6", "5 HP", ("taunt",))
    assert bearer.lines[0] == "1 power." and len(bearer.lines) == 3
    shadow = face(kind_of("Stubborn Shadow"))
    assert shadow.lines[0] == "Combo 2: the opponent loses 2 prestige."
    gold = face(kind_of("Gold"))
    assert (gold.kind, gold.cost, gold.stats, gold.lines) == ("Treasury starter", "", "", ("1 coin.",))


# --- in play ----------------------------------------------------------------------------------------------------------

HEAD = "tribute turn 9 player 1"
PATRONS = "patrons PELIN ANSEI=2 TREASURY RAJHIN=1 HLAALU"
SECOND = "2: coins 1 prestige 41 hand 12,107*3,75 draw 107*2,50,88 agents 72/3,87/1"


def read(first: str, *more: str, head: str = HEAD) -> Position:
    parts = [head, PATRONS, "row 105,111,78,44,104", "pile 86,110", first, SECOND, *more]
    return Position.read(PLAIN, " | ".join(parts), "draft")


FIRST = (
    "1: coins 2 prestige 7 power 3 known 2 hand 107*2,50 draw 88,107,78 played 45,107*2 agents 2/1!,83/2 cooldown 107*2"
)


def test_agents_show_health_and_whether_they_have_acted() -> None:
    cards = look(read(FIRST), 0).cards
    told = {key: (card.name, card.stats, card.marks, card.turned) for key, card in cards.items() if "agents" in key}
    assert told == {
        "0:agents:1": ("Oathman", "1/2 HP", ("acted",), True),
        "0:agents:2": ("Prowling Shadow", "2/2 HP", (), False),
        "1:agents:1": ("Bangkorai Sentries", "3/4 HP", ("taunt",), False),
        "1:agents:2": ("Stubborn Shadow", "1/3 HP", ("taunt",), False),
    }


def test_counters_tell_the_goal_that_is_next() -> None:
    told = [(c.owner, c.title, c.value, c.most) for c in look(read(FIRST), 0).counters]
    assert told == [
        *((1, "prestige", 41, 80), (1, "coins", 1, None), (1, "power", 0, None), (1, "patron calls", 1, None)),
        *((0, "prestige", 7, 40), (0, "coins", 2, None), (0, "power", 3, None), (0, "patron calls", 1, None)),
    ]


def test_patrons_tell_favour_and_how_far_combos_have_come() -> None:
    here = read(FIRST, "combo ANSEI=45 TREASURY=107+107+107+")
    marks = {
        seat: {card.name: card.marks for card in zone(look(here, seat), "patrons", None).cards} for seat in (0, 1, OPEN)
    }
    assert marks[0] == {
        "PELIN": ("favours nobody",),
        "ANSEI": ("favours the opponent", "1 card this turn"),
        "TREASURY": ("4 cards or more this turn",),
        "RAJHIN": ("favours you",),
        "HLAALU": ("favours nobody",),
    }
    assert (marks[1]["ANSEI"][0], marks[1]["RAJHIN"]) == ("favours you", ("favours the opponent",))
    assert (marks[OPEN]["ANSEI"][0], marks[OPEN]["RAJHIN"]) == ("favours player 2", ("favours player 1",))


def test_piles_hide_what_is_not_known() -> None:
    here = read(FIRST)
    view = look(here, 0)
    assert named(view, "draw pile", 0) == [("Swipe", 1), ("Gold", 1), ("", 1)]
    assert view.cards["0:draw:1"].marks == ("face down",)
    assert named(view, "draw pile", 1) == [("", 4)] and named(view, "hand", 1) == [("", 5)]
    assert named(view, "tavern pile", None) == [("", 2)]
    assert named(view, "played", 0) == [("Warrior Wave", 1), ("Gold", 2)]
    assert named(look(here, 1), "draw pile", 0) == [("", 3)] and named(look(here, 1), "hand", 0) == [("", 3)]
    everything = look(here, OPEN)
    assert [name for name, _ in named(everything, "draw pile", 0)] == ["Swipe", "Gold", "Grand Larceny"]
    assert [name for name, _ in named(everything, "tavern pile", None)] == ["Slight of Hand", "Ragpicker"]


def test_discards_to_come_and_the_end_are_counted() -> None:
    told = [(c.owner, c.title, c.value) for c in look(read(FIRST, "doom 2"), 0).counters]
    assert (1, "discards next turn", 2) in told
    lost = read("1: prestige 7 hand 107", "winner 2 PRESTIGE_OVER_40_NOT_MATCHED", head="tribute turn 10 player 2")
    over = look(lost, 0)
    assert (None, "ended by", "40 prestige, not matched") in [(c.owner, c.title, c.value) for c in over.counters]
    assert over.results == (0.0, 1.0)


# --- moves and questions ----------------------------------------------------------------------------------------------


def ends(here: Position) -> dict[str, tuple[str, str]]:
    return {move.text: (move.source, move.target) for move in look(here, here.actor).moves}


def test_moves_of_a_turn_begin_and_end_at_cards() -> None:
    found = ends(read(FIRST))
    assert found == {
        "play Gold": ("0:hand:107", ""),
        "play Way of the Sword": ("0:hand:50", ""),
        "activate Prowling Shadow": ("0:agents:2", ""),
        "attack Bangkorai Sentries (3 HP)": ("1:agents:1", ""),
        "attack Stubborn Shadow (1 HP)": ("1:agents:2", ""),
        "buy Black Sacrament": ("tavern:1", ""),
        "buy Barterer": ("tavern:5", ""),
        "call ANSEI": ("patron:ANSEI", ""),
        "call TREASURY": ("patron:TREASURY", ""),
        "call HLAALU": ("patron:HLAALU", ""),
        "end turn": ("", ""),
    }
    assert [card.key for card in zone(look(read(FIRST), 0), "hand", 0).cards] == [
        *("0:hand:107", "0:hand:107.2", "0:hand:50"),
    ]


def test_patrons_to_draft_are_laid_out() -> None:
    here = Position.deal(PLAIN, "draft8", 1).play("draft PELIN")
    view = look(here, 1)
    assert (view.prompt, named(view, "patrons", None)) == ("Draft a patron.", [("PELIN", 1), ("TREASURY", 1)])
    assert len(zone(view, "choices", None).cards) == 7
    assert ends(here)["draft RAJHIN"] == ("choices:RAJHIN", "")
    assert "choices" not in [place.title for place in look(here, 0).zones]


def choice(follow: str, low: int, high: int, more: str = "", board: str = "CHOICE_PENDING", chain: str = "") -> str:
    asked = f"choice {board} follow {follow} min {low} max {high} {more}"
    return asked if board.startswith("PATRON") else f"{asked} | chain done 1 {chain}"


@pytest.mark.parametrize(
    ("asked", "prompt", "move", "source", "target"),
    [
        (
            choice("ENACT_CHOSEN_EFFECT", 1, 1, "effects power3/coin3"),
            "Which of the two effects?",
            *("take coin 3", "", ""),
        ),
        (
            choice("REPLACE_CARDS_IN_TAVERN", 0, 1),
            "Replace up to 1 card of the tavern.",
            *("choose Tithe", "tavern:2", ""),
        ),
        (
            choice("ACQUIRE_CARDS", 0, 1, "cost 5"),
            "Take a card of the tavern that costs up to 5, if you like.",
            *("choose Grand Larceny", "tavern:3", ""),
        ),
        (
            choice("DESTROY_CARDS", 0, 1),
            "Destroy up to 1 card of your hand, agents and played cards.",
            *("choose Oathman (1 HP, acted)", "0:agents:1", ""),
        ),
        (
            choice("REFRESH_CARDS", 0, 1),
            "Put up to 1 card of your cooldown pile on your draw pile.",
            *("choose Gold", "choices:107", ""),
        ),
        (
            choice("TOSS_CARDS", 0, 2),
            "Which of the top 2 cards of your draw pile go on your cooldown pile?",
            *("choose Swipe, Gold", "choices:88", "choices:107"),
        ),
        (
            choice("KNOCKOUT_AGENTS", 2, 2),
            "Knock out 2 agents of the opponent.",
            *("choose Stubborn Shadow (1 HP), Bangkorai Sentries (3 HP)", "1:agents:2", "1:agents:1"),
        ),
        (
            choice("DONATE", 0, 2),
            "Discard up to 2 cards and draw as many.",
            *("choose Gold, Gold", "0:hand:107", "0:hand:107.2"),
        ),
        (
            choice("DISCARD_CARDS", 1, 1, board="START_OF_TURN_CHOICE_PENDING"),
            "The opponent makes you discard 1 card.",
            *("choose Way of the Sword", "0:hand:50", ""),
        ),
        (
            choice("COMPLETE_TREASURY", 1, 1, board="PATRON_CHOICE_PENDING"),
            "TREASURY: destroy a card for a Writ of Coin.",
            *("choose Gold (played)", "0:played:107", ""),
        ),
        (
            choice("COMPLETE_HLAALU", 1, 1, board="PATRON_CHOICE_PENDING"),
            "HLAALU: destroy a card for prestige of its cost, less 1.",
            *("choose Warrior Wave (played)", "0:played:45", ""),
        ),
    ],
)
def test_questions_are_put_in_plain_words(asked: str, prompt: str, move: str, source: str, target: str) -> None:
    here = read(FIRST, asked)
    assert look(here, 0).prompt == prompt
    assert ends(here)[move] == (source, target)


def test_every_choice_has_words() -> None:
    assert sorted(_CHOICES) == list(range(len(FOLLOWS)))


def test_nothing_to_choose_is_said() -> None:
    here = read("1: hand 107", choice("REFRESH_CARDS", 0, 0))
    assert look(here, 0).prompt == "There is no card to choose."


def test_a_choice_card_by_card_marks_what_was_picked() -> None:
    first = "1: hand 107,50,12,75,107 played 78"
    here = read(first, choice("DESTROY_CARDS", 0, 2))
    view = look(here, 0)
    assert view.prompt.endswith("played cards. Pick in the order of the list.")
    assert ends(here)["pick Gold (hand)"] == ("0:hand:107", "")
    here.play("pick Gold (hand)")
    view = look(here, 0)
    assert view.cards["0:hand:107"].marks == ("picked",) and view.cards["0:hand:107.2"].marks == ()
    assert view.prompt == "Destroy up to 2 cards of your hand, agents and played cards. 1 picked so far."
    assert ends(here)["pick Gold (hand)"] == ("0:hand:107.2", "")
    assert "picked" not in [mark for card in look(here, 1).cards.values() for mark in card.marks]


def test_effects_that_follow_a_choice_are_told() -> None:
    here = read(FIRST, choice("REPLACE_CARDS_IN_TAVERN", 0, 2, chain="left coin2@40"))
    told = [(counter.title, counter.value) for counter in look(here, 1).counters if counter.owner is None]
    assert told == [("still to come", "2 coins")]
    asked = choice("DISCARD_CARDS", 1, 1, board="START_OF_TURN_CHOICE_PENDING", chain="left opp_discard1@0")
    here = read(FIRST, asked)
    told = [(counter.title, counter.value) for counter in look(here, 0).counters if counter.owner is None]
    assert told == [("still to come", "discard 1 card")]
