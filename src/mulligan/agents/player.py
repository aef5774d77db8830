"""What a player is: a rule for some stages of a game, a mind of its own for the others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from mulligan.core.additions import Addition, extend, is_addition, suspects_of
from mulligan.core.blame import explaining
from mulligan.core.errors import UsageError
from mulligan.core.game import MAX_STAGES, Game
from mulligan.core.position import Position, make_stream
from mulligan.core.words import split_words
from mulligan.search import BeamSearcher, BeamSettings, Choice, Decision, Searcher, Settings, Shape
from mulligan.search.settings import searched_stages

ASK = -1  # the player decides this stage itself
HOUSE = -2  # the player leaves this stage to the setup

Watch = Callable[[Decision], bool | None]


class Player:
    """A seat's mind.  Rule players need nothing but their styles; others override `decide`.

    A player is given only what its seat may know: a position in which all hidden cards are a fair sample.  Players
    that are meant to cheat say so by `oracle` and are given the true position.
    """

    oracle = False
    listens = False
    """Whether it wants to be told of the moves that are played."""
    wants_words = False
    """Whether it wants to be told of them in words."""

    def __init__(self, game: Game, name: str, styles: list[int]) -> None:
        self.game, self.name = game, name
        self.configuration = name
        """The name in full: every setting that differs from its default."""
        self.styles = styles + [0] * (MAX_STAGES - len(styles))
        """For each stage: the number of a style, or ASK, or HOUSE."""
        self.unnamed: tuple[str, ...] = ()
        """The stages that its name says nothing of, though they have a style."""
        self.requests: Mapping[str, str] = {}
        """What it asks of a setup that leaves it open."""
        self.code: Mapping[str, str] = {}
        """Of each agent of another package that it is or is made of: whose code, and which state of it."""

    def at(self, setup: str) -> Player:
        """The player as it plays a setup, with its requests met: a setup may copy faults of a published player."""
        return self

    def decide(self, position: Position, seed: Any, watch: Watch | None = None) -> Decision:
        """The moves to play at a position where this player is to act."""
        style = self.styles[position.look()[1]]
        if style < 0:
            raise UsageError(f"{self.name} has no rule for the stage '{position.stage}'")
        return by_style(self, position, self.game.styles[style], seed)

    def prepare(self, position: Position) -> None:
        """Have what a decision at such positions needs, its machine code above all, without deciding anything."""

    def forget(self) -> None:
        """A new game begins."""

    def saw(self, seat: int, stage: int, move: int) -> None:
        """A move was really played, by whatever seat."""

    def saw_words(self, seat: int, stage: str, words: str | None) -> None:
        """The same in words; None for a move that it cannot see."""

    def stop(self) -> None:
        """Decide as soon as possible; may be called from another thread."""

    def below(self, line: Sequence[int]) -> tuple[Choice, ...]:
        """What its last search knows of the moves after a line of play; nothing, where there was no search."""
        return ()

    def shape(self) -> Shape | None:
        """How the trees of its last decision have grown, where it grows trees."""
        return None


def by_style(player: Player, position: Position, style: str, seed: Any) -> Decision:
    """What a player decides that follows a style, of the game or added to it."""
    moves = position.advise(style, make_stream(position.game, seed, "rule"))
    return Decision(position.copy(), player.name, position.actor, tuple(moves))


class AddedPlayer(Player):
    """A rule player from outside: it follows a style that was added to the game."""

    def __init__(self, game: Game, name: str, addition: Addition) -> None:
        super().__init__(game, name, [ASK] * len(game.stages))
        self.addition = addition
        self._added, self._style = {str(addition): addition}, str(addition)

    def decide(self, position: Position, seed: Any, watch: Watch | None = None) -> Decision:
        game = extend(self.game.at(position.setup), self._added)
        with explaining(lambda: suspects_of(self.addition)):
            return by_style(self, position.within(game), self._style, seed)


def _stage_styles(game: Game, settings: Settings | BeamSettings) -> list[int]:
    """ASK for the stages that are searched, and for the others the style that the settings name."""
    if settings.play == "house":
        other = HOUSE
    else:
        other = ASK if is_addition(settings.play, "style") else game.style(settings.play)
    return [ASK if mine else other for mine in searched_stages(settings.search, game)]


class SearchPlayer(Player):
    """A player that searches some stages, and plays the others by a rule or as the setup says."""

    def __init__(self, game: Game, name: str, settings: Settings) -> None:
        super().__init__(game, name, _stage_styles(game, settings))
        self.settings = settings
        self.oracle = settings.deal == "never" and game.hidden
        self.listens = settings.reuse
        self.searcher = Searcher(game, settings, name)
        self.by_rules: Callable[[Game], Player | None] = lambda rules: None
        """Makes what the same name stands for by other rules of the game, if that is another player."""

    def at(self, setup: str) -> Player:
        rules = self.game.at(setup)
        return self if rules is self.game else self.by_rules(rules) or self

    def decide(self, position: Position, seed: Any, watch: Watch | None = None) -> Decision:
        stage = position.look()[1]
        if self.styles[stage] != ASK:
            return super().decide(position, seed, watch)
        if not self.searcher.searched[stage]:
            self.searcher.at(position.setup)
            with explaining(self.searcher.suspects):
                return by_style(self, position.within(self.searcher.game), str(self.settings.play), seed)
        return self.searcher.decide(position, seed, watch)

    def prepare(self, position: Position) -> None:
        self.searcher.prepare(position)

    def forget(self) -> None:
        self.searcher.forget()

    def saw(self, seat: int, stage: int, move: int) -> None:
        self.searcher.saw(seat, stage, move)

    def stop(self) -> None:
        self.searcher.stop()

    def below(self, line: Sequence[int]) -> tuple[Choice, ...]:
        return self.searcher.below(line)

    def shape(self) -> Shape | None:
        return self.searcher.shape()


class BeamPlayer(Player):
    """A player that decides by beam search."""

    def __init__(self, game: Game, name: str, settings: BeamSettings) -> None:
        super().__init__(game, name, _stage_styles(game, settings))
        self.settings = settings
        self.searcher = BeamSearcher(game, settings, name)

    def decide(self, position: Position, seed: Any, watch: Watch | None = None) -> Decision:
        if self.styles[position.look()[1]] != ASK:
            return super().decide(position, seed, watch)
        return self.searcher.decide(position, seed)


class StagedPlayer(Player):
    """A different player for each stage, with requests of its own, whatever its parts would ask for."""

    def __init__(self, game: Game, name: str, parts: list[Player], requests: Mapping[str, str] | None = None) -> None:
        super().__init__(game, name, [part.styles[i] for i, part in enumerate(parts)])
        self.parts, self.requests = parts, dict(requests or {})
        self.faulty: Mapping[str, Callable[[], Player]] = {}
        """By word of a setup: what makes the player as it is where the setup has that word."""
        self.code = {name: origin for part in parts for name, origin in part.code.items()}
        self._asked: Player = parts[0]
        self.oracle = any(part.oracle for part in parts)
        self.listens = any(part.listens for part in parts)
        self.wants_words = any(part.wants_words for part in parts)

    def decide(self, position: Position, seed: Any, watch: Watch | None = None) -> Decision:
        self._asked = self.parts[position.look()[1]]
        return self._asked.decide(position, seed, watch)

    def at(self, setup: str) -> Player:
        words = split_words(setup, "setup")[1]
        for word, make in self.faulty.items():
            if words.get(word, "no") != "no":
                return make()
        return self

    def prepare(self, position: Position) -> None:
        for part in self.parts:
            part.prepare(position)

    def forget(self) -> None:
        for part in self.parts:
            part.forget()

    def saw(self, seat: int, stage: int, move: int) -> None:
        for part in self.parts:
            part.saw(seat, stage, move)

    def saw_words(self, seat: int, stage: str, words: str | None) -> None:
        for part in self.parts:
            part.saw_words(seat, stage, words)

    def stop(self) -> None:
        for part in self.parts:
            part.stop()

    def below(self, line: Sequence[int]) -> tuple[Choice, ...]:
        return self._asked.below(line)

    def shape(self) -> Shape | None:
        return self._asked.shape()


def seat_styles(game: Game, setup: str, players: list[Player]) -> list[list[int]]:
    """How each seat plays each stage at this table: a style, or ASK.

    A setup may give a stage to everybody's rule (a style's name), or let players who leave the stage open play it
    like the rule player they meet (`opponent`); against another such player, and in setups that say nothing, they
    play like the game's first style after `uniform`.
    """
    house: Mapping[str, str] = game.default_styles(setup or next(iter(game.setups)))
    fallback = 1 if len(game.styles) > 1 else 0
    found: list[list[int]] = []
    for seat, player in enumerate(players):
        row = []
        for number, stage in enumerate(game.stages):
            style, rule = player.styles[number], house.get(stage, "")
            if rule not in ("", "opponent"):
                style = game.style(rule)
            elif style == HOUSE:
                met = players[1 - seat].styles[number] if rule == "opponent" and len(players) == 2 else HOUSE
                style = met if met >= 0 else fallback
            row.append(style)
        found.append(row + [0] * (MAX_STAGES - len(row)))
    return found


def stages_without_a_say(game: Game, setup: str, player: Player) -> list[str]:
    """The stages that a setup has and leaves to its players, and of which the player's name says nothing.

    >>> from mulligan.agents import make_player
    >>> from mulligan.core.registry import find_game
    >>> magic = find_game("magic")
    >>> stages_without_a_say(magic, "literal", make_player(magic, "uct:search=cards"))
    ['attack', 'block']
    """
    setup = setup or next(iter(game.setups))
    house = game.default_styles(setup)
    stages = game.stages if game.occurring is None else game.occurring(setup)
    return [
        stage
        for stage in stages
        if not house.get(stage) and (stage in player.unnamed or player.styles[game.stages.index(stage)] == HOUSE)
    ]
