"""What the engine would tell a bot of a position of ours: its messages, its numbers for cards and moves, its list.

The other side of `reading.py`.  A bot is told what its seat may know, and no more: the piles are put in order, and the
log of actions has no more than the ends of turns and the cards that count for combos.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations
from typing import Any

from mulligan.core.position import Position
from mulligan.kernel import interpret

from ..rules.cards import DECK, DECKS, NAMES, PATRONS
from ..rules.choices import card_at
from ..rules.layout import (
    ACQUIRE_CARDS,
    ACTIVATE,
    ATTACK,
    BUY,
    CALL,
    CHOOSE,
    COMMAND,
    COMPLETE_HLAALU,
    COMPLETE_PELIN,
    COMPLETE_PSIJIC,
    COMPLETE_TREASURY,
    EFFECT,
    ENACT_CHOSEN_EFFECT,
    END,
    EXACT,
    FOLLOWS,
    GOING,
    ITEM,
    ITEM_MASK,
    KIND,
    MOST,
    NORMAL,
    PLACE,
    PLAY,
    REASONS,
    REFRESH_CARDS,
    SOURCE,
)
from ..rules.listing import count_moves, nth_move
from ..rules.moves import common_name
from .wire import END_TURN, MAKE_CHOICE, PLAYERS, Messages, card_message, card_words, effect_text, halves

_card_at, _count_moves = interpret(card_at), interpret(count_moves)
_nth_move, _common_name = interpret(nth_move), interpret(common_name)
FIRST_NUMBER = 10_000  # of a card, as in the engine
_SIGNS = {
    COMPLETE_HLAALU: "HLAALU",
    COMPLETE_PELIN: "PELIN",
    COMPLETE_PSIJIC: "PSIJIC",
    COMPLETE_TREASURY: "TREASURY",
    ENACT_CHOSEN_EFFECT: "EFFECT_CHOICE",
}
Zones = Mapping[str, Sequence[int]]
"""Cards by where they lie."""


def zones_of(s: Any, seat: int, *, open: bool = False) -> dict[str, list[int]]:
    """The kinds of all cards as a seat may know them, piles of unknown order in order; with `open`, as they are."""
    p, q = seat, 1 - seat
    known = min(s.known[p], s.n_draw[p])
    draw = s.draw[p][: s.n_draw[p]][::-1]
    order = list if open else sorted
    found = {
        "row": s.row[: s.n_row],
        "pile": order(s.pile[: s.n_pile][::-1]),
        "hand": s.hand[p][: s.n_hand[p]],
        "played": s.played[p][: s.n_played[p]],
        "agents": s.agent[p][: s.n_agents[p]],
        "cooldown": s.cooldown[p][: s.n_cooldown[p]],
        "known": draw[:known],
        "draw": order(draw[known:]),
        "enemy hand": order(s.hand[q][: s.n_hand[q]] + s.draw[q][: s.n_draw[q]][::-1]),
        "enemy played": s.played[q][: s.n_played[q]],
        "enemy agents": s.agent[q][: s.n_agents[q]],
        "enemy cooldown": s.cooldown[q][: s.n_cooldown[q]],
    }
    return {zone: [cell & KIND for cell in cells] for zone, cells in found.items()}


class Numbers:
    """The numbers of cards: a card keeps its own as far as a seat can follow it from one position to the next."""

    def __init__(self) -> None:
        self._next = FIRST_NUMBER
        self._last: dict[str, list[tuple[int, int]]] = {}

    def copy(self) -> Numbers:
        """The same, to be led on in another way."""
        twin = Numbers()
        twin._next, twin._last = self._next, {zone: list(cards) for zone, cards in self._last.items()}
        return twin

    def moved(self, number: int) -> None:
        """This card leaves its place."""
        for zone, cards in self._last.items():
            self._last[zone] = [card if card[1] != number else (card[0], -number) for card in cards]

    def of(self, zones: Zones) -> dict[str, list[int]]:
        """A number for each card: that of one of its kind in the same place, of one that left another, or a new one.

        >>> numbers = Numbers()
        >>> numbers.of({"hand": [107, 107], "played": []})
        {'hand': [10000, 10001], 'played': []}
        >>> numbers.moved(10000)
        >>> numbers.of({"hand": [107], "played": [107]})
        {'hand': [10001], 'played': [10000]}
        """
        free = {zone: list(cards) for zone, cards in self._last.items()}
        made: dict[str, list[int]] = {}
        for zone, kinds in zones.items():
            made[zone] = [self._take(free.get(zone, []), kind, staying=True) for kind in kinds]
        rest = list(chain.from_iterable(free.values()))
        for zone, kinds in zones.items():
            made[zone] = [number or self._take(rest, kind) or self._new() for kind, number in zip(kinds, made[zone])]
        self._last = {zone: list(zip(zones[zone], numbers)) for zone, numbers in made.items()}
        return made

    @staticmethod
    def _take(cards: list[tuple[int, int]], kind: int, *, staying: bool = False) -> int:
        for i, (known, number) in enumerate(cards):
            if known == kind and (number > 0 or not staying):
                del cards[i]
                return abs(number)
        return 0

    def _new(self) -> int:
        self._next += 1
        return self._next - 1


# --- the list of moves ------------------------------------------------------------------------------------------------


def listed_moves(s: Any, t: Any) -> Iterator[int]:
    """The engine's list: every copy of a card, every set of cards of a choice."""
    if s.board != NORMAL and s.follow != ENACT_CHOSEN_EFFECT:
        for k in range(s.low, s.high + 1):
            for places in combinations(range(s.n_options), k):
                yield EXACT | CHOOSE << COMMAND | sum((place + 1) << ITEM * i for i, place in enumerate(places))
        return
    for i in range(_count_moves(s, t)):
        yield _nth_move(s, t, i)


def our_move(s: Any, t: Any, move: int) -> int:
    """What players call a move of the engine's list."""
    return int(_common_name(s, t, move)) if move & EXACT else move


class Told:
    """A position as a bot is told of it, the message and what the numbers in it mean.

    With `open` it is one of a simulation, where nothing is hidden.
    """

    def __init__(
        self, made: Messages, position: Position, seat: int, numbers: Numbers, name: str, *, open: bool = False
    ) -> None:
        self.position, self.seat, self.numbers, self.name, self.open = position, seat, numbers, name, open
        self._made = made
        self.s, self.t = position.plain()
        self.seen = zones_of(self.s, seat, open=open)
        self.cards = numbers.of(self.seen)
        self.moves: list[int] = [] if self.s.reason != GOING else list(listed_moves(self.s, self.t))

    # --- cards ---

    def _messages(self, zone: str) -> list[Any]:
        return [card_message(self._made.basics, kind, n) for kind, n in zip(self.seen[zone], self.cards[zone])]

    def _agents(self, zone: str, p: int) -> list[Any]:
        cards = self._messages(zone)
        return [
            self._made.basics.SerializedAgentProto(
                currentHP=self.s.hp[p][i], representing_card=card, activated=bool(self.s.acted[p][i])
            )
            for i, card in enumerate(cards)
        ]

    def _option_numbers(self) -> list[int]:
        """The numbers of the cards that the open choice offers."""
        places = ("hand", "played", "agents", "cooldown", "known", "row", "enemy agents")
        found = []
        for option in self.s.option[: self.s.n_options]:
            place, i = divmod(option, PLACE)
            found.append(self.cards[places[place]][i])
        return found

    # --- the state ---

    def _context(self) -> str:
        """What the engine says of an open choice: who asks, or by which effect."""
        s = self.s
        if s.follow == ACQUIRE_CARDS:
            return f"ACQUIRE_TAVERN {s.limit}"
        if s.follow == REFRESH_CARDS:
            return f"{'RETURN_AGENT_TOP' if s.limit else 'RETURN_TOP'} {s.high}"
        return _SIGNS.get(s.follow, FOLLOWS[s.follow])

    def _choice(self) -> Any:
        s, basics = self.s, self._made.basics
        if s.board == NORMAL:
            return None
        choice = basics.ChoiceProto(
            max_choices=s.high, min_choices=s.low, context=self._context(), choice_follow_up=FOLLOWS[s.follow]
        )
        if s.follow == ENACT_CHOSEN_EFFECT:
            choice.effect_options.possible_effects.extend(halves(s.limit))
            return choice  # its type is 0, since the engine's own numbers are the other way round
        choice.type = 1
        choice.card_options.SetInParent()
        for option, number in zip(s.option[: s.n_options], self._option_numbers()):
            card = card_message(basics, _card_at(s, option) & KIND, number)
            choice.card_options.possible_cards.append(card)
        return choice

    def _log(self) -> list[str]:
        """The ends of turns, and the cards that count for combos in this one."""
        s, found = self.s, list[int]()
        sources = [effect >> SOURCE for effect in s.chain[s.head : s.tail]]
        for deck in range(DECKS):
            kinds = s.waiting[deck][: min(3, s.combo[deck])]
            later = [kind for kind in sources if DECK[kind] == deck and kind not in kinds] or kinds[-1:]
            found += [*kinds, *later] if s.combo[deck] > 3 else kinds
        numbers = {kind: n for zone, kinds in self.seen.items() for kind, n in zip(kinds, self.cards[zone])}
        return ["END_TURN "] * (s.turn - 1) + [
            f"PLAY_CARD {card_words(kind, numbers.get(kind, FIRST_NUMBER - 1))}" for kind in found
        ]

    def _player(self) -> Any:
        """The player on turn."""
        s, p = self.s, self.seat
        known, draw = self._messages("known"), self._messages("draw")
        return self._made.basics.PlayerProto(
            player_id=p,
            hand=self._messages("hand"),
            cooldown_pile=self._messages("cooldown"),
            played=self._messages("played"),
            known_upcoming_draws=known,
            agents=self._agents("agents", p),
            power=s.power[p],
            patron_calls=s.calls[p],
            coins=s.coins[p],
            prestige=s.prestige[p],
            draw_pile=known + draw if self.open else sorted(known + draw, key=lambda card: NAMES.index(card.name)),
        )

    def _enemy(self) -> Any:
        """The other player; in a simulation with hand and draw pile."""
        s, q = self.s, 1 - self.seat
        if self.open:
            both = self._messages("enemy hand")
            return self._made.basics.PlayerProto(
                player_id=q,
                hand=both[: s.n_hand[q]],
                cooldown_pile=self._messages("enemy cooldown"),
                played=self._messages("enemy played"),
                agents=self._agents("enemy agents", q),
                power=s.power[q],
                patron_calls=s.calls[q],
                coins=s.coins[q],
                prestige=s.prestige[q],
                draw_pile=both[s.n_hand[q] :],
            )
        return self._made.basics.EnemyPlayerProto(
            player_id=q,
            agents=self._agents("enemy agents", q),
            power=s.power[q],
            coins=s.coins[q],
            prestige=s.prestige[q],
            hand_and_draw=self._messages("enemy hand"),
            played=self._messages("enemy played"),
            cooldown_pile=self._messages("enemy cooldown"),
        )

    def state(self) -> Any:
        """The message."""
        s, main, basics = self.s, self._made.main, self._made.basics
        favours = {PATRONS[patron]: PLAYERS[s.favour[patron]] for patron in s.patron[:5]}
        fields = {
            "state_id": self.name,
            "patron_states": basics.PatronStatesProto(patrons=favours),
            "tavern_available_cards": self._messages("row"),
            "board_state": s.board,
            "upcoming_effects": [effect_text(e & ((1 << SOURCE) - 1)) for e in s.chain[s.head : s.tail]],
            "start_of_next_turn_effects": ["OPP_DISCARD 1"] * s.doom,
            "current_player": self._player(),
            "enemy_player": self._enemy(),
            "completed_actions": self._log(),
            "tavern_cards": self._messages("pile"),
            "pending_choice": self._choice(),
        }
        if s.reason != GOING:
            fields["end_game_state"] = basics.EndGameState(winner=PLAYERS[s.winner], reason=REASONS[s.reason])
        return main.SeededGameStateProto(**fields) if self.open else main.GameStateProto(**fields)

    # --- moves ---

    def listed(self) -> list[Any]:
        """The messages of the moves: each has its place in the list as number."""
        offered = self._option_numbers() if self.s.board != NORMAL and self.s.follow != ENACT_CHOSEN_EFFECT else []
        return [self._move(number, move, offered) for number, move in enumerate(self.moves)]

    def _move(self, number: int, move: int, offered: Sequence[int]) -> Any:
        basics, command, i = self._made.basics, move >> COMMAND & 15, (move & ITEM_MASK) - 1
        made = basics.Move(id=number, command=MAKE_CHOICE if command in (CHOOSE, EFFECT) else command)
        if move == END:
            made.command = END_TURN
            made.Basic.SetInParent()
        elif command == CALL:
            made.PatronMove.patronId = i
        elif command == EFFECT:
            made.EffectChoiceMove.effects.append(halves(self.s.limit)[i])
        elif command == CHOOSE:
            made.CardChoiceMove.SetInParent()
            items = (move >> ITEM * k & ITEM_MASK for k in range(MOST))
            made.CardChoiceMove.cardsUniqueIds.extend(offered[item - 1] for item in items if item)
        else:
            zone = {PLAY: "hand", ACTIVATE: "agents", ATTACK: "enemy agents", BUY: "row"}[command]
            made.CardMove.cardUniqueId = self.cards[zone][i]
        return made

    def follow(self, number: int, numbers: Numbers | None = None) -> None:
        """The bot has answered this: the cards that it names leave their places."""
        move, numbers = self.moves[number], numbers or self.numbers
        command, i = move >> COMMAND & 15, (move & ITEM_MASK) - 1
        if command in (PLAY, BUY):
            numbers.moved(self.cards["hand" if command == PLAY else "row"][i])
        elif command == CHOOSE:
            offered = self._option_numbers()
            for item in (move >> ITEM * k & ITEM_MASK for k in range(MOST)):
                if item:
                    numbers.moved(offered[item - 1])
