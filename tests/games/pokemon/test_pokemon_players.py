"""The rule players of the Pokemon TCG: puzzles with a provable best line, and how the styles fare in matches."""

from __future__ import annotations

from math import exp, sqrt

import pytest

from mulligan import Position
from mulligan.core.game import make_advise
from mulligan.core.position import make_stream
from mulligan.games.pokemon import POKEMON
from mulligan.games.pokemon.evaluation import styles as evaluation
from mulligan.games.pokemon.evaluation.assets import FEATURES, features
from mulligan.games.pokemon.evaluation.styles import EVALUATIONS
from mulligan.games.pokemon.evaluation.win_model import CARD, EARLY, GAIN
from mulligan.games.pokemon.players.styles import STYLES
from mulligan.games.pokemon.pruning import LEVELS
from mulligan.games.pokemon.rules.layout import BY_DECK, PRIZES
from mulligan.kernel import entry, integers, interpret, records, stream

DECKS = ("dragonsnarl", "dragon_speed", "night_striker", "darkrai_hydreigon", "darkrai_laser")
SLOW = POKEMON.interpreted()


def put(setup: str, text: str) -> Position:
    """A position from its text; decks and Prizes that a puzzle leaves out are filled with cards that do not matter."""
    filler = "Psychic Energy" if setup in ("dragonsnarl", "night_striker") else "Darkness Energy"
    filler = "Water Energy" if setup == "dragon_speed" else filler
    for part, cards in (("deck1", 20), ("deck2", 20), ("prizes1", 6), ("prizes2", 6)):
        if f"| {part}" not in text:
            text += f" | {part} {cards} {filler}"
    return Position.read(SLOW, "pokemon turn 9 player 1 " + text, setup)


def line(position: Position, seed: int = 0) -> list[str]:
    """The expert's moves to the end of its turn, in words."""
    rng = make_stream(SLOW, "puzzle", seed)
    moves: list[str] = []
    turn = position.turn
    while not position.over and position.actor == 0 and position.turn == turn:
        move = position.advise("expert", rng)[0]
        moves.append(position.text(move))
        position.play_with(move, rng)
    return moves


# --- puzzles ----------------------------------------------------------------------------------------------------------

WINS = {
    "the stronger attack takes the last Prize": (
        "dragonsnarl",
        "| active1 Houndoom, 3 Darkness Energy | active2 Murkrow | bench2 Murkrow | prizes1 Cheren",
    ),
    "an Energy of the hand pays for it": (
        "dragonsnarl",
        "| active1 Houndoom, 2 Darkness Energy | hand1 Psychic Energy, Darkness Energy"
        " | active2 Murkrow | bench2 Murkrow | prizes1 Cheren",
    ),
    "an evolution makes it possible": (
        "dragonsnarl",
        "| active1 Stunky, 3 Darkness Energy | hand1 Skuntank | active2 Golett, damage 10 | bench2 Deino"
        " | prizes1 Cheren",
    ),
    "evolving ends Paralysis": (
        "dragonsnarl",
        "| active1 Stunky, 3 Darkness Energy, paralyzed | hand1 Skuntank | active2 Slakoth | bench2 Deino"
        " | prizes1 Cheren",
    ),
    "a retreat brings the ready attacker": (
        "dragonsnarl",
        "| active1 Murkrow, Darkness Energy | bench1 Skuntank < Stunky, 3 Darkness Energy"
        " | active2 Golett | bench2 Deino | prizes1 Cheren",
    ),
    "a Switch brings it where the Active Pokemon cannot retreat": (
        "night_striker",
        "| active1 Wobbuffet | bench1 Noivern < Noibat, 2 Psychic Energy, Darkness Energy | hand1 Switch"
        " | active2 Wobbuffet | bench2 Inkay | prizes1 Tierno",
    ),
    "a Switch brings it where the Active Pokemon sleeps": (
        "night_striker",
        "| active1 Wobbuffet, 3 Psychic Energy, asleep | bench1 Noivern < Noibat, 2 Psychic Energy, Darkness Energy"
        " | hand1 Switch | active2 Wobbuffet | bench2 Inkay | prizes1 Tierno",
    ),
    "an Ability brings it": (
        "night_striker",
        "| active1 Wobbuffet | bench1 Zoroark < Zorua, 2 Darkness Energy"
        " | active2 Wobbuffet, damage 10 | bench2 Inkay; Inkay; Inkay | prizes1 Tierno",
    ),
    "20 more by Giovanni's Scheme": (
        "night_striker",
        "| active1 Cresselia, 3 Psychic Energy | hand1 Giovanni's Scheme, Tierno"
        " | active2 Noivern, damage 10 | bench2 Inkay | prizes1 Tierno",
    ),
    "Drag Off reaches the weak one on the Bench": (
        "night_striker",
        "| active1 Ursaring, 3 Psychic Energy | active2 Gengar | bench2 Wobbuffet; Noibat; Cresselia | prizes1 Tierno",
    ),
    "Creep Show knocks out what has three counters": (
        "night_striker",
        "| active1 Gengar, 2 Psychic Energy | active2 Cresselia, damage 30 | bench2 Noibat, damage 30 | prizes1 Tierno",
    ),
    "Sinister Fog takes two on the Bench": (
        "night_striker",
        "| active1 Gengar, 2 Psychic Energy | active2 Cresselia, damage 30"
        " | bench2 Noibat, damage 40; Noibat, damage 40; Inkay | prizes1 2 Tierno",
    ),
    "Night Spear takes the last Prize on the Bench": (
        "darkrai_laser",
        "| active1 Darkrai-EX, 3 Darkness Energy | active2 Darkrai-EX"
        " | bench2 Bouffalant, damage 60; Sableye, damage 40; Sableye, damage 30 | prizes1 N",
    ),
    "Night Spear takes both last Prizes": (
        "darkrai_laser",
        "| active1 Darkrai-EX, 3 Darkness Energy | active2 Sableye | bench2 Absol; Sableye, damage 40 | prizes1 2 N",
    ),
    "an EX is worth two Prizes": (
        "darkrai_laser",
        "| active1 Darkrai-EX, 3 Darkness Energy | active2 Darkrai-EX, damage 90 | bench2 Absol | prizes1 2 N",
    ),
    "Dark Claw makes the difference": (
        "darkrai_laser",
        "| active1 Darkrai-EX, 3 Darkness Energy | bench1 Bouffalant | hand1 Dark Claw"
        " | active2 Darkrai-EX, damage 70 | bench2 Absol | prizes1 2 N",
    ),
    "Gold Breaker hits an EX": (
        "darkrai_laser",
        "| active1 Sableye, Darkness Energy | bench1 Bouffalant, Double Colorless Energy, Darkness Energy"
        " | active2 Darkrai-EX, damage 60 | bench2 Absol | prizes1 2 N",
    ),
    "Laser and Virbank do the last 30 between turns": (
        "darkrai_laser",
        "| stadium Virbank City Gym of 1 | active1 Darkrai-EX, 3 Darkness Energy | hand1 Hypnotoxic Laser, N"
        " | active2 Darkrai-EX, damage 60 | bench2 Absol | prizes1 2 N",
    ),
    "Dark Patch and a free retreat": (
        "darkrai_laser",
        "| active1 Sableye, Darkness Energy | bench1 Darkrai-EX, 2 Darkness Energy | hand1 Dark Patch"
        " | discard1 Darkness Energy | active2 Absol, damage 10 | bench2 Sableye | prizes1 N",
    ),
    "Energy Switch pays for the attack": (
        "darkrai_laser",
        "| active1 Darkrai-EX, 2 Darkness Energy | bench1 Sableye, Darkness Energy | hand1 Energy Switch"
        " | done energy | active2 Absol, damage 10 | bench2 Sableye | prizes1 N",
    ),
    "Dark Trance pays for the attack": (
        "darkrai_hydreigon",
        "| active1 Darkrai-EX | bench1 Hydreigon < Deino, 2 Darkness Energy; Sableye, Darkness Energy"
        " | active2 Sigilyph, damage 10 | bench2 Darkrai-EX, damage 150; Terrakion | done energy | prizes1 2 N",
    ),
    "Safeguard stops an EX, not Hydreigon": (
        "darkrai_hydreigon",
        "| active1 Darkrai-EX, 3 Darkness Energy, Blend Energy GRPD | bench1 Hydreigon < Deino"
        " | active2 Sigilyph | bench2 Terrakion | done energy | prizes1 N",
    ),
    "X Ball counts the Energy on both sides": (
        "darkrai_hydreigon",
        "| active1 Mewtwo-EX, 2 Prism Energy | active2 Mewtwo-EX, damage 10, 2 Prism Energy | bench2 Deino"
        " | prizes1 2 N",
    ),
    "no Pokemon left is a win too": (
        "dragon_speed",
        "| active1 Floatzel, 2 Water Energy | active2 Cubone, damage 10",
    ),
    "Devolution Punch knocks out what stood on its evolution": (
        "dragonsnarl",
        "| active1 Golurk, 3 Psychic Energy | active2 Zweilous < Deino, damage 10 | bench2 Deino | prizes1 Cheren",
    ),
}


@pytest.mark.parametrize("name", WINS)
def test_wins_at_once(name: str) -> None:
    setup, text = WINS[name]
    position = put(setup, text)
    moves = line(position)
    assert position.over and position.payoff(0) == 1.0, moves


# Each of the lines must have the first text and not the second.
LINES = {
    "promotes the attacker that wins": (
        "dragonsnarl",
        "| ask 1 promote | bench1 Golett; Skuntank < Stunky, 3 Darkness Energy; Deino"
        " | active2 Houndoom | bench2 Deino | prizes1 Cheren",
        ("promote Skuntank (bench 2)", ""),
    ),
    "heals by Consume what would fall": (
        "dragonsnarl",
        "| active1 Hydreigon, damage 100, 3 Darkness Energy, Psychic Energy | bench1 Deino"
        " | active2 Golurk, damage 10, 2 Psychic Energy | bench2 Deino",
        ("attack Consume", "attack Destructor Beam"),
    ),
    "does not draw the last cards": (
        "dragonsnarl",
        "| active1 Houndoom, 3 Darkness Energy | bench1 Deino | hand1 Cheren, Psychic Energy | deck1 3 Cheren"
        " | active2 Golurk | bench2 Deino",
        ("attack Fire Fang", "play Cheren"),
    ),
    "draws when the deck is large": (
        "dragonsnarl",
        "| active1 Murkrow | bench1 Deino | hand1 Cheren | deck1 25 Psychic Energy | active2 Golurk | bench2 Deino",
        ("play Cheren", ""),
    ),
    "a free retreat brings the sound attacker for the confused one": (
        "darkrai_laser",
        "| active1 Darkrai-EX, 3 Darkness Energy, confused | bench1 Darkrai-EX, 3 Darkness Energy"
        " | active2 Absol, damage 20 | bench2 Sableye | done energy",
        ("retreat to Darkrai-EX (bench 1)", ""),
    ),
    "saves Energy before Max Potion": (
        "darkrai_hydreigon",
        "| active1 Darkrai-EX, damage 150, 3 Darkness Energy | bench1 Hydreigon < Deino | hand1 Max Potion"
        " | active2 Darkrai-EX, 3 Darkness Energy | bench2 Deino | done energy",
        ("play Max Potion", "end turn"),
    ),
    "gives the Energy that is missing": (
        "dragonsnarl",
        "| active1 Skuntank < Stunky, Darkness Energy, Psychic Energy | bench1 Deino"
        " | hand1 Psychic Energy, Darkness Energy | active2 Golett | bench2 Deino",
        ("attach Darkness Energy to Skuntank (active)", ""),
    ),
    "does not give Energy to the one that has enough": (
        "dragonsnarl",
        "| active1 Skuntank < Stunky, 3 Darkness Energy | bench1 Houndoom < Houndour, Darkness Energy"
        " | hand1 Darkness Energy | active2 Golurk | bench2 Deino",
        ("attach Darkness Energy to Houndoom (bench 1)", ""),
    ),
    "a lone Pokemon gets company": (
        "dragon_speed",
        "| active1 Floatzel, 2 Water Energy | hand1 Tympole | active2 Garchomp | bench2 Feebas",
        ("bench Tympole", ""),
    ),
    "evolves": (
        "dragon_speed",
        "| active1 Buizel, Water Energy | bench1 Cubone | hand1 Floatzel, Water Energy"
        " | active2 Garchomp | bench2 Feebas",
        ("evolve Buizel (active) into Floatzel", "end turn"),
    ),
    "Rare Candy makes a Stage 2": (
        "darkrai_hydreigon",
        "| active1 Darkrai-EX | bench1 Deino | hand1 Rare Candy, Hydreigon | active2 Darkrai-EX | bench2 Deino",
        ("play Rare Candy", ""),
    ),
    "Pokemon Communication finds the evolution that fits": (
        "dragon_speed",
        "| active1 Cubone, Fighting Energy | bench1 Spheal; Tympole | hand1 Pokemon Communication, Milotic"
        " | deck1 Marowak, Feebas, Garchomp, 20 Water Energy | active2 Floatzel, 2 Water Energy | bench2 Feebas",
        ("take Marowak", ""),
    ),
    "Energy Search finds the type that is missing": (
        "dragon_speed",
        "| active1 Gabite < Gible, Water Energy | bench1 Spheal, Water Energy | hand1 Energy Search"
        " | deck1 Fighting Energy, 15 Water Energy | active2 Walrein | bench2 Feebas",
        ("take Fighting Energy", ""),
    ),
    "Juniper waits while the hand can be played": (
        "darkrai_laser",
        "| active1 Sableye | bench1 Darkrai-EX, 2 Darkness Energy"
        " | hand1 Professor Juniper, Darkness Energy, Bouffalant | active2 Darkrai-EX | bench2 Absol",
        ("attach Darkness Energy to Darkrai-EX (bench 1)", ""),
    ),
    "Juniper replaces an empty hand": (
        "darkrai_laser",
        "| active1 Sableye | bench1 Darkrai-EX | hand1 Professor Juniper, Float Stone"
        " | deck1 30 Darkness Energy | active2 Darkrai-EX | bench2 Absol",
        ("play Professor Juniper", ""),
    ),
    "Laser is not wasted on what falls anyway": (
        "darkrai_laser",
        "| active1 Darkrai-EX, 3 Darkness Energy | bench1 Absol | hand1 Hypnotoxic Laser"
        " | active2 Sableye | bench2 Darkrai-EX",
        ("attack Night Spear", "play Hypnotoxic Laser"),
    ),
    "Night Spear hits the one that falls": (
        "darkrai_laser",
        "| active1 Darkrai-EX, 3 Darkness Energy | bench1 Absol | active2 Darkrai-EX"
        " | bench2 Bouffalant, damage 60; Absol, damage 10; Sableye, damage 40",
        ("choose opposing Sableye (bench 3)", ""),
    ),
}


@pytest.mark.parametrize("name", LINES)
def test_plays_the_line(name: str) -> None:
    setup, text, (wanted, refused) = LINES[name]
    moves = line(put(setup, text))
    assert wanted in moves
    assert not refused or refused not in moves


def test_max_potion_costs_no_energy_with_dark_trance() -> None:
    setup, text, _ = LINES["saves Energy before Max Potion"]
    position = put(setup, text)
    moves = line(position)
    assert moves[-2] == "attack Night Spear" or moves[-1] == "attack Night Spear"
    assert sum(sum(slot["energy"]) for slot in position.fields()["slot"][0]) == 3


# --- what the expert may know -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("style", ["scripted", "expert"])
def test_players_are_honest(deck: str, style: str) -> None:
    """The advice is the same whatever lies hidden."""
    rng = make_stream(SLOW, "honest", deck)
    position = Position.deal(SLOW, deck, 5)
    for step in range(60):
        if position.over:
            break
        told = position.advise(style, make_stream(SLOW, "ties", step))
        other = position.hide(position.actor, make_stream(SLOW, "hidden", deck, step))
        assert other.advise(style, make_stream(SLOW, "ties", step)) == told, str(position)
        position.play_with(told[0], rng)


# --- how the styles fare ----------------------------------------------------------------------------------------------

PLAYED, WON, TURNS, TAKEN, DECKED_OUT = range(5)


def make_match():
    deal, play, actor, advise = POKEMON.deal, POKEMON.play, POKEMON.actor, make_advise(POKEMON)

    @entry
    def match(states, tables, rngs, first, second, games, out, tally):
        for game in range(games):
            states[1] = states[0]
            s = states[1]
            deal(s, tables[0], rngs[0])
            while actor(s) >= 0:
                advise(s, tables[0], first if actor(s) == game % 2 else second, rngs[0], out)
                play(s, tables[0], out[0], rngs[0])
            tally[PLAYED] += 2
            tally[WON] += 1 if s.winner == 2 else (2 if s.winner == game % 2 else 0)
            tally[TURNS] += s.turn
            tally[TAKEN] += 2 * PRIZES - s.n_prizes[0] - s.n_prizes[1]
            tally[DECKED_OUT] += s.reason == BY_DECK

    return match


MATCH = make_match()


def fare(first: str, second: str, deck: str, games: int) -> list[float]:
    """Share won by the first, turns, Prizes taken, share of games that end for want of cards; seats change."""
    tally = integers(5)
    states = records(POKEMON.State, 2)
    styles = STYLES.index(first), STYLES.index(second)
    out = integers(POKEMON.max_options)
    MATCH(states, POKEMON.make_table(deck), stream("fare", first, second, deck), *styles, games, out, tally)
    return [tally[WON] / tally[PLAYED], *(float(tally[k]) / games for k in (TURNS, TAKEN, DECKED_OUT))]


GAMES = 1000
SIGMAS = 3.7  # a false alarm is rarer than 1 in 1,000, with the errors of the figures themselves


def slack(share: float) -> float:
    return SIGMAS * sqrt(share * (1 - share) / GAMES)


@pytest.mark.parametrize(
    ("deck", "turns", "prizes", "decked_out"),
    [("dragonsnarl", 54, 6.5, 0.21), ("dragon_speed", 52, 6.7, 0.28)],
)
def test_develop_plays_games_as_measured_elsewhere(deck: str, turns: float, prizes: float, decked_out: float) -> None:
    """An independent program with the same policy gave these figures, known to about a tenth."""
    share, length, taken, without_cards = fare("develop", "develop", deck, GAMES)
    assert abs(share - 0.5) < slack(0.5)
    assert abs(length - turns) < 0.15 * turns
    assert abs(taken - prizes) < 0.1 * prizes
    assert abs(without_cards - decked_out) < 0.04 + slack(decked_out)


SCRIPTED_BEATS = {
    "dragonsnarl": (0.994, 0.896),
    "dragon_speed": (0.976, 0.884),
    "night_striker": (0.969, 0.901),
    "darkrai_hydreigon": (0.983, 0.979),
    "darkrai_laser": (0.905, 0.790),
}
"""The share that the script wins against random players, uniform and with development first, in 4,000 games each."""
EXPERT_BEATS = {
    "dragonsnarl": 0.678,
    "dragon_speed": 0.662,
    "night_striker": 0.808,
    "darkrai_hydreigon": 0.905,
    "darkrai_laser": 0.987,
}
"""The share that the expert wins against the script, in 4,000 games each."""


@pytest.mark.parametrize("deck", DECKS)
def test_scripted_beats_random_players(deck: str) -> None:
    against_uniform, against_develop = SCRIPTED_BEATS[deck]
    assert fare("scripted", "uniform", deck, GAMES)[0] > against_uniform - slack(against_uniform)
    assert fare("scripted", "develop", deck, GAMES)[0] > against_develop - slack(against_develop)


@pytest.mark.parametrize("deck", DECKS)
def test_expert_beats_scripted(deck: str) -> None:
    assert fare("expert", "scripted", deck, GAMES)[0] > EXPERT_BEATS[deck] - slack(EXPERT_BEATS[deck])


# --- evaluations and prunings -----------------------------------------------------------------------------------


def positions(deck: str, steps: int):
    """Positions of a game of random players who develop first."""
    rng = make_stream(SLOW, "positions", deck)
    position = Position.deal(SLOW, deck, 3)
    for _ in range(steps):
        if position.over:
            return
        yield position
        position.play_with(position.advise("develop", rng)[0], rng)


@pytest.mark.parametrize("deck", DECKS)
def test_evaluations_are_fair_and_honest(deck: str) -> None:
    for step, position in enumerate(positions(deck, 150)):
        other = position.hide(0, make_stream(SLOW, "hidden", step))
        for name in EVALUATIONS:
            value = position.evaluate(0, name)
            assert 0 < value < 1
            assert value + position.evaluate(1, name) == pytest.approx(1)
            assert value == other.evaluate(0, name)


def test_evaluation_of_the_paper() -> None:
    """A tenth of the HP left, 4 for each useful Energy, 6 for a stage, 8 for a Bench, -8 for Poison."""
    position = put(
        "dragonsnarl", "| active1 Houndoom < Houndour, 4 Darkness Energy | active2 Deino, poisoned | bench2 Deino"
    )
    points = 100 * 0.10 + 3 * 4 + 6 - (60 * 0.10 + 60 * 0.06 + 8 - 8)
    assert position.evaluate(0, "paper") == pytest.approx(1 / (1 + exp(-points / 80)))


TERMS = {
    # what the position is changed by, and the points of the first player for it
    "HP left": ("active1 Deino, damage 20", -20 * 0.10),
    "Energy": ("active1 Deino, 4 Darkness Energy", 3 * 4),
    "more than one Pokemon": ("bench1 Deino", 60 * 0.06 + 8),
    "Prizes": ("prizes1 5 Golett", 100),
    "Asleep": ("active1 Deino, asleep", -10),
    "Poisoned": ("active1 Deino, poisoned", -8),
    "Paralyzed": ("active1 Deino, paralyzed", -10),
}
ADDITIONS = {
    "evolution stages": ("active1 Zweilous < Deino", (90 - 60) * 0.10 + 6),
    "cards in hand": ("hand1 2 Golett", 2),
    "a thin deck": ("deck1 6 Golett", -2 * 3),
    "Burned": ("active1 Deino, burned", -8),
    "Confused": ("active1 Deino, confused", -10),
}


@pytest.mark.parametrize("name", [*TERMS, *ADDITIONS])
def test_what_the_evaluation_weighs_and_what_of_it_is_the_papers(name: str) -> None:
    change, points = (TERMS | ADDITIONS)[name]
    active = "" if "active1" in change else "| active1 Deino "
    position = put("dragonsnarl", f"{active}| {change} | active2 Deino")
    assert position.evaluate(0, "paper") == pytest.approx(1 / (1 + exp(-points / 80)))
    told = " ".join((evaluation.__doc__ or "").split())
    theirs, ours = told.split("Terms that the paper does not name are our additions:")
    assert name in (theirs if name in TERMS else ours.split(".")[0])


def test_features_are_the_difference_of_both_sides() -> None:
    write = interpret(features)
    for position in positions("darkrai_laser", 100):
        s, t = position.plain()
        mine, theirs = [0.0] * len(FEATURES), [0.0] * len(FEATURES)
        assert write(s, t, 0, mine) == write(s, t, 1, theirs) == len(FEATURES)
        assert mine == pytest.approx([-number for number in theirs])


@pytest.mark.parametrize("deck", DECKS)
def test_hope_weighs_the_features(deck: str) -> None:
    """`hope` sums up in one pass what `features` writes for a fit: the same facts, the same weights."""
    write = interpret(features)
    for position in positions(deck, 60):
        if position.turn == 0:
            continue  # while setting up, both are taken to be as likely to win
        s, t = position.plain()
        progress = 1 - min(s.n_prizes[0], s.n_prizes[1]) / PRIZES
        out = [0.0] * len(FEATURES)
        write(s, t, 0, out)
        logit = sum((EARLY[k] + progress * GAIN[k]) * x for k, x in enumerate(out))
        for p, sign in ((0, 1), (1, -1)):
            logit += sign * sum(CARD[s.slot[p][i].card] for i in range(s.n_bench[p] + 1))
        assert position.evaluate(0, "hope") == pytest.approx(1 / (1 + exp(-logit)), abs=1e-12)


@pytest.mark.parametrize("deck", DECKS)
def test_levels_leave_some_of_the_moves(deck: str) -> None:
    for position in positions(deck, 250):
        every, sensible, ordered, keen = (position.options(level) for level in LEVELS)
        assert ordered and set(ordered) <= set(sensible) <= set(every)
        assert keen and set(keen) <= set(sensible)


KEEN = {
    "any attack that does damage before the end of the turn": (
        "| active1 Houndoom, 3 Darkness Energy | active2 Terrakion",
        ["attack Bite", "attack Fire Fang"],
    ),
    "a sure knock-out before any other attack": (
        "| active1 Houndoom, 3 Darkness Energy | active2 Golett | bench2 Golett",
        ["attack Fire Fang"],
    ),
    "either of two sure knock-outs": (
        "| active1 Houndoom, 3 Darkness Energy | active2 Golett, damage 50 | bench2 Golett",
        ["attack Bite", "attack Fire Fang"],
    ),
    "the end of the turn where no attack does damage": (
        "| active1 Gothita, Psychic Energy | active2 Golett",
        ["attack Future Sight", "end turn"],
    ),
}


@pytest.mark.parametrize("name", KEEN)
def test_keen_leaves(name: str) -> None:
    text, wanted = KEEN[name]
    position = put("dragonsnarl", text)
    assert [position.text(move) for move in position.options("keen")] == wanted


SENSIBLE = {
    "no Energy where it does nothing": (
        "| active1 Skuntank < Stunky, 3 Darkness Energy | bench1 Deino; Deino | hand1 Darkness Energy",
        "attach Darkness Energy to Skuntank (active)",
    ),
    "no end of the turn before evolving": (
        "| active1 Stunky | bench1 Deino; Murkrow | hand1 Skuntank",
        "end turn",
    ),
    "no costly retreat to one that cannot attack": (
        "| active1 Skuntank < Stunky, 3 Darkness Energy | bench1 Deino",
        "retreat to Deino (bench 1)",
    ),
}


@pytest.mark.parametrize("name", SENSIBLE)
def test_sensible_drops(name: str) -> None:
    text, dropped = SENSIBLE[name]
    position = put("dragonsnarl", f"{text} | active2 Golett | bench2 Deino")
    assert dropped in [position.text(move) for move in position.options()]
    assert dropped not in [position.text(move) for move in position.options("sensible")]


def test_ordered_asks_for_harmless_moves_first() -> None:
    hand = "| hand1 Houndour, Skuntank, Darkness Energy"
    position = put("dragonsnarl", f"| active1 Stunky | bench1 Deino {hand} | active2 Golett | bench2 Deino")
    assert [position.text(move) for move in position.options("ordered")] == ["bench Houndour"]
