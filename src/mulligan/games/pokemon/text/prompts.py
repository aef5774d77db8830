"""What a player of the Pokemon TCG is asked, in plain words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..cards.arrays import ENERGY_KIND
from ..cards.vocabulary import (
    COUNTERS,
    HIT,
    INTO_DECK,
    ON_OPP_ANY,
    REST_DISCARDED,
    REST_KEPT,
    REST_SHUFFLED,
    SCOOP,
    SHIFT,
    SHOWN,
    SWITCH,
    TO_ANY,
    TO_DECK,
    TO_DISCARD,
    TO_HAND,
    TO_PLAY,
    TO_SELF,
    TO_TOP,
)
from ..rules.layout import (
    CANDY_CARD,
    COST_CARD,
    DECK_CARD,
    DESTINATION,
    DISCARD_CARD,
    ENERGY_CARD,
    EXTRA_BENCH,
    FOE_POKEMON,
    HAND_CARD,
    HOW_MANY,
    LOOKED_CARD,
    MAIN,
    MOVED_ENERGY,
    NEXT_CARD,
    ONE_OF_TWO,
    OWN_POKEMON,
    PROMOTE,
    RAISED_CARD,
    RETREAT_COST,
    START_ACTIVE,
    START_BENCH,
    TOOL_CARD,
    TOP_CARD,
    WANTED,
    WHO_STARTS,
)
from .moves import card_text, program_at
from .questions import row_at

_OF_GAME: dict[int, Callable[[Any], str]] = {
    MAIN: lambda s: "Your turn: play what you like; an attack ends it.",
    WHO_STARTS: lambda s: "You won the coin: do you go first or second?",
    START_ACTIVE: lambda s: "Which Basic Pokemon starts as your Active one?",
    START_BENCH: lambda s: "Which Basic Pokemon start on your Bench?",
    HOW_MANY: lambda s: "The opponent had no Basic Pokemon: how many extra cards do you draw?",
    EXTRA_BENCH: lambda s: "Which other Basic Pokemon start on your Bench?",
    PROMOTE: lambda s: "Which Pokemon becomes Active?",
    RETREAT_COST: lambda s: f"Which Energy do you discard to retreat? {s.left} to pay.",
}
_OF_CARD: dict[int, Callable[[Any], str]] = {
    OWN_POKEMON: lambda s: _of_own(s),
    FOE_POKEMON: lambda s: _of_foe(s),
    COST_CARD: lambda s: f"discard {_cards(s, s.left)} from your hand.",
    TOP_CARD: lambda s: "which card of your hand goes on top of your deck?",
    ENERGY_CARD: lambda s: f"which Energy is discarded?{_more(s)}",
    MOVED_ENERGY: lambda s: "which Energy do you move?",
    DESTINATION: lambda s: f"which Pokemon gets the {card_text(int(ENERGY_KIND[s.carried - 1]))}?",
    LOOKED_CARD: lambda s: f"which of the top cards of your deck do you take? {_rest(s)}",
    NEXT_CARD: lambda s: "which card lies next on your deck, from the top?",
    ONE_OF_TWO: lambda s: "which of the two?",
    WANTED: lambda s: "do you use it?",
    TOOL_CARD: lambda s: f"which Tool is discarded?{_more(s)}",
    CANDY_CARD: lambda s: "which Pokemon evolves, and into what?",
    RAISED_CARD: lambda s: "which Pokemon evolves, and into what?",
}
_OF_PILE: dict[int, Callable[[Any, int], str]] = {
    DECK_CARD: lambda s, offered: f"choose {_cards(s, offered)} from your deck {_whither(s)}.",
    DISCARD_CARD: lambda s, offered: f"choose {_cards(s, offered)} from your discard pile {_whither(s)}.",
    HAND_CARD: lambda s, offered: f"choose {_cards(s, offered)} from your hand {_whither(s)}.",
}


def prompt(s: Any, offered: int) -> str:
    """The open question, with the card that asks it; `offered` is how many cards of a pile could be the answer."""
    if s.ask in _OF_GAME:
        return _OF_GAME[s.ask](s)
    asked = _OF_PILE[s.ask](s, offered) if s.ask in _OF_PILE else _OF_CARD[s.ask](s)
    return f"{program_at(s.pc).title}: {asked}"


def _rest(s: Any) -> str:
    """What happens to the cards that were looked at and are not taken."""
    told = {REST_SHUFFLED: "is shuffled into it", REST_DISCARDED: "is discarded", REST_KEPT: "stays on top"}
    return f"The rest {told[row_at(s.pc)[4]]}."


def _word(s: Any) -> int:
    return row_at(s.pc)[0]


def _of_own(s: Any) -> str:
    if _word(s) == SCOOP:
        return f"which Pokemon do you take up into your {'deck' if row_at(s.pc)[2] == INTO_DECK else 'hand'}?"
    if _word(s) == HIT:
        return f"which of your Benched Pokemon takes {row_at(s.pc)[1]}?{_more(s)}"
    return "which Pokemon becomes Active?" if _word(s) == SWITCH else "which Pokemon is healed?"


def _of_foe(s: Any) -> str:
    if _word(s) == SHIFT:
        told = "gives up damage" if s.left > 1 else "takes it"
        return f"which Pokemon of the opponent {told}?"
    if _word(s) == COUNTERS:
        return f"which Pokemon of the opponent takes {row_at(s.pc)[2]}?"
    if _word(s) == HIT and row_at(s.pc)[2] == ON_OPP_ANY:
        return f"which Pokemon of the opponent takes {row_at(s.pc)[1]}?{_more(s)}"
    if _word(s) == HIT:
        return f"which Benched Pokemon of the opponent takes {row_at(s.pc)[1]}?{_more(s)}"
    return "which Pokemon of the opponent becomes Active?"


def _cards(s: Any, offered: int) -> str:
    """How many cards are asked for, with those that come after this one."""
    most = min(s.left, offered)
    if most <= 1:
        return "a card"
    return f"{most} cards" if s.must else f"up to {most} cards"


def _more(s: Any) -> str:
    return f" {s.left} to go." if s.left > 1 else ""


def _whither(s: Any) -> str:
    """Where a card goes that was found."""
    words = {
        TO_HAND: "for your hand",
        TO_DECK: "to shuffle into your deck",
        TO_TOP: "to put on top of it",
        TO_SELF: "to attach to this Pokemon",
        TO_PLAY: "to put on your Bench",
        TO_DISCARD: "to discard",
    }
    to = row_at(s.pc)[5] & (SHOWN - 1)
    return words.get(to, "to attach to one of your Pokemon" if to >= TO_ANY else "to attach to a Benched Pokemon")
