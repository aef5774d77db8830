"""What a person can do that is no single card: buttons for moves without one, and decisions that are put together.

The board carries an assembly as data; `assemble.js` makes clicks, drags and keys of it.
"""

from __future__ import annotations

from typing import Any

from mulligan.core.faces import clean
from mulligan.core.scene import Assembly, Card
from mulligan.play.view import Move, View

FEW = 6  # moves without a card that have a button each


def takes_part(view: View, card: Card) -> tuple[bool, bool]:
    """Whether a card may be chosen for what is put together, and whether others may be sent to it."""
    assembly = view.assembly
    return (False, False) if assembly is None else (card.key in assembly.cards, card.key in assembly.goals)


def clickable(view: View) -> list[Move]:
    """The moves that are played by a click or a drag: all but those that are put together."""
    known = view.assembly.parts if view.assembly is not None else {}
    return [move for move in view.moves if move.move not in known]


def assembly_data(view: View, assembly: Assembly) -> dict[str, Any]:
    """An assembly as a page needs it: names of cards for those who listen, and whole moves to compare with."""
    cards = view.cards
    keys = [*assembly.cards, *assembly.goals]
    return {
        "cards": assembly.cards,
        "goals": assembly.goals,
        "names": {key: cards[key].name for key in keys if key in cards},
        "alike": {key: view.alike[key] for key in keys if key in view.alike},
        "ways": list(assembly.parts.values()) if not assembly.about else None,
        "confirm": assembly.confirm,
        "nothing": assembly.nothing,
        "sums": [
            {"title": one.title, "weights": dict(one.weights), "free": one.free, "most": one.most, "firm": one.firm}
            | {"raises": dict(one.raises)}
            for one in assembly.sums
        ],
        "fights": {key: list(fight) for key, fight in assembly.fights.items()},
    }


def actions(view: View) -> str:
    """The buttons beside one's name: to confirm what is put together, and for moves that no card stands for."""
    assembly = view.assembly
    plain = [move for move in clickable(view) if not move.source and not move.target]
    buttons = [
        f'<button type="button" class="a-move" data-move="{move.number}">{clean(move.text)}</button>'
        for move in plain[:FEW]
    ]
    if len(plain) > FEW:
        buttons.append('<button type="button" class="a-move" data-more="1">More</button>')
    if assembly is not None:
        sums = "".join('<span class="a-sum"></span>' for _ in assembly.sums)
        buttons.append(f'{sums}<button type="button" class="a-move a-go">{clean(assembly.nothing)}</button>')
    return f'<div class="a" role="group" aria-label="What you can do">{"".join(buttons)}</div>'


def listed_apart(assembly: Assembly, moves: int, listed: str) -> str:
    """The list of moves that are put together on the table: for those who like lists."""
    ways = f"The {moves} moves as a list" if not assembly.about else "The same as questions, card by card"
    return (
        f'<p class="m-none">Choose cards on the table, then press “{clean(assembly.confirm)}”.</p>'
        f'<details class="m-listed"><summary>{ways}</summary>{listed}</details>'
    )
