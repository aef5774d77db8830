"""Our player as a bot of the Python package scripts-of-tribute, for entries that its own programs start.

    from mulligan.games.tribute.sot.entry import Competitor

    class Bot(Competitor):
        agent = "tribute/best"

`Bot("MyEntry")` is registered like any other bot of the package.  It answers as `mulligan tribute bot` does.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from .wire import PLAYERS, Messages, messages

if TYPE_CHECKING:
    Base = Any
else:
    try:
        from scripts_of_tribute.base_ai import BaseAI as Base
    except ModuleNotFoundError:
        Base = object  # `messages` says what to install as soon as a bot is made


def _cards(made: Messages, cards: Iterable[Any]) -> list[Any]:
    fields = ("name", "cost", "hp", "taunt", "unique_id", "effects")
    return [
        made.basics.UniqueCardProto(
            deck=card.deck.value, type=card.type.value, **{field: getattr(card, field) for field in fields}
        )
        for card in cards
    ]


def _agents(made: Messages, agents: Iterable[Any]) -> list[Any]:
    return [
        made.basics.SerializedAgentProto(
            currentHP=agent.currentHP,
            representing_card=_cards(made, [agent.representing_card])[0],
            activated=agent.activated,
        )
        for agent in agents
    ]


def _choice(made: Messages, choice: Any) -> Any:
    if choice is None:
        return None
    fields = ("max_choices", "min_choices", "context", "choice_follow_up")
    message = made.basics.ChoiceProto(type=choice.type.value, **{field: getattr(choice, field) for field in fields})
    options = choice.possible_options
    if hasattr(options, "possible_cards"):
        message.card_options.SetInParent()
        message.card_options.possible_cards.extend(_cards(made, options.possible_cards))
    else:
        message.effect_options.possible_effects.extend(options.possible_effects)
    return message


def state_message(made: Messages, state: Any) -> Any:
    """The message that the package has made an object of."""
    me, other = state.current_player, state.enemy_player
    own = {
        zone: _cards(made, getattr(me, zone))
        for zone in ("hand", "cooldown_pile", "played", "known_upcoming_draws", "draw_pile")
    }
    theirs = {zone: _cards(made, getattr(other, zone)) for zone in ("hand_and_draw", "played", "cooldown_pile")}
    numbers = {name: getattr(me, name) for name in ("power", "patron_calls", "coins", "prestige")}
    known = {name: getattr(other, name) for name in ("power", "coins", "prestige")}
    favours = {patron.name: PLAYERS[player.value] for patron, player in state.patron_states.patrons.items()}
    return made.main.GameStateProto(
        state_id=state.state_id,
        patron_states=made.basics.PatronStatesProto(patrons=favours),
        tavern_available_cards=_cards(made, state.tavern_available_cards),
        board_state=state.board_state.value,
        upcoming_effects=state.upcoming_effects,
        start_of_next_turn_effects=state.start_of_next_turn_effects,
        current_player=made.basics.PlayerProto(
            player_id=me.player_id.value, agents=_agents(made, me.agents), **own, **numbers
        ),
        enemy_player=made.basics.EnemyPlayerProto(
            player_id=other.player_id.value, agents=_agents(made, other.agents), **theirs, **known
        ),
        completed_actions=state.completed_actions,
        tavern_cards=_cards(made, state.tavern_cards),
        pending_choice=_choice(made, state.pending_choice),
    )


def move_message(made: Messages, move: Any) -> Any:
    """A move of the package as a message; its own makes of a choice of no cards something else."""
    message = made.basics.Move(id=move.move_id, command=move.command.value)
    if hasattr(move, "cardUniqueId"):
        message.CardMove.cardUniqueId = move.cardUniqueId
    elif hasattr(move, "patronId"):
        message.PatronMove.patronId = move.patronId.value
    elif hasattr(move, "cardsUniqueIds"):
        message.CardChoiceMove.SetInParent()
        message.CardChoiceMove.cardsUniqueIds.extend(move.cardsUniqueIds)
    elif hasattr(move, "effects"):
        message.EffectChoiceMove.effects.extend(move.effects)
    else:
        message.Basic.SetInParent()
    return message


class Competitor(Base):  # type: ignore[misc]
    """A player of ours among the bots of the package."""

    agent = "tribute/best"
    """Any agent of `mulligan agents tribute`."""
    seed: Any = 1

    def __init__(self, bot_name: str = "Mulligan") -> None:
        self._made = messages()
        super().__init__(bot_name)
        from mulligan.agents import make_player
        from mulligan.core.registry import find_game

        from .rehearsal import rehearse
        from .thinking import Thinker

        game = find_game("tribute")
        self._thinker = Thinker(game, make_player(game, self.agent), self.seed, self._tell)
        self._picked = 0
        rehearse(game, self._thinker)  # before the engine begins to count

    def __reduce__(self) -> Any:
        """To another process goes what it is made of: machine code stays where it is."""
        return type(self), (self.bot_name,)

    def _tell(self, text: str) -> None:
        print(f"{self.bot_name}: {text}", file=sys.stderr, flush=True)

    def pregame_prepare(self) -> None:
        """A new game begins."""
        self._thinker.begin()
        self._picked = 0

    def select_patron(self, available_patrons: Sequence[Any]) -> Any:
        """The patron that is drafted."""
        self._picked += 1
        offered = {patron.value: patron for patron in available_patrons}
        try:
            return offered[self._thinker.select(list(offered), self._picked)]
        except Exception as error:
            self._tell(f"draft: {type(error).__name__}: {error}; the first patron on offer is taken")
            return available_patrons[0]

    def play(self, game_state: Any, possible_moves: Sequence[Any], remaining_time: int) -> Any:
        """The move that is played."""
        try:
            state = state_message(self._made, game_state)
            listed = [move_message(self._made, move) for move in possible_moves]
            number = self._thinker.choose(state, listed, remaining_time / 1000)
            return next(move for move in possible_moves if move.move_id == number)
        except Exception as error:
            self._tell(f"{type(error).__name__}: {error}; the first move of the list is played")
            return possible_moves[0]
