"""Setup and placement of the lords (MID-2)."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.errors import IllegalPick
from engine.games.middle_ages.game import GAME
from engine.games.middle_ages.rounds import FillRow, Round
from engine.games.middle_ages.setup import DrawEvents, DrawScout, PlaceLord
from engine.games.middle_ages.turn import MoveLord
from engine.match.match import Match
from tests.engine.games.middle_ages.positions import kingdom, row, sizes, walk

SEATS = [2, 3, 4, 5]


def begin(seats: int, seed: str = "setup") -> Match:
    return Match.begin("middle_ages", [(f"P{n}", "person") for n in range(seats)], seed=seed)


def set_up(seats: int, seed: str):
    """The state when everything is laid out and the first scout is about to be drawn."""
    for step, _, state in walk(seats, seed):
        if isinstance(step, DrawEvents):
            return state
    raise AssertionError


@pytest.mark.rule("MID-2.1", "MID-2.2", "MID-2.3", "MID-13.4")
@pytest.mark.parametrize(("seats", "orange"), [(2, 0), (3, 0), (4, 32), (5, 32)])
def test_stacks(seats, orange):
    state = GAME.setup(seats, {}, {})
    assert sizes(state) == f"B52 O{orange} N0 D0"
    tiles = state.box.tiles
    assert all(tiles[tile].colour == 0 for tile in state.stacks[0])
    assert all(tiles[tile].colour == 1 for tile in state.stacks[1])


@pytest.mark.rule("MID-2.1", "MID-13.4")
def test_every_blue_tile_is_equally_likely_in_the_display():
    seen = Counter(
        tile for game in range(600) for line in set_up(2, f"fair-{game}").display for tile in line
    )
    expected = 600 * 12 / 52
    chi_square = sum((seen[tile] - expected) ** 2 / expected for tile in range(84) if seen[tile])
    assert len(seen) == 52
    assert chi_square < 90  # 51 degrees of freedom: less than one in a thousand by chance


@pytest.mark.rule("MID-2.4", "MID-2.6")
@pytest.mark.parametrize("seats", SEATS)
def test_four_rows_are_filled_from_the_blue_stack_in_order(seats):
    laid = [value for step, value, _ in walk(seats, "rows") if isinstance(step, FillRow)]
    rows = [step.row for step, _, _ in walk(seats, "rows") if isinstance(step, FillRow)]
    assert rows == [0, 1, 2, 3]
    assert all(len(value) == seats + 1 for value in laid)
    state = set_up(seats, "rows")
    assert [sorted(line) for line in laid] == [sorted(row(state, n)) for n in (1, 2, 3, 4)]
    assert len(state.stacks[0]) == 52 - 4 * (seats + 1)


@pytest.mark.rule("MID-2.5")
def test_row_is_ordered_by_number_and_draw():
    state = GAME.setup(3, {}, {})
    drawn = ("field_03", "palace_07", "field_01", "field_02")
    FillRow(0).apply(state, drawn)
    assert row(state, 1) == ["field_03", "field_01", "field_02", "palace_07"]


@pytest.mark.rule("MID-2.5")
@pytest.mark.parametrize("seats", SEATS)
def test_every_row_is_in_ascending_order(seats):
    state = set_up(seats, "ascending")
    for line in state.display:
        numbers = [state.box.tile_number[tile] for tile in line]
        assert numbers == sorted(numbers)


def test_impossible_row_is_refused():
    state = GAME.setup(3, {}, {})
    step = FillRow(0)
    right = ("field_03", "palace_07", "field_01", "field_02")
    assert step.check(state, right) is None
    for wrong in (
        right[:3],
        ("field_03", "field_03", "field_01", "field_02"),
        ("field_03", "palace_07", "field_01", "field_04"),  # orange, which stays in the box
        ("field_03", "palace_07", "field_01", "field_77"),
        ("field_03", "palace_07", "field_01", 3),
        "field_03",
        7,
    ):
        assert step.check(state, wrong) is not None


@pytest.mark.rule("MID-2.7")
def test_four_of_the_fifteen_events_are_laid_out():
    state = set_up(3, "events")
    assert len(set(state.events)) == len(state.events) == 4
    seen = Counter(event for game in range(300) for event in set_up(2, f"e-{game}").events)
    assert len(seen) == 15
    fresh = GAME.setup(2, {}, {})
    assert DrawEvents().check(fresh, ("alliance", "subsidy", "earthquake", "black_death")) is None
    for wrong in (("alliance",), ("alliance",) * 4, ("alliance", "subsidy", "earthquake", "x"), 4):
        assert DrawEvents().check(fresh, wrong) is not None


@pytest.mark.rule("MID-2.8")
def test_supplies_are_common():
    state = set_up(5, "supplies")
    assert (state.coin_tokens_left, sum(state.plot_tokens_left)) == (8, 8)


@pytest.mark.rule("MID-2.9")
@pytest.mark.parametrize("seats", SEATS)
def test_scouts_are_drawn_one_by_one_and_placed_at_once(seats):
    happened = []
    for step, value, _ in walk(seats, "placing"):
        if isinstance(step, Round):
            break
        if isinstance(step, DrawScout):
            happened.append(("draw", value))
        elif isinstance(step, PlaceLord) and value is not None:
            happened.append(("place", step.seat))
    drawn = [seat for what, seat in happened if what == "draw"]
    placed = [seat for what, seat in happened if what == "place"]
    assert sorted(placed) == list(range(seats))
    assert drawn == placed[:-1]  # the last scout is no longer in doubt
    assert [what for what, _ in happened] == ["draw", "place"] * (seats - 1) + ["place"]


@pytest.mark.rule("MID-2.9", "MID-13.4")
def test_next_scout_is_a_barrier_and_unknown_before_its_draw():
    match = begin(3)
    (pending,) = match.pending()
    assert not any(isinstance(step, PlaceLord) for step in match.state.agenda[:-1])
    match.choose(pending.seat, 1)
    assert match.why_not_undo(pending.seat) is not None
    assert match.log[-1].step == "DrawScout"
    drawn = {begin(3, f"seed-{n}").pending()[0].seat for n in range(30)}
    assert drawn == {0, 1, 2}
    check = DrawScout().check
    assert check(kingdom(match), pending.seat) is not None
    assert check(kingdom(match), "0") is not None
    assert check(kingdom(match), 3) is not None


@pytest.mark.rule("MID-2.10")
def test_lord_is_placed_on_a_free_tile_of_row_1():
    match = begin(3)
    (first,) = match.pending()
    assert match.options(first.seat) == [1, 2, 3, 4]
    match.choose(first.seat, 3)
    assert kingdom(match).lord_on(0, 2) == first.seat
    (second,) = match.pending()
    assert match.options(second.seat) == [1, 2, 4]
    refusal = match.refuse(second.seat, 3)
    assert refusal is not None
    assert refusal.rule == "MID-2.10"
    for wrong in (3, 0, 5, "pass", ("display", 1, 1)):
        with pytest.raises(IllegalPick):
            match.choose(second.seat, wrong)
    elsewhere = second.decision.refuse_place(match.state, (), ("display", 2, 1))
    assert elsewhere is not None
    assert elsewhere.rule == "MID-2.10"


@pytest.mark.rule("MID-2.11")
@pytest.mark.parametrize("seats", SEATS)
def test_one_tile_stays_free_and_the_scouts_return(seats):
    state = next(state for step, _, state in walk(seats, "free") if isinstance(step, MoveLord))
    lords = set(zip(state.lord_row, state.lord_at, strict=True))
    assert len(lords) == seats
    assert {line for line, _ in lords} == {0}
    assert state.scout_row == [-1] * seats
    assert len(state.discard) == 1
    match = begin(seats)
    while match.state.round == 0:
        (pending,) = match.pending()
        match.choose(pending.seat, match.options(pending.seat)[0])
    rules = [note.rule for notes in match.notes for note in notes]
    assert "MID-2.11" in rules


def test_opening_is_logged():
    match = begin(2)
    rules = [note.rule for notes in match.notes for note in notes]
    assert rules == ["MID-2.4"] * 4 + ["MID-2.7", "MID-2.9"]
