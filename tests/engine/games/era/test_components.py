"""Components, and their changes by custom data (sections 1, 3, 13, 14, 15)."""

from __future__ import annotations

import tomllib
from pathlib import Path
from string import ascii_uppercase
from typing import Any

import pytest

import engine.games.era
from engine.bots import make_bot
from engine.core.component_data import Item, assumed
from engine.errors import BadSetup
from engine.games.era.components import CHANGEABLE, components
from engine.games.era.game import GAME
from engine.games.era.setup import PlaceKit
from engine.match.match import Match
from engine.search.simulation import Observation

DATA = tomllib.loads(
    Path(engine.games.era.__file__).with_name("components.toml").read_text(encoding="utf-8")
)


@pytest.fixture
def box():
    return components()


# Section 1


@pytest.mark.rule("ERA-1.1")
def test_there_are_71_buildings(box):
    counts = {id: building.count for id, building in box.buildings.items()}
    assert counts == {
        "keep": 8,
        "longhouse": 18,
        "townhouse": 5,
        "church": 5,
        "farm": 16,
        "lumber_mill": 3,
        "hospital": 3,
        "monastery": 3,
        "market": 3,
        "guildhall": 3,
        "university": 2,
        "cathedral": 2,
    }
    assert sum(counts.values()) == 71


@pytest.mark.rule("ERA-1.2")
def test_there_are_32_walls(box):
    counts = {wall.length: wall.count for wall in box.walls.values()}
    assert counts == {2: 3, 3: 4, 4: 18, 5: 4, 6: 3}
    assert sum(counts.values()) == DATA["walls"]["count"] == 32


@pytest.mark.rule("ERA-1.3")
def test_there_are_27_scorched_areas(box):
    assert box.scorched_area.count == 27
    assert box.kinds["scorched_area"] is box.scorched_area


@pytest.mark.rule("ERA-1.4")
def test_there_are_36_dice(box):
    counts = {die.colour: die.count for die in box.dice.values()}
    assert counts == {"yellow": 18, "blue": 5, "gray": 8, "white": 5}
    assert sum(counts.values()) == 36


@pytest.mark.rule("ERA-1.5", "ERA-1.6", "ERA-1.7")
def test_there_are_pegs_tokens_boards_screens_and_a_pad(box):
    counts = {id: part.count for id, part in box.parts.items()}
    assert counts["peg"] == 4 * 6 + 1
    assert counts["tracking_token"] == 5
    assert (counts["player_board"], counts["screen"], counts["score_pad"]) == (4, 4, 1)


@pytest.mark.rule("ERA-1.9")
def test_the_resource_tracks_have_an_end(box):
    assert box.resources == ("goods", "stone", "wood", "food")
    most = {id: (box.tracks[id].least, box.tracks[id].most) for id in box.resources}
    assert most == {"goods": (0, 6), "stone": (0, 7), "wood": (0, 8), "food": (0, 15)}


@pytest.mark.rule("ERA-1.11", "ERA-6.8", "ERA-7.4")
def test_culture_and_disaster_wrap_after_24(box):
    wrapping = {id: track for id, track in box.tracks.items() if track.wraps}
    assert {id: (track.most, track.lap_points) for id, track in wrapping.items()} == {
        "culture": (24, 25),
        "disaster": (24, -25),
    }


# Section 3


@pytest.mark.rule("ERA-3.3")
def test_the_tracking_tokens_of_each_number_of_players(box):
    tokens = {players: count.tracking_tokens for players, count in box.player_counts.items()}
    assert tokens == {1: 0, 2: 3, 3: 3, 4: 5}


@pytest.mark.rule("ERA-3.4")
def test_initial_tracks(box):
    starts = [box.tracks[id].start for id in (*box.resources, "culture", "disaster")]
    assert starts == [0, 1, 2, 3, 0, 0]


@pytest.mark.rule("ERA-3.5", "ERA-3.6", "ERA-3.7")
def test_starting_pieces_of_each_player(box):
    kit = box.start_kit
    assert kit.dice == {"peasant": 3, "noble": 1}
    assert kit.buildings == {"keep": 1, "longhouse": 3, "farm": 1}
    assert kit.walls == {"wall_4": 3}
    assert box.domain.keep_start == ("G7", "H7", "G8", "H8")


@pytest.mark.rule("ERA-3.8", "ERA-15.2")
def test_number_of_scorched_areas_depends_on_number_of_players(box):
    scorched = {players: count.scorched_per_player for players, count in box.player_counts.items()}
    assert scorched == {1: 3, 2: 2, 3: 1, 4: 0}


@pytest.mark.rule("ERA-3.1", "ERA-3.2", "ERA-3.8", "ERA-15.1", "ERA-15.3")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_supply_after_setup(box, players):
    given = DATA["supply_after_setup"][str(players)]
    supply = box.supply_after_setup(players)
    assert supply.buildings == given["buildings"]
    assert supply.dice == given["dice"]
    assert supply.walls == {
        "wall_2": 3,
        "wall_3": 4,
        "wall_4": given["walls_4"],
        "wall_5": 4,
        "wall_6": 3,
    }
    assert supply.scorched_areas == given["scorched_area"]


@pytest.mark.rule("ERA-3.1", "ERA-3.8")
def test_we_1_setup_3_players(box):
    supply = box.supply_after_setup(3)
    left = [supply.buildings[id] for id in ("keep", "longhouse", "farm")]
    assert left == [5, 9, 13]
    assert (supply.walls["wall_4"], supply.scorched_areas) == (9, 24)
    assert supply.dice == {"peasant": 9, "noble": 5, "burgher": 5, "clergy": 5}


@pytest.mark.rule("ERA-3.2")
def test_we_2_setup_2_players(box):
    supply = box.supply_after_setup(2)
    assert supply.buildings == {
        "keep": 5,
        "longhouse": 11,
        "farm": 13,
        "townhouse": 4,
        "church": 4,
        "monastery": 2,
        "guildhall": 2,
        "market": 2,
        "hospital": 2,
        "lumber_mill": 2,
        "university": 1,
        "cathedral": 1,
    }
    assert (supply.walls["wall_4"], supply.scorched_areas) == (12, 23)
    assert supply.dice == {"peasant": 11, "noble": 5, "burgher": 4, "clergy": 4}


@pytest.mark.rule("ERA-11.3")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_building_with_a_die_has_one(box, players):
    supply = box.supply_after_setup(players)
    for die in box.dice.values():
        assert box.buildings[die.building].die == die.id
        assert supply.dice[die.id] == supply.buildings[die.building]
    giving = {building.id for building in box.buildings.values() if building.die}
    assert giving == {"keep", "longhouse", "townhouse", "church"}


# Sections 4 and 8


@pytest.mark.rule("ERA-4.1")
def test_steps_of_a_round(box):
    names = [step.names.en for step in box.steps]
    assert names == ["Roll", "Collect", "Feed", "Disasters", "Build", "Extort"]


@pytest.mark.rule("ERA-8.1", "ERA-8.2")
def test_skulls_determine_the_disaster(box):
    assert box.disaster(0) is None
    found = [box.disaster(skulls) for skulls in range(1, 8)]
    assert [(one.names.en, one.affects) for one in found] == [
        ("Robbers", "self"),
        ("Disease", "self"),
        ("Treachery", "opponents"),
        ("Fire", "self"),
        ("Attack", "opponents"),
        ("Revolt", "self"),
        ("Revolt", "self"),
    ]
    assert box.disaster(sum(die.count for die in box.dice.values())) is found[-1]


# Section 13


def face_text(face) -> str:
    """A face in the words of section 13."""
    if face.one_of:
        return " or ".join(
            f"{number} {thing}" for one in face.one_of for thing, number in one.items()
        )
    signs = {"hammer": face.hammers, "sword": face.swords, "shield": face.shields}
    shown = [f"{number} {thing}" for thing, number in face.gain.items()]
    shown += [f"{number} {sign}{'s' * (number > 1)}" for sign, number in signs.items() if number]
    shown += ["feather"] * face.feathers + ["skull"] * face.skulls
    return " + ".join(shown)


@pytest.mark.parametrize(
    ("die", "faces"),
    [
        pytest.param(
            "peasant",
            "3 food · 3 wood · 2 stone · 2 food or 1 stone · 2 hammers · 1 wood + 1 hammer + skull",
            marks=pytest.mark.rule("ERA-13.1"),
        ),
        pytest.param(
            "burgher",
            "2 goods · 1 goods · 2 stone · 1 culture · 2 hammers · 1 stone + 1 hammer + skull",
            marks=pytest.mark.rule("ERA-13.2"),
        ),
        pytest.param(
            "noble",
            "4 shields · 1 sword · 2 swords · 3 swords · 1 goods · 2 goods + skull",
            marks=pytest.mark.rule("ERA-13.3"),
        ),
        pytest.param(
            "clergy",
            "2 food · 1 stone or 2 wood · feather · feather · 1 culture · 2 culture + skull",
            marks=pytest.mark.rule("ERA-13.4"),
        ),
    ],
)
def test_faces_of_a_die(box, die, faces):
    shown = [face_text(face) for face in box.dice[die].faces]
    assert sorted(shown) == sorted(faces.split(" · "))
    assert sum(face.skulls for face in box.dice[die].faces) == 1


# Sections 12 and 14


@pytest.mark.rule("ERA-14.1", "ERA-12.3")
def test_walls_cost_1_stone_and_score_nothing(box):
    for wall in box.walls.values():
        assert (wall.cost, wall.vp, wall.is_barrier) == ({"stone": 1}, 0, True)
        assert len(wall.shape.squares) == wall.length


@pytest.mark.parametrize(
    ("building", "cost", "vp", "effect"),
    [
        pytest.param(name, cost, vp, effect, marks=pytest.mark.rule(rule, "ERA-12.1"))
        for rule, name, cost, vp, effect in [
            ("ERA-14.3", "keep", {"stone": 3}, 1, "keep"),
            ("ERA-14.4", "longhouse", {"wood": 2}, 1, "die"),
            ("ERA-14.5", "townhouse", {"stone": 2}, 1, "die"),
            ("ERA-14.6", "church", {"goods": 1, "stone": 1, "wood": 1}, 1, "die"),
            ("ERA-14.7", "farm", {"wood": 1}, 1, "collect_food_1"),
            ("ERA-14.8", "lumber_mill", {"wood": 3}, 2, "collect_wood_2"),
            ("ERA-14.9", "hospital", {"stone": 6, "wood": 1}, 3, "disease_immunity"),
            ("ERA-14.10", "monastery", {"goods": 4, "stone": 2, "wood": 1}, 4, "set_die"),
            ("ERA-14.11", "market", {"goods": 1, "wood": 4}, 2, "bonus_market"),
            ("ERA-14.12", "guildhall", {"goods": 5, "stone": 2}, 3, "bonus_guildhall"),
            (
                "ERA-14.13",
                "university",
                {"goods": 3, "stone": 3, "wood": 3},
                4,
                "bonus_university",
            ),
            ("ERA-14.14", "cathedral", {"goods": 2, "stone": 4, "wood": 6}, 5, "bonus_cathedral"),
        ]
    ],
)
def test_cost_value_and_effect_of_a_building(box, building, cost, vp, effect):
    found = box.buildings[building]
    assert (found.cost, found.vp, found.effect) == (cost, vp, effect)
    assert found.is_barrier == found.is_keep == found.always_walled == (building == "keep")


@pytest.mark.rule("ERA-6.5", "ERA-6.6")
def test_production_buildings(box):
    collecting = {id: one.collect for id, one in box.buildings.items() if one.collect}
    assert collecting == {"farm": {"food": 1}, "lumber_mill": {"wood": 2}}


@pytest.mark.rule("ERA-12.4")
def test_only_the_market_bonus_is_limited(box):
    limits = {id: one.bonus_max for id, one in box.buildings.items() if one.bonus_max}
    assert limits == {"market": 8}


@pytest.mark.rule("ERA-12.2", "ERA-12.11", "ERA-12.12", "ERA-12.16")
def test_scoring_numbers(box):
    scoring = box.scoring
    assert scoring.walled_multiplier == 2
    assert (scoring.most_culture_bonus, scoring.most_culture_min) == (5, 1)
    assert (scoring.largest_area_bonus, scoring.largest_area_min) == (10, 1)
    assert scoring.tie_break == ("goods", "stone", "wood", "food")


def test_rows_of_the_score_sheet(box):
    rows = [row.names.en for row in box.score_rows]
    assert rows[:3] == ["Keep", "Longhouse", "Townhouse"]
    assert rows[-3:] == ["Subtotal", "Disaster points", "Final total"]
    assert len(rows) == 22
    assert {row.id for row in box.score_rows if row.kind == "building"} == set(box.buildings)


# Section 15


@pytest.mark.rule("ERA-15.3", "ERA-15.4", "ERA-15.13")
def test_numbers_of_the_solo_game(box):
    assert box.solo.rounds == 8
    assert box.solo.philip_dice == {"noble": 2, "peasant": 1}
    assert box.solo.philip_take_order == ("goods", "stone", "wood", "food")
    assert box.player_counts[1].removed_buildings == {"keep": 2, "longhouse": 1}


@pytest.mark.rule("ERA-15.17")
def test_ranks_of_the_solo_game(box):
    totals = [-1000, 44, 45, 64, 65, 79, 80, 89, 90, 94, 95, 99, 100, 1000]
    ranks = ["Serf", "Peasant", "Merchant", "Knight", "Noble", "Monarch", "Pope"]
    assert [box.rank(total).names.en for total in totals] == [
        rank for rank in ranks for _ in range(2)
    ]


@pytest.mark.rule("ERA-11.6")
def test_idle_round_limit(box):
    assert box.idle_rounds == 10


def test_everything_has_a_name_in_both_languages(box):
    things = [*box.kinds.values(), *box.tracks.values(), *box.dice.values(), *box.steps]
    things += [*box.disasters, *box.score_rows, *box.ranks, *box.parts.values()]
    for thing in things:
        assert thing.names.name_in("en")
        assert set(thing.names.name_in("ru")) & set("абвгдеёжзийклмнопрстуфхцчшщъыьэюя")
    assert box.kinds["wall_4"].names.name_in("ru") == "стена 4"


def test_components_are_read_once():
    assert components() is components()


# Custom data


def test_own_values_override_those_of_the_box(box):
    own = components(
        {
            "tracks": [{"id": "food", "max": 9}],
            "buildings": [
                {"id": "townhouse", "cost": {"stone": 0, "goods": 2}},
                {"id": "farm", "shape": ["###"]},
            ],
            "dice": [
                {
                    "id": "clergy",
                    "faces": [{"id": "c_feather_b", "feather": 0, "gain": {"culture": 1}}],
                }
            ],
        }
    )
    assert own.tracks["food"].most == 9
    assert own.tracks["wood"] == box.tracks["wood"]
    assert own.buildings["townhouse"].cost == {"goods": 2}
    assert own.buildings["townhouse"].vp == box.buildings["townhouse"].vp
    assert own.buildings["farm"].shape.width == 3
    assert [face_text(face) for face in own.dice["clergy"].faces].count("1 culture") == 2
    assert box.buildings["townhouse"].cost == {"stone": 2}
    assert components() is box


def test_alternative_of_a_face_may_be_changed():
    faces: list[Item] = [{"id": "c_stone1_or_wood2", "one_of": [{"stone": 2}, {"wood": 2}]}]
    own = components({"dice": [{"id": "clergy", "faces": faces}]})
    assert face_text(own.dice["clergy"].faces[1]) == "2 stone or 2 wood"


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        ({"buildings": [{"id": "kep", "vp": 2}]}, "no buildings.kep"),
        ({"buildings": [{"id": "keep", "vpp": 2}]}, "no buildings.keep.vpp"),
        ({"buildings": [{"id": "keep", "vp": -1}]}, "buildings.keep.vp must be a whole number"),
        ({"buildings": [{"id": "keep", "effect": "die"}]}, "buildings.keep.effect cannot be"),
        ({"buildings": [{"id": "farm", "shape": ["#.", ".#"]}]}, "buildings.farm.shape must be"),
        ({"buildings": [{"id": "farm", "shape": []}]}, "buildings.farm.shape must be"),
        ({"buildings": [{"id": "farm", "shape": [3]}]}, "buildings.farm.shape must be"),
        ({"buildings": [{"id": "farm", "shape": ["#" * 15]}]}, "Farm does not fit"),
        (
            {"buildings": [{"id": "keep", "count": 3}]},
            "the count of Keep is too low for this number of players: 4",
        ),
        ({"buildings": [{"id": "farm", "cost": {"gold": 1}}]}, "no buildings.farm.cost.gold"),
        (
            {"dice": [{"id": "noble", "count": 7}]},
            "the count of Noble is too low for this number of players: 1",
        ),
        ({"parts": [{"id": "scorched_area", "count": 2}]}, "the count of scorched area is too low"),
        ({"domain": {"columns": 27}}, "domain.columns must be a whole number from 1 to 26"),
        ({"domain": {"columns": 6}}, "domain.keep_start.cells must be"),
        ({"domain": {"keep_start": {"cells": ["G7", "H7"]}}}, "domain.keep_start.cells must be"),
        ({"domain": {"keep_start": {"cells": [["G7"]]}}}, "domain.keep_start.cells must be"),
        ({"domain": {"rules": {"flood_fill_connectivity": 6}}}, "must be one of 4, 8"),
        ({"tracks": [{"id": "food", "max": 2}]}, "tracks.food.max must be"),
        ({"disasters": [{"id": "fire", "skulls_min": 3}]}, "without gaps"),
        ({"disasters": [{"id": "disease", "skulls_max": 1}]}, "disasters.disease.skulls_max"),
        (
            {"dice": [{"id": "clergy", "faces": [{"id": "c_food2", "one_of": ["food"]}]}]},
            "one_of must be a list",
        ),
        (
            {"dice": [{"id": "clergy", "faces": [{"id": "c_food2", "one_of": [{"gold": 1}]}]}]},
            "one_of must be one of goods",
        ),
        ({"walls": 3}, "walls has the wrong type"),
    ],
)
def test_unplayable_values_are_refused_with_their_path(own, expected):
    with pytest.raises(BadSetup) as refused:
        components(own)
    assert expected in refused.value.text.plain()


def test_assumed_values_are_marked():
    found = {one.path: one.values for one in assumed(DATA, changeable=CHANGEABLE)}
    assert {"tracks.food", "dice.clergy", "parts.scorched_area"} <= found.keys()
    assert "tracks.wood" not in found
    assert found["tracks.culture"].keys() == {"start", "max", "name_en", "name_ru"}
    assert not any(path.startswith("supply_after_setup") for path in found)


@pytest.mark.parametrize(
    ("own", "named"),
    [
        ({"domain": {"rules": {"edge_is_barrier": True}}}, "domain.rules.edge_is_barrier"),
        ({"walls": {"vp": 1}}, "walls.vp"),
        ({"tracks": [{"id": "culture", "lap_points": 30}]}, "tracks.culture.lap_points"),
    ],
)
def test_values_without_effect_may_not_be_changed(own, named):
    with pytest.raises(BadSetup, match=f"{named} cannot be changed"):
        components(own)


@pytest.mark.rule("ERA-6.8", "ERA-7.4")
@pytest.mark.parametrize("most", [9, 24, 60])
def test_track_length_changes_no_total(most):
    own = {"tracks": [{"id": id, "max": most} for id in ("culture", "disaster")]}
    state = GAME.setup(2, GAME.check(2, {}), own)
    for track in ("culture", "disaster"):
        state.advance(0, track, 57)
        assert state.points(0, track) == 57
        assert abs(state.box.tracks[track].lap_points) == most + 1


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        ({"dice": [{"id": "noble", "colour": "plaid"}]}, "dice.noble.colour must be one of white"),
        ({"buildings": [{"id": "farm", "colour": ""}]}, "buildings.farm.colour must be one of"),
        ({"buildings": [{"id": "farm", "name_en": " "}]}, "buildings.farm.name_en must be a name"),
        (
            {"buildings": [{"id": "farm", "name_en": "a\x1b[31m"}]},
            "buildings.farm.name_en must be a name",
        ),
        ({"buildings": [{"id": "farm", "name_ru": "а" * 61}]}, "no longer than 60 characters"),
        ({"solo": {"opponent_en": ""}}, "solo.opponent_en must be a name"),
    ],
)
def test_colours_and_names_must_be_printable(own, expected):
    with pytest.raises(BadSetup, match=expected):
        components(own)


def square(size: int) -> dict[str, Any]:
    """A domain of `size` columns and rows, with the keep in its middle."""
    at = size // 2
    cells = [f"{ascii_uppercase[x]}{y}" for y in (at, at + 1) for x in (at - 1, at)]
    return {"domain": {"columns": size, "rows": size, "keep_start": {"cells": cells}}}


@pytest.mark.parametrize("size", [6, 8, 11])
def test_domain_too_small_for_its_pieces_is_refused(size):
    with pytest.raises(BadSetup, match="too small"):
        components(square(size))


@pytest.mark.rule("ERA-3.9")
@pytest.mark.parametrize(("size", "seats"), [(12, 1), (12, 4), (13, 2), (20, 1)])
def test_bots_place_their_starting_pieces_in_every_allowed_domain(size, seats):
    players = [(f"P{seat}", "bot:greedy") for seat in range(seats)]
    match = Match.begin("era", players, seed=f"{size}", data=square(size))
    bots = {seat: make_bot("bot:greedy") for seat in range(seats)}
    for _ in range(40 * seats):
        pending = [one for one in match.pending() if isinstance(one.decision, PlaceKit)]
        if not pending:
            break
        seat = pending[0].seat
        match.choose(seat, bots[seat].choose(Observation.of(match, seat)))
    assert not any(isinstance(one.decision, PlaceKit) for one in match.pending())
