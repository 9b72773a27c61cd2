"""Every match ends; every pending decision has options; legal picks are accepted, others
refused."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.chance import Dice
from engine.errors import IllegalPick, NotYourTurn
from engine.games import load
from engine.match.match import Match
from engine.match.playout import play_on, set_up
from engine.match.position import PendingDecision
from tests.laws.driving import (
    Driver,
    begin,
    every_table,
    examples,
    played,
    seeds,
)

JUNK: list[Any] = [
    -1,
    0,
    7,
    10**9,
    "",
    "no such thing",
    (),
    ((),),
    (0,),
    (0, 0),
    ("a", 1),
    ((0,), (0,)),
    (((1, 2), 3), "x"),
    None,
    2.5,
    [],
    {},
    object(),
]


def neighbours(pick: Any) -> list[Any]:
    """Return picks that resemble a legal one."""
    if isinstance(pick, int):
        return [pick + 1, pick - 1, -pick - 1, str(pick), (pick,)]
    if isinstance(pick, str):
        return [pick + "x", pick.upper() + "?", pick[:-1], (pick,)]
    near = [(*pick, 0), (*pick, *pick), pick[1:], pick[:-1], pick[::-1], list(pick)]
    for index, part in enumerate(pick):
        near += [(*pick[:index], other, *pick[index + 1 :]) for other in neighbours(part)]
    return near


def tries(match: Match, pending: PendingDecision, driver: Driver) -> list[Any]:
    """Return values that a program might try as picks."""
    return [*JUNK, *neighbours(driver.pick(match, pending))]


def assert_refused(match: Match, pending: PendingDecision, pick: Any) -> None:
    refusal = match.refuse(pending.seat, pick)
    assert refusal is not None
    assert refusal.rule
    assert refusal.reason.plain()
    before, log = match.state.copy(), list(match.log)
    with pytest.raises(IllegalPick) as caught:
        match.choose(pending.seat, pick)
    assert caught.value.refusal.rule == refusal.rule
    assert caught.value.decision == pending.decision.name
    assert match.state == before
    assert match.log == log


@every_table
@pytest.mark.parametrize("number", range(5))
def test_every_match_ends_with_a_place_for_every_seat(game: str, seats: int, number: int):
    match = played(game, seats, number)
    assert match.over
    assert match.pending() == []
    for reader in [None, *range(seats)]:
        standings = match.game.standings(match.view(reader))
        assert sorted(one.seat for one in standings) == list(range(seats))
        assert min(one.place for one in standings) == 1
        for one in standings:
            parts = [number for _, number in match.game.sources(match.view(reader), one.seat)]
            assert not parts or max(0, sum(parts)) == max(0, one.total)


@pytest.mark.long
@every_table
def test_a_thousand_matches_end(game: str, seats: int):
    for number in range(1000):
        state = set_up(load(game), seats, {}, {})
        play_on(state, seed=str(number), dice=[Driver(number).dice] * seats)
        assert state.over


@every_table
@given(number=seeds)
@examples(5)
def test_every_open_decision_has_options_and_all_are_allowed(game: str, seats: int, number: int):
    match = begin(game, seats, number)
    driver = Driver(number)
    for pending in driver.drive(match):
        options = match.options(pending.seat)
        assert options
        for option in options:
            assert pending.decision.allows(match.state, option)
            assert match.refuse(pending.seat, option) is None
        if pending.decision.listed:
            assert pending.decision.always_asks or len(options) > 1
            assert len(set(options)) == len(options)


@every_table
@given(number=seeds)
@examples(5)
def test_samples_are_legal(game: str, seats: int, number: int):
    match = begin(game, seats, number)
    driver = Driver(number)
    for pending in driver.drive(match):
        for _ in range(3):
            pick = pending.decision.sample(match.state, driver.dice)
            assert match.refuse(pending.seat, pick) is None


@every_table
@given(number=seeds)
@examples(3)
def test_picks_that_are_not_options_are_refused_and_change_nothing(
    game: str, seats: int, number: int
):
    match = begin(game, seats, number)
    driver = Driver(number)
    for pending in driver.drive(match):
        if not driver.sometimes(4):
            continue
        options = match.options(pending.seat)
        for pick in tries(match, pending, driver):
            if pending.decision.listed:
                assert (match.refuse(pending.seat, pick) is None) == (pick in options)
            if match.refuse(pending.seat, pick) is not None:
                assert_refused(match, pending, pick)


@every_table
@given(number=seeds)
@examples(3)
def test_seats_without_a_decision_are_refused(game: str, seats: int, number: int):
    match = begin(game, seats, number)
    driver = Driver(number)
    for pending in driver.drive(match):
        waiting = set(range(-2, seats + 1)) - {one.seat for one in match.pending()}
        before, log = match.state.copy(), list(match.log)
        for seat in waiting:
            with pytest.raises(NotYourTurn):
                match.choose(seat, match.options(pending.seat)[0])
            with pytest.raises(NotYourTurn):
                match.options(seat)
        assert (match.state, match.log) == (before, log)
    for seat in range(seats):
        with pytest.raises(NotYourTurn):
            match.choose(seat, 0)


@every_table
@given(data=st.data())
@examples(4)
def test_every_decision_and_option_has_a_text(game: str, seats: int, data: st.DataObject):
    number = data.draw(seeds)
    match = begin(game, seats, number)
    driver = Driver(number)
    for pending in driver.drive(match):
        view = match.view(pending.seat)
        assert pending.decision.question(view).plain()
        assert pending.decision.rules
        pick = driver.pick(match, pending)
        parts = pending.decision.parts_of(pick)
        assert 1 <= len(parts) <= pending.decision.parts
        for size in range(1, len(parts) + 1):
            if pending.decision.listed:
                assert parts[size - 1] in pending.decision.part_options(view, parts[: size - 1])
            assert pending.decision.label(view, parts[:size]).plain()
            pending.decision.target(view, parts[:size])
        if driver.sometimes(6):
            assert all(text.plain() for text in match.game.describe(view))
            for sheet in match.game.sheets(view):
                assert all(len(row.cells) == len(sheet.columns) for row in sheet.rows)
            assert isinstance(match.game.value(view, pending.seat), float | int)


@every_table
def test_different_seeds_differ_only_in_chance(game: str, seats: int):
    one, same, other = (begin(game, seats, seed) for seed in (1, 1, 2))
    for match in (one, same, other):
        for _ in Driver(0).drive(match):
            pass
    assert one.log == same.log
    assert one.log != other.log


def test_driver_with_the_same_number_makes_the_same_picks():
    assert [Driver(3).dice.roll() for _ in range(4)] == [Driver(3).dice.roll() for _ in range(4)]
    assert isinstance(Driver(3).dice, Dice)
