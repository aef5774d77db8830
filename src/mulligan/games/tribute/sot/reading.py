"""A position of ours, rebuilt from what the engine tells a bot, and our moves found in the engine's list.

Nothing is read that a bot should not know: the order of the tavern pile, of the own draw pile below the cards that are
known, and of the opponent's hand and draw pile together is put in order first, whatever it was.

The rules are those of October 2025.  In the engine of April 2025 a Writ of Coin could be bought, cards had to be
refreshed, and patrons took no agents: such a position is read as the one of ours that is nearest to it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from mulligan.core.errors import UsageError
from mulligan.core.game import Game
from mulligan.core.position import Position
from mulligan.kernel import interpret, records

from ..rules.cards import CONTRACT_ACTION, CONTRACT_AGENT, COPIES, COST, DECK, PATRONS, STARTERS, TREASURY, TYPE, UNITS
from ..rules.effects import trigger
from ..rules.items import find_options
from ..rules.layout import (
    ACTIVATE,
    ATTACK,
    BOARDS,
    BUY,
    CALL,
    CHOOSE,
    COMMAND,
    EFFECT,
    FOLLOWS,
    HAND,
    ITEM,
    ITEM_MASK,
    KIND,
    MOST,
    NORMAL,
    ON_BOARD,
    PLAY,
    SOURCE,
    START_CHOICE,
    WHERE,
)
from ..text.notation import runs, unit_word
from ..text.positions import MADE
from .wire import END_TURN, MAKE_CHOICE, PLAYERS, cards_in, kind_named, kinds_of, read_effect

_trigger, _find_options = interpret(trigger), interpret(find_options)
_CONTRACTS = (CONTRACT_ACTION, CONTRACT_AGENT)
_UNITS = [(int(unit), kind) for kind, units in enumerate(UNITS) for unit in units.ravel() if unit]
SETUP = "draft"  # with all patrons: which were on offer does not matter once they are drafted


# --- the log of actions -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Turn:
    """What the log of actions tells: how many turns have ended, and what counts for combos in this one."""

    ended: int
    triggered: tuple[int, ...]


def read_log(actions: Sequence[str]) -> Turn:
    """Read the engine's log of completed actions.

    >>> from .wire import card_words
    >>> read_log(["PLAY_CARD " + card_words(107, 1), "END_TURN ", "BUY_CARD " + card_words(3, 2)])
    Turn(ended=1, triggered=(3,))
    """
    ended = [i for i, action in enumerate(actions) if action.startswith("END_TURN")]
    found: list[int] = []
    for action in actions[ended[-1] + 1 :] if ended else actions:
        word = action.partition(" ")[0]
        if word in ("PLAY_CARD", "ACTIVATE_AGENT"):
            found += cards_in(action)[-1:]
        elif word in ("BUY_CARD", "ACQUIRE_CARD"):
            found += [kind for kind in cards_in(action)[-1:] if TYPE[kind] in _CONTRACTS]
    return Turn(len(ended), tuple(found))


class Triggers:
    """What cards that were triggered one after the other in a turn leave behind: combos, and all effects in order."""

    def __init__(self, game: Game, kinds: Iterable[int]) -> None:
        self.s = records(game.State, 1, packed=False)[0]
        self.effects: list[tuple[int, int]] = []
        """Each with the kind of its source.  What still waits in the chain is the end of this list."""
        for kind in kinds:
            self.s.tail = 0
            _trigger(self.s, kind)
            self.effects += [(e & ((1 << SOURCE) - 1), e >> SOURCE) for e in self.s.chain[: self.s.tail]]

    def combo(self) -> str:
        """The combos, as a position has them."""
        s, words = self.s, []
        for deck, count in enumerate(s.combo):
            if count:
                kinds = "+".join(str(kind) for kind in s.waiting[deck][: min(3, count)])
                words.append(f"{PATRONS[deck]}={kinds}{'+' if count > 3 else ''}")
        return " ".join(words)

    def source(self, unit: int, after: int) -> int:
        """The card that an effect comes from which has so many others behind it."""
        if after < len(self.effects) and self.effects[-1 - after][0] == unit:
            return self.effects[-1 - after][1]
        # the log does not fit: a card of this turn that has the effect, or any, since only healing depends on it
        for known, kind in (*reversed(self.effects), *_UNITS):
            if known == unit:
                return kind
        raise UsageError(f"the effect '{unit_word(unit)}' waits, and no card has it")


# --- the position -----------------------------------------------------------------------------------------------------


def _listed(kinds: Iterable[int]) -> str:
    return runs(str(kind) for kind in kinds)


def _patrons(states: Any, order: Sequence[int]) -> str:
    """The patrons with their favours; in the order that is known of the draft, then as the engine numbers them."""
    favours = {}
    for name, player in states.patrons.items():
        if name not in PATRONS or player not in PLAYERS:
            raise UsageError(f"the engine says that the patron '{name[:40]}' favours '{player[:40]}'")
        favours[PATRONS.index(name)] = PLAYERS.index(player)
    drafted = [patron for patron in order if patron in favours and patron != TREASURY]
    drafted += [patron for patron in sorted(favours) if patron != TREASURY and patron not in drafted]
    if len(drafted) != 4:
        raise UsageError(f"the engine names {len(drafted)} patrons besides Treasury, and a game has 4")
    words = [f"{PATRONS[p]}={favours[p] + 1}" if favours[p] < 2 else PATRONS[p] for p in drafted]
    return " ".join([*words[:2], PATRONS[TREASURY], *words[2:]])


def _row(state: Any) -> list[Any]:
    """The tavern row, as far as our rules know its cards."""
    return [card for card in state.tavern_available_cards if COPIES[kind_named(card.name)]]


def offered_cards(state: Any) -> list[Any]:
    """The cards that the open choice offers, as far as our rules offer them too."""
    cards, follow = state.pending_choice.card_options.possible_cards, state.pending_choice.choice_follow_up
    in_row = follow in ("REPLACE_CARDS_IN_TAVERN", "ACQUIRE_CARDS")
    return [card for card in cards if not in_row or COPIES[kind_named(card.name)]]


def _agents(agents: Iterable[Any], own: bool) -> str:
    return ",".join(
        f"{kind_named(agent.representing_card.name)}/{agent.currentHP}{'!' if own and agent.activated else ''}"
        for agent in agents
    )


def _seat(numbers: dict[str, int], zones: dict[str, str]) -> str:
    return " ".join(
        [f"{name} {number}" for name, number in numbers.items()] + [f"{z} {c}" for z, c in zones.items() if c]
    )


def _own_draw(state: Any) -> tuple[list[int], int]:
    """The own draw pile from the top, and how many of its cards are known: all others are put in order."""
    me, known = state.current_player, list(state.current_player.known_upcoming_draws)
    choice = state.pending_choice
    if choice.choice_follow_up == "TOSS_CARDS" and len(choice.card_options.possible_cards) > len(known):
        known = list(choice.card_options.possible_cards)
    rest = Counter(kinds_of(me.draw_pile))
    top = kinds_of(known)
    rest.subtract(top)
    return [*top, *sorted(rest.elements())], len(top)


def _me(state: Any) -> str:
    me = state.current_player
    draw, known = _own_draw(state)
    numbers = {"coins": me.coins, "prestige": me.prestige, "power": me.power, "calls": me.patron_calls, "known": known}
    zones = {
        "hand": _listed(kinds_of(me.hand)),
        "draw": _listed(draw),
        "played": _listed(kinds_of(me.played)),
        "agents": _agents(me.agents, own=True),
        "cooldown": _listed(kinds_of(me.cooldown_pile)),
    }
    return _seat(numbers, zones)


def _enemy(state: Any) -> str:
    """The opponent: who has ended a turn has drawn a hand, of which cards is not known."""
    other = state.enemy_player
    both = sorted(kinds_of(other.hand_and_draw))
    zones = {
        "hand": _listed(both[:HAND]),
        "draw": _listed(both[HAND:]),
        "agents": _agents(other.agents, own=False),
        "cooldown": _listed(kinds_of(other.cooldown_pile)),
    }
    return _seat({"coins": other.coins, "prestige": other.prestige}, zones)


def _filled(offered: Sequence[Any], row: Sequence[Any], most: int) -> str:
    """The place of the row that was filled after the choice was opened: what could be offered there and is not."""
    there = {card.unique_id for card in offered}
    for place, card in enumerate(row, 1):
        if card.unique_id not in there and COST[kind_named(card.name)] <= most:
            return f" filled {place}"
    return ""


def _choice(state: Any) -> str:
    choice, follow = state.pending_choice, state.pending_choice.choice_follow_up
    offered, row = offered_cards(state), _row(state)
    if follow not in FOLLOWS:
        raise UsageError(f"the engine asks for a choice with the follow-up '{follow[:60]}', which ours has not")
    least = 0 if follow == "REFRESH_CARDS" else choice.min_choices
    words = f"{BOARDS[state.board_state]} follow {follow} min {least} max {choice.max_choices}"
    if follow == "ENACT_CHOSEN_EFFECT":
        effects = " OR ".join(choice.effect_options.possible_effects)
        return f"{words} effects {unit_word(read_effect(effects))}"
    if follow == "ACQUIRE_CARDS":
        found = re.search(r"ACQUIRE_TAVERN ([0-9]+)", choice.context)
        if not found:
            raise UsageError(f"the engine does not say up to which cost a card is acquired: '{choice.context[:80]}'")
        return f"{words} cost {found[1]}{_filled(offered, row, int(found[1]))}"
    if follow == "REPLACE_CARDS_IN_TAVERN":
        return words + _filled(offered, row, max(COST))
    if follow == "REFRESH_CARDS" and "RETURN_AGENT_TOP" in choice.context:
        return f"{words} only agents"
    return words


def _chain(state: Any, triggers: Triggers) -> str:
    """The effects that wait behind the choice."""
    units = [read_effect(text) for text in state.upcoming_effects]
    starting = state.board_state == START_CHOICE
    waiting = [
        f"{unit_word(unit)}@{0 if starting else triggers.source(unit, len(units) - 1 - i)}"
        for i, unit in enumerate(units)
    ]
    return "done 1" + (f" left {','.join(waiting)}" if waiting else "")


def _all_kinds(state: Any) -> Iterator[int]:
    me, other = state.current_player, state.enemy_player
    for zone in (me.hand, me.draw_pile, me.played, me.cooldown_pile, other.hand_and_draw, other.cooldown_pile):
        yield from kinds_of(zone)
    for agents in (me.agents, other.agents):
        yield from kinds_of(agent.representing_card for agent in agents)
    yield from kinds_of(_row(state))
    yield from _pile(state)


def _made(state: Any) -> str:
    """The fewest cards that must have come into the game later."""
    drafted = [PATRONS.index(name) for name in state.patron_states.patrons]
    there = Counter(_all_kinds(state))
    start = Counter({kind: int(COPIES[kind]) for kind in MADE if DECK[kind] in drafted})
    for patron in drafted:
        start[int(STARTERS[patron][0])] += 2 * int(STARTERS[patron][1])
    return ",".join(f"{kind}*{there[kind] - start[kind]}" for kind in MADE if there[kind] > start[kind])


def _pile(state: Any) -> list[int]:
    """The cards of the tavern pile, put in order."""
    row = {card.unique_id for card in state.tavern_available_cards}
    kinds = kinds_of(card for card in state.tavern_cards if card.unique_id not in row)
    return sorted(kind for kind in kinds if COPIES[kind])


def position_text(state: Any, game: Game, order: Sequence[int] = ()) -> str:
    """The position that the engine tells a bot, as a line that `Position.read` understands."""
    me = state.current_player.player_id
    if me not in (0, 1):
        raise UsageError(f"the engine says that player number {me} is on turn, and there are 0 and 1")
    log = read_log(state.completed_actions)
    turn = log.ended + 1 + ((log.ended % 2) != me)  # a log that was cut has lost whole turns
    triggers = Triggers(game, log.triggered)
    choosing = state.board_state != NORMAL
    parts = {
        "tribute": f"turn {turn} player {me + 1}",
        "patrons": _patrons(state.patron_states, order),
        "row": _listed(kinds_of(_row(state))),
        "pile": _listed(_pile(state)),
        "1:": _me(state) if me == 0 else _enemy(state),
        "2:": _enemy(state) if me == 0 else _me(state),
        "combo": triggers.combo(),
        "choice": _choice(state) if choosing else "",
        "chain": _chain(state, triggers) if choosing and BOARDS[state.board_state] != "PATRON_CHOICE_PENDING" else "",
        "doom": str(len(state.start_of_next_turn_effects) or ""),
        "made": _made(state),
    }
    return " | ".join(f"{title} {words}" for title, words in parts.items() if words)


def position_of(state: Any, game: Game, order: Sequence[int] = ()) -> Position:
    """The position that the engine tells a bot; `order` has the patrons as far as their order is known."""
    return Position.read(game, position_text(state, game, order), SETUP)


# --- moves ------------------------------------------------------------------------------------------------------------


def _with(moves: Iterable[Any], command: int, numbers: Iterable[int]) -> int | None:
    """The number of the first listed move of a command with one of these cards."""
    wanted = set(numbers)
    for move in moves:
        if move.command == command and move.HasField("CardMove") and move.CardMove.cardUniqueId in wanted:
            return int(move.id)
    return None


def _agent_numbers(agents: Iterable[Any], item: int, own: bool) -> Iterator[int]:
    """The agents that an item means: of this kind, with these hit points."""
    kind, where = (item & KIND) - 1, (item >> WHERE) - ON_BOARD
    for agent in agents:
        card, acted = agent.representing_card, int(own and agent.activated)
        if (kind_named(card.name), agent.currentHP, acted) == (kind, where // 2, where % 2):
            yield card.unique_id


def _chosen(state: Any, position: Position, items: int) -> list[int]:
    """The numbers of the cards that are chosen, as far as the engine offers them."""
    s, t = position.plain()
    offered = offered_cards(state)
    chosen = _find_options(s, t, CHOOSE << COMMAND | items)
    places = [(chosen >> ITEM * k & ITEM_MASK) - 1 for k in range(MOST) if chosen >> ITEM * k & ITEM_MASK]
    return sorted(offered[place].unique_id for place in places if place < len(offered))


def _choosing(state: Any, position: Position, items: int, moves: Sequence[Any]) -> int | None:
    """The number of the listed move that chooses these cards; if there is none, of the one that is nearest to it."""
    wanted = _chosen(state, position, items)
    choices = [move for move in moves if move.HasField("CardChoiceMove")]
    for move in choices:
        if sorted(move.CardChoiceMove.cardsUniqueIds) == wanted:
            return int(move.id)
    near = min(choices, key=lambda move: len(set(wanted) ^ set(move.CardChoiceMove.cardsUniqueIds)), default=None)
    return None if near is None else int(near.id)


def find_move(state: Any, moves: Sequence[Any], position: Position, move: int) -> int:
    """The number that the engine has for a move of ours; of equal ones the first."""
    command, item, me = move >> COMMAND & 15, move & ITEM_MASK, state.current_player
    found: int | None = None
    if command == PLAY:
        found = _with(moves, command, (card.unique_id for card in me.hand if kind_named(card.name) + 1 == item))
    elif command == BUY:
        row = state.tavern_available_cards
        found = _with(moves, command, (card.unique_id for card in row if kind_named(card.name) + 1 == item))
    elif command in (ACTIVATE, ATTACK):
        agents = me.agents if command == ACTIVATE else state.enemy_player.agents
        found = _with(moves, command, _agent_numbers(agents, item, command == ACTIVATE))
    elif command == CALL:
        calls = (m for m in moves if m.HasField("PatronMove") and m.PatronMove.patronId == item - 1)
        found = next((int(m.id) for m in calls), None)
    elif command == EFFECT:
        effects = [m for m in moves if m.command == MAKE_CHOICE and m.HasField("EffectChoiceMove")]
        found = int(effects[item - 1].id) if item <= len(effects) else None
    elif command == CHOOSE:
        found = _choosing(state, position, move & ((1 << ITEM * MOST) - 1), moves)
    elif command == END_TURN:
        found = next((int(m.id) for m in moves if m.command == END_TURN), None)
    if found is None:
        raise UsageError(f"'{position.text(move)}' is not among the {len(moves)} moves that the engine lists")
    return found
