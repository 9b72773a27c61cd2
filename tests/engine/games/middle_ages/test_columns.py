"""The eight columns (MID-5)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.middle_ages.state import ATTACKS, CHESTS, FARMERS, TRIBUTE
from engine.games.middle_ages.tokens import PlaceCoinToken, PlacePlotToken, ReturnTile
from tests.engine.games.middle_ages.positions import (
    Lord,
    column,
    fief,
    grave,
    noted,
    pending_step,
    run_agenda,
    table,
    turn,
)

NOBODY = Lord()


def income_of(type_: str, counts: tuple[int, ...], *picks: object) -> int:
    """The income entry of a turn that takes a tile of a type with these tiles in the fief."""
    fief_ = tuple(counts)
    others = Lord(0, (0, 5, 0, 5, 0, 0, 0, 0))  # neither tribute nor attack brings anything
    state = table(Lord(0, fief_, takes=f"{type_}_02"), others)  # type: ignore[arg-type]
    turn(state, 0, *picks)
    return state.ledgers[0][state.box.type_index[type_]]


# ---------------------------------------------------------------------- field


@pytest.mark.rule("MID-5.1")
def test_field_pays_for_farmers_of_the_whole_fief():
    state = table(Lord(0, "mill_06 church_02", grave="mill_07", takes="field_01"), NOBODY)
    turn(state, 0)
    assert state.ledgers[0][FARMERS] == 2


@pytest.mark.rule("MID-5.1")
def test_field_without_farmers_pays_nothing():
    state = turn(table(Lord(0, takes="field_01"), NOBODY), 0)
    assert state.ledgers[0][FARMERS] == 0
    assert state.coins[0] == 2


@pytest.mark.rule("MID-5.2")
def test_income_of_fields():
    assert income_of("field", (3, 1, 1, 1, 1, 1, 1, 1)) == 2 * 4


# ---------------------------------------------------------------------- mill


@pytest.mark.rule("MID-5.3", "MID-5.4")
def test_only_players_with_fewer_mills_pay():
    state = table(
        Lord(0, "mill_01", takes="mill_03"),
        Lord(9, "mill_05"),
        Lord(9, "mill_06 mill_07"),
        Lord(9, "mill_09 mill_10 mill_12"),
    )
    turn(state, 0)
    assert state.coins[1:] == [7, 9, 9]
    assert state.ledgers[0][TRIBUTE] == 2


@pytest.mark.rule("MID-5.4")
def test_mills_in_graveyards_do_not_count():
    state = table(
        Lord(0, grave="mill_01 mill_06", takes="mill_03"),
        Lord(9, "mill_05"),
        Lord(9, grave="mill_07 mill_09"),
    )
    turn(state, 0)
    assert state.coins[1:] == [9, 7]


@pytest.mark.rule("MID-5.5")
@pytest.mark.parametrize(("coins", "paid"), [(0, 0), (1, 1), (2, 2), (3, 2)])
def test_tribute_is_limited_by_the_coins_of_the_payer(coins, paid):
    state = turn(table(Lord(0, takes="mill_03"), Lord(coins)), 0)
    assert state.coins == [2 + paid, coins - paid]
    assert state.ledgers[0][TRIBUTE] == paid


@pytest.mark.rule("MID-5.6")
def test_income_of_mills():
    assert income_of("mill", (1, 2, 1, 1, 1, 1, 1, 1)) == 2 * 3


# ---------------------------------------------------------------------- village


@pytest.mark.rule("MID-5.7", "MID-5.10")
def test_village_returns_exactly_one_tile_to_the_top():
    state = table(
        Lord(0, "field_01", grave="field_10 church_02 mill_06", takes="village_01"), NOBODY
    )
    turn(state, 0)
    assert pending_step(state) == ReturnTile(0)
    refusal = pending_step(state).refuse(state, "palace_01")
    assert refusal.rule == "MID-5.7"
    assert pending_step(state).refuse(state, "stay").rule == "MID-5.7"
    run_agenda(state, "field_10")
    assert column(state, 0, "field") == ["field_01", "field_10"]
    assert grave(state, 0) == {"church_02", "mill_06"}


@pytest.mark.rule("MID-5.7")
def test_graveyards_of_others_are_out_of_reach():
    state = table(Lord(0, grave="field_10 church_02", takes="village_01"), Lord(0, grave="mill_01"))
    turn(state, 0)
    assert not pending_step(state).allows(state, "mill_01")
    refusal = pending_step(state).refuse_place(state, (), ("grave", 1, "mill_01"))
    assert refusal is not None


@pytest.mark.rule("MID-5.8", "MID-7.9")
@pytest.mark.parametrize("tile", ["church_02", "palace_02", "barracks_01", "market_06", "field_01"])
def test_returned_tile_has_neither_effect_nor_income(tile):
    state = table(Lord(0, "mill_06", grave=tile, takes="village_01"), Lord(9))
    turn(state, 0)
    assert state.coins == [2, 9]
    assert sum(state.coin_tokens[0]) == 0
    assert state.coin_tokens_left == 8


@pytest.mark.rule("MID-5.9")
@pytest.mark.parametrize(
    ("returned", "token", "income"),
    [("rampart_01", "", 4), ("field_01", "", 2), ("field_01", "field>village", 4)],
)
def test_returned_tile_counts_if_the_village_counts_its_type(returned, token, income):
    lord = Lord(0, grave=returned, takes="village_01", plot_tokens=token)
    state = turn(table(lord, NOBODY), 0)
    assert state.coins[0] == income


@pytest.mark.rule("MID-5.10")
def test_empty_graveyard_returns_nothing():
    state = turn(table(Lord(0, takes="village_01"), NOBODY), 0)
    assert fief(state, 0) == [0, 0, 1, 0, 0, 0, 0, 0]
    assert "MID-5.10" in noted(state)


@pytest.mark.rule("MID-5.11")
def test_income_of_villages():
    assert income_of("village", (1, 1, 2, 3, 1, 1, 1, 1)) == 2 * (3 + 3)


# ---------------------------------------------------------------------- rampart


@pytest.mark.rule("MID-5.12")
def test_rampart_moves_the_scout():
    state = turn(table(Lord(0, takes="rampart_01"), NOBODY), 0)
    assert pending_step(state).name == "PlaceScout"


@pytest.mark.rule("MID-5.13")
def test_income_of_ramparts():
    assert income_of("rampart", (2, 1, 4, 1, 1, 1, 1, 1), "stay") == 2 * (2 + 2)


# ---------------------------------------------------------------------- market


@pytest.mark.rule("MID-5.14")
def test_market_pays_for_chests_of_the_whole_fief():
    state = table(Lord(0, "field_10 church_05", grave="field_12", takes="market_01"), NOBODY)
    turn(state, 0)
    assert state.ledgers[0][CHESTS] == 2


@pytest.mark.rule("MID-5.14")
def test_new_market_counts_its_own_chest():
    data = {"plot_tiles": {"list": [{"id": "market_01", "chests": 1}]}}
    state = turn(table(Lord(0, takes="market_01"), NOBODY, data=data), 0)
    assert state.ledgers[0][CHESTS] == 1


@pytest.mark.rule("MID-5.15")
def test_income_of_markets():
    assert income_of("market", (1, 3, 1, 1, 1, 1, 1, 1)) == 2 * (2 + 3)


# ---------------------------------------------------------------------- barracks


@pytest.mark.rule("MID-5.16", "MID-5.21")
def test_barracks_are_compared_with_ramparts():
    state = table(
        Lord(0, "barracks_01 rampart_01 rampart_03", takes="barracks_02"),
        Lord(9, "field_01 rampart_04 rampart_06"),
        Lord(9, "field_02 rampart_08 barracks_03 barracks_05 barracks_08"),
        Lord(9, "field_03"),
    )
    turn(state, 0)
    assert [grave(state, seat) for seat in (1, 2, 3)] == [set(), {"field_02"}, {"field_03"}]
    assert state.coins[1:] == [9, 7, 7]
    assert state.ledgers[0][ATTACKS] == 4


@pytest.mark.rule("MID-5.16")
def test_attack_without_targets_is_logged():
    state = turn(table(Lord(0, takes="barracks_01"), Lord(3, "rampart_01")), 0)
    assert "MID-5.16" in noted(state)
    assert state.coins == [2, 3]


@pytest.mark.rule("MID-5.17")
def test_targets_of_an_attack_are_fixed_before_any_loss():
    lords = [
        Lord(0, "barracks_01", takes="barracks_02"),
        Lord(9, "rampart_01"),
        Lord(9, "rampart_03 rampart_04"),
        Lord(9, "rampart_06"),
    ]
    results = set()
    for order in ((1, 2, 3), (3, 2, 1), (2, 3, 1)):
        state = table(lords[0], *(lords[seat] for seat in order))
        turn(state, 0)
        lost = {seat: (state.coins[n], len(state.graveyards[n])) for n, seat in enumerate(order, 1)}
        results.add(tuple(sorted(lost.items())))
    assert results == {((1, (7, 1)), (2, (9, 0)), (3, (7, 1)))}


@pytest.mark.rule("MID-5.18")
@pytest.mark.parametrize(
    ("tiles", "lost"),
    [
        ("field_01 field_02 mill_01", "field_02"),
        ("church_02 mill_01 mill_03", "mill_03"),
        ("palace_01", "palace_01"),
    ],
)
def test_topmost_tile_of_the_leftmost_column_is_lost(tiles, lost):
    state = turn(table(Lord(0, takes="barracks_01"), Lord(0, tiles)), 0)
    assert grave(state, 1) == {lost}


@pytest.mark.rule("MID-5.19")
@pytest.mark.parametrize(("coins", "paid"), [(0, 0), (1, 1), (2, 2), (9, 2)])
def test_payment_is_limited_by_the_coins_of_the_target(coins, paid):
    state = turn(table(Lord(0, takes="barracks_01"), Lord(coins, "field_01")), 0)
    assert state.coins == [2 + paid, coins - paid]


@pytest.mark.rule("MID-5.20")
def test_empty_fief_still_pays():
    state = turn(table(Lord(0, takes="barracks_01"), Lord(5)), 0)
    assert state.coins == [4, 3]
    assert grave(state, 1) == set()
    assert "MID-5.20" in noted(state)


@pytest.mark.rule("MID-5.22")
def test_income_of_barracks():
    assert income_of("barracks", (1, 1, 3, 5, 1, 2, 1, 1)) == 2 * (3 + 3)


# ---------------------------------------------------------------------- church and palace


@pytest.mark.rule("MID-5.23")
def test_church_takes_a_coin_token():
    state = turn(table(Lord(0, takes="church_01", coin_tokens="mill"), NOBODY), 0)
    assert pending_step(state) == PlaceCoinToken(0)
    assert "mill" not in pending_step(state).options(state)
    run_agenda(state, "field")
    assert state.coin_tokens[0] == [1, 1, 0, 0, 0, 0, 0, 0]
    assert state.coin_tokens_left == 6


@pytest.mark.rule("MID-5.24")
def test_income_of_churches():
    assert income_of("church", (1, 1, 1, 1, 1, 1, 2, 1), "field") == 3 * 3


@pytest.mark.rule("MID-5.25", "MID-7.7")
def test_palace_takes_a_chosen_plot_token():
    state = turn(table(Lord(0, takes="palace_01"), NOBODY), 0)
    assert pending_step(state) == PlacePlotToken(0)
    run_agenda(state, ("church", "mill"))
    assert state.plot_tokens[0][1] == state.box.type_index["church"]
    assert state.plot_tokens_left == [1, 1, 1, 1, 1, 1, 0, 1]


@pytest.mark.rule("MID-5.26")
def test_income_of_palaces():
    assert income_of("palace", (1, 1, 1, 1, 1, 1, 1, 2), ("field", "mill")) == 3 * 3


@pytest.mark.rule("MID-5.27", "MID-11.19")
def test_tokens_affect_only_income():
    tokens: dict[str, Any] = {
        "coin_tokens": "field mill rampart barracks",
        "plot_tokens": "rampart>mill mill>rampart field>church",
    }
    attacked = turn(table(Lord(0, takes="barracks_01"), Lord(5, "field_01", **tokens)), 0)
    assert grave(attacked, 1) == {"field_01"}
    assert attacked.coins[1] == 3
    tribute = turn(table(Lord(0, takes="mill_01"), Lord(5, **tokens)), 0)
    assert tribute.coins[1] == 3
    farming = turn(table(Lord(0, "mill_06", takes="field_01", **tokens), NOBODY), 0)
    assert farming.ledgers[0][FARMERS] == 1
    assert tribute.empty_columns(1) == 8
