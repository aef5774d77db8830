"""From names to players.

A name is `kind:key=value,flag`.  The kinds are the styles of the game (`expert`), the family of searches (`ensemble`),
`staged`, the players of papers (`cowling2012/BT+MP`) and the best we know (`magic/best`).  Words after a staged player
of a paper go to all of its parts that search.  Other packages add kinds by an entry point in the group
`mulligan.agents`: a function of the game and the words after the colon, all of which it has to read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from mulligan.additions import Addition, find_addition
from mulligan.errors import UsageError, unknown
from mulligan.game import Game
from mulligan.origin import origin_of
from mulligan.outside import Found, from_file, from_point, names_file
from mulligan.registry import load_outside
from mulligan.search import BeamSettings, Settings, change, change_beam
from mulligan.search.settings import code_of
from mulligan.words import join_words, split_words

from .papers import GODLEWSKI2021_PRINTED, GODLEWSKI2021_QUIRKS, cowling2012, godlewski2021
from .player import HOUSE, AddedPlayer, BeamPlayer, Player, SearchPlayer, StagedPlayer
from .pokemon import uhlenkamp2015
from .tribute import Bot, scripts_of_tribute, soismcts2024

Maker = Callable[[Game, dict[str, str]], Player]


@dataclass(frozen=True)
class Kind:
    """One kind of player: what it is, for which game (None: all), and the settings it stands for."""

    name: str
    about: str
    game: str | None
    words: Mapping[str, str]
    staged: str = ""
    """If it is a staged player: which one; the settings are in its parts then."""
    wishes: Mapping[str, str] = field(default_factory=dict)
    """What it asks of a setup that leaves it open."""
    listed: bool = True
    """Whether it stands in the list of a game's agents; it can be named in any case."""
    beam: bool = False
    """Whether its settings are those of a beam search."""
    quirks: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By word of a setup: what it changes in the settings of the parts that search."""
    faults: Mapping[str, str] = field(default_factory=dict)
    """Settings that copy the faults of a published program; `faithful=no` leaves them out."""


_SEARCHES = (
    Kind("search", "one tree in one sampled world; every choice can be set", None, {}),
    Kind("uct", "one tree in one sampled world", None, {"c": "1.4"}),
    Kind(
        "flat",
        "flat Monte Carlo: the same number of simulations for every move",
        None,
        {"depth": "1", "c": "inf", "final": "mean"},
    ),
    Kind("ensemble", "many trees in sampled worlds, which vote", None, {"trees": "40", "sims": "250"}),
    Kind(
        "ismcts",
        "one tree over what the player knows, a new world for every simulation",
        None,
        {"deal": "every", "outcomes": "open", "availability": "", "c": "0.7"},
    ),
    Kind("chance", "a tree with chance nodes", None, {"deal": "node", "outcomes": "branch"}),
    Kind("oracle", "a control that cheats: it searches the true position", None, {"deal": "never"}),
    Kind("beam", "a few good positions kept from move to move, to the end of the own turn", None, {}, beam=True),
)

# Found by trying settings on deals of their own; the figures of the documents are from others.
_BEST = {
    "magic": {
        "trees": "40",
        "sims": "250",
        "c": "0.4",
        "foe": "expert",
        "prune": "dominated",
        "binary": "",
        "skip": "",
        "commit": "stage",
        "rollout": "expert",
        "redraw": "",
        "discount": "0.99",
    },
    "lotr": {
        "sims": "4000",
        "deal": "every",
        "outcomes": "open",
        "availability": "",
        "c": "0.4",
        "fpu": "0.9",
        "prune": "steps",
        "order": "listed",
        "commit": "stage",
        "rollout": "ranger",
        "cut": "2turns",
        "evaluate": "hope",
        "final": "secure",
    },
    "tribute": {
        "trees": "4",
        "sims": "1000",
        "c": "1.41",
        "search": "turn+choice",
        "scope": "turn",
        "settle": "no",
        "backup": "max",
        "exhaust": "",
        "prune": "sensible",
        "pruned_start": "",
        "order": "listed",
        "rooted": "",
        "rollout": "busy",
        "evaluate": "hope",
        "final": "max",
        "votes": "best",
        "play": "uniform",
    },
    "pokemon": {
        "sims": "8000",
        "deal": "every",
        "outcomes": "open",
        "availability": "",
        "c": "0.2",
        "search": "turn+choice+promote",
        "tree": "expert",
        "prune": "sensible",
        "rollout": "scripted",
        "cut": "1turns",
        "evaluate": "hope",
        "play": "expert",
    },
}


@cache
def _kinds() -> dict[str, Kind]:
    found = {kind.name: kind for kind in _SEARCHES}
    for name, (about, words) in cowling2012().items():
        full = f"cowling2012/{name}"
        found[full] = Kind(full, f"Cowling, Ward & Powley 2012: {about}", "magic", words)
    for name, (about, staged, wishes) in godlewski2021().items():
        full, listed = f"godlewski2021/{name}", name in GODLEWSKI2021_PRINTED
        about = f"Godlewski & Sawicki 2021: {about}"
        found[full] = Kind(full, about, "lotr", {}, staged, wishes, listed, quirks=GODLEWSKI2021_QUIRKS)
    for name, bot in scripts_of_tribute().items():
        found[f"sot/{name}"] = _bot(f"sot/{name}", "Scripts of Tribute", bot)
    for name, bot in soismcts2024().items():
        found[f"soismcts2024/{name}"] = _bot(f"soismcts2024/{name}", "Owen et al. 2024", bot)
    for name, (about, words) in uhlenkamp2015().items():
        full = f"uhlenkamp2015/{name}"
        found[full] = Kind(full, f"Uhlenkamp & Chenhall: {about}", "pokemon", words)
    for game, words in _BEST.items():
        found[f"{game}/best"] = Kind(f"{game}/best", "the strongest fair player we know", game, words)
    about = "plans its own turn for smaller goals: the next knock-out, an evolved Pokemon with three Energy"
    found["pokemon/goals"] = Kind("pokemon/goals", about, "pokemon", _BEST["pokemon"] | {"evaluate": "goals"})
    return found


def _bot(name: str, source: str, bot: Bot) -> Kind:
    """The kind of player that a bot of the competition is."""
    about = f"{source}: {bot.about}"
    if bot.kind in ("search", "beam"):
        return Kind(name, about, "tribute", bot.words, beam=bot.kind == "beam", faults=bot.faults)
    return Kind(name, about, "tribute", {}, f"staged:draft={bot.kind},turn={bot.kind},choice={bot.kind}")


@cache
def _outside() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group="mulligan.agents")}


class Words(dict[str, str]):
    """The words after a name, which remember what was asked for: what nobody asks for, nobody knows."""

    def __init__(self, words: Mapping[str, str]) -> None:
        super().__init__(words)
        self.given, self.asked = tuple(words), set[str]()

    @property
    def unread(self) -> list[str]:
        """The words that nobody has asked for."""
        return [word for word in self.given if word not in self.asked]

    def __getitem__(self, word: str) -> str:
        self.asked.add(word)
        return super().__getitem__(word)

    def __contains__(self, word: object) -> bool:
        self.asked.add(str(word))
        return super().__contains__(word)

    def get(self, word: str, default: Any = None) -> Any:
        """The value of a word, or else the default."""
        self.asked.add(word)
        return super().get(word, default)

    def pop(self, word: str, *default: Any) -> Any:
        """The value of a word, which is taken out."""
        self.asked.add(word)
        return super().pop(word, *default)

    def setdefault(self, word: str, default: Any = None) -> Any:
        """The value of a word, which is the default from now on if there is none."""
        self.asked.add(word)
        return super().setdefault(word, default)

    def popitem(self) -> tuple[str, str]:
        """A word and its value, which are taken out."""
        word, value = super().popitem()
        self.asked.add(word)
        return word, value

    def _all(self) -> None:
        self.asked.update(self.given)

    def __iter__(self) -> Iterator[str]:
        self._all()
        return super().__iter__()

    def keys(self) -> Any:
        """All words: whoever takes them all is taken to know them all."""
        self._all()
        return super().keys()

    def values(self) -> Any:
        """All values."""
        self._all()
        return super().values()

    def items(self) -> Any:
        """All words with their values."""
        self._all()
        return super().items()


def _from_outside(game: Game, text: str, name: str, words: dict[str, str]) -> Player:
    """A player of another package: known by its name and words, and by the code that it is made of."""
    point = _outside()[name]
    found = from_point(point)
    return _made_by(found, game, text, name, words, f"the entry point '{name}' of group mulligan.agents")


def _from_file(game: Game, text: str) -> Player:
    """A player in a file: `./mine.py:NAME` or `./mine.py:NAME,key=value`; a style, or what makes a player."""
    place, _, rest = text.partition(":")
    name, _, words = rest.partition(",")
    full = f"{place}:{name}"
    found = from_file(full, "agent")
    if isinstance(found.thing, Addition):
        if words:
            raise UsageError(f"agent '{text}': a style has no settings")
        find_addition(found.thing, "style", game)
        return _known_as(AddedPlayer(game, text, found.thing), full, found.origin)
    if not callable(found.thing):
        kind = type(found.thing).__name__
        raise UsageError(f"agent '{text}': it is a {kind}, and should be a style or make a Player")
    given = split_words(f"{name}:{words}", "agent")[1] if words else {}
    return _made_by(found, game, text, full, given, f"'{full}'")


def _made_by(found: Found, game: Game, text: str, name: str, words: dict[str, str], what: str) -> Player:
    """The player that something from outside makes of a game and the words after its name."""
    given = Words(words)
    try:
        player = found.thing(game, given)
    except UsageError as error:
        raise UsageError(f"agent '{text}': {error}") from None
    if not isinstance(player, Player):
        raise UsageError(f"{what} makes a {type(player).__name__}, and should make a Player")
    if given.unread:
        known = f"it reads: {', '.join(sorted(given.asked))}" if given.asked else "it has no settings"
        raise UsageError(f"agent '{text}': '{name}' does not know '{given.unread[0]}'; {known}")
    player.name = text
    return _known_as(player, join_words(name, dict(sorted(words.items()))), found.origin, name)


def _known_as(player: Player, configuration: str, origin: str, name: str = "") -> Player:
    player.configuration = configuration
    player.code = {**player.code, name or configuration: origin}
    return player


def _described(point: EntryPoint) -> str:
    """The first line that a maker of another package says of its player."""
    try:
        made = load_outside(point)
    except UsageError as error:
        return str(error)
    lines = (getattr(made, "__doc__", None) or "").strip().splitlines()
    return lines[0].strip() if lines else f"from the package {origin_of(point).split()[0]}, without a description"


def agent_kinds(game: Game) -> dict[str, str]:
    """The kinds of player that a game has, with a few words on each.

    >>> from mulligan.registry import find_game
    >>> "cowling2012/BT+MP" in agent_kinds(find_game("magic"))
    True
    """
    found = dict.fromkeys(game.styles, f"rule player of {game.name}")
    found["staged"] = "a different player for each stage, as in staged:" + ",".join(
        f"{stage}={game.styles[-1]}" for stage in game.stages
    )
    kinds = [kind for kind in _kinds().values() if kind.listed and kind.game in (None, game.name)]
    found |= {kind.name: kind.about for kind in kinds}
    for name, styles in game.blends.items():
        parts = ", ".join(f"{stage} {style}" for stage, style in zip(game.stages, styles, strict=True))
        found[f"{game.name}/{name}"] = f"rule player: {parts}"
    return found | {name: _described(point) for name, point in _outside().items() if name not in found}


def of_another_package(name: str) -> bool:
    """Whether a kind of player that no game and none of our own kinds has the name of comes from elsewhere."""
    return name in _outside() and name not in _kinds()


def modest(name: str) -> str:
    """A kind of player with a budget that is soon spent, counted and not timed.

    >>> modest("ensemble"), modest("ismcts"), modest("beam")
    ('ensemble:trees=2,sims=6', 'ismcts:sims=12', 'beam:width=3')
    """
    kind = _kinds()[name]
    if kind.beam:
        return f"{name}:width=3"
    if kind.staged:  # some mixtures are rule players, which have no settings
        return f"{name}:sims=6" if "search" in kind.staged else name
    words = {"trees": "2", "sims": "6"} if "trees" in kind.words else {"sims": "12"}
    return join_words(name, words | {key: "0" for key in ("seconds", "turn_seconds") if key in kind.words})


def make_player(game: Game, text: str) -> Player:
    """The player that a name describes.

    >>> from mulligan.registry import find_game
    >>> make_player(find_game("magic"), "cowling2012/BA:trees=1,sims=10000").configuration
    'search:sims=10000,search=cards,tree=reduced,prune=land,rollout=reduced,redraw,discount=0.99'
    """
    if names_file(text):
        return _from_file(game, text.strip())
    name, words = split_words(text, "agent")
    name = _usual_spelling(name)
    if name == "random" and "random" not in game.styles:
        name = "uniform"
    blend = game.blends.get(name.removeprefix(f"{game.name}/"))
    if name in game.styles or (blend is not None and name.startswith(f"{game.name}/")):
        if words:
            raise UsageError(f"agent '{text}': the rule player '{name}' has no settings")
        return _rule_player(game, text, blend or (name,) * len(game.stages))
    if name == "staged":
        return _staged(game, text, words)
    kind = _kinds().get(name)
    if kind is None or kind.game not in (None, game.name):
        if name in _outside():
            return _from_outside(game, text.strip(), name, words)
        raise unknown(f"agent for {game.name}", name, agent_kinds(game), f"mulligan agents {game.name}")
    if kind.staged:
        return _mixture(game, text, kind, words)
    try:
        return _searching(game, text, {**kind.words, **_faults(kind, words), **words}, kind.beam)
    except UsageError as error:
        raise UsageError(f"agent '{text}': {error}") from None


def _faults(kind: Kind, words: dict[str, str]) -> Mapping[str, str]:
    """The faults that a player has: all that its kind has, unless the words say otherwise."""
    if "faithful" in words and not kind.faults:
        raise UsageError(f"faithful: '{kind.name}' has no faults to turn off")
    faithful = words.pop("faithful", "yes")
    if faithful not in ("", "yes", "no"):
        raise UsageError(f"faithful={faithful}: should be yes or no")
    return {} if faithful == "no" else kind.faults


def _searching(game: Game, text: str, words: Mapping[str, str], beam: bool) -> Player:
    """A player that searches, with all its settings in its name."""
    player: Player
    if beam:
        beaming = change_beam(BeamSettings(), words)
        player, full = BeamPlayer(game, text, beaming), ("beam", str(beaming))
    else:
        settings = change(Settings(), words)
        player, full = SearchPlayer(game, text, settings), ("search", str(settings))
        player.code = code_of(settings, game)
    player.configuration = ":".join(part for part in full if part)
    return player


def _usual_spelling(name: str) -> str:
    """The parts of a paper's player may stand in any order: `cowling2012/mp+bt` is `cowling2012/BT+MP`."""
    paper, slash, parts = name.partition("/")
    for known in _kinds() if slash else ():
        house, _, rest = known.partition("/")
        if house == paper and sorted(rest.upper().split("+")) == sorted(parts.upper().split("+")):
            return known
    return name


def _rule_player(game: Game, text: str, styles: tuple[str, ...]) -> Player:
    player = Player(game, text, [game.style(style) for style in styles])
    if len(set(styles)) == 1:
        player.configuration = styles[0]
    else:
        player.configuration = join_words("staged", dict(zip(game.stages, styles, strict=True)))
    return player


def _staged(game: Game, text: str, words: dict[str, str], wishes: Mapping[str, str] | None = None) -> StagedPlayer:
    """A player for each stage that is named; the others are played as the game has it, or left to the setup."""
    for stage in words:
        if stage not in game.stages:
            raise unknown(f"stage of {game.name}", stage, game.stages)
    if not words:
        raise UsageError(f"agent '{text}': no player for any stage; stages: {', '.join(game.stages)}")
    named = {stage: make_player(game, words[stage]) for stage in game.stages if stage in words}
    unnamed = tuple(stage for stage in game.stages if stage not in words)
    if game.unnamed:
        parts = {stage: named.get(stage) or make_player(game, game.unnamed) for stage in game.stages}
    else:
        parts = named
    house = Player(game, text, [HOUSE] * len(game.stages))
    player = StagedPlayer(game, text, [parts.get(stage, house) for stage in game.stages], wishes)
    player.unnamed = unnamed
    player.configuration = join_words("staged", {stage: part.configuration for stage, part in parts.items()})
    return player


def _mixture(game: Game, text: str, kind: Kind, words: dict[str, str]) -> Player:
    """A staged player of a paper, with words for all of its parts that search."""
    parts = {stage: split_words(part) for stage, part in split_words(kind.staged)[1].items()}
    if words and not any(name == "search" for name, _ in parts.values()):
        raise UsageError(f"agent '{text}': no part of '{kind.name}' searches, so it has no settings")
    try:
        change(Settings(), words)
    except UsageError as error:
        raise UsageError(f"agent '{text}': {error}") from None

    def made(changed: Mapping[str, str]) -> StagedPlayer:
        given = {
            stage: join_words(name, {**own, **changed, **words} if name == "search" else own)
            for stage, (name, own) in parts.items()
        }
        return _staged(game, text, given, kind.wishes)

    player = made({})
    player.faulty = {word: partial(made, changed) for word, changed in kind.quirks.items()}
    return player
