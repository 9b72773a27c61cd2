"""Multiset and subset parts, compared with brute force."""

from __future__ import annotations

from itertools import pairwise, permutations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.chance import Dice
from engine.core.parts import MultisetPart, SubsetPart, allows, amount, some, total, why_not

KINDS = ("wood", "clay", "stone", 4)


@st.composite
def bags(draw: st.DrawFn) -> MultisetPart:
    numbers = draw(st.lists(st.integers(0, 3), min_size=1, max_size=4))
    least = draw(st.integers(0, 4))
    most = draw(st.none() | st.integers(least, 8))
    return MultisetPart(tuple(zip(KINDS, numbers, strict=False)), least, most)


@st.composite
def sparing(draw: st.DrawFn) -> MultisetPart:
    """Draw a bag that leaves out at least one kind."""
    numbers = draw(st.lists(st.integers(1, 3), min_size=2, max_size=4))
    return MultisetPart(tuple(zip(KINDS, numbers, strict=False)), 1, spares=True)


@given(sparing(), st.integers(0, 99))
def test_multiset_with_exclusion_omits_one_kind(bag: MultisetPart, number: int):
    whole = MultisetPart(bag.pool, bag.least, bag.most)
    every = [one for one in every_bag(whole) if len(one) < len(bag.pool)]
    assert sorted(map(repr, bag.some(10_000))) == sorted(map(repr, every))
    assert bag.count == len(every)
    assert bag.largest == max(map(total, every))
    assert bag.holds(bag.sample(Dice(b"%d" % number)))
    for one in whole.some(50):
        assert bag.holds(one) == (len(one) < len(bag.pool))
        assert (bag.why_not(one) is None) == bag.holds(one)


@st.composite
def marks(draw: st.DrawFn) -> SubsetPart:
    things = KINDS[: draw(st.integers(0, 4))]
    least = draw(st.integers(0, 3))
    most = draw(st.none() | st.integers(least, 4))
    return SubsetPart(things, least, most, ordered=draw(st.booleans()))


def every_bag(bag: MultisetPart) -> list[tuple[tuple[Any, int], ...]]:
    """Return all bags, by trying every number of every kind."""
    most = 99 if bag.most is None else bag.most
    rows = product(*([(kind, n) for n in range(held + 1)] for kind, held in bag.pool))
    return [
        tuple(entry for entry in row if entry[1])
        for row in rows
        if bag.least <= sum(n for _, n in row) <= most
    ]


@given(bags())
def test_multiset_lists_everything_once(bag: MultisetPart):
    every = every_bag(bag)
    listed = bag.some(10_000)
    assert sorted(map(repr, listed)) == sorted(map(repr, every))
    assert bag.count == len(every)
    assert bag.possible == bool(every)
    assert bag.only == (every[0] if len(every) == 1 else None)
    assert all(bag.holds(one) and bag.why_not(one) is None for one in every)
    assert [total(one) for one in listed] == sorted(total(one) for one in listed)


@given(bags(), st.integers(1, 10))
def test_limited_listing_is_spread_over_all_multisets(bag: MultisetPart, most: int):
    chosen = bag.some(most)
    assert len(chosen) == min(most, bag.count)
    assert len(set(chosen)) == len(chosen)
    assert all(map(bag.holds, chosen))
    if bag.count > 2 * most > 4:
        listed = bag.some(10_000)
        gaps = [listed.index(b) - listed.index(a) for a, b in pairwise(chosen)]
        assert max(gaps) - min(gaps) <= 1


@given(bags(), st.integers(0, 99))
def test_sampled_multiset_is_valid(bag: MultisetPart, number: int):
    if bag.possible:
        assert bag.holds(bag.sample(Dice(b"%d" % number)))


def test_every_multiset_can_be_sampled():
    bag = MultisetPart((("wood", 2), ("clay", 1)), 1)
    drawn = {bag.sample(Dice(b"%d" % number)) for number in range(200)}
    assert drawn == set(every_bag(bag))


@pytest.mark.parametrize(
    "value",
    [
        "wood",
        None,
        ("wood",),
        (("wood",),),
        (("wood", 0),),
        (("wood", -1),),
        (("wood", True),),
        (("wood", 1.0),),
        (("wood", 3),),
        (("gold", 1),),
        (("wood", 1), ("wood", 1)),
        (("clay", 1), ("wood", 1)),
        (["wood", 1],),
        [("wood", 1)],
    ],
)
def test_malformed_multiset_is_refused(value: Any):
    bag = MultisetPart((("wood", 2), ("clay", 2)), 1, 3)
    assert not bag.holds(value)
    assert bag.why_not(value) is not None


def test_multiset_refusal_explains_the_number():
    pool = (("wood", 3), ("clay", 3))
    two = (("wood", 2),)

    def refusal_of(bag: MultisetPart, value: Any) -> str:
        reason = bag.why_not(value)
        return "" if reason is None else reason.plain()

    assert refusal_of(MultisetPart(pool, 3, 3), two) == "Choose exactly 3."
    assert refusal_of(MultisetPart(pool, 3), two) == "Choose at least 3."
    assert refusal_of(MultisetPart(pool, 0, 1), two) == "Choose at most 1."
    assert refusal_of(MultisetPart(pool, 1), (("wood", 4),)) == (
        "There are not that many available."
    )
    assert refusal_of(MultisetPart(pool, 2, 2), two) == ""


def test_multiset_is_built_in_pool_order():
    bag = MultisetPart((("wood", 3), ("clay", 3)))
    made = bag.of({"clay": 1, "wood": 2})
    assert made == (("wood", 2), ("clay", 1))
    assert bag.of({"clay": 0}) == ()
    assert (total(made), amount(made, "clay"), amount(made, "stone")) == (3, 1, 0)


def every_mark(marks: SubsetPart) -> list[tuple[Any, ...]]:
    """Return all subsets, by trying all orders of every size."""
    most = 99 if marks.most is None else marks.most
    ways = (
        way
        for size in range(marks.least, min(most, len(marks.things)) + 1)
        for way in permutations(marks.things, size)
    )
    place = marks.things.index
    return [way for way in ways if marks.ordered or list(way) == sorted(way, key=place)]


@given(marks())
def test_marks_list_all_combinations_and_no_other(marks: SubsetPart):
    every = every_mark(marks)
    assert sorted(map(repr, marks.some(10_000))) == sorted(map(repr, every))
    assert marks.count == len(every)
    assert marks.possible == bool(every)
    for way in every:
        assert marks.holds(way)
        assert marks.why_not(way) is None
        if len(way) > 1:
            assert marks.holds(way[::-1]) == marks.ordered
            assert not marks.holds((*way, way[0]))


@given(marks(), st.integers(1, 6), st.integers(0, 99))
def test_limited_listing_and_samples_of_marks_are_valid(marks: SubsetPart, most: int, number: int):
    chosen = marks.some(most)
    assert len(chosen) <= most
    assert all(map(marks.holds, chosen))
    if marks.possible:
        assert chosen
        assert marks.holds(marks.sample(Dice(b"%d" % number)))


def after(chosen: tuple[Any, ...]) -> Any:
    """Return a kind, then its number; nothing after "none"."""
    if not chosen:
        return ("wood", "none")
    if chosen == ("wood",):
        return MultisetPart((("wood", 2),), 1)
    return ()


def test_picks_by_parts_are_complete_and_parts_consistent():
    wood = (("wood", 1),)
    every = [("wood", wood), ("wood", (("wood", 2),)), ("none",)]
    assert some(after) == every
    assert all(allows(after, pick) for pick in every)
    none_of_them: tuple[Any, ...] = ((), ("wood",), ("none", wood), ("wood", ()), ("gold",), "none")
    for pick in (*none_of_them, ("wood", wood, 1)):
        assert not allows(after, pick)
    reason = why_not(after, ("wood", (("wood", 3),)))
    assert reason is not None
    assert reason.plain() == "There are not that many available."
    assert why_not(after, ("gold",)) is None


def test_limited_listing_of_ordered_marks_has_no_duplicates():
    found = SubsetPart(tuple(range(5)), 1, ordered=True).some(60)
    assert len(found) == len(set(found))
