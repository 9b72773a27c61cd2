"""What is said where something is not allowed: each sentence in a position where it is true, and a
step away from it, where it is not true and not said."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.step import Decision
from engine.games.era.collect import ChooseGain
from engine.games.era.disasters import DisasterTurn, LoseBuilding, PlaceScorched
from engine.games.era.extort import AnswerDemand
from engine.games.era.faces import why_not
from engine.games.era.feathers import RollFeather
from engine.games.era.ready_made import ready_made
from engine.games.era.roll import ChooseDice, RollDice
from engine.games.era.setup import PlaceKit
from engine.games.era.solo import TakeFromPhilip
from engine.games.era.state import Realm
from tests.engine.games.era.laying import wall
from tests.engine.games.era.positions import Lord, asked, begin, building, go_on, realm, step, table

PHILIP = "Sir Philip"
FOUR = "p_food3 p_wood3 p_stone2 n_sword1"


def why(state: Realm, pick: Any) -> str:
    """By which rule and why the open decision does not allow a pick; empty where it does."""
    return why_of(state, asked(state), pick)


def why_of(state: Realm, decision: Any, pick: Any) -> str:
    """The same of any decision."""
    assert isinstance(decision, Decision)
    if decision.allows(state, pick):
        return ""
    refusal = decision.refuse(state, pick)
    return f"{refusal.rule}: {refusal.reason.plain()}"


# ---------------------------------------------------------------- setting up (section 3)


@pytest.mark.rule("ERA-3.9", "ERA-2.1")
def test_pieces_and_places_that_are_not_there():
    match = begin(3)
    state, decision = realm(match), PlaceKit(0)
    assert why_of(state, decision, ("farm", "A1", 0)) == ""
    wanted = "ERA-2.1: There is no cell 'A99' in a domain."
    assert why_of(state, decision, ("farm", "A99", 0)) == wanted
    assert why_of(state, decision, ("lift", "A1")) == "ERA-3.9: No piece of your kit lies there."
    match.choose(0, ("farm", "A1", 0))
    assert why_of(realm(match), decision, ("lift", "A1")) == ""


@pytest.mark.rule("ERA-3.9")
def test_a_ready_made_set_up_that_there_is_not():
    state, decision = realm(begin(3)), PlaceKit(0)
    known = ready_made(state.box, 3)
    assert why_of(state, decision, ("layout", known[0].id)) == ""
    assert why_of(state, decision, ("layout", "castle")) == "ERA-3.9: There is no such set-up."


# ---------------------------------------------------------------- dice (section 5)


def after_first_roll(*monasteries: str) -> Realm:
    """Seat 0 has rolled for the first time, with these monasteries."""
    state = table(Lord(dice=FOUR), Lord(dice=FOUR))
    building(state, 0, "monastery", *monasteries)
    state.step, state.dice_open = "roll", False
    state.in_hand[0] = (0, 1, 2, 3)
    return step(state, RollDice(0, 1), FOUR)


@pytest.mark.rule("ERA-5.6", "ERA-5.7", "ERA-5.8")
def test_dice_that_monasteries_set():
    state = after_first_roll("A1 B1 A2 B2 A3", "D1 E1 D2 E2 D3")
    assert why(state, (0, "p_hammer2")) == ""
    wanted = "ERA-5.6: Choose one of your dice and one of its faces."
    assert why(state, (0, "n_sword3")) == wanted
    assert why(state, (3, "n_sword3")) == ""
    go_on(state, (0, "p_hammer2"))
    assert why(state, (0, "p_food3")) == "ERA-5.7: Each monastery sets a different die."
    assert why(state, (1, "p_food3")) == ""
    go_on(state, ("done",))
    wanted = "ERA-5.8: A die set by a monastery is not rolled in the second roll."
    assert why(state, (0,)) == wanted
    assert why(state, (1,)) == ""
    assert why_of(state, ChooseDice(0, 3), (0,)) == ""


@pytest.mark.rule("ERA-5.14")
def test_a_feather_with_a_die_that_is_not_there_or_its_own():
    state = table(Lord(dice="c_feather_a p_food3"), Lord())
    state.push(RollFeather(0))
    assert why(state, (0, 1)) == ""
    wanted = "ERA-5.14: Choose one other of your dice, or none."
    assert [why(state, (0, other)) for other in (0, 2)] == [wanted, wanted]


@pytest.mark.rule("ERA-5.1")
def test_faces_of_other_dice():
    state = table(Lord(dice=FOUR), Lord())
    kinds = ["peasant", "noble"]
    assert why_not(state, kinds, ("p_food3", "n_sword1")) is None
    reason = why_not(state, kinds, ("n_sword1", "p_food3"))
    assert reason is not None
    assert reason.plain() == "These are not faces of the 2 dice that are rolled."


@pytest.mark.rule("ERA-6.2")
def test_an_alternative_that_a_face_does_not_have():
    state = table(Lord(dice="p_food2_or_stone1"), Lord())
    state.push(ChooseGain(0, 0))
    assert [why(state, pick) for pick in (1, 2)] == ["", ""]
    assert why(state, 3) == "ERA-6.2: The face of this die has 2 alternatives."


# ---------------------------------------------------------------- disasters (section 8)

AROUND_THE_KEEP = ("C6-C9", "D6-G6", "D9-G9")
"""Walls that close D7 to F8 in, with the keep."""

SKULLS = {
    3: "p_wood1_hammer1_skull p_wood1_hammer1_skull p_wood1_hammer1_skull",
    5: " ".join(["p_wood1_hammer1_skull"] * 5),
}


@pytest.mark.rule("ERA-8.11", "ERA-8.13")
def test_another_piece_than_a_scorched_area_and_one_within_walls():
    state = table(Lord(dice=SKULLS[3]), Lord())
    step(state, DisasterTurn(0))
    assert asked(state) == PlaceScorched(1)
    assert why(state, ("farm", "A3", 0)) == "ERA-8.11: Treachery brings a scorched area."
    assert why(state, ("scorched_area", "A1", 0)) == ""
    assert why(state, ("scorched_area", "D7", 0)) == ""
    wall(state.domains[1], *AROUND_THE_KEEP)
    wanted = "ERA-8.13: D7 is enclosed by your walls."
    assert why(state, ("scorched_area", "D7", 0)) == wanted


@pytest.mark.rule("ERA-14.2", "ERA-14.3", "ERA-8.20")
def test_buildings_that_an_attack_does_not_take():
    state = table(Lord(dice=SKULLS[5]), Lord())
    building(state, 1, "longhouse", "A1 B1", "A3 B3", "D7 E7")
    step(state, DisasterTurn(0))
    assert asked(state) == LoseBuilding(1)
    assert why(state, ("longhouse", "A1", 0)) == ""
    assert why(state, ("longhouse", "D7", 0)) == ""
    wall(state.domains[1], *AROUND_THE_KEEP)
    assert why(state, ("longhouse", "D7", 0)) == "ERA-14.2: Longhouse is walled in and safe."
    assert why(state, ("keep", "G7", 0)) == "ERA-14.3: A keep is always walled in and stays."
    assert why(state, ("longhouse", "A5", 0)).endswith("You have no such building.")


# ---------------------------------------------------------------- extorting (sections 10 and 15)


@pytest.mark.rule("ERA-10.7")
def test_an_answer_to_a_demand_that_is_none():
    state = table(Lord(dice="n_sword3"), Lord("1/0/0/0", dice="n_sword1"))
    state.push(AnswerDemand(1, 0, "goods"))
    assert [why(state, pick) for pick in ("pay", "refuse")] == ["", ""]
    assert why(state, "perhaps") == "ERA-10.7: Hand it over, or refuse."


@pytest.mark.rule("ERA-15.12")
def test_a_resource_that_sir_philip_does_not_show():
    state = table(Lord(dice="n_sword3"))
    dice = [state.box.dice[die] for die in state.box.philip_dice]
    shown = ("n_sword2", "n_goods1", "p_food3")
    state.philip_faces = tuple(die.face_index[face] for die, face in zip(dice, shown, strict=True))
    state.push(TakeFromPhilip(0))
    assert why(state, "goods") == ""
    assert why(state, "stone") == f"ERA-15.12: The dice of {PHILIP} show none."
