"""The six disasters (section 8)."""

from __future__ import annotations

import pytest

from engine.games.era.disasters import (
    BurnBuilding,
    ChooseLoss,
    Disasters,
    DisasterTurn,
    LoseBuilding,
    MakeRoom,
    PlaceScorched,
    ReceiveScorched,
)
from engine.games.era.rounds import EndOfRound
from tests.engine.games.era.laying import wall
from tests.engine.games.era.positions import (
    Lord,
    at,
    building,
    noted,
    options,
    pending_step,
    rules,
    run_agenda,
    step,
    table,
    tracks,
)

SKULL = "p_wood1_hammer1_skull"
RING = ("A1-F1", "G1-L1", "A14-F14", "G14-L14", "A2-A7", "A8-A13", "L2-L7", "L8-L13")


def skulls(number, **tracks):
    """A player with a number of skulls."""
    return Lord(dice=" ".join([SKULL] * number), **tracks)


def starting_walls(state, seat):
    wall(state.domains[seat], "C6-C9", "D6-G6", "D9-G9")


def stone_by_stone(state, seat, *rows):
    """Longhouses on columns M and N in these rows, outside a ring around everything else."""
    wall(state.domains[seat], *RING)
    building(state, seat, "longhouse", *(f"M{row} N{row}" for row in rows))


@pytest.mark.rule("ERA-8.1", "ERA-8.4")
def test_each_player_with_a_skull_has_one_disaster_in_turn_order():
    state = table(skulls(1, tracks="1/0/0/0"), Lord(dice="p_food3"), skulls(1, tracks="1/0/0/0"))
    state.first = 1
    step(state, Disasters())
    assert pending_step(state) == ChooseLoss(2)
    run_agenda(state, "goods")
    assert pending_step(state) == ChooseLoss(0)
    run_agenda(state, "disaster")
    assert not state.agenda


@pytest.mark.rule("ERA-8.2", "ERA-8.3")
@pytest.mark.parametrize(
    ("number", "name"),
    [
        (1, "Robbers"),
        (2, "Disease"),
        (3, "Treachery"),
        (4, "Fire"),
        (5, "Attack"),
        (6, "Revolt"),
        (7, "Revolt"),
        (18, "Revolt"),
    ],
)
def test_all_skulls_together_cause_one_disaster(number, name):
    state = table(skulls(number), Lord())
    step(state, DisasterTurn(0))
    (note,) = noted(state, "ERA-8.2")
    assert note.endswith(f"{name}.")
    assert str(number) in note


@pytest.mark.rule("ERA-8.5")
@pytest.mark.parametrize(
    ("pick", "left", "points"),
    [
        ("disaster", "1/0/2/3", 1),
        ("goods", "0/0/2/3", 0),
        ("wood", "1/0/1/3", 0),
        ("food", "1/0/2/2", 0),
    ],
)
def test_robbers_give_a_point_or_take_a_resource(pick, left, points):
    state = table(skulls(1, tracks="1/0/2/3"), Lord())
    step(state, DisasterTurn(0))
    assert options(state) == ["disaster", "goods", "wood", "food"]
    assert pending_step(state).refuse(state, "stone").rule == "ERA-8.5"
    run_agenda(state, pick)
    assert (tracks(state, 0), state.disaster(0)) == (left, points)


@pytest.mark.rule("ERA-8.6", "ERA-16.6", "ERA-1.12")
def test_robbers_without_loot_give_a_point_without_asking():
    state = table(skulls(1), Lord())
    step(state, DisasterTurn(0))
    assert not state.agenda
    assert state.disaster(0) == 1
    assert "ERA-8.6" in rules(state)


@pytest.mark.rule("ERA-8.7", "ERA-8.9", "ERA-2.15")
def test_disease_counts_every_building_of_every_cluster_even_inside_walls():
    state = table(skulls(2), Lord())
    starting_walls(state, 0)
    building(state, 0, "longhouse", "D7 E7", "D8 E8", "A1 B1")
    building(state, 0, "farm", "C1 D1 C2", "L12 M12 L13")
    step(state, DisasterTurn(0))
    assert state.disaster(0) == 4
    (note,) = noted(state, "ERA-8.7")
    assert note.startswith("seat 1: 4 disaster points, for ")
    assert all(one in note for one in ("Longhouse D7", "Longhouse D8", "Longhouse A1", "Farm C1"))


@pytest.mark.rule("ERA-8.7", "ERA-8.8", "ERA-14.9")
def test_hospital_and_its_neighbours_are_immune_to_disease():
    state = table(skulls(2), Lord())
    building(state, 0, "hospital", "E4 D5 E5 F5 E6")
    building(state, 0, "longhouse", "F4 G4")
    step(state, DisasterTurn(0))
    assert state.disaster(0) == 0
    assert "ERA-8.7" in rules(state)


@pytest.mark.rule("ERA-8.11", "ERA-8.4")
def test_treachery_gives_each_opponent_a_scorched_area_clockwise():
    state = table(Lord(), skulls(3), Lord(), Lord())
    left = state.supply["scorched_area"]
    step(state, DisasterTurn(1))
    for seat in (2, 3, 0):
        assert pending_step(state) == PlaceScorched(seat)
        run_agenda(state, ("scorched_area", "A1", 0))
        assert state.domains[seat].count("scorched_area") == 1
    assert not state.agenda
    assert state.domains[1].count("scorched_area") == 0
    assert state.supply["scorched_area"] == left - 3


@pytest.mark.rule("ERA-8.12")
def test_treachery_stops_when_no_scorched_area_is_left():
    state = table(skulls(3), Lord(), Lord())
    state.supply["scorched_area"] = 1
    step(state, DisasterTurn(0), ("scorched_area", "A1", 0))
    assert not state.agenda
    assert state.domains[2].count("scorched_area") == 0
    assert noted(state, "ERA-8.12") == ["No scorched area is left for seat 3."]


@pytest.mark.rule("ERA-8.13", "ERA-14.2")
def test_scorched_area_needs_empty_cells_outside_walls():
    state = table(skulls(3), Lord())
    starting_walls(state, 1)
    building(state, 1, "longhouse", "A1 B1")
    step(state, DisasterTurn(0))
    decision = pending_step(state)
    taken = ("scorched_area", "A1", 0)
    inside = ("scorched_area", "D7", 0)
    assert not {taken, inside} & set(options(state))
    assert decision.refuse(state, taken).rule == "ERA-2.5"
    assert decision.refuse(state, inside).rule == "ERA-8.13"
    assert decision.refuse(state, ("farm", "A3", 0)).rule == "ERA-8.11"
    assert decision.refuse_place(state, ("scorched_area",), ("domain", 1, "D7")).rule == "ERA-8.13"
    assert ("scorched_area", "A12", 0) in options(state)


@pytest.mark.rule("ERA-8.14", "ERA-8.15", "ERA-8.17")
def test_buildings_outside_walls_are_removed_until_there_is_room():
    state = table(skulls(3), Lord())
    stone_by_stone(state, 1, 2, 4, 6, 8, 10, 12, 14)
    building(state, 1, "longhouse", "C3 D3")
    step(state, DisasterTurn(0))
    assert pending_step(state) == MakeRoom(1)
    outside = {("longhouse", f"M{row}", 0) for row in (2, 4, 6, 8, 10, 12, 14)}
    assert set(options(state)) == outside
    assert pending_step(state).refuse(state, ("longhouse", "C3", 0)).rule == "ERA-14.2"
    assert pending_step(state).refuse(state, ("keep", "G7", 0)).rule == "ERA-14.3"
    run_agenda(state, ("longhouse", "M2", 0))
    assert pending_step(state) == PlaceScorched(1), "no more removals once there is room"
    assert options(state) == [("scorched_area", "M1", 0), ("scorched_area", "M2", 0)]
    assert state.boxed["longhouse"] == 1 + 1


@pytest.mark.rule("ERA-8.14")
def test_removed_building_need_not_make_room_by_itself():
    state = table(skulls(3), Lord())
    stone_by_stone(state, 1, *range(1, 15))
    assert not state.domains[1].legal_scorched()
    step(state, DisasterTurn(0), ("longhouse", "M5", 0))
    assert pending_step(state) == MakeRoom(1), "one row is too little room"
    run_agenda(state, ("longhouse", "M9", 0))
    assert pending_step(state) == MakeRoom(1)
    run_agenda(state, ("longhouse", "M10", 0))
    assert not state.agenda, "the only place is automatic"
    assert state.domains[1].count("scorched_area") == 1


@pytest.mark.rule("ERA-8.15", "ERA-16.6")
def test_nothing_is_removed_with_room_left_and_a_single_place_is_automatic():
    state = table(skulls(3), Lord())
    stone_by_stone(state, 1, 2, 4, 6, 8, 10, 12)
    step(state, DisasterTurn(0))
    assert not state.agenda
    assert state.domains[1].pieces[-1] == at(state, "scorched_area", "M13 N13 M14 N14")


@pytest.mark.rule("ERA-8.16")
def test_nothing_is_removed_if_no_removal_makes_room():
    state = table(skulls(3), Lord())
    wall(state.domains[1], *RING, "M1-M6", "M7-M12", "M13-N13")
    building(state, 1, "longhouse", "N2 N3")
    left = state.supply["scorched_area"]
    step(state, DisasterTurn(0))
    assert not state.agenda
    assert state.supply["scorched_area"] == left
    assert state.domains[1].count("longhouse") == 1
    assert "ERA-8.16" in rules(state)


@pytest.mark.rule("ERA-8.18", "ERA-8.17", "ERA-14.2")
def test_fire_destroys_any_own_building_but_no_wall():
    state = table(skulls(4), Lord())
    starting_walls(state, 0)
    building(state, 0, "longhouse", "D7 E7")
    building(state, 0, "farm", "A1 B1 A2")
    step(state, DisasterTurn(0))
    assert options(state) == [("keep", "G7", 0), ("longhouse", "D7", 0), ("farm", "A1", 0)]
    assert pending_step(state).refuse(state, ("wall_4", "C6", 90)).rule == "ERA-8.18"
    assert pending_step(state).refuse_place(state, (), ("domain", 1, "G7")).rule == "ERA-8.18"
    assert pending_step(state).refuse_place(state, (), ("domain", 0)) is None
    assert pending_step(state).target(state, (("keep", "G7", 0),)) == ("domain", 0, "G7")
    boxed = state.boxed["keep"]
    run_agenda(state, ("keep", "G7", 0))
    assert state.domains[0].count("keep") == 0
    assert state.boxed["keep"] == boxed + 1
    assert not state.domains[0].enclosed()


@pytest.mark.rule("ERA-8.19")
def test_fire_without_buildings_has_no_effect():
    state = table(skulls(4), Lord())
    state.domains[0].remove(at(state, "keep", "G7 H7 G8 H8"))
    starting_walls(state, 0)
    step(state, DisasterTurn(0))
    assert not state.agenda
    assert len(state.domains[0].walls()) == 3
    assert "ERA-8.19" in rules(state)


@pytest.mark.rule("ERA-8.20", "ERA-8.17", "ERA-14.2", "ERA-14.3")
def test_attack_destroys_a_building_outside_walls_of_each_opponent():
    state = table(Lord(), Lord(), skulls(5))
    starting_walls(state, 0)
    building(state, 0, "longhouse", "D7 E7", "A1 B1")
    building(state, 0, "farm", "A4 B4 A5")
    building(state, 1, "longhouse", "A1 B1", "A3 B3")
    step(state, DisasterTurn(2))
    assert pending_step(state) == LoseBuilding(0)
    assert options(state) == [("longhouse", "A1", 0), ("farm", "A4", 0)]
    run_agenda(state, ("farm", "A4", 0))
    assert pending_step(state) == LoseBuilding(1)
    run_agenda(state, ("longhouse", "A3", 0))
    assert not state.agenda
    assert [state.domains[seat].count("longhouse") for seat in (0, 1)] == [2, 1]
    assert state.boxed["farm"] == state.boxed["longhouse"] == 1


@pytest.mark.rule("ERA-8.21", "ERA-16.6")
def test_attack_spares_protected_players_and_a_single_target_is_automatic():
    state = table(skulls(5), Lord(), Lord())
    building(state, 2, "farm", "A4 B4 A5")
    step(state, DisasterTurn(0))
    assert not state.agenda
    assert "ERA-8.21" in rules(state)
    assert state.domains[1].count("keep") == 1
    assert state.domains[2].count("farm") == 0


@pytest.mark.rule("ERA-8.22")
def test_revolt_takes_all_goods():
    state = table(skulls(6, tracks="6/1/2/3"), Lord("5/0/0/0"))
    step(state, DisasterTurn(0))
    assert (tracks(state, 0), tracks(state, 1)) == ("0/1/2/3", "5/0/0/0")
    assert state.disaster(0) == 0


@pytest.mark.rule("ERA-8.23", "ERA-11.2")
def test_die_of_a_lost_building_stays_until_the_end_of_the_round():
    state = table(Lord(dice=f"{SKULL} {SKULL} {SKULL} {SKULL} n_sword2"), Lord(dice="p_food3"))
    building(state, 0, "longhouse", "A1 B1", "A3 B3", "A5 B5", "A7 B7")
    step(state, DisasterTurn(0), ("keep", "G7", 0))
    assert state.dice[0][-1] == "noble"
    assert state.swords(0) == 2
    boxed = state.boxed["noble"]
    EndOfRound().run(state)
    assert "noble" not in state.dice[0]
    assert state.boxed["noble"] == boxed + 1


def test_question_names_the_disaster():
    state = table(skulls(4), Lord())
    building(state, 0, "farm", "A1 B1 A2")
    step(state, DisasterTurn(0))
    assert isinstance(pending_step(state), BurnBuilding)
    assert pending_step(state).question(state).plain().startswith("Fire")
    assert pending_step(state).label(state, (("farm", "A1", 0),)).plain() == "Farm (A1 B1 A2)"
    state = table(skulls(3), Lord())
    step(state, ReceiveScorched(1))
    decision = pending_step(state)
    assert decision.part_options(state, ()) == ["scorched_area"]
    assert decision.part_options(state, ("scorched_area", "A1")) == [0]
    assert decision.target(state, ("scorched_area",)) == ("supply", "scorched_area")
    assert decision.target(state, ("scorched_area", "A1")) == ("domain", 1, "A1")
