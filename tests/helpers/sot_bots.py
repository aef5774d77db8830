"""Bots for the Python package of Scripts of Tribute, good ones and bad ones; run in processes of their own."""

from __future__ import annotations

import os
import time

from scripts_of_tribute.base_ai import BaseAI
from scripts_of_tribute.enums import MoveEnum, PatronId


class First(BaseAI):
    """Takes the first of everything, and ends its turn when nothing else is left."""

    def select_patron(self, available):
        return available[0]

    def play(self, state, moves, left):
        assert left > 0 and len({move.move_id for move in moves}) == len(moves)
        return moves[0]


class Careful(BaseAI):
    """Holds whatever it is told to what it was told before, and looks ahead by the engine's simulations."""

    def __init__(self):
        super().__init__("Careful")
        self.seen = {}
        self.games = 0

    def pregame_prepare(self):
        self.seen, self.games = {}, self.games + 1

    def select_patron(self, available):
        assert PatronId.TREASURY not in available
        return available[-1]

    def play(self, state, moves, left):
        me, other = state.current_player, state.enemy_player
        zones = (me.hand, me.draw_pile, me.played, me.cooldown_pile, other.hand_and_draw, other.cooldown_pile)
        cards = [card for zone in (*zones, state.tavern_available_cards, state.tavern_cards) for card in zone]
        cards += [agent.representing_card for agent in me.agents + other.agents]
        numbers = [card.unique_id for card in cards]
        assert len(set(numbers)) == len(numbers), "a number is used twice"
        for card in cards:
            assert self.seen.setdefault(card.unique_id, card.name) == card.name, "a card has become another"
        names = [card.name for card in state.tavern_cards]
        ids = {card.unique_id for card in me.hand}
        plays = [move for move in moves if move.command == MoveEnum.PLAY_CARD]
        assert {move.cardUniqueId for move in plays} == (ids if plays else set())
        assert names == [card.name for card in sorted(state.tavern_cards, key=lambda card: names.index(card.name))]
        others = [move for move in moves if move.command != MoveEnum.END_TURN]
        for move in others[:2]:
            after, options = state.apply_move(move, 7)
            again, _ = state.apply_move(move, 7)
            assert [card.name for card in after.current_player.hand] == [
                card.name for card in again.current_player.hand
            ]
            assert options and after.current_player.player_id == me.player_id
            if move.command == MoveEnum.PLAY_CARD and after.pending_choice is None:
                assert move.cardUniqueId not in {card.unique_id for card in after.current_player.hand}
            deeper, _ = after.apply_move(options[0], 8)
            assert len(deeper.enemy_player.hand) == min(5, len(other.hand_and_draw)) or deeper.state_id
        return others[0] if others else moves[0]


class Raises(First):
    def play(self, state, moves, left):
        raise ValueError("no idea")


class Illegal(First):
    def play(self, state, moves, left):
        moves[0].move_id = 4711
        return moves[0]


class Drafts(First):
    def select_patron(self, available):
        return PatronId.TREASURY


class Dies(First):
    def play(self, state, moves, left):
        print("farewell", flush=True)
        os._exit(3)


class Slow(First):
    def play(self, state, moves, left):
        time.sleep(60)


class Heavy(First):
    def play(self, state, moves, left):
        class Move:
            def to_proto(self):
                made = moves[0].to_proto()
                made.EffectChoiceMove.effects.append("x" * 100_000_000)
                return made

        return Move()


class NoBot:
    pass
