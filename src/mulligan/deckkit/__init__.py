"""A kit for games with a deck of cards: cards and zones are declared; dealing, hiding, texts and faces follow from it.

A game says which cards there are, where they can lie and who sees them there (`make_kit`).  It gets a record for the
state and compiled functions that move cards.  The state remembers who knows which card and what is known not to lie
where, so `hide`, `observe`, `cards`, `shuffle`, the text of a position and the table on the screen need no line of the
game's own.  All other fields of the state are public numbers.  `examples/whist.py` is a whole game.
"""

from .deck import Deck
from .kit import Kit, make_kit
from .tricks import Tricks, make_tricks
from .zones import Zone

__all__ = ["Deck", "Kit", "Tricks", "Zone", "make_kit", "make_tricks"]
