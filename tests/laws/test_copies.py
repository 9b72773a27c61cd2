"""Copies are equal and share nothing mutable."""

from typing import Any

from hypothesis import given

from engine.match.match import Match
from tests.laws.driving import (
    Driver,
    every_sort_of_table,
    examples,
    mutable_parts,
    part_played,
    readers,
    seeds,
)


@every_sort_of_table
@given(number=seeds)
@examples(5)
def test_copy_equals_original(game: str, seats: int, number: int):
    state = part_played(game, seats, number).state
    copy = state.copy()
    assert copy is not state
    assert type(copy) is type(state)
    assert copy == state
    assert copy.digest() == state.digest()
    assert copy.plain() == state.plain()


@every_sort_of_table
@given(number=seeds)
@examples(5)
def test_copy_shares_nothing_mutable(game: str, seats: int, number: int):
    match = part_played(game, seats, number)
    own = mutable_parts(match.state)
    for copy in (match.state.copy(), *(match.view(reader) for reader in readers(match))):
        parts = mutable_parts(copy)
        assert len(parts) > 2
        assert not own.keys() & parts.keys()


@every_sort_of_table
@given(number=seeds)
@examples(3)
def test_match_and_copy_are_independent(game: str, seats: int, number: int):
    match = part_played(game, seats, number)
    copy, digest = match.state.copy(), match.state.digest()
    other = Match.load(match.header, match.log)
    driver = Driver(number)
    for _ in driver.drive(match, 20):
        assert copy.digest() == digest
    assert copy == other.state
    after = match.state.digest()
    spoil(copy)
    assert match.state.digest() == after


@every_sort_of_table
@given(number=seeds)
@examples(3)
def test_views_can_be_copied_too(game: str, seats: int, number: int):
    match = part_played(game, seats, number)
    for reader in readers(match):
        view = match.view(reader)
        copy = view.copy()
        assert copy.digest() == view.digest()
        assert not mutable_parts(copy).keys() & mutable_parts(view).keys()
        spoil(copy)
        assert view.digest() == match.view(reader).digest()


def spoil(state: Any) -> None:
    """Empty every reachable list and dict."""
    for part in mutable_parts(state).values():
        if isinstance(part, list | dict):
            part.clear()
