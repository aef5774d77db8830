"""Setups: the level, and for each quirk of the published programs whether it is on.

Quirks have numbers, by which documents and stores call them, and names.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mulligan.core.errors import UsageError, unknown
from mulligan.core.words import join_words, split_words

from . import cards
from .layout import STAGES

LEVELS = ("easy", "medium", "hard")
FULL = "full"
SETUPS: Mapping[str, str] = {
    "passage": "the whole way by Beorn's Path: the rules and cards of `clean`, three quest cards instead of one",
    "clean": "the paper's rules without the quirks of its programs; travel and attack are decisions too",
    "paper": "the game as the paper's agents were run on it, each with the quirks of its program",
    "simulator": "the game as the public simulator plays it: the result is looked at after each round",
    FULL: "the whole game: three quest cards, treacheries, shadow cards, attachments, events and card texts",
}
QUIRKS: Mapping[str, str] = {
    "K1": "right after the tree agent's defense a threat of exactly 50 is not lost yet",
    "K2": "right after the tree agent's quest exactly 0 points left is not won yet",
    "K3": "when a dead character or Gandalf is removed, its neighbour is not looked at",
    "K4": "after a kill, the expert's attack passes over the next enemy",
    "K5": "whoever commits nobody skips the quest: no card is revealed",
    "K6": "without a legal quest the tree agent reveals no card and threat rises by the staged threat",
    "K7": "progress beyond what a location needs is lost",
    "K8": "travel is forced, and to a random location",
    "K10": "the flat agent's playouts at defense wipe out a quest just won; results are looked at after the round",
    "K11": "after each decision, allies and engaged enemies are kept once per name",
    "K12": "both decks are shuffled before every draw",
    "K13q": "the encounter card is turned up before the player commits",
    "K13d": "what chance does in defense and attack is known before the player chooses",
    "K14": "in the tree, the player chooses which encounter card is revealed",
    "K17": "with more engaged enemies than characters, nobody can be defended against and nobody attacks",
    "K18": "a quest won, or a game lost, in the tree agent's thoughts alone may count as real",
    "K19": "the flat agent's playouts keep the true order of both decks",
    "K20": "searching agents list the hand in the order drawn, and not by kind of card",
}
NAMES: Mapping[str, str] = {
    "K1": "late_loss",
    "K2": "late_win",
    "K3": "skipped_neighbour",
    "K4": "skipped_enemy",
    "K5": "skipped_quest",
    "K6": "unrevealed_card",
    "K7": "lost_overflow",
    "K8": "forced_travel",
    "K10": "wiped_quest",
    "K11": "merged_names",
    "K12": "shuffled_draws",
    "K13q": "foreseen_card",
    "K13d": "foreseen_combat",
    "K14": "chosen_card",
    "K17": "outnumbered",
    "K18": "leaked_result",
    "K19": "true_decks",
    "K20": "hand_as_drawn",
}
"""What the quirks are called; either word can be typed in a setup."""
_NUMBERS = {name: number for number, name in NAMES.items()}
_OURS = ("passage", "clean")
_OF_AGENTS = ("K19",)  # what a player does with what it is shown; the rules are the same
_NEVER = {"K9": "harmless", "K15": "a fault that no game should have", "K16": "harmless"}
_SIMULATOR = ("K3", "K4", "K5", "K7", "K8", "K17")
_RUNNERS = {"tree": ("K6", "K11", "K12", "K14", "K20"), "flat": ("K10", "K20")}
_CHOICES = {
    "level": LEVELS,
    "runner": tuple(_RUNNERS),
    "hand": ("6", "7"),
    "attack": ("own", "random", "expert"),
}
_KEYS = (*_CHOICES, *QUIRKS, *_NUMBERS)
_OPEN = ("runner", "K1", "K2", "K6", "K13q", "K13d", "K18", "K19")  # what agents of the paper may wish for


def is_full(setup: str) -> bool:
    """Whether a setup is played by the full rules.

    >>> is_full("full:level=easy"), is_full("clean")
    (True, False)
    """
    return setup.partition(":")[0].strip() == FULL


def read_setup(setup: str) -> tuple[str, dict[str, str]]:
    """Its name and its options, quirks by their numbers."""
    name, typed = split_words(setup, "setup")
    if name not in SETUPS:
        raise unknown("setup of lotr", name, SETUPS)
    words: dict[str, str] = {}
    for said, text in typed.items():
        key = _NUMBERS.get(said, said)
        if key in _NEVER:
            raise UsageError(f"setup '{setup}': {key} has no switch ({_NEVER[key]})")
        if key not in _KEYS:
            raise unknown("setup option of lotr", said, _KEYS)
        if key in words:
            raise UsageError(f"setup '{setup}': {key} and {NAMES[key]} are the same")
        choices = _CHOICES.get(key, ("yes", "no"))
        if text not in choices and not (key in QUIRKS and text == ""):
            raise UsageError(f"setup '{setup}': {said}={text} should be {' or '.join(choices)}")
        if name != "paper" and key in ("runner", *_OF_AGENTS, *(quirk for some in _RUNNERS.values() for quirk in some)):
            raise UsageError(f"setup '{setup}': {said} is for the setup 'paper' only")
        if name == FULL and key != "level":
            raise UsageError(f"setup '{setup}': {said} is not for the setup 'full', whose one option is the level")
        if name == FULL and text == "medium":
            raise UsageError(f"setup '{setup}': level=medium should be easy (27 encounter cards) or hard (all 36)")
        words[key] = text
    return name, words


def quirks(setup: str) -> dict[str, bool]:
    """Which quirks a setup has.

    >>> [name for name, on in quirks("simulator:K7=no").items() if on]
    ['K3', 'K4', 'K5', 'K8', 'K17']
    """
    name, words = read_setup(setup)
    on: tuple[str, ...] = _SIMULATOR if name in ("paper", "simulator") else ()
    if name == "paper":
        on += _RUNNERS[words.get("runner", "tree")]
    return {quirk: words[quirk] != "no" if quirk in words else quirk in on for quirk in QUIRKS}


def with_requests(setup: str, requests: Mapping[str, str]) -> str:
    """The setup with an agent's requests: `paper` lets each agent have the quirks of its own program.

    >>> with_requests("paper:level=hard", {"runner": "flat"}), with_requests("clean", {"runner": "flat"})
    ('paper:level=hard,runner=flat', 'clean')
    """
    name, words = read_setup(setup)
    if name != "paper":
        return setup
    granted = words | {key: text for key, text in requests.items() if key in _OPEN and key not in words}
    if granted.get("runner", "tree") != "flat":
        granted.pop("K19", None)
    return join_words(name, granted)


def default_styles(setup: str) -> Mapping[str, str]:
    """The stages that the setup takes out of the players' hands."""
    name, words = read_setup(setup)
    if name == FULL:
        return {}
    found = {"staging": "expert"}
    if quirks(setup)["K8"]:
        found["travel"] = "random"
    attack = words.get("attack", "random" if name == "paper" else "own")
    return found if attack == "own" else found | {"attack": attack}


def occurring(setup: str) -> tuple[str, ...]:
    """The stages that a setup has: the paper has five, its tree agent one more, and so has the whole game two.

    >>> occurring("full"), len(occurring("clean"))
    (('planning', 'questing', 'travel', 'defense', 'attack', 'encounter', 'response'), 5)
    """
    absent = {"staging"} if read_setup(setup)[0] == FULL else {"encounter", "response"}
    if not quirks(setup)["K14"]:
        absent.add("staging")
    return tuple(stage for stage in STAGES if stage not in absent)


def fill_table(setup: str, t: Any) -> None:
    """Fill the table of the paper's rules from a setup such as `clean` or `simulator:lost_overflow=no,hand=6`."""
    name, words = read_setup(setup)
    cards.fill(t, words.get("level", "medium"))
    cards.fill_path(t, 3 if name == "passage" else 1)
    t.hand = int(words.get("hand", "6" if name in _OURS else "7"))
    on = quirks(setup)
    for quirk, value in on.items():
        if quirk not in _OF_AGENTS:
            setattr(t, NAMES[quirk], int(value))
    t.tree = int(name == "paper" and words.get("runner", "tree") == "tree")
    t.end_of_round = int(name == "simulator" or on["K10"])
    t.linger = int(name not in _OURS)
    t.choose_hero = int(name in _OURS)
