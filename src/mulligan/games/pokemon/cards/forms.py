"""Deck lists in the text forms of other programs: Pokemon TCG Live, Limitless, and Pokemon TCG Online before them.

All three name a card by how many, its name, the code of its set and its number in it, and have headings with totals:

    Pokémon: 12              of Live and Limitless
    4 Deino DRX 94

    ##Pokémon - 12           of Pokemon TCG Online
    * 4 Deino DRX 94

A Trainer or an Energy is the same card in every printing, so its name is enough.  A Pokemon is found by set and number,
also those of another printing of the same card; two Pokemon of a name need not be the same.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .cardfile import CardError
from .library import Library, plain
from .vocabulary import ENERGY, LETTERS, POKEMON, TYPES

if TYPE_CHECKING:
    from .decklists import Deck

FORMS = ("live", "online")
SETS = {
    **{"BLW": "bw1", "EPO": "bw2", "NVI": "bw3", "NXD": "bw4", "DEX": "bw5", "DRX": "bw6", "BCR": "bw7", "PLS": "bw8"},
    **{"PLF": "bw9", "PLB": "bw10", "LTR": "bw11", "PR-BLW": "bwp", "KSS": "xy0", "XY": "xy1", "FLF": "xy2"},
    **{"FFI": "xy3", "PHF": "xy4", "PRC": "xy5", "ROS": "xy6", "AOR": "xy7", "BKT": "xy8", "PR-XY": "xyp"},
}
"""The codes of the sets of 2011 to 2015, and how their numbers begin here."""
CODES = {mark: code for code, mark in SETS.items()} | {"bwp": "PR-BLW", "xyp": "PR-XY"}
_OTHER_CODES = {"PR-BW": "bwp", "BWP": "bwp", "XYP": "xyp", "KSS": "xy0", "XY0": "xy0", "XY1": "xy1"}
_PROMOS = {"bwp": "bw", "xyp": "xy"}
MOST_LINES = 400
_LONGEST_LINE = 300
_MOST_TOLD = 25

_HEADING = re.compile(
    r"(?:#+\s*)?(?:pok[eé]mon|trainer(?:s| cards?)?|energ(?:y|ies)(?: cards?)?|total cards)\s*[-:(]\s*[0-9]+\s*\)?",
    re.IGNORECASE,
)
_BANNER = re.compile(r"\*{3,}.*")
_CARD = re.compile(
    r"(?:\*\s*)?([0-9]{1,3})x?\s+(\S.*?)(?:\s+([A-Z][A-Z0-9]{1,5}(?:-[A-Z]{1,4})?)\s+([A-Za-z]{0,3}[0-9]{1,4}[a-z]?))?(?:\s+PH)?"
)


def is_foreign(text: str) -> bool:
    """Whether a text is such a list, by its headings, or by a card with the code of a set.

    >>> is_foreign("Pokémon: 4\\n4 Deino DRX 94"), is_foreign("4 Deino DRX 94"), is_foreign("4 Deino bw6-94")
    (True, True, False)
    """
    for line in text.splitlines()[:MOST_LINES]:
        words = line.strip()
        if re.match(r"deck\b", words):
            return False
        if len(words) > _LONGEST_LINE:
            continue
        if _HEADING.fullmatch(words) or (_BANNER.fullmatch(words) and "deck list" in words.casefold()):
            return True
        found = _CARD.fullmatch(words)
        if found and found[3] and (found[3] in SETS or found[3] in _OTHER_CODES):
            return True
    return False


def read_form(text: str, file: str, library: Library, *, by_name: bool = False) -> list[tuple[int, int, int]]:
    """The cards of such a list: number in the library, how many, and line.

    All that cannot be found is told at once.  With `by_name`, a Pokemon may be another one of its name if there is but
    one.
    """
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        raise CardError(f"{file}: {len(lines):,} lines; the list of a deck has at most {MOST_LINES}")
    cards, missing = [], []
    for at, line in enumerate(lines, 1):
        if len(line) > _LONGEST_LINE or not line.replace("\t", " ").isprintable():
            raise CardError(f"{file}:{at}: not a line of text; a line is at most {_LONGEST_LINE} characters that show")
        words = line.strip()
        if not words or _HEADING.fullmatch(words) or _BANNER.fullmatch(words):
            continue
        found = _CARD.fullmatch(words)
        if not found or not 1 <= int(found[1]) <= 60:
            raise CardError(f"{file}:{at}: '{words}' should read: NUMBER NAME SET NUMBER, such as: 4 Deino DRX 94")
        card, reason = _find(found[2], found[3] or "", found[4] or "", library, by_name)
        if card:
            cards.append((card, int(found[1]), at))
        else:
            missing.append(f"line {at}, {' '.join(filter(None, found.group(2, 3, 4)))}: {reason}")
    if missing:
        raise CardError(_told(file, missing))
    return cards


def _told(file: str, missing: list[str]) -> str:
    many = "a card is" if len(missing) == 1 else f"{len(missing)} cards are"
    more = f"; and {len(missing) - _MOST_TOLD} more" if len(missing) > _MOST_TOLD else ""
    return f"{file}: {many} not among those that can be played: {'; '.join(missing[:_MOST_TOLD])}{more}"


def _find(name: str, code: str, number: str, library: Library, by_name: bool) -> tuple[int, str]:
    """The card, or 0 and what is said of it."""
    names = _names(name)
    if code:
        card = library.printed(_id(code, number))
        if card and _plain(library.name(card)) in names:
            return card, ""
        if card:
            return 0, f"{code} {number} is {library.name(card)}"
    named = library.in_words_of_today([card for each in names for card in library.named(each)])
    if not named:
        named = library.in_words_of_today(
            [i for i, card in enumerate(library.cards) if card and _plain(card.name) in names]
        )
    if len(named) == 1 and (not code or by_name or library[named[0]].kind != POKEMON):
        return named[0], ""
    if named:
        return 0, f"there is {' and '.join(_written(library, card) for card in named)}"
    near = library.near(name)
    return 0, f"did you mean {_written(library, near[0])}?" if near else "there is no card of this name"


def _plain(name: str) -> str:
    """A name as the forms are compared: Live writes Darkrai EX, others Darkrai-EX."""
    return plain(name).replace("-ex", " ex")


def _names(name: str) -> list[str]:
    """What a card may be called here: basic Energy is written in several ways."""
    found = re.fullmatch(r"(?:basic )?(?:\{(\w)\}|(\w+)) energy(?: energy)?(?: [0-9]+)?", plain(name))
    if found and found[1] and found[1].upper() in LETTERS:
        return [f"{TYPES[LETTERS.index(found[1].upper())].casefold()} energy"]
    if found and found[2]:
        return [f"{found[2]} energy"]
    return [_plain(name)]


def _id(code: str, number: str) -> str:
    """The number of a printing as our files write it.

    >>> _id("DRX", "94"), _id("PR-BLW", "28"), _id("LTR", "RC5")
    ('bw6-94', 'bwp-bw28', 'bw11-rc5')
    """
    mark = SETS.get(code) or _OTHER_CODES.get(code) or code.lower()
    number = number.lower()
    if mark in _PROMOS:
        digits = number.removeprefix(_PROMOS[mark]).lstrip("0")
        return f"{mark}-{_PROMOS[mark]}{digits}"
    return f"{mark}-{number}"


def _printing(id: str) -> str:
    """Set and number of one of our cards as the forms write them.

    >>> _printing("bw6-94"), _printing("bwp-bw28"), _printing("my1-3")
    ('DRX 94', 'PR-BLW 28', 'MY1 3')
    """
    mark, _, number = id.partition("-")
    return f"{CODES.get(mark, mark.upper())} {number.removeprefix(_PROMOS.get(mark, ' ')).upper()}"


def _written(library: Library, card: int) -> str:
    return f"{library.name(card)} {_printing(library[card].id)}{library.told_apart(card)}"


def write_form(deck: Deck, form: str = "live") -> str:
    """A deck as text in one of the forms."""
    kinds: dict[str, list[tuple[str, int]]] = {"Pokémon": [], "Trainer": [], "Energy": []}
    for number, n in deck.counts:
        card = deck.library[number]
        kind = "Pokémon" if card.kind == POKEMON else "Energy" if card.kind == ENERGY else "Trainer"
        name = card.name.replace("Pokemon", "Pokémon")
        kinds[kind].append((f"{name} {_printing(card.id)}", n))
    live = form == "live"
    lines = [] if live else ["****** Pokémon Trading Card Game Deck List ******", ""]
    for kind, cards in kinds.items():
        total = sum(n for _, n in cards)
        lines.append(f"{kind}: {total}" if live else f"##{kind}{' Cards' if kind == 'Trainer' else ''} - {total}")
        lines += [f"{'' if live else '* '}{n} {card}" for card, n in cards] + [""]
    total = sum(n for _, n in deck.counts)
    lines.append(f"Total Cards: {total}" if live else f"Total Cards - {total}")
    return "\n".join(lines) + "\n"


def write_ours(deck: Deck) -> str:
    """A deck as text in our own form."""
    lines = [f"deck {deck.name} {deck.title}", f"  era: {deck.era}"]
    if deck.about:
        lines.insert(1, f"  about: {deck.about}")
    lines += [f"  {n} {deck.library.name(card)} {deck.library[card].id}" for card, n in deck.counts]
    return "\n".join(lines) + "\n"
