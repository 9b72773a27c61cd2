"""Bit sets agree with Python's sets."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.geometry.bit_sets import mask_of, member, members, union

numbers = st.sets(st.integers(0, 90))


@given(numbers, numbers)
def test_set_has_exactly_its_members(one: set[int], other: set[int]):
    assert members(mask_of(one)) == tuple(sorted(one))
    assert [member(mask_of(one), index) for index in range(len(one))] == sorted(one)
    assert mask_of(one) & mask_of(other) == mask_of(one & other)
    assert mask_of(one).bit_count() == len(one)


@given(st.lists(numbers), st.data())
def test_union_has_the_members_of_the_chosen_sets(sets: list[set[int]], data: st.DataObject):
    chosen = data.draw(st.sets(st.sampled_from(range(len(sets))))) if sets else set[int]()
    expected = set[int]().union(*(sets[number] for number in chosen))
    assert union([mask_of(each) for each in sets], mask_of(chosen)) == mask_of(expected)
