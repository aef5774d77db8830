"""The effects of cards in the words of the card file: how they are read, and where they may stand."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from . import vocabulary as v
from .filters import kind_of, read_energy_filter, read_filter
from .readers import (
    COLORS,
    Wrong,
    not_a,
    number_of_cards,
    number_of_coins,
    number_of_energy,
    one_of,
    pick,
    read_damage,
    read_type,
    read_who,
    target_among,
    up_to,
)

MOST_PARTS = 20


@dataclass(frozen=True)
class Effect:
    """One effect: its instruction, its arguments (a text is a filter), and the effects within it."""

    word: int
    args: tuple[int | str, ...] = ()
    how: str = ""  # of a flip: when its parts happen
    parts: tuple[tuple[Effect, ...], ...] = ()


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
    "then perhaps: ignoring weakness resistance, ignoring resistance, ignoring effects, or: ignoring all",
    "heal": "heal TARGET AMOUNT, heal my_any AMOUNT cure, or heal my_all AMOUNT of TYPES; AMOUNT may be all, or "
    "dealt of self and my_active",
    "hit": "hit opp_bench AMOUNT, hit opp_any AMOUNT, hit my_bench AMOUNT, each perhaps with: on NUMBER; or "
    "hit opp_all AMOUNT",
    "counters": "counters TARGET DAMAGE",
    "status": "status TARGET CONDITION ...",
    "knock_out": "knock_out def, or knock_out def with DAMAGE damage",
    "flip": "flip COINS heads (EFFECTS), flip COINS heads (EFFECTS) tails (EFFECTS), flip COINS tails (EFFECTS), "
    "flip COINS all_heads (EFFECTS), or flip COINS per_head (EFFECTS)",
    "draw": "draw CARDS, draw both CARDS, or draw until CARDS; CARDS may be own_prizes, or of one player opp_hand, "
    "bench_both or, after purge, purged",
    "discard_hand": "discard_hand me",
    "return_hand": "return_hand WHO",
    "pay": "pay CARDS",
    "top": "top FILTER",
    "take": "take deck|discard|older|hand FILTER CARDS to PLACE, where CARDS is a number or 0..MOST; then perhaps: "
    "shown",
    "dig": "dig FILTER",
    "order": "order CARDS",
    "strip": "strip TARGET CARDS, strip TARGET CARDS TYPE, or strip TARGET CARDS special; CARDS may be all, and TYPE "
    "plasma or basic:TYPE",
    "move": "move FILTER, move FILTER from self, or move FILTER as_you_like",
    "switch": "switch me, switch opp, switch them, switch self, or switch opp (EFFECTS)",
    "devolve": "devolve def",
    "candy": "candy",
    "raise": "raise",
    "mark": "mark TARGET MARK until TIME, or mark TARGET MARK AMOUNT until TIME",
    "choose": "choose (EFFECTS) or (EFFECTS)",
    "scrap": "scrap TOOLS",
    "toss_hand": "toss_hand",
    "reveal_hand": "reveal_hand",
    "mill": "mill me CARDS, mill opp CARDS, or mill me CARDS attaching",
    "purge": "purge FILTER",
    "end_turn": "end_turn",
    "scoop": "scoop my_any, or scoop self; then perhaps: alone, or: into deck",
    "look": "look CARDS take FILTER 0..1 or 1, then shuffle, discard or, of 2 cards, keep; then perhaps: shown",
    "shift": "shift DAMAGE",
    "if": "if self_has FILTER (EFFECTS), or if self_has FILTER (EFFECTS) else (EFFECTS)",
}
"""The words of effects, and how each is used."""

_PLAIN: Mapping[str, tuple[int, tuple[Callable[[str], int | str], ...]]] = {
    "counters": (v.COUNTERS, (target_among(v.SELF, v.DEF, v.WHOLE_OPP_BENCH, v.OPP_ANY), read_damage)),
    "discard_hand": (v.DISCARD_HAND, (one_of("player here", me=v.ME),)),
    "return_hand": (v.RETURN_HAND, (read_who,)),
    "pay": (v.PAY, (number_of_cards,)),
    "top": (v.TOP, (read_filter,)),
    "dig": (v.DIG, (read_filter,)),
    "order": (v.ORDER, (number_of_cards,)),
    "devolve": (v.DEVOLVE, (target_among(v.DEF),)),
    "candy": (v.CANDY, ()),
    "raise": (v.RAISE, ()),
    "scrap": (v.SCRAP, (up_to("Tools", 12),)),
    "toss_hand": (v.TOSS_HAND, ()),
    "reveal_hand": (v.REVEAL, ()),
    "purge": (v.PURGE, (read_filter,)),
    "shift": (v.SHIFT, (read_damage,)),
    "end_turn": (v.FINISH, ()),
}
"""Effects whose arguments are read one by one."""

_COUNTERS = {
    "opp_bench": v.OPP_BENCH,
    "energy_self": v.ENERGY_SELF,
    "energy_def": v.ENERGY_DEF,
    "energy_both": v.ENERGY_BOTH,
    "my_bench": v.OWN_BENCH,
    "bench_both": v.BOTH_BENCHES,
    "damage_self": v.DAMAGE_SELF,
    "damage_def": v.DAMAGE_DEF,
    "tools": v.TOOLS,
    "prizes_taken": v.PRIZES_TAKEN,
    "stripped": v.STRIPPED,
}
_CONDITIONS = {
    "def_ex": v.DEF_EX,
    "def_resists": v.DEF_RESISTS,
    "avenged": v.AVENGED,
    "stadium": v.STADIUM_THERE,
    "def_damaged": v.DEF_DAMAGED,
    "self_damaged": v.SELF_DAMAGED,
    "def_plasma": v.DEF_PLASMA,
    "def_tool": v.DEF_TOOL,
}
_COUNTS = {"opp_hand": v.OPP_HAND, "own_prizes": v.OWN_PRIZES, "bench_both": v.BENCH_BOTH, "purged": v.PURGED}
_ILLS = {name: 1 << i for i, name in enumerate(v.CONDITIONS)}
_UNTILS = {name: i for i, name in enumerate(v.UNTILS)}
_PLACES = {
    **{"hand": v.TO_HAND, "deck": v.TO_DECK, "top": v.TO_TOP, "self": v.TO_SELF, "bench": v.TO_BENCH},
    **{"any": v.TO_ANY, "play": v.TO_PLAY, "discard": v.TO_DISCARD, "one": v.TO_ONE},
}
_HITS = {
    "opp_bench": v.ON_OPP_BENCH, "opp_any": v.ON_OPP_ANY, "opp_all": v.ON_OPP_ALL, "my_bench": v.ON_MY_BENCH
}  # fmt: skip
_SCOOPS = {"alone": v.ALONE, "": v.WITH_ALL, "into deck": v.INTO_DECK}
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
            return _attack_damage(base, rest)
        case ["heal", target, amount, *rest] if rest in ([], ["cure"]):
            special = {"all": v.ALL, "dealt": v.DEALT}
            healed = special[amount] if amount in special else read_damage(amount)
            targets = [v.SELF, v.MY_ACTIVE] if not rest else []
            if healed != v.DEALT:
                targets += [v.MY_ANY] if rest else [v.MY_ANY, v.MY_ALL]
            return Effect(v.HEAL, (target_among(*targets)(target), healed, len(rest)))
        case ["heal", "my_all", amount, "of", types]:
            bits = sum({1 << read_type(letter) for letter in types})
            return Effect(v.HEAL, (v.MY_ALL, read_damage(amount), bits))
        case ["mill", who, n]:
            return Effect(v.MILL, (one_of("player here", me=v.ME, opp=v.OPP)(who), number_of_cards(n)))
        case ["mill", "me", n, "attaching"]:
            return Effect(v.MILL, (v.ME, number_of_cards(n), 1))
        case ["look", n, "take", which, "0..1" | "1" as taken, "shuffle" | "discard" | "keep" as rest, *shown] if (
            shown
            in (
                [],
                ["shown"],
            )
        ):
            if rest == "keep" and n != "2":
                return None
            ways = (int(taken == "1"), ("shuffle", "discard", "keep").index(rest), len(shown))
            return Effect(v.LOOK, (number_of_cards(n), read_filter(which), *ways))
        case ["if", "self_has", which, "()", *rest] if rest in ([], ["else", "()"]):
            return Effect(v.UNLESS, (read_energy_filter(which),), parts=parts)
        case ["hit", "opp_bench", amount]:
            return Effect(v.HIT, (read_damage(amount),))
        case ["hit", where, amount]:
            return Effect(v.HIT, (read_damage(amount), pick("target here", where, _HITS), 1))
        case ["hit", where, amount, "on", n] if where != "opp_all":
            return Effect(v.HIT, (read_damage(amount), pick("target here", where, _HITS), up_to("Pokemon", 5)(n)))
        case ["move", which]:
            return Effect(v.MOVE, (read_energy_filter(which),))
        case ["move", which, "from", "self"]:
            return Effect(v.MOVE, (read_energy_filter(which), 1))
        case ["move", which, "as_you_like"]:
            return Effect(v.MOVE, (read_energy_filter(which), 2))
        case ["scoop", target, *rest] if rest in ([], ["alone"], ["into", "deck"]):
            return Effect(v.SCOOP, (target_among(v.SELF, v.MY_ANY)(target), _SCOOPS[" ".join(rest)]))
        case ["status", target, *ills] if ills:
            bits = 0
            for ill in ills:
                bits |= pick("Special Condition", ill, _ILLS)
            if bits & v.PARALYZED and target != "def":
                raise Wrong("only the defender can be paralyzed: the own Pokemon would recover at the end of this turn")
            return Effect(v.AFFLICT, (target_among(v.SELF, v.DEF, v.MY_ACTIVE)(target), bits))
        case ["knock_out", target]:
            return Effect(v.KNOCK_OUT, (target_among(v.DEF)(target), 0))
        case ["knock_out", target, "with", least, "damage"]:
            return Effect(v.KNOCK_OUT, (target_among(v.DEF)(target), read_damage(least)))
        case ["flip", coins, "heads", "()", "tails", "()"]:
            return Effect(v.FLIP, (number_of_coins(coins),), "heads", parts)
        case ["flip", coins, how, "()"] if how in _FLIPS:
            return Effect(v.FLIP, (number_of_coins(coins),), how, parts)
        case ["draw", "until", n]:
            return Effect(v.DRAW_UNTIL, (number_of_cards(n),))
        case ["draw", n]:
            return Effect(v.DRAW, (v.ME, _count(n, tuple(_COUNTS))))
        case ["draw", who, n]:
            both = read_who(who) == v.BOTH
            return Effect(v.DRAW, (read_who(who), _count(n, ("own_prizes",) if both else tuple(_COUNTS))))
        case ["take", source, which, n, "to", place, *rest] if rest in ([], ["shown"]):
            return _read_take(source, which, n, place, bool(rest))
        case ["strip", target, n, *rest] if len(rest) < 2:
            kind = _kind_to_strip(rest[0]) if rest else v.ANY
            stripped = v.ALL if n == "all" else number_of_energy(n)
            targets = [v.SELF, v.DEF, v.LAST] + ([v.OPP_ANY, v.ANYONE] if n != "all" else [])
            if n == "all" and rest and target == "last":
                raise Wrong("all Energy of a type is discarded from self or def")
            return Effect(v.STRIP, (target_among(*targets)(target), stripped, kind))
        case ["mark", target, mark, "until", until]:
            return _read_mark(target, mark, "", until)
        case ["mark", target, mark, amount, "until", until]:
            return _read_mark(target, mark, amount, until)
        case ["switch", who]:
            return Effect(v.SWITCH, (one_of("player here", me=v.ME, opp=v.OPP, them=v.THEM, self=v.INTO_SELF)(who),))
        case ["switch", who, "()"]:
            return Effect(v.SWITCH, (one_of("player here", opp=v.OPP)(who),), parts=parts)
        case ["choose", "()", "or", "()"]:
            return Effect(v.CHOOSE, parts=parts)
    return None


def _kind_to_strip(given: str) -> int:
    if given.startswith("basic:"):
        return v.BASIC_OF + read_type(given.removeprefix("basic:"), COLORS)
    kinds = {"special": v.SPECIAL, "plasma": v.PLASMA}
    return kinds[given] if given in kinds else read_type(given)


def _count(given: str, words: tuple[str, ...]) -> int:
    return _COUNTS[given] if given in words else number_of_cards(given)


def _attack_damage(base: str, rest: list[str]) -> Effect | None:
    ignoring = 0
    if rest[-3:] == ["ignoring", "weakness", "resistance"]:
        ignoring, rest = 1, rest[:-3]
    elif rest[-2:] == ["ignoring", "all"]:
        ignoring, rest = v.PIERCING, rest[:-2]
    elif rest[-2:] == ["ignoring", "resistance"]:
        ignoring, rest = v.UNRESISTED, rest[:-2]
    elif rest[-2:] == ["ignoring", "effects"]:
        ignoring, rest = v.UNAFFECTED, rest[:-2]
    amount, counter, parameter = 0, v.NONE, 0
    match rest:
        case []:
            pass
        case ["+", more, "per", "heads", "of", coins]:
            amount, counter, parameter = read_damage(more), v.HEADS, number_of_coins(coins)
        case ["+", more, "if", "heads", "of", coins]:
            amount, counter, parameter = read_damage(more), v.ALL_HEADS, number_of_coins(coins)
        case ["+", more, "per", what] if what.startswith("discard:"):
            wanted = read_filter(what.removeprefix("discard:"))
            return Effect(v.DAMAGE, (read_damage(base, 0), read_damage(more), v.IN_DISCARD, wanted, ignoring))
        case ["+", more, "if", what] if what.startswith("def_ill:"):
            amount, counter = read_damage(more), v.DEF_ILL
            parameter = pick("Special Condition", what.removeprefix("def_ill:"), _ILLS)
        case ["+", more, "per", what]:
            name, colon, letter = what.partition(":")
            amount, counter = read_damage(more), pick("counter", name, _COUNTERS)
            if colon and counter != v.ENERGY_SELF:
                raise Wrong(f"'{what}': only energy_self can be followed by a type")
            of_energy = counter in (v.ENERGY_SELF, v.ENERGY_DEF, v.ENERGY_BOTH)
            parameter = read_type(letter, COLORS) if colon else v.ANY if of_energy else 0
        case ["+", more, "if", what]:
            amount, counter = read_damage(more), pick("condition", what, _CONDITIONS)
        case _:
            return None
    if not read_damage(base, 0) + amount:
        raise Wrong("an attack without damage leaves the word out")
    return Effect(v.DAMAGE, (read_damage(base, 0), amount, counter, parameter, ignoring))


def _read_take(source: str, which: str, n: str, place: str, shown: bool) -> Effect:
    places = {"deck": v.FROM_DECK, "discard": v.FROM_DISCARD, "hand": v.FROM_HAND, "older": v.FROM_OLDER}
    where = pick("place to take from", source, places)
    low, dots, high = n.rpartition("..")
    if dots and low != "0":
        raise Wrong(f"'{n}' should be a number (as many as there are, at most so many) or 0.. and a number")
    name, colon, letter = place.partition(":")
    to = pick("place to put cards", name, _PLACES)
    if colon:
        if to not in (v.TO_BENCH, v.TO_ANY):
            raise Wrong(f"'{place}': only bench can be followed by a type")
        to += 1 + (v.PLASMA if letter == "plasma" else read_type(letter))
    if where == v.FROM_HAND and to < v.TO_SELF:
        raise Wrong(f"'{place}': cards of the hand go to a Pokemon, into play or to the discard pile")
    if to == v.TO_PLAY:
        wanted = read_filter(which, ("pokemon",))
        if any(not kind_of(part).basic for part in wanted.split("|")):
            raise Wrong(f"'{which}': only a Basic Pokemon comes into play: pokemon:basic")
    else:
        on_pokemon = v.TO_SELF <= to < v.TO_PLAY or to == v.TO_ONE
        wanted = read_energy_filter(which) if on_pokemon else read_filter(which)
    return Effect(v.TAKE, (where, wanted, int(not dots), number_of_cards(high), to + (v.SHOWN if shown else 0)))


def _read_mark(target: str, mark: str, amount: str, until: str) -> Effect:
    marks = {**{name: i for i, name in enumerate(v.MARKS)}, "no_attacks": v.LOCK}
    code = pick("mark", mark, marks)
    if bool(amount) != (code in (v.LESS, v.MORE)):
        raise Wrong(f"'{mark}' takes {'no amount' if amount else 'an amount'}")
    if code == v.MORE:
        if target != "me":
            raise Wrong(f"'{mark}' is a mark of the player: mark me more {amount} ...")
        holder = v.ME
    elif code == v.NO_ITEMS:
        if target != "opp":
            raise Wrong(f"'{mark}' is a mark of the other player: mark opp no_items ...")
        holder = v.OPP
    elif code == v.LOCK:
        holder = target_among(v.SELF)(target)
    else:
        holder = target_among(v.SELF, v.DEF)(target)
    number = read_damage(amount) if amount else v.EVERY if mark == "no_attacks" else 0
    return Effect(v.MARK, (holder, code, pick("time", until, _UNTILS), number))


# --- where effects may stand ------------------------------------------------------------------------------------------

_ON_TARGET = (v.HEAL, v.COUNTERS, v.AFFLICT, v.KNOCK_OUT, v.STRIP, v.DEVOLVE, v.MARK, v.SCOOP)


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
    if word == v.MARK and args[1] in (v.MORE, v.NO_ITEMS):
        return False
    if word == v.MOVE:
        return args[1:] == (1,)
    if word == v.UNLESS or (word == v.MILL and len(args) > 2):
        return True
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
        if word == v.DAMAGE and args[2] == v.STRIPPED and v.STRIP not in seen:
            raise Wrong("'stripped' is how many Energy cards were stripped before it, and none were")
        if home == "ability" and _on_self(effect) and word in (v.MARK, v.STRIP, v.MOVE):
            raise Wrong("only an attack can say 'mark self' or 'strip self'; Abilities work from the Bench too")
        if word == v.TAKE and args[0] == v.FROM_OLDER and v.PAY not in seen:
            raise Wrong("'older' is the discard pile without what was paid before, and nothing was; write discard")
        if word == v.FINISH and home == "attack":
            raise Wrong("an attack ends the turn in any case")
        if word == v.DRAW and args[1] == v.PURGED and v.PURGE not in seen:
            raise Wrong("'purged' is how many cards were purged before it, and nothing was")
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
