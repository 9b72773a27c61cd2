"""Build: hammers, costs, supply, places, tracking tokens (sections 9 and 14)."""

from __future__ import annotations

import pytest

from engine.core.chance import Dice
from engine.games.era.build import Build, BuildStructure, BuildTurn, can_build, why_not_build
from engine.games.era.collect import Collect, CollectTurn
from engine.games.era.roll import RollDice, SetDie
from tests.engine.games.era.laying import wall
from tests.engine.games.era.positions import (
    Lord,
    at,
    building,
    every_option,
    noted,
    options,
    pending_step,
    rules,
    run_agenda,
    step,
    story,
    table,
    tracks,
)

RICH = "6/7/8/15"
TWO = "p_hammer2"

COSTS = {
    "wall_2": "0/1/0/0",
    "wall_6": "0/1/0/0",
    "keep": "0/3/0/0",
    "longhouse": "0/0/2/0",
    "townhouse": "0/2/0/0",
    "church": "1/1/1/0",
    "farm": "0/0/1/0",
    "lumber_mill": "0/0/3/0",
    "hospital": "0/6/1/0",
    "monastery": "4/2/1/0",
    "market": "1/0/4/0",
    "guildhall": "5/2/0/0",
    "university": "3/3/3/0",
    "cathedral": "2/4/6/0",
}


@pytest.mark.rule("ERA-9.1", "ERA-9.2")
def test_each_hammer_builds_one_structure_in_turn_order():
    state = table(Lord(RICH, TWO), Lord(RICH, "b_hammer2 p_food3"), Lord(RICH, "p_food3"), first=1)
    step(state, Build())
    assert (pending_step(state).seat, pending_step(state).left) == (1, 2)
    run_agenda(state, ("farm", "A1", 0))
    assert (pending_step(state).seat, pending_step(state).left) == (1, 1)
    run_agenda(state, ("wall_6", "A4", 0))
    assert (pending_step(state).seat, pending_step(state).left) == (0, 2)
    run_agenda(state, ("keep", "A1", 0), ("wall_2", "A4", 90))
    assert not state.agenda
    assert [len(domain.pieces) for domain in state.domains] == [3, 3, 1]


@pytest.mark.rule(
    "ERA-9.3",
    "ERA-14.1",
    "ERA-14.3",
    "ERA-14.4",
    "ERA-14.5",
    "ERA-14.6",
    "ERA-14.7",
    "ERA-14.8",
    "ERA-14.9",
    "ERA-14.10",
    "ERA-14.11",
    "ERA-14.12",
    "ERA-14.13",
    "ERA-14.14",
)
@pytest.mark.parametrize("kind", COSTS)
def test_building_is_paid_taken_from_the_supply_and_placed(kind):
    state = table(Lord(RICH, TWO), Lord())
    supply = state.supply[kind]
    step(state, BuildTurn(0), (kind, "A1", 0), ("done",))
    cost = [int(number) for number in COSTS[kind].split("/")]
    left = "/".join(str(have - pay) for have, pay in zip((6, 7, 8, 15), cost, strict=True))
    assert tracks(state, 0) == left
    assert state.supply[kind] == supply - 1
    assert state.domains[0].pieces[-1].pick == (kind, "A1", 0)
    assert state.built == 1


@pytest.mark.rule("ERA-9.4", "ERA-1.12")
@pytest.mark.parametrize("kind", COSTS)
def test_unaffordable_structure_cannot_be_built(kind):
    exact = COSTS[kind]
    structure = table(Lord()).box.structures[kind]
    state = table(Lord(exact, TWO), Lord())
    assert can_build(state, 0, structure)
    for index, number in enumerate(exact.split("/")):
        if number != "0":
            short = exact.split("/")
            short[index] = str(int(number) - 1)
            state = table(Lord("/".join(short), TWO), Lord())
            assert not can_build(state, 0, structure)
            assert not BuildStructure(0, 2).allows(state, (kind, "A1", 0))
            refusal = BuildStructure(0, 2).refuse(state, (kind, "A1", 0))
            assert refusal.rule == "ERA-9.4"
            assert "lack 1" in refusal.reason.plain()


@pytest.mark.rule("ERA-9.4")
def test_structure_missing_from_the_supply_cannot_be_built():
    state = table(Lord(RICH, TWO), Lord())
    state.supply["farm"] = 0
    step(state, BuildTurn(0))
    assert "farm" not in pending_step(state).kinds(state)
    assert not pending_step(state).allows(state, ("farm", "A1", 0))
    assert "supply" in pending_step(state).refuse(state, ("farm", "A1", 0)).reason.plain()
    assert not any(pick[0] == "farm" for pick in every_option(state))


@pytest.mark.rule("ERA-9.4")
def test_structure_without_a_legal_place_cannot_be_built():
    state = table(Lord("0/7/1/0", TWO), Lord())
    domain = state.domains[0]
    while domain.legal("hospital"):
        domain.place(domain.legal("hospital")[0])
    step(state, BuildTurn(0))
    assert "hospital" not in pending_step(state).kinds(state)
    structure = state.box.structures["hospital"]
    refusal = why_not_build(state, 0, structure)
    assert refusal is not None
    assert "There is no room for" in refusal.reason.plain()


@pytest.mark.rule("ERA-9.4", "ERA-16.6")
def test_player_without_possible_buildings_is_not_asked():
    state = table(Lord("6/0/0/15", TWO), Lord())
    step(state, Build())
    assert not state.agenda
    assert "ERA-9.4" in rules(state)


@pytest.mark.rule("ERA-9.4", "ERA-2.5", "ERA-2.3")
def test_only_legal_places_are_options():
    state = table(Lord("0/1/1/0", TWO), Lord())
    wall(state.domains[0], "A1-A6", "B1-B6")
    step(state, BuildTurn(0))
    every = every_option(state)
    assert len(every) == len(set(every))
    assert set(options(state)) <= set(every)
    domain = state.domains[0]
    kinds = ["farm", "wall_2", "wall_3", "wall_4", "wall_5", "wall_6"]
    legal = {place.pick for kind in kinds for place in domain.legal(kind)}
    assert set(every) == {*legal, ("done",)}
    assert all(pending_step(state).allows(state, pick) for pick in every)
    for pick in [("farm", "A1", 0), ("farm", "N14", 0), ("farm", "C1", 45), ("keep", "C1", 0), ()]:
        assert not pending_step(state).allows(state, pick)
        assert pending_step(state).refuse(state, pick).rule


@pytest.mark.rule("ERA-9.5")
def test_building_is_optional_and_unused_hammers_are_lost():
    state = table(Lord(RICH, "p_hammer2 p_hammer2"), Lord())
    step(state, Build(), ("farm", "A1", 0), ("done",))
    assert not state.agenda
    assert state.built == 1
    assert noted(state, "ERA-9.5") == ["seat 1 leaves 3 hammers unused."]


@pytest.mark.rule("ERA-9.6")
def test_any_number_of_equal_structures_may_be_owned():
    state = table(Lord("0/0/8/0", " ".join([TWO] * 4)), Lord())
    picks = [("farm", f"{column}1", 0) for column in "ACEGIKM"]
    step(state, BuildTurn(0), *picks, ("farm", "A4", 0))
    assert state.domains[0].count("farm") == 8
    state.dice[0] = ()
    state.faces[0] = ()
    step(state, CollectTurn(0))
    assert tracks(state, 0) == "0/0/0/8"


@pytest.mark.rule("ERA-9.7")
def test_last_building_of_a_kind_turns_a_token_at_once():
    state = table(Lord(RICH, TWO), Lord(), Lord())
    state.supply["cathedral"] = 2
    step(state, BuildTurn(0), ("cathedral", "A1", 0))
    assert state.tokens_turned == 0
    state.tracks[0].update(goods=6, stone=7, wood=8)
    run_agenda(state, ("cathedral", "D1", 0))
    assert state.tokens_turned == 1
    assert "ERA-9.7" in rules(state)


@pytest.mark.rule("ERA-9.7")
def test_number_of_turned_tokens_is_limited():
    state = table(Lord(RICH, TWO), Lord())
    state.tokens_turned = state.tokens
    state.supply["farm"] = 1
    step(state, BuildTurn(0), ("farm", "A1", 0), ("done",))
    assert state.tokens_turned == state.tokens == 3
    solo = table(Lord(RICH, TWO))
    solo.supply["farm"] = 1
    step(solo, BuildTurn(0), ("farm", "A1", 0), ("done",))
    assert solo.tokens_turned == solo.tokens == 0


@pytest.mark.rule("ERA-9.8")
def test_last_wall_of_a_length_turns_no_token():
    state = table(Lord(RICH, TWO), Lord())
    state.supply["wall_6"] = 1
    step(state, BuildTurn(0), ("wall_6", "A1", 0), ("done",))
    assert state.supply["wall_6"] == 0
    assert state.tokens_turned == 0


@pytest.mark.rule("ERA-9.9", "ERA-1.8")
def test_buildings_in_the_box_do_not_return_to_the_supply():
    state = table(Lord(RICH, TWO), Lord(dice="p_wood1_hammer1_skull " * 5))
    state.supply["farm"] = 1
    step(state, BuildTurn(0), ("farm", "A1", 0), ("done",))
    state.domains[0].remove(at(state, "farm", "A1 B1 A2"))
    state.boxed["farm"] += 1
    assert state.supply["farm"] == 0
    assert not can_build(state, 0, state.box.structures["farm"])
    assert state.tokens_turned == 1


@pytest.mark.rule("ERA-9.10")
@pytest.mark.parametrize(
    ("kind", "die"),
    [
        ("keep", "noble"),
        ("longhouse", "peasant"),
        ("townhouse", "burgher"),
        ("church", "clergy"),
        ("farm", None),
    ],
)
def test_new_building_gives_its_die_at_the_end_of_the_round(kind, die):
    state = table(Lord(RICH, TWO), Lord())
    step(state, BuildTurn(0), (kind, "A1", 0), ("done",))
    assert state.dice[0] == ("peasant",)
    assert state.gained_dice[0] == (() if die is None else (die,))
    assert sorted(state.dice_to_come(0)) == sorted(["peasant", *([die] if die else [])])


@pytest.mark.rule("ERA-9.11")
def test_buildings_are_public():
    state = table(Lord(RICH, TWO), Lord())
    step(state, BuildTurn(0), ("farm", "A1", 0))
    for reader in (0, 1, None):
        assert state.view(reader).domains == state.domains
    assert noted(state, "ERA-9.3") == ["seat 1 builds a Farm (A1 B1 A2) for 1 wood."]
    assert all(note.to is None for note in story(state))


@pytest.mark.rule("ERA-14.15")
def test_new_building_works_from_the_next_round():
    state = table(Lord(RICH, TWO), Lord())
    state.push(Collect(), Build())
    run_agenda(state, ("monastery", "A1", 0), ("done",))
    assert state.domains[0].count("monastery") == 1
    state.dice_open, state.in_hand[0] = False, (0,)
    step(state, RollDice(0, 1), "p_food3")
    assert isinstance(pending_step(state), SetDie)


@pytest.mark.rule("ERA-2.6", "ERA-2.13")
def test_wall_that_closes_an_area_is_announced():
    state = table(Lord(RICH, TWO), Lord())
    wall(state.domains[0], "C6-C9", "D6-G6")
    step(state, BuildTurn(0), ("wall_4", "D9", 0))
    assert noted(state, "ERA-2.10") == ["seat 1's walls enclose 6 more cells."]
    assert state.domains[0].walled_area() == 6


def test_samples_are_fair_among_the_kinds():
    state = table(Lord("0/1/1/0", TWO), Lord())
    step(state, BuildTurn(0))
    decision = pending_step(state)
    dice = Dice(b"fair")
    picks = [decision.sample(state, dice) for _ in range(700)]
    assert all(decision.allows(state, pick) for pick in picks)
    counts = {
        kind: sum(pick[0] == kind for pick in picks) for kind in [*decision.kinds(state), "done"]
    }
    assert sum(counts.values()) == 700
    assert min(counts.values()) > 60
    assert len({pick for pick in picks if pick[0] == "farm"}) > 60


def test_pick_can_be_built_part_by_part():
    state = table(Lord("0/0/1/0", TWO), Lord())
    building(state, 0, "longhouse", "A1 B1")
    step(state, BuildTurn(0))
    decision = pending_step(state)
    assert decision.part_options(state, ()) == ["farm", "done"]
    cells = decision.part_options(state, ("farm",))
    assert decision.part_options(state, ("farm", "B1")) == [180], "does not cover B1"
    assert "N1" not in cells
    assert len(cells) == len(set(cells))
    assert decision.part_options(state, ("farm", "A1")) == []
    assert decision.part_options(state, ("farm", "C1")) == [0, 90, 180, 270]
    picks = [
        ("farm", cell, turn)
        for cell in cells
        for turn in decision.part_options(state, ("farm", cell))
    ]
    assert {*picks, ("done",)} == set(every_option(state))
    assert decision.target(state, ("farm",)) == ("supply", "farm")
    assert decision.target(state, ("farm", "C1")) == ("domain", 0, "C1")
    assert decision.target(state, ("done",)) is None
    assert decision.label(state, ("farm",)).plain() == "Farm: 1 wood"
    assert decision.label(state, ("farm", "C1", 90)).plain() == "C1 D1 D2"
    assert decision.refuse_place(state, (), ("supply", "keep")).rule == "ERA-9.4"
    assert decision.refuse_place(state, ("farm",), ("domain", 0, "A1")).rule == "ERA-2.5"
    assert decision.refuse_place(state, ("farm",), ("domain", 1, "A1")).rule == "ERA-9.3"
