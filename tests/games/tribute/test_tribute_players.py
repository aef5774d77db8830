"""The rule players of Tales of Tribute, and what filters leave of the moves."""

from __future__ import annotations

from collections import Counter
from math import exp
from random import Random
from typing import Any

import pytest
from scipy.stats import chisquare

from mulligan.games.tribute import pruning
from mulligan.games.tribute.players import styles as players
from mulligan.games.tribute.players.styles import STYLES
from mulligan.games.tribute.pruning import LEVELS
from mulligan.games.tribute.rules.course import actor, deal, play
from mulligan.games.tribute.rules.layout import (
    ACTIVATE,
    ATTACK,
    BUY,
    CALL,
    CHOOSE,
    COMMAND,
    DONE,
    DRAFT,
    EFFECT,
    END,
    PICK,
    PLAY,
    State,
)
from mulligan.kernel import Stream, entry, integers, interpret, records, seed_of

from ...helpers.tribute_tools import CARDS, KINDS, PATRONS, Board, copy_state, new_game, side, table

CHAIN = 16
ME, FOE = 0, 1
VERBS = {PLAY: "play", ACTIVATE: "activate", ATTACK: "attack", BUY: "buy", CALL: "call", DRAFT: "draft", PICK: "pick"}
advise = interpret(players.advise)
deal_plain = interpret(deal)


def stream(*path: Any) -> Any:
    made = records(Stream, 1, packed=False)[0]
    made.z = seed_of(*path)
    return made


def text_of(move: int) -> str:
    """A move as players see it, in words: of a set, the cards by their names."""
    command, first = move >> COMMAND, (move & 2047) - 1
    if move == END:
        return "end"
    if command == DONE:
        return "done"
    if command == EFFECT:
        return ("left", "right")[first]
    if command in (CALL, DRAFT):
        return f"{VERBS[command]} {PATRONS[first]}"
    chosen = [CARDS[(move >> shift & 127) - 1]["name"] for shift in range(0, 55, 11) if move >> shift & 2047]
    if command == CHOOSE:
        return "choose " + "; ".join(sorted(chosen))
    return f"{VERBS[command]} {chosen[0]}"


def advice(board: Board, style: str, rng: Any = None) -> list[int]:
    out = [0] * 400
    n = advise(board.s, board.t, STYLES.index(style), rng or stream(style), out)
    return out[:n]


def same(one: Any, other: Any) -> bool:
    """Whether two states are equal."""
    return all(getattr(one, name) == getattr(other, name) for name in type(one).__slots__)


def says(board: Board, style: str, rng: Any = None) -> str:
    """What a style does, in words; a chain of questions as one choice."""
    found = [text_of(move) for move in advice(board, style, rng)]
    if found[0].startswith("pick") or found[0] == "done":
        return "choose " + "; ".join(sorted(text[5:] for text in found if text != "done"))
    assert len(found) == 1
    return found[0]


def left(board: Board, level: str, form: int = 0) -> list[str]:
    """What a pruning leaves, in words."""
    return [text_of(move) for move in board.listed(form + LEVELS.index(level))]


def games(count: int, name: str, setup: str = "draft") -> Any:
    """Positions of games between random styles that choose card by card now and then, one object that moves on."""
    chance, rng = Random(name), stream(name)
    for _ in range(count):
        board = new_game(1)
        board.t, board.rng = table(setup)[0], rng
        board.s = records(State, 1, packed=False)[0]
        deal_plain(board.s, board.t, rng)
        styles = [chance.randrange(1, len(STYLES)) for _ in range(2)]
        while not board.s.reason:
            yield board
            s = board.s
            if s.board and chance.random() < 0.3:
                board.play(chance.choice(board.listed(CHAIN)))
            else:
                for move in advice(board, STYLES[styles[s.player]], rng):
                    board.play(move)


# --- in general -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("setup", "count"), [("draft", 8), ("random:traced", 4), ("draft:ordered", 2)])
def test_styles_advise_legal_moves_and_leave_no_trace(setup, count):
    rng = stream("legal", setup)
    for number, board in enumerate(games(count, "legal " + setup, setup)):
        for style in STYLES[1:] if number % 4 == 0 else (STYLES[1 + number % 9],):
            before, there = copy_state(board.s), board.copy()
            found = advice(board, style, rng)
            assert found and same(board.s, before), style
            for move in found:
                assert not there.s.reason and move in there.listed(), (style, text_of(move))
                there.play(move)
            assert not any(there.s.scratch)
            assert len(found) == 1 or there.s.n_picked == 0  # a chain is brought to its end


def test_filters_leave_some_moves_in_their_order_and_no_trace():
    kinds = Counter()
    for board in games(14, "filters"):
        for form in (0, CHAIN):
            allowed = board.listed(form)
            for level in range(1, len(LEVELS)):
                kept = board.listed(form + level)
                assert kept, LEVELS[level]
                places = [allowed.index(move) for move in kept]
                assert places == sorted(set(places)), LEVELS[level]
                assert not any(board.s.scratch)
                kinds[level, len(kept) < len(allowed)] += 1
    assert all(kinds[level, True] > 100 for level in range(1, len(LEVELS)))


def make_run() -> Any:
    advise, options = players.advise, pruning.options

    @entry
    def run(states, tables, rngs, out, found, levels):  # type: ignore[no-untyped-def]
        s = states[0]
        t = tables[0]
        n = 0
        while n < len(found):
            states[0] = states[1]
            deal(s, t, rngs[0])
            while actor(s) >= 0 and n < len(found):
                # what the filters leave of the moves, as one number
                mark = 0
                for level in range(1, levels):
                    for form in range(0, 32, 16):
                        for i in range(options(s, t, form + level, out)):
                            mark = (mark * 31 + out[i]) % 1000003
                style = 1 + n % 9
                for i in range(advise(s, t, style, rngs[0], out)):
                    mark = (mark * 31 + out[i]) % 1000003
                    play(s, t, out[i], rngs[0])
                for i in range(len(s.scratch)):
                    mark += 1000003 * abs(s.scratch[i])
                found[n] = mark
                n += 1
        return n

    return run


def test_machine_code_plays_and_filters_the_same():
    run, count = make_run(), 4000
    answers = []
    for packed, function in ((True, run), (False, interpret(run))):
        rngs = records(Stream, 1, packed=packed)
        if packed:
            rngs["z"] = seed_of("players")
        else:
            rngs[0].z = seed_of("players")
        found, states = integers(count, packed=packed), records(State, 2, packed=packed)
        function(states, table("draft", packed=packed), rngs, integers(400, packed=packed), found, len(LEVELS))
        answers.append([int(mark) for mark in found])
    assert answers[0] == answers[1]
    assert max(answers[0]) < 1000003  # nothing is left in the scratch


# --- random, busy and first -------------------------------------------------------------------------------------------

HANDS = "Gold*3; Peck; Warrior Wave*2"
TURN = Board(
    "PELIN DUKE_OF_CROWS RAJHIN ANSEI",
    me=side(hand=HANDS, coins=4, power=2, cooldown="Gold", agents="Banneret*2; Banneret 3; Banneret!"),
    foe=side(agents="Jeering Shadow*2; Prowling Shadow 1"),
    row="Toll of Flesh*2; Rally; Tithe; Tithe",
)
SMALL = Board(me=side(cooldown="Gold*4; Peck; Rally*2")).run("refresh 2")
LARGE = Board(me=side(cooldown="Gold*10; Rally*2; Peck")).run("refresh 3")
DISCARD = Board(me=side(hand="Gold*14; Peck*2")).run("opp_discard 2 or opp_discard 3").do("right")


@pytest.mark.parametrize("style", ["random", "busy"])
@pytest.mark.parametrize("board", [TURN, SMALL, LARGE, DISCARD], ids=["turn", "small", "large", "discard"])
def test_every_entry_of_the_engines_list_is_as_likely(board, style):
    entries = board.moves()
    if style == "busy" and entries[-1] == "end":
        entries.pop()
    expected = Counter("; ".join(sorted(words_of(text))) for text in entries)
    rng, draws = stream(style, "chi"), 12000
    found = Counter("; ".join(sorted(words_of(says(board, style, rng)))) for _ in range(draws))
    assert set(found) <= set(expected)
    keys = sorted(expected)
    counts = [expected[key] * draws / len(entries) for key in keys]
    assert chisquare([found[key] for key in keys], counts).pvalue > 0.001


def words_of(text: str) -> list[str]:
    """`choose B; A` so that the order of the cards does not matter."""
    verb, _, rest = text.partition(" ")
    return [verb, *rest.split("; ")]


def test_large_choices_are_large_enough_to_be_asked_card_by_card():
    assert text_of(LARGE.listed()[1]).startswith("pick")
    assert text_of(DISCARD.listed()[0]).startswith("pick")
    assert text_of(SMALL.listed()[1]).startswith("choose")


def test_busy_ends_the_turn_only_when_nothing_else_is_left():
    idle = Board("PELIN ANSEI RAJHIN ORGNUM", me=side(agents="Banneret!"), row="Rally")
    assert says(idle, "busy") == "end"
    rng = stream("end")
    assert all(says(TURN, "busy", rng) != "end" for _ in range(300))
    assert any(says(TURN, "random", rng) == "end" for _ in range(300))


def test_first_takes_the_first_entry():
    assert says(TURN, "first") == "play Gold"
    assert says(SMALL, "first") == says(LARGE, "first") == "choose "
    assert says(DISCARD, "first") == "choose Gold; Gold; Gold"
    assert says(Board(me=side(hand="Way of the Sword")).do("play Way of the Sword"), "first") == "left"


def test_a_chain_that_is_begun_is_gone_on_with():
    board = LARGE.copy()
    board.play(next(move for move in board.listed() if text_of(move) == "pick Peck"))
    seen = {text_of(advice(board, "random", stream(i))[0]) for i in range(60)}
    assert seen == {"done", "pick Rally", "pick Gold"}
    assert advice(board, "first") == board.listed()[:1]


# --- drafts -----------------------------------------------------------------------------------------------------------


def drafted(style: str, picks: list[str], setup: str = "draft") -> set[str]:
    board = new_game(1)
    board.t = table(setup)[0]
    for name in picks:
        board.play(DRAFT << COMMAND | PATRONS.index(name) + 1)
    return {text_of(advice(board, style, stream("draft", i))[0])[6:] for i in range(120)}


ALL = set(PATRONS) - {"TREASURY"}


def test_most_styles_draft_at_random():
    for style in STYLES[1:]:
        if style not in ("first", "duke", "orgnum"):
            assert drafted(style, []) == ALL
            assert drafted(style, ["PELIN", "ANSEI"]) == ALL - {"PELIN", "ANSEI"}
    assert drafted("first", []) == {"ANSEI"}
    assert drafted("first", ["ANSEI", "RAJHIN"]) == {"DUKE_OF_CROWS"}


def test_drafts_of_search_bots():
    assert drafted("duke", []) == {"DUKE_OF_CROWS"}
    assert drafted("duke", ["DUKE_OF_CROWS"]) == {"RED_EAGLE"}
    assert drafted("duke", ["DUKE_OF_CROWS", "RED_EAGLE"]) == {"ANSEI", "RAJHIN", "HLAALU", "PELIN"}
    shunned = "draft:patrons=DUKE_OF_CROWS+RED_EAGLE+ORGNUM+PSIJIC+SAINT_ALESSIA"
    assert drafted("duke", ["DUKE_OF_CROWS", "RED_EAGLE"], shunned) == {"ORGNUM", "PSIJIC", "SAINT_ALESSIA"}
    assert drafted("orgnum", ["ANSEI"]) == {"ORGNUM"}
    assert drafted("orgnum", ["ORGNUM"]) == {"RAJHIN"}
    assert drafted("orgnum", ["ORGNUM", "RAJHIN"]) == {"DUKE_OF_CROWS"}
    assert drafted("orgnum", ["ORGNUM", "RAJHIN", "DUKE_OF_CROWS"]) == {"RED_EAGLE"}
    taken = ["ORGNUM", "DUKE_OF_CROWS", "RAJHIN"]
    assert drafted("orgnum", taken, "draft:patrons=ORGNUM+DUKE_OF_CROWS+RAJHIN+PELIN+ANSEI") == {"PELIN", "ANSEI"}


# --- simple wishes ----------------------------------------------------------------------------------------------------


def test_maxagents_buys_the_best_agent_then_a_hired_one():
    board = Board(me=side(coins=9, hand="Gold"), row="Stubborn Shadow; Oathman; Shield Bearer; Prowling Shadow")
    assert says(board, "maxagents") == "buy Oathman"
    board.s.coins[ME] = 6
    board.s.row[1] = KINDS["Banneret"]
    assert says(board, "maxagents") == "buy Stubborn Shadow"  # of equals the first
    board.s.row[0] = board.s.row[3] = KINDS["Rally"]
    assert says(board, "maxagents") == "buy Shield Bearer"
    board.s.coins[ME] = 0
    assert says(board, "maxagents") == "play Gold"


def test_patronfavors_calls_who_does_not_favour_it_yet():
    board = Board(me=side(coins=4, power=2, hand="Gold"), row="Tithe")
    assert says(board, "patronfavors") == "call ANSEI"  # Pelin would need an agent
    board.s.favour[PATRONS.index("ANSEI")] = ME
    assert says(board, "patronfavors") == "call RAJHIN"
    board.s.calls[ME] = 0
    assert says(board, "patronfavors", stream(1)) in ("play Gold", "buy Tithe")
    before = copy_state(board.s)
    board.s.coins[ME] = before.coins[ME] = 6  # enough for Tithe and Rajhin
    assert says(board, "patronfavors") == "buy Tithe"
    assert same(board.s, before)


# --- DecisionTreeBot --------------------------------------------------------------------------------------------------


def tree(**more: Any) -> str:
    patrons = more.pop("patrons", "RAJHIN DUKE_OF_CROWS ANSEI ORGNUM")
    return says(Board(patrons, **more), "decisiontree")


def test_the_tree_plays_deck_by_deck():
    assert tree(me=side(hand="Gold; Peck; Swipe")) == "play Swipe"  # the first patron
    assert tree(me=side(hand="Gold; Peck; Fortify"), patrons="RAJHIN DUKE_OF_CROWS PELIN ORGNUM") == "play Fortify"
    assert tree(me=side(hand="Peck; Gold")) == "play Gold"
    board = Board("RAJHIN DUKE_OF_CROWS ANSEI ORGNUM", me=side(hand="Gold; Peck; Swipe; Scratch"))
    board.s.combo[PATRONS.index("DUKE_OF_CROWS")] = 1  # it has begun with another deck
    assert says(board, "decisiontree") == "play Peck"


def test_the_tree_plays_for_combos():
    # nothing of the deck has been played: first the card that has least to lose
    duke = "DUKE_OF_CROWS PSIJIC ANSEI ORGNUM"
    assert tree(me=side(hand="Toll of Silver; Scratch; Peck"), patrons=duke) == "play Peck"
    board = Board(duke, me=side(hand="Toll of Silver; Scratch; Plunder"))
    board.s.combo[PATRONS.index("DUKE_OF_CROWS")] = 2
    assert says(board, "decisiontree") == "play Scratch"  # its combo comes in any case
    agents = Board(duke, me=side(hand="Plunder", agents="Blackfeather Knave"))
    assert says(agents, "decisiontree") == "activate Blackfeather Knave"


def test_the_tree_catches_up():
    rich = side(coins=5, prestige=20)
    assert tree(me=rich, foe=side(prestige=41), row="Imprisonment") == "call DUKE_OF_CROWS"
    favour = {"DUKE_OF_CROWS": ME}
    assert tree(me=rich, foe=side(prestige=41), row="Imprisonment", favour=favour) == "call ORGNUM"
    called = side(coins=5, prestige=20, calls=0)
    assert tree(me=called, foe=side(prestige=41), row="Tithe; Imprisonment; Blackmail") == "buy Imprisonment"


def test_the_tree_asks_ansei_for_a_coin():
    need = side(coins=3, power=2)
    assert tree(me=need, row="Moonlit Illusion; Murder of Crows") == "call ANSEI"
    assert tree(me=need, row="Moonlit Illusion; Pool of Shadow") == "buy Moonlit Illusion"
    deck = side(coins=3, power=2, cooldown="Peck*6")
    assert tree(me=deck, row="Moonlit Illusion; Pool of Shadow") == "call ANSEI"


def test_the_tree_buys_what_fits():
    assert tree(me=side(coins=7), row="Twilight Revelry; Toll of Flesh; Toll of Silver") == "buy Toll of Silver"
    many = side(coins=7, cooldown="Swipe*8")
    assert tree(me=many, row="Toll of Flesh; Slight of Hand") == "buy Slight of Hand"  # 64 + 10 + 2 - 2
    # not much wanted: rather call a patron
    assert tree(me=side(coins=4), row="Slight of Hand") == "call ORGNUM"
    rajhin = "RAJHIN DUKE_OF_CROWS ANSEI PSIJIC"
    assert tree(me=side(coins=4), row="Slight of Hand", patrons=rajhin) == "call RAJHIN"
    assert tree(me=side(coins=4, calls=0), row="Slight of Hand") == "buy Slight of Hand"
    assert tree(me=side(coins=3, calls=0), foe=side(agents="Banneret"), row="Black Sacrament; Ambush") == "buy Ambush"
    assert tree(me=side(coins=3, calls=0), row="Black Sacrament; Ambush") == "end"
    two = {"RAJHIN": ME, "ORGNUM": ME, "ANSEI": ME}
    assert tree(me=side(coins=3, calls=0), row="Tithe", favour=two) == "buy Tithe"


def test_the_tree_calls_for_favours_first():
    three = {"RAJHIN": ME, "ORGNUM": ME, "ANSEI": ME}
    assert tree(me=side(coins=2), favour=three) == "call DUKE_OF_CROWS"
    enemy = {"RAJHIN": FOE, "ORGNUM": FOE}
    assert tree(me=side(coins=3), favour=enemy) == "call RAJHIN"
    order = "DUKE_OF_CROWS RAJHIN ANSEI ORGNUM"
    enemy = {"DUKE_OF_CROWS": FOE, "RAJHIN": FOE, "ANSEI": FOE}
    assert tree(me=side(coins=3), favour=enemy, patrons=order) == "call DUKE_OF_CROWS"
    assert tree(me=side(coins=3), favour=enemy | {"ORGNUM": ME}, patrons=order) == "call RAJHIN"
    assert tree(me=side(coins=2, played="Bewilderment; Gold")) == "call TREASURY"
    assert tree(me=side(coins=2, played="Gold; Peck", prestige=39)) == "call DUKE_OF_CROWS"
    assert tree(me=side(power=2)) == "call ANSEI"


def test_the_tree_attacks_whom_it_can_fell():
    foe = side(agents="Morihaus, Sacred Bull; Banneret 3; Shield Bearer 2")
    assert tree(me=side(power=2, calls=0), foe=foe) == "attack Shield Bearer"  # only taunting agents
    assert tree(me=side(power=3, calls=0), foe=foe) == "attack Banneret"
    assert tree(me=side(power=1, calls=0), foe=foe) == "attack Banneret"


@pytest.mark.parametrize(
    ("effect", "me", "choice"),
    [
        ("destroy 2", side(hand="Gold; Peck", cooldown="Rally*9"), "Gold"),
        ("destroy 2", side(hand="Gold; Peck", cooldown="Rally*8"), ""),
        ("refresh 2", side(cooldown="Gold; Rally; Peck; Tithe; Toll of Flesh"), "Rally; Toll of Flesh"),
        ("refresh 3", side(cooldown="Gold*10; Rally; Peck"), "Gold; Peck; Rally"),
        ("toss 3", side(draw="Rally; Gold; Peck; Gold"), "Gold; Peck; Rally"),
        ("replace 2", side(hand="Gold"), "Barterer; Tithe"),
        ("replace 2", side(), "Rally; Toll of Flesh"),
        ("acquire 8", side(), "Toll of Flesh"),  # Rally is as good, and stands behind it
        ("acquire 5", side(), "Toll of Flesh"),
        ("knockout 1", side(), "Banneret"),
        ("donate 2", side(hand="Rally; Gold; Peck"), "Gold; Peck"),
    ],
)
def test_the_tree_chooses(effect, me, choice):
    foe, row = side(agents="Jeering Shadow; Banneret"), "Barterer; Toll of Flesh; Tithe; Rally"
    assert says(Board(me=me, foe=foe, row=row).run(effect), "decisiontree") == f"choose {choice}"


def test_the_tree_gives_to_patrons():
    mine = side(coins=2, hand="Rally", played="Peck; Gold; Tithe")
    assert says(Board(me=mine).do("call TREASURY"), "decisiontree") == "choose Gold"
    cursed = side(coins=2, hand="Gold; Bewilderment")
    assert says(Board(me=cursed).do("call TREASURY"), "decisiontree") == "choose Bewilderment"
    ahead = side(hand="Toll of Silver; Hostile Takeover; Rally", prestige=5)
    assert says(Board(me=ahead).do("call HLAALU"), "decisiontree") == "choose Rally"
    agents = side(power=2, cooldown="Oathman; Blackfeather Knave; Rally")
    assert says(Board(me=agents).do("call PELIN"), "decisiontree") == "choose Blackfeather Knave"


def test_the_tree_weighs_offers():
    def half(card: str, enemy: int) -> str:
        board = Board("SAINT_ALESSIA ANSEI PELIN HLAALU", me=side(hand=card, draw="Gold*9"), foe=side(prestige=enemy))
        return says(board.do(f"play {card}"), "decisiontree")

    assert half("Warrior Wave", 15) == "right"  # coins early,
    assert half("Warrior Wave", 16) == "left"
    assert half("Way of the Sword", 25) == "left"  # power late
    assert half("Saint's Wrath", 0) == "left"  # nothing to fetch
    assert half("Ansei Assault", 20) == "left"  # an empty tavern


# --- Sakkirina's playouts ---------------------------------------------------------------------------------------------


def test_sakkirina_plays_what_only_gives_first():
    board = Board("PELIN DUKE_OF_CROWS RAJHIN HLAALU", me=side(hand="Rally; Pilfer; Gold; Peck", agents="Banneret"))
    assert says(board, "sakkirina") == "play Gold"
    board = Board("PELIN DUKE_OF_CROWS RAJHIN HLAALU", me=side(hand="Rally; Pilfer", agents="Banneret"))
    assert says(board, "sakkirina") == "activate Banneret"


def test_sakkirinas_other_rules():
    mines = Board("PELIN DUKE_OF_CROWS RAJHIN HLAALU", me=side(coins=3, hand="Rally"), row="Tithe; Ebony Mine")
    mines.s.combo[PATRONS.index("HLAALU")] = 2
    assert says(mines, "sakkirina") == "buy Ebony Mine"
    assert says(Board(me=side(hand="Rally", prestige=80)), "sakkirina") == "end"
    favour = {"PELIN": ME, "RAJHIN": ME, "HLAALU": ME, "ANSEI": FOE}
    assert says(Board(me=side(hand="Rally", power=2), favour=favour), "sakkirina") == "call ANSEI"
    assert says(Board(me=side(hand="Bewilderment; Gold*11; Rally")).run("destroy 1"), "sakkirina") == "choose "
    assert says(Board(me=side(hand="Rally; Bewilderment; Gold")).run("opp_discard 1"), "sakkirina") == (
        "choose Bewilderment"
    )
    assert says(Board(me=side(coins=2, hand="Rally; Gold")).do("call TREASURY"), "sakkirina") == "choose Gold"


def check_weights(board: Board, logits: dict[str, float], name: str) -> None:
    """Hold the draws of a position against what each move should weigh."""
    assert set(logits) == {text_of(move) for move in board.listed()}
    top, draws, rng = max(logits.values()), 12000, stream("weights", name)
    weights = {text: exp(logit - top) for text, logit in logits.items()}
    found = Counter(says(board, "sakkirina", rng) for _ in range(draws))
    likely = [text for text, weight in weights.items() if weight * draws / sum(weights.values()) > 5]
    rare = draws - sum(found[text] for text in likely)
    total = sum(weights.values())
    expected = [weights[text] * draws / total for text in likely]
    assert rare <= 40 and len(likely) > 1
    scale = (draws - rare) / sum(expected)
    assert chisquare([found[text] for text in likely], [count * scale for count in expected]).pvalue > 0.001


def test_sakkirinas_weights_of_calls_and_purchases():
    me = side(coins=4, power=2, prestige=8, played="Gold", cooldown="Fortify*2")
    board = Board("PELIN ANSEI RAJHIN DUKE_OF_CROWS", me=me, foe=side(prestige=20), favour={"RAJHIN": ME})
    calls = {
        "call TREASURY": 5 - 3 * 0.5,
        "call ANSEI": 2 - 0.5 + 0.5,
        "call RAJHIN": 0.5,
        "call DUKE_OF_CROWS": 4 - 5 + 2.5 * 0.5 + 0.5,
    }
    check_weights(board, {"end": -10000.0} | {text: logit - 100 for text, logit in calls.items()}, "calls")
    board.s.row[:3] = [KINDS[name] for name in ("Legion's Arrival", "Tithe", "Slight of Hand")]
    board.s.n_row, board.s.calls[ME] = 3, 0
    check_weights(
        board,
        {"end": -10000.0, "buy Legion's Arrival": 5 + 2 - 20, "buy Tithe": 2.5 - 20, "buy Slight of Hand": 5 - 20},
        "purchases",
    )


def test_sakkirinas_weights_of_plays():
    me = side(hand="Pilfer; Ansei Assault", power=1, agents="Blackfeather Knave; Oathman")
    board = Board("PELIN ANSEI HLAALU DUKE_OF_CROWS", me=me, foe=side(agents="Jeering Shadow"))
    attack = {"attack Jeering Shadow": 2 * 10 - 2.0}
    plays = {"play Pilfer": 20.0, "play Ansei Assault": 0.0}
    agents = {"activate Blackfeather Knave": -2.8, "activate Oathman": -3.0}
    board.s.calls[ME] = 0
    check_weights(board, attack | plays | agents | {"end": -10000.0}, "plays")


def test_sakkirinas_weights_of_choices():
    foe = side(agents="Clan-Witch; Karth Man-Hunter 1")
    agents = {"choose Clan-Witch": 0.2 * (50 + 9), "choose Karth Man-Hunter": 0.2 * (50 + 3)}
    check_weights(Board(foe=foe).run("knockout 1"), agents, "knockout")
    refresh = Board(me=side(cooldown="Gold; Tithe; Barterer")).run("refresh 1")
    even = {"choose ": 0.0, "choose Gold": 0.0, "choose Tithe": 15.0, "choose Barterer": 15.0}
    check_weights(refresh, even, "refresh")
    effects = Board(me=side(hand="Way of the Sword")).do("play Way of the Sword")
    check_weights(effects, {"left": 0.0, "right": 0.0}, "effects")
    sold = Board(me=side(hand="Toll of Silver; Rally; Pool of Shadow; Scratch")).do("call HLAALU")
    costs = {"Toll of Silver": 6 - 50.0, "Rally": 12 - 50.0, "Pool of Shadow": 6 - 10.0, "Scratch": 6 - 10.0}
    check_weights(sold, {f"choose {name}": logit for name, logit in costs.items()}, "hlaalu")


# --- filters ----------------------------------------------------------------------------------------------------------


def test_best3_plays_instantly_the_card_with_the_lowest_number():
    board = Board(me=side(hand="Gold; Rally; Fortify; Writ of Coin; Swipe"))
    assert left(board, "best3") == left(board, "soismcts") == ["play Fortify"]
    board = Board(me=side(hand="Rally; Peck; Luxury Exports"))
    assert left(board, "best3") == left(board, "none")


def test_best3_destroys_one_of_the_three_worst_cards_copies_counted():
    decks = "PELIN ANSEI RAJHIN DUKE_OF_CROWS"
    mine = side(hand="Gold; Rally; Peck", played="Toll of Silver; Swipe", agents="Banneret")
    # Gold is worth 0 and what it adds to its deck, the starting cards 1 and 3, and all others far more
    assert set(left(Board(decks, me=mine).run("destroy 1"), "best3")) == {
        *("choose ", "choose Peck", "choose Swipe", "choose Gold")
    }
    board = Board(decks, me=side(hand="Gold*2; Rally; Peck", played="Gold; Swipe")).run("destroy 2")
    assert set(left(board, "best3")) == {
        *("choose ", "choose Swipe", "choose Gold", "choose Gold; Swipe", "choose Gold; Gold")
    }
    assert "choose Gold; Peck" in left(board, "sensible") and "choose Gold; Rally" not in left(board, "sensible")


def slow_worth(board: Board, name: str, year: int) -> float:
    """BestMCTS3's evaluation of a card early in the game."""
    tiers = {"Rally": 30, "Gold": 0, "Peck": 3, "Pilfer": 30, "Toll of Flesh": 50, "Storm Shark Wavecaller": 3}
    if year == 2024:
        tiers["Storm Shark Wavecaller"] = 1
    limit, power = 3.5835821274533806, 1.4531637982059311
    deck = CARDS[KINDS[name]]["deck"]
    n = sum(CARDS[KINDS[other]]["deck"] == deck for other in board.cooldown() + board.hand())
    last = min(n, limit) ** power - (min(n - 1, limit) ** power if n > 1 else 0)
    return tiers[name] + last


@pytest.mark.parametrize(("n", "limit"), [(1, 3), (2, 6), (3, 10)])
@pytest.mark.parametrize(("level", "year"), [("best3", 2025), ("soismcts", 2024), ("sensible", 2025)])
def test_best3_fetches_the_best_sets(n, limit, level, year):
    cooldown = "Rally*2; Gold; Peck; Pilfer; Toll of Flesh; Storm Shark Wavecaller"
    board = Board("PELIN ORGNUM DUKE_OF_CROWS ANSEI", me=side(hand="Gold", cooldown=cooldown)).run(f"refresh {n}")

    def worth(text: str) -> float:
        return sum(slow_worth(board, name, year) for name in text[7:].split("; ") if name)

    if level == "sensible":
        entries = left(board, "none")
    else:  # copies count one by one
        entries = ["choose " + "; ".join(sorted(text[7:].split("; "))) for text in board.moves()]
    best = sorted((worth(text) for text in entries), reverse=True)[limit - 1]
    found = left(board, level)
    assert {text for text in entries if worth(text) > best + 1e-3} <= set(found)
    assert all(worth(text) > best - 1e-3 for text in found) and len(found) <= limit


def test_card_by_card_the_five_best_are_offered_or_the_three_worst():
    cooldown = "Gold*9; Rally; Peck; Pilfer; Toll of Flesh; Toll of Silver; Murder of Crows; Fortify"
    board = Board("PELIN ORGNUM DUKE_OF_CROWS ANSEI", me=side(cooldown=cooldown)).run("refresh 3")
    best = {"pick Rally", "pick Pilfer", "pick Toll of Flesh", "pick Toll of Silver", "pick Murder of Crows"}
    for level in ("best3", "soismcts", "sensible"):
        assert set(left(board, level)) == {"done"} | best
    hand = "Peck; Toll of Flesh; Fortify; Rally; Gold*2"
    board = Board("PELIN ORGNUM DUKE_OF_CROWS ANSEI", me=side(hand=hand)).run("destroy 2")
    assert set(left(board, "best3", CHAIN)) == {"done", "pick Gold", "pick Fortify"}
    assert set(left(board, "sensible", CHAIN)) == {"done", "pick Gold", "pick Fortify", "pick Peck"}


def test_other_choices_are_left_alone():
    for effect in ("replace 2", "toss 3", "acquire 9", "donate 2"):
        row = "Barterer; Toll of Flesh; Tithe; Rally"
        board = Board(me=side(hand="Gold; Peck", draw="Gold; Peck; Rally"), row=row).run(effect)
        for level in LEVELS:
            assert left(board, level) == left(board, "none")
    patron = Board(me=side(coins=2, hand="Rally", played="Gold; Bewilderment")).do("call TREASURY")
    assert left(patron, "best3") == left(patron, "none")  # the bot's rule for this is never reached


def test_sensible_plays_what_only_gives():
    board = Board(me=side(hand="Rally; Peck; Luxury Exports; Bewilderment"))
    assert left(board, "sensible") == ["play Luxury Exports"]  # of those the lowest number
    # Rally draws a card only as the second of its deck
    assert left(Board(me=side(hand="Rally; Pilfer")), "sensible") == ["play Rally"]
    board = Board(me=side(hand="Rally; Pilfer"))
    board.s.combo[PATRONS.index("PELIN")], board.s.waiting[PATRONS.index("PELIN")][0] = 1, KINDS["Fortify"]
    assert left(board, "sensible") == left(board, "none")


def test_sensible_looks_at_what_a_combo_sets_off():
    board = Board("DUKE_OF_CROWS ANSEI PELIN HLAALU", me=side(hand="Peck; Conquest", draw="Gold"))
    assert left(board, "sensible") == ["play Peck"]
    board.s.combo[PATRONS.index("DUKE_OF_CROWS")] = 1
    board.s.waiting[PATRONS.index("DUKE_OF_CROWS")][0] = KINDS["Toll of Flesh"]  # would draw a card
    assert left(board, "sensible") == left(board, "none")
    board.s.waiting[PATRONS.index("DUKE_OF_CROWS")][0] = KINDS["Scratch"]
    assert left(board, "sensible") == ["play Peck"]


def test_sensible_uses_agents_that_only_give():
    board = Board("PELIN ANSEI RAJHIN HLAALU", me=side(hand="Pilfer", agents="Hel Shira Herald; Banneret"))
    assert left(board, "sensible") == ["activate Banneret"]
    entering = Board("PELIN ANSEI RAJHIN HLAALU", me=side(hand="Banneret; Pilfer"))
    assert left(entering, "sensible") == ["play Banneret"]
    alessia = Board("PELIN ANSEI RAJHIN SAINT_ALESSIA", me=side(hand="Banneret; Pilfer"))
    assert left(alessia, "sensible") == left(alessia, "none")


def test_sensible_keeps_cards_for_the_priestess():
    board = Board("PELIN ANSEI RAJHIN SAINT_ALESSIA", me=side(hand="Gold; Pilfer", agents="Priestess of the Eight"))
    assert left(board, "sensible") == left(board, "none")
    board.s.acted[ME][0] = 1
    assert left(board, "sensible") == ["play Gold"]
    both = side(hand="Gold; Priestess of the Eight", agents="Banneret")
    assert left(Board("PELIN ANSEI RAJHIN SAINT_ALESSIA", me=both), "sensible") == ["activate Banneret"]


def test_sensible_gives_treasury_what_is_worth_least():
    def given(**mine: Any) -> list[str]:
        return left(Board(me=side(coins=2, **mine)).do("call TREASURY"), "sensible")

    assert given(hand="Rally; Bewilderment", played="Gold; Peck") == ["choose Bewilderment"]
    assert given(hand="Rally", played="Gold*2; Peck") == ["choose Gold"]
    assert len(given(hand="Gold", played="Gold; Peck")) == 1  # rather the one that has been played
    assert given(hand="Rally; Writ of Coin", played="Peck; Swipe") == ["choose Peck", "choose Swipe"]
    assert len(given(hand="Rally", played="Pilfer; Writ of Coin")) == 3
