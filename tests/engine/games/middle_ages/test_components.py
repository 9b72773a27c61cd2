"""Components (MID-1)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.component_data import assumed, read_components
from engine.errors import BadSetup
from engine.games.middle_ages.components import CHANGEABLE, components
from engine.games.middle_ages.game import GAME
from engine.games.middle_ages.scoring import sheets, standings
from engine.match.match import Match
from tests.engine.games.middle_ages.positions import Lord, column, fief, row, table, turn

BOX = components()
DATA = read_components(GAME.folder / "components.toml")
DESTROYER = next(one["id"] for one in DATA["event"] if one["kind"] == "destroy_one_of_each")


def names(types) -> list[str]:
    return [BOX.types[type_].id for type_ in types]


@pytest.mark.rule("MID-1.1")
def test_two_to_five_play_and_there_are_no_options():
    assert list(GAME.players) == [2, 3, 4, 5]
    assert list(GAME.settings()) == []
    for seats in (1, 6):
        with pytest.raises(BadSetup):
            Match.begin("middle_ages", [(f"P{n}", "person") for n in range(seats)], seed="x")


@pytest.mark.rule("MID-1.2")
def test_there_are_84_tiles_of_eight_types():
    assert len(BOX.tiles) == 84
    counts = [BOX.tile_type.count(type_.index) for type_ in BOX.types]
    assert counts == [14, 13, 12, 11, 10, 9, 8, 7]


@pytest.mark.rule("MID-1.3")
def test_52_backs_are_blue_and_32_orange():
    colours = [tile.colour for tile in BOX.tiles]
    assert (colours.count(0), colours.count(1)) == (52, 32)


@pytest.mark.rule("MID-1.4")
def test_numbers_go_from_1_to_21_and_repeat():
    numbers = [tile.number for tile in BOX.tiles]
    assert set(numbers) == set(range(1, 22))
    assert len(numbers) > len(set(numbers))


@pytest.mark.rule("MID-1.4")
def test_number_has_no_meaning_in_a_fief():
    totals = []
    for taken in ("village_01", "village_02"):
        state = turn(table(Lord(0, (1, 1, 1, 1, 1, 1, 1, 1), takes=taken), Lord()), 0)
        totals.append(state.coins[0])
    assert BOX.tile("village_01").number != BOX.tile("village_02").number
    assert totals[0] == totals[1]


@pytest.mark.rule("MID-1.5")
def test_tile_may_have_any_number_of_symbols():
    data: Any = {"plot_tiles": {"list": [{"id": "field_01", "farmers": 7, "chests": 5}]}}
    state = turn(table(Lord(0, takes="field_01"), Lord(), data=data), 0)
    assert state.coins[0] == 7 + 2
    assert (state.farmers[0], state.chests[0]) == (7, 5)


@pytest.mark.rule("MID-1.6")
def test_columns_are_in_order_and_grow_upwards_without_limit():
    assert names(range(8)) == [
        "field",
        "mill",
        "village",
        "rampart",
        "market",
        "barracks",
        "church",
        "palace",
    ]
    state = table(Lord(), Lord())
    fields = [f"field_{number:02}" for number in range(1, 15)]
    for name in fields:
        state.lay(0, BOX.tile_index[name])
    assert column(state, 0, "field") == fields
    top = state.destroy_topmost(0, 0)
    assert BOX.tiles[top].id == fields[-1]


@pytest.mark.rule("MID-1.6")
def test_own_data_may_put_new_tiles_at_the_bottom():
    data: Any = {"fief_board": {"new_tile_goes": "bottom"}}
    state = table(Lord(0, "field_01 field_02"), Lord(), data=data)
    top = state.destroy_topmost(0, 0)
    assert BOX.tiles[top].id == "field_01"


@pytest.mark.rule("MID-1.7")
def test_effects_income_types_and_rates():
    assert [(type_.effect, names(type_.income_types), type_.rate) for type_ in BOX.types] == [
        ("gain_per_symbol", ["field"], 2),
        ("take_from_players_with_fewer", ["mill"], 2),
        ("return_from_graveyard", ["village", "rampart"], 2),
        ("place_scout", ["field", "rampart"], 2),
        ("gain_per_symbol", ["market", "mill"], 2),
        ("attack_players_with_fewer", ["barracks", "village"], 2),
        ("take_coin_token", ["church"], 3),
        ("take_plot_token", ["palace"], 3),
    ]


@pytest.mark.rule("MID-1.8", "MID-1.9")
def test_eight_tokens_of_each_kind():
    state = table(Lord(), Lord())
    assert state.plot_tokens_left == [1] * 8
    assert state.coin_tokens_left == 8


@pytest.mark.rule("MID-1.10")
def test_fifteen_different_events():
    assert len({event.id for event in BOX.events}) == len(BOX.events) == 15


@pytest.mark.rule("MID-1.11")
def test_coins_are_unlimited():
    state = table(Lord(5000, takes="field_01"), Lord(1390))
    turn(state, 0)
    assert state.coins[0] == 5002


@pytest.mark.rule("MID-1.12", "MID-1.14")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_player_starts_with_a_board_a_lord_and_a_scout(seats):
    state = GAME.setup(seats, {}, {})
    assert state.fiefs == [[()] * 8] * seats
    assert state.graveyards == [()] * seats
    assert state.coins == [0] * seats
    assert state.scout_row == [-1] * seats
    assert state.coin_tokens == [[0] * 8] * seats
    assert state.plot_tokens == [[-1] * 8] * seats
    assert len({one["id"] for one in DATA["player_colour"]}) == 5


@pytest.mark.rule("MID-1.13")
def test_graveyard_lord_and_scout_add_nothing_to_the_fief():
    state = table(
        Lord(
            0,
            "mill_06 field_10",
            grave="mill_07 field_12",
            takes="mill_08",
            scout=(3, 1),
        ),
        Lord(),
        rows={3: "mill_09 field_13 field_14"},
    )
    assert fief(state, 0) == [1, 1, 0, 0, 0, 0, 0, 0]
    assert (state.farmers[0], state.chests[0]) == (1, 1)
    assert state.income(0, 1) == 2


@pytest.mark.rule("MID-1.13")
def test_income_is_rate_times_the_tiles_of_the_types():
    lord = Lord(0, (3, 1, 2, 1, 0, 0, 0, 0), coin_tokens="village", plot_tokens="field>village")
    state = table(lord, Lord())
    assert state.income_types(0, 2) == (2, 3, 0)
    assert state.rate(0, 2) == 3
    assert state.income(0, 2) == 3 * (2 + 1 + 3)
    assert [state.income(0, c) for c in (0, 1, 3, 4, 5)] == [6, 2, 8, 2, 4]


@pytest.mark.rule("MID-1.15")
def test_row_of_each_round():
    assert [plan.row + 1 for plan in BOX.rounds] == [1, 2, 3, 4] * 4


@pytest.mark.rule("MID-7.5")
def test_illegal_columns_in_the_data_match_the_rule():
    for token in DATA["plot_token"]:
        index = BOX.type_index[token["type"]]
        counting = [type_.id for type_ in BOX.types if index in type_.income_types]
        assert token["illegal_columns"] == counting


def test_tokens_are_listed_in_order_of_types():
    assert [token["type"] for token in DATA["plot_token"]] == names(range(8))


# ---------------------------------------------------------------------- custom data


def test_own_data_may_correct_tiles_and_amounts():
    data: Any = {
        "plot_tiles": {"list": [{"id": "field_01", "number": 21, "chests": 2}]},
        "event": [{"id": "subsidy", "amount": 4}],
        "money": {"starting_coins": 3},
    }
    box = components(data)
    assert (box.tile("field_01").number, box.tile("field_01").chests) == (21, 2)
    assert box.tile("field_02") == BOX.tile("field_02")
    assert box.events[box.event_index["subsidy"]].amount == 4
    assert GAME.setup(2, {}, data).coins == [3, 3]
    assert BOX.tile("field_01").number == 1


@pytest.mark.parametrize(
    ("data", "named"),
    [
        ({"plot_tiles": {"list": [{"id": "field_99"}]}}, "plot_tiles.list.field_99"),
        ({"plot_tiles": {"list": [{"id": "field_01", "size": 2}]}}, "field_01.size"),
        ({"plot_tiles": {"list": [{"id": "field_01", "number": 22}]}}, "field_01.number"),
        ({"plot_tiles": {"list": [{"id": "field_01", "number": "3"}]}}, "field_01.number"),
        ({"plot_tiles": {"list": [{"id": "field_01", "farmers": -1}]}}, "field_01.farmers"),
        ({"plot_tiles": {"list": [{"id": "field_01", "type": "mill"}]}}, "field_01.type"),
        ({"plot_tiles": {"list": [{"id": "field_01", "colour": "red"}]}}, "field_01.colour"),
        ({"plot_tiles": {"list": [{"id": "field_01", "colour": "orange"}]}}, "blue"),
        ({"event": [{"id": "alliance", "types": ["castle"]}]}, "event.alliance.types"),
        ({"endgame": {"tie_break": ["palace", "palace"]}}, "endgame.tie_break"),
        ({"rounds": {"list": []}}, "rounds.list"),
        ({"rule": 1}, "rule"),
    ],
)
def test_invalid_data_is_refused_by_name(data, named):
    with pytest.raises(BadSetup) as caught:
        components(data)
    assert named in caught.value.text.plain()


def test_same_values_again_are_no_change():
    data: Any = {"box": {"plot_tiles": 84}, "plot_type": [{"id": "field", "tiles": 14}]}
    assert components(data) == BOX


def test_every_changeable_key_is_in_the_data():
    for path, keys in CHANGEABLE.items():
        here: Any = DATA
        for name in path.split("."):
            here = here[name]
        tables = here if isinstance(here, list) else [here]
        for key in keys:
            assert any(key in one for one in tables), f"{path}: {key}"


def test_assumed_values_are_those_marked_as_decisions():
    found: Any = assumed(DATA, changeable=CHANGEABLE)
    paths = [assumption.path for assumption in found]
    assert paths == ["plot_tiles"]
    assert len(found[0].values["list"]) == 84
    assert found[0].values["list"][0].keys() == {"id", "number", "colour", "farmers", "chests"}


@pytest.mark.parametrize(
    ("data", "named"),
    [
        ({"plot_type": [{"id": "village", "effect_amount": 2}]}, "village.effect_amount"),
        ({"plot_type": [{"id": "rampart", "effect_amount": 0}]}, "rampart.effect_amount"),
        ({"plot_type": [{"id": "palace", "effect_amount": 2}]}, "palace.effect_amount"),
        ({"event": [{"id": DESTROYER, "amount": 2}]}, f"event.{DESTROYER}.amount"),
        ({"endgame": {"tie_break": []}}, "endgame.tie_break must name a type"),
        ({"event": [{"id": "good_harvest", "types": []}]}, "event.good_harvest.types"),
        (
            {"event": [{"id": "good_harvest", "types": ["mill", "mill"]}]},
            "names a type twice",
        ),
        ({"plot_type": [{"id": "field", "letter_en": "Fi"}]}, "field.letter_en"),
        ({"plot_type": [{"id": "field", "name_en": "\n"}]}, "field.name_en"),
    ],
)
def test_values_without_effect_and_unprintable_ones_are_refused(data, named):
    with pytest.raises(BadSetup, match=named):
        components(data)


def test_changed_amounts_change_payments():
    data: Any = {"plot_type": [{"id": "field", "effect_amount": 3}]}
    assert components(data).types[0].amount == 3


def test_sheet_names_the_penalty_in_force():
    data: Any = {"endgame": {"penalty_per_empty_column": 5}}
    columns = sheets(table(Lord(20), Lord(20), data=data))[0].columns
    (penalty,) = [column for column in columns if column.key == "penalty"]
    assert penalty.meaning.plain() == "5 coins for every empty column"


def test_changed_tie_break_is_used_for_ranking():
    data: Any = {"endgame": {"tie_break": ["field"]}}
    lords = (Lord(20, (1, 0, 0, 0, 0, 0, 0, 2)), Lord(20, (2, 0, 0, 0, 0, 0, 0, 1)))
    assert standings(table(*lords))[0].seat == 0
    assert standings(table(*lords, data=data))[0].seat == 1


def test_table_helper_fills_rows_as_given():
    state = table(Lord(), Lord(), rows={2: "mill_01 - palace_01"})
    assert row(state, 2) == ["mill_01", "-", "palace_01"]
