"""The event cards (MID-11)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.middle_ages.components import components
from engine.games.middle_ages.events import RULES
from engine.games.middle_ages.rounds import RefillRow, Round
from engine.games.middle_ages.scoring import Reconstruct, ResolveEvent
from engine.games.middle_ages.state import Kingdom
from tests.engine.games.middle_ages.positions import (
    Lord,
    column,
    fief,
    grave,
    noted,
    pending_step,
    run_agenda,
    table,
    walk,
)

TOKENS: dict[str, Any] = {
    "coin_tokens": "field mill rampart",
    "plot_tokens": "field>mill mill>field",
}


def resolve(event: str, *lords: Lord) -> Kingdom:
    """The state after an event at the end of round 4, when the lords have moved to row 1."""
    state = table(*lords, round=4, events=event)
    state.lord_row = [0] * len(lords)
    state.push(ResolveEvent(0))
    return run_agenda(state)


def gains(event: str, **lord: Any) -> int:
    """Coins that the event brings to a player with 20 coins, while another has nothing."""
    state = resolve(event, Lord(20, **lord), Lord(20))
    assert RULES[event] in noted(state)
    return state.coins[0] - 20


@pytest.mark.rule("MID-11.1")
@pytest.mark.parametrize("seats", [2, 5])
def test_one_event_after_rounds_4_8_12_and_16_from_left_to_right(seats):
    resolved = []
    last: type | None = None
    for step, _, state in walk(seats, "events"):
        if isinstance(step, ResolveEvent):
            resolved.append((state.round, step.slot, state.events_resolved))
            if state.round < 16:
                assert last is RefillRow
        if isinstance(step, Round | RefillRow):
            last = type(step)
    assert resolved == [(4, 0, 1), (8, 1, 2), (12, 2, 3), (16, 3, 4)]


@pytest.mark.rule("MID-11.2")
@pytest.mark.parametrize("event", [event.id for event in components().events])
def test_events_count_each_player_separately(event):
    rich = Lord(9, (2, 1, 2, 1, 1, 2, 1, 2), grave="field_14")
    poor = Lord(9, (0, 1, 0, 0, 0, 0, 0, 0))

    def outcome(*lords: Lord, seat: int) -> tuple[object, ...]:
        state = resolve(event, *lords)
        return state.coins[seat], fief(state, seat), len(grave(state, seat))

    assert outcome(rich, poor, seat=0) == outcome(poor, rich, seat=1)
    assert outcome(rich, poor, seat=0)[0] == outcome(rich, rich, seat=0)[0]
    assert outcome(poor, rich, seat=0) == outcome(poor, poor, seat=0)


@pytest.mark.rule("MID-11.3")
def test_flourishing_trade():
    assert gains("flourishing_trade", fief="mill_06 church_02", grave="mill_07") == 2


@pytest.mark.rule("MID-11.4")
def test_exquisite_goods():
    assert gains("exquisite_goods", fief="field_10 mill_10 mill_06", grave="mill_12") == 2


@pytest.mark.rule("MID-11.5")
def test_strengthened_defences():
    assert gains("strengthened_defences", fief=(1, 0, 1, 3, 0, 0, 0, 0), **TOKENS) == 9


@pytest.mark.rule("MID-11.6")
def test_good_harvest():
    assert gains("good_harvest", fief=(3, 1, 1, 1, 0, 0, 0, 0), **TOKENS) == 6


@pytest.mark.rule("MID-11.7")
def test_subsidy():
    assert gains("subsidy", grave="field_01 mill_01 palace_01 church_02") == 12


@pytest.mark.rule("MID-11.8")
def test_triumphant_return():
    assert gains("triumphant_return", fief=(1, 1, 1, 1, 2, 3, 1, 1)) == 10


@pytest.mark.rule("MID-11.9")
def test_population_growth():
    assert gains("population_growth", fief=(1, 2, 3, 1, 1, 1, 1, 1)) == 10


@pytest.mark.rule("MID-11.10")
@pytest.mark.parametrize(
    ("counts", "coins"),
    [
        ((0, 0, 0, 0, 0, 0, 0, 0), 0),
        ((5, 0, 0, 0, 0, 0, 0, 0), 2),
        ((1, 1, 1, 1, 1, 1, 1, 1), 16),
    ],
)
def test_vast_holdings(counts, coins):
    assert gains("vast_holdings", fief=counts, **TOKENS) == coins


@pytest.mark.rule("MID-11.11")
@pytest.mark.parametrize(("coins", "left"), [(0, 0), (3, 0), (6, 0), (7, 1)])
def test_costly_ceremonies(coins, left):
    state = resolve("costly_ceremonies", Lord(coins, (1, 1, 0, 0, 0, 0, 1, 2)), Lord(4))
    assert state.coins == [left, 4]


@pytest.mark.rule("MID-11.13")
def test_alliance():
    assert gains("alliance", fief=(1, 1, 1, 1, 1, 1, 2, 1)) == 9


@pytest.mark.rule("MID-11.12", "MID-11.14", "MID-11.15", "MID-11.16", "MID-11.18")
@pytest.mark.parametrize(
    ("event", "types"),
    [
        ("peasants_revolt", ("palace",)),
        ("barbarian_invasion", ("field", "mill")),
        ("black_death", ("village", "barracks")),
        ("earthquake", ("rampart",)),
    ],
)
def test_destruction(event, types):
    full = " ".join(f"{t.id}_01 {t.id}_02" for t in components().types)
    one = " ".join(f"{type_}_03" for type_ in types[:1])
    none = " ".join(f"{t.id}_04" for t in components().types if t.id not in types)
    state = resolve(event, Lord(5, full), Lord(5, one), Lord(5, none))
    assert grave(state, 0) == {f"{type_}_02" for type_ in types}
    assert grave(state, 1) == {f"{types[0]}_03"}
    assert grave(state, 2) == set()
    assert state.coins == [5, 5, 5]
    assert column(state, 0, types[0]) == [f"{types[0]}_01"]


@pytest.mark.rule("MID-11.17")
def test_reconstruction():
    state = resolve(
        "reconstruction",
        Lord(5, "church_01", grave="church_02 mill_06"),
        Lord(5),
        Lord(5, grave="palace_01"),
    )
    assert pending_step(state) == Reconstruct(0)
    refusal = pending_step(state).refuse(state, "pass")
    assert refusal.rule == "MID-11.17"
    run_agenda(state, "church_02")
    assert column(state, 0, "church") == ["church_01", "church_02"]
    assert grave(state, 0) == {"mill_06"}
    assert column(state, 2, "palace") == ["palace_01"]  # the only tile, without asking
    assert state.coins == [5, 5, 5]
    assert state.agenda == []
    assert (state.coin_tokens_left, sum(state.plot_tokens_left)) == (8, 8)


@pytest.mark.rule("MID-11.19")
def test_event_amounts_come_from_the_card_and_can_be_changed():
    data = {"event": [{"id": "good_harvest", "amount": 5, "types": ["mill"]}]}
    lords = Lord(0, (3, 2, 0, 0, 0, 0, 0, 0), **TOKENS), Lord()
    state = table(*lords, round=4, events="good_harvest", data=data)
    state.push(ResolveEvent(0))
    assert run_agenda(state).coins[0] == 10


def test_every_card_has_its_rule():
    assert list(RULES) == [event.id for event in components().events]
    assert list(RULES.values()) == [f"MID-11.{number}" for number in range(3, 18)]
