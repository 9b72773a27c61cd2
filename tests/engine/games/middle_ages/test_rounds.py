"""The round, the refill and the stacks, one decision at a time (MID-3, MID-10, MID-13)."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.core.step import ChanceStep, Decision
from engine.games.middle_ages.game import GAME
from engine.games.middle_ages.rounds import FillRow, RefillRow, Round
from engine.games.middle_ages.scoring import EndGame, Reconstruct, ResolveEvent
from engine.games.middle_ages.setup import DrawEvents, DrawScout
from engine.games.middle_ages.state import GAP
from engine.games.middle_ages.tokens import PlaceCoinToken, ReturnTile
from engine.games.middle_ages.turn import Income, MoveLord, Turn
from engine.match import interpreter
from engine.match.match import Match
from tests.engine.games.middle_ages.positions import (
    Lord,
    column,
    fief,
    noted,
    pending_step,
    row,
    run_agenda,
    sizes,
    table,
    turn,
    walk,
)

SEATS = [2, 3, 4, 5]

STACKS = """
    setup | B40 D0 | B36 D0 | B32 O32 D0 | B28 O32 D0
    1 | B37 D1 | B32 D1 | B27 O32 D1 | B22 O32 D1
    2 | B34 D2 | B28 D2 | B22 O32 D2 | B16 O32 D2
    3 | B31 D3 | B24 D3 | B17 O32 D3 | B10 O32 D3
    4 | B28 D4 | B20 D4 | B12 O32 D4 | B4 O32 D4
    5 | B25 D5 | B16 D5 | B7 O32 D5 | B0 O30 D5
    6 | B22 D6 | B12 D6 | B2 O32 D6 | O24 D6
    7 | B19 D7 | B8 D7 | B0 O29 D7 | O18 D7
    8 | B16 D8 | B4 D8 | O24 D8 | O12 D8
    9 | B13 D9 | B0 D9 | O19 D9 | O6 D9
    10 | B10 D10 | N6 D0 | O14 D10 | O0 D10
    11 | B7 D11 | N2 D1 | O9 D11 | N5 D0
    12 | B4 D12 | N0 D0 | O4 D12 | N0 D0
    16 | B4 D16 | N0 D4 | O4 D16 | N0 D4
"""


def stacks_after(seats: int) -> dict[str, str]:
    """A column of the rules' table, with omitted stacks as empty ones."""
    expected = {}
    for line in STACKS.split("\n"):
        if cells := [cell.strip() for cell in line.split("|")]:
            if len(cells) < 5:
                continue
            known = {cell[0]: cell for cell in cells[seats - 1].split()}
            expected[cells[0]] = " ".join(known.get(name, f"{name}0") for name in "BOND")
    return expected


@pytest.mark.rule("MID-10.9", "MID-10.3", "MID-10.4", "MID-10.5", "MID-10.6", "MID-3.9")
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_stacks_after_every_round(seats, seed):
    found = {}
    for step, _, state in walk(seats, f"stacks-{seed}"):
        if isinstance(step, DrawEvents):
            found["setup"] = sizes(state)
        elif isinstance(step, RefillRow):
            found[str(state.round)] = sizes(state)
        elif isinstance(step, EndGame):
            found["16"] = sizes(state)
    assert found == stacks_after(seats)


@pytest.mark.rule("MID-3.1", "MID-12.1")
@pytest.mark.parametrize("seats", SEATS)
def test_there_are_sixteen_rounds(seats):
    steps = [step for step, _, _ in walk(seats, "sixteen")]
    assert sum(isinstance(step, Round) for step in steps) == 16
    assert isinstance(steps[-1], EndGame)
    assert isinstance(steps[-2], ResolveEvent | Reconstruct)


@pytest.mark.rule("MID-3.2", "MID-11.1", "MID-3.9")
@pytest.mark.parametrize("seats", SEATS)
def test_discard_turns_refill_event(seats):
    rounds: dict[int, list[str]] = {}
    for step, value, state in walk(seats, "order"):
        if isinstance(step, Round | Turn | RefillRow | ResolveEvent):
            assert value is None or isinstance(step, ChanceStep)
            rounds.setdefault(state.round, []).append(step.name)
    for number, happened in rounds.items():
        expected = ["Round"] + ["Turn"] * seats
        if number <= 12:
            expected.append("RefillRow")
        if number in (4, 8, 12, 16):
            expected.append("ResolveEvent")
        assert happened == expected


@pytest.mark.rule("MID-3.3", "MID-3.4")
@pytest.mark.parametrize("seats", SEATS)
def test_tile_without_a_lord_is_discarded_before_the_first_turn(seats):
    before: list[int] = []
    reserved: set[tuple[int, int]] = set()
    rounds = 0
    for step, _, state in walk(seats, "discard"):
        if isinstance(step, Round):
            rounds += 1
            line = state.plan.row
            (left,) = set(before[line * (seats + 1) :][: seats + 1]) - set(state.display[line])
            assert state.discard[-1] == left
            at = before.index(left) - line * (seats + 1)
            assert state.lord_on(line, at) == -1
            assert (line, at) not in reserved
        before = [tile for line in state.display for tile in line]
        reserved = set(zip(state.scout_row, state.scout_at, strict=True))
    assert rounds == 16


@pytest.mark.rule("MID-3.5", "MID-3.6", "MID-3.8")
@pytest.mark.parametrize("seats", SEATS)
def test_turns_follow_the_lords_from_left_to_right(seats):
    order: list[int] = []
    turns: list[int] = []
    reached: list[int] = []
    for step, _, state in walk(seats, "left-to-right"):
        if isinstance(step, Round):
            assert sorted(turns) == sorted(order)
            assert turns == order
            by_place = sorted(range(seats), key=lambda seat: state.lord_at[seat])
            assert state.order == by_place
            assert not reached or reached == by_place
            order, turns, reached = list(state.order), [], []
        elif isinstance(step, Turn):
            turns.append(step.seat)
            assert state.active == step.seat
        elif isinstance(step, RefillRow):
            assert state.plan.next_row is not None
            reached = state.turn_order(state.plan.next_row)
    assert turns == order


@pytest.mark.rule("MID-3.6")
def test_passing_is_impossible():
    state = table(Lord(), Lord())
    state.push(Turn(0))
    run_agenda(state)
    assert not pending_step(state).allows(state, "pass")
    assert all(isinstance(pick, int) for pick in pending_step(state).options(state))


@pytest.mark.rule("MID-3.7")
def test_tile_leaving_a_row_leaves_a_gap():
    state = table(
        Lord(at=(1, 3)), Lord(at=(1, 1)), Lord(at=(1, 4)), rows={1: "field_01 - mill_01 market_01"}
    )
    turn(state, 0)
    assert row(state, 1) == ["field_01", "-", "-", "market_01"]
    assert state.turn_order(0) == [1, 2]


@pytest.mark.rule("MID-3.10")
@pytest.mark.parametrize("seats", SEATS)
def test_lords_leave_in_round_16_without_moving(seats):
    moves = 0
    for step, value, state in walk(seats, "last"):
        moves += isinstance(step, MoveLord) and value is not None
        if isinstance(step, MoveLord):
            assert state.round < 16
    assert moves == 15 * seats
    assert state.lord_row == [-1] * seats
    assert all(tile == GAP for line in state.display for tile in line)


@pytest.mark.rule("MID-10.1", "MID-10.2")
@pytest.mark.parametrize("seats", SEATS)
def test_refilled_row_is_resolved_four_rounds_later(seats):
    refilled: dict[int, list[int]] = {}
    for step, _, state in walk(seats, "refill"):
        if isinstance(step, RefillRow):
            assert step.row == state.plan.row
            tiles = state.display[step.row]
            numbers = [state.box.tile_number[tile] for tile in tiles]
            assert GAP not in tiles
            assert numbers == sorted(numbers)
            refilled[state.round] = list(tiles)
        if isinstance(step, Round) and state.round > 4:
            before = refilled[state.round - 4]
            now = [tile for tile in state.display[state.plan.row] if tile != GAP]
            assert [tile for tile in before if tile in now] == now
            assert len(now) == seats


@pytest.mark.rule("MID-10.4", "MID-10.8")
def test_tiles_on_the_table_are_never_reshuffled():
    state = table(Lord(0, "field_01", grave="mill_01"), Lord(), Lord(), round=10)
    index = state.box.tile_index
    state.stacks = [[], [], []]
    state.discard = [index[name] for name in ("market_02", "market_01", "church_01", "palace_01")]
    step = RefillRow(1)
    assert step.check(state, ("field_01", "market_01", "church_01", "palace_01")) is not None
    assert step.check(state, ("mill_01", "market_01", "church_01", "palace_01")) is not None
    drawn = ("palace_01", "market_02", "church_01", "market_01")
    assert step.check(state, drawn) is None
    step.apply(state, drawn)
    assert row(state, 2) == ["market_02", "market_01", "church_01", "palace_01"]
    assert state.discard == []
    assert noted(state) == ["MID-10.4", "MID-10.1"]


@pytest.mark.rule("MID-10.6")
def test_five_players_reshuffle_blue_and_orange_discards_together():
    state = table(*[Lord()] * 5, round=11)
    index = state.box.tile_index
    state.stacks = [[], [index["mill_13"]], []]
    names = ("field_01", "field_04", "mill_01", "mill_02", "church_01", "palace_01", "palace_02")
    state.discard = [index[name] for name in names]
    step = RefillRow(2)
    drawn = ("mill_13", *names[:5])
    assert step.check(state, drawn) is None
    assert step.check(state, (*names[:5], "mill_13")) is not None
    step.apply(state, drawn)
    assert sizes(state) == "B0 O0 N2 D0"
    assert noted(state) == ["MID-10.6", "MID-10.1"]


@pytest.mark.rule("MID-10.4")
def test_discard_pile_is_reshuffled_when_a_tile_must_be_drawn():
    state = table(Lord(), Lord(), Lord(), round=9)
    state.stacks = [state.stacks[0][:4], [], []]
    state.discard = [state.box.tile_index["palace_07"]]
    drawn = tuple(state.box.tiles[tile].id for tile in state.stacks[0])
    RefillRow(0).apply(state, drawn)
    assert sizes(state) == "B0 O0 N0 D1"


@pytest.mark.rule("MID-10.7")
def test_row_from_two_stacks_is_ordered_by_number():
    state = table(*[Lord()] * 4, round=7)
    index = state.box.tile_index
    state.stacks = [
        [index["palace_01"]],
        [index[f"field_{n}"] for n in ("04", "06", "11", "13")],
        [],
    ]
    drawn = ("palace_01", "field_13", "field_04", "field_11", "field_06")
    RefillRow(2).apply(state, drawn)
    assert row(state, 3) == ["field_04", "field_06", "field_11", "field_13", "palace_01"]


@pytest.mark.rule("MID-10.10", "MID-13.4")
def test_refills_are_automatic_and_all_randomness_is_logged():
    match = Match.begin("middle_ages", [("A", "person"), ("B", "person")], seed="random")
    while not match.over:
        (pending,) = match.pending()
        match.choose(pending.seat, match.options(pending.seat)[0])
    chance = Counter(event.step for event in match.log if event.kind == "chance")
    assert chance == {"FillRow": 4, "DrawEvents": 1, "DrawScout": 1, "RefillRow": 12}
    again = Match.load(match.header, list(match.log), notes=False)
    assert again.state.plain() == match.state.plain()


@pytest.mark.rule("MID-13.1")
@pytest.mark.parametrize("seats", SEATS)
def test_one_decision_is_open_and_belongs_to_the_active_player(seats):
    for step, value, state in walk(seats, "one"):
        if isinstance(step, Decision) and value is None:
            assert sum(isinstance(one, Decision) for one in state.agenda[-1:]) == 1
            if not isinstance(step, Reconstruct):
                assert step.seat == state.active


@pytest.mark.rule("MID-13.2")
def test_reconstruction_follows_the_turn_order_of_the_next_round():
    dead = "field_01 field_02", "mill_01 mill_02", "church_01 church_02", ""
    lords = [Lord(grave=tiles, at=(1, at)) for tiles, at in zip(dead, (4, 1, 3, 2), strict=True)]
    state = table(*lords, round=4, events="reconstruction", rows={4: "- - - - -"})
    state.push(ResolveEvent(0))
    run_agenda(state)
    asked_in_turn = []
    while state.agenda:
        asked_in_turn.append(pending_step(state).seat)
        run_agenda(state, pending_step(state).options(state)[0])
    assert asked_in_turn == [1, 2, 0]


@pytest.mark.rule("MID-13.2")
def test_reconstruction_after_round_16_follows_that_rounds_order():
    lords = [
        Lord(grave="field_01 field_02", at=(4, 2), takes="field_03"),
        Lord(grave="mill_01 mill_02", at=(4, 1), takes="field_04"),
    ]
    state = table(*lords, round=16, events="alliance subsidy earthquake reconstruction")
    state.push(*[Turn(seat) for seat in state.order], ResolveEvent(3))
    run_agenda(state)
    assert state.lord_row == [-1, -1]
    assert pending_step(state) == Reconstruct(1)


@pytest.mark.rule("MID-13.3")
def test_decision_with_one_option_is_automatic_and_logged():
    state = table(Lord(0, grave="rampart_01", takes="village_01"), Lord())
    match = Match.begin("middle_ages", [("A", "person"), ("B", "person")], seed="x")
    match.state = state
    state.push(ReturnTile(0), Income(0, 2))
    interpreter.run(match, sampling=True)
    assert column(state, 0, "rampart") == ["rampart_01"]
    assert noted(state)[:2] == ["MID-5.7", "MID-4.10"]


@pytest.mark.rule("MID-13.3")
def test_single_free_column_is_automatic():
    tokens = "field mill village rampart market barracks church"
    state = table(Lord(coin_tokens=tokens), Lord())
    assert list(PlaceCoinToken(0).options(state)) == ["palace"]


@pytest.mark.rule("MID-13.4")
def test_same_seed_gives_the_same_game_and_another_gives_another():
    def game(seed: str) -> list[object]:
        return [value for step, value, _ in walk(3, seed) if not isinstance(step, DrawScout)]

    assert game("same") == game("same")
    assert game("same") != game("other")


@pytest.mark.rule("MID-13.4")
def test_every_draw_names_what_it_reveals():
    for step in (FillRow(0), RefillRow(0), DrawEvents(), DrawScout()):
        assert "since been" in step.reveals.plain()


def test_opening_position_does_not_depend_on_number_of_players():
    for seats in SEATS:
        state = GAME.setup(seats, {}, {})
        assert [fief(state, seat) for seat in range(seats)] == [[0] * 8] * seats
