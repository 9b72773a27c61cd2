"""Coin tokens and plot tokens (MID-7)."""

from __future__ import annotations

from itertools import product

import pytest

from engine.games.middle_ages.components import components
from engine.games.middle_ages.tokens import PlaceCoinToken, PlacePlotToken
from tests.engine.games.middle_ages.positions import (
    Lord,
    noted,
    pending_step,
    run_agenda,
    table,
    turn,
)

TYPES = [type_.id for type_ in components().types]

ILLEGAL = {
    "field": {"field", "rampart"},
    "mill": {"mill", "market"},
    "village": {"village", "barracks"},
    "rampart": {"village", "rampart"},
    "market": {"market"},
    "barracks": {"barracks"},
    "church": {"church"},
    "palace": {"palace"},
}


@pytest.mark.rule("MID-7.1")
def test_one_token_of_each_kind_on_a_column():
    lord = Lord(coin_tokens="field", plot_tokens="church>mill")
    state = table(lord, Lord())
    coin, plot = PlaceCoinToken(0), PlacePlotToken(0)
    assert coin.refuse(state, "field").rule == "MID-7.1"
    assert plot.refuse(state, ("palace", "mill")).rule == "MID-7.1"
    assert "mill" in coin.options(state)
    assert ("palace", "field") in plot.options(state)
    assert "field" not in coin.options(state)
    assert all(column != "mill" for _, column in plot.options(state))


@pytest.mark.rule("MID-7.2")
def test_tokens_go_on_own_columns_only():
    state = table(Lord(0, takes="church_01"), Lord())
    turn(state, 0)
    assert list(pending_step(state).options(state)) == TYPES
    foreign = pending_step(state).refuse_place(state, (), ("column", 1, 3))
    assert foreign is not None
    assert foreign.rule == "MID-7.2"
    assert pending_step(state).refuse(state, "castle").rule == "MID-7.2"
    assert PlacePlotToken(0).refuse(state, ("field", "castle")).rule == "MID-7.2"
    assert PlacePlotToken(0).refuse_place(state, ("field",), ("column", 1, 1)) == foreign


@pytest.mark.rule("MID-7.3")
@pytest.mark.parametrize(("type_", "rate"), [("field", 3), ("market", 3), ("church", 4)])
def test_coin_token_adds_1_for_every_tile_counted(type_, rate):
    state = table(Lord(coin_tokens=type_), Lord())
    assert state.rate(0, TYPES.index(type_)) == rate
    assert state.rate(1, TYPES.index(type_)) == rate - 1


@pytest.mark.rule("MID-7.3", "MID-7.4")
def test_tiles_counted_by_a_plot_token_pay_the_rate_of_the_column():
    lord = Lord(0, (4, 0, 0, 0, 0, 0, 2, 0), coin_tokens="church", plot_tokens="field>church")
    assert table(lord, Lord()).income(0, TYPES.index("church")) == 4 * (2 + 4)


@pytest.mark.rule("MID-7.5")
def test_plot_token_never_repeats_a_printed_type():
    state = table(Lord(), Lord())
    decision = PlacePlotToken(0)
    legal = {
        (token, column) for token, column in product(TYPES, TYPES) if column not in ILLEGAL[token]
    }
    assert set(decision.options(state)) == legal
    for token, column in set(product(TYPES, TYPES)) - legal:
        assert decision.refuse(state, (token, column)).rule == "MID-7.5"
        place = ("column", 0, TYPES.index(column))
        refusal = decision.refuse_place(state, (token,), place)
        assert refusal is not None
        assert refusal.rule == "MID-7.5"


@pytest.mark.rule("MID-7.6")
def test_tokens_stay_on_a_column_that_becomes_empty():
    victim = Lord(0, "field_01", coin_tokens="field", plot_tokens="palace>field")
    state = turn(table(Lord(0, takes="barracks_01"), victim), 0)
    assert state.fiefs[1][0] == ()
    assert state.coin_tokens[1][0] == 1
    assert state.plot_tokens[1][0] == TYPES.index("palace")


@pytest.mark.rule("MID-7.7")
def test_taken_plot_token_is_gone_for_everyone():
    state = table(Lord(0, takes="palace_01"), Lord(0, takes="palace_02"))
    turn(state, 0, ("village", "field"))
    turn(state, 1)
    decision = pending_step(state)
    assert all(token != "village" for token, _ in decision.options(state))
    assert decision.refuse(state, ("village", "field")).rule == "MID-7.7"
    refusal = decision.refuse_place(state, (), ("token", "village"))
    assert refusal is not None
    assert refusal.rule == "MID-7.7"
    assert decision.refuse(state, ("castle", "field")).rule == "MID-5.25"


@pytest.mark.rule("MID-7.8")
@pytest.mark.parametrize("type_", ["church", "palace"])
def test_without_tokens_the_effect_is_skipped(type_):
    data = {
        "coin_token": [{"id": "coin_token", "count": 0}],
        "plot_token": [{"id": f"plot_token_{one}", "count": 0} for one in TYPES],
    }
    state = turn(table(Lord(0, takes=f"{type_}_01"), Lord(), data=data), 0)
    assert "MID-7.8" in noted(state)
    assert state.coins[0] == 3


@pytest.mark.rule("MID-7.8")
@pytest.mark.parametrize("type_", ["church", "palace"])
def test_without_a_free_column_the_effect_is_skipped(type_):
    state = table(Lord(0, takes=f"{type_}_01"), Lord())
    state.coin_tokens[0] = [1] * 8
    state.plot_tokens[0] = [7, 6, 5, 4, 3, 2, 1, 0]
    turn(state, 0)
    assert "MID-7.8" in noted(state)


@pytest.mark.rule("MID-7.9", "MID-11.17")
@pytest.mark.parametrize("tile", ["church_02", "palace_02"])
def test_tile_from_the_graveyard_gives_no_token(tile):
    state = table(Lord(0, grave=tile, takes="village_01"), Lord())
    turn(state, 0)
    assert state.agenda == []
    assert (state.coin_tokens_left, sum(state.plot_tokens_left)) == (8, 8)


def test_plot_token_is_chosen_in_two_parts():
    state = table(Lord(0, takes="palace_01"), Lord())
    decision = PlacePlotToken(0)
    assert decision.parts == 2
    assert decision.target(state, ("church",)) == ("token", "church")
    assert decision.target(state, ("church", "mill")) == ("column", 0, 1)
    assert decision.label(state, ("church",)).plain() == "Church"
    assert decision.label(state, ("church", "mill")).plain() == "Mill"
    turn(state, 0)
    run_agenda(state, ("church", "mill"))
    assert state.plot_tokens[0][1] == TYPES.index("church")
