"""Destruction, the graveyard and payments (MID-8, MID-9)."""

from __future__ import annotations

import pytest

from engine.core.step import Decision
from engine.games.middle_ages.scoring import EndGame, Reconstruct, ResolveEvent
from engine.games.middle_ages.state import ATTACKS_PAID, EVENTS_PAID, PENALTY_PAID, TRIBUTE_PAID
from engine.games.middle_ages.tokens import ReturnTile
from engine.games.middle_ages.turn import MoveLord
from tests.engine.games.middle_ages.positions import (
    Lord,
    fief,
    grave,
    pending_step,
    run_agenda,
    table,
    turn,
    walk,
)


@pytest.mark.rule("MID-8.1")
def test_destroyed_tile_goes_to_the_graveyard_of_its_owner():
    state = turn(table(Lord(0, takes="barracks_01"), Lord(0, "field_01"), Lord(0, "mill_06")), 0)
    assert [grave(state, seat) for seat in (0, 1, 2)] == [set(), {"field_01"}, {"mill_06"}]
    assert fief(state, 1) == [0] * 8
    assert state.farmers[2] == 0


@pytest.mark.rule("MID-8.2", "MID-8.3")
@pytest.mark.parametrize("seats", [3, 5])
def test_only_village_and_reconstruction_empty_a_graveyard(seats):
    for number in range(20):
        before: list[tuple[int, ...]] = [()] * seats
        for step, value, state in walk(seats, f"graves-{number}"):
            buried = {tile for tiles in state.graveyards for tile in tiles}
            assert not buried & {*state.discard, *(tile for pile in state.stacks for tile in pile)}
            for seat in range(seats):
                gone = set(before[seat]) - set(state.graveyards[seat])
                if gone:
                    assert isinstance(step, ReturnTile | Reconstruct)
                    assert step.seat == seat
                    assert [state.box.tiles[tile].id for tile in gone] == [value]
            before = list(state.graveyards)


@pytest.mark.rule("MID-8.4")
@pytest.mark.parametrize("tiles", ["field_01 church_02 mill_06", "mill_06 field_01 church_02"])
def test_any_tile_of_the_graveyard_may_be_chosen(tiles):
    state = turn(table(Lord(0, grave=tiles, takes="village_01"), Lord()), 0)
    assert set(pending_step(state).options(state)) == {"field_01", "church_02", "mill_06"}
    assert pending_step(state).target(state, ("mill_06",)) == ("grave", 0, "mill_06")
    assert pending_step(state).label(state, ("mill_06",)).plain() == "Mill 5 (1 farmer)"


@pytest.mark.rule("MID-8.5", "MID-11.18")
def test_destruction_takes_the_topmost_tile_without_asking():
    state = table(Lord(0, "palace_01 palace_05"), Lord(), round=4, events="peasants_revolt")
    state.push(ResolveEvent(0))
    run_agenda(state)
    assert grave(state, 0) == {"palace_05"}
    assert state.agenda == []


@pytest.mark.rule("MID-8.6")
def test_destroying_triggers_nothing():
    victim = Lord(7, "market_06 mill_06")
    state = turn(table(Lord(0, takes="barracks_01"), victim), 0)
    assert grave(state, 1) == {"mill_06"}
    assert state.coins[1] == 5
    assert not any(isinstance(step, Decision) for step in state.agenda)


@pytest.mark.rule("MID-9.1")
def test_coins_never_become_negative_and_no_debt_remains():
    state = table(Lord(0, takes="mill_01"), Lord(1), Lord(0, takes="barracks_01"))
    turn(state, 0)
    turn(state, 2)
    assert state.coins[1] == 0
    state.gain(1, 5, 0)
    assert state.coins[1] == 5


@pytest.mark.rule("MID-9.2")
def test_tribute_and_attack_go_to_the_active_player():
    for tile in ("mill_01", "barracks_01"):
        state = table(Lord(0, takes=tile), Lord(9), Lord(9))
        before = sum(state.coins)
        turn(state, 0)
        assert state.coins == [6, 7, 7]
        assert sum(state.coins) == before + 2  # the income came from the supply


@pytest.mark.rule("MID-9.2")
def test_other_payments_go_to_the_supply():
    state = table(Lord(9, (0, 0, 0, 0, 0, 0, 1, 0)), Lord(9), round=4, events="costly_ceremonies")
    state.push(ResolveEvent(0))
    run_agenda(state)
    assert state.coins == [7, 9]


@pytest.mark.rule("MID-9.3")
def test_coins_are_only_lost_by_tribute_attack_event_and_penalty():
    paid = {TRIBUTE_PAID, ATTACKS_PAID, EVENTS_PAID, PENALTY_PAID}
    for number in range(10):
        before: list[list[int]] = []
        for step, _, state in walk(3, f"coins-{number}"):
            for seat, ledger in enumerate(state.ledgers):
                for entry, amount in enumerate(ledger):
                    if before and amount < before[seat][entry]:
                        assert entry in paid
                        if entry == EVENTS_PAID:
                            assert isinstance(step, ResolveEvent)
                        elif entry == PENALTY_PAID:
                            assert isinstance(step, EndGame)
                        elif isinstance(step, MoveLord):
                            assert step.seat != seat
            before = [list(ledger) for ledger in state.ledgers]
