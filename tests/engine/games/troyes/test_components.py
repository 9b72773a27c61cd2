"""Components, and their changes by custom data (sections 1 and 22)."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path

import pytest

import engine.games.troyes
from engine.core.component_data import assumed
from engine.errors import BadSetup
from engine.games.troyes.abilities import card_words, event_words
from engine.games.troyes.component_types import SPACES_PER_BUILDING
from engine.games.troyes.components import components
from engine.games.troyes.dice import ANY, COLOURS, RED, WHITE, YELLOW
from tests.engine.games.troyes.positions import (
    A,
    Family,
    act,
    begin,
    dice,
    table,
    total_citizens,
    town,
)

DATA = tomllib.loads(
    Path(engine.games.troyes.__file__).with_name("components.toml").read_text(encoding="utf-8")
)


@pytest.fixture
def box():
    return components()


@pytest.mark.rule("TRO-1.1")
def test_board(box):
    assert [one.id for one in box.buildings] == ["palace", "bishopric", "city_hall"]
    assert [len(one.spaces) for one in box.buildings] == [SPACES_PER_BUILDING] * 3
    assert (box.levels, len(box.cathedral_vp)) == (3, 6)
    assert DATA["city_square"]["districts"] == 5
    assert (DATA["influence"]["min"], box.influence_most) == (0, 20)
    assert DATA["event_row"]["printed_slots"] == 5


@pytest.mark.rule("TRO-1.2")
def test_27_activity_cards_three_of_each_colour_and_number(box):
    base = [card for card in box.cards if not card.bonus]
    counts = Counter((card.colour, card.round) for card in base)
    assert counts == {(colour, round): 3 for colour in range(3) for round in (1, 2, 3)}
    assert len(base) == 27


@pytest.mark.rule("TRO-1.3")
def test_16_event_cards_and_marauding_on_the_board(box):
    cards = [event for event in box.events[1:] if not event.bonus]
    assert Counter(event.colour for event in cards) == {RED: 8, WHITE: 4, YELLOW: 4}
    assert box.events[0].id == "marauding"


@pytest.mark.rule("TRO-1.4")
def test_six_characters(box):
    assert len(box.characters) == 6
    assert DATA["tokens"]["start_player_cards"] == 1
    assert DATA["tokens"]["player_aid_cards"] == 6


@pytest.mark.rule("TRO-1.5", "TRO-2.5", "TRO-22.1")
def test_citizens_and_cubes(box):
    assert (box.citizens, box.gray_citizens) == (12, 8)
    assert (DATA["start"]["cubes_each"], DATA["neutral"]["cubes"]) == (20, 10)
    state = table(begin(3))
    assert [total_citizens(state, owner) for owner in (0, 1, 2, 4)] == [12, 12, 12, 8]


@pytest.mark.rule("TRO-1.6")
def test_dice_and_money(box):
    assert box.dice == (6, 6, 6, 6)
    assert DATA["tokens"]["deniers"] == {"1": 24, "5": 12, "10": 4}
    assert DATA["tokens"]["victory_points"] == {"1": 24, "3": 10, "5": 10, "10": 10}


@pytest.mark.rule("TRO-1.7")
def test_player_colours_differ_from_dice_colours():
    colours = [one["id"] for one in DATA["player_colours"]]
    assert colours == ["natural", "blue", "green", "orange"]
    assert not set(colours) & set(COLOURS)


@pytest.mark.rule("TRO-22.2", "TRO-22.3")
def test_supplies_are_unlimited():
    state = town(Family(500, dice="w1 w2 w3"), Family())
    state.bank = 0
    act(state, A, ("build", "", ("0w1", "0w2", "0w3")))
    state.gain_deniers(A, 1000)
    assert state.deniers[A] == 1500
    assert DATA["tokens"]["supply_limited"] is False
    many = town(Family(dice="y6"), Family(), events="war_1 war_2 civil_war")
    many.flags[1:] = [(A,) * 5, (A,) * 5, (A,) * 4]
    many.cathedral = [(A, A, A), (A, A, A), (), (), (), ()]
    act(many, A, ("fight", "marauding", "", ("0y6",), 2))
    assert sum(map(len, many.flags)) == 16
    assert dice(many, A) == ""


def test_rows_map_values_to_spaces(box):
    palace, bishopric, city_hall = box.buildings
    assert palace.row_of[1:] == tuple((value, 1) for value in range(6))
    assert bishopric.row_of[1:] == ((4, 2), (4, 2), (2, 2), (2, 2), (0, 2), (0, 2))
    assert city_hall.row_of[1:] == ((0, 3),) * 3 + ((3, 3),) * 3


def test_every_card_and_event_can_be_described(box):
    for card in box.cards:
        assert card_words(card).plain()
    for event in box.events:
        assert event_words(event, box).plain()
    assert len({card.dice for card in box.cards}) == 4
    assert [card.id for card in box.cards if card.dice == ANY] == ["pilgrimage"]


def test_values_missing_from_the_sources_are_listed():
    paths = {one.path for one in assumed(DATA)}
    assert "activity_cards.merchant" in paths
    assert "event_cards.war_1" in paths
    assert {"marauding", "initial_neutral_2p", "buildings.bishopric"} <= paths
    assert "economy" not in paths


def test_own_values_replace_those_of_the_box():
    own = components(
        {
            "activity_cards": [{"id": "merchant", "hire": 3, "effect": {"gain_deniers": 4}}],
            "event_cards": [{"id": "war_1", "flags": 5}],
            "buildings": {
                "bishopric": {
                    "rows": [
                        {"values": [1, 2, 3], "spaces": 3},
                        {"values": [4, 5, 6], "spaces": 3},
                    ]
                }
            },
            "initial_neutral_2p": {"bishopric": [{"row": 1, "space": 3}, {"row": 2, "space": 3}]},
        }
    )
    assert (own.card("merchant").hire, own.card("merchant").gain_deniers) == (3, 4)
    assert own.event("war_1").flags == 5
    assert own.buildings[1].spaces[5] == "bishopric.2.3"
    assert own.neutral_2p[1] == (2, 5)


@pytest.mark.parametrize(
    "data",
    [
        {"activity_cards": [{"id": "merchant", "divisor": 0}]},
        {"activity_cards": [{"id": "merchant", "colour": "red"}]},
        {"activity_cards": [{"id": "merchant", "hire": -1}]},
        {"activity_cards": [{"id": "merchant", "round": 2}, {"id": "artisan", "round": 2},
                            {"id": "miller", "round": 2}]},
        {"activity_cards": [{"id": "merchant", "name_en": "\x1b[2J"}]},
        {"characters": [{"id": "henry_i", "name_ru": " "}]},
        {"event_cards": [{"id": "war_1", "vp": [1]}]},
        {"event_cards": [{"id": "war_1", "second": ""}]},
        {"event_cards": [{"id": "heresy", "second": "white"}]},
        {"event_cards": [{"id": id, "colour": "white", "second": ""}
                         for id in ("war_1", "war_2", "normans_attack")]},
        {"buildings": {"bishopric": {"rows": [{"values": [1, 2], "spaces": 6}]}}},
        {"buildings": {"city_hall": {"rows": [{"spaces": 6}]}}},
        {"initial_neutral_2p": {"palace": [2, 2]}},
        {"initial_neutral_2p": {"palace": [2, 5, 5]}},
        {"initial_neutral_2p": {"palace": [2, 7]}},
        {"initial_neutral_2p": {"bishopric": [1, 2]}},
        {"characters": [{"id": "henry_i", "thresholds": [3, 2, 1]}]},
        {"characters": [{"id": "henry_i", "thresholds": [3, 4]}]},
        {"start": {"influence": 21}},
        {"scoring": {"unfinished_event_vp": 2}},
    ],
)  # fmt: skip
def test_invalid_values_are_refused(data):
    with pytest.raises(BadSetup):
        components(data)
