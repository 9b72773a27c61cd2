"""Components, and their changes by custom data (sections 1, 6 and 12)."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from typing import get_args

import pytest

import engine.games.deus
from engine.core.component_data import Data, assumed
from engine.errors import BadSetup
from engine.games.deus.activation import EFFECTS
from engine.games.deus.components import (
    STANDARD,
    TEMPLE,
    TYPES,
    ColumnEffect,
    TempleEffect,
    components,
)
from engine.games.deus.game import GAME
from engine.games.deus.wording import brief, effect_text
from engine.i18n.language import Translator

DATA = tomllib.loads(
    Path(engine.games.deus.__file__).with_name("components.toml").read_text(encoding="utf-8")
)


@pytest.fixture
def box():
    return components()


@pytest.mark.rule("DEU-1.1")
def test_there_are_96_cards_16_of_each_colour(box):
    assert len(box.deck) == 96
    types = Counter(box.card_type[card] for card in box.deck)
    assert types == dict.fromkeys(range(6), 16)


@pytest.mark.rule("DEU-1.2")
def test_copies_of_72_faces(box):
    assert len(box.cards) == 72
    copies = {
        type_: [card.copies for card in box.cards if card.type == number]
        for number, type_ in enumerate(TYPES)
    }
    assert copies["civil"] == copies["temple"] == [1] * 16
    assert copies["production"] == [4, 1, 1, 1, 1, 2, 2, 2, 2]
    assert copies["maritime"] == [1] * 12 + [4]
    assert sorted(copies["scientific"]) == [1] * 8 + [2] * 4
    assert copies["military"] == [2, 4, 4, 2, 2, 2]


@pytest.mark.rule("DEU-1.3", "DEU-1.4")
def test_each_player_has_25_pieces_and_there_are_7_temples(box):
    assert [box.types[type_].pieces for type_ in STANDARD] == [5] * 5
    assert box.types[TEMPLE].pieces == 0
    assert box.players[4].temples == DATA["counts"]["wooden_temples"] == 7


@pytest.mark.rule("DEU-1.5")
def test_every_tile_side_has_one_village_two_seas_and_each_land(box):
    assert len(box.tile_sides) == 14
    assert {side.tile for side in box.tile_sides.values()} == set(range(1, 8))
    for side in box.tile_sides.values():
        found = Counter(box.terrains[terrain].id for terrain in side.terrains)
        assert found == {
            "village": 1,
            "sea": 2,
            "forest": 1,
            "swamp": 1,
            "mountain": 1,
            "field": 1,
        }


@pytest.mark.rule("DEU-1.8")
def test_card_type_has_a_colour_and_a_god(box):
    gods = {box.types[n].color: box.gods[box.types[n].god].id for n in range(6)}
    assert gods == {
        "blue": "neptune",
        "green": "ceres",
        "yellow": "minerva",
        "brown": "vesta",
        "red": "mars",
        "purple": "jupiter",
    }


@pytest.mark.rule("DEU-1.9")
def test_terrains_produce_their_resources(box):
    yields = {
        terrain.id: box.resources[terrain.resource].id if terrain.resource >= 0 else None
        for terrain in box.terrains
    }
    assert yields == {
        "forest": "wood",
        "swamp": "clay",
        "mountain": "stone",
        "field": "wheat",
        "sea": None,
        "village": None,
    }


@pytest.mark.rule("DEU-1.6", "DEU-3.3")
def test_resources_for_the_players(box):
    assert {n: (one.tiles, one.temples, one.resources) for n, one in box.players.items()} == {
        2: (4, 4, 10),
        3: (6, 6, 15),
        4: (7, 7, 20),
    }


@pytest.mark.rule("DEU-6.5")
def test_costs_come_from_the_data(box):
    for table, card in zip(DATA["card"], box.cards, strict=True):
        cost = table["cost"]
        assert card.cost == tuple(cost[k] for k in ("wood", "clay", "stone", "wheat", "gold"))
        if card.type == TEMPLE:
            assert card.cost == (1, 1, 1, 1, 0)
            assert cost["source"] == "seed"


def test_unknown_values_are_listed_and_can_be_corrected():
    paths = {one.path for one in assumed(DATA)}
    assert "card.galley.cost" not in paths
    assert {"card.farm.cost", "tile_side.7B", "layout.rhombus", "end", "geometry"} <= paths
    own: Data = {"card": [{"id": "farm", "cost": {"wood": 3, "gold": 2}}]}
    assert components(own).card("farm").cost[0] == 3
    assert components(own).card("farm").cost[4] == 2
    assert components({"end": {"idle_rounds": 5}}).idle_rounds == 5


@pytest.mark.parametrize(
    "own",
    [
        {"card": [{"id": "farm", "cost": {"wood": -1}}]},
        {"card": [{"id": "farm", "copies": 3}]},
        {"card": [{"id": "farm", "name_en": "\x1b[2J"}]},
        {"card": [{"id": "farm", "label_ru": ""}]},
        {"god": [{"id": "ceres", "name_ru": "\n"}]},
        {"card": [{"id": "farm", "color": "red"}]},
        {"card": [{"id": "no such card"}]},
        {"tile_side": [{"id": "1A", "center": "desert"}]},
        {"tile_side": [{"id": "1A", "ring": ["sea", "sea"]}]},
        {"tile_side": [{"id": "1A", "center": "village"}]},
        {"layout": [{"id": "rhombus", "slots": [[0, 0], [2, 1]]}]},
        {"layout": [{"id": "rhombus", "slots": [[0, 0], [2, 1], [9, 9], [3, -2]]}]},
        {"layout": [{"id": "rhombus", "slots": [[0, 0], [0, 0], [2, 1], [3, -2]]}]},
        {"layout": [{"id": "rhombus", "slots": ["a", "b", "c", "d"]}]},
        {"geometry": {"tile_lattice": [[1, 0], [-1, 0]]}},
        {
            "geometry": {"tile_lattice": [[1, 0], [-1, 0]]},
            "layout": [{"id": "rhombus", "slots": [[0, 0], [1, 0], [2, 0], [3, 0]]}],
        },
        {"end": {"idle_rounds": 0}},
        {"limits": {"hand_max": 12}},
    ],
)
def test_invalid_values_are_refused(own):
    with pytest.raises(BadSetup):
        GAME.setup(2, GAME.check(2, {}), own)


def test_every_effect_is_implemented_and_described(box):
    ends = [card for card in box.cards if card.effect.kind not in EFFECTS]
    assert {card.type for card in ends} == {TEMPLE}
    assert len(ends) == 16
    assert EFFECTS.keys() == set(get_args(ColumnEffect))
    assert {card.effect.kind for card in ends} == set(get_args(TempleEffect))
    for language in ("en", "ru"):
        spoken = Translator(language).translate
        for card in box.cards:
            sentence = spoken(effect_text(box, card))
            assert sentence
            assert not sentence.endswith("."), "the table ends the sentence"
            assert len(spoken(brief(box, card))) <= (22 if language == "en" else 30)


def test_card_names_are_unique(box):
    for language in ("en", "ru"):
        names = [card.name_in(language) for card in box.cards]
        assert len(set(names)) == 72
        assert max(map(len, names)) <= 24
