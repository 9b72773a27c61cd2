"""Streams of chance: no two outcomes of a match are drawn from the same place."""

from collections import Counter

import pytest
from hypothesis import given

from engine.core.chance import TABLE_STREAM, Dice
from engine.core.event import CHANCE_EVENT
from engine.match.match import Match
from tests.laws.driving import Driver, begin, every_sort_of_table, examples, seeds

Place = tuple[str, int, int]


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Place]:
    """Record the places from which outcomes are drawn."""
    places: list[Place] = []
    at = Dice.at.__func__  # type: ignore[attr-defined]

    def noted(cls: type[Dice], seed: str, stream: int, count: int) -> Dice:
        places.append((seed, stream, count))
        dice: Dice = at(cls, seed, stream, count)
        return dice

    monkeypatch.setattr(Dice, "at", classmethod(noted))
    return places


@pytest.mark.parametrize("number", range(3))
@every_sort_of_table
def test_two_outcomes_use_different_random_streams(
    drawn: list[Place], game: str, seats: int, number: int
):
    match = begin(game, seats, number)
    for _ in Driver(number).drive(match):
        pass
    assert drawn
    assert max(Counter(drawn).values()) == 1
    assert {stream for _, stream, _ in drawn} <= {TABLE_STREAM, *range(seats)}


@every_sort_of_table
@given(number=seeds)
@examples(2)
def test_random_stream_depends_only_on_its_own_outcomes(game: str, seats: int, number: int):
    match = begin(game, seats, number)
    for _ in Driver(number).drive(match):
        assert match.state.draws == outcomes(match)
    assert match.state.draws == outcomes(match)


def outcomes(match: Match) -> list[int]:
    """Return the number of outcomes in each seat's stream and, last, in the table's."""
    streams = [event.seat for event in match.line if event.kind == CHANCE_EVENT]
    return [streams.count(stream) for stream in (*range(match.state.seats), TABLE_STREAM)]
