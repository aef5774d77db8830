"""Positions and moves of Magic in words.

A position is one line: the turn, then a part for each player with its cards by zone.

    magic turn 7 player 1 block | life 20 17
    | 1: lands 4 hand land 2/2(2) ready 1/1(1) attackers 3/3(4)<2/1(2)+2/3(3) 3/3(4) dead 2/2(2)*2 library land*2 4/4(5)
    | 2: lands 3 ready 1/1(1)*2 2/1(2) 2/3(3) stays 1/1(1)

Whatever is left out has its default, so a short line is a position too.  The turn tells the player and the player the
turn; the stage is `attack`; lives are those of the setup; there is as much mana as lands; cards of the deck that stand
nowhere lie in the library under those given, weakest creature first and lands last, or where the word `rest` stands.

| words             | meaning                                                                                    |
|-------------------|--------------------------------------------------------------------------------------------|
| `mana 2 landed`   | main phase: mana left, and that a land has been played                                     |
| `loose`           | the order of the libraries is open                                                         |
| `winner 2`        | the game is over                                                                           |
| `asked`           | attack, half answered: the creatures already asked; those of them that go are `attackers`  |
| `attackers`       | block: the tapped creatures that attack; `<` sets those that block one of them behind it   |
| `stays`           | block, half answered: creatures that were asked and do not block                           |
| `skipped`         | main phase, half answered: kinds that are not played this turn                             |
"""

from mulligan.core.game import Text

from .printing import move, state
from .reading import read_state

TEXT = Text(move=move, state=state, read_state=read_state)

__all__ = ["TEXT"]
