"""A view drawn with letters: the others above, what belongs to nobody in the middle, the own side below, then moves.

Drawing gives lines that fit the width it is told.  Colour only repeats what the words say, and whatever a card or a
file says is text: neither markup nor a control character of it reaches the terminal.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from rich.cells import cell_len, chop_cells
from rich.text import Text

from mulligan.core.scene import OPEN, Card, Counter, Zone

from .session import PERSON
from .view import Move, View, around

NARROWEST = 20
NARROW = 60  # columns below which labels stand before their cards instead of in a column of their own
MANY = 24  # moves, of which more are listed by the card that they begin with
GAP = 3  # between columns of moves
LABEL = 12  # the widest label that has a column of its own
_TINTS = {
    "red": "red",
    "orange": "dark_orange",
    "gold": "yellow",
    "green": "green",
    "teal": "cyan",
    "blue": "bright_blue",
    "purple": "magenta",
    "pink": "bright_magenta",
    "brown": "dark_goldenrod",
}


@dataclass(frozen=True)
class Signs:
    """The few signs that are no letters, for terminals that have them and for those that have not."""

    rule: str = "─"
    dot: str = " · "
    full: str = "█"
    free: str = "░"
    times: str = "×"


ASCII = Signs("-", " | ", "#", ".", "x")


@dataclass(frozen=True)
class Canvas:
    """What is drawn on."""

    width: int = 80
    signs: Signs = ASCII

    @property
    def narrow(self) -> bool:
        """Whether every column counts."""
        return self.width < NARROW


def clean(text: str) -> str:
    """Text without anything that a terminal would obey, on one line.

    >>> clean("red\\x1b[31m\\nDeino")
    'red\\\\x1b[31m Deino'
    """
    shown = " ".join(text.split()) if any(c.isspace() and c != " " for c in text) else text
    return "".join(c if c.isprintable() else c.encode("unicode_escape", "replace").decode() for c in shown)


# --- lines that fit ---------------------------------------------------------------------------------------------------


def flow(parts: Iterable[Text], width: int, *, dot: str = " ", hang: int = 0, first: Text | None = None) -> list[Text]:
    """Parts side by side, broken between them where a line is full, and within them only where one is too long.

    >>> [line.plain for line in flow([Text("one and two"), Text("three and four")], 24, dot=" | ", hang=2)]
    ['one and two', '  three and four']
    """
    width = max(NARROWEST, width)
    hang = min(hang, width // 2)
    line, begun = first.copy() if first is not None else Text(), False
    lines: list[Text] = []
    for part in parts:
        for i, piece in enumerate(_pieces(part, width - hang)):
            joint = (" " if i else dot) if begun else ""
            if begun and line.cell_len + len(joint) + piece.cell_len > width:
                lines.append(line)
                line, joint = Text(" " * hang), ""
            elif not begun and line.cell_len + piece.cell_len > width and line.cell_len > hang:
                lines.append(line)
                line = Text(" " * hang)
            if joint:
                line.append(joint, "dim" if joint.strip() else "")
            line.append_text(piece)
            begun = True
    lines.append(line)
    return [_trimmed(line) for line in lines]


def _trimmed(line: Text) -> Text:
    line.rstrip()
    return line


def _pieces(part: Text, width: int) -> list[Text]:
    """A part as it is, or if it is too long for a line its words, or if a word is too long pieces of it."""
    if part.cell_len <= width:
        return [part]
    found = []
    for word in part.split(" "):
        places: list[int] = []
        for piece in chop_cells(word.plain, width)[:-1] if word.cell_len > width else ():
            places.append((places[-1] if places else 0) + len(piece))
        found += [piece for piece in word.divide(places) if piece]
    return _joined(found, width)


def _joined(words: Sequence[Text], width: int) -> list[Text]:
    """Words put together again as far as they fit."""
    lines: list[Text] = []
    for word in words:
        if lines and lines[-1].cell_len + 1 + word.cell_len <= width:
            lines[-1].append(" ").append_text(word)
        else:
            lines.append(word.copy())
    return lines


def sentence(text: str, width: int, *, style: str = "", hang: int = 0, first: str = "") -> list[Text]:
    """Words of anybody's, wrapped.

    >>> [line.plain for line in sentence("a rather long sentence", 20, hang=2)]
    ['a rather long', '  sentence']
    """
    words = [Text(word, style) for word in clean(text).split(" ")]
    return flow(words, width, hang=hang, first=Text(first, style) if first else None)


def columns(items: Sequence[Text], width: int, indent: int = 0) -> list[Text]:
    """Items in as many columns as fit, each filled from above; a single one is wrapped.

    >>> [line.plain for line in columns([Text(word) for word in "a bb ccc dddd e".split()], 20)]
    ['a    ccc    e', 'bb   dddd']
    """
    room = width - indent
    sizes = [item.cell_len for item in items]
    for count in range(min(len(items), 12), 1, -1):
        rows = -(-len(items) // count)
        widths = [max(sizes[i : i + rows]) for i in range(0, len(items), rows)]
        if sum(widths) + GAP * (len(widths) - 1) <= room:
            break
    else:
        hang = indent + 4
        return [line for item in items for line in flow([item], width, hang=hang, first=Text(" " * indent))]
    lines = []
    for row in range(rows):
        line = Text(" " * indent)
        for column, wide in enumerate(widths):
            place = column * rows + row
            if place < len(items):
                line.append_text(items[place]).append(" " * (wide - sizes[place] + GAP))
        lines.append(_trimmed(line))
    return lines


# --- parts of a table -------------------------------------------------------------------------------------------------


def card_text(card: Card, signs: Signs = ASCII, *, chosen: bool = False) -> Text:
    """A card in a few words: its name, what it costs, its numbers, and what is true of it now.

    >>> card_text(Card("b1", "Deino", cost="1", stats="60 HP", marks=("asleep",), count=2)).plain
    '2x Deino (1) 60 HP [asleep]'
    """
    if not card.name:
        return Text("face down" if card.count == 1 else f"{card.count} face down", "dim")
    name = clean(card.name)
    cost, stats = clean(card.cost), clean(card.stats)
    words = [f"({cost})"] if cost and f"({cost})" not in name else []  # some names say it all
    words += [stats] if stats and not name.startswith(stats) else []
    style = _TINTS.get(card.tint, "")
    made = Text(f"{card.count}{signs.times} " if card.count != 1 else "")
    made.append(name, f"bold {style}".strip() if chosen else style)
    if words:
        made.append(" " + " ".join(words))
    marks = [clean(mark) for mark in card.marks] or (["turned"] if card.turned else [])
    if marks:
        made.append(" [").append(", ".join(marks), "italic").append("]")
    return made


def counter_text(counter: Counter, paper: Canvas) -> Text:
    """A number with its name, and a bar if it is known when it is full.

    >>> counter_text(Counter("life", 10, most=20), Canvas(80)).plain
    'life 10/20 #####.....'
    """
    made = Text(clean(counter.title) + " ", "dim")
    value, most = counter.value, counter.most
    if most is None or most <= 0 or not isinstance(value, int):
        return made.append(clean(str(value)), "bold not dim")
    made.append(str(value), "bold not dim").append(f"/{most}", "not dim")
    if paper.width < NARROW:
        return made
    cells = 10
    full = min(cells, max(0, round(cells * value / most)))
    full = max(full, 1) if value > 0 else full
    bar = paper.signs.full * full + paper.signs.free * (cells - full)
    return made.append(" ").append(bar, "cyan not dim")


def _alike(card: Card) -> tuple[object, ...]:
    return card.name, card.cost, card.stats, card.marks, card.turned, card.tint


def merged(cards: Iterable[Card], chosen: Iterable[str] = ()) -> list[tuple[Card, bool]]:
    """Cards that look alike as one, and whether a move begins with any of them.

    >>> [(card.count, card.name, able) for card, able in merged([Card("1", "land"), Card("2", "land")], ["2"])]
    [(2, 'land', True)]
    """
    able = set(chosen)
    found: dict[tuple[object, ...], tuple[Card, bool]] = {}
    for card in cards:
        kind = _alike(card)
        old, moves = found.get(kind, (None, False))
        count = card.count + (old.count if old is not None else 0)
        found[kind] = replace(card, count=count), moves or card.key in able
    return list(found.values())


def _lying(zone: Zone) -> bool:
    """Whether a zone is told by a number: a pile, an empty place, or cards that show nothing."""
    return zone.layout == "pile" or not any(card.name for card in zone.cards)


def _number(zone: Zone, signs: Signs) -> Text:
    made = Text(clean(zone.title) + " ", "dim").append(str(zone.size), "bold not dim")
    top = zone.cards[0] if zone.cards else None
    if zone.layout == "pile" and top is not None and top.name:
        made.append(": " if zone.size == 1 else ", top ", "dim")
        made.append_text(card_text(replace(top, count=1), signs))
    return made


def zone_lines(zones: Sequence[Zone], paper: Canvas, chosen: Iterable[str] = ()) -> list[Text]:
    """Zones of one owner: those with cards to read on lines of their own, and the others on one line."""
    able = set(chosen)
    lines: list[Text] = []
    told = [zone for zone in zones if _lying(zone)]
    if told:
        numbers = [_number(zone, paper.signs) for zone in told]
        lines += flow(numbers, paper.width, dot=paper.signs.dot, hang=4, first=Text("  "))
    read = [zone for zone in zones if not _lying(zone)]
    wide = min(LABEL, max((cell_len(clean(zone.title)) for zone in read), default=0))
    for zone in read:
        label = Text("  ").append(clean(zone.title), "dim")
        label.append(": " if paper.narrow else " " * max(2, wide + 4 - label.cell_len))
        cards = [card_text(card, paper.signs, chosen=moves) for card, moves in merged(zone.cards, able)]
        hang = 4 if paper.narrow else wide + 4
        lines += flow(cards, paper.width, dot=paper.signs.dot, hang=hang, first=label)
    return lines


def heading(words: str, counters: Sequence[Counter], paper: Canvas) -> list[Text]:
    """A line across the table with what it says of an owner; numbers that do not fit stand below it."""
    rule, width = paper.signs.rule, paper.width
    made = Text(rule * 2 + " ", "dim").append(clean(words), "bold not dim")
    rest = [counter_text(counter, paper) for counter in counters]
    while rest and made.cell_len + 3 + rest[0].cell_len + 2 <= width:
        made.append("   ").append_text(rest.pop(0))
    if made.cell_len + 2 <= width:
        made.append(" ").append(rule * (width - made.cell_len), "dim")
    lines = [made] if made.cell_len <= width else flow(made.split(" "), width, hang=3)
    return [*lines, *flow(rest, width, dot=paper.signs.dot, hang=4, first=Text("  "))] if rest else lines


def side_name(view: View, owner: int, names: Sequence[str] = ()) -> str:
    """How an owner is called by whoever looks.

    >>> from mulligan.games.toys import NIM
    >>> from mulligan.play.view import look
    >>> from mulligan.core.position import Position
    >>> [side_name(look(Position.deal(NIM), 0), owner, ("you", "random")) for owner in (0, 1)]
    ['You, player 1', 'Opponent, player 2: random']
    """
    name = f": {names[owner]}" if owner < len(names) and names[owner] != PERSON else ""
    if view.seat == OPEN:
        return f"Player {owner + 1}{name}"
    if len(view.results or names) == 1:
        return "You"
    if owner == view.seat:
        return f"You, player {owner + 1}{name}"
    return f"Player {owner + 1}{name}" if view.players > 2 else f"Opponent, player {owner + 1}{name}"


def title_lines(view: View, paper: Canvas, names: Sequence[str] = (), note: str = "") -> list[Text]:
    """What is played, how far it is, and who is to move."""
    title = view.title if view.setup == "standard" else f"{view.title} ({view.setup})"
    who = "the game is over"
    if not view.over:
        mine = f"your move, player {view.actor + 1}" if list(names).count(PERSON) > 1 else "your move"
        who = mine if view.actor == view.seat else f"player {view.actor + 1} to move"
    words = [title, f"turn {view.turn}", view.stage, note, who]
    parts = [Text(clean(word), "bold" if word in (title, who) else "") for word in words if word]
    return flow(parts, paper.width, dot=paper.signs.dot, hang=2)


def _sides(view: View) -> list[int | None]:
    """The owners from above to below; several others in the order in which they sit after the one below."""
    owners = {zone.owner for zone in view.zones} | {counter.owner for counter in view.counters}
    below = max(view.seat, 0)
    above = around(below, view.players, owners)
    return [*above, *([None] if None in owners else []), *([below] if below in owners else [])]


def table_lines(view: View, paper: Canvas, names: Sequence[str] = ()) -> list[Text]:
    """All zones and counters."""
    chosen = {key for move in view.moves for key in (move.source, *move.others)}
    lines: list[Text] = []
    for owner in _sides(view):
        zones = [zone for zone in view.zones if zone.owner == owner]
        counters = [counter for counter in view.counters if counter.owner == owner]
        if owner is None and not counters and not any(zone.cards for zone in zones):
            continue
        lines += heading("Table" if owner is None else side_name(view, owner, names), counters, paper)
        lines += zone_lines([zone for zone in zones if zone.layout != "text"], paper, chosen)
        for words in (words for zone in zones if zone.layout == "text" for card in zone.cards for words in card.lines):
            lines += sentence(words, paper.width, hang=4, first="  ")
    return lines


# --- moves ------------------------------------------------------------------------------------------------------------


def _move_text(move: Move, digits: int) -> Text:
    return Text(f"{move.number:>{digits}} ", "bold cyan").append(clean(move.text), "not bold default")


def move_lines(view: View, paper: Canvas) -> list[Text]:
    """The moves with their numbers; where there are many, under the cards that they begin with."""
    if not view.moves:
        return []
    digits = len(str(len(view.moves)))
    groups = _groups(view)
    if len(view.moves) <= MANY or len(groups) < 2 or len(groups) > len(view.moves) // 2:
        return columns([_move_text(move, digits) for move in view.moves], paper.width, 1)
    lines: list[Text] = []
    for words, moves in groups.items():
        lines += sentence(words, paper.width, style="bold", hang=2, first=" ")
        lines += columns([_move_text(move, digits) for move in moves], paper.width, 2)
    return lines


def _groups(view: View) -> dict[str, list[Move]]:
    """Moves by the cards that they begin with; equal cards in the same zone are one."""
    names: dict[str, str] = {}
    for zone in view.zones:
        for card in zone.cards:
            name = clean(card.name) or "a card face down"
            names[card.key] = f"{name} ({clean(zone.title)})"
    groups: dict[str, list[Move]] = {}
    for move in view.moves:
        groups.setdefault(names.get(move.source, "others"), []).append(move)
    others = groups.pop("others", None)
    return groups if others is None else {**groups, "others": others}


def draw(view: View, paper: Canvas, names: Sequence[str] = (), *, moves: bool = True, note: str = "") -> Text:
    """The whole table, and what may be done."""
    lines = [*title_lines(view, paper, names, note), *table_lines(view, paper, names)]
    if moves and view.moves:
        if not lines[-1].plain.startswith(paper.signs.rule):  # two lines across would be one too many
            lines.append(Text(paper.signs.rule * paper.width, "dim"))
        if view.prompt:
            lines += sentence(view.prompt, paper.width, style="bold")
        lines += move_lines(view, paper)
    return Text("\n").join(lines)


# --- cards in full ----------------------------------------------------------------------------------------------------


def card_lines(card: Card, place: str, paper: Canvas) -> list[Text]:
    """All that is known of a card.

    >>> deino = Card("b1", "Deino", "Darkness Pokemon", stats="60 HP", lines=("Bite: 10",), marks=("asleep",))
    >>> [line.plain for line in card_lines(deino, "your Bench", Canvas())]
    ['Deino 60 HP | Darkness Pokemon | your Bench', '  asleep', '  Bite: 10']
    """
    bare = replace(card, marks=(), turned=False)
    words = [card_text(bare, paper.signs), Text(clean(card.kind)), Text(clean(place), "dim")]
    lines = flow([word for word in words if word], paper.width, dot=paper.signs.dot, hang=2)
    for text in (", ".join(card.marks), *card.lines):
        if text:
            lines += sentence(text, paper.width, hang=4, first="  ")
    return lines


def faces(view: View) -> list[tuple[Card, Zone]]:
    """The cards that show their faces, and where they lie; those that look alike in one place only once."""
    return [(card, zone) for zone in view.zones for card, _ in merged(zone.cards) if card.name]


__all__ = [
    "ASCII",
    "Canvas",
    "Signs",
    "card_lines",
    "clean",
    "draw",
    "faces",
    "flow",
    "sentence",
    "side_name",
]
