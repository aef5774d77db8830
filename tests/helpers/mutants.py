"""Broken twins of an honest card game: one small fault each, and the clause of the conformance test that names it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any
from zlib import crc32

from mulligan.core.game import UNSEEN, Game
from mulligan.kernel import record

from . import cellar
from .cellar import CELLAR, DISCARD, DOWN, FIELDS, RANKS, TOSS, random_below, ranks_of, shuffled


@dataclass(frozen=True)
class Mutant:
    """A game with a fault, in words, and the clause that catches it."""

    name: str
    fault: str
    clause: str
    game: Game


MUTANTS: dict[str, Mutant] = {}


def mutant(name: str, clause: str, *more: str, **changes: Any) -> Callable[[Any], Any]:
    """Register the game with a function replaced; its docstring says what is wrong.

    `more` names functions of the contract that are taken from the attributes of the decorated one.
    """

    def register(function: Any) -> Any:
        field = function.__name__.split("_")[0]
        others = {part: getattr(function, part) for part in more}
        fault = " ".join((function.__doc__ or "").split())
        MUTANTS[name] = Mutant(name, fault, clause, replace(CELLAR, **{field: function}, **others, **changes))
        return function

    return register


def with_fields(**fields: Any) -> Any:
    """The state with more in it."""
    return record(**FIELDS, **fields)


# --- what hide leaves -------------------------------------------------------------------------------------------------


@mutant("own deck", "redealt honesty")
def hide_keeps_the_own_deck(s: Any, t: Any, seat: int, rng: Any) -> None:
    """The order of the seat's own deck survives hiding."""
    kept = list(s.deck[seat])
    cellar.hide(s, t, seat, rng)
    s.deck[seat][:] = kept


def deal_fates(s: Any, t: Any, rng: Any) -> None:
    cellar.deal(s, t, rng)
    s.fates = random_below(rng, 1 << 12)


@mutant("early fate", "redealt honesty", State=with_fields(fates="i8"), deal=deal_fates)
def play_by_fate(s: Any, t: Any, move: int, rng: Any) -> None:
    """All coins are tossed at the deal and kept in the state, which hiding leaves as it is."""
    before = list(s.points)
    player, tossing = s.turn % 2, s.stage != DISCARD and move == TOSS
    face = s.fates >> s.turn & 1
    cellar.play(s, t, move, rng)
    if tossing:
        gained = s.points[player] - before[player]
        s.coin = 1 + face
        s.points[player] += 2 * face - gained


def sampled_until(s: Any, t: Any, seat: int, rng: Any, like_the_truth: Callable[[Any], Any]) -> None:
    """Sample until a statistic is as it was."""
    wanted = like_the_truth(s)
    for _ in range(200):
        cellar.hide(s, t, seat, rng)
        if like_the_truth(s) == wanted:
            return


@mutant("hash bit", "redealt honesty")
def hide_keeps_a_hash_bit(s: Any, t: Any, seat: int, rng: Any) -> None:
    """Only samples whose hidden hand has the same hash bit as the true one are kept."""
    sampled_until(s, t, seat, rng, lambda s: crc32(bytes(ranks_of(s.hand[1 - seat]))) & 1)


@mutant("parity", "redealt honesty")
def hide_keeps_a_parity(s: Any, t: Any, seat: int, rng: Any) -> None:
    """Only samples in which the ranks of the other hand have the true parity are kept."""
    sampled_until(s, t, seat, rng, lambda s: sum(ranks_of(s.hand[1 - seat])) & 1)


@mutant("next card", "redealt honesty")
def hide_keeps_the_next_card(s: Any, t: Any, seat: int, rng: Any) -> None:
    """The next card of the other deck stays where it is."""
    sampled_until(s, t, seat, rng, lambda s: s.deck[1 - seat][s.drawn[1 - seat] % RANKS])


@mutant("one card in place", "redealt honesty")
def hide_keeps_where_the_one_is(s: Any, t: Any, seat: int, rng: Any) -> None:
    """Whether the other holds the 1 is as in truth."""
    sampled_until(s, t, seat, rng, lambda s: s.hand[1 - seat] & 2)


@mutant("sometimes the truth", "hidden honesty")
def hide_agrees_too_often(s: Any, t: Any, seat: int, rng: Any) -> None:
    """One sample in eight is the truth itself."""
    if random_below(rng, 8):
        cellar.hide(s, t, seat, rng)


@mutant("rare truth", "twin games")
def hide_peeks_in_rare_positions(s: Any, t: Any, seat: int, rng: Any) -> None:
    """After heads, once the seat has a card face down, the other hand keeps its parity."""
    if s.coin == 2 and s.down[seat]:
        hide_keeps_a_parity(s, t, seat, rng)
    else:
        cellar.hide(s, t, seat, rng)


def play_with_a_note(s: Any, t: Any, move: int, rng: Any) -> None:
    p = s.turn % 2
    if s.stage != DISCARD and move == cellar.PEEK:
        s.note[p] = s.deck[1 - p][RANKS - 1]
    cellar.play(s, t, move, rng)


@mutant("another's memory", "twin games", State=with_fields(note=("i8", 2)), play=play_with_a_note)
def hide_keeps_notes(s: Any, t: Any, seat: int, rng: Any) -> None:
    """What the other has seen of the seat's deck is noted in the state, and hiding leaves the note."""
    cellar.hide(s, t, seat, rng)


def play_with_remains(s: Any, t: Any, move: int, rng: Any) -> None:
    cellar.play(s, t, move, rng)
    if s.over == 0:
        s.last = s.hand[s.turn % 2]


@mutant("remains", "redealt honesty", State=with_fields(last="i8"), play=play_with_remains)
def hide_leaves_remains(s: Any, t: Any, seat: int, rng: Any) -> None:
    """A field for intermediate results still holds the hand of the player to move."""
    cellar.hide(s, t, seat, rng)


# --- samples that are not fair ----------------------------------------------------------------------------------------


def best_for_the_other(s: Any, seat: int, rng: Any) -> None:
    """The other gets its best cards in hand."""
    place = sorted(cellar.unseen(s, seat), reverse=True)
    held = s.hand[1 - seat].bit_count()
    rest = place[held:]
    shuffled(rest, 0, len(rest), rng)
    cellar.place(s, seat, place[:held] + rest)


@mutant("unfair later", "hidden fairness")
def hide_is_unfair_later(s: Any, t: Any, seat: int, rng: Any) -> None:
    """From the fourth turn on the other is always given its best cards."""
    cellar.hide(s, t, seat, rng)
    if s.turn >= 4 and not s.over:
        best_for_the_other(s, seat, rng)
        if not cellar.fits(s, seat):
            cellar.hide(s, t, seat, rng)


@mutant("biased", "hidden fairness")
def hide_prefers_low_cards(s: Any, t: Any, seat: int, rng: Any) -> None:
    """Of two samples the one in which the other holds less is taken."""
    cellar.hide(s, t, seat, rng)
    first, hand = [list(part) for part in (s.hand, s.down)] + [list(s.deck[1 - seat])], s.hand[1 - seat]
    cellar.hide(s, t, seat, rng)
    if hand < s.hand[1 - seat]:
        s.hand[:], s.down[:], s.deck[1 - seat][:] = first


@mutant("deck in order", "hidden fairness")
def hide_sorts_the_own_deck(s: Any, t: Any, seat: int, rng: Any) -> None:
    """The own deck is not shuffled but sorted, so that every sample draws the lowest card next."""
    cellar.hide(s, t, seat, rng)
    low = s.drawn[seat]
    s.deck[seat][low:] = sorted(s.deck[seat][low:])


@mutant("late bias in the deck", "hidden fairness")
def hide_puts_the_best_on_top_late(s: Any, t: Any, seat: int, rng: Any) -> None:
    """In the second half of the game the best card of the own deck lies on top of it in every sample."""
    cellar.hide(s, t, seat, rng)
    low = s.drawn[seat]
    if s.turn >= 5 and low < RANKS:
        best = max(range(low, RANKS), key=lambda i: int(s.deck[seat][i]))
        s.deck[seat][low], s.deck[seat][best] = s.deck[seat][best], s.deck[seat][low]


# --- what is seen of moves --------------------------------------------------------------------------------------------


@mutant("told too much", "seen secret")
def seen_tells_face_down_cards(s: Any, t: Any, move: int, seat: int) -> int:
    """The other is told which card was laid face down."""
    return move


@mutant("told too little", "seen open")
def seen_hides_open_cards(s: Any, t: Any, move: int, seat: int) -> int:
    """The other is not told of cards that are played face up."""
    return UNSEEN if seat != s.turn % 2 and move < TOSS else move


@mutant("told something else", "seen open")
def seen_tells_another_move(s: Any, t: Any, move: int, seat: int) -> int:
    """The other is told of a toss as a peek."""
    return cellar.PEEK if move == TOSS and seat != s.turn % 2 else cellar.seen(s, t, move, seat)


@mutant("own moves unseen", "seen open")
def seen_hides_own_moves(s: Any, t: Any, move: int, seat: int) -> int:
    """Who lays a card face down is not told of it either."""
    return UNSEEN if DOWN < move < TOSS and s.stage != DISCARD else move


# --- what is observed -------------------------------------------------------------------------------------------------


def observing(change: Callable[[Any, int, list[int]], list[int]]) -> Any:
    def observe(s: Any, t: Any, seat: int, out: Any) -> int:
        numbers = change(s, seat, cellar.known(s, seat))
        out[: len(numbers)] = numbers
        return len(numbers)

    return observe


@mutant("blind to the peek", "twin games")
def observe_forgets_the_peek(s: Any, t: Any, seat: int, out: Any) -> int:
    """The bottom card that the seat has seen is missing in what it observes."""
    return int(observing(lambda s, seat, numbers: [*numbers[:-2], numbers[-1]])(s, t, seat, out))


@mutant("blind to the own hand", "redealt honesty")
def observe_forgets_the_own_hand(s: Any, t: Any, seat: int, out: Any) -> int:
    """Of the own hand only the number of cards is observed."""
    return int(observing(lambda s, seat, numbers: [numbers[0].bit_count(), *numbers[1:]])(s, t, seat, out))


@mutant("blind to what was laid", "complete view")
def observe_forgets_what_was_laid(s: Any, t: Any, seat: int, out: Any) -> int:
    """Neither the own hand nor the own cards that lie face down are observed, but only how many."""
    change = observing(lambda s, seat, n: [s.hand[seat] | s.down[seat], n[1].bit_count(), *n[2:]])
    return int(change(s, t, seat, out))


@mutant("observes too much", "hidden view")
def observe_tells_the_other_hand(s: Any, t: Any, seat: int, out: Any) -> int:
    """The seat observes the sum of the other hand."""
    return int(observing(lambda s, seat, numbers: [*numbers, sum(ranks_of(s.hand[1 - seat]))])(s, t, seat, out))


# --- moves, keys, chance ----------------------------------------------------------------------------------------------


@mutant("telling moves", "hidden view")
def options_by_the_other_hand(s: Any, t: Any, form: int, out: Any) -> int:
    """A toss is offered only if the other does not hold the 8."""
    n = cellar.options(s, t, form, out)
    if s.stage != DISCARD and n > 1 and s.hand[1 - s.turn % 2] >> 8 & 1:
        moves = [move for move in out[:n] if move != TOSS]
        out[: len(moves)] = moves
        return len(moves)
    return n


@mutant("telling keys", "redealt moves")
def key_by_the_other_hand(s: Any, t: Any, move: int) -> int:
    """The keys of moves tell whether the other holds the 8."""
    return move + 64 * (s.hand[1 - s.turn % 2] >> 8 & 1)


def play_with_outcome(s: Any, t: Any, move: int, rng: Any) -> None:
    old = list(s.hand)
    cellar.play(s, t, move, rng)
    s.fresh = sum(s.hand[p] & ~old[p] for p in range(2))


@mutant("telling outcome", "redealt honesty", State=with_fields(fresh="i8"), play=play_with_outcome)
def outcome_tells_the_draw(s: Any) -> int:
    """The outcome of a move is the card that was drawn, by whomever, and hiding leaves it."""
    return int(s.fresh)


@mutant("peeking rule player", "redealt styles")
def advise_by_the_other_hand(s: Any, t: Any, style: int, rng: Any, out: Any) -> int:
    """The rule player tosses if the other holds a higher card."""
    cellar.advise(s, t, style, rng, out)
    if s.stage != DISCARD and s.hand[1 - s.turn % 2] > s.hand[s.turn % 2]:
        out[0] = TOSS
    return 1


@mutant("lazy shuffle", "full shuffle")
def shuffle_leaves_a_deck(s: Any, t: Any, firm: int, rng: Any) -> None:
    """Shuffling leaves the second deck in its order."""
    shuffled(s.deck[0], s.drawn[0], RANKS - s.peeked[1], rng)


# --- rare stages ------------------------------------------------------------------------------------------------------


@mutant("unanswerable question", "rare stages")
def hide_forgets_the_question(s: Any, t: Any, seat: int, rng: Any) -> None:
    """While the other is asked what to discard, samples need not hold a card that may be."""
    stage, s.stage = s.stage, 0
    cellar.hide(s, t, seat, rng)
    s.stage = stage


@mutant("no number", "rare stages")
def evaluate_is_no_number(s: Any, t: Any, seat: int, style: int) -> float:
    """While a player with exactly 12 points is asked what to discard, the evaluation is not a number."""
    if s.stage == DISCARD and s.points[s.turn % 2] == 12:
        return float("nan")
    return cellar.evaluate(s, t, seat, style)
