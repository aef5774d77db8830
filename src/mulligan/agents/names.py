"""From names to players.

A name is `kind:key=value,flag`.  The kinds are the styles of the game (`expert`), the family of searches (`ensemble`),
`staged`, the players of papers (`cowling2012/BT+MP`) and the best we know (`magic/best`).  Words after a staged player
of a paper go to all of its parts that search.  Other packages add kinds by an entry point in the group
`mulligan.agents`: a function of the game and the words after the colon, all of which it has to read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache, partial
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from mulligan.core.additions import Addition, find_addition
from mulligan.core.blame import takes
from mulligan.core.errors import UsageError, unknown
from mulligan.core.game import Game
from mulligan.core.origin import origin_of
from mulligan.core.outside import Found, from_point, names_file, read_file, refuse_here
from mulligan.core.registry import as_game, load_outside
from mulligan.core.room import Preset
from mulligan.core.words import join_words, split_words
from mulligan.search import BeamSettings, Settings, change, change_beam
from mulligan.search.settings import code_of

from .external import ExternalPlayer, names_program
from .plain import Given, as_given, is_plain, name_of, plain_player
from .player import HOUSE, AddedPlayer, BeamPlayer, Player, SearchPlayer, StagedPlayer

Maker = Callable[[Game, dict[str, str]], Player]


_ISMCTS = {"deal": "every", "outcomes": "open", "availability": ""}

FAMILY = (
    Preset("tuned", "uct that explores moves with steady rewards less (UCB1-Tuned)", {"select": "tuned"}),
    Preset(
        "puct",
        "ismcts that explores by what a rule style would play (PUCT)",
        {**_ISMCTS, "select": "puct", "prior": "style"},
    ),
    Preset(
        "exp3",
        "ismcts that draws its moves by EXP3; plays the likeliest of its average strategy",
        {**_ISMCTS, "select": "exp3", "final": "average"},
    ),
    Preset(
        "regret",
        "ismcts that draws its moves by regret matching; plays the likeliest of its average strategy",
        {**_ISMCTS, "select": "regret", "final": "average"},
    ),
    Preset(
        "halving",
        "ismcts with sequential halving at the root",
        {**_ISMCTS, "c": "0.7", "root": "halving", "final": "robust"},
    ),
    Preset(
        "rave",
        "uct that also counts simulations in which a move was made later (RAVE)",
        {"c": "1.4", "select": "rave", "playout": "noted"},
    ),
    Preset("implicit", "uct with implicit minimax backups of an evaluation", {"c": "1.4", "select": "implicit"}),
    Preset(
        "widening",
        "ismcts with progressive widening, first by what a rule style would play",
        {**_ISMCTS, "c": "0.7", "order": "widening", "prior": "style"},
    ),
    Preset(
        "mo-ismcts",
        "a tree for each seat, of what that seat sees (multiple observers)",
        {**_ISMCTS, "c": "0.7", "descent": "observers"},
    ),
    Preset(
        "ris-mcts",
        "ismcts whose worlds are dealt anew for each player to move (re-determinizing)",
        {**_ISMCTS, "c": "0.7", "worlds": "redealt"},
    ),
    Preset(
        "epimc",
        "trees of their own for worlds only after two moves that they share (EPIMC)",
        {"outcomes": "open", "availability": "", "c": "0.7", "descent": "postponed"},
    ),
)
"""Published variations of the search, by what is changed."""

_SEARCHES = (
    Preset("search", "one tree in one sampled world; every choice can be set", {}),
    Preset("uct", "one tree in one sampled world", {"c": "1.4"}),
    Preset(
        "flat",
        "flat Monte Carlo: the same number of simulations for every move",
        {"depth": "1", "c": "inf", "final": "mean"},
    ),
    Preset("ensemble", "many trees in sampled worlds, which vote", {"trees": "40", "sims": "250"}),
    Preset(
        "ismcts",
        "one tree over what the player knows, a new world for every simulation",
        {"deal": "every", "outcomes": "open", "availability": "", "c": "0.7"},
    ),
    Preset("chance", "a tree with chance nodes", {"deal": "node", "outcomes": "branch"}),
    Preset("oracle", "a control that cheats: it searches the true position", {"deal": "never"}),
    *FAMILY,
    Preset("beam", "a few good positions kept from move to move, to the end of the own turn", beam=True),
)


@lru_cache(maxsize=64)
def presets_of(game: Game) -> dict[str, Preset]:
    """The players of a game by name: searches that every game has, those of its own, and the best that is known."""
    room = game.room()
    found = {preset.name: preset for preset in (*_SEARCHES, *room.presets)}
    if room.best:
        best = f"{game.name}/best"
        found[best] = Preset(best, "the strongest fair player we know", room.best)
    return found


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


def _of_game(game: Game, text: str, name: str, words: dict[str, str]) -> Player:
    """A player that a function of the game makes."""
    player = _checked(game.room().makers[name], game, text, name, words, f"the maker '{name}' of {game.name}")
    player.configuration = join_words(name, dict(sorted(words.items())))
    return player


def _from_file(game: Game, text: str) -> Player:
    """A player in a file: `./mine.py:NAME`, and `,key=value` or `:key=value`; a style, or what makes a player."""
    place, _, rest = text.partition(":")
    end = min((at for at in (rest.find(","), rest.find(":")) if at >= 0), default=len(rest))
    name, words = rest[:end], rest[end + 1 :]
    full = f"{place}:{name}"
    refuse_here(text, "agent")
    found = read_file(full, "agent")
    if isinstance(found.thing, Addition):
        if words:
            raise UsageError(f"agent '{text}': a style has no settings")
        find_addition(found.thing, "style", game)
        return _known_as(AddedPlayer(game, text, found.thing), full, found.origin)
    if not callable(found.thing) and not is_plain(found.thing):
        kind = type(found.thing).__name__
        raise UsageError(f"agent '{text}': it is a {kind}, and should be a style, make a Player or have choose(view)")
    given = split_words(f"{name}:{words}", "agent")[1] if words else {}
    return _made_by(found, game, text, full, given, f"'{full}'")


def _made_by(found: Found, game: Game, text: str, name: str, words: dict[str, str], what: str) -> Player:
    """The player that something from outside makes of a game and the words after its name."""
    player = _checked(found.thing, game, text, name, words, what)
    return _known_as(player, join_words(name, dict(sorted(words.items()))), found.origin, name)


def _checked(make: Any, game: Game, text: str, name: str, words: dict[str, str], what: str) -> Player:
    """What a function makes of a game and words: a player, which knows all of them."""
    given = Words(words)
    if not is_plain(make) and (wrong := takes(make, "game, words", getattr(make, "__name__", name))):
        if isinstance(make, type):
            raise UsageError(
                f"agent '{text}': the class {make.__name__} has no method choose(view); without one, name a function "
                "of a game and words that makes a Player"
            )
        raise UsageError(f"agent '{text}': {what} should make a Player of a game and words: {wrong}")
    try:
        if is_plain(make):
            player = plain_player(make, game, text, given)
        else:
            player = make(game, given)
            if is_plain(player):
                player = plain_player(player, game, text, {word: given[word] for word in given.unread})
    except UsageError as error:
        raise UsageError(f"agent '{text}': {error}") from None
    if not isinstance(player, Player):
        raise UsageError(f"{what} makes a {type(player).__name__}, and should make a Player")
    if given.unread:
        known = f"it reads: {', '.join(sorted(given.asked))}" if given.asked else "it has no settings"
        raise UsageError(f"agent '{text}': '{name}' does not know '{given.unread[0]}'; {known}")
    player.name = text
    return player


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

    >>> from mulligan.core.registry import find_game
    >>> "cowling2012/BT+MP" in agent_kinds(find_game("magic"))
    True
    """
    found = dict.fromkeys(game.styles, f"rule player of {game.name}")
    found["staged"] = "a different player for each stage, as in staged:" + ",".join(
        f"{stage}={game.styles[-1]}" for stage in game.stages
    )
    found |= {preset.name: preset.about for preset in presets_of(game).values() if preset.listed}
    for name, styles in game.blends.items():
        parts = ", ".join(f"{stage} {style}" for stage, style in zip(game.stages, styles, strict=True))
        found[f"{game.name}/{name}"] = f"rule player: {parts}"
    return found | {name: _described(point) for name, point in _outside().items() if name not in found}


def strongest(game: Game) -> str:
    """The strongest fair player of a game that is known, by name.

    >>> from mulligan.core.registry import find_game
    >>> strongest(find_game("magic")), strongest(find_game("nim"))
    ('magic/best', 'ismcts')
    """
    best = f"{game.name}/best"
    return best if best in presets_of(game) else "ismcts"


def of_another_package(game: Game, name: str) -> bool:
    """Whether a kind of player that the game has not by itself comes from elsewhere."""
    return name in _outside() and name not in presets_of(game)


def modest(game: Game, name: str) -> str:
    """A kind of player with a budget that is soon spent, counted and not timed.

    >>> from mulligan.games.toys import NIM
    >>> modest(NIM, "ensemble"), modest(NIM, "ismcts"), modest(NIM, "beam")
    ('ensemble:trees=2,sims=6', 'ismcts:sims=12', 'beam:width=3')
    """
    kind = presets_of(game)[name]
    if kind.beam:
        return f"{name}:width=3"
    if kind.staged:  # some mixtures are rule players, which have no settings
        return f"{name}:sims=6" if "search" in kind.staged else name
    words = {"trees": "2", "sims": "6"} if "trees" in kind.words else {"sims": "12"}
    return join_words(name, words | {key: "0" for key in ("seconds", "turn_seconds") if key in kind.words})


LEAST = 2  # simulations of a tree: some take the first one for its root


def with_budget(game: Game, name: str, sims: int) -> tuple[str, int | None]:
    """An agent with so many simulations for a decision, divided among its trees; and how many they really are.

    >>> from mulligan.games.toys import KUHN
    >>> with_budget(KUHN, "ensemble:trees=10", 505), with_budget(KUHN, "uniform", 505)
    (('ensemble:trees=10,sims=50', 500), ('uniform', None))
    """
    player = make_player(game, name)
    if not isinstance(player, SearchPlayer):
        return name, None
    kind, words = split_words(name, "agent")
    trees = int(player.settings.trees)
    each = max(1, sims // trees)
    return join_words(kind, words | {"sims": str(each)}), each * trees


def times_budget(game: Game, name: str, factor: float) -> str | None:
    """An agent with so many times its simulations, at least two a tree; None if it has none that are counted.

    >>> from mulligan.games.toys import KUHN
    >>> times_budget(KUHN, "ensemble:trees=10,sims=100", 0.5), times_budget(KUHN, "uniform", 2)
    ('ensemble:trees=10,sims=50', None)
    """
    player = make_player(game, name)
    if not isinstance(player, SearchPlayer) or player.settings.seconds or player.settings.turn_seconds:
        return None
    trees = int(player.settings.trees)
    made, sims = with_budget(game, name, max(LEAST * trees, round(factor * trees * int(player.settings.sims))))
    return made if sims else None


def make_player(game: Game | str, text: Any) -> Player:
    """The player that a name describes, or that an object or a class with a method `choose` is.

    >>> from mulligan.core.registry import find_game
    >>> make_player(find_game("magic"), "cowling2012/BA:trees=1,sims=10000").configuration
    'search:sims=10000,search=cards,tree=reduced,prune=land,rollout=reduced,redraw,discount=0.99'
    """
    game, text = as_game(game), as_given(name_of(text))
    if isinstance(text, Given):
        return text.player(game)
    if names_program(text):
        return ExternalPlayer(game, text.strip())
    if names_file(text):
        return _from_file(game, text.strip())
    name, words = split_words(text, "agent")
    name = _usual_spelling(game, name)
    if name == "random" and "random" not in game.styles:
        name = "uniform"
    blend = game.blends.get(name.removeprefix(f"{game.name}/"))
    if name in game.styles or (blend is not None and name.startswith(f"{game.name}/")):
        if words:
            raise UsageError(f"agent '{text}': the rule player '{name}' has no settings")
        return _rule_player(game, text, blend or (name,) * len(game.stages))
    if name == "staged":
        return _staged(game, text, words)
    kind = presets_of(game).get(name)
    if kind is None:
        if name in game.room().makers:
            return _of_game(game, text.strip(), name, words)
        if name in _outside():
            return _from_outside(game, text.strip(), name, words)
        raise unknown(f"agent for {game.name}", name, agent_kinds(game), f"mulligan agents {game.name}")
    if kind.staged:
        return _mixture(game, text, kind, words)
    try:
        player = _searching(game, text, {**kind.words, **_faults(kind, words), **words}, kind.beam)
    except UsageError as error:
        raise UsageError(f"agent '{text}': {error}") from None
    if isinstance(player, SearchPlayer):
        player.by_rules = partial(_by_other_rules, text, kind)
    return player


def _by_other_rules(text: str, kind: Preset, rules: Game) -> Player | None:
    """The player of this name by other rules of the same game, if these have settings of their own for it."""
    other = presets_of(rules).get(kind.name, kind)
    return make_player(rules, text) if other.words != kind.words else None


def _faults(kind: Preset, words: dict[str, str]) -> Mapping[str, str]:
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


def _usual_spelling(game: Game, name: str) -> str:
    """The parts of a paper's player may stand in any order: `cowling2012/mp+bt` is `cowling2012/BT+MP`."""
    paper, slash, parts = name.partition("/")
    for known in presets_of(game) if slash else ():
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


def _staged(game: Game, text: str, words: dict[str, str], requests: Mapping[str, str] | None = None) -> StagedPlayer:
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
    player = StagedPlayer(game, text, [parts.get(stage, house) for stage in game.stages], requests)
    player.unnamed = unnamed
    player.configuration = join_words("staged", {stage: part.configuration for stage, part in parts.items()})
    return player


def _mixture(game: Game, text: str, kind: Preset, words: dict[str, str]) -> Player:
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
        return _staged(game, text, given, kind.requests)

    player = made({})
    player.faulty = {word: partial(made, changed) for word, changed in kind.quirks.items()}
    return player
