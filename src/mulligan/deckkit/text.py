"""Positions and moves of a game on the kit in words.

    whist turn 3 leader 1 trump 0 tricks 0,0 | hand1: 2C 5D!12 | hand2: 7C~H~S KD | stock: AS 3H | table: 9H

First the public numbers, then the zones with their cards from below.  `!12` behind a card: players 1 and 2 know it,
which is left out where the zone itself tells who does.  `~H`: everybody knows that no heart lies in this place; `~AS`:
that it is not the ace of spades.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from mulligan.core.errors import UsageError, quoted, unknown
from mulligan.core.game import Text

from .deck import Deck
from .zones import Spot

MoveText = Callable[[Any, Any, int], str]


def cards_in(s: Any, zone: int) -> list[int]:
    """The cards of a zone, from below."""
    bits = s.zones[zone]
    return sorted((card for card in range(len(s.rank)) if bits >> card & 1), key=lambda card: int(s.rank[card]))


def make_text(
    name: str,
    deck: Deck,
    spots: Sequence[Spot],
    seats: int,
    fields: Mapping[str, tuple[int | None, range]],
    moves: MoveText | Mapping[int, str] | None,
    complaint: Callable[[Any, Any], str],
) -> Text:
    """The text forms of a game; `complaint` says what is wrong with a position whose words are right."""
    numbers = {word: card for card, word in enumerate(deck.words)}
    bars = {word: 1 << card for word, card in numbers.items()} | dict(zip(deck.suit_words, deck.suits, strict=True))
    by_word = {spot.word: i for i, spot in enumerate(spots)}

    def move_text(s: Any, t: Any, move: int) -> str:
        if move < len(deck):
            copies = deck.words[deck.first[move]]
            return moves(s, t, move) if callable(moves) else f"play {copies}"
        return moves(s, t, move) if callable(moves) else (moves or {})[move]

    # --- printing -----------------------------------------------------------------------------------------------------

    def number_words(s: Any) -> list[str]:
        found = []
        for field, (count, _) in fields.items():
            value = getattr(s, field)
            found += [field, str(value) if count is None else ",".join(str(one) for one in value)]
        return found

    def card_word(s: Any, card: int, spot: Spot, common: int) -> str:
        who = [p for p in range(seats) if s.known[p] >> card & 1]
        usual = [p for p in range(seats) if spot.audience(seats) >> p & 1]
        told = "" if who == usual else "!" + "".join(str(p + 1) for p in who)
        barred = s.barred[card] & ~common
        for word, bits in reversed(bars.items()):  # suits first
            if barred and bits & ~common and not bits & ~common & ~barred:
                told += f"~{word}"
                barred &= ~bits
        return deck.words[card] + told

    def state(s: Any, t: Any) -> str:
        common = deck.every
        for p in range(seats):
            common &= s.known[p]
        parts = [" ".join([name, *number_words(s)])]
        for i, spot in enumerate(spots):
            parts.append(" ".join([f"{spot.word}:", *(card_word(s, card, spot, common) for card in cards_in(s, i))]))
        return " | ".join(parts)

    # --- reading ------------------------------------------------------------------------------------------------------

    def whole(text: str, bounds: range, where: str) -> int:
        if not text.lstrip("-").isdecimal() or not text.isascii() or len(text) > 9 or int(text) not in bounds:
            raise UsageError(f"{where} {quoted(text)} should be a whole number from {bounds[0]} to {bounds[-1]}")
        return int(text)

    def read_numbers(text: str, s: Any) -> None:
        first, *words = text.split() or [""]
        if first != name:
            raise UsageError(f"position: should begin with '{name}', not {quoted(first)}")
        given = dict(zip(words[::2], words[1::2], strict=False))
        if len(words) % 2 or len(given) < len(words) // 2:
            raise UsageError(f"position: after '{name}' should stand a name and a number, each name once")
        for field in given:
            if field not in fields:
                raise unknown("number of a position", field, fields)
        for field, (count, bounds) in fields.items():
            if field not in given:
                raise UsageError(f"position: {field} is missing")
            parts = given[field].split(",")
            if len(parts) != (count or 1):
                raise UsageError(f"position, {field}: {quoted(given[field])} should be {count or 1} numbers")
            values = [whole(part, bounds, f"position, {field}:") for part in parts]
            setattr(s, field, values[0] if count is None else values)

    def read_card(word: str, s: Any, zone: int, rank: int) -> int:
        spot = spots[zone]
        head, *barred = word.split("~")
        card_name, known, who = head.partition("!")
        if card_name not in numbers:
            raise unknown(f"card in {spot.word}", card_name, deck.words)
        card = numbers[card_name]
        seen = [whole(digit, range(1, seats + 1), f"{spot.word}, {card_name}: player") - 1 for digit in who]
        usual = [p for p in range(seats) if spot.audience(seats) >> p & 1]
        for p in seen if known else usual:
            s.known[p] |= 1 << card
        for bar in barred:
            if bar not in bars:
                raise unknown(f"card or suit after ~ in {spot.word}", bar, bars)
            s.barred[card] |= bars[bar]
        s.zones[zone] |= 1 << card
        s.rank[card] = rank
        return card

    def read_state(text: str, s: Any, t: Any) -> None:
        head, *parts = text.split("|")
        read_numbers(head, s)
        found: list[int] = []
        titles = set()
        for part in parts:
            title, colon, words = part.strip().partition(":")
            if title not in by_word or not colon:
                raise unknown("zone of a position", title, by_word)
            if title in titles:
                raise UsageError(f"position: {title} is given twice")
            titles.add(title)
            cards = [read_card(word, s, by_word[title], i) for i, word in enumerate(words.split())]
            if spots[by_word[title]].zone.mixed:
                for i, card in enumerate(sorted(cards)):
                    s.rank[card] = i
            found += cards
        for card, word in enumerate(deck.words):
            if found.count(card) != 1:
                raise UsageError(f"position: {word} should lie in one place, not in {found.count(card)}")
        problem = complaint(s, t)
        if problem:
            raise UsageError(f"position: {problem}")

    return Text(move_text, state, read_state)
