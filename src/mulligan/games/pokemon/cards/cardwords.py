"""The words of the card file: how effects, filters, needs and lasting effects are read.

Every reader raises `Wrong` with the reason; `cardfile.py` adds the file and the line.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from . import vocabulary as v

MOST_NEEDS = 3
MOST_PARTS = 20
COLORS = v.LETTERS[:-1]


class Wrong(ValueError):
    """A mistake in a line: what is wrong, and what would be right."""


@dataclass(frozen=True)
class Effect:
    """One effect: its instruction, its arguments (a text is a filter), and the effects within it."""

    word: int
    args: tuple[int | str, ...] = ()
    how: str = ""  # of a flip: when its parts happen
    parts: tuple[tuple[Effect, ...], ...] = ()


class Need(NamedTuple):
    """Something without which a card cannot be played; a text is a filter."""

    code: int
    arg: int | str


@dataclass(frozen=True)
class Modifiers:
    """What a card changes while it is in play."""

    hp: int = 0
    free: int = v.FREE_NEVER
    cloak: int = 0
    out: int = 0
    out_type: int = v.ANY
    taken: int = 0
    safe: int = 0
    poison: int = 0
    scarf: int = 0


UNCHANGED = Modifiers()


# --- arguments --------------------------------------------------------------------------------------------------------


def either(words: Iterable[str]) -> str:
    """Words as alternatives.

    >>> either(["red", "green", "blue"])
    'red, green or blue'
    """
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last


def with_article(word: str) -> str:
    """A word with its article.

    >>> with_article("Ability"), with_article("tool")
    ('an Ability', 'a tool')
    """
    return f"{'an' if word[0] in 'aeiouAEIOU' else 'a'} {word}"


def not_a(kind: str, given: str, choices: Sequence[str]) -> str:
    """What is said of a word that does not exist, with the ones that do.

    >>> print(not_a("colour", "gren", ["green", "red"]))
    'gren' is not a colour; did you mean 'green'? Choices: green, red
    """
    near = difflib.get_close_matches(given, choices, n=1)
    hint = f"; did you mean '{near[0]}'?" if near else "."
    return f"'{given}' is not {with_article(kind)}{hint} Choices: {', '.join(choices) or 'none'}"


def pick(kind: str, given: str, choices: Mapping[str, int]) -> int:
    """The number of a word."""
    if given not in choices:
        raise Wrong(not_a(kind, given, list(choices)))
    return choices[given]


def read_number(what: str, given: str, low: int, high: int, step: int = 1) -> int:
    """A whole number within bounds."""
    if not re.fullmatch("[0-9]{1,4}", given) or not low <= int(given) <= high or int(given) % step:
        steps = f" in steps of {step}" if step > 1 else ""
        raise Wrong(f"{what} '{given}' should be a whole number from {low} to {high}{steps}")
    return int(given)


def read_type(given: str, letters: str = v.LETTERS) -> int:
    """The number of a type's letter."""
    if len(given) != 1 or given not in letters:
        names = ", ".join(f"{letter} {v.TYPES[v.LETTERS.index(letter)]}" for letter in letters)
        raise Wrong(f"'{given}' is not the letter of a type. Choices: {names}")
    return v.LETTERS.index(given)


def _damage(given: str, low: int = 10) -> int:
    return read_number("damage", given, low, 500, 10)


def _up_to(what: str, most: int) -> Callable[[str], int]:
    return lambda given: read_number(f"number of {what}", given, 1, most)


_cards, _coins, _energy, _pokemon = _up_to("cards", 60), _up_to("coins", 10), _up_to("Energy", 20), _up_to("Pokemon", 5)


def _word(kind: str, **choices: int) -> Callable[[str], int]:
    return lambda given: pick(kind, given, choices)


def _target(*allowed: int) -> Callable[[str], int]:
    return _word("target here", **{v.TARGETS[target]: target for target in allowed})


_who = _word("player here", me=v.ME, both=v.BOTH)


# --- filters ----------------------------------------------------------------------------------------------------------

_HEADS = ("any", "pokemon", "energy", "trainer", "item", "tool", "supporter", "stadium")
_FILTER_FORMS = (
    "any, pokemon, pokemon:basic, pokemon:type=N, pokemon:basic:type=N, energy, energy:basic, energy:basic:D, "
    "energy:provides=D, trainer, item, tool, supporter, stadium; several are joined by |"
)


class Kind(NamedTuple):
    """One of the kinds of cards that a filter lets through."""

    head: str
    basic: bool
    type: int
    provides: int


def kind_of(text: str) -> Kind:
    """One part of a filter."""
    found = re.fullmatch(r"(\w+)(:basic)?(?::type=(\w))?(?::(\w))?(?::provides=(\w))?", text)
    if not found or found[1] not in _HEADS:
        raise Wrong(f"'{text}' is not a kind of cards; a filter is one of {_FILTER_FORMS}")
    head, basic, kind, color, provided = found.groups()
    energy_only = color or provided
    if (kind and head != "pokemon") or (energy_only and head != "energy") or (color and not basic):
        raise Wrong(f"'{text}' does not fit together; a filter is one of {_FILTER_FORMS}")
    if basic and (head not in ("pokemon", "energy") or provided):
        raise Wrong(f"'{text}' does not fit together; a filter is one of {_FILTER_FORMS}")
    letter = kind or color
    return Kind(head, bool(basic), read_type(letter) if letter else v.ANY, read_type(provided) if provided else v.ANY)


def _filter(given: str, heads: tuple[str, ...] = _HEADS) -> str:
    kinds = [kind_of(part) for part in given.split("|")]
    if len(kinds) > 1 and any(kind.provides != v.ANY for kind in kinds):
        raise Wrong(f"'{given}': energy:provides=TYPE stands alone, as it depends on the Pokemon that holds it")
    if any(kind.head not in heads for kind in kinds):
        raise Wrong(f"'{given}' is more than {either(heads)}")
    return given


def _energy_filter(given: str) -> str:
    return _filter(given, ("energy",))


def filter_type(text: str) -> int:
    """The type that an Energy must provide to pass a filter, or ANY: what it provides may depend on its holder.

    >>> filter_type("energy:provides=D") == v.LETTERS.index("D"), filter_type("energy:basic") == v.ANY
    (True, True)
    """
    return kind_of(text.split("|")[0]).provides


# --- effects ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Phrase:
    """The words of one effect; each "()" among them stands for the next of its parts."""

    words: tuple[str, ...]
    parts: tuple[tuple[_Phrase, ...], ...]


def _phrases(text: str) -> tuple[_Phrase, ...]:
    """The effects of a text, which are separated by commas; parentheses hold effects within effects."""
    tokens = re.findall(r"[(),]|[^\s(),]+", text)
    found, end = _phrase_list(tokens, 0)
    if end < len(tokens):
        raise Wrong("')' without '('; parts of an effect stand in ( and )")
    return found


def _phrase_list(tokens: list[str], i: int) -> tuple[tuple[_Phrase, ...], int]:
    found: list[_Phrase] = []
    while True:
        words: list[str] = []
        parts: list[tuple[_Phrase, ...]] = []
        while i < len(tokens) and tokens[i] not in (",", ")"):
            if tokens[i] == "(":
                part, i = _phrase_list(tokens, i + 1)
                if i == len(tokens):
                    raise Wrong("'(' without ')'; parts of an effect stand in ( and )")
                parts.append(part)
                words.append("()")
            else:
                words.append(tokens[i])
            i += 1
        if not words:
            raise Wrong("an effect is missing; effects are separated by single commas")
        found.append(_Phrase(tuple(words), tuple(parts)))
        if i == len(tokens) or tokens[i] == ")":
            return tuple(found), i
        i += 1


FORMS: Mapping[str, str] = {
    "damage": "damage BASE, damage BASE + AMOUNT per COUNTER, or damage BASE + AMOUNT if CONDITION; "
    "then perhaps: ignoring weakness resistance",
    "heal": "heal TARGET AMOUNT, or heal my_any AMOUNT cure; AMOUNT may be all, or dealt of self and my_active",
    "hit": "hit opp_bench AMOUNT",
    "counters": "counters TARGET DAMAGE",
    "status": "status TARGET CONDITION ...",
    "knock_out": "knock_out def, or knock_out def with DAMAGE damage",
    "flip": "flip COINS heads (EFFECTS), flip COINS heads (EFFECTS) tails (EFFECTS), flip COINS tails (EFFECTS), "
    "flip COINS all_heads (EFFECTS), or flip COINS per_head (EFFECTS)",
    "draw": "draw CARDS, draw both CARDS, or draw until CARDS; CARDS may be own_prizes, or of one player opp_hand or "
    "bench_both",
    "discard_hand": "discard_hand me",
    "return_hand": "return_hand WHO",
    "pay": "pay CARDS",
    "top": "top FILTER",
    "take": "take deck|discard FILTER CARDS to PLACE, where CARDS is a number or 0..MOST; then perhaps: shown",
    "dig": "dig FILTER",
    "order": "order CARDS",
    "strip": "strip TARGET CARDS, or strip TARGET CARDS TYPE; CARDS may be all",
    "move": "move FILTER",
    "switch": "switch me, switch opp, switch self, or switch opp (EFFECTS)",
    "devolve": "devolve def",
    "candy": "candy",
    "raise": "raise",
    "mark": "mark TARGET MARK until TIME, or mark TARGET MARK AMOUNT until TIME",
    "choose": "choose (EFFECTS) or (EFFECTS)",
    "scrap": "scrap TOOLS",
    "toss_hand": "toss_hand",
    "reveal_hand": "reveal_hand",
}
"""The words of effects, and how each is used."""

_PLAIN: Mapping[str, tuple[int, tuple[Callable[[str], int | str], ...]]] = {
    "counters": (v.COUNTERS, (_target(v.SELF, v.DEF, v.WHOLE_OPP_BENCH), _damage)),
    "discard_hand": (v.DISCARD_HAND, (_word("player here", me=v.ME),)),
    "return_hand": (v.RETURN_HAND, (_who,)),
    "pay": (v.PAY, (_cards,)),
    "top": (v.TOP, (_filter,)),
    "dig": (v.DIG, (_filter,)),
    "order": (v.ORDER, (_cards,)),
    "move": (v.MOVE, (_energy_filter,)),
    "devolve": (v.DEVOLVE, (_target(v.DEF),)),
    "candy": (v.CANDY, ()),
    "raise": (v.RAISE, ()),
    "scrap": (v.SCRAP, (_up_to("Tools", 12),)),
    "toss_hand": (v.TOSS_HAND, ()),
    "reveal_hand": (v.REVEAL, ()),
}
"""Effects whose arguments are read one by one."""

_COUNTERS = {
    "opp_bench": v.OPP_BENCH,
    "energy_self": v.ENERGY_SELF,
    "energy_def": v.ENERGY_DEF,
    "energy_both": v.ENERGY_BOTH,
}
_CONDITIONS = {"def_ex": v.DEF_EX, "def_resists": v.DEF_RESISTS, "avenged": v.AVENGED}
_COUNTS = {"opp_hand": v.OPP_HAND, "own_prizes": v.OWN_PRIZES, "bench_both": v.BENCH_BOTH}
_ILLS = {name: 1 << i for i, name in enumerate(v.CONDITIONS)}
_UNTILS = {name: i for i, name in enumerate(v.UNTILS)}
_PLACES = {"hand": v.TO_HAND, "deck": v.TO_DECK, "top": v.TO_TOP, "self": v.TO_SELF, "bench": v.TO_BENCH}
_FLIPS = ("heads", "tails", "all_heads", "per_head")


def read_effects(text: str) -> tuple[Effect, ...]:
    """The effects of a line."""
    if text.count("(") > MOST_PARTS:
        raise Wrong(f"{text.count('(')} parentheses; at most {MOST_PARTS} are possible")
    return tuple(_effect(phrase) for phrase in _phrases(text))


def _effect(phrase: _Phrase) -> Effect:
    word = phrase.words[0]
    if word not in FORMS:
        raise Wrong(not_a("effect", word, list(FORMS)))
    try:
        found = _read_effect(phrase)
    except Wrong as wrong:
        raise wrong if phrase.parts else Wrong(f"{word}: {wrong}. It reads: {FORMS[word]}") from None
    if not found:
        raise Wrong(f"'{' '.join(phrase.words)}' is incomplete or has too much. It reads: {FORMS[word]}")
    return found


def _read_effect(phrase: _Phrase) -> Effect | None:
    """The effect of a phrase; None if its words do not fit together."""
    word, *words = phrase.words
    if word in _PLAIN:
        code, readers = _PLAIN[word]
        if len(words) != len(readers) or phrase.parts:
            return None
        return Effect(code, tuple(read(given) for read, given in zip(readers, words)))
    parts = tuple(tuple(_effect(each) for each in part) for part in phrase.parts)
    match [word, *words]:
        case ["damage", base, *rest]:
            return _read_damage(base, rest)
        case ["heal", target, amount, *rest] if rest in ([], ["cure"]):
            special = {"all": v.ALL, "dealt": v.DEALT}
            healed = special[amount] if amount in special else _damage(amount)
            targets = [v.SELF, v.MY_ACTIVE] if not rest else []
            if healed != v.DEALT:
                targets.append(v.MY_ANY)
            return Effect(v.HEAL, (_target(*targets)(target), healed, len(rest)))
        case ["hit", "opp_bench", amount]:
            return Effect(v.HIT, (_damage(amount),))
        case ["status", target, *ills] if ills:
            bits = 0
            for ill in ills:
                bits |= pick("Special Condition", ill, _ILLS)
            if bits & v.PARALYZED and target != "def":
                raise Wrong("only the defender can be paralyzed: the own Pokemon would recover at the end of this turn")
            return Effect(v.AFFLICT, (_target(v.SELF, v.DEF, v.MY_ACTIVE)(target), bits))
        case ["knock_out", target]:
            return Effect(v.KNOCK_OUT, (_target(v.DEF)(target), 0))
        case ["knock_out", target, "with", least, "damage"]:
            return Effect(v.KNOCK_OUT, (_target(v.DEF)(target), _damage(least)))
        case ["flip", coins, "heads", "()", "tails", "()"]:
            return Effect(v.FLIP, (_coins(coins),), "heads", parts)
        case ["flip", coins, how, "()"] if how in _FLIPS:
            return Effect(v.FLIP, (_coins(coins),), how, parts)
        case ["draw", "until", n]:
            return Effect(v.DRAW_UNTIL, (_cards(n),))
        case ["draw", n]:
            return Effect(v.DRAW, (v.ME, _count(n, tuple(_COUNTS))))
        case ["draw", who, n]:
            both = _who(who) == v.BOTH
            return Effect(v.DRAW, (_who(who), _count(n, ("own_prizes",) if both else tuple(_COUNTS))))
        case ["take", source, which, n, "to", place, *rest] if rest in ([], ["shown"]):
            return _read_take(source, which, n, place, bool(rest))
        case ["strip", target, n, *rest] if len(rest) < 2:
            kind = read_type(rest[0]) if rest else v.ANY
            stripped = v.ALL if n == "all" else _energy(n)
            return Effect(v.STRIP, (_target(v.SELF, v.DEF, v.LAST)(target), stripped, kind))
        case ["mark", target, mark, "until", until]:
            return _read_mark(target, mark, "", until)
        case ["mark", target, mark, amount, "until", until]:
            return _read_mark(target, mark, amount, until)
        case ["switch", who]:
            return Effect(v.SWITCH, (_word("player here", me=v.ME, opp=v.OPP, self=v.INTO_SELF)(who),))
        case ["switch", who, "()"]:
            return Effect(v.SWITCH, (_word("player here", opp=v.OPP)(who),), parts=parts)
        case ["choose", "()", "or", "()"]:
            return Effect(v.CHOOSE, parts=parts)
    return None


def _count(given: str, words: tuple[str, ...]) -> int:
    return _COUNTS[given] if given in words else _cards(given)


def _read_damage(base: str, rest: list[str]) -> Effect | None:
    ignoring = rest[-3:] == ["ignoring", "weakness", "resistance"]
    if ignoring:
        rest = rest[:-3]
    amount, counter, parameter = 0, v.NONE, 0
    match rest:
        case []:
            pass
        case ["+", more, "per", "heads", "of", coins]:
            amount, counter, parameter = _damage(more), v.HEADS, _coins(coins)
        case ["+", more, "if", "heads", "of", coins]:
            amount, counter, parameter = _damage(more), v.ALL_HEADS, _coins(coins)
        case ["+", more, "per", what]:
            name, colon, letter = what.partition(":")
            amount, counter = _damage(more), pick("counter", name, _COUNTERS)
            if colon and counter != v.ENERGY_SELF:
                raise Wrong(f"'{what}': only energy_self can be followed by a type")
            parameter = read_type(letter, COLORS) if colon else v.ANY if counter != v.OPP_BENCH else 0
        case ["+", more, "if", what]:
            amount, counter = _damage(more), pick("condition", what, _CONDITIONS)
        case _:
            return None
    if not _damage(base, 0) + amount:
        raise Wrong("an attack without damage leaves the word out")
    return Effect(v.DAMAGE, (_damage(base, 0), amount, counter, parameter, int(ignoring)))


def _read_take(source: str, which: str, n: str, place: str, shown: bool) -> Effect:
    where = pick("place to take from", source, {"deck": v.FROM_DECK, "discard": v.FROM_DISCARD})
    low, dots, high = n.rpartition("..")
    if dots and low != "0":
        raise Wrong(f"'{n}' should be a number (as many as there are, at most so many) or 0.. and a number")
    name, colon, letter = place.partition(":")
    to = pick("place to put cards", name, _PLACES)
    if colon:
        if to != v.TO_BENCH:
            raise Wrong(f"'{place}': only bench can be followed by a type")
        to += 1 + read_type(letter)
    wanted = _energy_filter(which) if to >= v.TO_SELF else _filter(which)
    return Effect(v.TAKE, (where, wanted, int(not dots), _cards(high), to + (v.SHOWN if shown else 0)))


def _read_mark(target: str, mark: str, amount: str, until: str) -> Effect:
    marks = {name: i for i, name in enumerate(v.MARKS)}
    code = pick("mark", mark, marks)
    if bool(amount) != (code in (v.LESS, v.MORE)):
        raise Wrong(f"'{mark}' takes {'no amount' if amount else 'an amount'}")
    if code == v.MORE:
        if target != "me":
            raise Wrong(f"'{mark}' is a mark of the player: mark me more {amount} ...")
        holder = v.ME
    elif code == v.LOCK:
        holder = _target(v.SELF)(target)
    else:
        holder = _target(v.SELF, v.DEF)(target)
    return Effect(v.MARK, (holder, code, pick("time", until, _UNTILS), _damage(amount) if amount else 0))


# --- where effects may stand ------------------------------------------------------------------------------------------

_ON_TARGET = (v.HEAL, v.COUNTERS, v.AFFLICT, v.KNOCK_OUT, v.STRIP, v.DEVOLVE, v.MARK)


def every(effects: Iterable[Effect]) -> Iterator[Effect]:
    """All effects, those within others too, in the order in which they are written."""
    for effect in effects:
        yield effect
        for part in effect.parts:
            yield from every(part)


def _on_self(effect: Effect) -> bool:
    """Whether an effect is on the Pokemon whose attack or Ability it is."""
    word, args = effect.word, effect.args
    if word == v.TAKE:
        return int(args[4]) % v.SHOWN == v.TO_SELF
    if word == v.MARK and args[1] == v.MORE:
        return False
    return word in _ON_TARGET and args[0] == v.SELF


def check_place(effects: tuple[Effect, ...], home: str) -> None:
    """Refuse effects that make no sense in an attack, an Ability or a Trainer (`play`)."""
    seen: set[int] = set()
    for effect in every(effects):
        word, args = effect.word, effect.args
        if home != "attack" and word in (v.DAMAGE, v.HIT):
            raise Wrong("only attacks do damage; elsewhere it is: counters TARGET DAMAGE")
        if home == "play" and _on_self(effect):
            raise Wrong("'self' is the Pokemon whose attack or Ability it is; a Trainer has none")
        if home == "ability" and _on_self(effect) and word in (v.MARK, v.STRIP):
            raise Wrong("only an attack can say 'mark self' or 'strip self'; Abilities work from the Bench too")
        if home != "ability" and word == v.SWITCH and args[0] == v.INTO_SELF:
            raise Wrong("only an Ability can say 'switch self'")
        if word == v.HEAL and args[1] == v.DEALT and v.DAMAGE not in seen:
            raise Wrong("'dealt' is what the damage before it did, and there is none")
        if word == v.STRIP and args[0] == v.LAST and v.HEAL not in seen:
            raise Wrong("'last' is the Pokemon that was healed before it, and there is none")
        if effect.how == "per_head" and any(_flips(inner) for inner in every(effect.parts[0])):
            raise Wrong("coins cannot be flipped again for each head")
        seen.add(word)


def _flips(effect: Effect) -> bool:
    return effect.word == v.FLIP or (effect.word == v.DAMAGE and effect.args[2] in (v.HEADS, v.ALL_HEADS))


_COSTS = {v.PAY: v.HAND_OTHER, v.TOP: v.HAND_HAS, v.CANDY: v.CAN_CANDY}
"""Effects that cannot be left undone, and the need that makes sure of them."""
_WHOLE_HAND = 1_000_000


def has_costs(effects: tuple[Effect, ...]) -> bool:
    """Whether some effect is a cost, perhaps one within another."""
    return any(effect.word in _COSTS for effect in every(effects))


def check_needs(effects: tuple[Effect, ...], needs: tuple[Need, ...]) -> None:
    """Refuse costs of a Trainer or an Ability that might not be paid, however coins fall and players choose.

    Attacks are not asked: they need nothing but their Energy, and what cannot be done is left out.
    """
    wanted: list[Need] = []
    _spend(effects, 0, wanted)
    lacking = [need for need in dict.fromkeys(wanted) if need.code != v.HAND_OTHER and need not in needs]
    paid = max((int(need.arg) for need in wanted if need.code == v.HAND_OTHER), default=0)
    if paid > max((int(need.arg) for need in needs if need.code == v.HAND_OTHER), default=0):
        lacking.append(Need(v.HAND_OTHER, paid))
    if lacking:
        names = {number: name for name, (number, _) in NEEDS.items()}
        told = ", ".join(f"{names[code]} {arg or ''}".rstrip() for code, arg in lacking)
        raise Wrong(f"what is paid must be there; the entry lacks: needs: {told}")


def _spend(effects: tuple[Effect, ...], gone: int, wanted: list[Need]) -> int:
    """Add what costs need; return how many cards can have left the hand at most, if so many have before."""
    for effect in effects:
        if effect.word in _COSTS:
            gone = _pay(effect, gone, wanted)
        elif effect.word in (v.DISCARD_HAND, v.RETURN_HAND):
            gone = _WHOLE_HAND
        elif effect.how == "per_head":
            for _ in range(int(effect.args[0])):
                gone = _spend(effect.parts[0], gone, wanted)
        elif effect.parts:
            gone = max(gone, *(_spend(part, gone, wanted) for part in effect.parts))
    return gone


def _pay(cost: Effect, gone: int, wanted: list[Need]) -> int:
    if gone >= _WHOLE_HAND:
        raise Wrong("what is paid must be there, and the whole hand has left before; a cost comes first")
    if cost.word == v.PAY:
        gone += int(cost.args[0])
        wanted.append(Need(v.HAND_OTHER, gone))
        return gone
    if gone:
        word = "top" if cost.word == v.TOP else "candy"
        raise Wrong(f"what is paid must be there, and a cost before may have taken it; '{word}' comes first, and once")
    wanted.append(Need(_COSTS[cost.word], cost.args[0] if cost.args else 0))
    return gone + 1


# --- needs and modifiers ----------------------------------------------------------------------------------------------

NEEDS: Mapping[str, tuple[int, Callable[[str], int | str] | None]] = {
    "discard_has": (v.DISCARD_HAS, _filter),
    "hand_has": (v.HAND_HAS, _filter),
    "hand_other": (v.HAND_OTHER, _cards),
    "hand_below": (v.HAND_BELOW, _cards),
    "my_bench": (v.MY_BENCH, _pokemon),
    "opp_bench": (v.FOE_BENCH, _pokemon),
    "bench_type": (v.BENCH_TYPE, read_type),
    "energy_in_play": (v.ENERGY_IN_PLAY, _energy_filter),
    "damaged": (v.DAMAGED, None),
    "damaged_or_ill": (v.DAMAGED_OR_ILL, None),
    "can_candy": (v.CAN_CANDY, None),
    "deck_left": (v.DECK_LEFT, _cards),
    "tool_in_play": (v.TOOL_IN_PLAY, None),
    "self_on_bench": (v.SELF_ON_BENCH, None),
    "discard_or_hand_has": (v.DISCARD_OR_HAND_HAS, _filter),
    "can_raise": (v.CAN_RAISE, None),
}


def read_needs(text: str) -> tuple[Need, ...]:
    """What a card or an Ability needs."""
    needs: list[Need] = []
    for part in text.split(","):
        word, *words = part.split() or [""]
        code, read = NEEDS.get(word, (0, None))
        if not code:
            raise Wrong(not_a("need", word, list(NEEDS)))
        if len(words) != (read is not None):
            raise Wrong(f"'{part.strip()}': {word} takes {'one argument' if read else 'no argument'}")
        needs.append(Need(code, read(words[0]) if read else 0))
    if len(needs) > MOST_NEEDS:
        raise Wrong(f"{len(needs)} needs; at most {MOST_NEEDS} are possible")
    return tuple(needs)


WHILE_FORMS: Mapping[str, str] = {
    "hp": "hp AMOUNT",
    "free": "free retreat, free retreat with stadium, or (of an Ability) free retreat with energy TYPE",
    "more": "more AMOUNT, or more AMOUNT for TYPE",
    "less": "less AMOUNT",
    "safe": "safe from ex",
    "poison": "poison AMOUNT",
    "rescue": "rescue",
}
"""The words for what a card changes while it is in play."""

WHILE: Mapping[str, tuple[str, ...]] = {
    "tool": ("hp", "free", "more", "rescue"),
    "stadium": ("poison",),
    "ability": ("free", "less", "safe"),
}
"""Which of them each kind of card has."""


def read_modifiers(text: str, home: str) -> Modifiers:
    """What a Tool, a Stadium or a passive Ability changes."""
    found = Modifiers()
    seen: list[str] = []
    for part in text.split(","):
        words = part.split() or [""]
        if words[0] not in WHILE[home]:
            raise Wrong(not_a(f"lasting effect of {with_article(home)}", words[0], WHILE[home]))
        if words[0] in seen:
            raise Wrong(f"'{words[0]}' is there twice")
        seen.append(words[0])
        changes = _read_modifier(words, home)
        if changes is None:
            raise Wrong(f"'{part.strip()}' is incomplete or has too much. It reads: {WHILE_FORMS[words[0]]}")
        found = replace(found, **changes)
    return found


def _read_modifier(words: list[str], home: str) -> dict[str, int] | None:
    match words:
        case ["hp", amount]:
            return {"hp": _damage(amount)}
        case ["free", "retreat"]:
            return {"free": v.FREE_ALWAYS}
        case ["free", "retreat", "with", "stadium"]:
            return {"free": v.FREE_WITH_STADIUM}
        case ["free", "retreat", "with", "energy", letter] if home == "ability":
            return {"cloak": 1 + read_type(letter, COLORS)}
        case ["more", amount]:
            return {"out": _damage(amount)}
        case ["more", amount, "for", letter]:
            return {"out": _damage(amount), "out_type": read_type(letter)}
        case ["less", amount]:
            return {"taken": _damage(amount)}
        case ["safe", "from", "ex"]:
            return {"safe": 1}
        case ["poison", amount]:
            return {"poison": _damage(amount)}
        case ["rescue"]:
            return {"scarf": 1}
    return None
