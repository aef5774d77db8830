"""Which printed cards can be written in the words of our card files, and how.

The public card data (of the repository `PokemonTCG/pokemon-tcg-data`) have the facts of a card as fields and what it
does as English sentences.  Those sentences that have an exact meaning in our words are known here; a card can be
written if all of its sentences are, and if the reader of card files accepts what comes out.  The entries have our words
alone: nothing of the printed text is copied.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mulligan.core.errors import UsageError

from .cardfile import ID, Card, CardError, read_cards
from .library import Library
from .vocabulary import LETTERS, POKEMON, TYPES

_TYPE = "|".join(TYPES)
_FOE = "(?:[Tt]he Defending Pokemon|[Yy]our opponent's Active Pokemon)"
_ILL = "Asleep|Paralyzed|Confused|Poisoned|Burned"
_HIDE = r"(?: \(Don't apply Weakness (?:and|or) Resistance for Benched Pokemon\.\))?"
_MOST_DATA = 200_000_000

# What is said of an attack after its damage: pattern -> effects, with {1} for the first group.
_AFTER: tuple[tuple[str, str], ...] = (
    (r"Heal (\d+) damage from this Pokemon\.", "heal self {1}"),
    (r"Heal from this Pokemon the same amount of damage you did to (?:the Defending|your opponent's Active) Pokemon\.",
     "heal self dealt"),
    (r"Heal (\d+) damage from each of your Pokemon\.", "heal my_all {1}"),
    (r"Heal (\d+) damage from 1 of your Pokemon\.", "heal my_any {1}"),
    (r"This Pokemon does (\d+) damage to itself\.", "counters self {1}"),
    (r"Discard an Energy attached to this Pokemon\.", "strip self 1"),
    (r"Discard (\d) Energy attached to this Pokemon\.", "strip self {1}"),
    (r"Discard all Energy attached to this Pokemon\.", "strip self all"),
    (rf"Discard all ({_TYPE}) Energy attached to this Pokemon\.", "strip self all {type}"),
    (rf"Discard an? ({_TYPE}) Energy attached to this Pokemon\.", "strip self 1 {type}"),
    (rf"Discard (\d) ({_TYPE}) Energy attached to this Pokemon\.", "strip self {1} {type}"),
    (rf"Discard an Energy attached to {_FOE}\.", "strip def 1"),
    (rf"Discard a Special Energy attached to {_FOE}\.", "strip def 1 special"),
    (rf"{_FOE} is now ({_ILL})\.", "status def {ill}"),
    (rf"{_FOE} is now ({_ILL}) and ({_ILL})\.", "status def {ill}"),
    (r"This Pokemon is now (Asleep|Confused|Poisoned|Burned)\.", "status self {ill}"),
    (rf"Both this Pokemon and {_FOE} are now (Asleep|Confused|Poisoned|Burned)\.",
     "status self {ill}, status def {ill}"),
    (rf"{_FOE} can't retreat during your opponent's next turn\.", "mark def no_retreat until opp_turn_end"),
    (rf"If {_FOE} tries to attack during your opponent's next turn, your opponent flips a coin\. If tails, that attack "
     r"does nothing\.", "mark def smoke until opp_turn_end"),
    (r"During your opponent's next turn, any damage done to this Pokemon by attacks is reduced by (\d+) \(after "
     r"applying Weakness and Resistance\)\.", "mark self less {1} until opp_turn_end"),
    (r"[Pp]revent all damage done to this Pokemon by attacks during your opponent's next turn\.",
     "mark self immune until opp_turn_end"),
    (r"Switch this Pokemon with 1 of your Benched Pokemon\.", "switch me"),
    (rf"(?:Does|This attack does) (\d+) damage to 1 of your opponent's Benched Pokemon\.{_HIDE}", "hit opp_bench {1}"),
    (rf"(?:Does|This attack does) (\d+) damage to (\d) of your opponent's Benched Pokemon\.{_HIDE}",
     "hit opp_bench {1} on {2}"),
    (rf"(?:Does|This attack does) (\d+) damage to 1 of your opponent's Pokemon\.{_HIDE}", "hit opp_any {1}"),
    (rf"(?:Does|This attack does) (\d+) damage to (\d) of your opponent's Pokemon\.{_HIDE}", "hit opp_any {1} on {2}"),
    (rf"(?:Does|This attack does) (\d+) damage to each of your opponent's Pokemon\.{_HIDE}", "hit opp_all {1}"),
    (rf"(?:Does|This attack does) (\d+) damage to 1 of your Benched Pokemon\.{_HIDE}", "hit my_bench {1}"),
    (rf"(?:Does|This attack does) (\d+) damage to (\d) of your Benched Pokemon\.{_HIDE}", "hit my_bench {1} on {2}"),
    (r"Put (\d) damage counters? on 1 of your opponent's Pokemon\.", "counters opp_any {tens}"),
    (rf"Put (\d) damage counters? on {_FOE}\.", "counters def {tens}"),
    (r"Put (\d) damage counters? on each of your opponent's Benched Pokemon\.", "counters opp_bench_all {tens}"),
    (r"Draw a card\.", "draw 1"),
    (r"Draw (\d+) cards\.", "draw {1}"),
    (r"Draw cards until you have (\d+) cards in your hand\.", "draw until {1}"),
    (r"Discard the top card of your opponent's deck\.", "mill opp 1"),
    (r"Discard the top (\d+) cards of your opponent's deck\.", "mill opp {1}"),
    (r"Discard the top card of your deck\.", "mill me 1"),
    (r"Discard the top (\d+) cards of your deck\.", "mill me {1}"),
    (r"Your opponent reveals his or her hand\.", "reveal_hand"),
    (r"Choose a random card from your opponent's hand\. Your opponent reveals that card and shuffles it into his or "
     r"her deck\.", "toss_hand"),
    (r"Look at the top (\d) cards of your deck and put them back on top of your deck in any order\.", "order {1}"),
    (r"Your opponent can't play any Item cards from his or her hand during his or her next turn\.",
     "mark opp no_items until opp_turn_end"),
    (r"Return this Pokemon and all cards attached to it to your hand\.", "scoop self"),
    (r"Shuffle this Pokemon and all cards attached to it into your deck\.", "scoop self into deck"),
    (r"This Pokemon can't attack during your next turn\.", "mark self no_attacks until my_next_turn_end"),
    (r"Attach an Energy card from your discard pile to 1 of your Benched Pokemon\.",
     "take discard energy 1 to bench shown"),
    (r"Attach a basic Energy card from your discard pile to 1 of your Benched Pokemon\.",
     "take discard energy:basic 1 to bench shown"),
    (r"Attach (\d) basic Energy cards from your discard pile to 1 of your Benched Pokemon\.",
     "take discard energy:basic {1} to one shown"),
    (r"Search your deck for a card and put it into your hand\. Shuffle your deck afterward\.",
     "take deck any 1 to hand"),
    (r"Search your deck for up to (\d) Basic Pokemon and put them onto your Bench\. Shuffle your deck afterward\.",
     "take deck pokemon:basic 0..{1} to play"),
    (r"Search your deck for a Basic Pokemon and put it onto your Bench\. Shuffle your deck afterward\.",
     "take deck pokemon:basic 0..1 to play"),
    (rf"Search your deck for an? ({_TYPE}) Pokemon, reveal it, and put it into your hand\. Shuffle your deck "
     r"afterward\.", "take deck pokemon:type={type} 0..1 to hand shown"),
    (r"Search your deck for a Pokemon, reveal it, and put it into your hand\. Shuffle your deck afterward\.",
     "take deck pokemon 0..1 to hand shown"),
    (r"Search your deck for a basic Energy card, reveal it, and put it into your hand\. Shuffle your deck afterward\.",
     "take deck energy:basic 0..1 to hand shown"),
    (r"Search your deck for a Supporter card, reveal it, and put it into your hand\. Shuffle your deck afterward\.",
     "take deck supporter 0..1 to hand shown"),
    (r"Attach an Energy card from your discard pile to this Pokemon\.", "take discard energy 1 to self shown"),
    (r"Attach a basic Energy card from your discard pile to this Pokemon\.",
     "take discard energy:basic 1 to self shown"),
    (rf"Attach an? ({_TYPE}) Energy card from your discard pile to this Pokemon\.",
     "take discard energy:provides={type} 1 to self shown"),
    (r"Move an Energy from this Pokemon to 1 of your Benched Pokemon\.", "move energy from self"),
    (r"Move a basic Energy from this Pokemon to 1 of your Benched Pokemon\.", "move energy:basic from self"),
)  # fmt: skip

# What changes the damage itself: pattern -> the words for it, with {n} for the printed number.
_DAMAGE: tuple[tuple[str, str], ...] = (
    (r"Flip a coin\. If heads, this attack does (\d+) more damage\.", "damage {n} + {1} per heads of 1"),
    (r"Flip (\d+) coins\. This attack does (\d+) damage times the number of heads\.",
     "damage 0 + {2} per heads of {1}"),
    (r"Flip (\d+) coins\. This attack does (\d+) more damage for each heads\.", "damage {n} + {2} per heads of {1}"),
    (r"Flip 2 coins\. If both of them are heads, this attack does (\d+) more damage\.",
     "damage {n} + {1} if heads of 2"),
    (r"This attack's damage isn't affected by Weakness or Resistance\.", "damage {n} ignoring weakness resistance"),
    (r"This attack's damage isn't affected by Resistance\.", "damage {n} ignoring resistance"),
    (rf"This attack's damage isn't affected by any effects on {_FOE}\.", "damage {n} ignoring effects"),
    (rf"If {_FOE} has a Pokemon Tool card attached to it, this attack does (\d+) more damage\.",
     "damage {n} + {1} if def_tool"),
    (r"This attack's damage isn't affected by Weakness, Resistance, or any other effects on the Defending Pokemon\.",
     "damage {n} ignoring all"),
    (r"Does (\d+) more damage for each damage counter on this Pokemon\.", "damage {n} + {1} per damage_self"),
    (rf"Does (\d+) more damage for each damage counter on {_FOE}\.", "damage {n} + {1} per damage_def"),
    (r"Does (\d+) damage times the number of damage counters on this Pokemon\.", "damage 0 + {1} per damage_self"),
    (rf"Does (\d+) more damage for each Energy attached to {_FOE}\.", "damage {n} + {1} per energy_def"),
    (rf"Does (\d+) more damage for each ({_TYPE}) Energy attached to this Pokemon\.",
     "damage {n} + {1} per energy_self:{type}"),
    (r"Does (\d+) more damage for each Energy attached to this Pokemon\.", "damage {n} + {1} per energy_self"),
    (r"(?:Does|This attack does) (\d+) more damage for each of your opponent's Benched Pokemon\.",
     "damage {n} + {1} per opp_bench"),
    (r"(?:Does|This attack does) (\d+) more damage for each of your Benched Pokemon\.",
     "damage {n} + {1} per my_bench"),
    (r"This attack does (\d+) damage times the number of your Benched Pokemon\.", "damage 0 + {1} per my_bench"),
    (r"If there is any Stadium card in play, this attack does (\d+) more damage\.", "damage {n} + {1} if stadium"),
    (rf"If {_FOE} already has any damage counters on it, this attack does (\d+) more damage\.",
     "damage {n} + {1} if def_damaged"),
    (rf"If {_FOE} is a Pokemon-EX, this attack does (\d+) more damage\.", "damage {n} + {1} if def_ex"),
    (r"If the Defending Pokemon is a Team Plasma Pokemon, this attack does (\d+) more damage\.",
     "damage {n} + {1} if def_plasma"),
    (rf"If {_FOE} is ({_ILL}), this attack does (\d+) more damage\.", "damage {n} + {2} if def_ill:{ill}"),
    (r"If any of your Pokemon were Knocked Out by damage from an opponent's attack during his or her last turn, this "
     r"attack does (\d+) more damage\.", "damage {n} + {1} if avenged"),
    (r"Does (\d+) more damage for each Pokemon in your discard pile\.", "damage {n} + {1} per discard:pokemon"),
)  # fmt: skip


@dataclass(frozen=True)
class Account:
    """What came of the data: how many different cards there are, and the entries of those that can be written."""

    cards: int
    kinds: dict[str, tuple[int, int]]
    """Of each kind of cards: how many can be written, and how many there are."""
    entries: tuple[str, ...]

    @property
    def written(self) -> int:
        """How many can be written."""
        return sum(written for written, _ in self.kinds.values())


def read_data(place: str) -> list[dict[str, Any]]:
    """The entries of the public data: of the repository, of its folder `cards/en`, or of a file with one a line."""
    path = Path(place)
    folder = path / "cards" / "en" if (path / "cards" / "en").is_dir() else path
    try:
        if folder.is_dir():
            found = [entry for file in sorted(folder.glob("*.json")) for entry in json.loads(_read(file))]
        else:
            found = [json.loads(line) for line in _read(folder).splitlines() if line]
    except (OSError, EOFError, ValueError, RecursionError) as error:
        raise UsageError(f"card data '{place}': {getattr(error, 'strerror', None) or error}") from None
    if not found or not all(isinstance(entry, dict) and {"id", "name", "supertype"} <= entry.keys() for entry in found):
        raise UsageError(
            f"card data '{place}': these are not entries of pokemon-tcg-data (files such as cards/en/bw1.json)"
        )
    return found


def complete_lines(entries: Sequence[str], library: Library) -> list[str]:
    """The entries whose whole line of evolution is among them or in a library, so that a file of them can be read."""
    left = list(entries)
    while True:
        names = {card.name for card in library.cards[1:] if card} | {
            text.split("\n")[0].split(" ", 2)[2] for text in left
        }
        kept = [text for text in left if (found := _ORIGIN.search(text)) is None or found[1] in names]
        if len(kept) == len(left):
            return kept
        left = kept


_ORIGIN = re.compile(r"(?:stage [12]|mega) from ([^,(]*[^,( ])")


def _read(file: Path) -> str:
    with gzip.open(file) if file.suffix == ".gz" else file.open("rb") as stream:
        data = stream.read(_MOST_DATA + 1)
    if len(data) > _MOST_DATA:
        raise ValueError("larger than 200 MB")
    return data.decode("utf-8")


def account_for(data: Iterable[dict[str, Any]], library: Library) -> Account:
    """Try to write every different card of the data; those of a library are written already."""
    different: dict[str, dict[str, Any]] = {}
    for entry in data:
        different.setdefault(_what_it_is(entry), entry)
    ours = {_plain(card.name) for card in library.cards[1:] if card and card.stage < 0}
    kinds: dict[str, tuple[int, int]] = {}
    entries = []
    lines = _Lines(different.values())
    for entry in different.values():
        kind = _plain(entry["supertype"])
        known = library.printed(_id(entry)) or (kind != "Pokemon" and _plain(entry["name"]) in ours)
        text = "" if known else _entry(entry, lines)
        if text:
            entries.append(text)
        written, there = kinds.get(kind, (0, 0))
        kinds[kind] = written + bool(known or text), there + 1
    return Account(len(different), kinds, tuple(entries))


def _what_it_is(entry: dict[str, Any]) -> str:
    """What makes two printings the same card: for Trainers and Energy the name."""
    if _plain(entry["supertype"]) != "Pokemon":
        return _plain(entry["name"])
    keys = ("name", "hp", "attacks", "abilities")
    return json.dumps([entry.get(key) for key in keys], sort_keys=True)


def _plain(text: str) -> str:
    """Text without accents and typographic signs, but with its capitals."""
    signs = {"\N{RIGHT SINGLE QUOTATION MARK}": "'", "\N{MULTIPLICATION SIGN}": "x"}
    for sign, letter in {**signs, "\N{LATIN SMALL LETTER E WITH ACUTE}": "e"}.items():
        text = text.replace(sign, letter)
    return " ".join(text.split())


def _id(entry: dict[str, Any]) -> str:
    """The number of a printing as our files write it."""
    found = re.fullmatch(r"(bwp|xyp)-(bw|xy)0*(\d+\w?)", str(entry["id"]).lower())
    return f"{found[1]}-{found[2]}{found[3]}" if found else str(entry["id"]).lower()


def _letters(names: Sequence[str]) -> str:
    return "".join(LETTERS[TYPES.index(name)] for name in names)


class _Lines:
    """The lines of evolution of all Pokemon in the data."""

    def __init__(self, entries: Iterable[dict[str, Any]]) -> None:
        self.origin: dict[str, str] = {}
        self.stubs: list[Card] = []
        for i, entry in enumerate(entries):
            if _plain(entry["supertype"]) == "Pokemon":
                name, subtypes = _plain(entry["name"]), entry.get("subtypes", [])
                stage = next((k for k, word in enumerate(("Basic", "Stage 1", "Stage 2")) if word in subtypes), -1)
                origin = _plain(entry.get("evolvesFrom", ""))
                self.origin.setdefault(name, origin)
                self.stubs.append(Card(f"stub-{i}", name, POKEMON, 0, stage=stage, origin=origin))


def _entry(entry: dict[str, Any], lines: _Lines) -> str:
    """The entry of a Pokemon in our words, or nothing if it cannot be written."""
    try:
        text = _pokemon(entry, lines)
        read_cards(text, "data", lines.stubs)
    except (CardError, KeyError, ValueError, IndexError):
        return ""
    return text


def _pokemon(entry: dict[str, Any], lines: _Lines) -> str:
    number, name = _id(entry), _plain(entry["name"])
    extra = set(entry["subtypes"]) - {"Basic", "Stage 1", "Stage 2", "EX", "MEGA", "Team Plasma"}
    abilities = entry.get("abilities", [])
    if (
        _plain(entry["supertype"]) != "Pokemon"
        or extra
        or entry.get("ancientTrait")
        or abilities
        or not re.fullmatch(ID, number)
    ):
        raise ValueError("no words for it")
    facts = [_letters(entry["types"]), f"{int(entry['hp'])} HP", _stage(entry, lines)]
    for key, word, value in (("weaknesses", "weak", "x2"), ("resistances", "resist", "-20")):
        for each in entry.get(key, []):
            if _plain(each["value"]) != value:
                raise ValueError("another Weakness or Resistance")
            facts.append(f"{word} {_letters([each['type']])}")
    facts.append(f"retreat {len(entry.get('retreatCost', []))}")
    facts += [word for word, kind in (("EX", "EX"), ("plasma", "Team Plasma")) if kind in entry["subtypes"]]
    written = [f"card {number} {name}", f"  pokemon: {', '.join(facts)}"]
    for attack in entry.get("attacks", []):
        cost = _letters([kind for kind in attack["cost"] if kind != "Free"]) or "0"
        written.append(f"  attack: {cost}, {_plain(attack['name']).replace(',', '')}, {_attack(attack)}")
    return "\n".join(written) + "\n"


def _stage(entry: dict[str, Any], lines: _Lines) -> str:
    if "Basic" in entry["subtypes"]:
        return "basic"
    origin = _plain(entry["evolvesFrom"])
    if "MEGA" in entry["subtypes"]:
        return f"mega from {origin}"
    if "Stage 1" in entry["subtypes"]:
        return f"stage 1 from {origin}"
    return f"stage 2 from {origin} ({lines.origin[origin]})"


def _attack(attack: dict[str, Any]) -> str:
    """What an attack does in our words."""
    printed, text = _plain(attack["damage"]), _plain(attack["text"])
    base = int(re.sub(r"\D", "", printed) or 0)
    n = str(base)
    for pattern, words in _DAMAGE:
        if found := re.match(pattern, text):
            first = _filled(words, found, n)
            return ", ".join([first, *_after(text[found.end() :].strip())])
    if "x" in printed or "+" in printed or "-" in printed:
        raise ValueError("no words for its damage")
    if found := re.fullmatch(r"Flip a coin\. If tails, this attack does nothing\.( .*)?", text):
        return f"flip 1 heads ({', '.join([f'damage {n}', *_after((found[1] or '').strip())])})"
    hits = [f"damage {n}"] if base else []
    return ", ".join([*hits, *_after(text)])


def _after(text: str) -> list[str]:
    """What the sentences after the damage say."""
    found: list[str] = []
    while text:
        coin = re.match(r"Flip a coin\. If (heads|tails), ", text)
        rest = text[coin.end() :] if coin else text
        rest = rest[:1].upper() + rest[1:]
        for pattern, words in _AFTER:
            if match := re.match(pattern, rest):
                effect = _filled(words, match, "")
                found.append(f"flip 1 {coin[1]} ({effect})" if coin else effect)
                text = rest[match.end() :].strip()
                break
        else:
            raise ValueError("no words for it")
    return found


def _filled(words: str, found: re.Match[str], n: str) -> str:
    groups = [group or "" for group in found.groups()]
    ills = " ".join(group.lower() for group in groups if group in _ILL.split("|"))
    kind = next((_letters([group]) for group in groups if group in TYPES), "")
    tens = str(10 * int(groups[0])) if groups and groups[0].isdigit() else ""
    filled = words.replace("{ill}", ills).replace("{type}", kind).replace("{tens}", tens).replace("{n}", n)
    for i, group in enumerate(groups, 1):
        filled = filled.replace(f"{{{i}}}", group)
    return filled
