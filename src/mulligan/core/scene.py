"""A table as somebody sees it, in plain data: zones with cards, counters, and which card each move begins and ends at.

A game describes its table once, by a function `scene(s, t, seat, moves)`; terminal and browser draw whatever it says.
`s` is never the true position but one in which all that `seat` cannot know was dealt anew: a card that the scene shows
by mistake is an invented one.  `seat` is OPEN for those who may see everything: the readers of a finished game.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

OPEN = -1

TINTS = ("grey", "red", "orange", "gold", "green", "teal", "blue", "purple", "pink", "brown")
"""The colours that a card may have; what they mean is always told in words too."""
LAYOUTS = ("row", "hand", "pile", "stack", "trick", "text")
PLACES = ("", "front", "back", "left", "right", "offer")


@dataclass(frozen=True)
class Pip:
    """A small thing that lies on a card, such as an Energy or a damage counter."""

    sign: str
    """The name of a sign, or up to three letters; empty for what the picture shows anyway."""
    tint: str = "grey"
    count: int = 1
    words: str = ""
    """The mark of the card that it stands for."""


@dataclass(frozen=True)
class Card:
    """A card, or a pile of equal ones.  Without a name it is face down."""

    key: str
    """Different for every card of a scene."""
    name: str = ""
    kind: str = ""
    """What sort of card it is, in the words of the game."""
    tint: str = "grey"
    cost: str = ""
    stats: str = ""
    """What a player looks for first: `3/2`, `60/90 HP`."""
    lines: tuple[str, ...] = ()
    """The text of the card."""
    marks: tuple[str, ...] = ()
    """What is true of it now: `tapped`, `poisoned`, `Energy: Darkness x2`."""
    count: int = 1
    turned: bool = False
    """Whether it lies sideways."""
    pips: tuple[Pip, ...] = ()
    """What lies on it; each stands for one of its marks, and is drawn in its place."""
    figures: tuple[Pip, ...] = ()
    """Its numbers with their signs, drawn in place of `stats`."""
    title: str = ""
    """What is written on its picture, where that is not the name by which moves call it."""

    @property
    def words(self) -> str:
        """All of it in one line, for those who listen.

        >>> Card("h1", "Deino", "Darkness Pokemon", stats="60 HP", marks=("asleep",)).words
        'Deino, Darkness Pokemon, 60 HP, asleep'
        >>> Card("d1", count=30).words
        '30 cards face down'
        """
        if not self.name:
            return "a card face down" if self.count == 1 else f"{self.count} cards face down"
        shown = self.name if self.count == 1 else f"{self.count} times {self.name}"
        cost = f"costs {self.cost}" if self.cost else ""
        told = (self.title, shown, self.kind, cost, self.stats, *self.marks, *self.lines)
        return ", ".join(part for part in told if part)


@dataclass(frozen=True)
class Zone:
    """A place for cards: of one player, or of nobody."""

    title: str
    cards: tuple[Card, ...] = ()
    owner: int | None = None
    layout: str = "row"
    """`row`: side by side on the table; `hand`: held by a player; `pile`: one on the other, so that only the first is
    seen; `stack`: overlapping, for cards that only lie there; `trick`: in the middle, each with what its marks say
    below it; `text`: no cards, but the lines of what it holds."""
    place: str = ""
    """Where it lies on its owner's side, or in the middle: in `front`, towards the other side; at the `back`; at the
    `left` or `right`; or as an `offer` above the table, for as long as something is chosen from it.  If empty, rows lie
    in front and piles at the right."""

    @property
    def size(self) -> int:
        """How many cards there are."""
        return sum(card.count for card in self.cards)


@dataclass(frozen=True)
class Counter:
    """A number that matters: of one player, or of nobody."""

    title: str
    value: int | str
    owner: int | None = None
    most: int | None = None
    """The value at which it is full, where a bar would help."""


Part = tuple[str, str]
"""A card that takes part in a decision, and the card that it goes to; empty if it is only chosen."""


@dataclass(frozen=True)
class Sum:
    """A number that follows from what is put together, such as the damage of an attack."""

    title: str
    weights: Mapping[str, int]
    """What each card counts, by its key."""
    free: bool = False
    """Whether the goals count to which nobody goes, instead of the cards that take part."""
    most: int | None = None
    """What it is measured against: the life of the other player, the mana that there is."""
    raises: Mapping[str, int] = field(default_factory=dict)
    """By how much a card that takes part raises `most`, by its key."""
    firm: bool = False
    """Whether nothing can be confirmed that comes to more."""


@dataclass(frozen=True)
class Assembly:
    """A decision that a person puts together on the table and confirms as a whole: who attacks, who blocks whom.

    Cards are chosen, or sent to goals if there are any.  The moves of such a decision may be whole ones, or answers to
    questions about one card after the other: then `about` says which cards the moves decide now, and the questions
    that follow belong to the same decision as long as they have the same `name`.
    """

    name: str
    """Of this decision and of no other: `attack in turn 7`."""
    cards: tuple[str, ...]
    """The keys of those that may take part."""
    parts: Mapping[int, tuple[Part, ...]]
    """What each of the moves stands for.  Moves that are not here are played as ever."""
    goals: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    """The cards of which these moves decide; empty if they decide of all."""
    prompt: str = ""
    """What the person is asked, in place of the questions."""
    confirm: str = "Confirm"
    """What is written on the button, and what it says if nothing was chosen."""
    nothing: str = "Nothing"
    sums: tuple[Sum, ...] = ()
    alike: Mapping[str, str] = field(default_factory=dict)
    """For cards that may take each other's place the first of them; those that look just alike may do so anyway."""
    fights: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """For cards that meet their goals in a fight: how hard each strikes, and how much it can bear."""


@dataclass(frozen=True)
class Scene:
    """All that a seat sees."""

    zones: tuple[Zone, ...] = ()
    counters: tuple[Counter, ...] = ()
    prompt: str = ""
    """What the player is asked, in a few words; empty if nothing, or if the moves say it themselves."""
    sources: Mapping[int, str] = field(default_factory=dict)
    """For moves that begin with a card: its key."""
    targets: Mapping[int, str] = field(default_factory=dict)
    """For moves that end at another card: its key."""
    others: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """For moves that take more cards along than the one they begin with: their keys."""
    phases: tuple[str, ...] = ()
    """The phases of a turn or round in their order, in the words of players."""
    phase: str = ""
    """Which of them it is now."""
    assembly: Assembly | None = None
    """How the moves are put together on the table, where that is more than clicking one card or two."""


# --- cards that lie together ------------------------------------------------------------------------------------------


def backs(key: str, count: int) -> list[Card]:
    """So many cards face down.

    >>> backs("deck", 0), [card.count for card in backs("deck", 40)]
    ([], [40])
    """
    return [Card(key, count=count)] if count else []


def together(key: str, kinds: Iterable[int], face: Callable[[int], Card]) -> list[Card]:
    """Cards with equal ones as one, in the order in which they come first.

    >>> [(card.key, card.count) for card in together("discard", [7, 3, 7], lambda kind: Card("", f"card {kind}"))]
    [('discard:7', 2), ('discard:3', 1)]
    """
    counts = Tally(int(kind) for kind in kinds)
    return [replace(face(kind), key=f"{key}:{kind}", count=n) for kind, n in counts.items()]
