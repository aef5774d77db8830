"""The table of the full game as the player sees it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mulligan.core.scene import Card, Scene, Zone
from mulligan.games.lotr.cards import quest_cards
from mulligan.games.lotr.layout import ENEMY, HEROES
from mulligan.games.lotr.scene import Board, Numbers, Progress
from mulligan.games.lotr.text.words import PLAYER_CARDS, each, many
from mulligan.kernel import interpret

from .rules.figures import RAGING, danger, force, gifts, guard, will
from .rules.zones import binds
from .text.cardwords import encounter_lines, player_lines, quest_lines
from .text.positions import most_hits
from .text.prompts import prompt, sources, targets
from .vocabulary import ATTACK_GIFT, DWARF, DWARF_GIFT, RAGE, READY_GIFT

_binds, _danger, _force, _gifts, _guard, _will = (interpret(f) for f in (binds, danger, force, gifts, guard, will))


class FullBoard(Board):
    """A position of the full game, card by card."""

    def scene(self, moves: list[int]) -> Scene:
        found = self.s, self.t, moves
        return self.drawn(moves, prompt(*found) if moves else "", sources(*found), targets(*found))

    # --- what the full rules say differently --------------------------------------------------------------------------

    def numbers(self, slot: int) -> Numbers:
        s, t = self.s, self.t
        return Numbers(_will(s, t, slot), self._might(slot), _guard(s, t, slot), most_hits(s, t, slot))

    def _might(self, slot: int) -> int:
        """The attack of a character, against whomever."""
        s, t, kind = self.s, self.t, self.s.person[slot]
        found = t.attack[kind] + s.steel[slot] + _gifts(s, t, slot, ATTACK_GIFT)
        if t.kin[kind] & DWARF:
            found += _gifts(s, t, slot, DWARF_GIFT)
        return int(found + t.strength[kind] if self._rages(slot) else found)

    def _rages(self, slot: int) -> bool:
        return bool(self.t.able[self.s.person[slot]] == RAGE and self.s.used & RAGING)

    def threat(self, place: int) -> int:
        return int(_danger(self.s, self.t, place))

    def attack(self, place: int) -> int:
        return int(_force(self.s, self.t, place))

    def quest_points(self) -> int:
        return int(self.t.quest_points[self.s.card])

    def progress(self) -> Progress:
        number = self.s.card
        return Progress(str(quest_cards()[number]["name"]), self.quest_points(), self.s.points, quest_lines(number))

    def player_text(self, kind: int) -> tuple[str, ...]:
        return player_lines(kind)

    def encounter_text(self, kind: int) -> tuple[str, ...]:
        return encounter_lines(kind)

    def quest_marks(self) -> tuple[str, ...]:
        return ()

    def character_marks(self, slot: int) -> Iterator[str]:
        yield from super().character_marks(slot)
        if self.s.defenders >> slot & 1:
            yield "defends"
        if self.s.strikers >> slot & 1:
            yield "attacks"

    def more_character_marks(self, slot: int) -> Iterator[str]:
        s, t = self.s, self.t
        if slot < HEROES:
            yield from (f"has {PLAYER_CARDS[t.first_gear + i]}" for i in range(t.gears) if s.gear[slot][i])
            if s.webs[slot]:
                yield many(s.webs[slot], "web")
        if s.steel[slot]:
            yield f"+{s.steel[slot]} attack and defense this phase"
        if self._rages(slot):
            yield "goes back into the deck after combat"

    def place_marks(self, place: int) -> Iterator[str]:
        s, bit = self.s, 1 << place
        if s.foe == place:
            yield f"attacks now, with {self.attack(place) + s.boost}"
        elif s.attackers & bit:
            yield "has yet to attack"
        if s.aim == place:
            yield "is attacked"
        if s.struck & bit:
            yield "was attacked"
        if s.newly & bit:
            yield "engaged this round"
        if s.bound == place:
            yield "you travel here"

    def more_place_marks(self, place: int) -> Iterator[str]:
        if self.t.type[self.s.peril[place]] == ENEMY and self.s.extra[place]:
            yield many(self.s.extra[place], "token")

    # --- zones --------------------------------------------------------------------------------------------------------

    def _attachments(self) -> Iterator[Card]:
        """What lies on heroes and locations."""
        s, t = self.s, self.t
        for hero in range(HEROES):
            on = (f"on {PLAYER_CARDS[hero]}",)
            for i in range(t.gears):
                if s.gear[hero][i]:
                    spent = ("exhausted",) if t.gift[i][READY_GIFT] and s.spent[hero] else ()
                    yield self.player_card(f"gear:{hero}:{i}", t.first_gear + i, on + spent, s.gear[hero][i])
            if s.webs[hero]:
                web = next(kind for kind in range(t.perils) if _binds(t, kind))
                yield self.encounter_card(f"web:{hero}", web, s.webs[hero], on)
        for place in each(s.sites | self.active()):
            if s.extra[place]:
                on = (f"on {self.place_name(place)}",)
                yield self.player_card(f"earth:{place}", t.earth, on, s.extra[place])

    def player_side(self) -> Iterator[Zone]:
        s, unseen = self.s, self.s.drawn + self.s.looking
        yield from self.hand_and_characters()
        yield Zone("attachments", tuple(self._attachments()), 0, place="back")
        if s.looking:
            looked = [0] * self.t.kinds
            for kind in s.deck[s.drawn : unseen]:
                looked[kind] += 1
            yield Zone("cards you look at", self.player_pile("looking", looked), 0, place="offer")
        yield from self.piles(unseen)
        yield Zone("out of the game", self.player_pile("left", s.left), 0, "pile")

    def encounter_side(self) -> Iterator[Zone]:
        s, top = self.s, self.s.revealed + self.s.dealt
        yield from self.encounters_in_play()
        shadows = s.encounters[s.revealed : top]
        yield Zone("shadow cards", self.deck("shadow", shadows, self.encounter_card), layout="pile")
        yield from self.encounter_deck(top)
        yield Zone("victory display", self.encounter_pile("away", s.away), layout="pile")


def scene(s: Any, t: Any, seat: int, moves: list[int]) -> Scene:
    """What the player sees."""
    return FullBoard(s, t, seat).scene(moves)
