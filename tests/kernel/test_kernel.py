"""The kernel: random streams, records, bit sets, and Python that is compiled, kept on disk, or given back as it was."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from mulligan.kernel import (
    Stream,
    as_dict,
    below,
    compiled,
    draw,
    entry,
    floats,
    fork,
    hurried,
    inlined,
    integers,
    interpret,
    is_compiled,
    lowest,
    pack,
    pick,
    plain,
    record,
    records,
    restart,
    seed_of,
    shuffle_part,
    size,
    stream,
    uniform,
)
from mulligan.kernel.records import plain_class
from mulligan.kernel.streams import FACTOR, PERIOD

TRIES = settings(max_examples=200, deadline=None, derandomize=True)
FEWER = settings(TRIES, max_examples=60)
DRAW, BELOW, UNIFORM, FORK, SHUFFLE, FORKED, LOWEST, SIZE, PICK = range(9)


def make_lab() -> Any:
    """One entry to everything that is tried out as machine code."""

    @entry
    def lab(what, rngs, a, b, out, values):  # type: ignore[no-untyped-def]
        rng = rngs[0]
        if what == LOWEST:
            return lowest(a)
        if what == SIZE:
            return size(a)
        if what == PICK:
            return pick(a, b)
        if what == SHUFFLE:
            shuffle_part(out, a, b, rng)
            return 0
        if what == FORKED:
            restart(rngs[1], fork(rng))
        for i in range(len(out)):
            if what == DRAW:
                out[i] = draw(rng)
            elif what == BELOW:
                out[i] = below(rng, a)
            elif what == UNIFORM:
                values[i] = uniform(rng)
            elif what == FORK:
                out[i] = fork(rng)
            else:
                out[i] = draw(rng)
                values[i] = draw(rngs[1])
        return 0

    return lab


lab = make_lab()
plain_lab = interpret(lab)


def run(what: int, n: int = 1, a: int = 0, b: int = 0, name: Any = "kernel", packed: bool = True) -> tuple[Any, Any]:
    """What the lab writes into its two buffers."""
    rngs = records(Stream, 2, packed=packed)
    if packed:
        rngs["z"] = seed_of(name)
    else:
        rngs[0].z = rngs[1].z = seed_of(name)
    out, values = integers(n, packed=packed), floats(n, packed=packed)
    (lab if packed else plain_lab)(what, rngs, a, b, out, values)
    return out, values


def is_even(counts: list[int]) -> bool:
    """Whether counts are as equal as chance makes them; a false alarm is rarer than 1 in 5,000."""
    return bool(stats.chisquare(counts).pvalue > 0.0002)


# --- streams ----------------------------------------------------------------------------------------------------------


def test_the_generator_is_multiply_with_carry_and_never_leaves_63_bits() -> None:
    z, expected = seed_of("kernel"), []
    for _ in range(2000):
        z = FACTOR * (z % 2**32) + z // 2**32
        assert 0 < z < PERIOD < 2**63
        expected.append((z ^ z // 2**32) % 2**32)
    assert run(DRAW, 2000)[0].tolist() == expected
    assert run(DRAW, 2000, packed=False)[0] == expected
    assert FACTOR * (2**32 - 1) + (PERIOD >> 32) < 2**63


def test_its_period_is_half_of_all_numbers_below_a_safe_prime() -> None:
    def is_prime(n: int) -> bool:  # Miller and Rabin; these bases leave no doubt below 2**64
        odd, twos = n - 1, 0
        while odd % 2 == 0:
            odd, twos = odd // 2, twos + 1
        powers = (
            [pow(base, odd << i, n) for i in range(twos)] for base in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)
        )
        return all(found[0] == 1 or n - 1 in found for found in powers)

    assert is_prime(PERIOD)
    assert is_prime((PERIOD - 1) // 2)


def test_machine_code_and_plain_python_draw_the_same_numbers() -> None:
    for what, a in ((BELOW, 6), (BELOW, 2**31 - 1), (FORK, 0), (FORKED, 0), (UNIFORM, 0)):
        fast, slow = run(what, 300, a), run(what, 300, a, packed=False)
        assert [list(part) for part in fast] == [list(part) for part in slow]


def test_names_of_streams_mean_the_same_for_ever() -> None:
    assert seed_of(1, "deal", 7) == 2295832589020292549
    assert seed_of("tree", 0) == 2614253943239903048
    assert seed_of() == 123709359399507719
    assert stream(1, "deal", 7)["z"][0] == stream(1, "deal", 7, packed=False)[0].z == seed_of(1, "deal", 7)


def test_different_names_give_different_streams() -> None:
    names: list[tuple[Any, ...]] = [(i,) for i in range(500)] + [(str(i),) for i in range(500)]
    names += [(1, "deal", i) for i in range(500)] + [(1, "agent", i) for i in range(500)] + [("1deal", 7), ((1, 2), 3)]
    seeds = [seed_of(*name) for name in names]
    assert len(set(seeds)) == len(names)
    assert all(0 < seed < PERIOD for seed in seeds)
    first = [run(DRAW, name=name)[0][0] for name in names]
    assert len(set(first)) > len(names) - 3


@pytest.mark.parametrize("n", [2, 3, 6, 7, 52, 1000])
def test_whole_numbers_are_equally_likely(n: int) -> None:
    counts = np.bincount(run(BELOW, 200_000, n)[0], minlength=n)
    assert len(counts) == n
    assert is_even(counts.tolist())


def test_real_numbers_fill_the_unit_interval_evenly() -> None:
    values = run(UNIFORM, 200_000)[1]
    assert 0.0 <= values.min() < values.max() < 1.0
    assert is_even(np.histogram(values, 100, (0, 1))[0].tolist())


def test_all_orders_of_four_cards_are_equally_likely() -> None:
    rngs, cards, values = np.concatenate([stream("shuffle")] * 2), integers(4), floats(1)
    found: Counter[tuple[int, ...]] = Counter()
    for _ in range(24_000):
        cards[:] = range(4)
        lab(SHUFFLE, rngs, 0, 4, cards, values)
        found[tuple(cards.tolist())] += 1
    assert set(found) == set(permutations(range(4)))
    assert is_even(list(found.values()))


@given(st.lists(st.integers(-5, 5), max_size=12), st.data())
@TRIES
def test_shuffling_a_part_moves_nothing_else_and_loses_nothing(cards: list[int], data: st.DataObject) -> None:
    low = data.draw(st.integers(0, len(cards)))
    high = data.draw(st.integers(low, len(cards)))
    seed = data.draw(st.integers(0, 99))
    slow, fast = list(cards), np.array(cards, np.int64)
    plain_lab(SHUFFLE, stream(seed, packed=False) * 2, low, high, slow, [0.0])
    lab(SHUFFLE, np.concatenate([stream(seed)] * 2), low, high, fast, floats(1))
    assert slow == fast.tolist()
    assert slow[:low] == cards[:low] and slow[high:] == cards[high:]
    assert sorted(slow) == sorted(cards)


def test_a_forked_stream_has_nothing_to_do_with_its_parent() -> None:
    n = 100_000
    for name in range(5):
        mine, theirs = run(FORKED, n, name=name)
        for shift in range(3):
            assert abs(np.corrcoef(mine[shift:], theirs[: n - shift])[0, 1]) < 4 / n**0.5
    starts = run(FORK, 20_000)[0]
    assert len(set(starts.tolist())) == 20_000
    assert 0 < starts.min() <= starts.max() < PERIOD
    assert is_even(np.histogram(starts, 64, (0, 2**62))[0].tolist())


# --- records ----------------------------------------------------------------------------------------------------------

NUMBERS = {"i1": st.integers(-128, 127), "i4": st.integers(-(2**31), 2**31 - 1), "i8": st.integers(-(2**63), 2**63 - 1)}
SHAPES = st.sampled_from([(), (1,), (3,), (2, 2), (2, 1, 3)])
NAMES = st.text("abcdefgh", min_size=1, max_size=3)


def layouts(depth: int = 2) -> st.SearchStrategy[np.dtype[Any]]:
    """Records of numbers and arrays, and of records and arrays of these."""
    kinds: st.SearchStrategy[Any] = st.sampled_from([*NUMBERS, "f8"])
    if depth:
        kinds |= layouts(depth - 1)
    parts = st.tuples(kinds, SHAPES).map(lambda part: part if part[1] else part[0])
    return st.dictionaries(NAMES, parts, min_size=1, max_size=4).map(lambda fields: record(**fields))


def fill(item: Any, data: st.DataObject) -> Any:
    """Put something into every place of an ordinary record."""

    def value(old: Any, kind: np.dtype[Any]) -> Any:
        if isinstance(old, list):
            for i, part in enumerate(old):
                filled = value(part, kind)
                if not kind.names:
                    old[i] = filled
            return old
        if kind.names:
            return fill(old, data)
        return data.draw(st.floats(allow_nan=False) if kind.kind == "f" else NUMBERS[kind.str[1:]])

    for name in item.layout.names:
        setattr(item, name, value(getattr(item, name), item.layout.fields[name][0].base))
    return item


@given(layouts(), st.data())
@FEWER
def test_packing_and_unpacking_undo_each_other(layout: np.dtype[Any], data: st.DataObject) -> None:
    item = fill(plain_class(layout)(), data)
    packed = pack([item])
    assert packed.dtype == layout
    assert as_dict(plain(packed[0])) == as_dict(item) == as_dict(packed[0])
    assert pack([plain(packed[0])]).tobytes() == packed.tobytes()
    assert repr(plain(packed[0])) == repr(item)


@given(layouts(), st.data())
@FEWER
def test_assigning_a_record_copies_it_in_both_forms(layout: np.dtype[Any], data: st.DataObject) -> None:
    pile = records(layout, 2, packed=False)
    fill(pile[0], data)
    packed = pack(pile)
    before = as_dict(pile[0])
    for both in (pile, packed):
        both[1] = both[0]
        assert as_dict(both[1]) == as_dict(both[0]) == before
    fill(pile[0], data)
    packed[0] = pack(pile)[0]
    assert as_dict(pile[1]) == as_dict(packed[1]) == before
    assert as_dict(pile[0]) == as_dict(packed[0])


def test_new_records_are_zero_in_both_forms() -> None:
    layout = record(life=("i8", (2, 3)), share="f8", card=record(kind="i1"), hand=(record(kind="i4"), 2))
    for packed in (True, False):
        for item in records(layout, 2, packed=packed):
            assert as_dict(item) == {
                "life": [[0, 0, 0], [0, 0, 0]],
                "share": 0.0,
                "card": {"kind": 0},
                "hand": [{"kind": 0}, {"kind": 0}],
            }


def test_a_record_among_records_is_copied_too() -> None:
    item = records(record(hand=(record(kind="i8"), 2)), 1, packed=False)[0]
    item.hand[0].kind = 5
    item.hand[1] = item.hand[0]
    item.hand[0].kind = 6
    assert [card.kind for card in item.hand] == [6, 5]


# --- bits -------------------------------------------------------------------------------------------------------------


@given(st.integers(1, 2**62 - 1), st.data())
@TRIES
def test_bit_sets_are_counted_and_picked_alike_by_machine_code_and_python(mask: int, data: st.DataObject) -> None:
    bits = [i for i in range(62) if mask >> i & 1]
    n = data.draw(st.integers(0, len(bits) - 1))
    rngs, nothing = records(Stream, 2), (integers(1), floats(1))
    for function in (lab, plain_lab):
        assert function(LOWEST, rngs, mask, 0, *nothing) == bits[0]
        assert function(SIZE, rngs, mask, 0, *nothing) == len(bits)
        assert function(PICK, rngs, mask, n, *nothing) == 1 << bits[n]


def test_the_empty_set_has_no_members() -> None:
    assert lab(SIZE, records(Stream, 2), 0, 0, integers(1), floats(1)) == 0


# --- compiled and interpreted -----------------------------------------------------------------------------------------

SQUARES = np.array([[0, 1, 4], [9, 16, 25]])
CARDS = np.array([(3, 1.5)], record(cost="i8", worth="f8"))


@compiled
def square(row, i):  # type: ignore[no-untyped-def]
    return SQUARES[row][i]


@compiled(inline=True)
def worth(i):  # type: ignore[no-untyped-def]
    return CARDS[i].worth * CARDS[i].cost


def make_sum(shift: int) -> tuple[Any, Any]:
    """A function that calls another closure, which calls a function of the module."""

    @compiled
    def shifted(row, i):  # type: ignore[no-untyped-def]
        return square(row, i) + shift

    @entry
    def total(n):  # type: ignore[no-untyped-def]
        found = worth(0)
        for row in range(n):
            for i in range(3):
                found += shifted(row, i)
        return found

    return shifted, total


def test_interpreting_reaches_closures_helpers_and_tables() -> None:
    for shift in (0, 100):
        shifted, total = make_sum(shift)
        slow = interpret(total)
        assert is_compiled(total) and is_compiled(shifted) and not is_compiled(slow)
        assert slow(2) == total(2) == 55 + 6 * shift + 4.5
        called = dict(zip(slow.__code__.co_freevars, slow.__closure__, strict=True))["shifted"].cell_contents
        assert not is_compiled(called)
        assert not is_compiled(called.__globals__["square"])
        assert called.__globals__["square"].__globals__["SQUARES"] == SQUARES.tolist()


def test_interpreted_functions_may_call_each_other_in_a_ring() -> None:
    def even(n: int) -> bool:
        return n == 0 or odd(n - 1)

    def odd(n: int) -> bool:
        return n > 0 and even(n - 1)

    assert interpret(even)(10) and interpret(odd)(7)


def test_interpreting_leaves_the_original_alone() -> None:
    before = square.py_func.__globals__["SQUARES"]
    interpret(square)(1, 1)
    assert square.py_func.__globals__["SQUARES"] is before is SQUARES


def test_a_part_of_a_program_cannot_be_called_by_itself_and_says_so() -> None:
    with pytest.raises(KeyError, match="square is compiled into its callers only"):
        square(1, 2)
    assert square.py_func(1, 2) == 25


def test_a_mark_of_one_word_is_the_mark_with_its_option() -> None:
    def double(x: int) -> int:
        return 2 * x

    def how(mark: Any) -> Any:
        made = mark(double)
        return made.targetoptions, made._compiler.pipeline_class

    assert how(inlined) == how(compiled(inline=True)) != how(compiled)
    assert how(hurried) == how(entry(hurry=True)) != how(entry)
    assert hurried(double)(21) == 42
